//! The row of actions: slots keep their places, impossible actions are grey there, a unit that is down has few.

use crate::rules::facts::Item;
use crate::window::session::prelude::*;

/// What stands in the slots, by its name.
fn names(table: &Table) -> Vec<String> {
    let name = |slot: &RowSlot| match slot {
        RowSlot::Card(n) => table.hand[*n].name.clone(),
        other => format!("{other:?}"),
    };
    table.row.slots.iter().map(name).collect()
}

#[test]
fn a_slot_keeps_its_place_and_its_key_for_a_units_whole_battle() {
    let library = library();
    for scenario in library.scenarios.keys() {
        let mut game = TestGame::of(&library, scenario.as_str(), 2, false);
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for _ in 0..40 {
            game.settle();
            if game.controller.over() {
                break;
            }
            let own = game.table.own.as_ref().filter(|own| game.table.prompt.is_none() && own.vitality.1 > 0);
            // In a hold other things have the slots, and after the battle.
            let own = own.filter(|_| !bound(&game) && !game.table.row.slots.is_empty());
            if let Some(own) = own {
                let row = names(&game.table);
                let stands = |name: &String| {
                    ["Stand", "Clear a jam"].contains(&name.as_str()) || name.starts_with("Stand ")
                };
                let attacks = |name: &String| attacks(&game, name);
                assert!(row.len() <= 8 && row.last().is_some_and(|own| own == "More"), "{scenario}: {row:?}");
                let known = rows.entry(own.name.clone()).or_insert_with(|| row.clone());
                assert_eq!(row.len(), known.len(), "{scenario}: {}: {known:?}, {row:?}", own.name);
                // To stand up or clear a jam takes a slot, and melee that of the shot once nothing is left to shoot with.
                let mut both = row.iter().zip(&*known);
                let lost = |own: &String, was: &String| attacks(own) && attacks(was) && !row.contains(was);
                let same = both.all(|(own, was)| own == was || stands(own) || stands(was) || lost(own, was));
                assert!(same, "{scenario}: {}: {known:?}, {row:?}", own.name);
            }
            game.obey(&Intent::Auto(1));
        }
    }
}

/// Whether an action of this name is a plain attack.
fn attacks(game: &TestGame, name: &str) -> bool {
    let facts = game.controller.play.eyes();
    facts.is_some_and(|facts| facts.book.actions.iter().any(|def| def.name == name && def.is_plain_attack()))
}

#[test]
fn what_is_taken_in_hand_moves_no_slot() {
    let library = library();
    for scenario in library.scenarios.keys() {
        let mut game = TestGame::of(&library, scenario.as_str(), 2, false);
        game.until_a_full_hand();
        let row = names(&game.table);
        for slot in game.table.row.slots.clone() {
            let RowSlot::Card(n) = slot else { continue };
            let given = game.controller.play.commands().len();
            game.obey(&Intent::Card(n));
            // What asks for nothing that is not given already is done at once.
            if game.controller.play.commands().len() != given {
                break;
            }
            assert_eq!(names(&game.table), row, "{scenario}");
            game.obey(&Intent::Cancel);
        }
    }
}

#[test]
fn who_is_down_keeps_slots_and_keys() {
    let mut game = TestGame::settled("first_blood", 5);
    game.until_a_full_hand();
    let before = names(&game.table);
    let track = game.controller.play.eyes().unwrap().book.main_track().unwrap().id;
    game.change_asked(|unit| {
        unit.tracks.0.iter_mut().find(|known| known.id == track).unwrap().now = 0;
    });
    game.settle();
    let after = names(&game.table);
    assert_eq!(after.len(), before.len(), "{before:?}, {after:?}");
    let mut kept = 0;
    for (n, name) in after.iter().enumerate() {
        if let Some(at) = before.iter().position(|own| own == name) {
            assert_eq!(at, n, "{name}: {before:?}, {after:?}");
            kept += 1;
        }
    }
    assert!(kept > 0, "{before:?}, {after:?}");
}

