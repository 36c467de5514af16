//! A prompt: a slip laid on the map beside those it concerns. What is about to happen, the answers with their odds,
//! and what happens if nobody answers.

use bevy::{prelude::*, ui_widgets::ScrollArea, window::PrimaryWindow};

use super::{PromptPanel, Rise, Room, parts};
use crate::locale::say;
use crate::window::{
    board::{SQUARE, middle},
    camera::MakeRoom,
    input::Action,
    motion::Motion,
    theme::{self, Face, Fonts},
    view::{Answer, At, Intent, Slip, Table},
    widgets::{self, Explains, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, lay_beside).chain());
}

/// Width of the slip, in pixels at scale 1.
const WIDTH: f32 = 380.0;
/// Height of the row of small choices.
const CHIPS: f32 = 32.0;
/// Height from which the answers scroll.
const ANSWERS: f32 = 300.0;
/// The least height of the answers.
const LEAST: f32 = 30.0;
/// How much of the slip the question takes at most.
const QUESTION: f32 = 0.45;
/// Answers that are squares are listed up to this many; more of them are only lit on the map.
const LISTED: usize = 5;
/// From so many short answers on they stand in two columns.
const TWO_COLUMNS: usize = 8;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    motion: Res<Motion>,
    fonts: Res<Fonts>,
    room: Res<Room>,
    panel: Single<Entity, With<PromptPanel>>,
    mut seen: Local<Option<Slip>>,
) {
    let wanted = table.prompt.as_ref().filter(|_| !motion.busy());
    if seen.as_ref() == wanted && !room.is_changed() {
        return;
    }
    *seen = wanted.cloned();
    let highest = room.window.y - room.top - room.bottom - 2.0 * theme::GAP_2;
    commands.entity(*panel).despawn_children();
    let Some(slip) = wanted else { return };
    commands.entity(*panel).with_children(|parent| {
        parent
            .spawn((
                widgets::card(Node {
                    width: px(WIDTH),
                    max_height: px(highest),
                    padding: UiRect::all(px(theme::GAP_3)),
                    row_gap: px(if room.folded { theme::GAP } else { theme::GAP_2 }),
                    flex_direction: FlexDirection::Column,
                    border: UiRect::all(px(1)),
                    ..default()
                }),
                Outline::new(px(2), px(0), theme::side_colour(slip.side)),
            ))
            .with_children(|card| {
                // Where question and answers are too high together, both can be rolled.
                let node = Node {
                    flex_shrink: 0.0,
                    max_height: px(highest * QUESTION),
                    overflow: Overflow::scroll_y(),
                    row_gap: px(theme::GAP),
                    ..widgets::column()
                };
                card.spawn((ScrollArea, node)).with_children(|card| {
                    let ink = theme::side_ink(slip.side);
                    card.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, ink, slip.who.clone()));
                    let text = slip.text.clone();
                    card.spawn(widgets::label(&fonts, Face::Regular, theme::BODY, theme::INK, text));
                    parts::flow(card, &fonts, &slip.lines);
                });
                draw_answers(card, &fonts, slip);
                if !slip.otherwise.is_empty() {
                    card.spawn(widgets::label(
                        &fonts,
                        Face::Italic,
                        theme::SMALL,
                        theme::INK_SOFT,
                        slip.otherwise.clone(),
                    ));
                }
            });
    });
}

/// The answers, which can be rolled; those that are squares are only lit on the map where there are many.
fn draw_answers(card: &mut ChildSpawnerCommands, fonts: &Fonts, slip: &Slip) {
    let lit = slip.answers.iter().filter(|answer| answer.lit).count();
    if lit > LISTED {
        let text = say!("prompt-click-lit", n = lit);
        card.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, text));
    }
    let short = |answer: &Answer| answer.note.is_empty() && answer.why_not.is_none();
    let columns = slip.answers.len() > TWO_COLUMNS && lit == 0 && slip.answers.iter().all(short);
    let node = if columns {
        Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(theme::GAP_2),
            justify_content: JustifyContent::SpaceBetween,
            ..default()
        }
    } else {
        widgets::column()
    };
    let width = if columns { percent(48.5) } else { auto() };
    let node = Node {
        max_height: px(ANSWERS),
        min_height: px(LEAST),
        overflow: Overflow::scroll_y(),
        row_gap: px(theme::GAP_2),
        ..node
    };
    card.spawn((ScrollArea, node)).with_children(|list| {
        let shown = |answer: &Answer| !answer.lit || lit <= LISTED;
        for (n, answer) in slip.answers.iter().enumerate().filter(|(_, own)| shown(own)) {
            draw_answer(list, fonts, (n, answer), width);
        }
    });
}

