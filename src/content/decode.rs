//! From a written entry to a value: one entry at a time, so that a bad one hides no other.
//!
//! Decoding is done by `ron` (implicit `Some` on); its errors become sentences with a place, also when the fields
//! of an entry come from several files. What a value must hold beyond its type is checked elsewhere.
//!
//! Types decoded here need `#[serde(deny_unknown_fields)]`, or misspelt optional fields pass unseen.

use std::borrow::Cow;

use ron::{Options, error::Error as RonError, error::Position, extensions::Extensions};
use serde::de::DeserializeOwned;

use super::{path_lookup, source::after_end};
use crate::{content::prelude::*, rules::action::EffectDef};

/// How the mistake of a field begins that there is not.
pub(super) const NO_FIELD: &str = "there is no field \"";

/// Words that have another name now: the old one, the new one.
const RENAMED: [(&str, &str); 1] = [("Count", "Shift")];

/// How messages about a mistake in written dice begin.
const DICE: &str = "dice, column ";

/// The most mistakes that are told of one entry.
const MOST: usize = 8;

/// Decodes one entry. The `id` that the value gets is the canonical one of the entry.
pub fn decode<T: DeserializeOwned>(entry: &RawEntry) -> Result<T, Diagnostic> {
    if let Some(fault) = &entry.fault {
        return Err(fault.clone());
    }
    Stitched::of_entry(entry).decode()
}

/// The same with all mistakes that can be told at once: a field that there is not hides no further one.
pub fn decode_or_all<T: DeserializeOwned>(entry: &RawEntry) -> Result<T, Vec<Diagnostic>> {
    let mut mistakes = match decode(entry) {
        Ok(value) => return Ok(value),
        Err(first) => vec![first],
    };
    let mut rest = entry.clone();
    while mistakes.len() < MOST && entry.fault.is_none() && entry.tree.is_none() {
        let last = mistakes.last().filter(|last| last.message.starts_with(NO_FIELD));
        let Some(at) = last.and_then(|last| field_with(&rest, last)) else { break };
        rest.fields.remove(at);
        rest.patched = true;
        // What is not in a field is wrong because of the one that is gone.
        match decode::<T>(&rest) {
            Err(next) if field_with(&rest, &next).is_some() && !is_missing(&next) => mistakes.push(next),
            _ => break,
        }
    }
    Err(mistakes)
}

fn field_with(entry: &RawEntry, mistake: &Diagnostic) -> Option<usize> {
    let at = mistake.span.start;
    entry.fields.iter().position(|field| {
        let own = field.name_span.contains(&at) || field.span.contains(&at);
        own && field.name != "id" && field.file.path == mistake.file
    })
}

fn is_missing(mistake: &Diagnostic) -> bool {
    mistake.message.starts_with("the field \"") && mistake.message.ends_with("\" is missing")
}

/// Decodes a file that is one value. All mistakes that can be told at once are returned.
pub fn decode_file<T: DeserializeOwned>(file: &SourceFile) -> Result<T, Vec<Diagnostic>> {
    let (outline, mut mistakes) = Outline::read(file);
    after_end(file, &outline, &mut mistakes);
    if outline.tokens().is_empty() && mistakes.is_empty() {
        mistakes.push(Diagnostic::whole_file(&file.path, "the file is empty"));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let span = outline.span(&(0..outline.tokens().len()));
    let place = SourcePlace { file: file.clone(), span };
    Stitched::whole(&place, place.clone()).decode().map_err(|mistake| vec![mistake])
}

struct Piece {
    at: usize,
    len: usize,
    place: SourcePlace,
}

/// The text of an entry, put together from the places where its fields stand.
pub(super) struct Stitched<'a> {
    text: Cow<'a, str>,
    pieces: Vec<Piece>,
    /// Where to point when nothing better is known.
    home: SourcePlace,
}

