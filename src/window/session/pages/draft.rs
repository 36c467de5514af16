//! The page of a new battle: which scenario and rulebook, who decides for whom, which dice.

use crate::window::session::prelude::*;
use crate::{
    battle::terms::Terms,
    content::{scenario::ScenarioDef, skirmish::SKIRMISH},
    dice::Luck,
    rules::luck::FORTUNE,
};

/// Units of a battle that is soon over, and of one that takes a while, at most.
const SHORT: usize = 7;
/// See [`SHORT`].
const MEDIUM: usize = 10;

/// The option of fog.
const FOG: &str = "fog";

/// A battle as it was put together.
#[derive(Clone, Debug)]
pub struct BattleChoice {
    pub terms: Terms,
    /// Who decides for each side.
    pub seats: Vec<Seat>,
}

impl Default for BattleChoice {
    fn default() -> Self {
        Self { terms: Terms::new(Key::new(""), 0), seats: Vec::new() }
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
    pub(in super::super) fn choice(&self, scenario: Key) -> BattleChoice {
        let seats = self.scenarios.iter().find(|(id, _)| *id == scenario).map(|(_, seats)| seats.clone());
        let def = self.library.scenarios.get(&scenario);
        let book = self.book.filter(|book| def.is_some_and(|def| books(def).contains(book)));
        let terms = Terms { book, luck: self.luck, ..Terms::new(scenario, self.seed) };
        BattleChoice { terms, seats: seats.unwrap_or_default() }
    }

    pub(super) fn list_battles(&self, shelf: &mut Shelf) {
        let defs = || self.scenarios.iter().filter_map(|(id, _)| self.translated.scenarios.get(id));
        let entry = |def: &Arc<ScenarioDef>| BattleEntry {
            name: def.name.clone(),
            about: def.text.clone(),
            facts: self.in_short(def),
        };
        shelf.battles = defs().map(entry).collect();
        shelf.first = defs().position(|def| def.order.is_some());
    }

    /// The battle that newcomers are led to.
    pub(super) fn first_scenario(&self) -> Option<&Arc<ScenarioDef>> {
        let mut defs = self.scenarios.iter().filter_map(|(id, _)| self.translated.scenarios.get(id));
        defs.find(|def| def.order.is_some())
    }

    /// A scenario in short: how large its map is, how many fight whom, by which book, and for how long.
    fn in_short(&self, def: &ScenarioDef) -> String {
        let map = self.library.maps.get(&def.map).map(|placed| &placed.map);
        let (columns, rows) = map.map_or((0, 0), |map| (map.width(), map.height()));
        let against = format!(" {} ", say!("draft-against"));
        let sides: Vec<String> = def.sides.iter().map(|side| side.units.len().to_string()).collect();
        let length = match def.units().count() {
            0..=SHORT => say!("draft-short"),
            n if n <= MEDIUM => say!("draft-medium"),
            _ => say!("draft-long"),
        };
        say!(
            "draft-in-short",
            columns = columns,
            rows = rows,
            sides = sides.join(&against),
            book = self.book_name(def.rulebook),
            length = length
        )
    }

    /// Is it a skirmish that is being put together?
    pub(super) fn drafts_skirmish(&self) -> bool {
        self.draft.terms.scenario == SKIRMISH
    }

    /// Changes the battle that is being put together. The error is one sentence about what is not possible.
    pub(super) fn redraft(&mut self, intent: &DraftIntent) -> Result<(), String> {
        match intent {
            DraftIntent::Entry(n) => {
                if let Some((id, _)) = self.scenarios.get(*n)
                    && *id != self.draft.terms.scenario
                {
                    let (seed, luck) = (self.draft.terms.seed, self.draft.terms.luck);
                    let fortune = self.draft.terms.options.remove_entry(&Key::new(FORTUNE));
                    self.draft = self.choice(*id);
                    (self.draft.terms.seed, self.draft.terms.luck) = (seed, luck);
                    self.draft.terms.options.extend(fortune);
                }
            }
            DraftIntent::Book(n) if !self.drafts_skirmish() => {
                if let Some(def) = self.library.scenarios.get(&self.draft.terms.scenario) {
                    self.draft.terms.book = books(def).get(*n).copied();
                }
                self.keep_options();
            }
            DraftIntent::Luck(luck) => self.draft.terms.luck = *luck,
            DraftIntent::Seat(n) => {
                if let Some(seat) = self.draft.seats.get_mut(*n) {
                    seat.human = !seat.human;
                }
            }
            DraftIntent::Seed(seed) => self.draft.terms.seed = *seed,
            DraftIntent::AnySeed => {
                // Short enough to be read aloud.
                self.draft.terms.seed = crate::window::start::any_seed() % 1_000_000;
                self.dice += 1;
            }
            DraftIntent::Option(id, value) => {
                let id = Key::new(id);
                self.draft.terms.options.insert(id, *value);
                if self.usual(id) == *value {
                    self.draft.terms.options.remove(&id);
                }
            }
            intent => return self.redraft_skirmish(intent),
        }
        Ok(())
    }

    /// The book that the draft is played by.
    pub(super) fn drafted_book(&self) -> Option<Key> {
        match &self.wish {
            Some(wish) if self.drafts_skirmish() => Some(wish.rulebook),
            _ => {
                let def = self.library.scenarios.get(&self.draft.terms.scenario);
                self.draft.terms.book.or(def.map(|def| def.rulebook))
            }
        }
    }

    /// What an option is unless the players choose otherwise: the scenario's number, else the book's.
    fn usual(&self, option: Key) -> i32 {
        let def = self.library.scenarios.get(&self.draft.terms.scenario);
        let own = def.and_then(|def| def.options.get(&option)).copied();
        let book = self.drafted_book().and_then(|book| self.library.books.get(&book));
        own.or_else(|| book.map(|book| book.option(option.as_str()))).unwrap_or(0)
    }

    /// Whether a battle by a book is fought in fog as it was put together.
    fn is_foggy(&self, choice: &BattleChoice, book: Option<Key>) -> bool {
        let fog = Key::new(FOG);
        let chosen = choice.terms.options.get(&fog).copied();
        let def = self.translated.scenarios.get(&choice.terms.scenario);
        let usual = def.and_then(|def| def.options.get(&fog)).copied();
        let book = book.and_then(|book| self.library.books.get(&book));
        chosen.or(usual).or_else(|| book.map(|book| book.option(FOG))).unwrap_or(0) != 0
    }

    /// Only options that the book offers stay chosen.
    pub(super) fn keep_options(&mut self) {
        let book = self.drafted_book().and_then(|book| self.library.books.get(&book));
        let known: Vec<Key> =
            book.iter().flat_map(|book| &book.settings.choices).map(|choice| choice.id).collect();
        self.draft.terms.options.retain(|option, _| *option == FORTUNE || known.contains(option));
    }

    pub(super) fn show_draft(&self, shelf: &mut Shelf) {
        let Some(book) = self.drafted_book() else { return };
        shelf.draft = Draft {
            seed: self.draft.terms.seed,
            dice: self.dice,
            options: self.options(book),
            board: shelf.draft.board.clone(),
            ..Draft::default()
        };
        if self.drafts_skirmish() {
            self.show_skirmish(shelf);
        } else if let Some(def) = self.library.scenarios.get(&self.draft.terms.scenario) {
            self.show_scenario(def, book, shelf);
        }
        shelf.draft.choices.push(luck(self.draft.terms.luck));
        let chosen = self.draft.terms.options.get(&Key::new(FORTUNE)).copied();
        let now = chosen.unwrap_or_else(|| self.usual(Key::new(FORTUNE)));
        let most = self.library.books.get(&book).map_or(0, |book| book.settings.fortune);
        shelf.draft.options.push(fortune(now, most.max(0)));
        if let Ok(setup) = self.library.lay_out(&self.draft.terms) {
            shelf.draft.board = show::board(&setup.map);
            let number = |side: Side| self.draft.seats.iter().position(|seat| seat.side == side).unwrap_or(0);
            let foggy = self.is_foggy(&self.draft, Some(book));
            let unseen = |side: Side| begins_unseen(foggy, &self.draft.seats, number(side));
            let squares = |unit: &UnitState| unit.place.area.squares().collect::<Vec<_>>();
            shelf.draft.dots = setup
                .units
                .iter()
                .filter(|unit| !unseen(unit.side()))
                .flat_map(|unit| squares(unit).into_iter().map(|at| (show::at(at), number(unit.side()))))
                .collect();
        }
    }

    fn show_scenario(&self, def: &ScenarioDef, book: Key, shelf: &mut Shelf) {
        let books = books(def);
        let told = self.translated.scenarios.get(&def.id).map_or(def, |told| told);
        let draft = &mut shelf.draft;
        (draft.name, draft.about) = (told.name.clone(), told.text.clone());
        draft.entry = self.scenarios.iter().position(|(id, _)| *id == def.id);
        draft.choices.push(self.rulebooks(&books, book));
        draft.seats = self.seat_entries(def, &self.draft, book);
    }

    /// One of these books, as a choice.
    pub(super) fn rulebooks(&self, books: &[Key], book: Key) -> Choices {
        let answer = |(n, id): (usize, &Key)| (self.book_name(*id), DraftIntent::Book(n));
        Choices {
            name: "book".to_owned(),
            heading: say!("draft-rulebook"),
            answers: books.iter().enumerate().map(answer).collect(),
            chosen: books.iter().position(|id| *id == book).unwrap_or(0),
            note: say!("rulebook-about"),
        }
    }

    /// What the book leaves to the players, each as a choice.
    fn options(&self, book: Key) -> Vec<Choices> {
        let told = self.translated.books.get(&book);
        told.iter()
            .flat_map(|book| &book.settings.choices)
            .map(|choice| {
                let now = self.draft.terms.options.get(&choice.id).copied();
                let now = now.unwrap_or_else(|| self.usual(choice.id));
                let mut values = choice.values.clone();
                let switch = values.is_empty();
                if switch {
                    values = vec![0, 1];
                }
                if !values.contains(&now) {
                    // A scenario may have a number of its own.
                    values.push(now);
                    values.sort_unstable();
                }
                let word = |value: i32| match (switch, value) {
                    (true, 0) => say!("settings-off"),
                    (true, 1) => say!("settings-on"),
                    _ => value.to_string(),
                };
                let intent = |value: i32| DraftIntent::Option(choice.id.to_string(), value);
                Choices {
                    name: format!("option {}", choice.id),
                    heading: choice.name.clone(),
                    answers: values.iter().map(|value| (word(*value), intent(*value))).collect(),
                    chosen: values.iter().position(|value| *value == now).unwrap_or(0),
                    note: choice.text.clone(),
                }
            })
            .collect()
    }

    fn book_name(&self, id: Key) -> String {
        self.translated.books.get(&id).map_or_else(|| id.to_string(), |book| book.settings.name.clone())
    }

    /// The sides of a scenario as they were put together, as far as they may be known before the battle.
    pub(super) fn seat_entries(&self, def: &ScenarioDef, choice: &BattleChoice, book: Key) -> Vec<SeatEntry> {
        let foggy = self.is_foggy(choice, Some(book));
        let units = |n: usize, seat: &Seat| match begins_unseen(foggy, &choice.seats, n) {
            true => say!("briefing-unseen"),
            false => self.units(def, seat, book),
        };
        let entry = |(n, seat): (usize, &Seat)| SeatEntry {
            name: seat.name.clone(),
            human: seat.human,
            units: units(n, seat),
            points: 0,
        };
        choice.seats.iter().enumerate().map(entry).collect()
    }

    /// Who fights for a side, in words: like ones counted.
    fn units(&self, def: &ScenarioDef, seat: &Seat, book: Key) -> String {
        let Some(book) = self.translated.books.get(&book) else { return String::new() };
        let Some(side) = def.sides.iter().find(|side| side.id == seat.side.0) else { return String::new() };
        counted(side.units.iter().map(|unit| {
            let kind = unit.kind.and_then(|kind| book.unit(kind));
            kind.map_or_else(|| unit.id.to_string(), |kind| kind.name.clone())
        }))
    }
}

/// Names in words, like ones counted: "2 × archer, shepherd".
pub(super) fn counted(names: impl Iterator<Item = String>) -> String {
    let mut counted: Vec<(String, u32)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => counted.push((name, 1)),
        }
    }
    let told = counted.into_iter().map(|(name, n)| if n == 1 { name } else { format!("{n} × {name}") });
    told.collect::<Vec<_>>().join(", ")
}

