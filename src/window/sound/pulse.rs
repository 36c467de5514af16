//! Sound on Linux: a thread of its own plays through PulseAudio's protocol, which PipeWire speaks as well.
//!
//! It needs no library of the system. Without a server nothing is heard and nobody is told; it is looked for again at
//! the next sound, but at most once a minute. A stream is there only while something sounds.

use std::{
    os::unix::net::UnixStream,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Instant,
};

use bevy::tasks::block_on;
use pulseaudio::{
    AsPlaybackSource, Client, PlaybackStream,
    protocol::{
        ChannelMap, DEFAULT_SINK, PlaybackStreamParams, Prop, Props, SampleFormat, SampleSpec,
        stream::{BufferAttr, StreamFlags},
    },
};

use super::{
    Sound,
    mixer::{Clip, FRAME, Mixer, RATE},
};
use crate::window::prelude::*;

/// A server that could not be reached is not asked again sooner.
const AGAIN: Duration = Duration::from_secs(60);

/// A server that takes nothing for so long is taken to have gone.
const STALLED: Duration = Duration::from_secs(3);

/// How long a server may take to answer to the greeting.
const GREETING: Duration = Duration::from_secs(2);

/// Bytes of the cookie by which a server knows its user.
const COOKIE: usize = 256;

/// From a sound's beginning until it is heard, in thousandths of a second.
const DELAY: u32 = 60;

/// What the thread is told.
enum Order {
    /// This is how it sounds: a WAV file.
    Keep(Sound, Vec<u8>),
    /// It is to be heard, so loud from 0 to 1.
    Play(Sound, f32),
    /// Nothing is to be heard any more.
    Hush,
}

/// The way to the thread that plays.
#[derive(Resource)]
pub struct Speaker {
    orders: Sender<Order>,
}

impl Speaker {
    /// Plays through the first of the servers that answers, by their sockets.
    pub fn start(servers: Vec<PathBuf>) -> Self {
        let (orders, inbox) = mpsc::channel();
        let play = move || Output { servers, ..Output::default() }.run(&inbox);
        if let Err(why) = thread::Builder::new().name("sound".to_owned()).spawn(play) {
            debug!("nothing will be heard: {why}");
        }
        Self { orders }
    }

    fn tell(&self, order: Order) {
        // It fails only if there is no thread: then there is silence.
        let _ = self.orders.send(order);
    }
}

/// Who plays, as a system parameter.
#[derive(SystemParam)]
pub struct Player<'w> {
    speaker: Res<'w, Speaker>,
}

impl Player<'_> {
    /// This is how it sounds: a WAV file that has been checked.
    pub fn keep(&mut self, sound: Sound, wav: Vec<u8>) {
        self.speaker.tell(Order::Keep(sound, wav));
    }

    /// It is heard, so loud from 0 to 1.
    pub fn play(&mut self, sound: Sound, loudness: f32) {
        self.speaker.tell(Order::Play(sound, loudness));
    }

    /// What still sounds stops.
    pub fn hush(&mut self) {
        self.speaker.tell(Order::Hush);
    }
}

/// The plugin of the one who plays.
pub fn plugin(app: &mut App) {
    app.insert_resource(Speaker::start(servers(|name| std::env::var(name).ok())));
}

/// The sockets of sound servers here, by the variables that name them: those of `PULSE_SERVER`, else the user's own.
fn servers(variable: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let socket = |server: &str| {
        // The name of the machine that it holds for may go before, in braces.
        let rest = match server.strip_prefix('{') {
            Some(named) => named.split_once('}')?.1,
            None => server,
        };
        let path = rest.strip_prefix("unix:").unwrap_or(rest);
        path.starts_with('/').then(|| PathBuf::from(path))
    };
    match set("PULSE_SERVER") {
        Some(named) => named.split_whitespace().filter_map(socket).collect(),
        None => {
            let own = set("PULSE_RUNTIME_PATH").map(|folder| Path::new(&folder).join("native"));
            let users = set("XDG_RUNTIME_DIR").map(|folder| Path::new(&folder).join("pulse/native"));
            own.into_iter().chain(users).collect()
        }
    }
}

/// A greeted server; none: there is none at that socket.
fn greet(socket: &Path) -> Option<Client> {
    let socket = UnixStream::connect(socket).ok()?;
    socket.set_read_timeout(Some(GREETING)).ok()?;
    socket.set_write_timeout(Some(GREETING)).ok()?;
    let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    // A server refuses another length; that of the same user asks for no more.
    let mut cookie = cookie.unwrap_or_default();
    cookie.resize(COOKIE, 0);
    match Client::new_unix(c"Threat Range", socket, Some(cookie)) {
        Ok(client) => Some(client),
        Err(why) => {
            debug!("the sound server does not answer: {why}");
            None
        }
    }
}

fn wanted() -> PlaybackStreamParams {
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Threat Range");
    props.set(Prop::MediaRole, c"game");
    let held = RATE * DELAY / 1_000 * FRAME as u32;
    PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 2, sample_rate: RATE },
        channel_map: ChannelMap::stereo(),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr { target_length: held, ..BufferAttr::default() },
        props,
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    }
}

