//! Lines on the map from one counter to another, beneath all counters: from who is about to act to whom it would meet, in
//! gold on ink; from who is asked to whom an answer would attack, in the colour of that side on white; from who is asked to
//! each unit or square that answers, in thin gold, of which the one that is pointed at is as an aim.
//!
//! Around whoever stands between the two there is a gap, so that a line is seen to pass there and to end elsewhere; but not
//! around the vehicle and the crew of one of them.

use super::{edge, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// A part of a line.
#[derive(Component)]
struct Piece;

/// A line as it is drawn.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    /// From where to where its pieces go.
    pieces: Vec<(Vec2, Vec2)>,
    /// The colours of its casing and of its core, and how wide each is, in pixels of the map.
    inks: [(Color, f32); 2],
    depth: f32,
}

/// How wide the casings and the cores are.
const AIM: (f32, f32) = (6.0, 3.0);
const ANSWER: (f32, f32) = (7.0, 4.0);
const OPEN: (f32, f32) = (4.0, 2.0);
/// How strong the lines to the other answers are while one is pointed at.
const FAINT: f32 = 0.45;
/// How far from the counters of the two a line ends, and how far from others it is broken off, in pixels of the map.
const CLEAR: f32 = 3.0;
/// Shorter ones are not drawn.
const LEAST: f32 = 3.0;
/// How far an aim and the answer to it lie aside from the way that both go.
const ASIDE: f32 = 5.0;
/// The picture that lines are made of: opacities across it. Its soft edges keep a slanted line from going in steps; without
/// them it is three quarters as wide.
const ACROSS: [u8; 4] = [0, 255, 255, 0];
const CORE: f32 = 0.75;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Piece>>,
    mut images: ResMut<Assets<Image>>,
    mut soft: Local<Option<Handle<Image>>>,
    mut seen: Local<Vec<Line>>,
) {
    if !table.is_changed() {
        return;
    }
    let now = lines(&table);
    if *seen == now {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let soft = soft.get_or_insert_with(|| images.add(soft_edged())).clone();
    for line in &now {
        let [_, (_, core)] = line.inks;
        for (from, to) in &line.pieces {
            let (middle, way) = ((*from + *to) / 2.0, *to - *from);
            for ((color, wide), above) in line.inks.into_iter().zip([0.0, 0.01]) {
                let size = Vec2::new(way.length() + wide - core, wide / CORE);
                let place = Transform::from_translation(middle.extend(line.depth + above));
                commands.spawn((
                    Piece,
                    Sprite { image: soft.clone(), color, custom_size: Some(size), ..default() },
                    place.with_rotation(Quat::from_rotation_z(way.to_angle())),
                    Pickable::IGNORE,
                ));
            }
        }
    }
    *seen = now;
}

/// The lines that lie on a table. An aim and the answer to it lie beside each other.
fn lines(table: &Table) -> Vec<Line> {
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit);
    let Overlay { aim, reply, .. } = table.overlay;
    let meet = aim.is_some() && aim == reply.map(|(by, to)| (to, by));
    // From who to what covers so much, past all others.
    let way = |by: u32, (to, area): (Option<u32>, Rect), aside: f32| {
        let (from, into) = between(area_of(find(by)?), area)?;
        let aside = (into - from).normalize_or_zero().perp() * aside;
        let ends: Vec<&Counter> = [Some(by), to].into_iter().flatten().filter_map(find).collect();
        let of_an_end = |own: &Counter| {
            ends.iter().any(|end| own.unit == end.unit || end.seat.is_some() && own.at == end.at)
        };
        let others = table.counters.iter().filter(|own| !of_an_end(own) && own.pose != Pose::Dead);
        let others: Vec<Rect> = others.map(|own| area_of(own).inflate(CLEAR)).collect();
        Some(past((from + aside, into + aside), &others))
    };
    let line = |pieces: Vec<(Vec2, Vec2)>, (casing, core): (Color, Color), wide: (f32, f32), depth: f32| {
        Line { pieces, inks: [(casing, wide.0), (core, wide.1)], depth }
    };
    let joined =
        |(by, to): (u32, u32)| way(by, (Some(to), area_of(find(to)?)), if meet { ASIDE } else { 0.0 });
    let side = |unit: u32| find(unit).map_or(theme::FIELD, |own| theme::side_colour(own.side));
    let gold = (theme::INK.with_alpha(0.8), theme::GOLD);
    let aim = aim.and_then(joined).map(|pieces| line(pieces, gold, AIM, layer::LINES + 0.02));
    let reply =
        reply.and_then(|ends| Some(line(joined(ends)?, (theme::FIELD, side(ends.0)), ANSWER, layer::LINES)));
    let answers = &table.overlay.answers;
    let faint = if answers.iter().any(|own| own.lit) { FAINT } else { 1.0 };
    let answer = |own: &AnswerLine| {
        let square = || Rect::from_center_size(middle(own.at), Vec2::splat(SQUARE));
        let area = own.to.and_then(find).map_or_else(square, area_of);
        let pieces = way(own.by, (own.to, area), 0.0)?;
        let pale = (theme::INK.with_alpha(0.8 * faint), theme::GOLD.with_alpha(faint));
        Some(match own.lit {
            true => line(pieces, gold, AIM, layer::LINES + 0.02),
            false => line(pieces, pale, OPEN, layer::LINES),
        })
    };
    aim.into_iter().chain(reply).chain(answers.iter().filter_map(answer)).collect()
}

