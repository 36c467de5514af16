//! The camera over the map: pan by keys, by dragging and at the window's edge, zoom to the pointer, limits.

use bevy::{
    camera::visibility::{RenderLayers, VisibilitySystems},
    prelude::*,
    window::PrimaryWindow,
};

use super::{
    Screen,
    board::SQUARE,
    input::{Action, Actions, Pointer},
    minimap::Corner,
    screen::{HINT, Rise, Room},
    settings::Settings,
    view::{At, Intent, Table},
};

/// Sends the camera to a square.
#[derive(Message, Clone, Copy, Debug)]
pub struct LookAt(pub At);

/// Brings a square into sight, if the panels or the window's edge hide it.
#[derive(Message, Clone, Copy, Debug)]
pub struct Glance(pub At);

/// Brings a part of the map into sight, with room beside it for a slip.
#[derive(Message, Clone, Copy, Debug)]
pub struct MakeRoom {
    /// The part, in pixels of the map.
    pub area: Rect,
    /// Width of the room, in pixels at scale 1.
    pub beside: f32,
}

/// The size of the map on which the camera has settled; zero: on none.
#[derive(Resource, Default)]
struct Settled(UVec2);

/// Where the camera moves.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CameraSet;

/// Sets the zoom, in pixels of the screen for a pixel of the map (a square has 64 of these).
#[derive(Message, Clone, Copy, Debug)]
pub struct SetZoom(pub f32);

