//! What a Tiled file must be before the `tiled` crate gets it.
//!
//! Limits and refusals protect the program: kinds of maps that we do not play, sizes, layers whose data would
//! unpack to something huge or too short. Tile data is unpacked here, within its known size, and handed on as
//! comma-separated numbers. What the map means is in `tiled_import`.

use std::io::Read;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{
    budget::{BudgetItem, ReadBudget},
    map_build::MAX_SIDE,
    xml_scan::{Fault, Tag, TagKind, Tags},
};

/// The most tags of a file, those of single tiles not counted: read, each takes many times its room.
const MAX_TAGS: usize = 100_000;
/// The most layers of all kinds, groups included.
const MAX_LAYERS: usize = 32;
/// The most tiles that all layers have: eight layers of the largest map.
pub(super) const MAX_LAID: usize = 8 * MAX_SIDE * MAX_SIDE;
/// The most tilesets.
const MAX_TILESETS: usize = 64;
/// The most tiles in one tileset.
const MAX_TILES: u32 = 65_536;
/// The most objects.
const MAX_OBJECTS: usize = 10_000;

/// Standard letters, padding optional.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Checks a map and gives it back with its tile data unpacked, as far as the mod may have tiles.
pub(super) fn check_map(text: &str, budget: &ReadBudget) -> Result<String, Fault> {
    let mut tags = Tags::new(text);
    let (out, counts) = (String::with_capacity(text.len()), Counts::default());
    let mut guard = Guard { text, budget, out, copied: 0, counts };
    let Some(root) = tags.next_tag()? else {
        return Err((0, "this is no Tiled map: it has no tags".to_owned()));
    };
    if root.name != "map" {
        return Err((root.span.start, format!("this is no Tiled map: it begins with <{}>", root.name)));
    }
    let size = check_root(&root)?;
    guard.spend(&root, size)?;
    let mut path = vec![root.name];
    while let Some(tag) = tags.next_tag()? {
        path.truncate(tag.depth);
        if tag.kind == TagKind::Close {
            continue;
        }
        guard.counts.check(&tag, size)?;
        if tag.name == "data" && path.last() == Some(&"layer") {
            guard.data(&tag, &mut tags, size)?;
        } else if tag.kind == TagKind::Open {
            path.push(tag.name);
        }
    }
    guard.out.push_str(&text[guard.copied..]);
    Ok(guard.out)
}

/// Checks a file that a map asks for: a tileset, or a template of objects.
pub(super) fn check_tileset(text: &str) -> Result<(), Fault> {
    let mut tags = Tags::new(text);
    let Some(root) = tags.next_tag()? else {
        return Err((0, "this is no Tiled tileset: it has no tags".to_owned()));
    };
    if !["tileset", "template"].contains(&root.name) {
        return Err((root.span.start, format!("this is no Tiled tileset: it begins with <{}>", root.name)));
    }
    let mut counts = Counts::default();
    counts.check(&root, (0, 0))?;
    while let Some(tag) = tags.next_tag()? {
        if tag.kind != TagKind::Close {
            counts.check(&tag, (0, 0))?;
        }
    }
    Ok(())
}

fn check_root(root: &Tag<'_>) -> Result<(usize, usize), Fault> {
    let refuse = |why: String| Err((root.span.start, why));
    match root.attribute("orientation") {
        Some("orthogonal") => {}
        Some(other) => {
            return refuse(format!(
                "this map is {other}: only square grids are played, orientation \"orthogonal\""
            ));
        }
        None => return refuse("this map does not say its orientation".to_owned()),
    }
    if !matches!(root.attribute("infinite"), None | Some("0")) {
        return refuse("this map is infinite: in Tiled, turn off Map > Map Properties > Infinite".to_owned());
    }
    let side = |name: &str| root.attribute(name).and_then(|value| value.parse::<usize>().ok());
    let (Some(width), Some(height)) = (side("width"), side("height")) else {
        return refuse("this map does not say its width and height".to_owned());
    };
    let possible = 1..=MAX_SIDE;
    if !possible.contains(&width) || !possible.contains(&height) {
        return refuse(format!(
            "this map is {width} by {height} squares; 1 to {MAX_SIDE} are possible each way"
        ));
    }
    let tile = |name: &str| side(name).is_some_and(|n| (1..=4096).contains(&n));
    if !tile("tilewidth") || !tile("tileheight") {
        return refuse("the tiles of this map must be 1 to 4096 pixels wide and high".to_owned());
    }
    if root.attribute("version").is_none() {
        return refuse("this map does not say its `version`: `<map version=\"1.10\" ..>`".to_owned());
    }
    Ok((width, height))
}

