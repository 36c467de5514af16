//! What the tests that open the real window share: running the program, whether there is a display, playing a script.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use threat_range::battle::replay::Replay;

use crate::common::share::Share;

/// How long a run may take. Software rendering of an unoptimised build is slow.
const PATIENCE: Duration = Duration::from_secs(900);

/// The program, with a home of its own. `THREAT_RANGE_PROGRAM` names another than the one built for the test.
pub fn program(home: &Path) -> Command {
    let given = std::env::var_os("THREAT_RANGE_PROGRAM");
    let mut command = Command::new(given.unwrap_or_else(|| env!("CARGO_BIN_EXE_threat-range").into()));
    command
        .current_dir(home)
        .env("THREAT_RANGE_ASSETS", Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
        .env("HOME", home)
        .env("LC_ALL", "C")
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdin(Stdio::null());
    command
}

/// Runs to the end, or kills it after [`PATIENCE`] and fails.
pub fn finish(command: Command, home: &Path) -> Output {
    finish_with(command, home, |_| {})
}

/// The same, with something that is done again and again meanwhile.
pub fn finish_with(mut command: Command, home: &Path, mut meanwhile: impl FnMut(&Child)) -> Output {
    let (out, err) = (home.join("out.txt"), home.join("err.txt"));
    command.stdout(fs::File::create(&out).unwrap()).stderr(fs::File::create(&err).unwrap());
    let mut child: Child = command.spawn().unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            panic!("still running after {PATIENCE:?}:\n{}", fs::read_to_string(&err).unwrap_or_default());
        }
        meanwhile(&child);
        std::thread::sleep(Duration::from_millis(50));
    };
    Output { status, stdout: fs::read(out).unwrap(), stderr: fs::read(err).unwrap() }
}

/// Whether a window can be opened here; if not, the reason is printed. Windows of several tests are open side by side:
/// a script hears nothing of the real mouse, and what it waits for is no time.
pub fn display() -> bool {
    static WHY_NOT: OnceLock<Option<String>> = OnceLock::new();
    match WHY_NOT.get_or_init(why_not) {
        None => true,
        Some(why) if std::env::var_os("THREAT_RANGE_WINDOW_TESTS").is_some() => {
            panic!("THREAT_RANGE_WINDOW_TESTS is set, but {why}")
        }
        Some(why) => {
            println!("skipped: {why}");
            false
        }
    }
}

/// Why no window can be opened here, if so.
fn why_not() -> Option<String> {
    if ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| std::env::var_os(name).is_none()) {
        return Some("neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned());
    }
    let home = tempfile::tempdir().unwrap();
    let mut probe = program(home.path());
    probe.arg("--probe-window");
    let output = finish(probe, home.path());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (!output.status.success())
        .then(|| format!("no window can be opened here ({}): {}", output.status, said.trim()))
}

thread_local! {
    /// Whether the scripts of this test draw every frame.
    static EVERY_FRAME: Cell<bool> = const { Cell::new(false) };
}

/// As long as it is kept, the scripts of this test draw every frame, not only those of which they take a picture.
struct EveryFrame;

/// Does these tests again with every frame drawn, those of them that this run's share takes.
pub fn drawn_in_full(tests: &[fn()]) {
    let share = Share::of_this_run();
    EVERY_FRAME.set(true);
    let _drawn = EveryFrame;
    for (_, test) in tests.iter().enumerate().filter(|(at, _)| share.takes(*at)) {
        test();
    }
}

impl Drop for EveryFrame {
    fn drop(&mut self) {
        EVERY_FRAME.set(false);
    }
}

/// A script that draws, besides the first frames, only those of which it takes a picture, unless every frame shall be
/// drawn. Nothing else becomes different by it: what is laid out, where the pointer is and what is pressed is the same.
pub fn frames(script: &str) -> String {
    let steps = script.trim_start().strip_prefix('[').expect("a script is a list");
    let first = if EVERY_FRAME.get() { "" } else { "PicturesOnly, " };
    format!("[{first}{steps}")
}

/// Plays a script in the window, with the mods in a folder if any, and gives the replay that it wrote.
pub fn play(
    scenario: &str,
    seed: u64,
    size: &str,
    mods: Option<&Path>,
    script: &str,
) -> (Replay, TempDir, PathBuf) {
    play_by(&["play", scenario], seed, size, mods, script)
}

/// The same from the title on.
pub fn play_from_title(seed: u64, size: &str, script: &str) -> (Replay, TempDir, PathBuf) {
    play_by(&["play"], seed, size, None, script)
}

fn play_by(
    what: &[&str],
    seed: u64,
    size: &str,
    mods: Option<&Path>,
    script: &str,
) -> (Replay, TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("played.replay");
    let said = run(home.path(), what, seed, size, mods, script);
    let text =
        fs::read_to_string(&out).unwrap_or_else(|error| panic!("no replay was written: {error}\n{said}"));
    (ron::from_str(&text).unwrap(), home, out)
}

/// Plays a script in the window, with everything of the player's in a home that stays. A battle that comes to its end
/// leaves `played.replay` there; pictures that the script takes by a bare name lie there too. Gives what was said.
pub fn run(home: &Path, what: &[&str], seed: u64, size: &str, mods: Option<&Path>, script: &str) -> String {
    let (file, out) = (home.join("script.ron"), home.join("played.replay"));
    fs::write(&file, frames(script)).unwrap();
    let mut command = program(home);
    if let Some(mods) = mods {
        command.arg("--mods").arg(mods);
    }
    command.args(what).args(["--seed", &seed.to_string(), "--motion", "0", "--size", size, "--script"]);
    command.arg(&file).arg("--replay").arg(&out);
    let output = finish(command, home);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    // A shader that cannot be built, a picture that is not there: the engine only writes that down.
    assert!(!said.contains("ERROR"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
    said
}
