//! A battle with a person at the screen, played by intents without a window, for tests.

use super::Desk;
use crate::ai;
use crate::window::session::prelude::*;

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

/// A battle laid out by hand in which a person plays one side, and nobody else sits anywhere.
pub fn seated(setup: Setup, side: Side) -> Play {
    Play::new(setup, Key::new("first_blood"), 1, vec![Seat { side, name: side.to_string(), human: true }])
}

/// The battle of `first_blood`, played by the computer up to the first turn of the one called Jem.
pub fn at_jems_turn(library: &Library) -> (Battle, UnitId) {
    let mut battle = Battle::new(library.setup(Key::new("first_blood"), 11, None).unwrap());
    battle.advance();
    let jem = UnitId(Key::new("jem"));
    while !battle.prompt().is_some_and(|own| own.unit == jem && matches!(own.ask, Ask::Turn { .. })) {
        let prompt = battle.prompt().unwrap().clone();
        battle.submit(ai::choose(&battle.knowledge(prompt.side), &prompt)).unwrap();
    }
    (battle, jem)
}

/// The squares, as column and row, that have a mark.
pub fn marked(overlay: &Overlay, width: usize, mark: u32) -> Vec<(usize, usize)> {
    let marked = overlay.marks.iter().enumerate().filter(|(_, marks)| **marks & mark != 0);
    marked.map(|(n, _)| (n % width, n / width)).collect()
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

    /// A scenario of the base game up to the first question; the computer plays all sides but the first.
    pub fn settled(scenario: &str, seed: u64) -> Self {
        let mut game = Self::of(&library(), scenario, seed, false);
        game.settle();
        game
    }

    /// Lets the computer play until the person has a turn with much to do.
    pub fn until_a_full_hand(&mut self) {
        for _ in 0..40 {
            self.settle();
            if self.table.hand.len() > 2 && self.table.prompt.is_none() {
                return;
            }
            self.obey(&Intent::Auto(1));
        }
    }

    /// The first unit of the person at the screen.
    pub fn first_own<'f>(&self, facts: &'f Facts) -> &'f UnitState {
        let seat = self.controller.play.seat;
        facts.units.iter().find(|unit| Some(unit.side()) == seat).unwrap()
    }

    /// Who is asked something, or has the turn.
    pub fn asked(&self) -> UnitId {
        self.controller.play.prompt().unwrap().unit
    }

    /// Changes who is asked something, or has the turn.
    pub fn change_asked(&mut self, change: impl FnOnce(&mut UnitState)) {
        let own = self.asked();
        self.controller.play.change(|snapshot| {
            change(snapshot.units.iter_mut().find(|unit| unit.id() == own).unwrap());
        });
        self.controller.anew();
    }

    /// The first answer that may be given to the question on the table.
    pub fn answer(&self) -> Option<Intent> {
        let mut answers = self.table.prompt.as_ref()?.answers.iter();
        answers.position(|answer| answer.why_not.is_none()).map(Intent::Answer)
    }

    pub fn obey(&mut self, intent: &Intent) {
        self.controller.obey(intent, &mut self.table, &mut self.motion);
    }

    /// One step: what it queues is not played yet.
    pub fn step(&mut self) {
        self.controller.drive(&mut self.table, &mut self.motion);
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
        if self.table.prompt.is_some() {
            self.obey(&self.answer().unwrap());
            return;
        }
        let before = self.controller.play.commands().len();
        let foe = self.table.counters.iter().find(|counter| counter.choosable()).map(|counter| counter.at);
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
