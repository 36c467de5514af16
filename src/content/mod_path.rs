//! Paths of mods, which cannot leave the mod's folder.
//!
//! [`ModPath`] is the shape of such a path; [`ModRoot`] reads files through it within the limits of a mod. Which
//! files there are is found by `walk`.

use std::{
    fmt,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{budget::Budget, diagnostics::Diagnostic, source::SourceFile, walk};
use crate::key::Key;

/// The largest text file of a mod, in bytes.
pub const MAX_TEXT_BYTES: u64 = 4 * 1024 * 1024;

/// A relative path inside a mod's folder, with `/` between its parts. It has no `..`, no `.`, no drive, no root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModPath(Box<str>);

impl ModPath {
    /// Checks a text. The error is a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let refuse = |why: &str| Err(format!("\"{text}\" cannot be a path of a mod: {why}"));
        if text.is_empty() || text.len() > 512 {
            return refuse("it must have 1 to 512 bytes");
        }
        if text.contains('\\') {
            return refuse("folders are separated by `/`");
        }
        if text.starts_with('/') || text.contains(':') {
            return refuse("it must start from the mod's own folder");
        }
        if text.chars().any(char::is_control) {
            return refuse("it has control characters");
        }
        for part in text.split('/') {
            match part {
                "" => return refuse("a part of it is empty"),
                "." | ".." => return refuse("`.` and `..` are not allowed"),
                _ if part.ends_with('.') || part.ends_with(' ') => {
                    return refuse("no part may end with a dot or a space");
                }
                _ => {}
            }
        }
        Ok(Self(text.into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of something in this folder.
    pub fn join(&self, name: &str) -> Result<Self, String> {
        Self::new(&format!("{}/{name}", self.0))
    }

    /// The path of a file that is named relative to this file, as editors write it: `..` is followed as long as it
    /// stays inside.
    pub fn beside(&self, relative: &str) -> Result<Self, String> {
        let folder = self.0.rsplit_once('/').map_or("", |(folder, _)| folder);
        Self::folded(&format!("{folder}/{relative}"), relative)
    }

    /// A relative path with its `.` and `..` folded away, as long as it stays inside.
    pub fn normal(path: &str) -> Result<Self, String> {
        Self::folded(path, path)
    }

    fn folded(path: &str, said: &str) -> Result<Self, String> {
        if said.starts_with('/') {
            return Err(format!("\"{said}\" must start from the folder it stands in"));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in path.trim_start_matches('/').split('/') {
            match part {
                "." => {}
                ".." => {
                    if parts.pop().is_none() {
                        return Err(format!("\"{said}\" leads out of the folder"));
                    }
                }
                part => parts.push(part),
            }
        }
        Self::new(&parts.join("/"))
    }
}

impl fmt::Display for ModPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ModPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ModPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = ModPath;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a path in quotes")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<ModPath, E> {
                ModPath::new(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// A folder that files are read from and never outside of, links included.
#[derive(Clone, Debug)]
pub struct ModRoot {
    real: PathBuf,
    shown: PathBuf,
    owner: Key,
    budget: Arc<Budget>,
}

impl ModRoot {
    /// Opens a folder. `shown` is its name in messages, `owner` the mod that its files belong to.
    pub fn open(folder: &Path, shown: &Path, owner: Key) -> Result<Self, Diagnostic> {
        let fault =
            |error: std::io::Error| Diagnostic::whole_file(shown, format!("cannot open the folder: {error}"));
        let real = fs::canonicalize(folder).map_err(fault)?;
        if !real.is_dir() {
            return Err(Diagnostic::whole_file(shown, "this is not a folder"));
        }
        Ok(Self { real, shown: shown.to_owned(), owner, budget: Arc::default() })
    }

    /// The same folder as the property of another mod.
    #[must_use]
    pub fn owned_by(mut self, owner: Key) -> Self {
        self.owner = owner;
        self
    }

    /// The mod that its files belong to.
    pub fn owner(&self) -> Key {
        self.owner
    }

    /// What the mod may still take. Copies of this share it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The real path of the folder.
    pub fn folder(&self) -> &Path {
        &self.real
    }

    /// A path as messages show it.
    pub fn shown(&self, path: &ModPath) -> PathBuf {
        self.shown.join(path.as_str())
    }

    /// Whether a file or folder is there, inside the mod.
    pub fn exists(&self, path: &ModPath) -> bool {
        self.resolve(path).is_ok()
    }

    /// The real path of something that exists, with links followed and checked.
    pub fn resolve(&self, path: &ModPath) -> Result<PathBuf, Diagnostic> {
        let shown = self.shown(path);
        let real = fs::canonicalize(self.real.join(path.as_str())).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Diagnostic::whole_file(&shown, "this file is missing"),
            _ => Diagnostic::whole_file(&shown, format!("cannot open the file: {error}")),
        })?;
        if real.starts_with(&self.real) {
            Ok(real)
        } else {
            Err(Diagnostic::whole_file(&shown, "this is a link that leads out of the mod's folder"))
        }
    }

    /// The bytes of a file, at most `limit`, as far as the mod may have them.
    pub fn read_bytes(&self, path: &ModPath, limit: u64) -> Result<Vec<u8>, Diagnostic> {
        let shown = self.shown(path);
        let real = self.resolve(path)?;
        let fault =
            |error: std::io::Error| Diagnostic::whole_file(&shown, format!("cannot read the file: {error}"));
        let about = fs::metadata(&real).map_err(fault)?;
        // Pipes and devices would block or never end.
        if !about.is_file() {
            return Err(Diagnostic::whole_file(&shown, "this is not a file"));
        }
        let too_large = || {
            let message = format!("the file is too large: at most {} KiB are read", limit / 1024);
            Err(Diagnostic::whole_file(&shown, message))
        };
        if about.len() > limit {
            return too_large();
        }
        // By the path asked for: what is read again through a link is another file to read.
        let paid = self.budget.spend_file(&self.real.join(path.as_str()), about.len());
        paid.map_err(|why| Diagnostic::whole_file(&shown, why))?;
        let mut bytes = Vec::new();
        File::open(&real)
            .map_err(fault)?
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(fault)?;
        // It may have grown since it was measured.
        if bytes.len() as u64 > limit { too_large() } else { Ok(bytes) }
    }

    /// The same of a file that need not be there.
    pub fn read_if_there(&self, path: &ModPath, limit: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        match fs::symlink_metadata(self.real.join(path.as_str())) {
            Ok(_) => self.read_bytes(path, limit).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// The text of a file, at most [`MAX_TEXT_BYTES`].
    pub fn read_text(&self, path: &ModPath) -> Result<SourceFile, Diagnostic> {
        self.read_text_within(path, MAX_TEXT_BYTES)
    }

    /// The text of a file, at most `limit` bytes.
    pub fn read_text_within(&self, path: &ModPath, limit: u64) -> Result<SourceFile, Diagnostic> {
        let bytes = self.read_bytes(path, limit)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(SourceFile::new(self.shown(path), &text).owned_by(self.owner)),
            Err(error) => {
                let line = 1 + error
                    .as_bytes()
                    .iter()
                    .take(error.utf8_error().valid_up_to())
                    .filter(|b| **b == b'\n')
                    .count();
                let message = format!("the file is not UTF-8 text (line {line})");
                Err(Diagnostic::whole_file(&self.shown(path), message).help("save it as UTF-8"))
            }
        }
    }

    /// The files below a folder whose name ends with `.ending`, in the order of their paths. A folder that is not
    /// there has none. Names that begin with a dot are passed over. Links that lead out are mistakes, and so is
    /// whatever is left out.
    pub fn list(&self, folder: &ModPath, ending: &str, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
        let mut found = self.list_all(folder, mistakes);
        found.retain(|path| Path::new(path.as_str()).extension().is_some_and(|own| own == ending));
        found
    }

    /// The same of files of all endings.
    pub fn list_all(&self, folder: &ModPath, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
        walk::files(self, folder, mistakes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(folder: &Path) -> ModRoot {
        ModRoot::open(folder, Path::new("mods/x"), Key::new("x")).unwrap()
    }

    fn path(text: &str) -> ModPath {
        ModPath::new(text).unwrap()
    }

    #[test]
    fn a_path_cannot_leave_the_folder_by_its_text() {
        for good in ["a.ron", "a/b/c.svg", "a..b", "ä/ö"] {
            assert!(ModPath::new(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "/etc/passwd",
            "..",
            "a/../b",
            "./a",
            "a//b",
            "a/",
            "C:/x",
            "c:x",
            "a\\..\\b",
            "a\0b",
            "a/.. ",
        ] {
            assert!(ModPath::new(bad).is_err(), "{bad:?}");
        }
        assert!(ron::from_str::<ModPath>("\"../x\"").is_err());
    }

    #[test]
    fn a_path_beside_a_file_may_go_up_but_not_out() {
        let map = path("maps/level_0/map.tmx");
        assert_eq!(map.beside("../../imgs/a.tsx").unwrap().as_str(), "imgs/a.tsx");
        assert_eq!(map.beside("./b.tsx").unwrap().as_str(), "maps/level_0/b.tsx");
        assert!(map.beside("../../../a.tsx").is_err());
        assert!(map.beside("/a.tsx").is_err());
    }

    #[test]
    fn files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.ron"), "(a: 1)").unwrap();
        fs::write(folder.path().join("bad.ron"), b"(\n\xff)").unwrap();
        let root = root(folder.path());
        let file = root.read_text(&path("a.ron")).unwrap();
        assert_eq!(
            (&*file.text, file.owner, &*file.path),
            ("(a: 1)", Key::new("x"), Path::new("mods/x/a.ron"))
        );
        assert!(root.read_text_within(&path("a.ron"), 6).is_ok());
        let large = root.read_text_within(&path("a.ron"), 5).unwrap_err();
        assert!(large.message.contains("too large"), "{large}");
        let bad = root.read_text(&path("bad.ron")).unwrap_err();
        assert_eq!(bad.to_string(), "mods/x/bad.ron: the file is not UTF-8 text (line 2) (save it as UTF-8)");
        let missing = root.read_text(&path("b.ron")).unwrap_err();
        assert_eq!(missing.to_string(), "mods/x/b.ron: this file is missing");
        assert!(root.read_text(&path("a.ron/x")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_refused_and_links_inside_are_not() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.ron"), "secret").unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("w")).unwrap();
        fs::write(folder.path().join("w/inside.ron"), "inside").unwrap();
        symlink(outside.path().join("secret.ron"), folder.path().join("w/file.ron")).unwrap();
        symlink(outside.path(), folder.path().join("w/folder")).unwrap();
        symlink(folder.path().join("w/inside.ron"), folder.path().join("w/link.ron")).unwrap();
        symlink(folder.path().join("w"), folder.path().join("w/loop")).unwrap();
        let root = root(folder.path());
        for out in ["w/file.ron", "w/folder/secret.ron", "w/folder"] {
            let mistake = root.read_text(&path(out)).unwrap_err();
            assert!(mistake.message.contains("leads out"), "{out}: {mistake}");
            assert!(!root.exists(&path(out)));
        }
        assert_eq!(&*root.read_text(&path("w/link.ron")).unwrap().text, "inside");
        let mut mistakes = Vec::new();
        let listed = root.list(&path("w"), "ron", &mut mistakes);
        assert!(listed.iter().all(|p| !p.as_str().contains("secret") && !p.as_str().ends_with("file.ron")));
        assert!(
            listed.contains(&path("w/inside.ron")) && listed.len() <= 32,
            "a loop ends: {}",
            listed.len()
        );
        assert!(mistakes.iter().any(|m| m.message.contains("leads out")));
    }

    #[cfg(unix)]
    #[test]
    fn each_folder_is_visited_once_whatever_links_lead_to_it() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("w/sub/low")).unwrap();
        fs::write(folder.path().join("w/sub/a.ron"), "").unwrap();
        fs::write(folder.path().join("w/sub/low/b.ron"), "").unwrap();
        for n in 0..5 {
            symlink(".", folder.path().join(format!("w/l{n}"))).unwrap();
            symlink("..", folder.path().join(format!("w/sub/up{n}"))).unwrap();
        }
        // Its own path goes before that of a link which comes earlier by its name.
        symlink("sub", folder.path().join("w/again")).unwrap();
        let begun = std::time::Instant::now();
        let mut mistakes = Vec::new();
        let listed = root(folder.path()).list(&path("w"), "ron", &mut mistakes);
        assert_eq!(listed, ["w/sub/a.ron", "w/sub/low/b.ron"].map(path));
        assert_eq!(mistakes, []);
        assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
    }

    #[test]
    fn what_is_left_out_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let deep = format!("w/{}", ["d"; 9].join("/"));
        fs::create_dir_all(folder.path().join(&deep)).unwrap();
        fs::write(folder.path().join("w/large.ron"), vec![b' '; 5 * 1024 * 1024]).unwrap();
        for n in 0..5 {
            fs::write(folder.path().join(format!("w/{n}.ron")), vec![b' '; 4 * 1024 * 1024]).unwrap();
        }
        let root = root(folder.path());
        let mut mistakes = Vec::new();
        let listed = root.list(&path("w"), "ron", &mut mistakes);
        assert_eq!((listed.len(), mistakes.len()), (6, 1));
        assert!(mistakes[0].message.contains("8 deep"), "{}", mistakes[0]);
        for (n, wanted) in ["", "", "", "", "more than 16 MiB of texts"].iter().enumerate() {
            let said =
                root.read_text(&path(&format!("w/{n}.ron"))).map_or_else(|m| m.message, |_| String::new());
            assert!(said.contains(wanted) && said.is_empty() == wanted.is_empty(), "{n}: {said}");
        }
        assert!(root.read_text(&path("w/0.ron")).is_ok(), "what has been read may be read again");
        assert!(root.read_text(&path("w/large.ron")).unwrap_err().message.contains("too large"));
    }

    #[test]
    fn a_folder_is_listed_in_order() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("w/sub")).unwrap();
        for name in ["w/b.ron", "w/a.ron", "w/sub/c.ron", "w/.hidden.ron", "w/d.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let mut mistakes = Vec::new();
        let listed = root(folder.path()).list(&path("w"), "ron", &mut mistakes);
        assert_eq!(listed, ["w/a.ron", "w/b.ron", "w/sub/c.ron"].map(path));
        assert!(root(folder.path()).list(&path("none"), "ron", &mut mistakes).is_empty());
        assert!(mistakes.is_empty());
    }
}
