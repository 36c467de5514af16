//! A battle with its commands: replays, verification, undo, going on where it was saved.

use super::{Status, snapshot::RestoreError, terms::Terms};
use crate::battle::prelude::*;

/// The version of the replay's form.
pub const FORMAT: u32 = 2;

/// The end of a replay: what it came to, by which one that was cut short is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The side that won; none: nobody, or it is not over.
    pub winner: Option<Side>,
    /// The round.
    pub round: u32,
    /// Commands.
    pub commands: usize,
}

impl End {
    fn of(battle: &Battle, commands: usize) -> Self {
        Self { winner: battle.winner(), round: battle.clock().round, commands }
    }
}

/// What a battle was made from and every command given in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The form's version.
    pub format: u32,
    /// The version of the program.
    pub engine: String,
    /// Hash of the library.
    pub library: String,
    /// The scenario.
    pub scenario: Key,
    /// The rulebook.
    pub book: Key,
    /// The seed of the dice.
    pub seed: u64,
    /// How luck was dealt (T-13).
    #[serde(default)]
    pub luck: Luck,
    /// The options of the match, over those of the scenario.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<Key, i32>,
    /// The scenario itself, where it is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What the battle uses of the library.
    #[serde(default)]
    pub used: Arc<Used>,
    /// After so many commands it went on under other rules, each time that it did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<usize>,
    /// The hash before the first command.
    pub start: String,
    /// Commands, each with the hash after it.
    pub commands: Vec<(Command, String)>,
    /// Its end; none: it has been cut off.
    pub end: Option<End>,
}

impl Replay {
    /// The terms on which it was played.
    pub fn terms(&self) -> Terms {
        Terms {
            scenario: self.scenario,
            book: Some(self.book),
            seed: self.seed,
            luck: self.luck,
            options: self.options.clone(),
            made: self.made.clone(),
        }
    }

    /// Whether all of it is there, and can be played again from its start.
    ///
    /// # Errors
    /// It has been cut short, or its rules changed on the way.
    pub fn whole(&self) -> Result<(), ReplayError> {
        let is = self.commands.len();
        match &self.end {
            None => Err(ReplayError::Endless),
            Some(end) if end.commands != is => Err(ReplayError::Cut(is, end.commands)),
            Some(_) => self.mixed.first().map_or(Ok(()), |at| Err(ReplayError::Mixed(*at))),
        }
    }
}

/// What a game needs to go on where it was saved: exactly as if it had never stopped, what may be taken back included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// Where the battle stands.
    pub snapshot: Snapshot,
    /// How it came there.
    pub replay: Replay,
    /// What each command had behind it: dice drawn, units that others know of.
    pub marks: Vec<(u64, usize)>,
}

/// Why a saved game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResumeError {
    /// The battle itself cannot be restored.
    Restore(RestoreError),
    /// The battle restored is not the one that was saved.
    Differs,
    /// There are not as many marks as commands.
    Uneven,
}

impl std::fmt::Display for ResumeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Restore(why) => why.fmt(f),
            Self::Differs => f.write_str("the battle restored is not the one that was saved"),
            Self::Uneven => f.write_str("its commands and the notes on them are not of one battle"),
        }
    }
}

impl std::error::Error for ResumeError {}

/// A battle that remembers its commands.
#[derive(Debug)]
pub struct Game {
    /// The battle.
    pub battle: Battle,
    setup: Setup,
    commands: Vec<Command>,
    hashes: Vec<String>,
    start: String,
    drawn: Vec<(u64, usize)>,
    mixed: Vec<usize>,
}

