//! The column at the right: what is under the pointer, with odds and their breakdown; and the rule that a line leads
//! to.

use super::{
    CoversMap, LogPanel, PromptPanel, RulePanel, SidePanel, columns,
    dock::{self, Docked, Fold},
    lesson::LessonCard,
    letters, parts, place_of,
    shrunk::{
        BOTH_FOLDED, BOTH_RUN, CLOSE, ONE_WAY, THEIRS_FOLDED, THEIRS_RUN, next, runs, shortened,
        without_parts,
    },
    trace,
};
use crate::window::{glossary, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_card.after(dock::choose), draw_rule, lay_rule).chain());
}

/// Width of the card of a rule, in units.
pub(super) const RULE: f32 = 280.0;

/// Lines from which a card sets them close.
const CROWDED: usize = 10;

/// How wide the card of a square is, in per cent of the column: it has little to say.
const SLIM: f32 = 70.0;

/// Whether a card has so many lines that it sets them close.
pub(super) fn crowded(side: &SideCard) -> bool {
    side.lines.len() > CROWDED
}

/// What a card so wide has for its numbers in the narrowest column, in units.
const NUMBERS: f32 = 172.0;

/// How much wider numbers may be than they are thought to be.
const SPARE: f32 = 1.1;

/// How wide a card that is folded so far is, in per cent of the column.
pub(super) fn width(side: &SideCard, fold: Fold) -> f32 {
    let slim = side.side.is_none() && !crowded(side) && side.columns.is_empty() && side.trace.is_empty();
    let few = || kept_lines(side, fold).iter().all(|line| line.needed);
    let bare = fold == Fold::Numbers && numbers_width(side) <= NUMBERS && few();
    if slim || bare { SLIM } else { 100.0 }
}

/// The lines that are left on a card that is folded so far: a sum in short, else those that tell of a danger, and the roll
/// that is needed.
pub(super) fn kept_lines(side: &SideCard, fold: Fold) -> Vec<SideLine> {
    let mut kept = match () {
        () if side.sums => shortened(&side.lines),
        () => side.lines.clone(),
    };
    if fold == Fold::Numbers || !(side.sums || side.tells()) {
        kept.retain(|line| line.harm || line.needed);
    }
    kept
}

/// About how wide the numbers of a card are, side by side, in units.
fn numbers_width(side: &SideCard) -> f32 {
    let one = |(n, (number, name, _)): (usize, &(String, String, bool))| {
        let large = if n == 0 { 1.0 } else { SMALLER };
        let number = letters::width(number) * letters::BOLD * large * theme::LARGE / theme::SMALL;
        SPARE * number.max(letters::width(name)) + if n == 0 { 0.0 } else { GAP_3 }
    };
    side.numbers.iter().enumerate().map(one).sum()
}

/// A card in the column, which the pointer goes through: set close if it is crowded, and nearer to its edges if it is short.
fn column_card((crowded, short): (bool, bool), width: f32) -> impl Bundle {
    let node = down().gap(if crowded { 0.0 } else { GAP }).pad(GAP_3, if short { GAP_2 } else { GAP_3 });
    let node = Node { width: percent(width), align_self: AlignSelf::FlexEnd, ..node };
    (widgets::card(node), CoversMap, Pickable::IGNORE)
}

/// What was drawn last: the card, whether it is kept and by what, how far it is folded and shrunk.
type Drawn = (Option<SideCard>, (bool, bool), Fold, u8);

