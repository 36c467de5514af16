//! Slips with a few characters that rise above a counter and are gone: what a blow cost, what somebody suffers.
//!
//! None lies on another, nor on anybody of whom it does not tell where there is room. What somebody lost or got back stands
//! at their counter, or on it where others stand around it, never on the square beside it. All of a slip lies in what
//! ribbon and row leave free of the window. What they say comes with the beats.

use super::beat::{HIT, READ, SlipKind};
use crate::window::board::{CounterRoot, MapPaper, draw_paper};
use crate::window::camera::seen_from;
use crate::window::prelude::*;

/// A slip on its way up.
#[derive(Component)]
pub(super) struct Rising {
    /// The middle of the square of which it tells.
    home: Vec2,
    /// Where it began to rise, once that has been found.
    from: Option<Vec2>,
    /// Half its width and height, in pixels at zoom 1.
    half: Vec2,
    /// It says what somebody lost or got back.
    counts: bool,
    /// Seconds since it rose, at the speed of the motions.
    age: f32,
}

/// How long a slip stays, in seconds: as long as the line beside it that tells of a hit.
pub(super) const STAYS: f32 = HIT + READ;
/// How long it takes to fade.
const FADES: f32 = 0.20;
/// Pixels that it rises in a second.
const SPEED: f32 = 4.0;
/// How far it lies from the counter of which it tells, in pixels.
const GAP: f32 = 3.0;
/// How far what hangs at the foot of a counter reaches below it, in pixels.
const FOOT: f32 = 8.0;

impl Rising {
    /// It goes now: what it told of is over.
    pub(super) fn go(&mut self) {
        self.age = self.age.max(STAYS - FADES);
    }
}

/// Lets a slip rise above a square: harm that is done in solid red, what is got back in solid green.
pub(super) fn rise(commands: &mut Commands, at: At, text: &str, kind: SlipKind) {
    let size = Vec2::new(14.0 + 11.5 * text.chars().count() as f32, 26.0);
    let (sheet, ink) = match kind {
        SlipKind::Harm => (theme::HARM, theme::PAPER),
        SlipKind::Gain => (theme::GAIN, theme::PAPER),
        _ => (theme::PAPER, theme::INK),
    };
    let counts = matches!(kind, SlipKind::Harm | SlipKind::Gain);
    let shadow = Vec2::new(2.0, -3.0);
    let paper = MapPaper { size, shadow, rim: 3.0, letters: 63.0, grade: 1.0, sheet, ink };
    let home = middle(at);
    commands
        .spawn((
            Rising { home, from: None, half: size / 2.0 + 1.5, counts, age: 0.0 },
            Transform::from_translation(home.extend(layer::AIR)).with_scale(Vec3::ZERO),
            Visibility::Inherited,
        ))
        .with_children(|label| draw_paper(label, paper, text));
}

/// Slips rise, none on another, and fade.
pub(super) fn float(
    mut commands: Commands,
    (time, motion, ui): (Res<Time>, Res<BeatQueue>, Res<UiScale>),
    (room, up): (Res<Room>, Res<Rise>),
    camera: Single<(&Projection, &GlobalTransform), With<MainCamera>>,
    roots: Query<&CounterRoot>,
    mut labels: Query<(Entity, &mut Rising, &mut Transform, &Children)>,
    mut leaves: Leaves,
) {
    let (Projection::Orthographic(seen), here) = *camera else { return };
    let field = field((&room, up.0), ui.0, seen.scale, here.translation().truncate());
    // Never smaller than other text, however far off the map is.
    let scale = (seen.scale * ui.0).max(1.0);
    let mut oldest: Vec<(f32, Entity)> = labels.iter().map(|(own, label, ..)| (label.age, own)).collect();
    if oldest.is_empty() {
        return;
    }
    oldest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let stands = roots.iter().filter(|root| root.0.pose != Pose::Dead);
    let counters: Vec<Rect> = stands.map(|root| area_of(&root.0)).collect();
    let mut lying: Vec<Rect> = Vec::new();
    for (_, own) in oldest {
        let Ok((_, mut label, mut transform, children)) = labels.get_mut(own) else { continue };
        label.age += time.delta_secs() * motion.speed.max(0.2);
        if label.age > STAYS {
            commands.entity(own).despawn();
            continue;
        }
        fade((STAYS - label.age) / FADES, children, &mut leaves);
        let half = label.half * scale;
        let (home, known, counts) = (label.home, label.from, label.counts);
        let from = known.unwrap_or_else(|| beside(home, (half, counts), &counters, &lying, field));
        label.from = Some(from);
        let place = free(from + Vec2::Y * SPEED * label.age * scale, half, &lying);
        // Of whom nothing is seen the slips are not seen either.
        let part = !Rect::from_center_half_size(place, half).intersect(field).is_empty();
        let place = if part || field.contains(home) { held(place, half, field) } else { place };
        lying.push(Rect::from_center_half_size(place, half));
        transform.translation = place.extend(transform.translation.z);
        transform.scale = Vec3::splat(scale);
    }
}