/// What the thread plays with.
#[derive(Default)]
struct Output {
    servers: Vec<PathBuf>,
    clips: BTreeMap<&'static str, Clip>,
    mixer: Arc<Mutex<Mixer>>,
    client: Option<Client>,
    stream: Option<PlaybackStream>,
    /// When a server was last looked for.
    tried: Option<Instant>,
    /// How often something had been taken when it was last looked at.
    taken: u64,
}

impl Output {
    /// Obeys until nobody is left who could give orders.
    fn run(&mut self, orders: &Receiver<Order>) {
        loop {
            let next = match &self.stream {
                Some(_) => orders.recv_timeout(STALLED),
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(order) => self.obey(order),
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn mixer(&self) -> MutexGuard<'_, Mixer> {
        self.mixer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Keep(sound, wav) => {
                if let Some(clip) = Clip::of_wav(&wav) {
                    self.clips.insert(sound.file(), clip);
                }
            }
            Order::Play(sound, loudness) => {
                let Some(clip) = self.clips.get(sound.file()).cloned() else { return };
                self.mixer().play(clip, loudness);
                if !self.mixer().is_open() {
                    self.begin();
                }
            }
            Order::Hush => self.end(),
        }
    }

    /// Opens a stream for what is to be heard; if that cannot be, it is forgotten.
    fn begin(&mut self) {
        if let Some(client) = self.client.take()
            && self.play_through(client)
        {
            return;
        }
        let waits = self.tried.is_some_and(|tried| tried.elapsed() < AGAIN);
        if !waits {
            self.tried = Some(Instant::now());
            if let Some(client) = self.servers.iter().find_map(|socket| greet(socket))
                && self.play_through(client)
            {
                return;
            }
        }
        self.end();
    }

    /// Opens a stream at this server: could it be done?
    fn play_through(&mut self, client: Client) -> bool {
        self.mixer().open();
        let mixer = self.mixer.clone();
        let source = move |out: &mut [u8]| mixer.lock().unwrap_or_else(PoisonError::into_inner).fill(out);
        match block_on(client.create_playback_stream(wanted(), source.as_playback_source())) {
            Ok(stream) => {
                self.stream = Some(stream);
                self.client = Some(client);
                true
            }
            Err(why) => {
                debug!("the sound server opens no stream: {why}");
                self.mixer().close();
                false
            }
        }
    }

    /// Nothing is heard any more, what the server holds already included.
    fn end(&mut self) {
        let mut mixer = self.mixer();
        mixer.hush();
        mixer.close();
        drop(mixer);
        self.stream = None;
    }

    /// Lets go of a stream that has ended, and of a server that takes nothing any more.
    fn look(&mut self) {
        let mixer = self.mixer();
        let (open, taken) = (mixer.is_open(), mixer.taken());
        drop(mixer);
        if open && taken == self.taken {
            self.client = None;
            self.tried = Some(Instant::now());
            self.end();
        } else if !open {
            self.stream = None;
        }
        self.taken = taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Vec<PathBuf> {
        servers(|name| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn servers_are_where_the_variables_say() {
        let user = ("XDG_RUNTIME_DIR", "/run/user/7");
        assert!(found(&[]).is_empty());
        assert_eq!(found(&[user, ("PULSE_SERVER", "")]), [PathBuf::from("/run/user/7/pulse/native")]);
        assert_eq!(
            found(&[user, ("PULSE_RUNTIME_PATH", "/p")]),
            [PathBuf::from("/p/native"), PathBuf::from("/run/user/7/pulse/native")]
        );
        assert_eq!(
            found(&[user, ("PULSE_SERVER", "unix:/a {host}unix:/b tcp:elsewhere /c {broken")]),
            [PathBuf::from("/a"), PathBuf::from("/b"), PathBuf::from("/c")]
        );
    }

    #[test]
    fn without_a_server_there_is_silence_and_it_is_not_looked_for_at_each_sound() {
        let home = tempfile::tempdir().unwrap();
        let mut output = Output { servers: vec![home.path().join("native")], ..Output::default() };
        let wav =
            std::fs::read(Path::new(threat_range_base::CHECKOUT).join("assets/sounds").join("counter.wav"));
        output.obey(Order::Keep(Sound::Counter, wav.unwrap()));
        output.obey(Order::Play(Sound::Counter, 1.0));
        let tried = output.tried;
        assert!(tried.is_some() && output.stream.is_none() && output.client.is_none());
        assert!(output.mixer().is_silent(), "it is not heard later");
        output.obey(Order::Play(Sound::Counter, 1.0));
        output.obey(Order::Hush);
        output.look();
        assert_eq!(output.tried, tried);
        output.tried = tried.and_then(|tried| tried.checked_sub(AGAIN));
        output.obey(Order::Play(Sound::Counter, 1.0));
        assert_ne!(output.tried, tried.and_then(|tried| tried.checked_sub(AGAIN)), "a minute later it is");
    }
}
