//! `test`: runs cases. The last line says how many passed and failed.

use std::path::{Path, PathBuf};

use super::{Folders, case, library, print_report, sorry};
use crate::content::diagnostics::Report;

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
    let mut files = Vec::new();
    for path in &paths {
        if let Err(error) = collect(path, &mut files) {
            return sorry(format!("cannot read {}: {error}", path.display()));
        }
    }
    let (mut passed, mut failed) = (0, 0);
    let mut report = Report::new();
    for file in files {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => return sorry(format!("cannot read {}: {error}", file.display())),
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
                        println!("passed  {}  {}", file.display(), entry.case.id);
                    }
                }
                Err(failure) => {
                    failed += 1;
                    let place = entry.entry.place();
                    let (line, _) = place.file.line_and_column(place.span.start);
                    println!("failed  {}:{line}  {}: {failure}", file.display(), entry.case.id);
                }
            }
        }
    }
    print_report(&report);
    println!("{passed} passed, {failed} failed");
    u8::from(failed > 0)
}

/// Case files of a path, in the order of their names.
pub(super) fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        std::fs::metadata(path)?;
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|ending| ending == "ron") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}