#[test]
fn a_turn_in_which_a_unit_can_do_nothing_but_end_it_passes_by_itself_d80() {
    let mut game = TestGame::settled("quarrel_at_the_stones", 5);
    game.until_a_full_hand();
    let own = game.asked();
    game.change_asked(|unit| {
        unit.usage.this_turn.clear();
        unit.conditions.0.push(Condition::new(Key::new("stunned"), 1, Until::Battle, None));
    });
    game.step();
    assert_eq!(game.controller.play.commands().last(), Some(&Command::End { unit: own }));
    assert!(game.table.thinking && game.table.hand.is_empty());
    assert!(!game.controller.play.can_undo(), "it is no move of the player's");
}

/// Whether the one whose turn it is may only do what a hold or wounds leave, or the battle is over.
fn bound(game: &TestGame) -> bool {
    let play = &game.controller.play;
    play.prompt().zip(play.eyes()).is_some_and(|(prompt, facts)| {
        let unit = facts.unit(prompt.unit);
        facts.phase == Phase::Aftermath || unit.is_some_and(|unit| pick::bound(&facts, unit))
    })
}

#[test]
fn who_is_held_has_what_a_hold_allows_in_slots_that_stay_s74() {
    let mut game = TestGame::of(&library(), "hold_the_stairwell", 5, false);
    game.until_a_full_hand();
    let usual = names(&game.table);
    let own = game.asked();
    game.controller.play.change(|snapshot| {
        let side = snapshot.units.iter().find(|unit| unit.id() == own).unwrap().side();
        let foe = snapshot.units.iter().find(|unit| unit.side() != side).unwrap().id();
        let (kind, role) = (Key::new("grapple"), Key::new("controller"));
        snapshot.bonds.push(Bond { kind, unit: foe, role, to: own });
        let held = snapshot.units.iter_mut().find(|unit| unit.id() == own).unwrap();
        held.conditions.0.push(Condition::new(Key::new("restrained"), 1, Until::Battle, None));
    });
    game.controller.anew();
    game.settle();
    let row = names(&game.table);
    assert_eq!(row.len(), usual.len(), "{usual:?}, {row:?}");
    assert!(bound(&game) && row.iter().any(|own| own == "Break free"), "{row:?}");
    let possible = |table: &Table| {
        let can = |slot: &&RowSlot| matches!(slot, RowSlot::Card(n) if table.hand[*n].why_not.is_none());
        table.row.slots.iter().filter(can).count()
    };
    let before = possible(&game.table);
    assert!(before > 0, "{row:?}");
    game.change_asked(|held| {
        held.pools.0.iter_mut().for_each(|pool| pool.spent = pool.base + pool.extra);
    });
    game.settle();
    assert_eq!(names(&game.table), row, "what can't be paid is grey in its slot");
    assert!(possible(&game.table) < before, "{row:?}");
}

#[test]
fn what_only_a_hold_allows_has_no_slot_where_nobody_is_held_t08() {
    let mut game = TestGame::of(&library(), "duel_of_summoners", 5, false);
    let mut cast = false;
    for _ in 0..6 {
        game.until_a_full_hand();
        let row = names(&game.table);
        assert!(bound(&game) || !row.iter().any(|own| own == "Cast in a grapple"), "{row:?}");
        cast |= row.iter().any(|own| own == "Cast");
        game.obey(&Intent::Auto(1));
    }
    assert!(cast, "nobody casts");
}

