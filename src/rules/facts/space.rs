//! Units in space: how they move, whom they reach, threaten and see. Lines and distances themselves are in `grid`.

use crate::grid::{cover_between, line_of_effect_between};
use crate::rules::prelude::*;

impl Facts {
    /// Who is on a square, in whatever band.
    pub fn units_on(&self, square: Square) -> impl Iterator<Item = &UnitState> {
        self.units.iter().filter(move |unit| self.present(unit) && unit.place.area.contains(square))
    }

    /// Its way of moving in a category; none given: the first of its own.
    pub fn move_def<'a>(&'a self, unit: &'a UnitState, category: Option<Key>) -> Option<&'a MoveDef> {
        match category {
            Some(category) => self.movements(unit).find(|def| def.category == category),
            None => unit.sheet.0.movement.first(),
        }
    }

    /// Base movement speed in squares: own, or the book's default.
    pub fn base_speed(&self, unit: &UnitState, category: Option<Key>) -> i32 {
        self.move_def(unit, category)
            .map_or_else(|| self.value(&self.book.settings.movement.speed, unit), |def| def.speed)
    }

    /// Its movement increment; who is carried has its carrier's.
    pub fn increment(&self, unit: &UnitState) -> i32 {
        let unit = self.bearer(unit);
        increment(unit.usage.squares, self.base_speed(unit, unit.usage.category))
    }

    /// Its threat range, least and most, in squares: as far as the longest of its weapons in hand.
    pub fn threat_range(&self, unit: &UnitState) -> (i32, i32) {
        let longer = self.in_hand(unit, WeaponUse::Melee).map(|(_, def)| def.longer).max().unwrap_or(0);
        self.melee_range(unit, longer)
    }

    /// How far it strikes with a mêlée weapon so much longer, least and most, in squares (A-72, A-73, S-29).
    pub fn melee_range(&self, unit: &UnitState, longer: i32) -> (i32, i32) {
        let of_size = || self.book.size(unit.sheet.0.size).map(|size| size.threat);
        let (least, most) = unit.sheet.0.threat.or_else(of_size).unwrap_or((1, 1));
        (least + unit.gear.reach_shift, most + longer + unit.gear.reach_shift)
    }

    /// Whether it threatens a footprint: armed, able to act, in reach, with line of effect, in the same band.
    pub fn threatens(&self, unit: &UnitState, area: &Area, band: Band) -> bool {
        if !self.can_act(unit) || !self.can_threaten(unit) || unit.place.band != band {
            return false;
        }
        let (least, most) = self.threat_range(unit);
        let distance = unit.place.area.distance(area);
        (least..=most).contains(&distance) && line_of_effect(self.map_in(band), &unit.place.area, area)
    }

    /// Whether a unit engages whoever stands on a footprint in a band: it is beside that, and can act (S-22).
    pub fn engages(&self, unit: &UnitState, area: &Area, band: Band) -> bool {
        self.can_act(unit)
            && unit.place.band == band
            && unit.place.area.distance(area) == 1
            && line_of_effect(self.map_in(band), &unit.place.area, area)
    }

    /// Whether something that gives cover stands beside it, on a square or an edge (F-74).
    pub fn beside_cover(&self, unit: &UnitState) -> bool {
        if unit.place.band != Band::Ground {
            return false;
        }
        let area = unit.place.area;
        let by_edge = |square: Square| {
            square.neighbours().any(|next| {
                Edge::between(square, next)
                    .and_then(|edge| self.map.edge(edge))
                    .is_some_and(|kind| kind.cover != CoverLevel::None)
            })
        };
        area.squares().any(by_edge)
            || area.around(1).any(|square| {
                !area.contains(square) && self.map.contents(square).any(|here| here.cover != CoverLevel::None)
            })
    }

    /// Whether something on which a weapon can be rested stands on its square, beside it or on an edge of it (C-174).
    pub fn rested(&self, unit: &UnitState) -> bool {
        let area = unit.place.area;
        let by_edge = |square: Square| {
            square.neighbours().any(|next| {
                let edge = Edge::between(square, next).and_then(|edge| self.map.edge(edge));
                edge.is_some_and(|kind| kind.rest)
            })
        };
        area.squares().any(by_edge)
            || area.around(1).any(|square| self.map.contents(square).any(|here| here.rest))
    }

    /// Distance in squares between two units' nearest squares, or of their bands if it is greater (S-23).
    pub fn distance(&self, one: &UnitState, other: &UnitState) -> i32 {
        one.place.area.distance(&other.place.area).max(self.gap(one.place.band, other.place.band))
    }

    /// Whether one unit sees another: not blind (C-140), line of sight, bands taken into account (T-05).
    pub fn sees(&self, one: &UnitState, other: &UnitState) -> bool {
        let (from, to) = (&one.place, &other.place);
        !self.blind(one) && line_of_sight_between(&self.map, &from.area, from.band, &to.area, to.band)
    }

    /// Line of effect between two units, altitude bands taken into account (T-05).
    pub fn reaches(&self, one: &UnitState, other: &UnitState) -> bool {
        let (from, to) = (&one.place, &other.place);
        line_of_effect_between(&self.map, &from.area, from.band, &to.area, to.band)
    }

    /// Cover of a target against an attacker, by what stands between and what it sits in (C-55, C-116).
    pub fn plain_cover(&self, from: &UnitState, to: &UnitState) -> Cover {
        let mut cover = self.line_cover(from, to);
        self.add_body_cover(&mut cover, from, to);
        cover
    }

    /// Cover that the map gives a target against an attacker (C-55).
    pub fn line_cover(&self, from: &UnitState, to: &UnitState) -> Cover {
        cover_between(&self.map, &from.place.area, from.place.band, &to.place.area, to.place.band)
    }

    /// Adds to the cover on a line what a target's vehicle gives it (C-116).
    fn add_body_cover(&self, cover: &mut Cover, from: &UnitState, to: &UnitState) {
        let Some(body) = self.body_cover(to, from) else { return };
        if !body.soft {
            cover.hard = cover.hard.max(body.level);
        }
        if body.level > cover.level || body.level == cover.level && cover.soft && !body.soft {
            (cover.level, cover.soft, cover.at) = (body.level, body.soft, None);
        }
    }

    /// Cover of a target against an attacker, one step better when it lies or crouches in some (C-55, C-56).
    pub fn cover(&self, from: &UnitState, to: &UnitState) -> Cover {
        self.cover_over(self.line_cover(from, to), from, to)
    }

    /// The same where the cover that the map gives is known.
    pub fn cover_over(&self, line: Cover, from: &UnitState, to: &UnitState) -> Cover {
        let mut cover = line;
        self.add_body_cover(&mut cover, from, to);
        let better = |level: CoverLevel| match level {
            CoverLevel::None => CoverLevel::None,
            CoverLevel::Quarter => CoverLevel::Half,
            CoverLevel::Half => CoverLevel::ThreeQuarter,
            _ => CoverLevel::Full,
        };
        if self.conditions(to).any(|(def, _)| def.low) {
            (cover.level, cover.hard) = (better(cover.level), better(cover.hard));
        }
        cover
    }
}
