//! What the marks of a map say as a whole, for the shader that draws them.

use super::prelude::*;

/// What is nowhere on a map need not be looked for: dark squares, unknown ones, heights, high contrast.
pub(super) fn anywhere(table: &Table, contrast: bool) -> Vec4 {
    let hilly = table.board.height.windows(2).any(|w| w[0] != w[1]);
    let marked = |bits: u32| table.overlay.marks.iter().any(|own| own & bits != 0);
    let all = [marked(mark::DARK), marked(mark::UNKNOWN), hilly, contrast];
    Vec4::from_array(all.map(|own| f32::from(u8::from(own))))
}

/// How far one can go: 0 nowhere, 1 somewhere, 2 nowhere but where enemies can attack.
pub(super) fn reach(marks: &[u32]) -> f32 {
    let mut reached = marks.iter().filter(|own| *own & (mark::REACH | mark::FAR) != 0).peekable();
    match (reached.peek().is_some(), reached.all(|own| own & mark::DANGER != 0)) {
        (false, _) => 0.0,
        (true, false) => 1.0,
        (true, true) => 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_that_is_in_danger_as_a_whole_is_told_from_one_that_is_in_part() {
        let danger = mark::REACH | mark::DANGER;
        assert_eq!(reach(&[0, mark::DANGER]), 0.0, "it is not within reach");
        assert_eq!(reach(&[0, danger, mark::FAR]), 1.0);
        assert_eq!(reach(&[0, danger, mark::FAR | mark::DANGER]), 2.0);
    }
}
