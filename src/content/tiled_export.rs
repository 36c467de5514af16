//! Our maps in the form of the editor Tiled (`.tmx`): what is drawn there is read back by `tiled_import`, nothing lost.
//!
//! Terrains, objects and heights are tiles of three layers; walls, doors, starts, units, areas and things are objects.

use std::fmt::Write as _;

use super::{map_build::MapArea, map_text::ThingText};
use crate::{
    content::prelude::*,
    grid::EdgeSide,
    rules::facts::{Thing, ThingPlace},
};

const TILE: i64 = 32;

/// Where an object lies, in squares or corners of squares.
#[derive(Clone, Copy)]
enum Lies {
    /// A rectangle: its north-west corner, width and height.
    Rect((i64, i64), (i64, i64)),
    Line((i64, i64), (i64, i64)),
}

impl Lies {
    fn square(square: Square) -> Self {
        Self::Rect((i64::from(square.x), i64::from(square.y)), (1, 1))
    }

    fn door(place: DoorPlace) -> Self {
        match place {
            DoorPlace::Square(square) => Self::square(square),
            DoorPlace::Edge(edge) => {
                let (x, y) = (i64::from(edge.square.x), i64::from(edge.square.y));
                match edge.side {
                    EdgeSide::East => Self::Line((x + 1, y), (x + 1, y + 1)),
                    EdgeSide::South => Self::Line((x, y + 1), (x + 1, y + 1)),
                }
            }
        }
    }
}

/// A map as the text of a `.tmx` file. `picture` is where the drawing of a terrain lies, for the editor to show.
pub fn export_tiled(placed: &PlacedMap, picture: &dyn Fn(&Terrain) -> Option<String>) -> String {
    let map = &placed.map;
    let mut tiles = Tiles::default();
    let ground = layer(map, |square| {
        map.terrain(square).map(|own| tiles.number("terrain", own.id.as_str(), || picture(own)))
    });
    let objects = layer(map, |square| {
        map.object(square).map(|own| tiles.number("object", own.id.as_str(), || picture(own)))
    });
    let heights = layer(map, |square| {
        let level = map.ground(square);
        (level != 0).then(|| tiles.number("height", &level.to_string(), || None))
    });
    let (width, height) = (map.width(), map.height());
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" width=\"{width}\" \
         height=\"{height}\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" infinite=\"0\">"
    );
    let _ = writeln!(out, " {}", properties(&[("name", placed.name.as_str())]));
    tiles.write(&mut out);
    for (n, (name, tiles)) in
        [("ground", ground), ("objects", objects), ("heights", heights)].iter().enumerate()
    {
        let _ = writeln!(
            out,
            " <layer id=\"{}\" name=\"{name}\" width=\"{width}\" height=\"{height}\">\n  \
             <data encoding=\"csv\">\n{tiles}\n</data>\n </layer>",
            n + 1
        );
    }
    let mut drawn = Objects { out, next: 1 };
    drawn.out.push_str(" <objectgroup id=\"4\" name=\"places\">\n");
    drawn.walls(map);
    drawn.places(placed);
    drawn.out.push_str(" </objectgroup>\n</map>\n");
    drawn.out
}

fn layer(map: &Map, mut number: impl FnMut(Square) -> Option<usize>) -> String {
    let numbers: Vec<String> = map.squares().map(|square| number(square).unwrap_or(0).to_string()).collect();
    let rows: Vec<String> =
        numbers.chunks(usize::from(map.width()).max(1)).map(|row| row.join(",")).collect();
    rows.join(",\n")
}

