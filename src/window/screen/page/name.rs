//! Another name for a save or a replay.

use super::prelude::*;

/// What is done with a name.
fn intent(naming: &Naming, name: String) -> Intent {
    match naming.replay {
        true => Intent::NameReplay(naming.path.clone(), name),
        false => Intent::NameSave(naming.path.clone(), name),
    }
}

pub(super) fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<(Naming, String)>>) {
    if !sheet.renew(&mut seen, (shelf.naming.clone(), shelf.note.clone())) {
        return;
    }
    let naming = &shelf.naming;
    let (enter, key) = (sheet.key(Action::Confirm), sheet.key(Action::Cancel));
    sheet.bare(sheet.behind(), |root| {
        root.spawn(paper_card(520.0)).with_children(|card| {
            card.text(HEADING, say!("name-heading", name = &naming.name));
            if naming.replay {
                card.text(TEXT.soft(), say!("name-replay-about"));
            }
            card.spawn((field("name", &naming.name, 36.0, |_| None), First));
            card.text_any(WRONG, &shelf.note);
            let node = Node { margin: UiRect::top(px(GAP_3)), ..across().gap(GAP_2) };
            card.spawn(node).with_children(|buttons| {
                let take = intent(naming, naming.name.clone());
                let yes = ("take name", say!("name-take"), enter.as_str());
                let naming = naming.clone();
                plate_like(buttons, yes, take, (ButtonLook::Lit, theme::INK))
                    .insert(OfField(Box::new(move |name| intent(&naming, name))));
                plate(buttons, "keep name", say!("name-keep"), &key, Intent::Back);
            });
        });
    });
}
