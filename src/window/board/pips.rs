//! The strip of paper at the foot of a counter or above a vehicle: at its left the points that a unit has left, round
//! pips for points of its turn, diamonds for points off it, of too many one pip with their number; at its right, behind a
//! thin rule and larger, the number of its vitality.

use super::{
    counters::{Kit, Ring, depth_of, foot_of},
    hulls::askew,
    prelude::*,
    written::{self, Pinned, Small},
};

impl Kit<'_> {
    /// The strip: on a counter across all of its foot, above a vehicle and where it lies aside as wide as it need be.
    /// `corner` is half the width and height of what it lies on, `foot` the width of the counter.
    pub(super) fn strip(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        corner: Vec2,
        foot: f32,
    ) {
        let text = if counter.whole > 0 { written::number(counter.vitality) } else { String::new() };
        let (numbered, larger) = numbered(&text);
        let on_it = counter.hull.is_none();
        let across = on_it.then(|| WIDE * foot / SQUARE / written::grown(foot));
        let wreck = counter.hull.is_some_and(|hull| hull.damage >= WRECK);
        let room = across.map_or(f32::INFINITY, |across| across - numbered - RIM - APART);
        let kinds = if wreck || self.around.tagged { Vec::new() } else { kinds(counter, room) };
        if text.is_empty() && kinds.is_empty() {
            return;
        }
        let harm = !text.is_empty() && counter.vitality <= 0;
        let needed = width(&kinds) + RIM + APART + numbered;
        let size = Vec2::new(across.filter(|_| self.around.strip.is_none()).unwrap_or(needed), HEIGHT);
        // Where the strip would be wider than the counter there is the number alone.
        let least = if on_it { LEAST * foot / SQUARE } else { written::TAG_LEAST };
        let alone = Small { foot, least: written::NUMBER_LEAST, most: least };
        let (at, by) = if on_it {
            let foot_of_it = BOTTOM * foot + written::unit(foot);
            let by = self.around.strip.unwrap_or(Vec2::new(1.0, -1.0));
            let at = Vec2::new(0.49 * foot * by.x, if by.y < 0.0 { foot_of_it } else { -foot_of_it });
            if !text.is_empty() {
                written::slip(parent, &text, Pinned { at, by, small: alone, harm });
            }
            match self.around.strip {
                Some(_) => (at, by),
                None => (Vec2::new(0.0, foot_of_it), Vec2::NEG_Y),
            }
        } else {
            let lies = self.around.strip.unwrap_or(Vec2::ONE);
            let (at, by) = match askew(counter, lies) {
                Some(side) => (side + OUTSIDE * lies, -lies),
                None => ((corner + Vec2::Y * OUTSIDE) * lies, lies * Vec2::new(1.0, -1.0)),
            };
            if !text.is_empty() {
                written::slip(parent, &text, Pinned { at, by, small: alone, harm });
            }
            (at, by)
        };
        let middle = -by * size / 2.0;
        let small = Small { foot, least, most: f32::INFINITY };
        let quad = self.hulls.meshes.add(Rectangle::new(QUAD, QUAD));
        written::laid(parent, at.extend(0.39), small).with_children(|strip| {
            let mut sheet = |colour: Color, size: Vec2, middle: Vec2, depth: f32| {
                strip.spawn((
                    Sprite::from_color(colour, size),
                    Transform::from_translation(middle.extend(depth)),
                ));
            };
            let number = middle + Vec2::new((size.x - numbered) / 2.0, 0.0);
            sheet(theme::INK, size + 2.0, middle, 0.0);
            sheet(theme::PAPER, size, middle, 0.005);
            if harm {
                sheet(theme::HARM, Vec2::new(numbered, size.y), number, 0.01);
            } else if !text.is_empty() && !kinds.is_empty() {
                let rule = number - Vec2::X * (numbered + RULE) / 2.0;
                sheet(theme::RULE, Vec2::new(RULE, size.y), rule, 0.01);
            }
            strip.spawn(written::letters(
                &text,
                if harm { theme::PAPER } else { theme::INK },
                number,
                larger,
            ));
            let mut x = middle.x - size.x / 2.0 + RIM;
            for (n, kind) in kinds.iter().enumerate() {
                let pips = kind.drawn();
                let state = Vec4::new(PIPS, kind.shape, kind.left.min(pips) as f32, pips as f32);
                let row = Ring { side: Vec4::ZERO, state, bar: Vec4::new(PITCH, QUAD, 0.0, 0.0) };
                // The quads lie over each other.
                let place = Vec3::new(x + QUAD / 2.0, middle.y, 0.012 + 0.0002 * n as f32);
                let row = MeshMaterial2d(self.rings.add(row));
                strip.spawn((Mesh2d(quad.clone()), row, Transform::from_translation(place)));
                if kind.counted {
                    let left = kind.left.to_string();
                    let place = Vec2::new(x + PITCH + DIGIT * left.len() as f32 / 2.0, middle.y);
                    strip.spawn(written::letters(&left, theme::INK, place, 1.0));
                }
                x += kind.width();
            }
        });
    }
}

