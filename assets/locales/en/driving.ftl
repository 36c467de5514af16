### At the wheel and on the wing.

driving-what-now = { $name }: click a square to drive to, an enemy or an action.
driving-along = faces forward
driving-looks = faces { $to }
driving-looks-note = Facing at the end of the move
driving-looks-to = Facing

### Fire at a square where nobody is seen.

blind-title = { $weapon }, firing blind
blind-line = Hits a random unit on the line:
blind-nobody = No known unit on the line
blind-own = { $name } (ally)
blind-to-hit = to hit anyone
