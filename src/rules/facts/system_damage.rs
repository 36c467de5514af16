//! The hits that a unit's systems ([`crate::rules::unit_systems`]) have taken, and what they leave of its speed,
//! weapons and armour.

use crate::rules::prelude::*;

/// The hits that a unit's systems have taken. The first list has the id of each system, weapon, device, limb or lot of
/// cargo that was hit, in the order of the first hits, with the number of its hits. The second list has those that work
/// in spite of their hits, each with the number of rounds left (C-148).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Systems(pub Vec<(Key, i32)>, #[serde(default)] pub Vec<(Key, u32)>);

impl Systems {
    /// The number of hits on one of them.
    pub fn hits(&self, id: Key) -> i32 {
        self.0.iter().find(|(known, _)| *known == id).map_or(0, |(_, hits)| *hits)
    }

    /// Whether it works for the time being, whatever its hits (C-148).
    pub fn rigged(&self, id: Key) -> bool {
        self.1.iter().any(|(known, _)| *known == id)
    }

    /// Makes one of them work for so many rounds; with 0 it does not work any longer.
    pub fn rig(&mut self, id: Key, rounds: u32) {
        self.1.retain(|(known, _)| *known != id);
        if rounds > 0 {
            self.1.push((id, rounds));
        }
    }

    /// Counts rounds that go by. Gives those that fail again.
    pub fn pass(&mut self, rounds: u32) -> Vec<Key> {
        self.1.iter_mut().for_each(|(_, left)| *left = left.saturating_sub(rounds));
        self.1.iter().filter(|(_, left)| *left == 0).map(|(id, _)| *id).collect()
    }

    /// Adds hits to one of them, or takes some away if the number is negative. One without hits is not kept.
    pub fn add(&mut self, id: Key, hits: i32) {
        match self.0.iter_mut().find(|(known, _)| *known == id) {
            Some((_, own)) => *own = own.saturating_add(hits).max(0),
            None => self.0.push((id, hits.max(0))),
        }
        self.0.retain(|(_, hits)| *hits > 0);
    }
}

/// What the next hit on a system of a unit strikes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemHit {
    /// A point of this track.
    Track(Key),
    /// The system or the unit's armour: a hit is counted.
    Hit,
    /// One of these weapons, limbs or lots: a hit is counted for it.
    One(Vec<Key>),
    /// One of those aboard.
    Aboard(Vec<UnitId>),
    /// Nothing, for nothing is left of the system; with what is hit instead, if anything.
    Gone(Option<Then>),
}

