//! Attacks in place of damage or again, help, a longer reach: their worth, and choices once the dice have fallen.

use super::{aiming, moves::after, value::point, ways::ready};
use crate::ai::prelude::*;
use crate::rules::manoeuvre;

/// Attacks that take something else than vitality, from where the unit stands.
pub fn candidates(planner: &mut Planner<'_>, found: &mut Found) {
    let book = planner.facts.book.clone();
    let provoking = planner.provoking();
    for def in book.actions.iter().filter(|def| def.manoeuvre.is_some() && def.path().is_none()) {
        if !def.allows(Mode::Standard) {
            continue;
        }
        for spell in spells(planner, def) {
            let Some(way) = way_of(planner.facts, planner.own(), def.id, None, spell) else { continue };
            if planner.pays(&way.cost, &def.tags, &[], &[]) {
                by(planner, &way, provoking, found);
            }
        }
    }
}

/// The spells with which an action may be done; one that asks for none: just that.
fn spells(planner: &Planner<'_>, def: &ActionDef) -> Vec<Option<Key>> {
    if !def.asks.contains(&Parameter::Spell) {
        return vec![None];
    }
    ready(planner.own()).into_iter().map(Some).collect()
}

/// A manoeuvre by one way against every foe in range.
fn by(planner: &mut Planner<'_>, way: &AttackWay, provoking: f64, found: &mut Found) {
    let paid = planner.price(&way.price) + planner.strain(&way.cost, &[]);
    let rest = after(planner, &way.cost, &way.def.tags);
    for foe in 0..planner.foes.len() {
        let (facts, own, known) = (planner.facts, planner.own(), &planner.foes[foe]);
        let other = &facts.units[known.at];
        let distance = facts.distance(own, other);
        if distance < way.range.0 || distance > way.range.1 {
            continue;
        }
        let Some(worth) = expected(facts, &planner.faces, (own, other), way) else { continue };
        let score = worth * known.worth + weights::LATER * rest - paid - planner.risk(provoking);
        found.push((score, way.act(known.id)));
    }
}

/// What a manoeuvre against somebody may be expected to be worth; none: it cannot be tried.
pub fn expected(facts: &Facts, faces: &CheckFaces, (own, target): Pair<'_>, way: &AttackWay) -> Option<f64> {
    let expected = Expected::of(facts, faces, &way.spec(own.id(), target.id()))?;
    Some(expected.hit * worth_of(facts, own, target, &way.def, &expected))
}

/// What a manoeuvre is worth if it succeeds.
fn worth_of(facts: &Facts, own: &UnitState, target: &UnitState, def: &ActionDef, expected: &Expected) -> f64 {
    let arms = |unit: &UnitState| facts.weapons(unit).filter(|(_, weapon)| !weapon.unarmed).count();
    let loss_of_arm = |held: bool| match (held, arms(target)) {
        (false, _) => weights::ARM_AT_BELT,
        (true, ..=1) => weights::ONLY_ARM,
        (true, _) => weights::ONE_ARM,
    };
    match &def.manoeuvre {
        Some(Manoeuvre::Disarm { .. }) => {
            manoeuvre::item_aimed_at(facts, target, def, None).map_or(0.0, |(item, _)| loss_of_arm(item.held))
        }
        Some(Manoeuvre::Sunder) => {
            manoeuvre::item_aimed_at(facts, target, def, None).map_or(0.0, |(item, kind)| {
                let hard = kind.hardness().iter().map(|(n, _)| *n).max().unwrap_or(0);
                let left = (item.durability - item.damage).max(1);
                let share = f64::from((expected.value - hard).clamp(0, left)) / f64::from(left);
                share * share * loss_of_arm(item.held)
            })
        }
        Some(Manoeuvre::Push { .. }) => shoved(facts, (own, target), &Dir8::ALL, expected),
        Some(Manoeuvre::Subdue { past }) if expected.harms() > 0.0 => {
            // What comes of a point that gets through, at the mean of those that do.
            let mean = (expected.mean() / expected.harms()).round() as i32;
            let effects = Effects { facts, by: own, target: Some(target), sv: mean };
            effects.value(past) * expected.harms() / expected.hit.max(expected.harms())
        }
        Some(Manoeuvre::Subdue { .. }) | None => 0.0,
    }
}

/// What it is worth to push a foe, in the best of some directions.
pub fn shoved(facts: &Facts, (own, target): Pair<'_>, dirs: &[Dir8], expected: &Expected) -> f64 {
    let ways = manoeuvre::push_ways(facts, target, dirs, expected.value.max(1));
    let worth = ways.iter().map(|way| pushed(facts, own, target, way.end, way.hit.map(|_| way.squares)));
    worth.fold(0.0, f64::max)
}

/// What it is worth to have moved a foe to a square, running into something or not.
fn pushed(facts: &Facts, own: &UnitState, target: &UnitState, end: Square, hit: Option<i32>) -> f64 {
    let limits = LossLimits::of(facts, target);
    let area = target.place.area.at(end);
    let friends = facts.units.iter().filter(|unit| !facts.hostile(unit, own) && facts.present(unit));
    let near = friends.filter(|unit| facts.threatens(unit, &area, target.place.band)).count();
    hit.map_or(0.0, |squares| limits.of_loss(squares))
        + weights::PUSHED_AMONG * f64::from(u32::try_from(near.min(4)).unwrap_or(0))
}

