//! What many files of the computer speak of, taken in one line: `use crate::ai::prelude::*`.

pub(super) use std::sync::Arc;

pub(super) use super::{
    blows::{CheckFaces, Expected, Pair},
    bursts, contests,
    foes::Foe,
    guns::GunView,
    lines::Lines,
    planner::Planner,
    position::standing,
    turn::Found,
    utility::{UtilityAction, asked, offer_worthwhile, with_rest},
    value::{Effects, LossLimits},
    ways::{AttackWay, way_of, ways},
    weights, winners,
};
pub(super) use crate::{
    battle::{command::Command, prompt::ChoiceOption},
    grid::{self, Area, Band, Cover, CoverLevel, Dir8, Reach, Square, Template},
    key::Key,
    rules::{
        action::*,
        amounts, area,
        attack::{self, Armament, AttackRange, AttackSpec, AttackStep, Precomputed},
        blaze, blow,
        book::Rulebook,
        check::{self, Check, Reading, Versus},
        collision,
        cuts::Losses,
        economy::Mode,
        expr::Expr,
        facts::*,
        fire::{self, FireDef},
        gear::WeaponDef,
        harm::{self, Blow, Portion},
        legal::{self, Act, Args, Course, Occasion, Roads, Stop},
        modifier::{ActiveModifier, Until},
        odds, spell_checks, sweep,
    },
};
