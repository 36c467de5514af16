//! Pictures: SVG and PNG files of `assets/art`, turned into images of the size they are needed in, once.
//!
//! Reading, rasterising, mip levels and the cache, and how kinds of ground end (`terrain/edges.ron`). What a file
//! must be is in `drawing` and `painting` of `content`. A file that is missing or spoilt becomes a clear
//! placeholder and a line in the program's own log. Files are read as other files of mods are: none outside the
//! mod, and only so much.

mod pixels;
mod renew;
mod tones;
mod work;

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use resvg::usvg;

use self::pixels::{halve, placeholder, rasterise, scaled};
pub use self::{
    pixels::{Pixels, layers},
    tones::{bytes, quiet},
};
use crate::window::prelude::*;
use crate::{
    content::{
        budget::{BudgetItem, ReadBudget},
        drawing, media,
        mod_path::{MAX_TEXT_BYTES, ModPath, ModRoot},
        painting,
        source::BASE,
    },
    key::Key,
};

/// The cache of pictures.
#[derive(Resource, Default)]
pub struct Art {
    /// The folders that may hold an `art` folder, the last one first asked.
    roots: Vec<ModRoot>,
    known: BTreeMap<(String, u32), Handle<Image>>,
    sources: BTreeMap<String, Option<Source>>,
    /// What part of pictures is drawn on.
    filled: BTreeMap<String, Rect>,
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
    /// The night sky, one with other sky: mist and stars.
    Sky = 5,
    /// The same, behind which there is a broken moon.
    Moon = 6,
}

/// What panels and counters draw with.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Brushes<'w> {
    /// Pictures.
    pub art: ResMut<'w, Art>,
    /// Where pictures are kept.
    pub images: ResMut<'w, Assets<Image>>,
}

impl Brushes<'_> {
    /// The picture `name` ("units/archer"), `size` pixels square.
    pub fn picture(&mut self, name: &str, size: u32) -> Handle<Image> {
        self.art.image(&mut self.images, name, size)
    }
}

impl Art {
    /// A cache that reads from these folders; a later one goes before an earlier one.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        let open = |folder: &PathBuf| ModRoot::open(folder, folder, Key::new(BASE)).ok();
        Self { roots: folders.iter().filter_map(open).collect(), ..default() }
    }

    /// A file of the last of the folders that has one.
    pub fn file(&self, path: &str, most: u64) -> Option<Vec<u8>> {
        self.roots.iter().rev().find_map(|root| file(root, path, most))
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

    /// The figure `name` ("units/archer"), or what one carries, in a side's tones, `size` pixels square; what is none drawn
    /// in ink stays.
    pub fn toned(&mut self, images: &mut Assets<Image>, name: &str, size: u32, side: usize) -> Handle<Image> {
        let drawn = name.starts_with("units/") || name.starts_with("ui/");
        if !drawn || !matches!(self.source(name), Some(Source::Drawing(_))) {
            return self.image(images, name, size);
        }
        let key = (format!("{name}#{}", side % 4), size);
        if let Some(handle) = self.known.get(&key) {
            return handle.clone();
        }
        let handle = images.add(layers(&[tones::toned(&self.pixels(name, size), side)], false));
        self.known.insert(key, handle.clone());
        handle
    }

    /// How kinds of ground end, by their pictures' names: by `terrain/edges.ron` of each folder, the last one first.
    pub fn edges(&self) -> BTreeMap<String, Edge> {
        let mut edges = BTreeMap::new();
        for root in &self.roots {
            let Some(text) = file(root, "art/terrain/edges.ron", MAX_TEXT_BYTES) else { continue };
            match ron::de::from_bytes::<BTreeMap<String, Edge>>(&text) {
                Ok(own) => edges.extend(own),
                Err(error) => warn!("{}/art/terrain/edges.ron: {error}", root.folder().display()),
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

    /// The part of a picture that is drawn on, with a small rim, as shares of its width and height.
    pub fn filled(&mut self, name: &str) -> Rect {
        if let Some(part) = self.filled.get(name) {
            return *part;
        }
        let part = pixels::filled(&self.pixels(name, SKETCH));
        self.filled.insert(name.to_owned(), part);
        part
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
            let folders: Vec<&Path> = self.roots.iter().map(ModRoot::folder).collect();
            warn!("no picture {name}.svg or {name}.png in {folders:?}: a placeholder stands in");
        }
        self.sources.get(name).and_then(Option::as_ref)
    }

    fn read(&self, name: &str) -> Option<Source> {
        if !media::is_name(name) {
            return None;
        }
        self.roots.iter().rev().find_map(|root| {
            let read = |ending: &str, most: u64, source: Reader| {
                let path = format!("art/{name}.{ending}");
                let bytes = file(root, &path, most)?;
                let told = |why: String| warn!("{}/{path} is not shown: {why}", root.folder().display());
                source(&bytes, root.budget()).map_err(told).ok()
            };
            read("svg", drawing::MAX_BYTES, draw).or_else(|| read("png", painting::MAX_BYTES, unpack))
        })
    }
}

/// Pixels of the picture that the part that is drawn on is measured by.
const SKETCH: u32 = 64;

/// What makes a picture of a file.
type Reader = fn(&[u8], &ReadBudget) -> Result<Source, String>;

/// A file of a folder, if there is one that may be read.
fn file(root: &ModRoot, path: &str, most: u64) -> Option<Vec<u8>> {
    match root.read_if_there(&ModPath::new(path).ok()?, most) {
        Ok(bytes) => bytes,
        Err(mistake) => {
            warn!("{mistake}");
            None
        }
    }
}

fn draw(bytes: &[u8], _: &ReadBudget) -> Result<Source, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text")?;
    drawing::check(text).map_err(|(_, why)| why)?;
    // Nothing but the file itself is opened, whatever it says.
    let nothing = usvg::ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options = usvg::Options { image_href_resolver: nothing, ..usvg::Options::default() };
    let tree = guarded(|| usvg::Tree::from_str(text, &options)).ok_or("it cannot be drawn")?;
    let tree = tree.map_err(|error| error.to_string())?;
    work::bearable(&tree)?;
    Ok(Source::Drawing(Box::new(tree)))
}

/// What others' code makes of a file; none, where that fails altogether.
fn guarded<T>(make: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(make)).ok()
}

