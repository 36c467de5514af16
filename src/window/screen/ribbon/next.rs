//! The tail of the ribbon: who acts when in the next round, in whole counters with their names, then how many more.

use super::{ACTED, Slot, least, letters, names, short};
use crate::window::{pen::*, screen::token::token};

/// Width of a counter with its gap, where its name needs no more.
const WIDE: f32 = 42.0;
/// Width of what names the round before them.
const HEADING: f32 = 58.0;
/// Where there is room for fewer, there is no tail.
const LEAST: usize = 2;

/// How wide each counter of the next round is with its gap: its name has room.
pub(super) fn widths(ribbon: &Ribbon) -> Vec<f32> {
    ribbon.next.iter().map(|slot| (least(slot, &ribbon.slots) + GAP).ceil().max(WIDE)).collect()
}

/// How many of counters so wide have room, whole; where that isn't all, one place says how many more there are.
pub(super) fn shown(free: f32, widths: &[f32]) -> usize {
    let fits = |shown: &usize| wide(*shown, widths) <= free;
    let all = widths.len();
    (LEAST..=all).rev().chain((all < LEAST).then_some(all)).find(fits).unwrap_or(0)
}

/// How wide the tail is with so many of counters so wide.
pub(super) fn wide(shown: usize, widths: &[f32]) -> f32 {
    let more = if shown < widths.len() { WIDE } else { 0.0 };
    if shown == 0 { 0.0 } else { HEADING + widths.iter().take(shown).sum::<f32>() + more }
}

/// Draws so many counters; wherever one points, it is named.
pub(super) fn draw(strip: Sheet, brushes: &mut Brushes, ribbon: &Ribbon, (shown, folded): (usize, bool)) {
    let round = ribbon.round + 1;
    let node = Node { width: px(HEADING - GAP), ..down().gap(0.0).fixed() };
    strip
        .spawn((node, Tip::new(say!("tip-ribbon-next", n = round))))
        .with_child(SOFT.line(say!("log-round", n = round)));
    for (slot, wide) in ribbon.next.iter().zip(widths(ribbon)).take(shown) {
        draw_counter(strip, brushes, ribbon, (slot, wide, folded));
    }
    let more: Vec<&str> = ribbon.next.iter().skip(shown).map(|slot| slot.name.as_str()).collect();
    if !more.is_empty() {
        let node = Node { width: px(WIDE - GAP), ..across().centred().fixed() };
        strip.spawn((node, Tip::new(more.join("\n")))).with_child(SOFT.line(format!("+{}", more.len())));
    }
}

/// A counter: smaller than those of this round, without a frame, over its name where there is room.
fn draw_counter(
    strip: Sheet,
    brushes: &mut Brushes,
    ribbon: &Ribbon,
    (slot, wide, folded): (&RibbonSlot, f32, bool),
) {
    let n = ribbon.slots.iter().position(|own| own.unit == slot.unit).unwrap_or(0);
    strip
        .spawn((
            Name::new(format!("next {}", slot.unit)),
            Slot { unit: slot.unit, active: false },
            Explains(Intent::AskSlot(n)),
            Tip::new(slot.name.clone()),
            Hovered::default(),
            Node { width: px(wide - GAP), align_items: AlignItems::Center, ..down().gap(0.0).fixed() },
        ))
        .with_children(|cell| {
            token(cell, brushes, slot, if folded { (22.0, 2.0) } else { (28.0, 3.0) }, ACTED);
            cell.line(SOFT, slot.count.map_or_else(|| "–".to_owned(), |c| c.to_string()))
                .insert(LineHeight::Px(theme::SMALL));
            if !folded {
                let names = names(slot, short(&slot.name, &ribbon.slots), false);
                let (name, size) = letters::fitting(&names, wide - GAP);
                cell.line(SOFT.ink(theme::side_ink(slot.side)).size(size), name)
                    .insert(LineHeight::Px(theme::SMALL));
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_has_whole_counters_and_says_how_many_more_there_are() {
        let free = |places: f32| HEADING + WIDE * places;
        let alike = [WIDE; 8];
        assert_eq!(
            [8.0, 7.9, 5.0, 3.0, 2.9, 0.0].map(|places| shown(free(places), &alike)),
            [8, 6, 4, 2, 0, 0]
        );
        for places in [8.0, 7.9, 5.0, 3.0] {
            assert!(wide(shown(free(places), &alike), &alike) <= free(places), "{places}");
        }
        assert_eq!((shown(-90.0, &alike[..3]), wide(0, &alike[..3]), shown(900.0, &[])), (0, 0.0, 0));
        assert_eq!(shown(free(5.0), &[WIDE, 2.0 * WIDE, WIDE, WIDE, WIDE]), 3, "a wide one takes its room");
    }

    #[test]
    fn every_name_of_the_tail_has_room() {
        let slot = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let ribbon =
            Ribbon { next: ["Una", "Grumm", "Pennyfeather"].map(slot).to_vec(), ..Ribbon::default() };
        for (slot, wide) in ribbon.next.iter().zip(widths(&ribbon)) {
            assert_eq!(letters::fitting(&names(slot, &slot.name, false), wide - GAP).0, slot.name);
        }
    }
}
