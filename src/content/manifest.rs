//! What a mod says about itself in `mod.ron`, and the order in which mods are loaded.
//!
//! What mods contain is read by `layer`.

mod copies;

pub use semver::Version;
use semver::{Op, VersionReq};
use serde::{Deserializer, de};

use super::source::read_single;
use crate::content::prelude::*;

/// The most other mods that one may need.
const MAX_NEEDS: usize = 256;

/// A range of versions, ">=0.1, <0.2": conditions of `>=`, `>`, `<=`, `<`, `=`, `~`, `^`, all of which must hold. "*"
/// is any. In the first five left out numbers are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct VersionRange(VersionReq);

impl VersionRange {
    /// Whether a version lies in the range.
    pub fn contains(&self, version: &Version) -> bool {
        self.0.matches(version)
    }
}

impl TryFrom<String> for VersionRange {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut range = VersionReq::parse(text.trim()).map_err(|_| {
            format!("\"{text}\" is no range of versions: write \">=1.2, <2\", \"=1.2.3\" or \"*\"")
        })?;
        for condition in &mut range.comparators {
            // Without a sign it is this version and no other.
            if condition.op == Op::Caret && !text.contains('^') {
                condition.op = Op::Exact;
            }
            if !matches!(condition.op, Op::Tilde | Op::Caret | Op::Wildcard) {
                condition.minor = condition.minor.or(Some(0));
                condition.patch = condition.patch.or(Some(0));
            }
        }
        Ok(Self(range))
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A version of the game or a mod, "1.2.3". Left out numbers are 0.
fn read_version<'de, D: Deserializer<'de>>(source: D) -> Result<Version, D::Error> {
    let text = String::deserialize(source)?;
    let left_out = match text.matches('.').count() {
        0 => ".0.0",
        1 => ".0",
        _ => "",
    };
    let version = Version::parse(&format!("{}{left_out}", text.trim())).ok();
    version
        .filter(|version| version.pre.is_empty() && version.build.is_empty())
        .ok_or_else(|| de::Error::custom(format!("\"{text}\" is no version: write \"1.2.3\"")))
}

/// The content of `mod.ron`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModManifest {
    /// The prefix of its ids: small letters, digits, `_`, `-`.
    pub id: Key,
    /// Its name for people.
    pub name: String,
    /// Its version.
    #[serde(deserialize_with = "read_version")]
    pub version: Version,
    /// The versions of the game that it works with.
    #[serde(default)]
    pub game: VersionRange,
    /// Other mods that it needs, with the versions it works with. The base game need not be named.
    #[serde(default)]
    pub dependencies: Vec<(Key, VersionRange)>,
}

/// A mod on the disk whose `mod.ron` could be read.
#[derive(Clone, Debug)]
pub struct ModFolder {
    /// What it says about itself.
    pub manifest: ModManifest,
    /// Where its files are read from.
    pub root: ModRoot,
    written: RawEntry,
}

impl ModFolder {
    /// Its id.
    pub fn id(&self) -> Key {
        self.manifest.id
    }

    /// The mods that it says it needs.
    pub fn needs(&self) -> Vec<Key> {
        self.manifest.dependencies.iter().map(|(need, _)| *need).collect()
    }

    /// Reads the manifest of a folder. `shown` is the folder's name in messages.
    pub fn read(folder: &Path, shown: &Path) -> Result<Self, Vec<Diagnostic>> {
        let one = |mistake| vec![mistake];
        let root = ModRoot::open(folder, shown, Key::new(BASE)).map_err(one)?;
        let path = ModPath::new("mod.ron").map_err(|why| one(Diagnostic::whole_file(shown, why)))?;
        let file = root.read_text(&path).map_err(one)?;
        let (manifest, written) = read_manifest(&file)?;
        Ok(Self { root: root.owned_by(manifest.id), manifest, written })
    }
}

fn read_manifest(file: &SourceFile) -> Result<(ModManifest, RawEntry), Vec<Diagnostic>> {
    let written = read_single(file)?;
    let manifest: ModManifest = decode(&written).map_err(|mistake| vec![mistake])?;
    let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
    if !manifest.id.as_str().bytes().all(good) {
        let message = "the id of a mod has only small letters, digits, `_` and `-`";
        return Err(vec![written.place().error(message)]);
    }
    if manifest.dependencies.len() > MAX_NEEDS {
        let message = format!("a mod needs at most {MAX_NEEDS} others");
        return Err(vec![written.locate_field("dependencies").error(message)]);
    }
    Ok((manifest, written))
}

