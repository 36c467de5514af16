### Die Zeile über der Karte, während andere handeln.
tell-suffers = { $unit } wird getroffen ({ $with }): { $result }
tell-unharmed = { $unit } ({ $with }): { $result }
tell-attacks = { $unit } greift { $target } an ({ $with }): { $result }
tell-shoots = { $unit } schießt auf { $target } ({ $with }): { $result }
tell-casts = { $unit } wirkt { $with } auf { $target }: { $result }
tell-miss = daneben
tell-hit = Treffer
tell-hit-damage = Treffer, { $damage }
tell-critical-damage = kritischer Treffer, { $damage }
tell-critical-suffered = kritisch, { $damage }
tell-fights-on = { $told } (handelt noch bei { $left })
tell-left = { $result } ({ $from } → { $to })
tell-why = { $told }. { $why }
tell-spent = { $unit } hat keine Reaktion übrig
tell-unable = { $unit } kann nicht reagieren: { $why }
tell-unasked = { $unit }: { $with } würde nur { $saved } ersparen
tell-no-help = { $unit }: Keine Reaktion würde helfen
tell-falls = { $unit }: { $condition }
tell-manoeuvre = { $act ->
        [trip] { $unit } bringt { $target } zu Fall
        [disarm] { $unit } entwaffnet { $target }
        [grapple] { $unit } packt { $target }
        [charge_grapple] { $unit } stürmt an und packt { $target }
        [pin] { $unit } hält { $target } nieder
        [throw] { $unit } wirft { $target } um
        [dismount] { $unit } zieht { $target } herunter
       *[other] { $unit }: { $called } → { $target }
    }: { $result }
tell-tries = { $act ->
        [trip] { $unit } will { $target } zu Fall bringen
        [disarm] { $unit } will { $target } entwaffnen
        [grapple] { $unit } will { $target } packen
        [charge_grapple] { $unit } stürmt an und will { $target } packen
        [pin] { $unit } will { $target } niederhalten
        [throw] { $unit } will { $target } umwerfen
        [dismount] { $unit } will { $target } herunterziehen
       *[other] { $unit }: { $called } → { $target }
    }: { $result }
tell-near = ein Feld bei { $unit }
tell-nobody-near = ein leeres Feld
tell-area-astray = { $unit } ({ $with }): weicht ab, { $far } nach { $point }, trifft niemanden
tell-area-empty = { $unit } ({ $with }): trifft niemanden
tell-area-misses = { $unit } ({ $with }) verfehlt { $target }
tell-area-near = { $unit } ({ $with }) zielt neben { $target }: niemand wird getroffen
tell-area-idle = { $unit } ({ $with }) trifft { $target }: keine Wirkung
tell-nobody-inside = trifft niemanden
tell-drops = lässt { $item } fallen
tell-spot = Du entdeckst { $units }
tell-speed = Tempo { $n } %
tell-no-motion = Ohne Animation
tell-skip = Überspringen
tip-hurry = Bis zu deiner nächsten Entscheidung überspringen.
tip-motion = Tempo der Animationen.
line-needs = Nötiger Wurf
line-grazes = Streift
line-harms = Dringt durch Rüstung
line-full-hit = Voller Treffer
