
### What conditions do, read off their definitions.
rule-of = Rule: { $rule }
rule-no-text = This rule has no text yet.
rule-forbids = No { $what }.
rule-forbids-kinds = No actions of type: { $kinds }.
rule-cap = At most { $n ->
        [one] 1 point
       *[other] { $n } points
    } per round.
rule-takes = Each level costs 1 point ({ $pools }).
rule-allots = { $amount } { $pool } per round.
rule-zeroes = { $checks } become 0.
rule-slow = Each square costs { $n } times as much.
rule-low = Cover is one step better.
rule-out = Taken out.
rule-becomes = At 0: becomes { $condition }.
rule-again = If gained again: becomes { $condition }.
rule-all-checks = all checks
rule-modifier = { $value } to { $checks }{ $whose ->
        [against] { " " }against it
       *[own] { "" }
    }{ $when ->
        [some] , in some cases
       *[always] { "" }
    }.
effect-falls-by = { $condition } falls by { $n }{ $whom }
effect-lose = lose { $n } { $track }{ $whom }
effect-lose-margin = lose { $n } { $track } less the margin{ $whom }
effect-regain = regain { $n } { $track }{ $whom }
effect-damage = { $half ->
        [yes] half of { $n } damage
       *[no] { $n } damage
    }{ $whom }
effect-weapon-damage = weapon damage{ $whom }
effect-progress = progress ({ $condition })
effect-become = become { $condition }{ $whom }
effect-no-longer = no longer { $condition }{ $whom }
effect-success = ; success: { $what }
effect-failure = ; failure: { $what }
effect-check = { $check } vs { $dc }{ $pass }{ $fail }
effect-now = { $n } ({ $unit } now)
formula-count = n
formula-below = the { $track } below 0
effect-in-some-cases = in some cases { $what }
effect-bind = becomes its { $role }
effect-unbind = is no longer { $role }{ $whom }
effect-each = { $who ->
        [foe] every enemy
        [ally] every ally
        [own] everyone on its side
       *[any] everyone else
    }: { $what }
effect-each-within = { $who ->
        [foe] every enemy
        [ally] every ally
        [own] everyone on its side
       *[any] everyone else
    } within { $squares }: { $what }
effect-drop-all = drop everything held
effect-target = { " " }(the target)
hook-and = { $one }; { $other }
forbids-all = actions of any kind
forbids-actions = actions
forbids-reactions = reactions
forbids-movement = movement
forbids-walking = movement except a sidestep
forbids-hearing = hearing anything
hook-hour = Every hour
hook-end-of-round = At the end of each round
hook-round-start = At the start of each round
hook-turn-start = At the start of its turn
hook-turn-end = At the end of its turn
hook-after-action = After each of its actions
rule-after-action = { $condition }, after the action: { $what }
hook-after-reaction = After reacting to an attack
hook-after-hit = When hit
hook-gained = Immediately
hook-restored = When healed
hook-action-start = When it acts
hook-noise = On a loud noise nearby
hook-rest = Every hour of rest
hook-fight-over = When the battle ends
hook-phase = In phase “{ $phase }” of each round
rule-forbids-join = , no { "" }
