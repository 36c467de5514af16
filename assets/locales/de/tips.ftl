### Hinweise: was etwas auf dem Bildschirm ist, wenn der Zeiger darauf ruht.

tip-pause = Menü: speichern, laden, Einstellungen, aufgeben.
tip-ready = Drücken, wenn der genannte Spieler am Bildschirm sitzt.
tip-end-turn = Den Zug dieser Einheit beenden.
tip-delay = Verzögern: später in der Runde handeln.
tip-undo = Letzten Befehl rückgängig machen, solange nicht gewürfelt wurde. Die nächsten Würfe bleiben dieselben.
tip-seen = Schließen.
tip-log-fold = Protokoll zeigen oder verbergen: jeder Wurf im Detail.
tip-log-unit = Nur diese Einheit zeigen. Noch einmal: alle.
tip-log-all = Alle Zeilen zeigen.
tip-log-kind = Nur Zeilen dieser Art zeigen.
tip-log-fold-all = Alle Aktionen ein- oder ausklappen.
tip-threat = Zeigen, wo Gegner angreifen können: jetzt und im nächsten Zug (auch nach einer Bewegung, und mit Schüssen, die eher treffen). Zeig auf einen Gegner, um zu sehen, wo er allein angreifen kann.
tip-what-if = Sicht, Deckung und Chancen zeigen, als stünde die Einheit unter dem Zeiger. Taste kurz drücken schaltet um, halten zeigt es, solange du hältst.
tip-own-card = { $unit } ist am Zug.
sign-far = { $n ->
    [one] { $unit }: 1 Feld entfernt
   *[other] { $unit }: { $n } Felder entfernt
}
sign-look = Klicken, um dorthin zu schauen.
tip-own-line = { $what }: { $value }
tip-round = Aktuelle Runde und Phase.
tip-round-ends = Ende der Runde.
tip-round-acted = Ende der Runde. Rechts stehen alle, die schon dran waren.
tip-ribbon-next = Reihenfolge in Runde { $n }, nach der jetzigen Initiative
tip-ribbon-more = { $n ->
    [one] Danach handelt noch eine Einheit
   *[other] Danach handeln noch { $n } Einheiten
}.
tip-ribbon-left = { $n ->
    [one] Hier handelt in Runde { $round } noch eine Einheit
   *[other] Hier handeln in Runde { $round } noch { $n } Einheiten
}:
tip-tray = Würfelbrett: der letzte Wurf und seine Summe. Zeig darauf für Details.
tip-group-move = Bewegen.
tip-group-strike = Nahkampfangriffe.
tip-group-shoot = Schießen und werfen.
tip-group-defend = Verteidigen oder vorbereiten.
tip-group-cast = Zauber wirken.
tip-group-other = Alle anderen Aktionen.

number-pool = Noch { $left } von { $most }.
number-pool-extra = Grundwert { $base }, diese Runde { SIGNED($extra) }.
number-pool-less = { $whole } ohne { $why }.
number-refill-round = Füllt sich zu Rundenbeginn.
number-refill-turn = Füllt sich zu Beginn des eigenen Zuges.
number-refill-never = Füllt sich in diesem Kampf nicht wieder.
number-off-turn = Auch im Zug anderer einsetzbar.
number-track = Noch { $now } von { $most }.
number-track-rises = { $now } von { $most }: beginnt bei 0 und steigt mit dem Schaden.
number-made-of = Höchstwert: { $parts }.
