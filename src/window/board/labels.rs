//! Labels over the map: costs, chances, names. A layer of its own in pixels of the screen: none lies on another, none
//! on a counter or under a panel, and those that matter least are left out first.
//!
//! Where they lie is found anew when what they say, the counters, the panels or the zoom change, and when the view has
//! come to rest: panning moves them with the map.

use super::{
    MapPaper, contours, draw_paper,
    kept_free::{kept_free, things},
    prelude::*,
    tags,
};
use crate::window::{
    camera::seen_from,
    screen::{CoversMap, HINT, place_of},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay);
}

/// A label that lies there.
#[derive(Component)]
struct Label;

/// Height of a label, in units.
const HEIGHT: f32 = 20.0;
/// Between two of them, in units.
const GAP: f32 = 2.0;
/// How far around what is pointed at the chip that tells what a click does there may lie, in units.
const CHIP: Vec2 = Vec2::new(300.0, 64.0);
/// Under so many units a square, only what matters most is written.
const FAR: f32 = 22.0;
/// From so many units a square on, the names of what lies on the ground are written.
const NEAR: f32 = 100.0;

/// What a label wants, in units of the screen: y grows upwards, as on the map.
#[derive(Clone, Debug)]
struct Wish {
    /// The middle of its square.
    at: Vec2,
    /// Half of that square.
    square: f32,
    /// Half its own width and height.
    half: Vec2,
    /// The only places that it may take, the best first; none: it steps aside around its square.
    only: Vec<Vec2>,
    /// It is tied to a counter and lies there, whatever else does.
    tied: bool,
}

/// What was written last: if nothing of it changed, nothing is done.
#[derive(Default, PartialEq)]
struct Written {
    notes: Vec<Note>,
    /// The only places of the last notes.
    danger: Vec<Vec<At>>,
    taken: Vec<Rect>,
    things: Vec<Rect>,
    unit: f32,
}

/// What was seen last: where the view was and whether it moved, and what lay over the map, in units of the window.
#[derive(Default)]
struct Seen {
    eye: Vec2,
    moves: bool,
    covers: Vec<Rect>,
    written: Written,
}

