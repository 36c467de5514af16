//! What a foe can shoot at in its coming turn, from where it stands and after a move.

use super::{Threat, likely, places::Stand};
use crate::window::session::prelude::*;
use crate::{
    grid::{self, Arc, in_arc, visible_between},
    rules::{attack::range_to, facts::Item},
};

/// A foe that may shoot at a unit.
pub(super) struct Shooter<'f> {
    facts: &'f Facts,
    foe: &'f UnitState,
    own: &'f UnitState,
    guns: Vec<Gun<'f>>,
}

/// What a foe can shoot with at once.
struct Gun<'f> {
    armament: Armament<'f>,
    /// Where it can be aimed from a vehicle.
    arc: Arc,
}

impl<'f> Shooter<'f> {
    /// None where it has nothing to shoot with.
    pub fn find(facts: &'f Facts, foe: &'f UnitState, own: &'f UnitState) -> Option<Self> {
        let mounted = facts.mounted(foe);
        let arc = |item: &Item| {
            let mount = mounted.iter().find(|one| std::ptr::eq(one.item, item)).map(|one| one.mount);
            mount.map_or(Arc::All, |mount| mount.arc)
        };
        let ready = facts.in_hand(foe, WeaponUse::Ranged).filter(|(item, def)| item.has_shots(def, 1));
        let guns = ready.map(|(item, def)| Gun { armament: Armament::Weapon(def), arc: arc(item) });
        let guns: Vec<Gun<'_>> = guns.collect();
        (!guns.is_empty()).then_some(Self { facts, foe, own, guns })
    }

    /// Whether one of its weapons can be aimed from a stand at a place in its sight.
    pub fn sees(&self, stand: &Stand, to: &Area) -> bool {
        let map = self.facts.map_in(self.foe.place.band);
        self.guns.iter().any(|gun| in_arc(stand.facing, gun.arc, &stand.area, to))
            && grid::line_of_effect(map, &stand.area, to)
    }

    /// The squares in sight from a stand at which the foe can shoot, so far off at most, the nearest first.
    fn reached(&self, stand: &Stand, most: u16) -> Vec<Square> {
        let Self { facts, foe, own, guns } = self;
        let (from, to) = (&stand.area, own.place.band);
        let distance = |square: Square| from.distance(&Area::one(square));
        let reached = |square: &Square| {
            let here = Area::one(*square);
            let in_range = |gun: &Gun<'_>| {
                in_arc(stand.facing, gun.arc, from, &here)
                    && range_to(facts, foe, from, &here, to, &gun.armament).is_ok()
            };
            let near = distance(*square) <= i32::from(most);
            !from.contains(*square) && near && guns.iter().any(in_range)
        };
        let seen = visible_between(&facts.map, from, most, foe.place.band, to);
        let mut squares: Vec<Square> = seen.iter().filter(reached).collect();
        squares.sort_by_key(|square| distance(*square));
        squares
    }

    /// How far off the foe on a stand has a likely shot at a unit, of these squares, the nearest first.
    fn likely(&self, stand: &Stand, squares: &[Square]) -> Option<i32> {
        let Self { facts, foe, own, .. } = self;
        let mut there = Facts::clone(facts);
        stand.put(&mut there, foe.id());
        let hand = pick::hand(&there, foe.id(), &Occasion::default());
        let at = |square: &&Square| {
            if let Some(own) = there.unit_mut(own.id()) {
                own.place.area.origin = **square;
            }
            chance(&there, foe.id(), &hand, own.id())
        };
        // A shot may be less likely close by than farther off: it is asked from far to near.
        let distance = |square: &&Square| stand.area.distance(&Area::one(**square));
        farthest(squares.iter().collect(), distance, at)
    }

    /// From how far off the foe has a likely shot at a unit where that stands, of these places.
    fn likely_from(&self, goes: &[Stand]) -> Option<i32> {
        let Self { facts, foe, own, .. } = self;
        let to = own.place.area;
        let distance = |stand: &&Stand| stand.area.distance(&to);
        let mut each: Vec<&Stand> = goes.iter().filter(|stand| self.sees(stand, &to)).collect();
        each.sort_by_key(distance);
        let mut there = Facts::clone(facts);
        farthest(each, distance, |stand| {
            stand.put(&mut there, foe.id());
            let hand = pick::hand(&there, foe.id(), &Occasion::default());
            chance(&there, foe.id(), &hand, own.id())
        })
    }

    /// Adds the squares that the foe can shoot at from where it stands: those as far off as it has a likely shot at a unit,
    /// and those beyond.
    pub fn shots(&self, into: &mut Threat) {
        let (map, stand) = (&self.facts.map, Stand::of(self.facts.bearer(self.foe)));
        let squares = self.reached(&stand, map.width().max(map.height()));
        let last = self.likely(&stand, &squares);
        for square in squares {
            let likely = last.is_some_and(|last| stand.area.distance(&Area::one(square)) <= last);
            let set = if likely { &mut into.shot } else { &mut into.far };
            set.insert(square);
        }
    }

    /// Adds the squares that the foe can shoot at once it has moved to one of some places, as far off as it has a likely shot
    /// from the one that is nearest to a unit, or at that unit from any.
    pub fn shots_after_a_move(&self, goes: &[Stand], into: &mut SquareSet) {
        let (map, to) = (&self.facts.map, &self.own.place.area);
        let aimed =
            |stand: &&Stand| self.guns.iter().any(|gun| in_arc(stand.facing, gun.arc, &stand.area, to));
        let nearest = goes.iter().filter(aimed).min_by_key(|stand| stand.area.distance(to));
        let Some(near) = nearest.or_else(|| goes.first()) else { return };
        let all = self.reached(near, map.width().max(map.height()));
        let most = self.likely(near, &all).into_iter().chain(self.likely_from(goes)).max();
        let Some(most) = most.and_then(|most| u16::try_from(most).ok()) else { return };
        // From amid where it can go it sees little that it does not see from the rim; of a wide rim some places are enough.
        let there: BTreeSet<Square> = goes.iter().map(|stand| stand.area.origin).collect();
        let rim = |stand: &&Stand| stand.area.origin.beside().into_iter().any(|near| !there.contains(&near));
        let turns = self.guns.iter().any(|gun| gun.arc != Arc::All);
        let mut known = BTreeSet::new();
        let mut once = |stand: &&Stand| known.insert((stand.area.origin, turns.then_some(stand.facing)));
        let rim: Vec<&Stand> = goes.iter().filter(rim).filter(|stand| once(stand)).collect();
        let every = rim.len().div_ceil(RIM).max(1);
        for square in rim.into_iter().step_by(every).flat_map(|stand| self.reached(stand, most)) {
            into.insert(square);
        }
    }
}

