//! Content files as they are written: texts, entries and fields with their places.
//!
//! A [`SourceFile`] is split into entries and an entry into named fields, so that entries can be layered and each
//! decoded alone. What the fields mean is in `decode`, where files lie in `layer`.

use super::{
    lines::LineIndex,
    words::{LazyWords, Words},
};
use crate::content::prelude::*;

/// The id of the mod that is the base game. Its entries have no prefix.
pub const BASE: &str = "base";
pub(super) const MAX_FIELDS: usize = 256;

/// The text of one file. Copies share the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path, relative to the folder that holds the mods.
    pub path: Arc<Path>,
    /// Its text.
    pub text: Arc<str>,
    /// The mod it belongs to.
    pub owner: Key,
    lines: LineIndex,
}

impl SourceFile {
    /// A file of the base game.
    pub fn new(path: impl AsRef<Path>, text: &str) -> Self {
        let (path, text) = (path.as_ref().into(), text.into());
        Self { path, text, owner: Key::new(BASE), lines: LineIndex::default() }
    }

    /// The same file as part of a mod.
    #[must_use]
    pub fn owned_by(mut self, owner: Key) -> Self {
        self.owner = owner;
        self
    }

    /// Line and column (both from 1, the column in characters) of a byte of the text. Past the end means the end.
    pub fn line_and_column(&self, byte: usize) -> (u32, u32) {
        self.lines.place(&self.text, byte)
    }
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file.
    pub file: SourceFile,
    /// The bytes.
    pub span: Range<usize>,
}

impl SourcePlace {
    /// An error at this place.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(&self.file, self.span.clone(), message)
    }

    /// The text at this place.
    pub fn text(&self) -> &str {
        self.file.text.get(self.span.clone()).unwrap_or_default()
    }

    pub(super) fn within(&self, span: &Range<usize>) -> Self {
        let start = self.span.start;
        Self { file: self.file.clone(), span: start + span.start..start + span.end }
    }
}

/// One named field of an entry, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawField {
    /// The name.
    pub name: Key,
    /// The bytes of the name.
    pub name_span: Range<usize>,
    /// The file it stands in: not always the file of its entry, since mods may update single fields.
    pub file: SourceFile,
    /// The bytes of the value.
    pub span: Range<usize>,
    words: LazyWords,
}

impl RawField {
    /// A field of this name, whose value stands at a place.
    pub(super) fn new(name: Key, name_span: Range<usize>, value: SourcePlace) -> Self {
        Self { name, name_span, file: value.file, span: value.span, words: LazyWords::default() }
    }

    /// The value as written.
    pub fn text(&self) -> &str {
        self.file.text.get(self.span.clone()).unwrap_or_default()
    }

    /// Where the value stands.
    pub fn place(&self) -> SourcePlace {
        SourcePlace { file: self.file.clone(), span: self.span.clone() }
    }

    /// Where the members stand of the list that the value is; of anything else none.
    pub fn items(&self) -> Vec<SourcePlace> {
        let outline = self.words().outline();
        let list = outline.tokens().first().is_some_and(|token| token.kind == TokenKind::Open(b'['));
        let items = if list { outline.items(0) } else { Vec::new() };
        items.iter().map(|item| self.place().within(&outline.span(&item.value))).collect()
    }

    pub(super) fn words(&self) -> &Words {
        self.words.words(self.text())
    }
}

/// One entry of a list, as written and not yet decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawEntry {
    /// The id: as written until the entry is layered, then the canonical one (`name` or `mod:name`).
    pub id: Key,
    /// Its fields in their order, `id` included.
    pub fields: Vec<RawField>,
    /// Where the entry stands: the file that made it or last replaced it as a whole.
    pub origin: SourcePlace,
    /// Whether fields were changed after it was made.
    pub patched: bool,
    /// A mistake found while reading that makes decoding pointless (a field given twice).
    pub fault: Option<Diagnostic>,
    /// The whole of it, where a part of a field was changed. Then `fields` hold what was written, the latest first.
    pub(super) tree: Option<Node>,
}

