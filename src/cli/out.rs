//! What the command line says, a line at a time.
//!
//! It also decides what becomes of a line when nobody listens any more.

use std::{
    fmt::Arguments,
    io::{self, Write},
};

/// The status of a program whose reader has gone, as shells know it.
const UNHEARD: i32 = 141;

/// Writes a line on standard output. Whoever read it may have had enough, as `head` has: then the program ends.
pub(super) fn line(text: Arguments<'_>) {
    if writeln!(io::stdout().lock(), "{text}").is_err() {
        std::process::exit(UNHEARD);
    }
}

/// Writes a line on standard error. Where nobody hears it, nobody is left to tell.
pub(super) fn aside(text: Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
