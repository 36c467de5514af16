//! The row of actions: a slot each with its icon, name, cost and key. A slot keeps its place, its width and its key for a
//! unit's whole battle; what can't be had now has sunk there to a low grey card with its reason. What opens above the row
//! is in `popup`.

use bevy::text::LineBreak;

use super::{
    HandPanel, letters,
    slots::{Form, SUNK_ICON, high, possible, shut, usual},
};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Height of the gold at the foot of what is right most often, in units.
const BEST: f32 = 4.0;

/// How pale the icon of what can't be had is.
const PALE: Color = Color::srgba(1.0, 1.0, 1.0, 0.4);

/// A slot that has sunk: nothing of it can be had.
#[derive(Component)]
pub(super) struct Sunk;

/// What was drawn last.
#[derive(PartialEq)]
struct Drawn {
    hand: Vec<ActionCard>,
    row: Row,
    form: Form,
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
    let form = Form::of(row.slots.len(), &room);
    let now = Drawn { hand: table.hand.clone(), row, form };
    if !language.is_changed() && seen.as_ref() == Some(&now) {
        return;
    }
    commands.entity(*panel).despawn_children();
    let node = Node { align_items: AlignItems::Stretch, ..Node::default().columns(GAP).fill() };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn((node, Pickable::IGNORE)).with_children(|slots| draw_slots(slots, &mut brushes, &now));
    });
    *seen = Some(now);
}

/// Slots one after the other; those that have sunk are all as low.
fn draw_slots(slots: Sheet, brushes: &mut Brushes, now: &Drawn) {
    let form = now.form;
    let all: Vec<SlotWords> = now.row.slots.iter().map(|slot| told(now, slot)).collect();
    // Where nothing but the end of the turn is left, nobody needs the reason seven times.
    let bare = now.row.spent
        && now.row.slots.iter().zip(&all).all(|(slot, told)| *slot == RowSlot::More || told.shut);
    let low = all.iter().filter_map(|told| Some(form.low(told.sunk.as_ref()?))).fold(0.0, f32::max);
    for ((n, slot), told) in now.row.slots.iter().enumerate().zip(all) {
        // While something is open above them the keys are those of what is listed there.
        let key = Action::hotkey(now.row.key(n)).filter(|_| now.row.open.is_none());
        let SlotWords { name: text, why, shut, sunk } = told;
        let sunk = sunk.map(|texts| (texts, low));
        match if bare && *slot != RowSlot::More { &RowSlot::Empty } else { slot } {
            RowSlot::Card(card) => {
                if let Some(action) = now.hand.get(*card) {
                    draw_card(slots, brushes, (*card, action), key, (form, sunk));
                }
            }
            RowSlot::Manoeuvres => {
                let can = now.row.manoeuvres.iter().filter(|n| possible(&now.hand, **n)).count();
                let parts = Opener {
                    name: "Manoeuvres",
                    icon: "icons/repeated_attack",
                    text,
                    intent: Intent::Manoeuvres,
                    open: now.row.open == Some(Popup::Manoeuvres),
                    empty: shut,
                    brief: if can > 0 { say!("row-manoeuvres-can", n = can) } else { String::new() },
                    why: if shut { why } else { String::new() },
                };
                draw_opener(slots, brushes, parts, key, (form, sunk));
            }
            RowSlot::More => {
                let parts = Opener {
                    name: "More",
                    icon: "icons/miscellaneous",
                    text,
                    intent: Intent::More,
                    open: now.row.open == Some(Popup::More),
                    empty: shut,
                    brief: String::new(),
                    why,
                };
                draw_opener(slots, brushes, parts, key, (form, sunk));
            }
            RowSlot::Empty => {
                slots.spawn((slot_node(form, None), Pickable::IGNORE));
            }
        }
    }
}

/// What is written on a slot.
struct SlotWords {
    name: String,
    /// Why nothing of it can be had, if that is so.
    why: String,
    /// Nothing of it can be had.
    shut: bool,
    /// Both as they have room on it where it has sunk; none: it has not.
    sunk: Option<[String; 2]>,
}

fn told(now: &Drawn, slot: &RowSlot) -> SlotWords {
    let shut = shut(&now.hand, &now.row, slot);
    let [name, why] = match slot {
        RowSlot::Card(n) => {
            now.hand.get(*n).map_or_else(Default::default, |card| [card.own_name(), card.barred.clone()])
        }
        RowSlot::Manoeuvres => {
            // What most of them lack stands for all.
            let why = usual(&now.hand, &now.row.manoeuvres).map(|card| card.barred.clone());
            [say!("row-manoeuvres"), why.unwrap_or_default()]
        }
        RowSlot::More => {
            let open = now.row.open == Some(Popup::More);
            let can = now.row.more.iter().filter(|n| possible(&now.hand, **n)).count();
            let name = match now.row.few && !open {
                true => say!("row-others"),
                false => say!("hand-more", n = can, all = if open { "yes" } else { "no" }),
            };
            [name, String::new()]
        }
        RowSlot::Empty => Default::default(),
    };
    let sinks = now.form.sinks(!shut) && *slot != RowSlot::Empty;
    let sunk = sinks.then(|| now.form.sunk(&name, &why));
    SlotWords { name, why, shut, sunk }
}

