//! The small actions that ride on an action, and the item that an action asks for.

use super::*;

pub(super) fn riders(facts: &Facts, actor: &UnitState, act: &Act) -> OrRefusal {
    let carries = facts.book.action(act.action).is_some_and(|def| !def.is_free() && act.mode != Mode::Free);
    let allowed = actor.usage.actions + 1 - actor.usage.riders;
    let wanted = i32::try_from(act.args.riders.len()).unwrap_or(i32::MAX);
    if wanted > 0 && !facts.book.settings.economy.riders {
        return refuse("no_riders", message!("core-small-deeds-do-not-ride-on-actions-in-this-book"), "A-39");
    }
    if wanted > 0 && !carries {
        let text = message!("core-a-small-deed-rides-on-an-action-and-this-is-none");
        return refuse("no_riders", text, "A-39");
    }
    if wanted > allowed {
        let text = message!("core-x-small-deeds-x-allowed-so-far-this-round", wanted, allowed);
        return refuse("too_many_riders", text, "A-39");
    }
    for (at, rider) in act.args.riders.iter().enumerate() {
        if act.args.riders[..at].contains(rider) {
            return refuse("rider_twice", message!("core-the-same-small-deed-twice"), "A-39");
        }
        let Some(def) = facts.book.action(rider.action) else {
            let text = message!("core-there-is-no-action", action = rider.action);
            return refuse("no_such_action", text, "A-39");
        };
        if !def.rider {
            let text = message!("core-x-is-too-much-to-ride-on-another-action", action = def.name);
            return refuse("no_rider", text, "A-39");
        }
        for parameter in &def.asks {
            if let Parameter::Item { place } = parameter {
                item_in(facts, actor, *place, rider.item, def)?;
            }
        }
        for need in &def.needs {
            if let Need::Without(id) = need
                && actor.conditions.has(*id)
            {
                let text = message!("core-not-while-x", name = facts.book.name_of(*id));
                return refuse("needs", text, def.rule.as_str());
            }
        }
    }
    Ok(())
}

pub(super) fn item_in(
    facts: &Facts,
    actor: &UnitState,
    place: ItemPlace,
    item: Option<Key>,
    def: &ActionDef,
) -> OrRefusal<Key> {
    let there = facts.items_at(actor, place);
    let word = match place {
        ItemPlace::Held => message!("core-in-hand"),
        ItemPlace::Carried => message!("core-carried"),
        ItemPlace::Ground => message!("core-on-the-ground-within-one-square"),
        ItemPlace::Afar(most) | ItemPlace::Loose(most) => {
            message!("core-on-the-ground-in-sight", most = i32::from(most))
        }
        ItemPlace::Jammed => message!("core-jammed-in-hand"),
        ItemPlace::Stored => message!("core-in-something-that-is-carried"),
        ItemPlace::Wearable => message!("core-carried-that-can-be-put-on-so-quickly"),
        ItemPlace::Worn => message!("core-worn-that-can-be-taken-off-so-quickly"),
        ItemPlace::Uncharged(_) => message!("core-a-shield-that-can-be-charged"),
        ItemPlace::Shield(_) => message!("core-a-shield-of-its-precision"),
        ItemPlace::Rival => message!("core-one-of-several-shields-of-a-precision"),
        ItemPlace::Aura => message!("core-an-aura"),
        ItemPlace::TargetLoose | ItemPlace::TargetVisible => message!("core-there"),
    };
    match item.or_else(|| there.first().copied()) {
        Some(item) if there.contains(&item) => Ok(item),
        Some(item) => refuse(
            "no_item",
            message!("core-x-is-not-x", item = facts.book.name_of(item), word),
            def.rule.as_str(),
        ),
        None if place.is_ward() => {
            refuse("no_item", message!("core-no-shield-or-aura-for-it"), def.rule.as_str())
        }
        None => refuse("no_item", message!("core-nothing-is-x", word), def.rule.as_str()),
    }
}
