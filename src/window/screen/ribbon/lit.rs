//! Whose slots of the ribbon are lit while the map is pointed at: the rule, as a function of what lies on the table.

use crate::window::prelude::*;

/// The units whose slots are lit while this square is pointed at: who is aimed at there, of a vehicle with its riders that
/// alone, or its driver where it has no slot, else all who stand there.
pub(super) fn lit(table: &Table, at: At) -> Vec<u32> {
    let there: Vec<&Counter> = table.counters.iter().filter(|own| own.covers(at)).collect();
    let aimed = table.overlay.target.and_then(|unit| there.iter().find(|own| own.unit == unit));
    let vehicle = there.iter().find(|own| own.hull.is_some());
    let Some(one) = aimed.or(vehicle) else {
        return there.iter().map(|own| own.unit).collect();
    };
    let Ribbon { slots, next, .. } = &table.ribbon;
    if one.hull.is_none() || slots.iter().chain(next).any(|slot| slot.unit == one.unit) {
        return vec![one.unit];
    }
    let driver = there.iter().find(|own| own.seat.is_some_and(|seat| seat.drives));
    driver.map(|own| own.unit).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(unit: u32, at: (i32, i32)) -> Counter {
        Counter { unit, at: IVec2::new(at.0, at.1), ..default() }
    }

    #[test]
    fn of_a_vehicle_its_own_slot_is_lit_or_that_of_its_driver_and_no_rider() {
        let rider = |n: u32, drives| Counter {
            size: UVec2::splat(2),
            seat: Some(VehicleSeat { n, of: 2, drives }),
            ..unit(n + 1, (3, 1))
        };
        let hull = Counter { size: UVec2::splat(2), hull: Some(Hull::default()), ..unit(0, (3, 1)) };
        let counters = vec![rider(0, false), rider(1, true), hull, unit(7, (6, 1)), unit(8, (6, 1))];
        let mut table = Table { counters, ..default() };
        let found = |table: &Table, x| lit(table, IVec2::new(x, 1));
        assert_eq!(found(&table, 4), [2], "its driver");
        assert_eq!(found(&table, 6), [7, 8], "all who share a square");
        assert!(found(&table, 0).is_empty());
        table.overlay.target = Some(1);
        assert_eq!(found(&table, 4), [1], "a rider who is aimed at");
        table.overlay.target = Some(0);
        assert_eq!(found(&table, 4), [2]);
        table.ribbon.slots = vec![RibbonSlot { unit: 0, ..RibbonSlot::default() }];
        assert_eq!(found(&table, 4), [0]);
    }
}
