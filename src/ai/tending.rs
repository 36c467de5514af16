//! What is done for others without an attack: effects on them, spells on one's own side; and for one's own count.

use super::{
    blows::Expected,
    deeds::{Deed, with_rest},
    magic,
    mind::Mind,
    moves::after,
    turn::Found,
    value::Effects,
    ways::{price, way_of},
    weights,
};
use crate::{
    key::Key,
    rules::{
        action::{EffectDef, To, Whom},
        facts::{UnitId, UnitState},
        legal::Args,
    },
};

/// What an action does to its owner's count.
pub fn extra(mind: &Mind<'_>, deed: &Deed<'_>) -> f64 {
    let effects = Effects { facts: mind.facts, by: mind.own(), target: None, sv: 1 };
    let counts: Vec<EffectDef> =
        deed.effects.iter().filter(|effect| matches!(effect, EffectDef::Count { .. })).cloned().collect();
    effects.value(&counts)
}

/// Effects on others without an attack, and on one's count.
pub fn tend(mind: &mut Mind<'_>, deed: &Deed<'_>, found: &mut Found) {
    let aims = deed.effects.iter().any(|effect| matches!(effect, EffectDef::Modify { to: To::Own, .. }));
    if aims || deed.effects.is_empty() {
        return;
    }
    if deed.def.target().is_none() {
        let score = with_rest(mind, deed, extra(mind, deed));
        if score > 0.0 {
            found.push((score, deed.act(Args::default())));
        }
        return;
    }
    for target in targets(mind, deed.def.target().map(|(who, _)| who)) {
        let Some(other) = mind.facts.unit(target) else { continue };
        let effects = Effects { facts: mind.facts, by: mind.own(), target: Some(other), sv: 2 };
        let benefit = effects.value(&deed.effects);
        if benefit <= weights::WORTHWHILE {
            continue;
        }
        let act = deed.act(Args { target: Some(target), ..Args::default() });
        if mind.permits(&act) {
            found.push((with_rest(mind, deed, benefit), act));
        }
    }
}

fn targets(mind: &Mind<'_>, who: Option<Whom>) -> Vec<UnitId> {
    let own = mind.own();
    let fits = |unit: &&UnitState| {
        let (hostile, same) = (mind.facts.hostile(own, unit), unit.id() == own.id());
        mind.facts.present(unit)
            && match who {
                Some(Whom::Foe) => hostile,
                Some(Whom::Ally) => !hostile && !same,
                Some(Whom::OwnSide) => !hostile,
                Some(Whom::Any) => !same,
                None => false,
            }
    };
    mind.facts.units.iter().filter(fits).map(UnitState::id).collect()
}

/// Spells on one's own side.
pub fn support(mind: &mut Mind<'_>, deed: &Deed<'_>, found: &mut Found) {
    let book = mind.facts.book.clone();
    let mut seen: Vec<Key> = Vec::new();
    for slot in mind.own().slots.0.iter().filter(|slot| !slot.spent) {
        let Some(spell) = book.spell(slot.spell) else { continue };
        let ours = matches!(spell.target, Whom::OwnSide | Whom::Ally) && !spell.at_square();
        if seen.contains(&spell.id) || !ours {
            continue;
        }
        seen.push(spell.id);
        let paid = mind.price(&price(mind.facts, mind.own(), deed.def, spell.level));
        for target in targets(mind, Some(spell.target)) {
            let Some(other) = mind.facts.unit(target) else { continue };
            let Some(way) = way_of(mind.facts, mind.own(), deed.def.id, None, Some(spell.id)) else {
                continue;
            };
            let distance = mind.facts.distance(mind.own(), other);
            if distance > way.range.1 {
                continue;
            }
            let Some(expected) = Expected::of(mind.facts, &mind.faces, &way.spec(mind.me, target)) else {
                continue;
            };
            let effects =
                Effects { facts: mind.facts, by: mind.own(), target: Some(other), sv: expected.value };
            let benefit = expected.hit * magic::lasting(spell) * effects.value(&spell.effects) - paid;
            if benefit <= weights::SPELL_LEAST {
                continue;
            }
            let act = deed.act(Args { target: Some(target), spell: Some(spell.id), ..Args::default() });
            if mind.permits(&act) {
                let risk =
                    if way.spec(mind.me, target).action.provokes == crate::rules::action::Provokes::Never {
                        0.0
                    } else {
                        mind.provoking()
                    };
                found
                    .push((benefit + after(mind, &deed.cost, &deed.def.tags) - weights::CASTING * risk, act));
            }
        }
    }
}
