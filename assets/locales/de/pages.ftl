### Die Seiten: Titel, neuer Kampf, Laden, Aufzeichnungen, Mods, Regeln, Einstellungen, Pause, Rückfragen, das Ende.

page-back = Zurück
page-keys = { $ways } oder Tab: wandern    { $confirm }: wählen    { $cancel }: zurück
title-about = Regelbücher vom Spieltisch, durchgespielt
title-play-now = Sofort spielen
title-continue = Weiterspielen
title-nothing = Es gibt keinen Kampf: Kein Szenario wurde gefunden.
title-mistakes = { $count ->
    [one] Ein Fehler in den Inhalten; alles andere ist spielbar
   *[other] { $count } Fehler in den Inhalten; alles andere ist spielbar
}
title-more-mistakes = und { $count } weitere: Das Programm zeigt sie mit „check“
page-new-battle = Neuer Kampf
page-load = Laden
page-replays = Aufzeichnungen
page-mods = Mods
page-rules = Regeln
page-settings = Einstellungen
page-quit = Beenden
draft-rulebook = Regelwerk
draft-sides = Seiten
draft-seed = Startwert
draft-other-dice = Anderer Startwert
draft-player = Mensch
draft-computer = Computer
draft-begin = Beginnen
draft-squares = { $columns } × { $rows } Felder
pause-before = Vor der ersten Runde
pause-round = Runde { $round }
pause-resume = Weiter
pause-undo = Zurücknehmen
pause-restart = Von vorn
pause-concede = Aufgeben
pause-title = Zum Titel
question-no = Nein
question-restart = Diesen Kampf von vorn beginnen?
question-restart-about = Er beginnt wieder mit der ersten Runde und denselben Würfeln.
question-concede = { $side }: aufgeben?
question-concede-about = Die anderen gewinnen, und der Kampf ist vorbei.
question-title = Zurück zum Titel?
question-title-about = Der Kampf auf dem Tisch endet hier.
rules-find = Suchen
rules-none = Keine Regel dieses Buchs spricht davon.
rules-count = { $count ->
    [one] eine Regel
   *[other] { $count } Regeln
}
rules-no-text = Diese Regel hat noch keinen Text.
mods-base = das Grundspiel
mods-on = An
mods-off = Aus
mods-earlier = Früher
mods-later = Später
mods-reload = Alles neu lesen
mods-none = Noch ist kein Mod da. Der Ordner eines Mods gehört nach { $folder }
mods-unreadable = nicht lesbar
mods-about = Was weiter unten steht, wird später geladen und hat Vorrang vor dem darüber. Ein Mod kommt immer nach denen, die er braucht.
mods-good = keine Fehler
mods-mistakes = { $count ->
    [one] ein Fehler
   *[other] { $count } Fehler
}
mods-not-kept = Die Auswahl der Mods konnte nicht behalten werden: { $why }
mods-unread-choice = Die behaltene Auswahl der Mods ist nicht lesbar ({ $why }); alle Mods sind an.
end-again = Noch einmal
end-title = Zum Titel
load-none = Es gibt noch keinen gespeicherten Kampf.
load-later = Gespeichert wird von selbst zu Beginn jeder Runde und beim Verlassen, von Hand im Menü des Kampfes.
replays-none = Es wurde noch kein Kampf gespielt.
replays-later = Jeder Kampf wird hier aufgehoben, wenn er vorbei ist, und lässt sich noch einmal ansehen.
page-save = Speichern
save-name = Name
save-none = Noch nichts unter einem Namen gespeichert.
save-later = Hier stehen gespeicherte Kämpfe und lassen sich überschreiben.
save-line = { $battle }, { $round ->
    [0] vor der ersten Runde
   *[other] Runde { $round }
}, { $age }
save-line-side = { $battle }, { $round ->
    [0] vor der ersten Runde
   *[other] Runde { $round }
}, { $side } am Zug, { $age }
replay-line = { $battle }, { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
}, { $age }
button-delete = Löschen
button-over = Überschreiben
button-watch = Ansehen
question-delete = „{ $name }“ löschen?
question-delete-about = Es lässt sich nicht zurückholen.
watch-play = Abspielen
watch-step = Ein Schritt
watch-fast = Schnell
watch-end = Bis zum Ende
watch-start = Von vorn
watch-all = Alles sichtbar
watch-over = Die Aufzeichnung ist zu Ende
watch-at = Aufzeichnung: { $done } von { $all }
watch-differs = Die Aufzeichnung stimmt hier nicht mehr: { $why }
watch-other-library = Mit anderen Mods oder einer anderen Version des Spiels gespielt, daher nicht anzusehen.
draft-luck = Glück
luck-fair = Faire Würfel
luck-deck = Würfel vom Stapel
luck-fair-about = Jeder Würfel wird für sich geworfen.
luck-deck-about = Jede Seite zieht ihre Würfe von einem gemischten Stapel, ohne sie zurückzulegen: So gleicht sich das Glück aus.
draft-fortune = Gunst
fortune-about = So oft darf jede Seite einen eigenen Probenwürfel neu werfen, nachdem sie ihn gesehen hat.
end-swap = Seiten tauschen
sums-of = { $n } von { $all }
sums-standing = Noch auf den Beinen
sums-dealt = Schaden ausgeteilt
sums-hits = Treffer
sums-expected = Erwartete Treffer
sums-luck = Kämpfe mit weniger Glück
sums-criticals = Kritische Treffer
sums-absorbed = Von Rüstung abgefangen
sums-healed = Geheilt
sums-felled = Gegner gefällt
