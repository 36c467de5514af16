//! The program itself, given files and arguments that mean harm: each is refused or read as far as the limits go, in a
//! second and with 256 MiB of memory, its own start with the base game included. What exactly is said of each is tested
//! where it is decided, and in `hostile`, which is quick as it does without the base game.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "common/bounds.rs"]
mod bounds;
mod common;

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::{FileTypeExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use bounds::Ended;
use common::library;
use flate2::{Compression, write::ZlibEncoder};
use tempfile::TempDir;
use threat_range::{ai, battle::replay::Game, content::archive, key::Key};

/// A folder of its own: files that mean harm, and the home of the program that meets them.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One with a mod in `mods/hostile`.
    fn with_mod() -> Self {
        let home = Self::new();
        home.file("mods/hostile/mod.ron", "(id: \"hostile\", name: \"Hostile\", version: \"1.0.0\")");
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// A file of the mod.
    fn own(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        self.file(&format!("mods/hostile/{name}"), text);
        self
    }

    fn pipe(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        bounds::run(self.0.path(), arguments)
    }

    /// A run that must end with this status and these words.
    fn says(&self, arguments: &[&str], status: i32, part: &str) {
        let ended = self.run(arguments);
        let shown: String = ended.said.chars().take(2_000).collect();
        assert_eq!(ended.status, status, "{arguments:?}: {shown}");
        assert!(ended.said.contains(part), "{arguments:?}: \"{part}\" is not in:\n{shown}");
    }

    /// `check` of the mod must fail with these words.
    fn check(&self, part: &str) {
        self.says(&["check", "mods/hostile"], 1, part);
    }

    /// Whether the rest is played as if the mod were not there.
    fn plays(&self) {
        let odds = ["--mods", "mods", "odds", "first_blood", "rona", "sly", "--distance", "1"];
        self.says(&odds, 0, "Rona Hale attacks Sly Wenna");
    }
}

fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

// Folders

#[test]
fn links_that_lead_back() {
    let home = Home::with_mod().own("scenarios/none.ron", "[]");
    for n in 0..5 {
        symlink(".", home.path(&format!("mods/hostile/scenarios/l{n}"))).unwrap();
    }
    home.says(&["check", "mods/hostile"], 0, "no errors");
    home.plays();
}

#[test]
fn links_to_one_file() {
    let home = Home::with_mod().own("terrains/a.ron", format!("[]{}", " ".repeat(400_000)));
    for n in 0..4_000 {
        symlink("a.ron", home.path(&format!("mods/hostile/terrains/l{n}.ron"))).unwrap();
    }
    home.check("more than 16 MiB of texts");
    home.plays();
}

#[test]
fn more_files_than_are_looked_through() {
    let home = Home::with_mod();
    let folder = home.0.path().join("mods/hostile");
    for n in 0..65_600 {
        fs::File::create(folder.join(format!("{n}.txt"))).unwrap();
    }
    home.check("more than 65536 files and folders to look through");
    home.plays();
}

#[test]
fn a_mod_in_a_zip_that_unpacks_to_more_than_is_read() {
    let home = Home::new();
    let about = "(id: \"hostile\", name: \"Hostile\", version: \"1.0.0\")";
    let files = [("mod.ron", about.into()), ("terrains.ron", vec![b' '; 100 << 20])];
    let files: Vec<(String, Vec<u8>)> =
        files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let mut zip = archive::pack(&files).unwrap();
    home.file("mods/hostile.zip", &zip);
    home.says(&["--mods", "mods", "check"], 1, "the file is too large");
    home.plays();
    // In the list of files it says now that it is small.
    let last = zip.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    zip[last + 24..last + 28].copy_from_slice(&10_u32.to_le_bytes());
    home.file("mods/hostile.zip", &zip);
    home.says(&["--mods", "mods", "check"], 1, "broken inside the zip");
    home.plays();
}

#[test]
fn pipes_and_devices_in_a_mod() {
    let home = Home::with_mod();
    for name in ["maps/pipe.ron", "maps/pipe.tmx", "art/units/pipe.svg", "art/units/pipe.png", "sounds/s.wav"]
    {
        home.pipe(&format!("mods/hostile/{name}"));
    }
    for name in ["maps/zero.ron", "art/units/zero.svg", "art/units/zero.png", "sounds/zero.wav"] {
        symlink("/dev/zero", home.path(&format!("mods/hostile/{name}"))).unwrap();
    }
    home.check("this is not a file");
    home.check("leads out of the mod's folder");
    home.plays();
}

// What stands in the files of a mod

#[test]
fn a_million_units() {
    let scenario = |count: usize| {
        let units = many(count, |_| "(id:\"a\"),".to_owned());
        format!(
            "[(id: \"crowd\", name: \"Crowd\", rulebook: \"threat_range\", map: \"sheepfold\", \
             sides: [(id: \"a\", units: [{units}])])]"
        )
    };
    for (count, why) in
        [(1_000_000, "the file is too large"), (400_000, "words and signs"), (60_000, "more than 1000 units")]
    {
        Home::with_mod().own("scenarios.ron", scenario(count)).check(why);
    }
}

#[test]
fn thousands_of_mistakes() {
    let twice = many(5_000, |_| "(id: \"a\", name: \"A\"),\n".to_owned());
    Home::with_mod().own("terrains.ron", format!("[{twice}]")).check("exists already");
    let lost = many(9_000, |n| format!("(id: \"a{n}\", name: \"A\", weapons: [\"b{n}\", \"daggre{n}\"]),"));
    let home = Home::with_mod().own("rulebooks/threat_range/units.ron", format!("[{lost}]"));
    home.check("there is no weapon");
    home.plays();
    let deleted = format!("({})", "delete: [],".repeat(250));
    let entries = many(9_000, |n| format!("(id: \"a{n}\", name: \"A\"),"));
    let mut home = Home::with_mod().own("terrains.ron", format!("[{entries}]"));
    for n in 0..40 {
        home = home.own(&format!("terrains/d{n}.ron"), &deleted);
    }
    home.check("the field \"delete\" is given twice");
}

#[test]
fn brackets_without_end_and_a_line_without_end() {
    for text in ["(".repeat(4_000_000), format!("[{}", "[(".repeat(1_900_000)), "[{\"a\":".repeat(600_000)] {
        Home::with_mod().own("terrains.ron", &text).check("deeper than 64");
        Home::with_mod().own("rulebooks/own/book.ron", &text).check("own/book.ron:1:");
        let home = Home::new();
        home.file("mods/hostile/mod.ron", &text);
        home.check("deeper than 64");
        home.plays();
        let case = home.file("arrgs/deep.ron", &text);
        home.says(&["test", shown(&case)], 1, "deeper than 64");
    }
    let line = format!("[(id: \"a\", name: \"{}\")]", "x".repeat(4_000_000));
    Home::with_mod().own("terrains.ron", &line).check("longer than 8 KiB");
    let home = Home::new();
    let case = home.file("arrgs/long.ron", &line);
    home.says(&["test", shown(&case)], 1, "longer than 8 KiB");
}

#[test]
fn maps_from_editors() {
    let tmx = |more: &str, body: &str| {
        format!(
            "<map version=\"1.8\" orientation=\"orthogonal\" width=\"256\" height=\"256\" tilewidth=\"16\" \
             tileheight=\"16\" infinite=\"0\" {more}>{body}</map>"
        )
    };
    let attributes = many(300_000, |n| format!("x{n}=\"1\" "));
    Home::with_mod().own("maps/a.tmx", tmx(&attributes, "")).check("more than 64 attributes");
    let means = "(default_terrain: \"grass\", objects: [(class: \"a\", means: object(\"tree\"))])";
    for (at, size, why) in [
        ("-1e30", "1e38", "this object lies nowhere"),
        ("-9999", "999999", "more than 6000000 tiles"),
        ("0", "4294967295", ""),
    ] {
        let objects = many(9_999, |n| {
            let place = format!("x=\"{at}\" y=\"{at}\" width=\"{size}\" height=\"{size}\"");
            format!("<object id=\"{n}\" name=\"o{n}\" type=\"a\" {place}/>")
        });
        let objects = tmx("", &format!("<objectgroup name=\"o\">{objects}</objectgroup>"));
        let home = Home::with_mod().own("maps/a.tmx", objects).own("maps/a.mapping.ron", means);
        let ended = home.run(&["check", "mods/hostile"]);
        assert!(ended.said.contains(why), "{}", ended.said.chars().take(2_000).collect::<String>());
    }
    let tags = "<property name=\"a\" value=\"\"/>".repeat(450_000);
    let tags = tmx("", &format!("<properties>{tags}</properties>"));
    Home::with_mod().own("maps/a.tmx", tags).check("more than 100000 tags");
}

// Pictures and sounds

/// A PNG of parts: name and content.
fn png(parts: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, body) in parts {
        bytes.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        bytes.extend(*name);
        bytes.extend(body);
        // A sum that nobody has reached yet.
        bytes.extend([0; 4]);
    }
    bytes
}

