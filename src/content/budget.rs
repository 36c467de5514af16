//! How much of the program's time and memory one mod may take.
//!
//! Limits, and the count of what is spent of them. Whoever spends too much says it in the report and leaves the
//! rest out.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

const MIB: u64 = 1024 * 1024;

/// Something of which a mod has only so much. Each limit is several times what the base game takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BudgetItem {
    /// Files and folders that are met on searching folders.
    Looks,
    /// Files that are read.
    Files,
    /// Bytes of texts.
    Texts,
    /// Bytes of maps and tilesets from editors.
    Levels,
    /// Bytes of pictures and sounds.
    Art,
    /// Pixels of painted pictures.
    Pixels,
    /// Entries and sentences.
    Entries,
    /// Rulebooks.
    Books,
    /// Languages.
    Languages,
    /// Squares of all maps.
    Squares,
    /// Tiles of maps from editors: squares, those of each layer, and those under each object, sound or not.
    Tiles,
    /// Scenarios.
    Scenarios,
    /// Units of all scenarios, by each of the books that they are played by.
    Units,
}

impl BudgetItem {
    const ALL: usize = 13;

    /// How much of it a mod has, in so many of what it is counted in, and what that is called.
    const fn limit(self) -> (u64, u64, &'static str) {
        match self {
            Self::Looks => (65_536, 1, "files and folders to look through"),
            Self::Files => (4_096, 1, "files"),
            Self::Texts => (16, MIB, "MiB of texts"),
            Self::Levels => (32, MIB, "MiB of maps from editors"),
            Self::Art => (64, MIB, "MiB of pictures and sounds"),
            Self::Pixels => (64 * MIB, 1, "pixels of pictures"),
            Self::Entries => (20_000, 1, "entries and sentences"),
            Self::Books => (32, 1, "rulebooks"),
            Self::Languages => (32, 1, "languages"),
            Self::Squares => (2_000_000, 1, "squares of maps"),
            Self::Tiles => (6_000_000, 1, "tiles of maps from editors, squares under objects counted"),
            Self::Scenarios => (1_000, 1, "scenarios"),
            Self::Units => (20_000, 1, "units in scenarios, counted for each of their rulebooks"),
        }
    }

    /// How much of it a mod has.
    pub const fn most(self) -> u64 {
        let (most, unit, _) = self.limit();
        most * unit
    }

    /// What is said when a mod goes beyond it.
    pub fn beyond(self) -> String {
        let (most, _, what) = self.limit();
        format!("the mod has more than {most} {what}: what goes beyond is left out")
    }

    /// The kind of the bytes of a file, by its ending.
    pub fn of_file(path: &Path) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("tmx" | "tsx" | "tx" | "dd2vtt" | "uvtt" | "df2vtt") => Self::Levels,
            Some("svg" | "png" | "wav") => Self::Art,
            _ => Self::Texts,
        }
    }
}

/// What one mod has spent. All who read its files share it.
#[derive(Debug, Default)]
pub struct ReadBudget(Mutex<Spent>);

#[derive(Debug, Default)]
struct Spent {
    amounts: [u64; BudgetItem::ALL],
    /// What has been counted once and costs nothing any more.
    paid: BTreeSet<(BudgetItem, PathBuf)>,
}

impl Spent {
    fn spend(&mut self, ware: BudgetItem, amount: u64) -> Result<(), String> {
        let Some(spent) = self.amounts.get_mut(ware as usize) else { return Ok(()) };
        *spent = spent.saturating_add(amount);
        if *spent <= ware.most() {
            return Ok(());
        }
        // What comes later is left out as well, or the order of small and large would decide.
        *spent = u64::MAX;
        Err(ware.beyond())
    }
}

impl ReadBudget {
    /// Spends so much.
    ///
    /// # Errors
    /// One sentence: it is more than is left. From then on there is none left.
    pub fn spend(&self, ware: BudgetItem, amount: u64) -> Result<(), String> {
        self.spent().spend(ware, amount)
    }

    /// Spends so much for something, and nothing if the same has been counted before: what is read again costs nothing.
    ///
    /// # Errors
    /// One sentence: it is more than is left.
    pub fn spend_once(&self, ware: BudgetItem, what: &Path, amount: u64) -> Result<(), String> {
        self.once((ware, what), &[(ware, amount)])
    }

    /// Whether this has been counted before, or anything is left for it.
    pub fn is_open(&self, ware: BudgetItem, what: &Path) -> bool {
        let spent = self.spent();
        let left = spent.amounts.get(ware as usize).is_none_or(|spent| *spent <= ware.most());
        left || spent.paid.contains(&(ware, what.to_owned()))
    }

    /// Spends a file and its bytes, and nothing if the same path has been counted before.
    ///
    /// # Errors
    /// One sentence: there is not so much left.
    pub fn spend_file(&self, file: &Path, bytes: u64) -> Result<(), String> {
        self.once((BudgetItem::Files, file), &[(BudgetItem::Files, 1), (BudgetItem::of_file(file), bytes)])
    }

    fn once(&self, (kind, what): (BudgetItem, &Path), price: &[(BudgetItem, u64)]) -> Result<(), String> {
        let mut spent = self.spent();
        let one = (kind, what.to_owned());
        if spent.paid.contains(&one) {
            return Ok(());
        }
        price.iter().try_for_each(|(ware, amount)| spent.spend(*ware, *amount))?;
        spent.paid.insert(one);
        Ok(())
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_once_costs_nothing_more() {
        let budget = ReadBudget::default();
        let file = |n: u64| PathBuf::from(format!("f{n}.ron"));
        for n in (0..BudgetItem::Files.most()).chain(0..9) {
            assert_eq!(budget.spend_file(&file(n), 1), Ok(()));
        }
        assert!(budget.spend_file(&file(BudgetItem::Files.most()), 1).is_err());
        assert_eq!(budget.spend_file(&file(0), 1), Ok(()));
        for language in ["de", "fr", "de"] {
            assert_eq!(budget.spend_once(BudgetItem::Languages, Path::new(language), 16), Ok(()));
        }
        assert_eq!(BudgetItem::Units as usize + 1, BudgetItem::ALL);
    }
}
