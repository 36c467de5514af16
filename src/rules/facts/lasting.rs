//! What names of a unit mean for its whole battle; what they mean now is in [`values`](super::values).

use crate::rules::prelude::*;

impl Facts {
    /// Whether an expression over a unit, and over what an occasion gives, may come to hold in this battle. It may not
    /// where it needs a stat, shield, pool, track or tag that the unit does not have and cannot get, or one who drives
    /// and there is no vehicle.
    pub fn may_hold(&self, test: &Expr, unit: &UnitState) -> bool {
        test.certain(&|name| self.lasting(unit, name, 0)) != Some(0)
    }

    /// The value that a name of a unit keeps for the whole battle; none: it may change, or the occasion gives it.
    fn lasting(&self, unit: &UnitState, name: Key, depth: u8) -> Option<i64> {
        let word = Word::of(name);
        if depth > 8 || word.is_given() || word == Word::Armour || unit.tracks.get(name).is_some() {
            return None;
        }
        if let Some(value) = unit.sheet.0.stats.get(&name) {
            return Some(i64::from(*value));
        }
        if let Some(expr) = self.book.settings.derived.get(&name) {
            return expr.certain(&|inner| self.lasting(unit, inner, depth + 1));
        }
        if let Some(value) = self.book.settings.stats.get(&name) {
            return Some(i64::from(*value));
        }
        match word {
            Word::FreePoints | Word::IsVehicle | Word::IsStarship | Word::RamBonus | Word::SizeDm => {
                return self.stat(unit, name);
            }
            Word::Other => {}
            _ => return None,
        }
        let Some((head, rest)) = name.parts() else {
            // A track that it does not have.
            return self.book.track(name).map(|_| 0);
        };
        let tagged = |tags: &[Key]| tags.contains(&rest);
        let never = match (Word::of(head), Word::of(rest)) {
            (Word::Option | Word::Price | Word::Bought | Word::Lasts, _) => return self.stat(unit, name),
            (Word::Own, _) => return self.lasting(unit, rest, depth + 1),
            (Word::Tag, _) if tagged(&unit.sheet.0.tags) => return Some(1),
            (Word::Tag, _) => {
                !self.any_item(|item| self.book.item(item.def).is_some_and(|def| tagged(&def.tags)))
            }
            (Word::Holds, _) => {
                !self.any_item(|item| self.book.weapon(item.def).is_some_and(|def| tagged(&def.tags)))
            }
            // Nobody gains a shield or a pool in a battle.
            (Word::Source, _) => self.stat(unit, name) == Some(0),
            (Word::Shield | Word::Charged, _) => {
                unit.wards.shields.iter().all(|own| own.precision.id() != rest.as_str())
            }
            // Nobody drives where there is no vehicle.
            (Word::Role, _) => {
                let mut roles = self.book.settings.bonds.iter().flat_map(|bond| &bond.roles);
                roles.any(|role| role.id == rest && role.drives)
                    && self.units.iter().all(|own| own.vehicle().is_none())
            }
            (Word::Pool, _) => unit.pools.0.iter().all(|own| own.id != rest),
            (_, Word::Max) => unit.tracks.get(head).is_none(),
            _ => false,
        };
        never.then_some(0)
    }

    /// Whether there is an item of a kind in the battle, whoever has it: who has fallen may be robbed.
    fn any_item(&self, fits: impl Fn(&Item) -> bool) -> bool {
        let own = self.units.iter().flat_map(|unit| &unit.gear.items);
        let all = own.chain(self.ground.iter().map(|lying| &lying.item));
        all.flat_map(|item| std::iter::once(item).chain(&item.contents)).any(fits)
    }
}
