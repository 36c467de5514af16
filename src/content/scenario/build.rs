//! Units as their entries describe them.
//!
//! What an entry says over its kind, and the state in which the unit begins.

use threat_range_base::replace_if_some;

use super::{BondEntry, MOST_CARRIED, UnitEntry, UnitMistake, mistake};
use crate::{
    battle::muster,
    content::prelude::*,
    rules::{
        facts::{Condition, LedgerEntry},
        unit_systems::Strikes,
    },
};

/// Tells the first name that a book does not have.
fn all_known<'n>(
    what: &str,
    names: impl IntoIterator<Item = &'n Key>,
    known: impl Iterator<Item = Key>,
) -> Result<(), UnitMistake> {
    let known: Vec<Key> = known.collect();
    match names.into_iter().find(|name| !known.contains(name)) {
        Some(name) => {
            let known = known.iter().map(|key| key.as_str()).collect();
            mistake(*name, format!("there is no {what} \"{name}\""), known)
        }
        None => Ok(()),
    }
}

/// A plain unit of a book, for cases that do not care what fights.
pub fn plain_kind() -> UnitDef {
    UnitDef {
        id: Key::new("plain"),
        name: "plain unit".to_owned(),
        size: Key::new("medium"),
        magnitude: 1,
        legs: 2,
        hands: 2,
        senses: (500, 100),
        ..UnitDef::default()
    }
}

impl UnitEntry {
    /// Whether it rides on another or is aboard one, and stands where that one does.
    pub fn is_carried(&self, book: &Rulebook) -> bool {
        let carries = |own: &BondEntry| {
            book.bond(own.kind).and_then(|def| def.role(own.role)).is_some_and(|role| role.carried)
        };
        self.riding.is_some() || self.aboard.is_some() || self.bonds.iter().any(carries)
    }

    /// The unit that the entry describes.
    pub fn build(&self, book: &Arc<Rulebook>, map: &Arc<Map>, side: Side) -> Result<UnitState, UnitMistake> {
        let mut def = match self.kind {
            None => plain_kind(),
            Some(kind) => match book.unit(kind) {
                Some(def) => (**def).clone(),
                None => {
                    let known = book.units.iter().map(|def| def.id.as_str()).collect();
                    return mistake(kind, format!("{} has no unit \"{kind}\"", book.settings.name), known);
                }
            },
        };
        self.alter(book, &mut def)?;
        if def.weapons.len() + def.items.len() + def.spells.len() > MOST_CARRIED {
            let message = format!("{} has more than {MOST_CARRIED} weapons, items and spells", self.id);
            return mistake(self.id, message, Vec::new());
        }
        let square = self.at.unwrap_or_default();
        let name = self.name.clone().unwrap_or_else(|| match self.kind {
            Some(_) => def.name.clone(),
            None => self.id.to_string(),
        });
        let group = self.group.unwrap_or(side.0);
        let mut unit = muster::unit(book, map, &Arc::new(def), UnitId(self.id), &name, side, group, square);
        self.set(book, &mut unit)?;
        if !map.holds(&unit.place.area) {
            let (width, height) = (map.width(), map.height());
            let message =
                format!("{} does not fit on the map at {square}, which is {width} by {height}", self.id);
            let wrong = mistake(self.id, message, Vec::new());
            return wrong.map_err(|wrong| UnitMistake { field: Some("at"), ..wrong });
        }
        Ok(unit)
    }

