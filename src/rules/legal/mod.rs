//! Which commands are possible, and why the others are not.
//!
//! A command is a template with parameters. [`plan()`] is the test that the resolver makes before anything happens;
//! [`offers()`], [`targets`] and [`reach`] give window and AI each parameter's domain, from the same functions.

mod aid;
mod aims;
mod attempt;
mod carried;
mod charges;
mod company;
mod courses;
mod flight;
mod halves;
mod moves;
mod offers;
mod openings;
mod parameters;
mod plainest;
mod plan;
mod ramming;
mod rams;
mod reach;
mod riders;
mod roads;
mod spells_in_effect;
mod squares;
mod weapons_and_costs;

use crate::rules::check_prelude::*;

pub use super::{
    handling::{Interaction, interaction, interactions, pushed},
    moving::{body, category, is_free, way},
    order::{Act, Args, Climb, Companion, Course, Leg, Rider, WatchArgs},
    refusal::{OrRefusal, Refusal},
};
pub use aid::aid;
pub use carried::landings;
pub use charges::{Charge, charges};
pub use company::{companions, joins};
pub use courses::{Driving, driving, freedom, is_daring, rises, stands_free, turns, weaving};
pub use flight::{bands, climb, climbs_to};
pub use halves::{ActionHalf, pending};
pub use moves::{
    MoveBudget, bodies, budget, cost_rule, held_squares, held_squares_in, mark_threat, mover, mover_in, path,
    step, threatened, threatened_by, turning,
};
pub use offers::{castable, has_turn, modes, offer, offers, opportunity, targets};
pub use openings::{cannot_act, expects, no_answer, no_opening};
pub use parameters::system;
pub use plainest::{Ready, plainness};
pub use plan::{plan, presses, still};
pub use ramming::ram_check;
pub use rams::impact;
pub use reach::{reach, reach_after, reach_ramming};
pub use roads::{Roads, Stop, course_bands, is_low, roads_to};
pub use spells_in_effect::in_effect;
pub use squares::squares;
pub use weapons_and_costs::{cost, default_weapon, draws, whole_turn};

use attempt::Attempt;
use carried::{may_move, room};
use company::company;
use courses::wheel;
use flight::{bands_of, climb_cost, climbs};
use halves::{part, shorten};
use moves::nearest_foes;
use offers::answers_openings;
use parameters::{Parameters, door_distance};
use plan::{not_theirs, refused_before_parameters};
use rams::rams;
use riders::{item_in, riders};
use roads::{Road, roads};
use spells_in_effect::{active_spell, countered};
use squares::any_square;
use weapons_and_costs::{
    affordable, cost_and_price, few_points, more_weapons, spell_for, unspent, weapon_for,
};

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
    pub action: Option<Key>,
    /// The attack answered is a mêlée attack.
    pub melee: bool,
    /// The defence that the attack was held against.
    pub defence: Option<Key>,
    /// A granted extra half: nothing but paid actions (F-10, F-11).
    pub granted: bool,
    /// What was used in what this follows, one after the other (S-65).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Key>,
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
    /// What an area attack covers; none: it has a target.
    pub area: Option<Template>,
    /// All of it, or which half (F-09).
    pub part: ActionHalf,
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
    pub part: ActionHalf,
    /// Why it is not possible now.
    pub refusal: Option<Refusal>,
}
