//! `docs/reference`: every field, word and name that content may have, written from the source. Where the source has
//! one more, these tests fail until the pages are written anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use threat_range::battle::purposes::PURPOSES;

/// Set, the pages are written anew.
const WRITE: &str = "THREAT_RANGE_WRITE_DOCS";

/// What content is decoded into: folders of the source, files of it, or single types of a file behind a colon; and what
/// each page is about.
const PAGES: [(&str, &str, &[&str]); 4] = [
    (
        "rulebooks.md",
        "Rulebooks",
        &[
            "src/rules",
            "src/rules/check/mod.rs",
            "src/rules/facts/doing.rs",
            "src/grid/template.rs",
            "src/grid/band.rs",
        ],
    ),
    (
        "maps.md",
        "Maps, terrains and edges",
        &[
            "src/grid/terrain.rs",
            "src/grid/edge.rs",
            "src/content/map_text.rs",
            "src/rules/facts/things.rs:Offered",
            "src/content/tiled_mapping.rs",
            "src/content/uvtt_import.rs",
        ],
    ),
    (
        "scenarios.md",
        "Mods and scenarios",
        &[
            "src/content/manifest.rs",
            "src/content/scenario/mod.rs",
            "src/battle/setup.rs:OpeningAwareness",
            "src/battle/setup.rs:Opening",
            "src/battle/standing.rs:Standing",
            "src/battle/standing.rs:Policy",
            "src/battle/standing.rs:AnswerDuration",
            "src/battle/entry.rs:EntryKind",
            "src/grid/square.rs:Dir8",
        ],
    ),
    (
        "cases.md",
        "Cases",
        &["src/cli/case/mod.rs", "src/cli/case/expect/mod.rs", "src/battle/command.rs", "src/dice/luck.rs"],
    ),
];

const HEAD: &str = "This page is written from the source by `tests/reference.rs`; change nothing here. A type in `Option<..>` and a \
    field with a value under \"left out\" may be left out. `Key` is an id in quotes, `Expr` an expression, `Vec<..>` a list, \
    `BTreeMap<..>` a map, `Dice` a text such as \"2d6+1\".";

/// Where the defaults stand that fields of many types share.
const SHARED_DEFAULTS: &str = include_str!("../src/base/defaults.rs");

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of the source that a page is about, each with the one type of it that is meant, or none: all.
fn sources<'p>(places: &[&'p str]) -> Vec<(String, Option<&'p str>)> {
    let mut paths = Vec::new();
    for place in places {
        let (place, only) = place.split_once(':').map_or((*place, None), |(place, only)| (place, Some(only)));
        let place = root(place);
        if place.is_dir() {
            let files = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
            let mut files: Vec<PathBuf> =
                files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
            files.sort();
            paths.extend(files.into_iter().map(|path| (path, only)));
        } else {
            paths.push((place, only));
        }
    }
    paths.into_iter().map(|(path, only)| (without_tests(&path), only)).collect()
}

fn without_tests(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// All of the source: the type of a field may stand in any file.
fn everything() -> &'static str {
    static ALL: OnceLock<String> = OnceLock::new();
    ALL.get_or_init(|| {
        let (mut all, mut open) = (String::new(), vec![root("src")]);
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let mut inside: Vec<PathBuf> =
                    fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
                inside.sort();
                open.extend(inside);
            } else if path.extension().is_some_and(|end| end == "rs") {
                all.push_str(&without_tests(&path));
            }
        }
        all
    })
}

