//! The page of a skirmish: its map, its book, its sides and their units.

use super::draft::{BattleChoice, counted};
use crate::window::session::prelude::*;
use crate::{
    battle::terms::Terms,
    content::skirmish::{Camp, MOST, SKIRMISH, Skirmish, points},
    rules::unit::UnitDef,
};

/// The most sides there are: as many as there are colours.
const SIDES: usize = 4;

/// Numbers that are told of a kind, at most.
const VALUES: usize = 4;

/// Units with which a side begins, and what they are worth at most.
const FIRST: (usize, i32) = (3, 3);

/// The kinds of a book in the order of the list: the cheapest first, then as they are called in the language of now.
fn kinds(book: &Rulebook) -> Vec<&UnitDef> {
    let mut kinds: Vec<&UnitDef> = book.units.iter().map(|def| &**def).collect();
    kinds.sort_by_cached_key(|def| (points(def), def.name.to_lowercase(), def.id));
    kinds
}

/// The numbers that tell a kind from others: what it bears, how far it goes, what it is best at, how many it seats.
fn values(book: &Rulebook, def: &UnitDef) -> Vec<(String, i32)> {
    let machines = book.settings.systems.iter().flat_map(|rule| rule.tracks.iter().copied());
    let tracks = book.main_track().map(|track| track.id).into_iter().chain(machines);
    let tracks = tracks.filter_map(|id| Some((book.track(id)?.name.clone(), *def.tracks.get(&id)?)));
    let top = def.vehicle.as_ref().map(|vehicle| (say!("muster-top-speed"), vehicle.top));
    let speed = def.movement.first().map(|way| (say!("muster-speed"), way.speed)).or(top);
    let seats =
        def.vehicle.as_ref().map(|vehicle| vehicle.seats.iter().map(|seat| seat.count).sum::<usize>());
    let seats = seats.and_then(|n| Some((say!("muster-seats"), i32::try_from(n).ok()?)));
    let mut best: Vec<(i32, Key)> = def.stats.iter().map(|(stat, value)| (*value, *stat)).collect();
    best.sort_by_key(|(value, stat)| (std::cmp::Reverse(*value), *stat));
    let best = best.into_iter().filter(|(value, _)| *value > 0);
    let best = best.map(|(value, stat)| (words::capital(&book.name_of(stat)), value));
    tracks.chain(speed).chain(best).chain(seats).take(VALUES).collect()
}

/// The weapon that a kind has in hand, or that is mounted on it.
fn weapon(def: &UnitDef) -> Option<Key> {
    let mounted = def.vehicle.as_ref().and_then(|vehicle| vehicle.mounts.first());
    def.weapons.first().copied().or(mounted.map(|mount| mount.weapon))
}

/// A side as it is at first: a few people on foot.
fn camp(book: &Rulebook, n: usize) -> Camp {
    let plain = |def: &&&UnitDef| def.vehicle.is_none() && def.systems.is_none() && points(def) <= FIRST.1;
    let mut all: Vec<&UnitDef> = book.units.iter().map(|def| &**def).collect();
    all.sort_by_key(|def| (points(def), def.id));
    let plain: Vec<Key> = all.iter().filter(plain).map(|def| def.id).collect();
    Camp { name: side_name(n), units: plain.iter().rev().take(FIRST.0).copied().collect() }
}

fn side_name(n: usize) -> String {
    match n {
        0 => say!("side-blue"),
        1 => say!("side-vermilion"),
        2 => say!("side-green"),
        _ => say!("side-purple"),
    }
}

impl Session {
    /// What a player does to the skirmish.
    pub(super) fn redraft_skirmish(&mut self, intent: &DraftIntent) -> Result<(), String> {
        if *intent == DraftIntent::Skirmish {
            self.begin_wish();
        }
        let maps: Vec<Key> = self.library.maps.keys().copied().collect();
        let books: Vec<Key> = self.library.books.keys().copied().collect();
        let Some(book) = self.drafted_book().and_then(|book| self.translated.books.get(&book)).cloned()
        else {
            return Ok(());
        };
        let Some(wish) = self.wish.as_mut() else { return Ok(()) };
        let mut refused = Ok(());
        match intent {
            DraftIntent::Map(n) => wish.map = maps.get(*n).copied().unwrap_or(wish.map),
            DraftIntent::Book(n) => {
                if let Some(other) = books.get(*n).and_then(|id| self.library.books.get(id)) {
                    wish.rulebook = other.id;
                    for (n, side) in wish.sides.iter_mut().enumerate() {
                        side.units.retain(|kind| other.unit(*kind).is_some());
                        if side.units.is_empty() {
                            *side = camp(other, n);
                        }
                    }
                }
            }
            DraftIntent::AddSide if wish.sides.len() < SIDES => {
                wish.sides.push(camp(&book, wish.sides.len()))
            }
            DraftIntent::DropSide if wish.sides.len() > 2 => {
                wish.sides.pop();
            }
            DraftIntent::Muster(n) if *n < wish.sides.len() => self.mustered = *n,
            DraftIntent::Enlist(n) => {
                let kind = kinds(&book).get(*n).map(|def| def.id);
                if let (Some(side), Some(kind)) = (wish.sides.get_mut(self.mustered), kind) {
                    if side.units.len() < MOST {
                        side.units.push(kind);
                    } else {
                        refused = Err(say!("skirmish-full", most = MOST));
                    }
                }
            }
            DraftIntent::Dismiss(n) => {
                if let Some(side) = wish.sides.get_mut(self.mustered).filter(|side| *n < side.units.len()) {
                    side.units.remove(*n);
                }
            }
            _ => {}
        }
        refused.and(self.write_wish())
    }