impl Facts {
    /// What a unit says about its systems, if it has any.
    pub fn systems<'a>(&self, unit: &'a UnitState) -> Option<&'a SystemsDef> {
        unit.sheet.0.systems.as_ref()
    }

    /// Its kind among units with systems.
    pub fn systems_kind(&self, unit: &UnitState) -> Option<&SystemsKind> {
        self.book.settings.systems.as_ref()?.kind(self.systems(unit)?.kind)
    }

    /// The hits that a system, weapon, limb or lot of a unit suffers from: none while it is made to work (C-148).
    pub fn system_hits(&self, unit: &UnitState, id: Key) -> i32 {
        if unit.systems.rigged(id) { 0 } else { unit.systems.hits(id) }
    }

    /// How many hits destroy a weapon or limb.
    fn most(&self, kind: PartKind) -> i32 {
        let most = self.book.systems.iter().find_map(|def| match &def.strikes {
            Strikes::Parts(kinds, most) if kinds.contains(&kind) => Some(*most),
            _ => None,
        });
        most.map_or(i32::MAX, i32::from)
    }

    pub(super) fn part_ids(&self, unit: &UnitState, kind: PartKind) -> Vec<Key> {
        let Some(def) = self.systems(unit) else { return Vec::new() };
        match kind {
            PartKind::Weapon => {
                let weapon = |id: Key| self.book.weapon(id).is_some_and(|def| !def.natural);
                let own = unit.gear.items.iter().filter(|item| weapon(item.def) && !item.destroyed());
                own.map(|item| item.id).chain(def.devices.iter().copied()).collect()
            }
            PartKind::Limb => def.limbs.iter().map(|limb| limb.id).collect(),
        }
    }

    /// Weapons, devices and limbs that are not destroyed, in the order in which one is picked (C-139, C-142).
    pub fn parts(&self, unit: &UnitState, kinds: &[PartKind]) -> Vec<Key> {
        let whole = |kind: &PartKind| {
            let most = self.most(*kind);
            self.part_ids(unit, *kind).into_iter().filter(move |id| unit.systems.hits(*id) < most)
        };
        kinds.iter().flat_map(whole).collect()
    }

    /// Hits on a unit's weapon itself, and on the limb that bears it (C-139, C-142).
    pub fn weapon_hits(&self, unit: &UnitState, weapon: Key) -> (i32, i32) {
        let Some(def) = self.systems(unit) else { return (0, 0) };
        let limb = def.limbs.iter().find(|limb| limb.weapons.contains(&weapon));
        (self.system_hits(unit, weapon), limb.map_or(0, |limb| self.system_hits(unit, limb.id)))
    }

    /// Whether a weapon of a unit with systems is destroyed, or the limb that bears it (C-139, C-142).
    pub fn weapon_gone(&self, unit: &UnitState, weapon: Key) -> bool {
        if unit.systems.0.is_empty() {
            return false;
        }
        let (own, limb) = self.weapon_hits(unit, weapon);
        own >= self.most(PartKind::Weapon) || limb >= self.most(PartKind::Limb)
    }

    /// Whether it sees nothing (C-140): it is blind itself, or sits in a closed vehicle without windows that is blind.
    pub fn blind(&self, unit: &UnitState) -> bool {
        let blind = |unit: &UnitState| self.conditions(unit).any(|(def, _)| def.blind);
        blind(unit)
            || self.vehicle_of(unit).is_some_and(|(vehicle, def)| {
                def.body == Body::Closed && def.build == Build::Military && blind(vehicle)
            })
    }

    /// Whether sensors and computer-aided gear that are part of a unit do not work (C-140, C-141, C-146).
    pub fn dulled(&self, unit: &UnitState) -> bool {
        self.conditions(unit).any(|(def, _)| def.dulls || def.blind)
    }

    /// Lots of cargo that are still there (C-144).
    pub fn cargo(&self, unit: &UnitState) -> Vec<Key> {
        let Some(def) = self.systems(unit) else { return Vec::new() };
        def.cargo.iter().copied().filter(|lot| self.system_hits(unit, *lot) == 0).collect()
    }

    /// How much of its armour hits have taken away (C-137).
    pub fn armour_lost(&self, unit: &UnitState) -> i32 {
        if unit.systems.0.is_empty() {
            return 0;
        }
        let armour = self.book.systems.iter().filter(|def| def.strikes == Strikes::Armour);
        armour.map(|def| self.system_hits(unit, def.id)).sum()
    }

    /// What hits on a unit's systems leave of a speed, rounded down (C-138, C-141).
    pub fn hurt_speed(&self, unit: &UnitState, speed: i32) -> i32 {
        let Some(rule) = self.book.settings.systems.as_ref().filter(|_| self.systems(unit).is_some()) else {
            return speed;
        };
        let mut left = i64::from(speed);
        let mut whole = 1_i64;
        for share in rule.speed.iter().take(4) {
            left *= i64::from(self.value(share, unit).clamp(0, 100));
            whole *= 100;
        }
        i32::try_from(left.div_euclid(whole)).unwrap_or(speed)
    }

    /// What the next hit on a system strikes.
    pub fn next_hit(&self, unit: &UnitState, def: &SystemDef) -> SystemHit {
        let then = def.then(self.systems_kind(unit));
        let gone = || SystemHit::Gone(then);
        if self.systems(unit).is_none_or(|own| own.lacks.contains(&def.id)) {
            return gone();
        }
        match &def.strikes {
            Strikes::Track(track) => match unit.tracks.get(*track) {
                Some(own) if own.now > 0 || then.is_none() => SystemHit::Track(*track),
                _ => gone(),
            },
            Strikes::Armour if self.armour(unit) > 0 => SystemHit::Hit,
            Strikes::Hits(most) if unit.systems.hits(def.id) < i32::from(*most) => SystemHit::Hit,
            Strikes::Armour | Strikes::Hits(_) => gone(),
            Strikes::Parts(kinds, _) => some(self.parts(unit, kinds)).map_or_else(gone, SystemHit::One),
            Strikes::Cargo => some(self.cargo(unit)).map_or_else(gone, SystemHit::One),
            Strikes::Aboard(roles) => some(self.aboard(unit, roles)).map_or_else(gone, SystemHit::Aboard),
        }
    }

    /// Roughly what damage takes from the tracks of a unit with systems: half of its hits, which go to one track after
    /// the other.
    pub fn rough_loss(&self, unit: &UnitState, damage: i32) -> Vec<(Key, i32)> {
        let Some(rule) = &self.book.settings.systems else { return Vec::new() };
        let hits: i32 = rule.groups(damage).iter().map(|size| i32::from(*size)).sum();
        let mut left = (hits + 1) / 2;
        let mut lost = Vec::new();
        for track in rule.tracks.iter().filter_map(|id| unit.tracks.get(*id)) {
            let amount = left.min(track.now.max(0));
            lost.push((track.id, amount));
            left -= amount;
        }
        lost
    }

    /// Those who live and hold one of these roles towards a unit, in roster order (C-143, C-145).
    pub fn aboard(&self, unit: &UnitState, roles: &[Key]) -> Vec<UnitId> {
        let holds = |own: &UnitState| {
            self.bonds_of(own.id()).any(|bond| bond.to == unit.id() && roles.contains(&bond.role))
        };
        self.units.iter().filter(|own| self.present(own) && holds(own)).map(UnitState::id).collect()
    }

    /// The unit by whose turns a unit's lost turns are counted: its driver, or itself where nobody drives it (C-141).
    pub fn turns_of(&self, unit: UnitId) -> UnitId {
        let driver =
            self.unit(unit).filter(|own| own.vehicle().is_some()).and_then(|own| self.moves_with(own));
        self.steered_by(unit).or(driver).unwrap_or(unit)
    }

    /// Whether a condition follows from a unit's numbers. None follows from a track that the unit does not have.
    pub fn state_holds(&self, state: &StateRule, unit: &UnitState) -> bool {
        let borne = |name: Key| {
            let name = name.as_str().strip_suffix(".max").unwrap_or(name.as_str());
            let id = Key::new(name);
            self.book.track(id).is_none() || unit.tracks.get(id).is_some()
        };
        self.value(&state.when, unit) != 0 && state.when.names().iter().all(|name| borne(*name))
    }
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

#[cfg(test)]
mod tests {
    use super::Systems;
    use crate::key::Key;

    #[test]
    fn hits_add_up_and_what_has_none_is_not_kept() {
        let (drive, limb) = (Key::new("drive"), Key::new("limb"));
        let mut own = Systems::default();
        own.add(drive, 1);
        own.add(limb, 1);
        own.add(drive, 1);
        assert_eq!((own.hits(drive), own.hits(limb), own.hits(Key::new("hull"))), (2, 1, 0));
        own.add(limb, -3);
        assert_eq!(own.0, [(drive, 2)]);
    }
}
