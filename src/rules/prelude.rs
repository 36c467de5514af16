//! What many files above the types of data speak of: facts, units, squares, actions, dice and why something is refused.
//!
//! A file takes all of it in one line: `use crate::rules::prelude::*`. Whatever only a few speak of they import by name.

pub(super) use std::sync::Arc;

pub(super) use bevy_ecs::component::Component;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    action::{ActionDef, Moment, Parameter, Step, WeaponUse},
    condition::Forbids,
    economy::Mode,
    effects::EffectDef,
    expr::Expr,
    facts::{Facts, Inputs, Item, UnitId, UnitState, Word},
    gear::WeaponDef,
    modifier::ModifierDef,
    order::{Act, Args},
    refusal::{OrRefusal, Refusal, refuse},
    spell::SpellDef,
    unit::Precision,
};
pub(super) use crate::{
    dice::{Chance, Dice, Dist},
    grid::{self, Area, Band, Dir8, Map, Mover, Square, SquareSet},
    key::Key,
    message::Message,
};
