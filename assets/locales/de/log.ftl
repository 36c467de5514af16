### Das Protokoll.
log-walk = { $unit } bewegt sich { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } nach { $square }
log-moved = { $unit } wird { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } weit bewegt, nach { $square }
log-round = Runde { $n }
log-surprise = Überraschungsrunde
log-muster = Aufstellung
log-turn = { $unit }, Initiative { $count }
log-delayed = { $unit } verzögert bis Initiative { $count }
log-delayed-open = { $unit } verzögert und will eingreifen
log-skipped = { $unit } kann nicht handeln: { $why }
log-pays = { $unit } zahlt { $price }
log-wasted = { $unit }: { $action } scheitert: { $why }
log-aura-of = { $aura } von { $unit }
log-aura-harms = { $n } Schaden an { $unit }
log-aura-grows = { $unit }: { $aura } wächst
log-aura-shrinks = { $unit }: { $aura } wird schwächer
log-ward = { $unit }: { $ward } { $from } → { $to } Punkte
log-noise = Lauter Lärm, { $n } Felder weit zu hören
log-flies-high = { $unit } steigt in große Höhe
log-flies-up = { $unit } steigt in geringe Höhe
log-lands = { $unit } landet
log-flies-down = { $unit } sinkt in geringe Höhe
log-borne-high = { $unit } wird in große Höhe getragen
log-borne-up = { $unit } wird in geringe Höhe getragen
log-comes-to-ground = { $unit } erreicht den Boden
log-comes-down = { $unit } sinkt in geringe Höhe ab
log-falls = { $unit } beginnt zu fallen
log-falls-no-more = { $unit } fällt nicht mehr
log-crashed = { $unit } stürzt { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } tief und schlägt auf
log-ledger = { $unit }: { SIGNED($n) } Initiative am Rundenende ({ $line })
log-counts = { $side }, Initiative: { $units }
log-count = { $unit }: Initiative { $from } → { $to } ({ $line })
log-item = { $unit }: { $item } { $what ->
        [drawn] gezogen
        [dropped] fällt zu Boden
        [picked_up] aufgehoben
        [put_on] angelegt
        [taken_off] abgelegt
        [put_away] weggesteckt
        [taken_out] herausgeholt
        [shot] abgefeuert
        [loaded] geladen
        [jammed] klemmt
        [cleared] ist wieder frei
        [used_up] verbraucht
        [shifted] bewegt
        [damaged] beschädigt
        [broken] zerbrochen
        [destroyed] zerstört
       *[other] verändert
    }
log-slot = { $unit }: Zauberplatz verbraucht ({ $spell })
log-spell-began = { $spell } wirkt
log-spell-controlled = { $unit } steuert { $spell }
log-spell-moved = { $unit } bewegt { $spell }
log-spell-passed = { $unit } übernimmt die Kontrolle über { $spell }
log-spell-ended = { $spell } endet
log-waits = { $unit } hält bereit: { $action }
log-waits-for = { $unit } hält bereit: { $action } ({ $trigger })
log-waits-no-longer = { $unit } wartet nicht mehr ({ $action })
log-fire-none = Kein neues Feuer
log-surroundings = Die Bedingungen auf dem Schlachtfeld haben sich geändert
log-fire = Neue Feuer: { $n }
thing-door = Die Tür
log-door = { $door } ist jetzt { $open ->
        [yes] offen
       *[no] geschlossen
    }
log-thing-gone = { $thing }: Schaden { $from } → { $to }, zerstört
log-thing-stands = { $thing }: Schaden { $from } → { $to }
log-reach = { $unit }: Reichweite { $from } → { $to }
log-wins = { $unit } schlägt { $other } um { $n }
log-nobody-wins = { $unit } und { $other }: unentschieden
log-quicker = { $unit } ist schneller als { $other }
log-team-check = Gruppenprobe
log-bill = { $unit }: { $part } kostet { $per_cent } %, { $amount }
log-avoided = { $side }: unbemerkt entkommen, kein Kampf
log-fortune = Gunst eingesetzt ({ $side }): Die { $n } von { $unit } wird neu gewürfelt ({ $check }). Gunst übrig: { $left }
log-begun = { $unit } fängt an und macht nächste Runde weiter: { $action }
log-met = Begegnung auf { $n } Felder
log-met-ahead = Begegnung auf { $n } Felder; zuerst handeln: { $groups }
log-comes = { $unit } kommt mit Initiative { $count } und handelt diese Runde
log-comes-later = { $unit } kommt mit Initiative { $count } und handelt ab der nächsten Runde
log-turns = { $unit } dreht sich nach { $point }
log-stands = { $unit } hält an
log-goes = { $unit } fährt { $n } km/h
log-goes-wild = { $unit } ist bei { $n } km/h außer Kontrolle
log-swerves = { $unit } schlägt Haken: -{ $n } auf Angriffe
log-bears = { $unit } richtet ein weiteres Schussfeld auf { $target }
log-pursues = { $unit } verfolgt { $target }
log-pursues-nobody = { $unit } verfolgt niemanden mehr
log-must-weave = { $unit } muss mit -{ $n } schlängeln oder abbrechen
thing-obstacle = ein Hindernis
log-collided = { $unit } kracht gegen: { $into }
log-time = { $n } Runden vergehen
log-refreshed = { $unit } hat wieder alle Zauber bereit
log-bound = { $unit } ist jetzt { $role }: { $other }
log-unbound = { $unit } ist nicht mehr { $role }: { $other }
log-left = { $unit } verlässt den Kampf
log-over-won = Der Kampf ist vorbei: { $side }
log-over = Der Kampf ist vorbei
log-until-round = , bis zum Rundenende
log-until-rounds = , für { $n ->
        [one] 1 Runde
       *[other] { $n } Runden
    }
