//! Sound on Windows and macOS: Bevy's own, which needs nothing there that the system does not have.

use std::collections::BTreeMap;

use bevy::{
    audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume},
    ecs::system::SystemParam,
    prelude::*,
};

use super::Sound;

/// The sounds that have a file.
#[derive(Resource, Default)]
pub struct Shelf(BTreeMap<&'static str, Handle<AudioSource>>);

/// One that is being heard.
#[derive(Component)]
pub struct Heard;

/// Who plays, as a system parameter.
#[derive(SystemParam)]
pub struct Player<'w, 's> {
    commands: Commands<'w, 's>,
    shelf: ResMut<'w, Shelf>,
    sources: ResMut<'w, Assets<AudioSource>>,
    heard: Query<'w, 's, Entity, With<Heard>>,
}

impl Player<'_, '_> {
    /// This is how it sounds: a WAV file that has been checked.
    pub fn keep(&mut self, sound: Sound, wav: Vec<u8>) {
        let source = self.sources.add(AudioSource { bytes: wav.into() });
        self.shelf.0.insert(sound.file(), source);
    }

    /// It is heard, so loud from 0 to 1.
    pub fn play(&mut self, sound: Sound, loudness: f32) {
        if let Some(source) = self.shelf.0.get(sound.file()) {
            let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(loudness));
            self.commands.spawn((Heard, AudioPlayer(source.clone()), settings));
        }
    }

    /// What still sounds stops.
    pub fn hush(&mut self) {
        for entity in &self.heard {
            self.commands.entity(entity).despawn();
        }
    }
}

/// The plugin of the one who plays.
pub fn plugin(app: &mut App) {
    app.init_resource::<Shelf>();
}
