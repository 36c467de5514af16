//! What the card of a vehicle tells besides what every unit's does: speed, what it can stand, its guns, its crew.
//!
//! Owns the lines. The numbers are the rules'.

use super::{line, ruled};
use crate::{
    grid::Arc,
    rules::facts::{Facts, UnitState, mount_names},
    window::{session::words, view::SideLine},
};

/// The lines of a vehicle; none for whatever is none.
pub fn vehicle_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let (Some(def), Some(rule)) = (unit.vehicle(), &facts.book.settings.vehicles) else { return Vec::new() };
    let own = &unit.driven;
    let top = facts.top_speed(unit);
    let mut lines = vec![
        line("Speed", format!("{} of {top} km/h", own.speed)),
        line("Squares a round", format!("{} of {}", rule.squares_at(own.speed), rule.squares_at(top))),
    ];
    if own.speed > 0 && facts.driver(unit.id()).is_none() {
        lines.push(SideLine { harm: true, ..line("Nobody drives it", "") });
    }
    if own.evasion != 0 {
        lines.push(line("Evades", words::signed(-own.evasion.abs())));
    }
    if let Some(quarry) = own.pursuing {
        lines.push(line("Pursues", words::name(facts, quarry)));
    }
    for (name, mount) in mount_names(def) {
        let gone = facts.weapon_gone(unit, name);
        let place = match mount.arc {
            Arc::Front => "ahead",
            Arc::Left => "to the left",
            Arc::Right => "to the right",
            Arc::Rear => "behind",
            Arc::All => "turret",
            Arc::Degrees(_) => "ahead, wide",
        };
        let text = words::capital(&facts.book.name_of(mount.weapon));
        lines.push(SideLine { struck: gone, ..line(text, place) });
    }
    for seat in &def.seats {
        let role = facts.book.bond(rule.crew).and_then(|bond| bond.role(Some(seat.role)));
        let role = role.map_or_else(|| seat.role.to_string(), |role| role.name.to_lowercase());
        let taken = facts.occupants(unit.id()).filter(|own| facts.seat_role(own.id()) == Some(seat.role));
        let belts = if seat.belted { ", belts" } else { "" };
        let own = line(format!("Seats: {role}{belts}"), format!("{} of {} taken", taken.count(), seat.count));
        lines.push(ruled(own, facts.book.bond(rule.crew).map(|bond| bond.rule)));
    }
    lines
}
