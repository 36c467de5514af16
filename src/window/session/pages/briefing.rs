//! The page before a battle: what it is about, who fights whom, where they begin, what to keep in mind. A scenario without
//! texts of its own gets those that hold for every battle.

use crate::window::session::prelude::*;
use crate::window::session::tally;

impl Session {
    /// Lays the briefing of the battle that has just been begun over it: until it is laid aside nothing happens.
    pub(super) fn brief(&self, shelf: &mut Shelf) {
        if let Some(briefing) = self.briefing() {
            shelf.briefing = briefing;
            shelf.pages.push(Page::Briefing);
        }
    }

    /// Tells anew what lies over the battle, in another language or to who has just sat down and knows their own units.
    pub(super) fn brief_anew(&self, shelf: &mut Shelf) {
        if shelf.pages.contains(&Page::Briefing)
            && let Some(briefing) = self.briefing()
        {
            shelf.briefing = briefing;
        }
    }

    /// What is to be done to win the battle that is being played.
    pub(in crate::window::session) fn goal(&self) -> Option<String> {
        let played = self.played.as_ref()?;
        let def = self.translated.scenarios.get(&played.terms.scenario)?;
        if !def.goal.is_empty() {
            return Some(def.goal.clone());
        }
        let (own, others): (Vec<_>, Vec<_>) = played.seats.iter().partition(|seat| seat.human);
        let others: Vec<String> = others.into_iter().map(|seat| seat.name.clone()).collect();
        Some(match own.len() == 1 && !others.is_empty() {
            true => say!("briefing-goal-defeat", sides = words::list(&others)),
            false => say!("briefing-goal"),
        })
    }

    /// The briefing of the battle that is being played.
    fn briefing(&self) -> Option<Briefing> {
        let played = self.played.as_ref()?;
        let def = self.translated.scenarios.get(&played.terms.scenario)?;
        let book = played.terms.book.unwrap_or(def.rulebook);
        let seats = self.seat_entries(def, played, book);
        let hints = match def.hints.as_slice() {
            [] => {
                vec![say!("briefing-hint-cover"), say!("briefing-hint-points"), say!("briefing-hint-preview")]
            }
            hints => hints.to_vec(),
        };
        let (name, about) = (def.name.clone(), def.text.clone());
        let board = self.library.lay_out(&played.terms).map(|setup| show::board(&setup.map));
        let (units, counters, marks) = self.known_units();
        Some(Briefing {
            name,
            about,
            goal: self.goal()?,
            marked: self.marked(book),
            seats,
            units,
            board: board.unwrap_or_default(),
            marks,
            counters,
            hints,
        })
    }

    /// The units of who plays alone against others, and those others where there is no fog; with the counters on the map,
    /// and the marks of where a side wins.
    fn known_units(&self) -> (Vec<RibbonSlot>, Vec<Counter>, Vec<u32>) {
        let play = self.controller.as_ref().map(|controller| &controller.play);
        let Some((play, facts)) = play.and_then(|play| Some((play, play.eyes()?))) else {
            return Default::default();
        };
        let known = |unit: &&UnitState| Some(unit.side()) == play.seat || !facts.fogged();
        let wins = |square: Square| facts.goal_places().any(|(patch, _)| patch.contains(square));
        let marks = facts.map.squares().map(|square| if wins(square) { mark::GOAL } else { 0 }).collect();
        let slots = tally::slots(play, &facts, facts.units.iter().filter(known));
        (slots, show::counters(play, &facts), marks)
    }

    /// Which places are marked on the map because they count for a goal, in a sentence; empty: none.
    fn marked(&self, book: Key) -> String {
        let (Some(controller), Some(told)) = (&self.controller, self.translated.books.get(&book)) else {
            return String::new();
        };
        let kinds = controller.play.goal_kinds();
        let mut names: Vec<String> = kinds.iter().map(|kind| words::capital(&told.name_of(*kind))).collect();
        names.dedup();
        if names.is_empty() { String::new() } else { say!("briefing-marked", places = words::list(&names)) }
    }
}
