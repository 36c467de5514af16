//! Helping another: whose check it is.

use super::*;

/// The check by which one unit helps another with a check: the helper's own, with the skill that the one helped uses
/// and another ability. None: the book has no such check.
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
