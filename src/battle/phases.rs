//! The phases of a fight: each step is a small Bevy schedule of systems on the battle's world, single-threaded and in
//! stated order, with ambiguities as errors.
//!
//! Systems read components and put into the [`Queue`](super::queue::Queue) what follows; it is done when the schedule
//! has run, before the next step. Each system is in a public [`SystemSet`] of its own, so that Rust code elsewhere can
//! place one before or after it (see [`plugin`](super::plugin)). What asks somebody is the frames' own: the schedule of
//! such a step runs before the first question, and is empty but for plugins.

mod fluid;
mod hours;
mod round;
mod turn;

use bevy_ecs::schedule::{
    IntoScheduleConfigs, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
    SystemSet,
};

pub use hours::TimePassing;
pub use round::Meeting;
pub use turn::TurnOf;

use crate::battle::prelude::*;

/// The steps, each one schedule, and the set of all that the engine does in it.
#[derive(ScheduleLabel, SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleStep {
    /// Once all counts stand: who is surprised (F-13, step 4); how groups have met is [`Meeting`].
    Surprise,
    /// As the surprise round begins.
    SurpriseStart,
    /// A step of a round as books order them: what is done in it before anybody is asked. In the surprise round and
    /// while time goes by only those that close a round come; [`RoundStep::Start`] also comes between two stretches of
    /// the hours after a fight.
    Round(RoundStep),
    /// After [`RoundStep::Start`]: what lasted until then ends, conditions have their start of round.
    RoundHooks,
    /// After [`BattleStep::RoundHooks`]: those come who come this round (F-15).
    Arrivals,
    /// As a unit's turn starts (S-17); the unit is [`TurnOf`].
    TurnStart,
    /// As a unit's turn ends; the unit is [`TurnOf`].
    TurnEnd,
    /// As the slot of the dead passes, and with it what lasts to the end of their turn (D-09); the unit is [`TurnOf`].
    TurnPassed,
    /// Fluid initiative: lines for conditions that last (F-18).
    Ledger,
    /// The fight is over: fluid initiative's deeds are dropped (F-24), conditions have their end of it (S-19).
    Over,
    /// The hours after a fight begin: what moves comes to a stand.
    AftermathStart,
    /// As they begin and after each stretch of them: foes who can walk leave the field.
    AftermathStretch,
    /// They are over.
    AftermathEnd,
    /// Outside the rounds, as time begins to go by and after each hour: what rest brings (C-67); see [`TimePassing`].
    Rest,
    /// Outside the rounds: so many go by, the last of which is then played out; see [`TimePassing`].
    Pass,
    /// Pauses are over: what they bring (A-114, C-68); see [`TimePassing`].
    PauseEnd,
}

/// The sets within a step that has several, one for each system, in their order; all of them are also in the set of the
/// step. The one system of another step is in the set of that.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSet {
    /// Within [`BattleStep::SurpriseStart`] and [`RoundStep::Start`], first: marks of the last round are wiped.
    Wipe,
    /// Within [`BattleStep::SurpriseStart`] and [`RoundStep::Start`], then: pools are filled.
    Refill,
    /// Within [`BattleStep::TurnStart`], first: what lasts until then ends.
    TurnStartExpire,
    /// Within [`BattleStep::TurnStart`], second: pools of the turn are filled, marks of the last turn wiped.
    TurnStartRefill,
    /// Within [`BattleStep::TurnStart`], third: vehicles.
    TurnStartVehicles,
    /// Within [`BattleStep::TurnStart`], last: conditions have their start of turn.
    TurnStartHooks,
    /// Within [`BattleStep::TurnEnd`], first: pursuits.
    TurnEndPursuits,
    /// Within [`BattleStep::TurnEnd`], second: work on a task.
    TurnEndWork,
    /// Within [`BattleStep::TurnEnd`], third: conditions have their end of turn.
    TurnEndHooks,
    /// Within [`BattleStep::TurnEnd`], fourth: fire underfoot.
    TurnEndFires,
    /// Within [`BattleStep::TurnEnd`], fifth: what lasts until then ends.
    TurnEndExpire,
    /// Within [`BattleStep::TurnEnd`], sixth: auras fade.
    TurnEndAuras,
    /// Within [`BattleStep::TurnEnd`], last: durations by this unit's turns.
    TurnEndDurations,
    /// Within [`BattleStep::TurnPassed`], first: durations by this unit's turns.
    TurnPassedDurations,
    /// Within [`BattleStep::TurnPassed`], second: vehicles.
    TurnPassedVehicles,
    /// Within [`BattleStep::TurnPassed`], last: pursuits.
    TurnPassedPursuits,
    /// Within [`RoundStep::Expire`], first: points used are forgotten.
    ExpirePoints,
    /// Within [`RoundStep::Expire`], second: modifiers.
    ExpireModifiers,
    /// Within [`RoundStep::Expire`], third: readiness.
    ExpireReadiness,
    /// Within [`RoundStep::Expire`], last: conditions.
    ExpireConditions,
    /// Within [`RoundStep::Zones`], first: areas of spells.
    ZonesSpells,
    /// Within [`RoundStep::Zones`], last: fires.
    ZonesFires,
    /// Within [`RoundStep::Durations`], first: rounds go by, modifiers end.
    DurationsRounds,
    /// Within [`RoundStep::Durations`], second: auras that are used up are gone.
    DurationsAuras,
    /// Within [`RoundStep::Durations`], third: spells in effect.
    DurationsSpells,
    /// Within [`RoundStep::Durations`], fourth: conditions end.
    DurationsConditions,
    /// Within [`RoundStep::Durations`], last: what was made to work for some rounds fails again.
    DurationsRigs,
}