impl RawEntry {
    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<&RawField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The file that made it or last replaced it as a whole.
    pub fn file(&self) -> &Path {
        &self.origin.file.path
    }

    /// Where the id stands.
    pub fn place(&self) -> SourcePlace {
        self.field("id").map_or_else(|| self.origin.clone(), RawField::place)
    }

    /// Where a text stands inside the entry: the first literal with this content, other than the id itself;
    /// failing that the id.
    pub fn locate(&self, literal: &str) -> SourcePlace {
        self.others().find_map(|field| find_text(field, literal)).unwrap_or_else(|| self.place())
    }

    /// Where the first text in quotes stands of which something is true, or where a value was changed into one; failing
    /// that the id.
    pub fn locate_where(&self, is: impl Fn(&str) -> bool) -> SourcePlace {
        let mut fields = self.others();
        let found = fields
            .find_map(|field| field.words().first(field.text(), &is).map(|span| field.place().within(&span)));
        found
            .or_else(|| self.tree.as_ref().and_then(|tree| tree.made_where(&is)))
            .unwrap_or_else(|| self.place())
    }

    fn others(&self) -> impl Iterator<Item = &RawField> {
        self.fields.iter().filter(|field| field.name != "id")
    }

    /// Where a text stands inside a top-level field; failing that anywhere in the entry; failing that the field.
    pub fn locate_in(&self, field: &str, literal: &str) -> SourcePlace {
        let Some(field) = self.field(field) else { return self.locate(literal) };
        if let Some(place) = find_text(field, literal) {
            return place;
        }
        let anywhere = self.locate(literal);
        if anywhere == self.place() { field.place() } else { anywhere }
    }

    /// Where the value of a field stands: a top-level one, else the first of that name at any depth, else the id.
    pub fn locate_field(&self, name: &str) -> SourcePlace {
        if let Some(field) = self.field(name) {
            return field.place();
        }
        self.fields.iter().find_map(|field| find_field(field, name)).unwrap_or_else(|| self.place())
    }

    /// The mod whose file holds a text of this entry: references in it are looked up there first.
    pub fn owner_of(&self, literal: &str) -> Key {
        self.locate(literal).file.owner
    }

    /// An error at a text of the entry. See [`Self::locate`].
    pub fn error_at(&self, literal: &str, message: impl Into<String>) -> Diagnostic {
        self.locate(literal).error(message)
    }
}

fn find_text(field: &RawField, literal: &str) -> Option<SourcePlace> {
    field.words().find(field.text(), literal).map(|span| field.place().within(&span))
}

fn find_field(field: &RawField, name: &str) -> Option<SourcePlace> {
    let text = field.text();
    let outline = field.words().outline();
    let brackets =
        (0..outline.tokens().len()).filter(|at| matches!(outline.tokens()[*at].kind, TokenKind::Open(_)));
    for open in brackets {
        for item in outline.items(open) {
            let named = item.key.as_ref().is_some_and(|key| text_content(&text[outline.span(key)]) == name);
            if named {
                return Some(field.place().within(&outline.span(&item.value)));
            }
        }
    }
    None
}

/// Reads a file that is one list of entries, `[ (id: "a", ..), .. ]`. Entries with mistakes that show at this level
/// are left out or marked ([`RawEntry::fault`]); the others are there.
pub fn read_entries(file: &SourceFile) -> (Vec<RawEntry>, Vec<Diagnostic>) {
    read_entries_within(file, &ReadBudget::default())
}

/// The same of a file of a mod, as far as the mod may have entries.
pub fn read_entries_within(file: &SourceFile, budget: &ReadBudget) -> (Vec<RawEntry>, Vec<Diagnostic>) {
    let (outline, mut mistakes) = Outline::read(file);
    let entries = list_of(file, &outline, budget, &mut mistakes);
    after_end(file, &outline, &mut mistakes);
    (entries, mistakes)
}

