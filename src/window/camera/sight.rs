//! Where the camera goes so that what must be seen lies in what the panels leave free: who is looked at first, and with
//! them, if they fit, all others whom it concerns.
//!
//! The one owner of that question, whoever asks it: a target that the keys go to, a question, what happens elsewhere.

use super::{EDGE, above, clear, map_size, scale_of, view_of};
use crate::window::prelude::*;
use crate::window::screen::{CornerPiece, Docked, HINT, LogPlace};

/// Eases to squares with their counters: the first into the middle unless it is there, the others if they fit.
#[derive(Message, Clone, Debug)]
pub struct BringIntoSight {
    /// The squares, the first before all.
    pub squares: Vec<At>,
    /// Who has the turn is to be seen, too.
    pub actor: bool,
}

/// The share of what is seen, from each edge, in which what happens makes the camera move.
const RIM: f32 = 0.30;

/// How far whom one looks at must be from the window's sides for the camera to stay, in pixels of the map.
const SIDE: f32 = SQUARE / 3.0;

/// What the camera sees beside the panels.
pub(super) struct Sight<'a> {
    /// The window, in pixels.
    pub(super) window: &'a Window,
    /// What panels take of it.
    pub(super) room: &'a Room,
    /// What the log takes of it.
    pub(super) log: LogPlace,
    /// How far a hand or a question rises above the row, in units.
    pub(super) rise: f32,
    /// How high the line that says what to do lies above that, in units.
    pub(super) hint: f32,
    /// Pixels of a unit.
    pub(super) ui: f32,
    /// Pixels of the map in a pixel of the screen.
    pub(super) scale: f32,
}

impl Sight<'_> {
    /// What is kept free at the edges, in pixels.
    fn rim(&self) -> f32 {
        EDGE * 2.0 * self.ui
    }

    /// What is free above a hint so high and beside a column, within a rim.
    fn above(&self, hint: f32, column: Option<Rect>, rim: f32) -> Rect {
        let strips = strips(self.room, self.rise, hint, self.log, self.ui);
        let panels: Vec<Rect> = strips.into_iter().chain(column).collect();
        seen_from(self.window.size(), self.scale, clear_of(self.window.size(), &panels, rim))
    }

    /// What is free for these parts of the map. Half a square around them is seen, too, if there is room; where not all fit
    /// above the hint it may lie on the map among them.
    fn free(&self, column: Option<Rect>, parts: &[Rect]) -> Rect {
        let (high, low) = (self.above(self.hint, column, self.rim()), self.above(0.0, column, self.rim()));
        let own = if !fit(high, parts) && fit(low, parts) { low } else { high };
        roomy(own, parts, (SQUARE / 2.0 - self.rim() * self.scale).max(0.0))
    }

    /// Where the column may lie, at the right and at the left beside so wide a small map, in pixels.
    fn columns(&self, corner: f32) -> [Rect; 2] {
        Docked::places(self.room, self.log, corner).map(|(from, until)| {
            Rect::new(from * self.ui, self.room.top * self.ui, until * self.ui, self.window.height())
        })
    }

    /// The place nearest to one of the camera from which these parts are seen, and with them, whole and above the row, as
    /// many others as fit: beside the column at the right, if there is room.
    pub(super) fn among(&self, to: Vec2, counters: &[Counter], parts: &[Rect]) -> Vec2 {
        let [right, _] = self.columns(0.0);
        let column = Some(right).filter(|right| fit(self.above(0.0, Some(*right), self.rim()), parts));
        let (near, far) = (self.free(column, parts), self.above(0.0, column, self.rim()));
        let around =
            |part: &Rect| Rect { min: part.min - near.min + far.min, max: part.max + far.max - near.max };
        let first: Vec<Rect> = parts.iter().map(around).collect();
        target(to, far, &with_others(counters, &first))
    }

    /// Where the buttons of the small map lie, as the camera sees it.
    fn buttons(&self, corner: &CornerPiece) -> Rect {
        let from = corner.place.min;
        let place = Rect { min: from * self.ui, max: (from + corner.buttons) * self.ui };
        seen_from(self.window.size(), self.scale, place)
    }

    /// Whether all of these are in sight from there, none under those buttons, and one of these columns, in pixels, covers
    /// none of them.
    fn holds(&self, here: Vec2, parts: &[Rect], (buttons, columns): (Rect, [Rect; 2])) -> bool {
        let lie: Vec<Rect> = parts.iter().map(|part| moved(*part, -here)).collect();
        let beside = |column: &Rect| {
            let column = seen_from(self.window.size(), self.scale, *column);
            lie.iter().all(|part| part.intersect(column).is_empty())
        };
        let (free, side) = (self.above(self.hint, None, 0.0), Vec2::new(SIDE, 0.0));
        let free = Rect { min: free.min + side, max: free.max - side };
        let seen = |part: &Rect| {
            free.contains(part.min) && free.contains(part.max) && part.intersect(buttons).is_empty()
        };
        lie.iter().all(seen) && columns.iter().any(beside)
    }
}

