//! Who has a sign, what it says and where it lies: the rule, as functions of what lies on the table.

use super::{ARROW, BETWEEN, HEIGHT, Sign, TOKEN, View, Words};
use crate::window::{
    pen::*,
    screen::{letters, ribbon},
};

/// The widest that a name is on it, with how many others stand that way.
const NAME_MOST: f32 = 84.0;
/// Units of a side have one sign if theirs would lie so near to each other.
const NEAR: Vec2 = Vec2::new(110.0, 44.0);
/// How many of them its tip names.
const NAMED: usize = 6;
/// How far a place on the edge is from the next that is tried.
const STEP: f32 = 16.0;
/// As far a sign moves aside to lie on nobody; and to lie on nobody who acts or may be chosen.
const ASIDE: f32 = 150.0;
const FAR_ASIDE: f32 = 20_000.0;

/// The signs of those out of sight, where each lies beside the panels; by where a counter lies, and what it takes of the
/// window with its strip.
pub(super) fn signs_of(
    table: &Table,
    (lies, takes): (impl Fn(&Counter) -> Option<Rect>, impl Fn(&Counter) -> Option<Rect>),
    view: &View,
) -> Vec<Sign> {
    let unseen: Vec<(&Counter, Rect)> = sought(table)
        .into_iter()
        .filter_map(|(rank, own)| Some((rank, own, lies(own)?)))
        .filter(|(rank, _, at)| {
            let sought = *rank < COVERED || view.window.contains(at.center());
            sought && !is_seen(*at, view)
        })
        .map(|(_, own, at)| (own, at))
        .collect();
    if unseen.is_empty() {
        return Vec::new();
    }
    let stand = table.counters.iter().filter(|own| own.pose != Pose::Dead);
    let weight = |own: &Counter| if own.active || own.choosable() { FAR_ASIDE } else { ASIDE };
    let stand: Vec<(Rect, f32)> = stand.filter_map(|own| Some((takes(own)?, weight(own)))).collect();
    let mut firm = view.panels.clone();
    let mut signs = Vec::new();
    for group in grouped(unseen, view.open) {
        let Some((_, target)) = group.first().copied() else { continue };
        let units: Vec<&Counter> = group.into_iter().map(|(own, _)| own).collect();
        let Some(words) = words_of(table, &units) else { continue };
        let size = Vec2::new(wide(&words), HEIGHT);
        let Some(place) = place(size, target.center(), view.open, (firm.as_slice(), stand.as_slice())) else {
            continue;
        };
        firm.push(place.inflate(GAP / 2.0));
        let turn = (target.center() - place.center()).to_angle();
        signs.push(Sign { words, place, turn });
    }
    signs
}

/// The rank of those who have a sign only where a panel covers them.
const COVERED: u8 = 3;

/// Who has a sign where they are out of sight, the most important first, each with its rank. Who is only remembered has
/// none.
fn sought(table: &Table) -> Vec<(u8, &Counter)> {
    let asked = table.prompt.as_ref().map(|prompt| prompt.side);
    let Some(side) = asked.or(table.own.as_ref().map(|own| own.side)) else { return Vec::new() };
    let to_act = |own: &Counter| {
        let mut slots = table.ribbon.slots.iter();
        slots.any(|slot| slot.unit == own.unit && !slot.acted && !slot.out)
    };
    let rank = |own: &Counter| match () {
        () if own.ghost || own.pose == Pose::Dead => None,
        () if own.active => Some(0),
        // Who sits in another is where that is.
        () if own.carried || own.seat.is_some() => None,
        () if own.side != side => (own.pose != Pose::Down).then_some(1),
        () => Some(if to_act(own) { 2 } else { COVERED }),
    };
    let mut all: Vec<(u8, &Counter)> =
        table.counters.iter().filter_map(|own| Some((rank(own)?, own))).collect();
    all.sort_by_key(|(rank, _)| *rank);
    all
}

/// Whether enough is seen of what lies there: half of it, between ribbon and row, not under the small map and
/// not under the log.
fn is_seen(own: Rect, view: &View) -> bool {
    let parts = (0..25_u8).map(|n| Vec2::new(f32::from(n % 5), f32::from(n / 5)) * 2.0 + 1.0);
    let places = parts.map(|part| own.min + own.size() * part / 10.0);
    let covered = |at: &Vec2| view.fixed.iter().any(|panel| panel.contains(*at));
    // However it is rounded.
    let open = view.open.inflate(1.0);
    places.filter(|at| open.contains(*at) && !covered(at)).count() > 12
}

