//! The slot of a book for actions that take longer than a turn.

use super::data_prelude::*;

/// The slot of a book for tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRule {
    /// Thrown as a task begins: so many times its increment (C-09).
    pub dice: Dice,
    /// Rounds in each increment of time; 0: done at once, within the action's own cost, and nothing is thrown.
    pub increments: BTreeMap<Key, u32>,
    /// What a hit does to who is at a task; none: nothing.
    pub hit: Option<HitRule>,
    /// The rule.
    pub rule: Key,
}

impl TaskRule {
    /// Rounds in an increment; none: it is done at once.
    pub fn rounds(&self, increment: Key) -> Option<u32> {
        self.increments.get(&increment).copied().filter(|rounds| *rounds > 0)
    }
}

/// A hit on who is at a task (C-101): a check with the task's skill, less the damage taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitRule {
    /// The number against the check; failed, the round is lost for the task.
    pub number: i32,
    /// With this margin or a worse one the task is ruined and starts anew.
    pub ruined: i32,
    /// The rule.
    pub rule: Key,
}
