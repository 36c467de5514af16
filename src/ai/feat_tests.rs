//! What the computer makes of feints, shots at parts of the body, second weapons, overwatch, and what it does with
//! somebody whom it holds.

use std::sync::Arc;

use crate::{
    ai::{
        self,
        test_battle::{self, book},
    },
    battle::{Battle, command::Command, muster, prompt::Ask, setup::Setup},
    grid::{Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        action::Moment,
        expr::Expr,
        facts::{Bond, Condition, Side, UnitId, UnitState},
        legal::{Act, Args},
        modifier::Until,
        unit::UnitDef,
    },
};

/// A deck, with a wall of some squares.
fn deck(wall: &[(i16, i16)]) -> Arc<Map> {
    let mut data = MapData::plain(20, 12, Terrain::plain(Key::new("deck")));
    data.terrains.push(Terrain::wall(Key::new("bulkhead")));
    for (x, y) in wall {
        let at = usize::try_from(*y).unwrap() * 20 + usize::try_from(*x).unwrap();
        data.squares[at] = 1;
    }
    Arc::new(Map::new(data).unwrap())
}

/// A unit of a kind, altered, named by the kind and its count, on a side. The highest count comes first.
pub(super) fn unit(
    kind: &str,
    side: &str,
    (x, y): (i16, i16),
    count: i32,
    alter: impl Fn(&mut UnitDef),
) -> UnitState {
    let (book, map) = (book("structured"), deck(&[]));
    let mut def = (**book.unit(Key::new(kind)).unwrap()).clone();
    alter(&mut def);
    let (id, side) = (UnitId::new(&format!("{kind}_{count}")), Side::new(side));
    let mut unit = muster::unit(&book, &map, &Arc::new(def), id, kind, side, side.0, Square::new(x, y));
    unit.initiative.settled = true;
    unit.initiative.count = count;
    unit
}

/// Sets scores of a kind.
pub(super) fn scores(def: &mut UnitDef, scores: &[(&str, i32)]) {
    for (name, score) in scores {
        def.stats.insert(Key::new(name), *score);
    }
}

pub(super) fn fight(units: Vec<UnitState>) -> Setup {
    test_battle::setup(&book("structured"), &deck(&[]), units, 1)
}

/// The first has control of the second; both lie or stand.
fn grappled(mut units: Vec<UnitState>, prone: bool) -> Setup {
    let (holder, held) = (units[0].id(), units[1].id());
    for (unit, id, from) in [(0, "controlling", held), (1, "restrained", holder)] {
        let conditions = &mut units[unit].conditions.0;
        conditions.push(Condition::new(Key::new(id), 1, Until::Battle, Some(from)));
        if prone {
            conditions.push(Condition::new(Key::new("prone"), 1, Until::Battle, None));
        }
    }
    let mut setup = fight(units);
    let (kind, role) = (Key::new("grapple"), Key::new("controller"));
    setup.bonds = vec![Bond { kind, unit: holder, role, to: held }];
    setup
}

/// The action of a command.
fn action(command: &Command) -> Option<&str> {
    match command {
        Command::Act { action, .. } => Some(action.as_str()),
        _ => None,
    }
}

/// Has the first unit do something; then the action that the computer takes at no cost because of it, all other prompts
/// answered by the computer, too.
fn follows(setup: Setup, by: UnitId, act: Act) -> Option<String> {
    let mut battle = Battle::new(setup);
    battle.advance();
    assert_eq!(battle.prompt().unwrap().unit, by);
    battle.submit(Command::act(by, act)).unwrap();
    for _ in 0..20 {
        let prompt = battle.prompt().unwrap().clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if let Ask::React(reaction) = &prompt.ask
            && reaction.moment == Moment::Won
            && prompt.unit == by
        {
            return action(&command).map(str::to_owned);
        }
        assert!(!matches!(prompt.ask, Ask::Turn { .. }), "nothing follows");
        battle.submit(command).unwrap();
    }
    panic!("nothing follows");
}

/// What follows where the first keeps hold of the second.
fn option(units: Vec<UnitState>, prone: bool) -> Option<String> {
    let (holder, held) = (units[0].id(), units[1].id());
    let args = Args { target: Some(held), ..Args::default() };
    let act = Act { action: Key::new("keep_hold"), args, ..Act::default() };
    follows(grappled(units, prone), holder, act)
}

/// The first attack of a unit that the computer plays, all other prompts answered by it, too.
fn first_attack(setup: Setup, unit: &str) -> String {
    let book = book("structured");
    let mut battle = Battle::new(setup);
    battle.advance();
    for _ in 0..20 {
        let prompt = battle.prompt().unwrap().clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        let own = prompt.unit == UnitId::new(unit) && matches!(prompt.ask, Ask::Turn { .. });
        let attacks = |id: &&str| book.action(Key::new(id)).is_some_and(|def| def.attacks());
        if let Some(id) = action(&command).filter(attacks).filter(|_| own) {
            return id.to_owned();
        }
        battle.submit(command).unwrap();
    }
    panic!("{unit} attacks nobody");
}

