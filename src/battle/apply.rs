//! Carrying effects out: the one place where components of units change.

use crate::{
    grid::{Area, Dir8},
    key::Key,
    rules::{
        action::{EffectDef, To},
        check::{self, Check, Reading, Request, Versus},
        condition::Hook,
        expr::Expr,
        facts::{
            Awareness, Condition, Conditions, Entry, Facts, Gear, GroundItem, Initiative, Modifiers, Place, Pools,
            Slots, Tracks, UnitId, Usage, Wards, Watches,
        },
        modifier::{ActiveModifier, Until},
        timing::{Counted, Shift},
    },
};

use super::{
    Battle, Fault,
    chronicle::Outcome,
    effect::{Effect, ItemChange},
    resources::{Answers, Board, Clock, Ground, Holds},
    standing::Policy,
};

/// What the effects of content know of the moment.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Who acts, or bears the condition.
    pub own: UnitId,
    /// The target.
    pub target: Option<UnitId>,
    /// Names with values: `margin`, `sv`, `count`, `level`, `amount`.
    pub names: Vec<(&'static str, i64)>,
    /// The item chosen.
    pub item: Option<Key>,
    /// The door chosen.
    pub door: Option<u16>,
    /// What causes it: an action or condition.
    pub cause: Key,
    /// The unit's own action does it: points used before it.
    pub action: Option<i32>,
}

/// A check of a unit against a number.
#[derive(Clone, Copy, Debug)]
pub struct PlainRoll {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub check: Key,
    /// Against what.
    pub dc: i32,
    /// What for, in the log and for named dice.
    pub purpose: Key,
    /// A part of the unit's own action: the points used before it; none: forced on the unit.
    pub action: Option<i32>,
    /// The unit that it is aimed at.
    pub against: Option<UnitId>,
}

impl Scope {
    /// A scope without numbers.
    pub fn new(own: UnitId, cause: Key) -> Self {
        Self { own, target: None, names: Vec::new(), item: None, door: None, cause, action: None }
    }

    /// The same with one more number.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: i64) -> Self {
        self.names.push((name, value));
        self
    }
}

