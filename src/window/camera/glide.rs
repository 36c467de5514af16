//! Where the camera eases to, and how fast.

use super::{CameraParts, scale_of, set_scale};
use crate::window::prelude::*;

/// How much of the way the camera eases in a second, as an exponent, at the motions' full length.
const EASES: f32 = 7.0;
/// Zooms that differ by such a share look alike.
const ALIKE: f32 = 0.002;
/// It has arrived after so many seconds, wherever the map's end has kept it.
const ARRIVES: f32 = 1.4;

/// Where the camera is easing to.
#[derive(Resource, Default, Debug)]
pub struct Glide {
    /// A place in the world.
    pub(super) to: Option<Vec2>,
    /// Pixels of the map in a pixel of the screen.
    pub(super) scale: Option<f32>,
    /// Seconds since it set out.
    age: f32,
    /// How many these were before an aim, a question or an attack drew it back.
    pub(super) before: Option<f32>,
    /// Whose turn it was then, until another begins.
    pub(super) whose: Option<u32>,
}

impl Glide {
    /// Is it on its way?
    pub fn on(&self) -> bool {
        self.to.is_some() || self.scale.is_some()
    }

    pub(super) fn toward(&mut self, to: Vec2) {
        (self.to, self.age) = (Some(to), 0.0);
    }

    pub(super) fn zoom(&mut self, scale: f32) {
        (self.scale, self.age) = (Some(scale), 0.0);
    }

    /// This one has the turn now.
    pub(super) fn turns_to(&mut self, active: Option<u32>) {
        self.whose = self.whose.filter(|whose| active.is_none_or(|active| active == *whose));
    }

    /// It goes nowhere; the zoom still comes to rest.
    pub(super) fn stop(&mut self) {
        self.to = None;
    }

    /// Someone else sets the zoom.
    pub(super) fn let_go(&mut self) {
        (self.to, self.scale, self.before) = (None, None, None);
    }
}

/// Eases on to where the camera is sent; at once, where nothing is to move.
pub(super) fn glide(time: Res<Time>, motion: Res<BeatQueue>, camera: CameraParts, mut glide: ResMut<Glide>) {
    if !glide.on() {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    let (here, wide) = (transform.translation.truncate(), scale_of(&projection));
    let (to, until) = (glide.to.unwrap_or(here), glide.scale.unwrap_or(wide));
    let share = (1.0 - (-EASES * motion.speed * time.delta_secs()).exp()).clamp(0.0, 1.0);
    let (there, then) = (here.lerp(to, share), wide + (until - wide) * share);
    glide.age += time.delta_secs() * motion.speed;
    let near = to.distance(there) < then && (until - then).abs() < ALIKE * until;
    let over = motion.speed <= 0.0 || near || glide.age > ARRIVES;
    let (at, scale) = if over { (to, until) } else { (there, then) };
    transform.translation = at.extend(transform.translation.z);
    if scale != wide {
        set_scale(&mut projection, scale);
    }
    if over {
        (glide.to, glide.scale) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_turn_it_was_is_known_until_another_begins() {
        let mut glide = Glide { whose: Some(3), ..Glide::default() };
        for (active, whose) in [(Some(3), Some(3)), (None, Some(3)), (Some(4), None), (Some(3), None)] {
            glide.turns_to(active);
            assert_eq!(glide.whose, whose, "{active:?}");
        }
    }
}
