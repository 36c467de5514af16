//! The camera over the map: pan by keys, by dragging and at the window's edge, zoom to the pointer, limits.
//!
//! It lies over the whole window; the panels stand on it. What happens elsewhere it eases to, unless nothing is to
//! move. It goes nowhere because something opens.

mod bring;
mod frame;
mod glide;
mod large;
mod place;
mod sight;

use bevy::camera::visibility::{RenderLayers, VisibilitySystems};

use self::{
    frame::{limits, opens_at, opens_with, resized},
    sight::Sight,
};
pub use self::{
    glide::Glide,
    sight::{BringIntoSight, SightReason, seen_from},
};
use super::screen::{CornerPiece, LogPlace};
use crate::window::prelude::*;

/// Sends the camera to a square.
#[derive(Message, Clone, Copy, Debug)]
pub struct LookAt(pub At);

/// What the camera has settled on.
#[derive(Resource, Default)]
struct Settled {
    /// The size of the map; zero: on none.
    size: UVec2,
    /// The zoom at which the battle opened: until another is wished for it is found anew as the window changes.
    opened: f32,
    /// Whose turn has been looked at since all is known of it, and where they stood.
    framed: Option<(u32, At)>,
}

/// The camera of the window. Others look at sheets of the board.
#[derive(Component)]
pub struct MainCamera;

/// Where the camera moves.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CameraSet;

/// Sets the zoom, in pixels of the screen for a pixel of the map (a square has 64 of these).
#[derive(Message, Clone, Copy, Debug)]
pub struct SetZoom(pub f32);

/// The plugin of the camera.
pub fn plugin(app: &mut App) {
    app.add_message::<LookAt>()
        .add_message::<BringIntoSight>()
        .add_message::<SetZoom>()
        .init_resource::<Settled>()
        .init_resource::<Glide>()
        .init_resource::<Cleared>()
        // Where the last player looked is nobody's business.
        .add_systems(OnEnter(Screen::HandOver), |mut seen: ResMut<Settled>| *seen = Settled::default())
        .add_systems(OnEnter(Screen::Title), |mut seen: ResMut<Settled>| *seen = Settled::default())
        .add_systems(Startup, |mut commands: Commands| {
            // Everything drawn smooths its own edges; multisampling would only cost.
            commands.spawn((MainCamera, Camera2d, IsDefaultUiCamera, Msaa::Off, RenderLayers::default()));
        })
        .add_systems(PostUpdate, clear_table.before(VisibilitySystems::CheckVisibility))
        .add_systems(Update, grow_with_window.before(CameraSet))
        // Once the map is laid: no frame shows it from where the camera was before.
        .add_systems(
            PostUpdate,
            settle_on_new_map
                .in_set(CameraSet)
                .before(TransformSystems::Propagate)
                .run_if(not(in_state(Screen::HandOver))),
        )
        .add_systems(
            Update,
            (by_message, bring::look_at_turn, bring::bring, pan, zoom, keep_within)
                .chain()
                .in_set(CameraSet)
                .after(super::input::InputSet)
                .run_if(in_state(Screen::Battle)),
        )
        .add_systems(
            Update,
            glide::glide.in_set(CameraSet).after(bring::bring).after(zoom).before(keep_within),
        );
}

/// What clears the table: while there is one, nothing of what lies there is drawn, only the wood.
#[derive(Component)]
pub struct ClearsTable;

/// Where the wood is drawn: in a battle, and on a table that is cleared.
pub fn on_every_table() -> RenderLayers {
    RenderLayers::default().union(&CLEARED)
}

const CLEARED: RenderLayers = RenderLayers::layer(1);

/// Whether the table is cleared in this frame.
#[derive(Resource, Default, PartialEq)]
pub struct Cleared(pub bool);

/// Whether the table is cleared on this screen, which has just come or not: where something clears it; and where a
/// battle is laid out already, but the way in still stands there, or a page that cleared it and is drawn anew.
fn is_cleared(screen: &Screen, just_come: bool, (clears, laid, was): (bool, bool, bool)) -> bool {
    clears
        || match screen {
            Screen::Title => laid,
            Screen::Page(_) => was && !just_come,
            Screen::Battle | Screen::HandOver | Screen::Over => false,
        }
}

/// Clears the table, before anything is drawn.
pub fn clear_table(
    clears: Query<(), With<ClearsTable>>,
    (screen, table): (Res<State<Screen>>, Res<Table>),
    mut cleared: ResMut<Cleared>,
    mut camera: Single<&mut RenderLayers, With<MainCamera>>,
) {
    let now = (!clears.is_empty(), table.board.generation > 0, cleared.0);
    let now = is_cleared(screen.get(), screen.is_changed(), now);
    cleared.set_if_neq(Cleared(now));
    camera.set_if_neq(if now { CLEARED } else { RenderLayers::default() });
}

