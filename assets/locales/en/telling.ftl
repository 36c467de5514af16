### The line over the map while others act.
tell-suffers = { $unit }: { $result }
tell-attacks = { $unit } attacks { $target }: { $result }
tell-shoots = { $unit } shoots { $target }: { $result }
tell-casts = { $unit } casts on { $target }: { $result }
tell-miss = miss
tell-hit = hit
tell-hit-damage = hit, { $damage }
tell-critical-damage = critical hit, { $damage }
tell-falls = { $unit }: { $condition }
tell-spot = You spot { $units }
tell-speed = Speed { $n }%
tell-no-motion = Motion off
tell-skip = Skip
tip-hurry = Skip to your next decision.
tip-motion = Animation speed.
line-needs = Roll needed
