//! Input: every key, button, wheel and stick as an action of `leafwing-input-manager`, and where the pointer is.
//!
//! Everything else reads actions only. Buttons of panels answer the pointer by themselves (see `widgets`). What the
//! player bound to what is `settings`'.

mod action;
mod bound;
#[cfg(target_os = "linux")]
mod codes;
#[cfg(target_os = "linux")]
mod devices;
mod manager;
mod name;
mod next_target;
mod pad;
mod taps;

use bevy::{
    picking::{hover::HoverMap, pointer::PointerId},
    window::CursorLeft,
};
use leafwing_input_manager::prelude::*;

use crate::window::prelude::*;

#[cfg(target_os = "linux")]
pub use self::devices::plugin as devices;
pub use self::{
    action::{Action, ActionGroup, CHIPS, HOTKEYS, PAD_SHIFT},
    bound::BoundInput,
    name::action_name,
    pad::StickWay,
};
use self::{next_target::next_target, taps::QuickClick};

/// The ways of the cursor: up, right, down, left.
const WAYS: [IVec2; 4] = [IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X];

/// The actions of now, as a system parameter.
pub type Actions<'w, 's> = Single<'w, 's, &'static ActionState<Action>>;

/// Where the pointer is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// In the window, in logical pixels from the top left; none outside.
    pub screen: Option<Vec2>,
    /// Is a panel under it?
    pub on_panel: bool,
    /// The square under it, if no panel is; or the one that the arrow keys went to.
    pub square: Option<At>,
    /// The arrow keys have led it there; it stays until the pointer moves.
    pub by_keys: bool,
}

/// Whether the keys go from button to button instead of from square to square.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FocusSteering {
    /// They do.
    pub panels: bool,
    /// The panels took what was pressed in this frame: cursor, agreeing and laying back are theirs.
    pub taken: bool,
}

