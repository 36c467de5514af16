//! What is told before a battle begins: the goal, who fights with whom, what to keep in mind. The board lies dimmed
//! behind it.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, foot, middle, new_battle::draw_side_words, paper_card, plate};
use crate::{
    locale::say,
    window::{
        Screen,
        input::Action,
        screen::focus::First,
        theme::{self, Face, Fonts},
        view::{Briefing, Intent, Page, SeatEntry, Shelf, Table},
        widgets,
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Briefing))));
}

/// Width of the card, in units.
const WIDTH: f32 = 640.0;

fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    table: Res<Table>,
    mut seen: Local<Option<(Briefing, bool)>>,
) {
    let sealed = table.hand_over.is_some();
    if !sheet.renew(&mut seen, (shelf.briefing.clone(), sealed)) {
        return;
    }
    let behind = if sealed { Behind::Dark } else { Behind::Dim };
    let key = sheet.key(Action::Confirm);
    sheet.bare(behind, |root, fonts| {
        root.spawn(paper_card(WIDTH)).with_children(|card| {
            let briefing = &shelf.briefing;
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, briefing.name.clone()));
            middle(card, "briefing", |list| draw_briefing(list, fonts, briefing));
            foot(card, |buttons| {
                buttons.spawn(Node { flex_grow: 1.0, ..default() });
                let begin = plate(buttons, fonts, "To battle", say!("briefing-begin"), &key, Intent::Back);
                buttons.commands_mut().entity(begin).insert(First);
            });
        });
    });
}

fn draw_briefing(list: &mut ChildSpawnerCommands, fonts: &Fonts, briefing: &Briefing) {
    if !briefing.about.is_empty() {
        let about = briefing.about.clone();
        list.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK, about));
    }
    part(list, fonts, say!("briefing-goal-heading"), |part| {
        let goal = briefing.goal.clone();
        part.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, goal));
        let ends = say!("briefing-ends");
        part.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, ends));
    });
    part(list, fonts, say!("draft-sides"), |part| {
        let people = briefing.seats.iter().filter(|seat| seat.human).count();
        for (n, seat) in briefing.seats.iter().enumerate() {
            draw_side(part, fonts, n, seat, people == 1);
        }
    });
    part(list, fonts, say!("briefing-hints"), |part| {
        for hint in &briefing.hints {
            part.spawn(Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..default() }).with_children(
                |row| {
                    row.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::GOLD_DEEP, "•"));
                    let hint = widgets::label(fonts, Face::Regular, theme::BODY, theme::INK, hint.clone());
                    row.spawn(Node { flex_shrink: 1.0, min_width: px(0), ..default() }).with_child(hint);
                },
            );
        }
    });
}

/// A heading with what stands under it.
fn part(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    heading: String,
    draw: impl FnOnce(&mut ChildSpawnerCommands),
) {
    list.spawn(Node { row_gap: px(theme::GAP), flex_shrink: 0.0, ..widgets::down() }).with_children(
        |part| {
            part.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK_SOFT, heading));
            draw(part);
        },
    );
}

/// A side: its colour, its name, who decides for it, and who fights for it.
fn draw_side(part: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, seat: &SeatEntry, alone: bool) {
    let node = Node { column_gap: px(theme::GAP_3), flex_shrink: 0.0, ..widgets::across() };
    part.spawn(node).with_children(|row| {
        draw_side_words(row, fonts, n, seat);
        let who = match (seat.human, alone) {
            (true, true) => say!("briefing-you"),
            (true, false) => say!("draft-player"),
            (false, _) => say!("draft-computer"),
        };
        row.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, who));
    });
}
