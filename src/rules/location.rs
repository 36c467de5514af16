//! Where on the body an attack strikes (S-32, S-62). Which armour covers what is in [`Facts`].

use crate::rules::prelude::*;

/// The parts of the body that an attack may strike, up to so much of its dice read backwards; none: all worn alike.
pub fn of(facts: &Facts, action: &ActionDef, target: &UnitState) -> Vec<(i32, Key)> {
    let rows = &facts.book.settings.attack.locations;
    match FireDef::of(action).location {
        _ if rows.is_empty() || !facts.partly_armoured(target) => Vec::new(),
        Some(location) => vec![(100, location)],
        None => rows.clone(),
    }
}

/// The two digits of a percentile roll changed round: 7 is 70, and 100 stays.
pub fn backwards(natural: i32) -> i32 {
    if natural == 100 { 100 } else { natural % 10 * 10 + natural / 10 }
}
