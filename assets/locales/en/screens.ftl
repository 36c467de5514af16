
### Screens: title, pages, ribbon, hand, tray.
page-new-battle = New battle
page-load = Load
page-replays = Replays
page-mods = Mods
page-rules = Rules
page-settings = Settings
button-quit = Quit
title-about = Tabletop rulebooks, played out
title-no-battle = There is no battle to play: no scenario was found.
title-play-now = Play now
title-mistakes = { $n ->
        [one] One mistake in the content; the rest can be played
       *[other] { $n } mistakes in the content; the rest can be played
    }
title-more-mistakes = and { $n } more: run the program with "check"
pause-resume = Resume
button-undo = Undo
button-restart = Restart
button-give-up = Give up
button-to-title = To the title
summary-again = Play again
button-back = Back
page-keys = Arrows or Tab: move    Enter: choose    Esc: back
draft-seed = Seed { $seed }
draft-rulebook = Rulebook
draft-sides = Sides
draft-dice = Dice
draft-other-dice = Other dice
draft-begin = Begin
seat-player = Player
seat-computer = Computer
button-no = No
load-none = There is no saved battle yet.
mods-none = No mod is there.
replays-none = No battle has been played yet.
rules-none = There is no rulebook.
ribbon-before = Before
ribbon-threat = Threat
ribbon-log = Log
ribbon-menu = Menu
hand-more = { $all ->
        [yes] Fewer
       *[no] { $n } more
    }
hand-of = of { $whole }
    { $track }
tray-delay = Delay
tray-end-turn = End turn
prompt-click-lit = Click one of the { $n } lit squares, or:
side-kept = kept  I
key-enter = Enter
group-move = Move
group-strike = Strike
group-shoot = Shoot
group-defend = Defend
group-cast = Cast
group-other = Other
question-restart = Begin this battle again?
question-restart-about = It starts from its first round, with the same dice.
question-concede-about = The others win, and the battle is over.
question-title-about = The battle on the table is left as it is.
question-title = Back to the title?
question-concede = { $side } give up?
pause-before = Before the first round
ending-rounds = Rounds
ending-stopped = The battle had to stop
ending-victory = Victory: { $side }
ending-nobody = Nobody is left standing
ending-replay = Replay
ending-dead = , { $n } dead
ending-standing = { $n } of { $most } standing{ $fallen }
desk-esc = Esc lays it back.
desk-delay = Put the turn off until when?
desk-computer = The computer decides.
desk-turn = { $unit }: click a square to move, a foe to attack, or take a card.
desk-target = { $action }: choose a target. Esc lays it back.
desk-square = { $action }: choose a square. Esc lays it back.
desk-course = { $action }: choose where to drive. Esc lays it back.
desk-aim = { $action }: choose a square to aim at. Esc lays it back.
desk-enter = { $action }: Enter or click to do it. Esc lays it back.
desk-choose-square = Click to choose this square.
number-get-there = to get there
number-of-by = of { $n } by { $way }
desk-wait-cut-in = Wait for a moment to cut in
desk-after = After { $units }
desk-opening = This gives { $units } an opening. Click again or press Enter to go.
no-stop = one cannot stop there
no-far = too far: { $n } squares' worth of movement
no-delay = there is nobody left to wait for
no-undo = nothing to take back: dice have fallen, or something was seen, since the last command
