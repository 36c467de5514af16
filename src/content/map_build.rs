//! Putting a map together from what a file says, and what a map file gives besides the map.
//!
//! Terrains and edge kinds are looked up by name; squares, edges and doors are collected into a
//! [`grid::Map`](crate::grid::Map). File formats are in `map_text` and `tiled_import`.

pub(super) use super::map_palette::MapRefusal;
use super::{
    map_palette::{look_up, number},
    map_text::ThingText,
};
use crate::{
    content::prelude::*,
    grid::{Door, MapData},
    rules::facts::{Thing, ThingPlace},
};

/// Columns and rows of a map at most.
pub const MAX_SIDE: usize = crate::grid::MAX_SIDE as usize;

/// The most doors, the most things and the most placed units of a map.
const MOST_PLACED: usize = 1024;

/// Durability of a door.
const DOOR: u16 = 20;

/// The terrains and edge kinds that a map file may name, by canonical id.
#[derive(Clone, Copy, Debug)]
pub struct Palette<'a> {
    /// What fills squares or stands on them.
    pub terrains: &'a BTreeMap<Key, Terrain>,
    /// What stands on edges.
    pub edge_kinds: &'a BTreeMap<Key, EdgeKind>,
    /// The mod that the file belongs to: names are looked up there first, then in the base game.
    pub owner: Key,
}

/// A unit that the map's maker has put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitPlace {
    /// Which unit, as written.
    pub unit: Key,
    /// Its side.
    pub side: Key,
    /// Its north-west square.
    pub square: Square,
    /// Its own name; may be empty.
    pub name: String,
}

/// Squares with a meaning that the map itself does not know: an exit, a trigger, a chest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapArea {
    /// Its name; may be empty.
    pub name: String,
    /// Its class or kind; may be empty.
    pub class: String,
    /// Its squares, by row, then column.
    pub squares: Vec<Square>,
    /// Anything else said about it, as text.
    pub properties: BTreeMap<String, String>,
}

/// A map with all that its file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedMap {
    /// The id: of the entry, or the file's name without ending (with the mod's prefix, as of an entry).
    pub id: Key,
    /// Its name for people.
    pub name: String,
    /// The map.
    pub map: Map,
    /// Starting squares by side, in the order written.
    pub starts: BTreeMap<Key, Vec<Square>>,
    /// Units that are already placed, in the order written.
    pub units: Vec<UnitPlace>,
    /// Other areas, in the order written.
    pub areas: Vec<MapArea>,
    /// Things that can be done something with, in the order written.
    pub things: Vec<Thing>,
}

/// Where a thing is put on a map whose doors have no numbers yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Door(DoorPlace),
    Square(Square),
}

pub(super) struct MapBuilder<'a> {
    palette: Palette<'a>,
    width: u16,
    height: u16,
    terrains: Vec<Terrain>,
    edge_kinds: Vec<EdgeKind>,
    squares: Vec<Option<u8>>,
    heights: Vec<i8>,
    objects: BTreeMap<Square, u8>,
    edges: BTreeMap<Edge, u8>,
    doors: BTreeMap<DoorPlace, Door>,
    pub starts: BTreeMap<Key, Vec<Square>>,
    pub units: Vec<UnitPlace>,
    pub areas: Vec<MapArea>,
    things: Vec<(Spot, Thing)>,
    started: BTreeSet<(Key, Square)>,
    /// The names of the things, and the last number given to one of an id.
    names: BTreeSet<Key>,
    numbers: BTreeMap<Key, u32>,
    /// How many unknown names are still compared with those that there are.
    hints: usize,
}

impl<'a> MapBuilder<'a> {
    /// An empty map. Both sides are 1 to [`MAX_SIDE`].
    pub fn new(palette: Palette<'a>, width: usize, height: usize) -> Result<Self, MapRefusal> {
        let side = |n: usize| if (1..=MAX_SIDE).contains(&n) { u16::try_from(n).ok() } else { None };
        let (Some(w), Some(h)) = (side(width), side(height)) else {
            let message = format!("a map has 1 to {MAX_SIDE} columns and rows, not {width} by {height}");
            return Err(MapRefusal { message, help: None });
        };
        Ok(Self {
            palette,
            width: w,
            height: h,
            terrains: Vec::new(),
            edge_kinds: Vec::new(),
            squares: vec![None; width * height],
            heights: Vec::new(),
            objects: BTreeMap::new(),
            edges: BTreeMap::new(),
            doors: BTreeMap::new(),
            starts: BTreeMap::new(),
            units: Vec::new(),
            areas: Vec::new(),
            things: Vec::new(),
            started: BTreeSet::new(),
            names: BTreeSet::new(),
            numbers: BTreeMap::new(),
            hints: REPORTED,
        })
    }

    /// Columns and rows.
    pub fn size(&self) -> (i64, i64) {
        (i64::from(self.width), i64::from(self.height))
    }

    /// The square of a column and row, if it lies on the map.
    pub fn square(&self, column: i64, row: i64) -> Option<Square> {
        let inside =
            (0..i64::from(self.width)).contains(&column) && (0..i64::from(self.height)).contains(&row);
        let (x, y) = (i16::try_from(column).ok()?, i16::try_from(row).ok()?);
        inside.then(|| Square::new(x, y))
    }

