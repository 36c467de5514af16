//! Where the value stands that a path of field names and indices leads to.
//!
//! Owns following such a path through the brackets of a text. Does not own what is wrong there (`decode`).

use std::ops::Range;

use serde_path_to_error::{Path, Segment};

use super::scan::{Item, Outline, TokenKind, text_content};

/// The bytes of the value at the end of a path, and the path as people read it (`attacks[1].damage`). As far as
/// the path can be followed.
pub(super) fn find(text: &str, outline: &Outline, path: &Path) -> (Range<usize>, String) {
    let mut tokens = 0..outline.tokens().len();
    let mut shown = String::new();
    for segment in path {
        let next = match segment {
            Segment::Seq { index } => {
                shown.push_str(&format!("[{index}]"));
                items(outline, &tokens).into_iter().nth(*index).map(|item| item.value)
            }
            Segment::Map { key } => {
                if !shown.is_empty() {
                    shown.push('.');
                }
                shown.push_str(key);
                let named = |item: &Item| {
                    item.key.as_ref().is_some_and(|k| {
                        let name = text_content(&text[outline.span(k)]);
                        name.strip_prefix("r#").unwrap_or(name) == key
                    })
                };
                items(outline, &tokens).into_iter().find(named).map(|item| item.value)
            }
            // A variant stands before its bracket: the value is both.
            Segment::Enum { .. } | Segment::Unknown => None,
        };
        if let Some(next) = next.filter(|next| !next.is_empty()) {
            tokens = next;
        }
    }
    (outline.span(&tokens), shown)
}

/// The members of the first bracket of a value. A newtype around a struct, `Kind((a: 1))`, is looked into.
fn items(outline: &Outline, tokens: &Range<usize>) -> Vec<Item> {
    let all = outline.tokens();
    let is_open = |at: &usize| all.get(*at).is_some_and(|token| matches!(token.kind, TokenKind::Open(_)));
    let Some(open) = tokens.clone().find(is_open) else { return Vec::new() };
    let members = outline.items(open);
    if let [only] = members.as_slice()
        && only.key.is_none()
        && all[open].kind == TokenKind::Open(b'(')
        && is_open(&only.value.start)
    {
        return outline.items(only.value.start);
    }
    members
}
