### Am Steuer und in der Luft.

driving-what-now = { $name }: Klick auf ein Feld zum Fahren, einen Gegner oder eine Aktion.
driving-along = blickt in Fahrtrichtung
driving-looks = blickt nach { $to }
driving-looks-note = Blickrichtung am Ende der Bewegung
driving-looks-to = Blickrichtung

### Feuer auf ein Feld, auf dem niemand zu sehen ist.

blind-title = { $weapon }, blind
blind-line = Trifft eine zufällige Einheit auf der Linie:
blind-nobody = Keine bekannte Einheit auf der Linie
blind-own = { $name } (verbündet)
blind-to-hit = trifft jemanden
