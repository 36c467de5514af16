//! Items, things, shields and auras as choices of a menu.

use super::menus::{MenuEntry, MenuPick};
use crate::{
    rules::action::ItemPlace,
    window::session::{prelude::*, traces},
};

/// Which of what is at a place is asked for.
pub(super) fn which_item(place: ItemPlace) -> String {
    match place {
        ItemPlace::Aura => say!("ask-aura"),
        _ if place.is_ward() => say!("ask-shield"),
        _ => say!("ask-item"),
    }
}

/// An item as a choice: where it is, and how much of it is left.
pub(super) fn item_choice(facts: &Facts, unit: &UnitState, id: Key) -> MenuEntry {
    let choice = MenuEntry::new(words::capital(&item_name(facts, unit, id)), MenuPick::Item(id));
    let Some(item) = unit.gear.items.iter().find(|item| item.id == id) else {
        if let Some(points) = unit.wards.points(id) {
            // A shield or an aura, by what is left in it.
            let shield = unit.wards.shields.iter().find(|shield| shield.id == id);
            let kind = shield.map(|own| traces::stage(&facts.book, Key::new(own.precision.stage())));
            return choice.mark(points.to_string()).note(kind.unwrap_or_default());
        }
        let place = facts.loose(unit, id).map(|(square, _)| words::square(show::at(square)));
        return choice.note(place.unwrap_or_default());
    };
    let place = match (item.held, item.worn) {
        (true, _) => say!("item-in-hand"),
        (false, true) => say!("item-worn"),
        (false, false) => say!("item-carried"),
    };
    let damage = match item.damage {
        0 => String::new(),
        n => say!("item-damaged", n = n, most = item.durability),
    };
    choice.note(format!("{place}{damage}"))
}

/// What an item of a unit, or one on the ground, is called.
pub(super) fn item_name(facts: &Facts, unit: &UnitState, id: Key) -> String {
    let own = unit.gear.items.iter().find(|item| item.id == id).map(|item| item.def);
    let ground = facts.ground.iter().find(|ground| ground.item.id == id).map(|ground| ground.item.def);
    if let Some(thing) = facts.thing(id).filter(|thing| own.or(ground).is_none() && !thing.name.is_empty()) {
        return thing.name.clone();
    }
    facts.book.name_of(own.or(ground).unwrap_or(id))
}
