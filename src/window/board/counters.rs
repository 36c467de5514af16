//! Counters: shadow, card shape in the side's colour, silhouette, ring, notch, pips, badges, tab.
//!
//! Owns how a counter looks. Where it stands while it moves is set by `motion`.

use bevy::{
    asset::embedded_asset,
    prelude::*,
    reflect::TypePath,
    render::render_resource::AsBindGroup,
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dPlugin},
};

use super::{SQUARE, layer};
use crate::window::{
    art::{Art, Brushes},
    motion::Motion,
    theme::{self, Face, Fonts},
    view::{Counter, Pose, Table},
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "counter.wgsl");
    app.add_plugins(Material2dPlugin::<Ring>::default()).add_systems(Update, sync);
}

/// The counter of a unit on the board.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct CounterRoot(pub Counter);

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Ring {
    /// Colour of the side; 1 = active, 2 = may be chosen.
    #[uniform(0)]
    side: Vec4,
    /// Facing, vitality, way to death, dead.
    #[uniform(0)]
    state: Vec4,
    /// Pips.
    #[uniform(0)]
    pips: Vec4,
}

impl Material2d for Ring {
    fn fragment_shader() -> ShaderRef {
        "embedded://threat_range/window/board/counter.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// The middle of a counter in the world.
pub fn centre_of(counter: &Counter) -> Vec2 {
    let size = counter.size.max(UVec2::ONE).as_vec2();
    let lift = if counter.carried { Vec2::new(0.0, LIFT * size.min_element()) } else { Vec2::ZERO };
    (Vec2::new(counter.at.x as f32 + size.x / 2.0, -(counter.at.y as f32) - size.y / 2.0) + lift) * SQUARE
}

/// Who is carried stands so far above the middle of what carries it, as a share of the footprint.
const LIFT: f32 = 0.30;
/// And is so much smaller.
const CARRIED: f32 = 0.56;

fn depth_of(counter: &Counter) -> f32 {
    let base = if matches!(counter.pose, Pose::Dead | Pose::Down) { layer::FALLEN } else { layer::COUNTERS };
    let air = if counter.band.is_some() { 5.0 } else { 0.0 };
    let air = if counter.carried { air + 0.6 } else { air };
    base + air + counter.at.y as f32 * 0.005 + counter.at.x as f32 * 0.00001
}

fn sync(
    mut commands: Commands,
    table: Res<Table>,
    motion: Res<Motion>,
    mut brushes: Brushes,
    mut meshes: ResMut<Assets<Mesh>>,
    mut rings: ResMut<Assets<Ring>>,
    mut roots: Query<(Entity, &mut CounterRoot, &mut Transform)>,
) {
    if !table.is_changed() {
        return;
    }
    let Brushes { fonts, art, images } = &mut brushes;
    let mut kit = Kit { fonts, art, images, meshes: &mut meshes, rings: &mut rings };
    let mut missing: Vec<&Counter> = table.counters.iter().collect();
    for (entity, mut root, mut transform) in &mut roots {
        let Some(n) = missing.iter().position(|c| c.unit == root.0.unit) else {
            commands.entity(entity).despawn();
            continue;
        };
        let counter = missing.swap_remove(n);
        if !motion.moves(counter.unit) {
            transform.translation = centre_of(counter).extend(depth_of(counter));
        }
        if root.0 != *counter {
            root.0 = counter.clone();
            commands.entity(entity).despawn_children();
            commands.entity(entity).with_children(|parent| kit.dress(parent, counter));
        }
    }
    missing.sort_by_key(|c| c.unit);
    for counter in missing {
        commands
            .spawn((
                Name::new(format!("unit {}", counter.unit)),
                CounterRoot(counter.clone()),
                Transform::from_translation(centre_of(counter).extend(depth_of(counter))),
                Visibility::Inherited,
                Pickable::IGNORE,
            ))
            .with_children(|parent| kit.dress(parent, counter));
    }
}

/// Pixels of the pictures of counters; the card may fill a quarter of a large screen.
const PICTURE: u32 = 256;

struct Kit<'a> {
    fonts: &'a Fonts,
    art: &'a mut Art,
    images: &'a mut Assets<Image>,
    meshes: &'a mut Assets<Mesh>,
    rings: &'a mut Assets<Ring>,
}

impl Kit<'_> {
    fn picture(&mut self, name: &str, colour: Color, size: f32) -> Sprite {
        Sprite {
            image: self.art.image(self.images, name, PICTURE),
            color: colour,
            custom_size: Some(Vec2::splat(size)),
            ..default()
        }
    }

