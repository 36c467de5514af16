//! What nearly every file of content speaks of: files and their entries, what is wrong with them, the library.
//!
//! A file takes all of it in one line: `use crate::content::prelude::*`. Whatever only some speak of they import by name.

pub(super) use super::{
    budget::BudgetItem,
    diagnostics::{Diagnostic, Report},
    layer::Layered,
    library::Library,
    mod_path::{ModPath, ModRoot},
    scan::{Outline, TokenKind, text_content},
    source::{BASE, RawEntry, RawField, SourceFile, SourcePlace},
};
pub(super) use crate::{
    grid::{Square, Terrain},
    key::Key,
    rules::{action::ActionDef, book::Rulebook, expr::Expr},
    suggest::suggest,
};
