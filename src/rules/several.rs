//! Effects on several at once: whom they reach.

use crate::rules::prelude::*;

impl Whom {
    /// Whether a unit is one of those meant, seen from another.
    pub fn means(self, facts: &Facts, by: &UnitState, unit: &UnitState) -> bool {
        let (hostile, same) = (facts.hostile(by, unit), unit.id() == by.id());
        match self {
            Self::Foe => hostile,
            Self::Ally => !hostile && !same,
            Self::OwnSide => !hostile,
            Self::Any => !same,
        }
    }
}

/// Whom an effect on several reaches, in roster order: those who are on the board and alive. Nobody for any other
/// effect. `at` is where it is aimed, if anywhere; `value` works out how near they must be, in squares.
pub fn reached(
    facts: &Facts,
    by: &UnitState,
    effect: &EffectDef,
    at: Option<Square>,
    value: impl FnOnce(&Expr) -> i32,
) -> Vec<UnitId> {
    let EffectDef::Each { who, within, area, bound, .. } = effect else { return Vec::new() };
    let own = &by.place;
    let within = within.as_ref().map(value);
    let covered =
        area.map(|shape| shape.squares(facts.map_in(own.band), &own.area, at.unwrap_or(own.area.origin)));
    let fits = |unit: &&UnitState| {
        facts.present(unit)
            && who.means(facts, by, unit)
            && within.is_none_or(|most| facts.distance(by, unit) <= most)
            && bound.is_none_or(|kind| facts.bound(kind, by.id(), unit.id()).is_some())
            && covered.as_ref().is_none_or(|squares| {
                let area = &unit.place.area;
                unit.place.band == own.band && area.squares().any(|square| squares.contains(square))
            })
    };
    facts.units.iter().filter(fits).map(UnitState::id).collect()
}
