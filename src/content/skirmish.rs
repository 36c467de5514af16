//! Skirmishes: battles that players put together from a map, a rulebook and units, without a file.
//!
//! Such a wish becomes the text of a scenario (who stands where, who sits in which vehicle), the same as a file
//! would have it: it is read and checked as one, and kept whole in saves and replays.

use crate::content::prelude::*;
use crate::{
    battle::{muster, terms::Made},
    grid::{Area, Dir8, distance, has_room, step_allowed},
    rules::moving::plain_category,
};

/// The id that every skirmish has as a scenario.
pub const SKIRMISH: &str = "skirmish";

/// The most units that a side may have.
pub const MOST: usize = 30;

/// What a unit is worth where its kind does not say.
const COMMON: i32 = 2;

/// A battle as players wish it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skirmish {
    /// What it is called.
    pub name: String,
    /// The map.
    pub map: Key,
    /// The book it is played by.
    pub rulebook: Key,
    /// The sides: two to four.
    pub sides: Vec<Camp>,
}

/// A side of a skirmish.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    /// What players read.
    pub name: String,
    /// Its units, by their kinds.
    pub units: Vec<Key>,
}

/// What a unit of a kind is worth, in points.
pub fn points(kind: &UnitDef) -> i32 {
    kind.worth.unwrap_or(COMMON)
}

#[derive(Serialize)]
struct Written {
    id: Key,
    name: String,
    rulebook: Key,
    map: Key,
    sides: Vec<WrittenSide>,
}

#[derive(Serialize)]
struct WrittenSide {
    id: Key,
    name: String,
    units: Vec<WrittenUnit>,
}

#[derive(Serialize)]
struct WrittenUnit {
    id: Key,
    kind: Key,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Square>,
    facing: Dir8,
    #[serde(skip_serializing_if = "Option::is_none")]
    aboard: Option<(Key, Key)>,
}

/// Why a skirmish cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkirmishError {
    /// There is no such map.
    NoMap(Key),
    /// There is no such book.
    NoBook(Key),
    /// A side of this name has nobody.
    Nobody(String),
    /// A book of this name has no unit of this id.
    NoUnit(String, Key),
    /// A side of this name has no room for a unit of that name.
    NoRoom(String, String),
    /// The scenario cannot be written as text.
    Unwritable(String),
}

