//! Line of Sight and Line of Effect between two footprints (A-167, C-34, T-05), one exact line at a time.
//!
//! A line runs from the centre of a square of one to the centre of a square of the other; the best pair counts. It
//! is stopped by a blocking square whose inside it enters, the two end squares apart, and by a blocking edge that
//! it cuts. Touching a corner stops nothing, except where walls on edges meet so that both ways round are shut.
//!
//! Eyes are one square above the ground of their square. Something stops the line where its top (see
//! `Terrain::height`) is above the line anywhere in its square, or where the line cuts its edge.

use super::{
    band::{Band, Screen},
    blockers::Blockers,
    edge::Edge,
    line::{Crossing, corner_shut, crossings},
    map::Map,
    square::{Area, Square, distance},
    terrain::Ray,
};

/// Whether there is a Line of Sight between two footprints on the ground. It is symmetric.
pub fn line_of_sight(map: &Map, a: &Area, b: &Area) -> bool {
    any_pair(map, Ray::Sight, a, b)
}

/// Whether there is a Line of Effect between two footprints on the ground. It is symmetric.
pub fn line_of_effect(map: &Map, a: &Area, b: &Area) -> bool {
    any_pair(map, Ray::Effect, a, b)
}

/// Whether there is a Line of Sight between two footprints in their bands (T-05).
///
/// Both on the ground: as [`line_of_sight`]. One on the ground, the other low: only what stands beside the one on
/// the ground counts, that is blocking edges of its square and blocking squares next to it, whatever rises above
/// its eyes. Everything else on the map hides nothing from those who fly.
pub fn line_of_sight_between(map: &Map, a: &Area, a_band: Band, b: &Area, b_band: Band) -> bool {
    between(map, Ray::Sight, (a, a_band), (b, b_band))
}

/// Whether there is a Line of Effect between two footprints in bands, as [`line_of_sight_between`] has it (T-05).
pub fn line_of_effect_between(map: &Map, a: &Area, a_band: Band, b: &Area, b_band: Band) -> bool {
    between(map, Ray::Effect, (a, a_band), (b, b_band))
}

fn between(map: &Map, ray: Ray, a: (&Area, Band), b: (&Area, Band)) -> bool {
    match a.1.screen(b.1) {
        Screen::All => any_pair(map, ray, a.0, b.0),
        Screen::Nothing => true,
        Screen::BesideGround => {
            let (low, high) = if a.1 == Band::Ground { (a.0, b.0) } else { (b.0, a.0) };
            low.squares().any(|from| high.squares().any(|to| clear_beside(map, ray, from, to)))
        }
    }
}

fn any_pair(map: &Map, ray: Ray, a: &Area, b: &Area) -> bool {
    a.squares().any(|from| b.squares().any(|to| clear(map, ray, from, to)))
}

/// Whether the line between two squares' centres is free.
pub(super) fn clear(map: &Map, ray: Ray, from: Square, to: Square) -> bool {
    let blockers = map.blockers(ray);
    match blockers.level() {
        Some(rows) => !crossings(from, to).any(|crossing| {
            (crossing.to != to && rows.squares.contains(crossing.to))
                || (rows.edges && edge_stops(&crossing, |s| rows.squares.contains(s), |e| rows.edge(e)))
        }),
        None => clear_uphill(map, blockers, from, to),
    }
}

/// Whether a crossing is stopped by an edge that it cuts, or by walls that meet at the corner it passes.
fn edge_stops(crossing: &Crossing, square: impl Fn(Square) -> bool, edge: impl Fn(Edge) -> bool) -> bool {
    match crossing.edge() {
        Some(cut) => edge(cut),
        None => corner_shut(crossing, false, square, edge),
    }
}

fn clear_uphill(map: &Map, blockers: &Blockers, from: Square, to: Square) -> bool {
    let (start, end) = (i64::from(map.ground(from)) + 1, i64::from(map.ground(to)) + 1);
    // whether a top is above the line where it has gone num / den of its way
    let above = |top: i32, crossing: &Crossing| {
        (i64::from(top) - start) * i64::from(crossing.den) > (end - start) * i64::from(crossing.num)
    };
    let mut entered: Option<Crossing> = None;
    for crossing in crossings(from, to) {
        if let Some(entry) = entered {
            let top = blockers.top(map, entry.to);
            if above(top, &entry) || above(top, &crossing) {
                return false;
            }
        }
        let square = |s| above(blockers.top(map, s), &crossing);
        let edge = |e| blockers.edge_top(e).is_some_and(|top| above(top, &crossing));
        if blockers.has_edges() && edge_stops(&crossing, square, edge) {
            return false;
        }
        entered = Some(crossing);
    }
    true
}

/// As [`clear`] for a line from a square on the ground to one far above another: only what stands beside `low`.
pub(super) fn clear_beside(map: &Map, ray: Ray, low: Square, high: Square) -> bool {
    let blockers = map.blockers(ray);
    let eye = map.ground(low) + 1;
    let square = |s: Square| blockers.top(map, s) > eye;
    let edge = |e: Edge| blockers.edge_top(e).is_some_and(|top| top > eye);
    !crossings(low, high).take_while(|crossing| distance(low, crossing.from) <= 1).any(|crossing| {
        let beside = distance(low, crossing.to) == 1 && crossing.to != high;
        let leaves = crossing.from == low;
        (beside && square(crossing.to)) || (leaves && edge_stops(&crossing, square, edge))
    })
}

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
