//! Changes of a unit's state that nobody is told of: its place in the order of turns, marks, and what stands as the
//! fight begins.

use crate::{
    battle::{Battle, resources::InEffect},
    grid::Square,
    key::Key,
    rules::{
        facts::{
            Awareness, Conditions, Initiative, Modifiers, Motion, Place, Pools, SpellDuration, Systems,
            UnitComponent, UnitId, Usage,
        },
        modifier::Until,
    },
};

impl Battle {
    /// Changes one component of a unit. Only what stands in `apply` does so, and the systems of the phases.
    pub(super) fn change<C: UnitComponent>(&mut self, unit: UnitId, change: impl FnOnce(&mut C)) {
        if let Some(mut component) = self.world.component_mut::<C>(unit) {
            change(&mut component);
        }
    }

    /// It has had its turn this round.
    pub(in crate::battle) fn set_acted(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| own.acted = true);
    }

    /// Its turn begins: it delays no longer.
    pub(in crate::battle) fn take_turn(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| {
            own.acted = true;
            own.delaying = None;
        });
    }

    /// It delays its turn until a count; none: till it cuts in (C-27).
    pub(in crate::battle) fn put_off_turn(&mut self, unit: UnitId, until: Option<i32>) {
        self.change::<Initiative>(unit, |own| {
            own.delaying = Some(until.unwrap_or(i32::MIN));
            own.acted = false;
        });
    }

    /// The rest of its turn is still to come; what pressing granted is lost (F-76).
    pub(in crate::battle) fn reopen_turn(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| {
            own.acted = false;
            own.granted = 0;
        });
    }

    /// As its turn starts the pools of the turn are filled and the marks of the last one wiped (S-17).
    pub(in crate::battle) fn begin_turn(&mut self, unit: UnitId) {
        let book = self.book();
        self.change::<Pools>(unit, |own| book.settings.economy.fill_for_turn(own));
        self.change::<Usage>(unit, Usage::begin_turn);
    }

    /// It moves no longer.
    pub(in crate::battle) fn slow_down(&mut self, unit: UnitId) {
        self.change::<Motion>(unit, |own| *own = Motion::default());
    }

    /// Its count stands: rolled, or taken from another. `open`: action dice may still raise it (F-04).
    pub(in crate::battle) fn set_count(&mut self, unit: UnitId, count: i32, open: bool) {
        self.change::<Initiative>(unit, |own| {
            own.count = count;
            own.settled = true;
            own.open = open;
        });
    }

    /// Its count is not raised any more (F-04).
    pub(in crate::battle) fn close_count(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| own.open = false);
    }

    /// Its rank among equal counts.
    pub(in crate::battle) fn set_tie(&mut self, unit: UnitId, rank: i32) {
        self.change::<Initiative>(unit, |own| own.tie = rank);
    }

    /// Its count changes for this round only.
    pub(in crate::battle) fn shift_now(&mut self, unit: UnitId, by: i32) {
        self.change::<Initiative>(unit, |own| own.now += by);
    }

    /// Some of the points that pressing granted are used (F-76).
    pub(in crate::battle) fn use_granted(&mut self, unit: UnitId, points: i32) {
        self.change::<Initiative>(unit, |own| own.granted = (own.granted - points).max(0));
    }

    /// What a commander's tactics gave it (C-29).
    pub(in crate::battle) fn set_tactics(&mut self, unit: UnitId, gain: i32, commander: UnitId) {
        self.change::<Initiative>(unit, |own| {
            own.tactics = gain;
            own.commander = Some(commander);
        });
    }

    /// Whether it has lost the link to its commander (C-30).
    pub(in crate::battle) fn set_cut_off(&mut self, unit: UnitId, cut_off: bool) {
        self.change::<Initiative>(unit, |own| own.cut_off = cut_off);
    }

    /// What it earned this round is forgotten.
    pub(in crate::battle) fn clear_ledger(&mut self, unit: UnitId) {
        self.change::<Initiative>(unit, |own| own.ledger.clear());
    }

    /// It is put on a square, without a step.
    pub(in crate::battle) fn put_at(&mut self, unit: UnitId, at: Square) {
        self.change::<Place>(unit, |place| place.area.origin = at);
    }

    /// Whether it is off the board.
    pub(in crate::battle) fn set_gone(&mut self, unit: UnitId, gone: bool) {
        self.change::<Place>(unit, |place| place.gone = gone);
    }

    /// The number of a pool that the scenario sets (F-08).
    pub(in crate::battle) fn set_base(&mut self, unit: UnitId, pool: Key, base: i32) {
        self.change::<Pools>(unit, |own| {
            own.0.iter_mut().filter(|own| own.id == pool).for_each(|own| own.base = base);
        });
    }

    /// It knows of nobody.
    pub(in crate::battle) fn set_unaware(&mut self, unit: UnitId) {
        self.change::<Awareness>(unit, |own| own.aware = false);
    }

    /// A condition counts its rounds anew (C-71).
    pub(in crate::battle) fn restart(&mut self, unit: UnitId, condition: Key) {
        self.change::<Conditions>(unit, |own| {
            own.0.iter_mut().filter(|one| one.id == condition).for_each(|one| one.rounds = 0);
        });
    }

    /// Its modifiers whose duration fits end.
    pub(in crate::battle) fn drop_modifiers(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) {
        self.change::<Modifiers>(unit, |own| own.0.retain(|one| !fits(&one.until)));
    }

    /// The durations of its modifiers and conditions are counted down.
    pub(in crate::battle) fn lower_durations(&mut self, unit: UnitId, lower: impl Fn(&mut Until)) {
        self.change::<Modifiers>(unit, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
        self.change::<Conditions>(unit, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
    }

    /// Rounds go by for its conditions, and for systems that were repaired for some rounds only.
    pub(in crate::battle) fn add_rounds(&mut self, unit: UnitId, rounds: u32) {
        self.change::<Conditions>(unit, |own| {
            own.0.iter_mut().for_each(|one| one.rounds = one.rounds.saturating_add(rounds));
        });
        if self.facts().unit(unit).is_some_and(|own| !own.systems.1.is_empty()) {
            self.change::<Systems>(unit, |own| drop(own.pass(rounds)));
        }
    }

    /// Rounds go by in which no spell ends.
    pub(in crate::battle) fn lower_spells(&mut self, rounds: u32) {
        for spell in &mut self.world.resource_mut::<InEffect>().0 {
            if let SpellDuration::Rounds(left) = &mut spell.lasts {
                *left = left.saturating_sub(rounds).max(1);
            }
        }
    }

    /// The category that it moves in.
    pub(in crate::battle) fn set_category(&mut self, unit: UnitId, category: Option<Key>) {
        self.change::<Usage>(unit, |own| own.category = category);
    }

    /// Its task goes on by so many rounds.
    pub(in crate::battle) fn advance_task(&mut self, unit: UnitId, rounds: u32) {
        self.change::<Usage>(unit, |own| {
            if let Some(task) = &mut own.task {
                task.done = task.done.saturating_add(rounds).min(task.needed);
            }
        });
    }
}
