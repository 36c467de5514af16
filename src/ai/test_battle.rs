//! Small battles for the tests of the computer: the shipped books, and a fight of given units on a given map.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use crate::{
    battle::setup::Setup,
    content::library::Library,
    dice::{DiceStream, Luck},
    grid::Map,
    key::Key,
    rules::{book::Rulebook, facts::UnitState},
};

/// The shipped library, read once.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::load(&Path::new(threat_range_base::CHECKOUT).join("assets"), &[]).0)
}

/// A shipped rulebook.
pub fn book(id: &str) -> Arc<Rulebook> {
    library().books[&Key::new(id)].clone()
}

/// A fight of these units with nothing else to it, and no last round.
pub fn setup(book: &Arc<Rulebook>, map: &Arc<Map>, units: Vec<UnitState>, seed: u64) -> Setup {
    Setup {
        book: book.clone(),
        map: map.clone(),
        units,
        arrivals: Vec::new(),
        bonds: Vec::new(),
        things: Vec::new(),
        ground: Vec::new(),
        surroundings: Default::default(),
        opening: Default::default(),
        options: Default::default(),
        made: None,
        used: Default::default(),
        standing: Vec::new(),
        dice: DiceStream::seeded(seed),
        luck: Luck::Fair,
        round_limit: 0,
        plugins: Default::default(),
    }
}
