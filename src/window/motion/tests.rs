//! What beats leave behind, and how they move.

use super::*;
use crate::window::view::{LogLine, UnitCard};

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
