### Tips: what a thing on the screen is, once the pointer rests on it.

tip-pause = Menu: save, load, settings, give up.
tip-ready = Press when the named player is at the screen.
tip-end-turn = End this unit's turn.
tip-delay = Delay: act later this round.
tip-undo = Undo the last command, unless dice were rolled. The next dice stay the same.
tip-seen = Close.
tip-log-fold = Show or hide the log: every roll in detail.
tip-log-unit = Show only this unit. Again: show all.
tip-log-all = Show all lines.
tip-log-kind = Show only lines of this kind.
tip-log-fold-all = Collapse or expand all actions.
tip-threat = Show where enemies can attack, now and next turn (after a move, too, and with likely shots). Point at an enemy to see what it alone can attack.
tip-what-if = Show sight, cover and odds as if the unit stood under the pointer. Tap the key to switch it, or hold it to look.
tip-own-card = { $unit } is acting.
sign-far = { $n ->
    [one] { $unit }: 1 square away
   *[other] { $unit }: { $n } squares away
}
sign-look = Click to look there.
tip-own-line = { $what }: { $value }
tip-round = Current round and phase.
tip-round-ends = End of round.
tip-round-acted = End of round. To the right: who has acted.
tip-ribbon-next = Order in round { $n }, by initiative as it stands now
tip-ribbon-more = { $n ->
    [one] One more acts
   *[other] { $n } more act
} after these.
tip-ribbon-left = { $n ->
    [one] One more acts
   *[other] { $n } more act
} here in round { $round }:
tip-tray = Dice tray: the last roll and its total. Point at it for details.
tip-group-move = Move.
tip-group-strike = Melee attacks.
tip-group-shoot = Shoot and throw.
tip-group-defend = Defend or prepare.
tip-group-cast = Cast spells.
tip-group-other = All other actions.

number-pool = { $left } of { $most } left.
number-pool-extra = Base { $base }, { SIGNED($extra) } this round.
number-pool-less = { $whole } if not for { $why }.
number-refill-round = Refills at the start of the round.
number-refill-turn = Refills at the start of the turn.
number-refill-never = Doesn't refill during this battle.
number-off-turn = Can be spent on other units' turns.
number-track = { $now } of { $most } left.
number-track-rises = { $now } of { $most }: starts at 0 and rises with damage.
number-made-of = Maximum: { $parts }.
