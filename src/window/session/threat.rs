//! Where foes can strike in their coming turns.
//!
//! It is asked of facts in which every foe is at the start of its turn, by the functions that the resolver calls.

mod places;
mod shooter;

use self::{
    places::{Stand, places},
    shooter::Shooter,
};
use crate::grid;
use crate::window::session::prelude::*;

/// Where foes can strike.
#[derive(Clone, Debug)]
pub struct Threat {
    /// From where they stand, by those who can still answer.
    pub near: SquareSet,
    /// The same by those who have no reaction left.
    pub spent: SquareSet,
    /// In their coming turns, once they have moved: struck, or shot at where shots are likely then.
    pub strike: SquareSet,
    /// With likely shots from where they stand.
    pub shot: SquareSet,
    /// The same farther off.
    pub far: SquareSet,
    /// Where each of them can stand at the end of its coming turn, as far as that has been looked for.
    goes: BTreeMap<UnitId, Arc<[Stand]>>,
    /// All that of each of them alone.
    pub each: Vec<(UnitId, Self)>,
    /// Who can attack units where they stand, those of a unit one after the other, once that has been asked.
    pub awaiting: Option<Vec<Awaiting>>,
}

/// Somebody who can attack a unit where it stands in the coming turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaiting {
    pub unit: UnitId,
    pub by: UnitId,
    /// What the plainest attack takes on average, in thousandths; 0: that is not worked out.
    pub loss: i64,
}

impl Threat {
    /// What the foes of a unit threaten, as far as they are known.
    pub fn find(facts: &Facts, own: &UnitState) -> Self {
        let mut all = Self::none(facts.map.width(), facts.map.height());
        let coming = coming_turns(facts);
        let foes = coming
            .units
            .iter()
            .filter(|foe| coming.hostile(foe, own) && coming.present(foe) && coming.can_act(foe));
        for foe in foes {
            let mut alone = Self::none(facts.map.width(), facts.map.height());
            let strikes_there = coming.can_threaten(foe) && foe.place.band == own.place.band;
            let shooter = Shooter::find(&coming, foe, own);
            let goes =
                if strikes_there || shooter.is_some() { all.goes(&coming, foe) } else { Arc::default() };
            if let Some(shooter) = shooter {
                shooter.shots(&mut alone);
                shooter.shots_after_a_move(&goes, &mut alone.strike);
            }
            if strikes_there {
                let spent = facts.unit(foe.id()).is_some_and(|now| show::no_reaction_left(facts, now));
                let near = if spent { &mut alone.spent } else { &mut alone.near };
                strikes(&coming, foe, &foe.place.area, near);
                for there in &*goes {
                    strikes(&coming, foe, &there.area, &mut alone.strike);
                }
            }
            alone.take_in(&foe.place.area);
            all.near.union(&alone.near);
            all.spent.union(&alone.spent);
            all.strike.union(&alone.strike);
            all.shot.union(&alone.shot);
            all.far.union(&alone.far);
            all.each.push((foe.id(), alone));
        }
        all
    }

    /// Nothing at all on a map of this size.
    pub(super) fn none(width: u16, height: u16) -> Self {
        let none = || SquareSet::new(width, height);
        let (near, spent, strike, shot, far) = (none(), none(), none(), none(), none());
        let (goes, each) = (BTreeMap::new(), Vec::new());
        Self { near, spent, strike, shot, far, goes, each, awaiting: None }
    }

    /// Where a foe can stand at the end of its coming turn, which is the same for all of a crew.
    fn goes(&mut self, facts: &Facts, foe: &UnitState) -> Arc<[Stand]> {
        let vehicle = facts.vehicle_of(foe).map(|(vehicle, _)| vehicle.id());
        let mut crew = facts.occupants(vehicle.unwrap_or(foe.id()));
        let known = crew.find_map(|other| self.goes.get(&other.id()).cloned());
        let goes = known.unwrap_or_else(|| places(facts, foe).into());
        self.goes.insert(foe.id(), goes.clone());
        goes
    }

