//! The log: everything that this side perceived, each roll with its parts; filters, folds, copying, and the same lines
//! read aloud.

use accesskit::{Live, Node as Aloud, Role};
use arboard::Clipboard;
use bevy::a11y::AccessibilityNode;

use super::{CoversMap, LogPanel, parts, token::token, trace};
use crate::window::{glossary, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        let mut aloud = Aloud::new(Role::Log);
        aloud.set_live(Live::Polite);
        commands.spawn((Name::new("log aloud"), Feed(0), AccessibilityNode::from(aloud)));
    })
    .add_systems(Update, ((draw_log, scroll_log).chain(), read_aloud, copy));
}

/// Lines of the log that are drawn; older ones are kept, but not drawn.
const LINES: usize = 120;

/// The part of the log that scrolls.
#[derive(Component)]
struct LogScroll;

/// What is read aloud of the log, by how many lines it had then.
#[derive(Component)]
struct Feed(usize);

/// What is new in the log, for a screen reader.
fn read_aloud(table: Res<Table>, feed: Single<(&mut Feed, &mut AccessibilityNode)>) {
    if !table.is_changed() {
        return;
    }
    let (mut feed, mut aloud) = feed.into_inner();
    let known = if table.log.len() < feed.0 { 0 } else { feed.0 };
    if table.log.len() == feed.0 {
        return;
    }
    let new: Vec<String> = table.log[known..].iter().map(LogLine::plain).collect();
    aloud.set_value(new.join("\n"));
    feed.0 = table.log.len();
}

/// What is shown of the log goes to the clipboard, as text.
fn copy(
    mut intents: MessageReader<Intent>,
    mut table: ResMut<Table>,
    // Under X11 a program hands out what it copied for as long as it keeps the clipboard.
    mut clipboard: Local<Option<Clipboard>>,
) {
    if !intents.read().any(|intent| *intent == Intent::LogCopy) {
        return;
    }
    let shown = table.log_view.shown(&table.log);
    let text: Vec<String> = shown.iter().filter_map(|n| table.log.get(*n)).map(LogLine::plain).collect();
    if clipboard.is_none() {
        *clipboard = Clipboard::new().ok();
    }
    let done = clipboard.as_mut().is_some_and(|clipboard| clipboard.set_text(text.join("\n")).is_ok());
    table.hint = if done { say!("logbar-copied", n = text.len()) } else { say!("logbar-not-copied") };
}

/// What was drawn last, while the log is open.
#[derive(PartialEq)]
struct Drawn {
    /// Its lines, each with its place: as many may be written anew, in another language.
    lines: Vec<(usize, LogLine)>,
    view: LogView,
    units: Vec<u32>,
}

impl Drawn {
    /// What is to be drawn of a table; none: the log is shut.
    fn of(table: &Table) -> Option<Self> {
        if !table.log_open {
            return None;
        }
        let shown = table.log_view.shown(&table.log);
        let first = shown.len().saturating_sub(LINES);
        let lines = shown.into_iter().skip(first);
        Some(Self {
            lines: lines.filter_map(|n| Some((n, table.log.get(n)?.clone()))).collect(),
            view: table.log_view.clone(),
            units: table.ribbon.slots.iter().chain(&table.ribbon.fallen).map(|slot| slot.unit).collect(),
        })
    }
}

fn draw_log(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    panel: Single<Entity, With<LogPanel>>,
    language: Res<Language>,
    mut seen: Local<Option<Drawn>>,
) {
    if !table.is_changed() && !language.is_changed() {
        return;
    }
    let now = Drawn::of(&table);
    if !language.is_changed() && *seen == now {
        return;
    }
    commands.entity(*panel).despawn_children();
    *seen = now;
    let Some(drawn) = seen.as_ref() else { return };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(sheet()).with_children(|card| {
            draw_filters(card, &table.log_view, false);
            draw_units(card, &mut brushes, &table);
            card.spawn((
                LogScroll,
                ScrollArea,
                // Past its end, so that no frame shows its beginning.
                ScrollPosition(Vec2::new(0.0, 1.0e6)),
                Node { flex_grow: 1.0, min_height: px(0), overflow: Overflow::scroll_y(), ..down().gap(2.0) },
            ))
            .with_children(|lines| {
                for (n, line) in &drawn.lines {
                    draw_log_line(lines, *n, line, table.log_view.folded.contains(n), "");
                }
            });
        });
    });
}

