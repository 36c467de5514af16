//! What follows on an action or a victory at no cost: by winners, with a hold, holding on (C-91, S-65, S-75, S-83).

use super::contests::{contested, is_contest, odds, opposed};
use super::value::{burden, burden_with};
use super::{hauls::brought, holds, manoeuvres};
use crate::ai::prelude::*;
use crate::rules::{condition::ConditionDef, manoeuvre};

/// The margin of a victory that is taken for granted.
const MARGIN: i32 = 2;

/// How many choices that follow one on another are looked at.
const DEEP: u8 = 2;

/// The actions of a tag that a winner may take.
fn options(facts: &Facts, tag: Key) -> impl Iterator<Item = &ActionDef> {
    let all = facts.book.actions.iter().map(|def| &**def);
    all.filter(move |def| def.on.contains(&Moment::Won) && def.tags.contains(&tag))
}

/// Whether an action that follows is open to a unit, as far as its state and the other's say.
fn open(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef) -> bool {
    let context = |name: Key| (name == "melee").then_some(1);
    let needs = def.needs.iter().all(|need| match need {
        Need::Test(test, _) | Need::Target(test, _) => facts.evaluate(test, own, Some(other), &context) != 0,
        _ => true,
    });
    needs
        && facts.has_action(own, def)
        && !facts.conditions(own).any(|(condition, _)| condition.refuses(&def.tags))
}

/// What an action that follows is worth to a winner with this margin; looked at closely, with what follows on it.
fn worth(facts: &Facts, (own, other): Pair<'_>, def: &ActionDef, margin: i32, closely: Option<u8>) -> f64 {
    let sign = if facts.hostile(own, other) { 1.0 } else { -1.0 };
    let effects = Effects { facts, by: own, target: Some(other), sv: margin };
    let mut value = 0.0;
    for step in &def.steps {
        match step {
            Step::Do(list) | Step::Afterwards(list) => {
                value += effects.value(list);
                for effect in list {
                    value += sign
                        * match effect {
                            // What falls can be picked up again.
                            EffectDef::Wrest { take } if closely.is_some() && effects.amount(take) != 0 => {
                                weights::WREST_TAKEN * wrested(facts, other, def)
                            }
                            EffectDef::Wrest { .. } => wrested(facts, other, def),
                            _ => 0.0,
                        };
                }
            }
            Step::Opposed { win, lose, .. } => {
                let at_all = Effects { sv: margin.max(1), ..effects };
                if at_all.value(win) != 0.0 || at_all.value(lose) != 0.0 {
                    value += contested(facts, (own, other), def, (win, lose));
                    if closely.is_some() {
                        value += spared(facts, (own, other), def, win);
                    }
                }
            }
            Step::Check { pass, .. } => value += weights::UNKNOWN_CHECK * effects.value(pass),
            // A foe held fast does little else.
            Step::Keep { .. } => value += 0.04 * sign,
            Step::Choose { tag, winner: false, .. } => {
                if let Some(deep) = closely.filter(|deep| *deep > 0) {
                    value += leading(facts, (own, other), def, *tag, deep - 1);
                }
            }
            Step::Haul if closely.is_some() => {
                value += brought(facts, own, other, def).map_or(0.0, |(worth, _)| worth);
            }
            _ => {}
        }
    }
    value
}

