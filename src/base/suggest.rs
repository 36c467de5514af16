//! "Did you mean": the known word nearest to a mistyped one.

/// The most candidates that are looked at: more than any book has names.
const MOST: usize = 4000;

/// The candidate that the word was probably meant to be: the nearest by typing mistakes (a letter added, left
/// out, changed, or two swapped; upper and lower case count as the same). `None` when all are too far: more than
/// a third of the word's letters, rounded down, but one mistake is allowed from three letters on.
/// Prefixes of mods may be left out or be others: `club` may mean `tides:club`. Of equally near ones that without
/// a prefix, and then the first in the order of the alphabet.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = letters(word);
    let allowed = match lower.len() {
        0 => return None,
        1 | 2 => 0,
        n => (n / 3).max(1),
    };
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| {
            let other = letters(candidate);
            if other.len().abs_diff(lower.len()) > allowed {
                return None;
            }
            let far = distance(&lower, &other);
            (far <= allowed).then_some((far, candidate.contains(':'), candidate))
        })
        .min()
        .map(|(.., candidate)| candidate)
}

/// The letters of a name without its mod's prefix, all small.
fn letters(name: &str) -> Vec<char> {
    let bare = name.split_once(':').map_or(name, |(_, bare)| bare);
    bare.to_lowercase().chars().take(64).collect()
}

/// Damerau–Levenshtein distance in its "optimal string alignment" form (no letter edited twice).
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut two_up = vec![0; width];
    let mut up: Vec<usize> = (0..width).collect();
    let mut row = vec![0; width];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..width {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (up[j] + 1).min(row[j - 1] + 1).min(up[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(two_up[j - 2] + 1);
            }
            row[j] = best;
        }
        std::mem::swap(&mut two_up, &mut up);
        std::mem::swap(&mut up, &mut row);
    }
    up[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_a_mod_may_be_left_out() {
        assert_eq!(suggest("club", ["tides:club", "dagger"]), Some("tides:club"));
        assert_eq!(suggest("tides:clbu", ["tides:club", "dagger"]), Some("tides:club"));
        assert_eq!(suggest("base:club", ["club"]), Some("club"));
        assert_eq!(suggest("clbu", ["tides:club", "club"]), Some("club"));
    }

    #[test]
    fn a_swap_is_one_mistake() {
        let chars = |s: &str| s.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("ab"), &chars("ba")), 1);
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
    }
}
