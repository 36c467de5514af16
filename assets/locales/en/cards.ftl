
### Cards: odds, units, squares, actions, weapons, spells.
card-attack-about = { $action }, { $with }; { $track } { $now } of { $whole }
number-expected = expected
number-worst = worst, 1 in 100
card-attack-item = { $action }, { $with }, at { $item }
number-breaks = breaks it
number-destroys = destroys it
number-hit = to hit
line-critical = Critical
cover-soft = soft
line-stands-in-cover = { $unit } stands in { $cover }
cover-quarter = quarter cover
cover-half = half cover
cover-three-quarter = three-quarter cover
cover-full = full cover
bar-or-more = { $n } or more
line-opening = Gives { $unit } an opening
number-of = of { $whole } { $what }
line-of = { $n } of { $most }
line-waits-with = Waits with
line-from = From { $unit }
count-squares = { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
line-threatens = Threatens { $unit }
column-and-row = column { $column }, row { $row }
square-impassable = Cannot be entered
square-difficult = Difficult
square-height = Height
square-on-ground = on the ground
square-unseen = Out of sight
square-low-light = Low light
square-dark = Dark
square-smoke = Smoke
square-cluttered = Full of obstacles: vehicles can weave here
square-thick-smoke = Thick smoke
square-heat = A strong source of heat
line-spell-by = { $spell }, by { $unit }
line-bond = { $own ->
        [yes] { $role } of { $unit }
       *[no] { $role }: { $unit }
    }
lasts-held = held
lasts-to-be-held = to be held
lasts-fight = the fight
ledger-reels = Falls so low that it reels.
ledger-must-press = Rises so high that it must press.
ledger-capped = { SIGNED($n) } in all, kept within { $cap }.
ledger-count = Count at the end of the round
item-damage = Damage it has taken
item-increment = Range increment
item-loaded = Loaded
item-ammunition = Ammunition
spell-about = Level { $level }, { $school }
spell-difficulty = Difficulty
spell-defence = Answered by
line-base = Base
line-damage = Damage
part-first = begin now, finish next round: { "" }
part-second = finish what was begun: { "" }
square-door = Door
door-open = open
door-shut = shut
line-called-by = { $spell }, called by { $unit }
number-succeed = to succeed
number-succeeds = { $unit } succeeds
line-success = Success
line-failure = Failure
line-fires-too = { $unit } fires, too: to hit
line-at-most = at most { $what }
line-against = against { $what }
line-magnitude = Magnitude
vehicle-speed = Speed
vehicle-squares = Squares a round
vehicle-undriven = Nobody drives it
vehicle-evades = Evades
vehicle-pursues = Pursues
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
area-own = { $unit } (own side)
number-strike-square = to strike the square
area-inside = Inside: to hit, expected
area-astray = If it misses the square it goes to column, row
area-nobody = Nobody inside
shape-burst = burst, { $n }
shape-square = { $n } × { $n } squares
shape-cone = cone of { $n }
shape-line = line of { $n }
shift-around = around the aim
shift-south-east = south-east of the aim
shift-south-west = south-west of the aim
shift-north-west = north-west of the aim
shift-north-east = north-east of the aim
wheel-out = Out of what it can drive to
wheel-looks = Looks to
wheel-kph = { $n } km/h
wheel-struck = { $unit } is struck
wheel-goes-over = Goes on over it
wheel-leaves = It leaves the map with all aboard
drive-straight = goes straight on
drive-past = goes past and straight on
drive-crash = crashes
system-hits = hit { $n } of { $most }
system-gone = out of order
system-rigged = works for now
wheel-weave = Weave at { $n }
wheel-weave-note = { SIGNED($n) } on the check; who pursues has to match it
side-ahead = Ahead
side-right = To the right
side-behind = Behind
side-left = To the left
phase-muster = muster
phase-surprise = surprise
phase-round-start = round begins
phase-end-of-round = end of round
phase-initiative = initiative
phase-over = over
card-reach = { $one ->
        [yes] reach { $most }
       *[no] reach { $least }–{ $most }
    }
card-unarmed = Unarmed
card-armour = armour { $n }
card-resists = Resists
thing-gone = What stood there
