//! The initiative ribbon: counters in order with their counts, and where the round ends.

mod buttons;
mod lit;
mod named;
mod next;
mod plan;

use self::{
    buttons::{one_line, tight},
    plan::{HEADING, NARROW, Plan},
};
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

/// How pale who has acted and who comes next round is: no less in the colours of its side.
const ACTED: Color = Color::srgba(1.0, 1.0, 1.0, 0.80);
/// What the button of a goal that is written nowhere else has around its text.
const GOAL_AROUND: f32 = 14.0;
/// How high it is.
const GOAL_HEIGHT: f32 = 20.0;

/// How a slot is drawn.
#[derive(Clone, Copy)]
struct Look {
    /// It stands right of the bar.
    behind: bool,
    folded: bool,
    /// How wide it is with its gap, and how much wider for the name beside the counter.
    wide: f32,
    named: f32,
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
    *seen = Some(Drawn { ribbon: table.ribbon.clone(), goal: table.goal.clone(), may_undo, on });
    let ribbon = &table.ribbon;
    commands.entity(*panel).despawn_children().with_children(|parent| {
        let node = Node { width: percent(100), height: px(room.top - GAP_2), ..across().pad(GAP_3, GAP) };
        let node = Node { border: UiRect::bottom(px(1)), ..node };
        let paper = (BackgroundColor(theme::PAPER_DIM), BorderColor::all(theme::RULE), widgets::shadow());
        parent.spawn((node, paper)).with_children(|strip| {
            let plan = Plan::new(&room, ribbon, &table.goal);
            let folded = room.folded;
            let goal = if plan.goal.is_some() { "" } else { table.goal.as_str() };
            draw_heading(strip, ribbon, goal, folded);
            for (slot, wide) in &plan.coming {
                let named = if slot.active { plan.named } else { 0.0 };
                let look = Look { behind: false, folded, wide: *wide, named };
                draw_slot(strip, &mut brushes, ribbon, (*slot, look));
            }
            if plan.ends && !ribbon.slots.is_empty() {
                let node = Node { margin: UiRect::horizontal(px(GAP)), ..sized(3.0, 48.0).fixed() };
                strip.spawn((node, BackgroundColor(theme::INK), Tip::new(next::bar(ribbon))));
            }
            next::draw(strip, &mut brushes, ribbon, (plan.behind.as_slice(), folded));
            if plan.hidden > 0 {
                strip
                    .spawn((Node::default(), Tip::new(say!("tip-ribbon-more", n = plan.hidden))))
                    .with_child(NAME.line(format!("+{}", plan.hidden)));
            }
            if let Some((lines, wide)) = &plan.goal {
                draw_goal(strip, lines, *wide);
            }
            strip.space();
            draw_buttons(strip, &table, &room, plan.rest);
        });
    });
}

/// What to do to win, whole, also where it is pointed at; the menu that it opens says more.
fn draw_goal(strip: Sheet, lines: &[String], wide: f32) {
    let node = Node { width: px(wide), align_items: AlignItems::Center, ..Node::default().pad(GAP_2, 0.0) };
    strip
        .button("Goal", ButtonLook::Bare, Intent::Open(Page::Pause), node.fixed())
        .insert(Tip::new(lines.join(" ")))
        .with_child(PLAIN.line(lines.join("\n")));
}

/// The round and its phase. A goal that is written nowhere else opens from there.
fn draw_heading(strip: Sheet, ribbon: &Ribbon, goal: &str, folded: bool) {
    let node = Node { width: px(HEADING), ..down().gap(0.0).fixed() };
    strip.spawn((node, Tip::new(say!("tip-round")))).with_children(|heading| {
        let round = match ribbon.round {
            _ if ribbon.surprise => say!("ribbon-surprise"),
            0 => say!("ribbon-before"),
            n => say!("log-round", n = n),
        };
        // A long word is written smaller.
        let whole = letters::width(&round) * letters::BOLD * theme::BODY / theme::SMALL <= HEADING;
        heading.line(if whole { NAME } else { STRONG }, round);
        if goal.is_empty() {
            heading.text(ASIDE, &ribbon.phase);
            return;
        }
        // Where there is little room the phase stands beside the goal.
        let says = say!("briefing-goal-heading");
        let left = HEADING - letters::width(&says) * letters::BOLD - GOAL_AROUND - GAP;
        let (node, room) = if folded { (across(), left) } else { (down().gap(0.0), HEADING) };
        heading.spawn((node, Pickable::IGNORE)).with_children(|under| {
            if !ribbon.phase.is_empty() {
                under.line(ASIDE, letters::cut(&ribbon.phase, room));
            }
            // As high as whole pixels are at each scale, so that the text stands in its middle.
            let node = Node {
                height: px(GOAL_HEIGHT),
                align_self: AlignSelf::FlexStart,
                align_items: AlignItems::Center,
                ..Node::default().pad(6.0, 0.0).centred().fixed()
            };
            under
                .button("Goal", ButtonLook::Paper, Intent::Open(Page::Pause), node)
                .insert(Tip::new(say!("ribbon-goal", goal = goal)))
                .with_child(STRONG.line(says));
        });
    });
}

