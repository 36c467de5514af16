//! `odds`: an attack's exact distribution with its modifiers, as text and as JSON.

use std::{path::PathBuf, sync::Arc};

use serde_json::json;

use super::{Folders, library, sorry};
use crate::{
    battle::{Battle, command::Command, prompt::Ask},
    grid::Square,
    key::Key,
    locale,
    rules::{
        action::ActionDef,
        attack::AttackSpec,
        facts::{Facts, UnitId},
        fire,
        legal::{self, Args},
        odds::{self, AttackOdds},
    },
    saves::replays,
};

/// Arguments of `odds`.
#[derive(clap::Args, Debug)]
pub struct OddsArguments {
    /// The scenario that the units are of.
    scenario: String,
    /// Who attacks.
    attacker: String,
    /// Whom.
    target: String,
    /// With which action; nothing: the plain attack, or else the first that is possible.
    #[arg(long)]
    action: Option<String>,
    /// With which weapon.
    #[arg(long)]
    weapon: Option<String>,
    /// With which spell.
    #[arg(long)]
    spell: Option<String>,
    /// The square at which an area attack is aimed, as COLUMN,ROW; nothing: the target's nearest.
    #[arg(long, value_name = "COLUMN,ROW", value_parser = square)]
    square: Option<Square>,
    /// The north-west square of what it covers, as COLUMN,ROW; nothing: the aim is in its middle.
    #[arg(long, value_name = "COLUMN,ROW", value_parser = square)]
    corner: Option<Square>,
    /// The rounds of a burst.
    #[arg(long, value_name = "NUMBER")]
    rounds: Option<i32>,
    /// Put them so many squares apart, in a row, first.
    #[arg(long, value_name = "SQUARES")]
    distance: Option<i16>,
    /// By another of the scenario's rulebooks.
    #[arg(long, value_name = "BOOK")]
    rulebook: Option<String>,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// A replay to take the state from, at its end.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

fn square(text: &str) -> Result<Square, String> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok(Square::new(x, y)),
        _ => Err("two numbers, as in 4,2".to_owned()),
    }
}

pub(super) fn run(folders: &Folders, arguments: &OddsArguments) -> u8 {
    let Some(library) = library(folders) else { return 2 };
    let scenario = Key::new(&arguments.scenario);
    let book = arguments.rulebook.as_deref().map(Key::new);
    let battle = match &arguments.replay {
        Some(file) => {
            match replays::read(file).and_then(|replay| super::replay::verified(&library, &replay)) {
                Ok(battle) => battle,
                Err(text) => return sorry(text),
            }
        }
        None => match library.setup(scenario, 0, book) {
            Ok(setup) => begun(Battle::new(setup)),
            Err(text) => return sorry(text),
        },
    };
    let mut facts = (**battle.truth()).clone();
    let (by, target) = (UnitId::new(&arguments.attacker), UnitId::new(&arguments.target));
    for id in [by, target] {
        if facts.unit(id).is_none() {
            let known: Vec<&str> = facts.units.iter().map(|unit| unit.id().0.as_str()).collect();
            let hint = crate::suggest::suggest(id.0.as_str(), known.iter().copied());
            return sorry(match hint {
                Some(hint) => format!("there is no unit \"{id}\"; did you mean \"{hint}\"?"),
                None => format!("there is no unit \"{id}\"; there are: {}", known.join(", ")),
            });
        }
    }
    if let Some(distance) = arguments.distance {
        let Some(from) = facts.unit(by).map(|unit| unit.place.area) else { return 2 };
        if let Some(unit) = facts.unit_mut(target) {
            unit.place.area.origin = from.origin;
            let east = i16::from(from.columns).saturating_sub(1).saturating_add(distance);
            unit.place.area.origin.x = unit.place.area.origin.x.saturating_add(east);
        }
    }
    let Some(own) = facts.unit(by) else { return 2 };
    let action = match &arguments.action {
        Some(action) => Key::new(action),
        None => match first_attack(&facts, by, target) {
            Some(action) => action,
            None => {
                return sorry(format!("{by} has no attack that reaches {target}; name one with --action"));
            }
        },
    };
    let Some(def) = facts.book.action(action).cloned() else {
        let known = facts.book.actions.iter().filter(|def| def.attacks()).map(|def| def.id.as_str());
        let known: Vec<&str> = known.collect();
        return sorry(format!("there is no action \"{action}\"; attacks are: {}", known.join(", ")));
    };
    let named = arguments.weapon.as_deref().map(Key::new);
    let weapon = named.or_else(|| legal::default_weapon(&facts, own, &def));
    let spec = AttackSpec {
        weapon,
        rounds: fire::rounds(&facts, own, &def, weapon, arguments.rounds),
        spell: arguments.spell.as_deref().map(Key::new),
        ..AttackSpec::new(by, target, &def)
    };
    let possible = crate::rules::attack::possible(&facts, &spec);
    let args =
        Args { target: Some(target), square: arguments.square, corner: arguments.corner, ..Args::default() };
    let Some(odds) = odds::attack_at(&facts, &spec, &args) else {
        return sorry(format!("{by} cannot attack {target} with {action}"));
    };
    if arguments.json {
        tell!("{}", as_json(&facts, &spec, &odds, possible.err().map(|why| locale::refusal(&why))));
    } else {
        print(&facts, &spec, &odds, possible.err().map(|why| locale::refusal(&why)));
    }
    0
}

