### The pages: title, new battle, load, replays, mods, rules, settings, pause, questions, the end.

page-back = Back
page-keys = { $ways } or Tab: move    { $confirm }: select    { $cancel }: back
title-about = Tabletop rulebooks, played on screen
title-play-now = Play now
title-play-about = { $battle }: { $facts }
title-continue = Continue
title-nothing = No battle to play: no scenario was found.
title-mistakes = { $count ->
    [one] 1 error in the files: show it
   *[other] { $count } errors in the files: show them
}
title-warnings = { $count ->
    [one] 1 warning about the files: show it
   *[other] { $count } warnings about the files: show them
}
title-warning = Warning: { $what }
title-more-mistakes = and { $count } more: run the program with “check”
page-new-battle = New battle
page-load = Load
page-replays = Replays
page-mods = Mods
page-rules = Rules
page-settings = Settings
page-quit = Quit
draft-rulebook = Rulebook
rulebook-about = The rules of this battle: what units can do, which dice they roll and what wounds do.
draft-sides = Sides
draft-seed = Seed
seed-about = The same seed gives the same dice.
draft-other-dice = New seed
draft-player = Player
draft-computer = Computer
draft-begin = Start
draft-squares = { $columns } × { $rows } squares
draft-in-short = { $columns } × { $rows }, { $sides }, { $book }, { $length }
draft-against = against
draft-short = short
draft-medium = medium
draft-long = long
pause-before = Before the first round
pause-round = Round { $round }
pause-resume = Resume
pause-undo = Undo
pause-restart = Restart
pause-concede = Give up
pause-title = Title screen
question-no = Cancel
question-restart = Restart this battle?
question-restart-about = It restarts from round 1 with the same dice.
question-concede = { $side }: give up?
question-concede-about = The other side wins and the battle ends.
question-title = Return to the title screen?
question-title-about = The battle is saved; you can continue it at any time.
rules-find = Find
rules-none = No rules found.
rules-count = { $count ->
    [one] 1 rule
   *[other] { $count } rules
}
rules-no-text = This rule has no text yet.
mods-base = the base game
mods-on = On
mods-off = Off
mods-earlier = Up
mods-later = Down
mods-reload = Reload all
mods-folder = Open folder
mods-folder-not-shown = The folder { $folder } can't be shown: { $why }
mods-none = No mods installed. Put mod folders into { $folder }
mods-unreadable = can't be read
mods-about = Mods further down load later and override those above. A mod always loads after the mods it needs. Drag a mod by its row to move it.
mods-good = no errors
mods-mistakes = { $count ->
    [one] 1 error
   *[other] { $count } errors
}
mods-warnings = { $count ->
    [one] no errors, 1 warning
   *[other] no errors, { $count } warnings
}
mods-overrides = { $what }: overrides { $mods }
mods-overridden = { $what }: { $winner } wins
mods-both = { $what }: counts together with { $mods }
mods-more-clashes = and { $count } more: run the program with “check --conflicts”
mods-not-kept = The mod selection couldn't be saved: { $why }
mods-unread-choice = The saved mod selection can't be read ({ $why }); all mods are on.
end-again = Play again
end-title = Title screen
load-none = No saved battles yet.
load-later = Battles are saved automatically each round and when you leave. You can also save from the menu.
replays-none = No replays yet.
replays-later = Finished battles are kept here so you can watch them again.
page-save = Save
save-name = Name
save-none = No named saves yet.
save-later = Saved battles appear here and can be overwritten.
save-line = { $battle }, { $round ->
    [0] before the first round
   *[other] round { $round }
}, { $age }
save-line-side = { $battle }, { $round ->
    [0] before the first round
   *[other] round { $round }
}, { $side } to act, { $age }
replay-line = { $battle }, { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $age }
button-delete = Delete
button-over = Overwrite
button-watch = Watch
question-delete = Delete “{ $name }”?
question-delete-about = This can't be undone.
watch-play = Play
watch-step = Step
watch-fast = Fast
watch-end = To the end
watch-start = From the start
watch-all = Show everything
watch-over = End of replay
watch-at = Replay: { $done } of { $all }
watch-differs = The replay doesn't match here: { $why }
watch-other-library = Played with other mods or another game version, so it can't be watched.
draft-luck = Luck
luck-about = How the dice of all checks are dealt. Other dice are always ordinary.
luck-fair = Fair dice
luck-deck = Deck dice
luck-fair-about = Ordinary dice.
luck-deck-about = Each side draws its rolls from a shuffled deck, so luck evens out.
draft-fortune = Fortune
fortune-about = Rerolls each side has for its own dice.
end-swap = Swap sides
sums-of = { $n } of { $all }
sums-standing = Still standing
sums-standing-about = Units that aren't taken out, of all that took part.
sums-dealt = Damage dealt
sums-hits = Attacks that hit
sums-expected = Expected, blocked hits included: { $each }.
sums-blocked = Attacks blocked
sums-blocked-about = Attacks on this side that hit, but its defence, armour or shield stopped all damage.
sums-luck = Hits compared with average dice
sums-luck-more = { $n }% more
sums-luck-fewer = { $n }% fewer
sums-luck-even = average
sums-luck-about = Hits, blocked ones included: { $hits }. With average dice: { $expected }. Fewer than { $enough } attacks say nothing about luck.
deed-heaviest = Heaviest hit
deed-against = against { $target }
deed-absorbed = Most damage blocked
deed-taken = Most damage taken
deed-stands = still standing
deed-down = taken out at the end
deed-failing = { $condition } at the end
deed-dealt = Most damage dealt
sums-overkill = Overkill: { $each }.
sums-other = Other losses ({ $causes })
sums-price = own actions
sums-collision = collisions
sums-rest = other causes
sums-criticals = Critical hits
sums-absorbed = Absorbed by armour
sums-absorbed-about = Damage that armour, resistance, shields and reactions kept off this side.
sums-healed = Healed
sums-healed-about = What this side's units regained during the battle.
sums-felled = Enemies taken out
sums-felled-about = Enemies that this side took out or killed.
slip-mistakes = { $count ->
    [one] 1 error in the files
   *[other] { $count } errors in the files
}
slip-mistakes-changed = Files changed, { $count ->
    [one] 1 error
   *[other] { $count } errors
}
slip-warnings = { $count ->
    [one] 1 warning about the files
   *[other] { $count } warnings about the files
}
slip-warnings-changed = Files changed, { $count ->
    [one] 1 warning
   *[other] { $count } warnings
}
slip-changed = Files changed
slip-well = No errors in the files
slip-well-again = No more errors in the files
slip-look = Show
slip-aside = Dismiss
page-content = Files
content-watched = Files are checked whenever they're saved.
content-question = The files have changed. How should this battle go on?
content-keep = Keep the old version
content-restart = Restart with the new version
content-replay = Replay to here with the new version
content-stopped = Replayed { $taken } of { $all } commands. The next isn't possible any more: { $why }