/// What a value of a type is if nothing says it.
fn usual(kind: &str) -> Option<String> {
    let is_number = |name: &str| {
        let sized = name.strip_prefix(['i', 'u', 'f']);
        sized.is_some_and(|size| {
            size == "size" || !size.is_empty() && size.bytes().all(|b| b.is_ascii_digit())
        })
    };
    if let Some(inside) = kind.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let parts: Option<Vec<String>> = inside.split(", ").map(usual).collect();
        return Some(format!("({})", parts?.join(", ")));
    }
    match kind {
        "bool" => Some("false".to_owned()),
        "String" | "Key" => Some("\"\"".to_owned()),
        "Expr" => Some("0".to_owned()),
        kind if is_number(kind) => Some("0".to_owned()),
        kind => {
            let (_, rest) = everything().split_once(&format!("pub enum {kind} {{\n"))?;
            let (_, rest) = rest.split_once("\n}")?.0.split_once("#[default]")?;
            let mut lines = rest.lines().map(str::trim);
            let word = lines.find(|line| line.starts_with(char::is_uppercase))?;
            Some(word.trim_end_matches(',').to_owned())
        }
    }
}

/// What a field of a type is if it is left out, where the type says it in a way of its own.
fn own_default<'f>(file: &'f str, owner: &str, field: &str) -> Option<&'f str> {
    let (_, rest) = file.split_once(&format!("impl Default for {owner} {{\n"))?;
    let mut lines = rest.split_once("\n}\n")?.0.lines().map(str::trim);
    let start = format!("{field}: ");
    let inside =
        |line: &'f str| line.split_once("Self { ").map_or(line, |(_, inside)| inside.trim_end_matches(" }"));
    // A value with commas in it is not told apart.
    let whole = |value: &&str| value.matches(['(', '[']).count() == value.matches([')', ']']).count();
    lines.find_map(|line| {
        let mut members = inside(line).split(", ");
        let value = members.find_map(|member| member.strip_prefix(start.as_str()));
        value.map(|value| value.trim_end_matches(',')).filter(whole)
    })
}

/// What stands before an item: what it is, and its attributes.
#[derive(Default)]
struct Before {
    docs: Vec<String>,
    attributes: Vec<String>,
}

impl Before {
    /// Whether a line is one of these.
    fn take(&mut self, line: &str) -> bool {
        if let Some(text) = line.strip_prefix("///") {
            self.docs.push(text.trim().to_owned());
        } else if line.starts_with("#[") {
            self.attributes.push(line.to_owned());
        } else {
            return false;
        }
        true
    }

    fn says(&self, word: &str) -> bool {
        self.attributes.iter().any(|line| line.contains(word))
    }

    fn text(&self) -> String {
        self.docs.join(" ").replace('|', "\\|")
    }

    /// What a field is if it is left out.
    fn default_of(&self, file: &str, kind: &str) -> String {
        let all = self.attributes.join(" ");
        if let Some((_, rest)) = all.split_once("default = \"") {
            let name = rest.split('"').next().unwrap_or_default();
            let shared = name.strip_prefix("defaults::");
            let (file, name) = shared.map_or((file, name), |name| (SHARED_DEFAULTS, name));
            let heads = [format!("fn {name}() -> "), format!("fn {name}<T: From<u8>>() -> ")];
            let body = heads.iter().find_map(|head| file.split_once(head.as_str()));
            let body = body.and_then(|(_, rest)| rest.split_once("{\n")?.1.split_once("\n}"));
            let value = body.map_or(name, |(body, _)| body.trim());
            let number = value.strip_prefix("T::from(").and_then(|rest| rest.strip_suffix(')'));
            return format!("`{}`", number.unwrap_or(value));
        }
        if all.contains("serde(default") || all.contains(", default") {
            return shown_default(usual(kind).as_deref());
        }
        if kind.starts_with("Option<") { "nothing".to_owned() } else { String::new() }
    }
}

fn shown_default(value: Option<&str>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"))
}

/// A row of a table.
fn row(name: &str, kind: &str, default: &str, text: &str) -> String {
    let kind = if kind.is_empty() { String::new() } else { format!("`{}`", kind.replace('|', "\\|")) };
    format!("| `{name}` | {kind} | {default} | {text} |\n")
}

