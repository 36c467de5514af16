### Geplänkel, Regeln des Spiels, und was sonst zu einem Abend gehört.

# Warum ein Geplänkel nicht gespielt werden kann.
skirmish-no-map = die Karte „{ $id }“ gibt es nicht: Wähle eine andere
skirmish-no-book = das Regelwerk „{ $id }“ gibt es nicht: Wähle ein anderes
skirmish-no-unit = { $book } kennt die Einheit „{ $id }“ nicht: Wähle eine andere
skirmish-nobody = { $side } hat noch niemanden: Nimm eine Einheit dazu
skirmish-no-room = für { $unit } ({ $side }) ist auf dieser Karte kein Platz: Nimm weniger oder kleinere Einheiten
skirmish-full = eine Seite hat höchstens { $most } Einheiten

# Ein Geplänkel wird vorbereitet.
draft-map = Karte
draft-options = Regeln dieses Spiels
draft-skirmish = Geplänkel
draft-skirmish-about = Ein eigener Kampf: Wähle eine Karte, ein Regelwerk und wer kämpft. Aufgestellt wird von selbst.
draft-points = { $n ->
    [one] 1 Punkt
   *[other] { $n } Punkte
}
draft-units = Einheiten
draft-add-side = Eine Seite mehr
draft-drop-side = Eine Seite weniger
skirmish-name = Geplänkel: { $map }
side-blue = Blau
side-vermilion = Zinnober
side-green = Grün
side-purple = Purpur
muster-heading = Einheiten: { $side }
muster-add = Dazu
muster-nobody = Noch niemand. Nimm jemanden aus der Liste.
tip-muster = Die Einheiten dieser Seite wählen
tip-seat = Wer für diese Seite entscheidet: ein Mensch hier oder der Computer
tip-enlist = { $unit } kommt zu dieser Seite
tip-dismiss = { $unit } geht wieder
