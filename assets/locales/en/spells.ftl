### Cards of spells.

spell-lasts = Duration
spell-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
spell-hours = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
}
spell-held = while held
spell-fight = the battle
spell-covers = Area
