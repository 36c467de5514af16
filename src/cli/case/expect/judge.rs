//! The comparison of one expectation with a battle.

use super::{
    areas, done,
    found::{Since, same, unit},
    known, odds,
    seen::{self, avoided, bill, prompt, rolled, struck, team},
    things, unit_systems, units,
};
use crate::{battle::order, cli::prelude::*, rules::legal::Occasion};

/// Compares one expectation with the battle; outcomes from `mark` on.
pub fn check(battle: &Battle, expect: &Expect, mark: usize) -> Result<(), String> {
    use Expect::*;
    let facts = &*battle.referees_knowledge();
    let since = Since { events: battle.chronicle().since(mark), start: mark == 0 };
    match expect {
        Track(..) | Condition(..) | Pool(..) | Initiative(..) | At(..) | Facing(..) | Band(..) | Used(..)
        | Moved(..) | Value(..) | Held(..) | Carried(..) | OnGround(..) | Ready(..) | Modifier(..)
        | NoSpell(..) | Forecast(..) => units::check(facts, expect),
        Loaded(..) | Stock(..) | Worn(..) | Damaged(..) | Object { .. } => things::things(facts, expect),
        System(..) | Groups(..) | Located(..) | Hits(..) => unit_systems::systems(facts, since, expect),
        Spell { .. } => known::spell(facts, expect),
        Ward(..) | Ledger(..) | InLedger(..) | Defence(..) | Watches(..) | Task(..) | Distance(..)
        | Threatens(..) | ThingAt(..) | DoorOpen(..) | Bound(..) | Linked(..) | Knows(..) | Contacts(..)
        | Explored(..) | LastSeen(..) | DoorLooks(..) | Fires(..) | Hazards(..) => {
            known::check(facts, expect)
        }
        Dice(id, left) => {
            unit(facts, *id)?;
            same(format!("{id}'s action dice"), battle.action_dice(*id), left)
        }
        Team(group, total) => team(since, *group, *total),
        Opposed { .. } => seen::opposed(since, expect),
        Begun(id, action) => done::begun(since, *id, *action),
        Avoided(side) => avoided(since, *side),
        Bill(id, per_cent, amount) => bill(since, *id, *per_cent, *amount),
        Perceived(side, what, yes) => seen::perceived(since, *side, *what, *yes),
        Nameless(side, id, yes) => seen::nameless(since, *side, *id, *yes),
        Round(round) => same("the round", facts.round, round),
        Phase(phase) => same("the phase", facts.phase, phase),
        Turn(id) => match battle.prompt() {
            Some(prompt) if matches!(prompt.ask, Ask::Turn { .. }) => same("the turn", prompt.unit, id),
            _ => Err(format!("it is not {id}'s turn")),
        },
        Prompt { unit, ask, options, refused } => prompt(battle, *unit, *ask, options.as_deref(), refused),
        Takes(wanted) => seen::takes(battle, wanted),
        Order(order) => same("the turns to come", order::to_come(facts), order),
        Offer(id, action, code) => offer(facts, *id, *action, *code),
        Rolled { .. } => rolled(since, expect),
        NotRolled(id, check) => done::not_rolled(since, *id, *check),
        Struck { .. } => struck(since, expect),
        Area { .. } => areas::came_down(since, expect),
        Compared { .. } => areas::compared(since, expect),
        Inside(by, wanted) => areas::inside(since, *by, wanted),
        Noise(square) => areas::noise(since, *square),
        Collided(unit, into) => seen::collided(since, *unit, *into),
        Changed { .. } => done::changed(since, expect),
        Wasted(id, action, code) => done::wasted(since, *id, *action, *code),
        Declared(id, action) => done::declared(since, *id, *action),
        Skipped(id) => done::skipped(since, *id),
        Answer(id, how) => seen::answer(since, *id, *how),
        Told(side, id, how, told) => seen::told(since, *side, (*id, *how), *told),
        Met { distance, ahead } => done::met(battle.chronicle(), *distance, ahead.as_deref()),
        Odds { .. } => odds::check(facts, expect),
        Over(winner) => match battle.prompt() {
            Some(_) => Err("the fight goes on".to_owned()),
            None => same("the winner", battle.winner(), winner),
        },
        GoesOn => battle.prompt().map(|_| ()).ok_or_else(|| "the fight does not go on".to_owned()),
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
