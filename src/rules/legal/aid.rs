//! Helping another: whose check it is.

use super::*;

/// The check by which one unit helps another: the helped one's skill and another ability; none: the book has none.
pub fn aid<'a>(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    check: Key,
    ability: Key,
) -> Option<Request<'a>> {
    let def = facts.book.check(check)?;
    let skill = target.sheet.0.overrides.get(&check).map(|(_, skill)| *skill).or(def.skill);
    let mut request = Request::rolled(check, by.id(), Versus::Nothing);
    request.helped = Some((ability, skill));
    request.against = Some(target.id());
    request.success = Some(SuccessRule::Value);
    Some(request)
}
