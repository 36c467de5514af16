### A turn: ways, targets, and what would be elsewhere.

way-far = farther: { $what }
way-increment = { SIGNED($n) } to checks
way-increment-all = { SIGNED($n) } to all checks this round
way-increment-of = { SIGNED($n) } to { $check } checks this round
way-checks = to checks
way-checks-of = to { $check } checks
way-too-far = out of reach
way-hint = { KEY("Confirm") } or click the end: move. { KEY("Via") } or Shift+click: add waypoint. Drag: move waypoint.
loss-disables = takes out
loss-disabled = taken out
loss-kills = kills
loss-killed = dies
loss-each = each { $chance }
loss-by-critical = { $what } after a critical
loss-broken = Drawn shorter, so that the other columns can be told apart: { $share }%
loss-columns = Chance of each loss (%)
loss-columns-hits = Chance of each number of hits (%)
loss-columns-of = Chance of each loss (%); { $n } per column
stand-title = If { $unit } stood here
stand-nothing = { $square }: nothing changes, no attacks either way
stand-note-ours = us { $chance }
stand-note-theirs = them { $chance }
stand-odds = { $chance }, { $loss } expected
stand-hint-ours = From here: { $odds }
stand-hint-theirs = enemies: { $odds }
stand-hint-none = From here: no attack
stand-point = Point at a square: odds if { $unit } stood there
stand-about = { $square }; odds with full points
stand-ours = our best
stand-theirs = their best
stand-seen = in sight
stand-threatened = threatened by
stand-head = Chance to hurt
stand-head-value = us / them
stand-squares = { $n ->
    [one] 1 square
   *[other] { $n } squares
}
stand-unseen = out of sight
stand-cover = { $unit } has { $cover }
stand-threatens = threatens { $unit }
ribbon-what-if = What if
logbar-all = All
logbar-rolls = Rolls
logbar-harm = Damage
logbar-answers = Reactions
logbar-fold = Collapse
logbar-unfold = Expand
logbar-copy = Copy
logbar-copied = { $n } lines copied.
logbar-not-copied = The clipboard isn't available.
