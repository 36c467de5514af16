//! The hand: the unit's own card, and its actions as slips in groups with their cost, key and reason if not possible.

use bevy::{picking::hover::Hovered, prelude::*, ui_widgets::ScrollArea};

use super::{HandPanel, OwnPanel, Rise, Room};
use crate::locale::say;
use crate::window::{
    art::Art,
    language::Language,
    theme::{self, Face, Fonts},
    view::{ActionCard, Group, Intent, Table, UnitCard},
    widgets::{self, Explains, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_own, draw_hand));
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
    let figure = art.figure(&own.art);
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
                        ImageNode::new(art.image(&mut images, &figure, 128)),
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
                            say!("hand-of", whole = whole, track = track),
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
                draw_conditions(card, &fonts, &own.conditions);
                // What fits: a second line only if nothing stands above it.
                let over = own.pools.len().saturating_sub(2);
                let room = 2_usize.saturating_sub(over.div_ceil(2) + usize::from(!own.conditions.is_empty()));
                for (name, value) in own.lines.iter().take(room) {
                    card.spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        align_items: AlignItems::FlexStart,
                        column_gap: px(theme::GAP_2),
                        ..widgets::row()
                    })
                    .with_children(|line| {
                        let (soft, ink) = (theme::INK_SOFT, theme::INK);
                        line.spawn(widgets::label(&fonts, Face::Regular, theme::SMALL, soft, name.clone()));
                        let value = widgets::label(&fonts, Face::Regular, theme::SMALL, ink, value.clone());
                        line.spawn((value, TextLayout::justify(Justify::Right)));
                    });
                }
            });
    });
}

/// Conditions in one line, each telling what it does while the pointer is on it.
fn draw_conditions(card: &mut ChildSpawnerCommands, fonts: &Fonts, conditions: &[(String, String)]) {
    if conditions.is_empty() {
        return;
    }
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(theme::GAP_2),
        row_gap: px(0),
        flex_shrink: 0.0,
        ..default()
    };
    card.spawn(node).with_children(|line| {
        for (text, topic) in conditions {
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
    });
}

/// The key of the n-th card, from 0: digits, then with Shift, then with Ctrl.
fn key_of(n: usize) -> String {
    let digit = n % 9 + 1;
    match n / 9 {
        0 => digit.to_string(),
        1 => format!("↑{digit}"),
        2 => format!("^{digit}"),
        _ => String::new(),
    }
}

/// Height of a slip, in pixels at scale 1.
const SLIP: f32 = 28.0;
/// The width from which a slip has room for its icon.
const ICON_FROM: f32 = 124.0;
/// Height of a group's heading.
const HEADING: f32 = 17.0;
/// Height of the hand between its rules.
const HEIGHT: f32 = 186.0 - 2.0 * theme::GAP_2 - 2.0 - 2.0 * theme::GAP;
/// The width from which the names of most actions can be read whole.
const READABLE: f32 = 136.0;
/// How wide a letter of a name is, about.
const LETTER: f32 = 6.4;
/// The most rows of slips: the hand does not cover the map.
const ROWS: usize = 6;
/// The most rows with all cards spread out.
const ALL: usize = 11;

/// How many columns groups of so many cards fill, one below the other, a heading never apart from its first card.
fn columns(groups: &[usize], room: f32) -> usize {
    let (mut columns, mut used) = (1, 0.0_f32);
    for cards in groups {
        for n in 0..*cards {
            let height = if n == 0 { HEADING + SLIP } else { SLIP };
            if used + height > room {
                columns += 1;
                used = 0.0;
            }
            used += height + theme::GAP;
        }
    }
    columns
}