#[test]
fn the_melee_attack_stands_before_the_shot_whatever_is_in_hand() {
    let library = library();
    let mut both = 0;
    for scenario in ["giant_at_the_croft", "first_blood"] {
        let facts = play(&library, scenario, 5, false).referees_knowledge();
        for unit in facts.units.iter() {
            let mut hand = pick::hand(&facts, unit.id(), &Occasion::default());
            hand.retain(|card| pick::ever(&facts, unit, card));
            let slots = pick::slots(&facts, unit, &hand);
            let place = |uses: WeaponUse| {
                slots.iter().position(|action| {
                    let def = facts.book.action(*action).unwrap();
                    def.is_plain_attack() && def.weapon_use() == Some(uses)
                })
            };
            if let Some((melee, ranged)) = place(WeaponUse::Melee).zip(place(WeaponUse::Ranged)) {
                assert!(melee < ranged, "{scenario}: {}", unit.identity.name);
                both += 1;
            }
        }
    }
    assert!(both > 0, "nobody has both");
}

#[test]
fn the_way_on_is_to_end_the_turn_only_once_nothing_useful_is_left() {
    let mut game = TestGame::settled("shield_wall_at_coldwall", 5);
    let charges = |card: &ActionCard| card.name == "Charge skin shield" && card.why_not.is_none();
    for _ in 0..12 {
        game.until_a_full_hand();
        if game.table.hand.iter().any(charges) {
            break;
        }
        game.obey(&Intent::Auto(1));
    }
    let mut spend = |pool: &str| {
        game.change_asked(|unit| {
            let pool = unit.pools.0.iter_mut().find(|known| known.id == pool).unwrap();
            pool.spent = pool.base + pool.extra;
            // It has done something in its turn, so that the turn doesn't pass by itself.
            unit.usage.this_turn.push(Key::new("move"));
        });
        game.settle();
        (game.table.hand.iter().any(charges), game.table.row.spent)
    };
    assert_eq!(spend("movement"), (true, false), "a shield can be charged still");
    assert_eq!(spend("action"), (false, true));
}

#[test]
fn marines_who_only_board_give_a_ship_no_other_attack_s91() {
    let facts = play(&library(), "prize_at_the_broken_moon", 5, false).eyes().unwrap();
    let ship = facts.units.iter().find(|unit| unit.identity.name == "Thimble").unwrap();
    let hand = pick::hand(&facts, ship.id(), &Occasion::default());
    let has = |action: &str| {
        let card = hand.iter().find(|card| card.action == Key::new(action));
        card.is_some_and(|card| pick::ever(&facts, ship, card))
    };
    assert!(!has("standard_attack_melee") && has("standard_attack_ranged"));
}

#[test]
fn bare_hands_are_for_who_has_no_weapon_ready() {
    let mut facts = Facts::clone(&play(&library(), "first_blood", 11, false).eyes().unwrap());
    let jem = UnitId(Key::new("jem"));
    let strikes = |facts: &Facts| {
        let unit = facts.unit(jem).unwrap();
        pick::hand(facts, jem, &Occasion::default()).iter().any(|card| {
            let def = facts.book.action(card.action).unwrap();
            let plain = def.is_plain_attack() && def.weapon_use() == Some(WeaponUse::Melee);
            plain && pick::ever(facts, unit, card)
        })
    };
    assert!(strikes(&facts), "with the dagger");
    let book = facts.book.clone();
    let mut keep = |kept: &dyn Fn(&WeaponDef) -> bool| {
        let unit = facts.unit_mut(jem).unwrap();
        unit.gear.items.retain(|item| book.weapon(item.def).is_none_or(|def| kept(def)));
        strikes(&facts)
    };
    assert!(!keep(&|def| def.unarmed || def.uses == WeaponUse::Ranged), "who has a bow");
    assert!(keep(&|def| def.unarmed));
}

