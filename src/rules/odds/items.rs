//! What becomes of an item that is struck at: its own resistances count, its bearer's do not (A-149, A-150, S-62).

use super::{faces, shapes::ItemOdds, throws::AttackThrow};
use crate::rules::check_prelude::*;

/// What the item at which an action is aimed suffers, or the first such item if none is named.
pub(super) fn item_odds(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    damage: &AttackDamage<'_>,
    named: Option<Key>,
    thrown: &Dist<AttackThrow>,
) -> Option<ItemOdds> {
    if spec.action.manoeuvre != Some(Manoeuvre::Sunder) {
        return None;
    }
    let (item, def) = manoeuvre::item_aimed_at(facts, target, spec.action, named)?;
    let taken = |amount: i32| {
        let portion = blow::value_portion(damage.armament.types(), amount);
        harm::pass_item(def.hardness(), item.def, vec![portion], Blow::default()).total
    };
    let dealt = match damage.source {
        DamageSource::Dice(weapon) => {
            let load = blow::load(facts, spec, weapon)?;
            let lifts = facts.book.settings.attack.steps.contains(&AttackStep::ReplaceDie);
            let shown = faces(&load.dice);
            let hits = thrown.map(|throw| {
                let degrees = if lifts { throw.degrees } else { 0 };
                throw.success.then(|| (degrees, blow::flat_damage(facts, by, weapon, throw.effect)))
            });
            hits.bind(|hit| match hit {
                Some((degrees, flat)) => {
                    shown.map(|faces| taken(blow::dice_amount(load, *flat, faces.lifted(*degrees))))
                }
                None => Dist::one(0),
            })
        }
        _ => thrown.map(|throw| if throw.success { taken(throw.value) } else { 0 }),
    };
    let from = facts.book.settings.harm.broken_from;
    let after = |damage: i32, per_cent: i32| {
        let whole = i64::from(item.durability) * i64::from(per_cent);
        i64::from(item.damage.saturating_add(damage)) * 100 >= whole
    };
    Some(ItemOdds {
        item: item.id,
        broken: dealt.probability(|loss| after(*loss, from)),
        destroyed: dealt.probability(|loss| after(*loss, 100)),
        damage: dealt,
    })
}