fn lay(
    mut commands: Commands,
    (table, pointer, ui, room): (Res<Table>, Res<Pointer>, Res<UiScale>, Res<Room>),
    covers: Query<(&ComputedNode, &UiGlobalTransform, &InheritedVisibility), With<CoversMap>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Transform, &Projection), With<MainCamera>>,
    old: Query<Entity, With<Label>>,
    mut seen: Local<Seen>,
) {
    let (eye, Projection::Orthographic(projection)) = *camera else { return };
    // Pixels of the map in a unit of the screen; near, they grow with the map.
    let unit = (projection.scale * ui.0).max(0.6);
    let covers: Vec<Rect> = covers.iter().filter_map(rect_of).collect();
    let eye = eye.translation.truncate();
    let moves = std::mem::replace(&mut seen.eye, eye) != eye;
    let rests = std::mem::replace(&mut seen.moves, moves) && !moves;
    let same = seen.written.unit == unit && seen.covers == covers && !rests;
    if same && !table.is_changed() && !pointer.is_changed() {
        return;
    }
    let mut notes = table.overlay.notes.clone();
    // What a click does there is told beside it already; at a question and while others act nobody asks.
    let asks = table.click_hint.is_none() && table.prompt.is_none();
    let asks = asks && table.telling.is_none() && !table.thinking;
    notes.extend(named(&table.counters, &pointer).filter(|_| asks));
    // What lies there is drawn; its name is told where it is pointed at, and of all from near.
    let told = |thing: &&Lying| SQUARE / unit >= NEAR || pointer.square == Some(thing.at);
    notes.extend(table.lying.iter().filter(told).map(|thing| Note {
        at: thing.at,
        text: thing.name.clone(),
        ..default()
    }));
    // What is aimed at has a chip with its odds beside it, and no walk matters then.
    let aims = table.overlay.aim.is_some();
    let hinted = pointer.square.filter(|_| table.click_hint.is_some());
    let clear =
        |place: At| hinted.is_none_or(|at| ((middle(place) - middle(at)).abs() / unit).cmpgt(CHIP).any());
    notes.retain(|note| note.weight != Weight::Way || (!aims && clear(note.at)));
    // The most important first; of two alike the one whose square is free, so that it is not pushed off it; then the one
    // that was noted first.
    let stands = |note: &Note| table.counters.iter().any(|own| own.pose != Pose::Dead && own.covers(note.at));
    notes.sort_by_cached_key(|note| (std::cmp::Reverse(note.weight), stands(note)));
    let far = SQUARE / unit < FAR;
    if far {
        notes.retain(|note| note.weight >= Weight::Price);
    }
    notes.retain(|note| {
        let fits = || tags::fits(note, &table.counters, (half_of(note), unit));
        note.tied.is_none() || SQUARE / unit >= tags::LEAST && fits()
    });
    let on_map = |place: &Rect| {
        let place = Rect { min: place.min * ui.0, max: place.max * ui.0 };
        let seen = seen_from(window.size(), projection.scale, place);
        Rect { min: (eye + seen.min) / unit, max: (eye + seen.max) / unit }
    };
    // Where foes attack is written last, there where no panel lies.
    let mut danger = Vec::new();
    if !far {
        let end = window.size() / ui.0 - Vec2::new(room.column, room.bottom + HINT);
        let free = on_map(&Rect { min: Vec2::new(0.0, room.top), max: end });
        for (text, part) in &table.overlay.danger {
            let lies_free = |place: &At| {
                let half = half_of(&danger_note(text, *place));
                let own = Rect::from_center_half_size(middle(*place) / unit, half);
                free.contains(own.min) && free.contains(own.max)
            };
            let mut places: Vec<At> = part.iter().copied().filter(|place| clear(*place)).collect();
            places.sort_by_key(|place| !lies_free(place));
            notes.extend(places.first().map(|place| danger_note(text, *place)));
            danger.extend(Some(places).filter(|places| !places.is_empty()));
        }
    }
    let (mut taken, mut lie) = (Vec::new(), Vec::new());
    if !notes.is_empty() {
        let window = on_map(&Rect { min: Vec2::ZERO, max: window.size() / ui.0 });
        taken = kept_free(&table, covers.iter().map(on_map), window, unit);
        lie = things(&table, unit);
    }
    seen.covers = covers;
    let now = Written { notes, danger, taken, things: lie, unit };
    if seen.written == now {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let wishes = wishes(&table, &now, unit);
    for (note, place) in now.notes.iter().zip(place(&wishes, &now.taken, &now.things)) {
        if let Some(place) = place {
            write(&mut commands, note, place, unit);
        }
    }
    seen.written = now;
}

/// What the labels want.
fn wishes(table: &Table, now: &Written, unit: f32) -> Vec<Wish> {
    // What an aim would come to is written at the one it is at, also in a vehicle.
    let aimed = table.overlay.aim.and_then(|(_, to)| table.counters.iter().find(|own| own.unit == to));
    let at = |note: &Note| {
        let there = aimed.filter(|own| note.weight >= Weight::Odds && own.covers(note.at));
        there.map_or_else(|| middle(note.at), centre_of)
    };
    let width = table.board.size.x as f32 * SQUARE / unit;
    let wish = |note: &Note| match tags::place(note, &table.counters, (half_of(note), unit)) {
        Some(at) => Wish { tied: true, ..wish(at * unit, note, unit, f32::INFINITY) },
        None => Wish { only: on_its_line(table, note, unit), ..wish(at(note), note, unit, width) },
    };
    let mut wishes: Vec<Wish> = now.notes.iter().map(wish).collect();
    for (wish, places) in wishes.iter_mut().rev().zip(now.danger.iter().rev()) {
        wish.only = places.iter().map(|place| middle(*place) / unit).collect();
    }
    wishes
}

/// What is written where foes attack.
fn danger_note(text: &str, at: At) -> Note {
    Note { at, text: text.to_owned(), weight: Weight::Harm, loss: true, ..Note::default() }
}

/// Where a panel lies, in units of the window, if it is seen.
fn rect_of((node, at, shown): (&ComputedNode, &UiGlobalTransform, &InheritedVisibility)) -> Option<Rect> {
    Some(place_of(node, at)).filter(|own| shown.get() && !own.is_empty())
}

/// The places of a label that tells what an increment of a move does: on the line where that begins. None: it tells of
/// something else.
fn on_its_line(table: &Table, note: &Note, unit: f32) -> Vec<Vec2> {
    if note.weight != Weight::Way {
        return Vec::new();
    }
    let places = contours::on_line(table, note.at, 2.0 * half_of(note).x * unit);
    places.into_iter().map(|place| place / unit).collect()
}

/// Who is pointed at, with the count on which they act.
fn named(counters: &[Counter], pointer: &Pointer) -> Option<Note> {
    let at = pointer.square?;
    let own = counters.iter().find(|own| own.covers(at) && own.pose != Pose::Dead)?;
    let text = match own.count {
        Some(count) => format!("{}, {count}", own.name),
        None => own.name.clone(),
    };
    Some(Note { at, text, weight: Weight::Name, ..default() })
}

/// How large a label is written: what a way costs smaller than what may happen on it, and so what is tied to a counter.
fn grade(note: &Note) -> f32 {
    match () {
        () if note.weight == Weight::Way => 0.8,
        () if note.tied.is_some() => tags::GRADE,
        () => 1.0,
    }
}

/// Half the width and height of a label, in units: about that of its letters and of what lies around them, at a counter less.
fn half_of(note: &Note) -> Vec2 {
    let around = if note.tied.is_some() { 4.0 } else { 12.0 };
    grade(note) * Vec2::new(around + 8.4 * note.text.chars().count() as f32, HEIGHT) / 2.0
}

/// Where a label would lie best: there, but not beyond the map's left or right end, which is so wide in units.
fn wish(at: Vec2, note: &Note, unit: f32, width: f32) -> Wish {
    let (mut at, half) = (at / unit, half_of(note));
    at.x = at.x.min(width - half.x).max(half.x);
    Wish { at, square: SQUARE / unit / 2.0, half, only: Vec::new(), tied: false }
}

/// The ways in which a label steps aside, by its square and itself: on it, then around it, then a little farther off.
const ASIDE: [(f32, f32); 13] = [
    (0.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.5, 1.0),
    (-0.5, 1.0),
    (0.5, -1.0),
    (-0.5, -1.0),
    (1.0, 1.0),
    (-1.0, 1.0),
    (1.0, -1.0),
    (-1.0, -1.0),
];
/// How many rings of places are tried.
const RINGS: i8 = 3;

/// Where each label lies, the first ones first; none where it would lie on another or on what is taken. On things only
/// where there is no other place.
fn place(wishes: &[Wish], taken: &[Rect], things: &[Rect]) -> Vec<Option<Vec2>> {
    let mut lying: Vec<Rect> = taken.to_vec();
    let mut places = Vec::with_capacity(wishes.len());
    for wish in wishes {
        if wish.tied {
            lying.push(Rect::from_center_half_size(wish.at, wish.half + GAP));
            places.push(Some(wish.at));
            continue;
        }
        let free = |at: &Vec2, of: &[Rect]| {
            let own = Rect::from_center_half_size(*at, wish.half);
            of.iter().all(|other| own.intersect(*other).is_empty())
        };
        let found = candidates(wish)
            .find(|at| free(at, &lying) && free(at, things))
            .or_else(|| candidates(wish).find(|at| free(at, &lying)));
        if let Some(at) = found {
            lying.push(Rect::from_center_half_size(at, wish.half + GAP));
        }
        places.push(found);
    }
    places
}

/// The places that a label would take, the best first.
fn candidates(wish: &Wish) -> impl Iterator<Item = Vec2> + '_ {
    let (at, square, half) = (wish.at, wish.square, wish.half);
    let rings = if wish.only.is_empty() { RINGS } else { 0 };
    let around = (0..rings).flat_map(move |ring| {
        let beyond = f32::from(ring) * (2.0 * half.y + GAP);
        ASIDE.into_iter().filter(move |aside| ring == 0 || *aside != (0.0, 0.0)).map(move |(x, y)| {
            let away = Vec2::new(x, y);
            at + away * (half + square + GAP + beyond)
        })
    });
    wish.only.iter().copied().chain(around)
}