impl Battle {
    /// Makes one change, or holds it back while a simultaneous slot or an answered blow is open.
    pub(super) fn apply(&mut self, effect: Effect) -> Result<(), Fault> {
        if effect.is_held()
            && let Some(unit) = effect.unit()
        {
            let mut holds = self.world.resource_mut::<Holds>();
            if let Some(hold) =
                holds.0.iter_mut().rev().find(|hold| hold.members.contains(&unit) && hold.actor != Some(unit))
            {
                hold.effects.push(effect);
                return Ok(());
            }
        }
        self.carry_out(effect)
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), Fault> {
        match effect {
            Effect::Track { unit, track, amount, cause } => self.change_track(unit, track, amount, cause),
            Effect::Gain { unit, condition, count, until, from } => {
                let until = self.after_running_turn(until);
                self.gain(unit, Condition { id: condition, count, until, from })
            }
            Effect::Lift { unit, condition, count } => self.lift(unit, condition, count),
            Effect::Modify { unit, modifier } => {
                if modifier.until == Until::Aim {
                    // One aim at a time (F-73).
                    self.end_aims(unit, |old| old.source == modifier.source);
                }
                let outcome =
                    Outcome::Modified { unit, source: modifier.source, until: modifier.until.clone() };
                self.change::<Modifiers>(unit, |own| own.0.push(modifier));
                self.record(outcome);
                Ok(())
            }
            Effect::Spend { unit, pool, amount } => {
                self.change::<Pools>(unit, |own| {
                    if let Some(own) = own.0.iter_mut().find(|own| own.id == pool) {
                        own.spent += amount;
                    }
                });
                Ok(())
            }
            Effect::Points { unit, pool, amount } => {
                self.change::<Pools>(unit, |own| {
                    if let Some(own) = own.0.iter_mut().find(|own| own.id == pool) {
                        own.extra += amount;
                    }
                });
                self.record(Outcome::Points { unit, pool, amount });
                Ok(())
            }
            Effect::Done { unit, action, points, own_turn, free, reaction, riders } => {
                let tags: Vec<Key> = match self.book().action(action) {
                    Some(def) if own_turn => {
                        let once = &self.book().settings.economy.once_a_turn;
                        def.tags.iter().filter(|tag| once.contains(tag)).copied().collect()
                    }
                    _ => Vec::new(),
                };
                self.change::<Usage>(unit, |own| {
                    own.points += points;
                    own.riders += riders;
                    own.this_round.push(action);
                    own.actions += i32::from(!free);
                    own.reactions += i32::from(reaction);
                    if own_turn {
                        own.this_turn.push(action);
                        own.tags.extend(tags);
                        own.surprise_done = true;
                    }
                });
                Ok(())
            }
            Effect::Step { unit, to, own } => self.move_step(unit, to, own),
            Effect::Face { unit, facing } => {
                self.change::<Place>(unit, |place| place.facing = facing);
                Ok(())
            }
            Effect::Ledger { unit, event, amount, weapon, injury } => {
                self.change::<Initiative>(unit, |own| own.ledger.push(Entry { event, amount, weapon, injury }));
                self.record(Outcome::Ledger { unit, event, amount });
                Ok(())
            }
            Effect::Shift { unit, amount, cause } => {
                let Some(before) = self.facts().unit(unit).map(|own| own.initiative.clone()) else { return Ok(()) };
                self.change::<Initiative>(unit, |own| {
                    if own.acted { own.next += amount } else { own.now += amount }
                });
                let from = before.total();
                let to = if before.acted { from } else { from + amount };
                self.record(Outcome::Count { unit, from, to, cause });
                Ok(())
            }
            Effect::Count { unit, to, cause, swallow } => {
                let from = self.facts().unit(unit).map_or(0, |own| own.initiative.total());
                self.change::<Initiative>(unit, |own| {
                    own.count = to;
                    if swallow {
                        own.now = 0;
                    }
                });
                let to = self.facts().unit(unit).map_or(to, |own| own.initiative.total());
                self.record(Outcome::Count { unit, from, to, cause });
                Ok(())
            }
            Effect::Pressed { unit } => {
                self.change::<Initiative>(unit, |own| {
                    own.pressed = true;
                    own.must_press = false;
                });
                Ok(())
            }
            Effect::Item { unit, item, change } => self.change_item(unit, item, change),
            Effect::Slot { unit, spell } => {
                self.change::<Slots>(unit, |own| {
                    if let Some(slot) = own.0.iter_mut().find(|slot| slot.spell == spell && !slot.spent) {
                        slot.spent = true;
                    }
                });
                self.record(Outcome::Slot { unit, spell });
                Ok(())
            }
            Effect::Watch { unit, watch } => {
                let by = watch.by;
                self.change::<Watches>(unit, |own| own.0.push(watch));
                self.record(Outcome::Watching { unit, by, began: true });
                Ok(())
            }
            Effect::Unwatch { unit, index } => {
                let mut by = None;
                self.change::<Watches>(unit, |own| {
                    if index < own.0.len() {
                        by = Some(own.0.remove(index).by);
                    }
                });
                if let Some(by) = by {
                    self.record(Outcome::Watching { unit, by, began: false });
                }
                Ok(())
            }
            Effect::Ward { unit, ward, amount } => {
                let mut change = None;
                self.change::<Wards>(unit, |own| {
                    if let Some(shield) = own.shields.iter_mut().find(|shield| shield.id == ward) {
                        let from = shield.points;
                        shield.points = (shield.points + amount).max(0);
                        change = Some((from, shield.points));
                    } else if let Some(aura) = own.auras.iter_mut().find(|aura| aura.id == ward) {
                        let from = aura.stored;
                        aura.stored = (aura.stored + amount).max(0);
                        change = Some((from, aura.stored));
                    }
                });
                if let Some((from, to)) = change {
                    self.record(Outcome::Ward { unit, ward, from, to });
                }
                Ok(())
            }
            Effect::Door { door, open } => {
                let mut board = self.world.resource_mut::<Board>();
                let map = std::sync::Arc::make_mut(&mut board.0);
                map.set_door(door, open).map_err(|error| Fault::Rule(error.to_string()))?;
                self.stale_map();
                self.record(Outcome::Door { door, open });
                Ok(())
            }
            Effect::Aware { unit } => {
                self.change::<Awareness>(unit, |own| own.aware = true);
                Ok(())
            }
            Effect::Leave { unit } => {
                self.change::<Place>(unit, |place| place.gone = true);
                self.record(Outcome::Left { unit });
                Ok(())
            }
        }
    }