log-until-turn = , bis zum nächsten Zug
log-until-turn-end = , bis zum Zugende
log-until-next-turn-end = , bis zum Ende des nächsten Zuges
log-until-turn-of = , bis zum Ende des Zuges von { $unit }
log-until-check = , für die nächste Probe: { $check }
log-until-spell = , solange der Zauber wirkt
log-until-action = , für die nächste Aktion
log-until-phase = , bis zur Phase „{ $phase }“
log-work-begun = { $unit } fängt an zu arbeiten, { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-on = { $unit } arbeitet weiter, { $done } von { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-lost = { $unit } verliert eine Runde, { $done } von { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    } geschafft: { $work }
log-work-ruined = { $unit } muss von vorn anfangen, { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-given-up = { $unit } hört auf: { $work }
log-work-dropped = { $unit } kann nicht weitermachen: { $work }
log-work-finished = { $unit } ist fertig: { $work }
log-no-hit = kein Treffer
log-groups = { $unit }: { $n } Schaden, { $groups }
log-located = { $hits }, Trefferzone { $row } ({ $dice } gewürfelt): { $system }
log-system-hit = { $system }: Treffer Nummer { $n }
log-system-passed = { $located } ist schon zerstört: Trefferzone { $row } ist { $system }, Treffer Nummer { $n }
log-fails-again = { $unit }: { $part } fällt wieder aus
log-works-again = { $unit }: { $part } läuft wieder für { $n } h
log-mended = { $unit }: { $part } repariert, { $from } → { $to } Treffer
log-blows-up = { $unit } explodiert
log-hits = { $n ->
        [1] Einzeltreffer
        [2] Doppeltreffer
        [3] Dreifachtreffer
       *[other] { $n } Treffer
    }
log-area-struck = { $weapon } trifft das Feld und deckt { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } ab
log-area-astray = { $weapon } weicht ab, { $far } nach { $point }, und deckt { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } ab
log-area-misses = { $weapon } geht daneben
log-held-against = Gegen { $unit }
roll-damage = Schaden { $sum }
roll-margin = { $n } Vorsprung
roll-effect = { $n } Effekt
roll-against = { $total } gegen { $number }
log-misses = { $unit } verfehlt { $target } ({ $with })
log-suffers = { $unit } wird getroffen ({ $with })
log-hits-target = { $unit } trifft { $target } ({ $with })
log-hit-blocked = Angriff von { $unit } auf { $target } abgewehrt ({ $with })
log-averted = { $target } wehrt den Angriff von { $unit } ab ({ $with })
log-hits-critically = { $unit } trifft { $target } kritisch ({ $with })
log-with-unseen = Waffe nicht gesehen
float-miss = daneben
float-dodged = ausgewichen
float-parried = pariert
log-no-longer = { $unit }: nicht mehr { $condition }
log-damage = { $n } Schaden
log-overkill = { $n } Überschuss
log-loses = { $unit } verliert { $n } { $track }, jetzt { $now }
log-gains = { $unit } gewinnt { $n } { $track }, jetzt { $now }
log-now-of = { $n } von { $most }
log-declined = { $unit } reagiert nicht auf { $about }
log-declined-could = { $unit } reagiert nicht auf { $about } (möglich: { $with })
log-unasked = { $unit } reagiert ungefragt nicht auf { $about }: { $with } würde nur { $saved } ersparen
log-unasked-no-help = { $unit } reagiert ungefragt nicht auf { $about }: Keine Reaktion würde helfen
log-stood = { $unit } reagiert nicht auf { $about } (feste Vorgabe; möglich: { $with })
log-lifted = { $unit }: Schadenswürfel { $shows } wird zu { $degrees } (Grade)
log-chooses = { $unit } wählt: { $with }
log-chooses-nothing = { $unit } tut nichts weiter (möglich: { $with })
log-answers = { $unit } reagiert auf { $about }: { $with }
chance-attacked = den Angriff von { $unit }
chance-hit = den Treffer von { $unit }
chance-casting = den Zauber von { $unit }
chance-provoked = die Provokation von { $unit }
chance-watched = die Aktion von { $unit }
chance-cut-in = den Zug von { $unit }
chance-caught = die Explosion
chance-won = den Wettstreit mit { $unit }
log-cannot-answer = { $unit } kann nicht reagieren auf { $about }: { $why }
log-cannot-answer-with = { $unit } kann auf { $about } nicht mit { $with } reagieren: { $why }
thing-something = etwas
thing-moved = verschoben
thing-taken = aus dem Weg
thing-free = wieder frei
