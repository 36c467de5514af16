//! A thread that watches the content: when a file changes, it reads everything anew and wakes the window.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::still;
use crate::window::prelude::*;
use crate::{
    cli::{Folders, check_all},
    content::{diagnostics::Report, library::Library},
    locale::Locales,
    saves::watched::Watched,
};

/// Content that was read anew.
pub struct News {
    /// All of it.
    pub library: Library,
    /// What is wrong with it.
    pub report: Report,
    /// The languages there are.
    pub locales: Locales,
    /// The files that have changed.
    pub changed: BTreeSet<PathBuf>,
}

impl News {
    /// What has changed in the folders of a kind of file, without its ending: `units/archer` of `art`.
    pub fn in_folder(&self, folder: &str) -> BTreeSet<String> {
        self.changed.iter().filter_map(|path| within(path, folder)).collect()
    }
}

/// A path from its last folder of this name on, without its ending.
fn within(path: &Path, folder: &str) -> Option<String> {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let at = parts.iter().rposition(|part| *part == folder)?;
    let name = parts[at + 1..].join("/");
    Some(name.rsplit_once('.').map_or(name.as_str(), |(whole, _)| whole).to_owned())
}

/// What the thread that watches has found.
#[derive(Resource, Default)]
pub struct Live {
    news: Arc<Mutex<Option<News>>>,
    stopped: Arc<AtomicBool>,
}

impl Live {
    /// Watches these folders from now on.
    pub fn of(folders: &Folders) -> Self {
        let live = Self::default();
        let (news, stopped, folders) = (live.news.clone(), live.stopped.clone(), folders.clone());
        let began =
            thread::Builder::new().name("content".to_owned()).spawn(move || watch(&folders, &news, &stopped));
        if let Err(why) = began {
            warn!("content is not watched: {why}");
        }
        live
    }

    /// What has been read anew since this was last asked.
    pub fn take(&self) -> Option<News> {
        self.news.lock().ok()?.take()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

fn watch(folders: &Folders, news: &Mutex<Option<News>>, stopped: &AtomicBool) {
    let all = std::iter::once(&folders.assets).chain(&folders.mods).cloned().collect();
    let mut watched = Watched::new(all);
    while let Some(mut changed) = watched.wait(|| !stopped.load(Ordering::Relaxed)) {
        let (library, mut report) = folders.load_chosen();
        let (locales, wrong) = check_all(&library, &folders.sources(), &folders.mods);
        report.join(wrong);
        let Ok(mut waiting) = news.lock() else { return };
        // What nobody has asked for yet has changed all the same.
        changed.extend(waiting.take().into_iter().flat_map(|before| before.changed));
        *waiting = Some(News { library, report, locales, changed });
        drop(waiting);
        still::wake();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        time::{Duration, Instant},
    };

    use super::*;

    #[test]
    fn a_picture_is_known_by_its_path_below_the_folder_of_pictures() {
        let name = |path: &str| within(Path::new(path), "art");
        assert_eq!(name("/home/art/mods/fen/art/units/eeler.svg").as_deref(), Some("units/eeler"));
        assert_eq!(name("/home/mods/fen/units.ron"), None);
    }

    #[test]
    fn who_saves_a_slip_is_told_of_it() {
        let home = tempfile::tempdir().unwrap();
        let mods = home.path().join("mods");
        let file = mods.join("fen/rulebooks/arrgs/weapons.ron");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(mods.join("fen/mod.ron"), r#"(id: "fen", name: "Fen", version: "1.0.0")"#).unwrap();
        let folders = Folders {
            assets: Path::new(threat_range_base::CHECKOUT).join("assets"),
            mods: vec![mods],
            data: home.path().join("data"),
            config: home.path().join("config"),
        };
        let live = Live::of(&folders);
        let begun = Instant::now();
        let mut saved = 0;
        let news = loop {
            // The thread has to look once before anything is another.
            saved += 1;
            fs::write(&file, format!("[(id: \"pike\", name: \"Pike\", hnads: {saved})]")).unwrap();
            fs::write(file.with_file_name("weapon.ron"), "[]").unwrap();
            thread::sleep(Duration::from_millis(700));
            if let Some(news) = live.take() {
                break news;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody tells of it");
        };
        assert!(news.changed.contains(&file), "{:?}", news.changed);
        let told = news.report.iter().find(|one| one.message.contains("hnads")).unwrap();
        assert!(told.shown_line().is_some_and(|line| line.contains("Pike")), "{told}");
        let unread = news.report.iter().any(|one| one.file.ends_with("weapon.ron"));
        assert!(unread, "what only `check` finds is told, too");
        assert!(news.library.books.contains_key(&crate::key::Key::new("arrgs")));
    }
}