/// What the best of those is worth that follow on a contest if it is won, with what the winner has by it (S-77).
fn leading(facts: &Facts, (own, other): Pair<'_>, def: &ActionDef, tag: Key, deep: u8) -> f64 {
    let Some(((_, (win, _)), (chance, margin))) = opposed(def).zip(odds(facts, own.id(), other.id(), def))
    else {
        return 0.0;
    };
    let effects = Effects { facts, by: own, target: Some(other), sv: margin };
    let mut then = facts.clone();
    for effect in win {
        if let EffectDef::Gain { condition, count, to: To::Own, .. } = effect
            && let Some(unit) = then.unit_mut(own.id())
        {
            let gained = Condition::new(*condition, effects.amount(count), Until::Battle, None);
            unit.conditions.0.retain(|known| known.id != *condition);
            unit.conditions.0.push(gained);
        }
    }
    let (Some(own), Some(other)) = (then.unit(own.id()), then.unit(other.id())) else { return 0.0 };
    // What asks for more than the victory is sure to give comes every other time.
    let lacks = |need: &Need| matches!(need, Need::Condition(id) if !own.conditions.has(*id));
    let part = |next: &ActionDef| if next.needs.iter().any(lacks) { weights::UNKNOWN_CHECK } else { 1.0 };
    let follows = options(&then, tag).filter(|next| open(&then, own, other, next));
    let each = follows.map(|next| part(next) * worth(&then, (own, other), next, margin, Some(deep)));
    chance * each.fold(0.0, f64::max)
}

/// What lifting a condition from a foe does not cost in a hold, and what it brings to who strikes him (S-54, S-79).
fn spared(facts: &Facts, (own, other): Pair<'_>, def: &ActionDef, win: &[EffectDef]) -> f64 {
    let lifted = |effect: &EffectDef| match effect {
        EffectDef::Lift { condition, to: To::Target, .. } => {
            facts.book.condition(*condition).filter(|def| other.conditions.has(def.id))
        }
        _ => None,
    };
    let held = facts.conditions(other).any(|(def, _)| !def.only_tags.is_empty());
    if !held || !facts.hostile(own, other) {
        return 0.0;
    }
    let bond = facts.bonds.iter().find(|bond| bond.unit == own.id() && bond.to == other.id());
    let lasting = bond
        .and_then(|bond| facts.bond_def(bond))
        .map_or(weights::HOLD_BROKEN, |(def, _)| holds::lasting(facts, def, (own, other)));
    let sum: f64 = win.iter().filter_map(lifted).map(|def| unheld(facts, other, def, lasting)).sum();
    if sum == 0.0 {
        return 0.0;
    }
    odds(facts, own.id(), other.id(), def).map_or(0.0, |(chance, _)| chance * sum)
}

/// How much better than it seems it is that a foe who is held loses a condition; `lasting`: how well he is held.
fn unheld(facts: &Facts, other: &UnitState, def: &ConditionDef, lasting: f64) -> f64 {
    let bare = ConditionDef { forbids: Vec::new(), ..def.clone() };
    // What it keeps him from counts once the hold has been broken.
    let kept = burden(facts, other, def) - burden_with(facts, other, &bare, 0.0);
    let mut free = facts.clone();
    if let Some(unit) = free.unit_mut(other.id()) {
        unit.conditions.0.retain(|own| own.id != def.id);
    }
    let faces = CheckFaces::of(facts);
    let limits = LossLimits::of(facts, other);
    let able = |unit: &&UnitState| facts.hostile(unit, other) && facts.can_act(unit);
    let mut gained = 0.0;
    for unit in facts.units.iter().filter(able) {
        let distance = facts.distance(unit, other);
        let all = ways(facts, unit, &[Mode::Standard]);
        // Who holds him is kept from most blows himself.
        let barred = |way: &AttackWay| facts.conditions(unit).any(|(own, _)| own.refuses(&way.def.tags));
        let near = all.iter().filter(|way| (way.range.0..=way.range.1).contains(&distance) && !barred(way));
        let (mut now, mut then): (f64, f64) = (0.0, 0.0);
        for way in near {
            let spec = way.spec(unit.id(), other.id());
            now = now.max(way.worth(facts, &faces, &spec, &limits, 1.0));
            then = then.max(way.worth(&free, &faces, &spec, &limits, 1.0));
        }
        gained += then - now;
    }
    lasting * kept.max(0.0) + gained
}

