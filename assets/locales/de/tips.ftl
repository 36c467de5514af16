### Hinweise: was etwas auf dem Bildschirm ist, wenn der Zeiger darauf ruht.

tip-pause = Hier anhalten: speichern, laden, einstellen, aufgeben.
tip-ready = Du bist es, der genannt ist: Setz dich.
tip-more = Die Karten zeigen oder verbergen, die hier nicht gehen.
tip-end-turn = Den Zug dieser Einheit beenden.
tip-delay = Den Zug aufschieben und später handeln.
tip-undo = Den letzten Befehl zurücknehmen, soweit seither kein Würfel gefallen ist.
tip-seen = Dies weglegen.
tip-log-fold = Das Protokoll zeigen oder verbergen: jeder Wurf mit allen Teilen.
tip-log-unit = Nur Zeilen über diese Einheit; noch einmal: alle.
tip-log-all = Alle Zeilen.
tip-log-kind = Nur Zeilen dieser Art.
tip-log-fold-all = Die Zeilen aller Taten wegfalten oder aufklappen.
tip-threat = Zeigen, welche Felder die anderen bedrohen.
tip-what-if = Zeigen, was Sicht, Deckung und Chancen wären, stünde die Einheit dort, wohin du zeigst.
tip-own-card = { $unit } ist am Zug.
tip-own-line = { $what }: { $value }
tip-round = Die Runde und welcher Teil von ihr gespielt wird.
tip-round-ends = Hier endet die Runde; dahinter steht die nächste, soweit sie feststeht.
tip-ribbon-more = Nach diesen { $n ->
    [one] handelt noch einer
   *[other] handeln noch { $n }
}.
tip-tray = Das Würfelbrett: Hier liegt der letzte Wurf mit seiner Summe. Zeig darauf, und du siehst jeden Teil.
tip-number = { $what }: genau ausgerechnet aus den Zeilen darunter, über jeden möglichen Fall der Würfel.
tip-group-move = Karten, die dich irgendwohin bringen.
tip-group-strike = Karten für Hiebe in Reichweite.
tip-group-shoot = Karten für Schüsse und Würfe.
tip-group-defend = Karten, die dich schützen oder es vorbereiten.
tip-group-cast = Karten für Zauber.
tip-group-other = Alle anderen Karten.

number-pool = Noch { $left } von { $most }.
number-pool-extra = Eigene { $base }, diese Runde { SIGNED($extra) }.
number-pool-less = Es wären { $whole }, wäre da nicht { $why }.
number-refill-round = Füllt sich, wenn die Runde beginnt.
number-refill-turn = Füllt sich, wenn der eigene Zug beginnt.
number-refill-never = Füllt sich in diesem Gefecht nicht wieder.
number-off-turn = Darf auch im Zug anderer ausgegeben werden.
number-track = Noch { $now } von { $most }.
number-track-rises = { $now } von { $most }: beginnt bei nichts und steigt mit dem Schaden.
number-made-of = Höchstens, aus: { $parts }.