fn size(side: u32) -> Vec<u8> {
    [&side.to_be_bytes()[..], &side.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
}

fn packed(zeros: usize) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    let block = vec![0; 1 << 20];
    for _ in 0..zeros >> 20 {
        packer.write_all(&block).unwrap();
    }
    packer.finish().unwrap()
}

#[test]
fn drawings_that_lead_out_or_take_forever() {
    for (inner, why) in [
        ("<image href=\"/etc/passwd\"/>", "<image> is not drawn"),
        ("<use href=\"../../../secret.svg#a\"/>", "outside the drawing"),
        (
            "<filter id=\"f\"><feTurbulence numOctaves=\"2000000000\"/></filter>",
            "<feTurbulence> is not drawn",
        ),
    ] {
        let svg = format!("<svg viewBox=\"0 0 8 8\">{inner}<rect filter=\"url(#f)\"/></svg>");
        Home::with_mod().own("art/units/a.svg", svg).check(why);
    }
    let attributes = many(60_000, |n| format!("x{n}=\"\" "));
    Home::with_mod().own("art/units/a.svg", format!("<svg {attributes}/>")).check("more than 64 attributes");
    let attributes = many(300_000, |n| format!("x{n}=\"\" "));
    Home::with_mod().own("art/units/a.svg", format!("<svg {attributes}/>")).check("the file is too large");
}

