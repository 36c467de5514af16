//! The card of an enemy that is pointed at is about that enemy.

use crate::window::session::prelude::*;

#[test]
fn a_card_tells_one_distance_of_an_enemy() {
    let mut game = TestGame::of(&library(), "first_blood", 5, false);
    let mut told = 0;
    for _ in 0..6 {
        game.settle();
        if game.controller.over() || game.table.prompt.is_some() {
            break;
        }
        let facts = game.controller.play.eyes().unwrap();
        let Some(own) = game.controller.play.prompt().and_then(|prompt| facts.unit(prompt.unit)) else {
            break;
        };
        for foe in facts.units.iter().filter(|unit| facts.hostile(own, unit) && facts.present(unit)) {
            game.obey(&Intent::Point(Some(show::at(foe.place.area.origin))));
            for hint in game.table.click_hint.iter().filter(|hint| hint.text.contains("out of reach")) {
                let over: i32 = hint.text.split(' ').next().unwrap().parse().unwrap();
                let distance = facts.distance(own, foe);
                assert!(0 < over && over < distance, "{} for {distance}", hint.text);
                told += 1;
            }
        }
        game.obey(&Intent::EndTurn);
    }
    assert!(told > 0, "somebody was too far away");
}

#[test]
fn the_card_of_each_unit_says_what_it_holds_and_wears_with_its_numbers() {
    let play = play(&library(), "first_blood", 5, false);
    let facts = play.eyes().unwrap();
    let numbers = |text: &str| text.chars().any(|letter| letter.is_ascii_digit());
    let (mut armed, mut armoured) = (0, 0);
    for unit in facts.units.iter() {
        let own = show::card(&play, &facts, unit);
        let side = preview::unit_card(&play, &facts, unit, None);
        for kit in &own.kit {
            assert!(
                side.lines.iter().any(|line| line.text == kit.name && line.value == kit.value),
                "{kit:?}"
            );
        }
        armed += own.kit.iter().filter(|kit| kit.short.contains("damage") && numbers(&kit.short)).count();
        armoured += own.kit.iter().filter(|kit| kit.short.contains("resists") && numbers(&kit.short)).count();
    }
    assert!(armed >= facts.units.len() && armoured > 0, "{armed} weapons, {armoured} of armour");
    let hob = facts.unit(UnitId(Key::new("hob"))).unwrap();
    let shield = show::card(&play, &facts, hob).kit.into_iter().find(|kit| kit.name == "Shield").unwrap();
    assert_eq!((shield.value.as_str(), shield.rule.as_deref()), ("+2 to reflex", Some("A-92")));
    assert_eq!(shield.short, "Shield +2");
}

#[test]
fn the_number_under_a_counter_of_the_ribbon_stands_with_its_name_on_the_card_that_pointing_at_it_opens() {
    for scenario in ["first_blood", "shield_wall_at_coldwall", "adrift"] {
        let mut game = TestGame::settled(scenario, 5);
        let slots = game.table.ribbon.slots.clone();
        assert!(slots.iter().any(|slot| slot.count.is_some()), "{scenario}");
        for (n, slot) in slots.iter().enumerate() {
            game.obey(&Intent::AskSlot(n));
            let lines = &game.table.side.as_ref().unwrap().lines;
            let named =
                lines.iter().find(|line| line.text.starts_with("Initiative") && !line.value.is_empty());
            let told = named.and_then(|line| line.value.split(" → ").next()).map(str::to_owned);
            assert_eq!(told, slot.count.map(words::number), "{scenario}: {}", slot.name);
            assert!(named.is_none_or(|line| line.asks().is_some()), "{scenario}: {}", slot.name);
        }
    }
}