impl Library {
    /// Writes a skirmish as a scenario: units are named apart, placed, and seated in their vehicles.
    pub fn write_skirmish(&self, wish: &Skirmish) -> Result<Made, SkirmishError> {
        let Some(placed) = self.maps.get(&wish.map) else {
            return Err(SkirmishError::NoMap(wish.map));
        };
        let Some(book) = self.books.get(&wish.rulebook) else {
            return Err(SkirmishError::NoBook(wish.rulebook));
        };
        if let Some(camp) = wish.sides.iter().find(|camp| camp.units.is_empty()) {
            return Err(SkirmishError::Nobody(camp.name.clone()));
        }
        let map = Arc::new(placed.map.clone());
        let mut ground = Ground::new(&map, placed, wish.sides.len());
        let all: Vec<Key> = wish.sides.iter().flat_map(|camp| camp.units.iter().copied()).collect();
        let mut counted: Vec<Key> = Vec::new();
        let mut sides = Vec::new();
        for (n, camp) in wish.sides.iter().enumerate() {
            let front = ground.front(n);
            let mut states = Vec::new();
            for kind in &camp.units {
                let Some(def) = book.unit(*kind) else {
                    return Err(SkirmishError::NoUnit(book.settings.name.clone(), *kind));
                };
                counted.push(*kind);
                let nth = counted.iter().filter(|own| *own == kind).count();
                let plain = kind.plain();
                let id = Key::new(&format!("{plain}_{nth}"));
                let name = match all.iter().filter(|own| *own == kind).count() {
                    1 => def.name.clone(),
                    _ => format!("{} {nth}", def.name),
                };
                let side = Side(ground.side(n));
                let start = Square::new(0, 0);
                states.push(muster::unit(book, &map, def, UnitId(id), &name, side, side.0, start));
            }
            let aboard = crews(book, &states);
            let mut places: Vec<Option<Square>> = vec![None; states.len()];
            // The largest choose first.
            let mut order: Vec<usize> = (0..states.len()).filter(|n| aboard[*n].is_none()).collect();
            order.sort_by_key(|n| std::cmp::Reverse(states[*n].place.area.squares().count()));
            for at in order {
                let state = &states[at];
                let place = ground
                    .place(book, state, n)
                    .ok_or_else(|| SkirmishError::NoRoom(camp.name.clone(), state.identity.name.clone()))?;
                places[at] = Some(place);
            }
            let mut units = Vec::new();
            for ((state, seat), at) in states.iter().zip(aboard).zip(places) {
                let named = state.identity.name != state.sheet.0.name;
                units.push(WrittenUnit {
                    id: state.id().0,
                    kind: state.identity.kind,
                    name: named.then(|| state.identity.name.clone()),
                    at,
                    facing: front,
                    aboard: seat,
                });
            }
            sides.push(WrittenSide { id: ground.side(n), name: camp.name.clone(), units });
        }
        let scenario = Written {
            id: Key::new(SKIRMISH),
            name: wish.name.clone(),
            rulebook: wish.rulebook,
            map: wish.map,
            sides,
        };
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let text = options
            .to_string_pretty(&vec![scenario], ron::ser::PrettyConfig::new().depth_limit(4))
            .map_err(|why| SkirmishError::Unwritable(why.to_string()))?;
        Ok(Made { name: wish.name.clone(), text })
    }
}

/// Who sits where, in which role: drivers and gunners are taken from the people on foot, in order; the rest walk.
fn crews(book: &Rulebook, states: &[UnitState]) -> Vec<Option<(Key, Key)>> {
    let mut seats: Vec<Option<(Key, Key)>> = vec![None; states.len()];
    let crew = book.settings.vehicles.as_ref().and_then(|rule| book.bond(rule.crew));
    let person = |state: &UnitState| state.vehicle().is_none() && state.sheet.0.systems.is_none();
    for vehicle in states {
        let (Some(def), Some(crew)) = (vehicle.vehicle(), crew) else { continue };
        let mut wanted: Vec<Key> = Vec::new();
        for seat in &def.seats {
            let drives = crew.role(Some(seat.role)).is_some_and(|role| role.drives);
            let fires = def.mounts.iter().any(|mount| mount.by.contains(&seat.role));
            if drives {
                wanted.insert(0, seat.role);
            } else if fires {
                wanted.extend(std::iter::repeat_n(seat.role, seat.count));
            }
        }
        let free: Vec<usize> =
            (0..states.len()).filter(|n| seats[*n].is_none() && person(&states[*n])).collect();
        for (n, role) in free.into_iter().zip(wanted) {
            seats[n] = Some((vehicle.id().0, role));
        }
    }
    seats
}

struct Ground<'a> {
    map: &'a Map,
    placed: &'a PlacedMap,
    /// The sides that the map has squares for, if it has them for all.
    own: Vec<Key>,
    sides: usize,
    /// The squares from which one can walk to most of the map.
    open: BTreeSet<Square>,
    taken: Vec<Area>,
}

/// How people get about.
fn walking() -> Key {
    Key::new("walking")
}

impl<'a> Ground<'a> {
    fn new(map: &'a Map, placed: &'a PlacedMap, sides: usize) -> Self {
        let own: Vec<Key> = placed.starts.keys().copied().take(sides).collect();
        let own = if own.len() == sides { own } else { Vec::new() };
        Self { map, placed, own, sides, open: mainland(map), taken: Vec::new() }
    }

