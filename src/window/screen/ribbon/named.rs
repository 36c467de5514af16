//! How wide slots of the ribbon are for the names under them.

use super::{letters, names, short};
use crate::window::pen::*;

/// How wide the name under a counter is at least, written small.
pub(super) fn least(slot: &RibbonSlot, all: &[RibbonSlot]) -> f32 {
    let names = names(slot, short(&slot.name, all), false);
    let widths = names.iter().map(|name| letters::width(name) * (theme::SMALL - 1.0) / theme::SMALL);
    widths.fold(f32::INFINITY, f32::min)
}

/// How wide each slot of a row is among others so wide: wider for a name that has no room there, while so much is free.
/// All that are `written` have their names under them.
pub(super) fn widths(
    row: &[&RibbonSlot],
    all: &[RibbonSlot],
    (wide, mut free): (f32, f32),
    written: impl Fn(&RibbonSlot) -> bool,
) -> Vec<f32> {
    let own = |slot: &&RibbonSlot| {
        let needs = if written(slot) { least(slot, all) + GAP } else { 0.0 };
        let more = (needs - wide).ceil().max(0.0);
        let more = if more <= free { more } else { 0.0 };
        free -= more;
        wide + more
    };
    row.iter().map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_what_is_free_and_no_slot_is_left_out_for_want_of_one() {
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let all = ["Una", "Pennyfeather", "Bo", "Nan", "Tib", "Featherpenny"].map(name);
        let crowd: Vec<&RibbonSlot> = all.iter().collect();
        let widths = |free| widths(&crowd, &all, (36.0, free), |_| true);
        assert_eq!(widths(0.0), [36.0; 6]);
        let wide = widths(60.0);
        assert!(wide[1] > 36.0 && wide[5] == 36.0 && wide.iter().sum::<f32>() <= 6.0 * 36.0 + 60.0);
        assert!(widths(200.0)[5] > 36.0);
    }
}
