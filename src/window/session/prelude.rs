//! What many files of the session speak of: units and what they do, what is shown of them, sentences.
//!
//! A file takes all of it in one line: `use crate::window::session::prelude::*`. Whatever only some speak of they import
//! by name, and so do files that take Bevy's names in one line.

pub(super) use std::{collections::BTreeMap, sync::Arc};

pub(super) use bevy::prelude::{IVec2, UVec2};

#[cfg(test)]
pub(super) use super::test_game::{Shown, TestGame, assets, at_jems_turn, library, marked, play, seated};
pub(super) use super::{
    Session, aboard,
    area::{self, AreaEffect},
    asks_about::AsksAbout,
    computer,
    controller::BattleController,
    going::Going,
    marks::TurnOptions,
    narration::{self, Narrator},
    pick::{self, Card, Chosen, MenuEntry, MenuPick, NextParameter, Order, Spread},
    play::{Next, Play, Seat},
    preview::{self, line, percent, ruled},
    show,
    stake::{self, Stake},
    threat::{self, Threat},
    wheel, words,
};
pub(super) use crate::{
    battle::{
        chronicle::{Event, Outcome},
        command::Command,
        knowledge::Knowledge,
        order,
        prompt::{Ask, Prompt, Reaction},
        replay::Replay,
        setup::Setup,
        standing::{Policy, Standing},
    },
    content::library::Library,
    dice::{Chance, Dist},
    grid::{Area, Band, Dir8, Map, Square, SquareSet, Template},
    key::Key,
    locale::{self, say},
    rules::{
        action::{ActionDef, Allowance, Moment, Parameter, Step, WeaponUse, Whom},
        attack::{self, Armament, AttackSpec},
        book::Rulebook,
        check::{self, Base, Check, Reading, Versus},
        contest::ContestOdds,
        economy::Mode,
        facts::{Bond, Condition, Facts, Phase, Side, UnitId, UnitState, WatchFor},
        fire,
        gear::WeaponDef,
        harm::{self, HarmTrace, Portion},
        legal::{self, ActionHalf, Args, Occasion, Offer, Refusal},
        modifier::{ModifierDef, Until},
        odds,
        surroundings::Patch,
        vehicle::Freedom,
    },
    window::{
        motion::{Beat, BeatQueue},
        view::*,
    },
};
