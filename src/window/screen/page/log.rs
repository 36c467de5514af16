//! Everything that happened in a battle that is over, part by part: also what was hidden, and from whom.

use super::prelude::*;
use crate::window::screen::log::{draw_filters, draw_log_line};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Part>().add_systems(
        Update,
        (choose.before(PageDrawn), draw.in_set(PageDrawn)).run_if(in_state(Screen::Page(Page::Log))),
    );
}

/// Width of the list of parts, in pixels at scale 1.
const PARTS: f32 = 200.0;

/// Lines of a part that are drawn at most.
const LINES: usize = 500;

/// Which of the parts is shown.
#[derive(Resource, Default)]
struct Part(usize);

fn choose(mut intents: MessageReader<Intent>, mut part: ResMut<Part>) {
    for intent in intents.read() {
        if let Intent::LogPart(n) = intent {
            part.0 = *n;
        }
    }
}

/// Where the parts begin: each at its heading, and the first at the beginning.
fn parts(log: &[LogLine]) -> Vec<usize> {
    log.iter().enumerate().filter(|(n, line)| *n == 0 || line.part).map(|(n, _)| n).collect()
}

/// What the page shows.
type Shown = (usize, usize, LogView, String);

fn draw(
    mut sheet: PageSheet,
    (table, shelf, part): (Res<Table>, Res<Shelf>, Res<Part>),
    mut seen: Local<Option<Shown>>,
) {
    let begins = parts(&table.log);
    let part = part.0.min(begins.len().saturating_sub(1));
    if !sheet.renew(&mut seen, (part, table.log.len(), table.log_view.clone(), table.hint.clone())) {
        return;
    }
    let from = begins.get(part).copied().unwrap_or(0);
    let to = begins.get(part + 1).copied().unwrap_or(table.log.len());
    let behind = sheet.behind();
    sheet.page(behind, say!("page-log"), |body| {
        list_beside(body, "parts", PARTS, |list| {
            for (n, begin) in begins.iter().enumerate() {
                let heading = table.log.get(*begin).filter(|line| line.part);
                let text = heading.map_or_else(|| say!("log-begin"), |line| line.text.clone());
                entry(list, format!("part {n}"), (text.as_str(), ""), Intent::LogPart(n), n == part)
                    .insert_if(First, || n == part);
            }
        });
        body.spawn(sheet_of_paper()).with_children(|card| {
            card.text(ASIDE, say!("log-all-about"));
            draw_filters(card, &table.log_view, shelf.modded);
            // Where a case was written, how many lines were copied.
            card.text_any(ASIDE, &table.hint);
            card.spawn(scroll("lines", Node { flex_grow: 1.0, ..Node::default().rows(2.0) }))
                .with_children(|lines| draw_lines(lines, &table, from..to));
        });
    });
}

fn draw_lines(lines: Sheet, table: &Table, part: std::ops::Range<usize>) {
    let shown = table.log_view.shown(&table.log);
    let shown: Vec<usize> = shown.into_iter().filter(|n| part.contains(n)).collect();
    for n in shown.iter().take(LINES) {
        let Some(line) = table.log.get(*n) else { continue };
        draw_log_line(lines, *n, line, table.log_view.folded.contains(n), &unseen(line, table));
    }
    if shown.len() > LINES {
        lines.line(ASIDE, say!("log-more", n = shown.len() - LINES));
    }
}

/// From whom a line was hidden, in words.
fn unseen(line: &LogLine, table: &Table) -> String {
    if line.hidden.is_empty() {
        return String::new();
    }
    let sides = table.ending.iter().flat_map(|ending| &ending.sums.sides);
    let names: Vec<&str> =
        sides.filter(|(_, colour)| line.hidden.contains(colour)).map(|(name, _)| name.as_str()).collect();
    say!("log-hidden", sides = names.join(", "))
}
