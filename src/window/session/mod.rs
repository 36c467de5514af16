//! The session stands between the battle and what is shown of it. It alone in the window knows the engine.
//!
//! This file starts a battle.

mod aboard;
mod alike;
mod area;
mod ask;
#[cfg(test)]
mod ask_tests;
mod asks_about;
mod blind;
mod cases;
mod computer;
mod cones;
mod controller;
mod deciding;
mod ending;
#[cfg(test)]
mod goal_tests;
mod going;
mod increments;
mod kit;
mod live;
mod marks;
mod narration;
mod origins;
mod pages;
mod pick;
mod play;
#[cfg(test)]
mod pointing_tests;
mod prelude;
mod preview;
mod repeat;
#[cfg(test)]
mod row_tests;
mod saving;
mod show;
mod shown_map;
#[cfg(test)]
mod sight_tests;
mod signs;
mod stake;
#[cfg(test)]
mod stand_in_tests;
mod tally;
#[cfg(test)]
mod telling_tests;
#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
mod threat;
mod traces;
mod translation;
#[cfg(test)]
mod ward_tests;
mod what_if;
mod wheel;
mod words;
mod worth;

use bevy::window::ExitSystems;

use self::{
    asks_about::AsksAbout,
    controller::BattleController,
    origins::Origins,
    pages::BattleChoice,
    play::{Play, Seat},
};
use super::{WindowOptions, input::InputSet, live::Live, motion::Tray};
use crate::window::prelude::*;
use crate::{
    battle::terms::Made,
    cli::Folders,
    content::{
        diagnostics::{Report, Severity},
        library::Library,
        scenario::{Controller, ScenarioDef},
        skirmish::Skirmish,
    },
    dice::Luck,
    key::Key,
    rules::facts::Side,
};

/// What can be played, and what is being played.
#[derive(Resource, Default)]
pub struct Session {
    /// What battles are made from.
    library: Library,
    /// The same in the language of now, for showing only.
    translated: Library,
    language: Language,
    /// The battles in the order of the lists, with who sits where.
    scenarios: Vec<(Key, Vec<Seat>)>,
    book: Option<Key>,
    luck: Luck,
    /// The seed of the next battle's dice.
    seed: u64,
    save: Option<PathBuf>,
    /// Who decides for sides, over what scenarios say.
    controllers: Vec<(Side, Controller)>,
    folders: Folders,
    /// Content is to be read anew.
    anew: bool,
    /// Content as it is now, while a battle goes on with that of before.
    fresh: Option<Library>,
    /// Something was wrong with what was read last.
    wrong: bool,
    controller: Option<BattleController>,
    /// The battle that is being put together.
    draft: BattleChoice,
    /// The skirmish that is being put together, if that was ever wished, and the side whose units are chosen.
    wish: Option<Skirmish>,
    mustered: usize,
    /// How often other dice were taken for it.
    dice: u32,
    /// The battle that is being played.
    played: Option<BattleChoice>,
    generation: u64,
    /// How many battles have been laid out.
    laid: u64,
    /// The round in which the game has last saved by itself.
    autosaved: u32,
    /// What it saved so of the battle on the table.
    autosaves: Vec<PathBuf>,
    /// Where content comes from.
    origins: Origins,
    /// The program is ending, and what was to be saved is.
    left: bool,
}

/// All that is shown, as what is wanted of the session may change it.
struct Desk<'a> {
    shelf: &'a mut Shelf,
    table: &'a mut Table,
    motion: &'a mut BeatQueue,
}

impl Desk<'_> {
    /// Closes all pages, and takes away what was said on them.
    fn close_pages(&mut self) {
        self.shelf.pages.clear();
        self.shelf.note.clear();
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .add_systems(OnEnter(Screen::HandOver), |mut table: ResMut<Table>| controller::clear(&mut table))
        .add_systems(
            Update,
            (
                live::hear.run_if(resource_exists::<Live>),
                translation::switch
                    .run_if(resource_changed::<Language>.and_then(not(resource_added::<Language>))),
                translation::keys.run_if(resource_changed::<Settings>.or_eager(resource_changed::<Language>)),
                obey,
                pages::anew,
                lay_roll,
                (drive, ending::end).chain().run_if(super::screen::no_page),
            )
                .chain()
                .after(InputSet)
                .before(super::camera::CameraSet),
        )
        .add_systems(Last, saving::before_quitting.after(ExitSystems));
}