/// The mods in a folder: its sub-folders that have a `mod.ron`, and its zip files. Those that cannot be read are in the
/// report only.
pub fn discover(mods: &Path) -> (Vec<ModFolder>, Report) {
    let mut report = Report::new();
    let mut found = Vec::new();
    let entries = match fs::read_dir(mods) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (found, report),
        Err(error) => {
            report.push(Diagnostic::whole_file(mods, format!("cannot read the folder: {error}")));
            return (found, report);
        }
    };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let folder = mods.join(&name);
        if folder.join("mod.ron").exists() || ModRoot::is_zip(&folder) {
            match ModFolder::read(&folder, Path::new(&name)) {
                Ok(found_mod) => found.push(found_mod),
                Err(mistakes) => report.extend(mistakes),
            }
        }
    }
    (found, report)
}

/// Puts mods into the order in which they are loaded: the base game, then each after what it needs, otherwise by
/// rank, the lowest first, and then by id. Mods for other versions of the game, further copies of a mod, and mods whose
/// needs are not met or go in a circle are left out, with a reason in the report. `unread` are the folders of mods that could
/// not be read.
pub fn load_order_by(
    mods: Vec<ModFolder>,
    game: Version,
    rank: impl Fn(Key) -> usize,
    unread: &BTreeSet<String>,
) -> (Vec<ModFolder>, Report) {
    let mut report = Report::new();
    let mut left = copies::each_once(mods, &mut report);
    let known: BTreeSet<Key> = left.keys().copied().collect();
    left.retain(|_, candidate| {
        let good = candidate.manifest.game.contains(&game);
        if !good {
            let message = format!("this mod is for the game {}; this is {game}", candidate.manifest.game);
            report.push(candidate.written.locate_field("game").error(message));
        }
        good
    });
    drop_unmet(&mut left, &known, unread, &mut report);
    loop {
        let circle = circles(&left);
        if circle.is_empty() {
            break;
        }
        let names: Vec<String> = circle.iter().map(|id| format!("\"{id}\"")).collect();
        for id in &circle {
            if let Some(candidate) = left.remove(id) {
                let message =
                    format!("mods that need each other in a circle cannot be loaded: {}", names.join(", "));
                report.push(candidate.written.locate_field("dependencies").error(message));
            }
        }
        drop_unmet(&mut left, &known, unread, &mut report);
    }
    let mut order: Vec<ModFolder> = Vec::new();
    let mut done: BTreeSet<Key> = BTreeSet::new();
    let base = Key::new(BASE);
    while !left.is_empty() {
        let ready = |m: &ModFolder| {
            m.manifest.dependencies.iter().all(|(need, _)| done.contains(need) || *need == base)
        };
        let next = if left.contains_key(&base) {
            Some(base)
        } else {
            left.values().filter(|m| ready(m)).map(ModFolder::id).min_by_key(|id| rank(*id))
        };
        let Some(next) = next.and_then(|id| left.remove(&id)) else { break };
        done.insert(next.id());
        order.push(next);
    }
    (order, report)
}

