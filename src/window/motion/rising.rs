//! Slips with a few characters that rise from a square and are gone: what a blow cost, what somebody suffers.
//!
//! None lies on another. What they say comes with the beats.

use crate::window::board::{MapPaper, draw_paper};
use crate::window::prelude::*;

/// A slip on its way up.
#[derive(Component)]
pub(super) struct Rising {
    from: Vec2,
    /// Half its width and height, in pixels at zoom 1.
    half: Vec2,
    /// Seconds since it rose.
    age: f32,
}

/// How long a slip stays, in seconds.
const STAYS: f32 = 1.2;
/// How long it takes to come and to go.
const TURNS: f32 = 0.10;
/// Pixels that it rises in a second.
const SPEED: f32 = 26.0;

impl Rising {
    /// It goes now: what it told of is over.
    pub(super) fn go(&mut self) {
        self.age = self.age.max(STAYS - TURNS);
    }
}

/// Lets a slip rise from a square.
pub(super) fn rise(commands: &mut Commands, at: At, text: &str, harm: bool) {
    let size = Vec2::new(14.0 + 11.5 * text.chars().count() as f32, 26.0);
    let ink = if harm { theme::HARM } else { theme::INK };
    let paper = MapPaper { size, shadow: Vec2::new(2.0, -3.0), rim: 3.0, letters: 63.0, grade: 1.0, ink };
    let from = middle(at) + Vec2::new(0.0, 18.0);
    commands
        .spawn((
            Rising { from, half: size / 2.0 + 1.5, age: 0.0 },
            Transform::from_translation(from.extend(layer::AIR)).with_scale(Vec3::ZERO),
            Visibility::Inherited,
        ))
        .with_children(|label| draw_paper(label, paper, text));
}

/// Slips rise, none on another, and are gone.
pub(super) fn float(
    mut commands: Commands,
    time: Res<Time>,
    ui: Res<UiScale>,
    camera: Single<&Projection, With<MainCamera>>,
    mut labels: Query<(Entity, &mut Rising, &mut Transform)>,
) {
    let Projection::Orthographic(seen) = *camera else { return };
    // Never smaller than other text, however far off the map is.
    let scale = (seen.scale * ui.0).max(1.0);
    let mut lying: Vec<Rect> = Vec::new();
    let mut youngest: Vec<(f32, Entity)> = labels.iter().map(|(own, label, _)| (label.age, own)).collect();
    youngest.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    for (_, own) in youngest {
        let Ok((_, mut label, mut transform)) = labels.get_mut(own) else { continue };
        label.age += time.delta_secs();
        if label.age > STAYS {
            commands.entity(own).despawn();
            continue;
        }
        let turned = (label.age / TURNS).min((STAYS - label.age) / TURNS).clamp(0.0, 1.0);
        let place = free(label.from + Vec2::Y * SPEED * label.age * scale, label.half * scale, &lying);
        lying.push(Rect::from_center_half_size(place, label.half * scale));
        transform.translation = place.extend(transform.translation.z);
        transform.scale = Vec3::splat(scale * turned);
    }
}

/// The lowest place at or above a wished one where a slip lies on no other.
fn free(wished: Vec2, half: Vec2, lying: &[Rect]) -> Vec2 {
    let mut place = wished;
    // Each of those that lie there can push it up once.
    for _ in 0..lying.len() {
        let own = Rect::from_center_half_size(place, half - 0.01);
        let Some(under) = lying.iter().find(|other| !own.intersect(**other).is_empty()) else { break };
        place.y = under.max.y + half.y;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_slip_lies_on_another() {
        let half = Vec2::new(20.0, 13.0);
        let mut lying: Vec<Rect> = Vec::new();
        for n in 0..6 {
            let place = free(Vec2::new(n as f32 * 3.0, n as f32 * 4.0), half, &lying);
            let own = Rect::from_center_half_size(place, half);
            assert!(lying.iter().all(|other| own.intersect(*other).height() < 0.1), "slip {n} at {place}");
            lying.push(own);
        }
        assert_eq!(free(Vec2::new(200.0, 0.0), half, &lying), Vec2::new(200.0, 0.0));
    }
}
