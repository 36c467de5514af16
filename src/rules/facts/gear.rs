//! What a unit carries, holds and wears, as facts. Definitions of gear are in [`crate::rules::gear`].

use crate::rules::prelude::*;

/// One weapon or other item of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its name on this unit: the kind's id, with a number from the second on.
    pub id: Key,
    /// The kind.
    pub def: Key,
    /// In hand.
    pub held: bool,
    /// Worn.
    pub worn: bool,
    /// Loaded.
    pub loaded: i32,
    /// Ammunition carried for it; negative: without end.
    pub stock: i32,
    /// Damage taken.
    pub damage: i32,
    /// Its durability.
    pub durability: i32,
    /// It is jammed and cannot be fired (S-33).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jammed: bool,
    /// What is in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contents: Vec<Item>,
}

impl Item {
    /// A whole item of a kind, loaded, carried, not in hand, of a free name, with what it holds; none: no such kind.
    pub fn new(book: &Rulebook, def: Key, taken: &[Key]) -> Option<Self> {
        let mut item = Self { id: fresh_name(def, taken), def, ..Self::default() };
        if let Some(weapon) = book.weapon(def) {
            item.durability = weapon.durability;
            item.loaded = weapon.capacity;
            item.stock = weapon.ammunition.unwrap_or(-1);
            return Some(item);
        }
        let kind = book.item(def)?;
        item.durability = kind.durability;
        let mut taken = [taken, &[item.id]].concat();
        for inside in &kind.holds {
            if let Some(mut own) = Self::new(book, *inside, &taken) {
                own.contents.clear();
                taken.push(own.id);
                item.contents.push(own);
            }
        }
        Some(item)
    }

    /// Rounds it can fire before something has to be done; none: without end. Carried ones serve too.
    pub fn shots(&self, weapon: &WeaponDef) -> Option<i32> {
        if weapon.capacity > 0 {
            return Some(self.loaded);
        }
        (weapon.takes_ammunition() && self.stock >= 0).then_some(self.stock)
    }

    /// Whether it can fire so many rounds.
    pub fn has_shots(&self, weapon: &WeaponDef, rounds: i32) -> bool {
        let jammed = self.jammed && weapon.is_ranged();
        !jammed && self.shots(weapon).is_none_or(|left| left >= rounds)
    }

    /// From so many per cent of its durability, as `broken_from` of the book's `harm` says.
    pub fn broken(&self, from: i32) -> bool {
        i64::from(self.damage) * 100 >= i64::from(self.durability) * i64::from(from)
    }

    /// From all of it.
    pub fn destroyed(&self) -> bool {
        self.damage >= self.durability
    }
}

/// A name for an item that its unit does not have yet: the kind's id, with a number from the second on.
pub fn fresh_name(def: Key, taken: &[Key]) -> Key {
    if !taken.contains(&def) {
        return def;
    }
    (2..).map(|n| Key::new(&format!("{def}_{n}"))).find(|name| !taken.contains(name)).unwrap_or(def)
}

/// What a unit carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gear {
    /// Weapons and items.
    pub items: Vec<Item>,
    /// How far its threat range is shifted.
    pub reach_shift: i32,
}

impl Gear {
    /// The names of all that it carries, contents of containers too.
    pub fn names(&self) -> Vec<Key> {
        let all = self.items.iter().flat_map(|item| std::iter::once(item).chain(&item.contents));
        all.map(|item| item.id).collect()
    }
}

/// One slot with a prepared spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellSlot {
    /// The spell.
    pub spell: Key,
    /// Used up until a rest.
    pub spent: bool,
}

/// Prepared spells.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpellSlots(pub Vec<SpellSlot>);

/// An item on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// Where.
    pub square: Square,
    /// What.
    pub item: Item,
}

/// A weapon of a unit: the item, and what it is.
pub type ArmedWith<'a> = (&'a Item, &'a Arc<WeaponDef>);

