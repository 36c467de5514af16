//! `test`: runs cases. The last line says how many passed and failed.

use super::{
    case::{self, CaseEntry},
    case_files::{self, PLACE, files_of, mods_of},
    library_with,
};
use crate::cli::prelude::*;
use crate::{
    content::mod_path::MAX_TEXT_BYTES,
    saves::{
        Header, Save,
        file::{self, Keep},
        save,
    },
};

/// Arguments of `test`.
#[derive(clap::Args, Debug, Default)]
pub struct TestArguments {
    /// Case files, folders of them, mods or folders of mods; default: `tests/cases`.
    paths: Vec<PathBuf>,
    /// Only cases whose id or rules contain this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// List every case, not only failures.
    #[arg(long)]
    verbose: bool,
    /// Say of every case what happened in it: dice, checks with their parts, outcomes, questions.
    #[arg(long)]
    trace: bool,
    /// Make a case of a battle that was played: of a replay, or of a save.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "only", "verbose", "trace"])]
    record: Option<PathBuf>,
    /// The case begins with this round if that can be written, and expects something only from then on.
    #[arg(long, value_name = "ROUND", requires = "record")]
    from: Option<u32>,
    /// Where the case is written to; default: standard output.
    #[arg(long, value_name = "FILE", requires = "record")]
    out: Option<PathBuf>,
}

/// The most lines that a failed case shows of what happened, the last ones.
const SHOWN: usize = 200;

pub(super) fn run(folders: &Folders, arguments: &TestArguments) -> Result<u8, String> {
    if let Some(battle) = &arguments.record {
        return record(folders, battle, arguments);
    }
    let default = folders.assets.parent().unwrap_or(Path::new(".")).join("tests/cases");
    let paths = if arguments.paths.is_empty() { vec![default] } else { arguments.paths.clone() };
    run_in(&library_with(folders, &mods_of(&paths))?, &paths, arguments)
}

/// Runs cases with content that has been loaded, the mods among the paths included.
pub(super) fn run_in(library: &Library, paths: &[PathBuf], arguments: &TestArguments) -> Result<u8, String> {
    let files = files_of(paths)?;
    let mods = mods_of(paths);
    let mut run = Run { library, arguments, files: 0, passed: 0, failed: 0, report: Report::new() };
    for file in &files {
        let bytes = file::read(file, MAX_TEXT_BYTES).map_err(|why| why.to_string())?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{} is no text", file.display()))?;
        run.file(file, &text);
    }
    for path in &mods {
        let Some(root) = case_files::root_of(library, path) else {
            return Err(format!("the mod in {} can't be loaded", path.display()));
        };
        let (files, mistakes) = case_files::of_mod(root);
        run.failed += mistakes.len();
        run.report.extend(mistakes);
        files.iter().for_each(|file| run.file(&file.path, &file.text));
    }
    if let (0, 0, Some(path)) = (run.files, run.failed, mods.first()) {
        return Err(format!("there are no cases in {}: those of a mod stand in {PLACE}", path.display()));
    }
    print_report(&run.report);
    tell!("{} passed, {} failed", run.passed, run.failed);
    Ok(u8::from(run.failed > 0))
}

/// Cases that are run, and how they have ended so far.
struct Run<'a> {
    library: &'a Library,
    arguments: &'a TestArguments,
    files: usize,
    passed: usize,
    failed: usize,
    report: Report,
}

impl Run<'_> {
    fn file(&mut self, file: &Path, text: &str) {
        self.files += 1;
        let (cases, mistakes) = case::read(file, text);
        self.failed += mistakes.len();
        self.report.extend(mistakes);
        for entry in cases {
            let wanted = self.arguments.only.as_deref().is_none_or(|only| {
                entry.case.id.as_str().contains(only)
                    || entry.case.rules.iter().any(|rule| rule.as_str().contains(only))
            });
            if wanted {
                self.case(file, &entry);
            }
        }
    }

    fn case(&mut self, file: &Path, entry: &CaseEntry) {
        let TestArguments { verbose, trace, .. } = self.arguments;
        match case::run::run(self.library, entry) {
            Ok(()) => {
                self.passed += 1;
                if *verbose || *trace {
                    tell!("passed  {}  {}", file.display(), entry.case.id);
                }
                if *trace {
                    print_trace(&case::run::traced(self.library, &entry.case).0);
                }
            }
            Err(failure) => {
                self.failed += 1;
                let place = entry.place_of(failure.step);
                let (line, _) = place.file.line_and_column(place.span.start);
                tell!("failed  {}:{line}  {}: {failure}", file.display(), entry.case.id);
                let lines = case::run::traced(self.library, &entry.case).0;
                let first = if *trace { 0 } else { lines.len().saturating_sub(SHOWN) };
                print_trace(lines.get(first..).unwrap_or_default());
            }
        }
    }
}

fn record(folders: &Folders, battle: &Path, arguments: &TestArguments) -> Result<u8, String> {
    if let Some(out) = arguments.out.as_ref().filter(|out| out.exists()) {
        return Err(format!("{} is there already: name another file", out.display()));
    }
    let saved = battle.extension().is_some_and(|ending| ending == "save") || Header::of_file(battle).is_ok();
    let replay = if saved {
        let bytes = file::read(battle, save::LIMIT).map_err(|why| why.to_string())?;
        Save::decode(&bytes).map_err(|why| why.to_string())?.game.replay
    } else {
        replays::read(battle)?
    };
    let recorded = case::record::record(&library(folders)?, &replay, arguments.from)?;
    let Some(out) = &arguments.out else {
        tell!("{}", recorded.text.trim_end());
        return Ok(0);
    };
    file::write(out, recorded.text.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())?;
    let begins = match recorded.begins {
        Some(round) => format!("with round {round}"),
        None => "as the battle did".to_owned(),
    };
    tell!("the case {} begins {begins} and passes: {}", recorded.id, out.display());
    Ok(0)
}

fn print_trace(lines: &[String]) {
    for line in lines {
        tell!("    {line}");
    }
}
