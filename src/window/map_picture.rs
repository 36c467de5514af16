//! A map drawn small: its terrain, or where there is too little room for that the mean colour of each square's, walls
//! as ink, each side as dots of its shape.
//!
//! It draws the board that it is given: what may be known of the map is decided before.

use std::collections::BTreeSet;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::{
    art::{Art, Edge, Pixels, bytes},
    board::prop,
};
use crate::window::prelude::*;

/// Pixels of the drawing that a terrain's mean is taken of, across.
const SAMPLE: u32 = 16;
/// The map is drawn as it is where a square has so many pixels or more.
const DRAWN: u32 = 9;

/// A small picture of a board, `scale` pixels a square (1 at least), with a dot of its side's colour at each place.
/// `marks` are those of the overlay and say what is dark, what is unknown and where a side wins; none: all is seen.
pub fn picture(art: &mut Art, board: &Board, marks: &[u32], dots: &[(At, usize)], scale: u32) -> Image {
    with_ghosts(art, board, marks, (dots, &[]), scale)
}

/// Dots of the counters of sides, and hollow ones where somebody was last seen.
type Dots<'a> = (&'a [(At, usize)], &'a [(At, usize)]);

/// The same, with hollow dots where somebody was last seen.
pub fn with_ghosts(
    art: &mut Art,
    board: &Board,
    marks: &[u32],
    (dots, ghosts): Dots<'_>,
    scale: u32,
) -> Image {
    let scale = scale.max(1);
    let size = (board.size * scale).max(UVec2::ONE);
    let mut canvas = Canvas { size, rgba: vec![0; (size.x * size.y * 4) as usize] };
    let mut paints = Paints::default();
    let edges = art.edges();
    for kind in &board.kinds {
        let name = format!("terrain/{}", kind.art);
        paints.means.insert(&kind.art, mean(&art.pixels(&name, SAMPLE).rgba));
        if scale >= DRAWN {
            paints.drawn.insert(&kind.art, art.pixels(&name, scale));
            let laid =
                matches!(edges.get(&kind.art), Some(Edge::Laid | Edge::Flush | Edge::Sky | Edge::Moon));
            paints.laid.extend(laid.then_some(kind.art.as_str()));
        }
    }
    for y in 0..board.size.y {
        for x in 0..board.size.x {
            canvas.ground(board, marks, &paints, IVec2::new(x as i32, y as i32), scale);
        }
    }
    let known = |at: At| {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(board.size.as_ivec2()).all();
        let mark = |at: UVec2| marks.get((at.y * board.size.x + at.x) as usize).copied().unwrap_or(0);
        inside && mark(at.as_uvec2()) & mark::UNKNOWN == 0
    };
    let walls: BTreeSet<[i32; 2]> = board.barriers.iter().filter_map(wall_square).collect();
    let wall = |at: At| known(at) && walls.contains(&at.to_array());
    let line = if scale >= DRAWN { (scale / 5).max(2) } else { (scale / 4).max(1) };
    let mut things: BTreeMap<&str, Pixels> = BTreeMap::new();
    for barrier in &board.barriers {
        // What stands between two squares is known from either.
        let seen = match barrier.place {
            BarrierPlace::Square(at) => known(at),
            BarrierPlace::Right(at) => known(at) || known(at + IVec2::X),
            BarrierPlace::Below(at) => known(at) || known(at + IVec2::Y),
        };
        if !seen {
            continue;
        }
        let ink = match barrier.kind {
            BarrierKind::Tree | BarrierKind::Brush => LEAF,
            BarrierKind::Asteroid => STONE,
            _ => INK,
        };
        // What one sees over or goes through is lighter than its outline.
        let face = match barrier.kind {
            BarrierKind::LowWall => STONE,
            BarrierKind::Door | BarrierKind::OpenDoor | BarrierKind::Fence => WOOD,
            BarrierKind::Window => GLASS,
            _ => ink,
        };
        let square = scale as i32;
        match barrier.place {
            BarrierPlace::Square(at) if scale >= DRAWN && prop(barrier).is_some() => {
                let Some((name, width)) = prop(barrier) else { continue };
                let size = (scale as f32 * width).round() as u32;
                let thing = things.entry(name).or_insert_with(|| art.pixels(name, size));
                canvas.lay(at * square - IVec2::splat((size as i32 - square) / 2), thing);
            }
            BarrierPlace::Square(at) if scale >= DRAWN && barrier.kind == BarrierKind::Wall => {
                let open = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|way| !wall(at + way));
                canvas.wall(at * square, (scale, line), open);
            }
            BarrierPlace::Square(at) => {
                let inset = if barrier.kind == BarrierKind::Wall { 0 } else { (scale / 5) as i32 };
                let side = (square - 2 * inset).max(1) as u32;
                canvas.fill(at * square + IVec2::splat(inset), UVec2::splat(side), ink);
            }
            BarrierPlace::Right(at) => {
                let from = (at + IVec2::X) * square - IVec2::X * (line / 2) as i32;
                canvas.outlined(from, UVec2::new(line, scale), (ink, face));
            }
            BarrierPlace::Below(at) => {
                let from = (at + IVec2::Y) * square - IVec2::Y * (line / 2) as i32;
                canvas.outlined(from, UVec2::new(scale, line), (ink, face));
            }
        }
    }
    canvas.chequer(board.size, marks, scale);
    for (at, side) in dots {
        let inset = i32::from(scale > 3);
        canvas.stamp(*at * scale as i32, scale, 0, (*side, PAPER));
        canvas.stamp(*at * scale as i32, scale, inset, (*side, bytes(theme::side_colour(*side))));
    }
    for (at, side) in ghosts {
        canvas.stamp(*at * scale as i32, scale, 0, (*side, bytes(theme::side_colour(*side))));
        if scale > 3 {
            canvas.stamp(*at * scale as i32, scale, (scale / 4) as i32, (*side, PAPER));
        }
    }
    canvas.image()
}

