//! Systems of fluid initiative, in books that keep a ledger.

use bevy_ecs::system::{Query, Res, ResMut};

use crate::{
    battle::{
        chronicle::Outcome,
        effect::Effect,
        queue::{Queue, QueuedWork},
        resources::Book,
    },
    key::Key,
    rules::{
        facts::{Conditions, Identity, Initiative, Place},
        modifier::Until,
        timing::Shift,
    },
};

/// Each condition that lasts has its line.
pub(super) fn write_lines(mut queue: ResMut<Queue>, units: Query<(&Identity, &Place, &Conditions)>) {
    for (identity, _, conditions) in units.iter().filter(|(_, place, _)| !place.gone) {
        for condition in &conditions.0 {
            queue.due(QueuedWork::Line { unit: identity.id, event: format!("while_{}", condition.id) });
        }
    }
}

/// Counts change by what the ledgers come to (F-18 to F-23).
pub(super) fn settle(
    book: Res<Book>,
    mut queue: ResMut<Queue>,
    mut units: Query<(&Identity, &Place, &mut Initiative)>,
) {
    let Shift::Ledger(rule) = &book.0.settings.timing.shift else { return };
    let mut reeling = Vec::new();
    for (identity, place, mut initiative) in &mut units {
        // One who has left keeps the count it left with (F-15).
        if place.gone {
            continue;
        }
        let (unit, from) = (identity.id, initiative.count);
        let sum = initiative.ledger.iter().map(|entry| entry.amount).sum();
        let settled = rule.settle(from, sum);
        initiative.count = settled.count;
        initiative.must_press = match (settled.must_press, settled.count >= rule.high) {
            (true, _) => true,
            (false, still) => initiative.must_press && still,
        };
        initiative.ledger.clear();
        if from != settled.count {
            let (to, cause) = (settled.count, Key::new("ledger"));
            queue.due(QueuedWork::Told(Box::new(Outcome::Count { unit, from, to, cause })));
        }
        if settled.reeling {
            reeling.push(unit);
        }
    }
    for unit in reeling {
        for condition in &rule.low_conditions {
            queue.effect(Effect::Gain {
                unit,
                condition: *condition,
                count: 1,
                until: Until::Battle,
                from: None,
            });
        }
    }
}

/// What is written, and what the low bound has done, is dropped (F-24).
pub(super) fn drop_ledgers(
    book: Res<Book>,
    mut queue: ResMut<Queue>,
    mut units: Query<(&Identity, &mut Initiative)>,
) {
    let Shift::Ledger(rule) = &book.0.settings.timing.shift else { return };
    for (identity, mut initiative) in &mut units {
        initiative.ledger.clear();
        for condition in &rule.low_conditions {
            queue.effect(Effect::Lift { unit: identity.id, condition: *condition, count: None });
        }
    }
}
