//! What a battle uses of the library, entry by entry, so that it can be told later what of it has changed.
//!
//! Which entries a battle uses is found by `content`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{Debug, Write as _},
    io::{Read, Write as _},
    sync::Arc,
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The longest entry that is kept with its values, in bytes; of a longer one only the hash is.
const LONGEST: usize = 64 * 1024;

/// The most that is kept of all values together, in bytes.
const MOST: usize = 4 * 1024 * 1024;

/// The most that is unpacked, in bytes: the values escaped, and 50,000 entries with name and hash.
const UNPACKED: u64 = 16 * 1024 * 1024;

/// Digits of an entry's hash: enough that no two that anybody writes are alike.
const DIGITS: usize = 16;

/// An entry of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedEntry {
    /// Its hash.
    pub hash: String,
    /// Its values, a line each: path, tab, value, in the order of the paths. None: it is too long to be kept.
    pub text: Option<String>,
}

impl UsedEntry {
    /// An entry as it is written down, without those of its fields that change nothing in a battle.
    pub fn of(def: &(impl Serialize + Debug), without: &[&str]) -> Self {
        let mut lines = BTreeMap::new();
        match serde_json::to_value(def) {
            Ok(mut value) => {
                if let Value::Object(fields) = &mut value {
                    fields.retain(|name, _| !without.contains(&name.as_str()));
                }
                flatten("", &value, &mut lines);
            }
            // What has no such form is told apart all the same.
            Err(_) => drop(lines.insert(String::new(), format!("{def:?}"))),
        }
        let mut text = String::new();
        for (path, value) in lines {
            // Writing into a text does not fail.
            let _ = writeln!(text, "{path}\t{value}");
        }
        Self { hash: hash(&text), text: Some(text) }
    }

    /// The same with its values only if there is room for them.
    fn within(self: &Arc<Self>, room: &mut usize) -> Arc<Self> {
        let long = self.text.as_ref().map_or(0, String::len);
        if long > LONGEST || long > *room {
            return Arc::new(Self { hash: self.hash.clone(), text: None });
        }
        *room -= long;
        self.clone()
    }
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().chars().take(DIGITS).collect()
}

/// Writes down a value: what has fields goes on with them, everything else is a line. Nothing is as good as not there.
fn flatten(path: &str, value: &Value, lines: &mut BTreeMap<String, String>) {
    let below = |name: &str| {
        let name = name.replace(char::is_control, " ");
        if path.is_empty() { name } else { format!("{path}.{name}") }
    };
    match value {
        Value::Null => {}
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(name, field)| flatten(&below(name), field, lines));
        }
        Value::Array(members) if members.iter().any(Value::is_object) => {
            // Members that have names are called by them, so that one more does not change all that follow.
            let ids: Vec<&str> = members.iter().filter_map(|member| member.get("id")?.as_str()).collect();
            let named = ids.len() == members.len() && ids.iter().collect::<BTreeSet<_>>().len() == ids.len();
            if named {
                lines.insert(path.to_owned(), ids.join(" ").replace(char::is_control, " "));
            }
            for (at, member) in members.iter().enumerate() {
                match ids.get(at).filter(|_| named) {
                    Some(id) => flatten(&below(id), member, lines),
                    None => flatten(&below(&(at + 1).to_string()), member, lines),
                }
            }
        }
        Value::String(text) => {
            let quoted = Value::from(text.as_str()).to_string();
            let plain = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            lines.insert(path.to_owned(), plain.unwrap_or(&quoted).to_owned());
        }
        other => drop(lines.insert(path.to_owned(), other.to_string())),
    }
}

/// A value of an entry that is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// Its path in the entry: `damage.base`.
    pub field: String,
    /// What it was; none: it was not there.
    pub then: Option<String>,
    /// What it is; none: it is not there.
    pub now: Option<String>,
}

/// What differs between two texts of an entry, in the order of the paths.
pub fn differences(then: &str, now: &str) -> Vec<FieldChange> {
    fn lines(text: &str) -> BTreeMap<&str, &str> {
        text.lines().filter_map(|line| line.split_once('\t')).collect()
    }
    let (then, now) = (lines(then), lines(now));
    let fields: BTreeSet<&str> = then.keys().chain(now.keys()).copied().collect();
    let changed = fields.into_iter().filter(|field| then.get(field) != now.get(field));
    let value = |all: &BTreeMap<&str, &str>, field: &str| all.get(field).map(|value| (*value).to_owned());
    changed
        .map(|field| FieldChange {
            field: field.to_owned(),
            then: value(&then, field),
            now: value(&now, field),
        })
        .collect()
}

/// What a battle uses, by kind and id: `weapon club`. Written as one text, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used(BTreeMap<String, Arc<UsedEntry>>);

impl Used {
    /// Keeps entries: their hashes, and their values as far as there is room.
    pub fn of(entries: BTreeMap<String, Arc<UsedEntry>>) -> Self {
        let mut room = MOST;
        Self(entries.into_iter().map(|(name, entry)| (name, entry.within(&mut room))).collect())
    }

