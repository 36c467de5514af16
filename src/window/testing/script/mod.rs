//! Driving the window from a file: waits, keys, clicks on squares and named buttons, screenshots, commands.
//!
//! A script acts through the same messages as the window system, so what it presses goes the whole way through
//! picking, widgets and actions. Owns the steps and their play; does not own what they lead to.
//! A step that cannot be done (no such button) ends the program with status 3 and one sentence.

mod hands;

use std::{
    collections::VecDeque,
    path::PathBuf,
    time::{Duration, Instant},
};

use bevy::{
    app::AppExit, input::ButtonState, picking::PickingSystems, prelude::*, ui::CalculatedClip,
    window::PrimaryWindow,
};
use serde::{Deserialize, Serialize};

use self::hands::{Hands, OnPad, on_pad};
use super::{
    crowd::{self, FrameClock},
    fits::Laid,
    stage::{self, Stage, roll, shoot},
};
use crate::window::{
    Screen,
    board::middle,
    camera::{LookAt, SetZoom},
    motion::Motion,
    view::{Intent, Table},
    widgets::Possible,
};

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Lets so many frames pass.
    Wait(u32),
    /// Waits until nothing moves and a person is asked; fails after ten minutes.
    Settle,
    /// Everything that moves is over at once.
    Skip,
    /// Presses and lets go of a key ("KeyE", "Digit1", "Enter", "Escape", "Space", "Home").
    Key(KeyCode),
    /// Presses and lets go of keys together ([ShiftLeft, Digit1]).
    Keys(Vec<KeyCode>),
    /// Writes a text into the field that has the focus.
    Type(String),
    /// Moves the pointer over a square.
    Hover(i32, i32),
    /// Moves the pointer to a place of the window, in logical pixels.
    PointAt(f32, f32),
    /// Clicks on a square.
    Click(i32, i32),
    /// Clicks on a square with the other button.
    RightClick(i32, i32),
    /// Moves the pointer over a button.
    HoverButton(String),
    /// Presses a button by its name. A card under another tab is looked for there, and what is out of sight in a list is
    /// rolled into sight, as a hand would.
    Press(String),
    /// Presses the first button that would do something and whose name begins like this; nothing if there is none.
    PressAny(String),
    /// Clicks on the first unit that may be chosen; nothing if there is none.
    ClickTarget,
    /// Does these again and again, at most so many times, until a button of this name is there; fails if it never is.
    Until(String, u32, Vec<Step>),
    /// Turns the wheel.
    Wheel(f32),
    /// Presses and lets go of a button of the gamepad ("South", "DPadUp", "Start").
    Pad(GamepadButton),
    /// Pushes the gamepad's left stick this way (right, up; from -1 to 1) and lets it go.
    PadStick(f32, f32),
    /// The same with the right stick.
    PadRightStick(f32, f32),
    /// Sends the camera to a square.
    Look(i32, i32),
    /// Sets the zoom.
    Zoom(f32),
    /// Saves what is seen as a picture.
    Shot(PathBuf),
    /// Saves each of the next so many frames as a picture in a folder, while the script goes on.
    Film(PathBuf, u32),
    /// Makes the window so large, in pixels of the screen.
    Resize(u32, u32),
    /// Sets the UI scale, in per cent: 75 to 200.
    UiScale(u32),
    /// Speaks another language.
    Language(String),
    /// Draws from now on only those frames of which a picture is taken; all else goes on as ever. For those who look at
    /// texts or a few pictures and have no graphics card.
    PicturesOnly,
    /// Writes the name and version of the driver that draws into a file.
    Driver(PathBuf),
    /// Notes every text that does not fit its place; at the end of the script they are told, and it has failed.
    TextFits(String),
    /// Fails unless a button of this name is there.
    Expect(String),
    /// Fails if a button of this name is there.
    ExpectNot(String),
    /// Fails unless this stands in a text that is shown.
    Reads(String),
    /// Sends an intent.
    Intent(Intent),
    /// Sends a command, as RON.
    Command(String),
    /// Lets the computer give the next so many answers of the people at the table.
    Auto(u32),
    /// The same on turns only, until a person is asked something else.
    AutoTurns(u32),
    /// Lets the computer answer for whoever is at the screen until another is to sit down there, or the battle is over.
    UntilHandOver,
    /// Lays out the heaviest board at a zoom, measures so many frames of it, writes what they cost and ends the program.
    Crowd(f32, u32, PathBuf),
    /// Ends the program.
    Quit,
}

