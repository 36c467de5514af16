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
draft-options = Regeln dieser Partie
draft-skirmish = Geplänkel
draft-skirmish-about = Ein eigener Kampf: Wähle eine Karte, ein Regelwerk und wer kämpft. Aufgestellt wird für dich.
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

# Im Spiel.
desk-end-left = Es bleibt noch { $points } auszugeben. Beende den Zug noch einmal, um es verfallen zu lassen.
action-quick-save = Schnell speichern
action-quick-load = Schnellspeicherung laden

# Das Protokoll, das nichts verbirgt.
page-log = Was geschah
end-log = Was geschah
log-hidden = nicht gesehen von: { $sides }
log-all-about = Alles, was geschah, auch das Verborgene. Was eine Seite nicht bemerkt hat, ist vermerkt.
log-begin = Zuvor
log-more = … und noch { $n } Zeilen

# Namen für Spielstände und Aufzeichnungen.
button-name = Benennen
name-heading = Ein anderer Name für „{ $name }“
name-replay-about = Eine Aufzeichnung mit Namen bleibt für immer.
name-take = So nennen
name-keep = So lassen
tip-name-replay = Einen Namen geben, unter dem sie für immer bleibt
tip-name-save = Einen anderen Namen geben
save-name-taken = einen Spielstand „{ $name }“ gibt es schon: Schreibe einen anderen Namen
replay-line-won = { $battle }, { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
}, { $side } hat gewonnen, { $age }
action-rules = Regeln hierzu

# Hinweise auf den Seiten.
tip-new-battle = Einen Kampf vorbereiten: ein Szenario oder ein eigenes Geplänkel
tip-load-page = Mit einem gespeicherten Kampf weitermachen
tip-save-page = Diesen Kampf unter einem Namen speichern
tip-replays = Gespielte Kämpfe ansehen
tip-mods = Was außer dem Grundspiel geladen wird
tip-rules = Regeln nachschlagen
tip-settings = Anzeige, Ton, Tasten, Sprache
tip-log = Jede Zeile des Kampfes, auch was verborgen war
tip-start = Gleich beginnen, gegen den Computer
tip-load = Mit diesem Kampf weitermachen; der auf dem Tisch wird vorher gespeichert
tip-save = Unter diesem Namen speichern
tip-delete = Endgültig löschen; vorher wird gefragt
tip-watch = Den Kampf Befehl für Befehl ansehen
tip-again = Derselbe Kampf mit anderen Würfeln
tip-swap = Derselbe Kampf, jeder Spieler auf der nächsten Seite
tip-restart = Derselbe Kampf von vorn, mit denselben Würfeln; vorher wird gefragt
tip-concede = Den Kampf aufgeben; vorher wird gefragt
tip-title = Den Kampf verlassen; er wird gespeichert
tip-quit = Das Spiel verlassen; ein Kampf auf dem Tisch wird gespeichert
tip-begin = Den Kampf auslegen und beginnen
tip-reload = Alle Dateien des Spiels und der Mods neu lesen
tip-mod-switch = Diesen Mod laden oder weglassen
tip-mod-order = Ändern, in welcher Reihenfolge Mods geladen werden
tip-key = Hier drücken, dann die neue Taste
tip-key-reset = Zurück zur Taste von Anfang an
tip-usual = Alle Einstellungen wie am Anfang
tip-rules-book = Die Regeln dieses Buches
tip-log-part = Was in diesem Teil geschah
tip-log-copy = Was zu sehen ist, als Text kopieren
tip-entry = Diesen Kampf wählen
tip-map = Auf dieser Karte spielen
tip-book = Nach diesem Regelwerk spielen
tip-seed = Einen anderen Startwert ziehen
tip-add-side = Eine weitere Seite kommt zum Kampf
tip-drop-side = Die letzte Seite verlässt den Kampf
