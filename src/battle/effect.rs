//! Every change of a battle, and the one place where changes are made.
//!
//! [`Battle::apply`](super::Battle::apply) changes components, writes the outcome and lets conditions that follow
//! from the numbers come and go. What is no effect is the bookkeeping of the flow, which is never held back, caused or
//! told: marks of turns and ranks (`apply/state.rs`), and systems of the phases that fill pools and wipe what a round
//! or turn has counted. All else that they do they queue as effects.
//!
//! Effects that are held back are saved and hashed: new ones stand at the end.

use crate::{battle::prelude::*, grid::Arc};

/// One change, with its numbers worked out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum Effect {
    /// A track changes by an amount, negative where it is lost; regaining stops at the maximum.
    Track { unit: UnitId, track: Key, amount: i32, cause: Key },
    /// A condition is gained or its count rises.
    Gain { unit: UnitId, condition: Key, count: i32, until: Until, from: Option<UnitId> },
    /// A condition's count falls by so much; none: it is lifted wholly.
    Lift { unit: UnitId, condition: Key, count: Option<i32> },
    /// A modifier is put on.
    Modify { unit: UnitId, modifier: ActiveModifier },
    /// Points are spent.
    Spend { unit: UnitId, pool: Key, amount: i32 },
    /// Points are granted, or taken (negative).
    Points { unit: UnitId, pool: Key, amount: i32 },
    /// Points granted for some actions only are given, or used (negative).
    Grant { unit: UnitId, grant: Grant },
    /// Half an action is begun; none: it is finished or wasted.
    Pending { unit: UnitId, pending: Option<Pending> },
    /// An action counts as done, for limits a round or turn, riders and strain: with the points that count as used
    /// as a free deed that is no action, as a reaction (C-51).
    Done { unit: UnitId, action: Key, points: i32, own_turn: bool, free: bool, reaction: bool, riders: i32 },
    /// One step, to where its north-west square goes; by its own effort it counts as moved.
    Step { unit: UnitId, to: Square, own: bool },
    /// It comes into another altitude band (S-25, S-26), by its own effort or by falling.
    Band { unit: UnitId, to: Band, own: bool },
    /// It begins to fall in this band; none: its fall is over (S-26).
    Fall { unit: UnitId, from: Option<Band> },
    /// It looks another way.
    Face { unit: UnitId, facing: Dir8 },
    /// How fast it was, and when it turned, changes.
    Motion { unit: UnitId, motion: Motion },
    /// A line of the ledger: with its weapon, if it counts once for each, and which of the lines before goes for it.
    Ledger {
        unit: UnitId,
        event: Key,
        amount: i32,
        weapon: Option<Key>,
        injury: Option<u32>,
        over: Option<usize>,
    },
    /// The count shifts at once: this round if the unit has still to act, else the next (C-25).
    Shift { unit: UnitId, amount: i32, cause: Key },
    /// The count changes for another reason than [`Effect::Shift`], which can be held back.
    Count { unit: UnitId, change: CountChange, cause: Key },
    /// The unit has pressed (F-76), for so many points.
    Pressed { unit: UnitId, granted: i32 },
    /// An item changes.
    Item { unit: UnitId, item: Key, change: ItemChange },
    /// The time of a condition is up: it goes, or stays with a spell that keeps it.
    Expire { unit: UnitId, condition: Key },
    /// A system, weapon, limb or lot of cargo takes hits, or is mended (negative) (C-133 to C-146).
    System { unit: UnitId, part: Key, hits: i32 },
    /// A system works for so many rounds, whatever its hits; 0: it fails again (C-148).
    Rigged { unit: UnitId, part: Key, rounds: u32 },
    /// A spell goes into effect, with everything that hangs on it still to come.
    Magic { spell: Box<ActiveSpell> },
    /// A spell in effect, named as in this fight, changes.
    Spell { id: Key, change: SpellChange },
    /// A slot is used up.
    Slot { unit: UnitId, spell: Key },
    /// Something is watched for.
    Watch { unit: UnitId, watch: Watch },
    /// One of its watches ends.
    Unwatch { unit: UnitId, index: usize },
    /// A shield or aura changes.
    Ward { unit: UnitId, ward: Key, amount: i32 },
    /// A door opens or closes.
    Door { door: u16, open: bool },
    /// A thing of the map is damaged.
    Object { at: ObjectAt, amount: i32 },
    /// A unit's threat range is shifted by so many squares.
    Reach { unit: UnitId, shift: i32 },
    /// A unit begins a task, gets on with it or is kept from it, or is no longer at one (C-100); no news: it goes on
    /// while time goes by.
    Work { unit: UnitId, task: Option<Box<Task>>, news: Option<WorkNews> },
    /// A unit begins, or is done with, an action that bars immediate ones.
    Busy { unit: UnitId, busy: bool },
    /// A unit becomes aware of the enemy, or is not yet.
    Aware { unit: UnitId, aware: bool },
    /// A unit, its place the one wished for, enters a running fight, whether it means to or not (F-15).
    Enter { unit: Box<UnitState>, entry: EntryKind },
    /// A unit that left comes back, its north-west square there, with the count it left with (F-15).
    Return { unit: UnitId, to: Square },
    /// Squares catch fire (D-101).
    Kindle { squares: Vec<Square> },
    /// Light, smoke, weather and the like change.
    Surroundings(Box<Surroundings>),
    /// A unit leaves the fight.
    Leave { unit: UnitId },
    /// All spent slots are ready again.
    Refresh { unit: UnitId },
    /// A thing on the map changes.
    Thing { thing: Key, change: ThingChange },
    /// A unit takes a role in a relation with another.
    Bind(Bond),
    /// An attack out of a vehicle takes up one of its weapons or places to shoot out (C-110, C-117).
    #[serde(alias = "Fire")]
    TakeUp { unit: UnitId, takes: Takes },
    /// A vehicle sets out at a speed in km/h, or stops, in somebody's hand or in nobody's (C-111, C-114).
    Drive { vehicle: UnitId, speed: i32, controlled: bool },
    /// Something about how a vehicle is driven changes.
    Course { vehicle: UnitId, change: DriveChange },
    /// A relation ends. Who was carried stands on the square; none: where it is, on its carrier's first square.
    Unbind { bond: Bond, square: Option<Square> },
    /// What lasts to a unit's next action ends: its aim is lost (C-79).
    Distract { unit: UnitId },
    /// A condition counts its rounds anew (C-71).
    Renew { unit: UnitId, condition: Key },
    /// Something of a unit is over, of which only conditions are told.
    End { unit: UnitId, ending: Ending },
    /// Time goes by for everybody.
    Elapse(Elapsed),
    /// A unit stands elsewhere, without a step, as groups meet (F-49).
    Put { unit: UnitId, at: Square },
    /// The category that a unit moves in from now on.
    Category { unit: UnitId, category: Option<Key> },
    /// Action dice that a side has in common are spent (F-05).
    Reserve { side: Side, dice: i32 },
    /// A die of a unit's check that showed this is thrown again (T-14).
    Fortune { unit: UnitId, check: Key, natural: i32 },
    /// Something else about a shield than its points changes.
    Shield { unit: UnitId, ward: Key, change: ShieldChange },
}

