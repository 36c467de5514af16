//! What the computer makes of being beside enemies and friends: of walking out of mêlée, and of hits meant for others.

use crate::{
    ai::{
        feat_tests::{fight, scores, unit},
        moves,
        planner::Planner,
        position::standing,
        react,
        turn::Found,
    },
    battle::{Battle, command::Command, prompt::Reaction},
    grid::Square,
    key::Key,
    rules::{
        action::Moment,
        facts::{Condition, Facts, UnitId, UnitState},
        legal::{self, Args},
        modifier::Until,
    },
};

/// A deckhand with bare hands beside a hatch breaker.
fn beside() -> Vec<UnitState> {
    let deckhand = unit("deckhand", "red", (4, 4), 20, |def| def.weapons = vec![Key::new("unarmed")]);
    vec![deckhand, unit("breaker", "blue", (5, 4), 10, |_| ())]
}

/// What is known when the first turn begins.
fn facts(units: Vec<UnitState>) -> Facts {
    let mut battle = Battle::new(fight(units));
    battle.advance();
    (**battle.truth()).clone()
}

#[test]
fn a_step_out_of_melee_costs_a_blow_and_one_within_it_none_s66() {
    let cost = |units: Vec<UnitState>, path: &[(i16, i16)]| {
        let facts = facts(units);
        let planner = Planner::new(&facts, UnitId::new("deckhand_20"), None).unwrap();
        let path = path.iter().map(|at| Square::from(*at)).collect();
        planner.passing(&Args { path, ..Args::default() })
    };
    let once = cost(beside(), &[(3, 4)]);
    assert!(once > 0.0, "it is struck as it leaves");
    assert!(cost(beside(), &[(4, 3)]) == 0.0, "still beside it");
    assert!((cost(beside(), &[(4, 3), (3, 3), (2, 3)]) - once).abs() < 1e-9, "it leaves once");
    assert!(cost(beside(), &[(3, 4), (4, 3), (3, 2)]) > once, "it leaves twice");
    let apart = |x: i16| {
        let mut units = beside();
        units[1].place.area.origin = Square::new(x, 4);
        units
    };
    assert!(cost(apart(6), &[(5, 4)]) == 0.0, "coming near is no opening");
    assert!(cost(apart(6), &[(5, 3), (6, 3), (7, 3), (8, 3)]) > 0.0, "but going past is");
    let mut stunned = beside();
    let condition = Condition::new(Key::new("stunned"), 1, Until::Battle, None);
    stunned[1].conditions.0.push(condition);
    assert!(cost(stunned, &[(3, 4)]) == 0.0, "who cannot act engages nobody");
}

/// What the best order of a kind is worth to the deckhand that leads out of the foe's reach.
fn away(units: Vec<UnitState>, id: &str) -> f64 {
    let facts = facts(units);
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
    assert!(away(beside(), "half_move") > f64::MIN, "it can go");
    assert!(away(beside(), "disengage") > away(beside(), "half_move"));
}

#[test]
fn who_is_down_does_not_come_after_s54() {
    let mut down = beside();
    down[1].conditions.0.push(Condition::new(Key::new("prone"), 1, Until::Battle, None));
    assert!(away(down, "disengage") > away(beside(), "disengage"));
}

#[test]
fn a_blow_at_a_friend_is_parried_for_what_it_costs_that_one_s41() {
    let guardian = unit("boarder", "red", (4, 4), 20, |def| {
        scores(def, &[("parry", 90), ("t", 30)]);
        def.weapons = ["cutlass", "unarmed"].map(Key::new).to_vec();
        def.items.clear();
        def.tracks.insert(Key::new("wounds"), 25);
    });
    let mut friend = unit("deckhand", "red", (5, 4), 5, |def| def.items.clear());
    for track in friend.tracks.0.iter_mut().filter(|track| track.id == "wounds") {
        track.now = 1;
    }
    let own = guardian.id();
    let breaker = unit("breaker", "blue", (6, 4), 10, |_| ());
    let mut reaction = Reaction {
        moment: Moment::Hit,
        by: breaker.id(),
        action: Key::new("standard_attack_melee"),
        target: Some(friend.id()),
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
    let facts = facts(vec![guardian, friend, breaker]);
    reaction.options = legal::offers(&facts, own, &reaction.occasion());
    reaction.options.retain(|offer| facts.book.action(offer.action).is_some_and(|def| def.guards()));
    assert_eq!(reaction.options.len(), 2, "parry for it, or take the hit");
    match react::choose(&facts, own, &reaction) {
        Command::Act { action, .. } => assert_eq!(action, "guardian", "a blow that it takes itself hurts"),
        other => panic!("{other:?}"),
    }
}