/// Reads a script: a RON list of [`Step`]s. The error is one line with the place of the mistake.
pub fn read(text: &str) -> Result<Vec<Step>, String> {
    ron::from_str(text).map_err(|error| format!("{}: {}", error.span, error.code))
}

/// Frames that pass after a step, so that what it led to is laid out before the next.
const PAUSE: u32 = 2;

/// How long things may move until they settle.
const UNSETTLED: Duration = Duration::from_mins(10);

/// How often a button that is not in sight is looked for.
const SOUGHT: u32 = 60;

/// What is left of the script.
#[derive(Resource, Default)]
struct Script {
    steps: VecDeque<Step>,
    waiting: u32,
    /// Since when `Settle` has waited.
    settling: Option<Instant>,
    release: Vec<MouseButton>,
    release_keys: Vec<KeyCode>,
    release_pad: Vec<OnPad>,
    /// The gamepad that the script plays with, once it has one.
    pad: Option<Entity>,
    pointer: Vec2,
    /// How often the button that is to be pressed has been looked for.
    sought: u32,
    misfits: Vec<String>,
}

/// The plugin that plays `steps`.
pub fn plugin(app: &mut App, steps: Vec<Step>) {
    app.insert_resource(Script { steps: steps.into(), waiting: 10, ..default() })
        .add_message::<SkipMotion>()
        .add_plugins((stage::plugin, crowd::clock))
        .add_systems(PreUpdate, skip_motion)
        .add_systems(First, (play.before(PickingSystems::Input), roll.after(play)));
}

/// What a script may ask for without hands.
#[derive(bevy::ecs::system::SystemParam)]
struct Orders<'w> {
    skips: MessageWriter<'w, SkipMotion>,
    looks: MessageWriter<'w, LookAt>,
    zooms: MessageWriter<'w, SetZoom>,
    intents: MessageWriter<'w, Intent>,
    exit: MessageWriter<'w, AppExit>,
}

/// Where things are on the screen.
#[derive(bevy::ecs::system::SystemParam)]
struct Eyes<'w, 's> {
    window: Single<'w, 's, (Entity, &'static Window), With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
    named: Query<
        'w,
        's,
        (
            &'static Name,
            &'static ComputedNode,
            &'static UiGlobalTransform,
            &'static InheritedVisibility,
            Option<&'static CalculatedClip>,
        ),
    >,
    possible: Query<'w, 's, (&'static Name, &'static Possible)>,
    texts: Query<'w, 's, (&'static Text, &'static InheritedVisibility)>,
    motion: Res<'w, Motion>,
    table: Res<'w, Table>,
    screen: Res<'w, State<Screen>>,
}

impl Eyes<'_, '_> {
    fn square(&self, x: i32, y: i32) -> Option<Vec2> {
        let inside =
            x >= 0 && y >= 0 && (x as u32) < self.table.board.size.x && (y as u32) < self.table.board.size.y;
        let (camera, transform) = *self.camera;
        let at = camera.world_to_viewport(transform, middle(IVec2::new(x, y)).extend(0.0)).ok()?;
        inside.then_some(at)
    }

    /// The middle of a button, in logical pixels; none if there is no such button, or it is cut off.
    fn button(&self, wanted: &str) -> Option<Vec2> {
        self.named
            .iter()
            .find(|(name, node, transform, visible, clip)| {
                name.as_str() == wanted
                    && node.size().min_element() > 0.0
                    && visible.get()
                    && clip.is_none_or(|clip| clip.clip.contains(transform.translation))
            })
            .map(|(_, node, transform, ..)| {
                transform.translation * node.inverse_scale_factor() * self.scale(node)
            })
    }