/// The tables of one file of the source, or of one type of it.
fn tables(file: &str, only: Option<&str>) -> String {
    let mut out = String::new();
    let mut before = Before::default();
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        if before.take(line) {
            continue;
        }
        let this = std::mem::take(&mut before);
        let item = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
        if let Some((name, kind)) = without_names(line)
            && (this.says("Deserialize") || line.starts_with("pub type "))
            && only.is_none_or(|only| only == name)
        {
            out.push_str(&format!("\n## {name}\n\n{} It is written as `{kind}`.\n", this.text()));
            continue;
        }
        let Some(name) = item.and_then(|item| item.strip_suffix(" {")).filter(|_| this.says("Deserialize"))
        else {
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
        if only.is_some_and(|only| only != name) {
            continue;
        }
        // What is one field of a type alone is no default of all of them.
        let all_default =
            this.attributes.iter().any(|line| line.starts_with("#[serde(") && all_left_out(line));
        let rows = rows(file, &body, all_default.then_some(name));
        out.push_str(&format!(
            "\n## {name}\n\n{}\n\n| name | type | left out | what |\n| --- | --- | --- | --- |\n{rows}",
            this.text()
        ));
    }
    out
}

/// Whether an attribute of a type says that each of its fields may be left out.
fn all_left_out(attribute: &str) -> bool {
    attribute.trim_start_matches("#[serde(").trim_end_matches(")]").split(", ").any(|word| word == "default")
}

/// The name and the parts of a type whose parts have no names, or of another name for a type.
fn without_names(line: &str) -> Option<(&str, String)> {
    if let Some((name, kind)) = line.strip_prefix("pub type ").and_then(|rest| rest.split_once(" = ")) {
        return Some((name, kind.trim_end_matches(';').to_owned()));
    }
    let (name, parts) = line.strip_prefix("pub struct ")?.strip_suffix(");")?.split_once('(')?;
    parts.starts_with("pub ").then(|| (name, format!("({})", parts.replace("pub ", ""))))
}

/// The rows of one type. `all_default`: its name, if each of its fields may be left out.
fn rows(file: &str, body: &[&str], all_default: Option<&str>) -> String {
    let mut out = String::new();
    let (mut before, mut variant) = (Before::default(), String::new());
    for line in body {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim());
        if before.take(line) || indent > 8 {
            continue;
        }
        let this = std::mem::take(&mut before);
        let field = line.strip_prefix("pub ").unwrap_or(line).trim_end_matches(',');
        let named = field.split_once(": ").filter(|(name, _)| {
            name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_#".contains(c))
        });
        match named {
            Some(_) if this.says("serde(skip)") => {}
            Some((name, kind)) => {
                let default = match all_default {
                    Some(owner) => {
                        let own = own_default(file, owner, name).map(str::to_owned);
                        shown_default(own.or_else(|| usual(kind)).as_deref())
                    }
                    None => this.default_of(file, kind),
                };
                let dot = if indent > 4 { format!("{variant}.{name}") } else { name.to_owned() };
                out.push_str(&row(&dot, kind, &default, &this.text()));
            }
            None if indent == 4 && line.starts_with(char::is_uppercase) => {
                let name = field.trim_end_matches(" {");
                variant = name.split('(').next().unwrap_or(name).to_owned();
                let kind = name.strip_prefix(variant.as_str()).unwrap_or_default();
                out.push_str(&row(&variant, kind, "", &this.text()));
            }
            None => {}
        }
    }
    out
}

/// A page must be what the source says.
fn compare(name: &str, right: &str) {
    let path = root("docs/reference").join(name);
    if fs::read_to_string(&path).is_ok_and(|page| page == right) {
        return;
    }
    if std::env::var_os(WRITE).is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        return fs::write(&path, right).unwrap();
    }
    panic!("docs/reference/{name} is not up to date: run this test with {WRITE}=1");
}

