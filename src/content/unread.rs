//! Files and folders of mods that nothing reads: probably their names are wrong, or they stand in a wrong place.
//!
//! Which files are read is decided by those who read them; this page of names must agree with them.

use super::uvtt_import::ENDINGS;
use crate::content::prelude::*;

/// Entries that belong to no rulebook.
const COMMON: [&str; 4] = ["terrains", "edges", "maps", "scenarios"];
/// What a mod's own folder may have.
const FOLDERS: [&str; 9] =
    ["rulebooks", "terrains", "edges", "maps", "scenarios", "art", "sounds", "locales", "cases"];
const ART: [&str; 7] = ["units", "vehicles", "terrain", "conditions", "icons", "counters", "ui"];
/// Endings of files for people, and of what editors keep beside their maps.
const FOR_PEOPLE: [&str; 7] = ["md", "txt", "pdf", "tiled-project", "tiled-session", "tsx", "tx"];
const PAPERS: [&str; 6] = ["readme", "license", "licence", "copying", "authors", "credits"];
/// Endings of pictures that tilesets may be drawn with.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "bmp", "webp", "svg"];

/// Tells what nothing reads in the folders of the mods of a library.
pub fn check(library: &Library, report: &mut Report) {
    let books = library.books.keys().chain(&library.broken_books).map(|key| key.as_str());
    let books: Vec<&str> = books.collect();
    let sounds = sounds_of(&library.roots);
    for root in &library.roots {
        Folder { root, books: &books, sounds: &sounds, report: &mut *report }.all();
    }
}

fn sounds_of(roots: &[ModRoot]) -> Vec<String> {
    let base = roots.iter().find(|root| root.owner() == BASE);
    let files =
        base.zip(ModPath::new("sounds").ok()).map(|(root, path)| root.list_all(&path, &mut Vec::new()));
    files.unwrap_or_default().iter().map(|file| file.as_str().to_owned()).collect()
}

const ARCHIVES: [&str; 8] = ["7z", "rar", "tar", "gz", "tgz", "xz", "bz2", "zst"];

/// Tells which folders among mods are none, and which files there were probably to be read.
pub fn check_mods(folders: &[impl AsRef<Path>], report: &mut Report) {
    for folder in folders {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let mut names: Vec<String> =
            entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        for name in names.iter().filter(|name| !name.starts_with('.')) {
            let path = folder.as_ref().join(name);
            let help = match ending(name).to_lowercase().as_str() {
                "ron" => "what a mod holds stands in the mod's own folder, beside its mod.ron",
                other if ARCHIVES.contains(&other) => {
                    "a mod is a folder, or a zip file as `threat-range pack` makes it"
                }
                _ => "",
            };
            if !help.is_empty() && path.is_file() && !folder.as_ref().join("mod.ron").exists() {
                let mistake = Diagnostic::whole_file(Path::new(name), "nothing reads this file");
                report.push(mistake.help(help).warning());
            }
            if path.is_dir() && !path.join("mod.ron").exists() {
                let message = "this folder is no mod: it has no mod.ron";
                let help = "`threat-range new-mod` makes one; what a mod holds stands beside it";
                report.push(Diagnostic::whole_file(Path::new(name), message).help(help).warning());
            }
        }
    }
}

struct Folder<'a> {
    root: &'a ModRoot,
    books: &'a [&'a str],
    /// The files of the sounds that are played; empty: it is not known which.
    sounds: &'a [String],
    report: &'a mut Report,
}

