//! What is really heard: the game plays to a private PulseAudio server with no loudspeaker, whose output is recorded
//! and measured. Where PulseAudio is not installed this is skipped, unless `THREAT_RANGE_SOUND_TESTS` is set: so CI
//! does.

use std::io::Write as _;
use std::{
    fs::{self, File},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use bevy::{prelude::*, state::app::StatesPlugin};

use super::{Sound, heard, mixer::RATE, plugin, pulse::Speaker};
use crate::window::{
    Screen,
    art::Art,
    motion::BeatQueue,
    settings::Settings,
    view::{Intent, Table},
};

/// How long is listened: the sound, and until its stream has ended.
const LISTENS: Duration = Duration::from_millis(1_600);

/// What is no louder cannot be heard.
const FAINT: u16 = 25;

/// The longest wait for a server or a recorder.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for something to be so.
fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < PATIENCE, "{what}: not after {PATIENCE:?}");
        sleep(Duration::from_millis(20));
    }
}

/// A program with nothing of this user's own: no settings, no server that may be there.
fn program(name: &str, home: &Path) -> Command {
    let mut command = Command::new(name);
    command.env_remove("PULSE_SERVER").env_remove("DISPLAY").env_remove("DBUS_SESSION_BUS_ADDRESS");
    for variable in ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
        command.env(variable, home);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A server without a loudspeaker, and its socket.
fn server(home: &Path) -> (Running, PathBuf) {
    let socket = home.join("native");
    let mut command = program("pulseaudio", home);
    command
        .args(["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disallow-exit"])
        .args(["-L", "module-null-sink sink_name=nowhere rate=44100"])
        .arg("-L")
        .arg(format!("module-native-protocol-unix auth-anonymous=1 socket={}", socket.display()))
        .stderr(File::create(home.join("server.txt")).unwrap());
    let running = Running(command.spawn().unwrap());
    until("the sound server answers", || UnixStream::connect(&socket).is_ok());
    (running, socket)
}

/// What has been heard for a while.
#[derive(Debug)]
struct Heard {
    /// The loudest sample, from 0 to 32768.
    loudest: u16,
    /// From the first sample that can be heard to the last, in seconds.
    length: f32,
}

/// Records all that the server would give to a loudspeaker.
struct Recorder {
    file: PathBuf,
    _running: Running,
}

impl Recorder {
    fn start(home: &Path, socket: &Path) -> Self {
        let file = home.join("heard.raw");
        let mut command = program("parec", home);
        command
            .arg(format!("--server=unix:{}", socket.display()))
            .args(["--device=nowhere.monitor", "--latency-msec=20"])
            .args(["--format=s16le", "--channels=1"])
            .arg(format!("--rate={RATE}"))
            .stdout(File::create(&file).unwrap());
        let recorder = Self { file, _running: Running(command.spawn().unwrap()) };
        until("the recorder hears", || recorder.recorded() > 0);
        recorder
    }

    /// Bytes recorded so far, in whole samples.
    fn recorded(&self) -> usize {
        usize::try_from(fs::metadata(&self.file).unwrap().len()).unwrap() / 2 * 2
    }

    /// What is heard of an action and for some time after it.
    fn hear(&self, intent: impl FnOnce()) -> Heard {
        let from = self.recorded();
        intent();
        sleep(LISTENS);
        let bytes = fs::read(&self.file).unwrap().split_off(from);
        let samples = bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]).unsigned_abs());
        let samples: Vec<u16> = samples.collect();
        let loud = |sample: &u16| *sample > FAINT;
        let first = samples.iter().position(loud).unwrap_or(0);
        let last = samples.iter().rposition(loud).unwrap_or(0);
        Heard { loudest: samples.into_iter().max().unwrap(), length: (last - first) as f32 / RATE as f32 }
    }
}

/// Can the server and the recorder be had here? If not, says so, or fails where they have to be.
fn installed() -> bool {
    let there = |name: &str| {
        let asked = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    let missing: Vec<&str> = ["pulseaudio", "parec"].into_iter().filter(|name| !there(name)).collect();
    if missing.is_empty() {
        return true;
    }
    let why = format!("{} cannot be run", missing.join(" and "));
    assert!(
        std::env::var_os("THREAT_RANGE_SOUND_TESTS").is_none(),
        "THREAT_RANGE_SOUND_TESTS is set, but {why}"
    );
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
    false
}

/// The game as far as it is heard.
fn game(socket: &Path) -> App {
    let assets = Path::new(threat_range_base::CHECKOUT).join("assets");
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin))
        .add_message::<Intent>()
        .init_resource::<Settings>()
        .init_resource::<Table>()
        .init_resource::<BeatQueue>()
        .insert_resource(Art::new(vec![assets]))
        .init_state::<Screen>()
        .add_plugins((plugin, heard))
        .insert_resource(Speaker::start(vec![socket.to_owned()]));
    app.update();
    app
}

fn go(app: &mut App, screen: Screen) {
    app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
    app.update();
}

fn sound(app: &mut App, sound: Sound) {
    app.world_mut().write_message(sound);
    app.update();
}

#[test]
fn the_battle_is_heard_and_nothing_under_the_curtain() {
    if !installed() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (_server, socket) = server(home.path());
    let recorder = Recorder::start(home.path(), &socket);
    let mut app = game(&socket);
    go(&mut app, Screen::Battle);

    let whole = recorder.hear(|| sound(&mut app, Sound::Wind));
    assert!(whole.loudest > 4_000 && whole.length > 0.7, "the wind lasts for 0.9 seconds: {whole:?}");
    app.world_mut().resource_mut::<Settings>().volume = 10;
    let soft = recorder.hear(|| sound(&mut app, Sound::Wind));
    app.world_mut().resource_mut::<Settings>().volume = 80;
    assert!(soft.loudest > 300 && soft.loudest < whole.loudest / 4, "softly: {soft:?} of {whole:?}");

    let cut = recorder.hear(|| {
        sound(&mut app, Sound::Wind);
        sleep(Duration::from_millis(250));
        go(&mut app, Screen::HandOver);
    });
    assert!(cut.loudest > 300 && cut.length < 0.6, "the curtain falls into it: {cut:?} of {whole:?}");
    let under = recorder.hear(|| sound(&mut app, Sound::Shot));
    assert!(under.loudest < 8, "under the curtain: {under:?}");

    go(&mut app, Screen::Battle);
    let both = recorder.hear(|| {
        sound(&mut app, Sound::Shot);
        sound(&mut app, Sound::Wind);
    });
    assert!(both.loudest > 4_000 && both.length > 0.7, "two at once, after the curtain: {both:?}");
}
