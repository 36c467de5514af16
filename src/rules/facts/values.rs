//! Names and expressions ([`crate::rules::expr`]) over a unit, and the points that it has left.

use crate::rules::prelude::*;

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
        match Word::of(name) {
            // Not only the stat: what is worn, and what hits have taken.
            Word::Armour => return Some(i64::from(self.armour(unit))),
            Word::FreePoints => return Some(i64::from(self.book.settings.economy.free_points)),
            _ => {}
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
        self.special(unit, name, depth)
    }

    fn special(&self, unit: &UnitState, name: Key, depth: u8) -> Option<i64> {
        let yes = |test: bool| Some(i64::from(test));
        match Word::of(name) {
            Word::Used => return Some(i64::from(unit.usage.points)),
            Word::Moved => return Some(i64::from(unit.usage.squares)),
            // Someone aboard has moved as far as what carries him (C-46).
            Word::MovedLastTurn => return Some(i64::from(self.bearer(unit).usage.squares_last_turn)),
            Word::Reactions => return Some(i64::from(unit.usage.reactions)),
            Word::Actions => return Some(i64::from(unit.usage.actions)),
            Word::Increment => return Some(i64::from(self.increment(unit))),
            Word::CurrentIncrement => return Some(i64::from(self.current_increment(unit))),
            Word::Initiative => return Some(i64::from(unit.initiative.total())),
            Word::Size => return self.book.size(unit.sheet.0.size).map(|size| i64::from(size.step)),
            Word::Legs => return Some(i64::from(unit.sheet.0.legs)),
            Word::Speed => {
                // A book whose default speed leans on `speed` itself finds 0 for it.
                let own = self.move_def(unit, None).map(|def| i64::from(def.speed));
                let default = || if depth > 0 { 0 } else { i64::from(self.base_speed(unit, None)) };
                return Some(own.unwrap_or_else(default));
            }
            Word::OnTurn => return yes(self.turn == Some(unit.id())),
            Word::Working => return yes(unit.usage.task.is_some()),
            Word::Acted => return yes(unit.initiative.acted),
            Word::Reach => return Some(i64::from(self.reach(unit))),
            Word::ReachShift => return Some(i64::from(unit.gear.reach_shift)),
            Word::Armed => return yes(self.armed(unit)),
            Word::FreeHands => return Some(i64::from(self.free_hands(unit))),
            Word::MeleeSkill => return self.melee_skill(unit, depth),
            Word::SurpriseRound => return yes(self.phase == Phase::Surprise),
            Word::ZeroGravity => return yes(self.surroundings.zero_gravity),
            Word::Silencing => {
                let others = self.book.settings.silencing_others;
                return Some(i64::from(self.surroundings.silencing_at(&unit.place.area, others)));
            }
            Word::AuraEnergy => {
                let energy = unit.wards.auras.iter().filter(|aura| aura.kind != "normal");
                return Some(energy.map(|aura| i64::from(aura.stored)).sum());
            }
            Word::Round => return Some(i64::from(self.round)),
            Word::Systems => return yes(self.systems(unit).is_some()),
            Word::Enclosed => return yes(self.enclosed(unit).is_some()),
            Word::BesideCover => return yes(self.beside_cover(unit)),
            Word::CoverSquares => {
                return i64::try_from(self.cover_squares(unit).count()).ok();
            }
            Word::Guards => return Some(i64::from(self.guards(unit))),
            Word::Engaged => return yes(self.engaged(unit)),
            Word::Weight => return Some(self.weight(unit, depth)),
            Word::IsVehicle => return yes(unit.vehicle().is_some()),
            Word::IsAboard => return yes(self.vehicle_of(unit).is_some()),
            Word::IsStarship => return yes(unit.is_starship()),
            Word::TopSpeed => return Some(i64::from(self.top_speed(self.bearer(unit)))),
            Word::Kph => return Some(i64::from(self.bearer(unit).driven.speed)),
            Word::Controlled => return yes(self.bearer(unit).driven.controlled),
            Word::Pursues => return yes(self.bearer(unit).driven.pursuing.is_some()),
            Word::MustWeave => return Some(i64::from(self.bearer(unit).driven.must_weave.unwrap_or(0))),
            Word::Cluttered => return yes(self.surroundings.clutters(&self.bearer(unit).place.area)),
            Word::RamBonus => return Some(unit.vehicle().map_or(0, |def| i64::from(def.ram_bonus))),
            Word::Evasion => return Some(i64::from(self.bearer(unit).driven.evasion)),
            Word::SizeDm => return Some(unit.vehicle().map_or(0, |def| i64::from(def.size_dm))),
            _ => {}
        }
        self.of_two_words(unit, name.parts()?, depth)
    }

    /// A name with a dot in it, such as `has.prone`.
    fn of_two_words(&self, unit: &UnitState, (head, rest): (Key, Key), depth: u8) -> Option<i64> {
        let yes = |test: bool| Some(i64::from(test));
        match (Word::of(head), Word::of(rest)) {
            (Word::Role, _) => yes(self.bonds_of(unit.id()).any(|bond| bond.role == rest)),
            (Word::System, _) => Some(i64::from(self.system_hits(unit, rest))),
            (Word::Systems, _) => yes(self.systems(unit).is_some_and(|own| own.kind == rest)),
            (Word::Option, _) => Some(i64::from(self.option(rest.as_str()))),
            (Word::Has, _) => yes(unit.conditions.has(rest)),
            (Word::Rounds, _) => Some(i64::from(unit.conditions.rounds(rest))),
            (Word::At, _) => {
                yes(unit.place.area.squares().any(|own| self.surroundings.is_at(own, rest.as_str())))
            }
            (Word::Best, _) => Some(self.best(unit, rest).unwrap_or(-1)),
            (Word::Count, _) => Some(i64::from(unit.conditions.count(rest))),
            (Word::Active, _) => {
                let active = unit.modifiers.0.iter().filter(|modifier| modifier.source == rest);
                i64::try_from(active.count()).ok()
            }
            (Word::Pool, _) => Some(i64::from(self.points(unit, rest))),
            (Word::Own, _) => self.named(unit, rest, depth + 1),
            (_, Word::Max) => unit.tracks.get(head).map(|track| i64::from(track.max)),
            (Word::Size, _) => yes(unit.sheet.0.size == rest),
            // Actions of a tag done this turn, and whether something with a tag is in hand (F-65).
            (Word::Done, _) => {
                let has = |id: &&Key| self.book.action(**id).is_some_and(|def| def.tags.contains(&rest));
                i64::try_from(unit.usage.this_turn.iter().filter(has).count()).ok()
            }
            (Word::Holds, _) => yes(unit.gear.items.iter().any(|item| {
                let works = item.held && !item.jammed;
                works && self.book.weapon(item.def).is_some_and(|def| def.tagged(rest.as_str()))
            })),
            (Word::Tag, _) => yes(self.has_tag(unit, rest.as_str())),
            // Active, whether or not points are left (D-55, D-62).
            (Word::Shield, _) => {
                let own = unit.wards.shields.iter().filter(|own| own.precision.id() == rest.as_str());
                i64::try_from(own.filter(|own| own.active).count()).ok()
            }
            (Word::Source, _) => {
                let own = unit.wards.shields.iter().filter(|own| own.precision.id() == rest.as_str());
                i64::try_from(own.count()).ok()
            }
            // What buying points for the first of a precision costs, brings, and for how long (D-55).
            (Word::Price | Word::Bought | Word::Lasts, _) => {
                let own = unit.sheet.0.shields.iter().find(|own| own.precision.id() == rest.as_str());
                own.map_or(Some(0), |own| own.buys(head.as_str()))
            }
            // Those for which points were bought that end (D-07).
            (Word::Charged, _) => {
                let own = unit.wards.shields.iter().filter(|own| own.precision.id() == rest.as_str());
                i64::try_from(own.filter(|own| own.turns > 0).count()).ok()
            }
            _ if self.is_partner_word(head.as_str()) => match self.partner(unit.id(), head.as_str()) {
                Some(other) if depth <= 8 => self.named(other, rest, depth + 1),
                _ => Some(0),
            },
            _ => None,
        }
    }

    /// What it weighs in pounds: stats `body_weight` and `kit_weight`, and all its weapons and items (D-21).
    fn weight(&self, unit: &UnitState, depth: u8) -> i64 {
        let stat = |name: &str| self.named(unit, Key::new(name), depth + 1).unwrap_or(0);
        let gear = unit.gear.items.iter().filter_map(|item| self.book.gear(item.def));
        stat("body_weight") + stat("kit_weight") + gear.map(|def| i64::from(def.weight())).sum::<i64>()
    }

    /// The highest value of a name among the others of a unit's side who can act; none where nobody has it (C-73).
    fn best(&self, unit: &UnitState, name: Key) -> Option<i64> {
        let others = self.units.iter().filter(|other| other.side() == unit.side() && other.id() != unit.id());
        let others = others.filter(|other| self.can_act(other));
        others.filter_map(|other| other.sheet.0.stats.get(&name)).map(|value| i64::from(*value)).max()
    }

    /// Its best skill with a mêlée weapon in hand, under what caps that; 0 without skill or weapon (C-54, C-173).
    fn melee_skill(&self, unit: &UnitState, depth: u8) -> Option<i64> {
        if depth > 8 {
            return None;
        }
        let named = |name: Key| self.named(unit, name, depth + 1);
        let level = |weapon: &WeaponDef| {
            let check = self.book.check(weapon.check.unwrap_or(self.book.settings.attack.melee))?;
            let own = unit.sheet.0.overrides.get(&check.id).map(|(_, skill)| *skill);
            let own = named(own.or(weapon.skill).or(check.skill)?).unwrap_or(0);
            let caps = |when: &Expr| when.eval(&named).is_ok_and(|test| test != 0);
            let cap = check.skill_cap.as_ref().filter(|(when, _)| caps(when));
            Some(cap.map_or(own, |(_, cap)| own.min(named(*cap).unwrap_or(0))))
        };
        let armed = self.in_hand(unit, WeaponUse::Melee).filter(|(_, weapon)| !weapon.unarmed);
        Some(armed.filter_map(|(_, weapon)| level(weapon)).max().unwrap_or(0))
    }

    /// Evaluates an expression for a unit: names of the context, the unit's, then `target.…`; 0 where it cannot be.
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
            // Towards somebody only what does not serve against another counts.
            let active = |own: &UnitState, source: Key, other: &UnitState| {
                let serves = |versus: Option<UnitId>| versus.is_none_or(|versus| versus == other.id());
                let active = own.modifiers.0.iter().filter(|one| one.source == source && serves(one.versus));
                i64::try_from(active.count()).ok()
            };
            let parts = name.parts().map(|(head, rest)| (Word::of(head), rest));
            if let (Some((Word::Active, source)), Some(other)) = (parts, other) {
                return active(unit, source, other);
            }
            if let Some((Word::Target, rest)) = parts {
                let Some(other) = other else { return Some(0) };
                return match rest.parts() {
                    Some((head, source)) if Word::of(head) == Word::Active => active(other, source, unit),
                    _ => self.named(other, rest, 0).or(Some(0)),
                };
            }
            match Word::of(name) {
                Word::Friend => {
                    return Some(i64::from(other.is_some_and(|other| other.side() == unit.side())));
                }
                Word::Oneself => return Some(i64::from(other.is_some_and(|other| other.id() == unit.id()))),
                _ => {}
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

    /// A unit as its turn starts, with the points that it gets then and nothing done yet (S-17).
    pub fn at_turn_start(&self, unit: &UnitState) -> UnitState {
        let mut own = unit.clone();
        self.book.settings.economy.fill_for_turn(&mut own.pools);
        own.usage.begin_turn();
        own
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
            let known = |id: &Key| unit.pools.0.iter().find(|other| other.id == *id);
            let others = pools[..rank].iter().filter_map(known);
            let before: i32 = others.map(|other| other.base + other.extra).sum();
            allotment -= (count - before.max(0)).max(0);
        }
        allotment.max(0)
    }

    /// The most points that conditions let it use in a round.
    pub fn cap<'a>(&'a self, unit: &'a UnitState) -> Option<(i32, &'a ConditionDef)> {
        self.conditions(unit).filter_map(|(def, _)| Some((def.cap?, def))).min_by_key(|(cap, _)| *cap)
    }
}
