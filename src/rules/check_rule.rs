//! The check slot of a book: its dice, what makes a success, and its kinds of check.

use super::data_prelude::*;
use super::modifier::{ModKind, Stacking};

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
    pub crit_from: Option<u16>,
    /// A critical is rolled on and adds up.
    #[serde(default)]
    pub chains: bool,
    /// The most links of a chain after the first; none: as many as the dice give.
    pub chain_limit: Option<u32>,
    /// Degrees of success.
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

impl CheckRule {
    /// How modifiers of a kind stack.
    pub fn stacking(&self, kind: ModKind) -> Stacking {
        if self.best_of.contains(&kind) { Stacking::BestAndWorst } else { Stacking::Sum }
    }
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

/// How a book compares the two sides of an opposed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Opposed {
    /// By degrees where the book has them: more win; equal and at least one, the higher unmodified score; else the
    /// opponent; both failed, nobody (S-04). Without degrees the higher total wins, then the higher modifier, else the
    /// opponent.
    #[default]
    Results,
    /// The higher effect wins, a success is not needed; then the higher score of what was used; else both roll again
    /// (C-08).
    Effects,
    /// The better margin wins, a success is not needed; else the opponent (D-20).
    Margins,
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
    pub ability: Option<Key>,
    /// The skill: a stat.
    pub skill: Option<Key>,
    /// Where this is not 0 the skill counts no more than this other one; without that one, untrained (C-173).
    pub skill_cap: Option<(Expr, Key)>,
    /// Without the skill: this modifier (C-06).
    pub untrained: Option<i32>,
    /// The score that decides between equals in an opposed check; none: the ability (C-08).
    pub score: Option<Expr>,
    /// Other parts.
    #[serde(default)]
    pub parts: Vec<PartDef>,
    /// Tags by which modifiers find it: `attack`, `defence`.
    #[serde(default)]
    pub tags: Vec<Key>,
    /// The number against it where nothing else is (C-02).
    pub versus: Option<i32>,
    /// When it succeeds.
    #[serde(default)]
    pub success: SuccessRule,
    /// Whether a critical may be rolled on; default as the book says.
    pub chains: Option<bool>,
    /// The ability is a strength, as of a device: dice at or under it succeed in every book, no natural fails, and what
    /// weighs on all checks does not count (S-39, T-01).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strength: bool,
    /// The rule.
    pub rule: Key,
}