impl<'a> Stitched<'a> {
    /// Nothing yet; `home` is where mistakes are shown that stand in no piece.
    pub fn new(home: SourcePlace) -> Self {
        Self { text: Cow::Owned(String::new()), pieces: Vec::new(), home }
    }

    fn whole(place: &'a SourcePlace, home: SourcePlace) -> Self {
        let text = place.text();
        let pieces = vec![Piece { at: 0, len: text.len(), place: place.clone() }];
        Self { text: Cow::Borrowed(text), pieces, home }
    }

    /// Adds a piece and where it was written.
    pub fn push(&mut self, text: &str, place: &SourcePlace) {
        self.pieces.push(Piece { at: self.text.len(), len: text.len(), place: place.clone() });
        self.glue(text);
    }

    /// Adds what stands nowhere.
    pub fn glue(&mut self, text: &str) {
        self.text.to_mut().push_str(text);
    }

    /// What has been put together.
    pub fn into_text(self) -> String {
        self.text.into_owned()
    }

    fn of_entry(entry: &'a RawEntry) -> Self {
        let home = entry.place();
        let renamed = text_content(home.text()) != entry.id.as_str();
        if !entry.patched && !renamed && entry.tree.is_none() {
            return Self::whole(&entry.origin, home);
        }
        let mut text = Self::new(home);
        Node::of_entry(entry).write(&mut text);
        text
    }

    /// Decodes what has been put together.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Diagnostic> {
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str::<T>(&self.text).map_err(|error| self.explain(&error))
    }

    fn place(&self, span: &Range<usize>) -> SourcePlace {
        let piece = self.pieces.iter().rev().find(|piece| piece.at <= span.start);
        let Some(piece) = piece.filter(|piece| span.start <= piece.at + piece.len) else {
            return self.home.clone();
        };
        if piece.len != piece.place.span.len() {
            return piece.place.clone(); // a replaced id: its inside has no place
        }
        let start = piece.place.span.start + (span.start - piece.at);
        let end = (start + span.len()).min(piece.place.span.end);
        SourcePlace { file: piece.place.file.clone(), span: start..end.max(start) }
    }

    fn explain(&self, error: &ron::error::SpannedError) -> Diagnostic {
        let outline = Outline::of_fragment(&self.text);
        let start = byte_of(&self.text, error.span.start);
        let end = byte_of(&self.text, error.span.end);
        let (around, mut shown) = path_lookup::reached(&self.text, &outline, end, is_of_bracket(&error.code));
        let near = token_near(&outline, start..end, &around).unwrap_or_else(|| around.clone());
        let word = |found: &str| find_word(&self.text, &outline, &around, start..end, found);
        let (message, span, help) = match &error.code {
            RonError::NoSuchStructField { expected, found, .. } => {
                let inside =
                    shown.strip_suffix(found.as_str()).map(|rest| rest.trim_end_matches('.').to_owned());
                shown = inside.unwrap_or(shown);
                (format!("{NO_FIELD}{found}\" here"), word(found), choices(found, expected, "fields"))
            }
            RonError::NoSuchEnumVariant { expected, found, .. } => {
                let help = as_effect(found, expected)
                    .or_else(|| renamed(found, expected))
                    .or_else(|| choices(found, expected, "words"));
                (format!("unknown word \"{found}\""), word(found), help)
            }
            RonError::MissingStructField { field, .. } => {
                (format!("the field \"{field}\" is missing"), self.opening(&outline, &around), None)
            }
            RonError::DuplicateStructField { field, .. } => {
                (format!("the field \"{field}\" is given twice"), word(field), None)
            }
            RonError::InvalidValueForType { expected, found } => {
                (format!("expected {expected}, found {found}"), around.clone(), None)
            }
            RonError::Message(text) => match in_expression(text, &self.text, &around) {
                Some((message, span)) => (message, span, None),
                None => (plain(text), around.clone(), None),
            },
            RonError::ExpectedDifferentLength { expected, .. } if expected.contains("Need::Test ") => {
                let message = "`Test` takes two texts: what must hold, and what is said where it does not";
                let help = "write `Test(\"vitality > 5\", \"too badly hurt\")`".to_owned();
                (message.to_owned(), near, Some(help))
            }
            other => {
                let bare = self.text.get(near.clone()).and_then(|text| text.strip_prefix('"'));
                let bare = bare.map(|rest| rest.trim_end_matches('"'));
                let quoted = bare.filter(|_| matches!(other, RonError::ExpectedIdentifier));
                let help = quoted.map(|word| format!("write it without quotes: `{word}`"));
                (sentence(other, &self.text, &near), near, help)
            }
        };
        // Pointing at a whole struct says little: its first bracket is enough.
        let span = if self.text[span.clone()].contains('\n') { span.start..span.start + 1 } else { span };
        let place =
            if span.start == 0 && self.pieces.len() > 1 { self.home.clone() } else { self.place(&span) };
        let mut diagnostic = place.error(message);
        if !shown.is_empty() {
            diagnostic = diagnostic.label(format!("in `{shown}`"));
        }
        diagnostic.help = help.map(Into::into);
        diagnostic
    }

    /// The opening bracket of a value, or the id when the value is the whole entry.
    fn opening(&self, outline: &Outline, around: &Range<usize>) -> Range<usize> {
        if around.start == 0 && self.pieces.len() == 1 && self.home.span.len() < around.len() {
            let start = self.home.span.start.saturating_sub(self.pieces[0].place.span.start);
            return start..start + self.home.span.len();
        }
        let tokens = outline.tokens().iter();
        let inside = tokens.skip_while(|t| t.start < around.start).take_while(|t| t.start < around.end);
        let open = inside.into_iter().find(|t| matches!(t.kind, TokenKind::Open(_)));
        open.map_or_else(|| around.clone(), |open| around.start..open.end)
    }
}

