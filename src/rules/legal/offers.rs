//! The domains that window and AI choose from: offers, modes and targets, each possible or refused.
//!
//! Tries orders by the same test as the resolver; owns no rule of its own.

use std::sync::Arc;

use super::{
    Act, Args, Occasion, Offer, Refusal, WatchArgs, charges, default_weapon,
    halves::part,
    holes::door_distance,
    in_effect,
    magic::{active_spell, countered},
    means::{affordable, cost_and_price, spell_for, weapon_for},
    plan::{plan, refused_before_holes},
    reach, refuse,
    squares::any_square,
    things::interactions,
};
use crate::rules::{
    action::{ActionDef, Freedom, Hole, Moment, Provokes, Step, Whom},
    area,
    attack::Means,
    economy::Mode,
    facts::{Facts, UnitId, UnitState, WatchFor},
    haul, task,
};
use crate::{grid, key::Key};

/// Every unit as a target of an action, possible or not.
pub fn targets(
    facts: &Facts,
    unit: UnitId,
    act: &Act,
    occasion: &Occasion,
) -> Vec<(UnitId, Result<(), Refusal>)> {
    facts
        .units
        .iter()
        .filter(|target| facts.present(target))
        .map(|target| {
            let mut act = act.clone();
            act.args.target = Some(target.id());
            (target.id(), plan(facts, unit, &act, occasion).map(|_| ()))
        })
        .collect()
}

/// The modes in which a unit may do an action on an occasion.
pub fn modes(facts: &Facts, def: &ActionDef, occasion: &Occasion) -> Vec<Mode> {
    if occasion.moment == Some(Moment::Won) {
        return vec![Mode::Free];
    }
    let listed = &facts.book.settings.economy.modes;
    let all: &[Mode] = match (occasion.moment, listed.is_empty()) {
        (None, false) => &[Mode::Standard, Mode::Swift, Mode::Free],
        (None, true) => &[Mode::Standard, Mode::Free],
        (Some(_), _) => &[Mode::Immediate, Mode::Free],
    };
    let mut modes: Vec<Mode> = all.iter().copied().filter(|mode| def.allows(*mode)).collect();
    if def.is_free() {
        modes.truncate(1);
    }
    modes
}

/// All actions of the book for a unit, each possible or with its refusal, in the order of the book. For an occasion
/// other than its own turn, only those that answer it.
pub fn offers(facts: &Facts, unit: UnitId, occasion: &Occasion) -> Vec<Offer> {
    let Some(actor) = facts.unit(unit) else { return Vec::new() };
    let mut offers = Vec::new();
    let own = occasion.moment == Some(Moment::Provoked) && answers_openings(facts);
    for def in facts.book.actions.iter() {
        let answers = match occasion.moment {
            None => {
                !def.is_reaction()
                    || def.modes.iter().any(|mode| matches!(mode, Mode::Standard | Mode::Swift))
                    || task::gives_up(def)
            }
            Some(Moment::Provoked) if own => def.on.contains(&Moment::Provoked),
            Some(Moment::Provoked) => opportunity(def),
            Some(moment) => def.on.contains(&moment),
        };
        if !answers {
            continue;
        }
        for mode in modes(facts, def, occasion) {
            offers.push(offer(facts, actor, def, mode, occasion));
        }
    }
    offers
}

/// Whether a unit is asked what it does in its turn: it can act, or surprise has taken all of the turn but for what is
/// free, and something free is possible (S-15).
pub fn has_turn(facts: &Facts, actor: &UnitState) -> bool {
    let free = || {
        let offers = offers(facts, actor.id(), &Occasion::default());
        offers.iter().any(|offer| offer.refusal.is_none())
    };
    facts.can_act(actor) || facts.only_free(actor) && free()
}

/// Whether the book has actions of its own for openings, and no others answer them (S-66).
pub(super) fn answers_openings(facts: &Facts) -> bool {
    facts.book.actions.iter().any(|def| def.on.contains(&Moment::Provoked))
}

/// Whether an action can be an opportunity attack: it targets a foe and does not itself provoke. A spell may
/// say that casting it does not provoke.
pub fn opportunity(def: &ActionDef) -> bool {
    let spell = def.steps.contains(&Step::Cast) && def.feat.is_none();
    def.on.is_empty()
        && matches!(def.target(), Some((Whom::Foe | Whom::Any, _)))
        && def.path().is_none()
        && (matches!(def.provokes, Provokes::Never | Provokes::IfUnarmed) || spell)
}

