//! What the marks of a map say as a whole, for the shader that draws them.

use super::prelude::*;

/// What is nowhere on a map need not be looked for: dark squares, unknown ones, heights, high contrast.
pub(super) fn anywhere(table: &Table, contrast: bool) -> Vec4 {
    let hilly = table.board.height.windows(2).any(|w| w[0] != w[1]);
    let marked = |bits: u32| table.overlay.marks.iter().any(|own| own & bits != 0);
    let all = [marked(mark::DARK), marked(mark::UNKNOWN), hilly, contrast];
    Vec4::from_array(all.map(|own| f32::from(u8::from(own))))
}

/// Whether anything can be reached, as 0 or 1.
pub(super) fn reach(marks: &[u32]) -> f32 {
    f32::from(u8::from(marks.iter().any(|own| own & (mark::REACH | mark::FAR) != 0)))
}
