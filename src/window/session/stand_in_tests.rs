//! The slots of the row while wounds, a posture, a hold or an enemy beside a unit change what it can do.

use crate::window::session::prelude::*;

/// What stands in the slots, by its name.
fn names(game: &TestGame) -> Vec<String> {
    let name = |slot: &RowSlot| match slot {
        RowSlot::Card(n) => game.table.hand[*n].name.clone(),
        other => format!("{other:?}"),
    };
    game.table.row.slots.iter().map(name).collect()
}

/// Whether a card can be done now.
fn possible(game: &TestGame, n: usize) -> bool {
    game.table.hand[n].why_not.is_none()
}

/// How many cards of the row can be done now, those of its openers included.
fn lit(game: &TestGame) -> usize {
    let row = &game.table.row;
    let any = |cards: &[usize]| cards.iter().any(|n| possible(game, *n));
    let lit = |slot: &&RowSlot| match slot {
        RowSlot::Card(n) => possible(game, *n),
        RowSlot::Manoeuvres => any(&row.manoeuvres),
        RowSlot::More => !row.few && any(&row.more),
        RowSlot::Empty => false,
    };
    row.slots.iter().filter(lit).count()
}

/// The row once whose turn it is has these conditions and so much vitality. Each usual action has its own key or none, and
/// what can be done instead has that key only while a condition forbids the usual one.
fn row_with(game: &mut TestGame, usual: &[String], conditions: &[&str], vitality: i32) -> Vec<String> {
    let condition = |id: &&str| Condition::new(Key::new(id), 1, Until::Battle, None);
    let conditions: Vec<Condition> = conditions.iter().map(condition).collect();
    let track = game.controller.play.eyes().unwrap().book.main_track().unwrap().id;
    game.change_asked(|unit| {
        unit.conditions.0.clone_from(&conditions);
        unit.tracks.0.iter_mut().find(|known| known.id == track).unwrap().now = vitality;
    });
    game.settle();
    let row = names(game);
    assert_eq!(row.len(), usual.len(), "{conditions:?}: {usual:?}, {row:?}");
    let facts = game.controller.play.eyes().unwrap();
    let unit = facts.unit(game.asked()).unwrap();
    let hand = pick::hand(&facts, unit.id(), &Occasion::default());
    for (n, name) in usual.iter().enumerate().filter(|(n, name)| row[*n] != **name) {
        assert!(!row.contains(name), "{conditions:?}: {name}: {usual:?}, {row:?}");
        let forbidden = hand.iter().any(|card| {
            let named = facts.book.action(card.action).is_some_and(|def| def.name == *name);
            named && pick::prohibited(&facts, unit, card)
        });
        let empty = game.table.row.slots[n] == RowSlot::Empty && game.table.row.few;
        assert!(forbidden || empty, "{conditions:?}: {name}: {usual:?}, {row:?}");
    }
    row
}

#[test]
fn a_key_keeps_its_action_and_is_another_ones_only_while_a_condition_forbids_it() {
    let mut game = TestGame::settled("first_blood", 5);
    game.until_a_full_hand();
    let usual = names(&game);
    let at = |name: &str| usual.iter().position(|own| own == name).unwrap();
    let (going, attack, manoeuvres) = (at("Move"), at("Attack"), at("Manoeuvres"));
    let own = game.asked();
    let far = row_with(&mut game, &usual, &["disabled"], -3);
    assert_eq!(far[attack], "Attack", "too far is not forbidden: {far:?}");
    let play = &mut game.controller.play;
    let here = play.eyes().unwrap().unit(own).unwrap().place.area.origin;
    let (foe, square) = (UnitId::new("dirk"), Square::new(here.x + 1, here.y - 1));
    play.submit(Command::Referee(Referee::Place { unit: foe, square })).unwrap();
    assert_eq!(row_with(&mut game, &usual, &[], 40), usual, "an enemy beside it moves no slot");
    for (wounds, vitality) in [(None, 40), (Some("disabled"), -3), (Some("dying"), -20)] {
        let with =
            |more: Option<&'static str>| -> Vec<&'static str> { wounds.into_iter().chain(more).collect() };
        let row = row_with(&mut game, &usual, &with(None), vitality);
        assert_eq!(row[going], "Move", "{row:?}");
        assert_eq!(row[attack], "Attack", "{row:?}");
        let prone = row_with(&mut game, &usual, &with(Some("prone")), vitality);
        assert_eq!(prone[going], "Stand up", "{prone:?}");
        let stood = row_with(&mut game, &usual, &with(None), vitality);
        assert_eq!(stood, row, "once it stands it goes by the same key");
    }
    game.controller.play.change(|snapshot| {
        let (kind, role) = (Key::new("grapple"), Key::new("controller"));
        snapshot.bonds.push(Bond { kind, unit: foe, role, to: own });
    });
    let held = row_with(&mut game, &usual, &["restrained"], 40);
    assert!(held.iter().any(|name| name == "Break free"), "{held:?}");
    assert_eq!(held[manoeuvres], "Manoeuvres", "{held:?}");
    game.controller.play.change(|snapshot| snapshot.bonds.clear());
    assert_eq!(row_with(&mut game, &usual, &[], 40), usual, "and all is as before");
}

