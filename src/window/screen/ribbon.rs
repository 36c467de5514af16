//! The initiative ribbon: counters in order with their counts, and where the round ends.

mod lit;
mod named;
mod next;

use self::named::{least, widths};
use super::{RibbonPanel, letters, token::token};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, light, point).chain());
}

/// The slot of a unit.
#[derive(Component)]
struct Slot {
    unit: u32,
    active: bool,
}

/// Slots drawn at least and at most, those of the next round among them; the acting one stays in sight.
const SLOTS: (usize, usize) = (5, 20);
/// Width of the heading with the round.
const HEADING: f32 = 92.0;
/// Width of a slot with its gap: where there are many, and where there are few.
const SLOT: (f32, f32) = (38.0, 60.0);
/// Below this width what the count will be stands under the count.
const NARROW: f32 = 56.0;
/// How much wider the acting one is, for its name, where there is room; and at most.
const NAMED: f32 = 88.0;
const NAME_MOST: f32 = 180.0;
/// What a button has around its text: paddings, key, the gap to the next.
const BUTTON: f32 = 40.0;
/// What else lies in the strip: its edges, the mark where the round ends.
const AROUND: f32 = 48.0;
/// Least width of the buttons, which stand without their keys where there is no room for them on one line.
const BUTTONS: (f32, f32, f32) = (276.0, 372.0, 560.0);
/// How pale who has acted and who comes next round is: no less in the colours of its side.
const ACTED: Color = Color::srgba(1.0, 1.0, 1.0, 0.80);
/// Where so much is free, in units, the goal is written out if it has room in so many lines.
const GOAL: (f32, usize) = (150.0, 3);
/// The window's width from which they stand on one.
const ONE_LINE: f32 = 1500.0;

/// How many of so many slots lie beside the buttons, and how wide each is: they get narrow before any is left out.
fn slots(room: &Room, count: usize) -> (usize, f32) {
    let free = free(room, count);
    let wide = (free / count.max(1) as f32).floor().clamp(SLOT.0, SLOT.1);
    (((free / wide).floor() as usize).clamp(SLOTS.0, SLOTS.1), wide)
}

/// How wide each of so wide slots is, so that the names under them are whole where there is room for it.
fn for_names(room: &Room, all: &[RibbonSlot], wide: f32) -> f32 {
    if wide < SLOT.1 {
        return wide;
    }
    let longest = all.iter().map(|slot| letters::width(short(&slot.name, all))).fold(0.0, f32::max);
    let most = ((free(room, all.len()) - NAMED) / all.len().max(1) as f32).floor();
    (longest + GAP_3).ceil().min(most).max(wide)
}

/// How wide so many slots may be together: the buttons keep their keys, unless the slots would get narrow beside them.
fn free(room: &Room, count: usize) -> f32 {
    let beside = |buttons: f32| (room.window.x - HEADING - AROUND - buttons).max(0.0);
    let keyed = beside(one_line(room));
    if keyed >= count as f32 * NARROW + NAMED { keyed } else { beside(buttons(room)) }
}

/// How much wider the acting slot is among so many that are so wide.
fn named(room: &Room, count: usize, wide: f32) -> f32 {
    if wide < NARROW || count as f32 * wide + NAMED > free(room, count) { 0.0 } else { NAMED }
}

/// How wide the slot of a name is that is written whole, if there is so much room, out of what it has at least.
fn widened(room: &Room, count: usize, (wide, named): (f32, f32), name: &str) -> f32 {
    let room = (free(room, count) - count as f32 * wide).min(NAME_MOST);
    if named > 0.0 { (letters::width(name) + 3.0 * GAP_2).min(room).max(named) } else { 0.0 }
}

/// What a unit is called under its counter: the first word of its name that is no title, or the last where others
/// have that word as well.
pub(super) fn short<'a>(name: &'a str, all: &[RibbonSlot]) -> &'a str {
    let titles = say!("ribbon-titles");
    let own = untitled(name, &titles);
    let shared = all.iter().filter(|slot| untitled(&slot.name, &titles) == own).count() > 1;
    if shared { name.rsplit(' ').next().unwrap_or(name) } else { own }
}

