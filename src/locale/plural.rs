//! The name of one of several: "action point" of "action points", for `{ ONE($name) }` in a sentence.

use std::sync::Arc;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, PatternElement};

/// The message in which a language says how names of several end, and of one: "points/point actions/action".
const ENDINGS: &str = "plural-endings";

/// How names of several end, and of one; what a later file says counts.
pub(super) fn endings(resources: &[Arc<FluentResource>]) -> Vec<(String, String)> {
    let entries = resources.iter().rev().flat_map(|resource| resource.entries());
    let pattern = entries.into_iter().find_map(|entry| match entry {
        Entry::Message(message) if message.id.name == ENDINGS => message.value.as_ref(),
        _ => None,
    });
    let texts =
        pattern.into_iter().flat_map(|pattern| &pattern.elements).filter_map(|element| match element {
            PatternElement::TextElement { value } => Some(*value),
            PatternElement::Placeable { .. } => None,
        });
    let pairs = texts.flat_map(str::split_whitespace).filter_map(|pair| pair.split_once('/'));
    pairs.map(|(many, one)| (many.to_owned(), one.to_owned())).collect()
}

/// The name of one; a name with none of the endings stays.
pub(super) fn one_of(name: &str, endings: &[(String, String)]) -> String {
    let mut ones =
        endings.iter().filter_map(|(many, one)| Some(format!("{}{one}", name.strip_suffix(many.as_str())?)));
    ones.next().unwrap_or_else(|| name.to_owned())
}