/// Lays the title out, and starts a battle at once if one is asked for. The error is one sentence for the user.
pub fn open(world: &mut World, options: &WindowOptions) -> Result<(), String> {
    let mut session = Session::default();
    session.folders.clone_from(&options.folders);
    (session.book, session.luck, session.seed) = (options.book, options.luck, options.seed);
    session.save.clone_from(&options.save_replay);
    session.controllers.clone_from(&options.controllers);
    session.take(options.library.clone());
    session.speak(world.resource::<Language>());
    session.wrong = options.mistakes.has_errors();
    let mut shelf = Shelf { mistakes: mistakes(&options.mistakes), ..Shelf::default() };
    let trouble = options.settings.trouble.iter().cloned();
    shelf.mistakes.splice(0..0, trouble.map(|text| Mistake { text, ..Mistake::default() }));
    session.fill(&mut shelf);
    if let Some(scenario) = options.scenario {
        // The library finds the near miss if there is no such scenario.
        session.library.setup(scenario, options.seed, options.book)?;
        let mut choice = session.choice(scenario);
        choice.terms.options.clone_from(&options.options);
        world.resource_scope(|world, mut table: Mut<Table>| {
            let mut motion = world.resource_mut::<BeatQueue>();
            session.begin(choice, &mut table, &mut motion)
        })?;
    }
    world.insert_resource(shelf);
    world.insert_resource(session);
    Ok(())
}

fn seats(def: &ScenarioDef, controllers: &[(Side, Controller)]) -> Vec<Seat> {
    def.sides
        .iter()
        .map(|entry| {
            let side = Side(entry.id);
            let set = controllers.iter().find(|(own, _)| *own == side).map(|(_, who)| *who);
            Seat {
                side,
                name: entry.name.clone().unwrap_or_else(|| words::capital(entry.id.as_str())),
                human: set.unwrap_or(entry.controller) == Controller::Human,
            }
        })
        .collect()
}

/// The mistakes of the content as the title shows them.
fn mistakes(report: &Report) -> Vec<Mistake> {
    let listed = report.iter().map(|one| Mistake {
        text: words::capital(&one.message),
        place: match one.line {
            0 => one.file.display().to_string(),
            line => format!("{}:{line}:{}", one.file.display(), one.column),
        },
        line: one.shown_line().unwrap_or_default().to_owned(),
        help: one.help.as_deref().map(words::capital).unwrap_or_default(),
        warning: one.severity == Severity::Warning,
    });
    let beyond = report.beyond().map(|(place, more)| Mistake {
        text: say!("title-more-mistakes", count = more),
        place,
        ..Mistake::default()
    });
    listed.chain(beyond).collect()
}

impl Session {
    /// Begins a battle as it was put together.
    fn begin(
        &mut self,
        choice: BattleChoice,
        table: &mut Table,
        motion: &mut BeatQueue,
    ) -> Result<(), String> {
        let setup = self.library.lay_out(&choice.terms)?;
        self.know(choice.terms.made.as_ref());
        let play = Play::new(setup, choice.terms.scenario, choice.terms.seed, choice.seats.clone());
        self.seed = choice.terms.seed.wrapping_add(1);
        self.played = Some(choice);
        self.lay(play, Vec::new(), table, motion);
        Ok(())
    }

    /// Has what is shown know a scenario that is none of the library's.
    fn know(&mut self, made: Option<&Made>) {
        if let Some(def) = made.and_then(|made| self.library.read_scenario(&made.text).ok()) {
            self.translated.scenarios.insert(def.id, def.into());
        }
    }

    /// The controller of the battle on the table, if it is being played: neither over nor only watched.
    fn played_now(&self) -> Option<&BattleController> {
        self.controller.as_ref().filter(|controller| !controller.over() && !controller.watching())
    }

