//! What stands in the corners of counters: which of two alike it is, its conditions as badges, its altitude.

use super::{
    counters::{Kit, PICTURE, top_of_bar},
    hulls::{HullArt, askew},
    prelude::*,
    written::{self, Legible, Pinned, Small},
};

impl Kit<'_> {
    /// What stands around the figure, so that it stays free: the strip with its points and the number of its vitality,
    /// which of two alike it is, its conditions, the altitude band. `corner` is half the width and height there is, but on a
    /// vehicle that stands askew.
    pub(super) fn trim(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        corner: Vec2,
        foot: f32,
    ) {
        self.strip(parent, counter, corner, foot);
        let [left, right] = [-1.0, 1.0].map(|x| askew(counter, Vec2::new(x, 1.0)).map_or(corner, Vec2::abs));
        if counter.shield && counter.pose != Pose::Down && !SHIELDED.contains(&counter.art.as_str()) {
            let HullArt { art, images, .. } = &mut self.hulls;
            let image = art.toned(images, "ui/carried_shield", PICTURE, counter.side);
            let shield = Sprite { image, custom_size: Some(Vec2::splat(SHIELD * foot)), ..default() };
            let beside = (-0.25 * foot - column(counter, foot) / 2.0).max(-0.32 * foot);
            let at = Vec3::new(beside, top_of_bar(foot) + 0.55 * SHIELD * foot, 0.25);
            parent.spawn((shield, Transform::from_translation(at)));
        }
        if !counter.tag.is_empty() {
            let small = Small { foot, least: written::TAG_LEAST, most: f32::INFINITY };
            // The notch may lie in that corner.
            let lower = if counter.facing == Some(7) { 0.17 } else { 0.0 };
            let at = Vec2::new(-left.x, left.y - lower * foot);
            let pinned = Pinned { at, by: Vec2::new(-0.8, 1.0), small, harm: false };
            written::slip(parent, &counter.tag, pinned);
        }
        self.badges(parent, counter, left, foot);
        let Some(band) = counter.band else { return };
        let name = match band {
            Band::Ground => "ui/band_ground",
            Band::Low => "ui/band_low",
            Band::High => "ui/band_high",
        };
        let mark = self.picture(name, Color::WHITE, BAND);
        // Where the notch lies before that corner, it keeps off it.
        let inward = if counter.hull.is_none() && counter.facing == Some(1) { 0.30 } else { 0.10 };
        let at = Vec2::new(right.x - inward * foot, right.y - 0.06 * foot);
        let legible = Legible { least: 1.0, grown: 1.0 };
        parent.spawn((legible, mark, Transform::from_translation(at.extend(0.45))));
    }

    /// Conditions down the right rim within the frame (of a vehicle down the left one), so that the face stays free: as
    /// many as can be read on a counter so large, and "+n".
    fn badges(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, corner: Vec2, foot: f32) {
        let right = counter.hull.is_none();
        for row in &ROWS {
            let size = row.size(counter, foot);
            let small = Small { foot, least: row.least, most: row.most };
            for Spot { sign, up, inward } in spots(counter, row, corner, foot) {
                let x = if right { corner.x - size * INSIDE - inward } else { size * 0.20 - corner.x };
                match sign {
                    Sign::Badge(n) => {
                        let Some(condition) = counter.conditions.get(n) else { continue };
                        let badge = self.picture(&format!("conditions/{condition}"), Color::WHITE, size);
                        let depth = 0.35 + 0.001 * n as f32;
                        parent.spawn((small, badge, Transform::from_xyz(x, up, depth)));
                    }
                    Sign::More(n) => {
                        // On the rim, but beside the notch.
                        let at = Vec2::new(if right { 0.5 * foot - inward } else { x }, up);
                        let by = Vec2::X * f32::from(u8::from(right));
                        written::slip(parent, &format!("+{n}"), Pinned { at, by, small, harm: false });
                    }
                }
            }
        }
    }
}

/// What stands down the rim of a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    /// The badge of the condition that has this place among all.
    Badge(usize),
    /// So many conditions more.
    More(usize),
}

