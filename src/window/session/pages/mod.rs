//! The intents of pages: opening and closing them, questions, starting again, giving up.
//!
//! [`draft`] puts a battle together, [`skirmish`] a skirmish, [`briefing`] is the page before a battle, [`rules`] shows
//! the rules in words, [`mods`] the mods.

mod briefing;
mod draft;
mod mods;
mod rules;
mod skirmish;
#[cfg(test)]
mod tests;

use super::{Desk, Mistake};
use crate::window::session::prelude::*;

pub use draft::{BattleChoice, battles};
pub use mods::anew;

impl Session {
    /// Fills in everything that the pages show from the start.
    pub(super) fn fill(&mut self, shelf: &mut Shelf) {
        shelf.modded = self.library.mods.len() > 1;
        self.list_battles(shelf);
        self.list_kept(shelf);
        if let Some((first, _)) = self.scenarios.first() {
            self.draft = self.choice(*first);
        }
        self.show_draft(shelf);
    }

    /// Says anew what the pages show, in another language.
    pub(super) fn reword(&self, shelf: &mut Shelf, table: &Table) {
        self.list_battles(shelf);
        self.list_kept(shelf);
        self.show_draft(shelf);
        if !shelf.rules.books.is_empty() {
            self.show_rules(shelf);
        }
        self.brief_anew(shelf);
        if shelf.pages.contains(&Page::Pause)
            && let Some(controller) = &self.controller
        {
            shelf.pause = self.pause(controller, table);
        }
    }

    /// What the pause shows of a battle.
    fn pause(&self, controller: &BattleController, table: &Table) -> Pause {
        let scenario = self.translated.scenarios.get(&controller.play.scenario);
        let name = scenario.map(|def| def.name.clone()).unwrap_or_default();
        let goal = self.goal().unwrap_or_default();
        Pause { name, goal, ..pause(controller, table) }
    }

    /// Does what a page wants. Gives whether the intent was one of these.
    pub(super) fn turn_pages(&mut self, intent: &Intent, desk: &mut Desk) -> bool {
        match intent {
            Intent::Open(page) => self.open_page(*page, desk.shelf, desk.table),
            Intent::Back => {
                desk.shelf.pages.pop();
                desk.shelf.note.clear();
            }
            Intent::Sure => {
                if desk.shelf.top() == Some(Page::Question) {
                    desk.shelf.pages.pop();
                    let sure = std::mem::take(&mut desk.shelf.question).intent;
                    self.sure(&sure, desk);
                }
            }
            Intent::Rules(intent) => self.look_up(intent, desk.shelf),
            Intent::OpenRule(topic) => {
                self.open_page(Page::Rules, desk.shelf, desk.table);
                self.find_rule(topic.as_deref(), desk.shelf, desk.table);
            }
            Intent::Mods(intent) => self.change_mods(intent, desk.shelf),
            Intent::Content(intent) => self.renew(*intent, desk),
            Intent::Draft(intent) => self.put_together(intent, desk.shelf),
            Intent::Start(n) => {
                if let Some(id) = self.scenarios.get(*n).map(|(id, _)| *id) {
                    self.begin_briefed(self.choice(id), desk);
                }
            }
            Intent::Begin => match self.trouble_with_wish() {
                Some(why) => desk.shelf.note = words::sentence(&why),
                None => {
                    self.begin_briefed(self.draft.clone(), desk);
                }
            },
            Intent::Again => {
                if let Some(mut played) = self.played.clone() {
                    played.terms.seed = played.terms.seed.wrapping_add(1);
                    self.begin_from(played, desk);
                }
            }
            Intent::SwapSides => self.swap_sides(desk),
            Intent::Ready => {
                if let Some(controller) = &mut self.controller {
                    controller.obey(intent, desk.table, desk.motion);
                }
                self.brief_anew(desk.shelf);
            }
            Intent::Restart => {
                let about = say!("question-restart-about");
                ask(desk.shelf, say!("question-restart"), about, say!("pause-restart"), Intent::Restart);
            }
            Intent::Concede => self.ask_concede(desk.shelf),
            Intent::ToTitle if self.played_now().is_some() => {
                let about = say!("question-title-about");
                ask(desk.shelf, say!("question-title"), about, say!("pause-title"), Intent::ToTitle);
            }
            Intent::ToTitle => self.clear_table(desk),
            Intent::Undo if desk.shelf.top() == Some(Page::Pause) => {
                desk.shelf.pages.pop();
                return false;
            }
            other => return self.turn_kept(other, desk),
        }
        true
    }

