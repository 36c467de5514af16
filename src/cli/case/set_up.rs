//! What a case is played on: its map, units, things and how the fight begins, as the case writes them.
//!
//! `run` plays the steps.

use super::{
    on_scenario,
    run::{Failure, fail},
};
use crate::{
    battle::{entry::Arrival, purposes::PURPOSES, setup::Opening},
    cli::prelude::*,
    content::scenario::{UnitMistake, bind},
    grid::{Edge, EdgeKind, Map, MapData, Terrain},
    rules::facts::{GroundItem, Item, Thing, ThingPlace},
    suggest,
};

pub(super) fn setup(library: &Library, case: &Case) -> Result<Setup, Failure> {
    let Some(id) = case.rulebook else { return fail(0, "names no rulebook") };
    let Some(book) = library.books.get(&id) else {
        let known: Vec<&str> = library.books.keys().map(|key| key.as_str()).collect();
        let known = known.join(", ");
        let why = "a case is played by the book that it names (`rulebook: \"..\"`), or that its folder is called as \
                   (`cases/<rulebook>/*.ron`)";
        return fail(0, format!("there is no rulebook \"{id}\": {why}; there are: {known}"));
    };
    named_dice(library, case, book)?;
    let facilities = &book.settings.facilities;
    let unknown_one = case.surroundings.facilities.iter().find(|(_, own)| !facilities.contains(own));
    if let Some((_, own)) = unknown_one {
        return unknown(library, "facility", *own, facilities.iter().copied());
    }
    let mut setup = match case.scenario {
        Some(scenario) => {
            let setup = on_scenario::laid_out(library, case, scenario, id)?;
            if case.sides.is_empty() {
                return Ok(setup);
            }
            setup
        }
        None if case.sides.is_empty() => return fail(0, "has neither `sides` nor a `scenario`"),
        None => on_own_map(library, case, book)?,
    };
    let mut units = units(library, case, book, &setup.map)?;
    let bonds = bind(book, case.sides.iter().flat_map(|side| &side.units), &mut units);
    setup.bonds = bonds.or_else(|wrong| fail(0, wrong_unit(library, wrong)))?;
    let goals = case.sides.iter().filter_map(|side| Some((Side(side.side), side.wins.clone()?)));
    setup.goals.extend(goals);
    setup.units = units;
    setup.opening = case.opening.clone().unwrap_or_else(|| Opening {
        plain: true,
        mid_round: true,
        ..Default::default()
    });
    setup.arrivals.clear();
    for wave in &case.reinforcements {
        for unit in &wave.units {
            let built = unit.build(book, &setup.map, Side(wave.side));
            let unit = built.or_else(|wrong| fail(0, wrong_unit(library, wrong)))?;
            setup.arrivals.push(Arrival { round: wave.round, unit, entry: wave.entry });
        }
    }
    setup.standing.clone_from(&case.standing);
    for (kind, square) in &case.ground {
        let Some(mut item) = Item::new(book, *kind, &[]) else {
            let known = book.weapons.iter().map(|def| def.id).chain(book.items.iter().map(|def| def.id));
            return unknown(library, "item", *kind, known);
        };
        item.stock = -1;
        setup.ground.push(GroundItem { square: *square, item });
    }
    Ok(setup)
}

fn on_own_map(library: &Library, case: &Case, book: &Arc<Rulebook>) -> Result<Setup, Failure> {
    if case.made.is_some() {
        return fail(0, "`made` needs `scenario`: what it is called");
    }
    let map = map(library, case)?;
    let mut setup = Setup::bare(book, Arc::new(map), Vec::new(), DiceStream::scripted(case.dice.clone()));
    setup.things = things(library, case, book)?;
    setup.luck = case.luck;
    setup.surroundings.clone_from(&case.surroundings);
    setup.options.clone_from(&case.options);
    Ok(setup)
}

/// What dice are thrown for by a book.
pub(super) fn known_purposes(book: &Rulebook) -> Vec<Key> {
    let purposes = PURPOSES.iter().map(|(purpose, _)| Key::new(purpose));
    let checks = book.checks.iter().map(|def| def.id);
    purposes.chain(checks).chain(book.systems.iter().map(|def| def.id)).collect()
}

/// The purposes of a case's dice are such as dice are thrown for.
fn named_dice(library: &Library, case: &Case, book: &Rulebook) -> Result<(), Failure> {
    let known = known_purposes(book);
    match case.dice.iter().filter_map(|die| die.purpose).find(|purpose| !known.contains(purpose)) {
        Some(purpose) => unknown(library, "purpose of dice", purpose, known),
        None => Ok(()),
    }
}

fn things(library: &Library, case: &Case, book: &Rulebook) -> Result<Vec<Thing>, Failure> {
    let mut things = Vec::new();
    for thing in &case.things {
        if let Some(own) = thing.offers.iter().find(|own| book.interactions.get(own.id).is_none()) {
            return unknown(library, "interaction", own.id, book.interactions.iter().map(|def| def.id));
        }
        let place = match (thing.door, thing.at) {
            (Some(door), None) => ThingPlace::Door(door),
            (None, Some(square)) => ThingPlace::Square(square),
            _ => return fail(0, format!("the thing \"{}\" has either `door` or `at`", thing.id)),
        };
        things.push(Thing {
            id: thing.id,
            name: thing.id.to_string(),
            place,
            offers: thing.offers.clone(),
            barred: thing.barred.clone(),
            works: thing.works.clone(),
            done: Vec::new(),
        });
    }
    Ok(things)
}