/// Where it stands: how far its middle lies above that of the counter, and how far it keeps off the rim.
struct Spot {
    sign: Sign,
    up: f32,
    inward: f32,
}

/// The badges of a counter from its top down, between its altitude and its bar. What lies where the notch does keeps off
/// that; the number of others, which is wide, rather stands above the badges.
fn spots(counter: &Counter, row: &Row, corner: Vec2, foot: f32) -> Vec<Spot> {
    let count = counter.conditions.len();
    let drawn = if count > row.places { row.places - 1 } else { count };
    let mut signs: Vec<Sign> = (0..drawn).map(Sign::Badge).collect();
    signs.extend((count > drawn).then_some(Sign::More(count - drawn)));
    let unit = written::unit(SQUARE);
    let high = (0.98 * row.size(counter, foot), written::tall(foot, unit) * unit);
    let on_it = counter.hull.is_none();
    let top = if on_it && counter.band.is_some() { 0.24 * foot } else { corner.y };
    let bottom = if on_it { top_of_bar(foot) } else { f32::NEG_INFINITY };
    let laid = |signs: &[Sign]| -> Vec<Spot> {
        let ups = stacked(signs, high, (top, bottom));
        let spot = |(sign, up): (&Sign, f32)| {
            let half = sign.high(high) / 2.0;
            let beside =
                notch(counter).is_some_and(|(low, above)| up + half > low * foot && up - half < above * foot);
            Spot { sign: *sign, up, inward: if beside { BESIDE_NOTCH * foot } else { 0.0 } }
        };
        signs.iter().zip(ups).map(spot).collect()
    };
    let spots = laid(&signs);
    match spots.as_slice() {
        [first, .., Spot { sign: Sign::More(_), inward, .. }] if first.inward < *inward => {
            signs.rotate_right(1);
            laid(&signs)
        }
        _ => spots,
    }
}

impl Sign {
    /// How high it is, where a badge and the number of others are so high.
    fn high(self, (badge, more): (f32, f32)) -> f32 {
        match self {
            Self::Badge(_) => badge,
            Self::More(_) => more,
        }
    }
}

/// The heights of the middles of signs that lie one below the other, closer where there is little room.
fn stacked(signs: &[Sign], high: (f32, f32), (top, bottom): (f32, f32)) -> Vec<f32> {
    let half = |sign: Option<&Sign>| sign.map_or(0.0, |sign| sign.high(high) / 2.0);
    let mut below = 0.0;
    let mut lower = Vec::with_capacity(signs.len());
    for (n, sign) in signs.iter().enumerate() {
        if n > 0 {
            below += half(signs.get(n - 1)) + half(Some(sign));
        }
        lower.push(below);
    }
    let first = top - half(signs.first());
    let room = (first - half(signs.last()) - bottom).max(0.0);
    let share = if below > room { room / below } else { 1.0 };
    lower.into_iter().map(|own| first - own * share).collect()
}

/// From where to where the notch lies before the right rim, above the middle of the counter and as shares of that.
fn notch(counter: &Counter) -> Option<(f32, f32)> {
    let facing = counter.facing.filter(|_| counter.hull.is_none() && counter.pose != Pose::Down)?;
    match facing {
        1 => Some((0.28, 0.50)),
        2 => Some((-0.14, 0.16)),
        3 => Some((-0.20, -0.01)),
        _ => None,
    }
}

/// How wide the badges at the right rim of a counter so wide are: its figure stands beside them, as far as it can.
pub(super) fn column(counter: &Counter, foot: f32) -> f32 {
    if counter.hull.is_some() {
        return 0.0;
    }
    // A large counter is seen as small as others only far off.
    let [opening, nearer] = &ROWS;
    let row = if foot > SQUARE { nearer } else { opening };
    let badge = (0.5 + INSIDE) * row.size(counter, foot);
    let more = written::width("+9") * written::unit(foot) * FAR_OFF - 0.05 * foot;
    let wide = |spot: Spot| spot.inward + spot.sign.high((badge, more));
    let all = spots(counter, row, Vec2::splat(0.46 * foot), foot).into_iter().map(wide);
    all.fold(0.0, f32::max).min(COLUMN * foot)
}

