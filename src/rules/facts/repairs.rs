//! What can be mended of a unit made of systems, with what, and what is past mending (C-148 to C-153).

use crate::rules::prelude::*;

impl Facts {
    /// Everything of a unit that hits can wear: systems of the book that it has, each weapon, device and limb.
    pub fn system_parts(&self, unit: &UnitState) -> Vec<Key> {
        let Some(own) = self.systems(unit) else { return Vec::new() };
        let mut found: Vec<Key> = Vec::new();
        for def in self.book.systems.iter().filter(|def| !own.lacks.contains(&def.id)) {
            match &def.strikes {
                Strikes::Track(track) if unit.tracks.get(*track).is_some() => found.push(def.id),
                Strikes::Armour | Strikes::Hits(_) => found.push(def.id),
                Strikes::Parts(kinds, _) => {
                    for part in kinds.iter().flat_map(|kind| self.part_ids(unit, *kind)) {
                        if !found.contains(&part) {
                            found.push(part);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The system of the book to which something belongs that hits can wear.
    pub fn system_of(&self, unit: &UnitState, part: Key) -> Option<&SystemDef> {
        let plain = self.book.systems.get(part).map(|def| &**def);
        plain.or_else(|| {
            let kinds = [PartKind::Weapon, PartKind::Limb];
            let kind = kinds.into_iter().find(|kind| self.part_ids(unit, *kind).contains(&part))?;
            let bears =
                |def: &&SystemDef| matches!(&def.strikes, Strikes::Parts(kinds, _) if kinds.contains(&kind));
            self.book.systems.iter().map(|def| &**def).find(bears)
        })
    }

    /// The check by which it is mended: what its kind of unit says, else what the system does (C-149).
    pub fn repair_check(&self, unit: &UnitState, part: Key) -> Option<Key> {
        let def = self.system_of(unit, part)?;
        self.systems(unit)?.repairs.get(&def.id).copied().or(def.repair)
    }

    /// The hits that it has, whether it has been made to work all the same or not; of a track what is gone of it.
    pub fn system_damage(&self, unit: &UnitState, part: Key) -> i32 {
        match self.system_of(unit, part).map(|def| &def.strikes) {
            Some(Strikes::Track(track)) => unit.tracks.get(*track).map_or(0, |own| own.max - own.now),
            _ => unit.systems.hits(part),
        }
    }

    fn used_up(&self, unit: &UnitState, def: &SystemDef, part: Key) -> bool {
        match &def.strikes {
            Strikes::Hits(most) | Strikes::Parts(_, most) => unit.systems.hits(part) >= i32::from(*most),
            _ => false,
        }
    }

    /// What of a unit is in a state, in the book's order; with `only`, of these systems alone.
    pub fn systems_in(&self, unit: &UnitState, state: Fitness, only: &[Key]) -> Vec<Key> {
        let fits = |part: &Key| {
            let Some(def) = self.system_of(unit, *part) else { return false };
            let works = matches!(def.strikes, Strikes::Hits(_) | Strikes::Parts(..));
            let hurt = self.system_damage(unit, *part) > 0;
            // Destroyed, and not only out of order (C-151).
            let destroyed = def.destroyed && self.used_up(unit, def, *part);
            let mended = self.repair_check(unit, *part).is_some();
            (only.is_empty() || only.contains(&def.id))
                && match state {
                    Fitness::Hurt => hurt,
                    Fitness::Damaged => hurt && !destroyed && mended,
                    Fitness::Failing => works && hurt && !destroyed && mended && !unit.systems.rigged(*part),
                    Fitness::Destroyed => destroyed,
                    Fitness::Spare => def.parts && !self.used_up(unit, def, *part),
                }
        };
        self.system_parts(unit).into_iter().filter(fits).collect()
    }

    /// The price of one of a unit's systems, in the book's money; of the whole unit where none is named (C-151, C-153).
    pub fn price(&self, unit: &UnitState, part: Option<Key>) -> i64 {
        let Some(own) = self.systems(unit) else { return 0 };
        match part {
            Some(part) => own.prices.get(&part).copied().unwrap_or(0),
            None => unit.vehicle().map_or(own.price, |def| def.price),
        }
    }
}
