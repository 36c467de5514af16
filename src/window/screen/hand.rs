//! The row of actions: a slot each with its icon, name, cost and key. A slot keeps its place and its key for a unit's whole
//! battle; what can't be had now is a thin stub there, flat and grey, and tells its reason where it is pointed at. What
//! opens above the row is in `popup`.

use bevy::text::LineBreak;

use super::{
    HandPanel, letters,
    slots::{Form, possible, shut, usual},
};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Height of the gold at the foot of what is right most often, in units.
const BEST: f32 = 4.0;

/// How pale the icon of a stub is, and the place of what is not offered just now.
const PALE: Color = Color::srgba(1.0, 1.0, 1.0, 0.4);
const FREE: f32 = 0.35;

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
    let form = Form::of(&table.hand, &row, &room);
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

/// Slots one after the other.
fn draw_slots(slots: Sheet, brushes: &mut Brushes, now: &Drawn) {
    let can = |cards: &[usize]| cards.iter().filter(|n| possible(&now.hand, **n)).count();
    for (n, slot) in now.row.slots.iter().enumerate() {
        // While something is open above them the keys are those of what is listed there.
        let key = Action::hotkey(now.row.key(n)).filter(|_| now.row.open.is_none());
        let form = if shut(&now.hand, &now.row, slot) { now.form.stub() } else { now.form };
        match slot {
            RowSlot::Card(card) => {
                if let Some(action) = now.hand.get(*card) {
                    draw_card(slots, brushes, (*card, action), key, form);
                }
            }
            RowSlot::Empty => {
                let paper = BackgroundColor(theme::PAPER_DIM.with_alpha(FREE));
                slots.spawn((slot_node(form).round(), paper, Pickable::IGNORE));
            }
            RowSlot::Manoeuvres => {
                // What most of them lack stands for all.
                let why = usual(&now.hand, &now.row.manoeuvres).filter(|_| form.stub);
                let parts = Opener {
                    name: "Manoeuvres",
                    icon: "icons/repeated_attack",
                    text: say!("row-manoeuvres"),
                    intent: Intent::Manoeuvres,
                    open: now.row.open == Some(Popup::Manoeuvres),
                    empty: can(&now.row.manoeuvres) == 0,
                    tip: why.map(|card| format!("{}\n{}", say!("tip-row-manoeuvres"), card.barred)),
                };
                draw_opener(slots, brushes, parts, key, form);
            }
            RowSlot::More => {
                let open = now.row.open == Some(Popup::More);
                let n = can(&now.row.more);
                let parts = Opener {
                    name: "More",
                    icon: "icons/miscellaneous",
                    text: say!("hand-more", n = n, all = if open { "yes" } else { "no" }),
                    intent: Intent::More,
                    open,
                    empty: n == 0,
                    tip: None,
                };
                draw_opener(slots, brushes, parts, key, form);
            }
        }
    }
}

/// The node of a slot.
fn slot_node(form: Form) -> Node {
    Node { width: px(form.wide), ..down().gap(0.0).pad(form.pad, 4.0).fixed().apart() }
}

