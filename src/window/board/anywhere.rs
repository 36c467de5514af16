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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_reached_is_there_by_paying_more_too() {
        assert_eq!(reach(&[0, mark::DANGER]), 0.0, "it is not within reach");
        assert_eq!(reach(&[0, mark::REACH | mark::DANGER, mark::FAR]), 1.0);
        assert_eq!(reach(&[mark::FAR | mark::DANGER]), 1.0);
    }
}
