### Das Protokoll.
log-walk = geht { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } nach Spalte { $column }, Reihe { $row }
log-round = Runde { $n }
log-surprise = Überraschungsrunde
log-muster = Aufstellung
log-turn = { $unit }, Zählwert { $count }
log-delayed = { $unit } schiebt den Zug auf bis Zählwert { $count }
log-delayed-open = { $unit } schiebt den Zug auf und wartet auf den Augenblick, dazwischenzugehen
log-skipped = { $unit } kann nicht handeln: { $why }
log-pays = { $unit } zahlt { $price }
log-wasted = { $unit }: { $action } führt zu nichts: { $why }
log-noise = Lauter Lärm, { $n } Felder weit zu hören
log-flies-high = { $unit } steigt in große Höhe
log-flies-up = { $unit } steigt in geringe Höhe
log-lands = { $unit } landet
log-flies-down = { $unit } sinkt in geringe Höhe
log-borne-high = { $unit } wird in große Höhe getragen
log-borne-up = { $unit } wird in geringe Höhe getragen
log-comes-to-ground = { $unit } kommt am Boden an
log-comes-down = { $unit } kommt in geringe Höhe herab
log-falls = { $unit } beginnt zu stürzen
log-falls-no-more = { $unit } stürzt nicht mehr
log-crashed = { $unit } schlägt auf, { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } tief gestürzt
log-ledger = { $unit }: { SIGNED($n) } am Ende der Runde ({ $line })
log-count = { $unit }: Zählwert { $from } → { $to } ({ $line })
log-item = { $unit }: { $item } { $what ->
        [drawn] gezogen
        [dropped] fallen gelassen
        [picked_up] aufgehoben
        [put_on] angelegt
        [taken_off] abgelegt
        [taken_out] herausgeholt
        [shot] abgefeuert
        [loaded] geladen
        [used_up] verbraucht
        [damaged] beschädigt
        [broken] zerbrochen
        [destroyed] zerstört
       *[other] verändert
    }
log-slot = { $unit }: ein Zauberplatz ({ $spell }) ist verbraucht
log-spell-began = { $spell } wirkt
log-spell-controlled = { $unit } lenkt { $spell }
log-spell-moved = { $unit } bewegt { $spell }
log-spell-passed = { $spell } gehorcht jetzt { $unit }
log-spell-ended = { $spell } endet
log-waits = { $unit } wartet ({ $action })
log-waits-no-longer = { $unit } wartet nicht länger ({ $action })
log-surroundings = Um das Gefecht herum hat sich etwas geändert
thing-door = Die Tür
log-door = { $door } ist jetzt { $open ->
        [yes] offen
       *[no] zu
    }
log-thing-gone = { $thing }: Schaden { $from } → { $to }, zerstört
log-thing-stands = { $thing }: Schaden { $from } → { $to }, es hält
log-reach = { $unit }: Reichweite { $from } → { $to }
log-wins = { $unit } gewinnt gegen { $other } ({ SIGNED($n) })
log-nobody-wins = { $unit } und { $other }: niemand gewinnt
log-quicker = { $unit } ist schneller als { $other }
log-team-check = Gruppenprobe
log-bill = { $unit }: { $part } kostet { $per_cent } Prozent, { $amount }
log-avoided = Unbemerkt verzichtet { $side } auf das Gefecht
log-fortune = { $side } setzt Gunst ein: Die { $n } von { $unit } wird neu geworfen ({ $check }). Gunst übrig: { $left }
log-begun = { $unit } beginnt und macht nächste Runde weiter: { $action }
log-met = Sie treffen sich auf { $n } Felder
log-met-ahead = Sie treffen sich auf { $n } Felder; zuerst handeln: { $groups }
log-comes = { $unit } kommt, Zählwert { $count }, und handelt diese Runde
log-comes-later = { $unit } kommt, Zählwert { $count }, und handelt ab der nächsten Runde
log-turns = { $unit } dreht sich nach { $point }
log-stands = { $unit } steht
log-goes = { $unit } fährt { $n } km/h
log-goes-wild = { $unit } fährt { $n } km/h, niemand am Steuer
log-swerves = { $unit } schlägt Haken: { $n } weniger für Angriffe
log-bears = { $unit } richtet ein weiteres Schussfeld auf { $target }
log-pursues = { $unit } verfolgt { $target }
log-pursues-nobody = { $unit } verfolgt niemanden mehr
log-must-weave = { $unit } muss mit -{ $n } mitschlängeln oder ablassen
thing-obstacle = ein Hindernis
log-collided = { $unit } prallt gegen: { $into }
log-time = { $n } Runden vergehen
log-refreshed = { $unit } hat wieder alle Zauber bereit
log-bound = { $unit } ist jetzt { $role }: { $other }
log-unbound = { $unit } ist nicht mehr { $role }: { $other }
log-left = { $unit } verlässt das Gefecht
log-over-won = Das Gefecht ist vorbei: { $side }
log-over = Das Gefecht ist vorbei
log-until-round = , bis zum Ende der Runde
log-until-rounds = , für { $n ->
        [one] 1 Runde
       *[other] { $n } Runden
    }
