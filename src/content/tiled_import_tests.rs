//! Tests of `tiled_import` with small maps of our own.

use super::*;

const TILESET: &str = "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\">\
    <image source=\"missing.png\" width=\"32\" height=\"32\"/>\
    <tile id=\"0\"><properties><property name=\"terrain\" value=\"grass\"/></properties></tile>\
    <tile id=\"1\"><properties><property name=\"object\" value=\"crate\"/></properties></tile>\
    <tile id=\"2\"><properties><property name=\"wall\" value=\"fence\"/><property name=\"sides\" value=\"n\"/>\
    </properties></tile></tileset>";

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn import(&self, map: &str) -> Result<TiledImport, String> {
        let ids = ["grass", "sand", "crate"];
        let terrains = ids.map(|id| (Key::new(id), Terrain::plain(Key::new(id)))).into();
        let kinds = ["fence", "wall"].map(|id| (Key::new(id), EdgeKind::plain(Key::new(id)))).into();
        let palette = Palette { terrains: &terrains, edge_kinds: &kinds, owner: Key::new("base") };
        let root = ModRoot::open(self.folder.path(), Path::new("m"), Key::new("base")).unwrap();
        import_tiled(&root, &ModPath::new(map).unwrap(), palette)
            .map_err(|report| report.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }
}

fn map(body: &str) -> String {
    format!(
        "<map version=\"1.8\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" \
         tileheight=\"16\" infinite=\"0\">{body}</map>"
    )
}

fn layer(name: &str, numbers: &str) -> String {
    format!("<layer name=\"{name}\" width=\"2\" height=\"2\"><data encoding=\"csv\">{numbers}</data></layer>")
}

const SET: &str = "<tileset firstgid=\"1\" source=\"../sets/t.tsx\"/>";

#[test]
fn tile_properties_make_terrain_objects_and_walls() {
    // 2684354563 is tile 3 flipped left-right and diagonally: its northern side turns to the east.
    let text = map(&format!("{SET}{}{}", layer("a", "1,1,1,1"), layer("b", "0,2,2684354563,0")));
    let world = World::new().file("maps/a.tmx", &text).file("sets/t.tsx", TILESET);
    let import = world.import("maps/a.tmx").unwrap();
    assert!(import.warnings.is_empty(), "{}", import.warnings);
    let map = import.placed.map;
    assert!(map.squares().all(|square| map.terrain(square).unwrap().id == "grass"));
    assert_eq!(map.object(Square::new(1, 0)).unwrap().id, "crate");
    let edges: Vec<Edge> = map.edges().map(|(edge, _)| edge).collect();
    assert_eq!(edges, [Edge::east(Square::new(0, 1))]);
    assert_eq!((import.placed.id, import.placed.name.as_str()), (Key::new("a"), "a"));
}

#[test]
fn an_object_that_means_nothing_more_is_an_area() {
    let objects = r#"<objectgroup name="o">
        <object id="5" type="exit" x="0" y="16" width="16" height="16"><properties><property name="to" value="next"/></properties></object>
        <object id="6" type="start" x="0" y="0" width="16" height="16"/>
        <object id="7" type="exit" x="900" y="16" width="16" height="16"/></objectgroup>"#;
    let text = map(&format!("{SET}{}{objects}", layer("a", "1,1,1,1")));
    let import =
        World::new().file("maps/a.tmx", &text).file("sets/t.tsx", TILESET).import("maps/a.tmx").unwrap();
    let areas = import.placed.areas;
    assert_eq!(areas.len(), 2);
    assert_eq!((areas[0].class.as_str(), areas[0].properties["to"].as_str()), ("exit", "next"));
    let said: Vec<&str> = import.warnings.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        said,
        ["this start has no property `side`; it is only an area", "this object lies outside the map"]
    );
}

#[test]
fn a_mapping_file_makes_units_of_objects() {
    let objects = "<objectgroup name=\"o\"><object id=\"2\" name=\"orc\" type=\"foe\" x=\"16\" y=\"0\" width=\"16\" \
                   height=\"16\"/></objectgroup>";
    let mapping = "(default_terrain: \"grass\", objects: [(layer: \"o\", class: \"foe\", means: unit(side: \"foes\"))])";
    let world = World::new().file("a.tmx", &map(objects)).file("a.mapping.ron", mapping);
    let units = world.import("a.tmx").unwrap().placed.units;
    assert_eq!((units[0].unit, units[0].square), (Key::new("orc"), Square::new(1, 0)));
}

