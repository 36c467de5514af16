//! What holds of every battle: determinism, saving at every prompt, replays, previews that change nothing. Tried in a
//! small battle of each rulebook, and in the deep tests in every scenario by each of its rulebooks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{collections::BTreeSet, sync::Arc};

use common::{library, random, scenarios, share::Share, whim::Whim};
use threat_range::{
    ai,
    battle::{
        Battle, Status,
        command::Command,
        entry::{Arrival, EntryKind},
        frames::FrameId,
        knowledge::Knowledge,
        prompt::Ask,
        replay::{self, Game},
        resources::HeldEffects,
        setup::Setup,
        snapshot::Snapshot,
        standing::{AnswerDuration, Policy, Standing},
    },
    dice::{DiceStream, Luck},
    grid::{Map, Square, SquareSet},
    key::Key,
    rules::{
        facts::{
            ActiveSpell, Aura, Bond, Condition, GroundItem, Memory, SpellDuration, SpellSlot, Thing,
            ThingPlace, UnitState, Watch, WatchFor,
        },
        legal::{self, Occasion},
        luck::Decks,
        modifier::{ActiveModifier, ModifierDef, Until},
    },
};

/// Every scenario by each of its rulebooks.
fn setups(seed: u64) -> Vec<(Key, Setup)> {
    let lay_out = |(id, book)| (id, library().setup(id, seed, Some(book)).unwrap());
    let all: Vec<_> = scenarios().into_iter().map(lay_out).collect();
    assert!(!all.is_empty());
    all
}

/// The smallest of them for each rulebook.
fn small_setups(seed: u64) -> Vec<(Key, Setup)> {
    let mut all = setups(seed);
    all.sort_by_key(|(_, setup)| setup.units.len());
    let mut books = BTreeSet::new();
    all.retain(|(_, setup)| books.insert(setup.book.id));
    all
}

/// Those of all that this run's share takes.
fn shared_setups(seed: u64) -> Vec<(Key, Setup)> {
    let share = Share::of_this_run();
    setups(seed).into_iter().enumerate().filter(|(at, _)| share.takes(*at)).map(|(_, one)| one).collect()
}

fn wander(setup: Setup, seed: u64, steps: usize, mut each: impl FnMut(Battle) -> Battle) -> Battle {
    let mut battle = Battle::new(setup);
    battle.advance();
    let mut whim = Whim::new(seed);
    for _ in 0..steps {
        let Some(command) = random::command(&battle, &mut whim) else { break };
        battle.submit(command.clone()).unwrap_or_else(|why| panic!("{command:?}: {why}"));
        assert_eq!(battle.fault(), None, "after {command:?}");
        battle = each(battle);
    }
    battle
}

fn same_hash(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let one = wander(setup.clone(), 3, 120, |battle| battle);
        let two = wander(setup, 3, 120, |battle| battle);
        assert_eq!(one.hash(), two.hash(), "{id}");
    }
}

#[test]
fn the_same_seed_and_commands_give_one_hash() {
    same_hash(small_setups(7));
}

#[test]
#[ignore = "deep: every scenario"]
fn the_same_seed_and_commands_give_one_hash_in_every_scenario() {
    same_hash(shared_setups(7));
}

fn restored(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let book = setup.book.clone();
        let plain = wander(setup.clone(), 5, 60, |battle| battle);
        let restored = wander(setup, 5, 60, |battle| {
            let text = ron::to_string(&battle.snapshot()).unwrap();
            let snapshot: Snapshot = ron::from_str(&text).unwrap();
            let again = Battle::restore(snapshot, &book).unwrap();
            assert_eq!(again.hash(), battle.hash());
            again
        });
        assert_eq!(plain.hash(), restored.hash(), "{id}");
    }
}

#[test]
fn saved_and_restored_at_every_prompt_it_goes_on_alike() {
    restored(small_setups(11));
}

#[test]
#[ignore = "deep: every scenario"]
fn saved_and_restored_at_every_prompt_it_goes_on_alike_in_every_scenario() {
    restored(shared_setups(11));
}

#[test]
fn facts_that_somebody_holds_stay_as_they_were() {
    for (id, setup) in small_setups(13) {
        let mut held: Option<(Knowledge, Vec<UnitState>)> = None;
        wander(setup, 13, 40, |battle| {
            if let Some((facts, units)) = held.take() {
                assert!(facts.units.iter().eq(units.iter()), "{id}");
            }
            let facts = battle.referees_knowledge();
            let units = facts.units.iter().cloned().collect();
            held = Some((facts, units));
            battle
        });
    }
}