/// In which corner the strip of a large counter or of a vehicle lies, right and up being positive, where others stand over
/// the place that it always has.
pub(super) fn corner_of_strip(counter: &Counter, all: &[Counter]) -> Option<Vec2> {
    let on_it = counter.hull.is_none();
    if counter.seat.is_some() || counter.carried || on_it && counter.size.min_element() < 2 {
        return None;
    }
    let above = depth_of(counter) + OVER;
    let covers = |other: &&Counter| {
        let over = other.seat.is_some() || depth_of(other) > above;
        over && other.unit != counter.unit && other.pose != Pose::Dead && !other.ghost
    };
    let covers: Vec<Rect> = all.iter().filter(covers).map(area_of).collect();
    let free = |lies: &Option<Vec2>| {
        let strip = strip_of(counter, *lies);
        covers.iter().all(|own| own.intersect(strip).is_empty())
    };
    let down = if on_it { -1.0 } else { 1.0 };
    let corners = [(1.0, down), (-1.0, down), (-1.0, -down), (1.0, -down)];
    let corners = corners.into_iter().map(|(x, y)| Some(Vec2::new(x, y)));
    std::iter::once(None).chain(corners).find(free).flatten()
}

/// About what the strip of a counter takes of the map: across its foot or above it at the right, or in a corner; of a vehicle
/// that stands askew beside it.
fn strip_of(counter: &Counter, lies: Option<Vec2>) -> Rect {
    let (area, foot) = (area_of(counter), foot_of(counter).min_element() * SQUARE);
    let size = Vec2::new(NEEDED, HEIGHT + 2.0) * written::unit(foot);
    let (half, middle) = (area.half_size(), area.center());
    let at = match (counter.hull.is_none(), lies) {
        (true, None) => {
            let top = Vec2::new(area.max.x, area.min.y + size.y);
            return Rect { min: area.min, max: top };
        }
        (true, Some(lies)) => (half - size / 2.0) * lies,
        (false, lies) => {
            let lies = lies.unwrap_or(Vec2::ONE);
            let out = Vec2::new(half.x - size.x / 2.0, half.y + OUTSIDE + size.y / 2.0);
            askew(counter, lies).map_or(out * lies, |side| side + (OUTSIDE + size / 2.0) * lies)
        }
    };
    Rect::from_center_size(middle + at, size)
}

/// What a counter takes of the map with its strip, where a unit of the screen is so many pixels of it: that of a vehicle
/// lies outside it, above it, below or beside it.
pub fn with_strip(own: &Counter, all: &[Counter], unit: f32) -> Rect {
    let area = area_of(own);
    if own.hull.is_none() {
        return area;
    }
    let foot = foot_of(own).min_element() * SQUARE;
    let strip = Vec2::Y * (OUTSIDE + written::tall(foot, unit) * unit);
    match corner_of_strip(own, all) {
        lies if askew(own, Vec2::ONE).is_some() => area.union(strip_of(own, lies)),
        Some(lies) if lies.y < 0.0 => Rect { min: area.min - strip, ..area },
        _ => Rect { max: area.max + strip, ..area },
    }
}

/// How far above its middle the strip of a counter so wide ends, with its rim.
pub(super) fn top_of_strip(foot: f32) -> f32 {
    BOTTOM * foot + (HEIGHT + 2.0) * written::unit(foot)
}

