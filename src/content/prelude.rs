//! What nearly every file of content speaks of: files and their entries, what is wrong with them, the library.
//!
//! A file takes all of it in one line: `use crate::content::prelude::*`. Whatever only some speak of they import by name.

pub(super) use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{
    budget::{BudgetItem, ReadBudget},
    decode::{decode, decode_file},
    diagnostics::{Diagnostic, REPORTED, Report},
    layer::{Layered, own_id},
    library::{KINDS, Library},
    manifest::ModFolder,
    map_build::{Palette, PlacedMap},
    mod_path::{ModPath, ModRoot},
    references::{NameKind, Visit},
    scan::{Outline, TokenKind, text_content},
    scenario::ScenarioDef,
    source::{BASE, RawEntry, RawField, SourceFile, SourcePlace, read_entries},
    tree::Node,
};
pub(super) use crate::{
    grid::{DoorPlace, Edge, EdgeKind, Map, Square, Terrain},
    key::Key,
    rules::{
        action::{ActionDef, Need, Step},
        book::{BookDef, Rulebook},
        condition::ConditionDef,
        expr::Expr,
        facts::{Side, UnitId, UnitState},
        gear::{ItemDef, WeaponDef},
        modifier::Until,
        spell::SpellDef,
        unit::UnitDef,
    },
    suggest::suggest,
};
