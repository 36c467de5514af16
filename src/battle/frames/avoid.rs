//! Choosing not to fight: a side that knows of all the others, none of whom knows of it (C-32).
//!
//! The question comes before any die is thrown for the fight.

use crate::battle::prelude::*;

/// The answer by which there is no fight.
const AVOID: &str = "avoid";

/// Asks the sides that may avoid the fight, one after the other; `at` counts them. None: all have chosen.
pub(super) fn choice(battle: &mut Battle, at: &mut usize, context: Context) -> OrFlow {
    let sides = able(battle);
    if let Some(answer) = context.answer {
        let avoids = matches!(answer, Command::Choose { option, .. } if option == AVOID);
        if let Some((side, _)) = sides.get(*at).filter(|_| avoids) {
            return avoid(battle, *side).map(|()| None);
        }
        *at += 1;
    }
    while let Some((side, unit)) = sides.get(*at).copied() {
        let about = ChoiceKind::Avoid;
        match battle.world().resource::<Answers>().choice(side, unit, about) {
            Policy::Take => return avoid(battle, side).map(|()| None),
            Policy::Decline => *at += 1,
            _ => {
                let options = vec![
                    ChoiceOption::new("none", message!("core-fight"), 0),
                    ChoiceOption::new(AVOID, message!("core-let-them-pass"), 0),
                ];
                return Ok(Some(battle.ask(unit, Ask::Choice { about, target: None, options })));
            }
        }
    }
    Ok(None)
}

/// Sides that may avoid the fight, each with who decides: its commander, or the first of it.
fn able(battle: &mut Battle) -> Vec<(Side, UnitId)> {
    let opening = battle.world().resource::<Beginning>().0.clone();
    let facts = battle.facts();
    let (Some(_), OpeningAwareness::Surprised(surprised)) =
        (facts.book.settings.timing.avoid, &opening.awareness)
    else {
        return Vec::new();
    };
    let mut found: Vec<(Side, UnitId)> = Vec::new();
    for unit in &facts.units {
        let side = unit.side();
        if found.iter().any(|(known, _)| *known == side) {
            continue;
        }
        let aware = facts.units.iter().all(|own| own.side() != side || !surprised.contains(&own.id()));
        let unknown = facts.units.iter().all(|other| other.side() == side || surprised.contains(&other.id()));
        if aware && unknown && several(&facts, side) {
            found.push((side, opening.commanders.get(&side.0).copied().unwrap_or(unit.id())));
        }
    }
    found
}

fn several(facts: &Facts, side: Side) -> bool {
    facts.units.iter().any(|unit| unit.side() != side)
}

/// With only one other side there is no fight; else the others have it among themselves.
fn avoid(battle: &mut Battle, side: Side) -> OrFault {
    battle.record(Outcome::Avoided { side });
    let facts = battle.facts();
    let mut others: Vec<Side> =
        facts.units.iter().map(|unit| unit.side()).filter(|own| *own != side).collect();
    others.sort();
    others.dedup();
    if others.len() < 2 {
        battle.world_mut().resource_mut::<Clock>().avoided = Some(side);
        return Ok(());
    }
    let mut own = facts.units.iter().filter(|unit| unit.side() == side);
    own.try_for_each(|unit| battle.apply(Effect::Leave { unit: unit.id() }))
}
