//! The title: the name of the game and the ways in.

use super::prelude::*;

/// Width of the menu, in units.
const MENU: f32 = 360.0;
/// The same where its buttons stand side by side.
const WIDE: f32 = 520.0;

/// What it shows: the battle for newcomers, mistakes, the newest save, what is wrong with a newer one, the note.
type Shown = (Option<BattleEntry>, Vec<Mistake>, Option<SaveEntry>, [String; 2]);

pub(super) fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Shown>>) {
    let first = shelf.first.and_then(|n| shelf.battles.get(n)).cloned();
    let newest = shelf.newest.clone();
    let wrong = [shelf.passed.clone(), shelf.note.clone()];
    if !sheet.renew(&mut seen, (first.clone(), shelf.mistakes.clone(), newest.clone(), wrong.clone())) {
        return;
    }
    let folded = sheet.folded();
    sheet.bare(Behind::Table, |root| {
        root.line(HEADING.size(theme::TITLE).ink(theme::PAPER), "Threat Range");
        root.text(ASIDE.size(theme::BODY).ink(theme::PAPER_DIM), say!("title-about"));
        let (width, apart) = if folded { (WIDE, 0.0) } else { (MENU, GAP_2) };
        let rule = Node { margin: UiRect::vertical(px(apart)), ..sized(MENU, 2.0).fixed() };
        root.spawn((rule, BackgroundColor(theme::RULE)));
        root.spawn(Node { width: px(width), ..down().gap(GAP_2).fixed() }).with_children(|column| {
            if let Some(save) = &newest {
                let about = say!("save-line", battle = &save.battle, round = save.round, age = &save.age);
                draw_large(column, "Continue", say!("title-continue"), about, Intent::Continue, true);
            }
            for text in wrong.iter().filter(|text| !text.is_empty()) {
                column.text(PLAIN.ink(theme::PAPER), text);
            }
            if let (Some(n), Some(first)) = (shelf.first, &first) {
                let name = format!("start {}", first.name);
                let about = say!("title-play-about", battle = &first.name, facts = &first.facts);
                let (text, intent) = (say!("title-play-now"), Intent::Start(n));
                draw_large(column, &name, text, about, intent, newest.is_none());
            }
            let play = [
                ("New battle", say!("page-new-battle"), Intent::Open(Page::NewBattle)),
                ("Load", say!("page-load"), Intent::Open(Page::Load)),
                ("Replays", say!("page-replays"), Intent::Open(Page::Replays)),
            ];
            draw_ways(column, folded, (ButtonLook::Plate, theme::INK), play);
            let other = [
                ("Mods", say!("page-mods"), Intent::Open(Page::Mods)),
                ("Rules", say!("page-rules"), Intent::Open(Page::Rules)),
                ("Settings", say!("page-settings"), Intent::Open(Page::Settings)),
                ("Quit", say!("page-quit"), Intent::Quit),
            ];
            draw_ways(column, true, (ButtonLook::Quiet, theme::PAPER), other);
        });
        if shelf.battles.is_empty() {
            root.text(TEXT.ink(theme::PAPER), say!("title-nothing"));
        }
        draw_mistakes(root, &shelf.mistakes);
    });
}

/// Ways to other pages, by the name that scripts press each by: below each other, or two beside each other.
fn draw_ways<const N: usize>(
    column: Sheet,
    folded: bool,
    (look, ink): (ButtonLook, Color),
    ways: [(&str, String, Intent); N],
) {
    menu(column, folded, |menu| {
        for (n, (name, text, intent)) in ways.into_iter().enumerate() {
            // The last one, with nothing beside it, is as wide as two.
            let alone = folded && n + 1 == N && n % 2 == 0;
            let grid_column = GridPlacement::span(if alone { 2 } else { 1 });
            let node = Node { grid_column, ..Node::default().centred() };
            menu.button(name, look, intent, node).with_child(NAME.ink(ink).line(text));
        }
    });
}

/// What is one press away: a battle for those who have never played, or the one that goes on.
fn draw_large(menu: Sheet, name: &str, text: String, about: String, intent: Intent, first: bool) {
    let node = Node { align_items: AlignItems::Center, ..down().gap(2.0).pad(GAP_3, GAP_2) };
    let look = if first { ButtonLook::Lit } else { ButtonLook::Plate };
    menu.button(name, look, intent, node).insert_if(First, || first).with_children(|button| {
        button.line(NAME, text);
        // On gold only the darker ink reads well.
        button.text(if first { PLAIN } else { SOFT }, about);
    });
}

/// Mistakes listed at most.
pub const MISTAKES: usize = 30;

/// That something is wrong with the content, in one line: what it is stands on a page of its own.
fn draw_mistakes(root: Sheet, mistakes: &[Mistake]) {
    if mistakes.is_empty() {
        return;
    }
    let told = match Mistake::count(mistakes) {
        (0, warnings) => say!("title-warnings", count = warnings),
        (errors, _) => say!("title-mistakes", count = errors),
    };
    let node = Node::default().pad(GAP_3, GAP_2).centred();
    root.button("mistakes", ButtonLook::Quiet, Intent::Content(ContentIntent::Look), node)
        .with_child(STRONG.ink(theme::GOLD).line(told));
}

/// The first mistakes, and how many there are more.
pub fn list_mistakes(list: Sheet, mistakes: &[Mistake]) {
    for mistake in mistakes.iter().take(MISTAKES) {
        draw_mistake(list, mistake);
    }
    if mistakes.len() > MISTAKES {
        list.text(ASIDE, say!("title-more-mistakes", count = mistakes.len() - MISTAKES));
    }
}

/// One mistake: what, advice, where, and the line itself.
pub fn draw_mistake(list: Sheet, mistake: &Mistake) {
    list.spawn(down().gap(0.0).fixed()).with_children(|one| {
        let help = if mistake.help.is_empty() { String::new() } else { format!(". {}", mistake.help) };
        let what = match mistake.warning {
            true => say!("title-warning", what = mistake.text.as_str()),
            false => mistake.text.clone(),
        };
        one.text(PLAIN, format!("{what}{help}"));
        let anywhere = TextLayout::linebreak(LineBreak::AnyCharacter);
        one.text(NUMBER, &mistake.place).insert(anywhere);
        if !mistake.line.is_empty() {
            one.text(NUMBER.ink(theme::INK), &mistake.line).insert(anywhere);
        }
    });
}
