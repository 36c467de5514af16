//! Maps typed as rows of characters.
//!
//! What a map is stands in `grid`, how it is put together in `map_build`; `docs/modding.md` shows one. The first row is
//! the northern one; heights are digits, `.` is 0.

use super::{
    map_build::{MapBuilder, MapRefusal, Spot, UnitPlace, edges_along},
    map_rows::Rows,
};
use crate::{content::prelude::*, rules::facts::Offered};

/// A map as it is typed. See the module's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextMap {
    /// Its id.
    pub id: Key,
    /// Its name for people.
    #[serde(default)]
    pub name: String,
    /// The squares, row by row from the north, one character a square.
    pub rows: Vec<String>,
    /// What the characters mean.
    pub legend: BTreeMap<String, LegendLine>,
    /// What stands on edges.
    #[serde(default)]
    pub edges: Vec<EdgeLine>,
    /// The level of the ground, row by row, one digit a square; empty if all is level.
    #[serde(default)]
    pub heights: Vec<String>,
}

/// What a character means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendLine {
    /// What the square is made of.
    pub terrain: Key,
    /// What stands on it.
    pub object: Option<Key>,
    /// The side that may start there.
    pub start: Option<Key>,
    /// The unit that stands there.
    pub unit: Option<LegendUnit>,
    /// The door that fills the square.
    pub door: Option<DoorText>,
    /// What can be done with what stands there.
    pub thing: Option<ThingText>,
    /// The level of the ground, if `heights` says nothing.
    #[serde(default)]
    pub height: i8,
}

/// A unit in the legend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendUnit {
    /// Which unit.
    pub id: Key,
    /// Its side.
    pub side: Key,
    /// Its own name.
    #[serde(default)]
    pub name: String,
}

/// A door.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorText {
    /// Whether it is open at first.
    #[serde(default)]
    pub open: bool,
    /// Its name for people.
    #[serde(default)]
    pub name: String,
    /// What can be done with it besides opening and closing.
    pub thing: Option<ThingText>,
}

/// What can be done with a thing on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThingText {
    /// Its id, unique on the map; further ones of the same get a number.
    pub id: Key,
    /// Its name for people.
    #[serde(default)]
    pub name: String,
    /// What can be done with it: interactions of rulebooks.
    #[serde(default)]
    pub offers: Vec<Offered>,
    /// What bars it, if it is a door: `stuck`.
    #[serde(default)]
    pub barred: Vec<Key>,
    /// Ids of the things that it works on; none: itself.
    #[serde(default)]
    pub works: Vec<Key>,
}

/// Something on one edge (`between`) or on a row of edges (`line`): a kind or a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeLine {
    /// Two squares side by side.
    pub between: Option<(Square, Square)>,
    /// Two corners in the same row or column of corners.
    pub line: Option<((i16, i16), (i16, i16))>,
    /// What stands there.
    pub kind: Option<Key>,
    /// A door there, on every edge of it.
    pub door: Option<DoorText>,
}

/// The most lines of a legend.
const MOST_LINES: usize = 1024;
/// How often the edges of a map may be laid in all: twice as many as the largest has.
const MOST_EDGES: usize = 1_000_000;
/// The most that a thing may offer, be barred by or work on.
const MOST_OFFERS: usize = 64;

