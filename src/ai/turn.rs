//! One's own turn: every candidate with its score, the best that is allowed.
//!
//! Owns the choice among candidates. A score is what the rest of the turn is expected to gain by beginning so,
//! compared with ending it here.

use super::{deeds, goal, mind::Mind, moves, position::standing};
use crate::{
    battle::command::Command,
    key::Key,
    rules::{
        economy::Mode,
        facts::{Facts, UnitId},
        legal::{self, Act, Args},
    },
};

/// An action scored below this is not worth the trouble.
pub const LEAST: f64 = 0.008;

/// Candidates so far.
pub type Found = Vec<(f64, Act)>;

/// A command for a turn.
pub fn choose(facts: &Facts, unit: UnitId, granted: Option<Key>) -> Command {
    let Some(mut mind) = Mind::new(facts, unit, granted) else { return Command::End { unit } };
    let mut found = Found::new();
    if mind.best(|_, _| true).is_none() {
        mind.goal = goal::choose(&mind);
    }
    let here = standing(&mut mind);
    let struck = strikes(&mut mind, &mut found);
    moves::charges(&mut mind, here, &mut found);
    moves::moves(&mut mind, here, &mut found);
    deeds::deeds(&mut mind, here, struck, &mut found);
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (score, act) in found {
        if score < LEAST {
            break;
        }
        if mind.permits(&act) {
            return Command::act(unit, act);
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

/// Attacks from where the unit stands. Gives the best, with what it is worth.
fn strikes(mind: &mut Mind<'_>, found: &mut Found) -> Option<(f64, usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    let provoking = mind.provoking();
    for way in 0..mind.ways.len() {
        let times = mind.times(way, &[], &[]);
        if times == 0 {
            continue;
        }
        for foe in 0..mind.foes.len() {
            let Some(gain) = mind.gain(way, foe) else { continue };
            let choice = &mind.ways[way];
            let risk = if choice.provokes { provoking } else { 0.0 };
            let more = 0.9 * gain * f64::from(times - 1);
            let mut score = gain + more - mind.price(&choice.price) - mind.caution.max(0.2) * 2.0 * risk;
            if choice.mode == Mode::Swift {
                score -= 0.02;
            }
            if gain > 0.0 && (choice.spell.is_none() || gain > 0.05) {
                // Blows are struck even where they hardly pay: a fight has to end.
                score = score.max(2.0 * LEAST);
            }
            if best.is_none_or(|(known, ..)| gain > known) {
                best = Some((gain, way, foe));
            }
            found.push((score, choice.act(mind.foes[foe].id)));
        }
    }
    best
}
