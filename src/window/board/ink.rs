//! What the drawings of the board share: one module of shader code, how a shader becomes a material, and the quad with
//! a texel a square that overlays are drawn on.

use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
    shader::load_shader_library,
};

use super::SQUARE;
use crate::window::{theme, view::Counter};

pub(super) fn plugin(app: &mut App) {
    load_shader_library!(app, "ink.wgsl");
}

/// Makes a type a material that is drawn with a shader of this folder, blended over what lies beneath.
macro_rules! drawn_with {
    ($material:ty, $shader:literal) => {
        impl bevy::sprite_render::Material2d for $material {
            fn fragment_shader() -> bevy::shader::ShaderRef {
                concat!("embedded://threat_range_window/window/board/", $shader).into()
            }

            fn alpha_mode(&self) -> bevy::sprite_render::AlphaMode2d {
                bevy::sprite_render::AlphaMode2d::Blend
            }
        }
    };
}
pub(super) use drawn_with;

/// A texture with one texel for each square of a board, read as it is.
pub(super) fn squares(size: UVec2, texels: Vec<u8>, format: TextureFormat) -> Image {
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let mut image = Image::new(extent, TextureDimension::D2, texels, format, RenderAssetUsages::default());
    image.sampler = ImageSampler::nearest();
    image
}

/// A quad over the whole board at a depth, which takes no part in picking.
pub(super) fn over_board(meshes: &mut Assets<Mesh>, size: UVec2, depth: f32) -> impl Bundle + use<> {
    let extent = size.as_vec2() * SQUARE;
    (
        Mesh2d(meshes.add(Rectangle::from_size(extent))),
        Transform::from_xyz(extent.x / 2.0, -extent.y / 2.0, depth),
        Pickable::IGNORE,
    )
}

/// Columns and rows of a board as a shader takes them, with two numbers more.
pub(super) fn extent(size: UVec2, third: f32, fourth: f32) -> Vec4 {
    size.as_vec2().extend(third).extend(fourth)
}

/// What a counter and a vehicle's plate show alike of a unit.
pub(super) struct Gauge {
    /// Colour of the side; 1 = active, 2 = may be chosen.
    pub side: Vec4,
    /// The share of the vitality that is left.
    pub full: f32,
    /// The share of the way to death.
    pub death: f32,
    /// How wounded it looks: gashes, 0 to 3.
    pub gashes: u8,
}

impl Gauge {
    /// What is shown of a counter's unit.
    pub fn of(counter: &Counter) -> Self {
        let chosen = match (counter.active, counter.choosable()) {
            (true, _) => 1.0,
            (false, true) => 2.0,
            (false, false) => 0.0,
        };
        let share =
            |part: i32, whole: i32| if whole > 0 { part.clamp(0, whole) as f32 / whole as f32 } else { 0.0 };
        Self {
            side: theme::side_colour(counter.side).to_linear().to_vec3().extend(chosen),
            full: share(counter.vitality, counter.whole),
            gashes: match share(counter.vitality, counter.whole) {
                _ if counter.whole <= 0 => 0,
                left if left > 0.75 => 0,
                left if left > 0.50 => 1,
                left if left > 0.25 => 2,
                _ => 3,
            },
            death: if counter.vitality < 0 {
                share(-counter.vitality, -counter.death).max(0.02)
            } else {
                0.0
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quarter_that_is_lost_shows() {
        let of = |vitality| Gauge::of(&Counter { vitality, whole: 20, ..default() }).gashes;
        assert_eq!([20, 16, 15, 10, 5, -3].map(of), [0, 0, 1, 2, 3, 3]);
    }

    #[test]
    fn below_zero_the_track_runs_toward_death() {
        let gauge = Gauge::of(&Counter { vitality: -5, whole: 20, death: -10, ..default() });
        assert_eq!((gauge.full, gauge.death), (0.0, 0.5));
    }
}
