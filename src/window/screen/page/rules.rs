//! The rules in words: the books, what is looked for, and every rule that speaks of it.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw, fill).chain().in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Rules))),
    );
}

/// Width of the list of books, in pixels at scale 1.
const BOOKS: f32 = 240.0;

/// Where the rules are listed.
#[derive(Component)]
struct List;

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<(Vec<String>, usize)>>) {
    if !sheet.renew(&mut seen, (shelf.rules.books.clone(), shelf.rules.book)) {
        return;
    }
    let behind = sheet.behind();
    sheet.page(behind, say!("page-rules"), |body| {
        list_beside(body, "books", BOOKS, |list| {
            for (n, name) in shelf.rules.books.iter().enumerate() {
                let intent = Intent::Rules(RulesIntent::Book(n));
                entry(list, format!("rules {name}"), (name.as_str(), ""), intent, n == shelf.rules.book);
            }
        });
        body.spawn(sheet_of_paper()).with_children(|card| {
            card.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
                row.line(NAME, say!("rules-find"));
                let tells = |text| Some(Intent::Rules(RulesIntent::Find(text)));
                row.spawn((field("find", &shelf.rules.find, 32.0, tells), First));
            });
            let node = Node { flex_grow: 1.0, min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
            // It begins at the top, whatever was read before.
            card.spawn((List, ScrollArea, node.rows(GAP_3)));
        });
    });
}

/// The rows by themselves, so that the field stays as it is while one writes.
fn fill(
    mut commands: Commands,
    shelf: Res<Shelf>,
    language: Res<Language>,
    list: Query<Entity, With<List>>,
    room: Res<Room>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Entity, Vec<RuleCard>)>>,
) {
    let Ok(list) = list.single() else { return };
    let same = |(old, rows): &(Entity, Vec<RuleCard>)| *old == list && *rows == shelf.rules.rows;
    if seen.as_ref().is_some_and(same) && !language.is_changed() {
        return;
    }
    *seen = Some((list, shelf.rules.rows.clone()));
    commands.entity(list).insert(ScrollPosition::default()).despawn_children().with_children(|list| {
        let rows = &shelf.rules.rows;
        let first = shelf.rules.book == 0 && shelf.rules.find.is_empty();
        let text = match rows.len() {
            0 => say!("rules-none"),
            _ if first => match shelf.rules.guide.as_str() {
                "" => say!("guide-about"),
                book => say!("guide-about-book", book = book),
            },
            count => say!("rules-count", count = count),
        };
        list.line(ASIDE, text);
        if first {
            // Where there is little room, all of it is seen at once in small letters.
            draw_guide(list, &mut brushes, rows, if room.folded { PLAIN } else { TEXT });
            return;
        }
        for rule in rows {
            draw_rule(list, &mut brushes, rule);
        }
    });
}

/// How a turn goes: numbered, in two columns, so that all of it is seen at once. The rules' ids stand on pointing.
fn draw_guide(list: Sheet, brushes: &mut Brushes, rows: &[RuleCard], style: Style) {
    let grid_template_columns = RepeatedGridTrack::flex(2, 1.0);
    let node = Node { display: Display::Grid, grid_template_columns, ..default() };
    list.spawn(node.columns(GAP_3).rows(GAP_2).fixed()).with_children(|grid| {
        for step in rows {
            let node = Node { align_items: AlignItems::FlexStart, ..Node::default().columns(GAP_2) };
            draw_entry(grid, brushes, step, node, style);
        }
    });
}

fn draw_rule(list: Sheet, brushes: &mut Brushes, rule: &RuleCard) {
    draw_entry(list, brushes, rule, Node::default().columns(GAP_3).fixed(), TEXT);
}

/// A step with its number, or a rule; ids of rules stand on pointing.
fn draw_entry(list: Sheet, brushes: &mut Brushes, rule: &RuleCard, node: Node, style: Style) {
    // A row can have the focus, so that the keys roll the list.
    let name = rule.step.map_or_else(|| format!("rule {}", rule.id), |n| format!("step {n}"));
    let mut row = list.spawn(widgets::button(name, ButtonLook::Bare, true, Intent::AskNothing, node));
    let pointed = if rule.step.is_some() { rule.more.join("\n") } else { rule.id.clone() };
    if !pointed.is_empty() {
        row.insert(Tip::new(pointed));
    }
    row.with_children(|row| {
        if let Some(n) = rule.step {
            let beside = Node { width: px(NUMBERS), ..down().fixed() };
            row.spawn((beside, Pickable::IGNORE)).with_children(|beside| {
                beside.line(HEADING, n.to_string());
            });
        }
        if let Some(picture) = rule.picture {
            let beside = Node { width: px(PICTURE), ..down().fixed() };
            row.spawn((beside, Pickable::IGNORE))
                .with_children(|beside| draw_picture(beside, brushes, picture));
        }
        row.spawn((down().gap(2.0).grows(), Pickable::IGNORE)).with_children(|words| {
            words.text(NAME, &rule.title);
            words.text(style, &rule.text);
            let under = if rule.step.is_none() { rule.more.as_slice() } else { &[] };
            for line in under {
                words.text(ASIDE, line);
            }
        });
    });
}

/// Width of the column of a step's number, in units.
const NUMBERS: f32 = 20.0;

/// Size of a picture beside a rule, in units.
const PICTURE: f32 = 44.0;

/// What a rule speaks of, drawn as it is in a battle.
fn draw_picture(beside: Sheet, brushes: &mut Brushes, picture: RulePicture) {
    match picture {
        RulePicture::Counter => {
            let slot = RibbonSlot { art: "militia".to_owned(), ..RibbonSlot::default() };
            token(beside, brushes, &slot, (PICTURE, 8.0), Color::WHITE);
        }
        RulePicture::Points => {
            beside.spawn((across(), Pickable::IGNORE)).with_children(|pips| {
                widgets::pips(pips, 2, 3, Pip::Round, theme::INK);
                widgets::pips(pips, 1, 1, Pip::Diamond, theme::INK);
            });
        }
        RulePicture::Vitality => {
            beside
                .spawn((Node { width: px(PICTURE), ..default() }, Pickable::IGNORE))
                .with_children(|place| widgets::bar(place, (3, 5), 0, theme::side_colour(0), 10.0));
        }
        RulePicture::Icon(name) => {
            let icon = brushes.picture(&format!("icons/{name}"), 128);
            let icon = ImageNode::new(icon).with_color(theme::INK);
            beside.spawn((icon, sized(PICTURE, PICTURE), Pickable::IGNORE));
        }
    }
}
