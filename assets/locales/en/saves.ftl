### Saves, replays, and why they cannot be read or written.

# Files.
file-not-written = { $path } couldn't be written, the old file is kept: { $why }
file-not-read = { $path } couldn't be read: { $why }
file-too-long = { $path } is larger than { $mebibytes } MiB: it isn't a file of this game
file-no-file = { $path } isn't a file: choose another
file-leads-out = { $path } is a link that leads out of its folder: choose another

# Refusals of saves. Each is one sentence and says what to do.
save-no-save = this isn't a Threat Range save: load another
save-damaged-top = the save is damaged (changed header): load its backup or an earlier save
save-damaged-short = the save is damaged ({ $is } of { $should } bytes): load its backup or an earlier save
save-damaged-long = the save is damaged ({ $is } bytes instead of { $should }): load its backup or an earlier save
save-damaged-battle = the save is damaged (changed battle): load its backup or an earlier save
save-unreadable = the save is damaged (unreadable battle): load its backup or an earlier save
save-newer = the save has format { $form }, this program reads up to { $newest }: update the program
save-unknown = the save has the unknown format { $form }: load its backup or an earlier save
save-swollen = the save is damaged ({ $kibibytes } KiB unpack to more than { $mebibytes } MiB): load its backup or an earlier save
save-older = the save has format { $form }, this program reads format { $oldest } or newer: load it with the game version that wrote it
save-content = its content has changed ({ $changes }): use the same mods again, or continue with the current rules
save-mod-missing = { $name } { $version } is missing
save-mod-added = { $name } { $version } was added
save-mod-changed = { $name } { $version } was changed
save-mod-other = { $name } was { $then }, now { $now }
save-mod-order = the load order was different
save-resume = the save can't continue in game version { $now }: load it with version { $then }, which wrote it
save-setup = the saved battle can't be set up, { $why }: load another

# Saving and loading.
save-quick = Quick save
save-auto = Autosave
save-missing = save not found
save-passed = “{ $name }” can't be continued: { $why }
save-continued = { $passed }. The newest intact save was loaded instead.
save-instead = { $why }. Its backup was loaded instead.
save-name-none = enter a name for the save
save-name-long = the name has { $letters } letters: at most { $most }
save-too-long = the battle is too long to save: { $mebibytes } MiB
save-not-packed = the battle couldn't be packed: { $why }
save-foreign = { $path } isn't a save in { $folder }
save-no-battle = no battle to save
save-done = Battle saved.

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
replay-not-written = the replay couldn't be written: { $why }
replay-no-replay = { $path } isn't a replay: { $why }
replay-no-text = { $path } isn't a replay: not a text file
replay-newer = { $path } has format { $form }, this program reads up to { $newest }: update the program
replay-name-none = enter a name for the replay with at least one letter
replay-not-renamed = { $path } couldn't be renamed: { $why }
replay-foreign = { $path } isn't a replay in { $folder }

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
replay-older = { $path } has format { $form }, this program reads format { $oldest } or newer: use the game version that wrote it
replay-changed = { $path } was changed after it was written: its checksum doesn't match
replay-endless = { $path } was cut short: it has no end mark
replay-cut = { $path } was cut short or edited: it has { $is } commands instead of { $should }

# A save whose rules have changed.
question-changed = Continue with other rules?
question-changed-about = { $changes }. Earlier commands can't be undone, and the battle’s replay can't be watched again.
question-changed-yes = Continue
watch-mixed = Its rules changed during the battle, so it can't be watched from the start

# Cases made of battles
case-nothing = Nothing has happened in this battle yet
case-not-whole = This battle can't be made into a test case: { $why }
case-other-rules = This battle runs differently under the current rules
case-no-round = This battle has no round { $round }: the last is round { $rounds }
case-too-long = The test case would be longer than { $mebibytes } MiB: use a shorter battle
case-fails = The test case fails: { $why }
case-text = A battle that was played: { $name }, seed { $seed }.
case-text-round = A battle that was played: { $name }, seed { $seed }, from round { $round } on.
case-made = The test case was written to { $path }.
logbar-case = Make test case
tip-log-case = Make a test case of the last two rounds
