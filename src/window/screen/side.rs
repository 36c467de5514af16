//! The column at the right: what is under the pointer, with odds and their breakdown; and the rule that a line leads
//! to.

use bevy::{picking::hover::Hovered, prelude::*};

use super::{LogPanel, PromptPanel, Rise, Room, RulePanel, SidePanel, columns, parts, trace};
use crate::locale::say;
use crate::window::{
    input::Pointer,
    theme::{self, Face, Fonts},
    tips::Tip,
    view::{Intent, RuleCard, SideCard, SideLine, Table},
    widgets::{self, Explains},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_card, draw_rule, lay_rule).chain());
}

/// Width of the card of a rule, in units.
pub(super) const RULE: f32 = 280.0;

/// Lines from which a card sets them close.
const CROWDED: usize = 10;
/// Lines from which they are set one after the other, where there is little room.
const FLOWING: usize = 5;

/// How wide the card of a square is, in per cent of the column: it has little to say.
const SLIM: f32 = 70.0;

/// A card in the column, which the pointer goes through.
fn column_card(crowded: bool, width: f32) -> impl Bundle {
    let node = Node {
        width: percent(width),
        align_self: AlignSelf::FlexEnd,
        padding: UiRect::all(px(theme::GAP_3)),
        row_gap: px(if crowded { 0.0 } else { theme::GAP }),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    (widgets::card(node), Pickable::IGNORE)
}

fn draw_card(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<(Entity, &ComputedNode), With<SidePanel>>,
    room: Res<Room>,
    mut seen: Local<(Option<SideCard>, bool, bool)>,
) {
    let (panel, node) = *panel;
    let same = !table.is_changed() || (seen.0 == table.side && seen.1 == table.pinned);
    // A card that is too high for its place is set close, so that none of it is cut off.
    let over = (node.content_size().y - node.size().y) * node.inverse_scale_factor();
    let cut = same && !seen.2 && seen.0.is_some() && over > 1.0;
    if same && !cut && !room.is_changed() {
        return;
    }
    let tight = room.folded || cut;
    *seen = (table.side.clone(), table.pinned, tight);
    commands.entity(panel).despawn_children();
    let Some(side) = &table.side else { return };
    commands.entity(panel).with_children(|parent| {
        let crowded = side.lines.len() > CROWDED;
        let slim = side.side.is_none() && !crowded && side.columns.is_empty() && side.trace.is_empty();
        parent.spawn(column_card(tight || crowded, if slim { SLIM } else { 100.0 })).with_children(|card| {
            let ink = side.side.map_or(theme::INK, theme::side_ink);
            card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::across() })
                .with_children(|head| {
                    head.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, ink, side.title.clone()));
                    if table.pinned {
                        head.spawn(widgets::line(
                            &fonts,
                            Face::Mono,
                            theme::SMALL,
                            theme::INK_SOFT,
                            say!("side-kept"),
                        ));
                    }
                });
            if !side.about.is_empty() {
                card.spawn(widgets::label(
                    &fonts,
                    Face::Italic,
                    theme::SMALL,
                    theme::INK_SOFT,
                    side.about.clone(),
                ));
            }
            if !side.numbers.is_empty() {
                card.spawn(Node {
                    column_gap: px(theme::GAP_3 + theme::GAP),
                    row_gap: px(theme::GAP),
                    flex_wrap: FlexWrap::Wrap,
                    align_items: AlignItems::FlexEnd,
                    ..widgets::across()
                })
                .with_children(|numbers| {
                    for (n, (number, name, harm)) in side.numbers.iter().enumerate() {
                        let size = if n == 0 { theme::LARGE } else { theme::LARGE * 0.7 };
                        let ink = if *harm { theme::HARM } else { theme::INK };
                        let node = Node { row_gap: px(0), ..widgets::down() };
                        let told = Tip::new(say!("tip-number", what = name));
                        numbers.spawn((node, told)).with_children(|stack| {
                            stack.spawn(widgets::line(&fonts, Face::Bold, size, ink, number.clone()));
                            stack.spawn(widgets::line(
                                &fonts,
                                Face::Regular,
                                theme::SMALL,
                                theme::INK_SOFT,
                                name.clone(),
                            ));
                        });
                    }
                });
            }
            columns::draw(card, &fonts, &side.columns, &side.columns_note, tight);
            trace::draw(card, &fonts, &side.trace);
            if tight && side.lines.len() > FLOWING {
                parts::flow(card, &fonts, &side.lines);
            } else {
                for line in &side.lines {
                    draw_line(card, &fonts, line);
                }
            }
            for (name, share, value) in &side.bars {
                draw_bar(card, &fonts, name, *share, value);
            }
        });
    });
}

