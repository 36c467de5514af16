//! A prompt: it stands where the row of actions stands. What is about to happen, and the answers as slots with their odds;
//! what happens if nobody answers is one of them. What would be of no use is folded away; the sum is told on pointing.

use super::{
    LogPlace, PromptPanel, answers,
    concerned::{Concerned, stands},
    letters::{self, BOLD},
    room::LINE,
};
use crate::window::{glossary, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, keep_in_sight).chain());
}

/// How much of the window's height a prompt takes at most, and how much of that its question.
const HIGHEST: f32 = 0.5;
const QUESTION: f32 = 0.45;
/// So many lines a question has beside the corner that is longer than one line may be, if the prompt is no wider than
/// that needs; and how much wider it may be than it is thought to be.
const LINES: (f32, f32) = (2.0, 1.12);
/// How long one line of a question may be, in units, where its cards need less.
const ONE_LINE: f32 = 460.0;
/// The least height of the answers.
const LEAST: f32 = 40.0;
/// What a prompt has at the sides of its cards: edges and paddings.
const EDGES: f32 = 2.0 + 2.0 * GAP_2;

/// Where a prompt stands: over the row of actions, and how high that is.
pub(super) fn place(room: &Room) -> (f32, f32) {
    let bottom = GAP_2 + if room.folded { LINE + GAP } else { 0.0 };
    (bottom, room.bottom - bottom - GAP_2)
}

/// What was drawn last: the card, and whether what is of no use is shown.
type Drawn = (Option<PromptCard>, bool);

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    motion: Res<BeatQueue>,
    room: Res<Room>,
    panel: Single<Entity, With<PromptPanel>>,
    mut seen: Local<Drawn>,
) {
    let wanted = table.prompt.as_ref().filter(|_| !motion.busy());
    let unfolded = table.row.unfolded;
    if seen.0.as_ref() == wanted && seen.1 == unfolded && !room.is_changed() {
        return;
    }
    *seen = (wanted.cloned(), unfolded);
    commands.entity(*panel).despawn_children();
    let Some(prompt) = wanted else { return };
    let highest = room.window.y * HIGHEST;
    let node = Node { align_self: AlignSelf::Center, ..down().gap(2.0).pad(GAP_2, 4.0) };
    let (wide, in_line) = width(prompt, unfolded, &room);
    let node = Node { width: px(wide), max_height: px(highest), ..node };
    commands.entity(*panel).with_children(|parent| {
        let outline = Outline::new(px(2), px(0), theme::side_colour(prompt.side));
        parent.spawn((widgets::card(node), outline)).with_children(|card| {
            let head = Node { align_items: AlignItems::FlexStart, ..Node::default().columns(GAP_2) };
            card.spawn(head.fixed()).with_children(|head| {
                draw_question(head, prompt, unfolded, highest * QUESTION);
                draw_corner(head, prompt, unfolded, in_line);
            });
            draw_answers(card, prompt, unfolded, widest(&room) - EDGES);
        });
    });
}

/// How wide a prompt is at most: as the row.
fn widest(room: &Room) -> f32 {
    let beside = if room.folded { 0.0 } else { room.wing + room.tray };
    room.window.x - beside - 4.0 * GAP_2
}

/// How wide a prompt is, in units: as its cards are beside each other, and as its question needs; at most as the row. And
/// whether all of its corner has room on the line of the question: else it stands in two.
fn width(prompt: &PromptCard, unfolded: bool, room: &Room) -> (f32, bool) {
    let most = widest(room);
    let (cards, small) = cards(prompt, unfolded, most - EDGES);
    let cards = cards.iter().map(|(_, _, answer)| answers::width(answer, small) + GAP_2).sum::<f32>() - GAP_2;
    let who = BOLD * letters::width(&format!("{}: ", prompt.who));
    let rest = [prompt.text.clone(), prompt.otherwise.clone(), clicks(prompt, unfolded)];
    let question = who + rest.iter().map(|text| letters::width(text) + GAP_2).sum::<f32>();
    let question = question * theme::BODY / theme::SMALL * LINES.1;
    let whole = |head: f32| (cards.max(head) + EDGES).ceil();
    let (later, more) = corner(prompt, unfolded);
    let in_line = whole(question + GAP_2 + later + more);
    if in_line <= most {
        return (in_line, true);
    }
    let question = question.min(ONE_LINE.max(question / LINES.0));
    (whole(question + GAP_2 + later.max(more)).min(most), false)
}

