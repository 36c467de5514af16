### The line over the map while others act.
tell-suffers = { $unit } is hit ({ $with }): { $result }
tell-unharmed = { $unit } ({ $with }): { $result }
tell-attacks = { $unit } attacks { $target } ({ $with }): { $result }
tell-shoots = { $unit } shoots { $target } ({ $with }): { $result }
tell-casts = { $unit } casts { $with } on { $target }: { $result }
tell-miss = miss
tell-hit = hit
tell-hit-damage = hit, { $damage }
tell-critical-damage = critical hit, { $damage }
tell-critical-suffered = critical, { $damage }
tell-fights-on = { $told } (still acting at { $left })
tell-left = { $result } ({ $from } → { $to })
tell-why = { $told }. { $why }
tell-spent = { $unit } has no reaction left
tell-unable = { $unit } can't react: { $why }
tell-unasked = { $unit }: { $with } would save only { $saved }
tell-no-help = { $unit }: no reaction would help
tell-falls = { $unit } is { $condition }
tell-manoeuvre = { $act ->
        [trip] { $unit } trips { $target }
        [disarm] { $unit } disarms { $target }
        [grapple] { $unit } grabs { $target }
        [charge_grapple] { $unit } charges and grabs { $target }
        [pin] { $unit } pins { $target }
        [throw] { $unit } throws { $target }
        [dismount] { $unit } pulls { $target } off
       *[other] { $unit }: { $called } → { $target }
    }: { $result }
tell-tries = { $act ->
        [trip] { $unit } tries to trip { $target }
        [disarm] { $unit } tries to disarm { $target }
        [grapple] { $unit } tries to grab { $target }
        [charge_grapple] { $unit } charges and tries to grab { $target }
        [pin] { $unit } tries to pin { $target }
        [throw] { $unit } tries to throw { $target }
        [dismount] { $unit } tries to pull { $target } off
       *[other] { $unit }: { $called } → { $target }
    }: { $result }
tell-near = a square near { $unit }
tell-nobody-near = an empty square
tell-area-astray = { $unit } ({ $with }): scatters { $far } to { $point }, hits nobody
tell-area-empty = { $unit } ({ $with }): hits nobody
tell-area-misses = { $unit } ({ $with }) misses { $target }
tell-area-near = { $unit } ({ $with }) aims near { $target }: nobody is hit
tell-area-idle = { $unit } ({ $with }) hits { $target }: no effect
tell-nobody-inside = hits nobody
tell-drops = drops { $item }
tell-spot = You spot { $units }
tell-speed = Speed { $n }%
tell-no-motion = Motion off
tell-skip = Skip
tip-hurry = Skip to your next decision.
tip-motion = Animation speed.
line-needs = Roll needed
line-grazes = Grazes
line-harms = Gets through armour
line-full-hit = Full hit
