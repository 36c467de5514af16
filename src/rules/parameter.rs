//! What an action asks for: its parameters, with what may fill them. What there is to choose from is `legal`'s.

use super::data_prelude::*;
use super::vehicle::Freedom;

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
    /// Beside it, or beside somebody bound to it in this way, on either side (S-05).
    BesideBound(Key),
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
#[serde(deny_unknown_fields)]
pub enum Parameter {
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
        /// Straight are only its last so many squares, in one of the eight directions (S-63); none: all of it are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u8>,
        /// At least so many squares.
        #[serde(default = "defaults::one")]
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
        /// Altitude bands that it may change, for what flies (S-25).
        #[serde(default)]
        bands: u8,
    },
    /// One of the four sides of the vehicle on which weapons are mounted (C-125).
    Arc,
    /// A weaving number: from 1 to what the speed allows, or just that of the quarry (C-126, C-127).
    Weaving,
    /// Others who wait, or act on the same count, and do it too, each with a weapon of its own; none named: all who can
    /// (C-178).
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
        /// Only to where nobody loses what lasts as long as a test holds (D-111).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        gently: bool,
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
    /// On the ground in sight, at most so many squares away (D-108).
    Afar(u8),
    /// The same, or a thing on the map that does not stand fast.
    Loose(u8),
    /// In hand, and jammed (S-90).
    Jammed,
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
    /// No item, but one of one's own shields of a precision (D-07).
    Shield(Precision),
    /// The same, one for which no points are bought that have still to end.
    Uncharged(Precision),
    /// One of one's own shields that are active, where there are several of its precision (D-64).
    Rival,
    /// One of one's own auras.
    Aura,
}

impl ItemPlace {
    /// Whether the item is the target's and not one's own.
    pub fn on_target(self) -> bool {
        matches!(self, Self::TargetLoose | Self::TargetVisible)
    }

    /// Whether it is a shield or an aura and no item.
    pub fn is_ward(self) -> bool {
        matches!(self, Self::Shield(_) | Self::Uncharged(_) | Self::Rival | Self::Aura)
    }
}
