//! What a player wants, as plain values: the only thing that panels, keys and scripts send to the session.

use super::settings::KeyIntent;
use crate::dice::Luck;
use crate::window::prelude::*;

/// What somebody at the table wants: from a button, a key, a click on the map, or a script.
#[derive(Message, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Intent {
    /// The pointer went to another square, or off the map.
    Point(Option<At>),
    /// Another square came under the pointer, which rests: the map was moved.
    Drift(Option<At>),
    /// Lay out the n-th battle as it comes.
    Start(usize),
    /// Lay a page over what is there.
    Open(Page),
    /// Take the page on top away.
    #[default]
    Back,
    /// Agree to what the page asks.
    Sure,
    /// On the page of a new battle: what it changes.
    Draft(DraftIntent),
    /// Save the battle under a name, over the one that has it.
    Save(String),
    /// Save it in the one place for saving quickly.
    QuickSave,
    /// Go on where a save stands.
    Load(PathBuf),
    /// Go on where the newest save stands that is whole.
    Continue,
    /// The same under the rules of now, where they are not those of then.
    LoadChanged(PathBuf),
    /// Go on where it was last saved quickly.
    QuickLoad,
    DeleteSave(PathBuf),
    /// Give a save another name.
    NameSave(PathBuf, String),
    /// Ask for another name of a save or a replay.
    AskName(PathBuf),
    /// Give a replay a name, by which it is kept for good.
    NameReplay(PathBuf, String),
    /// Watch a replay.
    Watch(PathBuf),
    /// Watch the battle that has just ended.
    WatchLast,
    /// Play the same again, each player on the next side.
    SwapSides,
    DeleteReplay(PathBuf),
    /// On the page of rules: what it shows.
    Rules(RulesIntent),
    /// On the page of mods: what it changes.
    Mods(ModIntent),
    /// Content has changed: what becomes of that.
    Content(ContentIntent),
    /// Begin the battle that was put together.
    Begin,
    /// Begin the battle again from its start, with the same dice.
    Restart,
    /// Give the battle up for the one at the screen.
    Concede,
    /// Turn a setting that is a number or a switch.
    Set(Knob, u32),
    /// Turn a switch the other way.
    Flip(Knob),
    /// Speak another language; none: the system's.
    Speak(Option<String>),
    /// Change what is bound to what.
    Keys(KeyIntent),
    /// All settings but bindings and language as they are at first.
    Usual,
    /// Look at the unit whose turn it is.
    Centre,
    /// Look at the whole map.
    WholeMap,
    /// So many notches nearer; below 0: farther.
    Nearer(i32),
    /// Another part of the settings, from 0.
    Part(u8),
    /// On the hand-over: the player named is sitting down.
    Ready,
    /// The main click on a square.
    Choose(At),
    /// The way goes by this square: laid down as a point of it, or taken up again.
    Via(At),
    /// The pointer drags the end of the way, or a point of it, from this square.
    Drag(At),
    /// It is let go.
    Drop,
    /// Show, or show no more, what would be if the unit stood where the pointer is.
    WhatIf(bool),
    /// The other click on a square (what it means depends on what is chosen; by default: face this way).
    Turn(At),
    /// Take the n-th card of the hand, or lay it back.
    Card(usize),
    /// Make the n-th small choice beside the hint the other way.
    Chip(usize),
    /// Ask about the n-th small choice.
    AskChip(usize),
    /// Ask about the n-th answer of the prompt.
    AskAnswer(usize),
    /// Ask about the roll that lies in the tray.
    AskRoll,
    /// Keep the card of what is under the pointer, or let it go.
    Pin,
    /// Ask about the n-th card: why not, what would it do.
    AskCard(usize),
    /// Show or hide all that has no slot in the row of actions.
    More,
    /// Show or hide the attacks that are more than a plain one.
    Manoeuvres,
    /// Among all that has no slot: look for this.
    FindCard(String),
    /// There: show or hide what is not possible now.
    Unfold,
    /// Ask about the n-th slot of the ribbon.
    AskSlot(usize),
    /// Open the rules at a rule; none: at the one that is asked about now.
    OpenRule(Option<String>),
    /// Ask about a rule, by its id, or about a condition: `condition:prone`.
    AskRule(String),
    /// Nothing is asked about any more.
    AskNothing,
    /// Give the n-th answer of the prompt.
    Answer(usize),
    /// Agree with what is laid out: the highlighted answer, the chosen path.
    Confirm,
    /// Lay back what is chosen.
    Cancel,
    EndTurn,
    /// Put the turn off.
    Delay,
    /// Nothing is seen to move until a person is asked.
    Hurry,
    /// Look at the next unit of one's own.
    NextUnit,
    /// Nobody may be chosen: say why, and who is nearest.
    NoTarget,
    /// Take back to the last point before a die was rolled.
    Undo,
    /// Lay the list of what happened meanwhile aside.
    Seen,
    /// The hint for newcomers has been read.
    Learned,
    /// Fold or unfold the log.
    Log,
    /// Unfold the log at what came after so many lines.
    LogFrom(usize),
    /// In the log: only what is about this unit, or about all again.
    LogUnit(u32),
    /// In the log: only lines of this kind, or all again.
    LogKind(Option<LogKind>),
    /// In the log: fold the lines of the heading at this place away, or unfold them.
    LogFold(usize),
    /// In the log: fold the lines of all actions away, or unfold all.
    LogFoldAll,
    /// Look at where the line at this place of the log happened.
    LogGo(usize),
    /// On the page of the log: what belongs to the n-th of its headings.
    LogPart(usize),
    /// Copy what is shown of the log as text.
    LogCopy,
    /// Make a case of the last minute of the battle.
    LogCase,
    /// Show or hide what the other sides threaten.
    Threat,
    /// After the end: play the same again, with other dice.
    Again,
    /// Back to the title.
    ToTitle,
    /// Leave the program.
    Quit,
    /// A command as RON, from a script.
    Command(String),
    /// The computer gives the next so many answers of the people at the table too, from a script.
    Auto(u32),
    /// The same for the next so many turns' decisions; questions in between are left to people.
    AutoTurns(u32),
}

