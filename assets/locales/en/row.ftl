### The row of actions, and what opens above it.

row-manoeuvres = Manoeuvres
row-manoeuvres-can = { $n ->
    [one] 1 special attack
   *[other] { $n } special attacks
}
row-others = All others
row-find = Find
row-nothing = No action matches.
row-squares = { $n ->
    [one] 1 square
   *[other] { $n } squares
}
row-too-far = { $n ->
    [one] 1 square too far
   *[other] { $n } squares too far
}
row-chance = { $odds } to hit
row-chance-hurt = { $odds } to hurt
row-chance-from = { $least } or more
row-chance-to = up to { $most }
row-chances = { $least }–{ $most }
# Why an action is shut, by the code of the refusal: said in place of its sentence, or where that is too long.
instead-no_target = no target
instead-out_of_range = { instead-no_target }
instead-out_of_reach = { instead-no_target }
instead-no_sight = { instead-no_target }
instead-wrong_target = { instead-no_target }
instead-needs_points = { $has ->
    [0] no { $name } left
   *[other] too few points
}
short-needs_points = { $has ->
    [0] no { $name }
   *[other] too few points
}
short-too_far = { instead-no_target }
short-no_weapon = no weapon
short-wrong_weapon = wrong weapon
short-no_item = nothing suitable
short-no_spell = no spell
short-none_in_effect = no active spell
short-not_in_control = not under control
short-no_ammunition = too little ammo
short-few_rounds = { short-no_ammunition }
short-no_burst = no bursts
instead-needs_reload = not loaded
instead-not_loaded = { instead-needs_reload }
short-no_power = no power
short-forbidden = prevented
short-capped = { short-forbidden }
short-must_press = { core-must-press-first }
short-not_bound = not bound
short-cannot_move = can't move
short-cannot_walk = { short-cannot_move }
short-steered = { short-cannot_move }
short-carried = { short-cannot_move }
short-falling = { short-cannot_move }
short-cannot_fly = can't fly
short-no_wheel = not driving
short-at_work = at work
instead-loaded = already loaded
instead-jammed = weapon jammed
instead-no_reload = needs no loading
instead-not_in_hand = not in hand
short-not_theirs = { short-forbidden }
short-no_track = can't pay for it
short-out_of_arc = { instead-no_target }
short-hidden = { instead-no_target }
short-manned = gun in use
short-once_a_turn = once per turn
short-surprise_single = one action only
short-granted_only = granted actions only
short-driven = already driven
short-bound = already bound
short-no_port = no firing position
short-nowhere = nowhere to go
row-unfold = { $n ->
    [one] Not possible now: 1 action
   *[other] Not possible now: { $n } actions
}
tip-row-more = All other actions, in groups. Type to find one.
tip-row-manoeuvres = Special attacks: trip, disarm, charge…
tip-row-unfold = Show or hide actions that aren't possible now, and why.
prompt-folded = { $n } not possible
prompt-folded-weak = { $n ->
    [one] 1 weaker answer
   *[other] { $n } weaker answers
}
settings-ask-from = Ask if it saves at least
settings-ask-from-about = A reaction that saves less on average is not offered. Automatic: about 4% of vitality, and only for hits of at least 15%.
settings-ask-usual = automatic
settings-ask-points = { $n } points
settings-ask-shots = Ask about shots
settings-ask-shots-about = Off: your units never react to shots.
settings-ask-allies = Ask when allies touch an aura
settings-ask-allies-about = Off: your auras never hit your own side.
click-with = { $action }: { $with }
click-too-far = { $n ->
    [one] 1 square out of reach
   *[other] { $n } squares out of reach
}
click-move-first = { $n ->
    [one] Move 1 square, then attack
   *[other] Move { $n } squares, then attack
}
click-move-first-left = { $n ->
    [one] Move 1 square, then attack: { $left } left
   *[other] Move { $n } squares, then attack: { $left } left
}
click-squares = { $n } of { $most }
click-provokes = provokes { $units }
click-openings = { $n ->
    [one] provokes 1 attack
   *[other] provokes { $n } attacks
}
click-openings-loss = { $openings }, about { $loss }
click-attackers = { $n ->
    [one] 1 enemy can attack there
   *[other] { $n } enemies can attack there
}
click-attackers-loss = { $attackers }: about { $loss }
click-attackers-all = { $attackers }: about { $all } if all do
click-attackers-likely = { $attackers }: about { $loss } if each picks one target, { $all } if all attack here
loss-of-left = { $loss } of { $left }