/// What is expected is outlined, in red if one's own side would lose it; solid red is only what has been lost.
fn ink_of(note: &Note) -> Color {
    if note.loss { theme::HARM } else { note.side.map_or(theme::INK, theme::side_ink) }
}

fn write(commands: &mut Commands, note: &Note, place: Vec2, unit: f32) {
    let paper = MapPaper {
        size: half_of(note) * 2.0,
        shadow: Vec2::new(1.0, -2.0),
        rim: 2.0,
        letters: 45.0,
        grade: grade(note),
        sheet: theme::PAPER,
        ink: ink_of(note),
    };
    commands
        .spawn((
            Label,
            Transform::from_translation((place * unit).extend(layer::AIR - 1.0))
                .with_scale(Vec3::splat(unit)),
            Visibility::Inherited,
        ))
        .with_children(|label| draw_paper(label, paper, &note.text));
}

#[cfg(test)]
mod tests {
    use super::{super::kept_free::counters, *};

    /// A crowd of notes on neighbouring squares, every other square with a counter.
    fn crowd(unit: f32) -> (Vec<Wish>, Vec<Rect>) {
        let at = |n: i32| IVec2::new(n % 6, n / 6);
        let note = |n: i32| Note { at: at(n), text: "increment 2".into(), weight: Weight::Way, ..default() };
        let stand = |n: i32| Counter { unit: n.cast_unsigned(), at: at(n), ..default() };
        let notes: Vec<Note> = (0..36).map(note).collect();
        let standing: Vec<Counter> = (0..36).step_by(2).map(stand).collect();
        let wish = |note: &Note| wish(middle(note.at), note, unit, 6.0 * SQUARE / unit);
        (notes.iter().map(wish).collect(), counters(&standing, unit))
    }

