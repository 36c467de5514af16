roll-failed = failed
roll-miss = miss

### Numbers, names and sums in words.
point-north = the north
point-north-east = the north-east
point-east = the east
point-south-east = the south-east
point-south = the south
point-south-west = the south-west
point-west = the west
point-north-west = the north-west
word-toughness = Toughness
word-initiative = initiative
cost-from = from { $cost }
cost-at-least = { $cost }+
cost-free = free
cost-amount = { $n ->
        [one] 1 { ONE($name) }
       *[other] { $n } { $name }
    }
plural-endings = points/point actions/action Points/Point Actions/Action
kind-penalty = check penalty
kind-inherent = inherent
kind-augmented = augmented
kind-assisted = assisted
kind-magic = magic
kind-tech = tech
kind-size = size
part-of-kind = { $name } ({ $kind })
source-reaction = Reaction
source-nature = Innate
roll-hit-worth = hit: { $n } damage
roll-hit-in-all = hit: { $n } damage in all
roll-hit-by = hit, { $n } to spare
roll-blocked = blocked
roll-grazes = grazing hit, { $n } damage
roll-short = , short by { $n }
roll-miss-short = miss, short by { $n }
roll-miss-by = needs { $needed }, missed by { $n }
roll-needs = needs { $needed }, failed by { $n }
roll-natural-miss = { $n } always misses
roll-natural-fail = { $n } always fails
roll-success-value = success, result { $n }
roll-success = success
roll-success-by = success by { $n }
roll-failed-by = failed by { $n }
roll-critical = critical
roll-jams = the weapon jams
roll-adds-nothing = Critical roll adds nothing: { $why }
roll-drops-highest = Not counted: { $faces } (highest die)
purpose-attack = Attack
purpose-defence = Defence
purpose-critical = Critical roll
purpose-burst = {" "}(1–{ $n } reaches)
purpose-damage = Damage
purpose-initiative = Initiative
purpose-injury = Hit location
purpose-first = Who goes first
someone-unseen = someone unseen
roll-under = rolled { $natural }, needs ≤ { $number }
roll-rolled = rolled { $n }
sum-against = {" "}vs { $n }
roll-degrees = { $n ->
        [one] 1 degree of success
       *[other] { $n } degrees of success
    }
decimal-sign = .
percent-under-one = <1%
percent-over-ninety-nine = >99%
percent = { $n }%
count-rounds = { $n ->
        [one] 1 round
       *[other] { $n } rounds
    }
mode-standard = Standard
mode-swift = Swift
mode-immediate = Immediate
mode-free = Free
list-and = { $most } and { $last }
list-or = { $most } or { $last }
names-in-small-letters = yes
die-letter = d
die-face = d{ $sides }:{ $face }
check-of = { $check } of { $unit }
