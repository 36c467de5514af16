//! Which mods the user has switched off, and in which order they are wanted.
//!
//! What the choice does to the mods found is decided here; its file is in `saves`. What mods need of one another
//! goes before any wish (see [`super::manifest::load_order_by`]).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::manifest::ModFolder;

/// The choice of mods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModChoice {
    /// Ids of mods that are off.
    pub off: BTreeSet<String>,
    /// Ids in the order wanted; others follow by id.
    pub order: Vec<String>,
}

impl ModChoice {
    /// Whether a mod is on.
    pub fn is_on(&self, id: &str) -> bool {
        !self.off.contains(id)
    }

    /// Its place in the order wanted.
    pub fn rank(&self, id: &str) -> usize {
        self.order.iter().position(|own| own == id).unwrap_or(self.order.len())
    }

    /// Takes away what is off.
    pub fn apply(&self, mut folders: Vec<ModFolder>) -> Vec<ModFolder> {
        folders.retain(|one| self.is_on(one.id().as_str()));
        folders
    }
}
