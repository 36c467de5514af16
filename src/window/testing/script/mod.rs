//! Driving the window from a file: waits, keys, clicks on squares and named buttons, screenshots, commands.
//!
//! A script acts through the same messages as the window system, so its input goes the whole way through picking,
//! widgets and actions. A step that cannot be done (no such button) ends the program with status 3 and one sentence.

mod eyes;
mod input;
mod presses;
mod step;

use std::{collections::VecDeque, time::Instant};

use bevy::{app::AppExit, picking::PickingSystems};

pub use self::step::{ScriptStep, read};
use self::{
    eyes::Eyes,
    input::{OnPad, ScriptInput, on_pad},
    presses::Presses,
};
use super::{
    crowd::{self, FrameClock},
    fits::Laid,
    measures::{Limits, Measures},
    stage::{self, Stage, roll, shoot},
};
use crate::window::camera::{LookAt, SetZoom};
use crate::window::prelude::*;

/// Frames that pass after a step, so that what it led to is laid out before the next.
const PAUSE: u32 = 2;

/// How long things may move until they settle.
const UNSETTLED: Duration = Duration::from_mins(10);

/// How often a button that is not in sight is looked for.
const SOUGHT: u32 = 60;

/// How many parts of the hand may have to be opened for it: the list, and the deed that it is a choice of.
const OPENERS: u32 = 2;

/// What is left of the script.
#[derive(Resource, Default)]
struct Script {
    steps: VecDeque<ScriptStep>,
    /// The loops that it is in, the outer ones first: the button that ends each, and how many steps are left after it.
    loops: Vec<(String, usize)>,
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
    /// What the hand has pressed, by turn.
    presses: Presses,
}

/// The plugin that plays `steps`.
pub fn plugin(app: &mut App, steps: Vec<ScriptStep>) {
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

impl Orders<'_> {
    fn give(&mut self, step: ScriptStep) {
        let intent = match step {
            ScriptStep::Skip => {
                self.skips.write(SkipMotion);
                return;
            }
            ScriptStep::Look(x, y) => {
                self.looks.write(LookAt(IVec2::new(x, y)));
                return;
            }
            ScriptStep::Zoom(zoom) => {
                self.zooms.write(SetZoom(zoom));
                return;
            }
            ScriptStep::Intent(intent) => intent,
            ScriptStep::Command(text) => Intent::Command(text),
            ScriptStep::Auto(n) => Intent::Auto(n),
            ScriptStep::AutoTurns(n) => Intent::AutoTurns(n),
            _ => return,
        };
        self.intents.write(intent);
    }
}

fn play(
    mut commands: Commands,
    mut script: ResMut<Script>,
    mut input: ScriptInput,
    eyes: Eyes,
    mut orders: Orders,
    mut stage: Stage,
    (laid, measures): (Laid, Measures),
) {
    script.let_go(eyes.window.0, &mut input);
    if script.waiting > 0 {
        script.waiting -= 1;
        return;
    }
    if stage.shots.waiting > 0 {
        return;
    }
    script.leave_loops(&eyes);
    let Some(step) = script.steps.pop_front() else { return };
    script.waiting = PAUSE;
    let done = match step {
        ScriptStep::Settle => script.settle(&eyes),
        ScriptStep::Hover(x, y) | ScriptStep::Click(x, y) | ScriptStep::RightClick(x, y) => {
            script.at_square(step, (x, y), &eyes, &mut input)
        }
        ScriptStep::HoverButton(ref name) | ScriptStep::Press(ref name) => {
            let name = name.clone();
            script.at_button(step, &name, &eyes, &mut input)
        }
        ScriptStep::Until(name, most, steps) => script.until(name, most, steps, &eyes),
        ScriptStep::Expect(_) | ScriptStep::ExpectNot(_) | ScriptStep::Reads(_) => eyes.expect(&step),
        ScriptStep::Quit => script.quit(&stage, &mut orders),
        other => {
            let seen = (&laid, &measures);
            script.simple(other, (&mut commands, &mut input), &eyes, (&mut orders, &mut stage), seen);
            Ok(())
        }
    };
    if let Err(what) = done {
        error!("the script stops: {what}");
        orders.exit.write(AppExit::from_code(3));
    }
}

impl Script {
    /// What was pressed in the last frame is let go.
    fn let_go(&mut self, window: Entity, input: &mut ScriptInput) {
        for button in std::mem::take(&mut self.release) {
            input.button(window, button, ButtonState::Released);
        }
        for key in std::mem::take(&mut self.release_keys) {
            input.key(window, key, ButtonState::Released);
        }
        if let Some(pad) = self.pad {
            for part in std::mem::take(&mut self.release_pad) {
                input.on_pad(pad, part, 0.0);
            }
        }
    }

