//! Contests: whether to begin one.

use super::{aiming, winners};
use crate::ai::prelude::*;
use crate::rules::contest::ContestOdds;

/// Whether an action is a contest.
pub fn is_contest(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Opposed { .. }))
}

/// The chance of winning a contest, and the mean margin of a victory.
pub fn odds(facts: &Facts, own: UnitId, other: UnitId, def: &ActionDef) -> Option<(f64, i32)> {
    ContestOdds::begun(facts, own, other, def).map(|odds| (odds.wins.as_f64(), odds.margin))
}

/// What a contest is worth to the one who begins it, by what comes of it.
pub fn contested(facts: &Facts, (own, other): Pair<'_>, def: &ActionDef, (win, lose): Ends<'_>) -> f64 {
    let Some((chance, margin)) = odds(facts, own.id(), other.id(), def) else { return 0.0 };
    let effects = Effects { facts, by: own, target: Some(other), sv: margin };
    chance * effects.value(win) + (1.0 - chance) * effects.value(lose)
}

/// What a contest that an action begins with a foe is worth where the unit stands in the altered facts.
pub fn begun(planner: &Planner<'_>, def: &ActionDef, foe: usize) -> f64 {
    let (facts, known) = (&planner.what, &planner.foes[foe]);
    let (own, other) = (&facts.units[planner.at], &facts.units[known.at]);
    opposed(def).map_or(0.0, |(_, ends)| known.worth * contested(facts, (own, other), def, ends))
}

/// The chance that a unit frees itself from another by an action, if that is a contest that can end such a relation.
pub fn frees(facts: &Facts, (own, other): Pair<'_>, def: &ActionDef, kind: Key) -> Option<f64> {
    let (_, (win, _)) = opposed(def)?;
    let ends =
        |effect: &EffectDef| matches!(effect, EffectDef::Unbind { kind: own, to: To::Own } if *own == kind);
    win.iter().any(ends).then(|| odds(facts, own.id(), other.id(), def))?.map(|(chance, _)| chance)
}

/// What a condition adds to the best contest of an ally with an enemy to whom it is bound (S-05).
pub fn helped(planner: &mut Planner<'_>, condition: Key, ally: UnitId) -> f64 {
    let facts = planner.facts;
    let (Some(own), Some(given)) = (facts.unit(ally), facts.book.condition(condition)) else { return 0.0 };
    let bound = facts.bonds.iter().filter(|bond| bond.unit == ally || bond.to == ally);
    let others = bound.map(|bond| if bond.unit == ally { bond.to } else { bond.unit });
    let others: Vec<UnitId> = others.filter(|id| facts.hostile_ids(ally, *id)).collect();
    if others.is_empty() || facts.hostile_ids(planner.me, ally) {
        return 0.0;
    }
    let kept = own.conditions.clone();
    if let Some(tried) = planner.what.unit_mut(ally) {
        match tried.conditions.0.iter_mut().find(|known| known.id == condition) {
            Some(known) => known.count += i32::from(given.counted),
            None => tried.conditions.0.push(Condition::new(condition, 1, Until::Battle, None)),
        }
    }
    let names: Vec<Key> = given.modifiers.iter().flat_map(|modifier| modifier.checks.clone()).collect();
    let mut most: f64 = 0.0;
    for def in facts.book.actions.iter() {
        let refused = facts.conditions(own).any(|(known, _)| known.refuses(&def.tags));
        let Some((check, ends)) = opposed(def).filter(|_| !refused && facts.has_action(own, def)) else {
            continue;
        };
        let tagged = |name: &Key| facts.book.check(check).is_some_and(|known| known.tags.contains(name));
        if !names.iter().any(|name| *name == check || tagged(name)) {
            continue;
        }
        let what = &planner.what;
        let Some(then) = what.unit(ally) else { continue };
        for id in &others {
            if let (Some(before), Some(after)) = (facts.unit(*id), what.unit(*id)) {
                let more =
                    contested(what, (then, after), def, ends) - contested(facts, (own, before), def, ends);
                most = most.max(more);
            }
        }
    }
    if let Some(tried) = planner.what.unit_mut(ally) {
        tried.conditions = kept;
    }
    weights::AID * most
}