/// The entries of a file that is one list. `mistakes` are those of the scanner so far.
pub(super) fn list_of(
    file: &SourceFile,
    outline: &Outline,
    budget: &ReadBudget,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<RawEntry> {
    let found = mistakes.clone();
    match outline.tokens().first().map(|token| token.kind) {
        Some(TokenKind::Open(b'[')) => entries_of(file, outline, 0, &Faults::of(&found), budget, mistakes),
        _ if !found.is_empty() => Vec::new(),
        first => {
            let span = outline.tokens().first().map_or(0..0, |token| token.span());
            let message = match first {
                Some(_) => "expected a list, `[ (id: \"..\", ..), .. ]`",
                None => "the file is empty; expected a list, `[ (id: \"..\", ..), .. ]`",
            };
            mistakes.push(Diagnostic::at(file, span, message));
            Vec::new()
        }
    }
}

/// The mistakes of the scanner in the order of their places.
pub(super) struct Faults<'a>(Vec<&'a Diagnostic>);

impl<'a> Faults<'a> {
    /// Those of a file.
    pub fn of(mistakes: &'a [Diagnostic]) -> Self {
        let mut list: Vec<&Diagnostic> = mistakes.iter().collect();
        list.sort_by_key(|mistake| mistake.span.start);
        Self(list)
    }

    /// The first that begins in some bytes.
    fn within(&self, span: &Range<usize>) -> Option<Diagnostic> {
        let first = self.0.partition_point(|mistake| mistake.span.start < span.start);
        self.0.get(first).filter(|mistake| span.contains(&mistake.span.start)).map(|one| (*one).clone())
    }
}

