//! One roll with everything that goes into it.
//!
//! A [`Check`] is built from facts by one pure function, [`build()`], which previews, the AI, the resolver and the log
//! all call. It carries its parts, also those that do not count and why, and reads thrown dice. This file owns the shapes
//! and the reading; it rolls nothing.

mod build;

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use super::{
    contest::Opposed,
    expr::Expr,
    facts::{Inputs, UnitId},
    gear::WeaponDef,
    luck::Hand,
    modifier::{ModKind, ModifierDef, Stacking},
};
use crate::{
    dice::{Chance, Dice, Dist},
    key::Key,
    message::Message,
};

pub use build::{build, plain};

/// Which way the dice have to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Direction {
    /// Dice and modifiers together reach the number (d20, 2D6).
    #[default]
    Over,
    /// The dice stay at or under the score with its modifiers (d100, 2d20).
    Under,
}

/// When a check has succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum SuccessRule {
    /// Its value (base and margin) is above 0.
    Value,
    /// It meets the number.
    #[default]
    AtLeast,
    /// It exceeds the number.
    Above,
}

/// How many degrees a margin is worth (S-03, T-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Degrees {
    /// One more for each full so many points of margin.
    pub every: i32,
    /// For a bare success.
    pub first: i32,
}

/// The check slot of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRule {
    /// The dice thrown.
    pub dice: Dice,
    /// Which way they have to fall.
    #[serde(default)]
    pub direction: Direction,
    /// What a passive check uses in place of dice.
    #[serde(default)]
    pub passive: i32,
    /// Natural dice that always fail.
    #[serde(default)]
    pub natural_fail: Vec<i32>,
    /// Natural dice from here on are critical, unless weapon or spell say otherwise.
    #[serde(default)]
    pub crit_from: Option<u16>,
    /// A critical is rolled on and adds up.
    #[serde(default)]
    pub chains: bool,
    /// The most links of a chain after the first; none: as many as the dice give.
    #[serde(default)]
    pub chain_limit: Option<u32>,
    /// Degrees of success.
    #[serde(default)]
    pub degrees: Option<Degrees>,
    /// Kinds of which only the best bonus and the worst penalty count.
    #[serde(default)]
    pub best_of: Vec<ModKind>,
    /// The sign with which a size modifier counts, by the ability used.
    #[serde(default)]
    pub size_signs: Vec<(Key, i32)>,
    /// How two checks against each other are compared (C-08, S-04).
    #[serde(default)]
    pub opposed: Opposed,
    /// Factors of magnitude apply.
    #[serde(default)]
    pub magnitude: bool,
    /// The rules behind what checks have in general.
    #[serde(default)]
    pub sources: CheckSources,
}

/// The rules behind what checks have in general, by which every line of a sum leads to one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckSources {
    /// What stands for the dice.
    pub passive: Option<Key>,
    /// Critical hits.
    pub critical: Option<Key>,
    /// Which of several modifiers of a kind counts.
    pub stacking: Option<Key>,
    /// Multiplied and divided sums.
    pub factor: Option<Key>,
    /// Kinds of modifier.
    pub kinds: BTreeMap<ModKind, Key>,
}

impl CheckRule {
    /// How modifiers of a kind stack.
    pub fn stacking(&self, kind: ModKind) -> Stacking {
        if self.best_of.contains(&kind) { Stacking::BestAndWorst } else { Stacking::Sum }
    }
}

/// A part that a check always has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartDef(pub ModKind, pub Expr);

/// A kind of check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The ability: a stat or derived value.
    #[serde(default)]
    pub ability: Option<Key>,
    /// The skill: a stat.
    #[serde(default)]
    pub skill: Option<Key>,
    /// Where this is not 0 the skill counts no more than this other one; without that one, untrained (C-173).
    #[serde(default)]
    pub skill_cap: Option<(Expr, Key)>,
    /// Without the skill: this modifier (C-06).
    #[serde(default)]
    pub untrained: Option<i32>,
    /// The score that decides between equals in an opposed check; none: the ability (C-08).
    #[serde(default)]
    pub score: Option<Expr>,
    /// Other parts.
    #[serde(default)]
    pub parts: Vec<PartDef>,
    /// Tags by which modifiers find it: `attack`, `defence`.
    #[serde(default)]
    pub tags: Vec<Key>,
    /// The number against it where nothing else is (C-02).
    #[serde(default)]
    pub versus: Option<i32>,
    /// When it succeeds.
    #[serde(default)]
    pub success: SuccessRule,
    /// Whether a critical may be rolled on; default as the book says.
    #[serde(default)]
    pub chains: Option<bool>,
    /// The rule.
    pub rule: Key,
}

