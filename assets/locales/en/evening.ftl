### Skirmishes, rule options, and the rest of an evening.

# Why a skirmish cannot be played.
skirmish-no-map = there is no map “{ $id }”: choose another
skirmish-no-book = there is no rulebook “{ $id }”: choose another
skirmish-no-unit = { $book } has no unit “{ $id }”: choose another
skirmish-nobody = { $side } has nobody yet: add a unit
skirmish-no-room = there is no room for { $unit } ({ $side }) on this map: take fewer or smaller units
skirmish-full = a side has at most { $most } units

# A skirmish being put together.
draft-map = Map
draft-options = Rules of this match
draft-skirmish = Skirmish
draft-skirmish-about = A battle of your own: choose a map, a rulebook and who fights. Everybody is put in place by themselves.
draft-points = { $n ->
    [one] 1 point
   *[other] { $n } points
}
draft-units = Units
draft-add-side = One more side
draft-drop-side = One side less
skirmish-name = Skirmish: { $map }
side-blue = Blue
side-vermilion = Vermilion
side-green = Green
side-purple = Purple
muster-heading = Units: { $side }
muster-add = Add
muster-nobody = Nobody yet. Add somebody from the list.
tip-muster = Choose the units of this side
tip-seat = Who decides for this side: a person here, or the computer
tip-enlist = { $unit } joins this side
tip-dismiss = { $unit } leaves again
