//! Where the column with the card of what is pointed at lies: its place is at the right, under the ribbon. What tells of a
//! sum is short until it is kept, unless there is ample room: numbers, columns and the sum in a few words leave the board
//! its share of the window. Where the card would cover somebody or the pointer at its place it folds first: a sum to its
//! short form, and then to its numbers, its dangers and the roll that is needed. Only where that does not do either it goes
//! elsewhere, low, above the row, or to the left. On the left it keeps off the small map: the log begins below that, the
//! column stands to the right of it.
//!
//! A card that is kept stays where it is, whole, so that one can point at its lines. While the card of what others did
//! lies there, no other is seen: that of a unit takes its place as long as it is pointed at, as do the signs of what
//! enemies threaten; that of a square waits.

use super::{
    CornerPiece, LogPanel, SidePanel, columns,
    concerned::{CONCERNED, Concerned, HINDERED, NEAR, POINTED, cost},
    popup::Drawer,
    shrunk, side,
    since::SinceCard,
};
use crate::window::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Docked>()
        .init_resource::<LogPlace>()
        .add_systems(Update, (choose_log, choose, lay, lay_log).chain());
}

/// How far a card is folded: to its title, numbers, dangers and the roll that is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fold {
    /// Not at all.
    #[default]
    Whole,
    /// What it tells stands beneath them as running text: a sum without its parts, under low columns.
    Short,
    /// Nothing else is left.
    Numbers,
}

/// How the column may lie, the best first: folded so far, and low or not.
const FORMS: [(Fold, bool); 6] = [
    (Fold::Whole, false),
    (Fold::Whole, true),
    (Fold::Short, false),
    (Fold::Short, true),
    (Fold::Numbers, false),
    (Fold::Numbers, true),
];

/// How the column lies.
#[derive(Resource, Default, PartialEq)]
pub struct Docked {
    /// At the left.
    pub left: bool,
    /// How far its card is folded.
    pub fold: Fold,
    /// It lies above the row of actions, not under the ribbon.
    pub low: bool,
}

impl Docked {
    /// From where to where across the window the column lies at the right and at the left, in units: beside the log if
    /// it is open there, at the left else beside the small map, which is so wide.
    pub fn places(room: &Room, log: LogPlace, corner: f32) -> [(f32, f32); 2] {
        let (from, end) = (begins(room, log, corner), room.window.x - log.right);
        [(end - room.column - theme::GAP_2, end), (from, from + room.column)]
    }
}

/// How much of the window the open log takes at its sides, in units: of one of them; shut, none.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct LogPlace {
    /// At the left.
    pub left: f32,
    /// At the right, where it is as wide as the column.
    pub right: f32,
}

/// The log lies at the left, unless it covers less at the right: nobody, or the table beyond the map. The side is settled
/// as it opens.
fn choose_log(
    concerned: Concerned,
    (room, rise, corner): (Res<Room>, Res<Rise>, Res<CornerPiece>),
    mut log: ResMut<LogPlace>,
) {
    if !concerned.table.log_open {
        log.set_if_neq(LogPlace::default());
        return;
    }
    let at_right = if *log == LogPlace::default() {
        let floor = room.window.y - room.bottom - rise.0 - theme::GAP_2;
        let keep = concerned.all_beside();
        let [left, right] = [false, true].map(|at_right| {
            let (from, wide) = log_begins(&room, &corner, at_right);
            cost(Rect::from_corners(from, Vec2::new(from.x + wide, floor)), &keep)
        });
        right < left
    } else {
        log.right > 0.0
    };
    let (left, right) =
        if at_right && !room.folded { (0.0, room.column + theme::GAP_2) } else { (room.log, 0.0) };
    log.set_if_neq(LogPlace { left, right });
}

/// Where the log begins and how wide it is: at the left under the small map, at the right under the ribbon.
fn log_begins(room: &Room, corner: &CornerPiece, at_right: bool) -> (Vec2, f32) {
    if at_right {
        (Vec2::new(room.window.x - theme::GAP_2 - room.column, room.top + theme::GAP_2), room.column)
    } else {
        (Vec2::new(theme::GAP_2, corner.under(room)), room.log)
    }
}

/// How far the pointer must be from the card's place at the right before it leaps back, in units.
const BACK: f32 = 60.0;