/// What comes of winning and of losing a contest.
pub type Ends<'a> = (&'a [EffectDef], &'a [EffectDef]);

/// The check of a contest, and what comes of it.
pub fn opposed(def: &ActionDef) -> Option<(Key, Ends<'_>)> {
    def.steps.iter().find_map(|step| match step {
        Step::Opposed { check, win, lose, .. } => Some((*check, (win.as_slice(), lose.as_slice()))),
        _ => None,
    })
}

/// Contests on one's own turn.
pub fn utility_candidates(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let facts = planner.facts;
    let option = utility.def.steps.iter().find_map(|step| match step {
        Step::Choose { tag, winner, .. } => Some((*tag, *winner)),
        _ => None,
    });
    let Some((_, (win, lose))) = opposed(utility.def) else { return };
    let rest = aiming::rest(planner, utility);
    let me = planner.me;
    // A relation that the victory itself ends is not ended once more by what follows on it (S-83).
    let over = |bond: &Bond| {
        let ends = |effect: &EffectDef| match effect {
            EffectDef::Unbind { kind, to: To::Own } => *kind == bond.kind,
            _ => false,
        };
        [bond.unit, bond.to].contains(&me) && win.iter().any(ends)
    };
    let parted = (option.is_some() && facts.bonds.iter().any(over)).then(|| {
        let mut parted = facts.clone();
        parted.bonds.retain(|bond| !over(bond));
        parted
    });
    let then = parted.as_ref().unwrap_or(facts);
    for foe in 0..planner.foes.len() {
        let (id, weight) = (planner.foes[foe].id, planner.foes[foe].worth);
        let other = &facts.units[planner.foes[foe].at];
        let act = utility.act(Args { target: Some(id), ..Args::default() });
        if !planner.permits(&act) {
            continue;
        }
        let Some((chance, margin)) = odds(facts, planner.me, id, utility.def) else { continue };
        let opened = opened(planner, utility, win, foe);
        let effects = Effects { facts, by: planner.own(), target: Some(other), sv: margin };
        let option_of = |own: &UnitState, other: &UnitState| {
            option.map_or(0.0, |(tag, _)| winners::best(then, own, other, tag, margin))
        };
        let worth = option_of(planner.own(), other) + effects.value(win);
        let gain = chance * (worth * weight + opened);
        let either = option.is_some_and(|(_, either)| either);
        let theirs = if either { option_of(other, planner.own()) } else { 0.0 };
        let loss = (1.0 - chance) * (theirs - effects.value(lose));
        if option.is_none() && gain - loss <= weights::WORTHWHILE {
            continue;
        }
        // Whoever is held can do nothing else: the contest is better than nothing.
        let only = if either { 0.03 } else { 0.0 };
        found.push((gain - 0.8 * loss + rest + only - utility.price, act));
    }
}

/// What a victory adds to the attack that comes next, by modifiers that serve that one alone: an opening (S-89).
fn opened(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, win: &[EffectDef], foe: usize) -> f64 {
    let id = planner.foes[foe].id;
    let serves = |effect: &EffectDef| match effect {
        EffectDef::Modify { modifier, until: Until::NextAction, to: To::Own, versus_target } => {
            let versus = versus_target.then_some(id);
            let (source, def, until) = (utility.def.id, modifier.clone(), Until::NextAction);
            Some(ActiveModifier { source, def, until, versus, from: None })
        }
        _ => None,
    };
    let gained: Vec<ActiveModifier> = win.iter().filter_map(serves).collect();
    if gained.is_empty() {
        return 0.0;
    }
    let payable = planner.payable(&utility.cost, &utility.def.tags);
    let able: Vec<usize> = payable.iter().map(|(way, _)| *way).collect();
    let plain = planner.best(|_, way| able.contains(&way)).map_or(0.0, |(gain, ..)| gain);
    aiming::begun(planner, utility);
    planner.tried().modifiers.0.extend(gained);
    planner.altered();
    let best = able.into_iter().filter_map(|way| planner.gain(way, foe)).fold(0.0, f64::max);
    planner.restore();
    (best - plain).max(0.0)
}
