//! The card of the unit whose turn it is: who it is, how it stands, what it has left.
//!
//! It is drawn as a card, or as one line where there is little room.

use bevy::{picking::hover::Hovered, prelude::*};

use super::{OwnPanel, Room};
use crate::locale::say;
use crate::window::{
    art::{Art, Brushes},
    theme::{self, Face, Fonts},
    tips::Tip,
    view::{Intent, Table, UnitCard},
    widgets::{self, Explains},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Pools of more points than these are written as numbers.
const PIPS: i32 = 6;
/// Conditions named on the line; more of them are counted.
const NAMED: usize = 2;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    room: Res<Room>,
    mut brushes: Brushes,
    panel: Single<Entity, With<OwnPanel>>,
    mut seen: Local<Option<UnitCard>>,
) {
    let same = !table.is_changed() || *seen == table.own;
    if same && !room.is_changed() {
        return;
    }
    seen.clone_from(&table.own);
    commands.entity(*panel).despawn_children();
    let Some(own) = &table.own else { return };
    let Brushes { fonts, art, images } = &mut brushes;
    commands.entity(*panel).with_children(|parent| {
        let node = Node { width: percent(100), height: percent(100), ..default() };
        if room.folded {
            let node = Node {
                column_gap: px(theme::GAP_2),
                align_items: AlignItems::Center,
                padding: UiRect::axes(px(theme::GAP_2), px(0)),
                ..node
            };
            parent.spawn(widgets::card(node)).with_children(|line| draw_line(line, fonts, art, images, own));
        } else {
            let node = Node {
                flex_direction: FlexDirection::Column,
                row_gap: px(theme::GAP),
                overflow: Overflow::clip(),
                ..node
            };
            let lines = if room.bottom > 200.0 { 4 } else { 2 };
            parent
                .spawn(widgets::card(node))
                .with_children(|card| draw_card(card, fonts, art, images, (own, lines)));
        }
    });
}

/// The counter with its figure, so large.
fn draw_figure(
    parent: &mut ChildSpawnerCommands,
    art: &mut Art,
    images: &mut Assets<Image>,
    own: &UnitCard,
    size: f32,
) {
    let shape = art.image(images, &format!("counters/{}", theme::side_shape(own.side)), 128);
    let figure = art.figure(&own.art);
    let inset = size * 0.11;
    parent
        .spawn((
            ImageNode::new(shape),
            Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() },
        ))
        .with_child((
            ImageNode::new(art.image(images, &figure, 128)),
            Node {
                position_type: PositionType::Absolute,
                left: px(inset),
                top: px(inset),
                width: px(size - 2.0 * inset),
                height: px(size - 2.0 * inset),
                ..default()
            },
        ));
}

/// Everything in one line: who, how hurt, what is left, in what state.
fn draw_line(
    line: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    art: &mut Art,
    images: &mut Assets<Image>,
    own: &UnitCard,
) {
    draw_figure(line, art, images, own, 26.0);
    let name = own.name.clone();
    line.spawn(widgets::label(fonts, Face::Bold, theme::SMALL, theme::side_ink(own.side), name));
    let (_, left, whole) = &own.vitality;
    let ink = if *left < 0 { theme::HARM } else { theme::INK };
    let vital = Node { width: px(58), flex_shrink: 0.0, row_gap: px(0), ..widgets::column() };
    line.spawn((vital, widgets::explains(&own.track))).with_children(|vital| {
        let text = format!("{left}/{whole}");
        vital.spawn(widgets::line(fonts, Face::Bold, theme::BODY, ink, text));
        widgets::bar(vital, *left, *whole, theme::side_colour(own.side), 6.0);
    });
    line.spawn(Node { flex_shrink: 0.0, row_gap: px(2), ..widgets::column() }).with_children(|pools| {
        for ((_, left, most, own_turn), purse) in own.pools.iter().zip(&own.purses).take(2) {
            pools
                .spawn((widgets::row(), widgets::explains(purse)))
                .with_children(|pool| draw_points(pool, fonts, *left, *most, *own_turn));
        }
    });
    draw_conditions(line, fonts, &own.conditions, NAMED);
}

