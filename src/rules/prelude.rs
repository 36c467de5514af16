//! What many files above the types of data speak of, taken in one line: `use crate::rules::prelude::*`.

pub(super) use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub(super) use bevy_ecs::component::Component;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    action::*,
    bond::*,
    book::Rulebook,
    check_rule::CheckDef,
    condition::*,
    economy::*,
    effects::EffectDef,
    expr::Expr,
    facts::*,
    fire_rule::*,
    gear::*,
    harm_rule::*,
    interaction::*,
    modifier::*,
    movement::*,
    order::*,
    refusal::{OrRefusal, Refusal, refuse},
    spell::*,
    surroundings::*,
    timing::*,
    unit::*,
    unit_systems::*,
    vehicle::*,
    zone_area_rule::*,
};
pub(super) use crate::{
    defaults,
    dice::{Chance, Dice, Dist},
    grid::{
        self, Area, Band, Cover, CoverLevel, Dir8, Edge, Map, Mover, ObjectAt, Reach, Square, SquareSet,
        StepBlocked, Template, Turning, in_arc, line_of_effect, line_of_sight_between,
    },
    key::Key,
    message::Message,
};
