//! Input: every key, button and wheel as an action of `leafwing-input-manager`, and where the pointer is.
//!
//! Owns the actions, their default bindings, the pointer, and turning actions into intents.
//! Everything else reads actions only. Buttons of panels answer the pointer by themselves (see `widgets`).

use bevy::{
    input::mouse::MouseButton,
    picking::{hover::HoverMap, pointer::PointerId},
    prelude::*,
    window::{CursorLeft, CursorMoved},
};
use leafwing_input_manager::{prelude::*, user_input::MouseScrollAxis};

use super::{
    Screen,
    board::SQUARE,
    motion::Motion,
    view::{At, Intent, Table},
};

/// What a player can do with keys and buttons.
#[derive(Actionlike, Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
pub enum Action {
    /// Move the view over the map.
    #[actionlike(DualAxis)]
    Pan,
    /// Drag the map with the pointer while held.
    Drag,
    /// How far the pointer moved.
    #[actionlike(DualAxis)]
    PointerMotion,
    /// Nearer and farther, by the wheel.
    #[actionlike(Axis)]
    Zoom,
    /// Nearer, by a key.
    ZoomIn,
    /// Farther, by a key.
    ZoomOut,
    /// The whole map.
    WholeMap,
    /// To the unit whose turn it is.
    Centre,
    /// The main click.
    Select,
    /// The other click.
    Alternate,
    /// Lay back what is chosen; skip what moves.
    Cancel,
    /// Agree.
    Confirm,
    /// End the turn.
    EndTurn,
    /// Put the turn off.
    Delay,
    /// The next unit.
    NextUnit,
    /// Take back.
    Undo,
    /// The log.
    Log,
    /// What the others threaten.
    Threat,
    /// Skip the motions.
    Skip,
    /// The n-th card of the hand, or the n-th answer, from 0.
    Hotkey(u8),
}

/// The default bindings.
pub fn bindings() -> InputMap<Action> {
    const DIGITS: [KeyCode; 9] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
        KeyCode::Digit9,
    ];
    let mut map = InputMap::default()
        .with_dual_axis(Action::Pan, VirtualDPad::wasd())
        .with_dual_axis(Action::Pan, VirtualDPad::arrow_keys())
        .with(Action::Drag, MouseButton::Middle)
        .with(Action::Drag, MouseButton::Right)
        .with_dual_axis(Action::PointerMotion, MouseMove::default())
        .with_axis(Action::Zoom, MouseScrollAxis::Y)
        .with(Action::ZoomIn, KeyCode::Equal)
        .with(Action::ZoomIn, KeyCode::NumpadAdd)
        .with(Action::ZoomOut, KeyCode::Minus)
        .with(Action::ZoomOut, KeyCode::NumpadSubtract)
        .with(Action::WholeMap, KeyCode::Home)
        .with(Action::Centre, KeyCode::KeyC)
        .with(Action::Select, MouseButton::Left)
        .with(Action::Alternate, MouseButton::Right)
        .with(Action::Cancel, KeyCode::Escape)
        .with(Action::Confirm, KeyCode::Enter)
        .with(Action::Confirm, KeyCode::NumpadEnter)
        .with(Action::EndTurn, KeyCode::KeyE)
        .with(Action::Delay, KeyCode::KeyQ)
        .with(Action::NextUnit, KeyCode::Tab)
        .with(Action::Undo, KeyCode::KeyU)
        .with(Action::Undo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
        .with(Action::Log, KeyCode::KeyL)
        .with(Action::Threat, KeyCode::KeyT)
        .with(Action::Skip, KeyCode::Space);
    for (n, key) in (0..).zip(DIGITS) {
        map.insert(Action::Hotkey(n), key);
    }
    map
}

/// The actions of now, as a system parameter.
pub type Actions<'w, 's> = Single<'w, 's, &'static ActionState<Action>>;

/// Where the pointer is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// In the window, in logical pixels from the top left; none outside.
    pub screen: Option<Vec2>,
    /// Is a panel under it?
    pub on_panel: bool,
    /// The square under it, if no panel is.
    pub square: Option<At>,
}

/// The plugin of input.
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default())
        .init_resource::<Pointer>()
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((Name::new("bindings"), bindings()));
        })
        .add_systems(Update, (follow_pointer, actions_to_intents).chain().in_set(InputSet));
}

/// Where input becomes intents: before everything that reads them in `Update`.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct InputSet;

/// What the window system says of the pointer.
#[derive(bevy::ecs::system::SystemParam)]
struct Cursor<'w, 's> {
    moves: MessageReader<'w, 's, CursorMoved>,
    leaves: MessageReader<'w, 's, CursorLeft>,
}

