//! Actions that units name as their own: they come to stand in the `only` of these actions.

use crate::content::prelude::*;

/// Gives units, inherited ones too, the actions that they name. `written`: the book's own, as in files.
pub(super) fn give_actions(book: &mut Rulebook, written: &Layered, report: &mut Report) {
    let units: Vec<Arc<UnitDef>> = book.units.iter().filter(|def| !def.actions.is_empty()).cloned().collect();
    for unit in units {
        for id in &unit.actions {
            if !give(book, *id, unit.id)
                && let Some(entry) = written.get(unit.id)
            {
                let message = format!("every unit has the action \"{id}\"");
                let mistake = entry.error_at(id.as_str(), message);
                report
                    .push(mistake.help("write `only: ()` in the action, and only those have it who name it"));
            }
        }
    }
}

/// Gives a unit an action; false if everybody has it. One that there is not has been told already.
fn give(book: &mut Rulebook, action: Key, unit: Key) -> bool {
    let Some(def) = book.actions.get(action) else { return true };
    let Some(only) = &def.only else { return false };
    if !only.units.contains(&unit) {
        let mut only = only.clone();
        only.units.push(unit);
        let given = ActionDef { only: Some(only), ..ActionDef::clone(def) };
        book.actions.insert(action, Arc::new(given));
    }
    true
}