impl Game {
    /// A battle brought to its first prompt.
    pub fn new(setup: Setup) -> Self {
        let mut battle = Battle::new(setup.clone());
        battle.advance();
        let start = battle.hash();
        let (commands, hashes, drawn, mixed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { battle, setup, commands, hashes, start, drawn, mixed }
    }

    /// Gives a command; it is remembered if it is taken.
    pub fn submit(&mut self, command: Command) -> Result<Status, Refusal> {
        let mark = (self.battle.dice().drawn(), self.hidden());
        let status = self.battle.submit(command.clone())?;
        self.commands.push(command);
        self.hashes.push(self.battle.hash());
        self.drawn.push(mark);
        Ok(status)
    }

    /// A battle that goes on where it was saved. `setup` is what it began with; see [`Replay::terms`].
    ///
    /// # Errors
    /// It needs something the rulebook does not have, or is not the battle that was saved.
    pub fn resume(saved: Saved, setup: Setup) -> Result<Self, ResumeError> {
        let game = Self::restore(saved, setup)?;
        if game.battle.hash() != *game.hashes.last().unwrap_or(&game.start) {
            return Err(ResumeError::Differs);
        }
        Ok(game)
    }

    /// The same under other rules than those of before, or by another version of the program: the battle goes on as it
    /// stands. What was done cannot be taken back, and its replay cannot be played again.
    ///
    /// # Errors
    /// It needs something the rulebook does not have.
    pub fn resume_changed(saved: Saved, setup: Setup) -> Result<Self, ResumeError> {
        let mut game = Self::restore(saved, setup)?;
        game.mixed.push(game.commands.len());
        let hash = game.battle.hash();
        *game.hashes.last_mut().unwrap_or(&mut game.start) = hash;
        Ok(game)
    }

    fn restore(saved: Saved, setup: Setup) -> Result<Self, ResumeError> {
        let Saved { snapshot, replay, marks } = saved;
        if marks.len() != replay.commands.len() {
            return Err(ResumeError::Uneven);
        }
        let mut battle = Battle::restore(snapshot, &setup.book).map_err(ResumeError::Restore)?;
        battle.add_plugins(&setup.plugins);
        battle.advance();
        let (commands, hashes) = replay.commands.into_iter().unzip();
        let (start, mixed) = (replay.start, replay.mixed);
        Ok(Self { battle, setup, commands, hashes, start, drawn: marks, mixed })
    }

    /// Everything needed to go on later; see [`Self::resume`].
    pub fn saved(&self, scenario: Key, seed: u64, library: &str) -> Saved {
        Saved {
            snapshot: self.battle.snapshot(),
            replay: self.replay(scenario, seed, library),
            marks: self.drawn.clone(),
        }
    }

    /// How much has been found out, in a number that only grows.
    fn hidden(&self) -> usize {
        let facts = self.battle.facts_ref();
        let aware = facts.units.iter().filter(|unit| unit.awareness.aware).count();
        aware + facts.memories.iter().map(|memory| memory.explored.count()).sum::<usize>()
    }

    /// The scenario, where it is none of the library's.
    pub fn made(&self) -> Option<&Made> {
        self.setup.made.as_ref()
    }

    /// The commands given so far.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// Whether the last command can be taken back: no die has been rolled and nothing hidden seen since (DESIGN 6).
    pub fn can_undo(&self) -> bool {
        match (self.drawn.last(), self.commands.last()) {
            // Under other rules it does not lead here from its start.
            _ if !self.mixed.is_empty() => false,
            (Some(mark), Some(_)) => *mark == (self.battle.dice().drawn(), self.hidden()),
            _ => false,
        }
    }

    /// Takes the last command back, by playing the others again. Gives whether it did.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        let left = self.commands.len() - 1;
        let mut battle = Battle::new(self.setup.clone());
        battle.advance();
        let taken = self.commands.iter().take(left).all(|command| battle.submit(command.clone()).is_ok());
        let before = left.checked_sub(1).and_then(|last| self.hashes.get(last)).unwrap_or(&self.start);
        // A game saved by another version of the program may go another way from its beginning; then it stays.
        if !taken || battle.hash() != *before {
            return false;
        }
        self.commands.truncate(left);
        self.hashes.truncate(left);
        self.drawn.truncate(left);
        self.battle = battle;
        true
    }

    /// What was played, for a file.
    pub fn replay(&self, scenario: Key, seed: u64, library: &str) -> Replay {
        Replay {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            library: library.to_owned(),
            scenario,
            book: self.setup.book.id,
            seed,
            luck: self.setup.luck,
            options: self.setup.options.clone(),
            made: self.setup.made.clone(),
            used: self.setup.used.clone(),
            mixed: self.mixed.clone(),
            start: self.start.clone(),
            commands: self.commands.iter().cloned().zip(self.hashes.iter().cloned()).collect(),
            end: Some(End::of(&self.battle, self.commands.len())),
        }
    }
}

/// Where a replay goes another way than it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It has no end mark.
    Endless,
    /// Commands that there are, and that its end mark counts.
    Cut(usize, usize),
    /// It went on under other rules: after so many commands.
    Mixed(usize),
    /// It ends otherwise than its end mark says: the end that it comes to.
    End(End),
    /// The very start differs.
    Start,
    /// A command is refused: its number from 1, and why.
    Refused(usize, Refusal),
    /// The hash after a command differs: its number from 1.
    Differs(usize),
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Endless => f.write_str("it was cut short: it has no end mark"),
            Self::Cut(is, should) => {
                write!(f, "it was cut short or edited: it has {is} commands instead of {should}")
            }
            Self::Mixed(at) => {
                write!(f, "its rules changed after command {at}: it cannot be played again from its start")
            }
            Self::End(end) => {
                let winner = end.winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string());
                write!(f, "it ends in round {} won by {winner}, and not as its end mark says", end.round)
            }
            Self::Start => {
                write!(f, "the battle does not even begin alike: another scenario, library or program")
            }
            Self::Refused(at, why) => write!(f, "command {at} is refused now: {why}"),
            Self::Differs(at) => write!(f, "after command {at} the battle differs from the recorded one"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays a replay again and compares every hash, and its end. Gives the battle then.
///
/// # Errors
/// It is not whole, or goes another way.
pub fn verify(replay: &Replay, setup: Setup) -> Result<Battle, ReplayError> {
    replay.whole()?;
    let mut battle = Battle::new(setup);
    battle.advance();
    if battle.hash() != replay.start {
        return Err(ReplayError::Start);
    }
    for (at, (command, hash)) in replay.commands.iter().enumerate() {
        battle.submit(command.clone()).map_err(|why| ReplayError::Refused(at + 1, why))?;
        if battle.hash() != *hash {
            return Err(ReplayError::Differs(at + 1));
        }
    }
    let end = End::of(&battle, replay.commands.len());
    if replay.end.as_ref() == Some(&end) { Ok(battle) } else { Err(ReplayError::End(end)) }
}

/// Plays the commands of a replay under other rules than its own, as far as they are taken. Gives the battle then, how
/// many were taken, and why the next one was not.
///
/// # Errors
/// It is not whole.
pub fn follow(replay: &Replay, setup: Setup) -> Result<(Battle, usize, Option<Refusal>), ReplayError> {
    replay.whole()?;
    let mut battle = Battle::new(setup);
    battle.advance();
    for (at, (command, _)) in replay.commands.iter().enumerate() {
        if let Err(why) = battle.submit(command.clone()) {
            return Ok((battle, at, Some(why)));
        }
    }
    Ok((battle, replay.commands.len(), None))
}