/// The square that a wall fills.
fn wall_square(barrier: &DrawnBarrier) -> Option<[i32; 2]> {
    match barrier.place {
        BarrierPlace::Square(at) if barrier.kind == BarrierKind::Wall => Some(at.to_array()),
        _ => None,
    }
}

const PAPER: [u8; 3] = [0xd9, 0xcb, 0xab];
/// Paper on which nothing is printed yet.
const BLANK: [u8; 3] = [0xc9, 0xbb, 0x9c];
const INK: [u8; 3] = [0x2e, 0x26, 0x20];
const LEAF: [u8; 3] = [0x3f, 0x50, 0x2c];
const STONE: [u8; 3] = [0x8a, 0x7d, 0x6d];
const WOOD: [u8; 3] = [0x9a, 0x6b, 0x3a];
const GLASS: [u8; 3] = [0x9c, 0xb8, 0xc4];

/// The mean colour of a picture, as it looks on paper.
fn mean(rgba: &[u8]) -> [u8; 3] {
    let mut sum = [0_u32; 3];
    let mut count = 0_u32;
    for pixel in rgba.chunks_exact(4) {
        let alpha = u32::from(pixel[3]);
        for (channel, total) in sum.iter_mut().enumerate() {
            *total += (u32::from(pixel[channel]) * alpha + u32::from(PAPER[channel]) * (255 - alpha)) / 255;
        }
        count += 1;
    }
    sum.map(|total| total.checked_div(count).unwrap_or(0).min(255) as u8)
}

/// What the ground of a board is painted with, by the pictures of its kinds.
#[derive(Default)]
struct Paints<'a> {
    means: BTreeMap<&'a str, [u8; 3]>,
    /// The drawings, where there is room for them.
    drawn: BTreeMap<&'a str, Pixels>,
    /// Those that somebody laid keep to their squares.
    laid: BTreeSet<&'a str>,
}

/// How much of a drawing's own contrast is left on a small map, of four.
const QUIET: u32 = 2;

/// A number from 0 to 1 that wanders over the map, so many squares to a wave.
fn wander(at: Vec2) -> f32 {
    let (cell, within) = (at.floor().as_ivec2(), at - at.floor());
    let lot = |x: i32, y: i32| {
        let mixed =
            ((cell.x + x) as u32).wrapping_mul(0x9E37_79B1) ^ ((cell.y + y) as u32).wrapping_mul(0x85EB_CA77);
        ((mixed ^ (mixed >> 15)).wrapping_mul(0xC2B2_AE3D) >> 24) as f32 / 255.0
    };
    let share = within * within * (3.0 - 2.0 * within);
    let above = lot(0, 0) + (lot(1, 0) - lot(0, 0)) * share.x;
    let below = lot(0, 1) + (lot(1, 1) - lot(0, 1)) * share.x;
    above + (below - above) * share.y
}