/// At so many distances it is asked at most how likely a shot is.
const ASKED: usize = 16;
/// So many places of a rim are enough.
const RIM: usize = 48;

/// The greatest distance of these places, the nearest first, for which the chance is that of a likely shot; one place is
/// asked for each distance, and of many distances only some.
fn farthest<T>(
    mut places: Vec<T>,
    distance: impl Fn(&T) -> i32,
    mut chance: impl FnMut(&T) -> Option<Chance>,
) -> Option<i32> {
    places.dedup_by_key(|place| distance(place));
    let every = places.len().div_ceil(ASKED).max(1);
    let mut asked = places.iter().rev().step_by(every);
    asked.find(|place| chance(place).is_some_and(|own| own >= likely())).map(distance)
}

/// The best chance that an attack of a unit on another has; none if it has none.
fn chance(facts: &Facts, by: UnitId, hand: &[Card], on: UnitId) -> Option<Chance> {
    let unit = facts.unit(by)?;
    let attacks = pick::attacks_on(facts, unit, hand, on);
    attacks.filter_map(|(_, chosen)| preview::hit_chance(Order::new(facts, unit, &chosen)?)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_weapon_is_aimed_only_where_its_vehicle_looks() {
        let game = TestGame::settled("crows_over_the_quarter", 5);
        let facts = game.controller.play.eyes().unwrap();
        let own = game.first_own(&facts);
        let ship = facts.units.iter().find(|foe| facts.hostile(foe, own) && foe.vehicle().is_some()).unwrap();
        let foe = facts.driver(ship.id()).unwrap();
        let mut shooter = Shooter::find(&facts, foe, own).unwrap();
        let looks = |facing: Dir8| Stand { facing, ..Stand::of(ship) };
        let all = shooter.reached(&looks(Dir8::N), 20).len();
        shooter.guns.iter_mut().for_each(|gun| gun.arc = Arc::Front);
        let ahead = shooter.reached(&looks(Dir8::N), 20);
        assert!(!ahead.is_empty() && ahead.len() < all, "{} of {all}", ahead.len());
        assert!(ahead.iter().all(|square| square.y < ship.place.area.last().y));
        let to = Area::one(ahead[0]);
        assert!(shooter.sees(&looks(Dir8::N), &to) && !shooter.sees(&looks(Dir8::S), &to));
    }
}
