//! What a command orders: an action, and what fills in what it asks for.

use crate::rules::prelude::*;

/// One action as ordered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Which action.
    pub action: Key,
    /// How it is paid.
    #[serde(default)]
    pub mode: Mode,
    /// What it asks for.
    #[serde(default)]
    pub args: Args,
}

/// What a command fills in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Args {
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The weapon, by its name on the unit; none: the first that fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Key>,
    /// More weapons or shots of the same attack (D-26).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Key>,
    /// The spell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spell: Option<Key>,
    /// The squares entered, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Square>,
    /// Altitude bands flown into, each after so many squares of the path (S-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub climbs: Vec<Climb>,
    /// Where it heads in the end; none: as its last step went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Dir8>,
    /// Category of movement; none: the first the unit has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Key>,
    /// Roll a movement check that could stand at its passive base.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub roll: bool,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// An item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Key>,
    /// A check of the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Key>,
    /// A thing on the map, or a creature, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thing: Option<Key>,
    /// What to do with it; none: the first that is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Key>,
    /// One of the target's systems, weapons or limbs (C-149).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Key>,
    /// A door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<u16>,
    /// The square aimed at, or where something is put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// North-west square of what an area of so many squares a side covers; none: the aim is in its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<Square>,
    /// A spell in effect, by its name in this fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_effect: Option<Key>,
    /// Others who do it too (C-178); none: all who can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Companion>,
    /// The course of the vehicle that is driven; none: straight on (C-111).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// A side of the vehicle (C-125).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arc: Option<grid::Arc>,
    /// What to watch for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<WatchArgs>,
    /// Small actions that ride on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

impl Args {
    /// The pieces of the move, in order: the path with its changes of band where they come.
    pub fn legs(&self) -> Vec<Leg> {
        let mut legs = Vec::with_capacity(self.path.len() + self.climbs.len());
        let mut climbs = self.climbs.iter().peekable();
        for at in 0..=self.path.len() {
            while let Some(climb) = climbs.next_if(|climb| usize::from(climb.0) <= at) {
                legs.push(Leg::Band(climb.1));
            }
            legs.extend(self.path.get(at).map(|square| Leg::Square(*square)));
        }
        legs.extend(climbs.map(|climb| Leg::Band(climb.1)));
        legs
    }

    /// The band in which the move ends that begins in one.
    pub fn last_band(&self, start: Band) -> Band {
        self.climbs.last().map_or(start, |climb| climb.1)
    }
}

/// What is readied or watched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchArgs {
    /// The trigger.
    pub on: WatchFor,
    /// The action then.
    pub action: Key,
    /// With what weapon.
    pub weapon: Option<Key>,
    /// Which spell.
    pub spell: Option<Key>,
    /// Within how many squares.
    pub zone: Option<i32>,
    /// Only in a cone that opens that way (S-68); none: all around.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub towards: Option<Dir8>,
}

/// A small action that rides on an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// The action whose effects happen.
    pub action: Key,
    /// The item, if it asks for one.
    pub item: Option<Key>,
}

/// One who joins in what another does, with a weapon of its own (C-178).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companion {
    /// Who.
    pub unit: UnitId,
    /// With what; none: the first of its weapons that serves.
    pub weapon: Option<Key>,
}

/// Another band, after so many squares of the path (0: before the first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Climb(pub u16, pub Band);

/// One piece of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// A step to a square.
    Square(Square),
    /// Into another band, on the spot.
    Band(Band),
}

/// The most steps of a course: more than any map needs.
pub(super) const MOST: i32 = 1000;

/// A course as ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Course {
    /// Headings in order, each with so many squares.
    pub legs: Vec<(Dir8, u16)>,
    /// Where the vehicle looks in the end; none: along its last heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Dir8>,
    /// Its speed in km/h; none: as fast as the course needs (C-111).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<i32>,
    /// The vehicle that it pursues from now on (C-127).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pursue: Option<UnitId>,
    /// Changes of its altitude band, each after so many squares (S-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub climbs: Vec<Climb>,
}

impl Course {
    /// The course of these single steps.
    pub fn of(steps: &[Dir8]) -> Self {
        let mut legs: Vec<(Dir8, u16)> = Vec::new();
        for dir in steps {
            match legs.last_mut() {
                Some((last, count)) if last == dir => *count = count.saturating_add(1),
                _ => legs.push((*dir, 1)),
            }
        }
        Self { legs, ..Self::default() }
    }

    /// Its single steps; none if there are more than any course has.
    pub(super) fn steps(&self) -> Option<Vec<Dir8>> {
        let all: i32 = self.legs.iter().map(|(_, count)| i32::from(*count)).sum();
        let single = self.legs.iter().flat_map(|(dir, count)| std::iter::repeat_n(*dir, usize::from(*count)));
        (all <= MOST).then(|| single.collect())
    }
}
