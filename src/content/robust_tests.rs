//! Whatever a file holds, reading it ends with a value or a mistake, never with a panic.

use std::{collections::BTreeMap, fs, path::Path};

use proptest::prelude::*;
use serde::Deserialize;

use super::{
    decode::{decode, decode_file},
    diagnostics::Report,
    layer::Layered,
    map_build::Palette,
    map_text::text_map,
    mod_path::{ModPath, ModRoot},
    source::SourceFile,
    tiled_import::{TiledImport, import_tiled},
};
use crate::{
    grid::{EdgeKind, Terrain},
    key::Key,
    rules::expr::Expr,
};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thing {
    #[serde(rename = "id")]
    _id: Key,
    #[serde(default, rename = "a")]
    _a: Option<Kind>,
    #[serde(default, rename = "b")]
    _b: Vec<Thing>,
    #[serde(default, rename = "c")]
    _c: BTreeMap<String, Expr>,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    A,
    B(i8, u64),
    C { d: (bool, char), e: f32 },
    F(String),
}

/// Pieces that random RON is made of, with a stroke between two.
const RON: &str = "(|)|[|]|{|}|,|:|\"|'|\\|id|a|b|c|d|e|A|B|C|F|id: \"x\"|a: |b: |c: |\"k\"|new|update: |delete: |1|-1.5|300|\
                   true|'x'|r#\"|\"#|/*|*/|//|\n| |ä|\u{feff}|#![|\"1 + x\"|\"1 /\"|Some(|None|rows: |legend: |\".\"|terrain: |\
                   \"grass\"|edges: |between: |((0,0),(1,0))|kind: ";

const EXPRESSION: &str = "(|)|+|-|*|/|/^|/0|<|<=|==|!=| and | or |not |min(|max(|abs(|if(|,|x|y.z|0|2|9223372036854775807| |é|\
                          1.5|=";

/// Up to so many of these pieces, one after the other.
fn made_of(pieces: &'static str, most: usize) -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = pieces.split('|').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..most).prop_map(|pieces| pieces.concat())
}

const MAP: &str = "<?xml version=\"1.0\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" width=\"3\" height=\"2\" \
    tilewidth=\"16\" tileheight=\"16\" infinite=\"0\"><properties><property name=\"default_terrain\" \
    value=\"grass\"/></properties><tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" \
    tilecount=\"4\" columns=\"2\" spacing=\"1\" margin=\"2\"><image source=\"a.png\" width=\"32\" height=\"32\"/><tile \
    id=\"1\" type=\"x\"><properties><property name=\"wall\" value=\"wall\"/><property name=\"height\" type=\"int\" \
    value=\"3\"/></properties><animation><frame tileid=\"0\" duration=\"9\"/></animation></tile><wangsets><wangset \
    name=\"w\" type=\"corner\" tile=\"1\"><wangcolor name=\"c\" color=\"#ff0000\" tile=\"1\" probability=\"1\"/><wangtile \
    tileid=\"1\" wangid=\"0,1,0,1,0,1,0,1\"/></wangset></wangsets></tileset><group name=\"g\"><layer id=\"1\" name=\"a\" \
    width=\"3\" height=\"2\"><data encoding=\"csv\">1,2,0,2147483649,5,9</data></layer></group><layer id=\"2\" name=\"b\" \
    width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"zlib\">eJxjZIAAJijNCMTMQAwAAGQACA==</data></layer><objectgroup \
    id=\"3\" name=\"o\"><object id=\"1\" name=\"n\" type=\"start\" x=\"1.5\" y=\"0\" width=\"16\" height=\"16\" \
    rotation=\"5\"><properties><property name=\"side\" value=\"red\"/></properties></object><object id=\"2\" gid=\"2\" \
    x=\"0\" y=\"16\" width=\"16\" height=\"16\"/><object id=\"3\" type=\"wall\" x=\"0\" y=\"0\"><polyline points=\"0,0 \
    16,0 16,16\"/></object><object id=\"4\" x=\"1\" y=\"1\"><polygon points=\"0,0 9,0 9,40\"/></object><object id=\"5\" \
    x=\"1\" y=\"1\" width=\"40\" height=\"20\"><ellipse/></object><object id=\"6\" x=\"1\" y=\"1\"><text>a</text></object>\
    <object id=\"7\" type=\"door\" x=\"1\" y=\"1\"><point/></object></objectgroup></map>";

