
### Fragen: was gleich geschieht, wer womit antworten kann und was sonst geschieht.
prompt-pass = Nicht reagieren
prompt-nothing-more = Nichts weiter
prompt-other-way = Andere Art wählen
prompt-cut-in = { $by } will { $action } ausführen. Zuerst handeln?
prompt-between = Ein Zug ist zu Ende. Jetzt handeln?
otherwise-together = mit { $by } zusammen feuern, wenn möglich
prompt-act-now = Jetzt handeln
choice-critical = Kritischer Treffer! Wähle die Wirkung.
choice-aura = Deine Aura kann reagieren.
choice-aura-on = { $unit } berührt deine Aura. Mit gespeichertem Schaden zurückschlagen?
choice-aura-ally = { $unit } (verbündet) berührt deine Aura. Zurückschlagen?
answer-aura = { $n } Schaden kommt durch
choice-replace-die = Einen Schadenswürfel durch die Grade des Treffers ersetzen?
choice-reach = Wie weit den Bedrohungsbereich verschieben?
choice-again = Noch einmal angreifen?
choice-again-down = { $unit } liegt am Boden. Noch einmal angreifen?
choice-again-on = { $unit } noch einmal angreifen?
choice-disarm = Wo landet der Gegenstand?
choice-push = Wohin den Gegner stoßen?
choice-share-hits = Wer bekommt diesen Treffer?
choice-hit-of = { $all ->
    [one] Wer bekommt den Treffer?
   *[other] Treffer { $n } von { $all }: Wer bekommt ihn?
}
answer-hit-on = { $unit }: { $has ->
        [0] noch kein Treffer
        [one] bisher 1 Treffer
       *[other] bisher { $has } Treffer
    }
choice-burn-fate = Einen Schicksalspunkt für immer verbrennen und überleben?
choice-avoid = Sie haben dich nicht bemerkt. Angreifen?
choice-haste = Neue Runde. Eile: diese Runde früher dran, aber mit Abzug auf alles.
choice-initiative-dice = Die Initiative ist gewürfelt. Mit Aktionswürfeln erhöhen?
choice-dice = { $what }? Aktionswürfel einsetzen.
choice-yield = Widerstehen oder nicht?
choice-other = { $what }?
choice-fortune = { $what }: Würfel mit Gunst neu würfeln?
prompt-allot = { $unit } { $verb ->
        [takes] nimmt
        [loses] verliert
       *[regains] gewinnt zurück:
    } { $n }. Wie verteilen?
prompt-not-again = Diesen Zug nicht mehr fragen
prompt-ask-less = Seltener fragen…
prompt-ask-less-about = Öffnet die Einstellungen: nur fragen, wenn eine Reaktion genug erspart, oder nie bei Schüssen.
odds-undo = kontert ihn (braucht einen Platz von { $spell })
odds-evade = wehrt ab
odds-counter = wehrt ab, dann Gegenangriff
odds-hinder = trifft (Angriff { SIGNED($n) })
odds-less = { $dice } weniger Schaden
odds-half = halber Schaden
odds-divided = Schaden geteilt durch { $n }
odds-hit-with = { $what } { $unit } mit: { $with }
odds-hit = { $what } { $unit }
odds-goes-on = { $odds }; der Angriff läuft weiter
odds-lessen = mindert den Schaden
answer-left = erspart { $saved }
answer-of = von { $left }
answer-harm = höchstens { $worst }
answer-deals-sure = gegen { $unit }
answer-deals = an { $unit }, max. { $most }
answer-harm-sure = { $n } Schaden
answer-degrees = { $n ->
    [one] 1 Grad
   *[other] { $n } Grade
}
answer-shield = trifft stattdessen { $unit }
gain-act = dein Zug beginnt jetzt
gain-stop = erspart { $burden } auf Proben
reach-foes = { $n ->
        [0] keine Gegner
        [one] 1 Gegner
       *[other] { $n } Gegner
    }
reach-at = reicht { $n ->
        [one] 1 Feld
       *[other] genau { $n } Felder
    } weit
reach-from-to = reicht { $least } bis { $most } Felder weit
gain-damage = auf den Schaden
gain-aura-none = die Aura behält ihre Energie
gain-haste-none = kein Abzug in dieser Runde
gain-fate = du überlebst
gain-fate-none = du behältst den Punkt
gain-resist = du widerstehst
gain-yield = es wirkt auf dich
otherwise-hit = Voller Schaden.
otherwise-attacked = Der Angriff wird unverändert gewürfelt.
otherwise-casting = Der Zauber wirkt.
otherwise-provoked = { $unit } wird nicht aufgehalten.
otherwise-watched = Weiter warten.
about-attacked = { $you ->
        [yes] { $by } greift dich an: { $action }
       *[no] { $by } greift { $unit } an: { $action }
    }
about-hit = { $you ->
        [yes] { $by } trifft dich: { $action }{ $worth }
       *[no] { $by } trifft { $unit }: { $action }{ $worth }
    }
about-casts-on = { $you ->
        [yes] { $by } wirkt { $spell } auf dich
       *[no] { $by } wirkt { $spell } auf { $unit }
    }
about-casts = { $by } wirkt { $spell }
about-provoked-at = { $you ->
        [yes] { $by } greift dich an: { $action }. Zuerst zuschlagen?
       *[no] { $by } greift { $unit } an: { $action }. Zuerst zuschlagen?
    }
about-provoked = { $by } handelt in deiner Reichweite ({ $action }). Zuerst zuschlagen?
about-watched = { $by } löst deine bereitgehaltene Aktion aus ({ $action }). Ausführen?
about-won = { $n ->
        [0] { $action } ({ $by }): Was nun?
       *[other] Du schlägst { $by } um { $n } ({ $action }). Was nun?
    }
about-caught-dice = Du stehst in der Explosion ({ $action } von { $by }): { $dice } vor Rüstung
about-caught = Du stehst in der Explosion ({ $action } von { $by })
prompt-wait-on = Weiter warten
worth-unknown = Schaden noch unbekannt.
worth-all = { $n } Schaden, kein Widerstand.
worth-sum = { $sum } = { $n } Schaden.
worth-plain = { $n } Schaden nach Widerstand.
lessen-never = kann Schaden nicht mindern
lessen-by = im Schnitt { $n } weniger Schaden
again-burden = danach { $burden } auf alle Proben bis Rundenende