/// About how wide the two parts of its corner are: not to be asked again, and what is folded or said elsewhere.
fn corner(prompt: &PromptCard, unfolded: bool) -> (f32, f32) {
    let small = |text: &str| BOLD * letters::width(text) + 2.0 * GAP;
    let listed = prompt.listed(unfolded).into_iter().filter_map(|n| prompt.answers.get(n));
    let later = listed.filter(|answer| answer.later).map(|answer| small(&answer.text) + 6.0 + answers::KEY);
    let folds = prompt.folds();
    let folded: Vec<&Answer> = prompt.answers.iter().filter(|answer| folds(answer)).collect();
    let folded = if folded.is_empty() { 0.0 } else { small(&folded_words(&folded)) + GAP };
    let less = if prompt.asks_less { small(&say!("prompt-ask-less")) } else { 0.0 };
    (later.fold(0.0, f32::max), folded + less)
}

/// Where squares answer it, in words: where they are too many to be listed.
fn clicks(prompt: &PromptCard, unfolded: bool) -> String {
    let lit = prompt.lit();
    match (lit > PromptCard::LISTED, prompt.listed(unfolded).is_empty()) {
        (false, _) => String::new(),
        (true, true) => say!("prompt-click-lit", n = lit),
        (true, false) => say!("prompt-click-lit-or", n = lit),
    }
}

/// Who is asked what, and where squares answer it. Pointing at it tells the sum, and of a term of the game in it.
fn draw_question(card: Sheet, prompt: &PromptCard, unfolded: bool, most: f32) {
    let node = Node { max_height: px(most), overflow: Overflow::scroll_y(), ..down().gap(0.0).grows() };
    let mut question = card.spawn((ScrollArea, node));
    if !prompt.lines.is_empty() {
        question.insert(Tip::new(sum(&prompt.lines)));
    }
    if let Some(topic) = glossary::topic(&prompt.text).or_else(|| glossary::topic(&prompt.otherwise)) {
        question.insert((Name::new("question"), explains(&topic)));
    }
    question.with_children(|question| {
        let name = NAME.ink(theme::side_ink(prompt.side));
        let mut text = question.text(name, format!("{}: ", prompt.who));
        text.with_child(TEXT.span(answers::glued(&prompt.text)));
        if !prompt.otherwise.is_empty() {
            text.with_child(ASIDE.span(format!("  {}", prompt.otherwise)));
        }
        let squares = clicks(prompt, unfolded);
        if !squares.is_empty() {
            text.with_child(STRONG.span(format!("  {}", answers::glued(&squares))));
        }
    });
}

/// Small in the corner: not to be asked again, what is of no use, and where to say what one is asked about.
fn draw_corner(head: Sheet, prompt: &PromptCard, unfolded: bool, in_line: bool) {
    let node = if in_line { across() } else { down() };
    let corner = Node { align_items: AlignItems::FlexEnd, ..node.gap(0.0).fixed() };
    head.spawn(corner).with_children(|corner| {
        for (key, n) in prompt.listed(unfolded).into_iter().enumerate() {
            if let Some(answer) = prompt.answers.get(n).filter(|answer| answer.later) {
                let told = (answer.text.as_str(), answer.note.clone());
                let name = format!("answer {}", answer.text);
                draw_small(corner, (name, Intent::Answer(n)), told, Action::hotkey(key));
            }
        }
        corner.spawn(across()).with_children(|row| {
            let folds = prompt.folds();
            let folded: Vec<&Answer> = prompt.answers.iter().filter(|answer| folds(answer)).collect();
            if !folded.is_empty() {
                let (name, text) = ("Not possible".to_owned(), folded_words(&folded));
                draw_small(row, (name, Intent::Unfold), (text.as_str(), reasons(&folded)), None);
            }
            if prompt.asks_less {
                let (name, text) = ("Ask less".to_owned(), say!("prompt-ask-less"));
                let sends = Intent::Open(Page::Settings);
                draw_small(row, (name, sends), (text.as_str(), say!("prompt-ask-less-about")), None);
            }
        });
    });
}

/// A small text that can be pressed, and what pointing at it tells.
fn draw_small(
    corner: Sheet,
    (name, intent): (String, Intent),
    (text, tip): (&str, String),
    key: Option<Action>,
) {
    let node = across().gap(6.0).pad(GAP, 0.0).fixed();
    let mut button = corner.button(name, ButtonLook::Bare, intent, node);
    if !tip.is_empty() {
        button.insert(Tip::new(tip));
    }
    button.with_children(|button| {
        button.line(ASIDE, text);
        if let Some(key) = key {
            button.spawn(widgets::key(theme::INK_SOFT, key));
        }
    });
}

