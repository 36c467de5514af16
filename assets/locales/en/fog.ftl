# Fog, the hand-over between two players at one screen, and what happened meanwhile.

fog-last-seen = Last seen here in round { $round }. Not in sight now.
fog-never-seen = Unknown ground
fog-never-seen-why = None of your own has ever seen it.

since-heading = Since your last turn
since-more = and { $n ->
    [one] one more line
   *[other] { $n } more lines
} in the log
since-aside = Lay aside
