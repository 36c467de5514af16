//! Which actions of a unit have a slot of their own, which stand behind the attack, and which it never has. This is
//! decided once for a whole battle, by its actions and what it carries.

use crate::rules::{
    action::{Group, Need},
    condition::ConditionDef,
    economy::{Cost, Refill},
    facts::Item,
};
use crate::window::session::prelude::*;

/// Actions that have a slot of their own, at most.
const SLOTS: usize = 6;

/// Whether an action could ever be done by this unit in this battle: by its gear and spells, by what is on the map, and
/// by whom it could be done to.
pub fn ever(facts: &Facts, unit: &UnitState, card: &Card) -> bool {
    let Some(def) = facts.book.action(card.action) else { return false };
    if pointless(facts, unit, def) {
        return false;
    }
    if card.is_possible() {
        return true;
    }
    // What belongs to the hours after the fight.
    let later = |offer: &Offer| offer.refusal.as_ref().is_some_and(|why| why.code == "aftermath");
    if card.offers.iter().all(later) {
        return false;
    }
    if def.needs.iter().any(|need| matches!(need, Need::Test(test, _) if !facts.may_hold(test, unit))) {
        return false;
    }
    let reloads =
        !def.steps.contains(&Step::Reload) || facts.weapons(unit).any(|(_, weapon)| weapon.capacity > 0);
    reloads && def.asks.iter().all(|parameter| there_is(facts, unit, parameter)) && somebody(facts, unit, def)
}

/// Whether an action has no point for a unit that is armed so: to attack with what serves for something else alone, to
/// strike with bare hands with another weapon ready, to fire a burst with what fires none, to aim with nothing to shoot with.
fn pointless(facts: &Facts, unit: &UnitState, def: &ActionDef) -> bool {
    if let Some(uses) = def.weapon_use().filter(|_| def.is_plain_attack()) {
        let mut used = facts.weapons(unit).filter_map(|(item, own)| facts.used_as(unit, item, own, uses));
        if !used.any(|weapon| fire::serves(def, weapon)) {
            return true;
        }
        let mut weapons = facts.weapons(unit);
        let ready = weapons.any(|(item, weapon)| !weapon.unarmed && item.has_shots(weapon, 1));
        return ready && has(facts, unit, uses, true) && !has(facts, unit, uses, false);
    }
    let bursts = def.asks.iter().any(|own| matches!(own, Parameter::Burst { optional: false }));
    if bursts && facts.weapons(unit).all(|(_, weapon)| weapon.bursts.is_empty()) {
        return true;
    }
    let shoots = [WeaponUse::Ranged, WeaponUse::Thrown].iter().any(|uses| has(facts, unit, *uses, false));
    def.group == Group::Shoot && !def.attacks() && !shoots
}

/// Whether there is anything in this battle that a parameter could be filled with.
fn there_is(facts: &Facts, unit: &UnitState, parameter: &Parameter) -> bool {
    let vehicles = || facts.units.iter().any(|own| own.vehicle().is_some());
    match parameter {
        Parameter::Spell | Parameter::InEffect { .. } => !unit.slots.0.is_empty(),
        Parameter::Course { .. } | Parameter::Arc | Parameter::Weaving | Parameter::System { .. } => {
            vehicles()
        }
        Parameter::Landing => facts.carrier(unit.id()).is_some(),
        Parameter::Door => facts.map.doors().next().is_some(),
        Parameter::Interaction => {
            !facts.things.is_empty() || facts.units.iter().any(|own| !own.sheet.0.interactions.is_empty())
        }
        Parameter::Weapon(uses) => has(facts, unit, *uses, true),
        Parameter::Item { place: ItemPlace::Held | ItemPlace::Carried } => !unit.gear.items.is_empty(),
        Parameter::Item { place: ItemPlace::Wearable | ItemPlace::Worn } => {
            [ItemPlace::Wearable, ItemPlace::Worn].iter().any(|own| !facts.items_at(unit, *own).is_empty())
        }
        Parameter::Item { place: ItemPlace::Stored } => !facts.items_at(unit, ItemPlace::Stored).is_empty(),
        _ => true,
    }
}

