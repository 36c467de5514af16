
### What is still to be chosen: weapons, spells, doors, triggers; the small choices beside the hint.
ask-weapon = With which weapon?
ask-spell = Which spell?
ask-in-effect = Which spell in effect?
ask-system = Which system?
ask-check = With which check?
ask-its-item = Which of its things?
ask-item = Which?
ask-amount = How many?
ask-burst = How many rounds?
ask-arc = Into which side?
ask-weaving = How wildly?
ask-interaction = Do what?
ask-door = Which door?
ask-trigger = Wait until?
ask-zone = How near?
ask-then = And then?
item-broken = broken
spell-note = level { $level }, { $school }, difficulty { $n }
spell-used-up = Used up until a rest [A-129]
spell-on = { $spell } on { $on }
spell-controlled-by = controlled by { $unit }; lasts: { $lasts }
mark-of = of { $n }
burst-single = single
burst-too-many = not so many rounds left
item-in-hand = in hand
item-worn = worn
item-carried = carried
item-damaged = , { $n } of { $most } damage
door-deed = { $open ->
        [yes] Close { $door }
       *[no] Open { $door }
    }
trigger-moves = An enemy moves
trigger-attacks = An enemy attacks
trigger-casts = An enemy casts
trigger-acts = An enemy does anything
trigger-unit-acts = { $unit } does anything
trigger-ally-attacked = An enemy attacks { $unit }
trigger-out-of = An enemy has spent the last of its { $pool }
zone-anywhere = Anywhere in sight
zone-within = { $n ->
        [one] Beside me
       *[other] Within { $n } squares
    }
action-with = { $action } with { $weapon }
the-door = the door
chip-shift-note = where what is covered lies [A-161]
chip-speed = speed { $n }
chip-speed-rolled = speed { $n }, rolled [A-54]
chip-roll-note = roll for the distance in place of taking it as it stands [A-54]
chip-rolled = rolled
band-ground = on the ground
band-low = flying low
band-high = flying high
chip-band-note = where the move ends, up or down on the way [S-25]
chip-pursue = pursue { $unit }
chip-pursue-note = from now on it has to match how that vehicle weaves [C-127]
chip-mounted = { $gun } ({ $arc })
chip-fast = as fast as it can
chip-kph = at { $n } km/h
chip-kph-note = how fast it goes at its target [C-124]
chip-and = and { $weapon }
chip-and-note = strikes in the same attack [D-26]
moment-attacked = is attacked
moment-hit = is hit
moment-casting = a spell is cast
moment-provoked = an opening
moment-watched = what was waited for
moment-cut-in = a moment to cut in
moment-won = a contest won
moment-caught = an explosion that catches it
