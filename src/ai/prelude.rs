//! What many files of the computer speak of: units, actions and attacks, and how they are weighed.
//!
//! A file takes all of it in one line: `use crate::ai::prelude::*`. Whatever only a few speak of they import by name.

pub(super) use std::sync::Arc;

pub(super) use super::{
    blows::{CheckFaces, Expected},
    foes::Foe,
    planner::Planner,
    position::standing,
    turn::Found,
    utility::{UtilityAction, asked, with_rest},
    value::{Effects, LossLimits},
    ways::{AttackWay, way_of, ways},
    weights,
};
pub(super) use crate::{
    battle::{command::Command, prompt::ChoiceOption},
    grid::{self, Area, Band, Cover, CoverLevel, Dir8, Square},
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Moment, Need, Parameter, Step, To},
        amounts,
        attack::{self, AttackSpec},
        blow,
        book::Rulebook,
        check::{self, Check},
        economy::Mode,
        expr::Expr,
        facts::{Condition, Facts, UnitId, UnitState},
        fire::{self, FireDef},
        gear::WeaponDef,
        harm::{self, Blow, Portion},
        legal::{self, Act, Args, Occasion},
        modifier::{ActiveModifier, Until},
    },
};
