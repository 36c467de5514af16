//! Tests of `mod_path`.

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
    for bad in
        ["", "/etc/passwd", "..", "a/../b", "./a", "a//b", "a/", "C:/x", "c:x", "a\\..\\b", "a\0b", "a/.. "]
    {
        assert!(ModPath::new(bad).is_err(), "{bad:?}");
    }
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
    assert_eq!((&*file.text, file.owner, &*file.path), ("(a: 1)", Key::new("x"), Path::new("mods/x/a.ron")));
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
fn each_folder_is_visited_once_whatever_links_lead_to_it() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("w/sub/low")).unwrap();
    for name in ["a.ron", "low/b.ron", ".hidden.ron", "d.txt"] {
        fs::write(folder.path().join("w/sub").join(name), "").unwrap();
    }
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
    assert!(root(folder.path()).list(&path("none"), "ron", &mut mistakes).is_empty());
    assert_eq!(mistakes, []);
    assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
}

#[test]
fn a_zip_is_read_as_if_it_were_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let files = [("mod.ron", "(id)"), ("w/a.ron", "a"), ("w/sub/b.ron", "b"), ("w/.c.ron", "c")];
    let files: Vec<(String, Vec<u8>)> =
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let zip = home.path().join("x.zip");
    fs::write(&zip, archive::pack(&files).unwrap()).unwrap();
    let root = root(&zip);
    assert_eq!(&*root.read_text(&path("w/sub/b.ron")).unwrap().text, "b");
    assert_eq!(root.list(&path("w"), "ron", &mut Vec::new()), ["w/a.ron", "w/sub/b.ron"].map(path));
    assert_eq!(root.top().unwrap(), [("mod.ron".to_owned(), false), ("w".to_owned(), true)]);
    assert!(root.exists(&path("w")) && root.is_there(&path("mod.ron")) && !root.is_there(&path("w")));
    assert_eq!(root.read_if_there(&path("none.ron"), 9).unwrap(), None);
    assert!(root.read_bytes(&path("w/a.ron"), 0).unwrap_err().message.contains("too large"));
    fs::write(&zip, "no zip").unwrap();
    let wrong = ModRoot::open(&zip, Path::new("x.zip"), Key::new("x")).unwrap_err();
    assert_eq!(wrong.to_string(), "x.zip: this is no zip file");
}
