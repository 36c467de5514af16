### Spielstände, Aufzeichnungen, und warum sie nicht gelesen oder geschrieben werden können.

# Dateien.
file-not-written = { $path } konnte nicht geschrieben werden, die alte Datei bleibt: { $why }
file-not-read = { $path } konnte nicht gelesen werden: { $why }
file-too-long = { $path } ist größer als { $mebibytes } MiB: das ist keine Datei des Spiels
file-no-file = { $path } ist keine Datei: eine andere wählen
file-leads-out = { $path } ist eine Verknüpfung aus ihrem Ordner hinaus: eine andere wählen

# Warum ein Spielstand nicht geladen wird. Jeweils ein Satz, der sagt, was zu tun ist.
save-no-save = Das ist kein Spielstand von Threat Range: einen anderen laden
save-damaged-top = Der Spielstand ist beschädigt (Kopf geändert): Sicherung oder früheren Spielstand laden
save-damaged-short = Der Spielstand ist beschädigt ({ $is } von { $should } Bytes): Sicherung oder früheren Spielstand laden
save-damaged-long = Der Spielstand ist beschädigt ({ $is } Bytes statt { $should }): Sicherung oder früheren Spielstand laden
save-damaged-battle = Der Spielstand ist beschädigt (Kampf geändert): Sicherung oder früheren Spielstand laden
save-unreadable = Der Spielstand ist beschädigt (Kampf nicht lesbar): Sicherung oder früheren Spielstand laden
save-newer = Der Spielstand hat Format { $form }, dieses Programm liest bis { $newest }: neuere Version benutzen
save-unknown = Der Spielstand hat das unbekannte Format { $form }: Sicherung oder früheren Spielstand laden
save-swollen = Der Spielstand ist beschädigt ({ $kibibytes } KiB entpacken sich zu mehr als { $mebibytes } MiB): Sicherung oder früheren Spielstand laden
save-older = Der Spielstand hat Format { $form }, dieses Programm liest ab Format { $oldest }: mit der Spielversion laden, die ihn geschrieben hat
save-content = Seine Inhalte haben sich geändert ({ $changes }): wieder dieselben Mods benutzen oder mit den jetzigen Regeln weiterspielen
save-mod-missing = { $name } { $version } fehlt
save-mod-added = { $name } { $version } ist neu
save-mod-changed = { $name } { $version } wurde geändert
save-mod-other = { $name } war { $then }, jetzt { $now }
save-mod-order = die Ladereihenfolge war anders
save-resume = Der Spielstand läuft nicht mit Version { $now } des Spiels: mit Version { $then } laden, die ihn geschrieben hat
save-setup = Der gespeicherte Kampf kann nicht aufgebaut werden, { $why }: einen anderen laden

# Speichern und Laden.
save-quick = Schnellspeicherung
save-auto = Automatisch
save-missing = Spielstand nicht gefunden
save-passed = „{ $name }“ lässt sich nicht fortsetzen: { $why }
save-continued = { $passed }. Stattdessen wurde der neueste intakte Spielstand geladen.
save-instead = { $why }. Stattdessen wurde die Sicherung geladen.
save-name-none = Gib einen Namen für den Spielstand ein
save-name-long = Der Name hat { $letters } Zeichen: höchstens { $most }
save-too-long = Der Kampf ist zu lang zum Speichern: { $mebibytes } MiB
save-not-packed = Der Kampf konnte nicht gepackt werden: { $why }
save-foreign = { $path } ist kein Spielstand aus { $folder }
save-no-battle = Kein Kampf zum Speichern
save-done = Kampf gespeichert.

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
replay-not-written = Die Aufzeichnung konnte nicht geschrieben werden: { $why }
replay-no-replay = { $path } ist keine Aufzeichnung: { $why }
replay-no-text = { $path } ist keine Aufzeichnung: keine Textdatei
replay-newer = { $path } hat Format { $form }, dieses Programm liest bis { $newest }: neuere Version benutzen
replay-name-none = Gib einen Namen für die Aufzeichnung ein, mit mindestens einem Buchstaben
replay-not-renamed = { $path } konnte nicht umbenannt werden: { $why }
replay-foreign = { $path } ist keine Aufzeichnung aus { $folder }

# Was sich am Inhalt geändert hat, den ein Kampf benutzt. Die Arten sind die der Ordner eines Regelwerks.
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
replay-older = { $path } hat Format { $form }, dieses Programm liest ab Format { $oldest }: die Spielversion benutzen, die es geschrieben hat
replay-changed = { $path } wurde nachträglich geändert: Die Prüfsumme stimmt nicht
replay-endless = { $path } wurde abgeschnitten: Die Endmarke fehlt
replay-cut = { $path } wurde abgeschnitten oder bearbeitet: { $is } Befehle statt { $should }

# Ein Spielstand, dessen Regeln sich geändert haben.
question-changed = Mit anderen Regeln weiterspielen?
question-changed-about = { $changes }. Frühere Befehle lassen sich nicht rückgängig machen, und die Aufzeichnung des Kampfes kann nicht mehr angesehen werden.
question-changed-yes = Weiterspielen
watch-mixed = Die Regeln haben sich während des Kampfes geändert, daher kann sie nicht von Anfang an angesehen werden

# Fälle aus Kämpfen
case-nothing = In diesem Kampf ist noch nichts geschehen
case-not-whole = Aus diesem Kampf lässt sich kein Testfall machen: { $why }
case-other-rules = Dieser Kampf verläuft nach den jetzigen Regeln anders
case-no-round = Dieser Kampf hat keine Runde { $round }: Die letzte ist Runde { $rounds }
case-too-long = Der Testfall wäre länger als { $mebibytes } MiB: Nimm einen kürzeren Kampf
case-fails = Der Testfall schlägt fehl: { $why }
case-text = Ein gespielter Kampf: { $name }, Startwert { $seed }.
case-text-round = Ein gespielter Kampf: { $name }, Startwert { $seed }, ab Runde { $round }.
case-made = Der Testfall steht in { $path }.
logbar-case = Testfall machen
tip-log-case = Testfall aus den letzten zwei Runden machen
