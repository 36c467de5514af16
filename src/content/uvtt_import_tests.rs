//! Tests of `uvtt_import` with small maps of our own.

use super::*;

/// Imports a map of this body, three squares by two, and with this mapping file.
fn import(body: &str, mapping: &str) -> Result<TiledImport, String> {
    let text = format!(
        r#"{{"format": 0.3, "resolution": {{"map_origin": {{"x": 2, "y": 1}}, "map_size": {{"x": 3, "y": 2}},
        "pixels_per_grid": 64}}, {body} "image": "iVBORw0KGgo="}}"#
    );
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("maps")).unwrap();
    fs::write(folder.path().join("maps/inn.dd2vtt"), text).unwrap();
    if !mapping.is_empty() {
        fs::write(folder.path().join("maps/inn.mapping.ron"), mapping).unwrap();
    }
    let terrains = ["floor", "rock", "grass"].map(|id| (Key::new(id), Terrain::plain(Key::new(id)))).into();
    let kinds = ["wall", "fence"].map(|id| (Key::new(id), EdgeKind::plain(Key::new(id)))).into();
    let palette = Palette { terrains: &terrains, edge_kinds: &kinds, owner: Key::new("base") };
    let root = ModRoot::open(folder.path(), Path::new("m"), Key::new("base")).unwrap();
    import_uvtt(&root, &ModPath::new("maps/inn.dd2vtt").unwrap(), palette)
        .map_err(|report| report.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

fn at(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

fn edges(import: &TiledImport) -> Vec<Edge> {
    import.placed.map.edges().map(|(edge, _)| edge).collect()
}

#[test]
fn walls_doors_obstacles_and_lights_come_to_lie_on_squares_and_edges() {
    let import = import(
        r#""line_of_sight": [[{"x": 3, "y": 1}, {"x": 3.02, "y": 2.98}, {"x": 5, "y": 3}]],
        "objects_line_of_sight": [[{"x": 4.1, "y": 1.1}, {"x": 4.9, "y": 1.1}, {"x": 4.9, "y": 1.9}, {"x": 4.1, "y": 1.9}]],
        "portals": [
            {"position": {"x": 3, "y": 1.5}, "bounds": [{"x": 3, "y": 1}, {"x": 3, "y": 2}], "closed": false},
            {"position": {"x": 4, "y": 2.5}, "bounds": [{"x": 4, "y": 2.3}, {"x": 4, "y": 2.45}], "closed": true}
        ],
        "lights": [{"position": {"x": 2.5, "y": 2.5}, "range": 5, "color": "ffeccd8b"}],"#,
        "",
    )
    .unwrap();
    assert!(import.warnings.is_empty(), "{}", import.warnings);
    // The southern wall is the map's own border, and the northern half of the other is a door.
    assert_eq!(edges(&import), [Edge::east(at(0, 1))]);
    let doors: Vec<_> = import.placed.map.doors().map(|door| (door.place, door.open)).collect();
    assert_eq!(
        doors,
        [(DoorPlace::Edge(Edge::east(at(0, 0))), true), (DoorPlace::Edge(Edge::east(at(1, 1))), false)]
    );
    let objects: Vec<_> = import.placed.map.objects().map(|(square, object)| (square, object.id)).collect();
    assert_eq!(objects, [(at(2, 0), Key::new("rock"))]);
    let light = &import.placed.areas[0];
    assert_eq!((light.class.as_str(), light.squares.as_slice()), ("light", [at(0, 1)].as_slice()));
    assert_eq!(light.properties["range"], "5");
    assert!(
        import.placed.map.squares().all(|square| import.placed.map.terrain(square).unwrap().id == "floor")
    );
    assert_eq!((import.placed.id, import.placed.name.as_str()), (Key::new("inn"), "inn"));
}

#[test]
fn a_slanted_wall_is_closed() {
    let corners = way((0, 0), (3, -2));
    assert_eq!(corners.len(), 6);
    assert_eq!((corners[0], corners[5]), ((0, 0), (3, -2)));
    assert!(corners.windows(2).all(|pair| edges_along(pair[0], pair[1]).is_some_and(|one| one.len() == 1)));
}

#[test]
fn a_mapping_file_says_what_the_form_does_not_know() {
    let import = import(
        r#""line_of_sight": [[{"x": 3, "y": 1}, {"x": 3, "y": 2}]],"#,
        "(name: \"The inn\", terrain: \"grass\", wall: \"fence\", \
          ground: [(terrain: \"floor\", from: (1, 0), to: (9, 0))], \
          starts: {\"red\": [((0, 0), (0, 1))]})",
    )
    .unwrap();
    let map = &import.placed.map;
    let ids: Vec<&str> = map.squares().map(|square| map.terrain(square).unwrap().id.as_str()).collect();
    assert_eq!(ids, ["grass", "floor", "floor", "grass", "grass", "grass"]);
    assert_eq!(import.placed.starts[&Key::new("red")], [at(0, 0), at(0, 1)]);
    assert_eq!((import.placed.name.as_str(), edges(&import)), ("The inn", vec![Edge::east(at(0, 0))]));
}

#[test]
fn lines_of_absurd_length_are_bounded() {
    let long = r#"[{"x": -900, "y": -900}, {"x": 900, "y": 900}],"#.repeat(9000);
    let said = import(&format!(r#""line_of_sight": [{}],"#, long.trim_end_matches(',')), "").unwrap_err();
    assert!(said.contains("more than 6000000 tiles"), "{said}");
}