proptest! {
    #[test]
    fn any_ron_is_read_without_a_panic(text in made_of(RON, 40)) {
        let terrains = BTreeMap::from([(Key::new("grass"), Terrain::plain(Key::new("grass")))]);
        let kinds: BTreeMap<Key, EdgeKind> = BTreeMap::new();
        let palette = Palette { terrains: &terrains, edge_kinds: &kinds, owner: Key::new("m") };
        for text in [text.clone(), format!("[(id: \"x\", {text})]"), format!("(update: [(id: \"y\", {text})], new: [{text}])")] {
            let file = SourceFile::new("m/f.ron", &text).owned_by(Key::new("m"));
            let mut report = Report::new();
            let mut layered = Layered::default();
            layered.apply(&SourceFile::new("b.ron", "[(id: \"y\", b: [])]"), &[], &mut report);
            layered.apply(&file, &[], &mut report);
            for entry in layered.iter() {
                report.extend(decode::<Thing>(entry).err());
                report.extend(text_map(entry, palette).err().into_iter().flatten());
                let _ = (entry.locate("x"), entry.locate_field("d"));
            }
            report.extend(decode_file::<Thing>(&file).err().into_iter().flatten());
            let _ = (report.render(true), report.to_string());
        }
    }

    #[test]
    fn any_expression_is_read_and_worked_out_without_a_panic(text in made_of(EXPRESSION, 24), x in any::<i64>()) {
        if let Ok(expr) = Expr::parse(&text) {
            let again = Expr::parse(&expr.to_string()).unwrap();
            prop_assert_eq!(&again, &expr);
            let value = expr.eval(&|name| (name == "x").then_some(x));
            prop_assert_eq!(again.eval(&|name| (name == "x").then_some(x)), value);
            prop_assert!(expr.as_const().is_none_or(|number| value == Ok(number)));
        }
    }

    #[test]
    fn the_three_divisions_round_as_they_say(a in any::<i32>(), b in any::<i32>()) {
        prop_assume!(b != 0);
        let value = |op: &str| Expr::parse(&format!("x {op} y")).unwrap()
            .eval(&|name| Some(i64::from(if name == "x" { a } else { b }))).unwrap();
        let exact = f64::from(a) / f64::from(b);
        prop_assert_eq!(value("/") as f64, exact.floor());
        prop_assert_eq!(value("/^") as f64, exact.ceil());
        prop_assert_eq!(value("/0") as f64, exact.trunc());
    }

    #[test]
    fn any_damage_to_a_tiled_map_is_a_mistake_at_most(
        at in 0..MAP.len(), cut in 0_usize..12,
        with in prop::sample::select(vec!["", "0", "99999999999", "-1", "\"", "<", ">", "/>", "4294967295", "NaN", "1e30", "ä", "&#0;", " x=\"1\"", "data"]),
    ) {
        let end = (at + cut).min(MAP.len());
        if let Err(report) = imported(&format!("{}{with}{}", &MAP[..at], &MAP[end..])) {
            prop_assert!(!report.render(false).is_empty());
        }
    }
}

#[test]
fn the_map_that_is_damaged_is_sound_before() {
    let import = imported(MAP);
    assert!(import.is_ok(), "{}", import.unwrap_err());
}

fn imported(text: &str) -> Result<TiledImport, Report> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tmx"), text).unwrap();
    let terrains = BTreeMap::from([(Key::new("grass"), Terrain::plain(Key::new("grass")))]);
    let kinds = BTreeMap::from([(Key::new("wall"), EdgeKind::wall(Key::new("wall")))]);
    let palette = Palette { terrains: &terrains, edge_kinds: &kinds, owner: Key::new("base") };
    let root = ModRoot::open(folder.path(), Path::new("m"), Key::new("base")).unwrap();
    import_tiled(&root, &ModPath::new("a.tmx").unwrap(), palette)
}
