//! The session: between the battle and what is shown of it. It alone knows the engine.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`play`] | the battle, who sits at the screen, what may be taken back |
//! | [`desk`] | what each intent does, when the screen changes |
//! | [`pick`] | an action being filled in |
//! | [`going`] | a move being laid out, with the points of its way |
//! | [`what_if`] | what would be if a unit stood elsewhere |
//! | [`marks`] | reach, targets, threat on the map |
//! | [`preview`] | odds, sums, units, squares, rules as cards |
//! | [`aboard`] | vehicles, who sits in them, their sectors of fire |
//! | [`area`] | areas under the pointer |
//! | [`ask`] | prompts as slips |
//! | [`blind`] | fire at squares where nobody is seen |
//! | [`repeat`] | the odds of an attack made once more |
//! | [`saving`] | saves, autosaves, kept replays |
//! | [`tell`] | the chronicle as beats and log |
//! | [`tally`] | what a battle came to, side by side |
//! | [`show`] | the state as counters, ribbon, board |
//! | [`computer`] | the computer's answers |
//! | [`tongue`] | the language of what is shown |
//! | [`wheel`] | a vehicle being driven |
//! | [`words`] | numbers and names in words |
//! | [`pages`] | what the pages show and do |
//!
//! This file owns the start and end of a battle, and the replay's file.

mod aboard;
mod area;
mod ask;
mod blind;
mod computer;
mod desk;
mod going;
mod marks;
mod pages;
mod pick;
mod play;
mod preview;
mod repeat;
mod saving;
mod show;
#[cfg(test)]
mod sight_tests;
mod tally;
mod tell;
#[cfg(test)]
mod tests;
mod tongue;
mod what_if;
mod wheel;
mod words;
mod worth;

use std::path::{Path, PathBuf};

use bevy::{prelude::*, window::ExitSystems};

use self::{
    desk::Desk,
    pages::Choice,
    play::{Play, Seat},
};
use super::{
    Screen, WindowOptions,
    input::InputSet,
    language::Language,
    motion::{Motion, Tray},
    settings::Settings,
    view::{Ending, Intent, LogView, Mistake, Page, Roll, Shelf, Table},
};
use crate::{
    battle::{command::Command, replay::Replay, terms::Made},
    cli::Folders,
    content::{
        diagnostics::Report,
        library::Library,
        scenario::{Controller, ScenarioDef},
        skirmish::Skirmish,
    },
    dice::Luck,
    key::Key,
    locale::say,
    rules::facts::Side,
    saves::replays,
};

/// What can be played, and what is being played.
#[derive(Resource, Default)]
pub struct Session {
    /// What battles are made from.
    library: Library,
    /// The same as the language of now calls it: for showing only.
    told: Library,
    language: Language,
    /// The battles in the order of the lists, with who sits where.
    scenarios: Vec<(Key, Vec<Seat>)>,
    book: Option<Key>,
    luck: Luck,
    seed: u64,
    save: Option<PathBuf>,
    /// Who decides for sides, over what scenarios say.
    controllers: Vec<(Side, Controller)>,
    folders: Folders,
    /// Content is to be read anew.
    anew: bool,
    desk: Option<Desk>,
    /// The battle that is being put together.
    draft: Choice,
    /// The skirmish that is being put together, if that was ever wished, and the side whose units are chosen.
    wish: Option<Skirmish>,
    mustered: usize,
    /// How often other dice were taken for it.
    dice: u32,
    /// The battle that is being played.
    played: Option<Choice>,
    generation: u64,
    /// The round in which the game has last saved by itself.
    autosaved: u32,
    /// The program is ending, and what was to be saved is.
    left: bool,
}

