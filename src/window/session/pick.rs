//! An action being filled in: which of its holes are still open, and what they may be filled with.
//!
//! Owns the order in which a player is asked for weapon, spell, amount, target and path. What is possible is `legal`'s.

use std::sync::Arc;

use crate::{
    grid::{Area, Square},
    key::Key,
    rules::{
        action::{ActionDef, Hole, Moment, Need as Need_, Step, Whom},
        economy::Mode,
        facts::{Facts, UnitId, UnitState, WatchFor},
        legal::{self, Act, Args, Occasion, Offer, Rider, WatchArgs},
    },
};

/// One card of the hand: an action with the ways of paying for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The action.
    pub action: Key,
    /// One offer for each way of paying.
    pub offers: Vec<Offer>,
}

impl Card {
    /// The offer that counts: the one of this mode, else the first possible one, else the first.
    pub fn offer(&self, mode: Option<Mode>) -> Option<&Offer> {
        mode.and_then(|mode| self.offers.iter().find(|offer| offer.mode == mode))
            .or_else(|| self.offers.iter().find(|offer| offer.refusal.is_none()))
            .or(self.offers.first())
    }

    /// The next possible way of paying after this one.
    pub fn next_mode(&self, mode: Mode) -> Option<Mode> {
        let here = self.offers.iter().position(|offer| offer.mode == mode)?;
        self.offers.iter().skip(here + 1).find(|offer| offer.refusal.is_none()).map(|offer| offer.mode)
    }
}

/// The hand of a unit on its turn, in the order of the groups.
pub fn hand(facts: &Facts, unit: UnitId, occasion: &Occasion) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for offer in legal::offers(facts, unit, occasion) {
        match cards.iter_mut().find(|card| card.action == offer.action) {
            Some(card) => card.offers.push(offer),
            None => cards.push(Card { action: offer.action, offers: vec![offer] }),
        }
    }
    cards.sort_by_key(|card| facts.book.action(card.action).map(|def| def.group));
    cards
}

/// Whether a card has nothing to do with where its unit is now: it would be of use only to one who is prone, beside a
/// door, or has spells. Such cards lie under the others.
pub fn beside_the_point(facts: &Facts, unit: &UnitState, card: &Card) -> bool {
    let Some(def) = facts.book.action(card.action) else { return true };
    if def.steps.iter().all(|step| matches!(step, Step::Do(effects) if effects.is_empty())) {
        return true;
    }
    if card.offers.iter().any(|offer| offer.refusal.is_none()) {
        return false;
    }
    let elsewhere =
        def.needs.iter().any(|need| matches!(need, Need_::Condition(id) if !unit.conditions.has(*id)));
    let nothing = def.asks.iter().any(|hole| match hole {
        Hole::Item { place } => facts.items_at(unit, *place).is_empty(),
        Hole::Spell => unit.slots.0.is_empty(),
        Hole::Door => true,
        Hole::Target { who: Whom::Ally | Whom::OwnSide, .. } => true,
        _ => false,
    });
    elsewhere || nothing
}

/// An action taken in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The action.
    pub action: Key,
    /// How it is paid.
    pub mode: Mode,
    /// What has been filled in.
    pub args: Args,
    /// What is waited for, until it is known what is done then.
    pub trigger: Option<WatchFor>,
}

impl Chosen {
    /// An action with nothing filled in.
    pub fn new(action: Key, mode: Mode) -> Self {
        Self { action, mode, args: Args::default(), trigger: None }
    }

    /// As an order.
    pub fn act(&self) -> Act {
        Act { action: self.action, mode: self.mode, args: self.args.clone() }
    }

    /// The same with something filled in.
    #[must_use]
    pub fn with(mut self, pick: &Pick) -> Self {
        match pick {
            Pick::Weapon(id) => self.args.weapon = Some(*id),
            Pick::Spell(id) => self.args.spell = Some(*id),
            Pick::Item(id) => self.args.item = Some(*id),
            Pick::Door(id) => self.args.door = Some(*id),
            Pick::Amount(n) => self.args.amount = Some(*n),
            Pick::Trigger(on) => self.trigger = Some(*on),
            Pick::Watch(watch) => self.args.watch = Some(watch.clone()),
        }
        self
    }
}

/// What a hole of a menu is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// A weapon in hand.
    Weapon(Key),
    /// A spell in a slot.
    Spell(Key),
    /// An item.
    Item(Key),
    /// A door.
    Door(u16),
    /// A number.
    Amount(i32),
    /// What to wait for.
    Trigger(WatchFor),
    /// What to wait for and what to do then.
    Watch(WatchArgs),
}

