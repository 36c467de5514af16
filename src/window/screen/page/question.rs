//! Are you sure? Asked before something is lost.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet, foot, plate, slip_of_paper};
use crate::{
    locale::say,
    window::{
        Screen,
        input::Action,
        screen::focus::First,
        theme::{self, Face},
        view::{Intent, Page, Question, Shelf},
        widgets,
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Question))));
}

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<Question>>) {
    if !sheet.renew(&mut seen, shelf.question.clone()) {
        return;
    }
    let key = sheet.key(Action::Cancel);
    sheet.bare(Behind::Dark, |root, fonts| {
        root.spawn(slip_of_paper(464.0)).with_children(|card| {
            let question = &shelf.question;
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, question.text.clone()));
            let about = question.about.clone();
            card.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, about));
            card.spawn(Node { height: px(theme::GAP_2), flex_shrink: 0.0, ..default() });
            foot(card, |buttons| {
                plate(buttons, fonts, "yes", &question.yes, "", Intent::Sure);
                let no = plate(buttons, fonts, "no", say!("question-no"), &key, Intent::Back);
                buttons.commands_mut().entity(no).insert(First);
            });
        });
    });
}