/// A fighter who cannot grapple, beside somebody who evades nearly everything.
fn fencers() -> Vec<UnitState> {
    let breaker = unit("breaker", "red", (4, 4), 20, |def| scores(def, &[("ws", 70)]));
    let runner = unit("runner", "blue", (5, 4), 10, |def| scores(def, &[("ws", 20), ("dodge", 90)]));
    vec![breaker, runner]
}

#[test]
fn who_evades_nearly_everything_is_feinted_s89() {
    let command = test_battle::first_command(fight(fencers()), "breaker_20");
    assert_eq!(action(&command), Some("feint"), "{command:?}");
}

#[test]
fn nobody_is_feinted_who_has_no_answer_left_s89() {
    let mut units = fencers();
    let caught = Condition::new(Key::new("caught_out"), 1, Until::Battle, None);
    units[1].conditions.0.push(caught);
    let command = test_battle::first_command(fight(units), "breaker_20");
    assert_ne!(action(&command), Some("feint"), "{command:?}");
}

#[test]
fn a_blow_follows_on_a_feint_s89() {
    let mut units = fencers();
    let other = unit("runner", "blue", (4, 5), 9, |def| scores(def, &[("ws", 60)]));
    units.push(other);
    let book = book("structured");
    let feint = book.action(Key::new("feint")).unwrap();
    let given = feint.steps.iter().find_map(|step| match step {
        crate::rules::action::Step::Opposed { win, .. } => win.first().cloned(),
        _ => None,
    });
    let Some(crate::rules::action::EffectDef::Modify { modifier, until, .. }) = given else {
        panic!("a feint puts a modifier on");
    };
    let versus = Some(units[1].id());
    units[0].modifiers.0.push(crate::rules::modifier::ActiveModifier {
        source: feint.id,
        def: modifier,
        until,
        versus,
        from: None,
    });
    match test_battle::first_command(fight(units), "breaker_20") {
        Command::Act { action, args, .. } => {
            assert_eq!((action.as_str(), args.target), ("standard_attack_melee", versus));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_shot_is_aimed_at_what_armour_leaves_bare_s62() {
    let shot = |items: &[&str]| {
        let runner = unit("runner", "red", (4, 4), 20, |_| ());
        let bosun = unit("bosun", "blue", (12, 4), 10, |def| {
            def.items = items.iter().map(|id| Key::new(id)).collect();
        });
        first_attack(fight(vec![runner, bosun]), "runner_20")
    };
    assert_eq!(shot(&["half_harness"]), "called_head_ranged");
    assert_eq!(shot(&["plate_vest"]), "standard_attack_ranged");
    assert_eq!(shot(&["steel_cap"]), "standard_attack_ranged", "what few blows strike is not worth it");
}

#[test]
fn the_second_weapon_cuts_as_often_as_it_can_s65() {
    let fang = unit("twin_fang", "red", (4, 4), 20, |def| {
        scores(def, &[("ws", 60)]);
        def.weapons = ["fang_knife", "fang_knife", "unarmed"].map(Key::new).to_vec();
    });
    let mut target = unit("watchman", "blue", (5, 4), 10, |def| {
        def.tracks.insert(Key::new("wounds"), 16);
    });
    for id in ["stunned", "prone"] {
        target.conditions.0.push(Condition::new(Key::new(id), 1, Until::Battle, None));
    }
    let args = Args { target: Some(target.id()), ..Args::default() };
    let act = Act { action: Key::new("multiple_blow"), args, ..Act::default() };
    let second = follows(fight(vec![fang, target]), UnitId::new("twin_fang_20"), act);
    assert_eq!(second.as_deref(), Some("second_flurry"));
}

#[test]
fn a_second_weapon_that_does_not_reach_the_foe_counts_for_nothing_s65() {
    let stormer = unit("stormer", "red", (4, 4), 20, |_| ());
    let bosun = unit("bosun", "blue", (12, 4), 10, |_| ());
    assert_ne!(first_attack(fight(vec![stormer, bosun]), "stormer_20"), "multiple_shot");
}

/// Somebody behind a wall with a gap in it, and a foe with a long gun on its other side.
pub(super) fn corner(kind: &str) -> Setup {
    let wall: Vec<(i16, i16)> = (0..12).filter(|y| *y != 9).map(|y| (10, y)).collect();
    let watcher = unit(kind, "red", (3, 4), 20, |_| ());
    let runner = unit("runner", "blue", (13, 4), 10, |def| {
        scores(def, &[("bs", 80)]);
        def.weapons = vec![Key::new("long_rifle")];
    });
    test_battle::setup(&book("structured"), &deck(&wall), vec![watcher, runner], 1)
}

#[test]
fn overwatch_waits_for_a_gun_round_the_corner_s68() {
    let command = test_battle::first_command(corner("watchman"), "watchman_20");
    assert!(action(&command).is_some_and(|id| id.starts_with("overwatch")), "{command:?}");
}

#[test]
fn overwatch_waits_in_threat_range_too_for_those_who_have_to_come_t07() {
    let book = book("threat_range");
    let mut data = MapData::plain(20, 13, Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    for y in 3..13 {
        data.squares[y * 20 + 10] = 1;
    }
    let map = Arc::new(Map::new(data).unwrap());
    let marine = |side: &str, (x, y): (i16, i16), count: i32| {
        let def = book.unit(Key::new("marine")).unwrap();
        let (id, side) = (UnitId::new(&format!("marine_{count}")), Side::new(side));
        let mut unit = muster::unit(&book, &map, def, id, "marine", side, side.0, Square::new(x, y));
        unit.initiative.settled = true;
        unit.initiative.count = count;
        unit
    };
    let comers = [((12, 3), 10), ((12, 5), 9), ((13, 4), 8)].map(|(at, count)| marine("blue", at, count));
    let units = std::iter::once(marine("red", (8, 12), 20)).chain(comers).collect();
    let command = test_battle::first_command(test_battle::setup(&book, &map, units, 1), "marine_20");
    assert_eq!(action(&command), Some("overwatch"), "{command:?}");
}

#[test]
fn who_is_held_and_weak_is_taken_down_s86() {
    let wrestler = unit("wrestler", "red", (4, 4), 20, |_| ());
    let weak = unit("gun_mate", "blue", (5, 4), 10, |def| {
        scores(def, &[("t", 10)]);
        def.items.clear();
        def.tracks.insert(Key::new("wounds"), 16);
    });
    assert_eq!(option(vec![wrestler, weak], false).as_deref(), Some("take_down_option"));
}

/// One who can do little to whom he holds.
fn clinch() -> Vec<UnitState> {
    let boarder = unit("boarder", "red", (4, 4), 20, |def| {
        scores(def, &[("s", 80)]);
        def.weapons = vec![Key::new("unarmed")];
    });
    let held = unit("deckhand", "blue", (5, 4), 10, |def| {
        scores(def, &[("s", 20)]);
        def.items = vec![Key::new("full_harness")];
    });
    vec![boarder, held]
}

#[test]
fn who_is_held_is_pushed_among_enemies_s77() {
    let mut units = clinch();
    units[1].conditions.0.push(Condition::new(Key::new("prone"), 1, Until::Battle, None));
    units.push(unit("deckhand", "blue", (5, 5), 9, |_| ()));
    for (n, at) in [(8, (9, 3)), (7, (9, 5))] {
        units.push(unit("boarder", "red", at, n, |_| ()));
    }
    assert_eq!(option(units, false).as_deref(), Some("shove"));
}

#[test]
fn who_lies_held_is_pulled_up_for_the_guns_s79() {
    let alone = clinch();
    assert_eq!(option(alone, true).as_deref(), Some("rise"), "nobody shoots");
    let mut units = clinch();
    for track in units[1].tracks.0.iter_mut().filter(|track| track.id == "wounds") {
        (track.now, track.max) = (6, 6);
    }
    for (n, at) in [(9, (12, 2)), (8, (12, 4)), (7, (12, 6))] {
        units.push(unit("sharpshooter", "red", at, n, |_| ()));
    }
    assert_eq!(option(units, true).as_deref(), Some("haul_up"));
}

#[test]
fn who_has_a_task_that_wins_the_fight_works_at_it_s10() {
    let first = |goal: bool| {
        let worker = unit("deckhand", "red", (4, 4), 20, |def| {
            scores(def, &[("task", 2)]);
            def.weapons = vec![Key::new("unarmed")];
        });
        let foe = unit("deckhand", "blue", (16, 4), 10, |_| ());
        let mut setup = fight(vec![worker, foe]);
        if goal {
            setup.goals = vec![(Side::new("red"), Expr::parse("has.task_done").unwrap())];
        }
        test_battle::first_command(setup, "deckhand_20")
    };
    assert_eq!(action(&first(true)), Some("extended_action"));
    assert_ne!(action(&first(false)), Some("extended_action"), "it leads nowhere");
}

#[test]
fn who_is_held_gets_free_by_what_it_does_best_s82() {
    let tries = |s: i32, ag: i32| {
        let wrestler = unit("wrestler", "red", (5, 4), 10, |_| ());
        let held = unit("breaker", "blue", (4, 4), 20, |def| scores(def, &[("s", s), ("ag", ag)]));
        test_battle::first_command(grappled(vec![wrestler, held], false), "breaker_20")
    };
    assert_eq!(action(&tries(20, 80)), Some("wriggle_free"));
    assert_eq!(action(&tries(70, 20)), Some("take_control"));
}
