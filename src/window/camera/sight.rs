//! What must be seen, and what the panels leave free for it. From where the camera sees it there says [`place`].
//!
//! The one owner of that question, whoever asks it: a turn, a target that the keys go to, a question, what happens.

use super::{
    frame,
    large::{LITTLE, in_order, is_large},
    map_size, may_zoom,
    place::{self, BEYOND, Free, SIDE, Wanted, share},
};
use crate::window::prelude::*;
use crate::window::screen::{CornerPiece, Docked, HINT, LogPlace};

/// Eases to squares with their counters, and what else must be seen as far as it fits.
#[derive(Message, Clone, Debug)]
pub struct BringIntoSight {
    /// The squares, the first before all.
    pub squares: Vec<At>,
    /// Why.
    pub reason: SightReason,
}

/// Why squares are to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightReason {
    /// Something happens there: the first is looked at in the middle.
    Event,
    /// The keys point there: who has the turn is seen, too; as long as all are nothing moves, else no farther than it takes.
    Pointing,
    /// A question concerns them: the view moves only as far as it takes.
    Question,
    /// Something comes down on the first, by the second: while both are seen nothing moves, else no farther than it takes.
    Attack,
    /// Who stands on the second goes to the first: while all that they cover is seen there and here nothing moves.
    Move,
}

/// The share of what is seen, from each edge, in which what happens makes the camera move.
const RIM: f32 = 0.30;

/// So wide is, at most, the line that says what to do, in units.
const LINE: f32 = 440.0;

/// So many enemies come before where who acts can go: the nearest.
const FOES: usize = 2;

/// What the camera sees beside the panels.
pub(super) struct Sight<'a> {
    /// The window, in pixels.
    pub(super) window: &'a Window,
    /// What panels take of it.
    pub(super) room: &'a Room,
    /// What the log takes of it.
    pub(super) log: LogPlace,
    /// The small map.
    pub(super) corner: CornerPiece,
    /// How far a hand or a question rises above the row, in units.
    pub(super) rise: f32,
    /// Pixels of a unit.
    pub(super) ui: f32,
    /// Pixels of the map in a pixel of the screen.
    pub(super) scale: f32,
    /// What lies on the table.
    pub(super) table: &'a Table,
}

