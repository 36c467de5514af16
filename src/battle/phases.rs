//! The schedules of the phases: small Bevy schedules of systems in stated order, single-threaded, that queue effects.
//!
//! Each step is a public [`SystemSet`], so that Rust code elsewhere can join it.

use bevy_ecs::{
    query::With,
    schedule::{IntoScheduleConfigs, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SystemSet},
    system::{Query, Res, ResMut},
    world::World,
};

use super::{
    Battle, Fault,
    effect::{Effect, SpellChange},
    order,
    resources::{Book, Clock, InEffect, Options, Queue},
};
use crate::{
    key::Key,
    rules::{
        condition::Hook,
        economy::Refill,
        facts::{
            Conditions, Driven, Identity, Initiative, Modifiers, Place, Pools, Sheet, Systems, UnitId, Usage,
            Wards, Watches,
        },
        modifier::Until,
        timing::Shift,
    },
};

/// The steps, each one schedule.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// As the surprise round begins.
    SurpriseStart,
    /// As a round begins.
    RoundStart,
    /// What lasts a round ends (A-48 step 1).
    Expire,
    /// Durations counted in rounds (A-48 step 2).
    Durations,
    /// Movement is forgotten (A-48 step 3).
    Movement,
    /// Ledgers are summed and counts change (F-18).
    Settle,
}

/// The sets that code elsewhere can join, one a step.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhaseSet {
    /// Within [`Step::SurpriseStart`] and [`Step::RoundStart`]: pools are filled.
    Refill,
    /// Within [`Step::RoundStart`]: marks of the last round are wiped.
    Wipe,
    /// Within [`Step::Expire`] and [`Step::Durations`].
    Expire,
    /// Within [`Step::Movement`].
    Movement,
    /// Within [`Step::Settle`].
    Settle,
}

fn schedule(step: Step) -> Schedule {
    let mut schedule = Schedule::new(step);
    schedule.set_executor(bevy_ecs::schedule::SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..Default::default()
    });
    schedule
}

/// Puts the schedules of all phases into a battle's world.
pub fn install(world: &mut World) {
    let mut surprise = schedule(Step::SurpriseStart);
    surprise.add_systems((wipe.in_set(PhaseSet::Wipe), refill_for_surprise.in_set(PhaseSet::Refill)).chain());
    let mut start = schedule(Step::RoundStart);
    start.add_systems((wipe.in_set(PhaseSet::Wipe), refill.in_set(PhaseSet::Refill)).chain());
    let mut expire = schedule(Step::Expire);
    expire.add_systems(
        (expire_modifiers, expire_conditions, expire_readiness).chain().in_set(PhaseSet::Expire),
    );
    let mut durations = schedule(Step::Durations);
    durations
        .add_systems((count_spells, count_rounds, count_rigs, fade_auras).chain().in_set(PhaseSet::Expire));
    let mut movement = schedule(Step::Movement);
    movement.add_systems(forget_movement.in_set(PhaseSet::Movement));
    let mut settle = schedule(Step::Settle);
    settle.add_systems(settle_ledgers.in_set(PhaseSet::Settle));
    for schedule in [surprise, start, expire, durations, movement, settle] {
        world.add_schedule(schedule);
    }
}

/// Runs one step's schedule and carries out what it queued.
pub fn run(battle: &mut Battle, step: Step) -> Result<(), Fault> {
    battle.world_mut().run_schedule(step);
    drain(battle)
}

fn drain(battle: &mut Battle) -> Result<(), Fault> {
    let queued = std::mem::take(&mut battle.world_mut().resource_mut::<Queue>().0);
    for effect in queued {
        battle.apply(effect)?;
    }
    Ok(())
}

/// The end of a round, in the order of A-48: what lasts a round ends, durations, movement, then each living unit's
/// conditions in initiative order.
pub fn end_of_round(battle: &mut Battle) -> Result<(), Fault> {
    run(battle, Step::Expire)?;
    battle.zones_act()?;
    run(battle, Step::Durations)?;
    battle.sudden_changes()?;
    run(battle, Step::Movement)?;
    let facts = battle.facts();
    let order = order::by_initiative(&facts);
    for unit in order {
        let facts = battle.facts();
        if facts.unit(unit).is_none_or(|own| facts.dead(own)) {
            continue;
        }
        battle.hook(unit, Hook::EndOfRound, None)?;
    }
    battle.falls()?;
    battle.hours()?;
    if let Some(condition) = battle.book().settings.timing.surprise.condition {
        let units: Vec<UnitId> = battle.facts().units.iter().map(|unit| unit.id()).collect();
        if battle.facts().phase == crate::rules::facts::Phase::Surprise {
            for unit in units {
                battle.apply(Effect::Lift { unit, condition, count: None })?;
                battle.apply(Effect::Aware { unit })?;
            }
        }
    }
    Ok(())
}

