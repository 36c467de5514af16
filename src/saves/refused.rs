//! Why a save is refused, each in one sentence that says what to do.

use std::fmt;

use super::{file::FileError, header::FORM};
use crate::{battle::replay::ResumeError, content::library::Stamp, key::Key, locale::say};

/// What is wrong with a damaged save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It does not begin as a save does.
    Start,
    /// What stands at its top has changed.
    Top,
    /// It ends too early, or goes on too long: bytes there, bytes that should be.
    Length(u64, u64),
    /// The battle in it has changed.
    Battle,
    /// The battle in it cannot be read, though not a byte of it has changed.
    Unreadable(String),
}

/// How the mods differ from those that a battle was played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModChange {
    /// It is not here: the version it was played with.
    Missing(Key, String),
    /// It was not there then: its version.
    Added(Key, String),
    /// It is another: the version then and now.
    Other(Key, String, String),
    /// The same mods, loaded in another order.
    Order,
}

/// Why a save cannot be loaded.
#[derive(Debug)]
pub enum Refused {
    /// The file cannot be read.
    File(FileError),
    /// It is damaged.
    Damaged(Damage),
    /// It was written in a newer form.
    Newer(u32),
    /// It was written in a form that never was.
    Unknown(u32),
    /// The mods have changed.
    Mods(Vec<ModChange>),
    /// It cannot go on in this version of the program: the one that wrote it, and why.
    Resume(String, ResumeError),
    /// The battle cannot be laid out: why.
    Setup(String),
}

impl Refused {
    /// Whether an older save of the same battle may do better.
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Damaged(_) | Self::Unknown(_) | Self::Resume(..) | Self::File(FileError::NoFile(_))
        ) || matches!(self, Self::File(FileError::TooLong(..)))
    }
}

impl From<FileError> for Refused {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// How the mods now differ from those then.
pub fn changes(then: &[Stamp], now: &[Stamp]) -> Vec<ModChange> {
    let find = |all: &[Stamp], id: Key| all.iter().find(|stamp| stamp.id == id).cloned();
    let mut changes = Vec::new();
    for old in then {
        match find(now, old.id) {
            None => changes.push(ModChange::Missing(old.id, old.version.clone())),
            Some(new) if new.hash != old.hash => {
                changes.push(ModChange::Other(old.id, old.version.clone(), new.version));
            }
            Some(_) => {}
        }
    }
    let added = now.iter().filter(|new| find(then, new.id).is_none());
    changes.extend(added.map(|new| ModChange::Added(new.id, new.version.clone())));
    if changes.is_empty() && !then.iter().map(|stamp| stamp.id).eq(now.iter().map(|stamp| stamp.id)) {
        changes.push(ModChange::Order);
    }
    changes
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Start => say!("save-no-save"),
            Self::Top => say!("save-damaged-top"),
            Self::Length(is, should) if is < should => say!("save-damaged-short", is = *is, should = *should),
            Self::Length(is, should) => say!("save-damaged-long", is = *is, should = *should),
            Self::Battle => say!("save-damaged-battle"),
            Self::Unreadable(_) => say!("save-unreadable"),
        })
    }
}

impl fmt::Display for ModChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Missing(id, version) => say!("save-mod-missing", name = *id, version = version),
            Self::Added(id, version) => say!("save-mod-added", name = *id, version = version),
            Self::Other(id, then, now) if then == now => say!("save-mod-changed", name = *id, version = now),
            Self::Other(id, then, now) => say!("save-mod-other", name = *id, then = then, now = now),
            Self::Order => say!("save-mod-order"),
        })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::File(why) => why.to_string(),
            Self::Damaged(damage) => damage.to_string(),
            Self::Newer(form) => say!("save-newer", form = *form, newest = FORM),
            Self::Unknown(form) => say!("save-unknown", form = *form),
            Self::Mods(changes) => {
                let list: Vec<String> = changes.iter().map(ToString::to_string).collect();
                say!("save-mods", changes = list.join("; "))
            }
            Self::Resume(engine, _) => say!("save-resume", now = env!("CARGO_PKG_VERSION"), then = engine),
            Self::Setup(why) => say!("save-setup", why = why),
        })
    }
}

impl std::error::Error for Refused {}
