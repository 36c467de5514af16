//! How wide slots of the ribbon are for the names under them.

use super::{letters, names, short};
use crate::window::pen::*;

/// How wide the name under a counter is at least, written small.
pub(super) fn least(slot: &RibbonSlot, all: &[RibbonSlot]) -> f32 {
    let names = names(slot, short(&slot.name, all), false);
    let widths = names.iter().map(|name| letters::width(name) * (theme::SMALL - 1.0) / theme::SMALL);
    widths.fold(f32::INFINITY, f32::min)
}

/// What the frame of the acting slot takes of its width, with what is free between it and the name.
const FRAME: f32 = 2.0 * (3.0 + 3.0);

/// How much room a name has under the counter of a slot so wide: only the acting one has a frame.
pub(super) fn room(slot: &RibbonSlot, wide: f32) -> f32 {
    wide - GAP - if slot.active { FRAME } else { 0.0 }
}

/// How wide each slot of a row is among others so wide: wider for a name that has no room there, while so much is free,
/// the acting one first. All that are `written` have their names under them.
pub(super) fn widths(
    row: &[&RibbonSlot],
    all: &[RibbonSlot],
    (wide, free): (f32, f32),
    written: impl Fn(&RibbonSlot) -> bool,
) -> Vec<f32> {
    let more = |slot: &RibbonSlot, free: f32| {
        let wanting = if written(slot) { least(slot, all) - room(slot, wide) } else { 0.0 };
        let more = wanting.ceil().max(0.0);
        if more <= free { more } else { 0.0 }
    };
    let acting = row.iter().find(|slot| slot.active).map_or(0.0, |slot| more(slot, free));
    let mut free = free - acting;
    let own = |slot: &&RibbonSlot| {
        if slot.active {
            return wide + acting;
        }
        let more = more(slot, free);
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

    #[test]
    fn the_name_of_the_acting_one_keeps_off_its_frame_and_has_room_first() {
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let mut all = ["Quickstep", "Amory"].map(name);
        let plain = least(&all[1], &all);
        assert!(room(&all[1], 42.0) >= plain, "it has room without a frame");
        all[1].active = true;
        let row: Vec<&RibbonSlot> = all.iter().collect();
        let widths = |free| widths(&row, &all, (40.0, free), |_| true);
        let wide = widths(18.0);
        assert!(wide[0] == 40.0 && room(&all[1], wide[1]) >= plain, "{wide:?}");
        assert!((wide[1] - GAP - plain) / 2.0 >= 3.0 + 3.0, "{wide:?}");
        assert_eq!(widths(0.0), [40.0; 2]);
    }
}
