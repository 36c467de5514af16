//! The points that a unit has left, on its counter or above its vehicle: a strip of paper without a rim, a kind a row,
//! round pips for points of its turn, diamonds for points off it. Of more than three one pip is drawn with their number.

use super::{
    counters::{Kit, Ring},
    prelude::*,
    written::{self, Small},
};

impl Kit<'_> {
    /// The strip with its points, from its lower left corner on; it is left out where the number of its vitality needs
    /// the room. `foot` is the width of the counter.
    pub(super) fn points(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        at: Vec2,
        foot: f32,
    ) {
        let kinds = kinds(counter);
        let (rows, width) = (rows(&kinds), width(&kinds));
        if kinds.is_empty() || counter.hull.is_some_and(|hull| hull.damage >= WRECK) {
            return;
        }
        let needed = width + GAP + written::width(&written::number(counter.vitality));
        let least = written::NUMBER_LEAST.max(needed * written::grown(foot) / WITHIN);
        let small = Small { foot, least, most: f32::INFINITY };
        let quad = self.hulls.meshes.add(Rectangle::new(QUAD, QUAD));
        let middle = Vec2::new(width, written::HEIGHT) / 2.0;
        written::laid(parent, at.extend(0.39), small).with_children(|strip| {
            let height = if kinds.iter().any(Kind::counted) { written::HEIGHT } else { rows * PITCH + 1.0 };
            let sheet = Sprite::from_color(theme::PAPER, Vec2::new(width, height));
            strip.spawn((sheet, Transform::from_translation(middle.extend(0.0))));
            let (mut x, mut y) = (RIM, middle.y + PITCH * (rows - 1.0) / 2.0);
            for kind in &kinds {
                let (pips, text) = (kind.drawn(), kind.text());
                let state = Vec4::new(PIPS, kind.shape, kind.left.min(pips) as f32, pips as f32);
                let row = MeshMaterial2d(self.rings.add(Ring { side: Vec4::ZERO, state }));
                // The quads lie over each other.
                let place = Vec3::new(x + QUAD / 2.0, y, 0.012 - 0.0002 * y);
                strip.spawn((Mesh2d(quad.clone()), row, Transform::from_translation(place)));
                if !text.is_empty() {
                    let from = x + PITCH * pips as f32;
                    let place = Vec2::new(from + DIGIT * text.len() as f32 / 2.0, y);
                    strip.spawn(written::letters(&text, theme::INK, place));
                }
                if rows > 1.0 {
                    y -= PITCH;
                } else {
                    x += kind.width();
                }
            }
        });
    }
}

/// Points of one kind: the shape of their pips, how many are left and at most.
#[derive(Debug, PartialEq)]
struct Kind {
    shape: f32,
    left: u32,
    most: u32,
}

impl Kind {
    /// Are there so many that their number is written?
    fn counted(&self) -> bool {
        self.most > COUNTED
    }

    /// How many pips are drawn.
    fn drawn(&self) -> u32 {
        if self.counted() { 1 } else { self.most }
    }

    /// What is written behind them.
    fn text(&self) -> String {
        if self.counted() { self.left.to_string() } else { String::new() }
    }

    fn width(&self) -> f32 {
        PITCH * self.drawn() as f32 + DIGIT * self.text().len() as f32
    }
}

/// The kinds of points that a unit has: those of its turn, then those off it or of a second pool of its turn.
fn kinds(counter: &Counter) -> Vec<Kind> {
    let second = match counter.second_points {
        (_, 0) => (DIAMOND, counter.off_points),
        points => (SQUARE_PIP, points),
    };
    let both = [(ROUND, counter.points), second];
    let had = both.into_iter().filter(|(_, (_, most))| *most > 0);
    had.map(|(shape, (left, most))| Kind { shape, left, most }).collect()
}

/// A kind has a row of its own, unless there are numbers, which need the whole height.
fn rows(kinds: &[Kind]) -> f32 {
    if kinds.iter().any(Kind::counted) { 1.0 } else { kinds.len() as f32 }
}

/// The width of the strip, in units.
fn width(kinds: &[Kind]) -> f32 {
    let each = kinds.iter().map(Kind::width);
    2.0 * RIM + if rows(kinds) > 1.0 { each.fold(0.0, f32::max) } else { each.sum::<f32>() }
}

/// What the shader draws with this: pips of one kind; and their shapes.
const PIPS: f32 = -3.0;
const ROUND: f32 = 0.0;
const DIAMOND: f32 = 1.0;
const SQUARE_PIP: f32 = 2.0;

/// So many pips of a kind are drawn at most.
const COUNTED: u32 = 3;
/// From one pip to the next, and the width of the quad of a row of them, in units: the shader has the same.
const PITCH: f32 = 5.5;
const QUAD: f32 = 16.5;
/// The width of a digit, of the paper beside it, and of the gap to the number of vitality.
const DIGIT: f32 = 7.0;
const RIM: f32 = 0.75;
const GAP: f32 = 2.0;
/// How much of the width of a counter the two may take.
const WITHIN: f32 = 0.98;
/// So battered a vehicle does nothing more.
const WRECK: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_a_long_number_both_kinds_fit_on_the_smallest_counter() {
        let own = Counter { points: (2, 3), off_points: (1, 2), ..default() };
        assert_eq!(rows(&kinds(&own)), 2.0);
        assert!(width(&kinds(&own)) + GAP + written::width("105") <= 48.0 * WITHIN);
        let many = Counter { points: (4, 6), off_points: (2, 4), ..default() };
        assert_eq!(kinds(&many).iter().map(Kind::text).collect::<Vec<_>>(), ["4", "2"]);
        assert!(width(&kinds(&many)) + GAP + written::width("22") <= 48.0 * WITHIN);
    }

    #[test]
    fn a_second_pool_of_the_turn_has_square_pips() {
        let of = |off_points, second_points| {
            let own = Counter { points: (1, 1), off_points, second_points, ..default() };
            kinds(&own).into_iter().map(|kind| (kind.shape, kind.left, kind.most)).collect::<Vec<_>>()
        };
        assert_eq!(of((1, 2), (0, 0)), [(ROUND, 1, 1), (DIAMOND, 1, 2)]);
        assert_eq!(of((0, 0), (0, 1)), [(ROUND, 1, 1), (SQUARE_PIP, 0, 1)]);
    }
}
