//! The answers of a prompt as cards: what each says, its cost and its key, beneath it the harm that is to be expected and
//! its odds. A card is as wide as its text needs.

use super::{
    hand::draw_cost,
    letters::{self, BOLD},
};
use crate::window::{glossary, pen::*};

/// The narrowest and the widest that a card is by what stands on it, in units.
const WIDTHS: (f32, f32) = (110.0, 480.0);
/// What it has at the sides of its text: edges and paddings.
const AROUND: f32 = 2.0 + 2.0 * GAP_2;
/// What is free for the key, and the width of a pip with the gap beside it.
pub(super) const KEY: f32 = 14.0;
const PIP: f32 = 11.0;
/// How much wider than a digit the signs for per cent and for what becomes of a number are, in small letters.
const SIGN: f32 = 4.0;
/// How much wider a text may be than it is thought to be.
const SPARE: f32 = 1.05;
/// How much wider than that a card gets where there is room: not so much that it looks empty.
const MORE: f32 = 1.25;

/// The harm that is to be expected after an answer, or else its odds: the largest on the card.
const LARGE: Style = HEADING;
/// The height of a line with it.
const HIGH: LineHeight = LineHeight::Px(theme::LARGE);

/// A text with each number bound to the word after it, or where it is the last to the one before: a line never ends
/// between them.
pub(super) fn glued(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |n: usize| words.get(n).is_some_and(|word| word.contains(|one: char| one.is_ascii_digit()));
    let bound = |n: usize| number(n - 1) || n + 1 == words.len() && number(n);
    words.iter().enumerate().fold(String::new(), |mut text, (n, word)| {
        if n > 0 {
            text.push(if bound(n) { '\u{a0}' } else { ' ' });
        }
        text + *word
    })
}

/// A number and what it is, which stand on one line. Where the words are longer than that they go on beneath the number,
/// which is never parted from the first of them. A term of the game among them is explained on pointing.
fn pair(row: Sheet, number: impl Bundle, style: Style, words: &str) {
    let mut pair = row.spawn(Node { max_width: percent(100), ..default() });
    leads(&mut pair, format!("about {words}"), glossary::topic(words));
    pair.with_children(|pair| {
        let mut number = pair.spawn(number);
        if !words.is_empty() {
            number.with_child(style.span(beside(words)));
        }
    });
}

/// Words as they stand beside a number, bound to it.
fn beside(words: &str) -> String {
    format!("\u{a0}{}", glued(words))
}

/// The same of words without a number.
fn remark(row: Sheet, style: Style, words: &str) {
    if words.is_empty() {
        return;
    }
    let mut remark = row.spawn(Node { max_width: percent(100), ..default() });
    leads(&mut remark, format!("about {words}"), glossary::topic(words));
    remark.with_child(style.text(glued(words)));
}

/// About how wide a text is in letters of this size: numbers with their signs, of which some are as wide as two digits.
fn wide(text: &str, size: f32) -> f32 {
    let signs = text.matches(['%', '→']).count();
    (letters::width(text) + signs as f32 * SIGN) * size / theme::SMALL
}

/// Whether the odds are the largest number on the card of an answer. `small`: on none of its prompt they are.
fn is_large(answer: &Answer, small: bool) -> bool {
    !small && answer.odds.contains('%')
}

/// Numbers of an answer as they stand on its card: on one line.
fn mark(numbers: &str) -> String {
    numbers.replace(' ', "\u{a0}")
}

/// How wide the card of an answer is at least: chances and the first word beside them stand on one line.
pub(super) fn least(answer: &Answer, small: bool) -> f32 {
    let size = if is_large(answer, small) { theme::LARGE } else { theme::BODY };
    let line = |numbers: &str, size: f32, words: &str| {
        if !numbers.contains('%') {
            return 0.0;
        }
        let first = words.split(' ').next().filter(|word| !word.is_empty());
        let first = first.map_or(0.0, |word| GAP + wide(word, theme::SMALL));
        (BOLD * wide(numbers, size) + first + AROUND).min(WIDTHS.1).ceil()
    };
    line(&answer.odds, size, &answer.note).max(line(&answer.lead, theme::LARGE, &answer.left))
}

/// About how wide the card of an answer is with all that stands on it on as few lines as it has parts.
pub(super) fn width(answer: &Answer, small: bool) -> f32 {
    let pair = |(number, size): (&str, f32), words: &str| {
        let words = if words.is_empty() { 0.0 } else { GAP + wide(words, theme::SMALL) };
        BOLD * wide(number, size) + words
    };
    let pips = |amount: i32| if (1..=4).contains(&amount) { amount as f32 * PIP } else { 2.0 * PIP };
    let cost: f32 = answer.cost.pools.iter().filter(|pool| pool.1 != 0).map(|pool| pips(pool.1)).sum();
    let price = wide(&answer.cost.price, theme::SMALL) + GAP;
    let name = BOLD * wide(&answer.text, theme::SMALL) + GAP_2 + cost + price + GAP + KEY;
    let size = if is_large(answer, small) { theme::LARGE } else { theme::BODY };
    let odds = match answer.odds.is_empty() {
        true => wide(&answer.note, theme::SMALL),
        false => pair((answer.odds.as_str(), size), &answer.note),
    };
    let more = answer.more.iter().map(|(chance, what)| pair((chance.as_str(), theme::BODY), what) + GAP_2);
    let (more, full) = (more.sum::<f32>(), !answer.lead.is_empty() && !answer.more.is_empty());
    let lead = match answer.lead.is_empty() {
        true => wide(&answer.left, theme::SMALL),
        false => pair((answer.lead.as_str(), theme::LARGE), &answer.left),
    };
    let lines = if full { [name, lead + GAP_2 + odds, more] } else { [name, lead, odds + more] };
    let why = answer.why_not.iter().map(|why| wide(why, theme::SMALL));
    let longest = lines.into_iter().chain(why).fold(0.0, f32::max);
    (longest * SPARE + AROUND).clamp(WIDTHS.0, WIDTHS.1).ceil()
}

