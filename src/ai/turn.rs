//! One's own turn: every candidate with its score, what the rest of the turn gains by it, and the best allowed.

pub use super::weights::LEAST_UTILITY as LEAST;
use super::weights::{HOPE, PATIENCE};
use super::{
    areas, blind, driving, goal, hauls, manoeuvres, moves, objective, rams, spellcasting, utility, watching,
};
use super::{position::SLIGHT, ways::further};
use crate::ai::prelude::*;
use crate::rules::{legal::Offer, task};

/// Candidates so far.
pub type Found = Vec<(f64, Act)>;

/// A command for a turn.
pub fn choose(facts: &Facts, unit: UnitId, granted: Option<Key>) -> Command {
    if facts.phase == Phase::Aftermath {
        // What is won is won.
        return Command::End { unit };
    }
    if let Some(task) = facts.unit(unit).and_then(|own| own.usage.task.as_ref()) {
        return at_work(facts, unit, granted, task.left());
    }
    let Some(mut planner) = Planner::new(facts, unit, granted) else { return Command::End { unit } };
    let mut found = Found::new();
    planner.objective = objective::choose(&planner);
    if !planner.objective.leads() && planner.best(|_, _| true).is_none_or(|(gain, ..)| gain <= SLIGHT) {
        planner.goal = goal::choose(&planner);
    }
    if hopeless(&planner) {
        return Command::Concede { side: planner.own().identity.side };
    }
    let here = standing(&mut planner);
    let struck = strikes(&mut planner, &mut found);
    if struck.is_none() {
        blind::fire(&planner, &mut found);
    }
    manoeuvres::candidates(&mut planner, &mut found);
    moves::charges(&mut planner, here, &mut found);
    moves::moves(&mut planner, here, &mut found);
    rams::rams(&mut planner, here, &mut found);
    driving::driving(&mut planner, &mut found);
    utility::candidates(&mut planner, here, struck, &mut found);
    objective::acts(&planner, &mut found);
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    // Whatever is done ends overwatch (S-70).
    let held = watching::held(&mut planner);
    for (score, act) in found {
        if score < LEAST || score <= held {
            break;
        }
        if planner.permits(&act) {
            return Command::act(unit, with_more(&planner, act));
        }
    }
    if planner.own().initiative.must_press
        && !planner.own().initiative.pressed
        && let Some(def) = facts.book.actions.iter().find(|def| legal::presses(def))
    {
        for mode in [Mode::Free, Mode::Standard] {
            let act = Act { action: def.id, mode, args: Args::default() };
            if planner.permits(&act) {
                return Command::act(unit, act);
            }
        }
    }
    Command::End { unit }
}

/// Who is at a task goes on with it, unless there is a foe to strike and more than this round's work is left.
fn at_work(facts: &Facts, unit: UnitId, granted: Option<Key>, left: u32) -> Command {
    let end = Command::End { unit };
    let mut free = facts.clone();
    if let Some(own) = free.unit_mut(unit) {
        own.usage.task = None;
    }
    let strikes = match choose(&free, unit, granted) {
        Command::Act { action, .. } => facts.book.action(action).is_some_and(|def| def.attacks()),
        _ => false,
    };
    if !strikes || left <= 1 {
        return end;
    }
    let occasion = Occasion { granted: granted.is_some(), ..Occasion::default() };
    let offers = legal::offers(facts, unit, &occasion);
    let possible = offers.into_iter().filter(|offer| offer.refusal.is_none());
    let mut giving =
        possible.filter(|offer| facts.book.action(offer.action).is_some_and(|def| task::gives_up(def)));
    let act = |offer: Offer| Act { action: offer.action, mode: offer.mode, ..Act::default() };
    giving.next().map_or(end, |offer| Command::act(unit, act(offer)))
}

/// The same attack with every other weapon in hand that may join it (D-26).
fn with_more(planner: &Planner<'_>, act: Act) -> Act {
    let def = planner.facts.book.action(act.action).filter(|def| def.attacks());
    let (Some(def), Some(first)) = (def, act.args.weapon) else { return act };
    let mut best = act;
    for id in further(planner.facts, planner.own(), def, first, 0) {
        let mut more = best.clone();
        more.args.more.push(id);
        if planner.permits(&more) {
            best = more;
        }
    }
    best
}

