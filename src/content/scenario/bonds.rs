//! Relations between units as their entries state them: riders, crews, grapples.
//!
//! Who is bound to whom as a fight begins, and where those stand who are carried.

use super::{UnitEntry, UnitMistake, mistake};
use crate::{
    content::prelude::*,
    rules::{
        bond::BondDef,
        facts::{Bond, Condition},
    },
};

/// Binds units together as their entries say, and puts those who are carried on their carriers' squares.
///
/// # Errors
/// The word that is wrong: a relation, role or unit that does not exist.
pub fn bind<'a>(
    book: &Rulebook,
    entries: impl Iterator<Item = &'a UnitEntry>,
    units: &mut [UnitState],
) -> Result<Vec<Bond>, UnitMistake> {
    let mut bonds = Vec::new();
    for entry in entries {
        if let Some(quarry) = entry.pursuing
            && !units.iter().any(|unit| unit.id().0 == quarry && unit.vehicle().is_some())
        {
            let known = units.iter().filter(|unit| unit.vehicle().is_some());
            let known = known.map(|unit| unit.id().0.as_str()).collect();
            return mistake(quarry, format!("there is no vehicle \"{quarry}\" to pursue"), known);
        }
        let carries = |def: &&BondDef| def.role(None).is_some_and(|role| role.carried);
        let ridden = || book.settings.bonds.iter().find(carries).map(|def| def.id);
        let riding = entry.riding.map(|to| (ridden(), None, to));
        let others = entry.bonds.iter().map(|own| (Some(own.kind), own.role, own.to));
        let crew = book.settings.vehicles.as_ref().map(|rule| rule.crew);
        let aboard = entry.aboard.map(|(to, role)| (crew, Some(role), to));
        for (kind, role, to) in riding.into_iter().chain(others).chain(aboard) {
            let known = || book.settings.bonds.iter().map(|def| def.id.as_str()).collect();
            let Some(kind) = kind else {
                let message = format!("{} knows no relations between units", book.settings.name);
                return mistake(to, message, Vec::new());
            };
            let Some(def) = book.bond(kind) else {
                return mistake(kind, format!("there is no relation \"{kind}\""), known());
            };
            let Some(role) = def.role(role) else {
                let known = def.roles.iter().map(|role| role.id.as_str()).collect();
                let word = role.unwrap_or(kind);
                return mistake(word, format!("{kind} has no role \"{word}\""), known);
            };
            let place = units.iter().find(|unit| unit.id().0 == to).map(|unit| unit.place);
            let Some(place) = place.filter(|_| to != entry.id) else {
                let known = units.iter().map(|unit| unit.id().0.as_str()).collect();
                return mistake(to, format!("there is no other unit \"{to}\""), known);
            };
            if Some(kind) == crew {
                let found = units.iter_mut().find(|unit| unit.id().0 == to);
                let Some((vehicle, def)) = found.and_then(|unit| {
                    let def = unit.sheet.0.vehicle.clone()?;
                    Some((unit, def))
                }) else {
                    return mistake(to, format!("\"{to}\" is no vehicle"), Vec::new());
                };
                let there =
                    bonds.iter().filter(|bond: &&Bond| bond.to.0 == to && bond.role == role.id).count();
                if def.seats(role.id).is_none_or(|seat| there >= seat.count) {
                    return mistake(to, format!("{to} has no seat left for a {}", role.name), Vec::new());
                }
                if role.drives {
                    vehicle.driven.last = Some(UnitId(entry.id));
                }
            }
            if let Some(own) = units.iter_mut().find(|unit| unit.id().0 == entry.id && role.carried) {
                own.place = place;
            }
            for (unit, condition) in [(entry.id, role.condition), (to, def.to_condition)] {
                let own = units.iter_mut().find(|own| own.id().0 == unit);
                if let (Some(own), Some(condition)) = (own, condition) {
                    own.conditions.0.push(Condition::new(condition, 1, Until::Battle, None));
                }
            }
            bonds.push(Bond { kind, unit: UnitId(entry.id), role: role.id, to: UnitId(to) });
        }
    }
    Ok(bonds)
}
