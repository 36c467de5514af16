//! RON files to a resolved library: read, layer mods, patch, explain, import maps.
//!
//! Everything between a file on the disk and typed values. The types of a rulebook are in `rules`.

pub mod archive;
pub mod budget;
pub mod decode;
pub mod diagnostics;
pub mod drawing;
pub mod few;
pub mod history;
pub mod layer;
mod lexer;
pub mod library;
mod lines;
pub mod manifest;
pub mod map_build;
mod map_palette;
mod map_rows;
pub mod map_text;
pub mod media;
pub mod mod_choice;
pub mod mod_path;
pub mod painting;
mod patch;
mod path_lookup;
mod prelude;
pub mod references;
pub mod scan;
pub mod scenario;
pub mod skirmish;
pub mod source;
pub mod tiled_export;
mod tiled_guard;
pub mod tiled_import;
mod tiled_jail;
pub mod tiled_mapping;
mod tiled_objects;
mod tiled_properties;
mod tree;
pub mod unread;
pub mod uvtt_import;
mod walk;
pub mod wav;
mod words;
mod xml_scan;

#[cfg(test)]
mod robust_tests;