/// Settles the ledgers, and what follows at the bounds (F-18 to F-23).
pub fn settle(battle: &mut Battle) -> Result<(), Fault> {
    let book = battle.book();
    let Shift::Ledger(rule) = &book.settings.timing.shift else { return Ok(()) };
    let facts = battle.facts();
    let units: Vec<(UnitId, Vec<Key>)> = facts
        .units
        .iter()
        .filter(|unit| !unit.place.gone)
        .map(|unit| (unit.id(), unit.conditions.0.iter().map(|condition| condition.id).collect()))
        .collect();
    for (unit, conditions) in units {
        for condition in conditions {
            battle.write_ledger(unit, &format!("while_{condition}"), 1, None, None)?;
        }
    }
    let before: Vec<(UnitId, i32)> =
        battle.facts().units.iter().map(|unit| (unit.id(), unit.initiative.count)).collect();
    run(battle, Step::Settle)?;
    let facts = battle.facts();
    let mut changes = Vec::new();
    for (unit, from) in before {
        let Some(own) = facts.unit(unit) else { continue };
        let to = own.initiative.count;
        if from != to {
            changes.push((unit, from, to));
        }
    }
    for (unit, from, to) in changes {
        battle.record(super::chronicle::Outcome::Count { unit, from, to, cause: Key::new("ledger") });
    }
    let reeling = std::mem::take(&mut battle.world_mut().resource_mut::<Reeling>().0);
    for unit in reeling {
        for condition in &rule.low_conditions {
            battle.apply(Effect::Gain {
                unit,
                condition: *condition,
                count: 1,
                until: Until::Battle,
                from: None,
            })?;
        }
    }
    Ok(())
}

/// As the fight ends, what fluid initiative has written and done to anybody is dropped (F-24).
pub fn over(battle: &mut Battle) -> Result<(), Fault> {
    let book = battle.book();
    let Shift::Ledger(rule) = &book.settings.timing.shift else { return Ok(()) };
    let units: Vec<UnitId> = battle.facts().units.iter().map(|unit| unit.id()).collect();
    for unit in units {
        battle.clear_ledger(unit);
        for condition in &rule.low_conditions {
            battle.apply(Effect::Lift { unit, condition: *condition, count: None })?;
        }
    }
    Ok(())
}

/// Units sent reeling by the last settlement.
#[derive(bevy_ecs::resource::Resource, Default)]
pub struct Reeling(pub Vec<UnitId>);

/// As a unit's turn starts (S-17): what lasts until then ends, pools of the turn are filled, marks are wiped.
pub fn turn_start(battle: &mut Battle, unit: UnitId) -> Result<(), Fault> {
    battle.end(unit, |until| *until == Until::StartOfTurn)?;
    battle.begin_turn(unit);
    battle.vehicles_settle(unit)
}

/// As a unit's turn ends: what lasts until then ends, auras fade (D-06, D-127).
pub fn turn_end(battle: &mut Battle, unit: UnitId) -> Result<(), Fault> {
    battle.end(unit, |until| *until == Until::EndOfTurn)?;
    let fading: Vec<(Key, i32)> = battle
        .facts()
        .unit(unit)
        .map(|own| {
            own.wards.auras.iter().filter(|aura| aura.decay > 0).map(|aura| (aura.id, aura.decay)).collect()
        })
        .unwrap_or_default();
    for (ward, decay) in fading {
        battle.apply(Effect::Ward { unit, ward, amount: -decay })?;
    }
    let units: Vec<UnitId> = battle.facts().units.iter().map(|unit| unit.id()).collect();
    for other in units {
        battle.count_turns_of(other, unit)?;
    }
    Ok(())
}

fn base(book: &Book, sheet: &Sheet, pool: Key) -> Option<i32> {
    let def = book.0.settings.economy.pool(pool)?;
    let stats = &sheet.0.stats;
    let defaults = &book.0.settings.stats;
    let value = def.base.eval(&|name| {
        stats.get(&name).or_else(|| defaults.get(&name)).map(|value| i64::from(*value)).or(Some(0))
    });
    value.ok().and_then(|value| i32::try_from(value).ok())
}

/// Fills a unit's pools for a round; `surprise`: for the surprise round, and whether the unit acts in it.
fn fill(book: &Book, options: &Options, sheet: &Sheet, pools: &mut Pools, surprise: Option<bool>) {
    for pool in &mut pools.0 {
        let Some(def) = book.0.settings.economy.pool(pool.id) else { continue };
        if def.refill == Refill::Never || def.refill != Refill::RoundStart && surprise.is_none() {
            continue;
        }
        let set = def.option.and_then(|option| options.0.get(&option)).copied();
        let full = set.or_else(|| base(book, sheet, pool.id)).unwrap_or(0);
        // Those who act have less to act with; the surprised do nothing with all that they have.
        pool.base = if surprise == Some(true) { (full - def.surprise_less).max(0) } else { full };
        pool.extra = 0;
        pool.spent = 0;
    }
}

fn refill(book: Res<Book>, options: Res<Options>, mut units: Query<(&Sheet, &mut Pools)>) {
    for (sheet, mut pools) in &mut units {
        fill(&book, &options, sheet, &mut pools, None);
    }
}

