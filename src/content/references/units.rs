//! Where units and their systems name something else.

use super::{Kind, Visit, effects, modifier};
use crate::rules::{
    systems::{Strikes, SystemDef, Then},
    unit::UnitDef,
};

/// The references of a system.
pub fn system(def: &mut SystemDef, visit: &mut dyn Visit) {
    match &mut def.strikes {
        Strikes::Track(track) => visit.name(Kind::Track, track),
        Strikes::Aboard(roles) => roles.iter_mut().for_each(|role| visit.name(Kind::Role, role)),
        Strikes::Armour | Strikes::Hits(_) | Strikes::Parts(..) | Strikes::Cargo => {}
    }
    match &mut def.then {
        Some(Then::System(id)) => visit.name(Kind::System, id),
        Some(Then::Column(id)) => visit.name(Kind::Column, id),
        None => {}
    }
    for onset in &mut def.on {
        onset.kinds.iter_mut().for_each(|kind| visit.name(Kind::SystemsKind, kind));
        effects(&mut onset.effects, visit);
        if let Some(condition) = &mut onset.turns {
            visit.name(Kind::Condition, condition);
        }
        if let Some((system, _)) = &mut onset.hits {
            visit.name(Kind::System, system);
        }
    }
}

/// The references of a unit.
pub fn unit(def: &mut UnitDef, visit: &mut dyn Visit) {
    visit.name(Kind::Size, &mut def.size);
    for stat in def.stats.keys() {
        let mut stat = *stat;
        visit.name(Kind::Stat, &mut stat);
    }
    for track in def.tracks.keys() {
        let mut track = *track;
        visit.name(Kind::Track, &mut track);
    }
    for weapon in &mut def.weapons {
        visit.name(Kind::Weapon, weapon);
    }
    for item in &mut def.items {
        visit.name(Kind::Item, item);
    }
    for spell in &mut def.spells {
        visit.name(Kind::Spell, spell);
    }
    for condition in &mut def.conditions {
        visit.name(Kind::Condition, condition);
    }
    for device in def.auras.iter_mut().filter_map(|aura| aura.device.as_mut()) {
        visit.name(Kind::Gear, device);
    }
    if let Some(own) = &mut def.systems {
        visit.name(Kind::SystemsKind, &mut own.kind);
        own.lacks.iter_mut().for_each(|system| visit.name(Kind::System, system));
        for (system, check) in &own.repairs {
            visit.name(Kind::System, &mut { *system });
            visit.name(Kind::Check, &mut { *check });
        }
        for limb in &mut own.limbs {
            limb.weapons.iter_mut().for_each(|weapon| visit.name(Kind::Weapon, weapon));
        }
        own.devices.iter_mut().for_each(|device| visit.name(Kind::Item, device));
    }
    for interaction in &mut def.interactions {
        visit.name(Kind::Interaction, interaction);
    }
    for (check, (ability, skill)) in &def.overrides {
        visit.name(Kind::Check, &mut { *check });
        visit.name(Kind::Stat, &mut { *ability });
        visit.name(Kind::Stat, &mut { *skill });
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    if let Some(vehicle) = &mut def.vehicle {
        visit.name(Kind::Stat, &mut vehicle.skill);
        for seat in &mut vehicle.seats {
            visit.name(Kind::Role, &mut seat.role);
        }
        for mount in &mut vehicle.mounts {
            visit.name(Kind::Weapon, &mut mount.weapon);
            mount.by.iter_mut().for_each(|role| visit.name(Kind::Role, role));
        }
    }
}
