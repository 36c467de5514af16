//! Where foes can strike in their coming turns, and what a path would give away to them.
//!
//! Both are asked of facts in which every foe is at the start of its turn, by the functions that the resolver calls.

use super::{
    going::Going,
    pick::{self, Chosen},
    preview, show,
};
use crate::{
    dice::Chance,
    grid::{self, Area, Square, SquareSet, visible},
    rules::{
        action::WeaponUse,
        attack::{Armament, range_to},
        facts::{Facts, UnitState},
        legal::{self, Occasion},
        odds,
    },
};

/// Where foes can strike.
#[derive(Clone, Debug)]
pub struct Threat {
    /// From where they stand, by those who can still answer.
    pub near: SquareSet,
    /// The same by those who have no reaction left.
    pub spent: SquareSet,
    /// In their coming turns, once they have moved.
    pub strike: SquareSet,
    /// With shots from where they stand.
    pub shot: SquareSet,
}

impl Threat {
    /// What the foes of a unit threaten, as far as they are known.
    pub fn find(facts: &Facts, own: &UnitState) -> Self {
        let none = || SquareSet::new(facts.map.width(), facts.map.height());
        let mut found = Self { near: none(), spent: none(), strike: none(), shot: none() };
        let coming = coming_turns(facts);
        let foes = coming
            .units
            .iter()
            .filter(|foe| coming.hostile(foe, own) && coming.present(foe) && coming.can_act(foe));
        for foe in foes {
            shots(&coming, foe, &mut found.shot);
            if !coming.can_threaten(foe) || foe.place.band != own.place.band {
                continue;
            }
            let spent = facts.unit(foe.id()).is_some_and(|now| show::no_reaction_left(facts, now));
            let near = if spent { &mut found.spent } else { &mut found.near };
            strikes(&coming, foe, &foe.place.area, near);
            for area in places(&coming, foe) {
                strikes(&coming, foe, &area, &mut found.strike);
            }
        }
        found
    }
}

/// Squares on which a step of a unit gives an opening to somebody who has a reaction left.
pub fn openings(facts: &Facts, mover: &UnitState) -> SquareSet {
    legal::threatened_by(facts, mover, |foe| !show::no_reaction_left(facts, foe))
}

/// The facts with everybody at the start of a turn.
fn coming_turns(facts: &Facts) -> Facts {
    let mut coming = facts.clone();
    for own in &mut coming.units {
        own.pools.0.iter_mut().for_each(|pool| pool.spent = 0);
        own.usage.begin_turn();
        own.usage.this_round.clear();
        (own.usage.points, own.usage.actions, own.usage.squares) = (0, 0, 0);
    }
    coming
}

/// Where a unit would stand at the end of its plainest move, as far as it is likely to get.
fn places(facts: &Facts, unit: &UnitState) -> Vec<Area> {
    let hand = pick::hand(facts, unit.id(), &Occasion::default());
    let going = pick::default_move(facts, &hand).and_then(|chosen| Going::find(facts, unit, chosen));
    let Some(going) = going else { return Vec::new() };
    let (half, body) = (Chance::new(1, 2), facts.moving(unit).place.area);
    let likely = going.squares().filter(|(_, cost)| going.chance(*cost) >= half);
    likely.map(|(square, _)| body.at(square)).collect()
}

/// Adds the squares that a unit standing on a footprint strikes at.
fn strikes(facts: &Facts, unit: &UnitState, from: &Area, into: &mut SquareSet) {
    let (least, most) = facts.threat_range(unit);
    let map = facts.map_in(unit.place.band);
    for square in from.around(most) {
        let here = Area::one(square);
        let new = facts.map.contains(square) && !into.contains(square);
        if new && (least..=most).contains(&from.distance(&here)) && grid::line_of_effect(map, from, &here) {
            into.insert(square);
        }
    }
}

/// Adds the squares that a unit can shoot at from where it stands.
fn shots(facts: &Facts, unit: &UnitState, into: &mut SquareSet) {
    let ready = facts.in_hand(unit, WeaponUse::Ranged).filter(|(item, def)| item.has_shots(def, 1));
    let weapons: Vec<Armament<'_>> = ready.map(|(_, def)| Armament::Weapon(def)).collect();
    if weapons.is_empty() {
        return;
    }
    let (from, band) = (unit.place.area, unit.place.band);
    let seen = visible(&facts.map, &from, facts.map.width().max(facts.map.height()), band);
    for square in seen.iter().filter(|square| !from.contains(*square)) {
        let here = Area::one(square);
        if weapons.iter().any(|armament| range_to(facts, unit, &from, &here, band, armament).is_ok()) {
            into.insert(square);
        }
    }
}

/// What a way gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risk {
    /// The first square on which somebody gets an opening.
    pub at: Square,
    /// What all of them would take on average, in thousandths.
    pub loss: i64,
}

/// What the openings on a way would cost on average; none if it gives none.
pub fn risk(facts: &Facts, unit: &UnitState, path: &[Square]) -> Option<Risk> {
    let mut risk: Option<Risk> = None;
    let start = unit.place.area.origin;
    for foe in preview::provoked(facts, unit, path) {
        let open = |square: &Square| facts.threatens(foe, &unit.place.area.at(*square), unit.place.band);
        let Some(at) = std::iter::once(start).chain(path.iter().copied()).find(open) else { continue };
        let loss = mean_loss(facts, foe, unit, at).unwrap_or(0);
        risk = match risk {
            Some(known) => Some(Risk { loss: known.loss + loss, ..known }),
            None => Some(Risk { at, loss }),
        };
    }
    risk
}

/// What the plainest attack of a foe on a unit that stands there takes on average.
fn mean_loss(facts: &Facts, foe: &UnitState, unit: &UnitState, at: Square) -> Option<i64> {
    let mut there = coming_turns(facts);
    there.unit_mut(unit.id())?.place.area.origin = at;
    let hand = pick::hand(&there, foe.id(), &Occasion::default());
    let chosen = pick::default_attack(&there, there.unit(foe.id())?, &hand, unit.id())?;
    mean(&there, there.unit(foe.id())?, &chosen).map(|(_, loss)| loss)
}

/// The chance that an attack lands, and what it takes on average, in thousandths.
pub fn mean(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<(Chance, i64)> {
    let def = facts.book.action(chosen.action)?;
    let spec = preview::spec(facts, unit, def, chosen)?;
    let odds = odds::attack(facts, &spec)?;
    Some((odds.lands, odds.mean_thousandths()))
}
