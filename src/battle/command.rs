//! What a player decides. Plain serde data: the window, the AI, cases and replays all send these and nothing else.

use crate::{battle::prelude::*, defaults};

/// One decision.
#[expect(clippy::large_enum_variant, reason = "most of them are acts, made once a decision")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum Command {
    /// Do an action: on one's turn, or as the answer to a prompt.
    Act {
        unit: UnitId,
        action: Key,
        /// How it is paid.
        #[serde(default)]
        mode: Mode,
        /// What it asks for.
        #[serde(default)]
        args: Args,
    },
    /// End the turn; points left stay where the rules leave them.
    End { unit: UnitId },
    /// Act later: at a lower count, or at a moment still to be chosen (C-27).
    Delay {
        unit: UnitId,
        /// The count at which the turn goes on; none: whenever the unit cuts in.
        until: Option<i32>,
    },
    /// Do nothing about what the prompt tells.
    Decline { unit: UnitId },
    /// Take an option of the prompt, by its id.
    Choose { unit: UnitId, option: Key },
    /// Share an amount out over tracks (C-63).
    Allot {
        unit: UnitId,
        /// Track and amount.
        parts: Vec<(Key, i32)>,
    },
    /// Lay down or lift a standing answer. Allowed at any prompt; the prompt stays open.
    Standing(Standing),
    /// Give the fight up.
    Concede { side: Side },
    /// Something from outside the fight, for cases and scenarios. Not offered to players.
    Referee(Referee),
}

/// What comes from outside a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum Referee {
    /// Damage of a kind, through armour and resistance or past them.
    Damage {
        unit: UnitId,
        amount: i32,
        #[serde(default)]
        types: Vec<Key>,
        /// Armour and resistances do not help.
        #[serde(default)]
        after_armour: bool,
        #[serde(default)]
        critical: bool,
    },
    /// Lose (positive) or regain (negative) some of a track: no damage, no armour.
    Lose { unit: UnitId, track: Key, amount: i32 },
    /// Gain a condition, or with a count of 0 or less lift it.
    Condition {
        unit: UnitId,
        condition: Key,
        #[serde(default = "defaults::one")]
        count: i32,
        #[serde(default)]
        until: Until,
    },
    /// Put a unit somewhere, whatever is between.
    Place {
        unit: UnitId,
        /// Where its north-west square goes.
        square: Square,
    },
    /// A unit runs into something at its speed (A-64, C-119).
    Collide {
        unit: UnitId,
        /// Into whom; none: into something solid that the map does not show.
        into: Option<UnitId>,
    },
    /// A unit's count shifts as the book says: by a line of its ledger, or at once.
    Shift {
        unit: UnitId,
        event: Key,
        /// How much, for a line that depends on a number or a plain shift.
        #[serde(default)]
        n: i32,
    },
    /// A check of a unit against a number, with nothing following from it.
    Check {
        unit: UnitId,
        check: Key,
        /// Against what.
        dc: i32,
    },
    /// A save of a unit against a number, from which all follows that the book lets follow from a failed one
    /// (F-42 to F-44).
    Save {
        unit: UnitId,
        /// Which: one of the checks that defend.
        check: Key,
        /// Against what.
        dc: i32,
        /// What it is for: `stress`, `blast`.
        #[serde(default)]
        purposes: Vec<Key>,
    },
    /// A spell goes into effect without dice, as if it had been cast before.
    Spell {
        /// Who has cast it.
        unit: UnitId,
        spell: Key,
        /// The units that it lies on.
        #[serde(default)]
        targets: Vec<UnitId>,
        /// The square that it was cast at.
        square: Option<Square>,
        /// Ends of round that it still lasts; none: as long as one just cast.
        left: Option<u32>,
        /// The success value by which it was cast.
        #[serde(default)]
        sv: i32,
    },
    /// A unit enters the running fight (F-15).
    Enter {
        /// The unit, its place the one wished for.
        unit: Box<UnitState>,
        /// Whether it means to.
        #[serde(default)]
        entry: EntryKind,
    },
    /// A unit leaves the fight.
    Leave { unit: UnitId },
    /// A unit that left comes back (F-15).
    Return {
        unit: UnitId,
        /// Where its north-west square is to be.
        square: Square,
    },
    /// Other light, smoke, weather, gravity, jamming from now on.
    Surroundings(Box<Surroundings>),
    /// Time goes by outside the fight: so many rounds, and hours.
    Time {
        /// Rounds.
        #[serde(default)]
        rounds: u32,
        /// Hours.
        #[serde(default)]
        hours: u32,
    },
    /// A pause of the book, by its id: its time goes by, then it brings what it brings.
    Pause(Key),
    /// Units spend the same time each in its own way: unit and pause, all equally long (C-68). The others do nothing.
    Each(Vec<(UnitId, Key)>),
    /// End the round: turns still to come are skipped.
    EndRound,
}

impl Command {
    /// The act of a unit.
    pub fn act(unit: UnitId, act: Act) -> Self {
        Self::Act { unit, action: act.action, mode: act.mode, args: act.args }
    }
}