    /// What the entry says over its kind.
    fn alter(&self, book: &Rulebook, def: &mut UnitDef) -> Result<(), UnitMistake> {
        def.stats.extend(self.stats.iter().map(|(key, value)| (*key, *value)));
        def.tracks.extend(self.max.iter().map(|(key, value)| (*key, *value)));
        def.overrides.extend(self.overrides.iter().map(|(key, value)| (*key, *value)));
        all_known("weapon", self.weapons.iter().flatten(), book.weapons.iter().map(|def| def.id))?;
        all_known("item", self.items.iter().flatten(), book.items.iter().map(|def| def.id))?;
        all_known("spell", self.spells.iter().flatten(), book.spells.iter().map(|def| def.id))?;
        let tracks = book.settings.tracks.iter().map(|def| def.id);
        all_known("track", self.max.keys().chain(self.tracks.keys()), tracks)?;
        all_known("size", &self.size, book.settings.sizes.iter().map(|def| def.id))?;
        replace_if_some(&mut def.weapons, self.weapons.as_ref());
        replace_if_some(&mut def.items, self.items.as_ref());
        replace_if_some(&mut def.spells, self.spells.as_ref());
        replace_if_some(&mut def.size, self.size.as_ref());
        replace_if_some(&mut def.resistances, self.resistances.as_ref());
        replace_if_some(&mut def.vulnerabilities, self.vulnerabilities.as_ref());
        replace_if_some(&mut def.movement, self.movement.as_ref());
        replace_if_some(&mut def.shields, self.shields.as_ref());
        replace_if_some(&mut def.auras, self.auras.as_ref());
        replace_if_some(&mut def.proficiencies, self.proficiencies.as_ref());
        if let Some(systems) = &self.systems {
            let rule = book.settings.systems.as_ref();
            if rule.and_then(|rule| rule.kind(systems.kind)).is_none() {
                let known = rule.iter().flat_map(|rule| &rule.kinds).map(|kind| kind.id.as_str()).collect();
                let message = format!("there is no kind of unit with systems \"{}\"", systems.kind);
                return mistake(systems.kind, message, known);
            }
            if let Some(system) = systems.lacks.iter().find(|id| book.systems.get(**id).is_none()) {
                let known = book.systems.iter().map(|def| def.id.as_str()).collect();
                return mistake(*system, format!("there is no system \"{system}\""), known);
            }
            def.systems = Some(systems.clone());
        }
        def.magnitude = self.magnitude.unwrap_or(def.magnitude);
        def.legs = self.legs.unwrap_or(def.legs);
        def.threat = self.threat.or(def.threat);
        def.senses = self.senses.unwrap_or(def.senses);
        Ok(())
    }

    /// The unit's state as it begins.
    fn set(&self, book: &Rulebook, unit: &mut UnitState) -> Result<(), UnitMistake> {
        unit.place.facing = self.facing.unwrap_or(unit.place.facing);
        if let Some(vehicle) = unit.sheet.0.vehicle.as_deref() {
            unit.place.area = vehicle.area(unit.place.area.origin, unit.place.facing);
        }
        unit.driven.speed = self.speed;
        unit.driven.pursuing = self.pursuing.map(UnitId);
        unit.place.band = self.band.unwrap_or(unit.place.band);
        unit.gear.reach_shift = self.reach_shift;
        if let Some(count) = self.initiative {
            unit.initiative.count = count;
            unit.initiative.settled = true;
        }
        unit.initiative.must_press = self.must_press;
        unit.initiative.ledger = self
            .ledger
            .iter()
            .map(|(event, amount)| LedgerEntry { event: *event, amount: *amount, weapon: None, injury: None })
            .collect();
        for (id, now) in &self.tracks {
            if let Some(track) = unit.tracks.0.iter_mut().find(|track| track.id == *id) {
                track.now = *now;
            }
        }
        for (id, hits) in &self.hits {
            let known = parts(book, unit);
            if !known.contains(id) {
                let message = match known.is_empty() {
                    true => format!("{} has no systems", self.id),
                    false => format!("{} has no part \"{id}\"", self.id),
                };
                return mistake(*id, message, known.iter().map(|key| key.as_str()).collect());
            }
            unit.systems.add(*id, (*hits).min(1000));
        }
        for (id, spent) in &self.spent {
            let Some(pool) = unit.pools.0.iter_mut().find(|pool| pool.id == *id) else {
                let known = book.settings.economy.pools.iter().map(|def| def.id.as_str()).collect();
                return mistake(*id, format!("there is no pool \"{id}\""), known);
            };
            pool.spent = *spent;
        }
        unit.usage.points = self.used;
        unit.usage.squares = self.moved;
        unit.usage.squares_last_turn = self.moved;
        unit.motion.carried = self.carried.unwrap_or(1);
        unit.motion.turned = self.turned.map(|ago| 1_i32.saturating_sub(ago));
        for (id, count) in &self.conditions {
            if book.condition(*id).is_none() {
                let known = book.conditions.iter().map(|def| def.id.as_str()).collect();
                return mistake(*id, format!("there is no condition \"{id}\""), known);
            }
            let until = self.until.get(id).cloned().unwrap_or_default();
            unit.conditions.0.push(Condition::new(*id, *count, until, None));
        }
        let begun = |id: &Key| self.conditions.iter().any(|(own, _)| own == id);
        if let Some(id) = self.until.keys().find(|id| !begun(id)) {
            let known = self.conditions.iter().map(|(own, _)| own.as_str()).collect();
            return mistake(*id, format!("{} begins without the condition \"{id}\"", self.id), known);
        }
        unit.modifiers.0.extend(self.modifiers.iter().cloned());
        unit.watches.0.extend(self.watches.iter().cloned());
        self.equip(book, unit)?;
        unit.awareness.aware = self.aware.unwrap_or(unit.awareness.aware);
        Ok(())
    }

