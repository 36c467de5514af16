//! Whom what a unit does gives the chance of a reaction, where it stands then, and what that may cost.

use crate::rules::{action::Provokes, movement::StepEvents};
use crate::window::session::prelude::*;

/// From this chance to be put out of the fight on, in per mille, it is told.
const TOLD: u16 = 100;

/// Less than is written as nothing is not written: a loss of so many thousandths at least.
const WRITTEN: i64 = 50;

/// Whether single steps of an action may give opponents a chance in this book.
pub fn steps_provoke(facts: &Facts, def: &ActionDef) -> bool {
    facts.book.settings.movement.events != StepEvents::None && def.steps_provoke()
}

/// What the book has a foe do where a step gives it a chance; none: an attack for which it pays a reaction.
fn at_opening(facts: &Facts) -> Option<&Arc<ActionDef>> {
    facts.book.actions.iter().find(|def| def.on.contains(&Moment::Provoked) && def.attacks())
}

/// Whether a foe could pay for what it does where a step gives it a chance.
pub fn answers_openings(facts: &Facts, foe: &UnitState) -> bool {
    at_opening(facts).is_some_and(|def| def.cost.is_empty()) || !show::no_reaction_left(facts, foe)
}

/// Foes of a unit that can pay for what they do where it gives them a chance.
fn answering<'a>(facts: &'a Facts, unit: &UnitState) -> impl Iterator<Item = &'a UnitState> {
    facts.units.iter().filter(move |foe| facts.hostile(foe, unit) && answers_openings(facts, foe))
}

/// Those whose chance a step onto or off these squares would be, as far as they can pay for it.
pub fn provoked<'a>(facts: &'a Facts, unit: &UnitState, path: &[Square]) -> Vec<&'a UnitState> {
    openings(facts, unit, path).into_iter().map(|(foe, _)| foe).collect()
}

/// The same, each with the square on which the unit stands when it has its first chance.
pub fn openings<'a>(facts: &'a Facts, unit: &UnitState, path: &[Square]) -> Vec<(&'a UnitState, Square)> {
    let squares = std::iter::once(unit.place.area.origin).chain(path.iter().copied());
    let areas: Vec<Area> = squares.map(|origin| unit.place.area.at(origin)).collect();
    let band = unit.place.band;
    let leaves = facts.book.settings.movement.events == StepEvents::LeaveEngaged;
    let first = |foe: &'a UnitState| {
        let at = match leaves {
            true => areas
                .windows(2)
                .position(|step| facts.engages(foe, &step[0], band) && !facts.engages(foe, &step[1], band)),
            false => areas.iter().position(|area| facts.threatens(foe, area, band)),
        };
        Some((foe, areas.get(at?)?.origin))
    };
    answering(facts, unit).filter_map(first).collect()
}

/// Those to whom an order gives a chance, as far as they can pay for it, each once, with the square on which the unit
/// stands then: since it is done at all, by its steps, by the blow at the end of them.
pub fn given<'a>(order: Order<'a>, occasion: &Occasion) -> Vec<(&'a UnitState, Square)> {
    let Order { facts, unit, def, chosen } = order;
    let plan = legal::plan(facts, unit.id(), &chosen.act(), occasion).ok();
    let origin = unit.place.area.origin;
    let end = chosen.args.path.last().copied().unwrap_or(origin);
    let whole = plan.as_ref().map_or(def.provokes == Provokes::Always, |plan| plan.provokes);
    let mut all = Vec::new();
    if whole {
        all.extend(watchers(facts, unit, origin));
    }
    if steps_provoke(facts, def) {
        all.extend(openings(facts, unit, &chosen.args.path));
    }
    if blow_provokes(order, plan.and_then(|plan| plan.weapon)) {
        all.extend(watchers(facts, unit, end));
    }
    let mut each: Vec<(&UnitState, Square)> = Vec::new();
    for (foe, at) in all {
        if each.iter().all(|(known, _)| known.id() != foe.id()) {
            each.push((foe, at));
        }
    }
    each
}

