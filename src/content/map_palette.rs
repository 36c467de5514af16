//! Terrains and edge kinds that maps name: looking them up, and what is said of those that there are not.

use crate::content::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MapRefusal {
    pub message: String,
    pub help: Option<String>,
}

impl MapRefusal {
    /// The refusal as a mistake at a place.
    pub fn at(self, place: impl FnOnce(String) -> Diagnostic) -> Diagnostic {
        let mut mistake = place(self.message);
        mistake.help = self.help.map(Into::into);
        mistake
    }
}

/// How the message about a name begins that no terrain or edge kind has.
const UNKNOWN: &str = "unknown ";

/// The kind of entry and the name, if a mistake is about a terrain or edge kind that there is not.
pub(super) fn unknown_part(mistake: &Diagnostic) -> Option<(&'static str, Key)> {
    let rest = mistake.message.strip_prefix(UNKNOWN)?;
    let (what, name) = rest.split_once(" \"")?;
    let kind = match what {
        "terrain" => "terrains",
        "edge kind" => "edges",
        _ => return None,
    };
    Some((kind, Key::new(name.strip_suffix('"')?)))
}

/// A terrain or edge kind by its name, the own mod's first. `hints`: how many names still get advice.
pub(super) fn look_up<'a, T>(
    known: &'a BTreeMap<Key, T>,
    owner: Key,
    id: Key,
    what: &str,
    hints: &mut usize,
) -> Result<&'a T, MapRefusal> {
    let own = Key::new(&format!("{owner}:{id}"));
    let bare = id.as_str().strip_prefix(BASE).and_then(|rest| rest.strip_prefix(':')).map_or(id, Key::new);
    known.get(&own).or_else(|| known.get(&bare)).ok_or_else(|| {
        let words = known.keys().map(|key| key.as_str()).take(if *hints > 0 { usize::MAX } else { 0 });
        *hints = hints.saturating_sub(1);
        let near = suggest(id.as_str(), words);
        MapRefusal {
            message: format!("{UNKNOWN}{what} \"{id}\""),
            help: near.map(|near| format!("did you mean \"{near}\"?")),
        }
    })
}

/// The number of a terrain or edge kind in the list of a map, which it is added to.
pub(super) fn number<T: Clone>(
    list: &mut Vec<T>,
    found: &T,
    id: impl Fn(&T) -> Key,
    what: &str,
) -> Result<u8, MapRefusal> {
    let at = list.iter().position(|known| id(known) == id(found)).unwrap_or_else(|| {
        list.push(found.clone());
        list.len() - 1
    });
    u8::try_from(at)
        .map_err(|_| MapRefusal { message: format!("a map has at most 256 different {what}"), help: None })
}
