### Tips: what a thing on the screen is, once the pointer rests on it.

tip-pause = Stop here: save, load, change settings, give up.
tip-ready = You are the one who is named: sit down.
tip-more = Show or hide the cards that cannot be used here.
tip-end-turn = End the turn of this unit.
tip-delay = Put the turn off and act later.
tip-undo = Take the last command back, as far as no die has fallen since.
tip-seen = Lay this aside.
tip-log-fold = Show or hide the log: every roll with all its parts.
tip-log-unit = Only lines about this unit; once more: all.
tip-log-all = All lines.
tip-log-kind = Only lines of this kind.
tip-log-fold-all = Fold the lines of all deeds away, or unfold them.
tip-threat = Show which squares the others threaten.
tip-what-if = Show sight, cover and odds if the unit stood where you point.
tip-own-card = { $unit }: whose turn it is.
tip-own-line = { $what }: { $value }
tip-round = The round, and what part of it is being played.
tip-round-ends = Here the round ends; behind it stands the next one as far as it is known.
tip-ribbon-more = { $n ->
    [one] One more acts
   *[other] { $n } more act
} after these.
tip-tray = The dice tray: the last roll lies here with its sum. Point at it for every part.
tip-number = { $what }: worked out exactly from the lines beneath, over every way for the dice to fall.
tip-group-move = Cards that take you somewhere.
tip-group-strike = Cards for blows within reach.
tip-group-shoot = Cards for shots and throws.
tip-group-defend = Cards that guard you, or get ready to.
tip-group-cast = Cards for spells.
tip-group-other = All other cards.

number-pool = { $left } of { $most } left.
number-pool-extra = Of its own { $base }, { SIGNED($extra) } this round.
number-pool-less = It would be { $whole }, but for { $why }.
number-refill-round = It fills again as the round starts.
number-refill-turn = It fills again as the turn starts.
number-refill-never = It does not fill again in this fight.
number-off-turn = It may be spent in the turns of others.
number-track = { $now } of { $most } left.
number-track-rises = { $now } of { $most }: it starts at nothing and rises with harm.
number-made-of = At most, made of: { $parts }.
