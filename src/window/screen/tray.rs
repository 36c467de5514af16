//! The dice tray: the last roll and what came of it; and the buttons of the turn.

use bevy::{picking::hover::Hovered, prelude::*, text::LineHeight};

use super::{Room, TrayPanel};
use crate::locale::say;
use crate::window::{
    art::{Art, Brushes},
    input::Action,
    language::Language,
    motion::Tray,
    theme::{self, Face, Fonts},
    tips::Tip,
    view::{Intent, ShownRoll, Table},
    widgets::{self, ButtonLook, Explains},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    tray: Res<Tray>,
    mut brushes: Brushes,
    panel: Single<Entity, With<TrayPanel>>,
    (language, room): (Res<Language>, Res<Room>),
    mut seen: Local<Option<(Tray, bool, bool, bool)>>,
) {
    let may_end = !table.hand.is_empty() && table.prompt.is_none();
    // Nothing useful is left to be paid for: the way on is lit.
    let done = may_end && table.row.spent;
    let now = (tray.clone(), may_end, table.may_delay, done);
    if seen.as_ref() == Some(&now) && !language.is_changed() && !room.is_changed() {
        return;
    }
    *seen = Some(now);
    let Brushes { fonts, art, images } = &mut brushes;
    let folded = room.folded;
    commands.entity(*panel).despawn_children().with_children(|parent| {
        parent
            .spawn((
                Node {
                    width: percent(100),
                    height: percent(100),
                    flex_direction: if folded { FlexDirection::Row } else { FlexDirection::Column },
                    align_items: if folded { AlignItems::Center } else { AlignItems::Stretch },
                    row_gap: px(theme::GAP),
                    column_gap: px(theme::GAP_2),
                    padding: if folded {
                        UiRect::axes(px(theme::GAP), px(0))
                    } else {
                        UiRect::all(px(theme::GAP_2))
                    },
                    border: UiRect::all(px(2)),
                    border_radius: BorderRadius::all(px(theme::RADIUS_CARD)),
                    overflow: Overflow::clip(),
                    ..default()
                },
                BackgroundColor(theme::WALNUT),
                BorderColor::all(theme::RULE),
                widgets::shadow(),
            ))
            .with_children(|felt| {
                if let Some(roll) = &tray.roll {
                    // Pointing at the roll asks for all that went into it.
                    felt.spawn((
                        Name::new("roll"),
                        widgets::row(),
                        Hovered::default(),
                        Explains(Intent::AskRoll),
                    ))
                    .with_children(|felt| {
                        draw_short(felt, (fonts, art, images), roll, tray.tumble, folded);
                    });
                }
                felt.spawn((Node { flex_grow: 1.0, ..default() }, Tip::new(say!("tip-tray"))));
                draw_buttons(felt, fonts, (may_end && table.may_delay, may_end), done, folded);
            });
    });
}

/// The buttons of the turn: whether it may be put off, and whether it may be ended.
fn draw_buttons(
    felt: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    (may_delay, may_end): (bool, bool),
    done: bool,
    folded: bool,
) {
    let node = if folded { widgets::row() } else { widgets::column() };
    felt.spawn(Node { flex_shrink: 0.0, ..node }).with_children(|buttons| {
        for (name, text, key, intent, possible) in [
            ("Delay", say!("tray-delay"), Action::Delay, Intent::Delay, may_delay),
            ("End turn", say!("tray-end-turn"), Action::EndTurn, Intent::EndTurn, may_end),
        ] {
            let ink = if possible { theme::INK } else { theme::GREY };
            let node = Node {
                flex_grow: if folded { 1.0 } else { 0.0 },
                height: px(26),
                column_gap: px(6),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            };
            let look = if done && intent == Intent::EndTurn { ButtonLook::Lit } else { ButtonLook::Paper };
            buttons.spawn(widgets::button(name, look, possible, intent, node)).with_children(|button| {
                button.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, ink, text));
                button.spawn(widgets::key(fonts, ink, key));
            });
        }
    });
}

