### Die Reihe der Aktionen, und was sich darüber öffnet.

row-manoeuvres = Manöver
row-manoeuvres-can = { $n ->
    [one] 1 besonderer Angriff
   *[other] { $n } besondere Angriffe
}
row-others = Alle anderen
row-find = Suchen
row-nothing = Keine Aktion passt dazu.
row-squares = { $n ->
    [one] 1 Feld
   *[other] { $n } Felder
}
row-too-far = { $n ->
    [one] 1 Feld zu weit
   *[other] { $n } Felder zu weit
}
row-chance = { $odds } trifft
row-chance-hurt = { $odds } verletzt
row-chance-from = { $least } oder mehr
row-chance-to = bis { $most }
row-chances = { $least }–{ $most }
# Warum eine Aktion gesperrt ist, nach dem Code der Ablehnung: statt ihres Satzes, oder wo der zu lang ist.
instead-no_target = kein Ziel
instead-out_of_range = { instead-no_target }
instead-out_of_reach = { instead-no_target }
instead-no_sight = { instead-no_target }
instead-wrong_target = { instead-no_target }
instead-needs_points = { $has ->
    [0] { $name } verbraucht
   *[other] zu wenig Punkte
}
short-needs_points = { $has ->
    [0] keine { $name }
   *[other] zu wenig Punkte
}
short-too_far = { instead-no_target }
short-no_weapon = keine Waffe
short-wrong_weapon = falsche Waffe
short-no_item = nichts Passendes
short-no_spell = kein Zauber
short-none_in_effect = kein aktiver Zauber
short-not_in_control = nicht unter Kontrolle
short-no_ammunition = zu wenig Munition
short-few_rounds = { short-no_ammunition }
short-no_burst = keine Feuerstöße
instead-needs_reload = nicht geladen
instead-not_loaded = { instead-needs_reload }
short-no_power = kein Strom
short-forbidden = verhindert
short-capped = { short-forbidden }
short-must_press = { core-must-press-first }
short-not_bound = nicht gebunden
short-cannot_move = keine Bewegung
short-cannot_walk = { short-cannot_move }
short-steered = { short-cannot_move }
short-carried = { short-cannot_move }
short-falling = { short-cannot_move }
short-cannot_fly = kann nicht fliegen
short-no_wheel = nicht am Steuer
short-at_work = beschäftigt
instead-loaded = schon geladen
instead-jammed = Waffe klemmt
instead-no_reload = braucht kein Laden
instead-not_in_hand = nicht in der Hand
short-not_theirs = { short-forbidden }
short-no_track = zu teuer
short-out_of_arc = { instead-no_target }
short-hidden = { instead-no_target }
short-manned = Geschütz besetzt
short-once_a_turn = einmal pro Zug
short-surprise_single = nur eine Aktion
short-granted_only = nur gewährte Aktion
short-driven = schon gefahren
short-bound = schon gebunden
short-no_port = kein Schießplatz
short-nowhere = kein Platz
row-unfold = { $n ->
    [one] Jetzt nicht möglich: 1 Aktion
   *[other] Jetzt nicht möglich: { $n } Aktionen
}
tip-row-more = Alle anderen Aktionen, in Gruppen. Tippe, um eine zu finden.
tip-row-manoeuvres = Besondere Angriffe: zu Fall bringen, entwaffnen, anstürmen …
tip-row-unfold = Aktionen zeigen oder verbergen, die jetzt nicht möglich sind, und warum.
prompt-folded = { $n } nicht möglich
prompt-folded-weak = { $n ->
    [one] 1 schwächere Antwort
   *[other] { $n } schwächere Antworten
}
settings-ask-from = Fragen ab Ersparnis von
settings-ask-from-about = Eine Reaktion, die im Schnitt weniger erspart, wird nicht angeboten. Automatisch: etwa 4 % der Vitalität, und nur bei Treffern ab 15 %.
settings-ask-usual = auto
settings-ask-points = { $n } Punkte
settings-ask-shots = Bei Schüssen fragen
settings-ask-shots-about = Aus: Auf Schüsse wird nie reagiert.
settings-ask-allies = Bei Berührung durch Verbündete fragen
settings-ask-allies-about = Aus: Deine Auren treffen nie die eigene Seite.
click-with = { $action }: { $with }
click-too-far = { $n ->
    [one] 1 Feld außer Reichweite
   *[other] { $n } Felder außer Reichweite
}
click-move-first = { $n ->
    [one] Erst 1 Feld bewegen, dann angreifen
   *[other] Erst { $n } Felder bewegen, dann angreifen
}
click-move-first-left = { $n ->
    [one] Erst 1 Feld bewegen, dann angreifen: danach { $left }
   *[other] Erst { $n } Felder bewegen, dann angreifen: danach { $left }
}
click-squares = { $n } von { $most }
click-provokes = provoziert { $units }
click-openings = { $n ->
    [one] provoziert 1 Gegner
   *[other] provoziert { $n } Gegner
}
click-openings-loss = { $openings }, etwa { $loss }
click-attackers = { $n ->
    [one] 1 Gegner kann dort angreifen
   *[other] { $n } Gegner können dort angreifen
}
click-attackers-loss = { $attackers }: etwa { $loss }
click-attackers-all = { $attackers }: etwa { $all }, wenn alle es tun
click-attackers-likely = { $attackers }: etwa { $loss }, wenn jeder ein Ziel wählt, { $all }, wenn alle hier angreifen
loss-of-left = { $loss } von { $left }
