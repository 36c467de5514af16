//! The row of actions: a slot each with its icon, name, cost and key. A slot keeps its place, its width and its key for a
//! unit's whole battle; what is not possible now is flat and grey, with its reason. Neighbours that are grey for one
//! reason share a frame with it. What opens above the row is in `popup`.

use bevy::text::LineBreak;

use super::{
    HandPanel, letters,
    slots::{Form, MANY, possible, shut, stacks, usual},
};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Height of the gold at the foot of what is right most often, in units.
const BEST: f32 = 4.0;

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
    let form = Form::of(&row, &room);
    let now = Drawn { hand: table.hand.clone(), row, form };
    if !language.is_changed() && seen.as_ref() == Some(&now) {
        return;
    }
    commands.entity(*panel).despawn_children();
    let node = Node { align_items: AlignItems::Stretch, ..Node::default().columns(GAP).fill() };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn((node, Pickable::IGNORE)).with_children(|slots| {
            let mut first = 0;
            for stack in stacks(&now.hand, &now.row) {
                if form.folded || stack.len() < MANY {
                    draw_slots(slots, &mut brushes, &now, (first, stack), form);
                } else {
                    draw_stack(slots, &mut brushes, &now, (first, stack));
                }
                first += stack.len();
            }
        });
    });
    *seen = Some(now);
}

/// Slots one after the other, the first of them with its number in the row.
fn draw_slots(
    slots: Sheet,
    brushes: &mut Brushes,
    now: &Drawn,
    (first, some): (usize, &[RowSlot]),
    form: Form,
) {
    let can = |cards: &[usize]| cards.iter().filter(|n| possible(&now.hand, **n)).count();
    for (n, slot) in (first..).zip(some) {
        // While something is open above them the keys are those of what is listed there.
        let key = Action::hotkey(now.row.key(n)).filter(|_| now.row.open.is_none());
        match slot {
            RowSlot::Card(card) => {
                if let Some(action) = now.hand.get(*card) {
                    draw_card(slots, brushes, (*card, action), key, form);
                }
            }
            RowSlot::Empty => {
                slots.spawn((slot_node(form), Pickable::IGNORE));
            }
            RowSlot::Manoeuvres => {
                let parts = Opener {
                    name: "Manoeuvres",
                    icon: "icons/repeated_attack",
                    text: say!("row-manoeuvres"),
                    intent: Intent::Manoeuvres,
                    open: now.row.open == Some(Popup::Manoeuvres),
                    empty: can(&now.row.manoeuvres) == 0,
                    // What most of them lack stands for all.
                    barred: usual(&now.hand, &now.row.manoeuvres),
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
                    barred: None,
                };
                draw_opener(slots, brushes, parts, key, form);
            }
        }
    }
}

/// Neighbours that are grey for one reason: on one sheet with that reason in the middle, under the keys.
fn draw_stack(slots: Sheet, brushes: &mut Brushes, now: &Drawn, (first, some): (usize, &[RowSlot])) {
    let why = some.first().and_then(|slot| shut(&now.hand, &now.row, slot));
    let node = Node { align_items: AlignItems::Stretch, ..Node::default().columns(GAP).fixed().round() };
    let paper = (BackgroundColor(theme::PAPER_DIM), Pickable::IGNORE);
    slots.spawn((node, paper)).with_children(|sheet| {
        draw_slots(sheet, brushes, now, (first, some), Form { shared: true, ..now.form });
        let node = Node { left: px(0), right: px(0), top: px(0), bottom: px(0), ..down().over().round() };
        let padding = UiRect::top(px(GAP + theme::SMALL));
        let node = Node { border: UiRect::all(px(1)), padding, align_items: AlignItems::Center, ..node };
        sheet.spawn((node, BorderColor::all(theme::GREY), Pickable::IGNORE)).with_children(|frame| {
            let why = why.map_or("", |card| card.barred.as_str());
            frame.line(SOFT, why).insert(LineHeight::Px(theme::SMALL));
        });
    });
}

