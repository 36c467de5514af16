
### Bildschirme: Titel, Seiten, Leiste, Hand, Würfelbrett.
button-undo = Rückgängig
ribbon-surprise = Überraschungs-
ribbon-before = Davor
ribbon-titles = Der|Die|Das|Alter|Alte|Altes|alte|Großer|Schlaue|Hauptmann|Schreiber|Feldwebel|Leutnant|Schütze|Schützin|Vorarbeiter|Koch|Maat|Wächter|Wartin|Schwester|Bruder|Mutter|Meister|Meisterin|Lord|Nummer
ribbon-threat = Bedrohung
ribbon-log = Protokoll
ribbon-menu = Menü
ribbon-goal = Ziel: { $goal }
hand-more = { $all ->
        [yes] Schließen
       *[no] { $n ->
            [0] Mehr
           *[other] { $n } weitere
        }
    }
hand-of = von { $whole }
    { $track }
own-price = { $price } pro Aktion
hand-short-names = Maschinengewehr/MG spunkte/ punkte/ Pseudoschwere/Schwere Standardangriff/Angriff Deckgeschütze/Geschütze
hand-breaks = Abwehr Bewegungs Wirkungs Proben Deckungs Deck Ausweich Selbstlade Nahkampf Fernkampf Standard Gelegenheits Feuer Pseudo Niederhalte Schluss Herunter Viertel Zurück Bereit Haupt Neben Spreng Aus -gewehr -geschütz -öffner -strahler -messer -stachel -kanone -berührung -bogen -werfer -armbrust -hammer -hände -pistole -bündel -gestell -brecher -batterie -granate -peitsche -karabiner -klingen
tray-more-dice = +{ $n } Würfel
tray-delay = Verzögern
tray-end-turn = Zug beenden
prompt-click-lit = Klick auf eins der { $n } markierten Felder.
prompt-click-lit-or = Klick auf eins der { $n } markierten Felder oder:
side-by-click = Rechtsklick
side-by-key = { KEY("Pin") }
side-keep = { $by }: anheften
side-kept = Angeheftet. { $by }: lösen
side-sums = { $by }: alle Modifikatoren
group-move = Bewegen
group-strike = Nahkampf
group-shoot = Schießen
group-defend = Verteidigen
group-cast = Zaubern
group-other = Anderes
hand-over-pass = Weitergeben an
hand-over-press = dann drücken:
ending-rounds = { $rounds ->
    [0] Vor Runde 1.
    [one] Nach einer Runde.
   *[other] Nach { $rounds } Runden.
}
ending-gave-up = { $rounds ->
    [0] { $side }: vor Runde 1 aufgegeben.
   *[other] { $side }: in Runde { $rounds } aufgegeben.
}
ending-stopped = Der Kampf wurde abgebrochen
ending-victory = Sieg
ending-defeat = Niederlage
ending-winner = Sieger: { $side }.
ending-winner-after = { $rounds ->
    [0] Sieger: { $side }, vor Runde 1.
    [one] Sieger: { $side }, nach einer Runde.
   *[other] Sieger: { $side }, nach { $rounds } Runden.
}
ending-nobody = Niemand steht mehr
ending-last-hit = { $by } hat { $target } außer Gefecht gesetzt. Für { $side } konnte niemand mehr kämpfen.
ending-last = { $target } ist außer Gefecht. Für { $side } konnte niemand mehr kämpfen.
ending-last-left = { $unit } hat das Feld verlassen. Für { $side } konnte niemand mehr kämpfen.
ending-goal = { $side }: Ziel erreicht.
ending-only = Nur { $unit } stand noch.
ending-unhurt = { $side }: keine Verluste.
ending-replay = Aufzeichnung
turn-esc = { KEY("Cancel") }: abbrechen
turn-delay = Bis wann verzögern?
turn-unseen = Jemand außer Sicht handelt.
turn-all = { $unit }: Klick auf ein Feld, einen Gegner oder eine Aktion.
turn-move = { $unit }: Klick auf ein Feld oder eine Aktion.
turn-attack = { $unit }: Klick auf einen Gegner oder eine Aktion.
turn-cards = { $unit }: Wähle eine Aktion, oder beende den Zug.
turn-no-target = Kein Ziel in Reichweite
turn-nearest = { $why }. Am nächsten: { $unit }.
turn-passed = { $unit }: { $condition }, Zug entfällt
turn-passed-idle = { $unit } kann nichts tun: Zug entfällt
turn-target = { $action }: Wähle ein Ziel. { KEY("Cancel") }: abbrechen
turn-square = { $action }: Wähle ein Feld. { KEY("Cancel") }: abbrechen
turn-course = { $action }: Wähle, wohin du fährst. { KEY("Cancel") }: abbrechen
turn-aim = { $action }: Wähle ein Zielfeld. { KEY("Cancel") }: abbrechen
turn-enter = { $action }: { KEY("Confirm") } oder Klick zum Bestätigen. { KEY("Cancel") }: abbrechen
turn-choose-square = Klick wählt dieses Feld.
turn-wait-cut-in = Auf eine Gelegenheit zum Eingreifen warten
turn-after = Nach { $units }
turn-opening = Das provoziert { $units }. Klick noch einmal oder drück { KEY("Confirm") } zum Bewegen.
no-stop = Anhalten hier nicht möglich
no-far = zu weit: braucht { $n } Felder Bewegung
no-delay = niemand mehr da, auf den du warten kannst
no-undo = nicht rückgängig zu machen: Es wurde gewürfelt oder etwas aufgedeckt
turn-stuck = Der Computer fand keinen erlaubten Zug: { $why }
