//! What nearly every file of the computer speaks of: units, actions and attacks, and how they are weighed.
//!
//! A file takes all of it in one line: `use crate::ai::prelude::*`. Whatever only some speak of they import by name.

pub(super) use super::{
    blows::CheckFaces,
    planner::Planner,
    turn::Found,
    value::{Effects, LossLimits},
    ways::AttackWay,
};
pub(super) use crate::{
    battle::command::Command,
    grid::Square,
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Step},
        attack::AttackSpec,
        economy::Mode,
        facts::{Facts, UnitId, UnitState},
        legal::{Act, Args},
        modifier::Until,
    },
};
