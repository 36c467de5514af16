### The pages: title, new battle, load, replays, mods, rules, settings, pause, questions, the end.

page-back = Back
page-keys = { $ways } or Tab: move    { $confirm }: choose    { $cancel }: back
title-about = Tabletop rulebooks, played out
title-play-now = Play now
title-continue = Continue
title-nothing = There is no battle to play: no scenario was found.
title-mistakes = { $count ->
    [one] One mistake in the content; the rest can be played
   *[other] { $count } mistakes in the content; the rest can be played
}
title-more-mistakes = and { $count } more: run the program with “check”
page-new-battle = New battle
page-load = Load
page-replays = Replays
page-mods = Mods
page-rules = Rules
page-settings = Settings
page-quit = Quit
draft-rulebook = Rulebook
draft-sides = Sides
draft-seed = Seed
draft-other-dice = Another seed
draft-player = Player
draft-computer = Computer
draft-begin = Begin
draft-squares = { $columns } × { $rows } squares
pause-before = Before the first round
pause-round = Round { $round }
pause-resume = Resume
pause-undo = Undo
pause-restart = Restart
pause-concede = Give up
pause-title = To the title
question-no = No
question-restart = Begin this battle again?
question-restart-about = It starts from its first round, with the same dice.
question-concede = { $side }: give up?
question-concede-about = The others win, and the battle is over.
question-title = Back to the title?
question-title-about = The battle on the table ends here.
rules-find = Find
rules-none = No rule of this book speaks of that.
rules-count = { $count ->
    [one] one rule
   *[other] { $count } rules
}
rules-no-text = This rule has no text yet.
mods-base = the base game
mods-on = On
mods-off = Off
mods-earlier = Earlier
mods-later = Later
mods-reload = Read all again
mods-none = There is no mod yet. Put the folder of a mod into { $folder }
mods-unreadable = cannot be read
mods-about = Mods further down are loaded later and overrule those above. A mod always comes after those it needs.
mods-good = no mistakes
mods-mistakes = { $count ->
    [one] one mistake
   *[other] { $count } mistakes
}
mods-not-kept = The choice of mods could not be kept: { $why }
mods-unread-choice = The choice of mods that was kept cannot be read ({ $why }); all mods are on.
end-again = Play again
end-title = To the title
load-none = There is no saved battle yet.
load-later = A battle is saved by itself as each round begins and when you leave it. You can save it from its menu too.
replays-none = No battle has been played yet.
replays-later = Each one is kept here when it is over, to be watched again.
page-save = Save
save-name = Name
save-none = Nothing saved under a name yet.
save-later = Saved battles are listed here and can be saved over.
save-line = { $battle }, { $round ->
    [0] before the first round
   *[other] round { $round }
}, { $age }
save-line-side = { $battle }, { $round ->
    [0] before the first round
   *[other] round { $round }
}, { $side } to decide, { $age }
replay-line = { $battle }, { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}, { $age }
button-delete = Delete
button-over = Write over it
button-watch = Watch
question-delete = Delete “{ $name }”?
question-delete-about = It cannot be brought back.
watch-play = Play
watch-step = Step
watch-fast = Fast
watch-end = To the end
watch-start = From the start
watch-all = All is seen
watch-over = The replay is at its end
watch-at = Replay: { $done } of { $all }
watch-differs = The replay does not hold here: { $why }
watch-other-library = It was played with other mods or another version of the game, so it cannot be watched.
draft-luck = Luck
luck-fair = Fair dice
luck-deck = Deck dice
luck-fair-about = Every die is thrown by itself.
luck-deck-about = Each side draws its dice from a shuffled deck without putting them back, so that luck evens out.
draft-fortune = Fortune
fortune-about = So often each side may have a die of its own check thrown again after seeing it.
end-swap = Swap sides
sums-of = { $n } of { $all }
sums-standing = Still standing
sums-dealt = Damage dealt
sums-hits = Attacks that hit
sums-expected = Expected hits
sums-luck = Battles with worse luck
sums-criticals = Critical hits
sums-absorbed = Stopped by armour
sums-healed = Healed
sums-felled = Enemies felled
