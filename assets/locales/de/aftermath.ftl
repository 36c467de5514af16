### Die Stunden nach einem Kampf.

aftermath-ask = Du hältst das Feld. Was willst du tun, bevor du weiterziehst?
aftermath-leave = Weiterziehen
aftermath-work = Wunden heilen und Schäden reparieren
aftermath-left = { $hours ->
    [one] noch 1 Stunde
   *[other] noch { $hours } Stunden
}
aftermath-pause = { $hours ->
    [0] weniger als eine Stunde
    [one] 1 Stunde
   *[other] { $hours } Stunden
} von { $left }
aftermath-turn = { $name }: Wähle eine Aktion zum Heilen oder Reparieren, oder beende den Zug.
aftermath-phase = nach dem Kampf
aftermath-begins = Nach dem Kampf
