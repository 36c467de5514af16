### Geplänkel, Regeln des Spiels, und was sonst zu einem Abend gehört.

# Warum ein Geplänkel nicht gespielt werden kann.
skirmish-no-map = Karte „{ $id }“ nicht gefunden: Wähle eine andere
skirmish-no-book = Regelwerk „{ $id }“ nicht gefunden: Wähle ein anderes
skirmish-no-unit = { $book } hat keine Einheit „{ $id }“: Wähle eine andere
skirmish-nobody = { $side }: noch keine Einheiten. Füge eine hinzu
skirmish-no-room = kein Platz für { $unit } ({ $side }) auf dieser Karte: Nimm weniger oder kleinere Einheiten
skirmish-full = höchstens { $most } Einheiten pro Seite

# Ein Geplänkel wird vorbereitet.
draft-map = Karte
draft-map-of = Karte { $n } von { $all }
draft-map-before = Vorige Karte
draft-map-after = Nächste Karte
draft-options = Regeln dieses Kampfes
draft-skirmish = Geplänkel
draft-skirmish-about = Dein eigener Kampf: Wähle Karte, Regelwerk und Einheiten.
draft-points = { $n ->
    [one] 1 Punkt
   *[other] { $n } Punkte
}
draft-units = Einheiten
draft-add-side = Seite hinzufügen
draft-drop-side = Seite entfernen
skirmish-name = Geplänkel: { $map }
side-blue = Blau
side-vermilion = Zinnober
side-green = Grün
side-purple = Purpur
muster-heading = Einheiten: { $side }
muster-speed = Tempo
muster-top-speed = Spitze (km/h)
muster-seats = Plätze
muster-add = Hinzufügen
muster-nobody = Noch keine Einheiten. Füge eine aus der Liste hinzu.
tip-seat = Mensch oder Computer
tip-points = Ungefährer Wert: 2 für eine gewöhnliche Einheit, 5 für einen Anführer. Zum Vergleich der Seiten: Es gibt keine Grenze.
tip-dismiss = { $unit } entfernen

# Im Spiel.
turn-end-left = Noch { $points } übrig. Beende den Zug noch einmal, um sie verfallen zu lassen.
action-quick-save = Schnellspeichern
action-quick-load = Schnellladen

# Das Protokoll, das nichts verbirgt.
page-log = Kampfprotokoll
end-log = Protokoll
log-hidden = verborgen vor: { $sides }
log-all-about = Alles, was geschehen ist, auch Verborgenes. Was eine Seite nicht gesehen hat, ist markiert.
log-begin = Vor dem Kampf
log-more = … und noch { $n } Zeilen

# Namen für Spielstände und Aufzeichnungen.
button-name = Benennen
name-heading = „{ $name }“ umbenennen
name-replay-about = Benannte Aufzeichnungen bleiben dauerhaft erhalten.
name-take = Umbenennen
name-keep = Abbrechen
tip-name-replay = Benennen, um sie dauerhaft zu behalten
save-name-taken = „{ $name }“ gibt es schon: Wähle einen anderen Namen
replay-line-won = { $battle }, { $rounds ->
    [one] 1 Runde
   *[other] { $rounds } Runden
}, Sieg: { $side }, { $age }
action-rules = Regeln hierzu

# Hinweise auf den Seiten.
tip-settings = Anzeige, Ton, Tasten, Sprache
tip-log = Das ganze Protokoll, auch Verborgenes
tip-load = Diesen Kampf fortsetzen; der laufende wird vorher gespeichert
tip-delete = Endgültig löschen (mit Rückfrage)
tip-again = Gleicher Kampf, neue Würfel
tip-restart = Neu starten mit denselben Würfeln (mit Rückfrage)
tip-concede = Kampf aufgeben (mit Rückfrage)
tip-title = Kampf verlassen; er wird gespeichert
tip-quit = Spiel beenden; der laufende Kampf wird gespeichert
tip-reload = Alle Dateien von Spiel und Mods neu laden
tip-mod-switch = Diesen Mod ein- oder ausschalten
tip-mod-folder = Ordner für Mods zeigen und, wenn er fehlt, anlegen
tip-mod-order = Ladereihenfolge ändern
tip-key = Anklicken, dann neue Taste drücken
tip-key-reset = Standardtaste wiederherstellen
tip-usual = Diese drei Seiten auf den Standard zurücksetzen; Tasten und Sprache bleiben
tip-log-copy = Als Text kopieren
tip-seed = Ein neuer Startwert gibt andere Würfel