/// The plugin of the camera.
pub fn plugin(app: &mut App) {
    app.add_message::<LookAt>()
        .add_message::<Glance>()
        .add_message::<MakeRoom>()
        .add_message::<SetZoom>()
        .init_resource::<Settled>()
        // Where the last player looked is nobody's business.
        .add_systems(OnEnter(Screen::HandOver), |mut seen: ResMut<Settled>| seen.0 = UVec2::ZERO)
        .add_systems(Startup, |mut commands: Commands| {
            // Everything drawn smooths its own edges; multisampling would only cost.
            commands.spawn((Camera2d, IsDefaultUiCamera, Msaa::Off, RenderLayers::default()));
        })
        .add_systems(PostUpdate, clear_table.before(VisibilitySystems::CheckVisibility))
        .add_systems(Update, grow_with_window.before(CameraSet))
        .add_systems(
            Update,
            (settle_on_new_map, by_message, make_room, pan, zoom, keep_within)
                .chain()
                .in_set(CameraSet)
                .after(super::input::InputSet)
                .run_if(in_state(Screen::Battle)),
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

fn clear_table(clears: Query<(), With<ClearsTable>>, mut camera: Single<&mut RenderLayers, With<Camera2d>>) {
    camera.set_if_neq(if clears.is_empty() { RenderLayers::default() } else { CLEARED });
}

/// Pixels of the screen that a key moves the view in a second.
const KEY_SPEED: f32 = 900.0;
/// The zoom at which counters can still be read.
const READABLE: f32 = 0.6;
/// How near the window's edge the pointer must be to push the view, in pixels.
const EDGE: f32 = 6.0;
/// How much nearer one notch of the wheel brings the map.
const NOTCH: f32 = 1.15;
/// How many notches a key that is held brings it nearer in a second.
const HELD: f32 = 6.0;

/// Frames after which what has been opened has its place and size.
const LAID_OUT: u8 = 2;
/// How far a hand rises above its place that is not spread out whole, in units.
const RISES: f32 = 64.0;

/// The part of the window that no fixed panel covers, in logical pixels: size, and how far its middle lies above the
/// window's.
fn free(window: &Window, room: &Room, ui: f32) -> (Vec2, f32) {
    let (top, bottom) = (room.top * ui, room.bottom * ui);
    let size = Vec2::new(window.width(), (window.height() - top - bottom).max(64.0));
    (size, (bottom - top) / 2.0)
}

/// The least and the most zoom: the whole map, and one counter over half the height and width (a quarter of the
/// screen). Above 0 and never crossed over, however small the map or the window.
pub fn limits(map: Vec2, window: Vec2, free: Vec2) -> (f32, f32) {
    let most = window.y.max(1.0) / 2.0 / SQUARE;
    let margin = 1.0 + 0.5 * SQUARE / map.max_element().max(SQUARE);
    let whole = (free.max(Vec2::ONE) / (map.max(Vec2::splat(SQUARE)) * margin)).min_element();
    (whole.min(most), most)
}

/// The least and the most zoom that a player may set: out to the whole map beside the log and above the hand.
fn may_zoom(table: &Table, window: &Window, room: &Room, ui: f32) -> (f32, f32) {
    let (size, _) = free(window, room, ui);
    limits(map_size(table), window.size(), size - Vec2::new(room.log, RISES) * ui)
}

fn map_size(table: &Table) -> Vec2 {
    table.board.size.as_vec2() * SQUARE
}

type CameraParts<'w, 's> = Single<'w, 's, (&'static mut Transform, &'static mut Projection), With<Camera2d>>;

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

/// The map grows with the window as the panels do, so that as much of it is seen as before.
fn grow_with_window(room: Res<Room>, camera: CameraParts, mut base: Local<Option<f32>>) {
    let before = base.replace(room.base);
    if let Some(before) = before
        && before != room.base
    {
        let (_, mut projection) = camera.into_inner();
        let scale = scale_of(&projection);
        set_scale(&mut projection, scale * before / room.base);
    }
}

fn settle_on_new_map(
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room): (Res<UiScale>, Res<Room>),
    camera: CameraParts,
    mut seen: ResMut<Settled>,
) {
    if seen.0 == table.board.size || table.board.generation == 0 {
        return;
    }
    seen.0 = table.board.size;
    let (mut transform, mut projection) = camera.into_inner();
    let (size, lift) = free(&window, &room, ui.0);
    let map = map_size(&table);
    let (least, most) = limits(map, window.size(), size);
    // The whole map, if its counters can still be read then.
    let zoom = least.max(READABLE * room.base).min(room.base.max(least)).clamp(least, most);
    set_scale(&mut projection, 1.0 / zoom);
    transform.translation.x = map.x / 2.0;
    transform.translation.y = -map.y / 2.0 - lift / zoom;
}

/// What the camera is told.
#[derive(bevy::ecs::system::SystemParam)]
struct Told<'w, 's> {
    looks: MessageReader<'w, 's, LookAt>,
    glances: MessageReader<'w, 's, Glance>,
    zooms: MessageReader<'w, 's, SetZoom>,
    intents: MessageReader<'w, 's, Intent>,
}

/// What the small map covers of the window, in logical pixels.
type SmallMap<'w, 's> = Query<
    'w,
    's,
    (&'static ComputedNode, &'static UiGlobalTransform, &'static InheritedVisibility),
    With<Corner>,
>;

fn covered(window: &Window, corner: &SmallMap) -> Rect {
    let shown = corner.iter().find(|(_, _, visible)| visible.get());
    shown.map_or(Rect::EMPTY, |(node, transform, _)| {
        let scale = window.scale_factor();
        Rect::from_center_size(transform.translation / scale, node.size() / scale)
    })
}

fn by_message(
    mut told: Told,
    window: Single<&Window, With<PrimaryWindow>>,
    corner: SmallMap,
    (ui, room, rise): (Res<UiScale>, Res<Room>, Res<Rise>),
    table: Res<Table>,
    camera: CameraParts,
    mut since_log: Local<Option<u8>>,
) {
    let (mut transform, mut projection) = camera.into_inner();
    let (size, lift) = free(&window, &room, ui.0);
    let log = if table.log_open { room.log * ui.0 } else { 0.0 };
    *since_log = table.log_open.then(|| since_log.map_or(0, |frames| frames.saturating_add(1)));
    if let Some(SetZoom(zoom)) = told.zooms.read().last() {
        set_scale(&mut projection, 1.0 / zoom.max(0.01));
    }
    let scale = scale_of(&projection);
    let here = Vec2::new(transform.translation.x, transform.translation.y + lift * scale);
    let mut go = |at: Vec2| {
        transform.translation.x = at.x;
        transform.translation.y = at.y - lift * scale;
    };
    let middle = |at: At| Vec2::new(at.x as f32 + 0.5, -(at.y as f32) - 0.5) * SQUARE;
    if let Some(LookAt(at)) = told.looks.read().last() {
        go(middle(*at));
    }
    let active = || table.counters.iter().find(|counter| counter.active).map(|counter| counter.at);
    // The log does not hide who has the turn, nor does what makes room for it: once all of it is laid out.
    let opened = *since_log == Some(LAID_OUT);
    let glance = told.glances.read().last().map(|glance| glance.0).or_else(|| active().filter(|_| opened));
    if let Some(at) = glance {
        // Just so far that it lies inside the free part, a square from its edges and not under the column.
        let off = middle(at) - here;
        let margin = SQUARE * 1.5;
        // The line that says what to do, and the small choices, lie over the lower end.
        let least = Vec2::new(log - size.x * 0.5, (HINT + rise.0) * ui.0 - size.y * 0.5) * scale + margin;
        let most = Vec2::new(size.x * 0.5 - room.column * ui.0, size.y * 0.5) * scale - margin;
        if least.cmplt(most).all() {
            let mut inside = off.clamp(least, most);
            // To the right of the small map, where there is room, rather than under it.
            let small = covered(&window, &corner).inflate(margin / scale);
            let middle = Vec2::new(window.width() / 2.0, room.top * ui.0 + size.y / 2.0);
            let right = (small.max.x - middle.x) * scale;
            if small.contains(middle + Vec2::new(inside.x, -inside.y) / scale) && right < most.x {
                inside.x = right;
            }
            if inside != off {
                go(here + off - inside);
            }
        } else {
            go(middle(at));
        }
    }
    let wished: Vec<&Intent> = told.intents.read().collect();
    if wished.contains(&&Intent::Centre)
        && let Some(at) = active()
    {
        go(middle(at));
    }
    if wished.contains(&&Intent::WholeMap) {
        // Beside the log and above the hand, but for a hand that is spread out whole.
        let map = map_size(&table);
        let over = rise.0.clamp(0.0, RISES) * ui.0;
        let (least, _) = limits(map, window.size(), size - Vec2::new(log, over));
        set_scale(&mut projection, 1.0 / least);
        transform.translation.x = map.x / 2.0 - log / 2.0 / least;
        transform.translation.y = -map.y / 2.0 - (lift + over / 2.0) / least;
    }
}

/// Lays a part of the map to the left or right, so that a slip has room beside it.
fn make_room(
    mut rooms: MessageReader<MakeRoom>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room): (Res<UiScale>, Res<Room>),
    table: Res<Table>,
    camera: CameraParts,
) {
    let Some(MakeRoom { area, beside }) = rooms.read().last() else { return };
    let (mut transform, mut projection) = camera.into_inner();
    let (size, lift) = free(&window, &room, ui.0);
    let scale = scale_of(&projection);
    let here = Vec2::new(transform.translation.x, transform.translation.y + lift * scale);
    let log = if table.log_open { room.log * ui.0 } else { 0.0 };
    let (beside, margin) = (beside * ui.0, EDGE * 2.0 * ui.0);
    let width = size.x - log - room.column * ui.0 - 2.0 * margin;
    // Farther off only if nothing else helps, and never so far that counters cannot be read.
    let fits = ((width - beside) / area.width()).min((size.y - 2.0 * margin) / area.height());
    let zoom = (1.0 / scale).min(fits.max(READABLE * room.base));
    set_scale(&mut projection, 1.0 / zoom);
    let half = area.half_size() * zoom;
    let most = (size.y / 2.0 - margin - half.y).max(0.0);
    let up = ((area.center().y - here.y) * zoom).clamp(-most, most);
    // Whichever side moves the map less and keeps the window's middle on it.
    let at = |across: f32| area.center() - Vec2::new(across - size.x / 2.0, up) / zoom;
    let left = at(log + margin + half.x);
    let right = at(log + margin + width - half.x);
    let map = map_size(&table);
    let off = |to: Vec2| (to.x - to.x.clamp(0.0, map.x)).abs() * 100.0 + (to.x - here.x).abs();
    let to = if off(left) <= off(right) { left } else { right };
    transform.translation.x = to.x;
    transform.translation.y = to.y - lift / zoom;
}

fn pan(
    actions: Actions,
    pointer: Res<Pointer>,
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    time: Res<Time>,
    camera: CameraParts,
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
    }
}

