//! A battle being put together: which, by which rulebook, who decides for whom, which dice.

use super::{muster::draw_points, prelude::*};
use crate::window::{map_picture, screen::letters};

/// The most room that the map takes, in per cent of the window; the second where it can be leafed through, and a page of
/// 1280×720 has no need to be rolled.
const MAP: Vec2 = Vec2::new(50.0, 29.0);
const LEAFED: Vec2 = Vec2::new(50.0, 22.0);
/// Pixels along the map's longer side, at most.
pub(super) const MAP_PIXELS: u32 = 800;
/// Width of the list of battles, in pixels at scale 1.
const LIST: f32 = 264.0;
/// Widths of a side from which on two stand beside each other: where its units can be chosen, the same of more than two,
/// and where not.
const SIDE: (f32, f32, f32) = (560.0, 380.0, 300.0);
/// The width of who decides for a side, and where two whose units can be chosen stand beside each other.
const WHO: (f32, f32) = (120.0, 92.0);
/// How much of who fights for a side has room in its line there.
const UNITS: f32 = 180.0;
/// The width below which the words of a battle stand above its map.
const WORDS: f32 = 300.0;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Draft, Vec<BattleEntry>, String)>>,
) {
    // The field of the seed keeps what is written into it by itself.
    let now = (Draft { seed: 0, ..shelf.draft.clone() }, shelf.battles.clone(), shelf.note.clone());
    if !sheet.renew(&mut seen, now) {
        return;
    }
    let (draft, folded) = (&shelf.draft, sheet.folded());
    let scale = (MAP_PIXELS / draft.board.size.max_element().max(1)).clamp(1, 32);
    let map = map_picture::picture(&mut brushes.art, &draft.board, &[], &draft.dots, scale);
    let map = brushes.images.add(map);
    sheet.page(Behind::Dark, say!("page-new-battle"), |body| {
        list_beside(body, "battles", LIST, |list| {
            let (text, intent) = (say!("draft-skirmish"), Intent::Draft(DraftIntent::Skirmish));
            let chosen = draft.entry.is_none();
            entry(list, "skirmish", (text.as_str(), ""), intent, chosen).insert_if(First, || chosen);
            for (n, battle) in shelf.battles.iter().enumerate() {
                let name = format!("battle {}", battle.name);
                let (intent, chosen) = (Intent::Draft(DraftIntent::Entry(n)), draft.entry == Some(n));
                entry(list, name, (battle.name.as_str(), battle.facts.as_str()), intent, chosen)
                    .insert_if(First, || chosen);
            }
        });
        body.spawn(sheet_of_paper()).with_children(|card| draw_draft(card, draft, &shelf.note, map, folded));
    });
}

fn draw_draft(card: Sheet, draft: &Draft, note: &str, map: Handle<Image>, folded: bool) {
    middle(card, "draft", |list| {
        // The map beside name and words, or beneath them.
        let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_2).wrap().fixed() };
        list.spawn(node).with_children(|row| {
            row.spawn(down().gap(GAP_2).basis(WORDS)).with_children(|column| {
                column.text(HEADING, &draft.name);
                column.text(TEXT, &draft.about);
                for choice in &draft.choices {
                    draw_choice(column, choice);
                }
            });
            draw_map(row, draft, map);
        });
        list.spawn(down().fixed()).with_children(|column| draw_sides(column, draft));
        if !draft.options.is_empty() {
            list.spawn(down().fixed()).with_children(|column| draw_options(column, &draft.options, folded));
        }
    });
    card.text_any(WRONG, note);
    foot(card, |row| {
        explained(row, say!("draft-seed"), &say!("seed-about"));
        let tells = |text: String| Some(Intent::Draft(DraftIntent::Seed(text.trim().parse().ok()?)));
        row.spawn(field("seed", &draft.seed.to_string(), 20.0, tells));
        row.push("Other dice", TEXT, say!("draft-other-dice"), Intent::Draft(DraftIntent::AnySeed));
        row.space();
        let node = Node::default().pad(GAP_3 * 2.0, GAP_2);
        row.button("Begin", ButtonLook::Lit, Intent::Begin, node).with_child(NAME.line(say!("draft-begin")));
    });
}

