### Die Reihe der Aktionen, und was sich darüber öffnet.

row-manoeuvres = Manöver
row-find = Suchen
row-nothing = Keine Aktion passt dazu.
row-squares = { $n ->
    [one] 1 Feld
   *[other] { $n } Felder
}
row-chance = { $odds } Treffer
row-chance-hurt = { $odds } Schaden
row-chance-best = bis { $odds }
row-no-target = kein Ziel
row-barred = jetzt nicht
row-barred-points = { $has ->
    [0] { $name } verbraucht
   *[other] zu wenig Punkte
}
row-barred-weapon = keine Waffe
row-barred-spell = kein Zauber
row-barred-ammunition = zu wenig Munition
row-barred-loaded = nicht geladen
row-barred-prevented = verhindert
row-barred-move = unbeweglich
row-barred-fly = kann nicht fliegen
row-barred-wheel = nicht am Steuer
row-barred-work = beschäftigt
row-unfold = { $n ->
    [one] Jetzt nicht möglich: 1 Aktion
   *[other] Jetzt nicht möglich: { $n } Aktionen
}
tip-row-more = Alle anderen Aktionen, in Gruppen. Tippe, um eine zu finden.
tip-row-manoeuvres = Besondere Angriffe: zu Fall bringen, entwaffnen, anstürmen …
tip-row-unfold = Aktionen zeigen oder verbergen, die jetzt nicht möglich sind, und warum.
prompt-folded = { $n ->
    [one] 1 weitere
   *[other] { $n } weitere
}
settings-ask-from = Fragen, wenn es mindestens spart
settings-ask-from-about = Eine Reaktion, die im Schnitt weniger spart, wird nicht angeboten. Automatisch: etwa 4 % der Vitalität, und nur bei Treffern ab 15 %.
settings-ask-usual = auto
settings-ask-points = { $n } Punkte
settings-ask-shots = Bei Schüssen fragen
settings-ask-shots-about = Aus: Auf Schüsse wird nie reagiert.
prompt-never-shots = Bei Schüssen nie fragen
prompt-this-battle = in diesem Kampf
prompt-ask-above = Nur über { $n } fragen
click-with = { $action }: { $with }
click-squares = { $n } von { $most }
click-openings = { $n ->
    [one] provoziert 1 Gegner
   *[other] provoziert { $n } Gegner
}
