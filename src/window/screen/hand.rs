//! The row of actions: a slot each with its icon, name, cost and key. A slot keeps its place and its key for a unit's
//! whole battle; what is not possible now is grey and says why. What opens above the row is in `popup`.

use bevy::{
    prelude::*,
    text::{LineBreak, LineHeight},
};

use super::HandPanel;
use crate::window::{
    art::{Art, Brushes},
    pen::*,
    view::{ActionCard, CardGroup, Popup, Row, RowSlot},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// The widest that a slot is, in units.
const WIDEST: f32 = 132.0;
/// Size of an icon, in units: two fifths of a slot's height; and where there is little room.
const ICON: (f32, f32) = (48.0, 22.0);

/// What was drawn last.
#[derive(PartialEq)]
struct Drawn {
    hand: Vec<ActionCard>,
    row: Row,
    folded: bool,
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    panel: Single<Entity, With<HandPanel>>,
    room: Res<Room>,
    language: Res<Language>,
    mut seen: Local<Option<Drawn>>,
) {
    if !(table.is_changed() || language.is_changed() || room.is_changed()) {
        return;
    }
    let asked = table.prompt.is_some();
    let row = if asked { Row::default() } else { table.row.clone() };
    let now = Drawn { hand: table.hand.clone(), row, folded: room.folded };
    if !language.is_changed() && seen.as_ref() == Some(&now) {
        return;
    }
    commands.entity(*panel).despawn_children();
    let node = Node { align_items: AlignItems::Stretch, ..Node::default().columns(GAP).fill().centred() };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn((node, Pickable::IGNORE)).with_children(|slots| {
            for (n, slot) in now.row.slots.iter().enumerate() {
                let key = Action::hotkey(now.row.key(n));
                match slot {
                    RowSlot::Card(card) => {
                        if let Some(action) = now.hand.get(*card) {
                            draw_card(slots, &mut brushes, (*card, action), key, now.folded);
                        }
                    }
                    RowSlot::Empty => {
                        slots.spawn((slot_node(), Pickable::IGNORE));
                    }
                    RowSlot::Manoeuvres => {
                        let open = now.row.open == Some(Popup::Manoeuvres);
                        let any = now.row.manoeuvres.iter().any(|n| possible(&now.hand, *n));
                        let parts = Opener {
                            name: "Manoeuvres",
                            icon: "icons/repeated_attack",
                            text: say!("row-manoeuvres"),
                            intent: Intent::Manoeuvres,
                        };
                        draw_opener(slots, &mut brushes, parts, (key, open, any), now.folded);
                    }
                    RowSlot::More => {
                        let open = now.row.open == Some(Popup::More);
                        let n = now.row.more.iter().filter(|n| possible(&now.hand, **n)).count();
                        let parts = Opener {
                            name: "More",
                            icon: "icons/miscellaneous",
                            text: say!("hand-more", n = n, all = if open { "yes" } else { "no" }),
                            intent: Intent::More,
                        };
                        draw_opener(slots, &mut brushes, parts, (key, open, true), now.folded);
                    }
                }
            }
        });
    });
    *seen = Some(now);
}

fn possible(hand: &[ActionCard], n: usize) -> bool {
    hand.get(n).is_some_and(|card| card.why_not.is_none())
}

/// The node of a slot: all of a row are as wide as each other.
fn slot_node() -> Node {
    Node { max_width: px(WIDEST), ..down().gap(0.0).pad(6.0, 4.0).basis(0.0).apart() }
}

/// A slot with a card. Its place in the hand says which it is.
fn draw_card(
    slots: Sheet,
    brushes: &mut Brushes,
    (n, action): (usize, &ActionCard),
    key: Option<Action>,
    folded: bool,
) {
    let possible = action.why_not.is_none();
    let look = if action.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
    let name = format!("action {}", action.name);
    slots
        .spawn((
            widgets::button(name, look, possible, Intent::Card(n), slot_node()),
            Explains(Intent::AskCard(n)),
            widgets::shadow(),
        ))
        .with_children(|slot| {
            let Brushes { art, images, .. } = &mut *brushes;
            let own = icon(art, action);
            let picture = art.image(images, &own, 128);
            let ink = if possible { theme::INK } else { theme::GREY };
            let key = key.map(|key| (key, if possible { theme::INK_SOFT } else { theme::GREY }));
            draw_face(slot, (picture, possible, folded), key, |top| draw_cost(top, action, ink));
            draw_name(slot, ink, action.full_name(), folded);
        });
}

