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
    let length = lower.chars().count();
    let allowed = match length {
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
            if other.chars().count().abs_diff(length) > allowed {
                return None;
            }
            let far = strsim::osa_distance(&lower, &other);
            (far <= allowed).then_some((far, candidate.contains(':'), candidate))
        })
        .min()
        .map(|(.., candidate)| candidate)
}

/// What is added to a message about a word that is not known: `; did you mean "club"?`, or nothing.
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    suggest(word, candidates).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"))
}

fn letters(name: &str) -> String {
    let bare = name.split_once(':').map_or(name, |(_, bare)| bare);
    bare.to_lowercase().chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn the_prefix_of_a_mod_may_be_left_out() {
        assert_eq!(suggest("club", ["tides:club", "dagger"]), Some("tides:club"));
        assert_eq!(suggest("tides:clbu", ["tides:club", "dagger"]), Some("tides:club"));
        assert_eq!(suggest("base:club", ["club"]), Some("club"));
        assert_eq!(suggest("clbu", ["tides:club", "club"]), Some("club"));
    }

    #[test]
    fn a_swap_is_one_mistake_and_a_third_of_the_letters_may_be_wrong() {
        assert_eq!(suggest("abc", ["bac"]), Some("bac"));
        assert_eq!(suggest("abc", ["bca"]), None);
        assert_eq!(suggest("ab", ["ba"]), None);
        assert_eq!(suggest("sittings", ["kitten"]), None);
        assert_eq!(suggest("SITTINGS", ["kittings", "mittinsg"]), Some("kittings"));
        assert_eq!(suggest("bat", ["rat", "cat"]), Some("cat"), "the first in the alphabet");
        assert_eq!((suggest("x", ["y"]), suggest("", ["y"])), (None, None));
    }
}
