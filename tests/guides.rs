//! The guides for modders do what they say: their files are written into mods, checked, and their cases run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// A block of a guide.
struct Block {
    /// The title of its part.
    part: String,
    /// The file that it is, where a line above it says so: `mod/path.ron`, between backticks at the line's start.
    path: Option<String>,
    /// What stands behind its opening fence.
    language: String,
    /// What stands in it.
    text: String,
}

/// All blocks of a page of `docs`.
fn blocks(page: &str) -> Vec<Block> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page)).unwrap();
    let (mut part, mut path, mut blocks) = (String::new(), None, Vec::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block {
                part: part.clone(),
                path: path.take(),
                language: language.to_owned(),
                text: inside.iter().map(|line| format!("{line}\n")).collect(),
            });
        } else if let Some(title) = line.strip_prefix('#') {
            part = title.trim_start_matches('#').trim().to_owned();
            path = None;
        } else if let Some((quoted, _)) = line.strip_prefix('`').and_then(|rest| rest.split_once('`'))
            && quoted.contains('/')
            && [".ron", ".ftl"].into_iter().any(|ending| quoted.ends_with(ending))
        {
            path = Some(quoted.to_owned());
        }
    }
    blocks
}

/// A folder to follow a guide in, with nothing of the real user's.
struct Desk {
    home: TempDir,
}

impl Desk {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("desk")).unwrap();
        Self { home }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.home.path().join("desk").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// How the program ends, what it says, and what it warns of.
    fn run(&self, arguments: &str) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_threat-range"))
            .args(arguments.split_whitespace())
            .current_dir(self.home.path().join("desk"))
            .env("THREAT_RANGE_ASSETS", Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
            .env("HOME", self.home.path())
            .env("XDG_DATA_HOME", self.home.path().join("data"))
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let warned = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said, warned)
    }

    /// Runs it where it must end well and nothing may be warned of.
    fn runs_clean(&self, arguments: &str) -> String {
        let (status, said, warned) = self.run(arguments);
        assert_eq!((status, warned.as_str()), (Some(0), ""), "threat-range {arguments}\n{said}");
        said
    }

    /// Runs the commands of a block; the lines that follow one must be in what it says. What opens a window or never
    /// ends is left out.
    fn follow(&self, block: &str) {
        let mut said = String::new();
        for line in block.lines().filter(|line| !line.trim().is_empty()) {
            match line.strip_prefix("threat-range ") {
                Some(arguments) if arguments.starts_with("play") || arguments.starts_with("watch") => {
                    said.clear();
                }
                Some(arguments) => said = self.runs_clean(arguments),
                None => assert!(said.contains(line), "{line} is not in\n{said}"),
            }
        }
    }
}

/// What a part of a file in the page on modding stands in: how it begins, the file, and what is written round it.
const PARTS: [(&str, &str, &str, &str); 5] = [
    (
        "bonds: [",
        "bonds/rulebooks/bonds/book.ron",
        "(id: \"bonds\", name: \"Bonds\", extends: \"arrgs\", update: (",
        "))",
    ),
    (
        "altitude: (",
        "heights/rulebooks/heights/book.ron",
        "(id: \"heights\", name: \"Heights\", extends: \"structured\", ",
        ")",
    ),
    (
        "sequence: [",
        "rounds/rulebooks/rounds/book.ron",
        "(id: \"rounds\", name: \"Rounds\", extends: \"threat_range\", update: (timing: (",
        ")))",
    ),
    ("(\n    id: \"scout_car\"", "cars/rulebooks/cepheus/units.ron", "[", "]"),
    (
        "opening: (",
        "opened/scenarios.ron",
        "[(id: \"o\", name: \"O\", rulebook: \"threat_range\", map: \"mill\", sides: [\
         (id: \"rooks\", units: [(id: \"ada\", kind: \"militia\", at: (1, 1))]),\
         (id: \"crows\", units: [(id: \"bor\", kind: \"militia\", at: (5, 5))])], ",
        ")]",
    ),
];

