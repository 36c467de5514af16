//! Systems of surprise, and of the start and the end of a round.

use crate::{battle::prelude::*, rules::economy::Refill};

/// How groups have met, while [`BattleStep::Surprise`](super::BattleStep::Surprise) runs.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// How far from each other, where that was rolled.
    pub distance: Option<i32>,
    /// A surprise round is to be played; set by the engine's system.
    pub surprise_round: bool,
}

/// A system that always queues the same.
pub(super) fn due(work: QueuedWork) -> impl FnMut(ResMut<Queue>) {
    move |mut queue: ResMut<Queue>| queue.due(work.clone())
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

pub(super) fn refill(book: Res<Book>, options: Res<Options>, mut units: Query<(&Sheet, &mut Pools)>) {
    units.iter_mut().for_each(|(sheet, mut pools)| fill(&book, &options, sheet, &mut pools, None));
}

pub(super) fn refill_for_surprise(
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

pub(super) fn wipe(clock: Res<Clock>, mut units: Query<(&mut Usage, &mut Initiative, &mut Driven)>) {
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

/// Condition checks at the end of round are made without the round's penalties.
pub(super) fn forget_points(mut units: Query<&mut Usage>) {
    units.iter_mut().for_each(|mut usage| usage.points = 0);
}

/// Whether what lasts so long lasts a round at the most.
fn of_round(until: &Until) -> bool {
    matches!(until, Until::EndOfRound | Until::NextCheck(_))
}

pub(super) fn expire_modifiers(mut queue: ResMut<Queue>, units: Query<(&Identity, &Modifiers)>) {
    for (identity, modifiers) in &units {
        for modifier in modifiers.0.iter().filter(|modifier| of_round(&modifier.until)) {
            let ending = Ending::Modifiers(modifier.until.clone());
            queue.effect(Effect::End { unit: identity.id, ending });
        }
    }
}

/// Readiness ends with the round; overwatch lasts until it fires (S-70).
pub(super) fn expire_readiness(mut queue: ResMut<Queue>, units: Query<(&Identity, &Watches)>) {
    let ready = units.iter().filter(|(_, watches)| watches.0.iter().any(|watch| !watch.overwatch));
    ready.for_each(|(own, _)| queue.effect(Effect::End { unit: own.id, ending: Ending::Readiness }));
}

pub(super) fn expire_conditions(mut queue: ResMut<Queue>, units: Query<(&Identity, &Conditions)>) {
    for (identity, conditions) in &units {
        for condition in conditions.0.iter().filter(|condition| of_round(&condition.until)) {
            queue.effect(Effect::Expire { unit: identity.id, condition: condition.id });
        }
    }
}

pub(super) fn count_rounds(mut queue: ResMut<Queue>) {
    queue.effect(Effect::Elapse(Elapsed::Round));
}

pub(super) fn end_auras(mut queue: ResMut<Queue>, units: Query<(&Identity, &Wards)>) {
    let empty = |wards: &Wards| wards.auras.iter().any(|aura| aura.stored <= 0 && aura.decay <= 0);
    let ended = units.iter().filter(|(_, wards)| empty(wards));
    ended.for_each(|(own, _)| queue.effect(Effect::End { unit: own.id, ending: Ending::Auras }));
}

/// Spells that last by concentration end unless they were controlled; the others' rounds are counted.
pub(super) fn count_spells(mut queue: ResMut<Queue>, spells: Res<InEffect>) {
    for spell in &spells.0 {
        queue.effect(Effect::Spell { id: spell.id, change: SpellChange::Counted });
    }
}

/// Conditions of which this is the last round.
pub(super) fn end_conditions(mut queue: ResMut<Queue>, units: Query<(&Identity, &Conditions)>) {
    for (identity, conditions) in &units {
        for own in conditions.0.iter().filter(|own| matches!(own.until, Until::Rounds(0 | 1))) {
            queue.effect(Effect::Expire { unit: identity.id, condition: own.id });
        }
    }
}

/// What has been made to work for some hours, of which this is the last round, fails again (C-148).
pub(super) fn end_rigs(mut queue: ResMut<Queue>, units: Query<(&Identity, &Systems)>) {
    for (identity, systems) in &units {
        for (part, _) in systems.1.iter().filter(|(_, left)| *left <= 1) {
            queue.effect(Effect::Rigged { unit: identity.id, part: *part, rounds: 0 });
        }
    }
}

pub(super) fn forget_movement(mut units: Query<&mut Usage>) {
    units.iter_mut().for_each(|mut usage| usage.squares = 0);
}

/// What lasted until the round starts ends, and conditions have their start of round.
pub(super) fn begin(mut queue: ResMut<Queue>, units: Query<&Identity>) {
    for identity in &units {
        queue.end(identity.id, Until::RoundStart);
        queue.hook(identity.id, Hook::RoundStart);
    }
}

pub(super) fn zones(mut queue: ResMut<Queue>, spells: Res<InEffect>) {
    if !spells.0.is_empty() {
        queue.due(QueuedWork::Zones);
    }
}

pub(super) fn fires(mut queue: ResMut<Queue>, around: Res<CurrentSurroundings>) {
    if !around.0.fires.is_empty() {
        queue.due(QueuedWork::Fires);
    }
}

pub(super) fn sudden_changes(book: Res<Book>, mut queue: ResMut<Queue>) {
    if book.0.settings.movement.collision.is_some() {
        queue.due(QueuedWork::SuddenChanges);
    }
}

/// In a phase of the book's own, which the clock names.
pub(super) fn own_phase(clock: Res<Clock>, mut queue: ResMut<Queue>) {
    if let Phase::Own(phase) = clock.phase {
        queue.due(QueuedWork::Everybody(Hook::Phase(phase)));
    }
}

/// Conditions of those on the map who live that have lasted whole hours.
pub(super) fn hours(
    book: Res<Book>,
    mut queue: ResMut<Queue>,
    units: Query<(&Identity, &Place, &Conditions)>,
) {
    let hour = book.0.hour();
    let dead = |own: Key| book.0.condition(own).is_some_and(|def| def.dead);
    for (identity, place, conditions) in &units {
        if place.gone || conditions.0.iter().any(|own| dead(own.id)) {
            continue;
        }
        for own in conditions.0.iter().filter(|own| own.rounds > 0 && own.rounds.is_multiple_of(hour)) {
            queue.due(QueuedWork::Hook { unit: identity.id, at: Hook::Hour, only: Some(own.id) });
        }
    }
}

/// As the surprise round ends, nobody is surprised any more.
pub(super) fn end_surprise(
    book: Res<Book>,
    clock: Res<Clock>,
    mut queue: ResMut<Queue>,
    units: Query<&Identity>,
) {
    let Some(condition) = book.0.settings.timing.surprise.condition else { return };
    if clock.phase != Phase::Surprise {
        return;
    }
    for identity in &units {
        queue.effect(Effect::Lift { unit: identity.id, condition, count: None });
        queue.effect(Effect::Aware { unit: identity.id, aware: true });
    }
}
