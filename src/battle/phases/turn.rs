//! Systems of the start and the end of a turn.

use crate::battle::prelude::*;

/// Whose turn it is that starts, ends or passes, while [`BattleStep::TurnStart`](super::BattleStep::TurnStart),
/// [`BattleStep::TurnEnd`](super::BattleStep::TurnEnd) and [`BattleStep::TurnPassed`](super::BattleStep::TurnPassed)
/// run.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOf {
    /// The unit.
    pub unit: UnitId,
    /// It has a turn; else it is dead, or only has its points again, in the hours after a fight.
    pub acts: bool,
}

/// A system that always queues the same for the unit whose turn it is.
pub(super) fn due(work: fn(UnitId) -> QueuedWork) -> impl FnMut(Res<TurnOf>, ResMut<Queue>) {
    move |whose: Res<TurnOf>, mut queue: ResMut<Queue>| queue.due(work(whose.unit))
}

pub(super) fn expire_at_start(whose: Res<TurnOf>, mut queue: ResMut<Queue>) {
    queue.end(whose.unit, Until::StartOfTurn);
}

pub(super) fn conditions_at_start(whose: Res<TurnOf>, mut queue: ResMut<Queue>) {
    if whose.acts {
        queue.hook(whose.unit, Hook::TurnStart);
    }
}

/// What was bought for shields ends at the start of the turn that its source says (D-07).
pub(super) fn end_bought_points(
    whose: Res<TurnOf>,
    mut queue: ResMut<Queue>,
    units: Query<(&Identity, &Wards)>,
) {
    let unit = whose.unit;
    for (_, wards) in units.iter().filter(|(identity, _)| whose.acts && identity.id == unit) {
        for shield in wards.shields.iter().filter(|shield| shield.turns > 0) {
            queue.effect(Effect::Shield { unit, ward: shield.id, change: ShieldChange::TurnBegins });
        }
    }
}

pub(super) fn conditions_at_end(whose: Res<TurnOf>, mut queue: ResMut<Queue>) {
    queue.hook(whose.unit, Hook::TurnEnd);
}

/// What burns underfoot sets alight after what burns already has burned (D-06).
pub(super) fn fire_underfoot(whose: Res<TurnOf>, mut queue: ResMut<Queue>, around: Res<CurrentSurroundings>) {
    if !around.0.fires.is_empty() {
        queue.due(QueuedWork::FireUnderfoot(whose.unit));
    }
}

pub(super) fn expire_at_end(whose: Res<TurnOf>, mut queue: ResMut<Queue>) {
    queue.end(whose.unit, Until::EndOfTurn);
}

pub(super) fn fade_auras(whose: Res<TurnOf>, mut queue: ResMut<Queue>, units: Query<(&Identity, &Wards)>) {
    let unit = whose.unit;
    for (_, wards) in units.iter().filter(|(identity, _)| identity.id == unit) {
        for aura in wards.auras.iter().filter(|aura| aura.decay > 0) {
            queue.effect(Effect::Ward { unit, ward: aura.id, amount: -aura.decay });
        }
    }
}

/// Durations by this unit's turns, whoever bears them (D-09).
pub(super) fn count_turns(whose: Res<TurnOf>, mut queue: ResMut<Queue>) {
    queue.effect(Effect::Elapse(Elapsed::TurnOf(whose.unit)));
}
