//! Playing a case: once as it stands, once saved and restored at every prompt. Both must end with the same hash.

use std::sync::Arc;

use super::{Case, CaseEntry, CaseStep, expect, shown::shown};
use crate::{
    battle::{
        Battle,
        command::{Command, Referee},
        entry::Arrival,
        prompt::Ask,
        setup::Setup,
    },
    content::{
        library::Library,
        scenario::{UnitMistake, bind},
    },
    dice::DiceStream,
    grid::{Edge, EdgeKind, Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        action::Moment,
        book::Rulebook,
        economy::Mode,
        facts::{GroundItem, Item, Side, Thing, ThingPlace},
        legal::Refusal,
    },
};

/// Why a case fails: which step (from 1), and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The step, 0 for the set-up.
    pub step: usize,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step {
            0 => f.write_str(&self.text),
            step => write!(f, "step {step}: {}", self.text),
        }
    }
}

fn fail<T>(step: usize, text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { step, text: text.into() })
}

/// Plays a case.
pub fn run(library: &Library, entry: &CaseEntry) -> Result<(), Failure> {
    let plain = play(library, &entry.case, false)?.hash();
    let restored = play(library, &entry.case, true)?.hash();
    if plain != restored {
        return fail(
            0,
            format!("saved and restored at every prompt it ends otherwise: {restored}, not {plain}"),
        );
    }
    Ok(())
}

/// Plays a case and gives the battle as it ends, with a record of the words used unless it is restored at each prompt.
pub fn play(library: &Library, case: &Case, restore: bool) -> Result<Battle, Failure> {
    let setup = setup(library, case)?;
    let book = setup.book.clone();
    let mut player = Player { battle: Battle::new(setup), book, restore, mark: 0 };
    player.battle.keep_seen();
    player.battle.advance();
    player.check_fault(0)?;
    player.save()?;
    for spell in &case.spells {
        player.give(0, Command::Referee(spell.laid()))?;
    }
    for (at, step) in case.steps.iter().enumerate() {
        player.step(at + 1, step)?;
    }
    if let Some(left) = player.battle.dice().left_text() {
        return fail(case.steps.len(), format!("dice left over: {left}"));
    }
    Ok(player.battle)
}

struct Player {
    battle: Battle,
    book: Arc<Rulebook>,
    restore: bool,
    mark: usize,
}

impl Player {
    fn save(&mut self) -> Result<(), Failure> {
        if !self.restore || self.battle.prompt().is_none() {
            return Ok(());
        }
        let before = self.battle.hash();
        let text = match ron::ser::to_string(&self.battle.snapshot()) {
            Ok(text) => text,
            Err(error) => return fail(0, format!("the battle cannot be saved: {error}")),
        };
        let snapshot = match ron::from_str(&text) {
            Ok(snapshot) => snapshot,
            Err(error) => return fail(0, format!("the saved battle cannot be read: {error}")),
        };
        match Battle::restore(snapshot, &self.book) {
            Ok(battle) => self.battle = battle,
            Err(error) => return fail(0, format!("the saved battle cannot be restored: {error}")),
        }
        if self.battle.hash() != before {
            return fail(0, "the restored battle is not equal to the saved one");
        }
        Ok(())
    }

    fn check_fault(&self, step: usize) -> Result<(), Failure> {
        match self.battle.fault() {
            Some(fault) => fail(step, format!("the battle ended with an error: {fault}")),
            None => Ok(()),
        }
    }

