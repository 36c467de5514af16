//! What the computer makes of grapples and pins, and of other burdens that it can bring or take away.

use std::sync::Arc;

use crate::{
    ai::{
        moves,
        planner::Planner,
        position::standing,
        test_battle::{self, book},
        turn::Found,
        utility,
        value::Effects,
    },
    battle::{Battle, command::Command, muster, setup::Setup},
    grid::{Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        action::{EffectDef, To},
        facts::{Bond, Condition, Facts, Side, UnitId},
        modifier::Until,
    },
};

/// Two units of these kinds, so many squares apart, in the order of their turns.
fn two(first: &str, second: &str, apart: i16) -> Setup {
    let book = book("structured");
    let map = Arc::new(Map::new(MapData::plain(20, 9, Terrain::plain(Key::new("deck")))).unwrap());
    let at = [(first, 4, 20), (second, 4 + apart, 10)];
    let units = at.map(|(kind, x, count)| {
        let def = book.unit(Key::new(kind)).unwrap();
        let side = Side::new(kind);
        let square = Square::new(x, 4);
        let mut unit = muster::unit(&book, &map, def, UnitId::new(kind), kind, side, side.0, square);
        unit.initiative.settled = true;
        unit.initiative.count = count;
        unit
    });
    test_battle::setup(&book, &map, units.into(), 1)
}

/// The first has control of the second.
fn grappled(first: &str, second: &str) -> Setup {
    let mut setup = two(first, second, 1);
    let (holder, held) = (UnitId::new(first), UnitId::new(second));
    let (kind, role) = (Key::new("grapple"), Key::new("controller"));
    setup.bonds = vec![Bond { kind, unit: holder, role, to: held }];
    for (unit, id, from) in [(0, "controlling", held), (1, "restrained", holder)] {
        let condition = Condition::new(Key::new(id), 1, Until::Battle, Some(from));
        setup.units[unit].conditions.0.push(condition);
    }
    setup
}

/// The action that the computer takes first in a unit's turn.
fn first_act(setup: Setup, unit: &str) -> String {
    match test_battle::first_command(setup, unit) {
        Command::Act { action, .. } => action.as_str().to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_hold_is_worth_what_it_keeps_either_from_s74() {
    let worth = |apart: i16, by: &str, target: &str| {
        let facts: Facts = (**Battle::new(two("wrestler", "breaker", apart)).truth()).clone();
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
    assert_eq!(first_act(two("wrestler", "breaker", 6), "wrestler"), "charge_grapple");
}

#[test]
fn a_hold_that_is_worth_something_is_kept_and_another_let_go_s75() {
    assert_eq!(first_act(grappled("wrestler", "breaker"), "wrestler"), "keep_hold");
    assert_eq!(first_act(grappled("breaker", "wrestler"), "breaker"), "release");
}

/// The actions that come into question in the first turn of a battle, with their scores, by those who look for them:
/// charges, and what is neither an attack nor a move.
fn candidates(setup: Setup, first: &str) -> Vec<(f64, String)> {
    let mut battle = Battle::new(setup);
    battle.advance();
    assert_eq!(battle.prompt().unwrap().unit, UnitId::new(first));
    let facts: &Facts = battle.truth();
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
    let found = candidates(two("breaker", "wrestler", 6), "breaker");
    assert!(found.iter().any(|(_, action)| action == "charge_down"), "{found:?}");
}

#[test]
fn a_guard_is_worth_what_it_keeps_off_s84() {
    let found = candidates(two("deckhand", "breaker", 1), "deckhand");
    assert!(found.iter().any(|(score, action)| *score > 0.0 && action == "guard_mode"), "{found:?}");
}

#[test]
fn who_is_held_is_helped_s05() {
    let assists = |mut setup: Setup| {
        let (book, map) = (setup.book.clone(), setup.map.clone());
        let (kind, side) = (book.unit(Key::new("boarder")).unwrap(), Side::new("breaker"));
        let (id, square) = (UnitId::new("boarder"), Square::new(5, 5));
        let mut friend = muster::unit(&book, &map, kind, id, "friend", side, side.0, square);
        friend.initiative.settled = true;
        friend.initiative.count = 30;
        setup.units.push(friend);
        candidates(setup, "boarder").iter().any(|(score, action)| *score > 0.0 && action == "assist")
    };
    assert!(assists(grappled("wrestler", "breaker")), "there is a grip to get out of");
    assert!(!assists(two("wrestler", "breaker", 1)), "there is nothing to help with");
}

#[test]
fn a_pin_is_worth_an_action_to_both_ends_of_it_d20() {
    let book = book("drive");
    let map = Arc::new(Map::new(MapData::plain(8, 8, Terrain::plain(Key::new("grass")))).unwrap());
    let kind = book.units.iter().find(|def| def.id == "raider").unwrap();
    let unit = |id: &str, side: &str, x: i16| {
        let side = Side::new(side);
        muster::unit(&book, &map, kind, UnitId::new(id), "unit", side, side.0, Square::new(x, 5))
    };
    let (holder, held) = (UnitId::new("holder"), UnitId::new("held"));
    let units = vec![unit("holder", "red", 2), unit("held", "blue", 3)];
    let mut setup = test_battle::setup(&book, &map, units, 1);
    let pin = Key::new("pin");
    setup.bonds = vec![Bond { kind: pin, unit: holder, role: Key::new("pinner"), to: held }];
    let facts: Facts = (**Battle::new(setup).truth()).clone();
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
    let book = book("drive");
    let map = Arc::new(Map::new(MapData::plain(8, 8, Terrain::plain(Key::new("grass")))).unwrap());
    let kind = book.unit(Key::new("raider")).unwrap();
    let (id, side) = (UnitId::new("raider"), Side::new("red"));
    let mut unit = muster::unit(&book, &map, kind, id, "unit", side, side.0, Square::new(2, 2));
    let ignited = Key::new("ignited");
    unit.conditions.0.push(Condition::new(ignited, 1, Until::Battle, None));
    let setup = test_battle::setup(&book, &map, vec![unit], 1);
    let facts: Facts = (**Battle::new(setup).truth()).clone();
    let own = facts.unit(id).unwrap();
    let effects = Effects { facts: &facts, by: own, target: Some(own), sv: 1 };
    let lift = EffectDef::Lift { condition: ignited, count: None, to: To::Target };
    assert!(effects.one(&lift) > 0.01, "{}", effects.one(&lift));
}
