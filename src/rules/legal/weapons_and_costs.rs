//! What an action is done with and paid with: weapons, spells, costs.

use super::*;

/// Evaluates a cost for a unit: pools by mode.
pub fn cost(facts: &Facts, unit: &UnitState, costs: &[Cost], mode: Mode) -> Vec<(Key, i32)> {
    costs
        .iter()
        .map(|Cost(pool, amount)| {
            (facts.book.settings.economy.pool_for(*pool, mode), facts.value(amount, unit))
        })
        .filter(|(_, amount)| *amount != 0)
        .collect()
}

pub(super) fn cost_and_price(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    mode: Mode,
    weapon: Option<Key>,
    spell: Option<&SpellDef>,
    args: &Args,
) -> (Amounts, Amounts) {
    let economy = &facts.book.settings.economy;
    let wards = def.item_place().filter(|place| place.is_ward());
    let ward = wards.and_then(|place| args.item.or_else(|| facts.items_at(unit, place).first().copied()));
    let context = |name: Key| match name.as_str() {
        "level" => Some(spell.map_or(0, |spell| i64::from(spell.level))),
        "amount" => Some(i64::from(args.amount.unwrap_or(1))),
        _ => unit.buying(ward, name),
    };
    let evaluate = |costs: &[Cost]| -> Vec<(Key, i32)> {
        costs
            .iter()
            .map(|Cost(name, amount)| {
                let value = facts.evaluate(amount, unit, None, &context);
                (economy.pool_for(*name, mode), i32::try_from(value).unwrap_or(i32::MAX))
            })
            .filter(|(_, amount)| *amount != 0)
            .collect()
    };
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    let own = weapon.and_then(|id| facts.weapon(unit, id)).and_then(|(_, def)| def.reload.as_ref());
    let cost = match own {
        Some(reload_rule) if reload => evaluate(&reload_rule.cost),
        _ => evaluate(&def.cost),
    };
    let interaction = || {
        let found =
            super::interaction(facts, unit, args).ok().filter(|_| def.asks.contains(&Parameter::Interaction));
        found.and_then(|found| found.def.cost.clone())
    };
    let mut cost = if task::increment(facts, unit, def, args).is_some() {
        whole_turn(facts, unit)
    } else if let Some(own) = interaction() {
        evaluate(&own)
    } else {
        cost
    };
    let fired: Vec<Key> = weapon.into_iter().chain(args.more.iter().copied()).collect();
    add_shots(facts, unit, (def, mode), &fired, &mut cost);
    shorten(facts, unit, def, &mut cost);
    let price = match &def.price {
        Some(price) => evaluate(price),
        None if def.is_free() => Vec::new(),
        None => evaluate(&economy.price),
    };
    (cost, price)
}

/// What the shots of an attack take besides, those of all its weapons together (D-26, D-30).
fn add_shots(
    facts: &Facts,
    unit: &UnitState,
    (def, mode): (&ActionDef, Mode),
    fired: &[Key],
    sum: &mut Amounts,
) {
    for id in fired.iter().filter(|_| def.attacks()) {
        let Some((_, weapon)) = facts.weapon_in(unit, *id, def) else { continue };
        for (pool, amount) in cost(facts, unit, &weapon.takes, mode) {
            match sum.iter_mut().find(|(own, _)| *own == pool) {
                Some((_, own)) => *own += amount,
                None => sum.push((pool, amount)),
            }
        }
    }
}

/// All that a unit's turn still holds, which is what a task takes (C-100).
pub fn whole_turn(facts: &Facts, unit: &UnitState) -> Amounts {
    let economy = &facts.book.settings.economy;
    let of_turn =
        economy.pools.iter().filter(|pool| !pool.free && !pool.off_turn && pool.refill != Refill::Never);
    of_turn.map(|pool| (pool.id, facts.points(unit, pool.id))).filter(|(_, left)| *left > 0).collect()
}

/// Whether nothing of the turn has been spent yet (C-100).
pub(super) fn unspent(facts: &Facts, unit: &UnitState) -> OrRefusal {
    let economy = &facts.book.settings.economy;
    let spent = |pool: &PoolDef| {
        let own = unit.pools.0.iter().find(|own| own.id == pool.id);
        !pool.free && !pool.off_turn && own.is_some_and(|own| own.spent > 0)
    };
    if economy.pools.iter().any(spent) || whole_turn(facts, unit).is_empty() {
        let rule = facts.book.settings.tasks.as_ref().map_or("", |rule| rule.rule.as_str());
        return refuse("whole_turn", message!("core-needs-a-whole-turn"), rule);
    }
    Ok(())
}