    /// Clears the table and sits down to a battle, of which each player has been told so much.
    fn lay(
        &mut self,
        mut play: Play,
        told: Vec<(Option<Side>, usize)>,
        table: &mut Table,
        motion: &mut BeatQueue,
    ) {
        self.generation = self.generation.max(table.board.generation);
        self.dress(&mut play);
        motion.clear();
        let teaches = self.translated.scenarios.get(&play.scenario).is_some_and(|def| def.teaches);
        let goal = self.goal().unwrap_or_default();
        *table = Table { log_open: table.log_open, teaches, goal, ..Table::default() };
        self.autosaved = 0;
        self.autosaves.clear();
        self.laid += 1;
        let mut controller = BattleController::new(play, self.generation);
        controller.lay_board(table);
        controller.recall(told, table);
        self.generation = table.board.generation;
        controller.drive(table, motion);
        self.controller = Some(controller);
    }
}

fn obey(
    mut session: ResMut<Session>,
    mut intents: MessageReader<Intent>,
    mut table: ResMut<Table>,
    mut shelf: ResMut<Shelf>,
    mut motion: ResMut<BeatQueue>,
    (tray, settings): (Res<Tray>, Res<Settings>),
    mut exit: MessageWriter<AppExit>,
) {
    for intent in intents.read() {
        let session = &mut *session;
        if let Some(controller) = &mut session.controller {
            controller.wishes.confirm_end = settings.confirm_end;
        }
        if *intent == Intent::Quit {
            exit.write(AppExit::Success);
            continue;
        }
        let desk = &mut Desk { shelf: &mut shelf, table: &mut table, motion: &mut motion };
        // Pages go first: they ask before anything is deleted.
        if session.turn_pages(intent, desk) || session.keep(intent, desk) {
            continue;
        }
        match intent {
            Intent::AskRoll if !desk.table.pinned => {
                desk.table.side = tray.roll.as_ref().map(preview::roll_card);
            }
            Intent::Cancel
                if session.controller.as_ref().is_none_or(|controller| controller.idle(desk.table)) =>
            {
                session.turn_pages(&Intent::Open(Page::Pause), desk);
            }
            other => match &mut session.controller {
                Some(controller) => controller.obey(other, desk.table, desk.motion),
                None if *other == Intent::Log => desk.table.log_open = !desk.table.log_open,
                None => {}
            },
        }
    }
}

fn drive(
    mut session: ResMut<Session>,
    mut table: ResMut<Table>,
    mut motion: ResMut<BeatQueue>,
    mut tray: ResMut<Tray>,
    (screen, settings): (Res<State<Screen>>, Res<Settings>),
    mut sat: Local<Option<Side>>,
) {
    // What is to be seen waits until the curtain has lifted.
    if *screen.get() == Screen::HandOver {
        return;
    }
    // Looking is no change: what is drawn anew is what has really changed.
    let session = session.bypass_change_detection();
    let Some(controller) = &mut session.controller else { return };
    if motion.busy() {
        return;
    }
    // Whoever has sat down finds the last roll that they know of; who gets up leaves nothing there.
    if *sat != controller.play.seat {
        *sat = controller.play.seat;
        *tray = Tray { roll: sat.and_then(|_| last_roll(&table)), ..Tray::default() };
    }
    controller.wishes.knows_turns = settings.knows_turns();
    controller.wishes.asks = AsksAbout {
        from: settings.ask_from.try_into().unwrap_or(0),
        shots: settings.ask_shots,
        allies: settings.ask_allies,
    };
    if controller.calm(&table) {
        return;
    }
    controller.drive(&mut table, &mut motion);
    if *sat != controller.play.seat {
        *sat = controller.play.seat;
        *tray = Tray::default();
    }
    session.autosave_each_round(&mut table);
}

/// A battle that has just been laid out brings the last roll that is known of it, not that of the battle before.
fn lay_roll(session: Res<Session>, table: Res<Table>, mut tray: ResMut<Tray>, mut known: Local<u64>) {
    if *known != session.laid {
        *known = session.laid;
        *tray = Tray { roll: last_roll(&table), ..Tray::default() };
    }
}

/// The last roll in the log, as the tray tells it.
fn last_roll(table: &Table) -> Option<ShownRoll> {
    let mut rolls = table.log.iter().rev().filter_map(|line| line.in_tray.as_deref().or(line.roll.as_ref()));
    rolls.find(|roll| !roll.aside).cloned()
}
