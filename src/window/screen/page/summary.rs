//! The end of a battle: who won, what there is to tell, and what next.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, foot, middle, paper_card, plate};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        view::{Ending, Intent, Page, Sums, Table},
        widgets,
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Over)));
}

fn draw(mut sheet: PageSheet, table: Res<Table>, mut seen: Local<Option<Ending>>) {
    let Some(ending) = &table.ending else { return };
    if !sheet.renew(&mut seen, ending.clone()) {
        return;
    }
    sheet.bare(Behind::Dim, |root, fonts| draw_ending(root, fonts, ending));
}

fn draw_ending(root: &mut ChildSpawnerCommands, fonts: &Fonts, ending: &Ending) {
    root.spawn(paper_card(WIDTH)).with_children(|card| {
        let ink = ending.side.map_or(theme::INK, theme::side_ink);
        card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, ink, ending.title.clone()));
        middle(card, "ending", |card| {
            for (name, value) in &ending.lines {
                if name.is_empty() || value.chars().count() > LONG {
                    draw_long(card, fonts, name, value);
                    continue;
                }
                card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::across() })
                    .with_children(|row| {
                        let name = name.clone();
                        row.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, name));
                        row.spawn(widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, value.clone()));
                    });
            }
            draw_sums(card, fonts, &ending.sums);
        });
        foot(card, |buttons| {
            let again = plate(buttons, fonts, "Play again", say!("end-again"), "", Intent::Again);
            buttons.commands_mut().entity(again).insert(First);
            plate(buttons, fonts, "Swap sides", say!("end-swap"), "", Intent::SwapSides);
            plate(buttons, fonts, "Watch", say!("button-watch"), "", Intent::WatchLast);
            plate(buttons, fonts, "What happened", say!("end-log"), "", Intent::Open(Page::Log));
            plate(buttons, fonts, "Title", say!("end-title"), "", Intent::ToTitle);
            plate(buttons, fonts, "Quit", say!("page-quit"), "", Intent::Quit);
        });
    });
}

/// Width of the card, in units.
const WIDTH: f32 = 760.0;
/// Width of a side's column, in pixels at scale 1.
const SIDE: f32 = 150.0;

/// What it came to, side by side.
fn draw_sums(card: &mut ChildSpawnerCommands, fonts: &Fonts, sums: &Sums) {
    let cell =
        || Node { width: px(SIDE), flex_shrink: 0.0, justify_content: JustifyContent::End, ..default() };
    let row = || Node { justify_content: JustifyContent::SpaceBetween, ..widgets::across() };
    card.spawn(row()).with_children(|head| {
        head.spawn(Node::default());
        head.spawn(widgets::across()).with_children(|sides| {
            for (name, colour) in &sums.sides {
                let ink = theme::side_ink(*colour);
                let name = widgets::label(fonts, Face::Bold, theme::SMALL, ink, name.clone());
                sides.spawn(cell()).with_child((name, TextLayout { justify: Justify::Right, ..default() }));
            }
        });
    });
    for (name, values) in &sums.rows {
        card.spawn((
            Node { border: UiRect::top(px(1)), padding: UiRect::top(px(theme::GAP)), ..row() },
            BorderColor::all(theme::PAPER_DIM),
        ))
        .with_children(|line| {
            line.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, name.clone()));
            line.spawn(widgets::across()).with_children(|sides| {
                for value in values {
                    let value = widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, value.clone());
                    sides.spawn(cell()).with_child(value);
                }
            });
        });
    }
}

/// The longest value of the end that stands beside its name.
const LONG: usize = 40;

/// A sentence or a path, beneath its name, broken wherever it has to be.
fn draw_long(card: &mut ChildSpawnerCommands, fonts: &Fonts, name: &str, value: &str) {
    card.spawn(Node { row_gap: px(0), ..widgets::down() }).with_children(|column| {
        let (face, size) =
            if name.is_empty() { (Face::Regular, theme::BODY) } else { (Face::Mono, theme::SMALL) };
        if !name.is_empty() {
            column.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, name));
        }
        let linebreak = if name.is_empty() { LineBreak::WordBoundary } else { LineBreak::AnyCharacter };
        let value = widgets::label(fonts, face, size, theme::INK, value);
        column.spawn((value, TextLayout { linebreak, ..default() }));
    });
}
