### Spielstände, Aufzeichnungen, und warum sie nicht gelesen oder geschrieben werden können.

# Dateien.
file-not-written = { $path } konnte nicht geschrieben werden, das Alte ist noch da: { $why }
file-not-read = { $path } konnte nicht gelesen werden: { $why }
file-too-long = { $path } ist länger als { $mebibytes } MiB: das ist keine Datei des Spiels
file-no-file = { $path } ist keine Datei: eine andere wählen
file-leads-out = { $path } ist eine Verknüpfung, die aus ihrem Ordner hinausführt: eine andere wählen

# Warum ein Spielstand nicht geladen wird. Jeweils ein Satz, der sagt, was zu tun ist.
save-no-save = Das ist kein Spielstand von Threat Range, er beginnt nicht wie einer: einen anderen laden
save-damaged-top = Der Spielstand ist beschädigt, seine ersten Zeilen haben sich geändert: seine Sicherung oder einen früheren Stand laden
save-damaged-short = Der Spielstand ist beschädigt, er endet nach { $is } von { $should } Bytes: seine Sicherung oder einen früheren Stand laden
save-damaged-long = Der Spielstand ist beschädigt, er hat { $is } Bytes statt { $should }: seine Sicherung oder einen früheren Stand laden
save-damaged-battle = Der Spielstand ist beschädigt, das Gefecht darin hat sich geändert: seine Sicherung oder einen früheren Stand laden
save-unreadable = Der Spielstand ist beschädigt, das Gefecht darin ist nicht lesbar: seine Sicherung oder einen früheren Stand laden
save-newer = Der Spielstand hat die Form { $form }, dieses Programm liest bis { $newest }: dafür das neuere Programm benutzen
save-unknown = Der Spielstand hat die Form { $form }, die es nie gab: seine Sicherung oder einen früheren Stand laden
save-swollen = Der Spielstand ist beschädigt, seine { $kibibytes } KiB entpacken sich zu mehr als den { $mebibytes } MiB, die ein Gefecht dieser Länge haben kann: seine Sicherung oder einen früheren Stand laden
save-older = Der Spielstand hat die Form { $form }, dieses Programm liest ab { $oldest }: mit der Version des Spiels laden, die ihn geschrieben hat
save-content = Was sein Gefecht benutzt, hat sich geändert ({ $changes }): wieder dieselben Mods benutzen oder nach den jetzigen Regeln weiterspielen
save-mod-missing = { $name } { $version } fehlt
save-mod-added = { $name } { $version } war nicht dabei
save-mod-changed = { $name } { $version } wurde verändert
save-mod-other = { $name } war { $then } und ist { $now }
save-mod-order = sie wurden in anderer Reihenfolge geladen
save-resume = Der Spielstand kann in Version { $now } des Spiels nicht weitergehen: mit Version { $then } laden, die ihn geschrieben hat
save-setup = Das Gefecht des Spielstands kann nicht aufgebaut werden, { $why }: einen anderen laden

# Speichern und Laden.
save-quick = Schnellspeicherung
save-auto = Automatisch gespeichert
save-missing = Der Spielstand ist nicht da
save-passed = Mit „{ $name }“ geht es nicht weiter: { $why }
save-continued = { $passed }. Stattdessen wurde der neueste heile Stand geladen.
save-instead = { $why }. Seine Sicherung wurde stattdessen geladen.
save-name-none = Der Spielstand braucht einen Namen: einen eingeben
save-name-long = Der Name des Spielstands hat { $letters } Zeichen: höchstens { $most } eingeben
save-too-long = Das Gefecht ist zu lang geworden, um gespeichert zu werden: { $mebibytes } MiB
save-not-packed = Das Gefecht konnte nicht gepackt werden: { $why }
save-foreign = { $path } ist kein Spielstand aus { $folder }
save-no-battle = Auf dem Tisch ist kein Gefecht, das gespeichert werden könnte
save-done = Das Gefecht ist gespeichert.

# Wie lange es her ist.
age-now = gerade eben
age-minutes = { $n ->
    [one] vor einer Minute
   *[other] vor { $n } Minuten
}
age-hours = { $n ->
    [one] vor einer Stunde
   *[other] vor { $n } Stunden
}
age-days = { $n ->
    [one] vor einem Tag
   *[other] vor { $n } Tagen
}

# Aufzeichnungen.
replay-not-written = Die Aufzeichnung konnte nicht in Worte gefasst werden: { $why }
replay-no-replay = { $path } ist keine Aufzeichnung: { $why }
replay-no-text = { $path } ist keine Aufzeichnung: es ist kein Text
replay-newer = { $path } hat die Form { $form }, dieses Programm liest bis { $newest }: das neuere Programm benutzen
replay-name-none = Die Aufzeichnung braucht einen Namen mit einem Buchstaben: einen eingeben
replay-not-renamed = { $path } konnte nicht umbenannt werden: { $why }
replay-foreign = { $path } ist keine Aufzeichnung aus { $folder }

# Was sich am Inhalt geändert hat, den ein Gefecht benutzt. Die Arten sind die der Ordner eines Regelwerks.
content-entry = { $kind ->
    [action] Aktion
    [condition] Zustand
    [weapon] Waffe
    [item] Gegenstand
    [spell] Zauber
    [interaction] Handgriff
    [system] System
    [unit] Einheit
    [map] Karte
    [scenario] Szenario
    [rulebook] Regelwerk
   *[other] { $kind }
} { $name }
content-missing = { $what } fehlt
content-changed = { $what } hat sich geändert
content-changed-fields = { $what } geändert: { $fields }
content-more = und { $n } weitere
replay-older = { $path } hat die Form { $form }, dieses Programm liest ab { $oldest }: die Version des Spiels benutzen, die es geschrieben hat
replay-changed = { $path } wurde verändert, seit sie geschrieben wurde: Ihr Siegel ist nicht das ihres Textes
replay-endless = { $path } hat keine Endmarke: Sie wurde abgeschnitten
replay-cut = { $path } wurde abgeschnitten oder zusammengesetzt: Sie hat { $is } Befehle, ihre Endmarke zählt { $should }

# Ein Spielstand, dessen Regeln sich geändert haben.
question-changed = Nach anderen Regeln weiterspielen?
question-changed-about = { $changes }. Was vorher getan wurde, lässt sich nicht zurücknehmen, und die Aufzeichnung des Gefechts nicht wieder abspielen.
question-changed-yes = Weiterspielen
watch-mixed = Ihre Regeln haben sich mitten im Gefecht geändert, daher ist sie nicht von Anfang an anzusehen
