//! A saved battle as bytes: the header, the battle with its whole history, and who sat at the table.
//!
//! The battle is kept twice: as a snapshot, which goes on at once and in the middle of any question, and as the
//! replay that led to it, from which the moves since the last die can be taken back. The hash after the last command
//! proves on loading that both are one battle.

use std::io::{Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};

use super::{
    header::{Header, Kind},
    refused::{Damage, Refused},
};
use crate::{
    battle::replay::{Game, Saved},
    content::library::Library,
    key::Key,
    locale::say,
    rules::facts::{Side, UnitId},
};

/// The largest save that is read, in bytes.
pub const LIMIT: u64 = 64 * 1024 * 1024;

/// The largest battle that is unpacked, in bytes.
const UNPACKED: u64 = 512 * 1024 * 1024;

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

impl Save {
    /// A save of a game. `seed` is the one of its dice; `date` is now, in seconds since 1970.
    pub fn of(game: &Game, scenario: Key, seed: u64, sitting: Sitting, library: &Library, date: u64) -> Self {
        let battle = &game.battle;
        let side = battle.prompt().map(|prompt| prompt.side);
        let asked = game.made().and_then(|_| sitting.seats.iter().find(|seat| Some(seat.side) == side));
        let header = Header {
            name: String::new(),
            kind: Kind::Named,
            number: 0,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            library: library.hash.clone(),
            mods: library.stamps.clone(),
            scenario,
            title: game.made().map(|made| made.name.clone()),
            book: battle.truth().book.id,
            round: battle.clock().round,
            side,
            asked: asked.map(|seat| seat.name.clone()),
            date,
            length: 0,
            digest: String::new(),
        };
        Self { header, game: game.saved(scenario, seed, &library.hash), sitting }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// One sentence; only content of a kind that cannot be written leads there.
    pub fn encode(&self) -> Result<Vec<u8>, String> {
        let failed = |why: &dyn std::fmt::Display| say!("save-not-packed", why = why.to_string());
        let body = Body { game: &self.game, sitting: &self.sitting };
        let text = ron::to_string(&body).map_err(|why| failed(&why))?;
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(text.as_bytes()).map_err(|why| failed(&why))?;
        let packed = packer.finish().map_err(|why| failed(&why))?;
        let header = Header {
            length: packed.len() as u64,
            digest: blake3::hash(&packed).to_hex().to_string(),
            ..self.header.clone()
        };
        let mut bytes = header.lines().map_err(|why| failed(&why))?;
        bytes.extend_from_slice(&packed);
        if bytes.len() as u64 > LIMIT {
            return Err(say!("save-too-long", mebibytes = bytes.len() >> 20));
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
            return Err(Refused::Damaged(Damage::Battle));
        }
        Ok((header, packed))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are damaged, or of a form that this program does not know.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refused> {
        let (header, packed) = Self::examine(bytes)?;
        let unreadable = |why: &dyn std::fmt::Display| Refused::Damaged(Damage::Unreadable(why.to_string()));
        let mut text = String::new();
        let mut unpacked = ZlibDecoder::new(packed).take(UNPACKED + 1);
        unpacked.read_to_string(&mut text).map_err(|why| unreadable(&why))?;
        if text.len() as u64 > UNPACKED {
            return Err(unreadable(&"it is larger than any battle"));
        }
        let Body { game, sitting } = ron::from_str(&text).map_err(|why| unreadable(&why))?;
        Ok(Self { header, game, sitting })
    }

    /// The game, going on where it was saved, and its table.
    ///
    /// # Errors
    /// Another library, or another version of the program for which it cannot go on.
    pub fn resume(self, library: &Library) -> Result<(Game, Sitting), Refused> {
        self.header.fits(library)?;
        let setup = library.lay_out(&self.game.replay.terms()).map_err(Refused::Setup)?;
        let engine = self.header.engine;
        let game = Game::resume(self.game, setup).map_err(|why| Refused::Resume(engine, why))?;
        Ok((game, self.sitting))
    }
}
