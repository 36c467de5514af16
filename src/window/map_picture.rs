//! A map drawn small: the mean colour of each square's terrain, walls as ink, sides as dots.
//!
//! It draws the board that it is given: what may be known of the map is decided before.

use std::collections::BTreeMap;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::{
    art::Art,
    theme,
    view::{At, BarrierKind, Board, Place, mark},
};

/// Pixels of the drawing that a terrain's mean is taken of, across.
const SAMPLE: u32 = 16;

/// A small picture of a board, `scale` pixels a square (1 at least), with a dot of its side's colour at each place.
/// `marks` are those of the overlay and say what is dark and what is unknown; none: all is seen.
pub fn picture(art: &mut Art, board: &Board, marks: &[u8], dots: &[(At, usize)], scale: u32) -> Image {
    let scale = scale.max(1);
    let size = (board.size * scale).max(UVec2::ONE);
    let mut canvas = Canvas { size, rgba: vec![0; (size.x * size.y * 4) as usize] };
    let mut means: BTreeMap<&str, [u8; 3]> = BTreeMap::new();
    for kind in &board.kinds {
        let mean = mean(&art.pixels(&format!("terrain/{}", kind.art), SAMPLE).rgba);
        means.insert(&kind.art, mean);
    }
    for y in 0..board.size.y {
        for x in 0..board.size.x {
            let n = (y * board.size.x + x) as usize;
            let kind = board.terrain.get(n).map_or(0, |kind| usize::from(*kind));
            let colour = board.kinds.get(kind).and_then(|kind| means.get(kind.art.as_str()));
            let at = UVec2::new(x, y) * scale;
            let colour = colour.copied().unwrap_or(PAPER);
            let seen = match marks.get(n).copied().unwrap_or(0) {
                own if own & mark::UNKNOWN != 0 => BLANK,
                own if own & mark::DARK != 0 => colour.map(|channel| channel / 5 * 3),
                _ => colour,
            };
            canvas.fill(at.as_ivec2(), UVec2::splat(scale), seen);
        }
    }
    let known = |at: At| {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(board.size.as_ivec2()).all();
        let mark = |at: UVec2| marks.get((at.y * board.size.x + at.x) as usize).copied().unwrap_or(0);
        inside && mark(at.as_uvec2()) & mark::UNKNOWN == 0
    };
    let line = (scale / 4).max(1);
    for barrier in &board.barriers {
        // What stands between two squares is known from either.
        let seen = match barrier.place {
            Place::Square(at) => known(at),
            Place::Right(at) => known(at) || known(at + IVec2::X),
            Place::Below(at) => known(at) || known(at + IVec2::Y),
        };
        if !seen {
            continue;
        }
        let ink = if matches!(barrier.kind, BarrierKind::Tree | BarrierKind::Brush) { LEAF } else { INK };
        let square = scale as i32;
        match barrier.place {
            Place::Square(at) => {
                let inset = if barrier.kind == BarrierKind::Wall { 0 } else { (scale / 5) as i32 };
                let side = (square - 2 * inset).max(1) as u32;
                canvas.fill(at * square + IVec2::splat(inset), UVec2::splat(side), ink);
            }
            Place::Right(at) => {
                let from = (at + IVec2::X) * square - IVec2::X * (line / 2) as i32;
                canvas.fill(from, UVec2::new(line, scale), ink);
            }
            Place::Below(at) => {
                let from = (at + IVec2::Y) * square - IVec2::Y * (line / 2) as i32;
                canvas.fill(from, UVec2::new(scale, line), ink);
            }
        }
    }
    for (at, side) in dots {
        let square = scale as i32;
        canvas.fill(*at * square, UVec2::splat(scale), PAPER);
        let inset = i32::from(scale > 3);
        let side_of = (square - 2 * inset).max(1) as u32;
        canvas.fill(
            *at * square + IVec2::splat(inset),
            UVec2::splat(side_of),
            bytes(theme::side_colour(*side)),
        );
    }
    canvas.image()
}

const PAPER: [u8; 3] = [0xd9, 0xcb, 0xab];
/// Paper on which nothing is printed yet.
const BLANK: [u8; 3] = [0xc9, 0xbb, 0x9c];
const INK: [u8; 3] = [0x2e, 0x26, 0x20];
const LEAF: [u8; 3] = [0x3f, 0x50, 0x2c];

fn bytes(colour: Color) -> [u8; 3] {
    let [red, green, blue, _] = colour.to_srgba().to_u8_array();
    [red, green, blue]
}

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

struct Canvas {
    size: UVec2,
    rgba: Vec<u8>,
}

impl Canvas {
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
mod tests {
    use super::*;
    use crate::window::view::{Barrier, TerrainKind};

    fn pixel(image: &Image, x: u32, y: u32) -> Vec<u8> {
        let start = ((y * image.width() + x) * 4) as usize;
        image.data.as_ref().unwrap()[start..start + 3].to_vec()
    }

    #[test]
    fn squares_walls_and_sides_are_told_apart() {
        let wall = Barrier { place: Place::Square(IVec2::new(1, 0)), kind: BarrierKind::Wall };
        let board = Board {
            generation: 1,
            size: UVec2::new(3, 2),
            kinds: vec![TerrainKind { art: "nowhere".into(), ticks: 0 }],
            terrain: vec![0; 6],
            height: vec![0; 6],
            barriers: vec![wall],
        };
        let image = picture(
            &mut Art::new(Vec::new()),
            &board,
            &[0, 0, 0, mark::UNKNOWN],
            &[(IVec2::new(2, 1), 0)],
            4,
        );
        assert_eq!(image.size(), UVec2::new(12, 8));
        assert_eq!(pixel(&image, 5, 1), INK);
        assert_eq!(pixel(&image, 10, 6), bytes(theme::side_colour(0)));
        assert_eq!(pixel(&image, 1, 6), BLANK);
    }

    #[test]
    fn nothing_stands_on_ground_that_nobody_has_seen() {
        let barrier = |place: Place| Barrier { place, kind: BarrierKind::Wall };
        let board = Board {
            generation: 1,
            size: UVec2::new(4, 1),
            kinds: vec![TerrainKind { art: "nowhere".into(), ticks: 0 }],
            terrain: vec![0; 4],
            height: vec![0; 4],
            barriers: vec![
                barrier(Place::Square(IVec2::new(3, 0))),
                barrier(Place::Right(IVec2::new(2, 0))),
                barrier(Place::Right(IVec2::new(0, 0))),
            ],
        };
        let marks = [0, mark::UNKNOWN, mark::UNKNOWN, mark::UNKNOWN];
        let image = picture(&mut Art::new(Vec::new()), &board, &marks, &[], 4);
        assert_eq!(pixel(&image, 13, 1), BLANK, "a wall in the dark");
        assert_eq!(pixel(&image, 12, 1), BLANK, "an edge with both squares in the dark");
        assert_eq!(pixel(&image, 4, 1), INK, "an edge seen from one side");
    }
}
