//! Pictures in other tones: figures in those of their side, and ground that lies quiet under everything.

use super::Pixels;
use crate::window::prelude::*;

/// How much of a ground's own contrast is left, and how deep it lies beside paper where the lamp is brightest.
const QUIET: f32 = 0.5;
const DEPTH: f32 = 0.86;

/// How near a colour must be to ink to be taken for it, all channels together.
const NEAR_INK: u32 = 30;

/// The picture is so many times as wide as the rim of paper around a figure.
const CASING: i32 = 42;

/// The channels of a colour, each from 0 to 255.
pub fn bytes(colour: Color) -> [u8; 3] {
    colour.to_srgba().to_u8_array_no_alpha()
}

/// The tones of a side's figures: where the lamp falls, the body, the shade.
fn tones(side: usize) -> [[u8; 3]; 3] {
    [theme::side_colour(side), theme::side_ink(side), theme::INK].map(bytes)
}

/// A figure drawn in ink, in three tones of its side: lit from the upper left. Its light lines stay as they are; around it
/// there is a rim of paper, so that it is seen on every ground.
pub(super) fn toned(pixels: &Pixels, side: usize) -> Pixels {
    let [lit, body, shade] = tones(side);
    let ink = bytes(theme::INK);
    let size = pixels.size.cast_signed();
    let is_ink = |x: i32, y: i32| {
        if x < 0 || y < 0 || x >= size || y >= size {
            return false;
        }
        let start = ((y * size + x) * 4) as usize;
        let Some([red, green, blue, alpha]) = pixels.rgba.get(start..start + 4) else { return false };
        let off: u32 = [red, green, blue].into_iter().zip(ink).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
        *alpha > 127 && off < NEAR_INK
    };
    // As wide as the rims that the lamp and the shade draw.
    let rim = (size / 24).max(1);
    let mut rgba = pixels.rgba.clone();
    for (n, pixel) in (0..size * size).zip(rgba.chunks_exact_mut(4)) {
        let (x, y) = (n % size, n / size);
        if !is_ink(x, y) {
            continue;
        }
        let tone = match (is_ink(x - rim / 2, y - rim), is_ink(x + rim / 2, y + rim)) {
            (false, true) => lit,
            (true, false) => shade,
            _ => body,
        };
        pixel[..3].copy_from_slice(&tone);
    }
    case(&mut rgba, pixels);
    Pixels { size: pixels.size, rgba }
}

/// Lays paper under a figure and around all that is drawn of it.
fn case(rgba: &mut [u8], drawn: &Pixels) {
    let size = drawn.size.cast_signed();
    let reach = (size / CASING) as f32;
    if reach < 1.0 {
        return;
    }
    let around: [IVec2; 16] = std::array::from_fn(|n| {
        (Vec2::from_angle(n as f32 / 16.0 * std::f32::consts::TAU) * reach).round().as_ivec2()
    });
    let alpha = |at: IVec2| {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(IVec2::splat(size)).all();
        let n = if inside { ((at.y * size + at.x) * 4 + 3) as usize } else { usize::MAX };
        drawn.rgba.get(n).copied().unwrap_or(0)
    };
    let paper = bytes(theme::PAPER).map(f32::from);
    for (n, pixel) in (0..size * size).zip(rgba.chunks_exact_mut(4)) {
        let (at, own) = (IVec2::new(n % size, n / size), pixel[3]);
        if own == u8::MAX {
            continue;
        }
        let near = around.iter().map(|off| alpha(at + *off)).fold(own, u8::max);
        let share = if near > 0 { f32::from(own) / f32::from(near) } else { 0.0 };
        for (channel, paper) in pixel.iter_mut().zip(paper) {
            *channel = (paper + (f32::from(*channel) - paper) * share).round() as u8;
        }
        pixel[3] = near;
    }
}

/// A picture of ground as it lies under everything: half its contrast, and deeper than paper.
pub fn quiet(pixels: &Pixels) -> Pixels {
    let paper = bytes(theme::PAPER).map(f32::from);
    let on_paper = |pixel: &[u8]| -> [f32; 3] {
        let share = f32::from(pixel[3]) / 255.0;
        std::array::from_fn(|n| paper[n] + (f32::from(pixel[n]) - paper[n]) * share)
    };
    let mut mean = [0.0; 3];
    for pixel in pixels.rgba.chunks_exact(4) {
        let own = on_paper(pixel);
        (0..3).for_each(|n| mean[n] += own[n]);
    }
    let count = (pixels.rgba.len() / 4).max(1) as f32;
    let mut rgba = Vec::with_capacity(pixels.rgba.len());
    for pixel in pixels.rgba.chunks_exact(4) {
        let own = on_paper(pixel);
        for n in 0..3 {
            let middle = mean[n] / count;
            rgba.push(((middle + (own[n] - middle) * QUIET) * DEPTH).round() as u8);
        }
        rgba.push(255);
    }
    Pixels { size: pixels.size, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(of: &[[u8; 4]]) -> Pixels {
        Pixels { size: (of.len() as f32).sqrt() as u32, rgba: of.concat() }
    }

    #[test]
    fn a_figure_has_three_tones_and_keeps_its_light_lines() {
        let [red, green, blue] = bytes(theme::INK);
        let (ink, light) = ([red, green, blue, 255], [242, 232, 208, 255]);
        let mut of = [[0; 4]; 64];
        of[8..56].fill(ink);
        of[27] = light;
        let toned = toned(&picture(&of), 1);
        let seen = |x: usize, y: usize| &toned.rgba[(y * 8 + x) * 4..][..3];
        let [lit, body, shade] = tones(1);
        assert_eq!([seen(4, 1), seen(4, 3), seen(4, 6)], [&lit[..], &body[..], &shade[..]]);
        assert_eq!(seen(3, 3), &light[..3]);
        assert_eq!(toned.rgba[3], 0, "what is clear stays clear");
    }

    #[test]
    fn a_figure_has_a_rim_of_paper() {
        let size = 84;
        let mut rgba = vec![0; size * size * 4];
        let pixel = |x: usize, y: usize| (y * size + x) * 4;
        rgba[pixel(40, 40) + 3] = 255;
        let toned = toned(&Pixels { size: size as u32, rgba }, 0);
        let seen = |x: usize, y: usize| &toned.rgba[pixel(x, y)..][..4];
        let [red, green, blue] = bytes(theme::PAPER);
        assert_eq!(seen(42, 40), [red, green, blue, 255]);
        assert_eq!((seen(40, 40)[3], seen(45, 40)[3]), (255, 0));
    }

    #[test]
    fn ground_lies_quieter_and_deeper() {
        let ground = quiet(&picture(&[[100, 100, 100, 255], [200, 200, 200, 255], [100; 4], [200; 4]]));
        let (dark, light) = (f32::from(ground.rgba[0]), f32::from(ground.rgba[4]));
        assert!((light - dark - 100.0 * QUIET * DEPTH).abs() <= 1.0, "{dark} {light}");
        assert!(ground.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255 && pixel[0] < 200));
    }
}