/// The first weapon in hand that an action can be done with; who sits at a mounted weapon fires that (C-110).
pub fn default_weapon(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Option<Key> {
    let uses = def.weapon_use()?;
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    let fits = |item: &Item, weapon: &WeaponDef| {
        if reload {
            weapon.capacity > 0 && item.loaded < weapon.capacity
        } else {
            item.has_shots(weapon, 1) && fire::serves(def, weapon)
        }
    };
    let mounted = if reload { Vec::new() } else { facts.mounted(unit) };
    let at_hand = mounted.iter().find(|one| one.def.uses == uses && fits(one.item, one.def));
    if let Some(one) = at_hand {
        return Some(one.item.id);
    }
    let armed = || {
        let armed = facts.in_hand(unit, uses).filter(|(_, weapon)| !weapon.unarmed);
        armed.filter(|(item, weapon)| fits(item, weapon))
    };
    // A knife before the stock of a gun.
    armed()
        .find(|(item, weapon)| weapon.id == item.def)
        .or_else(|| armed().next())
        .or_else(|| facts.in_hand(unit, uses).find(|(item, weapon)| fits(item, weapon)))
        .or_else(|| facts.in_hand(unit, uses).next())
        .map(|(item, _)| item.id)
}

pub(super) fn weapon_for(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    uses: WeaponUse,
    act: &Act,
) -> OrRefusal<Key> {
    let Some(id) = act.args.weapon.or_else(|| default_weapon(facts, actor, def)) else {
        let text = match uses {
            WeaponUse::Melee => message!("core-has-no-melee-weapon-in-hand"),
            _ => message!("core-has-no-ranged-weapon-in-hand"),
        };
        return refuse("no_weapon", text, def.rule.as_str());
    };
    let Some((item, weapon)) = facts.weapon(actor, id) else {
        return refuse("no_weapon", message!("core-has-no-x", weapon = id), def.rule.as_str());
    };
    let rides = |does: fn(&ActionDef) -> bool, usual: Option<Key>| {
        act.args.riders.iter().any(|rider| {
            rider.item.or(usual) == Some(id) && facts.book.action(rider.action).is_some_and(|def| does(def))
        })
    };
    // What rides on the action comes before it: it may put the weapon into the hand, or take it out.
    let dropped = rides(drops, facts.items_at(actor, ItemPlace::Held).first().copied());
    if dropped || !item.held && !weapon.natural && !rides(draws, None) {
        return refuse("not_in_hand", message!("core-x-is-not-in-hand", weapon = weapon.name), "A-39");
    }
    let Some(weapon) = facts.used_as(actor, item, weapon, uses) else {
        let text = message!("core-x-cannot-be-used-so", weapon = weapon.name);
        return refuse("wrong_weapon", text, def.rule.as_str());
    };
    working_hands(facts, actor, def, &[id])?;
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    if reload {
        if weapon.reload.is_none() {
            return refuse("no_reload", message!("core-x-needs-no-loading", weapon = weapon.name), "A-140");
        }
        if item.loaded >= weapon.capacity {
            return refuse("loaded", message!("core-x-is-loaded", weapon = weapon.name), "A-140");
        }
        if item.stock == 0 {
            let text = message!("core-no-ammunition-left-for-x", weapon = weapon.name);
            return refuse("no_ammunition", text, "A-140");
        }
    } else if def.repeat.is_some() && reloads_each_shot(weapon) {
        let text = message!("core-x-has-to-be-loaded-for-each-shot", weapon = weapon.name);
        return refuse("needs_reload", text, "A-143");
    } else if item.jammed && weapon.is_ranged() {
        return refuse("jammed", message!("core-x-is-jammed", weapon = weapon.name), "S-33");
    } else if !item.has_shots(weapon, 1) {
        return match weapon.capacity {
            1.. => refuse("not_loaded", message!("core-x-is-not-loaded", weapon = weapon.name), "A-140"),
            _ => refuse(
                "no_ammunition",
                message!("core-no-ammunition-left-for-x", weapon = weapon.name),
                "A-120",
            ),
        };
    } else {
        fires(facts, actor, def, act, (item, weapon))?;
    }
    Ok(id)
}

/// Whether the hands that conditions have left are enough for weapons used together (D-71).
fn working_hands(facts: &Facts, actor: &UnitState, def: &ActionDef, used: &[Key]) -> OrRefusal {
    let hands = facts.usable_hands(actor);
    if hands >= actor.sheet.0.hands {
        return Ok(());
    }
    let held = actor.gear.items.iter().filter(|item| item.held && used.contains(&item.id));
    let takes: i32 = held.map(|item| facts.hands(item)).sum();
    if takes > hands {
        let text = message!("core-takes-x-working-hands", hands = takes);
        return refuse("no_weapon", text, def.rule.as_str());
    }
    Ok(())
}

/// Whether a weapon can be fired as the action says, and has rounds enough for it (C-83, C-86).
fn fires(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    (item, weapon): (&Item, &WeaponDef),
) -> OrRefusal {
    for need in &def.needs {
        let unfit = match need {
            Need::Weapon(tag, text) => (!weapon.tagged(tag.as_str())).then_some(text),
            Need::Trained(text) => (!attack::proficient(actor, weapon)).then_some(text),
            _ => None,
        };
        if let Some(text) = unfit {
            return refuse("wrong_weapon", Message::written(text), def.rule.as_str());
        }
    }
    let burst = facts.book.settings.attack.burst.as_ref().filter(|rule| rule.deliberate(def));
    let enough_for = |least: i32| {
        let portions = blow::held_portions(facts, actor, weapon, 0, def.share());
        portions.iter().any(|portion| portion.is_energy() && portion.amount >= least)
    };
    if let Some(rule) = burst.filter(|rule| !enough_for(rule.from)) {
        let text = message!("core-an-area-needs-x-energy", least = rule.from);
        return refuse("wrong_weapon", text, def.rule.as_str());
    }
    if !fire::serves(def, weapon) {
        let text = message!("core-x-cannot-be-fired-so", weapon = weapon.name);
        return refuse("no_burst", text, def.rule.as_str());
    }
    enough(facts, actor, def, act, (item, weapon), 1)
}

/// Whether a weapon has the rounds to be fired so many times in one attack.
fn enough(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    (item, weapon): (&Item, &WeaponDef),
    shots: i32,
) -> OrRefusal {
    let each = fire::rounds(facts, actor, def, Some(item.id), act.args.amount) * FireDef::of(def).times;
    let rounds = each.saturating_mul(shots);
    if let Some(left) = item.shots(weapon).filter(|left| *left < rounds) {
        let text = message!("core-needs-x-rounds-x-has-x", rounds, weapon = weapon.name, left);
        return refuse("few_rounds", text, def.rule.as_str());
    }
    Ok(())
}

/// Whether each shot needs a loading that costs points; a magazine may be emptied.
fn reloads_each_shot(weapon: &WeaponDef) -> bool {
    weapon.capacity == 1 && weapon.reload.as_ref().is_some_and(|rule| !rule.cost.is_empty())
}

/// Further weapons of an attack: in hand, usable so, in reach; each as often as it fires in one attack (D-26).
pub(super) fn more_weapons(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    first: Option<Key>,
) -> OrRefusal {
    let Some(uses) = def.weapon_use() else { return Ok(()) };
    for (at, id) in act.args.more.iter().enumerate() {
        let known = facts.weapon_in(actor, *id, def);
        let before = first.iter().chain(&act.args.more[..at]).filter(|own| *own == id).count();
        // A gun may fire more than once; a club strikes once, and what is thrown is gone.
        if before > 0 && known.is_none_or(|(_, weapon)| weapon.uses != WeaponUse::Ranged) {
            return refuse("weapon_twice", message!("core-x-is-named-twice", name = id), "D-26");
        }
        let one = Act { args: Args { weapon: Some(*id), ..act.args.clone() }, ..act.clone() };
        weapon_for(facts, actor, def, uses, &one)?;
        if let Some((item, weapon)) = known {
            let shots = i32::try_from(before + 1).unwrap_or(i32::MAX);
            enough(facts, actor, def, act, (item, weapon), shots)?;
            let most = weapon.more_shots.max(0).saturating_add(1);
            if shots > most {
                let text = message!("core-x-fires-x-times", weapon = weapon.name, most);
                return refuse("weapon_twice", text, "D-26");
            }
        }
        if let Some(target) = act.args.target {
            let spec = AttackSpec { weapon: Some(*id), ..AttackSpec::new(actor.id(), target, def) };
            attack::possible(facts, &spec)?;
        }
    }
    let used: Vec<Key> = first.into_iter().chain(act.args.more.iter().copied()).collect();
    working_hands(facts, actor, def, &used)
}

/// Whether an action takes an item in hand.
pub fn draws(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.contains(&EffectDef::Draw)))
}

