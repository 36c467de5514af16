
### Die Lage: was vor einem Kampf gesagt wird.
briefing-begin = In den Kampf
briefing-goal-heading = Ziel
briefing-hints = Denk daran
briefing-you = Du
briefing-unseen = Einheiten unbekannt
briefing-goal = Sei die letzte Seite, die noch kämpfen kann.
briefing-goal-defeat = Besiege { $sides }.
briefing-ends = Eine Seite hat verloren, wenn keine ihrer Einheiten mehr kämpfen kann.
briefing-marked = Auf der Karte markiert: { $places }.
briefing-hint-cover = Mauern und Kisten geben Deckung: Schieß dahinter hervor.
briefing-hint-points = Rauten sind Punkte für gegnerische Züge: Spar welche für Reaktionen auf.
briefing-hint-preview = Zeig auf einen Gegner: Du siehst Trefferchance und Schaden, bevor du angreifst.
