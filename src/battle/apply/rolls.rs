//! Checks rolled outside an attack.

use crate::battle::prelude::*;

/// A check that was rolled, and on while it was critical.
pub(crate) struct Chain {
    /// The first roll: whether the check succeeds and is a critical is read off it.
    pub(crate) first: Reading,
    /// What all rolls are worth.
    pub(crate) sum: i32,
    /// What the dice of each roll showed.
    pub(crate) naturals: Vec<i32>,
}

impl Battle {
    /// Rolls a check of a unit against a number, with the log of it. A check that the book does not have gives none.
    pub(crate) fn roll_plain(&mut self, plain: PlainRoll) -> OrFault<Option<(Check, Reading)>> {
        let PlainRoll { unit, check, dc, purpose, action, against } = plain;
        let facts = self.facts();
        let Some(built) = check::plain(&facts, unit, check, dc, action, against) else { return Ok(None) };
        let reading = self.roll_check(&built, purpose)?;
        self.spend_once(unit, check)?;
        Ok(Some((built, reading)))
    }

    /// Rolls a check once for an action: what helps is used up, a natural 1 is a line of the ledger (T-03).
    pub(crate) fn roll_own(&mut self, check: &Check, purpose: Key) -> OrFault<Reading> {
        let reading = self.roll_check(check, purpose)?;
        self.spend_once(check.by, check.id)?;
        self.write_natural_1(check.by, reading.natural)?;
        Ok(reading)
    }

    /// Rolls a check, and on while it is critical; what helps once helps with all of it, and is used up.
    pub(crate) fn roll_chain(&mut self, check: &Check, purpose: Key) -> OrFault<Chain> {
        self.ahead(&[(check, purpose)], ThrownTogether::Chain)?;
        let first = self.roll_check(check, purpose)?;
        self.spend_once(check.by, check.id)?;
        self.roll_on(check, first)
    }

    /// Goes on with a check while it is critical. A natural 1 on any of its rolls fails (A-07, T-03).
    pub(crate) fn roll_on(&mut self, check: &Check, first: Reading) -> OrFault<Chain> {
        let link = check.link();
        let limit = self.book().settings.check.chain_limit.and_then(|most| usize::try_from(most).ok());
        let more = |links: usize| limit.is_none_or(|most| links <= most);
        let mut goes_on = check.goes_on(&first);
        let mut chain = Chain { sum: first.value, naturals: vec![first.natural], first };
        while goes_on && more(chain.naturals.len()) {
            let next = self.roll_check(&link, Key::new("critical"))?;
            chain.sum += next.value;
            chain.naturals.push(next.natural);
            goes_on = link.goes_on(&next);
        }
        chain.naturals.iter().try_for_each(|natural| self.write_natural_1(check.by, *natural))?;
        if chain.naturals.len() >= 2 {
            self.write_ledger(check.by, "chain", 1, None, None)?;
        }
        Ok(chain)
    }

    /// Throws the dice of a check, unless they have been thrown already.
    pub(crate) fn roll_check(&mut self, check: &Check, purpose: Key) -> OrFault<Reading> {
        self.ahead(&[(check, purpose)], ThrownTogether::Alone)?;
        let (roll, hand) = match self.thrown_ahead(check, purpose) {
            Some(thrown) => thrown,
            None => self.throw_dice(check, purpose)?,
        };
        let reading = check.read(roll.total);
        self.record(Outcome::Rolled {
            check: Box::new(Check { hand, ..check.clone() }),
            dice: roll.dice,
            reading: reading.clone(),
            purpose,
        });
        Ok(reading)
    }

    /// The dice of a check as they fall, and the deck from which they were drawn.
    pub(crate) fn throw_dice(&mut self, check: &Check, purpose: Key) -> OrFault<(Roll, Option<Hand>)> {
        let dice = check.dice().unwrap_or(self.book().settings.check.dice);
        // What has been drawn since the check was made counts as well.
        let facts = self.facts();
        let side = facts.unit(check.by).map(|own| own.side());
        let hand = check.hand.as_ref().and_then(|_| facts.decks.hand(side?, dice));
        let roll = match &hand {
            Some(hand) => self.draw_card(hand, purpose)?,
            None => self.roll(&dice, purpose)?,
        };
        Ok((roll, hand))
    }

    /// A card from a side's deck (T-13).
    fn draw_card(&mut self, hand: &Hand, purpose: Key) -> OrFault<Roll> {
        let (roll, deck) = self.world_mut().resource_mut::<DiceBox>().0.card(&hand.deck, purpose)?;
        self.keep_fallen(&roll.dice, purpose);
        let mut decked = self.world_mut().resource_mut::<DeckState>();
        Arc::make_mut(&mut decked.0).put(Hand { side: hand.side, deck: Arc::new(deck) });
        Ok(roll)
    }

    /// Modifiers and conditions that serve one check are used up by it (A-118, S-87).
    pub(crate) fn spend_once(&mut self, unit: UnitId, check: Key) -> OrFault {
        self.apply(Effect::End { unit, ending: Ending::Check(check) })
    }
}
