//! How much work it is to draw an SVG file, told before it is drawn.
//!
//! What a file may hold at all is in `content` (`drawing`). The unit is one pass over the whole picture, so that it
//! is the same in every size.

use resvg::{
    tiny_skia::PathSegment,
    usvg::{self, filter::Kind},
};

/// The most work: the heaviest picture of the base game takes a third of it.
const MOST: f32 = 96.0;
/// How many times as large as the picture a layer may be: what sticks out farther is cut off.
const LARGEST_LAYER: f32 = 25.0;
/// A layer is made, filled, held against others and laid on.
const LAYER: f32 = 4.0;
/// A step of a filter.
const STEP: f32 = 6.0;
/// A gradient, against a single colour.
const GRADIENT: f32 = 6.0;
/// So many parts of lines are as much work as one pass.
const PARTS: f32 = 4_000.0;

/// Whether a drawing takes no more work than a picture may.
///
/// # Errors
/// One sentence, when it takes more, or has what is never drawn.
pub(super) fn bearable(tree: &usvg::Tree) -> Result<(), String> {
    let size = tree.size();
    let mut work = Work { across: size.width().max(size.height()), done: 0.0 };
    work.group(tree.root(), Sheet { room: 1.0, zoom: 1.0 })
}

/// What something is drawn on.
#[derive(Clone, Copy)]
struct Sheet {
    /// How large it is, the whole picture being 1.
    room: f32,
    /// How much larger things appear on it than they say themselves.
    zoom: f32,
}

struct Work {
    /// The side of the picture, in the drawing's own units.
    across: f32,
    done: f32,
}

impl Work {
    fn add(&mut self, work: f32) -> Result<(), String> {
        self.done += work;
        // What is no number is too much as well.
        if self.done <= MOST {
            Ok(())
        } else {
            Err("it takes too much work to draw: use fewer layers".to_owned())
        }
    }

    /// The part of the picture that something of this size covers, `most` at most.
    fn part(&self, width: f32, height: f32, sheet: Sheet, most: f32) -> f32 {
        let side = self.across / sheet.zoom;
        (width / side * (height / side)).min(most)
    }

    fn group(&mut self, group: &usvg::Group, sheet: Sheet) -> Result<(), String> {
        self.add(1.0 / PARTS)?;
        let mut sheet = sheet;
        if group.should_isolate() {
            let layer = group.abs_layer_bounding_box();
            sheet.room = self.part(layer.width(), layer.height(), sheet, LARGEST_LAYER);
            self.add(sheet.room * LAYER)?;
        }
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(group, sheet)?,
                usvg::Node::Path(path) => self.path(path, sheet)?,
                // There are none, see `drawing`.
                usvg::Node::Image(_) | usvg::Node::Text(_) => {}
            }
        }
        let (across, down) = group.abs_transform().get_scale();
        // Clips, masks and filters are as large as what they are laid on.
        let within = Sheet { zoom: sheet.zoom * across.max(down), ..sheet };
        for primitive in group.filters().iter().flat_map(|filter| filter.primitives()) {
            let (steps, blur) = match primitive.kind() {
                Kind::GaussianBlur(own) => (2.0, own.std_dev_x().get().max(own.std_dev_y().get())),
                Kind::DropShadow(own) => (3.0, own.std_dev_x().get().max(own.std_dev_y().get())),
                Kind::Merge(own) => (own.inputs().len() as f32, 0.0),
                Kind::Blend(_)
                | Kind::ColorMatrix(_)
                | Kind::ComponentTransfer(_)
                | Kind::Composite(_)
                | Kind::Flood(_)
                | Kind::Offset(_) => (1.0, 0.0),
                _ => return Err("it has a filter that is never drawn".to_owned()),
            };
            let far = blur * within.zoom;
            if far.is_nan() || far > self.across {
                return Err("it is blurred farther than it is wide".to_owned());
            }
            self.add(sheet.room * STEP * steps)?;
        }
        let mut clip = group.clip_path();
        while let Some(own) = clip {
            self.add(sheet.room * LAYER)?;
            self.group(own.root(), within)?;
            clip = own.clip_path();
        }
        let mut mask = group.mask();
        while let Some(own) = mask {
            self.add(sheet.room * LAYER)?;
            self.group(own.root(), within)?;
            mask = own.mask();
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, sheet: Sheet) -> Result<(), String> {
        let parts = path.data().len() as f32;
        let size = path.abs_stroke_bounding_box();
        let covered = self.part(size.width(), size.height(), sheet, sheet.room);
        if let Some(fill) = path.fill() {
            self.add(parts / PARTS + covered * paint(fill.paint())?)?;
        }
        if let Some(stroke) = path.stroke() {
            let dashes = stroke.dasharray().map_or(0.0, |lengths| {
                let turn: f32 = lengths.iter().sum();
                length(path) / turn * lengths.len() as f32
            });
            self.add((parts * 4.0 + dashes * 8.0) / PARTS + covered * paint(stroke.paint())?)?;
        }
        Ok(())
    }
}

fn paint(paint: &usvg::Paint) -> Result<f32, String> {
    match paint {
        usvg::Paint::Color(_) => Ok(1.0),
        usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => Ok(GRADIENT),
        usvg::Paint::Pattern(_) => Err("it has a pattern, which is never drawn".to_owned()),
    }
}

/// How long a path is at most.
fn length(path: &usvg::Path) -> f32 {
    let mut at = None;
    let mut long = 0.0;
    for segment in path.data().segments() {
        let points = match segment {
            PathSegment::MoveTo(to) => {
                at = Some(to);
                continue;
            }
            PathSegment::LineTo(to) => vec![to],
            PathSegment::QuadTo(one, to) => vec![one, to],
            PathSegment::CubicTo(one, two, to) => vec![one, two, to],
            // It may go all the way back.
            PathSegment::Close => {
                long += path.bounding_box().width() + path.bounding_box().height();
                continue;
            }
        };
        for to in points {
            long += at.map_or(0.0, |from| (to.x - from.x).hypot(to.y - from.y));
            at = Some(to);
        }
    }
    long
}
