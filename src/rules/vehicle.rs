//! Vehicles, as data (C-109 to C-118): build, seats, mounts. How one goes is in [`crate::rules::facts::Driven`].

use super::data_prelude::*;
use crate::grid::{Arc, CoverLevel, Dir8};

/// Whether those aboard sit in the open (C-116, C-118).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Body {
    /// No cover; everybody aboard attacks in any direction; who is not belted is thrown off.
    #[default]
    Open,
    /// Cover for those aboard; few can shoot out.
    Closed,
}

/// What a vehicle is built for (C-116, C-117).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Build {
    /// Thin bodywork with windows.
    #[default]
    Civilian,
    /// Plate with firing ports.
    Military,
}

/// The scale of a thing's hull (C-176).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// As persons and their weapons.
    #[default]
    Personal,
    /// Starships.
    Starship,
}

/// The cover that bodywork gives to those inside (C-116).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyCover {
    /// How much.
    pub level: CoverLevel,
    /// It only hides; warmth shows through it (C-58).
    #[serde(default)]
    pub soft: bool,
}

/// Seats of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatDef {
    /// The role of those who sit here, of the book's crew relation.
    pub role: Key,
    /// How many.
    #[serde(default = "defaults::one")]
    pub count: usize,
    /// They have belts or the like (C-121).
    #[serde(default)]
    pub belted: bool,
}

/// A weapon that is part of a vehicle (C-110).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MountDef {
    /// The weapon. Two of one kind are told apart by a number: `cannon`, `cannon_2`.
    pub weapon: Key,
    /// Into which side it fires; a turret: `All`.
    pub arc: Arc,
    /// The roles of those who can fire it.
    pub by: Vec<Key>,
}

/// What makes a unit a vehicle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleDef {
    /// Open or closed.
    #[serde(default)]
    pub body: Body,
    /// Civilian or military.
    #[serde(default)]
    pub build: Build,
    /// The skill of every check of its control (C-113).
    pub skill: Key,
    /// Top speed in km/h (C-111).
    pub top: i32,
    /// By how many km/h its speed may change in a turn; none: as one likes (C-111).
    pub acceleration: Option<i32>,
    /// Width and length in squares.
    #[serde(default = "square")]
    pub footprint: (u8, u8),
    /// Who can sit where.
    pub seats: Vec<SeatDef>,
    /// Weapons mounted on it.
    #[serde(default)]
    pub mounts: Vec<MountDef>,
    /// How many can shoot out into each side; none: what the book says of its build (C-117).
    pub ports: Option<usize>,
    /// Cover of those inside; none: what the book says of its build (C-116).
    pub cover: Option<BodyCover>,
    /// Added to attacks on it, because it is large (C-115).
    #[serde(default = "defaults::one")]
    pub size_dm: i32,
    /// What runs into it is stopped and damaged (C-119).
    #[serde(default = "defaults::yes")]
    pub solid: bool,
    /// Its scale (C-176).
    #[serde(default)]
    pub scale: Scale,
    /// Its price, for repairs (C-151, C-153).
    #[serde(default)]
    pub price: i64,
    /// Added to attempts to ram it (C-124).
    #[serde(default)]
    pub ram_bonus: i32,
    /// It is so large that ramming it needs no check (C-124).
    #[serde(default)]
    pub ram_auto: bool,
}

fn square() -> (u8, u8) {
    (1, 1)
}

impl VehicleDef {
    /// The squares it stands on, its north-west one there: its length along the facing; a diagonal lies as if north.
    pub fn area(&self, origin: Square, facing: Dir8) -> Area {
        let (width, length) = self.footprint;
        match facing {
            Dir8::E | Dir8::W => Area::rect(origin, length, width),
            _ => Area::rect(origin, width, length),
        }
    }

    /// The seats of a role.
    pub fn seats(&self, role: Key) -> Option<&SeatDef> {
        self.seats.iter().find(|seat| seat.role == role)
    }
}

/// How free the course is that a driver may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Freedom {
    /// Straight on with one slight turn (C-112).
    Ordinary,
    /// Any way there is (C-123).
    Free,
    /// Any way, over what is low, too (C-125).
    Daring,
    /// Straight at the target (C-124).
    Ram,
}

/// What a vehicle does whose driver has failed the check before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Missed {
    /// It follows its course all the same (C-122).
    #[default]
    Course,
    /// It goes straight on at the speed ordered (C-125).
    Straight,
    /// It passes the target by and goes straight on (C-124).
    PassBy,
    /// It crashes into an obstacle (C-126).
    Crash,
}

/// What holds for all vehicles of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleRule {
    /// The relation of those aboard with their vehicle.
    pub crew: Key,
    /// The check of a vehicle's control; its skill is the vehicle's (C-113).
    pub control: Key,
    /// Squares a round are km/h times the first, divided by the second, rounded down (C-111).
    pub squares: (i32, i32),
    /// Eighths of a circle by which ordinary driving turns in all, once (C-112).
    #[serde(default = "defaults::one")]
    pub turn: u8,
    /// Cover of those in closed vehicles (C-116).
    #[serde(default)]
    pub covers: BTreeMap<Build, BodyCover>,
    /// How many can shoot out of closed vehicles into each side (C-117); a build that is not here: anybody.
    #[serde(default)]
    pub ports: BTreeMap<Build, usize>,
    /// A move by who steers it gives a vehicle its speed, at which it rolls straight on in a round in which nobody
    /// steers it (C-114, T-11).
    #[serde(default)]
    pub rolls_on: bool,
    /// km/h for each 1 of the greatest weaving number, rounded up (C-126).
    #[serde(default = "defaults::twenty")]
    pub weave: i32,
    /// The category of movement of those that have none of their own: what is solid stops it (C-119).
    #[serde(default = "driving")]
    pub category: Key,
}

fn driving() -> Key {
    Key::new("driving")
}

impl VehicleRule {
    /// Squares a round at a speed in km/h (C-111).
    pub fn squares_at(&self, kph: i32) -> i32 {
        let squares = i64::from(kph.max(0)) * i64::from(self.squares.0) / i64::from(self.squares.1.max(1));
        i32::try_from(squares).unwrap_or(i32::MAX)
    }

    /// The least speed in km/h at which so many squares a round are covered.
    pub fn speed_for(&self, squares: i32) -> i32 {
        let (times, part) = (i64::from(self.squares.0.max(1)), i64::from(self.squares.1.max(1)));
        i32::try_from((i64::from(squares.max(0)) * part + times - 1) / times).unwrap_or(i32::MAX)
    }

    /// The greatest weaving number at a speed (C-126).
    pub fn weaving(&self, kph: i32) -> i32 {
        let step = self.weave.max(1);
        (kph.max(0) + step - 1) / step
    }
}

#[cfg(test)]
mod tests {
    use super::VehicleRule;

    #[test]
    fn squares_and_speeds_c111() {
        let text = r#"(crew: "crew", control: "vehicle_control", squares: (10, 9), weave: 20)"#;
        let rule: VehicleRule = ron::from_str(text).unwrap();
        assert_eq!([0, 1, 8, 9, 45, 100].map(|kph| rule.squares_at(kph)), [0, 1, 8, 10, 50, 111]);
        for squares in 0..400 {
            let kph = rule.speed_for(squares);
            assert!(rule.squares_at(kph) >= squares && (kph == 0 || rule.squares_at(kph - 1) < squares));
        }
    }
}
