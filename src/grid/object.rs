//! Things of the map that can be damaged, by name, with what is left of them; `rules` has what damages them.

use serde::{Deserialize, Serialize};

use super::{
    edge::Edge,
    error::MapError,
    map::Map,
    map_data::DoorPlace,
    square::Square,
    terrain::{NO_TOP, RUINS, Terrain},
};
use crate::key::Key;

/// A thing of the map that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ObjectAt {
    /// What stands on a square, or else fills it.
    Square(Square),
    /// What stands on an edge.
    Edge(Edge),
    /// A door, by its number.
    Door(u16),
}

impl Map {
    /// What can be struck of a square: the object on it, else the ground if that is solid.
    fn struck(&self, square: Square) -> Option<&Terrain> {
        self.object(square)
            .filter(|object| object.is_solid() || object.durability.is_some())
            .or_else(|| self.terrain(square).filter(|ground| ground.is_solid()))
    }

    /// The level up to which what is solid on a square stops flyers: without limit if no height is said (C-120).
    pub(super) fn solid_top(&self, square: Square) -> i32 {
        if self.is_closed(DoorPlace::Square(square)) {
            return NO_TOP;
        }
        let ground = self.ground(square);
        let rises = |height: u8| if height == 0 { NO_TOP } else { ground + i32::from(height) };
        let solid = self.contents(square).filter(|here| here.is_solid());
        solid.map(|here| rises(here.height)).max().unwrap_or(ground)
    }

    /// The same of what stands on an edge; none: nothing solid.
    pub(super) fn solid_edge_top(&self, edge: Edge) -> Option<i32> {
        if self.is_closed(DoorPlace::Edge(edge)) {
            return Some(NO_TOP);
        }
        let kind = self.edge(edge).filter(|kind| kind.blocks_movement || !kind.stops.is_empty())?;
        let [a, b] = edge.squares();
        let ground = self.ground(a).max(self.ground(b));
        Some(if kind.height == 0 { NO_TOP } else { ground + i32::from(kind.height) })
    }

    /// Whether there is something of that name that stands in the way.
    pub fn stands(&self, at: ObjectAt) -> bool {
        match at {
            ObjectAt::Square(square) => self.struck(square).is_some(),
            ObjectAt::Edge(edge) => self.edge(edge).is_some(),
            ObjectAt::Door(id) => self.door(id).is_some(),
        }
    }

    /// How much damage a thing takes before it is gone; none: it takes none, or is not there.
    pub fn durability(&self, at: ObjectAt) -> Option<i32> {
        let durability = match at {
            ObjectAt::Square(square) => self.struck(square)?.durability,
            ObjectAt::Edge(edge) => self.edge(edge)?.durability,
            ObjectAt::Door(id) => self.door(id)?.durability,
        };
        durability.map(i32::from)
    }

    /// The damage that a thing has taken. What is gone keeps its last number.
    pub fn damage(&self, at: ObjectAt) -> i32 {
        self.damaged.get(&at).copied().unwrap_or(0)
    }

    /// Damages a thing that has a durability; true if that destroys it: a door or what stands on an edge is then
    /// gone, an object too unless it leaves rubble, and a wall that fills its square becomes rubble.
    ///
    /// # Errors
    /// [`MapError::Palette`] if there is no room for rubble in the map's palette.
    pub fn strike(&mut self, at: ObjectAt, amount: i32) -> Result<bool, MapError> {
        let Some(durability) = self.durability(at).filter(|_| amount > 0) else { return Ok(false) };
        let total = self.damage(at).saturating_add(amount);
        self.damaged.insert(at, total);
        if total < durability {
            return Ok(false);
        }
        match at {
            ObjectAt::Edge(edge) => {
                self.edges.remove(&edge);
            }
            ObjectAt::Door(id) => {
                if let Some(door) = self.doors.remove(&id) {
                    self.closed.remove(&door.place);
                }
            }
            ObjectAt::Square(square) => self.ruin(square)?,
        }
        self.derive();
        Ok(true)
    }

    fn ruin(&mut self, square: Square) -> Result<(), MapError> {
        let Some(struck) = self.struck(square) else { return Ok(()) };
        let on_it = self.object(square).is_some_and(|object| object.id == struck.id);
        let rubble = struck.rubble;
        if on_it && rubble == 0 {
            self.objects.remove(&square);
            return Ok(());
        }
        let left = Terrain {
            name: struck.name.clone(),
            difficult: rubble,
            ignored_by: vec![Key::new("flying")],
            look: Key::new(if rubble == 0 { "floor" } else { "rubble" }),
            ..Terrain::plain(Key::new(&format!("{}{RUINS}", struck.id)))
        };
        let index = match self.terrains.iter().position(|known| known.id == left.id) {
            Some(index) => index,
            None => {
                self.terrains.push(left);
                self.terrains.len() - 1
            }
        };
        let index = u8::try_from(index).map_err(|_| MapError::Palette("terrains", index + 1))?;
        match self.index(square) {
            Some(place) if !on_it => self.squares[place] = index,
            _ => {
                self.objects.insert(square, index);
            }
        }
        Ok(())
    }

    /// The door on an edge, if it is closed.
    pub fn closed_door(&self, place: DoorPlace) -> Option<u16> {
        self.door_at(place).filter(|door| !door.open).map(|door| door.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::MapData;

    #[test]
    fn a150_a_wall_falls_at_its_durability_and_leaves_rubble() {
        let mut data = MapData::plain(3, 1, Terrain::plain(Key::new("floor")));
        data.terrains.push(Terrain { durability: Some(6), rubble: 2, ..Terrain::wall(Key::new("wall")) });
        data.squares[2] = 1;
        let mut map = Map::new(data).unwrap();
        let at = ObjectAt::Square(Square::new(2, 0));
        assert_eq!(map.strike(at, 5), Ok(false));
        assert_eq!((map.damage(at), map.durability(at)), (5, Some(6)));
        assert_eq!(map.strike(at, 1), Ok(true));
        let ground = map.terrain(Square::new(2, 0)).unwrap();
        assert!(!ground.impassable && ground.difficult == 2);
        assert!(!map.stands(at));
        assert_eq!(Map::new(map.data()).unwrap(), map);
    }
}
