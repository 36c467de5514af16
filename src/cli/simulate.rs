//! `simulate`: many battles without a window, the computer on all sides.

use std::{
    io::IsTerminal,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use indicatif::{ProgressBar, ProgressStyle};

use super::out;
use crate::cli::prelude::*;
use crate::{
    ai,
    battle::{Status, terms::Terms},
    saves::file::{Draft, Keep},
};

/// Arguments of `simulate`.
#[derive(clap::Args, Debug)]
pub struct SimulateArguments {
    /// The scenario.
    scenario: String,
    /// The number of battles.
    #[arg(long, default_value_t = 100)]
    battles: u64,
    /// The first battle's seed; each further battle uses the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many run in parallel; default: one per core.
    #[arg(long)]
    jobs: Option<usize>,
    /// Write a table with one line per battle.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Use another of the scenario's rulebooks.
    #[arg(long, value_name = "BOOK")]
    rulebook: Option<String>,
    /// Luck: fair or deck.
    #[arg(long, default_value_t = Luck::Fair, value_name = "LUCK")]
    luck: Luck,
    /// A rulebook option. Can be repeated.
    #[arg(long = "option", value_name = "NAME=NUMBER", value_parser = super::option)]
    options: Vec<(Key, i32)>,
    /// Print each battle's final hash.
    #[arg(long)]
    hashes: bool,
    /// Print how often each action of the rulebook was taken.
    #[arg(long)]
    actions: bool,
}

/// What became of one battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Played {
    /// Its seed.
    pub seed: u64,
    /// The side that stands.
    pub winner: String,
    /// Rounds.
    pub rounds: u32,
    /// Turns.
    pub turns: u32,
    /// Prompts that were no turns of their own.
    pub reactions: u32,
    /// Questions that a human side would have been asked in turns of its enemies, over the turns (median).
    pub prompts_in_enemy_turn: u32,
    /// Commands.
    pub commands: u32,
    /// How often each action was taken.
    #[serde(skip)]
    pub actions: BTreeMap<Key, u32>,
    /// The final hash.
    pub hash: String,
    /// The error that ended it, if one did.
    pub fault: String,
}

static STOP: AtomicBool = AtomicBool::new(false);

/// The status of a program that was interrupted, as shells know it.
const INTERRUPTED: u8 = 130;

/// More commands than any battle needs: a stall.
const COMMAND_LIMIT: u32 = 50_000;

/// Plays one battle to its end, the computer on all sides.
pub fn play(setup: Setup, seed: u64) -> Played {
    let mut battle = Battle::new(setup);
    battle.advance();
    let mut played = Played { seed, ..Played::default() };
    let mut in_turn: Option<(UnitId, Side, u32)> = None;
    let mut asked: Vec<u32> = Vec::new();
    let mut last_turn = None;
    while battle.status() == Status::Asking {
        let Some(prompt) = battle.prompt().cloned() else { break };
        let now = battle.clock().turn;
        if now != last_turn {
            if let Some((_, _, count)) = in_turn.take() {
                asked.push(count);
            }
            last_turn = now;
            if let Some(unit) = now
                && let Some(own) = battle.referees_knowledge().unit(unit)
            {
                in_turn = Some((unit, own.identity.side, 0));
                played.turns += 1;
            }
        }
        if !matches!(prompt.ask, Ask::Turn { .. }) {
            played.reactions += 1;
            if let Some((_, side, count)) = &mut in_turn
                && prompt.side != *side
            {
                *count += 1;
            }
        }
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        played.commands += 1;
        if let Err(refusal) = battle.submit(command.clone()) {
            played.fault = format!(
                "the computer gave a command that is refused: {}; {command:?}",
                locale::refusal_in(&battle.book(), &refusal)
            );
            break;
        }
        if played.commands > COMMAND_LIMIT {
            played.fault = "it does not come to an end".to_owned();
            break;
        }
    }
    if let Some((_, _, count)) = in_turn {
        asked.push(count);
    }
    // Also what goes off by itself: a shot of overwatch is nobody's command (S-69).
    for event in &battle.chronicle().events {
        if let Outcome::Declared { action, .. } = &event.outcome {
            *played.actions.entry(*action).or_default() += 1;
        }
    }
    played.hash = battle.hash();
    if let Some(error) = battle.fault() {
        played.fault = locale::tell(&error.message());
    }
    let winner = battle.winner().map_or_else(|| "nobody".to_owned(), |side| side.to_string());
    Played { winner, rounds: battle.clock().round, prompts_in_enemy_turn: median(asked), ..played }
}

