//! The damage an attack may do, in columns, and the odds of what becomes of the target.

use super::condition_topic;
use crate::rules::{odds::TargetOdds, unit_systems::SystemsRule};
use crate::window::session::prelude::*;

/// Columns at most, the one for no loss among them.
const COLUMNS: i32 = 10;
/// Conditions told at most.
const CONDITIONS: usize = 4;

/// What harm to a unit is counted in, if in hits on its systems (C-129).
fn in_hits<'a>(facts: &'a Facts, target: &UnitState) -> Option<&'a SystemsRule> {
    facts.book.settings.systems.as_ref().filter(|_| facts.systems(target).is_some())
}

/// The odds with what is lost as the target counts it: damage, or hits on its systems.
pub fn counted(facts: &Facts, target: &UnitState, mut odds: AttackOdds) -> AttackOdds {
    if let Some(rule) = in_hits(facts, target) {
        odds.loss = odds.loss.map(|damage| rule.groups(*damage).into_iter().map(i32::from).sum::<i32>());
    }
    odds
}

/// What the mean of it is called.
pub fn expected(facts: &Facts, target: &UnitState) -> String {
    if in_hits(facts, target).is_some() { say!("number-expected-hits") } else { say!("number-expected") }
}

/// Where damage is summed up: what is left until all of it, and what that would come to on average.
pub fn sum_after(facts: &Facts, target: &UnitState, odds: &AttackOdds) -> Option<SideLine> {
    words::damage(facts, target)?;
    let (_, now, most) = words::main_left(facts, target);
    let mean = i32::try_from((odds.mean_thousandths() + 500) / 1000).unwrap_or(i32::MAX);
    let then = words::number(now.saturating_sub(mean));
    let told = say!("card-damage-sum", now = words::number(now), then = then, most = most);
    Some(SideLine { harm: true, ..line(say!("card-damage-left"), told) })
}

/// The chances to put a target out of the fight and to kill it, where there are any, as numbers of a card. Where nobody
/// can say, the chance that nothing is left of its track.
pub fn fates(
    facts: &Facts,
    target: &UnitState,
    loss: &Dist<i32>,
    target_odds: Option<&TargetOdds>,
) -> Vec<(String, String, bool)> {
    let told = match target_odds {
        // What disables only where it kills is told once.
        Some(odds) if odds.disabled == odds.killed => vec![(odds.killed, say!("loss-kills"))],
        Some(odds) => vec![(odds.disabled, say!("loss-disables")), (odds.killed, say!("loss-kills"))],
        None => empties(facts, target, loss).into_iter().collect(),
    };
    let told = told.into_iter().filter(|(chance, _)| *chance != Chance::NEVER);
    told.map(|(chance, what)| (percent(chance), what, true)).collect()
}

/// The chance that nothing is left of the track that harm is taken from.
fn empties(facts: &Facts, target: &UnitState, loss: &Dist<i32>) -> Option<(Chance, String)> {
    let id = match &facts.book.settings.harm.land {
        Land::Track(id) | Land::Spill(id, _) if in_hits(facts, target).is_none() => *id,
        _ => return None,
    };
    let (track, def) = (target.tracks.get(id)?, facts.book.track(id)?);
    let left = Some(track.now).filter(|now| *now > 0 && !def.rises)?;
    Some((loss.at_least(left), say!("loss-empties", track = &def.name)))
}

/// Adds the columns of what may be lost, and what may become of the target.
pub fn add(
    facts: &Facts,
    target: &UnitState,
    (odds, target_odds): (&AttackOdds, Option<&TargetOdds>),
    card: &mut SideCard,
) {
    let worst = super::worst(&odds.loss);
    if worst <= 0 {
        return;
    }
    card.numbers.extend(fates(facts, target, &odds.loss, target_odds));
    // What is dealt at least is not led up to by empty columns.
    let least = odds.loss.iter().map(|(loss, ..)| *loss).filter(|loss| *loss > 0).min().unwrap_or(worst);
    let step = (worst - least + COLUMNS - 1) / (COLUMNS - 1);
    let grade = |loss: i32| match target_odds {
        _ if loss <= 0 => Grade::Nothing,
        Some(target_odds) if target_odds.killed_from.is_some_and(|from| loss >= from) => Grade::Dead,
        Some(target_odds) if target_odds.disabled_from.is_some_and(|from| loss >= from) => Grade::Disabled,
        _ => Grade::Hurt,
    };
    let column = |from: i32, to: i32| {
        let chance = odds.loss.probability(|loss| (from..=to).contains(loss));
        let text = percent(chance).trim_end_matches('%').to_owned();
        let text = if chance == Chance::NEVER { String::new() } else { text };
        let share = chance.as_f64() as f32;
        Column { foot: from.to_string(), share, text, grade: grade(to) }
    };
    card.columns.push(column(i32::MIN, 0));
    card.columns[0].foot = "0".to_owned();
    let mut from = least;
    while from <= worst {
        let last = from + step > worst;
        card.columns.push(column(from, if last { i32::MAX } else { from + step - 1 }));
        if last && let Some(column) = card.columns.last_mut() {
            column.grade = grade(worst);
        }
        from += step;
    }
    card.columns.retain(|column| column.foot == "0" || !column.text.is_empty());
    card.columns_note = match step {
        1 if in_hits(facts, target).is_some() => say!("loss-columns-hits"),
        1 => say!("loss-columns"),
        _ => say!("loss-columns-of", n = step),
    };
    let Some(target_odds) = target_odds else { return };
    // That it dies stands among the numbers; that a ship lies prone is not told (S-91).
    let dead = |id: &Key| facts.book.condition(*id).is_some_and(|def| def.dead);
    let told = |id: &Key| !dead(id) && show::is_told(facts, target, *id);
    for (id, chance) in target_odds.each.iter().filter(|(id, _)| told(id)).take(CONDITIONS) {
        let text = words::condition(&facts.book, *id, 1);
        let topic = Some(condition_topic(*id));
        let rule = facts.book.condition(*id).map(|def| def.rule.as_str().to_owned());
        card.lines.push(SideLine { topic, rule, harm: true, ..line(text, percent(*chance)) });
    }
}