fn soft_edged() -> Image {
    let texels = ACROSS.into_iter().flat_map(|opacity| [255, 255, 255, opacity]).collect();
    let mut image = squares(UVec2::new(1, 4), texels, TextureFormat::Rgba8UnormSrgb);
    image.sampler = bevy::image::ImageSampler::linear();
    image
}

/// The ends of a line from edge to edge; none where there is no room between them.
fn between(from: Rect, to: Rect) -> Option<(Vec2, Vec2)> {
    let (from, to) = (from.inflate(CLEAR), to.inflate(CLEAR));
    let way = (to.center() - from.center()).normalize_or_zero();
    let ends = (edge(from, -way), edge(to, way));
    ((ends.1 - ends.0).dot(way) > LEAST).then_some(ends)
}

/// What of a line lies outside these boxes.
fn past((from, to): (Vec2, Vec2), boxes: &[Rect]) -> Vec<(Vec2, Vec2)> {
    let way = to - from;
    let mut gaps: Vec<(f32, f32)> = boxes.iter().filter_map(|own| within(from, way, *own)).collect();
    gaps.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut pieces, mut at) = (Vec::new(), 0.0_f32);
    for (begins, ends) in gaps.into_iter().chain([(1.0, 1.0)]) {
        if (begins - at) * way.length() > LEAST {
            pieces.push((from + way * at, from + way * begins));
        }
        at = at.max(ends);
    }
    pieces
}

