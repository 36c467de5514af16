//! The window: everything that is seen and pressed. Above everything else; nothing imports it but `cli`.
//!
//! Its flow: `session` turns the battle into a [`view::Table`] and beats; board, screen and motion draw those; input
//! and widgets turn what a player does into [`view::Intent`]s; `session` turns those into commands. Nothing here
//! changes a battle except by commands.

mod art;
mod board;
mod camera;
mod contrast;
mod driver;
mod glossary;
mod glyphs;
mod input;
mod intent;
mod language;
mod live;
mod map_picture;
mod minimap;
mod motion;
mod offscreen;
mod pen;
mod prelude;
mod probe;
mod screen;
mod session;
mod settings;
mod sound;
mod start;
mod still;
mod testing;
mod theme;
mod tips;
mod view;
mod widgets;

use std::{collections::BTreeMap, io::Write as _, path::PathBuf};

use bevy::{
    app::PluginGroupBuilder,
    ecs::schedule::{Schedules, SingleThreadedExecutor},
    input_focus::tab_navigation::TabNavigationPlugin,
    log::LogPlugin,
    prelude::*,
    render::{RenderApp, RenderPlugin},
    window::{CursorOptions, PresentMode, PrimaryWindow},
};

use crate::{
    cli::Folders,
    content::{diagnostics::Report, library::Library, scenario::Controller},
    dice::Luck,
    key::Key,
    locale::Locales,
    rules::facts::Side,
};

pub use offscreen::offscreen;
pub use probe::{ARGUMENT as PROBE_ARGUMENT, answer as answer_probe};
pub use settings::{FoundSettings, RunSettings, Settings};
pub use start::play;
pub use testing::{FrameClock, ScriptStep, frame_clock, read_script};

/// What the program was asked to open.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// Folders that hold an `art` folder: the base game's, then those of mods.
    pub assets: Vec<PathBuf>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Steps that drive the window by themselves.
    pub script: Vec<ScriptStep>,
    /// Whether it is drawn in an image in place of a window on a display.
    pub offscreen: bool,
    /// The settings that were found.
    pub settings: FoundSettings,
    /// What this run is asked for over the settings.
    pub asked: RunSettings,
    /// What can be played.
    pub library: Library,
    /// What was wrong with the content; the title shows it.
    pub mistakes: Report,
    /// The languages there are.
    pub locales: Locales,
    /// The scenario to start at once; none: the title.
    pub scenario: Option<Key>,
    /// The rulebook to play by, where a scenario allows it; none: the scenario's own.
    pub book: Option<Key>,
    /// How luck is dealt, where players do not choose otherwise.
    pub luck: Luck,
    /// Options of the rulebook for that scenario.
    pub options: BTreeMap<Key, i32>,
    /// The seed of the first battle's dice; each further one takes the next.
    pub seed: u64,
    /// Who decides for sides, over what scenarios say.
    pub controllers: Vec<(Side, Controller)>,
    /// Where the replay of each battle is written as it ends, over the one before.
    pub save_replay: Option<PathBuf>,
    /// Where content, saves and settings lie.
    pub folders: Folders,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            assets: vec![PathBuf::from("assets")],
            size: (1280, 720),
            script: Vec::new(),
            offscreen: false,
            settings: settings::read(std::path::Path::new("threat-range-config")),
            asked: RunSettings::default(),
            library: Library::default(),
            mistakes: Report::new(),
            locales: Locales::default(),
            scenario: None,
            book: None,
            luck: Luck::Fair,
            options: BTreeMap::new(),
            seed: 1,
            controllers: Vec::new(),
            save_replay: None,
            folders: Folders::default(),
        }
    }
}

/// What screen it is. Follows from what there is to show; see `screen`.
#[derive(States, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The way in.
    #[default]
    Title,
    /// A page over the title or over the battle.
    Page(view::Page),
    /// The table.
    Battle,
    /// The lamp is out: another player sits down.
    HandOver,
    /// The end.
    Over,
}