/// An action in one mode, possible or with its refusal.
pub fn offer(
    facts: &Facts,
    actor: &UnitState,
    def: &Arc<ActionDef>,
    mode: Mode,
    occasion: &Occasion,
) -> Offer {
    let mut act = Act { action: def.id, mode, args: Args::default() };
    let weapon = default_weapon(facts, actor, def);
    let (cost, price) = cost_and_price(facts, actor, def, mode, weapon, None, &act.args);
    let mut whole = Act { action: def.id, mode, args: Args::default() };
    if let Some(begun) = actor.usage.pending.as_ref().filter(|begun| begun.action == def.id) {
        whole.args.target = begun.target;
        whole.args.door = begun.door;
        whole.args.item = begun.item;
    }
    let (part, cost) = part(facts, actor, def, &whole, occasion, cost);
    let mut offer = Offer { action: def.id, mode, cost, price, part, refusal: None };
    offer.refusal = first_refusal(facts, actor, def, &mut act, occasion).err();
    offer
}

/// Tries an action's holes with some value each: is there any way to do it?
fn first_refusal(
    facts: &Facts,
    actor: &UnitState,
    def: &Arc<ActionDef>,
    act: &mut Act,
    occasion: &Occasion,
) -> Result<(), Refusal> {
    if let Some(refusal) = refused_before_holes(facts, actor, def, act.mode, occasion) {
        return Err(refusal);
    }
    if occasion.moment == Some(Moment::Won) {
        act.args.target = act.args.target.or(occasion.against);
    }
    if let Some(haul) = haul::of(facts, actor, def) {
        let target = act.args.target.and_then(|id| facts.unit(id));
        let ways = target.map(|target| haul::ways(facts, actor, target, haul)).unwrap_or_default();
        let Some(square) = ways.keys().next() else {
            return refuse("nowhere", message!("core-nowhere-to-bring-them-to"), def.rule.as_str());
        };
        act.args.square = Some(*square);
    }
    if def.asks.iter().any(|hole| matches!(hole, Hole::InEffect { .. })) {
        return any_in_effect(facts, actor, def, act, occasion);
    }
    let mut spells = Vec::new();
    if def.asks.contains(&Hole::Spell) {
        let counter = def.steps.iter().any(|step| matches!(step, Step::Counter));
        spells = actor.slots.0.iter().filter(|slot| !slot.spent).map(|slot| slot.spell).collect();
        if spells.is_empty() || counter {
            let active = active_spell(facts, actor, act, def)?;
            spell_for(facts, actor, act, countered(facts, active, occasion), def)?;
            spells = Vec::new();
        }
    }
    for hole in &def.asks {
        match hole {
            Hole::Amount { least, .. } => act.args.amount = Some(facts.value(least, actor)),
            Hole::Burst { optional: false } => {
                act.args.amount =
                    default_weapon(facts, actor, def).and_then(|id| least_burst(facts, actor, id));
            }
            Hole::Check => act.args.check = facts.book.settings.checks.first().map(|def| def.id),
            Hole::Item { place } if !place.on_target() => {
                act.args.item = facts.items_at(actor, *place).first().copied()
            }
            Hole::Door => {
                act.args.door = facts
                    .map
                    .doors()
                    .find(|door| door_distance(door, &actor.place.area) <= 1)
                    .map(|door| door.id);
                if act.args.door.is_none() {
                    return refuse("out_of_reach", message!("core-no-door-within-reach"), "A-134");
                }
            }
            Hole::Arc => act.args.arc = Some(grid::Arc::Front),
            Hole::Weaving => {
                act.args.amount =
                    facts.drives(actor.id()).map(|vehicle| vehicle.driven.must_weave.unwrap_or(1));
            }
            Hole::Interaction => {
                let all = interactions(facts, actor);
                // One that the unit can pay for, if there is such; they may differ in that (C-19).
                let works = |(thing, own, possible): &&(Key, Key, Result<(), Refusal>)| {
                    let args = Args { thing: Some(*thing), interaction: Some(*own), ..act.args.clone() };
                    possible.is_ok()
                        && plan(facts, actor.id(), &Act { args, ..act.clone() }, occasion).is_ok()
                };
                let best =
                    all.iter().find(works).or_else(|| all.iter().find(|(.., possible)| possible.is_ok()));
                let Some(best) = best.or(all.first()) else {
                    return refuse(
                        "out_of_reach",
                        message!("core-nothing-within-reach-to-do-anything-with"),
                        "A-134",
                    );
                };
                act.args.thing = Some(best.0);
                act.args.interaction = Some(best.1);
            }
            Hole::Watch { tag, triggers } => {
                let then = facts
                    .book
                    .actions
                    .iter()
                    .find(|other| other.attacks() && tag.is_none_or(|tag| other.tags.contains(&tag)));
                if let Some(then) = then {
                    act.args.watch = Some(WatchArgs {
                        on: first_trigger(triggers),
                        action: then.id,
                        weapon: None,
                        spell: None,
                        zone: None,
                    });
                }
            }
            _ => {}
        }
    }
    if let Some(found) = any_course(facts, actor, def, act, occasion) {
        return found;
    }
    let movable = def.path().is_some();
    let targeted = def.target();
    if movable && targeted.is_none() {
        let weapon = default_weapon(facts, actor, def);
        let (cost, price) = cost_and_price(facts, actor, def, act.mode, weapon, None, &act.args);
        affordable(facts, actor, def, &cost, &price)?;
        let reach = reach(facts, actor.id(), def.id, &act.args)?;
        let stays = matches!(def.path(), Some((_, _, ..=0, _)));
        if reach.squares.is_empty() && !stays {
            return refuse("nowhere", message!("core-nowhere-to-go"), def.rule.as_str());
        }
        return Ok(());
    }
    if movable {
        let weapon = weapon_for(facts, actor, def, def.weapon_use().unwrap_or_default(), act)?;
        let (cost, price) = cost_and_price(facts, actor, def, act.mode, Some(weapon), None, &act.args);
        affordable(facts, actor, def, &cost, &price)?;
        if charges(facts, actor, def).is_empty() {
            return refuse(
                "no_target",
                message!("core-no-foe-at-the-end-of-a-straight-line"),
                def.rule.as_str(),
            );
        }
        return Ok(());
    }
    let squared = def.asks.iter().any(|hole| matches!(hole, Hole::Square { .. }));
    let any = |act: &mut Act| match (targeted.is_some(), squared) {
        (true, _) => any_target(facts, actor, act, occasion).or_else(|why| {
            // An area attack may be aimed at any square.
            let own = act.args.spell.and_then(|id| facts.book.spell(id)).map(|spell| Means::Spell(spell));
            let weapon = act.args.weapon.or_else(|| default_weapon(facts, actor, def));
            let weapon = weapon.and_then(|id| facts.weapon_in(actor, id, def));
            let means = own.or_else(|| weapon.map(|(_, weapon)| Means::Weapon(weapon)));
            let covers = means.is_some_and(|means| area::shape(facts, actor, def, &means).is_some());
            let aimed = covers && occasion.moment.is_none();
            act.args.target = None;
            if aimed && any_square(facts, actor, act, occasion).is_ok() { Ok(()) } else { Err(why) }
        }),
        (false, true) => any_square(facts, actor, act, occasion),
        (false, false) => plan(facts, actor.id(), act, occasion).map(|_| ()),
    };
    if spells.is_empty() {
        let first = any(act);
        return first.or_else(|why| any_weapon(facts, actor, def, act, why, any));
    }
    let mut last = Ok(());
    for spell in spells {
        act.args.spell = Some(spell);
        act.args.target = None;
        let at_square = facts.book.spell(spell).is_some_and(|spell| spell.at_square());
        last = if at_square { any_square(facts, actor, act, occasion) } else { any(act) };
        act.args.square = None;
        if last.is_ok() {
            return Ok(());
        }
    }
    last
}