/// Those who threaten a unit that stands there, as far as they can pay for what they do about it.
fn watchers<'a>(facts: &'a Facts, unit: &UnitState, at: Square) -> Vec<(&'a UnitState, Square)> {
    let (area, band) = (unit.place.area.at(at), unit.place.band);
    let near = answering(facts, unit).filter(|foe| facts.threatens(foe, &area, band));
    near.map(|foe| (foe, at)).collect()
}

/// Whether the blow at the end of a move provokes by itself: mostly one that is struck without a weapon.
fn blow_provokes(order: Order<'_>, weapon: Option<Key>) -> bool {
    let Order { facts, unit, def, .. } = order;
    let strikes = def.steps.iter().any(|step| matches!(step, Step::Attack { .. }));
    let used = weapon.and_then(|id| facts.weapon_in(unit, id, def));
    let Some((_, used)) = used.filter(|_| strikes && def.provokes == Provokes::PerSquare) else {
        return false;
    };
    match def.blow_provokes {
        Provokes::Always | Provokes::IfCheck => true,
        Provokes::IfUnarmed => used.unarmed,
        Provokes::Never | Provokes::PerSquare => false,
    }
}

/// What a unit gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risk {
    /// The first square on which somebody gets an opening.
    pub at: Square,
    /// What all of them would take on average, in thousandths.
    pub loss: i64,
    /// The chance that all of them together put it out of the fight.
    pub falls: Chance,
}

/// What the openings on a way would cost; none if it gives none.
pub fn risk(facts: &Facts, unit: &UnitState, path: &[Square]) -> Option<Risk> {
    at_risk(facts, unit, &openings(facts, unit, path))
}

/// What those would take who get an opening at a unit, each while it stands there; none if nobody does.
pub fn at_risk(facts: &Facts, unit: &UnitState, given: &[(&UnitState, Square)]) -> Option<Risk> {
    let (_, at) = *given.first()?;
    let coming = threat::coming_turns(facts);
    let answers = given.iter().filter_map(|(foe, at)| {
        let mut there = coming.clone();
        there.unit_mut(unit.id())?.place.area.origin = *at;
        let chosen = answer(&there, foe.id(), unit.id())?;
        let odds = threat::landing(&there, there.unit(foe.id())?, &chosen)?;
        Some((there, foe.id(), chosen, odds))
    });
    let answers: Vec<(Facts, UnitId, Chosen, AttackOdds)> = answers.collect();
    let loss = answers.iter().map(|(.., odds)| odds.mean_thousandths()).sum();
    let falls = answers.first().and_then(|(there, foe, chosen, _)| {
        let spec = preview::spec(Order::new(there, there.unit(*foe)?, chosen)?)?;
        let each: Vec<AttackOdds> = answers.iter().map(|(.., odds)| odds.clone()).collect();
        let all = odds::together(&each)?;
        let own = odds::target_odds(there, &spec, &all);
        preview::falls(there, there.unit(unit.id())?, &all.loss, own.as_ref())
    });
    Some(Risk { at, loss, falls: falls.unwrap_or(Chance::NEVER) })
}

/// The attack of a foe on a unit that gives it a chance: the book's own for that, or the plainest.
fn answer(facts: &Facts, foe: UnitId, on: UnitId) -> Option<Chosen> {
    let own = at_opening(facts).map(|def| Chosen::new(def.id, Mode::Standard).against(on));
    own.or_else(|| pick::plainest_attack(facts, foe, on, &Occasion::default()))
}

/// That what is risked may put a unit out of the fight, in words; none where that hardly happens.
pub fn lethal(falls: Chance) -> Option<String> {
    (falls.per_mille() >= TOLD).then(|| say!("risk-lethal", chance = percent(falls)))
}

