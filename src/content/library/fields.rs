//! Whether a path leads to a field that could be written there: one that is left out, or one that nothing has.

use serde::de::DeserializeOwned;

use crate::{
    content::{
        decode::{NO_FIELD, Stitched},
        map_text::TextMap,
        prelude::*,
        scenario::ScenarioDef,
        tree::{Member, Node, first_step},
    },
    grid::EdgeKind,
    rules::{
        book::{BookDef, RuleDef},
        condition::ConditionDef,
        gear::{ItemDef, WeaponDef},
        interaction::InteractionDef,
        spell::SpellDef,
        unit::UnitDef,
        unit_systems::SystemDef,
    },
};

/// What is wrong with a path into an entry that names a field which nothing has, with the nearest one. The entry comes
/// with its kind, or `book` for settings, and with its name. `None`: as far as can be told the field is left out.
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

/// Reads an entry of a kind.
fn read(kind: &str, entry: &Node) -> Result<(), Diagnostic> {
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
        _ => Ok(()),
    }
}

fn read_as<T: DeserializeOwned>(entry: &Node) -> Result<(), Diagnostic> {
    let mut text = Stitched::new(entry.place().clone());
    entry.write(&mut text);
    text.decode::<T>().map(drop)
}
