//! Pictures: SVG and PNG files of `assets/art`, turned into images of the size they are needed in, once.
//!
//! Owns reading, rasterising, mip levels and the cache, and how kinds of ground end (`terrain/edges.ron`). Does not own what is drawn where.
//! A file that is missing or spoilt becomes a clear placeholder and a line in the program's own log.

use std::{collections::BTreeMap, path::PathBuf};

use bevy::{
    asset::RenderAssetUsages,
    image::{
        CompressedImageFormats, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor,
        ImageType,
    },
    prelude::*,
    render::render_resource::{
        Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor, TextureViewDimension,
    },
};
use resvg::{tiny_skia, usvg};
use serde::Deserialize;

/// The cache of pictures.
#[derive(Resource, Default)]
pub struct Art {
    /// The folders that may hold an `art` folder, the last one first asked.
    folders: Vec<PathBuf>,
    known: BTreeMap<(String, u32), Handle<Image>>,
    sources: BTreeMap<String, Option<Source>>,
}

/// A picture as its file holds it.
enum Source {
    /// An SVG file: drawn anew at each size.
    Drawing(Box<usvg::Tree>),
    /// A PNG file, in the middle of a square, and the part of the square that it fills.
    Painting(Pixels, Vec2),
}

/// How a kind of ground ends where another begins. The numbers are what the ground's shader calls them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Edge {
    /// It runs into its neighbours, tuft by tuft.
    #[default]
    Soft = 0,
    /// Somebody laid it: it keeps to its squares.
    Laid = 1,
    /// Water: a line of ink, foam, lines that follow the shore.
    Shore = 2,
    /// A drop: a lip, and strokes that run down it.
    Cliff = 3,
    /// Laid, and one with what is laid beside it.
    Flush = 4,
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

    /// How kinds of ground end, by the names of their pictures: from `terrain/edges.ron` of each folder, the last one's
    /// word before the others'.
    pub fn edges(&self) -> BTreeMap<String, Edge> {
        let mut edges = BTreeMap::new();
        for folder in &self.folders {
            let path = folder.join("art/terrain/edges.ron");
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            match ron::from_str::<BTreeMap<String, Edge>>(&text) {
                Ok(own) => edges.extend(own),
                Err(error) => warn!("{} cannot be read: {error}", path.display()),
            }
        }
        edges
    }

    /// Is there a file of this name? If not, says so in the program's log, once.
    pub fn has(&mut self, name: &str) -> bool {
        self.source(name).is_some()
    }

    /// Is there a file of this name? For drawings that need not be there.
    pub fn has_quietly(&mut self, name: &str) -> bool {
        if !self.sources.contains_key(name) {
            let source = self.read(name);
            self.sources.insert(name.to_owned(), source);
        }
        self.sources.get(name).is_some_and(Option::is_some)
    }

    /// Width and height of a picture, the larger being 1; none: there is no such file.
    pub fn proportions(&mut self, name: &str) -> Option<Vec2> {
        match self.source(name)? {
            Source::Drawing(tree) => {
                let size = Vec2::new(tree.size().width(), tree.size().height());
                Some(size / size.max_element().max(1.0))
            }
            Source::Painting(_, part) => Some(*part),
        }
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
        let pixels = match self.source(name) {
            Some(Source::Drawing(tree)) => rasterise(tree, size),
            Some(Source::Painting(pixels, _)) => scaled(pixels, size),
            None => None,
        };
        pixels.unwrap_or_else(|| placeholder(size))
    }

    fn source(&mut self, name: &str) -> Option<&Source> {
        let new = !self.sources.contains_key(name);
        if !self.has_quietly(name) && new {
            warn!("no picture {name}.svg or {name}.png in {:?}: a placeholder stands in", self.folders);
        }
        self.sources.get(name).and_then(Option::as_ref)
    }

    fn read(&self, name: &str) -> Option<Source> {
        let plain = !name.is_empty()
            && name.split('/').all(|part| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            });
        if !plain {
            return None;
        }
        let read = |path: PathBuf, source: fn(&[u8]) -> Result<Source, String>| {
            let bytes = std::fs::read(&path).ok()?;
            source(&bytes).map_err(|error| warn!("{} cannot be read: {error}", path.display())).ok()
        };
        self.folders.iter().rev().find_map(|folder| {
            let file = |ending: &str| folder.join("art").join(format!("{name}.{ending}"));
            read(file("svg"), drawing).or_else(|| read(file("png"), painting))
        })
    }
}

