### Die Seiten: Titel, neuer Kampf, Laden, Aufzeichnungen, Mods, Regeln, Einstellungen, Pause, Rückfragen, das Ende.

page-back = Zurück
page-keys = { $ways } oder Tab: bewegen    { $confirm }: wählen    { $cancel }: zurück
title-about = Tabletop-Regelwerke, auf dem Bildschirm gespielt
title-play-now = Sofort spielen
title-play-about = { $battle }: { $facts }
title-continue = Weiterspielen
title-nothing = Kein Kampf verfügbar: kein Szenario gefunden.
title-mistakes = { $count ->
    [one] 1 Fehler in den Dateien: anzeigen
   *[other] { $count } Fehler in den Dateien: anzeigen
}
title-warnings = { $count ->
    [one] 1 Warnung zu den Dateien: anzeigen
   *[other] { $count } Warnungen zu den Dateien: anzeigen
}
title-warning = Warnung: { $what }
title-more-mistakes = und { $count } weitere: Das Programm zeigt sie mit „check“
page-new-battle = Neuer Kampf
page-load = Laden
page-replays = Aufzeichnungen
page-mods = Mods
page-rules = Regeln
page-settings = Einstellungen
page-quit = Beenden
draft-rulebook = Regelwerk
rulebook-about = Die Regeln dieses Kampfes: was Einheiten tun können, womit sie würfeln und was Wunden bewirken.
draft-sides = Seiten
draft-seed = Startwert
seed-about = Derselbe Startwert gibt dieselben Würfel.
draft-other-dice = Neuer Startwert
draft-player = Mensch
draft-computer = Computer
draft-begin = Start
draft-squares = { $columns } × { $rows } Felder
draft-in-short = { $columns } × { $rows }, { $sides }, { $book }, { $length }
draft-against = gegen
draft-short = kurz
draft-medium = mittel
draft-long = lang
pause-before = Vor der ersten Runde
pause-round = Runde { $round }
pause-resume = Weiter
pause-undo = Rückgängig
pause-restart = Neustart
pause-concede = Aufgeben
pause-title = Zum Titel
question-no = Abbrechen
question-restart = Diesen Kampf neu starten?
question-restart-about = Er beginnt wieder in Runde 1 mit denselben Würfeln.
question-concede = { $side }: aufgeben?
question-concede-about = Die andere Seite gewinnt und der Kampf endet.
question-title = Zurück zum Titel?
question-title-about = Der Kampf wird gespeichert; du kannst ihn jederzeit fortsetzen.
rules-find = Suchen
rules-none = Keine Regeln gefunden.
rules-count = { $count ->
    [one] 1 Regel
   *[other] { $count } Regeln
}
rules-no-text = Diese Regel hat noch keinen Text.
mods-base = das Grundspiel
mods-on = An
mods-off = Aus
mods-earlier = Hoch
mods-later = Runter
mods-reload = Alles neu laden
mods-folder = Ordner öffnen
mods-folder-not-shown = Der Ordner { $folder } kann nicht gezeigt werden: { $why }
mods-none = Keine Mods installiert. Mod-Ordner gehören nach { $folder }
mods-unreadable = nicht lesbar
mods-about = Mods weiter unten laden später und haben Vorrang. Ein Mod lädt immer nach den Mods, die er braucht. Zieh einen Mod an seiner Zeile, um ihn zu verschieben.
mods-good = keine Fehler
mods-mistakes = { $count ->
    [one] 1 Fehler
   *[other] { $count } Fehler
}
mods-warnings = { $count ->
    [one] keine Fehler, 1 Warnung
   *[other] keine Fehler, { $count } Warnungen
}
mods-overrides = { $what }: hat Vorrang vor { $mods }
mods-overridden = { $what }: { $winner } hat Vorrang
mods-both = { $what }: zählt zusammen mit { $mods }
mods-more-clashes = und { $count } weitere: Das Programm zeigt sie mit „check --conflicts“
mods-not-kept = Die Mod-Auswahl konnte nicht gespeichert werden: { $why }
mods-unread-choice = Die gespeicherte Mod-Auswahl ist nicht lesbar ({ $why }); alle Mods sind an.
end-again = Noch einmal
end-title = Zum Titel
load-none = Noch keine gespeicherten Kämpfe.
load-later = Kämpfe werden jede Runde und beim Verlassen automatisch gespeichert. Du kannst auch im Menü speichern.
replays-none = Noch keine Aufzeichnungen.
replays-later = Beendete Kämpfe bleiben hier, damit du sie noch einmal ansehen kannst.
page-save = Speichern
save-name = Name
save-none = Noch keine benannten Spielstände.
save-later = Gespeicherte Kämpfe stehen hier und lassen sich überschreiben.
save-line = { $battle }, { $round ->
    [0] vor der ersten Runde
   *[other] Runde { $round }
}, { $age }
save-line-side = { $battle }, { $round ->
    [0] vor der ersten Runde
   *[other] Runde { $round }
}, { $side } am Zug, { $age }
replay-line = { $battle }, { $rounds ->
    [one] 1 Runde
   *[other] { $rounds } Runden
}, { $age }
button-delete = Löschen
button-over = Überschreiben
button-watch = Ansehen
question-delete = „{ $name }“ löschen?
question-delete-about = Das lässt sich nicht rückgängig machen.
watch-play = Abspielen
watch-step = Schritt
watch-fast = Schnell
watch-end = Bis zum Ende
watch-start = Von vorn
watch-all = Alles zeigen
watch-over = Ende der Aufzeichnung
watch-at = Aufzeichnung: { $done } von { $all }
watch-differs = Die Aufzeichnung weicht hier ab: { $why }
watch-other-library = Mit anderen Mods oder einer anderen Spielversion gespielt, kann daher nicht angesehen werden.
draft-luck = Glück
luck-about = Wie die Würfel aller Proben fallen. Andere Würfel sind immer gewöhnlich.
luck-fair = Faire Würfel
luck-deck = Würfel vom Stapel
luck-fair-about = Gewöhnliche Würfel.
luck-deck-about = Jede Seite zieht ihre Würfe von einem gemischten Stapel: Das gleicht das Glück aus.
draft-fortune = Gunst
fortune-about = So oft darf jede Seite eigene Würfel neu würfeln.
end-swap = Seiten tauschen
sums-of = { $n } von { $all }
sums-standing = Noch auf den Beinen
sums-standing-about = Einheiten, die nicht außer Gefecht sind, von allen, die dabei waren.
sums-dealt = Schaden ausgeteilt
sums-hits = Treffer
sums-expected = Erwartet, abgewehrte mitgezählt: { $each }.
sums-blocked = Abgewehrte Angriffe
sums-blocked-about = Angriffe auf diese Seite, die trafen, aber deren ganzen Schaden Verteidigung, Rüstung oder Schild abfing.
sums-luck = Treffer gegenüber dem Durchschnitt
sums-luck-more = { $n } % mehr
sums-luck-fewer = { $n } % weniger
sums-luck-even = gleich
sums-luck-about = Treffer, abgewehrte mitgezählt: { $hits }. Mit durchschnittlichen Würfen: { $expected }. Weniger als { $enough } Angriffe sagen nichts über das Glück.
deed-heaviest = Schwerster Treffer
deed-against = gegen { $target }
deed-absorbed = Am meisten abgewehrt
deed-taken = Am meisten eingesteckt
deed-stands = steht noch
deed-down = am Ende außer Gefecht
deed-failing = am Ende { $condition }
deed-dealt = Am meisten ausgeteilt
sums-overkill = Überschuss: { $each }.
sums-other = Anders verloren ({ $causes })
sums-price = eigene Aktionen
sums-collision = Zusammenstöße
sums-rest = andere Ursachen
sums-criticals = Kritische Treffer
sums-absorbed = Von Rüstung abgefangen
sums-absorbed-about = Schaden, den Rüstung, Widerstand, Schirme und Reaktionen von dieser Seite abhielten.
sums-healed = Geheilt
sums-healed-about = Was die Einheiten dieser Seite im Kampf zurückgewannen.
sums-felled = Gegner außer Gefecht
sums-felled-about = Gegner, die diese Seite außer Gefecht gesetzt oder getötet hat.
slip-mistakes = { $count ->
    [one] 1 Fehler in den Dateien
   *[other] { $count } Fehler in den Dateien
}
slip-mistakes-changed = Dateien geändert, { $count ->
    [one] 1 Fehler
   *[other] { $count } Fehler
}
slip-warnings = { $count ->
    [one] 1 Warnung zu den Dateien
   *[other] { $count } Warnungen zu den Dateien
}
slip-warnings-changed = Dateien geändert, { $count ->
    [one] 1 Warnung
   *[other] { $count } Warnungen
}
slip-changed = Dateien geändert
slip-well = Keine Fehler in den Dateien
slip-well-again = Keine Fehler mehr in den Dateien
slip-look = Anzeigen
slip-aside = Schließen
page-content = Dateien
content-watched = Dateien werden bei jedem Speichern geprüft.
content-question = Die Dateien haben sich geändert. Wie soll dieser Kampf weitergehen?
content-keep = Alte Fassung behalten
content-restart = Mit der neuen Fassung von vorn
content-replay = Mit der neuen Fassung bis hierher nachspielen
content-stopped = { $taken } von { $all } Befehlen nachgespielt. Der nächste ist nicht mehr möglich: { $why }