    fn step(&mut self, at: usize, step: &CaseStep) -> Result<(), Failure> {
        match step {
            CaseStep::Expect(list) => {
                for one in list {
                    if let Err(text) = expect::check(&self.battle, one, self.mark) {
                        return fail(at, self.unmet(one, &text));
                    }
                }
                self.mark = self.battle.chronicle().events.len();
                Ok(())
            }
            CaseStep::Refused(inner, code) => {
                let Some(command) = self.command(inner) else { return fail(at, "only a command can be refused") };
                let before = self.battle.hash();
                match self.battle.submit(command) {
                    Ok(_) => fail(at, format!("was taken, should be refused ({code})")),
                    Err(Refusal { code: found, .. }) if found == *code => {
                        if self.battle.hash() == before {
                            Ok(())
                        } else {
                            fail(at, "a refused command changed the battle")
                        }
                    }
                    Err(refusal) => {
                        fail(at, format!("refused with \"{}\" ({refusal}), expected \"{code}\"", refusal.code))
                    }
                }
            }
            CaseStep::UntilTurn(unit) => self.until(at, |battle| {
                matches!(battle.prompt(), Some(prompt) if prompt.unit == *unit && matches!(prompt.ask, Ask::Turn { .. }))
            }),
            CaseStep::UntilRound(round) => self.until(at, |battle| battle.clock().round >= *round),
            _ => {
                let Some(command) = self.command(step) else { return fail(at, "not a command") };
                self.give(at, command)
            }
        }
    }

    fn give(&mut self, at: usize, command: Command) -> Result<(), Failure> {
        if let Err(refusal) = self.battle.submit(command.clone()) {
            let (open, given) = (self.open(), shown(&command));
            return fail(
                at,
                format!("refused: {refusal} (code \"{}\"); {open}; given: {given}", refusal.code),
            );
        }
        self.check_fault(at)?;
        self.save()
    }

    /// Why an expectation does not hold: what was found, whether it held too early, and what is asked now.
    fn unmet(&self, one: &expect::Expect, text: &str) -> String {
        let early = self.mark > 0 && expect::check(&self.battle, one, 0).is_ok();
        let early = match early {
            true => "; it happened earlier: an Expect takes what has happened since the one before",
            false => "",
        };
        format!("{text}{early}; {}", self.open())
    }

    fn open(&self) -> String {
        match self.battle.prompt() {
            Some(prompt) => {
                format!("the open prompt is {}'s: {}", prompt.unit, expect::ask_name(&prompt.ask))
            }
            None => "the fight is over".to_owned(),
        }
    }

    fn until(&mut self, at: usize, reached: impl Fn(&Battle) -> bool) -> Result<(), Failure> {
        for _ in 0..500 {
            if reached(&self.battle) {
                return Ok(());
            }
            let Some(prompt) = self.battle.prompt() else { return fail(at, "the fight is over before that") };
            let unit = prompt.unit;
            let command = match &prompt.ask {
                Ask::Turn { .. } => Command::End { unit },
                Ask::React(_) | Ask::CutIn { .. } => Command::Decline { unit },
                Ask::Choice { options, .. } => match options.first() {
                    Some(first) => Command::Choose { unit, option: first.id },
                    None => Command::Decline { unit },
                },
                Ask::Allot { .. } => return fail(at, "somebody has to share out damage before that"),
            };
            self.give(at, command)?;
        }
        fail(at, "that is not reached in 500 prompts")
    }

    fn command(&self, step: &CaseStep) -> Option<Command> {
        Some(match step.clone() {
            CaseStep::Act { unit, action, mode, args } => {
                let mode = mode.unwrap_or_else(|| self.mode(action));
                Command::Act { unit, action, mode, args }
            }
            CaseStep::End(unit) => Command::End { unit },
            CaseStep::Delay(unit, until) => Command::Delay { unit, until },
            CaseStep::Decline(unit) => Command::Decline { unit },
            CaseStep::Choose(unit, option) => Command::Choose { unit, option },
            CaseStep::Allot(unit, parts) => Command::Allot { unit, parts },
            CaseStep::Standing(standing) => Command::Standing(standing),
            CaseStep::Concede(side) => Command::Concede { side },
            CaseStep::Referee(referee) => Command::Referee(referee),
            CaseStep::Enter(side, entry, kind) => {
                let map = self.battle.truth().map.clone();
                let unit = entry.build(&self.book, &map, side).ok()?;
                Command::Referee(Referee::Enter { unit: Box::new(unit), entry: kind })
            }
            CaseStep::Refused(..)
            | CaseStep::UntilTurn(_)
            | CaseStep::UntilRound(_)
            | CaseStep::Expect(_) => {
                return None;
            }
        })
    }

