//! What many files of the computer speak of: units, actions and attacks, and how they are weighed.
//!
//! A file takes all of it in one line: `use crate::ai::prelude::*`. Whatever only a few speak of they import by name.

pub(super) use std::sync::Arc;

pub(super) use super::{
    blows::{CheckFaces, Expected},
    planner::Planner,
    position::standing,
    turn::Found,
    utility::UtilityAction,
    value::{Effects, LossLimits},
    ways::{AttackWay, way_of, ways},
    weights,
};
pub(super) use crate::{
    battle::command::Command,
    grid::{self, Area, Band, Dir8, Square},
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Moment, Parameter, Step, To},
        amounts,
        attack::{self, AttackSpec},
        book::Rulebook,
        check,
        economy::Mode,
        facts::{Condition, Facts, UnitId, UnitState},
        fire,
        harm::{self, Portion},
        legal::{self, Act, Args},
        modifier::{ActiveModifier, Until},
    },
};
