//! Cases: rule examples in RON. A small battle, named dice, commands, expectations.
//!
//! The format is documented in full in `tests/cases/README.md`. This file owns its types; `set_up` lays a case out,
//! `run` plays it, `expect` compares, `trace` writes down what happened, `record` makes a case of a battle.

pub mod expect;
mod names;
mod on_scenario;
pub mod record;
pub mod run;
mod set_up;
mod shown;
mod trace;

use serde::Deserialize;

use super::case_files::of_mod;
use crate::{
    battle::{entry::EntryKind, setup::Opening, standing::Standing, terms::Made},
    cli::prelude::*,
    content::{
        decode::decode,
        diagnostics::Diagnostic,
        scenario::{ReinforcementEntry, UnitEntry, units},
        source::{BASE, RawEntry, RawField, SourceFile, SourcePlace, read_entries},
    },
    dice::ScriptedDie,
    rules::{economy::Mode, expr::Expr, facts::Offered},
};
use expect::Expect;

/// One unit of a case: its side, and what a scenario's unit has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseSide {
    /// The side's name.
    pub side: Key,
    /// What wins for it, as in a scenario.
    pub wins: Option<Expr>,
    /// Its units.
    #[serde(deserialize_with = "units")]
    pub units: Vec<UnitEntry>,
}

/// A thing on the map of a case: a door by its number, or something on a square.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseThing {
    /// Its id.
    pub id: Key,
    /// It is this door.
    pub door: Option<u16>,
    /// It stands here.
    pub at: Option<Square>,
    /// The object that stands there, by its terrain id.
    pub object: Option<Key>,
    /// What can be done with it.
    #[serde(default)]
    pub offers: Vec<Offered>,
    /// What bars it.
    #[serde(default)]
    pub barred: Vec<Key>,
    /// What it works on.
    #[serde(default)]
    pub works: Vec<Key>,
}

/// A spell that is in effect as a case begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseSpell {
    /// The spell.
    pub spell: Key,
    /// Who has cast it.
    pub by: UnitId,
    /// The units that it lies on.
    #[serde(default)]
    pub on: Vec<UnitId>,
    /// The square that it was cast at.
    pub at: Option<Square>,
    /// Ends of round that it still lasts; none: as long as one just cast.
    pub left: Option<u32>,
    /// The success value by which it was cast.
    #[serde(default)]
    pub sv: i32,
}

impl CaseSpell {
    /// What puts it in effect.
    pub fn laid(&self) -> Referee {
        Referee::Spell {
            unit: self.by,
            spell: self.spell,
            targets: self.on.clone(),
            square: self.at,
            left: self.left,
            sv: self.sv,
        }
    }
}

/// One case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its id: says what the rule does.
    pub id: Key,
    /// The rules that it shows.
    pub rules: Vec<Key>,
    /// A sentence about it.
    #[serde(default)]
    pub text: String,
    /// The rulebook; none: the name of the folder that the file lies in.
    pub rulebook: Option<Key>,
    /// The scenario that it is fought in, in place of `map` and all that is on it. Without `sides` it begins as the
    /// scenario does, with them these take the place of the scenario's and round 1 is under way.
    pub scenario: Option<Key>,
    /// That scenario itself, where it is none of the library's.
    pub made: Option<Made>,
    /// The map in rows of characters; none: 16 by 10 squares of plain ground.
    #[serde(default)]
    pub map: Vec<String>,
    /// What the characters stand for, over `.` (plain ground) and `#` (wall).
    #[serde(default)]
    pub legend: BTreeMap<String, Key>,
    /// Kinds of edge between two squares.
    #[serde(default)]
    pub edges: Vec<(Square, Square, Key)>,
    /// Doors between two squares: number, squares, open.
    #[serde(default)]
    pub doors: Vec<(u16, Square, Square, bool)>,
    /// Things that can be done something with.
    #[serde(default)]
    pub things: Vec<CaseThing>,
    /// Levels of the ground, in rows of digits.
    #[serde(default)]
    pub heights: Vec<String>,
    /// The sides with their units. Counts of units that state none go down by one in the order written, from 20.
    #[serde(default)]
    pub sides: Vec<CaseSide>,
    /// Who comes later, as in a scenario.
    #[serde(default)]
    pub reinforcements: Vec<ReinforcementEntry>,
    /// Spells in effect, as if they had been cast before.
    #[serde(default)]
    pub spells: Vec<CaseSpell>,
    /// Items on the ground: kind and square.
    #[serde(default)]
    pub ground: Vec<(Key, Square)>,
    /// Light, smoke, weather, gravity, jamming, as in a scenario.
    #[serde(default)]
    pub surroundings: Surroundings,
    /// How the fight begins. Given: a full muster, with all its dice. Not given: round 1 is under way.
    pub opening: Option<Opening>,
    /// Options over those of the book.
    #[serde(default)]
    pub options: BTreeMap<Key, i32>,
    /// How luck is dealt (T-13).
    #[serde(default)]
    pub luck: Luck,
    /// Standing answers from the start.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// The dice, in the order thrown, each a number or `("purpose", number)`. All must be used.
    #[serde(default)]
    pub dice: Vec<ScriptedDie>,
    /// What is done and expected, in order.
    #[serde(rename = "do")]
    pub steps: Vec<CaseStep>,
}

