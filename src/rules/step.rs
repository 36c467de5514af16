//! The steps that an action takes, as data.

use super::data_prelude::*;
use super::{check_rule::SuccessRule, fire_rule::FireDef, vehicle::Missed};

/// One step of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Follow the path. With `provokes` each square left or entered does.
    Travel {
        /// Whether squares provoke.
        #[serde(default)]
        provokes: bool,
        /// The last step of the path leads into something solid.
        #[serde(default)]
        ram: bool,
    },
    /// Attack the target with the weapon.
    Attack {
        /// Modifiers of this action's attack only.
        #[serde(default)]
        modifiers: Vec<ModifierDef>,
        /// In place of damage.
        #[serde(default)]
        instead: Vec<EffectDef>,
        /// The check in place of the weapon's.
        check: Option<Key>,
        /// The defence in place of the weapon's.
        defence: Option<Key>,
        /// How it succeeds, in place of the book's rule for attacks.
        success: Option<SuccessRule>,
        /// The base success value in place of the weapon's.
        value: Option<Expr>,
        /// How the weapon is fired (C-84 to C-89).
        #[serde(default)]
        fire: FireDef,
        /// So many per cent of the weapon's fixed damage, without what the arm adds, and of a shot's drive (D-28,
        /// D-29).
        #[serde(default = "defaults::hundred")]
        share: i32,
    },
    /// A check of the actor against a number.
    Check {
        /// The check.
        check: Key,
        /// The number.
        dc: Expr,
        /// On success; may use `margin` and `sv`.
        #[serde(default)]
        pass: Vec<EffectDef>,
        /// On failure.
        #[serde(default)]
        fail: Vec<EffectDef>,
    },
    /// A contest with the target: both make a check, who does it first (C-08, S-04).
    Opposed {
        /// The check.
        check: Key,
        /// The opponent's; none: the same.
        versus: Option<Key>,
        /// If the one who does it wins; may use `margin`, the winner's own.
        #[serde(default)]
        win: Vec<EffectDef>,
        /// If the opponent wins.
        #[serde(default)]
        lose: Vec<EffectDef>,
    },
    /// One action with this tag, done at once at no cost, or none: by the actor if the steps before succeeded, or by
    /// whoever has won the contest before (C-91, S-75, S-83).
    Choose {
        /// The tag.
        tag: Key,
        /// By whoever has won.
        #[serde(default)]
        winner: bool,
        /// Of an answer to an attack: once that attack is over, if the one who answered can still act (S-67).
        #[serde(default)]
        after: bool,
    },
    /// Whether a relation with the target goes on or ends (C-91).
    Keep {
        /// The relation.
        kind: Key,
    },
    /// The target, where this is not 0, may take a condition upon itself before anything comes of the action: it lets that
    /// happen and resists nobody. One on the same side is asked first whether it does, others whether they resist (D-110).
    Yield {
        /// The condition.
        condition: Key,
        /// Where it could resist; `target.` names what is its.
        when: Expr,
    },
    /// Bring the target to the square chosen, but not after a step that failed (C-95, C-99).
    Haul,
    /// Fails where this is 0: what comes after a step that failed does not come then. May use `amount` (D-107).
    Test(Expr),
    /// Effects without a check; not after a step that failed.
    Do(Vec<EffectDef>),
    /// Effects that come whether the steps before succeeded or not (S-69).
    Afterwards(Vec<EffectDef>),
    /// Effects on every foe whom the action's attack covers, struck or not, one after the other (S-71); where it covers
    /// no area, on its target and all to whom its hits were given (S-69).
    Inside(Vec<EffectDef>),
    /// Cast the spell.
    Cast,
    /// Counter the spell that is being cast, or take over the one in effect that the order names.
    Counter,
    /// Control the spell in effect.
    Control,
    /// End the spell in effect.
    Dismiss,
    /// A rolled defence that lowers the attack's value by its margin; `divisor` 2 takes half (T-02).
    Reduce {
        /// By what the margin is divided.
        #[serde(default = "defaults::one")]
        divisor: i32,
    },
    /// A test that evades the attack: wholly, or a hit a degree (S-34, S-35).
    Evade {
        /// The check.
        check: Key,
    },
    /// Whoever does it becomes the target of what has hit another; nothing else answers it (S-41).
    Shield,
    /// A modifier on the attack being declared (C-53, C-54).
    Hinder {
        /// Its value.
        value: Expr,
    },
    /// Getting out of an explosion's way: so much comes off its damage, and the rest is divided, rounded up (C-104,
    /// C-105).
    Lessen {
        /// Thrown, and taken off.
        dice: Option<Dice>,
        /// By what the rest is divided.
        #[serde(default = "defaults::one")]
        divisor: i32,
    },
    /// Drive the vehicle along the course (C-111 to C-127).
    Drive {
        /// When the check before has failed.
        #[serde(default)]
        missed: Missed,
    },
    /// The target may dodge, then this check decides whether it is rammed (C-124).
    Ram {
        /// The check.
        check: Key,
    },
    /// Watch for the trigger (A-138, S-68).
    Watch,
    /// Load the weapon.
    Reload,
    /// Shift the threat range by at most the check's success value, as far as reach goes.
    Reach {
        /// The check.
        check: Key,
        /// The number against it.
        dc: Expr,
        /// Its base success value.
        value: Expr,
    },
    /// Make the check named for the target, who may add its success value to the next of that kind.
    Aid {
        /// The ability in place of the check's own.
        ability: Key,
        /// The number against it.
        dc: Expr,
        /// Its base success value.
        value: Expr,
    },
    /// The check by which the chosen system is mended (C-149).
    Repair {
        /// The number.
        dc: Expr,
        /// On success.
        #[serde(default)]
        pass: Vec<EffectDef>,
        /// On failure.
        #[serde(default)]
        fail: Vec<EffectDef>,
    },
    /// Do the chosen thing with what is chosen, with its check if it has one.
    Interact,
}

/// What an attack does in place of its damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Manoeuvre {
    /// The item chosen flies to a square at most the success value away, and at most so many squares.
    Disarm {
        /// Squares at most.
        most: Expr,
    },
    /// The target is moved in one straight line, at most the success value.
    Push {
        /// Only in the direction of the path just run (a charge).
        #[serde(default)]
        along: bool,
        /// Each square that the one moved leaves or enters gives its opponents a chance.
        #[serde(default)]
        provokes: bool,
        /// What each of the two loses who meet; may use `squares`.
        loss: Expr,
    },
    /// The damage goes to the item chosen.
    Sunder,
    /// Damage is thrown and soaked, and nothing is lost by it (S-86).
    Subdue {
        /// What comes of it if at least a point got through; may use `amount`, which is how much did.
        past: Vec<EffectDef>,
    },
}

/// An attack that may be made again at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Attacks at most.
    pub most: Expr,
    /// A modifier on all checks for each attack after the first, until the end of the round.
    #[serde(default)]
    pub burden: i32,
    /// The rule that says so.
    pub rule: Key,
}