/// The window's own plugins: its table of contents.
struct WindowPlugins;

impl PluginGroup for WindowPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(input::plugin)
            .add(camera::plugin)
            .add(board::plugin)
            .add(screen::plugin)
            .add(widgets::plugin)
            .add(minimap::plugin)
            .add(tips::plugin)
            .add(contrast::plugin)
            .add(glyphs::plugin)
            .add(motion::plugin)
            .add(sound::plugin)
            .add(session::plugin)
    }
}

/// Opens the window and plays until it is closed.
///
/// The error is one sentence for the user (no display, no adapter, a missing library). The number is the status the
/// program should end with: 0, or 3 if a script could not be carried out.
pub fn run(options: WindowOptions) -> Result<u8, String> {
    if !options.offscreen {
        probe::ask()?;
    }
    let window = Window {
        title: "Threat Range".into(),
        resolution: options.size.into(),
        present_mode: PresentMode::AutoVsync,
        // Until something is drawn it would show whatever lay in the driver's memory.
        visible: false,
        ..default()
    };
    // A script's pointer is the only one: whoever has the mouse, or opens a window above, does not disturb it.
    let cursor = CursorOptions { hit_test: options.script.is_empty(), ..default() };
    let language = options.asked.language.clone().or_else(|| options.settings.settings.language.clone());
    let language = language.unwrap_or_else(language::of_the_system);
    still::hear_signals();
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), primary_cursor_options: Some(cursor), ..default() })
        // No frame is drawn without what belongs over it: fog that comes a frame late shows what it hides.
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .set(LogPlugin { filter: "error,pulseaudio=off,threat_range_window=warn".into(), ..default() });
    app.add_plugins(if options.offscreen { offscreen(plugins) } else { plugins })
        .add_plugins((TabNavigationPlugin, driver::plugin, theme::plugin))
        .insert_resource(ClearColor(theme::WALNUT_DARK))
        .insert_resource(language::Language::new(options.locales.clone(), &language))
        .insert_resource(art::Art::new(options.assets.clone()))
        .insert_resource(live::Live::of(&options.folders))
        .init_resource::<view::Table>()
        .init_resource::<view::PointedSlot>()
        .init_resource::<view::Shelf>()
        .add_message::<view::Intent>()
        .init_state::<Screen>()
        .add_systems(Update, show_what_is_drawn)
        .add_plugins(WindowPlugins);
    settings::open(&mut app, options.settings.clone(), options.asked.clone());
    session::open(app.world_mut(), &options)?;
    if !options.script.is_empty() {
        let steps = options.script;
        app.add_plugins(move |app: &mut App| testing::plugin(app, steps.clone()));
        if !options.offscreen {
            one_thread(&mut app);
        }
    } else {
        app.add_plugins((still::plugin, sound::heard));
        #[cfg(target_os = "linux")]
        app.add_plugins(input::devices);
    }
    own_up();
    match app.run() {
        AppExit::Success => Ok(0),
        AppExit::Error(code) => Ok(code.get()),
    }
}

/// Frames that are drawn before the window is shown.
const UNSEEN: u8 = 3;

fn show_what_is_drawn(mut window: Single<&mut Window, With<PrimaryWindow>>, mut drawn: Local<u8>) {
    if *drawn > UNSEEN {
        return;
    }
    *drawn += 1;
    if *drawn > UNSEEN {
        window.visible = true;
    }
}

/// After what the program says of a mistake of its own, a sentence that everybody understands.
fn own_up() {
    let say = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        say(panic);
        let _ = writeln!(
            std::io::stderr(),
            "The window stopped because of a mistake in the program. The battle is saved up to its last autosave."
        );
    }));
}

/// Runs a frame's systems one after the other: scripts see no race, and on few processors it takes half the time.
fn one_thread(app: &mut App) {
    let single = |world: &mut World| {
        for (_, schedule) in world.resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    };
    single(app.world_mut());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        single(render.world_mut());
    }
}
