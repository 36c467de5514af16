//! Tests of `decode`.

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weapon {
    id: Key,
    weight: i64,
    damage: Option<Damage>,
    #[serde(default)]
    attacks: Vec<Attack>,
    #[serde(default)]
    prices: BTreeMap<String, i64>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Damage {
    kind: Kind,
    #[serde(default)]
    amount: u8,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    kind: Kind,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Kind {
    Slash,
    Pierce,
    Fire { heat: i64 },
    Many(Vec<i64>),
}

fn entry(text: &str) -> RawEntry {
    let (mut entries, mistakes) = read_entries(&SourceFile::new("w.ron", text));
    assert_eq!(mistakes, []);
    entries.remove(0)
}

fn said(text: &str) -> String {
    let mistake = decode::<Weapon>(&entry(text)).unwrap_err();
    let help = mistake.help.map_or(String::new(), |help| format!(" ({help})"));
    let label = if mistake.label.is_empty() { String::new() } else { format!(" [{}]", mistake.label) };
    let marked = &text[mistake.span];
    format!("{}:{} <{marked}> {}{label}{help}", mistake.line, mistake.column, mistake.message)
}

/// Entries in the second line of a file, and under each what is said of it.
const SAID: &str = r#"(id: "a", q: 3)
2:12 <q> there is no field "q" here (possible fields: id, weight, damage, attacks, prices)
(id: "a", weight: 3, damage: (kind: slahs))
2:38 <slahs> unknown word "slahs" [in `damage.kind`] (did you mean "slash"?)
(id: "a", weight: 3, damage: (kind: "slash"))
2:38 <"slash"> expected a word without quotes, found `"slash"` [in `damage.kind`] (write it without quotes: `slash`)
(id: "a", weight: 3, damage: (kind: slash, amount: 300))
2:53 <300> this number is too large or too small here, found `300` [in `damage.amount`]
(id: "a", weight: 3, damage: 7)
2:31 <7> expected round brackets, `( .. )`, found `7` [in `damage`]
(id: "a", weight: 3, attacks: [(name: "x", kind: pierce),\n (name: "y", kind: fire(haet: 3))])
3:25 <haet> there is no field "haet" here [in `attacks[1].kind`] (did you mean "heat"?)
(id: "a", weight: 3, attacks: [(name: "x", kind: many([1, x]))])
2:60 <x> expected a whole number, found `x` [in `attacks[0].kind[1]`]
(id: "a", weight: 3, attacks: (name: "x"))
2:32 <(> expected a list, `[ .. ]`, found `(` [in `attacks`]
(id: "a", weight: 3, prices: {"a": 1, "b": "c"})
2:45 <"c"> expected a whole number, found `"c"` [in `prices.b`]
(id: "a",\n weight: 3,\n damage: (\n kind: Fire(\n heat: 3)))
5:8 <Fire> unknown word "Fire" [in `damage.kind`] (did you mean "fire"?)"#;

#[test]
fn mistakes_are_shown_where_they_stand_in_plain_words() {
    for case in SAID.lines().collect::<Vec<_>>().chunks(2) {
        assert_eq!(said(&format!("[\n {}]", case[0].replace("\\n", "\n"))), case[1]);
    }
}

#[test]
fn a_patched_entry_shows_mistakes_in_the_file_they_stand_in() {
    let mut entry = entry("[(id: \"a\", weight: 1, damage: (kind: slash))]");
    let patch = SourceFile::new("mods/x/w.ron", "[\n\n(id: \"a\", damage: (kind: slahs), colour: 3)]");
    let (patches, _) = read_entries(&patch);
    entry.patched = true;
    entry.fields[2] = patches[0].fields[1].clone();
    let mistake = decode::<Weapon>(&entry).unwrap_err();
    assert_eq!(mistake.to_string(), "mods/x/w.ron:3:26: unknown word \"slahs\" (did you mean \"slash\"?)");
    entry.fields[2] = patches[0].fields[2].clone();
    let mistake = decode::<Weapon>(&entry).unwrap_err();
    assert!(
        mistake.to_string().starts_with("mods/x/w.ron:3:34: there is no field \"colour\" here"),
        "{mistake}"
    );
    entry.fields.truncate(1);
    assert_eq!(
        decode::<Weapon>(&entry).unwrap_err().to_string(),
        "w.ron:1:7: the field \"weight\" is missing"
    );
}