    /// The usual mode: standard on one's turn, immediate in answer, free where the action allows nothing else.
    fn mode(&self, action: Key) -> Mode {
        let only_free = self.book.action(action).is_some_and(|def| def.modes == [Mode::Free]);
        match self.battle.prompt().map(|prompt| &prompt.ask) {
            _ if only_free => Mode::Free,
            Some(Ask::React(reaction)) if reaction.moment == Moment::Won => Mode::Free,
            Some(Ask::React(_)) => Mode::Immediate,
            _ => Mode::Standard,
        }
    }
}

fn setup(library: &Library, case: &Case) -> Result<Setup, Failure> {
    let Some(id) = case.rulebook else { return fail(0, "names no rulebook") };
    let Some(book) = library.books.get(&id) else {
        let known: Vec<&str> = library.books.keys().map(|key| key.as_str()).collect();
        return fail(0, format!("there is no rulebook \"{id}\"; there are: {}", known.join(", ")));
    };
    let map = Arc::new(map(library, case)?);
    let mut units = Vec::new();
    let mut count = 20;
    for side in &case.sides {
        for unit in &side.units {
            let mut unit = unit.clone();
            if unit.initiative.is_none() && case.opening.is_none() {
                unit.initiative = Some(count);
                count -= 1;
            }
            if units.iter().any(|other: &crate::rules::facts::UnitState| other.id().0 == unit.id) {
                return fail(0, format!("two units are called \"{}\"", unit.id));
            }
            match unit.build(book, &map, Side(side.side)) {
                Ok(state) => units.push(state),
                Err(wrong) => return wrong_unit(wrong),
            }
        }
    }
    let bonds = match bind(book, case.sides.iter().flat_map(|side| &side.units), &mut units) {
        Ok(bonds) => bonds,
        Err(wrong) => return fail(0, wrong.message),
    };
    let mut setup = library.bare_setup(book, (*map).clone(), units, DiceStream::scripted(case.dice.clone()));
    setup.opening = case.opening.clone().unwrap_or_else(|| crate::battle::setup::Opening {
        plain: true,
        mid_round: true,
        ..Default::default()
    });
    for wave in &case.reinforcements {
        for unit in &wave.units {
            let unit = unit.build(book, &map, Side(wave.side)).or_else(wrong_unit)?;
            setup.arrivals.push(Arrival { round: wave.round, unit, entry: wave.entry });
        }
    }
    setup.luck = case.luck;
    setup.bonds = bonds;
    setup.surroundings.clone_from(&case.surroundings);
    if let Some((_, own)) =
        case.surroundings.facilities.iter().find(|(_, own)| !book.settings.facilities.contains(own))
    {
        return fail(0, format!("there is no facility \"{own}\""));
    }
    for thing in &case.things {
        if let Some(own) = thing.offers.iter().find(|own| book.interactions.get(own.id).is_none()) {
            return fail(0, format!("there is no interaction \"{}\"", own.id));
        }
        let place = match (thing.door, thing.at) {
            (Some(door), None) => ThingPlace::Door(door),
            (None, Some(square)) => ThingPlace::Square(square),
            _ => return fail(0, format!("the thing \"{}\" has either `door` or `at`", thing.id)),
        };
        setup.things.push(Thing {
            id: thing.id,
            name: thing.id.to_string(),
            place,
            offers: thing.offers.clone(),
            barred: thing.barred.clone(),
            works: thing.works.clone(),
            done: Vec::new(),
        });
    }
    setup.options.clone_from(&case.options);
    setup.standing.clone_from(&case.standing);
    for (kind, square) in &case.ground {
        let Some(mut item) = Item::new(book, *kind, &[]) else {
            return fail(0, format!("there is no item \"{kind}\""));
        };
        item.stock = -1;
        setup.ground.push(GroundItem { square: *square, item });
    }
    Ok(setup)
}

fn wrong_unit<T>(wrong: UnitMistake) -> Result<T, Failure> {
    let hint = crate::suggest::suggest(&wrong.word, wrong.known.iter().copied());
    let hint = hint.map_or_else(String::new, |hint| format!("; did you mean \"{hint}\"?"));
    fail(0, format!("{}{hint}", wrong.message))
}

