//! Gamepads on Linux, read from `/dev/input` without a library of the system.
//!
//! A thread looks for them, and each has a thread of its own that sleeps until its gamepad says something; then it
//! wakes the window. What this user may not read is passed over in silence.

use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    sync::{
        Arc, Weak,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use bevy::{
    input::{
        InputSystems,
        gamepad::{
            GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
            RawGamepadButtonChangedEvent, RawGamepadEvent,
        },
    },
    platform::cell::SyncCell,
};
use evdev::{AbsoluteAxisCode, Device, KeyCode};

use super::codes::{Layout, Part, Span};
use crate::window::{prelude::*, still};

/// Where Linux keeps them.
const FOLDER: &str = "/dev/input";

/// How often is looked whether one has come.
const AGAIN: Duration = Duration::from_secs(2);

/// What is told of a gamepad.
enum News {
    /// It has come: its name, its maker's and its own USB number.
    Come(String, u16, u16),
    /// A part of it has moved so far.
    Moved(Part, f32),
    Gone,
}

/// Says what of a gamepad, by its number.
type Outbox = Sender<(u32, News)>;

/// The gamepads that are there.
#[derive(Resource)]
struct Pads {
    inbox: SyncCell<Receiver<(u32, News)>>,
    entities: BTreeMap<u32, Entity>,
    /// As long as it is kept, they are looked for.
    _wanted: Arc<()>,
}

/// The plugin of real gamepads.
pub fn plugin(app: &mut App) {
    let (outbox, inbox) = mpsc::channel();
    let wanted = Arc::new(());
    let still_wanted = Arc::downgrade(&wanted);
    let look = move || look_out(&outbox, &still_wanted);
    match thread::Builder::new().name("gamepads".to_owned()).spawn(look) {
        Ok(_) => listen_to(app, inbox, wanted),
        Err(why) => debug!("gamepads are not looked for: {why}"),
    }
}

fn listen_to(app: &mut App, inbox: Receiver<(u32, News)>, wanted: Arc<()>) {
    let pads = Pads { inbox: SyncCell::new(inbox), entities: BTreeMap::new(), _wanted: wanted };
    app.insert_resource(pads).add_systems(PreUpdate, report.before(InputSystems));
}

/// Passes on what the threads say, as messages of Bevy's.
fn report(
    mut commands: Commands,
    mut pads: ResMut<Pads>,
    mut connections: MessageWriter<GamepadConnectionEvent>,
    mut raw: MessageWriter<RawGamepadEvent>,
    mut buttons: MessageWriter<RawGamepadButtonChangedEvent>,
    mut axes: MessageWriter<RawGamepadAxisChangedEvent>,
) {
    let Pads { inbox, entities, .. } = &mut *pads;
    for (number, news) in inbox.get().try_iter() {
        let gamepad = *entities.entry(number).or_insert_with(|| commands.spawn_empty().id());
        let connection = match news {
            News::Come(name, vendor, product) => {
                GamepadConnection::Connected { name, vendor_id: Some(vendor), product_id: Some(product) }
            }
            News::Gone => {
                entities.remove(&number);
                GamepadConnection::Disconnected
            }
            News::Moved(Part::Button(button), value) => {
                let moved = RawGamepadButtonChangedEvent::new(gamepad, button, value);
                raw.write(moved.into());
                buttons.write(moved);
                continue;
            }
            News::Moved(Part::Axis(axis), value) => {
                let moved = RawGamepadAxisChangedEvent::new(gamepad, axis, value);
                raw.write(moved.into());
                axes.write(moved);
                continue;
            }
        };
        let event = GamepadConnectionEvent::new(gamepad, connection);
        raw.write(event.clone().into());
        connections.write(event);
    }
}

/// A file of a device: by its number and when its rights last changed one knows it again.
type Mark = (u64, i64, i64);

/// The files of devices that there are.
fn files() -> BTreeMap<PathBuf, Mark> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(FOLDER).into_iter().flatten().flatten() {
        let named = entry.file_name().to_str().is_some_and(|name| name.starts_with("event"));
        if named && let Ok(about) = entry.metadata() {
            files.insert(entry.path(), (about.ino(), about.ctime(), about.ctime_nsec()));
        }
    }
    files
}

