//! The middle of a battle: everything that is not a move of it.

use super::prelude::*;

/// Width of the card, in units.
const WIDTH: f32 = 360.0;
/// The same where its buttons stand side by side.
const WIDE: f32 = 560.0;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    table: Res<Table>,
    mut seen: Local<Option<(Pause, bool)>>,
) {
    let sealed = table.hand_over.is_some();
    if !sheet.renew(&mut seen, (shelf.pause.clone(), sealed)) {
        return;
    }
    let behind = if sealed { Behind::Dark } else { Behind::Dim };
    let folded = sheet.folded();
    let key = sheet.key(Action::Cancel);
    sheet.bare(behind, |root| {
        root.spawn(paper_card(if folded { WIDE } else { WIDTH })).with_children(|card| {
            let pause = &shelf.pause;
            card.text(HEADING, &pause.name);
            card.line(ASIDE.size(theme::BODY), &pause.round);
            card.text_any(PLAIN, &pause.goal);
            card.spawn(Node { height: px(GAP), ..default() });
            menu(card, folded, |menu| {
                for (name, text, intent, possible) in [
                    ("Resume", say!("pause-resume"), Intent::Back, true),
                    ("Save", say!("page-save"), Intent::Open(Page::Save), pause.may_save),
                    ("Load", say!("page-load"), Intent::Open(Page::Load), true),
                    ("Undo last", say!("pause-undo"), Intent::Undo, pause.may_undo),
                    ("Restart", say!("pause-restart"), Intent::Restart, pause.may_save),
                    ("Give up", say!("pause-concede"), Intent::Concede, pause.concede.is_some()),
                    ("Rules", say!("page-rules"), Intent::Open(Page::Rules), true),
                    ("Settings", say!("page-settings"), Intent::Open(Page::Settings), true),
                    ("To the title", say!("pause-title"), Intent::ToTitle, true),
                    ("Quit", say!("page-quit"), Intent::Quit, true),
                ] {
                    // The way on is lit; what ends the battle is written in the colour of harm.
                    let (look, ink) = match name {
                        _ if !possible => (ButtonLook::Paper, theme::GREY),
                        "Resume" => (ButtonLook::Lit, theme::INK),
                        "Give up" => (ButtonLook::Paper, theme::HARM),
                        _ => (ButtonLook::Paper, theme::INK),
                    };
                    let mut button =
                        menu.spawn(widgets::button(name, look, possible, intent, across().apart()));
                    button.insert_if(First, || name == "Resume").with_children(|button| {
                        button.line(NAME.ink(ink), text);
                        if name == "Resume" {
                            button.line(NUMBER.ink(ink), &key);
                        }
                    });
                }
            });
        });
    });
}
