//! What is told of those who could have answered and did not, or who could not, and why.
//!
//! Only those are told of whom what happens concerns. The same is told once in an action. With fog only the side of
//! whoever could have answered is told.

use super::Rank;
use crate::battle::prelude::*;

/// Events that are looked back over for what has been told already, at most.
const BACK: usize = 200;

impl ReactionWindow {
    /// Tells what became of a chance, once in an action.
    pub(super) fn tell(
        &self,
        battle: &mut Battle,
        unit: UnitId,
        moment: Moment,
        with: Vec<Key>,
        how: Answered,
    ) {
        let silent = matches!(how, Answered::Not(_));
        let outcome = Outcome::Answerable { unit, by: self.about.actor, moment, with, how };
        if !silent || !told(battle, &outcome) {
            battle.record(outcome);
        }
    }

    /// Tells why a unit's answers are not possible; what does not fit the moment only where nothing else is.
    pub(super) fn unable(&self, battle: &mut Battle, unit: UnitId, moment: Moment, options: &[Offer]) {
        let mut reasons: Vec<(Refusal, Vec<Key>)> = Vec::new();
        for offer in options {
            let Some(refusal) = &offer.refusal else { continue };
            match reasons.iter_mut().find(|(known, _)| known.message == refusal.message) {
                Some((_, with)) if with.contains(&offer.action) => {}
                Some((_, with)) => with.push(offer.action),
                None => reasons.push((refusal.clone(), vec![offer.action])),
            }
        }
        // Another way of paying for the same may be open.
        let open = |action: &Key| options.iter().any(|own| own.action == *action && own.refusal.is_none());
        reasons.iter_mut().for_each(|(_, with)| with.retain(|action| !open(action)));
        let beside = |refusal: &Refusal| refusal.code == "needs";
        let any = options.iter().any(|offer| offer.refusal.is_none())
            || reasons.iter().any(|(refusal, _)| !beside(refusal));
        match any {
            true => reasons.retain(|(refusal, with)| !beside(refusal) && !with.is_empty()),
            false => reasons.truncate(1),
        }
        for (refusal, with) in reasons {
            self.tell(battle, unit, moment, with, Answered::Not(refusal));
        }
    }

    /// Tells why a unit that something concerns has no chance at all at the present rank.
    pub(super) fn overlooked(&self, battle: &mut Battle, unit: UnitId) {
        let facts = battle.facts();
        let (Some(own), Some(actor)) = (facts.unit(unit), facts.unit(self.about.actor)) else { return };
        let found = match self.rank {
            Rank::Watch => self.out_of_zone(&facts, own, actor).map(|why| (Moment::Watched, why)),
            Rank::Counter => {
                let spells = self.about.casting.is_some() && !own.slots.0.is_empty();
                let why = spells.then(|| legal::cannot_act(&facts, own)).flatten();
                why.map(|why| (Moment::Casting, why))
            }
            Rank::Opportunity if self.about.leaves.is_some() => None,
            Rank::Opportunity => self.about.provokes.and_then(|area| {
                let why = legal::no_opening(&facts, own, &area, actor.place.band)?;
                Some((Moment::Provoked, why))
            }),
            Rank::Target => self.about.strike.as_ref().and_then(|strike| {
                let moment = strike.moment;
                let answers = facts.book.actions.iter().any(|def| def.on.contains(&moment));
                let why = answers.then(|| legal::no_answer(&facts, own, actor)).flatten()?;
                Some((moment, why))
            }),
        };
        if let Some((moment, why)) = found {
            self.tell(battle, unit, moment, Vec::new(), Answered::Not(why));
        }
    }

    /// Why a watch for this does not go off: it happens too far off, though not far.
    fn out_of_zone(&self, facts: &Facts, own: &UnitState, actor: &UnitState) -> Option<Refusal> {
        let distance = facts.distance(own, actor);
        own.watches.0.iter().enumerate().find_map(|(at, watch)| {
            let zone = watch
                .zone
                .filter(|zone| (zone.saturating_add(1)..=zone.saturating_mul(2)).contains(&distance))?;
            let mut near = watch.clone();
            near.zone = None;
            if self.done.contains(&(own.id(), at)) || !self.sets_off(facts, own, actor, &near) {
                return None;
            }
            let squares = if zone == 1 {
                message!("core-one-square")
            } else {
                message!("core-x-squares", squares = zone)
            };
            let rule = facts.book.action(watch.by).map(|def| def.rule);
            Some(Refusal::new("out_of_zone", message!("core-it-watches-only-within-x", squares), rule))
        })
    }
}

/// Whether the same has been told since the last action was declared.
fn told(battle: &Battle, outcome: &Outcome) -> bool {
    let events = &battle.world().resource::<Chronicle>().events;
    let before = events.iter().rev().take(BACK).map(|event| &event.outcome);
    let begins = |own: &Outcome| matches!(own, Outcome::Declared { .. } | Outcome::TurnStarted { .. });
    before.take_while(|own| !begins(own)).any(|own| own == outcome)
}
