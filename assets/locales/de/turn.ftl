### Ein Zug: Wege, Ziele und was anderswo wäre.

way-far = weiter: { $what }
way-increment = { SIGNED($n) } auf Proben
way-increment-all = { SIGNED($n) } auf alle Proben diese Runde
way-increment-of = { SIGNED($n) } auf Proben ({ $check }) diese Runde
way-checks = auf Proben
way-checks-of = auf Proben ({ $check })
way-too-far = außer Reichweite
way-hint = { KEY("Confirm") } oder Klick aufs Ende: bewegen. { KEY("Via") } oder Umschalt+Klick: Wegpunkt setzen. Ziehen: Wegpunkt verschieben.
loss-disables = außer Gefecht
loss-disabled = außer Gefecht
loss-kills = tötet
loss-killed = stirbt
loss-each = je { $chance }
loss-by-critical = { $what } nach einem kritischen Treffer
loss-broken = Kürzer gezeichnet, damit die anderen Säulen zu unterscheiden sind: { $share } %
loss-columns = Chance je Verlust (%)
loss-columns-hits = Chance je Trefferzahl (%)
loss-columns-of = Chance je Verlust (%), in { $n }er-Schritten
stand-title = Wenn { $unit } hier stünde
stand-nothing = { $square }: Nichts ändert sich, niemand kann angreifen
stand-note-ours = wir { $chance }
stand-note-theirs = sie { $chance }
stand-odds = { $chance }, { $loss } erwartet
stand-hint-ours = Von hier: { $odds }
stand-hint-theirs = Gegner: { $odds }
stand-hint-none = Von hier: kein Angriff
stand-point = Zeig auf ein Feld: Chancen, wenn { $unit } dort stünde
stand-about = { $square }; Chancen mit allen Punkten
stand-ours = beste eigene
stand-theirs = beste gegnerische
stand-seen = in Sicht
stand-threatened = bedroht von
stand-head = Chance zu verletzen
stand-head-value = wir / sie
stand-squares = { $n ->
    [one] 1 Feld
   *[other] { $n } Felder
}
stand-unseen = außer Sicht
stand-cover = { $unit } hat { $cover }
stand-threatens = bedroht { $unit }
ribbon-what-if = Vorschau
logbar-all = Alles
logbar-rolls = Würfe
logbar-harm = Schaden
logbar-answers = Reaktionen
logbar-fold = Einklappen
logbar-unfold = Ausklappen
logbar-copy = Kopieren
logbar-copied = { $n } Zeilen kopiert.
logbar-not-copied = Die Zwischenablage ist nicht verfügbar.
