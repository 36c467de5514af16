//! What a case can expect, and the comparison. Whatever is left out of an expectation is not compared.
//!
//! This file owns the list of expectations and the short comparisons; it changes no battle.

mod areas;
mod found;
mod known;
mod odds;
mod seen;
mod systems;
mod things;

use serde::Deserialize;

use crate::{
    battle::{
        Battle,
        chronicle::{Answered, Outcome},
        order,
        prompt::Ask,
    },
    grid::{Band, Dir8, Square},
    key::Key,
    rules::{
        facts::{Phase, Side, UnitId},
        legal::{self, Args, Occasion},
    },
};

pub use found::ask_name;
use found::{same, unit};
use seen::{avoided, begun, bill, list, prompt, rolled, struck, team};

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
    /// The unit wears the item.
    Worn(UnitId, Key),
    /// Damage that an item has taken, and whether that leaves it `sound`, `broken` or `destroyed`.
    Damaged(UnitId, Key, i32, Key),
    /// Damage that a thing of the map has taken: on a square, on the edge between two, or a door.
    Object {
        /// The square.
        #[serde(default)]
        at: Option<Square>,
        /// The square on the other side of the edge.
        #[serde(default)]
        and: Option<Square>,
        /// The door's number.
        #[serde(default)]
        door: Option<u16>,
        /// Its damage.
        damage: i32,
        /// It is gone.
        gone: bool,
    },
    /// How many of a spell's slots are ready.
    Ready(UnitId, Key, i32),
    /// A spell in effect, by its name in this fight.
    Spell {
        /// Its name.
        id: Key,
        /// Who controls it.
        #[serde(default)]
        controller: Option<UnitId>,
        /// Ends of round that it still lasts.
        #[serde(default)]
        left: Option<u32>,
        /// Whether it has been controlled this round.
        #[serde(default)]
        controlled: Option<bool>,
    },
    /// No spell of that name is in effect.
    NoSpell(Key),
    /// Whether a modifier of that source is in force.
    Modifier(UnitId, Key, bool),
    /// The ledger, in the order written.
    Ledger(UnitId, Vec<(Key, i32)>),
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
    /// How a side has found a unit with sensors: `("motion", None)`, `("neural", Some("average"))` (C-158 to C-165).
    Contacts(Side, UnitId, Vec<(Key, Option<Key>)>),
    /// Hazards that a side's bioscanners show (C-158).
    Hazards(Side, Vec<(Square, Key)>),
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
        #[serde(default)]
        options: Option<Vec<Key>>,
        /// Actions that are not possible, with the refusal's code.
        #[serde(default)]
        refused: Vec<(Key, Key)>,
    },
    /// The turns still to come this round.
    Order(Vec<UnitId>),
    /// Whether an action is possible for the unit now: `"ok"`, or the refusal's code.
    Offer(UnitId, Key, Key),
    /// A check that was rolled.
    Rolled {
        /// Who rolled.
        by: UnitId,
        /// Which check.
        #[serde(default)]
        check: Option<Key>,
        /// What for.
        #[serde(default)]
        purpose: Option<Key>,
        /// The dice as they fell.
        #[serde(default)]
        natural: Option<i32>,
        /// With everything added.
        #[serde(default)]
        total: Option<i32>,
        /// The number against it.
        #[serde(default)]
        number: Option<i32>,
        /// Better than needed by so much.
        #[serde(default)]
        margin: Option<i32>,
        /// The value of this roll.
        #[serde(default)]
        value: Option<i32>,
        /// It succeeded.
        #[serde(default)]
        success: Option<bool>,
        /// The natural lies in the critical range.
        #[serde(default)]
        critical: Option<bool>,
        /// Degrees.
        #[serde(default)]
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
        #[serde(default)]
        landed: Option<bool>,
        /// A critical hit.
        #[serde(default)]
        critical: Option<bool>,
        /// What was lost in all.
        #[serde(default)]
        total: Option<i32>,
        /// Stages passed and what was left after each, in order, over all portions.
        #[serde(default)]
        stages: Option<Vec<(Key, i32)>>,
    },
    /// An area attack came down, or was lost.
    Area {
        /// Attacker.
        by: UnitId,
        /// It struck the square it was aimed at.
        #[serde(default)]
        struck: Option<bool>,
        /// Compass point of the scatter, squares rolled, the square in which it came down.
        #[serde(default)]
        scatter: Option<(Dir8, u32, Square)>,
        /// All squares covered, in any order.
        #[serde(default)]
        covered: Option<Vec<Square>>,
        /// How many squares it covers.
        #[serde(default)]
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
        #[serde(default)]
        total: Option<i32>,
        /// The number against it.
        #[serde(default)]
        number: Option<i32>,
        /// The value of all links of the chain.
        #[serde(default)]
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
        #[serde(default)]
        cause: Option<Key>,
    },
    /// An action came to nothing, with the refusal's code.
    Wasted(UnitId, Key, Key),
    /// An action was declared.
    Declared(UnitId, Key),
    /// A chance to answer: `taken`, `declined`, `stood`, or the code of why not.
    Answer(UnitId, Key),
    /// The distance at which groups met, and the groups ahead.
    Met {
        /// Squares.
        distance: i32,
        /// Groups.
        #[serde(default)]
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
        #[serde(default)]
        weapon: Option<Key>,
        /// Which spell.
        #[serde(default)]
        spell: Option<Key>,
        /// Where an area attack is aimed; left out: the target's nearest square.
        #[serde(default)]
        square: Option<Square>,
        /// The north-west square of what it covers.
        #[serde(default)]
        corner: Option<Square>,
        /// The item struck at; left out: the first.
        #[serde(default)]
        item: Option<Key>,
        /// Chance that the item is broken afterwards, or gone.
        #[serde(default)]
        breaks: Option<(u64, u64)>,
        /// Chance that the item is gone afterwards.
        #[serde(default)]
        destroys: Option<(u64, u64)>,
        /// The rounds of its burst.
        #[serde(default)]
        amount: Option<i32>,
        /// Chance that an area attack strikes its square: numerator and denominator.
        #[serde(default)]
        strikes: Option<(u64, u64)>,
        /// Chance that it lands: numerator and denominator.
        #[serde(default)]
        lands: Option<(u64, u64)>,
        /// Mean loss, in thousandths, rounded down.
        #[serde(default)]
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

/// Compares one expectation with the battle; outcomes from `mark` on.
pub fn check(battle: &Battle, expect: &Expect, mark: usize) -> Result<(), String> {
    let facts = battle.truth();
    let events = battle.chronicle().since(mark);
    match expect {
        Expect::Track(id, track, value) => {
            let own = unit(facts, *id)?;
            let found = own.tracks.get(*track).ok_or_else(|| format!("{id} has no {track}"))?;
            same(format!("{id}'s {track}"), found.now, value)
        }
        Expect::Condition(id, condition, count) => {
            if facts.book.condition(*condition).is_none() {
                return Err(format!("there is no condition {condition}"));
            }
            same(format!("{id}'s {condition}"), unit(facts, *id)?.conditions.count(*condition), count)
        }
        Expect::Pool(id, pool, left) => {
            same(format!("{id}'s {pool}"), facts.points(unit(facts, *id)?, *pool), left)
        }
        Expect::Initiative(id, count) => {
            same(format!("{id}'s count"), unit(facts, *id)?.initiative.total(), count)
        }
        Expect::At(id, square) => same(format!("{id}'s square"), unit(facts, *id)?.place.area.origin, square),
        Expect::Facing(id, facing) => same(format!("{id}'s facing"), unit(facts, *id)?.place.facing, facing),
        Expect::Band(id, band) => same(format!("{id}'s band"), unit(facts, *id)?.place.band, band),
        Expect::Used(id, n) => same(format!("{id}'s points used"), unit(facts, *id)?.usage.points, n),
        Expect::Moved(id, n) => same(format!("{id}'s squares moved"), unit(facts, *id)?.usage.squares, n),
        Expect::Value(id, name, value) => {
            let found = facts.stat(unit(facts, *id)?, *name).ok_or_else(|| format!("{id} has no {name}"))?;
            same(format!("{id}'s {name}"), found, &i64::from(*value))
        }
        Expect::Held(id, item) => {
            let held = unit(facts, *id)?.gear.items.iter().any(|own| own.id == *item && own.held);
            if held { Ok(()) } else { Err(format!("{id} does not hold {item}")) }
        }
        Expect::Carried(id, item) => {
            let carried = unit(facts, *id)?.gear.items.iter().any(|own| own.id == *item && !own.held);
            if carried { Ok(()) } else { Err(format!("{id} does not carry {item} (or holds it)")) }
        }
        Expect::OnGround(item, square) => {
            let lies = facts.ground.iter().any(|ground| ground.item.id == *item && ground.square == *square);
            if lies { Ok(()) } else { Err(format!("{item} does not lie on {square}")) }
        }
        Expect::Loaded(id, item, n) => {
            let own = unit(facts, *id)?;
            let found = own.gear.items.iter().find(|own| own.id == *item);
            same(format!("{id}'s {item} loaded"), found.map(|item| item.loaded), &Some(*n))
        }
        Expect::Worn(..) | Expect::Damaged(..) | Expect::Object { .. } => things::things(facts, expect),
        Expect::Ready(id, spell, n) => {
            let ready =
                unit(facts, *id)?.slots.0.iter().filter(|slot| slot.spell == *spell && !slot.spent).count();
            same(format!("{id}'s slots of {spell}"), i32::try_from(ready).unwrap_or(0), n)
        }
        Expect::Modifier(id, source, there) => {
            let found = unit(facts, *id)?.modifiers.0.iter().any(|modifier| modifier.source == *source);
            same(format!("a modifier of {source} on {id}"), found, there)
        }
        Expect::Ledger(id, entries) => {
            let found: Vec<(Key, i32)> =
                unit(facts, *id)?.initiative.ledger.iter().map(|entry| (entry.event, entry.amount)).collect();
            same(format!("{id}'s ledger"), found, entries)
        }
        Expect::NoSpell(id) => match facts.spell_in_effect(*id) {
            Some(_) => Err(format!("{id} is in effect")),
            None => Ok(()),
        },
        Expect::Forecast(id, count) => {
            let found = facts.forecast(unit(facts, *id)?).map(|settled| settled.count);
            same(format!("{id}'s count after the round"), found, &Some(*count))
        }
        Expect::Dice(id, left) => {
            unit(facts, *id)?;
            same(format!("{id}'s action dice"), battle.action_dice(*id), left)
        }
        Expect::Team(group, total) => team(events, *group, *total),
        Expect::Opposed { .. } => seen::opposed(events, expect),
        Expect::Begun(id, action) => begun(events, *id, *action),
        Expect::Avoided(side) => avoided(events, *side),
        Expect::Bill(id, per_cent, amount) => bill(events, *id, *per_cent, *amount),
        Expect::System(..) | Expect::Groups(..) | Expect::Located(..) | Expect::Hits(..) => {
            systems::systems(facts, events, expect)
        }
        Expect::Ward(..)
        | Expect::Watches(..)
        | Expect::Task(..)
        | Expect::Distance(..)
        | Expect::Spell { .. }
        | Expect::Threatens(..)
        | Expect::ThingAt(..)
        | Expect::DoorOpen(..)
        | Expect::Bound(..)
        | Expect::Linked(..)
        | Expect::Knows(..)
        | Expect::Contacts(..)
        | Expect::Hazards(..) => known::check(facts, expect),
        Expect::Round(round) => same("the round", facts.round, round),
        Expect::Phase(phase) => same("the phase", facts.phase, phase),
        Expect::Turn(id) => match battle.prompt() {
            Some(prompt) if matches!(prompt.ask, Ask::Turn { .. }) => same("the turn", prompt.unit, id),
            Some(prompt) => {
                Err(format!("{} is asked about {}, not {id}'s turn", prompt.unit, ask_name(&prompt.ask)))
            }
            None => Err("the fight is over".to_owned()),
        },
        Expect::Prompt { unit, ask, options, refused } => {
            prompt(battle, *unit, *ask, options.as_deref(), refused)
        }
        Expect::Order(order) => same("the turns to come", order::to_come(facts), order),
        Expect::Offer(id, action, code) => {
            let offers = legal::offers(facts, *id, &Occasion::default());
            let of: Vec<_> = offers.iter().filter(|offer| offer.action == *action).collect();
            if of.is_empty() {
                return Err(format!("{action} is not offered to {id} at all"));
            }
            let possible = of.iter().any(|offer| offer.refusal.is_none());
            let first = of.iter().find_map(|offer| offer.refusal.as_ref());
            let found =
                if possible { Key::new("ok") } else { first.map_or(Key::new("ok"), |refusal| refusal.code) };
            same(format!("{action} for {id}"), found, code)
        }
        Expect::Rolled { .. } => rolled(events, expect),
        Expect::NotRolled(id, check) => {
            let found = events.iter().any(
                |event| matches!(&event.outcome, Outcome::Rolled { check: own, .. } if own.by == *id && own.id == *check),
            );
            if found { Err(format!("{id} rolled {check}")) } else { Ok(()) }
        }
        Expect::Struck { .. } => struck(events, expect),
        Expect::Area { .. } => areas::came_down(events, expect),
        Expect::Compared { .. } => areas::compared(events, expect),
        Expect::Inside(by, wanted) => areas::inside(events, *by, wanted),
        Expect::Noise(square) => areas::noise(events, *square),
        Expect::Collided(unit, into) => seen::collided(events, *unit, *into),
        Expect::Changed { unit, track, by, cause } => {
            let mut seen = Vec::new();
            for event in events {
                if let Outcome::Track { unit: own, track: changed, from, to, cause: why } = &event.outcome
                    && own == unit
                    && changed == track
                {
                    if to - from == *by && cause.is_none_or(|cause| cause == *why) {
                        return Ok(());
                    }
                    seen.push(format!("{:+} ({why})", to - from));
                }
            }
            Err(format!("{unit}'s {track} did not change by {by:+}; changes: {}", list(&seen)))
        }
        Expect::Wasted(id, action, code) => {
            let mut seen = Vec::new();
            for event in events {
                if let Outcome::Wasted { unit, action: own, why } = &event.outcome {
                    if unit == id && own == action && why.code == *code {
                        return Ok(());
                    }
                    seen.push(format!("{unit}'s {own} ({})", why.code));
                }
            }
            Err(format!("{id}'s {action} was not wasted by {code}; wasted: {}", list(&seen)))
        }
        Expect::Declared(id, action) => {
            let found = events.iter().any(
                |event| matches!(&event.outcome, Outcome::Declared { unit, action: own, .. } if unit == id && own == action),
            );
            if found { Ok(()) } else { Err(format!("{id} did not declare {action}")) }
        }
        Expect::Answer(id, how) => {
            let mut seen = Vec::new();
            for event in events {
                if let Outcome::Answerable { unit, how: found, .. } = &event.outcome
                    && unit == id
                {
                    let name = match found {
                        Answered::Declined => Key::new("declined"),
                        Answered::Stood => Key::new("stood"),
                        Answered::Taken => Key::new("taken"),
                        Answered::Not(refusal) => refusal.code,
                    };
                    if name == *how {
                        return Ok(());
                    }
                    seen.push(name.to_string());
                }
            }
            Err(format!("{id} had no chance to answer that was {how}; chances: {}", list(&seen)))
        }
        Expect::Met { distance, ahead } => {
            for event in battle.chronicle().events.iter() {
                if let Outcome::Met { distance: found, ahead: groups } = &event.outcome {
                    same("the distance", *found, distance)?;
                    if let Some(ahead) = ahead {
                        same("the groups ahead", groups.clone(), ahead)?;
                    }
                    return Ok(());
                }
            }
            Err("no groups met".to_owned())
        }
        Expect::Odds {
            by,
            target,
            action,
            weapon,
            spell,
            square,
            corner,
            item,
            amount,
            strikes,
            lands,
            breaks,
            destroys,
            mean,
        } => {
            let args =
                Args { square: *square, corner: *corner, item: *item, amount: *amount, ..Args::default() };
            let wanted = odds::Wanted {
                strikes: *strikes,
                lands: *lands,
                breaks: *breaks,
                destroys: *destroys,
                mean: *mean,
            };
            odds::compare(facts, unit(facts, *by)?, *target, (*action, *weapon, *spell), args, &wanted)
        }
        Expect::Over(winner) => match battle.prompt() {
            Some(prompt) => Err(format!("the fight goes on: {} is asked", prompt.unit)),
            None => same("the winner", battle.winner(), winner),
        },
        Expect::GoesOn => match battle.prompt() {
            Some(_) => Ok(()),
            None => Err("the fight is over".to_owned()),
        },
    }
}
