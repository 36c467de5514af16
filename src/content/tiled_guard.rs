//! What a Tiled file must be before the `tiled` crate gets it.
//!
//! Limits and refusals protect the program: kinds of maps that we do not play, sizes, layers whose data would
//! unpack to something huge or too short. Tile data is unpacked here, within its known size, and handed on as
//! comma-separated numbers. Of an infinite map no more is handed on than is drawn on it. What the map means is in
//! `tiled_import`.

use std::io::Read;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{
    map_build::MAX_SIDE,
    xml_scan::{Fault, Tag, TagKind, Tags},
};
use crate::content::prelude::*;

/// The most tags of a file, those of single tiles not counted: read, each takes many times its room.
const MAX_TAGS: usize = 100_000;
const MAX_LAYERS: usize = 32;
/// The most tiles that all layers have: eight layers of the largest map.
const MAX_LAID: usize = 8 * MAX_SIDE * MAX_SIDE;
/// The farthest from the middle of an infinite map, in squares, that a chunk of it lies.
const FARTHEST: i32 = 1_000_000;
const MAX_TILESETS: usize = 64;
const MAX_TILES: u32 = 65_536;
const MAX_OBJECTS: usize = 10_000;

/// Standard letters, padding optional.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

#[derive(Debug)]
pub(super) struct CheckedMap {
    /// Its text, with its tile data unpacked.
    pub text: String,
    /// Column and row of its north-western square.
    pub origin: (i32, i32),
    /// Its width and height in squares.
    pub size: (usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A map with an end: its width and height.
    Finite(usize, usize),
    Infinite,
    /// A file that a map asks for.
    NoMap,
}

/// The bounds (west, north, east, south) of what was within these and of a square.
fn with(bounds: Option<[i32; 4]>, (x, y): (i32, i32)) -> Option<[i32; 4]> {
    let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
    Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
}

/// Checks a map and gives it back with its tile data unpacked, as far as the mod may have tiles.
pub(super) fn check_map(text: &str, budget: &ReadBudget) -> Result<CheckedMap, Fault> {
    let mut tags = Tags::new(text);
    let (out, counts) = (String::with_capacity(text.len()), Counts::default());
    let mut guard = Guard { text, budget, out, copied: 0, counts, drawn: None };
    let Some(root) = tags.next_tag()? else {
        return Err((0, "this is no Tiled map: it has no tags".to_owned()));
    };
    if root.name != "map" {
        return Err((root.span.start, format!("this is no Tiled map: it begins with <{}>", root.name)));
    }
    let extent = check_root(&root)?;
    if let Extent::Finite(width, height) = extent {
        guard.spend(&root, width * height)?;
    }
    let mut path = vec![root.name];
    while let Some(tag) = tags.next_tag()? {
        path.truncate(tag.depth);
        if tag.kind == TagKind::Close {
            continue;
        }
        guard.counts.check(&tag, extent)?;
        if tag.name == "data" && path.last() == Some(&"layer") {
            guard.data(&tag, &mut tags, extent)?;
        } else if tag.kind == TagKind::Open {
            path.push(tag.name);
        }
    }
    guard.out.push_str(&text[guard.copied..]);
    let (origin, size) = match extent {
        Extent::Finite(width, height) => ((0, 0), (width, height)),
        _ => guard.bounds(&root)?,
    };
    Ok(CheckedMap { text: guard.out, origin, size })
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
    counts.check(&root, Extent::NoMap)?;
    while let Some(tag) = tags.next_tag()? {
        if tag.kind != TagKind::Close {
            counts.check(&tag, Extent::NoMap)?;
        }
    }
    Ok(())
}

fn check_root(root: &Tag<'_>) -> Result<Extent, Fault> {
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
    let infinite = root.attribute("infinite").unwrap_or("0");
    if !["0", "1"].contains(&infinite) {
        return refuse("`infinite` is \"0\" or \"1\"".to_owned());
    }
    let side = |name: &str| root.attribute(name).and_then(|value| value.parse::<usize>().ok());
    let (Some(width), Some(height)) = (side("width"), side("height")) else {
        return refuse("this map does not say its width and height".to_owned());
    };
    let possible = 1..=MAX_SIDE;
    let sound = possible.contains(&width) && possible.contains(&height);
    if infinite == "0" && !sound {
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
    Ok(if infinite == "1" { Extent::Infinite } else { Extent::Finite(width, height) })
}

#[derive(Default)]
struct Counts {
    tags: usize,
    layers: usize,
    tile_layers: usize,
    /// Tiles of layers and chunks.
    laid: usize,
    tilesets: usize,
    objects: usize,
}

impl Counts {
    fn lay(&mut self, tag: &Tag<'_>, tiles: usize) -> Result<(), Fault> {
        self.laid += tiles;
        if self.laid > MAX_LAID {
            return Err((tag.span.start, format!("the layers of this map have more than {MAX_LAID} tiles")));
        }
        Ok(())
    }

    fn check(&mut self, tag: &Tag<'_>, extent: Extent) -> Result<(), Fault> {
        let refuse = |why: String| Err((tag.span.start, why));
        self.tags += 1;
        if self.tags > MAX_TAGS {
            return refuse(format!("there are more than {MAX_TAGS} tags"));
        }
        match tag.name {
            "layer" | "objectgroup" | "imagelayer" | "group" if extent != Extent::NoMap => {
                self.layers += 1;
                if self.layers > MAX_LAYERS {
                    return refuse(format!("this map has more than {MAX_LAYERS} layers"));
                }
                if tag.name != "layer" {
                    return Ok(());
                }
                self.tile_layers += 1;
                if let Extent::Finite(width, height) = extent {
                    self.lay(tag, width * height)?;
                    let side = |name: &str| tag.attribute(name).and_then(|value| value.parse::<usize>().ok());
                    if (side("width"), side("height")) != (Some(width), Some(height)) {
                        return refuse(format!(
                            "this layer is not {width} by {height} squares as the map is"
                        ));
                    }
                }
            }
            "chunk" => return refuse("this map is saved in chunks, as infinite ones are".to_owned()),
            "object" => {
                self.objects += 1;
                if self.objects > MAX_OBJECTS {
                    return refuse(format!("there are more than {MAX_OBJECTS} objects"));
                }
                // Only a map has objects made of templates, so none is made of itself.
                if tag.attribute("template").is_some() && extent == Extent::NoMap {
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
    /// The westernmost, northernmost, easternmost and southernmost of the squares drawn on, of an infinite map.
    drawn: Option<[i32; 4]>,
}

/// Where an infinite map begins, and how many columns and rows it has.
type Bounds = ((i32, i32), (usize, usize));

impl<'a> Guard<'a> {
    /// Counts what a map or a layer of so many squares takes.
    fn spend(&self, tag: &Tag<'_>, squares: usize) -> Result<(), Fault> {
        let paid = self.budget.spend(BudgetItem::Tiles, squares as u64);
        paid.map_err(|why| (tag.span.start, why))
    }

    fn data(&mut self, data: &Tag<'a>, tags: &mut Tags<'a>, extent: Extent) -> Result<(), Fault> {
        let fault = |why: String| (data.span.start, why);
        let count = match extent {
            Extent::Finite(width, height) => width * height,
            _ => 0,
        };
        self.spend(data, count)?;
        self.out.push_str(&self.text[self.copied..data.span.start]);
        self.out.push_str("<data encoding=\"csv\">");
        self.copied = data.span.end;
        let mut numbers: Vec<u32> = Vec::new();
        loop {
            if data.kind != TagKind::Open {
                break;
            }
            let Some(inner) = tags.next_tag()? else {
                return Err(fault("this data never ends".to_owned()));
            };
            let refuse = |why: String| Err((inner.span.start, why));
            if inner.after_special {
                return refuse("comments are not allowed inside the data of a layer".to_owned());
            }
            if inner.kind == TagKind::Close && inner.depth == data.depth {
                if numbers.is_empty() && count > 0 {
                    let body = &self.text[data.span.end..inner.span.start];
                    numbers = unpack(data, body, count).map_err(fault)?;
                }
                self.copied = inner.span.end;
                break;
            }
            match (inner.name, inner.kind) {
                ("chunk", TagKind::Open) if extent == Extent::Infinite => self.chunk(data, &inner, tags)?,
                ("tile", TagKind::Close) => {}
                ("tile", _) if numbers.len() < count => {
                    let gid = inner.attribute("gid").map_or(Ok(0), str::parse::<u32>);
                    numbers.push(gid.map_err(|_| (inner.span.start, "this tile has no number".to_owned()))?);
                }
                (other, _) => return refuse(format!("<{other}> does not belong here")),
            }
        }
        if numbers.len() != count {
            let why = format!("this layer has {} tiles; the map has {count} squares", numbers.len());
            return Err(fault(why));
        }
        self.write(numbers.iter());
        self.out.push_str("</data>");
        Ok(())
    }

    fn write<'n>(&mut self, numbers: impl Iterator<Item = &'n u32>) {
        for (at, number) in numbers.enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.out.push_str(&number.to_string());
        }
    }

    fn chunk(&mut self, data: &Tag<'a>, tag: &Tag<'a>, tags: &mut Tags<'a>) -> Result<(), Fault> {
        let refuse = |why: &str| Err((tag.span.start, why.to_owned()));
        let number = |name: &str| tag.attribute(name).and_then(|value| value.parse::<i32>().ok());
        let (Some(x), Some(y), Some(width), Some(height)) =
            (number("x"), number("y"), number("width"), number("height"))
        else {
            return refuse("this chunk does not say where it lies and how large it is");
        };
        let (possible, sides) = (-FARTHEST..=FARTHEST, 1..=2 * MAX_SIDE as i32);
        if ![x, y].iter().all(|at| possible.contains(at))
            || ![width, height].iter().all(|side| sides.contains(side))
        {
            return refuse("this chunk lies too far off, or is too large");
        }
        let count = width as usize * height as usize;
        self.counts.lay(tag, count)?;
        self.spend(tag, count)?;
        let end = tags.next_tag()?.filter(|end| end.kind == TagKind::Close && !end.after_special);
        let Some(end) = end else {
            return refuse("nothing but numbers belongs here: in Tiled, choose the format CSV for layers");
        };
        let tiles = unpack(data, &self.text[tag.span.end..end.span.start], count);
        let tiles = tiles.map_err(|why| (tag.span.start, why))?;
        if tiles.len() != count {
            return refuse(&format!("this chunk has {} tiles instead of {count}", tiles.len()));
        }
        self.keep((x, y), width as usize, &tiles);
        Ok(())
    }

    /// Writes the smallest part of a chunk with all that is drawn on it: `tiled` takes room for the rest as well.
    fn keep(&mut self, (x, y): (i32, i32), width: usize, tiles: &[u32]) {
        let drawn = tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        let drawn = drawn.map(|(n, _)| (x + (n % width) as i32, y + (n / width) as i32)).fold(None, with);
        let Some([left, top, right, bottom]) = drawn else { return };
        self.drawn = with(with(self.drawn, (left, top)), (right, bottom));
        let (across, down) = (right - left + 1, bottom - top + 1);
        self.out.push_str(&format!("<chunk x=\"{left}\" y=\"{top}\" width=\"{across}\" height=\"{down}\">"));
        let rows = tiles.chunks(width).skip((top - y) as usize).take(down as usize);
        self.write(rows.flat_map(|row| &row[(left - x) as usize..=(right - x) as usize]));
        self.out.push_str("</chunk>");
    }

    /// The bounds of an infinite map, cut to what is drawn on it.
    fn bounds(&self, root: &Tag<'_>) -> Result<Bounds, Fault> {
        let refuse = |why: String| Err((root.span.start, why));
        let Some([left, top, right, bottom]) = self.drawn else {
            return refuse("nothing is drawn on this infinite map".to_owned());
        };
        let (width, height) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
        if width > MAX_SIDE || height > MAX_SIDE {
            return refuse(format!(
                "what is drawn on this infinite map covers {width} by {height} squares; 1 to {MAX_SIDE} are possible \
                 each way"
            ));
        }
        let (map, layers) = (width * height, self.counts.tile_layers * width * height);
        if layers > MAX_LAID {
            return refuse(format!("the layers of this map have more than {MAX_LAID} tiles"));
        }
        // Its chunks are counted already.
        self.spend(root, (map + layers).saturating_sub(self.counts.laid))?;
        Ok(((left, top), (width, height)))
    }
}

/// The tile numbers of packed data: never more than one too many.
fn unpack(tag: &Tag<'_>, body: &str, count: usize) -> Result<Vec<u32>, String> {
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
