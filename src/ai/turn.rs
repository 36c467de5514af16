//! One's own turn: every candidate with its score, the best that is allowed.
//!
//! A score is what the rest of the turn is expected to gain by beginning so, compared with ending it here.

pub use super::weights::LEAST_DEED as LEAST;
use super::weights::{self, HOPE, PATIENCE};
use super::{
    areas, blind, deeds, driving, feats, goal, magic,
    mind::Mind,
    moves,
    position::{SLIGHT, standing},
    rams,
    ways::ways,
};
use crate::{
    battle::command::Command,
    key::Key,
    rules::{
        economy::Mode,
        facts::{Facts, Phase, UnitId},
        legal::{self, Act, Args, Occasion},
        task,
    },
};

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
    let Some(mut mind) = Mind::new(facts, unit, granted) else { return Command::End { unit } };
    let mut found = Found::new();
    if mind.best(|_, _| true).is_none_or(|(gain, ..)| gain <= SLIGHT) {
        mind.goal = goal::choose(&mind);
    }
    if hopeless(&mind) {
        return Command::Concede { side: mind.own().identity.side };
    }
    let here = standing(&mut mind);
    let struck = strikes(&mut mind, &mut found);
    if struck.is_none() {
        blind::fire(&mind, &mut found);
    }
    feats::feats(&mut mind, &mut found);
    moves::charges(&mut mind, here, &mut found);
    moves::moves(&mut mind, here, &mut found);
    rams::rams(&mut mind, here, &mut found);
    driving::driving(&mut mind, &mut found);
    deeds::deeds(&mut mind, here, struck, &mut found);
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (score, act) in found {
        if score < LEAST {
            break;
        }
        if mind.permits(&act) {
            return Command::act(unit, with_more(&mind, act));
        }
    }
    if mind.own().initiative.must_press
        && !mind.own().initiative.pressed
        && let Some(def) = facts.book.actions.iter().find(|def| legal::presses(def))
    {
        for mode in [Mode::Free, Mode::Standard] {
            let act = Act { action: def.id, mode, args: Args::default() };
            if mind.permits(&act) {
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
    giving.next().map_or(end, |offer| Command::Act {
        unit,
        action: offer.action,
        mode: offer.mode,
        args: Args::default(),
    })
}

/// The same attack with every other weapon in hand that may join it (D-26).
fn with_more(mind: &Mind<'_>, act: Act) -> Act {
    let (facts, own) = (mind.facts, mind.own());
    let uses = facts.book.action(act.action).filter(|def| def.attacks()).and_then(|def| def.weapon_use());
    let (Some(uses), Some(first)) = (uses, act.args.weapon) else { return act };
    let mut best = act;
    for (item, weapon) in facts.in_hand(own, uses) {
        // Only where a weapon's damage is its own do several count.
        if item.id == first || weapon.natural || weapon.portions.is_empty() {
            continue;
        }
        let mut more = best.clone();
        more.args.more.push(item.id);
        if mind.permits(&more) {
            best = more;
        }
    }
    best
}

/// Whether a long fight cannot be won: no way of anyone on the side takes anything from any foe that is known, not
/// even with a critical hit or by wearing shields down. The longer it lasts, the less does a little count.
fn hopeless(mind: &Mind<'_>) -> bool {
    if mind.facts.round < PATIENCE || mind.foes.is_empty() {
        return false;
    }
    let facts = mind.facts;
    let least = HOPE * f64::from(facts.round - PATIENCE);
    mind.friends.iter().copied().chain([mind.at]).all(|at| {
        let own = &facts.units[at];
        let mut armed = own.clone();
        for item in &mut armed.gear.items {
            item.held = true;
            item.loaded = item.loaded.max(1);
        }
        ways(facts, &armed, &[Mode::Standard]).iter().all(|way| {
            mind.foes.iter().all(|foe| {
                way.worth(facts, &mind.faces, &way.spec(own.id(), foe.id), &foe.toll, 1.0) <= least
            })
        })
    })
}

/// Attacks from where the unit stands. Gives the best, with what it is worth.
fn strikes(mind: &mut Mind<'_>, found: &mut Found) -> Option<(f64, usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    let provoking = mind.provoking();
    for way in 0..mind.ways.len() {
        if mind.times(way, &[], &[]) == 0 {
            continue;
        }
        let (cost, tags) = (mind.ways[way].cost.clone(), mind.ways[way].def.tags.clone());
        let rest = moves::after(mind, &cost, &tags);
        let paid = mind.price(&mind.ways[way].price) + mind.strain(&cost, &[]);
        if mind.ways[way].area.is_some() {
            let weight =
                |id| mind.foes.iter().find(|foe| foe.id == id).map_or(weights::UNKNOWN_FOE, |foe| foe.worth);
            let aimed = areas::best(mind.facts, &mind.faces, mind.own(), &mind.ways[way], &weight, None);
            let Some((gain, args)) = aimed else { continue };
            let choice = &mind.ways[way];
            let risk = if choice.provokes { mind.risk(provoking) } else { 0.0 };
            let mut score = gain + weights::LATER * rest - paid - risk;
            if gain > SLIGHT && choice.spell.is_none() && choice.mode != Mode::Swift {
                score = score.max(weights::STRIKES * LEAST);
            }
            found.push((score, Act { action: choice.def.id, mode: choice.mode, args }));
            let foe = (0..mind.foes.len()).find(|foe| mind.gain(way, *foe).is_some());
            if let Some(foe) = foe.filter(|_| best.is_none_or(|(known, ..)| gain > known)) {
                best = Some((gain, way, foe));
            }
            continue;
        }
        for foe in 0..mind.foes.len() {
            let Some(gain) = mind.gain(way, foe) else { continue };
            let choice = &mind.ways[way];
            let risk = if choice.provokes { mind.risk(provoking) } else { 0.0 };
            let kept = choice.spell.map_or(0.0, |spell| magic::upkeep(mind, spell, &cost, gain));
            let mut score = gain + kept + weights::LATER * rest - paid - risk;
            if gain > SLIGHT
                && (choice.spell.is_none() || gain > weights::SPELL_BLOW)
                && choice.mode != Mode::Swift
            {
                // Blows are struck even where they hardly pay: a fight has to end.
                score = score.max(weights::STRIKES * LEAST);
            } else if choice.price.is_empty() && choice.spell.is_none() {
                score = score.max(weights::FREE_STRIKES * LEAST);
            }
            if best.is_none_or(|(known, ..)| gain > known) {
                best = Some((gain, way, foe));
            }
            found.push((score, choice.act(mind.foes[foe].id)));
        }
    }
    best
}
