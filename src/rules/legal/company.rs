//! Several who fire at one target at once (C-178): who may join, and what refuses those who may not.

use super::*;

/// Those who can fire with a unit at a target, each with the first of its weapons that serves.
pub fn companions(facts: &Facts, actor: &UnitState, def: &ActionDef, target: UnitId) -> Vec<Companion> {
    let joined = |own: &UnitState| {
        let companion = Companion { unit: own.id(), weapon: None };
        let weapon = joins(facts, actor, def, target, &companion).ok()?;
        Some(Companion { weapon: Some(weapon), ..companion })
    };
    facts.units.iter().filter_map(joined).collect()
}

/// The weapon with which one joins who acts on the same count, can pay, and could attack by itself (C-178).
pub fn joins(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    target: UnitId,
    companion: &Companion,
) -> OrRefusal<Key> {
    let rule = def.rule.as_str();
    let Some(own) = facts.unit(companion.unit) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit = companion.unit), "");
    };
    let name = &own.identity.name;
    if own.id() == actor.id() || facts.hostile(actor, own) {
        return refuse("wrong_target", message!("core-x-does-not-fire-with-it", unit = name), rule);
    }
    let waits = own.initiative.delaying.is_some() && own.initiative.total() >= actor.initiative.total();
    let here = waits || comes(facts, own, actor);
    if !here || !facts.can_act(own) {
        return refuse("not_waiting", message!("core-x-does-not-act-on-this-count", unit = name), rule);
    }
    // Whose turn is still to come has its points then.
    let begun = (!waits).then(|| facts.at_turn_start(own));
    let payer = begun.as_ref().unwrap_or(own);
    if let Some(refusal) = refused_before_parameters(facts, payer, def, Mode::Standard, &Occasion::default())
    {
        return Err(refusal);
    }
    for cost in &def.cost {
        let (pool, amount) = (cost.0, facts.value(&cost.1, payer));
        if facts.points(payer, pool) < amount {
            let text =
                message!("core-x-has-not-x-left", unit = name, amount, name = facts.book.name_of(pool));
            return refuse("needs_points", text, rule);
        }
    }
    let fits = |id: Key| {
        let (item, weapon) = facts.weapon(own, id)?;
        let ready = item.has_shots(weapon, 1);
        (item.held && ready && weapon.uses == WeaponUse::Ranged && grounded(weapon)).then_some(())?;
        let spec = AttackSpec { weapon: Some(id), rounds: 1, ..AttackSpec::new(own.id(), target, def) };
        attack::possible(facts, &spec).ok().map(|_| id)
    };
    let found = match companion.weapon {
        Some(id) => fits(id),
        None => facts.weapons(own).find_map(|(item, _)| fits(item.id)),
    };
    match found {
        Some(id) => Ok(id),
        None => refuse("no_weapon", message!("core-x-has-nothing-to-fire-at-it", unit = name), rule),
    }
}

/// Whether a unit's turn is still to come on another's count. Vehicles have none of their own (C-111).
fn comes(facts: &Facts, unit: &UnitState, actor: &UnitState) -> bool {
    let own = &unit.initiative;
    !own.acted
        && own.delaying.is_none()
        && own.total() == actor.initiative.total()
        && unit.vehicle().is_none()
        && !facts.surprised(unit)
}

/// What is fired together are weapons whose damage is dice, none of them of ships.
pub fn grounded(weapon: &WeaponDef) -> bool {
    weapon.damage.is_some() && weapon.blast.is_none() && !weapon.tagged("starship")
}

/// Whether all who are named can join, each once; at least one is needed.
pub(super) fn company(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    target: Option<UnitId>,
    with: &[Companion],
) -> OrRefusal {
    let rule = def.rule.as_str();
    let Some(target) = target else { return refuse("missing", message!("core-needs-a-target"), rule) };
    if with.is_empty() && companions(facts, actor, def, target).is_empty() {
        return refuse("no_company", message!("core-nobody-can-fire-with-it-now"), rule);
    }
    for (at, companion) in with.iter().enumerate() {
        if with[..at].iter().any(|other| other.unit == companion.unit) {
            return refuse("wrong_target", message!("core-x-is-named-twice", name = companion.unit), rule);
        }
        joins(facts, actor, def, target, companion)?;
    }
    Ok(())
}