/// How much it matters that the card does not come back to its place at the right, if this is pointed at and it lies at
/// the left now or not: it stays where it is, unless it covers one who matters there, and does not leap to and fro.
fn leaps(right: Rect, at: Option<Vec2>, left: bool) -> u32 {
    let near = at.is_some_and(|at| right.inflate(BACK).contains(at));
    if left && near { HINDERED } else { 0 }
}

/// The height of a line of a card, and the width of a letter, in units: about.
const ROW: f32 = 17.0;
const LETTER: f32 = 6.4;

/// How high a card of this width will be, about, in units.
fn height(card: &SideCard, wide: f32, fold: Fold) -> f32 {
    let letters = (wide - 2.0 * theme::GAP_3) / LETTER;
    let rows = |text: usize| (text as f32 / letters).ceil();
    let long = |text: &str| rows(text.chars().count());
    // On the narrow card of a square they stand in two rows.
    let two = card.side.is_none() && card.numbers.len() > 1;
    let numbers = if card.numbers.is_empty() { 0.0 } else { 3.0 * (1.0 + f32::from(two)) };
    // What a click does with it stands at the foot of that of a unit.
    let mut all = 1.0 + numbers + f32::from(card.tells());
    let kept = if fold > Fold::Whole { side::kept_lines(card, fold) } else { Vec::new() };
    let strip = if fold == Fold::Short && !card.columns.is_empty() { columns::STRIP } else { 0.0 };
    if !kept.is_empty() {
        // Each part keeps off the next.
        let told = kept.iter().map(|line| {
            line.text.chars().count() + line.value.chars().count() + line.note.chars().count() + 3
        });
        all += 1.0 + rows(told.sum());
    }
    if fold == Fold::Whole {
        let lines = card
            .lines
            .iter()
            .map(|line| rows(line.text.chars().count() + line.value.chars().count() + 2) + long(&line.note));
        let key = f32::from(!columns::key(&card.columns).is_empty());
        let columns = if card.columns.is_empty() { 0.0 } else { 5.0 + key + long(&card.columns_note) };
        let trace = card.trace.iter().map(|row| 1.0 + rows(12 * row.gates.len()));
        all += long(&card.about) + columns + card.bars.len() as f32;
        all += lines.sum::<f32>() + trace.sum::<f32>();
    }
    // The name with its rule, what it is about, and each line stand apart from the next.
    let parts = match () {
        () if side::crowded(card) => 0,
        () if fold > Fold::Whole => 3,
        () => card.lines.len() + 3,
    };
    all * ROW + strip + parts as f32 * theme::GAP + 2.0 * theme::GAP_3
}

/// So much of the window's height is the most that a card takes with all parts of its sums.
const MOST: f32 = 0.5;

/// Whether a card may stand whole before it is kept: what is no sum, and all where there is ample room.
fn may_be_whole(card: &SideCard, room: &Room) -> bool {
    room.ample || !card.sums
}

/// A card as it stands whole until it is kept, if that is not all of it: without what only a kept one tells, and with the
/// parts of sums folded away that would make it too high.
pub(super) fn brief(card: &SideCard, room: &Room) -> Option<SideCard> {
    let before = shrunk::before_kept(card);
    let card = before.as_ref().unwrap_or(card);
    let wide = room.column * side::width(card, Fold::Whole) / 100.0;
    let tall = card.sums && height(card, wide, Fold::Whole) > MOST * room.window.y;
    let folded = tall.then(|| SideCard { lines: shrunk::without_parts(&card.lines, true), ..card.clone() });
    folded.or(before)
}

/// Whether what the column tells goes before the card of what others did: it is kept, or is of a unit.
pub(super) fn goes_first(table: &Table) -> bool {
    table.pinned || table.side.as_ref().is_some_and(|card| card.side.is_some())
}

/// How the column lies best of the `places` at the left and right, which are as [`FORMS`]; `under`: what speaks against
/// either side. `folds`: at its place it folds before it leaves it, as the card of a unit does, which looks alike then; that
/// of a square goes elsewhere first, since it would have little left to say.
fn best(places: [[Rect; FORMS.len()]; 2], under: [u32; 2], keep: &[(Rect, u32)], folds: bool) -> Docked {
    let sides = [1, 0].map(|side| (side, places[side], under[side]));
    let all = sides.into_iter().flat_map(|(side, places, under)| {
        let forms = FORMS.into_iter().zip(places);
        forms.map(move |(form, place)| (side, form, cost(place, keep).saturating_add(under)))
    });
    let matters = |(side, (fold, low), cost): &(usize, (Fold, bool), u32)| {
        let left = *side == 0;
        (*cost, folds && (left || *low), *fold, left, *low)
    };
    let (side, (fold, low), _) = all.min_by_key(matters).unwrap_or((1, (Fold::Whole, false), 0));
    Docked { left: side == 0, fold, low }
}