/// What a unit loses on average, in thousandths, as it is written in short; none where it would be written as nothing.
pub fn written(facts: &Facts, unit: &UnitState, loss: i64) -> Option<String> {
    (loss >= WRITTEN).then(|| super::mean_in_short(facts, unit, loss))
}

/// What an order gives away as lines of its card: how many may react and what that costs, and whether one may well fall.
pub fn given_lines(order: Order<'_>, occasion: &Occasion) -> Vec<SideLine> {
    let given = given(order, occasion);
    let Order { facts, unit, .. } = order;
    let Some(risk) = at_risk(facts, unit, &given) else { return Vec::new() };
    let n = given.len();
    let text = match written(facts, unit, risk.loss) {
        Some(loss) => say!("card-provokes-loss", loss = loss, n = n),
        None => say!("card-provokes", n = n),
    };
    let told = std::iter::once(text).chain(lethal(risk.falls).map(|text| words::capital(&text)));
    let red = |text: String| SideLine { harm: true, ..line(text, "") };
    told.map(|text| ruled(red(text), Some(Key::new("A-153")))).collect()
}

/// A line about an opening given on the way.
pub fn opening_line(name: &str) -> SideLine {
    let told = SideLine { harm: true, ..line(say!("line-opening", unit = name), "") };
    ruled(told, Some(Key::new("A-153")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shooting_beside_a_foe_gives_it_a_chance_as_long_as_it_can_react_a116() {
        let (battle, jem) = at_jems_turn(&library());
        let mut facts = Facts::clone(&battle.referees_knowledge());
        let own = facts.unit(jem).unwrap();
        let able =
            |foe: &&UnitState| facts.hostile(own, foe) && facts.can_act(foe) && facts.can_threaten(foe);
        let foe = facts.units.iter().find(able).unwrap().id();
        let at = Square::new(11, 3);
        facts.unit_mut(jem).unwrap().place.area.origin = at;
        facts.unit_mut(foe).unwrap().place.area.origin = Square::new(12, 3);
        let chosen = Chosen::new(Key::new("attack_ranged"), Mode::Standard).against(foe);
        let told = |facts: &Facts| {
            let order = Order::new(facts, facts.unit(jem).unwrap(), &chosen).unwrap();
            let occasion = Occasion::default();
            let reacts = given(order, &occasion).iter().any(|(own, from)| own.id() == foe && *from == at);
            (reacts, given_lines(order, &occasion))
        };
        for unit in &mut facts.units {
            unit.pools.0.iter_mut().for_each(|pool| pool.spent = 0);
        }
        let (reacts, lines) = told(&facts);
        assert!(reacts && lines.first().is_some_and(|line| line.harm), "{lines:?}");
        // What a click does gives no more away.
        let own = facts.unit(jem).unwrap();
        let hand = pick::hand(&facts, jem, &Occasion::default());
        let given_by = |own: Option<Chosen>| {
            let order = own.as_ref().and_then(|own| Order::new(&facts, facts.unit(jem)?, own));
            order.map(|order| given(order, &Occasion::default()).len())
        };
        let plain = given_by(pick::plain_attack(&facts, own, &hand, foe));
        assert!(plain.is_some() && given_by(pick::default_attack(&facts, own, &hand, foe)) <= plain);
        for unit in &mut facts.units {
            unit.pools.0.iter_mut().for_each(|pool| pool.spent = 100);
        }
        assert!(!told(&facts).0, "it can't react any more");
    }

    #[test]
    fn a_chance_to_be_put_out_of_the_fight_is_told_from_a_tenth_on_in_the_same_words() {
        let told = |of: u128| lethal(Chance::new(of, 100));
        assert_eq!([told(0), told(9)], [None, None]);
        assert_eq!(told(10).as_deref(), Some("10% taken out"));
        assert_eq!(told(60).as_deref(), Some("60% taken out"));
    }
}
