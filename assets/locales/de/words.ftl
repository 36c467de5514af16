roll-failed = misslungen
roll-miss = daneben

### Zahlen, Namen und Summen in Worten.
point-north = Norden
point-north-east = Nordosten
point-east = Osten
point-south-east = Südosten
point-south = Süden
point-south-west = Südwesten
point-west = Westen
point-north-west = Nordwesten
word-toughness = Robustheit
word-initiative = Initiative
cost-from = ab { $cost }
cost-at-least = { $cost }+
cost-free = kostenlos
cost-amount = { $n ->
        [one] 1 { ONE($name) }
       *[other] { $n } { $name }
    }
plural-endings = punkte/punkt Aktionen/Aktion
kind-penalty = Probenabzug
kind-inherent = angeboren
kind-augmented = verstärkt
kind-assisted = mit Hilfe
kind-magic = Magie
kind-tech = Technik
kind-size = Größe
part-of-kind = { $name } ({ $kind })
source-reaction = Reaktion
source-nature = Angeboren
roll-hit-worth = Treffer: { $n } Schaden
roll-hit-in-all = Treffer: { $n } Schaden insgesamt
roll-hit-by = Treffer, { $n } mehr als nötig
roll-blocked = abgewehrt
roll-grazes = gestreift, { $n } Schaden
roll-short = , { $n } zu wenig
roll-miss-short = daneben, { $n } zu wenig
roll-miss-by = { $needed } nötig, { $n } zu wenig
roll-needs = { $needed } nötig, um { $n } verfehlt
roll-natural-miss = { $n } geht immer daneben
roll-natural-fail = { $n } misslingt immer
roll-success-value = Erfolg, Ergebnis { $n }
roll-success = Erfolg
roll-success-by = Erfolg um { $n }
roll-failed-by = misslungen um { $n }
roll-critical = kritisch
roll-jams = die Waffe klemmt
roll-adds-nothing = Kritisch bringt nichts: { $why }
roll-drops-highest = Zählt nicht: { $faces } (höchster Würfel)
purpose-attack = Angriff
purpose-defence = Abwehr
purpose-critical = Kritisch
purpose-burst = {" "}(1–{ $n } erfasst)
purpose-damage = Schaden
purpose-initiative = Initiative
purpose-injury = Trefferzone
purpose-first = Wer zuerst dran ist
someone-unseen = jemand außer Sicht
roll-under = { $natural } gewürfelt, braucht ≤ { $number }
roll-rolled = { $n } gewürfelt
sum-against = {" "}gegen { $n }
roll-degrees = { $n ->
        [one] 1 Erfolgsgrad
       *[other] { $n } Erfolgsgrade
    }
decimal-sign = ,
percent-under-one = <1 %
percent-over-ninety-nine = >99 %
percent = { $n } %
count-rounds = { $n ->
        [one] 1 Runde
       *[other] { $n } Runden
    }
mode-standard = Gewöhnlich
mode-swift = Rasch
mode-immediate = Sofort
mode-free = Frei
list-and = { $most } und { $last }
list-or = { $most } oder { $last }
names-in-small-letters = no
die-letter = W
die-face = W{ $sides }:{ $face }
check-of = { $check } von { $unit }