    fn index(&self, square: Square) -> Option<usize> {
        let square = self.square(i64::from(square.x), i64::from(square.y))?;
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        Some(y * usize::from(self.width) + x)
    }

    /// The number of a terrain in the map's palette.
    pub fn terrain(&mut self, id: Key) -> Result<u8, MapRefusal> {
        let found = look_up(self.palette.terrains, self.palette.owner, id, "terrain", &mut self.hints)?;
        number(&mut self.terrains, found, |terrain| terrain.id, "terrains")
    }

    /// The number of an edge kind in the map's palette.
    pub fn edge_kind(&mut self, id: Key) -> Result<u8, MapRefusal> {
        let found = look_up(self.palette.edge_kinds, self.palette.owner, id, "edge kind", &mut self.hints)?;
        number(&mut self.edge_kinds, found, |kind| kind.id, "edge kinds")
    }

    /// Fills a square. Squares outside the map are passed over, here and below.
    pub fn set_terrain(&mut self, square: Square, terrain: u8) {
        if let Some(at) = self.index(square) {
            self.squares[at] = Some(terrain);
        }
    }

    /// Puts an object on a square, in place of the one there.
    pub fn set_object(&mut self, square: Square, terrain: u8) {
        if self.index(square).is_some() {
            self.objects.insert(square, terrain);
        }
    }

    /// Sets the level of a square's ground.
    pub fn set_height(&mut self, square: Square, level: i8) {
        let count = self.squares.len();
        if let Some(at) = self.index(square) {
            if self.heights.is_empty() {
                self.heights = vec![0; count];
            }
            self.heights[at] = level;
        }
    }

    /// Puts something on an edge. Edges of the map's own border are passed over: nothing passes there anyway.
    pub fn set_edge(&mut self, edge: Edge, kind: u8) {
        if edge.squares().iter().all(|square| self.index(*square).is_some()) {
            self.edges.insert(edge, kind);
        }
    }

    /// Puts a door somewhere, in place of what stands on that edge. False if it lies outside the map.
    pub fn add_door(&mut self, place: DoorPlace, open: bool, name: &str) -> bool {
        let inside = place.squares().iter().all(|square| self.index(*square).is_some());
        if inside && self.doors.len() <= MOST_PLACED {
            let (name, look) = (name.to_owned(), Key::new(""));
            let door = Door { id: 0, place, open, name, durability: Some(DOOR), look };
            self.doors.insert(place, door);
        }
        inside
    }

    /// Says what can be done with what stands somewhere, if anything. A second thing of an id gets a number.
    pub fn add_thing(&mut self, spot: Spot, text: Option<&ThingText>) {
        let Some(text) = text.filter(|_| self.things.len() <= MOST_PLACED) else { return };
        let thing = Thing {
            id: self.fresh(text.id),
            name: text.name.clone(),
            place: ThingPlace::Gone,
            offers: text.offers.clone(),
            barred: text.barred.clone(),
            works: text.works.clone(),
            done: Vec::new(),
        };
        self.things.push((spot, thing));
    }

    /// A name that no thing has yet: the id, with a number from the second on.
    fn fresh(&mut self, id: Key) -> Key {
        if self.names.insert(id) {
            return id;
        }
        let number = self.numbers.entry(id).or_insert(1);
        loop {
            *number += 1;
            let name = Key::new(&format!("{id}_{number}"));
            if self.names.insert(name) {
                return name;
            }
        }
    }

    /// Adds a starting square, once.
    pub fn add_start(&mut self, side: Key, square: Square) {
        if self.started.insert((side, square)) {
            self.starts.entry(side).or_default().push(square);
        }
    }

    /// Puts a unit somewhere.
    pub fn add_unit(&mut self, unit: UnitPlace) {
        if self.units.len() <= MOST_PLACED {
            self.units.push(unit);
        }
    }

    /// The first square that has no terrain yet.
    pub fn first_unfilled(&self) -> Option<(usize, usize)> {
        let at = self.squares.iter().position(Option::is_none)?;
        Some((at % usize::from(self.width), at / usize::from(self.width)))
    }

    /// Fills every square that has no terrain yet.
    pub fn fill_rest(&mut self, terrain: u8) {
        for square in &mut self.squares {
            square.get_or_insert(terrain);
        }
    }