/// Points of one kind: the shape of their pips, how many are left, and how many pips they have.
#[derive(Debug, PartialEq)]
struct Kind {
    shape: f32,
    left: u32,
    most: u32,
    /// One pip stands for all, with their number behind it.
    counted: bool,
}

impl Kind {
    /// How many pips are drawn.
    fn drawn(&self) -> u32 {
        if self.counted { 1 } else { self.most }
    }

    fn width(&self) -> f32 {
        let digits = if self.counted { self.left.to_string().len() } else { 0 };
        PITCH * self.drawn() as f32 + DIGIT * digits as f32
    }
}

/// How wide the number of a vitality is on its paper, in units, and how much larger than other text it is written.
fn numbered(text: &str) -> (f32, f32) {
    match text.chars().count() {
        0 => (0.0, 1.0),
        few @ 1..=2 => (2.0 + LARGE_DIGIT * few as f32, LARGE_DIGIT / DIGIT),
        many => (2.0 + DIGIT * many as f32, 1.0),
    }
}

/// The kinds of points of which a unit has some left: those of its turn, then those off it or of a second pool of its turn.
/// So many points of a kind are drawn alike on all counters: the second kind is told there only where both are few, and
/// none where they need more room than this.
fn kinds(counter: &Counter, room: f32) -> Vec<Kind> {
    let second = match counter.second_points {
        (_, 0) => (DIAMOND, counter.off_points),
        points => (SQUARE_PIP, points),
    };
    let both = [(ROUND, counter.points), second];
    let had = both.into_iter().filter(|(_, (_, most))| *most > 0);
    let kind = |(shape, (left, most)): (f32, (u32, u32))| {
        // Who may have more has a number only while there are more.
        Kind { shape, left, most: most.min(COUNTED), counted: left > COUNTED }
    };
    let mut kinds: Vec<Kind> = had.map(kind).collect();
    if room.is_finite() && kinds.iter().map(|own| own.most).sum::<u32>() > COUNTED {
        kinds.truncate(1);
    }
    while width(&kinds) > room.max(0.0) {
        kinds.pop();
    }
    kinds.retain(|own| own.left > 0);
    kinds
}

/// The width of the pips and numbers of all kinds, in units.
fn width(kinds: &[Kind]) -> f32 {
    kinds.iter().map(Kind::width).sum()
}

/// What the shader draws with this: pips of one kind; and their shapes.
const PIPS: f32 = -3.0;
const ROUND: f32 = 0.0;
const DIAMOND: f32 = 1.0;
const SQUARE_PIP: f32 = 2.0;

