//! What the card of a vehicle tells besides what every unit's does: speed, what it can stand, its guns, its crew.
//!
//! Owns the lines. The numbers are the rules'.

use super::{line, ruled};
use crate::{
    grid::Arc,
    locale::say,
    rules::facts::{Facts, UnitState, mount_names},
    window::{session::words, view::SideLine},
};

/// The lines of a vehicle; none for whatever is none.
pub fn vehicle_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let (Some(def), Some(rule)) = (unit.vehicle(), &facts.book.settings.vehicles) else { return Vec::new() };
    let own = &unit.driven;
    let top = facts.top_speed(unit);
    let mut lines = vec![
        line(say!("vehicle-speed"), say!("vehicle-speed-of", n = own.speed, top = top)),
        line(
            say!("vehicle-squares"),
            say!("line-of", n = rule.squares_at(own.speed), most = rule.squares_at(top)),
        ),
    ];
    if own.speed > 0 && facts.driver(unit.id()).is_none() {
        lines.push(SideLine { harm: true, ..line(say!("vehicle-undriven"), "") });
    }
    if own.evasion != 0 {
        lines.push(line(say!("vehicle-evades"), words::signed(-own.evasion.abs())));
    }
    if let Some(quarry) = own.pursuing {
        lines.push(line(say!("vehicle-pursues"), words::name(facts, quarry)));
    }
    for (name, mount) in mount_names(def) {
        let gone = facts.weapon_gone(unit, name);
        let place = match mount.arc {
            Arc::Front => say!("arc-ahead"),
            Arc::Left => say!("arc-left"),
            Arc::Right => say!("arc-right"),
            Arc::Rear => say!("arc-behind"),
            Arc::All => say!("arc-turret"),
            Arc::Degrees(_) => say!("arc-wide"),
        };
        let text = words::capital(&facts.book.name_of(mount.weapon));
        lines.push(SideLine { struck: gone, ..line(text, place) });
    }
    for seat in &def.seats {
        let role = facts.book.bond(rule.crew).and_then(|bond| bond.role(Some(seat.role)));
        let role = role.map_or_else(|| seat.role.to_string(), |role| words::low(&role.name));
        let taken = facts.occupants(unit.id()).filter(|own| facts.seat_role(own.id()) == Some(seat.role));
        let own = line(
            say!("vehicle-seats", role = role, belts = if seat.belted { "yes" } else { "no" }),
            say!("vehicle-taken", n = taken.count(), most = seat.count),
        );
        lines.push(ruled(own, facts.book.bond(rule.crew).map(|bond| bond.rule)));
    }
    lines
}
