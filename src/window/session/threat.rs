//! Where foes can strike in their coming turns.
//!
//! It is asked of facts in which every foe is at the start of its turn, by the functions that the resolver calls.

use crate::window::session::prelude::*;
use crate::{
    grid::{self, visible},
    rules::attack::range_to,
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
    /// With shots from where they stand, as far as they are likely to hit.
    pub shot: SquareSet,
    /// The same farther off.
    pub far: SquareSet,
    /// All that of each of them alone.
    pub each: Vec<(UnitId, Self)>,
}

impl Threat {
    /// What the foes of a unit threaten, as far as they are known.
    pub fn find(facts: &Facts, own: &UnitState) -> Self {
        let mut all = Self::none(facts);
        let coming = coming_turns(facts);
        let foes = coming
            .units
            .iter()
            .filter(|foe| coming.hostile(foe, own) && coming.present(foe) && coming.can_act(foe));
        for foe in foes {
            let mut alone = Self::none(facts);
            shots(&coming, foe, own, &mut alone);
            if coming.can_threaten(foe) && foe.place.band == own.place.band {
                let spent = facts.unit(foe.id()).is_some_and(|now| show::no_reaction_left(facts, now));
                let near = if spent { &mut alone.spent } else { &mut alone.near };
                strikes(&coming, foe, &foe.place.area, near);
                for area in places(&coming, foe) {
                    strikes(&coming, foe, &area, &mut alone.strike);
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

    fn none(facts: &Facts) -> Self {
        let none = || SquareSet::new(facts.map.width(), facts.map.height());
        Self { near: none(), spent: none(), strike: none(), shot: none(), far: none(), each: Vec::new() }
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

    /// The sets of squares on which they can attack in their coming turns, with shots as far as they are likely to hit.
    fn attacks(&self) -> [&SquareSet; 4] {
        [&self.strike, &self.near, &self.spent, &self.shot]
    }

    /// For each square, row by row, how many of them can attack there in their coming turns, with shots as far as they
    /// are likely to hit. None where nobody can stand.
    pub fn counts(&self, facts: &Facts) -> Vec<u8> {
        let width = usize::from(facts.map.width());
        let mut counts = vec![0_u8; width * usize::from(facts.map.height())];
        let alone = self.each.is_empty().then_some(self);
        for alone in self.each.iter().map(|(_, alone)| alone).chain(alone) {
            let open = |at: &Square| {
                facts.map.contents(*at).all(|here| !here.impassable || !here.ignored_by.is_empty())
            };
            let [first, more @ ..] = alone.attacks();
            let mut reached = first.clone();
            more.into_iter().for_each(|more| reached.union(more));
            for square in reached.iter().filter(open) {
                let (Ok(x), Ok(y)) = (usize::try_from(square.x), usize::try_from(square.y)) else { continue };
                if let Some(count) = counts.get_mut(y * width + x) {
                    *count = count.saturating_add(1);
                }
            }
        }
        counts
    }

    /// How many of them can attack on a square in their coming turns, with shots as far as they are likely to hit.
    pub fn attackers(&self, square: Square) -> usize {
        let reaches = |alone: &Self| alone.attacks().into_iter().any(|set| set.contains(square));
        self.each.iter().filter(|(_, alone)| reaches(alone)).count()
    }

    /// What the one who stands on a square threatens, if one of them does; else what all do.
    pub fn alone(&self, facts: &Facts, square: Option<Square>) -> &Self {
        let there = |id: UnitId| {
            facts.unit(id).is_some_and(|foe| square.is_some_and(|at| foe.place.area.contains(at)))
        };
        self.each.iter().find(|(id, _)| there(*id)).map_or(self, |(_, alone)| alone)
    }
}

/// Where nobody can stand: what is closed or a drop, unless somebody stands on the like of it.
struct Closed<'a> {
    map: &'a Map,
    /// The kinds of ground on which somebody stands.
    stood_on: BTreeSet<Key>,
}

impl<'a> Closed<'a> {
    fn find(facts: &'a Facts) -> Self {
        let here = facts.units.iter().filter(|unit| !unit.place.gone);
        let under = here.filter_map(|unit| facts.map.terrain(unit.place.area.origin));
        Self { map: &facts.map, stood_on: under.map(|ground| ground.id).collect() }
    }

    /// Whether a square with these marks is closed: it can't be reached either.
    fn holds(&self, square: Square, marks: u32) -> bool {
        let closed = |here: &Terrain| (here.impassable || here.drop > 0) && !self.stood_on.contains(&here.id);
        marks & (mark::REACH | mark::FAR) == 0 && self.map.contents(square).any(closed)
    }
}

/// Whether nobody can stand on a square.
pub fn is_closed(facts: &Facts, square: Square) -> bool {
    Closed::find(facts).holds(square, 0)
}

/// Marks where nobody can stand: no edge of what foes threaten lies around such squares.
fn lay_closed(facts: &Facts, marks: &mut [u32]) {
    let closed = Closed::find(facts);
    for (square, own) in facts.map.squares().zip(marks) {
        if closed.holds(square, *own) {
            *own |= mark::CLOSED;
        }
    }
}

/// Marks all that foes can attack in their coming turns, by how many can do so on each square, and tells what it is. It
/// ends where nobody can stand.
pub fn lay_danger(facts: &Facts, counts: &[u8], marks: &mut [u32]) -> SquareSet {
    let mut within = SquareSet::new(facts.map.width(), facts.map.height());
    lay_closed(facts, marks);
    for ((square, n), own) in facts.map.squares().zip(counts).zip(marks) {
        if *n > 0 && *own & mark::CLOSED == 0 {
            *own |= mark::DANGER;
            within.insert(square);
        }
    }
    within
}

/// What is written on what foes can attack, and where: for each large part of it some places, the best first.
pub fn danger_labels(
    facts: &Facts,
    danger: &SquareSet,
    marks: &[u32],
    unit: &UnitState,
) -> (String, Vec<Vec<At>>) {
    let width = usize::from(facts.map.width());
    let marked = |at: Square| {
        let (x, y) = (usize::try_from(at.x).ok()?, usize::try_from(at.y).ok()?);
        marks.get(y * width + x).copied().filter(|_| facts.map.contains(at))
    };
    // It is drawn within reach.
    let within = |own: u32| own & (mark::REACH | mark::FAR) != 0;
    let ends = marks.iter().any(|own| within(*own) && own & (mark::DANGER | mark::CLOSED) == 0);
    let text = if ends { say!("danger-within") } else { say!("danger-everywhere") };
    let from = unit.place.area.origin;
    let close = danger.iter().filter(|at| grid::distance(*at, from) <= WRITTEN);
    let drawn = close.filter(|at| marked(*at).is_some_and(within));
    let drawn = SquareSet::of(danger.width(), danger.height(), drawn);
    let places = label_places(&drawn, from, marked, |at| facts.units_on(at).next().is_some());
    (text, places.into_iter().map(|part| part.into_iter().map(show::at).collect()).collect())
}

/// How many parts of danger are labelled at most, how many squares such a part has at least, and for how many places.
const LABELLED: usize = 4;
const LARGE: usize = 9;
const PLACES: usize = 8;
/// How far from a unit that is written at most, in squares.
const WRITTEN: i32 = 24;

/// For each large part of danger the places for a label, the best first: its squares lie within danger and off counters;
/// rather with room around it, beside the border, away from the end of what can be reached, near a place.
fn label_places(
    danger: &SquareSet,
    from: Square,
    marked: impl Fn(Square) -> Option<u32>,
    taken: impl Fn(Square) -> bool,
) -> Vec<Vec<Square>> {
    let row = |at: Square, far: i16| (-far..=far).map(move |x| Square::new(at.x + x, at.y));
    let fits = |at: &Square| row(*at, 1).all(|near| danger.contains(near) && !taken(near));
    let safe =
        |near: Square| !danger.contains(near) && marked(near).is_some_and(|own| own & mark::CLOSED == 0);
    let reached = |near: Square| marked(near).is_some_and(|own| own & (mark::REACH | mark::FAR) != 0);
    let rank = |at: Square| {
        let around = || Area::rect(Square::new(at.x - 2, at.y - 1), 5, 3).squares();
        let beside = [(-3, 0), (3, 0), (-2, 0), (2, 0), (0, -1), (0, 1), (0, -2), (0, 2)];
        (
            around().any(&taken),
            !row(at, 2).all(|near| danger.contains(near)),
            !beside.into_iter().any(|(x, y)| safe(Square::new(at.x + x, at.y + y))),
            !around().all(|near| reached(near) == reached(at)),
            grid::distance(at, from),
            at.x.abs_diff(from.x) + at.y.abs_diff(from.y),
        )
    };
    let mut parts = danger.parts();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let places = parts.into_iter().filter(|part| part.len() >= LARGE).map(|part| {
        let mut places: Vec<Square> = part.into_iter().filter(&fits).collect();
        places.sort_by_cached_key(|at| rank(*at));
        let mut kept: Vec<Square> = Vec::new();
        for at in places {
            if kept.len() < PLACES && kept.iter().all(|other| grid::distance(*other, at) > 2) {
                kept.push(at);
            }
        }
        kept
    });
    places.filter(|places| !places.is_empty()).take(LABELLED).collect()
}

/// Of how many can attack on each square keeps what is shown: that on a way, but neither where nobody can stand nor on
/// counters.
pub fn keep_counts(facts: &Facts, counts: &mut [u8], marks: &[u32], way: &[Square]) {
    let closed = Closed::find(facts);
    for ((square, n), marks) in facts.map.squares().zip(counts).zip(marks) {
        let shown = way.contains(&square) && !closed.holds(square, *marks);
        if !shown || facts.units_on(square).next().is_some() {
            *n = 0;
        }
    }
}

/// What those signs say that lie on the map, in the colour of a side, as lines.
pub fn legend(threat: &Threat, side: usize) -> Vec<SideLine> {
    let strikes = threat.strike.count() + threat.shot.count();
    let within = strikes + threat.near.count() + threat.spent.count();
    let signs = [
        ("ui/threat_near", threat.near.count(), say!("threat-near")),
        ("ui/threat_spent", threat.spent.count(), say!("threat-spent")),
        ("ui/threat_strike", strikes, say!("threat-strike")),
        ("ui/threat_edge", within, say!("threat-edge")),
        ("ui/threat_far", threat.far.count(), say!("threat-far")),
    ];
    let head = SideLine { sum: true, ..preview::line(say!("threat-heading"), "") };
    let signs = signs.into_iter().filter(|(_, squares, _)| *squares > 0);
    let signs = signs.map(|(sign, _, what)| SideLine { sign: Some((sign, side)), ..preview::line(what, "") });
    std::iter::once(head).chain(signs).collect()
}

/// Squares on which a step of a unit gives an opening to somebody who can pay for what it does about it.
pub fn openings(facts: &Facts, mover: &UnitState) -> SquareSet {
    legal::threatened_by(facts, mover, |foe| preview::answers_openings(facts, foe))
}

/// What the plainest attack of a foe on a unit may do in the foe's coming turn, from where it stands or from the nearest
/// place to strike from, as [`mean`] tells it; none: it can't attack.
pub fn coming(facts: &Facts, foe: &UnitState, own: &UnitState) -> Option<(Chance, i64)> {
    let mut there = coming_turns(facts);
    let attack = |there: &Facts| {
        let chosen = pick::plainest_attack(there, foe.id(), own.id(), &Occasion::default())?;
        mean(there, there.unit(foe.id())?, &chosen)
    };
    let by = there.unit(foe.id()).filter(|by| there.present(by) && there.can_act(by))?;
    if let Some(told) = attack(&there) {
        return Some(told);
    }
    let (least, most) = there.threat_range(by);
    let (from, to) = (by.place.area, own.place.area);
    let within = |area: &Area| (least..=most).contains(&area.distance(&to));
    let near = places(&there, by).into_iter().filter(within).min_by_key(|area| area.distance(&from))?;
    there.unit_mut(foe.id())?.place.area = near;
    attack(&there)
}

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

/// Adds the squares that a foe can shoot at from where it stands: those as far off as it hits a unit more often than
/// not, and those beyond.
fn shots(facts: &Facts, foe: &UnitState, own: &UnitState, into: &mut Threat) {
    let ready = facts.in_hand(foe, WeaponUse::Ranged).filter(|(item, def)| item.has_shots(def, 1));
    let weapons: Vec<Armament<'_>> = ready.map(|(_, def)| Armament::Weapon(def)).collect();
    if weapons.is_empty() {
        return;
    }
    let (from, band) = (foe.place.area, foe.place.band);
    let seen = visible(&facts.map, &from, facts.map.width().max(facts.map.height()), band);
    let reached = |square: &Square| {
        let here = Area::one(*square);
        let in_range = |armament: &Armament<'_>| range_to(facts, foe, &from, &here, band, armament).is_ok();
        !from.contains(*square) && weapons.iter().any(in_range)
    };
    let mut squares: Vec<Square> = seen.iter().filter(reached).collect();
    let distance = |square: Square| from.distance(&Area::one(square));
    squares.sort_by_key(|square| distance(*square));
    let hand = pick::hand(facts, foe.id(), &Occasion::default());
    let mut there = facts.clone();
    let sure = squares.partition_point(|square| {
        if let Some(own) = there.unit_mut(own.id()) {
            own.place.area.origin = *square;
        }
        chance(&there, foe.id(), &hand, own.id()).is_none_or(|chance| chance >= Chance::new(1, 2))
    });
    let last = sure.checked_sub(1).map(|n| distance(squares[n]));
    for square in squares {
        let likely = last.is_some_and(|last| distance(square) <= last);
        let set = if likely { &mut into.shot } else { &mut into.far };
        set.insert(square);
    }
}

/// The chance of the plainest attack of a unit on another; none if it has none.
fn chance(facts: &Facts, by: UnitId, hand: &[Card], on: UnitId) -> Option<Chance> {
    let unit = facts.unit(by)?;
    let chosen = pick::plain_attack(facts, unit, hand, on)?;
    preview::hit_chance(Order::new(facts, unit, &chosen)?)
}

/// The chance that the card of an attack leads with, and what it takes on average, in thousandths: damage, or hits on
/// systems.
pub fn mean(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<(Chance, i64)> {
    landing(facts, unit, chosen).map(|odds| (preview::leading(&odds).0, odds.mean_thousandths()))
}

/// The odds of an attack, or of all that its action may make, as its card tells them.
pub fn landing(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<odds::AttackOdds> {
    let spec = preview::spec(Order::new(facts, unit, chosen)?)?;
    let args = Args { target: Some(spec.target), ..Args::default() };
    let odds = odds::together(&odds::each_attack(facts, &spec, &args))?;
    Some(preview::counted(facts, facts.unit(spec.target)?, odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_danger_means_is_written_within_each_part_of_it_beside_its_border_and_off_counters() {
        let danger = SquareSet::of(20, 9, Area::rect(Square::new(8, 0), 12, 9).squares());
        let on_map = |at: Square| Area::rect(Square::new(0, 0), 20, 9).contains(at);
        let plain = |at: Square| on_map(at).then_some(0_u32);
        let from = Square::new(0, 4);
        let first = |places: Vec<Vec<Square>>| places.first().and_then(|part| part.first().copied());
        assert_eq!(first(label_places(&danger, from, plain, |_| false)), Some(Square::new(10, 4)));
        assert_eq!(first(label_places(&danger, from, plain, |at| at.y < 7)), Some(Square::new(10, 8)));
        let line = |at: Square| plain(at).map(|_| if at.y < 5 { mark::REACH } else { 0 });
        assert_eq!(first(label_places(&danger, from, line, |_| false)), Some(Square::new(10, 3)));
        assert_eq!(first(label_places(&SquareSet::new(20, 9), from, plain, |_| false)), None);
        let mut apart = danger.clone();
        (8..20).for_each(|x| {
            apart.remove(Square::new(x, 4));
        });
        let places = label_places(&apart, from, plain, |_| false);
        let within = |at: &Square| (-1..=1).all(|x| apart.contains(Square::new(at.x + x, at.y)));
        assert!(places.len() == 2 && places.iter().flatten().all(within), "{places:?}");
    }
}
