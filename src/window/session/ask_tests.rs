//! Who is asked about a reaction: only those whom one could help.

use crate::message::Message;
use crate::window::session::prelude::*;

/// A battle in which the person is asked about a hit that a defence may help against.
fn hit(library: &Library) -> Play {
    for seed in 1..60 {
        let mut play = play(library, "first_blood", seed, false);
        for _ in 0..120 {
            let Some(prompt) = play.prompt() else { break };
            let hit = matches!(&prompt.ask, Ask::React(reaction) if reaction.moment == Moment::Hit);
            if hit && play.next() == Next::Mine && ask::unasked(&play, prompt, AsksAbout::default()).is_none()
            {
                return play;
            }
            if computer::answer(&mut play).is_err() {
                break;
            }
        }
    }
    panic!("nobody is asked about a hit");
}

/// The same battle, in which who is hit has so much left.
fn hit_with(left: i32) -> Play {
    let mut play = hit(&library());
    let track = play.book().main_track().unwrap().id;
    let target = match play.prompt() {
        Some(Prompt { unit, ask: Ask::React(reaction), .. }) => reaction.target.unwrap_or(*unit),
        other => panic!("{other:?}"),
    };
    play.change(|snapshot| {
        let own = snapshot.units.iter_mut().find(|own| own.id() == target).unwrap();
        own.tracks.0.iter_mut().find(|own| own.id == track).unwrap().now = left;
    });
    play
}

/// The same battle with the open question changed.
fn changed(mut play: Play, change: impl FnOnce(&mut Reaction)) -> Play {
    play.change(|snapshot| {
        if let Some(Prompt { ask: Ask::React(reaction), .. }) = &mut snapshot.prompt {
            change(reaction);
        }
    });
    play
}

/// Whether the person at the screen is asked; else what was answered for them.
fn asked(play: Play) -> (bool, Option<Command>) {
    let (number, given) = (play.prompt().unwrap().number, play.commands().len());
    let mut game = TestGame::new(play);
    game.settle();
    let still = game.controller.play.prompt().is_some_and(|prompt| prompt.number == number);
    (still && game.table.prompt.is_some(), game.controller.play.commands().get(given).cloned())
}

#[test]
fn a_person_is_asked_about_a_reaction_only_where_one_is_possible_and_may_help() {
    let library = library();
    let decline = Command::Decline { unit: hit(&library).prompt().unwrap().unit };
    assert_eq!(asked(hit(&library)), (true, None));
    let dear = changed(hit(&library), |reaction| {
        for offer in &mut reaction.options {
            offer.refusal = Some(Refusal::new("cannot_pay", Message::written("no points left"), None));
        }
    });
    assert_eq!(asked(dear), (false, Some(decline.clone())));
    let track = hit(&library).book().main_track().unwrap().id;
    let not_worth_it = changed(hit(&library), |reaction| {
        for offer in &mut reaction.options {
            offer.price = vec![(track, 100)];
        }
    });
    assert_eq!(asked(not_worth_it), (false, Some(decline.clone())));
    let play = hit(&library);
    let wish = AsksAbout { from: 1000, ..AsksAbout::default() };
    assert_eq!(ask::unasked(&play, play.prompt().unwrap(), wish), Some(decline.clone()));
    let hopeless = changed(hit(&library), |reaction| reaction.reading.as_mut().unwrap().total = 1000);
    assert_eq!(asked(hopeless), (false, Some(decline)));
}