/// Whether a mistake is one of the bracket that was being read, not of one of its members.
fn is_of_bracket(error: &RonError) -> bool {
    matches!(
        error,
        RonError::MissingStructField { .. }
            | RonError::ExpectedDifferentLength { .. }
            | RonError::ExpectedComma
            | RonError::ExpectedArrayEnd
            | RonError::ExpectedStructLikeEnd
            | RonError::ExpectedMapEnd
    )
}

/// Advice for an effect that stands among the steps of an action.
fn as_effect(found: &str, expected: &[&str]) -> Option<String> {
    let steps = ["Do", "Attack", "Travel"].iter().all(|step| expected.contains(step));
    let error = ron::from_str::<EffectDef>("Nothing_of_the_sort").err().filter(|_| steps)?;
    let RonError::NoSuchEnumVariant { expected: effects, .. } = error.code else { return None };
    effects.contains(&found).then(|| format!("this is an effect: put it into a step `Do([{found}(..)])`"))
}

fn renamed(found: &str, expected: &[&str]) -> Option<String> {
    let (_, now) = RENAMED.iter().find(|(old, now)| *old == found && expected.contains(now))?;
    Some(format!("it is called \"{now}\" now"))
}

/// Advice for a word that is not in a list.
fn choices(found: &str, expected: &[&str], what: &str) -> Option<String> {
    if let Some(near) = suggest(found, expected.iter().copied()) {
        return Some(format!("did you mean \"{near}\"?"));
    }
    match expected {
        [] => Some(format!("there are no {what} here")),
        [one] => Some(format!("only \"{one}\" is possible")),
        _ => Some(format!("possible {what}: {}", expected.join(", "))),
    }
}

