//! What an action changes in the unit that does it: conditions, shields, auras, relations, and its end of turn.

use super::{auras, tending::targets};
use crate::ai::prelude::*;
use crate::rules::{condition::Hook, modifier::ModifierDef, unit::Precision};

/// Changes of one's own: getting up, crouching, bracing, keeping hold of somebody, letting go.
pub fn change(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, here: f64, found: &mut Found) {
    let kind = (utility.def.id, utility.amount, utility.ward);
    if let Some((_, known)) = planner.utility_worth.iter().find(|(own, _)| *own == kind) {
        // Known from another way of paying for it.
        let benefit = *known;
        offer(planner, utility, benefit, found);
        return;
    }
    let mut direct = ordered(planner, utility);
    let mut changed = false;
    for effect in &utility.effects {
        if let EffectDef::Unbind { kind, to: To::Own } = effect {
            if let Some(worth) = let_go(planner, effect, *kind) {
                direct += worth;
                changed = true;
            }
        } else {
            changed |= alter(planner, utility, effect);
            // What refuses actions to the end of this turn only costs nothing later (D-27).
            if let EffectDef::Gain { condition, until: Until::EndOfTurn, to: To::Own, .. } = effect
                && planner.facts.book.condition(*condition).is_some_and(|def| !def.forbids_tags.is_empty())
            {
                direct += weights::REFUSED;
            }
        }
    }
    if !changed {
        // Something may follow on it all the same (S-80).
        if winners::leads_on(utility.def).is_some() {
            offer(planner, utility, 0.0, found);
        }
        return;
    }
    planner.altered();
    let before = due(planner.facts, planner.own());
    let averted = due(&planner.what, &planner.what.units[planner.at]) - before;
    let spared = sheltered(planner, &utility.effects) + auras::fed(planner);
    let benefit = standing(planner) - here + direct + averted + spared;
    planner.utility_worth.push((kind, benefit));
    offer(planner, utility, benefit, found);
    planner.restore();
}

/// Tries out what an effect of an action does to the unit itself; whether that is anything.
fn alter(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, effect: &EffectDef) -> bool {
    let (facts, own, ward) = (planner.facts, planner.own(), utility.ward);
    let amount = |amount: &Expr| {
        let value = facts.evaluate(amount, own, None, &|name| match utility.amount {
            Some(chosen) if name == "amount" => Some(i64::from(chosen)),
            _ => own.buying(ward, name),
        });
        i32::try_from(value).unwrap_or(0)
    };
    match effect {
        EffectDef::Lift { condition, count: _, to: To::Own } if own.conditions.has(*condition) => {
            planner.tried().conditions.0.retain(|own| own.id != *condition);
            true
        }
        EffectDef::Gain { condition, count, to: To::Own, .. } if !own.conditions.has(*condition) => {
            let Some(def) = facts.book.condition(*condition) else { return false };
            let chosen = def.counted && utility.amount.is_some();
            let count = if chosen { amount(count).max(1) } else { 1 };
            let gained = Condition::new(*condition, count, Until::Battle, None);
            let conditions = &mut planner.tried().conditions.0;
            conditions.retain(|own| !def.replaces.contains(&own.id));
            conditions.push(gained);
            true
        }
        EffectDef::Shield { precision, amount: points, to: To::Own, .. } => {
            let points = amount(points);
            let Some(ward) = own.wards.shield(*precision, ward).map(|shield| shield.id) else { return false };
            let wards = &mut planner.tried().wards;
            wards.buy(ward, points);
            wards.change(ward, points).is_some()
        }
        EffectDef::Aura { amount: points, most, to: To::Own } => {
            let points = amount(points);
            let Some(id) = own.wards.aura(ward).map(|aura| aura.id) else { return false };
            let most = most.as_ref().map(amount);
            let own_most = own.aura_def(id).and_then(|def| def.most);
            let most = own_most.into_iter().chain(most).min().unwrap_or(i32::MAX);
            let mut auras = planner.tried().wards.auras.iter_mut();
            let Some(aura) = auras.find(|aura| aura.id == id) else { return false };
            aura.stored = aura.stored.saturating_add(points).min(most.max(aura.stored));
            true
        }
        // What it spares where one shield stops an attack for fewer points than another (D-67).
        EffectDef::ShieldFirst => {
            let Some(ward) = ward else { return false };
            planner.tried().wards.put_first(ward);
            true
        }
        // What serves until the enemies have had their turns: a guard (S-84).
        EffectDef::Modify { modifier, until, to: To::Own, versus_target: false }
            if outlasts(until) && !own.modifiers.0.iter().any(|active| active.source == utility.def.id) =>
        {
            let value = Expr::number(i64::from(facts.value(&modifier.value, own)));
            let def = ModifierDef { value, ..modifier.clone() };
            let active = ActiveModifier::new(utility.def.id, def, until.clone());
            planner.tried().modifiers.0.push(active);
            true
        }
        _ => false,
    }
}

