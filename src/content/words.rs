//! The words of one value as it is written, found by what they say.
//!
//! They are looked up without reading the value anew each time. What they mean is in `decode` and `references`.

use std::sync::OnceLock;

use super::{lines::Aside, scan::Token};
use crate::content::prelude::*;

/// The brackets of a value, and its texts and names in the order of what they say.
pub(super) struct Words {
    outline: Outline,
    texts: Vec<usize>,
    names: Vec<usize>,
}

impl Words {
    fn of(text: &str) -> Self {
        let outline = Outline::of_fragment(text);
        let sorted = |kind: TokenKind| {
            let tokens = outline.tokens();
            let mut found: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].kind == kind).collect();
            // Of those that say the same the first stays the first.
            found.sort_by_key(|at| content(text, tokens[*at]));
            found
        };
        let (texts, names) = (sorted(TokenKind::Text), sorted(TokenKind::Name));
        Self { outline, texts, names }
    }

    /// The brackets and all between them.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The bytes of the first text in quotes that says this; failing that, those of the first name.
    pub fn find(&self, text: &str, literal: &str) -> Option<Range<usize>> {
        let tokens = self.outline.tokens();
        let said = |at: &usize| content(text, tokens[*at]);
        [&self.texts, &self.names].into_iter().find_map(|list| {
            let first = list.partition_point(|at| said(at) < literal);
            list.get(first).filter(|at| said(at) == literal).map(|at| tokens[*at].span())
        })
    }

    /// The bytes of the first text in quotes of which something is true.
    pub fn first(&self, text: &str, is: &dyn Fn(&str) -> bool) -> Option<Range<usize>> {
        let mut texts = self.outline.tokens().iter().filter(|token| token.kind == TokenKind::Text);
        texts.find(|token| is(content(text, **token))).map(|token| token.span())
    }
}

fn content(text: &str, token: Token) -> &str {
    let written = &text[token.span()];
    if token.kind == TokenKind::Text { text_content(written) } else { written }
}

/// The words of a value that are read when they are first asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LazyWords(Aside<OnceLock<Arc<Words>>>);

impl LazyWords {
    /// The words; `text` is always the same value.
    pub fn words(&self, text: &str) -> &Words {
        self.0.0.get_or_init(|| Arc::new(Words::of(text)))
    }
}
