//! How a card that is too high for its place is shrunk, step by step, and what is left of its lines.

use crate::window::pen::*;

/// How far a card that is too high for its place has been shrunk: first it is set close, with lower columns; then the
/// parts of what is held against it become running text, and those of its own sum; then it shows the way of the first
/// portion of damage alone; then the parts of what is held against it are folded away; then the columns, the way and the
/// parts of its own sum. What is no sum is set as running text.
pub(super) const CLOSE: u8 = 1;
pub(super) const THEIRS_RUN: u8 = 2;
pub(super) const BOTH_RUN: u8 = 3;
pub(super) const ONE_WAY: u8 = 4;
pub(super) const THEIRS_FOLDED: u8 = 5;
pub(super) const BOTH_FOLDED: u8 = 6;

/// How far a card is shrunk next: by what takes something away from it.
pub(super) fn next(side: &SideCard, shrunk: u8) -> u8 {
    match shrunk + 1 {
        // All that is no sum runs at once.
        BOTH_RUN.. if !side.sums => BOTH_FOLDED,
        ONE_WAY if side.trace.len() < 2 => THEIRS_FOLDED,
        next => next,
    }
}

/// A value that is a number, with its sign or without.
fn number(value: &str) -> Option<i32> {
    value.trim().replace('−', "-").parse().ok()
}

/// Lines in pieces, each with whether it is set as running text: the parts of what is held against the first, and those
/// of the first as well if `ours`.
pub(super) fn runs(lines: &[SideLine], ours: bool) -> Vec<(bool, &[SideLine])> {
    let first = lines.iter().position(|line| line.sum).unwrap_or(lines.len());
    let (head, theirs) = lines.split_at(first);
    let part = |line: &SideLine| number(&line.value).is_some() && !line.harm && !line.sum;
    let own = |line: &SideLine| ours && part(line) && line.value.starts_with(['+', '-', '−']);
    let own = head.chunk_by(|one, other| own(one) == own(other)).map(|some| (own(&some[0]), some));
    let theirs = theirs.chunk_by(|one, other| part(one) == part(other)).map(|some| (part(&some[0]), some));
    own.chain(theirs).collect()
}

/// A card as it is before it is kept, if it has more to tell then.
pub(super) fn before_kept(card: &SideCard) -> Option<SideCard> {
    let lines = || card.lines.iter().filter(|line| !line.kept).cloned().collect();
    card.lines.iter().any(|line| line.kept).then(|| SideCard { lines: lines(), ..card.clone() })
}

/// What a short card tells of a sum: no part of it, and nothing that only tells more.
pub(super) fn shortened(lines: &[SideLine]) -> Vec<SideLine> {
    let mut kept = without_parts(lines, true);
    kept.retain(|line| !line.detail);
    kept
}

/// Lines without the parts of their sums: those of what is held against the first, and of the first as well if `ours`;
/// then its line says what they come to. What may happen to somebody stays.
pub(super) fn without_parts(lines: &[SideLine], ours: bool) -> Vec<SideLine> {
    let mut kept: Vec<SideLine> = Vec::new();
    let (mut theirs, mut sum, mut parts) = (false, 0, false);
    let close = |kept: &mut Vec<SideLine>, sum: i32, parts: bool| {
        if let Some(last) = kept.last_mut().filter(|_| parts) {
            let sign = if sum < 0 { '−' } else { '+' };
            last.value = format!("{} {sign}{}", last.value, sum.abs());
        }
    };
    for line in lines {
        theirs |= line.sum;
        let signed = line.value.starts_with(['+', '-', '−']);
        let own = number(&line.value).filter(|_| !line.harm && !line.sum && (theirs || signed));
        match own {
            Some(_) if theirs => {}
            Some(n) if ours => {
                parts = true;
                sum += if line.struck { 0 } else { n };
            }
            _ => {
                close(&mut kept, sum, parts);
                (sum, parts) = (0, false);
                kept.push(line.clone());
            }
        }
    }
    close(&mut kept, sum, parts);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_card_with_too_little_room_the_parts_of_its_sums_are_folded_away() {
        let line = |text: &str, value: &str| SideLine {
            text: text.to_owned(),
            value: value.to_owned(),
            ..SideLine::default()
        };
        let lines = [
            line("Needs", "9 or more"),
            line("Attack", "1d20"),
            line("Strength", "+3"),
            SideLine { struck: true, ..line("Aid", "+2") },
            line("Prone", "−1"),
            SideLine { sum: true, ..line("Against defence", "15") },
            line("Base", "10"),
            line("Armour", "+5"),
            SideLine { harm: true, ..line("Prone", "12%") },
        ];
        let told = |ours: bool| {
            let kept = without_parts(&lines, ours).into_iter();
            kept.map(|line| format!("{} {}", line.text, line.value)).collect::<Vec<String>>()
        };
        let theirs = ["Needs 9 or more", "Attack 1d20", "Strength +3", "Aid +2", "Prone −1"];
        assert_eq!(told(false), [&theirs[..], &["Against defence 15", "Prone 12%"]].concat());
        assert_eq!(told(true), ["Needs 9 or more", "Attack 1d20 +2", "Against defence 15", "Prone 12%"]);
        let short = shortened(&[&lines[..], &[SideLine { detail: true, ..line("Critical", "5%") }]].concat());
        assert_eq!(short, without_parts(&lines, true), "nor is told in short what only tells more");
        let pieces = |ours: bool| {
            let pieces = runs(&lines, ours).into_iter();
            pieces.map(|(run, some)| (run, some.len())).collect::<Vec<(bool, usize)>>()
        };
        assert_eq!(pieces(false), [(false, 5), (false, 1), (true, 2), (false, 1)], "nothing is lost");
        assert_eq!(pieces(true), [(false, 2), (true, 3), (false, 1), (true, 2), (false, 1)]);
    }

    #[test]
    fn a_card_is_shrunk_by_what_takes_something_away() {
        let way = TraceRow::default();
        let sums = SideCard { sums: true, trace: vec![way.clone()], ..SideCard::default() };
        let steps = |side: &SideCard| {
            std::iter::successors(Some(0), |own| (*own < BOTH_FOLDED).then(|| next(side, *own))).collect()
        };
        let all: Vec<u8> = steps(&sums);
        assert_eq!(all, [0, CLOSE, THEIRS_RUN, BOTH_RUN, THEIRS_FOLDED, BOTH_FOLDED]);
        let two = SideCard { trace: vec![way.clone(), way], ..sums };
        let all: Vec<u8> = steps(&two);
        assert_eq!(all, [0, CLOSE, THEIRS_RUN, BOTH_RUN, ONE_WAY, THEIRS_FOLDED, BOTH_FOLDED]);
        let all: Vec<u8> = steps(&SideCard { sums: false, ..two });
        assert_eq!(all, [0, CLOSE, THEIRS_RUN, BOTH_FOLDED], "what is no sum runs at once");
    }

    #[test]
    fn a_card_tells_some_lines_only_once_it_is_kept() {
        let ground = SideLine { text: "Brush".to_owned(), ..SideLine::default() };
        let place = SideLine { kept: true, text: "Column 2, row 3".to_owned(), ..SideLine::default() };
        let card = SideCard { lines: vec![ground.clone(), place], ..SideCard::default() };
        let before = before_kept(&card).unwrap();
        assert_eq!(before.lines, [ground]);
        assert_eq!(before_kept(&before), None, "that is all of it");
    }
}