    /// Turns of a unit are counted after the one now running (D-09).
    fn after_running_turn(&self, until: Until) -> Until {
        match until {
            Until::EndOfTurnOf(unit, n) if self.clock().turn == Some(unit) => {
                Until::EndOfTurnOf(unit, n.saturating_add(1))
            }
            other => other,
        }
    }

    fn change_track(&mut self, unit: UnitId, track: Key, amount: i32, cause: Key) -> Result<(), Fault> {
        let rises = self.book().track(track).is_some_and(|def| def.rises);
        let floor = self.book().track(track).and_then(|def| def.floor);
        let mut change = None;
        self.change::<Tracks>(unit, |own| {
            if let Some(own) = own.0.iter_mut().find(|own| own.id == track) {
                let from = own.now;
                let mut to = own.now.saturating_add(amount);
                if amount > 0 && !rises {
                    to = to.min(own.max.max(from));
                }
                if let Some(floor) = floor {
                    to = to.max(floor);
                }
                own.now = to;
                change = Some((from, to));
            }
        });
        if let Some((from, to)) = change
            && from != to
        {
            self.record(Outcome::Track { unit, track, from, to, cause });
            self.follow_states(unit)?;
            if to > from && !rises {
                self.hook(unit, Hook::Restored, None)?;
            }
        }
        Ok(())
    }

    /// Conditions that follow from the numbers come and go (A-95, A-104, C-64).
    pub(super) fn follow_states(&mut self, unit: UnitId) -> Result<(), Fault> {
        let book = self.book();
        for state in &book.settings.states {
            let facts = self.facts();
            let Some(own) = facts.unit(unit) else { return Ok(()) };
            let holds = facts.value(&state.when, own) != 0;
            let has = own.conditions.has(state.condition);
            if holds && !has {
                self.gain(
                    unit,
                    Condition { id: state.condition, count: 1, until: Until::Battle, from: None },
                )?;
            } else if !holds && has && state.lifts {
                self.lift(unit, state.condition, None)?;
            }
        }
        Ok(())
    }

    fn gain(&mut self, unit: UnitId, condition: Condition) -> Result<(), Fault> {
        let book = self.book();
        let Some(def) = book.conditions.get(condition.id).cloned() else {
            return Err(Fault::Rule(format!("there is no condition {}", condition.id)));
        };
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        if facts.dead(own) || def.barred_by.iter().any(|other| own.conditions.has(*other)) {
            return Ok(());
        }
        let from = own.conditions.count(def.id);
        if let (1.., Some(again)) = (from, def.again) {
            return self.gain(unit, Condition { id: again, ..condition });
        }
        if from > 0 && !def.counted {
            self.change::<Conditions>(unit, |own| {
                if let Some(old) = own.0.iter_mut().find(|old| old.id == def.id) {
                    old.until = condition.until;
                }
            });
            return Ok(());
        }
        for other in &def.replaces {
            if own.conditions.has(*other) {
                self.lift_quietly(unit, *other);
            }
        }
        let to = if def.counted { from + condition.count.max(0) } else { 1 };
        if to <= 0 {
            return Ok(());
        }
        self.change::<Conditions>(unit, |own| match own.0.iter_mut().find(|old| old.id == def.id) {
            Some(old) => old.count = to,
            None => own.0.push(Condition { count: to, ..condition }),
        });
        self.record(Outcome::Condition { unit, condition: def.id, from, to });
        if from == 0 {
            self.write_ledger(unit, &format!("gained_{}", def.id), 1, None, None)?;
        }
        self.write_ledger(unit, &format!("while_{}", def.id), 1, None, None)?;
        let facts = self.facts();
        if let Some(own) = facts.unit(unit)
            && facts.staggered_out(own)
        {
            self.drop_all(unit)?;
        }
        if !self.watches_allowed(unit) {
            self.end_watches(unit)?;
            self.end_modifiers(unit, |until| *until == Until::NextAction);
        }
        if from == 0 {
            self.hook(unit, Hook::Gained, Some(def.id))?;
        }
        self.follow_states(unit)
    }