/// The buttons at the right, which may be so wide at least, in units.
fn draw_buttons(strip: Sheet, table: &Table, room: &Room, rest: f32) {
    let may_undo = table.may_undo && table.prompt.is_none();
    let look = |on: bool| if on { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = across().rows(if room.folded { 2.0 } else { GAP }).wrap().fixed();
    let wide = tight(room).max(rest);
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

/// A slot; whoever stands right of the bar is paler, else all are alike.
fn draw_slot(strip: Sheet, brushes: &mut Brushes, ribbon: &Ribbon, (slot, look): (&RibbonSlot, Look)) {
    let Look { behind, folded, wide, named } = look;
    let n = ribbon.slots.iter().position(|own| own.unit == slot.unit).unwrap_or(0);
    let short = short(&slot.name, &ribbon.slots);
    let narrow = wide < NARROW;
    // Where there is room its name stands under the counter, which is smaller for it; that of the acting one beside it,
    // and nowhere if it would lie on its frame: its card tells it.
    let room = named::room(slot, wide);
    let framed = slot.active && named::least(slot, &ribbon.slots) > room;
    let full = folded || framed || narrow && slot.expected.is_some();
    let under = if full || named > 0.0 { "" } else { short };
    let small = folded || narrow || !under.is_empty();
    let (face, edge) = face(slot.active, false);
    let tint = if behind { ACTED } else { Color::WHITE };
    let mut slip = strip.spawn((
        Name::new(format!("{} {}", if behind { "next" } else { "slot" }, slot.unit)),
        Slot { unit: slot.unit, active: slot.active },
        Explains(Intent::AskSlot(n)),
        Hovered::default(),
        Node {
            width: px(wide - GAP + named),
            height: px(if folded { 50.0 } else { 62.0 }),
            border: UiRect::all(px(if folded || narrow { 2.0 } else { 3.0 })),
            ..across().gap(0.0).centred().round().fixed()
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
            // Where there is no room for both counts, a slot of the next round has the one that it has there.
            let both = !(narrow && folded);
            let count = slot.expected.filter(|_| behind && !both).or(slot.count);
            let count = count.map_or_else(|| "–".to_owned(), |c| c.to_string());
            let size = if small || slot.expected.is_some() { theme::SMALL } else { theme::BODY };
            let way = if narrow { FlexDirection::Column } else { FlexDirection::Row };
            let node = Node { flex_direction: way, ..across().gap(2.0) };
            cell.spawn((node, Pickable::IGNORE)).with_children(|line| {
                line.line(TEXT.bold(slot.active).size(size).possible(!slot.out), count)
                    .insert(LineHeight::Px(if size > theme::SMALL { size * 1.2 } else { size }));
                // What the end of the round will make of it, as far as it is earned (F-25).
                if let Some(next) = slot.expected.filter(|_| both) {
                    line.line(STRONG.ink(theme::GOLD_INK), format!("→{next}"))
                        .insert(LineHeight::Px(theme::SMALL));
                }
            });
            if !under.is_empty() {
                let (name, size) = letters::fitting(&names(slot, short, false), room);
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
    fn a_name_that_has_no_room_is_written_shorter() {
        let name = |name: &str| RibbonSlot { name: name.to_owned(), ..RibbonSlot::default() };
        let all = ["Hob Carter", "Clerk Amory", "Clerk Dace"].map(name);
        assert_eq!(all.each_ref().map(|own| short(&own.name, &all)), ["Hob", "Amory", "Dace"]);
        let marsden = name("Captain Marsden Low");
        assert_eq!(names(&marsden, "Marsden", true), ["Captain Marsden Low", "Marsden", "Low"]);
        assert_eq!(names(&marsden, "Low", false), ["Low"]);
        let narrow = |whole: &str, short: &str| letters::fitting(&names(&name(whole), short, false), 34.0).0;
        assert_eq!(["Una", "Petra"].map(|name| narrow(name, name)), ["Una", "Petra"]);
        let cut = narrow("Pennyfeather", "Pennyfeather");
        assert!(cut.starts_with("Pe") && cut.ends_with('…'), "no slot is without a name: {cut}");
        assert_eq!(narrow("Number Nine", "Number"), "Nine");
        let barrels = names(&name("Both-Barrels"), "Both-Barrels", false);
        assert_eq!(letters::fitting(&barrels, 44.0).0, "Barrels");
        let untitled = |name| untitled(name, "Sly|Master");
        assert_eq!(
            ["Sly Wenna", "Master Maro", "Sly", "Jem Oakes"].map(untitled),
            ["Wenna", "Maro", "Sly", "Jem"]
        );
    }
}