fn map(library: &Library, case: &Case) -> Result<Map, Failure> {
    let rows: Vec<String> = if case.map.is_empty() { vec![".".repeat(16); 10] } else { case.map.clone() };
    let width = rows[0].chars().count();
    let mut terrains: Vec<Terrain> = vec![Terrain::plain(Key::new("ground"))];
    let mut squares = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != width {
            return fail(
                0,
                format!("row {} of the map has {} squares, the first {width}", y + 1, row.chars().count()),
            );
        }
        for c in row.chars() {
            let terrain = match case.legend.get(&c.to_string()) {
                Some(id) => match library.terrains.get(id) {
                    Some(terrain) => terrain.clone(),
                    None => {
                        let hint = crate::suggest::suggest(
                            id.as_str(),
                            library.terrains.keys().map(|key| key.as_str()),
                        );
                        let hint =
                            hint.map_or_else(String::new, |hint| format!("; did you mean \"{hint}\"?"));
                        return fail(0, format!("there is no terrain \"{id}\"{hint}"));
                    }
                },
                None if c == '.' => Terrain::plain(Key::new("ground")),
                None if c == '#' => {
                    Terrain { durability: Some(40), rubble: 2, ..Terrain::wall(Key::new("wall")) }
                }
                None => return fail(0, format!("the map has \"{c}\", which the legend does not explain")),
            };
            let index = match terrains.iter().position(|known| known.id == terrain.id) {
                Some(index) => index,
                None => {
                    terrains.push(terrain);
                    terrains.len() - 1
                }
            };
            squares.push(u8::try_from(index).unwrap_or(0));
        }
    }
    let mut data = MapData::plain(
        u16::try_from(width).unwrap_or(u16::MAX),
        u16::try_from(rows.len()).unwrap_or(u16::MAX),
        Terrain::plain(Key::new("ground")),
    );
    data.terrains = terrains;
    data.squares = squares;
    data.heights = case
        .heights
        .iter()
        .flat_map(|row| row.chars())
        .map(|c| c.to_digit(10).and_then(|n| i8::try_from(n).ok()).unwrap_or(0))
        .collect();
    for (one, other, kind) in &case.edges {
        let edge = between(*one, *other)?;
        let found = match library.edges.get(kind) {
            Some(found) => found.clone(),
            None if *kind == "wall" => EdgeKind::wall(*kind),
            None => return fail(0, format!("there is no kind of edge \"{kind}\"")),
        };
        let index = match data.edge_kinds.iter().position(|known| known.id == found.id) {
            Some(index) => index,
            None => {
                data.edge_kinds.push(found);
                data.edge_kinds.len() - 1
            }
        };
        data.edges.push((edge, u8::try_from(index).unwrap_or(0)));
    }
    for thing in &case.things {
        let (Some(id), Some(at)) = (thing.object, thing.at) else { continue };
        let Some(terrain) = library.terrains.get(&id) else {
            return fail(0, format!("there is no terrain \"{id}\""));
        };
        let index = match data.terrains.iter().position(|known| known.id == id) {
            Some(index) => index,
            None => {
                data.terrains.push(terrain.clone());
                data.terrains.len() - 1
            }
        };
        data.objects.push((at, u8::try_from(index).unwrap_or(0)));
    }
    for (id, one, other, open) in &case.doors {
        let edge = between(*one, *other)?;
        data.doors.push(crate::grid::Door {
            id: *id,
            place: crate::grid::DoorPlace::Edge(edge),
            open: *open,
            name: format!("door {id}"),
            durability: Some(20),
            look: Key::new("door"),
        });
    }
    Map::new(data).or_else(|error| fail(0, format!("the map: {error}")))
}

fn between(one: Square, other: Square) -> Result<Edge, Failure> {
    match Edge::between(one, other) {
        Some(edge) => Ok(edge),
        None => fail(0, format!("{one} and {other} share no edge")),
    }
}