/// So many pips are drawn at most, of a kind and on a counter.
const COUNTED: u32 = 3;
/// From one pip to the next, and the width of the quad of a row of them, in units: the shader is told.
const PITCH: f32 = 6.0;
const QUAD: f32 = 18.0;
/// The width of a digit, of one of a short vitality, of the paper before the first pip, of what is free behind the last, and
/// of the rule there.
const DIGIT: f32 = 7.0;
const LARGE_DIGIT: f32 = 7.6;
const RIM: f32 = 0.5;
const APART: f32 = 3.5;
const RULE: f32 = 0.75;
/// The height of the strip without its rim, in units.
const HEIGHT: f32 = 10.5;
/// About how wide a strip is that is only as wide as it need be, and how much higher others lie that cover it.
const NEEDED: f32 = 39.0;
const OVER: f32 = 0.1;
/// The width of the strip of a counter of one square, in units, and the least units that this measures for it to fit.
const WIDE: f32 = 45.0;
const LEAST: f32 = 47.0;
/// How far below its middle the strip ends, as a share of the counter: it stays within its square.
const BOTTOM: f32 = -0.495;
/// How far above a vehicle its strip begins, in pixels of the map: the track around it stays free.
pub(super) const OUTSIDE: f32 = 5.0;
/// So battered a vehicle does nothing more.
const WRECK: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the strip of a counter of one square beside such a number.
    fn beside(number: &str) -> f32 {
        WIDE - numbered(number).0 - RIM - APART
    }

    #[test]
    fn as_many_points_are_drawn_alike_beside_every_number() {
        let drawn = |points, off_points, number: &str| {
            let own = Counter { points, off_points, ..default() };
            let kinds = kinds(&own, beside(number));
            assert!(width(&kinds) <= beside(number));
            kinds.iter().map(|kind| (kind.drawn(), kind.counted)).collect::<Vec<_>>()
        };
        for number in ["6", "40", "105"] {
            assert_eq!(
                drawn((3, 3), (1, 1), number),
                [(3, false)],
                "the second kind has no room beside some"
            );
            assert_eq!(drawn((1, 3), (2, 2), number), [(3, false)]);
            assert_eq!(drawn((4, 6), (2, 4), number), [(1, true)]);
            assert_eq!(drawn((3, 4), (1, 1), number), [(3, false)], "three are told like those of others");
            assert_eq!(drawn((1, 1), (1, 2), number), [(1, false), (2, false)]);
            assert_eq!(drawn((0, 1), (1, 2), number), [(2, false)], "nothing is left of the first kind");
            assert!(drawn((0, 6), (2, 2), number).is_empty());
        }
        assert!(width(&kinds(&Counter { points: (9, 9), ..default() }, -1.0)) == 0.0);
    }

    #[test]
    fn a_second_pool_of_the_turn_has_square_pips() {
        let of = |off_points, second_points| {
            let own = Counter { points: (1, 1), off_points, second_points, ..default() };
            let all = kinds(&own, beside("100"));
            all.into_iter().map(|kind| (kind.shape, kind.left, kind.most)).collect::<Vec<_>>()
        };
        assert_eq!(of((1, 2), (0, 0)), [(ROUND, 1, 1), (DIAMOND, 1, 2)]);
        assert_eq!(of((0, 0), (1, 1)), [(ROUND, 1, 1), (SQUARE_PIP, 1, 1)]);
    }

    #[test]
    fn the_strip_moves_aside_of_who_stands_on_it() {
        let at = |x, y| IVec2::new(x, y);
        let large = Counter { unit: 1, at: at(2, 2), size: UVec2::splat(2), ..default() };
        let on_it = |x, y| Counter { unit: 2, at: at(x, y), aside: -1, ..default() };
        let corner = |others: &[Counter]| corner_of_strip(&large, others);
        assert_eq!(corner(&[on_it(2, 2)]), None, "its head is not in the way");
        assert_eq!(corner(&[on_it(2, 3)]), Some(Vec2::new(1.0, -1.0)));
        assert_eq!(corner(&[on_it(2, 3), on_it(3, 3)]), Some(Vec2::new(-1.0, 1.0)));
        assert_eq!(corner(&[Counter { unit: 2, at: at(2, 4), ..default() }]), None, "nor is a neighbour");
        let car = Counter { size: UVec2::new(3, 2), hull: Some(Hull::default()), ..large.clone() };
        let acting = Counter { unit: 2, at: at(4, 1), active: true, ..default() };
        assert_eq!(corner_of_strip(&car, &[]), None);
        assert_eq!(corner_of_strip(&car, &[acting]), Some(Vec2::new(-1.0, 1.0)));
    }

    #[test]
    fn the_strip_of_a_vehicle_that_stands_askew_lies_beside_it() {
        let hull = Some(Hull { size: UVec2::new(3, 5), ..default() });
        let ship = Counter { size: UVec2::new(3, 5), facing: Some(7), hull, ..default() };
        let (strip, middle) = (strip_of(&ship, None), area_of(&ship).center());
        let corner = Vec2::new(strip.min.x, strip.min.y) - middle;
        let off = corner.dot(Vec2::ONE.normalize()) - 1.5 * SQUARE;
        assert!((0.0..12.0).contains(&off), "it touches its flank: {off}");
        assert!(with_strip(&ship, &[], 1.0).contains(strip.max));
    }

    #[test]
    fn the_strip_lies_within_the_foot_of_its_counter() {
        for squares in [0.6, 1.0, 2.0, 4.0] {
            let foot = squares * SQUARE;
            let across = WIDE * foot / SQUARE / written::grown(foot);
            assert!((across + 2.0) * written::unit(foot) <= foot * 1.01, "{squares}");
            assert!(top_of_strip(foot) < 0.0, "{squares}");
        }
    }
}