/// How far within the corner the middle of a badge lies, in widths of it.
const INSIDE: f32 = 0.40;
/// How wide the badges are at most beside which a figure makes room, as a share of its counter.
const COLUMN: f32 = 0.40;
/// How far within the rim lies what keeps off the notch, as a share of the counter.
const BESIDE_NOTCH: f32 = 0.17;
/// How much wider than where a battle opens the number of others is on a counter on which it can just be read.
const FAR_OFF: f32 = 1.2;

/// How conditions are shown on counters of one size on the screen.
struct Row {
    /// Badges at most; where there are more conditions, the last place says how many.
    places: usize,
    /// How wide each is, as a share of the square, and where there are more.
    share: f32,
    many: f32,
    /// The least units that the counter measures, and the first that are too many.
    least: f32,
    most: f32,
}

impl Row {
    /// How wide each badge of a counter so wide is.
    fn size(&self, counter: &Counter, foot: f32) -> f32 {
        let share = if counter.conditions.len() > self.places { self.many } else { self.share };
        foot.min(2.0 * SQUARE) * share
    }
}

/// Where a battle opens, few and large ones; nearer, more of them, smaller beside the figure.
const ROWS: [Row; 2] = [
    Row { places: 2, share: 0.30, many: 0.25, least: written::BADGE_LEAST / 0.30, most: 72.0 },
    Row { places: 4, share: 0.19, many: 0.17, least: 72.0, most: f32::INFINITY },
];

/// How wide the shield is that a figure carries, as a share of its counter.
const SHIELD: f32 = 0.34;
/// Figures that are drawn with a shield.
const SHIELDED: [&str; 5] = ["shieldman", "swordsman", "man_at_arms", "pavisier", "empty_mail"];

/// Width of the mark of an altitude band, in pixels at zoom 1.
const BAND: f32 = 20.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::board::counters::WIDTH;

    #[test]
    fn a_figure_stands_beside_its_badges() {
        let with = |many: usize, facing| {
            let conditions = vec!["prone".to_owned(); many];
            Counter { conditions, facing, ..default() }
        };
        let column = |many, facing| column(&with(many, facing), SQUARE) / SQUARE;
        assert_eq!(column(0, Some(2)), 0.0);
        for many in 1..=2 {
            let ends = WIDTH / 2.0 - column(many, None);
            let begins = 0.46 - (0.5 + INSIDE) * ROWS[0].share;
            assert!(ends <= begins, "{many}: {ends} > {begins}");
        }
        assert!(column(2, Some(2)) > column(2, None), "they keep off the notch");
        assert!((1..9).all(|many| column(many, Some(2)) <= COLUMN), "the figure is not squeezed");
    }

    #[test]
    fn badges_lie_beside_the_figure_and_not_on_each_other_where_a_battle_opens() {
        for (many, facing) in (1..5).flat_map(|many| (0..8).map(move |facing| (many, facing))) {
            let conditions = vec!["prone".to_owned(); many];
            let counter = Counter { conditions, facing: Some(facing), ..default() };
            let spots = spots(&counter, &ROWS[0], Vec2::splat(0.46 * SQUARE), SQUARE);
            let unit = written::unit(SQUARE);
            let high = (0.98 * ROWS[0].size(&counter, SQUARE), written::tall(SQUARE, unit) * unit);
            for pair in spots.windows(2) {
                let apart = (pair[0].sign.high(high) + pair[1].sign.high(high)) / 2.0;
                assert!(pair[0].up - pair[1].up >= apart - 0.01, "{many} {facing}");
            }
            let ends = WIDTH / 2.0 - column(&counter, SQUARE) / SQUARE;
            for spot in &spots {
                let left = match spot.sign {
                    Sign::Badge(_) => 0.46 - (0.5 + INSIDE) * high.0 / 0.98 / SQUARE,
                    Sign::More(_) => 0.5 - written::width("+9") * unit / SQUARE,
                };
                let left = left - spot.inward / SQUARE;
                assert!(left >= ends - 0.04, "{many} {facing}: the figure ends at {ends}, not {left}");
            }
        }
    }
}