/// What changes about a shield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShieldChange {
    /// It takes its part before others of its precision on its bearer (D-64).
    First,
    /// So many points are bought for it; negative: those that were bought run out (D-07, D-55).
    Bought(i32),
    /// So many points are bought for it, which end at the start of one of its bearer's next turns.
    Lent {
        /// How many.
        points: i32,
        /// Which turn, the next being 1.
        turns: i32,
    },
    /// Its bearer's turn begins: what was bought until then ends.
    TurnBegins,
}

/// What happens to a unit's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum CountChange {
    /// It is rolled, or taken from another; while it is open, action dice may still raise it (F-04).
    Rolled { count: i32, open: bool },
    /// It becomes a number, with all that changes it, or with the changes for this round only swallowed (C-27).
    To { count: i32, swallow: bool },
    /// For this round only it changes by so much (C-26).
    ThisRound(i32),
    /// A commander's tactics raise it by so much (C-29).
    Tactics { gain: i32, commander: UnitId },
    /// The link to the commander is lost or found (C-30).
    Link { cut_off: bool },
    /// The ledger is settled to a count (F-18), after which the unit may have to press (F-22).
    Settled { count: i32, must_press: bool },
}

/// What of a unit is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Modifiers and conditions that last so long.
    Lasting(Until),
    /// Modifiers that last so long.
    Modifiers(Until),
    /// What serves one check, of this name, which has been made (A-118, S-87).
    Check(Key),
    /// Watches other than overwatch.
    Readiness,
    /// Auras in which nothing is stored and that do not fade by themselves.
    Auras,
}