    /// The step comes again at once.
    fn again(&mut self, step: ScriptStep) {
        self.waiting = 0;
        self.steps.push_front(step);
    }

    fn settle(&mut self, eyes: &Eyes) -> Result<(), String> {
        let lifts = *eyes.screen.get() == Screen::HandOver && eyes.table.hand_over.is_none();
        if !(eyes.motion.busy() || eyes.glide.on() || eyes.table.thinking || lifts) {
            self.settling = None;
        } else if self.settling.get_or_insert_with(Instant::now).elapsed() < UNSETTLED {
            self.again(ScriptStep::Settle);
        } else {
            return Err("something still moved after ten minutes".to_owned());
        }
        Ok(())
    }

    fn press(&mut self, window: Entity, button: MouseButton, input: &mut ScriptInput) {
        input.button(window, button, ButtonState::Pressed);
        self.release.push(button);
    }

    fn press_key(&mut self, window: Entity, key: KeyCode, input: &mut ScriptInput) {
        input.key(window, key, ButtonState::Pressed);
        self.release_keys.push(key);
    }

    fn point(&mut self, window: Entity, at: Vec2, input: &mut ScriptInput) {
        self.pointer = at;
        input.point(window, at);
    }

    /// The pointer goes to a square, and clicks there.
    fn at_square(
        &mut self,
        step: ScriptStep,
        (x, y): (i32, i32),
        eyes: &Eyes,
        input: &mut ScriptInput,
    ) -> Result<(), String> {
        let window = eyes.window.0;
        let at = eyes.square(x, y).ok_or_else(|| format!("square {x}, {y} is not on the map"))?;
        let button = match step {
            ScriptStep::Click(..) => Some(MouseButton::Left),
            ScriptStep::RightClick(..) => Some(MouseButton::Right),
            _ => None,
        };
        // The pointer arrives first, the button follows once everything has seen it there.
        if self.pointer != at {
            self.point(window, at, input);
            if button.is_some() {
                self.waiting = 1;
                self.steps.push_front(step);
            }
        } else if let Some(button) = button {
            self.presses.count(&eyes.table);
            self.press(window, button, input);
        }
        Ok(())
    }

    /// The pointer goes to a button and presses it; one that is out of sight in a list or above the row is looked for.
    fn at_button(
        &mut self,
        step: ScriptStep,
        name: &str,
        eyes: &Eyes,
        input: &mut ScriptInput,
    ) -> Result<(), String> {
        let window = eyes.window.0;
        let presses = matches!(step, ScriptStep::Press(_));
        if let Some(at) = eyes.button(name) {
            if self.pointer != at {
                self.point(window, at, input);
                if presses {
                    self.waiting = 1;
                    self.steps.push_front(step);
                }
            } else if presses {
                self.sought = 0;
                self.presses.count(&eyes.table);
                self.press(window, MouseButton::Left, input);
            }
        } else if let Some((at, way)) = eyes.rolled(name).filter(|_| self.sought < SOUGHT) {
            self.sought += 1;
            if self.pointer == at {
                input.turn_wheel(window, way);
            } else {
                self.point(window, at, input);
            }
            self.steps.push_front(step);
        } else if let Some(opener) = eyes.opener(name).filter(|_| self.sought < OPENERS) {
            if self.pointer == opener {
                self.sought += 1;
                self.presses.count(&eyes.table);
                self.press(window, MouseButton::Left, input);
            } else {
                self.point(window, opener, input);
            }
            self.steps.push_front(step);
        } else {
            return Err(format!("there is no button \"{name}\" (there are: {})", eyes.names()));
        }
        Ok(())
    }

    /// A loop ends as soon as its button is there, in the midst of its steps too.
    fn leave_loops(&mut self, eyes: &Eyes) {
        let Some(at) = self.loops.iter().position(|(name, _)| eyes.button(name).is_some()) else { return };
        let (_, after) = self.loops[at];
        let over = self.steps.len().saturating_sub(after);
        self.steps.drain(..over);
        self.loops.truncate(at);
    }

    fn until(&mut self, name: String, most: u32, steps: Vec<ScriptStep>, eyes: &Eyes) -> Result<(), String> {
        self.waiting = 0;
        let after = self.steps.len();
        self.loops.retain(|(_, own)| *own < after);
        if eyes.button(&name).is_some() {
            return Ok(());
        }
        if most == 0 {
            return Err(format!("there never was a button \"{name}\" (there are: {})", eyes.names()));
        }
        self.loops.push((name.clone(), after));
        self.steps.push_front(ScriptStep::Until(name, most - 1, steps.clone()));
        for step in steps.into_iter().rev() {
            self.steps.push_front(step);
        }
        Ok(())
    }

