//! Which mod wrote or changed a rule or unit: mod, file and line of each layer, read once, when first asked for.

use std::sync::OnceLock;

use crate::content::library::{Conflict, Sources};
use crate::window::session::prelude::*;

/// What is written in the files of the base game and the mods, once it is asked for.
#[derive(Default)]
pub(super) struct Origins(OnceLock<Sources>);

impl Session {
    /// A line for each layer of an entry of a book; none: it is as the base game has it.
    pub(super) fn origin(&self, book: Key, kind: &str, id: Key) -> Vec<String> {
        if self.library.mods.len() < 2 {
            return Vec::new();
        }
        let sources = self.origins.0.get_or_init(|| self.folders.sources());
        let layers = sources.changes(&format!("{book}/{kind}/{id}"));
        let line = layers.iter().map(|layer| {
            let (owner, file) = (layer.owner, layer.file.display().to_string());
            say!("origin-line", owner = owner, file = file, line = layer.line)
        });
        line.collect()
    }

    /// The same for all kinds of units of the book that is played, which their cards tell.
    pub(super) fn trace_units(&self, play: &mut Play) {
        let book = play.book();
        let lines = book.units.iter().map(|def| (def.id, self.origin(book.id, "units", def.id)));
        play.origins = lines.filter(|(_, lines)| !lines.is_empty()).collect::<BTreeMap<_, _>>();
    }

    /// What two mods both change; none where there are not two of them.
    pub(super) fn conflicts(&self) -> Vec<Conflict> {
        if self.library.mods.len() < 3 {
            return Vec::new();
        }
        let mut found = self.origins.0.get_or_init(|| self.folders.sources()).conflicts();
        found.extend(self.library.file_conflicts());
        found
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Writes a mod with files of the book `threat_range`.
    fn write_mod(home: &Path, id: &str, files: &[(&str, &str)]) {
        let own = home.join("mods").join(id);
        let folder = own.join("rulebooks/threat_range");
        fs::create_dir_all(&folder).unwrap();
        let about = format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\", game: \">=0.1\")");
        fs::write(own.join("mod.ron"), about).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    /// A session with the mods of a folder.
    fn with_mods(home: &Path) -> Shown {
        let mods = vec![home.join("mods")];
        let (library, report) = Library::load(&assets(), &mods);
        assert!(report.is_empty(), "{report}");
        let mut shown = Shown::with(&home.join("data"), library);
        let folders = &mut shown.session.folders;
        (folders.mods, folders.config, folders.assets) = (mods, home.join("config"), assets());
        shown
    }

    #[test]
    fn what_two_mods_both_change_is_told_with_each_of_them() {
        let home = tempfile::tempdir().unwrap();
        for (id, magnitude) in [("fen", 1), ("moor", 2)] {
            let units = format!("(update: [(id: \"archer\", magnitude: {magnitude})])");
            write_mod(home.path(), id, &[("units.ron", &units)]);
        }
        write_mod(home.path(), "other", &[("units.ron", "(update: [(id: \"scout\", magnitude: 3)])")]);
        let mut shelf = Shelf::default();
        with_mods(home.path()).session.show_mods(&mut shelf);
        let told = |id: &str| shelf.mods.rows.iter().find(|row| row.id == id).unwrap().clashes.join("; ");
        assert_eq!(told("fen"), "threat_range/units/archer.magnitude: moor wins");
        assert_eq!(told("moor"), "threat_range/units/archer.magnitude: overrides fen");
        assert_eq!((told("other"), told("base")), (String::new(), String::new()));
    }

    #[test]
    fn what_a_mod_changes_is_told_with_file_and_line_and_nothing_else_is() {
        let home = tempfile::tempdir().unwrap();
        let units = "(\nupdate: [(id: \"archer\", magnitude: 1)],\n)";
        let rules = "(\nupdate: [(id: \"T-01\", title: \"One scale for all\")],\n)";
        write_mod(home.path(), "fen", &[("units.ron", units), ("rules.ron", rules)]);
        let mut shown = with_mods(home.path());
        shown.session.left = true;
        shown.begin("first_blood");
        let Shown { session, shelf, .. } = &mut shown;

        let play = &session.controller.as_ref().unwrap().play;
        let facts = play.referees_knowledge();
        let card = |id: &str| {
            let unit = facts.units.iter().find(|unit| unit.id().0 == id).unwrap();
            let card = preview::unit_card(play, &facts, unit, None);
            card.lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
        };
        let archer = card("jem");
        assert!(
            archer.contains("base: ") && archer.contains("fen/rulebooks/threat_range/units.ron"),
            "{archer}"
        );
        assert!(archer.contains("line 2") && !card("rona").contains("units.ron"), "{archer}");

        let place = session.translated.books.keys().position(|own| *own == "threat_range").unwrap();
        shelf.rules.book = place + 1;
        session.show_rules(shelf);
        let told = shelf.rules.rows.iter().filter(|row| !row.more.is_empty()).collect::<Vec<_>>();
        assert_eq!(told.len(), 1, "only the rule that the mod changes");
        assert!(told[0].more[1].contains("fen/rulebooks/threat_range/rules.ron"), "{:?}", told[0].more);
    }
}