/// A slot with a card. Its place in the hand says which it is.
fn draw_card(
    slots: Sheet,
    brushes: &mut Brushes,
    (n, action): (usize, &ActionCard),
    key: Option<Action>,
    form: Form,
) {
    let possible = action.open();
    let look = if action.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
    let name = format!("action {}", action.name);
    spawn_slot(slots, (name, look), (possible, possible), Intent::Card(n), form)
        .insert(Explains(Intent::AskCard(n)))
        .with_children(|slot| {
            let own = icon(&mut brushes.art, action);
            let picture = brushes.picture(&own, 128);
            if form.stub {
                draw_stub(slot, picture, &action.own_name(), key, form);
                return;
            }
            let parts = form.texts(action);
            let lines: usize = parts.iter().map(|text| text.lines().count()).sum();
            let key = key.map(|key| (key, theme::INK_SOFT));
            draw_face(slot, (picture, form.icon(lines)), key, form, |top| {
                draw_cost(top, &action.cost, theme::INK);
            });
            draw_name(slot, theme::INK, parts.each_ref().map(String::as_str), form);
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
    /// Nothing in it is possible now.
    empty: bool,
    /// What is told of it, with the reason for that; none: what its button does.
    tip: Option<String>,
}

/// What stands on a stub: its key, a pale icon and a short name.
fn draw_stub(slot: Sheet, picture: Handle<Image>, name: &str, key: Option<Action>, form: Form) {
    let line = Node { width: percent(100), min_height: px(theme::SMALL), ..across().fixed() };
    let line = Node { justify_content: JustifyContent::FlexEnd, ..line };
    slot.spawn((line, Pickable::IGNORE)).with_children(|top| {
        if let Some(key) = key {
            top.spawn((widgets::key(theme::GREY, key), LineHeight::Px(theme::SMALL)));
        }
    });
    let size = form.icon(0);
    let middle = Node { align_self: AlignSelf::Center, ..Node::default().fixed() };
    let icon = (ImageNode::new(picture).with_color(PALE), sized(size, size).fixed(), Pickable::IGNORE);
    slot.spawn((middle, Pickable::IGNORE)).with_child(icon);
    let node = Node { width: percent(100), align_items: AlignItems::Center, ..down().gap(0.0) };
    slot.spawn((node, Pickable::IGNORE)).with_children(|lines| {
        for line in form.short(name) {
            let layout = TextLayout::new(Justify::Center, LineBreak::NoWrap);
            lines.spawn((PLAIN.ink(theme::GREY).text(line), LineHeight::Px(theme::SMALL), layout));
        }
    });
}

/// The button of a slot without what stands on it: whether it holds anything that is possible, and whether it can be
/// pressed. Where nothing is possible it lies flat.
fn spawn_slot<'a>(
    slots: &'a mut ChildSpawnerCommands,
    (name, look): (String, ButtonLook),
    (open, presses): (bool, bool),
    intent: Intent,
    form: Form,
) -> EntityCommands<'a> {
    let mut slot = slots.spawn(widgets::button(name, look, presses, intent, slot_node(form)));
    if open {
        slot.insert(widgets::shadow());
    }
    slot
}

fn draw_opener(slots: Sheet, brushes: &mut Brushes, parts: Opener, key: Option<Action>, form: Form) {
    let look = match (parts.open, parts.empty) {
        (true, _) => ButtonLook::Chosen,
        (false, true) => ButtonLook::Grey,
        (false, false) => ButtonLook::Paper,
    };
    let name = parts.name.to_owned();
    let mut slot = spawn_slot(slots, (name, look), (!parts.empty, true), parts.intent, form);
    if let Some(tip) = parts.tip {
        slot.insert(Tip::new(tip));
    }
    slot.with_children(|slot| {
        let picture = brushes.picture(parts.icon, 128);
        if form.stub {
            draw_stub(slot, picture, &parts.text, key, form);
            return;
        }
        let key = if parts.open { Some(Action::Cancel) } else { key };
        let ink = if parts.empty { theme::GREY } else { theme::INK };
        draw_face(slot, (picture, form.icon(1)), key.map(|key| (key, theme::INK_SOFT)), form, |_| {});
        draw_name(slot, ink, [parts.text.as_str(), "", ""], form);
    });
}

/// Pips and key in the corners above, the icon large in the middle; where there is little room it stands at the left,
/// and pips and key beside it.
fn draw_face(
    slot: Sheet,
    (picture, size): (Handle<Image>, f32),
    key: Option<(Action, Color)>,
    form: Form,
    cost: impl FnOnce(Sheet),
) {
    let icon = (ImageNode::new(picture), sized(size, size).fixed(), Pickable::IGNORE);
    let key = key.map(|(key, ink)| (widgets::key(ink, key), LineHeight::Px(theme::SMALL)));
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

/// The name at the foot of a slot, under the middle of its icon, beneath it what tells it from another, and, where there
/// is room, what it comes to. No word of it is wider than the slot.
fn draw_name(slot: Sheet, ink: Color, [name, with, figure]: [&str; 3], form: Form) {
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
        lines.spawn((PLAIN.ink(ink).text(name), LineHeight::Px(theme::SMALL), layout(whole)));
        if !with.is_empty() {
            lines.spawn((PLAIN.ink(ink).text(with), LineHeight::Px(theme::SMALL), layout(false)));
        }
        for own in figure.lines().filter(|_| !form.folded) {
            lines.spawn((SOFT.text(own), LineHeight::Px(theme::SMALL), layout(false)));
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