/// Pixels of the screen that a key moves the view in a second.
const KEY_SPEED: f32 = 900.0;
/// How near the window's edge the pointer must be to push the view, in pixels.
const EDGE: f32 = 6.0;
/// How much nearer one notch of the wheel brings the map.
const NOTCH: f32 = 1.15;
/// Zooms that differ by such a share are the same.
const ALIKE: f32 = 0.001;
/// How many notches a key that is held brings it nearer in a second.
const HELD: f32 = 6.0;

/// How far a hand rises above its place that is not spread out whole, in units.
const RISES: f32 = 64.0;

/// What no fixed panel covers of the window, in logical pixels: size, and how far its middle lies above the window's.
fn free(window: &Window, room: &Room, ui: f32) -> (Vec2, f32) {
    let (top, bottom) = (room.top * ui, room.bottom * ui);
    (Vec2::new(window.width(), (window.height() - top - bottom).max(64.0)), (bottom - top) / 2.0)
}

/// The least and the most zoom that a player may set: out to the whole map beside the log and above the hand.
fn may_zoom(table: &Table, window: &Window, room: &Room, ui: f32) -> (f32, f32) {
    let (size, _) = free(window, room, ui);
    limits(map_size(table), window.size(), size - Vec2::new(room.log, RISES) * ui)
}

fn map_size(table: &Table) -> Vec2 {
    table.board.size.as_vec2() * SQUARE
}

type CameraParts<'w, 's> =
    Single<'w, 's, (&'static mut Transform, &'static mut Projection), With<MainCamera>>;

fn scale_of(projection: &Projection) -> f32 {
    match projection {
        Projection::Orthographic(o) => o.scale,
        _ => 1.0,
    }
}

fn set_scale(projection: &mut Projection, scale: f32) {
    if let Projection::Orthographic(o) = projection {
        o.scale = scale;
    }
}

/// The zoom at which a battle opens in this window.
fn opening(table: &Table, window: &Window, room: &Room, ui: f32) -> f32 {
    let (size, _) = free(window, room, ui);
    let map = map_size(table);
    let (least, most) = limits(map, window.size(), size);
    let stand = sight::fighters(table).into_iter().reduce(|all, part| all.union(part));
    let stand = stand.map_or(Vec2::ZERO, |all| all.size());
    opens_with(map, stand, [window.size(), size], room.base).clamp(least, most)
}

/// The map grows and shrinks with the window, so that no less of it is seen in a larger one; whose turn it is is looked at
/// anew.
fn grow_with_window(
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room): (Res<UiScale>, Res<Room>),
    camera: CameraParts,
    mut seen: Local<Option<(UVec2, Vec2, f32)>>,
    (mut settled, mut glide): (ResMut<Settled>, ResMut<Glide>),
) {
    let (size, _) = free(&window, &room, ui.0);
    let (whole, _) = limits(map_size(&table), window.size(), size);
    let before = seen.replace((table.board.size, size, whole));
    if let Some((map, before, all)) = before
        && map == table.board.size
        && before != size
    {
        let (_, mut projection) = camera.into_inner();
        let scale = glide.before.or(glide.scale).unwrap_or(scale_of(&projection));
        glide.let_go();
        let zoom = 1.0 / scale;
        let zoom = if (zoom - settled.opened).abs() < ALIKE * zoom {
            settled.opened = opening(&table, &window, &room, ui.0);
            settled.opened
        } else {
            resized(zoom, [before, size], [all, whole])
        };
        set_scale(&mut projection, 1.0 / zoom);
        settled.framed = None;
    }
}

fn settle_on_new_map(
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room): (Res<UiScale>, Res<Room>),
    (log, corner): (Res<LogPlace>, Res<CornerPiece>),
    camera: CameraParts,
    (mut seen, mut glide): (ResMut<Settled>, ResMut<Glide>),
) {
    if seen.size == table.board.size || table.board.generation == 0 {
        return;
    }
    let zoom = opening(&table, &window, &room, ui.0);
    *seen = Settled { size: table.board.size, opened: zoom, ..default() };
    glide.let_go();
    let (mut transform, mut projection) = camera.into_inner();
    let map = map_size(&table);
    set_scale(&mut projection, 1.0 / zoom);
    let sight = Sight {
        window: &window,
        room: &room,
        log: *log,
        corner: *corner,
        rise: 0.0,
        ui: ui.0,
        scale: 1.0 / zoom,
        table: &table,
    };
    let wished = opens_at(&table.counters).unwrap_or(map * Vec2::new(0.5, -0.5)) - sight.open().center();
    let active: Vec<Rect> = table.counters.iter().filter(|own| own.active).map(area_of).collect();
    let to = sight.place(wished, &active, SightReason::Event);
    transform.translation = to.extend(transform.translation.z);
}

