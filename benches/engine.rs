//! What a battle costs on the shipped scenario `first_blood`: one attack from its command to its outcomes, a decision of
//! the computer, odds, facts, saving, restoring and a whole battle.
//!
//! Everything is played from one seed, so that each run measures the same dice. `anchors/performance.md` of the design
//! holds the peers that these are compared with.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench whose own set-up is wrong has nothing to measure"
)]

use std::{hint::black_box, path::Path, sync::Arc};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threat_range::{
    ai,
    battle::{Battle, Status, command::Command, prompt::Ask, snapshot::Snapshot},
    cli::simulate,
    content::library::Library,
    key::Key,
    rules::{
        attack::AttackSpec,
        book::Rulebook,
        facts::{Facts, UnitId},
        odds,
    },
};

const SEED: u64 = 5;

/// A battle that has come to somebody's attack, and the command that gives it.
struct Moment {
    book: Arc<Rulebook>,
    saved: Snapshot,
    command: Command,
    facts: Facts,
    by: UnitId,
    target: UnitId,
    action: Key,
    weapon: Option<Key>,
}

fn library() -> Library {
    let (library, report) = Library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &[]);
    assert!(report.is_empty(), "{report}");
    library
}

/// The computer's command for the open prompt.
fn decision(battle: &Battle) -> Option<Command> {
    let prompt = battle.prompt()?;
    Some(ai::choose(&battle.truth().known_to(prompt.side), prompt))
}

/// Plays until somebody attacks without moving.
fn moment(library: &Library) -> Moment {
    let setup = library.setup(Key::new("first_blood"), SEED, None).expect("first_blood is shipped");
    let book = setup.book.clone();
    let mut battle = Battle::new(setup);
    battle.advance();
    loop {
        let command = decision(&battle).expect("somebody attacks before the battle is over");
        if let Command::Act { unit, action, args, .. } = &command
            && let Some(target) = args.target
            && args.path.is_empty()
            && matches!(battle.prompt().map(|prompt| &prompt.ask), Some(Ask::Turn { .. }))
            && book.action(*action).is_some_and(|def| def.attacks() && def.weapon_use().is_some())
        {
            let weapon = args.weapon;
            let facts = battle.truth().as_ref().clone();
            let (by, action) = (*unit, *action);
            return Moment { saved: battle.snapshot(), facts, by, target, action, weapon, command, book };
        }
        battle.submit(command).expect("the computer's command is legal");
    }
}

impl Moment {
    fn battle(&self) -> Battle {
        Battle::restore(self.saved.clone(), &self.book).expect("it was saved by this program")
    }
}

/// Gives a command and declines what it makes others think of, until somebody's turn asks again.
fn carry_out(battle: &mut Battle, command: &Command) -> usize {
    let before = battle.chronicle().since(0).len();
    let mut status = battle.submit(command.clone()).expect("the command is legal");
    while status == Status::Asking {
        let Some(prompt) = battle.prompt() else { break };
        let unit = prompt.unit;
        let answer = match &prompt.ask {
            Ask::Turn { .. } => break,
            Ask::React(_) | Ask::CutIn { .. } => Command::Decline { unit },
            Ask::Choice { .. } | Ask::Allot { .. } => decision(battle).expect("a prompt is open"),
        };
        status = battle.submit(answer).expect("the answer is legal");
    }
    battle.chronicle().since(0).len() - before
}

fn engine(bench: &mut Criterion) {
    let library = library();
    let moment = moment(&library);
    let mut group = bench.benchmark_group("engine");

    group.bench_function("attack, from command to outcomes", |b| {
        let fresh = || moment.battle();
        b.iter_batched_ref(fresh, |battle| carry_out(battle, &moment.command), BatchSize::SmallInput);
    });
    group.bench_function("decision of the computer", |b| {
        let battle = moment.battle();
        b.iter(|| black_box(decision(&battle)));
    });
    group.bench_function("odds of an attack", |b| {
        let action = moment.book.action(moment.action).expect("the action exists").clone();
        let spec = AttackSpec { weapon: moment.weapon, ..AttackSpec::new(moment.by, moment.target, &action) };
        assert!(odds::attack(&moment.facts, &spec).is_some());
        b.iter(|| black_box(odds::attack(black_box(&moment.facts), &spec)));
    });
    group.bench_function("facts, cloned", |b| b.iter(|| black_box(black_box(&moment.facts).clone())));
    group.bench_function("facts, as one side knows them", |b| {
        let battle = moment.battle();
        let side = battle.prompt().expect("a prompt is open").side;
        b.iter(|| black_box(black_box(&moment.facts).known_to(side)));
    });
    group.bench_function("snapshot", |b| {
        let battle = moment.battle();
        b.iter(|| black_box(battle.snapshot()));
    });
    group.bench_function("restore", |b| {
        let copy = || moment.saved.clone();
        let restore = |saved| Battle::restore(saved, &moment.book).map(drop).is_ok();
        b.iter_batched(copy, restore, BatchSize::SmallInput);
    });
    group.bench_function("hash", |b| {
        let battle = moment.battle();
        b.iter(|| black_box(battle.hash()));
    });
    group.sample_size(20);
    group.bench_function("battle, the computer on both sides", |b| {
        let setup = library.setup(Key::new("first_blood"), SEED, None).expect("first_blood is shipped");
        b.iter_batched(|| setup.clone(), |setup| simulate::play(setup, SEED), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, engine);
criterion_main!(benches);
