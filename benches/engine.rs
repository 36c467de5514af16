//! What a battle costs on the shipped scenario `first_blood`: one attack from its command to its outcomes, a decision
//! of the computer, odds, facts, saving, restoring and a whole battle.
//!
//! Everything is played from one seed, so that each run measures the same dice. `anchors/performance.md` of the design
//! holds the peers that these are compared with.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench whose own set-up is wrong has nothing to measure"
)]

use std::{hint::black_box, path::Path, sync::Arc, time::Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threat_range::{
    ai,
    battle::{
        Battle, Status, command::Command, prompt::Ask, setup::Setup, snapshot::Snapshot, terms::Terms,
        testing::one_change::OneChange,
    },
    cli::simulate,
    content::{
        library::Library,
        skirmish::{Camp, SKIRMISH, Skirmish},
    },
    dice::DiceStream,
    grid::Square,
    key::Key,
    rules::{
        attack::AttackSpec,
        book::Rulebook,
        facts::{Facts, UnitId},
        odds,
        unit::UnitDef,
    },
};

#[path = "../tests/common/random.rs"]
#[allow(dead_code, reason = "the bench plays no nonsense")]
mod random;
#[path = "../tests/common/whim.rs"]
mod whim;

use whim::Whim;

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
    Some(ai::choose(&battle.knowledge(prompt.side), prompt))
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
            let facts = (*battle.referees_knowledge()).clone();
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

/// Changes of each kind, in pairs so that each is one when it comes again.
fn changes(book: &Rulebook) -> [(&'static str, OneChange, OneChange); 3] {
    let condition = book.conditions.iter().next().expect("the book has conditions").id;
    let squares = (OneChange::Moved(Square::new(1, 1)), OneChange::Moved(Square::new(2, 1)));
    [
        ("a unit moves", squares.0, squares.1),
        ("vitality changes", OneChange::Track(3), OneChange::Track(4)),
        ("a condition comes or goes", OneChange::Gained(condition), OneChange::Lifted),
    ]
}

/// The kind of change that facts take the longest to follow, in microseconds.
fn slowest_change(battle: &mut Battle, unit: UnitId) -> f64 {
    let each = changes(&battle.book()).map(|(_, one, other)| {
        let hundred = |_| {
            for _ in 0..50 {
                battle.change_once(unit, one);
                battle.change_once(unit, other);
            }
        };
        median(101, hundred) * 1e3 / 100.0
    });
    each.into_iter().fold(0.0, f64::max)
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
    for (what, one, other) in changes(&moment.book) {
        let mut turn = false;
        let mut next = || {
            turn = !turn;
            if turn { one } else { other }
        };
        let mut battle = moment.battle();
        group.bench_function(format!("facts, {what}"), |b| {
            b.iter(|| battle.change_once(moment.by, next()));
        });
        group.bench_function(format!("facts, {what} while somebody holds them"), |b| {
            b.iter(|| {
                let held = battle.referees_knowledge();
                battle.change_once(moment.by, next());
                black_box(held)
            });
        });
    }
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

/// The median of a number of runs, in milliseconds.
fn median(runs: usize, mut run: impl FnMut(usize)) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|n| {
            let begun = Instant::now();
            run(n);
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}

/// So many of a book's units against as many on a shipped map, with or without vehicles.
fn many(library: &Library, count: usize, map: &str, vehicles: bool, options: &[(&str, i32)]) -> Setup {
    let book = library.books.get(&Key::new("threat_range")).expect("it is shipped");
    let on_foot = |def: &UnitDef| def.vehicle.is_none() && def.systems.is_none();
    let all = book.units.iter();
    let (walk, drive): (Vec<_>, Vec<_>) = all.partition(|def| on_foot(def));
    let driven = if vehicles { 2 } else { 0 };
    let camp = |from: usize| {
        let wheels = drive.iter().cycle().skip(from).take(driven);
        let units = wheels.chain(walk.iter().cycle().skip(from).take(count - driven));
        Camp { name: format!("side {from}"), units: units.map(|def| def.id).collect() }
    };
    let wish = Skirmish {
        name: "bench".into(),
        map: Key::new(map),
        rulebook: book.id,
        sides: vec![camp(0), camp(3)],
    };
    let made = library.write_skirmish(&wish).expect("there is room for all of them");
    let options = options.iter().map(|(id, value)| (Key::new(id), *value)).collect();
    library
        .lay_out(&Terms { made: Some(made), options, ..Terms::new(Key::new(SKIRMISH), SEED) })
        .expect("it is laid out")
}

/// How long each decision of the computer takes in some battles of a setup, shortest first, in milliseconds.
fn decisions(setups: impl Iterator<Item = Setup>) -> Vec<f64> {
    let mut times = Vec::new();
    for setup in setups {
        let mut battle = Battle::new(setup);
        battle.advance();
        while let Some(prompt) = battle.prompt() {
            let known = battle.knowledge(prompt.side);
            let begun = Instant::now();
            let command = ai::choose(&known, prompt);
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            battle.submit(command).expect("the computer's command is legal");
        }
    }
    times.sort_by(f64::total_cmp);
    times
}

/// What is promised of the engine and the computer, beside what it is: one table.
fn bounds(_: &mut Criterion) {
    let library = library();
    let moment = moment(&library);
    let setup = |name: &str| library.setup(Key::new(name), SEED, None).expect("it is shipped");
    let (blood, road) = (setup("first_blood"), setup("the_pass_road"));
    let seeded = |setup: &Setup, n: usize| {
        let seed = SEED + n as u64;
        (Setup { dice: DiceStream::seeded(seed), ..setup.clone() }, seed)
    };
    let mut rows: Vec<(&str, f64, &str, f64)> = Vec::new();
    let mut orders = 0;
    let mut blood_sum = 0.0;
    let of_blood = median(15, |n| {
        let (setup, seed) = seeded(&blood, n);
        let begun = Instant::now();
        orders += simulate::play(setup, seed).commands;
        blood_sum += begun.elapsed().as_secs_f64() * 1e3;
    });
    rows.push((
        "an order carried out, computer against computer, ms",
        blood_sum / f64::from(orders),
        "<=",
        0.3,
    ));
    let few = decisions((0..5).map(|n| seeded(&blood, n).0));
    rows.push(("a decision, 3 against 3, median, ms", few[few.len() / 2], "<=", 1.0));
    let crowd = many(&library, 12, "pass_road", true, &[("fog", 1), ("altitude", 1)]);
    let crowd = decisions((0..2).map(|n| seeded(&crowd, n).0));
    rows.push(("a decision, 12 against 12, 99 of 100, ms", crowd[crowd.len() * 99 / 100], "<=", 16.0));
    let action = moment.book.action(moment.action).expect("the action exists").clone();
    let spec = AttackSpec { weapon: moment.weapon, ..AttackSpec::new(moment.by, moment.target, &action) };
    let odds = median(201, |_| drop(black_box(odds::attack(black_box(&moment.facts), &spec)))) * 1e3;
    rows.push(("odds of one attack with its breakdown, us", odds, "<=", 5.0));
    rows.push(("a battle of first_blood, ms", of_blood, "<=", 60.0));
    let of_road = median(5, |n| {
        let (setup, seed) = seeded(&road, n);
        black_box(simulate::play(setup, seed));
    });
    rows.push(("a battle of the_pass_road, ms", of_road, "<=", 250.0));
    let eight = many(&library, 8, "old_quarter", false, &[]);
    let random = median(9, |n| {
        let mut battle = Battle::new(seeded(&eight, n).0);
        let mut whim = Whim::new(n as u64);
        battle.advance();
        for _ in 0..20_000 {
            let Some(command) = random::command(&battle, &mut whim) else { break };
            battle.submit(command).expect("the command is legal");
        }
    });
    rows.push(("battles of random commands, 8 against 8, a second", 1e3 / random, ">=", 500.0));
    let threads = |jobs: usize| median(3, |_| drop(simulate::battles(&blood, SEED, 24, jobs, &|| {})));
    rows.push(("two threads, times one", threads(1) / threads(2), ">=", 1.9));
    let restore = median(101, |_| drop(black_box(moment.battle())));
    rows.push(("restore, ms", restore, "<=", 0.1));
    let few = slowest_change(&mut moment.battle(), moment.by);
    rows.push(("facts after one change, 3 against 3, us", few, "<=", 1.0));
    let mut crowd = Battle::new(many(&library, 12, "pass_road", true, &[]));
    let unit = crowd.referees_knowledge().units[0].id();
    rows.push(("facts after one change, 12 against 12, us", slowest_change(&mut crowd, unit), "<=", 1.0));
    let battle = moment.battle();
    rows.push(("hash, us", median(101, |_| drop(black_box(battle.hash()))) * 1e3, "<=", 10.0));
    println!("\n{:52} {:>10} {:>12} {:>8}", "job", "measured", "bound", "ratio");
    for (job, measured, sign, bound) in rows {
        let ratio = if sign == "<=" { bound / measured } else { measured / bound };
        println!("{job:52} {measured:10.3} {sign:>5} {bound:6} {ratio:8.2}");
    }
}

criterion_group!(benches, engine, bounds);
criterion_main!(benches);
