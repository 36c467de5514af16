//! Which commands are possible, and why the others are not.
//!
//! A command is a template with holes. [`plan()`] is the test that the resolver makes before anything happens;
//! [`offers()`], [`targets`] and [`reach`] give window and AI each hole's domain, from the same functions. This
//! file owns the shapes of orders, occasions and answers; nothing in this folder changes a battle.

mod aid;
mod aims;
mod carried;
mod company;
mod courses;
mod flight;
mod halves;
mod holes;
mod magic;
mod means;
mod moves;
mod offers;
mod openings;
mod plainest;
mod plan;
mod ramming;
mod rams;
mod reach;
mod riders;
mod squares;
mod things;

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    action::{ActionDef, Moment},
    economy::Mode,
    facts::{UnitId, WatchFor},
    spell::SpellDef,
};
use crate::{
    grid::{self, Dir8, Square, Template},
    key::Key,
    message::Message,
};

pub use aid::aid;
pub use carried::landings;
pub use company::{companions, joins};
pub use courses::{
    Course, Driving, Roads, Stop, course_bands, driving, freedom, is_daring, is_low, rises, roads_to,
    stands_free, turns, weaving,
};
pub use flight::{Climb, Leg, bands, climb, climbs_to, way};
pub use halves::{Part, pending};
pub use holes::system;
pub use magic::in_effect;
pub use means::{cost, default_weapon, draws, whole_turn};
pub use moves::{
    Budget, Charge, bodies, body, budget, category, charges, cost_rule, held_squares, held_squares_in, mover,
    mover_in, path, step, threatened, turning,
};
pub use offers::{has_turn, modes, offer, offers, opportunity, targets};
pub use openings::{cannot_act, expects, no_answer, no_opening};
pub use plainest::{Ready, plainness};
pub use plan::{plan, presses, still};
pub use ramming::ram_check;
pub use rams::impact;
pub use reach::{reach, reach_after, reach_ramming};
pub(crate) use squares::clear;
pub use squares::{is_free, squares};
pub use things::{Interaction, interaction, interactions, pushed};

/// Why something cannot be done: a code for cases, a message for people, the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// A short name: `needs_points`, `out_of_reach`.
    pub code: Key,
    /// What a player is told, without a full stop.
    #[serde(alias = "text")]
    pub message: Message,
    /// The rule that says so.
    pub rule: Option<Key>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &str, message: Message, rule: Option<Key>) -> Self {
        Self { code: Key::new(code), message, rule }
    }
}

impl fmt::Display for Refusal {
    /// The message by its id, for logs of the program. People read its sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        match self.rule {
            Some(rule) => write!(f, " [{rule}]"),
            None => Ok(()),
        }
    }
}

/// What is readied or watched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchArgs {
    /// The trigger.
    pub on: WatchFor,
    /// The action then.
    pub action: Key,
    /// With what weapon.
    #[serde(default)]
    pub weapon: Option<Key>,
    /// Which spell.
    #[serde(default)]
    pub spell: Option<Key>,
    /// Within how many squares.
    #[serde(default)]
    pub zone: Option<i32>,
}

/// A small deed that rides on an action (A-39).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// The action whose effects happen.
    pub action: Key,
    /// The item, if it asks for one.
    #[serde(default)]
    pub item: Option<Key>,
}

/// One who joins in what another does, with a weapon of its own (C-178).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companion {
    /// Who.
    pub unit: UnitId,
    /// With what; none: the first of its weapons that serves.
    #[serde(default)]
    pub weapon: Option<Key>,
}

