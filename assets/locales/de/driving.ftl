### Am Steuer und in der Luft.

driving-what-now = { $name }: Klicke, wohin die Fahrt geht, auf einen Feind zum Angriff, oder nimm eine Karte.
driving-along = blickt in Fahrtrichtung
driving-looks = blickt nach { $to }
driving-looks-note = wohin es am Ende blickt [{ $rule }]
driving-looks-to = Blickt nach

### Feuer auf ein Feld, auf dem niemand zu sehen ist.

blind-title = { $weapon }, blind
blind-line = Eines von denen auf der Linie, nach Zufall:
blind-nobody = Niemand Bekanntes auf der Linie
blind-own = { $name } (eigene Seite)
blind-to-hit = etwas zu treffen