/// The rule of the line or card that the pointer is on.
fn draw_rule(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<RulePanel>>,
    mut seen: Local<Option<RuleCard>>,
) {
    if !table.is_changed() || *seen == table.rule {
        return;
    }
    seen.clone_from(&table.rule);
    commands.entity(*panel).despawn_children();
    let Some(rule) = &table.rule else { return };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(column_card(false, 100.0)).with_children(|card| {
            card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::across() })
                .with_children(|head| {
                    let title = rule.title.clone();
                    head.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, theme::INK, title));
                    let id = rule.id.clone();
                    head.spawn(widgets::line(&fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, id));
                });
            for text in &rule.more {
                card.spawn(widgets::label(&fonts, Face::Regular, theme::SMALL, theme::INK, text.clone()));
            }
            if !rule.text.is_empty() {
                let (face, ink) = if rule.more.is_empty() {
                    (Face::Regular, theme::INK)
                } else {
                    (Face::Italic, theme::INK_SOFT)
                };
                card.spawn(widgets::label(&fonts, face, theme::SMALL, ink, rule.text.clone()));
            }
        });
    });
}

/// A panel that the card of a rule keeps off.
type Beside<'w, 's, Own> =
    Single<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), (With<Own>, Without<RulePanel>)>;

/// The card of a rule lies beside what it explains and off the pointer: beside the column, the card or the log.
fn lay_rule(
    table: Res<Table>,
    (room, rise, ui, pointer): (Res<Room>, Res<Rise>, Res<UiScale>, Res<Pointer>),
    panels: (Beside<SidePanel>, Beside<PromptPanel>, Beside<LogPanel>),
    rule: Single<(&mut Node, &ComputedNode), With<RulePanel>>,
) {
    if table.rule.is_none() {
        return;
    }
    let place = |(node, at): (&ComputedNode, &UiGlobalTransform)| {
        let unit = node.inverse_scale_factor();
        Rect::from_center_size(at.translation * unit, node.size() * unit)
    };
    let mut keep = vec![place(*panels.0), place(*panels.1), place(*panels.2)];
    keep.retain(|own| own.width() > 0.0 && own.height() > 0.0);
    if let Some(at) = pointer.screen {
        keep.push(Rect::from_center_size(at / ui.0, Vec2::splat(POINTER)));
    }
    let (mut node, computed) = rule.into_inner();
    let size = computed.size() * computed.inverse_scale_factor();
    let least = Vec2::new(theme::GAP_2, room.top + theme::GAP_2);
    let most = Vec2::new(room.window.x - theme::GAP_2, room.window.y - room.bottom - rise.0 - theme::GAP_2);
    let at = off(size, Rect::from_corners(least, most.max(least)), &keep).round();
    if node.left != px(at.x) || node.top != px(at.y) {
        (node.left, node.top) = (px(at.x), px(at.y));
    }
}

/// What is kept free around the pointer, in units.
const POINTER: f32 = 40.0;

/// Where a card of this size lies inside `free` so that it covers least of `keep`; of equal places the rightmost, and
/// then the highest.
fn off(size: Vec2, free: Rect, keep: &[Rect]) -> Vec2 {
    let most = (free.max - size).max(free.min);
    let gap = theme::GAP_2;
    let columns = keep.iter().flat_map(|own| [own.min.x - gap - size.x, own.max.x + gap]).chain([most.x]);
    let rows = || keep.iter().flat_map(|own| [own.min.y, own.max.y + gap]).chain([free.min.y, most.y]);
    let mut best: Option<(f32, Vec2)> = None;
    for (x, y) in columns.flat_map(|x| rows().map(move |y| (x, y))) {
        let at = Vec2::new(x, y).clamp(free.min, most);
        let own = Rect::from_corners(at, at + size);
        let covered = keep.iter().map(|other| own.intersect(*other)).filter(|own| !own.is_empty());
        let covered: f32 = covered.map(|own| own.width() * own.height()).sum();
        let better = |(least, old): (f32, Vec2)| {
            covered < least - 0.5 || (covered < least + 0.5 && (at.x, -at.y) > (old.x, -old.y))
        };
        if best.is_none_or(better) {
            best = Some((covered, at));
        }
    }
    best.map_or(free.min, |(_, at)| at)
}

