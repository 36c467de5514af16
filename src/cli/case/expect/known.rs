//! Expectations of how units stand to one another, how far apart, who threatens, rides, talks to and knows of whom;
//! and of defences, ledgers, spells in effect, wards, watches and tasks.

use super::{
    found::{holds, same_if},
    list, same, unit,
};
use crate::{
    cli::prelude::*,
    rules::{
        check::{self, Request},
        facts::{SpellDuration, ThingPlace},
    },
};

pub(super) fn check(facts: &Facts, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::Ward(id, ward, points) => {
            let wards = &unit(facts, *id)?.wards;
            let shield = wards.shields.iter().find(|own| own.id == *ward).map(|own| own.points);
            let aura = wards.auras.iter().find(|own| own.id == *ward).map(|own| own.stored);
            same(format!("{id}'s {ward}"), shield.or(aura), &Some(*points))
        }
        Expect::Ledger(id, entries) => same(format!("{id}'s ledger"), ledger(unit(facts, *id)?), entries),
        Expect::InLedger(id, entries) => {
            let found = ledger(unit(facts, *id)?);
            let mut rest = found.iter();
            match entries.iter().find(|line| !rest.any(|own| own == *line)) {
                Some((line, amount)) => {
                    Err(format!("{id}'s ledger is {found:?}: no {line} of {amount:+} there"))
                }
                None => Ok(()),
            }
        }
        Expect::Defence(id, defence, number) => {
            unit(facts, *id)?;
            let built = check::build(facts, Request::passive(*defence, *id));
            let built = built.ok_or_else(|| format!("there is no check {defence}"))?;
            same(format!("{id}'s {defence} ({})", list(&built.parts)), built.passive(), number)
        }
        Expect::Watches(id, n) => {
            let found = i32::try_from(unit(facts, *id)?.watches.0.len()).unwrap_or(0);
            same(format!("what {id} watches for"), found, n)
        }
        Expect::Task(id, done, needed) => {
            let found = unit(facts, *id)?.usage.task.as_ref().map_or((0, 0), |own| (own.done, own.needed));
            same(format!("what {id} has done of its task, and has to do"), found, &(*done, *needed))
        }
        Expect::Distance(id, other, squares) => {
            let found = facts.distance(unit(facts, *id)?, unit(facts, *other)?);
            same(format!("squares between {id} and {other}"), found, squares)
        }
        Expect::Threatens(id, other, yes) => {
            let other = unit(facts, *other)?;
            let found = facts.threatens(unit(facts, *id)?, &other.place.area, other.place.band);
            same(format!("{id} threatens {}", other.id()), found, yes)
        }
        Expect::ThingAt(id, square) => {
            let thing = facts.thing(*id).ok_or_else(|| format!("there is no thing {id}"))?;
            let object = facts.map.object(*square).map(|object| object.id);
            same(format!("{id}'s place (there: {object:?})"), thing.place, &ThingPlace::Square(*square))
        }
        Expect::DoorOpen(id, open) => {
            let door = facts.map.door(*id).ok_or_else(|| format!("there is no door {id}"))?;
            same(format!("that door {id} is open"), door.open, open)
        }
        Expect::Bound(id, role, to) => {
            let found = facts.bonds_of(*id).find(|bond| bond.role == *role).map(|bond| bond.to);
            same(format!("whose {role} {id} is"), found, to)
        }
        Expect::Linked(id, other, yes) => {
            let found = facts.link(unit(facts, *id)?, unit(facts, *other)?);
            same(format!("whether {id} and {other} are in communication"), found.is_some(), yes)
        }
        Expect::Knows(side, id, yes) => {
            same(format!("whether {side} knows of {id}"), facts.knows(*side, unit(facts, *id)?), yes)
        }
        Expect::Explored(side, square, yes) => {
            let found = facts.memory(*side).is_some_and(|memory| memory.explored.contains(*square));
            same(format!("whether {side} has seen {square}"), found, yes)
        }
        Expect::LastSeen(side, id, square) => {
            let found = facts.last_seen(*side).find(|seen| seen.unit == *id);
            let found = found.map(|seen| seen.place.area.origin);
            same(format!("where {side} last saw {id}"), found, square)
        }
        Expect::DoorLooks(side, id, open) => {
            let known = facts.known_to(*side);
            let door = known.map.door(*id).ok_or_else(|| format!("{side} knows of no door {id}"))?;
            same(format!("that {side} takes door {id} for open"), door.open, open)
        }
        Expect::Contacts(side, id, wanted) => {
            let found = facts.contacts_of(*side, unit(facts, *id)?);
            let found: Vec<_> = found.iter().map(|own| (Key::new(own.by.id()), own.detail)).collect();
            holds(found == *wanted, || format!("{side} has found {id} by {found:?}, expected {wanted:?}"))
        }
        Expect::Fires(wanted) => {
            let found = &facts.surroundings.fires;
            holds(found == wanted, || format!("the squares {found:?} burn, expected {wanted:?}"))
        }
        Expect::Hazards(side, wanted) => {
            let found = facts.hazards_found(*side);
            holds(found == *wanted, || format!("{side} has found the hazards {found:?}, expected {wanted:?}"))
        }
        _ => Err(format!("nothing compares {expect:?}")),
    }
}

pub(super) fn spell(facts: &Facts, expect: &Expect) -> Result<(), String> {
    let Expect::Spell { id, controller, left, controlled } = expect else { return Ok(()) };
    let Some(active) = facts.spell_in_effect(*id) else {
        let known: Vec<Key> = facts.spells.iter().map(|active| active.id).collect();
        return Err(format!("{id} is not in effect; in effect: {}", list(&known)));
    };
    same_if(format!("who controls {id}"), active.controller, controller)?;
    if left.is_some() {
        let found = match active.lasts {
            SpellDuration::Rounds(left) => Some(left),
            SpellDuration::Concentration | SpellDuration::Battle => None,
        };
        same(format!("how long {id} lasts"), found, left)?;
    }
    same_if(format!("{id} is controlled"), active.controlled, controlled)
}

fn ledger(unit: &UnitState) -> Vec<(Key, i32)> {
    unit.initiative.ledger.iter().map(|entry| (entry.event, entry.amount)).collect()
}
