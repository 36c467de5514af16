//! What of the order has room in the ribbon, and how wide: who still comes in this round, the bar where it ends, then the
//! next round, in which whoever comes no more in this one has room first.

use super::{
    buttons::{buttons, one_line, tight},
    letters, named, next,
};
use crate::window::pen::*;

/// Slots drawn at least and at most; the acting one stays in sight.
const SLOTS: (usize, usize) = (5, 20);
/// Width of the heading with the round.
pub(super) const HEADING: f32 = 92.0;
/// Width of a slot with its gap: where there are many, and where there are few.
const SLOT: (f32, f32) = (36.0, 60.0);
/// Below this width what the count will be stands under the count.
pub(super) const NARROW: f32 = 56.0;
/// How wide slots are at most where the goal has no room else.
const CLOSE: [f32; 3] = [48.0, 42.0, SLOT.0];
/// To so many the next round is shortened for the goal, at first and then.
const NEXT: [usize; 2] = [4, 3];
/// To so many where the goal has no room beside the narrowest slots and buttons: the bar tells the whole order.
const NEXT_LEAST: [usize; 3] = [2, 1, 0];
/// How much wider the acting one is, for its name, where there is room; and at most.
const NAMED: f32 = 88.0;
const NAME_MOST: f32 = 180.0;
/// What else lies in the strip: its edges, the bar where the round ends.
const AROUND: f32 = 48.0;
/// The goal is written out in lines at least so wide, in so many at most, in a folded window and else.
const GOAL: (f32, usize, usize) = (150.0, 2, 3);
/// By how much its lines are made wider until there are so few.
const GOAL_STEP: f32 = 10.0;
/// What lies at the sides of these lines.
const GOAL_AROUND: f32 = 2.0 * GAP_2 + GAP_3;
/// Width of what says how many are left out at a place of the next round.
pub(super) const MARK: f32 = 26.0;

