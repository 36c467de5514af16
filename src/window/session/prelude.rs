//! What nearly every file of the session speaks of: units and what they do, what is shown of them, sentences.
//!
//! A file takes all of it in one line: `use crate::window::session::prelude::*`. Whatever only some speak of they import
//! by name, and so do files that take Bevy's names in one line.

pub(super) use super::{
    controller::BattleController,
    pick::{Chosen, Order},
    play::Play,
    preview, show, words,
};
pub(super) use crate::{
    battle::{
        chronicle::{Event, Outcome},
        command::Command,
        prompt::{Ask, Prompt, Reaction},
        setup::Setup,
        standing::{Policy, Standing},
    },
    content::library::Library,
    dice::Chance,
    grid::{Area, Band, Dir8, Map, Square, SquareSet},
    key::Key,
    locale::{self, say},
    rules::{
        action::{ActionDef, Allowance, Moment, Parameter, Step, WeaponUse},
        attack::{self, Armament, AttackSpec},
        book::Rulebook,
        check::{Base, Check, Versus},
        economy::Mode,
        facts::{Bond, Condition, Facts, Phase, Side, UnitId, UnitState},
        fire,
        gear::WeaponDef,
        harm::{self, Portion},
        legal::{self, Args, Occasion, Offer, Refusal},
        modifier::{ModifierDef, Until},
        odds,
    },
    window::{
        motion::{Beat, BeatQueue},
        view::{
            ActionCard, Answer, At, Counter, DraftIntent, Intent, LogLine, RuleCard, Sector, Shelf, SideCard,
            SideLine, Table, Weight, mark,
        },
    },
};
