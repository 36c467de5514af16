//! Damage auras (D-117 to D-119): what their answers take, for whoever is struck and for whoever strikes.

use crate::ai::prelude::*;

/// What a foe takes to be stored in an aura (D-106): what that kind of unit begins with, less what has faded.
fn assumed(facts: &Facts, bearer: &UnitState, aura: &Aura) -> i32 {
    if aura.kind != "normal" && aura.stored <= 0 {
        return 0;
    }
    let kind = bearer.sheet.0.auras.iter().find(|own| own.id == aura.id);
    let turns = i32::try_from(facts.round.saturating_sub(1)).unwrap_or(i32::MAX);
    kind.map_or(aura.stored, |own| own.stored.saturating_sub(own.decay.saturating_mul(turns)).max(0))
}

/// What an attack in mêlée may cost by the answer of its target's aura: none comes to a critical hit (D-38).
pub fn burned(facts: &Facts, expected: &Expected, own: &UnitState, target: &UnitState) -> f64 {
    if !facts.book.settings.attack.steps.contains(&AttackStep::AuraAnswer) {
        return 0.0;
    }
    let auras = target.wards.auras.iter();
    let most =
        auras.map(|aura| harm::aura(facts, own, aura, assumed(facts, target, aura)).total).max().unwrap_or(0);
    if most <= 0 {
        return 0.0;
    }
    (expected.hit - expected.critical).max(0.0) * LossLimits::of(facts, own).of_loss(most)
}

/// What a store that has been filled takes from foes who may strike in their next turn, of the one whom more of it burns
/// most (D-117, D-127).
pub fn fed(planner: &Planner<'_>) -> f64 {
    let (facts, own) = (planner.facts, planner.own());
    let then = &planner.what.units[planner.at].wards.auras;
    let both = own.wards.auras.iter().zip(then).filter(|(now, then)| now.stored < then.stored);
    let fuller: Vec<(&Aura, &Aura)> = both.collect();
    if fuller.is_empty() {
        return 0.0;
    }
    let burns = |foe: &Foe| {
        let unit = &facts.units[foe.at];
        let near = facts.distance(unit, own);
        let blow = foe.ways.iter().find(|way| way.melee && near <= way.range.1 + foe.strike);
        let Some(way) = blow else { return 0.0 };
        let expected = Expected::of(facts, &planner.faces, &way.spec(foe.id, own.id()));
        let hit = expected.map_or(weights::UNKNOWN_CHECK, |expected| expected.hit - expected.critical);
        let takes = |aura: &Aura| foe.limits.of_loss(harm::aura(facts, unit, aura, aura.stored).total);
        hit * fuller.iter().map(|&(now, then)| takes(then) - takes(now)).fold(0.0, f64::max)
    };
    weights::NEXT * planner.foes.iter().filter(|foe| foe.able).map(burns).fold(0.0, f64::max)
}

/// The answer that takes most from a foe who has struck, leaving most in store; none if nothing would get through.
pub fn answer(facts: &Facts, own: &UnitState, by: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let limits = LossLimits::of_target(facts, by, own);
    let worth = |option: &ChoiceOption| {
        let known = option.id.as_str().rsplit_once(':');
        let aura = known.and_then(|(id, _)| own.wards.auras.iter().find(|aura| aura.id == id));
        aura.map_or(0.0, |aura| limits.of_loss(harm::aura(facts, by, aura, option.value).total))
    };
    let none = options.iter().find(|option| option.value == 0)?;
    let mut best = (0.0, none);
    for option in options.iter().filter(|_| facts.hostile(own, by)) {
        let worth = worth(option);
        if worth > best.0 || (worth > 0.0 && worth >= best.0 && option.value < best.1.value) {
            best = (worth, option);
        }
    }
    Some(best.1.id)
}

#[cfg(test)]
mod tests {
    use super::answer;
    use crate::ai::test_battle::*;

    /// A raider beside an ember warden whose aura has so much in store.
    fn beside(stored: i32) -> Facts {
        Field::new(&book("drive"), 8, 8)
            .unit("raider", "raider", "red", (2, 5))
            .unit("warden", "ember_warden", "blue", (3, 5))
            .with(|unit| unit.wards.auras[0].stored = stored)
            .facts()
    }

    fn worth(facts: &Facts) -> f64 {
        attack_worth(facts, "raider", "warden", "melee_attack")
    }

    #[test]
    fn who_burns_is_struck_less_gladly_d117() {
        assert!(worth(&beside(30)) < worth(&beside(0)));
    }

    #[test]
    fn how_much_a_foe_has_in_store_is_not_known_d106() {
        assert!((worth(&beside(90)) - worth(&beside(1))).abs() < 1e-9);
    }

    #[test]
    fn an_aura_is_not_spent_on_what_armour_stops_nor_on_friends_d118() {
        let facts = beside(30);
        let (own, by) =
            (facts.unit(UnitId::new("warden")).unwrap(), facts.unit(UnitId::new("raider")).unwrap());
        let option = |id: &str, value: i32| {
            ChoiceOption::new(id, threat_range_base::message!("core-no-answer"), value)
        };
        // A mail coat stops what has less drive than 16, and halves up to 24.
        let all = [option("none", 0), option("ember_aura:10", 10), option("ember_aura:30", 30)];
        assert_eq!(answer(&facts, own, by, &all), Some(Key::new("ember_aura:30")));
        assert_eq!(answer(&facts, own, by, &all[..2]), Some(Key::new("none")));
        assert_eq!(answer(&facts, own, own, &all), Some(Key::new("none")));
    }
}
