//! What a player reads of rolls, blows and the turns of others.

use super::narration::{lines, narrate};
use crate::{rules::harm::Passed, window::session::prelude::*};

/// A battle in which the person ends every turn, up to so many steps, and how often it was summed up.
fn endure(seed: u64, steps: u32) -> (TestGame, usize) {
    let mut game = TestGame::of(&library(), "first_blood", seed, false);
    let mut summaries = 0;
    for _ in 0..steps {
        game.settle();
        if game.controller.over() {
            break;
        }
        summaries += usize::from(game.table.since.is_some());
        assert!(game.table.prompt.is_none() || game.table.since.is_none(), "a question lays it aside");
        game.obey(&game.answer().unwrap_or(Intent::EndTurn));
    }
    (game, summaries)
}

/// The same with everything that was to be seen of it.
fn endured(seed: u64) -> (Vec<Beat>, usize) {
    let (game, summaries) = endure(seed, 40);
    let known = game.controller.play.eyes().unwrap();
    let shown = show::counters(&game.controller.play, &known);
    (narrate(&game.controller.play, &known, game.controller.play.events(), shown), summaries)
}

#[test]
fn every_blow_of_others_is_told_with_its_result_and_waits_and_is_summed_up() {
    let (beats, summaries) = endured(5);
    let told = beats.iter().filter_map(|beat| match beat {
        Beat::Tell(telling) if telling.result => Some(telling),
        _ => None,
    });
    let told: Vec<_> = told.collect();
    let blow = |beat: &&Beat| {
        matches!(beat, Beat::Hit { .. } | Beat::Miss { .. } | Beat::Block { .. } | Beat::Avert { .. })
    };
    let blows = beats.iter().filter(blow).count();
    assert!(blows > 3 && told.len() >= blows, "{} of {blows} blows are told", told.len());
    assert!(told.iter().any(|telling| telling.harm && telling.text.contains("damage")), "{told:?}");
    assert!(told.iter().any(|telling| telling.waits), "{told:?}");
    assert!(summaries > 0, "what others did is summed up at the beginning of a turn");
}

#[test]
fn what_a_hit_takes_is_told_as_it_strikes_and_not_before() {
    let (beats, _) = endured(5);
    let mut lost = 0;
    for (n, beat) in beats.iter().enumerate() {
        match beat {
            Beat::Roll(roll) => assert!(!roll.result.contains("damage"), "{roll:?}"),
            Beat::Lost { .. } => {
                let with_it = |beat: &Beat| {
                    matches!(beat, Beat::Show(_) | Beat::Float { .. } | Beat::Lost { .. } | Beat::Tell(_))
                };
                let comes = |beat: &&Beat| !with_it(beat);
                let then = beats[n + 1..].iter().find(comes);
                let comes = matches!(
                    then,
                    Some(Beat::Hit { .. } | Beat::Miss { .. } | Beat::Block { .. } | Beat::Avert { .. })
                );
                assert!(comes, "{then:?}");
                lost += 1;
            }
            _ => {}
        }
    }
    assert!(lost > 3, "{lost}");
}

#[test]
fn what_others_aim_at_and_where_they_go_is_shown_before_it_happens() {
    let (game, _) = endure(5, 40);
    let play = &game.controller.play;
    let known = play.eyes().unwrap();
    let beats = narrate(play, &known, play.events(), show::counters(play, &known));
    let own: Vec<u32> = known
        .units
        .iter()
        .filter(|unit| Some(unit.side()) == play.seat)
        .map(|unit| play.number(unit.id()))
        .collect();
    let (mut aimed, mut gone, mut card, mut turn) = (0, 0, None, None);
    for (n, beat) in beats.iter().enumerate() {
        match beat {
            Beat::Own(shown) => card = Some(shown.unit),
            Beat::Show(counter) if counter.active => turn = Some(counter.unit),
            Beat::Show(counter) if turn == Some(counter.unit) => turn = None,
            Beat::Aim { units: (by, target), text, harm, .. } => {
                assert!(!own.contains(by), "one's own need no line: {beat:?}");
                assert!(by != target && !text.is_empty() && *harm == own.contains(target), "{beat:?}");
                assert!(matches!(&beats[n - 1], Beat::Tell(told) if !told.result && told.waits), "{n}");
                let in_own = turn.is_some_and(|unit| own.contains(&unit));
                assert!(in_own || card == Some(*by), "the card is that of who acts: {beat:?}");
                aimed += 1;
            }
            Beat::Way { unit, path, .. } => {
                assert!(!own.contains(unit), "{beat:?}");
                let (before, then, ends) = (&beats[n - 1], &beats[n + 1], (path.first(), path.last()));
                let follows = matches!(before, Beat::Follow { from, to } if ends == (Some(from), Some(to)));
                assert!(follows, "{before:?}");
                assert!(
                    matches!(then, Beat::Walk { unit: other, path: way, .. } if (other, way) == (unit, path)),
                    "{then:?}"
                );
                gone += 1;
            }
            _ => {}
        }
    }
    assert!(aimed > 3 && gone > 0, "{aimed} aimed, {gone} gone");
}

