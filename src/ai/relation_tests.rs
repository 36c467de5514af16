//! What the computer makes of grapples and pins, and of other burdens that it can bring or take away.

use crate::ai::{moves, test_battle::*, utility};

/// Two units of these kinds, so many squares apart, in the order of their turns.
fn two(first: &str, second: &str, apart: i16) -> Field {
    let field = Field::new(&book("structured"), 20, 9);
    field.unit(first, first, first, (4, 4)).unit(second, second, second, (4 + apart, 4))
}

/// The first has control of the second.
fn grappled(first: &str, second: &str) -> Field {
    two(first, second, 1).grapple()
}

#[test]
fn a_hold_is_worth_what_it_keeps_either_from_s74() {
    let worth = |apart: i16, by: &str, target: &str| {
        let facts = two("wrestler", "breaker", apart).facts();
        let (by, target) = (facts.unit(UnitId::new(by)).unwrap(), facts.unit(UnitId::new(target)));
        let effects = Effects { facts: &facts, by, target, sv: 1 };
        effects.one(&EffectDef::Bind { kind: Key::new("grapple"), role: None })
    };
    assert!(worth(1, "wrestler", "breaker") > 0.3, "a maul is no use in a grapple");
    assert!(worth(1, "breaker", "wrestler") == 0.0, "it would let go at once");
    assert!(worth(3, "wrestler", "breaker") == 0.0, "nobody is held from afar");
}

#[test]
fn a_wrestler_charges_to_grapple_s63() {
    assert_eq!(first_action(two("wrestler", "breaker", 6).in_order(), "wrestler"), "charge_grapple");
}

#[test]
fn a_hold_that_is_worth_something_is_kept_and_another_let_go_s75() {
    assert_eq!(first_action(grappled("wrestler", "breaker").in_order(), "wrestler"), "keep_hold");
    assert_eq!(first_action(grappled("breaker", "wrestler").in_order(), "breaker"), "release");
}

/// The charges, and what is neither an attack nor a move, of the first turn of a battle, with their scores.
fn candidates(setup: Setup, first: &str) -> Vec<(f64, String)> {
    let battle = begun(setup);
    assert_eq!(battle.prompt().unwrap().unit, UnitId::new(first));
    let facts: &Facts = &battle.referees_knowledge();
    let mut planner = Planner::new(facts, UnitId::new(first), None).unwrap();
    let here = standing(&mut planner);
    let mut found = Found::new();
    moves::charges(&mut planner, here, &mut found);
    utility::candidates(&mut planner, here, None, &mut found);
    found.retain(|(_, act)| planner.permits(act));
    found.into_iter().map(|(score, act)| (score, act.action.as_str().to_owned())).collect()
}

#[test]
fn a_run_may_end_in_a_contest_s85() {
    let found = candidates(two("breaker", "wrestler", 6).in_order(), "breaker");
    assert!(found.iter().any(|(_, action)| action == "charge_down"), "{found:?}");
}

#[test]
fn a_guard_is_worth_what_it_keeps_off_s84() {
    let found = candidates(two("deckhand", "breaker", 1).in_order(), "deckhand");
    assert!(found.iter().any(|(score, action)| *score > 0.0 && action == "guard_mode"), "{found:?}");
}

#[test]
fn who_is_held_is_helped_s05() {
    let assists = |field: Field| {
        let mut setup = field.unit("boarder", "boarder", "breaker", (5, 5)).in_order();
        setup.units[2].initiative.count = 30;
        candidates(setup, "boarder").iter().any(|(score, action)| *score > 0.0 && action == "assist")
    };
    assert!(assists(grappled("wrestler", "breaker")), "there is a grip to get out of");
    assert!(!assists(two("wrestler", "breaker", 1)), "there is nothing to help with");
}

#[test]
fn a_pin_is_worth_an_action_to_both_ends_of_it_d20() {
    let (pin, [holder, held]) = (Key::new("pin"), ["holder", "held"].map(UnitId::new));
    let facts = Field::new(&book("drive"), 8, 8)
        .unit("holder", "raider", "red", (2, 5))
        .unit("held", "raider", "blue", (3, 5))
        .bound("holder", "pin", "pinner", "held")
        .facts();
    let worth = |by: UnitId, target: UnitId, effect: EffectDef| {
        let effects =
            Effects { facts: &facts, by: facts.unit(by).unwrap(), target: facts.unit(target), sv: 1 };
        effects.value(&[effect])
    };
    assert!(worth(held, holder, EffectDef::Unbind { kind: pin, to: To::Own }) > 0.3, "to be free");
    assert!(worth(holder, held, EffectDef::Unbind { kind: pin, to: To::Own }) < -0.3, "to let go");
    assert!(worth(holder, held, EffectDef::Bind { kind: pin, role: None }) > 0.3, "to hold");
    let grapple = EffectDef::Bind { kind: Key::new("grapple"), role: None };
    assert!(worth(holder, held, grapple.clone()) < 0.05, "there is nothing further to hold");
    let facts = Facts { bonds: Default::default(), ..facts.clone() };
    let effects = Effects { facts: &facts, by: facts.unit(holder).unwrap(), target: facts.unit(held), sv: 1 };
    assert!(effects.one(&grapple) > 0.1, "a grapple leads to a pin");
}

#[test]
fn a_fire_is_worth_putting_out_d75() {
    let ignited = Key::new("ignited");
    let facts =
        Field::new(&book("drive"), 8, 8).unit("raider", "raider", "red", (2, 2)).under("ignited").facts();
    let own = facts.unit(UnitId::new("raider")).unwrap();
    let effects = Effects { facts: &facts, by: own, target: Some(own), sv: 1 };
    let lift = EffectDef::Lift { condition: ignited, count: None, to: To::Target };
    assert!(effects.one(&lift) > 0.01, "{}", effects.one(&lift));
}
