### At the wheel and on the wing.

driving-what-now = { $name }: click where to drive, a foe to attack, or take a card.
driving-along = looks along its course
driving-looks = looks to { $to }
driving-looks-note = where it looks in the end [{ $rule }]
driving-looks-to = Looks to

### Fire at a square where nobody is seen.

blind-title = { $weapon }, blindly
blind-line = One of those on the line, by chance:
blind-nobody = Nobody known of on the line
blind-own = { $name } (own side)
blind-to-hit = to hit something
