//! A saved battle as bytes: the header, the battle with its whole history, and who sat at the table.
//!
//! The battle is kept as a snapshot, and as the replay that led to it, from which moves can be taken back; the hash
//! after the last command proves on loading that both are one battle.

use std::io::{Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};

use super::{
    forms::BATTLES,
    header::{FORM, Header, SaveKind},
    refused::{FileDamage, Refused},
};
use crate::{
    battle::{
        replay::{Game, ResumeError, Saved},
        setup::Setup,
    },
    content::library::Library,
    key::Key,
    locale::say,
    rules::facts::{Side, UnitId},
};

/// The largest save that is read, in bytes.
pub const LIMIT: u64 = 32 * 1024 * 1024;

/// The largest battle that is unpacked, in bytes: 100 units fight their 200 rounds in 100 MB (measured: 4 KB a turn,
/// and 8 bytes more for each unit known then), 1000 units, the most of a scenario, ten rounds.
const UNPACKED: u64 = 128 * 1024 * 1024;

/// What any battle may unpack to, in bytes: the largest map, a thousand units and the content in use come to 6 MB.
const ANY: u64 = 8 * 1024 * 1024;

/// What each byte may unpack to beyond that. Battles pack six to one (measured); one that packs better is not packed at
/// all, see [`pack`].
const RATIO: u64 = 16;

/// A side at the table, and who decides for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The side.
    pub side: Side,
    /// What players read.
    pub name: String,
    /// A person decides, else the computer.
    pub human: bool,
}

/// A command as it was given at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// By which side; none: laid down from the start.
    pub by: Option<Side>,
    /// Whom the one at the screen knew of before it.
    pub known: Vec<UnitId>,
}

/// What belongs to the table and not to the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sitting {
    /// Who decides for whom, in the order of their colours.
    pub seats: Vec<Seat>,
    /// How each command was given.
    pub given: Vec<Given>,
    /// So many commands at the beginning cannot be taken back.
    pub floor: usize,
    /// How much of the chronicle each player has been told; no side: those who watch.
    pub told: Vec<(Option<Side>, usize)>,
}

/// A battle to be saved, or loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// What stands at its top. Number, length and digest are filled in on writing.
    pub header: Header,
    /// The battle.
    pub game: Saved,
    /// The table.
    pub sitting: Sitting,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<G, S> {
    game: G,
    sitting: S,
}

/// The most that so many bytes may unpack to.
fn room(packed: u64) -> u64 {
    packed.saturating_mul(RATIO).saturating_add(ANY).min(UNPACKED)
}

/// Packs a text; none: it is too long. What would unpack to more than [`room`] has for it is packed less.
fn pack(text: &[u8]) -> Result<Option<Vec<u8>>, std::io::Error> {
    let long = text.len() as u64;
    if long > UNPACKED {
        return Ok(None);
    }
    let small = deflate(text, Compression::fast())?;
    let bytes = if long > room(small.len() as u64) { deflate(text, Compression::none())? } else { small };
    Ok(Some(bytes))
}

fn deflate(text: &[u8], how: Compression) -> Result<Vec<u8>, std::io::Error> {
    let mut packer = ZlibEncoder::new(Vec::new(), how);
    packer.write_all(text)?;
    packer.finish()
}