fn refill_for_surprise(
    book: Res<Book>,
    options: Res<Options>,
    mut units: Query<(&Sheet, &Conditions, &mut Pools)>,
) {
    let condition = book.0.settings.timing.surprise.condition;
    for (sheet, conditions, mut pools) in &mut units {
        let surprised = condition.is_some_and(|id| conditions.has(id));
        fill(&book, &options, sheet, &mut pools, Some(!surprised));
    }
}

fn wipe(clock: Res<Clock>, mut units: Query<(&mut Usage, &mut Initiative, &mut Driven)>) {
    for (mut usage, mut initiative, mut driven) in &mut units {
        driven.shots.clear();
        driven.fired.clear();
        let (squares_last_turn, squares_turn_before) = (usage.squares_last_turn, usage.squares_turn_before);
        // Half an action waits for the next round, and no longer (F-09).
        let pending = usage.pending.take().filter(|begun| begun.round + 1 >= clock.round);
        let mut task = usage.task.take();
        if let Some(task) = &mut task {
            (task.worked, task.lost) = (false, false);
        }
        *usage = Usage { squares_last_turn, squares_turn_before, pending, task, ..Usage::default() };
        initiative.acted = false;
        initiative.delaying = None;
        initiative.pressed = false;
        initiative.now = initiative.next;
        initiative.next = 0;
    }
}

fn expire_modifiers(mut units: Query<(&mut Modifiers, &mut Usage)>) {
    for (mut modifiers, mut usage) in &mut units {
        modifiers.0.retain(|modifier| !matches!(modifier.until, Until::EndOfRound | Until::NextCheck(_)));
        // Condition checks at the end of round are made without the round's penalties.
        usage.points = 0;
    }
}

fn expire_conditions(mut queue: ResMut<Queue>, units: Query<(&Identity, &Conditions)>) {
    for (identity, conditions) in &units {
        let ends = |until: &Until| matches!(until, Until::EndOfRound | Until::NextCheck(_));
        for condition in conditions.0.iter().filter(|condition| ends(&condition.until)) {
            queue.0.push(Effect::Expire { unit: identity.id, condition: condition.id });
        }
    }
}

/// Readiness ends with the round; overwatch lasts until it fires (S-70).
fn expire_readiness(mut units: Query<&mut Watches>) {
    for mut watches in &mut units {
        if watches.0.iter().any(|watch| !watch.overwatch) {
            watches.0.retain(|watch| watch.overwatch);
        }
    }
}

/// Spells that last by concentration end unless they were controlled; the others' rounds are counted.
fn count_spells(mut queue: ResMut<Queue>, spells: Res<InEffect>) {
    queue.0.extend(spells.0.iter().map(|spell| Effect::Spell { id: spell.id, change: SpellChange::Counted }));
}

fn count_rounds(mut queue: ResMut<Queue>, mut units: Query<(&Identity, &mut Conditions, &mut Modifiers)>) {
    for (identity, mut conditions, mut modifiers) in &mut units {
        for condition in &mut conditions.0 {
            condition.rounds = condition.rounds.saturating_add(1);
            if let Until::Rounds(left) = &mut condition.until {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    queue.0.push(Effect::Expire { unit: identity.id, condition: condition.id });
                }
            }
        }
        for modifier in &mut modifiers.0 {
            if let Until::Rounds(left) = &mut modifier.until {
                *left = left.saturating_sub(1);
            }
        }
        modifiers.0.retain(|modifier| modifier.until != Until::Rounds(0));
    }
}

/// What has been made to work for some hours fails again (C-148).
fn count_rigs(mut queue: ResMut<Queue>, mut units: Query<(&Identity, &mut Systems)>) {
    for (identity, mut systems) in &mut units {
        if !systems.1.is_empty() {
            let unit = identity.id;
            let failing = systems.pass(1).into_iter();
            queue.0.extend(failing.map(|part| Effect::Rigged { unit, part, rounds: 0 }));
        }
    }
}

fn fade_auras(mut units: Query<&mut Wards, With<Identity>>) {
    for mut wards in &mut units {
        wards.auras.retain(|aura| aura.stored > 0 || aura.decay > 0);
    }
}

fn forget_movement(mut units: Query<&mut Usage>) {
    for mut usage in &mut units {
        usage.squares = 0;
    }
}

fn settle_ledgers(
    book: Res<Book>,
    mut reeling: ResMut<Reeling>,
    mut units: Query<(&Identity, &Place, &mut Initiative)>,
) {
    let Shift::Ledger(rule) = &book.0.settings.timing.shift else { return };
    for (identity, place, mut initiative) in &mut units {
        // One who has left keeps the count it left with (F-15).
        if place.gone {
            continue;
        }
        let sum = initiative.ledger.iter().map(|entry| entry.amount).sum();
        let settled = rule.settle(initiative.count, sum);
        initiative.count = settled.count;
        initiative.must_press = match (settled.must_press, settled.count >= rule.high) {
            (true, _) => true,
            (false, still) => initiative.must_press && still,
        };
        initiative.ledger.clear();
        if settled.reeling {
            reeling.0.push(identity.id);
        }
    }
}
