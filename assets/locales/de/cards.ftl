
### Karten: Chancen, Einheiten, Felder, Aktionen, Waffen, Zauber.
card-attack-about = { $what }; { $left }
card-left = { $track } { $now } von { $whole }
card-left-after = { $track } nach Schaden
card-in-goal = Ziel: { $place }
number-expected = erwartet
number-expected-hits = { $one ->
        [yes] Treffer erwartet
       *[no] Treffer erwartet
    }
odds-mean-hits = { $n } { $one ->
        [yes] Treffer
       *[no] Treffer
    }
number-most = max.
number-damage = Schaden
card-attack-item = { $what }, auf { $item }
number-breaks = zerbricht
number-destroys = zerstört
number-hit = trifft
number-hurt = verletzt
card-repeat = Chancen aller { $n } Angriffe zusammen; du kannst nach jedem aufhören
card-repeat-first = Erster Angriff
card-repeat-next = Angriff { $n } ({ $burden })
line-jams = Scheitert immer (klemmt)
line-always-fails = Scheitert immer
line-critical = Kritisch
cover-soft = weich
line-in-cover = { $soft ->
    [yes] Gedeckt: { $cover }, weich
   *[no] Gedeckt: { $cover }
}
cover-quarter = Vierteldeckung
cover-half = halbe Deckung
cover-three-quarter = Dreivierteldeckung
cover-full = volle Deckung
bar-or-more = { $n } oder mehr
line-opening = Provoziert { $unit }
risk-lethal = zu { $chance } außer Gefecht
card-provokes = Provoziert: { $n } { $n ->
    [one] kann
   *[other] können
} reagieren
card-provokes-loss = Provoziert: { $loss } erwartet, { $n } { $n ->
    [one] kann
   *[other] können
} reagieren
number-of = von { $whole } { $what }
line-of = { $n } von { $most }
condition-out-of = { $name } { $n } von { $most }
line-waits-with = Bereit
line-from = Von { $unit }
count-squares = { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    }
line-coming = Nächster Zug gegen { $unit }
line-threatens = Bedroht { $unit }
number-attackers = { $n ->
        [one] Gegner kann hier angreifen
       *[other] Gegner können hier angreifen
    }
line-triangles = Rote Dreiecke am Weg: Gegner können dort angreifen
column-and-row = Spalte { $column }, Reihe { $row }
square-away = { $n ->
        [one] 1 Feld entfernt
       *[other] { $n } Felder entfernt
    }
square-open = { $space ->
        [yes] Freier Raum, keine Deckung
       *[no] Offener Boden, keine Deckung
    }
square-impassable = Unpassierbar
square-out-of-reach = Außer Reichweite
square-difficult = Schwieriges Gelände
square-height = Höhe
square-on-ground = am Boden
square-unseen = Außer Sicht
square-low-light = Dämmerlicht
square-dark = Dunkel
square-smoke = Rauch
square-cluttered = Hindernisse: Fahrzeuge können hier schlängeln
square-thick-smoke = Dichter Rauch
square-heat = Starke Wärmequelle
square-drop = Sturz vom Rand
square-burns = Brennt
square-flammable = Kann Feuer fangen
goal-wins-now = { $place } ({ $side }): gewinnt mit einer Einheit hier
goal-wins = { $place } ({ $side }): gewinnt mit einer Einheit hier ab Runde { $round }
goal-counts = { $place } ({ $side }): nötig für das Ziel
goal-acts = Aktion hier: { $action }
line-spell-by = { $spell }, von { $unit }
line-shield-reach = { $shield }, Reichweite { $n }
line-shield-of = { $shield } von { $unit }
line-aura = Aura: { $kind }
line-aura-may-react = Die Aura darf reagieren, außer bei einem kritischen Treffer
aura-some = etwas gespeichert
aura-unknown = unbekannt
cover-points = Schirm { $n }
way-risk = Risiko { $n }
line-bond = { $own ->
        [yes] { $role } bei { $unit }
       *[no] { $role }: { $unit }
    }
