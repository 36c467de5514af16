//! The map as the board draws it: kinds of ground, heights, walls and things.

use super::show::{at, file};
use crate::grid::{DoorPlace, EdgeSide as Lies};
use crate::window::session::prelude::*;

/// The map. `generation` is left at 0.
pub fn board(map: &Map) -> Board {
    let mut kinds: Vec<TerrainKind> = Vec::new();
    let mut terrain = Vec::new();
    let mut height = Vec::new();
    let mut barriers = Vec::new();
    for square in map.squares() {
        let Some(ground) = map.terrain(square) else { continue };
        let art = if ground.look.as_str().is_empty() { ground.id } else { ground.look };
        let ticks = map.contents(square).fold(0_u8, |sum, here| sum.saturating_add(here.difficult));
        let kind = TerrainKind { art: file(art).to_owned(), ticks };
        let n = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        terrain.push(u8::try_from(n).unwrap_or(0));
        height.push(i8::try_from(map.ground(square)).unwrap_or(0));
        if ground.blocks_sight && ground.impassable {
            let kind = kind_of(art.as_str());
            barriers.push(DrawnBarrier { place: BarrierPlace::Square(at(square)), kind });
        }
    }
    for (square, object) in map.objects() {
        let look = if object.look.as_str().is_empty() { object.id } else { object.look };
        barriers.push(DrawnBarrier { place: BarrierPlace::Square(at(square)), kind: kind_of(look.as_str()) });
    }
    for (edge, kind) in map.edges() {
        let look = if kind.id == "window" || kind.look.as_str().is_empty() { kind.id } else { kind.look };
        barriers.push(DrawnBarrier { place: lies(edge.square, edge.side), kind: kind_of(look.as_str()) });
    }
    for door in map.doors() {
        let kind = if door.open { BarrierKind::OpenDoor } else { BarrierKind::Door };
        let place = match door.place {
            DoorPlace::Edge(edge) => lies(edge.square, edge.side),
            DoorPlace::Square(square) => BarrierPlace::Square(at(square)),
        };
        barriers.push(DrawnBarrier { place, kind });
    }
    let size = UVec2::new(u32::from(map.width()), u32::from(map.height()));
    Board { generation: 0, size, kinds, terrain, height, barriers }
}

fn lies(square: Square, side: Lies) -> BarrierPlace {
    match side {
        Lies::East => BarrierPlace::Right(at(square)),
        Lies::South => BarrierPlace::Below(at(square)),
    }
}

fn kind_of(look: &str) -> BarrierKind {
    match look {
        "low_wall" => BarrierKind::LowWall,
        "window" => BarrierKind::Window,
        "fence" => BarrierKind::Fence,
        "crate" | "barrel" => BarrierKind::Crate,
        "machine" => BarrierKind::Machine,
        "table" => BarrierKind::Table,
        "tree" => BarrierKind::Tree,
        "brush" | "hedge" => BarrierKind::Brush,
        "asteroid" => BarrierKind::Asteroid,
        "rock" | "boulder" => BarrierKind::Rock,
        "door" => BarrierKind::Door,
        "hull" => BarrierKind::Bulkhead,
        "console" => BarrierKind::Console,
        _ => BarrierKind::Wall,
    }
}
