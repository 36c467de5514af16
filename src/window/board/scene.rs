//! The picture on the title: a corner of a map, counters, dice, under the lamp.
//!
//! It is made of what every battle is made of: the ground's own shader and the pictures of counters; it goes with
//! the camera, so that it looks the same wherever that stands.

use super::{
    ground::{Grounds, sheet},
    prelude::*,
    props::{lay_thing, shade},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), lay)
        .add_systems(OnExit(Screen::Title), clear)
        .add_systems(PostUpdate, follow.before(TransformSystems::Propagate));
}

/// All of it, in pixels of the window that it is drawn for.
#[derive(Component)]
struct Scene;

/// A part that keeps to the left or right edge of the window: from it, in those pixels.
#[derive(Component)]
struct Beside(f32);

/// The window that the picture is drawn for.
const DRAWN_FOR: Vec2 = Vec2::new(1280.0, 720.0);

/// How strong the light is in its middle. Its picture is drawn at full strength: the colours of what is all but clear
/// would be rounded away.
const LIGHT: f32 = 0.22;

/// How far a wide menu pushes things aside.
const ASIDE: f32 = 84.0;

/// How wide the margin of the map is.
const MARGIN: f32 = 34.0;

/// The ground of the corner of a map, a letter a square.
const MAP: [&str; 9] = [
    "gggbggwddwg",
    "gbggggwddwg",
    "gggggwwddwg",
    "ggfffwdddwg",
    "ggfffwddwwg",
    "ggfffwdwwgg",
    "rrrrriiirrr",
    "gggmgwdwggg",
    "bggggwddwgg",
];

/// Letters of the map, and what they are drawn with.
const GROUND: [(char, &str); 8] = [
    ('g', "grass"),
    ('b', "brush"),
    ('w', "water"),
    ('d', "deep_water"),
    ('f', "floor"),
    ('r', "road"),
    ('i', "bridge"),
    ('m', "mud"),
];

/// Counters on the left and right sheet: side, figure, column, row, turn.
const COUNTERS: [(usize, &str, f32, f32, f32); 6] = [
    (0, "spearman", 5.5, 6.6, 0.05),
    (0, "archer", 4.2, 4.5, -0.08),
    (0, "captain", 4.4, 7.6, 0.1),
    (1, "swordsman", 7.4, 6.4, -0.12),
    (1, "wolf", 10.3, 5.4, 0.15),
    (1, "crossbowman", 10.2, 7.7, -0.1),
];

/// Dice and a spare counter beside: picture, from the edge, from the middle, width, turn.
const BESIDE: [(&str, f32, f32, f32, f32); 6] = [
    ("ui/d20", 172.0, -20.0, 104.0, 0.35),
    ("ui/d6_5", 302.0, 74.0, 60.0, -0.28),
    ("ui/d6_2", 236.0, 134.0, 60.0, 0.52),
    ("counters/hexagon", 116.0, 148.0, 84.0, -0.30),
    ("counters/circle", 286.0, -132.0, 84.0, 0.22),
    ("counters/shield", 128.0, -196.0, 84.0, -0.12),
];

/// Figures on the counters beside, by their place in the list above.
const FIGURES: [(usize, &str); 3] = [(3, "mage"), (4, "ogre"), (5, "healer")];

fn board() -> Board {
    let kinds = GROUND.map(|(_, art)| TerrainKind { art: art.to_owned(), ticks: 0 });
    let kind = |letter: char| GROUND.iter().position(|(own, _)| *own == letter).unwrap_or(0);
    let terrain = MAP.iter().flat_map(|row| row.chars()).map(|letter| kind(letter) as u8);
    let size = UVec2::new(MAP[0].len() as u32, MAP.len() as u32);
    Board { generation: 1, size, kinds: kinds.to_vec(), terrain: terrain.collect(), ..default() }
}