/// How far the hand rises above its place, and how wide a slip is, so that all columns fit and can be read: more cards
/// than lie in the usual rows make the hand taller. It scrolls only beyond [`ROWS`].
fn fit(room: f32, groups: &[usize], rows: usize) -> (f32, f32) {
    let inner = room - 2.0 * theme::GAP_2 - 2.0;
    let width = |columns: usize| (inner - theme::GAP_2 * columns.saturating_sub(1) as f32) / columns as f32;
    let rise = |n: usize| n as f32 * (SLIP + theme::GAP);
    let at = |n: usize| width(columns(groups, HEIGHT + rise(n)));
    let usual = (HEIGHT / (SLIP + theme::GAP)) as usize;
    let n =
        (0..rows.saturating_sub(usual)).find(|n| at(*n) >= READABLE).unwrap_or(rows.saturating_sub(usual));
    (rise(n), at(n).floor().clamp(100.0, 190.0))
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads")]
fn draw_hand(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    panel: Single<(Entity, &ComputedNode), With<HandPanel>>,
    (mut risen, room): (ResMut<Rise>, Res<Room>),
    language: Res<Language>,
    mut seen: Local<Option<(Vec<ActionCard>, usize, f32)>>,
) {
    let (panel, node) = *panel;
    let across = (node.size().x * node.inverse_scale_factor()).round();
    if !language.is_changed()
        && seen.as_ref().is_some_and(|(hand, under, width)| {
            *hand == table.hand && *under == table.under && *width == across
        })
    {
        return;
    }
    *seen = Some((table.hand.clone(), table.under, across));
    commands.entity(panel).despawn_children();
    risen.0 = 0.0;
    if table.hand.is_empty() {
        return;
    }
    // Cards stay in the hand's order within their group; their number is their key.
    let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
    for (n, card) in table.hand.iter().enumerate() {
        match groups.iter_mut().find(|(group, _)| *group == card.group) {
            Some((_, cards)) => cards.push(n),
            None => groups.push((card.group, vec![n])),
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    let mut sizes: Vec<usize> = groups.iter().map(|(_, cards)| cards.len()).collect();
    let more = table.under > 0 || table.all_cards;
    if let (Some(last), true) = (sizes.last_mut(), more) {
        *last += 1;
    }
    let (rise, width) = fit(across, &sizes, if table.all_cards { ALL } else { ROWS });
    risen.0 = rise;
    let mut kit = Kit { fonts: &fonts, art: &mut art, images: &mut images, width };
    commands.entity(panel).with_children(|parent| {
        parent
            .spawn((
                Node {
                    position_type: PositionType::Absolute,
                    bottom: px(0),
                    width: percent(100),
                    height: px(room.bottom - 2.0 * theme::GAP_2 + rise),
                    flex_direction: FlexDirection::Column,
                    flex_wrap: FlexWrap::Wrap,
                    align_content: AlignContent::FlexStart,
                    column_gap: px(theme::GAP_2),
                    row_gap: px(theme::GAP),
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
                    let Some((first, rest)) = cards.split_first() else { continue };
                    hand.spawn(Node { flex_shrink: 0.0, row_gap: px(0), ..widgets::column() }).with_children(
                        |head| {
                            head.spawn(Node { height: px(HEADING), ..default() }).with_child(widgets::line(
                                &fonts,
                                Face::Bold,
                                theme::SMALL,
                                theme::INK_SOFT,
                                group.name(),
                            ));
                            kit.slip(head, *first, &table.hand[*first]);
                        },
                    );
                    for n in rest {
                        kit.slip(hand, *n, &table.hand[*n]);
                    }
                }
                if more {
                    let text =
                        say!("hand-more", n = table.under, all = if table.all_cards { "yes" } else { "no" });
                    let node = Node {
                        width: px(width),
                        height: px(SLIP),
                        flex_shrink: 0.0,
                        align_items: AlignItems::Center,
                        justify_content: JustifyContent::Center,
                        ..default()
                    };
                    hand.spawn(widgets::button("More", Look::Slip, true, Intent::More, node))
                        .with_child(widgets::line(&fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
                }
            });
    });
}

struct Kit<'a> {
    fonts: &'a Fonts,
    art: &'a mut Art,
    images: &'a mut Assets<Image>,
    width: f32,
}

impl Kit<'_> {
    fn slip(&mut self, parent: &mut ChildSpawnerCommands, n: usize, action: &ActionCard) {
        let possible = action.why_not.is_none();
        let look = if action.chosen { Look::Chosen } else { Look::Slip };
        let node = Node {
            width: px(self.width),
            height: px(SLIP),
            flex_shrink: 0.0,
            column_gap: px(theme::GAP),
            align_items: AlignItems::Center,
            padding: UiRect::axes(px(5), px(2)),
            ..default()
        };
        let ink = if possible { theme::INK } else { theme::GREY };
        let icon = format!("icons/{}", action.art);
        let icon =
            if self.art.has_quietly(&icon) { icon } else { format!("icons/{}", plain_icon(action.group)) };
        let picture = self.art.image(self.images, &icon, 64);
        let (fonts, width) = (self.fonts, self.width);
        let name = match action.part.as_str() {
            "" => action.name.clone(),
            part => format!("{part} {}", action.name),
        };
        let pips: i32 = action.cost.iter().map(|(_, n, _)| if *n > 4 { 2 } else { (*n).max(0) }).sum();
        let room = width - 12.0 - 24.0 - 11.0 * pips as f32 - 9.0 * key_of(n).chars().count() as f32 - 12.0;
        parent
            .spawn((
                widgets::button(format!("action {}", action.name), look, possible, Intent::Card(n), node),
                Explains(Intent::AskCard(n)),
            ))
            .with_children(|slip| {
                let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
                if width >= ICON_FROM && room >= LETTER * name.chars().count() as f32 {
                    slip.spawn((
                        ImageNode::new(picture).with_color(tint),
                        Node { width: px(20), height: px(20), flex_shrink: 0.0, ..default() },
                        Pickable::IGNORE,
                    ));
                }
                slip.spawn((
                    Node { flex_grow: 1.0, min_width: px(0), overflow: Overflow::clip_x(), ..default() },
                    Pickable::IGNORE,
                ))
                .with_children(|cell| {
                    // A name that is too long for its line stands on two, a little smaller.
                    let bare =
                        width - 12.0 - 11.0 * pips as f32 - 9.0 * key_of(n).chars().count() as f32 - 10.0;
                    if bare >= LETTER * name.chars().count() as f32 {
                        cell.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, ink, name));
                    } else {
                        let text = widgets::label(fonts, Face::Regular, 12.0, ink, name);
                        cell.spawn((text, bevy::text::LineHeight::Px(12.0)));
                    }
                });
                slip.spawn((
                    Node { column_gap: px(2), flex_shrink: 0.0, ..widgets::row() },
                    Pickable::IGNORE,
                ))
                .with_children(|cost| {
                    for (_, amount, own_turn) in &action.cost {
                        match u32::try_from(*amount) {
                            Ok(amount @ 1..=4) => widgets::pips(cost, amount, amount, *own_turn, ink),
                            Ok(0) => {}
                            _ => {
                                cost.spawn(widgets::line(fonts, Face::Mono, 12.0, ink, amount.to_string()));
                            }
                        }
                    }
                });
                let soft = if possible { theme::INK_SOFT } else { theme::GREY };
                slip.spawn(widgets::line(fonts, Face::Mono, 12.0, soft, key_of(n)));
            });
    }
}

/// The icon of a group, for actions that have none of their own.
fn plain_icon(group: Group) -> &'static str {
    match group {
        Group::Move => "movement",
        Group::Strike => "attack_melee",
        Group::Shoot => "attack_ranged",
        Group::Defend => "defence",
        Group::Cast => "attack_spell",
        Group::Other => "miscellaneous",
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, ROWS, columns, fit};

    #[test]
    fn groups_share_columns_and_slips_stay_readable() {
        assert_eq!(columns(&[1, 1], super::HEIGHT), 1);
        assert!(columns(&[5, 3, 2, 1, 1, 8], super::HEIGHT) <= 6);
        assert_eq!(fit(780.0, &[1], ROWS), (0.0, 190.0));
        let (rise, width) = fit(780.0, &[8, 11, 3, 1, 6, 9], ALL);
        assert!(rise > 0.0 && width >= 124.0, "{rise} {width}");
        let (rise, width) = fit(300.0, &[100], ROWS);
        assert!(rise <= ROWS as f32 * 32.0 && width >= 100.0, "{rise} {width}");
    }
}