#[test]
fn an_infinite_map_is_cut_to_what_is_drawn_on_it() {
    let chunk = |x: i32, numbers: &str| {
        format!("<chunk x=\"{x}\" y=\"-16\" width=\"2\" height=\"3\">\n{numbers}\n</chunk>\n")
    };
    let layer = format!(
        "<layer name=\"a\" width=\"16\" height=\"16\"><data encoding=\"csv\">\n{}{}</data></layer>",
        chunk(-16, "0,0,\n0,1,\n0,1"),
        chunk(-14, "0,0,\n1,0,\n2,0"),
    );
    let start = "<objectgroup name=\"o\"><object id=\"1\" type=\"start\" x=\"-240\" y=\"-240\" width=\"16\" \
                 height=\"16\"><properties><property name=\"side\" value=\"red\"/></properties></object></objectgroup>";
    let infinite = |layer: &str| {
        let text = map(&format!(
            "<properties><property name=\"default_terrain\" value=\"sand\"/></properties>{SET}{layer}{start}"
        ));
        let text = text.replace("infinite=\"0\"", "infinite=\"1\"").replace("width=\"2\"", "width=\"90\"");
        // The chunks keep their width.
        text.replace("width=\"90\" height=\"3\"", "width=\"2\" height=\"3\"")
    };
    let world = |text: &str| World::new().file("maps/a.tmx", text).file("sets/t.tsx", TILESET);
    let import = world(&infinite(&layer)).import("maps/a.tmx").unwrap();
    assert!(import.warnings.is_empty(), "{}", import.warnings);
    let placed = import.placed;
    assert_eq!((placed.map.width(), placed.map.height()), (2, 2));
    let ids: Vec<&str> = placed.map.squares().map(|s| placed.map.terrain(s).unwrap().id.as_str()).collect();
    assert_eq!(ids, ["grass", "grass", "grass", "sand"]);
    assert_eq!(placed.map.object(Square::new(1, 1)).unwrap().id, "crate");
    assert_eq!(placed.starts[&Key::new("red")], [Square::new(0, 0)]);

    let said = |layer: &str| world(&infinite(layer)).import("maps/a.tmx").unwrap_err();
    assert!(said("").contains("nothing is drawn on this infinite map"), "{}", said(""));
    let far = layer.replace("x=\"-14\"", "x=\"900\"");
    assert!(said(&far).contains("covers 916 by 2 squares"), "{}", said(&far));
    let short = layer.replace("2,0", "2");
    assert!(said(&short).contains("this chunk has 5 tiles instead of 6"), "{}", said(&short));
}

#[test]
fn an_object_may_be_made_of_a_template() {
    let template = "<template><object name=\"gate\" type=\"start\" width=\"32\" height=\"16\"><properties>\
                    <property name=\"side\" value=\"red\"/></properties></object></template>";
    let objects = "<objectgroup name=\"o\"><object id=\"1\" template=\"../objects/start.tx\" x=\"0\" y=\"16\"/></objectgroup>";
    let text = map(&format!("{SET}{}{objects}", layer("a", "1,1,1,1")));
    let world = |template: &str| {
        let world = World::new().file("maps/a.tmx", &text).file("sets/t.tsx", TILESET);
        world.file("objects/start.tx", template).import("maps/a.tmx")
    };
    let placed = world(template).unwrap().placed;
    assert_eq!(placed.starts[&Key::new("red")], [Square::new(0, 1), Square::new(1, 1)]);
    let itself = template.replace("<object ", "<object template=\"start.tx\" ");
    assert!(world(&itself).unwrap_err().contains("made of another template"));
}

#[test]
fn shapes_of_absurdly_many_points_are_bounded() {
    let points = "0,0 4000,4000 0,4000 4000,0 ".repeat(50_000);
    let shape = format!("<object id=\"1\" x=\"0\" y=\"0\"><polygon points=\"{}\"/></object>", points.trim());
    let text = map(&format!("<objectgroup name=\"o\">{shape}</objectgroup>"));
    let text = text.replace("width=\"2\" height=\"2\"", "width=\"512\" height=\"512\"");
    let begun = std::time::Instant::now();
    let said = World::new().file("a.tmx", &text).import("a.tmx").unwrap_err();
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
    assert!(said.contains("more than 6000000 tiles"), "{said}");
}
