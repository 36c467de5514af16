//! The chip at the pointer: what a click there does, at what odds and cost. It lies beside the pointer, or beside the
//! square that the arrow keys went to, and never on the counter that is pointed at.

use bevy::prelude::*;

use super::{BattleRoot, Room, hand::draw_cost};
use crate::window::{
    Screen,
    board::{SQUARE, centre_of, middle},
    input::Pointer,
    motion::BeatQueue,
    pen::*,
    view::{ActionCard, At, ClickHint, Counter, Table},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, follow).chain());
}

#[derive(Component)]
struct Chip;

/// How far from the pointer it lies, in units.
const OFF: Vec2 = Vec2::new(18.0, 20.0);
/// The widest that it is.
const WIDEST: f32 = 260.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<Chip>>,
    mut seen: Local<Option<ClickHint>>,
) {
    if !table.is_changed() || *seen == table.click_hint {
        return;
    }
    seen.clone_from(&table.click_hint);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(intent) = &table.click_hint else { return };
    let node = Node { max_width: px(WIDEST), ..across().gap(GAP_2).pad(GAP_2, 2.0).wrap().over().round() };
    let face = BackgroundColor(theme::WALNUT.with_alpha(0.92));
    let chip = (Chip, node, face, Visibility::Hidden, ZIndex(2), Pickable::IGNORE);
    commands.entity(*root).with_children(|root| {
        root.spawn(chip).with_children(|chip| {
            let ink = if intent.refused { theme::PAPER_DIM } else { theme::PAPER };
            if !intent.odds.is_empty() {
                chip.line(NAME.ink(theme::GOLD), &intent.odds);
            }
            let style = if intent.refused { ASIDE } else { STRONG };
            chip.text(style.ink(ink), &intent.text);
            if !intent.note.is_empty() {
                chip.line(PLAIN.ink(ink), &intent.note);
            }
            let cost = ActionCard { cost: intent.cost.clone(), ..ActionCard::default() };
            draw_cost(chip, &cost, ink);
        });
    });
}

/// What is placed: where, whether it is seen, how large it is.
type Placed = (&'static mut Node, &'static mut Visibility, &'static ComputedNode);

/// The place on the map beside which it lies: the counter on a square, or the square where the keys went to it.
fn beside(table: &Table, square: At, by_keys: bool) -> Option<Rect> {
    let covers = |own: &&Counter| {
        let off = square - own.at;
        off.cmpge(IVec2::ZERO).all() && off.cmplt(own.size.max(UVec2::ONE).as_ivec2()).all()
    };
    match table.counters.iter().find(covers) {
        Some(own) => {
            let size = own.size.max(UVec2::ONE).as_vec2() * SQUARE;
            Some(Rect::from_center_size(centre_of(own), size))
        }
        None => by_keys.then(|| Rect::from_center_size(middle(square), Vec2::splat(SQUARE))),
    }
}

/// Beside what is pointed at, and never off the window; hidden while nothing on the map is.
fn follow(
    chip: Option<Single<Placed, With<Chip>>>,
    (screen, motion, pointer): (Res<State<Screen>>, Res<BeatQueue>, Res<Pointer>),
    (room, ui, table): (Res<Room>, Res<UiScale>, Res<Table>),
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
) {
    let Some(chip) = chip else { return };
    let (mut node, mut visibility, computed) = chip.into_inner();
    let (camera, transform) = *camera;
    let on_screen = |at: Vec2| camera.world_to_viewport(transform, at.extend(0.0)).ok();
    let area = pointer.square.and_then(|square| beside(&table, square, pointer.by_keys));
    let area = area.and_then(|area| Some(Rect::from_corners(on_screen(area.min)?, on_screen(area.max)?)));
    let at = match (area, pointer.square) {
        (Some(area), _) => Some(area.max),
        (None, Some(_)) => pointer.screen,
        (None, None) => None,
    };
    let shown = *screen.get() == Screen::Battle && !motion.busy();
    let Some(at) = at.filter(|_| shown) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let size = computed.size() * computed.inverse_scale_factor();
    let most = Vec2::new(room.window.x - size.x, room.window.y - room.bottom - size.y).max(Vec2::ZERO);
    let at = match area {
        // At the window's edge it goes to the other side, and above.
        Some(area) => {
            let (low, high) = (area.min / ui.0 - size, at / ui.0);
            Vec2::select(high.cmpgt(most), low, high).max(Vec2::ZERO)
        }
        None => (at / ui.0 + OFF).min(most),
    };
    let (left, top) = (px(at.x.round()), px(at.y.round()));
    if node.left != left || node.top != top {
        (node.left, node.top) = (left, top);
    }
    visibility.set_if_neq(Visibility::Inherited);
}