/// What the camera is told.
#[derive(bevy::ecs::system::SystemParam)]
struct Told<'w, 's> {
    looks: MessageReader<'w, 's, LookAt>,
    zooms: MessageReader<'w, 's, SetZoom>,
    intents: MessageReader<'w, 's, Intent>,
}

fn by_message(
    mut told: Told,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room, rise, log): (Res<UiScale>, Res<Room>, Res<Rise>, Res<LogPlace>),
    table: Res<Table>,
    camera: CameraParts,
    mut glide: ResMut<Glide>,
) {
    let (mut transform, mut projection) = camera.into_inner();
    let (size, lift) = free(&window, &room, ui.0);
    let (left, right) = (log.left * ui.0, log.right * ui.0);
    if let Some(SetZoom(zoom)) = told.zooms.read().last() {
        set_scale(&mut projection, 1.0 / zoom.max(0.01));
        glide.let_go();
    }
    let scale = scale_of(&projection);
    let map = map_size(&table);
    let above = Vec2::new(0.0, lift * scale);
    if let Some(LookAt(at)) = told.looks.read().last() {
        transform.translation = (middle(*at) - above).extend(transform.translation.z);
        glide.stop();
    }
    let wished: Vec<&Intent> = told.intents.read().collect();
    if wished.contains(&&Intent::Centre)
        && let Some(active) = table.counters.iter().find(|counter| counter.active)
    {
        glide.toward(centre_of(active) - above);
    }
    if wished.contains(&&Intent::WholeMap) {
        // Beside the log and above the hand, but for a hand that is spread out whole.
        let over = rise.0.clamp(0.0, RISES) * ui.0;
        let (least, _) = limits(map, window.size(), size - Vec2::new(left + right, over));
        set_scale(&mut projection, 1.0 / least);
        transform.translation.x = map.x / 2.0 + (right - left) / 2.0 / least;
        transform.translation.y = -map.y / 2.0 - (lift + over / 2.0) / least;
        glide.let_go();
    }
}

fn pan(
    actions: Actions,
    pointer: Res<Pointer>,
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    time: Res<Time>,
    camera: CameraParts,
    mut glide: ResMut<Glide>,
) {
    let (mut transform, projection) = camera.into_inner();
    let scale = scale_of(&projection);
    let way = |n| actions.clamped_button_value(&Action::Pan(n));
    let keys = Vec2::new(way(1) - way(3), way(0) - way(2)).clamp_length_max(1.0);
    let mut by = keys * settings.pan_speed as f32;
    if let Some(at) = pointer.screen
        && settings.edge_scroll
        && window.focused
    {
        let size = window.size();
        let edge =
            |at: f32, most: f32| f32::from(u8::from(at > most - EDGE)) - f32::from(u8::from(at < EDGE));
        by += Vec2::new(edge(at.x, size.x), -edge(at.y, size.y)) * settings.edge_speed as f32;
    }
    let mut by = by / 100.0 * KEY_SPEED * time.delta_secs();
    if actions.pressed(&Action::Drag) {
        let drag = actions.axis_pair(&Action::PointerMotion);
        by += Vec2::new(-drag.x, drag.y);
    }
    if by != Vec2::ZERO {
        transform.translation += (by * scale).extend(0.0);
        glide.stop();
    }
}

