
### Screens: title, pages, ribbon, hand, tray.
button-undo = Undo
ribbon-surprise = Surprise
ribbon-before = Before
ribbon-titles = The|the|Old|old|Big|Sly|Captain|Clerk|Sergeant|Serjeant|Lieutenant|Gunner|Foreman|Cook|Mate|Warden|Sister|Brother|Mother|Master|Mistress|Lord|Number
ribbon-threat = Threat
ribbon-log = Log
ribbon-menu = Menu
ribbon-goal = Goal: { $goal }
hand-more = { $all ->
        [yes] Close
       *[no] { $n ->
            [0] More
           *[other] { $n } more
        }
    }
hand-of = of { $whole }
    { $track }
own-price = { $price } per action
hand-short-names = Fragmentation/Frag Pseudogravity/Gravity pseudogravity/gravity points/
hand-breaks = Counter Sledge
tray-more-dice = { $n ->
        [one] +1 die
       *[other] +{ $n } dice
    }
tray-delay = Delay
tray-end-turn = End turn
prompt-click-lit = Click one of the { $n } highlighted squares.
prompt-click-lit-or = Click one of the { $n } highlighted squares, or:
side-by-click = Right click
side-by-key = { KEY("Pin") }
side-keep = { $by }: pin
side-kept = Pinned. { $by }: unpin
side-sums = { $by }: all modifiers
group-move = Move
group-strike = Melee
group-shoot = Shoot
group-defend = Defend
group-cast = Cast
group-other = Other
hand-over-pass = Pass to
hand-over-press = then press
ending-rounds = { $rounds ->
    [0] Before round 1.
    [one] After one round.
   *[other] After { $rounds } rounds.
}
ending-gave-up = { $rounds ->
    [0] { $side } gave up before round 1.
   *[other] { $side } gave up in round { $rounds }.
}
ending-stopped = The battle had to stop
ending-victory = Victory
ending-defeat = Defeat
ending-winner = { $side } won.
ending-winner-after = { $rounds ->
    [0] { $side } won before round 1.
    [one] { $side } won after one round.
   *[other] { $side } won after { $rounds } rounds.
}
ending-nobody = No one is left standing
ending-last-hit = { $by } took out { $target }, and { $side } had no one left who could fight.
ending-last = { $target } was taken out, and { $side } had no one left who could fight.
ending-last-left = { $unit } left the field, and { $side } had no one left who could fight.
ending-goal = { $side } reached the goal.
ending-only = Only { $unit } was left standing.
ending-unhurt = { $side } lost no one.
ending-replay = Replay
turn-esc = { KEY("Cancel") }: cancel
turn-delay = Delay until when?
turn-unseen = Someone unseen acts.
turn-all = { $unit }: click a square, an enemy or an action.
turn-move = { $unit }: click a square or pick an action.
turn-attack = { $unit }: click an enemy or an action.
turn-cards = { $unit }: pick an action, or end the turn.
turn-no-target = No target in reach
turn-nearest = { $why }. Nearest: { $unit }.
turn-passed = { $unit }: { $condition }, turn passed
turn-passed-idle = { $unit } can do nothing: turn passed
turn-target = { $action }: choose a target. { KEY("Cancel") }: cancel
turn-square = { $action }: choose a square. { KEY("Cancel") }: cancel
turn-course = { $action }: choose where to drive. { KEY("Cancel") }: cancel
turn-aim = { $action }: choose a target square. { KEY("Cancel") }: cancel
turn-enter = { $action }: { KEY("Confirm") } or click to confirm. { KEY("Cancel") }: cancel
turn-choose-square = Click to choose this square.
turn-wait-cut-in = Wait for a chance to interrupt
turn-after = After { $units }
turn-opening = This provokes { $units }. Click again or press { KEY("Confirm") } to move.
no-stop = can't stop there
no-far = too far: needs { $n } squares of movement
no-delay = nobody left to wait for
no-undo = can't undo: dice were rolled or something was revealed
turn-stuck = The computer found no legal move: { $why }