#[test]
fn where_a_blow_comes_down_and_who_strikes_are_brought_into_sight_before_it() {
    let (beats, _) = endured(5);
    let mut strokes = 0;
    for (n, beat) in beats.iter().enumerate() {
        let to = match beat {
            Beat::Strike { toward, .. } => *toward,
            Beat::Shot { to, .. } => *to,
            _ => continue,
        };
        let before = beats[..n].iter().rev().find(|beat| !matches!(beat, Beat::Hear(_)));
        assert!(matches!(before, Some(Beat::Watch(both)) if both.len() == 2 && both[0] == to), "{before:?}");
        strokes += 1;
    }
    assert!(strokes > 0);
}

#[test]
fn who_averts_an_attack_is_not_told_to_be_missed_s36() {
    let library = library();
    for seed in 1..=20 {
        let mut play = play(&library, "hold_the_stairwell", seed, false);
        for _ in 0..150 {
            if play.prompt().is_none() || computer::answer(&mut play).is_err() {
                break;
            }
        }
        let Some(known) = play.eyes() else { continue };
        let beats = narrate(&play, &known, play.events(), show::counters(&play, &known));
        let mut averted = 0;
        for (n, beat) in beats.iter().enumerate() {
            let Beat::Avert { how, .. } = beat else { continue };
            let slip = beats[..n].iter().rev().find_map(|beat| match beat {
                Beat::Float { text, .. } => Some(text.clone()),
                _ => None,
            });
            let told = match how {
                Averted::Dodged => say!("float-dodged"),
                Averted::Parried => say!("float-parried"),
                Averted::Deflected => say!("roll-blocked"),
            };
            assert_eq!(slip, Some(told), "{how:?}");
            averted += 1;
        }
        if averted > 0 {
            return;
        }
    }
    panic!("nobody averts an attack");
}

#[test]
fn what_comes_of_an_own_attack_that_others_answer_is_read() {
    let library = library();
    let mut read = 0;
    for seed in 1..=10 {
        let mut play = play(&library, "crows_over_the_quarter", seed, false);
        for _ in 0..60 {
            if play.prompt().is_none() || computer::answer(&mut play).is_err() {
                break;
            }
        }
        let Some(known) = play.eyes() else { continue };
        let beats = narrate(&play, &known, play.events(), show::counters(&play, &known));
        let tells = beats.iter().enumerate().filter_map(|(n, beat)| match beat {
            Beat::Tell(told) => Some((n, told)),
            _ => None,
        });
        let tells: Vec<_> = tells.collect();
        for (before, after) in tells.iter().zip(tells.iter().skip(1)) {
            let ((_, answer), (n, told)) = (before, after);
            if !answer.waits || answer.result || told.waits || told.blow.is_none() {
                continue;
            }
            let next = beats[n + 1..].iter().find(|beat| {
                matches!(beat, Beat::Read | Beat::Turn { .. })
                    || matches!(beat, Beat::Tell(told) if told.fall.is_none())
            });
            assert_eq!(next, Some(&Beat::Read), "{answer:?}: {told:?}");
            read += 1;
        }
        if read > 0 {
            return;
        }
    }
    panic!("nobody answers an attack");
}

#[test]
fn a_block_is_seen_heard_and_told_as_one_and_not_as_a_hit() {
    let play = play(&library(), "first_blood", 5, false);
    let known = play.eyes().unwrap();
    let (by, target) = (known.units[0].id(), known.units[1].id());
    let passed = vec![Passed { stage: Key::new("defence"), by: None, before: 6, after: 0 }];
    let trace =
        HarmTrace { portions: vec![Portion { passed, ..Portion::default() }], ..HarmTrace::default() };
    let outcome =
        Outcome::Struck { by, target, weapon: Key::new("axe"), landed: true, critical: false, trace };
    let event = Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
    let beats = narrate(&play, &known, &[event], show::counters(&play, &known));
    let any = |is: fn(&Beat) -> bool| beats.iter().any(is);
    assert!(any(|beat| matches!(beat, Beat::Block { .. })) && any(|beat| *beat == Beat::Hear(Sound::Block)));
    assert!(!any(|beat| matches!(beat, Beat::Hit { .. } | Beat::Miss { .. })), "{beats:?}");
    assert!(
        any(|beat| matches!(beat, Beat::Float { text, .. } if *text == say!("roll-blocked"))),
        "{beats:?}"
    );
    let told: Vec<String> = lines(beats).into_iter().map(|line| line.text).collect();
    assert!(told.len() == 1 && told[0].contains(" blocks ") && !told[0].contains(" = "), "{told:?}");
}

