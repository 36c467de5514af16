//! Expectations of single units and their gear: tracks, conditions, pools, places, points, slots, modifiers.

use super::found::{same, unit};
use crate::cli::prelude::*;

pub(super) fn check(facts: &Facts, expect: &Expect) -> Result<(), String> {
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
        Expect::Ready(id, spell, n) => {
            let ready =
                unit(facts, *id)?.slots.0.iter().filter(|slot| slot.spell == *spell && !slot.spent).count();
            same(format!("{id}'s slots of {spell}"), i32::try_from(ready).unwrap_or(0), n)
        }
        Expect::Modifier(id, source, there) => {
            let found = unit(facts, *id)?.modifiers.0.iter().any(|modifier| modifier.source == *source);
            same(format!("a modifier of {source} on {id}"), found, there)
        }
        Expect::NoSpell(id) => match facts.spell_in_effect(*id) {
            Some(_) => Err(format!("{id} is in effect")),
            None => Ok(()),
        },
        Expect::Forecast(id, count) => {
            let found = facts.forecast(unit(facts, *id)?).map(|settled| settled.count);
            same(format!("{id}'s count after the round"), found, &Some(*count))
        }
        _ => Err(format!("nothing compares {expect:?}")),
    }
}