#[derive(Default)]
struct Tiles {
    list: Vec<(&'static str, String, Option<String>)>,
    known: BTreeMap<(&'static str, String), usize>,
}

impl Tiles {
    /// The number of the tile that says this, counted from 1.
    fn number(&mut self, name: &'static str, value: &str, picture: impl FnOnce() -> Option<String>) -> usize {
        let next = self.list.len() + 1;
        let number = *self.known.entry((name, value.to_owned())).or_insert(next);
        if number == next {
            self.list.push((name, value.to_owned(), picture()));
        }
        number
    }

    fn write(&self, out: &mut String) {
        let count = self.list.len();
        let _ = writeln!(
            out,
            " <tileset firstgid=\"1\" name=\"threat-range\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" \
             tilecount=\"{count}\" columns=\"0\">"
        );
        for (id, (name, value, picture)) in self.list.iter().enumerate() {
            let _ = write!(out, "  <tile id=\"{id}\">{}", properties(&[(*name, value.as_str())]));
            if let Some(picture) = picture {
                let source = escaped(picture);
                let _ = write!(out, "<image source=\"{source}\" width=\"{TILE}\" height=\"{TILE}\"/>");
            }
            out.push_str("</tile>\n");
        }
        out.push_str(" </tileset>\n");
    }
}

/// Objects as they are written, with the number of the next.
struct Objects {
    out: String,
    next: usize,
}

impl Objects {
    fn object(&mut self, (class, name): (&str, &str), lies: Lies, says: &[(&str, &str)]) {
        let _ = write!(
            self.out,
            "  <object id=\"{}\" name=\"{}\" type=\"{}\"",
            self.next,
            escaped(name),
            escaped(class)
        );
        self.next += 1;
        let _ = match lies {
            Lies::Rect((x, y), (width, height)) => writeln!(
                self.out,
                " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">{}</object>",
                x * TILE,
                y * TILE,
                width * TILE,
                height * TILE,
                properties(says)
            ),
            Lies::Line((x, y), (to_x, to_y)) => writeln!(
                self.out,
                " x=\"{}\" y=\"{}\">{}<polyline points=\"0,0 {},{}\"/></object>",
                x * TILE,
                y * TILE,
                properties(says),
                (to_x - x) * TILE,
                (to_y - y) * TILE
            ),
        };
    }

    /// What stands on edges, each row of the same kind as one line.
    fn walls(&mut self, map: &Map) {
        let mut rows: BTreeMap<(Key, EdgeSide, i16), BTreeSet<i16>> = BTreeMap::new();
        for (edge, kind) in map.edges() {
            let Square { x, y } = edge.square;
            let (row, at) = if edge.side == EdgeSide::East { (x, y) } else { (y, x) };
            rows.entry((kind.id, edge.side, row)).or_default().insert(at);
        }
        for ((kind, side, row), all) in rows {
            let row = i64::from(row) + 1;
            let mut all = all.into_iter().map(i64::from).peekable();
            while let Some(from) = all.next() {
                let mut to = from + 1;
                while all.next_if_eq(&to).is_some() {
                    to += 1;
                }
                let lies = match side {
                    EdgeSide::East => Lies::Line((row, from), (row, to)),
                    EdgeSide::South => Lies::Line((from, row), (to, row)),
                };
                self.object(("wall", ""), lies, &[("wall", kind.as_str())]);
            }
        }
    }

    fn places(&mut self, placed: &PlacedMap) {
        for door in placed.map.doors() {
            let open = if door.open { "true" } else { "false" };
            self.object(("door", door.name.as_str()), Lies::door(door.place), &[("open", open)]);
        }
        for (side, squares) in &placed.starts {
            for square in squares {
                self.object(("start", ""), Lies::square(*square), &[("side", side.as_str())]);
            }
        }
        for unit in &placed.units {
            let says = [("side", unit.side.as_str()), ("unit", unit.unit.as_str())];
            self.object(("unit", unit.name.as_str()), Lies::square(unit.square), &says);
        }
        placed.areas.iter().for_each(|area| self.area(area));
        placed.things.iter().for_each(|thing| self.thing(&placed.map, thing));
    }

    fn area(&mut self, area: &MapArea) {
        let Some(first) = area.squares.first() else { return };
        // Whatever its shape: the squares are said.
        let squares: Vec<String> = area.squares.iter().map(|at| format!("{},{}", at.x, at.y)).collect();
        let squares = squares.join(" ");
        let own = area.properties.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let says: Vec<(&str, &str)> = own.chain([("squares", squares.as_str())]).collect();
        self.object((area.class.as_str(), area.name.as_str()), Lies::square(*first), &says);
    }

    fn thing(&mut self, map: &Map, thing: &Thing) {
        let (lies, door) = match thing.place {
            ThingPlace::Square(square) => (Lies::square(square), "false"),
            ThingPlace::Door(id) => match map.door(id) {
                Some(door) => (Lies::door(door.place), "true"),
                None => return,
            },
            ThingPlace::Gone => return,
        };
        let Thing { id, name, offers, barred, works, .. } = thing.clone();
        let Ok(text) = ron::to_string(&ThingText { id, name, offers, barred, works }) else { return };
        self.object(("thing", thing.name.as_str()), lies, &[("thing", text.as_str()), ("door", door)]);
    }
}

fn properties(list: &[(&str, &str)]) -> String {
    let all = list
        .iter()
        .map(|(name, value)| format!("<property name=\"{}\" value=\"{}\"/>", escaped(name), escaped(value)));
    format!("<properties>{}</properties>", all.collect::<String>())
}

/// A text as it stands in an attribute. What XML cannot say is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
