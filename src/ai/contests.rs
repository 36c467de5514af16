//! Contests: whether to begin one, what to do with a foe when one has won, and whether to hold on to him.
//!
//! What a contest does is read from the steps of the book's actions.

use super::{
    moves::after, planner::Planner, turn::Found, utility::UtilityAction, value::Effects, ways::way_of,
    weights,
};
use crate::{
    battle::prompt::ChoiceOption,
    grid::Square,
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Moment, Step},
        check::{Check, Reading},
        contest::{self, ContestOdds, Opposed, Verdict},
        economy::Mode,
        facts::{Condition, Facts, UnitId, UnitState},
        fire, haul,
        legal::{self, Act, Args},
        manoeuvre,
        modifier::Until,
    },
};

/// The margin of a victory that is taken for granted.
const MARGIN: i32 = 2;

/// Whether an action is a contest.
pub fn is_contest(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Opposed { .. }))
}

/// The chance of winning a contest, and the mean margin of a victory.
fn odds(facts: &Facts, own: UnitId, other: UnitId, def: &ActionDef) -> Option<(f64, i32)> {
    let (check, versus) = def.steps.iter().find_map(|step| match step {
        Step::Opposed { check, versus, .. } => Some((*check, versus.unwrap_or(*check))),
        _ => None,
    })?;
    let used = facts.unit(own).map_or(0, |own| own.usage.points);
    let (one, two) = contest::checks(facts, (own, check), (other, versus), used)?;
    if one.hand.is_some() { drawn(facts, &one, &two) } else { thrown(facts, &one, &two) }
}

/// The same of checks drawn from decks, where what the first has drawn is gone.
fn drawn(facts: &Facts, one: &Check, two: &Check) -> Option<(f64, i32)> {
    let odds = ContestOdds::of(facts, one, two)?;
    let (mut chance, mut sum) = (0.0, 0.0);
    for ((verdict, margin), weight, all) in odds.results.iter() {
        if *verdict == Verdict::First {
            let share = weight as f64 / all as f64;
            chance += share;
            sum += share * f64::from(*margin);
        }
    }
    let mean = if chance > 0.0 { (sum / chance).round() as i32 } else { 0 };
    Some((chance, mean))
}

/// The same of checks whose dice are thrown: each pair of results is read once, without an exact distribution.
fn thrown(facts: &Facts, one: &Check, two: &Check) -> Option<(f64, i32)> {
    let dice = facts.book.settings.check.dice;
    let read = |check: &Check| -> Vec<(Reading, f64)> {
        let naturals = check.naturals(&dice);
        let chances = naturals.iter().map(|(natural, weight, all)| (*natural, weight as f64 / all as f64));
        chances.map(|(natural, chance)| (check.read(natural), chance)).collect()
    };
    // Where only degrees count, answers of the same degrees are one.
    let graded = facts.book.settings.check.opposed == Opposed::Results && one.degrees.is_some();
    let mut answers: Vec<(Reading, f64)> = Vec::new();
    for (answer, share) in read(two) {
        let same = |(known, _): &&mut (Reading, f64)| graded && known.degrees == answer.degrees;
        match answers.iter_mut().find(same) {
            Some((_, sum)) => *sum += share,
            None => answers.push((answer, share)),
        }
    }
    let (mut won, mut decided, mut sum) = (0.0, 0.0, 0.0);
    for (first, chance) in read(one) {
        for (answer, share) in &answers {
            let both = chance * share;
            let verdict = contest::verdict(facts, (one, &first), (two, answer));
            if verdict != Verdict::Again {
                decided += both;
            }
            if verdict == Verdict::First {
                won += both;
                sum += both * f64::from(first.margin);
            }
        }
    }
    if decided <= 0.0 {
        return None;
    }
    let mean = if won > 0.0 { (sum / won).round() as i32 } else { 0 };
    Some((won / decided, mean))
}

/// The actions of a tag that a winner may take.
fn options(facts: &Facts, tag: Key) -> impl Iterator<Item = &ActionDef> {
    facts
        .book
        .actions
        .iter()
        .map(|def| &**def)
        .filter(move |def| def.on.contains(&Moment::Won) && def.tags.contains(&tag))
}

/// What one of them is worth to a winner with this margin.
fn worth(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef, margin: i32) -> f64 {
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
                            EffectDef::Wrest { .. } => wrested(facts, other, def),
                            _ => 0.0,
                        };
                }
            }
            Step::Opposed { win, lose, .. } => {
                let at_all = Effects { sv: margin.max(1), ..effects };
                if at_all.value(win) != 0.0 || at_all.value(lose) != 0.0 {
                    value += contested(facts, own, other, def, (win, lose));
                }
            }
            Step::Check { pass, .. } => value += weights::UNKNOWN_CHECK * effects.value(pass),
            // A foe held fast does little else.
            Step::Keep { .. } => value += 0.04 * sign,
            _ => {}
        }
    }
    value
}

