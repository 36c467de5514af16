//! Bounds for the numbers that a unit brings to a battle, as saves, cases and mods may write any: no sum overflows.

use crate::rules::prelude::*;

/// The greatest number, and its opposite the least.
pub const MOST: i32 = 1_000_000;

fn bound(n: &mut i32) {
    *n = (*n).clamp(-MOST, MOST);
}

fn all<const N: usize>(numbers: [&mut i32; N]) {
    numbers.into_iter().for_each(bound);
}

impl UnitState {
    /// The same unit with every number within ±[`MOST`].
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.tracks.0.iter_mut().for_each(|track| all([&mut track.now, &mut track.max]));
        self.pools.0.iter_mut().for_each(|pool| all([&mut pool.base, &mut pool.extra, &mut pool.spent]));
        self.conditions.0.iter_mut().for_each(|condition| bound(&mut condition.count));
        let own = &mut self.initiative;
        all([&mut own.count, &mut own.tie, &mut own.now, &mut own.next, &mut own.granted]);
        own.ledger.iter_mut().for_each(|entry| bound(&mut entry.amount));
        let own = &mut self.usage;
        all([&mut own.points, &mut own.actions, &mut own.riders, &mut own.reactions]);
        all([&mut own.squares, &mut own.squares_last_turn, &mut own.squares_turn_before]);
        let own = &mut self.motion;
        bound(&mut own.carried);
        own.struck.iter_mut().chain(&mut own.turned).for_each(bound);
        bound(&mut self.gear.reach_shift);
        for item in &mut self.gear.items {
            all([&mut item.loaded, &mut item.stock, &mut item.damage, &mut item.durability]);
        }
        self.watches.0.iter_mut().filter_map(|watch| watch.zone.as_mut()).for_each(bound);
        for shield in &mut self.wards.shields {
            all([&mut shield.points, &mut shield.reach, &mut shield.priority]);
            all([&mut shield.passing, &mut shield.turns]);
        }
        for aura in &mut self.wards.auras {
            all([&mut aura.stored, &mut aura.decay]);
            aura.drive.iter_mut().for_each(bound);
        }
        let own = &mut self.driven;
        all([&mut own.speed, &mut own.evasion]);
        own.must_weave.iter_mut().for_each(bound);
        let mut sheet = (*self.sheet.0).clone();
        bound_sheet(&mut sheet);
        if sheet != *self.sheet.0 {
            self.sheet.0 = Arc::new(sheet);
        }
        self
    }
}

fn bound_sheet(sheet: &mut UnitDef) {
    sheet.stats.values_mut().for_each(bound);
    sheet.tracks.values_mut().for_each(bound);
    sheet.movement.iter_mut().for_each(|way| all([&mut way.speed, &mut way.rate, &mut way.manoeuvrability]));
    sheet.resistances.iter_mut().for_each(|(n, _)| bound(n));
    sheet.per_cent.iter_mut().for_each(|own| bound(&mut own.per_cent));
    all([&mut sheet.magnitude, &mut sheet.legs, &mut sheet.hands, &mut sheet.senses.0, &mut sheet.senses.1]);
    sheet.worth.iter_mut().for_each(bound);
    if let Some((least, most)) = &mut sheet.threat {
        all([least, most]);
    }
    if let Some(vehicle) = &mut sheet.vehicle {
        all([&mut vehicle.top, &mut vehicle.size_dm, &mut vehicle.ram_bonus]);
        vehicle.acceleration.iter_mut().for_each(bound);
    }
}
