//! Actions as data: what they cost, need and ask for, and the steps that they take.

use super::data_prelude::*;
use super::economy::Mode;

pub use super::{
    effects::{EffectDef, To},
    fire_rule::FireDef,
    parameter::{Allowance, Control, Fitness, ItemPlace, Parameter, WeaponUse, Whom, Within},
    step::{Manoeuvre, Repeat, Step},
    vehicle::{Freedom, Missed},
};

/// The group under which an action is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Group {
    /// Getting about.
    Move,
    /// With a weapon in hand.
    Strike,
    /// From afar.
    Shoot,
    /// Against what comes.
    Defend,
    /// Spells.
    Cast,
    /// The rest.
    #[default]
    Other,
}

/// Whether doing it provokes opportunity attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Provokes {
    /// Not at all.
    #[default]
    Never,
    /// Once, after payment and before the check.
    Always,
    /// Only without a weapon usable in mêlée.
    IfUnarmed,
    /// Only if it needs a check.
    IfCheck,
    /// At each square left or entered.
    PerSquare,
}

/// What must hold before an action may be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Need {
    /// The actor has the condition.
    Condition(Key),
    /// The actor does not have the condition.
    Without(Key),
    /// The expression is not 0; else the sentence is the refusal.
    Test(Expr, String),
    /// The same about the target once it is chosen; `target.` names what is its.
    Target(Expr, String),
    /// The role can be taken towards the target: neither is bound in the same way already, and there is room.
    Room {
        /// The relation.
        kind: Key,
        /// The role; none: its first.
        role: Option<Key>,
    },
    /// The weapon has the tag; else the sentence is the refusal (C-86).
    Weapon(Key, String),
    /// One is trained in the weapon; else the sentence is the refusal (D-23).
    Trained(String),
    /// The weapon is another than was used in what this follows; where it follows nothing, there is another in hand
    /// besides. Else the sentence is the refusal (S-65).
    Another(String),
    /// Not done yet this round by this unit.
    OncePerRound,
    /// Not done yet this turn by this unit.
    OncePerTurn,
    /// Nothing else has been done this turn.
    FirstOfTurn,
    /// No movement of one's own yet this round (F-63).
    Unmoved,
}

impl Need {
    /// The sentence with which content refuses, where it has one of its own.
    pub fn sentence(&self) -> Option<&str> {
        match self {
            Self::Test(_, text) | Self::Target(_, text) | Self::Weapon(_, text) => Some(text.as_str()),
            Self::Trained(text) | Self::Another(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The same, to be said otherwise.
    pub fn sentence_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Test(_, text) | Self::Target(_, text) | Self::Weapon(_, text) => Some(text),
            Self::Trained(text) | Self::Another(text) => Some(text),
            _ => None,
        }
    }
}

/// When a reaction may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// An attack on the reactor has been declared, no die rolled (C-51).
    Attacked,
    /// An attack on the reactor has succeeded, its effect is still to come (A-130, S-34).
    Hit,
    /// A spell is being cast.
    Casting,
    /// An opponent in the threat range provokes.
    Provoked,
    /// The trigger of a readied action or of overwatch (A-139, S-69).
    Watched,
    /// A delayer may cut in (C-27).
    CutIn,
    /// Something goes off here, its damage dice not thrown yet (C-104).
    Caught,
    /// A contest has been won, and one action may be done at no cost (C-91, S-83).
    Won,
}

/// Something that makes an action take less time (F-12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorter {
    /// Whether the unit has it: a feat's stat, a condition.
    pub when: Expr,
    /// How many points it takes off the first pool of the cost.
    pub by: Expr,
}

/// Whose an action is that not everybody has. A unit that names it in its `actions` stands among the units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Only {
    /// Units of these kinds.
    pub units: Vec<Key>,
    /// Units with one of these tags, by their nature or by what they wear.
    pub tags: Vec<Key>,
}

