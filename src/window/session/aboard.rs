//! Vehicles as the board draws them: size, turret, damage, who sits where, and the sectors of their weapons.

use crate::grid::Arc;
use crate::window::session::prelude::*;

/// What is drawn of a vehicle from above; none for whatever is none.
pub fn hull(play: &Play, facts: &Facts, unit: &UnitState) -> Option<Hull> {
    let def = unit.vehicle()?;
    let (width, length) = def.footprint;
    let size = UVec2::new(u32::from(width.max(1)), u32::from(length.max(1)));
    let turret = def.mounts.iter().any(|mount| mount.arc == Arc::All);
    let facing = f32::from(u8::try_from(unit.place.facing.eighths()).unwrap_or(0));
    let turret = turret.then(|| aimed(play, facts, unit).unwrap_or(facing));
    Some(Hull { size, turret, damage: damage(facts, unit) })
}

/// How battered it is: the track that went before the last one, the last one, all of it.
fn damage(facts: &Facts, unit: &UnitState) -> u8 {
    let last = facts.book.settings.systems.as_ref().and_then(|rule| rule.last_track());
    let gone = last.and_then(|id| unit.tracks.get(id)).is_some_and(|track| track.now <= 0);
    if facts.dead(unit) || gone {
        return 3;
    }
    let hurt = unit.tracks.0.iter().filter(|track| track.now < track.max);
    hurt.map(|track| if Some(track.id) == last { 2 } else { 1 }).max().unwrap_or(0)
}

/// Whether a vehicle is no more than scrap.
pub fn wrecked(facts: &Facts, unit: &UnitState) -> bool {
    unit.vehicle().is_some() && damage(facts, unit) >= 3
}

/// The way from the middle of a vehicle to the last target of those who fight from it, in eighths of a turn.
fn aimed(play: &Play, facts: &Facts, vehicle: &UnitState) -> Option<f32> {
    let own = |by: UnitId| by == vehicle.id() || facts.carrier(by) == Some(vehicle.id());
    let target = play.perceived().rev().find_map(|event| match &event.outcome {
        Outcome::Struck { by, target, .. } if own(*by) => Some(*target),
        _ => None,
    })?;
    // Only as long as it is known where the target is.
    let target = facts.unit(target).filter(|target| !target.place.gone)?;
    let way = middle(&target.place.area) - middle(&vehicle.place.area);
    (way != Vec2::ZERO).then(|| way.x.atan2(-way.y) / std::f32::consts::FRAC_PI_4)
}

/// The middle of squares, in squares from the upper left corner of the map.
pub fn middle(area: &Area) -> Vec2 {
    let corner = Vec2::new(f32::from(area.origin.x), f32::from(area.origin.y));
    corner + Vec2::new(f32::from(area.columns.max(1)), f32::from(area.rows.max(1))) / 2.0
}

pub fn seat(facts: &Facts, unit: &UnitState) -> Option<VehicleSeat> {
    let (vehicle, _) = facts.vehicle_of(unit)?;
    let aboard: Vec<UnitId> = facts.occupants(vehicle.id()).map(UnitState::id).collect();
    let n = aboard.iter().position(|id| *id == unit.id())?;
    let (n, of) = (u32::try_from(n).ok()?, u32::try_from(aboard.len()).ok()?);
    let drives = facts.driver(vehicle.id()).is_some_and(|driver| driver.id() == unit.id());
    Some(VehicleSeat { n, of, drives })
}

/// The sectors of a vehicle's weapons: idle are those that its gunner cannot fire, or all but the one that would be.
pub fn sectors(
    facts: &Facts,
    vehicle: &UnitState,
    gunner: Option<(&UnitState, Option<Key>)>,
    side: usize,
) -> Vec<Sector> {
    let Some(def) = vehicle.vehicle() else { return Vec::new() };
    let far = f32::from(facts.map.width().max(facts.map.height())) * 1.5;
    let half = f32::from(vehicle.place.area.columns.min(vehicle.place.area.rows).max(1)) / 2.0;
    let fires = |gunner: &UnitState, weapon: Option<Key>| -> Vec<Key> {
        let all = facts.mounted(gunner).into_iter().map(|one| one.item.id);
        all.filter(|own| weapon.is_none_or(|weapon| weapon == *own)).collect()
    };
    let able = gunner.map(|(gunner, weapon)| fires(gunner, weapon));
    each_once(mount_names(def).into_iter().map(|(name, mount)| {
        let usable = able.as_ref().is_none_or(|own| own.contains(&name));
        let (turn, degrees) = match mount.arc {
            Arc::Front => (0.0, 90.0),
            Arc::Right => (2.0, 90.0),
            Arc::Rear => (4.0, 90.0),
            Arc::Left => (6.0, 90.0),
            Arc::All => (0.0, 360.0),
            Arc::Degrees(degrees) => (0.0, f32::from(degrees)),
        };
        let facing = f32::from(u8::try_from(vehicle.place.facing.eighths()).unwrap_or(0));
        Sector {
            middle: middle(&vehicle.place.area),
            facing: facing + turn,
            degrees,
            from: half,
            to: if mount.arc == Arc::All { half + 1.5 } else { far },
            side,
            idle: !usable || facts.weapon_gone(vehicle, name),
        }
    }))
}
