//! What is seen of shields and auras before a shot.

use super::{
    marks::{self, OverlayInput, TurnOptions},
    play::Seat,
    test_game::library,
};
use crate::window::session::prelude::*;
use crate::{
    rules::{
        facts::{Aura, Shield},
        unit::Precision,
    },
    window::view::{Weight, mark},
};

/// The texts of a card with their values.
fn lines(card: &SideCard) -> Vec<(&str, &str)> {
    card.lines.iter().map(|line| (line.text.as_str(), line.value.as_str())).collect()
}

#[test]
fn what_a_low_shield_covers_and_how_much_is_left_stands_on_the_board_and_on_the_cards_d59() {
    let key = Key::new("first_blood");
    let mut setup = library().setup(key, 1, Some(Key::new("threat_range"))).unwrap();
    setup.options.insert(Key::new("fog"), 0);
    let bearer = &mut setup.units[0];
    bearer.place.area.origin = Square::new(4, 4);
    let shield = |id: &str, precision, points| Shield {
        id: Key::new(id),
        precision,
        points,
        reach: 2,
        device: false,
        priority: 0,
        pool: None,
        bought: false,
        active: true,
    };
    let heat = Aura { id: Key::new("fire"), kind: Key::new("heat"), stored: 9, drive: None, decay: 0 };
    bearer.wards.shields = vec![shield("dome", Precision::Low, 40), shield("coat", Precision::High, 7)];
    bearer.wards.auras = vec![heat];
    let (id, side, name) = (bearer.id(), bearer.side(), bearer.identity.name.clone());
    let seats = vec![Seat { side, name: side.to_string(), human: true }];
    let play = Play::new(setup, key, 1, seats);
    let facts = play.eyes().unwrap();
    let card = preview::unit_card(&play, &facts, facts.unit(id).unwrap(), None);
    for line in [("Low shield, reach 2", "40"), ("High shield", "7"), ("Aura: heat", "9")] {
        assert!(lines(&card).contains(&line), "{line:?} in {:?}", lines(&card));
    }
    let of = format!("Low shield of {name}");
    let shown = |x, y| {
        let card = preview::square_card(&facts, Square::new(x, y), true);
        lines(&card).contains(&(of.as_str(), "40"))
    };
    assert!(shown(6, 6) && !shown(7, 4));
    let overlay = marks::overlay(&OverlayInput {
        play: &play,
        facts: &facts,
        unit: None,
        open: &TurnOptions::default(),
        pointed: None,
        answers: &[],
        stake: None,
        asked: None,
        stamp: None,
        laid: None,
        fog: None,
        stand: None,
        threat: false,
    });
    let width = usize::from(facts.map.width());
    let covered = overlay.marks.iter().enumerate().filter(|(_, marks)| **marks & mark::COVERED != 0);
    let covered: Vec<_> = covered.map(|(n, _)| (n % width, n / width)).collect();
    let expected: Vec<_> = (2..7).flat_map(|y| (2..7).map(move |x| (x, y))).collect();
    assert_eq!(covered, expected);
    let note = overlay.notes.iter().find(|note| note.weight == Weight::Ground).unwrap();
    assert_eq!(note.text, "shield 40");
}

#[test]
fn how_much_is_stored_in_a_foes_aura_does_not_show_d106() {
    let key = Key::new("first_blood");
    let mut setup = library().setup(key, 1, Some(Key::new("threat_range"))).unwrap();
    setup.options.insert(Key::new("fog"), 0);
    let aura =
        |kind: &str, stored| Aura { id: Key::new(kind), kind: Key::new(kind), stored, drive: None, decay: 0 };
    let bearer = &mut setup.units[0];
    bearer.wards.auras = vec![aura("heat", 9), aura("frost", 0), aura("normal", 5)];
    let (id, side) = (bearer.id(), bearer.side());
    let foe = setup.units.iter().map(|unit| unit.side()).find(|other| *other != side).unwrap();
    let play = Play::new(setup, key, 1, vec![Seat { side: foe, name: foe.to_string(), human: true }]);
    let facts = play.eyes().unwrap();
    let card = preview::unit_card(&play, &facts, facts.unit(id).unwrap(), None);
    for line in [("Aura: heat", "some stored"), ("Aura: frost", "0"), ("Aura: normal", "unknown")] {
        assert!(lines(&card).contains(&line), "{line:?} in {:?}", lines(&card));
    }
}
