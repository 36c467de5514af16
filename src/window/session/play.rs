//! A battle being played at one screen: the game, who sits at it, and what each command was given by.
//!
//! Owns the rules of the table (whose prompt it is, when to hand over, what may be taken back). Knows no window: a test
//! plays through it as the window does. Does not own what is drawn.

use super::show;
use crate::{
    battle::{
        command::Command,
        prompt::Prompt,
        replay::{Game, Replay},
        setup::Setup,
        standing::{Lasts, Policy, Standing},
    },
    key::Key,
    locale::Wording,
    rules::{
        action::Moment,
        facts::{Facts, Side, UnitId, UnitState},
        legal::Refusal,
    },
    saves::{Given, Sitting},
};

pub use crate::saves::Seat;

/// What the battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: it is over.
    Over,
    /// The computer.
    Computer,
    /// Another person: the screen has to change hands.
    HandOver(Side),
    /// The one at the screen.
    Mine,
}

/// From how much at stake a person is asked about a blow that has landed, in per cent of the main track's maximum
/// (of the units of the side, the mean). Below it the blow is let through, which costs nothing; with it a player meets
/// fewer than three prompts in an enemy's turn.
const WORTH_ASKING: i32 = 15;

/// What never changes of a unit, and so gives away nothing of how or where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Its name, in the language of now.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its drawing.
    pub art: String,
}

/// A battle at a screen.
pub struct Play {
    /// The game.
    pub game: Game,
    /// Its scenario.
    pub scenario: Key,
    /// The seed of its dice.
    pub seed: u64,
    /// The sides, in the order of their colours.
    pub seats: Vec<Seat>,
    /// The names of the language of now; none: those of the battle.
    wording: Option<Wording>,
    /// Who sits at the screen; none: nobody yet, or nobody ever.
    pub seat: Option<Side>,
    given: Vec<Given>,
    floor: usize,
}

impl Play {
    /// Lays a battle out and brings it to its first prompt. Each person's side gets its standing answers, as commands.
    pub fn new(setup: Setup, scenario: Key, seed: u64, seats: Vec<Seat>) -> Self {
        let seat = only_human(&seats);
        let defaults: Vec<Standing> =
            seats.iter().filter(|seat| seat.human).flat_map(|seat| standing(&setup, seat.side)).collect();
        let mut play = Self {
            game: Game::new(setup),
            scenario,
            seed,
            seats,
            wording: None,
            seat,
            given: Vec::new(),
            floor: 0,
        };
        for standing in defaults {
            // Refused only where the battle is already over; then nobody will be asked anything.
            let _ = play.give(Command::Standing(standing), None);
        }
        play.floor = play.game.commands().len();
        play
    }

    /// The battle laid out anew, nobody having given a command.
    pub fn restart(&mut self, setup: Setup) {
        self.game = Game::new(setup);
        self.given.clear();
        self.floor = 0;
    }

    /// A battle that goes on where it was saved. Where several people play nobody sits at the screen yet.
    pub fn resume(game: Game, scenario: Key, seed: u64, sitting: Sitting) -> Self {
        let Sitting { seats, given, floor, .. } = sitting;
        Self { game, scenario, seed, seat: only_human(&seats), seats, wording: None, given, floor }
    }

    /// The table as it is saved. `told` is how much of the chronicle each player has been told.
    pub fn sitting(&self, told: Vec<(Option<Side>, usize)>) -> Sitting {
        Sitting { seats: self.seats.clone(), given: self.given.clone(), floor: self.floor, told }
    }

