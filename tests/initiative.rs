//! What holds of fluid initiative whatever is written in the ledgers: everybody acts once a round, in falling counts,
//! and each count is settled by its own ledger (F-16 to F-23). Tried in one battle of each rulebook with ledgers, and
//! in the deep test in all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{library, scenarios, share::Share};
use threat_range::{
    battle::{
        Battle,
        chronicle::Outcome,
        command::{Command, Referee},
        prompt::Ask,
    },
    key::Key,
    rules::{
        economy::Mode,
        facts::{Phase, UnitId},
        legal::{self, Act, Args, Occasion},
        timing::{LedgerRule, Shift},
    },
};

/// Numbers that are never the same twice in a row, and always the same for a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

fn rule(battle: &Battle) -> Option<LedgerRule> {
    match &battle.book().settings.timing.shift {
        Shift::Ledger(rule) => Some(rule.clone()),
        _ => None,
    }
}

/// One turn: some lines for anybody, a press now and then, and nothing else.
fn turn(battle: &mut Battle, rule: &LedgerRule, numbers: &mut Numbers, unit: UnitId) {
    for _ in 0..numbers.below(3) {
        let facts = battle.referees_knowledge();
        let units = &facts.units;
        let whose = units[numbers.below(units.len())].id();
        let event = rule.events[numbers.below(rule.events.len())].id;
        let n = i32::try_from(numbers.below(9)).unwrap();
        battle.submit(Command::Referee(Referee::Shift { unit: whose, event, n })).unwrap();
    }
    let presses = battle.book().actions.iter().find(|def| legal::presses(def)).map(|def| def.id).unwrap();
    for mode in [Mode::Free, Mode::Standard] {
        let act = Act { action: presses, mode, args: Args::default() };
        let must = battle.referees_knowledge().unit(unit).unwrap().initiative.must_press;
        if (must || numbers.below(3) == 0)
            && legal::plan(&battle.referees_knowledge(), unit, &act, &Occasion::default()).is_ok()
        {
            battle.submit(Command::act(unit, act)).unwrap();
            return;
        }
    }
    battle.submit(Command::End { unit }).unwrap();
}

fn play(battle: &mut Battle, rule: &LedgerRule, numbers: &mut Numbers, rounds: u32) {
    while battle.clock().round <= rounds {
        assert_eq!(battle.fault(), None);
        let prompt = battle.prompt().expect("nobody is hurt, so it goes on").clone();
        let unit = prompt.unit;
        match &prompt.ask {
            Ask::Turn { granted: None } => turn(battle, rule, numbers, unit),
            Ask::Turn { .. } => {
                battle.submit(Command::End { unit }).unwrap();
            }
            Ask::Choice { options, .. } => {
                battle.submit(Command::Choose { unit, option: options[0].id }).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
}

/// What one round's events say, as they come.
#[derive(Default)]
struct Round {
    turns: Vec<(UnitId, i32)>,
    sums: BTreeMap<UnitId, i32>,
    settled: BTreeMap<UnitId, (i32, i32)>,
}

fn rounds(battle: &Battle) -> Vec<Round> {
    let mut all: Vec<Round> = Vec::new();
    for event in &battle.chronicle().events {
        if let Outcome::PhaseStarted { phase: Phase::RoundStart, .. } = event.outcome {
            all.push(Round::default());
        }
        let Some(now) = all.last_mut() else { continue };
        match &event.outcome {
            Outcome::TurnStarted { unit, count } => now.turns.push((*unit, *count)),
            Outcome::Ledger { unit, amount, .. } => *now.sums.entry(*unit).or_default() += amount,
            Outcome::Count { unit, from, to, cause } if *cause == Key::new("ledger") => {
                now.settled.insert(*unit, (*from, *to));
            }
            _ => {}
        }
    }
    // The last round has only begun.
    all.pop();
    all
}

/// A battle by a rulebook with a ledger, from its start on, and what it is called.
struct Tried {
    battle: Battle,
    rule: LedgerRule,
    seed: u64,
    name: String,
}

/// Begins a scenario by a rulebook; none if there is no ledger in it, or vehicles are.
fn begun(scenario: Key, book: Key, seed: u64) -> Option<Tried> {
    let mut setup = library().setup(scenario, seed, Some(book)).unwrap();
    setup.opening.awareness = threat_range::battle::setup::OpeningAwareness::All;
    setup.arrivals.clear();
    // Vehicles under way that nobody steers run into things, and people are hurt.
    if setup.units.iter().any(|unit| unit.vehicle().is_some()) {
        return None;
    }
    let mut battle = Battle::new(setup);
    battle.advance();
    let rule = rule(&battle)?;
    Some(Tried { battle, rule, seed, name: format!("{scenario} by {book}, seed {seed}") })
}

fn play_and_check(mut tried: Tried) {
    play(&mut tried.battle, &tried.rule, &mut Numbers(tried.seed), 12);
    for (n, round) in rounds(&tried.battle).into_iter().enumerate() {
        check(&tried.battle, &tried.rule, &round, &format!("{}, round {}", tried.name, n + 1));
    }
}

#[test]
fn everybody_acts_once_a_round_in_falling_counts_and_is_settled_by_the_own_ledger() {
    let mut books = BTreeSet::new();
    for (scenario, book) in scenarios() {
        if books.contains(&book) {
            continue;
        }
        if let Some(tried) = begun(scenario, book, 1) {
            books.insert(book);
            play_and_check(tried);
        }
    }
    assert!(books.len() >= 2, "ledgers in {books:?} only");
}

#[test]
#[ignore = "deep: every scenario, five seeds"]
fn everybody_acts_once_a_round_and_is_settled_in_every_scenario() {
    let share = Share::of_this_run();
    let mut tried = 0;
    let each =
        scenarios().into_iter().flat_map(|(scenario, book)| (1..6).map(move |seed| (scenario, book, seed)));
    for (at, (scenario, book, seed)) in each.enumerate() {
        if share.takes(at)
            && let Some(one) = begun(scenario, book, seed)
        {
            play_and_check(one);
            tried += 1;
        }
    }
    assert!(!share.whole() || tried >= 10, "only {tried} battles with a ledger");
}

fn check(battle: &Battle, rule: &LedgerRule, round: &Round, which: &str) {
    let counts: Vec<i32> = round.turns.iter().map(|(_, count)| *count).collect();
    assert!(counts.is_sorted_by(|one, next| one >= next), "{which}: {counts:?}");
    for unit in &battle.referees_knowledge().units {
        let id = unit.id();
        let mine: Vec<i32> =
            round.turns.iter().filter(|(own, _)| *own == id).map(|(_, count)| *count).collect();
        // A press is a second part of the same turn, so much lower.
        let press = battle.book().settings.timing.press.as_ref().map_or(0, |press| press.cost);
        match mine.as_slice() {
            [_] => {}
            [first, second] => assert_eq!(first - second, press, "{which}: {id}"),
            other => panic!("{which}: {id} acts at {other:?}"),
        }
        let sum = round.sums.get(&id).copied().unwrap_or(0);
        let last = *mine.last().unwrap();
        match round.settled.get(&id) {
            Some((from, to)) => {
                assert_eq!(rule.settle(*from, sum).count, *to, "{which}: {id} {from} {sum:+}")
            }
            None => assert_eq!(rule.settle(last, sum).count, last, "{which}: {id} {last} {sum:+}"),
        }
    }
}
