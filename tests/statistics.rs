//! What the summary counts of a battle.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::library;
use threat_range::{
    battle::{
        Battle,
        chronicle::{Chronicle, Event, Outcome},
        statistics::{Statistics, Tally},
    },
    grid::Square,
    key::Key,
    rules::{
        check,
        economy::Mode,
        facts::Condition,
        harm::{HarmTrace, Passed, Portion},
        modifier::Until,
    },
};

fn trace(before: i32, after: i32, total: i32) -> HarmTrace {
    let damage = Key::new("damage");
    let mut portion = Portion::new(damage, &[], after);
    portion.passed = vec![Passed { stage: Key::new("armour"), by: None, before, after }];
    HarmTrace { portions: vec![portion], paid: Vec::new(), total }
}

#[test]
fn what_happened_is_counted_for_units_and_sides() {
    let library = library();
    let mut battle = Battle::new(library.setup(Key::new("first_blood"), 1, None).unwrap());
    battle.advance();
    let facts = (*battle.referees_knowledge()).clone();
    let one = facts.units[0].clone();
    let other = facts.units.iter().find(|unit| unit.side() != one.side()).unwrap().clone();
    let friend = facts.units.iter().skip(1).find(|unit| unit.side() == one.side()).unwrap().clone();
    let (one_id, other_id, friend_id) = (one.id(), other.id(), friend.id());
    let check = facts.book.checks.iter().next().map(|def| def.id).unwrap();
    let rolled = |unit, dc, success, purpose: &str| {
        let check = check::plain(&facts, unit, check, dc, None, None).unwrap();
        let natural = (2..=20).find(|natural| check.read(*natural).success == success).unwrap();
        let reading = check.read(natural);
        let dice = vec![natural as u16];
        Outcome::Rolled { check: Box::new(check), dice, reading, purpose: Key::new(purpose) }
    };
    let bonus = check::plain(&facts, one_id, check, 0, None, None).unwrap().modifier();
    let track = facts.book.main_track().unwrap().id;
    let (at, to) = (Square::new(1, 1), Square::new(2, 1));
    let action = Key::new("any");
    let declared = |unit| Outcome::Declared { unit, action, mode: Mode::default(), args: Box::default() };
    let struck = |by, target, landed, critical, trace| Outcome::Struck {
        by,
        target,
        weapon: action,
        landed,
        critical,
        trace,
    };
    let outcomes = vec![
        Outcome::TurnStarted { unit: one_id, count: 3 },
        Outcome::Stepped { unit: one_id, from: at, to, own: true },
        Outcome::Stepped { unit: one_id, from: to, to: at, own: false },
        declared(one_id),
        // On 1d20 against its bonus and 11: ten faces of twenty.
        rolled(one_id, bonus + 11, true, "attack"),
        rolled(one_id, bonus + 11, true, "critical"),
        struck(one_id, other_id, true, true, trace(9, 4, 4)),
        declared(other_id),
        rolled(other_id, bonus + 40, false, "attack"),
        struck(other_id, one_id, false, false, HarmTrace::default()),
        Outcome::TurnEnded { unit: one_id },
        rolled(one_id, bonus + 11, false, "tumble"),
        // Fire on one's own side is dealt and taken, and nobody's kill.
        struck(friend_id, one_id, true, false, trace(3, 3, 3)),
        Outcome::Track { unit: one_id, track, from: 5, to: 8, cause: action },
        Outcome::Track { unit: one_id, track, from: 8, to: 2, cause: action },
        // What it pays itself, and what it suffers from a fall, nobody has dealt.
        Outcome::Track { unit: one_id, track, from: 2, to: 1, cause: Key::new("price") },
        struck(one_id, one_id, true, false, trace(2, 2, 2)),
        Outcome::Track { unit: one_id, track, from: 1, to: -1, cause: action },
        // What is lost below nought counts at both ends.
        struck(one_id, other_id, true, false, trace(5, 5, 5)),
        Outcome::Track { unit: other_id, track, from: 3, to: -2, cause: action },
    ];
    let mut chronicle = Chronicle::default();
    outcomes.into_iter().for_each(|outcome| {
        chronicle.events.push(Event { outcome, hidden_from: Vec::new(), unknown: Default::default() })
    });
    let found = Statistics::of(&facts, &chronicle);
    let own = found.unit(one_id).unwrap();
    assert_eq!((own.attacks, own.hits, own.expected_hits), (1, 1, 50));
    assert_eq!((own.checks, own.successes, own.luck, own.luckier_than), (2, 1, 0, Some(50)));
    assert_eq!((own.dealt, own.taken, own.absorbed, own.healed, own.criticals), (9, 3, 0, 3, 1));
    assert_eq!(own.overkill, 2);
    let others: Vec<i64> = own.others.values().copied().collect();
    assert_eq!((own.others.get(&Key::new("price")), others.iter().sum::<i64>()), (Some(&1), 3));
    assert_eq!((own.steps, own.actions, own.reactions, own.turns), (1, 1, 0, 1));
    let foe = found.unit(other_id).unwrap();
    assert_eq!((foe.attacks, foe.hits, foe.reactions, foe.luckier_than), (1, 0, 1, None));
    assert_eq!((foe.taken, foe.absorbed, foe.kills), (9, 5, 0));
    let side = found.side(one.side()).unwrap();
    assert_eq!((side.dealt, side.taken, side.turns, side.luckier_than), (12, 3, 1, Some(50)));
    assert_eq!(found.sides.len(), 2);
    let sum = |count: fn(&Tally) -> i64| found.sides.iter().map(|(_, tally)| count(tally)).sum::<i64>();
    assert_eq!(sum(|tally| tally.dealt), sum(|tally| tally.taken));

    // Out at the end: it goes to who struck last.
    let mut after = facts.clone();
    let out = facts.book.conditions.iter().find(|def| def.dead).unwrap().id;
    let dead = Condition::new(out, 1, Until::Battle, None);
    after.unit_mut(other_id).unwrap().conditions.0.push(dead);
    let found = Statistics::of(&after, &chronicle);
    assert_eq!((found.unit(one_id).unwrap().kills, found.side(one.side()).unwrap().kills), (1, 1));
}
