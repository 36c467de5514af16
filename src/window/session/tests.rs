//! A person plays without a window: the battle is the same as without a screen, prompts are few, and nothing of the
//! other side is shown.

use std::fs;

use super::{narration::lines_for, threat::openings};
use crate::dice::Enumerator;
use crate::window::session::prelude::*;

#[test]
fn a_battle_at_the_screen_and_the_same_commands_headless_end_with_the_same_hash() {
    let library = library();
    for humans in [false, true] {
        let mut game = TestGame::of(&library, "first_blood", 11, humans);
        for _ in 0..400 {
            game.settle();
            if let Some(known) = game.controller.play.eyes() {
                let counters = show::counters(&game.controller.play, &known);
                let order = show::ribbon(&game.controller.play, &known).slots;
                let dead = |unit: u32| counters.iter().any(|own| own.unit == unit && own.pose == Pose::Dead);
                assert!(order.iter().all(|slot| !dead(slot.unit)), "the dead take no turn");
            }
            if game.controller.over() {
                break;
            }
            game.act();
        }
        let commands: Vec<Command> = game.controller.play.commands().to_vec();
        assert!(commands.len() > 5);
        let mut headless = Battle::new(library.setup(Key::new("first_blood"), 11, None).unwrap());
        headless.advance();
        for command in commands {
            headless.submit(command).unwrap();
        }
        assert_eq!(headless.hash(), game.controller.play.game().battle.hash());
    }
}

#[test]
fn the_whole_log_says_of_each_line_who_did_not_see_it() {
    let mut game = TestGame::of(&library(), "fog_in_the_fen", 3, true);
    for _ in 0..24 {
        game.settle();
        game.act();
    }
    let play = &game.controller.play;
    let lines = lines_for(play, &play.referees_knowledge());
    let hidden = |side: usize| lines.iter().filter(|line| line.hidden == [side]).count();
    assert!(hidden(0) > 0 && hidden(1) > 0, "{} and {} of {}", hidden(0), hidden(1), lines.len());
    assert!(lines.iter().any(|line| line.hidden.is_empty()));
}

/// A launch with a gun at either end, a gunner aboard, and a foe before and behind it.
const LAUNCH: &str = r#"[(
    id: "launch", name: "Launch", text: "Launch.", rulebook: "cepheus", map: "pond", sides: [
        (id: "own", name: "Own", units: [
            (id: "boat", name: "Boat", kind: "river_launch", at: (6, 2), facing: E, initiative: 0),
            (id: "gunner", name: "Gunner", kind: "marine", aboard: ("boat", "gunner"), initiative: 9),
        ]),
        (id: "foes", name: "Foes", controller: Ai, units: [
            (id: "east", name: "East", kind: "trooper", at: (17, 2), initiative: 2),
            (id: "west", name: "West", kind: "trooper", at: (0, 2), initiative: 1),
        ]),
    ],
)]"#;