    fn dress(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter) {
        let foot = counter.size.max(UVec2::ONE).min_element() as f32 * SQUARE;
        let foot = if counter.carried { foot * CARRIED } else { foot };
        let lift = match counter.band {
            Some('H') => 0.20,
            Some(_) => 0.11,
            None => 0.04,
        } * foot;
        let grown = if counter.band.is_some() { 1.1 } else { 1.0 };
        let base = foot * 0.72 * grown;
        let turn = match counter.pose {
            Pose::Prone => Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
            _ => Quat::IDENTITY,
        };
        let shape = format!("counters/{}", theme::side_shape(counter.side));
        let silhouette = if self.art.has(&format!("units/{}", counter.art)) {
            format!("units/{}", counter.art)
        } else {
            "units/unknown".to_owned()
        };

        let dead = counter.pose == Pose::Dead;
        let down = counter.pose == Pose::Down;
        if dead {
            // A grey outline that stays.
            let grey = Color::srgba(0.42, 0.39, 0.35, 0.55);
            let mut card = self.picture(&shape, grey, base);
            card.flip_y = true;
            parent.spawn((card, Transform::from_xyz(0.0, 0.0, 0.01)));
            let mark = self.picture(&silhouette, Color::srgba(0.2, 0.18, 0.16, 0.55), base * 0.8);
            parent
                .spawn((mark, Transform::from_xyz(0.0, 0.0, 0.02).with_rotation(Quat::from_rotation_z(1.9))));
            return;
        }

        let shadow = self.picture(&shape, Color::srgba(0.0, 0.0, 0.0, 0.40), base);
        parent.spawn((shadow, Transform::from_xyz(lift * 0.6, -lift, 0.0).with_rotation(turn)));
        let mut card = self.picture(&shape, Color::WHITE, base);
        if down {
            // Turned over: the back of the card.
            card.color = Color::srgb(0.52, 0.46, 0.40);
            card.flip_x = true;
        }
        parent.spawn((card, Transform::from_xyz(0.0, 0.0, 0.1).with_rotation(turn)));
        let ink = if down { Color::srgba(1.0, 1.0, 1.0, 0.35) } else { Color::WHITE };
        let figure = self.picture(&silhouette, ink, base * 0.80);
        let figure_turn = if down { Quat::from_rotation_z(std::f32::consts::PI) } else { turn };
        parent.spawn((figure, Transform::from_xyz(0.0, 0.0, 0.2).with_rotation(figure_turn)));

        let ring = self.rings.add(ring_of(counter));
        let quad = self.meshes.add(Rectangle::new(foot * 1.25, foot * 1.25));
        parent.spawn((Mesh2d(quad), MeshMaterial2d(ring), Transform::from_xyz(0.0, 0.0, 0.3)));

        self.tab(parent, counter, foot);
        self.badges(parent, counter, foot);
    }

    /// The tab with the count, and the letter of the altitude band.
    fn tab(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
        if let Some(count) = counter.count {
            self.slip(parent, count.to_string(), Vec2::new(foot * 0.40, foot * 0.42));
        }
        if let Some(band) = counter.band {
            self.slip(parent, band.to_string(), Vec2::new(-foot * 0.42, foot * 0.42));
        }
    }

    /// A small paper tab with a few characters.
    fn slip(&self, parent: &mut ChildSpawnerCommands, text: String, at: Vec2) {
        let width = 6.0 + 7.5 * text.chars().count() as f32;
        parent
            .spawn((
                Sprite::from_color(theme::INK, Vec2::new(width + 2.0, 16.0)),
                Transform::from_translation(at.extend(0.40)),
            ))
            .with_children(|slip| {
                slip.spawn((
                    Sprite::from_color(theme::PAPER, Vec2::new(width, 14.0)),
                    Transform::from_xyz(0.0, 0.0, 0.01),
                ));
                slip.spawn((
                    Text2d::new(text),
                    self.fonts.text(Face::Bold, 52.0),
                    TextColor(theme::INK),
                    Transform::from_xyz(0.0, 0.0, 0.02).with_scale(Vec3::splat(0.25)),
                ));
            });
    }

    /// Up to four conditions down the left edge, then "+n".
    fn badges(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
        const SHOWN: usize = 4;
        let step = 15.0;
        let left = -foot * 0.44;
        let top = foot * 0.44 - if counter.band.is_some() { step } else { 0.0 };
        for (n, condition) in counter.conditions.iter().take(SHOWN).enumerate() {
            let badge = self.picture(&format!("conditions/{condition}"), Color::WHITE, 15.0);
            parent.spawn((badge, Transform::from_xyz(left, top - step * n as f32, 0.35)));
        }
        if counter.conditions.len() > SHOWN {
            let more = format!("+{}", counter.conditions.len() - SHOWN);
            self.slip(parent, more, Vec2::new(left + 2.0, top - step * SHOWN as f32));
        }
    }
}

fn ring_of(counter: &Counter) -> Ring {
    let side = theme::side_colour(counter.side).to_linear();
    let chosen = if counter.active {
        1.0
    } else if counter.choosable {
        2.0
    } else {
        0.0
    };
    let share =
        |part: i32, whole: i32| if whole > 0 { part.clamp(0, whole) as f32 / whole as f32 } else { 0.0 };
    let facing = counter.facing.map_or(-1.0, f32::from);
    let facing = if counter.pose == Pose::Down { -1.0 } else { facing };
    let way = if counter.vitality < 0 { share(-counter.vitality, -counter.death).max(0.02) } else { 0.0 };
    let few = |n: u32| n.min(6) as f32;
    Ring {
        side: Vec4::new(side.red, side.green, side.blue, chosen),
        state: Vec4::new(facing, share(counter.vitality, counter.whole), way, 0.0),
        pips: Vec4::new(
            few(counter.points.0),
            few(counter.points.1),
            few(counter.off_points.0),
            few(counter.off_points.1),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_of_two_by_two_stands_between_its_squares() {
        let counter = Counter { at: IVec2::new(1, 1), size: UVec2::splat(2), ..default() };
        assert_eq!(centre_of(&counter), Vec2::new(2.0 * SQUARE, -2.0 * SQUARE));
    }

    #[test]
    fn below_zero_the_ring_runs_toward_death() {
        let counter = Counter { vitality: -5, whole: 20, death: -10, ..default() };
        assert_eq!(ring_of(&counter).state.z, 0.5);
        assert_eq!(ring_of(&counter).state.y, 0.0);
    }
}
