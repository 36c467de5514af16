//! Where a unit can stand at the end of its coming turn.

use crate::window::session::{prelude::*, wheel::Wheel};

/// How somebody stands somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// The squares that are covered.
    pub area: Area,
    pub facing: Dir8,
}

impl Stand {
    /// That of a unit as it stands.
    pub fn of(unit: &UnitState) -> Self {
        Self { area: unit.place.area, facing: unit.place.facing }
    }

    /// Puts a unit there, with what bears it.
    pub fn put(&self, facts: &mut Facts, unit: UnitId) {
        let bearer = facts.unit(unit).map(|unit| facts.bearer(unit).id());
        for id in [Some(unit), bearer.filter(|id| *id != unit)].into_iter().flatten() {
            if let Some(own) = facts.unit_mut(id) {
                (own.place.area, own.place.facing) = (self.area, self.facing);
            }
        }
    }
}

/// Where a unit would stand at the end of its plainest move, as far as it is likely to get; whoever sits in a vehicle goes
/// where its driver can bring it.
pub(super) fn places(facts: &Facts, unit: &UnitState) -> Vec<Stand> {
    let hand = |unit: &UnitState| pick::hand(facts, unit.id(), &Occasion::default());
    if let Some((vehicle, _)) = facts.vehicle_of(unit) {
        let driver = facts.driver(vehicle.id()).filter(|driver| facts.can_act(driver));
        let wheel = driver.and_then(|driver| {
            let chosen = pick::default_drive(facts, &hand(driver))?;
            Wheel::find(facts, driver, chosen)
        });
        return wheel.iter().flat_map(Wheel::ends).map(|(area, facing)| Stand { area, facing }).collect();
    }
    let going = pick::default_move(facts, &hand(unit)).and_then(|chosen| Going::find(facts, unit, chosen));
    let Some(going) = going else { return Vec::new() };
    let (body, facing) = (facts.moving(unit).place.area, unit.place.facing);
    going.likely().map(|square| Stand { area: body.at(square), facing }).collect()
}
