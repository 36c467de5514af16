### The row of actions, and what opens above it.

row-manoeuvres = Manoeuvres
row-find = Find
row-nothing = No action matches.
row-squares = { $n ->
    [one] 1 square
   *[other] { $n } squares
}
row-chance = { $odds } to hit
row-chance-hurt = { $odds } to hurt
row-chance-best = up to { $odds }
row-no-target = no target
row-barred = not now
row-barred-points = { $has ->
    [0] no { $name } left
   *[other] too few points
}
row-barred-weapon = no weapon
row-barred-spell = no spell
row-barred-ammunition = too little ammo
row-barred-loaded = not loaded
row-barred-prevented = prevented
row-barred-move = can't move
row-barred-fly = can't fly
row-barred-wheel = not driving
row-barred-work = at work
row-unfold = { $n ->
    [one] Not possible now: 1 action
   *[other] Not possible now: { $n } actions
}
tip-row-more = All other actions, in groups. Type to find one.
tip-row-manoeuvres = Special attacks: trip, disarm, charge…
tip-row-unfold = Show or hide actions that aren't possible now, and why.
prompt-folded = { $n ->
    [one] 1 more
   *[other] { $n } more
}
settings-ask-from = Ask if it saves at least
settings-ask-from-about = A reaction that saves less on average is not offered. Automatic: about 4% of vitality, and only for hits of at least 15%.
settings-ask-usual = automatic
settings-ask-points = { $n } points
settings-ask-shots = Ask about shots
settings-ask-shots-about = Off: your units never react to shots.
prompt-never-shots = Never ask about shots
prompt-this-battle = in this battle
prompt-ask-above = Ask only above { $n }
click-with = { $action }: { $with }
click-squares = { $n } of { $most }
click-openings = { $n ->
    [one] provokes 1 enemy
   *[other] provokes { $n } enemies
}
