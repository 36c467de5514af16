### Was `check` sagt.

check-done = { $books } Regelwerke, { $maps } Karten, { $scenarios } Szenarien, { $languages } Sprachen aus { $mods } Mods: { $mistakes ->
    [0] keine Fehler
    [one] 1 Fehler
   *[other] { $mistakes } Fehler
}