/// The tag of what follows an action at no cost, if something does.
pub fn leads_on(def: &ActionDef) -> Option<Key> {
    def.steps.iter().find_map(|step| match step {
        Step::Choose { tag, winner: false, .. } => Some(*tag),
        _ => None,
    })
}

/// Attacks that follow at no cost, and their worth (S-65, S-67, S-75); `but`: not this weapon; `weight`: of the other.
pub fn blows(
    facts: &Facts,
    faces: &CheckFaces,
    (own, other): Pair<'_>,
    (def, but): (&ActionDef, Option<Key>),
    (limits, weight): (&LossLimits, f64),
) -> Vec<(f64, AttackWay)> {
    let Some(uses) = def.weapon_use() else { return Vec::new() };
    let distance = facts.distance(own, other);
    let mut found = Vec::new();
    for (item, weapon) in facts.in_hand(own, uses) {
        if Some(item.id) == but || !fire::serves(def, weapon) {
            continue;
        }
        for amount in fire::amounts(def, weapon) {
            let Some(way) = way_of(facts, own, def.id, Some(item.id), None) else { continue };
            let way = AttackWay { amount, rounds: amount.unwrap_or(way.rounds), ..way };
            if !(way.range.0..=way.range.1).contains(&distance) || !item.has_shots(weapon, way.rounds) {
                continue;
            }
            let value = match def.manoeuvre {
                Some(_) => weight * manoeuvres::expected(facts, faces, (own, other), &way).unwrap_or(0.0),
                None => way.worth(facts, faces, &way.spec(own.id(), other.id()), limits, weight),
            };
            found.push((value, way));
        }
    }
    found
}

/// The best of what follows an action at no cost: a blow with what is in hand, or what needs no weapon (S-75).
pub fn followed(
    facts: &Facts,
    faces: &CheckFaces,
    (own, other): Pair<'_>,
    def: &ActionDef,
    weight: f64,
) -> f64 {
    let Some(tag) = leads_on(def) else { return 0.0 };
    let foe = facts.hostile(own, other);
    let limits = LossLimits::of(facts, other);
    let mut most: f64 = 0.0;
    for def in options(facts, tag) {
        if def.attacks() && !foe || !open(facts, own, other, def) {
            continue;
        }
        if def.attacks() {
            let all = blows(facts, faces, (own, other), (def, None), (&limits, weight));
            most = all.iter().map(|(worth, _)| *worth).fold(most, f64::max);
        } else {
            most = most.max(worth(facts, (own, other), def, MARGIN, Some(DEEP)));
        }
    }
    most
}

/// What an item is worth to whoever it is wrested from.
pub fn wrested(facts: &Facts, other: &UnitState, def: &ActionDef) -> f64 {
    let Some((item, _)) = manoeuvre::item_aimed_at(facts, other, def, None) else { return 0.0 };
    let arms = facts.weapons(other).filter(|(_, weapon)| !weapon.unarmed).count();
    match (facts.book.weapon(item.def).is_some(), arms) {
        (false, _) => 0.03,
        (true, ..=1) => 0.3,
        (true, _) => 0.15,
    }
}

/// What an item wrested by an attack is worth: less where the other can do the same, or the unit cannot use it.
pub fn wrested_by(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef) -> f64 {
    let Some((item, _)) = manoeuvre::item_aimed_at(facts, other, def, None) else { return 0.0 };
    let refused = facts.conditions(other).any(|(condition, _)| condition.refuses(&def.tags));
    let answers = facts.can_act(other) && facts.has_action(other, def) && !refused;
    let trained = facts.book.weapon(item.def).is_none_or(|weapon| attack::proficient(own, weapon));
    let back = if answers { weights::WREST_BACK } else { 1.0 };
    let use_of_it = if trained { 1.0 } else { weights::WREST_UNTRAINED };
    wrested(facts, other, def) * back * use_of_it
}

