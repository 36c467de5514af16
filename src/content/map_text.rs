//! Maps typed as rows of characters.
//!
//! Owns that format. Does not own what a map is (`grid`) or how it is put together (`map_build`).
//!
//! ```ron
//! (
//!     id: "mill", name: "The mill",
//!     rows: [
//!         "..a##",
//!         ".b.D#",
//!     ],
//!     legend: {
//!         ".": (terrain: "grass"),
//!         "#": (terrain: "wall"),
//!         "a": (terrain: "grass", start: "red"),
//!         "b": (terrain: "grass", object: "crate"),
//!         "D": (terrain: "floor", door: (open: true)),
//!     },
//!     edges: [
//!         (between: ((0, 0), (1, 0)), kind: "low_wall"),
//!         (line: ((0, 1), (3, 1)), kind: "fence"),
//!         (between: ((2, 0), (2, 1)), door: (name: "gate")),
//!     ],
//!     heights: [
//!         "00112",
//!         "00011",
//!     ],
//! )
//! ```
//!
//! The first row is the northern one, the first character of a row the western square. All rows are equally long.
//! `between` names two squares side by side; `line` runs from corner to corner, the corner (x, y) being the
//! north-west one of the square (x, y). A door in the legend fills its square. Heights are digits, `.` is 0.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    decode::decode,
    diagnostics::Diagnostic,
    map_build::{MapBuilder, Palette, PlacedMap, Refusal, Spot, UnitPlace, edges_along},
    map_rows::Rows,
    source::RawEntry,
};
use crate::{
    grid::{DoorPlace, Edge, Square},
    key::Key,
    rules::facts::Offered,
};

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
    #[serde(default)]
    pub object: Option<Key>,
    /// The side that may start there.
    #[serde(default)]
    pub start: Option<Key>,
    /// The unit that stands there.
    #[serde(default)]
    pub unit: Option<LegendUnit>,
    /// The door that fills the square.
    #[serde(default)]
    pub door: Option<DoorText>,
    /// What can be done with what stands there.
    #[serde(default)]
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
    #[serde(default)]
    pub thing: Option<ThingText>,
}