/// What a unit may be called where there is less and less room, with its whole name if so: its short name, the last word
/// of it, which may stand after a hyphen.
fn names(slot: &RibbonSlot, short: &str, whole: bool) -> Vec<String> {
    let last = slot.name.rsplit([' ', '-']).next();
    let last = last.filter(|last| !last.is_empty() && last.len() < short.len());
    let whole = whole.then_some(slot.name.as_str());
    whole.into_iter().chain([short]).chain(last).map(str::to_owned).collect()
}

/// The first word of a name that is none of these titles, or all of it.
pub(super) fn untitled<'a>(name: &'a str, titles: &str) -> &'a str {
    let mut words = name.split(' ');
    let own = words.find(|word| !titles.split('|').any(|title| title == *word));
    own.unwrap_or(name).trim_end_matches(',')
}

/// About how wide the buttons are on one line.
fn one_line(room: &Room) -> f32 {
    let texts = [
        say!("button-undo"),
        say!("ribbon-what-if"),
        say!("ribbon-threat"),
        say!("ribbon-log"),
        say!("ribbon-menu"),
    ];
    let all: f32 = texts.iter().map(|text| letters::width(text) + BUTTON).sum();
    if room.folded { buttons(room) } else { all.max(buttons(room)) }
}

/// How wide the buttons may be in any case.
fn buttons(room: &Room) -> f32 {
    match room.folded {
        true => BUTTONS.0,
        false if room.window.x < ONE_LINE => BUTTONS.1,
        false => BUTTONS.2,
    }
}

/// What was drawn last.
struct Drawn {
    ribbon: Ribbon,
    goal: String,
    may_undo: bool,
    on: [bool; 3],
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    panel: Single<Entity, With<RibbonPanel>>,
    (language, room): (Res<Language>, Res<Room>),
    mut seen: Local<Option<Drawn>>,
) {
    let may_undo = table.may_undo && table.prompt.is_none();
    let on = [table.threat, table.what_if, table.log_open];
    let same = |drawn: &Drawn| {
        let ribbon = drawn.ribbon == table.ribbon && drawn.goal == table.goal;
        ribbon && drawn.may_undo == may_undo && drawn.on == on
    };
    if !language.is_changed()
        && !room.is_changed()
        && (!table.is_changed() || seen.as_ref().is_some_and(same))
    {
        return;
    }
    let (most, wide) = slots(&room, table.ribbon.slots.len());
    let wide = for_names(&room, &table.ribbon.slots, wide);
    *seen = Some(Drawn { ribbon: table.ribbon.clone(), goal: table.goal.clone(), may_undo, on });
    let ribbon = &table.ribbon;
    commands.entity(*panel).despawn_children().with_children(|parent| {
        let node = Node { width: percent(100), height: px(room.top - GAP_2), ..across().pad(GAP_3, GAP) };
        let node = Node { border: UiRect::bottom(px(1)), ..node };
        let paper = (BackgroundColor(theme::PAPER_DIM), BorderColor::all(theme::RULE), widgets::shadow());
        parent.spawn((node, paper)).with_children(|strip| {
            let active = ribbon.slots.iter().position(|s| s.active).unwrap_or(0);
            let count = ribbon.slots.len();
            let name = ribbon.slots.get(active).map_or("", |slot| slot.name.as_str());
            let named = widened(&room, count, (wide, named(&room, count, wide)), name);
            let first = active.saturating_sub(most / 2).min(ribbon.slots.len().saturating_sub(most));
            let spare = free(&room, count) - named - wide * count.saturating_sub(first).min(most) as f32;
            let named_under = |slot: &RibbonSlot| !room.folded && (wide >= NARROW || slot.expected.is_none());
            let under = ribbon.slots.iter().all(named_under);
            let wides = if under { widths(&ribbon.slots, wide, spare) } else { vec![wide; count] };
            let hidden = count.saturating_sub(first + most);
            let drawn = named + wides.iter().skip(first).take(most).sum::<f32>();
            let left = room.window.x - HEADING - AROUND - drawn;
            let changes = ribbon.slots.iter().any(|slot| slot.expected.is_some());
            let later = next::widths(ribbon);
            let shown = if changes { next::shown(left - one_line(&room), &later) } else { 0 };
            // What few slots leave is the goal's, else the buttons'.
            let rest = left - next::wide(shown, &later);
            let free = rest - one_line(&room) - 2.0 * GAP_3;
            let told = say!("ribbon-goal", goal = &table.goal);
            let goal = letters::lines(&told, free - 2.0 * GAP_2);
            let whole = !table.goal.is_empty() && goal.len() <= GOAL.1;
            let written = free >= GOAL.0 && hidden == 0 && whole;
            draw_heading(strip, ribbon, if written { "" } else { table.goal.as_str() });
            for (n, (slot, wide)) in ribbon.slots.iter().zip(wides).enumerate().skip(first).take(most) {
                let named = if slot.active { named } else { 0.0 };
                let short = short(&slot.name, &ribbon.slots);
                draw_slot(strip, &mut brushes, n, (slot, short), (room.folded, wide, named));
                if slot.round_ends {
                    let node = Node { margin: UiRect::horizontal(px(GAP)), ..sized(3.0, 48.0) };
                    strip.spawn((node, BackgroundColor(theme::INK), Tip::new(say!("tip-round-ends"))));
                }
            }
            if shown > 0 {
                next::draw(strip, &mut brushes, ribbon, (shown, room.folded));
            }
            if hidden > 0 {
                strip
                    .spawn((Node::default(), Tip::new(say!("tip-ribbon-more", n = hidden))))
                    .with_child(NAME.line(format!("+{hidden}")));
            }
            if written {
                draw_goal(strip, &goal, told, free);
            }
            strip.space();
            draw_buttons(strip, &table, &room, if written { rest - free } else { rest });
        });
    });
}

