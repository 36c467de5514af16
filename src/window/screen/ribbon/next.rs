//! What stands right of the bar: who acts when in the next round, under its name; how many have no room at a place of it.

use super::{
    Look, draw_slot, letters,
    plan::{MARK, Piece},
};
use crate::window::pen::*;

/// What names the next round, a word under the other, and how wide it is with its gap.
pub(super) fn heading(ribbon: &Ribbon) -> (String, f32) {
    let text = say!("log-round", n = ribbon.round + 1).replace(' ', "\n");
    let wide = text.lines().map(letters::width).fold(0.0, f32::max);
    (text, (wide + GAP).ceil())
}

/// The whole next round in words, each with the count that it will have.
pub(super) fn told(ribbon: &Ribbon) -> String {
    let of = |slot: &RibbonSlot| match slot.expected.or(slot.count) {
        Some(count) => format!("{} {count}", slot.name),
        None => slot.name.clone(),
    };
    let all: Vec<String> = ribbon.next.iter().map(of).collect();
    format!("{}\n{}", say!("tip-ribbon-next", n = ribbon.round + 1), all.join(", "))
}

/// What the bar where the round ends tells.
pub(super) fn bar(ribbon: &Ribbon) -> String {
    match () {
        () if !ribbon.next.is_empty() => format!("{}\n{}", say!("tip-round-ends"), told(ribbon)),
        () if ribbon.slots.iter().any(|slot| slot.acted) => say!("tip-round-acted"),
        () => say!("tip-round-ends"),
    }
}

/// What the number of those tells who have no room at a place of the next round: who they are.
fn left(ribbon: &Ribbon, some: &[&RibbonSlot]) -> String {
    let names: Vec<&str> = some.iter().map(|slot| slot.name.as_str()).collect();
    if ribbon.next.is_empty() {
        return names.join("\n");
    }
    let here = say!("tip-ribbon-left", n = some.len(), round = ribbon.round + 1);
    format!("{here}\n{}", names.join("\n"))
}

/// Draws what has room there.
pub(super) fn draw(strip: Sheet, brushes: &mut Brushes, ribbon: &Ribbon, (pieces, folded): (&[Piece], bool)) {
    if !pieces.is_empty() && !ribbon.next.is_empty() {
        let (text, wide) = heading(ribbon);
        let node =
            Node { min_width: px(wide - GAP), align_items: AlignItems::Center, ..down().gap(0.0).fixed() };
        strip.spawn((node, Tip::new(told(ribbon)))).with_children(|heading| {
            for word in text.lines() {
                heading.line(SOFT, word);
            }
        });
    }
    for piece in pieces {
        match piece {
            Piece::Slot(slot, wide) => {
                let look = Look { behind: true, folded, wide: *wide, named: 0.0 };
                draw_slot(strip, brushes, ribbon, (*slot, look));
            }
            Piece::Left(some) => {
                let node = Node { width: px(MARK - GAP), ..across().centred().fixed() };
                strip
                    .spawn((node, Tip::new(left(ribbon, some))))
                    .with_child(SOFT.line(format!("+{}", some.len())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_the_whole_next_round_with_its_counts_or_who_stands_there() {
        let slot = |name: &str, count, expected| RibbonSlot {
            name: name.to_owned(),
            count: Some(count),
            expected,
            acted: true,
            ..RibbonSlot::default()
        };
        let next = vec![slot("Dirk Moll", 5, Some(20)), slot("Rona Hale", 3, None)];
        let mut ribbon = Ribbon { slots: next.clone(), next, ..Ribbon::default() };
        assert!(bar(&ribbon).ends_with("\nDirk Moll 20, Rona Hale 3"), "{}", bar(&ribbon));
        ribbon.next.clear();
        assert_eq!(bar(&ribbon), say!("tip-round-acted"));
        ribbon.slots.clear();
        assert_eq!(bar(&ribbon), say!("tip-round-ends"));
    }

    #[test]
    fn the_number_of_those_without_room_tells_when_they_act_and_who_they_are() {
        let slot = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let next = vec![slot("Dirk Moll"), slot("Rona Hale")];
        let some: Vec<&RibbonSlot> = next.iter().collect();
        let ribbon = Ribbon { round: 1, next: next.clone(), ..Ribbon::default() };
        let told = left(&ribbon, &some);
        assert_eq!(told, format!("{}\nDirk Moll\nRona Hale", say!("tip-ribbon-left", n = 2, round = 2)));
        assert_ne!(told, left(&ribbon, &some[..1]));
        assert_eq!(left(&Ribbon::default(), &some), "Dirk Moll\nRona Hale");
    }
}
