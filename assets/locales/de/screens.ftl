
### Bildschirme: Titel, Seiten, Leiste, Hand, Würfelbrett.
button-undo = Zurücknehmen
ribbon-before = Davor
ribbon-threat = Bedrohung
ribbon-log = Protokoll
ribbon-menu = Menü
hand-more = { $all ->
        [yes] Weniger
       *[no] { $n } weitere
    }
hand-of = von { $whole }
    { $track }
tray-delay = Warten
tray-end-turn = Zug beenden
prompt-click-lit = Klick auf eins der { $n } hellen Felder oder:
side-kept = gehalten  I
group-move = Bewegen
group-strike = Schlagen
group-shoot = Schießen
group-defend = Verteidigen
group-cast = Zaubern
group-other = Anderes
ending-rounds = { $rounds ->
    [one] Nach einer Runde.
   *[other] Nach { $rounds } Runden.
}
ending-gave-up = { $side }: aufgegeben in Runde { $rounds }.
ending-stopped = Das Gefecht musste abbrechen
ending-victory = Sieg: { $side }
ending-nobody = Niemand steht mehr
ending-replay = Aufzeichnung
desk-esc = { KEY("Cancel") } legt es zurück.
desk-delay = Den Zug bis wann aufschieben?
desk-computer = Der Computer entscheidet.
desk-turn = { $unit }: Feld anklicken zum Gehen, Gegner zum Angreifen, oder eine Karte nehmen.
desk-turn-attack = { $unit }: Klick auf einen Gegner zum Angreifen, oder nimm eine Karte.
desk-turn-cards = { $unit }: Nimm eine Karte, oder beende den Zug.
desk-target = { $action }: Wähl ein Ziel. { KEY("Cancel") } legt zurück.
desk-square = { $action }: Wähl ein Feld. { KEY("Cancel") } legt zurück.
desk-course = { $action }: Wähl, wohin gefahren wird. { KEY("Cancel") } legt zurück.
desk-aim = { $action }: Wähl ein Feld als Ziel. { KEY("Cancel") } legt zurück.
desk-enter = { $action }: { KEY("Confirm") } oder Klick, um es zu tun. { KEY("Cancel") } legt zurück.
desk-choose-square = Klick, um dieses Feld zu wählen.
number-get-there = anzukommen
number-of-by = von { $n }, { $way }
desk-wait-cut-in = Auf einen Augenblick zum Dazwischengehen warten
desk-after = Nach { $units }
desk-opening = Das gibt eine Blöße: { $units }. Klick noch einmal oder drück { KEY("Confirm") }, um zu gehen.
no-stop = dort kann man nicht anhalten
no-far = zu weit: Bewegung für { $n } Felder
no-delay = es ist niemand mehr da, auf den man warten könnte
no-undo = nichts zurückzunehmen: Seit dem letzten Befehl sind Würfel gefallen oder es wurde etwas gesehen
desk-stuck = Der Computer fand keine erlaubte Antwort: { $why }
