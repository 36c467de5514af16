
### What is still to be chosen: weapons, spells, doors, triggers; the small choices beside the hint.
ask-weapon = Which weapon?
ask-spell = Which spell?
ask-in-effect = Which active spell?
ask-system = Which system?
ask-check = Which check?
ask-its-item = Which of their items?
ask-item = Which item?
ask-shield = Which shield?
ask-aura = Which aura?
ward-price = { $n } points for { $price }, { $turns ->
        [one] until your next turn
       *[other] for { $turns } turns
    }
ask-amount = { $of } to use?
ask-save = { $of } to save?
ask-number = How many?
ask-hits = How many hits?
ask-burst = How many rounds?
ask-arc = Which side?
ask-weaving = How hard to weave?
ask-interaction = Which interaction?
ask-door = Which door?
ask-trigger = Wait for what?
ask-zone = Within what distance?
ask-spread = On which side?
ask-then = Ready which action?
item-broken = broken
spell-damage = { $types } damage, base { $n }
spell-slots = { $what }; { $left } left
spell-nobody = Nobody in reach: at most { $n ->
        [one] 1 square
       *[other] { $n } squares
    }
spell-no-target = No target
spell-no-need = Nobody needs it
spell-used-up = Used up until you rest
spell-on = { $spell } on { $on }
spell-controlled-by = controlled by { $unit }; lasts: { $lasts }
mark-of = of { $n }
burst-single = single shot
burst-to-hit = { $n } to hit
burst-too-many = not enough rounds
item-in-hand = in hand
item-worn = worn
item-carried = carried
item-damaged = , { $n } of { $most } damage
door-action = { $open ->
        [yes] Close { $door }
       *[no] Open { $door }
    }
trigger-moves = An enemy moves
trigger-attacks = An enemy attacks
trigger-casts = An enemy casts
trigger-acts = An enemy acts in any way
trigger-unit-acts = { $unit } acts in any way
trigger-unit-attacks = { $unit } attacks
trigger-ally-attacked = An enemy attacks { $unit }
trigger-out-of = An enemy runs out of { $pool }
zone-anywhere = Anywhere in sight
zone-within = { $n ->
        [one] Adjacent
       *[other] Within { $n } squares
    }
zone-side = { $way ->
        [north] In a cone to the north
        [north-east] In a cone to the north-east
        [east] In a cone to the east
        [south-east] In a cone to the south-east
        [south] In a cone to the south
        [south-west] In a cone to the south-west
        [west] In a cone to the west
        [north-west] In a cone to the north-west
       *[around] All around
    }
zone-and-side = { $zone }; { $side }
watch-for = { $trigger }; { $zone }
action-with = { $action } with { $weapon }
the-door = the door
chip-shift-note = Which squares the area covers
chip-speed = speed { $n }
chip-speed-rolled = speed { $n }, rolled
chip-roll-note = Roll the distance instead of using the fixed value
chip-rolled = rolled
band-ground = on the ground
band-low = flying low
band-high = flying high
chip-band-note = Altitude at the end of the move
chip-pursue = pursue { $unit }
chip-pursue-note = From now on it must match that vehicle's weaving
chip-mounted = { $gun } ({ $arc })
chip-fast = top speed
chip-kph = at { $n } km/h
chip-kph-note = Ramming speed
chip-and = and { $weapon }
chip-and-note = Attacks together with the first weapon
chip-minor = minor actions
chip-minor-note = Small actions done together with this one, for no points
moment-attacked = is attacked
moment-hit = is hit
moment-casting = a spell is cast
moment-provoked = an enemy provokes
moment-watched = a readied action
moment-cut-in = a chance to interrupt
moment-won = wins a contest
moment-caught = is caught in a blast
