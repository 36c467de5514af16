//! Loud noises: who hears them, and what that does to them.

use crate::battle::prelude::*;

/// Those with a condition that a noise may touch, taken before the action that makes it: what puts to sleep does not
/// wake.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Listeners(Vec<(UnitId, Key)>);

impl Listeners {
    /// All there are now.
    pub fn of(facts: &Facts) -> Self {
        let hearing = facts.units.iter().filter(|unit| facts.present(unit) && !facts.deaf(unit));
        let all = hearing.flat_map(|unit| facts.conditions(unit).map(move |(def, _)| (unit.id(), def)));
        let touched = all.filter(|(_, def)| def.on.iter().any(|trigger| trigger.at == Hook::Noise));
        Self(touched.map(|(unit, def)| (unit, def.id)).collect())
    }

    /// Without those whom the action has touched already: theirs is the check for that.
    pub fn leave_out(&mut self, touched: &[UnitId]) {
        self.0.retain(|(id, _)| !touched.contains(id));
    }
}

impl Battle {
    /// A loud noise: every listener within hearing has its check at once, in roster order.
    pub(super) fn noise(&mut self, by: UnitId, at: Square, listeners: &Listeners) -> OrFault {
        let facts = self.facts();
        let option = Key::new("noise_radius");
        let own = facts.options.get(&option).or_else(|| facts.book.settings.options.get(&option));
        let radius = own.copied().unwrap_or(facts.book.settings.noise);
        let here = Area::one(at);
        let hears = |unit: &UnitState| unit.place.area.distance(&here) <= radius;
        let near = listeners.0.iter().filter(|(id, _)| facts.unit(*id).is_some_and(hears));
        let near: Vec<(UnitId, Key)> = near.copied().collect();
        self.record(Outcome::Noise { by, at, radius });
        near.into_iter().try_for_each(|(unit, condition)| self.hook(unit, Hook::Noise, Some(condition)))
    }
}