/// What ribbon and row, and a question so far above it, leave free of the window: as the camera sees it, in pixels of the
/// map.
fn field((room, rise): (&Room, f32), ui: f32, scale: f32, here: Vec2) -> Rect {
    let Vec2 { x, y } = room.window;
    let floor = (y - room.bottom - rise.max(0.0)).max(room.top);
    let open = Rect::new(0.0, room.top * ui, x * ui, floor * ui);
    let seen = seen_from(room.window * ui, scale, open);
    Rect { min: seen.min + here, max: seen.max + here }
}

/// The nearest place to a wished one where all of a slip lies in a field, if it has room there at all.
fn held(place: Vec2, half: Vec2, field: Rect) -> Vec2 {
    let (least, most) = (field.min + half, field.max - half);
    if least.cmple(most).all() { place.clamp(least, most) } else { place }
}

/// What pieces of paper and strokes are made of.
pub(super) type Leaves<'w, 's> = Query<'w, 's, (Option<&'static mut Sprite>, Option<&'static mut TextColor>)>;

/// Makes the parts of something as faint as this share, if it is less than one.
pub(super) fn fade(share: f32, parts: &Children, leaves: &mut Leaves) {
    if share >= 1.0 {
        return;
    }
    for part in parts {
        let Ok((sprite, ink)) = leaves.get_mut(*part) else { continue };
        let sprite = sprite.map(|own| &mut own.into_inner().color);
        let ink = ink.map(|own| &mut own.into_inner().0);
        for colour in sprite.into_iter().chain(ink) {
            colour.set_alpha(colour.alpha().min(share.max(0.0)));
        }
    }
}

/// The first place above a counter, over the slips there, beside it or below what hangs at its foot, where a slip lies on
/// the map, on no other counter and on no other slip, rather not above the head of another; above it where there is none.
/// A slip that is wider than the counter may stand out to either side. One that `counts` what somebody lost stands out
/// over the edge of the map as well, and lies on them where it has no room above them: beside them it would tell of what
/// stands there.
fn beside(home: Vec2, (half, counts): (Vec2, bool), counters: &[Rect], lying: &[Rect], field: Rect) -> Vec2 {
    let alone = Rect::from_center_half_size(home, Vec2::splat(SQUARE / 2.0));
    let own = counters.iter().copied().find(|counter| counter.contains(home)).unwrap_or(alone);
    let away = own.half_size() + half + GAP;
    let aside = (half.x - own.half_size().x).max(0.0);
    let above = [0.0, aside, -aside].map(|right| Vec2::new(right, away.y));
    let others = [Vec2::new(away.x, 0.0), Vec2::new(-away.x, 0.0), Vec2::new(0.0, -away.y - FOOT)];
    let [above, others] = [above, others].map(|places| places.map(|off| own.center() + off));
    // At its upper edge, where it hides neither its number nor its bar.
    let upon = own.center() + Vec2::Y * (own.half_size().y - half.y).max(0.0);
    let upon = counts.then_some(upon);
    let strange = |head: &&Rect| **head != own;
    let heads = |place: &Vec2| {
        let slip = Rect::from_center_half_size(*place, half);
        let below = Rect { min: Vec2::new(slip.min.x, slip.min.y - SQUARE / 2.0), ..slip };
        counters.iter().filter(strange).any(|other| !below.intersect(*other).is_empty())
    };
    let stacked = free(above[0], half, lying);
    let better = others.into_iter().filter(|place| !heads(place));
    let mut places = [above[0], stacked].into_iter().chain(above).chain(upon).chain(better).chain(others);
    let clear = |place: &Vec2| {
        let slip = Rect::from_center_half_size(*place, half);
        let mut taken = counters.iter().filter(strange).chain(lying);
        let seen = !field.contains(home) || held(*place, half, field) == *place;
        seen && (counts || slip.max.y <= GAP) && taken.all(|other| slip.intersect(*other).is_empty())
    };
    places.find(clear).or(upon).unwrap_or(above[0])
}

