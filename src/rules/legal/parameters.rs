//! Whether each parameter of an order fits. Paths are in `moves`; weapons and spells in `weapons_and_costs`.

use super::*;

pub(super) struct Parameters<'a> {
    pub(super) facts: &'a Facts,
    pub(super) actor: &'a UnitState,
    pub(super) def: &'a ActionDef,
    pub(super) act: &'a Act,
    pub(super) weapon: Option<Key>,
    pub(super) spell: Option<&'a SpellDef>,
    pub(super) occasion: &'a Occasion,
}

impl Parameters<'_> {
    pub(super) fn filled(&self, parameter: &Parameter) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let args = &self.act.args;
        match parameter {
            Parameter::Weapon(_) | Parameter::Spell | Parameter::InEffect { .. } => Ok(()),
            Parameter::Target { who, within } => self.target(*who, within),
            Parameter::Path { .. } => path(facts, actor, def, self.act).map(|_| ()),
            Parameter::Amount { least, most } => self.amount(least, most),
            Parameter::Burst { optional } => self.burst(*optional),
            Parameter::Watch { triggers, tag } => self.watch(triggers, *tag),
            Parameter::Course { .. } => driving(facts, actor, def, args).map(|_| ()),
            Parameter::Arc => self.arc(),
            Parameter::Weaving => weaving(facts, actor, def, args),
            Parameter::Haul { .. } => self.hauled(),
            Parameter::Interaction => interaction(facts, actor, args).map(|_| ()),
            Parameter::Company => company(facts, actor, def, args.target, &args.with),
            Parameter::System { state, only } => match args.target.and_then(|id| facts.unit(id)) {
                Some(target) => system(facts, target, def, *state, only, args.system).map(|_| ()),
                None => self.missing(message!("core-needs-a-target")),
            },
            Parameter::Landing => self.landing(),
            Parameter::Item { place } if place.on_target() => self.target_item(),
            Parameter::Item { place } => item_in(facts, actor, *place, args.item, def).map(|_| ()),
            Parameter::Check => self.check(),
            Parameter::Door => self.door(),
            Parameter::Square { within, free } => self.square(within, *free),
        }
    }

    pub(super) fn refuse(&self, code: &str, message: Message) -> OrRefusal {
        refuse(code, message, self.def.rule.as_str())
    }

    pub(super) fn missing(&self, message: Message) -> OrRefusal {
        self.refuse("missing", message)
    }

    fn amount(&self, least: &Expr, limit: &Expr) -> OrRefusal {
        let (least, most) = (self.facts.value(least, self.actor), self.facts.value(limit, self.actor));
        match self.act.args.amount {
            // No number would do: what it would be taken from is used up.
            _ if most < least => match limit.names().iter().find_map(|name| name.parts()) {
                Some((of, pool)) if of == "pool" => few_points(self.facts, pool, (least, most), self.def),
                _ => self.refuse("amount", message!("core-nothing-left-for-it")),
            },
            Some(amount) if (least..=most).contains(&amount) => Ok(()),
            Some(amount) => {
                self.refuse("amount", message!("core-x-is-not-between-x-and-x", number = amount, least, most))
            }
            None => self.missing(message!("core-needs-an-amount")),
        }
    }

    fn watch(&self, triggers: &[Key], tag: Option<Key>) -> OrRefusal {
        let Some(watch) = &self.act.args.watch else {
            return self.missing(message!("core-needs-a-trigger-and-an-action-for-it"));
        };
        if !triggers.is_empty() && !triggers.iter().any(|own| *own == watch.on.kind()) {
            let text = message!("core-x-does-not-wait-for-that", action = self.def.name);
            return self.refuse("wrong_trigger", text);
        }
        let Some(then) = self.facts.book.action(watch.action) else {
            let text = message!("core-there-is-no-action", action = watch.action);
            return refuse("no_such_action", text, "");
        };
        if !self.facts.has_action(self.actor, then) {
            return not_theirs(self.actor, then);
        }
        if tag.is_some_and(|tag| !then.tags.contains(&tag)) {
            let text = message!("core-x-cannot-be-held-back-for-that", action = then.name);
            return refuse("wrong_action", text, "S-68");
        }
        self.zone(then)
    }

    /// Overwatch watches no farther than its weapon carries (S-68).
    fn zone(&self, then: &ActionDef) -> OrRefusal {
        let watch = self.act.args.watch.as_ref().filter(|_| self.def.tagged("overwatch"));
        let Some((watch, zone)) = watch.and_then(|watch| Some((watch, watch.zone?))) else { return Ok(()) };
        let id = watch.weapon.or(self.weapon);
        let known = id.and_then(|id| self.facts.weapon_in(self.actor, id, then));
        let Some((_, weapon)) = known else { return Ok(()) };
        let (_, most) = attack::extent(self.facts, self.actor, &Armament::Weapon(weapon));
        self.near(zone, most)
    }

    fn near(&self, distance: i32, most: i32) -> OrRefusal {
        if distance > most {
            let text = message!("core-x-squares-away-at-most-x", distance, most);
            return self.refuse("out_of_range", text);
        }
        Ok(())
    }

    fn arc(&self) -> OrRefusal {
        match self.act.args.arc {
            Some(arc) if SIDES.contains(&arc) => Ok(()),
            Some(_) => self.refuse("wrong_arc", message!("core-not-one-of-the-four-sides")),
            None => self.missing(message!("core-needs-a-side-of-the-vehicle")),
        }
    }

    fn landing(&self) -> OrRefusal {
        let squares = landings(self.facts, self.actor);
        if squares.is_empty() {
            return self.refuse("nowhere", message!("core-no-free-square-to-get-down-on"));
        }
        match self.act.args.square {
            Some(square) if !squares.contains(&square) => {
                self.refuse("occupied", message!("core-cannot-get-down-on-x", square))
            }
            _ => Ok(()),
        }
    }

    fn check(&self) -> OrRefusal {
        match self.act.args.check {
            None => self.missing(message!("core-needs-a-kind-of-check")),
            Some(id) if self.facts.book.check(id).is_none() => {
                self.refuse("no_check", message!("core-there-is-no-check", check = id))
            }
            Some(_) => Ok(()),
        }
    }

    /// A door beside the unit that nothing bars.
    fn door(&self) -> OrRefusal {
        let Some(id) = self.act.args.door else {
            return refuse("missing", message!("core-needs-a-door"), "A-134");
        };
        let Some(door) = self.facts.map.door(id) else {
            return refuse("no_door", message!("core-there-is-no-door", door = id), "A-134");
        };
        let own = &self.actor.place;
        if door_distance(door, &own.area) > 1 || own.band != grid::Band::Ground {
            return refuse("out_of_reach", message!("core-the-door-is-too-far-away"), "A-134");
        }
        match self.facts.barred(door.id) {
            Some(word) => refuse("barred", message!("core-the-door-is-x", word), "A-134"),
            None => Ok(()),
        }
    }

    /// The rounds of a burst: one of the weapon's own numbers (C-83).
    fn burst(&self, optional: bool) -> OrRefusal {
        let known = self.weapon.and_then(|id| self.facts.weapon_in(self.actor, id, self.def));
        let Some((_, weapon)) = known else {
            return self.refuse("no_weapon", message!("core-nothing-to-fire"));
        };
        match self.act.args.amount {
            None | Some(1) if optional => Ok(()),
            None => self.missing(message!("core-needs-the-rounds-of-a-burst")),
            Some(rounds) if weapon.bursts.contains(&rounds) => Ok(()),
            Some(rounds) => {
                self.refuse("amount", message!("core-x-fires-no-bursts-of-x", weapon = weapon.name, rounds))
            }
        }
    }

    /// An item of the target's.
    fn target_item(&self) -> OrRefusal {
        let rule = self.def.rule.as_str();
        let weapon = self.weapon.and_then(|id| self.facts.weapon_in(self.actor, id, self.def));
        let armament = match (weapon, self.spell) {
            (_, Some(spell)) => Some(Armament::Spell(spell)),
            (Some((_, weapon)), _) => Some(Armament::Weapon(weapon)),
            _ => None,
        };
        if armament.is_some_and(|armament| area::spread(self.facts, self.actor, &armament).is_some()) {
            return refuse("area_attack", message!("core-not-with-an-attack-that-covers-an-area"), rule);
        }
        let Some(target) = self.act.args.target.and_then(|id| self.facts.unit(id)) else {
            return refuse("missing", message!("core-needs-a-target"), rule);
        };
        if manoeuvre::item_aimed_at(self.facts, target, self.def, self.act.args.item).is_some() {
            return Ok(());
        }
        let name = &target.identity.name;
        match self.act.args.item {
            Some(item) => {
                let item = self.facts.book.name_of(item);
                refuse("no_item", message!("core-x-of-x-cannot-be-got-at", item, unit = name), rule)
            }
            None => refuse("no_item", message!("core-x-has-nothing-that-could-be-got-at", unit = name), rule),
        }
    }

    pub(super) fn target(&self, who: Whom, within: &Within) -> OrRefusal {
        let cast = self.spell.filter(|_| self.def.steps.contains(&Step::Cast));
        if let Some(spell) = cast.filter(|spell| spell.at_square()) {
            return self.square(&Within::Range, spell.aim == SpellAim::FreeSquare);
        }
        if let Some(aimed) = self.area(who, within) {
            return aimed;
        }
        let Some(id) = self.act.args.target else {
            return self.missing(message!("core-needs-a-target"));
        };
        let target = self.present(id)?;
        self.serves(target, cast.map_or(who, |spell| spell.target))?;
        if !matches!(within, Within::ReachAfterPath) {
            return self.reached(self.facts, target, within);
        }
        if !self.facts.sees(self.actor, target) {
            return refuse("no_sight", message!("core-no-line-of-sight-at-the-start"), "A-123");
        }
        let mut moved = self.facts.clone();
        if let (Some(last), Some(unit)) = (self.act.args.path.last(), moved.unit_mut(self.actor.id())) {
            unit.place.area.origin = *last;
            unit.place.band = self.act.args.last_band(unit.place.band);
        }
        self.reached(&moved, target, within)
    }

    /// A unit that is in the fight.
    pub(super) fn present(&self, id: UnitId) -> OrRefusal<&UnitState> {
        let Some(unit) = self.facts.unit(id) else {
            return refuse("no_such_unit", message!("core-there-is-no-unit", unit = id), "");
        };
        if !self.facts.present(unit) {
            let text = message!("core-x-is-not-in-the-fight", unit = unit.identity.name);
            return refuse("not_present", text, "");
        }
        Ok(unit)
    }

    /// Whether a unit is one of those whom the action may have for its target.
    fn serves(&self, target: &UnitState, who: Whom) -> OrRefusal {
        if !who.means(self.facts, self.actor, target) {
            let text = message!("core-x-cannot-be-its-target", unit = target.identity.name);
            return self.refuse("wrong_target", text);
        }
        if self.facts.hostile(self.actor, target) && self.facts.unseen(target) {
            return refuse("hidden", message!("core-in-stealth"), "D-11");
        }
        let provoked = self.occasion.against.filter(|_| self.occasion.moment == Some(Moment::Provoked));
        if provoked.is_some_and(|against| !self.facts.together(against, target.id())) {
            return refuse("wrong_target", message!("core-only-who-provoked-can-be-the-target"), "A-154");
        }
        Ok(())
    }

    /// Whether a target is near enough, and in sight if need be, seen from the end of a path.
    fn reached(&self, facts: &Facts, target: &UnitState, within: &Within) -> OrRefusal {
        let (actor, name) = (self.actor, &target.identity.name);
        if self.def.steps.contains(&Step::Counter) {
            if !facts.sees(actor, target) {
                return refuse("no_sight", message!("core-no-line-of-sight-to-the-caster"), "A-127");
            }
            if self.occasion.target == Some(actor.id()) {
                return Ok(());
            }
        }
        match within {
            Within::Bound(kind) => match facts.bound(*kind, actor.id(), target.id()) {
                Some(_) => Ok(()),
                None => self.refuse("not_bound", message!("core-not-bound-to-x", unit = name)),
            },
            Within::Linked => match facts.link(actor, target) {
                Some(_) => Ok(()),
                None => {
                    refuse("not_linked", message!("core-not-in-communication-with-x", unit = name), "C-166")
                }
            },
            Within::BesideBound(kind) => {
                let others = facts.bound_with(*kind, target.id()).filter(|id| *id != actor.id());
                let near = std::iter::once(target.id()).chain(others).filter_map(|id| facts.unit(id));
                self.near(near.map(|unit| facts.distance(actor, unit)).min().unwrap_or(i32::MAX), 1)
            }
            // After the fight there is time to walk over.
            Within::Squares(_) if facts.phase == Phase::Aftermath => Ok(()),
            Within::Squares(most) => self.near(facts.distance(actor, target), facts.value(most, actor)),
            Within::Reach | Within::Range | Within::ReachAfterPath => {
                if self.spell.is_some() && target.id() == actor.id() {
                    return Ok(());
                }
                let rounds = fire::rounds(self.facts, actor, self.def, self.weapon, self.act.args.amount);
                let spec = AttackSpec::new(actor.id(), target.id(), self.def);
                let spec = spec.armed(self.weapon, self.spell.map(|spell| spell.id)).firing(rounds);
                attack::possible(facts, &spec).map(|_| ())
            }
        }
    }
}

/// The system of a target that an order names, or the first that is in the right state (C-149).
pub fn system(
    facts: &Facts,
    target: &UnitState,
    def: &ActionDef,
    state: Fitness,
    only: &[Key],
    named: Option<Key>,
) -> OrRefusal<Key> {
    let rule = def.rule.as_str();
    let name = &target.identity.name;
    let fitting = facts.systems_in(target, state, only);
    match named.or(fitting.first().copied()) {
        Some(part) if fitting.contains(&part) => Ok(part),
        Some(part) if !facts.system_parts(target).contains(&part) => refuse(
            "no_system",
            message!("core-x-has-no-x", unit = name, part = facts.book.name_of(part)),
            rule,
        ),
        Some(part) => refuse(
            "wrong_system",
            message!("core-not-with-x-as-it-is", part = facts.book.name_of(part)),
            rule,
        ),
        None => refuse("no_system", message!("core-x-has-no-system-in-that-state", unit = name), rule),
    }
}

pub(super) fn door_distance(door: &grid::Door, area: &Area) -> i32 {
    door.squares().iter().map(|square| area.distance(&Area::one(*square))).min().unwrap_or(i32::MAX)
}
