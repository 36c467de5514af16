//! Units made of systems, as data: vehicles, robots and drones that lose hull, structure and one system after another.

use super::data_prelude::*;

/// The slot of a book for units that have systems (C-128 to C-147).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemsRule {
    /// From so much damage on: the groups of hits, in order; the rows rise (T-C7, C-129).
    pub damage: Vec<(i32, Vec<u8>)>,
    /// What follows past the last row.
    pub further: Option<Further>,
    /// Thrown once for each group, to find the row of its location (C-132).
    pub dice: Dice,
    /// What the columns of the table of locations are called.
    pub columns: Vec<Key>,
    /// The table of locations: the total of the dice, and the system that each column names (T-C8).
    pub rows: Vec<(i32, Vec<Key>)>,
    /// Kinds of units with systems.
    pub kinds: Vec<SystemsKind>,
    /// The tracks that such a unit loses one after the other, the last of which destroys it (C-128).
    pub tracks: Vec<Key>,
    /// What goes off when an attack takes the last track below 0: the whole of it around the unit, those aboard
    /// included (C-136).
    pub explosion: Option<BlastDef>,
    /// What is left of its speed, in per cent; they multiply, and the speed is rounded down once (C-138, C-141).
    #[serde(default)]
    pub speed: Vec<Expr>,
}

/// Damage past the last row of the table (C-130).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Further {
    /// The last damage of the last row.
    pub past: i32,
    /// So many points more are one hit more.
    pub every: i32,
    /// Those hits come in groups of at most so many, the largest first.
    pub most: u8,
}

/// One kind of unit with systems: vehicle, robot, drone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemsKind {
    /// Its id; expressions test it as `systems.robot`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The column in which its hits are located (C-132, C-147).
    pub column: Key,
    /// What is hit once a system has nothing left, where it differs from what the system says (C-134, C-147).
    #[serde(default)]
    pub then: BTreeMap<Key, Then>,
}

/// What is hit in place of a system that has nothing left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// Another system.
    System(Key),
    /// What this column names in the row that was rolled (C-134).
    Column(Key),
}

/// One system of a book: what a hit on it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemDef {
    /// Its id; expressions name the hits it has taken `system.drive`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule.
    pub rule: Key,
    /// What a hit strikes.
    pub strikes: Strikes,
    /// The check by which it is mended; none: no check mends it (C-149, C-152).
    pub repair: Option<Key>,
    /// With its last hit it is destroyed, and no longer to be mended (C-151).
    #[serde(default)]
    pub destroyed: bool,
    /// Each hit that somebody inflicts on it for that gives spare parts (C-150).
    #[serde(default)]
    pub parts: bool,
    /// What comes with its hits.
    #[serde(default)]
    pub on: Vec<Onset>,
    /// What is hit when there is nothing left of it; none: it goes on being hit.
    pub then: Option<Then>,
}

/// What a hit on a system strikes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Strikes {
    /// One point of a track; at 0 there is nothing left, where something else is named (C-133, C-135).
    Track(Key),
    /// One point of armour, for the attacks that follow (C-137).
    Armour,
    /// The system itself, which takes so many hits (C-138, C-140, C-141, C-146).
    Hits(u8),
    /// A random one of these that is not yet destroyed; each takes so many hits (C-139, C-142).
    Parts(Vec<PartKind>, u8),
    /// A random one aboard who lives and holds one of these roles, for as much as the unit itself suffered
    /// (C-143, C-145).
    Aboard(Vec<Key>),
    /// A random lot of cargo, which is lost (C-144).
    Cargo,
}

/// Parts of a unit of which one is struck at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartKind {
    /// Its weapons but for natural ones, in the order of its gear, then its devices (C-139).
    Weapon,
    /// Its limbs, in the order written (C-142).
    Limb,
}

/// What comes with a hit on a system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Onset {
    /// With which hit, the first being 1.
    pub hit: u8,
    /// Only for these kinds of units; empty: all.
    #[serde(default)]
    pub kinds: Vec<Key>,
    /// Thrown for it; `roll` in its effects.
    pub roll: Option<Dice>,
    /// What happens to the unit.
    #[serde(default)]
    pub effects: Vec<EffectDef>,
    /// This condition for its next turn, or for as many of its turns as were rolled; the turns of who drives it, if
    /// somebody does (C-141, C-146).
    pub turns: Option<Key>,
    /// As many hits more as were rolled, on this system and as of this row (C-141).
    pub hits: Option<(Key, i32)>,
}

/// What a kind of unit says about its systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemsDef {
    /// Which kind.
    pub kind: Key,
    /// Systems of the book that it does not have: hits on them go on as if nothing were left of them.
    #[serde(default)]
    pub lacks: Vec<Key>,
    /// Limbs, in the order in which one is picked.
    #[serde(default)]
    pub limbs: Vec<LimbDef>,
    /// Devices that count among its weapons when one is picked (C-139).
    #[serde(default)]
    pub devices: Vec<Key>,
    /// Lots of cargo (C-144).
    #[serde(default)]
    pub cargo: Vec<Key>,
    /// The checks by which its systems are mended, where they are others than the book's: a drive by gravitics (C-149).
    #[serde(default)]
    pub repairs: BTreeMap<Key, Key>,
    /// What its systems, weapons and limbs cost, by their ids (C-151).
    #[serde(default)]
    pub prices: BTreeMap<Key, i64>,
    /// What it costs itself, where it is no vehicle (C-153).
    #[serde(default)]
    pub price: i64,
}

/// One limb of a robot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimbDef {
    /// Its id on the unit, which is also what players read: `left_arm`.
    pub id: Key,
    /// Weapons that it bears: with the limb they suffer, and are gone when it is destroyed (C-142).
    #[serde(default)]
    pub weapons: Vec<Key>,
}

impl SystemsRule {
    /// The groups of hits of so much damage (C-129, C-130).
    pub fn groups(&self, damage: i32) -> Vec<u8> {
        let row = self.damage.iter().take_while(|(least, _)| *least <= damage).last();
        let mut groups = row.map(|(_, groups)| groups.clone()).unwrap_or_default();
        if let Some(further) = self.further {
            let more = (damage.min(10_000) - further.past) / further.every.max(1);
            let most = i32::from(further.most.max(1));
            let mut left = more.max(0);
            while left > 0 {
                let size = left.min(most);
                groups.push(u8::try_from(size).unwrap_or(1));
                left -= size;
            }
        }
        groups
    }

    /// The system that a column names in a row.
    pub fn locate(&self, column: Key, row: i32) -> Option<Key> {
        let at = self.columns.iter().position(|id| *id == column)?;
        self.rows.iter().find(|(total, _)| *total == row)?.1.get(at).copied()
    }

    /// A kind of unit.
    pub fn kind(&self, id: Key) -> Option<&SystemsKind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// The track whose end destroys the unit.
    pub fn last_track(&self) -> Option<Key> {
        self.tracks.last().copied()
    }
}

impl SystemDef {
    /// What is hit once there is nothing left of it, for a kind of unit.
    pub fn then(&self, kind: Option<&SystemsKind>) -> Option<Then> {
        kind.and_then(|kind| kind.then.get(&self.id)).copied().or(self.then)
    }
}