/// Whether an action lets an item go.
fn drops(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.contains(&EffectDef::Drop)))
}

pub(super) fn spell_for(
    facts: &Facts,
    actor: &UnitState,
    act: &Act,
    countered: Option<&SpellDef>,
    def: &ActionDef,
) -> OrRefusal<Arc<SpellDef>> {
    let ready = |spell: Key| actor.slots.0.iter().any(|slot| slot.spell == spell && !slot.spent);
    let counter = def.steps.iter().any(|step| matches!(step, Step::Counter));
    let fits = |spell: &SpellDef| match countered {
        Some(other) if counter => spell.counters(other),
        // What goes to an item has to be damage.
        _ => !counter && (def.manoeuvre.is_none() || !spell.types.is_empty()),
    };
    let chosen = act.args.spell.or_else(|| {
        let mut ready = actor.slots.0.iter().filter(|slot| !slot.spent).map(|slot| slot.spell);
        ready.find(|id| facts.book.spell(*id).is_some_and(|spell| fits(spell)))
    });
    let Some(id) = chosen else {
        let text = if counter {
            message!("core-has-no-ready-spell-of-that-school-and-level")
        } else {
            message!("core-has-no-spell-ready")
        };
        return refuse("no_spell", text, if counter { "A-127" } else { "A-121" });
    };
    let Some(spell) = facts.book.spell(id) else {
        return refuse("no_spell", message!("core-there-is-no-spell", spell = id), "A-121");
    };
    if !ready(id) {
        return refuse("no_spell", message!("core-x-is-not-ready-in-a-slot", spell = spell.name), "A-121");
    }
    if !fits(spell) {
        if counter {
            let text = message!("core-x-is-of-another-school-or-too-low-a-level", spell = spell.name);
            return refuse("wrong_spell", text, "A-127");
        }
        let text = message!("core-x-does-no-damage", spell = spell.name);
        return refuse("wrong_spell", text, def.rule.as_str());
    }
    Ok(spell.clone())
}