/// Whether a side begins unseen by whoever lays out the battle: in fog one person knows their own, several none.
fn begins_unseen(foggy: bool, seats: &[Seat], side: usize) -> bool {
    let mut people = seats.iter().enumerate().filter(|(_, seat)| seat.human);
    foggy
        && match (people.next(), people.next()) {
            (Some((own, _)), None) => own != side,
            (Some(_), Some(_)) => true,
            (None, _) => false,
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
        answers: Luck::ALL.iter().map(|luck| (name(*luck), DraftIntent::Luck(*luck))).collect(),
        chosen: Luck::ALL.iter().position(|luck| *luck == now).unwrap_or(0),
        note: say!("luck-about"),
    }
}

/// How often each side may have a die thrown again, as a choice up to what the book allows (T-14).
fn fortune(now: i32, most: i32) -> Choices {
    let word = |n: i32| if n == 0 { say!("settings-off") } else { n.to_string() };
    Choices {
        name: format!("option {FORTUNE}"),
        heading: say!("draft-fortune"),
        answers: (0..=most).map(|n| (word(n), DraftIntent::Option(FORTUNE.to_owned(), n))).collect(),
        chosen: usize::try_from(now.clamp(0, most)).unwrap_or(0),
        note: say!("fortune-about"),
    }
}