impl Sight<'_> {
    /// What is free above a line so high in units that lies on the row, and beside a column.
    fn above(&self, hint: f32, column: Option<Rect>) -> Rect {
        let strips = strips(self.room, self.rise, hint, self.log, self.ui);
        let panels: Vec<Rect> = strips.into_iter().chain(column).collect();
        seen_from(self.window.size(), self.scale, clear_of(self.window.size(), &panels))
    }

    /// What all panels but the column leave free.
    pub(super) fn open(&self) -> Rect {
        self.above(0.0, None)
    }

    /// How high the line that says what to do lies above the row, with the small choices, in units.
    fn hint(&self) -> f32 {
        let Table { hint, chips, counters, .. } = self.table;
        match () {
            () if !chips.is_empty() => HINT,
            () if !hint.is_empty() || counters.iter().any(|own| own.choosable()) => HINT / 2.0,
            () => 0.0,
        }
    }

    /// Where that line lies, in the middle, as the camera sees it. With small choices, or beside the open log, it may lie
    /// anywhere across.
    fn line(&self) -> Rect {
        let Vec2 { x, y } = self.room.window;
        let anywhere = !self.table.chips.is_empty() || self.log != LogPlace::default();
        let half = if anywhere { x } else { LINE.min(x) } / 2.0;
        let floor = y - self.room.bottom - self.rise.max(0.0);
        let min = Vec2::new(x / 2.0 - half, floor - self.hint()) * self.ui;
        let max = Vec2::new(x / 2.0 + half, floor) * self.ui;
        seen_from(self.window.size(), self.scale, Rect { min, max })
    }

    /// Pixels of the map in a pixel of the screen from where all of these are in sight: more only if they have no room as
    /// it is, and none from where squares are smaller than so many units.
    pub(super) fn drawn_back(&self, parts: &[Rect], squares: f32) -> f32 {
        let rooms = [self.open(), self.above(self.hint(), None)].map(|area| area.size() / self.scale);
        let (least, _) = may_zoom(self.table, self.window, self.room, self.ui);
        frame::drawn_back(self.scale, parts, rooms, squares * self.room.base).min(1.0 / least).max(self.scale)
    }

    /// So much less at each edge, along each axis along which not all of the map fits.
    fn less(&self, area: Rect, rim: f32) -> Rect {
        let fits = map_size(self.table).cmple(self.open().size());
        let rim = Vec2::select(fits, Vec2::ZERO, Vec2::splat(rim)).min(area.size() / 4.0);
        Rect { min: area.min + rim, max: area.max - rim }
    }

    /// What is free for what must be seen, beside the column at the right. A card lies there sooner or later: the view is
    /// the same before and after, and whoever has the turn.
    fn free(&self) -> Free {
        let right = self.column();
        let right = Some(Rect { min: right.min - Vec2::X * SIDE / self.scale, ..right });
        let (high, low) = (self.above(self.hint(), right), self.above(0.0, right));
        let side = |area: Rect| self.less(area, SIDE);
        [self.less(high, BEYOND), side(high), side(low), side(self.open())]
    }

    /// Where the column lies at the right, in pixels.
    fn column(&self) -> Rect {
        let [(from, until), _] = Docked::places(self.room, self.log, self.corner.place.width());
        Rect::new(from * self.ui, self.room.top * self.ui, until * self.ui, self.window.height())
    }

    /// Where the camera goes from here, or from a place wished for, so that these are seen, and all else that must be.
    pub(super) fn place(&self, here: Vec2, looked_at: &[Rect], reason: SightReason) -> Vec2 {
        let (table, open) = (self.table, self.open());
        let near = looked_at.first().map_or(here + open.center(), |first| first.center());
        // What is in the middle already stays.
        let off = (near - here - open.center()).abs().cmpgt(open.size() * (0.5 - RIM));
        let off = off & BVec2::splat(matches!(reason, SightReason::Event | SightReason::Move));
        let wished = Vec2::select(off, near - open.center(), here);
        let chosen = table.counters.iter().filter(|own| own.pose != Pose::Dead && own.choosable());
        let chosen = nearest(chosen.map(area_of).collect(), near);
        let [foes, own, rest] = others(table, near);
        let reach = if chosen.is_empty() { own.clone() } else { Vec::new() };
        // Nobody who fights is cut off for where one can go, if there is room for all of them.
        let fight = fighters(table);
        let all = looked_at.iter().chain(&fight).copied().reduce(|all, part| all.union(part));
        let room = self.less(open, SIDE).size();
        let fight = if all.is_none_or(|all| all.size().cmple(room).all()) { fight } else { Vec::new() };
        let others = [nearest(fight, near), foes, own, rest].concat();
        // While one is pointed at or struck, the card of no other needs its place, and nothing comes into sight besides.
        let (first, others) = if matches!(reason, SightReason::Pointing | SightReason::Attack) {
            let all = [chosen, others].concat().into_iter();
            (
                in_order(looked_at, open.size()),
                all.filter(|part| lies_in(open, moved(*part, -here))).collect(),
            )
        } else {
            ([looked_at, &chosen].concat(), others)
        };
        let stand = table.counters.iter().filter(|own| own.pose != Pose::Dead).map(area_of);
        let stand = nearest(stand.collect(), near);
        let wanted =
            Wanted { first: &first, others: &others, reach: &reach, stand: &stand, line: self.line() };
        let to = place::choose((wished, map_size(table)), open, &self.free(), wanted);
        // Nobody lies under the buttons of the small map, if nobody is cut off for that.
        let stand: Vec<Rect> = stand.into_iter().filter(|own| lies_in(open, moved(*own, -to))).collect();
        let above = off_buttons(to, &stand, self.buttons());
        let to = if stand.iter().all(|own| lies_in(open, moved(*own, -above))) { above } else { to };
        off_buttons(to, &first, self.buttons())
    }

    /// Where the buttons of the small map lie, as the camera sees it.
    fn buttons(&self) -> Rect {
        let from = self.corner.place.min;
        let place = Rect { min: from * self.ui, max: (from + self.corner.buttons) * self.ui };
        seen_from(self.window.size(), self.scale, place)
    }

    /// Whether all of these are in sight from there, none under the buttons of the small map: the card of whom they are
    /// finds a place beside them. Of those that have no room together a part is enough.
    pub(super) fn holds(&self, here: Vec2, parts: &[Rect]) -> bool {
        let free = self.above(self.hint(), None).inflate(self.scale);
        let (open, buttons) = (self.open(), self.buttons());
        let whole = parts.iter().copied().reduce(|all, part| all.union(part));
        let fit = whole.is_none_or(|all| all.size().cmple(free.size()).all());
        parts.iter().all(|part| {
            let lies = moved(*part, -here);
            let much = is_large(*part) && share(lies, open, Vec2::ZERO) >= LITTLE;
            self.shows(here, &[*part]) || !fit && much && lies.intersect(buttons).is_empty()
        })
    }

    /// Whether all of these are seen whole from there, none under the buttons of the small map.
    pub(super) fn shows(&self, here: Vec2, parts: &[Rect]) -> bool {
        // However they are rounded.
        let (within, line) = (self.open().inflate(self.scale), self.line().inflate(-self.scale));
        let covers = [line, self.buttons()];
        parts
            .iter()
            .map(|part| moved(*part, -here))
            .all(|lies| lies_in(within, lies) && covers.iter().all(|cover| lies.intersect(*cover).is_empty()))
    }
}

