//! What can happen in a battle, as values.
//!
//! They are kept in the [`chronicle`](super::chronicle).

use super::{
    effect::DriveChange,
    news::{Answered, ItemNews, SpellNews, SystemsNews, ThingNews, WorkNews},
};
use crate::{battle::prelude::*, grid::ObjectAt};

/// A fact that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum Outcome {
    /// A phase began, in a round.
    PhaseStarted { phase: Phase, round: u32 },
    /// A unit's turn began.
    TurnStarted { unit: UnitId, count: i32 },
    /// A unit's turn ended.
    TurnEnded { unit: UnitId },
    /// A unit puts its turn off (A-42, C-27).
    Delayed { unit: UnitId, until: Option<i32> },
    /// A unit cannot act on its turn.
    Skipped { unit: UnitId, why: Message },
    /// An action was declared.
    Declared {
        unit: UnitId,
        action: Key,
        /// How it is paid.
        mode: Mode,
        args: Box<Args>,
    },
    /// It was paid for.
    Paid {
        unit: UnitId,
        /// Pools, tracks and amounts.
        cost: Vec<(Key, i32)>,
    },
    /// The first half of an action was done; the second comes next round (F-09).
    Begun { unit: UnitId, action: Key },
    /// What a repair costs (C-151, C-153).
    Bill {
        by: UnitId,
        /// Of which unit.
        unit: UnitId,
        /// What of it.
        part: Key,
        /// Per cent of its price.
        per_cent: i32,
        /// That much, in the book's money.
        amount: i64,
    },
    /// A side that the others did not know of has chosen not to fight (C-32).
    Avoided { side: Side },
    /// A unit is at a task that takes longer than a turn (C-100).
    Work {
        unit: UnitId,
        action: Key,
        /// Rounds of work done.
        done: u32,
        /// Rounds of work that it takes.
        needed: u32,
        news: WorkNews,
    },
    /// It came to nothing.
    Wasted { unit: UnitId, action: Key, why: Refusal },
    /// Somebody could have answered, or just could not; what became of it. With fog only the side of who could have
    /// is told, but for what was done.
    Answerable {
        /// Who could.
        unit: UnitId,
        by: UnitId,
        moment: Moment,
        /// With which actions; none: with nothing in particular.
        #[serde(default)]
        with: Vec<Key>,
        /// Whether it was asked, declined, answered by a standing answer, or could not.
        how: Answered,
    },
    /// Dice were thrown for a check.
    Rolled { check: Box<Check>, dice: Vec<u16>, reading: Reading, purpose: Key },
    /// Dice were thrown for something else.
    Dice {
        unit: Option<UnitId>,
        purpose: Key,
        notation: Dice,
        /// What they showed, in the order rolled.
        dice: Vec<u16>,
        total: i32,
    },
    /// An area attack came down, or was lost.
    Area {
        by: UnitId,
        weapon: Key,
        aimed: Square,
        /// It struck that square.
        struck: bool,
        /// Where it went when it did not: compass point, squares rolled, the square in which it came down.
        scatter: Option<(Dir8, u32, Square)>,
        /// The squares covered, row by row; none: it was lost.
        covered: Vec<Square>,
    },
    /// An area attack's dice were held against one of those inside.
    Compared {
        target: UnitId,
        check: Box<Check>,
        /// How the first die reads against it.
        reading: Reading,
        /// The value of all links of the chain.
        value: i32,
    },
    /// A loud noise was heard so far from a square.
    Noise {
        by: UnitId,
        at: Square,
        /// How far, in squares.
        radius: i32,
    },
    /// Degrees of a hit stand in place of one of its damage dice (S-43).
    Lifted {
        unit: UnitId,
        /// What the die shows.
        shows: i32,
        degrees: i32,
    },
    /// An attack came to its end.
    Struck { by: UnitId, target: UnitId, weapon: Key, landed: bool, critical: bool, trace: HarmTrace },
    /// A unit moved one step.
    Stepped { unit: UnitId, from: Square, to: Square, own: bool },
    /// A unit turned, without a step.
    Faced {
        unit: UnitId,
        /// Where it heads now.
        facing: Dir8,
    },
    /// A vehicle goes at a speed from now on, in somebody's hands or in nobody's (C-111, C-114).
    Drives {
        vehicle: UnitId,
        /// In km/h.
        speed: i32,
        controlled: bool,
    },
    /// Something about how a vehicle is driven changes (C-122 to C-127).
    Course { vehicle: UnitId, change: DriveChange },
    /// A unit ran into something (A-64, C-119).
    Collided { unit: UnitId, into: Hit },
    /// A unit came into another altitude band (S-25, S-26).
    Band {
        unit: UnitId,
        from: Band,
        to: Band,
        /// By its own effort, and not carried or falling.
        own: bool,
    },
    /// A unit began to fall, or stopped (S-26).
    Falling {
        unit: UnitId,
        /// The band in which the fall began; none: it is over.
        from: Option<Band>,
    },
    /// A unit fell to the ground (S-27).
    Crashed {
        unit: UnitId,
        /// The band in which the fall began.
        from: Band,
        /// The squares that it counts.
        squares: i32,
    },
    /// Rounds went by in which nobody did anything.
    TimePassed { rounds: u32 },
    /// All spent slots of a unit are ready again.
    Refreshed { unit: UnitId },
    /// Something was done to a thing on the map.
    Thing { thing: Key, what: ThingNews },
    /// A relation between two units began or ended.
    Bound { bond: Bond, began: bool },
    /// A track changed.
    Track { unit: UnitId, track: Key, from: i32, to: i32, cause: Key },
    /// A condition was gained, or its count changed.
    Condition {
        unit: UnitId,
        condition: Key,
        /// Count before, 0 without it.
        from: i32,
        /// Count after, 0 when lifted.
        to: i32,
    },
    /// A modifier was put on.
    Modified { unit: UnitId, source: Key, until: Until },
    /// A line was written in a ledger.
    Ledger { unit: UnitId, event: Key, amount: i32 },
    /// A count changed.
    Count { unit: UnitId, from: i32, to: i32, cause: Key },
    /// Points of a pool were granted or swapped.
    Points { unit: UnitId, pool: Key, amount: i32 },
    /// An item was drawn, dropped, loaded, shot …
    Item { unit: UnitId, item: Key, what: ItemNews },
    /// A spell's slot was used up.
    Slot { unit: UnitId, spell: Key },
    /// Something became of a spell in effect.
    Spell {
        /// Its name in this fight.
        id: Key,
        spell: Key,
        /// Who controls it then.
        by: UnitId,
        what: SpellNews,
    },
    /// Something is watched for.
    Watching { unit: UnitId, by: Key, began: bool },
    /// A shield or aura gave points.
    Ward { unit: UnitId, ward: Key, from: i32, to: i32 },
    /// Something befell the systems of a vehicle, robot or drone (C-128 to C-147).
    Systems { unit: UnitId, news: SystemsNews },
    /// A door was opened or closed.
    Door { door: u16, open: bool },
    /// A thing of the map was damaged.
    Object {
        at: ObjectAt,
        /// Its damage before.
        from: i32,
        to: i32,
        destroyed: bool,
    },
    /// A threat range was shifted.
    Reach {
        unit: UnitId,
        /// Squares before.
        from: i32,
        to: i32,
    },
    /// A contest came to its end (C-08).
    Opposed { unit: UnitId, against: UnitId, check: Key, winner: Option<UnitId>, margin: i32 },
    /// A test of who goes first was made (S-69).
    First { watcher: UnitId, actor: UnitId, first: bool },
    /// A group's team check (F-06).
    Team {
        group: Key,
        /// In what.
        skill: Option<Key>,
        die: i32,
        bonus: i32,
        /// What else counted, with the reasons.
        circumstances: Vec<(i32, String)>,
        total: i32,
    },
    /// Groups met: the distance in squares (F-49), the groups that may act first (F-57, F-58).
    Met {
        /// Distance in squares between the nearest members.
        distance: i32,
        /// Groups with surprise.
        ahead: Vec<Key>,
    },
    /// A unit entered the running fight, or came back to it (F-15).
    Entered {
        unit: UnitId,
        /// Where its north-west square is.
        at: Square,
        count: i32,
        /// It still acts this round.
        acts: bool,
    },
    /// Squares caught fire (D-101).
    Fire { squares: Vec<Square> },
    /// Light, smoke, weather or jamming changed.
    Surroundings,
    /// A unit left the fight.
    Left { unit: UnitId },
    /// The fight ended.
    Over {
        /// The side that stands, if just one does.
        winner: Option<Side>,
    },
    /// A side spent fortune: a die of a check is thrown again, and the second throw stands (T-14).
    Fortune {
        side: Side,
        unit: UnitId,
        check: Key,
        /// What its dice had shown.
        natural: i32,
        /// How much fortune is left to the side.
        left: i32,
    },
}
