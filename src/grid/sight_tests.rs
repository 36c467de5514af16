use super::*;
use crate::grid::square::sq;
use crate::{
    grid::{EdgeKind, MapData, Terrain},
    key::Key,
};

fn one(x: i16, y: i16) -> Area {
    Area::one(sq(x, y))
}

/// `#` wall, `c` crate one square tall, `t` tower of two, digits levels of ground.
fn map(rows: &[&str], walls: &[Edge]) -> Map {
    let mut data = MapData::plain(rows[0].len() as u16, rows.len() as u16, Terrain::plain(Key::new("floor")));
    let plain = |id: &str| Terrain::plain(Key::new(id));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    data.terrains.push(Terrain { height: 1, ..plain("crate") });
    data.terrains.push(Terrain { height: 2, ..plain("tower") });
    let cells = rows.concat();
    data.squares = cells.bytes().map(|b| b".#ct".iter().position(|c| *c == b).unwrap_or(0) as u8).collect();
    data.heights = cells.bytes().map(|b| if b.is_ascii_digit() { (b - b'0') as i8 } else { 0 }).collect();
    data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
    data.edges = walls.iter().map(|&edge| (edge, 0)).collect();
    Map::new(data).unwrap()
}

fn lines(row: &str) -> (bool, bool) {
    let map = map(&[row], &[]);
    let (a, b) = (one(0, 0), one(row.len() as i16 - 1, 0));
    (line_of_sight(&map, &a, &b), line_of_effect(&map, &a, &b))
}

#[test]
fn the_squares_at_the_ends_do_not_block() {
    assert_eq!(lines("#...#"), (true, true));
}

#[test]
fn low_objects_are_looked_over_and_tall_ones_are_not() {
    assert_eq!(lines("..c.."), (true, true));
    assert_eq!(lines("..t.."), (false, false));
}

#[test]
fn a_hill_hides_and_a_height_looks_over() {
    assert_eq!(lines("..2.."), (false, false));
    assert_eq!(lines("..1.."), (true, true));
    assert_eq!(lines("4.t.."), (true, true), "the line stands at 3.5 to 2.5 over the tower");
    assert_eq!(lines("4..t."), (false, false), "and at 2.5 to 1.5 here");
    assert_eq!(lines("9.#.."), (false, false), "a wall without a height has no top");
}

#[test]
fn walls_on_edges_have_no_holes_at_their_joints() {
    let wall: Vec<Edge> = (0..8).map(|x| Edge::south(sq(x, 1))).collect();
    let map = map(&["........"; 4], &wall);
    for a in map.squares().filter(|a| a.y < 2) {
        for b in map.squares().filter(|b| b.y >= 2) {
            assert!(!line_of_sight(&map, &Area::one(a), &Area::one(b)), "{a:?} sees {b:?}");
        }
    }
}

#[test]
fn a_wall_cut_anywhere_blocks_and_its_free_end_does_not() {
    let map = map(&["...", "..."], &[Edge::east(sq(0, 0))]);
    assert!(!line_of_sight(&map, &one(0, 0), &one(1, 0)));
    assert!(!line_of_sight(&map, &one(0, 0), &one(2, 1)));
    assert!(line_of_sight(&map, &one(0, 0), &one(1, 1)), "the line passes the wall's end");
}
