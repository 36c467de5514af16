//! RON files to a resolved library: read, layer mods, patch, explain, import maps.
//!
//! Owns everything between a file on the disk and typed values. Does not own the types of a rulebook (`rules`).

pub mod decode;
pub mod diagnostics;
pub mod layer;
mod lexer;
pub mod library;
pub mod manifest;
pub mod map_build;
pub mod map_text;
pub mod mod_choice;
pub mod mod_path;
mod path_lookup;
pub mod references;
pub mod scan;
pub mod scenario;
pub mod skirmish;
pub mod source;
mod tiled_guard;
pub mod tiled_import;
pub mod tiled_mapping;
mod tiled_objects;
mod xml_scan;

#[cfg(test)]
mod robust_tests;
