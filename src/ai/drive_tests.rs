//! What the computer makes of lower settings, several weapons in one attack, others brought elsewhere, and shields that
//! cover friends or run out.

use std::sync::Arc;

use crate::{
    ai::{
        self,
        blows::CheckFaces,
        hauls,
        planner::Planner,
        position::standing,
        test_battle::{self, book},
        turn::Found,
        utility,
        value::LossLimits,
        ways::ways,
    },
    battle::{Battle, command::Command, muster, prompt::Ask, setup::Setup},
    grid::{Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        economy::Mode,
        facts::{Bond, Condition, Facts, Shield, Side, UnitId, UnitState},
        modifier::Until,
        unit::Precision,
    },
};

fn field() -> Arc<Map> {
    Arc::new(Map::new(MapData::plain(24, 16, Terrain::plain(Key::new("grass")))).unwrap())
}

/// A unit of a kind with some scores of its own, named by its side and its square of one row. Who stands in column 2
/// comes first.
fn scored(kind: &str, side: &str, x: i16, scores: &[(&str, i32)]) -> UnitState {
    let book = book("drive");
    let mut def = (**book.unit(Key::new(kind)).unwrap()).clone();
    for (name, score) in scores {
        def.stats.insert(Key::new(name), *score);
    }
    let (id, side) = (UnitId::new(&format!("{side}_{x}")), Side::new(side));
    let at = Square::new(x, 5);
    let mut unit = muster::unit(&book, &field(), &Arc::new(def), id, kind, side, side.0, at);
    unit.initiative.settled = true;
    unit.initiative.count = if x == 2 { 20 } else { 1 };
    unit
}

fn unit(kind: &str, side: &str, x: i16) -> UnitState {
    scored(kind, side, x, &[])
}

fn fight(units: Vec<UnitState>) -> Setup {
    test_battle::setup(&book("drive"), &field(), units, 1)
}

/// The first action of a unit that fits, all prompts answered by the computer.
fn first(setup: Setup, unit: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut battle = Battle::new(setup);
    battle.advance();
    for _ in 0..20 {
        let prompt = battle.prompt().unwrap().clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if prompt.unit == UnitId::new(unit)
            && matches!(prompt.ask, Ask::Turn { .. })
            && let Command::Act { action, .. } = &command
            && fits(action.as_str())
        {
            return action.as_str().to_owned();
        }
        battle.submit(command).unwrap();
    }
    panic!("{unit} does nothing of the kind");
}

/// What is known as the first turn begins.
fn facts(setup: Setup) -> Facts {
    let mut battle = Battle::new(setup);
    battle.advance();
    (**battle.truth()).clone()
}

/// The best score of an action that is neither an attack nor a move, in a unit's turn as it stands.
fn score(facts: &Facts, unit: &str, action: &str) -> f64 {
    let mut planner = Planner::new(facts, UnitId::new(unit), None).unwrap();
    let here = standing(&mut planner);
    let mut found = Found::new();
    utility::candidates(&mut planner, here, None, &mut found);
    let own = found.iter().filter(|(_, act)| act.action == action && planner.permits(act));
    own.map(|(score, _)| *score).fold(0.0, f64::max)
}

#[test]
fn a_lower_setting_spares_friends_beside_a_foe_who_needs_no_more_d30() {
    let shot = |friends: &[i16]| {
        let foe = scored("raider", "blue", 12, &[("injury_factor", 10)]);
        let mut units = vec![unit("storm_gunner", "red", 2), foe];
        units.extend(friends.iter().map(|x| unit("construct", "red", *x)));
        first(fight(units), "red_2", |action| !["move", "take_cover", "take_guard"].contains(&action))
    };
    assert_eq!(shot(&[11, 13]), "turn_down", "the cannon bursts");
    assert_eq!(shot(&[]), "ranged_attack", "there is nobody to spare");
}

