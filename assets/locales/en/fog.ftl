# Fog, the hand-over between two players at one screen, and what happened meanwhile.

fog-last-seen = Last seen here in round { $round }. Out of sight now.
fog-never-seen = Unexplored
fog-never-seen-why = Nobody on your side has seen it yet.

since-heading = Since your last turn
since-events = { $n ->
    [one] 1 event
   *[other] { $n } events
}
since-start = Since the start
since-more = and { $n } more
since-hits = { $lost ->
        [0] { $times ->
            [one] { $target } blocked { $by }'s hit
           *[other] { $target } blocked { $times } hits from { $by }
        }
       *[other] { $by } hit { $target }{ $times ->
            [one] { "" }
           *[other] { " " }{ $times } times
        }: −{ $lost }
    }
since-misses = { $by } missed { $target }{ $times ->
        [one] { "" }
       *[other] { " " }{ $times } times
    }
since-suffers = { $unit }: −{ $lost }
since-aside = Close