/// Where around a point its ground is looked up, in squares: so one kind runs softly into another.
static SOFT: [Vec2; 5] =
    [Vec2::ZERO, Vec2::new(0.1, 0.04), Vec2::new(-0.04, 0.1), Vec2::new(-0.1, -0.04), Vec2::new(0.04, -0.1)];

struct Canvas {
    size: UVec2,
    rgba: Vec<u8>,
}

impl Canvas {
    /// The ground of a square. Where there is room soft ground runs into its neighbours, as on the board itself.
    fn ground(&mut self, board: &Board, marks: &[u32], paints: &Paints<'_>, at: At, scale: u32) {
        let index = |at: At| (at.y * board.size.x as i32 + at.x) as usize;
        let mark = |at: At| marks.get(index(at)).copied().unwrap_or(0);
        let kind = |at: At| {
            let kind = board.terrain.get(index(at)).map_or(0, |kind| usize::from(*kind));
            board.kinds.get(kind).map_or("", |kind| kind.art.as_str())
        };
        let own = kind(at);
        let colour = |kind: &str| paints.means.get(kind).copied().unwrap_or(PAPER);
        let from = at * scale as i32;
        let seen = match mark(at) {
            own_mark if own_mark & mark::UNKNOWN != 0 => BLANK,
            own_mark if own_mark & mark::DARK != 0 => colour(own).map(|channel| channel / 5 * 3),
            _ => colour(own),
        };
        self.fill(from, UVec2::splat(scale), seen);
        if mark(at) != 0 || paints.drawn.is_empty() {
            return;
        }
        // What nobody knows shows nowhere else either.
        let inside = |at: At| at.cmpge(IVec2::ZERO).all() && at.cmplt(board.size.as_ivec2()).all();
        let free = |kind: &str| !paints.laid.contains(kind);
        let meets = (0..9).any(|n| kind(at + IVec2::new(n % 3, n / 3) - 1) != own);
        for n in 0..(scale * scale) as i32 {
            let off = IVec2::new(n % scale as i32, n / scale as i32);
            let soft = meets && free(own);
            let place = (from + off).as_vec2() / scale as f32;
            let around = if soft { SOFT.as_slice() } else { &SOFT[..1] };
            let (mut sum, mut count) = ([0_u32; 3], 0_u32);
            for shift in around {
                let mut there = at;
                if soft {
                    let bent = Vec2::new(wander(place * 2.3), wander(place * 2.3 + 31.0)) * 0.7 - 0.35;
                    there = (place + bent + *shift).floor().as_ivec2();
                }
                let runs = inside(there) && mark(there) == 0 && free(kind(there));
                let shown = if runs { kind(there) } else { own };
                let Some(ground) = paints.drawn.get(shown) else { continue };
                let start = ((off.y as u32 * ground.size + off.x as u32) * 4) as usize;
                let Some(over) = ground.rgba.get(start..start + 4) else { continue };
                let mean = colour(shown);
                let alpha = u32::from(over[3]) * QUIET;
                for (n, total) in sum.iter_mut().enumerate() {
                    *total +=
                        (u32::from(over[n]) * alpha + u32::from(mean[n]) * (255 * 4 - alpha)) / (255 * 4);
                }
                count += 1;
            }
            if count > 0 {
                self.fill(from + off, UVec2::ONE, sum.map(|total| (total / count) as u8));
            }
        }
    }

    /// A square full of wall: stone, with a line of ink at each of its sides that is open (right, below, left, above).
    fn wall(&mut self, from: IVec2, (scale, line): (u32, u32), open: [bool; 4]) {
        self.fill(from, UVec2::splat(scale), STONE);
        let far = (scale - line.min(scale)) as i32;
        let sides = [
            (IVec2::new(far, 0), UVec2::new(line, scale)),
            (IVec2::new(0, far), UVec2::new(scale, line)),
            (IVec2::ZERO, UVec2::new(line, scale)),
            (IVec2::ZERO, UVec2::new(scale, line)),
        ];
        for ((off, size), _) in sides.into_iter().zip(open).filter(|(_, open)| *open) {
            self.fill(from + off, size, INK);
        }
    }

    /// A strip with an outline, where it is wide enough for one.
    fn outlined(&mut self, from: IVec2, size: UVec2, (ink, face): ([u8; 3], [u8; 3])) {
        self.fill(from, size, ink);
        if size.min_element() > 2 {
            self.fill(from + 1, size - 2, face);
        }
    }

