
### Prompts: what is about to happen, who may answer with what, and what if not.
prompt-pass = Don't react
prompt-nothing-more = Nothing more
prompt-other-way = Choose another way
prompt-cut-in = { $by } is about to use { $action }. Act first?
prompt-between = A turn has ended. Act now?
otherwise-together = fire together with { $by }, if possible
prompt-act-now = Act now
choice-critical = Critical hit! Choose its effect.
choice-aura = Your aura can react.
choice-aura-on = { $unit } touches your aura. Strike back with what it has stored?
choice-aura-ally = Your ally { $unit } touches your aura. Strike back?
answer-aura = { $n } damage gets through
choice-replace-die = Replace one damage die with the degrees of the hit?
choice-reach = How far to shift your threat range?
choice-again = Attack again?
choice-again-down = { $unit } is down. Attack again?
choice-again-on = Attack { $unit } again?
choice-disarm = Where does the item land?
choice-push = Where to push the enemy?
choice-share-hits = Who takes this hit?
choice-hit-of = { $all ->
    [one] Who takes the hit?
   *[other] Hit { $n } of { $all }: who takes it?
}
answer-hit-on = { $unit }: { $has ->
        [0] no hit yet
        [one] 1 hit so far
       *[other] { $has } hits so far
    }
choice-burn-fate = Burn a Fate Point for good, and live?
choice-avoid = They haven't noticed you. Attack?
choice-haste = New round. Haste: act sooner this round, but with a penalty to everything.
choice-initiative-dice = Initiative is rolled. Spend action dice to raise it?
choice-dice = { $what }? Spend action dice.
choice-yield = Resist, or let it happen?
choice-other = { $what }?
choice-fortune = { $what }: spend fortune to reroll the die?
prompt-allot = { $unit } { $verb ->
        [takes] takes
        [loses] loses
       *[regains] regains
    } { $n }. Assign it to what?
prompt-not-again = Don't ask again this turn
prompt-ask-less = Ask less often…
prompt-ask-less-about = Opens the settings: ask only if a reaction saves enough, or never about shots.
odds-undo = to counter it (uses a slot of { $spell })
odds-evade = to avoid it
odds-counter = to avoid it, then counterattack
odds-hinder = to be hit (attack { SIGNED($n) })
odds-less = { $dice } less damage
odds-half = half damage
odds-divided = damage divided by { $n }
odds-hit-with = { $what } { $unit } with: { $with }
odds-hit = { $what } { $unit }
odds-goes-on = { $odds }; the attack goes on
odds-lessen = to reduce the damage
answer-left = saves { $saved }
answer-of = of { $left }
answer-harm = { $worst } at worst
answer-deals-sure = to { $unit }
answer-deals = to { $unit }, max { $most }
answer-harm-sure = { $n } damage
answer-degrees = { $n ->
    [one] 1 degree
   *[other] { $n } degrees
}
answer-shield = { $unit } is hit instead
gain-act = your turn starts now
gain-stop = avoids { $burden } to checks
reach-foes = { $n ->
        [0] no enemies
        [one] 1 enemy
       *[other] { $n } enemies
    }
reach-at = reaches { $n ->
        [one] 1 square
       *[other] { $n } squares
    } away
reach-from-to = reaches { $least } to { $most } squares away
gain-damage = to the damage
gain-aura-none = the aura keeps its energy
gain-haste-none = no penalty this round
gain-fate = you survive
gain-fate-none = you keep the point
gain-resist = you resist
gain-yield = it works on you
otherwise-hit = Full damage.
otherwise-attacked = The attack is rolled as it is.
otherwise-casting = The spell takes effect.
otherwise-provoked = { $unit } isn't stopped.
otherwise-watched = Keep waiting.
about-attacked = { $you ->
        [yes] { $by } attacks you: { $action }
       *[no] { $by } attacks { $unit }: { $action }
    }
about-hit = { $you ->
        [yes] { $by } hits you: { $action }{ $worth }
       *[no] { $by } hits { $unit }: { $action }{ $worth }
    }
about-casts-on = { $you ->
        [yes] { $by } casts { $spell } on you
       *[no] { $by } casts { $spell } on { $unit }
    }
about-casts = { $by } casts { $spell }
about-provoked-at = { $you ->
        [yes] { $by } attacks you: { $action }. Strike first?
       *[no] { $by } attacks { $unit }: { $action }. Strike first?
    }
about-provoked = { $by } acts within your reach ({ $action }). Strike first?
about-watched = { $by } triggers your readied action ({ $action }). Use it?
about-won = { $n ->
        [0] { $action } ({ $by }): choose what to do.
       *[other] You beat { $by } by { $n } ({ $action }). Choose what to do.
    }
about-caught-dice = You are caught in the blast ({ $action } by { $by }): { $dice } before armour
about-caught = You are caught in the blast ({ $action } by { $by })
prompt-wait-on = Keep waiting
worth-unknown = Damage not known yet.
worth-all = { $n } damage, none resisted.
worth-sum = { $sum } = { $n } damage.
worth-plain = { $n } damage after resistance.
lessen-never = can't reduce damage
lessen-by = { $n } less damage on average
again-burden = then { $burden } to all checks until end of round
