//! What the pages show, as plain values: title, new battle, load, replays, mods, rules, settings, pause.
//!
//! The table of a battle is [`super::Table`]; `session` fills both.

use crate::window::prelude::*;

/// A page that lies over the title or over the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Page {
    /// Putting a battle together.
    NewBattle,
    /// The units of one side of a battle that is being put together.
    Muster,
    /// What is told before a battle begins.
    Briefing,
    /// Saved battles.
    Load,
    /// Saving this one.
    Save,
    /// Battles that were played to their end.
    Replays,
    /// What is loaded besides the base game.
    Mods,
    /// The rules in words.
    Rules,
    /// How the game looks and answers.
    Settings,
    /// In the middle of a battle.
    Pause,
    /// Are you sure?
    Question,
    /// Everything that happened in a battle that is over.
    Log,
    /// A save or a replay gets another name.
    Name,
    /// Content has changed while the game runs: what is wrong with it, and what becomes of the battle.
    Content,
}

/// Everything that the pages show.
#[derive(Resource, Clone, Debug, Default)]
pub struct Shelf {
    /// The pages that are open, the one on top last. None: the title, or the battle.
    pub pages: Vec<Page>,
    /// What went wrong just now, in a sentence; empty: nothing.
    pub note: String,
    /// The battles that can be started.
    pub battles: Vec<BattleEntry>,
    /// Which of them the title lays out with one press.
    pub first: Option<usize>,
    /// What is wrong with the content.
    pub mistakes: Vec<Mistake>,
    /// The saved battles, the newest first.
    pub saves: Vec<SaveEntry>,
    /// The newest save that can be gone on with.
    pub newest: Option<SaveEntry>,
    /// What is wrong with one that is or may be newer, in a sentence; empty: there is none.
    pub passed: String,
    /// The battles that were played to their end, the newest first.
    pub replays: Vec<ReplayEntry>,
    /// The battle that is being put together.
    pub draft: Draft,
    /// The units of a side of it.
    pub muster: Muster,
    /// What is told before the battle.
    pub briefing: Briefing,
    /// The question of [`Page::Question`].
    pub question: Question,
    /// What gets another name.
    pub naming: Naming,
    /// What the pause offers.
    pub pause: Pause,
    /// The rules of a book.
    pub rules: Rules,
    pub mods: Mods,
    /// Mods are loaded: whoever plays may write some.
    pub modded: bool,
    /// Content has just been read anew: what is said of it at the edge of the screen.
    pub slip: Option<Slip>,
    /// The battle on the table is played with content that is another now.
    pub stale: bool,
}

impl Shelf {
    pub fn top(&self) -> Option<Page> {
        self.pages.last().copied()
    }
}

/// A saved battle. [`Intent::Load`], [`Intent::Save`] (under its name) and [`Intent::DeleteSave`] are about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its name, as the player wrote it.
    pub name: String,
    /// What the scenario is called.
    pub battle: String,
    /// The round; 0 before the first.
    pub round: u32,
    /// The side that is asked.
    pub side: String,
    /// When it was saved: the day, and how long ago in words.
    pub age: String,
    /// A player named it, so that it can be written over under its name.
    pub named: bool,
    /// Why it cannot be loaded, in a sentence that says what to do; none: it can.
    pub why_not: Option<String>,
    /// It can be, under the rules of now, which are not those of then.
    pub changed: bool,
    /// The one that it was written over is kept: loading takes it where this one is damaged.
    pub backup: bool,
}

/// A battle that was played to its end. [`Intent::NameReplay`] and [`Intent::DeleteReplay`] are about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayEntry {
    /// Its file.
    pub path: PathBuf,
    /// The name that the player gave it, else the scenario's.
    pub name: String,
    /// What the scenario is called; empty: only reading all of it tells.
    pub battle: String,
    pub rounds: u32,
    /// Who won; none: nobody, or only reading all of it tells.
    pub winner: Option<String>,
    /// When it ended: the day, and how long ago in words.
    pub age: String,
    /// It was played with what is loaded now, so that it can be watched.
    pub same_library: bool,
    /// The player named it: it is never deleted by itself.
    pub named: bool,
}

/// A few words at the edge of the screen about content that has been read anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slip {
    /// The words.
    pub text: String,
    /// Something is wrong with it.
    pub wrong: bool,
}

/// A mistake in the content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mistake {
    /// What is wrong.
    pub text: String,
    /// File and line.
    pub place: String,
    /// The line itself; empty where a whole file is meant.
    pub line: String,
    /// What to do about it.
    pub help: String,
    /// It is only a warning.
    pub warning: bool,
}

impl Mistake {
    /// How many of these are errors, and how many warnings.
    pub fn count(all: &[Self]) -> (usize, usize) {
        let warnings = all.iter().filter(|one| one.warning).count();
        (all.len() - warnings, warnings)
    }
}

/// A battle that can be started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BattleEntry {
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// How large its map is, how many fight whom, by which book, and for how long.
    pub facts: String,
}

