//! Changes to items: drawn, dropped, put on, loaded, damaged; and to what stands on the map.

use crate::battle::prelude::*;

impl Battle {
    /// Auras that come from a device end once it is dropped or broken (D-126).
    pub(super) fn end_device_auras(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let from = facts.book.settings.harm.broken_from;
        let works = |device: Key| own.gear.items.iter().any(|item| item.def == device && !item.broken(from));
        for aura in &own.sheet.0.auras {
            let stored =
                own.wards.auras.iter().find(|known| known.id == aura.id).map_or(0, |known| known.stored);
            if stored > 0 && aura.device.is_some_and(|device| !works(device)) {
                self.apply(Effect::Ward { unit, ward: aura.id, amount: -stored })?;
            }
        }
        Ok(())
    }

    pub(super) fn change_item(&mut self, unit: UnitId, item: Key, change: ItemChange) -> OrFault {
        let facts = self.facts();
        // Mounted weapons belong to the vehicle.
        let unit = facts.holder(unit, item);
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let mine = own.gear.items.iter().find(|own| own.id == item);
        let (known, held) = (mine.is_some(), mine.is_some_and(|own| own.held));
        let what = match change {
            ItemChange::Draw => ItemNews::Drawn,
            ItemChange::Drop | ItemChange::Fly(_) => ItemNews::Dropped,
            ItemChange::UseUp => ItemNews::UsedUp,
            ItemChange::PickUp | ItemChange::Fetch => ItemNews::PickedUp,
            ItemChange::Shift(_) => ItemNews::Shifted,
            ItemChange::Wear => ItemNews::PutOn,
            ItemChange::TakeOff if held => ItemNews::PutAway,
            ItemChange::TakeOff => ItemNews::TakenOff,
            ItemChange::TakeOut => ItemNews::TakenOut,
            ItemChange::Shoot(_) => ItemNews::Shot,
            ItemChange::Load(_) => ItemNews::Loaded,
            ItemChange::Jam(true) => ItemNews::Jammed,
            ItemChange::Jam(false) => ItemNews::Cleared,
            ItemChange::Damage(_) => return self.damage_item(unit, item, change),
        };
        match change {
            ItemChange::PickUp | ItemChange::Fetch => {
                if !self.pick_up(&facts, own, item, change == ItemChange::Fetch) {
                    return Ok(());
                }
            }
            ItemChange::Shift(square) => {
                let lies = facts.lying(own, item).map(|lying| lying.square);
                let mut ground = self.world.resource_mut::<Ground>();
                let there = ground.0.iter_mut().find(|one| one.item.id == item && Some(one.square) == lies);
                let Some(there) = there else { return Ok(()) };
                there.square = square;
            }
            ItemChange::TakeOut => {
                let held = own.gear.items.iter().flat_map(|item| &item.contents).find(|own| own.id == item);
                let Some(mut out) = held.cloned() else { return Ok(()) };
                out.held = facts.hands(&out) <= facts.free_hands(own);
                self.change::<Gear>(unit, |gear| {
                    gear.items.iter_mut().for_each(|own| own.contents.retain(|inside| inside.id != item));
                    gear.items.push(out);
                });
            }
            ItemChange::UseUp => self.change::<Gear>(unit, |gear| gear.items.retain(|own| own.id != item)),
            ItemChange::Drop | ItemChange::Fly(_) => {
                let to = if let ItemChange::Fly(square) = change { square } else { own.place.area.origin };
                if !self.fall(&facts, own, item, to) {
                    return Ok(());
                }
            }
            ItemChange::Draw => self.draw(&facts, own, item),
            ItemChange::Wear | ItemChange::TakeOff => {
                let slot = |def: Key| facts.book.item(def).and_then(|def| def.slot);
                let place = own.gear.items.iter().find(|own| own.id == item).and_then(|own| slot(own.def));
                let wear = change == ItemChange::Wear;
                self.change::<Gear>(unit, |gear| {
                    for own in &mut gear.items {
                        if own.id == item {
                            own.worn = wear;
                            own.held = false;
                        } else if wear && slot(own.def).is_some() && slot(own.def) == place {
                            own.worn = false;
                        }
                    }
                });
            }
            ItemChange::Shoot(n) => {
                let loads = |def: Key| facts.book.weapon(def).is_some_and(|def| def.capacity > 0);
                self.change_one_item(unit, item, |own| match loads(own.def) {
                    true => own.loaded = (own.loaded - n).max(0),
                    false if own.stock >= 0 => own.stock = (own.stock - n).max(0),
                    false => {}
                });
            }
            ItemChange::Load(n) => self.change_one_item(unit, item, |own| {
                own.loaded += n;
                if own.stock >= 0 {
                    own.stock = (own.stock - n).max(0);
                }
            }),
            ItemChange::Jam(jammed) => self.change_one_item(unit, item, |own| own.jammed = jammed),
            ItemChange::Damage(_) => {}
        }
        let not_its_own = [ItemNews::PickedUp, ItemNews::Shifted, ItemNews::TakenOut].contains(&what);
        if known || not_its_own {
            self.record(Outcome::Item { unit, item, what });
        }
        self.settle_reach(unit)
    }