log-until-turn = , bis zum nächsten Zug
log-until-turn-end = , bis zum Ende des Zuges
log-until-next-turn-end = , bis zum Ende des nächsten Zuges
log-until-turn-of = , bis ein Zug von { $unit } endet
log-until-check = , für die nächste Probe: { $check }
log-until-spell = , solange der Zauber wirkt
log-until-action = , für die nächste Aktion
log-until-phase = , bis zur Phase „{ $phase }“
log-work-begun = { $unit } macht sich an die Arbeit, { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-on = { $unit } arbeitet weiter, { $done } von { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-lost = { $unit } verliert die Runde, { $done } von { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    } getan: { $work }
log-work-ruined = { $unit } muss von vorn anfangen, { $needed ->
        [one] 1 Runde
       *[other] { $needed } Runden
    }: { $work }
log-work-given-up = { $unit } gibt auf: { $work }
log-work-dropped = { $unit } kann nicht weitermachen: { $work }
log-work-finished = { $unit } ist fertig: { $work }
log-no-hit = kein Treffer
log-groups = { $unit }: { $n } Schaden, { $groups }
log-located = { $hits } auf { $row } ({ $dice }): { $system }
log-system-hit = { $system }: Treffer { $n }
log-system-passed = Nichts übrig von { $located }: Zeile { $row } ist { $system }, Treffer { $n }
log-fails-again = { $unit }: { $part } fällt wieder aus
log-works-again = { $unit }: { $part } geht wieder, für { $n } h
log-mended = { $unit }: { $part } repariert, { $from } → { $to } Treffer
log-blows-up = { $unit } explodiert
log-hits = { $n ->
        [1] ein einfacher
        [2] ein doppelter
        [3] ein dreifacher
       *[other] { $n } auf einmal
    }
log-area-struck = { $weapon } trifft das Feld und deckt { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } ab
log-area-astray = { $weapon } weicht ab, { $far } nach { $point }, und deckt { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    } ab
log-area-nothing = { $weapon } bleibt ohne Wirkung
log-held-against = Verglichen mit { $unit }
roll-against = { $total } gegen { $number }
log-misses = { $unit } verfehlt { $target } ({ $with })
log-hits-target = { $unit } trifft { $target } ({ $with })
log-hits-critically = { $unit } trifft { $target } kritisch ({ $with })
log-with-unseen = Waffe nicht gesehen
float-miss = daneben
log-no-longer = { $unit }: nicht mehr { $condition }
log-gets-through = ; { $n } kommt durch
log-loses = { $unit } verliert { $n } { $track } ({ $from } → { $to })
log-gains = { $unit } gewinnt { $n } { $track } ({ $from } → { $to })
log-declined = { $unit } lässt es geschehen: { $about }
log-declined-could = { $unit } lässt es geschehen: { $about } (möglich war: { $with })
log-stood = { $unit } lässt es mit stehender Antwort geschehen: { $about } (möglich war: { $with })
log-answers = { $unit } antwortet auf { $about }: { $with }
chance-attacked = Angriff von { $unit }
chance-hit = Treffer von { $unit }
chance-casting = Zauber von { $unit }
chance-provoked = Blöße von { $unit }
chance-watched = Tun von { $unit }
chance-cut-in = Zug von { $unit }
chance-caught = Explosion
chance-won = Kräftemessen mit { $unit }
log-cannot-answer = { $unit } kann nicht antworten auf { $about }: { $why }
log-cannot-answer-with = { $unit } kann auf { $about } nicht mit { $with } antworten: { $why }
thing-something = etwas
thing-moved = verschoben
thing-taken = aus dem Weg
thing-free = wieder frei
