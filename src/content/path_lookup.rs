//! Which value a reader of a text had come to, and the path of names and numbers that leads there.
//!
//! It follows the brackets of a text down to a place. What is wrong there is said in `decode`.

use super::scan::Item;
use crate::content::prelude::*;

/// The bytes of the value that a reader was at, and the path to it as people read it (`attacks[1].damage`): of the last
/// piece before `read`, or the next where a value was to begin. `whole`: the bracket around it is what is wrong.
pub(super) fn reached(text: &str, outline: &Outline, read: usize, whole: bool) -> (Range<usize>, String) {
    let mut tokens = 0..outline.tokens().len();
    let mut shown = String::new();
    let Some(wanted) = wanted(outline, read, whole) else { return (outline.span(&tokens), shown) };
    loop {
        let members = members(outline, &tokens);
        let around = |item: &Item| item.key.iter().chain([&item.value]).any(|part| part.contains(&wanted));
        let Some(at) = members.iter().position(around) else { break };
        let item = &members[at];
        match &item.key {
            Some(key) => {
                if !shown.is_empty() {
                    shown.push('.');
                }
                let name = text_content(&text[outline.span(key)]);
                shown.push_str(name.strip_prefix("r#").unwrap_or(name));
            }
            // What a word holds alone has no number: `Kind(5)`.
            None if members.len() == 1 && opens(outline, &tokens) == Some(b'(') => {}
            None => shown.push_str(&format!("[{at}]")),
        }
        let named = item.key.as_ref().is_some_and(|key| key.contains(&wanted));
        if item.value.is_empty() || item.value == tokens {
            break;
        }
        tokens = item.value.clone();
        if named {
            break;
        }
    }
    (outline.span(&tokens), shown)
}

fn wanted(outline: &Outline, read: usize, whole: bool) -> Option<usize> {
    let all = outline.tokens();
    let done = all.iter().take_while(|token| token.end <= read).count();
    if whole {
        let inside = |open: &usize| outline.partner(*open).is_some_and(|close| close >= done);
        return (0..done).rev().find(inside).and_then(|open| outline.partner(open));
    }
    let last = done.checked_sub(1);
    let begins = |at: usize| {
        matches!(all[at].kind, TokenKind::Colon | TokenKind::Comma | TokenKind::Open(_)) && at + 1 < all.len()
    };
    match last {
        Some(at) if begins(at) => Some(at + 1),
        Some(at) => Some(at),
        None => (!all.is_empty()).then_some(0),
    }
}

fn first_open(outline: &Outline, tokens: &Range<usize>) -> Option<usize> {
    let is_open =
        |at: &usize| matches!(outline.tokens().get(*at).map(|token| token.kind), Some(TokenKind::Open(_)));
    tokens.clone().find(is_open)
}

fn opens(outline: &Outline, tokens: &Range<usize>) -> Option<u8> {
    match outline.tokens().get(first_open(outline, tokens)?)?.kind {
        TokenKind::Open(bracket) => Some(bracket),
        _ => None,
    }
}

fn members(outline: &Outline, tokens: &Range<usize>) -> Vec<Item> {
    first_open(outline, tokens).map_or_else(Vec::new, |open| outline.items(open))
}
