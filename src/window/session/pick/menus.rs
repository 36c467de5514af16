//! The menus of an action's parameters: which is asked for next, and what it can be filled with.

use super::{
    items::{item_choice, items, which_item},
    spells::fitting,
    triggers::watching,
};
use crate::rules::{amounts::enough, expr::Expr};
use crate::window::session::prelude::*;

/// Answers to how much at most: as many as there are keys for them.
const AMOUNTS: i32 = 9;

/// What may be wrong with a weapon itself.
const WEAPON_FAULTS: [&str; 7] =
    ["no_weapon", "not_in_hand", "wrong_weapon", "no_reload", "loaded", "no_ammunition", "not_loaded"];

/// Why more can't be paid.
const DEAR: [&str; 3] = ["needs_points", "capped", "no_track"];

/// What a parameter of a menu is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum MenuPick {
    /// A weapon in hand.
    Weapon(Key),
    /// A spell in a slot.
    Spell(Key),
    /// A spell in effect.
    InEffect(Key),
    Item(Key),
    /// A kind of check.
    Check(Key),
    /// A system of the target's.
    System(Key),
    Door(u16),
    /// A thing or creature, and what to do with it.
    Interaction(Key, Key),
    /// A number.
    Amount(i32),
    /// What to wait for.
    Trigger(WatchFor),
    /// Within how many squares; 0: anywhere.
    Zone(i32),
    /// On which side.
    Spread(Spread),
    /// What to wait for and what to do then.
    Watch(WatchArgs),
    /// A side of the vehicle.
    Arc(crate::grid::Arc),
}

/// One choice of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuEntry {
    /// What it says.
    pub text: String,
    /// A few characters at its right.
    pub mark: String,
    /// More about it, small beneath.
    pub note: String,
    /// What it does, in a line of its own.
    pub does: String,
    /// What it takes of the unit's tracks, in short: "1 Vit".
    pub price: String,
    /// Why it is not possible; none if it is.
    pub why_not: Option<String>,
    /// What it fills in.
    pub pick: MenuPick,
}

impl MenuEntry {
    pub fn new(text: impl Into<String>, pick: MenuPick) -> Self {
        Self {
            text: text.into(),
            mark: String::new(),
            note: String::new(),
            does: String::new(),
            price: String::new(),
            why_not: None,
            pick,
        }
    }

    #[must_use]
    pub fn mark(self, mark: impl Into<String>) -> Self {
        Self { mark: mark.into(), ..self }
    }

    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    #[must_use]
    pub fn barred(self, why_not: Option<String>) -> Self {
        Self { why_not, ..self }
    }
}

/// What an action still needs.
#[derive(Clone, Debug, PartialEq)]
pub enum NextParameter {
    /// One of several: what it is asked for, and the choices.
    Menu(String, Vec<MenuEntry>),
    /// A unit.
    Target,
    /// A square to go to.
    Square,
    /// A foe at the end of a straight line.
    Charge,
    /// A square to aim at, or to put something on.
    Aim,
    /// A place to drive to.
    Course,
    /// Nothing: it can be given.
    Nothing,
}

