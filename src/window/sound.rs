//! Sounds: what is heard of the battle and of the table.
//!
//! What their files must be is in `content`. A sound is a WAV file of `sounds/` (PCM of 16 bits); a mod that has
//! one of the same name is heard in its place. Nothing is heard while the table changes hands: a noise would tell
//! what the other side does. Who plays is `pulse` on Linux, with `mixer`, and `others` elsewhere.

#[cfg(target_os = "linux")]
mod mixer;
#[cfg(not(target_os = "linux"))]
mod others;
#[cfg(target_os = "linux")]
mod pulse;
#[cfg(all(test, target_os = "linux"))]
mod server_tests;

#[cfg(not(target_os = "linux"))]
use self::others as player;
use self::player::Player;
#[cfg(target_os = "linux")]
use self::pulse as player;
use super::{art::Art, motion::Beat};
use crate::window::prelude::*;
use crate::{
    content::{media::MAX_SOUND_BYTES, wav::checked},
    rules::{
        action::WeaponUse,
        facts::each_once,
        gear::WeaponDef,
        harm::{HarmTrace, Portion},
    },
};

/// What can be heard, each with its file in `sounds/`.
macro_rules! sounds {
    ($($(#[$meta:meta])* $sound:ident = $file:literal,)*) => {
        /// What can be heard.
        #[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Sound {
            $($(#[$meta])* $sound,)*
        }

        /// Every sound.
        const ALL: &[Sound] = &[$(Sound::$sound,)*];

        impl Sound {
            /// Its file in `sounds/`, without the ending.
            fn file(self) -> &'static str {
                match self {
                    $(Self::$sound => $file,)*
                }
            }
        }
    };
}

sounds! {
    /// A card is taken from the hand or laid back.
    Card = "card",
    /// A counter is set down.
    Counter = "counter",
    /// Dice fall.
    Dice = "dice",
    /// A blow that does little.
    StrikeLight = "strike_light",
    /// A blow that tells.
    StrikeHeavy = "strike_heavy",
    /// A blow or shot that goes past.
    Miss = "miss",
    /// A defence took it all.
    Block = "block",
    /// Armour took it all.
    Ricochet = "ricochet",
    /// A gun is fired.
    Shot = "shot",
    /// A string is let go, or something is thrown.
    Loose = "loose",
    /// A spell is spoken.
    Spell = "spell",
    /// A thing is broken.
    Tear = "tear",
    /// Somebody falls.
    Collapse = "collapse",
    /// A vehicle drives.
    Engine = "engine",
    /// Something flies.
    Wind = "wind",
    /// A page is turned.
    Page = "page",
    /// The lamp goes out.
    Lamp = "lamp",
    /// Something bursts and reaches all around it.
    Blast = "blast",
    /// A vehicle runs into something, or comes down.
    Crash = "crash",
    /// Somebody is healed, or something mended.
    Heal = "heal",
    /// A door is opened or closed.
    Door = "door",
    /// Somebody is asked for a reaction.
    Bell = "bell",
    /// A battle is over.
    Drum = "drum",
}

/// Files of sounds have changed.
#[derive(Message, Clone, Copy, Debug)]
pub struct SoundsChanged;

/// The plugin of sounds: what there is to hear.
pub fn plugin(app: &mut App) {
    app.add_message::<Sound>().add_message::<SoundsChanged>().add_systems(Update, (of_wishes, of_table));
}

/// The plugin by which they are heard. A script plays to nobody.
pub fn heard(app: &mut App) {
    app.add_plugins(player::plugin)
        .add_systems(Startup, read)
        .add_systems(PostUpdate, (read.run_if(on_message::<SoundsChanged>), hush, hear).chain());
}

/// What is heard as a beat begins; `hull` says whether its counter is a vehicle, `flies` whether it is in the air.
pub fn of_beat(beat: &Beat, hull: bool, flies: bool) -> Option<Sound> {
    match beat {
        Beat::Walk { .. } if flies => Some(Sound::Wind),
        Beat::Walk { .. } if hull => Some(Sound::Engine),
        Beat::Walk { .. } => Some(Sound::Counter),
        Beat::Roll(_) => Some(Sound::Dice),
        Beat::Hear(sound) => Some(*sound),
        _ => None,
    }
}

/// What is heard as a weapon is used from afar: guns are loud or hold many shots, or nobody counts those.
pub fn of_weapon(weapon: &WeaponDef) -> Sound {
    let by_hand = weapon.capacity <= 1 && weapon.ammunition.is_some() && !weapon.loud;
    match weapon.uses {
        WeaponUse::Thrown => Sound::Loose,
        _ if by_hand => Sound::Loose,
        _ => Sound::Shot,
    }
}

/// What is heard of a blow: whether it landed or was blocked, and what became of it on the way.
pub fn of_blow((landed, blocked): (bool, bool), trace: &HarmTrace) -> Sound {
    let dealt = |portion: &Portion| portion.passed.first().map_or(portion.amount, |stage| stage.before);
    let dealt: i32 = trace.portions.iter().map(dealt).sum();
    let mut stages = trace.portions.iter().flat_map(|portion| &portion.passed);
    let defended = stages.any(|stage| stage.stage == "defence" && stage.after < stage.before);
    match trace.total {
        _ if !landed && blocked => Sound::Block,
        _ if !landed => Sound::Miss,
        0 if dealt > 0 && defended => Sound::Block,
        0 if dealt > 0 => Sound::Ricochet,
        n if n * 2 > dealt && n > 3 => Sound::StrikeHeavy,
        _ => Sound::StrikeLight,
    }
}

/// What is heard of what a player does at the table.
fn of_wishes(mut intents: MessageReader<Intent>, mut sounds: MessageWriter<Sound>) {
    for intent in intents.read() {
        let heard = match intent {
            Intent::Card(_) | Intent::Chip(_) | Intent::More | Intent::Manoeuvres => Sound::Card,
            Intent::Ready => Sound::Lamp,
            Intent::AskRule(_) | Intent::Log => Sound::Page,
            _ => continue,
        };
        sounds.write(heard);
    }
}

/// What is heard as somebody is asked for a reaction, and as a battle ends, once all that led there has been seen.
fn of_table(
    table: Res<Table>,
    motion: Res<BeatQueue>,
    mut told: Local<(bool, bool)>,
    mut sounds: MessageWriter<Sound>,
) {
    if motion.busy() {
        told.0 = false;
        return;
    }
    let now = (table.prompt.as_ref().is_some_and(|prompt| prompt.reacts), table.ending.is_some());
    let (asked, over) = std::mem::replace(&mut *told, now);
    sounds.write_batch((now.0 && !asked).then_some(Sound::Bell));
    sounds.write_batch((now.1 && !over).then_some(Sound::Drum));
}

/// Reads every sound once. A file that is missing or damaged is said in the log and not heard.
fn read(art: Res<Art>, mut player: Player) {
    for &sound in ALL {
        let name = sound.file();
        match art.file(&format!("sounds/{name}.wav"), MAX_SOUND_BYTES).as_deref().map(checked) {
            Some(Ok(bytes)) => player.keep(sound, bytes),
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
fn hush(screen: Res<State<Screen>>, mut player: Player) {
    if screen.is_changed() && hushed(screen.get()) {
        player.hush();
    }
}

/// Each sound at most once a frame.
fn hear(
    mut sounds: MessageReader<Sound>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    mut player: Player,
) {
    let now = each_once(sounds.read());
    let loud = settings.loudness();
    if loud <= 0.0 || hushed(screen.get()) {
        return;
    }
    for sound in now {
        player.play(*sound, loud);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;

    use super::*;
    use crate::{key::Key, rules::harm::Passed};

    #[test]
    fn a_reaction_is_asked_for_by_a_bell_and_a_battle_ends_with_drums_once_each() {
        let mut app = App::new();
        app.init_resource::<Table>().init_resource::<BeatQueue>().add_message::<Sound>();
        app.add_systems(Update, of_table);
        let heard = |app: &mut App| -> Vec<Sound> {
            app.update();
            app.world_mut().resource_mut::<Messages<Sound>>().drain().collect()
        };
        assert!(heard(&mut app).is_empty());
        let asks = |reacts| Some(PromptCard { reacts, ..PromptCard::default() });
        app.world_mut().resource_mut::<Table>().prompt = asks(false);
        assert!(heard(&mut app).is_empty(), "what one does oneself is no surprise");
        app.world_mut().resource_mut::<Table>().prompt = asks(true);
        assert_eq!(heard(&mut app), [Sound::Bell]);
        assert!(heard(&mut app).is_empty());
        app.world_mut().resource_mut::<Table>().ending = Some(Ending::default());
        app.world_mut().resource_mut::<BeatQueue>().push(Beat::Hide(1));
        assert!(heard(&mut app).is_empty(), "its last hit is still to be seen");
        *app.world_mut().resource_mut::<BeatQueue>() = BeatQueue::default();
        app.world_mut().resource_mut::<Table>().prompt = None;
        assert_eq!(heard(&mut app), [Sound::Drum]);
        assert!(heard(&mut app).is_empty());
    }

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
    fn no_two_sounds_are_the_same() {
        let files: std::collections::BTreeSet<&str> = ALL.iter().map(|sound| sound.file()).collect();
        assert_eq!(files.len(), ALL.len());
        let folder = std::path::Path::new(threat_range_base::CHECKOUT).join("assets/sounds");
        let heard = |name: &&str| std::fs::read(folder.join(format!("{name}.wav"))).unwrap();
        let heard: std::collections::BTreeSet<Vec<u8>> = files.iter().map(heard).collect();
        assert_eq!(heard.len(), ALL.len());
    }

    /// A blow of so much that a stage lets through so much of.
    fn blow(dealt: i32, stage: &str, total: i32) -> HarmTrace {
        let mut portion = Portion::new(Key::new("damage"), &[], total);
        portion.passed.push(Passed { stage: Key::new(stage), by: None, before: dealt, after: total });
        HarmTrace { portions: vec![portion], paid: Vec::new(), total }
    }

    #[test]
    fn a_blow_sounds_as_it_tells() {
        assert_eq!(of_blow((false, false), &HarmTrace::default()), Sound::Miss);
        assert_eq!(of_blow((false, true), &HarmTrace::default()), Sound::Block);
        assert_eq!(of_blow((true, false), &blow(6, "resistance", 0)), Sound::Ricochet);
        assert_eq!(of_blow((true, false), &blow(6, "defence", 0)), Sound::Block);
        assert_eq!(of_blow((true, false), &blow(6, "defence", 2)), Sound::StrikeLight);
        assert_eq!(of_blow((true, false), &blow(9, "resistance", 9)), Sound::StrikeHeavy);
        assert_eq!(of_blow((true, false), &HarmTrace::default()), Sound::StrikeLight);
    }

    #[test]
    fn guns_bows_and_what_is_thrown_sound_as_they_are() {
        let weapon = |text: &str| ron::from_str::<WeaponDef>(text).unwrap();
        let heard =
            |fields: &str| of_weapon(&weapon(&format!("(id: \"w\", name: \"W\", defence: \"d\", {fields})")));
        assert_eq!(heard("uses: Ranged, ammunition: Some(24)"), Sound::Loose);
        assert_eq!(heard("uses: Ranged, capacity: 1, ammunition: Some(20)"), Sound::Loose);
        assert_eq!(heard("uses: Ranged, capacity: 1, ammunition: Some(8), loud: true"), Sound::Shot);
        assert_eq!(heard("uses: Ranged, capacity: 30, ammunition: Some(60)"), Sound::Shot);
        assert_eq!(heard("uses: Ranged"), Sound::Shot);
        assert_eq!(heard("uses: Thrown, loud: true"), Sound::Loose);
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