/// Whether a long fight cannot be won: nobody on the side takes from a known foe what would still count by now.
fn hopeless(planner: &Planner<'_>) -> bool {
    if planner.facts.round < PATIENCE || planner.foes.is_empty() || planner.objective.is_set() {
        return false;
    }
    let facts = planner.facts;
    let least = HOPE * f64::from(facts.round - PATIENCE);
    planner.friends.iter().copied().chain([planner.at]).all(|at| {
        let own = &facts.units[at];
        let mut armed = own.clone();
        for item in &mut armed.gear.items {
            item.held = true;
            item.loaded = item.loaded.max(1);
        }
        ways(facts, &armed, &[Mode::Standard]).iter().all(|way| {
            planner.foes.iter().all(|foe| {
                way.worth(facts, &planner.faces, &way.spec(own.id(), foe.id), &foe.limits, 1.0) <= least
            })
        })
    })
}

/// Attacks from where the unit stands. Gives the best, with what it is worth.
fn strikes(planner: &mut Planner<'_>, found: &mut Found) -> Option<(f64, usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    let provoking = planner.provoking();
    for way in 0..planner.ways.len() {
        if planner.times(way, &[], &[]) == 0 {
            continue;
        }
        let (cost, tags) = (planner.ways[way].cost.clone(), planner.ways[way].def.tags.clone());
        let rest = moves::after(planner, &cost, &tags);
        let paid = planner.price(&planner.ways[way].price) + planner.strain(&cost, &[]);
        if planner.ways[way].area.is_some() {
            let weight = |id| {
                planner.foes.iter().find(|foe| foe.id == id).map_or(weights::UNKNOWN_FOE, |foe| foe.worth)
            };
            let aimed =
                areas::best(planner.facts, &planner.faces, planner.own(), &planner.ways[way], &weight, None);
            let Some((gain, args)) = aimed else { continue };
            let choice = &planner.ways[way];
            let risk = if choice.provokes { planner.risk(provoking) } else { 0.0 };
            let mut score = gain + weights::LATER * rest - paid - risk;
            if gain > SLIGHT && choice.spell.is_none() && choice.mode != Mode::Swift {
                score = score.max(weights::STRIKES * LEAST);
            }
            found.push((score, Act { action: choice.def.id, mode: choice.mode, args }));
            let foe = (0..planner.foes.len()).find(|foe| planner.gain(way, *foe).is_some());
            if let Some(foe) = foe.filter(|_| best.is_none_or(|(known, ..)| gain > known)) {
                best = Some((gain, way, foe));
            }
            continue;
        }
        for foe in 0..planner.foes.len() {
            let Some(gain) = planner.gain(way, foe) else { continue };
            let choice = &planner.ways[way];
            let risk = if choice.provokes { planner.risk(provoking) } else { 0.0 };
            let kept = choice.spell.map_or(0.0, |spell| spellcasting::upkeep(planner, spell, &cost, gain));
            let mut score = gain + kept + weights::LATER * rest - paid - risk;
            if gain > SLIGHT
                && (choice.spell.is_none() || gain > weights::SPELL_BLOW)
                && choice.mode != Mode::Swift
            {
                // Blows are struck even where they hardly pay: a fight has to end.
                score = score.max(weights::STRIKES * LEAST);
            } else if choice.price.is_empty()
                && choice.spell.is_none()
                && planner.foes[foe].limits.spoils_at.is_none()
            {
                score = score.max(weights::FREE_STRIKES * LEAST);
            }
            if best.is_none_or(|(known, ..)| gain > known) {
                best = Some((gain, way, foe));
            }
            let mut act = choice.act(planner.foes[foe].id);
            if choice.def.steps.contains(&Step::Haul) {
                // Whoever is thrown lands where it does most harm (D-82).
                let other = &planner.facts.units[planner.foes[foe].at];
                let there = hauls::brought(planner.facts, planner.own(), other, &choice.def);
                let Some((worth, square)) = there else { continue };
                score += weights::UNKNOWN_CHECK * worth;
                act.args.square = Some(square);
            }
            found.push((score, act));
        }
    }
    best
}
