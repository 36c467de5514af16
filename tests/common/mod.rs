//! What several tests share: the library.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{path::Path, sync::OnceLock};

use threat_range::content::library::Library;

/// The shipped library.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (library, report) = Library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &[]);
        assert!(report.is_empty(), "{report}");
        library
    })
}