    /// The id of a side: as the map calls it, where it has squares for it.
    fn side(&self, n: usize) -> Key {
        self.own.get(n).copied().unwrap_or_else(|| Key::new(&format!("side_{}", n + 1)))
    }

    fn starts(&self, n: usize) -> &[Square] {
        self.own.get(n).and_then(|side| self.placed.starts.get(side)).map_or(&[], Vec::as_slice)
    }

    /// Whither a side looks as it begins: across the map.
    fn front(&self, n: usize) -> Dir8 {
        let (wide, high) = (i32::from(self.map.width()), i32::from(self.map.height()));
        match self.starts(n) {
            [] => [Dir8::E, Dir8::W, Dir8::S, Dir8::N].get(n).copied().unwrap_or_default(),
            [at, ..] => {
                let (x, y) = (2 * i32::from(at.x) - wide, 2 * i32::from(at.y) - high);
                match (x.abs() * high >= y.abs() * wide, x < 0, y < 0) {
                    (true, true, _) => Dir8::E,
                    (true, false, _) => Dir8::W,
                    (false, _, true) => Dir8::S,
                    (false, _, false) => Dir8::N,
                }
            }
        }
    }

    /// How far a square lies from a side's starts; without such from its edge, then from that edge's middle.
    fn distance(&self, at: Square, n: usize) -> (i32, i32) {
        let starts = self.starts(n);
        if let Some(place) = starts.iter().position(|own| *own == at) {
            return (-1, i32::try_from(place).unwrap_or(0));
        }
        if let Some(nearest) = starts.iter().map(|own| distance(*own, at)).min() {
            return (nearest, 0);
        }
        let (x, y) = (i32::from(at.x), i32::from(at.y));
        let (right, bottom) = (i32::from(self.map.width()) - 1, i32::from(self.map.height()) - 1);
        let (deep, beside) = match n {
            0 => (x, 2 * y - bottom),
            1 => (right - x, 2 * y - bottom),
            2 => (y, 2 * x - right),
            _ => (bottom - y, 2 * x - right),
        };
        // Three squares off the edge, in ranks that are wider than deep.
        ((deep - 3).abs() * 4 + beside.abs(), beside)
    }

    /// The best place left for a unit: there is room to walk away, and its way of moving is free (C-119).
    fn place(&mut self, book: &Rulebook, state: &UnitState, n: usize) -> Option<Square> {
        let front = self.front(n);
        let footprint = |at: Square| match state.vehicle() {
            Some(vehicle) => vehicle.area(at, front),
            None => Area { origin: at, ..state.place.area },
        };
        let own = state.sheet.0.movement.iter().map(|def| def.category);
        let own: BTreeSet<Key> = own.chain([plain_category(book, state)]).collect();
        let ways: BTreeSet<Key> = own.iter().copied().chain([walking()]).collect();
        let fits = |at: &Square| {
            let area = footprint(*at);
            self.map.holds(&area)
                && ways.iter().any(|way| has_room(self.map, &area, *way))
                && area.squares().any(|square| self.open.contains(&square))
                && !self.taken.iter().any(|other| other.overlaps(&area))
        };
        let near = |at: &Square| self.others(*at, n);
        let stuck = |at: &Square| !own.iter().any(|way| has_room(self.map, &footprint(*at), *way));
        let worth = |at: &Square| (stuck(at), near(at), self.distance(*at, n));
        let best = self.map.squares().filter(fits).min_by_key(worth)?;
        self.taken.push(footprint(best));
        Some(best)
    }

    /// Whether a square is nearer to where another side belongs.
    fn others(&self, at: Square, n: usize) -> bool {
        let own = self.distance(at, n).0;
        (0..self.sides).any(|other| other != n && self.distance(at, other).0 < own)
    }
}

