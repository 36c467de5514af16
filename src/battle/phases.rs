//! The phases of a fight: each step is a small Bevy schedule of systems on the battle's world, single-threaded and in
//! stated order, with ambiguities as errors.
//!
//! Systems read components and put into the [`Queue`](super::queue::Queue) what follows; it is done when the schedule
//! has run, before the next step. Each set of systems is a public [`SystemSet`], so that Rust code elsewhere can place
//! its own before or after it (see [`plugin`](super::plugin)).
//!
//! | file | systems |
//! | --- | --- |
//! | `round` | surprise, the start and the end of a round |
//! | `turn` | the start and the end of a turn |
//! | `fluid` | fluid initiative, and what of it the end of the fight drops |

mod fluid;
mod round;
mod turn;

use bevy_ecs::{
    schedule::{
        IntoScheduleConfigs, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, Schedules,
        SingleThreadedExecutor, SystemSet,
    },
    world::World,
};

pub use turn::Whose;

use super::{Battle, Fault};
use crate::{
    key::Key,
    message::Message,
    rules::{facts::UnitId, sequence::RoundStep, timing::Shift},
};

/// The steps, each one schedule.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// As the surprise round begins.
    SurpriseStart,
    /// As a round begins, and between two stretches of the hours after a fight: marks are wiped, points filled.
    RoundStart,
    /// After [`Step::RoundStart`]: what lasted until then ends, conditions have their start of round.
    RoundHooks,
    /// As a unit's turn starts (S-17); the unit is [`Whose`].
    TurnStart,
    /// As a unit's turn ends; the unit is [`Whose`].
    TurnEnd,
    /// As the slot of the dead passes, and with it what lasts to the end of their turn (D-09); the unit is [`Whose`].
    TurnPassed,
    /// End of round: what lasts a round ends (A-48 step 1).
    Expire,
    /// End of round: areas of spells do to those inside what they do.
    Zones,
    /// End of round: durations counted in rounds (A-48 step 2).
    Durations,
    /// End of round: sudden changes of speed do harm.
    SuddenChanges,
    /// End of round: movement is forgotten (A-48 step 3).
    Movement,
    /// End of round: conditions have their checks, in initiative order (A-48 step 4).
    Conditions,
    /// End of round: who falls drops by a band (S-26).
    Falls,
    /// End of round: what conditions do at each full hour.
    Hours,
    /// End of round: of the surprise round, surprise is over.
    Awareness,
    /// Fluid initiative: lines for conditions that last (F-18).
    Ledger,
    /// Fluid initiative: ledgers are summed and counts change (F-18).
    Settle,
    /// The fight is over: what fluid initiative has written and done is dropped (F-24).
    Over,
    /// The hours after a fight begin: what moves comes to a stand.
    AftermathStart,
    /// A phase of the book's own.
    Phase(Key),
}

impl Step {
    /// The step of the end of a round that a step of the sequence is; none: it is another.
    fn closing(step: RoundStep) -> Option<Self> {
        Some(match step {
            RoundStep::Expire => Self::Expire,
            RoundStep::Zones => Self::Zones,
            RoundStep::Durations => Self::Durations,
            RoundStep::SuddenChanges => Self::SuddenChanges,
            RoundStep::Movement => Self::Movement,
            RoundStep::Conditions => Self::Conditions,
            RoundStep::Falls => Self::Falls,
            RoundStep::Hours => Self::Hours,
            RoundStep::Awareness => Self::Awareness,
            RoundStep::Start
            | RoundStep::Order
            | RoundStep::Haste
            | RoundStep::Turns
            | RoundStep::Tasks
            | RoundStep::Jump
            | RoundStep::Settle
            | RoundStep::Phase(_) => return None,
        })
    }
}