/// Another weapon in hand will do where the first one does not, as for a gunner whose rifle has no port to be fired
/// from (C-110, C-117); else the refusal of the first.
fn any_weapon(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &mut Act,
    why: Refusal,
    any: impl Fn(&mut Act) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let Some(uses) = def.weapon_use() else { return Err(why) };
    let first = default_weapon(facts, actor, def);
    let bursts = def.asks.contains(&Hole::Burst { optional: false });
    for (item, _) in facts.in_hand(actor, uses).filter(|(item, _)| Some(item.id) != first) {
        act.args.weapon = Some(item.id);
        act.args.target = None;
        if bursts {
            act.args.amount = least_burst(facts, actor, item.id);
        }
        if any(act).is_ok() {
            return Ok(());
        }
    }
    Err(why)
}

/// The smallest burst that a weapon fires.
fn least_burst(facts: &Facts, actor: &UnitState, weapon: Key) -> Option<i32> {
    facts.weapon(actor, weapon).and_then(|(_, weapon)| weapon.bursts.iter().min().copied())
}

/// Any course will do, where an action asks for one besides other things; else why its vehicle cannot go.
fn any_course(
    facts: &Facts,
    actor: &UnitState,
    def: &Arc<ActionDef>,
    act: &mut Act,
    occasion: &Occasion,
) -> Option<Result<(), Refusal>> {
    let free = |hole: &Hole| matches!(hole, Hole::Course { how, .. } if *how != Freedom::Ram);
    if !def.asks.iter().any(free) {
        return None;
    }
    let roads = match super::courses::roads(facts, actor, def) {
        Ok(roads) => roads,
        Err(refusal) => return Some(Err(refusal)),
    };
    // The farthest one, for there a weaver has the most to choose from.
    let Some((end, _)) = roads.ends().last() else {
        return Some(refuse(
            "nowhere",
            message!("core-no-way-is-long-enough-for-its-speed"),
            def.rule.as_str(),
        ));
    };
    act.args.course = Some(roads.course(end));
    Some(match def.target() {
        Some(_) => any_target(facts, actor, act, occasion),
        None => plan(facts, actor.id(), act, occasion).map(|_| ()),
    })
}

