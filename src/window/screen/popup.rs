//! What opens above the row of actions, in one narrow column: the manoeuvres, or all that has no slot, in groups and
//! with a search field. A deed with several choices is one card that opens them; what is not possible now is folded away
//! below, under its reasons.

use bevy::{input_focus::InputFocus, text::EditableText};
use leafwing_input_manager::prelude::ActionState;

use super::{
    PopupPanel,
    concerned::{Concerned, FOREMOST, cost},
    dock::{self, Docked, LogPlace},
    field::{self, InBattle},
    hand::{draw_cost, icon},
};
use crate::window::{input::InputSet, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawer>()
        .add_systems(Update, ((frame, list).chain(), lie.before(dock::choose), write.before(InputSet)));
}

/// On which side what is open lies.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Drawer {
    /// Nothing is open.
    #[default]
    Shut,
    /// At the left.
    Left,
    /// At the right.
    Right,
}

/// Where the cards are listed.
#[derive(Component)]
struct List;

/// Width of the field, in digits.
const FIELD: f32 = 18.0;
/// Height of a card, in units, at least: two lines of small text.
const CARD_HEIGHT: f32 = 30.0;
/// With more cards than these, what each does is told in a few words, and in a sentence only on pointing.
const ROOMY: usize = 5;
/// Width of the keys of cards, at least.
const KEY: f32 = 14.0;
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
    let high = room.window.y - room.top - room.bottom - GAP_2;
    let node = Node { width: percent(100), max_height: px(high), ..down().gap(GAP_2) };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(widgets::card(node)).with_children(|card| {
            if open == Popup::More {
                card.spawn(across().gap(GAP_2).fixed()).with_children(|head| {
                    head.line(STRONG.soft(), say!("row-find"));
                    let tells = |text| Some(Intent::FindCard(text));
                    head.spawn((InBattle, field::field("find action", "", FIELD, tells)));
                });
            }
            let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
            card.spawn((List, ScrollArea, node));
        });
    });
}