/// What it is written on: nothing that lies on the map lies under it.
fn sheet() -> impl Bundle {
    (CoversMap, widgets::card(down().pad(GAP_3, GAP_3).fill()))
}

/// The kinds to choose from and the folds at one end; what is done with the lines apart from them, at the other: with
/// `cases` also what those who write content do with a whole log.
pub(super) fn draw_filters(card: Sheet, view: &LogView, cases: bool) {
    let kinds = [
        ("log all", say!("logbar-all"), None),
        ("log rolls", say!("logbar-rolls"), Some(LogKind::Roll)),
        ("log harm", say!("logbar-harm"), Some(LogKind::Harm)),
        ("log answers", say!("logbar-answers"), Some(LogKind::Answer)),
    ];
    let row = across().rows(GAP).wrap();
    card.spawn(row.clone().gap(GAP_3)).with_children(|bar| {
        bar.spawn(row.clone()).with_children(|filters| {
            for (name, text, kind) in kinds {
                let chosen = view.kind == kind && (kind.is_some() || view.from == 0);
                let look = if chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
                bar_button(filters, (name, text), look, Intent::LogKind(kind));
            }
            let fold = if view.folded.is_empty() { say!("logbar-fold") } else { say!("logbar-unfold") };
            bar_button(filters, ("log fold", fold), ButtonLook::Paper, Intent::LogFoldAll);
        });
        let apart = Node { margin: UiRect::left(auto()), ..row };
        bar.spawn((Name::new("log commands"), apart)).with_children(|commands| {
            let look = ButtonLook::Paper;
            bar_button(commands, ("log copy", say!("logbar-copy")), look, Intent::LogCopy);
            if cases {
                bar_button(commands, ("log case", say!("logbar-case")), look, Intent::LogCase);
            }
        });
    });
}

/// A button over the log.
fn bar_button(bar: Sheet, (name, text): (&str, String), look: ButtonLook, intent: Intent) {
    let node = Node { height: px(22), align_items: AlignItems::Center, ..Node::default().pad(6.0, 0.0) };
    bar.button(name, look, intent, node).with_child(PLAIN.line(text));
}

/// Those in the fight: pressing one leaves only what is about it.
fn draw_units(card: Sheet, brushes: &mut Brushes, table: &Table) {
    card.spawn(Node::default().columns(2.0).rows(2.0).wrap()).with_children(|row| {
        for slot in table.ribbon.slots.iter().chain(&table.ribbon.fallen) {
            let chosen = table.log_view.unit == Some(slot.unit);
            let look = if chosen { ButtonLook::Chosen } else { ButtonLook::Bare };
            let (name, node) = (format!("log of {}", slot.name), Node::default().pad(1.0, 1.0));
            let aloud = format!("{}: {}", slot.name, say!("tip-log-unit"));
            row.button(name, look, Intent::LogUnit(slot.unit), node)
                .insert(AccessibleLabel::new(aloud))
                .with_children(|button| token(button, brushes, slot, (26.0, 3.0), Color::WHITE));
        }
    });
}

