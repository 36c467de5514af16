//! Small battles for the tests of the computer: the shipped books, and a fight of given units on a given map.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use crate::{
    ai,
    battle::{Battle, command::Command, prompt::Ask, setup::Setup},
    content::library::Library,
    dice::{DiceStream, Luck},
    grid::Map,
    key::Key,
    rules::{
        book::Rulebook,
        facts::{UnitId, UnitState},
    },
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
        goals: Vec::new(),
        dice: DiceStream::seeded(seed),
        luck: Luck::Fair,
        round_limit: 0,
        plugins: Default::default(),
    }
}

/// What the computer does first in a unit's turn.
pub fn first_command(setup: Setup, unit: &str) -> Command {
    let mut battle = Battle::new(setup);
    battle.advance();
    for _ in 0..20 {
        let prompt = battle.prompt().unwrap().clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if prompt.unit == UnitId::new(unit) && matches!(prompt.ask, Ask::Turn { .. }) {
            return command;
        }
        battle.submit(command).unwrap();
    }
    panic!("{unit} has no turn");
}
