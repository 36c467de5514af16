//! Runs the program within the time and the memory that nothing it is given may make it go beyond.
//!
//! Memory is measured twice. A limit of the system (`ulimit -d`) on all that the program may write to and shares with
//! nobody, its own data and the stacks of its threads included: where it asks for more, it is ended at once, however
//! short the moment. And, where the system tells it, the most that has ever lain in memory, its own code included,
//! looked at each millisecond. Room in addresses (`ulimit -v`) is no measure: threads reserve far more of it than they
//! use.

use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The most memory, in KiB.
const MEMORY: u64 = 256 * 1024;

/// The most time, the program's own start included. What reads files is not optimised in a program made for tests and
/// takes some ten times as long there.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// How long it is waited for what does not end, before it is killed.
const HANGS: Duration = Duration::from_secs(30);

/// How a run ended.
pub struct Ended {
    /// Its status.
    pub status: i32,
    /// What it said, standard output before standard error.
    pub said: String,
}

/// Runs the program with a folder as its home. Fails if it takes too long or too much memory, panics, is killed, or
/// says more than anybody reads.
pub fn run<S: AsRef<OsStr>>(home: &Path, arguments: &[S]) -> Ended {
    let out = home.join("out.txt");
    let (status, err) = run_into(home, arguments, fs::File::create(&out).unwrap());
    let out = fs::read(out).unwrap();
    let said = format!("{}{err}", String::from_utf8_lossy(&out));
    assert!(said.len() < 500_000, "{} bytes are said", said.len());
    Ended { status, said }
}

/// The same with its standard output going somewhere. Gives the status, and what stands on standard error.
pub fn run_into<S: AsRef<OsStr>>(home: &Path, arguments: &[S], out: impl Into<Stdio>) -> (i32, String) {
    // One at a time: two would take each other's.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let given: Vec<_> = arguments.iter().map(|one| one.as_ref().to_owned()).collect();
    let err = home.join("err.txt");
    let mut program = Command::new("sh");
    program
        .arg("-c")
        .arg(format!("ulimit -d {MEMORY} && exec \"$0\" \"$@\""))
        .arg(env!("CARGO_BIN_EXE_threat-range"))
        .args(arguments)
        .current_dir(home)
        .env("THREAT_RANGE_ASSETS", Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(fs::File::create(&err).unwrap());
    let begun = Instant::now();
    let mut child = program.spawn().unwrap();
    let mut most = 0;
    let status = loop {
        most = most.max(resident(&child));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > HANGS {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{given:?} is still running after {HANGS:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let took = begun.elapsed();
    let err = String::from_utf8_lossy(&fs::read(err).unwrap()).into_owned();
    let shown: String = err.chars().take(2_000).collect();
    assert!(!err.contains("panicked"), "{given:?} panicked:\n{shown}");
    let status = status.code().unwrap_or_else(|| panic!("{given:?} was killed ({status}):\n{shown}"));
    assert!(took <= PATIENCE, "{given:?} took {took:?}");
    assert!(most <= MEMORY, "{given:?} took {most} KiB of memory");
    (status, err)
}

/// The most that has lain in memory of a program so far, in KiB; 0 where the system does not tell, or it has ended.
fn resident(child: &Child) -> u64 {
    let about = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let most = about.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.and_then(|most| most.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}