/// A battle brought to the first turn, every other question declined.
fn begun(mut battle: Battle) -> Battle {
    battle.advance();
    for _ in 0..100 {
        let Some(prompt) = battle.prompt() else { break };
        let command = match &prompt.ask {
            Ask::Turn { .. } => break,
            Ask::Choice { options, .. } => match options.first() {
                Some(first) => Command::Choose { unit: prompt.unit, option: first.id },
                None => break,
            },
            _ => Command::Decline { unit: prompt.unit },
        };
        if battle.submit(command).is_err() {
            break;
        }
    }
    battle
}

/// The plainest attack that reaches the target, wherever the book has it.
fn first_attack(facts: &Facts, by: UnitId, target: UnitId) -> Option<Key> {
    let own = facts.unit(by)?;
    let all = facts.book.actions.iter().filter(|def| def.weapon_use().is_some() && def.attacks());
    let attacks = all.filter(|def| def.path().is_none() && !def.is_reaction());
    let reaches = |def: &&Arc<ActionDef>| {
        let spec =
            AttackSpec { weapon: legal::default_weapon(facts, own, def), ..AttackSpec::new(by, target, def) };
        spec.weapon.is_some() && crate::rules::attack::possible(facts, &spec).is_ok()
    };
    attacks.filter(reaches).min_by_key(|def| legal::plainness(facts, own, def)).map(|def| def.id)
}

fn print(facts: &Facts, spec: &AttackSpec<'_>, odds: &AttackOdds, why_not: Option<String>) {
    let book = &facts.book;
    let name = |id: UnitId| facts.unit(id).map_or_else(|| id.to_string(), |unit| unit.identity.name.clone());
    tell!("{} attacks {}: {}", name(spec.by), name(spec.target), spec.action.name);
    if let Some(why) = why_not {
        tell!("  not possible as they stand: {why}");
    }
    if let Some(square) = odds.square {
        tell!("  strikes the square aimed at {}", square.percent_text());
    }
    tell!("  lands     {}", odds.lands.percent_text());
    tell!("  critical  {}", odds.critical.percent_text());
    if let Some(item) = &odds.item {
        tell!(
            "  at {}: breaks {}, destroyed {}",
            book.name_of(item.item),
            item.broken.percent_text(),
            item.destroyed.percent_text()
        );
    }
    let (num, den) = odds.loss.mean();
    let mean = num as f64 / den as f64;
    tell!("  mean loss {mean:.2}, at most {}", odds.worst());
    tell!("  {} {:?}", book.name_of(odds.check.id), odds.check.direction);
    for part in &odds.check.parts {
        let rule = part.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let not = part
            .why_not
            .as_ref()
            .map_or_else(String::new, |why| format!(" (not counted: {})", locale::tell(why)));
        tell!("    {:+3}  {}{rule}{not}", part.value, book.name_of(part.source));
    }
    tell!("    against {}", odds.check.number());
    tell!("  loss  chance");
    for (loss, num, den) in odds.loss.iter() {
        tell!("  {loss:4}  {}", crate::dice::Chance::new(num, den).percent_text());
    }
}

fn as_json(facts: &Facts, spec: &AttackSpec<'_>, odds: &AttackOdds, why_not: Option<String>) -> String {
    let fraction = |chance: crate::dice::Chance| json!({"num": chance.num().to_string(), "den": chance.den().to_string(), "value": chance.as_f64()});
    let parts: Vec<_> = odds
        .check
        .parts
        .iter()
        .map(|part| {
            json!({
                "kind": format!("{:?}", part.kind), "source": part.source, "name": facts.book.name_of(part.source),
                "rule": part.rule, "value": part.value, "counted": part.counted,
                "why_not": part.why_not.as_ref().map(locale::tell),
            })
        })
        .collect();
    let loss: Vec<_> = odds
        .loss
        .iter()
        .map(|(loss, num, den)| json!({"loss": loss, "num": num.to_string(), "den": den.to_string()}))
        .collect();
    json!({
        "attacker": spec.by, "target": spec.target, "action": spec.action.id, "weapon": spec.weapon,
        "spell": spec.spell, "possible": why_not.is_none(), "why_not": why_not,
        "strikes_square": odds.square.map(fraction), "lands": fraction(odds.lands), "critical": fraction(odds.critical),
        "mean_thousandths": odds.mean_thousandths(), "worst": odds.worst(),
        "check": {"id": odds.check.id, "number": odds.check.number(), "modifier": odds.check.modifier(), "parts": parts},
        "loss": loss,
        "item": odds.item.as_ref().map(|item| json!({
            "id": item.item, "broken": fraction(item.broken), "destroyed": fraction(item.destroyed),
        })),
    })
    .to_string()
}
