//! Where the rows of a typed map stand, and their characters.
//!
//! Places only; what rows mean is in `map_text`.

use crate::content::prelude::*;

pub(super) struct Rows {
    places: Vec<SourcePlace>,
    /// The field itself.
    all: SourcePlace,
}

impl Rows {
    /// Those of a field of an entry.
    pub fn of(entry: &RawEntry, field: &str) -> Self {
        let field = entry.field(field);
        Self {
            places: field.map(RawField::items).unwrap_or_default(),
            all: field.map_or_else(|| entry.place(), RawField::place),
        }
    }

    /// Where a row stands; failing that the field.
    pub fn row(&self, at: usize) -> SourcePlace {
        self.places.get(at).unwrap_or(&self.all).clone()
    }

    /// Where a character of a row stands. If the row is written with escapes, the whole row.
    pub fn character(&self, row: usize, column: usize) -> SourcePlace {
        let place = self.row(row);
        let text = place.text();
        let (Some(quote), false) = (text.find('"'), text.contains('\\')) else { return place };
        let body = &text[quote + 1..];
        let Some((at, c)) = body.char_indices().nth(column) else { return place };
        let start = place.span.start + quote + 1 + at;
        SourcePlace { span: start..start + c.len_utf8(), file: place.file }
    }

    /// A row must have as many characters as the map has columns.
    pub fn check_length(&self, y: usize, row: &str, width: usize, mistakes: &mut Vec<Diagnostic>) {
        let has = row.chars().count();
        if has != width {
            let message = format!("row {} has {has} characters, the first row of the map has {width}", y + 1);
            mistakes.push(self.character(y, has.min(width)).error(message));
        }
    }
}
