//! Rules written in Rust that join a phase: what they queue is in the chronicle, the hash and the replay.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::library;
use threat_range::{
    battle::{
        Fault,
        chronicle::Outcome,
        phases::{BattleSet, BattleStep, TurnOf},
        plugin::{BattlePlugin, IntoScheduleConfigs, Phases, Plugins, QueueMut, Res, Units},
        replay::{self, Game},
        setup::Setup,
    },
    key::Key,
    rules::{
        effects::{EffectDef, To},
        expr::Expr,
        facts::{Identity, UnitId},
        sequence::RoundStep,
    },
};

const SEED: u64 = 5;

fn scenario() -> Key {
    Key::new("first_blood")
}

/// The effects of a check that everybody makes.
fn check() -> Vec<EffectDef> {
    vec![EffectDef::Check {
        check: Key::new("willpower"),
        dc: Expr::number(12),
        pass: Vec::new(),
        fail: vec![EffectDef::Lose { track: Key::new("vitality"), amount: Expr::number(1), to: To::Own }],
        purposes: Vec::new(),
        to: To::Own,
    }]
}

/// At each end of round everybody makes a check.
struct Dread;

impl BattlePlugin for Dread {
    fn name(&self) -> &str {
        "dread"
    }

    fn build(&self, phases: &mut Phases<'_>) {
        let step = BattleStep::Round(RoundStep::Conditions);
        phases.add_systems(step, dread.after(step));
    }
}

fn dread(mut queue: QueueMut, units: Units<&Identity>) {
    for identity in &units {
        queue.run(identity.id, Key::new("dread"), check());
    }
}

/// Whose turn begins makes a check.
struct Dawn;

impl BattlePlugin for Dawn {
    fn name(&self) -> &str {
        "dawn"
    }

    fn build(&self, phases: &mut Phases<'_>) {
        phases.add_systems(BattleStep::TurnStart, dawn.after(BattleSet::TurnStartHooks));
    }
}

fn dawn(mut queue: QueueMut, whose: Res<TurnOf>) {
    queue.run(whose.unit, Key::new("dawn"), check());
}

/// Everybody makes a check in a step, after what the engine does in it.
struct In(BattleStep);

impl BattlePlugin for In {
    fn name(&self) -> &str {
        "in"
    }

    fn build(&self, phases: &mut Phases<'_>) {
        phases.add_systems(self.0, dread.after(self.0));
    }
}

/// It does not say whether it comes before or after the conditions.
struct Vague;

impl BattlePlugin for Vague {
    fn name(&self) -> &str {
        "vague"
    }

    fn build(&self, phases: &mut Phases<'_>) {
        phases.add_systems(BattleStep::Round(RoundStep::Conditions), dread);
    }
}

fn setup(plugins: Plugins) -> Setup {
    let setup = library().setup(scenario(), SEED, Some(Key::new("arrgs"))).unwrap();
    Setup { plugins, ..setup }
}

fn two_rounds(plugins: Plugins) -> Game {
    common::two_rounds(setup(plugins))
}

fn checks(game: &Game) -> Vec<UnitId> {
    let events = game.battle.chronicle().events.iter();
    events
        .filter_map(|event| match &event.outcome {
            Outcome::Rolled { check, .. } if check.id == "willpower" => Some(check.by),
            _ => None,
        })
        .collect()
}

#[test]
fn a_system_that_joins_the_end_of_round_rolls_for_everybody() {
    let game = two_rounds(Plugins::default().with(Dread));
    assert_eq!(game.battle.fault(), None);
    assert_eq!(checks(&game).len(), 2 * game.battle.referees_knowledge().units.len());
    let plain = two_rounds(Plugins::default());
    assert!(checks(&plain).is_empty());
    assert_ne!(game.battle.hash(), plain.battle.hash());
}

#[test]
fn a_system_that_joins_the_start_of_a_turn_knows_whose_it_is() {
    let game = two_rounds(Plugins::default().with(Dawn));
    let events = game.battle.chronicle().events.iter();
    let turns: Vec<UnitId> = events
        .filter_map(|event| match &event.outcome {
            Outcome::TurnStarted { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    assert_eq!(checks(&game), turns);
}

#[test]
fn a_system_can_join_every_step_of_a_round() {
    for step in [
        BattleStep::Surprise,
        BattleStep::Arrivals,
        BattleStep::Round(RoundStep::Order),
        BattleStep::Round(RoundStep::Haste),
        BattleStep::Round(RoundStep::Tasks),
        BattleStep::Round(RoundStep::Expire),
        BattleStep::Round(RoundStep::Zones),
        BattleStep::Round(RoundStep::Durations),
    ] {
        let game = two_rounds(Plugins::default().with(In(step)));
        assert_eq!(game.battle.fault(), None, "{step:?}");
        assert!(!checks(&game).is_empty(), "{step:?}");
    }
}

#[test]
fn a_replay_holds_with_the_plugin_and_not_without() {
    let game = two_rounds(Plugins::default().with(Dread));
    let kept = game.replay(scenario(), SEED, &library().hash);
    let again = replay::verify(&kept, setup(Plugins::default().with(Dread))).unwrap();
    assert_eq!(again.hash(), game.battle.hash());
    assert!(replay::verify(&kept, setup(Plugins::default())).is_err());
}

#[test]
fn what_is_saved_goes_on_with_the_plugin() {
    let game = two_rounds(Plugins::default().with(Dread));
    let saved = game.saved(scenario(), SEED, &library().hash);
    let again = Game::resume(saved, setup(Plugins::default().with(Dread))).unwrap();
    assert_eq!(again.battle.hash(), game.battle.hash());
}

#[test]
fn a_system_without_a_stated_order_ends_the_battle_with_a_fault() {
    let game = two_rounds(Plugins::default().with(Vague));
    assert!(
        matches!(game.battle.fault(), Some(fault @ Fault::Rule(_)) if fault.to_string().contains("Conditions"))
    );
}