/// The sides, two beside each other where there is room, and how they become more or less.
fn draw_sides(column: Sheet, draft: &Draft) {
    column.spawn(across().apart().fixed()).with_children(|row| {
        heading(row, say!("draft-sides"));
        if let Some(more) = draft.more_sides {
            draw_more(row, more);
        }
    });
    let musters = draft.more_sides.is_some();
    let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_2).wrap().fixed() };
    column.spawn(node).with_children(|sides| {
        for (n, seat) in draft.seats.iter().enumerate() {
            let form = SeatForm::of(draft.seats.len(), musters);
            sides.spawn(down().basis(form.wide())).with_children(|side| draw_seat(side, n, seat, form));
        }
    });
}

/// What is agreed on besides, in two columns where there is room.
fn draw_options(column: Sheet, options: &[Choices], folded: bool) {
    heading(column, say!("draft-options"));
    let grid_template_columns = RepeatedGridTrack::flex(if folded { 1 } else { 2 }, 1.0);
    let node = Node { display: Display::Grid, grid_template_columns, column_gap: theme::EDGE, ..default() };
    column.spawn(node.rows(GAP).fixed()).with_children(|grid| {
        for option in options {
            draw_option(grid, option);
        }
    });
}

/// One thing out of several.
fn draw_choice(column: Sheet, choice: &Choices) {
    column.spawn((down().fixed(), IsAbout(choice.heading.clone()))).with_children(|group| {
        explained(group, &choice.heading, &choice.note);
        draw_answers(group, choice, across().rows(GAP).wrap(), GAP);
    });
}

/// The map drawn small, where everybody starts. Where it can be another, these are leafed through beside it.
fn draw_map(row: Sheet, draft: &Draft, map: Handle<Image>) {
    let size = draft.board.size.as_vec2().max(Vec2::ONE);
    let most = if draft.maps.is_some() { LEAFED } else { MAP };
    let size = size * (most / size).min_element();
    let (width, height) = (Val::VMin(size.x), Val::VMin(size.y));
    let node = Node { width, height, border: UiRect::all(px(1)), ..default() };
    let picture = (ImageNode::new(map), node, BorderColor::all(theme::INK_SOFT));
    let Some(maps) = &draft.maps else {
        row.spawn(Node { max_width: percent(100), ..down().fixed() }).with_child(picture);
        return;
    };
    let node = Node { width: Val::VMin(LEAFED.x), max_width: percent(100), ..down().fixed() };
    row.spawn((node, IsAbout(maps.heading.clone()))).with_children(|column| {
        column.spawn(across().gap(GAP_2).fixed()).with_children(|names| {
            let name = maps.answers.get(maps.chosen).map_or("", |(name, _)| name.as_str());
            leaf(names, maps, -1);
            names.spawn(Node::default().centred().grows()).with_children(|place| {
                place.text(NAME, name).insert(TextLayout::justify(Justify::Center));
            });
            leaf(names, maps, 1);
        });
        // All maps have as much room, so that nothing moves while one leafs.
        let room = Node {
            height: Val::VMin(LEAFED.y),
            align_items: AlignItems::Center,
            ..Node::default().centred()
        };
        column.spawn(room.fixed()).with_child(picture);
        column.spawn(across().apart().fixed()).with_children(|facts| {
            let size = draft.board.size;
            facts.line(ASIDE, say!("draft-map-of", n = maps.chosen + 1, all = maps.answers.len()));
            facts.line(ASIDE, say!("draft-squares", columns = size.x, rows = size.y));
        });
    });
}

/// The button to the answer so many after the one that is chosen, round and round.
fn leaf(names: Sheet, maps: &Choices, by: isize) {
    let Some((_, intent)) = after(maps, by) else { return };
    let (name, text, tip) = match by {
        ..0 => ("map before", "‹", say!("draft-map-before")),
        _ => ("map after", "›", say!("draft-map-after")),
    };
    names.push(name, NAME, text, Intent::Draft(intent.clone())).insert(Tip::new(tip));
}

