//! Who may be asked at a window, and what each could do at each rank.
//!
//! The order is that of A-156. Why somebody has no chance is in [`passed`](super::passed).

use super::Rank;
use crate::battle::prelude::*;

impl ReactionWindow {
    pub(super) fn actor_goes_on(&self, battle: &mut Battle) -> bool {
        let facts = battle.facts();
        // What has been thrown goes off, whoever threw it.
        let flying = self.about.strike.as_ref().is_some_and(|strike| strike.moment == Moment::Caught);
        if flying {
            return true;
        }
        let cancelled = self.about.casting.is_some_and(|(_, frame)| battle.is_cancelled(frame));
        !cancelled && facts.unit(self.about.actor).is_some_and(|unit| facts.present(unit))
    }

    /// Who may be asked at all, in initiative order, the highest first.
    pub(super) fn reactors(&self, battle: &mut Battle) -> Vec<UnitId> {
        let facts = battle.facts();
        let Some(actor) = facts.unit(self.about.actor) else { return Vec::new() };
        if self.about.won.is_some() {
            return self.about.target.into_iter().collect();
        }
        if let Some(strike) = &self.about.strike {
            let guards = if strike.moment == Moment::Hit { self.guards(&facts) } else { Vec::new() };
            return self.about.target.into_iter().chain(guards).collect();
        }
        let foe = |unit: &UnitState| facts.hostile(unit, actor) && facts.present(unit);
        order::by_initiative(&facts).into_iter().filter(|id| facts.unit(*id).is_some_and(foe)).collect()
    }

    /// Friends beside the one hit, who may step in where that one has not: the highest count first (S-41).
    fn guards(&self, facts: &Facts) -> Vec<UnitId> {
        let Some(target) = self.about.target.and_then(|id| facts.unit(id)) else { return Vec::new() };
        if !facts.book.actions.iter().any(|def| def.guards()) {
            return Vec::new();
        }
        let beside = |unit: &UnitState| {
            let friend = unit.side() == target.side() && facts.present(unit);
            friend && unit.place.band == target.place.band && facts.distance(unit, target) <= 1
        };
        let others = |id: &UnitId| *id != target.id() && *id != self.about.actor;
        let all = order::by_initiative(facts).into_iter().filter(others);
        all.filter(|id| facts.unit(*id).is_some_and(beside)).collect()
    }

    /// The chances of a unit at the present rank, each with its refusal where it has one. None: no chance at all.
    pub(super) fn chances(
        &self,
        battle: &mut Battle,
        unit: UnitId,
    ) -> Option<(Moment, Vec<Offer>, Option<usize>)> {
        let facts = battle.facts();
        let own = facts.unit(unit)?;
        let actor = facts.unit(self.about.actor)?;
        match self.rank {
            Rank::Watch => {
                let index = self.watch_index(battle, unit)?;
                let facts = battle.facts();
                let own = facts.unit(unit)?;
                let watch = own.watches.0.get(index)?;
                let mode = if watch.overwatch { Mode::Free } else { Mode::Immediate };
                let offer = self.single(&facts, own, watch, mode);
                Some((Moment::Watched, vec![offer], Some(index)))
            }
            Rank::Counter => {
                self.about.casting?;
                let options = legal::offers(&facts, unit, &self.occasion(Moment::Casting));
                (!options.is_empty() && facts.can_act(own)).then_some((Moment::Casting, options, None))
            }
            Rank::Opportunity => {
                let area = self.about.provokes?;
                let band = actor.place.band;
                let opening = match &self.about.leaves {
                    Some((to, into)) => facts.engages(own, &area, band) && !facts.engages(own, to, *into),
                    None => facts.threatens(own, &area, band),
                };
                if !opening {
                    return None;
                }
                let mut options = legal::offers(&facts, unit, &self.occasion(Moment::Provoked));
                options.retain(|offer| self.threatened_offer(&facts, own, offer));
                (!options.is_empty()).then_some((Moment::Provoked, options, None))
            }
            Rank::Target if self.about.won.is_some() => {
                let tag = self.about.won.as_ref()?.tag;
                let tagged = |id: Key| facts.book.action(id).is_some_and(|def| def.tags.contains(&tag));
                let mut options = legal::offers(&facts, unit, &self.occasion(Moment::Won));
                options.retain(|offer| tagged(offer.action));
                (!options.is_empty()).then_some((Moment::Won, options, None))
            }
            Rank::Target => {
                let moment = self.about.strike.as_ref()?.moment;
                // Vehicles do not dodge; their drivers take evasive action in their turns (C-122).
                if own.vehicle().is_some() || !legal::expects(&facts, own, actor) {
                    return None;
                }
                let mut options = legal::offers(&facts, unit, &self.occasion(moment));
                let steps_in = self.about.target != Some(unit);
                let guards = |id: Key| facts.book.action(id).is_some_and(|def| def.guards());
                // Nobody steps in once something has been tried (S-41).
                let open = !steps_in || self.tried.is_empty();
                let left = |id: Key| open && guards(id) == steps_in && !self.tried.contains(&id);
                options.retain(|offer| left(offer.action));
                (!options.is_empty()).then_some((moment, options, None))
            }
        }
    }

    pub(super) fn threatened_offer(&self, facts: &Facts, unit: &UnitState, offer: &Offer) -> bool {
        let Some(def) = facts.book.action(offer.action) else { return false };
        if def.steps.contains(&Step::Cast) {
            return unit.slots.0.iter().any(|slot| {
                !slot.spent
                    && facts.book.spell(slot.spell).is_some_and(|spell| spell.provokes == Provokes::Never)
            });
        }
        true
    }

    pub(super) fn single(&self, facts: &Facts, own: &UnitState, watch: &Watch, mode: Mode) -> Offer {
        if let (false, Some(def)) = (watch.overwatch, facts.book.action(watch.action)) {
            return legal::offer(facts, own, def, mode, &self.occasion(Moment::Watched));
        }
        let act = Act { mode, ..super::shot(watch, self.about.actor) };
        let (cost, price, part, refusal) =
            match legal::plan(facts, own.id(), &act, &self.occasion(Moment::Watched)) {
                Ok(plan) => (plan.cost, plan.price, plan.part, None),
                Err(refusal) => (Vec::new(), Vec::new(), legal::ActionHalf::Whole, Some(refusal)),
            };
        Offer { action: watch.action, mode, cost, price, part, refusal }
    }
}
