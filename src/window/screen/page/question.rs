//! Are you sure? Asked before something is lost.

use bevy::prelude::*;

use super::{PageDrawn, PageSheet, foot, paper_card, plate_like};
use crate::{
    locale::say,
    window::{
        Screen,
        input::Action,
        screen::focus::First,
        theme::{self, Face},
        view::{Intent, Page, Question, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Question))));
}

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Question>>) {
    if !sheet.renew(&mut seen, shelf.question.clone()) {
        return;
    }
    let key = sheet.key(Action::Cancel);
    let behind = sheet.behind();
    sheet.bare(behind, |root, fonts| {
        root.spawn(paper_card(464.0)).with_children(|card| {
            let question = &shelf.question;
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, question.text.clone()));
            let about = question.about.clone();
            card.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, about));
            card.spawn(Node { height: px(theme::GAP_2), flex_shrink: 0.0, ..default() });
            foot(card, |buttons| {
                // What loses nothing comes first and is the way on.
                let (lit, harm) = ((ButtonLook::Lit, theme::INK), (ButtonLook::Plate, theme::HARM));
                let no = ("no", say!("question-no"), key.as_str());
                let no = plate_like(buttons, fonts, no, Intent::Back, lit);
                buttons.commands_mut().entity(no).insert(First);
                let yes = ("yes", question.yes.clone(), "");
                plate_like(buttons, fonts, yes, Intent::Sure, harm);
            });
        });
    });
}