/// What changes of a battle that is being put together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DraftIntent {
    /// Another of the battles.
    Entry(usize),
    /// Another of its rulebooks.
    Book(usize),
    /// How luck is dealt.
    Luck(Luck),
    /// The n-th side goes to the computer, or back to a person.
    Seat(usize),
    /// Other dice.
    Seed(u64),
    /// Other dice, whichever.
    AnySeed,
    /// No scenario but a map, a book and units of one's own choice.
    Skirmish,
    /// Another map for it.
    Map(usize),
    /// One more side.
    AddSide,
    /// One side less.
    DropSide,
    /// Choose the units of the n-th side.
    Muster(usize),
    /// The n-th kind joins that side.
    Enlist(usize),
    /// The n-th of its units leaves it again.
    Dismiss(usize),
    /// An option of the rulebook is so much.
    Option(String, i32),
}

/// What the page of rules shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RulesIntent {
    /// Another book.
    Book(usize),
    /// Only rules that speak of this.
    Find(String),
}

/// What changes of the mods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModIntent {
    /// The n-th goes on or off.
    Switch(usize),
    /// The n-th is loaded one earlier.
    Earlier(usize),
    /// The n-th is loaded one later.
    Later(usize),
    /// The n-th takes the place of the second.
    Place(usize, usize),
    /// The folder of mods is shown by the system.
    Folder,
    /// All content is read anew.
    Reload,
}

/// What becomes of content that has changed while the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContentIntent {
    /// Look at what is wrong with it, and at the choices that there are.
    Look,
    /// Lay what is said of it at the edge aside.
    Aside,
    /// The battle goes on with the old.
    Keep,
    /// The battle begins again with the new.
    Restart,
    /// Its commands are given again with the new, as far as they are possible.
    Replay,
}