/// The longest value, in characters, that is set as a number in its column.
const LONG: usize = 12;

fn draw_line(card: &mut ChildSpawnerCommands, fonts: &Fonts, line: &SideLine) {
    if line.sum {
        card.spawn((Node { height: px(1), width: percent(100), ..default() }, BackgroundColor(theme::INK)));
    }
    let face = if line.sum { Face::Bold } else { Face::Regular };
    let ink = match (line.struck, line.harm) {
        (true, _) => theme::GREY,
        (false, true) => theme::HARM,
        (false, false) => theme::INK,
    };
    let mut row = card.spawn(Node {
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(theme::GAP_2),
        ..widgets::across()
    });
    if let Some(topic) = line.asks() {
        row.insert((
            Name::new(format!("line {}", line.text)),
            Hovered::default(),
            Explains(Intent::AskRule(topic)),
        ));
    } else {
        row.insert(Pickable::IGNORE);
    }
    row.with_children(|row| {
        let text = widgets::label(fonts, face, theme::SMALL, ink, line.text.clone());
        if line.value.chars().count() > LONG {
            // Words rather than a number: they wrap.
            row.spawn(text);
            let value = widgets::label(fonts, Face::Regular, theme::SMALL, ink, line.value.clone());
            row.spawn((value, TextLayout::justify(Justify::Right)));
            return;
        }
        let value = widgets::line(fonts, Face::Mono, theme::SMALL, ink, line.value.clone());
        if line.struck {
            row.spawn((text, Strikethrough));
        } else {
            row.spawn(text);
        }
        let end = Node {
            min_width: px(26),
            flex_shrink: 0.0,
            justify_content: JustifyContent::FlexEnd,
            ..default()
        };
        row.spawn((end, Pickable::IGNORE)).with_children(|end| {
            if line.struck {
                end.spawn((value, Strikethrough));
            } else {
                end.spawn(value);
            }
        });
    });
    if !line.note.is_empty() {
        card.spawn(Node { padding: UiRect::left(px(theme::GAP_3)), ..default() }).with_child(widgets::label(
            fonts,
            Face::Italic,
            theme::SMALL,
            theme::INK_SOFT,
            line.note.clone(),
        ));
    }
}

/// A bar with its name at the left and its value at the right: one step of a distribution.
fn draw_bar(card: &mut ChildSpawnerCommands, fonts: &Fonts, name: &str, share: f32, value: &str) {
    card.spawn((Node { column_gap: px(theme::GAP_2), height: px(16), ..widgets::across() }, Pickable::IGNORE))
        .with_children(|row| {
            row.spawn(Node { width: px(64), flex_shrink: 0.0, ..default() }).with_child(widgets::line(
                fonts,
                Face::Regular,
                theme::SMALL,
                theme::INK,
                name,
            ));
            row.spawn(Node { flex_grow: 1.0, min_width: px(0), ..default() }).with_children(|track| {
                let node = Node { width: percent(100.0 * share.clamp(0.0, 1.0)), height: px(8), ..default() };
                track.spawn((node, BackgroundColor(theme::INK_SOFT), Pickable::IGNORE));
            });
            let own = Node { width: px(40), justify_content: JustifyContent::FlexEnd, ..default() };
            row.spawn(own).with_child(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK, value));
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_of_a_rule_covers_neither_menu_nor_pointer() {
        let free = Rect::new(8.0, 84.0, 1272.0, 530.0);
        let size = Vec2::new(280.0, 120.0);
        let column = Rect::new(972.0, 84.0, 1272.0, 400.0);
        for menu in [Rect::new(580.0, 100.0, 960.0, 500.0), Rect::new(8.0, 84.0, 388.0, 500.0)] {
            let pointer = Rect::from_center_size(menu.center() + Vec2::new(150.0, 0.0), Vec2::splat(POINTER));
            let at = off(size, free, &[column, menu, pointer]);
            let own = Rect::from_corners(at, at + size);
            assert!([column, menu, pointer].iter().all(|other| own.intersect(*other).is_empty()), "{at}");
        }
        assert_eq!(
            off(size, free, &[column]),
            Vec2::new(992.0, 408.0),
            "beneath the column, if there is room"
        );
    }
}
