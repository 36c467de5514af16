//! A battle with a person at the screen, played by intents without a window, for tests.

use std::path::{Path, PathBuf};

use super::{Desk, Session, play::Seat};
use crate::window::session::prelude::*;
use crate::{
    content::library::Library,
    window::{
        motion::BeatQueue,
        view::{Intent, Shelf},
    },
};

pub fn assets() -> PathBuf {
    Path::new(threat_range_base::CHECKOUT).join("assets")
}

pub fn library() -> Library {
    Library::load(&assets(), &[]).0
}

/// A session that keeps everything in a folder, with what it shows.
pub struct Shown {
    pub session: Session,
    pub shelf: Shelf,
    pub table: Table,
    motion: BeatQueue,
}

impl Shown {
    pub fn new(data: &Path) -> Self {
        Self::with(data, library())
    }

    pub fn with(data: &Path, library: Library) -> Self {
        let mut session = Session::default();
        session.folders.data = data.to_owned();
        session.take(library);
        session.translated = session.library.clone();
        Self { session, shelf: Shelf::default(), table: Table::default(), motion: BeatQueue::default() }
    }

    pub(super) fn parts(&mut self) -> (&mut Session, Desk<'_>) {
        let Self { session, shelf, table, motion } = self;
        (session, Desk { shelf, table, motion })
    }

    pub fn turn(&mut self, intent: &Intent) {
        let (session, mut desk) = self.parts();
        session.turn_pages(intent, &mut desk);
    }

    pub fn keep(&mut self, intent: &Intent) -> bool {
        let (session, mut desk) = self.parts();
        session.keep(intent, &mut desk)
    }

    pub fn begin(&mut self, scenario: &str) {
        let choice = self.session.choice(Key::new(scenario));
        self.session.begin(choice, &mut self.table, &mut self.motion).unwrap();
    }
}

pub fn play(library: &Library, scenario: &str, seed: u64, humans: bool) -> Play {
    let key = Key::new(scenario);
    let setup = library.setup(key, seed, None).unwrap();
    let seats = library
        .controllers(key)
        .into_iter()
        .enumerate()
        .map(|(n, (side, _))| Seat { side, name: side.to_string(), human: humans || n == 0 })
        .collect();
    Play::new(setup, key, seed, seats)
}

/// The controller with what it shows.
pub struct TestGame {
    pub controller: BattleController,
    pub table: Table,
    motion: BeatQueue,
}

impl TestGame {
    pub fn new(play: Play) -> Self {
        let controller = BattleController::new(play, 0);
        Self { controller, table: Table::default(), motion: BeatQueue::default() }
    }

    /// A scenario of the library; without `humans` the computer plays all sides but the first.
    pub fn of(library: &Library, scenario: &str, seed: u64, humans: bool) -> Self {
        Self::new(play(library, scenario, seed, humans))
    }

    pub fn obey(&mut self, intent: &Intent) {
        self.controller.obey(intent, &mut self.table, &mut self.motion);
    }

    /// Goes on until the person is asked something, or the battle is over.
    pub fn settle(&mut self) {
        for _ in 0..10_000 {
            self.controller.drive(&mut self.table, &mut self.motion);
            if self.motion.busy() {
                self.motion.clear();
                continue;
            }
            if !self.table.thinking {
                return;
            }
        }
        panic!("the game does not settle");
    }

    /// Plays with clicks and cards: attack whoever can be attacked, else step toward the middle, else end the turn.
    pub fn act(&mut self) {
        if self.table.hand_over.is_some() {
            self.obey(&Intent::Ready);
            return;
        }
        if let Some(prompt) = self.table.prompt.clone() {
            let n = prompt.answers.iter().position(|answer| answer.why_not.is_none()).unwrap();
            self.obey(&Intent::Answer(n));
            return;
        }
        let before = self.controller.play.commands().len();
        let foe = self.table.counters.iter().find(|counter| counter.choosable).map(|counter| counter.at);
        let walk = self.table.overlay.marks.iter().position(|marks| marks & 1 != 0).map(|n| {
            let width = self.table.board.size.x as usize;
            bevy::math::IVec2::new((n % width) as i32, (n / width) as i32)
        });
        for at in [foe, walk].into_iter().flatten() {
            self.obey(&Intent::Point(Some(at)));
            self.obey(&Intent::Choose(at));
            if self.controller.play.commands().len() > before {
                return;
            }
        }
        self.obey(&Intent::EndTurn);
        assert!(
            self.controller.play.commands().len() > before,
            "neither a click nor the end of the turn was taken: {}",
            self.table.hint
        );
    }
}