    /// What the target holds falls, and is taken in hand where that is said (C-94).
    pub(super) fn wrest(&mut self, scope: &Scope, take: bool) -> OrFault {
        let (Some(item), Some(holder)) = (scope.item, scope.target) else { return Ok(()) };
        self.apply(Effect::Item { unit: holder, item, change: ItemChange::Drop })?;
        if !take {
            return Ok(());
        }
        let before = self.facts().unit(scope.own).map_or(0, |own| own.gear.items.len());
        self.apply(Effect::Item { unit: scope.own, item, change: ItemChange::PickUp })?;
        let own = self.facts().unit(scope.own).map(|own| own.gear.items.clone()).unwrap_or_default();
        match own.last() {
            Some(last) if own.len() > before => {
                let item = last.id;
                self.apply(Effect::Item { unit: scope.own, item, change: ItemChange::Draw })
            }
            _ => Ok(()),
        }
    }

    /// Whether it was there to be picked up.
    fn pick_up(&mut self, facts: &Facts, own: &UnitState, item: Key, afar: bool) -> bool {
        let lies = facts.lying(own, item).map(|lying| lying.square);
        let mut ground = self.world.resource_mut::<Ground>();
        let near = |ground: &GroundItem| {
            let beside =
                own.place.band == Band::Ground && own.place.area.distance(&Area::one(ground.square)) <= 1;
            ground.item.id == item && if afar { Some(ground.square) == lies } else { beside }
        };
        let Some(index) = ground.0.iter().position(near) else { return false };
        let mut found = ground.0.remove(index).item;
        found.held = facts.hands(&found) <= facts.free_hands(own);
        let mut taken = own.gear.names();
        for one in std::iter::once(&mut found.id).chain(found.contents.iter_mut().map(|own| &mut own.id)) {
            if taken.contains(one) {
                let kind = one.as_str().trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
                *one = fresh_name(Key::new(kind), &taken);
            }
            taken.push(*one);
        }
        self.change::<Gear>(own.id(), |gear| gear.items.push(found));
        true
    }

    /// Whether it was there to fall.
    fn fall(&mut self, facts: &Facts, own: &UnitState, item: Key, square: Square) -> bool {
        let natural = |def: Key| facts.book.weapon(def).is_some_and(|def| def.natural);
        let Some(index) = own.gear.items.iter().position(|own| own.id == item && !natural(own.def)) else {
            return false;
        };
        let fallen = Item { held: false, worn: false, ..own.gear.items[index].clone() };
        self.change::<Gear>(own.id(), |gear| {
            gear.items.remove(index);
        });
        self.world.resource_mut::<Ground>().0.push(GroundItem { square, item: fallen });
        true
    }