/// The place of the camera above this one from which none of these lies under the buttons of the small map.
fn off_buttons(to: Vec2, parts: &[Rect], buttons: Rect) -> Vec2 {
    let under = parts.iter().filter(|part| !moved(**part, -to).intersect(buttons).is_empty());
    Vec2::new(to.x, under.map(|part| part.max.y - buttons.min.y).fold(to.y, f32::max))
}

/// What a square takes of the map, in its pixels.
pub(super) fn square(at: At) -> Rect {
    Rect::from_center_size(middle(at), Vec2::splat(SQUARE))
}

/// These parts of the map, the nearest to a place first.
fn nearest(mut parts: Vec<Rect>, place: Vec2) -> Vec<Rect> {
    let off = |own: &Rect| own.center().distance_squared(place);
    parts.sort_by(|one, other| off(one).total_cmp(&off(other)));
    parts
}

/// Where all stand who fight, as far as is known.
pub(super) fn fighters(table: &Table) -> Vec<Rect> {
    let fights = |own: &&Counter| !own.ghost && !matches!(own.pose, Pose::Dead | Pose::Down);
    table.counters.iter().filter(fights).map(area_of).collect()
}

/// What of the map had better be seen besides: the nearest enemies; where who acts can go and who of its side stands there;
/// then all others.
fn others(table: &Table, place: Vec2) -> [Vec<Rect>; 3] {
    let asked = table.prompt.as_ref().map(|prompt| prompt.side);
    let side = asked.or(table.own.as_ref().map(|own| own.side));
    let stand = table.counters.iter().filter(|own| own.pose != Pose::Dead);
    let (own, rest): (Vec<&Counter>, Vec<&Counter>) = stand.partition(|own| Some(own.side) == side);
    let (foes, rest): (Vec<&Counter>, Vec<&Counter>) = rest.into_iter().partition(|other| {
        side.is_some() && !other.ghost && other.pose != Pose::Down && other.seat.is_none()
    });
    let mut foes = nearest(foes.into_iter().map(area_of).collect(), place);
    let far = foes.split_off(FOES.min(foes.len()));
    let wide = table.board.size.x.max(1);
    let marks = (0_u32..).zip(&table.overlay.marks);
    let reach = marks.filter(|(_, own)| **own & mark::REACH != 0);
    let reach = reach.map(|(n, _)| square(UVec2::new(n % wide, n / wide).as_ivec2()));
    let near: Vec<Rect> = reach.chain(own.into_iter().map(area_of)).collect();
    let rest = far.into_iter().chain(rest.into_iter().map(area_of)).collect();
    [foes, nearest(near, place), nearest(rest, place)]
}

/// Whether a part of the map lies whole in what is free.
fn lies_in(free: Rect, part: Rect) -> bool {
    free.contains(part.min) && free.contains(part.max)
}

