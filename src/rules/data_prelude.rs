//! What many of the types of data are made of, taken in one line; what stands above them has `prelude`.

pub(super) use std::collections::BTreeMap;

pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    action::{ActionDef, Whom},
    economy::Cost,
    effects::EffectDef,
    expr::Expr,
    fire_rule::BlastDef,
    measure::Measure,
    modifier::ModifierDef,
    unit::Precision,
};
pub(super) use crate::{
    defaults,
    dice::Dice,
    grid::{Area, Band, Square, Template},
    key::{Key, KeyTable},
};
