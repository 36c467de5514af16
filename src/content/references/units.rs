//! Where units and their systems name something else.

use super::{NameKind, Visit, effects, fits, modifier};
use crate::rules::{
    unit::UnitDef,
    unit_systems::{Strikes, SystemDef, Then},
};

/// The references of a system.
pub fn system(def: &mut SystemDef, visit: &mut dyn Visit) {
    match &mut def.strikes {
        Strikes::Track(track) => visit.name(NameKind::Track, track),
        Strikes::Aboard(roles) => roles.iter_mut().for_each(|role| visit.name(NameKind::Role, role)),
        Strikes::Armour | Strikes::Hits(_) | Strikes::Parts(..) | Strikes::Cargo => {}
    }
    match &mut def.then {
        Some(Then::System(id)) => visit.name(NameKind::System, id),
        Some(Then::Column(id)) => visit.name(NameKind::Column, id),
        None => {}
    }
    for onset in &mut def.on {
        onset.kinds.iter_mut().for_each(|kind| visit.name(NameKind::SystemsKind, kind));
        effects(&mut onset.effects, visit);
        if let Some(condition) = &mut onset.turns {
            visit.name(NameKind::Condition, condition);
        }
        if let Some((system, _)) = &mut onset.hits {
            visit.name(NameKind::System, system);
        }
    }
}

/// The references of a unit.
pub fn unit(def: &mut UnitDef, visit: &mut dyn Visit) {
    visit.name(NameKind::Size, &mut def.size);
    for stat in def.stats.keys() {
        let mut stat = *stat;
        visit.name(NameKind::Stat, &mut stat);
    }
    for track in def.tracks.keys() {
        let mut track = *track;
        visit.name(NameKind::Track, &mut track);
    }
    for weapon in &mut def.weapons {
        visit.name(NameKind::Weapon, weapon);
    }
    for item in &mut def.items {
        visit.name(NameKind::Item, item);
    }
    for spell in &mut def.spells {
        visit.name(NameKind::Spell, spell);
    }
    for action in &mut def.actions {
        visit.name(NameKind::Action, action);
    }
    for condition in &mut def.conditions {
        visit.name(NameKind::Condition, condition);
    }
    for device in def.auras.iter_mut().filter_map(|aura| aura.device.as_mut()) {
        visit.name(NameKind::Gear, device);
    }
    if let Some(own) = &mut def.systems {
        visit.name(NameKind::SystemsKind, &mut own.kind);
        own.lacks.iter_mut().for_each(|system| visit.name(NameKind::System, system));
        for (system, check) in &own.repairs {
            visit.name(NameKind::System, &mut { *system });
            visit.name(NameKind::Check, &mut { *check });
        }
        for limb in &mut own.limbs {
            limb.weapons.iter_mut().for_each(|weapon| visit.name(NameKind::Weapon, weapon));
        }
        own.devices.iter_mut().for_each(|device| visit.name(NameKind::Item, device));
    }
    for interaction in &mut def.interactions {
        visit.name(NameKind::Interaction, interaction);
    }
    for (check, (ability, skill)) in &def.overrides {
        visit.name(NameKind::Check, &mut { *check });
        visit.name(NameKind::Stat, &mut { *ability });
        visit.name(NameKind::Stat, &mut { *skill });
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    fits::unit(def, visit);
    if let Some(vehicle) = &mut def.vehicle {
        visit.name(NameKind::Stat, &mut vehicle.skill);
        for seat in &mut vehicle.seats {
            visit.name(NameKind::Role, &mut seat.role);
        }
        for mount in &mut vehicle.mounts {
            visit.name(NameKind::Weapon, &mut mount.weapon);
            mount.by.iter_mut().for_each(|role| visit.name(NameKind::Role, role));
        }
    }
}