fn previewed(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        wander(setup, 9, 25, |battle| {
            let before = battle.hash();
            if let Some(prompt) = battle.prompt() {
                let unit = prompt.unit;
                let facts = battle.knowledge(prompt.side);
                for offer in legal::offers(&facts, unit, &Occasion::default()) {
                    let act =
                        legal::Act { action: offer.action, mode: offer.mode, args: legal::Args::default() };
                    let _ = legal::targets(&facts, unit, &act, &Occasion::default());
                    let _ = legal::reach(&facts, unit, offer.action, &act.args);
                }
                let _ = ai::choose(&facts, prompt);
            }
            assert_eq!(battle.hash(), before, "{id}");
            battle
        });
    }
}

#[test]
fn a_preview_changes_nothing() {
    previewed(small_setups(13));
}

#[test]
#[ignore = "deep: every scenario"]
fn a_preview_changes_nothing_in_any_scenario() {
    previewed(shared_setups(13));
}

#[test]
fn a_refused_command_changes_nothing() {
    let (_, setup) = setups(17).remove(0);
    let mut battle = Battle::new(setup);
    battle.advance();
    let before = battle.hash();
    let nobody = threat_range::rules::facts::UnitId::new("nobody at all");
    assert!(battle.submit(Command::End { unit: nobody }).is_err());
    assert_eq!(battle.hash(), before);
}

fn played_to_its_end(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let played = threat_range::cli::simulate::play(setup, 1);
        assert_eq!(played.fault, "", "{id}");
        assert!(played.rounds > 0);
    }
}

#[test]
fn the_computer_plays_a_battle_of_each_rulebook_to_its_end() {
    played_to_its_end(small_setups(1));
}

#[test]
#[ignore = "deep: every scenario"]
fn the_computer_plays_every_scenario_to_its_end() {
    played_to_its_end(shared_setups(1));
}

#[test]
#[ignore = "deep: 1000 battles"]
fn a_thousand_battles_come_to_their_end() {
    let share = Share::of_this_run();
    let setup = library().setup(Key::new("first_blood"), 1, None).unwrap();
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for piece in (0..20).filter(|piece| share.takes(*piece)) {
        let played = threat_range::cli::simulate::battles(&setup, 1 + piece as u64 * 50, 50, jobs, &|| {});
        assert_eq!(played.len(), 50);
        for one in played {
            assert_eq!(one.fault, "", "seed {}", one.seed);
            assert!(one.rounds > 0, "seed {}", one.seed);
        }
    }
}

#[test]
fn one_job_or_two_give_the_same_hashes() {
    let setup = library().setup(Key::new("first_blood"), 1, None).unwrap();
    let one = threat_range::cli::simulate::battles(&setup, 21, 4, 1, &|| {});
    let two = threat_range::cli::simulate::battles(&setup, 21, 4, 2, &|| {});
    assert_eq!(one, two);
}

#[test]
fn a_replay_is_verified_and_a_changed_one_is_not() {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, None).unwrap());
    let mut whim = Whim::new(2);
    for _ in 0..40 {
        let Some(command) = random::command(&game.battle, &mut whim) else { break };
        game.submit(command).unwrap();
    }
    let mut recorded = game.replay(scenario, 5, &library().hash);
    let again = replay::verify(&recorded, library().setup(scenario, 5, None).unwrap()).unwrap();
    assert_eq!(again.hash(), game.battle.hash());
    let other = library().setup(scenario, 6, None).unwrap();
    assert!(replay::verify(&recorded, other).is_err());
    recorded.commands[3].1 = "0".repeat(64);
    let error = replay::verify(&recorded, library().setup(scenario, 5, None).unwrap()).unwrap_err();
    assert_eq!(error, replay::ReplayError::Differs(4));
}