    /// Takes an item in hand; what no hand is left for is put away.
    fn draw(&mut self, facts: &Facts, own: &UnitState, item: Key) {
        let takes = own.gear.items.iter().find(|own| own.id == item).map_or(0, |own| facts.hands(own));
        let mut free = facts.usable_hands(own) - takes;
        let mut keep = vec![item];
        for other in own.gear.items.iter().filter(|other| other.held && other.id != item) {
            free -= facts.hands(other);
            if free >= 0 || facts.hands(other) == 0 {
                keep.push(other.id);
            }
        }
        self.change::<Gear>(own.id(), |gear| {
            for own in &mut gear.items {
                own.held = own.id == item || (own.held && keep.contains(&own.id));
            }
        });
    }

    /// Damage to an item: from a part of its durability on it is broken, from all of it gone.
    fn damage_item(&mut self, unit: UnitId, item: Key, change: ItemChange) -> OrFault {
        let ItemChange::Damage(amount) = change else { return Ok(()) };
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let Some(before) = own.gear.items.iter().find(|own| own.id == item).cloned() else { return Ok(()) };
        let after = Item { damage: before.damage.saturating_add(amount.max(0)), ..before.clone() };
        let gone = after.destroyed() && !before.destroyed();
        let from = facts.book.settings.harm.broken_from;
        let breaks = after.broken(from) && !before.broken(from);
        let spilled = if gone { before.contents.clone() } else { Vec::new() };
        self.change_one_item(unit, item, |own| {
            own.damage = after.damage;
            if gone {
                own.held = false;
                own.worn = false;
                own.contents.clear();
            }
        });
        let square = own.place.area.origin;
        for inside in spilled {
            self.world.resource_mut::<Ground>().0.push(GroundItem { square, item: inside });
        }
        let what = match (gone, breaks) {
            (true, _) => ItemNews::Destroyed,
            (_, true) => ItemNews::Broken,
            _ => ItemNews::Damaged,
        };
        self.record(Outcome::Item { unit, item, what });
        if breaks && let Some(def) = facts.book.gear(before.def) {
            let scope = Scope::new(unit, before.def);
            self.run(&def.broken().effects, &scope)?;
        }
        self.settle_reach(unit)
    }

    /// A shift of the threat range is gone with the weapon that allowed it.
    fn settle_reach(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        match facts.unit(unit) {
            Some(own) if own.gear.reach_shift > facts.reach(own) => {
                self.apply(Effect::Reach { unit, shift: 0 })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn shift_reach(&mut self, unit: UnitId, shift: i32) {
        let from = self.facts().unit(unit).map_or(0, |own| own.gear.reach_shift);
        self.change::<Gear>(unit, |gear| gear.reach_shift = shift);
        if from != shift {
            self.record(Outcome::Reach { unit, from, to: shift });
        }
    }

    /// Damage to a thing of the map.
    pub(super) fn strike_object(&mut self, at: ObjectAt, amount: i32) -> OrFault {
        let mut board = self.world.resource_mut::<BattleMap>();
        if board.0.durability(at).is_none() || amount <= 0 {
            return Ok(());
        }
        let map = std::sync::Arc::make_mut(&mut board.0);
        let from = map.damage(at);
        let destroyed =
            map.strike(at, amount).map_err(|error| Fault::Rule(Message::written(&error.to_string())))?;
        let to = map.damage(at);
        self.record(Outcome::Object { at, from, to, destroyed });
        Ok(())
    }

    fn change_one_item(&mut self, unit: UnitId, item: Key, change: impl FnOnce(&mut Item)) {
        self.change::<Gear>(unit, |gear| {
            if let Some(own) = gear.items.iter_mut().find(|own| own.id == item) {
                change(own);
            }
        });
    }

    pub(super) fn drop_all(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let mut held = facts.items_at(own, ItemPlace::Held).into_iter();
        held.try_for_each(|item| self.apply(Effect::Item { unit, item, change: ItemChange::Drop }))
    }
}
