//! Tags: what is written at a counter and belongs to it alone, as what enemies may take from it. A tag lies above its
//! counter where that is free, so that all of it is seen; else at its foot over the points beside its number, so that neither
//! its figure nor a neighbour is covered. That of one of a crew lies beyond the number at their seat.

use super::{hulls::outward, prelude::*, seats::with_number, written::NUMBER_LEAST};

/// From so many units a square on they are written, as the number of vitality is.
pub(super) const LEAST: f32 = NUMBER_LEAST;
/// How large they are written, as a share of other labels.
pub(super) const GRADE: f32 = 0.82;

/// The counter that a note is tied to.
fn owner<'c>(note: &Note, counters: &'c [Counter]) -> Option<&'c Counter> {
    counters.iter().find(|own| Some(own.unit) == note.tied && own.pose != Pose::Dead)
}

/// Whether a note has room where it would lie: of a crew only the tag of who acts may be wider than its seat. `half`: half its
/// size in units of the screen.
pub(super) fn fits(note: &Note, counters: &[Counter], (half, unit): (Vec2, f32)) -> bool {
    let wide = |own: &Counter| 2.0 * half.x > stands_on(own, unit).width();
    !owner(note, counters).is_some_and(|own| own.seat.is_some() && !own.active && wide(own))
}

/// Where a note lies that is tied to a counter, in units of the screen; `half`: half its size, `taken`: what counters and
/// panels take. None: it is not tied, or nobody is there.
pub(super) fn place(
    note: &Note,
    counters: &[Counter],
    taken: &[Rect],
    (half, unit): (Vec2, f32),
) -> Option<Vec2> {
    let own = owner(note, counters)?;
    if own.seat.is_some() {
        let whole = with_number(own, area_of(own), unit);
        let out = outward(own.size.max(UVec2::ONE).as_vec2());
        return Some(whole.center() / unit + out * (whole.half_size() / unit + half));
    }
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
                let note = Note { at: own.at, tied: Some(own.unit), ..Note::default() };
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
        let note = Note { at: IVec2::new(0, 3), tied: Some(1), ..Note::default() };
        let panel = [stands_on(&stand(9, (0, 2), 1), 1.0)];
        let under = place(&note, &counters, &panel, (half, 1.0)).unwrap();
        assert!(stands_on(&counters[0], 1.0).contains(under), "nor under a panel");
        assert_eq!(at(&Note { tied: None, ..note.clone() }, 1.0), None);
        assert_eq!(at(&Note { tied: Some(9), ..note }, 1.0), None);
    }

    #[test]
    fn the_tag_of_one_of_a_crew_lies_beyond_its_number_and_is_no_wider_than_its_seat_unless_it_acts() {
        let seat = |n: u32, active: bool| Counter {
            unit: n,
            size: UVec2::new(3, 2),
            whole: 8,
            vitality: 8,
            seat: Some(VehicleSeat { n, of: 3, drives: n == 0 }),
            active,
            ..Counter::default()
        };
        let crew = [seat(0, true), seat(1, false), seat(2, false)];
        for own in &crew {
            let note = Note { tied: Some(own.unit), ..Note::default() };
            let at = |half: Vec2| {
                Rect::from_center_half_size(place(&note, &crew, &[], (half, 1.0)).unwrap(), half)
            };
            let narrow = Vec2::new(8.0, 8.0);
            for other in &crew {
                let taken = with_number(other, area_of(other), 1.0).inflate(-0.1);
                assert!(taken.intersect(at(narrow)).is_empty(), "{}: {}", own.unit, other.unit);
            }
            assert!(fits(&note, &crew, (narrow, 1.0)));
            assert_eq!(fits(&note, &crew, (Vec2::new(40.0, 8.0), 1.0)), own.active);
        }
    }
}
