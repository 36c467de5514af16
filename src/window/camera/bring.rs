//! When the camera goes somewhere by itself: as a turn begins, at an aim, at a question, at an attack, at what happens
//! elsewhere. Where to says [`sight`](super::sight).
//!
//! Where those whom an aim, a question or an attack concerns have no room together it draws back for them, and comes back as
//! soon as nobody is aimed at, nothing is asked and nothing moves any more, or as the next turn begins.

use super::{
    Settled, scale_of,
    sight::{Sight, square},
};
use crate::window::prelude::*;
use crate::window::screen::{CornerPiece, LogPlace};

/// A turn that a person is to play is looked at again once all is known of it, who may be chosen and how far one can go, and
/// as the window changes; whom the keys aim at with it.
pub(super) fn look_at_turn(
    (table, motion, pointer): (Res<Table>, Res<BeatQueue>, Res<Pointer>),
    mut settled: ResMut<Settled>,
    mut wishes: MessageWriter<BringIntoSight>,
) {
    let active = table.counters.iter().find(|own| own.active);
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

/// Comes back to who has the turn from where an aim, a question or an attack drew the camera, once that is over.
pub(super) fn ease_back(
    (table, motion, pointer): (Res<Table>, Res<BeatQueue>, Res<Pointer>),
    glide: Res<Glide>,
    mut wishes: MessageWriter<BringIntoSight>,
) {
    let asked = table.prompt.is_some() || table.thinking || motion.busy();
    let aims = pointer.by_keys && pointer.square.is_some_and(|at| is_target(&table, at));
    if glide.before.is_none() || asked || aims {
        return;
    }
    if let Some(active) = table.counters.iter().find(|own| own.active) {
        wishes.write(BringIntoSight { squares: vec![active.at], reason: SightReason::Event });
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
    // Between the attacks of one turn it comes no nearer.
    let goes_on = motion.busy() && glide.before.is_some() && glide.whose == active;
    let scale = match wish.reason {
        SightReason::Event if goes_on => now,
        SightReason::Event => usual,
        SightReason::Pointing if wish.squares.iter().any(|at| is_target(&table, *at)) => {
            sight(usual).drawn_back(&parts)
        }
        SightReason::Pointing => now,
        SightReason::Question => sight(usual).drawn_back(&parts),
        SightReason::Attack => drawn_back_for_attack(&sight(now), here, &parts),
    };
    // The card of whom it concerns finds a place beside them.
    let rests = matches!(wish.reason, SightReason::Pointing | SightReason::Attack);
    if rests && scale <= now && sight(now).holds(here, &parts) {
        return;
    }
    if scale != now {
        glide.zoom(scale);
    }
    glide.before = Some(usual).filter(|usual| scale > *usual);
    glide.whose = active;
    let to = sight(scale).place(here, &parts, wish.reason);
    if to.distance(here) > scale / 2.0 {
        glide.toward(to);
    }
}

/// From how far an attack is seen from there: no farther than now if both are seen whole, and never from nearer.
fn drawn_back_for_attack(now: &Sight<'_>, here: Vec2, parts: &[Rect]) -> f32 {
    if now.shows(here, parts) { now.scale } else { now.drawn_back(parts) }
}

/// The parts of the map that are to be seen, in its pixels: squares, each with all of the counters that stand there.
fn parts(counters: &[Counter], wish: &BringIntoSight) -> Vec<Rect> {
    let part = |at: &At| {
        let there = counters.iter().filter(|own| own.covers(*at)).map(area_of);
        there.fold(square(*at), |all, own| all.union(own))
    };
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
        // Somebody else has the turn.
        let mut table = world.resource_mut::<Table>();
        table.counters[0].active = false;
        table.counters[1].active = true;
        assert_eq!(goes(&mut world, &[(30, 18)], SightReason::Event).1, Some(usual));
        assert_eq!(world.resource::<Glide>().before, None);
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
