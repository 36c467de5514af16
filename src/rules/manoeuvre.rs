//! What attacks do in place of damage after their dice, and attacks made again.

pub use super::step::{Manoeuvre, Repeat};
use super::{
    collision::{Barrier, Hit, barrier},
    moving::{body, is_free},
};
use crate::rules::prelude::*;

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
pub struct PushPath {
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
            || body(facts, other).is_some()
            || !other.place.area.overlaps(&next);
        if apart {
            continue;
        }
        // Whose squares it is on already does not stop it, but it may not end there.
        let over = other.place.area.overlaps(from);
        match (step(other) - step(unit)).abs() {
            0 | 1 if !over => return Pushed::Stopped(Some(Hit::Unit(other.id()))),
            0..=2 if facts.carrier(other.id()).is_none() => stop = false,
            2 if !over => stop = false,
            _ => {}
        }
    }
    Pushed::On { stop }
}

/// All places that a unit may be pushed to, in the order of the directions, the nearest first.
pub fn push_ways(facts: &Facts, unit: &UnitState, dirs: &[Dir8], most: i32) -> Vec<PushPath> {
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
                        ways.push(PushPath { dir, squares, end, hit: None });
                    }
                }
                Pushed::Stopped(Some(hit)) => {
                    ways.push(PushPath { dir, squares, end, hit: Some(hit) });
                    break;
                }
                Pushed::Stopped(None) => break,
            }
        }
    }
    ways
}

/// The squares to which an item may fly from its holder: free or his own, in line of effect, nearest first.
pub fn fling_squares(facts: &Facts, holder: &UnitState, most: i32) -> Vec<Square> {
    let area = holder.place.area;
    let clear = |square: Square| grid::line_of_effect(&facts.map, &area, &Area::one(square));
    let squares = area.around(most).filter(|square| facts.map.contains(*square));
    let near = squares.map(|square| (area.distance(&Area::one(square)), square));
    let free = near.filter(|(distance, at)| *distance == 0 || is_free(facts, *at) && clear(*at));
    let mut found: Vec<(i32, Square)> = free.collect();
    found.sort_by_key(|(distance, square)| (*distance, square.y, square.x));
    found.into_iter().map(|(_, square)| square).collect()
}

/// An item of a unit that an action is aimed at: the one named, or else the first that the action may be aimed at.
pub fn item_aimed_at<'a>(
    facts: &'a Facts,
    target: &'a UnitState,
    def: &ActionDef,
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
