//! What is seen of shields and auras before a shot.

use super::marks::OverlayInput;
use crate::rules::{facts::Aura, testing::shield};
use crate::window::session::prelude::*;

/// A battle under the rules of Threat Range, without fog.
fn in_the_open() -> Setup {
    let mut setup = library().setup(Key::new("first_blood"), 1, Some(Key::new("threat_range"))).unwrap();
    setup.options.insert(Key::new("fog"), 0);
    setup
}

/// The texts of a card with their values.
fn lines(card: &SideCard) -> Vec<(&str, &str)> {
    card.lines.iter().map(|line| (line.text.as_str(), line.value.as_str())).collect()
}

#[test]
fn what_a_low_shield_covers_and_how_much_is_left_stands_on_the_board_and_on_the_cards_d59() {
    let mut setup = in_the_open();
    let bearer = &mut setup.units[0];
    bearer.place.area.origin = Square::new(4, 4);
    let heat = Aura { id: Key::new("fire"), kind: Key::new("heat"), stored: 9, drive: None, decay: 0 };
    bearer.wards.shields = vec![shield("dome", Precision::Low, 40, 2), shield("coat", Precision::High, 7, 2)];
    bearer.wards.auras = vec![heat];
    let (id, side, name) = (bearer.id(), bearer.side(), bearer.identity.name.clone());
    let play = seated(setup, side);
    let facts = play.eyes().unwrap();
    let card = preview::unit_card(&play, &facts, facts.unit(id).unwrap(), None);
    for line in [("Low shield, reach 2", "40"), ("High shield", "7"), ("Aura: heat", "9")] {
        assert!(lines(&card).contains(&line), "{line:?} in {:?}", lines(&card));
    }
    let of = format!("Low shield of {name}");
    let shown =
        |x, y| lines(&preview::square_card(&facts, Square::new(x, y), true)).contains(&(of.as_str(), "40"));
    assert!(shown(6, 6) && !shown(7, 4));
    let overlay = marks::overlay(&OverlayInput {
        play: &play,
        facts: &facts,
        unit: None,
        open: &TurnOptions::default(),
        pointed: None,
        aimed: None,
        answers: &[],
        stake: None,
        asked: &[],
        others: &[],
        stamp: None,
        laid: None,
        fog: None,
        stand: None,
        threat: false,
    });
    let width = usize::from(facts.map.width());
    let expected: Vec<_> = (2..7).flat_map(|y| (2..7).map(move |x| (x, y))).collect();
    assert_eq!(marked(&overlay, width, mark::COVERED), expected);
    assert_eq!(overlay.cover_sides[0], play.colour(side));
    assert_eq!(overlay.notes.iter().find(|note| note.weight == Weight::Ground).unwrap().text, "shield 40");
}

#[test]
fn how_much_is_stored_in_a_foes_aura_does_not_show_d106() {
    let mut setup = in_the_open();
    let aura =
        |kind: &str, stored| Aura { id: Key::new(kind), kind: Key::new(kind), stored, drive: None, decay: 0 };
    let bearer = &mut setup.units[0];
    bearer.wards.auras = vec![aura("heat", 9), aura("frost", 0), aura("normal", 5)];
    let (id, side) = (bearer.id(), bearer.side());
    let foe = setup.units.iter().map(|unit| unit.side()).find(|other| *other != side).unwrap();
    let play = seated(setup, foe);
    let facts = play.eyes().unwrap();
    let card = preview::unit_card(&play, &facts, facts.unit(id).unwrap(), None);
    for line in [("Aura: heat", "some stored"), ("Aura: frost", "0"), ("Aura: normal", "unknown")] {
        assert!(lines(&card).contains(&line), "{line:?} in {:?}", lines(&card));
    }
}

#[test]
fn of_two_shields_the_one_that_is_charged_is_asked_for_by_its_name_d07() {
    let asked = |shields: &[(&str, i32)]| {
        let mut setup = in_the_open();
        let bearer = &mut setup.units[0];
        let shields = shields.iter().map(|(id, points)| shield(id, Precision::Medium, *points, 1));
        bearer.wards.shields = shields.collect();
        let (id, side) = (bearer.id(), bearer.side());
        let facts = seated(setup, side).eyes().unwrap();
        let def = facts.book.action(Key::new("charge_shield")).unwrap();
        let mut chosen = Chosen::new(def.id, Mode::Standard);
        let entries = match pick::need(&facts, facts.unit(id).unwrap(), def, &mut chosen) {
            NextParameter::Menu(_, entries) => entries,
            _ => Vec::new(),
        };
        (entries.into_iter().map(|entry| (entry.text, entry.mark)).collect::<Vec<_>>(), chosen.args.item)
    };
    let (told, item) = asked(&[("belt", 3), ("ring", 4)]);
    assert_eq!(told, [("Belt", "3"), ("Ring", "4")].map(|(text, mark)| (text.to_owned(), mark.to_owned())));
    assert_eq!(item, None);
    assert_eq!(asked(&[("belt", 3)]), (Vec::new(), Some(Key::new("belt"))), "one is not asked for");
}