/// A battle that is being put together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// Which of the battles; none: a skirmish.
    pub entry: Option<usize>,
    /// What it is called.
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// The maps that it can be fought on; none: the scenario says which.
    pub maps: Option<Choices>,
    /// What can be chosen besides: its rulebook, its luck.
    pub choices: Vec<Choices>,
    /// Rules of the match that the book leaves to the players, and how often dice may be thrown again.
    pub options: Vec<Choices>,
    /// May sides come and go: one more, one less? None: what the scenario says stays.
    pub more_sides: Option<(bool, bool)>,
    /// Its sides.
    pub seats: Vec<SeatEntry>,
    /// The seed of its dice.
    pub seed: u64,
    /// How often other dice were taken: then the field of the seed is drawn anew.
    pub dice: u32,
    /// Its map.
    pub board: Board,
    /// Who stands where on it as it begins, by the sides' numbers.
    pub dots: Vec<(At, usize)>,
}

/// One thing out of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// What scripts press the answers by: this, and their number.
    pub name: String,
    /// What is chosen.
    pub heading: String,
    /// What each answer says and does.
    pub answers: Vec<(String, DraftIntent)>,
    /// The answer that is taken.
    pub chosen: usize,
    /// What that one means, in a sentence; empty where it says so by itself.
    pub note: String,
}

/// A side of a battle that is being put together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatEntry {
    pub name: String,
    /// A person decides, else the computer.
    pub human: bool,
    /// Who fights, in words: "2 swordsmen, archer".
    pub units: String,
    /// What they are worth together, in points.
    pub points: i32,
}

/// The units of a side of a skirmish, being chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Muster {
    /// The side: its number and name.
    pub side: (usize, String),
    /// The kinds there are.
    pub kinds: Vec<KindEntry>,
    /// The units chosen, each with its points.
    pub units: Vec<(String, i32)>,
    /// What each side's are worth together: name and points.
    pub points: Vec<(String, i32)>,
}

/// What is told before a battle begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Briefing {
    /// What the battle is called.
    pub name: String,
    /// A sentence or three about it.
    pub about: String,
    /// What to do to win.
    pub goal: String,
    /// Which places on the map count for it, in a sentence; empty: none.
    pub marked: String,
    /// The sides, in the order of their colours.
    pub seats: Vec<SeatEntry>,
    /// The units that are known: of who plays, and of others where there is no fog.
    pub units: Vec<RibbonSlot>,
    /// The map of the plan.
    pub board: Board,
    /// Marks of its squares: where a side wins; none: nowhere.
    pub marks: Vec<u32>,
    /// Counters on it, those of units that are known among them.
    pub counters: Vec<Counter>,
    /// What to keep in mind.
    pub hints: Vec<String>,
}

/// A kind of unit that can be chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KindEntry {
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// What one of it is worth, in points.
    pub points: i32,
    /// The file in `art/units`.
    pub art: String,
    /// What tells it from others, as numbers with their names: four at most.
    pub values: Vec<(String, i32)>,
    /// What it has in hand.
    pub weapon: String,
}

/// Are you sure?
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// What follows from it, in a sentence.
    pub about: String,
    /// What the agreeing button says.
    pub yes: String,
    /// What it does.
    pub intent: Intent,
}

/// A save or a replay that gets another name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Naming {
    /// Its file.
    pub path: PathBuf,
    /// What it is called.
    pub name: String,
    /// It is a replay, else a save.
    pub replay: bool,
}

/// What the pause offers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pause {
    /// What is being played.
    pub name: String,
    /// The round, in words.
    pub round: String,
    /// What to do to win; empty where that is not known.
    pub goal: String,
    /// May the last command be taken back?
    pub may_undo: bool,
    /// The side that would give up; none: nobody sits there.
    pub concede: Option<String>,
    /// May it be saved? Not while one only watches.
    pub may_save: bool,
}

/// The rules of a book, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    pub books: Vec<String>,
    /// The book by which the first page tells how a turn goes; empty: by none.
    pub guide: String,
    /// Which of them.
    pub book: usize,
    /// What is looked for.
    pub find: String,
    /// The rules that speak of it.
    pub rows: Vec<RuleCard>,
}

/// The mods there are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mods {
    /// In the order in which they are loaded.
    pub rows: Vec<ModEntry>,
    /// Where the folder of a mod belongs.
    pub folder: String,
}

/// A mod.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModEntry {
    /// Its id; for one that cannot be read, its folder's name.
    pub id: String,
    pub name: String,
    pub version: String,
    pub folder: String,
    /// Whether it is on; none: that cannot be chosen.
    pub on: Option<bool>,
    /// May it go one up, one down?
    pub moves: (bool, bool),
    /// What is wrong with it.
    pub mistakes: Vec<Mistake>,
    /// What it and another mod both change, and which of them wins.
    pub clashes: Vec<String>,
}