/// The answer so many after the one that is chosen, round and round.
fn after(choice: &Choices, by: isize) -> Option<&(String, DraftIntent)> {
    let count = choice.answers.len();
    let by = by.rem_euclid(isize::try_from(count.max(1)).ok()?).unsigned_abs();
    choice.answers.get((choice.chosen + by) % count.max(1))
}

fn heading(list: Sheet, text: impl Into<String>) {
    list.line(STRONG.soft(), text);
}

/// A heading that tells on pointing what is chosen under it.
fn explained(list: Sheet, text: impl Into<String>, note: &str) {
    let mut place = list.spawn(Node::default().fixed());
    if !note.is_empty() {
        place.insert(Tip::new(note.to_owned()));
    }
    place.with_child(STRONG.soft().line(text));
}

/// The colour of a side, at the beginning of its row.
fn draw_bar(row: Sheet, n: usize) {
    let bar = Node { width: px(6), align_self: AlignSelf::Stretch, ..Node::default().fixed() };
    row.spawn((bar, BackgroundColor(theme::side_colour(n))));
}

/// A side in a row: its colour, its name and who fights for it.
pub(super) fn draw_side_words(row: Sheet, n: usize, seat: &SeatEntry) {
    draw_bar(row, n);
    row.spawn(down().gap(0.0).grows()).with_children(|words| {
        words.text(NAME.ink(theme::side_ink(n)), &seat.name);
        words.text(SOFT, &seat.units);
    });
}

/// How a side is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatForm {
    /// Its units are those of the battle.
    Given,
    /// They can be chosen.
    Chosen,
    /// The same of more than two sides: two lie beside each other, and are no higher than one.
    Close,
}

impl SeatForm {
    /// How each of so many sides is drawn.
    fn of(sides: usize, musters: bool) -> Self {
        match (musters, sides) {
            (false, _) => Self::Given,
            (true, ..=2) => Self::Chosen,
            (true, _) => Self::Close,
        }
    }

    /// From what width on two lie beside each other.
    fn wide(self) -> f32 {
        match self {
            Self::Given => SIDE.2,
            Self::Chosen => SIDE.0,
            Self::Close => SIDE.1,
        }
    }
}

/// The words of a side where there is little room: what it is worth beside its name, and of who fights as many as have
/// room in a line; the others are told on pointing.
fn draw_close_words(row: Sheet, n: usize, seat: &SeatEntry) {
    draw_bar(row, n);
    row.spawn(down().gap(0.0).grows()).with_children(|words| {
        words.spawn(across().gap(GAP_2)).with_children(|line| {
            line.line(NAME.ink(theme::side_ink(n)), &seat.name);
            draw_points(line, NUMBER, seat.points);
        });
        let cut = letters::cut(&seat.units, UNITS);
        let mut units = words.spawn(Node::default());
        if cut != seat.units {
            units.insert(Tip::new(seat.units.clone()));
        }
        units.with_child(SOFT.text(cut));
    });
}

/// Who decides for a side: pressing it changes that.
fn draw_seat(list: Sheet, n: usize, seat: &SeatEntry, form: SeatForm) {
    let close = form == SeatForm::Close;
    let gap = if close { GAP_2 } else { GAP_3 };
    list.spawn((across().gap(gap).fixed(), IsAbout(seat.name.clone()))).with_children(|row| {
        if close {
            draw_close_words(row, n, seat);
        } else {
            draw_side_words(row, n, seat);
        }
        if form == SeatForm::Chosen {
            draw_points(row, NUMBER, seat.points);
        }
        if form != SeatForm::Given {
            row.push(format!("units {n}"), TEXT, say!("draft-units"), Intent::Draft(DraftIntent::Muster(n)));
        }
        let who = if close { WHO.1 } else { WHO.0 };
        let node = Node { width: px(who), ..Node::default().centred() };
        let intent = Intent::Draft(DraftIntent::Seat(n));
        let who = if seat.human { say!("draft-player") } else { say!("draft-computer") };
        row.button(format!("seat {}", seat.name), ButtonLook::Paper, intent, node)
            .insert(Tip::new(say!("tip-seat")))
            .with_child(TEXT.line(who));
    });
}