/// The texts of a slot that has sunk, and how high it is.
type SunkSlot = Option<([String; 2], f32)>;

/// The node of a slot; `low`: it has sunk and is so high.
fn slot_node(form: Form, low: Option<f32>) -> Node {
    let node = Node { width: px(form.wide), ..down().gap(0.0).pad(GAP, 4.0).fixed().apart() };
    match low {
        Some(high) => Node { height: px(high), align_self: AlignSelf::FlexEnd, ..node },
        None => node,
    }
}

/// A slot with a card. Its place in the hand says which it is.
fn draw_card(
    slots: Sheet,
    brushes: &mut Brushes,
    (n, action): (usize, &ActionCard),
    key: Option<Action>,
    (form, sunk): (Form, SunkSlot),
) {
    let possible = action.open();
    let look = if action.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
    let name = format!("action {}", action.name);
    let own = icon(&mut brushes.art, action);
    let picture = brushes.picture(&own, 128);
    let node = slot_node(form, sunk.as_ref().map(|(_, high)| *high));
    spawn_slot(slots, (name, look), (possible, possible), Intent::Card(n), node)
        .insert_if(Sunk, || sunk.is_some())
        .insert(Explains(Intent::AskCard(n)))
        .with_children(|slot| {
            if let Some((texts, _)) = &sunk {
                draw_sunk(slot, picture, key, texts, |top| draw_cost(top, &action.cost, theme::GREY));
                return;
            }
            let parts = form.texts(action);
            let texts = parts.each_ref().map(String::as_str);
            // What it does is written small, what it comes to as large as there is room.
            let large = form.large(texts).filter(|_| possible && !action.number().is_empty());
            draw_face(slot, (picture, form.icon(high(texts, large))), key, possible, form, |top| {
                draw_cost(top, &action.cost, if possible { theme::INK } else { theme::GREY });
            });
            draw_name(slot, possible, texts, large, form);
            if action.best {
                let node = Node { left: px(0), right: px(0), bottom: px(0), height: px(BEST), ..default() };
                let node = Node { position_type: PositionType::Absolute, ..node };
                slot.spawn((node, BackgroundColor(theme::GOLD), Pickable::IGNORE));
            }
        });
}

/// A slot that opens something above the row.
struct Opener {
    /// What a script presses it by.
    name: &'static str,
    icon: &'static str,
    text: String,
    intent: Intent,
    /// It is open.
    open: bool,
    /// Nothing in it can be had now.
    empty: bool,
    /// What it opens, in a few words, if its name does not tell.
    brief: String,
    /// The reason why nothing can be had, if it is told.
    why: String,
}

/// The button of a slot without what stands on it: whether it holds anything that is possible, and whether it can be
/// pressed. Where nothing is possible it lies flat.
fn spawn_slot<'a>(
    slots: &'a mut ChildSpawnerCommands,
    (name, look): (String, ButtonLook),
    (open, presses): (bool, bool),
    intent: Intent,
    node: Node,
) -> EntityCommands<'a> {
    let mut slot = slots.spawn(widgets::button(name, look, presses, intent, node));
    if open {
        slot.insert(widgets::shadow());
    }
    slot
}

fn draw_opener(
    slots: Sheet,
    brushes: &mut Brushes,
    parts: Opener,
    key: Option<Action>,
    (form, sunk): (Form, SunkSlot),
) {
    let look = match (parts.open, parts.empty) {
        (true, _) => ButtonLook::Chosen,
        (false, true) => ButtonLook::Grey,
        (false, false) => ButtonLook::Paper,
    };
    let name = parts.name.to_owned();
    let node = slot_node(form, sunk.as_ref().map(|(_, high)| *high));
    let mut slot = spawn_slot(slots, (name, look), (!parts.empty, true), parts.intent, node);
    slot.insert_if(Sunk, || sunk.is_some());
    if !parts.why.is_empty() {
        slot.insert(Tip::new(format!("{}\n{}", say!("tip-row-manoeuvres"), parts.why)));
    }
    slot.with_children(|slot| {
        let picture = brushes.picture(parts.icon, 128);
        if let Some((texts, _)) = &sunk {
            draw_sunk(slot, picture, key, texts, |_| {});
            return;
        }
        let name = form.fitted(&parts.text, 2);
        let told = if parts.empty { form.fitted(&parts.why, 2) } else { form.brief(&parts.brief) };
        let texts = [name.as_str(), "", told.as_str()];
        let key = if parts.open { Some(Action::Cancel) } else { key };
        draw_face(slot, (picture, form.icon(high(texts, None))), key, !parts.empty, form, |_| {});
        draw_name(slot, !parts.empty, texts, None, form);
    });
}

