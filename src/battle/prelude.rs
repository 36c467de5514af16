//! What many files of a battle speak of: who and where, actions, checks and harm, effects and outcomes, frames and what
//! they return.
//!
//! A file takes all of it in one line: `use crate::battle::prelude::*`. Whatever only a few speak of they import by name.

pub(super) use std::sync::Arc;

pub(super) use bevy_ecs::resource::Resource;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    Battle, Fault, OrFault,
    apply::Scope,
    choice::ChoiceKind,
    chronicle::Outcome,
    command::Command,
    effect::{CountChange, Effect, Ending, ItemChange},
    frames::{
        Context, Flow, Frame, FrameValue, Stack,
        act::ActFrame,
        reaction_window::{ReactionCause, ReactionWindow},
        strike::{SharedDice, Strike},
    },
    order, phases,
    prompt::{Ask, ChoiceOption, Prompt},
    queue::Queue,
    resources::{Answers, Clock, CurrentSurroundings, OpenPrompt},
    setup::Beginning,
    standing::Policy,
};
pub(super) use crate::{
    dice::Dice,
    grid::{Area, Band, Dir8, Square},
    key::Key,
    message::Message,
    rules::{
        action::{ActionDef, EffectDef, Moment, Step},
        attack::{self, Armament, AttackSpec},
        blow,
        check::{self, Check, Reading, Versus},
        collision::Hit,
        condition::Hook,
        economy::Mode,
        expr::Expr,
        facts::{
            Bond, Conditions, Facts, Identity, Initiative, Phase, Place, Side, UnitId, UnitState, Usage,
        },
        harm::{self, Blow, HarmTrace, Portion},
        legal::{self, Act, Args, Refusal},
        modifier::{ActiveModifier, Until},
        timing::Shift,
    },
};