#[derive(Default)]
struct Counts {
    tags: usize,
    layers: usize,
    laid: usize,
    tilesets: usize,
    objects: usize,
}

impl Counts {
    fn check(&mut self, tag: &Tag<'_>, size: (usize, usize)) -> Result<(), Fault> {
        let refuse = |why: String| Err((tag.span.start, why));
        self.tags += 1;
        if self.tags > MAX_TAGS {
            return refuse(format!("there are more than {MAX_TAGS} tags"));
        }
        match tag.name {
            "layer" | "objectgroup" | "imagelayer" | "group" if size != (0, 0) => {
                self.layers += 1;
                if self.layers > MAX_LAYERS {
                    return refuse(format!("this map has more than {MAX_LAYERS} layers"));
                }
                if tag.name == "layer" {
                    self.laid += size.0 * size.1;
                }
                if self.laid > MAX_LAID {
                    return refuse(format!("the layers of this map have more than {MAX_LAID} tiles"));
                }
                let side = |name: &str| tag.attribute(name).map(str::parse::<usize>);
                if tag.name == "layer"
                    && (side("width"), side("height")) != (Some(Ok(size.0)), Some(Ok(size.1)))
                {
                    return refuse(format!(
                        "this layer is not {} by {} squares as the map is",
                        size.0, size.1
                    ));
                }
            }
            "chunk" => return refuse("this map is saved in chunks, as infinite ones are".to_owned()),
            "object" => {
                self.objects += 1;
                if self.objects > MAX_OBJECTS {
                    return refuse(format!("there are more than {MAX_OBJECTS} objects"));
                }
                // Only a map has objects made of templates, so none is made of itself.
                if tag.attribute("template").is_some() && size == (0, 0) {
                    return refuse("a template is not made of another template".to_owned());
                }
            }
            "tileset" => {
                self.tilesets += 1;
                if self.tilesets > MAX_TILESETS {
                    return refuse(format!("there are more than {MAX_TILESETS} tilesets"));
                }
                check_tiles(tag)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The numbers of a tileset that the `tiled` crate trusts.
fn check_tiles(tag: &Tag<'_>) -> Result<(), Fault> {
    let refuse = |why: String| Err((tag.span.start, why));
    let number = |name: &str| tag.attribute(name).map(str::parse::<u32>);
    if tag.attribute("source").is_none() {
        let (Some(count), Some(_)) = (number("tilecount"), number("columns")) else {
            let why =
                "this tileset does not say its tilecount and columns: save it anew with a current Tiled";
            return refuse(why.to_owned());
        };
        if !count.is_ok_and(|count| count <= MAX_TILES) {
            return refuse(format!("a tileset has at most {MAX_TILES} tiles"));
        }
    } else if number("tilecount").is_some() {
        return refuse("a tileset stands either in its own file or in the map".to_owned());
    }
    Ok(())
}

struct Guard<'a> {
    text: &'a str,
    budget: &'a ReadBudget,
    out: String,
    copied: usize,
    counts: Counts,
}

impl<'a> Guard<'a> {
    /// Counts what a map or a layer of this size takes.
    fn spend(&self, tag: &Tag<'_>, (width, height): (usize, usize)) -> Result<(), Fault> {
        let paid = self.budget.spend(BudgetItem::Tiles, width as u64 * height as u64);
        paid.map_err(|why| (tag.span.start, why))
    }

    /// Unpacks a `<data>` of a layer up to its end.
    fn data(&mut self, tag: &Tag<'a>, tags: &mut Tags<'a>, size: (usize, usize)) -> Result<(), Fault> {
        let fault = |why: String| (tag.span.start, why);
        self.spend(tag, size)?;
        let count = size.0 * size.1;
        let mut numbers: Option<Vec<u32>> = None;
        let mut end = tag.span.end;
        if tag.kind == TagKind::Open {
            let mut listed = Vec::new();
            loop {
                let Some(inner) = tags.next_tag()? else {
                    return Err(fault("this data never ends".to_owned()));
                };
                if inner.after_special {
                    return Err((
                        inner.span.start,
                        "comments are not allowed inside the data of a layer".to_owned(),
                    ));
                }
                if inner.kind == TagKind::Close && inner.depth == tag.depth {
                    let body = &self.text[tag.span.end..inner.span.start];
                    end = inner.span.end;
                    if listed.is_empty() {
                        numbers = Some(unpack(tag, body, count).map_err(fault)?);
                    }
                    break;
                }
                match inner.name {
                    "tile" if listed.len() < count => {
                        let gid = inner.attribute("gid").map_or(Ok(0), str::parse::<u32>);
                        let gid =
                            gid.map_err(|_| (inner.span.start, "this tile has no number".to_owned()))?;
                        if inner.kind != TagKind::Close {
                            listed.push(gid);
                        }
                    }
                    "tile" if inner.kind == TagKind::Close => {}
                    "chunk" => {
                        return Err((
                            inner.span.start,
                            "this map is saved in chunks, as infinite ones are".to_owned(),
                        ));
                    }
                    other => return Err((inner.span.start, format!("<{other}> does not belong here"))),
                }
            }
            if numbers.is_none() {
                numbers = Some(listed);
            }
        }
        let numbers = numbers.unwrap_or_default();
        if numbers.len() != count {
            let why = format!("this layer has {} tiles; the map has {count} squares", numbers.len());
            return Err(fault(why));
        }
        self.out.push_str(&self.text[self.copied..tag.span.start]);
        self.out.push_str("<data encoding=\"csv\">");
        for (at, number) in numbers.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.out.push_str(&number.to_string());
        }
        self.out.push_str("</data>");
        self.copied = end;
        Ok(())
    }
}

/// The tile numbers of packed data: never more than one too many.
pub(super) fn unpack(tag: &Tag<'_>, body: &str, count: usize) -> Result<Vec<u32>, String> {
    let compression = tag.attribute("compression").filter(|name| !name.is_empty());
    match (tag.attribute("encoding"), compression) {
        (Some("csv"), None) => {
            let numbers = body.split(',').map(str::trim).take(count + 1);
            numbers.map(|n| n.parse().map_err(|_| format!("\"{n}\" is no tile number"))).collect()
        }
        (Some("base64"), compression) => {
            let letters: Vec<u8> = body.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
            let packed = BASE64
                .decode(letters)
                .map_err(|error| format!("the tiles of this layer cannot be unpacked: {error}"))?;
            let limit = (count * 4 + 4) as u64;
            let mut bytes = Vec::new();
            let result = match compression {
                None => packed.as_slice().take(limit).read_to_end(&mut bytes),
                Some("zlib") => flate2::read::ZlibDecoder::new(&*packed).take(limit).read_to_end(&mut bytes),
                Some("gzip") => flate2::read::GzDecoder::new(&*packed).take(limit).read_to_end(&mut bytes),
                Some("zstd") => {
                    return Err(
                        "this layer is packed with Zstandard: in Tiled, choose Map > Map Properties > Tile \
                                Layer Format > CSV or Base64 (zlib)"
                            .to_owned(),
                    );
                }
                Some(other) => {
                    return Err(format!("this layer is packed with \"{other}\", which is not known"));
                }
            };
            result.map_err(|error| format!("the tiles of this layer cannot be unpacked: {error}"))?;
            let (words, rest) = bytes.as_chunks::<4>();
            if !rest.is_empty() {
                return Err("the tiles of this layer end in the middle of a number".to_owned());
            }
            Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
        }
        (None, None) => Err("this layer has no tiles".to_owned()),
        (other, _) => {
            Err(format!("this layer is written as \"{}\", which is not known", other.unwrap_or_default()))
        }
    }
}

#[cfg(test)]
#[path = "tiled_guard_tests.rs"]
mod tests;