/// The sets that code elsewhere can join, in the order in which they come within their step.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhaseSet {
    /// Within [`Step::SurpriseStart`] and [`Step::RoundStart`], first: marks of the last round are wiped.
    Wipe,
    /// Within [`Step::SurpriseStart`] and [`Step::RoundStart`], then: pools are filled.
    Refill,
    /// Within [`Step::RoundHooks`].
    RoundHooks,
    /// Within [`Step::TurnStart`], first: what lasts until then ends.
    TurnStartExpire,
    /// Within [`Step::TurnStart`], second: pools of the turn are filled, marks of the last turn wiped.
    TurnStartRefill,
    /// Within [`Step::TurnStart`], third: vehicles.
    TurnStartVehicles,
    /// Within [`Step::TurnStart`], last: conditions have their start of turn.
    TurnStartHooks,
    /// Within [`Step::TurnEnd`], first: pursuits.
    TurnEndPursuits,
    /// Within [`Step::TurnEnd`], second: work on a task.
    TurnEndWork,
    /// Within [`Step::TurnEnd`], third: conditions have their end of turn.
    TurnEndHooks,
    /// Within [`Step::TurnEnd`], fourth: what lasts until then ends.
    TurnEndExpire,
    /// Within [`Step::TurnEnd`], fifth: auras fade.
    TurnEndAuras,
    /// Within [`Step::TurnEnd`], last: durations by this unit's turns.
    TurnEndDurations,
    /// Within [`Step::TurnPassed`].
    TurnPassed,
    /// Within [`Step::Expire`].
    Expire,
    /// Within [`Step::Zones`].
    Zones,
    /// Within [`Step::Durations`].
    Durations,
    /// Within [`Step::SuddenChanges`].
    SuddenChanges,
    /// Within [`Step::Movement`].
    Movement,
    /// Within [`Step::Conditions`].
    Conditions,
    /// Within [`Step::Falls`].
    Falls,
    /// Within [`Step::Hours`].
    Hours,
    /// Within [`Step::Awareness`].
    Awareness,
    /// Within [`Step::Ledger`].
    Ledger,
    /// Within [`Step::Settle`].
    Settle,
    /// Within [`Step::Over`].
    Over,
    /// Within [`Step::AftermathStart`].
    AftermathStart,
    /// Within [`Step::Phase`]: what the book says.
    Phase,
}

fn schedule(step: Step) -> Schedule {
    let mut own = Schedule::new(step);
    own.set_executor(SingleThreadedExecutor::new());
    own.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..Default::default()
    });
    match step {
        Step::SurpriseStart => own.add_systems(
            (round::wipe.in_set(PhaseSet::Wipe), round::refill_for_surprise.in_set(PhaseSet::Refill)).chain(),
        ),
        Step::RoundStart => own.add_systems(
            (round::wipe.in_set(PhaseSet::Wipe), round::refill.in_set(PhaseSet::Refill)).chain(),
        ),
        Step::RoundHooks => own.add_systems(round::begin.in_set(PhaseSet::RoundHooks)),
        Step::TurnStart => own.add_systems(
            (
                turn::expire_at_start.in_set(PhaseSet::TurnStartExpire),
                turn::refill.in_set(PhaseSet::TurnStartRefill),
                turn::settle_vehicles.in_set(PhaseSet::TurnStartVehicles),
                turn::conditions_at_start.in_set(PhaseSet::TurnStartHooks),
            )
                .chain(),
        ),
        Step::TurnEnd => own.add_systems(
            (
                turn::end_pursuits.in_set(PhaseSet::TurnEndPursuits),
                turn::work.in_set(PhaseSet::TurnEndWork),
                turn::conditions_at_end.in_set(PhaseSet::TurnEndHooks),
                turn::expire_at_end.in_set(PhaseSet::TurnEndExpire),
                turn::fade_auras.in_set(PhaseSet::TurnEndAuras),
                turn::count_turns.in_set(PhaseSet::TurnEndDurations),
            )
                .chain(),
        ),
        Step::TurnPassed => own.add_systems(
            (turn::count_turns, turn::settle_vehicles, turn::end_pursuits)
                .chain()
                .in_set(PhaseSet::TurnPassed),
        ),
        Step::Expire => own.add_systems(
            (round::expire_modifiers, round::expire_conditions, round::expire_readiness)
                .chain()
                .in_set(PhaseSet::Expire),
        ),
        Step::Zones => own.add_systems(round::zones.in_set(PhaseSet::Zones)),
        Step::Durations => own.add_systems(
            (round::count_spells, round::count_rounds, round::count_rigs, round::fade_auras)
                .chain()
                .in_set(PhaseSet::Durations),
        ),
        Step::SuddenChanges => own.add_systems(round::sudden_changes.in_set(PhaseSet::SuddenChanges)),
        Step::Movement => own.add_systems(round::forget_movement.in_set(PhaseSet::Movement)),
        Step::Conditions => own.add_systems(round::conditions.in_set(PhaseSet::Conditions)),
        Step::Falls => own.add_systems(round::falls.in_set(PhaseSet::Falls)),
        Step::Hours => own.add_systems(round::hours.in_set(PhaseSet::Hours)),
        Step::Awareness => own.add_systems(round::end_surprise.in_set(PhaseSet::Awareness)),
        Step::Ledger => own.add_systems(fluid::write_lines.in_set(PhaseSet::Ledger)),
        Step::Settle => own.add_systems(fluid::settle.in_set(PhaseSet::Settle)),
        Step::Over => own.add_systems(fluid::drop_ledgers.in_set(PhaseSet::Over)),
        Step::AftermathStart => own.add_systems(round::halt.in_set(PhaseSet::AftermathStart)),
        Step::Phase(_) => own.add_systems(round::own_phase.in_set(PhaseSet::Phase)),
    };
    own
}

