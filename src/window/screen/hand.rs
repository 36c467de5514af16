//! The hand: actions as slips in groups with their cost, key and reason if not possible; under tabs where there is
//! little room.
//!
//! Owns how they are drawn and which tab is open. How they are laid out is `fan`'s.

use bevy::{prelude::*, text::LineHeight, ui_widgets::ScrollArea};

use super::{
    HandPanel, Rise, Room,
    fan::{self, Fan},
};
use crate::locale::{self, say};
use crate::window::{
    art::{Art, Brushes},
    input::Action,
    language::Language,
    theme::{self, Face, Fonts},
    tips::Tip,
    view::{ActionCard, Group, Intent, Table},
    widgets::{self, Explains, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Open>().add_systems(Update, (open, draw).chain());
}

/// The group under the open tab, and the card that was chosen last.
#[derive(Resource, Default)]
struct Open {
    group: Option<Group>,
    chosen: Option<usize>,
}

/// A tab is opened by whoever asks for it, and by the card that is chosen. One with nothing under it is not left open.
fn open(table: Res<Table>, mut intents: MessageReader<Intent>, mut open: ResMut<Open>) {
    let asked = intents.read().filter_map(|intent| match intent {
        Intent::Tab(group) => Some(*group),
        _ => None,
    });
    if let Some(group) = asked.last() {
        open.group = Some(group);
    }
    if !table.is_changed() {
        return;
    }
    let chosen = table.hand.iter().position(|card| card.chosen);
    if chosen != open.chosen {
        open.chosen = chosen;
        if let Some(card) = chosen.and_then(|n| table.hand.get(n)) {
            open.group = Some(card.group);
        }
    }
    if !table.hand.iter().any(|card| Some(card.group) == open.group) {
        let possible = table.hand.iter().filter(|card| card.why_not.is_none()).map(|card| card.group);
        open.group = possible.min().or_else(|| table.hand.iter().map(|card| card.group).min());
    }
}

/// What stands on the key of the n-th card, from 0.
fn key_of(n: usize) -> String {
    Action::hotkey(n).map(|action| locale::key(&action.id())).unwrap_or_default()
}

/// The width from which a slip has room for its icon.
const ICON_FROM: f32 = 124.0;
/// Width of an icon with its gap.
const ICON: f32 = 24.0;

/// What was drawn last.
#[derive(PartialEq)]
struct Drawn {
    hand: Vec<ActionCard>,
    under: usize,
    open: Option<Group>,
    across: f32,
    room: Room,
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads")]
fn draw(
    mut commands: Commands,
    table: Res<Table>,
    open: Res<Open>,
    mut brushes: Brushes,
    panel: Single<(Entity, &ComputedNode), With<HandPanel>>,
    (mut risen, room): (ResMut<Rise>, Res<Room>),
    language: Res<Language>,
    mut seen: Local<Option<Drawn>>,
) {
    let (panel, node) = *panel;
    let across = (node.size().x * node.inverse_scale_factor()).round();
    let now = Drawn { hand: table.hand.clone(), under: table.under, open: open.group, across, room: *room };
    if !language.is_changed() && seen.as_ref() == Some(&now) {
        return;
    }
    *seen = Some(now);
    commands.entity(panel).despawn_children();
    if table.hand.is_empty() {
        risen.set_if_neq(Rise(0.0));
        return;
    }
    let groups = grouped(&table.hand);
    let more = table.under > 0 || table.all_cards;
    let place =
        room.bottom - 2.0 * theme::GAP_2 - if room.folded { super::room::LINE + theme::GAP } else { 0.0 };
    let inside = place - 2.0 - 2.0 * theme::GAP;
    let ways = (more, table.all_cards, room.folded);
    let fan = fan::lay((across, inside), &table.hand, &groups, open.group, ways, key_of);
    risen.set_if_neq(Rise(fan.rise));
    let mut kit = Kit { brushes: &mut brushes, fan };
    let node = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        height: px(place + fan.rise),
        flex_direction: FlexDirection::Column,
        column_gap: px(theme::GAP_2),
        row_gap: px(theme::GAP),
        padding: UiRect::axes(px(theme::GAP_2), px(theme::GAP)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(theme::RADIUS_CARD)),
        ..default()
    };
    let node = if fan.tabs {
        node
    } else {
        Node { flex_wrap: FlexWrap::Wrap, align_content: AlignContent::FlexStart, ..node }
    };
    let paper = (BackgroundColor(theme::PAPER_DIM), BorderColor::all(theme::RULE), widgets::shadow());
    commands.entity(panel).with_children(|parent| {
        parent.spawn((node, paper)).with_children(|hand| {
            if fan.tabs {
                kit.tabs(hand, &table, &groups, open.group);
                return;
            }
            for (group, cards) in &groups {
                let Some((first, rest)) = cards.split_first() else { continue };
                // A heading is never apart from its first card.
                hand.spawn(Node { flex_shrink: 0.0, row_gap: px(0), ..widgets::column() }).with_children(
                    |head| {
                        let name = widgets::line(
                            &kit.brushes.fonts,
                            Face::Bold,
                            theme::SMALL,
                            theme::INK_SOFT,
                            group.name(),
                        );
                        let node = Node { height: px(fan::HEADING), ..default() };
                        head.spawn((node, Tip::new(group.about()))).with_child(name);
                        kit.slip(head, *first, &table.hand[*first]);
                    },
                );
                for n in rest {
                    kit.slip(hand, *n, &table.hand[*n]);
                }
            }
            if more {
                kit.more(hand, &table, fan.width, fan::SLIP);
            }
        });
    });
}

/// Cards stay in the hand's order within their group; their number is their key.
fn grouped(hand: &[ActionCard]) -> Vec<(Group, Vec<usize>)> {
    let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
    for (n, card) in hand.iter().enumerate() {
        match groups.iter_mut().find(|(group, _)| *group == card.group) {
            Some((_, cards)) => cards.push(n),
            None => groups.push((card.group, vec![n])),
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    groups
}

struct Kit<'a, 'w> {
    brushes: &'a mut Brushes<'w>,
    fan: Fan,
}

impl Kit<'_, '_> {
    /// The tabs of the groups, and the cards of the open one beneath.
    fn tabs(
        &mut self,
        hand: &mut ChildSpawnerCommands,
        table: &Table,
        groups: &[(Group, Vec<usize>)],
        open: Option<Group>,
    ) {
        hand.spawn(Node { flex_shrink: 0.0, height: px(fan::TABS), ..widgets::row() }).with_children(
            |tabs| {
                for (group, cards) in groups {
                    let possible = cards.iter().any(|n| table.hand[*n].why_not.is_none());
                    let look = if Some(*group) == open { Look::Chosen } else { Look::Slip };
                    let ink = if possible { theme::INK } else { theme::GREY };
                    let node = Node {
                        padding: UiRect::axes(px(theme::GAP_2), px(1)),
                        column_gap: px(theme::GAP),
                        ..default()
                    };
                    let name = group.tab();
                    tabs.spawn(widgets::button(name, look, true, Intent::Tab(*group), node)).with_children(
                        |tab| {
                            let fonts = &self.brushes.fonts;
                            tab.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, ink, group.name()));
                            let count = cards.len().to_string();
                            tab.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, ink, count));
                        },
                    );
                }
                if table.under > 0 || table.all_cards {
                    tabs.spawn(Node { flex_grow: 1.0, ..default() });
                    self.more(tabs, table, 0.0, fan::TABS);
                }
            },
        );
        hand.spawn((
            ScrollArea,
            Node {
                flex_grow: 1.0,
                min_height: px(0),
                flex_wrap: FlexWrap::Wrap,
                align_content: AlignContent::FlexStart,
                column_gap: px(theme::GAP),
                row_gap: px(theme::GAP),
                overflow: Overflow::scroll_y(),
                ..default()
            },
        ))
        .with_children(|list| {
            for (_, cards) in groups.iter().filter(|(group, _)| Some(*group) == open) {
                for n in cards {
                    self.slip(list, *n, &table.hand[*n]);
                }
            }
        });
    }

    /// Shows the cards under these, or hides them again; as wide as its words if no width is given.
    fn more(&mut self, parent: &mut ChildSpawnerCommands, table: &Table, width: f32, height: f32) {
        let text = say!("hand-more", n = table.under, all = if table.all_cards { "yes" } else { "no" });
        let node = Node {
            width: if width > 0.0 { px(width) } else { auto() },
            height: px(height),
            flex_shrink: 0.0,
            padding: UiRect::axes(px(theme::GAP), px(0)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        };
        let fonts = &self.brushes.fonts;
        let words = widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text);
        parent.spawn(widgets::button("More", Look::Slip, true, Intent::More, node)).with_child((
            words,
            LineHeight::Px(theme::SMALL),
            TextLayout::justify(Justify::Center),
        ));
    }

    fn slip(&mut self, parent: &mut ChildSpawnerCommands, n: usize, action: &ActionCard) {
        let possible = action.why_not.is_none();
        let look = if action.chosen { Look::Chosen } else { Look::Slip };
        let width = self.fan.width;
        let node = Node {
            width: px(width),
            height: px(fan::SLIP),
            flex_shrink: 0.0,
            column_gap: px(theme::GAP),
            align_items: AlignItems::Center,
            padding: UiRect::axes(px(5), px(0)),
            ..default()
        };
        let ink = if possible { theme::INK } else { theme::GREY };
        let Brushes { fonts, art, images } = &mut *self.brushes;
        let fonts: &Fonts = fonts;
        let icon = icon(art, action);
        let picture = art.image(images, &icon, 64);
        let (name, key) = (action.full_name(), key_of(n));
        parent
            .spawn((
                widgets::button(format!("action {}", action.name), look, possible, Intent::Card(n), node),
                Explains(Intent::AskCard(n)),
            ))
            .with_children(|slip| {
                let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
                if width >= ICON_FROM && fan::on_one_line(action, &key, width - ICON) {
                    slip.spawn((
                        ImageNode::new(picture).with_color(tint),
                        Node { width: px(20), height: px(20), flex_shrink: 0.0, ..default() },
                        Pickable::IGNORE,
                    ));
                }
                // A name that is too long for its line stands on two.
                slip.spawn((Node { flex_grow: 1.0, min_width: px(0), ..default() }, Pickable::IGNORE))
                    .with_child((
                        widgets::label(fonts, Face::Regular, theme::SMALL, ink, name),
                        LineHeight::Px(theme::SMALL),
                    ));
                // In the corner the cost, and the key beneath it.
                let corner = Node {
                    align_items: AlignItems::FlexEnd,
                    flex_shrink: 0.0,
                    row_gap: px(1),
                    ..widgets::column()
                };
                slip.spawn((corner, Pickable::IGNORE)).with_children(|corner| {
                    draw_cost(corner, fonts, action, ink);
                    let soft = if possible { theme::INK_SOFT } else { theme::GREY };
                    if let Some(key) = Action::hotkey(n) {
                        corner.spawn((widgets::key(fonts, soft, key), LineHeight::Px(theme::SMALL)));
                    }
                });
            });
    }
}

/// What an action costs, in pips where they can be counted.
fn draw_cost(slip: &mut ChildSpawnerCommands, fonts: &Fonts, action: &ActionCard, ink: Color) {
    let node = Node { column_gap: px(2), flex_shrink: 0.0, ..widgets::row() };
    slip.spawn((node, Pickable::IGNORE)).with_children(|cost| {
        for (_, amount, own_turn) in &action.cost {
            match u32::try_from(*amount) {
                Ok(amount @ 1..=4) => widgets::pips(cost, amount, amount, *own_turn, ink),
                Ok(0) => {}
                _ => {
                    cost.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, ink, amount.to_string()));
                }
            }
        }
    });
}

/// The icon of an action: its own, else its group's.
fn icon(art: &mut Art, action: &ActionCard) -> String {
    let own = format!("icons/{}", action.art);
    if art.has_quietly(&own) { own } else { format!("icons/{}", plain_icon(action.group)) }
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
