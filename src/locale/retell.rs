//! Sentences that the engine has made in English, said anew in another language.
//!
//! What the engine says (a refusal, the reason for a suppressed modifier, an option of a prompt) is part of the battle,
//! of its saves and hashes, and so is the same for everybody. Here such a sentence is found again by its English pattern,
//! a message whose id begins with `core-`, and the values in it are taken over. Owns finding the pattern.

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement};

/// What the ids of such sentences begin with.
const PREFIX: &str = "core-";

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Value(String),
}

/// The English of one sentence, in pieces.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The id of the sentence.
    pub(super) id: String,
    pieces: Vec<Piece>,
    /// Letters that are the pattern's own.
    own: usize,
}

/// The patterns of a file.
pub(super) fn patterns(resource: &FluentResource) -> impl Iterator<Item = Told> {
    resource.entries().filter_map(|entry| {
        let Entry::Message(message) = entry else { return None };
        if !message.id.name.starts_with(PREFIX) {
            return None;
        }
        let mut pieces = Vec::new();
        for element in &message.value.as_ref()?.elements {
            pieces.push(match element {
                PatternElement::TextElement { value } => Piece::Text((*value).to_owned()),
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => Piece::Value(id.name.to_owned()),
                PatternElement::Placeable { .. } => return None,
            });
        }
        let own = pieces.iter().map(|piece| if let Piece::Text(text) = piece { text.len() } else { 0 }).sum();
        Some(Told { id: message.id.name.to_owned(), pieces, own })
    })
}

/// The pattern that a sentence was made by, with its values: of several the one with most words of its own.
pub(super) fn find<'a, 'b>(
    patterns: &'a [Told],
    text: &'b str,
) -> Option<(&'a Told, Vec<(&'a str, &'b str)>)> {
    let fits = patterns.iter().filter_map(|told| Some((told, values(&told.pieces, text)?)));
    fits.max_by_key(|(told, _)| told.own)
}

/// The values of a text that a pattern makes; none if it does not.
fn values<'a, 'b>(pieces: &'a [Piece], text: &'b str) -> Option<Vec<(&'a str, &'b str)>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut open: Option<&str> = None;
    for (n, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Value(name) => open = Some(name),
            Piece::Text(own) => {
                let last = n + 1 == pieces.len();
                let at = match (open, last) {
                    (None, _) => rest.starts_with(own.as_str()).then_some(0)?,
                    (Some(_), true) => rest.ends_with(own.as_str()).then(|| rest.len() - own.len())?,
                    (Some(_), false) => rest.find(own.as_str())?,
                };
                if let Some(name) = open.take() {
                    found.push((name, rest.get(..at).filter(|value| !value.is_empty())?));
                }
                rest = rest.get(at + own.len()..)?;
            }
        }
    }
    match open {
        Some(name) if !rest.is_empty() => found.push((name, rest)),
        Some(_) => return None,
        None if !rest.is_empty() => return None,
        None => {}
    }
    Some(found)
}
