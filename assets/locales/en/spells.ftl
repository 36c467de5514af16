### Cards of spells.

spell-lasts = Lasts
spell-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
spell-hours = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
}
spell-held = as long as it is held
spell-fight = the fight
spell-covers = Covers