/// A line: pressing a heading folds what is under it, pressing any other looks at where it happened; pointing at it tells
/// of the term of the game in it. `unseen` says from whom it was hidden.
pub(super) fn draw_log_line(lines: Sheet, n: usize, line: &LogLine, folded: bool, unseen: &str) {
    let ink = if line.harm { theme::HARM } else { line.side.map_or(theme::INK, theme::side_ink) };
    let heading = line.indent == 0 || line.part;
    let padding = UiRect::left(px(GAP_3 * f32::from(line.indent)));
    lines.spawn(Node { padding, ..down().gap(0.0).fixed() }).with_children(|entry| {
        // Dice that nothing is added to stand behind what they are about.
        let plain = line.roll.as_ref().filter(|roll| roll.lines.is_empty());
        entry.spawn(across().gap(GAP_2).wrap()).with_children(|head| {
            if !line.text.is_empty() {
                let (mark, intent) = match (heading, folded) {
                    (true, true) => ("+ ", Intent::LogFold(n)),
                    (true, false) => ("– ", Intent::LogFold(n)),
                    (false, _) => ("", Intent::LogGo(n)),
                };
                let node = Node::default().pad(1.0, 0.0);
                let text = format!("{mark}{}", line.text);
                let mut button = head.button(format!("log {n}"), ButtonLook::Bare, intent, node);
                button
                    .insert(AccessibleLabel::new(line.text.clone()))
                    .with_child(PLAIN.bold(line.indent == 0).ink(ink).text(text));
                if let Some(topic) = glossary::topic(&line.text) {
                    button.insert(explains(&topic));
                }
            }
            if let Some(roll) = plain {
                head.spawn(dice_of(roll));
            }
            head.text_any(ASIDE, unseen);
        });
        if let Some(roll) = line.roll.as_ref().filter(|_| plain.is_none()) {
            let mut dice = entry.spawn(Node::default());
            leads(&mut dice, format!("log dice {n}"), glossary::topic(&roll.result));
            dice.with_child(dice_of(roll));
            parts::flow(entry, &roll.lines);
        }
        trace::draw(entry, &line.trace);
    });
}

/// The dice of a roll, its sum and what came of it.
fn dice_of(roll: &ShownRoll) -> impl Bundle {
    let dice: Vec<String> = roll
        .dice
        .iter()
        .map(|(sides, face, counts)| match (*sides, *counts) {
            (0, true) => face.to_string(),
            (0, false) => format!("({face})"),
            (sides, true) => say!("die-face", sides = sides, face = face),
            (sides, false) => format!("({})", say!("die-face", sides = sides, face = face)),
        })
        .collect();
    let mut text = dice.join(" ");
    if !roll.sum.is_empty() {
        text = format!("{text}   {}", roll.sum);
    }
    if !roll.result.is_empty() {
        text = format!("{text}: {}", roll.result);
    }
    NUMBER.ink(theme::INK).text(text)
}

/// The log shows its end when something is added; while a page covers it, it waits with that.
fn scroll_log(
    mut areas: Query<(&mut ScrollPosition, &ComputedNode, Ref<LogScroll>)>,
    mut settling: Local<u8>,
) {
    for (mut position, node, scroll) in &mut areas {
        if scroll.is_added() {
            *settling = 3;
        }
        if *settling > 0 && node.size().y > 0.0 {
            *settling -= 1;
            let end = (node.content_size().y - node.size().y).max(0.0) * node.inverse_scale_factor();
            position.y = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    fn table(text: &str) -> Table {
        Table {
            log: vec![LogLine { text: text.to_owned(), ..LogLine::default() }],
            log_open: true,
            ..Table::default()
        }
    }

    #[test]
    fn an_open_log_is_drawn_anew_when_its_lines_are_told_in_another_language() {
        assert!(Drawn::of(&table("Round 1")) == Drawn::of(&table("Round 1")));
        assert!(Drawn::of(&table("Round 1")) != Drawn::of(&table("Runde 1")));
        let shut = |text: &str| Drawn::of(&Table { log_open: false, ..table(text) });
        assert!(shut("Round 1").is_none() && shut("Runde 1").is_none());
    }

    #[test]
    fn what_lies_on_the_map_keeps_off_the_log() {
        let mut world = World::new();
        let sheet = world.spawn(sheet()).id();
        assert!(world.get::<CoversMap>(sheet).is_some());
    }

    #[test]
    fn a_log_that_a_page_covers_shows_its_end_once_it_is_seen() {
        let at = |high: f32| {
            let mut world = World::new();
            let (size, content_size) = (Vec2::new(300.0, high), Vec2::new(300.0, 400.0));
            let node = ComputedNode { size, content_size, ..ComputedNode::DEFAULT };
            let log = world.spawn((LogScroll, ScrollPosition::default(), node)).id();
            world.run_system_once(scroll_log).unwrap();
            world.get::<ScrollPosition>(log).map(|at| at.0.y)
        };
        assert_eq!(at(100.0), Some(300.0));
        assert_eq!(at(0.0), Some(0.0));
    }
}