    /// The tab under which the card with that button lies, if another is open.
    fn tab(&self, wanted: &str) -> Option<Vec2> {
        let name = wanted.strip_prefix("action ")?;
        let card = self.table.hand.iter().find(|card| card.name == name)?;
        self.button(&card.group.tab())
    }

    /// Where to turn the wheel, and which way, so that a button of that name comes into sight; none: it is in no list.
    fn rolled(&self, wanted: &str) -> Option<(Vec2, f32)> {
        let hidden = self.named.iter().find(|(name, node, _, visible, _)| {
            name.as_str() == wanted && node.size().min_element() > 0.0 && visible.get()
        });
        let (_, node, transform, _, clip) = hidden?;
        let clip = clip?.clip;
        let way = if transform.translation.y > clip.center().y { -1.0 } else { 1.0 };
        Some((clip.center() * node.inverse_scale_factor() * self.scale(node), way))
    }

    /// The first button, from the top left, that would do something and whose name begins like this.
    fn first_button(&self, begin: &str) -> Option<String> {
        let mut found: Vec<(Vec2, &str)> = self
            .named
            .iter()
            .filter(|(name, ..)| name.as_str().starts_with(begin) && self.button(name.as_str()).is_some())
            .filter(|(name, ..)| self.possible.iter().any(|(own, possible)| own == *name && possible.0))
            .map(|(name, _, transform, ..)| (transform.translation, name.as_str()))
            .collect();
        found.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        found.first().map(|(_, name)| (*name).to_owned())
    }

    /// The first unit that may be chosen.
    fn target(&self) -> Option<IVec2> {
        self.table.counters.iter().find(|counter| counter.choosable).map(|counter| counter.at)
    }

