
### Hinweise für Neulinge, jeder, wenn er hilft.
lesson-heading = Hinweis
lesson-read = Verstanden
lesson-move = Klick auf ein Feld innerhalb der Linie, um dorthin zu gehen. Die Punkte auf einer Karte sind die Kosten einer Aktion; die runden Marken unten links sind deine Aktionspunkte.
lesson-attack = Zeig auf einen markierten Gegner: Die Prozentzahl ist die Chance auf Schaden, die Zahl daneben der mittlere Schaden. Ein Klick greift an.
lesson-react = Hier kannst du auf einen Gegner reagieren. Eine Reaktion kostet die Rauten auf ihrer Karte, und die kommen erst in der nächsten Runde wieder: Heb sie für die schwersten Treffer auf. Nicht zu reagieren kostet nichts.
lesson-disabled = { $unit } hat 0 Vitalität oder weniger. Kampfunfähige haben 2 Punkte pro Runde, Sterbende 1, und jede Aktion kann den Tod näher bringen: Er kommt bei { $death }. Zieh dich zurück oder beende den Zug.
lesson-threat = Wo die rote Schraffur dicht ist, können im nächsten Zug die meisten Gegner angreifen, wo keine ist, niemand. Beende deine Züge, wo sie am dünnsten ist, vor allem, wenn du verwundet bist. { KEY("Threat") } zeigt mehr.
lesson-end-turn = Es gibt nichts Nützliches mehr zu tun: Beende den Zug mit { KEY("EndTurn") }. { $diamonds ->
    [0] Für Reaktionen ist keine Raute mehr da: Spar nächstes Mal welche auf.
   *[other] Deine Rauten bleiben für Reaktionen.
}
