use super::*;
use crate::grid::square::sq;
use crate::grid::{MapData, line_of_sight};

fn data() -> MapData {
    let mut data = MapData::plain(4, 3, Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    data.edge_kinds = vec![EdgeKind::wall(Key::new("plank"))];
    data
}

fn door(id: u16, place: DoorPlace) -> Door {
    Door { id, place, open: false, name: String::new(), durability: None, look: Key::new("") }
}

fn refused(change: impl FnOnce(&mut MapData)) -> MapError {
    let mut data = data();
    change(&mut data);
    Map::new(data).unwrap_err()
}

#[test]
fn every_mistake_is_named() {
    assert_eq!(refused(|d| d.width = 0), MapError::Size(0, 3));
    assert_eq!(refused(|d| d.height = 513), MapError::Size(4, 513));
    assert_eq!(refused(|d| d.squares.truncate(5)), MapError::Length("squares", 5, 12));
    assert_eq!(refused(|d| d.heights = vec![1; 3]), MapError::Length("heights", 3, 12));
    assert_eq!(refused(|d| d.terrains.clear()), MapError::Palette("terrains", 0));
    assert_eq!(
        refused(|d| d.terrains[1].id = Key::new("floor")),
        MapError::Twice("terrains", Key::new("floor"))
    );
    assert_eq!(refused(|d| d.squares[5] = 2), MapError::NoTerrain(sq(1, 1), 2));
    assert_eq!(refused(|d| d.objects = vec![(sq(4, 0), 0)]), MapError::SquareOutside(sq(4, 0)));
    assert_eq!(refused(|d| d.objects = vec![(sq(1, 0), 0); 2]), MapError::TwoObjects(sq(1, 0)));
    let last = Edge::east(sq(3, 0));
    assert_eq!(refused(|d| d.edges = vec![(last, 0)]), MapError::EdgeOutside(last));
    let edge = Edge::east(sq(0, 0));
    assert_eq!(refused(|d| d.edges = vec![(edge, 1)]), MapError::NoEdgeKind(edge, 1));
    let place = DoorPlace::Edge(edge);
    assert_eq!(refused(|d| d.doors = vec![door(1, place), door(2, place)]), MapError::DoorsInOnePlace(1, 2));
    let other = DoorPlace::Square(sq(0, 0));
    assert_eq!(refused(|d| d.doors = vec![door(1, place), door(1, other)]), MapError::TwoDoors(1));
    assert_eq!(
        MapError::Size(4, 513).to_string(),
        "a map is 1 to 512 squares wide and tall, this one is 4 by 513"
    );
    assert_eq!(
        MapError::NoTerrain(sq(1, 1), 2).to_string(),
        "the square (1, 1) asks for terrain 2, which the palette does not have"
    );
}

#[test]
fn an_object_is_put_on_a_square() {
    let mut map = Map::new(data()).unwrap();
    let a = Area::one(sq(1, 0));
    assert_eq!(map.set_object(sq(1, 1), Some(Key::new("wall"))), Ok(true));
    assert!(!line_of_sight(&map, &a, &Area::one(sq(1, 2))));
    assert_eq!(map.set_object(sq(1, 1), Some(Key::new("moat"))), Err(MapError::NoSuchKind(Key::new("moat"))));
}
