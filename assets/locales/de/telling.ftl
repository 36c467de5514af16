### Die Zeile über der Karte, während andere handeln.
tell-suffers = { $unit }: { $result }
tell-attacks = { $unit } greift { $target } an: { $result }
tell-shoots = { $unit } schießt auf { $target }: { $result }
tell-casts = { $unit } zaubert auf { $target }: { $result }
tell-miss = daneben
tell-hit = Treffer
tell-hit-damage = Treffer, { $damage }
tell-critical-damage = kritischer Treffer, { $damage }
tell-falls = { $unit }: { $condition }
tell-spot = Du entdeckst { $units }
tell-speed = Tempo { $n } %
tell-no-motion = Ohne Bewegung
tell-skip = Überspringen
tip-hurry = Bis zu deiner nächsten Entscheidung überspringen.
tip-motion = Tempo der Animationen.
line-needs = Nötiger Wurf
