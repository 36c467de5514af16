//! The line that says what to do now, with the small choices that go with what is in hand. What one can do on any turn it
//! says to newcomers alone, until their first order, and when they do nothing for a while. In its place stands what the
//! signs of the view of the threat mean; where that would cover a counter it goes to one side, or up under the ribbon. So
//! does the line where it would cover somebody who may be chosen.

use super::{
    CoversMap, HintPanel,
    concerned::{CONCERNED, Concerned, HINDERED, OTHER, cost},
    dock::{Docked, LogPlace},
    place_of,
    popup::Drawer,
};
use crate::window::{glossary, input::CHIPS, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (count_turns, draw_hint, beside));
}

/// After so long in which nothing is done the line says what can be done.
pub const IDLE: Duration = Duration::from_secs(20);

/// Whose turn it is, if a person plays it.
fn turn(table: &Table) -> Option<&UnitCard> {
    let plays = !table.row.slots.is_empty() && table.prompt.is_none() && !table.thinking;
    table.own.as_ref().filter(|_| plays)
}

/// Counts the turns that the player begins, as long as that matters.
fn count_turns(table: Res<Table>, mut settings: ResMut<Settings>, mut seen: Local<Option<(u32, u32)>>) {
    if !table.is_changed() || settings.knows_turns() {
        return;
    }
    let now = turn(&table).map(|own| (own.unit, table.ribbon.round));
    if now.is_some() && *seen != now {
        *seen = now;
        settings.count_turn();
    }
}

/// What is done with hands: while nothing is, the line waits.
#[derive(SystemParam)]
struct Hands<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    mouse: Res<'w, ButtonInput<MouseButton>>,
    pointer: Res<'w, Pointer>,
    time: Res<'w, Time<Real>>,
}

impl Hands<'_> {
    /// How long they have rested, if they were last seen at work then.
    fn rest(&self, last: &mut Duration) -> Duration {
        let pressed =
            self.keys.get_just_pressed().next().is_some() || self.mouse.get_just_pressed().next().is_some();
        if pressed || self.pointer.is_changed() {
            *last = self.time.elapsed();
        }
        self.time.elapsed().saturating_sub(*last)
    }
}

