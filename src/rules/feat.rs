//! What an attack may do in place of damage that asks its maker something once the dice have fallen, and attacks that
//! are made again: disarming, pushing, striking at an item.
//!
//! Owns the vocabulary and which squares and items may be chosen. What happens then is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{
    collision::{Barrier, Hit, barrier},
    effects::EffectDef,
    expr::Expr,
    facts::{Facts, Item, UnitState},
    gear::GearDef,
    legal,
};
use crate::{
    grid::{self, Area, Dir8, Square},
    key::Key,
};

/// In place of an attack's damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Feat {
    /// The item chosen flies to a square at most the success value away, and at most so many squares.
    Disarm {
        /// Squares at most.
        most: Expr,
    },
    /// The target is moved in one straight line, at most the success value.
    Push {
        /// Only in the direction of the path just run (a charge).
        #[serde(default)]
        along: bool,
        /// Each square that the one moved leaves or enters gives its opponents a chance.
        #[serde(default)]
        provokes: bool,
        /// What each of the two loses who meet; may use `squares`.
        loss: Expr,
    },
    /// The damage goes to the item chosen.
    Sunder,
    /// Damage is thrown and soaked, and nothing is lost by it (S-86).
    Subdue {
        /// What comes of it if at least a point got through; may use `amount`, which is how much did.
        past: Vec<EffectDef>,
    },
}

/// An attack that may be made again at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Attacks at most.
    pub most: Expr,
    /// A modifier on all checks for each attack after the first, until the end of the round.
    #[serde(default)]
    pub burden: i32,
    /// The rule that says so.
    pub rule: Key,
}

/// One step of somebody who is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// It goes on; with `stop` it may also end there.
    On {
        /// Nobody is in the way there.
        stop: bool,
    },
    /// It goes no farther, and runs into this if it is solid.
    Stopped(Option<Hit>),
}

/// Somewhere that a target may be pushed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The direction.
    pub dir: Dir8,
    /// Squares moved, the blocked one too.
    pub squares: i32,
    /// Its north-west square in the end.
    pub end: Square,
    /// What it runs into.
    pub hit: Option<Hit>,
}

/// What one step in a direction comes to for a unit that is pushed and now covers `from`.
pub fn push_step(facts: &Facts, unit: &UnitState, from: &Area, dir: Dir8) -> Pushed {
    if let Barrier::Shut(thing) = barrier(facts, unit, from, dir) {
        return Pushed::Stopped(thing.map(Hit::Object));
    }
    let next = from.moved(dir);
    let step = |unit: &UnitState| facts.book.size(unit.sheet.0.size).map_or(0, |size| size.step);
    let mut stop = true;
    for other in facts.units.iter().filter(|other| other.id() != unit.id() && !other.place.gone) {
        let apart = other.place.band != unit.place.band
            || legal::body(facts, other).is_some()
            || other.place.area.distance(&next) > 0
            || other.place.area.distance(from) == 0;
        if apart {
            continue;
        }
        match (step(other) - step(unit)).abs() {
            0 | 1 => return Pushed::Stopped(Some(Hit::Unit(other.id()))),
            2 => stop = false,
            _ => {}
        }
    }
    Pushed::On { stop }
}

/// All places that a unit may be pushed to, in the order of the directions, the nearest first.
pub fn push_ways(facts: &Facts, unit: &UnitState, dirs: &[Dir8], most: i32) -> Vec<Way> {
    let mut ways = Vec::new();
    for dir in dirs.iter().copied() {
        let mut area = unit.place.area;
        let mut end = area.origin;
        for squares in 1..=most {
            match push_step(facts, unit, &area, dir) {
                Pushed::On { stop } => {
                    area = area.moved(dir);
                    if stop {
                        end = area.origin;
                        ways.push(Way { dir, squares, end, hit: None });
                    }
                }
                Pushed::Stopped(Some(hit)) => {
                    ways.push(Way { dir, squares, end, hit: Some(hit) });
                    break;
                }
                Pushed::Stopped(None) => break,
            }
        }
    }
    ways
}

/// The squares to which an item may fly from its holder: free or the holder's own, in line of effect, the nearest
/// first.
pub fn fling_squares(facts: &Facts, holder: &UnitState, most: i32) -> Vec<Square> {
    let area = holder.place.area;
    let mut found: Vec<(i32, Square)> = area
        .around(most)
        .filter(|square| facts.map.contains(*square))
        .map(|square| (area.distance(&Area::one(square)), square))
        .filter(|(distance, square)| {
            *distance == 0
                || (legal::is_free(facts, *square)
                    && grid::line_of_effect(&facts.map, &area, &Area::one(*square)))
        })
        .collect();
    found.sort_by_key(|(distance, square)| (*distance, square.y, square.x));
    found.into_iter().map(|(_, square)| square).collect()
}

/// An item of a unit that an action is aimed at: the one named, or else the first that the action may be aimed at.
pub fn item_aimed_at<'a>(
    facts: &'a Facts,
    target: &'a UnitState,
    def: &super::action::ActionDef,
    named: Option<Key>,
) -> Option<(&'a Item, GearDef<'a>)> {
    let place = def.item_place().filter(|place| place.on_target())?;
    let there = facts.items_at(target, place);
    let id = named
        .filter(|id| there.contains(id))
        .or_else(|| there.first().copied().filter(|_| named.is_none()))?;
    let item = target.gear.items.iter().find(|item| item.id == id)?;
    Some((item, facts.book.gear(item.def)?))
}
