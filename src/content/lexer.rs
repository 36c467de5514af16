//! The tokens of RON text, one after another.
//!
//! Comments, texts, characters, names and numbers. Brackets and what they hold are in `scan`.

use super::scan::Token;
use crate::content::prelude::*;

/// Where the scanner stands in a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

pub(super) type Fault = (Range<usize>, String);

impl<'a> Lexer<'a> {
    /// A scanner at the start of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
    }

    /// The next token, or none at the end.
    pub fn next_token(&mut self) -> Result<Option<Token>, Fault> {
        self.skip_blank()?;
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let kind = match first {
            '(' | '[' | '{' => self.one(TokenKind::Open(first as u8)),
            ')' | ']' | '}' => self.one(TokenKind::Close(first as u8)),
            ',' => self.one(TokenKind::Comma),
            ':' => self.one(TokenKind::Colon),
            '"' => self.quoted_text(start)?,
            '\'' => self.character(start)?,
            '#' if self.rest().starts_with("#!") => {
                let end = self.rest().find('\n').map_or(self.text.len(), |at| start + at);
                return Err((start..end, "`#![..]` is not used here: leave the line out".to_owned()));
            }
            '#' => return Err((start..start + 1, "a comment begins with `//`, not with `#`".to_owned())),
            'r' | 'b' if self.is_prefixed_text() => {
                self.skip_while(|c| c == 'r' || c == 'b');
                if self.text[start..self.at].contains('r') {
                    self.raw_text(start)?
                } else {
                    self.quoted_text(start)?
                }
            }
            'b' if self.rest().starts_with("b'") => {
                self.at += 1;
                self.character(start)?
            }
            'r' if self.rest().starts_with("r#") => {
                self.at += 2;
                self.skip_while(|c| is_name(c) || matches!(c, '.' | '+' | '-'));
                TokenKind::Name
            }
            c if c == '_' || c.is_alphabetic() => {
                self.skip_while(is_name);
                TokenKind::Name
            }
            c if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => {
                self.skip_while(|c| is_name(c) || matches!(c, '.' | '+' | '-'));
                TokenKind::Other
            }
            other => {
                self.at += other.len_utf8();
                TokenKind::Other
            }
        };
        Ok(Some(Token { kind, start, end: self.at }))
    }

    fn one(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    /// White space and comments; block comments nest.
    fn skip_blank(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_while(|c| c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{FEFF}'));
            let start = self.at;
            if self.rest().starts_with("//") {
                self.skip_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                let mut depth = 0_usize;
                loop {
                    if self.rest().starts_with("/*") {
                        depth += 1;
                        self.at += 2;
                    } else if self.rest().starts_with("*/") {
                        depth -= 1;
                        self.at += 2;
                    } else if let Some(c) = self.rest().chars().next() {
                        self.at += c.len_utf8();
                    } else {
                        return Err((
                            start..start + 2,
                            "this comment never ends: `*/` is missing".to_owned(),
                        ));
                    }
                    if depth == 0 {
                        break;
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Whether `r"`, `r#"`, `b"`, `br"`, `br#"` and the like stand here.
    fn is_prefixed_text(&self) -> bool {
        let rest = self.rest();
        let plain = rest.strip_prefix('b').unwrap_or(rest);
        if plain.starts_with('"') {
            return true;
        }
        plain.strip_prefix('r').is_some_and(|raw| raw.trim_start_matches('#').starts_with('"'))
    }

    /// Goes behind the next such quote that is not escaped. False: there is none near, or in this line.
    fn pass_quote(&mut self, quote: char, most: usize) -> bool {
        let body = self.at + 1;
        let mut escaped = false;
        for (at, c) in self.text[body..].char_indices().take(most) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '\n' if quote == '\'' => return false,
                _ if c == quote && (at > 0 || quote == '"') => {
                    self.at = body + at + 1;
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn quoted_text(&mut self, start: usize) -> Result<TokenKind, Fault> {
        if self.pass_quote('"', usize::MAX) {
            return Ok(TokenKind::Text);
        }
        let line_end = self.rest().find('\n').map_or(self.text.len(), |at| self.at + at);
        Err((start..line_end, "this text never ends: a `\"` is missing".to_owned()))
    }

    fn raw_text(&mut self, start: usize) -> Result<TokenKind, Fault> {
        let hashes = self.rest().bytes().take_while(|b| *b == b'#').count();
        let body = self.at + hashes + 1;
        let end = format!("\"{}", "#".repeat(hashes));
        match self.text[body..].find(&end) {
            Some(at) => {
                self.at = body + at + end.len();
                Ok(TokenKind::Text)
            }
            None => Err((start..body, format!("this text never ends: a `{end}` is missing"))),
        }
    }

    fn character(&mut self, start: usize) -> Result<TokenKind, Fault> {
        if self.pass_quote('\'', 12) {
            return Ok(TokenKind::Other);
        }
        Err((start..self.at + 1, "this character never ends: a `'` is missing".to_owned()))
    }
}

fn is_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
