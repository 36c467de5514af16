//! What the computer makes of attacks that burst, and of pseudogravity.

use std::sync::Arc;

use crate::{
    ai::{
        self,
        blows::CheckFaces,
        test_battle::{self, book},
        value::LossLimits,
        ways::ways,
    },
    battle::{Battle, command::Command, muster},
    grid::{Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        economy::Mode,
        facts::{Facts, Side, UnitId},
    },
};

/// What a storm gunner's shot at a foe is worth, with a third one of that side on a square of the same row.
fn worth(third: &str, x: i16) -> f64 {
    let book = book("drive");
    let map = Arc::new(Map::new(MapData::plain(24, 16, Terrain::plain(Key::new("grass")))).unwrap());
    let unit = |id: &str, kind: &str, side: &str, x: i16| {
        let kind = book.units.iter().find(|def| def.id == kind).unwrap();
        let side = Side::new(side);
        muster::unit(&book, &map, kind, UnitId::new(id), "unit", side, side.0, Square::new(x, 5))
    };
    let units = vec![
        unit("gunner", "storm_gunner", "red", 2),
        unit("foe", "raider", "blue", 12),
        unit("third", "raider", third, x),
    ];
    let facts: Facts = (**Battle::new(test_battle::setup(&book, &map, units, 1)).truth()).clone();
    let faces = CheckFaces::of(&facts);
    let (own, foe) = (facts.unit(UnitId::new("gunner")).unwrap(), facts.unit(UnitId::new("foe")).unwrap());
    let all = ways(&facts, own, &[Mode::Standard]);
    let way = all.iter().find(|way| way.def.id == "ranged_attack").unwrap();
    way.worth(&facts, &faces, &way.spec(own.id(), foe.id()), &LossLimits::of(&facts, foe), 1.0)
}

#[test]
fn a_burst_is_worth_more_among_foes_and_less_among_friends_d84() {
    let alone = worth("blue", 20);
    assert!(worth("blue", 13) > alone, "two foes side by side");
    assert!(worth("red", 13) < alone, "a friend beside the foe");
}

#[test]
fn of_pseudogravity_as_many_points_are_spent_as_the_weight_asks_for_d107() {
    let book = book("drive");
    let map = Arc::new(Map::new(MapData::plain(24, 16, Terrain::plain(Key::new("grass")))).unwrap());
    let unit = |id: &str, kind: &str, side: &str, x: i16, count: i32| {
        let kind = book.units.iter().find(|def| def.id == kind).unwrap();
        let side = Side::new(side);
        let mut unit =
            muster::unit(&book, &map, kind, UnitId::new(id), "unit", side, side.0, Square::new(x, 5));
        (unit.initiative.settled, unit.initiative.count) = (true, count);
        unit
    };
    let mut weigher = unit("weigher", "weigher", "red", 2, 20);
    weigher.gear.items.clear();
    let units = vec![weigher, unit("foe", "raider", "blue", 10, 1)];
    let mut battle = Battle::new(test_battle::setup(&book, &map, units, 1));
    battle.advance();
    let mut spent = None;
    for _ in 0..6 {
        let prompt = battle.prompt().unwrap().clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if prompt.unit == UnitId::new("weigher")
            && let Command::Act { action, args, .. } = &command
            && let Some(amount) = args.amount
        {
            spent = Some((action.to_string(), amount));
            break;
        }
        battle.submit(command).unwrap();
    }
    // 219 pounds, a fifth or a quarter of them.
    let known = [Some(("lift".to_owned(), 44)), Some(("let_fall".to_owned(), 55))];
    assert!(known.contains(&spent), "{spent:?}");
}