/// Reads a file that is one struct with an id, such as `mod.ron`.
pub fn read_single(file: &SourceFile) -> Result<RawEntry, Vec<Diagnostic>> {
    let (outline, mut mistakes) = Outline::read(file);
    after_end(file, &outline, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    match outline.tokens().first().map(|token| token.kind) {
        Some(TokenKind::Open(b'(')) => {
            entry_of(file, &outline, &(0..outline.tokens().len())).map_err(|mistake| vec![mistake])
        }
        _ => {
            Err(vec![Diagnostic::at(file, 0..0, "expected one value in round brackets, `(id: \"..\", ..)`")])
        }
    }
}

/// Whatever stands after the closing bracket of the file's only value is a mistake.
pub(super) fn after_end(file: &SourceFile, outline: &Outline, mistakes: &mut Vec<Diagnostic>) {
    let first = outline.tokens().iter().position(|token| matches!(token.kind, TokenKind::Open(_)));
    let end = first.and_then(|open| outline.partner(open));
    if let Some(extra) = end.and_then(|end| outline.tokens().get(end + 1)) {
        let message = "expected the end of the file: only one value stands in a file";
        mistakes.push(Diagnostic::at(file, extra.span(), message));
    }
}

/// The entries of the list whose bracket is token `open`, as far as the mod may have them.
pub(super) fn entries_of(
    file: &SourceFile,
    outline: &Outline,
    open: usize,
    found: &Faults<'_>,
    budget: &ReadBudget,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<RawEntry> {
    let mut entries = Vec::new();
    let items = outline.items(open);
    let list = file.path.join(open.to_string());
    if let Err(why) = budget.spend_once(BudgetItem::Entries, &list, items.len() as u64) {
        mistakes.push(Diagnostic::at(file, outline.span(&(open..open + 1)), why));
        return entries;
    }
    for item in items {
        let span = outline.span(&item.value);
        if item.value.is_empty() {
            mistakes.push(Diagnostic::at(file, span, "expected an entry before this comma"));
            continue;
        }
        let kind = outline.tokens()[item.value.start].kind;
        if kind != TokenKind::Open(b'(') || outline.partner(item.value.start) != Some(item.value.end - 1) {
            let message = "expected an entry, `(id: \"..\", ..)`";
            let help = "entries stand in round brackets, without a name before them, separated by commas";
            mistakes.push(Diagnostic::at(file, span, message).help(help));
            continue;
        }
        match entry_of(file, outline, &item.value) {
            Ok(mut entry) => {
                entry.fault = found.within(&span);
                entries.push(entry);
            }
            Err(mistake) => mistakes.push(mistake),
        }
    }
    entries
}

fn entry_of(file: &SourceFile, outline: &Outline, tokens: &Range<usize>) -> Result<RawEntry, Diagnostic> {
    let span = outline.span(tokens);
    let fields = fields_of(file, outline, tokens.start)?;
    let Some(id) = fields.iter().find(|field| field.name == "id") else {
        let bracket = span.start..span.start + 1;
        return Err(Diagnostic::at(file, bracket, "this entry has no id")
            .help("add `id: \"..\",` as its first field"));
    };
    let written = id.text();
    if !written.starts_with('"') {
        let message = "an id is a text in quotes, `id: \"..\"`";
        return Err(Diagnostic::at(file, id.span.clone(), message));
    }
    let name = text_content(written);
    check_id(name).map_err(|why| Diagnostic::at(file, id.span.clone(), why))?;
    let id = Key::new(name);
    let origin = SourcePlace { file: file.clone(), span };
    Ok(RawEntry { id, fields, origin, patched: false, fault: None, tree: None })
}

/// The named fields of the struct whose bracket is token `open`.
pub(super) fn fields_of(
    file: &SourceFile,
    outline: &Outline,
    open: usize,
) -> Result<Vec<RawField>, Diagnostic> {
    let mut fields = Vec::new();
    for item in outline.items(open) {
        let span = outline.span(&item.value);
        if fields.len() >= MAX_FIELDS {
            return Err(Diagnostic::at(file, span, format!("there are more than {MAX_FIELDS} fields here")));
        }
        let Some(key) = &item.key else {
            let message = "expected a field, `name: value`";
            return Err(Diagnostic::at(file, span, message).help("is a `name:` or a comma missing?"));
        };
        let name_span = outline.span(key);
        if key.len() != 1 || outline.tokens()[key.start].kind != TokenKind::Name {
            return Err(Diagnostic::at(file, name_span, "expected the name of a field before the colon"));
        }
        let name = &file.text[name_span.clone()];
        if item.value.is_empty() {
            return Err(Diagnostic::at(file, name_span, format!("the field \"{name}\" has no value")));
        }
        // A second colon means that a comma is missing before it.
        if let Some(next) = stray_colon(outline, &item.value) {
            let message = "a comma is missing before this name";
            return Err(Diagnostic::at(file, next, message));
        }
        let name = Key::new(name.strip_prefix("r#").unwrap_or(name));
        fields.push(RawField { name, name_span, file: file.clone(), span, words: LazyWords::default() });
    }
    Ok(fields)
}

/// The name before a colon that stands directly in a value, outside any bracket.
fn stray_colon(outline: &Outline, value: &Range<usize>) -> Option<Range<usize>> {
    let mut at = value.start;
    while at < value.end {
        match outline.tokens()[at].kind {
            TokenKind::Open(_) => at = outline.partner(at).unwrap_or(at),
            TokenKind::Colon => return Some(outline.tokens()[at.saturating_sub(1).max(value.start)].span()),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a text may be an id: `name` or `mod:name`, of small letters a to z, digits and `_ - . /`, each part
/// beginning with a letter or digit, at most 128 bytes. A rule of a book may begin with a capital: `A-12`.
pub fn check_id(id: &str) -> Result<(), String> {
    let part = |part: &str| {
        let first = part.bytes().next();
        first.is_some_and(|b| b.is_ascii_alphanumeric())
            && part
                .bytes()
                .skip(1)
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-./".contains(&b))
    };
    let good = |id: &str| match id.split_once(':') {
        _ if id.len() > 128 => false,
        Some((owner, name)) => part(owner) && part(name),
        None => part(id),
    };
    if good(id) {
        return Ok(());
    }
    if good(&id.to_ascii_lowercase()) {
        return Err(format!("\"{id}\" cannot be an id: only its first letter may be a capital"));
    }
    Err(format!("\"{id}\" cannot be an id: use small letters a to z, digits and _ - . /, or `mod:name`"))
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
