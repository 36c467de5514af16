//! What stands in the corners of counters: which of two alike it is, its conditions as badges, its altitude.

use super::{
    counters::{Kit, PICTURE, top_of_bar},
    hulls::HullArt,
    prelude::*,
    written::{self, Legible, Pinned, Small},
};

impl Kit<'_> {
    /// What stands around the figure, so that it stays free: the strip with its points and the number of its vitality,
    /// which of two alike it is, its conditions, the altitude band. `corner` is half the width and height there is.
    pub(super) fn trim(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        corner: Vec2,
        foot: f32,
    ) {
        self.strip(parent, counter, corner, foot);
        if counter.shield && counter.pose != Pose::Down && !SHIELDED.contains(&counter.art.as_str()) {
            let HullArt { art, images, .. } = &mut self.hulls;
            let image = art.toned(images, "ui/carried_shield", PICTURE, counter.side);
            let shield = Sprite { image, custom_size: Some(Vec2::splat(SHIELD * foot)), ..default() };
            let beside = (-0.25 * foot - column(counter, foot) / 2.0).max(-0.32 * foot);
            let at = Vec3::new(beside, top_of_bar(foot) + 0.55 * SHIELD * foot, 0.25);
            parent.spawn((shield, Transform::from_translation(at)));
        }
        if !counter.tag.is_empty() {
            let small = Small { foot, least: written::NUMBER_LEAST, most: f32::INFINITY };
            // The notch may lie in that corner.
            let lower = if counter.facing == Some(7) { 0.17 } else { 0.0 };
            let at = Vec2::new(-corner.x, corner.y - lower * foot);
            let pinned = Pinned { at, by: Vec2::new(-0.8, 1.0), small, harm: false };
            written::slip(parent, &counter.tag, pinned);
        }
        self.badges(parent, counter, corner, foot);
        let Some(band) = counter.band else { return };
        let name = match band {
            Band::Ground => "ui/band_ground",
            Band::Low => "ui/band_low",
            Band::High => "ui/band_high",
        };
        let mark = self.picture(name, Color::WHITE, BAND);
        // Where the notch lies before that corner, it keeps off it.
        let inward = if counter.hull.is_none() && counter.facing == Some(1) { 0.30 } else { 0.10 };
        let at = Vec2::new(corner.x - inward * foot, corner.y - 0.06 * foot);
        let legible = Legible { least: 1.0, grown: 1.0 };
        parent.spawn((legible, mark, Transform::from_translation(at.extend(0.45))));
    }

    /// Conditions down the right rim within the frame (of a vehicle down the left one), so that the face stays free: as
    /// many as can be read on a counter so large, then "+n".
    fn badges(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, corner: Vec2, foot: f32) {
        let right = counter.hull.is_none();
        let bar = top_of_bar(foot);
        let count = counter.conditions.len();
        for Row { places, share, many, least, most } in ROWS {
            let size = foot.min(2.0 * SQUARE) * if count > places { many } else { share };
            let inward = inward(counter, foot);
            let x = if right { corner.x - size * INSIDE - inward } else { size * 0.20 - corner.x };
            // Its altitude stands above them, its bar and its number below.
            let altitude = right && counter.band.is_some();
            let top = if altitude { 0.24 * foot - size / 2.0 } else { corner.y - 0.5 * size };
            let room = if right { (top - size / 2.0 - bar) / (places - 1) as f32 } else { size };
            let at = |n: usize| Vec2::new(x, top - room.min(0.98 * size) * n as f32);
            let small = Small { foot, least, most };
            let drawn = if count > places { places - 1 } else { count };
            for (n, condition) in counter.conditions.iter().take(drawn).enumerate() {
                let badge = self.picture(&format!("conditions/{condition}"), Color::WHITE, size);
                parent.spawn((
                    small,
                    badge,
                    Transform::from_translation(at(n).extend(0.35 + 0.001 * n as f32)),
                ));
            }
            if count > drawn {
                let more = format!("+{}", count - drawn);
                // On the rim, but beside the notch.
                let at = Vec2::new(if right { 0.5 * foot - inward } else { at(drawn).x }, at(drawn).y);
                let by = Vec2::X * f32::from(u8::from(right));
                written::slip(parent, &more, Pinned { at, by, small, harm: false });
            }
        }
    }
}

/// How far within the rim badges lie: more than one would lie under a notch at that side.
fn inward(counter: &Counter, foot: f32) -> f32 {
    if counter.facing == Some(2) && counter.conditions.len() > 1 { 0.16 * foot } else { 0.0 }
}

/// How wide the badges at the right rim of a counter so wide are: its figure stands beside them, as far as it can.
pub(super) fn column(counter: &Counter, foot: f32) -> f32 {
    let count = counter.conditions.len();
    if counter.hull.is_some() || count == 0 {
        return 0.0;
    }
    // A large counter is seen as small as others only far off.
    let [opening, nearer] = ROWS;
    let Row { places, share, many, .. } = if foot > SQUARE { nearer } else { opening };
    let size = foot.min(2.0 * SQUARE) * if count > places { many } else { share };
    let told = if count > places { written::width("+9") * written::unit(foot) - 0.05 * foot } else { 0.0 };
    let wide = ((0.5 + INSIDE) * size).max(told) + inward(counter, foot);
    wide.min(COLUMN * foot)
}

/// How far within the corner the middle of a badge lies, in widths of it.
const INSIDE: f32 = 0.40;
/// How wide the badges are at most beside which a figure makes room, as a share of its counter.
const COLUMN: f32 = 0.40;

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
}
