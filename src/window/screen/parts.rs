//! The parts of a roll in a few lines, each leading to its rule: for the log and for prompts.

use crate::window::pen::*;

/// The ink of a line: grey where it does not count, red where it is a danger, else the plain one.
pub(super) fn ink(line: &SideLine, plain: Color) -> Color {
    match (line.struck, line.harm) {
        (true, _) => theme::GREY,
        (false, true) => theme::HARM,
        (false, false) => plain,
    }
}

/// Lays parts one after the other. Those that do not count are struck out, with why; their rules show on pointing.
pub fn flow(parent: Sheet, lines: &[SideLine]) {
    if lines.is_empty() {
        return;
    }
    let node = Node::default().columns(GAP_2).wrap().fixed();
    parent.spawn((node, Pickable::IGNORE)).with_children(|flow| {
        for line in lines {
            // One that is longer than a line is broken.
            let node = Node::default().columns(3.0);
            let node = Node { max_width: percent(100), align_items: AlignItems::Baseline, ..node };
            let mut part = flow.spawn(node);
            leads(&mut part, format!("part {}", line.text), line.asks());
            part.with_children(|part| {
                let ink = ink(line, theme::INK_SOFT);
                let text = format!("{} {}", line.text, line.value);
                strike(part.text(PLAIN.bold(line.sum).ink(ink), text), line.struck);
                if !line.note.is_empty() {
                    part.text(ASIDE.ink(theme::GREY), format!("({})", line.note));
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_danger_is_red_in_running_text_too() {
        let line = |harm: bool, struck: bool| SideLine { harm, struck, ..SideLine::default() };
        let ink = |harm: bool, struck: bool| ink(&line(harm, struck), theme::INK_SOFT);
        assert_eq!([ink(true, false), ink(false, false)], [theme::HARM, theme::INK_SOFT]);
        assert_eq!(ink(true, true), theme::GREY, "it does not count");
    }
}
