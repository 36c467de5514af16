
### Prompts: what is about to happen, who may answer with what, and what if not.
prompt-pass = Let it pass
prompt-cut-in = { $by } is about to do this: { $action }. { $unit } has put the turn off and may cut in first.
prompt-between = Between two turns. { $unit } has put the turn off and may take it now.
otherwise-put-off = Otherwise the turn stays put off.
otherwise-together = Otherwise, if possible, { $by } is joined in it: all fire together.
prompt-act-now = Act now
choice-critical = A critical hit. What does it do?
choice-aura = The aura may answer.
choice-replace-die = A damage die may be replaced by the degrees of the hit.
choice-reach = How far is the threat range shifted?
choice-again = Once more?
choice-again-on = Attack { $unit } once more?
choice-disarm = Where does it fly to?
choice-push = Where is the foe moved to?
choice-avoid = They do not know of you. Is there to be a fight?
choice-haste = The round begins. Haste: sooner this round, but less sure in everything.
choice-initiative-dice = { $unit } has rolled for initiative. Action dice can still raise it.
choice-dice = { $what }? Action dice decide.
choice-other = { $what }?
choice-fortune = { $what } of { $unit }. Fortune can have the die thrown again, before anything follows.
prompt-allot = { $unit } { $verb ->
        [takes] takes
        [loses] loses
       *[regains] regains
    } { $n }. Where does it go?
prompt-not-again = Don't ask again this turn
odds-undo = to undo it, by a slot of { $spell }
odds-evade = to get out of the way
odds-hinder = { SIGNED($n) } on the attack: so likely it lands then
odds-less = { $dice } less
odds-half = half of it
odds-divided = divided by { $n }
odds-hit = to hit { $unit }
otherwise-hit = Otherwise the blow goes home.
otherwise-attacked = Otherwise the attack is rolled as it stands.
otherwise-casting = Otherwise the spell takes effect.
otherwise-provoked = Otherwise { $unit } goes on unhindered.
otherwise-watched = Otherwise the wait goes on.
otherwise-won = Otherwise all stays as it is.
otherwise-caught = Otherwise it strikes in full.
about-attacked-odds = { $by } is about to attack { $unit } ({ $action }) and lands it with { $odds }.
about-attacked = { $by } is about to attack { $unit } ({ $action }).
about-hit-sum = { $by } has hit { $unit } ({ $action }): { $sum }. { $worth }
about-hit = { $by } has hit { $unit } ({ $action }). { $worth }
about-casts-on = { $by } casts { $spell } on { $unit }.
about-casts = { $by } casts { $spell }.
about-provoked = { $by } gives { $unit } an opening ({ $action }).
about-watched = { $by } does what { $unit } has waited for ({ $action }).
about-won = { $unit } has won against { $by } ({ $action }), with { SIGNED($n) }. What now?
about-caught-dice = It goes off, and { $unit } is caught ({ $action } of { $by }): { $dice }, before armour.
about-caught = It goes off, and { $unit } is caught ({ $action } of { $by }).
prompt-wait-on = Wait on
worth-unknown = What it does is still to be seen.
worth-all = The blow takes { $n }; nothing of it is resisted.
worth-resisted = The blow is worth { $raw }; resistance takes { $off }, so { $n } is left.
worth-vulnerable = The blow is worth { $raw }; { $unit } is vulnerable to it, so it takes { $n }.
worth-plain = It takes { $n }; resistance is off already.
lessen-never = cannot lessen it
lessen-by = to lessen it, by { $n } on average
lessen-to = to lessen it: { $n } lost on average instead of { $was }
again-odds = to hit; { $burden } on all checks until the end of the round
