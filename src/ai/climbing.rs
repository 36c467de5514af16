//! Climbing onto a foe, inside its near shield, and down again where there is nobody to strike (D-20, D-102).

use super::tending::targets;
use crate::ai::prelude::*;

/// Climbing on or down, if that is what an action does.
pub fn climb(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    for effect in &utility.effects {
        match effect {
            EffectDef::Bind { kind, role } => on(planner, utility, (*kind, *role), found),
            EffectDef::Unbind { kind, to: To::Own } => down(planner, utility, *kind, found),
            _ => {}
        }
    }
}

/// Onto a foe whom the unit then strikes harder. Seats of vehicles are not meant.
fn on(
    planner: &mut Planner<'_>,
    utility: &UtilityAction<'_>,
    (kind, role): (Key, Option<Key>),
    found: &mut Found,
) {
    let (facts, me) = (planner.facts, planner.me);
    let seats = facts.book.settings.vehicles.as_ref().is_some_and(|rule| rule.crew == kind);
    let role = facts.book.bond(kind).and_then(|def| def.role(role)).filter(|role| role.carried && !seats);
    let (Some(role), Some((who, _))) = (role, utility.def.target()) else { return };
    for target in targets(planner, Some(who)) {
        let act = utility.act(Args { target: Some(target), ..Args::default() });
        let foe = planner.foes.iter().position(|foe| foe.id == target);
        let (Some(foe), Some(other)) = (foe, facts.unit(target)) else { continue };
        if !planner.permits(&act) {
            continue;
        }
        let here = strike(planner, utility, foe);
        planner.what.bonds.push(Bond { kind, unit: me, role: role.id, to: target });
        planner.stand(other.place.area.origin, other.place.band, 0, 0);
        planner.altered();
        let there = strike(planner, utility, foe);
        planner.what.bonds = facts.bonds.clone();
        planner.restore();
        if there > here + weights::WORTHWHILE {
            found.push((there - utility.price, act));
        }
    }
}

/// The best attack on a foe, from where the unit stands in the altered facts, that can still be paid for afterwards.
fn strike(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, foe: usize) -> f64 {
    let ways = planner.payable(&utility.cost, &utility.def.tags);
    ways.iter().map(|(way, paid)| planner.gain(*way, foe).unwrap_or(0.0) - paid).fold(0.0, f64::max)
}

/// Down from a foe from whom nobody can be struck, to where the way goes on.
fn down(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, kind: Key, found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    let rides = |bond: &Bond| bond.kind == kind && facts.hostile_ids(bond.unit, bond.to);
    let lands = utility.def.asks.contains(&Parameter::Landing) && facts.bonds_of(own.id()).any(rides);
    if !lands || planner.best(|_, _| true).is_some_and(|(gain, ..)| gain > weights::SLIGHT) {
        return;
    }
    let left = |square: &Square| planner.goal.left(&own.place.area.at(*square));
    if let Some(square) = legal::landings(facts, own).into_iter().min_by_key(left) {
        utility.offer(weights::LEAVE, Args { square: Some(square), ..Args::default() }, found);
    }
}

#[cfg(test)]
mod tests {
    use crate::ai::{test_battle::*, utility};

    /// What climbing onto a hull beside it is worth to a lancer, where that has the lancer's near shield or none.
    fn climbing(shielded: bool) -> f64 {
        let book = book("drive");
        let near = book.unit(Key::new("lancer")).unwrap().shields[0].clone();
        let beside = Field::new(&book, 16, 12).unit("lancer", "lancer", "red", (5, 5));
        let hull = beside.unit("hull", "gravnet_ship", "blue", (6, 5)).stats(&[("injury_factor", 10)]);
        let hull = hull.def(|def| def.shields.extend(shielded.then_some(near)));
        let facts = known(hull.in_order());
        let mut planner = Planner::new(&facts, UnitId::new("lancer"), None).unwrap();
        let here = standing(&mut planner);
        let mut found = Found::new();
        utility::candidates(&mut planner, here, None, &mut found);
        let own = found.iter().filter(|(_, act)| act.action == "climb_on" && planner.permits(act));
        own.map(|(score, _)| *score).fold(0.0, f64::max)
    }

    #[test]
    fn one_climbs_on_a_hull_to_be_inside_its_near_shield_d102() {
        assert!(climbing(true) > 0.0);
        assert!(climbing(false) == 0.0, "the hull is struck as hard from beside it");
    }
}
