### Was Schaden auf seinem Weg durchläuft, Stufe für Stufe.

trace-damage = Schaden
trace-through = { $what } (kommt durch)
trace-damage-of = Schaden ({ $kind })
trace-arrives = { $n } (Wucht { $drive })
stage-defence = Abwehr
stage-resistance = Widerstand
stage-vulnerability = Anfälligkeit
stage-soak = Schutz
stage-scale = Maßstab
stage-armour = Rüstung
stage-exceptional = Große Wirkung
stage-low-shield = Grober Schirm
stage-medium-shield = Mittlerer Schirm
stage-high-shield = Feiner Schirm
stage-kinetic-shield = Kinetischer Schirm
stage-combine = Geteilte Wucht
stage-weak-to = Schwäche gegen { $kind }
stage-proof-against = Widerstand gegen { $kind }
stage-impact = Einschlag
