//! What a map drawn small shows of its ground, its walls and who stands there.

use super::*;

fn pixel(image: &Image, x: u32, y: u32) -> Vec<u8> {
    let start = ((y * image.width() + x) * 4) as usize;
    image.data.as_ref().unwrap()[start..start + 3].to_vec()
}

/// A board of one kind of ground, so wide and so high.
fn board(art: &str, (width, height): (u32, u32), barriers: Vec<DrawnBarrier>) -> Board {
    let count = (width * height) as usize;
    Board {
        generation: 1,
        size: UVec2::new(width, height),
        kinds: vec![TerrainKind { art: art.into(), ticks: 0 }],
        terrain: vec![0; count],
        height: vec![0; count],
        barriers,
    }
}

#[test]
fn squares_walls_and_sides_are_told_apart() {
    let wall = DrawnBarrier { place: BarrierPlace::Square(IVec2::new(1, 0)), kind: BarrierKind::Wall };
    let board = board("nowhere", (3, 2), vec![wall]);
    let image =
        picture(&mut Art::new(Vec::new()), &board, &[0, 0, 0, mark::UNKNOWN], &[(IVec2::new(2, 1), 0)], 4);
    assert_eq!(image.size(), UVec2::new(12, 8));
    assert_eq!(pixel(&image, 5, 1), INK);
    assert_eq!(pixel(&image, 10, 6), bytes(theme::side_colour(0)));
    assert_eq!(pixel(&image, 1, 6), BLANK);
}

#[test]
fn a_wall_is_stone_with_ink_at_its_open_sides() {
    let wall = |x| DrawnBarrier { place: BarrierPlace::Square(IVec2::new(x, 0)), kind: BarrierKind::Wall };
    let board = board("nowhere", (3, 1), vec![wall(0), wall(1)]);
    let image = picture(&mut Art::new(Vec::new()), &board, &[], &[], 10);
    assert_eq!((pixel(&image, 5, 5), pixel(&image, 10, 5)), (STONE.to_vec(), STONE.to_vec()));
    assert_eq!((pixel(&image, 0, 5), pixel(&image, 19, 5)), (INK.to_vec(), INK.to_vec()));
}

#[test]
fn who_was_last_seen_somewhere_is_a_hollow_dot() {
    let board = Board { generation: 1, size: UVec2::new(2, 1), ..Board::default() };
    let dots = ([(IVec2::new(0, 0), 1)], [(IVec2::new(1, 0), 1)]);
    let image = with_ghosts(&mut Art::new(Vec::new()), &board, &[], (&dots.0, &dots.1), 8);
    let colour = bytes(theme::side_colour(1));
    assert_eq!((pixel(&image, 4, 4), pixel(&image, 12, 4)), (colour.to_vec(), PAPER.to_vec()));
    assert_eq!(pixel(&image, 8, 4), colour);
}

#[test]
fn where_a_side_wins_there_is_a_chequered_edge() {
    let board = Board { generation: 1, size: UVec2::new(3, 1), ..Board::default() };
    let marks = [mark::GOAL, mark::GOAL | mark::UNKNOWN, 0];
    let image = picture(&mut Art::new(Vec::new()), &board, &marks, &[], 4);
    let dark: Vec<u32> = (0..12).filter(|x| pixel(&image, *x, 1) == INK).collect();
    assert_eq!(dark, [7], "between the two it does not end");
    let dark: Vec<u32> = (0..12).filter(|x| pixel(&image, *x, 0) == INK).collect();
    assert_eq!(dark, [0, 2, 4, 6]);
}

#[test]
fn where_there_is_room_the_ground_is_drawn_as_it_is() {
    let mut art = Art::new(vec![std::path::Path::new(threat_range_base::CHECKOUT).join("assets")]);
    let board = board("brush", (2, 1), Vec::new());
    let colours = |image: &Image| {
        let square = (0..256).map(|n| pixel(image, n % 16, n / 16));
        square.collect::<std::collections::BTreeSet<_>>().len()
    };
    let drawn = picture(&mut art, &board, &[], &[(IVec2::new(1, 0), 1)], 16);
    assert!(colours(&drawn) > 8, "{}", colours(&drawn));
    assert_eq!(pixel(&drawn, 24, 8), bytes(theme::side_colour(1)), "a diamond");
    assert_ne!(pixel(&drawn, 17, 1), bytes(theme::side_colour(1)), "has no corners there");
    let small = picture(&mut art, &board, &[], &[], 4);
    let all: std::collections::BTreeSet<Vec<u8>> = (0..16).map(|n| pixel(&small, n % 4, n / 4)).collect();
    assert_eq!(all.len(), 1, "else one colour a square");
}

#[test]
fn nothing_stands_on_ground_that_nobody_has_seen() {
    let barrier = |place: BarrierPlace| DrawnBarrier { place, kind: BarrierKind::Wall };
    let barriers = vec![
        barrier(BarrierPlace::Square(IVec2::new(3, 0))),
        barrier(BarrierPlace::Right(IVec2::new(2, 0))),
        barrier(BarrierPlace::Right(IVec2::new(0, 0))),
    ];
    let board = board("nowhere", (4, 1), barriers);
    let marks = [0, mark::UNKNOWN, mark::UNKNOWN, mark::UNKNOWN];
    let image = picture(&mut Art::new(Vec::new()), &board, &marks, &[], 4);
    assert_eq!(pixel(&image, 13, 1), BLANK, "a wall in the dark");
    assert_eq!(pixel(&image, 12, 1), BLANK, "an edge with both squares in the dark");
    assert_eq!(pixel(&image, 4, 1), INK, "an edge seen from one side");
}