/// What stands right of the bar.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// A slot so wide.
    Slot(&'a RibbonSlot, f32),
    /// Those who have no room at this place.
    Left(Vec<&'a RibbonSlot>),
}

/// What is drawn.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// Who still comes in this round, each so wide.
    pub coming: Vec<(&'a RibbonSlot, f32)>,
    /// All of those are drawn: the bar stands after them.
    pub ends: bool,
    /// What stands right of the bar.
    pub behind: Vec<Piece<'a>>,
    /// How many have no room at the end.
    pub hidden: usize,
    /// How much wider the acting one is.
    pub named: f32,
    /// The goal's lines and how wide it lies there, where it is written out.
    pub goal: Option<(Vec<String>, f32)>,
    /// What is left for the buttons.
    pub rest: f32,
}

/// What of the strip is drawn smaller for the goal.
#[derive(Clone, Copy)]
struct Way {
    /// How many of the next round surely stand there who come no more in this one.
    owed: usize,
    /// The acting slot is wider for its name.
    named: bool,
    /// No slot is wider than that but for its name.
    widest: f32,
    /// The buttons stand without their keys.
    tight: bool,
}

impl Way {
    /// All of it.
    const USUAL: Self = Self { owed: usize::MAX, named: true, widest: SLOT.1, tight: false };

    /// What gives way to the goal, one after the other: the next round but for its first, the width of the acting slot,
    /// the room of names, the keys of the buttons, the rest of the next round.
    fn all() -> impl Iterator<Item = Self> {
        let next = NEXT.map(|owed| Self { owed, ..Self::USUAL });
        let alike = Self { owed: NEXT[1], named: false, ..Self::USUAL };
        let slots = [SLOT.1, NARROW].into_iter().chain(CLOSE).map(move |widest| Self { widest, ..alike });
        let tight = CLOSE.into_iter().map(move |widest| Self { widest, tight: true, ..alike });
        let least = NEXT_LEAST.map(|owed| Self { owed, widest: SLOT.0, tight: true, ..alike });
        [Self::USUAL].into_iter().chain(next).chain(slots).chain(tight).chain(least)
    }
}

impl<'a> Plan<'a> {
    /// All as wide as there is room; what is worth less than the goal gives way to it, if it has room then.
    pub fn new(room: &Room, ribbon: &'a Ribbon, goal: &str) -> Self {
        let usual = Self::of(room, ribbon, goal, Way::USUAL);
        if usual.goal.is_some() || goal.is_empty() {
            return usual;
        }
        let mut others = Way::all().skip(1).map(|way| Self::of(room, ribbon, goal, way));
        others.find(|plan| plan.goal.is_some()).unwrap_or(usual)
    }

    fn of(room: &Room, ribbon: &'a Ribbon, goal: &str, way: Way) -> Self {
        let all = &ribbon.slots;
        let (acted, coming): (Vec<&RibbonSlot>, Vec<&RibbonSlot>) = all.iter().partition(|slot| slot.acted);
        let behind: Vec<&RibbonSlot> =
            if ribbon.next.is_empty() { acted } else { ribbon.next.iter().collect() };
        let among = |some: &[&RibbonSlot], slot: &RibbonSlot| some.iter().any(|own| own.unit == slot.unit);
        let mut owed: Vec<&RibbonSlot> =
            behind.iter().copied().filter(|slot| !among(&coming, slot)).collect();
        let cut = owed.len() > way.owed;
        owed.truncate(way.owed);
        let row: Vec<&RibbonSlot> = coming.iter().chain(&owed).copied().collect();
        let heading = if ribbon.next.is_empty() { 0.0 } else { next::heading(ribbon).1 };
        let own_heading = if owed.is_empty() { 0.0 } else { heading };
        let strip = Strip { room, heading: own_heading, widest: way.widest, tight: way.tight };
        let (most, wide) = strip.slots(row.len());
        let active = row.iter().position(|slot| slot.active);
        let first = active.unwrap_or(0).saturating_sub(most / 2).min(row.len().saturating_sub(most));
        let (hidden, ends) = (row.len().saturating_sub(first + most), first + most >= coming.len());
        let most_named = if way.named { strip.named(row.len(), wide) } else { 0.0 };
        let acts = active.and_then(|n| row.get(n));
        let named = acts.map_or(0.0, |slot| strip.widened(row.len(), (wide, most_named), &slot.name));
        let row: Vec<&RibbonSlot> = row.into_iter().skip(first).take(most).collect();
        let under = |slot: &RibbonSlot| !(slot.active && named > 0.0);
        let written =
            |slot: &RibbonSlot| !room.folded && under(slot) && (wide >= NARROW || slot.expected.is_none());

        let whole = hidden == 0;
        let still = row.iter().filter(|slot| among(&coming, slot)).count();
        let stays = |slot: &RibbonSlot| among(&owed, slot) && among(&row, slot);
        let kept: Vec<Option<f32>> = behind.iter().map(|slot| stays(slot).then_some(wide)).collect();
        let left = still as f32 * wide + named;
        // Where it is too crowded for them nothing marks who is left out: the bar tells the whole order.
        let usual = strip.free(row.len()) + strip.heading;
        let crowded = usual - left < tail(&kept, heading, MARK) && !cut;
        let mark = if crowded || !whole { 0.0 } else { MARK };
        let own = left + tail(&kept, heading, mark);

        let goal = if whole { lines(goal, strip.keyed() - own, room.folded) } else { None };
        let room_left = if goal.is_some() { strip.keyed() } else { usual };
        let beside = goal.as_ref().map_or(0.0, |(_, wide)| wide + GAP);
        // Names have what the goal leaves.
        let spare = room_left - own - beside;
        let wides = named::widths(&row, all, (wide, spare), written);
        let drawn = row.iter().copied().zip(wides);
        let (coming, owed): (Vec<_>, Vec<_>) = drawn.partition(|(slot, _)| among(&coming, slot));
        let taken = coming.iter().map(|(_, wide)| wide).sum::<f32>() + named + beside;
        let own = |slot: &&RibbonSlot| owed.iter().find(|(own, _)| own.unit == slot.unit);
        let kept: Vec<Option<f32>> = behind.iter().map(|slot| own(slot).map(|(_, wide)| *wide)).collect();
        let mut tailed = Tail { kept, heading, mark };
        if whole {
            let least = |slot: &RibbonSlot| if written(slot) { named::least(slot, all) + GAP } else { 0.0 };
            let wides: Vec<f32> = behind.iter().map(|slot| least(slot).ceil().max(wide)).collect();
            tailed.fill(&wides, room_left - taken);
        }
        let rest = room.window.x - HEADING - AROUND - taken - tailed.wide();
        Self { coming, ends, behind: tailed.pieces(&behind), hidden, named, goal, rest }
    }
}

/// What lies right of the bar.
struct Tail {
    /// How wide each of the next round is, who is drawn there.
    kept: Vec<Option<f32>>,
    /// How wide the heading is.
    heading: f32,
    /// How wide the mark at each place is where some are left out; none if it is 0.
    mark: f32,
}

impl Tail {
    fn wide(&self) -> f32 {
        tail(&self.kept, self.heading, self.mark)
    }

    /// Draws more of those who are so wide, from the first on, while all have so much room.
    fn fill(&mut self, wides: &[f32], room: f32) {
        for (n, wide) in wides.iter().enumerate() {
            let mut more = self.kept.clone();
            let Some(place) = more.get_mut(n).filter(|place| place.is_none()) else { continue };
            *place = Some(*wide);
            if tail(&more, self.heading, self.mark) > room {
                return;
            }
            self.kept = more;
        }
    }

    fn pieces<'a>(&self, behind: &[&'a RibbonSlot]) -> Vec<Piece<'a>> {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        if self.kept.iter().all(Option::is_none) {
            return pieces;
        }
        for (slot, kept) in behind.iter().copied().zip(&self.kept) {
            if let Some(wide) = kept {
                pieces.push(Piece::Slot(slot, *wide));
                continue;
            }
            match pieces.last_mut() {
                _ if self.mark <= 0.0 => {}
                Some(Piece::Left(some)) => some.push(slot),
                _ => pieces.push(Piece::Left(vec![slot])),
            }
        }
        pieces
    }
}

