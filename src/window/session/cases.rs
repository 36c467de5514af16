//! A test case made of the last minute of the battle, written into the user's own folder.

use super::Session;
use crate::{
    cli::case::record,
    saves::file::{self, Keep},
    window::session::prelude::*,
};

/// How many rounds back a case goes, the present one among them.
const ROUNDS: u32 = 2;

impl Session {
    /// Writes a case of the last rounds, and says where.
    pub(super) fn make_case(&self, table: &mut Table) -> Result<(), String> {
        let play = self.controller.as_ref().map(|controller| &controller.play);
        let play = play.ok_or_else(|| say!("save-no-battle"))?;
        let from = (play.round() + 1).saturating_sub(ROUNDS);
        let recorded = record::record(&self.library, &play.replay(&self.library.hash), Some(from))?;
        let path = file::free(&self.folders.data.join("cases"), &recorded.id, "ron");
        file::write(&path, recorded.text.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())?;
        table.hint = say!("case-made", path = path.display().to_string());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::Session;
    use crate::{
        cli::case::{
            self,
            run::{self, Saving},
        },
        content::library::Library,
        key::Key,
        window::{
            motion::BeatQueue,
            view::{Intent, Shelf, Table},
        },
    };

    #[test]
    fn the_logs_button_writes_a_case_that_passes_and_says_where() {
        let home = tempfile::tempdir().unwrap();
        let (mut shelf, mut table, mut motion) = (Shelf::default(), Table::default(), BeatQueue::default());
        let mut session = Session::default();
        session.folders.data = home.path().to_owned();
        session.take(Library::load(&Path::new(threat_range_base::CHECKOUT).join("assets"), &[]).0);
        session.left = true;
        assert!(session.keep(&Intent::LogCase, &mut shelf, &mut table, &mut motion));
        assert!(!table.hint.is_empty() && !home.path().join("cases").exists(), "there is no battle");

        let choice = session.choice(Key::new("first_blood"));
        session.begin(choice, &mut table, &mut motion).unwrap();
        for name in ["first", "second"] {
            assert!(session.keep(&Intent::LogCase, &mut shelf, &mut table, &mut motion));
            assert!(table.hint.contains("first_blood"), "{name}: {}", table.hint);
        }
        let files: Vec<_> = fs::read_dir(home.path().join("cases")).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), 2, "none is written over another");
        for file in files {
            let (cases, mistakes) = case::read(&file.path(), &fs::read_to_string(file.path()).unwrap());
            assert!(mistakes.is_empty(), "{}", mistakes[0]);
            assert_eq!(run::run_saving(&session.library, &cases[0], Saving::Now), Ok(()));
        }
    }
}
