//! What is summed up: what others did meanwhile, and what a battle came to.

use super::{LogLine, RibbonSlot};

/// What happened while another player sat at the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SinceSummary {
    /// There was no turn of their own before.
    pub start: bool,
    /// What matters most of it, harm to one's own side first.
    pub lines: Vec<LogLine>,
    /// Lines that are left out.
    pub more: usize,
    /// Lines of the log before it.
    pub log_from: usize,
    /// The colour of the side that reads it, and the names of its units.
    pub own: (usize, Vec<String>),
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ending {
    /// In a word or two ("Victory").
    pub title: String,
    /// The side that won, if one did.
    pub side: Option<usize>,
    /// Who won, and after how many rounds.
    pub told: String,
    /// What else to tell: name and value.
    pub lines: Vec<(String, String)>,
    /// What was done most.
    pub deeds: Vec<Deed>,
    /// Who fought: those out of the fight are pale.
    pub units: Vec<RibbonSlot>,
    /// What it came to, side by side.
    pub sums: Sums,
}

/// Something done in a battle that stands out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deed {
    /// What kind of thing ("Heaviest hit").
    pub name: String,
    /// Who did it.
    pub unit: RibbonSlot,
    /// How much it was.
    pub amount: String,
    /// What else there is to tell of it; empty: nothing.
    pub about: String,
}

/// What a battle came to: a column for each side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    /// The sides: name and colour.
    pub sides: Vec<(String, usize)>,
    /// The rows.
    pub rows: Vec<SumRow>,
}

/// A row of what a battle came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SumRow {
    /// What it counts.
    pub name: String,
    /// The value of each side.
    pub values: Vec<String>,
    /// What is told of it where it is pointed at; empty: nothing.
    pub tip: String,
}
