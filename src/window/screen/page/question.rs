//! Are you sure? Asked before something is lost.

use super::prelude::*;

pub(super) fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Question>>) {
    if !sheet.renew(&mut seen, shelf.question.clone()) {
        return;
    }
    let key = sheet.key(Action::Cancel);
    sheet.bare(sheet.behind(), |root| {
        root.spawn(paper_card(464.0)).with_children(|card| {
            let question = &shelf.question;
            card.text(HEADING, &question.text);
            card.text(TEXT.soft(), &question.about);
            card.spawn(Node { height: px(GAP_2), ..Node::default().fixed() });
            foot(card, |buttons| {
                // What loses nothing comes first and is the way on.
                let (lit, harm) = ((ButtonLook::Lit, theme::INK), (ButtonLook::Plate, theme::HARM));
                let no = ("no", say!("question-no"), key.as_str());
                plate_like(buttons, no, Intent::Back, lit).insert(First);
                plate_like(buttons, ("yes", question.yes.clone(), ""), Intent::Sure, harm);
            });
        });
    });
}