/// It lies at the right, above the tray; at the left, where it would cover who acts. The side is settled as it opens:
/// while it is open it does not hop.
fn lie(
    concerned: Concerned,
    table: Res<Table>,
    (room, corner, log): (Res<Room>, Res<CornerPiece>, Res<LogPlace>),
    mut drawer: ResMut<Drawer>,
    panel: Single<&mut Node, With<PopupPanel>>,
) {
    let [right, left] = Docked::places(&room, *log, corner.place.width()).map(|(from, _)| from);
    if table.row.open.is_none() || table.prompt.is_some() {
        drawer.set_if_neq(Drawer::Shut);
        return;
    }
    if *drawer == Drawer::Shut {
        let column = |x: f32| Rect::new(x, room.top + GAP_2, x + room.column, room.window.y - room.bottom);
        let keep = concerned.all();
        // Its place is at the right.
        let at_right = cost(column(right), &keep) <= cost(column(left), &keep).saturating_add(FOREMOST - 1);
        *drawer = if at_right { Drawer::Right } else { Drawer::Left };
    }
    let (left, right) =
        if *drawer == Drawer::Left { (px(left), auto()) } else { (auto(), px(GAP_2 + log.right)) };
    alter(&mut panel.into_inner(), |node| (node.left, node.right) = (left, right));
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
    let more = now.row.open == Some(Popup::More) && now.row.open_family().is_none();
    let folded = now.row.folded(&now.hand);
    let unfolded = now.row.unfolded || listed.is_empty();
    commands.entity(list).despawn_children();
    commands.entity(list).with_children(|parent| {
        if let Some(deed) = now.row.open_family() {
            draw_back(parent, deed);
        }
        let mut group = None;
        for (n, card) in listed.iter().filter_map(shown) {
            if more && group != Some(card.group) {
                group = Some(card.group);
                let (name, about) = group_words(card.group);
                heading(parent, Face::Bold, name, Some(Tip::new(about)));
            }
            draw_slip(parent, &mut brushes, (n, card), &now);
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
                        draw_slip(parent, &mut brushes, (n, card), &now);
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

/// A line over the whole width.
fn heading(parent: Sheet, face: Face, text: String, tip: Option<Tip>) {
    let mut line = parent.spawn(Node { min_height: px(HEADING), ..default() }.fixed());
    if let Some(tip) = tip {
        line.insert(tip);
    }
    line.with_child(PLAIN.face(face).soft().text(text));
}

/// The name of a group of the hand, and what is in it in a sentence.
fn group_words(group: CardGroup) -> (String, String) {
    match group {
        CardGroup::Move => (say!("group-move"), say!("tip-group-move")),
        CardGroup::Strike => (say!("group-strike"), say!("tip-group-strike")),
        CardGroup::Shoot => (say!("group-shoot"), say!("tip-group-shoot")),
        CardGroup::Defend => (say!("group-defend"), say!("tip-group-defend")),
        CardGroup::Cast => (say!("group-cast"), say!("tip-group-cast")),
        CardGroup::Other => (say!("group-other"), say!("tip-group-other")),
    }
}

/// Shows or hides what is not possible now.
fn draw_fold(parent: Sheet, n: usize, unfolded: bool) {
    let look = if unfolded { ButtonLook::Chosen } else { ButtonLook::Paper };
    parent.spawn(Node::default().fixed()).with_children(|line| {
        line.button("Not possible", look, Intent::Unfold, Node::default().pad(GAP_2, 2.0))
            .with_child(ASIDE.line(say!("row-unfold", n = n)));
    });
}

/// What the choices are listed of, and the way back.
fn draw_back(parent: Sheet, deed: &str) {
    parent.spawn(across().gap(GAP_2).fixed()).with_children(|line| {
        let back = Intent::FindCard(String::new());
        line.button("All manoeuvres", ButtonLook::Paper, back, Node::default().pad(GAP_2, 2.0))
            .with_child(PLAIN.line(say!("page-back")));
        line.text(STRONG, deed);
    });
}

/// What a card that can be had does, as it is told under its name where so many are listed: in a sentence if they are
/// few, else in a few words, unless a chance stands there.
fn does(action: &ActionCard, listed: usize) -> &str {
    match listed {
        ..=ROOMY => &action.about,
        _ if action.figure.is_empty() => &action.brief,
        _ => "",
    }
}

/// A card as a card: icon, name, cost, key. One that stands for several choices says so; a choice is called by what is
/// chosen.
fn draw_slip(parent: Sheet, brushes: &mut Brushes, (n, action): (usize, &ActionCard), drawn: &Listed) {
    let Listed { hand, row } = drawn;
    let possible = action.open();
    let look = if action.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = Node { min_height: px(CARD_HEIGHT), ..across().pad(5.0, 3.0).fixed() };
    let ink = if possible { theme::INK } else { theme::GREY };
    let own = icon(&mut brushes.art, action);
    let picture = brushes.picture(&own, 64);
    let deed = row.family(hand, n);
    let chosen = row.open_family().and(action.name.split_once(ActionCard::CHOICE));
    let name = deed.unwrap_or(action.name.as_str());
    let text = match (deed, chosen) {
        (Some(deed), _) => format!("{deed}…"),
        (None, Some((_, choice))) => choice.to_owned(),
        (None, None) => action.full_name(),
    };
    parent
        .spawn((
            widgets::button(format!("action {name}"), look, possible, row.take(hand, n), node),
            Explains(Intent::AskCard(n)),
        ))
        .with_children(|slip| {
            let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
            let picture = ImageNode::new(picture).with_color(tint);
            slip.spawn((picture, sized(20.0, 20.0).fixed(), Pickable::IGNORE));
            // A name that is too long for its line stands on two; what it does stands under it.
            slip.spawn((down().gap(1.0).grows(), Pickable::IGNORE)).with_children(|words| {
                words.spawn((STRONG.ink(ink).text(text), LineHeight::Px(theme::SMALL)));
                // With what it is done stands in the row.
                let chance = action.figure.lines().last().filter(|_| possible && deed.is_none());
                if let Some(chance) = chance {
                    words.spawn((PLAIN.text(chance), LineHeight::Px(theme::SMALL + 1.0)));
                }
                let does = does(action, row.listed(hand).len());
                if possible && deed.is_none() && !does.is_empty() {
                    words.spawn((SOFT.text(does), LineHeight::Px(theme::SMALL + 1.0)));
                }
            });
            draw_cost(slip, &action.cost, ink);
            // Keys have a column of their own: under each other, the numbers of cost and key would be mixed up.
            let keys =
                Node { min_width: px(KEY), justify_content: JustifyContent::FlexEnd, ..across().fixed() };
            slip.spawn((keys, Pickable::IGNORE)).with_children(|keys| {
                let key = row.key_above(hand, n).filter(|_| possible).and_then(Action::hotkey);
                if let Some(key) = key {
                    keys.spawn((widgets::key(theme::INK_SOFT, key), LineHeight::Px(theme::SMALL)));
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
            intents.write(table.row.take(&table.hand, *card));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_card_says_what_it_does_in_a_sentence_or_where_many_are_listed_in_a_few_words() {
        let card = ActionCard {
            about: "Wake sleepers.".to_owned(),
            brief: "Wakes sleepers".to_owned(),
            ..ActionCard::default()
        };
        assert_eq!((does(&card, ROOMY), does(&card, ROOMY + 1)), ("Wake sleepers.", "Wakes sleepers"));
        let chance = ActionCard { figure: "65%".to_owned(), ..card };
        assert_eq!((does(&chance, ROOMY), does(&chance, ROOMY + 1)), ("Wake sleepers.", ""));
    }
}
