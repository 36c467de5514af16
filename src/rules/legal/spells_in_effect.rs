//! Which spells in effect an action may be done with, and why not the others.

use super::*;

/// Every spell in effect for an action of a unit, possible or not.
pub fn in_effect(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> Vec<(Key, OrRefusal)> {
    let mut act = act.clone();
    let test = |active: &ActiveSpell| {
        act.args.in_effect = Some(active.id);
        (active.id, super::plan(facts, unit, &act, occasion).map(|_| ()))
    };
    facts.spells.iter().map(test).collect()
}

/// The spell in effect that an order names, if its action asks for one.
pub(super) fn active_spell<'a>(
    facts: &'a Facts,
    actor: &UnitState,
    act: &Act,
    def: &ActionDef,
) -> OrRefusal<Option<&'a ActiveSpell>> {
    let rule = def.rule.as_str();
    let Some((control, own, within, unseen)) = def.asks.iter().find_map(|parameter| match parameter {
        Parameter::InEffect { control, own, within, unseen } => Some((*control, *own, within, *unseen)),
        _ => None,
    }) else {
        return Ok(None);
    };
    let Some(id) = act.args.in_effect else {
        return refuse("missing", message!("core-needs-a-spell-in-effect"), rule);
    };
    let Some(active) = facts.spell_in_effect(id) else {
        return refuse("no_such_spell", message!("core-no-spell-x-is-in-effect", name = id), rule);
    };
    let Some(spell) = facts.spell_of(active) else {
        return refuse("no_such_spell", message!("core-there-is-no-spell", spell = active.spell), rule);
    };
    let name = &spell.name;
    let mine = active.controller == actor.id();
    match control {
        Control::Own if !mine => {
            return refuse("not_in_control", message!("core-x-is-in-another-s-control", name), rule);
        }
        Control::Others if mine => {
            return refuse("in_control", message!("core-x-is-in-one-s-own-control", name), rule);
        }
        _ => {}
    }
    if own && active.caster != actor.id() {
        return refuse("not_own", message!("core-x-was-cast-by-another", name), rule);
    }
    if def.steps.contains(&Step::Control) && !spell.controllable() {
        return refuse("no_control", message!("core-there-is-nothing-to-control-in-x", name), rule);
    }
    if def.steps.contains(&Step::Dismiss) && spell.dismissal == Dismissal::Never {
        return refuse("no_dismissal", message!("core-x-cannot-be-dismissed", name), rule);
    }
    if let (true, Some(to)) = (def.steps.contains(&Step::Control), act.args.square) {
        may_move(facts, actor, active, spell, to, rule)?;
    }
    if let (true, Some(target)) = (def.steps.contains(&Step::Control), act.args.target) {
        may_strike(facts, actor, spell, target, def)?;
    }
    let caster =
        facts.unit(active.caster).filter(|caster| facts.present(caster) && control == Control::Others);
    let seen =
        unseen || facts.sees_effect(actor, active) || caster.is_some_and(|caster| facts.sees(actor, caster));
    if !seen {
        return refuse("no_sight", message!("core-no-line-of-sight-to-x", name), rule);
    }
    if let Some(within) = within
        && !(spell.area.is_none() && active.targets.contains(&actor.id()))
    {
        let most = facts.value(within, actor);
        let near = facts.distance_to_effect(actor, active);
        let distance = near.into_iter().chain(caster.map(|caster| facts.distance(actor, caster))).min();
        match distance {
            Some(distance) if distance <= most => {}
            Some(distance) => {
                let text = message!("core-x-squares-away-at-most-x", distance, most);
                return refuse("out_of_range", text, rule);
            }
            None => return refuse("out_of_range", message!("core-x-is-nowhere-near", name), rule),
        }
    }
    Ok(Some(active))
}

/// Whether control may send a spell at a unit.
fn may_strike(
    facts: &Facts,
    actor: &UnitState,
    spell: &SpellDef,
    target: UnitId,
    def: &ActionDef,
) -> OrRefusal {
    let rule = def.rule.as_str();
    if !spell.control.as_ref().is_some_and(|control| control.strikes) {
        let text = message!("core-x-strikes-nobody-under-control", spell = spell.name);
        return refuse("wrong_target", text, rule);
    }
    let Some(other) = facts.unit(target).filter(|other| facts.present(other)) else {
        return refuse("not_present", message!("core-x-is-not-in-the-fight", unit = target), rule);
    };
    let hostile = facts.hostile(actor, other);
    if !hostile && spell.target == Whom::Foe {
        let text = message!("core-x-cannot-be-its-target", unit = other.identity.name);
        return refuse("wrong_target", text, rule);
    }
    let spec = AttackSpec { spell: Some(spell.id), ..AttackSpec::new(actor.id(), target, def) };
    attack::possible(facts, &spec).map(|_| ())
}

/// Whether control may move a spell's squares so that a square becomes their middle.
fn may_move(
    facts: &Facts,
    actor: &UnitState,
    active: &ActiveSpell,
    spell: &SpellDef,
    to: Square,
    rule: &str,
) -> OrRefusal {
    let most = spell.control.as_ref().map_or(0, |control| control.moves);
    let Some(from) = active.square.filter(|_| most > 0) else {
        return refuse("no_move", message!("core-x-cannot-be-moved", spell = spell.name), rule);
    };
    if !facts.map.contains(to) {
        return refuse("off_map", message!("core-x-is-not-on-the-map", square = to), rule);
    }
    let distance = grid::distance(from, to);
    if distance > most {
        return refuse("too_far", message!("core-x-squares-at-most-x", distance, most), rule);
    }
    if !grid::line_of_effect(&facts.map, &Area::one(from), &Area::one(to)) {
        return refuse("blocked", message!("core-something-solid-is-in-the-way"), rule);
    }
    let own = &actor.place;
    if !grid::line_of_sight_between(&facts.map, &own.area, own.band, &Area::one(to), Band::Ground) {
        return refuse("no_sight", message!("core-no-line-of-sight-to-the-square"), rule);
    }
    Ok(())
}

/// The spell that a counterspell is made against: the one in effect, else the one being cast.
pub(super) fn countered<'a>(
    facts: &'a Facts,
    active: Option<&ActiveSpell>,
    occasion: &Occasion,
) -> Option<&'a SpellDef> {
    let id = active.map(|active| active.spell).or(occasion.spell)?;
    facts.book.spell(id).map(|def| &**def)
}