/// The parts of a roll in plain words, one below the other. What does not count is in brackets, with why.
fn sum(lines: &[SideLine]) -> String {
    let told = |line: &SideLine| {
        let text = format!("{} {}", line.text, line.value);
        let text = text.trim_end();
        let note = if line.note.is_empty() { String::new() } else { format!(": {}", line.note) };
        if line.struck { format!("({text}{note})") } else { format!("{text}{note}") }
    };
    lines.iter().map(told).collect::<Vec<String>>().join("\n")
}

/// The cards of its answers, each with its key and its place among all; and whether no odds are the largest number on
/// them: where the harm is known it is that, on every card; where many stand below each other, or large ones have no room
/// beside each other in so wide a row, none is.
fn cards(prompt: &PromptCard, unfolded: bool, room: f32) -> (Vec<(usize, usize, &Answer)>, bool) {
    let listed = prompt.listed(unfolded);
    let many = listed.len() > PromptCard::LISTED;
    let card = |(key, n): (usize, usize)| Some((key, n, prompt.answers.get(n).filter(|own| !own.later)?));
    let cards: Vec<(usize, usize, &Answer)> = listed.into_iter().enumerate().filter_map(card).collect();
    let least = cards.iter().map(|(_, _, answer)| answers::least(answer, false) + GAP_2).sum::<f32>() - GAP_2;
    let small = many || least > room || prompt.answers.iter().any(|own| !own.lead.is_empty());
    (cards, small)
}

/// The answers, which can be rolled; those that are squares are only lit on the map where there are many. A few stand in
/// one row.
fn draw_answers(card: Sheet, prompt: &PromptCard, unfolded: bool, room: f32) {
    let (cards, small) = cards(prompt, unfolded, room);
    let node = Node { align_items: AlignItems::Stretch, overflow: Overflow::scroll_y(), ..default() };
    let node = Node { flex_grow: 1.0, min_height: px(LEAST), ..node.columns(GAP_2).rows(GAP) };
    let node = if cards.len() > PromptCard::LISTED { node.wrap() } else { node };
    card.spawn((ScrollArea, node)).with_children(|list| {
        for (key, n, answer) in cards {
            answers::draw(list, (n, answer), key, small);
        }
    });
}

/// What is folded away: so many that help in nothing, that are not possible.
fn folded_words(folded: &[&Answer]) -> String {
    let shut = folded.iter().filter(|answer| answer.why_not.is_some()).count();
    let weak = folded.len() - shut;
    let kinds = [(weak, say!("prompt-folded-weak", n = weak)), (shut, say!("prompt-folded", n = shut))];
    let told = kinds.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text);
    told.collect::<Vec<_>>().join(", ")
}

/// What is folded away, line by line, each with why.
fn reasons(folded: &[&Answer]) -> String {
    let told = |answer: &&Answer| match answer.why_not.as_ref().unwrap_or(&answer.odds) {
        why if why.is_empty() => answer.text.clone(),
        why => format!("{}: {why}", answer.text),
    };
    folded.iter().map(told).collect::<Vec<_>>().join("\n")
}

/// How the card that stands there came to stand.
#[derive(Default)]
struct Laid {
    prompt: Option<PromptCard>,
    /// Frames since it was laid; its size is known after two.
    frames: u8,
}

/// How near to those whom a prompt concerns somebody of the same side is not to be cut off either, in squares.
const NEAR: i32 = 4;

/// A prompt that is higher than the row lifts what lies above it. It covers none of those whom it concerns, and cuts off
/// nobody of their side near by: where it would, or where they are out of sight, the camera makes way, once.
fn keep_in_sight(
    concerned: Concerned,
    motion: Res<BeatQueue>,
    (room, log, mut rise): (Res<Room>, Res<LogPlace>, ResMut<Rise>),
    panel: Single<&ComputedNode, With<PromptPanel>>,
    mut looks: MessageWriter<BringIntoSight>,
    mut laid: Local<Laid>,
) {
    let Some(prompt) = concerned.table.prompt.as_ref().filter(|_| !motion.busy()) else {
        laid.prompt = None;
        rise.set_if_neq(Rise(0.0));
        return;
    };
    // As the window changes it is looked at anew.
    if laid.prompt.as_ref() != Some(prompt) || room.is_changed() {
        *laid = Laid { prompt: Some(prompt.clone()), frames: 0 };
    }
    laid.frames = laid.frames.saturating_add(1);
    let height = panel.size().y * panel.inverse_scale_factor();
    let over = (height - place(&room).1).max(0.0).round();
    if laid.frames > 2 {
        rise.set_if_neq(Rise(over));
    }
    if laid.frames != 3 {
        return;
    }
    // With half a square around it.
    let square = |at: &At| concerned.seen(Rect::from_center_half_size(middle(*at), Vec2::splat(SQUARE)));
    let keep: Vec<Rect> = prompt.beside.iter().filter_map(square).collect();
    let floor = room.window.y - room.bottom - over;
    let seen = Rect::new(log.left, room.top, room.window.x - log.right, floor);
    let near = |own: &&Counter| {
        let off = |at: &At| (own.at - *at).abs().max_element();
        own.side == prompt.side && own.pose != Pose::Dead && prompt.beside.iter().any(|at| off(at) <= NEAR)
    };
    let window = Rect::from_corners(Vec2::ZERO, room.window);
    let near = concerned.table.counters.iter().filter(near);
    let mut near = near.filter_map(|own| concerned.seen(stands(own)));
    if !in_sight(seen, &keep) || near.any(|own| !own.intersect(window).is_empty() && !in_sight(seen, &[own]))
    {
        looks.write(BringIntoSight { squares: prompt.beside.clone(), reason: SightReason::Question });
    }
}

