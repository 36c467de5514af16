//! Cones on the map: of an attack that is aimed, of a watch while it is set and while it stands.

use std::f32::consts::FRAC_PI_4;

use crate::window::session::prelude::*;

/// How wide a cone is, in degrees.
const CONE: f32 = 60.0;

/// The sector that an attack covers from a footprint towards a square; none for what covers no cone.
pub fn of_attack(shape: Template, from: &Area, towards: Square) -> Option<Sector> {
    let (length, degrees) = match shape {
        Template::Cone(length) => (length, CONE),
        Template::Arc(length, degrees) => (length, f32::from(degrees)),
        _ => return None,
    };
    let apex = from.nearest_to(towards);
    let way = Vec2::new(f32::from(towards.x) - f32::from(apex.x), f32::from(towards.y) - f32::from(apex.y));
    (way != Vec2::ZERO).then(|| Sector {
        middle: aboard::middle(&Area::one(apex)),
        facing: way.x.atan2(-way.y) / FRAC_PI_4,
        degrees,
        from: 0.5,
        to: f32::from(length) + 0.5,
        ..Sector::default()
    })
}

/// The cone in which a unit watches, within so many squares; none or 0: as far as the map goes (S-68).
pub fn of_watch(facts: &Facts, unit: &UnitState, way: Dir8, zone: Option<i32>) -> Sector {
    let area = &unit.place.area;
    let half = f32::from(area.columns.min(area.rows).max(1)) / 2.0;
    let map = f32::from(facts.map.width().max(facts.map.height()));
    let zone = zone.filter(|zone| *zone > 0).and_then(|zone| u16::try_from(zone).ok());
    Sector {
        middle: aboard::middle(area),
        facing: f32::from(u8::try_from(way.eighths()).unwrap_or(0)),
        degrees: CONE,
        from: half,
        to: half + zone.map_or(map, f32::from),
        ..Sector::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cone_opens_towards_the_square_that_is_aimed_at() {
        let from = Area::one(Square::new(2, 3));
        let east = of_attack(Template::Cone(4), &from, Square::new(5, 3)).unwrap();
        assert_eq!((east.middle, east.facing, east.degrees), (Vec2::new(2.5, 3.5), 2.0, 60.0));
        let south_west = of_attack(Template::Arc(3, 120), &from, Square::new(1, 4)).unwrap();
        assert!((south_west.facing + 3.0).abs() < 0.001 && south_west.degrees == 120.0);
        assert_eq!(of_attack(Template::Burst(2), &from, Square::new(5, 3)), None);
    }
}
