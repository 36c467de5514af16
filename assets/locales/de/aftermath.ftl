### Die Stunden nach einem Kampf.

aftermath-ask = Das Feld gehört euch. Was soll geschehen, bevor ihr weiterzieht?
aftermath-leave = Weiterziehen
aftermath-work = Wunden und Schäden versorgen
aftermath-left = { $hours ->
    [one] noch 1 Stunde
   *[other] noch { $hours } Stunden
}
aftermath-pause = { $hours ->
    [0] weniger als eine Stunde
    [one] 1 Stunde
   *[other] { $hours } Stunden
} von { $left }
aftermath-turn = { $name }: Nimm eine Karte, um zu heilen oder zu reparieren, oder beende den Zug.
aftermath-phase = nach dem Kampf
aftermath-begins = Nach dem Kampf
