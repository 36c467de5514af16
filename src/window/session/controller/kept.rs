//! The card that is kept, whatever the pointer is on, and what a click with the other button does with it.

use crate::window::session::prelude::*;

impl BattleController {
    /// Whether the other click cancels something: what is in hand, a menu, a way laid out.
    pub(super) fn holds(&self) -> bool {
        let own = &self.in_hand;
        own.chosen.is_some() || own.menu.is_some() || own.laid.is_some() || !own.way.is_empty()
    }

    /// Keeps the card that lies there, or lets it go.
    pub(super) fn pin(&mut self, table: &mut Table) {
        table.pinned = !table.pinned && table.side.is_some();
        let pointed = self.pointed_card();
        if table.pinned {
            let there = self.look.pointed.filter(|_| pointed == table.side);
            self.look.kept = there.map(|at| (at, self.look.meant));
        } else {
            table.side = pointed;
        }
    }

    /// The other click cancels what is in hand; with nothing in hand it pins or unpins the card of what is there.
    pub(super) fn turn(&mut self, at: At, table: &mut Table) {
        if self.holds() {
            self.lay_back(table);
            return;
        }
        (self.look.pointed, self.look.rests) = (Some(at), false);
        let card = self.pointed_card();
        let titles = [&card, &table.side].map(|own| own.as_ref().map(|own| &own.title));
        // While that of another is kept, this one is kept in its stead.
        table.pinned = card.is_some() && !(table.pinned && titles[0] == titles[1]);
        table.side = card;
        self.look.kept = Some((at, self.look.meant));
    }

    /// Something else is in hand now: the card of what is kept or pointed at on the map tells of that.
    pub(super) fn tell_what_is_in_hand(&mut self, table: &mut Table) {
        // Then the table is blank.
        if table.hand_over.is_some() {
            return;
        }
        match (table.pinned, self.look.kept) {
            (true, Some(kept)) => table.side = self.card_of(kept),
            (false, _) if self.look.pointed.is_some() => self.rest(table),
            _ => {}
        }
    }

    /// The card of a square, as if it were pointed at; of several units on it, of which.
    fn card_of(&mut self, (at, meant): (At, usize)) -> Option<SideCard> {
        let look = &mut self.look;
        let own = (look.pointed.replace(at), std::mem::replace(&mut look.meant, meant), look.rests);
        look.rests = false;
        let card = self.pointed_card();
        (self.look.pointed, self.look.meant, self.look.rests) = own;
        card
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn in which an enemy can be attacked, and where that enemy stands.
    fn at_a_foe() -> (TestGame, At) {
        let mut game = TestGame::settled("first_blood", 5);
        for _ in 0..40 {
            game.until_a_full_hand();
            let foe = game.table.counters.iter().find(|own| own.choosable()).map(|own| own.at);
            if let Some(at) = foe {
                game.obey(&Intent::Point(Some(at)));
                let odds = game.table.side.as_ref().is_some_and(|card| card.sums);
                if odds && place(&game, "Move").is_some() {
                    return (game, at);
                }
            }
            game.obey(&Intent::EndTurn);
        }
        panic!("nobody can be attacked");
    }

    /// The place of a card in the hand that can be taken.
    fn place(game: &TestGame, name: &str) -> Option<usize> {
        game.table.hand.iter().position(|card| card.name == name && card.why_not.is_none())
    }

    /// Takes an action in hand that is not done at once.
    fn take(game: &mut TestGame, name: &str) {
        let card = place(game, name).unwrap();
        game.obey(&Intent::Card(card));
        assert!(game.controller.holds(), "{name}");
    }

    #[test]
    fn the_other_click_cancels_what_is_in_hand_and_the_key_still_pins() {
        let (mut game, at) = at_a_foe();
        assert!(!game.table.row.holds);
        take(&mut game, "Move");
        assert!(game.table.row.holds, "the foot of a card names the key");
        game.obey(&Intent::Point(Some(at)));
        game.obey(&Intent::Turn(at));
        assert!(!game.table.pinned && !game.table.row.holds, "it was cancelled");
        take(&mut game, "Move");
        game.obey(&Intent::Point(Some(at)));
        game.obey(&Intent::Pin);
        assert!(game.table.pinned && game.controller.holds());
    }

    #[test]
    fn a_kept_card_tells_of_what_is_in_hand_now() {
        let (mut game, at) = at_a_foe();
        let plain = game.table.side.clone();
        take(&mut game, "Move");
        let moving = game.table.side.clone();
        assert_ne!(plain, moving, "the one that is pointed at does");
        game.obey(&Intent::Pin);
        game.obey(&Intent::Point(None));
        assert_eq!((game.table.pinned, &game.table.side), (true, &moving));
        game.obey(&Intent::Turn(at));
        assert_eq!((game.table.pinned, &game.table.side), (true, &plain), "it was cancelled");
        game.obey(&Intent::Cancel);
        assert!(!game.table.pinned);
    }
}
