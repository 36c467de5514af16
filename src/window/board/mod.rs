//! The board: table, map, walls, marks and counters, drawn from [`Table`](super::view::Table).
//!
//! Everything that lies in the world of the camera, but for the motions of counters.

mod aim;
mod air;
mod anywhere;
mod arcs;
mod around;
mod asked;
mod badges;
mod contours;
mod counters;
mod depths;
mod ground;
mod holds;
mod hulls;
mod ink;
mod kept_free;
mod labels;
mod lines;
mod lying;
mod marks;
mod paper;
mod pegs;
mod pips;
mod prelude;
mod props;
mod scene;
mod seats;
mod sheets;
mod tabletop;
mod tags;
mod turn;
mod walls;
mod written;

use bevy::prelude::*;

pub use aim::frame;
pub use counters::{CounterRoot, area_of, centre_of};
pub use depths::depth_on_the_way;
pub use paper::{MapPaper, draw_paper};
pub use pips::with_strip;
pub use walls::picture as prop;

use super::view::At;

/// The width of a square in pixels at zoom 1.
pub const SQUARE: f32 = 64.0;

/// What lies above what.
pub(super) mod layer {
    pub const TABLE: f32 = -10.0;
    /// The map's terrain.
    pub const TERRAIN: f32 = 0.0;
    /// How kinds of ground end, and the light on them.
    pub const GROUND_EDGES: f32 = 0.05;
    /// Walls and crates.
    pub const WALLS: f32 = 1.0;
    /// Ink and chalk.
    pub const MARKS: f32 = 2.0;
    /// Lines to counters and rings around them.
    pub const LINES: f32 = 2.6;
    /// The fallen, beneath those who stand.
    pub const FALLEN: f32 = 3.0;
    /// Counters; those further down the map lie a little above those further up.
    pub const COUNTERS: f32 = 5.0;
    /// Flying numbers and tracers.
    pub const AIR: f32 = 20.0;
}

/// The plugin of the board.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        ink::plugin,
        sheets::plugin,
        tabletop::plugin,
        scene::plugin,
        props::plugin,
        ground::plugin,
        walls::plugin,
    ));
    app.add_plugins((marks::plugin, labels::plugin, arcs::plugin, asked::plugin, lying::plugin));
    app.add_plugins((
        aim::plugin,
        lines::plugin,
        air::plugin,
        counters::plugin,
        depths::plugin,
        hulls::plugin,
        turn::plugin,
        holds::plugin,
    ));
}

/// Where what comes this way meets the edge of an area.
pub fn edge(area: Rect, way: Vec2) -> Vec2 {
    area.center() - way * (area.half_size() / way.abs()).min_element()
}

/// The middle of a square in the world.
pub fn middle(at: At) -> Vec2 {
    Vec2::new(at.x as f32 + 0.5, -(at.y as f32) - 0.5) * SQUARE
}