/// What time goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Elapsed {
    /// A round ends: modifiers whose rounds are over go, conditions and what was patched up follow ([`Effect::Expire`],
    /// [`Effect::Rigged`]).
    Round,
    /// Rounds outside those of the fight, in which nothing ends.
    Rounds(u32),
    /// A turn of this unit: what lasts to the end of its last one ends (D-09).
    TurnOf(UnitId),
}

/// What happens to a spell in effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellChange {
    /// Its controller has controlled it this round.
    Controlled,
    /// It passes to another's control, with the creatures that it called.
    Passed(UnitId),
    /// It lies on this unit too: one of those inside an area.
    Joined(UnitId),
    /// It has called a unit.
    Calls(UnitId),
    /// Its squares move: the new middle.
    Moved(Square),
    /// It lasts so long from now on.
    Lasts(SpellDuration),
    /// A round has ended.
    Counted,
    /// It ends, and all that hangs on it goes at once.
    Ends,
}

/// What changes about how a vehicle is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriveChange {
    /// It swerves: so much is taken off attacks (C-122).
    Evades(i32),
    /// A target lies in one more of its arcs (C-125).
    Bears(UnitId, Arc),
    /// It pursues another from now on, or no longer (C-127).
    Pursues(Option<UnitId>),
    /// It has to weave with this number, or need not any longer (C-127).
    MustWeave(Option<i32>),
    /// It stands where it struck something solid (C-119).
    Stops,
    /// A new turn of its driver begins: what lasted until then is over.
    Settles,
}

/// What happens to a thing on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingChange {
    /// It is barred in this way.
    Barred(Key),
    /// It is barred in this way no longer.
    Unbarred(Key),
    /// It comes to a square.
    Moved(Square),
    /// It is taken away.
    Gone,
    /// An interaction with it has succeeded.
    Done(Key),
}

/// What happens to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemChange {
    /// Taken in hand.
    Draw,
    /// Falls in its owner's square.
    Drop,
    /// Flies to a square.
    Fly(Square),
    /// Used up: it is gone.
    UseUp,
    /// Picked up from the ground.
    PickUp,
    /// The same from afar (D-108).
    Fetch,
    /// From where it lies on the ground to another square, by somebody afar (D-108).
    Shift(Square),
    /// Put on.
    Wear,
    /// Taken off, and carried.
    TakeOff,
    /// Taken out of the container it is in.
    TakeOut,
    /// So many rounds fired, of what is loaded or else of what is carried for it.
    Shoot(i32),
    /// So many loaded.
    Load(i32),
    /// Damaged by so much.
    Damage(i32),
    /// Jammed, or no more (S-33, S-90).
    Jam(bool),
}

impl Effect {
    /// The unit that it happens to, if a simultaneous slot or an answered blow holds it back until it closes (C-23,
    /// D-123): harm, conditions, lost aims and shifts of the count; positions and ammunition change at once.
    pub(crate) fn held_for(&self) -> Option<UnitId> {
        match self {
            Self::Track { unit, .. }
            | Self::Gain { unit, .. }
            | Self::Lift { unit, .. }
            | Self::Expire { unit, .. }
            | Self::Shift { unit, .. }
            | Self::System { unit, .. }
            | Self::Unwatch { unit, .. }
            | Self::Renew { unit, .. }
            | Self::Distract { unit } => Some(*unit),
            _ => None,
        }
    }
}
