//! The rules of a book in words, and those that speak of something.
//!
//! Owns the search. The texts are the rulebooks'.

use super::super::{Session, preview};
use crate::{
    locale::say,
    rules::book::{RuleDef, Rulebook},
    window::view::{RuleCard, Shelf, Table},
};

impl Session {
    /// Opens the rules at the book that is played, else at the one that battles are put together with.
    pub(super) fn open_rules(&self, shelf: &mut Shelf) {
        let played = self.desk.as_ref().map(|desk| desk.play.book().id);
        if let Some(id) = played.or_else(|| self.drafted_book()) {
            shelf.rules.book = self.library.books.keys().position(|known| *known == id).unwrap_or(0);
        }
        shelf.rules.find.clear();
        self.show_rules(shelf);
    }

    /// Looks a rule up, or what a condition follows from; none: the one that is asked about now, else the first that the
    /// card at the right leads to.
    pub(super) fn find_rule(&self, topic: Option<&str>, shelf: &mut Shelf, table: &Table) {
        let book = self.desk.as_ref().map(|desk| desk.play.book());
        let topic = topic.map(str::to_owned).or_else(|| {
            let line = table.side.iter().flat_map(|side| &side.lines).find_map(|line| line.asks().cloned());
            table.rule.as_ref().map(|rule| rule.id.clone()).or(line)
        });
        let card = book.zip(topic).and_then(|(book, topic)| preview::rule_card(&book, &topic));
        if let Some(card) = card {
            shelf.rules.find = card.id;
            self.show_rules(shelf);
        }
    }

    pub(super) fn show_rules(&self, shelf: &mut Shelf) {
        let books: Vec<&Rulebook> = self.told.books.values().map(|book| &**book).collect();
        shelf.rules.books = books.iter().map(|book| book.settings.name.clone()).collect();
        let words: Vec<String> = shelf.rules.find.split_whitespace().map(str::to_lowercase).collect();
        let rules = books.get(shelf.rules.book).into_iter().flat_map(|book| book.rules.iter());
        shelf.rules.rows = rules
            .filter(|rule| speaks_of(rule, &words))
            .map(|rule| RuleCard {
                id: rule.id.to_string(),
                title: rule.title.clone(),
                text: rule.text.clone().unwrap_or_else(|| say!("rules-no-text")),
                more: Vec::new(),
            })
            .collect();
        // The rule whose id was written comes first.
        let asked = shelf.rules.find.trim().to_lowercase();
        shelf.rules.rows.sort_by_key(|rule| rule.id.to_lowercase() != asked);
    }
}

/// Whether each of the words (in small letters) stands in the rule.
fn speaks_of(rule: &RuleDef, words: &[String]) -> bool {
    let text = rule.text.as_deref().unwrap_or_default();
    let all = format!("{} {} {text}", rule.id, rule.title).to_lowercase();
    words.iter().all(|word| all.contains(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    #[test]
    fn every_word_must_stand_in_the_rule_in_any_case() {
        let text = Some("Spend a point to dodge.".to_owned());
        let rule = RuleDef { id: Key::new("A-12"), title: "Defence".to_owned(), text };
        let finds = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
            speaks_of(&rule, &words)
        };
        assert!(finds("") && finds("dodge DEFENCE") && finds("a-12"));
        assert!(!finds("dodge parry"));
    }
}