pub(super) fn run(folders: &Folders, arguments: &SimulateArguments) -> Result<u8, String> {
    if arguments.battles == 0 {
        return Err("--battles must be 1 or more".to_owned());
    }
    let library = library(folders)?;
    let scenario = Key::new(&arguments.scenario);
    let book = arguments.rulebook.as_deref().map(Key::new);
    let options = arguments.options.iter().copied().collect();
    let terms = Terms { book, luck: arguments.luck, options, ..Terms::new(scenario, arguments.seed) };
    let first = library.lay_out(&terms)?;
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
        .clamp(1, 256);
    heed_interrupts();
    let csv = arguments.csv.as_deref().map(Draft::open).transpose().map_err(|why| why.to_string())?;
    let bar = if std::io::stderr().is_terminal() {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {eta} left");
        ProgressBar::new(arguments.battles).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    } else {
        ProgressBar::hidden()
    };
    let wanted = arguments.battles;
    let results = battles_until(&STOP, &first, arguments.seed, wanted, jobs, &|| bar.inc(1));
    bar.finish_and_clear();
    if let Some(csv) = csv {
        let table = table(&results)?;
        csv.finish(table.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())?;
    }
    let status = report(&results, arguments.hashes);
    if arguments.actions {
        tell_actions(&results, &first);
    }
    if STOP.load(Ordering::Relaxed) && (results.len() as u64) < wanted {
        tell!("interrupted after {} of {wanted} battles", results.len());
        return Ok(INTERRUPTED);
    }
    Ok(status)
}

/// The first interrupt lets the battles under way end and be reported; the second ends the program.
fn heed_interrupts() {
    let heard = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        out::aside(format_args!("threat-range: stopping when the battles under way are over"));
    };
    // Where it cannot be set, an interrupt ends the program at once; one ignored from the start (`nohup`) stays so.
    let _ = ctrlc::try_set_handler(heard);
}

/// Plays battles with seeds from `seed` on, `jobs` at once, one world a thread. The order of the results is that of
/// the seeds.
pub fn battles(setup: &Setup, seed: u64, count: u64, jobs: usize, done: &(dyn Fn() + Sync)) -> Vec<Played> {
    battles_until(&AtomicBool::new(false), setup, seed, count, jobs, done)
}

/// The same, but none is begun after `stop` is set.
fn battles_until(
    stop: &AtomicBool,
    setup: &Setup,
    seed: u64,
    count: u64,
    jobs: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<Played> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    let seed = seed.wrapping_add(at);
                    let own = Setup { dice: crate::dice::DiceStream::seeded(seed), ..setup.clone() };
                    let played = play(own, seed);
                    if let Ok(mut results) = results.lock() {
                        results.push((at, played));
                    }
                    done();
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, played)| played).collect()
}

fn table(results: &[Played]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for played in results {
        writer.serialize(played).map_err(|why| why.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|why| why.to_string())?;
    String::from_utf8(bytes).map_err(|why| why.to_string())
}

fn median(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

/// How often each action of the book was taken, the most frequent first, then those that never were.
fn tell_actions(results: &[Played], setup: &Setup) {
    let taken = |id: Key| results.iter().filter_map(|played| played.actions.get(&id)).sum::<u32>();
    let mut all: Vec<(u32, Key)> = setup.book.actions.iter().map(|def| (taken(def.id), def.id)).collect();
    all.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.as_str().cmp(other.1.as_str())));
    for (times, id) in all.iter().filter(|(times, _)| *times > 0) {
        tell!("{id:24} {times:8} times");
    }
    let never: Vec<&str> = all.iter().filter(|(times, _)| *times == 0).map(|(_, id)| id.as_str()).collect();
    if !never.is_empty() {
        tell!("never            {}", never.join(", "));
    }
}

fn report(results: &[Played], hashes: bool) -> u8 {
    let mut winners: Vec<&str> = results.iter().map(|played| played.winner.as_str()).collect();
    winners.sort_unstable();
    winners.dedup();
    for winner in winners {
        let won = results.iter().filter(|played| played.winner == winner).count();
        tell!("{winner:16} {won:6} wins  {:5.1}%", 100.0 * won as f64 / results.len() as f64);
    }
    let rounds: Vec<u32> = results.iter().map(|played| played.rounds).collect();
    tell!(
        "rounds           median {}, {} to {}",
        median(rounds.clone()),
        rounds.iter().min().copied().unwrap_or(0),
        rounds.iter().max().copied().unwrap_or(0)
    );
    let turns: u32 = results.iter().map(|played| played.turns).sum();
    let reactions: u32 = results.iter().map(|played| played.reactions).sum();
    tell!(
        "prompts a turn   {:.2} besides the turn itself, median {} in an enemy's turn",
        f64::from(reactions) / f64::from(turns.max(1)),
        median(results.iter().map(|played| played.prompts_in_enemy_turn).collect())
    );
    let mut all = blake3::Hasher::new();
    for played in results {
        all.update(played.hash.as_bytes());
        if hashes {
            tell!("seed {:<10} {}", played.seed, played.hash);
        }
    }
    tell!("all hashes       {}", all.finalize().to_hex());
    let faults: Vec<&Played> = results.iter().filter(|played| !played.fault.is_empty()).collect();
    for played in faults.iter().take(5) {
        tell!("seed {} went wrong: {}", played.seed, played.fault);
    }
    if !faults.is_empty() {
        tell!("{} of {} battles went wrong", faults.len(), results.len());
    }
    u8::from(!faults.is_empty())
}
