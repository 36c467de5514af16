//! About how wide small texts are, for what is laid out by them: cards that grow with a name, names that are cut.

use crate::window::theme;

/// How much wider bold letters are, about.
pub(super) const BOLD: f32 = 1.06;

/// About how wide a text is in small letters, in units.
pub(super) fn width(text: &str) -> f32 {
    let wide = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ' ' | '\u{a0}' | ':' | '|' | '·' => 3.8,
        'f' | 't' | 'r' | '-' | '(' | ')' | 'I' => 5.0,
        's' | 'c' | 'z' | 'k' | 'v' | 'x' | 'y' => 6.5,
        'm' | 'w' | 'M' | 'W' | '–' | '…' => 10.8,
        letter if letter.is_uppercase() => 8.2,
        _ => 7.2,
    };
    text.chars().map(wide).sum()
}

/// The first of some texts that has room in a line, and how large it is written: a little smaller before the next one is
/// taken. If none has room, the last one is cut.
pub(super) fn fitting(texts: &[String], room: f32) -> (String, f32) {
    let sizes = [theme::SMALL, theme::SMALL - 1.0];
    let mut ways = texts.iter().flat_map(|text| sizes.map(|size| (text, size)));
    match ways.find(|(text, size)| width(text) * size / theme::SMALL <= room) {
        Some((text, size)) => (text.clone(), size),
        None => (cut(texts.last().map_or("", String::as_str), room), theme::SMALL),
    }
}

/// As much of a text as is so wide, with dots for what is left out: whole words, if the first one fits.
pub(super) fn cut(text: &str, room: f32) -> String {
    let fits = |text: &str| width(text) <= room;
    if fits(text) {
        return text.to_owned();
    }
    let words = text.rmatch_indices(' ').map(|(at, _)| at).filter(|at| *at > 0);
    let letters = text.char_indices().rev().map(|(at, _)| at);
    let mut kept = words.chain(letters).map(|at| format!("{}…", text[..at].trim_end_matches([' ', ','])));
    kept.find(|kept| fits(kept)).unwrap_or_else(|| "…".to_owned())
}

/// A text in as many lines as it needs to be only so wide; words that are wider are cut.
pub(super) fn lines(text: &str, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        for (n, word) in line.split(' ').enumerate() {
            match lines.last_mut().filter(|_| n > 0) {
                Some(line) if width(&format!("{line} {word}")) <= room => line.push_str(&format!(" {word}")),
                _ => lines.push(cut(word, room)),
            }
        }
    }
    lines
}

/// The same in at most so many lines: the last one is cut.
pub(super) fn few_lines(text: &str, room: f32, most: usize) -> Vec<String> {
    let mut all = lines(text, room);
    if all.len() > most {
        let rest = all.split_off(most.saturating_sub(1)).join(" ");
        all.push(cut(&rest, room));
    }
    all
}

/// A text without what stands in brackets.
pub(super) fn unbracketed(text: &str) -> String {
    let mut parts = text.split(" (");
    let first = parts.next().unwrap_or(text).to_owned();
    parts.fold(first, |plain, part| plain + part.split_once(')').map_or("", |(_, more)| more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_its_room_ends() {
        assert_eq!(cut("Bewegungsphase", 200.0), "Bewegungsphase");
        let short = cut("Bewegungsphase", 60.0);
        assert!(short.ends_with('…') && width(&short) <= 60.0 && short.len() > 8, "{short}");
        assert_eq!(cut("Kritischer Wurf", 80.0), "Kritischer…", "no word is broken");
        let texts = ["Alte Marguerite", "Marguerite"].map(str::to_owned);
        assert_eq!(fitting(&texts, 100.0), (texts[0].clone(), theme::SMALL));
        assert_eq!(fitting(&texts, width(&texts[0]) - 2.0), (texts[0].clone(), theme::SMALL - 1.0));
        assert_eq!(fitting(&texts, width(&texts[1]) + 1.0), (texts[1].clone(), theme::SMALL));
        assert_eq!(lines("Hull and structure", 78.0), ["Hull and", "structure"]);
        assert_eq!(few_lines("Hull and structure", 78.0, 1), ["Hull and…"]);
    }
}
