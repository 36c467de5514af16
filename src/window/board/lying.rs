//! What lies on the ground: an icon on a slip of paper. Its name is one of the labels.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// What of a thing on the ground is drawn.
#[derive(Component)]
struct Drawing;

/// Width of the slip and of the icon on it, as a share of a square.
pub(super) const SLIP: f32 = 0.44;
const ICON: f32 = 0.38;
/// Pixels of the icons.
const PICTURE: u32 = 128;
/// The icon of what is no weapon.
const PLAIN: &str = "icons/pickup";

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    old: Query<Entity, With<Drawing>>,
    mut seen: Local<Vec<Lying>>,
) {
    if !table.is_changed() || *seen == table.lying {
        return;
    }
    seen.clone_from(&table.lying);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    for thing in &table.lying {
        let mut fitting = thing.pictures.iter().map(|name| format!("icons/{name}"));
        let name = fitting.find(|name| brushes.art.has_quietly(name)).unwrap_or_else(|| PLAIN.to_owned());
        let icon = Sprite {
            image: brushes.picture(&name, PICTURE),
            custom_size: Some(Vec2::splat(ICON * SQUARE)),
            ..default()
        };
        let slip = |colour: Color, grown: f32| Sprite::from_color(colour, Vec2::splat(SLIP * SQUARE + grown));
        let at = middle(thing.at);
        for (sprite, depth) in [(slip(theme::INK, 3.0), 0.0), (slip(theme::PAPER, 0.0), 0.01), (icon, 0.02)] {
            let place = Transform::from_translation(at.extend(layer::FALLEN - 0.5 + depth));
            commands.spawn((Drawing, sprite, place, Pickable::IGNORE));
        }
    }
}
