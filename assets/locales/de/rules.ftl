
### Was Zustände bewirken, aus ihren Festlegungen gelesen.
rule-of = Regel: { $rule }
rule-no-text = Diese Regel hat noch keinen Text.
rule-forbids = Verboten: { $what }.
rule-forbids-kinds = Keine Aktion dieser Arten: { $kinds }.
rule-cap = Höchstens { $n ->
        [one] 1 Punkt
       *[other] { $n } Punkte
    } pro Runde.
rule-takes = Jede Stufe kostet 1 Punkt ({ $pools }).
rule-allots = { $amount } { $pool } pro Runde.
rule-zeroes = { $checks } werden 0.
rule-slow = Jedes Feld kostet das { $n }-Fache.
rule-low = Deckung ist eine Stufe besser.
rule-out = Außer Gefecht.
rule-becomes = Bei 0: wird zu { $condition }.
rule-again = Bei erneutem Erhalt: wird zu { $condition }.
rule-all-checks = alle Proben
rule-modifier = { $value } auf { $checks }{ $whose ->
        [against] { " " }dagegen
       *[own] { "" }
    }{ $when ->
        [some] , in manchen Fällen
       *[always] { "" }
    }.
effect-falls-by = { $condition } sinkt um { $n }{ $whom }
effect-lose = { $n } { $track } verlieren{ $whom }
effect-lose-margin = { $n } { $track } minus Vorsprung verlieren{ $whom }
effect-regain = { $n } { $track } zurückgewinnen{ $whom }
effect-damage = { $half ->
        [yes] die Hälfte von { $n } Schaden
       *[no] { $n } Schaden
    }{ $whom }
effect-weapon-damage = Waffenschaden{ $whom }
effect-progress = Fortschritt ({ $condition })
effect-become = { $condition } werden{ $whom }
effect-no-longer = nicht mehr { $condition }{ $whom }
effect-success = ; Erfolg: { $what }
effect-failure = ; Fehlschlag: { $what }
effect-check = { $check } gegen { $dc }{ $pass }{ $fail }
effect-now = { $n } ({ $unit } jetzt)
formula-count = n
formula-below = { $track } unter 0
effect-in-some-cases = in manchen Fällen { $what }
effect-bind = wird { $role }
effect-unbind = ist nicht mehr { $role }{ $whom }
effect-each = { $who ->
        [foe] jeder Gegner
        [ally] jeder Verbündete
        [own] jeder der eigenen Seite
       *[any] jeder andere
    }: { $what }
effect-each-within = { $who ->
        [foe] jeder Gegner
        [ally] jeder Verbündete
        [own] jeder der eigenen Seite
       *[any] jeder andere
    } im Umkreis von { $squares }: { $what }
effect-drop-all = alles Gehaltene fallen lassen
effect-target = { " " }(das Ziel)
hook-and = { $one }; { $other }
forbids-all = jede Aktion
forbids-actions = Aktionen
forbids-reactions = Reaktionen
forbids-movement = Bewegung
forbids-walking = Bewegung außer einem Ausweichschritt
forbids-hearing = jedes Hören
hook-hour = Jede Stunde
hook-end-of-round = Am Rundenende
hook-round-start = Zu Rundenbeginn
hook-turn-start = Zu Beginn des Zuges
hook-turn-end = Am Ende des Zuges
hook-after-action = Nach jeder eigenen Aktion
rule-after-action = { $condition }, nach der Aktion: { $what }
hook-after-reaction = Nach der Reaktion auf einen Angriff
hook-after-hit = Bei einem Treffer
hook-gained = Sofort
hook-restored = Bei Heilung
hook-action-start = Beim Handeln
hook-noise = Bei lautem Lärm in der Nähe
hook-rest = Jede Stunde Rast
hook-fight-over = Am Ende des Kampfes
hook-phase = In der Phase „{ $phase }“ jeder Runde
rule-forbids-join = , { "" }