/// The lowest place at or above a wished one where a slip lies on no other.
fn free(wished: Vec2, half: Vec2, lying: &[Rect]) -> Vec2 {
    let mut place = wished;
    // Each of those that lie there can push it up once.
    for _ in 0..lying.len() {
        let own = Rect::from_center_half_size(place, half - 0.01);
        let Some(under) = lying.iter().find(|other| !own.intersect(**other).is_empty()) else { break };
        place.y = under.max.y + half.y;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_lies_above_who_is_struck_and_on_nobody_else() {
        let square = |x: f32, y: f32| Rect::from_center_size(Vec2::new(x, -y) * SQUARE, Vec2::splat(SQUARE));
        let half = Vec2::new(24.0, 13.0);
        let (home, clear) = (Vec2::new(5.0, -5.0) * SQUARE, SQUARE / 2.0 + GAP);
        let above = Vec2::new(home.x, home.y + clear + half.y);
        let right = Vec2::new(home.x + clear + half.x, home.y);
        let (own, attacker) = (square(5.0, 5.0), square(5.0, 4.0));
        let all = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(40.0 * SQUARE));
        let lies =
            |half: Vec2, counters: &[Rect], lying: &[Rect]| beside(home, (half, false), counters, lying, all);
        assert_eq!(lies(half, &[own], &[]), above);
        assert_eq!(lies(half, &[own, attacker], &[]), right);
        let left = Vec2::new(2.0 * home.x - right.x, home.y);
        assert_eq!(lies(half, &[own, attacker, square(6.0, 6.0)], &[]), left, "above nobody's head");
        let stacked = above + Vec2::Y * 2.0 * half.y;
        assert_eq!(lies(half, &[own], &[Rect::from_center_half_size(above, half)]), stacked);
        let wide = Vec2::new(50.0, 13.0);
        let left = above - Vec2::X * (wide.x - SQUARE / 2.0);
        assert_eq!(lies(wide, &[own, square(6.0, 4.0)], &[]), left);
        let top = Vec2::new(5.0, -0.5) * SQUARE;
        assert_eq!(beside(top, (half, false), &[], &[], all).y, top.y, "above it there is no map");
    }

    #[test]
    fn a_number_of_harm_stands_at_its_victim_and_not_on_the_square_beside_it() {
        let square = |x: f32, y: f32| Rect::from_center_size(Vec2::new(x, -y) * SQUARE, Vec2::splat(SQUARE));
        let all = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(40.0 * SQUARE));
        let (own, attacker, half) = (square(5.0, 5.0), square(5.0, 4.0), Vec2::new(24.0, 13.0));
        let place = beside(own.center(), (half, true), &[own, attacker], &[], all);
        let slip = Rect::from_center_half_size(place, half);
        assert_eq!(slip.union(own), own, "on its own counter");
        assert!(slip.min.y > own.center().y, "at its upper edge");
        let top = square(5.0, 0.5);
        let place = beside(top.center(), (half, true), &[top], &[], all);
        assert!(place.y - half.y > top.max.y, "over the edge of the map rather than on who stands there");
    }

    #[test]
    fn a_slip_never_leaves_what_is_free_of_the_window() {
        let room = Room::default();
        let field = field((&room, 0.0), 1.0, 1.0, Vec2::new(640.0, -360.0));
        assert_eq!((field.min.x, field.max.x), (0.0, room.window.x));
        assert_eq!((field.min.y, field.max.y), (room.bottom - room.window.y, -room.top));
        let half = Vec2::new(90.0, 13.0);
        let at_edge = Vec2::new(10.0, -300.0);
        assert_eq!(held(at_edge, half, field), Vec2::new(90.0, -300.0));
        assert_eq!(held(Vec2::new(300.0, 0.0), half, field).y, -room.top - half.y, "under the ribbon");
        let narrow = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(20.0));
        assert_eq!(held(at_edge, half, narrow), at_edge, "where there is no room it stays");
    }

    #[test]
    fn no_slip_lies_on_another() {
        let half = Vec2::new(20.0, 13.0);
        let mut lying: Vec<Rect> = Vec::new();
        for n in 0..6 {
            let place = free(Vec2::new(n as f32 * 3.0, n as f32 * 4.0), half, &lying);
            let own = Rect::from_center_half_size(place, half);
            assert!(lying.iter().all(|other| own.intersect(*other).height() < 0.1), "slip {n} at {place}");
            lying.push(own);
        }
        assert_eq!(free(Vec2::new(200.0, 0.0), half, &lying), Vec2::new(200.0, 0.0));
    }
}
