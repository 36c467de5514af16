//! Mods that are there more than once: as a folder and as a zip beside it, or in two folders of mods.

use std::cmp::Reverse;

use crate::content::prelude::*;

/// Each mod once, by id: a folder (its author works at it) before a zip, then the highest version, then the first
/// found. The others are told in one mistake; the same place found twice is none.
pub(super) fn each_once(mods: Vec<ModFolder>, report: &mut Report) -> BTreeMap<Key, ModFolder> {
    let mut all: BTreeMap<Key, Vec<ModFolder>> = BTreeMap::new();
    for one in mods {
        let same = all.entry(one.id()).or_default();
        if same.iter().all(|known| known.root.folder() != one.root.folder()) {
            same.push(one);
        }
    }
    let mut each = BTreeMap::new();
    for (id, mut same) in all {
        if id != BASE {
            let version = |one: &ModFolder| Reverse(one.manifest.version.clone());
            same.sort_by_cached_key(|one| (ModRoot::is_zip(one.root.folder()), version(one)));
        }
        let mut same = same.into_iter();
        let Some(loaded) = same.next() else { continue };
        let others: Vec<String> = same.map(|one| shown(&one)).collect();
        if !others.is_empty() {
            let (loaded_from, others) = (shown(&loaded), others.join(", "));
            let message =
                format!("the mod \"{id}\" is there more than once: {loaded_from} is loaded, {others} is not");
            let help = "keep one of them in the folders of mods, and delete the others or move them away";
            report.push(loaded.written.place().error(message).help(help));
        }
        each.insert(id, loaded);
    }
    each
}

fn shown(one: &ModFolder) -> String {
    format!("{} (version {})", one.root.folder().display(), one.manifest.version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::manifest::discover;

    fn write(folder: &Path, name: &str, version: &str) {
        fs::create_dir_all(folder.join(name)).unwrap();
        let text = format!("(\n id: \"fen\", name: \"N\", version: \"{version}\")");
        fs::write(folder.join(name).join("mod.ron"), text).unwrap();
    }

    fn taken(mods: Vec<ModFolder>) -> (String, Vec<String>) {
        let mut report = Report::new();
        let each = each_once(mods, &mut report);
        assert_eq!(each.len(), 1);
        let folder = each.values().next().unwrap().root.folder().to_path_buf();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        (name, report.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn of_several_copies_the_newest_is_loaded_and_one_mistake_names_them_all() {
        let folder = tempfile::tempdir().unwrap();
        for (name, version) in [("a", "1.2"), ("b", "1.10"), ("c", "1.2")] {
            write(folder.path(), name, version);
        }
        let (name, said) = taken(discover(folder.path()).0);
        assert_eq!(name, "b");
        assert_eq!(said.len(), 1);
        let real = folder.path().canonicalize().unwrap();
        for name in ["a (version 1.2.0)", "b (version 1.10.0) is loaded", "c (version 1.2.0) is not"] {
            let wanted = real.join(name).display().to_string();
            assert!(said[0].contains(&wanted), "{wanted}: {}", said[0]);
        }
        assert!(said[0].starts_with("b/mod.ron:2:6: the mod \"fen\" is there more than once"), "{}", said[0]);
    }
}