#[test]
fn a_step_without_dice_can_be_taken_back() {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, Some(Key::new("arrgs"))).unwrap());
    let before = game.battle.hash();
    // Somebody's turn: end it without a die. Then take it back.
    while !matches!(game.battle.prompt().map(|prompt| &prompt.ask), Some(Ask::Turn { .. })) {
        let unit = game.battle.prompt().unwrap().unit;
        game.submit(Command::Decline { unit }).unwrap();
    }
    let unit = game.battle.prompt().unwrap().unit;
    game.submit(Command::End { unit }).unwrap();
    assert!(game.can_undo());
    assert!(game.undo());
    assert_eq!(game.battle.hash(), before);
}

#[test]
fn a_snapshot_of_a_newer_form_is_refused() {
    let (_, setup) = setups(1).remove(0);
    let book = setup.book.clone();
    let mut battle = Battle::new(setup);
    assert_eq!(battle.advance(), Status::Asking);
    let mut snapshot = battle.snapshot();
    snapshot.format += 1;
    let error = Battle::restore(snapshot, &book).unwrap_err();
    assert!(error.to_string().contains("update the program"), "{error}");
}

type Change<T> = (&'static str, fn(&mut T));

/// A change of each component of a unit, by its name.
const COMPONENTS: [Change<UnitState>; 17] = [
    ("identity", |unit| unit.identity.name.push('x')),
    ("sheet", |unit| Arc::make_mut(&mut unit.sheet.0).name.push('x')),
    ("place", |unit| unit.place.gone = !unit.place.gone),
    ("tracks", |unit| unit.tracks.0[0].now -= 1),
    ("pools", |unit| unit.pools.0[0].spent += 1),
    ("conditions", |unit| {
        unit.conditions.0.push(Condition::new(Key::new("prone"), 1, Until::Battle, None));
    }),
    ("modifiers", |unit| {
        let (source, def, until) = (Key::new("x"), ModifierDef::flat(1, None), Until::Battle);
        unit.modifiers.0.push(ActiveModifier { source, def, until, versus: None, from: None });
    }),
    ("initiative", |unit| unit.initiative.tie += 1),
    ("gear", |unit| unit.gear.reach_shift += 1),
    ("slots", |unit| unit.slots.0.push(SpellSlot { spell: Key::new("x"), spent: false })),
    ("usage", |unit| unit.usage.squares += 1),
    ("watches", |unit| {
        let (action, by) = (Key::new("x"), Key::new("y"));
        let (on, overwatch) = (WatchFor::EnemyActs, false);
        let watch = Watch {
            on,
            action,
            weapon: None,
            spell: None,
            amount: None,
            zone: None,
            towards: None,
            by,
            overwatch,
        };
        unit.watches.0.push(watch);
    }),
    ("wards", |unit| {
        let (id, kind) = (Key::new("x"), Key::new("y"));
        unit.wards.auras.push(Aura { id, kind, stored: 1, drive: None, decay: 0 });
    }),
    ("awareness", |unit| unit.awareness.aware = !unit.awareness.aware),
    ("systems", |unit| unit.systems.0.push((Key::new("x"), 1))),
    ("motion", |unit| unit.motion.carried += 1),
    ("driven", |unit| unit.driven.speed += 1),
];

/// A change of each part of a battle but its book.
const PARTS: [Change<Snapshot>; 20] = [
    ("map", |all| {
        let mut data = all.map.data();
        data.terrains[0].name.push('x');
        all.map = Map::new(data).unwrap();
    }),
    ("ground", |all| {
        let item = all.units.iter().find_map(|unit| unit.gear.items.first()).unwrap().clone();
        all.ground.push(GroundItem { square: Square::new(0, 0), item });
    }),
    ("spells", |all| {
        let (id, caster) = (Key::new("firebolt"), all.units[0].id());
        let (targets, summoned, squares, holds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (square, lasts, controlled) = (None, SpellDuration::Battle, false);
        all.spells.push(ActiveSpell {
            id,
            spell: id,
            caster,
            controller: caster,
            targets,
            summoned,
            square,
            squares,
            lasts,
            controlled,
            holds,
        });
    }),
    ("bonds", |all| {
        let (kind, role, unit) = (Key::new("x"), Key::new("y"), all.units[0].id());
        all.bonds.push(Bond { kind, unit, role, to: all.units[1].id() });
    }),
    ("surroundings", |all| all.surroundings.weather = !all.surroundings.weather),
    ("things", |all| {
        let (id, place, name) = (Key::new("x"), ThingPlace::Gone, String::new());
        let (offers, barred, works, done) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        all.things.push(Thing { id, name, place, offers, barred, works, done });
    }),
    ("options", |all| {
        all.options.insert(Key::new("x"), 1);
    }),
    ("clock", |all| all.clock.injuries += 1),
    ("stack", |all| all.stack.next += 1),
    ("dice", |all| all.dice = DiceStream::seeded(99)),
    ("decks", |all| all.decks = Decks::new(Luck::Deck)),
    ("answers", |all| {
        let (side, policy, lasts) = (all.units[0].side(), Policy::Decline, AnswerDuration::Battle);
        all.answers.lay(Standing { side, unit: None, moment: None, action: None, policy, lasts });
    }),
    ("prompt", |all| all.prompt = None),
    ("chronicle", |all| all.chronicle.digest[0] ^= 1),
    ("holds", |all| {
        all.holds.push(HeldEffects {
            frame: FrameId(1),
            members: Vec::new(),
            actor: None,
            effects: Vec::new(),
        });
    }),
    ("opening", |all| all.opening.plain = !all.opening.plain),
    ("arrivals", |all| {
        let unit = all.units[0].clone();
        all.arrivals.push(Arrival { round: 9, unit, entry: EntryKind::LaterOnPurpose });
    }),
    ("memories", |all| {
        let (side, explored) = (all.units[0].side(), SquareSet::new(1, 1));
        let (sightings, things, ground) = (Vec::new(), Vec::new(), Vec::new());
        let (smoke, fires) = (Vec::new(), Vec::new());
        all.memories.push(Memory { side, explored, sightings, map: None, things, ground, smoke, fires });
    }),
    ("round_limit", |all| all.round_limit += 1),
    ("units", |all| {
        all.units.pop();
    }),
];

/// The names of the fields of a value.
fn fields(value: &impl serde::Serialize) -> BTreeSet<String> {
    serde_json::to_value(value).unwrap().as_object().unwrap().keys().cloned().collect()
}

#[test]
fn whatever_changes_in_a_battle_changes_its_hash() {
    let setup = library().setup(Key::new("first_blood"), 7, Some(Key::new("arrgs"))).unwrap();
    let book = setup.book.clone();
    let mut battle = Battle::new(setup);
    assert_eq!(battle.advance(), Status::Asking);
    let snapshot = battle.snapshot();
    let hash = |snapshot: &Snapshot| Battle::restore(snapshot.clone(), &book).unwrap().hash();
    assert_eq!(hash(&snapshot), battle.hash());
    let mut hashes = BTreeSet::from([battle.hash()]);
    let mut all = snapshot.clone();
    for (name, change) in COMPONENTS {
        let mut one = snapshot.clone();
        change(&mut one.units[0]);
        change(&mut all.units[0]);
        assert!(hashes.insert(hash(&one)), "{name} is not hashed");
    }
    for (name, change) in PARTS {
        let mut one = snapshot.clone();
        change(&mut one);
        change(&mut all);
        assert!(hashes.insert(hash(&one)), "{name} is not hashed");
    }
    // Nothing is forgotten above.
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(fields(&all.units[0]), named(&COMPONENTS.map(|(name, _)| name)));
    let rest = named(&["format", "engine", "book"]);
    assert_eq!(fields(&all), &rest | &named(&PARTS.map(|(name, _)| name)));
}

#[test]
fn what_a_vehicle_does_is_hashed() {
    let setup = library().setup(Key::new("first_blood"), 7, Some(Key::new("arrgs"))).unwrap();
    let book = setup.book.clone();
    let mut battle = Battle::new(setup);
    battle.advance();
    let mut snapshot = battle.snapshot();
    let (unit, gun) = (snapshot.units[0].id(), Key::new("gun"));
    let mut hashes = BTreeSet::from([battle.hash()]);
    let changes: [&dyn Fn(&mut UnitState); 4] = [
        &|own: &mut UnitState| own.driven.speed = 40,
        &|own: &mut UnitState| own.driven.shots.push((unit, threat_range::grid::Arc::Left)),
        &|own: &mut UnitState| own.driven.fired.push((unit, gun)),
        &|own: &mut UnitState| own.driven.pursuing = Some(unit),
    ];
    for change in changes {
        change(&mut snapshot.units[0]);
        assert!(hashes.insert(Battle::restore(snapshot.clone(), &book).unwrap().hash()));
    }
}
