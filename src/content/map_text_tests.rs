//! Tests of `map_text`.

use super::*;

fn read(text: &str) -> PlacedMap {
    let terrains = ["grass", "wall", "crate"].map(|id| (Key::new(id), Terrain::plain(Key::new(id)))).into();
    let edge_kinds = [(Key::new("fence"), EdgeKind::plain(Key::new("fence")))].into();
    let palette = Palette { terrains: &terrains, edge_kinds: &edge_kinds, owner: Key::new("base") };
    let (entries, mistakes) = read_entries(&SourceFile::new("maps.ron", text));
    assert_eq!(mistakes, []);
    text_map(&entries[0], palette).unwrap()
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
    );
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
