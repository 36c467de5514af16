//! The hand: the unit's own card, and its actions as slips in groups with their cost, key and reason if not possible.

use bevy::{prelude::*, ui_widgets::ScrollArea};

use super::{HandPanel, HintPanel, OwnPanel};
use crate::window::{
    art::Art,
    theme::{self, Face, Fonts},
    view::{ActionCard, Intent, Table, UnitCard},
    widgets::{self, Explains, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_own, draw_hand, draw_hint));
}

fn draw_own(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    panel: Single<Entity, With<OwnPanel>>,
    mut seen: Local<Option<UnitCard>>,
) {
    if !table.is_changed() || *seen == table.own {
        return;
    }
    seen.clone_from(&table.own);
    commands.entity(*panel).despawn_children();
    let Some(own) = &table.own else { return };
    commands.entity(*panel).with_children(|parent| {
        parent
            .spawn(widgets::card(Node {
                width: percent(100),
                height: percent(100),
                flex_direction: FlexDirection::Column,
                row_gap: px(theme::GAP),
                overflow: Overflow::clip(),
                ..default()
            }))
            .with_children(|card| {
                card.spawn(Node { column_gap: px(theme::GAP_2), ..widgets::row() }).with_children(|head| {
                    head.spawn((
                        ImageNode::new(art.image(
                            &mut images,
                            &format!("counters/{}", theme::side_shape(own.side)),
                            128,
                        )),
                        Node { width: px(46), height: px(46), flex_shrink: 0.0, ..default() },
                    ))
                    .with_child((
                        ImageNode::new(art.image(&mut images, &format!("units/{}", own.art), 128)),
                        Node {
                            position_type: PositionType::Absolute,
                            left: px(5),
                            top: px(5),
                            width: px(36),
                            height: px(36),
                            ..default()
                        },
                    ));
                    head.spawn(Node {
                        row_gap: px(0),
                        min_width: px(0),
                        flex_grow: 1.0,
                        overflow: Overflow::clip_x(),
                        ..widgets::column()
                    })
                    .with_children(|names| {
                        names.spawn(widgets::line(
                            &fonts,
                            Face::Bold,
                            theme::BODY,
                            theme::side_ink(own.side),
                            own.name.clone(),
                        ));
                        names.spawn(widgets::line(
                            &fonts,
                            Face::Italic,
                            theme::SMALL,
                            theme::INK_SOFT,
                            own.kind.clone(),
                        ));
                    });
                });
                let (track, left, whole) = &own.vitality;
                card.spawn(Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::row() })
                    .with_children(|line| {
                        let ink = if *left < 0 { theme::HARM } else { theme::INK };
                        line.spawn(widgets::line(&fonts, Face::Bold, theme::LARGE, ink, left.to_string()));
                        line.spawn(widgets::line(
                            &fonts,
                            Face::Regular,
                            theme::SMALL,
                            theme::INK_SOFT,
                            format!("of {whole}\n{track}"),
                        ));
                        line.spawn(Node { flex_grow: 1.0, row_gap: px(0), ..widgets::column() })
                            .with_children(|pools| {
                                for (name, left, most, own_turn) in &own.pools {
                                    pools
                                        .spawn(Node {
                                            justify_content: JustifyContent::FlexEnd,
                                            height: px(16),
                                            ..widgets::row()
                                        })
                                        .with_children(|pool| {
                                            pool.spawn(widgets::line(
                                                &fonts,
                                                Face::Regular,
                                                theme::SMALL,
                                                theme::INK_SOFT,
                                                name.clone(),
                                            ));
                                            if *most > 6 {
                                                let text = format!("{left}/{most}");
                                                pool.spawn(widgets::line(
                                                    &fonts,
                                                    Face::Mono,
                                                    theme::SMALL,
                                                    theme::INK,
                                                    text,
                                                ));
                                            } else {
                                                let (left, most) =
                                                    ((*left).max(0) as u32, (*most).max(0) as u32);
                                                widgets::pips(
                                                    pool,
                                                    left,
                                                    most.max(left),
                                                    *own_turn,
                                                    theme::INK,
                                                );
                                            }
                                        });
                                }
                            });
                    });
                widgets::bar(card, *left, *whole, theme::side_colour(own.side), 8.0);
                if !own.conditions.is_empty() {
                    card.spawn(widgets::label(
                        &fonts,
                        Face::Bold,
                        theme::SMALL,
                        theme::INK,
                        own.conditions.join(", "),
                    ));
                }
                // What fits: a second line only if nothing stands above it.
                let room = if own.conditions.is_empty() { 2 } else { 1 };
                for (name, value) in own.lines.iter().take(room) {
                    card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::row() })
                        .with_children(|line| {
                            line.spawn(widgets::line(
                                &fonts,
                                Face::Regular,
                                theme::SMALL,
                                theme::INK_SOFT,
                                name.clone(),
                            ));
                            line.spawn(widgets::line(
                                &fonts,
                                Face::Regular,
                                theme::SMALL,
                                theme::INK,
                                value.clone(),
                            ));
                        });
                }
            });
    });
}

/// Slips in a column of the hand.
const ROWS: usize = 3;

/// How wide a slip is so that all columns fit, within what can be read; the hand scrolls beyond that.
fn slip_width(room: f32, groups: usize, columns: usize) -> f32 {
    let between =
        theme::GAP_3 * groups.saturating_sub(1) as f32 + theme::GAP * columns.saturating_sub(groups) as f32;
    let inner = room - 2.0 * theme::GAP_2 - 2.0 - between;
    (inner / columns.max(1) as f32).floor().clamp(104.0, 150.0)
}