    /// The open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.game.battle.prompt()
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        let Some(prompt) = self.prompt() else { return Next::Over };
        let human = self.seats.iter().any(|seat| seat.side == prompt.side && seat.human);
        match (human, self.seat == Some(prompt.side)) {
            (false, _) => Next::Computer,
            (true, true) => Next::Mine,
            (true, false) => Next::HandOver(prompt.side),
        }
    }

    /// Whether any person plays.
    pub fn any_human(&self) -> bool {
        self.seats.iter().any(|seat| seat.human)
    }

    /// What the one at the screen knows. Nobody there: nothing, unless only computers play and all may be seen.
    pub fn eyes(&self) -> Option<Facts> {
        let truth = self.game.battle.truth();
        match self.seat {
            Some(side) => Some(self.worded(truth.known_to(side))),
            None if self.any_human() => None,
            None => Some(self.all()),
        }
    }

    /// Everything, which nobody may see before it is over.
    pub fn all(&self) -> Facts {
        self.worded((**self.game.battle.truth()).clone())
    }

    /// Facts in the words of the language of now.
    fn worded(&self, mut facts: Facts) -> Facts {
        if let Some(wording) = &self.wording {
            wording.lay_over(&mut facts);
        }
        facts
    }

    /// What a unit is called.
    pub fn unit_name(&self, unit: &UnitState) -> String {
        let own = &unit.identity;
        self.wording.as_ref().map_or_else(|| own.name.clone(), |wording| wording.name(own).to_owned())
    }

    /// Calls units and things by these names from now on.
    pub fn dress(&mut self, wording: Option<Wording>) {
        self.wording = wording;
    }

    /// Gives a command of the side that is asked.
    ///
    /// # Errors
    /// Why it is not possible; then nothing has changed.
    pub fn submit(&mut self, command: Command) -> Result<(), Refusal> {
        let by = self.prompt().map(|prompt| prompt.side);
        self.give(command, by)
    }

    fn give(&mut self, command: Command, by: Option<Side>) -> Result<(), Refusal> {
        let known = self.known();
        self.game.submit(command)?;
        self.given.push(Given { by, known });
        Ok(())
    }

    fn known(&self) -> Vec<UnitId> {
        self.eyes().map_or_else(Vec::new, |facts| facts.units.iter().map(|unit| unit.id()).collect())
    }

    /// Whether the last command may be taken back: it is one's own, no die fell, nothing hidden was seen.
    pub fn can_undo(&self) -> bool {
        let Some(last) = self.given.last() else { return false };
        self.given.len() > self.floor
            && last.by.is_some()
            && last.by == self.seat
            && self.game.can_undo()
            && last.known == self.known()
    }

    /// Takes the last command back; gives whether it did.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() || !self.game.undo() {
            return false;
        }
        self.given.pop();
        true
    }

    /// The place of a side among the sides: its colour.
    pub fn colour(&self, side: Side) -> usize {
        self.seats.iter().position(|seat| seat.side == side).unwrap_or(self.seats.len())
    }

    /// What players call a side.
    pub fn side_name(&self, side: Side) -> String {
        self.seats
            .iter()
            .find(|seat| seat.side == side)
            .map_or_else(|| super::words::capital(side.0.as_str()), |seat| seat.name.clone())
    }

    /// Who a unit is, also one that is out of sight.
    pub fn who(&self, unit: UnitId) -> Option<Who> {
        let unit = self.game.battle.truth().unit(unit)?;
        Some(Who { name: self.unit_name(unit), side: unit.side(), art: show::art(unit) })
    }

    /// The number by which the window names a unit: its place in the roster.
    pub fn number(&self, unit: UnitId) -> u32 {
        let roster = &self.game.battle.truth().units;
        roster.iter().position(|own| own.id() == unit).and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)
    }

    /// What was played, for a file.
    pub fn replay(&self, library: &str) -> Replay {
        self.game.replay(self.scenario, self.seed, library)
    }
}

/// The one person who plays, and so sits at the screen all the time.
fn only_human(seats: &[Seat]) -> Option<Side> {
    let mut humans = seats.iter().filter(|seat| seat.human).map(|seat| seat.side);
    match (humans.next(), humans.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The standing answers of a person's side from the start: about blows that have landed, ask from so much on; and ask
/// who shares out damage and healing, wherever that leaves a choice (C-62, C-63, C-70).
fn standing(setup: &Setup, side: Side) -> [Standing; 2] {
    let track = setup.book.main_track().map(|def| def.id);
    let wholes: Vec<i32> = setup
        .units
        .iter()
        .filter(|unit| unit.side() == side)
        .filter_map(|unit| unit.tracks.get(track?).map(|track| track.max))
        .collect();
    let mean = wholes.iter().sum::<i32>() / i32::try_from(wholes.len().max(1)).unwrap_or(1);
    let least = (mean * WORTH_ASKING / 100).max(3);
    let blows = Standing {
        side,
        unit: None,
        moment: Some(Moment::Hit),
        action: None,
        policy: Policy::AskFrom(least),
        lasts: Lasts::Battle,
    };
    let shares =
        Standing { moment: None, action: Some(Key::new("allot")), policy: Policy::Ask, ..blows.clone() };
    [blows, shares]
}
