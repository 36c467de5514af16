//! What relations like a grapple cost their two ends: by what each can still do while it is bound (S-74, C-92, D-20).

use super::{paying::long, value::burden_with};
use crate::ai::prelude::*;
use crate::rules::bond::{BondDef, RoleDef};
use crate::rules::condition::ConditionDef;

/// What a relation costs its holder and the other by their conditions; to bind the stronger of two is worth more.
pub fn costs(facts: &Facts, (def, role): (&BondDef, &RoleDef), (holder, other): Pair<'_>) -> (f64, f64) {
    let known = |id: Option<Key>| id.and_then(|id| facts.book.condition(id));
    let (own, theirs) = (known(role.condition), known(def.to_condition));
    if own.is_none() && theirs.is_none() {
        return (0.0, 0.0);
    }
    let faces = CheckFaces::of(facts);
    let one = Strikes::of(facts, &faces, (holder, other), own);
    let two = Strikes::of(facts, &faces, (other, holder), theirs);
    let all = one.free + two.free;
    let cost = |unit: &UnitState, condition: Option<&ConditionDef>, strikes: &Strikes| {
        let share = if all > 0.0 { 2.0 * strikes.free / all } else { 1.0 };
        let weight = share.clamp(weights::BOUND_LEAST, weights::BOUND_MOST);
        condition.map_or(0.0, |def| weight * burden_with(facts, unit, def, strikes.left()))
    };
    // In a long fight it counts less and less, since holding ends none.
    let part = 1.0 - (1.0 - weights::HOLD_LATE) * long(facts.round);
    (part * cost(holder, own, &one), part * cost(other, theirs, &two))
}

/// What a relation is worth to its holder for another that only those so bound can enter (D-20); never below 0.
pub fn prospect(facts: &Facts, kind: Key, (holder, other): Pair<'_>) -> f64 {
    let bound = |def: &&ActionDef| {
        let within = matches!(def.target(), Some((_, Within::Bound(own))) if *own == kind);
        within && !def.is_reaction() && facts.has_action(holder, def)
    };
    let further = |step: &Step| match step {
        Step::Attack { instead, .. } => instead.iter().find_map(|effect| match effect {
            EffectDef::Bind { kind: next, role } if *next != kind => {
                let def = facts.book.bond(*next)?;
                Some((def, def.role(*role)?))
            }
            _ => None,
        }),
        _ => None,
    };
    if !facts.hostile(holder, other) {
        return 0.0;
    }
    let steps = facts.book.actions.iter().map(|def| &**def).filter(bound).flat_map(|def| &def.steps);
    let mut most: f64 = 0.0;
    for (def, role) in steps.filter_map(further) {
        if facts.bound(def.id, holder.id(), other.id()).is_none() {
            let (own, theirs) = costs(facts, (def, role), (holder, other));
            most = most.max(theirs - own);
        }
    }
    weights::HOLD_LEADS * most
}

/// How much counts of a hold that is still to be taken: the less, the easier the one held gets free (S-82).
pub fn lasting(facts: &Facts, def: &BondDef, (holder, held): Pair<'_>) -> f64 {
    let condition = def.to_condition.and_then(|id| facts.book.condition(id));
    let open = |action: &&ActionDef| {
        let refused = condition.is_some_and(|condition| condition.refuses(&action.tags));
        !refused && !action.is_reaction() && facts.has_action(held, action)
    };
    let actions = facts.book.actions.iter().map(|action| &**action).filter(open);
    let chances = actions.filter_map(|action| contests::frees(facts, (held, holder), action, def.id));
    1.0 - weights::HOLD_BROKEN * chances.fold(0.0, f64::max)
}

/// Whether who holds a role in a relation may end it on its own turn, without a check or a price (S-78).
pub fn let_go(facts: &Facts, kind: Key) -> bool {
    let ends = |effect: &EffectDef| matches!(effect, EffectDef::Unbind { kind: own, .. } if *own == kind);
    facts.book.actions.iter().any(|def| {
        let free = !def.is_reaction() && def.is_free() && !def.checks();
        free && def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.iter().any(ends)))
    })
}

/// What the best attack of a unit on another takes, on the mean.
#[derive(Clone, Copy, Debug, Default)]
struct Strikes {
    /// With plain attacks.
    free: f64,
    /// With what a condition still allows.
    bound: f64,
}

impl Strikes {
    /// Those of a unit on another who is beside it, free and with a condition.
    fn of(facts: &Facts, faces: &CheckFaces, (by, target): Pair<'_>, bound: Option<&ConditionDef>) -> Self {
        let condition = bound.filter(|def| !def.only_tags.is_empty());
        let following = condition.map_or_else(Vec::new, |def| following(facts, by, def));
        let mut found = Self::default();
        for def in facts.book.actions.iter() {
            let plain = def.is_plain_attack();
            let open = condition.is_some_and(|own| allows(own, def, &following));
            let strikes = def.attacks() && !def.harmless() && def.path().is_none();
            if !strikes || !(plain || open) || !facts.has_action(by, def) {
                continue;
            }
            let Some(uses) = def.weapon_use() else { continue };
            for (item, weapon) in facts.in_hand(by, uses) {
                if !fire::serves(def, weapon) || !item.has_shots(weapon, 1) {
                    continue;
                }
                let precomputed = Precomputed { line: Some(Cover::default()), defence: None };
                let new = AttackSpec::new(by.id(), target.id(), def);
                let spec = AttackSpec { weapon: Some(item.id), rounds: 1, precomputed, ..new };
                let mean = Expected::of(facts, faces, &spec).map_or(0.0, |expected| expected.mean());
                if plain {
                    found.free = found.free.max(mean);
                }
                if open {
                    found.bound = found.bound.max(mean);
                }
            }
        }
        found
    }

    /// The part of its strength that the condition leaves; none of nothing.
    fn left(&self) -> f64 {
        if self.free > 0.0 { (self.bound / self.free).min(1.0) } else { 0.0 }
    }
}

/// The tags of what follows, at no cost, on the actions that a condition still allows (S-75).
fn following(facts: &Facts, unit: &UnitState, condition: &ConditionDef) -> Vec<Key> {
    let own =
        |def: &&ActionDef| !def.is_reaction() && !condition.refuses(&def.tags) && facts.has_action(unit, def);
    let steps = facts.book.actions.iter().map(|def| &**def).filter(own).flat_map(|def| &def.steps);
    let tag = |step: &Step| match step {
        Step::Choose { tag, .. } => Some(*tag),
        _ => None,
    };
    steps.filter_map(tag).collect()
}

/// Whether a condition allows an action on the bearer's own turn, or as something that follows.
fn allows(condition: &ConditionDef, def: &ActionDef, following: &[Key]) -> bool {
    let follows = def.on.contains(&Moment::Won) && def.tags.iter().any(|tag| following.contains(tag));
    !condition.refuses(&def.tags) && (!def.is_reaction() || follows)
}
