//! Expectations of items and of things of the map.

use super::{found::same_if, same, unit};
use crate::{
    cli::prelude::*,
    grid::{Edge, ObjectAt},
    rules::facts::Item,
};

/// Compares what is loaded, carried for a weapon and worn, and the damage of items and of things of the map.
pub(super) fn things(facts: &Facts, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::Loaded(id, own, n) => same(format!("{id}'s {own} loaded"), item(facts, *id, *own)?.loaded, n),
        Expect::Stock(id, own, n) => {
            same(format!("what {id} carries for the {own}"), item(facts, *id, *own)?.stock, n)
        }
        Expect::Worn(id, item) => {
            let worn = unit(facts, *id)?.gear.items.iter().any(|own| own.id == *item && own.worn);
            if worn { Ok(()) } else { Err(format!("{id} does not wear {item}")) }
        }
        Expect::Damaged(id, own, damage, state) => {
            let found = item(facts, *id, *own)?;
            same(format!("the damage of {id}'s {own}"), found.damage, damage)?;
            let is = match (found.destroyed(), found.broken(facts.book.settings.harm.broken_from)) {
                (true, _) => "destroyed",
                (_, true) => "broken",
                _ => "sound",
            };
            same(format!("{id}'s {own}"), Key::new(is), state)
        }
        Expect::Object { at, and, door, damage, gone, state } => {
            let edge = at.zip(*and).and_then(|(one, other)| Edge::between(one, other));
            let thing = match (door, edge, at) {
                (Some(door), ..) => ObjectAt::Door(*door),
                (_, Some(edge), _) => ObjectAt::Edge(edge),
                (_, _, Some(square)) => ObjectAt::Square(*square),
                _ => return Err("say which: a square, two squares side by side, or a door".to_owned()),
            };
            let found = facts.map.damage(thing);
            same_if("the damage", found, damage)?;
            same_if("whether it is gone", !facts.map.stands(thing), gone)?;
            let is = match (facts.map.stands(thing), facts.map.durability(thing)) {
                (false, _) => "destroyed",
                (true, Some(most)) if found.saturating_mul(2) >= most => "broken",
                (true, _) => "sound",
            };
            same_if("its state", Key::new(is), state)
        }
        _ => Err(format!("nothing compares {expect:?}")),
    }
}

fn item(facts: &Facts, id: UnitId, item: Key) -> Result<&Item, String> {
    let items = &unit(facts, id)?.gear.items;
    items.iter().find(|own| own.id == item).ok_or_else(|| format!("{id} has no {item}"))
}