#[test]
fn why_somebody_cannot_react_to_an_attack_is_told_once() {
    for seed in 1..6 {
        let (beats, _) = endured(seed);
        let mut told: Vec<String> = Vec::new();
        for line in lines(beats) {
            let refused = line.text.contains(" can't react to ");
            assert!(!(refused && line.text.contains("prevented by")), "{}", line.text);
            if line.indent == 0 {
                told.clear();
            } else if refused && line.text.contains("'s attack: ") {
                assert!(!told.contains(&line.text), "{}", line.text);
                told.push(line.text);
            }
        }
    }
}

#[test]
fn a_blow_names_what_it_was_struck_with() {
    let (beats, _) = endured(5);
    let blows = beats.iter().filter_map(|beat| match beat {
        Beat::Tell(told) if told.blow.as_ref().is_some_and(|blow| blow.by != blow.target) => Some(told),
        _ => None,
    });
    let blows: Vec<_> = blows.collect();
    assert!(!blows.is_empty());
    for told in blows {
        let (what, _) = told.text.split_once(": ").unwrap();
        let manoeuvre = told.blow.as_ref().is_some_and(|blow| blow.manoeuvre);
        assert!(what.ends_with(')') || what.contains(" casts ") || manoeuvre, "{}", told.text);
    }
}

#[test]
fn halo_card_ribbon_and_line_pass_to_the_next_at_once() {
    let (beats, _) = endured(5);
    let mut passed = 0;
    for (n, beat) in beats.iter().enumerate() {
        let Beat::Turn { unit: Some(unit), ribbon } = beat else { continue };
        let active = beats[..n].iter().rev().find_map(|beat| match beat {
            Beat::Show(own) if own.active => Some(own.unit),
            _ => None,
        });
        assert!(active.is_none_or(|own| own == *unit), "{active:?} {unit}");
        let slots = ribbon.iter().flat_map(|ribbon| &ribbon.slots);
        assert!(slots.filter(|slot| slot.active).all(|slot| slot.unit == *unit));
        passed += 1;
    }
    assert!(passed > 3, "{passed}");
}

#[test]
fn who_falls_is_told_so_and_it_is_waited_for() {
    let mut fallen = 0;
    for seed in 1..6 {
        let (beats, _) = endured(seed);
        for (n, beat) in beats.iter().enumerate() {
            let Beat::Tell(told) = beat else { continue };
            let Some(unit) = told.fall else { continue };
            assert!(told.harm && told.result && told.text.contains(" is "), "{told:?}");
            let struck = beats[..n].iter().rev().any(|beat| matches!(beat, Beat::Hit { .. }));
            let rest = &beats[n + 1..];
            let read = rest.iter().position(|beat| *beat == Beat::Read);
            let next = rest.iter().position(|beat| matches!(beat, Beat::Turn { .. } | Beat::Aim { .. }));
            assert!(struck && read.is_some_and(|read| next.is_none_or(|next| read < next)), "{unit}");
            fallen += 1;
        }
    }
    assert!(fallen > 0, "nobody falls");
}

#[test]
fn the_end_says_how_it_was_decided_and_what_stands_out() {
    let (mut game, _) = endure(5, 400);
    game.settle();
    assert!(game.controller.over());
    let told = super::ending::summary(&game.controller);
    assert!(told.lines.iter().any(|(_, line)| line.contains("had no one left")), "{:?}", told.lines);
    assert!((1..=3).contains(&told.deeds.len()), "{:?}", told.deeds);
    assert!(told.deeds.iter().all(|deed| deed.amount != "0"), "{:?}", told.deeds);
}