/// The plugin of input.
pub fn plugin(app: &mut App) {
    app.add_plugins((manager::plugin, pad::plugin, taps::plugin))
        .init_resource::<Pointer>()
        .init_resource::<FocusSteering>()
        .add_systems(Startup, |mut commands: Commands, settings: Res<Settings>| {
            commands.spawn((Name::new("bindings"), settings.input_map()));
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

/// What lay on the table as the pointer was looked at last.
#[derive(Default)]
struct Told {
    /// Who has the turn.
    whose: Option<String>,
    /// A question is open.
    asked: bool,
    /// That has changed, and the pointer has not been moved since.
    due: bool,
    /// How the pointer rests.
    rests: Resting,
}

/// What is under a panel is not pointed at, nor what comes into sight under a resting pointer as a panel goes: not until
/// the pointer moves.
#[derive(Clone, Copy, Default)]
struct Resting {
    /// A panel lies under the pointer, or did until it rested.
    covered: bool,
    /// Frames since it moved.
    frames: u8,
}

/// The pointer counts as moving for so many frames: what lies under it is found a frame later.
const MOVING: u8 = 2;

impl Resting {
    /// Another frame: whether the pointer has moved, and whether it is on a panel.
    fn see(&mut self, moved: bool, on_panel: bool) {
        self.frames = if moved { 0 } else { self.frames.saturating_add(1) };
        self.covered = on_panel || self.covered && self.frames >= MOVING;
    }
}

fn follow_pointer(
    mut cursor: Cursor,
    mut pointer: ResMut<Pointer>,
    hover: Res<HoverMap>,
    panels: Query<(), With<Node>>,
    camera: Single<(&Camera, &GlobalTransform), With<MainCamera>>,
    (table, mut told): (Res<Table>, Local<Told>),
    mut intents: MessageWriter<Intent>,
) {
    let mut now = *pointer;
    let mut moved_on = false;
    // Moved within its square it points anew, once somebody else has the turn or a question has come up.
    if table.is_changed() {
        let (whose, asked) = (table.own.as_ref().map(|own| own.name.as_str()), table.prompt.is_some());
        if told.whose.as_deref() != whose || told.asked != asked {
            let rests = told.rests;
            *told = Told { whose: whose.map(str::to_owned), asked, due: true, rests };
        }
    }
    if cursor.leaves.read().last().is_some() {
        now.screen = None;
    }
    if let Some(moved) = cursor.moves.read().last() {
        moved_on = now.screen != Some(moved.position);
        now.screen = Some(moved.position);
    }
    now.on_panel =
        hover.get(&PointerId::Mouse).is_some_and(|hits| hits.keys().any(|entity| panels.contains(*entity)));
    told.rests.see(moved_on, now.on_panel);
    if now.by_keys && !moved_on {
        pointer.set_if_neq(now);
        return;
    }
    now.by_keys = false;
    let (camera, transform) = *camera;
    now.square = now
        .screen
        .filter(|_| !told.rests.covered)
        .and_then(|at| camera.viewport_to_world_2d(transform, at).ok())
        .map(|at| IVec2::new((at.x / SQUARE).floor() as i32, (-at.y / SQUARE).floor() as i32))
        .filter(|at| {
            at.cmpge(IVec2::ZERO).all()
                && at.x < table.board.size.x as i32
                && at.y < table.board.size.y as i32
        });
    let anew = told.due && moved_on && now.square.is_some();
    told.due &= !anew;
    if pointer.square != now.square || anew {
        intents.write(if moved_on { Intent::Point(now.square) } else { Intent::Drift(now.square) });
    }
    pointer.set_if_neq(now);
}

/// How long the cursor waits before it goes on while it is held, and between one square and the next, in seconds.
const PATIENCE: f32 = 0.35;
const BEAT: f32 = 0.08;

/// Whether the cursor goes on this way now: when it is pressed, and again and again while it is held.
fn repeats(actions: &ActionState<Action>, n: u8, held: &mut [f32; 4], passed: f32) -> bool {
    let Some(held) = held.get_mut(usize::from(n)) else { return false };
    let action = Action::Cursor(n);
    if actions.just_pressed(&action) {
        *held = 0.0;
        return true;
    }
    if !actions.pressed(&action) {
        return false;
    }
    *held += passed;
    if *held < PATIENCE + BEAT {
        return false;
    }
    *held -= BEAT;
    true
}

/// The cursor goes to a square by keys.
fn point(
    at: At,
    pointer: &mut Pointer,
    intents: &mut MessageWriter<Intent>,
    glances: &mut MessageWriter<BringIntoSight>,
) {
    pointer.square = Some(at);
    pointer.by_keys = true;
    intents.write(Intent::Point(Some(at)));
    glances.write(BringIntoSight { squares: vec![at], reason: SightReason::Pointing });
}

/// How far the pointer may move between press and release of the other button for it to count as a click, in pixels.
const STILL: f32 = 5.0;

/// A key that is held longer shows something as long as it is held, in seconds; after a tap it stays.
const TAP: f32 = 0.3;

/// Where the pointer was pressed, how long each way of the cursor has been held, where it was then; whether "what if"
/// was on when its key was pressed, and for how long it has been held.
type Remembered<'s> =
    (Local<'s, Option<Vec2>>, Local<'s, [f32; 4]>, Local<'s, Option<At>>, Local<'s, Option<(bool, f32)>>);

#[expect(clippy::too_many_arguments, reason = "a system is given each thing that it reads or writes")]
fn actions_to_intents(
    actions: Actions,
    mut pointer: ResMut<Pointer>,
    table: Res<Table>,
    screen: Res<State<Screen>>,
    mut motion: ResMut<BeatQueue>,
    mut intents: MessageWriter<Intent>,
    mut glances: MessageWriter<BringIntoSight>,
    (steering, time): (Res<FocusSteering>, Res<Time<Real>>),
    (keys, quick): (Res<ButtonInput<KeyCode>>, Res<QuickClick>),
    (mut pressed_at, mut held, mut held_at, mut what_if): Remembered,
) {
    let just = |action| actions.just_pressed(&action);
    if just(Action::FullScreen) {
        intents.write(Intent::Flip(Knob::FullScreen));
    }
    // Pages, the title, the hand-over and the end are walked through by the focus (see `screen::focus`).
    if *screen.get() != Screen::Battle {
        return;
    }

    if actions.just_released(&Action::WhatIf) {
        if what_if.take().is_some_and(|(on, held)| on || held > TAP) {
            intents.write(Intent::WhatIf(false));
        }
    } else if let Some((_, held)) = &mut *what_if {
        *held += time.delta_secs();
    }
    if just(Action::Skip) && (motion.busy() || table.thinking) {
        motion.hurry();
        return;
    }
    if motion.busy() {
        // A click on a panel is for its buttons.
        let hurries = |action: &Action| !(looks(action) || pointer.on_panel && *action == Action::Select);
        if actions.get_just_pressed().iter().any(hurries) {
            motion.skip();
        }
        return;
    }

    for (action, intent) in plain() {
        if action == Action::NextUnit
            && just(action)
            && let Some(at) = next_target(&table, &pointer)
        {
            point(at, &mut pointer, &mut intents, &mut glances);
            if !table.counters.iter().any(Counter::choosable) {
                intents.write(Intent::NoTarget);
            }
            continue;
        }
        if just(action) && !(steering.taken && matches!(action, Action::Cancel | Action::Confirm)) {
            // With the arrow keys, agreeing is a click on the square that they led to.
            match (&intent, pointer.square.filter(|_| pointer.by_keys)) {
                (Intent::Confirm, Some(at)) => intents.write(Intent::Choose(at)),
                _ => intents.write(intent),
            };
        }
    }
    for (n, way) in (0..).zip(WAYS) {
        if steering.taken || steering.panels {
            break;
        }
        if repeats(&actions, n, &mut held, time.delta_secs()) {
            let active = table.counters.iter().find(|counter| counter.active).map(|counter| counter.at);
            let from = pointer.square.or(active).unwrap_or(IVec2::ZERO);
            let most = table.board.size.as_ivec2() - IVec2::ONE;
            let at = (from + way).clamp(IVec2::ZERO, most.max(IVec2::ZERO));
            point(at, &mut pointer, &mut intents, &mut glances);
        }
    }
    numbers(&actions, &table, &mut intents);
    if just(Action::WhatIf) {
        *what_if = Some((table.what_if, 0.0));
        intents.write(Intent::WhatIf(true));
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    buttons(&actions, (shift, quick.0), &pointer, &mut intents, (&mut pressed_at, &mut held_at));
}

/// Actions that only look around: they do not hurry what moves.
fn looks(action: &Action) -> bool {
    matches!(
        action,
        Action::Drag | Action::Pan(_) | Action::ZoomIn | Action::ZoomOut | Action::Log | Action::FullScreen
    )
}

/// Actions that are one intent, wherever the pointer is.
pub fn plain() -> [(Action, Intent); 18] {
    [
        (Action::Cancel, Intent::Cancel),
        (Action::Confirm, Intent::Confirm),
        (Action::EndTurn, Intent::EndTurn),
        (Action::Delay, Intent::Delay),
        (Action::NextUnit, Intent::NextUnit),
        (Action::Undo, Intent::Undo),
        (Action::Log, Intent::Log),
        (Action::Threat, Intent::Threat),
        (Action::Pin, Intent::Pin),
        (Action::Menu, Intent::Open(Page::Pause)),
        (Action::Rules, Intent::OpenRule(None)),
        (Action::QuickSave, Intent::QuickSave),
        (Action::QuickLoad, Intent::QuickLoad),
        (Action::Minimap, Intent::Flip(Knob::Minimap)),
        (Action::Centre, Intent::Centre),
        (Action::WholeMap, Intent::WholeMap),
        (Action::ZoomIn, Intent::Nearer(1)),
        (Action::ZoomOut, Intent::Nearer(-1)),
    ]
}

/// The numbers: small choices, answers, and the slots of the row with what is open above it.
fn numbers(actions: &ActionState<Action>, table: &Table, intents: &mut MessageWriter<Intent>) {
    for n in 0..CHIPS {
        if actions.just_pressed(&Action::Chip(n)) && usize::from(n) < table.chips.len() {
            intents.write(Intent::Chip(usize::from(n)));
        }
    }
    for n in 0..HOTKEYS {
        if actions.just_pressed(&Action::Hotkey(n)) {
            let n = usize::from(n);
            match &table.prompt {
                Some(prompt) => {
                    if let Some(answer) = prompt.listed(table.row.unfolded).get(n) {
                        intents.write(Intent::Answer(*answer));
                    }
                }
                None => {
                    if let Some(intent) = table.row.press(&table.hand, n) {
                        intents.write(intent);
                    }
                }
            }
        }
    }
}

/// The pointer's buttons on a square. Remembered: where the other one was pressed, and the square of the first.
fn buttons(
    actions: &ActionState<Action>,
    (shift, quick): (bool, bool),
    pointer: &Pointer,
    intents: &mut MessageWriter<Intent>,
    (pressed_at, held_at): (&mut Option<Vec2>, &mut Option<At>),
) {
    let just = |action| actions.just_pressed(&action);
    if (just(Action::Via) || just(Action::Select) && shift)
        && let Some(square) = pointer.square
    {
        intents.write(Intent::Via(square));
    } else if just(Action::Select)
        && let Some(square) = pointer.square
    {
        // Where it is let go says whether it was a click or a drag.
        *held_at = Some(square);
        intents.write(Intent::Drag(square));
    }
    if actions.just_released(&Action::Select)
        && let Some(from) = held_at.take()
    {
        let clicked = quick || pointer.square == Some(from);
        intents.write(if clicked { Intent::Choose(from) } else { Intent::Drop });
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
    fn what_comes_into_sight_under_a_resting_pointer_is_not_pointed_at_until_it_moves() {
        let mut rests = Resting::default();
        let mut sees = |moved: bool, on_panel: bool| {
            rests.see(moved, on_panel);
            rests.covered
        };
        assert!(!sees(true, false), "on the map");
        assert!(!sees(false, false) && !sees(false, false));
        assert!(sees(true, true) && sees(false, true) && sees(false, true), "on an answer");
        assert!(sees(false, false) && sees(false, false), "it has been clicked, and its panel is gone");
        assert!(!sees(true, false) && !sees(false, false), "moved over the map");
        assert!(sees(true, true), "what lay there before it moved");
        assert!(!sees(false, false) && !sees(false, false), "is found out a frame later");
    }
}
