//! The controller of a battle being played: it carries out intents, decides when the screen is drawn anew and when it
//! changes hands. It knows no window: it fills a [`Table`] and queues beats, so that tests use it as a person does.

mod click_hint;
mod clicks;
mod cones;
mod danger;
mod draw;
mod intents;
mod kept;
mod meanwhile;
mod next;
mod parts;
mod pointed;
mod row;
mod stand_ins;
mod unasked;
mod watch;
mod way;

use parts::{AutoPlay, InHand, KnownBoard, Look, Narrated, Question, Wishes};

use super::{
    ending::{self, Filed},
    pick::OrderChip,
};
use crate::window::session::prelude::*;

pub use draw::clear;
pub use watch::ReplayWatch;

/// A battle at a screen.
pub struct BattleController {
    pub play: Play,
    facts: Option<Knowledge>,
    narrated: Narrated,
    board: KnownBoard,
    /// Everything is to be drawn anew.
    stale: bool,
    hand: Vec<Card>,
    /// The actions that have slots, and whether there are manoeuvres behind them, of each unit that has had a turn; in
    /// the hours after the fight they are others.
    rows: BTreeMap<(UnitId, bool), (Vec<Key>, bool)>,
    /// The places in the row of what stands in for usual actions of a unit that are forbidden, as `rows`.
    held: BTreeMap<(UnitId, bool), Vec<(Key, usize)>>,
    in_hand: InHand,
    chips: Vec<OrderChip>,
    question: Question,
    open: TurnOptions,
    look: Look,
    /// Which of the player's own units was looked at last.
    looked: usize,
    auto: AutoPlay,
    watch: Option<ReplayWatch>,
    /// Once it is over: what became of its replay.
    pub(super) filed: Filed,
    pub wishes: Wishes,
}

impl BattleController {
    /// Sits down to a battle. `generation` is the one of the map that lies on the table.
    pub fn new(play: Play, generation: u64) -> Self {
        Self {
            play,
            facts: None,
            narrated: Narrated::default(),
            board: KnownBoard { generation, ..KnownBoard::default() },
            stale: true,
            hand: Vec::new(),
            rows: BTreeMap::new(),
            held: BTreeMap::new(),
            in_hand: InHand::default(),
            chips: Vec::new(),
            question: Question::default(),
            open: TurnOptions::default(),
            look: Look::default(),
            looked: 0,
            auto: AutoPlay::default(),
            watch: None,
            filed: Filed::default(),
            wishes: Wishes::default(),
        }
    }

    /// Why the battle cannot go on, if it cannot.
    pub fn trouble(&self) -> Option<String> {
        let fault = self.play.fault().map(|fault| words::capital(&locale::tell(&fault.message())));
        fault.or_else(|| self.play.stuck.clone())
    }

    /// Is it over, or stuck?
    pub fn over(&self) -> bool {
        self.play.over()
    }

    /// Is there nothing to cancel?
    pub fn idle(&self, table: &Table) -> bool {
        self.in_hand.laid.is_none()
            && self.in_hand.way.is_empty()
            && self.in_hand.menu.is_none()
            && self.in_hand.chosen.is_none()
            && self.in_hand.above.popup.is_none()
            && self.in_hand.opened.is_none()
            && !table.pinned
            && table.since.is_none()
    }

    /// Has anything happened that the player has not been shown?
    pub fn has_news(&self) -> bool {
        self.play.eyes().is_some() && !self.play.events_since(self.narrated.events).is_empty()
    }

    /// Would another step change nothing of what is shown?
    pub fn calm(&self, table: &Table) -> bool {
        let waits = self.play.stuck.is_some()
            || match self.play.next() {
                Next::Mine => self.auto.left == 0,
                Next::Over => true,
                Next::Computer | Next::HandOver(_) => false,
            };
        let moves = self.watch.as_ref().is_some_and(ReplayWatch::moves);
        waits && !self.stale && !table.thinking && !self.has_news() && !moves
    }