/// The map of an entry. All mistakes are returned, each with its row, column and character.
pub fn text_map(entry: &RawEntry, palette: Palette<'_>) -> Result<PlacedMap, Vec<Diagnostic>> {
    let text: TextMap = decode(entry).map_err(|mistake| vec![mistake])?;
    let mut mistakes = Vec::new();
    let width = text.rows.first().map_or(0, |row| row.chars().count());
    let mut builder = MapBuilder::new(palette, width, text.rows.len())
        .map_err(|refusal| vec![refusal.at(|message| entry.locate_field("rows").error(message))])?;
    if text.legend.len() > MOST_LINES {
        let message = format!("a legend has at most {MOST_LINES} lines");
        return Err(vec![entry.locate_field("legend").error(message)]);
    }
    let rows = Rows::of(entry, "rows");
    let legend = read_legend(entry, &text, &mut builder, &mut mistakes);
    for (y, row) in text.rows.iter().enumerate() {
        rows.check_length(y, row, width, &mut mistakes);
        for (x, c) in row.chars().enumerate().take(width) {
            let Some(square) = builder.square(x as i64, y as i64) else { continue };
            match legend.get(&c) {
                Some(Some(meaning)) => put(&mut builder, square, meaning),
                Some(None) => {} // its legend is already a mistake
                None => {
                    let message = format!("row {}, column {}: the legend does not have `{c}`", y + 1, x + 1);
                    let known: String = legend.keys().copied().collect();
                    let mistake = rows.character(y, x).error(message);
                    mistakes.push(mistake.help(format!("it has `{known}`")));
                }
            }
        }
    }
    read_heights(entry, &text, width, &mut builder, &mut mistakes);
    read_edges(entry, &text, &mut builder, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let place = entry.place();
    builder.finish(entry.id, text.name).map_err(|refusal| vec![refusal.at(|message| place.error(message))])
}

struct Meaning<'a> {
    terrain: u8,
    object: Option<u8>,
    line: &'a LegendLine,
}

/// The meanings by character; `None` for those with a mistake.
fn read_legend<'a>(
    entry: &RawEntry,
    text: &'a TextMap,
    builder: &mut MapBuilder<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> BTreeMap<char, Option<Meaning<'a>>> {
    let mut legend = BTreeMap::new();
    for (key, line) in &text.legend {
        let mut letters = key.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("a line of the legend is for one character, not \"{key}\"");
            mistakes.push(entry.locate_in("legend", key).error(message));
            // Whatever it was to be for is no further mistake.
            for letter in key.chars() {
                legend.entry(letter).or_insert(None);
            }
            continue;
        };
        let things = [line.thing.as_ref(), line.door.as_ref().and_then(|door| door.thing.as_ref())];
        if let Some(thing) = things.into_iter().flatten().find(|thing| overladen(thing)) {
            mistakes.push(entry.locate_in("legend", thing.id.as_str()).error(too_much()));
            legend.insert(letter, None);
            continue;
        }
        let terrain = builder.terrain(line.terrain);
        let object = line.object.map(|object| builder.terrain(object)).transpose();
        let mut good = |result: Result<Option<u8>, MapRefusal>, id: Key| {
            let place = |message: String| entry.locate_in("legend", id.as_str()).error(message);
            result.map_err(|refusal| mistakes.push(refusal.at(place))).ok()
        };
        let terrain = good(terrain.map(Some), line.terrain);
        let object = good(object, line.object.unwrap_or(line.terrain));
        let meaning = match (terrain, object) {
            (Some(Some(terrain)), Some(object)) => Some(Meaning { terrain, object, line }),
            _ => None,
        };
        legend.insert(letter, meaning);
    }
    legend
}

fn put(builder: &mut MapBuilder<'_>, square: Square, meaning: &Meaning<'_>) {
    let line = meaning.line;
    builder.set_terrain(square, meaning.terrain);
    if let Some(object) = meaning.object {
        builder.set_object(square, object);
    }
    if line.height != 0 {
        builder.set_height(square, line.height);
    }
    if let Some(side) = line.start {
        builder.add_start(side, square);
    }
    if let Some(unit) = &line.unit {
        builder.add_unit(UnitPlace { unit: unit.id, side: unit.side, square, name: unit.name.clone() });
    }
    if let Some(door) = &line.door {
        builder.add_door(DoorPlace::Square(square), door.open, &door.name);
        builder.add_thing(Spot::Door(DoorPlace::Square(square)), door.thing.as_ref());
    }
    builder.add_thing(Spot::Square(square), line.thing.as_ref());
}