fn draw_points(pool: &mut ChildSpawnerCommands, fonts: &Fonts, left: i32, most: i32, own_turn: bool) {
    if most > PIPS {
        let text = format!("{left}/{most}");
        pool.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK, text));
    } else {
        let (left, most) = (left.max(0) as u32, most.max(0) as u32);
        widgets::pips(pool, left, most.max(left), own_turn, theme::INK);
    }
}

fn draw_card(
    card: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    art: &mut Art,
    images: &mut Assets<Image>,
    (own, lines): (&UnitCard, usize),
) {
    let head = Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::row() };
    card.spawn((head, Tip::new(say!("tip-own-card", unit = &own.name)))).with_children(|head| {
        draw_figure(head, art, images, own, 46.0);
        head.spawn(Node { row_gap: px(0), min_width: px(0), flex_grow: 1.0, ..widgets::column() })
            .with_children(|names| {
                let ink = theme::side_ink(own.side);
                names.spawn(widgets::label(fonts, Face::Bold, theme::BODY, ink, own.name.clone()));
                let kind = own.kind.clone();
                names.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, kind));
            });
    });
    let (track, left, whole) = &own.vitality;
    card.spawn(Node { column_gap: px(theme::GAP), flex_shrink: 0.0, ..widgets::row() }).with_children(
        |line| {
            let ink = if *left < 0 { theme::HARM } else { theme::INK };
            let number = Node { column_gap: px(theme::GAP_2), ..widgets::row() };
            line.spawn((Name::new("own track"), number, widgets::explains(&own.track))).with_children(
                |line| {
                    line.spawn(widgets::line(fonts, Face::Bold, theme::LARGE, ink, left.to_string()));
                    let of = say!("hand-of", whole = whole, track = track);
                    line.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, of));
                },
            );
            line.spawn(Node { flex_grow: 1.0, row_gap: px(0), ..widgets::column() }).with_children(|pools| {
                for ((name, left, most, own_turn), purse) in own.pools.iter().zip(&own.purses) {
                    let node =
                        Node { justify_content: JustifyContent::FlexEnd, height: px(16), ..widgets::row() };
                    let told = (Name::new(format!("own {purse}")), widgets::explains(purse));
                    pools.spawn((node, told)).with_children(|pool| {
                        let name = name.clone();
                        pool.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, name));
                        draw_points(pool, fonts, *left, *most, *own_turn);
                    });
                }
            });
        },
    );
    widgets::bar(card, *left, *whole, theme::side_colour(own.side), 8.0);
    draw_conditions(card, fonts, &own.conditions, usize::MAX);
    // What fits: a second line only if nothing stands above it.
    let over = own.pools.len().saturating_sub(2);
    let room = lines.saturating_sub(over.div_ceil(2) + usize::from(!own.conditions.is_empty()));
    for (name, value) in own.lines.iter().take(room) {
        let node = Node {
            justify_content: JustifyContent::SpaceBetween,
            align_items: AlignItems::FlexStart,
            column_gap: px(theme::GAP_2),
            ..widgets::row()
        };
        card.spawn((node, Tip::new(say!("tip-own-line", what = name, value = value)))).with_children(
            |line| {
                let (soft, ink) = (theme::INK_SOFT, theme::INK);
                line.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, soft, name.clone()));
                let value = widgets::label(fonts, Face::Regular, theme::SMALL, ink, value.clone());
                line.spawn((value, TextLayout::justify(Justify::Right)));
            },
        );
    }
}

/// Conditions, each telling what it does while the pointer is on it; those beyond `most` are counted.
fn draw_conditions(
    parent: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    conditions: &[(String, String)],
    most: usize,
) {
    if conditions.is_empty() {
        return;
    }
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(theme::GAP_2),
        row_gap: px(0),
        flex_shrink: if most < usize::MAX { 1.0 } else { 0.0 },
        ..default()
    };
    parent.spawn(node).with_children(|line| {
        for (text, topic) in conditions.iter().take(most) {
            line.spawn((
                Name::new(format!("condition {text}")),
                Node::default(),
                Hovered::default(),
                Explains(Intent::AskRule(topic.clone())),
            ))
            .with_child(widgets::line(
                fonts,
                Face::Bold,
                theme::SMALL,
                theme::INK,
                text.clone(),
            ));
        }
        if conditions.len() > most {
            let text = format!("+{}", conditions.len() - most);
            line.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK, text));
        }
    });
}