/// The folders of mods of which a report has a mistake in `mod.ron`.
pub(super) fn unread_folders(report: &Report) -> BTreeSet<String> {
    let about = report.iter().filter(|one| one.file.ends_with("mod.ron"));
    let folders = about.filter_map(|one| one.file.parent()?.file_name());
    folders.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Leaves out mods that need one that is not there or has another version, until no more change.
fn drop_unmet(
    left: &mut BTreeMap<Key, ModFolder>,
    known: &BTreeSet<Key>,
    unread: &BTreeSet<String>,
    report: &mut Report,
) {
    loop {
        let versions: BTreeMap<Key, Version> =
            left.iter().map(|(id, m)| (*id, m.manifest.version.clone())).collect();
        let before = left.len();
        left.retain(|_, candidate| {
            let mut good = true;
            for (need, range) in &candidate.manifest.dependencies {
                let mistake = |message: String| {
                    candidate.written.locate_in("dependencies", need.as_str()).error(message)
                };
                report.push(match versions.get(need) {
                    Some(version) if range.contains(version) => continue,
                    Some(version) => {
                        mistake(format!("needs \"{need}\" {range}, but its version is {version}"))
                    }
                    None if known.contains(need) => {
                        mistake(format!("needs \"{need}\", which could not be loaded"))
                    }
                    // Why it can't be read is said by its own mistake.
                    None if unread.contains(need.as_str()) => {
                        mistake(format!("needs the mod \"{need}\", which can't be read")).warning()
                    }
                    None => mistake(format!("needs the mod \"{need}\", which is not there"))
                        .did_you_mean(need.as_str(), known.iter().map(|key| key.as_str())),
                });
                good = false;
            }
            good
        });
        if left.len() == before {
            return;
        }
    }
}

/// The mods of one circle, if there is one: those that the first mod in a circle reaches and that reach it.
fn circles(left: &BTreeMap<Key, ModFolder>) -> BTreeSet<Key> {
    let reach = |from: Key| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            let needs = left.get(&id).map(|m| m.manifest.dependencies.as_slice()).unwrap_or_default();
            open.extend(needs.iter().map(|(need, _)| *need).filter(|need| reached.insert(*need)));
        }
        reached
    };
    let first = left.keys().copied().find(|id| reach(*id).contains(id));
    first.map_or_else(BTreeSet::new, |first| {
        let reached = reach(first);
        reached.into_iter().filter(|id| reach(*id).contains(&first)).collect()
    })
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;

    use super::*;

    fn write(folder: &Path, name: &str, text: &str) {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("mod.ron"), text).unwrap();
    }

    fn manifest(id: &str, version: &str, needs: &[(&str, &str)]) -> String {
        let needs: Vec<String> = needs.iter().map(|(id, range)| format!("(\"{id}\", \"{range}\")")).collect();
        format!(
            "(\n id: \"{id}\", name: \"N\", version: \"{version}\", game: \">=0.1, <0.2\",\n dependencies: [{}])",
            needs.join(", ")
        )
    }

    type Wanted<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    fn order_of(mods: &[Wanted<'_>]) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for (id, version, needs) in mods {
            write(folder.path(), id, &manifest(id, version, needs));
        }
        let (found, report) = discover(folder.path());
        assert!(report.is_empty(), "{report}");
        let (order, report) = load_order_by(found, "0.1.5".parse().unwrap(), |_| 0, &BTreeSet::new());
        (order.iter().map(|m| m.id().to_string()).collect(), report.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn versions_and_ranges_are_read_and_compared() {
        let range = |text: &str| VersionRange::try_from(text.to_owned());
        let version = |text: &str| {
            let read: de::value::StrDeserializer<'_, de::value::Error> = text.into_deserializer();
            read_version(read)
        };
        let inside = |in_range: &str, own: &str| range(in_range).unwrap().contains(&version(own).unwrap());
        for (own, expected) in
            [("0.1", true), ("0.1.9", true), ("0.2", false), ("0.0.9", false), ("1", false)]
        {
            assert_eq!(inside(">=0.1, <0.2", own), expected, "{own}");
        }
        assert!(inside("*", "0") && inside("1.2", "1.2.0") && !inside("1.2", "1.2.1"));
        assert!(inside(">1, <=2", "2") && inside(">1", "1.0.1") && !inside("<=2", "2.0.1"));
        assert!(inside("^1", "1.9") && !inside("~1.2", "1.3") && inside("1.*", "1.7"));
        assert!(version("0.10.0").unwrap() > version("0.9.0").unwrap());
        for bad in ["", "1.2.3.4", "a", "1.", "-1", "1.0.0-beta", "99999999999999999999"] {
            assert!(version(bad).is_err(), "{bad}");
        }
        assert!(range(">=").is_err() && range("").is_err());
        assert_eq!(range(">=0.1, <0.2").unwrap().to_string(), ">=0.1.0, <0.2.0");
    }

    #[test]
    fn the_base_game_is_first_then_needs_then_ids() {
        let (order, said) = order_of(&[
            ("alpha", "1", &[("zeta", ">=1"), ("base", "*")]),
            ("base", "0.1", &[]),
            ("beta", "1", &[]),
            ("zeta", "1.5", &[]),
        ]);
        assert_eq!(order, ["base", "beta", "zeta", "alpha"]);
        assert_eq!(said, Vec::<String>::new());
    }

    #[test]
    fn circles_are_left_out_and_the_others_load() {
        let (order, said) = order_of(&[
            ("a", "1", &[("b", "*")]),
            ("b", "1", &[("a", "*")]),
            ("c", "1", &[("a", "*")]),
            ("d", "1", &[]),
            ("e", "1", &[("e", "*")]),
        ]);
        assert_eq!(order, ["d"]);
        assert_eq!(said.len(), 4);
        assert!(said[0].contains("in a circle cannot be loaded: \"a\", \"b\""), "{}", said[0]);
        assert!(said[2].contains("needs \"a\", which could not be loaded"), "{}", said[2]);
        assert!(said[3].contains("circle"), "{}", said[3]);
    }
}