/// The best that a winner can make of it.
pub fn best(facts: &Facts, own: &UnitState, other: &UnitState, tag: Key, margin: i32) -> f64 {
    options(facts, tag).map(|def| worth(facts, (own, other), def, margin, None)).fold(0.0, f64::max)
}

/// The chance of one in the book's first contest with another that there can be.
fn chance(facts: &Facts, own: &UnitState, other: &UnitState) -> Option<f64> {
    let mut contests = facts.book.actions.iter().filter(|def| is_contest(def));
    contests.find_map(|def| odds(facts, own.id(), other.id(), def)).map(|(chance, _)| chance)
}

/// What to do with the loser: one of the options offered, with what it is worth.
pub fn won(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef, margin: i32) -> (f64, Act) {
    let mut args = Args { target: Some(other.id()), ..Args::default() };
    let mut value = worth(facts, (own, other), def, margin, Some(DEEP));
    let far = |square: &Square| other.place.area.distance(&own.place.area.at(*square));
    args.square = brought(facts, own, other, def).map(|(_, square)| square);
    if def.path().is_some() {
        // Getting away is worth as much as the other is the stronger of the two.
        value += 0.02 + chance(facts, own, other).map_or(0.1, |chance| 0.7 * (0.5 - chance).max(0.0));
        if let Ok(reach) = legal::reach(facts, own.id(), def.id, &args) {
            let square = reach.squares.iter().max_by_key(|square| (far(square), *square));
            args.path = square.and_then(|square| reach.path_to(square)).unwrap_or_default();
        }
    }
    (value, Act { action: def.id, mode: Mode::Free, args })
}

/// Whether to hold on to somebody: as long as one is not much the weaker.
pub fn keep(facts: &Facts, own: &UnitState, other: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let tags = facts.book.actions.iter().flat_map(|def| &def.steps).filter_map(|step| match step {
        Step::Choose { tag, .. } => Some(*tag),
        _ => None,
    });
    // Holding on for its own sake leads nowhere.
    let hurts = |tag: Key| {
        let idle = |def: &&ActionDef| !def.steps.iter().any(|step| matches!(step, Step::Keep { .. }));
        self::options(facts, tag).filter(idle).any(|def| worth(facts, (own, other), def, MARGIN, None) > 0.02)
    };
    let use_of_it = tags.into_iter().any(hurts);
    let holds = use_of_it && chance(facts, own, other).is_some_and(|chance| chance >= 0.45);
    let wanted = if holds && facts.hostile(own, other) { "keep" } else { "end" };
    options.iter().find(|option| option.id == wanted).map(|option| option.id)
}

#[cfg(test)]
mod tests {
    use super::{wrested, wrested_by};
    use crate::ai::test_battle::*;

    #[test]
    fn no_weapon_is_grabbed_only_to_be_grabbed_back_d82() {
        let book = book("drive");
        let mut facts = Field::new(&book, 8, 8)
            .unit("ember_warden", "ember_warden", "red", (2, 5))
            .unit("night_noble", "night_noble", "blue", (3, 5))
            .unit("frost_keeper", "frost_keeper", "red", (4, 5))
            .facts();
        let grab = book.action(Key::new("grab_item")).unwrap();
        let noble = UnitId::new("night_noble");
        let worth = |facts: &Facts, by: &str| {
            let (own, other) = (facts.unit(UnitId::new(by)).unwrap(), facts.unit(noble).unwrap());
            wrested_by(facts, own, other, grab)
        };
        let of_blade = wrested(&facts, facts.unit(noble).unwrap(), grab);
        assert!(worth(&facts, "ember_warden") < 0.5 * of_blade, "it comes back at once");
        assert!(worth(&facts, "frost_keeper") < worth(&facts, "ember_warden"), "he has no use for a blade");
        facts.unit_mut(noble).unwrap().conditions.0.push(lasting("paralysed", None));
        assert!((worth(&facts, "ember_warden") - of_blade).abs() < 1e-9, "who cannot act grabs nothing");
    }
}
