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
