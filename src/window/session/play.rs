//! A battle being played at one screen: whose prompt it is, when to hand over, what can be taken back.
//!
//! This alone holds the game, and decides who may see everything; all else at the screen reads a [`Knowledge`].

use super::{
    ask::declined::Declined,
    asks_about::{least_asked, on_hits, on_shots, standing, usual_damage},
};
use crate::window::session::prelude::*;
use crate::{
    battle::{
        Fault,
        frames::{Frame, FrameId},
        replay::Game,
        statistics::Statistics,
    },
    locale::Wording,
    saves::{Given, Save, Sitting},
};

pub use crate::saves::Seat;

/// What the battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: it is over.
    Over,
    Computer,
    /// Another person: the screen has to change hands.
    HandOver(Side),
    /// The one at the screen.
    Mine,
}

/// What never changes of a unit, and so gives away nothing of how or where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Its name, in the language of now.
    pub name: String,
    pub side: Side,
    /// Its drawing.
    pub art: String,
}

/// A battle at a screen.
pub struct Play {
    game: Game,
    pub scenario: Key,
    /// The seed of its dice.
    pub seed: u64,
    /// The sides, in the order of their colours.
    pub seats: Vec<Seat>,
    /// The names of the language of now; none: those of the battle.
    wording: Option<Wording>,
    /// Kinds of units that mods wrote or changed, with a line for each layer.
    pub origins: BTreeMap<Key, Vec<String>>,
    /// Who sits at the screen; none: nobody yet, or nobody ever.
    pub seat: Option<Side>,
    /// Why it cannot go on, although somebody is asked.
    pub stuck: Option<String>,
    given: Vec<Given>,
    floor: usize,
    /// By the place of the event that tells of it: the reaction a player was not asked about, and what it would have saved.
    unasked: BTreeMap<usize, (Key, f64)>,
    /// What people have declined in the actions that are going on: it is not saved.
    declined: Declined,
}

impl Play {
    /// Lays a battle out and brings it to its first prompt. Each person's side gets its standing answers, as commands.
    pub fn new(setup: Setup, scenario: Key, seed: u64, seats: Vec<Seat>) -> Self {
        let defaults: Vec<Standing> =
            seats.iter().filter(|seat| seat.human).flat_map(|seat| standing(&setup, seat.side)).collect();
        let sitting = Sitting { seats, ..Sitting::default() };
        let mut play = Self::resume(Game::new(setup), scenario, seed, sitting);
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
        self.unasked.clear();
        self.declined.forget();
        self.floor = 0;
    }

    /// The same battle laid out with other content, its commands given again: how many were taken, and why no more.
    pub fn follow(&self, setup: Setup) -> (Self, usize, Option<Refusal>) {
        let sitting = Sitting { seats: self.seats.clone(), floor: self.floor, ..Sitting::default() };
        let mut play = Self::resume(Game::new(setup), self.scenario, self.seed, sitting);
        play.seat = self.seat;
        let commands = self.game.commands();
        for (at, (command, given)) in commands.iter().zip(&self.given).enumerate() {
            if let Err(why) = play.give(command.clone(), given.by) {
                play.floor = self.floor.min(at);
                return (play, at, Some(why));
            }
        }
        (play, commands.len(), None)
    }

    /// A battle that goes on where it was saved. Where several people play nobody sits at the screen yet.
    pub fn resume(game: Game, scenario: Key, seed: u64, sitting: Sitting) -> Self {
        let Sitting { seats, given, floor, .. } = sitting;
        let seat = only_human(&seats);
        let (origins, unasked, declined) = (BTreeMap::new(), BTreeMap::new(), Declined::default());
        let (wording, stuck) = (None, None);
        Self { game, scenario, seed, seat, seats, wording, origins, stuck, given, floor, unasked, declined }
    }

    /// The battle as it is saved: what each player has been told of the chronicle, and the date in seconds since 1970.
    pub fn save(&self, told: Vec<(Option<Side>, usize)>, library: &Library, date: u64) -> Save {
        let sitting =
            Sitting { seats: self.seats.clone(), given: self.given.clone(), floor: self.floor, told };
        Save::of(&self.game, self.scenario, self.seed, sitting, library, date)
    }

    /// The rulebook, as it is without the words of a language.
    pub fn book(&self) -> Arc<Rulebook> {
        self.game.battle.book()
    }

    /// The round; 0: none has begun.
    pub fn round(&self) -> u32 {
        self.game.battle.clock().round
    }