fn draw_card(
    mut commands: Commands,
    table: Res<Table>,
    panel: Single<(Entity, &ComputedNode), With<SidePanel>>,
    (room, docked, pointer): (Res<Room>, Res<Docked>, Res<Pointer>),
    mut seen: Local<Drawn>,
) {
    let (panel, node) = *panel;
    let (pinned, fold) = (table.pinned, docked.fold);
    let now = (pinned, table.row.holds);
    let card_is_same = || !table.is_changed() || (&seen.0, seen.1) == (&table.side, now);
    let same = !room.is_changed() && seen.2 == fold && card_is_same();
    // A card that is too high for its place is shrunk step by step, so that none of it is cut off; one that is kept can
    // be scrolled.
    let over = (node.content_size().y - node.size().y) * node.inverse_scale_factor();
    let most = if pinned { CLOSE } else { BOTH_FOLDED };
    let cut = same && seen.3 < most && seen.0.is_some() && over > 1.0;
    if same && !cut {
        return;
    }
    let shrunk = match &table.side {
        Some(side) if cut => next(side, seen.3),
        _ => u8::from(room.folded),
    };
    *seen = (table.side.clone(), now, fold, shrunk);
    commands.entity(panel).despawn_children();
    let Some(side) = &table.side else { return };
    let brief = dock::brief(side, &room).filter(|_| !pinned);
    let folded = brief.as_ref().is_some_and(|own| own.sums);
    let side = brief.as_ref().unwrap_or(side);
    commands.entity(panel).with_children(|parent| {
        let crowded = crowded(side);
        let close = shrunk >= CLOSE || crowded;
        parent.spawn(column_card((close, fold > Fold::Whole), width(side, fold))).with_children(|card| {
            let folded = folded || (fold > Fold::Whole && side.sums);
            let asked = pointer.square.is_some() && (folded || side.tells());
            let foot = foot(now, asked, folded);
            let title = NAME.ink(side.side.map_or(theme::INK, theme::side_ink));
            if fold > Fold::Whole {
                // What a click does with it has room beside most names.
                let head = Node { align_items: AlignItems::Baseline, ..across().gap(GAP_2).apart().wrap() };
                card.spawn((head, Pickable::IGNORE)).with_children(|head| {
                    head.text(title, &side.title);
                    head.text_any(ASIDE, &foot);
                });
                draw_numbers(card, side);
                if fold == Fold::Short {
                    columns::draw_strip(card, &side.columns);
                }
                parts::flow(card, &kept_lines(side, fold));
                return;
            }
            card.text(title, &side.title);
            card.text_any(ASIDE, &side.about);
            draw_numbers(card, side);
            if shrunk < BOTH_FOLDED {
                columns::draw(card, &side.columns, &side.columns_note, shrunk >= CLOSE);
            }
            let most = if shrunk < ONE_WAY { usize::MAX } else { usize::from(shrunk < BOTH_FOLDED) };
            let rows = side.trace.len().min(most);
            trace::draw(card, &side.trace[..rows]);
            if rows > 0 && !side.lines.is_empty() {
                card.spawn((
                    Node { height: px(1), width: percent(100), ..default() },
                    BackgroundColor(theme::RULE),
                ));
            }
            draw_lines(card, side, shrunk);
            for (name, share, value) in &side.bars {
                draw_bar(card, name, *share, value);
            }
            card.text_any(ASIDE, &foot);
        });
    });
}

/// What stands at the foot of a card that is kept or asks to be: what keeps it or lets it go. While something is in hand,
/// the other click cancels that, and a key keeps the card. `folded`: parts of its sums are folded away until it is kept.
fn foot((pinned, holds): (bool, bool), asked: bool, folded: bool) -> String {
    if !pinned && !asked {
        return String::new();
    }
    let by = if holds { say!("side-by-key") } else { say!("side-by-click") };
    match () {
        () if pinned => say!("side-kept", by = by),
        () if folded => say!("side-sums", by = by),
        () => say!("side-keep", by = by),
    }
}

/// The lines of a card that is shrunk so far.
fn draw_lines(card: Sheet, side: &SideCard, shrunk: u8) {
    let kept = match shrunk {
        THEIRS_FOLDED.. if side.sums => without_parts(&side.lines, shrunk >= BOTH_FOLDED),
        _ => side.lines.clone(),
    };
    let pieces = match shrunk {
        ..THEIRS_RUN => vec![(false, kept.as_slice())],
        _ if side.sums => runs(&kept, shrunk >= BOTH_RUN),
        _ => vec![(true, kept.as_slice())],
    };
    for (run, lines) in pieces {
        if run {
            parts::flow(card, lines);
            continue;
        }
        for line in lines {
            draw_line(card, line);
        }
    }
}

/// So many numbers of a square are all as large, and from so many on they stand closer, so that a row holds them.
const EVEN: usize = 3;
const CLOSER: usize = 5;

/// So large are those beside the first.
const SMALLER: f32 = 0.7;

/// The numbers that matter, the first the largest; those of a square are all as large.
fn draw_numbers(card: Sheet, side: &SideCard) {
    let all = &side.numbers;
    if all.is_empty() {
        return;
    }
    let even = side.side.is_none() && all.len() <= EVEN;
    let gap = if all.len() < CLOSER { GAP_3 } else { GAP_2 };
    let node = across().gap(gap).rows(GAP).wrap();
    let node = Node { align_items: AlignItems::FlexEnd, ..node };
    card.spawn(node).with_children(|numbers| {
        for (n, (number, name, harm)) in all.iter().enumerate() {
            let size = if n == 0 || even { theme::LARGE } else { theme::LARGE * SMALLER };
            let ink = if *harm { theme::HARM } else { theme::INK };
            let topic =
                side.topics.get(n).filter(|own| !own.is_empty()).cloned().or_else(|| glossary::topic(name));
            let mut one = numbers.spawn(down().gap(0.0));
            leads(&mut one, format!("number {name}"), topic);
            one.with_children(|stack| {
                stack.line(HEADING.size(size).ink(ink), number);
                stack.line(SOFT, name);
            });
        }
    });
}

