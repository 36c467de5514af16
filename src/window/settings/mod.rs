//! The settings: what a player wants of the window, kept between one evening and the next.

mod file;
mod keys;
mod knob;
mod lesson;
mod listen;

use std::collections::BTreeSet;

use bevy::window::{MonitorSelection, PresentMode, WindowMode};

use super::language;
use crate::window::prelude::*;

pub use self::{
    file::{FoundSettings, read},
    knob::{KeyIntent, Knob, KnobRange},
    lesson::Lesson,
    listen::Listening,
};

/// The newest form of the file.
const VERSION: u32 = 1;

/// What a player wants of the window. Each has a default, so a file may name just some of them.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The form of the file.
    pub version: u32,
    /// The size of everything on the screen but the map, in per cent of what the window's size gives: 75 to 200.
    pub ui_scale: u32,
    /// How fast things move, in per cent: 0 (at once) to 300.
    pub motion: u32,
    /// Are sparks, smoke and splinters drawn?
    pub particles: bool,
    /// Do numbers rise from those who are hit?
    pub floating_numbers: bool,
    /// Are lines and edges drawn stronger?
    pub high_contrast: bool,
    /// How loud everything is, in per cent.
    pub volume: u32,
    /// How loud the effects are, in per cent of that.
    pub effects: u32,
    /// The language, as its locale folder is called; none: the system's.
    pub language: Option<String>,
    /// Does the view move while the pointer is at the window's edge?
    pub edge_scroll: bool,
    /// How fast it does, in per cent: 25 to 300.
    pub edge_speed: u32,
    /// How fast keys and sticks move the view, in per cent: 25 to 300.
    pub pan_speed: u32,
    /// Is the end of a turn asked about while there are points left?
    pub confirm_end: bool,
    /// From how much at stake one is asked about a hit, 0 to 30; 0: from what is usual.
    pub ask_from: u32,
    /// Is one asked about shots?
    pub ask_shots: bool,
    /// Is one asked when one's own side touches an aura?
    pub ask_allies: bool,
    /// How long the pointer rests before a tip appears, in milliseconds: 0 to 2000.
    pub tip_delay: u32,
    /// Are newcomers told how to play as they do?
    pub lessons: bool,
    /// What they have been told.
    pub learned: BTreeSet<Lesson>,
    /// How many turns the player has begun, as far as it matters.
    pub turns: u32,
    /// Is the small map shown?
    pub minimap: bool,
    /// Does the window fill the display?
    pub full_screen: bool,
    /// Does drawing wait for the display?
    pub vsync: bool,
    /// What is bound otherwise than at first: by the action's name.
    pub bindings: BTreeMap<String, Vec<BoundInput>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            ui_scale: 100,
            motion: 100,
            particles: true,
            floating_numbers: true,
            high_contrast: false,
            volume: 80,
            effects: 100,
            language: None,
            edge_scroll: true,
            edge_speed: 100,
            pan_speed: 100,
            confirm_end: false,
            ask_from: 0,
            ask_shots: true,
            ask_allies: false,
            tip_delay: 500,
            lessons: true,
            learned: BTreeSet::new(),
            turns: 0,
            minimap: true,
            full_screen: false,
            vsync: true,
            bindings: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Everything within its limits.
    #[must_use]
    pub fn within(mut self) -> Self {
        self.version = VERSION;
        for knob in Knob::ALL.iter().copied() {
            if let KnobRange::Number(least, most, _) = knob.range() {
                self.put(knob, self.get(knob).clamp(least, most));
            }
        }
        self
    }

    /// How loud effects are in all, from 0 to 1.
    pub fn loudness(&self) -> f32 {
        (self.volume * self.effects) as f32 / 10_000.0
    }
}

/// What is asked for this one run, over the file: it is not kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSettings {
    /// How fast things move, in per cent.
    pub motion: Option<u32>,
    /// The size of everything on the screen, in per cent.
    pub ui_scale: Option<u32>,
    /// The language.
    pub language: Option<String>,
}

