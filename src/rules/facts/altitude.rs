//! Units in the air: bands, who can fly, the way between (S-23 to S-26, T-05). Moves: `legal`, falls: `battle`.

use crate::rules::altitude::AltitudeRule;
use crate::rules::prelude::*;

impl Facts {
    /// The rule of altitude, where this fight has bands.
    pub fn altitude(&self) -> Option<&AltitudeRule> {
        let rule = self.book.settings.altitude.as_ref()?;
        rule.option.is_none_or(|option| self.option(option.as_str()) != 0).then_some(rule)
    }

    /// Squares between two bands (S-23).
    pub fn gap(&self, one: Band, other: Band) -> i32 {
        if one == other { 0 } else { self.altitude().map_or(0, |rule| rule.gap(one, other)) }
    }

    /// Whether a reach of so many squares from a unit comes to an area in a band (D-59, T-05).
    pub fn within_reach(&self, bearer: &UnitState, area: &Area, band: Band, reach: i32) -> bool {
        let own = bearer.place.band;
        bearer.place.area.distance(area) <= reach
            && (own == band || self.altitude().is_none_or(|rule| rule.extends(own, band, reach)))
    }

    /// The map as those in a band meet it: above the ground nothing stands in anybody's way.
    pub fn map_in(&self, band: Band) -> &Arc<Map> {
        if band == Band::Ground { &self.map } else { &self.sky }
    }

    /// Its ways of moving: its own, and those that what it wears or carries gives it.
    pub fn movements<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = &'a MoveDef> {
        let from = self.book.settings.harm.broken_from;
        let lent = unit.gear.items.iter().filter(move |item| !item.broken(from) && !item.destroyed());
        let lent =
            lent.filter_map(|item| self.book.item(item.def).filter(|def| def.slot.is_none() || item.worn));
        unit.sheet.0.movement.iter().chain(lent.flat_map(|def| &def.movement))
    }

    /// Whether a category of movement flies.
    pub fn flies_by(&self, category: Key) -> bool {
        self.altitude().is_some_and(|rule| rule.flying.contains(&category))
    }

    /// The way in which a unit flies, if it has one and nothing keeps it down (S-25, S-26).
    pub fn flight<'a>(&'a self, unit: &'a UnitState) -> Option<&'a MoveDef> {
        let powerless = self.systems(unit).is_some() && self.hurt_speed(unit, 100) <= 0;
        if powerless || self.conditions(unit).any(|(def, _)| def.grounds || def.dead) {
            return None;
        }
        self.movements(unit).find(|def| self.flies_by(def.category))
    }

    /// How many squares a unit falls that others bring to an area: as deep as it is, unless it is held up (S-27).
    pub fn drop_at(&self, unit: &UnitState, area: &Area) -> i32 {
        if self.altitude().is_none() || unit.place.band != Band::Ground || self.can_fly(unit) {
            return 0;
        }
        let deep = |square| self.map.contents(square).map(|here| i32::from(here.drop)).max().unwrap_or(0);
        area.squares().map(deep).min().unwrap_or(0)
    }

    /// Squares of a move's allowance for changes of band at this cost, less what a unit has saved up for them (D-19).
    pub fn climb_cost(&self, unit: &UnitState, squares: i32) -> i32 {
        let saved = self.altitude().and_then(|rule| rule.saved);
        (squares - saved.map_or(0, |saved| unit.conditions.count(saved))).max(0)
    }

    /// Whether a unit can fly (S-25).
    pub fn can_fly(&self, unit: &UnitState) -> bool {
        self.flight(unit).is_some()
    }
}