    /// From the pixels of panels to those of the pointer.
    fn scale(&self, node: &ComputedNode) -> f32 {
        1.0 / (node.inverse_scale_factor() * self.window.1.scale_factor())
    }
}

fn play(
    mut commands: Commands,
    mut script: ResMut<Script>,
    mut hands: Hands,
    eyes: Eyes,
    mut orders: Orders,
    mut stage: Stage,
    laid: Laid,
) {
    let window = eyes.window.0;
    for button in std::mem::take(&mut script.release) {
        hands.button(window, button, ButtonState::Released);
    }
    for key in std::mem::take(&mut script.release_keys) {
        hands.key(window, key, ButtonState::Released);
    }
    if let Some(pad) = script.pad {
        for part in std::mem::take(&mut script.release_pad) {
            hands.on_pad(pad, part, 0.0);
        }
    }
    if script.waiting > 0 {
        script.waiting -= 1;
        return;
    }
    if stage.shots.waiting > 0 {
        return;
    }
    let Some(step) = script.steps.pop_front() else { return };
    let mut fail = |what: String| {
        error!("the script stops: {what}");
        orders.exit.write(AppExit::from_code(3));
    };
    script.waiting = PAUSE;
    match step.clone() {
        Step::Wait(frames) => script.waiting = frames,
        Step::Settle => {
            let lifts = *eyes.screen.get() == Screen::HandOver && eyes.table.hand_over.is_none();
            if !(eyes.motion.busy() || eyes.table.thinking || lifts) {
                script.settling = None;
            } else if script.settling.get_or_insert_with(Instant::now).elapsed() < UNSETTLED {
                script.waiting = 0;
                script.steps.push_front(step);
            } else {
                fail("something still moved after ten minutes".to_owned());
            }
        }
        Step::Skip => {
            orders.skips.write(SkipMotion);
        }
        Step::Key(key) => {
            hands.key(window, key, ButtonState::Pressed);
            script.release_keys.push(key);
        }
        Step::Keys(keys) => {
            for key in keys {
                hands.key(window, key, ButtonState::Pressed);
                script.release_keys.push(key);
            }
        }
        Step::Type(text) => {
            for letter in text.chars() {
                hands.letter(window, letter);
            }
        }
        Step::PointAt(x, y) => {
            script.pointer = Vec2::new(x, y);
            hands.point(window, script.pointer);
        }
        Step::Hover(x, y) | Step::Click(x, y) | Step::RightClick(x, y) => match eyes.square(x, y) {
            Some(at) => {
                // The pointer arrives first, the button follows once everything has seen it there.
                if script.pointer != at {
                    script.pointer = at;
                    hands.point(window, at);
                    if !matches!(step, Step::Hover(..)) {
                        script.waiting = 1;
                        script.steps.push_front(step);
                    }
                } else {
                    let button = match step {
                        Step::Click(..) => MouseButton::Left,
                        Step::RightClick(..) => MouseButton::Right,
                        _ => return,
                    };
                    hands.button(window, button, ButtonState::Pressed);
                    script.release.push(button);
                }
            }
            None => fail(format!("square {x}, {y} is not on the map")),
        },
        Step::HoverButton(ref name) | Step::Press(ref name) => match eyes.button(name) {
            Some(at) => {
                if script.pointer != at {
                    script.pointer = at;
                    hands.point(window, at);
                    if matches!(step, Step::Press(_)) {
                        script.waiting = 1;
                        script.steps.push_front(step);
                    }
                } else if matches!(step, Step::Press(_)) {
                    script.sought = 0;
                    hands.button(window, MouseButton::Left, ButtonState::Pressed);
                    script.release.push(MouseButton::Left);
                }
            }
            None if script.sought < SOUGHT && eyes.rolled(name).is_some() => {
                let Some((at, way)) = eyes.rolled(name) else { return };
                script.sought += 1;
                if script.pointer == at {
                    hands.turn_wheel(window, way);
                } else {
                    script.pointer = at;
                    hands.point(window, at);
                }
                script.steps.push_front(step);
            }
            None if script.sought == 0 && eyes.tab(name).is_some() => {
                let Some(tab) = eyes.tab(name) else { return };
                if script.pointer == tab {
                    script.sought = 1;
                    hands.button(window, MouseButton::Left, ButtonState::Pressed);
                    script.release.push(MouseButton::Left);
                } else {
                    script.pointer = tab;
                    hands.point(window, tab);
                }
                script.steps.push_front(step);
            }
            None => fail(format!("there is no button \"{name}\" (there are: {})", names(&eyes))),
        },
        Step::PressAny(begin) => {
            if let Some(name) = eyes.first_button(&begin) {
                script.waiting = 0;
                script.steps.push_front(Step::Press(name));
            }
        }
        Step::ClickTarget => {
            if let Some(at) = eyes.target() {
                script.waiting = 0;
                script.steps.push_front(Step::Click(at.x, at.y));
            }
        }
        Step::Until(name, most, steps) => {
            script.waiting = 0;
            if eyes.button(&name).is_none() {
                if most == 0 {
                    fail(format!("there never was a button \"{name}\" (there are: {})", names(&eyes)));
                    return;
                }
                script.steps.push_front(Step::Until(name, most - 1, steps.clone()));
                for step in steps.into_iter().rev() {
                    script.steps.push_front(step);
                }
            }
        }
        Step::Pad(_) | Step::PadStick(..) | Step::PadRightStick(..) => {
            let Some(pad) = script.pad else {
                // It is plugged in, and used once everything has seen it.
                let pad = commands.spawn(Name::new("gamepad of the script")).id();
                script.pad = Some(pad);
                hands.plug_in(pad);
                script.steps.push_front(step);
                return;
            };
            for (part, value) in on_pad(&step) {
                hands.on_pad(pad, part, value);
                script.release_pad.push(part);
            }
        }
        Step::Wheel(notches) => hands.turn_wheel(window, notches),
        Step::Look(x, y) => {
            orders.looks.write(LookAt(IVec2::new(x, y)));
        }
        Step::Zoom(zoom) => {
            orders.zooms.write(SetZoom(zoom));
        }
        Step::Shot(path) => shoot(&mut commands, &mut stage.shots, path),
        Step::Film(folder, frames) => {
            stage.film(&folder, frames);
            script.waiting = 0;
        }
        Step::Resize(width, height) => stage.resize(width, height),
        Step::UiScale(per_cent) => stage.scale(per_cent),
        Step::Language(id) => stage.speak(&id),
        Step::PicturesOnly => stage.draw_pictures_only(),
        Step::Driver(path) => stage.name_driver(&path),
        Step::TextFits(place) => {
            script.misfits.extend(laid.misfits().into_iter().map(|text| format!("{place}: {text}")));
        }
        Step::Expect(name) => {
            if eyes.button(&name).is_none() {
                fail(format!("there is no button \"{name}\" (there are: {})", names(&eyes)));
            }
        }
        Step::ExpectNot(name) => {
            if eyes.button(&name).is_some() {
                fail(format!("there is a button \"{name}\""));
            }
        }
        Step::Reads(wanted) => {
            if !eyes.texts.iter().any(|(text, visible)| visible.get() && text.contains(&wanted)) {
                fail(format!("nothing reads \"{wanted}\""));
            }
        }
        Step::Intent(intent) => {
            orders.intents.write(intent);
        }
        Step::Command(text) => {
            orders.intents.write(Intent::Command(text));
        }
        Step::Auto(n) => {
            orders.intents.write(Intent::Auto(n));
        }
        Step::AutoTurns(n) => {
            orders.intents.write(Intent::AutoTurns(n));
        }
        Step::Crowd(zoom, frames, report) => {
            commands.queue(|world: &mut World| crowd::lay(&mut world.resource_mut::<Table>()));
            commands.insert_resource(FrameClock::new(frames, report));
            script.steps.push_front(Step::Zoom(zoom));
        }
        Step::UntilHandOver => {
            if eyes.table.hand_over.is_none() && eyes.table.ending.is_none() {
                if !eyes.motion.busy() && !eyes.table.thinking {
                    orders.intents.write(Intent::Auto(1));
                }
                script.steps.push_front(step);
            }
        }
        Step::Quit if stage.shots.filmed > 0 => {
            script.waiting = 0;
            script.steps.push_front(step);
        }
        Step::Quit if !script.misfits.is_empty() => {
            let misfits = std::mem::take(&mut script.misfits);
            fail(format!("{} texts do not fit:\n{}", misfits.len(), misfits.join("\n")));
        }
        Step::Quit => {
            orders.exit.write(AppExit::Success);
        }
    }
}

fn names(eyes: &Eyes) -> String {
    let mut names: Vec<&str> = eyes
        .named
        .iter()
        .filter(|(_, node, ..)| node.size().min_element() > 0.0)
        .map(|(name, ..)| name.as_str())
        .collect();
    names.sort_unstable();
    names.join(", ")
}

/// Everything that moves is over at once.
#[derive(Message, Clone, Copy, Debug)]
struct SkipMotion;

/// Carries out [`SkipMotion`].
fn skip_motion(mut skips: MessageReader<SkipMotion>, mut motion: ResMut<Motion>) {
    if skips.read().last().is_some() {
        motion.skip();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_a_list_of_steps() {
        let steps = read(
            r#"[Wait(3), Click(4, 5), Press("End turn"), Key(KeyE), Shot("a.png"), Intent(EndTurn), Quit]"#,
        );
        assert_eq!(
            steps,
            Ok(vec![
                Step::Wait(3),
                Step::Click(4, 5),
                Step::Press("End turn".into()),
                Step::Key(KeyCode::KeyE),
                Step::Shot("a.png".into()),
                Step::Intent(Intent::EndTurn),
                Step::Quit,
            ])
        );
    }

    #[test]
    fn a_mistake_names_its_place() {
        let error = read("[Wait(3),\n Jump]");
        assert!(error.is_err_and(|e| e.contains("2:")));
    }
}