/// How wide so wide slots are with their heading and the marks where some are left out; nothing stands there without one.
fn tail(kept: &[Option<f32>], heading: f32, mark: f32) -> f32 {
    if kept.iter().all(Option::is_none) {
        return 0.0;
    }
    let runs = kept.chunk_by(|one, other| one.is_none() == other.is_none());
    let holes = runs.filter(|run| run.iter().all(Option::is_none)).count();
    heading + kept.iter().flatten().sum::<f32>() + mark * holes as f32
}

/// The goal in few lines as narrow as may be, and how wide it lies there, if it has so much room.
fn lines(goal: &str, room: f32, folded: bool) -> Option<(Vec<String>, f32)> {
    if goal.is_empty() {
        return None;
    }
    let most = if folded { GOAL.1 } else { GOAL.2 };
    let goal = say!("ribbon-goal", goal = goal);
    let widths = (0..u16::MAX).map(|n| GOAL.0 + GOAL_STEP * f32::from(n));
    let mut fitting = widths.take_while(|wide| wide + GOAL_AROUND <= room);
    fitting.find_map(|wide| {
        let lines = letters::lines(&goal, wide);
        (lines.len() <= most).then_some((lines, wide + 2.0 * GAP_2))
    })
}

/// The strip, where the heading of the next round is so wide if somebody must stand under it.
struct Strip<'a> {
    room: &'a Room,
    heading: f32,
    /// How wide a slot is at most.
    widest: f32,
    /// The buttons stand without their keys.
    tight: bool,
}

