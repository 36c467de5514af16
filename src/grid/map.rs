//! The map: which terrain, object, wall and door is where, and how high the ground is; no units, fog of war or light.
//!
//! Layers of bits for sight and movement (`blockers`, `passage`) are derived from the data whenever it changes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    blockers::Blockers,
    edge::{Edge, EdgeKind},
    error::MapError,
    map_data::{Door, DoorPlace, MapData, palette},
    object::ObjectAt,
    passage::Passages,
    set::{MAX_SIDE, SquareSet},
    square::{Area, Square},
    terrain::{CoverLevel, NO_TOP, Ray, Terrain, top},
};
use crate::key::Key;

/// A checked map. Serialised as [`MapData`], its lists in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MapData", into = "MapData")]
pub struct Map {
    width: u16,
    height: u16,
    pub(super) terrains: Vec<Terrain>,
    pub(super) squares: Vec<u8>,
    heights: Vec<i8>,
    pub(super) objects: BTreeMap<Square, u8>,
    pub(super) edge_kinds: Vec<EdgeKind>,
    pub(super) edges: BTreeMap<Edge, u8>,
    pub(super) doors: BTreeMap<u16, Door>,
    pub(super) closed: BTreeSet<DoorPlace>,
    pub(super) damaged: BTreeMap<ObjectAt, i32>,
    /// Squares within two of which something gives cover.
    near_cover: SquareSet,
    sight: Blockers,
    effect: Blockers,
    passages: Passages,
}

impl TryFrom<MapData> for Map {
    type Error = MapError;

    fn try_from(data: MapData) -> Result<Self, MapError> {
        Self::new(data)
    }
}

impl From<Map> for MapData {
    fn from(map: Map) -> Self {
        Self {
            width: map.width,
            height: map.height,
            terrains: map.terrains,
            squares: map.squares,
            heights: if map.heights.iter().all(|&level| level == 0) { Vec::new() } else { map.heights },
            objects: map.objects.into_iter().collect(),
            edge_kinds: map.edge_kinds,
            edges: map.edges.into_iter().collect(),
            doors: map.doors.into_values().collect(),
            damaged: map.damaged.into_iter().collect(),
        }
    }
}

