### What damage passes on its way, stage by stage.

trace-damage = Damage
trace-through = { $what } (gets through)
trace-damage-of = { $kind } damage
trace-arrives = { $n } (pierces { $drive })
stage-defence = Defence
stage-resistance = Resistance
stage-vulnerability = Vulnerability
stage-soak = Soak
stage-scale = Scale
stage-armour = Armour
stage-exceptional = Great effect
stage-low-shield = Low shield
stage-medium-shield = Medium shield
stage-high-shield = High shield
stage-kinetic-shield = Kinetic shield
stage-combine = Shared drive
stage-weak-to = Weakness to { $kind }
stage-proof-against = Resistance to { $kind }
stage-impact = Impact
