//! What beats leave behind, and how they move.

use super::*;
use crate::window::view::{KitLine, LogLine, Ribbon, RibbonSlot, Telling, UnitCard};

#[test]
fn what_is_shown_at_the_end_does_not_depend_on_skipping() {
    let mut table = Table {
        counters: vec![Counter { unit: 7, ..default() }, Counter { unit: 8, ..default() }],
        ..default()
    };
    let mut tray = Tray::default();
    finish(Beat::Walk { unit: 7, path: vec![IVec2::ZERO, IVec2::X], with: vec![8] }, &mut table, &mut tray);
    finish(Beat::Log(LogLine { text: "x".into(), ..default() }), &mut table, &mut tray);
    finish(Beat::Show(Box::new(Counter { unit: 9, ..default() })), &mut table, &mut tray);
    finish(Beat::Hide(9), &mut table, &mut tray);
    table.own = Some(UnitCard { unit: 8, ..default() });
    let hurt = Counter { unit: 8, at: IVec2::X, vitality: 31, ..default() };
    finish(Beat::Show(Box::new(hurt)), &mut table, &mut tray);
    assert_eq!(table.own.as_ref().map(|own| own.vitality.1), Some(31));
    assert!(table.counters.iter().all(|counter| counter.at == IVec2::X), "who is aboard goes with it");
    assert_eq!(table.counters.len(), 2);
    assert_eq!(table.log.len(), 1);
}

#[test]
fn the_card_at_the_left_becomes_that_of_who_acts() {
    let mut table = Table { own: Some(UnitCard { unit: 1, name: "Rona".into(), ..default() }), ..default() };
    let mut show = |unit: u32, name: &str| {
        let card = UnitCard { unit, name: name.into(), ..default() };
        finish(Beat::Own(Box::new(card)), &mut table, &mut Tray::default());
        table.own.as_ref().map(|own| own.name.clone())
    };
    assert_eq!(show(2, "Dirk").as_deref(), Some("Dirk"));
    assert_eq!(show(2, "Dirk again").as_deref(), Some("Dirk"), "it stands there already");
}

#[test]
fn the_card_of_who_acts_begins_with_what_they_have_in_use() {
    let mut table = Table::default();
    let mut show = |weapon: &str| {
        let kit = vec![KitLine { name: weapon.into(), ..default() }];
        let card = UnitCard { unit: 2, name: weapon.into(), kit, ..default() };
        finish(Beat::Own(Box::new(card)), &mut table, &mut Tray::default());
        table.own.as_ref().map(|own| (own.name.clone(), own.kit[0].name.clone()))
    };
    assert_eq!(show("Axe"), Some(("Axe".into(), "Axe".into())));
    assert_eq!(show("Sling"), Some(("Axe".into(), "Sling".into())), "all else is as it stood");
}

#[test]
fn a_card_shows_a_condition_once_that_is_told() {
    let mut table = Table { own: Some(UnitCard { unit: 1, ..default() }), ..default() };
    let mut show = |unit: u32, condition: &str| {
        let told = vec![(condition.to_owned(), String::new())];
        finish(Beat::Conditions { unit, told }, &mut table, &mut Tray::default());
        table.own.as_ref().map_or(0, |own| own.conditions.len())
    };
    assert_eq!(show(2, "Prone"), 0, "it is another's card");
    assert_eq!(show(1, "Prone"), 1);
}

#[test]
fn with_the_turn_the_ribbon_changes_and_the_line_goes() {
    let slot = |unit: u32, active: bool| RibbonSlot { unit, active, ..default() };
    let mut table = Table { telling: Some(Telling::default()), ..default() };
    table.ribbon.slots = vec![slot(1, true), slot(2, false)];
    let mut pass = |unit, ribbon| {
        finish(Beat::Turn { unit, ribbon }, &mut table, &mut Tray::default());
        assert_eq!(table.telling, None);
        table.ribbon.slots.iter().map(|slot| (slot.unit, slot.active)).collect::<Vec<_>>()
    };
    assert_eq!(pass(None, None), [(1, false), (2, false)]);
    let then = Ribbon { slots: vec![slot(2, true), slot(1, false)], ..default() };
    assert_eq!(pass(Some(2), Some(Box::new(then))), [(2, true), (1, false)]);
    assert_eq!(pass(Some(1), None), [(2, false), (1, true)]);
}

#[test]
fn the_line_of_a_blow_comes_with_it_and_stands_as_long_as_its_number() {
    let told = Telling { result: true, waits: true, blow: Some(default()), ..default() };
    assert_eq!(Beat::Tell(told).length(), 0.0);
    let told = Telling { result: true, waits: true, ..default() };
    assert_eq!(Beat::Tell(told).length(), Beat::Read.length());
    let hit = Beat::Hit { unit: 0, from: IVec2::ZERO, points: 1 };
    assert_eq!(hit.length() + Beat::Read.length(), rising::STAYS);
}

#[test]
fn who_blocks_is_shoved_at_once_who_is_missed_leans_aside() {
    let shoved = |share: f32| gives_way(&Beat::Block { unit: 1, from: IVec2::ZERO }, Vec2::X, share);
    assert!(shoved(0.25).x > shoved(0.5).x && shoved(0.5).x > shoved(0.9).x);
    assert_eq!((shoved(0.0), shoved(1.0)), (Vec2::ZERO, Vec2::ZERO));
    let missed = gives_way(&Beat::Miss { unit: 1, from: IVec2::ZERO }, Vec2::X, 0.5);
    assert!(missed.y.abs() > 0.1 && missed.x.abs() < 0.01, "{missed}");
}

#[test]
fn who_dodges_steps_farther_aside_than_who_is_missed_and_comes_back() {
    let (unit, from) = (1, IVec2::ZERO);
    let dodged = |share: f32| gives_way(&Beat::Avert { unit, from, how: Averted::Dodged }, Vec2::X, share);
    let missed = gives_way(&Beat::Miss { unit, from }, Vec2::X, 0.5);
    assert!(dodged(0.3).length() > 2.0 * missed.length() && dodged(0.3).x.abs() < 0.01);
    assert_eq!((dodged(0.0), dodged(1.0)), (Vec2::ZERO, Vec2::ZERO));
}

#[test]
fn a_step_takes_120_ms_and_dice_400() {
    assert_eq!(Beat::Walk { unit: 0, path: vec![IVec2::ZERO, IVec2::X], with: Vec::new() }.length(), 0.12);
    assert_eq!(Beat::Roll(ShownRoll::default()).length(), 0.40);
}
