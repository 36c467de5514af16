### What `check` says. It is said in English only, but by the same means as all else.

check-done = { $books } rulebooks, { $maps } maps, { $scenarios } scenarios, { $languages } languages of { $mods } mods: { $mistakes ->
    [0] no mistakes
    [one] 1 mistake
   *[other] { $mistakes } mistakes
}
