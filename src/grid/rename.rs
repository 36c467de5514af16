//! Other names for what a map is made of.

use super::Map;
use crate::key::Key;

impl Map {
    /// Gives terrains and edges other names by their ids, and doors by their names, where there are any.
    pub fn rename(
        &mut self,
        terrain: impl Fn(Key) -> Option<String>,
        edge: impl Fn(Key) -> Option<String>,
        door: impl Fn(&str) -> Option<String>,
    ) {
        for one in &mut self.terrains {
            one.name = terrain(one.id).unwrap_or_else(|| std::mem::take(&mut one.name));
        }
        for one in &mut self.edge_kinds {
            one.name = edge(one.id).unwrap_or_else(|| std::mem::take(&mut one.name));
        }
        for one in self.doors.values_mut() {
            one.name = door(&one.name).unwrap_or_else(|| std::mem::take(&mut one.name));
        }
    }
}