impl Map {
    /// Checks the data and builds the map.
    ///
    /// # Errors
    /// The first mistake found, as a [`MapError`].
    pub fn new(data: MapData) -> Result<Self, MapError> {
        let (width, height) = (data.width, data.height);
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(MapError::Size(width, height));
        }
        let count = usize::from(width) * usize::from(height);
        if data.squares.len() != count {
            return Err(MapError::Length("squares", data.squares.len(), count));
        }
        let heights = if data.heights.is_empty() { vec![0; count] } else { data.heights };
        if heights.len() != count {
            return Err(MapError::Length("heights", heights.len(), count));
        }
        palette("terrains", &data.terrains.iter().map(|t| t.id).collect::<Vec<_>>(), 1)?;
        palette("edge kinds", &data.edge_kinds.iter().map(|k| k.id).collect::<Vec<_>>(), 0)?;
        let mut map = Self {
            edge_kinds: data.edge_kinds,
            damaged: data.damaged.into_iter().collect(),
            ..Self::bare((width, height), data.terrains, data.squares, heights)
        };
        for (square, &index) in map.squares().zip(&map.squares) {
            if usize::from(index) >= map.terrains.len() {
                return Err(MapError::NoTerrain(square, index));
            }
        }
        for (square, index) in data.objects {
            map.check_square(square)?;
            if usize::from(index) >= map.terrains.len() {
                return Err(MapError::NoTerrain(square, index));
            }
            if map.objects.insert(square, index).is_some() {
                return Err(MapError::TwoObjects(square));
            }
        }
        for (edge, index) in data.edges {
            map.check_edge(edge)?;
            if usize::from(index) >= map.edge_kinds.len() {
                return Err(MapError::NoEdgeKind(edge, index));
            }
            if map.edges.insert(edge, index).is_some() {
                return Err(MapError::TwoOnEdge(edge));
            }
        }
        for door in data.doors {
            map.add_door(door)?;
        }
        map.derive();
        Ok(map)
    }

    /// A board of these squares with nothing on it, and nothing derived yet.
    fn bare((width, height): (u16, u16), terrains: Vec<Terrain>, squares: Vec<u8>, heights: Vec<i8>) -> Self {
        Self {
            width,
            height,
            terrains,
            squares,
            heights,
            objects: BTreeMap::new(),
            edge_kinds: Vec::new(),
            edges: BTreeMap::new(),
            doors: BTreeMap::new(),
            closed: BTreeSet::new(),
            damaged: BTreeMap::new(),
            near_cover: SquareSet::default(),
            sight: Blockers::default(),
            effect: Blockers::default(),
            passages: Passages::default(),
        }
    }

    fn check_square(&self, square: Square) -> Result<(), MapError> {
        if self.contains(square) { Ok(()) } else { Err(MapError::SquareOutside(square)) }
    }

    fn check_edge(&self, edge: Edge) -> Result<(), MapError> {
        if edge.squares().into_iter().all(|s| self.contains(s)) {
            Ok(())
        } else {
            Err(MapError::EdgeOutside(edge))
        }
    }

    fn add_door(&mut self, door: Door) -> Result<(), MapError> {
        match door.place {
            DoorPlace::Edge(edge) => self.check_edge(edge)?,
            DoorPlace::Square(square) => self.check_square(square)?,
        }
        if let Some(other) =
            self.doors.values().find(|other| other.place == door.place && other.id != door.id)
        {
            return Err(MapError::DoorsInOnePlace(other.id, door.id));
        }
        let id = door.id;
        if !door.open {
            self.closed.insert(door.place);
        }
        if self.doors.insert(id, door).is_some() {
            return Err(MapError::TwoDoors(id));
        }
        Ok(())
    }

    pub(super) fn derive(&mut self) {
        self.sight = Blockers::new(self, Ray::Sight);
        self.effect = Blockers::new(self, Ray::Effect);
        self.passages = Passages::new(self);
        self.near_cover = self.beside_cover();
    }

    /// Squares within two of which something gives cover: an object, the ground, an edge, a closed door.
    fn beside_cover(&self) -> SquareSet {
        let gives = |kind: &Terrain| kind.cover != CoverLevel::None;
        let some = self.terrains.iter().any(gives);
        let covered = self.squares().filter(|square| some && self.contents(*square).any(gives));
        let edges = self.edges().filter(|(_, kind)| kind.cover != CoverLevel::None);
        let beside = edges.flat_map(|(edge, _)| edge.squares());
        let shut = self.closed.iter().flat_map(DoorPlace::squares);
        SquareSet::of(self.width, self.height, covered.chain(beside).chain(shut)).grown().grown()
    }

    pub(super) fn near_cover(&self) -> &SquareSet {
        &self.near_cover
    }

    /// The data of the map, as it would be written.
    pub fn data(&self) -> MapData {
        self.clone().into()
    }

    /// The same board with nothing on it, level: what those meet who fly over it (T-05).
    pub fn sky(&self) -> Self {
        let (size, count) = ((self.width, self.height), self.squares.len());
        let mut sky = Self::bare(size, vec![Terrain::plain(Key::new("sky"))], vec![0; count], vec![0; count]);
        sky.derive();
        sky
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Whether a square lies on the map.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// Whether a whole footprint lies on the map.
    pub fn holds(&self, area: &Area) -> bool {
        self.contains(area.origin) && self.contains(area.last())
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// The place of a square among all, row by row; none off the map.
    #[inline]
    pub fn index(&self, square: Square) -> Option<usize> {
        let (x, y) = (square.x as u16, square.y as u16); // negative numbers become too large
        (x < self.width && y < self.height).then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// The palette of ground and objects.
    pub fn terrains(&self) -> &[Terrain] {
        &self.terrains
    }

    /// The palette of what stands on edges.
    pub fn edge_kinds(&self) -> &[EdgeKind] {
        &self.edge_kinds
    }

    /// The ground of a square; none outside the map.
    pub fn terrain(&self, square: Square) -> Option<&Terrain> {
        self.terrains.get(usize::from(self.squares[self.index(square)?]))
    }

    /// The object on a square, if any.
    pub fn object(&self, square: Square) -> Option<&Terrain> {
        self.terrains.get(usize::from(*self.objects.get(&square)?))
    }

    /// Ground and object of a square: nothing, one or two definitions.
    pub fn contents(&self, square: Square) -> impl Iterator<Item = &Terrain> {
        self.terrain(square).into_iter().chain(self.object(square))
    }

    /// Level of the ground, in squares; 0 outside the map.
    pub fn ground(&self, square: Square) -> i32 {
        self.index(square).map_or(0, |at| i32::from(self.heights[at]))
    }

    /// What stands on an edge, doors apart.
    pub fn edge(&self, edge: Edge) -> Option<&EdgeKind> {
        self.edge_kinds.get(usize::from(*self.edges.get(&edge)?))
    }

    /// All edges on which something stands, doors apart, in order.
    pub fn edges(&self) -> impl Iterator<Item = (Edge, &EdgeKind)> {
        self.edges.iter().filter_map(|(&edge, &kind)| Some((edge, self.edge_kinds.get(usize::from(kind))?)))
    }

    /// All objects, in order of their squares.
    pub fn objects(&self) -> impl Iterator<Item = (Square, &Terrain)> {
        self.objects
            .iter()
            .filter_map(|(&square, &kind)| Some((square, self.terrains.get(usize::from(kind))?)))
    }

    /// All doors, in order of their numbers.
    pub fn doors(&self) -> impl Iterator<Item = &Door> {
        self.doors.values()
    }

    /// A door by its number.
    pub fn door(&self, id: u16) -> Option<&Door> {
        self.doors.get(&id)
    }

    /// The door in a place.
    pub fn door_at(&self, place: DoorPlace) -> Option<&Door> {
        self.doors.values().find(|door| door.place == place)
    }

    /// Whether a closed door stands in a place.
    pub fn is_closed(&self, place: DoorPlace) -> bool {
        self.closed.contains(&place)
    }

    pub(super) fn closed_edges(&self) -> impl Iterator<Item = Edge> {
        self.closed.iter().filter_map(|place| match place {
            DoorPlace::Edge(edge) => Some(*edge),
            DoorPlace::Square(_) => None,
        })
    }

    /// Opens or closes a door; true if that changed it. All that is derived is computed anew.
    ///
    /// # Errors
    /// [`MapError::NoDoor`] if there is no such door.
    pub fn set_door(&mut self, id: u16, open: bool) -> Result<bool, MapError> {
        let door = self.doors.get_mut(&id).ok_or(MapError::NoDoor(id))?;
        if door.open == open {
            return Ok(false);
        }
        door.open = open;
        if open {
            self.closed.remove(&door.place);
        } else {
            self.closed.insert(door.place);
        }
        self.derive();
        Ok(true)
    }

    /// Puts an object of the palette on a square, or takes it away; true if that changed anything.
    ///
    /// # Errors
    /// [`MapError::SquareOutside`], [`MapError::NoSuchKind`].
    pub fn set_object(&mut self, square: Square, object: Option<Key>) -> Result<bool, MapError> {
        self.check_square(square)?;
        let changed = match object {
            None => self.objects.remove(&square).is_some(),
            Some(id) => {
                let at = self.terrains.iter().position(|own| own.id == id);
                let index = at.and_then(|at| u8::try_from(at).ok()).ok_or(MapError::NoSuchKind(id))?;
                self.objects.insert(square, index) != Some(index)
            }
        };
        if changed {
            self.derive();
        }
        Ok(changed)
    }

    pub(super) fn blockers(&self, ray: Ray) -> &Blockers {
        match ray {
            Ray::Sight => &self.sight,
            Ray::Effect => &self.effect,
        }
    }

    pub(super) fn passages(&self) -> &Passages {
        &self.passages
    }

    /// The level up to which a square stops a line, at least its ground.
    pub(super) fn square_top(&self, ray: Ray, square: Square) -> i32 {
        if self.is_closed(DoorPlace::Square(square)) {
            return NO_TOP;
        }
        let ground = self.ground(square);
        let tops = self.contents(square).map(|t| top(ray, ground, t.blocks_sight, t.blocks_effect, t.height));
        tops.max().unwrap_or(ground)
    }

    /// The level up to which something on an edge stops a line; none if nothing does.
    pub(super) fn edge_top(&self, ray: Ray, edge: Edge) -> Option<i32> {
        if self.is_closed(DoorPlace::Edge(edge)) {
            return Some(NO_TOP);
        }
        let kind = self.edge(edge)?;
        let [a, b] = edge.squares();
        let ground = self.ground(a).max(self.ground(b));
        Some(top(ray, ground, kind.blocks_sight, kind.blocks_effect, kind.height)).filter(|&top| top > ground)
    }
}

#[cfg(test)]
#[path = "map_tests.rs"]
mod tests;
