//! The comparison of one expectation with a battle.

use super::{
    Expect, areas, done,
    found::{Since, same, unit},
    known, odds,
    seen::{self, avoided, bill, prompt, rolled, struck, team},
    things, unit_systems, units,
};
use crate::{
    battle::{Battle, order, prompt::Ask},
    key::Key,
    rules::{
        facts::{Facts, UnitId},
        legal::{self, Occasion},
    },
};

/// Compares one expectation with the battle; outcomes from `mark` on.
pub fn check(battle: &Battle, expect: &Expect, mark: usize) -> Result<(), String> {
    let facts = battle.truth();
    let since = Since { events: battle.chronicle().since(mark), start: mark == 0 };
    match expect {
        Expect::Track(..)
        | Expect::Condition(..)
        | Expect::Pool(..)
        | Expect::Initiative(..)
        | Expect::At(..)
        | Expect::Facing(..)
        | Expect::Band(..)
        | Expect::Used(..)
        | Expect::Moved(..)
        | Expect::Value(..)
        | Expect::Held(..)
        | Expect::Carried(..)
        | Expect::OnGround(..)
        | Expect::Ready(..)
        | Expect::Modifier(..)
        | Expect::NoSpell(..)
        | Expect::Forecast(..) => units::check(facts, expect),
        Expect::Loaded(..)
        | Expect::Stock(..)
        | Expect::Worn(..)
        | Expect::Damaged(..)
        | Expect::Object { .. } => things::things(facts, expect),
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
            unit_systems::systems(facts, since, expect)
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
        | Expect::Fires(..)
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
        Expect::Offer(id, action, code) => offer(facts, *id, *action, *code),
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
        Expect::Odds { .. } => odds::check(facts, expect),
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

fn offer(facts: &Facts, id: UnitId, action: Key, code: Key) -> Result<(), String> {
    let offers = legal::offers(facts, id, &Occasion::default());
    let of: Vec<_> = offers.iter().filter(|offer| offer.action == action).collect();
    if of.is_empty() {
        return Err(format!("{action} is not offered to {id} at all"));
    }
    let possible = of.iter().any(|offer| offer.refusal.is_none());
    let first = of.iter().find_map(|offer| offer.refusal.as_ref());
    let found = if possible { Key::new("ok") } else { first.map_or(Key::new("ok"), |refusal| refusal.code) };
    same(format!("{action} for {id}"), found, &code)
}