    /// The same as [`coming`], of one of those of whom this is what they threaten.
    pub fn coming(&self, facts: &Facts, foe: &UnitState, own: &UnitState) -> Option<(Chance, i64)> {
        attack_from(facts, foe, own, self.goes.get(&foe.id()))
    }

    /// Where it stands lies within what it threatens.
    fn take_in(&mut self, area: &Area) {
        let sets = [&mut self.near, &mut self.spent, &mut self.strike, &mut self.shot, &mut self.far];
        for set in sets.into_iter().filter(|set| !set.is_empty()) {
            area.squares().for_each(|square| {
                set.insert(square);
            });
        }
    }

    /// The sets of squares on which they can attack in their coming turns, with likely shots.
    fn attacks(&self) -> [&SquareSet; 4] {
        [&self.strike, &self.near, &self.spent, &self.shot]
    }

    /// For each square, row by row, how many of them can attack there in their coming turns, with likely shots. None where
    /// nobody can stand.
    pub fn counts(&self, facts: &Facts) -> Vec<u8> {
        let mut counts = vec![0_u8; facts.map.squares().count()];
        let alone = self.each.is_empty().then_some(self);
        for alone in self.each.iter().map(|(_, alone)| alone).chain(alone) {
            let open = |at: &Square| {
                facts.map.contents(*at).all(|here| !here.impassable || !here.ignored_by.is_empty())
            };
            let [first, more @ ..] = alone.attacks();
            let mut reached = first.clone();
            more.into_iter().for_each(|more| reached.union(more));
            for square in reached.iter().filter(open) {
                if let Some(n) = facts.map.index(square)
                    && let Some(count) = counts.get_mut(n)
                {
                    *count = count.saturating_add(1);
                }
            }
        }
        counts
    }

    /// How many of them can attack on a square in their coming turns, with likely shots.
    pub fn attackers(&self, square: Square) -> usize {
        self.who_attacks(Area::one(square)).count()
    }

    /// Whether all that they can do are shots that are not likely.
    pub fn only_far(&self) -> bool {
        !self.far.is_empty() && self.attacks().into_iter().all(SquareSet::is_empty)
    }

    /// Who of them can attack on any square of an area.
    pub fn who_attacks(&self, area: Area) -> impl Iterator<Item = UnitId> {
        self.who(move |alone| {
            alone.attacks().into_iter().any(|set| area.squares().any(|at| set.contains(at)))
        })
    }

    /// The same; where all that they can do are shots that are not likely, with these.
    pub fn who_may_attack(&self, area: Area) -> Vec<UnitId> {
        if self.only_far() {
            return self.who(|alone| area.squares().any(|at| alone.far.contains(at))).collect();
        }
        self.who_attacks(area).collect()
    }

    fn who(&self, attacks: impl Fn(&Self) -> bool) -> impl Iterator<Item = UnitId> {
        self.each.iter().filter(move |(_, alone)| attacks(alone)).map(|(id, _)| *id)
    }

    /// The one of them who stands on a square, with what that one threatens.
    pub fn foe_on(&self, facts: &Facts, square: Option<Square>) -> Option<&(UnitId, Self)> {
        let there = |id: UnitId| {
            facts.unit(id).is_some_and(|foe| square.is_some_and(|at| foe.place.area.contains(at)))
        };
        self.each.iter().find(|(id, _)| there(*id))
    }
}

/// Where nobody can stand: what is closed or a drop, unless somebody stands on the like of it.
pub(super) struct Closed<'a> {
    map: &'a Map,
    /// The kinds of ground on which somebody stands.
    stood_on: BTreeSet<Key>,
}

impl<'a> Closed<'a> {
    pub(super) fn find(facts: &'a Facts) -> Self {
        let here = facts.units.iter().filter(|unit| !unit.place.gone);
        let under = here.filter_map(|unit| facts.map.terrain(unit.place.area.origin));
        Self { map: &facts.map, stood_on: under.map(|ground| ground.id).collect() }
    }

    /// Whether a square with these marks is closed: it can't be reached either.
    pub(super) fn holds(&self, square: Square, marks: u32) -> bool {
        let closed = |here: &Terrain| (here.impassable || here.drop > 0) && !self.stood_on.contains(&here.id);
        marks & (mark::REACH | mark::FAR) == 0 && self.map.contents(square).any(closed)
    }
}

