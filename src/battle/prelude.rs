//! What nearly every file of a battle speaks of: who and where, effects and outcomes, frames and what they return.
//!
//! A file takes all of it in one line: `use crate::battle::prelude::*`. Whatever only some speak of they import by name.

pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    Battle, Fault, OrFault,
    apply::Scope,
    choice::ChoiceKind,
    chronicle::Outcome,
    command::Command,
    effect::Effect,
    frames::{Context, Flow, Frame, FrameValue, strike::Strike},
    prompt::{Ask, ChoiceOption},
    resources::Clock,
    standing::Policy,
};
pub(super) use crate::{
    grid::{Area, Band, Dir8, Square},
    key::Key,
    message::Message,
    rules::{
        action::{ActionDef, Moment},
        check::Check,
        facts::{Facts, Side, UnitId, UnitState},
        legal::Refusal,
        modifier::Until,
    },
};