    /// Checks the whole and gives it an id and a name. Doors are numbered from 1 in the order of their places.
    pub fn finish(mut self, id: Key, name: String) -> Result<PlacedMap, MapRefusal> {
        if let Some((x, y)) = self.first_unfilled() {
            let message = format!("the square ({x}, {y}) has no terrain");
            return Err(MapRefusal { message, help: None });
        }
        // One more of each is taken than there may be, so that it is seen here.
        let placed =
            [(self.doors.len(), "doors"), (self.things.len(), "things"), (self.units.len(), "units")];
        if let Some((_, what)) = placed.into_iter().find(|(count, _)| *count > MOST_PLACED) {
            let message = format!("a map has at most {MOST_PLACED} {what}");
            return Err(MapRefusal { message, help: None });
        }
        for place in self.doors.keys() {
            if let DoorPlace::Edge(edge) = place {
                self.edges.remove(edge);
            }
        }
        let numbered = self.doors.into_values().zip(1..=u16::MAX);
        let data = MapData {
            width: self.width,
            height: self.height,
            terrains: self.terrains,
            squares: self.squares.into_iter().flatten().collect(),
            heights: self.heights,
            objects: self.objects.into_iter().collect(),
            edge_kinds: self.edge_kinds,
            edges: self.edges.into_iter().collect(),
            doors: numbered.map(|(door, id)| Door { id, ..door }).collect(),
            damaged: Vec::new(),
        };
        let map = Map::new(data).map_err(|error| MapRefusal { message: error.to_string(), help: None })?;
        let things = self.things.into_iter().map(|(spot, thing)| {
            let place = match spot {
                Spot::Square(square) => ThingPlace::Square(square),
                Spot::Door(place) => {
                    map.door_at(place).map_or(ThingPlace::Gone, |door| ThingPlace::Door(door.id))
                }
            };
            Thing { place, ..thing }
        });
        let things = things.collect();
        Ok(PlacedMap { id, name, map, starts: self.starts, units: self.units, areas: self.areas, things })
    }
}

/// The edges between two corners in a row or column; (x, y) is the north-west one of its square.
pub(super) fn edges_along(from: (i64, i64), to: (i64, i64)) -> Option<Vec<Edge>> {
    let square = |x: i64, y: i64| Some(Square::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?));
    let limit = 2 * MAX_SIDE as i64;
    if [from.0, from.1, to.0, to.1].iter().any(|n| n.abs() > limit) {
        return None;
    }
    if from.0 == to.0 {
        let rows = from.1.min(to.1)..from.1.max(to.1);
        return rows.map(|y| Some(Edge::east(square(from.0 - 1, y)?))).collect();
    }
    if from.1 == to.1 {
        let columns = from.0.min(to.0)..from.0.max(to.0);
        return columns.map(|x| Some(Edge::south(square(x, from.1 - 1)?))).collect();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_corners_is_a_row_of_edges() {
        let edge = |x, y| Square::new(x, y);
        assert_eq!(edges_along((2, 0), (2, 2)), Some(vec![Edge::east(edge(1, 0)), Edge::east(edge(1, 1))]));
        assert_eq!(edges_along((3, 1), (1, 1)), Some(vec![Edge::south(edge(1, 0)), Edge::south(edge(2, 0))]));
        assert_eq!(edges_along((0, 0), (1, 1)), None);
        assert_eq!(edges_along((5, 5), (5, 5)), Some(Vec::new()));
        assert_eq!(edges_along((0, 0), (0, i64::MAX)), None);
    }

    #[test]
    fn names_are_looked_up_in_the_own_mod_then_in_the_base_game() {
        let ids = ["grass", "m:grass", "wall"].map(Key::new);
        let terrains: BTreeMap<Key, Terrain> = ids.iter().map(|id| (*id, Terrain::plain(*id))).collect();
        let edge_kinds = BTreeMap::new();
        let palette = Palette { terrains: &terrains, edge_kinds: &edge_kinds, owner: Key::new("m") };
        let mut builder = MapBuilder::new(palette, 2, 1).unwrap();
        for id in ["grass", "base:grass", "wall", "wall"] {
            builder.terrain(Key::new(id)).unwrap();
        }
        let ids: Vec<&str> = builder.terrains.iter().map(|t| t.id.as_str()).collect();
        assert_eq!(ids, ["m:grass", "grass", "wall"]);
        assert_eq!(
            builder.terrain(Key::new("gras")).unwrap_err().help.as_deref(),
            Some("did you mean \"grass\"?")
        );
    }

    #[test]
    fn a_door_takes_the_place_of_a_wall() {
        let terrains = BTreeMap::from([(Key::new("floor"), Terrain::plain(Key::new("floor")))]);
        let edge_kinds = BTreeMap::from([(Key::new("wall"), EdgeKind::wall(Key::new("wall")))]);
        let palette = Palette { terrains: &terrains, edge_kinds: &edge_kinds, owner: Key::new("base") };
        let mut builder = MapBuilder::new(palette, 2, 1).unwrap();
        let floor = builder.terrain(Key::new("floor")).unwrap();
        let wall = builder.edge_kind(Key::new("wall")).unwrap();
        let edge = Edge::east(Square::new(0, 0));
        builder.set_edge(edge, wall);
        builder.set_edge(Edge::east(Square::new(1, 0)), wall);
        assert!(builder.add_door(DoorPlace::Edge(edge), true, "gate"));
        assert_eq!(builder.first_unfilled(), Some((0, 0)));
        builder.fill_rest(floor);
        let placed = builder.finish(Key::new("m"), "M".into()).unwrap();
        assert!(placed.map.edge(edge).is_none());
        assert_eq!(placed.map.doors().count(), 1);
    }
}