pub(super) fn choose(
    concerned: Concerned,
    (room, rise, corner, drawer): (Res<Room>, Res<Rise>, Res<CornerPiece>, Res<Drawer>),
    log: Res<LogPlace>,
    mut docked: ResMut<Docked>,
) {
    let Concerned { table, pointer, ui, .. } = &concerned;
    let Some(card) = table.side.as_ref().filter(|_| !table.pinned) else {
        let (left, low) = (docked.left, docked.low);
        docked.set_if_neq(Docked { left, fold: Fold::Whole, low });
        return;
    };
    // Only what is pointed at on the map can be hidden.
    let by_keys = || concerned.on_screen(middle(pointer.square?));
    let at = if pointer.by_keys { by_keys() } else { pointer.screen.map(|at| at / ui.0) };
    let at = at.filter(|_| pointer.square.is_some());
    let brief = brief(card, &room);
    let card = brief.as_ref().unwrap_or(card);
    let [right, from] = Docked::places(&room, *log, corner.place.width()).map(|(from, _)| from);
    let (top, most) = span(&room, rise.0);
    // That of a unit always says what one needs of it.
    let fewest = if card.tells() { Fold::Short } else { Fold::Numbers };
    let first = if may_be_whole(card, &room) { Fold::Whole } else { Fold::Short };
    let within = |fold: Fold| fold.clamp(first, fewest);
    let place = |x: f32, (fold, low): (Fold, bool)| {
        let fold = within(fold);
        let wide = room.column * side::width(card, fold) / 100.0;
        let high = height(card, wide, fold).min(most);
        let top = if low { top + most - high } else { top };
        let end = x + room.column;
        Rect::new(end - wide, top, end, top + high)
    };
    let places = [from, right].map(|x| FORMS.map(|form| place(x, form)));
    let over = |at: Vec2| places[0][0].inflate(NEAR).contains(at);
    // What is open above the row has its side for itself.
    let open = [Drawer::Left, Drawer::Right].map(|side| if *drawer == side { POINTED } else { 0 });
    let under = [
        open[0] + if at.is_some_and(over) { POINTED } else { 0 },
        open[1] + leaps(places[1][0], at, docked.left),
    ];
    // None covers who matters, or anybody of the side of who acts but crews; one that tells of a unit on the map, without odds,
    // nobody at all.
    let tells = card.tells();
    let side = table.own.as_ref().map(|own| own.side);
    let mut keep = concerned.weighed(|counter, n| match () {
        () if n >= CONCERNED => n,
        () if Some(counter.side) == side && counter.seat.is_none() => 2 * CONCERNED,
        () if !tells => n,
        () if pointer.square.is_some() => CONCERNED,
        () => 0,
    });
    keep.extend(at.map(|at| (Rect::from_center_size(at, Vec2::ONE), POINTED)));
    keep.extend(concerned.lesson());
    let best = best(places, under, &keep, card.side.is_some());
    docked.set_if_neq(Docked { fold: within(best.fold), ..best });
}

/// Where the column begins and how high it may be.
pub(super) fn span(room: &Room, rise: f32) -> (f32, f32) {
    let (top, end) = (room.top + theme::GAP_2, room.window.y - room.bottom - rise - theme::GAP_2);
    (top, (end - top).max(0.0))
}

/// Where a column at the left begins: right of the log if it is open there, else of the small map, or over its buttons.
fn begins(room: &Room, log: LogPlace, corner: f32) -> f32 {
    let beside = match () {
        () if log.left > 0.0 => log.left,
        () if room.folded => 0.0,
        () => corner,
    };
    if beside > 0.0 { beside + 2.0 * theme::GAP_2 } else { theme::GAP_2 }
}