/// Whether a unit has a weapon for a use; what counts as unarmed is one only if `bare`.
fn has(facts: &Facts, unit: &UnitState, uses: WeaponUse, bare: bool) -> bool {
    facts.weapons(unit).any(|(item, weapon)| {
        facts.used_as(unit, item, weapon, uses).is_some_and(|used| bare || !used.unarmed)
    })
}

/// Where one binds oneself to another who need not be a foe, as to a mount or a vehicle: whether there is one that is
/// fit for it. Who is fit is what is tested first.
fn somebody(facts: &Facts, unit: &UnitState, def: &ActionDef) -> bool {
    let binds = def.needs.iter().any(|need| matches!(need, Need::Room { .. }));
    let who = def.target().map(|(who, _)| who).filter(|who| *who != Whom::Foe);
    let Some(who) = who.filter(|_| binds) else { return true };
    let test = def.needs.iter().find_map(|need| match need {
        Need::Target(test, _) => Some(test),
        _ => None,
    });
    facts.units.iter().any(|own| {
        own.id() != unit.id()
            && who.means(facts, unit, own)
            && facts.present(own)
            && test.is_none_or(|test| facts.evaluate(test, unit, Some(own), &|_| None) != 0)
    })
}

/// The actions that have a slot of their own, in the order of how often they are right: going, attacks, spells, getting
/// ready, the small things. Others stand behind the attack or under the rest, and so do those that take a rare state, and
/// melee of who has only what it shoots with in hand.
pub fn slots(facts: &Facts, unit: &UnitState, hand: &[Card]) -> Vec<Key> {
    let mut ranked: Vec<(u8, usize, Key)> = Vec::new();
    let mut uses: Vec<WeaponUse> = Vec::new();
    let mut goes = false;
    let shot = |card: &Card| facts.book.action(card.action).is_some_and(|def| is_shot(def));
    let only_shoots = hand.iter().any(shot) && only_shoots(facts, unit);
    for (n, card) in hand.iter().enumerate() {
        let Some(def) = facts.book.action(card.action) else { continue };
        let Some(mut rank) = rank(facts, unit, def).filter(|_| !lacks(facts, unit, def)) else { continue };
        if only_shoots && is_strike(def) {
            continue;
        }
        let again = rank == CHARGING && ranked.iter().any(|(other, ..)| *other == CHARGING);
        // Weapons and ways of going serve in any state. What shelters by what is near does as one goes there.
        let seldom = rank == SPELL || rank >= PREPARING && rank != SHELTERING;
        if again || seldom && is_rare(facts, unit, (def, card)) {
            continue;
        }
        if let Some(own) = def.weapon_use().filter(|_| def.is_plain_attack()) {
            // Of each use the book's first.
            if uses.contains(&own) {
                continue;
            }
            uses.push(own);
        }
        if rank == GOING && wheel::freedom(def).is_none() && std::mem::replace(&mut goes, true) {
            rank = GOING_OTHERWISE;
        }
        ranked.push((rank, n, card.action));
    }
    ranked.sort_by_key(|(rank, n, _)| (*rank, *n));
    ranked.into_iter().take(SLOTS).map(|(.., action)| action).collect()
}

/// Whether an action is the plain shot.
pub fn is_shot(def: &ActionDef) -> bool {
    def.is_plain_attack() && def.weapon_use() == Some(WeaponUse::Ranged)
}

/// Whether an action is the plain melee attack.
fn is_strike(def: &ActionDef) -> bool {
    def.is_plain_attack() && def.weapon_use() == Some(WeaponUse::Melee)
}

/// What a unit has in hand that it can shoot or throw, if need be after reloading.
fn loaded<'a>(facts: &'a Facts, unit: &'a UnitState) -> impl Iterator<Item = &'a Arc<WeaponDef>> {
    let weapons = facts.in_hand(unit, WeaponUse::Ranged);
    weapons.filter(|(item, _)| item.loaded > 0 || item.stock != 0).map(|(_, weapon)| weapon)
}

/// Whether a unit has in hand what it shoots with, and for melee nothing but its body or that same weapon, as the stock
/// of a gun.
fn only_shoots(facts: &Facts, unit: &UnitState) -> bool {
    let strikes = |(item, used): (&Item, &Arc<WeaponDef>)| !used.unarmed && used.id == item.def;
    loaded(facts, unit).any(|weapon| weapon.uses == WeaponUse::Ranged)
        && !facts.in_hand(unit, WeaponUse::Melee).any(strikes)
}