fn zoom(
    actions: Actions,
    pointer: Res<Pointer>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room, time): (Res<UiScale>, Res<Room>, Res<Time>),
    (table, mut glide): (Res<Table>, ResMut<Glide>),
    mut intents: MessageReader<Intent>,
    camera: CameraParts,
) {
    let (mut transform, mut projection) = camera.into_inner();
    let wheel = if pointer.on_panel { 0.0 } else { actions.value(&Action::Zoom) };
    let pressed = intents.read().filter_map(|intent| match intent {
        Intent::Nearer(notches) => Some(*notches as f32),
        _ => None,
    });
    let mut notches = wheel + pressed.sum::<f32>();
    // While a key or a trigger is held it goes on.
    for (action, sign) in [(Action::ZoomIn, 1.0), (Action::ZoomOut, -1.0)] {
        if actions.pressed(&action) && !actions.just_pressed(&action) {
            notches += sign * HELD * actions.clamped_button_value(&action) * time.delta_secs();
        }
    }
    if notches == 0.0 {
        return;
    }
    glide.let_go();
    let (least, most) = may_zoom(&table, &window, &room, ui.0);
    let before = scale_of(&projection);
    let after = (before / NOTCH.powf(notches.clamp(-4.0, 4.0))).clamp(1.0 / most, 1.0 / least);
    // The point under the pointer stays where it is.
    let from_middle = pointer
        .screen
        .filter(|_| !pointer.on_panel && !pointer.by_keys)
        .map_or(Vec2::ZERO, |at| Vec2::new(at.x - window.width() / 2.0, window.height() / 2.0 - at.y));
    transform.translation += (from_middle * (before - after)).extend(0.0);
    set_scale(&mut projection, after);
}

/// The middle of the free part of the window stays on the map.
fn keep_within(
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room): (Res<UiScale>, Res<Room>),
    table: Res<Table>,
    camera: CameraParts,
) {
    if table.board.generation == 0 {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    let (_, lift) = free(&window, &room, ui.0);
    let map = map_size(&table);
    let (least, most) = may_zoom(&table, &window, &room, ui.0);
    let scale = scale_of(&projection);
    let kept = scale.clamp(1.0 / most, 1.0 / least);
    if kept != scale {
        set_scale(&mut projection, kept);
    }
    let middle = Vec2::new(transform.translation.x, transform.translation.y + lift * kept);
    let wanted = middle.clamp(Vec2::new(0.0, -map.y), Vec2::new(map.x, 0.0));
    if wanted != middle {
        transform.translation.x = wanted.x;
        transform.translation.y = wanted.y - lift * kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::view::Page;

    #[test]
    fn no_frame_shows_a_battle_that_is_laid_out_before_its_screen_has_come() {
        let cleared = |screen: Screen, come: bool, now: (bool, bool, bool)| is_cleared(&screen, come, now);
        assert!(!cleared(Screen::Title, false, (false, false, false)), "what lies on the table of the title");
        assert!(cleared(Screen::Title, false, (false, true, false)));
        let page = || Screen::Page(Page::Rules);
        assert!(cleared(page(), true, (true, true, true)));
        assert!(cleared(page(), false, (false, true, true)), "it is drawn anew");
        assert!(!cleared(page(), true, (false, true, true)), "another one that dims the board");
        assert!(!cleared(Screen::Battle, true, (false, true, true)));
    }

    #[test]
    fn a_battle_is_seen_as_it_opens_in_a_window_of_another_size_until_another_zoom_is_wished_for() {
        let at = |x: i32| Counter { at: IVec2::new(x, 5), ..default() };
        let board = Board { size: UVec2::new(30, 12), ..default() };
        let table = Table { counters: vec![at(0), at(28)], board, ..default() };
        let opened = opening(&table, &Window::default(), &Room::default(), 1.0);
        let sees = |zoom: f32| {
            Projection::Orthographic(OrthographicProjection {
                scale: 1.0 / zoom,
                ..OrthographicProjection::default_2d()
            })
        };
        let mut world = World::new();
        world.insert_resource(table);
        world.insert_resource(Settled { opened, ..default() });
        world.init_resource::<UiScale>();
        world.init_resource::<Room>();
        world.init_resource::<Glide>();
        let window = world.spawn((Window::default(), PrimaryWindow)).id();
        let camera = world.spawn((MainCamera, Transform::default(), sees(opened))).id();
        let grow = world.register_system(grow_with_window);
        let seen = |world: &mut World, width: u32, height: u32| {
            let mut window = world.get_mut::<Window>(window).unwrap();
            window.resolution.set_physical_resolution(width, height);
            world.run_system::<()>(grow).unwrap();
            SQUARE / scale_of(world.get::<Projection>(camera).unwrap())
        };
        let near = |one: f32, other: f32| (one - other).abs() < 0.1;
        assert!(near(seen(&mut world, 1280, 720), 48.0));
        // There all who fight are seen, with less than half as much again for a square.
        let all = seen(&mut world, 1920, 1080);
        assert!(all < 71.0 && 29.0 * all < 1920.0 && 30.0 * all > 1920.0, "{all}");
        world.entity_mut(camera).insert(sees(2.0));
        assert!(near(seen(&mut world, 1280, 720), 2.0 * SQUARE / 1.5));
    }
}
