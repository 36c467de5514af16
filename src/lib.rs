//! Threat Range.
pub mod key;
#[cfg(feature = "window")]
pub mod window;
