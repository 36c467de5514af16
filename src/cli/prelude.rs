//! What nearly every file of the command line speaks of: the library, battles and what happens in them.
//!
//! A file takes all of it in one line: `use crate::cli::prelude::*`. Whatever only some speak of they import by name.

pub(super) use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) use serde::Serialize;

pub(super) use super::{
    Folders,
    case::{Case, expect::Expect},
    library, print_report, sorry,
};
pub(super) use crate::{
    battle::{
        Battle,
        chronicle::{Event, Outcome},
        command::{Command, Referee},
        prompt::Ask,
        setup::Setup,
    },
    content::{diagnostics::Report, library::Library},
    dice::{DiceStream, Luck},
    grid::Square,
    key::Key,
    locale::{self, say},
    rules::{
        book::Rulebook,
        check::Check,
        facts::{Facts, Side, UnitId, UnitState},
        legal::{self, Args},
        surroundings::Surroundings,
    },
    saves::replays,
};
