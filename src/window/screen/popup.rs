//! What opens above the row of actions: the manoeuvres, or all that has no slot, in groups and with a search field;
//! what is not possible now is folded away below, under its reasons.

use bevy::{
    input_focus::InputFocus,
    prelude::*,
    text::{EditableText, LineHeight},
    ui_widgets::ScrollArea,
};
use leafwing_input_manager::prelude::ActionState;

use super::{
    PopupPanel,
    fan::{self, CARD_HEIGHT},
    field::{self, InBattle},
    hand::{draw_cost, icon},
};
use crate::locale;
use crate::window::{
    art::Brushes,
    input::{InputSet, Pointer},
    pen::*,
    tips::Tip,
    view::{ActionCard, CardGroup, Popup, Row},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, ((frame, list).chain(), beside, write.before(InputSet)));
}

/// Where the cards are listed.
#[derive(Component)]
struct List;

/// How much of the window it takes at most.
const HIGHEST: f32 = 0.55;
/// Width of the field, in digits.
const FIELD: f32 = 18.0;
/// Height of a heading.
const HEADING: f32 = 18.0;

/// The frame with its field stays while what is listed changes: so nobody loses the place where they write.
fn frame(
    mut commands: Commands,
    table: Res<Table>,
    panel: Single<Entity, With<PopupPanel>>,
    (language, room): (Res<Language>, Res<Room>),
    (mut focus, fields): (ResMut<InputFocus>, Query<(), With<InBattle>>),
    mut seen: Local<Option<Popup>>,
) {
    let open = table.row.open.filter(|_| table.prompt.is_none() && !table.hand.is_empty());
    if *seen == open && !(language.is_changed() || room.is_changed()) {
        return;
    }
    *seen = open;
    if focus.get().is_some_and(|entity| fields.contains(entity)) {
        focus.clear();
    }
    commands.entity(*panel).despawn_children();
    let Some(open) = open else { return };
    let node = Node { max_width: percent(100), max_height: px(room.window.y * HIGHEST), ..down().gap(GAP_2) };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(widgets::card(node)).with_children(|card| {
            if open == Popup::More {
                card.spawn(across().gap(GAP_2).fixed()).with_children(|head| {
                    head.line(STRONG.soft(), say!("row-find"));
                    let tells = |text| Some(Intent::FindCard(text));
                    head.spawn((InBattle, field::field("find action", "", FIELD, tells)));
                });
            }
            let node = Node { min_height: px(0), align_content: AlignContent::FlexStart, ..default() };
            let node = Node { overflow: Overflow::scroll_y(), ..node.columns(GAP).rows(GAP).wrap() };
            card.spawn((List, ScrollArea, node));
        });
    });
}

/// It lies beside the log, not under it.
fn beside(table: Res<Table>, room: Res<Room>, panel: Single<&mut Node, With<PopupPanel>>) {
    let wing = if room.folded { 0.0 } else { room.wing };
    let log = if table.log_open { room.log + GAP_2 } else { 0.0 };
    let left = px(wing.max(log) + GAP_2);
    let mut node = panel.into_inner();
    if node.left != left {
        node.left = left;
    }
}

/// What is listed there.
#[derive(PartialEq)]
struct Listed {
    hand: Vec<ActionCard>,
    row: Row,
}

fn list(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    list: Option<Single<Entity, With<List>>>,
    language: Res<Language>,
    mut seen: Local<Option<(Entity, Listed)>>,
) {
    let Some(list) = list.map(|list| *list) else { return };
    let drawn = seen.as_ref().is_some_and(|(entity, _)| *entity == list);
    if drawn && !table.is_changed() && !language.is_changed() {
        return;
    }
    let now = Listed { hand: table.hand.clone(), row: table.row.clone() };
    let same = seen.as_ref().is_some_and(|(entity, listed)| *entity == list && *listed == now);
    if same && !language.is_changed() {
        return;
    }
    let listed = now.row.listed(&now.hand);
    let shown = |n: &usize| now.hand.get(*n).map(|card| (*n, card));
    let more = now.row.open == Some(Popup::More);
    let folded = if more { now.row.folded(&now.hand) } else { Vec::new() };
    let unfolded = now.row.unfolded || (listed.is_empty() && !now.row.sought.is_empty());
    let width = {
        let all = listed.iter().chain(folded.iter().filter(|_| unfolded)).filter_map(shown);
        fan::width(all.map(|(n, card)| (card, key_of(&listed, n).map_or_else(String::new, |(_, key)| key))))
    };
    commands.entity(list).despawn_children();
    commands.entity(list).with_children(|parent| {
        let mut group = None;
        for (n, card) in listed.iter().filter_map(shown) {
            if more && group != Some(card.group) {
                group = Some(card.group);
                draw_group(parent, card.group);
            }
            draw_slip(parent, &mut brushes, (n, card), key_of(&listed, n), width);
        }
        if listed.is_empty() && folded.is_empty() {
            parent.text(ASIDE, say!("row-nothing"));
        }
        if folded.is_empty() {
            return;
        }
        draw_fold(parent, folded.len(), unfolded);
        if unfolded {
            for why in reasons(&now.hand, &folded) {
                heading(parent, Face::Italic, why.clone(), None);
                for (n, card) in folded.iter().filter_map(shown) {
                    if card.why_not.as_ref() == Some(why) {
                        draw_slip(parent, &mut brushes, (n, card), None, width);
                    }
                }
            }
        }
    });
    *seen = Some((list, now));
}