#[test]
fn two_knives_in_one_attack_are_worth_more_than_one_d26() {
    let worth = |knives: usize| {
        let mut duellist = unit("spark_duellist", "red", 2);
        let held = duellist.gear.items.iter().filter(|item| item.def == "spark_knife");
        let held: Vec<Key> = held.map(|item| item.id).collect();
        duellist.gear.items.retain(|item| !held[knives..].contains(&item.id));
        let knife = held[0];
        let facts = facts(fight(vec![duellist, unit("raider", "blue", 3)]));
        let own = facts.unit(UnitId::new("red_2")).unwrap();
        let foe = facts.unit(UnitId::new("blue_3")).unwrap();
        let (faces, limits) = (CheckFaces::of(&facts), LossLimits::of(&facts, foe));
        let all = ways(&facts, own, &[Mode::Standard]);
        let way = all.iter().find(|way| way.def.id == "melee_attack" && way.weapon == Some(knife)).unwrap();
        way.worth(&facts, &faces, &way.spec(own.id(), foe.id()), &limits, 1.0)
    };
    assert!(worth(1) > 0.0 && worth(2) > worth(1), "{} {}", worth(1), worth(2));
}

/// A weigher without a gun, and a friend beside a foe who pins it or does not.
fn held(pinned: bool) -> Setup {
    let mut weigher = unit("weigher", "red", 2);
    weigher.gear.items.clear();
    let mut setup = fight(vec![weigher, unit("raider", "red", 8), unit("raider", "blue", 9)]);
    if pinned {
        let (holder, held) = (UnitId::new("blue_9"), UnitId::new("red_8"));
        for (kind, role) in [("grapple", "grappler"), ("pin", "pinner")] {
            setup.bonds.push(Bond { kind: Key::new(kind), unit: holder, role: Key::new(role), to: held });
        }
        for (unit, id, from) in [(1, "grappling", holder), (1, "pinned", holder), (2, "grappling", held)] {
            let condition = Condition::new(Key::new(id), 1, Until::Battle, Some(from));
            setup.units[unit].conditions.0.push(condition);
        }
    }
    setup
}

#[test]
fn who_is_pinned_is_pulled_out_d108() {
    let aimed = |action: &str| ["lift", "let_fall", "push", "nudge"].contains(&action);
    assert_eq!(first(held(true), "red_2", aimed), "push");
    assert_ne!(first(held(false), "red_2", aimed), "push", "there is nobody to free");
}

#[test]
fn who_is_thrown_lands_in_the_fire_d82() {
    let mut facts = facts(fight(vec![unit("raider", "red", 2), unit("raider", "blue", 3)]));
    let mut around = (*facts.surroundings).clone();
    around.fires.push(Square::new(4, 6));
    facts.surroundings = Arc::new(around);
    let throw = facts.book.action(Key::new("throw")).unwrap();
    let own = facts.unit(UnitId::new("red_2")).unwrap();
    let foe = facts.unit(UnitId::new("blue_3")).unwrap();
    let there = hauls::brought(&facts, own, foe, throw).map(|(_, square)| square);
    assert_eq!(there, Some(Square::new(4, 6)));
}

#[test]
fn points_that_run_out_go_before_those_that_stay_d64() {
    let order = |belt: i32| {
        let units = vec![unit("generator_bearer", "red", 2), unit("lancer", "blue", 14)];
        let mut facts = facts(fight(units));
        let own = facts.unit_mut(UnitId::new("red_2")).unwrap();
        own.conditions.0.push(Condition::new(Key::new("charged"), 50, Until::Battle, None));
        own.wards.buy(Key::new("generator"), 50);
        own.wards.change(Key::new("generator"), 50);
        own.wards.shields.push(Shield {
            id: Key::new("belt"),
            precision: Precision::Medium,
            points: belt,
            reach: 0,
            device: true,
            priority: 0,
            pool: None,
            bought: false,
            active: true,
        });
        score(&facts, "red_2", "order_shields")
    };
    assert!(order(60) > 0.0, "the belt would be used up, and the generator's points run out unused");
    assert!(order(20) == 0.0, "the generator's points go first as it is");
}

#[test]
fn a_dome_is_charged_for_those_under_it_d59() {
    let charge = |friends: &[i16]| {
        let mut warden = unit("wall_warden", "red", 2);
        warden.wards.shields[0].points = 0;
        let mut units = vec![warden, unit("arc_gunner", "blue", 16)];
        units.extend(friends.iter().map(|x| unit("torchbearer", "red", *x)));
        score(&facts(fight(units)), "red_2", "charge_dome")
    };
    assert!(charge(&[3, 4]) > charge(&[]), "{} {}", charge(&[3, 4]), charge(&[]));
}
