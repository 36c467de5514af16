//! Random battles: a small map with a bit of everything, and units of a book anywhere on it.

use std::{collections::BTreeMap, sync::Arc};

use threat_range::{
    battle::{
        entry::{Arrival, EntryKind},
        setup::{Opening, OpeningAwareness, Setup},
    },
    content::{library::Library, scenario::UnitEntry},
    dice::DiceStream,
    grid::{Area, Band, Dir8, Door, DoorPlace, Edge, Map, MapData, Square},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Bond, GroundItem, Item, Side, UnitId, UnitState},
        unit::MoveDef,
    },
};

use crate::common::whim::Whim;

/// Categories of movement that some units get besides their own.
const CATEGORIES: [&str; 5] = ["flying", "swimming", "climbing", "burrowing", "walking"];

/// The n-th battle of a book. The same number gives the same battle.
pub fn setup(library: &Library, book: &Arc<Rulebook>, n: u64) -> Setup {
    let mut whim = Whim::new(n.wrapping_mul(0x9E37_79B9).wrapping_add(book.id.as_str().len() as u64));
    let map = Arc::new(map(library, &mut whim));
    let kinds: Vec<Key> = book.units.iter().map(|def| def.id).collect();
    let sides = if whim.one_in(5) { 3 } else { 2 };
    let each = 1 + whim.below(4);
    let mut units: Vec<UnitState> = Vec::new();
    // Every kind has its turn: the battles go through the book's list one after the other.
    let mut next = usize::try_from(n).unwrap() * 5;
    for side in 0..sides {
        for _ in 0..each {
            let kind = kinds[next % kinds.len()];
            next += 1;
            let entry = entry(book, &format!("u{}", units.len()), kind, next, &mut whim);
            let side = Side::new(["red", "blue", "green"][side]);
            let taken: Vec<Area> = units.iter().map(|unit| unit.place.area).collect();
            if let Some(unit) = place(book, &map, entry, side, &taken, &mut whim) {
                units.push(unit);
            }
        }
    }
    for unit in &mut units {
        wear_down(book, unit, &mut whim);
    }
    let mut arrivals = Vec::new();
    for at in (2..units.len()).rev() {
        if whim.one_in(9) {
            let entry = if whim.one_in(2) { EntryKind::LaterDragged } else { EntryKind::LaterOnPurpose };
            arrivals.push(Arrival { round: 1 + whim.below(3) as u32, unit: units.remove(at), entry });
        }
    }
    let dice = DiceStream::seeded(n);
    let ground = ground(book, &map, &mut whim);
    let mut setup = Setup::bare(book, map.clone(), units, dice);
    setup.ground = ground;
    setup.arrivals = arrivals;
    setup.bonds = crews(book, &mut setup.units, &mut whim);
    setup.opening = opening(book, &setup.units, &mut whim);
    setup.options = options(book, &mut whim);
    setup
}

fn map(library: &Library, whim: &mut Whim) -> Map {
    let (width, height) = (8 + whim.below(9), 7 + whim.below(7));
    let plain = library.terrains[&Key::new("grass")].clone();
    let mut data = MapData::plain(width as u16, height as u16, plain);
    let rough = [0, 0, 8, 25][whim.below(4)];
    let others: Vec<_> = library.terrains.values().filter(|terrain| terrain.id != "grass").cloned().collect();
    data.terrains.extend(others);
    for square in &mut data.squares {
        if whim.below(100) < rough {
            *square = whim.below(data.terrains.len()) as u8;
        }
    }
    if whim.one_in(3) {
        data.heights = (0..width * height).map(|_| [0, 0, 0, 1, 2][whim.below(5)]).collect();
    }
    data.edge_kinds = library.edges.values().cloned().collect();
    let mut edges = BTreeMap::new();
    let mut doors: BTreeMap<Edge, Door> = BTreeMap::new();
    for _ in 0..whim.below(14) {
        let square = Square::new(whim.below(width - 1) as i16, whim.below(height - 1) as i16);
        let edge = if whim.one_in(2) { Edge::east(square) } else { Edge::south(square) };
        if whim.one_in(3) {
            let id = doors.len() as u16 + 1;
            let (open, look) = (whim.one_in(2), Key::new("door"));
            let door = Door {
                id,
                place: DoorPlace::Edge(edge),
                open,
                name: format!("door {id}"),
                durability: Some(20),
                look,
            };
            doors.entry(edge).or_insert(door);
        } else {
            edges.insert(edge, whim.below(data.edge_kinds.len()) as u8);
        }
    }
    edges.retain(|edge, _| !doors.contains_key(edge));
    data.edges = edges.into_iter().collect();
    data.doors = doors.into_values().collect();
    Map::new(data).unwrap()
}

