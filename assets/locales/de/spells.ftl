### Karten von Zaubern.

spell-lasts = Dauer
spell-rounds = { $rounds ->
    [one] 1 Runde
   *[other] { $rounds } Runden
}
spell-hours = { $hours ->
    [one] 1 Stunde
   *[other] { $hours } Stunden
}
spell-held = solange er gehalten wird
spell-fight = den ganzen Kampf
spell-covers = Fläche