fn drawing(bytes: &[u8]) -> Result<Source, String> {
    let tree = usvg::Tree::from_data(bytes, &usvg::Options::default());
    tree.map(|tree| Source::Drawing(Box::new(tree))).map_err(|error| error.to_string())
}

/// The widest and the highest that a PNG may be.
const MOST_PAINTED: u32 = 4096;

fn painting(bytes: &[u8]) -> Result<Source, String> {
    // Width and height stand at the front: a picture that is too large is not even unpacked.
    let number =
        |from: usize| bytes.get(from..from + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
    let (Some(width), Some(height)) = (number(16), number(20)) else {
        return Err("it is no PNG file".into());
    };
    let (widest, least) = (width.max(height), width.min(height));
    if bytes.starts_with(b"\x89PNG") && !(least > 0 && widest <= MOST_PAINTED) {
        return Err(format!(
            "it is {width} by {height} pixels, and at most {MOST_PAINTED} either way are read"
        ));
    }
    let image = Image::from_buffer(
        bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Default,
        RenderAssetUsages::MAIN_WORLD,
    )
    .map_err(|error| error.to_string())?;
    let painted = image.try_into_dynamic().map_err(|error| error.to_string())?.into_rgba8();
    let side = painted.width().max(painted.height());
    let from = UVec2::new(side - painted.width(), side - painted.height()) / 2;
    let mut rgba = vec![0; (side * side * 4) as usize];
    let row = painted.width() as usize * 4;
    for (y, line) in (from.y..).zip(painted.as_raw().chunks_exact(row.max(1))) {
        let start = ((y * side + from.x) * 4) as usize;
        rgba[start..start + row].copy_from_slice(line);
    }
    let part = Vec2::new(painted.width() as f32, painted.height() as f32) / side as f32;
    Ok(Source::Painting(Pixels { size: side, rgba }, part))
}

/// A picture in another size.
fn scaled(pixels: &Pixels, size: u32) -> Option<Pixels> {
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
    fn a_missing_file_gives_a_placeholder() {
        let mut art = Art::new(vec![PathBuf::from("/nowhere")]);
        let pixels = art.pixels("units/nobody", 24);
        assert_eq!(pixels, placeholder(24));
        assert_eq!(pixels.rgba.len(), 24 * 24 * 4);
    }

    #[test]
    fn a_png_is_read_scaled_and_kept_in_proportion_and_a_spoilt_one_stands_aside() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("art/units")).unwrap();
        let file = |name: &str| folder.path().join("art/units").join(name);
        let paint = image::RgbaImage::from_pixel(40, 20, image::Rgba([200, 100, 50, 255]));
        paint.save(file("painted.png")).unwrap();
        std::fs::write(file("spoilt.png"), b"\x89PNG\r\n\x1a\n and nothing more of any use at all").unwrap();
        let mut art = Art::new(vec![folder.path().to_owned()]);
        assert_eq!(art.proportions("units/painted"), Some(Vec2::new(1.0, 0.5)));
        let pixels = art.pixels("units/painted", 10);
        assert_eq!(&pixels.rgba[(5 * 10 + 5) * 4..][..4], [200, 100, 50, 255]);
        assert_eq!(pixels.rgba[3], 0, "above it there is nothing");
        assert_eq!(art.pixels("units/spoilt", 8), placeholder(8));
        assert!(painting(b"x").is_err());
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
