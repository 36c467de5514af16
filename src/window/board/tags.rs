//! Tags: what is written on a counter and belongs to it alone, as what enemies may take from it. A tag lies at the upper
//! edge of its counter, inside it, so that it is seen whose it is and no neighbour is covered.

use super::{prelude::*, written::NUMBER_LEAST};

/// From so many units a square on they are written, as the number of vitality is.
pub(super) const LEAST: f32 = NUMBER_LEAST;
/// How large they are written, as a share of other labels.
pub(super) const GRADE: f32 = 0.82;

/// Where a note lies that is tied to a counter, in units of the screen; `half`: half its size. None: it is not tied, or
/// nobody is there.
pub(super) fn place(note: &Note, counters: &[Counter], half: Vec2, unit: f32) -> Option<Vec2> {
    let stands = |own: &&Counter| own.seat.is_none() && own.pose != Pose::Dead && own.covers(note.at);
    let own = counters.iter().filter(|_| note.tied).find(stands)?;
    let size = own.size.as_vec2() * SQUARE / unit;
    let middle = centre_of(own) / unit;
    Some(Vec2::new(middle.x, middle.y + size.y / 2.0 - half.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_lies_on_its_own_counter_and_on_no_other() {
        let stand = |unit: u32, x: i32, size: u32| Counter {
            unit,
            at: IVec2::new(x, 0),
            size: UVec2::splat(size),
            ..Counter::default()
        };
        let counters = [stand(1, 0, 1), stand(2, 1, 1), stand(3, 2, 2)];
        let half = Vec2::new(16.0, 8.0);
        for (at, unit) in [(0, 1.0), (1, 1.33), (2, 1.0)] {
            let note = Note { at: IVec2::new(at, 0), tied: true, ..Note::default() };
            let lies = Rect::from_center_half_size(place(&note, &counters, half, unit).unwrap(), half);
            for own in &counters {
                let stands = Rect::from_center_size(centre_of(own), own.size.as_vec2() * SQUARE);
                let stands = Rect { min: stands.min / unit, max: stands.max / unit };
                assert_eq!(own.covers(note.at), stands.inflate(0.1).contains(lies.min), "{at} {}", own.unit);
                assert!(own.covers(note.at) || stands.inflate(-0.1).intersect(lies).is_empty());
            }
            assert_eq!(place(&Note { tied: false, ..note.clone() }, &counters, half, unit), None);
            assert_eq!(place(&Note { at: IVec2::new(9, 9), ..note }, &counters, half, unit), None);
        }
    }
}
