//! Items, things, shields and auras as choices of a menu.

use crate::window::session::prelude::*;

/// Which of what is at a place is asked for.
pub(super) fn which_item(place: ItemPlace) -> String {
    match place {
        ItemPlace::Aura => say!("ask-aura"),
        _ if place.is_ward() => say!("ask-shield"),
        _ => say!("ask-item"),
    }
}

/// What is at a place as choices; shields for which points can be bought with what that costs, where they say it.
pub(super) fn items(order: Order<'_>, place: ItemPlace) -> Vec<MenuEntry> {
    let Order { facts, unit, .. } = order;
    let entry = |id: Key| {
        let choice = item_choice(facts, unit, id);
        let price = if matches!(place, ItemPlace::Uncharged(_)) { price(unit, id) } else { None };
        match price {
            Some(price) => choice.note(price),
            None => choice,
        }
    };
    facts.items_at(unit, place).into_iter().map(entry).collect()
}

/// What points for a shield cost, how many that brings, and for how long, where it has a price of its own (D-07).
fn price(unit: &UnitState, shield: Key) -> Option<String> {
    let own = unit.sheet.0.shields.iter().find(|own| own.id == shield)?.buying?;
    Some(say!("ward-price", n = own.points, price = own.price, turns = own.turns.max(1)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::unit::ShieldPrice;

    #[test]
    fn a_shield_to_be_charged_tells_its_price_and_one_to_be_put_first_its_precision_d07_d64() {
        let mut facts = Facts::clone(&play(&library(), "fire_in_the_granary", 3, false).eyes().unwrap());
        let id = UnitId::new("aldo");
        let belt = Key::new("belt");
        let unit = facts.unit(id).unwrap();
        let text = |choice: MenuEntry| (choice.text, choice.mark, choice.note);
        let medium = "Medium shield".to_owned();
        assert_eq!(text(item_choice(&facts, unit, belt)), ("Belt".to_owned(), "20".to_owned(), medium));
        assert_eq!(price(unit, belt), None);
        let own = facts.unit_mut(id).unwrap();
        let costs = ShieldPrice { price: 5, points: 20, turns: 2 };
        Arc::make_mut(&mut own.sheet.0).shields[0].buying = Some(costs);
        assert_eq!(price(facts.unit(id).unwrap(), belt).as_deref(), Some("20 points for 5, for 2 turns"));
    }
}
