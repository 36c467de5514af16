//! The chip at the pointer: what a click there does, at what odds and cost. It lies beside the pointer, or beside the
//! square that the arrow keys went to, never on the counter that is pointed at, and off the cards, the counters and the
//! way that lie there.

use super::{
    BattleRoot, CoversMap, PopupPanel, SidePanel,
    concerned::{Concerned, stands},
    hand::draw_cost,
    letters, place_of,
    since::SinceCard,
};
use crate::window::pen::*;
use crate::window::{
    board::{SQUARE, middle, with_strip},
    view::{Counter, Pose},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, follow).chain());
}

#[derive(Component)]
struct Chip;

/// How far from the pointer it lies, in units.
const OFF: Vec2 = Vec2::new(18.0, 20.0);
/// The widest that it is.
const WIDEST: f32 = 360.0;
/// What edges, gaps and a cost take of that.
const ROOM: f32 = 60.0;

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
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(intent) = &table.click_hint else { return };
    let node = Node { max_width: px(WIDEST), ..down().gap(0.0).pad(GAP_2, 2.0).over().round() };
    let face = BackgroundColor(theme::WALNUT.with_alpha(0.92));
    let chip = (Chip, node, face, Visibility::Hidden, ZIndex(2), Pickable::IGNORE);
    commands.entity(*root).with_children(|root| {
        root.spawn(chip).with_children(|chip| {
            let ink = if intent.refused { theme::PAPER_DIM } else { theme::PAPER };
            // What has no room beside the odds stands beneath them.
            let odds = letters::BOLD * letters::width(&intent.odds) * theme::BODY / theme::SMALL;
            let text = letters::width(&intent.text) + letters::width(&intent.cost.price);
            let beneath = !intent.odds.is_empty() && odds + ROOM + text > WIDEST;
            if beneath {
                chip.line(NAME.ink(theme::GOLD), &intent.odds);
            }
            chip.spawn((across().gap(GAP_2), Pickable::IGNORE)).with_children(|row| {
                if !intent.odds.is_empty() && !beneath {
                    row.line(NAME.ink(theme::GOLD), &intent.odds);
                }
                let style = if intent.refused { ASIDE } else { STRONG };
                row.text(style.ink(ink), &intent.text);
                draw_cost(row, &intent.cost, ink);
            });
            for part in intent.note.split(ClickHint::AND).filter(|part| !part.is_empty()) {
                chip.line(PLAIN.ink(ink), part);
            }
            for part in intent.harm.split(ClickHint::AND).filter(|part| !part.is_empty()) {
                let node = Node { align_self: AlignSelf::FlexStart, ..down().gap(0.0).pad(GAP, 0.0).round() };
                chip.spawn((node, BackgroundColor(theme::HARM), Pickable::IGNORE))
                    .with_child(STRONG.ink(theme::PAPER).text(part));
            }
        });
    });
}

/// How much it matters that it covers no part of a card: as much as so many counters, a text on a text can't be read.
const CARD: f32 = 4.0;

