//! Folders that are watched: which of their files have changed since one last looked.
//!
//! The system says that something was written; sizes and times say what. Now and then one looks without being told.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, sync_channel},
    thread,
    time::{Duration, Instant, SystemTime},
};

use notify::{
    Config, Event, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode, EventKind},
};

/// How often one looks without being told that anything was written.
const EVERY: Duration = Duration::from_secs(3);

/// How often one asks whether to go on.
const ASKS: Duration = Duration::from_millis(300);

/// How long to look again until nothing changes any more, as programs write in several steps, and how often at most.
const SETTLES: (Duration, usize) = (Duration::from_millis(60), 20);

const MOST: usize = 65_536;

/// What tells a file from what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

/// Folders, and their files as they were when one last looked.
#[derive(Debug)]
pub struct Watched {
    folders: Vec<PathBuf>,
    seen: BTreeMap<PathBuf, Stamp>,
    bell: Option<Bell>,
}

/// Rings when the system says that something was written.
#[derive(Debug)]
struct Bell {
    watcher: RecommendedWatcher,
    rung: Receiver<()>,
    /// Folders of which the system tells.
    told: BTreeSet<PathBuf>,
}

impl Bell {
    /// None where the system tells of nothing.
    fn new() -> Option<Self> {
        let (ring, rung) = sync_channel(1);
        let heard = move |event: Result<Event, notify::Error>| {
            if event.is_ok_and(|event| writes(event.kind)) {
                // One that still rings is enough.
                let _ = ring.try_send(());
            }
        };
        // Links could lead anywhere: of what lies behind them one hears by looking.
        let watcher = RecommendedWatcher::new(heard, Config::default().with_follow_symlinks(false)).ok()?;
        Some(Self { watcher, rung, told: BTreeSet::new() })
    }

    fn hang(&mut self, folders: &[PathBuf]) {
        for folder in folders {
            if !self.told.contains(folder)
                && folder.exists()
                && self.watcher.watch(folder, RecursiveMode::Recursive).is_ok()
            {
                self.told.insert(folder.clone());
            }
        }
    }
}

fn writes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

impl Watched {
    /// Watches folders and single files from now on. What is not there yet is seen once it is.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        let mut bell = Bell::new();
        if let Some(bell) = &mut bell {
            bell.hang(&folders);
        }
        let seen = look(&folders);
        Self { folders, seen, bell }
    }

    /// The files that are new, others or gone since one last looked.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let now = look(&self.folders);
        let other = now.iter().filter(|(path, stamp)| self.seen.get(*path) != Some(*stamp));
        let mut changed: Vec<PathBuf> = other.map(|(path, _)| path.clone()).collect();
        changed.extend(self.seen.keys().filter(|path| !now.contains_key(*path)).cloned());
        self.seen = now;
        changed
    }

    /// Waits until something has changed and nothing changes any more. None: `go_on` has said no.
    pub fn wait(&mut self, go_on: impl Fn() -> bool) -> Option<BTreeSet<PathBuf>> {
        let mut looked = Instant::now();
        while go_on() {
            if !self.rings() && looked.elapsed() < EVERY {
                continue;
            }
            looked = Instant::now();
            if let Some(bell) = &mut self.bell {
                bell.hang(&self.folders);
            }
            let mut changed: BTreeSet<PathBuf> = self.changed().into_iter().collect();
            if changed.is_empty() {
                continue;
            }
            let (pause, most) = SETTLES;
            for _ in 0..most {
                thread::sleep(pause);
                let more = self.changed();
                if more.is_empty() {
                    break;
                }
                changed.extend(more);
            }
            return Some(changed);
        }
        None
    }

    fn rings(&self) -> bool {
        match &self.bell {
            Some(bell) => bell.rung.recv_timeout(ASKS).is_ok(),
            None => {
                thread::sleep(ASKS);
                false
            }
        }
    }
}

/// All files below these folders. A folder that several links lead to is looked at once.
fn look(folders: &[PathBuf]) -> BTreeMap<PathBuf, Stamp> {
    let (mut found, mut known) = (BTreeMap::new(), BTreeSet::new());
    let mut waiting = folders.to_vec();
    let mut left = MOST;
    while let Some(path) = waiting.pop() {
        let Ok(about) = fs::metadata(&path) else { continue };
        if !about.is_dir() {
            found.insert(path, Stamp { bytes: about.len(), modified: about.modified().ok() });
            continue;
        }
        let new = fs::canonicalize(&path).is_ok_and(|real| known.insert(real));
        let Ok(entries) = fs::read_dir(&path) else { continue };
        for entry in entries.flatten().filter(|_| new) {
            if left == 0 {
                return found;
            }
            left -= 1;
            let path = entry.path();
            if !passing(&path) {
                waiting.push(path);
            }
        }
    }
    found
}

/// What editors lay beside a file while they work on it.
fn passing(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.') || name.starts_with('#') || name.ends_with('~') || name.ends_with(".tmp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_new_or_gone_has_changed_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let file = |name: &str| home.path().join(name);
        fs::create_dir(file("deep")).unwrap();
        fs::write(file("deep/one.ron"), "1").unwrap();
        fs::write(file("two.ron"), "2").unwrap();
        let mut watched = Watched::new(vec![home.path().to_owned(), file("later.ron")]);
        assert_eq!(watched.changed(), Vec::<PathBuf>::new());
        fs::write(file("deep/one.ron"), "11").unwrap();
        fs::write(file("deep/.one.ron.swp"), "").unwrap();
        fs::remove_file(file("two.ron")).unwrap();
        fs::write(file("three.ron"), "3").unwrap();
        let mut changed = watched.changed();
        changed.sort();
        assert_eq!(changed, [file("deep/one.ron"), file("three.ron"), file("two.ron")]);
        assert_eq!(watched.changed(), Vec::<PathBuf>::new(), "it has been seen");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_back_are_no_trouble() {
        let home = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(home.path(), home.path().join("back")).unwrap();
        fs::write(home.path().join("one.ron"), "1").unwrap();
        let mut watched = Watched::new(vec![home.path().to_owned()]);
        fs::write(home.path().join("one.ron"), "11").unwrap();
        assert_eq!(watched.changed().len(), 1);
    }

    #[test]
    fn waiting_ends_when_nobody_waits_any_more_or_something_has_changed() {
        let home = tempfile::tempdir().unwrap();
        let mut watched = Watched::new(vec![home.path().to_owned()]);
        assert_eq!(watched.wait(|| false), None);
        fs::write(home.path().join("one.ron"), "1").unwrap();
        let changed = watched.wait(|| true).unwrap();
        assert!(changed.iter().all(|path| path.ends_with("one.ron")) && changed.len() == 1);
        // A folder that comes later, and one on which the system is deaf.
        let mut watched = Watched::new(vec![home.path().join("later")]);
        fs::create_dir(home.path().join("later")).unwrap();
        fs::write(home.path().join("later/two.ron"), "2").unwrap();
        assert_eq!(watched.wait(|| true).unwrap().len(), 1);
        watched.bell = None;
        fs::write(home.path().join("later/two.ron"), "22").unwrap();
        assert_eq!(watched.wait(|| true).unwrap().len(), 1);
    }
}
