
### Was Zustände bewirken, aus ihren Festlegungen gelesen.
rule-no-text = Diese Regel hat noch keinen Text.
rule-forbids = Verboten: { $what }.
rule-forbids-kinds = Keine Aktion dieser Arten: { $kinds }.
rule-cap = Höchstens { $n ->
        [one] 1 Punkt
       *[other] { $n } Punkte
    } je Runde.
rule-takes = Nimmt so viele { $pools } wie sein Wert.
rule-allots = { $pool }: { $amount } je Runde.
rule-zeroes = { $checks } stehen auf 0.
rule-slow = Jedes Feld kostet das { $n }-fache.
rule-low = Deckung zählt eine Stufe besser.
rule-out = Außer Gefecht.
rule-becomes = Bei 0 wird daraus { $condition }.
rule-again = Noch einmal erhalten, wird daraus { $condition }.
rule-all-checks = alle Proben
rule-modifier = { $value } auf { $checks }{ $whose ->
        [against] { " " }anderer dagegen
       *[own] { "" }
    }{ $when ->
        [some] , in manchen Fällen
       *[always] { "" }
    }.
effect-falls-by = { $condition } sinkt um { $n }{ $whom }
effect-lose = { $n } { $track } verlieren{ $whom }
effect-regain = { $n } { $track } zurückgewinnen{ $whom }
effect-damage = { $half ->
        [yes] die Hälfte von { $n } Schaden
       *[no] { $n } Schaden
    }{ $whom }
effect-become = { $condition } werden{ $whom }
effect-no-longer = nicht mehr { $condition }{ $whom }
effect-success = ; Erfolg: { $what }
effect-failure = ; Fehlschlag: { $what }
effect-check = { $check } gegen { $dc }{ $pass }{ $fail }
effect-in-some-cases = in manchen Fällen { $what }
effect-bind = wird sein: { $role }
effect-unbind = ist nicht mehr { $role }
effect-drop-all = alles Gehaltene fällt
effect-target = { " " }(das Ziel)
hook-and = { $one }; { $other }
forbids-all = jede Aktion
forbids-actions = Aktionen
forbids-reactions = Reaktionen
forbids-movement = Bewegung
forbids-walking = Bewegung außer einem Ausweichschritt
hook-hour = Jede volle Stunde
hook-end-of-round = Am Ende jeder Runde
hook-round-start = Zu Beginn einer Runde
hook-turn-start = Zu Beginn des Zuges
hook-turn-end = Am Ende des Zuges
hook-after-action = Nach jeder eigenen Aktion
hook-after-reaction = Nach der Antwort auf einen Angriff
hook-after-hit = Wenn getroffen
hook-gained = Sofort
hook-restored = Wenn geheilt
hook-action-start = Beim Handeln
hook-noise = Bei lautem Lärm in der Nähe
hook-rest = Mit jeder Stunde Rast
hook-phase = In der Phase „{ $phase }“ jeder Runde
rule-forbids-join = , { "" }
