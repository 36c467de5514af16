//! The session: between the battle and what is shown of it. It alone knows the engine.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`play`] | the battle, who sits at the screen, what may be taken back |
//! | [`desk`] | what each intent does, when the screen changes |
//! | [`pick`] | an action being filled in |
//! | [`marks`] | reach, targets, threat on the map |
//! | [`preview`] | odds, sums, units, squares, rules as cards |
//! | [`aboard`] | vehicles, who sits in them, their sectors of fire |
//! | [`area`] | areas under the pointer |
//! | [`ask`] | prompts as slips |
//! | [`repeat`] | the odds of an attack made once more |
//! | [`tell`] | the chronicle as beats and log |
//! | [`show`] | the state as counters, ribbon, board |
//! | [`computer`] | the computer's answers |
//! | [`wheel`] | a vehicle being driven |
//! | [`words`] | numbers and names in words |
//!
//! This file owns the title, the start and end of a battle, and the replay's file.

mod aboard;
mod area;
mod ask;
mod computer;
mod desk;
mod marks;
mod pick;
mod play;
mod preview;
mod repeat;
mod show;
mod tell;
#[cfg(test)]
mod tests;
mod wheel;
mod words;
mod worth;

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use self::{
    desk::Desk,
    play::{Play, Seat},
};
use super::{
    WindowOptions,
    input::InputSet,
    motion::{Motion, Tray},
    view::{Board, Ending, Intent, Mistake, Table, TitleEntry},
};
use crate::{
    battle::replay::Replay,
    content::{diagnostics::Report, library::Library, scenario::Controller},
    key::Key,
    rules::facts::Side,
    saves::file::{self, Keep},
};

/// What can be played, and what is being played.
#[derive(Resource, Default)]
pub struct Session {
    library: Library,
    scenarios: Vec<(Key, Vec<Seat>)>,
    book: Option<Key>,
    seed: u64,
    save: Option<PathBuf>,
    data: PathBuf,
    desk: Option<Desk>,
    entry: usize,
    generation: u64,
}

/// The plugin of the session.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .add_systems(Update, (obey, drive, end).chain().after(InputSet).before(super::camera::CameraSet));
}

/// Lays the title out, and starts a battle at once if one is asked for. The error is one sentence for the user.
pub fn open(world: &mut World, options: &WindowOptions) -> Result<(), String> {
    let mut session = Session {
        library: options.library.clone(),
        book: options.book,
        seed: options.seed,
        save: options.save_replay.clone(),
        data: options.data.clone(),
        ..Session::default()
    };
    session.scenarios =
        session.library.scenarios.keys().map(|id| (*id, seats(&session.library, *id, options))).collect();
    let mut start = None;
    if let Some(scenario) = options.scenario {
        // The library finds the near miss if there is no such scenario.
        session.library.setup(scenario, options.seed, options.book)?;
        start = session.scenarios.iter().position(|(id, _)| *id == scenario);
    }
    {
        let mut table = world.resource_mut::<Table>();
        table.title = session.title();
        table.mistakes = mistakes(&options.mistakes);
    }
    if let Some(n) = start {
        world.resource_scope(|world, mut table: Mut<Table>| {
            let mut motion = world.resource_mut::<Motion>();
            session.start(n, &mut table, &mut motion)
        })?;
    }
    world.insert_resource(session);
    Ok(())
}

