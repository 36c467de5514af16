//! The flow's own marks of units, of which nobody is told: whose turn it was, who delays, ranks, what a turn has used.

use crate::battle::prelude::*;

impl Battle {
    /// Changes one component of a unit. Only what stands in `apply` does so; systems fill pools and wipe marks.
    pub(super) fn change<C: UnitComponent>(&mut self, unit: UnitId, change: impl FnOnce(&mut C)) {
        if let Some(mut component) = self.world.component_mut::<C>(unit) {
            change(&mut component);
        }
    }

    /// It has had its turn this round.
    pub(crate) fn set_acted(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| own.acted = true);
    }

    /// Its turn begins: it delays no longer.
    pub(crate) fn take_turn(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| {
            own.acted = true;
            own.delaying = None;
        });
    }

    /// It delays its turn until a count; none: till it cuts in (C-27).
    pub(crate) fn put_off_turn(&mut self, unit: UnitId, until: Option<i32>) {
        self.change::<Initiative>(unit, |own| {
            own.delaying = Some(until.unwrap_or(i32::MIN));
            own.acted = false;
        });
    }

    /// The rest of its turn is still to come; what pressing granted is lost (F-76).
    pub(crate) fn reopen_turn(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| {
            own.acted = false;
            own.granted = 0;
        });
    }

    /// As its turn starts the pools of the turn are filled and the marks of the last one wiped (S-17).
    pub(crate) fn begin_turn(&mut self, unit: UnitId) {
        let book = self.book();
        self.change::<Pools>(unit, |own| book.settings.economy.fill_for_turn(own));
        self.change::<Usage>(unit, Usage::begin_turn);
    }

    /// Its count is not raised any more (F-04).
    pub(crate) fn close_count(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| own.open = false);
    }

    /// Its rank among equal counts.
    pub(crate) fn set_tie(&mut self, unit: UnitId, rank: i32) {
        self.change::<Initiative>(unit, |own| own.tie = rank);
    }

    /// Some of the points that pressing granted are used (F-76).
    pub(crate) fn use_granted(&mut self, unit: UnitId, points: i32) {
        self.change::<Initiative>(unit, |own| own.granted = (own.granted - points).max(0));
    }
}
