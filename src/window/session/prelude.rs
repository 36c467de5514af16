//! What many files of the session speak of: units and what they do, what is shown of them, sentences.

pub(super) use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) use bevy::prelude::{IVec2, Res, ResMut, UVec2, Vec2};

#[cfg(test)]
pub(super) use super::test_game::{Shown, TestGame, assets, at_jems_turn, library, marked, play, seated};
pub(super) use super::{
    Session, aboard,
    area::{self, AreaEffect},
    ask::{self, AskedPrompt},
    asks_about::AsksAbout,
    computer, cones,
    controller::BattleController,
    going::Going,
    marks::{self, OpenTarget, TurnOptions},
    narration::{self, Narrator},
    pick::{self, Card, Chosen, MenuEntry, MenuPick, NextParameter, Order, Spread},
    play::{Next, Play, Seat},
    preview::{self, line, percent, ruled},
    show,
    signs::{self, Danger, Signs},
    stake::{self, Stake},
    threat::{self, Awaiting, Threat},
    traces, wheel, words,
    worth::lost,
};
#[cfg(test)]
pub(super) use crate::battle::{Battle, command::Referee};
pub(super) use crate::{
    battle::{
        choice::ChoiceKind,
        chronicle::{Answered, Event, ItemNews, Outcome, SpellNews, SystemsNews, ThingNews, WorkNews},
        command::Command,
        knowledge::Knowledge,
        order,
        prompt::{Ask, ChoiceOption, Prompt, Reaction},
        replay::Replay,
        setup::Setup,
        standing::{AnswerDuration, Policy, Standing},
    },
    content::library::Library,
    dice::{Chance, Dist},
    grid::{Area, Band, CoverLevel, Dir8, Map, Square, SquareSet, Template, Terrain},
    key::Key,
    locale::{self, say},
    rules::{
        action::{ActionDef, Allowance, EffectDef, ItemPlace, Moment, Parameter, Step, To, WeaponUse, Whom},
        attack::{self, Armament, AttackSpec},
        blast::Lessen,
        blow,
        book::Rulebook,
        check::{self, Base, Check, CheckPart, Direction, Factor, Reading, Versus},
        collision::Hit,
        contest::ContestOdds,
        economy::Mode,
        facts::{
            ActiveSpell, Bond, Condition, Facts, Phase, Posture, Shield, Side, UnitId, UnitState, Watch,
            WatchFor, each_once, mount_names,
        },
        fire::{self, FireDef},
        gear::WeaponDef,
        harm::{self, Blow, HarmTrace, Land, Portion},
        legal::{self, Act, ActionHalf, Args, Occasion, Offer, Refusal, WatchArgs},
        modifier::{ActiveModifier, ModKind, ModifierDef, Until, Whose},
        odds::{self, AttackOdds},
        spell::SpellDef,
        spell_checks,
        surroundings::Patch,
        timing::Shift,
        unit::Precision,
        vehicle::Freedom,
    },
    window::{
        motion::{Averted, Beat, BeatQueue, SlipKind},
        sound::Sound,
        view::*,
    },
};
