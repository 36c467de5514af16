//! What several tests share: the library, its scenarios, and which part of the deep tests a run does.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod share;

use std::{path::Path, sync::OnceLock};

use threat_range::{content::library::Library, key::Key};

/// The shipped library.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (library, report) = Library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &[]);
        assert!(report.is_empty(), "{report}");
        library
    })
}

/// Every scenario by each of the rulebooks that it can be played by.
pub fn scenarios() -> Vec<(Key, Key)> {
    let all = library().scenarios.iter();
    all.flat_map(|(id, scenario)| {
        let books = std::iter::once(scenario.rulebook).chain(scenario.also.iter().copied());
        books.map(move |book| (*id, book))
    })
    .collect()
}