/// The small deeds that may ride on what is in hand, or already do, with their words.
pub fn riders(facts: &Facts, unit: &UnitState, chosen: &Chosen, occasion: &Occasion) -> Vec<(String, Rider)> {
    let plain = legal::plan(facts, unit.id(), &chosen.act(), occasion).err();
    let mut found = Vec::new();
    for def in facts.book.actions.iter().filter(|def| def.rider && def.id != chosen.action) {
        let place = def.asks.iter().find_map(|hole| match hole {
            Hole::Item { place } => Some(*place),
            _ => None,
        });
        let items: Vec<Option<Key>> = match place {
            Some(place) => facts.items_at(unit, place).into_iter().map(Some).collect(),
            None => vec![None],
        };
        for item in items {
            let rider = Rider { action: def.id, item };
            let mut with = chosen.clone();
            let rides = with.args.riders.contains(&rider);
            if !rides {
                with.args.riders.push(rider.clone());
            }
            if rides || legal::plan(facts, unit.id(), &with.act(), occasion).err() == plain {
                let what = item.map_or_else(String::new, |id| format!(" {}", item_name(facts, unit, id)));
                found.push((format!("{}{what}", def.name.to_lowercase()), rider));
            }
        }
    }
    found
}

/// What an action still needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// One of several: what it is asked for, and the choices with their words.
    Menu(&'static str, Vec<(String, Pick)>),
    /// A unit.
    Target,
    /// A square to go to.
    Square,
    /// A foe at the end of a straight line.
    Charge,
    /// Nothing: it can be given.
    Nothing,
}

/// What is still to be filled in. Fills by itself what leaves no choice.
pub fn need(facts: &Facts, unit: &UnitState, def: &Arc<ActionDef>, chosen: &mut Chosen) -> Need {
    for hole in &def.asks {
        let (title, choices) = match hole {
            Hole::Weapon(uses) if chosen.args.weapon.is_none() => {
                let fitting = facts
                    .in_hand(unit, *uses)
                    .filter(|(_, weapon)| !weapon.unarmed)
                    .map(|(item, weapon)| (weapon.name.clone(), Pick::Weapon(item.id)))
                    .collect();
                ("With which weapon?", fitting)
            }
            Hole::Spell if chosen.args.spell.is_none() => ("Which spell?", spells(facts, unit)),
            Hole::Item { place } if chosen.args.item.is_none() => {
                let items = facts.items_at(unit, *place);
                ("Which?", items.into_iter().map(|id| (item_name(facts, unit, id), Pick::Item(id))).collect())
            }
            Hole::Amount { least, most } if chosen.args.amount.is_none() => {
                let (least, most) = (facts.value(least, unit), facts.value(most, unit));
                let choices = least..=most.min(least + 8);
                ("How many?", choices.map(|n| (format!("{n} of {most}"), Pick::Amount(n))).collect())
            }
            Hole::Door if chosen.args.door.is_none() => {
                let near = |door: &crate::grid::Door| {
                    door.squares().iter().any(|square| unit.place.area.distance(&Area::one(*square)) <= 1)
                };
                let doors = facts.map.doors().filter(|door| near(door));
                ("Which door?", doors.map(|door| (door_name(door), Pick::Door(door.id))).collect())
            }
            Hole::Watch { triggers, .. } if chosen.args.watch.is_none() && chosen.trigger.is_none() => {
                ("Wait until?", triggers_of(triggers))
            }
            _ => continue,
        };
        match choices.as_slice() {
            [] => {}
            [(_, only)] => *chosen = chosen.clone().with(only),
            _ => return Need::Menu(title, choices),
        }
    }
    let watch = def.asks.iter().find_map(|hole| match hole {
        Hole::Watch { tag, .. } => Some(*tag),
        _ => None,
    });
    if let (Some(tag), Some(on), None) = (watch, chosen.trigger, &chosen.args.watch) {
        let choices = then(facts, unit, on, tag);
        match choices.as_slice() {
            [] => {}
            [(_, only)] => *chosen = chosen.clone().with(only),
            _ => return Need::Menu("And then?", choices),
        }
    }
    let path = def.path().is_some() && chosen.args.path.is_empty();
    let target = def.target().is_some() && chosen.args.target.is_none();
    match (target, path) {
        (true, true) => Need::Charge,
        (true, false) => Need::Target,
        (false, true) => Need::Square,
        (false, false) => Need::Nothing,
    }
}

fn spells(facts: &Facts, unit: &UnitState) -> Vec<(String, Pick)> {
    let mut found: Vec<(String, Pick)> = Vec::new();
    for slot in unit.slots.0.iter().filter(|slot| !slot.spent) {
        let Some(spell) = facts.book.spell(slot.spell) else { continue };
        let left = unit.slots.0.iter().filter(|own| own.spell == slot.spell && !own.spent).count();
        let choice = (format!("{} (level {}, {left} left)", spell.name, spell.level), Pick::Spell(spell.id));
        if !found.contains(&choice) {
            found.push(choice);
        }
    }
    found
}