/// An answer as a button: its key, what it says, its odds, and beneath them what else there is to say of it.
fn draw_answer(list: &mut ChildSpawnerCommands, fonts: &Fonts, (n, answer): (usize, &Answer), width: Val) {
    let possible = answer.why_not.is_none();
    let ink = if possible { theme::INK } else { theme::GREY };
    let (name, intent) = (format!("answer {}", answer.text), Intent::Answer(n));
    let node = Node { width, flex_direction: FlexDirection::Column, flex_shrink: 0.0, ..default() };
    let button = widgets::button(name, Look::Slip, possible, intent, node);
    list.spawn((button, Explains(Intent::AskAnswer(n)))).with_children(|button| {
        let node = Node {
            justify_content: JustifyContent::SpaceBetween,
            column_gap: px(theme::GAP_2),
            ..widgets::row()
        };
        button.spawn((node, Pickable::IGNORE)).with_children(|row| {
            if let Some(key) = Action::hotkey(n) {
                row.spawn(widgets::key(fonts, ink, key));
            }
            let (text, odds) = (answer.text.clone(), answer.odds.clone());
            row.spawn(Node { flex_grow: 1.0, min_width: px(0), ..default() })
                .insert(Pickable::IGNORE)
                .with_child(widgets::label(fonts, Face::Regular, theme::BODY, ink, text));
            row.spawn(widgets::line(fonts, Face::Bold, theme::BODY, ink, odds));
        });
        let note = Some(&answer.note).filter(|note| !note.is_empty());
        for text in note.into_iter().chain(&answer.why_not) {
            let text = text.clone();
            button.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
        }
    });
}

/// How the slip that lies there came to lie.
#[derive(Default)]
struct Laid {
    slip: Option<Slip>,
    /// Whether the log took room then.
    log_open: bool,
    /// Frames since it was laid; its size is known after two.
    frames: u8,
}

/// The slip follows those it concerns, inside the free part of the window and off their squares. Where it finds no
/// room beside them, the camera makes some, once.
#[expect(clippy::too_many_arguments, reason = "a system names all that it reads")]
fn lay_beside(
    table: Res<Table>,
    motion: Res<Motion>,
    window: Single<&Window, With<PrimaryWindow>>,
    ui: Res<UiScale>,
    (rise, room): (Res<Rise>, Res<Room>),
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    panel: Single<(&mut Node, &ComputedNode), With<PromptPanel>>,
    mut rooms: MessageWriter<MakeRoom>,
    mut laid: Local<Laid>,
) {
    let Some(slip) = table.prompt.as_ref().filter(|_| !motion.busy()) else {
        laid.slip = None;
        return;
    };
    if laid.slip.as_ref() != Some(slip) || laid.log_open != table.log_open {
        *laid = Laid { slip: Some(slip.clone()), log_open: table.log_open, frames: 0 };
    }
    laid.frames = laid.frames.saturating_add(1);
    let (camera, transform) = *camera;
    let (mut node, computed) = panel.into_inner();
    let window_size = window.size() / ui.0;
    let size = computed.size() * computed.inverse_scale_factor();
    let size = Vec2::new(size.x.max(WIDTH), size.y);
    let log = if table.log_open { room.log + theme::GAP_2 } else { 0.0 };
    let bottom = window_size.y - room.bottom - rise.0;
    let seen = Rect::new(log, room.top, window_size.x, bottom);
    // The small choices beneath stay in sight.
    let chips = if table.chips.is_empty() { 0.0 } else { CHIPS };
    let free = Rect::new(
        log + theme::GAP_2,
        room.top + theme::GAP_2,
        window_size.x - room.column - 2.0 * theme::GAP_2,
        bottom - theme::GAP_2 - chips,
    );
    let square = |at: &At| {
        let corner = |corner: Vec2| {
            camera.world_to_viewport(transform, corner.extend(0.0)).ok().map(|corner| corner / ui.0)
        };
        let half = Vec2::splat(SQUARE / 2.0);
        Some(Rect::from_corners(corner(middle(*at) - half)?, corner(middle(*at) + half)?))
    };
    let keep: Vec<Rect> = slip.beside.iter().filter_map(square).collect();
    let place = place(size, free, &keep);
    if laid.frames == 3
        && let Some(all) = keep.iter().copied().reduce(|all, own| all.union(own))
        && (place.is_none() || !(seen.contains(all.min) && seen.contains(all.max)))
    {
        let half = Vec2::splat(SQUARE / 2.0);
        let area = slip.beside.iter().map(|at| Rect::from_corners(middle(*at) - half, middle(*at) + half));
        if let Some(area) = area.reduce(|all, own| all.union(own)) {
            rooms.write(MakeRoom { area, beside: size.x + 2.0 * theme::GAP_3 });
        }
    }
    let most = (free.max - size).max(free.min);
    let at = place.unwrap_or(((window_size - size) / 2.0).clamp(free.min, most)).round();
    if node.left != px(at.x) || node.top != px(at.y) {
        node.left = px(at.x);
        node.top = px(at.y);
    }
}