/// What to do to win, whole, also where it is pointed at; the menu that it opens says more.
fn draw_goal(strip: Sheet, lines: &[String], told: String, wide: f32) {
    let node = Node { width: px(wide), align_items: AlignItems::Center, ..Node::default().pad(GAP_2, 0.0) };
    strip
        .button("Goal", ButtonLook::Bare, Intent::Open(Page::Pause), node.fixed())
        .insert(Tip::new(told))
        .with_child(PLAIN.line(lines.join("\n")));
}

/// The round and its phase. A goal that is written nowhere else opens from there.
fn draw_heading(strip: Sheet, ribbon: &Ribbon, goal: &str) {
    let node = Node { width: px(HEADING), ..down().gap(0.0).fixed() };
    let tip = match goal {
        "" => say!("tip-round"),
        goal => format!("{}\n{}", say!("ribbon-goal", goal = goal), say!("tip-round")),
    };
    strip.spawn((node, Tip::new(tip))).with_children(|heading| {
        let round = match ribbon.round {
            _ if ribbon.surprise => say!("ribbon-surprise"),
            0 => say!("ribbon-before"),
            n => say!("log-round", n = n),
        };
        // A long word is written smaller.
        let whole = letters::width(&round) * letters::BOLD * theme::BODY / theme::SMALL <= HEADING;
        heading.line(if whole { NAME } else { STRONG }, round);
        if goal.is_empty() || !ribbon.phase.is_empty() {
            heading.text(ASIDE, &ribbon.phase);
            return;
        }
        let node = Node { align_self: AlignSelf::FlexStart, ..Node::default().pad(0.0, 1.0) };
        heading
            .button("Goal", ButtonLook::Bare, Intent::Open(Page::Pause), node)
            .insert(Tip::new(say!("ribbon-goal", goal = goal)))
            .with_child((ASIDE.line(say!("briefing-goal-heading")), Underline));
    });
}

