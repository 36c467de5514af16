//! What actions, conditions and spells do, as content writes it: a closed vocabulary of effects.

use super::data_prelude::*;
use super::modifier::Until;

/// To whom an effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum To {
    /// The one who acts, or who bears the condition.
    #[default]
    Own,
    /// The target.
    Target,
}

/// One change of the battle as content writes it. Closed: each is carried out in one place, `battle::effect`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum EffectDef {
    /// Lose some of a track: a loss, not damage.
    Lose {
        track: Key,
        /// How much; 0 or less is nothing.
        amount: Expr,
        #[serde(default)]
        to: To,
    },
    /// Get some of a track back, up to its maximum.
    Restore {
        track: Key,
        amount: Expr,
        #[serde(default)]
        to: To,
    },
    /// Points come back to the tracks that damage eats, shared out as their owner likes (C-70); a negative number is a
    /// loss (C-68).
    Heal {
        /// Thrown for it.
        dice: Option<Dice>,
        /// Added, or all of it where nothing is thrown.
        #[serde(default)]
        amount: Expr,
        /// Spread evenly over what is damaged, the rest to the most damaged (C-73).
        #[serde(default)]
        evenly: bool,
        #[serde(default)]
        to: To,
    },
    /// Damage, through armour and resistances, with everything that a wound brings.
    Damage {
        /// Thrown for it.
        dice: Option<Dice>,
        /// Added, or all of it where nothing is thrown.
        #[serde(default)]
        amount: Expr,
        /// The whole is divided by this, rounded down: 2 for a save that halves (F-69).
        #[serde(default = "defaults::one")]
        divisor: i32,
        /// Penetration (S-94).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        penetration: Option<Expr>,
        #[serde(default)]
        types: Vec<Key>,
        /// Its drive against an armour range (D-39); left out: as much as the damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drive: Option<Expr>,
        /// It comes past armour and resistances (S-27).
        #[serde(default)]
        after_armour: bool,
        #[serde(default)]
        to: To,
    },
    /// The damage of a weapon in hand that has the tag, with its qualities, as of a blow that lands. What is more than
    /// bare hands comes first (S-76, S-85).
    WeaponDamage {
        tag: Key,
        #[serde(default)]
        to: To,
    },
    /// Gain a condition.
    Gain {
        condition: Key,
        /// By how much, if it is counted.
        #[serde(default = "one_expr")]
        count: Expr,
        #[serde(default)]
        until: Until,
        #[serde(default)]
        to: To,
    },
    /// Lift a condition, or lower its count.
    Lift {
        condition: Key,
        /// By how much; none: wholly.
        count: Option<Expr>,
        #[serde(default)]
        to: To,
    },
    /// Put a modifier on.
    Modify {
        /// What it does.
        modifier: ModifierDef,
        until: Until,
        #[serde(default)]
        to: To,
        /// Only against the target.
        #[serde(default)]
        versus_target: bool,
    },
    /// Gain points of a pool (negative: lose), for this round.
    Points {
        pool: Key,
        amount: Expr,
        #[serde(default)]
        to: To,
        /// They may not be spent on actions of these tags, not even together with others (F-10).
        #[serde(default)]
        barred: Vec<Key>,
    },
    /// Points for the shield of a precision that was chosen, else for the first that one has; negative: it loses them
    /// (D-07).
    Shield {
        precision: Precision,
        amount: Expr,
        /// At the start of which of its bearer's next turns those that are left end; none: they stay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<Expr>,
        #[serde(default)]
        to: To,
    },
    /// The shield that was chosen takes its part before others of its precision (D-64).
    ShieldFirst,
    /// Damage for the aura that was chosen, else for the first that one has, up to its own ceiling: what is more is lost
    /// (D-127).
    Aura {
        amount: Expr,
        /// A ceiling besides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<Expr>,
        #[serde(default)]
        to: To,
    },
    /// Turn points of one pool into another's for this round.
    Swap { from: Key, into: Key, amount: Expr },
    /// The count shifts as the book says: by a line of the ledger (F-18), or at once (C-25).
    Shift {
        /// The line, or a name for the log.
        event: Key,
        /// `n` in the line's amount, or the shift itself where there is no such line.
        n: Option<Expr>,
        #[serde(default)]
        to: To,
    },
    /// A check of the one it happens to.
    Check {
        check: Key,
        /// The number against it.
        dc: Expr,
        /// On success; may use `margin`.
        #[serde(default)]
        pass: Vec<EffectDef>,
        /// On failure; may use `margin`, a negative number.
        #[serde(default)]
        fail: Vec<EffectDef>,
        /// What a save is for (`stress`, `blast`): failing it writes the line `failed_<purpose>_save` besides the
        /// general one (F-48, F-69).
        #[serde(default)]
        purposes: Vec<Key>,
        #[serde(default)]
        to: To,
    },
    /// What lasts to somebody's next action ends: an aim is lost (C-87).
    Distract {
        #[serde(default)]
        to: To,
    },
    /// Who does it touches somebody: a damage aura of that one may answer (D-117).
    Touch {
        #[serde(default)]
        to: To,
    },
    /// Effects only if the expression is not 0.
    When {
        /// The test.
        test: Expr,
        then: Vec<EffectDef>,
        #[serde(default)]
        otherwise: Vec<EffectDef>,
    },
    /// A unit comes, on the side of who acts, as near as it can be to the square aimed at; it goes with its spell.
    Summon {
        unit: Key,
        #[serde(default = "one_expr")]
        count: Expr,
    },
    /// Take the chosen item in hand.
    Draw,
    /// Let the chosen item fall.
    Drop,
    /// Everything held falls.
    DropAll,
    /// Pick the chosen item up.
    PickUp,
    /// The chosen item comes from where it lies, however far, in hand if there is a hand for it (D-108).
    Fetch,
    /// Put the chosen item on.
    Wear,
    /// Take the chosen item off; it is carried then.
    TakeOff,
    /// Take the chosen item out of its container, in hand if there is a hand for it.
    TakeOut,
    /// The chosen item is jammed no more (S-90).
    Clear,
    /// Open or close the chosen door.
    Door,
    /// The chosen system of the target has so many hits fewer, or so much more of its track; none given: it is whole
    /// again (C-149, C-151 to C-153).
    Mend {
        /// How many; none: all.
        hits: Option<Expr>,
    },
    /// The chosen system of the target works for so many hours, whatever its hits; then it fails again (C-148).
    Rig {
        /// Hours.
        dice: Dice,
    },
    /// A hit on the chosen system of the target, for what can be taken out of it (C-150).
    Strip,
    /// What the chosen system of the target costs, or the whole unit: so many per cent of its price (C-151, C-153).
    Bill {
        /// Thrown for it: so many times the per cent.
        dice: Option<Dice>,
        /// Per cent.
        per_cent: Expr,
        /// Of the price of the whole unit.
        #[serde(default)]
        whole: bool,
    },
    /// Give up the task that one is at (C-100).
    GiveUp,
    /// Press: the grant at once, the count falls (F-76).
    Press,
    /// Leave the game: the unit gets away from the fight.
    Leave,
    /// What the interaction is done with is barred so: `stuck`.
    Bar(Key),
    /// It is barred so no longer.
    Unbar(Key),
    /// It opens or closes, if it is a door; none: the other of the two.
    Open {
        /// Open.
        open: Option<bool>,
    },
    /// It is pushed straight away from the unit, at most so far.
    Push {
        /// Squares.
        squares: Expr,
    },
    /// It is taken off the map.
    TakeAway,
    /// All spent slots of spells are ready again.
    Refresh {
        #[serde(default)]
        to: To,
    },
    /// Take a role in a relation with the target: mount it.
    Bind {
        kind: Key,
        /// The role; none: its first.
        role: Option<Key>,
    },
    /// The vehicle that one drives swerves: so much is taken off attacks on it, on those aboard and out of it, until
    /// its driver acts again (C-122).
    Evade(Expr),
    /// The target lies in the chosen arc of the vehicle that one drives, too, until its driver acts again (C-125).
    Bear,
    /// Whoever pursues the vehicle that one drives has to weave with this number, or break off (C-127).
    Shake(Expr),
    /// The chosen item of the target's falls where it stands, or comes into one's own hand (C-94).
    Wrest {
        /// It comes into one's own hand where this is not 0; may use `margin`.
        #[serde(default)]
        take: Expr,
    },
    /// End a relation that one is in; who was carried gets down on the chosen square, else on the first free one beside
    /// its carrier, and stays where it is if there is none (A-135, C-96, D-82).
    Unbind {
        kind: Key,
        #[serde(default)]
        to: To,
    },
    /// Effects on everybody who is meant: `to: Target` is each of them in turn. All that is stated must hold of them.
    Each {
        /// Who is meant, seen from who does it.
        #[serde(default)]
        who: Whom,
        /// At most so many squares from who does it, whatever lies between.
        within: Option<Expr>,
        /// On these squares, which lie round the square chosen, else round the target, else round who does it.
        area: Option<Template>,
        /// Bound in this way to who does it, on either side.
        bound: Option<Key>,
        /// What happens to each.
        #[serde(rename = "do")]
        effects: Vec<EffectDef>,
    },
}

impl EffectDef {
    /// To whom it happens.
    pub fn to(&self) -> To {
        match self {
            Self::Lose { to, .. }
            | Self::Restore { to, .. }
            | Self::Heal { to, .. }
            | Self::Damage { to, .. }
            | Self::WeaponDamage { to, .. }
            | Self::Gain { to, .. }
            | Self::Lift { to, .. }
            | Self::Modify { to, .. }
            | Self::Points { to, .. }
            | Self::Shield { to, .. }
            | Self::Aura { to, .. }
            | Self::Shift { to, .. }
            | Self::Check { to, .. }
            | Self::Distract { to }
            | Self::Touch { to }
            | Self::Unbind { to, .. }
            | Self::Refresh { to } => *to,
            _ => To::Own,
        }
    }
}

fn one_expr() -> Expr {
    Expr::number(1)
}
