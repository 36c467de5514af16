//! A small scanner of RON text: brackets, names, texts and where they stand.
//!
//! It finds the parts of a file without losing positions, and the mistakes that show at that level: brackets that
//! do not match, nesting that is too deep, names given twice. What the parts mean is in `decode`.

use super::lexer::Lexer;
use crate::content::prelude::*;

/// The deepest nesting of brackets that a file may have.
pub const MAX_DEPTH: usize = 64;

/// The most words and signs that a file may have: five times as many as the base game.
const MAX_TOKENS: usize = 500_000;

/// The longest text in quotes, in bytes: a name may stand in many places.
const MAX_QUOTED: usize = 8 * 1024;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`, `[` or `{`.
    Open(u8),
    /// `)`, `]` or `}`.
    Close(u8),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A name, with its `r#` if it has one.
    Name,
    /// A text in quotes, raw or not, quotes included.
    Text,
    /// Numbers, characters and anything else.
    Other,
}

/// A piece of text and its bytes in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Token {
    /// The bytes of the token.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// One member of a list, struct or map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The tokens of the name or key before the colon, if there is one.
    pub key: Option<Range<usize>>,
    /// The tokens of the value; empty if it was left out.
    pub value: Range<usize>,
}

/// The tokens of a file with their brackets matched.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    tokens: Vec<Token>,
    /// For an opening bracket the token that closes it, if there is one.
    partner: Vec<Option<usize>>,
}

impl Outline {
    /// Scans a whole file. What could be read before a mistake is kept, so that one missing bracket at the end
    /// does not hide everything before it.
    pub fn read(file: &SourceFile) -> (Self, Vec<Diagnostic>) {
        let mut mistakes = Vec::new();
        let mut lexer = Lexer::new(&file.text);
        let mut tokens = Vec::new();
        loop {
            match lexer.next_token() {
                Ok(Some(token)) if tokens.len() >= MAX_TOKENS => {
                    let message = format!("the file has more than {MAX_TOKENS} words and signs: split it");
                    mistakes.push(Diagnostic::at(file, token.span(), message));
                    break;
                }
                Ok(Some(token)) => tokens.push(token),
                Ok(None) => break,
                Err((span, message)) => {
                    mistakes.push(Diagnostic::at(file, span, message));
                    break;
                }
            }
        }
        let mut outline = Self { partner: vec![None; tokens.len()], tokens };
        let lexed = mistakes.is_empty();
        let long = |token: &&Token| token.kind == TokenKind::Text && token.span().len() > MAX_QUOTED;
        for token in outline.tokens.iter().filter(long) {
            let message = format!("this text is longer than {} KiB", MAX_QUOTED / 1024);
            mistakes.push(Diagnostic::at(file, token.start..token.start + 1, message));
        }
        outline.match_brackets(file, lexed, &mut mistakes);
        outline.find_duplicates(file, &mut mistakes);
        (outline, mistakes)
    }

    /// Scans a piece of text that is known to be sound, such as the value of a field.
    pub fn of_fragment(text: &str) -> Self {
        Self::read(&SourceFile::new("", text)).0
    }

    /// All tokens in their order.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The token that closes the bracket at a token.
    pub fn partner(&self, open: usize) -> Option<usize> {
        self.partner.get(open).copied().flatten()
    }