/// Width of what came of a roll.
const RESULT: f32 = 120.0;

/// The last roll: its dice and what came of it. Its sum is told when it is pointed at.
fn draw_short(
    felt: &mut ChildSpawnerCommands,
    (fonts, art, images): (&Fonts, &mut Art, &mut Assets<Image>),
    roll: &ShownRoll,
    tumble: u32,
    folded: bool,
) {
    let size = if folded { SMALL_DIE } else { DIE };
    for (n, own) in roll.dice.iter().take(SHORT).enumerate() {
        draw_die(felt, (fonts, art, images), (*own, size), tumble, n);
    }
    if roll.dice.len() > SHORT {
        let more = format!("+{}", roll.dice.len() - SHORT);
        felt.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::PAPER, more));
    }
    if tumble == 0 {
        let ink = if roll.good == Some(true) { theme::GOLD } else { theme::PAPER };
        // What comes to nothing by itself says what it was thrown for.
        let text =
            if roll.result.is_empty() { format!("{} {}", roll.what, roll.sum) } else { roll.result.clone() };
        let room = RESULT - size * (roll.dice.len().clamp(1, SHORT) - 1) as f32;
        felt.spawn(Node { max_width: px(room), ..default() }).with_child((
            widgets::label(fonts, Face::Bold, theme::SMALL, ink, text.trim_end()),
            LineHeight::Px(theme::SMALL),
        ));
    }
}

/// Dice drawn at most on the line.
const SHORT: usize = 2;

/// Width and height of a die, in units; and where there is little room.
const DIE: f32 = 40.0;
const SMALL_DIE: f32 = 30.0;

/// A die as it lies in the tray: its sides, the face that is up, whether it counts; and how large it is drawn.
fn draw_die(
    dice: &mut ChildSpawnerCommands,
    (fonts, art, images): (&Fonts, &mut Art, &mut Assets<Image>),
    ((sides, face, counts), size): ((u32, u32, bool), f32),
    tumble: u32,
    n: usize,
) {
    let face = match tumble {
        0 => face,
        t => 1 + (t * 7 + n as u32 * 5) % if sides == 0 { 20 } else { sides },
    };
    let turn = if tumble == 0 { 0.0 } else { (tumble as f32 * 0.9 + n as f32).sin() * 0.7 };
    // A d6 shows its pips; others lie with a number on the face that is up.
    let pips = sides == 6 && (1..=6).contains(&face);
    let picture = match sides {
        _ if pips => format!("ui/d6_{face}"),
        4 | 8 | 10 | 12 => format!("ui/d{sides}"),
        // Hundred sides are those of two with ten.
        100 => "ui/d10".to_owned(),
        _ => "ui/d20".to_owned(),
    };
    let tint = if counts { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.35) };
    dice.spawn((
        ImageNode::new(art.image(images, &picture, 128)).with_color(tint),
        Node {
            width: px(if pips { size * 0.87 } else { size }),
            height: px(if pips { size * 0.87 } else { size }),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        UiTransform::from_rotation(Rot2::radians(turn)),
        Pickable::IGNORE,
    ))
    .with_children(|node| {
        let ink = if counts { theme::INK } else { theme::PAPER_DIM };
        let letters = if size < DIE { theme::SMALL } else { theme::BODY };
        if !pips {
            let text = widgets::line(fonts, Face::Bold, letters, ink, face.to_string());
            if counts {
                node.spawn(text);
            } else {
                node.spawn((text, Strikethrough));
            }
        } else if !counts {
            // Struck out.
            node.spawn((
                Node { width: percent(100), height: px(3), ..default() },
                UiTransform::from_rotation(Rot2::degrees(-25.0)),
                BackgroundColor(theme::PAPER_DIM),
            ));
        }
    });
}
