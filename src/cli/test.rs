//! `test`: runs cases. The last line says how many passed and failed.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{Folders, case, library, print_report, sorry};
use crate::{
    content::{diagnostics::Report, mod_path::MAX_TEXT_BYTES},
    saves::file,
};

/// Arguments of `test`.
#[derive(clap::Args, Debug)]
pub struct TestArguments {
    /// Case files or folders of them; nothing: `tests/cases`.
    paths: Vec<PathBuf>,
    /// Only cases whose id or rules contain this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Name every case, not only those that fail.
    #[arg(long)]
    verbose: bool,
}

pub(super) fn run(folders: &Folders, arguments: &TestArguments) -> u8 {
    let Some(library) = library(folders) else { return 2 };
    let default = folders.assets.parent().unwrap_or(Path::new(".")).join("tests/cases");
    let paths = if arguments.paths.is_empty() { vec![default] } else { arguments.paths.clone() };
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    for path in &paths {
        if let Err(error) = collect(path, &mut seen, &mut files) {
            return sorry(format!("cannot read {}: {error}", path.display()));
        }
    }
    let (mut passed, mut failed) = (0, 0);
    let mut report = Report::new();
    for file in files {
        let text = match file::read(&file, MAX_TEXT_BYTES) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| format!("{} is no text", file.display())),
            Err(error) => Err(error.to_string()),
        };
        let text = match text {
            Ok(text) => text,
            Err(why) => return sorry(why),
        };
        let (cases, mistakes) = case::read(&file, &text);
        failed += mistakes.len();
        report.extend(mistakes);
        for entry in cases {
            let wanted = arguments.only.as_deref().is_none_or(|only| {
                entry.case.id.as_str().contains(only)
                    || entry.case.rules.iter().any(|rule| rule.as_str().contains(only))
            });
            if !wanted {
                continue;
            }
            match case::run::run(&library, &entry) {
                Ok(()) => {
                    passed += 1;
                    if arguments.verbose {
                        tell!("passed  {}  {}", file.display(), entry.case.id);
                    }
                }
                Err(failure) => {
                    failed += 1;
                    let place = entry.entry.place();
                    let (line, _) = place.file.line_and_column(place.span.start);
                    tell!("failed  {}:{line}  {}: {failure}", file.display(), entry.case.id);
                }
            }
        }
    }
    print_report(&report);
    tell!("{passed} passed, {failed} failed");
    u8::from(failed > 0)
}

/// Case files of a path, in the order of their names. A folder that has been seen has no further ones.
fn collect(path: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        std::fs::metadata(path)?;
        files.push(path.to_path_buf());
        return Ok(());
    }
    // A link may lead back.
    if !seen.insert(std::fs::canonicalize(path)?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|ending| ending == "ron") {
            collect(&entry, seen, files)?;
        }
    }
    Ok(())
}
