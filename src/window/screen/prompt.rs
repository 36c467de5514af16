//! A prompt: a slip laid on the map beside those it concerns. What is about to happen, the answers with their odds,
//! and what happens if nobody answers.

use bevy::{prelude::*, window::PrimaryWindow};

use super::{COLUMN, FREE_BOTTOM, FREE_TOP, PromptPanel};
use crate::window::{
    board::{SQUARE, middle},
    motion::Motion,
    theme::{self, Face, Fonts},
    view::{Intent, Slip, Table},
    widgets::{self, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, lay_beside).chain());
}

/// Width of the slip, in pixels at scale 1.
const WIDTH: f32 = 380.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    motion: Res<Motion>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<PromptPanel>>,
    mut seen: Local<Option<Slip>>,
) {
    let wanted = table.prompt.as_ref().filter(|_| !motion.busy());
    if seen.as_ref() == wanted {
        return;
    }
    *seen = wanted.cloned();
    commands.entity(*panel).despawn_children();
    let Some(slip) = wanted else { return };
    commands.entity(*panel).with_children(|parent| {
        parent
            .spawn((
                widgets::card(Node {
                    width: px(WIDTH),
                    padding: UiRect::all(px(theme::GAP_3)),
                    row_gap: px(theme::GAP_2),
                    flex_direction: FlexDirection::Column,
                    border: UiRect::all(px(1)),
                    ..default()
                }),
                Outline::new(px(2), px(0), theme::side_colour(slip.side)),
            ))
            .with_children(|card| {
                card.spawn(widgets::label(
                    &fonts,
                    Face::Bold,
                    theme::BODY,
                    theme::side_ink(slip.side),
                    slip.who.clone(),
                ));
                card.spawn(widgets::label(&fonts, Face::Regular, theme::BODY, theme::INK, slip.text.clone()));
                for (n, answer) in slip.answers.iter().enumerate() {
                    let possible = answer.why_not.is_none();
                    let ink = if possible { theme::INK } else { theme::GREY };
                    card.spawn(widgets::button(
                        format!("answer {}", answer.text),
                        Look::Slip,
                        possible,
                        Intent::Answer(n),
                        Node { flex_direction: FlexDirection::Column, ..default() },
                    ))
                    .with_children(|button| {
                        button
                            .spawn((
                                Node {
                                    justify_content: JustifyContent::SpaceBetween,
                                    column_gap: px(theme::GAP_2),
                                    ..widgets::row()
                                },
                                Pickable::IGNORE,
                            ))
                            .with_children(|row| {
                                let key = if n < 9 { format!("{}  ", n + 1) } else { String::new() };
                                row.spawn(widgets::label(
                                    &fonts,
                                    Face::Regular,
                                    theme::BODY,
                                    ink,
                                    format!("{key}{}", answer.text),
                                ));
                                row.spawn(widgets::line(
                                    &fonts,
                                    Face::Bold,
                                    theme::BODY,
                                    ink,
                                    answer.odds.clone(),
                                ));
                            });
                        if let Some(why) = &answer.why_not {
                            button.spawn(widgets::label(
                                &fonts,
                                Face::Italic,
                                theme::SMALL,
                                theme::INK_SOFT,
                                why.clone(),
                            ));
                        }
                    });
                }
                if !slip.otherwise.is_empty() {
                    card.spawn(widgets::label(
                        &fonts,
                        Face::Italic,
                        theme::SMALL,
                        theme::INK_SOFT,
                        slip.otherwise.clone(),
                    ));
                }
            });
    });
}

/// The slip follows its square, inside the free part of the window and off the square itself.
fn lay_beside(
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    ui: Res<UiScale>,
    camera: Single<(&Camera, &GlobalTransform, &Projection), With<Camera2d>>,
    panel: Single<(&mut Node, &ComputedNode), With<PromptPanel>>,
) {
    let Some(slip) = &table.prompt else { return };
    let (camera, transform, projection) = *camera;
    let (mut node, computed) = panel.into_inner();
    let scale = if let Projection::Orthographic(o) = projection { o.scale } else { 1.0 };
    let window_size = window.size() / ui.0;
    let size = computed.size() * computed.inverse_scale_factor();
    let size = Vec2::new(size.x.max(WIDTH), size.y);
    let free_right = window_size.x - COLUMN - 2.0 * theme::GAP_2;
    let beside = slip
        .at
        .and_then(|at| camera.world_to_viewport(transform, middle(at).extend(0.0)).ok())
        .map(|at| {
            let at = at / ui.0;
            let off = SQUARE / scale / ui.0 * 0.5 + theme::GAP_3;
            let right = at.x + off;
            let left = at.x - off - size.x;
            Vec2::new(
                if right + size.x <= free_right || left < 0.0 { right } else { left },
                at.y - size.y * 0.4,
            )
        })
        .unwrap_or_else(|| (window_size - size) / 2.0);
    let least = Vec2::new(theme::GAP_2, FREE_TOP + theme::GAP_2);
    let most = Vec2::new(free_right - size.x, window_size.y - FREE_BOTTOM - theme::GAP_2 - size.y).max(least);
    let at = beside.clamp(least, most).round();
    if node.left != px(at.x) || node.top != px(at.y) {
        node.left = px(at.x);
        node.top = px(at.y);
    }
}