/// One side more, or one less.
fn draw_more(list: Sheet, (more, less): (bool, bool)) {
    list.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
        for (name, text, intent, possible) in [
            ("add side", say!("draft-add-side"), DraftIntent::AddSide, more),
            ("drop side", say!("draft-drop-side"), DraftIntent::DropSide, less),
        ] {
            row.push_if(possible, name, TEXT, text, Intent::Draft(intent));
        }
    });
}

/// An option of the rulebook: its name, and at the right its values. What it does stands where it is pointed at.
fn draw_option(list: Sheet, option: &Choices) {
    let mut row = list.spawn((across().gap(GAP_3).fixed(), IsAbout(option.heading.clone())));
    if !option.note.is_empty() {
        row.insert(Tip::new(option.note.clone()));
    }
    row.with_children(|row| {
        row.spawn(down().basis(0.0)).with_children(|words| {
            words.text(NAME, &option.heading);
        });
        draw_answers(row, option, across().fixed(), 2.0);
    });
}

/// What can be answered, side by side; so much is free above and below its words.
fn draw_answers(parent: Sheet, choice: &Choices, node: Node, free: f32) {
    parent.spawn(node).with_children(|row| {
        for (n, (text, intent)) in choice.answers.iter().enumerate() {
            let look = if n == choice.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
            let (name, intent) = (format!("{} {n}", choice.name), Intent::Draft(intent.clone()));
            row.button(name, look, intent, Node::default().pad(GAP_2, free)).with_child(TEXT.line(text));
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn three_and_four_sides_of_a_skirmish_are_as_high_as_two() {
        // The room on the sheet at 1280×720, and what is free between two that lie beside each other.
        let (room, between) = (837.0, 22.0);
        let rows = |sides: usize| {
            let wide = SeatForm::of(sides, true).wide();
            if 2.0 * wide + between <= room { sides.div_ceil(2) } else { sides }
        };
        assert_eq!([2, 3, 4].map(rows), [2, 2, 2]);
        let seat = SeatEntry {
            name: "Blue".to_owned(),
            units: "Wing bearer, 2 × Wheelman, Two-edge, Shieldbearer".to_owned(),
            ..SeatEntry::default()
        };
        let mut world = World::new();
        let draw = move |mut commands: Commands| {
            commands.spawn(Node::default()).with_children(|list| draw_seat(list, 0, &seat, SeatForm::Close));
        };
        world.run_system_once(draw).unwrap();
        let mut texts = world.query::<&Text>();
        let cut = texts.iter(&world).filter(|text| text.0.contains("bearer")).collect::<Vec<&Text>>();
        let [units] = cut.as_slice() else { panic!("{cut:?}") };
        assert!(units.0.ends_with('…') && letters::width(&units.0) <= UNITS, "{}", units.0);
        let mut tips = world.query::<&Tip>();
        assert!(tips.iter(&world).any(|tip| tip.text.contains("Shieldbearer")), "all on pointing");
    }

    #[test]
    fn a_choice_tells_on_pointing_what_it_changes() {
        let mut world = World::new();
        let draw = |mut commands: Commands| {
            let luck =
                Choices { heading: "Luck".into(), note: "How dice fall.".into(), ..Choices::default() };
            let plain = Choices { heading: "Map".into(), ..Choices::default() };
            commands.spawn(Node::default()).with_children(|column| {
                draw_choice(column, &luck);
                draw_choice(column, &plain);
            });
        };
        world.run_system_once(draw).unwrap();
        let tips: Vec<String> = world.query::<&Tip>().iter(&world).map(|tip| tip.text.clone()).collect();
        assert_eq!(tips, ["How dice fall."]);
    }

    #[test]
    fn maps_are_leafed_through_round_and_round() {
        let answers = (0..3).map(|n| (n.to_string(), DraftIntent::Map(n))).collect();
        let maps = Choices { answers, chosen: 2, ..Choices::default() };
        let name = |by: isize| after(&maps, by).map(|(name, _)| name.as_str());
        assert_eq!((name(-1), name(0), name(1)), (Some("1"), Some("2"), Some("0")));
        assert_eq!(after(&Choices::default(), 1), None);
    }
}
