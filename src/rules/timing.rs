//! Who acts when: initiative, ties, the ledger of shifts, delay and press, awareness and surprise.

use super::data_prelude::*;
use super::{
    sequence::{self, OwnPhaseDef, RoundStep},
    surroundings::Light,
};

/// What settles equal counts, in the order tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TieBreak {
    /// The higher value of an expression over the unit's stats.
    Higher(Expr),
    /// Each of the tied rolls, the higher first, equals again (F-17, A-46).
    Roll(Dice),
    /// The tied act at once, each change they do to one another held until all have acted (C-23).
    Together,
}

/// How counts change while the fight goes on.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum Shift {
    /// They do not (A-46, S-13).
    #[default]
    Fixed,
    /// By a ledger settled at the end of each round (F-18 to F-23).
    Ledger(LedgerRule),
    /// At once, for this round if one has still to act, else for the next (C-25).
    AtOnce,
}

/// The ledger's arithmetic (F-18, F-19, F-22, F-23).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRule {
    /// A round's sum is kept within ± this (F-19).
    pub cap: i32,
    /// A count raised to this or more must press (F-22).
    pub high: i32,
    /// A count lowered to this or less sends its owner reeling (F-23).
    pub low: i32,
    /// By how much such a count is raised (F-23).
    pub raise: i32,
    /// The conditions given at the low bound, in order.
    pub low_conditions: Vec<Key>,
    /// The lines of the table.
    pub events: Vec<LedgerEvent>,
}

/// One line of the table of fluid modifiers (F-T1, T-Table 1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerEvent {
    /// Its id: `"aim"`, `"injury"`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The change; may use the unit's stats and `n` (dice spent, points of damage, margin).
    pub amount: Expr,
    /// How often it counts.
    #[serde(default)]
    pub counted: Counted,
    /// For one and the same injury only the larger of the lines of this group counts (F-46).
    pub group: Option<Key>,
    /// The rule.
    pub rule: Key,
}

/// How often a ledger line counts in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Counted {
    /// Each time (F-20).
    #[default]
    Each,
    /// Once a round (F-47).
    OncePerRound,
    /// Once for each weapon a round (F-45).
    OncePerWeapon,
}

/// Acting later than one's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Delay {
    /// Not known to the book.
    #[default]
    None,
    /// The rest of the turn at a lower slot of the same round.
    Resume,
    /// At any later moment, also in the middle of another's action (C-27), or first in the next round (C-28).
    Interrupt,
}

/// Press: an extra half action now for a lower count (F-76).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    /// The least count that may press.
    pub least: i32,
    /// What the count falls by.
    pub cost: i32,
    /// What may be used at once: pool and amount.
    pub grant: (Key, i32),
    /// The rule.
    pub rule: Key,
}

/// The timing slot of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Rolled once by each unit as the fight begins.
    pub dice: Dice,
    /// Added to the roll; uses the unit's stats.
    pub bonus: Expr,
    /// Ties.
    #[serde(default)]
    pub ties: Vec<TieBreak>,
    /// Ties by dice are rolled anew each round (F-17) and not once for the fight.
    #[serde(default)]
    pub ties_each_round: bool,
    /// Scores below this act at this count, after the others there.
    pub least: Option<i32>,
    /// How counts change.
    #[serde(default)]
    pub shift: Shift,
    /// Delay.
    #[serde(default)]
    pub delay: Delay,
    /// Press.
    pub press: Option<Press>,
    /// Haste as a round starts (C-26, T-03).
    pub haste: Option<Haste>,
    /// One who is aware while others are not counts as having rolled this (C-31).
    pub aware_roll: Option<i32>,
    /// The check of a group's commander as a fight begins; its effect adds to the counts of the linked (C-29).
    pub tactics: Option<Key>,
    /// Its margin is divided by this for the gain, toward zero: 2 where an effect is half a margin (T-01).
    #[serde(default = "defaults::one")]
    pub tactics_divisor: i32,
    /// Who knows of others that do not know of him may choose not to fight, by this rule (C-32).
    pub avoid: Option<Key>,
    /// How surprise works.
    #[serde(default)]
    pub surprise: Surprise,
    /// Conditions with which all begin, and until when (F-14, T-04).
    #[serde(default)]
    pub start_conditions: Vec<Key>,
    /// The steps of a round, in their order.
    #[serde(default = "sequence::usual", skip_serializing_if = "sequence::is_usual")]
    pub sequence: Vec<RoundStep>,
    /// Phases of the book's own that stand in the sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<OwnPhaseDef>,
}