impl Facts {
    /// Its weapons with their definitions, whole ones only; those of its vehicle that it can fire come last.
    pub fn weapons<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = ArmedWith<'a>> {
        let items = unit.gear.items.iter();
        let whole = items.filter(|item| !item.destroyed() && !self.weapon_gone(unit, item.id));
        let own = whole.filter_map(|item| Some((item, self.book.weapon(item.def)?)));
        let mounted = self.mounted(unit).into_iter().map(|one| (one.item, one.def));
        own.chain(mounted.filter(|(item, _)| !unit.gear.items.iter().any(|own| own.id == item.id)))
    }

    /// Weapons of a use in hands that can hold them, those that are of it only besides among them.
    pub fn in_hand<'a>(
        &'a self,
        unit: &'a UnitState,
        uses: WeaponUse,
    ) -> impl Iterator<Item = ArmedWith<'a>> {
        let (hands, whole) = (self.usable_hands(unit), unit.sheet.0.hands);
        self.weapons(unit)
            .filter(move |(item, def)| def.natural || item.held && (hands >= whole || def.hands <= hands))
            .filter_map(move |(item, def)| Some((item, self.used_as(unit, item, def, uses)?)))
    }

    /// A weapon of a unit as it is used so: itself, or what it is besides (F-64), unless mounted on a vehicle.
    pub fn used_as<'a>(
        &'a self,
        unit: &UnitState,
        item: &Item,
        def: &'a Arc<WeaponDef>,
        uses: WeaponUse,
    ) -> Option<&'a Arc<WeaponDef>> {
        if def.is_used(uses) {
            return Some(def);
        }
        let own = unit.gear.items.iter().any(|own| own.id == item.id);
        let also = def.also.filter(|_| own).and_then(|also| self.book.weapon(also));
        also.filter(|also| also.is_used(uses))
    }

    /// A weapon of a unit by its name on it, as an action uses it; what cannot be used so is just itself.
    pub fn weapon_in<'a>(
        &'a self,
        unit: &'a UnitState,
        id: Key,
        action: &ActionDef,
    ) -> Option<ArmedWith<'a>> {
        let (item, def) = self.weapon(unit, id)?;
        let used = action.weapon_use().and_then(|uses| self.used_as(unit, item, def, uses));
        Some((item, used.unwrap_or(def)))
    }

    /// A weapon of a unit by its name on it.
    pub fn weapon<'a>(&'a self, unit: &'a UnitState, id: Key) -> Option<ArmedWith<'a>> {
        self.weapons(unit).find(|(item, _)| item.id == id)
    }

    /// Whether it has a weapon usable in mêlée that is not a mere fist.
    pub fn armed(&self, unit: &UnitState) -> bool {
        self.in_hand(unit, WeaponUse::Melee).any(|(_, def)| !def.unarmed)
    }

    /// Hands that an item takes when it is held; what is a part of the body takes none.
    pub fn hands(&self, item: &Item) -> i32 {
        match self.book.weapon(item.def) {
            Some(def) if def.natural => 0,
            Some(def) => def.hands,
            None => 1,
        }
    }

    /// Its hands, without those that conditions take (D-71).
    pub fn usable_hands(&self, unit: &UnitState) -> i32 {
        self.conditions(unit)
            .fold(unit.sheet.0.hands, |hands, (def, _)| hands.saturating_add(def.hands))
            .max(0)
    }

    /// Its hands that hold nothing (S-73).
    pub fn free_hands(&self, unit: &UnitState) -> i32 {
        let used: i32 = unit.gear.items.iter().filter(|item| item.held).map(|item| self.hands(item)).sum();
        self.usable_hands(unit) - used
    }

    /// Whether it holds what it can threaten with: a weapon usable in mêlée, or fists where these do (A-72, S-22).
    pub fn can_threaten(&self, unit: &UnitState) -> bool {
        let fists = self.book.settings.attack.fists_threaten;
        self.in_hand(unit, WeaponUse::Melee).any(|(_, def)| fists || !def.unarmed)
    }

    /// Whether it has a weapon in hand besides this one, bare hands left aside (S-65).
    pub fn armed_besides(&self, unit: &UnitState, weapon: Option<Key>) -> bool {
        let mut ready = self.weapons(unit).filter(|(item, own)| (item.held || own.natural) && !own.unarmed);
        ready.any(|(item, _)| Some(item.id) != weapon)
    }

    /// What a unit wears that is not destroyed.
    pub fn worn<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = &'a ItemDef> {
        let worn = unit.gear.items.iter().filter(|item| item.worn && !item.destroyed());
        worn.filter_map(|item| self.book.item(item.def))
    }

    /// The sum of worn armour values (S-46, C-60) and a unit's own `armour` stat.
    pub fn armour(&self, unit: &UnitState) -> i32 {
        let own = unit.sheet.0.stats.get(&Key::new("armour")).copied().unwrap_or(0);
        own + self.worn(unit).map(|def| def.armour).sum::<i32>() - self.armour_lost(unit)
    }

    /// The same against a weapon: all but `primitive` armour counts double against a primitive one (S-49, S-32).
    pub fn armour_against(&self, unit: &UnitState, primitive: bool, location: Option<Key>) -> i32 {
        let struck = |covers: &[Key]| covers.is_empty() || location.is_some_and(|own| covers.contains(&own));
        let beside: i32 = self.worn(unit).filter(|def| !struck(&def.covers)).map(|def| def.armour).sum();
        let whole = self.armour(unit) - beside;
        if !primitive {
            return whole;
        }
        let like = self
            .worn(unit)
            .filter(|def| struck(&def.covers) && def.tags.iter().any(|tag| *tag == "primitive"));
        whole + (whole - like.map(|def| def.armour).sum::<i32>()).max(0)
    }

    /// Whether a unit wears what covers only some parts of the body (S-32).
    pub fn partly_armoured(&self, unit: &UnitState) -> bool {
        self.worn(unit).any(|def| !def.covers.is_empty())
    }

    /// Whether a unit has a tag by its nature, or by what it wears (C-88).
    pub fn has_tag(&self, unit: &UnitState, tag: &str) -> bool {
        let tagged = |tags: &[Key]| tags.iter().any(|own| *own == tag);
        tagged(&unit.sheet.0.tags) || self.worn(unit).any(|def| tagged(&def.tags))
    }

    /// Whether an action is a unit's at all, as everybody's is or as its own.
    #[inline]
    pub fn has_action(&self, unit: &UnitState, def: &ActionDef) -> bool {
        def.only.as_ref().is_none_or(|only| {
            only.units.contains(&unit.identity.kind)
                || only.tags.iter().any(|tag| self.has_tag(unit, tag.as_str()))
        })
    }

    /// Damage resistances: own and worn.
    pub fn resistances(&self, unit: &UnitState) -> Vec<(i32, Key, Key)> {
        let own = unit.sheet.0.resistances.iter().map(|(n, kind)| (*n, *kind, Key::new("nature")));
        let worn = self.worn(unit);
        let worn = worn.flat_map(|def| def.resistances.iter().map(|(n, kind)| (*n, *kind, def.id)));
        own.chain(worn).collect()
    }

    /// The armour range of drive (D-39): the first worn.
    pub fn armour_range(&self, unit: &UnitState) -> Option<(i32, i32)> {
        self.worn(unit).find_map(|def| def.range)
    }

    /// Whether the armour that has the range has a tag (D-40, D-47).
    pub fn armour_tagged(&self, unit: &UnitState, tag: &str) -> bool {
        let armour = self.worn(unit).find(|def| def.range.is_some());
        armour.is_some_and(|def| def.tags.iter().any(|own| *own == tag))
    }

    /// What lies on the ground under a name, of several the nearest to a unit.
    pub fn lying(&self, unit: &UnitState, item: Key) -> Option<&GroundItem> {
        let known = self.ground.iter().filter(|ground| ground.item.id == item);
        known.min_by_key(|ground| unit.place.area.distance(&Area::one(ground.square)))
    }

    /// Items of a unit in a place, with the squares of the ground within one for [`ItemPlace::Ground`].
    pub fn items_at(&self, unit: &UnitState, place: ItemPlace) -> Vec<Key> {
        let natural = |item: &Item| self.book.weapon(item.def).is_some_and(|def| def.natural);
        let whole = || unit.gear.items.iter().filter(|item| !item.destroyed());
        let ids = |fits: &dyn Fn(&Item) -> bool| -> Vec<Key> {
            whole().filter(|item| fits(item)).map(|item| item.id).collect()
        };
        match place {
            ItemPlace::Held => ids(&|item: &Item| item.held && !natural(item)),
            ItemPlace::Carried => {
                ids(&|item: &Item| !item.held && !item.worn && self.book.weapon(item.def).is_some())
            }
            ItemPlace::Ground => {
                let here = &unit.place;
                let near = |ground: &&GroundItem| {
                    here.band == Band::Ground && here.area.distance(&Area::one(ground.square)) <= 1
                };
                self.ground.iter().filter(near).map(|ground| ground.item.id).collect()
            }
            ItemPlace::Afar(most) => {
                let reached = |ground: &&GroundItem| self.within_sight(unit, ground.square, most);
                self.ground.iter().filter(reached).map(|ground| ground.item.id).collect()
            }
            ItemPlace::Loose(most) => {
                let things = self.things.iter().map(|thing| thing.id);
                let all = self.ground.iter().map(|ground| ground.item.id).chain(things);
                let loose = all.filter_map(|id| Some((id, self.loose(unit, id)?.0)));
                loose.filter(|(_, square)| self.within_sight(unit, *square, most)).map(|(id, _)| id).collect()
            }
            ItemPlace::Jammed => {
                let jammed = unit.gear.items.iter().filter(|item| item.held && item.jammed);
                jammed.map(|item| item.id).collect()
            }
            ItemPlace::Stored => {
                unit.gear.items.iter().flat_map(|item| &item.contents).map(|item| item.id).collect()
            }
            ItemPlace::Wearable | ItemPlace::Worn => ids(&|item: &Item| {
                let quick = self.book.item(item.def).is_some_and(|def| def.quick && def.slot.is_some());
                quick && item.worn == (place == ItemPlace::Worn)
            }),
            ItemPlace::TargetLoose | ItemPlace::TargetVisible => {
                let loose = |item: &&Item| {
                    let worn = self.book.item(item.def).is_some_and(|def| def.detachable) && item.worn;
                    !natural(item) && (place == ItemPlace::TargetVisible || item.held || worn)
                };
                let mut found: Vec<&Item> = whole().filter(loose).collect();
                found.sort_by_key(|item| (!item.held, !item.worn));
                found.into_iter().map(|item| item.id).collect()
            }
            _ => unit.wards.chosen_from(place),
        }
    }

    /// Whether a square on the ground is in sight of a unit and at most so far away.
    fn within_sight(&self, unit: &UnitState, square: Square, most: u8) -> bool {
        let (here, there) = (&unit.place, Area::one(square));
        here.area.distance(&there).max(self.gap(here.band, Band::Ground)) <= i32::from(most)
            && grid::line_of_effect_between(&self.map, &here.area, here.band, &there, Band::Ground)
    }

    /// How far its threat range may be shifted: the best of its weapons in hand and conditions.
    pub fn reach(&self, unit: &UnitState) -> i32 {
        let weapons = self.in_hand(unit, WeaponUse::Melee).map(|(_, def)| def.reach);
        weapons.chain(self.conditions(unit).map(|(def, _)| def.reach)).max().unwrap_or(0).max(0)
    }
}