/// The place of the camera above this one from which none of these lies under the buttons of the small map.
fn off_buttons(to: Vec2, parts: &[Rect], buttons: Rect) -> Vec2 {
    let under = parts.iter().filter(|part| !moved(**part, -to).intersect(buttons).is_empty());
    Vec2::new(to.x, under.map(|part| part.max.y - buttons.min.y).fold(to.y, f32::max))
}

/// Goes where it is asked to.
pub(super) fn bring(
    mut wishes: MessageReader<BringIntoSight>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room, rise): (Res<UiScale>, Res<Room>, Res<Rise>),
    (corner, log): (Res<CornerPiece>, Res<LogPlace>),
    table: Res<Table>,
    camera: Single<(&Transform, &Projection), With<MainCamera>>,
    mut glide: ResMut<Glide>,
) {
    let Some(wish) = wishes.read().last() else { return };
    let parts = parts(&table.counters, wish);
    let Some(first) = parts.first() else { return };
    let (transform, projection) = *camera;
    let (ui, scale) = (ui.0, scale_of(projection));
    let here = glide.to.unwrap_or(transform.translation.truncate());
    // The line that says what to do lies on the map only where there is one.
    let hint = if table.hint.is_empty() && table.chips.is_empty() { 0.0 } else { HINT };
    let sight = Sight { window: &window, room: &room, log: *log, rise: rise.0, hint, ui, scale };
    let (columns, buttons) = (sight.columns(corner.place.width()), sight.buttons(&corner));
    // The card of whom it concerns finds a place beside them.
    if wish.actor && sight.holds(here, &parts, (buttons, columns)) {
        return;
    }
    let map = map_size(&table);
    let (size, lift) = clear(&window, &room, rise.0, ui);
    let raised = Vec2::new(0.0, lift * scale);
    // What is in the middle already stays; a view that a question has pushed off the map comes back. Along an axis on
    // which all of the map is seen it lies where it does.
    let large = map.cmpgt(above(&window, &room, rise.0, ui).0 * scale);
    let off = ((first.center() - here - raised).abs().cmpgt(size * scale * (0.5 - RIM)) & large).any();
    let wished = Vec2::select(large & BVec2::splat(off), first.center(), here + raised);
    let to = view_of((wished, off), map, (&window, &room, rise.0, ui), scale);
    let mut to = sight.among(to, &table.counters, &parts);
    if wish.actor || table.side.is_some() {
        // Beside the column, on whichever side of it the way is shorter.
        let [right, left] = columns.map(|column| target(to, sight.free(Some(column), &parts), &parts));
        to = if left.distance(to) < right.distance(to) { left } else { right };
    }
    let to = off_buttons(to, &parts, buttons);
    if to.distance(here) > scale / 2.0 {
        glide.toward(to);
    }
}

/// What a counter takes of the map, in its pixels.
fn taken(own: &Counter) -> Rect {
    Rect::from_center_size(centre_of(own), own.size.max(UVec2::ONE).as_vec2() * SQUARE)
}

/// The parts of the map that are to be seen, in its pixels: squares, each with all of the counters that stand there.
fn parts(counters: &[Counter], wish: &BringIntoSight) -> Vec<Rect> {
    let part = |at: &At| {
        let there = counters.iter().filter(|own| own.covers(*at)).map(taken);
        let square = Rect::from_center_size(middle(*at), Vec2::splat(SQUARE));
        there.fold(square, |all, own| all.union(own))
    };
    let actor = counters.iter().find(|own| wish.actor && own.active).map(|own| &own.at);
    wish.squares.iter().chain(actor).map(part).collect()
}

/// These parts of the map, or who has the turn; then those of all others who stand there: of those who may be chosen, and
/// then of the rest, the nearest to the first of them first.
fn with_others(counters: &[Counter], parts: &[Rect]) -> Vec<Rect> {
    let active = counters.iter().find(|own| parts.is_empty() && own.active).map(taken);
    let first = parts.first().copied().or(active).map_or(Vec2::ZERO, |own| own.center());
    let off = |own: &Counter| centre_of(own).distance_squared(first);
    let mut others: Vec<&Counter> = counters.iter().filter(|own| own.pose != Pose::Dead).collect();
    others.sort_by(|one, other| {
        other.choosable.cmp(&one.choosable).then_with(|| off(one).total_cmp(&off(other)))
    });
    parts.iter().copied().chain(active).chain(others.into_iter().map(taken)).collect()
}

