//! Content that has changed while the game runs: what is wrong with it, and what becomes of the battle.

use super::{prelude::*, title::list_mistakes};

/// What it shows: mistakes, whether there is a battle with the old content, what went wrong just now.
type Shown = (Vec<Mistake>, bool, String);

pub(super) fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Shown>>) {
    if !sheet.renew(&mut seen, (shelf.mistakes.clone(), shelf.stale, shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-content"), |body| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            sheet.text_any(WRONG, &shelf.note);
            if shelf.mistakes.is_empty() {
                nothing(sheet, [say!("slip-well"), say!("content-watched")], |_| ());
            } else {
                middle(sheet, "mistakes", |list| list_mistakes(list, &shelf.mistakes));
            }
            if !shelf.stale {
                return;
            }
            sheet.text(NAME, say!("content-question"));
            foot(sheet, |buttons| {
                for (name, text, intent) in [
                    ("keep", say!("content-keep"), ContentIntent::Keep),
                    ("restart", say!("content-restart"), ContentIntent::Restart),
                    ("replay", say!("content-replay"), ContentIntent::Replay),
                ] {
                    plate(buttons, name, text, "", Intent::Content(intent))
                        .insert_if(First, || intent == ContentIntent::Keep);
                }
            });
        });
    });
}