/// One action of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule that it follows.
    pub rule: Key,
    /// One sentence for the card.
    #[serde(default)]
    pub text: String,
    /// What it does in a few words, at most 22 letters or so: its card in the row says them where it has no number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brief: String,
    /// Where it is shown.
    #[serde(default)]
    pub group: Group,
    /// What it costs; `points` is what the mode says (AP or AAP).
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// In place of the book's price of acting.
    pub price: Option<Vec<Cost>>,
    /// Modes in which it may be done; none given: standard and swift, or immediate for a reaction.
    #[serde(default)]
    pub modes: Vec<Mode>,
    /// A reaction: offered at these moments only.
    #[serde(default)]
    pub on: Vec<Moment>,
    /// Tags: `attack`, `movement`, `concentration`, `melee`, `ranged` (S-11, S-12).
    #[serde(default)]
    pub tags: Vec<Key>,
    /// Whose it is; none: everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// Whether it may be an opportunity attack, in books without actions of their own for that; none: if it is one on a
    /// foe that does not itself provoke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opportunity: Option<bool>,
    /// What must hold.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// What the command fills in.
    #[serde(default)]
    pub asks: Vec<Parameter>,
    /// Whether it provokes.
    #[serde(default)]
    pub provokes: Provokes,
    /// It is heard far and wide.
    #[serde(default)]
    pub loud: bool,
    /// If it is loud, it is heard from its target's square as well as from one's own (D-104).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loud_at_target: bool,
    /// How long it takes, by the book's increments; more than no round makes it a task (C-100). Never an attack.
    pub increment: Option<Key>,
    /// It may be done in two halves, in two rounds (F-09); never an attack.
    #[serde(default)]
    pub split: bool,
    /// What makes it shorter; only the best one counts (F-12).
    #[serde(default)]
    pub shorter: Vec<Shorter>,
    /// Small enough to ride on another action.
    #[serde(default)]
    pub rider: bool,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// Modifiers until the end of round begun with the declaration.
    #[serde(default)]
    pub burden: Vec<ModifierDef>,
    /// What comes in place of its attack's damage, once the dice have fallen.
    pub manoeuvre: Option<Manoeuvre>,
    /// Its attack may be made again; no immediate actions until it is over.
    pub repeat: Option<Repeat>,
    /// Whether the blow at the end of a move that provokes square by square does so too.
    #[serde(default = "if_unarmed")]
    pub blow_provokes: Provokes,
}

fn if_unarmed() -> Provokes {
    Provokes::IfUnarmed
}

impl ActionDef {
    /// Whether it costs nothing at all: no action in the sense of the rules.
    pub fn is_free(&self) -> bool {
        self.cost.is_empty() && self.price.as_ref().is_none_or(Vec::is_empty)
    }

    /// Whether it is offered only as an answer to something.
    pub fn is_reaction(&self) -> bool {
        !self.on.is_empty()
    }

    /// Whether it may be paid in this mode.
    pub fn allows(&self, mode: Mode) -> bool {
        if !self.modes.is_empty() {
            return self.modes.contains(&mode);
        }
        match mode {
            Mode::Standard | Mode::Swift => !self.is_reaction(),
            Mode::Immediate => true,
            Mode::Free => self.cost.is_empty(),
        }
    }

