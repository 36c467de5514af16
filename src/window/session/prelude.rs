//! What nearly every file of the session speaks of: units and what they do, what is shown of them, sentences.
//!
//! A file takes all of it in one line: `use crate::window::session::prelude::*`. Whatever only some speak of they import
//! by name, and so do files that take Bevy's names in one line.

pub(super) use super::{
    controller::BattleController,
    pick::{Chosen, Order},
    play::Play,
    preview, show, words,
};
pub(super) use crate::{
    battle::command::Command,
    dice::Chance,
    grid::Square,
    key::Key,
    locale::say,
    rules::{
        action::{ActionDef, WeaponUse},
        facts::{Facts, Side, UnitId, UnitState},
        legal::{Occasion, Refusal},
    },
    window::view::{At, SideCard, SideLine, Table},
};
