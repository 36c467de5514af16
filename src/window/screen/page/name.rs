//! Another name for a save or a replay.

use bevy::prelude::*;

use super::{PageDrawn, PageSheet, paper_card, plate, plate_like};
use crate::{
    locale::say,
    window::{
        Screen,
        input::Action,
        screen::{
            field::{OfField, field},
            focus::First,
        },
        theme::{self, Face},
        view::{Intent, Naming, Page, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Page(Page::Name));
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(here));
}

/// What is done with a name.
fn intent(naming: &Naming, name: String) -> Intent {
    match naming.replay {
        true => Intent::NameReplay(naming.path.clone(), name),
        false => Intent::NameSave(naming.path.clone(), name),
    }
}

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<(Naming, String)>>) {
    if !sheet.renew(&mut seen, (shelf.naming.clone(), shelf.note.clone())) {
        return;
    }
    let naming = &shelf.naming;
    let (enter, key) = (sheet.key(Action::Confirm), sheet.key(Action::Cancel));
    let behind = sheet.behind();
    sheet.bare(behind, |root, fonts| {
        root.spawn(paper_card(520.0)).with_children(|card| {
            let text = say!("name-heading", name = &naming.name);
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, text));
            if naming.replay {
                let about = say!("name-replay-about");
                card.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, about));
            }
            card.spawn((field("name", fonts, &naming.name, 36.0, |_| None), First));
            if !shelf.note.is_empty() {
                let note = shelf.note.clone();
                card.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::HARM, note));
            }
            card.spawn(Node {
                column_gap: px(theme::GAP_2),
                margin: UiRect::top(px(theme::GAP_3)),
                ..widgets::across()
            })
            .with_children(|buttons| {
                let take = intent(naming, naming.name.clone());
                let yes = ("take name", say!("name-take"), enter.as_str());
                let yes = plate_like(buttons, fonts, yes, take, (ButtonLook::Lit, theme::INK));
                let naming = naming.clone();
                let taken = OfField(Box::new(move |name| intent(&naming, name)));
                buttons.commands_mut().entity(yes).insert(taken);
                let back = say!("name-keep");
                plate(buttons, fonts, "keep name", back, &key, Intent::Back);
            });
        });
    });
}
