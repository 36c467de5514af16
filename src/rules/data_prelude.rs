//! What many of the types of data are made of: names, numbers of the book, dice, effects and modifiers.
//!
//! A file takes all of it in one line: `use super::data_prelude::*`. What stands above these types has `prelude`.

pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{effects::EffectDef, expr::Expr, modifier::ModifierDef};
pub(super) use crate::{defaults, dice::Dice, key::Key};
