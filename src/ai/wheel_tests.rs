//! The computer at the wheel, with explosives, and with foes to be run over: what it does there is worth it.

use std::sync::Arc;

use crate::{
    ai::{
        self,
        test_battle::{self, book, first_command},
    },
    battle::{Battle, command::Command, muster, setup::Setup},
    grid::{self, Dir8, Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Bond, Side, UnitId},
        surroundings::Patch,
    },
};

/// Grass with ditches: squares that nothing on the ground enters.
fn land(width: i16, height: i16, ditch: impl Fn(i16, i16) -> bool) -> Arc<Map> {
    let mut data =
        MapData::plain(width.cast_unsigned(), height.cast_unsigned(), Terrain::plain(Key::new("grass")));
    data.terrains.push(Terrain { impassable: true, ..Terrain::plain(Key::new("ditch")) });
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    data.objects = all.filter(|(x, y)| ditch(*x, *y)).map(|(x, y)| (Square::new(x, y), 1)).collect();
    Arc::new(Map::new(data).unwrap())
}

type Unit<'a> = (&'a str, &'a str, (i16, i16), &'a [(&'a str, i32)]);

/// A battle of units in the order of their turns, sides by the first letter of their names.
fn setup(book: &Arc<Rulebook>, map: &Arc<Map>, units: &[Unit<'_>]) -> Setup {
    let units = units.iter().zip(0..).map(|((id, kind, (x, y), stats), n)| {
        let side = Side::new(&id[..1]);
        let mut def = (**book.unit(Key::new(kind)).unwrap()).clone();
        def.stats.extend(stats.iter().map(|(stat, value)| (Key::new(stat), *value)));
        let square = Square::new(*x, *y);
        let mut unit = muster::unit(book, map, &Arc::new(def), UnitId::new(id), id, side, side.0, square);
        unit.initiative.settled = true;
        unit.initiative.count = 20 - n;
        unit
    });
    test_battle::setup(book, map, units.collect(), 1)
}

#[test]
fn a_driver_who_cannot_turn_brings_the_gun_to_bear_by_a_stunt() {
    let book = book("cepheus");
    // A track two squares wide: the car cannot turn its gun on whom it passes.
    let map = land(30, 12, |_, y| y != 6 && y != 7);
    let units: [Unit<'_>; 4] = [
        ("red_dora", "scout", (4, 6), &[("ground_vehicle", 6), ("slug_pistol", 0)]),
        ("red_gil", "scout", (4, 6), &[("turret_weapons", 3)]),
        ("red_car", "scout_car", (4, 6), &[]),
        ("blue_bor", "marine", (6, 1), &[]),
    ];
    let mut setup = setup(&book, &map, &units);
    let car = &mut setup.units[2];
    car.place.facing = Dir8::E;
    car.place.area = car.sheet.0.vehicle.as_ref().unwrap().area(Square::new(4, 6), Dir8::E);
    for unit in &mut setup.units[..2] {
        unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|weapon| weapon.unarmed));
    }
    for (unit, role) in [("red_dora", "driver"), ("red_gil", "gunner")] {
        let (kind, role) = (Key::new("crew"), Key::new(role));
        setup.bonds.push(Bond { kind, unit: UnitId::new(unit), role, to: UnitId::new("red_car") });
    }
    match first_command(setup, "red_dora") {
        Command::Act { action, args, .. } => {
            assert_eq!(action.as_str(), "stunt_arc", "{args:?}");
            assert_eq!((args.target, args.arc), (Some(UnitId::new("blue_bor")), Some(grid::Arc::Front)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_foe_that_flees_is_pursued_and_weaves_among_obstacles() {
    let book = book("cepheus");
    let map = land(60, 20, |_, _| false);
    let act = |pursued: bool, first: &str| {
        let units: [Unit<'_>; 4] = [
            ("red_dora", "scout", (30, 10), &[("ground_vehicle", 8)]),
            ("red_car", "saloon", (30, 10), &[]),
            ("blue_bor", "scout", (12, 10), &[("ground_vehicle", 4)]),
            ("blue_car", "saloon", (12, 10), &[]),
        ];
        let mut setup = setup(&book, &map, &units);
        setup.surroundings.cluttered = vec![Patch(Square::new(0, 0), Square::new(59, 19))];
        for (at, x) in [(1, 30), (3, 12)] {
            let car = &mut setup.units[at];
            car.place.facing = Dir8::E;
            car.place.area = car.sheet.0.vehicle.as_ref().unwrap().area(Square::new(x, 10), Dir8::E);
            car.driven.speed = 10;
        }
        setup.units[3].driven.pursuing = Some(UnitId::new("red_car")).filter(|_| pursued);
        for unit in &mut setup.units {
            unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|weapon| weapon.unarmed));
            unit.initiative.count += if unit.id() == UnitId::new(first) { 20 } else { 0 };
        }
        for (unit, car) in [("red_dora", "red_car"), ("blue_bor", "blue_car")] {
            let (kind, role) = (Key::new("crew"), Key::new("driver"));
            setup.bonds.push(Bond { kind, unit: UnitId::new(unit), role, to: UnitId::new(car) });
        }
        match first_command(setup, first) {
            Command::Act { action, args, .. } => (action, args),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(act(true, "red_dora").0.as_str(), "weave");
    assert_ne!(act(false, "red_dora").0.as_str(), "weave", "nobody is to be shaken off");
    let pursues = act(false, "blue_bor").1.course.and_then(|course| course.pursue);
    assert_eq!(pursues, Some(UnitId::new("red_car")));
}

#[test]
fn a_throw_that_may_go_astray_is_not_made_among_ones_own() {
    let book = book("cepheus");
    let map = land(30, 20, |_, _| false);
    let throws = |friends: &[(i16, i16)]| {
        let ids: Vec<String> = (0..friends.len()).map(|n| format!("red_{n}")).collect();
        let mut units: Vec<Unit<'_>> = vec![
            ("red_gren", "grenadier", (4, 10), &[("athletics", 0)]),
            ("blue_a", "trooper", (11, 10), &[]),
            ("blue_b", "trooper", (12, 11), &[]),
        ];
        units.extend(ids.iter().zip(friends).map(|(id, at)| (id.as_str(), "trooper", *at, &[][..])));
        let mut setup = setup(&book, &map, &units);
        setup.units[0].gear.items.iter_mut().for_each(|item| {
            item.held = book.weapon(item.def).is_some_and(|weapon| weapon.blast.is_some());
        });
        match first_command(setup, "red_gren") {
            Command::Act { action, .. } => action.as_str().to_owned(),
            other => format!("{other:?}"),
        }
    };
    let alone = throws(&[]);
    // Out of the blast itself, by one square: where a miss comes down they are in it.
    let among = throws(&[(17, 9), (17, 10), (17, 11), (17, 12), (12, 16), (11, 16), (11, 5), (12, 5)]);
    assert_ne!(alone, among, "the same with friends around");
}

#[test]
fn a_foe_before_a_wall_is_bowled_over_into_it() {
    let book = book("arrgs");
    let wall = Terrain {
        impassable: true,
        blocks_sight: true,
        blocks_effect: true,
        ..Terrain::plain(Key::new("wall"))
    };
    let mut data = MapData::plain(20, 5, Terrain::plain(Key::new("grass")));
    data.terrains.push(wall);
    data.objects = (0..5).map(|y| (Square::new(14, y), 1)).collect();
    let map = Arc::new(Map::new(data).unwrap());
    let units: [Unit<'_>; 2] =
        [("red_osk", "brute", (3, 2), &[("melee_weaponry", 8)]), ("blue_bor", "swordsman", (7, 2), &[])];
    let mut setup = setup(&book, &map, &units);
    // Blunt steel against mail: hardly a scratch, but the wall is hard.
    setup.units[1].sheet.0 = {
        let mut def = (*setup.units[1].sheet.0).clone();
        def.resistances = vec![(40, Key::new("slashing")), (40, Key::new("bludgeoning"))];
        Arc::new(def)
    };
    match first_command(setup, "red_osk") {
        Command::Act { action, .. } => assert_eq!(action.as_str(), "charge_reposition"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_lies_in_a_pack_is_taken_out_by_one_with_bare_hands() {
    let book = book("arrgs");
    let map = land(12, 5, |_, _| false);
    let units: [Unit<'_>; 2] = [("red_a", "scout", (3, 2), &[]), ("blue_b", "swordsman", (10, 2), &[])];
    let mut setup = setup(&book, &map, &units);
    // A fist does nothing to this one.
    let mut foe = (*setup.units[1].sheet.0).clone();
    foe.resistances = vec![(40, Key::new("bludgeoning"))];
    setup.units[1].sheet.0 = Arc::new(foe);
    let mut def = (*setup.units[0].sheet.0).clone();
    (def.weapons, def.items) = (vec![Key::new("fist")], vec![Key::new("satchel")]);
    let id = UnitId::new("red_a");
    let side = Side::new("r");
    let square = Square::new(3, 2);
    let mut own = muster::unit(&book, &map, &Arc::new(def), id, "a", side, side.0, square);
    own.initiative = setup.units[0].initiative.clone();
    setup.units[0] = own;
    let mut battle = Battle::new(setup);
    battle.advance();
    let mut done = Vec::new();
    for _ in 0..12 {
        let Some(prompt) = battle.prompt().cloned() else { break };
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if let Command::Act { unit, action, .. } = &command
            && *unit == id
        {
            done.push(action.as_str());
        }
        battle.submit(command).unwrap();
    }
    assert!(done.contains(&"take_out"), "{done:?}");
}