/// Pips and key in the corners above, the icon large in the middle; where there is little room it stands at the left,
/// and pips and key beside it. What can't be had is pale.
fn draw_face(
    slot: Sheet,
    (picture, size): (Handle<Image>, f32),
    key: Option<Action>,
    open: bool,
    form: Form,
    cost: impl FnOnce(Sheet),
) {
    let (tint, ink) = if open { (Color::WHITE, theme::INK_SOFT) } else { (PALE, theme::GREY) };
    let icon = (ImageNode::new(picture).with_color(tint), sized(size, size).fixed(), Pickable::IGNORE);
    let key = key.map(|key| (widgets::key(ink, key), LineHeight::Px(theme::SMALL)));
    let line = Node { width: percent(100), min_height: px(theme::SMALL), ..across().apart().fixed() };
    let line = Node { align_items: AlignItems::FlexStart, ..line };
    if !form.folded {
        slot.spawn((line, Pickable::IGNORE)).with_children(|top| {
            // The key keeps its corner, whatever stands beside it.
            let beside = Node { overflow: Overflow::clip_x(), ..Node::default().grows() };
            top.spawn((beside, Pickable::IGNORE)).with_children(cost);
            if let Some(key) = key {
                top.spawn(key).insert(Node::default().fixed());
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

/// What can't be had now: its icon small and pale, cost and key beside it, beneath them its name and the reason.
fn draw_sunk(
    slot: Sheet,
    picture: Handle<Image>,
    key: Option<Action>,
    texts: &[String; 2],
    cost: impl FnOnce(Sheet),
) {
    let line = Node { width: percent(100), height: px(SUNK_ICON), ..across().gap(GAP).fixed() };
    let line = Node { align_items: AlignItems::Center, ..line };
    slot.spawn((line, Pickable::IGNORE)).with_children(|top| {
        let icon = ImageNode::new(picture).with_color(PALE);
        top.spawn((icon, sized(SUNK_ICON, SUNK_ICON).fixed(), Pickable::IGNORE));
        let beside = Node { overflow: Overflow::clip_x(), ..Node::default().grows() };
        top.spawn((beside, Pickable::IGNORE)).with_children(cost);
        if let Some(key) = key {
            top.spawn((widgets::key(theme::GREY, key), LineHeight::Px(theme::SMALL)))
                .insert(Node::default().fixed());
        }
    });
    let node = Node { width: percent(100), align_items: AlignItems::Center, ..down().gap(0.0) };
    slot.spawn((node, Pickable::IGNORE)).with_children(|lines| {
        for (text, style) in texts.iter().zip([PLAIN.possible(false), SOFT]) {
            for line in text.lines() {
                lines.spawn((style.text(line), LineHeight::Px(theme::SMALL), TextLayout::no_wrap()));
            }
        }
    });
}

/// The name at the foot of a slot, under the middle of its icon, beneath it what tells it from another, and, where there
/// is room, what it comes to, so large and bold, or else small, as what it does. No word of it is wider than the slot.
fn draw_name(slot: Sheet, open: bool, [name, with, figure]: [&str; 3], large: Option<f32>, form: Form) {
    let (justify, align_items) = match form.folded {
        true => (Justify::Left, AlignItems::FlexStart),
        false => (Justify::Center, AlignItems::Center),
    };
    // Of two lines that belong together, none is broken that has room.
    let fits = |text: &str| text.lines().all(|line| letters::width(line) <= form.room.x);
    let node = Node { width: percent(100), align_items, ..down().gap(0.0) };
    slot.spawn((node, Pickable::IGNORE)).with_children(|lines| {
        let layout = |whole: bool| {
            TextLayout::new(justify, if whole { LineBreak::NoWrap } else { LineBreak::WordBoundary })
        };
        let whole = !with.is_empty() && fits(name);
        lines.spawn((PLAIN.possible(open).text(name), LineHeight::Px(theme::SMALL), layout(whole)));
        if !with.is_empty() {
            lines.spawn((PLAIN.possible(open).text(with), LineHeight::Px(theme::SMALL), layout(false)));
        }
        for own in figure.lines().filter(|_| !form.folded) {
            let style = large.map_or(SOFT, |size| STRONG.size(size));
            let line = LineHeight::Px(large.unwrap_or(theme::SMALL));
            lines.spawn((style.text(own), line, layout(large.is_some())));
        }
    });
}

/// What an action costs, in pips where they can be counted, and what it is paid with beside them.
pub(super) fn draw_cost(card: Sheet, cost: &Cost, ink: Color) {
    let node = across().gap(2.0).fixed();
    card.spawn((node, Pickable::IGNORE)).with_children(|parts| {
        for (n, (_, amount, pip)) in cost.pools.iter().enumerate() {
            match u32::try_from(*amount) {
                Ok(1..) if cost.from.get(n) == Some(&true) => {
                    parts.line(NUMBER.ink(ink), say!("cost-at-least", cost = amount));
                }
                Ok(amount @ 1..=4) => widgets::pips(parts, amount, amount, *pip, ink),
                Ok(0) => {}
                _ => {
                    parts.line(NUMBER.ink(ink), amount.to_string());
                }
            }
        }
        if !cost.price.is_empty() {
            // A little off the pips before it.
            let node =
                Node { margin: UiRect::left(px(if cost.pools.is_empty() { 0.0 } else { GAP })), ..default() };
            parts.line(PLAIN.ink(ink), &cost.price).insert((LineHeight::Px(theme::SMALL), node));
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
