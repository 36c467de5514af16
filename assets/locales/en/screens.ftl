
### Screens: title, pages, ribbon, hand, tray.
button-undo = Undo
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
group-move = Move
group-strike = Strike
group-shoot = Shoot
group-defend = Defend
group-cast = Cast
group-other = Other
ending-rounds = { $rounds ->
    [one] After one round.
   *[other] After { $rounds } rounds.
}
ending-gave-up = { $side } gave up in round { $rounds }.
ending-stopped = The battle had to stop
ending-victory = Victory: { $side }
ending-nobody = Nobody is left standing
ending-replay = Replay
desk-esc = { KEY("Cancel") } lays it back.
desk-delay = Put the turn off until when?
desk-computer = The computer decides.
desk-turn = { $unit }: click a square to move, a foe to attack, or take a card.
desk-turn-attack = { $unit }: click a foe to attack, or take a card.
desk-turn-cards = { $unit }: take a card, or end the turn.
desk-target = { $action }: choose a target. { KEY("Cancel") } lays it back.
desk-square = { $action }: choose a square. { KEY("Cancel") } lays it back.
desk-course = { $action }: choose where to drive. { KEY("Cancel") } lays it back.
desk-aim = { $action }: choose a square to aim at. { KEY("Cancel") } lays it back.
desk-enter = { $action }: { KEY("Confirm") } or click to do it. { KEY("Cancel") } lays it back.
desk-choose-square = Click to choose this square.
number-get-there = to get there
number-of-by = of { $n } by { $way }
desk-wait-cut-in = Wait for a moment to cut in
desk-after = After { $units }
desk-opening = This gives { $units } an opening. Click again or press { KEY("Confirm") } to go.
no-stop = one cannot stop there
no-far = too far: { $n } squares' worth of movement
no-delay = there is nobody left to wait for
no-undo = nothing to take back: dice have fallen, or something was seen, since the last command
desk-stuck = The computer found no answer that is allowed: { $why }
