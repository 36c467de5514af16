//! Which spells in effect an action may be done with, and why not the others.
//!
//! Owns the tests of the hole for a spell in effect. What becomes of the spell is `battle`'s.

use super::{Act, Occasion, Refusal, refuse};
use crate::{
    key::Key,
    rules::{
        action::{ActionDef, Control, Hole, Step},
        facts::{ActiveSpell, Facts, UnitId, UnitState},
        spell::{Dismissal, SpellDef},
    },
};

/// Every spell in effect for an action of a unit, possible or not.
pub fn in_effect(
    facts: &Facts,
    unit: UnitId,
    act: &Act,
    occasion: &Occasion,
) -> Vec<(Key, Result<(), Refusal>)> {
    facts
        .spells
        .iter()
        .map(|active| {
            let mut act = act.clone();
            act.args.in_effect = Some(active.id);
            (active.id, super::plan(facts, unit, &act, occasion).map(|_| ()))
        })
        .collect()
}

/// The spell in effect that an order names, if its action asks for one.
pub(super) fn active_spell<'a>(
    facts: &'a Facts,
    actor: &UnitState,
    act: &Act,
    def: &ActionDef,
) -> Result<Option<&'a ActiveSpell>, Refusal> {
    let rule = def.rule.as_str();
    let Some((control, own, within, unseen)) = def.asks.iter().find_map(|hole| match hole {
        Hole::InEffect { control, own, within, unseen } => Some((*control, *own, within, *unseen)),
        _ => None,
    }) else {
        return Ok(None);
    };
    let Some(id) = act.args.in_effect else { return refuse("missing", "needs a spell in effect", rule) };
    let Some(active) = facts.spell_in_effect(id) else {
        return refuse("no_such_spell", format!("no spell {id} is in effect"), rule);
    };
    let Some(spell) = facts.spell_of(active) else {
        return refuse("no_such_spell", format!("there is no spell {}", active.spell), rule);
    };
    let name = &spell.name;
    let mine = active.controller == actor.id();
    match control {
        Control::Own if !mine => {
            return refuse("not_in_control", format!("{name} is in another's control"), rule);
        }
        Control::Others if mine => {
            return refuse("in_control", format!("{name} is in one's own control"), rule);
        }
        _ => {}
    }
    if own && active.caster != actor.id() {
        return refuse("not_own", format!("{name} was cast by another"), rule);
    }
    if def.steps.contains(&Step::Control) && !spell.controllable() {
        return refuse("no_control", format!("there is nothing to control in {name}"), rule);
    }
    if def.steps.contains(&Step::Dismiss) && spell.dismissal == Dismissal::Never {
        return refuse("no_dismissal", format!("{name} cannot be dismissed"), rule);
    }
    let caster =
        facts.unit(active.caster).filter(|caster| facts.present(caster) && control == Control::Others);
    let seen =
        unseen || facts.sees_effect(actor, active) || caster.is_some_and(|caster| facts.sees(actor, caster));
    if !seen {
        return refuse("no_sight", format!("no line of sight to {name}"), rule);
    }
    if let Some(within) = within
        && !active.targets.contains(&actor.id())
    {
        let most = facts.value(within, actor);
        let near = facts.distance_to_effect(actor, active);
        let distance = near.into_iter().chain(caster.map(|caster| facts.distance(actor, caster))).min();
        match distance {
            Some(distance) if distance <= most => {}
            Some(distance) => {
                return refuse("out_of_range", format!("{distance} squares away, at most {most}"), rule);
            }
            None => return refuse("out_of_range", format!("{name} is nowhere near"), rule),
        }
    }
    Ok(Some(active))
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
