//! What is told before a battle: the plan of the map with where everybody begins, the goal, who fights with whom, what to
//! keep in mind.

use super::{
    new_battle::{MAP_PIXELS, draw_side_words},
    prelude::*,
};
use crate::window::{glossary, map_picture};

/// Width of the card, and of the plan with what stands beside it, in units.
const WIDTH: f32 = 1120.0;
const COLUMN: f32 = 480.0;
/// The most room that the plan takes, in units; so much of it where there is little room.
const PLAN: Vec2 = Vec2::new(500.0, 400.0);
const FOLDED: f32 = 0.6;
/// How much of its squares a counter on it takes, and its least width.
const SHARE: f32 = 0.86;
const LEAST: f32 = 16.0;
/// What stays free between a counter and the frame, in units.
const RIM: f32 = 2.0;

/// Up to so many units have large counters.
const FEW: usize = 10;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    table: Res<Table>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Briefing, bool)>>,
) {
    let sealed = table.hand_over.is_some();
    if !sheet.renew(&mut seen, (shelf.briefing.clone(), sealed)) {
        return;
    }
    let behind = if sealed { Behind::Dark } else { Behind::Dim };
    let key = sheet.key(Action::Confirm);
    let briefing = &shelf.briefing;
    let scale = (MAP_PIXELS / briefing.board.size.max_element().max(1)).clamp(1, 32);
    let map = map_picture::picture(&mut brushes.art, &briefing.board, &briefing.marks, &[], scale);
    let map = brushes.images.add(map);
    let room = if sheet.folded() { PLAN * FOLDED } else { PLAN };
    sheet.bare(behind, |root| {
        root.spawn(paper_card(WIDTH)).with_children(|card| {
            card.text(HEADING, &briefing.name);
            middle(card, "briefing", |list| {
                let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_3).wrap().fixed() };
                list.spawn(node).with_children(|row| {
                    row.spawn(down().gap(GAP_3).basis(COLUMN)).with_children(|column| {
                        draw_plan(column, &mut brushes, briefing, (map, room));
                        column.text_any(TEXT, &briefing.about);
                    });
                    row.spawn(down().gap(GAP_3).basis(COLUMN))
                        .with_children(|column| draw_briefing(column, &mut brushes, briefing));
                });
            });
            foot(card, |buttons| {
                buttons.space();
                let (begin, lit) =
                    (("To battle", say!("briefing-begin"), &*key), (ButtonLook::Lit, theme::INK));
                plate_like(buttons, begin, Intent::Back, lit).insert(First);
            });
        });
    });
}

/// The whole map with the counters that are known, where they begin.
fn draw_plan(column: Sheet, brushes: &mut Brushes, briefing: &Briefing, (map, room): (Handle<Image>, Vec2)) {
    let squares = briefing.board.size.as_vec2().max(Vec2::ONE);
    let square = (room / squares).min_element();
    let size = squares * square;
    let node = Node { border: UiRect::all(px(1)), ..sized(size.x, size.y).fixed() };
    let plan = (Name::new("plan"), ImageNode::new(map), node, BorderColor::all(theme::INK_SOFT));
    column.spawn(plan).with_children(|plan| {
        for own in briefing.counters.iter().filter(|own| own.seat.is_none() && !own.carried) {
            let Some(slot) = briefing.units.iter().find(|slot| slot.unit == own.unit) else { continue };
            let covers = own.size.max(UVec2::ONE).as_vec2() * square;
            let wide = (covers.min_element() * SHARE).max(LEAST);
            let from = own.at.as_vec2() * square + (covers - wide) / 2.0;
            // Within the frame, which takes a unit at each edge.
            let least = Vec2::splat(RIM);
            let from = from.clamp(least, (size - wide - RIM - 2.0).max(least));
            let node = Node { left: px(from.x), top: px(from.y), ..Node::default().over() };
            plan.spawn((node, Pickable::IGNORE))
                .with_children(|place| token(place, brushes, slot, (wide, wide / 6.0), Color::WHITE));
        }
    });
}

fn draw_briefing(list: Sheet, brushes: &mut Brushes, briefing: &Briefing) {
    part(list, say!("briefing-goal-heading"), |part| {
        part.text(NAME, &briefing.goal);
        part.text_any(SOFT, &briefing.marked);
        part.text(SOFT, say!("briefing-ends"));
    });
    part(list, say!("draft-sides"), |part| {
        let people = briefing.seats.iter().filter(|seat| seat.human).count();
        for (n, seat) in briefing.seats.iter().enumerate() {
            draw_side(part, n, seat, people == 1);
            let units = briefing.units.iter().filter(|unit| unit.side == n);
            let size = if briefing.units.len() <= FEW { LARGE_TOKEN } else { TOKEN };
            token_row(part, brushes, size, units);
        }
    });
    part(list, say!("briefing-hints"), |part| {
        for (n, hint) in briefing.hints.iter().enumerate() {
            draw_hint(part, n, hint);
        }
    });
}

/// What to keep in mind. The term of the game in it is explained on pointing, and a click leads to the rules about it.
fn draw_hint(part: Sheet, n: usize, hint: &str) {
    let mut row = part.spawn(Node::default().columns(GAP_2).fixed());
    let topic = glossary::topic(hint);
    if let Some(term) = topic.as_deref().and_then(glossary::card) {
        row.insert(Tip::new(format!("{}\n{}", term.title, term.text)));
    }
    leads(&mut row, format!("briefing hint {n}"), topic);
    row.with_children(|row| {
        row.line(NAME.ink(theme::GOLD_DEEP), "•");
        row.spawn((Node { flex_shrink: 1.0, min_width: px(0), ..default() }, Pickable::IGNORE))
            .with_child(TEXT.text(hint));
    });
}

/// A heading with what stands under it.
fn part(list: Sheet, heading: String, draw: impl FnOnce(Sheet)) {
    list.spawn(down().fixed()).with_children(|part| {
        part.line(STRONG.soft(), heading);
        draw(part);
    });
}

/// A side: its colour, its name, who decides for it, and who fights for it.
fn draw_side(part: Sheet, n: usize, seat: &SeatEntry, alone: bool) {
    part.spawn(across().gap(GAP_3).fixed()).with_children(|row| {
        draw_side_words(row, n, seat);
        let who = match (seat.human, alone) {
            (true, true) => say!("briefing-you"),
            (true, false) => say!("draft-player"),
            (false, _) => say!("draft-computer"),
        };
        row.line(TEXT.soft(), who);
    });
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_hint_explains_the_term_in_it_and_leads_to_the_rules_about_it() {
        let mut world = World::new();
        let draw = |mut commands: Commands| {
            commands.spawn(Node::default()).with_children(|part| {
                draw_hint(part, 0, "Save a reaction for the giant.");
                draw_hint(part, 1, "Rona knows the way.");
            });
        };
        world.run_system_once(draw).unwrap();
        let mut hints = world.query::<(&Tip, &Explains)>();
        let hints: Vec<(&Tip, &Explains)> = hints.iter(&world).collect();
        let [(tip, explains)] = hints.as_slice() else { panic!("{}", hints.len()) };
        assert_eq!(explains.0, Intent::AskRule("term:reaction".to_owned()));
        assert!(tip.text.starts_with("Reaction\n") && tip.text.len() > 20, "{}", tip.text);
    }
}
