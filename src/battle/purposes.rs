//! What dice are thrown for, by the names that logs show and that written dice may bear.
//!
//! Other dice are thrown for a check and bear its id, or for a system of a vehicle and bear that one's.
//! `tests/cases/README.md` shows the list; a test compares it with what is thrown.

/// Each purpose, and what that is.
pub const PURPOSES: &[(&str, &str)] = &[
    ("encounter_distance", "the distance at which groups meet"),
    ("awareness", "a group's team check as groups meet"),
    ("initiative", "the count of a unit, or of all who share one"),
    ("action_die", "an action die on an initiative check"),
    ("tie", "equal counts, or equal team checks"),
    ("attack", "an attack's check, the casting of a spell too"),
    ("critical", "each further link of a critical chain, of attacks, defences and moves"),
    ("confirm", "confirming a critical"),
    ("defence", "a rolled defence"),
    ("dodge", "the dice that getting down takes off an explosion; else the check of that name"),
    ("damage", "damage dice, of weapons, explosions and effects"),
    ("injury", "the table of types of injury"),
    ("lethal", "the table of lethal effects"),
    ("location", "where hits on a vehicle, robot or drone fall"),
    ("stray", "whether a shot that missed strikes another in the crowd"),
    ("pick", "which of several is struck"),
    ("burst", "whether a burst of energy reaches one of those round its target"),
    ("cluster", "what one of those in a zone takes of what fills it"),
    ("fire", "whether a square catches fire"),
    ("scatter", "an area attack that missed: compass point, then squares"),
    ("collision", "the damage of a collision"),
    ("movement", "a rolled movement check"),
    ("first", "who goes first on overwatch: two dice, the watcher's and the other's"),
    ("aid", "helping another with a check"),
    ("counterspell", "countering a spell"),
    ("control", "controlling a spell in effect"),
    ("dismissal", "dismissing a spell in effect"),
    ("healing", "points that come back"),
    ("timing", "how long a task takes"),
    ("at_work", "going on with a task after a hit"),
    ("hours", "how long a makeshift repair holds"),
    ("price", "what a repair costs"),
];