/// What is still to be filled in. Fills by itself what leaves no choice.
pub fn need(facts: &Facts, unit: &UnitState, def: &Arc<ActionDef>, chosen: &mut Chosen) -> NextParameter {
    for parameter in &def.asks {
        let args = &chosen.args;
        let order = Order { facts, unit, def, chosen: &*chosen };
        let (title, choices) = match parameter {
            // Where a target is chosen next, the weapon is one of the small choices beside the hint.
            Parameter::Weapon(_) if args.weapon.is_none() && def.target().is_none() => {
                (say!("ask-weapon"), weapons(order))
            }
            Parameter::Spell if args.spell.is_none() => (say!("ask-spell"), fitting(order)),
            Parameter::InEffect { .. } if args.in_effect.is_none() => {
                (say!("ask-in-effect"), in_effect(facts, unit, chosen))
            }
            // What depends on the target comes after it.
            Parameter::Item { place } if place.on_target() && args.target.is_none() => continue,
            Parameter::System { .. } if args.target.is_none() => continue,
            Parameter::System { state, only } if args.system.is_none() => {
                let target = args.target.and_then(|id| facts.unit(id)).unwrap_or(unit);
                let systems = facts.systems_in(target, *state, only).into_iter();
                (say!("ask-system"), systems.map(|id| system_choice(facts, target, id)).collect())
            }
            Parameter::Check if def.target().is_some() && args.target.is_none() => continue,
            Parameter::Check if args.check.is_none() => (say!("ask-check"), checks(facts, unit, chosen)),
            Parameter::Item { place } if place.on_target() && args.item.is_none() => {
                let target = args.target.and_then(|id| facts.unit(id)).unwrap_or(unit);
                let items = facts.items_at(target, *place).into_iter();
                (say!("ask-its-item"), items.map(|id| item_choice(facts, target, id)).collect())
            }
            Parameter::Item { place } if args.item.is_none() => (which_item(*place), items(order, *place)),
            Parameter::Amount { .. } if def.target().is_some() && args.target.is_none() => continue,
            Parameter::Amount { least, most } if args.amount.is_none() => {
                (how_much(order, most), amounts(order, facts.value(least, unit), facts.value(most, unit)))
            }
            Parameter::Burst { optional } if args.amount.is_none() => {
                // What is fired later (S-68) asks for what any attack of its book does.
                let scores = |def: &Arc<ActionDef>| FireDef::of(def).hits;
                let hits = scores(def) || !def.attacks() && facts.book.actions.iter().any(scores);
                let asked = if hits { say!("ask-hits") } else { say!("ask-burst") };
                (asked, bursts(order, *optional))
            }
            Parameter::Arc if args.arc.is_none() => (say!("ask-arc"), wheel::sides()),
            // How wildly depends on the course.
            Parameter::Weaving if args.course.is_some() && args.amount.is_none() => {
                (say!("ask-weaving"), wheel::weavings(order))
            }
            Parameter::Interaction if args.interaction.is_none() => {
                (say!("ask-interaction"), interactions(facts, unit))
            }
            Parameter::Door if args.door.is_none() => (say!("ask-door"), doors(facts, unit)),
            Parameter::Watch { triggers, tag } if args.watch.is_none() => watching(order, triggers, *tag),
            _ => continue,
        };
        match choices.as_slice() {
            [] => {}
            [only] if only.why_not.is_none() => *chosen = chosen.clone().with(&only.pick),
            _ => return NextParameter::Menu(title, choices),
        }
        // What was filled in may leave more of the same parameter open.
        if matches!(parameter, Parameter::Watch { .. }) && chosen.args.watch.is_none() && !choices.is_empty()
        {
            return need(facts, unit, def, chosen);
        }
    }
    let path = def.path().is_some() && chosen.args.path.is_empty();
    let cast =
        chosen.args.spell.filter(|_| def.steps.contains(&Step::Cast)).and_then(|id| facts.book.spell(id));
    let at_square = cast.is_some_and(|spell| spell.at_square());
    let target = def.target().is_some() && chosen.args.target.is_none() && chosen.args.square.is_none();
    let area = || at_square || area::shape(Order { facts, unit, def, chosen: &*chosen }).is_some();
    if target && !path && area() {
        return NextParameter::Aim;
    }
    let aims = def.asks.iter().any(|parameter| {
        matches!(parameter, Parameter::Square { .. } | Parameter::Landing | Parameter::Haul { .. })
    });
    let square = aims && chosen.args.square.is_none();
    match (target, path) {
        (true, true) => NextParameter::Charge,
        (true, false) => NextParameter::Target,
        (false, true) => NextParameter::Square,
        (false, false) if square => NextParameter::Aim,
        (false, false) if wheel::freedom(def).is_some() && chosen.args.course.is_none() => {
            NextParameter::Course
        }
        (false, false) => NextParameter::Nothing,
    }
}

/// Weapons that the action could be done with, in hand or drawn by riders; bare hands only where there are no others.
pub fn weapons(order: Order<'_>) -> Vec<MenuEntry> {
    let Order { facts, unit, def, chosen } = order;
    let Some(uses) = def.weapon_use() else { return Vec::new() };
    let drawn = |id: Key| chosen.args.riders.iter().any(|rider| rider.item == Some(id));
    let fitting: Vec<_> = facts
        .weapons(unit)
        .filter(|(item, weapon)| item.held || weapon.natural || drawn(item.id))
        .filter_map(|(item, weapon)| Some((item, facts.used_as(unit, item, weapon, uses)?)))
        .filter(|(_, weapon)| fire::serves(def, weapon))
        .collect();
    let armed = fitting.iter().any(|(_, weapon)| !weapon.unarmed);
    fitting
        .into_iter()
        .filter(|(_, weapon)| !armed || !weapon.unarmed)
        .map(|(item, weapon)| {
            let mark = crate::window::session::kit::shots_left(item, weapon).unwrap_or_default();
            let broken = item.broken(facts.book.settings.harm.broken_from);
            let note = if broken { say!("item-broken") } else { String::new() };
            let mut with = chosen.clone();
            with.args.weapon = Some(item.id);
            let refusal = legal::plan(facts, unit.id(), &with.act(), &Occasion::default()).err();
            // Only what is wrong with the weapon itself; a target may still be missing.
            let why = refusal.filter(|why| WEAPON_FAULTS.iter().any(|code| why.code == *code));
            MenuEntry::new(words::capital(&weapon.name), MenuPick::Weapon(item.id))
                .mark(mark)
                .note(note)
                .barred(why.as_ref().map(words::reason))
        })
        .collect()
}

