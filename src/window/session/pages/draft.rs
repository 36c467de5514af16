//! A battle that is being put together: which, by which rulebook, who decides for whom, which dice.
//!
//! Owns the list of battles and what a choice of one holds. Starting it is the session's.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, Hasher},
};

use super::super::{Seat, Session, show};
use crate::{
    battle::terms::Terms,
    content::{library::Library, scenario::ScenarioDef},
    dice::Luck,
    key::Key,
    locale::say,
    rules::facts::UnitState,
    window::view::{BattleEntry, Board, Choices, Draft, DraftDeed, SeatEntry, Shelf},
};

/// A battle as it was put together.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The scenario.
    pub scenario: Key,
    /// The rulebook; none: the scenario's own.
    pub book: Option<Key>,
    /// Who decides for each side.
    pub seats: Vec<Seat>,
    /// The seed of its dice.
    pub seed: u64,
    /// How luck is dealt (T-13).
    pub luck: Luck,
    /// Options of the rulebook, over those of the scenario.
    pub options: BTreeMap<Key, i32>,
}

impl Choice {
    /// The terms of a battle, with who decides for each side.
    pub fn of(terms: Terms, seats: Vec<Seat>) -> Self {
        let Terms { scenario, book, seed, luck, options } = terms;
        Self { scenario, book, seats, seed, luck, options }
    }

    /// What is agreed before it begins.
    pub fn terms(&self) -> Terms {
        Terms {
            scenario: self.scenario,
            book: self.book,
            seed: self.seed,
            luck: self.luck,
            options: self.options.clone(),
        }
    }
}

impl Default for Choice {
    fn default() -> Self {
        Self::of(Terms::new(Key::new(""), 0), Vec::new())
    }
}

/// The scenarios in the order of the lists.
pub fn battles(library: &Library) -> Vec<Key> {
    let mut all: Vec<&ScenarioDef> = library.scenarios.values().map(|def| &**def).collect();
    all.sort_by_key(|def| (def.order.unwrap_or(i32::MAX), def.name.clone(), def.id));
    all.into_iter().map(|def| def.id).collect()
}

/// The rulebooks that a scenario can be played by, its own first.
fn books(def: &ScenarioDef) -> Vec<Key> {
    std::iter::once(def.rulebook).chain(def.also.iter().copied()).collect()
}

impl Session {
    /// A scenario as it comes: its own rulebook, or the one asked for if it fits.
    pub(in super::super) fn choice(&self, scenario: Key) -> Choice {
        let seats = self.scenarios.iter().find(|(id, _)| *id == scenario).map(|(_, seats)| seats.clone());
        let def = self.library.scenarios.get(&scenario);
        let book = self.book.filter(|book| def.is_some_and(|def| books(def).contains(book)));
        Choice::of(Terms { book, ..Terms::new(scenario, self.seed) }, seats.unwrap_or_default())
    }

    pub(super) fn list_battles(&self, shelf: &mut Shelf) {
        let defs = || self.scenarios.iter().filter_map(|(id, _)| self.told.scenarios.get(id));
        shelf.battles =
            defs().map(|def| BattleEntry { name: def.name.clone(), about: def.text.clone() }).collect();
        shelf.first = defs().position(|def| def.order.is_some());
    }

    /// Changes the battle that is being put together.
    pub(super) fn redraft(&mut self, deed: &DraftDeed) {
        match deed {
            DraftDeed::Entry(n) => {
                if let Some((id, _)) = self.scenarios.get(*n)
                    && *id != self.draft.scenario
                {
                    self.draft = Choice { seed: self.draft.seed, ..self.choice(*id) };
                }
            }
            DraftDeed::Book(n) => {
                if let Some(def) = self.library.scenarios.get(&self.draft.scenario) {
                    self.draft.book = books(def).get(*n).copied();
                }
            }
            DraftDeed::Luck(luck) => self.draft.luck = *luck,
            DraftDeed::Seat(n) => {
                if let Some(seat) = self.draft.seats.get_mut(*n) {
                    seat.human = !seat.human;
                }
            }
            DraftDeed::Seed(seed) => self.draft.seed = *seed,
            DraftDeed::AnySeed => {
                self.draft.seed = any_seed();
                self.dice += 1;
            }
        }
    }