/// What can be done with a thing on the map (A-134).
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
    #[serde(default)]
    pub between: Option<(Square, Square)>,
    /// Two corners in the same row or column of corners.
    #[serde(default)]
    pub line: Option<((i16, i16), (i16, i16))>,
    /// What stands there.
    #[serde(default)]
    pub kind: Option<Key>,
    /// A door there, on every edge of it.
    #[serde(default)]
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
        let mut good = |result: Result<Option<u8>, Refusal>, id: Key| match result {
            Ok(value) => Some(value),
            Err(refusal) => {
                mistakes.push(refusal.at(|message| entry.locate_in("legend", id.as_str()).error(message)));
                None
            }
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
            (Some((a, b)), None) => match Edge::between(a, b) {
                Some(edge) => vec![edge],
                None => {
                    let message = format!("({}, {}) and ({}, {}) are not side by side", a.x, a.y, b.x, b.y);
                    mistakes.push(place.error(message));
                    continue;
                }
            },
            (None, Some((from, to))) => match edges_along(wide(from), wide(to)) {
                Some(edges) => edges,
                None => {
                    mistakes.push(place.error("a line of edges runs along a row or column of corners"));
                    continue;
                }
            },
            _ => {
                mistakes.push(place.error("an edge has either `between` or `line`"));
                continue;
            }
        };
        let outside = edges
            .iter()
            .flat_map(|edge| edge.squares())
            .find(|s| builder.square(s.x.into(), s.y.into()).is_none());
        if let Some(square) = outside {
            let message = format!("the square ({}, {}) lies outside the map", square.x, square.y);
            mistakes.push(place.error(message));
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
mod tests {
    use super::*;
    use crate::{
        content::source::{SourceFile, read_entries},
        grid::{EdgeKind, Terrain},
    };

    fn read(text: &str) -> Result<PlacedMap, Vec<String>> {
        let terrains =
            ["grass", "wall", "crate"].map(|id| (Key::new(id), Terrain::plain(Key::new(id)))).into();
        let edge_kinds = [(Key::new("fence"), EdgeKind::plain(Key::new("fence")))].into();
        let palette = Palette { terrains: &terrains, edge_kinds: &edge_kinds, owner: Key::new("base") };
        let (entries, mistakes) = read_entries(&SourceFile::new("maps.ron", text));
        assert_eq!(mistakes, []);
        text_map(&entries[0], palette).map_err(|list| list.iter().map(ToString::to_string).collect())
    }

    fn failures(text: &str) -> Vec<String> {
        read(text).unwrap_err()
    }

    #[test]
    fn rows_and_legend_make_a_map() {
        let placed = read(
            r##"[(id: "mill", name: "The mill",
            rows: ["ab#", "..D"],
            legend: {".": (terrain: "grass"), "#": (terrain: "wall", height: 2), "D": (terrain: "grass", door: (open: true, name: "gate")),
                "a": (terrain: "grass", start: "red"), "b": (terrain: "grass", object: "crate", unit: (id: "guard", side: "blue"))},
            edges: [(between: ((0, 0), (0, 1)), kind: "fence"), (line: ((2, 0), (2, 2)), kind: "fence"), (between: ((1, 0), (1, 1)), door: ())],
        )]"##,
        )
        .unwrap();
        let sq = Square::new;
        assert_eq!((placed.id, placed.name.as_str()), (Key::new("mill"), "The mill"));
        assert_eq!((placed.map.width(), placed.map.height()), (3, 2));
        assert_eq!(placed.map.terrain(sq(2, 0)).unwrap().id, "wall");
        assert_eq!(placed.map.ground(sq(2, 0)), 2);
        assert_eq!(placed.map.object(sq(1, 0)).unwrap().id, "crate");
        assert_eq!(placed.starts[&Key::new("red")], [sq(0, 0)]);
        assert_eq!(placed.units[0].square, sq(1, 0));
        assert!(placed.map.edge(Edge::south(sq(0, 0))).is_some());
        assert!(placed.map.edge(Edge::east(sq(1, 1))).is_some());
        let doors: Vec<_> = placed.map.doors().map(|door| (door.id, door.place, door.open)).collect();
        assert_eq!(
            doors,
            [(1, DoorPlace::Edge(Edge::south(sq(1, 0))), false), (2, DoorPlace::Square(sq(2, 1)), true)]
        );
    }

    #[test]
    fn mistakes_name_row_column_and_character() {
        let said = failures(
            "[(id: \"m\", rows: [\"..\",\n \".?\",\n \"...\"], legend: {\".\": (terrain: \"grass\")})]",
        );
        assert_eq!(
            said,
            [
                "maps.ron:2:4: row 2, column 2: the legend does not have `?` (it has `.`)",
                "maps.ron:3:5: row 3 has 3 characters, the first row of the map has 2",
            ]
        );
    }

    #[test]
    fn names_in_the_legend_and_on_edges_are_checked() {
        let said = failures(
            "[(id: \"m\", rows: [\".a\"],\n legend: {\".\": (terrain: \"gras\"), \"a\": (terrain: \"grass\", object: \"crat\"), \"xy\": (terrain: \"grass\")},\n \
             edges: [(between: ((0, 0), (1, 0)), kind: \"fense\"),\n (between: ((0, 0), (1, 1)), kind: \"fence\"),\n (between: ((1, 0), (2, 0)), kind: \"fence\"),\n \
             (kind: \"fence\"),\n (line: ((0, 0), (1, 1)), kind: \"fence\"),\n (between: ((0, 0), (1, 0)))])]",
        );
        let wanted = [
            "2:26: unknown terrain \"gras\" (did you mean \"grass\"?)",
            "2:67: unknown terrain \"crat\" (did you mean \"crate\"?)",
            "2:76: a line of the legend is for one character, not \"xy\"",
            "3:44: unknown edge kind \"fense\" (did you mean \"fence\"?)",
            "4:2: (0, 0) and (1, 1) are not side by side",
            "5:2: the square (2, 0) lies outside the map",
            "6:2: an edge has either `between` or `line`",
            "7:2: a line of edges runs along a row or column of corners",
            "8:2: an edge has either a `kind` or a `door`",
        ];
        assert_eq!(said, wanted.map(|w| format!("maps.ron:{w}")));
    }

    #[test]
    fn heights_are_rows_of_digits() {
        let text = |heights: &str| {
            format!(
                "[(id: \"m\", rows: [\"..\", \"..\"], legend: {{\".\": (terrain: \"grass\")}},\nheights: [{heights}])]"
            )
        };
        let map = read(&text("\"09\", \".3\"")).unwrap().map;
        let levels: Vec<i32> = map.squares().map(|square| map.ground(square)).collect();
        assert_eq!(levels, [0, 9, 0, 3]);
        assert_eq!(
            failures(&text("\"0x\", \"00\"")),
            ["maps.ron:2:13: row 1, column 2: `x` is no height: use 0 to 9 or `.`"]
        );
        assert_eq!(failures(&text("\"00\"")), ["maps.ron:2:10: there are 1 rows of heights for 2 rows"]);
    }

    #[test]
    fn an_empty_or_huge_map_is_refused() {
        assert_eq!(failures("[(id: \"m\", rows: [], legend: {})]").len(), 1);
        let wide = ".".repeat(513);
        let said =
            failures(&format!("[(id: \"m\", rows: [\"{wide}\"], legend: {{\".\": (terrain: \"grass\")}})]"));
        assert_eq!(said, ["maps.ron:1:18: a map has 1 to 512 columns and rows, not 513 by 1"]);
    }
}
