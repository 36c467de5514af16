//! What a case can expect, and the comparison. Whatever is left out of an expectation is not compared.
//!
//! This file owns the list of expectations and the short comparisons; it changes no battle.

mod areas;
mod done;
mod found;
mod judge;
mod known;
mod odds;
mod seen;
mod things;
mod unit_systems;
mod units;

use serde::Deserialize;

use crate::{
    cli::prelude::*,
    grid::{Band, Dir8},
    rules::facts::Phase,
};

pub use found::ask_name;
use found::{list, same, unit};
pub use judge::check;

/// One expectation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// The present value of a track.
    Track(UnitId, Key, i32),
    /// A condition's count; 0: without it.
    Condition(UnitId, Key, i32),
    /// What a pool still holds.
    Pool(UnitId, Key, i32),
    /// The initiative count that orders the round.
    Initiative(UnitId, i32),
    /// The north-west square.
    At(UnitId, Square),
    /// Where it looks.
    Facing(UnitId, Dir8),
    /// Its altitude band.
    Band(UnitId, Band),
    /// Squares between two units, bands counted in (S-23).
    Distance(UnitId, UnitId, i32),
    /// Points used this round.
    Used(UnitId, i32),
    /// Squares moved this round.
    Moved(UnitId, i32),
    /// A value of the unit by its name in expressions: a stat, a derived value, `increment`, `armour`.
    Value(UnitId, Key, i32),
    /// An item is in hand.
    Held(UnitId, Key),
    /// An item is carried, but not in hand.
    Carried(UnitId, Key),
    /// An item lies on a square.
    OnGround(Key, Square),
    /// How much is loaded.
    Loaded(UnitId, Key, i32),
    /// What is carried for a weapon.
    Stock(UnitId, Key, i32),
    /// The unit wears the item.
    Worn(UnitId, Key),
    /// Damage that an item has taken, and whether that leaves it `sound`, `broken` or `destroyed`.
    Damaged(UnitId, Key, i32, Key),
    /// A thing of the map: on a square, on the edge between two, or a door.
    Object {
        /// The square.
        at: Option<Square>,
        /// The square on the other side of the edge.
        and: Option<Square>,
        /// The door's number.
        door: Option<u16>,
        /// The damage that it has taken.
        damage: Option<i32>,
        /// It is gone.
        gone: Option<bool>,
        /// `sound`, `broken` (from half of its durability) or `destroyed`.
        state: Option<Key>,
    },
    /// How many of a spell's slots are ready.
    Ready(UnitId, Key, i32),
    /// A spell in effect, by its name in this fight.
    Spell {
        /// Its name.
        id: Key,
        /// Who controls it.
        controller: Option<UnitId>,
        /// Ends of round that it still lasts.
        left: Option<u32>,
        /// Whether it has been controlled this round.
        controlled: Option<bool>,
    },
    /// No spell of that name is in effect.
    NoSpell(Key),
    /// Whether a modifier of that source is in force.
    Modifier(UnitId, Key, bool),
    /// The ledger, in the order written.
    Ledger(UnitId, Vec<(Key, i32)>),
    /// Lines that are in the ledger, in this order, whatever else is.
    InLedger(UnitId, Vec<(Key, i32)>),
    /// What a passive defence stands at, against nobody in particular.
    Defence(UnitId, Key, i32),
    /// The count after the round's settlement, if it came now (F-25).
    Forecast(UnitId, i32),
    /// Action dice that a unit can spend: its own, or its side's (F-05).
    Dice(UnitId, i32),
    /// A group's team check came to this total (F-06).
    Team(Key, i32),
    /// A contest: who began it, against whom, who won, and the winner's own margin.
    Opposed {
        /// Who began it.
        by: UnitId,
        /// The opponent.
        against: UnitId,
        /// Who won.
        winner: Option<UnitId>,
        /// The winner's margin.
        margin: Option<i32>,
    },
    /// The first half of an action was done (F-09).
    Begun(UnitId, Key),
    /// Points of a shield, or what an aura stores.
    Ward(UnitId, Key, i32),
    /// Hits that a system, weapon, limb or lot of cargo has taken (C-137 to C-146).
    System(UnitId, Key, i32),
    /// The groups of hits that damage of a unit with systems came to (C-129).
    Groups(UnitId, Vec<u8>),
    /// Where all of them fell, in order: the row, and the system located (C-132).
    Located(UnitId, Vec<(i32, Key)>),
    /// All that was hit, in order, after every overflow: systems, or the weapon, limb, lot or person picked.
    Hits(UnitId, Vec<Key>),
    /// Rounds of work done of a task, and rounds that it takes; 0 and 0: at none (C-100).
    Task(UnitId, u32, u32),
    /// How many things the unit watches for.
    Watches(UnitId, i32),
    /// Whether it threatens another.
    Threatens(UnitId, UnitId, bool),
    /// The square on which a thing stands.
    ThingAt(Key, Square),
    /// Whether a door is open.
    DoorOpen(u16, bool),
    /// Towards whom the unit holds a role in a relation: `Bound("anna", "rider", Some("horse"))`.
    Bound(UnitId, Key, Option<UnitId>),
    /// Whether two units are in communication (C-166).
    Linked(UnitId, UnitId, bool),
    /// Whether a side knows where a unit is: with fog, by eyes or sensors.
    Knows(Side, UnitId, bool),
    /// Whether a side has ever seen a square, in fog.
    Explored(Side, Square, bool),
    /// Where a side last saw a unit that it does not see now; none: it has no idea.
    LastSeen(Side, UnitId, Option<Square>),
    /// Whether a door is open as far as a side knows.
    DoorLooks(Side, u16, bool),
    /// Whether a side perceived an outcome of that name: `Perceived("red", "Struck", false)`.
    Perceived(Side, Key, bool),
    /// Whether a unit was named in an outcome that a side perceived without knowing of it.
    Nameless(Side, UnitId, bool),
    /// How a side has found a unit with sensors: `("motion", None)`, `("neural", Some("average"))` (C-158 to C-165).
    Contacts(Side, UnitId, Vec<(Key, Option<Key>)>),
    /// Hazards that a side's bioscanners show (C-158).
    Hazards(Side, Vec<(Square, Key)>),
    /// The squares that burn, all of them, by row and column (D-101).
    Fires(Vec<Square>),
    /// The round.
    Round(u32),
    /// The phase.
    Phase(Phase),
    /// It is this unit's turn and it is asked.
    Turn(UnitId),
    /// The open prompt.
    Prompt {
        /// Who is asked.
        unit: UnitId,
        /// `turn`, `attacked`, `hit`, `casting`, `provoked`, `watched`, `cut_in`, `allot`, or what a choice is about.
        ask: Key,
        /// Actions or options that are possible, all of them.
        options: Option<Vec<Key>>,
        /// Actions that are not possible, with the refusal's code.
        #[serde(default)]
        refused: Vec<(Key, Key)>,
    },
    /// What the attack takes if some options of the open question are chosen (D-35, D-36).
    Takes(Vec<(Key, i32)>),
    /// The turns still to come this round.
    Order(Vec<UnitId>),
    /// Whether an action is possible for the unit now: `"ok"`, or the refusal's code.
    Offer(UnitId, Key, Key),
    /// A check that was rolled.
    Rolled {
        /// Who rolled.
        by: UnitId,
        /// Which check.
        check: Option<Key>,
        /// What for.
        purpose: Option<Key>,
        /// The dice as they fell.
        natural: Option<i32>,
        /// With everything added.
        total: Option<i32>,
        /// The number against it.
        number: Option<i32>,
        /// Better than needed by so much.
        margin: Option<i32>,
        /// The value of this roll.
        value: Option<i32>,
        /// It succeeded.
        success: Option<bool>,
        /// The natural lies in the critical range.
        critical: Option<bool>,
        /// Degrees.
        degrees: Option<i32>,
        /// Counted parts by source or rule, and their values.
        #[serde(default)]
        parts: Vec<(Key, i32)>,
        /// Parts that are there but not counted.
        #[serde(default)]
        uncounted: Vec<Key>,
        /// Sources or rules that must not be among the counted parts.
        #[serde(default)]
        without: Vec<Key>,
    },
    /// No check of that name was rolled by the unit.
    NotRolled(UnitId, Key),
    /// An attack came to its end.
    Struck {
        /// Attacker.
        by: UnitId,
        /// Target.
        target: UnitId,
        /// It landed.
        landed: Option<bool>,
        /// A critical hit.
        critical: Option<bool>,
        /// What was lost in all.
        total: Option<i32>,
        /// Stages passed and what was left after each, in order, over all portions.
        stages: Option<Vec<(Key, i32)>>,
    },
    /// An area attack came down, or was lost.
    Area {
        /// Attacker.
        by: UnitId,
        /// It struck the square it was aimed at.
        struck: Option<bool>,
        /// Compass point of the scatter, squares rolled, the square in which it came down.
        scatter: Option<(Dir8, u32, Square)>,
        /// All squares covered, in any order.
        covered: Option<Vec<Square>>,
        /// How many squares it covers.
        count: Option<usize>,
        /// Squares among those covered.
        #[serde(default)]
        covers: Vec<Square>,
        /// Squares not among them.
        #[serde(default)]
        spares: Vec<Square>,
    },
    /// An area attack's dice were held against one of those inside.
    Compared {
        /// Attacker.
        by: UnitId,
        /// Whom.
        target: UnitId,
        /// Natural die, modifiers and factor.
        total: Option<i32>,
        /// The number against it.
        number: Option<i32>,
        /// The value of all links of the chain.
        value: Option<i32>,
        /// Counted parts by source or rule, and their values.
        #[serde(default)]
        parts: Vec<(Key, i32)>,
        /// Sources or rules that must not be among the counted parts.
        #[serde(default)]
        without: Vec<Key>,
    },
    /// Everyone that an area attack of that unit struck at, in order, since the expectation before.
    Inside(UnitId, Vec<UnitId>),
    /// A loud noise from that square.
    Noise(Square),
    /// A unit ran into that unit; none: into something of the map.
    Collided(UnitId, Option<UnitId>),
    /// A track changed by so much (negative: lost), from that cause.
    Changed {
        /// Whose.
        unit: UnitId,
        /// Which.
        track: Key,
        /// By how much.
        by: i32,
        /// By what.
        cause: Option<Key>,
    },
    /// An action came to nothing, with the refusal's code.
    Wasted(UnitId, Key, Key),
    /// An action was declared.
    Declared(UnitId, Key),
    /// The unit's turn came and it could do nothing on it.
    Skipped(UnitId),
    /// Whether a side was told of a chance to answer, by the same words.
    Told(Side, UnitId, Key, bool),
    /// A chance to answer: `taken`, `declined`, `stood`, or the code of why not.
    Answer(UnitId, Key),
    /// The distance at which groups met, and the groups ahead.
    Met {
        /// Squares.
        distance: Option<i32>,
        /// Groups.
        ahead: Option<Vec<Key>>,
    },
    /// Exact odds of an attack that the unit could make: chance to land, as a fraction, and mean loss in thousandths.
    Odds {
        /// Attacker.
        by: UnitId,
        /// Target.
        target: UnitId,
        /// Which action.
        action: Key,
        /// With what.
        weapon: Option<Key>,
        /// Further weapons or shots of the same attack (D-26).
        #[serde(default)]
        more: Vec<Key>,
        /// Which spell.
        spell: Option<Key>,
        /// Where an area attack is aimed; left out: the target's nearest square.
        square: Option<Square>,
        /// The north-west square of what it covers.
        corner: Option<Square>,
        /// The item struck at; left out: the first.
        item: Option<Key>,
        /// Chance that the item is broken afterwards, or gone.
        breaks: Option<(u64, u64)>,
        /// Chance that the item is gone afterwards.
        destroys: Option<(u64, u64)>,
        /// The rounds of its burst.
        amount: Option<i32>,
        /// Chance that an area attack strikes its square: numerator and denominator.
        strikes: Option<(u64, u64)>,
        /// Chance that it lands: numerator and denominator.
        lands: Option<(u64, u64)>,
        /// Mean loss, in thousandths, rounded down.
        mean: Option<i64>,
    },
    /// What a repair of a unit cost: per cent, and how much (C-151, C-153).
    Bill(UnitId, i32, i64),
    /// A side has chosen not to fight (C-32).
    Avoided(Side),
    /// The fight is over; the side that won, if one did.
    Over(Option<Side>),
    /// The fight goes on.
    GoesOn,
}
