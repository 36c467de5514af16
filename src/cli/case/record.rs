//! A case made of a battle that was played: set-up, dice as they fell, what was done, what came of it.
//!
//! It begins in a round, if the battle as it stood then can be written as the set-up of a case, else at the beginning.
//! Whether it can is found out by playing the case; none is given away that does not pass.

mod midway;
mod outcomes;
mod steps;

use self::midway::Midway;
use super::{
    run::{self, Saving},
    set_up::{known_purposes, setup},
};
use crate::{
    battle::replay::Replay,
    cli::prelude::*,
    content::{mod_path::MAX_TEXT_BYTES, scenario::ScenarioDef},
    dice::ScriptedDie,
};

/// A case made of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its id.
    pub id: String,
    /// The round that it begins with; none: it begins as the battle did.
    pub begins: Option<u32>,
    /// The file: a list of this one case.
    pub text: String,
}

/// Makes a case of a battle. `from` is the round from which on it says what is expected, and with which it begins if a
/// case can; none: from the first.
///
/// # Errors
/// One sentence: nothing has been done, it goes another way under the rules of now, it has no such round, or the case
/// does not pass.
pub fn record(library: &Library, replay: &Replay, from: Option<u32>) -> Result<Recorded, String> {
    let from = from.filter(|round| *round > 1);
    let played = Played::of(library, replay, from)?;
    let paper = Paper { replay, played: &played, from };
    if let Some(midway) = &played.midway {
        let bare = paper.written(Some(midway), None);
        let ties = tie_dice(library, &bare.text, &midway.order).unwrap_or_default();
        let recorded = paper.written(Some(midway), Some(&ties));
        if passes(library, &recorded.text).is_ok() {
            return Ok(recorded);
        }
    }
    let recorded = paper.written(None, Some(&[]));
    passes(library, &recorded.text).map_err(|why| say!("case-fails", why = why))?;
    Ok(recorded)
}

fn only(text: &str) -> Result<Case, String> {
    if text.len() as u64 > MAX_TEXT_BYTES {
        return Err(say!("case-too-long", mebibytes = MAX_TEXT_BYTES >> 20));
    }
    let (mut cases, mistakes) = super::read(Path::new("recorded.ron"), text);
    match (cases.pop(), mistakes.first()) {
        (Some(entry), None) => Ok(entry.case),
        (_, Some(mistake)) => Err(mistake.message.clone()),
        (None, None) => Err("the file is empty".to_owned()),
    }
}

fn passes(library: &Library, text: &str) -> Result<(), String> {
    let case = only(text)?;
    run::play(library, &case, Saving::Never).map(drop).map_err(|failure| failure.to_string())
}

/// Dice by which those whose counts are equal go in this order, where a case that begins with a round rolls them off.
fn tie_dice(library: &Library, text: &str, order: &[UnitId]) -> Option<Vec<ScriptedDie>> {
    let case = only(text).ok()?;
    let mut setup = setup(library, &case).ok()?;
    setup.dice = DiceStream::seeded(0);
    let mut battle = Battle::new(setup);
    battle.advance();
    let tie = Key::new("tie");
    let mut rolled: Vec<(UnitId, u16)> = Vec::new();
    for event in &battle.chronicle().events {
        if let Outcome::Dice { unit: Some(unit), purpose, notation, .. } = &event.outcome
            && *purpose == tie
            && notation.count() == 1
            && !rolled.iter().any(|(known, _)| known == unit)
        {
            rolled.push((*unit, notation.sides()));
        }
    }
    let place = |unit: &UnitId| order.iter().position(|own| own == unit).unwrap_or(order.len());
    let mut ranks: Vec<UnitId> = rolled.iter().map(|(unit, _)| *unit).collect();
    ranks.sort_by_key(place);
    let face = |(unit, sides): &(UnitId, u16)| {
        let rank = ranks.iter().position(|own| own == unit)?;
        let face = sides.checked_sub(u16::try_from(rank).ok()?)?;
        (face > 0).then(|| ScriptedDie::named(tie, face))
    };
    rolled.iter().map(face).collect()
}

struct Given {
    step: String,
    round: u32,
    /// Whether that is another than before.
    new_round: bool,
    came: Vec<String>,
    asked: String,
}

/// A battle played again, as it is written down.
struct Played {
    scenario: Arc<ScenarioDef>,
    purposes: Vec<Key>,
    asked: String,
    given: Vec<Given>,
    dice: Vec<ScriptedDie>,
    standing: Vec<Vec<String>>,
    /// Where a case might begin.
    midway: Option<Midway>,
}

impl Played {
    fn of(library: &Library, replay: &Replay, from: Option<u32>) -> Result<Self, String> {
        replay.whole().map_err(|why| say!("case-not-whole", why = why.to_string()))?;
        let Some((_, last)) = replay.commands.last() else { return Err(say!("case-nothing")) };
        let terms = replay.terms();
        let scenario = library.scenario(&terms)?;
        let setup = library.lay_out(&terms)?;
        let begun = setup.map.clone();
        let mut battle = Battle::new(setup);
        battle.keep_dice();
        battle.advance();
        if battle.hash() != replay.start {
            return Err(say!("case-other-rules"));
        }
        let mut played = Self {
            scenario,
            purposes: known_purposes(&battle.book()),
            asked: outcomes::asked(&battle),
            given: Vec::with_capacity(replay.commands.len()),
            dice: Vec::new(),
            standing: Vec::new(),
            midway: None,
        };
        let mut sought = from;
        for (command, _) in &replay.commands {
            let round = battle.clock().round;
            if sought.is_some_and(|from| from <= round) && outcomes::is_turn(&battle) {
                sought = None;
                played.midway = Midway::of(&battle, &played.scenario, &begun, played.given.len());
            }
            let step = steps::of(&battle, command);
            let mark = battle.chronicle().events.len();
            battle.submit(command.clone()).map_err(|_| say!("case-other-rules"))?;
            played.given.push(Given {
                step,
                round: battle.clock().round,
                new_round: battle.clock().round != round,
                came: outcomes::of(&battle, battle.chronicle().since(mark)),
                asked: outcomes::asked(&battle),
            });
        }
        if battle.hash() != *last {
            return Err(say!("case-other-rules"));
        }
        let rounds = battle.clock().round;
        if let Some(from) = from.filter(|from| *from > rounds) {
            return Err(say!("case-no-round", round = from, rounds = rounds));
        }
        played.dice = battle.kept_dice().to_vec();
        played.standing = outcomes::standing(&battle);
        Ok(played)
    }
}

