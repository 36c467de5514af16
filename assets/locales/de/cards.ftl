
### Karten: Chancen, Einheiten, Felder, Aktionen, Waffen, Zauber.
card-attack-about = { $action }, { $with }; { $track } { $now } von { $whole }
number-expected = erwartet
number-worst = schlimmstens, 1 von 100
card-attack-item = { $action }, { $with }, auf { $item }
number-breaks = zerbricht es
number-destroys = zerstört es
number-hit = trifft
line-critical = Kritisch
cover-soft = weich
line-stands-in-cover = { $unit } hat { $cover }
cover-quarter = Vierteldeckung
cover-half = halbe Deckung
cover-three-quarter = Dreivierteldeckung
cover-full = volle Deckung
bar-or-more = { $n } oder mehr
line-opening = Gibt { $unit } eine Blöße
number-of = von { $whole } { $what }
line-of = { $n } von { $most }
line-waits-with = Wartet mit
line-from = Von { $unit }
count-squares = { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    }
line-threatens = Bedroht { $unit }
column-and-row = Spalte { $column }, Reihe { $row }
square-impassable = Nicht zu betreten
square-difficult = Schwierig
square-height = Höhe
square-on-ground = am Boden
square-unseen = Außer Sicht
square-low-light = Dämmerlicht
square-dark = Dunkel
square-smoke = Rauch
square-cluttered = Voller Hindernisse: Fahrzeuge können sich hindurchschlängeln
square-thick-smoke = Dichter Rauch
square-heat = Eine starke Wärmequelle
line-spell-by = { $spell }, von { $unit }
line-bond = { $own ->
        [yes] { $role } bei { $unit }
       *[no] { $role }: { $unit }
    }
lasts-held = gehalten
lasts-to-be-held = zu halten
lasts-fight = das Gefecht
ledger-reels = Fällt so tief, dass er wankt.
ledger-must-press = Steigt so hoch, dass er nachsetzen muss.
ledger-capped = { SIGNED($n) } zusammen, begrenzt auf { $cap }.
ledger-count = Zählwert am Ende der Runde
item-damage = Schaden bisher
item-increment = Entfernungsstufe
item-loaded = Geladen
item-ammunition = Munition
spell-about = Grad { $level }, { $school }
spell-difficulty = Schwierigkeit
spell-defence = Abgewehrt mit
line-base = Grundwert
line-damage = Schaden
part-first = jetzt beginnen, nächste Runde beenden: { "" }
part-second = Begonnenes beenden: { "" }
square-door = Tür
door-open = offen
door-shut = zu
line-called-by = { $spell }, gerufen von { $unit }
number-succeed = gelingt
number-succeeds = { $unit } schafft es
line-success = Erfolg
line-failure = Fehlschlag
line-fires-too = { $unit } feuert mit: trifft
line-at-most = höchstens { $what }
line-against = gegen { $what }
line-magnitude = Größenfaktor
vehicle-speed = Tempo
vehicle-squares = Felder je Runde
vehicle-undriven = Niemand am Steuer
vehicle-evades = Weicht aus
vehicle-pursues = Verfolgt
vehicle-speed-of = { $n } von { $top } km/h
vehicle-seats = { $role }{ $belts ->
        [yes] , Gurte
       *[no] { "" }
    }{ $some ->
        [yes] : { $names }
       *[no] { "" }
    }
arc-ahead = voraus
arc-left = links
arc-right = rechts
arc-behind = achtern
arc-turret = Turm
arc-wide = voraus, breit
area-own = { $unit } (eigene Seite)
number-strike-square = das Feld zu treffen
area-inside = Darin: trifft, erwartet
area-astray = Verfehlt es das Feld, geht es nach Spalte, Reihe
area-nobody = Niemand darin
shape-burst = Umkreis { $n }
shape-square = { $n } × { $n } Felder
shape-cone = Kegel von { $n }
shape-line = Linie von { $n }
shift-around = rund um das Ziel
shift-south-east = südöstlich des Ziels
shift-south-west = südwestlich des Ziels
shift-north-west = nordwestlich des Ziels
shift-north-east = nordöstlich des Ziels
wheel-out = So weit oder so herum kommt es nicht
wheel-looks = Richtung
wheel-kph = { $n } km/h
wheel-struck = { $unit } wird getroffen
wheel-goes-over = Fährt darüber hinweg
wheel-leaves = Verlässt die Karte mit allen an Bord
drive-straight = fährt geradeaus weiter
drive-past = fährt vorbei und geradeaus weiter
drive-crash = verunglückt
system-hits = Treffer { $n } von { $most }
system-gone = außer Betrieb
system-rigged = läuft vorerst
wheel-weave = Schlängeln mit { $n }
wheel-weave-note = { SIGNED($n) } auf die Probe; wer verfolgt, muss mithalten
side-ahead = Voraus
side-right = Nach rechts
side-behind = Nach hinten
side-left = Nach links
phase-muster = Aufstellung
phase-surprise = Überraschung
phase-round-start = Rundenbeginn
phase-end-of-round = Rundenende
phase-initiative = Initiative
phase-over = vorbei
card-reach = { $one ->
        [yes] Reichweite { $most }
       *[no] Reichweite { $least }–{ $most }
    }
card-unarmed = Unbewaffnet
card-armour = Rüstung { $n }
card-resists = Widersteht
thing-gone = Was dort stand
