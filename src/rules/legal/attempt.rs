//! Whether an action can be done in any way: values are tried for each parameter, by the resolver's test.

use super::*;

/// An action that a unit may do on an occasion.
pub(super) struct Attempt<'a> {
    pub(super) facts: &'a Facts,
    pub(super) actor: &'a UnitState,
    pub(super) def: &'a ActionDef,
    pub(super) occasion: &'a Occasion,
}

impl Attempt<'_> {
    /// Fills the order as it can be done; else why the way that comes nearest to it cannot.
    pub(super) fn refused(&self, act: &mut Act) -> OrRefusal {
        let Self { facts, actor, def, occasion } = *self;
        if let Some(refusal) = refused_before_parameters(facts, actor, def, act.mode, occasion) {
            return Err(refusal);
        }
        if occasion.moment == Some(Moment::Won) {
            act.args.target = act.args.target.or(occasion.against);
        }
        self.brought(act)?;
        if def.asks.iter().any(|parameter| matches!(parameter, Parameter::InEffect { .. })) {
            return self.any_in_effect(act);
        }
        let spells = self.ready_spells(act)?;
        def.asks.iter().try_for_each(|parameter| self.fill(parameter, act))?;
        self.brought_thing(act)?;
        let free = |parameter: &Parameter| matches!(parameter, Parameter::Course { how, .. } if *how != Freedom::Ram);
        if def.asks.iter().any(free) {
            return self.any_course(act);
        }
        if def.path().is_some() {
            return self.any_path(act);
        }
        if spells.is_empty() {
            return self.any_aim(act).or_else(|why| self.any_weapon(act, why));
        }
        let mut last = Ok(());
        for spell in spells {
            last = self.with_spell(act, spell);
            act.args.square = None;
            if last.is_ok() {
                return Ok(());
            }
        }
        last
    }

    /// Fills spell and aim of an order, whichever target or square will do; else why the nearest will not.
    pub(super) fn with_spell(&self, act: &mut Act, spell: Key) -> OrRefusal {
        let Self { facts, actor, occasion, .. } = *self;
        act.args.spell = Some(spell);
        act.args.target = None;
        let at_square = facts.book.spell(spell).is_some_and(|spell| spell.at_square());
        if at_square { any_square(facts, actor, act, occasion) } else { self.any_aim(act) }
    }

    fn refuse(&self, code: &str, message: Message) -> OrRefusal {
        refuse(code, message, self.def.rule.as_str())
    }

    /// Fills in a square to which the target can be brought, if that is what the action does.
    fn brought(&self, act: &mut Act) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let target = act.args.target.and_then(|id| facts.unit(id));
        let Some((target, haul)) = target.zip(haul::of(facts, actor, def)) else { return Ok(()) };
        let ways = haul::ways(facts, actor, target, haul);
        let Some(square) = ways.keys().next() else {
            return self.refuse("nowhere", message!("core-nowhere-to-bring-them-to"));
        };
        act.args.square = Some(*square);
        Ok(())
    }

    /// Fills in something loose and a square to which it can be brought, if that is what the action does (D-108).
    fn brought_thing(&self, act: &mut Act) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let place = def.item_place().filter(|_| def.target().is_none());
        let Some((place, haul)) = place.zip(haul::of(facts, actor, def)) else { return Ok(()) };
        let first = |item: &Key| haul::squares_for(facts, actor, *item, haul).first().copied();
        let items = facts.items_at(actor, place);
        let found = items.iter().find_map(|item| Some((*item, first(item)?)));
        if found.is_none() && !items.is_empty() {
            return self.refuse("nowhere", message!("core-nowhere-to-bring-them-to"));
        }
        act.args.item = found.map(|(item, _)| item);
        act.args.square = found.map(|(_, square)| square);
        Ok(())
    }

    fn possible(&self, act: &Act) -> OrRefusal {
        plan(self.facts, self.actor.id(), act, self.occasion).map(|_| ())
    }

    /// The spells to try one after the other; none: the action takes none, or there is but one that it can take.
    fn ready_spells(&self, act: &Act) -> OrRefusal<Vec<Key>> {
        let Self { facts, actor, def, occasion } = *self;
        if !def.asks.contains(&Parameter::Spell) {
            return Ok(Vec::new());
        }
        let ready = actor.slots.0.iter().filter(|slot| !slot.spent);
        let spells: Vec<Key> = ready.map(|slot| slot.spell).collect();
        if spells.is_empty() || def.steps.contains(&Step::Counter) {
            let active = active_spell(facts, actor, act, def)?;
            spell_for(facts, actor, act, countered(facts, active, occasion), def)?;
            return Ok(Vec::new());
        }
        Ok(spells)
    }

    /// Fills one parameter with some value that fits it, if it can be filled by itself.
    fn fill(&self, parameter: &Parameter, act: &mut Act) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        match parameter {
            Parameter::Amount { least, .. } => act.args.amount = Some(facts.value(least, actor)),
            Parameter::Burst { optional: false } => {
                act.args.amount = default_weapon(facts, actor, def).and_then(|id| self.least_burst(id));
            }
            Parameter::Check => act.args.check = facts.book.settings.checks.first().map(|def| def.id),
            Parameter::Item { place } if !place.on_target() => {
                act.args.item = facts.items_at(actor, *place).first().copied();
            }
            Parameter::Door => {
                let near = facts.map.doors().find(|door| door_distance(door, &actor.place.area) <= 1);
                act.args.door = near.map(|door| door.id);
                if near.is_none() {
                    return refuse("out_of_reach", message!("core-no-door-within-reach"), "A-134");
                }
            }
            Parameter::Arc => act.args.arc = Some(grid::Arc::Front),
            Parameter::Weaving => {
                let vehicle = facts.drives(actor.id());
                act.args.amount = vehicle.map(|vehicle| vehicle.driven.must_weave.unwrap_or(1));
            }
            Parameter::Interaction => {
                let Some((thing, own)) = self.some_interaction(act) else {
                    let text = message!("core-nothing-within-reach-to-do-anything-with");
                    return refuse("out_of_reach", text, "A-134");
                };
                act.args.thing = Some(thing);
                act.args.interaction = Some(own);
            }
            Parameter::Watch { tag, triggers } => {
                let fits = |other: &&Arc<ActionDef>| {
                    let own = facts.has_action(actor, other);
                    own && other.attacks() && tag.is_none_or(|tag| other.tags.contains(&tag))
                };
                if let Some(then) = facts.book.actions.iter().find(fits) {
                    let (on, action) = (first_trigger(triggers), then.id);
                    act.args.watch =
                        Some(WatchArgs { on, action, weapon: None, spell: None, zone: None, towards: None });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Something beside the unit and what can be done with it, if possible what the unit can pay for (C-19).
    fn some_interaction(&self, act: &Act) -> Option<(Key, Key)> {
        let all = interactions(self.facts, self.actor);
        let works = |(thing, own, possible): &&(Key, Key, OrRefusal)| {
            let args = Args { thing: Some(*thing), interaction: Some(*own), ..act.args.clone() };
            possible.is_ok() && self.possible(&Act { args, ..act.clone() }).is_ok()
        };
        let best = all.iter().find(works).or_else(|| all.iter().find(|(.., possible)| possible.is_ok()));
        best.or(all.first()).map(|(thing, own, _)| (*thing, *own))
    }

    /// Any course will do, where an action asks for one besides other things; else why its vehicle cannot go.
    fn any_course(&self, act: &mut Act) -> OrRefusal {
        let roads = roads(self.facts, self.actor, self.def)?;
        // The farthest one, for there a weaver has the most to choose from.
        let Some((end, _)) = roads.ends().last() else {
            return self.refuse("nowhere", message!("core-no-way-is-long-enough-for-its-speed"));
        };
        act.args.course = Some(roads.course(end));
        if self.def.target().is_some() { self.any_target(act) } else { self.possible(act) }
    }

    /// Whether a move leads anywhere: to any square, or with a target to a foe at the end of a straight line.
    fn any_path(&self, act: &Act) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let charge = def.target().is_some();
        let weapon = match charge {
            true => Some(weapon_for(facts, actor, def, def.weapon_use().unwrap_or_default(), act)?),
            false => default_weapon(facts, actor, def),
        };
        let (cost, price) = cost_and_price(facts, actor, def, act.mode, weapon, None, &act.args);
        affordable(facts, actor, def, &cost, &price)?;
        if charge {
            if charges(facts, actor, def).is_empty() {
                return self.refuse("no_target", message!("core-no-foe-at-the-end-of-a-straight-line"));
            }
            return Ok(());
        }
        let reach = reach(facts, actor.id(), def.id, &act.args)?;
        let stays = matches!(def.path(), Some((_, _, ..=0, _)));
        if reach.squares.is_empty() && !stays {
            return self.refuse("nowhere", message!("core-nowhere-to-go"));
        }
        Ok(())
    }

    /// Any target or square will do, whichever the action asks for.
    fn any_aim(&self, act: &mut Act) -> OrRefusal {
        let Self { facts, actor, def, occasion } = *self;
        if def.target().is_none() {
            let squared = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Square { .. }));
            return if squared { any_square(facts, actor, act, occasion) } else { self.possible(act) };
        }
        self.any_target(act).or_else(|why| {
            // An area attack may be aimed at any square.
            let own = act.args.spell.and_then(|id| facts.book.spell(id)).map(|spell| Armament::Spell(spell));
            let weapon = act.args.weapon.or_else(|| default_weapon(facts, actor, def));
            let weapon = weapon.and_then(|id| facts.weapon_in(actor, id, def));
            let armament = own.or_else(|| weapon.map(|(_, weapon)| Armament::Weapon(weapon)));
            let covers = armament.is_some_and(|armament| area::shape(facts, actor, def, &armament).is_some());
            let aimed = covers && occasion.moment.is_none();
            act.args.target = None;
            if aimed && any_square(facts, actor, act, occasion).is_ok() { Ok(()) } else { Err(why) }
        })
    }

    /// Another weapon in hand, where the first will not do, as one without a port (C-110, C-117); else the refusal.
    fn any_weapon(&self, act: &mut Act, why: Refusal) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let Some(uses) = def.weapon_use() else { return Err(why) };
        let first = default_weapon(facts, actor, def);
        let bursts = def.asks.contains(&Parameter::Burst { optional: false });
        for (item, _) in facts.in_hand(actor, uses).filter(|(item, _)| Some(item.id) != first) {
            act.args.weapon = Some(item.id);
            act.args.target = None;
            if bursts {
                act.args.amount = self.least_burst(item.id);
            }
            if self.any_aim(act).is_ok() {
                return Ok(());
            }
        }
        Err(why)
    }

    /// The smallest burst that a weapon fires.
    fn least_burst(&self, weapon: Key) -> Option<i32> {
        self.facts.weapon(self.actor, weapon).and_then(|(_, weapon)| weapon.bursts.iter().min().copied())
    }

    /// Any spell in effect will do; else the refusal of one that is at least in the right hands.
    fn any_in_effect(&self, act: &Act) -> OrRefusal {
        let mut refused: Option<Refusal> = None;
        for (_, found) in in_effect(self.facts, self.actor.id(), act, self.occasion) {
            let Err(refusal) = found else { return Ok(()) };
            let other = ["not_in_control", "in_control", "not_own"].contains(&refusal.code.as_str());
            if refused.is_none() || !other {
                refused = Some(refusal);
            }
        }
        let none = || self.refuse("none_in_effect", message!("core-no-spell-is-in-effect"));
        refused.map_or_else(none, Err)
    }

    /// Any target will do; else why the nearest of those who may be one cannot.
    fn any_target(&self, act: &mut Act) -> OrRefusal {
        let occasion = self.occasion;
        if let Some(against) = occasion.against.filter(|_| occasion.moment.is_some()) {
            act.args.target = Some(against);
            let found = self.possible(act);
            if found.is_ok() || occasion.moment != Some(Moment::Watched) {
                return found;
            }
        }
        let mut nearest: Option<(i32, Refusal)> = None;
        for target in self.facts.units.iter().filter(|target| self.facts.present(target)) {
            act.args.target = Some(target.id());
            let found = self.brought(act).and_then(|()| self.possible(act));
            let Err(refusal) = found else { return Ok(()) };
            let distance = self.facts.distance(self.actor, target);
            let weight = if refusal.code == "wrong_target" { distance + 1000 } else { distance };
            if nearest.as_ref().is_none_or(|(best, _)| weight < *best) {
                nearest = Some((weight, refusal));
            }
        }
        match nearest {
            Some((_, refusal)) => Err(refusal),
            None => refuse("no_target", message!("core-there-is-nobody-to-choose"), ""),
        }
    }
}

/// A trigger that an action may wait for, one that needs nobody's name if there is such.
fn first_trigger(allowed: &[Key]) -> WatchFor {
    let plain = [WatchFor::EnemyActs, WatchFor::EnemyMoves, WatchFor::EnemyAttacks, WatchFor::EnemyCasts];
    let fits = |on: &WatchFor| allowed.is_empty() || allowed.iter().any(|own| *own == on.kind());
    plain.into_iter().find(fits).unwrap_or(WatchFor::EnemyActs)
}
