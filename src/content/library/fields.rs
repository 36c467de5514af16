//! Fields that are not written: whether a path leads to one that is left out or to one that nothing has, and what those
//! are that are left out.

use serde::de::DeserializeOwned;

use crate::{
    content::{
        decode::{NO_FIELD, Stitched},
        map_text::TextMap,
        prelude::*,
        tree::{Member, first_step},
    },
    rules::{book::RuleDef, interaction::InteractionDef, unit_systems::SystemDef},
};

/// What is wrong with a path to a field that nothing has. Entries come with their kind or `book`, and name.
pub(super) fn no_field((kind, name): (&str, &str), entry: Node, path: &str) -> Option<String> {
    let file = SourceFile::new("path", path);
    let mut entry = entry;
    put(&mut entry, &file, 0)?;
    let mistake = read(kind, &entry).err()?;
    let field = mistake.message.strip_prefix(NO_FIELD)?.split('"').next()?;
    let mut steps = path.match_indices(field).map(|(at, _)| at);
    let at = steps.find(|at| *at == 0 || path[..*at].ends_with('.'))?;
    let inside = path[..at].trim_end_matches('.');
    let of = if inside.is_empty() { name } else { inside };
    let help = mistake.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    Some(format!("\"{of}\" has no field \"{field}\"{help}"))
}

/// Writes the field that a path leads to from a byte on, with nothing in it. `None`: fields have no place there.
fn put(node: &mut Node, file: &SourceFile, at: usize) -> Option<()> {
    let path = file.text.get(at..)?;
    let opened = node.opened()?;
    let (step, rest) = first_step(opened, path);
    if let Some(known) = opened.find(step).ok()? {
        let next = at + path.len() - rest.len();
        return put(&mut opened.member(known)?.value, file, next);
    }
    if step.is_empty() || step.starts_with('[') {
        return None;
    }
    let place = SourcePlace { file: file.clone(), span: at..at + step.len() };
    let inside = rest.split('.').filter(|step| !step.is_empty());
    let value = inside.rev().fold("()".to_owned(), |inner, step| format!("({step}: {inner})"));
    opened.push(Member::new(step, place.clone(), false, Node::Made(value.into(), place)));
    Some(())
}

const NO_NAME: &str = "x0x0x0x0x0x0x0x0";

/// What stands for a field whose value is none, false or empty.
const NOTHING: &str = "nothing";

/// What a field is that an entry leaves out, by its path. `None`: the entry cannot be read.
pub(super) fn value_left_out(kind: &str, entry: &Node, path: &str) -> Option<String> {
    let value = whole(kind, entry)?.at(path);
    Some(value.map_or_else(|| NOTHING.to_owned(), |value| value.text()))
}

/// The fields that an entry leaves out, and what they are then. None where it cannot be read.
pub(super) fn left_out(kind: &str, entry: &Node) -> Vec<(String, String)> {
    let (mut written, Some(mut whole)) = (entry.clone(), whole(kind, entry)) else { return Vec::new() };
    let (Some(written), Some(whole)) = (written.opened(), whole.opened()) else { return Vec::new() };
    let mut value = |name: &str| {
        let at = whole.find(name).ok().flatten()?;
        Some(whole.member(at)?.value.text())
    };
    let left = all(kind, entry).unwrap_or_default().into_iter().filter(|name| !written.knows(name));
    left.map(|name| (name.clone(), value(&name).unwrap_or_else(|| NOTHING.to_owned()))).collect()
}

/// An entry with what is left out, as it would be written: but for what is none, false or empty.
fn whole(kind: &str, entry: &Node) -> Option<Node> {
    let text = read(kind, entry).ok()?;
    let file = SourceFile::new("left out", &text);
    Some(Node::Written(SourcePlace { file, span: 0..text.len() }))
}

fn all(kind: &str, entry: &Node) -> Option<Vec<String>> {
    let mut entry = entry.clone();
    put(&mut entry, &SourceFile::new("path", NO_NAME), 0)?;
    let help = read(kind, &entry).err()?.help?;
    Some(help.strip_prefix("possible fields: ")?.split(", ").map(str::to_owned).collect())
}

fn read(kind: &str, entry: &Node) -> Result<String, Diagnostic> {
    match kind {
        "actions" => read_as::<ActionDef>(entry),
        "conditions" => read_as::<ConditionDef>(entry),
        "weapons" => read_as::<WeaponDef>(entry),
        "items" => read_as::<ItemDef>(entry),
        "spells" => read_as::<SpellDef>(entry),
        "units" => read_as::<UnitDef>(entry),
        "rules" => read_as::<RuleDef>(entry),
        "interactions" => read_as::<InteractionDef>(entry),
        "systems" => read_as::<SystemDef>(entry),
        "terrains" => read_as::<Terrain>(entry),
        "edges" => read_as::<EdgeKind>(entry),
        "maps" => read_as::<TextMap>(entry),
        "scenarios" => read_as::<ScenarioDef>(entry),
        "book" => read_as::<BookDef>(entry),
        _ => Ok(String::new()),
    }
}

fn read_as<T: DeserializeOwned + Serialize>(entry: &Node) -> Result<String, Diagnostic> {
    let mut text = Stitched::new(entry.place().clone());
    entry.write(&mut text);
    text.decode::<T>().map(|value| ron::to_string(&value).unwrap_or_default())
}
