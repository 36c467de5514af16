//! What lies on the table: the map, its walls, the counters, ink and chalk, smoke and darkness.
//!
//! What the panels show is in the parent.

use crate::{grid::Band, window::prelude::*};

/// The map as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Raised by one whenever anything here changes; 0 is no map.
    pub generation: u64,
    /// Columns and rows.
    pub size: UVec2,
    /// The kinds of terrain that occur.
    pub kinds: Vec<TerrainKind>,
    /// For each square, row by row from the top left, the index of its kind.
    pub terrain: Vec<u8>,
    /// For each square, its height in steps.
    pub height: Vec<i8>,
    /// Walls, doors and the like.
    pub barriers: Vec<DrawnBarrier>,
}

/// A kind of terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TerrainKind {
    /// The file in `art/terrain`, without its ending.
    pub art: String,
    /// Squares of movement it takes beyond one: as many ticks are drawn.
    pub ticks: u8,
}

/// Something that stands on an edge or fills a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnBarrier {
    /// Where.
    pub place: BarrierPlace,
    pub kind: BarrierKind,
}

/// Where a barrier stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierPlace {
    /// It fills this square.
    Square(At),
    /// On the right edge of this square (which may be one left of the map).
    Right(At),
    /// On the lower edge of this square (which may be one above the map).
    Below(At),
}

/// What a barrier is; its height is shown by its shaded face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// A wall to the ceiling.
    Wall,
    /// A wall to look over.
    LowWall,
    /// A shut door.
    Door,
    OpenDoor,
    Window,
    /// A crate or the like.
    Crate,
    /// A machine, as high as a crate.
    Machine,
    Fence,
    Table,
    Tree,
    /// A bush.
    Brush,
    Rock,
    /// The plates of a ship, to the ceiling.
    Bulkhead,
    /// A desk of dials and levers.
    Console,
    /// A stone between the stars.
    Asteroid,
}

/// How a unit lies on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pose {
    /// On its feet.
    #[default]
    Standing,
    /// On its side: prone.
    Prone,
    /// Turned over: it is down.
    Down,
    /// A grey outline that stays.
    Dead,
}

/// What is drawn from above at its true size, and turns: a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hull {
    /// Width and length in squares, the length along its facing.
    pub size: UVec2,
    /// Where its turret points, in eighths of a turn clockwise from up; none: it has none.
    pub turret: Option<f32>,
    /// How battered it is: 0 whole, 1 hull hit, 2 structure hit, 3 a wreck.
    pub damage: u8,
}

/// Whether a click chooses a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// It can't be chosen.
    #[default]
    None,
    /// It can.
    Safe,
    /// It can, and that gives enemies the chance of a reaction, or leads where they can attack.
    Perilous,
}

/// A unit on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counter {
    /// Its number, stable over the battle.
    pub unit: u32,
    pub name: String,
    /// What tells it from others of its kind on its side, in a few letters; empty where there are none.
    pub tag: String,
    /// Which side, from 0: colour, shape and hatch.
    pub side: usize,
    /// The file in `art/units`, without its ending.
    pub art: String,
    /// Its upper left square.
    pub at: At,
    /// Columns and rows it fills.
    pub size: UVec2,
    /// Beside others on the same squares: how far it stands aside, in half steps, those behind on the plus side.
    pub aside: i8,
    /// The way it faces, in eighths of a turn clockwise from up; none if facing does not matter.
    pub facing: Option<u8>,
    /// Vitality left; may be below zero.
    pub vitality: i32,
    /// Vitality when whole.
    pub whole: i32,
    /// Where damage is summed up in place of it: that sum; `vitality` is what is missing to `whole`.
    pub damage: Option<i32>,
    /// Into how many steps its bar is divided; 0: it is all the same.
    pub steps: u8,
    /// The vitality at which it dies (zero or below).
    pub death: i32,
    /// Points of its turn left and at most; drawn round.
    pub points: (u32, u32),
    /// Points off its turn left and at most; drawn as diamonds.
    pub off_points: (u32, u32),
    /// Where it has none off its turn: those of a second pool of its turn, left and at most; drawn square.
    pub second_points: (u32, u32),
    /// Files in `art/conditions`, without their ending.
    pub conditions: Vec<String>,
    /// Its initiative count.
    pub count: Option<i32>,
    /// How it lies.
    pub pose: Pose,
    /// Its altitude, if it can fly.
    pub band: Option<Band>,
    /// If it is drawn from above and turns with its facing.
    pub hull: Option<Hull>,
    /// Does it stand over a drop? Then its shadow lies deep.
    pub over_drop: bool,
    /// Does it wear a shield on its arm?
    pub shield: bool,
    /// Is it its turn?
    pub active: bool,
    /// May it be chosen now?
    pub choice: Choice,
    /// Is it carried by another, on whose squares it stands?
    pub carried: bool,
    pub seat: Option<VehicleSeat>,
    /// Only where it was last seen: it is not in sight.
    pub ghost: bool,
    /// The numbers of those who hold it.
    pub held_by: Vec<u32>,
}

