//! Threat Range: what every layer needs.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub mod defaults;
pub mod key;
pub mod message;
pub mod suggest;
mod table;

/// The folder of the checkout that this was built from: `assets` and `tests` of the project lie in it.
pub const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Puts something in the place of another, where there is a new one.
pub fn replace_if_some<T: Clone>(place: &mut T, new: Option<&T>) {
    if let Some(new) = new {
        place.clone_from(new);
    }
}