/// People in vehicles of their side, as far as there are seats, and vehicles that go.
fn crews(book: &Rulebook, units: &mut [UnitState], whim: &mut Whim) -> Vec<Bond> {
    let mut bonds: Vec<Bond> = Vec::new();
    let Some(rule) = &book.settings.vehicles else { return bonds };
    for at in 0..units.len() {
        let Some(def) = units[at].sheet.0.vehicle.clone() else { continue };
        let (to, place, side) = (units[at].id(), units[at].place, units[at].side());
        units[at].driven.speed = whim.between(0, 2) * whim.between(0, 15);
        for own in units.iter_mut().filter(|own| own.side() == side && own.sheet.0.vehicle.is_none()) {
            let seat = def.seats[whim.below(def.seats.len())];
            let taken = bonds.iter().filter(|bond| bond.to == to && bond.role == seat.role).count();
            let seated = bonds.iter().any(|bond| bond.unit == own.id());
            if seated || taken >= seat.count || whim.one_in(4) {
                continue;
            }
            own.place = place;
            bonds.push(Bond { kind: rule.crew, unit: own.id(), role: seat.role, to });
        }
        units[at].driven.last =
            bonds.iter().find(|bond| bond.to == to && bond.role == Key::new("driver")).map(|bond| bond.unit);
    }
    bonds
}

/// Whether a footprint may stand somewhere, by one of these categories at least.
pub fn has_room(map: &Map, area: &Area, categories: &[Key]) -> bool {
    map.holds(area)
        && categories.iter().any(|category| {
            area.squares().all(|square| {
                map.contents(square)
                    .all(|terrain| !terrain.impassable || terrain.ignored_by.contains(category))
            })
        })
}

fn place(
    book: &Arc<Rulebook>,
    map: &Arc<Map>,
    mut entry: UnitEntry,
    side: Side,
    taken: &[Area],
    whim: &mut Whim,
) -> Option<UnitState> {
    let size = book.size(book.unit(entry.kind?)?.size).map_or(1, |size| size.footprint);
    for _ in 0..60 {
        let origin = Square::new(
            whim.below(usize::from(map.width())) as i16,
            whim.below(usize::from(map.height())) as i16,
        );
        let area = match &book.unit(entry.kind?)?.vehicle {
            Some(vehicle) => vehicle.area(origin, Dir8::S),
            None => Area::new(origin, size),
        };
        let cut = area.squares().any(|square| {
            [Edge::east(square), Edge::south(square)].iter().any(|edge| {
                edge.squares().iter().all(|one| area.squares().any(|own| own == *one))
                    && (map.edge(*edge).is_some() || map.door_at(DoorPlace::Edge(*edge)).is_some())
            })
        });
        if cut
            || taken.iter().any(|other| other.overlaps(&area))
            || !has_room(map, &area, &[Key::new("walking")])
        {
            continue;
        }
        entry.at = Some(origin);
        return Some(entry.build(book, map, side).unwrap_or_else(|wrong| panic!("{}", wrong.message)));
    }
    None
}

fn entry(book: &Rulebook, id: &str, kind: Key, next: usize, whim: &mut Whim) -> UnitEntry {
    let mut entry: UnitEntry = ron::from_str(&format!("(id: \"{id}\")")).unwrap();
    let def = book.unit(kind).unwrap();
    entry.kind = Some(kind);
    let weapons: Vec<Key> = book.weapons.iter().map(|def| def.id).collect();
    if whim.one_in(2) && !weapons.is_empty() {
        // Weapons have their turn as kinds have, so that each is in somebody's hands often.
        let mut own = vec![weapons[next % weapons.len()], *whim.pick(&weapons).unwrap()];
        own.extend(def.weapons.iter().copied());
        entry.weapons = Some(own);
    }
    let items: Vec<Key> = book.items.iter().map(|def| def.id).collect();
    if whim.one_in(3) && !items.is_empty() {
        let mut own = vec![*whim.pick(&items).unwrap()];
        own.extend(def.items.iter().copied());
        entry.items = Some(own);
    }
    let spells: Vec<Key> = book.spells.iter().map(|def| def.id).collect();
    if whim.one_in(2) && !spells.is_empty() {
        let mut own: Vec<Key> = (0..1 + whim.below(4)).map(|_| *whim.pick(&spells).unwrap()).collect();
        own.extend(def.spells.iter().copied());
        entry.spells = Some(own);
    }
    if whim.one_in(4) {
        let mut ways = def.movement.clone();
        let category = Key::new(CATEGORIES[whim.below(CATEGORIES.len())]);
        if ways.iter().all(|way| way.category != category) {
            let natural = !whim.one_in(3);
            // Read, as content is, so that what such a thing has besides keeps its defaults.
            let way = format!("(category: \"{category}\", speed: 6, natural: {natural})");
            ways.push(ron::from_str::<MoveDef>(&way).unwrap());
        }
        entry.movement = Some(ways);
    }
    if whim.one_in(8) && !book.settings.sizes.is_empty() {
        entry.magnitude = Some(whim.between(1, 3));
    }
    if whim.one_in(12) {
        entry.band = Some(Band::Low);
    }
    entry
}

