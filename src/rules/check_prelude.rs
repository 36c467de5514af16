//! What many files of checks, harm, legality and odds speak of besides what [`prelude`](super::prelude) has.
//!
//! A file takes all of both in one line: `use crate::rules::check_prelude::*`.

pub(super) use std::cmp::Reverse;

pub(super) use super::prelude::*;
pub(super) use super::{
    area::{self, Aim},
    attack::{self, Armament, AttackRange, AttackSpec, AttackStep, Precomputed, RangeRule},
    blow,
    check::{self, Check, Direction, Reading, Request, SuccessRule, Versus},
    cuts::Losses,
    damage::{AttackDamage, DamageSource},
    fire::{self, Load},
    harm::{self, Blow, HarmTrace, Portion},
    haul, manoeuvre, sweep, task, zone_area,
};
