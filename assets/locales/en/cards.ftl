
### Cards: odds, units, squares, actions, weapons, spells.
card-attack-about = { $what }; { $left }
card-left = { $track } { $now } of { $whole }
card-left-after = { $track } after damage
card-in-goal = Goal: { $place }
number-expected = expected
number-expected-hits = { $one ->
        [yes] hit expected
       *[no] hits expected
    }
odds-mean-hits = { $n } { $one ->
        [yes] hit
       *[no] hits
    }
number-most = max
number-damage = damage
card-attack-item = { $what }, at { $item }
number-breaks = breaks it
number-destroys = destroys it
number-hit = to hit
number-hurt = to hurt
card-repeat = Chances of all { $n } attacks together; you may stop after each
card-repeat-first = First attack
card-repeat-next = Attack { $n } ({ $burden })
line-jams = Always fails (jam)
line-always-fails = Always fails
line-critical = Critical
cover-soft = soft
line-in-cover = { $soft ->
    [yes] In soft { $cover }
   *[no] In { $cover }
}
cover-quarter = quarter cover
cover-half = half cover
cover-three-quarter = three-quarter cover
cover-full = full cover
bar-or-more = { $n } or more
line-opening = Provokes { $unit }
risk-lethal = { $chance } taken out
card-provokes = Provokes: { $n } may react
card-provokes-loss = Provokes: { $loss } expected, { $n } may react
number-of = of { $whole } { $what }
line-of = { $n } of { $most }
condition-out-of = { $name } { $n } of { $most }
line-waits-with = Ready
line-from = From { $unit }
count-squares = { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
line-coming = Next turn against { $unit }
line-threatens = Threatens { $unit }
number-attackers = { $n ->
        [one] enemy can attack here
       *[other] enemies can attack here
    }
line-triangles = Red triangles on the way: enemies can attack there
column-and-row = column { $column }, row { $row }
square-away = { $n ->
        [one] 1 square away
       *[other] { $n } squares away
    }
square-open = { $space ->
        [yes] Open space, no cover
       *[no] Open ground, no cover
    }
square-impassable = Impassable
square-out-of-reach = Out of reach
square-difficult = Difficult terrain
square-height = Height
square-on-ground = on the ground
square-unseen = Out of sight
square-low-light = Low light
square-dark = Dark
square-smoke = Smoke
square-cluttered = Obstacles: vehicles can weave here
square-thick-smoke = Thick smoke
square-heat = Strong heat source
square-drop = Falls from its edge
square-burns = On fire
square-flammable = Can catch fire
goal-wins-now = { $place } ({ $side }): wins with a unit here
goal-wins = { $place } ({ $side }): wins with a unit here from round { $round }
goal-counts = { $place } ({ $side }): needed for the goal
goal-acts = Action here: { $action }
line-spell-by = { $spell }, by { $unit }
line-shield-reach = { $shield }, reach { $n }
line-shield-of = { $shield } of { $unit }
line-aura = Aura: { $kind }
line-aura-may-react = Its aura may react, unless the hit is critical
aura-some = some stored
aura-unknown = unknown
cover-points = shield { $n }
way-risk = { $n } at risk
line-bond = { $own ->
        [yes] { $role } of { $unit }
       *[no] { $role }: { $unit }
    }
lasts-held = held
lasts-to-be-held = must be held
lasts-fight = the battle
ledger-reels = Initiative too low: Reeling.
ledger-must-press = Initiative too high: must Press.
ledger-capped = { SIGNED($n) } total, capped at { $cap }.
ledger-count = Initiative at end of round
item-damage = Damage taken
item-increment = Range increment
item-loaded = Loaded
item-ammunition = Ammo
item-shots = Shots in one attack
spell-about = Level { $level }, { $school }
spell-difficulty = Difficulty
spell-defence = Resisted with
line-base = Base
line-damage = Damage
part-first = start now, finish next round: { "" }
part-second = finish: { "" }
square-door = Door
door-open = open
door-shut = closed
line-called-by = { $spell }, summoned by { $unit }
number-succeed = to succeed
number-win = to win
number-succeeds = { $unit } succeeds
line-bursts = Also reaches, on 1–{ $n } of a d{ $die }
line-reaches = Reaches
line-enough = Points needed
line-silencing-possible = Unknown silencing possible
reaches-nobody = nobody
line-success = Success
line-failure = Failure
line-fires-too = { $unit } also fires: to hit
line-target-number = Target number
line-against = vs { $what }
line-magnitude = Magnitude
vehicle-speed = Speed
vehicle-squares = Squares per round
vehicle-undriven = No driver
vehicle-evades = Evading
vehicle-pursues = Pursuing
vehicle-speed-of = { $n } of { $top } km/h
vehicle-seats = { $role }{ $belts ->
        [yes] , belts
       *[no] { "" }
    }{ $some ->
        [yes] : { $names }
       *[no] { "" }
    }
arc-ahead = ahead
arc-left = to the left
arc-right = to the right
arc-behind = behind
arc-turret = turret
arc-wide = ahead, wide
area-own = { $unit } (ally)
number-strike-square = to hit the square
area-inside = Inside: to hit, expected
area-astray = On a miss it lands at column, row
area-nobody = Nobody inside
shape-burst = burst, { $n }
shape-square = { $n } × { $n } squares
shape-arc = arc of { $degrees }° up to { $n }
shape-cone = cone of { $n }
shape-zone = the whole zone
shape-line = line of { $n }
shift-around = centred
shift-south-east = to the south-east
shift-south-west = to the south-west
shift-north-west = to the north-west
shift-north-east = to the north-east
wheel-out = Out of driving range
wheel-looks = Facing
wheel-kph = { $n } km/h
wheel-struck = Hits { $unit }
wheel-goes-over = Drives over it
wheel-leaves = Leaves the map with everyone aboard
drive-straight = continues straight
drive-past = drives past and continues straight
drive-crash = crashes
system-hits = { $n } of { $most } hits
system-gone = destroyed
system-rigged = patched up
wheel-weave = Weave at { $n }
wheel-weave-note = { SIGNED($n) } to the check; pursuers must match it
side-ahead = Ahead
side-right = To the right
side-behind = Behind
side-left = To the left
phase-muster = setup
phase-surprise = round
phase-round-start = round begins
phase-end-of-round = end of round
phase-initiative = initiative
phase-over = over
card-reach = { $one ->
        [yes] reach { $most }
       *[no] reach { $least }–{ $most }
    }
card-range = range { $n }
card-range-whole-map = range: whole map
card-jammed = jammed
card-down = { $condition }: taken out
card-carried = carried
card-shots-left = { $n } left
card-unarmed = Unarmed
card-damage = damage { $n }
card-drive = { $n } (pierces { $drive })
card-armour = armour { $n }
card-resists = Resists
card-resists-short = { $one ->
        [yes] resists { $most }
       *[no] resists { $least }–{ $most }
    }
card-armour-range = armour { $low }–{ $high }
thing-gone = Destroyed object
card-only-critical = A plain hit is stopped; a critical can get through
card-no-reaction = No reaction left
card-vulnerable = Vulnerable: ×{ $by } damage
card-vulnerable-but = From everything but { $types }
card-vulnerable-all = Vulnerable to all damage: ×{ $by }

### Which file of which mod a thing comes from.
origin-line = { $owner }: { $file }, line { $line }

### The signs of the threat view.
threat-heading = Enemies can attack:
threat-heading-one = { $unit } can attack:
threat-near = now
threat-near-spent = now (broken: no reaction)
# After a move, too, and with likely shots.
threat-strike = next turn
# $n: how many enemies can attack where the unit at turn is safest.
threat-strike-more = next turn: more than { $n }
threat-fewest = { $n } at most
threat-far = shots under { $chance }
threat-clear = elsewhere: shots under { $chance }
threat-tag = −7: likely loss, “!”: may be taken out
threat-tag-one = −7: likely loss, “!”: taken out
threat-none = No enemy that you can see can attack anywhere.
# On the map, and at one's own unit, $n: how many enemies can attack there soon.
threat-attackers = { $n ->
        [one] 1 enemy
       *[other] { $n } enemies
    }
threat-attackers-most = up to { $n } enemies
threat-none-likely = The enemies you see have only shots under { $chance }.
threat-none-seen = You see no enemy.
threat-none-surprised = The enemies you see are surprised: none can attack yet.
threat-none-down = The enemies you see are taken out.
