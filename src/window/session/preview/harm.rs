//! The damage an attack may do, in columns, and the odds of what becomes of the target.

use super::condition_topic;
use crate::{
    rules::{
        odds::{AttackOdds, TargetOdds},
        unit_systems::SystemsRule,
    },
    window::{
        session::prelude::*,
        view::{Column, Grade},
    },
};

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

/// Where damage is summed up: what the sum is now and what it would come to on average.
pub fn sum_after(facts: &Facts, target: &UnitState, odds: &AttackOdds) -> Option<SideLine> {
    words::damage(facts, target)?;
    let (track, now, most) = words::main_track(facts, target);
    let mean = i32::try_from((odds.mean_thousandths() + 500) / 1000).unwrap_or(i32::MAX);
    let told = say!("card-damage-sum", now = now, then = now.saturating_add(mean), most = most);
    Some(SideLine { harm: true, ..line(track, told) })
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
    if let Some(target_odds) = target_odds {
        // What disables only where it kills is told once.
        let only_kills = target_odds.disabled == target_odds.killed;
        let disabled = if only_kills { Chance::NEVER } else { target_odds.disabled };
        for (chance, what) in [(disabled, say!("loss-disables")), (target_odds.killed, say!("loss-kills"))] {
            if chance != Chance::NEVER {
                card.numbers.push((percent(chance), what, true));
            }
        }
    }
    let step = (worst + COLUMNS - 2) / (COLUMNS - 1);
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
    let mut from = 1;
    while from <= worst {
        let last = from + step > worst;
        card.columns.push(column(from, if last { i32::MAX } else { from + step - 1 }));
        if last && let Some(column) = card.columns.last_mut() {
            column.grade = grade(worst);
        }
        from += step;
    }
    card.columns_note = match step {
        1 if in_hits(facts, target).is_some() => say!("loss-columns-hits"),
        1 => say!("loss-columns"),
        _ => say!("loss-columns-of", n = step),
    };
    let Some(target_odds) = target_odds else { return };
    // That it dies stands among the numbers.
    let dead = |id: &Key| facts.book.condition(*id).is_some_and(|def| def.dead);
    for (id, chance) in target_odds.each.iter().filter(|(id, _)| !dead(id)).take(CONDITIONS) {
        let text = words::condition(&facts.book, *id, 1);
        let topic = Some(condition_topic(*id));
        let rule = facts.book.condition(*id).map(|def| def.rule.as_str().to_owned());
        card.lines.push(SideLine { topic, rule, harm: true, ..line(text, percent(*chance)) });
    }
}