impl Timing {
    /// A phase of the book's own.
    pub fn phase(&self, id: Key) -> Option<&OwnPhaseDef> {
        self.phases.iter().find(|phase| phase.id == id)
    }

    /// Whether a phase of the book's own comes before the turns of its round.
    pub fn precedes_turns(&self, phase: Key) -> bool {
        let mut until = self.sequence.iter().take_while(|step| **step != RoundStep::Turns);
        until.any(|step| *step == RoundStep::Phase(phase))
    }

    /// The dice that break a tie; none: it is not rolled off.
    pub fn tie_dice(&self) -> Option<Dice> {
        self.ties.iter().find_map(|tie| if let TieBreak::Roll(dice) = tie { Some(*dice) } else { None })
    }
}

/// Haste: a higher count this round, worse checks (C-26).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Haste {
    /// Added to the count for this round.
    pub count: i32,
    /// Put on all checks of this round.
    pub check: i32,
    /// The rule.
    pub rule: Key,
}

/// How surprise is decided and what it does.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surprise {
    /// A surprise round is played in which only the others act (A-51, F-61).
    #[serde(default)]
    pub round: bool,
    /// The condition the surprised have, until the end of that round.
    pub condition: Option<Key>,
    /// Awareness is rolled by group when the scenario does not say (F-56 to F-60): the check's skills.
    #[serde(default)]
    pub team_skills: Vec<Key>,
    /// Distances at which groups meet, by location (F-50 to F-54).
    #[serde(default)]
    pub distances: Vec<Encounter>,
    /// In that light groups meet no farther apart than in this band of the book's ranges (C-33).
    #[serde(default)]
    pub dim: Vec<(Light, Key)>,
    /// Entries of the ledger are not written in the surprise round (F-62).
    #[serde(default)]
    pub ledger_closed: bool,
}

/// One line of the table of encounter distances (F-T2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// Locations it serves.
    pub places: Vec<Key>,
    /// Dice; none means as far as there is line of sight (F-50).
    pub dice: Option<Dice>,
    /// Feet for each pip.
    #[serde(default)]
    pub feet: i32,
    /// In place of dice: within this band of the book's ranges, at its far border (C-33).
    pub band: Option<Key>,
    /// At its near border instead.
    #[serde(default)]
    pub near: bool,
    /// The rule.
    pub rule: Key,
}

/// The result of settling one count (F-18, F-19, F-22, F-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledCount {
    /// Sum of the counted entries before the cap.
    pub sum: i32,
    /// The change after the cap.
    pub change: i32,
    /// The new count.
    pub count: i32,
    /// It fell to the low bound: the owner reels and was raised.
    pub reeling: bool,
    /// It rose to the high bound: the owner must press.
    pub must_press: bool,
}

impl LedgerRule {
    /// Settles a count by a round's sum: one that did not fall never reels, one not risen never presses (F-01, F-23).
    pub fn settle(&self, count: i32, sum: i32) -> SettledCount {
        let change = sum.clamp(-self.cap, self.cap);
        let raw = count + change;
        let reeling = change < 0 && raw <= self.low;
        let count = if reeling { (raw + self.raise).max(1) } else { raw };
        SettledCount { sum, change, count, reeling, must_press: change > 0 && raw >= self.high }
    }

    /// The line of an event.
    pub fn event(&self, id: Key) -> Option<&LedgerEvent> {
        self.events.iter().find(|event| event.id == id)
    }
}
