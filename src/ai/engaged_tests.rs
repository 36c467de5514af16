//! What the computer makes of being beside enemies and friends: of walking out of mêlée, and of hits meant for others.

use crate::ai::{manoeuvre_tests::deck, moves, react, test_battle::*};
use crate::battle::prompt::Reaction;

/// A deckhand with bare hands beside a hatch breaker, whose square is this.
fn beside(at: (i16, i16)) -> Field {
    deck()
        .unit("deckhand_20", "deckhand", "red", (4, 4))
        .def(|def| def.weapons = vec![Key::new("unarmed")])
        .unit("breaker_10", "breaker", "blue", at)
}

#[test]
fn a_step_out_of_melee_costs_a_blow_and_one_within_it_none_s66() {
    let cost = |field: Field, path: &[(i16, i16)]| {
        let facts = known(field.in_order());
        let planner = Planner::new(&facts, UnitId::new("deckhand_20"), None).unwrap();
        let path = path.iter().map(|at| Square::from(*at)).collect();
        planner.passing(&Args { path, ..Args::default() })
    };
    let near = || beside((5, 4));
    let once = cost(near(), &[(3, 4)]);
    assert!(once > 0.0, "it is struck as it leaves");
    assert!(cost(near(), &[(4, 3)]) == 0.0, "still beside it");
    assert!((cost(near(), &[(4, 3), (3, 3), (2, 3)]) - once).abs() < 1e-9, "it leaves once");
    assert!(cost(near(), &[(3, 4), (4, 3), (3, 2)]) > once, "it leaves twice");
    assert!(cost(beside((6, 4)), &[(5, 4)]) == 0.0, "coming near is no opening");
    assert!(cost(beside((6, 4)), &[(5, 3), (6, 3), (7, 3), (8, 3)]) > 0.0, "but going past is");
    assert!(cost(near().under("stunned"), &[(3, 4)]) == 0.0, "who cannot act engages nobody");
}

/// What the best order of a kind is worth to the deckhand that leads out of the foe's reach.
fn away(field: Field, id: &str) -> f64 {
    let facts = known(field.in_order());
    let mut planner = Planner::new(&facts, UnitId::new("deckhand_20"), None).unwrap();
    let here = standing(&mut planner);
    let mut found = Found::new();
    moves::moves(&mut planner, here, &mut found);
    let fits = found.iter().filter(|(_, act)| {
        let end = act.args.path.last();
        act.action == id && end.is_some_and(|end| crate::grid::distance(*end, Square::new(5, 4)) > 1)
    });
    fits.map(|(score, _)| *score).fold(f64::MIN, f64::max)
}

#[test]
fn who_wants_to_get_away_disengages_s22() {
    let away = |id: &str| away(beside((5, 4)), id);
    assert!(away("half_move") > f64::MIN, "it can go");
    assert!(away("disengage") > away("half_move"));
}

#[test]
fn who_is_down_does_not_come_after_s54() {
    let near = || beside((5, 4));
    assert!(away(near().under("prone"), "disengage") > away(near(), "disengage"));
}

#[test]
fn a_blow_at_a_friend_is_parried_for_what_it_costs_that_one_s41() {
    let field = deck()
        .unit("boarder_20", "boarder", "red", (4, 4))
        .stats(&[("parry", 90), ("t", 30)])
        .def(|def| {
            def.weapons = ["cutlass", "unarmed"].map(Key::new).to_vec();
            def.items.clear();
            def.tracks.insert(Key::new("wounds"), 25);
        })
        .unit("deckhand_5", "deckhand", "red", (5, 4))
        .def(|def| def.items.clear())
        .with(|unit| {
            for track in unit.tracks.0.iter_mut().filter(|track| track.id == "wounds") {
                track.now = 1;
            }
        })
        .unit("breaker_10", "breaker", "blue", (6, 4));
    let facts = known(field.in_order());
    let [own, friend, breaker] = ["boarder_20", "deckhand_5", "breaker_10"].map(UnitId::new);
    let mut reaction = Reaction {
        moment: Moment::Hit,
        by: breaker,
        action: Key::new("standard_attack_melee"),
        target: Some(friend),
        check: None,
        reading: None,
        value: 1,
        spell: None,
        options: Vec::new(),
        watch: None,
        melee: true,
        dice: None,
        used: Vec::new(),
    };
    reaction.options = legal::offers(&facts, own, &reaction.occasion());
    reaction.options.retain(|offer| facts.book.action(offer.action).is_some_and(|def| def.guards()));
    assert_eq!(reaction.options.len(), 2, "parry for it, or take the hit");
    match react::choose(&facts, own, &reaction) {
        Command::Act { action, .. } => assert_eq!(action, "guardian", "a blow that it takes itself hurts"),
        other => panic!("{other:?}"),
    }
}