/// Whether a thing offers more than can be meant.
fn overladen(thing: &ThingText) -> bool {
    [thing.offers.len(), thing.barred.len(), thing.works.len()].into_iter().any(|count| count > MOST_OFFERS)
}

fn too_much() -> String {
    format!("a thing has at most {MOST_OFFERS} of each: offers, bars, and others that it works on")
}

fn read_heights(
    entry: &RawEntry,
    text: &TextMap,
    width: usize,
    builder: &mut MapBuilder<'_>,
    mistakes: &mut Vec<Diagnostic>,
) {
    if !text.heights.is_empty() && text.heights.len() != text.rows.len() {
        let message =
            format!("there are {} rows of heights for {} rows", text.heights.len(), text.rows.len());
        mistakes.push(entry.locate_field("heights").error(message));
    }
    let rows = Rows::of(entry, "heights");
    for (y, row) in text.heights.iter().take(text.rows.len()).enumerate() {
        rows.check_length(y, row, width, mistakes);
        for (x, c) in row.chars().enumerate().take(width) {
            let level = if c == '.' { Some(0) } else { c.to_digit(10) };
            match (level.and_then(|level| i8::try_from(level).ok()), builder.square(x as i64, y as i64)) {
                (Some(level), Some(square)) => builder.set_height(square, level),
                (None, _) => {
                    let message =
                        format!("row {}, column {}: `{c}` is no height: use 0 to 9 or `.`", y + 1, x + 1);
                    mistakes.push(rows.character(y, x).error(message));
                }
                _ => {}
            }
        }
    }
}

fn read_edges(
    entry: &RawEntry,
    text: &TextMap,
    builder: &mut MapBuilder<'_>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let (rows, mut laid) = (Rows::of(entry, "edges"), 0_usize);
    for (at, line) in text.edges.iter().enumerate() {
        let place = rows.row(at);
        let wide = |n: (i16, i16)| (i64::from(n.0), i64::from(n.1));
        let edges = match (line.between, line.line) {
            (Some((a, b)), None) => Edge::between(a, b)
                .map(|edge| vec![edge])
                .ok_or_else(|| format!("{a} and {b} are not side by side")),
            (None, Some((from, to))) => edges_along(wide(from), wide(to))
                .ok_or_else(|| "a line of edges runs along a row or column of corners".to_owned()),
            _ => Err("an edge has either `between` or `line`".to_owned()),
        };
        let edges = edges.map_err(|why| mistakes.push(place.error(why)));
        let Ok(edges) = edges else { continue };
        let outside = edges
            .iter()
            .flat_map(|edge| edge.squares())
            .find(|s| builder.square(s.x.into(), s.y.into()).is_none());
        if let Some(square) = outside {
            mistakes.push(place.error(format!("the square {square} lies outside the map")));
            continue;
        }
        laid = laid.saturating_add(edges.len());
        if laid > MOST_EDGES {
            return mistakes.push(place.error(format!("more than {MOST_EDGES} edges are laid by now")));
        }
        if line.door.as_ref().and_then(|door| door.thing.as_ref()).is_some_and(overladen) {
            mistakes.push(place.error(too_much()));
            continue;
        }
        match (&line.kind, &line.door) {
            (Some(kind), None) => match builder.edge_kind(*kind) {
                Ok(number) => edges.iter().for_each(|edge| builder.set_edge(*edge, number)),
                Err(refusal) => mistakes
                    .push(refusal.at(|message| entry.locate_in("edges", kind.as_str()).error(message))),
            },
            (None, Some(door)) => {
                for edge in edges {
                    builder.add_door(DoorPlace::Edge(edge), door.open, &door.name);
                    builder.add_thing(Spot::Door(DoorPlace::Edge(edge)), door.thing.as_ref());
                }
            }
            _ => mistakes.push(place.error("an edge has either a `kind` or a `door`")),
        }
    }
}

#[cfg(test)]
#[path = "map_text_tests.rs"]
mod tests;