#[test]
fn who_gets_no_turn_stands_behind_the_bar_and_the_next_round_has_everybody_in_its_order() {
    let game = TestGame::settled("first_blood", 5);
    let play = &game.controller.play;
    let mut facts = Facts::clone(&play.eyes().unwrap());
    let still = |unit: &&UnitState| !unit.initiative.acted && facts.turn != Some(unit.id());
    let id = facts.units.iter().find(still).unwrap().id();
    let acted = |facts: &Facts| {
        let slots = show::ribbon(play, facts).slots;
        slots.iter().find(|slot| slot.unit == play.number(id)).unwrap().acted
    };
    let surprised = facts.book.settings.timing.surprise.condition.unwrap();
    facts.unit_mut(id).unwrap().conditions.0.push(Condition::new(surprised, 1, Until::Battle, None));
    assert!(!acted(&facts));
    facts.phase = Phase::Surprise;
    assert!(acted(&facts), "it gets no turn in this round");
    let ribbon = show::ribbon(play, &facts);
    assert!(ribbon.slots.is_sorted_by_key(|slot| slot.acted), "{:?}", ribbon.slots);
    let counts: Vec<_> = ribbon.next.iter().map(|slot| slot.expected.or(slot.count)).collect();
    assert!(counts.is_sorted_by(|one, other| one >= other), "{counts:?}");
    assert_eq!(ribbon.next.len(), ribbon.slots.len());
    assert!(ribbon.next.iter().all(|slot| !slot.active && !slot.acted));
    for unit in &mut facts.units {
        unit.initiative.settled = false;
    }
    assert!(show::ribbon(play, &facts).next.is_empty(), "nobody knows the order yet");
}

#[test]
fn a_question_finds_no_card_of_where_the_pointer_rests() {
    let mut game = TestGame::settled("first_blood", 5);
    let at = game.table.counters.iter().find(|counter| counter.active).map(|counter| counter.at);
    game.obey(&Intent::Point(at));
    for _ in 0..20 {
        game.settle();
        if game.controller.over() {
            break;
        }
        assert_eq!(game.table.side.is_some(), game.table.prompt.is_none(), "{:?}", game.table.side);
        let answer = game.answer();
        if game.table.prompt.is_some() {
            game.obey(&Intent::Drift(at));
            assert!(game.table.side.is_none(), "the map was moved under it");
            game.obey(&Intent::Point(at));
            assert!(game.table.side.is_some(), "it was moved");
        }
        game.obey(&answer.unwrap_or(Intent::EndTurn));
    }
}

#[test]
fn how_many_can_attack_is_shown_where_one_points_and_on_the_way_alone() {
    let mut game = TestGame::of(&library(), "first_blood", 5, false);
    game.settle();
    let size = game.table.board.size.as_ivec2();
    let place = |n: i32| bevy::math::IVec2::new(n % size.x, n / size.x);
    let mut told = 0;
    for at in (0..size.x * size.y).map(place) {
        game.obey(&Intent::Point(Some(at)));
        let overlay = &game.table.overlay;
        for (square, foes) in (0..).map(place).zip(&overlay.threats) {
            let shown = square == at || overlay.path.contains(&square);
            assert!(*foes == 0 || shown, "{foes} on {square} while {at} is pointed at");
        }
        let numbers = game.table.side.iter().flat_map(|side| &side.numbers);
        told += numbers.filter(|(_, what, harm)| *harm && what.contains("can attack here")).count();
        game.obey(&Intent::Point(None));
        assert!(game.table.side.is_none(), "the pointer has left the board");
    }
    assert!(told > 0, "nobody can attack anywhere");
}

#[test]
fn while_it_is_shown_what_enemies_threaten_its_signs_are_explained() {
    let mut game = TestGame::of(&library(), "first_blood", 5, false);
    game.settle();
    game.obey(&Intent::Threat);
    let explains = |game: &TestGame| !game.table.overlay.key.is_empty();
    assert!(explains(&game), "also while nothing is pointed at");
    let size = game.table.board.size.as_ivec2();
    let mut told = 0;
    for n in 0..size.x * size.y {
        game.obey(&Intent::Point(Some(bevy::math::IVec2::new(n % size.x, n / size.x))));
        assert!(explains(&game), "{:?}", game.table.side);
        let hint = game.table.click_hint.as_ref();
        told += usize::from(hint.is_some_and(|hint| hint.refused && hint.text.contains("can attack")));
    }
    assert!(told > 0, "how many can attack is told at the pointer");
}