fn draw_hand(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    panel: Single<(Entity, &ComputedNode), With<HandPanel>>,
    mut seen: Local<Option<(Vec<ActionCard>, f32)>>,
) {
    let (panel, node) = *panel;
    let room = (node.size().x * node.inverse_scale_factor()).round();
    if seen.as_ref().is_some_and(|(hand, width)| *hand == table.hand && *width == room) {
        return;
    }
    *seen = Some((table.hand.clone(), room));
    commands.entity(panel).despawn_children();
    if table.hand.is_empty() {
        return;
    }
    // Cards stay in the hand's order within their group; their number is their key.
    let mut groups: Vec<(crate::window::view::Group, Vec<usize>)> = Vec::new();
    for (n, card) in table.hand.iter().enumerate() {
        match groups.iter_mut().find(|(group, _)| *group == card.group) {
            Some((_, cards)) => cards.push(n),
            None => groups.push((card.group, vec![n])),
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    let columns: usize = groups.iter().map(|(_, cards)| cards.len().div_ceil(ROWS)).sum();
    let width = slip_width(room, groups.len(), columns);
    commands.entity(panel).with_children(|parent| {
        parent
            .spawn((
                Node {
                    width: percent(100),
                    height: percent(100),
                    column_gap: px(theme::GAP_3),
                    padding: UiRect::axes(px(theme::GAP_2), px(theme::GAP)),
                    overflow: Overflow::scroll_x(),
                    border: UiRect::all(px(1)),
                    border_radius: BorderRadius::all(px(theme::RADIUS_CARD)),
                    ..default()
                },
                ScrollArea,
                BackgroundColor(theme::PAPER_DIM),
                BorderColor::all(theme::RULE),
                widgets::shadow(),
            ))
            .with_children(|hand| {
                for (group, cards) in &groups {
                    hand.spawn(Node { flex_shrink: 0.0, ..widgets::column() }).with_children(|column| {
                        column.spawn(widgets::line(
                            &fonts,
                            Face::Bold,
                            theme::SMALL,
                            theme::INK_SOFT,
                            group.name(),
                        ));
                        column.spawn(Node { column_gap: px(theme::GAP), ..default() }).with_children(
                            |stacks| {
                                for stack in cards.chunks(ROWS) {
                                    stacks.spawn(widgets::column()).with_children(|stack_node| {
                                        for n in stack {
                                            draw_slip(
                                                stack_node,
                                                &fonts,
                                                &mut art,
                                                &mut images,
                                                *n,
                                                &table.hand[*n],
                                                width,
                                            );
                                        }
                                    });
                                }
                            },
                        );
                    });
                }
            });
    });
}

fn draw_slip(
    stack: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    art: &mut Art,
    images: &mut Assets<Image>,
    n: usize,
    action: &ActionCard,
    width: f32,
) {
    let possible = action.why_not.is_none();
    let look = if action.chosen { Look::Chosen } else { Look::Slip };
    let node = Node {
        width: px(width),
        height: px(42),
        column_gap: px(theme::GAP),
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(5), px(2)),
        ..default()
    };
    let ink = if possible { theme::INK } else { theme::GREY };
    stack
        .spawn((
            widgets::button(format!("action {}", action.name), look, possible, Intent::Card(n), node),
            Explains(Intent::AskCard(n)),
        ))
        .with_children(|slip| {
            let icon = format!("icons/{}", action.art);
            let icon = if art.has(&icon) { icon } else { "icons/miscellaneous".to_owned() };
            let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
            slip.spawn((
                ImageNode::new(art.image(images, &icon, 64)).with_color(tint),
                Node { width: px(26), height: px(26), flex_shrink: 0.0, ..default() },
                Pickable::IGNORE,
            ));
            slip.spawn((
                Node {
                    flex_grow: 1.0,
                    min_width: px(0),
                    row_gap: px(1),
                    overflow: Overflow::clip_x(),
                    ..widgets::column()
                },
                Pickable::IGNORE,
            ))
            .with_children(|text| {
                text.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, ink, action.name.clone()));
                text.spawn((Node { height: px(12), ..widgets::row() }, Pickable::IGNORE)).with_children(
                    |cost| {
                        for (pool, amount, own_turn) in &action.cost {
                            if *amount > 0 && *amount <= 4 {
                                widgets::pips(cost, *amount as u32, *amount as u32, *own_turn, ink);
                            } else if *amount != 0 {
                                cost.spawn(widgets::line(
                                    fonts,
                                    Face::Regular,
                                    12.0,
                                    ink,
                                    format!("{amount} {pool}"),
                                ));
                            }
                        }
                    },
                );
            });
            if n < 9 {
                slip.spawn((
                    Node { position_type: PositionType::Absolute, right: px(4), top: px(1), ..default() },
                    widgets::line(
                        fonts,
                        Face::Mono,
                        12.0,
                        if possible { theme::INK_SOFT } else { theme::GREY },
                        (n + 1).to_string(),
                    ),
                ));
            }
        });
}

fn draw_hint(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<HintPanel>>,
    mut seen: Local<String>,
) {
    if !table.is_changed() || *seen == table.hint {
        return;
    }
    seen.clone_from(&table.hint);
    commands.entity(*panel).despawn_children();
    if table.hint.is_empty() {
        return;
    }
    commands.entity(*panel).with_children(|parent| {
        parent
            .spawn((
                Node {
                    padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP)),
                    border_radius: BorderRadius::all(px(theme::RADIUS)),
                    ..default()
                },
                BackgroundColor(theme::WALNUT.with_alpha(0.90)),
                Pickable::IGNORE,
            ))
            .with_child(widgets::line(&fonts, Face::Regular, theme::BODY, theme::PAPER, table.hint.clone()));
    });
}
