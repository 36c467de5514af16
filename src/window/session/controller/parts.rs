//! The parts of the controller's state. Each starts empty and is cleared as a whole.

use std::ops::Range;

use super::way::LaidPath;
use crate::window::session::prelude::*;

/// How much of the chronicle has been shown, and how the next part is shown.
#[derive(Default)]
pub struct Narrated {
    /// Events that the player has been shown.
    pub events: usize,
    /// The same of each player, with the counters as they last saw them.
    pub left: BTreeMap<Option<Side>, (usize, Vec<Counter>)>,
    /// Somebody has just sat down: the next events happened meanwhile.
    pub just_sat: bool,
    /// The events summed up as what happened meanwhile.
    pub meanwhile: Range<usize>,
    /// The event from which on the computer has decided since the player's last turn, or since the start; and how many
    /// lines the log had then.
    pub waiting_since: Option<(usize, usize)>,
}

/// The map as it lies on the table.
#[derive(Default)]
pub struct KnownBoard {
    pub map: Option<Arc<Map>>,
    pub generation: u64,
    /// With fog: the squares in sight, and those ever seen.
    pub fog: Option<(SquareSet, SquareSet)>,
}

/// What the player has begun and not yet ordered; a command clears it.
#[derive(Default)]
pub struct InHand {
    pub chosen: Option<Chosen>,
    pub menu: Option<Menu>,
    /// A way that gives somebody an opening, laid out until it is confirmed.
    pub laid: Option<Vec<Square>>,
    /// The way as far as it has been laid down by points or by dragging.
    pub way: LaidPath,
    /// Of several answers with squares the action that is chosen first.
    pub opened: Option<Key>,
    pub hint: Option<String>,
    /// The end of the turn has been asked for once, with points left.
    pub asked_end: bool,
    pub above: AboveRow,
}

/// What is open above the row of actions.
#[derive(Default)]
pub struct AboveRow {
    pub popup: Option<Popup>,
    pub sought: String,
    /// What is impossible is shown too.
    pub unfolded: bool,
}

/// A menu laid on the map: what an action is to be filled with, or when a delayed turn goes on.
pub enum Menu {
    Fill(Vec<MenuEntry>),
    Delay(Vec<Option<i32>>),
}

/// The open question.
#[derive(Default)]
pub struct Question {
    /// What its answers do and tell; its cards are those of the entries while a menu is open.
    pub asked: AskedPrompt,
    /// The text of each answer, with what stands beside it.
    pub words: Vec<(String, String)>,
    /// The squares of the answer that is pointed at, at first those of the first.
    pub pointed: Vec<At>,
    /// The entry of a menu that is pointed at.
    pub entry: Option<usize>,
}

/// What the player looks at.
#[derive(Default)]
pub struct Look {
    pub pointed: Option<At>,
    /// The pointer has been moved since the question came up, or since others have had the turn.
    pub moved: bool,
    /// Somebody else acts, or a question has come up, since the pointer was moved: nothing is aimed at with it.
    pub rests: bool,
    /// The player's unit that had the turn last.
    pub actor: Option<UnitId>,
    /// Others have had the turn as it was drawn last.
    pub others: bool,
    /// Which of several units on the square that is pointed at is meant.
    pub meant: usize,
    /// What the card that is kept is of: the square, and which of several units on it; none: nothing on the map.
    pub kept: Option<(At, usize)>,
    pub threat: bool,
    pub what_if: bool,
}

/// Decisions that the computer takes for the player.
#[derive(Default)]
pub struct AutoPlay {
    pub left: u32,
    /// Those of turns only: whatever else is asked ends it.
    pub turns_only: bool,
}

/// What the player wishes to be asked about.
#[derive(Default)]
pub struct Wishes {
    /// The end of a turn while there are points left.
    pub confirm_end: bool,
    /// Not to be told what to click on a turn.
    pub knows_turns: bool,
    pub asks: AsksAbout,
    /// What of that the battle knows, for each side.
    pub laid: BTreeMap<Side, AsksAbout>,
}
