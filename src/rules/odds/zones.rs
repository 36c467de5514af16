//! The odds of what fills a zone, for one of those in it (D-95 to D-98).

use super::shapes::{AttackOdds, Landing};
use crate::rules::check_prelude::*;

/// Exactly what it may take from a unit. Its check is the one that is not thrown.
pub(super) fn zone(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    armament: &Armament<'_>,
    (rule, def): (ZoneAreaRule, ZoneAreaDef),
    args: &Args,
) -> Option<AttackOdds> {
    let from = by.place.area;
    let aim = area::aim(facts, by, &from, spec.action, armament, args)?.ok()?;
    let range = area::range_of(facts, by, &from, armament, &aim);
    let check = area::square_check(facts, spec, &aim, range)?;
    let amounts = zone_area::amounts(facts, by, target, &aim, (&rule, &def));
    let results = Dist::weighted(amounts.into_iter().map(|(amount, faces)| {
        let trace = zone_area::trace(facts, by, target, &def, amount);
        (Landing::of(!trace.portions.is_empty(), false, &trace), u128::from(faces))
    }))?;
    Some(AttackOdds::of(check, results))
}
