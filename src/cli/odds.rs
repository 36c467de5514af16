//! `odds`: an attack's exact distribution with its modifiers, as text and as JSON.

use serde_json::json;

use crate::cli::prelude::*;
use crate::{
    dice::{Chance, Dist},
    rules::{
        action::{ActionDef, Step, Whom},
        attack::AttackSpec,
        check::{Base, Direction, Factor, Versus},
        contest::ContestOdds,
        fire,
        odds::{self, AttackOdds},
    },
};

/// What is given back of a track.
type Back = (Key, Dist<i32>);

/// Arguments of `odds`.
#[derive(clap::Args, Debug)]
pub struct OddsArguments {
    /// The scenario of the units.
    scenario: String,
    /// The attacker.
    attacker: String,
    /// The target.
    target: String,
    /// The action; default: the plain attack, or the first possible one.
    #[arg(long)]
    action: Option<String>,
    /// The weapon.
    #[arg(long)]
    weapon: Option<String>,
    /// The spell.
    #[arg(long)]
    spell: Option<String>,
    /// The target square of an area attack, as COLUMN,ROW; default: the target's nearest.
    #[arg(long, value_name = "COLUMN,ROW", value_parser = square)]
    square: Option<Square>,
    /// The area's north-west square, as COLUMN,ROW; default: the target square is its middle.
    #[arg(long, value_name = "COLUMN,ROW", value_parser = square)]
    corner: Option<Square>,
    /// The rounds of a burst.
    #[arg(long, value_name = "NUMBER")]
    rounds: Option<i32>,
    /// First place them this many squares apart, in a row.
    #[arg(long, value_name = "SQUARES")]
    distance: Option<i16>,
    /// Use another of the scenario's rulebooks.
    #[arg(long, value_name = "BOOK")]
    rulebook: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Start from the end of this replay.
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

pub(super) fn run(folders: &Folders, arguments: &OddsArguments) -> Result<u8, String> {
    let library = library(folders)?;
    let scenario = Key::new(&arguments.scenario);
    let book = arguments.rulebook.as_deref().map(Key::new);
    let battle = match &arguments.replay {
        Some(file) => super::replay::verified(&library, &replays::read(file)?)?,
        None => begun(Battle::new(library.setup(scenario, 0, book)?)),
    };
    let mut facts = (*battle.referees_knowledge()).clone();
    let (by, target) = (UnitId::new(&arguments.attacker), UnitId::new(&arguments.target));
    for id in [by, target] {
        if facts.unit(id).is_none() {
            let known = facts.units.iter().map(|unit| unit.id().0.as_str());
            return Err(unknown("there is no unit", id.0.as_str(), known));
        }
    }
    if let Some(distance) = arguments.distance {
        let Some(from) = facts.unit(by).map(|unit| unit.place.area) else { return Ok(2) };
        if let Some(unit) = facts.unit_mut(target) {
            unit.place.area.origin = from.origin;
            let east = i16::from(from.columns).saturating_sub(1).saturating_add(distance);
            unit.place.area.origin.x = unit.place.area.origin.x.saturating_add(east);
        }
    }
    let Some(own) = facts.unit(by) else { return Ok(2) };
    let action = match &arguments.action {
        Some(action) => Key::new(action),
        None => first_attack(&facts, by, target, arguments.spell.is_some())
            .ok_or_else(|| format!("{by} has no attack that reaches {target}; name one with --action"))?,
    };
    let Some(def) = facts.book.action(action).cloned() else {
        let known = facts.book.actions.iter().filter(|def| def.attacks()).map(|def| def.id.as_str());
        return Err(unknown("there is no action", action.as_str(), known));
    };
    if let Some(odds) = ContestOdds::begun(&facts, by, target, &def).filter(|_| !def.attacks()) {
        tell_contest((by, target), &def, odds.wins, arguments.json);
        return Ok(0);
    }
    let (named, spell) = made_with(&facts, (own, target), &def, arguments)?;
    let weapon = named.or_else(|| legal::default_weapon(&facts, own, &def));
    let spec = AttackSpec {
        weapon,
        rounds: fire::rounds(&facts, own, &def, weapon, arguments.rounds),
        spell,
        ..AttackSpec::new(by, target, &def)
    };
    let possible = crate::rules::attack::possible(&facts, &spec);
    let args =
        Args { target: Some(target), square: arguments.square, corner: arguments.corner, ..Args::default() };
    let Some(odds) = odds::attack_at(&facts, &spec, &args) else {
        return Err(format!("{by} can't attack {target} with {action}"));
    };
    let back = odds::restored(&facts, &spec, &args);
    let why_not = possible.err().map(|why| locale::refusal_in(&facts.book, &why));
    if arguments.json {
        tell!("{}", as_json(&facts, &spec, (&odds, &back[..]), why_not));
    } else {
        print(&facts, &spec, (&odds, &back[..]), why_not);
    }
    Ok(0)
}

/// The chance to win a contest.
fn tell_contest((by, target): (UnitId, UnitId), def: &ActionDef, wins: Chance, json: bool) {
    if json {
        tell!("{}", json!({"attacker": by, "target": target, "action": def.id, "wins": fraction(wins)}));
    } else {
        tell!("{by} against {target}: {}", def.name);
        tell!("  to win    {}", wins.percent_text());
    }
}

/// That there is nothing of a name, with the one that was probably meant, or else all that there are.
fn unknown<'k>(what: &str, name: &str, known: impl Iterator<Item = &'k str>) -> String {
    let known: Vec<&str> = known.collect();
    match crate::suggest::suggest(name, known.iter().copied()) {
        Some(hint) => format!("{what} \"{name}\"; did you mean \"{hint}\"?"),
        None if known.is_empty() => format!("{what} \"{name}\""),
        None => format!("{what} \"{name}\"; there are: {}", known.join(", ")),
    }
}