/// What it is worth that a shield takes its part before others: its points that are soon gone anyway (D-07), and those of
/// a pool that serve elsewhere, too, which it spares (D-64, D-65).
fn ordered(planner: &Planner<'_>, utility: &UtilityAction<'_>) -> f64 {
    let wards = &planner.own().wards;
    let chosen = utility.ward.filter(|_| utility.does(&EffectDef::ShieldFirst));
    let chosen = chosen.and_then(|id| wards.shields.iter().find(|own| own.id == id && own.points > 0));
    let Some((chosen, first)) = chosen.and_then(|own| Some((own, wards.first(own.precision)?))) else {
        return 0.0;
    };
    let cheap = |own: &Shield| {
        let shared = |other: &Shield| other.precision != own.precision && other.shares(own);
        let passing = if own.turns == 1 { own.passing.min(own.points) } else { 0 };
        passing - if wards.shields.iter().any(shared) { own.points } else { 0 }
    };
    weights::SHIELD_WORN * f64::from(cheap(chosen).saturating_sub(cheap(first)))
}

/// What points of a far shield spare friends who stand under it, of each foe's best shot at them (D-59).
fn sheltered(planner: &Planner<'_>, effects: &[EffectDef]) -> f64 {
    let far = |effect: &EffectDef| matches!(effect, EffectDef::Shield { precision: Precision::Low, .. });
    if !effects.iter().any(far) {
        return 0.0;
    }
    let friends = planner.friends.iter().map(|at| &planner.facts.units[*at]);
    let friends: Vec<_> = friends.map(|unit| (unit, LossLimits::of(planner.facts, unit))).collect();
    let best = |facts: &Facts, foe: &Foe| {
        let mut most: f64 = 0.0;
        for way in foe.ways.iter().filter(|way| foe.able && way.placed && !way.melee) {
            for (friend, limits) in &friends {
                if facts.distance(&facts.units[foe.at], friend) <= way.range.1 {
                    let spec = way.spec(foe.id, friend.id());
                    most = most.max(way.worth(facts, &planner.faces, &spec, limits, 1.0));
                }
            }
        }
        most
    };
    let spared = planner.foes.iter().map(|foe| best(planner.facts, foe) - best(&planner.what, foe));
    weights::SHELTER * spared.map(|spared| spared.max(0.0)).sum::<f64>()
}

/// What keeps a unit in the air that would come down at the end of the round: flight paid for in points (D-19).
pub fn stay_up(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, here: f64, found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    let (band, square) = (own.place.band, own.place.area.origin);
    let borne = facts.carrier(own.id()).is_some() || facts.moving(own).id() != own.id();
    if band == Band::Ground || borne || facts.can_fly(own) || !flies(facts, own, &utility.effects, true) {
        return;
    }
    let amounts = asked(planner, utility.def);
    if amounts.is_some_and(|(least, _)| utility.amount != Some(least)) {
        return;
    }
    let enough = amounts::enough(facts, own, utility.def, &Args::default());
    let amount = match (amounts, enough) {
        (None, _) => None,
        (Some((least, most)), Some(enough)) if enough.least <= most => Some(enough.least.max(least)),
        (Some(_), _) => return,
    };
    let below = if band == Band::High { Band::Low } else { Band::Ground };
    let feared = planner.caution * (in_reach(planner, below) - in_reach(planner, band));
    planner.stand(square, below, 0, 0);
    let benefit = here - standing(planner) + feared;
    planner.restore();
    let score = with_rest(planner, utility, benefit);
    if score > 0.0 {
        found.push((score, utility.act(Args { amount, ..Args::default() })));
    }
}

