### Saves, replays, and why they cannot be read or written.

# Files.
file-not-written = { $path } could not be written, what was there is kept: { $why }
file-not-read = { $path } could not be read: { $why }
file-too-long = { $path } is longer than { $mebibytes } MiB: it is none of the game's files
file-no-file = { $path } is no file: choose another
file-leads-out = { $path } is a link that leads out of its folder: choose another

# Refusals of saves. Each is one sentence and says what to do.
save-no-save = this is no save of Threat Range, it does not begin as one: load another
save-damaged-top = the save is damaged, its first lines have changed: load its backup or an earlier save
save-damaged-short = the save is damaged, it ends after { $is } of { $should } bytes: load its backup or an earlier save
save-damaged-long = the save is damaged, it has { $is } bytes in place of { $should }: load its backup or an earlier save
save-damaged-battle = the save is damaged, the battle in it has changed: load its backup or an earlier save
save-unreadable = the save is damaged, the battle in it cannot be read: load its backup or an earlier save
save-newer = the save has form { $form }, this program reads up to { $newest }: use the newer program for it
save-unknown = the save has form { $form }, which never was: load its backup or an earlier save
save-swollen = the save is damaged, its { $kibibytes } KiB unpack to more than the { $mebibytes } MiB that a battle of their length may have: load its backup or an earlier save
save-older = the save has form { $form }, this program reads from { $oldest } on: load it with the version of the game that wrote it
save-content = what its battle uses has changed ({ $changes }): use the same mods again, or go on under the rules of now
save-mod-missing = { $name } { $version } is missing
save-mod-added = { $name } { $version } was not there
save-mod-changed = { $name } { $version } has been changed
save-mod-other = { $name } was { $then } and is { $now }
save-mod-order = they were loaded in another order
save-resume = the save cannot go on in version { $now } of the game: load it with version { $then }, which wrote it
save-setup = the battle of the save cannot be laid out, { $why }: load another

# Saving and loading.
save-quick = Quick save
save-auto = Autosave
save-missing = the save is not there
save-passed = the save “{ $name }” cannot be gone on with: { $why }
save-continued = { $passed }. The newest whole one has been loaded in its place.
save-instead = { $why }. Its backup has been loaded in its place.
save-name-none = the save needs a name: write one
save-name-long = the name of the save has { $letters } letters: write at most { $most }
save-too-long = the battle has grown too long to be saved: { $mebibytes } MiB
save-not-packed = the battle could not be packed: { $why }
save-foreign = { $path } is no save of { $folder }
save-no-battle = there is no battle on the table that could be saved
save-done = The battle is saved.

# How long ago.
age-now = just now
age-minutes = { $n ->
    [one] a minute ago
   *[other] { $n } minutes ago
}
age-hours = { $n ->
    [one] an hour ago
   *[other] { $n } hours ago
}
age-days = { $n ->
    [one] a day ago
   *[other] { $n } days ago
}

# Replays.
replay-not-written = the replay could not be put into words: { $why }
replay-no-replay = { $path } is no replay: { $why }
replay-no-text = { $path } is no replay: it is no text
replay-newer = { $path } has form { $form }, this program reads up to { $newest }: use the newer program
replay-name-none = the replay needs a name with a letter in it: write one
replay-not-renamed = { $path } could not be renamed: { $why }
replay-foreign = { $path } is no replay of { $folder }

# What has changed of the content that a battle uses. The kinds are those of folders of a rulebook.
content-entry = { $kind ->
    [action] action
    [condition] condition
    [weapon] weapon
    [item] item
    [spell] spell
    [interaction] interaction
    [system] system
    [unit] unit
    [map] map
    [scenario] scenario
    [rulebook] rulebook
   *[other] { $kind }
} { $name }
content-missing = { $what } is missing
content-changed = { $what } has changed
content-changed-fields = { $what } changed: { $fields }
content-more = and { $n } more
replay-older = { $path } has form { $form }, this program reads from { $oldest } on: use the version of the game that wrote it
replay-changed = { $path } has been changed since it was written: its seal is not that of its text
replay-endless = { $path } has no end mark: it was cut short
replay-cut = { $path } was cut short or put together: it has { $is } commands, its end mark counts { $should }

# A save whose rules have changed.
question-changed = Go on under other rules?
question-changed-about = { $changes }. What was done before cannot be taken back, and the battle’s replay cannot be played again.
question-changed-yes = Go on
watch-mixed = Its rules changed in the middle of the battle, so it cannot be watched from its start