    pub(super) fn show_draft(&self, shelf: &mut Shelf) {
        let Some(def) = self.library.scenarios.get(&self.draft.scenario) else { return };
        let books = books(def);
        let book = self.draft.book.unwrap_or(def.rulebook);
        let rulebook = Choices {
            name: "book".to_owned(),
            heading: say!("draft-rulebook"),
            answers: books
                .iter()
                .enumerate()
                .map(|(n, id)| (self.book_name(*id), DraftDeed::Book(n)))
                .collect(),
            chosen: books.iter().position(|id| *id == book).unwrap_or(0),
            note: String::new(),
        };
        let seats = self.draft.seats.iter().map(|seat| SeatEntry {
            name: seat.name.clone(),
            human: seat.human,
            units: self.units(def, seat, book),
        });
        shelf.draft = Draft {
            entry: self.scenarios.iter().position(|(id, _)| *id == def.id).unwrap_or(0),
            choices: vec![rulebook, luck(self.draft.luck)],
            seats: seats.collect(),
            seed: self.draft.seed,
            dice: self.dice,
            board: Board::default(),
            dots: Vec::new(),
        };
        if let Ok(setup) = self.library.setup(def.id, self.draft.seed, self.draft.book) {
            shelf.draft.board = show::board(&setup.map);
            let number = |side| self.draft.seats.iter().position(|seat| seat.side == side).unwrap_or(0);
            let squares = |unit: &UnitState| unit.place.area.squares().collect::<Vec<_>>();
            shelf.draft.dots = setup
                .units
                .iter()
                .flat_map(|unit| squares(unit).into_iter().map(|at| (show::at(at), number(unit.side()))))
                .collect();
        }
    }

    fn book_name(&self, id: Key) -> String {
        self.told.books.get(&id).map_or_else(|| id.to_string(), |book| book.settings.name.clone())
    }

    /// Who fights for a side, in words: like ones counted.
    fn units(&self, def: &ScenarioDef, seat: &Seat, book: Key) -> String {
        let Some(book) = self.told.books.get(&book) else { return String::new() };
        let Some(side) = def.sides.iter().find(|side| side.id == seat.side.0) else { return String::new() };
        let mut counted: Vec<(String, u32)> = Vec::new();
        for unit in &side.units {
            let kind = unit.kind.and_then(|kind| book.unit(kind));
            let name = kind.map_or_else(|| unit.id.to_string(), |kind| kind.name.clone());
            match counted.iter_mut().find(|(known, _)| *known == name) {
                Some((_, n)) => *n += 1,
                None => counted.push((name, 1)),
            }
        }
        let told = counted.into_iter().map(|(name, n)| if n == 1 { name } else { format!("{n} × {name}") });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// How luck is dealt, as a choice (T-13).
fn luck(now: Luck) -> Choices {
    let name = |luck| match luck {
        Luck::Fair => say!("luck-fair"),
        Luck::Deck => say!("luck-deck"),
    };
    Choices {
        name: "luck".to_owned(),
        heading: say!("draft-luck"),
        answers: Luck::ALL.iter().map(|luck| (name(*luck), DraftDeed::Luck(*luck))).collect(),
        chosen: Luck::ALL.iter().position(|luck| *luck == now).unwrap_or(0),
        note: match now {
            Luck::Fair => say!("luck-fair-about"),
            Luck::Deck => say!("luck-deck-about"),
        },
    }
}

/// Another seed each time, short enough to be read aloud. It is part of the replay.
fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}
