//! Systems of fluid initiative, in books that keep a ledger.

use crate::battle::prelude::*;

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
    units: Query<(&Identity, &Place, &Initiative)>,
) {
    let Shift::Ledger(rule) = &book.0.settings.timing.shift else { return };
    let mut reeling = Vec::new();
    // One who has left keeps the count it left with (F-15).
    for (identity, _, initiative) in units.iter().filter(|(_, place, _)| !place.gone) {
        let (unit, sum) = (identity.id, initiative.ledger.iter().map(|entry| entry.amount).sum());
        let settled = rule.settle(initiative.count, sum);
        let count = settled.count;
        let must_press = settled.must_press || initiative.must_press && count >= rule.high;
        let change = CountChange::Settled { count, must_press };
        queue.effect(Effect::Count { unit, change, cause: Key::new("ledger") });
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
