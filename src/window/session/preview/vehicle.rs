//! The lines that only the card of a vehicle has: speed, damage it can take, guns, crew.

use crate::window::session::prelude::*;
use crate::{
    grid::Arc,
    rules::{action::Fitness, unit_systems::Strikes},
};

/// The lines of a vehicle; none for whatever is none.
pub fn vehicle_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let (Some(def), Some(rule)) = (unit.vehicle(), &facts.book.settings.vehicles) else { return Vec::new() };
    let own = &unit.driven;
    let top = facts.top_speed(unit);
    let squares = say!("line-of", n = rule.squares_at(own.speed), most = rule.squares_at(top));
    let mut lines = vec![
        line(say!("vehicle-speed"), say!("vehicle-speed-of", n = own.speed, top = top)),
        line(say!("vehicle-squares"), squares),
    ];
    if own.speed > 0 && facts.driver(unit.id()).is_none() {
        lines.push(SideLine { harm: true, ..line(say!("vehicle-undriven"), "") });
    }
    lines.extend((own.evasion != 0).then(|| line(say!("vehicle-evades"), words::signed(-own.evasion.abs()))));
    lines.extend(own.pursuing.map(|quarry| line(say!("vehicle-pursues"), words::name(facts, quarry))));
    for (name, mount) in mount_names(def) {
        let gone = facts.weapon_gone(unit, name);
        let mut text = words::capital(&facts.book.name_of(mount.weapon));
        let weapon = facts.weapon(unit, name).filter(|(_, weapon)| weapon.capacity > 0);
        if let Some((item, weapon)) = weapon {
            text = format!("{text} {}/{}", item.loaded, weapon.capacity);
        }
        lines.push(SideLine { struck: gone, ..line(text, arc(mount.arc)) });
    }
    for seat in &def.seats {
        let role = facts.book.bond(rule.crew).and_then(|bond| bond.role(Some(seat.role)));
        let role = role.map_or_else(|| seat.role.to_string(), |role| words::low(&role.name));
        let taken = facts.occupants(unit.id()).filter(|own| facts.seat_role(own.id()) == Some(seat.role));
        let names: Vec<String> = taken.map(|own| own.identity.name.clone()).collect();
        let taken = say!("line-of", n = names.len(), most = seat.count);
        let text = say!(
            "vehicle-seats",
            role = words::capital(&role),
            belts = if seat.belted { "yes" } else { "no" },
            some = if names.is_empty() { "no" } else { "yes" },
            names = words::list(&names)
        );
        lines.push(ruled(line(text, taken), facts.book.bond(rule.crew).map(|bond| bond.rule)));
    }
    lines
}

/// What hits have left of each system of a unit that has such; weapons and limbs by their names (C-133 to C-148).
pub fn system_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let told = facts.systems_in(unit, Fitness::Hurt, &[]).into_iter().filter_map(|part| {
        let def = facts.system_of(unit, part)?;
        let hits = facts.system_damage(unit, part);
        let value = match &def.strikes {
            // Tracks stand there anyway.
            Strikes::Track(_) => return None,
            _ if unit.systems.rigged(part) => say!("system-rigged"),
            Strikes::Hits(most) | Strikes::Parts(_, most) if hits < i32::from(*most) => {
                say!("system-hits", n = hits, most = *most)
            }
            Strikes::Hits(_) | Strikes::Parts(..) => say!("system-gone"),
            _ => words::signed(-hits),
        };
        let text = words::capital(&facts.book.name_of(part));
        Some(ruled(SideLine { harm: true, ..line(text, value) }, Some(def.rule)))
    });
    told.collect()
}

/// Into which side a weapon fires, in words.
pub fn arc(arc: Arc) -> String {
    match arc {
        Arc::Front => say!("arc-ahead"),
        Arc::Left => say!("arc-left"),
        Arc::Right => say!("arc-right"),
        Arc::Rear => say!("arc-behind"),
        Arc::All => say!("arc-turret"),
        Arc::Degrees(_) => say!("arc-wide"),
    }
}
