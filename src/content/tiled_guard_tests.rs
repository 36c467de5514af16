//! Tests of `tiled_guard`.

use std::io::Write;

use super::*;

fn map(attributes: &str, body: &str) -> String {
    format!(
        "<map version=\"1.8\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" \
             tileheight=\"16\" {attributes}>{body}</map>"
    )
}

fn checked(text: &str) -> Result<String, Fault> {
    check_map(text, &ReadBudget::default()).map(|map| map.text)
}

fn layer(data: &str) -> String {
    map("", &format!("<layer id=\"1\" name=\"a\" width=\"2\" height=\"2\">{data}</layer>"))
}

fn to_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

fn tiles(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn all_ways_of_packing_give_the_same_numbers() {
    let numbers = tiles(&[1, 0, 2_147_483_930, 4]);
    for data in [
        "<data encoding=\"csv\">\n1,0,\n2147483930,4\n</data>".to_owned(),
        format!("<data encoding=\"base64\">\n {} \n</data>", to_base64(&numbers)),
        format!("<data encoding=\"base64\" compression=\"zlib\">{}</data>", to_base64(&zlib(&numbers))),
        format!("<data encoding=\"base64\" compression=\"gzip\">{}</data>", to_base64(&gzip(&numbers))),
        "<data><tile gid=\"1\"/><tile/><tile gid=\"2147483930\"></tile><tile gid=\"4\"/></data>".to_owned(),
    ] {
        let out = checked(&layer(&data)).unwrap();
        assert!(
            out.contains("<data encoding=\"csv\">1,0,2147483930,4</data></layer></map>"),
            "{data}: {out}"
        );
    }
}

#[test]
fn layers_of_another_size_are_refused() {
    for data in [
        "<data encoding=\"csv\">1,2,3</data>".to_owned(),
        "<data encoding=\"csv\">1,2,3,4,5</data>".to_owned(),
        "<data encoding=\"csv\">1,2,3,x</data>".to_owned(),
        "<data encoding=\"csv\"/>".to_owned(),
        "<data/>".to_owned(),
        format!("<data encoding=\"base64\">{}</data>", to_base64(&tiles(&[1, 2, 3]))),
        format!("<data encoding=\"base64\">{}</data>", to_base64(&tiles(&[1, 2, 3, 4])[..15])),
        "<data encoding=\"base64\">?</data>".to_owned(),
        "<data encoding=\"base64\" compression=\"zlib\">AAAA</data>".to_owned(),
        "<data encoding=\"base64\" compression=\"zstd\">AAAA</data>".to_owned(),
        "<data encoding=\"hex\">00</data>".to_owned(),
        "<data encoding=\"csv\">1,2,<!-- x -->3,4</data>".to_owned(),
        "<data encoding=\"csv\"><chunk>1,2,3,4</chunk></data>".to_owned(),
    ] {
        assert!(checked(&layer(&data)).is_err(), "{data}");
    }
    assert!(checked(&map("", "<layer width=\"3\" height=\"2\"/>")).is_err());
}

#[test]
fn a_layer_that_would_unpack_to_gigabytes_is_refused_at_once() {
    let bomb = zlib(&vec![0; 20_000_000]);
    let data = format!("<data encoding=\"base64\" compression=\"zlib\">{}</data>", to_base64(&bomb));
    let (_, why) = checked(&layer(&data)).unwrap_err();
    assert_eq!(why, "this layer has 5 tiles; the map has 4 squares");
}

#[test]
fn an_infinite_map_is_handed_on_as_far_as_something_is_drawn_on_it() {
    let chunk = |x: i32, (width, height): (i32, i32), numbers: &str| {
        format!("<chunk x=\"{x}\" y=\"-3\" width=\"{width}\" height=\"{height}\">{numbers}</chunk>")
    };
    let infinite = |chunks: &[String]| {
        let layer = layer(&format!("<data encoding=\"csv\">{}</data>", chunks.concat()));
        layer.replace("tileheight", "infinite=\"1\" tileheight")
    };
    let (near, far) = (chunk(-2, (3, 2), "0,0,0,0,7,8"), chunk(900_000, (2, 1), "0,0"));
    let map = check_map(&infinite(&[near.clone(), far]), &ReadBudget::default()).unwrap();
    assert_eq!((map.origin, map.size), ((-1, -2), (2, 1)));
    let kept = "<data encoding=\"csv\"><chunk x=\"-1\" y=\"-2\" width=\"2\" height=\"1\">7,8</chunk></data>";
    assert!(map.text.contains(kept), "{}", map.text);
    let refused = |chunks: &[String]| checked(&infinite(chunks)).unwrap_err().1;
    assert!(refused(&[near.clone(), chunk(600, (1, 1), "1")]).contains("602 by 2 squares"));
    assert!(refused(&[chunk(2_000_000, (1, 1), "1")]).contains("too far off"));
    assert!(refused(&[chunk(0, (1025, 1), "1")]).contains("too large"));
    assert!(refused(&[chunk(0, (1, 1), "1,1")]).contains("2 tiles instead of 1"));
    assert!(refused(&["<tile gid=\"1\"/>".to_owned()]).contains("<tile> does not belong here"));
    let large = chunk(0, (1000, 1000), &format!("{}0", "0,".repeat(999_999)));
    assert!(refused(&[large.clone(), large.clone(), large]).contains("more than 2097152 tiles"));
    let budget = ReadBudget::default();
    budget.spend(BudgetItem::Tiles, BudgetItem::Tiles.most() - 5).unwrap();
    assert!(check_map(&infinite(&[near]), &budget).unwrap_err().1.contains("more than 6000000 tiles"));
}

#[test]
fn counts_have_limits() {
    let refused = |body: &str| checked(&map("", body)).unwrap_err().1;
    assert!(refused(&"<group/>".repeat(33)).contains("32 layers"));
    let layers = map("", &"<layer width=\"512\" height=\"512\"/>".repeat(9));
    let large = layers.replacen("width=\"2\" height=\"2\"", "width=\"512\" height=\"512\"", 1);
    assert!(checked(&large).unwrap_err().1.contains("more than 2097152 tiles"));
    assert!(refused(&"<object/>".repeat(10_001)).contains("objects"));
    assert!(
        refused("<tileset firstgid=\"1\" tilecount=\"4000000000\" columns=\"1\"/>").contains("65536 tiles")
    );
    assert!(refused("<tileset firstgid=\"1\" name=\"old\"/>").contains("save it anew"));
    assert!(checked(&map("", "<object template=\"a.tx\"/>")).is_ok());
    let itself = check_tileset("<template><object template=\"a.tx\"/></template>");
    assert!(itself.unwrap_err().1.contains("made of another template"));
    assert!(check_tileset("<tileset tilecount=\"9\" columns=\"3\"><tile id=\"0\"/></tileset>").is_ok());
    assert!(check_tileset("<tileset tilecount=\"99999999\" columns=\"3\"/>").is_err());
    assert!(check_tileset("<map/>").is_err());
    let named = "<property name=\"a\" value=\"b\"/>".repeat(100_001);
    let named = format!("<properties>{named}</properties>");
    assert!(refused(&named).contains("more than 100000 tags"));
}
