//! What is answered without asking the player: by the computer, by their wishes, or because there is only one answer.

use crate::window::session::prelude::*;

impl BattleController {
    /// A person is not asked where no reaction is possible or none would help, nor again what they have declined in the
    /// same action: it is declined. Gives whether it was.
    pub(super) fn answer_unasked(&mut self, table: &mut Table) -> bool {
        let person = matches!(self.play.next(), Next::Mine | Next::HandOver(_));
        let computer = self.auto.left > 0 && !self.auto.turns_only;
        if !person || computer || self.play.stuck.is_some() {
            return false;
        }
        let wish = self.wishes.asks;
        let answer = self.play.prompt().and_then(|prompt| ask::unasked(&self.play, prompt, wish));
        let answered = match answer {
            Some(answer) => self.play.answer_unasked(answer).is_ok(),
            None => self.play.decline_again(),
        };
        if !answered {
            return false;
        }
        self.done();
        // Something happens still: nobody is asked before it has been told.
        table.thinking = true;
        true
    }

    /// A turn in which there is nothing to do but to end it passes by itself, and a line says why. It is a command as any
    /// other, but no move of a player's. Gives whether it passed.
    pub(super) fn pass_by_itself(&mut self, table: &mut Table, motion: &mut BeatQueue) -> bool {
        let Some((unit, told)) = self.empty_turn(table.may_delay) else { return false };
        if self.play.answer_unasked(Command::End { unit }).is_err() {
            return false;
        }
        self.done();
        table.hand.clear();
        table.row = Row::default();
        told.into_iter().for_each(|beat| motion.push(beat));
        // Something happens still: nobody is asked before it has been told.
        table.thinking = true;
        true
    }

    /// Whose turn has nothing in it but its end, and the line that says so: its unit is down and has no card left, or
    /// nothing is possible from the turn's first moment on, so that it isn't over because all has been done. Who could
    /// put the turn off still has that to decide.
    fn empty_turn(&self, may_delay: bool) -> Option<(UnitId, [Beat; 2])> {
        let facts = self.facts.as_ref()?;
        let unit = facts.unit(self.unit()?)?;
        let can = |n: usize| self.does(facts, n) && self.hand.get(n).is_some_and(Card::is_possible);
        let idle = match self.few(facts, unit) {
            Some(few) => few.is_empty(),
            None => unit.usage.this_turn.is_empty() && !may_delay && !(0..self.hand.len()).any(can),
        };
        if facts.phase == Phase::Aftermath || !idle {
            return None;
        }
        let name = &unit.identity.name;
        let text = match show::told(facts, unit).first() {
            Some(why) => say!("turn-passed", unit = name, condition = show::condition(facts, unit, why)),
            None => say!("turn-passed-idle", unit = name),
        };
        let side = Some(self.play.colour(unit.side()));
        let line = Telling { text, side, result: true, waits: true, ..Telling::default() };
        Some((unit.id(), [Beat::Look(show::at(unit.place.area.origin)), Beat::Tell(line)]))
    }

    /// What the one at the screen wishes to be asked about is laid down, where it has changed.
    pub(super) fn lay_wishes(&mut self) {
        let Some(side) = self.play.seat else { return };
        if self.wishes.laid.get(&side).copied().unwrap_or_default() != self.wishes.asks {
            self.wishes.laid.insert(side, self.wishes.asks);
            self.play.wish(side, self.wishes.asks);
        }
    }

    /// The computer answers what is asked.
    pub(super) fn think(&mut self) {
        if self.play.next() != Next::Computer {
            self.auto.left = self.auto.left.saturating_sub(1);
        }
        if let Err(why) = computer::answer(&mut self.play) {
            self.play.stuck = Some(say!("turn-stuck", why = words::why(&why)));
        }
        self.done();
    }
}