/// What was said last: the line, the small choices, and what the signs of the threat mean, and whose it is.
type Said = (String, Vec<Chip>, Key, String);
type Key = Vec<(&'static str, String)>;

/// What goes where it covers nobody who matters at least so much: what the signs of the threat mean, or the line.
#[derive(Component)]
struct KeepsOff(u32);

/// How wide a sign of the map is drawn beside its meaning, in units.
const SIGN: f32 = 20.0;

/// The line, where hands rest or not and the player knows what to do on a turn or not.
fn line(table: &Table, rests: bool, knows: bool) -> String {
    let line = match turn(table).filter(|_| rests && !knows && table.hint.is_empty()) {
        Some(own) => say!("turn-cards", unit = &own.name),
        None => table.hint.clone(),
    };
    // In the view of the threat its signs are explained here.
    match (table.threat, table.overlay.key.is_empty()) {
        (false, _) => line,
        (true, false) => String::new(),
        (true, true) if table.overlay.safe.is_empty() => line,
        (true, true) => table.overlay.safe.clone(),
    }
}

fn draw_hint(
    mut commands: Commands,
    (table, motion, hands, settings): (Res<Table>, Res<BeatQueue>, Hands, Res<Settings>),
    panel: Single<Entity, With<HintPanel>>,
    (mut seen, mut worked): (Local<Said>, Local<Duration>),
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
) {
    if table.is_changed() {
        *worked = hands.time.elapsed();
    }
    // Where nothing is to move by itself, neither does this come.
    let idle = hands.rest(&mut worked) >= IDLE && motion.speed > 0.0;
    let line = line(&table, idle, settings.knows_turns());
    let key = &table.overlay.key;
    let of = &table.overlay.threat_of;
    if seen.0 == line && seen.1 == table.chips && seen.2 == *key && seen.3 == *of {
        return;
    }
    *seen = (line.clone(), table.chips.clone(), key.clone(), of.clone());
    commands.entity(*panel).despawn_children();
    if line.is_empty() && table.chips.is_empty() && key.is_empty() {
        return;
    }
    let strip = || {
        (
            CoversMap,
            Node { max_width: percent(100), ..across().rows(GAP).pad(GAP_3, GAP).wrap().centred().round() },
            BackgroundColor(theme::WALNUT.with_alpha(0.90)),
            Pickable::IGNORE,
        )
    };
    commands.entity(*panel).with_children(|parent| {
        if !table.chips.is_empty() {
            parent.spawn(strip()).with_children(|row| {
                for (n, chip) in (0..CHIPS).zip(&table.chips) {
                    draw_chip(row, n, chip);
                }
            });
        }
        if !key.is_empty() {
            let mut strip = parent.spawn((KeepsOff(OTHER), strip()));
            strip.insert(BackgroundColor(theme::PAPER));
            // The gap before what stands last is free at the right end.
            strip.entry::<Node>().and_modify(|mut node| {
                (node.column_gap, node.padding.right) = (px(GAP_3), px(0));
            });
            strip.with_children(|row| {
                let all = of.is_empty();
                let heading =
                    if all { say!("threat-heading") } else { say!("threat-heading-one", unit = of) };
                row.line(STRONG, heading);
                for (sign, told) in key {
                    if sign.is_empty() {
                        row.line(PLAIN.ink(theme::HARM), told);
                        continue;
                    }
                    let ink = theme::side_ink(table.overlay.threat_side);
                    // What foes reach is red on the map, beneath its hatch.
                    let ground = format!("{sign}_ground");
                    let mut layers = vec![((*sign).to_owned(), ink)];
                    if art.has_quietly(&ground) {
                        layers.insert(0, (ground, theme::HARM));
                    }
                    row.spawn((across().gap(GAP), Pickable::IGNORE)).with_children(|pair| {
                        pair.spawn((sized(SIGN, SIGN).fixed(), Pickable::IGNORE)).with_children(|swatch| {
                            for (name, ink) in layers {
                                let image = ImageNode::new(art.image(&mut images, &name, 64)).with_color(ink);
                                let node =
                                    Node { position_type: PositionType::Absolute, ..sized(SIGN, SIGN) };
                                swatch.spawn((image, node, Pickable::IGNORE));
                            }
                        });
                        pair.line(PLAIN, told);
                    });
                }
                // If their widths are rounded up to more than the strip, this goes on in a line of its own, not a sign.
                row.put(sized(0.0, 0.0));
            });
        }
        if !line.is_empty() {
            let mut strip = parent.spawn(strip());
            // With small choices above it it stays where those are looked for.
            strip.insert_if(KeepsOff(CONCERNED), || table.chips.is_empty());
            tell_term(&mut strip, &line);
            strip.with_children(|hint| {
                hint.text(TEXT.ink(theme::PAPER), &line).insert(TextLayout::justify(Justify::Center));
            });
        }
    });
}

/// What lies there says a term of the game: what pointing at it asks about.
#[derive(Component)]
pub(super) struct HasTerm(pub(super) String);

/// What says this leads to the term of the game in it, if there is one.
pub(super) fn tell_term(on: &mut EntityCommands, text: &str) {
    if let Some(topic) = glossary::topic(text) {
        on.insert(HasTerm(topic));
    }
}

/// A term in the line, or on the slip of a lesson, is explained while the pointer is on it. The pointer goes through both
/// to the map, so they are found by their place alone.
pub(super) fn explain(
    lines: Query<(&HasTerm, &ComputedNode, &UiGlobalTransform)>,
    (pointer, ui): (Res<Pointer>, Res<UiScale>),
    mut intents: MessageWriter<Intent>,
    mut told: Local<bool>,
) {
    if !pointer.is_changed() {
        return;
    }
    let at = pointer.screen.filter(|_| !pointer.on_panel && !pointer.by_keys).map(|at| at / ui.0);
    let under = lines.iter().find(|(_, node, place)| at.is_some_and(|at| place_of(node, place).contains(at)));
    let left = std::mem::replace(&mut *told, under.is_some());
    match under {
        Some((term, ..)) => {
            intents.write(Intent::AskRule(term.0.clone()));
        }
        None if left => {
            intents.write(Intent::AskNothing);
        }
        None => {}
    }
}

/// What the hint leaves free at its sides: the buttons of the small map lie there.
const BESIDE: f32 = 210.0;

/// Where in the field that is free for it the hint may lie, the best first, and whether that is under the ribbon.
const SPOTS: [(AlignItems, bool); 6] = [
    (AlignItems::Center, false),
    (AlignItems::FlexStart, false),
    (AlignItems::FlexEnd, false),
    (AlignItems::Center, true),
    (AlignItems::FlexStart, true),
    (AlignItems::FlexEnd, true),
];
/// For so many frames after the window has changed the view and the panels come to lie where they stay.
const SETTLING: u8 = 8;

/// On which of the spots the hint lies, how large it was then, and for how many frames that is still looked for.
#[derive(Default)]
struct Chosen {
    spot: Option<usize>,
    size: Vec2,
    settling: u8,
}

impl Chosen {
    /// Whether it is looked for in this frame, for something so large. The window has `changed`; the view still `glides`.
    fn looks(&mut self, size: Vec2, changed: bool, glides: bool) -> bool {
        if changed || self.spot.is_none() || self.size != size {
            self.settling = SETTLING;
        }
        self.size = size;
        let looks = self.settling > 0 && !glides;
        self.settling -= u8::from(looks);
        looks
    }
}

/// Where in a field something so large lies on each of the spots.
fn places(field: Rect, size: Vec2) -> [Rect; SPOTS.len()] {
    let free = (field.width() - size.x).max(0.0);
    SPOTS.map(|(align, high)| {
        let off = match align {
            AlignItems::FlexStart => 0.0,
            AlignItems::FlexEnd => free,
            _ => free / 2.0,
        };
        let from = Vec2::new(field.min.x + off, if high { field.min.y } else { field.max.y - size.y });
        Rect::from_corners(from, from + size)
    })
}

/// The first of the spots where something so large covers fewest. `taken`: a card lies under the ribbon.
fn spot(field: Rect, size: Vec2, keep: &[(Rect, u32)], taken: bool) -> usize {
    let costs = places(field, size).into_iter().zip(SPOTS).map(|(place, (_, high))| {
        let beneath = if high && taken { HINDERED } else { 0 };
        cost(place, keep) + beneath
    });
    costs.enumerate().min_by_key(|(_, cost)| *cost).map_or(0, |(n, _)| n)
}

/// The hint lies beside the log and what is open above the row; where there is little room beside the card, too. What
/// signs mean lies where it covers nobody, the line where it covers nobody who may be chosen; both stay while the view
/// moves.
fn beside(
    concerned: Concerned,
    (room, rise, glide): (Res<Room>, Res<Rise>, Res<Glide>),
    (docked, drawer, log): (Res<Docked>, Res<Drawer>, Res<LogPlace>),
    panel: Single<&mut Node, With<HintPanel>>,
    strips: Query<(&KeepsOff, &ComputedNode)>,
    mut chosen: Local<Chosen>,
) {
    let table = &concerned.table;
    let (mut left, mut before) = if log.left > 0.0 { (log.left + GAP_2, GAP_2) } else { (0.0, BESIDE) };
    let column = log.right + room.column + GAP_2;
    // Beside the log at the left it lies between that and the cards at the right.
    let (mut right, mut after) = match () {
        () if log.right > 0.0 => (log.right, GAP_2),
        () if log.left > 0.0 && !room.folded => (column, before),
        () => (0.0, before),
    };
    match *drawer {
        Drawer::Shut => {}
        Drawer::Left => (left, before) = (left.max(room.column + GAP_2), GAP_2),
        Drawer::Right => (right, after) = (column, GAP_2),
    }
    if room.folded && (table.side.is_some() || table.rule.is_some()) {
        if docked.left {
            (left, before) = (left + column, GAP_2);
        } else {
            (right, after) = (column, GAP_2);
        }
    }
    let (top, floor) = (room.top + GAP_2, room.window.y - room.bottom - rise.0 - GAP);
    let field = Rect::new(left + before, top, room.window.x - right - after, floor);
    let strip = strips.iter().min_by_key(|(own, _)| own.0);
    match strip.map(|(own, node)| (own.0, node.size() * node.inverse_scale_factor())) {
        None => *chosen = Chosen::default(),
        // Its size is not known before it has been laid out.
        Some((least, size)) if size.x > 0.0 && chosen.looks(size, room.is_changed(), glide.on()) => {
            let all = concerned.weighed(|_, n| if n >= least { n } else { 0 });
            let keep: Vec<(Rect, u32)> = all.into_iter().chain(concerned.lesson()).collect();
            chosen.spot = Some(spot(field, size, &keep, table.side.is_some() || table.rule.is_some()));
        }
        Some(_) => {}
    }
    let (align, high) = SPOTS.get(chosen.spot.unwrap_or(0)).copied().unwrap_or_default();
    let (top, bottom) = if high { (px(top), auto()) } else { (auto(), px(room.window.y - floor)) };
    let padding = UiRect { left: px(before), right: px(after), ..default() };
    alter(&mut panel.into_inner(), |node| {
        (node.left, node.right, node.padding) = (px(left), px(right), padding);
        (node.top, node.bottom, node.align_items) = (top, bottom, align);
    });
}

fn draw_chip(row: Sheet, n: u8, chip: &Chip) {
    let possible = chip.why_not.is_none();
    let look = if chip.on { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = across().pad(GAP_2, 1.0);
    row.spawn((
        widgets::button(format!("chip {}", chip.text), look, possible, Intent::Chip(n.into()), node),
        Explains(Intent::AskChip(n.into())),
    ))
    .with_children(|button| {
        button.line(PLAIN.bold(chip.on).possible(possible), &chip.text);
        button.spawn(widgets::key(theme::INK_SOFT, Action::Chip(n)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_looked_for_until_the_view_has_come_to_rest_in_a_changed_window_and_then_kept() {
        let mut chosen = Chosen::default();
        let size = Vec2::new(400.0, 28.0);
        let frames = |chosen: &mut Chosen| (0..20).filter(|_| chosen.looks(size, false, false)).count();
        assert!(chosen.looks(size, false, false), "it is new");
        chosen.spot = Some(0);
        frames(&mut chosen);
        assert_eq!(frames(&mut chosen), 0, "it stays");
        assert!(!chosen.looks(size, true, true), "the view glides");
        assert_eq!(frames(&mut chosen), usize::from(SETTLING));
        assert!(chosen.looks(size * 2.0, false, false), "it says something else");
    }

    #[test]
    fn what_one_can_do_is_told_to_newcomers_who_do_nothing_alone() {
        let own = UnitCard { name: "Jem".to_owned(), ..UnitCard::default() };
        let row = Row { slots: vec![RowSlot::Empty], ..Row::default() };
        let mut table = Table { own: Some(own), row, ..Table::default() };
        let told = say!("turn-cards", unit = "Jem");
        assert_eq!(line(&table, true, false), told);
        assert_eq!([line(&table, true, true), line(&table, false, false)], ["", ""]);
        table.hint = "Too far.".to_owned();
        assert_eq!(line(&table, true, false), table.hint);
    }

    #[test]
    fn what_the_signs_mean_covers_nobody_where_that_can_be() {
        let field = Rect::new(210.0, 84.0, 1070.0, 576.0);
        let size = Vec2::new(680.0, 28.0);
        let stands = |x: f32, y: f32| (Rect::from_center_size(Vec2::new(x, y), Vec2::splat(50.0)), 1);
        let lies = |keep: &[(Rect, u32)]| spot(field, size, keep, false);
        let (left, right) = (stands(230.0, 560.0), stands(1050.0, 560.0));
        assert_eq!(lies(&[left, right]), 0, "in the middle");
        let (on_left, on_right) = (stands(320.0, 560.0), stands(960.0, 560.0));
        assert_eq!(lies(&[on_right]), 1);
        assert_eq!(lies(&[on_left]), 2);
        let both = [on_left, on_right];
        assert_eq!(lies(&both), 3, "under the ribbon");
        assert_eq!(spot(field, size, &both, true), 1, "not under a card");
        assert!((places(field, size)[2].max.x - field.max.x).abs() < 0.01, "at the right end");
    }
}