/// Whether nobody can stand on a square.
pub fn is_closed(facts: &Facts, square: Square) -> bool {
    Closed::find(facts).holds(square, 0)
}

/// Squares on which a step of a unit gives an opening to somebody who can pay for what it does about it.
pub fn openings(facts: &Facts, mover: &UnitState) -> SquareSet {
    legal::threatened_by(facts, mover, |foe| preview::answers_openings(facts, foe))
}

/// What the plainest attack of a foe on a unit may do in the foe's coming turn, as [`mean`] tells it: from where it stands or,
/// if that does more, from the nearest place to strike from or the place to shoot from that is nearest to the unit. None: it
/// can't attack.
pub fn coming(facts: &Facts, foe: &UnitState, own: &UnitState) -> Option<(Chance, i64)> {
    attack_from(facts, foe, own, None)
}

/// The same; `goes`: where the foe can stand, if that is known.
fn attack_from(
    facts: &Facts,
    foe: &UnitState,
    own: &UnitState,
    goes: Option<&Arc<[Stand]>>,
) -> Option<(Chance, i64)> {
    let there = coming_turns(facts);
    let attack = |there: &Facts| {
        let chosen = pick::plainest_attack(there, foe.id(), own.id(), &Occasion::default())?;
        mean(there, there.unit(foe.id())?, &chosen)
    };
    let by = there.unit(foe.id()).filter(|by| there.present(by) && there.can_act(by))?;
    let here = attack(&there);
    if here.is_some_and(|(chance, _)| chance >= Chance::new(1, 2)) {
        return here;
    }
    let from_place = |stand: &Stand| {
        let mut there = there.clone();
        stand.put(&mut there, foe.id());
        attack(&there)
    };
    let (least, most) = there.threat_range(by);
    let (from, to) = (by.place.area, own.place.area);
    let goes = goes.cloned().unwrap_or_else(|| places(&there, by).into());
    let within = |stand: &&Stand| (least..=most).contains(&stand.area.distance(&to));
    let strikes = goes.iter().filter(within).min_by_key(|stand| stand.area.distance(&from));
    let struck = strikes.and_then(from_place);
    let shot = || {
        let shooter = Shooter::find(&there, by, own)?;
        let mut nearest: Vec<&Stand> = goes.iter().collect();
        nearest.sort_by_key(|stand| stand.area.distance(&to));
        nearest.into_iter().filter(|stand| shooter.sees(stand, &to)).take(TRIED).find_map(from_place)
    };
    let moved = struck.or_else(shot);
    here.into_iter().chain(moved).max_by_key(|(_, mean)| *mean)
}

/// From such a chance on a shot is likely: what enemies can attack is hatched as far as they have such shots.
pub fn likely() -> Chance {
    Chance::new(1, 4)
}

/// From so many places at most it is tried whether an attack is possible, the nearest first.
const TRIED: usize = 4;