/// Any spell in effect will do; else the refusal of one that is at least in the right hands.
fn any_in_effect(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    occasion: &Occasion,
) -> Result<(), Refusal> {
    let mut refused: Option<Refusal> = None;
    for (_, found) in in_effect(facts, actor.id(), act, occasion) {
        let Err(refusal) = found else { return Ok(()) };
        let other = ["not_in_control", "in_control", "not_own"].contains(&refusal.code.as_str());
        if refused.is_none() || !other {
            refused = Some(refusal);
        }
    }
    match refused {
        Some(refusal) => Err(refusal),
        None => refuse("none_in_effect", message!("core-no-spell-is-in-effect"), def.rule.as_str()),
    }
}

/// A trigger that an action may wait for, one that needs nobody's name if there is such.
fn first_trigger(allowed: &[Key]) -> WatchFor {
    let plain = [WatchFor::EnemyActs, WatchFor::EnemyMoves, WatchFor::EnemyAttacks, WatchFor::EnemyCasts];
    let fits = |on: &WatchFor| allowed.is_empty() || allowed.iter().any(|own| *own == on.kind());
    plain.into_iter().find(fits).unwrap_or(WatchFor::EnemyActs)
}

fn any_target(facts: &Facts, actor: &UnitState, act: &mut Act, occasion: &Occasion) -> Result<(), Refusal> {
    if let Some(against) = occasion.against.filter(|_| occasion.moment.is_some()) {
        act.args.target = Some(against);
        let found = plan(facts, actor.id(), act, occasion).map(|_| ());
        if found.is_ok() || occasion.moment != Some(Moment::Watched) {
            return found;
        }
    }
    let mut nearest: Option<(i32, Refusal)> = None;
    for target in facts.units.iter().filter(|target| facts.present(target)) {
        act.args.target = Some(target.id());
        match plan(facts, actor.id(), act, occasion) {
            Ok(_) => return Ok(()),
            Err(refusal) => {
                let distance = facts.distance(actor, target);
                let weight = if refusal.code == "wrong_target" { distance + 1000 } else { distance };
                if nearest.as_ref().is_none_or(|(best, _)| weight < *best) {
                    nearest = Some((weight, refusal));
                }
            }
        }
    }
    match nearest {
        Some((_, refusal)) => Err(refusal),
        None => refuse("no_target", message!("core-there-is-nobody-to-choose"), ""),
    }
}