    /// Whether it has the tag.
    pub fn tagged(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| *own == tag)
    }

    /// As which action an overwatch that it sets up is fired, where the book has one for that (S-69).
    pub fn shot(&self) -> Option<Key> {
        self.tagged("overwatch").then(|| Key::new(&format!("{}_shot", self.id)))
    }

    /// Whether it attacks its target.
    pub fn attacks(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Attack { .. } | Step::Cast))
    }

    /// Whether it is the plain attack with a weapon: on one's own turn, at a target, with nothing else asked or done.
    pub fn is_plain_attack(&self) -> bool {
        let plain = |asked: &Parameter| matches!(asked, Parameter::Weapon(_) | Parameter::Target { .. });
        let asks = self.asks.iter().all(plain);
        let attack = matches!(self.steps.as_slice(), [Step::Attack { .. }]);
        let open = self.needs.is_empty() && !self.is_reaction() && self.allows(Mode::Standard);
        let once = self.repeat.is_none() && !self.harmless() && FireDef::of(self) == FireDef::default();
        asks && self.weapon_use().is_some() && attack && open && once
    }

    /// Whether single steps of its path may give opponents a chance.
    pub fn steps_provoke(&self) -> bool {
        self.provokes == Provokes::PerSquare
            || self.steps.iter().any(|step| matches!(step, Step::Travel { provokes: true, .. }))
    }

    /// Whether its path ends in something that it runs into.
    pub fn rams(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Travel { ram: true, .. }))
    }

    /// Whether it puts something against an attack or an explosion.
    pub fn answers_attack(&self) -> bool {
        self.steps.iter().any(|step| {
            matches!(
                step,
                Step::Reduce { .. }
                    | Step::Evade { .. }
                    | Step::Shield
                    | Step::Hinder { .. }
                    | Step::Lessen { .. }
            )
        })
    }

    /// Whether it answers, by its tag, an attack that has hit somebody else who stands beside (S-41).
    pub fn guards(&self) -> bool {
        self.on.contains(&Moment::Hit) && self.tagged("guards")
    }

    /// Whether something else comes in place of its attack's damage.
    pub fn harmless(&self) -> bool {
        let other = |step: &Step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty());
        self.manoeuvre.is_some() || self.steps.iter().any(other)
    }

    /// So many per cent of its damage a weapon does in its attack (D-28, D-29).
    pub fn share(&self) -> i32 {
        let share = |step: &Step| if let Step::Attack { share, .. } = step { Some(*share) } else { None };
        self.steps.iter().find_map(share).unwrap_or(100)
    }

    /// Where the item is that it asks for.
    pub fn item_place(&self) -> Option<ItemPlace> {
        self.asks.iter().find_map(|parameter| match parameter {
            Parameter::Item { place } => Some(*place),
            _ => None,
        })
    }

    /// Whether it needs a check of any kind.
    pub fn checks(&self) -> bool {
        self.steps.iter().any(|step| {
            !matches!(
                step,
                Step::Do(_)
                    | Step::Afterwards(_)
                    | Step::Inside(_)
                    | Step::Travel { .. }
                    | Step::Drive { .. }
                    | Step::Watch
                    | Step::Interact
                    | Step::Shield
                    | Step::Lessen { .. }
                    | Step::Choose { .. }
                    | Step::Keep { .. }
                    | Step::Yield { .. }
                    | Step::Haul
                    | Step::Test(_)
            )
        })
    }

    /// The use of a weapon that it asks for.
    pub fn weapon_use(&self) -> Option<WeaponUse> {
        self.asks.iter().find_map(|parameter| match parameter {
            Parameter::Weapon(use_) => Some(*use_),
            _ => None,
        })
    }

    /// Its path parameter.
    pub fn path(&self) -> Option<(&Allowance, bool, i32, bool)> {
        self.asks.iter().find_map(|parameter| match parameter {
            Parameter::Path { allowance, straight, least, away, .. } => {
                Some((allowance, *straight, *least, *away))
            }
            _ => None,
        })
    }

    /// How many squares at the end of its path make its straight line; none: all of them (S-63).
    pub fn run_up(&self) -> Option<u8> {
        self.asks.iter().find_map(|parameter| match parameter {
            Parameter::Path { last, .. } => *last,
            _ => None,
        })
    }

    /// Whether it asks how many rounds a burst has (C-83).
    pub fn asks_burst(&self) -> bool {
        self.asks.iter().any(|parameter| matches!(parameter, Parameter::Burst { .. }))
    }

    /// How many altitude bands its path may change (S-25).
    pub fn bands(&self) -> u8 {
        let bands = |parameter: &Parameter| match parameter {
            Parameter::Path { bands, .. } | Parameter::Course { bands, .. } => Some(*bands),
            _ => None,
        };
        self.asks.iter().find_map(bands).unwrap_or(0)
    }

    /// Its target parameter.
    pub fn target(&self) -> Option<(Whom, &Within)> {
        self.asks.iter().find_map(|parameter| match parameter {
            Parameter::Target { who, within } => Some((*who, within)),
            _ => None,
        })
    }
}
