//! Pictures as pixels: other sizes, mip levels, and what stands for a picture that is missing.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{
        Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor, TextureViewDimension,
    },
};
use resvg::{tiny_skia, usvg};

use super::guarded;

/// A picture as straight-alpha RGBA bytes, `size` pixels wide and high.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Width and height.
    pub size: u32,
    /// Four bytes a pixel, rows from the top.
    pub rgba: Vec<u8>,
}

/// A picture in another size.
pub(super) fn scaled(pixels: &Pixels, size: u32) -> Option<Pixels> {
    let mut near = pixels.clone();
    while near.size >= size * 2 {
        near = halve(&near);
    }
    if near.size == size {
        return Some(near);
    }
    let mut from = tiny_skia::Pixmap::new(near.size, near.size)?;
    for (into, own) in from.pixels_mut().iter_mut().zip(near.rgba.chunks_exact(4)) {
        *into = tiny_skia::ColorU8::from_rgba(own[0], own[1], own[2], own[3]).premultiply();
    }
    let mut to = tiny_skia::Pixmap::new(size, size)?;
    let paint = tiny_skia::PixmapPaint { quality: tiny_skia::FilterQuality::Bicubic, ..default() };
    let scale = size as f32 / near.size as f32;
    to.draw_pixmap(0, 0, from.as_ref(), &paint, tiny_skia::Transform::from_scale(scale, scale), None);
    Some(Pixels { size, rgba: to.take_demultiplied() })
}

/// A drawing, in the middle of so many pixels' square; none: it cannot be drawn.
pub(super) fn rasterise(tree: &usvg::Tree, size: u32) -> Option<Pixels> {
    let mut pixmap = tiny_skia::Pixmap::new(size, size)?;
    let natural = tree.size();
    let scale = size as f32 / natural.width().max(natural.height());
    let left = (size as f32 - natural.width() * scale) / 2.0;
    let top = (size as f32 - natural.height() * scale) / 2.0;
    let transform = tiny_skia::Transform::from_scale(scale, scale).post_translate(left, top);
    guarded(|| resvg::render(tree, transform, &mut pixmap.as_mut()))?;
    Some(Pixels { size, rgba: pixmap.take_demultiplied() })
}

/// A frame with a cross: plainly "a picture is missing", readable at any size.
pub(super) fn placeholder(size: u32) -> Pixels {
    let mut rgba = vec![0; (size * size * 4) as usize];
    let thick = (size / 12).max(1);
    for y in 0..size {
        for x in 0..size {
            let frame = x < thick || y < thick || x + thick >= size || y + thick >= size;
            let cross = x.abs_diff(y) < thick || (x + y).abs_diff(size - 1) < thick;
            let pixel = if frame || cross { [0x24, 0x1c, 0x17, 255] } else { [0xe2, 0xd4, 0xb4, 255] };
            let start = ((y * size + x) * 4) as usize;
            rgba[start..start + 4].copy_from_slice(&pixel);
        }
    }
    Pixels { size, rgba }
}

/// The part of a picture that is drawn on, with a rim of a pixel and a half, as shares of its width; nothing is: all.
pub(super) fn filled(pixels: &Pixels) -> Rect {
    let size = pixels.size.max(1);
    let drawn = (0_u32..).zip(pixels.rgba.chunks_exact(4)).filter(|(_, own)| own[3] > 100);
    let places = drawn.map(|(n, _)| {
        let at = UVec2::new(n % size, n / size).as_vec2();
        Rect { min: at - 1.5, max: at + 2.5 }
    });
    let whole = Rect { min: Vec2::ZERO, max: Vec2::splat(size as f32) };
    let part = places.reduce(|all, own| all.union(own)).map_or(whole, |all| all.intersect(whole));
    Rect { min: part.min / size as f32, max: part.max / size as f32 }
}

/// Half the size, each pixel the mean of four (weighed by alpha, so that edges keep their colour).
pub(super) fn halve(pixels: &Pixels) -> Pixels {
    let size = (pixels.size / 2).max(1);
    let mut rgba = Vec::with_capacity((size * size * 4) as usize);
    for y in 0..size {
        for x in 0..size {
            let mut sum = [0_u32; 3];
            let mut alpha = 0_u32;
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let (px, py) = ((2 * x + dx).min(pixels.size - 1), (2 * y + dy).min(pixels.size - 1));
                let start = ((py * pixels.size + px) * 4) as usize;
                let weight = u32::from(pixels.rgba[start + 3]);
                alpha += weight;
                for (channel, total) in sum.iter_mut().enumerate() {
                    *total += u32::from(pixels.rgba[start + channel]) * weight;
                }
            }
            for total in sum {
                rgba.push(total.checked_div(alpha).unwrap_or(0).min(255) as u8);
            }
            rgba.push((alpha / 4) as u8);
        }
    }
    Pixels { size, rgba }
}

/// An image with all its mip levels. With `array`, the pictures (all of one size) become the layers of an array
/// texture that goes on without end; otherwise only the first is used.
pub fn layers(pictures: &[Pixels], array: bool) -> Image {
    let size = pictures.first().map_or(1, |p| p.size);
    let levels = u32::BITS - size.leading_zeros();
    let pictures = if array { pictures } else { &pictures[..pictures.len().min(1)] };
    let mut data = Vec::new();
    for picture in pictures {
        let mut level = picture.clone();
        data.extend_from_slice(&level.rgba);
        for _ in 1..levels {
            level = halve(&level);
            data.extend_from_slice(&level.rgba);
        }
    }
    let mut image = Image::new_uninit(
        Extent3d { width: size, height: size, depth_or_array_layers: pictures.len().max(1) as u32 },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = levels;
    image.texture_descriptor.usage =
        TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST;
    let beyond = if array { ImageAddressMode::Repeat } else { ImageAddressMode::ClampToEdge };
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: beyond,
        address_mode_v: beyond,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        anisotropy_clamp: 1,
        ..default()
    });
    if array {
        image.texture_view_descriptor =
            Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::D2Array), ..default() });
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_keeps_the_colour_at_an_edge() {
        let pixels =
            Pixels { size: 2, rgba: vec![200, 100, 50, 255, 0, 0, 0, 0, 200, 100, 50, 255, 0, 0, 0, 0] };
        assert_eq!(halve(&pixels), Pixels { size: 1, rgba: vec![200, 100, 50, 127] });
    }

    #[test]
    fn an_image_has_every_level_down_to_one_pixel() {
        let image = layers(&[placeholder(8), placeholder(8)], true);
        assert_eq!(image.texture_descriptor.mip_level_count, 4);
        assert_eq!(image.data.map(|d| d.len()), Some(2 * 4 * (64 + 16 + 4 + 1)));
    }
}
