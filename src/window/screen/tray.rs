//! The dice tray: the last roll, its sum written out, what came of it; and the buttons of the turn.

use bevy::{picking::hover::Hovered, prelude::*};

use super::TrayPanel;
use crate::locale::say;
use crate::window::{
    art::{Art, Brushes},
    language::Language,
    motion::Tray,
    theme::{self, Face, Fonts},
    view::{Intent, Table},
    widgets::{self, Explains, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Dice drawn at most; further ones are summed up in the text.
const DICE: usize = 5;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    tray: Res<Tray>,
    mut brushes: Brushes,
    panel: Single<Entity, With<TrayPanel>>,
    language: Res<Language>,
    mut seen: Local<Option<(Tray, bool, bool)>>,
) {
    let may_end = !table.hand.is_empty() && table.prompt.is_none();
    let now = (tray.clone(), may_end, table.may_delay);
    if seen.as_ref() == Some(&now) && !language.is_changed() {
        return;
    }
    *seen = Some(now);
    let Brushes { fonts, art, images } = &mut brushes;
    commands.entity(*panel).despawn_children().with_children(|parent| {
        parent
            .spawn((
                Node {
                    width: percent(100),
                    height: percent(100),
                    flex_direction: FlexDirection::Column,
                    row_gap: px(theme::GAP),
                    padding: UiRect::all(px(theme::GAP_2)),
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
                    let mut shown = felt.spawn((
                        Name::new("roll"),
                        Node { flex_shrink: 1.0, min_height: px(0), ..widgets::column() },
                        Hovered::default(),
                        Explains(Intent::AskRoll),
                    ));
                    shown.with_children(|felt| {
                        felt.spawn(widgets::label(
                            fonts,
                            Face::Italic,
                            theme::SMALL,
                            theme::PAPER_DIM,
                            roll.what.clone(),
                        ));
                        felt.spawn(Node { column_gap: px(6), ..widgets::row() }).with_children(|dice| {
                            for (n, (sides, face, counts)) in roll.dice.iter().take(DICE).enumerate() {
                                let face = match tray.tumble {
                                    0 => *face,
                                    t => 1 + (t * 7 + n as u32 * 5) % if *sides == 0 { 20 } else { *sides },
                                };
                                let die = Die { sides: *sides, face, counts: *counts };
                                draw_die(dice, fonts, art, images, die, tray.tumble, n);
                            }
                            if roll.dice.len() > DICE {
                                let more = format!("+{}", roll.dice.len() - DICE);
                                dice.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::PAPER, more));
                            }
                        });
                        if tray.tumble == 0 {
                            felt.spawn(widgets::label(
                                fonts,
                                Face::Mono,
                                theme::SMALL,
                                theme::PAPER,
                                roll.sum.clone(),
                            ));
                            let ink = if roll.good == Some(true) { theme::GOLD } else { theme::PAPER };
                            felt.spawn(widgets::label(
                                fonts,
                                Face::Bold,
                                theme::BODY,
                                ink,
                                roll.result.clone(),
                            ));
                        }
                    });
                }
                felt.spawn(Node { flex_grow: 1.0, ..default() });
                felt.spawn(Node { column_gap: px(theme::GAP), ..widgets::row() }).with_children(|buttons| {
                    for (name, text, key, intent, possible) in [
                        ("Delay", say!("tray-delay"), "Q", Intent::Delay, may_end && table.may_delay),
                        ("End turn", say!("tray-end-turn"), "E", Intent::EndTurn, may_end),
                    ] {
                        let ink = if possible { theme::INK } else { theme::GREY };
                        buttons
                            .spawn(widgets::button(
                                name,
                                Look::Slip,
                                possible,
                                intent,
                                Node {
                                    flex_grow: 1.0,
                                    height: px(28),
                                    column_gap: px(6),
                                    align_items: AlignItems::Center,
                                    justify_content: JustifyContent::Center,
                                    ..default()
                                },
                            ))
                            .with_children(|button| {
                                button.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, ink, text));
                                button.spawn(widgets::line(fonts, Face::Mono, 12.0, ink, key));
                            });
                    }
                });
            });
    });
}

/// A die as it lies in the tray.
#[derive(Clone, Copy)]
struct Die {
    sides: u32,
    face: u32,
    counts: bool,
}

/// Width and height of a die, in pixels at scale 1.
const DIE: f32 = 46.0;

fn draw_die(
    dice: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    art: &mut Art,
    images: &mut Assets<Image>,
    die: Die,
    tumble: u32,
    n: usize,
) {
    let turn = if tumble == 0 { 0.0 } else { (tumble as f32 * 0.9 + n as f32).sin() * 0.7 };
    // A d6 shows its pips; others lie with a number on the face that is up.
    let pips = die.sides == 6 && (1..=6).contains(&die.face);
    let picture = if pips { format!("ui/d6_{}", die.face) } else { "ui/d20".to_owned() };
    let tint = if die.counts { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.35) };
    dice.spawn((
        ImageNode::new(art.image(images, &picture, 128)).with_color(tint),
        Node {
            width: px(if pips { DIE * 0.87 } else { DIE }),
            height: px(if pips { DIE * 0.87 } else { DIE }),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        UiTransform::from_rotation(Rot2::radians(turn)),
        Pickable::IGNORE,
    ))
    .with_children(|node| {
        let ink = if die.counts { theme::INK } else { theme::PAPER_DIM };
        if !pips {
            let text = widgets::line(fonts, Face::Bold, theme::BODY, ink, die.face.to_string());
            if die.counts {
                node.spawn(text);
            } else {
                node.spawn((text, Strikethrough));
            }
        } else if !die.counts {
            // Struck out.
            node.spawn((
                Node { width: percent(100), height: px(3), ..default() },
                UiTransform::from_rotation(Rot2::degrees(-25.0)),
                BackgroundColor(theme::PAPER_DIM),
            ));
        }
    });
}
