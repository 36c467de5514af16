//! The computer at the wheel, with explosives, and with foes to be run over: what it does there is worth it.

use crate::ai::test_battle::*;
use crate::rules::surroundings::Patch;

/// A vehicle looks to the east.
fn eastward(car: &mut UnitState) {
    car.place.facing = Dir8::E;
    car.place.area = car.sheet.0.vehicle.as_ref().unwrap().area(car.place.area.origin, Dir8::E);
}

/// A unit has no weapons but its limbs.
fn disarm(unit: &mut UnitState, book: &Rulebook) {
    unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|weapon| weapon.unarmed));
}

#[test]
fn a_driver_who_cannot_turn_brings_the_gun_to_bear_by_a_stunt() {
    let book = book("cepheus");
    // A track two squares wide: the car cannot turn its gun on whom it passes. Nothing on the ground enters a ditch.
    let ditch = Terrain { impassable: true, ..Terrain::plain(Key::new("ditch")) };
    let ditches = (0..12).filter(|y| ![6, 7].contains(y)).flat_map(|y| (0..30).map(move |x| (x, y)));
    let field = Field::new(&book, 30, 12)
        .block(ditch, ditches)
        .unit("red_dora", "scout", "r", (4, 6))
        .stats(&[("ground_vehicle", 6), ("slug_pistol", 0)])
        .with(|unit| disarm(unit, &book))
        .unit("red_gil", "scout", "r", (4, 6))
        .stats(&[("turret_weapons", 3)])
        .with(|unit| disarm(unit, &book))
        .unit("red_car", "scout_car", "r", (4, 6))
        .with(eastward)
        .unit("blue_bor", "marine", "b", (6, 1))
        .bound("red_dora", "crew", "driver", "red_car")
        .bound("red_gil", "crew", "gunner", "red_car");
    let setup = field.in_order();
    let (action, args) = first_act(setup, "red_dora");
    assert_eq!(action.as_str(), "stunt_arc", "{args:?}");
    assert_eq!((args.target, args.arc), (Some(UnitId::new("blue_bor")), Some(grid::Arc::Front)));
}

#[test]
fn a_foe_that_flees_is_pursued_and_weaves_among_obstacles() {
    let book = book("cepheus");
    let act = |pursued: bool, first: &str| {
        let field = Field::new(&book, 60, 20)
            .unit("red_dora", "scout", "r", (30, 10))
            .stats(&[("ground_vehicle", 8)])
            .unit("red_car", "saloon", "r", (30, 10))
            .with(eastward)
            .unit("blue_bor", "scout", "b", (12, 10))
            .stats(&[("ground_vehicle", 4)])
            .unit("blue_car", "saloon", "b", (12, 10))
            .with(eastward)
            .with(|car| car.driven.pursuing = Some(UnitId::new("red_car")).filter(|_| pursued))
            .bound("red_dora", "crew", "driver", "red_car")
            .bound("blue_bor", "crew", "driver", "blue_car");
        let mut setup = field.in_order();
        setup.surroundings.cluttered = vec![Patch(Square::new(0, 0), Square::new(59, 19))];
        for unit in &mut setup.units {
            disarm(unit, &book);
            if unit.sheet.0.vehicle.is_some() {
                unit.driven.speed = 10;
            }
            unit.initiative.count += if unit.id() == UnitId::new(first) { 20 } else { 0 };
        }
        first_act(setup, first)
    };
    assert_eq!(act(true, "red_dora").0.as_str(), "weave");
    assert_ne!(act(false, "red_dora").0.as_str(), "weave", "nobody is to be shaken off");
    let pursues = act(false, "blue_bor").1.course.and_then(|course| course.pursue);
    assert_eq!(pursues, Some(UnitId::new("red_car")));
}

#[test]
fn a_throw_that_may_go_astray_is_not_made_among_ones_own() {
    let book = book("cepheus");
    let throws = |friends: &[(i16, i16)]| {
        let field = Field::new(&book, 30, 20)
            .unit("red_gren", "grenadier", "r", (4, 10))
            .stats(&[("athletics", 0)])
            .with(|unit| {
                for item in &mut unit.gear.items {
                    item.held = book.weapon(item.def).is_some_and(|weapon| weapon.blast.is_some());
                }
            })
            .unit("blue_a", "trooper", "b", (11, 10))
            .unit("blue_b", "trooper", "b", (12, 11));
        let friends = friends.iter().enumerate();
        let field =
            friends.fold(field, |field, (n, at)| field.unit(&format!("red_{n}"), "trooper", "r", *at));
        first_action(field.in_order(), "red_gren")
    };
    let alone = throws(&[]);
    // Out of the blast itself, by one square: where a miss comes down they are in it.
    let among = throws(&[(17, 9), (17, 10), (17, 11), (17, 12), (12, 16), (11, 16), (11, 5), (12, 5)]);
    assert_ne!(alone, among, "the same with friends around");
}

#[test]
fn a_foe_before_a_wall_is_bowled_over_into_it() {
    let field = Field::new(&book("arrgs"), 20, 5)
        .block(Terrain::wall(Key::new("wall")), (0..5).map(|y| (14, y)))
        .unit("red_osk", "brute", "r", (3, 2))
        .stats(&[("melee_weaponry", 8)])
        .unit("blue_bor", "swordsman", "b", (7, 2))
        // Blunt steel against mail: hardly a scratch, but the wall is hard.
        .def(|def| def.resistances = vec![(40, Key::new("slashing")), (40, Key::new("bludgeoning"))]);
    assert_eq!(first_action(field.in_order(), "red_osk"), "charge_reposition");
}

#[test]
fn what_lies_in_a_pack_is_taken_out_by_one_with_bare_hands() {
    let field = Field::new(&book("arrgs"), 12, 5)
        .unit("red_a", "scout", "r", (3, 2))
        .def(|def| (def.weapons, def.items) = (vec![Key::new("fist")], vec![Key::new("satchel")]))
        .unit("blue_b", "swordsman", "b", (10, 2))
        // A fist does nothing to this one.
        .def(|def| def.resistances = vec![(40, Key::new("bludgeoning"))]);
    let mut done = Vec::new();
    look_for(&mut begun(field.in_order()), 12, |_, command| {
        if let Command::Act { unit, action, .. } = command
            && *unit == UnitId::new("red_a")
        {
            done.push(action.as_str());
        }
        None::<()>
    });
    assert!(done.contains(&"take_out"), "{done:?}");
}