    /// Does what a page wants of saves and replays. Gives whether the intent was one of these.
    fn turn_kept(&mut self, intent: &Intent, desk: &mut Desk) -> bool {
        match intent {
            Intent::AskName(path) => ask_name(path, desk.shelf),
            Intent::NameSave(..) | Intent::NameReplay(..) if desk.shelf.top() == Some(Page::Name) => {
                desk.shelf.note.clear();
                self.keep(intent, desk);
                if desk.shelf.note.is_empty() {
                    desk.shelf.pages.pop();
                }
            }
            Intent::DeleteSave(path) if desk.shelf.top() == Some(Page::Load) => {
                let name =
                    desk.shelf.saves.iter().find(|save| save.path == *path).map(|save| save.name.clone());
                ask_delete(desk.shelf, name.unwrap_or_default(), intent.clone());
            }
            Intent::DeleteReplay(path) if desk.shelf.top() == Some(Page::Replays) => {
                let known = desk.shelf.replays.iter().find(|replay| replay.path == *path);
                let name = known.map(|replay| replay.name.clone());
                ask_delete(desk.shelf, name.unwrap_or_default(), intent.clone());
            }
            Intent::Save(_) if desk.shelf.top() == Some(Page::Save) => {
                self.keep(intent, desk);
                if desk.shelf.note.is_empty() {
                    desk.shelf.pages.clear();
                }
            }
            _ => return false,
        }
        true
    }

    fn look_up(&self, intent: &RulesIntent, shelf: &mut Shelf) {
        match intent {
            RulesIntent::Book(n) => shelf.rules.book = *n,
            RulesIntent::Find(text) => shelf.rules.find.clone_from(text),
        }
        self.show_rules(shelf);
    }

    fn put_together(&mut self, intent: &DraftIntent, shelf: &mut Shelf) {
        shelf.note = self.redraft(intent).err().map(|why| words::sentence(&why)).unwrap_or_default();
        self.show_draft(shelf);
        if matches!(intent, DraftIntent::Muster(_)) && shelf.top() == Some(Page::NewBattle) {
            shelf.pages.push(Page::Muster);
        }
    }

    /// The battle again, each person on the next side, with other dice.
    fn swap_sides(&mut self, desk: &mut Desk) {
        let Some(mut played) = self.played.clone() else { return };
        let mut humans: Vec<bool> = played.seats.iter().map(|seat| seat.human).collect();
        let one = usize::from(!humans.is_empty());
        humans.rotate_right(one);
        for (seat, human) in played.seats.iter_mut().zip(humans) {
            seat.human = human;
        }
        played.terms.seed = played.terms.seed.wrapping_add(1);
        self.begin_from(played, desk);
    }

    fn ask_concede(&self, shelf: &mut Shelf) {
        let side = self.controller.as_ref().and_then(|controller| controller.play.seat);
        let (Some(controller), Some(side)) = (&self.controller, side) else { return };
        let text = say!("question-concede", side = controller.play.side_name(side));
        ask(shelf, text, say!("question-concede-about"), say!("pause-concede"), Intent::Concede);
    }

    pub(super) fn open_page(&mut self, page: Page, shelf: &mut Shelf, table: &Table) {
        shelf.note.clear();
        match page {
            Page::Pause => match &self.controller {
                Some(controller)
                    if (!controller.over() || controller.watching()) && shelf.pages.is_empty() =>
                {
                    shelf.pause = self.pause(controller, table);
                }
                _ => return,
            },
            Page::NewBattle => {
                // What was begun as it lies here is not begun with the same dice again.
                if self.played.as_ref().is_some_and(|played| played.terms.seed == self.draft.terms.seed) {
                    self.draft.terms.seed = self.seed;
                    self.dice += 1;
                }
                self.show_draft(shelf);
            }
            Page::Load | Page::Replays | Page::Save => self.list_kept(shelf),
            Page::Rules => self.open_rules(shelf),
            Page::Log if table.ending.is_none() => return,
            Page::Mods if self.controller.is_some() => return,
            Page::Mods => self.show_mods(shelf),
            _ => {}
        }
        if shelf.top() != Some(page) {
            shelf.pages.push(page);
        }
    }

