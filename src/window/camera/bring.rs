//! When the camera goes somewhere by itself: as a turn begins, at an aim, at a question, at an attack, at what happens
//! elsewhere. Where to says [`sight`](super::sight).
//!
//! Where those whom an aim, a question or an attack concerns have no room together it draws back for them. It comes back as
//! the next turn begins that a person plays, unless those who may be attacked in it have no room from nearer: within a turn
//! and from one turn of others to the next it comes no nearer.

use super::{
    Settled,
    frame::{DRAWN_BACK, WATCHED},
    scale_of,
    sight::{Sight, square},
};
use crate::window::prelude::*;
use crate::window::screen::{CornerPiece, LogPlace};

/// A turn that a person is to play is looked at again once all is known of it, who may be chosen and how far one can go, and
/// as the window changes; whom the keys aim at with it.
pub(super) fn look_at_turn(
    (table, motion, pointer): (Res<Table>, Res<BeatQueue>, Res<Pointer>),
    (mut settled, mut glide): (ResMut<Settled>, ResMut<Glide>),
    mut wishes: MessageWriter<BringIntoSight>,
) {
    let active = table.counters.iter().find(|own| own.active);
    glide.turns_to(active.map(|own| own.unit));
    let now = active.map(|own| (own.unit, own.at));
    if settled.framed == now {
        return;
    }
    settled.framed = None;
    let plays = !table.row.slots.is_empty() && table.prompt.is_none() && !table.thinking && !motion.busy();
    if let Some(active) = active.filter(|_| plays && settled.size == table.board.size) {
        settled.framed = now;
        let aimed = pointer.square.filter(|at| pointer.by_keys && is_target(&table, *at));
        let looked_at = aimed.map_or((active.at, SightReason::Event), |at| (at, SightReason::Pointing));
        wishes.write(BringIntoSight { squares: vec![looked_at.0], reason: looked_at.1 });
    }
}

/// Whether somebody stands there who may be chosen.
fn is_target(table: &Table, at: At) -> bool {
    table.counters.iter().any(|own| own.choosable() && own.covers(at))
}

/// Goes where it is asked to.
pub(super) fn bring(
    mut wishes: MessageReader<BringIntoSight>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, room, rise): (Res<UiScale>, Res<Room>, Res<Rise>),
    (corner, log): (Res<CornerPiece>, Res<LogPlace>),
    (table, motion): (Res<Table>, Res<BeatQueue>),
    camera: Single<(&Transform, &Projection), With<MainCamera>>,
    mut glide: ResMut<Glide>,
) {
    let Some(wish) = wishes.read().last() else { return };
    let (transform, projection) = *camera;
    let here = glide.to.unwrap_or(transform.translation.truncate());
    let now = glide.scale.unwrap_or(scale_of(projection));
    let usual = glide.before.unwrap_or(now);
    let sight = |scale: f32| Sight {
        window: &window,
        room: &room,
        log: *log,
        corner: *corner,
        rise: rise.0,
        ui: ui.0,
        scale,
        table: &table,
    };
    let parts = parts(&table.counters, wish);
    let active = table.counters.iter().find(|own| own.active).map(|own| own.unit);
    // It comes no nearer within a turn, nor while others act.
    let goes_on = motion.busy() || table.thinking || active.is_some() && glide.whose == active;
    let scale = match wish.reason {
        SightReason::Event | SightReason::Move if goes_on || glide.before.is_none() => now,
        SightReason::Event | SightReason::Move => for_turn(&table, [&sight(usual), &sight(now)]),
        SightReason::Pointing if wish.squares.iter().any(|at| is_target(&table, *at)) => {
            sight(now).drawn_back(&parts, DRAWN_BACK)
        }
        SightReason::Pointing => now,
        SightReason::Question => sight(now).drawn_back(&parts, DRAWN_BACK),
        SightReason::Attack => {
            let others = table.thinking || table.row.slots.is_empty();
            drawn_back_for_attack(&sight(now), here, (&parts, others))
        }
    };
    // The card of whom it concerns finds a place beside them.
    let rests = matches!(wish.reason, SightReason::Pointing | SightReason::Attack | SightReason::Move);
    if rests && scale <= now && sight(now).holds(here, &parts) {
        return;
    }
    if scale != now {
        glide.zoom(scale);
    }
    if scale > now || scale > usual && !goes_on {
        glide.whose = active;
    }
    glide.before = Some(usual).filter(|usual| scale > *usual);
    let to = sight(scale).place(here, &parts, wish.reason);
    if to.distance(here) > scale / 2.0 {
        glide.toward(to);
    }
}

/// From how far an attack is seen from there: no farther than now if both are seen whole, and never from nearer; one that
/// others make from farther off, if there is no room for both else.
fn drawn_back_for_attack(now: &Sight<'_>, here: Vec2, (parts, others): (&[Rect], bool)) -> f32 {
    if now.shows(here, parts) {
        return now.scale;
    }
    let usual = now.drawn_back(parts, DRAWN_BACK);
    if others && usual <= now.scale { now.drawn_back(parts, WATCHED) } else { usual }
}