impl Strip<'_> {
    /// How many of so many slots lie beside the buttons, and how wide each is: they get narrow before any is left out.
    /// There is room for one mark of who is left out in the next round.
    fn slots(&self, count: usize) -> (usize, f32) {
        let free = self.free(count);
        let wide = ((free - MARK) / count.max(1) as f32).floor().clamp(SLOT.0, self.widest);
        (((free / wide).floor() as usize).clamp(SLOTS.0, SLOTS.1), wide)
    }

    /// How wide so many slots may be together: the buttons keep their keys, unless the slots would get narrow beside them.
    fn free(&self, count: usize) -> f32 {
        let keyed = self.keyed() - self.heading;
        let free = if keyed >= count as f32 * NARROW + NAMED { keyed } else { self.least() - self.heading };
        free.max(0.0)
    }

    /// What is free beside the buttons with their keys, if they have them.
    fn keyed(&self) -> f32 {
        self.beside(if self.tight { tight(self.room) } else { one_line(self.room) })
    }

    /// What is free beside the buttons where they are narrow.
    fn least(&self) -> f32 {
        self.beside(if self.tight { tight(self.room) } else { buttons(self.room) })
    }

    fn beside(&self, buttons: f32) -> f32 {
        (self.room.window.x - HEADING - AROUND - buttons).max(0.0)
    }

    /// How much wider the acting slot is among so many that are so wide.
    fn named(&self, count: usize, wide: f32) -> f32 {
        if wide < NARROW || count as f32 * wide + NAMED > self.free(count) { 0.0 } else { NAMED }
    }

    /// How wide the slot of a name is that is written whole, if there is so much room, out of what it has at least.
    fn widened(&self, count: usize, (wide, named): (f32, f32), name: &str) -> f32 {
        let room = (self.free(count) - count as f32 * wide).min(NAME_MOST);
        if named > 0.0 { (letters::width(name) + 3.0 * GAP_2).min(room).max(named) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many in the order of this round, the first ones of whom have acted; in the next round it is turned around.
    fn ribbon(count: u32, acted: u32) -> Ribbon {
        let slot = |unit: u32| RibbonSlot {
            unit,
            name: format!("Nan {unit}"),
            active: unit == acted,
            acted: unit < acted,
            ..RibbonSlot::default()
        };
        let slots: Vec<RibbonSlot> = (acted..count).chain(0..acted).map(slot).collect();
        let later = |unit: u32| RibbonSlot { active: false, acted: false, ..slot(unit) };
        Ribbon { round: 1, next: (0..count).rev().map(later).collect(), slots, ..Ribbon::default() }
    }

    fn tail_of(plan: &Plan) -> Vec<u32> {
        let unit = |piece: &Piece| match piece {
            Piece::Slot(slot, _) => Some(slot.unit),
            Piece::Left(_) => None,
        };
        plan.behind.iter().filter_map(unit).collect()
    }

    fn marked(plan: &Plan) -> usize {
        plan.behind.iter().map(|piece| if let Piece::Left(some) = piece { some.len() } else { 0 }).sum()
    }

    #[test]
    fn right_of_the_bar_stands_the_next_round_in_its_order_and_everybody_is_found() {
        let room = Room::default();
        assert_eq!(room.window.x, 1280.0);
        for (count, acted) in [(6, 3), (6, 5), (6, 6), (12, 5), (20, 0), (20, 10), (20, 19), (20, 20)] {
            let ribbon = ribbon(count, acted);
            let plan = Plan::new(&room, &ribbon, "");
            let behind = tail_of(&plan);
            assert!(
                plan.ends && behind.is_sorted_by(|one, other| one > other),
                "{count} {acted}: {behind:?}"
            );
            let coming: Vec<u32> = plan.coming.iter().map(|(slot, _)| slot.unit).collect();
            assert_eq!(coming, (acted..count).collect::<Vec<_>>());
            assert!((0..acted).all(|unit| behind.contains(&unit)), "{count} {acted}: {behind:?}");
            assert!(plan.rest >= buttons(&room), "{count} {acted}: {}", plan.rest);
            if marked(&plan) > 0 {
                assert_eq!(marked(&plan) + behind.len(), count as usize, "it says how many are left out");
            }
        }
        let few = ribbon(4, 2);
        assert_eq!(tail_of(&Plan::new(&room, &few, "")), [3, 2, 1, 0], "all of it, where it has room");
        let crowd = ribbon(60, 0);
        assert!(Plan::new(&room, &crowd, "").hidden > 0, "the rest is told as a number");
    }

    #[test]
    fn where_the_next_round_is_unknown_those_who_have_acted_stand_there() {
        let ribbon = Ribbon { next: Vec::new(), ..ribbon(6, 2) };
        let plan = Plan::new(&Room::default(), &ribbon, "");
        assert_eq!((tail_of(&plan), marked(&plan)), (vec![0, 1], 0));
    }

    #[test]
    fn the_goal_is_written_before_the_acting_slot_is_wide_and_more_of_the_next_round_is_shown() {
        let (room, goal) = (Room::default(), "Defeat the guards of the quarry.");
        for (count, written) in [(4, true), (9, true), (22, false)] {
            let ribbon = ribbon(count, 2);
            let plan = Plan::new(&room, &ribbon, goal);
            assert_eq!(plan.goal.is_some(), written, "{count}");
            assert!(plan.rest >= buttons(&room), "{count}");
            let few = |(lines, wide): &(Vec<String>, f32)| lines.len() <= GOAL.2 && *wide >= GOAL.0;
            assert!(plan.goal.iter().all(few), "{:?}", plan.goal);
        }
        let (few, many) = (ribbon(4, 2), ribbon(9, 2));
        assert!(Plan::new(&room, &few, goal).named > 0.0);
        assert_eq!(Plan::new(&room, &many, goal).named, 0.0);
        assert!(lines(goal, 100.0, false).is_none() && lines("", 900.0, false).is_none());
    }

    #[test]
    fn the_goal_is_written_beside_sixteen_units_in_whatever_part_of_the_round() {
        let (room, goal) = (Room::default(), "Defeat the guards of the quarry.");
        // Three of the next round have room beside it; twenty who all still come are too many.
        let few = [4, 6, 8, 12, 16].into_iter().flat_map(|count| (0..count).map(move |acted| (count, acted)));
        for (count, acted) in few.chain([(18, 0), (20, 10), (20, 19)]) {
            let ribbon = ribbon(count, acted);
            let plan = Plan::new(&room, &ribbon, goal);
            assert!(plan.goal.is_some() && plan.ends && plan.hidden == 0, "{count} {acted}");
            assert_eq!(plan.coming.len(), (count - acted) as usize, "{count} {acted}: all who still come");
            let owed = tail_of(&plan).into_iter().filter(|unit| *unit < acted).count();
            assert!(owed >= (acted as usize).min(NEXT[1]), "{count} {acted}: {owed}");
            assert!(plan.rest >= tight(&room), "{count} {acted}: {}", plan.rest);
        }
    }

    #[test]
    fn the_goal_is_written_beside_nineteen_units_and_of_the_next_round_stands_what_it_leaves() {
        let (room, goal) = (Room::default(), "Defeat the guards of the quarry.");
        for (count, acted) in (0..18).map(|acted| (18, acted)).chain((0..19).map(|acted| (19, acted))) {
            let ribbon = ribbon(count, acted);
            let plan = Plan::new(&room, &ribbon, goal);
            assert!(plan.goal.is_some() && plan.ends && plan.hidden == 0, "{count} {acted}");
            assert_eq!(plan.coming.len(), (count - acted) as usize, "{count} {acted}: all who still come");
            assert!(plan.rest >= tight(&room), "{count} {acted}: {}", plan.rest);
        }
        let twenty = ribbon(20, 0);
        assert!(Plan::new(&room, &twenty, goal).goal.is_none(), "twenty who still come leave it no room");
    }

    #[test]
    fn what_is_worth_less_gives_way_to_the_goal_one_after_the_other() {
        let (room, goal) = (Room::default(), "Defeat the guards of the quarry.");
        let (last, before): (Vec<Way>, Vec<Way>) = Way::all().partition(|way| way.owed < NEXT[1]);
        assert_eq!(Way::all().skip(before.len()).map(|way| way.owed).collect::<Vec<_>>(), NEXT_LEAST);
        assert!(last.iter().all(|way| way.tight && way.widest <= SLOT.0), "the first three go last of all");
        let first = |lost: fn(Way) -> bool| Way::all().position(lost);
        let order = [
            first(|way| way.owed <= NEXT[0]),
            first(|way| way.owed <= NEXT[1]),
            first(|way| !way.named),
            first(|way| way.widest < SLOT.1),
            first(|way| way.widest <= SLOT.0),
            first(|way| way.tight),
        ];
        assert!(
            order.iter().all(Option::is_some) && order.is_sorted_by(|one, other| one < other),
            "{order:?}"
        );
        let plan = |ribbon: &Ribbon| {
            let plan = Plan::new(&room, ribbon, goal);
            let widest = plan.coming.iter().map(|(_, wide)| *wide).fold(0.0, f32::max);
            (marked(&plan) > 0, plan.named > 0.0, widest >= NARROW, plan.rest >= one_line(&room))
        };
        assert_eq!(plan(&ribbon(3, 0)), (false, true, true, true), "all of it");
        assert_eq!(plan(&ribbon(12, 10)), (true, true, true, true), "the next round is shortened");
        assert!(!plan(&ribbon(9, 2)).1, "the acting one is as wide as others");
        assert_eq!(plan(&ribbon(14, 0)), (false, false, false, true), "names are shortened");
        assert!(!plan(&ribbon(18, 0)).3, "the keys are left out");
    }

    #[test]
    fn twenty_slots_lie_on_one_line_of_a_usual_window_and_few_are_wide() {
        let room = Room::default();
        let strip = Strip { room: &room, heading: 0.0, widest: SLOT.1, tight: false };
        for (count, wide) in [(6, SLOT.1), (20, SLOT.0)] {
            let (most, own) = strip.slots(count);
            assert!(most >= count && own >= wide && own <= SLOT.1, "{count}: {most} of {own}");
            assert!(HEADING + AROUND + buttons(&room) + own * count as f32 <= room.window.x);
        }
        assert_eq!((strip.named(6, SLOT.1), strip.named(20, SLOT.0)), (NAMED, 0.0));
        assert_eq!(strip.widened(20, (SLOT.0, 0.0), "Master Maro"), 0.0);
        let wide = strip.widened(6, (SLOT.1, NAMED), "Master Maro of the Mill");
        assert!(wide > NAMED && wide <= NAME_MOST, "{wide}");
    }
}
