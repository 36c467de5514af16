//! What many files of checks, harm, legality and odds speak of besides what [`prelude`](super::prelude) has.
//!
//! A file takes all of both in one line: `use crate::rules::check_prelude::*`.

pub(super) use super::prelude::*;
pub(super) use super::{
    area::{self, Aim},
    attack::{self, Armament, AttackRange, AttackSpec},
    blow,
    check::{self, Check, Request, SuccessRule, Versus},
    damage::AttackDamage,
    fire,
    harm::{self, Blow, Portion},
};