/// What a command fills in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Args {
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The weapon, by its name on the unit; none: the first that fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Key>,
    /// More weapons or shots of the same attack (D-26).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Key>,
    /// The spell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spell: Option<Key>,
    /// The squares entered, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Square>,
    /// Altitude bands flown into, each after so many squares of the path (S-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub climbs: Vec<Climb>,
    /// Where it heads in the end (A-163); none: as its last step went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Dir8>,
    /// Category of movement; none: the first the unit has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Key>,
    /// Roll a movement check that could stand at its passive base (A-54).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub roll: bool,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// An item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Key>,
    /// A check of the book (A-117).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Key>,
    /// A thing on the map, or a creature, by its id (A-134).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thing: Option<Key>,
    /// What to do with it; none: the first that is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Key>,
    /// One of the target's systems, weapons or limbs (C-149).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Key>,
    /// A door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<u16>,
    /// The square aimed at (A-157), or where something is put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// North-west square of what an area of so many squares a side covers (A-161); none: the aim is in its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<Square>,
    /// A spell in effect, by its name in this fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_effect: Option<Key>,
    /// Others who do it too (C-178); none: all who can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Companion>,
    /// The course of the vehicle that is driven; none: straight on (C-111).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// A side of the vehicle (C-125).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arc: Option<grid::Arc>,
    /// What to watch for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<WatchArgs>,
    /// Small deeds that ride on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// One action as ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Which action.
    pub action: Key,
    /// How it is paid.
    #[serde(default)]
    pub mode: Mode,
    /// What it asks for.
    #[serde(default)]
    pub args: Args,
}

/// What a unit is doing when it is asked: its own turn, or answering.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Occasion {
    /// None: its own turn. Else the moment that it answers.
    pub moment: Option<Moment>,
    /// Whose doing it answers.
    pub against: Option<UnitId>,
    /// The spell being cast, for a counterspell.
    pub spell: Option<Key>,
    /// The target of what it answers.
    pub target: Option<UnitId>,
    /// The action that it answers; `act.TAG` asks for its tags.
    #[serde(default)]
    pub action: Option<Key>,
    /// The attack answered is a mêlée attack.
    pub melee: bool,
    /// The defence that the attack was held against.
    pub defence: Option<Key>,
    /// A granted extra half: nothing but paid actions (F-10, F-11).
    pub granted: bool,
}

/// Pools or tracks, each with an amount.
pub type Amounts = Vec<(Key, i32)>;

/// A command found possible, with all that the resolver needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The action.
    pub def: Arc<ActionDef>,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks (or `initiative`) and amounts.
    pub price: Vec<(Key, i32)>,
    /// The weapon chosen.
    pub weapon: Option<Key>,
    /// The spell chosen.
    pub spell: Option<Arc<SpellDef>>,
    /// Rounds of its burst (C-83); 1: a single shot.
    pub rounds: i32,
    /// What an area attack covers; none: it has a target (A-157).
    pub area: Option<Template>,
    /// All of it, or which half (F-09).
    pub part: Part,
    /// Whether it provokes as a whole (per-square provoking is the path's).
    pub provokes: bool,
}

/// An action as offered: possible, or why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// Which action.
    pub action: Key,
    /// How it would be paid.
    pub mode: Mode,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks and amounts.
    pub price: Vec<(Key, i32)>,
    /// All of it, or which half (F-09).
    #[serde(default)]
    pub part: Part,
    /// Why it is not possible now.
    pub refusal: Option<Refusal>,
}

fn refuse<T>(code: &str, message: Message, rule: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, message, (!rule.is_empty()).then(|| Key::new(rule))))
}

#[cfg(test)]
mod tests {
    use super::{Message, Refusal};
    use crate::key::Key;

    #[test]
    fn a_refusal_is_read_as_it_is_written_and_one_of_an_older_program_by_its_sentence() {
        let word = message!("core-in-hand");
        let made =
            Refusal::new("no_item", message!("core-x-is-not-x", item = "axe", word), Some(Key::new("A-39")));
        let text = ron::to_string(&made).unwrap();
        assert_eq!(ron::from_str::<Refusal>(&text).unwrap(), made);
        let json = serde_json::to_string(&made).unwrap();
        assert_eq!(serde_json::from_str::<Refusal>(&json).unwrap(), made);
        let old = r#"(code: "no_item", text: "the axe is not in hand", rule: Some("A-39"))"#;
        let read: Refusal = ron::from_str(old).unwrap();
        assert_eq!(read, Refusal { message: Message::written("the axe is not in hand"), ..made });
    }
}
