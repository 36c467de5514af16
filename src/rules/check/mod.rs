//! One roll with everything that goes into it.
//!
//! A [`Check`] is built from facts by one pure function, [`build()`], which previews, the AI, the resolver and the log
//! all call. It carries its parts, also those that do not count and why, and reads thrown dice.

mod build;

use std::fmt;

use super::{location, luck::Hand};
use crate::rules::prelude::*;

pub use super::check_rule::{CheckDef, CheckRule, CheckSources, Degrees, Direction, PartDef, SuccessRule};
pub use build::{build, defence, plain};

/// What a part of a check comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckPart {
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Versus {
    /// A number, and what it is.
    Number(i32, Key),
    /// Another's passive check.
    Passive(Box<Check>),
    /// Nothing: only the total matters.
    #[default]
    Nothing,
}

impl Versus {
    /// A spell's base difficulty, where it has one.
    pub(super) fn difficulty(number: Option<i32>) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(number, Key::new("base_difficulty")))
    }
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
    pub parts: Vec<CheckPart>,
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
    /// It fails on this natural and any higher one: the weapon jams (S-33).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jams_from: Option<i32>,
    /// The parts of the body that it may strike, up to so much of its dice read backwards; empty where that makes no
    /// difference (S-32).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<(i32, Key)>,
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
        if let Some(hand) = &self.hand { hand.deck.totals() } else { Dist::dice(dice) }
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
            || self.jams_on(natural)
            || self.falls_short(natural + modifier, margin);
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

    /// The part of the body that a natural strikes, where that makes a difference (S-32).
    pub fn location(&self, natural: i32) -> Option<Key> {
        let read = location::backwards(natural);
        self.locations.iter().find(|(last, _)| read <= *last).map(|(_, location)| *location)
    }

    /// Whether a natural jams the weapon (S-33).
    pub fn jams_on(&self, natural: i32) -> bool {
        self.jams_from.is_some_and(|from| natural >= from)
    }

    /// Whether a reading is rolled on: a spell below its base difficulty has no chain.
    pub fn goes_on(&self, reading: &Reading) -> bool {
        self.chains
            && reading.critical
            && self.value.is_some()
            && !self.natural_fail.contains(&reading.natural)
            && !self.falls_short(reading.natural + self.modifier(), reading.margin)
    }

    /// Whether a result is below the least that it must come to: its sum, or its margin under a score.
    fn falls_short(&self, sum: i32, margin: i32) -> bool {
        let reached = match self.direction {
            Direction::Over => sum,
            Direction::Under => margin,
        };
        self.least.is_some_and(|least| reached < least)
    }

    /// The check whose base difficulty has been met: further links are not tested again.
    pub fn link(&self) -> Self {
        Self { least: None, ..self.clone() }
    }
}

impl fmt::Display for CheckPart {
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
#[derive(Clone, Debug, Default)]
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
        Self { check, by, versus, rolled: true, ..Self::default() }
    }

    /// A passive check against somebody's action.
    pub fn passive(check: Key, by: UnitId) -> Self {
        Self { rolled: false, reaction: true, ..Self::rolled(check, by, Versus::Nothing) }
    }
}
