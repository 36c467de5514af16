//! A test case made of the last minute of the battle, written into the user's own folder.

use crate::window::session::prelude::*;
use crate::{
    cli::case::record,
    saves::file::{self, Keep},
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
    use std::fs;

    use crate::{
        cli::case::{
            self,
            run::{self, Saving},
        },
        window::{session::test_game::Shown, view::Intent},
    };

    #[test]
    fn the_logs_button_writes_a_case_that_passes_and_says_where() {
        let home = tempfile::tempdir().unwrap();
        let mut shown = Shown::new(home.path());
        shown.session.left = true;
        assert!(shown.keep(&Intent::LogCase));
        assert!(!shown.table.hint.is_empty() && !home.path().join("cases").exists(), "there is no battle");

        shown.begin("first_blood");
        for name in ["first", "second"] {
            assert!(shown.keep(&Intent::LogCase));
            assert!(shown.table.hint.contains("first_blood"), "{name}: {}", shown.table.hint);
        }
        let files: Vec<_> = fs::read_dir(home.path().join("cases")).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), 2, "none is written over another");
        for file in files {
            let (cases, mistakes) = case::read(&file.path(), &fs::read_to_string(file.path()).unwrap());
            assert!(mistakes.is_empty(), "{}", mistakes[0]);
            assert_eq!(run::run_saving(&shown.session.library, &cases[0], Saving::Now), Ok(()));
        }
    }
}
