//! Changes to items: drawn, dropped, loaded, damaged.
//!
//! Owns no rule about who may change them; that is decided before.

use crate::{
    battle::{
        Battle, Fault,
        chronicle::Outcome,
        effect::{Effect, ItemChange},
        resources::Ground,
    },
    grid::Area,
    key::Key,
    rules::facts::{Gear, GroundItem, UnitId},
};

impl Battle {
    pub(super) fn change_item(&mut self, unit: UnitId, item: Key, change: ItemChange) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let here = own.place.area.origin;
        let natural = |def: Key| facts.book.weapon(def).is_some_and(|def| def.natural);
        let what = match change {
            ItemChange::Draw => "drawn",
            ItemChange::Drop | ItemChange::Fly(_) => "dropped",
            ItemChange::UseUp => "used_up",
            ItemChange::PickUp => "picked_up",
            ItemChange::Shoot => "shot",
            ItemChange::Load(_) => "loaded",
            ItemChange::Damage(_) => "damaged",
        };
        match change {
            ItemChange::PickUp => {
                let mut ground = self.world.resource_mut::<Ground>();
                let near = |ground: &GroundItem| {
                    ground.item.id == item && own.place.area.distance(&Area::one(ground.square)) <= 1
                };
                let Some(index) = ground.0.iter().position(near) else { return Ok(()) };
                let mut found = ground.0.remove(index).item;
                self.stale_ground();
                let hands = own.sheet.0.hands;
                let used: i32 = own
                    .gear
                    .items
                    .iter()
                    .filter(|item| item.held)
                    .filter_map(|item| facts.book.weapon(item.def))
                    .filter(|def| !def.natural)
                    .map(|def| def.hands)
                    .sum();
                let takes = facts.book.weapon(found.def).map_or(1, |def| def.hands);
                found.held = used + takes <= hands;
                let taken: Vec<Key> = own.gear.items.iter().map(|item| item.id).collect();
                if taken.contains(&found.id) {
                    found.id = crate::battle::muster::fresh_name(found.def, &taken);
                }
                self.change::<Gear>(unit, |gear| gear.items.push(found));
            }
            ItemChange::Drop | ItemChange::Fly(_) => {
                let Some(index) = own.gear.items.iter().position(|own| own.id == item && !natural(own.def))
                else {
                    return Ok(());
                };
                let mut fallen = own.gear.items[index].clone();
                fallen.held = false;
                fallen.worn = false;
                let square = if let ItemChange::Fly(square) = change { square } else { here };
                self.change::<Gear>(unit, |gear| {
                    gear.items.remove(index);
                    gear.reach_shift = 0;
                });
                self.world.resource_mut::<Ground>().0.push(GroundItem { square, item: fallen });
                self.stale_ground();
            }
            ItemChange::UseUp => self.change::<Gear>(unit, |gear| {
                gear.items.retain(|own| own.id != item);
                gear.reach_shift = 0;
            }),
            ItemChange::Draw => {
                let hands = own.sheet.0.hands;
                let takes = own
                    .gear
                    .items
                    .iter()
                    .find(|own| own.id == item)
                    .and_then(|own| facts.book.weapon(own.def))
                    .map_or(1, |def| def.hands);
                let mut free = hands - takes;
                let mut keep = Vec::new();
                for other in own.gear.items.iter().filter(|other| other.held && other.id != item) {
                    let Some(def) = facts.book.weapon(other.def) else { continue };
                    if def.natural {
                        continue;
                    }
                    free -= def.hands;
                    if free >= 0 {
                        keep.push(other.id);
                    }
                }
                self.change::<Gear>(unit, |gear| {
                    for own in &mut gear.items {
                        let is_natural = natural(own.def);
                        if own.id == item {
                            own.held = true;
                        } else if own.held && !is_natural && !keep.contains(&own.id) {
                            own.held = false;
                        }
                    }
                    gear.reach_shift = 0;
                });
            }
            ItemChange::Shoot => self.change_one_item(unit, item, |own| own.loaded = (own.loaded - 1).max(0)),
            ItemChange::Load(n) => self.change_one_item(unit, item, |own| {
                own.loaded += n;
                if own.stock >= 0 {
                    own.stock = (own.stock - n).max(0);
                }
            }),
            ItemChange::Damage(n) => self.change_one_item(unit, item, |own| own.damage += n.max(0)),
        }
        self.record(Outcome::Item { unit, item, what: Key::new(what) });
        Ok(())
    }

    fn change_one_item(
        &mut self,
        unit: UnitId,
        item: Key,
        change: impl FnOnce(&mut crate::rules::facts::Item),
    ) {
        self.change::<Gear>(unit, |gear| {
            if let Some(own) = gear.items.iter_mut().find(|own| own.id == item) {
                change(own);
            }
        });
    }

    pub(super) fn drop_all(&mut self, unit: UnitId) -> Result<(), Fault> {
        let held = self
            .facts()
            .unit(unit)
            .map(|own| self.facts_ref().items_at(own, crate::rules::action::ItemPlace::Held))
            .unwrap_or_default();
        for item in held {
            self.apply(Effect::Item { unit, item, change: ItemChange::Drop })?;
        }
        Ok(())
    }
}