/// The rule of the line or card that the pointer is on.
fn draw_rule(
    mut commands: Commands,
    table: Res<Table>,
    panel: Single<Entity, With<RulePanel>>,
    mut seen: Local<Option<RuleCard>>,
) {
    if !table.is_changed() || *seen == table.rule {
        return;
    }
    seen.clone_from(&table.rule);
    commands.entity(*panel).despawn_children();
    let Some(rule) = &table.rule else { return };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(column_card((false, false), 100.0)).with_children(|card| {
            card.spawn(across().apart()).with_children(|head| {
                head.text(NAME, &rule.title);
                head.line(NUMBER, &rule.id);
            });
            for text in &rule.more {
                card.text(PLAIN, text);
            }
            card.text_any(if rule.more.is_empty() { PLAIN } else { ASIDE }, &rule.text);
        });
    });
}

/// A panel that the card of a rule keeps off.
type Beside<'w, 's, Own> =
    Single<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), (With<Own>, Without<RulePanel>)>;

/// The card of a rule lies beside what it explains and off the pointer: beside the column, the card, the log or the slip
/// of a lesson.
fn lay_rule(
    table: Res<Table>,
    (room, rise, ui, pointer): (Res<Room>, Res<Rise>, Res<UiScale>, Res<Pointer>),
    panels: (Beside<SidePanel>, Beside<PromptPanel>, Beside<LogPanel>),
    lessons: Query<(&ComputedNode, &UiGlobalTransform), With<LessonCard>>,
    rule: Single<(&mut Node, &ComputedNode), With<RulePanel>>,
) {
    if table.rule.is_none() {
        return;
    }
    let mut keep: Vec<(Rect, u32)> =
        [*panels.0, *panels.1, *panels.2].map(|(node, at)| (place_of(node, at), 1)).to_vec();
    keep.extend(lessons.iter().map(|(node, at)| (place_of(node, at), 1)));
    keep.retain(|(own, _)| own.width() > 0.0 && own.height() > 0.0);
    if let Some(at) = pointer.screen {
        keep.push((Rect::from_center_size(at / ui.0, Vec2::splat(POINTER)), 1));
    }
    let (mut node, computed) = rule.into_inner();
    let size = computed.size() * computed.inverse_scale_factor();
    let least = Vec2::new(GAP_2, room.top + GAP_2);
    let most = Vec2::new(room.window.x - GAP_2, room.window.y - room.bottom - rise.0 - GAP_2);
    let at = off(size, Rect::from_corners(least, most.max(least)), &keep).round();
    if node.left != px(at.x) || node.top != px(at.y) {
        (node.left, node.top) = (px(at.x), px(at.y));
    }
}

/// What is kept free around the pointer, in units.
const POINTER: f32 = 40.0;

/// Where a card of this size lies inside `free` so that it covers least of `keep`, each as much as it matters; of equal
/// places the rightmost, and then the highest.
fn off(size: Vec2, free: Rect, keep: &[(Rect, u32)]) -> Vec2 {
    let most = (free.max - size).max(free.min);
    let gap = GAP_2;
    let columns =
        keep.iter().flat_map(|(own, _)| [own.min.x - gap - size.x, own.max.x + gap]).chain([most.x]);
    let rows = || keep.iter().flat_map(|(own, _)| [own.min.y, own.max.y + gap]).chain([free.min.y, most.y]);
    let mut best: Option<(f32, Vec2)> = None;
    for (x, y) in columns.flat_map(|x| rows().map(move |y| (x, y))) {
        let at = Vec2::new(x, y).clamp(free.min, most);
        let own = Rect::from_corners(at, at + size);
        let covered = keep.iter().map(|(other, n)| (own.intersect(*other), *n as f32));
        let covered: f32 =
            covered.filter(|(own, _)| !own.is_empty()).map(|(own, n)| own.width() * own.height() * n).sum();
        let better = |(least, old): (f32, Vec2)| {
            covered < least - 0.5 || (covered < least + 0.5 && (at.x, -at.y) > (old.x, -old.y))
        };
        if best.is_none_or(better) {
            best = Some((covered, at));
        }
    }
    best.map_or(free.min, |(_, at)| at)
}

/// The longest value, in characters, that is set as a number in its column.
const LONG: usize = 12;