    fn watches_allowed(&mut self, unit: UnitId) -> bool {
        let facts = self.facts();
        facts.unit(unit).is_none_or(|own| facts.can_act(own))
    }

    /// All that a unit watches for ends (S-70).
    pub(super) fn end_watches(&mut self, unit: UnitId) -> Result<(), Fault> {
        let count = self.facts().unit(unit).map_or(0, |own| own.watches.0.len());
        for index in (0..count).rev() {
            self.apply(Effect::Unwatch { unit, index })?;
        }
        Ok(())
    }

    fn lift_quietly(&mut self, unit: UnitId, condition: Key) {
        let from = self.facts().unit(unit).map_or(0, |own| own.conditions.count(condition));
        self.change::<Conditions>(unit, |own| own.0.retain(|old| old.id != condition));
        self.record(Outcome::Condition { unit, condition, from, to: 0 });
    }

    fn lift(&mut self, unit: UnitId, condition: Key, count: Option<i32>) -> Result<(), Fault> {
        let book = self.book();
        let from = self.facts().unit(unit).map_or(0, |own| own.conditions.count(condition));
        if from == 0 {
            return Ok(());
        }
        let to = count.map_or(0, |count| (from - count).max(0));
        if to > 0 {
            self.change::<Conditions>(unit, |own| {
                if let Some(old) = own.0.iter_mut().find(|old| old.id == condition) {
                    old.count = to;
                }
            });
            self.record(Outcome::Condition { unit, condition, from, to });
            return Ok(());
        }
        self.lift_quietly(unit, condition);
        if let Some(next) = book.condition(condition).and_then(|def| def.becomes) {
            self.gain(unit, Condition { id: next, count: 1, until: Until::Battle, from: None })?;
        }
        self.follow_states(unit)
    }

    fn move_step(&mut self, unit: UnitId, to: crate::grid::Square, own: bool) -> Result<(), Fault> {
        let Some(from) = self.facts().unit(unit).map(|own| own.place.area) else { return Ok(()) };
        let facing = Dir8::towards(from.origin, to);
        self.change::<Place>(unit, |place| {
            place.area = Area { origin: to, size: place.area.size };
            if let Some(facing) = facing.filter(|_| own) {
                place.facing = facing;
            }
        });
        if own {
            self.change::<Usage>(unit, |usage| {
                usage.squares += 1;
                usage.squares_last_turn += 1;
            });
        }
        self.record(Outcome::Stepped { unit, from: from.origin, to, own });
        self.spoil_aims();
        Ok(())
    }