/// Those of one side whose signs would lie near to each other, together; who acts alone.
fn grouped(unseen: Vec<(&Counter, Rect)>, open: Rect) -> Vec<Vec<(&Counter, Rect)>> {
    let edge = |at: &Rect| at.center().clamp(open.min, open.max.max(open.min));
    let mut groups: Vec<Vec<(&Counter, Rect)>> = Vec::new();
    for (own, at) in unseen {
        let joins = |group: &&mut Vec<(&Counter, Rect)>| {
            group.first().is_some_and(|(first, there)| {
                let near = (edge(there) - edge(&at)).abs().cmplt(NEAR).all();
                near && first.side == own.side && !first.active && !own.active
            })
        };
        match groups.iter_mut().find(joins) {
            Some(group) => group.push((own, at)),
            None => groups.push(vec![(own, at)]),
        }
    }
    groups
}

/// What the sign of these says.
fn words_of(table: &Table, units: &[&Counter]) -> Option<Words> {
    let first = *units.first()?;
    let from = table.counters.iter().find(|own| own.active && !own.ghost);
    let mut lines: Vec<String> = units.iter().take(NAMED).map(|own| about(own, from)).collect();
    lines.extend((units.len() > NAMED).then(|| format!("+{}", units.len() - NAMED)));
    lines.push(say!("sign-look"));
    let short = ribbon::short(&first.name, &table.ribbon.slots);
    let others = if units.len() > 1 { format!(" +{}", units.len() - 1) } else { String::new() };
    Some(Words {
        side: first.side,
        acts: first.active,
        figure: (first.art.clone(), first.tag.clone()),
        label: letters::cut(short, NAME_MOST - letters::width(&others)) + &others,
        tip: lines.join("\n"),
        squares: units.iter().map(|own| own.at).collect(),
    })
}

/// Who stands there, and how far from who acts.
fn about(own: &Counter, from: Option<&Counter>) -> String {
    match from {
        _ if own.active => say!("tip-own-card", unit = &own.name),
        Some(from) => say!("sign-far", unit = &own.name, n = squares_between(from, own)),
        None => own.name.clone(),
    }
}

/// How many squares lie from one to the other.
fn squares_between(one: &Counter, other: &Counter) -> i32 {
    let last = |own: &Counter| own.at + own.size.max(UVec2::ONE).as_ivec2() - IVec2::ONE;
    (other.at - last(one)).max(one.at - last(other)).max_element().max(0)
}

/// How wide a sign is.
fn wide(words: &Words) -> f32 {
    (ARROW + TOKEN + letters::width(&words.label) + 2.0 * BETWEEN + 2.0 * GAP_2).ceil()
}

