//! Tags: what is written at a counter and belongs to it alone, as what enemies may take from it. A tag lies at the foot of
//! its counter beside its number, in place of the points, so that neither its figure nor a neighbour is covered. That of one
//! of a crew lies beyond the number at their seat.

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

/// Where a note lies that is tied to a counter, in units of the screen; `half`: half its size. None: it is not tied, or
/// nobody is there.
pub(super) fn place(note: &Note, counters: &[Counter], (half, unit): (Vec2, f32)) -> Option<Vec2> {
    let own = owner(note, counters)?;
    if own.seat.is_some() {
        let whole = with_number(own, area_of(own), unit);
        let out = outward(own.size.max(UVec2::ONE).as_vec2());
        return Some(whole.center() / unit + out * (whole.half_size() / unit + half));
    }
    let Rect { min, max } = stands_on(own, unit);
    let ends = min.x + POINTS * (max.x - min.x);
    Some(Vec2::new((min.x + half.x).min(ends - half.x), min.y + half.y))
}

/// Whether the points of a counter give way to its tag.
pub(super) fn takes_points(counter: &Counter, table: &Table, unit: f32) -> bool {
    let written = SQUARE / unit >= LEAST && counter.seat.is_none() && counter.hull.is_none();
    written && table.overlay.notes.iter().any(|note| note.tied == Some(counter.unit))
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
    fn a_tag_lies_at_the_foot_of_its_own_counter_beside_the_number_and_the_points_give_way() {
        let stand = |unit: u32, (x, y): (i32, i32), size: u32| Counter {
            unit,
            at: IVec2::new(x, y),
            size: UVec2::splat(size),
            ..Counter::default()
        };
        let counters = vec![stand(1, (0, 3), 1), stand(2, (0, 4), 1), stand(4, (3, 3), 2)];
        let half = Vec2::new(16.0, 8.0);
        let mut table = Table { counters: counters.clone(), ..Table::default() };
        for own in &counters {
            let note = Note { tied: Some(own.unit), ..Note::default() };
            for unit in [1.0, 1.33] {
                let lies = Rect::from_center_half_size(place(&note, &counters, (half, unit)).unwrap(), half);
                let stands = stands_on(own, unit);
                assert!(lies.min.y >= stands.min.y && lies.max.y < stands.min.y + stands.height() * 0.4);
                assert!(lies.max.x <= stands.min.x + stands.width() * 0.61, "its number is seen");
            }
            assert!(!takes_points(own, &table, 1.0));
            table.overlay.notes.push(note);
            assert!(takes_points(own, &table, 1.0));
            assert!(!takes_points(own, &table, SQUARE / (LEAST - 1.0)), "nothing is written from so far off");
        }
        assert_eq!(place(&Note::default(), &counters, (half, 1.0)), None);
        assert_eq!(place(&Note { tied: Some(9), ..Note::default() }, &counters, (half, 1.0)), None);
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
            let at =
                |half: Vec2| Rect::from_center_half_size(place(&note, &crew, (half, 1.0)).unwrap(), half);
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
