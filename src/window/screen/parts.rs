//! The parts of a roll in a few lines, each leading to its rule: for the log and for prompts.

use crate::window::pen::*;

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
                let ink = if line.struck { theme::GREY } else { theme::INK_SOFT };
                let text = format!("{} {}", line.text, line.value);
                strike(part.text(PLAIN.bold(line.sum).ink(ink), text), line.struck);
                if !line.note.is_empty() {
                    part.text(ASIDE.ink(theme::GREY), format!("({})", line.note));
                }
            });
        }
    });
}