    /// One step of the battle, once nothing moves any more: shows what happened, lets the computer decide, hands over,
    /// or shows the hand.
    pub fn drive(&mut self, table: &mut Table, motion: &mut BeatQueue) {
        if motion.busy() || table.hand_over.is_some() {
            return;
        }
        if self.narrate(table, motion) || self.drive_watch(table, motion) || self.answer_unasked(table) {
            return;
        }
        let turn = self.play.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { .. }));
        if self.auto.turns_only && !turn && self.play.next() != Next::Computer {
            self.auto.left = 0;
        }
        let next = if self.play.stuck.is_some() { Next::Over } else { self.play.next() };
        table.thinking = next == Next::Computer || (next == Next::Mine && self.auto.left > 0);
        match next {
            Next::HandOver(side) => {
                motion.rest();
                if self.auto.left > 0 {
                    self.think();
                    return;
                }
                self.rise();
                table.hand_over = Some(self.called(side));
            }
            Next::Computer => {
                self.refresh(table);
                // An answer to what one does oneself is no turn of theirs.
                if !self.own_turn() {
                    self.narrated.waiting_since.get_or_insert((self.narrated.events, table.log.len()));
                }
                self.think();
            }
            Next::Mine if self.auto.left > 0 => {
                self.refresh(table);
                self.think();
            }
            Next::Mine => {
                motion.rest();
                self.lay_wishes();
                self.refresh(table);
                if self.pass_by_itself(table, motion) {
                    return;
                }
                if turn {
                    self.sum_up(table);
                }
                if table.prompt.is_some() {
                    (table.telling, table.since) = (None, None);
                }
            }
            Next::Over => {
                motion.rest();
                table.telling = None;
                self.refresh(table);
            }
        }
    }

    /// Everything is to be drawn anew, because names have changed.
    pub fn anew(&mut self) {
        self.stale = true;
    }

    /// Whose turn it is to sit at the screen.
    fn called(&self, side: Side) -> HandOver {
        HandOver { name: self.play.side_name(side), side: self.play.colour(side) }
    }

    /// Draws the table and the log in another language.
    pub fn translate(&mut self, table: &mut Table) {
        self.stale = true;
        if table.ending.is_some() {
            table.ending = Some(ending::summary(self));
            table.log = narration::narrate_all(&self.play);
        } else if table.hand_over.is_some() {
            // Nothing of the battle lies there but a name.
            if let Next::HandOver(side) = self.play.next() {
                table.hand_over = Some(self.called(side));
            }
        } else {
            let view = std::mem::take(&mut table.log_view);
            self.rewrite_log(table);
            table.log_view = view;
        }
        self.sum_up_anew(table);
    }

    /// After a command: nothing is in hand any more, everything is to be drawn anew.
    fn done(&mut self) {
        self.stale = true;
        self.in_hand = InHand::default();
    }

    /// Queues what happened since the last time. Gives whether anything was queued.
    fn narrate(&mut self, table: &mut Table, motion: &mut BeatQueue) -> bool {
        let events = self.play.events_since(self.narrated.events);
        if events.is_empty() {
            return false;
        }
        let Some(facts) = self.play.eyes() else { return false };
        let shown = self.left_shown(&facts);
        let beats = narration::narrate(&self.play, &facts, events, shown);
        let told = self.narrated.events;
        self.narrated.events += events.len();
        self.stale = true;
        let any = !beats.is_empty();
        if std::mem::take(&mut self.narrated.just_sat) {
            self.narrated.meanwhile = told..self.narrated.events;
            table.since = self.since(self.both(beats.clone()), self.is_start(told), table.log.len());
        }
        beats.into_iter().for_each(|beat| motion.push(beat));
        let asked = self.question.asked.unit.is_some();
        let ended = self.unit().is_none_or(|unit| Some(unit) != self.look.actor);
        if any && (asked || ended && !self.hand.is_empty()) {
            self.lay_bare(table);
        }
        any
    }

    /// Once a turn is over or a question is answered, nothing is drawn of what might have been done.
    fn lay_bare(&mut self, table: &mut Table) {
        self.question = Question::default();
        self.open = TurnOptions::default();
        table.counters.iter_mut().for_each(|own| own.choice = Choice::None);
        self.draw_marks(table);
    }

    /// The counters as they lie on the table before what is about to be told.
    fn left_shown(&self, facts: &Facts) -> Vec<Counter> {
        match self.narrated.left.get(&self.play.seat) {
            Some((_, counters)) if !counters.is_empty() => counters.clone(),
            _ => show::counters(&self.play, facts),
        }
    }

    /// The player leaves the screen, and their view is kept. The table is cleared once the curtain has fallen
    /// ([`clear`]), so that no frame shows it half cleared.
    fn rise(&mut self) {
        if let Some(facts) = self.play.eyes() {
            self.narrated
                .left
                .insert(self.play.seat, (self.narrated.events, show::counters(&self.play, &facts)));
        }
        self.play.seat = None;
        self.facts = None;
        self.board.fog = None;
        self.hand.clear();
        self.question = Question::default();
        self.open = TurnOptions::default();
        self.look = Look::default();
        self.done();
    }

    /// The player named on the hand-over sits down: the table is as they left it, then what happened since is shown.
    fn sit(&mut self, table: &mut Table) {
        let Next::HandOver(side) = self.play.next() else { return };
        clear(table);
        table.hand_over = None;
        self.play.seat = Some(side);
        let (told, counters) = self.narrated.left.get(&Some(side)).cloned().unwrap_or_default();
        self.narrated.just_sat = told > 0;
        self.narrated.events = told;
        self.narrated.waiting_since = None;
        self.rewrite_log(table);
        table.counters = counters;
        self.stale = true;
        self.lay_board(table);
        if let Some(facts) = self.play.eyes() {
            if table.counters.is_empty() {
                table.counters = show::counters(&self.play, &facts);
            }
            table.ribbon = show::ribbon(&self.play, &facts);
            table.ribbon.tag_as(&table.counters);
            table.air = show::air(&facts);
        }
    }

    /// How many events each player has been shown.
    pub fn tellings(&self) -> Vec<(Option<Side>, usize)> {
        let mut told: BTreeMap<_, _> =
            self.narrated.left.iter().map(|(side, (told, _))| (*side, *told)).collect();
        if self.play.eyes().is_some() {
            told.insert(self.play.seat, self.narrated.events);
        }
        told.into_iter().collect()
    }

    /// Continues a battle of which each player has been shown so many events; those are in the log.
    pub fn recall(&mut self, told: Vec<(Option<Side>, usize)>, table: &mut Table) {
        let most = self.play.events().len();
        self.narrated.left =
            told.into_iter().map(|(side, told)| (side, (told.min(most), Vec::new()))).collect();
        self.narrated.events = self.narrated.left.get(&self.play.seat).map_or(0, |(told, _)| *told);
        self.rewrite_log(table);
    }

    /// The log up to what has been told, for the one who sits there now.
    fn rewrite_log(&self, table: &mut Table) {
        table.log_view.folded.clear();
        table.log = self.lines(0..self.narrated.events).0;
    }

    /// Shows the map as the player knows it, if it has changed. With nobody at the screen nothing is shown.
    pub fn lay_board(&mut self, table: &mut Table) {
        let Some(facts) = self.play.eyes() else { return };
        let same = self.board.map.as_ref().is_some_and(|known| Arc::ptr_eq(known, &facts.map));
        if !same || table.board.generation == 0 {
            let board = Board { generation: table.board.generation, ..show::board(&facts.map) };
            if board != table.board || table.board.generation == 0 {
                self.board.generation = self.board.generation.max(table.board.generation) + 1;
                table.board = Board { generation: self.board.generation, ..board };
            }
            self.board.map = Some(facts.map.clone());
        }
        if table.overlay.marks.is_empty() {
            // No frame shows what has never been seen.
            self.board.fog = self.play.seat.and_then(|side| show::fog(&facts, side));
            table.overlay = marks::fog_alone(&facts.map, self.board.fog.as_ref());
        }
    }
}