/// The node of a slot: all of a row are as wide as each other, whatever stands on them.
fn slot_node(form: Form) -> Node {
    // On a shared sheet it has no edge of its own.
    let edge = if form.shared { 1.0 } else { 0.0 };
    Node { width: px(form.wide), ..down().gap(0.0).pad(GAP + edge, 4.0 + edge).fixed().apart() }
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
            let ink = if possible { theme::INK } else { theme::GREY };
            let key = key.map(|key| (key, if possible { theme::INK_SOFT } else { theme::GREY }));
            let told = !possible && !form.folded && !form.shared;
            let why = if told { form.reason(&action.barred) } else { Vec::new() };
            // The reason of a shared sheet has a line under the keys.
            let beside = if form.shared { 2 } else { why.len() };
            let parts = form.texts(action, beside);
            let lines: usize = parts.iter().map(|text| text.lines().count()).sum();
            let size = form.icon(possible, lines + beside.saturating_sub(1));
            draw_face(slot, (picture, possible, size), key, form, |top| match possible || form.folded {
                true => draw_cost(top, &action.cost, ink),
                false => draw_reason(top, why.join("\n")),
            });
            draw_name(slot, ink, parts.each_ref().map(String::as_str), form);
            if action.best {
                let node = Node { left: px(0), right: px(0), bottom: px(0), height: px(BEST), ..default() };
                let node = Node { position_type: PositionType::Absolute, ..node };
                slot.spawn((node, BackgroundColor(theme::GOLD), Pickable::IGNORE));
            }
        });
}

/// A slot that opens something above the row.
struct Opener<'a> {
    /// What a script presses it by.
    name: &'static str,
    icon: &'static str,
    text: String,
    intent: Intent,
    /// It is open.
    open: bool,
    /// Nothing in it is possible now.
    empty: bool,
    /// The card whose reason stands for that.
    barred: Option<&'a ActionCard>,
}

/// Why a card is grey, in place of its cost.
fn draw_reason(top: Sheet, why: String) {
    if !why.is_empty() {
        let layout = TextLayout::new(Justify::Left, LineBreak::WordBoundary);
        top.spawn((SOFT.text(why), LineHeight::Px(theme::SMALL), layout));
    }
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
    let look = if form.shared && look != ButtonLook::Chosen { ButtonLook::Bare } else { look };
    let mut slot = slots.spawn(widgets::button(name, look, presses, intent, slot_node(form)));
    if open {
        slot.insert(widgets::shadow());
    }
    slot
}

fn draw_opener(slots: Sheet, brushes: &mut Brushes, parts: Opener<'_>, key: Option<Action>, form: Form) {
    let look = match (parts.open, parts.empty) {
        (true, _) => ButtonLook::Chosen,
        (false, true) => ButtonLook::Grey,
        (false, false) => ButtonLook::Paper,
    };
    let name = parts.name.to_owned();
    spawn_slot(slots, (name, look), (!parts.empty, true), parts.intent, form).with_children(|slot| {
        let picture = brushes.picture(parts.icon, 128);
        let key = if parts.open { Some(Action::Cancel) } else { key };
        let ink = if parts.empty { theme::GREY } else { theme::INK };
        let told = parts.empty && !form.folded && !form.shared;
        let why = parts.barred.filter(|_| told).map_or_else(Vec::new, |card| form.reason(&card.barred));
        let beside = if form.shared { 2 } else { why.len() };
        let face = (picture, !parts.empty, form.icon(!parts.empty, 1 + beside.saturating_sub(1)));
        draw_face(slot, face, key.map(|key| (key, theme::INK_SOFT)), form, |top| {
            draw_reason(top, why.join("\n"));
        });
        draw_name(slot, ink, [parts.text.as_str(), "", ""], form);
    });
}

/// Pips and key in the corners above, the icon large in the middle; where there is little room it stands at the left,
/// and pips and key beside it.
fn draw_face(
    slot: Sheet,
    (picture, possible, size): (Handle<Image>, bool, f32),
    key: Option<(Action, Color)>,
    form: Form,
    cost: impl FnOnce(Sheet),
) {
    let tint = if possible { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.4) };
    let icon = (ImageNode::new(picture).with_color(tint), sized(size, size).fixed(), Pickable::IGNORE);
    let key = key.map(|(key, ink)| (widgets::key(ink, key), LineHeight::Px(theme::SMALL)));
    // The reason of a shared sheet has a line under the keys.
    let high = if form.shared { 2.0 * theme::SMALL } else { theme::SMALL };
    let line = Node { width: percent(100), min_height: px(high), ..across().apart().fixed() };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_as_wide_alone_as_on_a_shared_sheet() {
        let form = Form::of(&Row::default(), &Room::default());
        let shared = Form { shared: true, ..form };
        assert_eq!(slot_node(form).width, slot_node(shared).width);
        assert_eq!(slot_node(form).width, px(form.wide));
    }
}
