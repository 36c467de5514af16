//! Conditions as data: what they forbid, change and trigger, and how they end.

use super::data_prelude::*;

/// The moments at which a condition's effects come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hook {
    /// At each end of round.
    EndOfRound,
    /// At each full hour that it has lasted; `hours` is their number.
    Hour,
    /// As a rest begins, `hours` being 0, and at each full hour of it; `hours` is their number (C-67).
    Rest,
    /// As a round starts.
    RoundStart,
    /// As the bearer's turn starts.
    TurnStart,
    /// As the bearer's turn ends.
    TurnEnd,
    /// After an action that the bearer began with the condition, if it still has it.
    AfterAction,
    /// After an attack in which the bearer made a reaction check with the condition.
    AfterReaction,
    /// After an attack that struck the bearer (A-106, F-70).
    AfterHit,
    /// At a loud noise near by.
    Noise,
    /// As it is gained.
    Gained,
    /// When the bearer gets some of a track back (F-72).
    Restored,
    /// As the bearer begins an action that is not free (F-70).
    ActionStart,
    /// As the fight ends (S-19).
    FightOver,
    /// In a phase of the book's own, once a round.
    Phase(Key),
}

/// Effects at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The moment.
    pub at: Hook,
    /// Only if this is not 0; `count` is the condition's count.
    pub when: Option<Expr>,
    /// Only at every n-th end of round after that of the round in which the condition was gained (C-66).
    pub every: Option<u32>,
    /// What happens.
    #[serde(rename = "do")]
    pub effects: Vec<EffectDef>,
}

/// What a condition keeps its bearer from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Forbids {
    /// Everything, free deeds too.
    All,
    /// Actions of every mode.
    Actions,
    /// Immediate actions and reactions.
    Reactions,
    /// Movement of one's own, a side step too.
    Movement,
    /// Movement but for a side step.
    Walking,
    /// To hear anything (D-80).
    Hearing,
}

/// One condition of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// What is read instead of units with a tag, by its id among the book's names: a ship is destroyed (S-91).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<(Key, Key)>,
    /// The rule.
    pub rule: Key,
    /// It has a count that adds up.
    #[serde(default)]
    pub counted: bool,
    /// What it keeps from.
    #[serde(default)]
    pub forbids: Vec<Forbids>,
    /// Actions with one of these tags are refused (S-12).
    #[serde(default)]
    pub forbids_tags: Vec<Key>,
    /// Only actions with one of these tags may be done (F-65); empty: all.
    #[serde(default)]
    pub only_tags: Vec<Key>,
    /// At most so many points a round.
    pub cap: Option<i32>,
    /// Takes `count` points from the allotments of these pools, in this order.
    #[serde(default)]
    pub takes: Vec<Key>,
    /// Sets a pool's allotment (F-71).
    #[serde(default)]
    pub allots: Vec<(Key, Expr)>,
    /// Modifiers while it lasts.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// Passive checks of these ids are 0.
    #[serde(default)]
    pub zeroes: Vec<Key>,
    /// What it sets off.
    #[serde(default)]
    pub on: Vec<Trigger>,
    /// What follows when its count reaches 0.
    pub becomes: Option<Key>,
    /// What comes in its place when it is gained once more (F-72).
    pub again: Option<Key>,
    /// Lifts these as it comes.
    #[serde(default)]
    pub replaces: Vec<Key>,
    /// Not gained by who has one of these.
    #[serde(default)]
    pub barred_by: Vec<Key>,
    /// Never gained by units with one of these tags: machines know no agony.
    #[serde(default)]
    pub spares: Vec<Key>,
    /// Its bearer counts as out of the fight.
    #[serde(default)]
    pub out: bool,
    /// Its bearer counts as out of the fight where this option of the scenario is not 0.
    pub out_by: Option<Key>,
    /// Its bearer's body does not hold the square but is difficult terrain of so much.
    pub body: Option<u8>,
    /// Its bearer is dead.
    #[serde(default)]
    pub dead: bool,
    /// Its bearer cannot fly: in the air it begins to fall (S-26).
    #[serde(default)]
    pub grounds: bool,
    /// Its bearer sees nothing, by eyes or by sensors; nor do those who sit in it behind plate (C-140).
    #[serde(default)]
    pub blind: bool,
    /// Its bearer's sensors and computer-aided gear do not work, for those aboard either (C-141, C-146).
    #[serde(default)]
    pub dulls: bool,
    /// Its bearer keeps no damage aura up: they are gone at the end of a turn of which it lasts the whole (D-125). Where it
    /// leaves actions tagged `mental`, those of the mind's own making stay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drops_auras: bool,
    /// Enemies cannot choose its bearer as a target, and against its attacks there is no defence roll (D-11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// Friends beside its bearer guard it, so it guards nobody (D-17).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
    /// Squares of cover beside its bearer count against whoever is nearer to them (D-18).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// It ends with an action of its bearer's that has one of these tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends_with: Vec<Key>,
    /// It ends as soon as this is 0, by whoever moves or falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_long_as: Option<Expr>,
    /// How high its count goes, said beside it where that is above 0 (S-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of: Option<Expr>,
    /// Players are not told of it: a mark by which the rules go on (S-77).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
    /// They are not told of it where its bearer has one of these tags: that a ship lies prone says nothing (S-91).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silent_for: Vec<Key>,
    /// It ends as its bearer leaves its square, in whatever way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_the_spot: bool,
    /// It ends where its bearer stands on ground of these terrains: fire in deep water (D-75).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quenched_by: Vec<Key>,
    /// Cover counts one step better (C-56).
    #[serde(default)]
    pub low: bool,
    /// Squares of reach that it gives its bearer.
    #[serde(default)]
    pub reach: i32,
    /// Hands that it gives its bearer; negative: it takes them (D-71).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub hands: i32,
    /// Squares cost so many times as much (C-36).
    pub slow: Option<i32>,
}

impl ConditionDef {
    /// Whether players are told of it where its bearer has these tags.
    pub fn told_of(&self, tags: &[Key]) -> bool {
        !self.silent && !self.silent_for.iter().any(|tag| tags.contains(tag))
    }

    /// Whether it refuses an action of these tags (S-12, F-65).
    pub fn refuses(&self, tags: &[Key]) -> bool {
        let left_out = !self.only_tags.is_empty() && !tags.iter().any(|tag| self.only_tags.contains(tag));
        left_out || tags.iter().any(|tag| self.forbids_tags.contains(tag))
    }

    /// Whether it leaves its bearer what is done with the mind alone (D-80, D-125).
    pub fn leaves_mind(&self) -> bool {
        self.only_tags.iter().any(|tag| *tag == "mental")
    }
}

/// A condition that follows from the numbers: gained when the test holds (A-95, A-104, C-64).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateRule {
    /// The condition.
    pub condition: Key,
    /// Tested after each change of a track.
    pub when: Expr,
    /// Lifted again when the test no longer holds.
    #[serde(default)]
    pub lifts: bool,
    /// Gained only by a loss that makes the test hold or leaves it so, and lifted only by a gain that ends it: one may
    /// be without it while the test holds, and have it otherwise than by the test (C-66).
    #[serde(default)]
    pub by_loss: bool,
    /// Its bearer may do without it: a choice that is made unasked where nobody wants to be asked (S-50).
    #[serde(default)]
    pub asks: bool,
    /// The rule.
    pub rule: Key,
}
