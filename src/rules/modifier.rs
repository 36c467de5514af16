//! Modifiers: whose checks they touch, of which kind they are, how long they last, and how kinds stack.

use super::data_prelude::*;
use super::ids::UnitId;
use crate::message::{Arg, ToArg};

/// The kind of a modifier (A-13, table A-T2). Books that know no kinds use [`ModKind::Circumstance`] for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum ModKind {
    /// What the dice are replaced by or added to: ability score.
    Ability,
    /// Training.
    Skill,
    /// Class and universal options.
    Inherent,
    /// Worn magic or technique.
    Augmented,
    /// Help from outside.
    Assisted,
    /// Spells.
    Magic,
    /// The item used.
    Tech,
    /// Size category.
    Size,
    /// The situation; all of them add.
    #[default]
    Circumstance,
    /// Worn armour; all of them add.
    CheckPenalty,
}

impl ToArg for ModKind {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(match self {
            Self::Ability => message!("core-kind-ability"),
            Self::Skill => message!("core-kind-skill"),
            Self::Inherent => message!("core-kind-inherent"),
            Self::Augmented => message!("core-kind-augmented"),
            Self::Assisted => message!("core-kind-assisted"),
            Self::Magic => message!("core-kind-magic"),
            Self::Tech => message!("core-kind-tech"),
            Self::Size => message!("core-kind-size"),
            Self::Circumstance => message!("core-kind-circumstance"),
            Self::CheckPenalty => message!("core-kind-penalty"),
        }))
    }
}

/// How several modifiers of one kind count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stacking {
    /// All add.
    #[default]
    Sum,
    /// The best bonus and the worst penalty count, the others are shown uncounted.
    BestAndWorst,
}

/// Whose checks a modifier touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Whose {
    /// The bearer's own.
    #[default]
    Own,
    /// Those of others that target the bearer.
    Against,
}

/// A modifier as content states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierDef {
    /// Checks it touches, by id or tag (`"attack"`, `"defence"`, `"all"`).
    pub checks: Vec<Key>,
    /// Own checks, or those against the bearer.
    #[serde(default)]
    pub whose: Whose,
    /// The kind, for stacking.
    #[serde(default)]
    pub kind: ModKind,
    /// The value; may use the names of the check's scope (`distance`, `ranged`, `count`, `self.body` …).
    pub value: Expr,
    /// Counts only where this is not 0.
    pub when: Option<Expr>,
    /// The rule that says so.
    pub rule: Option<Key>,
}

impl ModifierDef {
    /// So much on any check of the bearer's own.
    pub fn flat(value: i32, rule: Option<Key>) -> Self {
        Self {
            checks: vec![Key::new("all")],
            whose: Whose::Own,
            kind: ModKind::Circumstance,
            value: Expr::number(i64::from(value)),
            when: None,
            rule,
        }
    }
}

/// When something ends.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Until {
    /// With the fight.
    #[default]
    Battle,
    /// At the end of this round.
    EndOfRound,
    /// At the n-th end of round from now (1 is this one).
    Rounds(u16),
    /// At the start of the bearer's next turn (S-17).
    StartOfTurn,
    /// At the end of the bearer's turn that runs or comes next.
    EndOfTurn,
    /// At the end of the bearer's next turn, the one that runs not counted (C-105).
    EndOfNextTurn,
    /// At the end of the n-th turn of a unit after the one now running (D-09).
    EndOfTurnOf(UnitId, u16),
    /// After the bearer's next check of that name (A-118, S-87), but not later than the end of the round.
    NextCheck(Key),
    /// After the bearer's next check of that name, however late.
    NextCheckEver(Key),
    /// At the start of the next round.
    RoundStart,
    /// With the bearer's next attack, or before it with any other action or reaction (S-87).
    NextAction,
    /// With the spell that does it; only in the effects of spells that last.
    WithSpell,
    /// With this spell in effect: what `WithSpell` becomes.
    OfSpell(Key),
    /// An aim at one target: until that has moved more than a square, is out of sight, or another is aimed at (F-73).
    Aim,
    /// Until the next phase of that name of the book's own.
    Phase(Key),
}

/// A modifier in force on a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActiveModifier {
    /// What put it there: an action, a spell, a condition.
    pub source: Key,
    /// What it does.
    pub def: ModifierDef,
    /// When it ends.
    pub until: Until,
    /// Only against this unit (an aim).
    pub versus: Option<UnitId>,
    /// Where that unit stood.
    pub from: Option<Square>,
}

impl ActiveModifier {
    /// One against everybody.
    pub fn new(source: Key, def: ModifierDef, until: Until) -> Self {
        Self { source, def, until, versus: None, from: None }
    }
}
