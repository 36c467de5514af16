
### Was noch zu wählen ist: Waffen, Zauber, Türen, Auslöser; die kleinen Wahlen neben dem Hinweis.
ask-weapon = Mit welcher Waffe?
ask-spell = Welcher Zauber?
ask-in-effect = Welcher wirkende Zauber?
ask-system = Welches System?
ask-check = Mit welcher Probe?
ask-its-item = Was davon?
ask-item = Was?
ask-amount = Wie viele?
ask-burst = Wie viele Schuss?
ask-arc = In welche Seite?
ask-weaving = Wie wild?
ask-interaction = Was tun?
ask-door = Welche Tür?
ask-trigger = Warten, bis?
ask-zone = Wie nah?
ask-then = Und dann?
item-broken = zerbrochen
spell-note = Grad { $level }, { $school }, Schwierigkeit { $n }
spell-used-up = Verbraucht bis zur Rast [A-129]
spell-on = { $spell } auf { $on }
spell-controlled-by = gelenkt von { $unit }; dauert: { $lasts }
mark-of = von { $n }
burst-single = einzeln
burst-too-many = nicht mehr so viele Schuss
item-in-hand = in der Hand
item-worn = angelegt
item-carried = getragen
item-damaged = , { $n } von { $most } Schaden
door-deed = { $open ->
        [yes] { $door } schließen
       *[no] { $door } öffnen
    }
trigger-moves = Ein Gegner bewegt sich
trigger-attacks = Ein Gegner greift an
trigger-casts = Ein Gegner zaubert
trigger-acts = Ein Gegner tut irgendetwas
trigger-unit-acts = { $unit } tut irgendetwas
trigger-ally-attacked = Ein Gegner greift { $unit } an
trigger-out-of = Ein Gegner hat keine { $pool } mehr
zone-anywhere = Überall in Sicht
zone-within = { $n ->
        [one] Neben mir
       *[other] Im Umkreis von { $n } Feldern
    }
action-with = { $action } mit { $weapon }
the-door = Tür
chip-shift-note = wo die Fläche liegt [A-161]
chip-speed = Tempo { $n }
chip-speed-rolled = Tempo { $n }, gewürfelt [A-54]
chip-roll-note = die Strecke würfeln, statt sie zu nehmen, wie sie ist [A-54]
chip-rolled = gewürfelt
band-ground = am Boden
band-low = tief fliegend
band-high = hoch fliegend
chip-band-note = wo die Bewegung endet, unterwegs hinauf oder hinab [S-25]
chip-pursue = { $unit } verfolgen
chip-pursue-note = von jetzt an muss es mithalten, wenn das andere sich schlängelt [C-127]
chip-mounted = { $gun } ({ $arc })
chip-fast = so schnell es geht
chip-kph = mit { $n } km/h
chip-kph-note = wie schnell es auf sein Ziel losfährt [C-124]
chip-and = und { $weapon }
chip-and-note = schlägt im selben Angriff [D-26]
moment-attacked = wird angegriffen
moment-hit = wird getroffen
moment-casting = ein Zauber wird gewirkt
moment-provoked = eine Blöße
moment-watched = worauf gewartet wurde
moment-cut-in = ein Augenblick, dazwischenzugehen
moment-won = ein gewonnenes Kräftemessen
moment-caught = eine Explosion, die trifft