/// What is written on: a battle, and from which round on it is of interest.
struct Paper<'a> {
    replay: &'a Replay,
    played: &'a Played,
    from: Option<u32>,
}

impl Paper<'_> {
    /// The case that begins there, or as the battle did; without `ties`, the first dice: without dice and steps.
    fn written(&self, midway: Option<&Midway>, ties: Option<&[ScriptedDie]>) -> Recorded {
        let (replay, name) = (self.replay, &self.played.scenario.name);
        let begins = midway.map(|midway| midway.round);
        let about = match begins {
            Some(round) => say!("case-text-round", name = name, seed = replay.seed, round = round),
            None => say!("case-text", name = name, seed = replay.seed),
        };
        let scenario = replay.scenario.plain();
        let id = match begins {
            Some(round) => format!("{scenario}_{}_from_round_{round}", replay.seed),
            None => format!("{scenario}_{}", replay.seed),
        };
        let mut fields = vec![
            format!("id: {id:?}"),
            "rules: []".to_owned(),
            format!("text: {about:?}"),
            format!("rulebook: {:?}", replay.book),
            format!("scenario: {:?}", replay.scenario),
        ];
        if let Some(made) = &replay.made {
            fields.push(format!("made: (name: {:?}, text: {})", made.name, raw(&made.text)));
        }
        let scenario = &self.played.scenario.options;
        let options = replay.options.iter().filter(|(option, value)| scenario.get(*option) != Some(*value));
        let options: Vec<String> = options.map(|(option, value)| format!("{option:?}: {value}")).collect();
        if !options.is_empty() {
            fields.push(format!("options: {{{}}}", options.join(", ")));
        }
        if replay.luck != Luck::Fair {
            fields.push(format!("luck: {:?}", replay.luck));
        }
        fields.extend(midway.into_iter().flat_map(|midway| &midway.fields).cloned());
        match ties {
            Some(ties) => {
                fields.push(self.dice(midway, ties));
                fields.push(format!("do: [\n{}        ]", self.steps(midway)));
            }
            None => fields.push("do: []".to_owned()),
        }
        let fields: String = fields.iter().map(|field| format!("        {field},\n")).collect();
        Recorded { id, begins, text: format!("[\n    (\n{fields}    ),\n]\n") }
    }

    fn dice(&self, midway: Option<&Midway>, ties: &[ScriptedDie]) -> String {
        let before = midway.map_or(0, |midway| midway.dice);
        let fallen = self.played.dice.get(before..).unwrap_or_default();
        let known = |die: &ScriptedDie| die.purpose.is_some_and(|own| self.played.purposes.contains(&own));
        let text = |die: &ScriptedDie| match known(die) {
            true => die.to_string(),
            false => die.value.to_string(),
        };
        let all: Vec<String> = ties.iter().chain(fallen).map(text).collect();
        let lines: String = all.chunks(6).map(|line| format!("            {},\n", line.join(", "))).collect();
        format!("dice: [\n{lines}        ]")
    }

    fn steps(&self, midway: Option<&Midway>) -> String {
        let played = self.played;
        let first = midway.map_or(0, |midway| midway.commands);
        let earlier = midway.map_or(0, |midway| midway.round.saturating_sub(1));
        let before = first.checked_sub(1).and_then(|at| played.given.get(at));
        let mut asked = before.map_or(&played.asked, |given| &given.asked);
        let mut text = String::new();
        if midway.is_some() || self.from.is_none() {
            text += &expect(std::slice::from_ref(asked));
        }
        for given in played.given.get(first..).unwrap_or_default() {
            text += &format!("            {},\n", given.step);
            let told = midway.is_some() || self.from.is_none_or(|from| from <= given.round);
            let quiet = given.came.is_empty() && !given.new_round && given.asked == *asked;
            if told && !quiet {
                let round =
                    given.new_round.then(|| format!("Round({})", given.round.saturating_sub(earlier)));
                let lines: Vec<String> =
                    given.came.iter().cloned().chain(round).chain([given.asked.clone()]).collect();
                text += &expect(&lines);
            }
            asked = &given.asked;
        }
        played.standing.iter().for_each(|unit| text += &expect(unit));
        text
    }
}

fn expect(lines: &[String]) -> String {
    let one = lines.join(", ");
    if one.len() <= 90 {
        return format!("            Expect([{one}]),\n");
    }
    let lines: String = lines.iter().map(|line| format!("                {line},\n")).collect();
    format!("            Expect([\n{lines}            ]),\n")
}

/// A text of several lines as RON that can be read by people too.
fn raw(text: &str) -> String {
    if text.contains("\"##") { format!("{text:?}") } else { format!("r##\"{text}\"##") }
}
