//! The sectors and cones that matter now: of fire, of the area under the pointer, of a watch that is being set, of the
//! watches that stand.

use super::parts::Menu;
use crate::grid::in_cone;
use crate::window::session::prelude::*;

impl BattleController {
    /// The sectors of fire that matter now: of the vehicle from which the unit is about to shoot with a weapon, else of
    /// the one that is pointed at.
    pub(super) fn sectors(
        &self,
        facts: &Facts,
        unit: Option<&UnitState>,
        weapon: Option<Key>,
    ) -> Vec<Sector> {
        let shoots = self.in_hand.chosen.as_ref().and_then(|chosen| facts.book.action(chosen.action));
        let shoots = shoots.is_some_and(|def| def.weapon_use() == Some(WeaponUse::Ranged));
        if let Some((own, (vehicle, _))) =
            unit.filter(|_| shoots).and_then(|own| Some((own, facts.vehicle_of(own)?)))
        {
            return aboard::sectors(facts, vehicle, Some((own, weapon)), self.play.colour(own.side()));
        }
        let pointed = self.unit_pointed_at().and_then(|id| facts.unit(id));
        let pointed = pointed.map(|own| facts.vehicle_of(own).map_or(own, |(vehicle, _)| vehicle));
        if let Some(vehicle) = pointed.filter(|own| own.vehicle().is_some()) {
            return aboard::sectors(facts, vehicle, None, self.play.colour(vehicle.side()));
        }
        Vec::new()
    }

    pub(super) fn cones(
        &self,
        facts: &Facts,
        unit: Option<&UnitState>,
        stamp: Option<&AreaEffect>,
    ) -> Vec<Sector> {
        let mut found = Vec::new();
        if let Some(unit) = unit {
            let side = self.play.colour(unit.side());
            let aimed = stamp.and_then(|stamp| stamp.sector);
            let watched = self.watch_being_set().map(|(way, zone)| cones::of_watch(facts, unit, way, zone));
            found.extend(aimed.into_iter().chain(watched).map(|sector| Sector { side, ..sector }));
        }
        for own in facts.units.iter().filter(|own| facts.present(own)) {
            let pointed = self.pointed_at().is_some_and(|at| own.place.area.contains(show::square(at)));
            let side = self.play.colour(own.side());
            let open = own.watches.0.iter().filter_map(|watch| Some((watch.towards?, watch.zone)));
            for (way, zone) in open {
                let sector = Sector { side, idle: !pointed, ..cones::of_watch(facts, own, way, zone) };
                if !found.contains(&sector) {
                    found.push(sector);
                }
            }
        }
        found
    }

    /// Stamps the squares of a watch that is being set, as those of an area are.
    pub(super) fn stamp_watch(&self, facts: &Facts, unit: &UnitState, overlay: &mut Overlay) {
        let Some((way, Some(zone))) = self.watch_being_set() else { return };
        let area = &unit.place.area;
        for (square, marks) in facts.map.squares().zip(&mut overlay.marks) {
            let there = Area::one(square);
            if (1..=zone).contains(&area.distance(&there)) && in_cone(area, way, &there) {
                *marks |= mark::AREA;
            }
        }
    }

    /// Where the watch opens that is being set, and how far it reaches: as the menu's entry under the pointer says, else
    /// as it was chosen.
    fn watch_being_set(&self) -> Option<(Dir8, Option<i32>)> {
        let chosen = self.in_hand.chosen.as_ref()?;
        let entry = match (&self.in_hand.menu, self.question.entry) {
            (Some(Menu::Fill(entries)), Some(n)) => entries.get(n).map(|entry| &entry.pick),
            _ => None,
        };
        let (way, zone) = match entry {
            Some(MenuPick::Spread(spread)) => (spread.way(), chosen.zone),
            Some(MenuPick::Zone(zone)) => (chosen.spread.and_then(Spread::way), Some(*zone)),
            _ => (chosen.spread.and_then(Spread::way), chosen.zone),
        };
        Some((way?, zone))
    }
}