/// Whether a unit could fly with the conditions that effects bring it, or without them.
pub(super) fn flies(facts: &Facts, own: &UnitState, effects: &[EffectDef], with: bool) -> bool {
    fn gained(effects: &[EffectDef], all: &mut Vec<Key>) {
        for effect in effects {
            match effect {
                EffectDef::Gain { condition, to: To::Own, .. } => all.push(*condition),
                EffectDef::When { then, .. } => gained(then, all),
                _ => {}
            }
        }
    }
    let (mut then, mut all) = (own.clone(), Vec::new());
    gained(effects, &mut all);
    let set = |unit: &mut UnitState, id: Key, holds: bool| {
        unit.conditions.0.retain(|known| known.id != id);
        if holds {
            unit.conditions.0.push(Condition::new(id, 1, Until::Battle, None));
        }
    };
    all.into_iter().for_each(|id| set(&mut then, id, with));
    let states =
        facts.book.settings.states.iter().filter(|state| state.lifts && !state.by_loss && !state.asks);
    let come: Vec<(Key, bool)> =
        states.map(|state| (state.condition, facts.state_holds(state, &then))).collect();
    come.into_iter().for_each(|(id, holds)| set(&mut then, id, holds));
    facts.can_fly(&then)
}

/// What foes who do not fly could do hand to hand to the unit, were it in a band.
fn in_reach(planner: &Planner<'_>, band: Band) -> f64 {
    let place = &planner.own().place;
    let of = |foe: &Foe| {
        let there = &planner.facts.units[foe.at].place;
        let (near, gap) = (there.area.distance(&place.area), planner.facts.gap(there.band, band));
        let reaches = |way: &AttackWay| gap <= way.range.1 && near <= way.range.1 + foe.strike;
        let ways = foe.ways.iter().zip(&foe.base).filter(|(way, _)| way.melee && reaches(way));
        ways.map(|(_, worth)| *worth).fold(0.0, f64::max)
    };
    planner.foes.iter().filter(|foe| foe.able && !foe.flies).map(of).sum()
}

/// Whether what ends then is still there in others' turns, and whatever one does next.
fn outlasts(until: &Until) -> bool {
    use Until::{Battle, EndOfNextTurn, EndOfRound, RoundStart, Rounds, StartOfTurn};
    matches!(until, Battle | EndOfNextTurn | EndOfRound | RoundStart | Rounds(_) | StartOfTurn)
}

/// What the end of the unit's relations of a kind is worth; none if it has none but those in which it is carried.
fn let_go(planner: &mut Planner<'_>, effect: &EffectDef, kind: Key) -> Option<f64> {
    let (facts, me) = (planner.facts, planner.me);
    let own = facts.bonds.iter().filter(|bond| bond.kind == kind && (bond.unit == me || bond.to == me));
    let mut ends = false;
    for bond in own.filter(|bond| facts.bond_def(bond).is_some_and(|(_, role)| !role.carried)) {
        ends = true;
        for (unit, _, condition) in facts.bond_conditions(bond) {
            if unit == me {
                planner.tried().conditions.0.retain(|own| own.id != condition);
            }
        }
    }
    let effects = Effects { facts, by: planner.own(), target: None, sv: 1 };
    ends.then(|| effects.one(effect))
}

/// What the unit's conditions cost it at the end of its turn or of the round: a hold not kept up, a fire.
fn due(facts: &Facts, own: &UnitState) -> f64 {
    let effects = Effects { facts, by: own, target: None, sv: 1 };
    let mut sum: f64 = 0.0;
    for (def, count) in facts.conditions(own) {
        let context = |name: Key| (name == "count").then_some(i64::from(count));
        for trigger in &def.on {
            let soon = matches!(trigger.at, Hook::TurnEnd | Hook::EndOfRound) && trigger.every.is_none();
            let holds =
                || trigger.when.as_ref().is_none_or(|when| facts.evaluate(when, own, None, &context) != 0);
            if soon && holds() {
                sum += effects.value(&trigger.effects).min(0.0);
            }
        }
    }
    sum
}

/// The action as a candidate, with each target that it may have and what follows on it.
fn offer(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, benefit: f64, found: &mut Found) {
    let Some((who, _)) = utility.def.target() else {
        let score = with_rest(planner, utility, benefit);
        if score > 0.0 {
            found.push((score, utility.act(Args::default())));
        }
        return;
    };
    for target in targets(planner, Some(who)) {
        let act = utility.act(Args { target: Some(target), ..Args::default() });
        if !planner.permits(&act) {
            continue;
        }
        let follows = follows(planner, utility.def, target);
        let score = with_rest(planner, utility, benefit + follows);
        if score > 0.0 {
            found.push((score, act));
        }
    }
}

/// What follows an action on somebody at no cost.
fn follows(planner: &Planner<'_>, def: &ActionDef, target: UnitId) -> f64 {
    let (facts, own) = (planner.facts, planner.own());
    let worth = planner.foes.iter().find(|foe| foe.id == target).map_or(1.0, |foe| foe.worth);
    let other = facts.unit(target);
    other.map_or(0.0, |other| winners::followed(facts, &planner.faces, (own, other), def, worth))
}