fn follow_pointer(
    mut cursor: Cursor,
    mut pointer: ResMut<Pointer>,
    hover: Res<HoverMap>,
    panels: Query<(), With<Node>>,
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    table: Res<Table>,
    mut intents: MessageWriter<Intent>,
) {
    let mut now = *pointer;
    if cursor.leaves.read().last().is_some() {
        now.screen = None;
    }
    if let Some(moved) = cursor.moves.read().last() {
        now.screen = Some(moved.position);
    }
    now.on_panel =
        hover.get(&PointerId::Mouse).is_some_and(|hits| hits.keys().any(|entity| panels.contains(*entity)));
    let (camera, transform) = *camera;
    now.square = now
        .screen
        .filter(|_| !now.on_panel)
        .and_then(|at| camera.viewport_to_world_2d(transform, at).ok())
        .map(|at| IVec2::new((at.x / SQUARE).floor() as i32, (-at.y / SQUARE).floor() as i32))
        .filter(|at| {
            at.cmpge(IVec2::ZERO).all()
                && at.x < table.board.size.x as i32
                && at.y < table.board.size.y as i32
        });
    if pointer.square != now.square {
        intents.write(Intent::Point(now.square));
    }
    pointer.set_if_neq(now);
}

/// How far the pointer may move between press and release of the other button for it to count as a click, in pixels.
const STILL: f32 = 5.0;

fn actions_to_intents(
    actions: Actions,
    pointer: Res<Pointer>,
    table: Res<Table>,
    screen: Res<State<Screen>>,
    mut motion: ResMut<Motion>,
    mut intents: MessageWriter<Intent>,
    mut pressed_at: Local<Option<Vec2>>,
) {
    let just = |action| actions.just_pressed(&action);
    match screen.get() {
        Screen::HandOver => {
            if just(Action::Confirm) || just(Action::Skip) {
                intents.write(Intent::Ready);
            }
            return;
        }
        Screen::Title => {
            for n in 0..9 {
                if just(Action::Hotkey(n)) && usize::from(n) < table.title.len() {
                    intents.write(Intent::Start(usize::from(n)));
                }
            }
            return;
        }
        Screen::Over => {
            if just(Action::Confirm) {
                intents.write(Intent::Again);
            }
            return;
        }
        Screen::Battle => {}
    }

    let any = actions.get_just_pressed();
    if motion.busy() {
        if any.iter().any(|a| !matches!(a, Action::Drag | Action::ZoomIn | Action::ZoomOut | Action::Log)) {
            motion.skip();
        }
        return;
    }

    for (action, intent) in [
        (Action::Cancel, Intent::Cancel),
        (Action::Confirm, Intent::Confirm),
        (Action::EndTurn, Intent::EndTurn),
        (Action::Delay, Intent::Delay),
        (Action::NextUnit, Intent::NextUnit),
        (Action::Undo, Intent::Undo),
        (Action::Log, Intent::Log),
        (Action::Threat, Intent::Threat),
    ] {
        if just(action) {
            intents.write(intent);
        }
    }
    for n in 0..9 {
        if just(Action::Hotkey(n)) {
            let n = usize::from(n);
            match &table.prompt {
                Some(prompt) if n < prompt.answers.len() => {
                    intents.write(Intent::Answer(n));
                }
                None if n < table.hand.len() => {
                    intents.write(Intent::Card(n));
                }
                _ => {}
            }
        }
    }
    if just(Action::Select)
        && let Some(square) = pointer.square
    {
        intents.write(Intent::Choose(square));
    }
    if just(Action::Alternate) {
        *pressed_at = pointer.screen;
    }
    if actions.just_released(&Action::Alternate)
        && let (Some(from), Some(to), Some(square)) = (pressed_at.take(), pointer.screen, pointer.square)
        && from.distance(to) <= STILL
    {
        intents.write(Intent::Turn(square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_binding() {
        let map = bindings();
        let simple = [
            Action::Drag,
            Action::ZoomIn,
            Action::ZoomOut,
            Action::WholeMap,
            Action::Centre,
            Action::Select,
            Action::Alternate,
            Action::Cancel,
            Action::Confirm,
            Action::EndTurn,
            Action::Delay,
            Action::NextUnit,
            Action::Undo,
            Action::Log,
            Action::Threat,
            Action::Skip,
        ];
        for action in simple.into_iter().chain((0..9).map(Action::Hotkey)) {
            assert!(map.get_buttonlike(&action).is_some_and(|b| !b.is_empty()), "{action:?}");
        }
        assert!(map.get(&Action::Pan).is_some());
        assert!(map.get(&Action::Zoom).is_some());
    }
}