/// The buttons at the right, which may be so wide at least, in units.
fn draw_buttons(strip: Sheet, table: &Table, room: &Room, rest: f32) {
    let may_undo = table.may_undo && table.prompt.is_none();
    let look = |on: bool| if on { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = across().rows(if room.folded { 2.0 } else { GAP }).wrap().fixed();
    let wide = buttons(room).max(rest);
    // Where there is little room the tips tell the keys.
    let keys = !room.folded && one_line(room) <= wide;
    let (max_width, justify_content) = (px(wide), JustifyContent::FlexEnd);
    let node = Node { max_width, justify_content, ..node };
    let (what_if, menu) = (Intent::WhatIf(!table.what_if), Intent::Open(Page::Pause));
    let all = [
        ("Undo", say!("button-undo"), Action::Undo, Intent::Undo, ButtonLook::Paper, may_undo),
        ("What if", say!("ribbon-what-if"), Action::WhatIf, what_if, look(table.what_if), true),
        ("Threat", say!("ribbon-threat"), Action::Threat, Intent::Threat, look(table.threat), true),
        ("Log", say!("ribbon-log"), Action::Log, Intent::Log, look(table.log_open), true),
        ("Menu", say!("ribbon-menu"), Action::Cancel, menu, ButtonLook::Paper, true),
    ];
    strip.spawn(node).with_children(|strip| {
        for (name, text, key, intent, look, possible) in all {
            let ink = if possible { theme::INK } else { theme::GREY };
            let node = across().gap(6.0).pad(if keys { GAP_2 } else { 6.0 }, 0.0).fixed();
            let node = Node { height: px(if room.folded { 24.0 } else { 28.0 }), ..node };
            strip.spawn(widgets::button(name, look, possible, intent, node)).with_children(|button| {
                button.line(STRONG.ink(ink), text);
                if keys {
                    button.spawn(widgets::key(ink, key));
                }
            });
        }
    });
}

fn draw_slot(
    strip: Sheet,
    brushes: &mut Brushes,
    n: usize,
    (slot, short): (&RibbonSlot, &str),
    (folded, wide, named): (bool, f32, f32),
) {
    let narrow = wide < NARROW;
    // Where there is room its name stands under the counter, which is smaller for it; that of the acting one beside it.
    let full = folded || narrow && slot.expected.is_some();
    let under = if full || named > 0.0 { "" } else { short };
    let small = folded || narrow || !under.is_empty();
    let (face, edge) = face(slot.active, false);
    let tint = if slot.acted { ACTED } else { Color::WHITE };
    let mut slip = strip.spawn((
        Name::new(format!("slot {}", slot.unit)),
        Slot { unit: slot.unit, active: slot.active },
        Explains(Intent::AskSlot(n)),
        Hovered::default(),
        Node {
            width: px(wide - GAP + named),
            height: px(if folded { 50.0 } else { 62.0 }),
            border: UiRect::all(px(if folded || narrow { 2.0 } else { 3.0 })),
            ..across().gap(0.0).centred().round()
        },
        BackgroundColor(face),
        BorderColor::all(edge),
    ));
    if folded || narrow {
        slip.insert(Tip::new(slot.name.clone()));
    }
    slip.with_children(|slip| {
        let cell = Node { align_items: AlignItems::Center, ..down().gap(0.0).fixed() };
        slip.spawn((cell, Pickable::IGNORE)).with_children(|cell| {
            token(cell, brushes, slot, if small { (28.0, 3.0) } else { (38.0, 4.0) }, tint);
            let count = slot.count.map_or_else(|| "–".to_owned(), |c| c.to_string());
            let size = if small || slot.expected.is_some() { theme::SMALL } else { theme::BODY };
            let way = if narrow { FlexDirection::Column } else { FlexDirection::Row };
            let node = Node { flex_direction: way, ..across().gap(2.0) };
            cell.spawn((node, Pickable::IGNORE)).with_children(|line| {
                line.line(TEXT.bold(slot.active).size(size).possible(!slot.out), count)
                    .insert(LineHeight::Px(if size > theme::SMALL { size * 1.2 } else { size }));
                // What the end of the round will make of it, as far as it is earned (F-25); where it stands in the
                // next round shows that order.
                if let Some(next) = slot.expected.filter(|_| !(narrow && folded)) {
                    line.line(STRONG.ink(theme::GOLD_INK), format!("→{next}"))
                        .insert(LineHeight::Px(theme::SMALL));
                }
            });
            if !under.is_empty() {
                // It may stand over the edge, which only the acting one has, up to the next name.
                let (name, size) = letters::fitting(&names(slot, short, false), wide - GAP);
                cell.line(SOFT.ink(theme::side_ink(slot.side)).size(size), name)
                    .insert(LineHeight::Px(theme::SMALL));
            }
        });
        if named > 0.0 {
            let (name, size) = letters::fitting(&names(slot, short, true), named - 2.0 * GAP_2);
            slip.spawn((Node::default().pad(GAP, 0.0), Pickable::IGNORE))
                .with_child(PLAIN.ink(theme::side_ink(slot.side)).size(size).line(name));
        }
    });
}

/// The paper and the edge of a slot: of who has the turn, of who is pointed at on the map.
fn face(active: bool, pointed: bool) -> (Color, Color) {
    match (active, pointed) {
        (true, _) => (theme::FIELD, theme::INK),
        (false, true) => (theme::FIELD, theme::RULE),
        (false, false) => (Color::NONE, Color::NONE),
    }
}

/// Lights the slots of those who stand where the map is pointed at.
fn light(
    (table, pointer): (Res<Table>, Res<Pointer>),
    mut slots: Query<(&Slot, &mut BackgroundColor, &mut BorderColor)>,
) {
    let lit = pointer.square.map_or_else(Vec::new, |at| lit::lit(&table, at));
    for (slot, mut paper, mut border) in &mut slots {
        let (face, edge) = face(slot.active, lit.contains(&slot.unit));
        paper.set_if_neq(BackgroundColor(face));
        border.set_if_neq(BorderColor::all(edge));
    }
}

/// Notes whose slot is pointed at: its counter is ringed.
fn point(slots: Query<(&Slot, &Hovered)>, mut pointed: ResMut<PointedSlot>) {
    let slot = slots.iter().find(|(_, hovered)| hovered.get());
    pointed.set_if_neq(PointedSlot(slot.map(|(slot, _)| slot.unit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_slots_lie_on_one_line_of_a_usual_window_and_few_are_wide() {
        let room = Room::default();
        assert_eq!(room.window.x, 1280.0);
        for (count, wide) in [(6, SLOT.1), (20, SLOT.0)] {
            let (most, own) = slots(&room, count);
            assert!(most >= count && own == wide, "{count}: {most} of {own}");
            assert!(HEADING + AROUND + buttons(&room) + own * count as f32 <= room.window.x);
        }
        assert!(slots(&room, 60).0 < 60, "the rest is told as a number");
        assert_eq!((named(&room, 6, SLOT.1), named(&room, 20, SLOT.0)), (NAMED, 0.0));
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        assert_eq!(for_names(&room, &[name("Hob")], SLOT.1), SLOT.1);
        assert!(for_names(&room, &[name("Pennyfeather")], SLOT.1) > SLOT.1);
        let all = ["Hob Carter", "Clerk Amory", "Clerk Dace"].map(name);
        assert_eq!(all.each_ref().map(|own| short(&own.name, &all)), ["Hob", "Amory", "Dace"]);
        let marsden = name("Captain Marsden Low");
        assert_eq!(names(&marsden, "Marsden", true), ["Captain Marsden Low", "Marsden", "Low"]);
        assert_eq!(names(&marsden, "Low", false), ["Low"]);
        let narrow = |whole: &str, short: &str| {
            letters::fitting(&names(&name(whole), short, false), SLOT.0 - GAP).0
        };
        assert_eq!(["Una", "Petra"].map(|name| narrow(name, name)), ["Una", "Petra"]);
        let cut = narrow("Pennyfeather", "Pennyfeather");
        assert!(cut.starts_with("Pe") && cut.ends_with('…'), "no slot is without a name: {cut}");
        assert_eq!(narrow("Number Nine", "Number"), "Nine");
        let barrels = name("Both-Barrels");
        assert_eq!(letters::fitting(&names(&barrels, "Both-Barrels", false), NARROW - GAP).0, "Barrels");
        let untitled = |name| untitled(name, "Sly|Master");
        assert_eq!(
            ["Sly Wenna", "Master Maro", "Sly", "Jem Oakes"].map(untitled),
            ["Wenna", "Maro", "Sly", "Jem"]
        );
        assert_eq!(widened(&room, 20, (SLOT.0, 0.0), "Master Maro"), 0.0);
        let wide = widened(&room, 6, (SLOT.1, NAMED), "Master Maro of the Mill");
        assert!(wide > NAMED && wide <= NAME_MOST, "{wide}");
    }
}