/// One step of a case.
#[expect(clippy::large_enum_variant, reason = "most of them are acts, made once a decision")]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CaseStep {
    /// An action.
    Act {
        /// Who.
        unit: UnitId,
        /// Which.
        action: Key,
        /// How it is paid; default standard, or immediate in answer to a prompt.
        mode: Option<Mode>,
        /// What it asks for.
        #[serde(default)]
        args: Args,
    },
    /// The unit ends its turn.
    End(UnitId),
    /// The unit puts its turn off.
    Delay(UnitId, #[serde(default)] Option<i32>),
    /// The unit does nothing about the open prompt.
    Decline(UnitId),
    /// The unit takes an option of the open prompt.
    Choose(UnitId, Key),
    /// The unit shares out damage.
    Allot(UnitId, Vec<(Key, i32)>),
    /// A standing answer.
    Standing(Standing),
    /// A side gives up.
    Concede(Side),
    /// Something from outside the fight.
    Referee(Referee),
    /// A unit of a side enters the running fight.
    Enter(Side, Box<UnitEntry>, #[serde(default)] EntryKind),
    /// The step is refused with this code.
    Refused(Box<CaseStep>, Key),
    /// Every unit ends its turn and declines until it is this one's turn.
    UntilTurn(UnitId),
    /// Every unit ends its turn and declines until this round has begun.
    UntilRound(u32),
    /// What must hold now. Outcomes are looked for since the expectation before.
    Expect(Vec<Expect>),
}

/// A case with where it stands.
#[derive(Clone, Debug)]
pub struct CaseEntry {
    /// The case.
    pub case: Case,
    /// Its entry, for positions.
    pub entry: RawEntry,
}

impl CaseEntry {
    /// Where a step stands, counted from 1; 0: where the case does.
    pub fn place_of(&self, step: usize) -> SourcePlace {
        let steps = self.entry.field("do").map(RawField::items).unwrap_or_default();
        let place = step.checked_sub(1).and_then(|at| steps.into_iter().nth(at));
        place.unwrap_or_else(|| self.entry.place())
    }

    /// What is wrong with it as far as can be told without playing it: that it cannot be laid out, and names that its
    /// rulebook has not.
    pub fn mistakes(&self, library: &Library) -> Vec<Diagnostic> {
        let book = match set_up::setup(library, &self.case) {
            Ok(setup) => setup.book,
            Err(_) if self.may_lack(library) => return Vec::new(),
            Err(failure) => return vec![self.told(0, &failure.text)],
        };
        let spells = self.case.spells.iter();
        let spells = spells.filter_map(|own| names::unknown_spell(library, &book, own.spell));
        let spells = spells.map(|text| self.told(0, &text));
        let steps = self.case.steps.iter().zip(1..);
        let steps = steps.filter_map(|(step, at)| Some((at, names::unknown(library, &book, step)?)));
        let steps = steps.map(|(at, text)| self.told(at, &text));
        spells.chain(steps).chain(self.unknown_rules(library, &book)).collect()
    }

    /// The rules that it says it shows and that its rulebook does not describe.
    fn unknown_rules(&self, library: &Library, book: &Rulebook) -> Vec<Diagnostic> {
        if library.may_lack(book.id, "rules") {
            return Vec::new();
        }
        let unknown = self.case.rules.iter().filter(|rule| book.rule(**rule).is_none());
        let told = unknown.map(|rule| {
            let mistake = self.entry.error_at(rule.as_str(), format!("there is no rule \"{rule}\""));
            mistake.did_you_mean(rule.as_str(), book.rules.iter().map(|def| def.id.as_str())).warning()
        });
        told.collect()
    }

    /// A mistake in a step (0: the case) at the first word that the sentence quotes, with what was meant.
    fn told(&self, step: usize, text: &str) -> Diagnostic {
        let hint = ["; did you mean", "; the mod \""].iter().find_map(|hint| text.find(hint));
        let (what, help) = hint.map_or((text, None), |at| (&text[..at], text.get(at + 2..)));
        let place = self.place_of(step);
        let all = if step == 0 { self.entry.origin.clone() } else { place.clone() };
        let quoted = what.split('"').nth(1).map(|word| format!("\"{word}\""));
        // Of two that are called the same the second is meant.
        let nth = usize::from(what.starts_with("two "));
        let found = quoted.and_then(|word| Some((all.text().match_indices(&word).nth(nth)?.0, word.len())));
        let mut mistake = match found {
            Some((at, length)) => {
                let start = all.span.start + at;
                SourcePlace { file: all.file, span: start..start + length }.error(what)
            }
            None => place.error(what),
        };
        mistake.help = help.map(Into::into);
        mistake
    }

    /// Whether it may need what could not be read, which is told by its own mistake.
    fn may_lack(&self, library: &Library) -> bool {
        let unread = |book: Key| {
            library.broken_books.contains(&book) || library.unread.iter().any(|(own, _)| *own == book)
        };
        let units = || self.case.sides.iter().flat_map(|side| &side.units);
        let gear = units().flat_map(|unit| [&unit.weapons, &unit.items, &unit.spells]);
        let gear = gear.flat_map(|names| names.iter().flatten().copied());
        let mut names = units().filter_map(|unit| unit.kind).chain(gear).chain(self.case.scenario);
        self.case.rulebook.is_some_and(unread) || names.any(|id| library.broken.contains(&id))
    }
}

/// Tells what is wrong with the cases of the mods of a library, without playing them.
pub fn check_mods(library: &Library, report: &mut Report) {
    for root in library.roots.iter().filter(|root| root.owner() != BASE) {
        let (files, mistakes) = of_mod(root);
        report.extend(mistakes);
        let mut known: BTreeMap<(Option<Key>, Key), String> = BTreeMap::new();
        for file in files {
            let (cases, mistakes) = read(&file.path, &file.text);
            report.extend(mistakes);
            for CaseEntry { case, entry } in &cases {
                let place = entry.place().error(format!("there is another case \"{}\"", case.id)).warning();
                let here = format!("{} line {}", place.file.display(), place.line);
                let id = (case.rulebook, case.id);
                match known.get(&id) {
                    Some(other) => report.push(place.help(format!("the first is in {other}"))),
                    None => drop(known.insert(id, here)),
                }
            }
            report.extend(cases.iter().flat_map(|entry| entry.mistakes(library)));
        }
    }
}

/// Reads all cases of a file. The folder's name is the default rulebook.
pub fn read(path: &Path, text: &str) -> (Vec<CaseEntry>, Vec<Diagnostic>) {
    let file = SourceFile::new(path, text);
    let (entries, mut mistakes) = read_entries(&file);
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = whole.parent().and_then(Path::file_name).and_then(|name| name.to_str()).map(Key::new);
    let mut cases = Vec::new();
    for entry in entries {
        match decode::<Case>(&entry) {
            Ok(mut case) => {
                case.rulebook = case.rulebook.or(folder);
                cases.push(CaseEntry { case, entry });
            }
            Err(mistake) => mistakes.push(mistake),
        }
    }
    (cases, mistakes)
}
