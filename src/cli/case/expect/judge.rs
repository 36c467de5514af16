//! The comparison of one expectation with a battle.

use super::{
    Expect, areas, done,
    found::{Since, same, unit},
    known, odds,
    seen::{self, avoided, bill, prompt, rolled, struck, team},
    systems, things,
};
use crate::{
    battle::{Battle, order, prompt::Ask},
    key::Key,
    rules::legal::{self, Args, Occasion},
};

/// Compares one expectation with the battle; outcomes from `mark` on.
pub fn check(battle: &Battle, expect: &Expect, mark: usize) -> Result<(), String> {
    let facts = battle.truth();
    let since = Since { events: battle.chronicle().since(mark), start: mark == 0 };
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
        Expect::Loaded(..)
        | Expect::Stock(..)
        | Expect::Worn(..)
        | Expect::Damaged(..)
        | Expect::Object { .. } => things::things(facts, expect),
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
        Expect::Dice(id, left) => {
            unit(facts, *id)?;
            same(format!("{id}'s action dice"), battle.action_dice(*id), left)
        }
        Expect::Team(group, total) => team(since, *group, *total),
        Expect::Opposed { .. } => seen::opposed(since, expect),
        Expect::Begun(id, action) => done::begun(since, *id, *action),
        Expect::Avoided(side) => avoided(since, *side),
        Expect::Bill(id, per_cent, amount) => bill(since, *id, *per_cent, *amount),
        Expect::System(..) | Expect::Groups(..) | Expect::Located(..) | Expect::Hits(..) => {
            systems::systems(facts, since, expect)
        }
        Expect::Ward(..)
        | Expect::Ledger(..)
        | Expect::InLedger(..)
        | Expect::Defence(..)
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
        | Expect::Explored(..)
        | Expect::LastSeen(..)
        | Expect::DoorLooks(..)
        | Expect::Hazards(..) => known::check(facts, expect),
        Expect::Perceived(side, what, yes) => seen::perceived(since, *side, *what, *yes),
        Expect::Nameless(side, id, yes) => seen::nameless(since, *side, *id, *yes),
        Expect::Round(round) => same("the round", facts.round, round),
        Expect::Phase(phase) => same("the phase", facts.phase, phase),
        Expect::Turn(id) => match battle.prompt() {
            Some(prompt) if matches!(prompt.ask, Ask::Turn { .. }) => same("the turn", prompt.unit, id),
            _ => Err(format!("it is not {id}'s turn")),
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
        Expect::Rolled { .. } => rolled(since, expect),
        Expect::NotRolled(id, check) => done::not_rolled(since, *id, *check),
        Expect::Struck { .. } => struck(since, expect),
        Expect::Area { .. } => areas::came_down(since, expect),
        Expect::Compared { .. } => areas::compared(since, expect),
        Expect::Inside(by, wanted) => areas::inside(since, *by, wanted),
        Expect::Noise(square) => areas::noise(since, *square),
        Expect::Collided(unit, into) => seen::collided(since, *unit, *into),
        Expect::Changed { .. } => done::changed(since, expect),
        Expect::Wasted(id, action, code) => done::wasted(since, *id, *action, *code),
        Expect::Declared(id, action) => done::declared(since, *id, *action),
        Expect::Skipped(id) => done::skipped(since, *id),
        Expect::Answer(id, how) => seen::answer(since, *id, *how),
        Expect::Told(side, id, how, told) => seen::told(since, *side, (*id, *how), *told),
        Expect::Met { distance, ahead } => done::met(battle.chronicle(), *distance, ahead.as_deref()),
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
            Some(_) => Err("the fight goes on".to_owned()),
            None => same("the winner", battle.winner(), winner),
        },
        Expect::GoesOn => match battle.prompt() {
            Some(_) => Ok(()),
            None => Err("the fight does not go on".to_owned()),
        },
    }
}
