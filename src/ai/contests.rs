//! Contests: whether to begin one, what to do with a foe when one has won, and whether to hold on to him.
//!
//! What a contest does is read from the steps of the book's actions.

use super::{deeds::Deed, mind::Mind, moves::after, turn::Found, value::Effects};
use crate::{
    battle::prompt::ChoiceOption,
    grid::Square,
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Moment, Step},
        contest::{self, ContestOdds, Verdict},
        economy::Mode,
        facts::{Facts, UnitId, UnitState},
        feat, haul,
        legal::{self, Act, Args},
    },
};

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
    let odds = ContestOdds::of(facts, &one, &two)?;
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
            // A foe held fast does little else.
            Step::Keep { .. } => value += 0.04 * sign,
            _ => {}
        }
    }
    value
}

fn wrested(facts: &Facts, other: &UnitState, def: &ActionDef) -> f64 {
    let Some((item, _)) = feat::item_aimed_at(facts, other, def, None) else { return 0.0 };
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
pub fn deed(mind: &mut Mind<'_>, deed: &Deed<'_>, found: &mut Found) {
    let facts = mind.facts;
    let Some((tag, either)) = deed.def.steps.iter().find_map(|step| match step {
        Step::Choose { tag, winner } => Some((*tag, *winner)),
        _ => None,
    }) else {
        return;
    };
    let rest = after(mind, &deed.cost, &deed.def.tags);
    for foe in 0..mind.foes.len() {
        let known = &mind.foes[foe];
        let other = &facts.units[known.at];
        let act = deed.act(Args { target: Some(known.id), ..Args::default() });
        if !mind.permits(&act) {
            continue;
        }
        let Some((chance, margin)) = odds(facts, mind.me, known.id, deed.def) else { continue };
        let gain = chance * best(facts, mind.own(), other, tag, margin) * known.worth;
        let loss = if either { (1.0 - chance) * best(facts, other, mind.own(), tag, margin) } else { 0.0 };
        // Whoever is held can do nothing else: the contest is better than nothing.
        let only = if either { 0.03 } else { 0.0 };
        found.push((gain - 0.8 * loss + rest + only - deed.price, act));
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
        self::options(facts, tag).filter(idle).any(|def| worth(facts, own, other, def, 2) > 0.02)
    };
    let use_of_it = tags.into_iter().any(hurts);
    let holds = facts.hostile(own, other) && use_of_it && chance.is_some_and(|chance| chance >= 0.45);
    let wanted = if holds { "keep" } else { "end" };
    options.iter().find(|option| option.id == wanted).map(|option| option.id)
}
