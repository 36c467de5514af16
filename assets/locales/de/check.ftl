### Was `check` sagt.

check-done = { $books } Regelwerke, { $maps } Karten, { $scenarios } Szenarien, { $languages } Sprachen aus { $mods } Mods: { $mistakes ->
    [0] keine Fehler
    [one] 1 Fehler
   *[other] { $mistakes } Fehler
}

### Was `watch` sagt.

watch-waiting = Ich schaue zu. Jede gesicherte Datei wird neu geprüft; Strg-C beendet.
watch-changed = geändert: { $file }
watch-more = und { $count } weitere
