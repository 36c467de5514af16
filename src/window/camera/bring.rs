//! When the camera goes somewhere by itself: as a turn begins, at an aim, at a question, at what happens elsewhere. Where to
//! says [`sight`](super::sight).
//!
//! Where those whom an aim or a question concerns have no room together it draws back for them, and comes back as soon as
//! nobody is aimed at and nothing is asked.

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

/// Comes back to who has the turn from where an aim or a question drew the camera, once that is over.
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
    table: Res<Table>,
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
    let concerns = match wish.reason {
        SightReason::Event => false,
        SightReason::Pointing => wish.squares.iter().any(|at| is_target(&table, *at)),
        SightReason::Question => true,
    };
    let scale = match wish.reason {
        _ if concerns => sight(usual).drawn_back(&parts),
        SightReason::Event => usual,
        SightReason::Pointing | SightReason::Question => now,
    };
    // The card of whom it concerns finds a place beside them.
    if wish.reason == SightReason::Pointing && scale <= now && sight(now).holds(here, &parts) {
        return;
    }
    if scale != now {
        glide.zoom(scale);
    }
    glide.before = Some(usual).filter(|usual| scale > *usual);
    let to = sight(scale).place(here, &parts, wish.reason);
    if to.distance(here) > scale / 2.0 {
        glide.toward(to);
    }
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
