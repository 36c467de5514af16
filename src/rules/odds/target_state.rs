//! What an attack may leave its target as: the conditions that come at once with what is lost.
//!
//! The tracks change and the states follow as in play; the dice for an injury's type and for lethal effects are folded
//! in. Checks that the target makes afterwards are not. That both agree is proven by enumeration, as odds are.

use super::{AttackOdds, Landing};
use crate::rules::check_prelude::*;

/// How many conditions may bring one the other.
const DEEPEST: u8 = 8;

/// The odds of what becomes of the target.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetOdds {
    /// The conditions that it may come to have and has not yet, each with its chance, the likeliest first.
    pub each: Vec<(Key, Chance)>,
    /// Chance that it is dead, out of the fight, or may hardly act any more.
    pub disabled: Chance,
    /// Chance that it is dead.
    pub killed: Chance,
    /// What is lost, whether that disables as in [`TargetOdds::disabled`], and whether it kills.
    pub fates: Dist<(i32, bool, bool)>,
}

/// The odds of what becomes of a target; none for what is made of systems, and for attacks of several hits.
pub fn target_odds(facts: &Facts, spec: &AttackSpec<'_>, odds: &AttackOdds) -> Option<TargetOdds> {
    let target = facts.unit(spec.target)?;
    let (fired, lethal) = (FireDef::of(spec.action), &facts.book.settings.attack.critical_table);
    let several = fired.hits || fired.sweep.is_some() && !lethal.is_empty();
    if facts.systems(target).is_some() || several {
        return None;
    }
    let ranged = spec.armament(facts).is_some_and(|armament| match armament {
        Armament::Weapon(weapon) => weapon.is_ranged(),
        Armament::Spell(_) => true,
    });
    let subdues = |landing: &Landing| match spec.armament(facts) {
        Some(Armament::Weapon(weapon)) => harm::subdues(facts, target, weapon, landing.loss),
        _ => None,
    };
    let left = odds.results.bind(|landing| {
        let mut struck = target.clone();
        if let Some(condition) = subdues(landing) {
            gain(facts, &mut struck, condition, 0);
        }
        after(facts, &struck, landing, ranged).map(|conditions| (landing.loss, conditions.clone()))
    });
    let is = |conditions: &[Key], test: &dyn Fn(&ConditionDef) -> bool| {
        conditions.iter().filter_map(|id| facts.book.condition(*id)).any(test)
    };
    let dead = |def: &ConditionDef| def.dead;
    let disabled = |def: &ConditionDef| disables(facts, def);
    let mut each: Vec<(Key, Chance)> = Vec::new();
    for (_, conditions) in left.iter().map(|((loss, conditions), ..)| (loss, conditions)) {
        for id in conditions {
            if !each.iter().any(|(known, _)| known == id) {
                each.push((*id, left.probability(|(_, own)| own.contains(id))));
            }
        }
    }
    each.sort_by(|one, other| other.1.as_f64().total_cmp(&one.1.as_f64()).then(one.0.cmp(&other.0)));
    let fates = left.map(|(loss, conditions)| (*loss, is(conditions, &disabled), is(conditions, &dead)));
    Some(TargetOdds {
        disabled: fates.probability(|(_, disabled, _)| *disabled),
        killed: fates.probability(|(.., dead)| *dead),
        fates,
        each,
    })
}

/// Whether who has a condition is out of the fight, or may hardly act any more.
pub fn disables(facts: &Facts, def: &ConditionDef) -> bool {
    let forbids = def.forbids.iter().any(|what| matches!(what, Forbids::All | Forbids::Actions));
    let out = def.out || def.out_by.is_some_and(|id| facts.option(id.as_str()) != 0);
    def.dead || out || forbids || def.cap.is_some()
}

/// The conditions that a landing brings, in the order in which they come.
fn after(facts: &Facts, target: &UnitState, landing: &Landing, ranged: bool) -> Dist<Vec<Key>> {
    if landing.loss <= 0 {
        return Dist::one(Vec::new());
    }
    let rule = &facts.book.settings.attack;
    let injuries = match rule.injuries.0.is_empty() && rule.injuries.1.is_empty() {
        true => Dist::one(None),
        false => Dist::die(rule.injury_die).map(|face| {
            let face = u16::try_from(*face).ok();
            face.and_then(|face| harm::injury_by(facts, ranged, face))
        }),
    };
    let lethal = match rule.critical_table.last() {
        Some((sides, ..)) if landing.critical && landing.through => {
            thrown(&rule.critical_table, *sides, |(last, condition, _)| (*last, *condition))
        }
        _ => Dist::one(None),
    };
    injuries.bind(|injury| lethal.map(|lethal| left_as(facts, target, landing, *injury, *lethal)))
}

