
### Was noch zu wählen ist: Waffen, Zauber, Türen, Auslöser; die kleinen Wahlen neben dem Hinweis.
ask-weapon = Welche Waffe?
ask-spell = Welcher Zauber?
ask-in-effect = Welcher aktive Zauber?
ask-system = Welches System?
ask-check = Welche Probe?
ask-its-item = Welcher Gegenstand?
ask-item = Welcher Gegenstand?
ask-shield = Welcher Schirm?
ask-aura = Welche Aura?
ward-price = { $n } Punkte für { $price }, { $turns ->
        [one] bis zu deinem nächsten Zug
       *[other] { $turns } Züge lang
    }
ask-amount = { $of } einsetzen?
ask-save = { $of } aufsparen?
ask-number = Wie viele?
ask-hits = Wie viele Treffer?
ask-burst = Wie viele Schuss?
ask-arc = Welche Seite?
ask-weaving = Wie stark schlängeln?
ask-interaction = Was benutzen?
ask-door = Welche Tür?
ask-trigger = Worauf warten?
ask-zone = Bis zu welcher Entfernung?
ask-spread = Auf welcher Seite?
ask-then = Welche Aktion bereithalten?
item-broken = zerbrochen
spell-damage = Schaden ({ $types }), Grundwert { $n }
spell-slots = { $what }; noch { $left }
spell-nobody = Niemand in Reichweite: höchstens { $n ->
        [one] 1 Feld
       *[other] { $n } Felder
    }
spell-no-target = Kein Ziel
spell-no-need = Niemand braucht es
spell-used-up = Verbraucht bis zur Rast
spell-on = { $spell } auf { $on }
spell-controlled-by = gesteuert von { $unit }; dauert: { $lasts }
mark-of = von { $n }
burst-single = Einzelschuss
burst-to-hit = { $n } auf den Angriff
burst-too-many = zu wenig Munition
item-in-hand = in der Hand
item-worn = angelegt
item-carried = getragen
item-damaged = , { $n } von { $most } Schaden
door-action = { $open ->
        [yes] { $door } schließen
       *[no] { $door } öffnen
    }
trigger-moves = Ein Gegner bewegt sich
trigger-attacks = Ein Gegner greift an
trigger-casts = Ein Gegner zaubert
trigger-acts = Ein Gegner handelt
trigger-unit-acts = { $unit } handelt
trigger-unit-attacks = { $unit } greift an
trigger-ally-attacked = Ein Gegner greift { $unit } an
trigger-out-of = Ein Gegner hat keine { $pool } mehr
zone-anywhere = Überall in Sicht
zone-within = { $n ->
        [one] Benachbart
       *[other] Höchstens { $n } Felder
    }
zone-side = { $way ->
        [north] In einem Kegel nach Norden
        [north-east] In einem Kegel nach Nordosten
        [east] In einem Kegel nach Osten
        [south-east] In einem Kegel nach Südosten
        [south] In einem Kegel nach Süden
        [south-west] In einem Kegel nach Südwesten
        [west] In einem Kegel nach Westen
        [north-west] In einem Kegel nach Nordwesten
       *[around] Ringsum
    }
zone-and-side = { $zone }; { $side }
watch-for = { $trigger }; { $zone }
action-with = { $action } mit { $weapon }
the-door = Tür
chip-shift-note = Welche Felder die Fläche abdeckt
chip-speed = Tempo { $n }
chip-speed-rolled = Tempo { $n }, gewürfelt
chip-roll-note = Strecke würfeln statt des festen Werts
chip-rolled = gewürfelt
band-ground = am Boden
band-low = tief fliegend
band-high = hoch fliegend
chip-band-note = Höhe am Ende der Bewegung
chip-pursue = { $unit } verfolgen
chip-pursue-note = Muss ab jetzt mithalten, wenn das andere Fahrzeug schlängelt
chip-mounted = { $gun } ({ $arc })
chip-fast = Höchsttempo
chip-kph = mit { $n } km/h
chip-kph-note = Tempo beim Rammen
chip-and = und { $weapon }
chip-and-note = Greift zusammen mit der ersten Waffe an
chip-minor = Nebenaktionen
chip-minor-note = Kleine Aktionen zusammen mit dieser, kostenlos
moment-attacked = wird angegriffen
moment-hit = wird getroffen
moment-casting = ein Zauber wird gewirkt
moment-provoked = ein Gegner provoziert
moment-watched = eine bereitgehaltene Aktion
moment-cut-in = eine Gelegenheit zum Eingreifen
moment-won = gewinnt einen Wettstreit
moment-caught = steht in einer Explosion