    /// Fills a rectangle, as far as it lies on the canvas.
    fn fill(&mut self, from: IVec2, size: UVec2, colour: [u8; 3]) {
        let to = (from + size.as_ivec2()).clamp(IVec2::ZERO, self.size.as_ivec2());
        let from = from.clamp(IVec2::ZERO, self.size.as_ivec2());
        for y in from.y..to.y {
            for x in from.x..to.x {
                let start = ((y as u32 * self.size.x + x as u32) * 4) as usize;
                if let Some(pixel) = self.rgba.get_mut(start..start + 4) {
                    pixel.copy_from_slice(&[colour[0], colour[1], colour[2], 255]);
                }
            }
        }
    }

    /// Lays a picture over what is there, as far as it lies on the canvas.
    fn lay(&mut self, from: IVec2, pixels: &Pixels) {
        let side = pixels.size.max(1) as usize;
        for (n, over) in pixels.rgba.chunks_exact(4).enumerate() {
            let at = from + IVec2::new((n % side) as i32, (n / side) as i32);
            if at.cmplt(IVec2::ZERO).any() || at.cmpge(self.size.as_ivec2()).any() {
                continue;
            }
            let start = ((at.y as u32 * self.size.x + at.x as u32) * 4) as usize;
            if let Some(under) = self.rgba.get_mut(start..start + 3) {
                let alpha = u32::from(over[3]);
                for (under, over) in under.iter_mut().zip(over) {
                    *under = ((u32::from(*over) * alpha + u32::from(*under) * (255 - alpha)) / 255) as u8;
                }
            }
        }
    }

    /// Stamps the shape of a side into a square of so many pixels, so far from its edge.
    fn stamp(&mut self, from: IVec2, scale: u32, inset: i32, (side, colour): (usize, [u8; 3])) {
        let half = scale as f32 / 2.0;
        for y in 0..scale as i32 {
            for x in 0..scale as i32 {
                let from_middle = Vec2::new(x as f32, y as f32) + 0.5 - half;
                let off = from_middle.abs();
                let far = match (scale >= DRAWN, theme::side_shape(side)) {
                    // Straight above, round to a point below.
                    (true, "shield") => off.y.max(off.x + from_middle.y.max(0.0).powi(2) / half),
                    (true, "diamond") => off.x + off.y,
                    (true, "circle") => off.length(),
                    (true, "hexagon") => off.y.max(off.y * 0.5 + off.x * 0.87),
                    _ => off.max_element(),
                };
                if far <= half - inset as f32 {
                    self.fill(from + IVec2::new(x, y), UVec2::ONE, colour);
                }
            }
        }
    }

    /// Draws a chequered edge along the borders of the places where a side wins.
    fn chequer(&mut self, board: UVec2, marks: &[u32], scale: u32) {
        let board = board.as_ivec2();
        let wins = |at: IVec2| {
            let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(board).all();
            let own = || marks.get((at.y * board.x + at.x) as usize).copied().unwrap_or(0);
            inside && own() & mark::GOAL != 0
        };
        let (square, check) = (scale as i32, (scale / 4).max(1) as i32);
        let all = (0..board.x * board.y).map(|n| IVec2::new(n % board.x, n / board.x));
        for at in all.filter(|at| wins(*at)) {
            for off in (0..square * square).map(|n| IVec2::new(n % square, n / square)) {
                let ends = (off.x < check && !wins(at - IVec2::X))
                    || (off.x >= square - check && !wins(at + IVec2::X))
                    || (off.y < check && !wins(at - IVec2::Y))
                    || (off.y >= square - check && !wins(at + IVec2::Y));
                let pixel = at * square + off;
                if ends {
                    let dark = (pixel / check).element_sum() % 2 == 0;
                    self.fill(pixel, UVec2::ONE, if dark { INK } else { PAPER });
                }
            }
        }
    }

    fn image(self) -> Image {
        let mut image = Image::new(
            Extent3d { width: self.size.x, height: self.size.y, depth_or_array_layers: 1 },
            TextureDimension::D2,
            self.rgba,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::default(),
        );
        image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
            mag_filter: ImageFilterMode::Linear,
            min_filter: ImageFilterMode::Linear,
            ..default()
        });
        image
    }
}

#[cfg(test)]
mod tests;