/// What is placed: where, whether it is seen, how large it is.
type Placed = (&'static mut Node, &'static mut Visibility, &'static ComputedNode);

/// The place on the map beside which it lies: who is aimed at on a square, the counter there, or the square where the keys
/// went to it.
fn beside(table: &Table, (square, by_keys): (At, bool), unit: f32) -> Option<Rect> {
    let here = || table.counters.iter().filter(move |own| own.covers(square));
    match here().find(|own| table.overlay.target == Some(own.unit)).or_else(|| here().next()) {
        Some(own) => Some(taken(own, table, unit)),
        None => by_keys.then(|| Rect::from_center_size(middle(square), Vec2::splat(SQUARE))),
    }
}

/// What a counter takes of the map with its ring and its strip, where a unit of the window is so many pixels of it.
fn taken(own: &Counter, table: &Table, unit: f32) -> Rect {
    stands(own).union(with_strip(own, &table.counters, unit))
}

/// The cards that it keeps off.
type Cards<'w, 's> = Query<
    'w,
    's,
    (&'static ComputedNode, &'static UiGlobalTransform),
    (Or<(With<SidePanel>, With<SinceCard>, With<PopupPanel>, With<CoversMap>)>, Without<Chip>),
>;

/// Beside what is pointed at, and never off the window; hidden while nothing on the map is.
fn follow(
    chip: Option<Single<Placed, With<Chip>>>,
    (screen, motion): (Res<State<Screen>>, Res<BeatQueue>),
    (room, corner): (Res<Room>, Res<CornerPiece>),
    concerned: Concerned,
    cards: Cards,
) {
    let Some(chip) = chip else { return };
    let (mut node, mut visibility, computed) = chip.into_inner();
    let Concerned { table, pointer, ui, .. } = &concerned;
    let seen = |area: Rect| concerned.seen(area);
    let unit = concerned.unit();
    let area =
        pointer.square.and_then(|square| beside(table, (square, pointer.by_keys), unit)).and_then(seen);
    let aims = table.overlay.target.is_some();
    // Without a counter there, it is the pointer that it keeps off.
    let under = |at: Vec2| Rect::from_corners(at / ui.0 - Vec2::new(OFF.x, GAP_2), at / ui.0 + OFF);
    let area = area.or(pointer.square.and(pointer.screen).map(under));
    let shown = *screen.get() == Screen::Battle && !motion.busy();
    let Some(area) = area.filter(|_| shown) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let standing = table.counters.iter().filter(|own| own.pose != Pose::Dead);
    let standing = standing.map(|own| taken(own, table, unit)).filter_map(seen);
    // Neither does it lie on the way that is laid out, as far as another square.
    let way = table.overlay.path.iter().filter(|at| Some(**at) != pointer.square);
    let way = way.map(|at| Rect::from_center_size(middle(*at), Vec2::splat(SQUARE))).filter_map(seen);
    let cards = cards.iter().map(|(node, at)| (place_of(node, at), CARD));
    let others = standing.chain(way).chain([area, corner.place]).map(|own| (own, 1.0));
    let keep: Vec<(Rect, f32)> = cards.chain(others).filter(|(own, _)| !own.is_empty()).collect();
    let size = computed.size() * computed.inverse_scale_factor();
    let least = Vec2::new(GAP_2, room.top + GAP_2);
    let most = Vec2::new(room.window.x - GAP_2, room.window.y - room.bottom - GAP_2) - size;
    let at = lies(size, area, (least, most.max(least)), (&keep, aims)).round();
    alter(&mut node, |node| (node.left, node.top) = (px(at.x), px(at.y)));
    visibility.set_if_neq(Visibility::Inherited);
}

/// Where a chip of this size lies at an area's corner or along its upper or lower edge, from `least` to `most`, and covers
/// least of `keep`, by how much each matters; best right and below, of who is aimed at right beside or above.
fn lies(size: Vec2, area: Rect, (least, most): (Vec2, Vec2), (keep, aims): (&[(Rect, f32)], bool)) -> Vec2 {
    let (low, high, middle) = (area.min - size, area.max, area.center().x - size.x / 2.0);
    let corners = [high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y), low];
    let [below, above] = [high.y, low.y].map(|y| Vec2::new(middle, y));
    let [right, left] = [high.x, low.x].map(|x| Vec2::new(x, area.center().y - size.y / 2.0));
    let at_it = if aims { vec![right, left, above, below] } else { Vec::new() };
    let covered = |at: Vec2| -> f32 {
        let own = Rect::from_corners(at, at + size);
        let parts = keep.iter().map(|(other, n)| (own.intersect(*other), n));
        parts.filter(|(part, _)| !part.is_empty()).map(|(part, n)| n * part.width() * part.height()).sum()
    };
    let better = |best: (f32, Vec2), at: Vec2| {
        let at = at.clamp(least, most);
        let own = covered(at);
        if own < best.0 - 0.5 { (own, at) } else { best }
    };
    let best = at_it.into_iter().chain(corners).chain([below, above]).fold((f32::INFINITY, high), better);
    if best.0 <= size.x * size.y {
        return best.1;
    }
    // It would lie on a card from everywhere beside it: above or below what is in its way.
    let ends = keep.iter().flat_map(|(other, _)| [other.max.y, other.min.y - size.y]);
    ends.flat_map(|y| [low.x, middle, high.x].map(|x| Vec2::new(x, y))).fold(best, better).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_lies_at_a_corner_of_what_is_pointed_at_and_on_no_card() {
        let size = Vec2::new(200.0, 24.0);
        let bounds = (Vec2::new(0.0, 76.0), Vec2::new(1080.0, 550.0));
        let area = Rect::new(600.0, 300.0, 660.0, 360.0);
        let at = |card: Rect, aims: bool| lies(size, area, bounds, (&[(card, CARD), (area, 1.0)], aims));
        let below = [Rect::default(), Rect::new(640.0, 350.0, 1000.0, 500.0)];
        assert_eq!(below.map(|card| at(card, false)), [area.max, Vec2::new(400.0, 360.0)]);
        assert_eq!(at(Rect::new(300.0, 350.0, 1000.0, 500.0), false), Vec2::new(660.0, 276.0));
        assert_eq!(at(Rect::default(), true), Vec2::new(660.0, 318.0), "right beside who is aimed at");
        assert_eq!(at(Rect::new(640.0, 290.0, 1000.0, 500.0), true), Vec2::new(400.0, 318.0));
        assert_eq!(at(Rect::new(300.0, 310.0, 1000.0, 500.0), true), Vec2::new(530.0, 276.0), "above");
    }
}
