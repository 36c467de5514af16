//! Lines and columns of a text, counted once.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// There is a mark every so many bytes: from the last one before a byte it is not far to it, however long its line.
const STEP: usize = 256;

#[derive(Clone, Copy)]
struct Mark {
    lines: u32,
    /// Characters that begin between the last of them and it.
    characters: u32,
}

impl Mark {
    fn pass(&mut self, byte: u8) {
        if byte == b'\n' {
            *self = Self { lines: self.lines.saturating_add(1), characters: 0 };
        } else if byte & 0b1100_0000 != 0b1000_0000 {
            self.characters = self.characters.saturating_add(1);
        }
    }
}

/// What is reckoned only when it is asked for; it takes no part in comparing nor showing what it belongs to.
#[derive(Clone, Default)]
pub(super) struct Aside<T>(pub(super) T);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Aside<T> {}

impl<T> fmt::Debug for Aside<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

/// The count of one text, made when the first place is asked for. Copies share it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineIndex(Aside<Arc<OnceLock<Box<[Mark]>>>>);

impl LineIndex {
    /// Line and column (both from 1, the column in characters) of a byte of the text. Past the end means the end.
    pub fn place(&self, text: &str, byte: usize) -> (u32, u32) {
        let bytes = text.as_bytes();
        let byte = byte.min(bytes.len());
        let marks = self.0.0.get_or_init(|| marks(bytes));
        let mut at = marks.get(byte / STEP).copied().unwrap_or(Mark { lines: 0, characters: 0 });
        let from = byte / STEP * STEP;
        bytes.get(from..byte).unwrap_or_default().iter().for_each(|byte| at.pass(*byte));
        (at.lines.saturating_add(1), at.characters.saturating_add(1))
    }
}

fn marks(bytes: &[u8]) -> Box<[Mark]> {
    let mut at = Mark { lines: 0, characters: 0 };
    let mut marks = vec![at];
    for part in bytes.chunks_exact(STEP) {
        part.iter().for_each(|byte| at.pass(*byte));
        marks.push(at);
    }
    marks.into()
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn every_byte_has_the_line_and_column_that_counting_gives() {
        let texts = [
            String::new(),
            "a\nbä\n\nc".to_owned(),
            "ö".repeat(700),
            "\n".repeat(600),
            "line of some length, ä\n".repeat(60),
        ];
        for text in texts {
            let lines = LineIndex::default();
            for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let before = &text[..at];
                let column = 1 + before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count();
                let counted = (1 + before.matches('\n').count() as u32, column as u32);
                assert_eq!(lines.place(&text, at), counted, "{at} of {text:?}");
            }
            assert_eq!(lines.place(&text, text.len() + 9), lines.place(&text, text.len()));
        }
    }
}
