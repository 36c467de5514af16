//! What can happen in a battle, as values.
//!
//! Owns the closed list of outcomes. Keeping them is the [`chronicle`](super::chronicle)'s.

use serde::{Deserialize, Serialize};

use super::{
    effect::DriveChange,
    news::{Answered, SpellNews, SystemsNews, WorkNews},
};
use crate::{
    dice::Dice,
    grid::{Band, Dir8, ObjectAt, Square},
    key::Key,
    message::Message,
    rules::{
        action::Moment,
        check::{Check, Reading},
        collision::Hit,
        economy::Mode,
        facts::{Bond, Phase, Side, UnitId},
        harm::HarmTrace,
        legal::{Args, Refusal},
        modifier::Until,
    },
};

/// A fact that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// A phase began, in a round.
    PhaseStarted {
        /// Which.
        phase: Phase,
        /// The round.
        round: u32,
    },
    /// A unit's turn began.
    TurnStarted {
        /// Whose.
        unit: UnitId,
        /// At which count.
        count: i32,
    },
    /// A unit's turn ended.
    TurnEnded {
        /// Whose.
        unit: UnitId,
    },
    /// A unit puts its turn off (A-42, C-27).
    Delayed {
        /// Who.
        unit: UnitId,
        /// Until which count.
        until: Option<i32>,
    },
    /// A unit cannot act on its turn.
    Skipped {
        /// Who.
        unit: UnitId,
        /// Why.
        why: Message,
    },
    /// An action was declared.
    Declared {
        /// Who.
        unit: UnitId,
        /// What.
        action: Key,
        /// How it is paid.
        mode: Mode,
        /// With what.
        args: Box<Args>,
    },
    /// It was paid for.
    Paid {
        /// Who.
        unit: UnitId,
        /// Pools, tracks and amounts.
        cost: Vec<(Key, i32)>,
    },
    /// The first half of an action was done; the second comes next round (F-09).
    Begun {
        /// Who.
        unit: UnitId,
        /// What.
        action: Key,
    },
    /// What a repair costs (C-151, C-153).
    Bill {
        /// Who did it.
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
    Avoided {
        /// Which.
        side: Side,
    },
    /// A unit is at a task that takes longer than a turn (C-100).
    Work {
        /// Who.
        unit: UnitId,
        /// What.
        action: Key,
        /// Rounds of work done.
        done: u32,
        /// Rounds of work that it takes.
        needed: u32,
        /// What has become of it.
        news: WorkNews,
    },
    /// It came to nothing.
    Wasted {
        /// Who.
        unit: UnitId,
        /// What.
        action: Key,
        /// Why.
        why: Refusal,
    },
    /// Somebody could have answered, or just could not; what became of it. With fog only the side of who could have
    /// is told, but for what was done.
    Answerable {
        /// Who could.
        unit: UnitId,
        /// To whom.
        by: UnitId,
        /// When.
        moment: Moment,
        /// With which actions; none: with nothing in particular.
        #[serde(default)]
        with: Vec<Key>,
        /// Whether it was asked, declined, answered by a standing answer, or could not.
        how: Answered,
    },
    /// Dice were thrown for a check.
    Rolled {
        /// The check with all its parts.
        check: Box<Check>,
        /// The dice.
        dice: Vec<u16>,
        /// How they read.
        reading: Reading,
        /// What for.
        purpose: Key,
    },
    /// Dice were thrown for something else.
    Dice {
        /// Whose.
        unit: Option<UnitId>,
        /// What for.
        purpose: Key,
        /// As the book writes them.
        notation: Dice,
        /// What they showed, in the order rolled.
        dice: Vec<u16>,
        /// Their total.
        total: i32,
    },
    /// An area attack came down, or was lost.
    Area {
        /// Attacker.
        by: UnitId,
        /// With what.
        weapon: Key,
        /// The square it was aimed at.
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
        /// Whom.
        target: UnitId,
        /// The check with all its parts.
        check: Box<Check>,
        /// How the first die reads against it.
        reading: Reading,
        /// The value of all links of the chain.
        value: i32,
    },
    /// A loud noise was heard so far from a square.
    Noise {
        /// Who made it.
        by: UnitId,
        /// Where.
        at: Square,
        /// How far, in squares.
        radius: i32,
    },
    /// An attack came to its end.
    Struck {
        /// Attacker.
        by: UnitId,
        /// Target.
        target: UnitId,
        /// With what.
        weapon: Key,
        /// Whether it landed.
        landed: bool,
        /// A critical hit.
        critical: bool,
        /// From blow to loss.
        trace: HarmTrace,
    },
    /// A unit moved one step.
    Stepped {
        /// Who.
        unit: UnitId,
        /// From.
        from: Square,
        /// To.
        to: Square,
        /// By its own effort.
        own: bool,
    },
    /// A unit turned, without a step.
    Faced {
        /// Who.
        unit: UnitId,
        /// Where it heads now.
        facing: Dir8,
    },
    /// A vehicle goes at a speed from now on, in somebody's hands or in nobody's (C-111, C-114).
    Drives {
        /// Which.
        vehicle: UnitId,
        /// In km/h.
        speed: i32,
        /// Somebody has it in hand.
        controlled: bool,
    },
    /// Something about how a vehicle is driven changes (C-122 to C-127).
    Course {
        /// Which.
        vehicle: UnitId,
        /// What.
        change: DriveChange,
    },
    /// A unit ran into something (A-64, C-119).
    Collided {
        /// Who.
        unit: UnitId,
        /// Into what.
        into: Hit,
    },
    /// A unit came into another altitude band (S-25, S-26).
    Band {
        /// Who.
        unit: UnitId,
        /// Before.
        from: Band,
        /// After.
        to: Band,
        /// By its own effort, and not carried or falling.
        own: bool,
    },
    /// A unit began to fall, or stopped (S-26).
    Falling {
        /// Who.
        unit: UnitId,
        /// The band in which the fall began; none: it is over.
        from: Option<Band>,
    },
    /// A unit fell to the ground (S-27).
    Crashed {
        /// Who.
        unit: UnitId,
        /// The band in which the fall began.
        from: Band,
        /// The squares that it counts.
        squares: i32,
    },
    /// Rounds went by in which nobody did anything.
    TimePassed {
        /// How many.
        rounds: u32,
    },
    /// All spent slots of a unit are ready again.
    Refreshed {
        /// Whose.
        unit: UnitId,
    },
    /// Something was done to a thing on the map.
    Thing {
        /// Which.
        thing: Key,
        /// What became of it: `moved`, `gone`, `free`, how it is barred, or the interaction that succeeded.
        what: Key,
    },
    /// A relation between two units began or ended.
    Bound {
        /// Which.
        bond: Bond,
        /// It began.
        began: bool,
    },
    /// A track changed.
    Track {
        /// Whose.
        unit: UnitId,
        /// Which.
        track: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// By what.
        cause: Key,
    },
    /// A condition was gained, or its count changed.
    Condition {
        /// Whose.
        unit: UnitId,
        /// Which.
        condition: Key,
        /// Count before, 0 without it.
        from: i32,
        /// Count after, 0 when lifted.
        to: i32,
    },
    /// A modifier was put on.
    Modified {
        /// Whose.
        unit: UnitId,
        /// By what.
        source: Key,
        /// Until when.
        until: Until,
    },
    /// A line was written in a ledger.
    Ledger {
        /// Whose.
        unit: UnitId,
        /// Which line.
        event: Key,
        /// The change.
        amount: i32,
    },
    /// A count changed.
    Count {
        /// Whose.
        unit: UnitId,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// By what.
        cause: Key,
    },
    /// Points of a pool were granted or swapped.
    Points {
        /// Whose.
        unit: UnitId,
        /// Which pool.
        pool: Key,
        /// How many.
        amount: i32,
    },
    /// An item was drawn, dropped, loaded, shot …
    Item {
        /// Whose.
        unit: UnitId,
        /// Which.
        item: Key,
        /// What happened to it.
        what: Key,
    },
    /// A spell's slot was used up.
    Slot {
        /// Whose.
        unit: UnitId,
        /// Which spell.
        spell: Key,
    },
    /// Something became of a spell in effect.
    Spell {
        /// Its name in this fight.
        id: Key,
        /// The spell.
        spell: Key,
        /// Who controls it then.
        by: UnitId,
        /// What.
        what: SpellNews,
    },
    /// Something is watched for.
    Watching {
        /// Who.
        unit: UnitId,
        /// By which action.
        by: Key,
        /// It began (or ended).
        began: bool,
    },
    /// A shield or aura gave points.
    Ward {
        /// Whose.
        unit: UnitId,
        /// Which.
        ward: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// Something befell the systems of a vehicle, robot or drone (C-128 to C-147).
    Systems {
        /// Whose.
        unit: UnitId,
        /// What.
        news: SystemsNews,
    },
    /// A door was opened or closed.
    Door {
        /// Which.
        door: u16,
        /// Open now.
        open: bool,
    },
    /// A thing of the map was damaged.
    Object {
        /// Which.
        at: ObjectAt,
        /// Its damage before.
        from: i32,
        /// And after.
        to: i32,
        /// It is gone.
        destroyed: bool,
    },
    /// A threat range was shifted.
    Reach {
        /// Whose.
        unit: UnitId,
        /// Squares before.
        from: i32,
        /// And after.
        to: i32,
    },
    /// A contest came to its end (C-08).
    Opposed {
        /// Who began it.
        unit: UnitId,
        /// The opponent.
        against: UnitId,
        /// The check.
        check: Key,
        /// Who won.
        winner: Option<UnitId>,
        /// The winner's margin.
        margin: i32,
    },
    /// A test of who goes first was made (S-69).
    First {
        /// The watcher.
        watcher: UnitId,
        /// The one who set it off.
        actor: UnitId,
        /// The watcher goes first.
        first: bool,
    },
    /// A group's team check (F-06).
    Team {
        /// The group.
        group: Key,
        /// In what.
        skill: Option<Key>,
        /// The die.
        die: i32,
        /// Its team bonus.
        bonus: i32,
        /// What else counted, with the reasons.
        circumstances: Vec<(i32, String)>,
        /// The total.
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
        /// Who.
        unit: UnitId,
        /// Where its north-west square is.
        at: Square,
        /// At which count.
        count: i32,
        /// It still acts this round.
        acts: bool,
    },
    /// Light, smoke, weather or jamming changed.
    Surroundings,
    /// A unit left the fight.
    Left {
        /// Who.
        unit: UnitId,
    },
    /// The fight ended.
    Over {
        /// The side that stands, if just one does.
        winner: Option<Side>,
    },
    /// A side spent fortune: a die of a check is thrown again, and the second throw stands (T-14).
    Fortune {
        /// Whose.
        side: Side,
        /// Who makes the check.
        unit: UnitId,
        /// Which.
        check: Key,
        /// What its dice had shown.
        natural: i32,
        /// How much fortune is left to the side.
        left: i32,
    },
}