/// A part of the map elsewhere.
fn moved(part: Rect, by: Vec2) -> Rect {
    Rect { min: part.min + by, max: part.max + by }
}

/// What is free, less so much at each edge along which there is room for it beside these parts of the map.
fn roomy(free: Rect, parts: &[Rect], rim: f32) -> Rect {
    let all = parts.iter().copied().reduce(|all, part| all.union(part)).map_or(Vec2::ZERO, |all| all.size());
    let room = all.cmple(free.size() - 2.0 * rim);
    let rim = Vec2::select(room, Vec2::splat(rim), Vec2::ZERO);
    Rect { min: free.min + rim, max: free.max - rim }
}

/// Whether all of these parts of the map lie in what is free together.
fn fit(free: Rect, parts: &[Rect]) -> bool {
    let all = parts.iter().copied().reduce(|all, part| all.union(part));
    all.is_none_or(|all| all.size().cmple(free.size()).all())
}

/// The panels that are always there, in pixels: ribbon, row with what lies above it and so high a hint, log.
fn strips(room: &Room, rise: f32, hint: f32, log: LogPlace, ui: f32) -> Vec<Rect> {
    let Vec2 { x, y } = room.window;
    let lower = y - room.bottom - hint - rise.max(0.0);
    let mut strips = vec![Rect::new(0.0, 0.0, x, room.top), Rect::new(0.0, lower.max(room.top), x, y)];
    let sides = [(0.0, log.left), (x - log.right, x)];
    strips.extend(sides.map(|(from, until)| Rect::new(from, room.top, until, y)));
    strips.iter().map(|own| Rect { min: own.min * ui, max: own.max * ui }).collect()
}

/// What panels leave free of a window, within a margin: each cuts off the side of it on which least is lost.
fn clear_of(window: Vec2, panels: &[Rect], margin: f32) -> Rect {
    let mut free = Rect::from_corners(Vec2::ZERO, window);
    for panel in panels {
        let cut = panel.intersect(free);
        if cut.is_empty() {
            continue;
        }
        let left = Rect { max: Vec2::new(cut.min.x, free.max.y), ..free };
        let right = Rect { min: Vec2::new(cut.max.x, free.min.y), ..free };
        let over = Rect { max: Vec2::new(free.max.x, cut.min.y), ..free };
        let under = Rect { min: Vec2::new(free.min.x, cut.max.y), ..free };
        let area = |own: &Rect| own.width() * own.height();
        free = [right, over, under].into_iter().fold(left, |a, b| if area(&b) > area(&a) { b } else { a });
    }
    let margin = (free.size() / 2.0).min(Vec2::splat(margin));
    Rect { min: free.min + margin, max: free.max - margin }
}

/// A part of a window of this size as the camera sees it: in pixels of the map, from where the camera is.
fn seen_from(window: Vec2, scale: f32, part: Rect) -> Rect {
    let turned = |at: Vec2| (at - window / 2.0) * Vec2::new(scale, -scale);
    Rect::from_corners(turned(part.min), turned(part.max))
}

