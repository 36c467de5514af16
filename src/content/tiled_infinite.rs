//! Infinite maps of Tiled: cut to what is drawn on them they are maps like any other.
//!
//! The text is written anew as that of a map with an end, its lines where they were. What a map must be besides is
//! checked after that, by `tiled_guard`.

use std::ops::Range;

use super::{
    map_build::MAX_SIDE,
    tiled_guard::{MAX_LAID, unpack},
    xml_scan::{Fault, Tag, TagKind, Tags},
};

/// The farthest from the middle, in squares, that anything is drawn.
const FARTHEST: i64 = 1_000_000;

/// An infinite map as one with an end.
#[derive(Debug)]
pub(super) struct CutMap {
    /// Its text.
    pub text: String,
    /// Column and row, in the infinite map, of its north-western square.
    pub origin: (i64, i64),
}

/// A part of a layer: where it lies, how wide it is, its tiles row by row.
struct Chunk {
    at: (i64, i64),
    width: usize,
    tiles: Vec<u32>,
}

impl Chunk {
    /// Its tiles with their squares; 0 is none.
    fn tiles(&self) -> impl Iterator<Item = ((i64, i64), u32)> {
        let (at, width) = (self.at, self.width);
        let square = move |n: usize| (at.0 + (n % width) as i64, at.1 + (n / width) as i64);
        self.tiles.iter().enumerate().map(move |(n, tile)| (square(n), *tile)).filter(|(_, tile)| *tile != 0)
    }
}

/// What is put in place of a part of the text.
type Edit = (Range<usize>, String);

/// Cuts an infinite map; none if it is not infinite.
pub(super) fn cut(text: &str) -> Result<Option<CutMap>, Fault> {
    let mut tags = Tags::new(text);
    let Some(root) = tags.next_tag()? else { return Ok(None) };
    if root.name != "map" || root.attribute("infinite") != Some("1") {
        return Ok(None);
    }
    let mut layers: Vec<(Tag<'_>, Vec<Chunk>, Range<usize>)> = Vec::new();
    let mut open: Option<Tag<'_>> = None;
    let mut laid = 0;
    while let Some(tag) = tags.next_tag()? {
        match (tag.name, tag.kind) {
            ("layer", TagKind::Open) => open = Some(tag),
            ("layer", _) => open = None,
            ("data", TagKind::Open) => {
                let Some(layer) = open.as_ref().filter(|layer| tag.depth == layer.depth + 1) else {
                    continue;
                };
                let (chunks, end) = chunks(text, &tag, &mut tags, &mut laid)?;
                layers.push((layer.clone(), chunks, tag.span.start..end));
            }
            _ => {}
        }
    }
    let at_root = |why: String| (root.span.start, why);
    let drawn = || layers.iter().flat_map(|(_, chunks, _)| chunks).flat_map(Chunk::tiles).map(|(at, _)| at);
    let bounds = drawn().fold(None, |bounds: Option<[i64; 4]>, (x, y)| {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let Some([left, top, right, bottom]) = bounds else {
        return Err(at_root("nothing is drawn on this infinite map".to_owned()));
    };
    let side = |from: i64, to: i64| usize::try_from(to - from + 1).unwrap_or(usize::MAX);
    let (width, height) = (side(left, right), side(top, bottom));
    if width > MAX_SIDE || height > MAX_SIDE {
        let why = format!(
            "what is drawn on this infinite map covers {width} by {height} squares; 1 to {MAX_SIDE} are possible each way"
        );
        return Err(at_root(why));
    }
    if layers.len() * width * height > MAX_LAID {
        return Err(at_root(format!("the layers of this map have more than {MAX_LAID} tiles")));
    }
    let mut edits: Vec<Edit> = vec![];
    set(text, &root, "infinite", 0, &mut edits);
    for (tag, chunks, data) in std::iter::once((&root, None, None))
        .chain(layers.iter().map(|(tag, chunks, data)| (tag, Some(chunks), Some(data))))
    {
        set(text, tag, "width", width, &mut edits);
        set(text, tag, "height", height, &mut edits);
        let (Some(chunks), Some(data)) = (chunks, data) else { continue };
        let mut tiles = vec![0; width * height];
        for ((x, y), tile) in chunks.iter().flat_map(Chunk::tiles) {
            tiles[(y - top) as usize * width + (x - left) as usize] = tile;
        }
        let tiles: Vec<String> = tiles.iter().map(u32::to_string).collect();
        let lines = text[data.clone()].matches('\n').count();
        let written = format!("<data encoding=\"csv\">{}</data>{}", tiles.join(","), "\n".repeat(lines));
        edits.push((data.clone(), written));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
    for (range, written) in edits {
        out.push_str(&text[copied..range.start]);
        out.push_str(&written);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    Ok(Some(CutMap { text: out, origin: (left, top) }))
}

/// Writes a number in place of an attribute's value, where there is such an attribute.
fn set(text: &str, tag: &Tag<'_>, name: &str, number: usize, edits: &mut Vec<Edit>) {
    if let Some(value) = tag.attribute(name) {
        // The value is a part of the text.
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        edits.push((start..start + value.len(), number.to_string()));
    }
}

/// The chunks of a layer's data, and where that ends.
fn chunks(
    text: &str,
    data: &Tag<'_>,
    tags: &mut Tags<'_>,
    laid: &mut usize,
) -> Result<(Vec<Chunk>, usize), Fault> {
    let mut found = Vec::new();
    loop {
        let Some(tag) = tags.next_tag()? else {
            return Err((data.span.start, "this data never ends".to_owned()));
        };
        if tag.kind == TagKind::Close && tag.depth == data.depth {
            return Ok((found, tag.span.end));
        }
        let refuse = |why: &str| Err((tag.span.start, why.to_owned()));
        if tag.name != "chunk" || tag.kind != TagKind::Open {
            return refuse("only chunks of tiles belong here");
        }
        let number = |name: &str| tag.attribute(name).and_then(|value| value.parse::<i64>().ok());
        let (Some(x), Some(y), Some(width), Some(height)) =
            (number("x"), number("y"), number("width"), number("height"))
        else {
            return refuse("this chunk does not say where it lies and how large it is");
        };
        let possible = x.abs() <= FARTHEST && y.abs() <= FARTHEST;
        let sides = 1..=2 * MAX_SIDE as i64;
        if !possible || !sides.contains(&width) || !sides.contains(&height) {
            return refuse("this chunk lies too far off, or is too large");
        }
        let (width, height) = (width as usize, height as usize);
        *laid += width * height;
        if *laid > MAX_LAID {
            return Err((tag.span.start, format!("the layers of this map have more than {MAX_LAID} tiles")));
        }
        let end = tags.next_tag()?.filter(|end| end.kind == TagKind::Close && !end.after_special);
        let Some(end) = end else {
            return refuse("nothing but numbers belongs here: in Tiled, choose the format CSV for layers");
        };
        let tiles = unpack(data, &text[tag.span.end..end.span.start], width * height);
        let tiles = tiles.map_err(|why| (tag.span.start, why))?;
        if tiles.len() != width * height {
            let why = format!("this chunk has {} tiles instead of {}", tiles.len(), width * height);
            return Err((tag.span.start, why));
        }
        found.push(Chunk { at: (x, y), width, tiles });
    }
}
