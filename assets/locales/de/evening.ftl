### Geplänkel, Regeln des Spiels, und was sonst zu einem Abend gehört.

# Warum ein Geplänkel nicht gespielt werden kann.
skirmish-no-map = die Karte „{ $id }“ gibt es nicht: Wähle eine andere
skirmish-no-book = das Regelwerk „{ $id }“ gibt es nicht: Wähle ein anderes
skirmish-no-unit = { $book } kennt die Einheit „{ $id }“ nicht: Wähle eine andere
skirmish-nobody = { $side } hat noch niemanden: Nimm eine Einheit dazu
skirmish-no-room = für { $unit } ({ $side }) ist auf dieser Karte kein Platz: Nimm weniger oder kleinere Einheiten
skirmish-full = eine Seite hat höchstens { $most } Einheiten
