### Skirmishes, rule options, and the rest of an evening.

# Why a skirmish cannot be played.
skirmish-no-map = there is no map “{ $id }”: choose another
skirmish-no-book = there is no rulebook “{ $id }”: choose another
skirmish-no-unit = { $book } has no unit “{ $id }”: choose another
skirmish-nobody = { $side } has nobody yet: add a unit
skirmish-no-room = there is no room for { $unit } ({ $side }) on this map: take fewer or smaller units
skirmish-full = a side has at most { $most } units
