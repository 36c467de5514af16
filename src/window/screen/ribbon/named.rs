//! Which slots of the ribbon have room for their names, and how wide they are for that.

use super::{SLOTS, letters, names, short};
use crate::window::pen::*;

/// How wide the name under a counter is at least, written small.
pub(super) fn least(slot: &RibbonSlot, all: &[RibbonSlot]) -> f32 {
    let names = names(slot, short(&slot.name, all), false);
    let widths = names.iter().map(|name| letters::width(name) * (theme::SMALL - 1.0) / theme::SMALL);
    widths.fold(f32::INFINITY, f32::min)
}

/// How wide each slot is among others so wide: wider for a name that has no room there, while so much is free.
pub(super) fn widths(all: &[RibbonSlot], wide: f32, mut free: f32) -> Vec<f32> {
    let own = |slot: &RibbonSlot| {
        let more = (least(slot, all) + GAP - wide).ceil().clamp(0.0, free.max(0.0));
        let more = if least(slot, all) + GAP <= wide + more { more } else { 0.0 };
        free -= more;
        wide + more
    };
    all.iter().map(own).collect()
}

/// How many of so many slots are drawn, from one on: those at the end that have no room for a name are counted with the
/// rest.
pub(super) fn with_names(all: &[RibbonSlot], wide: &[f32], (first, most): (usize, usize)) -> usize {
    let slots: Vec<_> = all.iter().zip(wide).skip(first).take(most).collect();
    let nameless = |(slot, wide): &&(&RibbonSlot, &f32)| !slot.active && least(slot, all) + GAP > **wide;
    let last = slots.iter().rev().take_while(nameless).count();
    slots.len().saturating_sub(last).max(SLOTS.0.min(slots.len()))
}

#[cfg(test)]
mod tests {
    use super::{super::SLOT, *};

    #[test]
    fn a_name_gets_what_is_free_and_who_has_none_at_the_end_is_counted_with_the_rest() {
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let crowd = ["Una", "Pennyfeather", "Bo", "Nan", "Tib", "Pennyfeather"].map(name);
        assert_eq!(widths(&crowd, SLOT.0, 0.0), [SLOT.0; 6]);
        let wide = widths(&crowd, SLOT.0, 60.0);
        assert!(wide[1] > SLOT.0 && wide[5] == SLOT.0 && wide.iter().sum::<f32>() <= 6.0 * SLOT.0 + 60.0);
        assert_eq!(with_names(&crowd, &wide, (0, 6)), 5, "the last one has no room for its name");
        assert_eq!(with_names(&crowd, &widths(&crowd, SLOT.0, 200.0), (0, 6)), 6);
    }
}