/// Whether an action may have the slot of the shot: it is the plain melee attack, which has none among the usual ones, and
/// its unit has nothing left that it could shoot or throw.
pub fn replaces_shot(facts: &Facts, unit: &UnitState, def: &ActionDef, usual: &[Key]) -> bool {
    let strikes = |own: &Key| facts.book.action(*own).is_some_and(|own| is_strike(own));
    is_strike(def)
        && !usual.iter().any(strikes)
        && facts.mounted(unit).is_empty()
        && loaded(facts, unit).next().is_none()
}

/// Whether a unit lacks for its whole battle, as far as can be said, what an action takes: a weapon of that kind, or
/// points that nothing refills.
fn lacks(facts: &Facts, unit: &UnitState, def: &ActionDef) -> bool {
    let fit = |tag: &Key| {
        let uses = def.weapon_use().unwrap_or(WeaponUse::Ranged);
        let mut weapons = facts.weapons(unit).filter_map(|(item, own)| facts.used_as(unit, item, own, uses));
        weapons.any(|weapon| weapon.tagged(tag.as_str()))
    };
    let empty = |cost: &Cost| {
        let pool = facts.book.settings.economy.pool(cost.0);
        pool.is_some_and(|pool| pool.refill == Refill::Never) && facts.points(unit, cost.0) == 0
    };
    def.needs.iter().any(|need| matches!(need, Need::Weapon(tag, _) if !fit(tag)))
        || def.cost.iter().any(empty)
}

/// Whether all that an action does is end a posture, as to stand up does. It has no slot of its own: while it is
/// possible it stands in that of a way of moving which is shut then.
pub fn ends_posture(def: &ActionDef) -> bool {
    let lifts = |effect: &EffectDef| matches!(effect, EffectDef::Lift { to: To::Own, .. });
    def.group == Group::Move
        && !idle(def)
        && def.steps.iter().all(|step| matches!(step, Step::Do(effects) if effects.iter().all(lifts)))
}

/// Whether an action takes a state that its unit is rarely in: it is shut by what the unit has round it or carries, or is
/// in, as its slots are decided. Ways of moving are needed as soon as their moment comes.
fn is_rare(facts: &Facts, unit: &UnitState, (def, card): (&ActionDef, &Card)) -> bool {
    let shut = |offer: &Offer| {
        let code = offer.refusal.as_ref().map(|why| why.code.as_str());
        code.is_some_and(|code| ["needs", "no_item", "no_company"].contains(&code))
    };
    let shut = card.offers.iter().all(shut);
    def.group != Group::Move && (shut || def.needs.iter().any(|need| unmet(facts, unit, need)))
}

/// Whether a unit is not in the state that an action takes.
fn unmet(facts: &Facts, unit: &UnitState, need: &Need) -> bool {
    match need {
        Need::Condition(id) => !unit.conditions.has(*id),
        Need::Test(test, _) => facts.value(test, unit) == 0,
        _ => false,
    }
}

/// Refusals by which a condition forbids an action.
const FORBIDDEN: [&str; 3] = ["forbidden", "cannot_move", "cannot_walk"];

/// Whether a condition forbids a usual action, so that another may have its slot as long as that lasts. What is too far,
/// has no target, is done already or can't be paid is not forbidden.
pub fn prohibited(facts: &Facts, unit: &UnitState, card: &Card) -> bool {
    let Some(def) = facts.book.action(card.action).filter(|_| !card.is_possible()) else { return false };
    // Who has what the action gives has done it already.
    let gains = |id: Key| {
        let gains =
            |effect: &EffectDef| matches!(effect, EffectDef::Gain { condition, .. } if *condition == id);
        def.steps.iter().any(|step| matches!(step, Step::Do(effects) if effects.iter().any(gains)))
    };
    let barred = |need: &Need| matches!(need, Need::Without(id) if unit.conditions.has(*id) && !gains(*id));
    let cap = facts.cap(unit).map(|(cap, _)| cap);
    let shut = |offer: &Offer| {
        let code = offer.refusal.as_ref().map(|why| why.code.as_str());
        let cost: i32 = offer.cost.iter().map(|(_, n)| n).sum();
        code.is_some_and(|code| FORBIDDEN.contains(&code)) || cap.is_some_and(|cap| cost > cap)
    };
    def.needs.iter().any(barred) || card.offers.iter().all(shut)
}

