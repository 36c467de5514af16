//! The line that is told while others act: who does what to whom, and the result. It stands where the row of actions is
//! empty meanwhile, large, since it is what one reads then; under the ribbon while a question stands there. Whoever falls
//! is told in red. The speed and the way past it lie in the tray, in `tray.rs`.

use super::{BattleRoot, letters, room};
use crate::window::{input::InputSet, pen::*};

pub(super) fn plugin(app: &mut App) {
    // After the motions: the line changes in the frame in which the counters, the ribbon and the cards do.
    app.add_systems(Update, draw.after(InputSet));
}

#[derive(Component)]
struct Headline;

/// What stays free beside it: at the left the small map's buttons, at the right the column.
const LEFT: f32 = 180.0;

/// Where it lies: in the empty row, or under the ribbon.
fn place(room: &Room, in_row: bool) -> Node {
    let place = across().gap(GAP_2).over();
    if !in_row {
        let right = if room.folded { GAP_2 } else { room.column + 2.0 * GAP_2 };
        return Node { left: px(LEFT), right: px(right), top: px(room.top + GAP), ..place };
    }
    let (left, right, under) = if room.folded { (0.0, 0.0, room::LINE) } else { (room.wing, room.tray, 0.0) };
    let (left, right) = (px(left + 2.0 * GAP_2), px(right + 2.0 * GAP_2));
    Node { left, right, bottom: px(under), height: px(room.bottom - under), ..place }
}

/// How large a heading is written that is too long for one line.
const LONG: f32 = theme::LARGE - 5.0;

/// How large the line is written: as a heading, where it has room for that in one line; a step smaller, where it has room
/// for that in two.
fn size(text: &str, room: &Room, in_row: bool) -> f32 {
    let wide = room.window.x - room.wing - room.tray - 4.0 * GAP_2 - 2.0 * GAP_3;
    let long = |size: f32| letters::width(text) * letters::BOLD * size / theme::SMALL;
    match in_row && !room.folded {
        true if long(theme::LARGE) <= wide => theme::LARGE,
        // Words that don't fit at the end of the first line go to the second.
        true if long(LONG) <= 1.8 * wide => LONG,
        _ => theme::BODY,
    }
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    (language, room): (Res<Language>, Res<Room>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<Headline>>,
    mut seen: Local<Option<(Telling, bool)>>,
) {
    let in_row = table.prompt.is_none() && table.hand.is_empty();
    let now = table.telling.clone().map(|telling| (telling, in_row));
    let same = *seen == now && !language.is_changed() && !room.is_changed();
    if same && old.is_empty() == now.is_none() {
        return;
    }
    seen.clone_from(&now);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some((telling, _)) = now else { return };
    let place = place(&room, in_row);
    let strip = down().gap(0.0).pad(GAP_3, GAP).round();
    let strip = Node { border: UiRect::left(px(6)), max_width: percent(100), ..strip };
    commands.entity(*root).with_children(|root| {
        root.spawn((Headline, Name::new("headline"), place, Pickable::IGNORE)).with_children(|place| {
            place.spawn((Node::default().grows().centred(), Pickable::IGNORE)).with_children(|middle| {
                let edge = telling.side.map_or(theme::GREY, theme::side_colour);
                let face = if telling.fall.is_some() { theme::HARM } else { theme::WALNUT.with_alpha(0.94) };
                let size = size(&telling.text, &room, in_row);
                let strip = (strip, BackgroundColor(face), BorderColor::all(edge), Pickable::IGNORE);
                middle.spawn(strip).with_children(|strip| {
                    strip.text(TEXT.bold(telling.result).size(size).ink(theme::PAPER), &telling.text);
                    strip.text_any(PLAIN.ink(theme::PAPER), &telling.about);
                });
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::{LONG, Room, size, theme};

    #[test]
    fn the_line_is_a_heading_where_it_has_room() {
        let (short, room) = ("Dirk trips Hob: prone", Room::default());
        assert_eq!(size(short, &room, true), theme::LARGE);
        assert_eq!(size(short, &room, false), theme::BODY, "under the ribbon it would hide the map");
        let long = "Dirk Moll attacks Hob Carter (Cudgel): hit, 18 damage (22\u{a0}→\u{a0}4)";
        assert_eq!(size(long, &room, true), LONG, "before it breaks");
        assert_eq!(size(&short.repeat(12), &room, true), theme::BODY);
    }
}