/// Adds systems to a step that come one after the other, each in a set of its own.
macro_rules! in_order {
    ($own:ident, $step:ident, $($system:expr => $set:ident),+ $(,)?) => {
        $own.add_systems(($($system.in_set(BattleSet::$set),)+).chain().in_set($step))
    };
}

fn schedule(step: BattleStep) -> Schedule {
    let mut own = Schedule::new(step);
    own.set_executor(SingleThreadedExecutor::new());
    own.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..Default::default()
    });
    match step {
        BattleStep::Surprise => own.add_systems(round::due(QueuedWork::Surprise).in_set(step)),
        BattleStep::SurpriseStart => {
            in_order!(own, step, round::wipe => Wipe, round::refill_for_surprise => Refill)
        }
        BattleStep::Round(part) => add_round(&mut own, part),
        BattleStep::RoundHooks => own.add_systems(round::begin.in_set(step)),
        BattleStep::Arrivals => own.add_systems(round::due(QueuedWork::Arrivals).in_set(step)),
        BattleStep::TurnStart | BattleStep::TurnEnd | BattleStep::TurnPassed => add_turn(&mut own, step),
        BattleStep::Ledger => own.add_systems(fluid::write_lines.in_set(step)),
        BattleStep::Over => {
            let conditions = round::due(QueuedWork::Everybody(Hook::FightOver));
            own.add_systems((fluid::drop_ledgers, conditions).chain().in_set(step))
        }
        BattleStep::AftermathStart => own.add_systems(hours::halt.in_set(step)),
        BattleStep::AftermathStretch => own.add_systems(round::due(QueuedWork::ClearField).in_set(step)),
        BattleStep::Rest => own.add_systems(hours::rest.in_set(step)),
        BattleStep::Pass => own.add_systems(hours::pass.in_set(step)),
        BattleStep::PauseEnd => own.add_systems(hours::end_pauses.in_set(step)),
        BattleStep::AftermathEnd => &mut own,
    };
    own
}

/// The systems of a step of a round.
fn add_round(own: &mut Schedule, part: RoundStep) -> &mut Schedule {
    let step = BattleStep::Round(part);
    match part {
        RoundStep::Start => in_order!(own, step, round::wipe => Wipe, round::refill => Refill),
        RoundStep::Order => own.add_systems(round::due(QueuedWork::Ties).in_set(step)),
        RoundStep::Expire => in_order!(
            own,
            step,
            round::forget_points => ExpirePoints,
            round::expire_modifiers => ExpireModifiers,
            round::expire_readiness => ExpireReadiness,
            round::expire_conditions => ExpireConditions,
        ),
        RoundStep::Zones => in_order!(own, step, round::zones => ZonesSpells, round::fires => ZonesFires),
        RoundStep::Durations => in_order!(
            own,
            step,
            round::count_rounds => DurationsRounds,
            round::end_auras => DurationsAuras,
            round::count_spells => DurationsSpells,
            round::end_conditions => DurationsConditions,
            round::end_rigs => DurationsRigs,
        ),
        RoundStep::SuddenChanges => own.add_systems(round::sudden_changes.in_set(step)),
        RoundStep::Movement => own.add_systems(round::forget_movement.in_set(step)),
        RoundStep::Conditions => {
            own.add_systems(round::due(QueuedWork::Everybody(Hook::EndOfRound)).in_set(step))
        }
        RoundStep::Falls => own.add_systems(round::due(QueuedWork::Falls).in_set(step)),
        RoundStep::Hours => own.add_systems(round::hours.in_set(step)),
        RoundStep::Awareness => own.add_systems(round::end_surprise.in_set(step)),
        RoundStep::Settle => own.add_systems(fluid::settle.in_set(step)),
        RoundStep::Phase(_) => own.add_systems(round::own_phase.in_set(step)),
        RoundStep::Haste | RoundStep::Turns | RoundStep::Tasks | RoundStep::Jump => own,
    }
}

