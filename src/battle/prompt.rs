//! Questions to one side. A unit's turn is one too.

use crate::battle::prelude::*;

/// An open question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Counts up through the battle.
    pub number: u32,
    /// Who decides.
    pub side: Side,
    /// For which unit.
    pub unit: UnitId,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// What do you do on your turn? Answered by `Act`, `End` or `Delay`.
    Turn {
        /// Only the points of this pool may be used, at once (F-76).
        granted: Option<Key>,
    },
    /// Something happens that the unit may answer. `Act` or `Decline`.
    React(Box<Reaction>),
    /// A delayer may cut in with its turn (C-27, C-28). `Choose("act")` or `Decline`.
    CutIn {
        /// Whose doing it would interrupt; none: between two turns.
        by: Option<UnitId>,
        /// What is being done.
        action: Option<Key>,
    },
    /// One of several. `Choose`, or `Decline` where the first option is "none".
    Choice {
        /// What about.
        about: ChoiceKind,
        /// Whom it concerns besides, if anyone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<UnitId>,
        /// The options.
        options: Vec<ChoiceOption>,
    },
    /// Share damage, a loss or healing out (C-62, C-63, C-70). `Allot`.
    Allot {
        /// How much.
        total: i32,
        /// Over which tracks, with the most that each can take.
        tracks: Vec<(Key, i32)>,
        /// What it is.
        #[serde(default)]
        sharing: Sharing,
    },
}

/// One option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceOption {
    /// What a command names.
    pub id: Key,
    /// What a player is told.
    #[serde(alias = "text")]
    pub message: Message,
    /// A number that goes with it.
    pub value: i32,
    /// The square that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// What the attack takes then, where a critical hit is being decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<i32>,
    /// The degrees that it owes then to kinds of damage (D-69).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<(Key, i32)>,
    /// What skin shields pay then (D-61).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<(Key, i32)>,
}

impl ChoiceOption {
    /// An option with a number that goes with it.
    pub fn new(id: &str, message: Message, value: i32) -> Self {
        Self {
            id: Key::new(id),
            message,
            value,
            square: None,
            takes: None,
            owed: Vec::new(),
            spent: Vec::new(),
        }
    }
}

/// What may be answered, and with what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reaction {
    /// The moment.
    pub moment: Moment,
    /// Whose doing.
    pub by: UnitId,
    /// What it does.
    pub action: Key,
    /// The unit that it is aimed at.
    pub target: Option<UnitId>,
    /// Its check, where there is one already.
    pub check: Option<Check>,
    /// How the dice fell, where they have been thrown.
    pub reading: Option<Reading>,
    /// The value at stake: what would get through if nothing is done, before armour.
    pub value: i32,
    /// The spell being cast.
    pub spell: Option<Key>,
    /// What the unit could do, possible or not.
    pub options: Vec<Offer>,
    /// For a readied action: which of the unit's watches.
    pub watch: Option<usize>,
    /// What is answered is done in mêlée.
    pub melee: bool,
    /// Damage dice that are still to be thrown for all whom an explosion catches (C-104).
    pub dice: Option<Dice>,
    /// What was used in what this follows, one after the other (S-65).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Key>,
}

impl Reaction {
    /// The occasion by which answers are judged.
    pub fn occasion(&self) -> Occasion {
        Occasion {
            moment: Some(self.moment),
            against: Some(self.by),
            spell: self.spell,
            target: self.target,
            action: Some(self.action),
            melee: self.melee,
            defence: None,
            granted: false,
            used: self.used.clone(),
        }
    }
}