/// A slot that opens something above the row.
struct Opener {
    /// What a script presses it by.
    name: &'static str,
    icon: &'static str,
    text: String,
    intent: Intent,
}

fn draw_opener(
    slots: Sheet,
    brushes: &mut Brushes,
    parts: Opener,
    (key, open, any): (Option<Action>, bool, bool),
    folded: bool,
) {
    let look = if open { ButtonLook::Chosen } else { ButtonLook::Paper };
    slots
        .spawn((widgets::button(parts.name, look, true, parts.intent, slot_node()), widgets::shadow()))
        .with_children(|slot| {
            let Brushes { art, images, .. } = &mut *brushes;
            let picture = art.image(images, parts.icon, 128);
            let ink = if any { theme::INK } else { theme::GREY };
            draw_face(slot, (picture, any, folded), key.map(|key| (key, ink)), |_| {});
            draw_name(slot, ink, parts.text, folded);
        });
}

/// Pips and key in the corners above, the icon large in the middle; where there is little room it stands at the left,
/// and pips and key beside it.
fn draw_face(
    slot: Sheet,
    (picture, possible, folded): (Handle<Image>, bool, bool),
    key: Option<(Action, Color)>,
    cost: impl FnOnce(Sheet),
) {
    let size = if folded { ICON.1 } else { ICON.0 };
    let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
    let icon = (ImageNode::new(picture).with_color(tint), sized(size, size).fixed(), Pickable::IGNORE);
    let key = key.map(|(key, ink)| (widgets::key(ink, key), LineHeight::Px(theme::SMALL)));
    let line = Node { width: percent(100), min_height: px(theme::SMALL), ..across().apart().fixed() };
    let line = Node { align_items: AlignItems::FlexStart, ..line };
    if !folded {
        slot.spawn((line, Pickable::IGNORE)).with_children(|top| {
            // The key keeps its corner where nothing is to be paid.
            top.spawn((Node::default(), Pickable::IGNORE)).with_children(cost);
            if let Some(key) = key {
                top.spawn(key);
            }
        });
        let middle = Node { align_self: AlignSelf::Center, ..Node::default().fixed() };
        slot.spawn((middle, Pickable::IGNORE)).with_child(icon);
        return;
    }
    slot.spawn((line, Pickable::IGNORE)).with_children(|head| {
        head.spawn(icon);
        let corner = Node { align_items: AlignItems::FlexEnd, ..down().gap(1.0).fixed() };
        head.spawn((corner, Pickable::IGNORE)).with_children(|corner| {
            cost(corner);
            if let Some(key) = key {
                corner.spawn(key);
            }
        });
    });
}

/// The name at the foot of a slot, under the middle of its icon; a word that is longer than the slot is broken.
fn draw_name(slot: Sheet, ink: Color, name: String, folded: bool) {
    let (justify, justify_content) = match folded {
        true => (Justify::Left, JustifyContent::FlexStart),
        false => (Justify::Center, JustifyContent::Center),
    };
    let node = Node { width: percent(100), min_width: px(0), justify_content, ..default() };
    slot.spawn((node, Pickable::IGNORE)).with_child((
        PLAIN.ink(ink).text(name),
        LineHeight::Px(theme::SMALL),
        TextLayout::new(justify, LineBreak::WordOrCharacter),
    ));
}

/// What an action costs, in pips where they can be counted.
pub(super) fn draw_cost(card: Sheet, action: &ActionCard, ink: Color) {
    let node = across().gap(2.0).fixed();
    card.spawn((node, Pickable::IGNORE)).with_children(|cost| {
        for (_, amount, pip) in &action.cost {
            match u32::try_from(*amount) {
                Ok(amount @ 1..=4) => widgets::pips(cost, amount, amount, *pip, ink),
                Ok(0) => {}
                _ => {
                    cost.line(NUMBER.ink(ink), amount.to_string());
                }
            }
        }
    });
}

/// The icon of an action: the fittest of those that it may have, else its group's.
pub(super) fn icon(art: &mut Art, action: &ActionCard) -> String {
    let mut own = action.art.iter().map(|name| format!("icons/{name}"));
    own.find(|name| art.has_quietly(name)).unwrap_or_else(|| format!("icons/{}", plain_icon(action.group)))
}

/// The icon of a group, for actions that have none of their own.
fn plain_icon(group: CardGroup) -> &'static str {
    match group {
        CardGroup::Move => "movement",
        CardGroup::Strike => "weapons/melee",
        CardGroup::Shoot => "weapons/ranged",
        CardGroup::Defend => "defence",
        CardGroup::Cast => "attack_spell",
        CardGroup::Other => "miscellaneous",
    }
}
