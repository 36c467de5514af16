//! Tags: what is written at a counter and belongs to it alone, as what enemies may take from it. A tag lies above its
//! counter where that is free, so that all of it is seen; else at its foot over the points beside its number, so that neither
//! its figure nor a neighbour is covered.

use super::{prelude::*, written::NUMBER_LEAST};

/// From so many units a square on they are written, as the number of vitality is.
pub(super) const LEAST: f32 = NUMBER_LEAST;
/// How large they are written, as a share of other labels.
pub(super) const GRADE: f32 = 0.82;

/// Where a note lies that is tied to a counter, in units of the screen; `half`: half its size, `taken`: what counters and
/// panels take. None: it is not tied, or nobody is there.
pub(super) fn place(
    note: &Note,
    counters: &[Counter],
    taken: &[Rect],
    (half, unit): (Vec2, f32),
) -> Option<Vec2> {
    let stands = |own: &&Counter| own.seat.is_none() && own.pose != Pose::Dead && own.covers(note.at);
    let own = counters.iter().filter(|_| note.tied).find(stands)?;
    let Rect { min, max } = stands_on(own, unit);
    let above = Vec2::new((min.x + max.x) / 2.0, max.y + half.y);
    let lies = Rect::from_center_half_size(above, half);
    // Above who acts is its arrow.
    let free = !own.active && taken.iter().all(|other| other.intersect(lies).is_empty());
    let ends = min.x + POINTS * (max.x - min.x);
    let foot = Vec2::new((min.x + half.x).min(ends - half.x), min.y + half.y);
    Some(if free { above } else { foot })
}

/// How much of the foot of a counter its points have, beside its number.
const POINTS: f32 = 0.6;

/// What a counter takes, in units of the screen.
fn stands_on(own: &Counter, unit: f32) -> Rect {
    let Rect { min, max } = area_of(own);
    Rect { min: min / unit, max: max / unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_lies_above_its_own_counter_or_inside_it_and_on_no_other() {
        let stand = |unit: u32, (x, y): (i32, i32), size: u32| Counter {
            unit,
            at: IVec2::new(x, y),
            size: UVec2::splat(size),
            ..Counter::default()
        };
        let acts = Counter { active: true, ..stand(5, (8, 3), 1) };
        let counters =
            [stand(1, (0, 3), 1), stand(2, (0, 4), 1), stand(3, (1, 3), 1), stand(4, (3, 3), 2), acts];
        let half = Vec2::new(16.0, 8.0);
        let at = |note: &Note, unit: f32| {
            let taken: Vec<Rect> = counters.iter().map(|own| stands_on(own, unit).inflate(-0.01)).collect();
            place(note, &counters, &taken, (half, unit))
        };
        for (own, inside) in counters.iter().zip([false, true, false, false, true]) {
            for unit in [1.0, 1.33] {
                let note = Note { at: own.at, tied: true, ..Note::default() };
                let lies = Rect::from_center_half_size(at(&note, unit).unwrap(), half);
                let stands = stands_on(own, unit);
                assert_eq!(stands.inflate(0.1).contains(lies.max), inside, "{}", own.unit);
                assert!(inside || (lies.min.y - stands.max.y).abs() < 0.1, "it touches its counter");
                let foot = stands.min.y + stands.height() * 0.4;
                assert!(!inside || lies.max.y < foot, "its figure is seen");
                let number = stands.min.x + stands.width() * 0.61;
                assert!(!inside || lies.max.x <= number, "and its number");
                for other in counters.iter().filter(|other| other.unit != own.unit) {
                    assert!(stands_on(other, unit).inflate(-0.1).intersect(lies).is_empty(), "{}", own.unit);
                }
            }
        }
        let note = Note { at: IVec2::new(0, 3), tied: true, ..Note::default() };
        let panel = [stands_on(&stand(9, (0, 2), 1), 1.0)];
        let under = place(&note, &counters, &panel, (half, 1.0)).unwrap();
        assert!(stands_on(&counters[0], 1.0).contains(under), "nor under a panel");
        assert_eq!(at(&Note { tied: false, ..note.clone() }, 1.0), None);
        assert_eq!(at(&Note { at: IVec2::new(9, 9), ..note }, 1.0), None);
    }
}