fn zoom(
    actions: Actions,
    pointer: Res<Pointer>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room, time): (Res<UiScale>, Res<Room>, Res<Time>),
    table: Res<Table>,
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

    #[test]
    fn zoom_goes_from_the_whole_map_to_a_counter_of_half_the_height() {
        let window = Vec2::new(1280.0, 720.0);
        let (least, most) = limits(Vec2::new(512.0, 512.0) * SQUARE, window, Vec2::new(1280.0, 480.0));
        assert!(least * 512.0 * SQUARE <= 480.0);
        assert!((most * SQUARE - 360.0).abs() < 0.01);
    }

    #[test]
    fn limits_of_a_tiny_map_are_in_order() {
        let (least, most) = limits(Vec2::splat(SQUARE), Vec2::new(1280.0, 720.0), Vec2::new(1280.0, 480.0));
        assert!(least <= most);
    }

    #[test]
    fn limits_of_a_tiny_window_are_in_order() {
        // In such a one the panels leave less than nothing.
        for window in [Vec2::ZERO, Vec2::ONE, Vec2::new(1.0, 900.0), Vec2::new(900.0, 1.0)] {
            for free in [window - Vec2::new(400.0, 64.0), Vec2::new(window.x - 32.0, 57.6), Vec2::ZERO] {
                let (least, most) = limits(Vec2::new(40.0, 30.0) * SQUARE, window, free);
                assert!(0.0 < least && least <= most && most.is_finite(), "{window} {free}: {least} {most}");
                assert!(1.0_f32.clamp(1.0 / most, 1.0 / least).is_finite());
            }
        }
    }
}