/// A part of the map elsewhere.
fn moved(part: Rect, by: Vec2) -> Rect {
    Rect { min: part.min + by, max: part.max + by }
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

/// What panels leave free of a window: each cuts off the side of it on which least is lost.
fn clear_of(window: Vec2, panels: &[Rect]) -> Rect {
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
    free
}

/// A part of a window of this size as the camera sees it: in pixels of the map, from where the camera is.
pub fn seen_from(window: Vec2, scale: f32, part: Rect) -> Rect {
    let turned = |at: Vec2| (at - window / 2.0) * Vec2::new(scale, -scale);
    Rect::from_corners(turned(part.min), turned(part.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);

    /// A table with counters of one side, the first of which has the turn: where each stands, and whether it may be chosen.
    fn table(size: UVec2, counters: &[(i32, i32, bool)]) -> Table {
        let counter = |(unit, (x, y, choosable)): (u32, &(i32, i32, bool))| Counter {
            unit,
            at: IVec2::new(*x, *y),
            active: unit == 0,
            choice: if *choosable { Choice::Safe } else { Choice::None },
            ..default()
        };
        let counters = (0..).zip(counters).map(counter).collect();
        Table { counters, board: Board { size, ..default() }, ..default() }
    }

    fn sight<'a>(window: &'a Window, room: &'a Room, table: &'a Table) -> Sight<'a> {
        let (log, corner) = (LogPlace::default(), CornerPiece::default());
        Sight { window, room, log, corner, rise: 0.0, ui: 1.0, scale: 1.0, table }
    }

    #[test]
    fn aiming_moves_nothing_that_is_seen() {
        let (window, room) = (Window::default(), Room::default());
        let table = table(UVec2::new(40, 30), &[(8, 12, false), (20, 12, true), (19, 15, true)]);
        let sight = sight(&window, &room, &table);
        let parts: Vec<Rect> = table.counters.iter().map(area_of).collect();
        let here = sight.place(Vec2::ZERO, &parts[..1], SightReason::Event);
        for target in &parts[1..] {
            assert!(sight.holds(here, &[*target, parts[0]]), "{here} {target:?}");
        }
        let aside = here + Vec2::new(2.0 * SQUARE, 0.0);
        assert!(!sight.holds(aside, &parts), "who acts is cut off at the left");
    }

    #[test]
    fn who_stands_beside_the_line_that_says_what_to_do_is_seen() {
        let (window, room) = (Window::default(), Room::default());
        let table = table(UVec2::new(40, 30), &[(20, 12, false), (12, 15, true), (20, 15, true)]);
        let sight = sight(&window, &room, &table);
        let [actor, beside, under] = [0, 1, 2].map(|n: usize| area_of(&table.counters[n]));
        // Both stand on the upper end of the row.
        let here = Vec2::new(under.center().x, under.min.y - sight.open().min.y);
        assert!(sight.holds(here, &[beside, actor]));
        assert!(!sight.holds(here, &[under, actor]));
    }

    #[test]
    fn a_small_map_leaves_the_column_its_place_before_anybody_is_aimed_at() {
        let (window, room) = (Window::default(), Room::default());
        for (columns, far) in [(12, 10), (14, 12), (15, 13)] {
            let mut table = table(UVec2::new(columns, 7), &[(1, 3, false), (far, 3, false)]);
            let place = |table: &Table, reason| {
                let actor = [area_of(&table.counters[0])];
                sight(&window, &room, table).place(Vec2::ZERO, &actor, reason)
            };
            let to = place(&table, SightReason::Event);
            table.counters[1].choice = Choice::Safe;
            assert_eq!(place(&table, SightReason::Event), to, "{columns} columns");
            assert_eq!(place(&table, SightReason::Question), to, "{columns} columns");
            let right = sight(&window, &room, &table).column();
            for own in &table.counters {
                let lies = moved(area_of(own), -to);
                assert!(lies.intersect(seen_from(WINDOW, 1.0, right)).is_empty(), "{columns}: {lies:?}");
                assert!(lies.min.x >= -WINDOW.x / 2.0, "nobody is cut off at the left: {lies:?}");
            }
        }
    }

    #[test]
    fn of_the_rest_the_nearest_enemies_come_first_then_the_reach_and_ones_own_side() {
        let counters = [(0, 0, false), (2, 0, false), (5, 0, false), (7, 0, false), (8, 0, false)];
        let mut table = table(UVec2::new(9, 1), &counters);
        for foe in [1, 3, 4] {
            table.counters[foe].side = 1;
        }
        table.own = Some(UnitCard::default());
        table.overlay.marks = vec![0, 0, 0, mark::REACH, 0, 0, 0, 0, 0];
        let at = |x: i32| square(IVec2::new(x, 0));
        let found = |table: &Table| others(table, at(0).center());
        assert_eq!(found(&table), [vec![at(2), at(7)], vec![at(0), at(3), at(5)], vec![at(8)]]);
        table.counters[1].pose = Pose::Down;
        assert_eq!(found(&table), [vec![at(7), at(8)], vec![at(0), at(3), at(5)], vec![at(2)]]);
    }

    #[test]
    fn nobody_who_fights_is_cut_off_for_where_one_can_go() {
        let (window, room) = (Window::default(), Room::default());
        let stand = [(8, 6, false), (9, 6, false), (10, 6, false), (12, 1, false)];
        let mut table = table(UVec2::new(16, 12), &stand);
        for foe in &mut table.counters[1..] {
            foe.side = 1;
        }
        table.own = Some(UnitCard::default());
        let below = |n: i32| if n / 16 > 6 && n % 16 == 8 { mark::REACH } else { 0 };
        table.overlay.marks = (0..16 * 12).map(below).collect();
        let sight = sight(&window, &room, &table);
        let parts = fighters(&table);
        let to = sight.place(parts[0].center(), &parts[..1], SightReason::Event);
        for part in parts {
            assert!(lies_in(sight.open(), moved(part, -to)), "{part:?} from {to}");
        }
    }

    #[test]
    fn pointing_moves_nothing_while_both_are_seen_and_no_farther_than_it_takes() {
        let (window, room) = (Window::default(), Room::default());
        // One stands where the column comes, the other at the left.
        let mut table = table(UVec2::new(72, 22), &[(40, 10, false), (24, 11, true)]);
        let [actor, foe] = [0, 1].map(|n: usize| area_of(&table.counters[n]));
        let here = Vec2::new(2112.0, actor.center().y - 32.0);
        assert!(sight(&window, &room, &table).holds(here, &[foe, actor]));
        // The target lies just beyond the left edge.
        let aside = here + Vec2::X * 160.0;
        let aimed = sight(&window, &room, &table);
        assert!(!aimed.holds(aside, &[foe, actor]));
        let to = aimed.place(aside, &[foe, actor], SightReason::Pointing);
        assert!(aimed.holds(to, &[foe, actor]) && to.x < aside.x && aside.x - to.x < 200.0, "{to}");
        assert!((to.y - aside.y).abs() < 1.0, "{to}");
        // Of a ship that has no room beside who acts a part is enough.
        table.counters[1].at = IVec2::new(40, 14);
        table.counters[1].size = UVec2::new(3, 5);
        let ship = area_of(&table.counters[1]);
        let above = Vec2::new(actor.center().x, actor.max.y - 220.0);
        assert!(sight(&window, &room, &table).holds(above, &[ship, actor]));
        let beyond = above + Vec2::Y * 150.0;
        let aimed = sight(&window, &room, &table);
        assert!(!aimed.holds(beyond, &[ship, actor]));
        assert!(aimed.holds(aimed.place(beyond, &[ship, actor], SightReason::Pointing), &[ship, actor]));
    }

    #[test]
    fn each_panel_cuts_off_the_side_that_it_lies_at() {
        let room = Room::default();
        let log = LogPlace { left: room.log, right: 0.0 };
        let mut panels = strips(&room, 0.0, HINT, log, 1.0);
        panels.push(Rect::new(980.0, room.top, 1280.0, 720.0));
        let free = clear_of(WINDOW, &panels);
        assert_eq!((free.min, free.max.x), (Vec2::new(room.log, room.top), 980.0));
        assert!((free.max.y - (720.0 - room.bottom - HINT)).abs() < 0.01);
        let flat = Rect::new(0.0, 0.0, 160.0, 80.0);
        assert_eq!(clear_of(WINDOW, &[flat]), Rect::new(0.0, 80.0, 1280.0, 720.0));
    }

    #[test]
    fn nobody_who_is_looked_at_lies_under_the_buttons_of_the_small_map() {
        let buttons = seen_from(WINDOW, 1.0, Rect::new(8.0, 76.0, 166.0, 108.0));
        let (here, part) = (Vec2::new(640.0, -360.0), square(IVec2::ONE));
        let to = off_buttons(here, &[part], buttons);
        assert!(to.y > here.y && moved(part, -to).intersect(buttons).is_empty(), "{to}");
        assert_eq!(off_buttons(here, &[square(IVec2::new(9, 5))], buttons), here);
    }
}
