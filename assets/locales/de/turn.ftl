### Ein Zug: Wege, Ziele und was anderswo wäre.

way-increment = Stufe { $n }
way-increment-then = Bewegungsstufe danach
way-too-far = der Weg führt nicht dorthin
way-hint = { KEY("Confirm") } oder ein Klick auf sein Ende geht diesen Weg. { KEY("Via") } oder Umschalt und Klick setzt einen Punkt, Ziehen verschiebt ihn.
loss-disables = setzt außer Gefecht
loss-kills = tötet
loss-columns = Wahrscheinlichkeit jedes Verlusts, in Prozent
loss-columns-of = Wahrscheinlichkeit eines Verlusts, in Prozent; { $n } je Säule
stand-title = Stünde { $unit } hier
stand-about = Spalte { $column }, Zeile { $row }; Chancen mit allen Punkten
stand-ours = beste eigene
stand-theirs = beste der anderen
stand-seen = in Sicht
stand-threatened = bedrohen
stand-head = Trefferchance
stand-head-value = wir / sie
stand-squares = { $n ->
    [one] 1 Feld
   *[other] { $n } Felder
}
stand-unseen = außer Sicht
stand-cover = { $unit } in { $cover }
stand-threatens = bedroht { $unit }
ribbon-what-if = Was wäre
logbar-all = Alles
logbar-rolls = Würfe
logbar-harm = Schaden
logbar-answers = Reaktionen
logbar-fold = Einklappen
logbar-unfold = Ausklappen
logbar-copy = Kopieren
logbar-copied = { $n } Zeilen sind als Text kopiert.
logbar-not-copied = Die Zwischenablage ist hier nicht zu erreichen.
