//! Why a save is refused, each in one sentence that says what to do.

use std::fmt;

use super::{file::FileError, header::FORM};
use crate::{battle::replay::ResumeError, content::library::Stamp, key::Key};

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
        matches!(self, Self::Damaged(_) | Self::Unknown(_) | Self::Resume(..) | Self::File(FileError::NoFile(_)))
            || matches!(self, Self::File(FileError::TooLong(..)))
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
        match self {
            Self::Start => f.write_str("it does not begin as one"),
            Self::Top => f.write_str("its first lines have changed"),
            Self::Length(is, should) if is < should => write!(f, "it ends after {is} of {should} bytes"),
            Self::Length(is, should) => write!(f, "it has {is} bytes in place of {should}"),
            Self::Battle => f.write_str("the battle in it has changed"),
            Self::Unreadable(why) => write!(f, "the battle in it cannot be read ({why})"),
        }
    }
}

impl fmt::Display for ModChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(id, version) => write!(f, "{id} {version} is missing"),
            Self::Added(id, version) => write!(f, "{id} {version} was not there"),
            Self::Other(id, then, now) if then == now => write!(f, "{id} {then} has been changed"),
            Self::Other(id, then, now) => write!(f, "{id} was {then} and is {now}"),
            Self::Order => f.write_str("they were loaded in another order"),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) => why.fmt(f),
            Self::Damaged(Damage::Start) => {
                f.write_str("this is no save of Threat Range, it does not begin as one: load another")
            }
            Self::Damaged(damage) => {
                write!(f, "the save is damaged, {damage}: load its backup or an earlier save")
            }
            Self::Newer(form) => write!(
                f,
                "the save has form {form}, this program reads up to {FORM}: use the newer program for it"
            ),
            Self::Unknown(form) => {
                write!(f, "the save has form {form}, which never was: load its backup or an earlier save")
            }
            Self::Mods(changes) => {
                let list: Vec<String> = changes.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "the save was played with other mods ({}): use the same mods again to load it",
                    list.join("; ")
                )
            }
            Self::Resume(engine, why) => write!(
                f,
                "the save cannot go on in version {} of the game, {why}: load it with version {engine}, which wrote it",
                env!("CARGO_PKG_VERSION")
            ),
            Self::Setup(why) => write!(f, "the battle of the save cannot be laid out, {why}: load another"),
        }
    }
}

impl std::error::Error for Refused {}
