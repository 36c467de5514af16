
### Fragen: was gleich geschieht, wer womit antworten kann und was sonst geschieht.
prompt-pass = Geschehen lassen
prompt-cut-in = { $by } will dies tun: { $action }. { $unit } hat den Zug aufgeschoben und darf zuerst dazwischengehen.
prompt-between = Zwischen zwei Zügen. { $unit } hat den Zug aufgeschoben und darf ihn jetzt nehmen.
otherwise-put-off = Sonst bleibt der Zug aufgeschoben.
otherwise-together = Sonst, wenn möglich, gemeinsam mit { $by }: alle feuern zugleich.
prompt-act-now = Jetzt handeln
choice-critical = Ein kritischer Treffer. Was bewirkt er?
choice-aura = Die Aura kann antworten.
choice-replace-die = Ein Schadenswürfel darf durch die Grade des Treffers ersetzt werden.
choice-reach = Wie weit verschiebt sich der Bedrohungsbereich?
choice-again = Noch einmal?
choice-again-on = { $unit } noch einmal angreifen?
choice-disarm = Wohin fliegt es?
choice-push = Wohin wird der Gegner bewegt?
choice-avoid = Sie wissen nichts von dir. Soll es ein Gefecht geben?
choice-haste = Die Runde beginnt. Eile: früher dran in dieser Runde, aber in allem unsicherer.
choice-initiative-dice = { $unit } hat die Initiative gewürfelt. Aktionswürfel können sie noch heben.
choice-dice = { $what }? Aktionswürfel entscheiden.
choice-other = { $what }?
choice-fortune = { $what } von { $unit }. Die Gunst kann den Würfel neu werfen lassen, bevor etwas daraus folgt.
prompt-allot = { $unit } { $verb ->
        [takes] nimmt
        [loses] verliert
       *[regains] gewinnt zurück:
    } { $n }. Worauf verteilt?
prompt-not-again = In diesem Zug nicht mehr fragen
odds-undo = es zu vereiteln, mit einem Platz von { $spell }
odds-evade = auszuweichen
odds-hinder = { SIGNED($n) } auf den Angriff: so wahrscheinlich trifft er dann
odds-less = { $dice } weniger
odds-half = die Hälfte davon
odds-divided = geteilt durch { $n }
odds-hit = { $unit } zu treffen
otherwise-hit = Sonst sitzt der Hieb.
otherwise-attacked = Sonst wird der Angriff gewürfelt, wie er ist.
otherwise-casting = Sonst wirkt der Zauber.
otherwise-provoked = Sonst geht { $unit } ungehindert weiter.
otherwise-watched = Sonst wird weiter gewartet.
otherwise-won = Sonst bleibt alles, wie es ist.
otherwise-caught = Sonst trifft es voll.
about-attacked-odds = { $by } greift gleich an: { $unit } ({ $action }), trifft mit { $odds }.
about-attacked = { $by } greift gleich an: { $unit } ({ $action }).
about-hit-sum = { $by } hat getroffen: { $unit } ({ $action }): { $sum }. { $worth }
about-hit = { $by } hat getroffen: { $unit } ({ $action }). { $worth }
about-casts-on = { $by } wirkt { $spell } auf { $unit }.
about-casts = { $by } wirkt { $spell }.
about-provoked = { $by } gibt { $unit } eine Blöße ({ $action }).
about-watched = { $by } tut, worauf { $unit } gewartet hat ({ $action }).
about-won = { $unit } hat gegen { $by } gewonnen ({ $action }), mit { SIGNED($n) }. Was nun?
about-caught-dice = Es geht los und erwischt { $unit } ({ $action } von { $by }): { $dice }, vor Rüstung.
about-caught = Es geht los und erwischt { $unit } ({ $action } von { $by }).
prompt-wait-on = Weiter warten
worth-unknown = Was er bewirkt, zeigt sich noch.
worth-all = Der Hieb kostet { $n }; nichts hält ihn auf.
worth-resisted = Der Hieb ist { $raw } wert; Widerstand nimmt { $off }, also bleiben { $n }.
worth-vulnerable = Der Hieb ist { $raw } wert; { $unit } ist dafür anfällig, also kostet er { $n }.
worth-plain = Er kostet { $n }; Widerstand ist schon abgezogen.
lessen-never = kann ihn nicht mindern
lessen-by = ihn zu mindern, im Mittel um { $n }
lessen-to = ihn zu mindern: im Mittel { $n } verloren statt { $was }
again-odds = trifft; { $burden } auf alle Proben bis zum Ende der Runde