/// The weapon and the spell that are named: what there is, of use in the action, and for such a target.
fn made_with(
    facts: &Facts,
    (own, target): (&UnitState, UnitId),
    def: &ActionDef,
    arguments: &OddsArguments,
) -> Result<(Option<Key>, Option<Key>), String> {
    let weapon = arguments.weapon.as_deref().map(Key::new);
    let fits = |id: Key| facts.weapon_in(own, id, def).is_some();
    if let Some(weapon) = weapon.filter(|id| !fits(*id)) {
        let known = facts.weapons(own).map(|(item, _)| item.id).filter(|id| fits(*id));
        let known: Vec<Key> = known.collect();
        let what = format!("{} has nothing for {} that is called", own.id(), def.id);
        return Err(unknown(&what, weapon.as_str(), known.iter().map(|id| id.as_str())));
    }
    let casts = def.steps.contains(&Step::Cast);
    let Some(name) = arguments.spell.as_deref() else {
        return match casts {
            true => Err(format!("{} casts a spell: name it with --spell", def.id)),
            false => Ok((weapon, None)),
        };
    };
    let Some(spell) = facts.book.spell(Key::new(name)) else {
        return Err(unknown("there is no spell", name, facts.book.spells.iter().map(|def| def.id.as_str())));
    };
    if !casts {
        return Err(format!("nothing is cast with {}", def.id));
    }
    let at_unit = !spell.at_square() && spell.area.is_none();
    if facts.unit(target).is_some_and(|unit| at_unit && !spell.target.means(facts, own, unit)) {
        let whom = match spell.target {
            Whom::Foe => "foes",
            Whom::Ally => "allies",
            Whom::OwnSide => "one's own side",
            Whom::Any => "others",
        };
        return Err(format!("{} can't be cast on {target}: it is for {whom}", spell.id));
    }
    Ok((weapon, Some(spell.id)))
}

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

/// The plainest attack that reaches the target, wherever the book has it; with a spell the book's casting.
fn first_attack(facts: &Facts, by: UnitId, target: UnitId, casts: bool) -> Option<Key> {
    let own = facts.unit(by)?;
    if casts {
        let mut casting = facts.book.actions.iter().filter(|def| def.manoeuvre.is_none());
        return casting.find(|def| def.steps.contains(&Step::Cast)).map(|def| def.id);
    }
    let all = facts.book.actions.iter().filter(|def| def.weapon_use().is_some() && def.attacks());
    let attacks = all.filter(|def| def.path().is_none() && !def.is_reaction());
    let reaches = |def: &&Arc<ActionDef>| {
        let spec =
            AttackSpec { weapon: legal::default_weapon(facts, own, def), ..AttackSpec::new(by, target, def) };
        spec.weapon.is_some() && crate::rules::attack::possible(facts, &spec).is_ok()
    };
    attacks.filter(reaches).min_by_key(|def| legal::plainness(facts, own, def)).map(|def| def.id)
}

fn print(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (odds, back): (&AttackOdds, &[Back]),
    why_not: Option<String>,
) {
    let book = &facts.book;
    let name = |id: UnitId| facts.unit(id).map_or_else(|| id.to_string(), |unit| unit.identity.name.clone());
    tell!("{} attacks {}: {}", name(spec.by), name(spec.target), spec.action.name);
    if let Some(why) = why_not {
        tell!("  not possible now: {why}");
    }
    if let Some(square) = odds.square {
        tell!("  to hit the target square {}", square.percent_text());
    }
    tell!("  to hit    {}", odds.lands.percent_text());
    tell!("  critical  {}", odds.critical.percent_text());
    if let Some(item) = &odds.item {
        tell!(
            "  at {}: breaks {}, destroyed {}",
            book.name_of(item.item),
            item.broken.percent_text(),
            item.destroyed.percent_text()
        );
    }
    let heals = !back.is_empty() && odds.worst() == 0;
    if !heals {
        tell!("  average loss {:.2}, max {}", odds.loss.mean_f64(), odds.worst());
    }
    for (track, amount) in back {
        let most = amount.max().copied().unwrap_or(0);
        tell!("  average gain of {} {:.2}, max {most}", book.name_of(*track), amount.mean_f64());
    }
    print_check(facts, &odds.check);
    if !heals {
        tell!("  loss  chance");
        print_chances(&odds.loss);
    }
    for (_, amount) in back {
        tell!("  gain  chance");
        print_chances(amount);
    }
}