    /// What a question was about, agreed to.
    fn sure(&mut self, intent: &Intent, desk: &mut Desk) {
        match intent {
            Intent::Restart => {
                if let Some(played) = self.played.clone() {
                    self.begin_from(played, desk);
                }
            }
            Intent::Concede => {
                desk.shelf.pages.clear();
                if let Some(controller) = &mut self.controller
                    && let Some(side) = controller.play.seat
                {
                    controller.concede(side, desk.table);
                }
            }
            Intent::ToTitle => self.clear_table(desk),
            Intent::DeleteSave(_) | Intent::DeleteReplay(_) | Intent::LoadChanged(_) => {
                desk.shelf.note.clear();
                self.keep(intent, desk);
            }
            _ => {}
        }
    }

    /// The same with the briefing, for a battle that is begun for the first time.
    fn begin_briefed(&mut self, choice: BattleChoice, desk: &mut Desk) {
        let before = self.laid;
        self.begin_from(choice, desk);
        if self.laid != before {
            self.brief(desk.shelf);
        }
    }

    /// Begins a battle from a page; what prevents it is said there.
    fn begin_from(&mut self, choice: BattleChoice, desk: &mut Desk) {
        match self.begin(choice, desk.table, desk.motion) {
            Ok(()) => desk.close_pages(),
            Err(why) => {
                let text = words::capital(&why);
                desk.shelf.note = format!("{text}.");
                if desk.shelf.pages.is_empty() && self.controller.is_none() {
                    desk.shelf.mistakes.insert(0, Mistake { text, ..Mistake::default() });
                }
            }
        }
    }

    /// The battle is put away; the title is there.
    fn clear_table(&mut self, desk: &mut Desk) {
        self.autosave(desk.table);
        desk.motion.clear();
        self.controller = None;
        self.generation = self.generation.max(desk.table.board.generation);
        *desk.table = Table::default();
        desk.close_pages();
        self.take_fresh(desk.shelf);
        self.list_kept(desk.shelf);
    }
}

/// Lays a question over what is there.
fn ask(shelf: &mut Shelf, text: String, about: String, yes: String, intent: Intent) {
    shelf.question = Question { text, about, yes, intent };
    shelf.pages.push(Page::Question);
}

/// Asks for another name of a save or a replay.
fn ask_name(path: &std::path::Path, shelf: &mut Shelf) {
    let save = shelf.saves.iter().find(|save| save.path == *path);
    let replay = shelf.replays.iter().find(|replay| replay.path == *path);
    let name = save.map(|save| &save.name).or(replay.map(|replay| &replay.name));
    let Some(name) = name.cloned() else { return };
    shelf.naming = Naming { path: path.to_owned(), name, replay: replay.is_some() };
    shelf.note.clear();
    shelf.pages.push(Page::Name);
}

/// Asks before a save or a replay of that name is deleted.
fn ask_delete(shelf: &mut Shelf, name: String, intent: Intent) {
    let text = say!("question-delete", name = name);
    ask(shelf, text, say!("question-delete-about"), say!("button-delete"), intent);
}

fn pause(controller: &BattleController, table: &Table) -> Pause {
    let (play, mine) = (&controller.play, !controller.watching());
    Pause {
        name: String::new(),
        goal: String::new(),
        round: match play.round() {
            0 => say!("pause-before"),
            n => say!("pause-round", round = n),
        },
        may_undo: table.may_undo && table.prompt.is_none(),
        concede: play.seat.filter(|_| mine && table.hand_over.is_none()).map(|side| play.side_name(side)),
        may_save: mine,
    }
}