fn lay(
    mut commands: Commands,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    mut grounds: Grounds,
) {
    let board = board();
    let half = board.size.as_vec2() * SQUARE / 2.0;
    let ground = sheet(&board, &mut art, &mut images, &mut grounds, 256);
    let mut picture = |name: &str, width: f32, pixels: u32, colour: Color| Sprite {
        image: art.image(&mut images, name, pixels),
        color: colour,
        custom_size: Some(Vec2::splat(width)),
        ..default()
    };
    commands.spawn((Scene, Transform::default(), Visibility::Inherited)).with_children(|scene| {
        let tilt = Transform::from_xyz(0.0, -36.0, 0.0)
            .with_rotation(Quat::from_rotation_z(0.12))
            .with_scale(Vec3::splat(0.92));
        let light = picture("ui/lamplight", 900.0, 256, Color::WHITE.with_alpha(LIGHT));
        scene.spawn((Beside(230.0), light, Transform::from_xyz(0.0, 40.0, 0.9)));
        scene.spawn((Beside(-66.0), tilt, Visibility::Inherited)).with_children(|sheet| {
            // Its shadow, the ground, and the margin over the ground's edge.
            let width = half.x * 2.0 + 2.0 * MARGIN;
            for (name, width, off, z) in [
                ("ui/sheet_shadow", width + 120.0, Vec2::new(7.0, -13.0), 0.0),
                ("ui/sheet", width, Vec2::ZERO, 0.15),
            ] {
                let place = Transform::from_translation(off.extend(z));
                sheet.spawn((picture(name, width, 1024, Color::WHITE), place));
            }
            sheet.spawn((ground, Transform::from_xyz(0.0, 0.0, 0.1)));
            for (n, (side, figure, column, row, turn)) in COUNTERS.into_iter().enumerate() {
                let at = Vec2::new(column * SQUARE - half.x, half.y - row * SQUARE);
                let shape = format!("counters/{}", theme::side_shape(side));
                let turn = Quat::from_rotation_z(turn);
                for (name, width, colour, off, z) in [
                    (shape.as_str(), 52.0, shade(0.45), Vec2::new(3.0, -5.0), 0.2),
                    (shape.as_str(), 50.0, Color::WHITE, Vec2::ZERO, 0.3),
                    (&format!("units/{figure}"), 40.0, Color::WHITE, Vec2::ZERO, 0.4),
                ] {
                    sheet.spawn((
                        picture(name, width, 256, colour),
                        Transform::from_translation((at + off).extend(z + 0.01 * n as f32))
                            .with_rotation(turn),
                    ));
                }
            }
        });
        for (n, (name, from, up, width, turn)) in BESIDE.into_iter().enumerate() {
            let place = Transform::from_xyz(0.0, up, 1.0 + n as f32 * 0.1);
            scene.spawn((Beside(from), place, Visibility::Inherited)).with_children(|thing| {
                let turned = (name, width, Color::WHITE, turn);
                lay_thing(thing, &mut |name, width, colour| picture(name, width, 256, colour), turned);
                if let Some((_, figure)) = FIGURES.into_iter().find(|(of, _)| *of == n) {
                    let figure = picture(&format!("units/{figure}"), width * 0.8, 256, Color::WHITE);
                    thing.spawn((
                        figure,
                        Transform::from_xyz(0.0, 0.0, 0.03).with_rotation(Quat::from_rotation_z(turn)),
                    ));
                }
            });
        }
    });
}

fn clear(mut commands: Commands, scenes: Query<Entity, With<Scene>>) {
    for scene in &scenes {
        commands.entity(scene).despawn();
    }
}

type Camera<'w, 's> = Single<
    'w,
    's,
    (&'static Transform, &'static Projection),
    (With<MainCamera>, Without<Scene>, Without<Beside>),
>;

fn follow(
    window: Single<&Window, With<PrimaryWindow>>,
    room: Res<Room>,
    camera: Camera,
    mut scenes: Query<&mut Transform, (With<Scene>, Without<Beside>)>,
    mut parts: Query<(&mut Transform, &Beside), Without<Scene>>,
) {
    let (camera, Projection::Orthographic(projection)) = *camera else { return };
    let of_drawn = (window.size() / DRAWN_FOR).min_element().max(0.01);
    let scale = of_drawn * projection.scale;
    // A wide menu pushes what lies there aside.
    let edge = window.width() / of_drawn / 2.0 + if room.folded { ASIDE } else { 0.0 };
    for mut scene in &mut scenes {
        let at = camera.translation.truncate().extend(layer::TABLE + 1.0);
        scene.set_if_neq(Transform::from_translation(at).with_scale(Vec3::new(scale, scale, 1.0)));
    }
    for (mut part, beside) in &mut parts {
        // What keeps to the left counts below zero.
        let x = if beside.0 < 0.0 { -edge - beside.0 } else { edge - beside.0 };
        if part.translation.x != x {
            part.translation.x = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_map_is_as_long_and_every_letter_known() {
        let board = board();
        assert_eq!(board.terrain.len() as u32, board.size.x * board.size.y);
        let known = |letter: char| GROUND.iter().any(|(own, _)| *own == letter);
        assert!(MAP.iter().all(|row| row.chars().all(known)));
    }
}
