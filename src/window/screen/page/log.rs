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
#[derive(PartialEq)]
struct Shown {
    /// Which of the parts.
    part: usize,
    /// The headings of all of them; none: it has none.
    headings: Vec<Option<String>>,
    /// The lines of that part, which may be told in another language.
    lines: Vec<LogLine>,
    view: LogView,
    hint: String,
}

impl Shown {
    fn of(table: &Table, begins: &[usize], part: usize) -> Self {
        let heading = |begin: &usize| Some(table.log.get(*begin).filter(|line| line.part)?.text.clone());
        let lines = table.log.get(range(table, begins, part)).unwrap_or_default();
        Self {
            part,
            headings: begins.iter().map(heading).collect(),
            lines: lines.to_vec(),
            view: table.log_view.clone(),
            hint: table.hint.clone(),
        }
    }
}

/// From which line to which a part goes.
fn range(table: &Table, begins: &[usize], part: usize) -> std::ops::Range<usize> {
    let from = begins.get(part).copied().unwrap_or(0);
    from..begins.get(part + 1).copied().unwrap_or(table.log.len())
}

fn draw(
    mut sheet: PageSheet,
    (table, shelf, part): (Res<Table>, Res<Shelf>, Res<Part>),
    mut seen: Local<Option<Shown>>,
) {
    let begins = parts(&table.log);
    let part = part.0.min(begins.len().saturating_sub(1));
    if !sheet.renew(&mut seen, Shown::of(&table, &begins, part)) {
        return;
    }
    let lines_of_part = range(&table, &begins, part);
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
                .with_children(|lines| draw_lines(lines, &table, lines_of_part));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_drawn_anew_when_its_lines_are_told_in_another_language() {
        let shown = |texts: [&str; 3]| {
            let line = |(n, text): (usize, &str)| LogLine {
                text: text.to_owned(),
                part: n != 1,
                ..LogLine::default()
            };
            let log = texts.into_iter().enumerate().map(line).collect();
            let table = Table { log, ..Table::default() };
            Shown::of(&table, &parts(&table.log), 0)
        };
        let english = ["Round 1", "Jem moves", "Round 2"];
        assert!(shown(english) == shown(english));
        assert!(shown(english) != shown(["Round 1", "Jem geht", "Round 2"]));
        assert!(shown(english) != shown(["Round 1", "Jem moves", "Runde 2"]), "so is the list of parts");
    }
}
