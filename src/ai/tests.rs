//! The computer plays every book of the base game against itself.

use crate::ai::{self, test_battle::*};

/// Two sides of the same few kinds, the first ones of the book from `first` on; crates lie in the middle.
fn setup(book: &Arc<Rulebook>, first: usize, seed: u64) -> Setup {
    let crates =
        Terrain { cover: CoverLevel::Half, height: 1, difficult: 1, ..Terrain::plain(Key::new("crate")) };
    let squares = [(9, 4), (9, 5), (14, 10), (14, 11)];
    let mut field = Field::new(book, 24, 16).block(crates, squares).seed(seed);
    // Vehicles without crews are nobody.
    let crewless =
        |unit: &&Arc<UnitDef>| unit.vehicle.is_some() || unit.tags.iter().any(|tag| *tag == "vehicle");
    let first = book.units.iter().take(first).filter(|unit| !crewless(unit)).count();
    let kinds: Vec<_> = book.units.iter().filter(|unit| !crewless(unit)).collect();
    for (side, x) in [("red", 4), ("blue", 19)] {
        for (n, y) in [3, 7, 11].into_iter().enumerate() {
            let kind = kinds[(first + n) % kinds.len()].id.as_str();
            field = field.unit(&format!("{side}_{n}"), kind, side, (x, y));
        }
    }
    field.setup()
}

/// Plays to the end; gives the commands.
fn play(setup: Setup) -> (Battle, Vec<Command>) {
    let mut battle = begun(setup);
    let mut commands = Vec::new();
    look_for(&mut battle, 4000, |_, command| {
        commands.push(command.clone());
        None::<()>
    });
    assert_ne!(battle.status(), Status::Asking, "no end in round {}", battle.clock().round);
    (battle, commands)
}

#[test]
fn nobody_turns_in_circles() {
    let book = &book("arrgs");
    let mut battle = begun(setup(book, 4, 5));
    let (mut turn, mut actions) = (None, 0);
    while battle.status() == Status::Asking {
        let prompt = battle.prompt().unwrap().clone();
        let now = (battle.clock().round, prompt.unit);
        if matches!(prompt.ask, Ask::Turn { .. }) {
            actions = if turn == Some(now) { actions + 1 } else { 0 };
            turn = Some(now);
            assert!(actions <= 8, "{} does {actions} things in a turn", prompt.unit);
        }
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        battle.submit(command).unwrap();
    }
}

#[test]
fn quick_estimates_agree_with_the_exact_odds() {
    for book in library().books.values().filter(|book| book.units.iter().next().is_some()) {
        let setup = setup(book, 0, 1);
        let mut facts: Facts = (*Battle::new(setup).referees_knowledge()).clone();
        for (n, unit) in facts.units.iter_mut().enumerate() {
            unit.place.area.origin =
                Square::new(5 + i16::try_from(n / 3).unwrap(), 3 + 4 * i16::try_from(n % 3).unwrap());
        }
        let faces = CheckFaces::of(&facts);
        let (own, foe): (&UnitState, &UnitState) = (&facts.units[0], &facts.units[3]);
        // The computer weighs its own part of an attack in which others join.
        let alone = |way: &AttackWay| !way.def.asks.contains(&Parameter::Company);
        for way in ways(&facts, own, &[Mode::Standard]).into_iter().filter(alone) {
            let spec = way.spec(own.id(), foe.id());
            let quick = Expected::of(&facts, &faces, &spec).unwrap();
            let Some(exact) = odds::attack(&facts, &spec) else { continue };
            let (lands, mean) = (exact.lands.as_f64(), exact.loss.mean_f64());
            assert!((quick.hit - lands).abs() < 0.12, "{}: {} against {lands}", book.id, quick.hit);
            let near = (quick.mean() - mean).abs() < 0.2 * mean + 0.6;
            assert!(near, "{}: {} against {mean}", book.id, quick.mean());
        }
    }
}