#[test]
fn the_answers_lead_with_the_chance_to_be_taken_out_where_that_decides() {
    let told = |left: i32| {
        let play = hit_with(left);
        let prompt = play.prompt().unwrap().clone();
        let asked = ask::prompt_card(&play, &play.knowledge(prompt.side), &prompt, None).unwrap();
        let harm = |own: &Answer| !own.lead.is_empty() && !own.deals;
        let (passed, others): (Vec<Answer>, Vec<Answer>) = asked
            .prompt_card
            .answers
            .into_iter()
            .filter(harm)
            .partition(|own| own.text == say!("prompt-pass"));
        assert!(passed.len() == 1 && !others.is_empty(), "{passed:?} {others:?}");
        (asked.stake.unwrap().text, passed[0].clone(), others)
    };
    let (map, passed, others) = told(3);
    assert!(!passed.lead.contains('→') && map.starts_with(&passed.lead), "{map} {passed:?}");
    for answer in std::iter::once(&passed).chain(&others) {
        assert!(answer.lead.starts_with(&passed.lead) && answer.left == "taken out", "{answer:?}");
        assert_eq!(answer.more[0].1, "of 3", "what is lost stands beneath: {answer:?}");
    }
    let (map, passed, others) = told(400);
    let mut whole = others.iter().chain([&passed]);
    assert!(
        map.ends_with(&passed.lead) && whole.all(|own| own.lead.starts_with('−')),
        "{passed:?} {others:?}"
    );
}

#[test]
fn a_question_about_a_hit_tells_what_comes_without_an_answer_and_what_is_left_with_one() {
    let mut game = TestGame::new(hit(&library()));
    game.settle();
    let prompt = game.table.prompt.as_ref().unwrap();
    let numbers = prompt.text.contains(|one: char| one.is_ascii_digit());
    assert!(!numbers && prompt.otherwise.is_empty(), "the answers tell all numbers: {}", prompt.text);
    let passes = |answer: &&Answer| answer.text == say!("prompt-pass");
    let passed = prompt.answers.iter().find(passes).unwrap();
    let mut told = std::iter::once(&passed.lead).chain(passed.more.iter().map(|(number, _)| number));
    assert!(told.any(|number| number.starts_with('−')) && !passed.left.is_empty(), "{passed:?}");
    let left = |answer: &&Answer| !answer.left.is_empty() && !passes(answer) && !answer.deals;
    assert!(prompt.answers.iter().any(|answer| left(&answer)), "{prompt:?}");
}

#[test]
fn what_may_become_of_who_is_hit_stands_on_every_answer_to_it() {
    let play = hit_with(1);
    let mut game = TestGame::new(play);
    game.settle();
    let prompt = game.table.prompt.as_ref().unwrap();
    // The first of what may become of them leads, since so little is left; the harm stands beside it.
    let words = |answer: &Answer| {
        let beside = answer.more.iter().skip(1).map(|(_, what)| what.clone());
        std::iter::once(answer.left.clone()).chain(beside).collect::<Vec<_>>()
    };
    let passed = prompt.answers.iter().find(|answer| answer.text == say!("prompt-pass")).unwrap();
    assert!(passed.lead.ends_with('%') && !passed.more.is_empty(), "{prompt:?}");
    let other = |own: &&Answer| !own.lead.is_empty() && !own.deals && own.text != passed.text;
    let mut others = prompt.answers.iter().filter(other).peekable();
    assert!(others.peek().is_some(), "{prompt:?}");
    for other in others {
        let told = words(other);
        assert!(words(passed).iter().all(|what| told.contains(what)), "{passed:?} {other:?}");
    }
}

#[test]
fn who_is_asked_is_marked_until_that_is_answered() {
    let mut game = TestGame::new(hit(&library()));
    game.settle();
    let unit = game.asked();
    assert_eq!(game.table.overlay.asked, Some(game.controller.play.number(unit)));
    game.obey(&game.answer().unwrap());
    game.step();
    assert_eq!(game.table.overlay.asked, None);
}