    /// What of its gear is in hand, worn and loaded, and what is carried for it.
    fn equip(&self, book: &Rulebook, unit: &mut UnitState) -> Result<(), UnitMistake> {
        let names: Vec<&'static str> = unit.gear.items.iter().map(|item| item.id.as_str()).collect();
        let unknown =
            |word: &Key| mistake(*word, format!("{} carries no \"{word}\"", self.id), names.clone());
        let mut named = self.held.iter().chain(&self.worn).flatten();
        if let Some(word) = named.find(|word| !names.contains(&word.as_str())) {
            return unknown(word);
        }
        if let Some(held) = &self.held {
            for item in &mut unit.gear.items {
                item.held = held.contains(&item.id) || book.weapon(item.def).is_some_and(|def| def.natural);
            }
        }
        if let Some(worn) = &self.worn {
            unit.gear.items.iter_mut().for_each(|item| item.worn = worn.contains(&item.id));
        }
        let stock = self.stock.iter().map(|(id, n)| (id, *n, false));
        for (id, n, loads) in self.loaded.iter().map(|(id, n)| (id, *n, true)).chain(stock) {
            let item = unit.gear.items.iter_mut().find(|item| item.id == *id);
            let Some(item) = item else { return unknown(id) };
            let def = book.weapon(item.def);
            match loads {
                true if def.is_some_and(|def| def.capacity > 0) => item.loaded = n,
                true => return mistake(*id, format!("{id} needs no loading"), Vec::new()),
                false if def.is_some_and(|def| def.takes_ammunition()) => item.stock = n,
                false => return mistake(*id, format!("{id} takes no ammunition"), Vec::new()),
            }
        }
        Ok(())
    }
}

/// Everything of a unit that can have taken hits: its systems, weapons, devices, limbs and lots of cargo.
fn parts(book: &Rulebook, unit: &UnitState) -> Vec<Key> {
    let Some(own) = &unit.sheet.0.systems else { return Vec::new() };
    let counted = |strikes: &Strikes| matches!(strikes, Strikes::Hits(_) | Strikes::Armour);
    let systems = book.systems.iter().filter(|def| counted(&def.strikes) && !own.lacks.contains(&def.id));
    let weapons = unit.gear.items.iter().filter(|item| book.weapon(item.def).is_some());
    let named = own.limbs.iter().map(|limb| limb.id).chain(own.devices.iter().chain(&own.cargo).copied());
    systems.map(|def| def.id).chain(weapons.map(|item| item.id)).chain(named).collect()
}
