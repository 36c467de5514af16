
### What conditions do, read off their definitions.
rule-no-text = This rule has no text yet.
rule-forbids = No { $what }.
rule-forbids-kinds = No action of these kinds: { $kinds }.
rule-cap = At most { $n ->
        [one] 1 point
       *[other] { $n } points
    } a round.
rule-takes = Takes as many { $pools } as its count.
rule-allots = { $pool }: { $amount } a round.
rule-zeroes = { $checks } stand at 0.
rule-slow = Every square costs { $n } times as much.
rule-low = Cover counts one step better.
rule-out = Out of the fight.
rule-becomes = At 0 it becomes { $condition }.
rule-again = Gained once more, it becomes { $condition }.
rule-all-checks = all checks
rule-modifier = { $value } on { $checks }{ $whose ->
        [against] { " " }of others against it
       *[own] { "" }
    }{ $when ->
        [some] , in some cases
       *[always] { "" }
    }.
effect-falls-by = { $condition } falls by { $n }{ $whom }
effect-lose = lose { $n } { $track }{ $whom }
effect-regain = regain { $n } { $track }{ $whom }
effect-damage = { $half ->
        [yes] half of { $n } damage
       *[no] { $n } damage
    }{ $whom }
effect-become = become { $condition }{ $whom }
effect-no-longer = no longer { $condition }{ $whom }
effect-success = ; success: { $what }
effect-failure = ; failure: { $what }
effect-check = { $check } against { $dc }{ $pass }{ $fail }
effect-in-some-cases = in some cases { $what }
effect-bind = becomes { $role } of it
effect-unbind = is { $role } no longer
effect-drop-all = everything held falls
effect-target = { " " }(the target)
hook-and = { $one }; { $other }
forbids-all = action of any kind
forbids-actions = actions
forbids-reactions = answers to others
forbids-movement = movement
forbids-walking = movement but a side step
hook-hour = Each full hour
hook-end-of-round = At the end of each round
hook-round-start = As a round begins
hook-turn-start = As its turn begins
hook-turn-end = As its turn ends
hook-after-action = After each of its actions
hook-after-reaction = After answering an attack
hook-after-hit = When struck
hook-gained = At once
hook-restored = When healed
hook-action-start = As it acts
hook-noise = At a loud noise near by
hook-rest = At each hour of rest
hook-phase = In the phase “{ $phase }” of each round
rule-forbids-join = , no { "" }
