//! Names and expressions over a unit, and the points that it has left.
//!
//! Owns what a name means for a unit. Parsing and arithmetic are in [`crate::rules::expr`].

use super::{Facts, Phase, Pool, UnitId, UnitState};
use crate::{
    key::Key,
    rules::{condition::ConditionDef, expr::Expr},
};

impl Facts {
    /// What conditions take from pools, those that take from the same ones added up.
    pub(super) fn takes<'a>(&'a self, unit: &'a UnitState) -> Vec<(&'a [Key], i32)> {
        let mut all: Vec<(&[Key], i32)> = Vec::new();
        for (def, count) in self.conditions(unit).filter(|(def, _)| !def.takes.is_empty()) {
            match all.iter_mut().find(|(pools, _)| *pools == def.takes) {
                Some((_, sum)) => *sum += count,
                None => all.push((&def.takes, count)),
            }
        }
        all
    }

    /// A stat of a unit: own, else the book's default; a track's or derived value comes before it.
    pub fn stat(&self, unit: &UnitState, name: Key) -> Option<i64> {
        self.named(unit, name, 0)
    }

    fn named(&self, unit: &UnitState, name: Key, depth: u8) -> Option<i64> {
        if let Some(track) = unit.tracks.get(name) {
            return Some(i64::from(track.now));
        }
        if name == "armour" {
            // Not only the stat: what is worn, and what hits have taken.
            return Some(i64::from(self.armour(unit)));
        }
        if let Some(value) = unit.sheet.0.stats.get(&name) {
            return Some(i64::from(*value));
        }
        if let Some(expr) = self.book.settings.derived.get(&name) {
            if depth > 8 {
                return None;
            }
            return expr.eval(&|inner| self.named(unit, inner, depth + 1)).ok();
        }
        if let Some(value) = self.book.settings.stats.get(&name) {
            return Some(i64::from(*value));
        }
        self.special(unit, name.as_str(), depth)
    }

    fn special(&self, unit: &UnitState, name: &str, depth: u8) -> Option<i64> {
        let yes = |test: bool| Some(i64::from(test));
        match name {
            "used" => return Some(i64::from(unit.usage.points)),
            "moved" => return Some(i64::from(unit.usage.squares)),
            // Someone aboard has moved as far as what carries him (C-46).
            "moved_last_turn" => return Some(i64::from(self.bearer(unit).usage.squares_last_turn)),
            "reactions" => return Some(i64::from(unit.usage.reactions)),
            "actions" => return Some(i64::from(unit.usage.actions)),
            "increment" => return Some(i64::from(self.increment(unit))),
            "current_increment" => return Some(i64::from(self.current_increment(unit))),
            "initiative" => return Some(i64::from(unit.initiative.total())),
            "size" => return self.book.size(unit.sheet.0.size).map(|size| i64::from(size.step)),
            "legs" => return Some(i64::from(unit.sheet.0.legs)),
            "speed" => {
                // A book whose default speed leans on `speed` itself finds 0 for it.
                let own = self.move_def(unit, None).map(|def| i64::from(def.speed));
                let default = || if depth > 0 { 0 } else { i64::from(self.base_speed(unit, None)) };
                return Some(own.unwrap_or_else(default));
            }
            "on_turn" => return yes(self.turn == Some(unit.id())),
            "working" => return yes(unit.usage.task.is_some()),
            "acted" => return yes(unit.initiative.acted),
            "reach" => return Some(i64::from(self.reach(unit))),
            "reach_shift" => return Some(i64::from(unit.gear.reach_shift)),
            "armed" => return yes(self.armed(unit)),
            "surprise_round" => return yes(self.phase == Phase::Surprise),
            "zero_gravity" => return yes(self.surroundings.zero_gravity),
            "round" => return Some(i64::from(self.round)),
            "systems" => return yes(self.systems(unit).is_some()),
            "enclosed" => return yes(self.enclosed(unit).is_some()),
            "beside_cover" => return yes(self.beside_cover(unit)),
            "is_vehicle" => return yes(unit.vehicle().is_some()),
            "is_aboard" => return yes(self.vehicle_of(unit).is_some()),
            "is_starship" => return yes(unit.is_starship()),
            "top_speed" => return Some(i64::from(self.top_speed(self.bearer(unit)))),
            "kph" => return Some(i64::from(self.bearer(unit).driven.speed)),
            "controlled" => return yes(self.bearer(unit).driven.controlled),
            "pursues" => return yes(self.bearer(unit).driven.pursuing.is_some()),
            "must_weave" => return Some(i64::from(self.bearer(unit).driven.must_weave.unwrap_or(0))),
            "cluttered" => return yes(self.surroundings.clutters(&self.bearer(unit).place.area)),
            "ram_bonus" => return Some(unit.vehicle().map_or(0, |def| i64::from(def.ram_bonus))),
            "evasion" => return Some(i64::from(self.bearer(unit).driven.evasion)),
            "size_dm" => return Some(unit.vehicle().map_or(0, |def| i64::from(def.size_dm))),
            _ => {}
        }
        let (head, rest) = name.split_once('.')?;
        match (head, rest) {
            ("role", id) => yes(self.bonds_of(unit.id()).any(|bond| bond.role == id)),
            ("system", id) => Some(i64::from(self.system_hits(unit, Key::new(id)))),
            ("systems", id) => yes(self.systems(unit).is_some_and(|own| own.kind == id)),
            ("option", id) => Some(i64::from(self.option(id))),
            ("has", id) => yes(unit.conditions.has(Key::new(id))),
            ("rounds", id) => Some(i64::from(unit.conditions.rounds(Key::new(id)))),
            ("at", id) => yes(unit.place.area.squares().any(|own| self.surroundings.is_at(own, id))),
            ("best", id) => Some(self.best(unit, Key::new(id)).unwrap_or(-1)),
            ("count", id) => Some(i64::from(unit.conditions.count(Key::new(id)))),
            ("active", id) => {
                let active = unit.modifiers.0.iter().filter(|modifier| modifier.source == id);
                i64::try_from(active.count()).ok()
            }
            ("pool", id) => Some(i64::from(self.points(unit, Key::new(id)))),
            ("self", id) => self.named(unit, Key::new(id), depth + 1),
            (id, "max") => unit.tracks.get(Key::new(id)).map(|track| i64::from(track.max)),
            ("size", id) => yes(unit.sheet.0.size == id),
            // Actions of a tag done this turn, and whether something with a tag is in hand (F-65).
            ("done", tag) => {
                let tag = Key::new(tag);
                let has = |id: &&Key| self.book.action(**id).is_some_and(|def| def.tags.contains(&tag));
                i64::try_from(unit.usage.this_turn.iter().filter(has).count()).ok()
            }
            ("holds", tag) => yes(unit
                .gear
                .items
                .iter()
                .any(|item| item.held && self.book.weapon(item.def).is_some_and(|def| def.tagged(tag)))),
            ("tag", id) => yes(self.has_tag(unit, id)),
            (word, name) if self.is_partner_word(word) => match self.partner(unit.id(), word) {
                Some(other) if depth <= 8 => self.named(other, Key::new(name), depth + 1),
                _ => Some(0),
            },
            _ => None,
        }
    }

    /// The highest value of a name among the others of a unit's side who can act; none where nobody has it (C-73).
    fn best(&self, unit: &UnitState, name: Key) -> Option<i64> {
        let others = self.units.iter().filter(|other| other.side() == unit.side() && other.id() != unit.id());
        let others = others.filter(|other| self.can_act(other));
        others.filter_map(|other| other.sheet.0.stats.get(&name)).map(|value| i64::from(*value)).max()
    }

    /// Evaluates an expression for a unit; names of the context come first, then the unit's, then `target.…`. An
    /// expression that cannot be evaluated (validation finds those) counts as 0.
    pub fn evaluate(
        &self,
        expr: &Expr,
        unit: &UnitState,
        other: Option<&UnitState>,
        context: &dyn Fn(Key) -> Option<i64>,
    ) -> i64 {
        if let Some(number) = expr.as_const() {
            return number;
        }
        expr.eval(&|name| {
            if let Some(value) = context(name) {
                return Some(value);
            }
            if let (Some(source), Some(other)) = (name.as_str().strip_prefix("active."), other) {
                // Towards somebody only what does not serve against another counts.
                let serves = |versus: Option<UnitId>| versus.is_none_or(|versus| versus == other.id());
                let active = unit.modifiers.0.iter().filter(|one| one.source == source && serves(one.versus));
                return i64::try_from(active.count()).ok();
            }
            if name == "friend" {
                return Some(i64::from(other.is_some_and(|other| other.side() == unit.side())));
            }
            if name == "oneself" {
                return Some(i64::from(other.is_some_and(|other| other.id() == unit.id())));
            }
            if let Some(rest) = name.as_str().strip_prefix("target.") {
                let rest = Key::new(rest);
                return match other {
                    Some(other) => self.named(other, rest, 0).or(Some(0)),
                    None => Some(0),
                };
            }
            self.named(unit, name, 0).or(Some(0))
        })
        .unwrap_or(0)
    }

    /// An expression over a unit alone.
    pub fn value(&self, expr: &Expr, unit: &UnitState) -> i32 {
        let value = self.evaluate(expr, unit, None, &|_| None);
        i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
    }

    /// What a pool still holds: base and extras, less what conditions take, less what is spent; 0 at least.
    pub fn points(&self, unit: &UnitState, pool: Key) -> i32 {
        let Some(own) = unit.pools.0.iter().find(|own| own.id == pool) else { return 0 };
        (self.allotment(unit, own) - own.spent).max(0)
    }

    /// A pool's allotment for the round, after conditions.
    pub fn allotment(&self, unit: &UnitState, own: &Pool) -> i32 {
        let mut allotment = own.base + own.extra;
        for (def, _) in self.conditions(unit) {
            for (pool, amount) in &def.allots {
                if *pool == own.id {
                    allotment = allotment.min(self.value(amount, unit) + own.extra);
                }
            }
        }
        for (pools, count) in self.takes(unit) {
            let Some(rank) = pools.iter().position(|pool| *pool == own.id) else { continue };
            let before: i32 = pools[..rank]
                .iter()
                .filter_map(|pool| unit.pools.0.iter().find(|other| other.id == *pool))
                .map(|other| other.base + other.extra)
                .sum();
            allotment -= (count - before.max(0)).max(0);
        }
        allotment.max(0)
    }

    /// The most points that conditions let it use in a round.
    pub fn cap<'a>(&'a self, unit: &'a UnitState) -> Option<(i32, &'a ConditionDef)> {
        self.conditions(unit).filter_map(|(def, _)| Some((def.cap?, def))).min_by_key(|(cap, _)| *cap)
    }
}
