//! The face of a card: its weapon, the names of pictures that fit it, and what stands beside its name where two cards
//! of a hand have the same.

use crate::window::session::prelude::*;
use crate::window::sound::{self, Sound};

/// The weapon that an action would be done with: one in hand, else one that is carried.
pub fn weapon<'a>(facts: &'a Facts, unit: &'a UnitState, def: &ActionDef) -> Option<&'a Arc<WeaponDef>> {
    let uses = def.weapon_use()?;
    legal::default_weapon(facts, unit, def)
        .and_then(|id| facts.weapon_in(unit, id, def))
        .map(|(_, used)| used)
        .or_else(|| facts.weapons(unit).find_map(|(item, own)| facts.used_as(unit, item, own, uses)))
}

/// The names of pictures that an action may have, the fittest first: of what is done with a weapon also those of the
/// weapon, of its kind and of its use. For a plain attack these say more than what the action is called.
pub fn pictures(def: &ActionDef, weapon: Option<&WeaponDef>) -> Vec<String> {
    let own = show::file(def.id).to_owned();
    let Some(weapon) = weapon.filter(|_| def.attacks()) else { return vec![own] };
    let mut names = of_weapon(weapon);
    // Before the last: whoever draws an attack means it more than what every weapon of its use has.
    let at = if def.is_plain_attack() { names.len().saturating_sub(1) } else { 0 };
    names.insert(at, own);
    names
}

/// The names of pictures that a weapon may have, the fittest first: its own, of its kind, of its use.
pub fn of_weapon(weapon: &WeaponDef) -> Vec<String> {
    let uses = match weapon.uses {
        WeaponUse::Melee => "melee",
        WeaponUse::Ranged if sound::of_weapon(weapon) == Sound::Loose => "bows",
        WeaponUse::Ranged => "ranged",
        WeaponUse::Thrown => "thrown",
    };
    let natural = format!("natural_{uses}");
    let kinds = [
        Some(show::file(weapon.id)),
        weapon.unarmed.then_some("unarmed"),
        weapon.natural.then_some(natural.as_str()),
        weapon.proficiency.map(show::file),
        Some(uses),
    ];
    kinds.into_iter().flatten().map(|kind| format!("weapons/{kind}")).collect()
}

/// Leaves what stands beside a card's name only where another has that name: what it is done with, or what it costs.
pub fn tell_apart(cards: &mut [ActionCard]) {
    let faces: Vec<Face> = cards.iter().map(Face::of).collect();
    for (card, face) in cards.iter_mut().zip(&faces) {
        card.with = face.beside(&faces);
    }
}

/// What cards of one name may differ in.
struct Face {
    name: String,
    with: String,
    cost: String,
}

impl Face {
    fn of(card: &ActionCard) -> Self {
        let amounts = card.cost.pools.iter().map(|(pool, amount, _)| format!("{amount} {pool}"));
        Self {
            name: card.name.clone(),
            with: card.with.clone(),
            cost: amounts.collect::<Vec<_>>().join(", "),
        }
    }

    /// What tells it from the others of its name; empty, if there are none or nothing does.
    fn beside(&self, all: &[Self]) -> String {
        let twins = || all.iter().filter(|own| own.name == self.name);
        let armed = twins().any(|own| own.with != self.with);
        let priced = twins().any(|own| own.with == self.with && own.cost != self.cost);
        let parts = [(armed, &self.with), (priced, &self.cost)];
        let told = parts.into_iter().filter(|(differs, text)| *differs && !text.is_empty());
        told.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, with: &str, cost: i32) -> ActionCard {
        ActionCard {
            name: name.to_owned(),
            with: with.to_owned(),
            cost: Cost { pools: vec![("halves".to_owned(), cost, Pip::Round)], ..Cost::default() },
            ..ActionCard::default()
        }
    }

    fn told(mut cards: Vec<ActionCard>) -> Vec<String> {
        tell_apart(&mut cards);
        cards.into_iter().map(|card| card.with).collect()
    }

    #[test]
    fn only_cards_of_one_name_say_what_they_are_done_with() {
        let cards = vec![card("Attack", "Sword", 1), card("Attack", "Rifle", 1), card("Charge", "Sword", 2)];
        assert_eq!(told(cards), ["Sword", "Rifle", ""]);
        assert_eq!(told(vec![card("Release", "", 1), card("Release", "", 1)]), ["", ""]);
    }

    #[test]
    fn what_is_done_with_the_same_differs_by_its_cost() {
        let cards = vec![card("Aim", "", 1), card("Aim", "", 2), card("Aim", "Rifle", 2)];
        assert_eq!(told(cards), ["1 halves", "2 halves", "Rifle"]);
    }

    #[test]
    fn a_plain_attack_is_drawn_as_its_weapon() {
        let action = |more: &str| -> ActionDef {
            let asks = "asks: [Weapon(Ranged), Target(within: Range)], steps: [Attack()]";
            ron::from_str(&format!("(id: \"loose\", name: \"Loose\", rule: \"A-74\", {asks}{more})")).unwrap()
        };
        let bow = "(id: \"mod:yew\", name: \"Yew bow\", uses: Ranged, proficiency: Some(\"bows\"))";
        let bow: WeaponDef = ron::from_str(bow).unwrap();
        let plain = action("");
        assert_eq!(pictures(&plain, Some(&bow)), ["weapons/yew", "weapons/bows", "loose", "weapons/ranged"]);
        assert_eq!(pictures(&plain, None), ["loose"]);
        let other = pictures(&action(", needs: [Unmoved]"), Some(&bow));
        assert_eq!(other.first().map(String::as_str), Some("loose"), "it has a picture of its own");
        let last = pictures(&plain, Some(&WeaponDef { ammunition: Some(12), ..bow })).pop();
        assert_eq!(last.as_deref(), Some("weapons/bows"), "one arrow at a time: a bow");
    }
}