#[test]
fn paintings_that_are_large_or_lie() {
    let end = || (b"IEND", Vec::new());
    let large = png(&[(b"IHDR", size(60_000)), (b"IDAT", packed(100 << 20)), end()]);
    Home::with_mod().own("art/units/a.png", large).check("60000 by 60000 pixels");
    let lying = png(&[(b"IHDR", size(8)), (b"IHDR", size(60_000)), (b"IDAT", packed(100 << 20)), end()]);
    Home::with_mod().own("art/units/a.png", lying).check("says its size twice");
    // Nothing is unpacked before it is shown.
    let long = png(&[(b"IHDR", size(8)), (b"IDAT", packed(256 << 20)), end()]);
    Home::with_mod().own("art/units/a.png", long).says(&["check", "mods/hostile"], 0, "no errors");
    let mut home = Home::with_mod();
    let wide = png(&[(b"IHDR", size(2048)), (b"IDAT", packed(16 << 20)), end()]);
    for n in 0..40 {
        home = home.own(&format!("art/units/{n}.png"), &wide);
    }
    home.check("pixels of pictures");
}

#[test]
fn sounds_that_are_large_or_lie() {
    let lying =
        [b"RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0".as_slice(), &[1; 16], b"data\xff\xff\xff\xff"].concat();
    Home::with_mod().own("sounds/a.wav", lying).check("ends before its data does");
    Home::with_mod().own("sounds/a.wav", vec![0; 64 << 20]).check("the file is too large");
}

// Battles

#[test]
fn conditions_that_gain_one_another() {
    let home = Home::with_mod();
    let conditions = many(40, |n| {
        let next = format!("Gain(condition: \"c{}\"),", n + 1).repeat(2);
        format!("(id: \"c{n}\", name: \"C{n}\", rule: \"A-95\", on: [(at: Gained, do: [{next}])]),")
    });
    let last = "(id: \"c40\", name: \"C40\", rule: \"A-95\")";
    let home = home.own("rulebooks/arrgs/conditions.ron", format!("[{conditions}{last}]"));
    let case = home.file(
        "arrgs/spin.ron",
        "[(id: \"spin\", rules: [\"A-95\"], sides: [(side: \"a\", units: [(id: \"x\", at: (0, 0))]), \
         (side: \"b\", units: [(id: \"y\", at: (1, 0))])], do: [Referee(Condition(unit: \"x\", \
         condition: \"hostile:c0\", until: Battle))])]",
    );
    home.says(&["--mods", "mods", "test", shown(&case)], 1, "keeps triggering itself");
}

// Arguments

/// A node of the device that swallows all, beside which a fault does no harm. None where the user may make none.
fn device(home: &Home) -> Option<PathBuf> {
    let path = home.path("device");
    let made = Command::new("mknod").arg(&path).args(["c", "1", "3"]).output().unwrap();
    made.status.success().then_some(path)
}