/// Wounds, conditions and empty weapons, as if some of the fight were over.
fn wear_down(book: &Rulebook, unit: &mut UnitState, whim: &mut Whim) {
    for track in &mut unit.tracks.0 {
        let rises = book.track(track.id).is_some_and(|def| def.rises);
        if whim.one_in(3) && !rises && track.now > 1 {
            track.now = whim.between(1, track.now);
        }
    }
    let conditions: Vec<Key> = book.conditions.iter().filter(|def| !def.dead).map(|def| def.id).collect();
    if whim.one_in(4)
        && let Some(id) = whim.pick(&conditions)
        && !unit.conditions.has(*id)
    {
        unit.conditions.0.push(ron::from_str(&format!("(id: \"{id}\", count: 1)")).unwrap());
    }
    for item in &mut unit.gear.items {
        if whim.one_in(4) {
            item.loaded = whim.between(0, item.loaded.max(0));
        }
        if whim.one_in(5) && item.durability > 1 {
            item.damage = whim.between(0, item.durability - 1);
        }
    }
}

fn ground(book: &Rulebook, map: &Map, whim: &mut Whim) -> Vec<GroundItem> {
    let weapons = book.weapons.iter().filter(|def| !def.natural);
    let kinds: Vec<(Key, i32, i32)> = weapons
        .map(|def| (def.id, def.capacity, def.durability))
        .chain(book.items.iter().map(|def| (def.id, 0, def.durability)))
        .collect();
    let squares: Vec<Square> = map.squares().collect();
    (0..whim.below(5))
        .filter_map(|_| {
            let (def, loaded, durability) = *whim.pick(&kinds)?;
            let item = Item {
                id: def,
                def,
                held: false,
                worn: false,
                loaded,
                stock: -1,
                damage: 0,
                durability,
                jammed: false,
                contents: Vec::new(),
            };
            Some(GroundItem { square: *whim.pick(&squares)?, item })
        })
        .collect()
}

fn opening(book: &Rulebook, units: &[UnitState], whim: &mut Whim) -> Opening {
    let mut sides: Vec<Key> = units.iter().map(|unit| unit.identity.group).collect();
    sides.dedup();
    let surprise = &book.settings.timing.surprise;
    let teams = !surprise.team_skills.is_empty();
    let awareness = match whim.below(5) {
        0 if teams => OpeningAwareness::None,
        1 if teams => OpeningAwareness::Some(whim.pick(&sides).copied().into_iter().collect()),
        2 => {
            OpeningAwareness::Surprised(units.iter().map(UnitState::id).filter(|_| whim.one_in(3)).collect())
        }
        _ => OpeningAwareness::All,
    };
    let places: Vec<Key> = surprise.distances.iter().flat_map(|row| row.places.iter().copied()).collect();
    let place = if whim.one_in(4) { whim.pick(&places).copied() } else { None };
    let shared = if whim.one_in(4) { whim.pick(&sides).copied().into_iter().collect() } else { Vec::new() };
    let apart: Vec<UnitId> = units.iter().map(UnitState::id).filter(|_| whim.one_in(9)).collect();
    Opening { awareness, place, shared, apart, ..Opening::default() }
}

/// One switch of the book turned, now and then; numbers are left as they are.
fn options(book: &Rulebook, whim: &mut Whim) -> BTreeMap<Key, i32> {
    let mut options = BTreeMap::new();
    let switches: Vec<(Key, i32)> = book
        .settings
        .options
        .iter()
        .filter(|(_, value)| (0..=1).contains(*value))
        .map(|(id, value)| (*id, *value))
        .collect();
    if whim.one_in(3)
        && let Some((id, value)) = whim.pick(&switches)
    {
        options.insert(*id, 1 - value);
    }
    if whim.one_in(6) {
        options.insert(Key::new("fog"), 1);
    }
    options
}