/// What a part of a check comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The kind.
    pub kind: ModKind,
    /// Where it comes from: a stat, an item, a condition, an action, a rule.
    pub source: Key,
    /// The rule, if one is known.
    pub rule: Option<Key>,
    /// The value.
    pub value: i32,
    /// Whether it counts.
    pub counted: bool,
    /// Why it does not.
    #[serde(default)]
    pub why_not: Option<Message>,
}

/// What multiplies or divides the sum at the very end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Factor {
    /// Nothing.
    #[default]
    One,
    /// So many times.
    Times(i32),
    /// Divided, rounded down.
    Over(i32),
}

impl Factor {
    fn apply(self, sum: i32) -> i32 {
        match self {
            Self::One => sum,
            Self::Times(k) => sum * k,
            Self::Over(k) => sum.div_euclid(k.max(1)),
        }
    }
}

/// What the dice are replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Base {
    /// Thrown.
    Dice(Dice),
    /// A fixed number: a passive check.
    Fixed(i32),
    /// The whole check is 0, whatever its parts.
    Nothing,
}

/// The number that a check is held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Versus {
    /// A number, and what it is.
    Number(i32, Key),
    /// Another's passive check.
    Passive(Box<Check>),
    /// Nothing: only the total matters.
    Nothing,
}

/// One roll with everything that goes into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Which check.
    pub id: Key,
    /// Who makes it.
    pub by: UnitId,
    /// The dice, or what stands for them.
    pub base: Base,
    /// The deck from which its dice are drawn; none: they are thrown (T-13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// Which way.
    pub direction: Direction,
    /// Everything that goes into it.
    pub parts: Vec<Part>,
    /// At the very end.
    pub factor: Factor,
    /// The number against it.
    pub versus: Versus,
    /// When it succeeds.
    pub success: SuccessRule,
    /// The base success value, for checks that have one.
    pub value: Option<i32>,
    /// Critical from this natural on.
    pub crit_from: Option<u16>,
    /// Rolled on when critical.
    pub chains: bool,
    /// Naturals that fail.
    pub natural_fail: Vec<i32>,
    /// Degrees.
    pub degrees: Option<Degrees>,
    /// A result below this fails whatever else.
    pub least: Option<i32>,
    /// The target offers no defence: a success is worth 1 at least.
    pub willing: bool,
}

/// Thrown dice, read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reading {
    /// The dice as they fell (their sum for several).
    pub natural: i32,
    /// Dice and modifiers.
    pub total: i32,
    /// What it was held against.
    pub number: i32,
    /// By how much it was better than needed; negative when worse.
    pub margin: i32,
    /// The value: base and margin, 0 when failed.
    pub value: i32,
    /// Succeeded.
    pub success: bool,
    /// The natural lies in the critical range.
    pub critical: bool,
    /// Degrees of success, 0 when failed.
    pub degrees: i32,
}

impl Check {
    /// The dice thrown for it, where it is not passive.
    pub fn dice(&self) -> Option<Dice> {
        match self.base {
            Base::Dice(dice) => Some(dice),
            Base::Fixed(_) | Base::Nothing => None,
        }
    }

    /// What its dice may show now, as far as is known; `dice` are thrown where it is drawn from no deck.
    pub fn naturals(&self, dice: &Dice) -> Dist<i32> {
        match &self.hand {
            Some(hand) => hand.deck.totals(),
            None => Dist::dice(dice),
        }
    }

    /// The same check once its side has drawn so much for another one, `first`.
    pub fn after(&self, first: &Self, natural: i32) -> Self {
        let mut check = self.clone();
        if let (Some(own), Some(other)) = (&mut check.hand, &first.hand)
            && own.side == other.side
        {
            *own = other.after(natural);
        }
        check
    }

    /// Its chance to succeed.
    pub fn chance(&self) -> Chance {
        match self.base {
            Base::Dice(dice) => self.naturals(&dice).probability(|natural| self.read(*natural).success),
            Base::Fixed(base) if self.read(base).success => Chance::ALWAYS,
            _ => Chance::NEVER,
        }
    }

    /// The sum of what counts, without dice.
    pub fn modifier(&self) -> i32 {
        self.parts.iter().filter(|part| part.counted).map(|part| part.value).sum()
    }

    /// The number against it.
    pub fn number(&self) -> i32 {
        match &self.versus {
            Versus::Number(number, _) => *number,
            Versus::Passive(check) => check.passive(),
            Versus::Nothing => 0,
        }
    }

    /// The result of a check that is not rolled.
    pub fn passive(&self) -> i32 {
        match self.base {
            Base::Nothing => 0,
            Base::Fixed(base) => self.factor.apply(base + self.modifier()),
            Base::Dice(dice) => self.factor.apply(dice.min() + self.modifier()),
        }
    }

    /// Reads a natural roll.
    pub fn read(&self, natural: i32) -> Reading {
        self.read_with(self.modifier(), self.number(), natural)
    }

