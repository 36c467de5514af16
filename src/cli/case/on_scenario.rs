//! A case that is fought in a scenario: what it takes from there, and what it may say besides.
//!
//! Units of its own are put on it by `set_up`, as on a map of its own.

use super::run::{Failure, fail};
use crate::{battle::terms::Terms, cli::prelude::*};

/// The scenario laid out as it begins, with the case's dice, options, doors and surroundings.
pub(super) fn laid_out(library: &Library, case: &Case, scenario: Key, book: Key) -> Result<Setup, Failure> {
    if let Some(field) = out_of_place(case) {
        return fail(0, format!("the scenario has its own `{field}`: leave out one of the two"));
    }
    let terms = Terms {
        book: Some(book),
        luck: case.luck,
        options: case.options.clone(),
        made: case.made.clone(),
        ..Terms::new(scenario, 0)
    };
    let mut setup = library.lay_out(&terms).or_else(|why| fail(0, why))?;
    setup.dice = DiceStream::scripted(case.dice.clone());
    setup.standing.extend(case.standing.iter().cloned());
    if case.surroundings != Surroundings::default() {
        setup.surroundings.clone_from(&case.surroundings);
    }
    for (door, .., open) in &case.doors {
        if setup.map.door(*door).is_none() {
            return fail(0, format!("the scenario has no door {door}"));
        }
        let set = Arc::make_mut(&mut setup.map).set_door(*door, *open);
        set.or_else(|error| fail(0, format!("the door {door}: {error}")))?;
    }
    Ok(setup)
}

/// A field that a scenario leaves no room for.
fn out_of_place(case: &Case) -> Option<&'static str> {
    let own_units = !case.sides.is_empty();
    let fields = [
        ("map", !case.map.is_empty()),
        ("legend", !case.legend.is_empty()),
        ("edges", !case.edges.is_empty()),
        ("heights", !case.heights.is_empty()),
        ("things", !case.things.is_empty()),
        ("reinforcements", !own_units && !case.reinforcements.is_empty()),
        ("ground", !own_units && !case.ground.is_empty()),
        ("opening", !own_units && case.opening.is_some()),
    ];
    fields.into_iter().find(|(_, written)| *written).map(|(field, _)| field)
}
