//! Where the key for the next target leads the pointer.

use crate::window::prelude::*;

/// The next of those who may be chosen after the one that the cursor is on, the nearest first, those last against whom one
/// would give enemies a chance. Where nobody may, the next of the enemies in sight, unless the pointer is on several units
/// of whom the key takes the next.
pub(super) fn next_target(table: &Table, pointer: &Pointer) -> Option<At> {
    let actor = table.counters.iter().find(|counter| counter.active);
    let far = |at: At| actor.map_or(0, |actor| (at - actor.at).abs().max_element());
    let mut targets: Vec<&Counter> = table.counters.iter().filter(|counter| counter.choosable()).collect();
    targets.sort_by_key(|counter| (counter.choice, far(counter.at)));
    // Who rides stands on the squares of what bears it.
    let mut squares: Vec<At> = Vec::new();
    for own in targets {
        if !squares.contains(&own.at) {
            squares.push(own.at);
        }
    }
    let on = pointer.square.filter(|_| !pointer.by_keys);
    let several = on.is_some_and(|at| table.counters.iter().filter(|own| own.covers(at)).count() > 1);
    if squares.is_empty() && !several {
        squares.clone_from(&table.overlay.foes);
    }
    let now = squares.iter().position(|at| pointer.square == Some(*at) && pointer.by_keys);
    squares.get(now.map_or(0, |n| (n + 1) % squares.len().max(1))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_for_the_next_target_goes_on_from_a_vehicle_with_its_riders() {
        let at = |x| IVec2::new(x, 0);
        let target = |x| Counter { at: at(x), choice: Choice::Safe, ..default() };
        let counters = vec![Counter { active: true, ..default() }, target(3), target(3), target(5)];
        let table = Table { counters, ..default() };
        let mut pointer = Pointer { by_keys: true, ..default() };
        for x in [3, 5, 3] {
            pointer.square = next_target(&table, &pointer);
            assert_eq!(pointer.square, Some(at(x)));
        }
    }

    #[test]
    fn where_nobody_may_be_chosen_that_key_goes_along_the_enemies_in_sight() {
        let at = |x| IVec2::new(x, 0);
        let counter = |x| Counter { at: at(x), size: UVec2::ONE, ..default() };
        let counters = vec![Counter { active: true, ..counter(0) }, counter(4), counter(4), counter(7)];
        let overlay = Overlay { foes: vec![at(4), at(7)], ..default() };
        let table = Table { counters, overlay, ..default() };
        let mut pointer = Pointer::default();
        for x in [4, 7, 4] {
            pointer.square = next_target(&table, &pointer);
            pointer.by_keys = true;
            assert_eq!(pointer.square, Some(at(x)));
        }
        pointer.by_keys = false;
        assert_eq!(next_target(&table, &pointer), None, "it takes the other unit there");
    }
}