/// Where the settings are kept, and what stands there.
#[derive(Resource, Debug)]
struct Kept {
    path: PathBuf,
    /// What the file says.
    written: Settings,
    /// What this run was asked for, which stays out of the file until the player changes it.
    asked: RunSettings,
    /// When they are written: a little after the last change.
    due: Timer,
}

/// How long after the last change the file is written.
const PAUSE: Duration = Duration::from_millis(700);

/// Takes the settings up, with what this run was asked for, and keeps them from now on.
pub fn open(app: &mut App, settled: FoundSettings, asked: RunSettings) {
    let written = settled.settings;
    let settings = Settings {
        motion: asked.motion.unwrap_or(written.motion),
        ui_scale: asked.ui_scale.unwrap_or(written.ui_scale),
        language: asked.language.clone().or_else(|| written.language.clone()),
        ..written.clone()
    };
    let due = Timer::new(PAUSE, TimerMode::Once);
    app.insert_resource(settings.within())
        .insert_resource(Kept { path: settled.path, written, asked, due })
        .add_systems(PreUpdate, take_up.run_if(resource_changed::<Settings>))
        .add_systems(Last, keep)
        .add_plugins(listen::plugin);
}

/// What follows at once from the settings.
fn take_up(
    settings: Res<Settings>,
    mut motion: ResMut<BeatQueue>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut language: ResMut<Language>,
    bound: Option<Single<&mut leafwing_input_manager::prelude::InputMap<Action>>>,
) {
    motion.speed = settings.motion as f32 / 100.0;
    let mode = if settings.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    if window.mode != mode {
        window.mode = mode;
    }
    let present = if settings.vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync };
    if window.present_mode != present {
        window.present_mode = present;
    }
    let wanted = settings.language.clone().unwrap_or_else(language::of_the_system);
    if !language.speaks(&wanted) {
        language.choose(&wanted);
    }
    if let Some(bound) = bound {
        let map = settings.input_map();
        let mut bound = bound.into_inner();
        if *bound != map {
            *bound = map;
        }
    }
}

/// Writes the settings a little after they have changed, and at the end.
fn keep(
    settings: Res<Settings>,
    mut kept: ResMut<Kept>,
    time: Res<Time<Real>>,
    mut exit: MessageReader<AppExit>,
    mut waiting: Local<bool>,
) {
    let kept = kept.bypass_change_detection();
    if settings.is_changed() {
        *waiting = true;
        kept.due.reset();
    }
    if !*waiting {
        return;
    }
    kept.due.tick(time.delta());
    if !kept.due.is_finished() && exit.read().next().is_none() {
        return;
    }
    *waiting = false;
    let wanted = kept.to_write(&settings);
    if wanted == kept.written {
        return;
    }
    match file::write(&kept.path, &wanted) {
        Ok(()) => kept.written = wanted,
        Err(why) => error!("{why}"),
    }
}

impl Kept {
    /// What belongs into the file: what was only asked for this run does not.
    fn to_write(&self, settings: &Settings) -> Settings {
        let mut wanted = settings.clone();
        if self.asked.motion.is_some_and(|asked| asked.min(300) == settings.motion) {
            wanted.motion = self.written.motion;
        }
        if self.asked.ui_scale.is_some_and(|asked| asked.clamp(75, 200) == settings.ui_scale) {
            wanted.ui_scale = self.written.ui_scale;
        }
        if self.asked.language.is_some() && self.asked.language == settings.language {
            wanted.language.clone_from(&self.written.language);
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_one_run_stays_out_of_the_file() {
        let asked = RunSettings { motion: Some(0), ui_scale: Some(500), language: Some("de".into()) };
        let mut kept = Kept {
            path: PathBuf::new(),
            written: Settings { motion: 120, ..Settings::default() },
            asked,
            due: Timer::default(),
        };
        let now = Settings { motion: 0, ui_scale: 200, language: Some("de".into()), ..Settings::default() };
        assert_eq!(kept.to_write(&now), kept.written);
        // What the player changes is kept.
        let now = Settings { motion: 50, edge_scroll: false, ..now };
        kept.written.edge_scroll = false;
        assert_eq!(kept.to_write(&now), Settings { motion: 50, ..kept.written.clone() });
    }
}