#[test]
fn an_answer_of_an_aura_tells_how_much_gets_through_armour_d119() {
    let play = play(&library(), "fire_in_the_granary", 3, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let hound = facts.unit(UnitId::new("gest")).unwrap();
    let option =
        |n| ChoiceOption::new(&format!("cinder_coat:{n}"), Message::written(&format!("{n} heat")), n);
    let none = ChoiceOption::new("none", Message::written("no answer"), 0);
    let options = vec![none, option(10), option(20)];
    let ask = Ask::Choice { about: ChoiceKind::Aura, target: Some(UnitId::new("brec")), options };
    let prompt = Prompt { number: 1, side: hound.side(), unit: hound.id(), ask };
    let asked = ask::prompt_card(&play, &facts, &prompt, None).unwrap();
    let told =
        |n: usize| (asked.prompt_card.answers[n].text.as_str(), asked.prompt_card.answers[n].note.as_str());
    // A gambeson halves a drive from 6 to 13.
    assert_eq!(
        (told(1), told(2)),
        (("10 heat", "5 damage gets through"), ("20 heat", "20 damage gets through"))
    );
}

#[test]
fn whose_aura_an_ally_touches_is_asked_only_where_that_is_wished() {
    let play = play(&library(), "fire_in_the_granary", 3, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let hound = facts.unit(UnitId::new("gest")).unwrap();
    let other = |ally: bool| {
        let fits = |own: &&UnitState| own.id() != hound.id() && facts.hostile(own, hound) != ally;
        facts.units.iter().find(fits).unwrap().id()
    };
    let touched = |by: UnitId| {
        let none = ChoiceOption::new("none", Message::written("no answer"), 0);
        let some = ChoiceOption::new("cinder_coat:10", Message::written("10 heat"), 10);
        let ask = Ask::Choice { about: ChoiceKind::Aura, target: Some(by), options: vec![none, some] };
        Prompt { number: 1, side: hound.side(), unit: hound.id(), ask }
    };
    let never = Some(Command::Choose { unit: hound.id(), option: Key::new("none") });
    let wish = AsksAbout { allies: true, ..AsksAbout::default() };
    let of = |ally: bool, wish: AsksAbout| ask::unasked(&play, &touched(other(ally)), wish);
    assert_eq!(of(true, AsksAbout::default()), never);
    assert_eq!((of(true, wish), of(false, AsksAbout::default())), (None, None));
}

#[test]
fn an_answer_after_a_critical_tells_what_it_takes_and_how_many_degrees_d35() {
    let play = play(&library(), "fire_in_the_granary", 3, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let marl = facts.unit(UnitId::new("marl")).unwrap();
    let option = |id: &str, takes: i32| {
        let plain = ChoiceOption::new(id, Message::written(id), 0);
        ChoiceOption { takes: Some(takes), ..plain }
    };
    let options = vec![option("drive", 24), option("core", 12)];
    let ask = Ask::Choice { about: ChoiceKind::Critical, target: Some(UnitId::new("brec")), options };
    let prompt = Prompt { number: 1, side: marl.side(), unit: marl.id(), ask };
    let asked = ask::prompt_card(&play, &facts, &prompt, None).unwrap();
    let left: Vec<&str> = asked.prompt_card.answers.iter().map(|answer| answer.left.as_str()).collect();
    // Brec's injury factor is 11.
    assert_eq!(left, ["24 damage · 2 degrees", "12 damage · 1 degree"]);
}

#[test]
fn what_was_answered_without_asking_is_not_taken_back() {
    let mut play = hit(&library());
    play.answer_unasked(Command::Decline { unit: play.prompt().unwrap().unit }).unwrap();
    assert!(!play.can_undo());
}

#[test]
fn the_log_says_what_a_reaction_that_nobody_was_asked_about_would_have_saved() {
    let mut play = changed(hit(&library()), |reaction| reaction.reading.as_mut().unwrap().total = 1000);
    let unit = play.prompt().unwrap().unit;
    play.answer_unasked(Command::Decline { unit }).unwrap();
    let lines = narration::lines_for(&play, &play.eyes().unwrap());
    assert!(lines.iter().any(|line| line.text.contains("no reaction would help")), "{lines:?}");
}

#[test]
fn a_question_is_known_again_by_what_its_card_tells() {
    let play = hit(&library());
    let prompt = play.prompt().unwrap();
    let question = ask::question_of(&play, prompt).unwrap();
    assert_eq!((question.unit, question.moment), (prompt.unit, Moment::Hit));
    assert!(question.loss > 0.0 && !question.tracks.is_empty(), "{question:?}");
    assert!(question.ways.iter().any(|way| way.cost != Cost::default()), "{question:?}");
    let mut declined = ask::declined::Declined::default();
    declined.add(Some(question.clone()));
    assert!(declined.covers(&question));
    let free = changed(hit(&library()), |reaction| {
        reaction.options.iter_mut().for_each(|offer| offer.cost.clear());
    });
    let free = ask::question_of(&free, free.prompt().unwrap()).unwrap();
    assert!(!declined.covers(&free), "it costs nothing now: {free:?}");
}

#[test]
fn what_is_declined_once_is_no_longer_known_in_another_turn() {
    let mut play = hit(&library());
    let turns = |play: &Play| {
        let begins = |event: &&Event| matches!(event.outcome, Outcome::TurnStarted { .. });
        play.events().iter().filter(begins).count()
    };
    let (unit, before) = (play.prompt().unwrap().unit, turns(&play));
    play.decide(Command::Decline { unit }).unwrap();
    while turns(&play) == before && play.prompt().is_some() {
        computer::answer(&mut play).unwrap();
    }
    let given = play.commands().len();
    assert!(!play.decline_again() && play.commands().len() == given);
}

/// A battle in which somebody goes on past one of the person's own who has let them pass in the same action, and nothing
/// has got worse since: that one could react again.
fn passed_twice(library: &Library) -> Play {
    let battles = ["first_blood", "hold_the_stairwell", "fire_in_the_granary"].into_iter();
    for (scenario, seed) in battles.flat_map(|scenario| (1..=20).map(move |seed| (scenario, seed))) {
        let mut play = play(library, scenario, seed, false);
        let mut declined = ask::declined::Declined::default();
        for _ in 0..300 {
            let Some(prompt) = play.prompt() else { break };
            // What is decided in a turn is another action.
            if matches!(prompt.ask, Ask::Turn { .. }) {
                declined.forget();
            }
            let provoked = matches!(&prompt.ask, Ask::React(reaction) if reaction.moment == Moment::Provoked);
            if !provoked || play.next() != Next::Mine {
                if computer::answer(&mut play).is_err() {
                    break;
                }
                continue;
            }
            let question = ask::question_of(&play, prompt);
            let again = question.as_ref().is_some_and(|now| declined.covers(now));
            if again && ask::unasked(&play, prompt, AsksAbout::default()).is_none() {
                return play;
            }
            let unit = prompt.unit;
            declined.add(question);
            play.decide(Command::Decline { unit }).unwrap();
        }
    }
    panic!("nobody is passed twice in one action");
}

#[test]
fn who_lets_a_charge_pass_is_asked_again_in_its_course_only_if_something_has_changed() {
    let library = library();
    let play = passed_twice(&library);
    let unit = play.prompt().unwrap().unit;
    let (shown, given) = asked(play);
    assert!(!shown && given == Some(Command::Decline { unit }), "{given:?}");
    let mut hurt = passed_twice(&library);
    hurt.change(|snapshot| {
        let tracks = snapshot.units.iter_mut().flat_map(|unit| &mut unit.tracks.0);
        tracks.filter(|track| track.now > 1).for_each(|track| track.now -= 1);
    });
    let given = hurt.commands().len();
    assert!(!hurt.decline_again() && hurt.commands().len() == given, "it is another question now");
}

#[test]
fn which_way_one_pushes_is_asked_before_the_square_s77() {
    let mut play = hit(&library());
    play.change(|snapshot| {
        let Some(Prompt { unit, ask: Ask::React(reaction), .. }) = &mut snapshot.prompt else {
            panic!("nobody is asked about a hit")
        };
        reaction.moment = Moment::Won;
        let first = reaction.options[0].clone();
        let offered = |action| Offer { action: Key::new(action), refusal: None, ..first.clone() };
        reaction.options = vec![offered("push_along"), offered("push_away")];
        let own = snapshot.units.iter_mut().find(|own| own.id() == *unit).unwrap();
        own.conditions.0.push(Condition::new(Key::new("shoving"), 2, Until::Battle, None));
    });
    let mut game = TestGame::new(play);
    game.settle();
    let shown = |game: &TestGame| game.table.prompt.clone().unwrap();
    let ways = |prompt: &PromptCard| {
        let begins = |way: &str| prompt.answers.iter().filter(|own| own.text.starts_with(way)).count();
        (begins("Push and follow"), begins("Push away"), prompt.lit())
    };
    assert_eq!(ways(&shown(&game)), (1, 1, 0));
    game.obey(&Intent::Answer(1));
    let squares = shown(&game);
    assert!(squares.lit() > 1);
    assert_eq!(ways(&squares), (0, squares.lit(), squares.lit()));
    let back = squares.answers.iter().position(|own| own.text == "Choose another way").unwrap();
    game.obey(&Intent::Answer(back));
    assert_eq!(ways(&shown(&game)), (1, 1, 0));
    game.obey(&Intent::Answer(0));
    game.obey(&Intent::Cancel);
    assert_eq!(ways(&shown(&game)), (1, 1, 0));
}

#[test]
fn whom_an_answer_is_about_is_known_and_has_a_line() {
    let play = play(&library(), "first_blood", 1, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let unit = facts.unit(UnitId::new("jem")).unwrap();
    let foes: Vec<&UnitState> = facts.units.iter().filter(|foe| facts.hostile(foe, unit)).take(2).collect();
    let option = |foe: &&UnitState| {
        let name = foe.identity.name.as_str();
        let message = message!("core-hit-x-of-x-for-x", unit = name, n = 1, all = 1, has = 0);
        ChoiceOption::new(foe.id().0.as_str(), message, 0)
    };
    let options = foes.iter().map(option).collect();
    let ask = Ask::Choice { about: ChoiceKind::ShareHits, target: Some(foes[0].id()), options };
    let prompt = Prompt { number: 1, side: unit.side(), unit: unit.id(), ask };
    let asked = ask::prompt_card(&play, &facts, &prompt, None).unwrap();
    let about: Vec<(usize, UnitId)> = asked.units.iter().map(|(n, unit)| (*n, *unit)).collect();
    assert_eq!(about, [(0, foes[0].id()), (1, foes[1].id())]);
    assert_eq!(asked.squares[0], Some(show::at(foes[0].place.area.origin)));
    assert_eq!(asked.prompt_card.text, "Who takes the hit?", "of one hit no number is told");
}

#[test]
fn an_attack_is_told_by_one_chance_and_its_harm() {
    let play = play(&library(), "first_blood", 1, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let jem = facts.unit(UnitId::new("jem")).unwrap();
    let foe = facts.units.iter().find(|other| facts.hostile(jem, other)).unwrap();
    let chosen = Chosen::new(Key::new("attack_ranged"), Mode::Standard).against(foe.id());
    let order = Order::new(&facts, jem, &chosen).unwrap();
    let dealt = stake::dealt(order).unwrap();
    assert!(dealt.lead.starts_with('−') && dealt.left.contains(&foe.identity.name), "{dealt:?}");
    assert_eq!(dealt.written(), format!("{} · {}", dealt.leads.number(), dealt.lead));
    let odds = preview::order_odds(order).unwrap();
    assert_eq!(dealt.leads.number(), preview::chance_numbers(&odds)[0].0, "as on its card");
}

#[test]
fn a_spell_that_is_ready_is_what_casting_is_done_with() {
    let play = play(&library(), "meeting_at_the_mill", 1, false);
    let facts = Facts::clone(&play.eyes().unwrap());
    let unit = facts.units.iter().find(|unit| unit.slots.0.iter().any(|slot| !slot.spent)).unwrap();
    let chosen = Chosen::new(Key::new("attack_spell"), Mode::Standard);
    let slot = unit.slots.0.iter().find(|slot| !slot.spent).unwrap();
    let with = preview::made_with(Order::new(&facts, unit, &chosen).unwrap());
    assert_eq!(with, facts.book.spell(slot.spell).map(|spell| spell.name.clone()));
}
