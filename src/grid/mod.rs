//! The board: squares, edges, terrain, maps and the pure geometry on them.
//!
//! Positions, distances, what is seen and reached from where, which cover a line meets, the shapes of areas and
//! arcs. Nothing here knows units: who stands where, who is whose enemy and what it costs in points come in as
//! values (footprints, sets of squares). Nothing here rolls dice or keeps state besides a map's doors.
//!
//! Conventions: x grows to the east, y to the south, north is the top of the screen, `(0, 0)` is the north-west
//! square. A distance counts squares, a diagonal step being one (A-57, C-34, S-14). All numbers are integers and
//! every comparison is exact.

mod arc;
mod band;
mod blockers;
mod cover;
mod edge;
mod error;
mod flood;
mod line;
mod map;
mod map_data;
mod object;
mod passage;
mod reach;
mod rename;
mod search;
mod set;
mod sight;
mod square;
mod step;
mod sweep;
mod template;
mod terrain;
mod turning;
mod visible;

pub use arc::{Arc, in_arc, within_angle};
pub use band::Band;
pub use cover::{Cover, CoverPlace, cover, cover_between};
pub use edge::{Edge, EdgeKind, EdgeSide};
pub use error::MapError;
pub use line::{Crossing, crossings, is_straight};
pub use map::Map;
pub use map_data::{Door, DoorPlace, MapData};
pub use object::ObjectAt;
pub use reach::{Mover, Reach, path, reach, reach_into, straight_path};
pub use set::{MAX_SIDE, SquareSet};
pub use sight::{line_of_effect, line_of_effect_between, line_of_sight, line_of_sight_between};
pub use square::{Area, Dir8, Square, distance};
pub use step::{CostRule, Difficult, StepBlocked, has_room, step_allowed, step_crosses, step_flies};
pub use template::{Template, in_cone, travel};
pub use terrain::{CoverLevel, Terrain};
pub use turning::Turning;
pub use visible::{effect_reaches, visible, visible_between};