/// A die on a table that gives its outcomes up to certain faces.
fn thrown<T>(table: &[T], sides: u16, entry: impl Fn(&T) -> (u16, Key)) -> Dist<Option<Key>> {
    if table.is_empty() {
        return Dist::one(None);
    }
    Dist::die(sides).map(|face| {
        let found = table.iter().map(&entry).find(|(last, _)| *face <= i32::from(*last));
        found.map(|(_, outcome)| outcome)
    })
}

fn left_as(
    facts: &Facts,
    target: &UnitState,
    landing: &Landing,
    injury: Option<Key>,
    lethal: Option<Key>,
) -> Vec<Key> {
    let mut own = target.clone();
    let injury = injury.map(|kind| harm::injured(facts, target, kind));
    for (track, amount) in harm::lands(facts, target, landing.loss, landing.critical, injury).0 {
        let floor = facts.book.track(track).and_then(|def| def.floor);
        if let Some(own) = own.tracks.0.iter_mut().find(|own| own.id == track) {
            let now = own.now.saturating_add(amount);
            own.now = floor.map_or(now, |floor| now.max(floor));
        }
        follow(facts, &mut own, Some(track), 0);
    }
    let rule = &facts.book.settings.harm;
    let critical = rule.critical_condition.filter(|_| landing.critical);
    let hurt = rule.hurt.filter(|_| facts.systems(target).is_none());
    let gained = hurt.into_iter().chain(lethal).chain(critical);
    gained.for_each(|condition| gain(facts, &mut own, condition, 0));
    let new = |id: &Key| !target.conditions.has(*id);
    own.conditions.0.iter().map(|own| own.id).filter(new).collect()
}

/// Conditions that follow from the numbers after a loss of a track, or after a condition has come.
fn follow(facts: &Facts, own: &mut UnitState, loss: Option<Key>, depth: u8) {
    for state in &facts.book.settings.states {
        let holds = facts.state_holds(state, own);
        let has = own.conditions.has(state.condition);
        let comes = !state.by_loss || loss.is_some_and(|track| state.when.names().contains(&track));
        if holds && !has && comes {
            gain(facts, own, state.condition, depth + 1);
        } else if !holds && has && state.lifts && !state.by_loss {
            own.conditions.0.retain(|own| own.id != state.condition);
        }
    }
}

/// A condition comes. `depth`: how many others brought it, one the other; more than any book needs bring none.
fn gain(facts: &Facts, own: &mut UnitState, condition: Key, depth: u8) {
    if depth > DEEPEST {
        return;
    }
    let Some(def) = facts.book.condition(condition) else { return };
    let spared = def.spares.iter().any(|tag| own.sheet.0.tags.contains(tag));
    if spared || facts.dead(own) || def.barred_by.iter().any(|other| own.conditions.has(*other)) {
        return;
    }
    if own.conditions.has(condition) {
        if let Some(again) = def.again {
            gain(facts, own, again, depth + 1);
        }
        return;
    }
    own.conditions.0.retain(|own| !def.replaces.contains(&own.id));
    own.conditions.0.push(Condition::new(condition, 1, Until::Battle, None));
    follow(facts, own, None, depth);
    turn_into(facts, own, def, depth);
}

/// What a condition turns into as it is gained, without numbers or dice: others that come, itself that goes (S-51).
fn turn_into(facts: &Facts, own: &mut UnitState, def: &ConditionDef, depth: u8) {
    let at_once = def.on.iter().filter(|own| own.at == Hook::Gained && own.when.is_none());
    for effect in at_once.flat_map(|trigger| &trigger.effects) {
        match effect {
            EffectDef::Gain { condition, to: To::Own, .. } if !own.conditions.has(*condition) => {
                gain(facts, own, *condition, depth + 1);
            }
            EffectDef::Lift { condition, count: None, to: To::Own } if *condition == def.id => {
                own.conditions.0.retain(|own| own.id != def.id);
            }
            _ => {}
        }
    }
}
