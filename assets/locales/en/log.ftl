### The log.
log-walk = { $unit } moves { $n ->
        [one] 1 square
       *[other] { $n } squares
    } to { $square }
log-moved = { $unit } is moved { $n ->
        [one] 1 square
       *[other] { $n } squares
    } to { $square }
log-round = Round { $n }
log-surprise = Surprise round
log-muster = Setup
log-turn = { $unit }, initiative { $count }
log-delayed = { $unit } delays until initiative { $count }
log-delayed-open = { $unit } delays and waits to interrupt
log-skipped = { $unit } can't act: { $why }
log-pays = { $unit } pays { $price }
log-wasted = { $unit }: { $action } fails: { $why }
log-aura-of = { $aura } of { $unit }
log-aura-harms = { $n } damage to { $unit }
log-aura-grows = { $unit }: { $aura } grows
log-aura-shrinks = { $unit }: { $aura } weakens
log-ward = { $unit }: { $ward } { $from } → { $to } points
log-noise = Loud noise, heard within { $n } squares
log-flies-high = { $unit } climbs to high altitude
log-flies-up = { $unit } climbs to low altitude
log-lands = { $unit } lands
log-flies-down = { $unit } descends to low altitude
log-borne-high = { $unit } is carried to high altitude
log-borne-up = { $unit } is carried to low altitude
log-comes-to-ground = { $unit } reaches the ground
log-comes-down = { $unit } drops to low altitude
log-falls = { $unit } starts to fall
log-falls-no-more = { $unit } stops falling
log-crashed = { $unit } crashes after falling { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-ledger = { $unit }: { SIGNED($n) } initiative at end of round ({ $line })
log-counts = { $side }, initiative: { $units }
log-count = { $unit }: initiative { $from } → { $to } ({ $line })
log-item = { $unit }: { $item } { $what ->
        [drawn] drawn
        [dropped] falls to the ground
        [picked_up] picked up
        [put_on] put on
        [taken_off] taken off
        [put_away] put away
        [taken_out] taken out
        [shot] fired
        [loaded] loaded
        [jammed] jammed
        [cleared] is clear again
        [used_up] used up
        [shifted] moved
        [damaged] damaged
        [broken] broken
        [destroyed] destroyed
       *[other] changed
    }
log-slot = { $unit }: { $spell } slot used up
log-spell-began = { $spell } takes effect
log-spell-controlled = { $unit } controls { $spell }
log-spell-moved = { $unit } moves { $spell }
log-spell-passed = { $unit } takes control of { $spell }
log-spell-ended = { $spell } ends
log-waits = { $unit } readies { $action }
log-waits-for = { $unit } readies { $action }: { $trigger }
log-waits-no-longer = { $unit } stops waiting ({ $action })
log-fire-none = No new fire
log-surroundings = Battlefield conditions changed
log-fire = New fires: { $n }
thing-door = The door
log-door = { $door } is now { $open ->
        [yes] open
       *[no] closed
    }
log-thing-gone = { $thing }: damage { $from } → { $to }, destroyed
log-thing-stands = { $thing }: damage { $from } → { $to }
log-reach = { $unit }: reach { $from } → { $to }
log-wins = { $unit } beats { $other } by { $n }
log-nobody-wins = { $unit } and { $other } tie
log-quicker = { $unit } is faster than { $other }
log-team-check = team check
log-bill = { $unit }: { $part } costs { $per_cent }%, { $amount }
log-avoided = { $side }: slipped away unnoticed, no battle
log-fortune = Fortune spent ({ $side }): the { $n } of { $unit } is rerolled ({ $check }). Fortune left: { $left }
log-begun = { $unit } starts now and continues next round: { $action }
log-met = Encounter at { $n } squares
log-met-ahead = Encounter at { $n } squares; first to act: { $groups }
log-comes = { $unit } arrives at initiative { $count } and acts this round
log-comes-later = { $unit } arrives at initiative { $count } and acts from next round
log-turns = { $unit } turns to { $point }
log-stands = { $unit } stops
log-goes = { $unit } drives { $n } km/h
log-goes-wild = { $unit } is out of control at { $n } km/h
log-swerves = { $unit } swerves: -{ $n } to attacks
log-bears = { $unit } brings another firing arc to bear on { $target }
log-pursues = { $unit } pursues { $target }
log-pursues-nobody = { $unit } stops pursuing
log-must-weave = { $unit } must weave at -{ $n } or break off
thing-obstacle = an obstacle
log-collided = { $unit } crashes into { $into }
log-time = { $n } rounds pass
log-refreshed = { $unit } has all spells ready again
log-bound = { $unit } is now { $role } of { $other }
log-unbound = { $unit } is no longer { $role } of { $other }
log-left = { $unit } leaves the battle
log-over-won = The battle is over: { $side }
log-over = The battle is over
log-until-round = , until end of round
log-until-rounds = , for { $n ->
        [one] 1 round
       *[other] { $n } rounds
    }
log-until-turn = , until next turn
log-until-turn-end = , until end of turn
log-until-next-turn-end = , until end of next turn
log-until-turn-of = , until the end of { $unit }'s turn
log-until-check = , for the next { $check }
log-until-spell = , while the spell lasts
log-until-action = , for the next action
log-until-phase = , until phase “{ $phase }”
log-work-begun = { $unit } starts working, { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-on = { $unit } keeps working, { $done } of { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-lost = { $unit } wastes a round, { $done } of { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    } done: { $work }
log-work-ruined = { $unit } must start over, { $needed ->
        [one] 1 round
       *[other] { $needed } rounds
    }: { $work }
log-work-given-up = { $unit } stops working: { $work }
log-work-dropped = { $unit } can't continue: { $work }
log-work-finished = { $unit } finishes: { $work }
log-no-hit = no hit
log-groups = { $unit }: { $n } damage, { $groups }
log-located = { $hits }, location { $row } (rolled { $dice }): { $system }
log-system-hit = { $system }: hit number { $n }
log-system-passed = { $located } is already destroyed: location { $row } is { $system }, hit number { $n }
log-fails-again = { $unit }: { $part } fails again
log-works-again = { $unit }: { $part } works again for { $n } h
log-mended = { $unit }: { $part } repaired, { $from } → { $to } hits
log-blows-up = { $unit } explodes
log-hits = { $n ->
        [1] Single hit
        [2] Double hit
        [3] Triple hit
       *[other] { $n } hits
    }
log-area-struck = { $weapon } hits the square and covers { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-area-astray = { $weapon } scatters { $far } to { $point } and covers { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
log-area-misses = { $weapon } misses
log-held-against = Against { $unit }
roll-damage = damage { $sum }
roll-margin = { $n } margin
roll-effect = { $n } effect
roll-against = { $total } vs { $number }
log-misses = { $unit } misses { $target } ({ $with })
log-suffers = { $unit } is hit ({ $with })
log-hits-target = { $unit } hits { $target } ({ $with })
log-hit-blocked = { $target } blocks { $unit }'s attack ({ $with })
log-averted = { $target } averts { $unit }'s attack ({ $with })
log-hits-critically = { $unit } critically hits { $target } ({ $with })
log-with-unseen = weapon unseen
float-miss = miss
float-dodged = dodged
float-parried = parried
log-no-longer = { $unit }: no longer { $condition }
log-damage = { $n } damage
log-overkill = { $n } overkill
log-loses = { $unit } loses { $n } { $track }, now { $now }
log-gains = { $unit } gains { $n } { $track }, now { $now }
log-now-of = { $n } of { $most }
log-declined = { $unit } doesn't react to { $about }
log-declined-could = { $unit } doesn't react to { $about } (could use { $with })
log-unasked = { $unit } isn't asked about { $about }: { $with } would save only { $saved }
log-unasked-no-help = { $unit } isn't asked about { $about }: no reaction would help
log-stood = { $unit } doesn't react to { $about } (standing order; could use { $with })
log-lifted = { $unit }: damage die { $shows } becomes { $degrees } (degrees)
log-chooses = { $unit } chooses: { $with }
log-chooses-nothing = { $unit } does nothing more (could use { $with })
log-answers = { $unit } reacts to { $about }: { $with }
chance-attacked = { $unit }'s attack
chance-hit = { $unit }'s hit
chance-casting = { $unit }'s spell
chance-provoked = { $unit } provoking
chance-watched = { $unit }'s action
chance-cut-in = { $unit }'s turn
chance-caught = the explosion
chance-won = the contest with { $unit }
log-cannot-answer = { $unit } can't react to { $about }: { $why }
log-cannot-answer-with = { $unit } can't react to { $about } with { $with }: { $why }
thing-something = something
thing-moved = moved
thing-taken = out of the way
thing-free = free again