impl Save {
    /// A save of a game. `seed` is the one of its dice; `date` is now, in seconds since 1970.
    pub fn of(game: &Game, scenario: Key, seed: u64, sitting: Sitting, library: &Library, date: u64) -> Self {
        let (battle, made) = (&game.battle, game.made());
        let side = battle.prompt().map(|prompt| prompt.side);
        let asked = made.and_then(|_| sitting.seats.iter().find(|seat| Some(seat.side) == side));
        let game = game.saved(scenario, seed, &library.hash);
        let used = game.replay.used.iter().map(|(name, entry)| (name.to_owned(), entry.hash.clone()));
        let header = Header {
            form: FORM,
            name: String::new(),
            kind: SaveKind::Named,
            number: 0,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            library: library.hash.clone(),
            mods: library.stamps.clone(),
            used: used.collect(),
            scenario,
            title: made.map(|made| made.name.clone()),
            book: battle.book().id,
            round: battle.clock().round,
            side,
            asked: asked.map(|seat| seat.name.clone()),
            date,
            length: 0,
            digest: String::new(),
        };
        Self { header, game, sitting }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// One sentence; only content of a kind that cannot be written leads there.
    pub fn encode(&self) -> Result<Vec<u8>, String> {
        let failed = |why: &dyn std::fmt::Display| say!("save-not-packed", why = why.to_string());
        let body = Body { game: &self.game, sitting: &self.sitting };
        let text = ron::to_string(&body).map_err(|why| failed(&why))?;
        let too_long = |bytes: usize| say!("save-too-long", mebibytes = bytes >> 20);
        let packed = pack(text.as_bytes()).map_err(|why| failed(&why))?;
        let packed = packed.ok_or_else(|| too_long(text.len()))?;
        let header = Header {
            length: packed.len() as u64,
            digest: blake3::hash(&packed).to_hex().to_string(),
            ..self.header.clone()
        };
        let mut bytes = header.lines().map_err(|why| failed(&why))?;
        bytes.extend_from_slice(&packed);
        if bytes.len() as u64 > LIMIT {
            return Err(too_long(bytes.len()));
        }
        Ok(bytes)
    }

    /// Whether these are the bytes of a save, unchanged. Unpacks nothing.
    ///
    /// # Errors
    /// In which way they are not.
    pub fn examine(bytes: &[u8]) -> Result<(Header, &[u8]), Refused> {
        let (header, start) = Header::read(bytes)?;
        header.measure(bytes.len() as u64, start)?;
        let packed = bytes.get(start..).unwrap_or_default();
        if blake3::hash(packed).to_hex().as_str() != header.digest {
            return Err(Refused::Damaged(FileDamage::Battle));
        }
        Ok((header, packed))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are damaged, or of a form that this program does not know.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refused> {
        let (header, packed) = Self::examine(bytes)?;
        let unreadable =
            |why: &dyn std::fmt::Display| Refused::Damaged(FileDamage::Unreadable(why.to_string()));
        let mut text = String::new();
        let most = room(packed.len() as u64);
        let mut unpacked = ZlibDecoder::new(packed).take(most + 1);
        unpacked.read_to_string(&mut text).map_err(|why| unreadable(&why))?;
        if text.len() as u64 > most {
            return Err(Refused::Damaged(FileDamage::Swollen(packed.len() as u64, most)));
        }
        let text = BATTLES.forward(header.form, text).map_err(|why| unreadable(&why))?;
        let Body { game, sitting } = ron::from_str(&text).map_err(|why| unreadable(&why))?;
        Ok(Self { header, game, sitting })
    }

    /// Whether what the battle uses is in this library as it was.
    ///
    /// # Errors
    /// Which of it is missing or another, with the values then and now.
    pub fn fits(&self, library: &Library) -> Result<(), Refused> {
        let replay = &self.game.replay;
        self.header.judge(library, || library.changes_since(replay.book, &replay.used))
    }

    /// The game, going on where it was saved, and its table.
    ///
    /// # Errors
    /// What the battle uses has changed, or it cannot go on in this version of the program. Where
    /// [`Refused::may_go_on`] says so, [`Self::resume_changed`] goes on all the same.
    pub fn resume(self, library: &Library) -> Result<(Game, Sitting), Refused> {
        self.fits(library)?;
        self.go_on(library, Game::resume)
    }

    /// The game, going on from where it was saved under the rules of this library, whatever they were then. What was
    /// done before cannot be taken back, and its replay cannot be played again.
    ///
    /// # Errors
    /// The battle stands in a way that the rules do not know: a condition, an item, a map is missing.
    pub fn resume_changed(self, library: &Library) -> Result<(Game, Sitting), Refused> {
        self.go_on(library, Game::resume_changed)
    }

    fn go_on(
        self,
        library: &Library,
        resume: impl FnOnce(Saved, Setup) -> Result<Game, ResumeError>,
    ) -> Result<(Game, Sitting), Refused> {
        let setup = library.lay_out(&self.game.replay.terms()).map_err(Refused::Setup)?;
        let engine = self.header.engine;
        let game = resume(self.game, setup).map_err(|why| Refused::Resume(engine, why))?;
        Ok((game, self.sitting))
    }
}