/// What the page on modding has a mapping file for.
const MAPS: [(&str, &str); 2] = [
    ("fenfolk/maps/dock.tmx", include_str!("guides/dock.tmx")),
    ("fenfolk/maps/inn.dd2vtt", include_str!("guides/inn.dd2vtt")),
];

/// A file of the page on modding: its path and its text.
fn file_of(block: &Block) -> (String, String) {
    let part = || PARTS.iter().find(|(begins, ..)| block.text.starts_with(begins));
    match (&block.path, part()) {
        (Some(path), _) => (path.clone(), block.text.clone()),
        (None, Some((_, path, before, after))) => {
            ((*path).to_owned(), format!("{before}{}{after}", block.text))
        }
        (None, None) => panic!("{}: nothing says which file this is:\n{}", block.part, block.text),
    }
}

#[test]
fn every_example_of_the_page_on_modding_is_content_without_mistakes_and_its_case_passes() {
    let blocks = blocks("modding.md");
    let mut files: Vec<(String, String)> =
        MAPS.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.extend(blocks.iter().filter(|block| !block.language.is_empty()).map(file_of));
    files.sort();
    for pair in files.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "two examples are the same file");
    }
    let of = |path: &str| path.split('/').next().unwrap().to_owned();
    let mut mods = 0;
    // Each mod by itself: some change the same things.
    for files in files.chunk_by(|a, b| of(&a.0) == of(&b.0)) {
        let (desk, id) = (Desk::new(), of(&files[0].0));
        desk.write(&format!("{id}/mod.ron"), &format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\")"));
        for (path, text) in files {
            desk.write(path, text);
        }
        let said = desk.runs_clean(&format!("check {id}"));
        assert!(said.contains("no errors"), "{said}");
        let commands = |line: &str| blocks.iter().find(|block| block.text.contains(line));
        match id.as_str() {
            "fenfolk" => desk.follow(&commands("threat-range check fenfolk\n").unwrap().text),
            "skirmish" => desk.follow(&commands("threat-range test skirmish/cases").unwrap().text),
            _ => {}
        }
        mods += 1;
    }
    assert_eq!(mods, 9);
}

#[test]
fn a_mistake_is_shown_as_the_page_on_modding_shows_it() {
    let blocks = blocks("modding.md");
    let shown = &blocks.iter().find(|block| block.text.starts_with("error: ")).unwrap().text;
    let first = shown.split("\n\n").next().unwrap();
    let line = first.lines().find_map(|line| line.strip_prefix("3 | ")).unwrap();
    let desk = Desk::new();
    desk.write("bad/mod.ron", "(id: \"bad\", name: \"Bad\", version: \"1.0.0\")");
    desk.write("bad/rulebooks/threat_range/actions.ron", &format!("[\n\n{line}\n]\n"));
    let (status, _, warned) = desk.run("check bad");
    assert_eq!(status, Some(1), "{warned}");
    assert!(warned.contains(first), "{first}\nis not in\n{warned}");
}

#[test]
fn a_rulebook_in_an_evening_builds_a_game_that_passes_check_at_every_step_and_all_its_cases() {
    let blocks = blocks("rulebook.md");
    let desk = Desk::new();
    let mut steps = 0;
    for step in blocks.chunk_by(|a, b| a.part == b.part) {
        for block in step.iter().filter(|block| block.language == "ron") {
            desk.write(block.path.as_ref().expect("each block of RON says its path"), &block.text);
        }
        let said = desk.runs_clean("check ashroad");
        assert!(said.contains("no errors"), "{}: {said}", step[0].part);
        for block in step.iter().filter(|block| block.language.is_empty()) {
            desk.follow(&block.text);
        }
        steps += 1;
    }
    assert_eq!(steps, 8, "the guide has eight steps");
    assert!(desk.home.path().join("ashroad.zip").is_file());
    let tested = desk.runs_clean("test ashroad/cases --mods .");
    assert_eq!(tested.lines().last(), Some("7 passed, 0 failed"), "{tested}");
}
