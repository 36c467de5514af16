### A turn: ways, targets, and what would be elsewhere.

way-increment = increment { $n }
way-increment-then = Movement increment then
way-too-far = the way does not lead there
way-hint = { KEY("Confirm") } or a click on its end goes this way. { KEY("Via") } or Shift and a click adds a point, dragging moves one.
loss-disables = disables
loss-kills = kills
loss-columns = Chance of each loss, in per cent
loss-columns-of = Chance of a loss, in per cent; { $n } to a column
stand-title = If { $unit } stood here
stand-about = column { $column }, row { $row }; odds with all points
stand-ours = best of ours
stand-theirs = best of theirs
stand-seen = in sight
stand-threatened = threaten it
stand-head = Chance to hit
stand-head-value = ours / theirs
stand-squares = { $n ->
    [one] 1 square
   *[other] { $n } squares
}
stand-unseen = out of sight
stand-cover = { $unit } in { $cover }
stand-threatens = threatens { $unit }
ribbon-what-if = What if
logbar-all = All
logbar-rolls = Rolls
logbar-harm = Harm
logbar-answers = Reactions
logbar-fold = Fold
logbar-unfold = Unfold
logbar-copy = Copy
logbar-copied = { $n } lines are copied as text.
logbar-not-copied = The clipboard cannot be reached here.