    #[test]
    fn no_label_lies_on_another_or_on_a_counter() {
        for unit in [0.6, 1.0, 1.33, 3.0] {
            let (wishes, taken) = crowd(unit);
            let places = place(&wishes, &taken, &[]);
            let lying: Vec<Rect> = wishes
                .iter()
                .zip(&places)
                .filter_map(|(wish, at)| Some(Rect::from_center_half_size((*at)?, wish.half)))
                .collect();
            assert!(!lying.is_empty(), "some are written at {unit}");
            for (n, own) in lying.iter().enumerate() {
                let over = |other: &Rect| !own.intersect(*other).is_empty();
                assert!(!lying[..n].iter().any(over) && !taken.iter().any(over), "{own:?} at {unit}");
            }
        }
    }

    #[test]
    fn the_first_has_its_place_and_a_free_square_is_written_on() {
        let half = Vec2::new(20.0, 10.0);
        let wish = |x: f32| Wish { at: Vec2::new(x, 0.0), square: 32.0, half, only: Vec::new(), tied: false };
        assert_eq!(
            place(&[wish(0.0), wish(200.0)], &[], &[]),
            [Some(Vec2::ZERO), Some(Vec2::new(200.0, 0.0))]
        );
        let on = Rect::from_center_size(Vec2::ZERO, Vec2::splat(60.0));
        assert_eq!(place(&[wish(0.0)], &[on], &[]), [Some(Vec2::new(0.0, 44.0))], "above who stands there");
        assert_eq!(place(&[wish(0.0)], &[], &[on]), [Some(Vec2::new(0.0, 44.0))], "beside a thing");
        let all = Rect::from_center_size(Vec2::ZERO, Vec2::splat(4000.0));
        assert_eq!(place(&[wish(0.0)], &[], &[all]), [Some(Vec2::ZERO)], "there are things everywhere");
    }

    #[test]
    fn a_label_at_the_end_of_the_map_stays_on_it() {
        let note = |x| Note { at: IVec2::new(x, 0), text: "−2 to checks".into(), ..default() };
        for x in [0, 9] {
            let note = note(x);
            let own = wish(middle(note.at), &note, 1.0, 10.0 * SQUARE);
            assert!(own.at.x - own.half.x >= 0.0 && own.at.x + own.half.x <= 10.0 * SQUARE, "{:?}", own.at);
        }
    }

    #[test]
    fn what_a_way_costs_is_written_on_the_line_where_that_begins() {
        let mut table = Table::default();
        (table.board.size, table.overlay.increments) = (UVec2::new(6, 1), vec![1, 1, 2, 2, 2, 2]);
        let note = Note { at: IVec2::new(2, 0), text: "−2".into(), weight: Weight::Way, ..default() };
        let line = middle(IVec2::new(1, 0)) / 4.0 + Vec2::X * SQUARE / 8.0;
        assert_eq!(on_its_line(&table, &note, 4.0), [line]);
        assert!(on_its_line(&table, &Note { weight: Weight::Odds, ..note }, 4.0).is_empty());
    }

    #[test]
    fn what_ones_own_side_would_lose_is_red() {
        let loss = Note { text: "−3".into(), weight: Weight::Harm, loss: true, ..default() };
        assert_eq!(ink_of(&loss), theme::HARM);
        assert_eq!(ink_of(&Note { loss: false, ..loss }), theme::INK, "what a foe would");
        assert_eq!(ink_of(&Note { side: Some(1), ..default() }), theme::side_ink(1));
    }

    #[test]
    fn where_foes_attack_is_written_as_what_one_would_lose() {
        let loss = Note { text: "−3".into(), weight: Weight::Harm, loss: true, ..default() };
        let danger = danger_note("−3", IVec2::ZERO);
        assert_eq!((ink_of(&danger), half_of(&danger)), (theme::HARM, half_of(&loss)));
    }

    #[test]
    fn where_there_is_no_room_it_is_left_out() {
        let all = Rect::from_center_size(Vec2::ZERO, Vec2::splat(4000.0));
        let half = Vec2::new(20.0, 10.0);
        let wish = Wish { at: Vec2::ZERO, square: 32.0, half, only: Vec::new(), tied: false };
        assert_eq!(place(std::slice::from_ref(&wish), &[all], &[]), [None]);
        // What may lie only there steps aside to nothing else.
        let on = Rect::from_center_size(Vec2::ZERO, Vec2::splat(60.0));
        let bound = |other| Wish { only: vec![Vec2::ZERO, other], ..wish.clone() };
        let there = Vec2::new(300.0, 0.0);
        assert_eq!(place(&[bound(there)], &[on], &[]), [Some(there)]);
        assert_eq!(place(&[bound(Vec2::ONE)], &[on], &[]), [None]);
    }
}
