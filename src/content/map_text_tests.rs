//! Tests of `map_text`.

use super::*;
use crate::{content::source::read_entries, grid::EdgeKind};

fn read(text: &str) -> Result<PlacedMap, Vec<String>> {
    let terrains = ["grass", "wall", "crate"].map(|id| (Key::new(id), Terrain::plain(Key::new(id)))).into();
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
