//! What many files of checks, harm, legality and odds speak of, with all that [`prelude`](super::prelude) has.

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