/// A system with what is wrong with it.
fn system_choice(facts: &Facts, target: &UnitState, id: Key) -> MenuEntry {
    let damage = facts.system_damage(target, id);
    let mark = if damage > 0 { format!("-{damage}") } else { String::new() };
    MenuEntry::new(words::capital(&facts.book.name_of(id)), MenuPick::System(id)).mark(mark)
}

/// The kinds of check with which another may be helped.
fn checks(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Vec<MenuEntry> {
    let act = |id: Key| Act { args: Args { check: Some(id), ..chosen.args.clone() }, ..chosen.act() };
    let serves = |id: Key| legal::plan(facts, unit.id(), &act(id), &Occasion::default()).is_ok();
    let checks = facts.book.checks.iter().filter(|def| serves(def.id));
    checks.map(|def| MenuEntry::new(words::capital(&def.name), MenuPick::Check(def.id))).collect()
}

/// The spells in effect, each with whom it lies on and who controls it.
fn in_effect(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Vec<MenuEntry> {
    legal::in_effect(facts, unit.id(), &chosen.act(), &Occasion::default())
        .into_iter()
        .filter_map(|(id, possible)| {
            let active = facts.spell_in_effect(id)?;
            let on: Vec<&str> = facts.under(active).map(|on| on.identity.name.as_str()).collect();
            let mut text = words::capital(&facts.book.name_of(active.spell));
            if !on.is_empty() {
                text = say!("spell-on", spell = text, on = on.join(", "));
            }
            let controller = words::name(facts, active.controller);
            let note = say!("spell-controlled-by", unit = controller, lasts = preview::lasts(active));
            let why = possible.err().as_ref().map(words::reason);
            Some(MenuEntry::new(text, MenuPick::InEffect(id)).note(note).barred(why))
        })
        .collect()
}

/// What of an action's cost and price depends on the amount that is chosen: pools and tracks.
pub fn by_amount(def: &ActionDef) -> Vec<Key> {
    let paid = def.cost.iter().chain(def.price.iter().flatten());
    paid.filter(|cost| cost.1.names().iter().any(|name| *name == "amount")).map(|cost| cost.0).collect()
}

/// How much is asked for, with the name of what it is taken from: what is paid, else what the most of it goes by.
fn how_much(order: Order<'_>, most: &Expr) -> String {
    let Order { facts, def, chosen, .. } = order;
    let paid = by_amount(def).first().map(|own| facts.book.settings.economy.pool_for(*own, chosen.mode));
    let limit = || most.names().first().map(|name| name.parts().map_or(*name, |(_, of)| of));
    let Some(of) = paid.or_else(limit) else { return say!("ask-number") };
    let of = words::capital(&words::pool_name(&facts.book, of));
    let swap = |effect: &EffectDef| matches!(effect, EffectDef::Swap { .. });
    let saves = |step: &Step| matches!(step, Step::Do(list) if list.iter().any(swap));
    if def.steps.iter().any(saves) { say!("ask-save", of = of) } else { say!("ask-amount", of = of) }
}

/// What an amount may be: each number if they are few. Else the one that is enough and its multiples, since silencing
/// divides it, and all that there is (D-107, D-113); where none is enough, eighths.
fn amounts(order: Order<'_>, least: i32, most: i32) -> Vec<MenuEntry> {
    let Order { facts, unit, def, chosen } = order;
    let numbers: Vec<i32> = if most.saturating_sub(least) < AMOUNTS {
        (least..=most).collect()
    } else {
        let needed = enough(facts, unit, def, &chosen.args).map(|enough| enough.least);
        let step = needed.filter(|needed| *needed <= most).unwrap_or(most / (AMOUNTS - 1)).max(least.max(1));
        (1..AMOUNTS).map(|n| step.saturating_mul(n)).take_while(|n| *n < most).chain([most]).collect()
    };
    numbers
        .into_iter()
        .map(|n| {
            let act = Act { args: Args { amount: Some(n), ..chosen.args.clone() }, ..chosen.act() };
            let plan = legal::plan(facts, unit.id(), &act, &Occasion::default());
            // What can't be paid is no choice; what else may be missing is asked for later.
            let dear = plan.as_ref().err().filter(|why| DEAR.iter().any(|code| why.code == *code));
            let dear = dear.map(words::reason);
            let note = match &plan {
                // What any number costs stands on the card.
                Ok(_) if by_amount(def).is_empty() => String::new(),
                Ok(plan) => words::cost(&facts.book, &plan.cost, &plan.price),
                Err(_) if dear.is_some() => String::new(),
                Err(_) => say!("mark-of", n = most),
            };
            MenuEntry::new(n.to_string(), MenuPick::Amount(n)).note(note).barred(dear)
        })
        .collect()
}

/// The bursts that the chosen weapon can fire (C-83), a single shot before them where that will do.
fn bursts(order: Order<'_>, optional: bool) -> Vec<MenuEntry> {
    let Order { facts, unit, def, chosen } = order;
    let weapon = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    let known = weapon.and_then(|id| facts.weapon_in(unit, id, def));
    let Some((item, weapon)) = known else { return Vec::new() };
    // What is fired later (S-68) is easier and harder as it will be then.
    let fired = def.shot().and_then(|id| facts.book.action(id)).unwrap_or(def);
    optional
        .then_some(1)
        .into_iter()
        .chain(weapon.bursts.iter().copied())
        .map(|rounds| {
            let used = rounds * FireDef::of(def).times;
            let text = if rounds == 1 { say!("burst-single") } else { rounds.to_string() };
            // Where nobody counts rounds, only their number stands there.
            let left = item.shots(weapon).map(|left| say!("line-of", n = used, most = left));
            let to_hit = fire::to_hit(facts, unit, fired, rounds).filter(|_| rounds > 1);
            MenuEntry::new(text, MenuPick::Amount(rounds))
                .mark(left.unwrap_or_default())
                .note(to_hit.map_or_else(String::new, |n| say!("burst-to-hit", n = words::signed(n))))
                .barred((!item.has_shots(weapon, used)).then(|| say!("burst-too-many")))
        })
        .collect()
}

fn doors(facts: &Facts, unit: &UnitState) -> Vec<MenuEntry> {
    let near = |door: &crate::grid::Door| {
        door.squares().iter().any(|square| unit.place.area.distance(&Area::one(*square)) <= 1)
    };
    facts
        .map
        .doors()
        .filter(|door| near(door))
        .map(|door| MenuEntry::new(door_name(door), MenuPick::Door(door.id)))
        .collect()
}

/// What can be done with things and creatures beside a unit.
fn interactions(facts: &Facts, unit: &UnitState) -> Vec<MenuEntry> {
    legal::interactions(facts, unit)
        .into_iter()
        .map(|(thing, own, possible)| {
            let known = facts.thing(thing).map(|known| known.name.clone()).filter(|name| !name.is_empty());
            let creature = || facts.units.iter().find(|other| other.id().0 == thing);
            let name = known.or_else(|| Some(creature()?.identity.name.clone()));
            let name = name.unwrap_or_else(|| thing.as_str().replace('_', " "));
            let interaction =
                facts.book.interactions.get(own).map_or_else(String::new, |def| def.name.clone());
            MenuEntry::new(format!("{interaction}: {name}"), MenuPick::Interaction(thing, own))
                .barred(possible.err().as_ref().map(words::why))
        })
        .collect()
}

fn door_name(door: &crate::grid::Door) -> String {
    let name = if door.name.is_empty() { say!("the-door") } else { door.name.clone() };
    say!("door-action", open = if door.open { "yes" } else { "no" }, door = name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_points_that_cannot_be_paid_is_shut_with_its_reason_t07() {
        let mut game = TestGame::settled("first_blood", 5);
        game.until_a_full_hand();
        let mut facts = Facts::clone(&*game.controller.play.eyes().unwrap());
        let id = game.asked();
        let pool = facts.book.settings.economy.pool_for(Key::new("points"), Mode::Standard);
        let left = facts.points(facts.unit(id).unwrap(), pool);
        let own = facts.unit_mut(id).unwrap();
        own.pools.0.iter_mut().find(|own| own.id == pool).unwrap().spent += left - 1;
        let unit = facts.unit(id).unwrap();
        let def = facts.book.action(Key::new("aim")).unwrap();
        let mut chosen = Chosen::new(def.id, Mode::Standard);
        let NextParameter::Menu(_, choices) = need(&facts, unit, def, &mut chosen) else {
            panic!("{chosen:?}")
        };
        let shut: Vec<bool> = choices.iter().map(|choice| choice.why_not.is_some()).collect();
        assert_eq!(shut, [false, true], "{choices:?}");
        assert!(choices.iter().all(|choice| !choice.note.starts_with("of ")), "{choices:?}");
    }
}
