//! Saving the battle: under a new name, or over a save that is there.

use super::prelude::*;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    mut seen: Local<Option<(Vec<SaveEntry>, String)>>,
) {
    if !sheet.renew(&mut seen, (shelf.saves.clone(), shelf.note.clone())) {
        return;
    }
    sheet.small(NARROW, say!("page-save"), |sheet| {
        sheet.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
            row.line(NAME, say!("save-name"));
            let name = format!("{}, {}", shelf.pause.name, shelf.pause.round);
            row.spawn(field("name", &name, 32.0, |_| None));
            row.button("save", ButtonLook::Lit, Intent::Save(name), Node::default())
                .insert((OfField(Box::new(Intent::Save)), First))
                .with_child(NAME.line(say!("page-save")));
        });
        let named: Vec<&SaveEntry> = shelf.saves.iter().filter(|save| save.named).collect();
        sheet.text_any(WRONG, &shelf.note);
        if named.is_empty() {
            nothing(sheet, [say!("save-none"), say!("save-later")], |_| ());
            return;
        }
        middle(sheet, "saves", |list| {
            for save in named {
                draw_save(list, save);
            }
        });
    });
}

fn draw_save(list: Sheet, save: &SaveEntry) {
    let about = match &save.why_not {
        Some(why) => why.clone(),
        None => say!("save-line", battle = &save.battle, round = save.round, age = &save.age),
    };
    draw_row(list, &save.name, &about, save.why_not.is_some(), |row| {
        row.push(format!("over {}", save.name), TEXT, say!("button-over"), Intent::Save(save.name.clone()));
    });
}
