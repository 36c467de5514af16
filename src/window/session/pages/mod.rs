//! What the pages show and do: opening and closing them, questions, starting again, giving up.
//!
//! Owns the intents that are not about the battle on the table. A battle that is being put together is [`draft`]'s.

mod draft;

use super::{Desk, Mistake, Session, words};
use crate::locale::say;
use crate::window::{
    motion::Motion,
    view::{Intent, Page, Pause, Question, Shelf, Table},
};

pub use draft::{Choice, battles};

impl Session {
    /// Fills in everything that the pages show from the start.
    pub(super) fn fill(&mut self, shelf: &mut Shelf) {
        self.list_battles(shelf);
        if let Some((first, _)) = self.scenarios.first() {
            self.draft = self.choice(*first);
        }
        self.show_draft(shelf);
    }

    /// Says anew what battles are called, in another language.
    pub(super) fn reword(&self, shelf: &mut Shelf) {
        self.list_battles(shelf);
        self.show_draft(shelf);
    }

    /// Does what a page wants. Gives whether the intent was one of these.
    pub(super) fn turn_pages(
        &mut self,
        intent: &Intent,
        shelf: &mut Shelf,
        table: &mut Table,
        motion: &mut Motion,
    ) -> bool {
        match intent {
            Intent::Open(page) => self.open_page(*page, shelf, table),
            Intent::Back => {
                shelf.pages.pop();
                shelf.note.clear();
            }
            Intent::Sure => {
                if shelf.top() == Some(Page::Question) {
                    shelf.pages.pop();
                    let sure = std::mem::take(&mut shelf.question).intent;
                    self.sure(&sure, shelf, table, motion);
                }
            }
            Intent::Draft(deed) => {
                self.redraft(deed);
                self.show_draft(shelf);
            }
            Intent::Start(n) => {
                if let Some(id) = self.scenarios.get(*n).map(|(id, _)| *id) {
                    let choice = self.choice(id);
                    self.begin_from(choice, shelf, table, motion);
                }
            }
            Intent::Begin => {
                let choice = self.draft.clone();
                self.begin_from(choice, shelf, table, motion);
            }
            Intent::Again => {
                if let Some(played) = self.played.clone() {
                    let seed = played.seed.wrapping_add(1);
                    self.begin_from(Choice { seed, ..played }, shelf, table, motion);
                }
            }
            Intent::Restart => ask(
                shelf,
                &say!("question-restart"),
                &say!("question-restart-about"),
                &say!("button-restart"),
                Intent::Restart,
            ),
            Intent::Concede => {
                let side = self.desk.as_ref().and_then(|desk| desk.play.seat);
                if let (Some(desk), Some(side)) = (&self.desk, side) {
                    let name = desk.play.side_name(side);
                    let about = say!("question-concede-about");
                    ask(
                        shelf,
                        &say!("question-concede", side = &name),
                        &about,
                        &say!("button-give-up"),
                        Intent::Concede,
                    );
                }
            }
            Intent::ToTitle => {
                if self.desk.as_ref().is_some_and(|desk| !desk.over()) {
                    let about = say!("question-title-about");
                    ask(shelf, &say!("question-title"), &about, &say!("button-to-title"), Intent::ToTitle);
                } else {
                    self.clear_table(shelf, table, motion);
                }
            }
            Intent::Undo if shelf.top() == Some(Page::Pause) => {
                shelf.pages.pop();
                return false;
            }
            _ => return false,
        }
        true
    }

    fn open_page(&mut self, page: Page, shelf: &mut Shelf, table: &Table) {
        shelf.note.clear();
        match page {
            Page::Pause => match &self.desk {
                Some(desk) if !desk.over() && shelf.pages.is_empty() => {
                    let scenario = self.told.scenarios.get(&desk.play.scenario);
                    let name = scenario.map(|def| def.name.clone()).unwrap_or_default();
                    shelf.pause = Pause { name, ..pause(desk, table) };
                }
                _ => return,
            },
            Page::NewBattle => self.show_draft(shelf),
            Page::Load | Page::Replays => self.list_kept(shelf),
            _ => {}
        }
        if shelf.top() != Some(page) {
            shelf.pages.push(page);
        }
    }

    /// What a question was about, agreed to.
    fn sure(&mut self, intent: &Intent, shelf: &mut Shelf, table: &mut Table, motion: &mut Motion) {
        match intent {
            Intent::Restart => {
                if let Some(played) = self.played.clone() {
                    self.begin_from(played, shelf, table, motion);
                }
            }
            Intent::Concede => {
                shelf.pages.clear();
                if let Some(desk) = &mut self.desk
                    && let Some(side) = desk.play.seat
                {
                    desk.concede(side, table);
                }
            }
            Intent::ToTitle => self.clear_table(shelf, table, motion),
            _ => {}
        }
    }

    /// Begins a battle from a page; what prevents it is said there.
    fn begin_from(&mut self, choice: Choice, shelf: &mut Shelf, table: &mut Table, motion: &mut Motion) {
        match self.begin(choice, table, motion) {
            Ok(()) => {
                shelf.pages.clear();
                shelf.note.clear();
            }
            Err(why) => {
                let text = words::capital(&why);
                shelf.note = format!("{text}.");
                if shelf.pages.is_empty() && self.desk.is_none() {
                    shelf.mistakes.insert(0, Mistake { text, ..Mistake::default() });
                }
            }
        }
    }

    /// The battle is put away; the title is there.
    fn clear_table(&mut self, shelf: &mut Shelf, table: &mut Table, motion: &mut Motion) {
        self.autosave(table);
        motion.clear();
        self.desk = None;
        self.generation = self.generation.max(table.board.generation);
        *table = Table::default();
        shelf.pages.clear();
        shelf.note.clear();
    }
}

/// Lays a question over what is there.
fn ask(shelf: &mut Shelf, text: &str, about: &str, yes: &str, intent: Intent) {
    shelf.question = Question { text: text.to_owned(), about: about.to_owned(), yes: yes.to_owned(), intent };
    shelf.pages.push(Page::Question);
}

fn pause(desk: &Desk, table: &Table) -> Pause {
    let play = &desk.play;
    Pause {
        name: String::new(),
        round: match play.game.battle.truth().round {
            0 => say!("pause-before"),
            n => say!("log-round", n = n),
        },
        may_undo: table.may_undo && table.prompt.is_none(),
        concede: play.seat.filter(|_| table.hand_over.is_none()).map(|side| play.side_name(side)),
    }
}