/// The units of a case; those that state no count come one after the other, from 20.
fn units(
    library: &Library,
    case: &Case,
    book: &Arc<Rulebook>,
    map: &Arc<Map>,
) -> Result<Vec<UnitState>, Failure> {
    let mut units: Vec<UnitState> = Vec::new();
    let mut count = 20;
    for side in &case.sides {
        for unit in &side.units {
            let mut unit = unit.clone();
            if unit.initiative.is_none() && case.opening.is_none() {
                unit.initiative = Some(count);
                count -= 1;
            }
            if units.iter().any(|other| other.id().0 == unit.id) {
                return fail(0, format!("two units are called \"{}\"", unit.id));
            }
            let state = unit.build(book, map, Side(side.side));
            units.push(state.or_else(|wrong| fail(0, wrong_unit(library, wrong)))?);
        }
    }
    Ok(units)
}

/// What is wrong with a unit's entry, and what may have been meant.
pub(super) fn wrong_unit(library: &Library, wrong: UnitMistake) -> String {
    format!("{}{}", wrong.message, hint(library, &wrong.word, wrong.known))
}

/// A name that nothing of a kind has.
fn unknown<T>(
    library: &Library,
    what: &str,
    name: Key,
    known: impl IntoIterator<Item = Key>,
) -> Result<T, Failure> {
    let hint = hint(library, name.as_str(), known.into_iter().map(Key::as_str));
    fail(0, format!("there is no {what} \"{name}\"{hint}"))
}

/// What may have been meant by an unknown word: a mod that is not there is named, else what is near.
pub(super) fn hint<'a>(library: &Library, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    if let Some(absent) = library.absent_mod(word) {
        return format!("; the mod \"{absent}\" is not loaded (`--mods FOLDER`)");
    }
    suggest::hint(word, known)
}

fn map(library: &Library, case: &Case) -> Result<Map, Failure> {
    let rows: Vec<String> = if case.map.is_empty() { vec![".".repeat(16); 10] } else { case.map.clone() };
    let width = rows[0].chars().count();
    let mut terrains: Vec<Terrain> = vec![Terrain::plain(Key::new("ground"))];
    let mut squares = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != width {
            return fail(
                0,
                format!("row {} of the map has {} squares, the first {width}", y + 1, row.chars().count()),
            );
        }
        for c in row.chars() {
            let terrain = match case.legend.get(&c.to_string()) {
                Some(id) => match library.terrains.get(id) {
                    Some(terrain) => terrain.clone(),
                    None => return unknown(library, "terrain", *id, library.terrains.keys().copied()),
                },
                None if c == '.' => Terrain::plain(Key::new("ground")),
                None if c == '#' => {
                    Terrain { durability: Some(40), rubble: 2, ..Terrain::wall(Key::new("wall")) }
                }
                None => return fail(0, format!("the map has \"{c}\", which the legend does not explain")),
            };
            squares.push(number(&mut terrains, terrain, |own| own.id));
        }
    }
    let mut data = MapData::plain(
        u16::try_from(width).unwrap_or(u16::MAX),
        u16::try_from(rows.len()).unwrap_or(u16::MAX),
        Terrain::plain(Key::new("ground")),
    );
    data.terrains = terrains;
    data.squares = squares;
    let level = |c: char| c.to_digit(10).and_then(|n| i8::try_from(n).ok()).unwrap_or(0);
    data.heights = case.heights.iter().flat_map(|row| row.chars()).map(level).collect();
    for (one, other, kind) in &case.edges {
        let edge = between(*one, *other)?;
        let found = match library.edges.get(kind) {
            Some(found) => found.clone(),
            None if *kind == "wall" => EdgeKind::wall(*kind),
            None => return unknown(library, "kind of edge", *kind, library.edges.keys().copied()),
        };
        data.edges.push((edge, number(&mut data.edge_kinds, found, |own| own.id)));
    }
    for thing in &case.things {
        let (Some(id), Some(at)) = (thing.object, thing.at) else { continue };
        let Some(terrain) = library.terrains.get(&id) else {
            return unknown(library, "terrain", id, library.terrains.keys().copied());
        };
        data.objects.push((at, number(&mut data.terrains, terrain.clone(), |own| own.id)));
    }
    for (id, one, other, open) in &case.doors {
        let edge = between(*one, *other)?;
        data.doors.push(crate::grid::Door {
            id: *id,
            place: crate::grid::DoorPlace::Edge(edge),
            open: *open,
            name: format!("door {id}"),
            durability: Some(20),
            look: Key::new("door"),
        });
    }
    Map::new(data).or_else(|error| fail(0, format!("the map: {error}")))
}

/// The number of a terrain or kind of edge in the list of a map, which it is added to.
fn number<T>(list: &mut Vec<T>, new: T, id: impl Fn(&T) -> Key) -> u8 {
    let at = list.iter().position(|known| id(known) == id(&new)).unwrap_or_else(|| {
        list.push(new);
        list.len() - 1
    });
    u8::try_from(at).unwrap_or(0)
}

fn between(one: Square, other: Square) -> Result<Edge, Failure> {
    match Edge::between(one, other) {
        Some(edge) => Ok(edge),
        None => fail(0, format!("{one} and {other} share no edge")),
    }
}