    /// The entries, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &UsedEntry)> {
        self.0.iter().map(|(name, entry)| (name.as_str(), &**entry))
    }

    /// An entry.
    pub fn get(&self, name: &str) -> Option<&UsedEntry> {
        self.0.get(name).map(|entry| &**entry)
    }

    fn pack(&self) -> Result<String, String> {
        if self.0.is_empty() {
            return Ok(String::new());
        }
        let plain: BTreeMap<&str, &UsedEntry> = self.iter().collect();
        let text = serde_json::to_vec(&plain).map_err(|why| why.to_string())?;
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&text).map_err(|why| why.to_string())?;
        let packed = packer.finish().map_err(|why| why.to_string())?;
        let mut digits = String::with_capacity(packed.len() * 2);
        for byte in packed {
            let _ = write!(digits, "{byte:02x}");
        }
        Ok(digits)
    }

    fn unpack(digits: &str) -> Result<Self, String> {
        if digits.is_empty() {
            return Ok(Self::default());
        }
        let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |pair: &[u8]| if let [a, b] = pair { Some(digit(a)? << 4 | digit(b)?) } else { None };
        let packed: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        let packed = packed.ok_or("what it uses of the content is not in hexadecimal digits")?;
        let mut text = Vec::new();
        let read = ZlibDecoder::new(&*packed).take(UNPACKED + 1).read_to_end(&mut text);
        read.map_err(|why| format!("what it uses of the content cannot be unpacked: {why}"))?;
        if text.len() as u64 > UNPACKED {
            return Err("it uses more content than any battle".to_owned());
        }
        let entries: BTreeMap<String, Arc<UsedEntry>> = serde_json::from_slice(&text)
            .map_err(|why| format!("what it uses of the content cannot be read: {why}"))?;
        for (name, entry) in &entries {
            if entry.text.as_ref().is_some_and(|text| hash(text) != entry.hash) {
                return Err(format!("the values of {name} are not those of its hash"));
            }
        }
        Ok(Self(entries))
    }
}

impl Serialize for Used {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let packed = self.pack().map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(&packed)
    }
}

impl<'de> Deserialize<'de> for Used {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let packed = String::deserialize(deserializer)?;
        Self::unpack(&packed).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_between_two_entries_is_told_by_field() {
        let old = json!({"id": "club", "base": 6, "text": "Old.", "none": null, "kinds": ["a", "b"],
            "parts": [{"id": "one", "n": 1}, {"id": "two", "n": 2}]});
        let new = json!({"id": "club", "base": 7, "text": "New.", "kinds": ["a"],
            "parts": [{"id": "zero"}, {"id": "one", "n": 1}, {"id": "two", "n": 3}]});
        let (old, new) = (UsedEntry::of(&old, &["text"]), UsedEntry::of(&new, &["text"]));
        assert_ne!(old.hash, new.hash);
        let found = differences(old.text.as_ref().unwrap(), new.text.as_ref().unwrap());
        let found: Vec<(&str, Option<&str>, Option<&str>)> = found
            .iter()
            .map(|change| (change.field.as_str(), change.then.as_deref(), change.now.as_deref()))
            .collect();
        assert_eq!(
            found,
            [
                ("base", Some("6"), Some("7")),
                ("kinds", Some("[\"a\",\"b\"]"), Some("[\"a\"]")),
                ("parts", Some("one two"), Some("zero one two")),
                ("parts.two.n", Some("2"), Some("3")),
                ("parts.zero.id", None, Some("zero")),
            ]
        );
        let same = UsedEntry::of(
            &json!({"id": "club", "base": 7, "kinds": ["a"], "text": "Else.",
            "parts": [{"id": "zero"}, {"id": "one", "n": 1}, {"id": "two", "n": 3}]}),
            &["text"],
        );
        assert_eq!(same, new, "what is left out does not matter");
    }

    #[test]
    fn what_is_used_is_packed_and_a_forged_or_swollen_one_is_refused() {
        let entry = |n: usize| Arc::new(UsedEntry::of(&json!({ "n": n, "long": "x".repeat(n) }), &[]));
        let entries =
            BTreeMap::from([("weapon a".to_owned(), entry(1)), ("map b".to_owned(), entry(LONGEST))]);
        let used = Used::of(entries);
        assert!(used.get("weapon a").unwrap().text.is_some());
        assert_eq!(used.get("map b").unwrap().text, None, "only its hash is kept");
        assert_eq!(Used::unpack(&used.pack().unwrap()), Ok(used));
        assert_eq!(Used::unpack(""), Ok(Used::default()));

        let forged = UsedEntry { hash: "0".repeat(DIGITS), ..(*entry(1)).clone() };
        let forged = Used(BTreeMap::from([("weapon a".to_owned(), Arc::new(forged))]));
        assert!(Used::unpack(&forged.pack().unwrap()).unwrap_err().contains("weapon a"));
        let huge = UsedEntry { hash: "0".repeat(UNPACKED as usize + 1), text: None };
        let huge = Used(BTreeMap::from([("map b".to_owned(), Arc::new(huge))]));
        let packed = huge.pack().unwrap();
        assert!(packed.len() < 1 << 20);
        assert!(Used::unpack(&packed).unwrap_err().contains("more content than any battle"));
        for junk in ["0", "zz", "00ff", "é"] {
            assert!(Used::unpack(junk).is_err(), "{junk}");
        }
    }
}