fn seats(library: &Library, scenario: Key, options: &WindowOptions) -> Vec<Seat> {
    let Some(def) = library.scenarios.get(&scenario) else { return Vec::new() };
    def.sides
        .iter()
        .map(|entry| {
            let side = Side(entry.id);
            let set = options.controllers.iter().find(|(own, _)| *own == side).map(|(_, who)| *who);
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
    report
        .iter()
        .map(|one| Mistake {
            text: words::capital(&one.message),
            place: match one.line {
                0 => one.file.display().to_string(),
                line => format!("{}:{line}:{}", one.file.display(), one.column),
            },
            help: one.help.as_deref().map(words::capital).unwrap_or_default(),
        })
        .collect()
}

impl Session {
    fn title(&self) -> Vec<TitleEntry> {
        self.scenarios
            .iter()
            .filter_map(|(id, seats)| {
                let def = self.library.scenarios.get(id)?;
                let book = self.library.books.get(&self.book.unwrap_or(def.rulebook));
                let book = book.map_or_else(String::new, |book| format!(" {} rules.", book.settings.name));
                Some(TitleEntry {
                    name: def.name.clone(),
                    about: format!("{}{book}", def.text),
                    sides: seats.iter().map(|seat| (seat.name.clone(), seat.human)).collect(),
                })
            })
            .collect()
    }

    fn start(&mut self, n: usize, table: &mut Table, motion: &mut Motion) -> Result<(), String> {
        let Some((scenario, seats)) = self.scenarios.get(n).cloned() else { return Ok(()) };
        let book = self.book.filter(|book| {
            self.library
                .scenarios
                .get(&scenario)
                .is_some_and(|def| def.rulebook == *book || def.also.contains(book))
        });
        let setup = self.library.setup(scenario, self.seed, book)?;
        self.entry = n;
        self.generation = self.generation.max(table.board.generation);
        self.lay(Play::new(setup, scenario, self.seed, seats), table, motion);
        Ok(())
    }

    /// Clears the table and sits down to a battle.
    fn lay(&mut self, play: Play, table: &mut Table, motion: &mut Motion) {
        motion.clear();
        let (title, mistakes) = (std::mem::take(&mut table.title), std::mem::take(&mut table.mistakes));
        let log_open = table.log_open;
        *table = Table { title, mistakes, log_open, ..Table::default() };
        let mut desk = Desk::new(play, self.generation);
        desk.lay_board(table);
        self.generation = table.board.generation;
        desk.drive(table, motion);
        self.desk = Some(desk);
    }
}

fn obey(
    mut session: ResMut<Session>,
    mut intents: MessageReader<Intent>,
    mut table: ResMut<Table>,
    mut motion: ResMut<Motion>,
    tray: Res<Tray>,
    mut exit: MessageWriter<AppExit>,
) {
    for intent in intents.read() {
        let session = &mut *session;
        match intent {
            Intent::Quit => {
                exit.write(AppExit::Success);
            }
            Intent::Start(n) => {
                if let Err(why) = session.start(*n, &mut table, &mut motion) {
                    let text = words::capital(&why);
                    table.mistakes.insert(0, Mistake { text, ..Mistake::default() });
                }
            }
            Intent::Seat(n, side) => {
                if let Some(seat) = session.scenarios.get_mut(*n).and_then(|(_, seats)| seats.get_mut(*side))
                {
                    seat.human = !seat.human;
                }
                table.title = session.title();
            }
            Intent::Again => {
                session.seed = session.seed.wrapping_add(1);
                let n = session.entry;
                if let Err(why) = session.start(n, &mut table, &mut motion) {
                    table.hint = words::capital(&why);
                }
            }
            Intent::ToTitle => {
                motion.clear();
                session.desk = None;
                session.generation = session.generation.max(table.board.generation);
                let mistakes = std::mem::take(&mut table.mistakes);
                *table =
                    Table { title: session.title(), mistakes, board: Board::default(), ..Table::default() };
            }
            Intent::AskRoll => table.side = tray.roll.as_ref().map(preview::roll_card),
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
) {
    // Looking is no change: what is drawn anew is what has really changed.
    let session = session.bypass_change_detection();
    let Some(desk) = &mut session.desk else { return };
    if motion.busy() {
        return;
    }
    let seat = desk.play.seat;
    desk.drive(&mut table, &mut motion);
    if desk.play.seat != seat {
        *tray = Tray::default();
    }
}

/// At the end: the winner, what there is to tell, and the replay's file.
fn end(mut session: ResMut<Session>, mut table: ResMut<Table>, motion: Res<Motion>) {
    let session = session.bypass_change_detection();
    let Some(desk) = &session.desk else { return };
    if table.ending.is_some() || motion.busy() || !desk.over() || desk.untold() {
        return;
    }
    let trouble = desk.trouble();
    let replay = desk.play.replay(&session.library.hash);
    let mut ending = ending(&desk.play, trouble.as_deref());
    let path = match (&session.save, &trouble) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(_)) => Some(kept(&session.data, &replay)),
        (None, None) => None,
    };
    if let Some(path) = path {
        let told = match write_replay(&path, &replay) {
            Ok(()) => path.display().to_string(),
            Err(why) => why,
        };
        ending.lines.push(("Replay".to_owned(), told));
    }
    table.ending = Some(ending);
}

fn ending(play: &Play, trouble: Option<&str>) -> Ending {
    let facts = play.game.battle.truth();
    let winner = play.game.battle.winner();
    let why = trouble.map(|trouble| (String::new(), format!("{trouble}.")));
    let mut lines: Vec<(String, String)> = why.into_iter().collect();
    lines.push(("Rounds".to_owned(), facts.round.to_string()));
    for seat in &play.seats {
        let own = || facts.units.iter().filter(|unit| unit.side() == seat.side);
        let standing = own().filter(|unit| !facts.out(unit)).count();
        let dead = own().filter(|unit| facts.dead(unit)).count();
        let fallen = if dead > 0 { format!(", {dead} dead") } else { String::new() };
        lines.push((seat.name.clone(), format!("{standing} of {} standing{fallen}", own().count())));
    }
    let title = match (trouble, winner) {
        (Some(_), _) => "The battle had to stop".to_owned(),
        (None, Some(side)) => format!("Victory: {}", play.side_name(side)),
        (None, None) => "Nobody is left standing".to_owned(),
    };
    Ending { title, side: winner.filter(|_| trouble.is_none()).map(|side| play.colour(side)), lines }
}

/// Where the replay of a battle that had to stop is kept.
fn kept(data: &Path, replay: &Replay) -> PathBuf {
    let scenario = replay.scenario.as_str().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let name = format!("stopped_{scenario}_{}_{}.ron", replay.seed, replay.commands.len());
    data.join("replays").join(name)
}

/// Writes a replay as RON, over whatever lay there.
///
/// # Errors
/// One sentence, when the folder or file cannot be written.
fn write_replay(path: &Path, replay: &Replay) -> Result<(), String> {
    let text = ron::ser::to_string_pretty(replay, ron::ser::PrettyConfig::default());
    let text = text.map_err(|why| format!("the replay could not be put into words: {why}"))?;
    file::write(path, text.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())
}