/// The plugin of the session.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .add_systems(OnEnter(Screen::HandOver), |mut table: ResMut<Table>| desk::clear(&mut table))
        .add_systems(
            Update,
            (
                tongue::switch.run_if(resource_changed::<Language>.and_then(not(resource_added::<Language>))),
                tongue::keys.run_if(resource_changed::<Settings>.or_eager(resource_changed::<Language>)),
                obey,
                pages::anew,
                (drive, end).chain().run_if(super::screen::no_page),
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
    let mut shelf = Shelf { mistakes: mistakes(&options.mistakes), ..Shelf::default() };
    let trouble = options.settings.trouble.iter().cloned();
    shelf.mistakes.splice(0..0, trouble.map(|text| Mistake { text, ..Mistake::default() }));
    session.fill(&mut shelf);
    if let Some(scenario) = options.scenario {
        // The library finds the near miss if there is no such scenario.
        session.library.setup(scenario, options.seed, options.book)?;
        let choice = Choice { options: options.options.clone(), ..session.choice(scenario) };
        world.resource_scope(|world, mut table: Mut<Table>| {
            let mut motion = world.resource_mut::<Motion>();
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
        help: one.help.as_deref().map(words::capital).unwrap_or_default(),
    });
    let beyond = report.beyond().map(|(place, more)| Mistake {
        text: say!("title-more-mistakes", count = more),
        place,
        help: String::new(),
    });
    listed.chain(beyond).collect()
}

impl Session {
    /// Begins a battle as it was put together.
    fn begin(&mut self, choice: Choice, table: &mut Table, motion: &mut Motion) -> Result<(), String> {
        let setup = self.library.lay_out(&choice.terms())?;
        self.know(choice.made.as_ref());
        self.generation = self.generation.max(table.board.generation);
        let play = Play::new(setup, choice.scenario, choice.seed, choice.seats.clone());
        self.seed = choice.seed;
        self.played = Some(choice);
        self.lay(play, Vec::new(), table, motion);
        Ok(())
    }

    /// Has what is shown know a scenario that is none of the library's.
    fn know(&mut self, made: Option<&Made>) {
        if let Some(def) = made.and_then(|made| self.library.read_scenario(&made.text).ok()) {
            self.told.scenarios.insert(def.id, def.into());
        }
    }

    /// Clears the table and sits down to a battle, of which each player has been told so much.
    fn lay(
        &mut self,
        mut play: Play,
        told: Vec<(Option<Side>, usize)>,
        table: &mut Table,
        motion: &mut Motion,
    ) {
        self.dress(&mut play);
        motion.clear();
        *table = Table { log_open: table.log_open, ..Table::default() };
        self.autosaved = 0;
        let mut desk = Desk::new(play, self.generation);
        desk.lay_board(table);
        desk.recall(told, table);
        self.generation = table.board.generation;
        desk.drive(table, motion);
        self.desk = Some(desk);
    }
}

fn obey(
    mut session: ResMut<Session>,
    mut intents: MessageReader<Intent>,
    mut table: ResMut<Table>,
    mut shelf: ResMut<Shelf>,
    mut motion: ResMut<Motion>,
    (tray, settings): (Res<Tray>, Res<Settings>),
    mut exit: MessageWriter<AppExit>,
) {
    for intent in intents.read() {
        let session = &mut *session;
        if let Some(desk) = &mut session.desk {
            desk.asks_end = settings.confirm_end;
        }
        if *intent == Intent::Quit {
            exit.write(AppExit::Success);
            continue;
        }
        // Pages go first: they ask before anything is deleted.
        if session.turn_pages(intent, &mut shelf, &mut table, &mut motion) {
            continue;
        }
        if session.keep(intent, &mut shelf, &mut table, &mut motion) {
            continue;
        }
        match intent {
            Intent::AskRoll => table.side = tray.roll.as_ref().map(preview::roll_card),
            Intent::Cancel if session.desk.as_ref().is_none_or(|desk| desk.idle(&table)) => {
                session.turn_pages(&Intent::Open(Page::Pause), &mut shelf, &mut table, &mut motion);
            }
            other => match &mut session.desk {
                Some(desk) => desk.obey(other, &mut table, &mut motion),
                None if *other == Intent::Log => table.log_open = !table.log_open,
                None => {}
            },
        }
    }
}

fn drive(
    mut session: ResMut<Session>,
    mut table: ResMut<Table>,
    mut motion: ResMut<Motion>,
    mut tray: ResMut<Tray>,
    screen: Res<State<Screen>>,
    mut sat: Local<Option<Side>>,
) {
    // What is to be seen waits until the curtain has lifted.
    if *screen.get() == Screen::HandOver {
        return;
    }
    // Looking is no change: what is drawn anew is what has really changed.
    let session = session.bypass_change_detection();
    let Some(desk) = &mut session.desk else { return };
    if motion.busy() {
        return;
    }
    // Whoever has sat down finds the last roll that they know of; who gets up leaves nothing there.
    if *sat != desk.play.seat {
        *sat = desk.play.seat;
        *tray = Tray { roll: sat.and_then(|_| last_roll(&table)), ..Tray::default() };
    }
    desk.drive(&mut table, &mut motion);
    if *sat != desk.play.seat {
        *sat = desk.play.seat;
        *tray = Tray::default();
    }
    session.autosave_each_round(&mut table);
}

/// The last roll in the log.
fn last_roll(table: &Table) -> Option<Roll> {
    table.log.iter().rev().find_map(|line| line.roll.clone())
}

/// At the end: the winner, what there is to tell, and the replay's file.
fn end(mut session: ResMut<Session>, mut table: ResMut<Table>, motion: Res<Motion>) {
    let session = session.bypass_change_detection();
    let Some(desk) = &session.desk else { return };
    if table.ending.is_some() || motion.busy() || !desk.over() || desk.untold() || desk.watching() {
        return;
    }
    let stopped = desk.trouble().is_some();
    let replay = desk.play.replay(&session.library.hash);
    let path = match (&session.save, stopped) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => Some(kept(&session.folders.data, &replay)),
        (None, false) => None,
    };
    let written = path.map(|path| match replays::write(&path, &replay, "") {
        Ok(()) => path.display().to_string(),
        Err(why) => why,
    });
    let lost = if stopped { None } else { session.keep_replay(&replay, &desk.play).err() };
    let Some(desk) = &mut session.desk else { return };
    desk.filed = Filed { written, lost };
    table.ending = Some(ending(desk));
    // Nothing is a secret any more.
    table.hint.clear();
    table.log = tell::tell_all(&desk.play);
    table.log_view = LogView::default();
}

/// What became of the replay of a battle that is over.
#[derive(Clone, Debug, Default)]
struct Filed {
    /// The file that it was written to besides the kept ones, or why it could not be.
    written: Option<String>,
    /// Why it is not among the kept ones.
    lost: Option<String>,
}

/// What there is to tell at the end, in the language of now.
fn ending(desk: &Desk) -> Ending {
    let (play, trouble) = (&desk.play, desk.trouble());
    let (rounds, winner) = (play.round(), play.winner());
    let why = trouble.as_ref().map(|trouble| (String::new(), format!("{trouble}.")));
    let mut lines: Vec<(String, String)> = why.into_iter().collect();
    let gave_up = play.commands().last().and_then(|command| match command {
        Command::Concede { side } => Some(play.side_name(*side)),
        _ => None,
    });
    lines.push((
        String::new(),
        match gave_up.filter(|_| trouble.is_none()) {
            Some(side) => say!("ending-gave-up", side = side, rounds = rounds),
            None => say!("ending-rounds", rounds = rounds),
        },
    ));
    let Filed { written, lost } = &desk.filed;
    lines.extend(written.iter().map(|told| (say!("ending-replay"), told.clone())));
    lines.extend(lost.iter().map(|why| (String::new(), format!("{}.", words::capital(why)))));
    let title = match (&trouble, winner) {
        (Some(_), _) => say!("ending-stopped"),
        (None, Some(side)) => say!("ending-victory", side = play.side_name(side)),
        (None, None) => say!("ending-nobody"),
    };
    Ending {
        title,
        side: winner.filter(|_| trouble.is_none()).map(|side| play.colour(side)),
        lines,
        sums: tally::sums(play),
    }
}

/// Where the replay of a battle that had to stop is kept.
fn kept(data: &Path, replay: &Replay) -> PathBuf {
    let scenario = replay.scenario.as_str().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let name = format!("stopped_{scenario}_{}_{}.ron", replay.seed, replay.commands.len());
    data.join("replays").join(name)
}