/// Where a slip of this size lies inside `free`, off all of `keep` and as near to them as can be; first beside or
/// below them all, then between them. None: there is no such place.
fn place(size: Vec2, free: Rect, keep: &[Rect]) -> Option<Vec2> {
    let most = free.max - size;
    if most.cmplt(free.min).any() {
        return None;
    }
    let Some(all) = keep.iter().copied().reduce(|all, own| all.union(own)) else {
        return Some((free.min + most) / 2.0);
    };
    let gap = theme::GAP_3;
    let nearest = |off: &[Rect]| {
        let mut found: Option<(f32, Vec2)> = None;
        let columns = off.iter().flat_map(|own| [own.max.x + gap, own.min.x - gap - size.x]);
        let columns: Vec<f32> = columns.chain([all.center().x - size.x / 2.0]).collect();
        let rows = off.iter().flat_map(|own| [own.max.y + gap, own.min.y - gap - size.y]);
        let rows: Vec<f32> = rows.chain([all.center().y - size.y * 0.4]).collect();
        for x in &columns {
            for y in &rows {
                let at = Vec2::new(*x, *y).clamp(free.min, most);
                let own = Rect::from_corners(at, at + size).inflate(theme::GAP);
                if off.iter().any(|other| !own.intersect(*other).is_empty()) {
                    continue;
                }
                let far = own.center().distance(all.center());
                if found.is_none_or(|(least, _)| far < least - 0.5) {
                    found = Some((far, at));
                }
            }
        }
        found.map(|(_, at)| at)
    };
    nearest(&[all]).or_else(|| nearest(keep))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Rect = Rect { min: Vec2::new(8.0, 84.0), max: Vec2::new(964.0, 526.0) };
    const SIZE: Vec2 = Vec2::new(380.0, 320.0);

    fn square(x: f32, y: f32) -> Rect {
        Rect::from_center_size(Vec2::new(x, y), Vec2::splat(44.0))
    }

    fn covers(at: Vec2, keep: &[Rect]) -> bool {
        let own = Rect::from_corners(at, at + SIZE);
        keep.iter().any(|other| !own.intersect(*other).is_empty())
    }

    #[test]
    fn a_slip_covers_nobody_it_concerns() {
        for keep in [
            vec![square(442.0, 240.0), square(486.0, 284.0)],
            vec![square(100.0, 240.0), square(900.0, 284.0)],
            vec![square(700.0, 500.0)],
        ] {
            assert!(place(SIZE, FREE, &keep).is_some_and(|at| !covers(at, &keep)), "{keep:?}");
        }
    }

    #[test]
    fn where_there_is_no_room_none_is_made_up() {
        assert_eq!(place(SIZE, FREE, &[Rect::new(300.0, 100.0, 700.0, 500.0)]), None);
        assert_eq!(place(Vec2::splat(2000.0), FREE, &[]), None);
    }
}