/// From how far a turn is seen that begins where the camera has been drawn back, by what is seen from as far as usual and
/// from where it is: it stays there if somebody may be attacked who has no room beside who has the turn from nearer, or draws
/// back as far as it takes for the one who takes least.
fn for_turn(table: &Table, [usual, now]: [&Sight<'_>; 2]) -> f32 {
    let actor = table.counters.iter().find(|own| own.active).map(area_of);
    let needs = |target: &Counter| {
        let parts: Vec<Rect> = std::iter::once(area_of(target)).chain(actor).collect();
        usual.drawn_back(&parts, DRAWN_BACK)
    };
    let scales = table.counters.iter().filter(|own| own.choosable()).map(needs);
    let least = scales.filter(|scale| *scale > usual.scale).min_by(f32::total_cmp);
    least.map_or(usual.scale, |least| least.max(now.scale))
}

/// The parts of the map that are to be seen, in its pixels: squares, each with all of the counters that stand there.
fn parts(counters: &[Counter], wish: &BringIntoSight) -> Vec<Rect> {
    let part = |at: &At| {
        let there = counters.iter().filter(|own| own.covers(*at)).map(area_of);
        there.fold(square(*at), |all, own| all.union(own))
    };
    if let (SightReason::Move, [to, from]) = (wish.reason, wish.squares.as_slice()) {
        let goes = counters.iter().filter(|own| own.at == *from && !own.ghost).map(area_of);
        let goes = goes.fold(square(*from), |all, own| all.union(own));
        let by = middle(*to) - middle(*from);
        return vec![Rect { min: goes.min + by, max: goes.max + by }, goes];
    }
    let points = wish.reason == SightReason::Pointing;
    let actor = counters.iter().find(|own| points && own.active).map(|own| &own.at);
    wish.squares.iter().chain(actor).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::{message::Messages, system::RunSystemOnce};

    /// A battle with these counters, the first of which has the turn, seen from there at 48 pixels a square.
    fn battle(counters: &[(i32, i32)], here: Vec2) -> World {
        let counter = |(unit, (x, y)): (u32, &(i32, i32))| Counter {
            unit,
            at: IVec2::new(*x, *y),
            active: unit == 0,
            ..default()
        };
        let counters = (0..).zip(counters).map(counter).collect();
        let board = Board { size: UVec2::new(60, 60), ..default() };
        let mut world = World::new();
        world.insert_resource(Table { counters, board, ..default() });
        world.init_resource::<Messages<BringIntoSight>>();
        world.init_resource::<UiScale>();
        world.init_resource::<Room>();
        world.init_resource::<Rise>();
        world.init_resource::<CornerPiece>();
        world.init_resource::<LogPlace>();
        world.init_resource::<BeatQueue>();
        world.init_resource::<Glide>();
        world.spawn((Window::default(), PrimaryWindow));
        let scale = SQUARE / 48.0;
        let seen = OrthographicProjection { scale, ..OrthographicProjection::default_2d() };
        let at = Transform::from_translation(here.extend(0.0));
        world.spawn((MainCamera, at, Projection::Orthographic(seen)));
        world
    }

    /// Where the camera goes for these squares, and from how far it sees them.
    fn goes(world: &mut World, squares: &[(i32, i32)], reason: SightReason) -> (Option<Vec2>, Option<f32>) {
        let squares = squares.iter().map(|(x, y)| IVec2::new(*x, *y)).collect();
        let mut wishes = world.resource_mut::<Messages<BringIntoSight>>();
        wishes.clear();
        wishes.write(BringIntoSight { squares, reason });
        world.run_system_once(bring).unwrap();
        let glide = world.resource::<Glide>();
        (glide.to, glide.scale)
    }

    #[test]
    fn an_attack_moves_nothing_while_both_are_seen_and_brings_both_into_sight_else() {
        let here = middle(IVec2::new(30, 30));
        let mut world = battle(&[(30, 30), (24, 28), (44, 30)], here);
        assert_eq!(goes(&mut world, &[(24, 28), (30, 30)], SightReason::Attack), (None, None));
        // Beyond the right edge; there is room for both.
        let (to, scale) = goes(&mut world, &[(44, 30), (30, 30)], SightReason::Attack);
        let to = to.unwrap();
        assert!(scale.is_none() && to.x > here.x, "{to} {scale:?}");
        let half = 640.0 * SQUARE / 48.0;
        assert!(square(IVec2::new(44, 30)).max.x <= to.x + half, "{to}");
        assert!(square(IVec2::new(30, 30)).min.x >= to.x - half, "{to}");
    }

    #[test]
    fn an_attack_draws_back_as_far_as_it_takes_and_stays_there_until_the_next_turn() {
        let here = middle(IVec2::new(30, 30));
        let mut world = battle(&[(30, 30), (30, 18), (30, 22)], here);
        let usual = SQUARE / 48.0;
        let (_, scale) = goes(&mut world, &[(30, 18), (30, 30)], SightReason::Attack);
        let far = scale.unwrap();
        assert!(far > usual && far <= SQUARE / 36.0, "{far}");
        world.resource_mut::<BeatQueue>().push(crate::window::motion::Beat::Read);
        // A step in the same turn, and the next attack.
        assert_eq!(goes(&mut world, &[(30, 29)], SightReason::Event).1, Some(far));
        assert_eq!(goes(&mut world, &[(30, 22), (30, 30)], SightReason::Attack).1, Some(far));
        // Somebody else has the turn, and it is played: it comes no nearer.
        takes_turn(&mut world, 1);
        assert_eq!(goes(&mut world, &[(30, 18)], SightReason::Event).1, Some(far));
        // Then one whom a person plays.
        takes_turn(&mut world, 2);
        world.insert_resource(BeatQueue::default());
        assert_eq!(goes(&mut world, &[(30, 22)], SightReason::Event).1, Some(usual));
        assert_eq!(world.resource::<Glide>().before, None);
    }

    /// This one has the turn, and no other.
    fn takes_turn(world: &mut World, unit: u32) {
        for counter in &mut world.resource_mut::<Table>().counters {
            counter.active = counter.unit == unit;
        }
    }

    #[test]
    fn within_a_turn_it_comes_no_nearer_nor_if_who_may_be_attacked_next_needs_the_wide_view() {
        let here = middle(IVec2::new(30, 30));
        let mut world = battle(&[(30, 30), (30, 20), (31, 30)], here);
        let usual = SQUARE / 48.0;
        world.resource_mut::<Table>().counters[1].choice = Choice::Safe;
        let far = goes(&mut world, &[(30, 20)], SightReason::Pointing).1.unwrap();
        assert!(far > usual, "{far}");
        // After the attack it is still the same turn.
        assert_eq!(goes(&mut world, &[(30, 30)], SightReason::Event).1, Some(far));
        // The next has the same enemy to shoot at, or one who needs more room.
        takes_turn(&mut world, 2);
        assert_eq!(goes(&mut world, &[(31, 30)], SightReason::Event).1, Some(far));
        takes_turn(&mut world, 0);
        world.resource_mut::<Table>().counters[1].at.y -= 1;
        let farther = goes(&mut world, &[(30, 30)], SightReason::Event).1.unwrap();
        assert!(farther > far, "{farther} {far}");
        takes_turn(&mut world, 2);
        assert_eq!(goes(&mut world, &[(31, 30)], SightReason::Event).1, Some(farther));
        world.resource_mut::<Table>().counters[1].choice = Choice::None;
        takes_turn(&mut world, 0);
        assert_eq!(goes(&mut world, &[(30, 30)], SightReason::Event).1, Some(usual));
    }

    #[test]
    fn of_a_ship_that_moves_all_is_seen_where_it_goes_and_nothing_moves_if_both_places_are_seen() {
        let here = middle(IVec2::new(30, 31));
        let mut world = battle(&[(28, 30)], here);
        world.resource_mut::<Table>().counters[0].size = UVec2::new(3, 5);
        assert_eq!(goes(&mut world, &[(30, 28), (28, 30)], SightReason::Move), (None, None));
        let (to, scale) = goes(&mut world, &[(28, 16), (28, 30)], SightReason::Move);
        let to = to.unwrap();
        let (above, wide) = (360.0 - Room::default().top, SQUARE / 48.0);
        let below = Room::default().bottom - 360.0;
        assert_eq!(scale, None);
        let ship = square(IVec2::new(28, 16)).union(square(IVec2::new(30, 20)));
        assert!(ship.max.y <= to.y + above * wide && ship.min.y >= to.y + below * wide, "{to}");
    }

    #[test]
    fn an_attack_of_others_is_seen_from_farther_off_than_ones_own() {
        let here = middle(IVec2::new(30, 30));
        for (own, seen) in [(false, true), (true, false)] {
            let mut world = battle(&[(30, 30), (30, 16)], here);
            let slots = &mut world.resource_mut::<Table>().row.slots;
            slots.extend(own.then_some(RowSlot::More));
            let (_, scale) = goes(&mut world, &[(30, 16), (30, 30)], SightReason::Attack);
            assert_eq!(scale.is_some_and(|far| far > SQUARE / 36.0), seen);
        }
    }

    #[test]
    fn of_an_attack_that_has_no_room_the_target_is_seen() {
        let here = middle(IVec2::new(30, 50));
        let mut world = battle(&[(30, 50), (30, 10)], here);
        let (to, scale) = goes(&mut world, &[(30, 10), (30, 50)], SightReason::Attack);
        let (to, target) = (to.unwrap(), square(IVec2::new(30, 10)));
        assert_eq!(scale, None);
        let half = 360.0 * SQUARE / 48.0;
        assert!(target.max.y < to.y + half && target.min.y > to.y - half, "{to}");
    }
}