    /// The skirmish is the draft from now on; at first it has the book of the battle before it.
    fn begin_wish(&mut self) {
        let known = self.drafted_book().and_then(|id| self.library.books.get(&id)).cloned();
        let book = known.or_else(|| self.library.books.values().next().cloned());
        let (Some(book), Some(map)) = (book, self.library.maps.keys().next().copied()) else { return };
        if self.wish.is_none() {
            let sides = (0..2).map(|n| camp(&book, n)).collect();
            self.wish = Some(Skirmish { name: String::new(), map, rulebook: book.id, sides });
        }
        let (seed, luck) = (self.draft.terms.seed, self.draft.terms.luck);
        let terms = Terms { luck, ..Terms::new(Key::new(SKIRMISH), seed) };
        let seats =
            (0..SIDES).map(|n| Seat { side: Side::new(&n.to_string()), name: side_name(n), human: n == 0 });
        self.draft = BattleChoice { terms, seats: seats.take(2).collect() };
    }

    /// Writes the skirmish anew, and who sits where.
    fn write_wish(&mut self) -> Result<(), String> {
        let Some(wish) = self.wish.as_mut().filter(|_| self.draft.terms.scenario == SKIRMISH) else {
            return Ok(());
        };
        let map = self.translated.maps.get(&wish.map).map(|map| map.name.clone()).unwrap_or_default();
        wish.name = say!("skirmish-name", map = map);
        for (n, side) in wish.sides.iter_mut().enumerate() {
            side.name = side_name(n);
        }
        let wish = wish.clone();
        self.keep_options();
        self.draft.terms.made = None;
        let humans: Vec<bool> = self.draft.seats.iter().map(|seat| seat.human).collect();
        let seat = |n: usize, side: Key| Seat {
            side: Side(side),
            name: wish.sides.get(n).map(|camp| camp.name.clone()).unwrap_or_default(),
            human: humans.get(n).copied().unwrap_or(false),
        };
        let nobody = |n: usize| Key::new(&format!("side_{}", n + 1));
        self.draft.seats = (0..wish.sides.len()).map(|n| seat(n, nobody(n))).collect();
        let made = self.library.write_skirmish(&wish).map_err(|why| locale::skirmish(&why))?;
        let def = self.library.read_scenario(&made.text)?;
        self.draft.seats = def.sides.iter().enumerate().map(|(n, side)| seat(n, side.id)).collect();
        self.draft.terms.made = Some(made);
        Ok(())
    }

    /// Names the skirmish anew, in another language. Why it cannot be written is said when it is to begin.
    pub(in crate::window::session) fn rename_wish(&mut self) {
        let _ = self.write_wish();
    }

    /// Why the skirmish cannot begin, if it cannot.
    pub(super) fn trouble_with_wish(&self) -> Option<String> {
        let wish = self.wish.as_ref().filter(|_| self.drafts_skirmish())?;
        self.library.write_skirmish(wish).err().map(|why| locale::skirmish(&why))
    }

    pub(super) fn show_skirmish(&self, shelf: &mut Shelf) {
        let Some(wish) = &self.wish else { return };
        let Some(book) = self.translated.books.get(&wish.rulebook) else { return };
        let maps = self.translated.maps.values();
        let map = Choices {
            name: "map".to_owned(),
            heading: say!("draft-map"),
            answers: maps.enumerate().map(|(n, map)| (map.name.clone(), DraftIntent::Map(n))).collect(),
            chosen: self.library.maps.keys().position(|id| *id == wish.map).unwrap_or(0),
            note: String::new(),
        };
        let books: Vec<Key> = self.library.books.keys().copied().collect();
        let draft = &mut shelf.draft;
        draft.entry = None;
        (draft.name, draft.about) = (say!("draft-skirmish"), say!("draft-skirmish-about"));
        draft.maps = Some(map);
        draft.choices = vec![self.rulebooks(&books, wish.rulebook)];
        draft.more_sides = Some((wish.sides.len() < SIDES, wish.sides.len() > 2));
        let units = |camp: &Camp| camp.units.iter().filter_map(|kind| book.unit(*kind)).collect::<Vec<_>>();
        let worth = |camp: &Camp| units(camp).into_iter().map(|def| points(def)).sum();
        let seats = wish.sides.iter().zip(&self.draft.seats);
        draft.seats = seats
            .map(|(camp, seat)| SeatEntry {
                name: camp.name.clone(),
                human: seat.human,
                units: counted(units(camp).into_iter().map(|def| def.name.clone())),
                points: worth(camp),
            })
            .collect();
        if let Some(map) = self.library.maps.get(&wish.map) {
            draft.board = show::board(&map.map);
        }
        let Some(camp) = wish.sides.get(self.mustered) else { return };
        let entry = |def: &UnitDef| KindEntry {
            name: words::capital(&def.name),
            about: def.text.clone(),
            points: points(def),
            art: show::file(def.look.unwrap_or(def.id)).to_owned(),
            values: values(book, def),
            weapon: weapon(def).map(|weapon| words::capital(&book.name_of(weapon))).unwrap_or_default(),
        };
        shelf.muster = Muster {
            side: (self.mustered, camp.name.clone()),
            kinds: kinds(book).into_iter().map(entry).collect(),
            units: units(camp).into_iter().map(|def| (words::capital(&def.name), points(def))).collect(),
            points: wish.sides.iter().map(|camp| (camp.name.clone(), worth(camp))).collect(),
        };
    }
}