fn item_name(facts: &Facts, unit: &UnitState, id: Key) -> String {
    let own = unit.gear.items.iter().find(|item| item.id == id).map(|item| item.def);
    let ground = facts.ground.iter().find(|ground| ground.item.id == id).map(|ground| ground.item.def);
    facts.book.name_of(own.or(ground).unwrap_or(id))
}

fn door_name(door: &crate::grid::Door) -> String {
    let name = if door.name.is_empty() { "the door" } else { door.name.as_str() };
    if door.open { format!("Close {name}") } else { format!("Open {name}") }
}

fn triggers_of(allowed: &[Key]) -> Vec<(String, Pick)> {
    [
        ("enemy_moves", WatchFor::EnemyMoves, "An enemy moves"),
        ("enemy_attacks", WatchFor::EnemyAttacks, "An enemy attacks"),
        ("enemy_casts", WatchFor::EnemyCasts, "An enemy casts"),
        ("enemy_acts", WatchFor::EnemyActs, "An enemy does anything"),
    ]
    .into_iter()
    .filter(|(id, ..)| allowed.is_empty() || allowed.iter().any(|known| *known == *id))
    .map(|(_, on, words)| (words.to_owned(), Pick::Trigger(on)))
    .collect()
}

/// What may be held back for a trigger: attacks that the unit has the means for.
fn then(facts: &Facts, unit: &UnitState, on: WatchFor, tag: Option<Key>) -> Vec<(String, Pick)> {
    facts
        .book
        .actions
        .iter()
        .filter(|def| {
            let fits = def.on.is_empty() && def.attacks() && def.path().is_none();
            let tagged = tag.is_none_or(|tag| def.tags.contains(&tag));
            let armed = def
                .weapon_use()
                .is_none_or(|uses| facts.in_hand(unit, uses).any(|(_, weapon)| !weapon.unarmed));
            let magic = !def.asks.contains(&Hole::Spell) || unit.slots.0.iter().any(|slot| !slot.spent);
            fits && tagged && armed && magic
        })
        .map(|def| {
            let watch = WatchArgs { on, action: def.id, weapon: None, spell: None, zone: None };
            (def.name.clone(), Pick::Watch(watch))
        })
        .collect()
}

/// The path of the first possible charge at a foe.
pub fn charge(facts: &Facts, unit: &UnitState, def: &ActionDef, foe: UnitId) -> Option<Vec<Square>> {
    legal::charges(facts, unit, def).into_iter().find(|(target, _)| *target == foe).map(|(_, path)| path)
}

/// What a click on a unit does while no card is taken: the first attack of the hand that is possible against it.
pub fn default_attack(facts: &Facts, unit: &UnitState, hand: &[Card], foe: UnitId) -> Option<Chosen> {
    let mut charge_at = None;
    for card in hand {
        let Some(def) = facts.book.action(card.action).cloned() else { continue };
        let plain = def.tagged("attack") && !def.harmless();
        let Some(offer) = card.offer(None).filter(|offer| offer.refusal.is_none() && plain && def.attacks())
        else {
            continue;
        };
        let mut chosen = Chosen::new(card.action, offer.mode);
        let needed = need(facts, unit, &def, &mut chosen);
        if needed == Need::Charge {
            if let Some(path) = charge(facts, unit, &def, foe).filter(|_| charge_at.is_none()) {
                chosen.args.path = path;
                chosen.args.target = Some(foe);
                charge_at = Some(chosen);
            }
            continue;
        }
        chosen.args.target = Some(foe);
        if legal::plan(facts, unit.id(), &chosen.act(), &Occasion::default()).is_ok() {
            return Some(chosen);
        }
    }
    charge_at
}

/// What a click on a free square does while no card is taken: the plainest way of going there.
pub fn default_move(facts: &Facts, hand: &[Card]) -> Option<Chosen> {
    hand.iter().find_map(|card| {
        let def = facts.book.action(card.action)?;
        let plain = def.target().is_none()
            && !def.tagged("charge")
            && matches!(def.path(), Some((crate::rules::action::Allowance::Check, false, _, false)))
            || matches!(def.path(), Some((crate::rules::action::Allowance::Squares(_), false, 1, false)))
                && def.target().is_none();
        let offer = card.offer(None).filter(|offer| plain && offer.refusal.is_none())?;
        Some(Chosen::new(card.action, offer.mode))
    })
}

/// The occasion of one's own turn.
pub fn own_turn(granted: bool) -> Occasion {
    Occasion { granted, ..Occasion::default() }
}

/// A moment in words, for settings and slips.
pub fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::Attacked => "is attacked",
        Moment::Hit => "is hit",
        Moment::Casting => "a spell is cast",
        Moment::Provoked => "an opening",
        Moment::Watched => "what was waited for",
        Moment::CutIn => "a moment to cut in",
    }
}