/// The most memory that unpacking one picture may take, in bytes.
const UNPACKED: u64 = 64 * 1024 * 1024;

/// A painted picture is kept no larger than it is shown.
const KEPT: u32 = 512;

fn unpack(bytes: &[u8], budget: &ReadBudget) -> Result<Source, String> {
    // Width and height stand at the front: a picture that is too large is not even unpacked.
    let (width, height) = painting::check(bytes)?;
    budget.spend(BudgetItem::Pixels, u64::from(width) * u64::from(height))?;
    let mut limits = image::Limits::no_limits();
    limits.max_image_width = Some(width);
    limits.max_image_height = Some(height);
    limits.max_alloc = Some(UNPACKED);
    let mut reader = image::ImageReader::with_format(Cursor::new(bytes), image::ImageFormat::Png);
    reader.limits(limits);
    let painted = guarded(|| reader.decode()).ok_or("it cannot be unpacked")?;
    let painted = painted.map_err(|error| error.to_string())?.into_rgba8();
    let side = painted.width().max(painted.height());
    let from = UVec2::new(side - painted.width(), side - painted.height()) / 2;
    let mut rgba = vec![0; (side * side * 4) as usize];
    let row = painted.width() as usize * 4;
    for (y, line) in (from.y..).zip(painted.as_raw().chunks_exact(row.max(1))) {
        let start = ((y * side + from.x) * 4) as usize;
        rgba[start..start + row].copy_from_slice(line);
    }
    let part = Vec2::new(painted.width() as f32, painted.height() as f32) / side as f32;
    let mut pixels = Pixels { size: side, rgba };
    while pixels.size >= KEPT * 2 {
        pixels = halve(&pixels);
    }
    Ok(Source::Painting(pixels, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_of_a_ground_that_is_checked_is_one_that_is_drawn() {
        let ends = crate::content::library::GROUND_ENDS.map(|end| ron::from_str::<Edge>(end).unwrap());
        assert_eq!(
            ends,
            [Edge::Soft, Edge::Laid, Edge::Shore, Edge::Cliff, Edge::Flush, Edge::Sky, Edge::Moon]
        );
    }

    #[test]
    fn the_part_of_a_picture_that_is_drawn_on_is_found() {
        let mut pixels = Pixels { size: 10, rgba: vec![0; 400] };
        assert_eq!(pixels::filled(&pixels), Rect::new(0.0, 0.0, 1.0, 1.0));
        pixels.rgba[(5 * 10 + 4) * 4 + 3] = 255;
        assert_eq!(pixels::filled(&pixels), Rect::new(0.25, 0.35, 0.65, 0.75));
    }

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
        assert!(unpack(b"x", &ReadBudget::default()).is_err());
    }

    #[test]
    fn a_large_painting_is_kept_small_and_only_so_many_pixels_are_unpacked() {
        let paint = |side: u32| {
            let mut bytes = Cursor::new(Vec::new());
            let image = image::RgbaImage::from_pixel(side, side, image::Rgba([200, 100, 50, 255]));
            image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
            bytes.into_inner()
        };
        let (large, budget) = (paint(2048), ReadBudget::default());
        budget.spend(BudgetItem::Pixels, BudgetItem::Pixels.most() - 2048 * 2048).unwrap();
        let Ok(Source::Painting(pixels, _)) = unpack(&large, &budget) else { panic!("it is sound") };
        assert!(pixels.size == 512 && pixels.rgba[..4] == [200, 100, 50, 255]);
        assert!(unpack(&large, &budget).is_err_and(|why| why.contains("more than")));
        assert!(unpack(&paint(2049), &ReadBudget::default()).is_err_and(|why| why.contains("2049")));
        // One that says it is small and is not.
        let mut lying = large.clone();
        lying[16..24].copy_from_slice(&[0, 0, 0, 8, 0, 0, 0, 8]);
        assert!(unpack(&lying, &ReadBudget::default()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_picture_is_no_pipe_and_no_link_out_of_the_mod() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::create_dir_all(folder.path().join("art/units")).unwrap();
        let file = |name: &str| folder.path().join("art/units").join(name);
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M0 0h8v8z\"/></svg>";
        std::fs::write(outside.path().join("out.svg"), svg).unwrap();
        std::os::unix::fs::symlink(outside.path().join("out.svg"), file("out.svg")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(file("pipe.svg")).status().unwrap().success());
        std::fs::write(file("in.svg"), svg).unwrap();
        std::os::unix::fs::symlink(file("in.svg"), file("link.svg")).unwrap();
        std::fs::write(file("huge.svg"), format!("{svg}{}", " ".repeat(2 * 1024 * 1024))).unwrap();
        let mut art = Art::new(vec![folder.path().to_owned()]);
        let shown = |art: &mut Art, name: &str| art.has_quietly(&format!("units/{name}"));
        assert_eq!(["in", "link"].map(|name| shown(&mut art, name)), [true, true]);
        assert_eq!(["out", "pipe", "huge", "none"].map(|name| shown(&mut art, name)), [false; 4]);
    }

    #[test]
    fn a_drawing_that_takes_too_much_work_is_not_drawn() {
        let svg = |inner: &str| {
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">{inner}</svg>");
            let begun = std::time::Instant::now();
            let drawn = draw(text.as_bytes(), &ReadBudget::default());
            let pixels = drawn.and_then(|source| match source {
                Source::Drawing(tree) => rasterise(&tree, 256).ok_or_else(|| "it is not drawn".to_owned()),
                Source::Painting(..) => Err("it is no drawing".to_owned()),
            });
            assert!(begun.elapsed().as_secs() < 5, "{:?}: {inner:.80}", begun.elapsed());
            pixels.map(|pixels| pixels.size)
        };
        let all = "<rect width=\"8\" height=\"8\"/>";
        assert_eq!(svg(all), Ok(256));
        assert_eq!(svg(&format!("<g opacity=\".5\">{all}</g>").repeat(10)), Ok(256));
        let blur = |far: &str| {
            format!(
                "<filter id=\"f\"><feGaussianBlur stdDeviation=\"{far}\"/></filter><g filter=\"url(#f)\">{all}</g>"
            )
        };
        assert_eq!(svg(&blur("1")), Ok(256));
        let turbulence =
            "<filter id=\"f\"><feTurbulence numOctaves=\"2000000000\" baseFrequency=\"9\"/></filter>";
        let nested = format!("{}{all}{}", "<g opacity=\".5\">".repeat(30), "</g>".repeat(30));
        let uses: String =
            (1..12).map(|n| format!("<g id=\"a{}\"><use href=\"#a{n}\"/></g>", n + 1)).collect();
        for inner in [
            format!("{turbulence}<g filter=\"url(#f)\">{all}</g>"),
            blur("1e6"),
            format!("<g transform=\"scale(1000000)\">{}</g>", blur("1")),
            nested,
            all.repeat(4_000),
            format!("<g id=\"a1\">{}</g>{uses}", all.repeat(1_000)),
            "<path stroke=\"red\" stroke-dasharray=\".0001\" d=\"M0 0H8000V8000H0z\"/>".to_owned(),
            format!("<image href=\"/etc/hostname\" width=\"8\" height=\"8\"/>{all}"),
        ] {
            assert!(svg(&inner).is_err(), "{inner:.80}");
        }
    }

    #[test]
    fn every_picture_of_the_base_game_is_drawn() {
        let assets = Path::new(threat_range_base::CHECKOUT).join("assets");
        let root = ModRoot::open(&assets, &assets, Key::new(BASE)).unwrap();
        let mut mistakes = Vec::new();
        let all = root.list(&ModPath::new("art").unwrap(), "svg", &mut mistakes);
        assert!(all.len() > 300 && mistakes.is_empty());
        for path in all {
            let bytes = root.read_bytes(&path, drawing::MAX_BYTES).unwrap();
            assert!(draw(&bytes, root.budget()).is_ok(), "{path}: {:?}", draw(&bytes, root.budget()).err());
        }
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        let art = Art::new(vec![PathBuf::from("/")]);
        assert!(art.read("../etc/passwd").is_none());
        assert!(art.read("").is_none());
        assert!(art.read("units//x").is_none());
    }
}
