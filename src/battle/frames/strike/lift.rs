//! Degrees of an attack in place of one of its damage dice (S-43): of one blow, or of all blows of one attack.
//!
//! What the dice come to is in `loss`.

use crate::battle::prelude::*;

/// A damage die that degrees may replace.
struct Liftable {
    /// Of which blow.
    blow: usize,
    /// Which of its dice.
    at: usize,
    shows: i32,
    degrees: i32,
}

impl Strike {
    /// The one die that is replaced: asked, or the one that gains most where nobody wants to be asked.
    pub(in crate::battle::frames) fn lift(
        blows: &mut [Self],
        battle: &mut Battle,
        answer: Option<&Command>,
    ) -> Option<Flow> {
        let dice = liftable(blows);
        if let Some(answer) = answer {
            if let Command::Choose { option, .. } = answer
                && let Some(number) = option.as_str().strip_prefix("die_")
                && let Ok(number) = number.parse::<usize>()
                && let Some(die) = dice.get(number.saturating_sub(1))
            {
                replace(blows, die, battle);
            }
            return None;
        }
        let best = dice.iter().min_by_key(|die| die.shows - die.degrees)?;
        if best.degrees <= best.shows {
            return None;
        }
        let by = blows.first()?.by;
        let facts = battle.facts();
        let about = ChoiceKind::ReplaceDie;
        let policy = facts.unit(by).map(|unit| battle.answers().choice(unit.side(), by, about));
        if policy != Some(Policy::Ask) {
            if policy != Some(Policy::Decline) {
                replace(blows, best, battle);
            }
            return None;
        }
        let several = blows.iter().any(|blow| Some(blow.target) != blows.first().map(|first| first.target));
        let mut options = vec![ChoiceOption::new("none", message!("core-keep-the-dice"), 0)];
        for (number, die) in (1..).zip(&dice) {
            let target = blows.get(die.blow).and_then(|blow| facts.unit(blow.target)).filter(|_| several);
            let (shows, degrees) = (die.shows, die.degrees);
            let text = match target {
                Some(target) => {
                    message!("core-x-becomes-x-for-x", die = shows, degrees, unit = target.identity.name)
                }
                None => message!("core-x-becomes-x", die = shows, degrees),
            };
            options.push(ChoiceOption::new(&format!("die_{number}"), text, degrees - shows));
        }
        Some(battle.ask(by, Ask::Choice { about, target: None, options }))
    }
}

/// The dice of all that has hit, blow by blow.
fn liftable(blows: &[Strike]) -> Vec<Liftable> {
    let mut dice = Vec::new();
    for (blow, strike) in blows.iter().enumerate() {
        if !strike.result.landed || strike.damage.unlifted {
            continue;
        }
        let degrees = strike.result.first.as_ref().map_or(0, |reading| reading.degrees);
        let shown = strike.damage.dice.iter().enumerate();
        dice.extend(shown.map(|(at, shows)| Liftable { blow, at, shows: i32::from(*shows), degrees }));
    }
    dice
}

fn replace(blows: &mut [Strike], die: &Liftable, battle: &mut Battle) {
    if let Some(strike) = blows.get_mut(die.blow) {
        let Liftable { at, shows, degrees, .. } = *die;
        strike.damage.replaced = Some((at, degrees));
        battle.record(Outcome::Lifted { unit: strike.by, shows, degrees });
    }
}
