### The log.
log-walk = moves { $n ->
        [one] 1 square
       *[other] { $n } squares
    } to column { $column }, row { $row }
log-round = Round { $n }
log-surprise = Surprise round
log-muster = Muster
log-turn = { $unit }, count { $count }
log-delayed = { $unit } puts the turn off until count { $count }
log-delayed-open = { $unit } puts the turn off and waits for a moment to cut in
log-skipped = { $unit } cannot act: { $why }
log-pays = { $unit } pays { $price }
log-wasted = { $unit }: { $action } comes to nothing: { $why }
log-noise = A loud noise, heard { $n } squares far
log-flies-high = { $unit } flies up to a great height
log-flies-up = { $unit } flies up to a low height
log-lands = { $unit } flies down to the ground
log-flies-down = { $unit } flies down to a low height
log-borne-high = { $unit } is borne up to a great height
log-borne-up = { $unit } is borne up to a low height
log-comes-to-ground = { $unit } comes down to the ground
log-comes-down = { $unit } comes down to a low height
log-falls = { $unit } begins to fall
log-falls-no-more = { $unit } falls no more
log-crashed = { $unit } crashes, a fall of { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-ledger = { $unit }: { SIGNED($n) } at the end of the round ({ $line })
log-count = { $unit }: count { $from } → { $to } ({ $line })
log-item = { $unit }: { $item } { $what ->
        [drawn] drawn
        [dropped] dropped
        [picked_up] picked up
        [put_on] put on
        [taken_off] taken off
        [taken_out] taken out
        [shot] fired
        [loaded] loaded
        [used_up] used up
        [damaged] damaged
        [broken] broken
        [destroyed] destroyed
       *[other] changed
    }
log-slot = { $unit }: a slot of { $spell } is used up
log-spell-began = { $spell } is in effect
log-spell-controlled = { $unit } controls { $spell }
log-spell-moved = { $unit } moves { $spell }
log-spell-passed = { $spell } passes into the control of { $unit }
log-spell-ended = { $spell } ends
log-waits = { $unit } waits ({ $action })
log-waits-no-longer = { $unit } waits no longer ({ $action })
log-surroundings = What surrounds the fight has changed
thing-door = The door
log-door = { $door } is { $open ->
        [yes] open
       *[no] shut
    } now
log-thing-gone = { $thing }: damage { $from } → { $to }, it is gone
log-thing-stands = { $thing }: damage { $from } → { $to }, it stands
log-reach = { $unit }: reach { $from } → { $to }
log-wins = { $unit } wins against { $other } ({ SIGNED($n) })
log-nobody-wins = { $unit } and { $other }: nobody wins
log-quicker = { $unit } is quicker than { $other }
log-team-check = team check
log-bill = { $unit }: { $part } costs { $per_cent } per cent, { $amount }
log-avoided = Unnoticed, { $side } chooses not to fight
log-fortune = { $side } spends fortune: the { $n } of { $unit } is thrown again ({ $check }). Fortune left: { $left }
log-begun = { $unit } begins, and goes on next round: { $action }
log-met = They meet at { $n } squares
log-met-ahead = They meet at { $n } squares; { $groups } may act first
log-comes = { $unit } comes, count { $count }, and acts this round
log-comes-later = { $unit } comes, count { $count }, and acts from the next round on
log-turns = { $unit } turns to { $point }
log-stands = { $unit } stands
log-goes = { $unit } goes { $n } km/h
log-goes-wild = { $unit } goes { $n } km/h, in nobody's hands
log-swerves = { $unit } swerves: { $n } off attacks
log-bears = { $unit } brings one more arc to bear on { $target }
log-pursues = { $unit } pursues { $target }
log-pursues-nobody = { $unit } pursues nobody any more
log-must-weave = { $unit } has to weave at -{ $n }, or break off
thing-obstacle = an obstacle
log-collided = { $unit } runs into { $into }
log-time = { $n } rounds go by
log-refreshed = { $unit } has all spells ready again
log-bound = { $unit } is { $role } of { $other } now
log-unbound = { $unit } is no longer { $role } of { $other }
log-left = { $unit } leaves the fight
log-over-won = The fight is over: { $side }
log-over = The fight is over
log-until-round = , until the end of the round
log-until-rounds = , for { $n ->
        [one] 1 round
       *[other] { $n } rounds
    }
log-until-turn = , until the next turn
log-until-turn-end = , until the end of the turn
log-until-next-turn-end = , until the end of the next turn
log-until-turn-of = , until a turn of { $unit } ends
log-until-check = , for the next { $check }
log-until-spell = , as long as the spell
log-until-action = , for the next action
log-until-phase = , until the phase “{ $phase }”
log-work-begun = { $unit } sets to work, { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-on = { $unit } works on, { $done } of { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-lost = { $unit } loses the round, { $done } of { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    } done: { $work }
log-work-ruined = { $unit } has to start anew, { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-given-up = { $unit } gives up: { $work }
log-work-dropped = { $unit } can do no more of it: { $work }
log-work-finished = { $unit } is done with the work: { $work }
log-no-hit = no hit
log-groups = { $unit }: { $n } damage, { $groups }
log-located = { $hits } on { $row } ({ $dice }): { $system }
log-system-hit = { $system }: hit { $n }
log-system-passed = Nothing left of { $located }: row { $row } is { $system }, hit { $n }
log-fails-again = { $unit }: { $part } fails again
log-works-again = { $unit }: { $part } works again, for { $n } h
log-mended = { $unit }: { $part } mended, { $from } → { $to } hits
log-blows-up = { $unit } blows up
log-hits = { $n ->
        [1] a single
        [2] a double
        [3] a triple
       *[other] { $n } at once
    }
log-area-struck = { $weapon } strikes its square and covers { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-area-astray = { $weapon } goes astray, { $far } to { $point }, and covers { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-area-nothing = { $weapon } comes to nothing
log-held-against = Held against { $unit }
roll-against = { $total } against { $number }
log-misses = { $unit } misses { $target } ({ $with })
log-hits-target = { $unit } hits { $target } ({ $with })
log-hits-critically = { $unit } hits { $target } critically ({ $with })
log-with-unseen = weapon unseen
float-miss = miss
log-no-longer = { $unit } is no longer { $condition }
log-gets-through = ; { $n } gets through
log-loses = { $unit } loses { $n } { $track } ({ $from } → { $to })
log-gains = { $unit } gains { $n } { $track } ({ $from } → { $to })
log-declined = { $unit } lets { $about } pass
log-declined-could = { $unit } lets { $about } pass (could have: { $with })
log-stood = { $unit } lets { $about } pass by a standing answer (could have: { $with })
log-answers = { $unit } answers { $about }: { $with }
chance-attacked = the attack of { $unit }
chance-hit = the hit of { $unit }
chance-casting = the spell of { $unit }
chance-provoked = the opening that { $unit } gives
chance-watched = what { $unit } does
chance-cut-in = the turn of { $unit }
chance-caught = the blast
chance-won = the contest with { $unit }
log-cannot-answer = { $unit } cannot answer { $about }: { $why }
log-cannot-answer-with = { $unit } cannot answer { $about } with { $with }: { $why }
thing-something = something
thing-moved = moved
thing-taken = out of the way
thing-free = free again