#[test]
fn every_field_and_word_of_the_source_stands_in_the_reference() {
    for (name, title, places) in PAGES {
        let tables: String = sources(places).iter().map(|(file, only)| tables(file, *only)).collect();
        assert!(tables.matches("\n## ").count() >= 3, "{name} is empty");
        compare(name, &format!("# {title}\n\n{HEAD}\n{tables}"));
    }
}

/// The texts in quotes behind `=` between two lines of the list of words.
fn words(list: &str, from: &str, to: &str) -> Vec<String> {
    let part = list.split_once(from).unwrap().1.split_once(to).unwrap().0;
    part.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The texts in quotes of a list that the source has under a name.
fn listed(file: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(root(file)).unwrap();
    let rest = text.split_once(&format!("const {name}: ")).unwrap().1.split_once('=').unwrap().1;
    let list = rest.split_once("];").unwrap().0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_name_of_the_source_stands_in_the_reference() {
    let names = fs::read_to_string(root("src/rules/facts/names.rs")).unwrap();
    let list = names.split_once("\nwords! {\n").unwrap().1.split_once("\n}\n").unwrap().0;
    let mut page = format!("# Words\n\n{HEAD}\n\n## Names in expressions\n\n");
    page.push_str(&format!("Where it makes sense: {}\n\n", quoted(&words(list, "given {", "    }"))));
    page.push_str(&format!(
        "Of the unit, or with `target.` of the other: {}\n\n",
        quoted(&words(list, "own {", "    }"))
    ));
    let heads: Vec<String> =
        words(list, "heads {", "    }").iter().map(|word| format!("{word}.NAME")).collect();
    page.push_str(&format!("With a name behind a dot: {}\n\n", quoted(&heads)));
    page.push_str(&format!(
        "## Verbs of files\n\nOf entries: {}, `copy_from`\n\n",
        quoted(&listed("src/content/layer.rs", "VERBS"))
    ));
    page.push_str(&format!("By path: {}\n\n", quoted(&listed("src/content/patch.rs", "PATH_VERBS"))));
    page.push_str(&format!(
        "## Kinds of entries\n\n{}\n\n",
        quoted(&listed("src/content/library/load.rs", "KINDS"))
    ));
    page.push_str("## Purposes of dice\n\n| purpose | what for |\n| --- | --- |\n");
    for (purpose, text) in PURPOSES {
        page.push_str(&format!("| `{purpose}` | {text} |\n"));
    }
    compare("words.md", &page);
}

/// What a file says of itself at its top.
fn top(file: &str) -> String {
    let text = fs::read_to_string(root(file)).unwrap();
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

#[test]
fn every_property_of_a_tiled_map_stands_in_the_reference() {
    let files =
        ["src/content/tiled_import.rs", "src/content/tiled_objects.rs", "src/content/tiled_mapping.rs"];
    let heads = ["Maps, layers, tiles", "Objects", "Mapping files"];
    let parts: String =
        heads.iter().zip(files).map(|(head, file)| format!("\n## {head}\n\n{}", top(file))).collect();
    let page = format!(
        "# Maps from Tiled\n\nThis page is written from the source by `tests/reference.rs`; change nothing here.\n{parts}"
    );
    let asked =
        ["text_property(&map.properties, \"", "text_property(level, \"", "find(\"", "says(\"", "key(\""];
    let mut names = listed("src/content/tiled_properties.rs", "PROPERTIES");
    names.extend(listed("src/content/tiled_objects.rs", "CLASSES"));
    for file in &files[..2] {
        let text = without_tests(&root(file));
        let behind = asked.iter().flat_map(|head| text.split(head).skip(1));
        names.extend(behind.map(|rest| rest.split('"').next().unwrap().to_owned()));
    }
    let missing: Vec<&String> = names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(names.len() > 15 && missing.is_empty(), "the top of a file does not tell of {missing:?}");
    compare("tiled.md", &page);
}
