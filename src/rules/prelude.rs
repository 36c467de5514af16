//! What nearly every file above the types of data speaks of: facts, units, squares, actions and why they are refused.
//!
//! A file takes all of it in one line: `use crate::rules::prelude::*`. Whatever only some speak of they import by name.

pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    action::{ActionDef, Parameter, Step, WeaponUse},
    effects::EffectDef,
    expr::Expr,
    facts::{Facts, Inputs, UnitId, UnitState, Word},
    gear::WeaponDef,
    order::{Act, Args},
    refusal::{OrRefusal, Refusal, refuse},
};
pub(super) use crate::{
    grid::{Area, Band, Dir8, Square},
    key::Key,
};