pub(super) fn affordable(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    cost: &[(Key, i32)],
    price: &[(Key, i32)],
) -> OrRefusal {
    let economy = &facts.book.settings.economy;
    for (pool, amount) in cost {
        let has = facts.points_for(actor, *pool, &def.tags);
        if *amount > has {
            return few_points(facts, *pool, (*amount, has), def);
        }
    }
    let points: i32 =
        cost.iter().filter(|(pool, _)| economy.pool(*pool).is_some()).map(|(_, amount)| *amount).sum();
    if let Some((cap, condition)) = facts.cap(actor)
        && points > 0
        && actor.usage.points + points > cap
    {
        return refuse(
            "capped",
            message!(
                "core-x-allows-x-points-a-round-x-used",
                condition = condition.name,
                cap,
                points = actor.usage.points
            ),
            condition.rule.as_str(),
        );
    }
    for (track, amount) in price {
        if *track != "initiative" && actor.tracks.get(*track).is_none() {
            let text = message!("core-has-no-x-to-pay-x-from", track, amount);
            return refuse("no_track", text, def.rule.as_str());
        }
    }
    Ok(())
}

/// Refuses what takes more points of a pool than there are.
pub(super) fn few_points(facts: &Facts, pool: Key, (amount, has): (i32, i32), def: &ActionDef) -> OrRefusal {
    let name = facts.book.settings.economy.pool(pool).map_or(pool.as_str(), |def| def.name.as_str());
    refuse("needs_points", message!("core-needs-x-has-x", amount, name, has), def.rule.as_str())
}