#[test]
fn a_wounded_foe_in_reach_is_struck_before_a_sound_one() {
    let book = &book("arrgs");
    let swordsman = book.units.iter().position(|unit| unit.id.as_str() == "swordsman").unwrap();
    let mut setup = setup(book, swordsman, 1);
    for (n, unit) in setup.units.iter_mut().enumerate() {
        let squares = [(5, 5), (1, 1), (1, 14), (6, 5), (5, 6), (22, 14)];
        unit.place.area.origin = Square::from(squares[n]);
        unit.initiative.settled = true;
        unit.initiative.count = if n == 0 { 20 } else { 1 };
    }
    let sound = setup.units[3].clone();
    setup.units[4].sheet = sound.sheet;
    setup.units[4].gear = sound.gear;
    setup.units[4].tracks = sound.tracks;
    setup.units[4].tracks.0[0].now = 4;
    assert_eq!(first_act(setup, "red_0").1.target, Some(UnitId::new("blue_1")));
}

#[test]
fn gunners_fire_in_bursts_and_have_an_end() {
    let book = &book("cepheus");
    let at = |id: &str| book.units.iter().position(|unit| unit.id == id).unwrap();
    let mut modes = std::collections::BTreeMap::new();
    for (kind, seed) in [("raider", 1), ("raider", 2), ("trooper", 3), ("trooper", 4)] {
        let (battle, commands) = play(setup(book, at(kind), seed));
        assert_eq!(battle.fault(), None);
        for command in commands {
            if let Command::Act { action, .. } = command {
                *modes.entry(action.as_str().to_owned()).or_insert(0) += 1;
            }
        }
    }
    let fired = |ids: &[&str]| ids.iter().filter_map(|id| modes.get(*id)).sum::<i32>();
    assert!(fired(&["spray", "group"]) > 0, "{modes:?}");
    assert!(fired(&["blind_fire", "blind_group", "blind_panic"]) == 0, "all are in sight: {modes:?}");
}

#[test]
fn whom_nobody_sees_is_fired_at_blindly() {
    let book = &book("cepheus");
    let at = book.units.iter().position(|unit| unit.id == "trooper").unwrap();
    let mut setup = setup(book, at, 1);
    // A wide bank of fog: it stops eyes, not bullets.
    let mut data = MapData::plain(24, 16, Terrain::plain(Key::new("grass")));
    data.terrains.push(Terrain { blocks_sight: true, ..Terrain::plain(Key::new("fog")) });
    data.objects = (0..16).flat_map(|y| (6..18).map(move |x| (Square::new(x, y), 1))).collect();
    setup.map = Arc::new(Map::new(data).unwrap());
    let (battle, commands) = play(setup);
    assert_eq!(battle.fault(), None);
    let blind = |command: &&Command| matches!(command, Command::Act { action, .. } if action.as_str().starts_with("blind"));
    assert!(commands.iter().filter(blind).count() > 0, "{commands:?}");
}

#[test]
fn armoured_wrestlers_come_to_an_end() {
    let book = &book("cepheus");
    let at = book.units.iter().position(|unit| unit.id == "breacher").unwrap();
    let mut grappled = 0;
    for seed in 1..=4 {
        let mut setup = setup(book, at, seed);
        // A vest stops what a grip does; in one square, with bare hands, nobody can do anything else.
        let vest = setup.units[0].gear.clone();
        for (n, unit) in setup.units.iter_mut().enumerate() {
            unit.place.area.origin = Square::new(10, 8);
            unit.place.gone = n % 3 > 0;
            unit.gear = vest.clone();
            unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|weapon| weapon.unarmed));
        }
        setup.round_limit = 100;
        let (battle, commands) = play(setup);
        assert_eq!(battle.fault(), None, "seed {seed}, round {}", battle.clock().round);
        let grapples =
            |command: &&Command| matches!(command, Command::Act { action, .. } if *action == "grapple");
        grappled += commands.iter().filter(grapples).count();
    }
    assert!(grappled > 0, "nobody is seized");
}
