//! A still board draws nothing: after something has moved, or somebody has touched the mouse, a key or the gamepad,
//! frames go on for a moment; then the program sleeps until something wakes it, but not for ever.

use std::sync::OnceLock;

use bevy::{
    app::{TerminalCtrlCHandlerPlugin, ctrlc},
    input::gamepad::GamepadEvent,
    ui::UiGlobalTransform,
    window::{RequestRedraw, WindowEvent},
    winit::{EventLoopProxy, EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent},
};

use crate::window::{prelude::*, screen::IDLE};

/// How long frames go on after the last that changed something: hovering, layout and text settle within a few.
const SETTLES: Duration = Duration::from_millis(400);

/// How often a gamepad is asked while nothing moves; none: what reads it wakes the program by itself.
const PADS: Option<Duration> = if cfg!(target_os = "linux") { None } else { Some(Duration::from_millis(50)) };

/// After so long there is a frame in any case: what is said to who does nothing comes with it.
const LATE: Duration = IDLE;

/// The way to wake the program from another thread.
static ALARM: OnceLock<EventLoopProxy<WinitUserEvent>> = OnceLock::new();

/// The plugin of stillness.
pub fn plugin(app: &mut App) {
    if let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() {
        ALARM.get_or_init(|| (**proxy).clone());
    }
    let sleeps = UpdateMode::reactive_low_power(LATE);
    app.insert_resource(WinitSettings { focused_mode: sleeps, unfocused_mode: sleeps })
        .add_systems(Last, (rest, pads));
}

/// Wakes the window from any thread: content has changed, the program is to end.
pub fn wake() {
    if let Some(alarm) = ALARM.get() {
        // It fails only when the window has gone.
        let _ = alarm.send_event(WinitUserEvent::WakeUp);
    }
}

/// Signals to end wake a sleeping window. Called before Bevy's own plugins are added, which then leave them alone.
pub fn hear_signals() {
    let heard = ctrlc::try_set_handler(|| {
        TerminalCtrlCHandlerPlugin::gracefully_exit();
        wake();
    });
    if let Err(why) = heard {
        warn!("signals are not heard: {why}");
    }
}

/// What is seen and may have changed in a frame.
type Seen = Or<(
    Changed<GlobalTransform>,
    Changed<UiGlobalTransform>,
    Changed<ComputedNode>,
    Changed<InheritedVisibility>,
    Changed<Text>,
    Changed<TextColor>,
    Changed<BackgroundColor>,
    Changed<BorderColor>,
    Changed<ImageNode>,
    Changed<Sprite>,
    Changed<Projection>,
)>;

/// Asks for the next frame while something moves or will.
fn rest(
    time: Res<Time<Real>>,
    (motion, table, shelf): (Res<BeatQueue>, Res<Table>, Res<Shelf>),
    (settings, screen): (Res<Settings>, Res<State<Screen>>),
    (mut happened, mut images): (MessageReader<WindowEvent>, MessageReader<AssetEvent<Image>>),
    seen: Query<(), Seen>,
    mut until: Local<Duration>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed();
    // The next redraw is announced as an event as well.
    let touched = happened.read().filter(|event| !matches!(event, WindowEvent::RequestRedraw(_))).count() > 0;
    let loaded = images.read().count() > 0;
    let plays = *screen.get() == Screen::Battle && (motion.busy() || table.thinking);
    let moves = plays || table.is_changed() || shelf.is_changed() || !seen.is_empty();
    if touched {
        // What rests under the pointer is explained after a while.
        *until = (*until).max(now + Duration::from_millis(u64::from(settings.tip_delay)) + SETTLES);
    }
    if loaded || moves || settings.is_changed() {
        *until = (*until).max(now + SETTLES);
    }
    if now < *until {
        redraw.write(RequestRedraw);
    }
}

/// Frames go on while something of a gamepad is held; one that does not wake the program is asked again and again.
fn pads(
    pads: Query<&Gamepad>,
    mut events: MessageReader<GamepadEvent>,
    mut winit: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Is a stick pushed, not only at rest?
    let far = |stick: Vec2| stick.abs().max_element() > 0.15;
    let held = pads
        .iter()
        .any(|pad| pad.get_pressed().next().is_some() || far(pad.left_stick()) || far(pad.right_stick()));
    if events.read().count() > 0 || held {
        redraw.write(RequestRedraw);
    }
    let wanted = UpdateMode::reactive_low_power(PADS.filter(|_| !pads.is_empty()).unwrap_or(LATE));
    if winit.focused_mode != wanted {
        winit.focused_mode = wanted;
    }
}