fn print_chances(amounts: &Dist<i32>) {
    for (amount, num, den) in amounts.iter() {
        tell!("  {amount:4}  {}", Chance::new(num, den).percent_text());
    }
}

/// What is rolled against what, and what goes into it; of dice that stay under a score that comes first.
fn print_check(facts: &Facts, check: &Check) {
    let book = &facts.book;
    let (rolled, against) = (rolled(check), against(facts, check));
    let name = book.name_of(check.id);
    match (check.direction, &against) {
        (Direction::Under, _) => tell!("  {name}: {rolled} vs {} or less", check.read(0).number),
        (Direction::Over, Some((number, _))) => tell!("  {name}: {rolled} vs {number}"),
        (Direction::Over, None) => tell!("  {name}: {rolled}"),
    }
    if let (Direction::Under, Some((score, what))) = (check.direction, &against) {
        tell!("    {score:3}  {what}");
    }
    for part in &check.parts {
        let rule = part.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let not = part
            .why_not
            .as_ref()
            .map_or_else(String::new, |why| format!(" (doesn't apply: {})", locale::tell(why)));
        tell!("    {:+3}  {}{rule}{not}", part.value, book.name_of(part.source));
    }
    if let (Direction::Over, Some((number, what))) = (check.direction, &against) {
        tell!("    vs {number}  {what}");
    }
}

/// The dice of a check, with what is added to them where they have to reach a number.
fn rolled(check: &Check) -> String {
    let dice = match check.base {
        Base::Dice(dice) => dice.to_string(),
        Base::Fixed(number) => number.to_string(),
        Base::Nothing => "0".to_owned(),
    };
    if check.direction == Direction::Under {
        return dice;
    }
    let sum = match check.modifier() {
        0 => dice,
        modifier => format!("{dice}{modifier:+}"),
    };
    match check.factor {
        Factor::One => sum,
        Factor::Times(factor) => format!("({sum}) × {factor}"),
        Factor::Over(factor) => format!("({sum}) / {factor}"),
    }
}

/// The number that a check is held against, and what it is; none: only the total matters.
fn against(facts: &Facts, check: &Check) -> Option<(i32, String)> {
    let book = &facts.book;
    let what = match &check.versus {
        Versus::Number(_, what) => book.name_of(*what),
        Versus::Passive(other) => {
            let name = book.name_of(other.id);
            facts
                .unit(other.by)
                .map_or_else(|| name.clone(), |unit| format!("{name} of {}", unit.identity.name))
        }
        Versus::Nothing => return None,
    };
    Some((check.number(), what))
}

fn fraction(chance: Chance) -> serde_json::Value {
    json!({"num": chance.num().to_string(), "den": chance.den().to_string(), "value": chance.as_f64()})
}

fn as_json(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (odds, back): (&AttackOdds, &[Back]),
    why_not: Option<String>,
) -> String {
    let parts = odds.check.parts.iter().map(|part| {
        json!({
            "kind": format!("{:?}", part.kind), "source": part.source, "name": facts.book.name_of(part.source),
            "rule": part.rule, "value": part.value, "counted": part.counted,
            "why_not": part.why_not.as_ref().map(locale::tell),
        })
    });
    let parts: Vec<_> = parts.collect();
    let amounts = |what: &str, all: &Dist<i32>| {
        let lines = all
            .iter()
            .map(|(amount, num, den)| json!({what: amount, "num": num.to_string(), "den": den.to_string()}));
        lines.collect::<Vec<_>>()
    };
    let gains: Vec<_> =
        back.iter().map(|(track, all)| json!({"track": track, "gain": amounts("gain", all)})).collect();
    json!({
        "attacker": spec.by, "target": spec.target, "action": spec.action.id, "weapon": spec.weapon,
        "spell": spec.spell, "possible": why_not.is_none(), "why_not": why_not,
        "strikes_square": odds.square.map(fraction), "lands": fraction(odds.lands), "critical": fraction(odds.critical),
        "mean_thousandths": odds.mean_thousandths(), "worst": odds.worst(),
        "check": {
            "id": odds.check.id, "rolled": rolled(&odds.check), "direction": format!("{:?}", odds.check.direction),
            "number": odds.check.number(), "modifier": odds.check.modifier(), "target": odds.check.read(0).number,
            "parts": parts,
        },
        "loss": amounts("loss", &odds.loss), "gains": gains,
        "item": odds.item.as_ref().map(|item| json!({
            "id": item.item, "broken": fraction(item.broken), "destroyed": fraction(item.destroyed),
        })),
    })
    .to_string()
}
