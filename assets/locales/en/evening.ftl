### Skirmishes, rule options, and the rest of an evening.

# Why a skirmish cannot be played.
skirmish-no-map = map “{ $id }” not found: choose another
skirmish-no-book = rulebook “{ $id }” not found: choose another
skirmish-no-unit = { $book } has no unit “{ $id }”: choose another
skirmish-nobody = { $side } has no units yet: add one
skirmish-no-room = no room for { $unit } ({ $side }) on this map: use fewer or smaller units
skirmish-full = max { $most } units per side

# A skirmish being put together.
draft-map = Map
draft-map-of = Map { $n } of { $all }
draft-map-before = Previous map
draft-map-after = Next map
draft-options = Battle rules
draft-skirmish = Skirmish
draft-skirmish-about = Your own battle: choose map, rulebook and units.
draft-points = { $n ->
    [one] 1 point
   *[other] { $n } points
}
draft-units = Units
draft-add-side = Add side
draft-drop-side = Remove side
skirmish-name = Skirmish: { $map }
side-blue = Blue
side-vermilion = Vermilion
side-green = Green
side-purple = Purple
muster-heading = Units: { $side }
muster-speed = Speed
muster-top-speed = Top speed (km/h)
muster-seats = Seats
muster-add = Add
muster-nobody = No units yet. Add one from the list.
tip-seat = Player or computer
tip-points = Rough value: 2 for a common unit, 5 for a leader. For comparing sides: there is no limit.
tip-dismiss = Remove { $unit }

# Playing.
turn-end-left = { $points } left. End the turn again to lose them.
action-quick-save = Quick save
action-quick-load = Quick load

# The log that hides nothing.
page-log = Battle log
end-log = Battle log
log-hidden = hidden from: { $sides }
log-all-about = Everything that happened, including hidden events. Lines that a side didn't see are marked.
log-begin = Before the battle
log-more = … and { $n } more lines

# Names for saves and replays.
button-name = Name
name-heading = Rename “{ $name }”
name-replay-about = Named replays are kept permanently.
name-take = Rename
name-keep = Cancel
tip-name-replay = Name it to keep it permanently
save-name-taken = “{ $name }” already exists: choose another name
replay-line-won = { $battle }, { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $side } won, { $age }
action-rules = Rules on this

# Tips of the pages.
tip-settings = Display, sound, keys, language
tip-log = The full log, including hidden events
tip-load = Continue this battle; the current one is saved first
tip-delete = Delete permanently (asks first)
tip-again = Same battle, new dice
tip-restart = Restart with the same dice (asks first)
tip-concede = Give up the battle (asks first)
tip-title = Leave the battle; it is saved
tip-quit = Quit the game; the current battle is saved
tip-reload = Reload all game and mod files
tip-mod-switch = Turn this mod on or off
tip-mod-folder = Show the mods folder, creating it if needed
tip-mod-order = Change the load order
tip-key = Click, then press the new key
tip-key-reset = Restore the default key
tip-usual = Restore the defaults of these three pages; keys and language stay
tip-log-copy = Copy as text
tip-seed = A new seed gives other dice
