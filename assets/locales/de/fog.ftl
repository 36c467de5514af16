# Nebel, die Übergabe zwischen zweien an einem Bildschirm, und was inzwischen geschah.

fog-last-seen = Hier zuletzt gesehen in Runde { $round }. Jetzt nicht in Sicht.
fog-never-seen = Unbekannter Boden
fog-never-seen-why = Keiner der Deinen hat ihn je gesehen.

since-heading = Seit deinem letzten Zug
since-more = und { $n ->
    [one] eine weitere Zeile
   *[other] { $n } weitere Zeilen
} im Protokoll
since-aside = Weglegen