/// The systems of a unit's turn.
fn add_turn(own: &mut Schedule, step: BattleStep) -> &mut Schedule {
    match step {
        BattleStep::TurnStart => in_order!(
            own,
            step,
            turn::expire_at_start => TurnStartExpire,
            turn::due(QueuedWork::BeginTurn) => TurnStartRefill,
            turn::due(QueuedWork::VehiclesSettle) => TurnStartVehicles,
            turn::end_bought_points => TurnStartHooks,
            turn::conditions_at_start => TurnStartHooks,
        ),
        BattleStep::TurnEnd => in_order!(
            own,
            step,
            turn::due(QueuedWork::PursuitsEnd) => TurnEndPursuits,
            turn::due(QueuedWork::Work) => TurnEndWork,
            turn::conditions_at_end => TurnEndHooks,
            turn::fire_underfoot => TurnEndFires,
            turn::expire_at_end => TurnEndExpire,
            turn::fade_auras => TurnEndAuras,
            turn::count_turns => TurnEndDurations,
        ),
        _ => in_order!(
            own,
            step,
            turn::count_turns => TurnPassedDurations,
            turn::due(QueuedWork::VehiclesSettle) => TurnPassedVehicles,
            turn::due(QueuedWork::PursuitsEnd) => TurnPassedPursuits,
        ),
    }
}

/// Puts a step's schedule into a battle's world, unless it is there.
pub(super) fn install(world: &mut World, step: BattleStep) {
    if !world.get_resource_or_init::<Schedules>().contains(step) {
        world.add_schedule(schedule(step));
    }
}

/// Runs one step's schedule and does what it queued.
pub(super) fn run(battle: &mut Battle, step: BattleStep) -> OrFault {
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

/// The end of a round in the surprise round and while time passes, in the book's order.
pub(super) fn end_of_round(battle: &mut Battle) -> OrFault {
    let book = battle.book();
    let mut steps = book.settings.timing.sequence.iter().copied().filter(|step| step.closes());
    steps.try_for_each(|step| run(battle, BattleStep::Round(step)))
}

/// The steps that close a round, from a place of the sequence to the next that does not. Gives that place.
pub(super) fn close(battle: &mut Battle, from: usize) -> OrFault<usize> {
    let book = battle.book();
    let mut at = from;
    while let Some(step) = book.settings.timing.sequence.get(at).copied().filter(|step| step.closes()) {
        run(battle, BattleStep::Round(step))?;
        at += 1;
    }
    Ok(at)
}

/// Settles the ledgers, and what follows at the bounds (F-18 to F-23).
pub(super) fn settle(battle: &mut Battle) -> OrFault {
    if !matches!(battle.book().settings.timing.shift, Shift::Ledger(_)) {
        return Ok(());
    }
    run(battle, BattleStep::Ledger)?;
    run(battle, BattleStep::Round(RoundStep::Settle))
}

/// A step of a unit's turn (S-17); `acts`: it has a turn now, and not just its points again, and is not dead.
pub(super) fn of_turn(battle: &mut Battle, step: BattleStep, unit: UnitId, acts: bool) -> OrFault {
    battle.world_mut().insert_resource(TurnOf { unit, acts });
    run(battle, step)
}

/// Who is surprised, once all counts stand; gives whether a surprise round is to be played.
pub(super) fn surprise(battle: &mut Battle, distance: Option<i32>) -> OrFault<bool> {
    battle.world_mut().insert_resource(Meeting { distance, surprise_round: false });
    run(battle, BattleStep::Surprise)?;
    Ok(battle.world().get_resource::<Meeting>().is_some_and(|met| met.surprise_round))
}

/// A step of time that goes by outside the rounds of a fight.
pub(super) fn time(battle: &mut Battle, step: BattleStep, time: TimePassing) -> OrFault {
    battle.world_mut().insert_resource(time);
    run(battle, step)
}