#[test]
fn who_has_only_a_gun_in_hand_has_no_slot_for_melee() {
    for (scenario, id, other) in
        [("hold_the_stairwell", "tilly", "truncheon"), ("crows_over_the_quarter", "ebbe", "blade")]
    {
        let mut facts = Facts::clone(&play(&library(), scenario, 5, false).eyes().unwrap());
        let id = UnitId::new(id);
        let book = facts.book.clone();
        let uses = |facts: &Facts| -> Vec<WeaponUse> {
            let unit = facts.unit(id).unwrap();
            let mut hand = pick::hand(facts, id, &Occasion::default());
            hand.retain(|card| pick::ever(facts, unit, card));
            let plain = |action: &Key| {
                let def = book.action(*action).unwrap();
                def.weapon_use().filter(|_| def.is_plain_attack())
            };
            pick::slots(facts, unit, &hand).iter().filter_map(plain).collect()
        };
        assert_eq!(uses(&facts), [WeaponUse::Ranged], "{scenario}: the gun takes both hands");
        let items = |facts: &mut Facts, change: &dyn Fn(&mut Item)| {
            facts.unit_mut(id).unwrap().gear.items.iter_mut().for_each(change);
        };
        let natural = |item: &Item| book.weapon(item.def).is_some_and(|def| def.natural);
        items(&mut facts, &|item| item.held = item.def == other || natural(item));
        assert_eq!(uses(&facts), [WeaponUse::Melee, WeaponUse::Ranged], "{scenario}: it can change weapons");
        facts.unit_mut(id).unwrap().gear.items.retain(natural);
        assert_eq!(uses(&facts), [WeaponUse::Melee], "{scenario}: it has nothing but its hands");
    }
}

#[test]
fn a_click_on_a_free_square_goes_there_by_points_and_by_speed() {
    let library = library();
    for scenario in
        ["first_blood", "proving_ground", "the_pass_road", "raid_on_the_croft", "papers_at_the_mill"]
    {
        let mut game = TestGame::of(&library, scenario, 2, true);
        let mut goes = false;
        // Before the first turn much may be asked: of each unit how many dice it adds to its initiative, for one.
        for _ in 0..80 {
            game.settle();
            if game.controller.over() || goes {
                break;
            }
            goes |= game.table.overlay.marks.iter().any(|marks| marks & mark::REACH != 0);
            game.obey(&if game.table.hand_over.is_some() { Intent::Ready } else { Intent::Auto(1) });
        }
        assert!(goes, "{scenario}: nobody may be moved by a click");
    }
}

#[test]
fn what_a_unit_can_never_do_is_not_in_its_hand() {
    let game = TestGame::settled("first_blood", 5);
    let hand: Vec<&str> = game.table.hand.iter().map(|card| card.name.as_str()).collect();
    for never in ["Mount", "Dismount", "Take the controls", "Board", "Cast", "Charge dome"] {
        assert!(!hand.contains(&never), "{never}: {hand:?}");
    }
    let row = names(&game.table);
    assert_eq!(row.first().map(String::as_str), Some("Move"), "{row:?}");
    // Nobody is near enough yet: it says so on a grey card in its place.
    let attack = hand.iter().position(|own| *own == "Attack" || *own == "Shoot").unwrap();
    assert!(game.table.row.slots.contains(&RowSlot::Card(attack)), "{row:?}");
    let own = &game.table.hand[attack];
    assert!(own.open() || own.barred == "no target" || own.barred.ends_with(" too far"), "{own:?}");
    let going = game.table.hand.iter().find(|card| card.name == "Move").unwrap();
    assert!(going.figure.ends_with(" squares"), "{going:?}");
    assert_eq!(game.table.hand.iter().filter(|card| card.best).count(), 1);
    let behind: Vec<&str> = game.table.row.manoeuvres.iter().map(|n| hand[*n]).collect();
    let charge = "Charge".to_owned();
    assert!(behind.contains(&"Trip") && (row.contains(&charge) || behind.contains(&"Charge")), "{behind:?}");
}

