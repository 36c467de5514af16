//! What nearly every file of the command line speaks of: the library, battles and what happens in them.
//!
//! A file takes all of it in one line: `use crate::cli::prelude::*`. Whatever only some speak of they import by name.

pub(super) use super::{Folders, sorry};
pub(super) use crate::{
    battle::{Battle, chronicle::Outcome, command::Command, prompt::Ask},
    content::{diagnostics::Report, library::Library},
    grid::Square,
    key::Key,
    rules::{
        book::Rulebook,
        check::Check,
        facts::{Facts, Side, UnitId, UnitState},
    },
};
