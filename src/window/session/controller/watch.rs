//! Watching a replay: its commands are given one after the other, in the sight of one side or of all.

use std::collections::VecDeque;

use crate::window::session::prelude::*;
use crate::window::view;

/// A replay on the table.
pub struct ReplayWatch {
    replay: Arc<Replay>,
    setup: Setup,
    left: VecDeque<Command>,
    /// Go on by itself?
    playing: bool,
    /// Commands to be carried out, whether it goes on by itself or not.
    steps: usize,
    /// Nothing is seen to move.
    fast: bool,
}

/// What the small choices of a replay do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    Play,
    Step,
    Fast,
    End,
    Start,
    Sight(Option<Side>),
}

impl ReplayWatch {
    /// A replay at its start; the battle is laid out again whenever it starts anew.
    pub fn new(replay: Replay, setup: Setup) -> Self {
        let left = replay.commands.iter().map(|(command, _)| command.clone()).collect();
        Self { replay: Arc::new(replay), setup, left, playing: true, steps: 0, fast: false }
    }

    /// Does it go on without the one who watches?
    pub(super) fn moves(&self) -> bool {
        !self.left.is_empty() && (self.playing || self.steps > 0)
    }
}

impl BattleController {
    /// Sits down to watch.
    pub fn watch(&mut self, watch: ReplayWatch) {
        self.watch = Some(watch);
        self.stale = true;
    }

    /// Is this a replay?
    pub fn watching(&self) -> bool {
        self.watch.is_some()
    }

    /// The next command, if it is time for it. Gives whether this is a replay.
    pub(super) fn drive_watch(&mut self, table: &mut Table, motion: &mut BeatQueue) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        let (moves, fast) = (watch.moves(), watch.fast || watch.steps > 1);
        table.thinking = moves;
        self.refresh(table);
        if fast {
            motion.skip();
        }
        if !moves {
            motion.rest();
        }
        let Some(watch) = self.watch.as_mut().filter(|_| moves) else { return true };
        watch.steps = watch.steps.saturating_sub(1);
        if let Some(command) = watch.left.pop_front()
            && let Err(why) = self.play.submit(command)
        {
            watch.left.clear();
            self.in_hand.hint = Some(say!("watch-differs", why = words::why(&why)));
            self.stale = true;
            return true;
        }
        self.done();
        true
    }

    fn controls(&self) -> Vec<Control> {
        let sights = self.play.seats.iter().map(|seat| Control::Sight(Some(seat.side)));
        [Control::Play, Control::Step, Control::Fast, Control::End, Control::Start, Control::Sight(None)]
            .into_iter()
            .chain(sights)
            .collect()
    }

    /// The small choices of a replay, and the line above them.
    pub(super) fn draw_watch(&self, table: &mut Table) {
        let Some(watch) = &self.watch else { return };
        let over = watch.left.is_empty().then(|| say!("watch-over"));
        let chip = |control: &Control| {
            let (text, on, why_not) = match *control {
                Control::Play => (say!("watch-play"), watch.playing && over.is_none(), over.clone()),
                Control::Step => (say!("watch-step"), false, over.clone()),
                Control::Fast => (say!("watch-fast"), watch.fast, None),
                Control::End => (say!("watch-end"), false, over.clone()),
                Control::Start => (say!("watch-start"), false, None),
                Control::Sight(None) => (say!("watch-all"), self.play.seat.is_none(), None),
                Control::Sight(Some(side)) => (self.play.side_name(side), self.play.seat == Some(side), None),
            };
            view::Chip { text, on, why_not, ..view::Chip::default() }
        };
        table.chips = self.controls().iter().map(chip).collect();
        let all = watch.replay.commands.len();
        let told = say!("watch-at", done = all - watch.left.len(), all = all);
        table.hint = self.in_hand.hint.clone().unwrap_or(told);
    }

    /// Does what a small choice of a replay says. Gives whether this is a replay.
    pub(super) fn switch_watch(&mut self, n: usize, table: &mut Table, motion: &mut BeatQueue) -> bool {
        let controls = self.controls();
        let Some(watch) = &mut self.watch else { return false };
        match controls.get(n) {
            Some(Control::Play) => watch.playing = !watch.playing,
            Some(Control::Step) => (watch.playing, watch.steps) = (false, 1),
            Some(Control::Fast) => watch.fast = !watch.fast,
            Some(Control::End) => watch.steps = watch.left.len(),
            Some(Control::Start) => {
                *watch = ReplayWatch {
                    fast: watch.fast,
                    ..ReplayWatch::new((*watch.replay).clone(), watch.setup.clone())
                };
                watch.playing = false;
                self.play.restart(watch.setup.clone());
                self.narrated.events = 0;
                self.narrated.left.clear();
                motion.clear();
                table.log.clear();
            }
            Some(Control::Sight(side)) => {
                self.play.seat = *side;
                self.narrated.events = self.play.events().len();
                motion.clear();
                self.rewrite_log(table);
            }
            None => {}
        }
        self.in_hand.hint = None;
        self.stale = true;
        true
    }
}
