//! The line that is told while others act: who does what to whom, and the result; at its right end, however long it is,
//! the speed of the motions and a way past them. It stands where the row of actions is empty meanwhile, large, since it is
//! what one reads then; under the ribbon while a question stands there. Whoever falls is told in red.

use super::{BattleRoot, letters, room};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct Headline;

/// What stays free beside it: at the left the small map's buttons, at the right the column.
const LEFT: f32 = 180.0;

/// How wide the button of the speed is at least, so that it doesn't grow with its number.
const SPEED: f32 = 112.0;

/// About how wide the button beside it is.
const SKIP: f32 = 96.0;

/// The speeds that its button goes through, in per cent.
const SPEEDS: [u32; 3] = [50, 100, 200];

/// The speed after this one; from any other the usual one.
fn next_speed(now: u32) -> u32 {
    let at = SPEEDS.iter().position(|speed| *speed == now);
    at.map_or(100, |at| SPEEDS[(at + 1) % SPEEDS.len()])
}

/// What its button says: how fast things move, or that nothing does.
fn speed_words(speed: u32) -> String {
    if speed == 0 { say!("tell-no-motion") } else { say!("tell-speed", n = speed) }
}

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

/// How large the line is written: as a heading, where it has room for that in two lines.
fn size(text: &str, room: &Room, in_row: bool) -> f32 {
    let buttons = SPEED + SKIP + 2.0 * GAP_2;
    let wide = room.window.x - room.wing - room.tray - buttons - 4.0 * GAP_2 - 2.0 * GAP_3;
    let long = letters::width(text) * letters::BOLD * theme::LARGE / theme::SMALL;
    // Words that don't fit at the end of the first line go to the second.
    let fits = in_row && !room.folded && long <= 1.8 * wide;
    if fits { theme::LARGE } else { theme::BODY }
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    (settings, language, room): (Res<Settings>, Res<Language>, Res<Room>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<Headline>>,
    mut seen: Local<Option<(Option<Telling>, u32, bool)>>,
) {
    let in_row = table.prompt.is_none() && table.hand.is_empty();
    // The buttons stay while others are at turn and nothing is told yet.
    let shown = table.telling.is_some() || table.thinking && in_row;
    let now = shown.then(|| (table.telling.clone(), settings.motion, in_row));
    let same = *seen == now && !language.is_changed() && !room.is_changed();
    if same && old.is_empty() == now.is_none() {
        return;
    }
    seen.clone_from(&now);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some((telling, speed, _)) = now else { return };
    let place = place(&room, in_row);
    let strip = down().gap(0.0).pad(GAP_3, GAP).round();
    let strip = Node { border: UiRect::left(px(6)), max_width: percent(100), ..strip };
    commands.entity(*root).with_children(|root| {
        root.spawn((Headline, Name::new("headline"), place, Pickable::IGNORE)).with_children(|place| {
            place.spawn((Node::default().grows().centred(), Pickable::IGNORE)).with_children(|middle| {
                let Some(telling) = &telling else { return };
                let edge = telling.side.map_or(theme::GREY, theme::side_colour);
                let face = if telling.fall.is_some() { theme::HARM } else { theme::WALNUT.with_alpha(0.94) };
                let size = size(&telling.text, &room, in_row);
                let strip = (strip, BackgroundColor(face), BorderColor::all(edge), Pickable::IGNORE);
                middle.spawn(strip).with_children(|strip| {
                    strip.text(TEXT.bold(telling.result).size(size).ink(theme::PAPER), &telling.text);
                    strip.text_any(PLAIN.ink(theme::PAPER), &telling.about);
                });
            });
            let node = || Node { height: px(24), ..across().gap(6.0).pad(6.0, 0.0).centred().fixed() };
            let faster = Intent::Set(Knob::Motion, next_speed(speed));
            place
                .button("motion speed", ButtonLook::Paper, faster, Node { min_width: px(SPEED), ..node() })
                .with_child(PLAIN.line(speed_words(speed)));
            place.button("hurry", ButtonLook::Paper, Intent::Hurry, node()).with_children(|button| {
                button.line(STRONG, say!("tell-skip"));
                button.spawn(widgets::key(theme::INK_SOFT, Action::Skip));
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::{Room, next_speed, size, speed_words, theme};

    #[test]
    fn the_button_of_the_speed_goes_round() {
        assert_eq!([50, 100, 200, 0, 175].map(next_speed), [100, 200, 50, 100, 100]);
    }

    #[test]
    fn the_line_is_a_heading_where_it_has_room() {
        let (short, room) = ("Dirk trips Hob: prone", Room::default());
        assert_eq!(size(short, &room, true), theme::LARGE);
        assert_eq!(size(short, &room, false), theme::BODY, "under the ribbon it would hide the map");
        assert_eq!(size(&short.repeat(12), &room, true), theme::BODY);
    }

    #[test]
    fn where_nothing_moves_no_speed_is_named() {
        assert!(speed_words(50).contains("50"));
        assert!(!speed_words(0).contains('0'), "{}", speed_words(0));
    }
}
