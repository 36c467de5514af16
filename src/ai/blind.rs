//! Fire at those whom the unit does not see, when there is nobody else to shoot at.

use crate::ai::prelude::*;

/// Blind fire at foes whose places are known, if any is worth it: who else is on the line counts, friends against it.
pub fn fire(planner: &Planner<'_>, found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    for def in facts.book.actions.iter().filter(|def| FireDef::of(def).blind && def.allows(Mode::Standard)) {
        let Some(uses) = def.weapon_use() else { continue };
        let cost = legal::cost(facts, own, &def.cost, Mode::Standard);
        if !planner.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        for (item, weapon) in facts.in_hand(own, uses).filter(|(_, weapon)| fire::serves(def, weapon)) {
            for amount in fire::amounts(def, weapon) {
                let rounds = fire::rounds(facts, own, def, Some(item.id), amount);
                for foe in planner.foes.iter().filter_map(|foe| facts.unit(foe.id)) {
                    let square = foe.place.area.nearest_to(own.place.area.origin);
                    let args =
                        Args { square: Some(square), weapon: Some(item.id), amount, ..Args::default() };
                    let act = Act { action: def.id, mode: Mode::Standard, args };
                    if !planner.permits(&act) {
                        continue;
                    }
                    let spec = |target: UnitId| {
                        AttackSpec::new(own.id(), target, def).armed(Some(item.id), None).firing(rounds)
                    };
                    let of = |unit: &UnitState| worth(planner, unit, &spec(unit.id()), &act.args);
                    let worth: f64 = facts.units.iter().map(of).sum();
                    let left = item.shots(weapon).unwrap_or(rounds);
                    let share = f64::from(rounds) / f64::from(left.max(rounds).max(1));
                    let score = worth - if rounds > 1 { weights::AMMUNITION * share } else { 0.0 };
                    if score > weights::WORTHWHILE {
                        found.push((score, act));
                    }
                }
            }
        }
    }
}

/// What it is worth to fire so, as far as one of those on the line goes.
fn worth(planner: &Planner<'_>, unit: &UnitState, spec: &AttackSpec<'_>, args: &Args) -> f64 {
    let facts = planner.facts;
    if unit.id() == planner.me || !facts.present(unit) || facts.out(unit) {
        return 0.0;
    }
    let Some(odds) = odds::attack_at(facts, spec, args) else { return 0.0 };
    let limits = LossLimits::of(facts, unit);
    let losses =
        odds.loss.iter().map(|(loss, weight, all)| limits.of_loss(*loss) * weight as f64 / all as f64);
    let sum: f64 = losses.sum();
    if facts.hostile(unit, planner.own()) { sum } else { -weights::OWN_SIDE * sum }
}
