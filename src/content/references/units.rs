//! Where units and their systems name something else.

use super::{NameKind, Visit, effects, fits, modifier, names};
use crate::rules::{
    unit::UnitDef,
    unit_systems::{Strikes, SystemDef, Then},
};

/// The references of a system.
pub fn system(def: &mut SystemDef, visit: &mut dyn Visit) {
    match &mut def.strikes {
        Strikes::Track(track) => visit.name(NameKind::Track, track),
        Strikes::Aboard(roles) => names(NameKind::Role, roles, visit),
        Strikes::Armour | Strikes::Hits(_) | Strikes::Parts(..) | Strikes::Cargo => {}
    }
    match &mut def.then {
        Some(Then::System(id)) => visit.name(NameKind::System, id),
        Some(Then::Column(id)) => visit.name(NameKind::Column, id),
        None => {}
    }
    for onset in &mut def.on {
        names(NameKind::SystemsKind, &mut onset.kinds, visit);
        effects(&mut onset.effects, visit);
        names(NameKind::Condition, &mut onset.turns, visit);
        names(NameKind::System, onset.hits.iter_mut().map(|(system, _)| system), visit);
    }
}

/// The references of a unit.
pub fn unit(def: &mut UnitDef, visit: &mut dyn Visit) {
    visit.name(NameKind::Size, &mut def.size);
    def.stats.keys().for_each(|stat| visit.name(NameKind::Stat, &mut { *stat }));
    def.tracks.keys().for_each(|track| visit.name(NameKind::Track, &mut { *track }));
    names(NameKind::Weapon, &mut def.weapons, visit);
    names(NameKind::Item, &mut def.items, visit);
    names(NameKind::Spell, &mut def.spells, visit);
    names(NameKind::Action, &mut def.actions, visit);
    names(NameKind::Condition, &mut def.conditions, visit);
    names(NameKind::Gear, def.auras.iter_mut().filter_map(|aura| aura.device.as_mut()), visit);
    if let Some(own) = &mut def.systems {
        visit.name(NameKind::SystemsKind, &mut own.kind);
        names(NameKind::System, &mut own.lacks, visit);
        for (system, check) in &own.repairs {
            visit.name(NameKind::System, &mut { *system });
            visit.name(NameKind::Check, &mut { *check });
        }
        names(NameKind::Weapon, own.limbs.iter_mut().flat_map(|limb| &mut limb.weapons), visit);
        names(NameKind::Item, &mut own.devices, visit);
    }
    names(NameKind::Interaction, &mut def.interactions, visit);
    for (check, (ability, skill)) in &def.overrides {
        visit.name(NameKind::Check, &mut { *check });
        visit.name(NameKind::Stat, &mut { *ability });
        visit.name(NameKind::Stat, &mut { *skill });
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    fits::unit(def, visit);
    if let Some(vehicle) = &mut def.vehicle {
        visit.name(NameKind::Stat, &mut vehicle.skill);
        names(NameKind::Role, vehicle.seats.iter_mut().map(|seat| &mut seat.role), visit);
        for mount in &mut vehicle.mounts {
            visit.name(NameKind::Weapon, &mut mount.weapon);
            names(NameKind::Role, &mut mount.by, visit);
        }
    }
}