impl Counter {
    /// Whether it may be chosen now.
    pub fn choosable(&self) -> bool {
        self.choice != Choice::None
    }

    /// Turns it over: who is down has no points to reckon with, but for a turn of its own.
    pub fn lay_down(&mut self) {
        self.pose = Pose::Down;
        if !self.active {
            (self.points.0, self.off_points.0, self.second_points.0) = (0, 0, 0);
        }
    }

    /// Whether it is in the air.
    pub fn flies(&self) -> bool {
        self.band.is_some_and(|band| band > Band::Ground)
    }

    /// Whether it stands on a square.
    pub fn covers(&self, square: At) -> bool {
        let off = square - self.at;
        off.cmpge(IVec2::ZERO).all() && off.cmplt(self.size.max(UVec2::ONE).as_ivec2()).all()
    }
}

/// Where somebody sits in a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VehicleSeat {
    /// Which, from 0.
    pub n: u32,
    /// Of how many that are taken.
    pub of: u32,
    /// Whoever sits there drives it.
    pub drives: bool,
}

/// Marks of a square, as bits: the board passes on the lowest 24.
pub mod mark {
    /// Can be reached: a tint within a cased outline around all such squares.
    pub const REACH: u32 = 1;
    /// Can be reached by paying more: a dashed outline.
    pub const FAR: u32 = 2;
    /// Leaving it provokes: a red cross, while a way is pointed at.
    pub const PROVOKES: u32 = 4;
    /// A foe can strike there from where it stands: dense hatching.
    pub const THREAT: u32 = 8;
    /// May be chosen: the corners of a gold frame.
    pub const TARGET: u32 = 16;
    /// Out of sight: darker.
    pub const DARK: u32 = 32;
    /// Never seen: nothing is drawn.
    pub const UNKNOWN: u32 = 64;
    /// Under a template: stamped.
    pub const AREA: u32 = 128;
    /// In the view of the threat: a foe can attack there in its coming turn, once it has moved, or with a likely
    /// shot: wide hatching.
    pub const STRIKE: u32 = 256;
    /// Foes can attack there in their coming turns: a red tint and hatching within a line with teeth that point into it.
    pub const DANGER: u32 = 512;
    /// All who threaten it have no reaction left: the hatching is lighter.
    pub const SPENT: u32 = 1024;
    /// A shield of low precision covers it: a sheet in its side's colour.
    pub const COVERED: u32 = 2048;
    /// A foe can shoot there from where it stands, and that is not likely: stippled within a beaded edge.
    pub const FAR_SHOT: u32 = 4096;
    /// A side wins there: a chequered edge.
    pub const GOAL: u32 = 8192;
    /// A shield of low precision of another side than those of [`COVERED`] covers it: the same, farther within.
    pub const COVERED_TOO: u32 = 16384;
    /// Nobody can stand there, or a foe does: no edge of what foes threaten lies around it.
    pub const CLOSED: u32 = 32768;
    /// More foes can attack there than where the unit at turn is safest: its hatching is twice as dense as elsewhere.
    pub const MORE: u32 = 65536;
}

