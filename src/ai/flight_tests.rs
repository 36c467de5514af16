//! The computer in the third dimension: it dives on its prey, keeps out of reach of blows, and fights end.

use crate::ai::test_battle::*;
use crate::battle::chronicle::Outcome;

type Unit = (&'static str, &'static str, (i16, i16), Band);

/// A battle on open grass; sides by the first letter of the units' names.
fn battle(book: &Arc<Rulebook>, units: &[Unit], seed: u64) -> Battle {
    let field = Field::new(book, 24, 12).seed(seed);
    let field = units.iter().fold(field, |field, (id, kind, at, band)| {
        field.unit(id, kind, &id[..1], *at).with(|unit| unit.place.band = *band)
    });
    let mut setup = field.setup();
    setup.options = [(Key::new("altitude"), 1)].into();
    begun(setup)
}

fn play(battle: &mut Battle, rounds: u32) {
    while battle.status() == Status::Asking && battle.clock().round <= rounds {
        look_for(battle, 1, |_, _| None::<()>);
    }
    assert_eq!(battle.fault(), None);
}

fn strikes(battle: &Battle, unit: &str) -> usize {
    let by = UnitId::new(unit);
    let all = &battle.chronicle().events;
    all.iter().filter(|event| matches!(&event.outcome, Outcome::Struck { by: own, .. } if *own == by)).count()
}

#[test]
fn a_bird_dives_on_its_prey() {
    for start in [Band::Low, Band::High] {
        let book = book("structured");
        let units = [("red", "great_bird", (3, 5), start), ("blue", "marksman", (15, 5), Band::Ground)];
        let mut battle = battle(&book, &units, 1);
        play(&mut battle, 4);
        assert!(strikes(&battle, "red") > 0, "it circles at {start:?}");
    }
}

#[test]
fn a_flyer_with_a_rifle_goes_where_no_sword_reaches() {
    let book = book("structured");
    let units = [("red", "jump_trooper", (10, 5), Band::Ground), ("blue", "bruiser", (13, 5), Band::Ground)];
    let mut battle = battle(&book, &units, 2);
    // Later nobody holds back any more, and it may come down to them.
    play(&mut battle, 5);
    assert!(strikes(&battle, "red") > 0);
    assert_eq!(strikes(&battle, "blue"), 0, "the bruiser has no way up");
}

#[test]
fn a_gunner_on_the_ground_shoots_at_what_flies() {
    let book = book("threat_range");
    let units = [("red", "sky_watch", (4, 5), Band::Ground), ("blue", "gyre", (10, 5), Band::Low)];
    let mut battle = battle(&book, &units, 3);
    play(&mut battle, 3);
    assert!(strikes(&battle, "red") > 0);
}

#[test]
fn fights_with_flyers_come_to_an_end() {
    let fights = [
        ("structured", ["great_bird", "jump_trooper", "bruiser", "duellist"], [Band::High, Band::Ground]),
        ("threat_range", ["wing_bearer", "gyre", "militia", "archer"], [Band::Ground, Band::Low]),
        ("cepheus", ["drop_trooper", "hover_drone", "breacher", "sky_gunner"], [Band::Ground, Band::Low]),
    ];
    for (id, kinds, [first, second]) in fights {
        let units = [
            ("r1", kinds[0], (2, 2), first),
            ("r2", kinds[1], (2, 6), second),
            ("b1", kinds[2], (20, 2), Band::Ground),
            ("b2", kinds[3], (20, 6), Band::Ground),
        ];
        let book = book(id);
        for seed in 1..4 {
            let mut battle = battle(&book, &units, seed);
            play(&mut battle, 80);
            assert_eq!(battle.status(), Status::Over, "{id}, seed {seed}");
        }
    }
}