fn draw_line(card: Sheet, line: &SideLine) {
    if line.sum {
        card.spawn((Node { height: px(1), width: percent(100), ..default() }, BackgroundColor(theme::INK)));
    }
    let ink = parts::ink(line, theme::INK);
    let mut row = card.spawn(across().gap(GAP_2).apart());
    leads(&mut row, format!("line {}", line.text), line.asks());
    row.with_children(|row| {
        let long = line.value.chars().count() > LONG;
        strike(row.text(PLAIN.bold(line.sum).ink(ink), &line.text), line.struck && !long);
        if long {
            // Words rather than a number: they wrap.
            row.text(PLAIN.ink(ink), &line.value).insert(TextLayout::justify(Justify::Right));
            return;
        }
        let end = Node::default().fixed();
        let end = Node { min_width: px(26), justify_content: JustifyContent::FlexEnd, ..end };
        row.spawn((end, Pickable::IGNORE)).with_children(|end| {
            strike(end.line(NUMBER.ink(ink), &line.value), line.struck);
        });
    });
    if !line.note.is_empty() {
        card.spawn(Node { padding: UiRect::left(px(GAP_3)), ..default() }).with_child(ASIDE.text(&line.note));
    }
}

/// A bar with its name at the left and its value at the right: one step of a distribution.
fn draw_bar(card: Sheet, name: &str, share: f32, value: &str) {
    card.spawn((Node { height: px(16), ..across().gap(GAP_2) }, Pickable::IGNORE)).with_children(|row| {
        row.spawn(Node { width: px(64), ..Node::default().fixed() }).with_child(PLAIN.line(name));
        row.spawn(Node::default().grows()).with_children(|track| {
            let node = Node { width: percent(100.0 * share.clamp(0.0, 1.0)), height: px(8), ..default() };
            track.spawn((node, BackgroundColor(theme::INK_SOFT), Pickable::IGNORE));
        });
        let own = Node { width: px(40), justify_content: JustifyContent::FlexEnd, ..default() };
        row.spawn(own).with_child(NUMBER.ink(theme::INK).line(value));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_foot_of_a_card_names_the_key_while_the_other_click_cancels() {
        let clicks = |text: &str| text.contains("Right click");
        let all = [(false, true, true), (false, true, false), (true, false, false)];
        for (pinned, asked, folded) in all {
            let told = [false, true].map(|holds| foot((pinned, holds), asked, folded));
            assert!(clicks(&told[0]) && !clicks(&told[1]) && !told[1].is_empty(), "{told:?}");
        }
        assert_eq!(foot((false, true), false, false), "");
    }

    #[test]
    fn a_card_of_numbers_alone_still_tells_of_dangers() {
        let line = |text: &str, harm: bool| SideLine { text: text.to_owned(), harm, ..SideLine::default() };
        let lines = vec![line("Provokes", true), line("Strength", false)];
        let card = SideCard { side: Some(0), sums: true, lines, ..SideCard::default() };
        let kept = |fold: Fold| kept_lines(&card, fold).into_iter().map(|own| own.text).collect::<Vec<_>>();
        assert_eq!(kept(Fold::Numbers), ["Provokes"]);
        assert_eq!(kept(Fold::Short), ["Provokes", "Strength"]);
        let square = SideCard { side: None, sums: false, ..card.clone() };
        assert_eq!(kept_lines(&square, Fold::Short).len(), 1, "what is no sum is folded away but for them");
        let safe = SideCard { lines: vec![line("Strength", false)], ..card.clone() };
        assert!(width(&card, Fold::Numbers) > width(&safe, Fold::Numbers), "they have the whole width");
        let needed = SideLine { sum: true, needed: true, ..line("Roll needed", false) };
        let lines = vec![line("Strength", false), needed];
        let rolled = SideCard { lines, ..card.clone() };
        let kept = kept_lines(&rolled, Fold::Numbers);
        assert_eq!(kept.iter().map(|own| own.text.as_str()).collect::<Vec<_>>(), ["Roll needed"]);
        assert_eq!(width(&rolled, Fold::Numbers), width(&safe, Fold::Numbers));
    }

    #[test]
    fn the_card_of_a_rule_covers_neither_menu_nor_pointer() {
        let free = Rect::new(8.0, 84.0, 1272.0, 530.0);
        let size = Vec2::new(280.0, 120.0);
        let column = Rect::new(972.0, 84.0, 1272.0, 400.0);
        for menu in [Rect::new(580.0, 100.0, 960.0, 500.0), Rect::new(8.0, 84.0, 388.0, 500.0)] {
            let pointer = Rect::from_center_size(menu.center() + Vec2::new(150.0, 0.0), Vec2::splat(POINTER));
            let at = off(size, free, &[column, menu, pointer].map(|own| (own, 1)));
            let own = Rect::from_corners(at, at + size);
            assert!([column, menu, pointer].iter().all(|other| own.intersect(*other).is_empty()), "{at}");
        }
        assert_eq!(
            off(size, free, &[(column, 1)]),
            Vec2::new(992.0, 408.0),
            "beneath the column, if there is room"
        );
    }
}
