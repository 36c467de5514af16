//! The places where sides win, on the cards of their squares.

use crate::rules::action::Need;
use crate::window::session::prelude::*;

/// The places that count for a goal in which a unit stands, by their names (S-19).
pub fn goals_of(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let stands = |patch: &Patch| unit.place.area.squares().any(|square| patch.contains(square));
    let here = facts.goal_places().filter(|(patch, _)| stands(patch));
    let name = |kind: Key| words::capital(&facts.book.name_of(kind));
    here.map(|(_, kind)| line(say!("card-in-goal", place = name(*kind)), "")).collect()
}

/// What a square counts for: the name of each place there that counts for a goal, and how whose side wins by it (S-19).
pub fn goal_lines(play: &Play, facts: &Facts, square: Square) -> Vec<SideLine> {
    let mut lines = Vec::new();
    for (_, kind) in facts.goal_places().filter(|(patch, _)| patch.contains(square)) {
        let place = words::capital(&facts.book.name_of(*kind));
        for (side, round) in facts.wins_at(*kind) {
            let (place, side) = (place.as_str(), play.side_name(side));
            let text = match round {
                Some(round) if round <= facts.round.max(1) => {
                    say!("goal-wins-now", place = place, side = side)
                }
                Some(round) => say!("goal-wins", place = place, side = side, round = round),
                None => say!("goal-counts", place = place, side = side),
            };
            lines.push(line(text, ""));
        }
        lines.extend(acts_at(facts, *kind));
    }
    lines
}

/// The actions that can be done only in a place of this kind, each with the rule that it leads to.
fn acts_at(facts: &Facts, kind: Key) -> impl Iterator<Item = SideLine> {
    let here = Key::new(&format!("at.{kind}"));
    let asks = move |need: &Need| matches!(need, Need::Test(test, _) if test.names().contains(&here));
    let acts = facts.book.actions.iter().filter(move |def| def.needs.iter().any(asks));
    acts.map(|def| ruled(line(say!("goal-acts", action = &def.name), ""), Some(def.rule)))
}