#[test]
fn the_card_of_an_attack_follows_the_target_that_is_pointed_at() {
    let mut game = TestGame::settled("first_blood", 5);
    for _ in 0..60 {
        game.settle();
        let foe = game.table.counters.iter().find(|counter| counter.choosable()).map(|counter| counter.at);
        if let Some(at) = foe.filter(|_| game.table.prompt.is_none()) {
            game.obey(&Intent::Point(Some(at)));
            let aimed: Vec<&ActionCard> =
                game.table.hand.iter().filter(|own| !own.aimed.is_empty()).collect();
            // Who has nothing in hand draws by a click, which is no attack.
            if let [card] = aimed.as_slice() {
                let odds = game.table.click_hint.as_ref().unwrap().odds.clone();
                let told = odds.split(ClickHint::AND).any(|chance| card.aimed.ends_with(chance));
                assert!(told && odds.contains('%'), "{odds}: {card:?}");
                let own = game.table.own.as_ref().unwrap();
                let with = card.aimed.lines().next().unwrap();
                assert!(own.kit[0].name.starts_with(with), "{with}: {:?}", own.kit);
                game.obey(&Intent::Point(None));
                assert!(game.table.hand.iter().all(|own| own.aimed.is_empty()));
                return;
            }
        }
        game.obey(&Intent::Auto(1));
    }
    panic!("nobody could be aimed at");
}

#[test]
fn no_two_cards_of_a_hand_look_alike() {
    let mut game = TestGame::of(&library(), "hold_the_stairwell", 5, false);
    game.until_a_full_hand();
    let attacks = game.table.hand.iter().filter(|card| card.name == "Standard Attack");
    let attacks: Vec<String> = attacks.map(ActionCard::full_name).collect();
    assert_eq!(attacks.len(), 2, "{attacks:?}");
    assert_ne!(attacks[0], attacks[1]);
    assert!(attacks.iter().all(|name| name.contains(": ")), "each says with what: {attacks:?}");
    // Nobody there has been trained in these, nor will be in this battle.
    for never in ["Push field", "Leap", "Take Down"] {
        assert!(game.table.hand.iter().all(|card| card.name != never), "{never}");
    }
    let draws: Vec<&Vec<String>> =
        game.table.hand.iter().filter(|card| card.name == "Standard Attack").map(|card| &card.art).collect();
    assert_ne!(draws[0], draws[1]);
}

#[test]
fn what_opens_above_the_row_is_closed_by_a_card_and_by_cancelling() {
    let mut game = TestGame::settled("first_blood", 5);
    game.obey(&Intent::Seen);
    let given = game.controller.play.commands().len();
    for intent in [Intent::More, Intent::Manoeuvres] {
        game.obey(&intent);
        assert!(game.table.row.open.is_some() && !game.controller.idle(&game.table), "{intent:?}");
        game.obey(&Intent::Cancel);
        assert!(game.table.row.open.is_none() && game.controller.idle(&game.table), "{intent:?}");
    }
    game.obey(&Intent::More);
    game.obey(&Intent::FindCard("prone".to_owned()));
    let found = game.table.row.listed(&game.table.hand);
    assert!(found.iter().any(|n| game.table.hand[*n].name == "Drop prone"), "{found:?}");
    game.obey(&Intent::Card(found[0]));
    assert!(game.table.row.open.is_none() && game.table.row.sought.is_empty());
    assert_eq!(game.controller.play.commands().len(), given, "it is in hand, not done");
}

#[test]
fn who_has_nothing_left_gets_no_full_hand_but_is_down_only_when_out_of_action() {
    let mut play = play(&library(), "first_blood", 5, false);
    let jem = UnitId::new("jem");
    let facts = play.referees_knowledge();
    let unit = facts.unit(jem).unwrap();
    assert!(!pick::failing(&facts, unit));
    let (_, left, _) = words::main_track(&facts, unit);
    let amount = left + 2;
    let hurt = Referee::Damage { unit: jem, amount, types: Vec::new(), after_armour: true, critical: false };
    play.submit(Command::Referee(hurt)).unwrap();
    let facts = play.referees_knowledge();
    let unit = facts.unit(jem).unwrap();
    assert!(pick::failing(&facts, unit));
    assert_eq!(pick::down(&facts, unit), facts.out(unit));
}