#[test]
fn nothing_but_files_is_written_to() {
    let home = Home::new();
    let outside = Home::new();
    let secret = outside.file("secret", "secret");
    let (pipe, link) = (home.pipe("pipe"), home.path("link"));
    symlink(&secret, &link).unwrap();
    let device = device(&home);
    for path in [Some(&pipe), Some(&link), device.as_ref()].into_iter().flatten() {
        // So many battles would take weeks.
        home.says(
            &["simulate", "first_blood", "--battles", "100000000", "--csv", shown(path)],
            2,
            shown(path),
        );
        let told = if cfg!(feature = "window") { shown(path) } else { "without its window" };
        home.says(&["play", "first_blood", "--replay", shown(path)], 2, told);
    }
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "it is not replaced");
    assert!(link.is_symlink() && fs::read_to_string(&secret).unwrap() == "secret");
    assert!(device.is_none_or(|device| fs::metadata(device).unwrap().file_type().is_char_device()));
    let nowhere = home.path("folder").join("no/such/table.csv");
    home.says(
        &["simulate", "first_blood", "--battles", "100000000", "--csv", shown(&nowhere)],
        2,
        "table.csv",
    );
}

#[test]
fn nothing_but_files_is_read() {
    let home = Home::new();
    let pipe = home.pipe("pipe");
    for path in ["/dev/zero", shown(&pipe)] {
        home.says(&["test", path], 2, path);
        home.says(&["replay", path], 2, path);
        home.says(&["odds", "first_blood", "rona", "sly", "--replay", path], 2, path);
        home.says(&["--assets", path, "check"], 2, path);
        home.says(&["check", path], 2, path);
        home.says(&["--mods", path, "check"], 2, "there is no folder of mods");
    }
    home.says(&["check", "--assets", "/nonexistent"], 2, "there is no base game in /nonexistent");
    #[cfg(feature = "window")]
    {
        home.says(&["play", "--script", "/dev/zero"], 2, "/dev/zero");
        home.says(&["play", "--size", "1x1"], 2, "no size of a window");
    }
}

#[test]
fn a_reader_that_has_gone() {
    let home = Home::new();
    let duel = "sides: [(side: \"a\", units: [(id: \"x\", at: (0, 0))]), (side: \"b\", units: [(id: \"y\", at: (1, 0))])]";
    let cases = many(500, |n| format!("(id: \"c{n}\", rules: [\"A-41\"], {duel}, do: []),\n"));
    let file = home.file("arrgs/many.ron", format!("[{cases}]"));
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let (status, err) = bounds::run_into(home.0.path(), &["test", shown(&file), "--verbose"], writer);
    assert_eq!((status, err.as_str()), (141, ""));
}

// Saves and replays

/// A sound replay as text, and the first of its commands.
fn replay() -> (String, String) {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, None).unwrap());
    for _ in 0..3 {
        let prompt = game.battle.prompt().unwrap();
        let command = ai::choose(&game.battle.knowledge(prompt.side), prompt);
        game.submit(command).unwrap();
    }
    let replay = game.replay(scenario, 5, &library().hash);
    (ron::to_string(&replay).unwrap(), ron::to_string(&replay.commands[0]).unwrap())
}

#[test]
fn replays_that_are_more_than_a_battle() {
    let (whole, one) = replay();
    let (before, after) = whole.split_once(&one).unwrap();
    let short = "(Choose(unit:\"a\",option:\"b\"),\"\")";
    let home = Home::new();
    for command in [short, one.as_str()] {
        for bytes in [500_000, 60_000_000] {
            let commands = vec![command; bytes / command.len()].join(",");
            let file = home.file("long.replay", format!("{before}{commands}{after}"));
            assert_ne!(home.run(&["replay", shown(&file)]).status, 0, "{bytes} bytes of {command}");
        }
    }
    for text in [format!("{before}{}", "(".repeat(60_000_000)), format!("\"{}\"", "x".repeat(60_000_000))] {
        let file = home.file("odd.replay", text);
        assert_eq!(home.run(&["replay", shown(&file)]).status, 2);
    }
}

#[test]
fn what_unpacks_to_a_gigabyte() {
    let home = Home::new();
    let body = packed(1 << 30);
    for top in ["", "Threat Range save, form 1\n", "Threat Range save, form 2\n"] {
        let file = home.file("bomb", [top.as_bytes(), body.as_slice()].concat());
        assert_eq!(home.run(&["replay", shown(&file)]).status, 2);
    }
}