fn lay(
    (docked, room, corner, log): (Res<Docked>, Res<Room>, Res<CornerPiece>, Res<LogPlace>),
    (rise, table, since): (Res<Rise>, Res<Table>, Query<&SinceCard>),
    panel: Single<&mut Node, With<SidePanel>>,
) {
    let [_, at_left] = Docked::places(&room, *log, corner.place.width()).map(|(from, _)| from);
    let (top, most) = span(&room, rise.0);
    let (left, right) = if docked.left { (px(at_left), auto()) } else { (auto(), px(log.right)) };
    let above = room.window.y - top - most;
    let (top, bottom) = if docked.low { (auto(), px(above)) } else { (px(top), auto()) };
    let waits = !goes_first(&table) && since.iter().any(|card| card.place.is_some());
    let display = if waits { Display::None } else { Display::Flex };
    let mut node = panel.into_inner();
    if (node.display, node.max_height) != (display, px(most)) {
        (node.display, node.max_height) = (display, px(most));
    }
    if (node.left, node.right, node.top, node.bottom) != (left, right, top, bottom) {
        (node.left, node.right, node.top, node.bottom) = (left, right, top, bottom);
    }
}

fn lay_log(
    (room, corner, log): (Res<Room>, Res<CornerPiece>, Res<LogPlace>),
    panel: Single<&mut Node, (With<LogPanel>, Without<SidePanel>)>,
) {
    let (from, wide) = log_begins(&room, &corner, log.right > 0.0);
    let (left, top, width) = (px(from.x), px(from.y), px(wide));
    let mut node = panel.into_inner();
    if (node.left, node.top, node.width) != (left, top, width) {
        (node.left, node.top, node.width) = (left, top, width);
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::{CONCERNED, Docked, Fold, HINDERED, LogPlace, POINTED, Room, begins, best, leaps, side};
    use crate::window::{
        screen::concerned::OTHER,
        theme,
        view::{SideCard, SideLine},
    };

    #[test]
    fn the_column_folds_at_its_place_before_it_goes_where_it_covers_fewest() {
        let place = |x: f32| {
            let part = |top: f32, height: f32| Rect::new(x, top, x + 300.0, top + height);
            let sums = [part(84.0, 140.0), part(430.0, 140.0)];
            [part(84.0, 300.0), part(200.0, 300.0), sums[0], sums[1], part(84.0, 90.0), part(480.0, 90.0)]
        };
        let places = [place(180.0), place(972.0)];
        let stands = |x: f32, y: f32| Rect::from_center_size(Vec2::new(x, y), Vec2::splat(40.0));
        let lies = |under: [u32; 2], keep: &[(Rect, u32)]| {
            let best = best(places, under, keep, true);
            (best.left, best.fold > Fold::Whole)
        };
        let (actor, foe) = ((stands(1100.0, 250.0), CONCERNED), (stands(300.0, 250.0), CONCERNED));
        assert_eq!(lies([0; 2], &[]), (false, false), "its place is at the right");
        assert_eq!(lies([0, POINTED], &[]), (true, false));
        assert_eq!(lies([0; 2], &[actor]), (false, true), "it folds there first");
        assert_eq!(lies([0; 2], &[actor, foe]), (false, true));
        let higher = [(stands(1100.0, 200.0), CONCERNED), (stands(300.0, 200.0), CONCERNED)];
        let lower = [(stands(1100.0, 460.0), CONCERNED), (stands(300.0, 460.0), CONCERNED)];
        let fold = |keep: &[(Rect, u32)]| best(places, [0; 2], keep, true).fold;
        assert_eq!(fold(&[actor, foe]), Fold::Short, "its sum stays");
        assert_eq!(fold(&[higher, lower].concat()), Fold::Numbers, "but covers nobody");
        let above = [(stands(1100.0, 120.0), CONCERNED), (stands(300.0, 120.0), CONCERNED)];
        let low = |keep: &[(Rect, u32)]| best(places, [0; 2], keep, true).low;
        assert!(low(&above) && !low(&[actor, foe]));
        let of_a_square = best(places, [0; 2], &[actor], false);
        assert!(of_a_square.fold == Fold::Whole && (of_a_square.low || of_a_square.left), "it stays whole");
        assert_eq!(lies([0; 2], &above), (false, false), "whole, above the row");
        assert_eq!(lies([0, HINDERED], &[]), (true, false), "it does not leap to and fro");
        assert_eq!(lies([0, HINDERED], &[foe]), (true, true), "nor where it folds there");
        let targets = [(stands(1100.0, 220.0), OTHER), (stands(1200.0, 220.0), OTHER)];
        assert_eq!(lies([0; 2], &targets), (false, true), "for anybody");
        assert_eq!(lies([0, POINTED], &targets), (true, false), "never under the pointer");
        let both = [(stands(1100.0, 120.0), OTHER), (stands(300.0, 120.0), OTHER)];
        let lower = best(places, [0; 2], &both, true);
        assert!(
            lower.low && !lower.left && lower.fold == Fold::Whole,
            "lower down at the right it covers nobody"
        );
    }

    #[test]
    fn a_card_of_sums_higher_than_half_of_the_window_has_their_parts_folded_away() {
        let line = |value: &str| SideLine {
            text: "Strength".to_owned(),
            value: value.to_owned(),
            ..SideLine::default()
        };
        let brief = |parts: usize| {
            let lines = std::iter::once(line("1d20")).chain(vec![line("+1"); parts]).collect();
            let card = SideCard { sums: true, side: Some(0), lines, ..SideCard::default() };
            super::brief(&card, &Room::default())
        };
        assert_eq!(brief(2), None);
        assert_eq!(brief(60).map(|card| card.lines), Some(vec![line("1d20 +60")]));
    }

    #[test]
    fn a_card_of_sums_is_short_until_it_is_kept_unless_there_is_ample_room() {
        let sums = SideCard { sums: true, side: Some(0), ..SideCard::default() };
        let square = SideCard { sums: false, ..sums.clone() };
        let (usual, ample) = (Room::default(), Room { ample: true, ..Room::default() });
        let whole = |card: &SideCard, room: &Room| super::may_be_whole(card, room);
        assert!(!whole(&sums, &usual) && whole(&sums, &ample) && whole(&square, &usual));
    }

    #[test]
    fn a_column_at_the_left_leaves_the_small_map_its_corner() {
        let room = Room::default();
        assert!(!room.folded);
        let beside = |left: f32, corner: f32| begins(&room, LogPlace { left, right: 0.0 }, corner);
        assert!(beside(0.0, 158.0) >= theme::GAP_2 + 158.0);
        assert!(beside(room.log, 158.0) >= theme::GAP_2 + room.log);
        assert!((beside(0.0, 0.0) - theme::GAP_2).abs() < 0.01, "before anything is laid out");
        let folded = Room { folded: true, ..room };
        assert!((begins(&folded, LogPlace::default(), 158.0) - theme::GAP_2).abs() < 0.01);
        let at_right = Docked::places(&room, LogPlace { left: 0.0, right: 308.0 }, 158.0);
        assert!(at_right[0].1 <= room.window.x - 308.0, "and the log its own at the right");
    }

    #[test]
    fn the_column_makes_way_and_comes_back_once_the_pointer_is_well_away() {
        let right = Rect::new(972.0, 84.0, 1272.0, 300.0);
        let cost = |x: f32, y: f32, left: bool| leaps(right, Some(Vec2::new(x, y)), left);
        assert_eq!((cost(950.0, 200.0, false), cost(1100.0, 500.0, false)), (0, 0), "it lies there");
        assert_eq!((cost(950.0, 200.0, true), cost(600.0, 200.0, true)), (HINDERED, 0), "it does not leap");
        assert_eq!(leaps(right, None, true), 0);
    }

    #[test]
    fn room_is_kept_for_the_dangers_on_a_card_of_numbers_alone() {
        let high = |harm: bool| {
            let line = SideLine { text: "Provokes: −4 expected".to_owned(), harm, ..SideLine::default() };
            let card = SideCard { side: Some(0), sums: true, lines: vec![line], ..SideCard::default() };
            super::height(&card, 280.0, Fold::Numbers)
        };
        assert!(high(true) > high(false));
    }

    #[test]
    fn a_card_of_few_numbers_alone_is_slim() {
        let number = |number: &str, name: &str| (number.to_owned(), name.to_owned(), false);
        let few = vec![number("52%", "to hit"), number("11.4", "expected"), number("22", "max")];
        let many = [few.clone(), vec![number("5%", "takes out"), number("2%", "kills")]].concat();
        let wide = |numbers: &[(String, String, bool)], fold: Fold| {
            let card = SideCard { side: Some(0), numbers: numbers.to_vec(), ..SideCard::default() };
            side::width(&card, fold)
        };
        assert!(wide(&few, Fold::Numbers) < wide(&few, Fold::Whole));
        assert!((wide(&many, Fold::Numbers) - wide(&many, Fold::Whole)).abs() < 0.01);
    }
}