impl Folder<'_> {
    fn all(&mut self) {
        let names = match self.root.top() {
            Ok(names) => names,
            Err(mistake) => return self.report.push(mistake),
        };
        for (name, is_folder) in names.into_iter().filter(|(name, _)| !name.starts_with('.')) {
            let Ok(path) = ModPath::new(&name) else { continue };
            match is_folder {
                true if FOLDERS.contains(&name.as_str()) => self.folder(&name, &path),
                true if self.has_maps(&path) => {}
                true => self.unread_folder(&path, &name, FOLDERS.into_iter()),
                false => self.file_of_mod(&path, &name),
            }
        }
    }

    /// Tilesets and their pictures may stand anywhere.
    fn has_maps(&self, folder: &ModPath) -> bool {
        self.files(folder).iter().any(|file| matches!(ending(file.as_str()), "tsx" | "tx"))
    }

    fn files(&self, folder: &ModPath) -> Vec<ModPath> {
        // What is wrong with a folder is said by those who read it.
        self.root.list_all(folder, &mut Vec::new())
    }

    fn file_of_mod(&mut self, path: &ModPath, name: &str) {
        let stem = name.strip_suffix(".ron");
        let known = stem.is_some_and(|stem| stem == "mod" || COMMON.contains(&stem));
        if known || is_for_people(name) {
            return;
        }
        let exact = stem.filter(|stem| KINDS.contains(stem) || *stem == "book");
        let near = stem.filter(|stem| suggest(stem, COMMON).is_none()).and_then(|stem| suggest(stem, KINDS));
        match exact.or(near) {
            Some(stem) => {
                self.say(path, "file", format!("it belongs in a rulebook: rulebooks/<book>/{stem}.ron"));
            }
            None => self.unread_file(path, name, COMMON.into_iter().chain(["mod"])),
        }
    }

    fn folder(&mut self, name: &str, path: &ModPath) {
        let files = self.files(path);
        match name {
            "rulebooks" => self.rulebooks(&files),
            "maps" => self.maps(&files),
            "art" => self.art(&files),
            "sounds" => {
                self.endings(&files, &["wav"]);
                self.unplayed(&files);
            }
            "locales" => self.endings(&files, &["ftl", "ron"]),
            _ => self.endings(&files, &["ron"]),
        }
    }

    fn endings(&mut self, files: &[ModPath], endings: &[&str]) {
        for file in files.iter().filter(|file| !endings.contains(&ending(file.as_str()))) {
            if !is_for_people(file.as_str()) {
                self.say(file, "file", format!("what is read here ends with .{}", endings.join(" or .")));
            }
        }
    }

    fn unplayed(&mut self, files: &[ModPath]) {
        let played = self.sounds;
        let others = files.iter().filter(|file| ending(file.as_str()) == "wav" && !played.is_empty());
        for file in others.filter(|file| !played.iter().any(|known| known == file.as_str())) {
            let near = suggest(file.as_str(), played.iter().map(String::as_str));
            let name = |path: &str| path.strip_prefix("sounds/").unwrap_or(path).to_owned();
            let all = || played.iter().map(|path| name(path)).collect::<Vec<_>>().join(", ");
            let help = near.map_or_else(
                || format!("there are: {}", all()),
                |near| format!("did you mean \"{}\"?", name(near)),
            );
            self.say(file, "sound", help);
        }
    }

    fn rulebooks(&mut self, files: &[ModPath]) {
        let mut told = BTreeSet::new();
        for file in files.iter().filter(|file| !is_for_people(file.as_str())) {
            let parts: Vec<&str> = file.as_str().split('/').skip(1).collect();
            let [book, rest @ ..] = parts.as_slice() else { continue };
            let Some(first) = rest.first() else {
                self.say(file, "file", "files stand in the folder of a rulebook: rulebooks/<book>/");
                continue;
            };
            let here = format!("rulebooks/{book}");
            if !self.books.contains(book) {
                // One that cannot be read is told of by its own mistake.
                let own = files.iter().any(|other| other.as_str() == format!("{here}/book.ron"));
                if !own {
                    let books = self.books.iter().copied();
                    self.folder_named(&mut told, here, book, books);
                }
                continue;
            }
            let kind = first.strip_suffix(".ron").unwrap_or(first);
            let known = KINDS.contains(&kind);
            match rest.len() {
                1 if *first == "book.ron" || known && first.ends_with(".ron") => {}
                1 => self.unread_file(file, first, KINDS.into_iter().chain(["book"])),
                _ if known && file.as_str().ends_with(".ron") => {}
                _ if known => self.endings(std::slice::from_ref(file), &["ron"]),
                _ => self.folder_named(&mut told, format!("{here}/{first}"), first, KINDS.into_iter()),
            }
        }
    }

    fn maps(&mut self, files: &[ModPath]) {
        let tiled = files.iter().any(|file| matches!(ending(file.as_str()), "tmx" | "tsx" | "tx"));
        for file in files.iter().filter(|file| !is_for_people(file.as_str())) {
            let path = file.as_str();
            if let Some(map) = path.strip_suffix(".mapping.ron") {
                let drawn = files.iter().filter_map(|other| drawn_map(other.as_str()));
                if !drawn.clone().any(|other| other == map) {
                    let near =
                        suggest(map, drawn).map(|near| format!("did you mean \"{near}.mapping.ron\"?"));
                    let help = near.unwrap_or_else(|| format!("there is no {map}.tmx beside it"));
                    self.say(file, "file", help);
                }
                continue;
            }
            let ending = ending(path);
            if !(ending == "ron" || drawn_map(path).is_some() || tiled && PICTURES.contains(&ending)) {
                let help = format!("maps are files that end with .ron, .tmx, .{}", ENDINGS.join(", ."));
                self.say(file, "file", help);
            }
        }
    }

    fn art(&mut self, files: &[ModPath]) {
        let mut told = BTreeSet::new();
        for file in files.iter().filter(|file| !is_for_people(file.as_str())) {
            let mut parts = file.as_str().split('/').skip(1);
            let (Some(folder), Some(_)) = (parts.next(), parts.next()) else {
                let help = format!("pictures stand in a folder of art: {}", ART.join(", "));
                self.say(file, "file", help);
                continue;
            };
            if !ART.contains(&folder) {
                self.folder_named(&mut told, format!("art/{folder}"), folder, ART.into_iter());
            } else if file.as_str() != "art/terrain/edges.ron"
                && !matches!(ending(file.as_str()), "svg" | "png")
                && !PICTURES.contains(&ending(file.as_str()))
            {
                self.say(file, "file", "pictures end with .svg or .png");
            }
        }
    }

    /// Tells of a folder, once.
    fn folder_named<'w>(
        &mut self,
        told: &mut BTreeSet<String>,
        path: String,
        name: &str,
        known: impl Iterator<Item = &'w str>,
    ) {
        if let (Ok(folder), true) = (ModPath::new(&path), told.insert(path)) {
            self.unread_folder(&folder, name, known);
        }
    }

    fn unread_folder<'w>(&mut self, path: &ModPath, name: &str, known: impl Iterator<Item = &'w str>) {
        let known: Vec<&str> = known.collect();
        let near = suggest(name, known.iter().copied()).map(|near| format!("did you mean \"{near}\"?"));
        let help = near.unwrap_or_else(|| format!("what is read here: {}", known.join(", ")));
        self.say(path, "folder", help);
    }

    fn unread_file<'w>(&mut self, path: &ModPath, name: &str, known: impl Iterator<Item = &'w str>) {
        let stem = name.split('.').next().unwrap_or(name);
        let known: Vec<&str> = known.collect();
        // The word may be right and its ending wrong.
        let near = known.iter().copied().find(|word| *word == stem);
        let near = near.or_else(|| suggest(stem, known.iter().copied()));
        let help = match near {
            Some(near) => format!("did you mean \"{near}.ron\"?"),
            None => format!(
                "what is read here: {}",
                known.iter().map(|word| format!("{word}.ron")).collect::<Vec<_>>().join(", ")
            ),
        };
        self.say(path, "file", help);
    }

    fn say(&mut self, path: &ModPath, what: &str, help: impl Into<Box<str>>) {
        let shown = self.root.shown(path);
        // What is wrong with it has been said.
        if !self.report.iter().any(|one| *one.file == *shown) {
            let mistake = Diagnostic::whole_file(&shown, format!("nothing reads this {what}"));
            self.report.push(mistake.warning().help(help));
        }
    }
}

fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// The path of a map that was drawn with another program, without its ending.
fn drawn_map(path: &str) -> Option<&str> {
    let (stem, ending) = path.rsplit_once('.')?;
    (ending == "tmx" || ENDINGS.contains(&ending)).then_some(stem)
}

fn is_for_people(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    // A system that hides endings makes such a name of what was to be read.
    let hidden = name.to_lowercase().ends_with(".ron.txt");
    !hidden && FOR_PEOPLE.contains(&ending(path)) || PAPERS.contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(files: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for path in files.split_whitespace() {
            fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
            fs::write(folder.path().join(path), "[]").unwrap();
        }
        let root = ModRoot::open(folder.path(), Path::new("m"), Key::new("m")).unwrap();
        let mut report = Report::new();
        Folder { root: &root, books: &["arrgs", "threat_range"], sounds: &[], report: &mut report }.all();
        assert!(!report.has_errors(), "{report}");
        report.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn whatever_is_read_is_passed_over() {
        let files = "mod.ron README.md LICENSE terrains.ron scenarios/a/b.ron cases/a.ron rulebooks/arrgs/book.ron \
                     rulebooks/arrgs/weapons.ron rulebooks/arrgs/weapons/more/a.ron rulebooks/own/book.ron \
                     rulebooks/own/units.ron maps/a.ron maps/b/b.tmx maps/b/b.mapping.ron maps/b/tiles.png \
                     maps/b/tree.tx maps/c.dd2vtt maps/c.mapping.ron maps/d.uvtt maps/e.df2vtt tiles/a.tsx tiles/a.jpg \
                     art/units/a.svg art/terrain/edges.ron sounds/shot.wav locales/de/a.ftl \
                     locales/de/rulebooks/arrgs/weapons.ron";
        assert_eq!(said(files), Vec::<String>::new());
    }

    #[test]
    fn a_folder_among_mods_without_its_page_is_told() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("lost")).unwrap();
        fs::create_dir(home.path().join(".git")).unwrap();
        let mut report = Report::new();
        check_mods(&[home.path()], &mut report);
        assert_eq!(report.len(), 1);
        assert!(report.to_string().contains("lost"), "{report}");
    }
}