#[test]
fn the_gun_that_would_fire_at_what_is_pointed_at_is_lit_and_its_sector_with_it() {
    let mods = tempfile::tempdir().unwrap();
    let home = mods.path().join("pond");
    for folder in ["maps", "scenarios"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let rows = format!("\"{}\",", ".".repeat(18)).repeat(6);
    let map =
        format!("[(id: \"pond\", name: \"Pond\", rows: [{rows}], legend: {{\".\": (terrain: \"water\")}})]");
    fs::write(home.join("mod.ron"), "(id: \"pond\", name: \"Pond\", version: \"0.1.0\")").unwrap();
    fs::write(home.join("maps/pond.ron"), map).unwrap();
    fs::write(home.join("scenarios/launch.ron"), LAUNCH).unwrap();
    let (library, mistakes) = Library::load(&assets(), &[mods.path().to_owned()]);
    assert!(mistakes.is_empty(), "{}", mistakes.render(false));
    let mut game = TestGame::of(&library, "pond:launch", 1, false);
    game.settle();
    let shoot = game.table.hand.iter().position(|card| card.name == "Shoot").unwrap();
    game.obey(&Intent::Card(shoot));
    let mut at = |x: i32| {
        game.obey(&Intent::Point(Some(bevy::math::IVec2::new(x, 2))));
        let lit: Vec<String> =
            game.table.chips.iter().filter(|chip| chip.on).map(|chip| chip.text.clone()).collect();
        // Facing in eighths of a turn from north: the launch looks east.
        let sectors = game.table.overlay.arcs.iter().filter(|sector| !sector.idle);
        let sectors: Vec<f32> = sectors.map(|sector| sector.facing).collect();
        (lit, sectors)
    };
    assert_eq!(at(17), (vec!["Mounted machine gun (ahead)".to_owned()], vec![2.0]));
    assert_eq!(at(0), (vec!["Mounted machine gun (behind)".to_owned()], vec![6.0]));
    assert_eq!(at(10), (vec!["Mounted machine gun (ahead)".to_owned()], vec![2.0]));
}

#[test]
fn looking_changes_no_battle() {
    let mut game = TestGame::settled("first_blood", 3);
    let hash = game.controller.play.game().battle.hash();
    for y in 0..game.table.board.size.y as i32 {
        for x in 0..game.table.board.size.x as i32 {
            game.obey(&Intent::Point(Some(bevy::math::IVec2::new(x, y))));
        }
    }
    for n in 0..game.table.hand.len() {
        game.obey(&Intent::AskCard(n));
        assert!(!game.table.side.as_ref().unwrap().title.is_empty());
    }
    for n in 0..game.table.ribbon.slots.len() {
        game.obey(&Intent::AskSlot(n));
    }
    game.obey(&Intent::Threat);
    assert_eq!(game.controller.play.game().battle.hash(), hash);
}

#[test]
fn on_the_hand_over_nothing_of_the_battle_is_on_the_table() {
    let mut game = TestGame::of(&library(), "first_blood", 5, true);
    game.settle();
    assert!(game.table.hand_over.is_some());
    assert!(
        game.table.counters.is_empty()
            && game.table.hand.is_empty()
            && game.table.log.is_empty()
            && game.table.own.is_none()
    );
    game.obey(&Intent::Ready);
    game.settle();
    assert!(game.table.hand_over.is_none() && !game.table.counters.is_empty() && !game.table.hand.is_empty());
}

#[test]
fn a_move_without_dice_can_be_taken_back_and_the_standing_answers_stay() {
    let mut game = TestGame::settled("first_blood", 5);
    let (hash, given) = (game.controller.play.game().battle.hash(), game.controller.play.commands().len());
    assert!(!game.controller.play.can_undo(), "what was laid down from the start stays");
    let card = game.table.hand.iter().position(|card| card.name == "Crouch" || card.name == "Drop prone");
    if let Some(card) = card {
        game.obey(&Intent::Card(card));
        game.obey(&Intent::Confirm);
        game.settle();
        if game.controller.play.can_undo() {
            game.obey(&Intent::Undo);
            assert_eq!(
                (game.controller.play.game().battle.hash(), game.controller.play.commands().len()),
                (hash, given)
            );
        }
    }
}

#[test]
fn a_player_meets_fewer_than_three_prompts_in_a_turn_of_an_enemy() {
    let library = library();
    let mut counts: Vec<u32> = Vec::new();
    for scenario in library.scenarios.keys() {
        let mut play = play(&library, scenario.as_str(), 1, true);
        let (mut turn, mut asked): (Option<(Side, _)>, u32) = (None, 0);
        for _ in 0..300 {
            if play.next() == Next::Over {
                break;
            }
            let prompt = play.prompt().unwrap().clone();
            match prompt.ask {
                Ask::Turn { .. } => {
                    let key = (prompt.side, (prompt.unit, play.round()));
                    if turn != Some(key) {
                        counts.extend(turn.map(|_| asked));
                        turn = Some(key);
                        asked = 0;
                    }
                }
                _ if turn.is_some_and(|(side, _)| side != prompt.side) => asked += 1,
                _ => {}
            }
            if super::computer::answer(&mut play).is_err() {
                break;
            }
        }
    }
    counts.sort_unstable();
    assert!(!counts.is_empty());
    let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
    let ninth = counts[counts.len() * 9 / 10];
    println!(
        "prompts in an enemy's turn: median {median}, nine in ten {ninth}, most {most}, turns {}",
        counts.len()
    );
    assert!(median < 3, "median {median} of {} turns", counts.len());
}

#[test]
fn people_share_their_damage_out_themselves_and_the_computer_does_it_unasked_c62_c63() {
    let library = library();
    for (unit, asked) in [("dell", true), ("nails", false)] {
        let mut play = play(&library, "the_pass_road", 1, false);
        let unit = UnitId::new(unit);
        let facts = play.referees_knowledge();
        let own = facts.unit(unit).unwrap();
        // What Endurance does not take is the victim's choice.
        let amount = own.tracks.get(Key::new("end")).unwrap().now + 1;
        let hurt = Referee::Damage { unit, amount, types: Vec::new(), after_armour: true, critical: false };
        play.submit(Command::Referee(hurt)).unwrap();
        let shares = |prompt: &Prompt| prompt.unit == unit && matches!(prompt.ask, Ask::Allot { .. });
        assert_eq!(play.prompt().is_some_and(shares), asked, "{unit}");
    }
}

/// The chance that an order's blow lands, or if `hurts` takes anything, found by every sequence of dice through the
/// resolver, and how much of it the dice allowed left open.
fn found(battle: &Battle, order: &Command, dice: u32, hurts: bool) -> Option<(f64, f64)> {
    let (snapshot, book) = (battle.snapshot(), battle.book());
    let Command::Act { unit: by, args, .. } = order else { return None };
    let target = args.target?;
    let walked = Enumerator::new(dice).max_runs(20_000).dist(|stream| {
        let mut again = Battle::restore(snapshot.clone(), &book).unwrap();
        let mark = again.chronicle().events.len();
        again.set_dice(stream.clone());
        again.submit(order.clone()).unwrap();
        while let Some(prompt) = again.prompt() {
            let unit = prompt.unit;
            let answer = match &prompt.ask {
                Ask::Turn { .. } | Ask::Allot { .. } => break,
                Ask::Choice { options, .. } => Command::Choose { unit, option: options[0].id },
                _ => Command::Decline { unit },
            };
            again.submit(answer).unwrap();
        }
        *stream = again.dice().clone();
        let struck = again.chronicle().since(mark).iter().find_map(|event| match &event.outcome {
            Outcome::Struck { by: own, target: whom, landed, trace, .. } if (own, whom) == (by, &target) => {
                Some(*landed && (!hurts || trace.total > 0))
            }
            _ => None,
        });
        struck.or_else(|| again.fault().is_none().then_some(false))
    });
    let dist = walked.ok()?.dist;
    let share = |wanted: Option<bool>| dist.probability(|own| *own == wanted).as_f64();
    Some((share(Some(true)), share(None)))
}

#[test]
fn the_chance_on_the_card_is_what_the_dice_do() {
    let library = library();
    let tables = [
        ("first_blood", None, 2),
        ("first_blood", Some("arrgs"), 2),
        ("papers_at_the_mill", None, 3),
        ("adrift", None, 4),
    ];
    for (scenario, book, dice) in tables {
        let key = Key::new(scenario);
        let mut proven = 0;
        for seed in 1..20 {
            let setup = library.setup(key, seed, book.map(Key::new)).unwrap();
            let seats = library.controllers(key).into_iter().map(|(side, _)| Seat {
                side,
                name: side.to_string(),
                human: true,
            });
            let play = Play::new(setup, key, seed, seats.collect());
            let mut game = TestGame::new(play);
            for _ in 0..60 {
                game.settle();
                if game.controller.over() || proven >= 3 {
                    break;
                }
                let foe =
                    game.table.counters.iter().find(|counter| counter.choosable()).map(|counter| counter.at);
                let before = game.controller.play.game().battle.snapshot();
                let battle = Battle::restore(before, &game.controller.play.book()).unwrap();
                let words = [say!("number-hit"), say!("number-hurt")];
                let mut shown = None;
                if let Some(at) = foe.filter(|_| game.table.prompt.is_none()) {
                    game.obey(&Intent::Point(Some(at)));
                    // The chance to hurt where it is another than the one to hit.
                    let mut numbers = game.table.side.iter().flat_map(|card| &card.numbers);
                    shown = numbers.find(|(_, what, _)| words.contains(what)).cloned();
                }
                let given = game.controller.play.commands().len();
                game.act();
                let order = game.controller.play.commands().get(given);
                let (Some((shown, what, _)), Some(order)) = (shown, order) else { continue };
                let Ok(shown) = shown.trim_end_matches('%').parse::<f64>() else { continue };
                let Some((lands, open)) = found(&battle, order, dice, what == words[1]) else { continue };
                let off = (shown / 100.0 - lands).abs();
                assert!(
                    off <= 0.0051 + open,
                    "{scenario} {book:?}: the card says {shown}%, the dice {lands} ({order:?})"
                );
                proven += usize::from(open < 0.1);
            }
        }
        assert!(proven >= 3, "{scenario} {book:?}: only {proven} attacks could be tried");
    }
}

#[test]
fn an_archer_beside_a_foe_shoots_or_draws_by_a_click_and_strikes_with_no_fist() {
    let (battle, jem) = at_jems_turn(&library());
    let sly = UnitId(Key::new("sly"));
    let mut facts = Facts::clone(&battle.referees_knowledge());
    // In the open, side by side.
    facts.unit_mut(jem).unwrap().place.area.origin = Square::new(11, 3);
    facts.unit_mut(sly).unwrap().place.area.origin = Square::new(12, 3);
    let clicked = |facts: &Facts| {
        let order = pick::plainest_attack(facts, jem, sly, &Occasion::default());
        order.map(|order| (order.action.to_string(), order.args.item))
    };
    assert_eq!(clicked(&facts), Some(("attack_ranged".to_owned(), None)));
    for item in &mut facts.unit_mut(jem).unwrap().gear.items {
        item.stock = 0;
    }
    assert_eq!(clicked(&facts), Some(("draw".to_owned(), Some(Key::new("dagger")))), "the arrows are gone");
}

#[test]
fn foes_threaten_more_than_where_they_stand_and_less_without_reactions() {
    let game = TestGame::settled("first_blood", 11);
    let mut facts = Facts::clone(&game.controller.play.eyes().unwrap());
    let own = game.first_own(&facts).clone();
    let now = Threat::find(&facts, &own);
    assert!(now.near.count() > 0, "somebody stands there with a weapon in hand");
    assert!(openings(&facts, &own).count() > 0);
    assert!(now.strike.count() > now.near.count(), "and may come nearer");
    for unit in &mut facts.units {
        for pool in &mut unit.pools.0 {
            (pool.base, pool.spent) = (pool.base.max(1), 100);
        }
    }
    let (foe, alone) = now.each.first().unwrap();
    let at = facts.unit(*foe).unwrap().place.area.origin;
    assert_eq!(
        now.foe_on(&facts, Some(at)).unwrap().1.strike,
        alone.strike,
        "who is pointed at shows theirs alone"
    );
    assert!(now.near.count() > alone.near.count(), "all of them reach more");
    let most = |threat: &Threat| threat.counts(&facts).into_iter().max();
    assert!(most(&now) > Some(1) && most(alone) == Some(1), "some squares are reached by several of them");
    let spent = Threat::find(&facts, &own);
    assert_eq!(spent.near.count(), 0, "nobody can answer any more");
    assert_eq!(openings(&facts, &own).count(), 0, "nor to a step");
    assert!(spent.spent.count() >= now.near.count() && spent.strike == now.strike);
}

#[test]
fn where_damage_is_summed_up_the_bar_shows_what_is_left_of_that_sum() {
    let game = TestGame::settled("duel_over_the_gap", 3);
    let left = |own: &Counter| own.damage.map(|damage| (own.whole - damage).max(0));
    let counters = &game.table.counters;
    assert!(counters.iter().all(|own| left(own) == Some(own.vitality) && own.steps == 5), "{counters:?}");
    let own = game.table.own.as_ref().unwrap();
    assert_eq!((own.vitality.0.as_str(), own.damage.is_some(), own.steps), ("Toughness", true, 5));
}

#[test]
fn who_is_down_lies_on_the_map_as_in_the_ribbon_and_has_points_on_its_own_turn_alone_a99() {
    let game = TestGame::settled("first_blood", 11);
    let play = &game.controller.play;
    let mut facts = Facts::clone(&play.eyes().unwrap());
    let id = game.first_own(&facts).id();
    let own = facts.unit_mut(id).unwrap();
    own.pools.0.iter_mut().for_each(|pool| (pool.base, pool.spent) = (3, 0));
    own.usage.points = 0;
    facts.turn = None;
    let shown = |facts: &Facts| show::counter(play, facts, facts.unit(id).unwrap());
    assert_eq!((shown(&facts).pose, shown(&facts).points), (Pose::Standing, (3, 3)));
    let dying = Condition::new(Key::new("dying"), 1, Until::Battle, None);
    facts.unit_mut(id).unwrap().conditions.0.push(dying);
    let own = shown(&facts);
    assert_eq!((own.pose, own.points), (Pose::Down, (0, 1)));
    let slots = show::ribbon(play, &facts).slots;
    assert!(slots.iter().any(|slot| slot.unit == own.unit && slot.out), "{slots:?}");
    facts.turn = Some(id);
    assert_eq!(shown(&facts).points, (1, 1), "it can still use one on its turn");
    facts.unit_mut(id).unwrap().usage.points = 1;
    assert_eq!(shown(&facts).points, (0, 1), "a condition lets it use no more of them");
    let card = show::card(play, &facts, facts.unit(id).unwrap());
    assert!(card.pools.iter().all(|(_, left, ..)| *left == 0), "{:?}", card.pools);
}

#[test]
fn conditions_stand_by_what_they_prevent() {
    let game = TestGame::settled("quarrel_at_the_stones", 5);
    let play = &game.controller.play;
    let mut facts = Facts::clone(&play.eyes().unwrap());
    let id = game.first_own(&facts).id();
    let all = ["deafened", "prone", "stunned"].map(|id| Condition::new(Key::new(id), 1, Until::Battle, None));
    facts.unit_mut(id).unwrap().conditions.0 = all.into();
    let unit = facts.unit(id).unwrap();
    let told: Vec<&str> = show::told(&facts, unit).iter().map(|own| own.id.as_str()).collect();
    assert_eq!(told, ["stunned", "prone", "deafened"]);
    let badges = show::counter(play, &facts, unit).conditions;
    assert_eq!(
        badges.iter().filter(|own| told.contains(&own.as_str())).collect::<Vec<_>>(),
        ["stunned", "prone", "deafened"]
    );
    let place = |id| show::place_of_badge(&facts, unit, &badges, Key::new(id));
    assert_eq!((place("paralysed"), place("deafened")), (0, badges.len()), "a new one stands by the same");
    assert_eq!(show::card(play, &facts, unit).conditions[0].0, "Stunned");
}

#[test]
fn the_badge_of_who_cannot_answer_any_more_stands_first() {
    let game = TestGame::settled("first_blood", 5);
    let play = &game.controller.play;
    let mut facts = Facts::clone(&play.eyes().unwrap());
    let id = game.first_own(&facts).id();
    let unit = facts.unit_mut(id).unwrap();
    unit.conditions.0 = vec![Condition::new(Key::new("prone"), 1, Until::Battle, None)];
    unit.pools.0.iter_mut().for_each(|pool| (pool.base, pool.spent) = (pool.base.max(1), 100));
    let badges = show::counter(play, &facts, facts.unit(id).unwrap()).conditions;
    assert_eq!(badges, ["no_reaction", "prone", "vulnerable"]);
}

#[test]
fn a_ship_is_destroyed_and_not_dead_s91() {
    let game = TestGame::settled("prize_at_the_broken_moon", 3);
    let facts = game.controller.play.eyes().unwrap();
    let told = |ship: bool| {
        let is_ship = |unit: &&UnitState| unit.sheet.0.tags.contains(&Key::new("starship")) == ship;
        let dead = Condition::new(Key::new("dead"), 1, Until::Battle, None);
        facts.units.iter().find(is_ship).map(|unit| show::condition(&facts, unit, &dead))
    };
    assert_eq!(told(true).as_deref(), Some("Destroyed"));
    assert!(told(false).is_none_or(|text| text == "Dead"));
}