/// Whether to attack once more: as long as it takes more than it costs.
pub fn again(facts: &Facts, own: &UnitState, target: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let burden = options.iter().map(|option| option.value).min().unwrap_or(0);
    let faces = CheckFaces::of(facts);
    let limits = LossLimits::of(facts, target);
    let once = |way: &AttackWay| {
        let spec = crate::rules::attack::AttackSpec { hinder: burden, ..way.spec(own.id(), target.id()) };
        Expected::of(facts, &faces, &spec).map_or(0.0, |expected| limits.of_losses(&expected.losses))
    };
    let all = ways(facts, own, &[Mode::Standard]);
    let worth = all.iter().filter(|way| way.def.repeat.is_some()).map(once).fold(0.0, f64::max);
    let weak = LossLimits::of(facts, own).weak_at;
    let price = if weak <= 1 { weights::AGAIN_WEAK } else { weights::AGAIN };
    let id = if worth > price { "again" } else { "none" };
    options.iter().find(|option| option.id == id).map(|option| option.id)
}

/// The farthest square from the holder, of those the nearest to one's own side.
pub fn flight(facts: &Facts, own: &UnitState, holder: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let near = |square: Option<Square>| {
        let here = Area::one(square.unwrap_or_default());
        let friends = facts.units.iter().filter(|unit| !facts.hostile(unit, own) && facts.present(unit));
        let others = facts.units.iter().filter(|unit| facts.hostile(unit, own) && unit.id() != holder.id());
        let friend = friends.map(|unit| unit.place.area.distance(&here)).min().unwrap_or(99);
        friend - others.map(|unit| unit.place.area.distance(&here)).min().unwrap_or(0).min(friend)
    };
    options.iter().min_by_key(|option| (-option.value, near(option.square))).map(|option| option.id)
}

/// Into something hard, or else to where friends stand.
pub fn push(facts: &Facts, own: &UnitState, target: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let mut best: Option<(f64, Key)> = None;
    for option in options {
        let Some(end) = option.square else { continue };
        let area = target.place.area;
        let made = area.distance(&area.at(end)).max(grid::distance(area.origin, end));
        let hit = (made < option.value).then_some(option.value);
        let worth = pushed(facts, own, target, end, hit) + weights::PUSHED_SQUARE * f64::from(option.value);
        if best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, option.id));
        }
    }
    best.map(|(_, id)| id)
}

/// The shift of the threat range that brings most foes into it.
pub fn shift(facts: &Facts, own: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let (least, most) = facts.threat_range(own);
    let now = own.gear.reach_shift;
    let inside = |shift: i32| {
        let by = shift - now;
        let foes = facts.units.iter().filter(|unit| facts.hostile(unit, own) && facts.present(unit));
        foes.filter(|unit| (least + by..=most + by).contains(&facts.distance(own, unit))).count()
    };
    let shift_of = |option: &ChoiceOption| option.id.as_str().parse::<i32>().unwrap_or(now);
    options.iter().rev().max_by_key(|option| inside(shift_of(option))).map(|option| option.id)
}

/// Whether an action is one of those that [`utility_candidates`] weighs.
pub fn is_utility(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Aid { .. } | Step::Reach { .. }))
}

/// Help for an ally who is about to strike, and a reach for foes who are out of it.
pub fn utility_candidates(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    for step in &utility.def.steps {
        match step {
            Step::Aid { ability, dc, value } => aid(planner, utility, (*ability, dc, value), found),
            Step::Reach { .. } => reach(planner, utility, found),
            _ => {}
        }
    }
}

fn aid(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, step: (Key, &Expr, &Expr), found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    let risk = planner.risk(planner.provoking());
    for at in planner.friends.clone() {
        let ally = &facts.units[at];
        if ally.initiative.acted || facts.distance(own, ally) > 1 {
            continue;
        }
        let near = |way: &&AttackWay| {
            planner.foes.iter().any(|foe| {
                let distance = facts.distance(ally, &facts.units[foe.at]);
                way.melee && (way.range.0..=way.range.1).contains(&distance)
            })
        };
        if !ways(facts, ally, &[Mode::Standard]).iter().any(|way| near(&way)) {
            continue;
        }
        let check = facts.book.settings.attack.melee;
        let Some(mut request) = legal::aid(facts, own, ally, check, step.0) else { continue };
        request.versus = Versus::Number(facts.value(step.1, own), Key::new("difficulty"));
        request.value = Some(facts.value(step.2, own));
        request.inputs = Inputs::from([(Word::Used, i64::from(own.usage.points)), (Word::Proficient, 1)]);
        let Some(built) = check::build(facts, request) else { continue };
        let mean = planner.faces.mean(|face| f64::from(built.read(face).value.min(10)));
        let benefit = weights::AID * point(facts) * mean - risk;
        let act = utility.act(Args { target: Some(ally.id()), check: Some(check), ..Args::default() });
        if benefit > weights::WORTHWHILE && planner.permits(&act) {
            found.push((benefit + aiming::rest(planner, utility) - utility.price, act));
        }
    }
}

fn reach(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    let (least, most) = facts.threat_range(own);
    let left = facts.reach(own) - own.gear.reach_shift;
    let distances: Vec<i32> =
        planner.foes.iter().map(|foe| facts.distance(own, &facts.units[foe.at])).collect();
    let now = distances.iter().any(|distance| (least..=most).contains(distance));
    let near = distances.iter().any(|distance| *distance > most && *distance <= most + left);
    let close = own.gear.reach_shift > 0 && distances.iter().any(|distance| *distance < least);
    if !now && (near || close) {
        let score = weights::REACH - utility.price - planner.risk(planner.provoking());
        found.push((score, utility.act(Args::default())));
    }
}