/// Opens a device if it is a gamepad that this user may read.
fn open(path: &Path) -> Option<Device> {
    let device = Device::open(path).ok()?;
    device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_SOUTH)).then_some(device)
}

/// Looks for gamepads as long as somebody wants them.
fn look_out(outbox: &Outbox, wanted: &Weak<()>) {
    let mut seen: BTreeMap<PathBuf, (Mark, Option<JoinHandle<()>>)> = BTreeMap::new();
    let mut number = 0;
    while wanted.strong_count() > 0 {
        let files = files();
        seen.retain(|path, _| files.contains_key(path));
        for (path, mark) in files {
            let is_known = seen.get(&path).is_some_and(|(own, reader)| {
                *own == mark || reader.as_ref().is_some_and(|reader| !reader.is_finished())
            });
            if is_known {
                continue;
            }
            let reader = open(&path).and_then(|device| {
                number += 1;
                let (number, outbox) = (number, outbox.clone());
                let listen = move || listen(number, device, &outbox);
                thread::Builder::new().name("gamepad".to_owned()).spawn(listen).ok()
            });
            seen.insert(path, (mark, reader));
        }
        thread::sleep(AGAIN);
    }
}

/// Tells what a gamepad says until it goes or nobody listens.
fn listen(number: u32, mut device: Device, outbox: &Outbox) {
    let id = device.input_id();
    let spans: Vec<(AbsoluteAxisCode, Span)> = device
        .get_absinfo()
        .map(|axes| {
            let span = |(axis, about): (AbsoluteAxisCode, evdev::AbsInfo)| {
                (axis, Span { least: about.minimum(), most: about.maximum() })
            };
            axes.map(span).collect()
        })
        .unwrap_or_default();
    let mut layout = Layout::new(id.vendor(), spans);
    let name = device.name().unwrap_or("gamepad").to_owned();
    let mut news = vec![News::Come(name, id.vendor(), id.product())];
    loop {
        if !news.is_empty() {
            for one in news.drain(..) {
                if outbox.send((number, one)).is_err() {
                    return;
                }
            }
            still::wake();
        }
        match device.fetch_events() {
            Ok(events) => {
                for event in events {
                    news.extend(layout.read(event).into_iter().map(|(part, far)| News::Moved(part, far)));
                }
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    // It fails only when nobody listens any more.
    let _ = outbox.send((number, News::Gone));
    still::wake();
}

#[cfg(test)]
mod tests {
    use bevy::input::{
        InputPlugin,
        gamepad::{GamepadAxis, GamepadButton},
    };

    use super::*;

    /// What is to be known of each gamepad.
    fn each<T>(app: &mut App, read: impl Fn(&Gamepad) -> T) -> Vec<T> {
        let mut pads = app.world_mut().query::<&Gamepad>();
        pads.iter(app.world()).map(read).collect()
    }

    #[test]
    fn what_a_gamepad_says_is_bevys_gamepad() {
        let (outbox, inbox) = mpsc::channel();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin));
        listen_to(&mut app, inbox, Arc::new(()));
        app.update();
        assert!(each(&mut app, |_| ()).is_empty());

        outbox.send((1, News::Come("pad".to_owned(), 7, 9))).unwrap();
        outbox.send((1, News::Moved(Part::Button(GamepadButton::South), 1.0))).unwrap();
        outbox.send((1, News::Moved(Part::Axis(GamepadAxis::LeftStickY), 1.0))).unwrap();
        app.update();
        assert_eq!(each(&mut app, |pad| (pad.vendor_id(), pad.product_id())), [(Some(7), Some(9))]);
        let held = |app: &mut App| each(app, |pad| (pad.pressed(GamepadButton::South), pad.left_stick().y));
        assert_eq!(held(&mut app), [(true, 1.0)]);

        outbox.send((1, News::Moved(Part::Button(GamepadButton::South), 0.0))).unwrap();
        app.update();
        assert_eq!(held(&mut app), [(false, 1.0)]);
        assert_eq!(each(&mut app, |pad| pad.just_released(GamepadButton::South)), [true]);

        outbox.send((1, News::Gone)).unwrap();
        app.update();
        assert!(each(&mut app, |_| ()).is_empty());
        outbox.send((2, News::Come("another".to_owned(), 7, 9))).unwrap();
        app.update();
        assert_eq!(held(&mut app), [(false, 0.0)]);
    }
}
