//! Why a save is refused, each in one sentence that says what to do.

use std::fmt;

use super::{file::FileError, forms::TOPS, header::FORM};
use crate::{
    battle::{replay::ResumeError, used::FieldChange},
    content::library::{EntryChange, EntryChangeKind, Stamp},
    key::Key,
    locale::say,
};

/// How many entries a sentence names as changed, and how many values of each of them.
const TOLD: usize = 6;

/// The longest value that is told, in letters.
const LONGEST_VALUE: usize = 40;

/// What is wrong with a damaged save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileDamage {
    /// It does not begin as a save does.
    Start,
    /// What stands at its top has changed.
    Top,
    /// It ends too early, or goes on too long: bytes there, bytes that should be.
    Length(u64, u64),
    /// The battle in it has changed.
    Battle,
    /// So many bytes unpack to more than this: larger than any battle.
    Swollen(u64, u64),
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
    Damaged(FileDamage),
    /// It was written in a newer form.
    Newer(u32),
    /// It was written in a form from before the first that can be read.
    Older(u32),
    /// It was written in a form that never was.
    Unknown(u32),
    /// What the battle uses has changed, by which mods. It may go on under the new rules.
    Content(Vec<EntryChange>, Vec<ModChange>),
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

    /// Whether the battle may go on under the rules of now: see [`Save::resume_changed`](super::Save::resume_changed).
    pub fn may_go_on(&self) -> bool {
        matches!(self, Self::Content(..) | Self::Resume(_, ResumeError::Differs))
    }
}

/// What has changed of the content that a battle uses, in a few words: "weapon club changed: base 6 → 7".
pub fn told(changes: &[EntryChange]) -> String {
    let mut list: Vec<String> = changes.iter().take(TOLD).map(told_of).collect();
    if let Some(more @ 1..) = changes.len().checked_sub(TOLD) {
        list.push(say!("content-more", n = more));
    }
    list.join("; ")
}

fn told_of(change: &EntryChange) -> String {
    let what = say!("content-entry", kind = change.kind.as_str(), name = change.id.as_str());
    match &change.how {
        EntryChangeKind::Missing => say!("content-missing", what = what),
        EntryChangeKind::Changed(fields) if fields.is_empty() => say!("content-changed", what = what),
        EntryChangeKind::Changed(fields) => {
            let mut list: Vec<String> = fields.iter().take(TOLD).map(told_field).collect();
            if let Some(more @ 1..) = fields.len().checked_sub(TOLD) {
                list.push(say!("content-more", n = more));
            }
            say!("content-changed-fields", what = what, fields = list.join(", "))
        }
    }
}

fn told_field(field: &FieldChange) -> String {
    let value = |value: &Option<String>| match value {
        None => "–".to_owned(),
        Some(text) if text.chars().count() > LONGEST_VALUE => {
            text.chars().take(LONGEST_VALUE).chain(['…']).collect()
        }
        Some(text) => text.clone(),
    };
    format!("{} {} → {}", field.field, value(&field.then), value(&field.now))
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

impl fmt::Display for FileDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Start => say!("save-no-save"),
            Self::Top => say!("save-damaged-top"),
            Self::Length(is, should) if is < should => say!("save-damaged-short", is = *is, should = *should),
            Self::Length(is, should) => say!("save-damaged-long", is = *is, should = *should),
            Self::Battle => say!("save-damaged-battle"),
            Self::Swollen(bytes, most) => {
                say!("save-swollen", kibibytes = bytes.div_ceil(1024), mebibytes = most >> 20)
            }
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
            Self::Older(form) => say!("save-older", form = *form, oldest = TOPS.oldest),
            Self::Content(changes, mods) => {
                let mods = mods.iter().map(ToString::to_string);
                let list: Vec<String> = std::iter::once(told(changes)).chain(mods).collect();
                say!("save-content", changes = list.join("; "))
            }
            Self::Resume(engine, _) => say!("save-resume", now = env!("CARGO_PKG_VERSION"), then = engine),
            Self::Setup(why) => say!("save-setup", why = why),
        })
    }
}

impl std::error::Error for Refused {}
