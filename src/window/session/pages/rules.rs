//! The page of rules: how a turn goes, the rules of a book in words, and a search in them.

use crate::window::session::prelude::*;
use crate::{
    rules::{book::RuleDef, guide::GuideStep},
    window::glossary,
};

impl Session {
    /// Opens the rules at their first page: how a turn goes.
    pub(super) fn open_rules(&self, shelf: &mut Shelf) {
        shelf.rules.book = GUIDE;
        shelf.rules.find.clear();
        self.show_rules(shelf);
    }

    /// The book that is played, else the one that battles are put together with, else that of the first battle.
    fn own_book(&self) -> Option<Key> {
        let played = self.controller.as_ref().map(|controller| controller.play.book().id);
        let first = || self.first_scenario().map(|def| def.rulebook);
        played.or_else(|| self.drafted_book()).or_else(first)
    }

    /// Looks a rule up; none: the one that is asked about now, else the first that the card at the right leads to.
    pub(super) fn find_rule(&self, topic: Option<&str>, shelf: &mut Shelf, table: &Table) {
        let book = self.controller.as_ref().map(|controller| controller.play.book());
        let topic = topic.map(str::to_owned).or_else(|| {
            let line = table
                .side
                .iter()
                .flat_map(|side| &side.lines)
                .find_map(|line| line.topic.clone().or_else(|| line.rule.clone()));
            table.rule.as_ref().map(|rule| rule.id.clone()).filter(|id| !id.is_empty()).or(line)
        });
        let card = book.zip(topic).and_then(|(book, topic)| {
            preview::rule_card(&book, None, &topic).or_else(|| glossary::card(&topic))
        });
        if let Some(card) = card {
            let own = self.own_book();
            let place = self.library.books.keys().position(|known| Some(*known) == own);
            shelf.rules.book = place.map_or(GUIDE, |place| place + 1);
            // A term has no rule of its own: those that speak of it are found.
            shelf.rules.find = if card.id.is_empty() { card.title } else { card.id };
            self.show_rules(shelf);
        }
    }

    pub(in super::super) fn show_rules(&self, shelf: &mut Shelf) {
        let books: Vec<&Rulebook> = self.translated.books.values().map(|book| &**book).collect();
        let names = books.iter().map(|book| book.settings.name.clone());
        shelf.rules.books = std::iter::once(say!("guide-title")).chain(names).collect();
        let words: Vec<String> = shelf.rules.find.split_whitespace().map(str::to_lowercase).collect();
        // What is looked for from the first page on is found in the book that is played too.
        let own = self.own_book().and_then(|own| self.translated.books.get(&own)).map(|book| &**book);
        let told = own.filter(|book| !book.settings.guide.is_empty());
        shelf.rules.guide = told.map(|book| book.settings.name.clone()).unwrap_or_default();
        let first = shelf.rules.book == GUIDE && words.is_empty();
        let (steps, book) = match shelf.rules.book {
            // A book that tells how its turn goes needs no more; what is looked for is found in both, and in its rules.
            GUIDE => (steps(told, first), own.filter(|_| !first)),
            n => (Vec::new(), books.get(n - 1).copied()),
        };
        let rules = book.into_iter().flat_map(|book| book.rules.iter().map(move |rule| (book.id, &**rule)));
        let rules = rules.filter(|(_, rule)| speaks_of(rule, &words));
        let rules = rules.map(|(book, rule)| RuleCard {
            id: rule.id.to_string(),
            title: rule.title.clone(),
            text: rule.text.clone().unwrap_or_else(|| say!("rules-no-text")),
            more: self.origin(book, "rules", rule.id),
            ..RuleCard::default()
        });
        let steps = steps.into_iter().filter(|card| holds(&format!("{} {}", card.title, card.text), &words));
        shelf.rules.rows = steps.chain(rules).collect();
        // The rule whose id was written comes first.
        let asked = shelf.rules.find.trim().to_lowercase();
        shelf.rules.rows.sort_by_key(|rule| rule.id.to_lowercase() != asked);
    }
}

/// The place of the first page in the list of books.
const GUIDE: usize = 0;

/// The steps of a turn, numbered: as the book tells them; where it tells none, or is looked through, as they go in general.
fn steps(told: Option<&Rulebook>, first: bool) -> Vec<RuleCard> {
    let own =
        told.into_iter().flat_map(|book| book.settings.guide.iter().map(move |step| own_step(book, step)));
    let general = if told.is_some() && first { Vec::new() } else { guide(told.is_none()) };
    own.chain(general).zip(1..).map(|(card, n)| RuleCard { step: Some(n), ..card }).collect()
}

/// A step as the book says it; on pointing, the rules that it is about.
fn own_step(book: &Rulebook, step: &GuideStep) -> RuleCard {
    let title = |id: &Key| book.rule(*id).map(|rule| format!("{id}: {}", rule.title));
    RuleCard {
        title: step.title.clone(),
        text: step.text.clone(),
        more: step.rules.iter().filter_map(title).collect(),
        ..RuleCard::default()
    }
}

/// How a turn goes in general: all of it, or what is the same in every book.
fn guide(all: bool) -> Vec<RuleCard> {
    use RulePicture::{Counter, Icon, Points, Vitality};
    let steps = [
        (all, say!("guide-order"), say!("guide-order-about"), Counter),
        (all, say!("guide-points"), say!("guide-points-about"), Points),
        (true, say!("guide-move"), say!("guide-move-about"), Icon("movement")),
        (true, say!("guide-attack"), say!("guide-attack-about"), Icon("aim")),
        (all, say!("guide-damage"), say!("guide-damage-about"), Vitality),
        (all, say!("guide-react"), say!("guide-react-about"), Icon("dodge")),
        (true, say!("guide-threat"), say!("guide-threat-about"), Icon("threat")),
        (true, say!("guide-end"), say!("guide-end-about"), Icon("end_turn")),
        (all, say!("guide-win"), say!("guide-win-about"), Icon("take_out")),
    ];
    let told = steps.into_iter().filter(|(told, ..)| *told);
    told.map(|(_, title, text, picture)| RuleCard {
        title,
        text,
        picture: Some(picture),
        ..RuleCard::default()
    })
    .collect()
}

/// Whether each of the words (in small letters) stands in the rule.
fn speaks_of(rule: &RuleDef, words: &[String]) -> bool {
    let text = rule.text.as_deref().unwrap_or_default();
    holds(&format!("{} {} {text}", rule.id, rule.title), words)
}

/// Whether each of the words (in small letters) stands in a text.
fn holds(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
