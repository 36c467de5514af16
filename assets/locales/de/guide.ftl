
### Die erste Seite der Regeln: wie ein Zug geht.
guide-title = So geht ein Zug
guide-about-book = So geht ein Zug in { $book }. Die Regelwerke links enthalten jede Regel.
guide-about = Für den Anfang genügt diese Seite. Die Regelwerke links enthalten jede Regel.
guide-order = Runden und Reihenfolge
guide-order-about = In jeder Runde hat jede Einheit einen Zug, in der Reihenfolge oben am Bildschirm: die höchste Initiative zuerst. Sie wird zu Beginn des Kampfs gewürfelt.
guide-points = Punkte
guide-points-about = In deinem Zug gibst du Aktionspunkte aus, die runden Marken. Jede Aktion zeigt, was sie kostet; in Threat Range nimmt sie auch 1 Vitalität. Rauten sind Zusatzpunkte: Sie bezahlen Reaktionen in anderen Zügen und weitere Aktionen in deinem.
guide-move = Bewegen
guide-move-about = Klick auf ein Feld innerhalb der Linie. Hinter jeder gestrichelten Linie werden alle deine Proben in dieser Runde schlechter: Das Schild daran sagt, um wie viel. Schwieriges Gelände kostet mehr Bewegung; Bewegung in der Reichweite eines Gegners kann provozieren: Rote Kreuze markieren diese Felder.
guide-attack = Angreifen
guide-attack-about = Zeig auf einen Gegner: Du siehst die Trefferchance, den erwarteten Schaden und jeden Modifikator. Ein Klick greift an. Schüsse brauchen freie Sicht; Deckung und Entfernung erschweren sie.
guide-damage = Treffer und Schaden
guide-damage-about = Du würfelst einen W20, zählst deine Modifikatoren dazu und vergleichst die Summe mit der Verteidigung des Ziels. Je weiter du sie übertriffst, desto mehr Schaden. Rüstung und Widerstand verringern ihn; der Rest geht von der Vitalität ab.
guide-react = Reaktionen
guide-react-about = Du kannst auf einen Gegner reagieren, der dich angreift oder sich in deiner Reichweite bewegt: ausweichen, parieren oder angreifen. Das Spiel fragt dich und zeigt Kosten und Wirkung jeder Reaktion.
guide-threat = Bedrohung
guide-threat-about = Eine gehaltene Nahkampfwaffe bedroht die Felder, die sie erreicht. Bewegen, Schießen oder Zaubern dort kann provozieren. Die Bedrohungsansicht zeigt, wo Gegner angreifen können, jetzt und im nächsten Zug, und etwa was jede deiner Einheiten verliert, wenn jeder Gegner eines seiner Ziele zufällig wählt. Sonst sind die Felder, auf denen Gegner im nächsten Zug angreifen können, rot schraffiert und von einer gezahnten Linie umgeben. Können sie überall angreifen, wo du hinkommst, ist die Schraffur doppelt so dicht, wo es mehr von ihnen können. Rote Dreiecke auf einem Weg zeigen Felder, auf denen sie angreifen können.
guide-end = Den Zug beenden
guide-end-about = Beende den Zug, wenn nichts Nützliches mehr zu tun ist, oder verzögere ihn, um später zu handeln. Übrige Punkte verfallen, aber Rauten bleiben für Reaktionen.
guide-win = Gewinnen
guide-win-about = Mit 0 Vitalität kann eine Einheit kaum noch handeln und vielleicht sterben. Eine Seite verliert, wenn keine ihrer Einheiten mehr kämpfen kann.
