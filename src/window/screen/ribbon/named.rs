//! How wide the slots of the ribbon are for the names under them.

use super::{letters, names, short};
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

#[cfg(test)]
mod tests {
    use super::{super::SLOT, *};

    #[test]
    fn a_name_gets_what_is_free() {
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let crowd = ["Una", "Pennyfeather", "Bo", "Nan", "Tib", "Pennyfeather"].map(name);
        assert_eq!(widths(&crowd, SLOT.0, 0.0), [SLOT.0; 6]);
        let wide = widths(&crowd, SLOT.0, 60.0);
        assert!(wide[1] > SLOT.0 && wide[5] == SLOT.0 && wide.iter().sum::<f32>() <= 6.0 * SLOT.0 + 60.0);
    }
}