/// Whether an action is one for the state that its unit is in, whatever it costs and whomever it takes.
pub fn suits(facts: &Facts, unit: &UnitState, card: &Card) -> bool {
    let needs = facts.book.action(card.action).map(|def| def.needs.as_slice()).unwrap_or_default();
    card.is_possible() || !prohibited(facts, unit, card) && !needs.iter().any(|need| unmet(facts, unit, need))
}

/// Whether an action helps the one who does it: it ends a posture, heals, or lifts a condition that it has.
pub fn helps_oneself(unit: &UnitState, def: &ActionDef) -> bool {
    let mends = |effect: &EffectDef| match effect {
        EffectDef::Heal { to: To::Target, .. } => true,
        EffectDef::Lift { condition, to: To::Target, .. } => unit.conditions.has(*condition),
        _ => false,
    };
    let own = def.target().is_some_and(|(who, _)| who == Whom::OwnSide);
    let aids = |step: &Step| match step {
        Step::Do(effects) | Step::Check { pass: effects, .. } => effects.iter().any(mends),
        _ => false,
    };
    ends_posture(def) || own && def.steps.iter().any(aids)
}

/// Ranks of slots, the first leftmost. They go by what an action is, not by what its unit has in hand: so the slots of
/// units are alike, and the melee attack stands before the shot for all.
const GOING: u8 = 0;
const ARMED: u8 = 1;
const CHARGING: u8 = 2;
const SPELL: u8 = 3;
const BARE: u8 = 4;
const PREPARING: u8 = 5;
const GOING_OTHERWISE: u8 = 6;
const STEPPING: u8 = 7;
/// What costs nothing often goes by what is near: it doesn't take the place of what does cost something.
const SHELTERING: u8 = 8;
const HANDLING: u8 = 9;
const STANCE: u8 = 10;
const REST: u8 = 11;