/// Puts a step's schedule into a battle's world, unless it is there.
pub(super) fn install(world: &mut World, step: Step) {
    if !world.get_resource_or_init::<Schedules>().contains(step) {
        world.add_schedule(schedule(step));
    }
}

/// Runs one step's schedule and does what it queued.
pub(super) fn run(battle: &mut Battle, step: Step) -> Result<(), Fault> {
    let world = battle.world_mut();
    install(world, step);
    let ran = world.try_schedule_scope(step, |world, own| match own.initialize(world) {
        Ok(_) => {
            own.run(world);
            Ok(())
        }
        Err(error) => Err(error.to_string(own.graph(), world)),
    });
    match ran {
        Ok(Ok(())) => {}
        Ok(Err(why)) => {
            return Err(Fault::Rule(Message::written(&format!("the systems of {step:?}: {why}"))));
        }
        Err(missing) => return Err(Fault::Rule(Message::written(&missing.to_string()))),
    }
    battle.work_off_queue()
}

/// The end of a round by itself, as it comes in the surprise round and while time passes: what closes a round, in the
/// order of the book's sequence, without phases of its own.
pub(super) fn end_of_round(battle: &mut Battle) -> Result<(), Fault> {
    let book = battle.book();
    let steps = book.settings.timing.sequence.iter().copied().filter_map(Step::closing);
    for step in steps {
        run(battle, step)?;
    }
    Ok(())
}

/// Whether a step of the sequence belongs to the end of a round.
pub(super) fn closes(step: RoundStep) -> bool {
    Step::closing(step).is_some()
}

/// The steps that close a round, from a place of the sequence to the next that does not. Gives that place.
pub(super) fn close(battle: &mut Battle, from: usize) -> Result<usize, Fault> {
    let book = battle.book();
    let mut at = from;
    while let Some(step) = book.settings.timing.sequence.get(at).copied().and_then(Step::closing) {
        run(battle, step)?;
        at += 1;
    }
    Ok(at)
}

/// Settles the ledgers, and what follows at the bounds (F-18 to F-23).
pub(super) fn settle(battle: &mut Battle) -> Result<(), Fault> {
    if !matches!(battle.book().settings.timing.shift, Shift::Ledger(_)) {
        return Ok(());
    }
    run(battle, Step::Ledger)?;
    run(battle, Step::Settle)
}

/// As the fight ends, what fluid initiative has written and done to anybody is dropped (F-24).
pub(super) fn over(battle: &mut Battle) -> Result<(), Fault> {
    run(battle, Step::Over)
}

/// As a unit's turn starts (S-17); `acts`: it has a turn now, and not just its points again.
pub(super) fn turn_start(battle: &mut Battle, unit: UnitId, acts: bool) -> Result<(), Fault> {
    battle.world_mut().insert_resource(Whose { unit, acts });
    run(battle, Step::TurnStart)
}

/// As a unit's turn ends: what lasts until then ends, auras fade (D-06, D-127).
pub(super) fn turn_end(battle: &mut Battle, unit: UnitId) -> Result<(), Fault> {
    battle.world_mut().insert_resource(Whose { unit, acts: true });
    run(battle, Step::TurnEnd)
}

/// As the slot of a unit that is dead passes.
pub(super) fn turn_passes(battle: &mut Battle, unit: UnitId) -> Result<(), Fault> {
    battle.world_mut().insert_resource(Whose { unit, acts: false });
    run(battle, Step::TurnPassed)
}