#[test]
fn a_charge_runs_straight_and_leaving_a_foe_tells_whom_it_provokes_s63_s66() {
    let mut battle = Battle::new(library().setup(Key::new("hull_to_hull"), 1, None).unwrap());
    battle.advance();
    let mut facts = Facts::clone(&battle.referees_knowledge());
    let [amsel, moro, dirk] = ["amsel", "moro", "dirk"].map(|id| UnitId(Key::new(id)));
    // On the gangway: one far before her, one aside whom a winding way would pass.
    for (id, x, y) in [(amsel, 10, 10), (moro, 17, 10), (dirk, 14, 12)] {
        facts.unit_mut(id).unwrap().place.area.origin = Square::new(x, y);
    }
    let action = |id: &str| facts.book.action(Key::new(id)).unwrap();
    let own = facts.unit(amsel).unwrap();
    let charge = pick::charge(&facts, own, action("charge"), moro).unwrap();
    assert_eq!(charge.path, (11..17).map(|x| Square::new(x, 10)).collect::<Vec<_>>());

    let mut beside = facts.clone();
    beside.unit_mut(amsel).unwrap().place.area.origin = Square::new(16, 10);
    let own = beside.unit(amsel).unwrap();
    let provoked = |x, y| {
        preview::provoked(&beside, own, &[Square::new(x, y)]).iter().map(|foe| foe.id()).collect::<Vec<_>>()
    };
    assert_eq!(provoked(15, 10), [moro], "she leaves him");
    assert!(provoked(16, 11).is_empty(), "she stays beside him");
    assert!(preview::steps_provoke(&beside, action("half_move")));
    assert!(!preview::steps_provoke(&beside, action("disengage")), "nobody strikes then");
}

#[test]
fn nothing_of_a_turn_is_drawn_once_others_act() {
    let mut game = TestGame::settled("first_blood", 3);
    game.until_a_full_hand();
    let drawn = |game: &TestGame| {
        let reach = game.table.overlay.marks.iter().any(|marks| marks & mark::REACH != 0);
        reach || game.table.counters.iter().any(|own| own.choosable())
    };
    assert!(drawn(&game));
    game.obey(&Intent::EndTurn);
    game.step();
    assert!(!drawn(&game));
}

#[test]
fn who_may_be_chosen_is_marked_on_the_counter_and_not_once_more_on_the_map() {
    let mut found = 0;
    for scenario in ["lamps_before_coldwall", "giant_at_the_croft", "quarrel_at_the_stones"] {
        let mut game = TestGame::of(&library(), scenario, 5, false);
        game.until_a_full_hand();
        let Table { counters, overlay, board, .. } = &game.table;
        for own in counters.iter().filter(|own| own.choosable() && own.pose != Pose::Dead) {
            let n = own.at.y as usize * board.size.x as usize + own.at.x as usize;
            assert_eq!(overlay.marks[n] & mark::TARGET, 0, "{scenario}: {}", own.name);
            found += 1;
        }
    }
    assert!(found > 0, "somebody may be chosen");
}

#[test]
fn what_to_do_now_is_not_told_while_it_is_done() {
    let mut game = TestGame::settled("first_blood", 5);
    game.obey(&Intent::Seen);
    assert!(!game.table.hint.is_empty(), "in one's own turn");
    game.act();
    assert_eq!(game.table.hint, "");
    game.settle();
    game.obey(&Intent::Auto(1));
    game.step();
    assert_eq!(game.table.hint, "");
}
