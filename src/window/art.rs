//! Pictures: SVG and PNG files of `assets/art`, turned into images of the size they are needed in, once.
//!
//! Owns reading, rasterising, mip levels and the cache. Does not own what is drawn where.
//! A file that is missing or spoilt becomes a clear placeholder and a line in the program's own log.

use std::{collections::BTreeMap, path::PathBuf};

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{
        Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor, TextureViewDimension,
    },
};
use resvg::{tiny_skia, usvg};

/// The cache of pictures.
#[derive(Resource, Default)]
pub struct Art {
    /// The folders that may hold an `art` folder, the last one first asked.
    folders: Vec<PathBuf>,
    known: BTreeMap<(String, u32), Handle<Image>>,
    trees: BTreeMap<String, Option<usvg::Tree>>,
}

/// What panels and counters draw with.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Brushes<'w> {
    /// Type.
    pub fonts: Res<'w, super::theme::Fonts>,
    /// Pictures.
    pub art: ResMut<'w, Art>,
    /// Where pictures are kept.
    pub images: ResMut<'w, Assets<Image>>,
}

/// A picture as straight-alpha RGBA bytes, `size` pixels wide and high.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Width and height.
    pub size: u32,
    /// Four bytes a pixel, rows from the top.
    pub rgba: Vec<u8>,
}

impl Art {
    /// A cache that reads from these folders; a later one goes before an earlier one.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, ..default() }
    }

    /// The folders of the base game and of mods, the last one first asked.
    #[cfg(feature = "audio")]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The picture `name` ("units/archer"), `size` pixels square, with mip levels.
    pub fn image(&mut self, images: &mut Assets<Image>, name: &str, size: u32) -> Handle<Image> {
        if let Some(handle) = self.known.get(&(name.to_owned(), size)) {
            return handle.clone();
        }
        let handle = images.add(layers(&[self.pixels(name, size)], false));
        self.known.insert((name.to_owned(), size), handle.clone());
        handle
    }

    /// Is there a file of this name? If not, says so in the program's log, once.
    pub fn has(&mut self, name: &str) -> bool {
        self.tree(name).is_some()
    }

    /// Is there a file of this name? For drawings that need not be there.
    pub fn has_quietly(&mut self, name: &str) -> bool {
        if !self.trees.contains_key(name) {
            let tree = self.read(name);
            self.trees.insert(name.to_owned(), tree);
        }
        self.trees.get(name).is_some_and(Option::is_some)
    }

    /// Width and height of a picture, the larger being 1; none: there is no such file.
    pub fn proportions(&mut self, name: &str) -> Option<Vec2> {
        let size = self.tree(name)?.size();
        let size = Vec2::new(size.width(), size.height());
        Some(size / size.max_element().max(1.0))
    }

    /// The name of the picture of a unit: its figure, else what it looks like from above, else one that stands for all.
    pub fn figure(&mut self, name: &str) -> String {
        let from_above = format!("vehicles/{name}");
        let figure = format!("units/{name}");
        if self.has_quietly(&figure) {
            figure
        } else if self.has_quietly(&from_above) {
            from_above
        } else if self.has(&figure) {
            figure
        } else {
            "units/unknown".to_owned()
        }
    }

    /// The bytes of the picture `name`, `size` pixels square: drawn to fit, in the middle.
    pub fn pixels(&mut self, name: &str, size: u32) -> Pixels {
        match self.tree(name).and_then(|tree| rasterise(tree, size)) {
            Some(pixels) => pixels,
            None => placeholder(size),
        }
    }

    fn tree(&mut self, name: &str) -> Option<&usvg::Tree> {
        let new = !self.trees.contains_key(name);
        if !self.has_quietly(name) && new {
            warn!("no picture {name}.svg in {:?}: a placeholder stands in", self.folders);
        }
        self.trees.get(name).and_then(Option::as_ref)
    }

    fn read(&self, name: &str) -> Option<usvg::Tree> {
        let plain = !name.is_empty()
            && name.split('/').all(|part| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            });
        if !plain {
            return None;
        }
        self.folders.iter().rev().find_map(|folder| {
            let bytes = std::fs::read(folder.join("art").join(format!("{name}.svg"))).ok()?;
            match usvg::Tree::from_data(&bytes, &usvg::Options::default()) {
                Ok(tree) => Some(tree),
                Err(error) => {
                    warn!("{name}.svg cannot be read: {error}");
                    None
                }
            }
        })
    }
}

fn rasterise(tree: &usvg::Tree, size: u32) -> Option<Pixels> {
    let mut pixmap = tiny_skia::Pixmap::new(size, size)?;
    let natural = tree.size();
    let scale = size as f32 / natural.width().max(natural.height());
    let left = (size as f32 - natural.width() * scale) / 2.0;
    let top = (size as f32 - natural.height() * scale) / 2.0;
    let transform = tiny_skia::Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(tree, transform, &mut pixmap.as_mut());
    Some(Pixels { size, rgba: pixmap.take_demultiplied() })
}

/// A frame with a cross: plainly "a picture is missing", readable at any size.
fn placeholder(size: u32) -> Pixels {
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

/// Half the size, each pixel the mean of four (weighed by alpha, so that edges keep their colour).
fn halve(pixels: &Pixels) -> Pixels {
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
/// texture, as a tile map wants it; otherwise only the first is used.
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
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::ClampToEdge,
        address_mode_v: ImageAddressMode::ClampToEdge,
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
    fn a_missing_file_gives_a_placeholder() {
        let mut art = Art::new(vec![PathBuf::from("/nowhere")]);
        let pixels = art.pixels("units/nobody", 24);
        assert_eq!(pixels, placeholder(24));
        assert_eq!(pixels.rgba.len(), 24 * 24 * 4);
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        let art = Art::new(vec![PathBuf::from("/")]);
        assert!(art.read("../etc/passwd").is_none());
        assert!(art.read("").is_none());
        assert!(art.read("units//x").is_none());
    }

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
