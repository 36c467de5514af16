//! Systems of the hours after a fight, and of time that goes by outside the rounds.

use crate::battle::prelude::*;

/// What time goes by, while [`BattleStep::Rest`](super::BattleStep::Rest),
/// [`BattleStep::Pass`](super::BattleStep::Pass) and [`BattleStep::PauseEnd`](super::BattleStep::PauseEnd) run.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct TimePassing {
    /// Rounds that go by now, the last of which is then played out.
    pub rounds: u32,
    /// Full hours that have gone by.
    pub hours: u32,
    /// Units that spend it as a pause.
    pub pauses: Vec<(UnitId, Key)>,
}

/// What moves comes to a stand; whoever was fast has had the time to slow down.
pub(super) fn halt(mut queue: ResMut<Queue>, units: Query<(&Identity, &Driven)>) {
    for (identity, _) in units.iter().filter(|(_, driven)| driven.speed > 0) {
        queue.effect(Effect::Drive { vehicle: identity.id, speed: 0, controlled: true });
    }
    for (identity, _) in &units {
        queue.effect(Effect::Motion { unit: identity.id, motion: Motion::default() });
    }
}

pub(super) fn rest(time: Res<TimePassing>, mut queue: ResMut<Queue>) {
    queue.due(QueuedWork::Rest { hours: time.hours, pauses: time.pauses.clone() });
}

/// Nothing ends before the last of these rounds; work on tasks goes on in all of them.
pub(super) fn pass(time: Res<TimePassing>, mut queue: ResMut<Queue>) {
    if time.rounds > 1 {
        queue.effect(Effect::Elapse(Elapsed::Rounds(time.rounds - 1)));
    }
    queue.due(QueuedWork::WorkOn(time.rounds));
}

pub(super) fn end_pauses(time: Res<TimePassing>, mut queue: ResMut<Queue>) {
    queue.due(QueuedWork::Bring(time.pauses.clone()));
}