#[test]
fn who_gave_up_is_told_also_after_the_hours_that_follow_and_nobody_unhurt_counts_as_down() {
    let mut game = TestGame::settled("adrift", 5);
    let side = game.controller.play.seats[0].side;
    let facts = game.controller.play.referees_knowledge();
    let unit = facts.units.iter().find(|unit| unit.side() != side).unwrap().id();
    let fit = facts.units.iter().filter(|unit| !pick::down(&facts, unit)).count();
    let hurt = Referee::Damage { unit, amount: 2, types: Vec::new(), after_armour: true, critical: false };
    game.controller.play.submit(Command::Referee(hurt)).unwrap();
    game.controller.concede(side, &mut game.table);
    game.settle();
    assert!(game.controller.over());
    let told = super::ending::summary(&game.controller);
    assert!(told.told.contains("gave up"), "{}", told.told);
    let standing = told.units.iter().filter(|unit| !unit.out).count();
    assert!(standing >= fit && fit > 4, "{standing} of {fit}: {:?}", told.units);
}

#[test]
fn nothing_is_summed_up_in_the_middle_of_ones_own_turn() {
    let library = library();
    for seed in 1..4 {
        let mut game = TestGame::of(&library, "first_blood", seed, false);
        let mut known = 0;
        for _ in 0..60 {
            game.settle();
            if game.controller.over() {
                break;
            }
            let play = &game.controller.play;
            let others = |event: &Event| match &event.outcome {
                Outcome::TurnStarted { unit, .. } => {
                    play.who(*unit).is_some_and(|who| Some(who.side) != play.seat)
                }
                _ => false,
            };
            if game.table.prompt.is_none() {
                let had_turns = play.events_since(known).iter().any(others);
                assert!(had_turns || game.table.since.is_none(), "{:?}", game.table.since);
                known = play.events().len();
            }
            game.act();
        }
    }
}

#[test]
fn a_miss_says_what_was_needed_and_a_price_is_no_harm() {
    let (mut missed, mut lost) = (0, 0);
    // Whose attack was rolled last, and the damage that its roll tells.
    let mut hit: Option<(String, String)> = None;
    let damage = |text: &str| text.strip_suffix(" damage")?.rsplit([' ', '\u{a0}']).next().map(str::to_owned);
    for seed in 1..6 {
        let (beats, _) = endured(seed);
        for line in lines(beats) {
            let Some(roll) = &line.roll else {
                assert!(!(line.harm && line.text.contains("pays")), "{}", line.text);
                let by = |by: &str| line.text.starts_with(&format!("{by} hits "));
                if let Some((_, told)) = hit.take_if(|(own, _)| by(own.as_str()))
                    && (line.text.contains(" = ") || !line.trace.is_empty())
                {
                    assert_eq!(damage(&line.text), Some(told), "{}", line.text);
                    lost += 1;
                }
                continue;
            };
            if let Some((by, _)) = roll.what.split_once(" → ") {
                hit = damage(&roll.result).map(|told| (by.to_owned(), told));
            }
            if roll.good == Some(false) && roll.what.contains(" → ") && roll.dice.len() == 1 {
                missed += 1;
                match roll.result.strip_prefix("miss, short by ").map(|by| by.split(',').next().unwrap()) {
                    Some(by) => {
                        let (sum, number) = roll.sum.split_once(" vs ").unwrap();
                        let total: i32 = sum.rsplit(' ').next().unwrap().parse().unwrap();
                        let (by, number): (i32, i32) = (by.parse().unwrap(), number.parse().unwrap());
                        assert_eq!(total + by, number, "{roll:?}");
                    }
                    None => assert!(roll.result.contains("miss"), "{roll:?}"),
                }
            }
        }
    }
    assert!(missed > 0, "somebody missed");
    assert!(lost > 0, "armour took something off a hit, and its roll says so");
}

#[test]
fn a_log_begins_with_one_line_for_each_side() {
    let play = play(&library(), "first_blood", 5, false);
    let known = play.eyes().unwrap();
    let told = lines(narrate(&play, &known, play.events(), show::counters(&play, &known)));
    let round = told.iter().position(|line| line.text == say!("log-round", n = 1)).unwrap();
    let begins: Vec<_> = told[..round].iter().filter(|line| !line.part).collect();
    assert_eq!(begins.len(), play.seats.len(), "{begins:?}");
    for (seat, line) in play.seats.iter().zip(begins) {
        for unit in known.units.iter().filter(|unit| unit.side() == seat.side) {
            let place = format!("{} {}", unit.identity.name, unit.initiative.count);
            assert!(line.text.contains(&place), "{place} in {}", line.text);
        }
    }
}

#[test]
fn every_spell_says_what_it_does() {
    let library = library();
    let spells = library.books.values().flat_map(|book| book.spells.iter());
    let silent: Vec<&str> =
        spells.filter(|spell| spell.text.is_empty()).map(|spell| spell.name.as_str()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
