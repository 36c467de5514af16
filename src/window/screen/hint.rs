//! The line that says what to do now, with the small choices that go with what is in hand.

use super::{
    CoversMap, HintPanel,
    dock::{Docked, LogPlace},
    popup::Drawer,
};
use crate::window::{input::CHIPS, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_hint, beside));
}

fn draw_hint(
    mut commands: Commands,
    table: Res<Table>,
    panel: Single<Entity, With<HintPanel>>,
    mut seen: Local<(String, Vec<Chip>)>,
) {
    if !table.is_changed() || (seen.0 == table.hint && seen.1 == table.chips) {
        return;
    }
    *seen = (table.hint.clone(), table.chips.clone());
    commands.entity(*panel).despawn_children();
    if table.hint.is_empty() && table.chips.is_empty() {
        return;
    }
    let strip = || {
        (
            CoversMap,
            Node { max_width: percent(100), ..across().rows(GAP).pad(GAP_3, GAP).wrap().centred().round() },
            BackgroundColor(theme::WALNUT.with_alpha(0.90)),
            Pickable::IGNORE,
        )
    };
    commands.entity(*panel).with_children(|parent| {
        if !table.chips.is_empty() {
            parent.spawn(strip()).with_children(|row| {
                for (n, chip) in (0..CHIPS).zip(&table.chips) {
                    draw_chip(row, n, chip);
                }
            });
        }
        if !table.hint.is_empty() {
            parent.spawn(strip()).with_children(|hint| {
                hint.text(TEXT.ink(theme::PAPER), &table.hint).insert(TextLayout::justify(Justify::Center));
            });
        }
    });
}

/// What the hint leaves free at its sides: the buttons of the small map lie there.
const BESIDE: f32 = 210.0;

/// The hint lies beside the log and what is open above the row; where there is little room beside the card, too.
fn beside(
    table: Res<Table>,
    room: Res<Room>,
    (docked, drawer, log): (Res<Docked>, Res<Drawer>, Res<LogPlace>),
    panel: Single<&mut Node, With<HintPanel>>,
) {
    let (mut left, mut before) = if log.left > 0.0 { (log.left + GAP_2, GAP_2) } else { (0.0, BESIDE) };
    let column = log.right + room.column + GAP_2;
    // Beside the log at the left it lies between that and the cards at the right.
    let (mut right, mut after) = match () {
        () if log.right > 0.0 => (log.right, GAP_2),
        () if log.left > 0.0 && !room.folded => (column, before),
        () => (0.0, before),
    };
    match *drawer {
        Drawer::Shut => {}
        Drawer::Left => (left, before) = (left.max(room.column + GAP_2), GAP_2),
        Drawer::Right => (right, after) = (column, GAP_2),
    }
    if room.folded && (table.side.is_some() || table.rule.is_some()) {
        if docked.left {
            (left, before) = (left + column, GAP_2);
        } else {
            (right, after) = (column, GAP_2);
        }
    }
    let padding = UiRect { left: px(before), right: px(after), ..default() };
    let mut node = panel.into_inner();
    if (node.left, node.right, node.padding) != (px(left), px(right), padding) {
        (node.left, node.right, node.padding) = (px(left), px(right), padding);
    }
}

fn draw_chip(row: Sheet, n: u8, chip: &Chip) {
    let possible = chip.why_not.is_none();
    let look = if chip.on { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = across().pad(GAP_2, 1.0);
    row.spawn((
        widgets::button(format!("chip {}", chip.text), look, possible, Intent::Chip(n.into()), node),
        Explains(Intent::AskChip(n.into())),
    ))
    .with_children(|button| {
        button.line(PLAIN.bold(chip.on).possible(possible), &chip.text);
        button.spawn(widgets::key(theme::INK_SOFT, Action::Chip(n)));
    });
}