/// What a contest is worth to the one who begins it, by what comes of it.
fn contested(
    facts: &Facts,
    own: &UnitState,
    other: &UnitState,
    def: &ActionDef,
    (win, lose): (&[EffectDef], &[EffectDef]),
) -> f64 {
    let Some((chance, margin)) = odds(facts, own.id(), other.id(), def) else { return 0.0 };
    let effects = Effects { facts, by: own, target: Some(other), sv: margin };
    chance * effects.value(win) + (1.0 - chance) * effects.value(lose)
}

/// What a contest that an action begins with a foe is worth where the unit stands in the altered facts.
pub fn begun(planner: &Planner<'_>, def: &ActionDef, foe: usize) -> f64 {
    let (facts, known) = (&planner.what, &planner.foes[foe]);
    let (own, other) = (&facts.units[planner.at], &facts.units[known.at]);
    opposed(def).map_or(0.0, |(_, ends)| known.worth * contested(facts, own, other, def, ends))
}

/// The chance that a unit frees itself from another by an action, if that is a contest that can end such a relation.
pub fn frees(
    facts: &Facts,
    (own, other): (&UnitState, &UnitState),
    def: &ActionDef,
    kind: Key,
) -> Option<f64> {
    let (_, (win, _)) = opposed(def)?;
    let ends = |effect: &EffectDef| matches!(effect, EffectDef::Unbind { kind: own } if *own == kind);
    win.iter().any(ends).then(|| odds(facts, own.id(), other.id(), def))?.map(|(chance, _)| chance)
}

/// The tag of what follows an action at no cost, if something does.
pub fn leads_on(def: &ActionDef) -> Option<Key> {
    def.steps.iter().find_map(|step| match step {
        Step::Choose { tag, winner: false } => Some(*tag),
        _ => None,
    })
}

/// The best of what follows an action at no cost, if something does: a blow with what is in hand, or what is done to
/// the other without one (S-75).
pub fn followed(planner: &Planner<'_>, def: &ActionDef, target: UnitId) -> f64 {
    let (facts, own) = (planner.facts, planner.own());
    let (Some(tag), Some(other)) = (leads_on(def), facts.unit(target)) else { return 0.0 };
    let mut most: f64 = 0.0;
    for def in options(facts, tag) {
        let refused = facts.conditions(own).any(|(condition, _)| condition.refuses(&def.tags));
        if refused || !facts.has_action(own, def) {
            continue;
        }
        if !def.attacks() {
            most = most.max(worth(facts, own, other, def, MARGIN));
            continue;
        }
        let Some((uses, foe)) = def.weapon_use().zip(planner.foes.iter().find(|foe| foe.id == target)) else {
            continue;
        };
        for (item, _) in facts.in_hand(own, uses).filter(|(_, weapon)| fire::serves(def, weapon)) {
            let Some(way) = way_of(facts, own, def.id, Some(item.id), None) else { continue };
            let spec = way.spec(planner.me, target);
            most = most.max(way.worth(facts, &planner.faces, &spec, &foe.limits, foe.worth));
        }
    }
    most
}

/// What a condition adds to the best contest of an ally with an enemy to whom it is bound (S-05).
pub fn helped(planner: &mut Planner<'_>, condition: Key, ally: UnitId) -> f64 {
    let facts = planner.facts;
    let (Some(own), Some(given)) = (facts.unit(ally), facts.book.condition(condition)) else { return 0.0 };
    let bound = facts.bonds.iter().filter(|bond| bond.unit == ally || bond.to == ally);
    let others = bound.map(|bond| if bond.unit == ally { bond.to } else { bond.unit });
    let others: Vec<UnitId> = others.filter(|id| facts.hostile_ids(ally, *id)).collect();
    if others.is_empty() || facts.hostile_ids(planner.me, ally) {
        return 0.0;
    }
    let kept = own.conditions.clone();
    if let Some(tried) = planner.what.unit_mut(ally) {
        match tried.conditions.0.iter_mut().find(|known| known.id == condition) {
            Some(known) => known.count += i32::from(given.counted),
            None => tried.conditions.0.push(Condition::new(condition, 1, Until::Battle, None)),
        }
    }
    let names: Vec<Key> = given.modifiers.iter().flat_map(|modifier| modifier.checks.clone()).collect();
    let mut most: f64 = 0.0;
    for def in facts.book.actions.iter() {
        let refused = facts.conditions(own).any(|(known, _)| known.refuses(&def.tags));
        let Some((check, ends)) = opposed(def).filter(|_| !refused && facts.has_action(own, def)) else {
            continue;
        };
        let tagged = |name: &Key| facts.book.check(check).is_some_and(|known| known.tags.contains(name));
        if !names.iter().any(|name| *name == check || tagged(name)) {
            continue;
        }
        let what = &planner.what;
        let Some(then) = what.unit(ally) else { continue };
        for id in &others {
            if let (Some(before), Some(after)) = (facts.unit(*id), what.unit(*id)) {
                let more = contested(what, then, after, def, ends) - contested(facts, own, before, def, ends);
                most = most.max(more);
            }
        }
    }
    if let Some(tried) = planner.what.unit_mut(ally) {
        tried.conditions = kept;
    }
    weights::AID * most
}

