//! Actions as data: what they cost, need and ask for, and the steps that they take.
//!
//! Owns the closed vocabulary of needs, holes and steps; what they do to a battle is in [`effects`](super::effects).
//! Carrying them out is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{
    check::SuccessRule,
    economy::{Cost, Mode},
    expr::Expr,
    modifier::ModifierDef,
};
use crate::{dice::Dice, key::Key};

pub use super::{
    effects::{EffectDef, To},
    feat::{Feat, Repeat},
    fire::FireDef,
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

/// A way of using a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum WeaponUse {
    /// In mêlée.
    #[default]
    Melee,
    /// Shot.
    Ranged,
    /// Thrown: leaves the hand.
    Thrown,
}

/// Who may be chosen or is meant, seen from the actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Whom {
    /// A unit of a hostile side.
    #[default]
    Foe,
    /// A unit of one's own side, oneself not included.
    Ally,
    /// Anyone of one's own side.
    OwnSide,
    /// Anyone but oneself.
    Any,
}

/// Within what distance a target must be.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum Within {
    /// The threat range.
    #[default]
    Reach,
    /// The weapon's or spell's greatest range (A-75, C-38, S-29).
    Range,
    /// The threat range, measured from the end of the path.
    ReachAfterPath,
    /// So many squares.
    Squares(Expr),
    /// In communication (C-166).
    Linked,
    /// Bound to it in this way, on either side (C-92).
    Bound(Key),
}

/// How far a path may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Allowance {
    /// By the movement check.
    Check,
    /// Movement speed without a margin.
    Speed,
    /// So many squares' cost.
    Squares(Expr),
    /// Exactly one square, whatever the terrain.
    OneSquare,
}

/// One thing that a command must fill in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Hole {
    /// A weapon in hand of that use.
    Weapon(WeaponUse),
    /// A unit.
    Target {
        /// Whose.
        #[serde(default)]
        who: Whom,
        /// How near.
        #[serde(default)]
        within: Within,
    },
    /// A path of squares.
    Path {
        /// How far.
        allowance: Allowance,
        /// In one straight line.
        #[serde(default)]
        straight: bool,
        /// At least so many squares.
        #[serde(default = "one")]
        least: i32,
        /// Never nearer to the nearest foe, in the end farther.
        #[serde(default)]
        away: bool,
        /// How many altitude bands one who flies may change on the way (S-25).
        #[serde(default)]
        bands: u8,
    },
    /// A number.
    Amount {
        /// Least.
        least: Expr,
        /// Most.
        most: Expr,
    },
    /// How many rounds a burst has, one of the weapon's own numbers (C-83). `amount` names it.
    Burst {
        /// A single shot will do as well.
        #[serde(default)]
        optional: bool,
    },
    /// A spell in a slot.
    Spell,
    /// What to watch for and what to do then (A-138, S-68).
    Watch {
        /// Only these kinds of triggers; empty: all.
        #[serde(default)]
        triggers: Vec<Key>,
        /// Only actions with this tag may be readied; none: any standard action.
        #[serde(default)]
        tag: Option<Key>,
    },
    /// An item: carried, or lying within reach.
    Item {
        /// Where it is now.
        place: ItemPlace,
    },
    /// A door within reach.
    Door,
    /// A kind of check.
    Check,
    /// A thing or creature beside the unit, and what to do with it.
    Interaction,
    /// A square in sight and reach of effects.
    Square {
        /// How near.
        #[serde(default)]
        within: Within,
        /// Nobody stands on it and nothing closes it.
        #[serde(default)]
        free: bool,
    },
    /// The course of the vehicle that the unit drives (C-111); left out: straight on at its speed.
    Course {
        /// How free it is.
        how: Freedom,
    },
    /// One of the four sides of the vehicle on which weapons are mounted (C-125).
    Arc,
    /// A weaving number: from 1 to what the speed allows, or just that of the quarry (C-126, C-127).
    Weaving,
    /// Others who wait and do it too, each with a weapon of its own; none named: all who can (C-178).
    Company,
    /// A square to which the target is brought (C-95, C-99).
    Haul {
        /// Squares at most.
        most: Expr,
        /// In one of the eight directions.
        #[serde(default)]
        straight: bool,
        /// Whoever does it goes along.
        #[serde(default)]
        along: bool,
    },
    /// One of the target's systems, weapons or limbs; left out: the first that fits (C-149).
    System {
        /// In what state.
        #[serde(default)]
        state: Fitness,
        /// Only these of the book's systems.
        #[serde(default)]
        only: Vec<Key>,
    },
    /// A free square beside what carries the unit, to get down on; left out: the first.
    Landing,
    /// A spell in effect that one sees.
    InEffect {
        /// In whose control it must be.
        #[serde(default)]
        control: Control,
        /// Cast by oneself.
        #[serde(default)]
        own: bool,
        /// At most so many squares away, from its caster or from what it does, unless one is its target.
        #[serde(default)]
        within: Option<Expr>,
        /// Without line of sight to it (A-133 asks for none).
        #[serde(default)]
        unseen: bool,
    },
}

/// In what state a system must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Fitness {
    /// It has taken hits.
    Hurt,
    /// It has taken hits, is not destroyed, and there is a check that mends it (C-149).
    #[default]
    Damaged,
    /// The same, it is something that works, and has not been made to work all the same (C-148).
    Failing,
    /// It is destroyed (C-151).
    Destroyed,
    /// There is something left of it that gives spare parts (C-150).
    Spare,
}

/// In whose control a spell in effect must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Control {
    /// One's own.
    #[default]
    Own,
    /// Another's.
    Others,
}