    fn end_aims(&mut self, unit: UnitId, ends: impl Fn(&ActiveModifier) -> bool) {
        let aims = |one: &ActiveModifier| one.until == Until::Aim && ends(one);
        if self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(&aims)) {
            self.change::<Modifiers>(unit, |own| own.0.retain(|one| !aims(one)));
        }
    }

    /// An aim is lost when its target has moved more than one square or is out of sight (F-73).
    fn spoil_aims(&mut self) {
        let facts = self.facts();
        let spoiled = |own: &crate::rules::facts::UnitState, aim: &ActiveModifier| {
            let Some(target) = aim.versus.and_then(|id| facts.unit(id)) else { return false };
            let far = aim.from.is_some_and(|from| crate::grid::distance(from, target.place.area.origin) > 1);
            far || !facts.sees(own, target)
        };
        for own in &facts.units {
            let lost: Vec<Option<UnitId>> = own
                .modifiers
                .0
                .iter()
                .filter(|one| one.until == Until::Aim && spoiled(own, one))
                .map(|one| one.versus)
                .collect();
            if !lost.is_empty() {
                self.end_aims(own.id(), |one| lost.contains(&one.versus));
            }
        }
    }

    fn change_item(&mut self, unit: UnitId, item: Key, change: ItemChange) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let here = own.place.area.origin;
        let natural = |def: Key| facts.book.weapon(def).is_some_and(|def| def.natural);
        let what = match change {
            ItemChange::Draw => "drawn",
            ItemChange::Drop | ItemChange::Fly(_) => "dropped",
            ItemChange::PickUp => "picked_up",
            ItemChange::Shoot => "shot",
            ItemChange::Load(_) => "loaded",
            ItemChange::Damage(_) => "damaged",
        };
        match change {
            ItemChange::PickUp => {
                let mut ground = self.world.resource_mut::<Ground>();
                let near = |ground: &GroundItem| {
                    ground.item.id == item
                        && own.place.area.distance(&Area { origin: ground.square, size: 1 }) <= 1
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
                    found.id = super::muster::fresh_name(found.def, &taken);
                }
                self.change::<Gear>(unit, |gear| gear.items.push(found));
            }
            ItemChange::Drop | ItemChange::Fly(_) => {
                let Some(index) = own.gear.items.iter().position(|own| own.id == item && !natural(own.def)) else {
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

    fn change_one_item(&mut self, unit: UnitId, item: Key, change: impl FnOnce(&mut crate::rules::facts::Item)) {
        self.change::<Gear>(unit, |gear| {
            if let Some(own) = gear.items.iter_mut().find(|own| own.id == item) {
                change(own);
            }
        });
    }

    fn drop_all(&mut self, unit: UnitId) -> Result<(), Fault> {
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

    /// Writes a line of a unit's ledger where the book has one of that name, or shifts its count where the book does
    /// so at once and a plain number is given. Closed in the surprise round where the book says so (F-62).
    pub(super) fn write_ledger(
        &mut self,
        unit: UnitId,
        event: &str,
        n: i32,
        weapon: Option<Key>,
        injury: Option<u32>,
    ) -> Result<(), Fault> {
        let book = self.book();
        let Shift::Ledger(rule) = &book.settings.timing.shift else { return Ok(()) };
        let event = Key::new(event);
        let Some(line) = rule.event(event) else { return Ok(()) };
        let phase = self.world.resource::<Clock>().phase;
        if book.settings.timing.surprise.ledger_closed && phase == crate::rules::facts::Phase::Surprise {
            return Ok(());
        }
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let again = own.initiative.ledger.iter().any(|entry| {
            entry.event == event
                && match line.counted {
                    Counted::Each => false,
                    Counted::OncePerRound => true,
                    Counted::OncePerWeapon => entry.weapon == weapon,
                }
        });
        if again {
            return Ok(());
        }
        let amount = facts.evaluate(&line.amount, own, None, &|name| (name == "n").then(|| i64::from(n)));
        let amount = i32::try_from(amount).unwrap_or(0);
        if let (Some(group), Some(injury)) = (line.group, injury) {
            let rival = own.initiative.ledger.iter().position(|entry| {
                entry.injury == Some(injury) && rule.event(entry.event).is_some_and(|line| line.group == Some(group))
            });
            if let Some(at) = rival {
                let old = own.initiative.ledger[at].amount;
                if old.abs() >= amount.abs() {
                    return Ok(());
                }
                self.change::<Initiative>(unit, |own| {
                    own.ledger.remove(at);
                });
            }
        }
        if amount == 0 {
            return Ok(());
        }
        self.apply(Effect::Ledger { unit, event, amount, weapon, injury })
    }

    /// Carries out effects of content.
    pub(super) fn run(&mut self, effects: &[EffectDef], scope: &Scope) -> Result<(), Fault> {
        for effect in effects {
            self.run_one(effect, scope)?;
        }
        Ok(())
    }

    fn amount(&mut self, expr: &Expr, scope: &Scope) -> i32 {
        let facts = self.facts();
        let Some(own) = facts.unit(scope.own) else { return 0 };
        let other = scope.target.and_then(|id| facts.unit(id));
        let value = facts.evaluate(expr, own, other, &|name| {
            scope.names.iter().rev().find(|(known, _)| name == *known).map(|(_, value)| *value)
        });
        i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
    }

    fn whom(scope: &Scope, to: To) -> Option<UnitId> {
        match to {
            To::Own => Some(scope.own),
            To::Target => scope.target,
        }
    }

    fn run_one(&mut self, effect: &EffectDef, scope: &Scope) -> Result<(), Fault> {
        match effect {
            EffectDef::Lose { track, amount, to } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) if amount > 0 => {
                        self.apply(Effect::Track { unit, track: *track, amount: -amount, cause: scope.cause })
                    }
                    _ => Ok(()),
                }
            }
            EffectDef::Restore { track, amount, to } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) if amount > 0 => {
                        self.apply(Effect::Track { unit, track: *track, amount, cause: scope.cause })
                    }
                    _ => Ok(()),
                }
            }
            EffectDef::Gain { condition, count, until, to } => {
                let count = self.amount(count, scope);
                match Self::whom(scope, *to) {
                    Some(unit) => self.apply(Effect::Gain {
                        unit,
                        condition: *condition,
                        count,
                        until: until.clone(),
                        from: Some(scope.own),
                    }),
                    None => Ok(()),
                }
            }
            EffectDef::Lift { condition, count, to } => {
                let count = count.as_ref().map(|count| self.amount(count, scope));
                match Self::whom(scope, *to) {
                    Some(unit) => self.apply(Effect::Lift { unit, condition: *condition, count }),
                    None => Ok(()),
                }
            }
            EffectDef::Modify { modifier, until, to, versus_target } => {
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                let mut def = modifier.clone();
                let value = self.amount(&def.value, scope);
                if scope.names.iter().any(|(name, _)| def.value.names().iter().any(|own| own == name)) {
                    def.value = Expr::number(i64::from(value));
                }
                let versus = if *versus_target { scope.target } else { None };
                let from = versus.and_then(|id| self.facts().unit(id).map(|unit| unit.place.area.origin));
                self.apply(Effect::Modify {
                    unit,
                    modifier: ActiveModifier {
                        source: scope.cause,
                        def,
                        until: until.clone(),
                        versus,
                        from,
                    },
                })
            }
            EffectDef::Points { pool, amount, to } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) => self.apply(Effect::Points { unit, pool: *pool, amount }),
                    None => Ok(()),
                }
            }
            EffectDef::Swap { from, into, amount } => {
                let amount = self.amount(amount, scope);
                self.apply(Effect::Points { unit: scope.own, pool: *from, amount: -amount })?;
                self.apply(Effect::Points { unit: scope.own, pool: *into, amount })
            }
            EffectDef::Count { event, n, to } => {
                let n = n.as_ref().map_or(1, |n| self.amount(n, scope));
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                if matches!(self.book().settings.timing.shift, Shift::AtOnce) {
                    return self.apply(Effect::Shift { unit, amount: n, cause: *event });
                }
                self.write_ledger(unit, event.as_str(), n, None, None)
            }
            EffectDef::Check { check, dc, pass, fail, to } => {
                let dc = self.amount(dc, scope);
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                let action = scope.action.filter(|_| unit == scope.own);
                let roll = PlainRoll {
                    unit,
                    check: *check,
                    dc,
                    purpose: *check,
                    action,
                    against: action.and(scope.target).filter(|target| *target != unit),
                };
                let Some((_, reading)) = self.roll_plain(roll)? else { return Ok(()) };
                if action.is_some() && reading.natural == 1 {
                    self.write_ledger(unit, "natural_1", 1, None, None)?;
                }
                let mut inner = scope.clone().with("margin", i64::from(reading.margin));
                inner.names.push(("degrees", i64::from(reading.degrees)));
                if unit != scope.own {
                    inner.target = Some(unit);
                }
                let save = self.book().check(*check).is_some_and(|def| def.tags.iter().any(|tag| *tag == "defence"));
                if save && !reading.success {
                    self.write_ledger(unit, "failed_save", 1, None, None)?;
                }
                self.run(if reading.success { pass } else { fail }, &inner)
            }
            EffectDef::When { test, then, otherwise } => {
                let holds = self.amount(test, scope) != 0;
                self.run(if holds { then } else { otherwise }, scope)
            }
            EffectDef::Draw | EffectDef::Drop | EffectDef::PickUp => {
                let change = match effect {
                    EffectDef::Draw => ItemChange::Draw,
                    EffectDef::Drop => ItemChange::Drop,
                    _ => ItemChange::PickUp,
                };
                match scope.item {
                    Some(item) => self.apply(Effect::Item { unit: scope.own, item, change }),
                    None => Ok(()),
                }
            }
            EffectDef::DropAll => self.drop_all(scope.own),
            EffectDef::Door => {
                let Some(door) = scope.door else { return Ok(()) };
                let open = self.facts().map.door(door).is_some_and(|door| door.open);
                self.apply(Effect::Door { door, open: !open })
            }
            EffectDef::Press => self.press(scope.own),
            EffectDef::Leave => self.apply(Effect::Leave { unit: scope.own }),
        }
    }

    /// Press: the grant now, the count falls at once, outside ledger and cap (F-76).
    fn press(&mut self, unit: UnitId) -> Result<(), Fault> {
        let book = self.book();
        let Some(rule) = &book.settings.timing.press else { return Ok(()) };
        let (pool, amount) = rule.grant;
        let count = self.facts().unit(unit).map_or(0, |own| own.initiative.count);
        self.apply(Effect::Points { unit, pool, amount })?;
        self.change::<Initiative>(unit, |own| own.granted = amount);
        self.apply(Effect::Count { unit, to: count - rule.cost, cause: Key::new("press"), swallow: false })?;
        self.apply(Effect::Pressed { unit })?;
        super::muster::settle_tie_of(self, unit)
    }

    /// Rolls a check of a unit against a number, with the log of it. A check that the book does not have gives none.
    pub(super) fn roll_plain(
        &mut self,
        plain: PlainRoll,
    ) -> Result<Option<(Check, Reading)>, Fault> {
        let PlainRoll { unit, check, dc, purpose, action, against } = plain;
        let facts = self.facts();
        let mut request = Request::rolled(check, unit, Versus::Number(dc, Key::new("difficulty")));
        request.reaction = action.is_none();
        request.against = against;
        let used = facts.unit(unit).map_or(0, |own| own.usage.points);
        let context = [("used", i64::from(action.unwrap_or(used)))];
        request.context = &context;
        if facts.book.settings.check.direction == check::Direction::Under {
            request.versus = Versus::Nothing;
        }
        let Some(built) = check::build(&facts, request) else { return Ok(None) };
        let reading = self.roll_check(&built, purpose)?;
        self.spend_once(unit, check);
        Ok(Some((built, reading)))
    }

    /// Throws the dice of a check.
    pub(super) fn roll_check(&mut self, check: &Check, purpose: Key) -> Result<Reading, Fault> {
        let dice = self.book().settings.check.dice;
        let roll = self.roll(&dice, purpose)?;
        let reading = check.read(roll.total);
        self.record(Outcome::Rolled {
            check: Box::new(check.clone()),
            dice: roll.dice,
            reading: reading.clone(),
            purpose,
        });
        Ok(reading)
    }

    /// Modifiers that serve one check are used up by it (A-118, S-87).
    pub(super) fn spend_once(&mut self, unit: UnitId, check: Key) {
        let book = self.book();
        let tags = book.check(check).map(|def| def.tags.clone()).unwrap_or_default();
        let fits = |name: &Key| *name == check || tags.contains(name);
        self.change::<Modifiers>(unit, |own| {
            own.0.retain(|active| match &active.until {
                Until::NextCheck(name) | Until::NextCheckEver(name) => !fits(name),
                _ => true,
            });
        });
    }

    /// Runs what a unit's conditions do at a moment; with `only`, of one condition.
    pub(super) fn hook(&mut self, unit: UnitId, at: Hook, only: Option<Key>) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        // In the order of the book, so that Dying is tested before Staggered.
        let mut due = Vec::new();
        for def in facts.book.conditions.iter() {
            if own.conditions.has(def.id) && only.is_none_or(|only| only == def.id) {
                due.push((def.clone(), def.id));
            }
        }
        for (def, id) in due {
            for trigger in def.on.iter().filter(|trigger| trigger.at == at) {
                let facts = self.facts();
                let Some(own) = facts.unit(unit) else { return Ok(()) };
                let count = own.conditions.count(id);
                if count == 0 || (facts.dead(own) && !def.dead) {
                    break;
                }
                let scope = Scope::new(unit, id).with("count", i64::from(count));
                if let Some(when) = &trigger.when
                    && self.amount(when, &scope) == 0
                {
                    continue;
                }
                self.run(&trigger.effects, &scope)?;
            }
        }
        Ok(())
    }

    /// The policy of a side's standing answers for a unit and moment.
    pub(super) fn policy(&self, unit: UnitId, moment: crate::rules::action::Moment) -> Policy {
        let Some(side) = self.facts_ref().unit(unit).map(|own| own.identity.side) else { return Policy::Ask };
        self.world.resource::<Answers>().policy(side, unit, moment)
    }

    /// Facts as they are, for reading.
    pub(super) fn facts_ref(&self) -> &Facts {
        &self.facts
    }
}