/// Whether all of these can be seen whole.
fn in_sight(seen: Rect, keep: &[Rect]) -> bool {
    keep.iter().all(|own| seen.contains(own.min) && seen.contains(own.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stands_under_a_prompt_is_not_in_sight() {
        let seen = Rect::new(0.0, 76.0, 1280.0, 560.0);
        let square = |x: f32, y: f32| Rect::from_center_size(Vec2::new(x, y), Vec2::splat(44.0));
        assert!(in_sight(seen, &[square(442.0, 240.0), square(486.0, 284.0)]));
        assert!(!in_sight(seen, &[square(442.0, 240.0), square(442.0, 545.0)]));
    }

    #[test]
    fn large_odds_that_have_no_room_beside_each_other_are_small() {
        let odds = "65% · −11.2".to_owned();
        let answers = vec![Answer { odds, note: "to Gorm".to_owned(), ..Answer::default() }; 4];
        let prompt = PromptCard { answers, ..PromptCard::default() };
        assert_eq!([2000.0, 400.0].map(|room| cards(&prompt, false, room).1), [false, true]);
    }

    #[test]
    fn what_is_of_no_use_is_folded_away_unless_there_is_nothing_else() {
        let answer = |behind: bool, why_not: Option<&str>| Answer {
            behind,
            why_not: why_not.map(str::to_owned),
            ..Answer::default()
        };
        let listed = |answers: &[Answer]| {
            let prompt = PromptCard { answers: answers.to_vec(), ..PromptCard::default() };
            (prompt.listed(false), prompt.listed(true).len())
        };
        let some = [answer(true, None), answer(false, None), answer(false, Some("no points"))];
        assert_eq!(listed(&some), (vec![1], 3), "the first key is that of the first that is shown");
        assert_eq!(listed(&[some[0].clone(), some[2].clone()]), (vec![0, 1], 2));
        let not_again = Answer { later: true, ..Answer::default() };
        assert_eq!(listed(&[not_again, some[1].clone()]), (vec![1, 0], 2), "its corner has the last key");
    }

    #[test]
    fn a_prompt_is_as_wide_as_its_cards_and_never_wider_than_the_row() {
        let room = Room::default();
        let answer = |text: &str| Answer { text: text.to_owned(), ..Answer::default() };
        let prompt = |n: usize, text: &str| PromptCard {
            who: "Rona Hale".to_owned(),
            text: text.to_owned(),
            answers: vec![answer("Attack again"); n],
            ..PromptCard::default()
        };
        let of = |n: usize, text: &str| width(&prompt(n, text), false, &room).0;
        let one = answers::width(&answer("Attack again"), false);
        assert_eq!(of(4, "Again?"), 4.0 * one + 3.0 * GAP_2 + 2.0 * GAP_2 + 2.0);
        assert!(of(1, &"Attack somebody again? ".repeat(4)) > of(1, "Again?"), "the question has two lines");
        let most = room.window.x - room.wing - room.tray - 4.0 * GAP_2;
        assert_eq!(of(12, "Again?"), most);
        // Its corner stands on the line of a short question, and in two lines beside a long one.
        let corner = |n: usize| {
            let not_again = Answer { later: true, ..answer("Don't ask again this turn") };
            let own = prompt(2, &"Attack somebody again? ".repeat(n));
            let answers = [own.answers, vec![not_again]].concat();
            width(&PromptCard { answers, asks_less: true, ..own }, false, &room).1
        };
        assert_eq!([1, 4].map(corner), [true, false]);
    }

    #[test]
    fn a_prompt_stands_where_the_row_stands() {
        let room = Room::default();
        let (bottom, height) = place(&room);
        assert!(bottom > 0.0 && bottom + height < room.bottom, "{bottom} {height} {}", room.bottom);
    }
}
