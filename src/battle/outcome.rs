//! What can happen in a battle, as values.
//!
//! They are kept in the [`chronicle`](super::chronicle).

use crate::battle::prelude::*;

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
    /// An action was declared, to be paid in a mode.
    Declared { unit: UnitId, action: Key, mode: Mode, args: Box<Args> },
    /// It was paid for: pools, tracks and amounts.
    Paid { unit: UnitId, cost: Vec<(Key, i32)> },
    /// The first half of an action was done; the second comes next round (F-09).
    Begun { unit: UnitId, action: Key },
    /// What a repair of a part of a unit costs: per cent of its price, and that much in the book's money (C-151,
    /// C-153).
    Bill { by: UnitId, unit: UnitId, part: Key, per_cent: i32, amount: i64 },
    /// A side that the others did not know of has chosen not to fight (C-32).
    Avoided { side: Side },
    /// A unit is at a task that takes longer than a turn (C-100): rounds of work done, and how many it takes.
    Work { unit: UnitId, action: Key, done: u32, needed: u32, news: WorkNews },
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
    /// Dice were thrown for something else; `dice`: what they showed, in the order rolled.
    Dice { unit: Option<UnitId>, purpose: Key, notation: Dice, dice: Vec<u16>, total: i32 },
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
    /// An area attack's dice were held against one of those inside: how the first die reads against it, and the
    /// value of all links of the chain.
    Compared { target: UnitId, check: Box<Check>, reading: Reading, value: i32 },
    /// A loud noise was heard so many squares far from a square.
    Noise { by: UnitId, at: Square, radius: i32 },
    /// Degrees of a hit stand in place of one of its damage dice, which shows so much (S-43).
    Lifted { unit: UnitId, shows: i32, degrees: i32 },
    /// An attack came to its end.
    Struck { by: UnitId, target: UnitId, weapon: Key, landed: bool, critical: bool, trace: HarmTrace },
    /// A unit moved one step.
    Stepped { unit: UnitId, from: Square, to: Square, own: bool },
    /// A unit turned, without a step, and heads that way now.
    Faced { unit: UnitId, facing: Dir8 },
    /// A vehicle goes at a speed in km/h from now on, in somebody's hands or in nobody's (C-111, C-114).
    Drives { vehicle: UnitId, speed: i32, controlled: bool },
    /// Something about how a vehicle is driven changes (C-122 to C-127).
    Course { vehicle: UnitId, change: DriveChange },
    /// A unit ran into something (A-64, C-119).
    Collided { unit: UnitId, into: Hit },
    /// A unit came into another altitude band (S-25, S-26): by its own effort, or carried or falling.
    Band { unit: UnitId, from: Band, to: Band, own: bool },
    /// A unit began to fall in this band; none: its fall is over (S-26).
    Falling { unit: UnitId, from: Option<Band> },
    /// A unit fell from this band to the ground, by as many squares as it counts (S-27).
    Crashed { unit: UnitId, from: Band, squares: i32 },
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
    /// A condition was gained, or its count changed; 0 is without it.
    Condition { unit: UnitId, condition: Key, from: i32, to: i32 },
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
    /// Something became of a spell in effect, named as in this fight, and controlled by this unit then.
    Spell { id: Key, spell: Key, by: UnitId, what: SpellNews },
    /// Something is watched for.
    Watching { unit: UnitId, by: Key, began: bool },
    /// A shield or aura gave points.
    Ward { unit: UnitId, ward: Key, from: i32, to: i32 },
    /// Something befell the systems of a vehicle, robot or drone (C-128 to C-147).
    Systems { unit: UnitId, news: SystemsNews },
    /// A door was opened or closed.
    Door { door: u16, open: bool },
    /// A thing of the map was damaged: its damage before and after.
    Object { at: ObjectAt, from: i32, to: i32, destroyed: bool },
    /// A threat range was shifted: squares before and after.
    Reach { unit: UnitId, from: i32, to: i32 },
    /// A contest came to its end (C-08).
    Opposed { unit: UnitId, against: UnitId, check: Key, winner: Option<UnitId>, margin: i32 },
    /// A test of who goes first was made (S-69).
    First { watcher: UnitId, actor: UnitId, first: bool },
    /// A group's team check (F-06) in a skill; `circumstances`: what else counted, with the reasons.
    Team {
        group: Key,
        skill: Option<Key>,
        die: i32,
        bonus: i32,
        circumstances: Vec<(i32, String)>,
        total: i32,
    },
    /// Groups met: the distance in squares between the nearest members (F-49), the groups with surprise (F-57, F-58).
    Met { distance: i32, ahead: Vec<Key> },
    /// A unit entered the running fight, or came back to it (F-15): where its north-west square is, and whether it
    /// still acts this round.
    Entered { unit: UnitId, at: Square, count: i32, acts: bool },
    /// Squares caught fire (D-101).
    Fire { squares: Vec<Square> },
    /// Light, smoke, weather or jamming changed.
    Surroundings,
    /// A unit left the fight.
    Left { unit: UnitId },
    /// The fight ended; the side that stands, if just one does.
    Over { winner: Option<Side> },
    /// A side spent fortune, of which so much is left: a die of a check whose dice had shown this is thrown again, and
    /// the second throw stands (T-14).
    Fortune { side: Side, unit: UnitId, check: Key, natural: i32, left: i32 },
}
