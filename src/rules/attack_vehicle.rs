//! Attacks made out of vehicles ([`vehicle`](super::vehicle)), and by what turns badly: arcs of mounted weapons, firing
//! ports (A-165, C-110, C-117, C-118).

use crate::grid::Arc;
use crate::rules::prelude::*;

/// What an attack takes up of the vehicle out of which it is made, for the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Takes {
    /// The mounted weapon: nobody else fires it (C-110).
    Mount(UnitId, Key),
    /// A place to shoot out through that side (C-117).
    Port(UnitId, Arc),
}

/// Whether what keeps its facing has squares in its weapon's arc, ahead by default; others attack all round.
fn own_arc(facts: &Facts, by: &UnitState, weapon: Option<Key>, to: &Area) -> bool {
    if facts.manoeuvrability(by, by.usage.category).is_none() || facts.carrier(by.id()).is_some() {
        return true;
    }
    let arc = weapon.and_then(|id| facts.weapon(by, id)).and_then(|(_, def)| def.arc).unwrap_or_default();
    in_arc(by.place.facing, arc, &by.place.area, to)
}

/// Whether a unit can attack those squares from where it sits, if it sits in a vehicle, or as it looks, if it keeps its
/// facing, and what that takes up of the vehicle. `target` is who is attacked, for arcs gained by a stunt (C-125) and
/// those in the same vehicle.
///
/// # Errors
/// `no_power`: its weapons do not work; `manned`: another fires that weapon this round; `out_of_arc`: the weapon does
/// not bear; `no_port`: all places on that side are taken.
pub fn from_vehicle(
    facts: &Facts,
    by: &UnitState,
    weapon: Option<Key>,
    to: &Area,
    target: Option<&UnitState>,
) -> OrRefusal<Option<Takes>> {
    let Some((vehicle, _)) = facts.vehicle_of(by) else {
        return match own_arc(facts, by, weapon, to) {
            true => Ok(None),
            false => {
                refuse("out_of_arc", message!("core-x-looks-another-way", unit = by.identity.name), "A-165")
            }
        };
    };
    if let Some(mounted) = weapon.and_then(|id| facts.mounted_weapon(by, id)) {
        if !facts.can_act(vehicle) {
            let text = message!("core-nothing-of-x-works", vehicle = vehicle.identity.name);
            return refuse("no_power", text, "C-141");
        }
        let fired = &vehicle.driven.fired;
        if fired.iter().any(|(who, id)| *id == mounted.item.id && *who != by.id()) {
            let text = message!("core-another-fires-the-x", weapon = mounted.def.name);
            return refuse("manned", text, "C-110");
        }
        let bears = in_arc(vehicle.place.facing, mounted.mount.arc, &vehicle.place.area, to)
            || target.is_some_and(|target| facts.in_arc_of(vehicle, mounted.mount.arc, target));
        if !bears {
            let text = message!("core-the-x-does-not-bear", weapon = mounted.def.name);
            return refuse("out_of_arc", text, "C-110");
        }
        return Ok(Some(Takes::Mount(vehicle.id(), mounted.item.id)));
    }
    if target.is_some_and(|target| facts.together(target.id(), vehicle.id())) {
        return Ok(None);
    }
    match facts.port(by, to) {
        Ok(side) => Ok(side.map(|side| Takes::Port(vehicle.id(), side))),
        Err(_) => refuse("no_port", message!("core-all-places-to-shoot-out-on-that-side-are-taken"), "C-117"),
    }
}
