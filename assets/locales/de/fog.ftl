# Nebel, die Übergabe zwischen zweien an einem Bildschirm, und was inzwischen geschah.

fog-last-seen = Zuletzt hier gesehen in Runde { $round }. Jetzt außer Sicht.
fog-never-seen = Unerforscht
fog-never-seen-why = Niemand auf deiner Seite hat es bisher gesehen.

since-heading = Seit deinem letzten Zug
since-events = { $n ->
    [one] 1 Ereignis
   *[other] { $n } Ereignisse
}
since-start = Seit dem Beginn
since-more = und { $n } weitere
since-hits = { $lost ->
        [0] { $times ->
            [one] { $target } wehrt einen Treffer von { $by } ab
           *[other] { $target } wehrt { $times } Treffer von { $by } ab
        }
       *[other] { $by } trifft { $target }{ $times ->
            [one] { "" }
           *[other] { " " }{ $times }-mal
        }: −{ $lost }
    }
since-misses = { $by } verfehlt { $target }{ $times ->
        [one] { "" }
       *[other] { " " }{ $times }-mal
    }
since-suffers = { $unit }: −{ $lost }
since-aside = Schließen