    fn on_pad(&mut self, step: ScriptStep, commands: &mut Commands, input: &mut ScriptInput) {
        let Some(pad) = self.pad else {
            // It is plugged in, and used once everything has seen it.
            let pad = commands.spawn(Name::new("gamepad of the script")).id();
            self.pad = Some(pad);
            input.plug_in(pad);
            self.steps.push_front(step);
            return;
        };
        for (part, value) in on_pad(&step) {
            input.on_pad(pad, part, value);
            self.release_pad.push(part);
        }
    }

    /// The end, once every film is taken; it fails if texts did not fit.
    fn quit(&mut self, stage: &Stage, orders: &mut Orders) -> Result<(), String> {
        if stage.shots.filmed > 0 {
            self.again(ScriptStep::Quit);
            return Ok(());
        }
        let misfits = std::mem::take(&mut self.misfits);
        if !misfits.is_empty() {
            return Err(format!("{} things do not fit:\n{}", misfits.len(), misfits.join("\n")));
        }
        orders.exit.write(AppExit::Success);
        Ok(())
    }

    /// The steps that cannot fail.
    fn simple(
        &mut self,
        step: ScriptStep,
        (commands, input): (&mut Commands, &mut ScriptInput),
        eyes: &Eyes,
        (orders, stage): (&mut Orders, &mut Stage),
        (laid, measures): (&Laid, &Measures),
    ) {
        let window = eyes.window.0;
        match step {
            ScriptStep::Wait(frames) => self.waiting = frames,
            ScriptStep::Key(key) => {
                self.presses.count(&eyes.table);
                self.press_key(window, key, input);
            }
            ScriptStep::Keys(keys) => {
                self.presses.count(&eyes.table);
                keys.into_iter().for_each(|key| self.press_key(window, key, input));
            }
            ScriptStep::Presses(path) => self.presses.write(&path),
            ScriptStep::Type(text) => text.chars().for_each(|letter| input.letter(window, letter)),
            ScriptStep::PointAt(x, y) => self.point(window, Vec2::new(x, y), input),
            ScriptStep::PressAny(begin) => {
                if let Some(name) = eyes.first_button(&begin) {
                    self.again(ScriptStep::Press(name));
                }
            }
            ScriptStep::ClickTarget => {
                if let Some(at) = eyes.target() {
                    self.again(ScriptStep::Click(at.x, at.y));
                }
            }
            ScriptStep::Pad(_) | ScriptStep::PadStick(..) | ScriptStep::PadRightStick(..) => {
                self.on_pad(step, commands, input);
            }
            ScriptStep::Wheel(notches) => input.turn_wheel(window, notches),
            ScriptStep::Shot(path) => shoot(commands, &mut stage.shots, path),
            ScriptStep::Film(folder, frames) => {
                stage.film(&folder, frames);
                self.waiting = 0;
            }
            ScriptStep::Resize(width, height) => stage.resize(width, height),
            ScriptStep::UiScale(per_cent) => stage.scale(per_cent),
            ScriptStep::Language(id) => stage.speak(&id),
            ScriptStep::PicturesOnly => stage.draw_pictures_only(),
            ScriptStep::Driver(path) => stage.name_driver(&path),
            ScriptStep::TextFits(place) => {
                self.misfits.extend(laid.misfits().into_iter().map(|text| format!("{place}: {text}")));
            }
            ScriptStep::Measures(place, board, row) => {
                let found = measures.faults(Limits { board, row });
                self.misfits.extend(found.into_iter().map(|text| format!("{place}: {text}")));
            }
            ScriptStep::Crowd(zoom, frames, report) => {
                commands.queue(|world: &mut World| crowd::lay(&mut world.resource_mut::<Table>()));
                commands.insert_resource(FrameClock::new(frames, report));
                self.steps.push_front(ScriptStep::Zoom(zoom));
            }
            ScriptStep::UntilHandOver => {
                if eyes.table.hand_over.is_none() && eyes.table.ending.is_none() {
                    if !eyes.motion.busy() && !eyes.table.thinking {
                        orders.intents.write(Intent::Auto(1));
                    }
                    self.steps.push_front(step);
                }
            }
            other => orders.give(other),
        }
    }
}

/// Everything that moves is over at once.
#[derive(Message, Clone, Copy, Debug)]
struct SkipMotion;

/// Carries out [`SkipMotion`].
fn skip_motion(mut skips: MessageReader<SkipMotion>, mut motion: ResMut<BeatQueue>) {
    if skips.read().last().is_some() {
        motion.skip();
    }
}