/// Why cards are not possible, each reason once, in the order in which they come.
fn reasons<'a>(hand: &'a [ActionCard], cards: &[usize]) -> Vec<&'a String> {
    let mut found: Vec<&String> = Vec::new();
    for why in cards.iter().filter_map(|n| hand.get(*n)?.why_not.as_ref()) {
        if !found.contains(&why) {
            found.push(why);
        }
    }
    found
}

/// The key that takes a card while it is listed, and what stands on it.
fn key_of(listed: &[usize], n: usize) -> Option<(Action, String)> {
    let action = Action::hotkey(listed.iter().position(|own| *own == n)?)?;
    Some((action, locale::key(&action.id())))
}

/// A line over the whole width.
fn heading(parent: Sheet, face: Face, text: String, tip: Option<Tip>) {
    let mut line = parent.spawn(Node { width: percent(100), min_height: px(HEADING), ..default() });
    if let Some(tip) = tip {
        line.insert(tip);
    }
    line.with_child(PLAIN.face(face).soft().text(text));
}

fn draw_group(parent: Sheet, group: CardGroup) {
    heading(parent, Face::Bold, group.name(), Some(Tip::new(group.about())));
}

/// Shows or hides what is not possible now.
fn draw_fold(parent: Sheet, n: usize, unfolded: bool) {
    let look = if unfolded { ButtonLook::Chosen } else { ButtonLook::Paper };
    parent.spawn(Node { width: percent(100), ..default() }).with_children(|line| {
        line.button("Not possible", look, Intent::Unfold, Node::default().pad(GAP_2, 2.0))
            .with_child(ASIDE.line(say!("row-unfold", n = n)));
    });
}

/// A card as a card: icon, name, cost, key.
fn draw_slip(
    parent: Sheet,
    brushes: &mut Brushes,
    (n, action): (usize, &ActionCard),
    key: Option<(Action, String)>,
    width: f32,
) {
    let possible = action.why_not.is_none();
    let look = if action.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = Node { width: px(width), height: px(CARD_HEIGHT), ..across().pad(5.0, 0.0).fixed() };
    let ink = if possible { theme::INK } else { theme::GREY };
    let Brushes { art, images, .. } = brushes;
    let own = icon(art, action);
    let picture = art.image(images, &own, 64);
    parent
        .spawn((
            widgets::button(format!("action {}", action.name), look, possible, Intent::Card(n), node),
            Explains(Intent::AskCard(n)),
        ))
        .with_children(|slip| {
            let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
            let picture = ImageNode::new(picture).with_color(tint);
            slip.spawn((picture, sized(20.0, 20.0).fixed(), Pickable::IGNORE));
            // A name that is too long for its line stands on two.
            slip.spawn((Node::default().grows(), Pickable::IGNORE))
                .with_child((PLAIN.ink(ink).text(action.full_name()), LineHeight::Px(theme::SMALL)));
            let corner = Node { align_items: AlignItems::FlexEnd, ..down().gap(1.0).fixed() };
            slip.spawn((corner, Pickable::IGNORE)).with_children(|corner| {
                draw_cost(corner, action, ink);
                if let Some((key, _)) = key {
                    corner.spawn((widgets::key(theme::INK_SOFT, key), LineHeight::Px(theme::SMALL)));
                }
            });
        });
}

/// While something is written in a battle, keys are letters and nothing else. Enter takes the first card that is
/// listed, Escape and a click on the map end it.
fn write(
    screen: Res<State<Screen>>,
    table: Res<Table>,
    (keys, mouse, pointer): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>, Res<Pointer>),
    mut focus: ResMut<InputFocus>,
    fields: Query<(), (With<EditableText>, With<InBattle>)>,
    mut actions: Single<&mut ActionState<Action>>,
    mut intents: MessageWriter<Intent>,
) {
    let writes = *screen.get() == Screen::Battle && focus.get().is_some_and(|entity| fields.contains(entity));
    if writes && !actions.disabled() {
        actions.disable();
    }
    // What ends it is no order any more.
    let ending = [KeyCode::Escape, KeyCode::Enter, KeyCode::NumpadEnter];
    if !writes && actions.disabled() && !keys.any_pressed(ending) {
        actions.enable();
    }
    if !writes {
        return;
    }
    if mouse.get_just_pressed().next().is_some() && !pointer.on_panel {
        focus.clear();
    } else if keys.just_pressed(KeyCode::Escape) {
        focus.clear();
        intents.write(Intent::More);
    } else if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]) {
        focus.clear();
        if let Some(card) = table.row.listed(&table.hand).first() {
            intents.write(Intent::Card(*card));
        }
    }
}