/// The place nearest to a wished one from which all of these parts of the map lie in what is free, as the camera sees
/// it. A part that does not fit beside those before it is left out; of one that is too large its middle is seen.
fn target(wished: Vec2, free: Rect, parts: &[Rect]) -> Vec2 {
    let fits = |own: Rect| own.size().cmple(free.size()).all();
    let kept = parts.iter().copied().reduce(|kept, part| {
        let both = kept.union(part);
        if fits(both) { both } else { kept }
    });
    let Some(kept) = kept else { return wished };
    let (least, most) = (kept.max - free.max, kept.min - free.min);
    let axis = |at: f32, least: f32, most: f32| {
        if least <= most { at.clamp(least, most) } else { f32::midpoint(least, most) }
    };
    Vec2::new(axis(wished.x, least.x, most.x), axis(wished.y, least.y, most.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);

    fn square(x: i32, y: i32) -> Rect {
        Rect::from_center_size(middle(IVec2::new(x, y)), Vec2::splat(SQUARE))
    }

    fn inside(free: Rect, camera: Vec2, part: Rect) -> bool {
        free.contains(part.min - camera) && free.contains(part.max - camera)
    }

    #[test]
    fn each_panel_cuts_off_the_side_that_it_lies_at() {
        let room = Room::default();
        let log = LogPlace { left: room.log, right: 0.0 };
        let mut panels = strips(&room, 0.0, HINT, log, 1.0);
        panels.push(Rect::new(980.0, room.top, 1280.0, 720.0));
        let free = clear_of(WINDOW, &panels, 0.0);
        assert_eq!((free.min, free.max.x), (Vec2::new(room.log, room.top), 980.0));
        assert!((free.max.y - (720.0 - room.bottom - HINT)).abs() < 0.01);
        let flat = Rect::new(0.0, 0.0, 160.0, 80.0);
        assert_eq!(clear_of(WINDOW, &[flat], 0.0), Rect::new(0.0, 80.0, 1280.0, 720.0));
    }

    #[test]
    fn who_acts_stays_in_sight_beside_who_is_looked_at_if_both_fit() {
        let panels = strips(&Room::default(), 0.0, HINT, LogPlace::default(), 1.0);
        let free = seen_from(WINDOW, 1.0, clear_of(WINDOW, &panels, 12.0));
        let (actor, near, far) = (square(4, 4), square(18, 6), square(60, 40));
        let to = target(near.center(), free, &[near, actor]);
        assert!(inside(free, to, near) && inside(free, to, actor), "{to}");
        let to = target(far.center(), free, &[far, actor]);
        assert!(inside(free, to, far) && !inside(free, to, actor), "{to}");
        let here = target(near.center(), free, &[near, actor]);
        assert_eq!(target(here, free, &[near, actor]), here, "it does not move for what is seen");
        assert_eq!(target(here, free, &[]), here);
    }

    #[test]
    fn who_does_not_fit_above_the_hint_may_fit_above_the_row() {
        let room = Room::default();
        let free = |hint: f32| {
            let panels = strips(&room, 0.0, hint, LogPlace::default(), 1.0);
            seen_from(WINDOW, 1.0, clear_of(WINDOW, &panels, 12.0))
        };
        let high = (free(HINT).height() + free(0.0).height()) / 2.0;
        let parts = [square(0, 0), Rect::new(0.0, 0.0, 10.0, high)];
        assert!(!fit(free(HINT), &parts[1..]) && fit(free(0.0), &parts[1..]));
        assert!(fit(free(HINT), &parts[..1]) && fit(free(HINT), &[]));
    }

    #[test]
    fn the_nearest_others_are_seen_beside_those_who_must_be() {
        let stands = |x: i32, y: i32| Counter { at: IVec2::new(x, y), ..default() };
        let free = Rect::from_center_size(Vec2::ZERO, Vec2::new(6.0, 4.0) * SQUARE);
        let first = square(4, 4);
        let to = target(first.center(), free, &with_others(&[stands(12, 4), stands(7, 4)], &[first]));
        assert!(inside(free, to, first) && inside(free, to, square(7, 4)), "{to}");
        assert!(!inside(free, to, square(12, 4)), "there is no room for all");
    }

    #[test]
    fn all_lie_beside_the_column_where_they_fit_and_who_may_be_chosen_come_first() {
        let (window, room) = (Window::default(), Room::default());
        let log = LogPlace::default();
        let sight = Sight { window: &window, room: &room, log, rise: 0.0, hint: 0.0, ui: 1.0, scale: 1.0 };
        let stands = |x: i32, choosable: bool| Counter { at: IVec2::new(x, 4), choosable, ..default() };
        let counters = [stands(0, false), stands(7, false), stands(13, true)];
        let to = sight.among(Vec2::new(7.0, -4.5) * SQUARE, &counters, &[]);
        let column = seen_from(window.size(), 1.0, sight.columns(0.0)[0]);
        assert!(
            counters.iter().all(|own| moved(taken(own), -to).intersect(column).is_empty()),
            "beside the column: {to}"
        );
        let told = with_others(&counters, &[square(4, 4)]);
        assert!(told[1].contains(square(13, 4).center()), "{told:?}");
    }

    #[test]
    fn nobody_who_is_looked_at_lies_under_the_buttons_of_the_small_map() {
        let buttons = seen_from(WINDOW, 1.0, Rect::new(8.0, 76.0, 166.0, 108.0));
        let (here, part) = (Vec2::new(640.0, -360.0), square(1, 1));
        let to = off_buttons(here, &[part], buttons);
        assert!(to.y > here.y && moved(part, -to).intersect(buttons).is_empty(), "{to}");
        assert_eq!(off_buttons(here, &[square(9, 5)], buttons), here);
    }

    #[test]
    fn there_is_a_rim_along_each_axis_that_has_room_for_it() {
        let free = Rect::new(-100.0, -50.0, 100.0, 50.0);
        let flat = Rect::new(0.0, 0.0, 160.0, 95.0);
        assert_eq!(roomy(free, &[flat], 20.0), Rect::new(-80.0, -50.0, 80.0, 50.0));
    }

    #[test]
    fn of_what_is_too_large_the_middle_is_seen() {
        let free = Rect::new(-100.0, -50.0, 100.0, 50.0);
        assert_eq!(target(Vec2::ZERO, free, &[Rect::new(0.0, 0.0, 640.0, 640.0)]), Vec2::splat(320.0));
    }
}