/// How early an action has its slot; none: it has none of its own.
fn rank(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Option<u8> {
    if let Some(uses) = def.weapon_use().filter(|_| def.is_plain_attack()) {
        return Some(if has(facts, unit, uses, false) { ARMED } else { BARE });
    }
    if def.attacks() {
        let plain = !def.harmless() && def.repeat.is_none() && def.item_place().is_none();
        // Who can't hit from afar charges by a click on a distant enemy.
        let charges = def.weapon_use() == Some(WeaponUse::Melee) && def.path().is_some();
        let near = ![WeaponUse::Ranged, WeaponUse::Thrown].iter().any(|uses| has(facts, unit, *uses, false));
        if !plain || def.steps.contains(&Step::Cast) {
            return plain.then_some(SPELL);
        }
        return (charges && near && has(facts, unit, WeaponUse::Melee, false)).then_some(CHARGING);
    }
    if idle(def) || ends_posture(def) {
        return None;
    }
    if let Some(freedom) = wheel::freedom(def) {
        let drives = facts.drives(unit.id()).is_some();
        return drives.then_some(if freedom == Freedom::Ordinary { GOING } else { GOING_OTHERWISE });
    }
    if def.target().is_none()
        && let Some((allowance, straight, _, away)) = def.path()
    {
        return Some(match allowance {
            Allowance::OneSquare => STEPPING,
            _ if straight || away || def.rams() => HANDLING,
            _ => GOING,
        });
    }
    if def.asks.iter().any(|parameter| matches!(parameter, Parameter::Watch { .. }))
        || def.group == Group::Defend
    {
        return Some(if def.cost.is_empty() { SHELTERING } else { PREPARING });
    }
    if def.group == Group::Shoot {
        return has(facts, unit, WeaponUse::Ranged, false).then_some(PREPARING);
    }
    if def.asks.contains(&Parameter::Item { place: ItemPlace::Carried }) {
        return Some(HANDLING);
    }
    match def.group {
        _ if !def.asks.is_empty() => None,
        Group::Move => Some(STANCE),
        _ => Some(REST),
    }
}

/// Whether something that can be done now is useful before the turn ends: it changes anything, and either costs something
/// and goes, attacks, casts or prepares (charges a shield, aims, keeps watch), or is shelter that costs nothing. What only
/// handles things, changes a stance or rests isn't missed. `costs`: it costs points.
pub fn useful(facts: &Facts, unit: &UnitState, def: &ActionDef, costs: bool) -> bool {
    let kind = if def.attacks() { Some(ARMED) } else { rank(facts, unit, def) };
    let serves = match kind {
        Some(SHELTERING) => true,
        Some(kind) => costs && kind < SHELTERING,
        None => false,
    };
    serves && changes(facts, unit, def)
}

/// Whether an action does more than give its unit conditions that it has already.
fn changes(facts: &Facts, unit: &UnitState, def: &ActionDef) -> bool {
    let counted = |id: Key| facts.book.condition(id).is_some_and(|own| own.counted);
    let had = |effect: &EffectDef| {
        matches!(effect, EffectDef::Gain { condition, to: To::Own, .. }
            if unit.conditions.has(*condition) && !counted(*condition))
    };
    !def.steps.iter().all(|step| matches!(step, Step::Do(effects) if effects.iter().all(had)))
}

/// Whether an action does nothing at all.
pub fn idle(def: &ActionDef) -> bool {
    def.steps.iter().all(|step| matches!(step, Step::Do(effects) if effects.is_empty()))
}

/// How late an action is listed in its group: what puts away what one has after the others, what does nothing last.
pub fn lateness(def: &ActionDef) -> u8 {
    let away = |parameter: &Parameter| {
        matches!(
            parameter,
            Parameter::Item { place: ItemPlace::Held | ItemPlace::Worn | ItemPlace::Wearable }
        )
    };
    match idle(def) {
        true => 2,
        false => u8::from(def.asks.iter().any(away)),
    }
}

/// Whether a unit may only do what some condition leaves it, so that hardly any of its usual slots is of use: it is held,
/// or holds somebody (S-74).
pub fn confined(facts: &Facts, unit: &UnitState) -> bool {
    facts.conditions(unit).any(|(def, _)| !def.only_tags.is_empty())
}

/// Whether a hold or wounds leave a unit so little to do that it needs what others never do.
pub fn bound(facts: &Facts, unit: &UnitState) -> bool {
    failing(facts, unit) || confined(facts, unit)
}

/// Whether a unit is down: the fight counts it as out of action, or it lies unconscious.
pub fn down(facts: &Facts, unit: &UnitState) -> bool {
    facts.out(unit) || facts.conditions(unit).any(|(def, _)| downs(facts, def))
}

/// Whether who has this condition is down by it.
pub fn downs(facts: &Facts, def: &ConditionDef) -> bool {
    let by_option = def.out_by.is_some_and(|option| facts.option(option.as_str()) != 0);
    def.out || def.dead || by_option || def.id == "unconscious"
}

/// Whether wounds or conditions have put a unit out of action, wherever it is: who has merely left is not.
pub fn felled(facts: &Facts, unit: &UnitState) -> bool {
    let mut here = unit.clone();
    here.place.gone = false;
    down(facts, &here)
}

/// Whether a unit gets no full hand any more: it is down or dying, or nothing is left of what can sink below nothing.
pub fn failing(facts: &Facts, unit: &UnitState) -> bool {
    let sinks = facts.book.main_track().filter(|def| !def.rises && def.floor.is_none());
    let left = sinks.and_then(|def| unit.tracks.get(def.id)).map(|track| track.now);
    down(facts, unit)
        || left.is_some_and(|left| left <= 0)
        || facts.conditions(unit).any(|(def, _)| def.out_by.is_some())
}

/// How many points of a pool a unit can still use, and of how many: none while it can do nothing at all, and no more than
/// a condition lets it use in a round. None: it has no such pool.
pub fn usable(facts: &Facts, unit: &UnitState, pool: Key) -> Option<(i32, i32)> {
    let own = unit.pools.0.iter().find(|own| own.id == pool)?;
    let (left, most) = (facts.points(unit, pool), facts.allotment(unit, own));
    let left = if facts.can_act(unit) { left } else { 0 };
    Some(match facts.cap(unit) {
        Some((cap, _)) => (left.min((cap - unit.usage.points).max(0)), most.min(cap)),
        None => (left, most),
    })
}
