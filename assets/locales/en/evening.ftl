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
draft-skirmish-about = A battle of your own: choose a map, a rulebook and who fights. They are put in their places for you.
draft-points = { $n ->
    [one] 1 point
   *[other] { $n } points
}
draft-units = Units
draft-add-side = One more side
draft-drop-side = One side fewer
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

# Playing.
desk-end-left = There is still { $points } to spend. End the turn once more to leave it.
action-quick-save = Save quickly
action-quick-load = Load the quick save

# The log that hides nothing.
page-log = What happened
end-log = What happened
log-hidden = not seen by: { $sides }
log-all-about = Everything that happened, even what was hidden. Lines that a side did not see say so.
log-begin = Before
log-more = … and { $n } more lines

# Names for saves and replays.
button-name = Name
name-heading = Another name for “{ $name }”
name-replay-about = A replay with a name is kept for good.
name-take = Take this name
name-keep = Leave it
tip-name-replay = Give it a name, by which it is kept for good
tip-name-save = Give it another name
save-name-taken = there is a save “{ $name }” already: write another name
replay-line-won = { $battle }, { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}, { $side } won, { $age }
action-rules = Rules on this

# Tips of the pages.
tip-new-battle = Put a battle together: a scenario or a skirmish of your own
tip-load-page = Go on with a battle that was saved
tip-save-page = Save this battle under a name
tip-replays = Watch battles that were played
tip-mods = What is loaded besides the base game
tip-rules = Look rules up
tip-settings = Display, sound, keys, language
tip-log = Every line of the battle, also what was hidden
tip-start = Begin at once, against the computer
tip-load = Go on with this battle; the one on the table is saved first
tip-save = Save under this name
tip-delete = Delete it for good; it is asked first
tip-watch = Watch the battle command by command
tip-again = The same battle with other dice
tip-swap = The same battle, each player on the next side
tip-restart = The same battle from its start, with the same dice; it is asked first
tip-concede = Give the battle up; it is asked first
tip-title = Leave the battle; it is saved
tip-quit = Leave the game; a battle on the table is saved
tip-begin = Lay the battle out and begin
tip-reload = Read all files of the game and of mods anew
tip-mod-switch = Load this mod, or leave it out
tip-mod-order = Change the order in which mods are loaded
tip-key = Press this, then the new key
tip-key-reset = Back to the key it has at first
tip-usual = All settings as they are at first
tip-rules-book = The rules of this book
tip-log-part = What happened in this part
tip-log-copy = Copy what is shown as text
tip-entry = Choose this battle
tip-map = Play on this map
tip-book = Play by this rulebook
tip-seed = Draw another seed
tip-add-side = A further side joins the battle
tip-drop-side = The last side leaves the battle