/// Between which shares of its way a line lies in a box, if it does.
fn within(from: Vec2, way: Vec2, own: Rect) -> Option<(f32, f32)> {
    let axes = [(from.x, way.x, own.min.x, own.max.x), (from.y, way.y, own.min.y, own.max.y)];
    let (mut begins, mut ends) = (0.0_f32, 1.0_f32);
    for (start, along, low, high) in axes {
        if along.abs() < 0.001 {
            if start <= low || start >= high {
                return None;
            }
            continue;
        }
        let (one, other) = ((low - start) / along, (high - start) / along);
        begins = begins.max(one.min(other));
        ends = ends.min(one.max(other));
    }
    (begins < ends).then_some((begins, ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, squares: f32) -> Rect {
        Rect::from_center_size(Vec2::new(x * SQUARE, 0.0), Vec2::splat(squares * SQUARE))
    }

    #[test]
    fn it_lies_between_the_two_and_on_neither() {
        let (from, to) = between(at(0.0, 1.0), at(4.0, 2.0)).unwrap();
        assert!(from.distance(Vec2::new(0.5 * SQUARE + CLEAR, 0.0)) < 0.01, "{from}");
        assert!(to.distance(Vec2::new(3.0 * SQUARE - CLEAR, 0.0)) < 0.01, "{to}");
        let (_, to) = between(at(0.0, 1.0), at(4.0, 0.4)).unwrap();
        assert!((to.x - 3.8 * SQUARE + CLEAR).abs() < 0.01, "who sits in a vehicle is smaller: {to}");
        assert_eq!(between(at(0.0, 1.0), at(1.0, 1.0)), None, "neighbours need no line");
        assert_eq!(between(at(0.0, 1.0), at(0.0, 1.0)), None, "nor does one alone");
    }

    #[test]
    fn it_is_broken_off_around_who_stands_between() {
        let line = (Vec2::ZERO, Vec2::new(6.0 * SQUARE, 0.0));
        assert_eq!(past(line, &[]), [line]);
        let x = |squares: f32| Vec2::new(squares * SQUARE, 0.0);
        let pieces = past(line, &[at(4.5, 1.0), at(2.5, 1.0)]);
        let wanted = [(x(0.0), x(2.0)), (x(3.0), x(4.0)), (x(5.0), x(6.0))];
        let near = |one: &(Vec2, Vec2), other: &(Vec2, Vec2)| {
            one.0.distance(other.0) + one.1.distance(other.1) < 0.1
        };
        assert!(
            pieces.len() == 3 && pieces.iter().zip(&wanted).all(|(one, other)| near(one, other)),
            "{pieces:?}"
        );
        let beside = Rect::from_center_size(Vec2::new(3.0, 1.0) * SQUARE, Vec2::splat(SQUARE));
        assert_eq!(past(line, &[beside]), [line], "who stands beside it breaks nothing off");
        assert!(past(line, &[at(3.0, 9.0)]).is_empty());
    }

    #[test]
    fn an_aim_and_the_answer_to_it_lie_beside_each_other() {
        let counter = |unit: u32, x: i32| Counter { unit, at: IVec2::new(x, 0), ..default() };
        let mut table = Table { counters: vec![counter(0, 0), counter(1, 4)], ..default() };
        table.overlay.aim = Some((0, 1));
        let [alone]: [Line; 1] = lines(&table).try_into().unwrap();
        assert_eq!(alone.pieces.len(), 1);
        table.overlay.reply = Some((1, 0));
        let [aim, answer]: [Line; 2] = lines(&table).try_into().unwrap();
        let apart = (aim.pieces[0].0.y - answer.pieces[0].0.y).abs();
        assert!(apart >= (AIM.0 + ANSWER.0) / 2.0, "{apart}");
    }

    #[test]
    fn each_answer_has_a_line_and_the_one_pointed_at_is_stronger() {
        let counter = |unit: u32, x: i32, y: i32| Counter { unit, at: IVec2::new(x, y), ..default() };
        let counters = vec![counter(0, 0, 0), counter(1, 4, 0), counter(2, 4, 4)];
        let mut table = Table { counters, ..default() };
        let answer = |to: Option<u32>, x: i32, y: i32| AnswerLine { to, at: IVec2::new(x, y), ..default() };
        table.overlay.answers =
            vec![answer(Some(1), 4, 0), answer(Some(2), 4, 4), answer(None, 0, 5), answer(None, 1, 0)];
        let strong =
            |table: &Table| lines(table).iter().map(|own| own.inks[0].1 > OPEN.0).collect::<Vec<bool>>();
        assert_eq!(strong(&table), [false; 3], "a neighbour needs none");
        table.overlay.answers[1].lit = true;
        assert_eq!(strong(&table), [false, true, false]);
    }
}
