//! Where a side wins is seen on the board and read on the cards of its squares.

use crate::rules::{expr::Expr, facts::Goal};
use crate::window::session::prelude::*;

#[test]
fn a_place_that_wins_is_marked_named_and_told_of_on_its_cards_s19() {
    let mut game = TestGame::settled("six_rounds_on_the_landing", 1);
    let overlay = &game.table.overlay;
    let width = game.table.board.size.x as usize;
    let expected: Vec<(usize, usize)> = (4..10).flat_map(|y| (0..7).map(move |x| (x, y))).collect();
    assert_eq!(marked(overlay, width, mark::GOAL), expected);
    let named = overlay.notes.iter().filter(|note| note.text == "Stronghold");
    assert_eq!(named.map(|note| note.weight).collect::<Vec<_>>(), [Weight::Ground]);
    let facts = game.controller.play.eyes().unwrap();
    let told = |x, y| preview::goal_lines(&game.controller.play, &facts, Square::new(x, y));
    let texts: Vec<String> = told(1, 4).into_iter().map(|line| line.text).collect();
    assert_eq!(texts, ["Stronghold (league): wins with a unit here from round 6"]);
    assert!(told(7, 4).is_empty());
    game.obey(&Intent::Point(Some(bevy::math::IVec2::new(0, 4))));
    let first = game.table.side.as_ref().and_then(|card| card.lines.first());
    assert_eq!(first.map(|line| &line.text), texts.first());
}

#[test]
fn only_places_that_count_for_a_goal_are_marked_s19() {
    let game = TestGame::of(&library(), "six_rounds_on_the_landing", 1, false);
    let mut facts = Facts::clone(&game.controller.play.eyes().unwrap());
    let (way_out, stronghold) = (Key::new("way_out"), Key::new("stronghold"));
    let place = Patch(Square::new(9, 9), Square::new(9, 9));
    Arc::make_mut(&mut facts.surroundings).facilities.push((place, way_out));
    let league = Side::new("league");
    for (goal, places, from) in [
        ("at.stronghold and round >= 6", vec![stronghold], Some(Some(6))),
        ("at.stronghold", vec![stronghold], Some(Some(1))),
        ("at.stronghold and has.task_done", vec![stronghold], Some(None)),
        ("has.task_done", vec![], None),
        // Where one may get away, and what `get_away` brings.
        ("has.got_away", vec![way_out], Some(None)),
    ] {
        facts.goals = Arc::new(vec![Goal::new(&facts.book, league, Expr::parse(goal).unwrap())]);
        let found: Vec<Key> = facts.goal_places().map(|(_, kind)| *kind).collect();
        assert_eq!(found, places, "{goal}");
        let wins = places.first().map(|kind| facts.wins_at(*kind));
        assert_eq!(wins, from.map(|from| vec![(league, from)]), "{goal}");
    }
}

#[test]
fn the_square_of_a_way_out_tells_which_action_is_done_there_s19() {
    let game = TestGame::settled("prize_at_the_broken_moon", 1);
    let facts = game.controller.play.eyes().unwrap();
    let lines = preview::goal_lines(&game.controller.play, &facts, Square::new(23, 5));
    let told: Vec<(&str, Option<&str>)> =
        lines.iter().map(|line| (line.text.as_str(), line.rule.as_deref())).collect();
    let counts = "Way out (marguerite): needed for the goal";
    assert_eq!(told, [(counts, None), ("Action here: Get away", Some("S-19"))]);
}