/// The card of an answer, its key by its place among those that are listed. `small`: no odds are the largest number.
pub(super) fn draw(list: Sheet, (n, answer): (usize, &Answer), key: usize, small: bool) {
    let large = is_large(answer, small);
    let possible = answer.why_not.is_none();
    let ink = if possible { theme::INK } else { theme::GREY };
    let (name, intent) = (format!("answer {}", answer.text), Intent::Answer(n));
    let node = down().gap(0.0).pad(GAP_2, 2.0);
    let wide = width(answer, small);
    let node = Node { flex_grow: 1.0, flex_basis: px(wide), max_width: px(wide * MORE), ..node };
    let node = Node { min_width: px(least(answer, small).min(wide)), ..node };
    let button = widgets::button(name, ButtonLook::Paper, possible, intent, node);
    list.spawn((button, Explains(Intent::AskAnswer(n)))).with_children(|button| {
        button.spawn((across().apart(), Pickable::IGNORE)).with_children(|row| {
            row.spawn((across().gap(GAP_2), Pickable::IGNORE)).with_children(|row| {
                row.text(STRONG.ink(ink), &answer.text);
                draw_cost(row, &answer.cost, ink);
            });
            if let Some(key) = Action::hotkey(key) {
                row.spawn(widgets::key(ink, key));
            }
        });
        let line = Node { align_items: AlignItems::Baseline, ..Node::default().columns(GAP_2).wrap() };
        // What else may be expected has the last line to itself.
        let full = !answer.lead.is_empty() && !answer.more.is_empty();
        if !answer.lead.is_empty() {
            let red = if possible && !answer.deals { theme::HARM } else { ink };
            button.spawn((line.clone(), Pickable::IGNORE)).with_children(|row| {
                pair(row, (LARGE.ink(red).text(mark(&answer.lead)), HIGH), PLAIN.ink(ink), &answer.left);
                if full {
                    draw_odds(row, answer, ink, large);
                }
            });
        }
        button.spawn((line, Pickable::IGNORE)).with_children(|row| {
            if !full {
                draw_odds(row, answer, ink, large);
            }
            for (chance, what) in &answer.more {
                pair(row, NAME.ink(theme::HARM).text(chance), ASIDE, what);
            }
        });
        if answer.lead.is_empty() {
            remark(button, PLAIN.ink(ink), &answer.left);
        }
        if let Some(why) = &answer.why_not {
            button.text(ASIDE, why);
        }
    });
}

/// The odds of an answer and what they are, or its note alone.
fn draw_odds(row: Sheet, answer: &Answer, ink: Color, large: bool) {
    match () {
        () if answer.odds.is_empty() => remark(row, ASIDE, &answer.note),
        () if large => pair(row, (LARGE.ink(ink).text(mark(&answer.odds)), HIGH), ASIDE, &answer.note),
        () => pair(row, NAME.ink(ink).text(&answer.odds), ASIDE, &answer.note),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_with_its_word() {
        assert_eq!(glued("34 at worst"), "34\u{a0}at worst");
        assert_eq!(glued("to Sly Wenna, max 42"), "to Sly Wenna, max\u{a0}42");
        assert_eq!(glued(""), "");
        assert_eq!(beside("to hurt, then −2 to checks"), "\u{a0}to hurt, then −2\u{a0}to checks");
    }

    #[test]
    fn odds_and_harm_stand_on_one_line() {
        let answer = |odds: &str| Answer {
            odds: odds.to_owned(),
            note: "to Corvin the Grey".to_owned(),
            ..Answer::default()
        };
        let both = answer("65% · −11.2");
        assert!(!mark(&both.odds).contains(' '), "nothing ends a line in it");
        assert!(least(&both, false) > least(&answer("65%"), false));
        assert!(least(&both, false) > least(&both, true), "a large number takes more");
        assert!(least(&both, false) > AROUND + BOLD * wide(&both.odds, theme::LARGE));
        assert!(least(&answer("12"), false) < 1.0, "what is no chance may be longer than a line");
        let led = |lead: &str| Answer { lead: lead.to_owned(), ..answer("12") };
        assert!(least(&led("92% → 40%"), true) > least(&led("92%"), true));
        assert!(least(&led("−11.2"), true) < 1.0);
    }

    #[test]
    fn a_card_is_as_wide_as_what_stands_on_it() {
        let answer = |text: &str, note: &str| Answer {
            text: text.to_owned(),
            note: note.to_owned(),
            ..Answer::default()
        };
        assert_eq!(width(&answer("Stop", ""), false), WIDTHS.0);
        let some = width(&answer("Don't react", "Vitality 41 → ≈ 35, and a word"), false);
        assert!(some > WIDTHS.0 && some < WIDTHS.1, "{some}");
        assert_eq!(width(&answer("Don't react", &"long words ".repeat(9)), false), WIDTHS.1);
        let number = |small: bool| {
            let odds = "65%".to_owned();
            width(&Answer { odds, ..answer("Attack", "to hit, with a spear that is long") }, small)
        };
        assert!(number(false) > number(true), "a large number takes more");
    }
}