lasts-held = gehalten
lasts-to-be-held = muss gehalten werden
lasts-fight = der Kampf
ledger-reels = Initiative zu niedrig: wankt.
ledger-must-press = Initiative zu hoch: muss nachsetzen.
ledger-capped = { SIGNED($n) } insgesamt, begrenzt auf { $cap }.
ledger-count = Initiative am Rundenende
item-damage = Erlittener Schaden
item-increment = Entfernungsstufe
item-loaded = Geladen
item-ammunition = Munition
item-shots = Schüsse in einem Angriff
spell-about = Grad { $level }, { $school }
spell-difficulty = Schwierigkeit
spell-defence = Abwehr
line-base = Grundwert
line-damage = Schaden
part-first = jetzt anfangen, nächste Runde beenden: { "" }
part-second = beenden: { "" }
square-door = Tür
door-open = offen
door-shut = geschlossen
line-called-by = { $spell }, beschworen von { $unit }
number-succeed = gelingt
number-win = gewinnt
number-succeeds = { $unit } schafft es
line-bursts = Erreicht auch, bei 1–{ $n } auf W{ $die }
line-reaches = Erreicht
line-enough = Punkte nötig
line-silencing-possible = Unbekannte Dämpfung möglich
reaches-nobody = niemanden
line-success = Erfolg
line-failure = Fehlschlag
line-fires-too = { $unit } feuert mit: trifft
line-target-number = Zielwert
line-against = gegen { $what }
line-magnitude = Größenfaktor
vehicle-speed = Tempo
vehicle-squares = Felder pro Runde
vehicle-undriven = Kein Fahrer
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
arc-ahead = vorn
arc-left = links
arc-right = rechts
arc-behind = hinten
arc-turret = Turm
arc-wide = vorn, breit
area-own = { $unit } (verbündet)
number-strike-square = trifft das Feld
area-inside = Darin: trifft, erwartet
area-astray = Bei einem Fehlschlag landet es bei Spalte, Reihe
area-nobody = Niemand darin
shape-burst = Radius { $n }
shape-square = { $n } × { $n } Felder
shape-arc = Bogen von { $degrees }° bis { $n }
shape-cone = Kegel von { $n }
shape-zone = die ganze Zone
shape-line = Linie von { $n }
shift-around = mittig
shift-south-east = nach Südosten
shift-south-west = nach Südwesten
shift-north-west = nach Nordwesten
shift-north-east = nach Nordosten
wheel-out = Außer Fahrweite
wheel-looks = Blickrichtung
wheel-kph = { $n } km/h
wheel-struck = Trifft { $unit }
wheel-goes-over = Fährt darüber
wheel-leaves = Verlässt die Karte mit allen an Bord
drive-straight = fährt geradeaus weiter
drive-past = fährt vorbei und weiter geradeaus
drive-crash = verunglückt
system-hits = { $n } von { $most } Treffern
system-gone = zerstört
system-rigged = notdürftig repariert
wheel-weave = Schlängeln mit { $n }
wheel-weave-note = { SIGNED($n) } auf die Probe; Verfolger müssen mithalten
side-ahead = Vorn
side-right = Rechts
side-behind = Hinten
side-left = Links
phase-muster = Aufstellung
phase-surprise = runde
phase-round-start = Rundenbeginn
phase-end-of-round = Rundenende
phase-initiative = Initiative
phase-over = vorbei
card-reach = { $one ->
        [yes] Reichweite { $most }
       *[no] Reichweite { $least }–{ $most }
    }
card-range = Schussweite { $n }
card-range-whole-map = Schussweite: ganze Karte
card-jammed = klemmt
card-down = { $condition }: außer Gefecht
card-carried = dabei
card-shots-left = noch { $n }
card-unarmed = Unbewaffnet
card-damage = Schaden { $n }
card-drive = { $n } (Wucht { $drive })
card-armour = Rüstung { $n }
card-resists = Widerstand
card-resists-short = { $one ->
        [yes] Widerstand { $most }
       *[no] Widerstand { $least }–{ $most }
    }
card-armour-range = Rüstung { $low }–{ $high }
thing-gone = Zerstörtes Objekt
card-only-critical = Ein einfacher Treffer wird abgefangen; ein kritischer kann durchkommen
card-no-reaction = Keine Reaktion mehr
card-vulnerable = Anfällig: ×{ $by } Schaden
card-vulnerable-but = Durch alles außer { $types }
card-vulnerable-all = Anfällig für jeden Schaden: ×{ $by }

### Which file of which mod a thing comes from.
origin-line = { $owner }: { $file }, Zeile { $line }

### Die Zeichen der Bedrohungsansicht.
threat-heading = Gegner greifen an:
threat-heading-one = { $unit } greift an:
threat-near = jetzt
threat-near-spent = jetzt (gestrichelt: ohne Reaktion)
# Auch nach einer Bewegung, und mit Schüssen, die eher treffen.
threat-strike = im nächsten Zug
# $n: wie viele Gegner dort angreifen können, wo die Einheit am Zug am sichersten ist.
threat-strike-more = im nächsten Zug: mehr als { $n }
threat-fewest = höchstens { $n }
threat-far = Schüsse unter { $chance }
threat-clear = sonst: Schüsse unter { $chance }
threat-tag = −7: wohl so viel, „!“: vielleicht außer Gefecht
threat-tag-one = −7: wohl so viel, „!“: außer Gefecht
threat-none = Kein Gegner, den du siehst, kann irgendwo angreifen.
# Auf der Karte und an einer eigenen Einheit, $n: wie viele Gegner dort bald angreifen können.
threat-attackers = { $n ->
        [one] 1 Gegner
       *[other] { $n } Gegner
    }
threat-attackers-most = bis zu { $n } Gegner
threat-none-likely = Die Gegner, die du siehst, haben nur Schüsse unter { $chance }.
threat-none-seen = Du siehst keinen Gegner.
threat-none-surprised = Die Gegner, die du siehst, sind überrascht: Noch kann keiner angreifen.
threat-none-down = Die Gegner, die du siehst, sind außer Gefecht.
