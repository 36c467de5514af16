//! Sounds: what is heard of the battle and of the table, with the feature `audio`.
//!
//! What their files must be is in `content`. A sound is a WAV file of `sounds/` (PCM of 16 bits); a mod that has
//! one of the same name is heard in its place. Nothing is heard while the table changes hands: a noise would tell
//! what the other side does.

use bevy::prelude::*;

use super::{motion::Beat, view::Intent};

/// What can be heard.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A card is taken from the hand or laid back.
    Card,
    /// A counter is set down.
    Counter,
    /// Dice fall.
    Dice,
    /// A blow that does little or misses.
    StrikeLight,
    /// A blow that tells.
    StrikeHeavy,
    /// Something is shot or thrown.
    Shot,
    /// A shield or armour took it all.
    Ricochet,
    /// A thing is broken.
    Tear,
    /// Somebody falls.
    Collapse,
    /// A vehicle drives.
    Engine,
    /// Something flies.
    Wind,
    /// A page is turned.
    Page,
    /// The lamp goes out.
    Lamp,
}

/// Every sound.
#[cfg(any(feature = "audio", test))]
const ALL: [Sound; 13] = [
    Sound::Card,
    Sound::Counter,
    Sound::Dice,
    Sound::StrikeLight,
    Sound::StrikeHeavy,
    Sound::Shot,
    Sound::Ricochet,
    Sound::Tear,
    Sound::Collapse,
    Sound::Engine,
    Sound::Wind,
    Sound::Page,
    Sound::Lamp,
];

#[cfg(any(feature = "audio", test))]
impl Sound {
    /// Its file in `sounds/`, without the ending.
    fn file(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Counter => "counter",
            Self::Dice => "dice",
            Self::StrikeLight => "strike_light",
            Self::StrikeHeavy => "strike_heavy",
            Self::Shot => "shot",
            Self::Ricochet => "ricochet",
            Self::Tear => "tear",
            Self::Collapse => "collapse",
            Self::Engine => "engine",
            Self::Wind => "wind",
            Self::Page => "page",
            Self::Lamp => "lamp",
        }
    }
}

/// The plugin of sounds.
pub fn plugin(app: &mut App) {
    app.add_message::<Sound>().add_systems(Update, of_wishes);
    #[cfg(feature = "audio")]
    play::plugin(app);
}

/// What is heard as a beat begins; `hull` says whether its counter is a vehicle, `flies` whether it is in the air.
pub fn of_beat(beat: &Beat, hull: bool, flies: bool) -> Option<Sound> {
    match beat {
        Beat::Walk { .. } if flies => Some(Sound::Wind),
        Beat::Walk { .. } if hull => Some(Sound::Engine),
        Beat::Walk { .. } => Some(Sound::Counter),
        Beat::Shot { .. } => Some(Sound::Shot),
        Beat::Roll(_) => Some(Sound::Dice),
        Beat::Hear(sound) => Some(*sound),
        _ => None,
    }
}

/// What is heard of a blow: how it landed, and how much of it came through.
pub fn of_blow(landed: bool, dealt: i32, came_through: i32) -> Sound {
    match (landed, came_through) {
        (false, _) => Sound::StrikeLight,
        (true, 0) if dealt > 0 => Sound::Ricochet,
        (true, n) if n * 2 > dealt && n > 3 => Sound::StrikeHeavy,
        (true, _) => Sound::StrikeLight,
    }
}

/// What is heard of what a player does at the table.
fn of_wishes(mut intents: MessageReader<Intent>, mut sounds: MessageWriter<Sound>) {
    for intent in intents.read() {
        let heard = match intent {
            Intent::Card(_) | Intent::Chip(_) => Sound::Card,
            Intent::Ready => Sound::Lamp,
            Intent::AskRule(_) | Intent::Log => Sound::Page,
            _ => continue,
        };
        sounds.write(heard);
    }
}

#[cfg(feature = "audio")]
mod play {
    //! Turns sounds into sound.

