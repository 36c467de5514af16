### What `check` says. It is said in English only, but by the same means as all else.

check-done = { $books } rulebooks, { $maps } maps, { $scenarios } scenarios, { $languages } languages of { $mods } mods: { $mistakes ->
    [0] no errors
    [one] 1 error
   *[other] { $mistakes } errors
}

### What `watch` says. English only, too.

watch-waiting = Watching. Save a file to check it again; Ctrl-C ends.
watch-changed = changed: { $file }
watch-more = and { $count } more
