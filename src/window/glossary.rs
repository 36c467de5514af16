//! The terms of the game that occur in a card's text. Their words and texts are in the language's `glossary.ftl`.

use std::sync::{Arc, PoisonError, RwLock};

use super::view::RuleCard;
use crate::locale::{self, Texts, say};

/// What asking for a term begins with: `term:cover`.
const TERM: &str = "term:";

/// A term of the game.
struct Term {
    id: &'static str,
    /// What it is called.
    name: String,
    /// The words that stand for it on cards, in small letters.
    words: Vec<String>,
    /// What it means.
    text: String,
}

/// The terms in the language of now: id, the words that stand for it, divided by `|`, and what it means.
fn told() -> Vec<(&'static str, String, String)> {
    vec![
        ("action", say!("glossary-action"), say!("glossary-action-about")),
        ("minor", say!("glossary-minor"), say!("glossary-minor-about")),
        ("price", say!("glossary-price"), say!("glossary-price-about")),
        ("reaction", say!("glossary-reaction"), say!("glossary-reaction-about")),
        ("provoke", say!("glossary-provoke"), say!("glossary-provoke-about")),
        ("ready", say!("glossary-ready"), say!("glossary-ready-about")),
        ("count", say!("glossary-count"), say!("glossary-count-about")),
        ("delay", say!("glossary-delay"), say!("glossary-delay-about")),
        ("interrupt", say!("glossary-interrupt"), say!("glossary-interrupt-about")),
        ("diamonds", say!("glossary-diamonds"), say!("glossary-diamonds-about")),
        ("check", say!("glossary-check"), say!("glossary-check-about")),
        ("threat", say!("glossary-threat"), say!("glossary-threat-about")),
        ("reach", say!("glossary-reach"), say!("glossary-reach-about")),
        ("adjacent", say!("glossary-adjacent"), say!("glossary-adjacent-about")),
        ("range", say!("glossary-range"), say!("glossary-range-about")),
        ("increment", say!("glossary-increment"), say!("glossary-increment-about")),
        ("cover", say!("glossary-cover"), say!("glossary-cover-about")),
        ("soft", say!("glossary-soft"), say!("glossary-soft-about")),
        ("hit", say!("glossary-hit"), say!("glossary-hit-about")),
        ("hurt", say!("glossary-hurt"), say!("glossary-hurt-about")),
        ("succeed", say!("glossary-succeed"), say!("glossary-succeed-about")),
        ("roll", say!("glossary-roll"), say!("glossary-roll-about")),
        ("graze", say!("glossary-graze"), say!("glossary-graze-about")),
        ("full", say!("glossary-full"), say!("glossary-full-about")),
        ("expected", say!("glossary-expected"), say!("glossary-expected-about")),
        ("most", say!("glossary-most"), say!("glossary-most-about")),
        ("saves", say!("glossary-saves"), say!("glossary-saves-about")),
        ("coming", say!("glossary-coming"), say!("glossary-coming-about")),
        ("attackers", say!("glossary-attackers"), say!("glossary-attackers-about")),
        ("best", say!("glossary-best"), say!("glossary-best-about")),
        ("disables", say!("glossary-disables"), say!("glossary-disables-about")),
        ("kills", say!("glossary-kills"), say!("glossary-kills-about")),
        ("through", say!("glossary-through"), say!("glossary-through-about")),
        ("critical", say!("glossary-critical"), say!("glossary-critical-about")),
        ("damage", say!("glossary-damage"), say!("glossary-damage-about")),
        ("toughness", say!("glossary-toughness"), say!("glossary-toughness-about")),
        ("drive", say!("glossary-drive"), say!("glossary-drive-about")),
        ("resist", say!("glossary-resist"), say!("glossary-resist-about")),
        ("armour", say!("glossary-armour"), say!("glossary-armour-about")),
        ("aura", say!("glossary-aura"), say!("glossary-aura-about")),
        ("vulnerable", say!("glossary-vulnerable"), say!("glossary-vulnerable-about")),
        ("difficult", say!("glossary-difficult"), say!("glossary-difficult-about")),
        ("impassable", say!("glossary-impassable"), say!("glossary-impassable-about")),
        ("sight", say!("glossary-sight"), say!("glossary-sight-about")),
        ("height", say!("glossary-height"), say!("glossary-height-about")),
        ("light", say!("glossary-light"), say!("glossary-light-about")),
        ("smoke", say!("glossary-smoke"), say!("glossary-smoke-about")),
        ("ammo", say!("glossary-ammo"), say!("glossary-ammo-about")),
        ("difficulty", say!("glossary-difficulty"), say!("glossary-difficulty-about")),
        ("magnitude", say!("glossary-magnitude"), say!("glossary-magnitude-about")),
    ]
}