    use std::collections::BTreeMap;

    use bevy::{
        audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume},
        prelude::*,
    };

    use super::{ALL, Sound};
    use crate::{
        content::{media::MAX_SOUND_BYTES, wav::checked},
        window::{Screen, art::Art, settings::Settings},
    };

    /// The sounds that have a file.
    #[derive(Resource, Default)]
    struct Shelf(BTreeMap<&'static str, Handle<AudioSource>>);

    /// One that is being heard.
    #[derive(Component)]
    struct Heard;

    pub(super) fn plugin(app: &mut App) {
        app.init_resource::<Shelf>().add_systems(Startup, read).add_systems(PostUpdate, (hush, hear).chain());
    }

    /// Reads every sound once. A file that is missing or damaged is said in the log and not heard.
    fn read(art: Res<Art>, mut shelf: ResMut<Shelf>, mut sources: ResMut<Assets<AudioSource>>) {
        for sound in ALL {
            let name = sound.file();
            match art.file(&format!("sounds/{name}.wav"), MAX_SOUND_BYTES).as_deref().map(checked) {
                Some(Ok(bytes)) => {
                    shelf.0.insert(name, sources.add(AudioSource { bytes: bytes.into() }));
                }
                Some(Err(why)) => warn!("sounds/{name}.wav {why}: it is not heard"),
                None => warn!("there is no sounds/{name}.wav: it is not heard"),
            }
        }
    }

    /// Is this a moment at which nothing may be heard?
    fn hushed(screen: &Screen) -> bool {
        *screen == Screen::HandOver
    }

    /// The curtain silences what still sounds.
    fn hush(mut commands: Commands, screen: Res<State<Screen>>, heard: Query<Entity, With<Heard>>) {
        if screen.is_changed() && hushed(screen.get()) {
            for entity in &heard {
                commands.entity(entity).despawn();
            }
        }
    }

    /// Each sound at most once a frame.
    fn hear(
        mut commands: Commands,
        mut sounds: MessageReader<Sound>,
        shelf: Res<Shelf>,
        settings: Res<Settings>,
        screen: Res<State<Screen>>,
    ) {
        let mut now: Vec<Sound> = Vec::new();
        for sound in sounds.read() {
            if !now.contains(sound) {
                now.push(*sound);
            }
        }
        let loud = settings.loudness();
        if loud <= 0.0 || hushed(screen.get()) {
            return;
        }
        for sound in now {
            if let Some(source) = shelf.0.get(sound.file()) {
                let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(loud));
                commands.spawn((Heard, AudioPlayer(source.clone()), settings));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::wav::checked;

    #[test]
    fn every_sound_of_the_game_is_there_and_can_be_played() {
        for sound in ALL {
            let path = std::path::Path::new(threat_range_base::CHECKOUT)
                .join("assets/sounds")
                .join(format!("{}.wav", sound.file()));
            let bytes = std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            assert!(checked(&bytes).is_ok(), "{}: {:?}", path.display(), checked(&bytes));
        }
    }

    #[test]
    fn a_blow_sounds_as_it_tells() {
        assert_eq!(of_blow(false, 0, 0), Sound::StrikeLight);
        assert_eq!(of_blow(true, 6, 0), Sound::Ricochet);
        assert_eq!(of_blow(true, 6, 2), Sound::StrikeLight);
        assert_eq!(of_blow(true, 9, 9), Sound::StrikeHeavy);
    }

    #[test]
    fn vehicles_drive_and_flyers_fly() {
        let walk = Beat::Walk { unit: 1, path: Vec::new(), with: Vec::new() };
        assert_eq!(of_beat(&walk, false, false), Some(Sound::Counter));
        assert_eq!(of_beat(&walk, true, false), Some(Sound::Engine));
        assert_eq!(of_beat(&walk, true, true), Some(Sound::Wind));
        assert_eq!(of_beat(&Beat::Hide(1), false, false), None);
    }
}
