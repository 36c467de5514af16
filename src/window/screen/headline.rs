//! The line under the ribbon while others act: who does what to whom, and the result; with the speed of the motions,
//! and a way past them.

use bevy::prelude::*;

use super::{BattleRoot, Room};
use crate::{
    locale::say,
    window::{
        input::Action,
        language::Language,
        settings::{Knob, Settings},
        theme::{self, Face, Fonts},
        view::{Intent, Table, Telling},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct Headline;

/// What stays free beside it: at the left the small map's buttons, at the right the column.
const LEFT: f32 = 180.0;

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

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    (fonts, settings): (Res<Fonts>, Res<Settings>),
    (language, room): (Res<Language>, Res<Room>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<Headline>>,
    mut seen: Local<Option<(Telling, u32)>>,
) {
    let now = table.telling.clone().map(|telling| (telling, settings.motion));
    let same = *seen == now && !language.is_changed() && !room.is_changed();
    if same && old.is_empty() == now.is_none() {
        return;
    }
    seen.clone_from(&now);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some((telling, speed)) = now else { return };
    let right = if room.folded { theme::GAP_2 } else { room.column + 2.0 * theme::GAP_2 };
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(LEFT),
        right: px(right),
        top: px(room.top + theme::GAP),
        justify_content: JustifyContent::Center,
        ..default()
    };
    let strip = Node {
        padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP)),
        border: UiRect::left(px(6)),
        border_radius: BorderRadius::all(px(theme::RADIUS)),
        column_gap: px(theme::GAP_2),
        max_width: percent(100),
        ..widgets::row()
    };
    let edge = telling.side.map_or(theme::GREY, theme::side_colour);
    commands.entity(*root).with_children(|root| {
        root.spawn((Headline, Name::new("headline"), place, Pickable::IGNORE)).with_children(|place| {
            let face = BackgroundColor(theme::WALNUT.with_alpha(0.94));
            place.spawn((strip, face, BorderColor::all(edge), Pickable::IGNORE)).with_children(|strip| {
                let face = if telling.result { Face::Bold } else { Face::Regular };
                let words = Node { min_width: px(0), flex_shrink: 1.0, ..default() };
                strip.spawn((words, Pickable::IGNORE)).with_child(widgets::label(
                    &fonts,
                    face,
                    theme::BODY,
                    theme::PAPER,
                    telling.text.clone(),
                ));
                let node = || Node {
                    height: px(24),
                    flex_shrink: 0.0,
                    padding: UiRect::axes(px(6), px(0)),
                    column_gap: px(6),
                    align_items: AlignItems::Center,
                    ..default()
                };
                let faster = Intent::Set(Knob::Motion, next_speed(speed));
                strip
                    .spawn(widgets::button("motion speed", ButtonLook::Paper, true, faster, node()))
                    .with_children(|button| {
                        let text = speed_words(speed);
                        button.spawn(widgets::line(&fonts, Face::Regular, theme::SMALL, theme::INK, text));
                    });
                strip
                    .spawn(widgets::button("hurry", ButtonLook::Paper, true, Intent::Hurry, node()))
                    .with_children(|button| {
                        let text = say!("tell-skip");
                        button.spawn(widgets::line(&fonts, Face::Bold, theme::SMALL, theme::INK, text));
                        button.spawn(widgets::key(&fonts, theme::INK_SOFT, Action::Skip));
                    });
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::{next_speed, speed_words};

    #[test]
    fn the_button_of_the_speed_goes_round() {
        assert_eq!([50, 100, 200, 0, 175].map(next_speed), [100, 200, 50, 100, 100]);
    }

    #[test]
    fn where_nothing_moves_no_speed_is_named() {
        assert!(speed_words(50).contains("50"));
        assert!(!speed_words(0).contains('0'), "{}", speed_words(0));
    }
}