/// Ink and chalk on the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// For each square, row by row, the bits of [`mark`]. Empty is none at all.
    pub marks: Vec<u32>,
    /// For each square, row by row, the increment in which it is reached, from 1; 0: it is not. Empty: none weighs.
    pub increments: Vec<u8>,
    /// For each square, row by row, 1 where foes can soon attack, a red triangle; else 0. Empty: none.
    pub threats: Vec<u8>,
    /// The path laid out, from the unit's square on.
    pub path: Vec<At>,
    /// The line from who acts to whom is pointed at: the numbers of the two.
    pub aim: Option<(u32, u32)>,
    /// Who is aimed at: the unit that is pointed at or that a question is about.
    pub target: Option<u32>,
    /// Where nobody may be chosen on a turn: the squares of the enemies in sight, the nearest first. The key for the next
    /// target goes along them.
    pub foes: Vec<At>,
    /// The line of an answer to that, in the colour of its side: the numbers of who would attack and of whom.
    pub reply: Option<(u32, u32)>,
    /// The lines from who is asked to the units and squares that answer.
    pub answers: Vec<AnswerLine>,
    /// The number of who is asked in another's turn.
    pub asked: Option<u32>,
    /// Short texts on squares (a cost at the far edge of reach).
    pub notes: Vec<Note>,
    /// In the view of the threat, for each square, row by row, how many foes can attack there soon, from 1 where no more can
    /// than where the unit at turn is safest; 0: none. Empty elsewhere.
    pub attackers: Vec<u8>,
    /// What is written on each large part of where foes can attack, and on small parts that stand out, and some places for
    /// it, the best first: it is written at one of these or not at all.
    pub danger: Vec<(String, Vec<At>)>,
    /// The side whose colour and hatch the threat has.
    pub threat_side: usize,
    /// The sides in whose colours it is drawn what shields cover, by [`mark::COVERED`] and [`mark::COVERED_TOO`].
    pub cover_sides: [usize; 2],
    /// What the signs of the view of the threat on it mean, the worst first: the picture of each in `art/ui`, and its words;
    /// no picture: it is a text that stands on the map.
    pub key: Vec<(&'static str, String)>,
    /// The name of the one foe whose threat that is; empty: all of them.
    pub threat_of: String,
    /// Why that view shows none of these: what keeps foes from attacking.
    pub safe: String,
    /// Sectors of fire, of weapons and of sight.
    pub arcs: Vec<Sector>,
    /// How a vehicle would stand in the end.
    pub ghost: Option<Ghost>,
}

/// A line from who is asked to a unit or a square that answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerLine {
    /// The number of who is asked.
    pub by: u32,
    /// The number of the unit that answers; none: the square does.
    pub to: Option<u32>,
    /// The square.
    pub at: At,
    /// Is that answer pointed at?
    pub lit: bool,
}

/// What lies on the ground of a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lying {
    /// Where.
    pub at: At,
    /// The names of all that lies there.
    pub name: String,
    /// The names of icons that fit the first of it, the fittest first.
    pub pictures: Vec<String>,
}

/// A short text on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub at: At,
    pub text: String,
    /// How much it matters.
    pub weight: Weight,
    /// The side that alone it concerns: it is written in its colour.
    pub side: Option<usize>,
    /// It is what somebody of the side at the screen would lose: it is written in red.
    pub loss: bool,
    /// The unit whose it is: it lies at its counter.
    pub tied: Option<u32>,
}

/// How much a note matters: where there is no room for all of them, the least are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// What lies on the ground.
    #[default]
    Ground,
    /// What holds on the way.
    Way,
    /// Who stands there.
    Name,
    /// What it costs to get there.
    Price,
    /// What an answer or an aim would come to.
    Odds,
    /// What it would cost in vitality.
    Harm,
}

/// A sector round something with a facing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sector {
    /// Its middle, in squares from the upper left corner of the map.
    pub middle: Vec2,
    /// The way its middle line goes, in eighths of a turn clockwise from up.
    pub facing: f32,
    /// How wide it is in all, in degrees; 360: all round.
    pub degrees: f32,
    /// Where it begins, in squares from the middle.
    pub from: f32,
    /// How far it reaches, in squares from the middle.
    pub to: f32,
    /// Whose it is: the colour.
    pub side: usize,
    /// Nothing can be hit there now: it is only outlined.
    pub idle: bool,
}

/// A vehicle as it would stand at the end of a course.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ghost {
    /// The file in `art/vehicles`, without its ending.
    pub art: String,
    /// Its middle, in squares from the upper left corner of the map.
    pub middle: Vec2,
    /// Width and length in squares.
    pub size: UVec2,
    /// The way it faces, in eighths of a turn clockwise from up.
    pub facing: u8,
}

/// What hangs in the air, how bright it is and what burns, square by square. Empty lists: clear and bright everywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Air {
    /// Smoke and fog: 0 none, 1 thin, 2 thick.
    pub smoke: Vec<u8>,
    /// Light: 0 bright, 1 low, 2 dark.
    pub dark: Vec<u8>,
    /// Fire on the ground: 0 none, 2 burning.
    pub fire: Vec<u8>,
    /// Rain, snow or sand over everything.
    pub weather: bool,
}