    /// Reads natural rolls one after the other, the sums of its parts added up once.
    pub fn reader(&self) -> impl Fn(i32) -> Reading + '_ {
        let (modifier, number) = (self.modifier(), self.number());
        move |natural| self.read_with(modifier, number, natural)
    }

    fn read_with(&self, modifier: i32, number: i32, natural: i32) -> Reading {
        let (total, number, margin) = match self.direction {
            Direction::Over => {
                let total = match self.base {
                    Base::Nothing => 0,
                    _ => self.factor.apply(natural + modifier),
                };
                (total, number, total - number)
            }
            Direction::Under => {
                let score = self.factor.apply(number + modifier);
                (natural, score, score - natural)
            }
        };
        let failed = self.natural_fail.contains(&natural)
            || self.least.is_some_and(|least| {
                let plain = natural + modifier;
                plain < least
            });
        let raw = self.value.map_or(0, |base| base + margin);
        let raw = if self.willing && self.value.is_some() { raw.max(1) } else { raw };
        let met = match self.success {
            SuccessRule::Value if self.value.is_some() => raw > 0,
            // Nothing is set against it: it cannot fail but on a natural 1.
            SuccessRule::Value | SuccessRule::AtLeast => margin >= 0 || self.willing,
            SuccessRule::Above => margin > 0,
        };
        let success = met && !failed;
        let degrees = match self.degrees {
            Some(degrees) if success => degrees.first + margin.max(0) / degrees.every.max(1),
            _ => 0,
        };
        Reading {
            natural,
            total,
            number,
            margin,
            value: if failed { 0 } else { raw.max(0) },
            success,
            critical: self.crit_from.is_some_and(|from| natural >= i32::from(from)),
            degrees,
        }
    }

    /// Whether a reading is rolled on: a spell below its base difficulty has no chain.
    pub fn goes_on(&self, reading: &Reading) -> bool {
        self.chains
            && reading.critical
            && self.value.is_some()
            && !self.natural_fail.contains(&reading.natural)
            && self.least.is_none_or(|least| reading.natural + self.modifier() >= least)
    }

    /// The check whose base difficulty has been met: further links are not tested again.
    pub fn link(&self) -> Self {
        Self { least: None, ..self.clone() }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {}", self.value, self.source)?;
        if let Some(rule) = self.rule {
            write!(f, " [{rule}]")?;
        }
        if let Some(why) = &self.why_not {
            write!(f, " (not counted: {why})")?;
        }
        Ok(())
    }
}

/// What a check is asked for with.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Which check.
    pub check: Key,
    /// Who makes it.
    pub by: UnitId,
    /// Against whom, if anyone.
    pub against: Option<UnitId>,
    /// Rolled, or standing at the passive base.
    pub rolled: bool,
    /// Made because of what another does (modifiers with `when: "action"` leave it alone).
    pub reaction: bool,
    /// Ability and skill with which one helps another with the check, in place of all others.
    pub helped: Option<(Key, Option<Key>)>,
    /// The weapon used.
    pub weapon: Option<&'a WeaponDef>,
    /// Ability and skill in place of the check's, by the school of a spell; a unit's own come first.
    pub pair: Option<(Key, Key)>,
    /// That weapon is broken.
    pub broken: bool,
    /// Modifiers of the action.
    pub extra: &'a [(Key, Cow<'a, ModifierDef>)],
    /// What the occasion tells its modifiers: distance, cover …
    pub inputs: Inputs,
    /// Tags of the action that the check is a part of, or answers: `act.trip` in an expression.
    pub tags: &'a [Key],
    /// The number against it.
    pub versus: Versus,
    /// How it succeeds, in place of the check's own.
    pub success: Option<SuccessRule>,
    /// Base success value.
    pub value: Option<i32>,
    /// Spell's base difficulty.
    pub least: Option<i32>,
    /// No defence offered.
    pub willing: bool,
    /// Critical range of weapon or spell.
    pub crit_from: Option<u16>,
    /// Dice in place of the book's (C-89).
    pub dice: Option<Dice>,
    /// A skill that the unit has counts as this level (C-89).
    pub skill_as: Option<i32>,
}

impl Request<'_> {
    /// A rolled check with nothing special about it.
    pub fn rolled(check: Key, by: UnitId, versus: Versus) -> Self {
        Self {
            check,
            by,
            against: None,
            rolled: true,
            reaction: false,
            helped: None,
            weapon: None,
            pair: None,
            broken: false,
            extra: &[],
            inputs: Inputs::default(),
            tags: &[],
            versus,
            success: None,
            value: None,
            least: None,
            willing: false,
            crit_from: None,
            dice: None,
            skill_as: None,
        }
    }

    /// A passive check against somebody's action.
    pub fn passive(check: Key, by: UnitId) -> Self {
        Self { rolled: false, reaction: true, ..Self::rolled(check, by, Versus::Nothing) }
    }
}