/// The token of a word: at the parser's position if it is there, else the first one in the value.
fn find_word(
    text: &str,
    outline: &Outline,
    around: &Range<usize>,
    at: Range<usize>,
    word: &str,
) -> Range<usize> {
    let is_word = |span: Range<usize>| {
        let token = &text[span];
        token == word || text_content(token) == word || token.strip_prefix("r#") == Some(word)
    };
    let spans = || outline.tokens().iter().map(|token| token.span()).filter(|span| is_word(span.clone()));
    let close = |span: &Range<usize>| span.start.abs_diff(at.start).min(span.end.abs_diff(at.end));
    let inside =
        spans().filter(|span| around.start <= span.start && span.end <= around.end).min_by_key(close);
    inside.or_else(|| spans().min_by_key(close)).unwrap_or_else(|| around.clone())
}

/// The token at the parser's position, if that lies in the value.
fn token_near(outline: &Outline, at: Range<usize>, around: &Range<usize>) -> Option<Range<usize>> {
    let token = outline.tokens().iter().find(|token| token.end > at.end.max(at.start))?;
    (around.start <= token.start && token.end <= around.end).then(|| token.span())
}

/// A mistake inside an expression or dice ("expression, column 4: ..") is shown at its own column.
fn in_expression(message: &str, text: &str, around: &Range<usize>) -> Option<(String, Range<usize>)> {
    let rest = [crate::rules::expr::MISTAKE, DICE].iter().find_map(|start| message.strip_prefix(start))?;
    let (column, rest) = rest.split_once(": ")?;
    let column: usize = column.parse().ok()?;
    let value = &text[around.clone()];
    let quote = value.find('"')?;
    if value.contains('\\') {
        return Some((rest.to_owned(), around.clone()));
    }
    let body = &value[quote + 1..];
    let (at, c) = body.char_indices().nth(column.checked_sub(1)?)?;
    let start = around.start + quote + 1 + at;
    Some((rest.to_owned(), start..start + c.len_utf8()))
}

fn sentence(error: &RonError, text: &str, near: &Range<usize>) -> String {
    let found = match text.get(near.clone()) {
        Some(found) if !found.is_empty() && found.len() <= 40 && !found.contains('\n') => {
            format!(", found `{found}`")
        }
        _ => String::new(),
    };
    let expected = match error {
        RonError::ExpectedInteger => "a whole number",
        RonError::ExpectedBoolean => "true or false",
        RonError::ExpectedString => "a text in quotes",
        RonError::ExpectedArray => "a list, `[ .. ]`",
        RonError::ExpectedMap => "a map, `{ .. }`",
        RonError::ExpectedStructLike | RonError::ExpectedNamedStructLike(_) => "round brackets, `( .. )`",
        RonError::ExpectedIdentifier => "a word without quotes",
        RonError::ExpectedArrayEnd => "`,` or `]`",
        RonError::ExpectedStructLikeEnd => "`,` or `)`",
        RonError::ExpectedMapEnd => "`,` or `}`",
        // A parser of whole numbers stops at the point.
        RonError::ExpectedComma if is_fraction(text.get(near.clone())) => "a whole number",
        RonError::ExpectedComma => "a comma",
        RonError::ExpectedMapColon => "a colon",
        RonError::ExpectedChar => "one character, `'a'`",
        RonError::ExpectedOption => "a value or `None`",
        RonError::ExpectedUnit => "`()`",
        RonError::ExpectedFloat => "a number",
        RonError::IntegerOutOfBounds => return format!("this number is too large or too small here{found}"),
        RonError::ExpectedDifferentLength { expected, found } => {
            return format!("expected {expected}, found {found}");
        }
        other => return plain(&other.to_string()),
    };
    format!("expected {expected}{found}")
}

fn is_fraction(token: Option<&str>) -> bool {
    token.is_some_and(|t| t.contains('.') && t.parse::<f64>().is_ok())
}

/// A message of a library as the start of our own sentence: small first letter, no full stop.
fn plain(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    let mut letters = message.chars();
    match letters.next() {
        Some(first) if letters.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    }
}

/// The byte of a position of `ron` (line and column from 1, column in characters).
fn byte_of(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 1..position.line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return text.len(),
        }
    }
    let rest = &text[start..];
    start + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