/// Where a sign of this size lies: on the edge of what is free, as near as may be to whom it points at, beside panels and
/// other signs, and on nobody who stands there if it needs to move no farther aside than that matters.
fn place(size: Vec2, target: Vec2, open: Rect, keep: (&[Rect], &[(Rect, f32)])) -> Option<Rect> {
    let (firm, stand) = keep;
    let around = size / 2.0 + GAP;
    let inner = Rect { min: open.min + around, max: open.max - around };
    if inner.min.cmpgt(inner.max).any() {
        return None;
    }
    let wished = target.clamp(inner.min, inner.max);
    // Where a panel lies at the edge, that of the panel is the edge.
    let beside = firm.iter().map(|own| Rect { min: own.min - around, max: own.max + around });
    let beside = beside.filter(|own| own.contains(wished)).flat_map(along);
    let cost = |at: Vec2| {
        let own = Rect::from_center_size(at, size);
        let on = |other: &Rect| !own.intersect(*other).is_empty();
        let covered = stand.iter().filter(|(other, _)| on(other)).map(|(_, n)| n).sum::<f32>();
        (!firm.iter().any(on)).then_some(at.distance(wished) + covered)
    };
    std::iter::once(wished)
        .chain(along(inner))
        .chain(beside)
        .filter(|at| inner.contains(*at))
        .filter_map(|at| Some((at, cost(at)?)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(at, _)| Rect::from_center_size(at, size))
}

/// Places along the edges of an area.
fn along(area: Rect) -> Vec<Vec2> {
    let steps = |long: f32| (long / STEP).ceil().clamp(1.0, 1000.0) as u16;
    let (across, down) = (steps(area.width()), steps(area.height()));
    let part = |n: u16, of: u16| f32::from(n) / f32::from(of);
    let flat = (0..=across).flat_map(|n| {
        let x = area.min.x + area.width() * part(n, across);
        [Vec2::new(x, area.min.y), Vec2::new(x, area.max.y)]
    });
    let steep = (0..=down).flat_map(|n| {
        let y = area.min.y + area.height() * part(n, down);
        [Vec2::new(area.min.x, y), Vec2::new(area.max.x, y)]
    });
    flat.chain(steep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::board::with_strip;

    /// Between ribbon and row of a usual window.
    const OPEN: Rect = Rect { min: Vec2::new(0.0, 76.0), max: Vec2::new(1280.0, 580.0) };

    fn view() -> View {
        let corner = Rect::new(8.0, 76.0, 166.0, 108.0);
        let window = Rect::new(0.0, 0.0, 1280.0, 720.0);
        View { window, open: OPEN, fixed: vec![corner], panels: vec![corner] }
    }

    /// Somebody so far from the upper left corner of the window, in squares.
    fn unit(unit: u32, side: usize, (x, y): (i32, i32)) -> Counter {
        Counter { unit, side, name: format!("Unit{unit}"), at: IVec2::new(x, y), ..default() }
    }

    fn table(counters: Vec<Counter>) -> Table {
        Table { counters, own: Some(UnitCard::default()), ..default() }
    }

    /// The signs of a table that is seen from its upper left corner on, with a pixel of the map to a unit.
    fn signs(table: &Table, view: &View) -> Vec<Sign> {
        let at = |at: Vec2| at * Vec2::new(1.0, -1.0);
        let seen = |area: Rect| Some(Rect::from_corners(at(area.min), at(area.max)));
        let lies = |own: &Counter| seen(area_of(own));
        let takes = |own: &Counter| seen(with_strip(own, &table.counters, 1.0));
        signs_of(table, (lies, takes), view)
    }

    #[test]
    fn there_is_no_sign_while_all_are_in_sight() {
        let mut table = table(vec![unit(0, 0, (3, 3)), unit(1, 1, (8, 4))]);
        table.counters[0].active = true;
        assert!(signs(&table, &view()).is_empty());
    }

    #[test]
    fn a_sign_lies_at_the_edge_and_points_at_who_stands_beyond_it_or_under_a_panel() {
        let mut table = table(vec![unit(0, 0, (3, 3)), unit(1, 1, (40, 4)), unit(2, 1, (9, 9))]);
        table.counters[0].active = true;
        let found = signs(&table, &view());
        let [right, under] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((right.words.label.as_str(), under.words.label.as_str()), ("Unit1", "Unit2"));
        assert_eq!((right.place.max.x, under.place.max.y), (OPEN.max.x - GAP, OPEN.max.y - GAP));
        assert!(
            right.turn.abs() < 0.01 && (under.turn - std::f32::consts::FRAC_PI_2).abs() < 0.01,
            "{found:?}"
        );
        assert!(right.words.tip.contains("37"), "{}", right.words.tip);
        assert_eq!(right.words.squares, [IVec2::new(40, 4)]);
    }

    #[test]
    fn several_that_stand_the_same_way_have_one_sign_and_who_acts_has_one_alone() {
        let mut counters: Vec<Counter> = (0..3_u32).map(|n| unit(n, 1, (30 + n.cast_signed(), 4))).collect();
        counters.push(unit(3, 0, (32, 5)));
        counters[3].active = true;
        let table = table(counters);
        let found = signs(&table, &view());
        let [acts, foes] = found.as_slice() else { panic!("{found:?}") };
        assert!(acts.words.acts && acts.words.label == "Unit3");
        assert_eq!((foes.words.label.as_str(), foes.words.squares.len()), ("Unit0 +2", 3));
        assert!(acts.place.intersect(foes.place).is_empty(), "{found:?}");
    }

    #[test]
    fn a_name_that_is_too_long_is_cut_before_how_many_others_there_are() {
        let mut counters: Vec<Counter> = (0..2_u32).map(|n| unit(n, 1, (30 + n.cast_signed(), 4))).collect();
        counters[0].name = "Featherpennyweight".to_owned();
        let label = &signs(&table(counters), &view())[0].words.label;
        assert!(label.starts_with("Feather") && label.ends_with("… +1"), "{label}");
        assert!(letters::width(label) <= NAME_MOST, "{label}");
    }

    #[test]
    fn who_is_only_remembered_and_who_of_ones_own_has_acted_has_none() {
        let mut table = table(vec![unit(0, 1, (40, 4)), unit(1, 0, (40, 4)), unit(2, 0, (40, 4))]);
        table.counters[0].ghost = true;
        let slot = |unit, acted| RibbonSlot { unit, acted, ..RibbonSlot::default() };
        table.ribbon.slots = vec![slot(1, true), slot(2, false)];
        let found = signs(&table, &view());
        assert_eq!(found.iter().map(|own| own.words.label.as_str()).collect::<Vec<_>>(), ["Unit2"]);
    }

    #[test]
    fn whom_a_panel_covers_for_the_most_part_has_a_sign_also_who_has_acted() {
        let mut table = table(vec![unit(0, 0, (6, 0)), unit(1, 1, (9, 8)), unit(2, 0, (6, 20))]);
        table.own = Some(UnitCard::default());
        let labels = |table: &Table, top: f32, bottom: f32| {
            let open = Rect::new(0.0, top, 1280.0, bottom);
            let found = signs(table, &View { open, ..view() });
            found.into_iter().map(|own| own.words.label).collect::<Vec<String>>()
        };
        // Of squares of 64: 18 and 12 are seen, then 44 and 44, then 32 and 32. Who has acted and stands beyond the window has none.
        assert_eq!(labels(&table, 46.0, 524.0), ["Unit1", "Unit0"]);
        assert!(labels(&table, 20.0, 556.0).is_empty());
        assert!(labels(&table, 32.0, 544.0).is_empty(), "half of each is in sight");
        table.counters[0].pose = Pose::Dead;
        assert_eq!(labels(&table, 46.0, 524.0), ["Unit1"]);
    }

    #[test]
    fn a_ship_whose_middle_is_hidden_has_a_sign() {
        let mut table = table(vec![unit(0, 0, (3, 3)), unit(1, 1, (8, 5))]);
        table.counters[0].active = true;
        table.counters[1].size = UVec2::new(3, 5);
        let found = |bottom: f32| {
            let open = Rect::new(0.0, 76.0, 1280.0, bottom);
            signs(&table, &View { open, ..view() }).len()
        };
        // It lies from 320 to 640.
        assert_eq!([found(490.0), found(470.0), found(340.0)], [0, 1, 1]);
    }

    #[test]
    fn its_arrow_stands_at_the_right_only_where_it_points_there() {
        let points = |turn: f32| {
            let words = words_of(&table(Vec::new()), &[&unit(0, 0, (0, 0))]).unwrap();
            Sign { words, place: Rect::new(0.0, 0.0, 80.0, HEIGHT), turn }.node().flex_direction
        };
        assert_eq!(points(0.3), FlexDirection::RowReverse);
        for turn in [1.5, 1.7, 3.0, -1.5] {
            assert_eq!(points(turn), FlexDirection::Row, "{turn}");
        }
    }

    #[test]
    fn a_sign_lies_beside_panels_and_on_nobody_who_may_be_chosen() {
        let mut table = table(vec![unit(0, 1, (40, 4)), unit(1, 1, (19, 4))]);
        table.counters[1].choice = Choice::Safe;
        let place = |table: &Table, view: &View| signs(table, view)[0].place;
        let own = place(&table, &view());
        assert_eq!(own.max.x, OPEN.max.x - GAP);
        assert!(own.intersect(Rect::new(1216.0, 256.0, 1280.0, 320.0)).is_empty(), "{own:?}");
        // Where the column lies from top to bottom, its edge is the edge.
        let column = Rect::new(972.0, 76.0, 1280.0, 580.0);
        let own = place(&table, &View { panels: vec![column], ..view() });
        assert!((own.max.x - (column.min.x - GAP)).abs() < 0.01, "{own:?}");
        table.counters.truncate(1);
        let own = place(&table, &view());
        assert_eq!(own.center().y, 288.0);
    }

    #[test]
    fn who_stands_beside_an_open_log_is_seen_and_who_is_under_it_has_a_sign_beside_it() {
        let mut table = table(vec![unit(0, 0, (5, 1)), unit(1, 1, (4, 6))]);
        table.counters[0].active = true;
        let log = Rect::new(8.0, 206.0, 368.0, 572.0);
        let mut view = view();
        view.fixed.push(log);
        view.panels.push(log);
        let found = signs(&table, &view);
        let [under] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(under.words.label, "Unit1");
        assert!(under.place.intersect(log).is_empty() && under.turn.cos() < -0.5, "{under:?}");
        assert!(under.place.min.x - log.max.x < 2.0 * GAP, "right beside it: {under:?}");
    }

    #[test]
    fn a_sign_does_not_lie_on_the_strip_of_a_vehicle() {
        let mut table = table(vec![unit(0, 1, (40, 4)), unit(1, 1, (18, 5))]);
        table.counters[1].size = UVec2::splat(2);
        let place = |table: &Table| signs(table, &view())[0].place;
        assert_eq!(place(&table).center().y, 288.0, "it lies above that");
        table.counters[1].hull = Some(Hull::default());
        let strip = with_strip(&table.counters[1], &table.counters, 1.0);
        let strip = Rect::from_corners(strip.min * Vec2::new(1.0, -1.0), strip.max * Vec2::new(1.0, -1.0));
        assert!(strip.min.y < 302.0, "{strip:?}");
        let own = place(&table);
        assert!(own.intersect(strip).is_empty(), "{own:?}");
    }

    #[test]
    fn in_a_window_without_room_there_is_none() {
        let table = table(vec![unit(0, 1, (40, 4))]);
        let open = Rect::new(0.0, 76.0, 60.0, 90.0);
        let view = View { open, fixed: Vec::new(), panels: Vec::new(), ..view() };
        assert!(signs(&table, &view).is_empty());
    }
}