    /// The error that ended it, if one did.
    pub fn fault(&self) -> Option<&Fault> {
        self.game.battle.fault()
    }

    /// The side that stands, once just one does.
    pub fn winner(&self) -> Option<Side> {
        self.game.battle.winner()
    }

    /// The commands given so far.
    pub fn commands(&self) -> &[Command] {
        self.game.commands()
    }

    /// The orders of a unit so far, the last one first.
    pub fn orders(&self, unit: UnitId) -> impl Iterator<Item = Chosen> {
        self.commands().iter().rev().filter_map(move |command| match command {
            Command::Act { unit: own, action, mode, args } if *own == unit => {
                Some(Chosen { args: args.clone(), ..Chosen::new(*action, *mode) })
            }
            _ => None,
        })
    }

    /// Whether a command may be given now.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        self.game.battle.check(command)
    }

    /// All that happened, each with who did not perceive it: for the log, which heeds that.
    pub fn events(&self) -> &[Event] {
        &self.game.battle.chronicle().events
    }

    /// What happened after the first so many events.
    pub fn events_since(&self, mark: usize) -> &[Event] {
        self.game.battle.chronicle().since(mark)
    }

    /// What happened in the sight of the one at the screen; everything if nobody sits there.
    pub fn perceived(&self) -> impl DoubleEndedIterator<Item = &Event> {
        let seat = self.seat;
        self.events().iter().filter(move |event| seat.is_none_or(|side| event.perceived_by(side)))
    }

    /// What it came to, for all to read when it is over.
    pub fn statistics(&self) -> Statistics {
        Statistics::of(&self.game.battle.referees_knowledge(), self.game.battle.chronicle())
    }

    /// The open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.game.battle.prompt()
    }

    /// Whether the one at the screen has given an order in this battle and need not be told how to.
    pub fn practised(&self) -> bool {
        let own = self.given.iter().map(|given| given.by.is_some() && given.by == self.seat);
        self.commands().iter().zip(own).any(|(order, own)| own && matches!(order, Command::Act { .. }))
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

    /// Is it over, or stuck?
    pub fn over(&self) -> bool {
        self.prompt().is_none() || self.stuck.is_some()
    }

    /// Whether any person plays.
    pub fn any_human(&self) -> bool {
        self.seats.iter().any(|seat| seat.human)
    }

    /// What the one at the screen knows. Nobody there: nothing, unless only computers play and all may be seen.
    pub fn eyes(&self) -> Option<Knowledge> {
        Some(self.worded(self.sight()?))
    }

    /// The same in the words of the battle.
    fn sight(&self) -> Option<Knowledge> {
        match self.seat {
            Some(side) => Some(self.game.battle.knowledge(side)),
            None if self.any_human() => None,
            None => Some(self.game.battle.referees_knowledge()),
        }
    }

    /// What a side knows, in the words of the battle: for the computer that plays it.
    pub fn knowledge(&self, side: Side) -> Knowledge {
        self.game.battle.knowledge(side)
    }

    /// Everything, once it is no secret any more: the battle is over.
    pub fn revealed(&self) -> Option<Knowledge> {
        self.over().then(|| self.worded(self.game.battle.referees_knowledge()))
    }

    /// The kinds of places that count for somebody's goal: all know of them.
    pub fn goal_kinds(&self) -> Vec<Key> {
        self.game.battle.referees_knowledge().goal_places().map(|(_, kind)| *kind).collect()
    }

    /// Knowledge in the words of the language of now.
    fn worded(&self, mut known: Knowledge) -> Knowledge {
        if let Some(wording) = &self.wording {
            wording.lay_over(known.facts_mut());
        }
        known
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
        self.give(command, self.prompt().map(|prompt| prompt.side))
    }

    /// The same of the person at the screen: what reaction they decline by it is remembered.
    ///
    /// # Errors
    /// Why it is not possible; then nothing has changed.
    pub fn decide(&mut self, command: Command) -> Result<(), Refusal> {
        let declines = matches!(command, Command::Decline { .. });
        let question = self.prompt().filter(|_| declines).and_then(|own| ask::question_of(self, own));
        let before = self.declined.clone();
        self.declined.add(question);
        let given = self.submit(command);
        if given.is_err() {
            self.declined = before;
        }
        given
    }

    /// Declines a reaction that its player has declined in the same action, if nothing has got worse since. It is a
    /// command as any other, but no move of theirs. Gives whether it was declined.
    pub fn decline_again(&mut self) -> bool {
        let Some(prompt) = self.prompt().filter(|_| !self.declined.is_empty()) else { return false };
        let unit = prompt.unit;
        let again = ask::question_of(self, prompt).is_some_and(|now| self.declined.covers(&now));
        again && self.give(Command::Decline { unit }, None).is_ok()
    }

    /// The action of a unit that is going on: the one that the others in it belong to.
    pub fn doing(&self, unit: UnitId) -> Option<FrameId> {
        let mut frames = self.game.battle.stack().entries.iter();
        let acts = frames.find(|own| matches!(&own.frame, Frame::Act(act) if act.unit == unit));
        acts.map(|own| own.id)
    }

    /// Gives the answer to a prompt that its player was not asked. It is no move of theirs, and is not taken back.
    ///
    /// # Errors
    /// Why it is not possible; then nothing has changed.
    pub fn answer_unasked(&mut self, command: Command) -> Result<(), Refusal> {
        let saves = self.prompt().and_then(|prompt| ask::most_saved(self, prompt));
        let at = self.events().len();
        self.give(command, None)?;
        self.unasked.extend(saves.map(|saves| (at, saves)));
        Ok(())
    }

    /// The reaction that the event at this place tells of if its player was not asked about it, and what it would have
    /// saved on average.
    pub fn unasked(&self, at: usize) -> Option<(Key, f64)> {
        self.unasked.get(&at).copied()
    }

    /// Lays down what a side's player wishes to be asked about, from now on. It is no move, and is not taken back.
    pub fn wish(&mut self, side: Side, wish: AsksAbout) {
        let usual = || {
            let all = self.game.battle.referees_knowledge();
            least_asked(usual_damage(&all.book, all.units.iter(), side))
        };
        let least = if wish.from > 0 { wish.from } else { usual() };
        let (before, once_hit) = match wish.shots {
            true => (Policy::Ask, Policy::AskFrom(least)),
            false => (Policy::Decline, Policy::Decline),
        };
        for standing in std::iter::once(on_hits(side, least)).chain(on_shots(side, before, once_hit)) {
            // Refused only where the battle is over.
            let _ = self.give(Command::Standing(standing), None);
        }
    }

    fn give(&mut self, command: Command, by: Option<Side>) -> Result<(), Refusal> {
        let (known, told) = (self.known(), self.events().len());
        self.game.submit(command)?;
        self.given.push(Given { by, known });
        let battle = &self.game.battle;
        self.declined.heed(battle.chronicle().since(told), battle.stack());
        Ok(())
    }

    fn known(&self) -> Vec<UnitId> {
        self.sight().map_or_else(Vec::new, |known| known.units.iter().map(UnitState::id).collect())
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
        self.declined.forget();
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
        let all = self.game.battle.referees_knowledge();
        let unit = all.unit(unit)?;
        Some(Who { name: self.unit_name(unit), side: unit.side(), art: show::art(unit) })
    }

    /// What a blow was struck with, of one who was seen striking but may be out of sight, in the words of these facts.
    pub fn struck_with(&self, facts: &Facts, by: UnitId, weapon: Key) -> Option<Arc<WeaponDef>> {
        let all = self.game.battle.referees_knowledge();
        let (_, def) = facts.weapon(all.unit(by)?, weapon)?;
        Some(def.clone())
    }

    /// The number by which the window names a unit: its place in the roster.
    pub fn number(&self, unit: UnitId) -> u32 {
        let all = self.game.battle.referees_knowledge();
        let place = all.units.iter().position(|own| own.id() == unit);
        place.and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)
    }

    /// What was played, for a file.
    pub fn replay(&self, library: &str) -> Replay {
        self.game.replay(self.scenario, self.seed, library)
    }
}

#[cfg(test)]
impl Play {
    /// The game itself: tests prove what the screen shows by the truth.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Everything, before it is over too.
    pub fn referees_knowledge(&self) -> Knowledge {
        self.worded(self.game.battle.referees_knowledge())
    }

    /// The same, to be changed past the table.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Goes on from the battle as it is now, but for what a test changes of it.
    pub fn change(&mut self, change: impl FnOnce(&mut crate::battle::snapshot::Snapshot)) {
        let mut snapshot = self.game.battle.snapshot();
        change(&mut snapshot);
        self.game.battle = crate::battle::Battle::restore(snapshot, &self.book()).unwrap();
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
