//! Spells as data. One in effect is [`ActiveSpell`](super::facts::ActiveSpell); casting is `battle`'s.

use super::data_prelude::*;
use super::{action::Provokes, book::Rulebook, check_rule::Direction};

/// How long a spell lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Duration {
    /// It does what it does and is gone.
    #[default]
    Instant,
    /// So many rounds, the round of casting being the first.
    Rounds(u32),
    /// So many hours, counted in rounds.
    Hours(u32),
    /// As long as it is controlled in every round.
    Concentration,
    /// To the end of the fight.
    Battle,
}

/// What a spell is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum SpellAim {
    /// A unit.
    #[default]
    Unit,
    /// A square.
    Square,
    /// A square where nobody stands.
    FreeSquare,
}

/// What lies on squares as long as a spell lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneDef {
    /// The squares, round the one aimed at.
    pub shape: Template,
    /// How much more each of them costs those who walk.
    #[serde(default)]
    pub difficult: u8,
    /// Modifiers of all who stand in it.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// What happens at each end of round to all who stand in it; `to: Target` is the one who does.
    #[serde(default)]
    pub inside: Vec<EffectDef>,
}

/// What dismissing a spell does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Dismissal {
    /// It ends at once.
    #[default]
    AtOnce,
    /// It ends with the round.
    EndOfRound,
    /// It cannot be dismissed.
    Never,
}

/// What a successful Control Spell does, in this order.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ControlDef {
    /// Its squares may be moved so far, by their middle.
    pub moves: i32,
    /// The spell strikes again: its target, or another that the order names.
    pub strikes: bool,
    /// Effects on each unit that the spell lies on; `to: Own` is the controller.
    pub effects: Vec<EffectDef>,
}

/// One spell of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// One sentence for players.
    #[serde(default)]
    pub text: String,
    /// The rule or rules that it shows.
    pub rule: Key,
    /// Its school; a counterspell needs one of the same.
    pub school: Key,
    /// Its level; its base difficulty is 10 more. Where the dice have to stay under a score, so much is taken from
    /// that.
    pub level: i32,
    /// The check, in place of the book's spell attack.
    pub check: Option<Key>,
    /// The defence that answers; none: it needs the base difficulty only.
    pub defence: Option<Key>,
    /// What it is aimed at.
    #[serde(default)]
    pub aim: SpellAim,
    /// Whom it may be cast on.
    #[serde(default)]
    pub target: Whom,
    /// Range increment in squares.
    pub increment: i32,
    /// Greatest range in increments.
    #[serde(default = "defaults::four")]
    pub max_increments: i32,
    /// Base success value of its damage or healing.
    #[serde(default)]
    pub base: Expr,
    /// Damage types; none: it does no damage.
    #[serde(default)]
    pub types: Vec<Key>,
    /// What else it does to its target when it succeeds; may use `sv`. What is to last as long as the spell says
    /// `until: WithSpell`.
    #[serde(default)]
    pub effects: Vec<EffectDef>,
    /// What lies on squares while it lasts.
    pub zone: Option<ZoneDef>,
    /// How long it lasts.
    #[serde(default)]
    pub duration: Duration,
    /// What Control Spell does with it; none: it can only be kept up, if it lasts by concentration.
    pub control: Option<ControlDef>,
    /// What Dismiss Spell does with it.
    #[serde(default)]
    pub dismissal: Dismissal,
    /// Whether casting provokes.
    #[serde(default = "always")]
    pub provokes: Provokes,
    /// The squares it strikes at once, friend and foe alike; none: a single target.
    pub area: Option<Template>,
    /// Its casting is heard far and wide.
    #[serde(default)]
    pub loud: bool,
    /// Natural dice from this on are critical.
    pub crit_from: Option<u16>,
}

fn always() -> Provokes {
    Provokes::Always
}

impl SpellDef {
    /// The number that the check must reach whatever the defence; none where the dice stay under a score.
    pub fn difficulty(&self, book: &Rulebook) -> Option<i32> {
        match book.settings.check.direction {
            Direction::Over => Some(book.settings.attack.spell_difficulty.saturating_add(self.level)),
            Direction::Under => None,
        }
    }

    /// The least that the check must come to whatever the defence: its sum, or its margin under a score.
    pub fn least(&self, book: &Rulebook) -> i32 {
        self.difficulty(book).unwrap_or(0)
    }

    /// What its level takes from a score that the dice have to stay under.
    pub fn burden(&self, book: &Rulebook) -> Option<ModifierDef> {
        let counts = self.level != 0 && self.difficulty(book).is_none();
        counts.then(|| ModifierDef::flat(self.level.saturating_neg(), None))
    }

    /// Whether it is aimed at a square and not at anybody.
    pub fn at_square(&self) -> bool {
        self.aim != SpellAim::Unit
    }

    /// Whether it counters another: of the same school, and of no lower level.
    pub fn counters(&self, other: &Self) -> bool {
        self.school == other.school && self.level >= other.level
    }

    /// Whether it calls creatures.
    pub fn calls(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, EffectDef::Summon { .. }))
    }

    /// Whether it stays in effect once it is cast.
    pub fn lasts(&self) -> bool {
        self.duration != Duration::Instant
    }

    /// Whether Control Spell is of any use on it.
    pub fn controllable(&self) -> bool {
        self.control.is_some() || self.duration == Duration::Concentration
    }
}