/// The facts with everybody at the start of a turn.
pub fn coming_turns(facts: &Facts) -> Facts {
    let mut coming = facts.clone();
    for own in &mut coming.units {
        own.pools.0.iter_mut().for_each(|pool| pool.spent = 0);
        own.usage.begin_turn();
        own.usage.this_round.clear();
        (own.usage.points, own.usage.actions, own.usage.squares) = (0, 0, 0);
    }
    coming
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

/// The leading chance of an attack from where it would be made, and what it takes on average, in thousandths: damage, or
/// hits on systems.
pub fn mean(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<(Chance, i64)> {
    landing(facts, unit, chosen).map(|odds| (preview::leading(&odds).chance, odds.mean_thousandths()))
}

/// The same; where nothing is known of an attack but its check, that takes nothing.
pub fn expected(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<(Chance, i64)> {
    let alone = || Some((preview::hit_chance(Order::new(facts, unit, chosen)?)?, 0));
    mean(facts, unit, chosen).or_else(alone)
}

/// The odds of an attack from where it would be made, or of all that its action may make, as its card tells them.
pub fn landing(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<odds::AttackOdds> {
    let there = preview::at_end_of_path(facts, unit, chosen);
    let spec = preview::spec(Order::new(&there, there.unit(unit.id())?, chosen)?)?;
    let args = Args { target: Some(spec.target), ..Args::default() };
    let odds = odds::together(&odds::each_attack(&there, &spec, &args))?;
    Some(preview::counted(&there, there.unit(spec.target)?, odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_moves_and_then_shoots_is_counted_as_far_as_it_is_likely_to_hit() {
        let mut found = 0;
        for scenario in ["first_blood", "raid_on_the_croft", "toll_at_the_gorge"] {
            let game = TestGame::settled(scenario, 5);
            let play = &game.controller.play;
            let facts = play.eyes().unwrap();
            let own = game.first_own(&facts);
            let threat = Threat::find(&facts, own);
            let coming = coming_turns(&facts);
            for (id, alone) in &threat.each {
                let foe = coming.unit(*id).unwrap();
                let goes = places(&coming, foe);
                let (_, reach) = coming.threat_range(foe);
                let far = |square: Square| {
                    let near = goes.iter().map(|stand| &stand.area).chain([&foe.place.area]);
                    near.map(|area| area.distance(&Area::one(square))).min().unwrap()
                };
                let shot: Vec<Square> = alone.strike.iter().filter(|square| far(*square) > reach).collect();
                assert!(
                    shot.is_empty() || Shooter::find(&coming, foe, own).is_some(),
                    "{scenario}: it can't shoot"
                );
                for square in shot {
                    let sees =
                        |stand: &Stand| grid::line_of_effect(&facts.map, &stand.area, &Area::one(square));
                    assert!(goes.iter().any(sees), "{scenario}: nothing is seen through walls");
                    found += 1;
                }
            }
        }
        assert!(found > 0, "somebody shoots after a move");
    }

    #[test]
    fn a_crew_is_counted_where_its_driver_can_bring_it() {
        let game = TestGame::settled("crows_over_the_quarter", 5);
        let play = &game.controller.play;
        let facts = play.eyes().unwrap();
        let own = game.first_own(&facts);
        let coming = coming_turns(&facts);
        let threat = Threat::find(&facts, own);
        let ship =
            coming.units.iter().find(|foe| coming.hostile(foe, own) && foe.vehicle().is_some()).unwrap();
        let driver = places(&coming, coming.driver(ship.id()).unwrap());
        assert!(driver.iter().any(|stand| stand.area != ship.place.area), "it flies");
        for foe in coming.occupants(ship.id()) {
            let goes = places(&coming, foe);
            assert_eq!(goes.len(), driver.len());
            let aims = |stand: &&Stand| {
                let shooter = Shooter::find(&coming, foe, own).unwrap();
                shooter.sees(stand, &own.place.area)
            };
            let mut there = coming.clone();
            let stand = goes.iter().find(aims).unwrap();
            stand.put(&mut there, foe.id());
            for id in [foe.id(), ship.id()] {
                let own = there.unit(id).unwrap();
                assert_eq!((own.place.area, own.place.facing), (stand.area, stand.facing));
            }
        }
        let stands = own.place.area;
        assert!(
            !threat.only_far() && threat.who_may_attack(stands).len() == threat.who_attacks(stands).count()
        );
        let unlikely = |from: &Threat| Threat {
            far: from.strike.clone(),
            ..Threat::none(facts.map.width(), facts.map.height())
        };
        let each = threat.each.iter().map(|(id, alone)| (*id, unlikely(alone))).collect();
        let far = Threat { each, ..unlikely(&threat) };
        assert!(far.only_far() && far.who_attacks(stands).next().is_none());
        let known = |foe: &UnitState| threat.coming(&facts, foe, own) == super::coming(&facts, foe, own);
        assert!(facts.occupants(ship.id()).all(known), "who knows where they go need not look again");
        let at = Area::one(far.far.iter().next().unwrap());
        assert!(!far.who_may_attack(at).is_empty(), "others are counted then");
    }
}