/// A language's sentences, and its terms.
type Known = (Arc<Texts>, Arc<[Term]>);

/// The terms of the language that was spoken last.
static KNOWN: RwLock<Option<Known>> = RwLock::new(None);

fn terms() -> Arc<[Term]> {
    let now = locale::now();
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, terms)) = known.as_ref().filter(|(texts, _)| Arc::ptr_eq(texts, &now)) {
        return terms.clone();
    }
    drop(known);
    let term = |(id, words, text): (&'static str, String, String)| Term {
        id,
        name: words.split('|').next().unwrap_or_default().trim().to_owned(),
        words: words.split('|').map(|word| word.trim().to_lowercase()).collect(),
        text,
    };
    let terms: Arc<[Term]> = told().into_iter().map(term).collect();
    *KNOWN.write().unwrap_or_else(PoisonError::into_inner) = Some((now, terms.clone()));
    terms
}

/// What pointing at a text asks about, if a term of the game stands in it: the longest one.
pub fn topic(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let terms = terms();
    let found = terms.iter().filter_map(|term| {
        let here = term.words.iter().filter(|word| holds(&text, word));
        here.map(|word| word.chars().count()).max().map(|length| (length, term.id))
    });
    found.max_by_key(|(length, _)| *length).map(|(_, id)| format!("{TERM}{id}"))
}

pub fn card(topic: &str) -> Option<RuleCard> {
    let wanted = topic.strip_prefix(TERM)?;
    let terms = terms();
    let term = terms.iter().find(|term| term.id == wanted)?;
    let mut letters = term.name.chars();
    let title =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    Some(RuleCard { id: String::new(), title, text: term.text.clone(), ..RuleCard::default() })
}

/// Whether a word stands in a text, both in small letters, and not as part of another.
fn holds(text: &str, word: &str) -> bool {
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_in_what_a_card_says_and_tells_what_it_means() {
        for (text, term) in [
            ("No reaction left", Some("term:reaction")),
            ("Vulnerable: ×1.5 damage", Some("term:vulnerable")),
            ("Three-quarter cover", Some("term:cover")),
            ("reach 1–2", Some("term:reach")),
            ("range 12", Some("term:range")),
            ("Range increment", Some("term:increment")),
            ("saves 4.9", Some("term:saves")),
            ("11 at worst", Some("term:most")),
            ("Next turn against Hob Carter", Some("term:coming")),
            ("enemies can attack here", Some("term:attackers")),
            ("their best", Some("term:best")),
            ("target number", Some("term:difficulty")),
            ("Provokes Dirk Moll", Some("term:provoke")),
            ("-2 to all checks", Some("term:check")),
            ("Delay until when?", Some("term:delay")),
            ("Wait for a chance to interrupt", Some("term:interrupt")),
            ("an enemy is adjacent", Some("term:adjacent")),
            ("Aura: heat", Some("term:aura")),
            ("the third diamond", Some("term:diamonds")),
            ("1 additional point", Some("term:diamonds")),
            ("Jem Oakes", None),
            ("Discovery, unreachable", None),
            ("", None),
        ] {
            assert_eq!(topic(text).as_deref(), term, "{text}");
        }
        let card = card("term:cover").unwrap();
        assert!(card.title == "Cover" && card.text.len() > 20, "{card:?}");
        assert_eq!(super::card("A-12"), None);
    }

    #[test]
    fn every_term_is_found_by_its_own_name() {
        for term in terms().iter() {
            assert_eq!(topic(&term.name), Some(format!("term:{}", term.id)), "{}", term.name);
            assert!(!term.text.is_empty(), "{}", term.id);
        }
    }
}