/// The largest part of a map on which one can walk from everywhere to everywhere.
fn mainland(map: &Map) -> BTreeSet<Square> {
    let mut left: BTreeSet<Square> =
        map.squares().filter(|at| has_room(map, &Area::one(*at), walking())).collect();
    let mut largest = BTreeSet::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut edge = vec![first];
        while let Some(at) = edge.pop() {
            for dir in Dir8::ALL {
                let to = at.moved(dir, 1);
                if left.contains(&to) && step_allowed(map, &Area::one(at), dir, walking()).is_ok() {
                    left.remove(&to);
                    part.insert(to);
                    edge.push(to);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{replay::Game, terms::Terms};

    #[test]
    fn a_skirmish_of_every_book_on_every_map_is_laid_out_and_goes_with_its_replay() {
        let (library, report) = Library::load(&Path::new(threat_range_base::CHECKOUT).join("assets"), &[]);
        assert!(report.is_empty(), "{report}");
        let mut played = 0;
        for book in library.books.values() {
            let kinds: Vec<Key> = book.units.iter().map(|def| def.id).collect();
            for (n, map) in library.maps.keys().enumerate() {
                let camp = |from: usize| Camp {
                    name: format!("side of {from}"),
                    units: kinds.iter().cycle().skip(from).take(4).copied().collect(),
                };
                let sides = (0..2 + n % 3).map(|side| camp(n * 5 + side * 2)).collect();
                let wish = Skirmish { name: "Test".into(), map: *map, rulebook: book.id, sides };
                let made = match library.write_skirmish(&wish) {
                    Ok(made) => made,
                    // A starship does not fit between trees.
                    Err(SkirmishError::NoRoom(..)) => continue,
                    Err(why) => panic!("{} {map}: {why:?}", book.id),
                };
                played += 1;
                let terms = Terms { made: Some(made), ..Terms::new(Key::new(SKIRMISH), 7) };
                let setup = library.lay_out(&terms).unwrap_or_else(|why| panic!("{} {map}: {why}", book.id));
                assert_eq!(setup.units.len(), 4 * wish.sides.len());
                let game = Game::new(setup);
                assert!(game.battle.fault().is_none());
                let replay = game.replay(terms.scenario, terms.seed, &library.hash);
                let text = ron::to_string(&replay).unwrap();
                let again = ron::from_str::<crate::battle::replay::Replay>(&text).unwrap();
                assert_eq!(again.terms().made, terms.made);
                assert_eq!(
                    Game::new(library.lay_out(&again.terms()).unwrap()).battle.hash(),
                    game.battle.hash()
                );
            }
        }
        assert!(played > 40, "{played}");
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let (library, _) = Library::load(&Path::new(threat_range_base::CHECKOUT).join("assets"), &[]);
        let (book, map) = (library.books.values().next().unwrap(), *library.maps.keys().next().unwrap());
        let kind = book.units.iter().next().unwrap().id;
        let camp = |units: Vec<Key>| Camp { name: "They".into(), units };
        let wish = |sides| Skirmish { name: "Test".into(), map, rulebook: book.id, sides };
        let why = |wish: &Skirmish| library.write_skirmish(wish).unwrap_err();
        let alone = why(&wish(vec![camp(vec![kind]), camp(Vec::new())]));
        assert_eq!(alone, SkirmishError::Nobody("They".into()));
        let nobody = Key::new("no_such_unit");
        let unknown = why(&wish(vec![camp(vec![kind]), camp(vec![nobody])]));
        assert_eq!(unknown, SkirmishError::NoUnit(book.settings.name.clone(), nobody));
        let none = Skirmish { map: nobody, ..wish(vec![camp(vec![kind]); 2]) };
        assert_eq!(why(&none), SkirmishError::NoMap(nobody));
        // A text that somebody has spoilt is refused as a file would be.
        let made = library.write_skirmish(&wish(vec![camp(vec![kind]); 2])).unwrap();
        assert!(library.read_scenario(&made.text.replace(kind.as_str(), "nobody")).is_err());
        assert!(library.read_scenario(made.text.get(..40).unwrap()).is_err());
    }
}
