//! The card for one who has just sat down: what their side perceived since they last looked. It lies there while the
//! same is shown on the map, and until it is laid aside or anything is done.

use bevy::picking::events::Pointer;

use super::{
    BattleRoot, SidePanel,
    dock::{Concerned, HINDERED, cost},
};
use crate::window::{pen::*, tips::Tip};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, stand).chain());
}

/// The card.
#[derive(Component)]
pub(super) struct SinceCard;

/// Width of the card, in units.
const WIDTH: f32 = 340.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    (language, room, corner): (Res<Language>, Res<Room>, Res<CornerPiece>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<SinceCard>>,
    mut seen: Local<Option<SinceSummary>>,
) {
    let same = *seen == table.since && !language.is_changed() && !room.is_changed() && !corner.is_changed();
    if same && old.is_empty() == table.since.is_none() {
        return;
    }
    seen.clone_from(&table.since);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(since) = &table.since else { return };
    let top = corner.under(&room);
    commands.entity(*root).with_children(|root| {
        let node = Node { left: px(GAP_2), top: px(top), ..down().pad(GAP_3, GAP_3).over() };
        let max_height = px(room.window.y - top - room.bottom - GAP_2);
        let node = Node { width: px(WIDTH), max_height, ..node };
        let mut card = root.spawn((SinceCard, widgets::card(node), ZIndex(-1)));
        // A click on it lays it aside as well.
        card.observe(|_: On<Pointer<Click>>, mut intents: MessageWriter<Intent>| {
            intents.write(Intent::Seen);
        });
        card.with_children(|card| {
            let heading = if since.start { say!("since-start") } else { say!("since-heading") };
            card.text(NAME, heading);
            let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
            card.spawn((ScrollArea, node)).with_children(|card| {
                for line in &since.lines {
                    let ink =
                        if line.harm { theme::HARM } else { line.side.map_or(theme::INK, theme::side_ink) };
                    let sums = (Tip::new(line.sums.join("\n")), Pickable::default());
                    card.text(PLAIN.ink(ink), &line.text).insert_if(sums, || !line.sums.is_empty());
                }
                if since.more > 0 {
                    card.text(ASIDE, say!("since-more", n = since.more));
                }
            });
            let node = across().gap(GAP_2).pad(GAP_2, 2.0).fixed();
            let node = Node { align_self: AlignSelf::FlexStart, ..node };
            card.button("since", ButtonLook::Paper, Intent::Seen, node).with_children(|button| {
                button.line(STRONG, say!("since-aside"));
                button.spawn(widgets::key(theme::INK_SOFT, Action::Cancel));
            });
        });
    });
}

/// Places of a panel: its size, and where it lies.
type Placed<'w, 's, Own> =
    Single<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), (With<Own>, Without<SinceCard>)>;

/// It stands at the left, unless it covers less at the right of those whom it must not cover.
fn stand(
    concerned: Concerned,
    (room, column): (Res<Room>, Placed<SidePanel>),
    mut cards: Query<(&mut Node, &ComputedNode, &UiGlobalTransform), With<SinceCard>>,
) {
    for (mut node, computed, transform) in &mut cards {
        let unit = computed.inverse_scale_factor();
        let size = computed.size() * unit;
        let top = transform.translation.y * unit - size.y / 2.0;
        let (panel, at) = *column;
        let mut keep = concerned.all();
        keep.push((Rect::from_center_size(at.translation * unit, panel.size() * unit), HINDERED));
        let at = |x: f32| Rect::from_corners(Vec2::new(x, top), Vec2::new(x, top) + size);
        let (left, right) = (cost(at(GAP_2), &keep), cost(at(room.window.x - size.x - GAP_2), &keep));
        let near = px(GAP_2);
        let wanted = if right < left { (auto(), near) } else { (near, auto()) };
        if (node.left, node.right) != wanted {
            (node.left, node.right) = wanted;
        }
    }
}
