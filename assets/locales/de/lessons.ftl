
### Hinweise für Neulinge, jeder, wenn er hilft.
lesson-heading = Hinweis
lesson-read = Verstanden
lesson-move = Klick auf ein Feld innerhalb der Linie, um dorthin zu gehen. Die Punkte auf einer Karte sind die Kosten einer Aktion; die runden Marken unten links sind deine Punkte.
lesson-attack = Zeig auf einen markierten Gegner und du siehst Trefferchance und Schaden. Ein Klick greift an.
lesson-react = Hier kannst du auf einen Gegner reagieren. Eine Reaktion kostet die Punkte auf ihrer Karte; nicht zu reagieren ist umsonst.
lesson-disabled = { $unit } hat 0 Vitalität oder weniger: kampfunfähig bleiben 2 Punkte in einer Runde, sterbend 1, und jede Aktion kann dem Tod näher bringen. Geh weg oder beende den Zug.
lesson-threat = { $unit } ist verwundet. { KEY("Threat") } zeigt, wo Gegner angreifen können: Geh dort weg oder stell einen Schild dazwischen.
lesson-end-turn = Es gibt nichts Nützliches mehr zu tun: Beende den Zug mit { KEY("EndTurn") }. Deine Rauten bleiben für Reaktionen.