#[test]
fn who_is_down_has_three_cards_at_most_and_the_rest_is_not_lit() {
    let mut game = TestGame::settled("first_blood", 5);
    game.until_a_full_hand();
    let usual = names(&game);
    assert!(lit(&game) > 3 && !game.table.row.few, "{usual:?}");
    let states: [(&[&str], i32); 4] =
        [(&["disabled"], -3), (&["disabled", "prone"], -3), (&["dying"], -20), (&[], 0)];
    for (conditions, vitality) in states {
        let row = row_with(&mut game, &usual, conditions, vitality);
        assert!((1..=3).contains(&lit(&game)) && game.table.row.few, "{conditions:?}: {row:?}");
        assert!(!row.iter().any(|name| name == "Manoeuvres") && game.table.row.manoeuvres.is_empty());
        // Nothing that the rules allow is lost.
        let table = &game.table;
        let there = |n: &usize| table.row.slots.contains(&RowSlot::Card(*n)) || table.row.more.contains(n);
        assert!((0..table.hand.len()).all(|n| there(&n)), "{conditions:?}: {row:?}");
        assert!(table.row.more.iter().any(|n| possible(&game, *n)), "{conditions:?}: {row:?}");
    }
}

#[test]
fn the_turn_of_who_is_down_passes_by_itself_once_no_card_is_left() {
    let mut game = TestGame::settled("first_blood", 5);
    game.until_a_full_hand();
    let usual = names(&game);
    row_with(&mut game, &usual, &["disabled"], -3);
    let own = game.asked();
    game.change_asked(|unit| {
        unit.pools.0.iter_mut().for_each(|pool| pool.spent = pool.base + pool.extra);
        unit.usage.this_turn.push(Key::new("move"));
    });
    game.step();
    assert_eq!(game.controller.play.commands().last(), Some(&Command::End { unit: own }));
}

#[test]
fn to_clear_a_jam_stands_where_the_shot_stood_s90() {
    let mut game = TestGame::of(&library(), "hold_the_stairwell", 5, false);
    game.until_a_full_hand();
    let usual = names(&game);
    let book = game.controller.play.eyes().unwrap().book.clone();
    game.change_asked(|unit| {
        for item in &mut unit.gear.items {
            item.jammed = book.weapon(item.def).is_some_and(|def| def.is_ranged());
        }
    });
    game.settle();
    let row = names(&game);
    let at = row.iter().position(|name| name == "Clear a jam");
    assert_eq!(at.map(|at| usual[at].as_str()), Some("Standard Attack"), "{usual:?}, {row:?}");
}

#[test]
fn melee_stands_where_the_shot_stood_while_nothing_is_left_to_shoot_with() {
    let mut game = TestGame::of(&library(), "hold_the_stairwell", 5, false);
    game.until_a_full_hand();
    let usual = names(&game);
    let attack = |game: &TestGame| {
        let facts = game.controller.play.eyes().unwrap();
        let unit = facts.unit(game.asked()).unwrap();
        let hand = pick::hand(&facts, unit.id(), &Occasion::default());
        let attacks = game.table.row.slots.iter().enumerate().filter_map(|(at, slot)| {
            let RowSlot::Card(n) = slot else { return None };
            (game.table.hand[*n].name == "Standard Attack").then(|| (at, game.table.hand[*n].art.clone()))
        });
        assert!(hand.iter().any(|card| card.action == "standard_attack_melee"), "it can be had elsewhere");
        attacks.collect::<Vec<_>>()
    };
    let shot = attack(&game);
    assert_eq!(shot.len(), 1, "{usual:?}");
    // Without a round more for it, then with none at all.
    let stocks = |game: &mut TestGame, stock: i32| {
        game.change_asked(|unit| unit.gear.items.iter_mut().for_each(|item| item.stock = stock));
        game.settle();
    };
    stocks(&mut game, 0);
    let melee = attack(&game);
    assert_eq!(names(&game), usual, "no slot moves");
    assert_eq!((melee.len(), melee[0].0), (1, shot[0].0), "{melee:?}");
    assert_ne!(melee[0].1, shot[0].1, "it looks as what is done with the hands");
    stocks(&mut game, -1);
    assert_eq!(attack(&game), shot, "and the shot is back");
    let book = game.controller.play.eyes().unwrap().book.clone();
    game.change_asked(|unit| {
        unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|def| !def.is_ranged()));
    });
    game.settle();
    assert_eq!(attack(&game), melee, "it has lost its gun");
}

#[test]
fn what_heals_or_lifts_what_one_has_helps() {
    let mut facts = Facts::clone(&play(&library(), "first_blood", 11, false).eyes().unwrap());
    let jem = UnitId(Key::new("jem"));
    let action = |who: &str, step: &str| -> ActionDef {
        let asks = format!("asks: [Target(who: {who}, within: Squares(\"1\"))]");
        ron::from_str(&format!("(id: \"tend\", name: \"Tend\", rule: \"A-114\", {asks}, steps: [{step}])"))
            .unwrap()
    };
    let heals = "Check(check: \"treatment\", dc: \"8\", pass: [Heal(amount: \"2\", to: Target)])";
    let lifts = "Do([Lift(condition: \"prone\", to: Target)])";
    let helps = |facts: &Facts, who: &str, step: &str| {
        pick::helps_oneself(facts.unit(jem).unwrap(), &action(who, step))
    };
    assert!(helps(&facts, "OwnSide", heals) && !helps(&facts, "Ally", heals));
    assert!(!helps(&facts, "OwnSide", lifts), "it isn't prone");
    let prone = Condition::new(Key::new("prone"), 1, Until::Battle, None);
    facts.unit_mut(jem).unwrap().conditions.0.push(prone);
    assert!(helps(&facts, "OwnSide", lifts));
}