/// What a contest is made with, and what comes of winning and of losing it.
type Contest<'a> = (Key, (&'a [EffectDef], &'a [EffectDef]));

/// The check of a contest, and what comes of it if it is won and if it is lost.
fn opposed(def: &ActionDef) -> Option<Contest<'_>> {
    def.steps.iter().find_map(|step| match step {
        Step::Opposed { check, win, lose, .. } => Some((*check, (win.as_slice(), lose.as_slice()))),
        _ => None,
    })
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

/// The best that a winner can make of it.
fn best(facts: &Facts, own: &UnitState, other: &UnitState, tag: Key, margin: i32) -> f64 {
    options(facts, tag).map(|def| worth(facts, own, other, def, margin)).fold(0.0, f64::max)
}

/// Contests on one's own turn.
pub fn utility_candidates(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let facts = planner.facts;
    let option = utility.def.steps.iter().find_map(|step| match step {
        Step::Choose { tag, winner } => Some((*tag, *winner)),
        _ => None,
    });
    let Some((win, lose)) = utility.def.steps.iter().find_map(|step| match step {
        Step::Opposed { win, lose, .. } => Some((win, lose)),
        _ => None,
    }) else {
        return;
    };
    let rest = after(planner, &utility.cost, &utility.def.tags);
    for foe in 0..planner.foes.len() {
        let known = &planner.foes[foe];
        let other = &facts.units[known.at];
        let act = utility.act(Args { target: Some(known.id), ..Args::default() });
        if !planner.permits(&act) {
            continue;
        }
        let Some((chance, margin)) = odds(facts, planner.me, known.id, utility.def) else { continue };
        let effects = Effects { facts, by: planner.own(), target: Some(other), sv: margin };
        let option_of = |own: &UnitState, other: &UnitState| {
            option.map_or(0.0, |(tag, _)| best(facts, own, other, tag, margin))
        };
        let gain = chance * (option_of(planner.own(), other) + effects.value(win)) * known.worth;
        let either = option.is_some_and(|(_, either)| either);
        let theirs = if either { option_of(other, planner.own()) } else { 0.0 };
        let loss = (1.0 - chance) * (theirs - effects.value(lose));
        if option.is_none() && gain - loss <= weights::WORTHWHILE {
            continue;
        }
        // Whoever is held can do nothing else: the contest is better than nothing.
        let only = if either { 0.03 } else { 0.0 };
        found.push((gain - 0.8 * loss + rest + only - utility.price, act));
    }
}

/// What to do with the loser: one of the options offered, with what it is worth.
pub fn won(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef, margin: i32) -> (f64, Act) {
    let mut args = Args { target: Some(other.id()), ..Args::default() };
    let mut value = worth(facts, own, other, def, margin);
    let far = |square: &Square| other.place.area.distance(&own.place.area.at(*square));
    if let Some(haul) = haul::of(facts, own, def) {
        let ways = haul::ways(facts, own, other, haul);
        args.square =
            ways.iter().max_by_key(|(square, way)| (way.len(), **square)).map(|(square, _)| *square);
    }
    if def.path().is_some() {
        // Getting away is worth as much as the other is the stronger of the two.
        let stronger = facts
            .book
            .actions
            .iter()
            .filter(|def| is_contest(def))
            .find_map(|def| odds(facts, own.id(), other.id(), def));
        value += 0.02 + stronger.map_or(0.1, |(chance, _)| 0.7 * (0.5 - chance).max(0.0));
        if let Ok(reach) = legal::reach(facts, own.id(), def.id, &args) {
            let square = reach.squares.iter().max_by_key(|square| (far(square), *square));
            args.path = square.and_then(|square| reach.path_to(square)).unwrap_or_default();
        }
    }
    (value, Act { action: def.id, mode: Mode::Free, args })
}

/// Whether to hold on to somebody: as long as one is not much the weaker.
pub fn keep(facts: &Facts, own: &UnitState, other: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let contests = facts.book.actions.iter().filter(|def| is_contest(def));
    let chance =
        contests.filter_map(|def| odds(facts, own.id(), other.id(), def)).map(|(chance, _)| chance).next();
    let tags = facts.book.actions.iter().flat_map(|def| &def.steps).filter_map(|step| match step {
        Step::Choose { tag, .. } => Some(*tag),
        _ => None,
    });
    // Holding on for its own sake leads nowhere.
    let hurts = |tag: Key| {
        let idle = |def: &&ActionDef| !def.steps.iter().any(|step| matches!(step, Step::Keep { .. }));
        self::options(facts, tag).filter(idle).any(|def| worth(facts, own, other, def, MARGIN) > 0.02)
    };
    let use_of_it = tags.into_iter().any(hurts);
    let holds = facts.hostile(own, other) && use_of_it && chance.is_some_and(|chance| chance >= 0.45);
    let wanted = if holds { "keep" } else { "end" };
    options.iter().find(|option| option.id == wanted).map(|option| option.id)
}