    /// The bytes from the first to the last of some tokens.
    pub fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        match (self.tokens.get(tokens.start), self.tokens.get(tokens.end.saturating_sub(1))) {
            (Some(first), Some(last)) if tokens.start < tokens.end => first.start..last.end,
            (Some(first), _) => first.start..first.start,
            _ => 0..0,
        }
    }

    /// The members between the bracket at token `open` and its partner. If the bracket is never closed, the
    /// members that are whole.
    pub fn items(&self, open: usize) -> Vec<Item> {
        let mut items = Vec::new();
        let (end, closed) = self.partner(open).map_or((self.tokens.len(), false), |close| (close, true));
        let mut start = open + 1;
        let mut key = None;
        let mut at = start;
        while at < end {
            match self.tokens[at].kind {
                TokenKind::Open(_) => match self.partner(at) {
                    Some(close) => at = close,
                    None => return items,
                },
                TokenKind::Colon if key.is_none() => {
                    key = Some(start..at);
                    start = at + 1;
                }
                TokenKind::Comma => {
                    items.push(Item { key: key.take(), value: start..at });
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if closed && (key.is_some() || start < end) {
            items.push(Item { key, value: start..end });
        }
        items
    }

    fn match_brackets(&mut self, file: &SourceFile, lexed: bool, mistakes: &mut Vec<Diagnostic>) {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.tokens.len() {
            let token = self.tokens[at];
            match token.kind {
                TokenKind::Open(_) if open.len() >= MAX_DEPTH => {
                    let message = format!("brackets are nested deeper than {MAX_DEPTH}");
                    mistakes.push(Diagnostic::at(file, token.span(), message));
                    return self.cut(at);
                }
                TokenKind::Open(_) => open.push(at),
                TokenKind::Close(found) => {
                    let Some(last) = open.pop() else {
                        let message = format!("`{}` closes nothing", found as char);
                        mistakes.push(Diagnostic::at(file, token.span(), message));
                        return self.cut(at);
                    };
                    let TokenKind::Open(opened) = self.tokens[last].kind else { continue };
                    if closing(opened) != found {
                        mistakes.push(mismatch(file, self.tokens[last], token, opened));
                        return self.cut(at);
                    }
                    self.partner[last] = Some(at);
                }
                _ => {}
            }
        }
        // A text or comment without an end swallows the brackets after it: say only the cause.
        if let (Some(last), true) = (open.last(), lexed) {
            let token = self.tokens[*last];
            let TokenKind::Open(opened) = token.kind else { return };
            let message = format!("`{}` is never closed", opened as char);
            let wanted = format!("a `{}` is missing", closing(opened) as char);
            mistakes.push(Diagnostic::at(file, token.span(), message).help(wanted));
        }
    }

    /// Forgets everything from a token on.
    fn cut(&mut self, at: usize) {
        self.tokens.truncate(at);
        self.partner.truncate(at);
    }

    /// Names given twice in one struct, keys given twice in one map.
    fn find_duplicates(&self, file: &SourceFile, mistakes: &mut Vec<Diagnostic>) {
        for (at, token) in self.tokens.iter().enumerate() {
            let TokenKind::Open(bracket) = token.kind else { continue };
            if bracket == b'[' {
                continue;
            }
            let what = if bracket == b'(' { "field" } else { "key" };
            let mut seen = BTreeSet::new();
            for key in self.items(at).into_iter().filter_map(|item| item.key) {
                let name: String = self.tokens[key.clone()].iter().map(|t| &file.text[t.span()]).collect();
                let name = name.strip_prefix("r#").map(str::to_owned).unwrap_or(name);
                if !seen.insert(name.clone()) {
                    let message = format!("the {what} {} is given twice", quoted(&name));
                    mistakes
                        .push(Diagnostic::at(file, self.span(&key), message).help("remove one of the two"));
                }
            }
        }
    }
}

/// A name in quotes, if it has none yet.
pub(super) fn quoted(name: &str) -> String {
    if name.starts_with('"') { name.to_owned() } else { format!("\"{name}\"") }
}

/// The content of a text token without its quotes. Escapes are left as they are, and so is what is no text.
pub fn text_content(token: &str) -> &str {
    let bare = token.trim_start_matches(['b', 'r']).trim_matches('#');
    bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(token)
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

fn mismatch(file: &SourceFile, open: Token, close: Token, opened: u8) -> Diagnostic {
    let found = &file.text[close.span()];
    let (line, column) = file.line_and_column(open.start);
    let message =
        format!("`{found}` does not close the `{}` of line {line}, column {column}", opened as char);
    Diagnostic::at(file, close.span(), message).label(format!("expected `{}`", closing(opened) as char))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let file = SourceFile::new("f.ron", text);
        let (outline, mistakes) = Outline::read(&file);
        let tokens = outline.tokens().iter().map(|t| text[t.span()].to_owned()).collect();
        (tokens, mistakes.iter().map(|m| format!("{}:{} {}", m.line, m.column, m.message)).collect())
    }

    #[test]
    fn comments_texts_and_characters_hide_their_brackets() {
        let text = r####"(a: "(", /* ] /* ( */ } */ b: r#"")"#, c: '(', // {
            d: '\'', e: b"[", f: br##"]"#"##, g: -1.5e3, h: '\u{1F}', r#type: 1)"####;
        let (tokens, mistakes) = read(text);
        assert_eq!(mistakes, Vec::<String>::new());
        for wanted in [r#""(""#, r##"r#"")"#"##, "'('", r"'\''", r#"b"[""#, "-1.5e3", r"'\u{1F}'", "r#type"] {
            assert!(tokens.iter().any(|t| t == wanted), "{wanted} in {tokens:?}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let at_limit = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert_eq!(read(&at_limit).1, Vec::<String>::new());
        let deeper = format!("[{at_limit}]");
        assert_eq!(read(&deeper).1, ["1:65 brackets are nested deeper than 64"]);
        assert_eq!(read(&"(".repeat(100_000)).1.len(), 1);
    }

    #[test]
    fn names_given_twice_are_found_at_any_depth() {
        assert_eq!(read("(a: 1, b: 2, a: 3)").1, ["1:14 the field \"a\" is given twice"]);
        assert_eq!(read("[(x: [(a: 1,\n a: 2)])]").1, ["2:2 the field \"a\" is given twice"]);
        assert_eq!(read("(m: {\"k\": 1, \"k\": 2})").1, ["1:14 the key \"k\" is given twice"]);
        assert_eq!(read("(m: {(1, 2): 1, ( 1,2): 2})").1.len(), 1);
        assert_eq!(read("[(a: 1), (a: 2)]").1, Vec::<String>::new());
        assert_eq!(read("(a: 1, r#a: 2)").1.len(), 1);
    }

    #[test]
    fn what_stands_before_a_missing_bracket_is_kept() {
        let file = SourceFile::new("f.ron", "[(a: 1), (b: 2), (c: 3");
        let (outline, mistakes) = Outline::read(&file);
        assert_eq!(mistakes.len(), 1);
        let items = outline.items(0);
        let texts: Vec<&str> = items.iter().map(|i| &file.text[outline.span(&i.value)]).collect();
        assert_eq!(texts, ["(a: 1)", "(b: 2)"]);
    }

    #[test]
    fn items_have_keys_and_values() {
        let file = SourceFile::new("f.ron", "(a: Kind(x: 1), b: {1: 2}, 7,)");
        let (outline, _) = Outline::read(&file);
        let parts: Vec<(Option<&str>, &str)> = outline
            .items(0)
            .iter()
            .map(|i| {
                (i.key.as_ref().map(|k| &file.text[outline.span(k)]), &file.text[outline.span(&i.value)])
            })
            .collect();
        assert_eq!(parts, [(Some("a"), "Kind(x: 1)"), (Some("b"), "{1: 2}"), (None, "7")]);
    }

    #[test]
    fn the_content_of_a_text_is_what_stands_between_its_quotes() {
        assert_eq!(text_content("\"a b\""), "a b");
        assert_eq!(text_content("r##\"a#b\"##"), "a#b");
        assert_eq!(text_content("\"\""), "");
        assert_eq!(text_content("bribe"), "bribe");
    }
}