fn one() -> i32 {
    1
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ItemPlace {
    /// In hand.
    #[default]
    Held,
    /// On the body, not in hand.
    Carried,
    /// On the ground within one square.
    Ground,
    /// In a container that one carries.
    Stored,
    /// Carried, and put on in one manoeuvre.
    Wearable,
    /// Worn, and taken off in one manoeuvre.
    Worn,
    /// The target's: in hand, or worn loosely.
    TargetLoose,
    /// The target's: all that can be seen of what is in hand, worn or carried.
    TargetVisible,
}

impl ItemPlace {
    /// Whether the item is the target's and not one's own.
    pub fn on_target(self) -> bool {
        matches!(self, Self::TargetLoose | Self::TargetVisible)
    }
}

/// What must hold before an action may be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        #[serde(default)]
        role: Option<Key>,
    },
    /// The weapon has the tag; else the sentence is the refusal (C-86).
    Weapon(Key, String),
    /// Not done yet this round by this unit.
    OncePerRound,
    /// Not done yet this turn by this unit.
    OncePerTurn,
    /// Nothing else has been done this turn.
    FirstOfTurn,
    /// No movement of one's own yet this round (F-63).
    Unmoved,
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

/// One step of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        #[serde(default)]
        check: Option<Key>,
        /// The defence in place of the weapon's.
        #[serde(default)]
        defence: Option<Key>,
        /// How it succeeds, in place of the book's rule for attacks.
        #[serde(default)]
        success: Option<SuccessRule>,
        /// The base success value in place of the weapon's.
        #[serde(default)]
        value: Option<Expr>,
        /// How the weapon is fired (C-84 to C-89).
        #[serde(default)]
        fire: FireDef,
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
        #[serde(default)]
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
    },
    /// Whether a relation with the target goes on or ends (C-91).
    Keep {
        /// The relation.
        kind: Key,
    },
    /// Bring the target to the square chosen (C-95, C-99).
    Haul,
    /// Effects without a check; not after a step that failed.
    Do(Vec<EffectDef>),
    /// Effects that come whether the steps before succeeded or not (S-69).
    Afterwards(Vec<EffectDef>),
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
        #[serde(default = "one")]
        divisor: i32,
    },
    /// A test that evades the attack: wholly, or a hit a degree (S-34, S-35).
    Evade {
        /// The check.
        check: Key,
    },
    /// A modifier on the attack being declared (C-53, C-54).
    Hinder {
        /// Its value.
        value: Expr,
    },
    /// Getting out of an explosion's way: so much comes off its damage, and the rest is divided, rounded up (C-104,
    /// C-105).
    Lessen {
        /// Thrown, and taken off.
        #[serde(default)]
        dice: Option<Dice>,
        /// By what the rest is divided.
        #[serde(default = "one")]
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

/// Something that makes an action take less time (F-12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorter {
    /// Whether the unit has it: a feat's stat, a condition.
    pub when: Expr,
    /// How many points it takes off the first pool of the cost.
    pub by: Expr,
}

/// One action of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Where it is shown.
    #[serde(default)]
    pub group: Group,
    /// What it costs; `points` is what the mode says (AP or AAP).
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// In place of the book's price of acting.
    #[serde(default)]
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
    /// What must hold.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// What the command fills in.
    #[serde(default)]
    pub asks: Vec<Hole>,
    /// Whether it provokes.
    #[serde(default)]
    pub provokes: Provokes,
    /// It is heard far and wide.
    #[serde(default)]
    pub loud: bool,
    /// How long it takes, by the book's increments; more than no round makes it a task (C-100). Never an attack.
    #[serde(default)]
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
    #[serde(default)]
    pub feat: Option<Feat>,
    /// Its attack may be made again; no immediate actions until it is over.
    #[serde(default)]
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

    /// Whether it attacks its target.
    pub fn attacks(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Attack { .. } | Step::Cast))
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
                Step::Reduce { .. } | Step::Evade { .. } | Step::Hinder { .. } | Step::Lessen { .. }
            )
        })
    }

    /// Whether something else comes in place of its attack's damage.
    pub fn harmless(&self) -> bool {
        self.feat.is_some()
            || self
                .steps
                .iter()
                .any(|step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty()))
    }

    /// Where the item is that it asks for.
    pub fn item_place(&self) -> Option<ItemPlace> {
        self.asks.iter().find_map(|hole| match hole {
            Hole::Item { place } => Some(*place),
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
                    | Step::Travel { .. }
                    | Step::Drive { .. }
                    | Step::Watch
                    | Step::Interact
                    | Step::Lessen { .. }
                    | Step::Choose { .. }
                    | Step::Keep { .. }
                    | Step::Haul
            )
        })
    }

    /// The use of a weapon that it asks for.
    pub fn weapon_use(&self) -> Option<WeaponUse> {
        self.asks.iter().find_map(|hole| match hole {
            Hole::Weapon(use_) => Some(*use_),
            _ => None,
        })
    }

    /// Its path hole.
    pub fn path(&self) -> Option<(&Allowance, bool, i32, bool)> {
        self.asks.iter().find_map(|hole| match hole {
            Hole::Path { allowance, straight, least, away, .. } => {
                Some((allowance, *straight, *least, *away))
            }
            _ => None,
        })
    }

    /// How many altitude bands its path may change (S-25).
    pub fn bands(&self) -> u8 {
        let bands = |hole: &Hole| match hole {
            Hole::Path { bands, .. } => Some(*bands),
            _ => None,
        };
        self.asks.iter().find_map(bands).unwrap_or(0)
    }

    /// Its target hole.
    pub fn target(&self) -> Option<(Whom, &Within)> {
        self.asks.iter().find_map(|hole| match hole {
            Hole::Target { who, within } => Some((*who, within)),
            _ => None,
        })
    }
}
