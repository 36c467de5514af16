//! What is watched for: which watch something sets off, and the opposed test of overwatch (S-69).

use crate::battle::prelude::*;

impl ReactionWindow {
    /// The first of a unit's watches that this sets off.
    pub(super) fn watch_index(&self, battle: &mut Battle, unit: UnitId) -> Option<usize> {
        let facts = battle.facts();
        let own = facts.unit(unit)?;
        let actor = facts.unit(self.about.actor)?;
        let made = |index: usize| self.done.contains(&(unit, index));
        let mut all = own.watches.0.iter().enumerate();
        all.position(|(at, watch)| !made(at) && self.sets_off(&facts, own, actor, watch))
    }

    pub(super) fn sets_off(&self, facts: &Facts, own: &UnitState, actor: &UnitState, watch: &Watch) -> bool {
        let (here, there) = (&own.place.area, &actor.place.area);
        if watch.zone.is_some_and(|zone| facts.distance(own, actor) > zone)
            || watch.towards.is_some_and(|way| !grid::in_cone(here, way, there))
        {
            return false;
        }
        let about = &self.about;
        match watch.on {
            WatchFor::EnemyActs => about.begins,
            WatchFor::EnemyMoves => about.stepped,
            WatchFor::EnemyAttacks => about.begins && about.attack,
            WatchFor::EnemyCasts => about.casting.is_some(),
            WatchFor::UnitActs(id) => about.begins && about.actor == id,
            WatchFor::UnitAttacks(id) => about.begins && about.attack && about.actor == id,
            WatchFor::AllyAttacked(id) => about.begins && about.attack && about.target == Some(id),
            WatchFor::OutOf(pool) => about.emptied == Some(pool),
        }
    }

    pub(super) fn overwatch(&self, battle: &mut Battle, unit: UnitId, index: usize) -> bool {
        let facts = battle.facts();
        facts.unit(unit).and_then(|own| own.watches.0.get(index)).is_some_and(|watch| watch.overwatch)
    }

    /// Overwatch fires the moment its condition is met; who goes first is an opposed test (S-69).
    pub(super) fn fire(&mut self, battle: &mut Battle, unit: UnitId, index: usize) -> OrFault<Flow> {
        let purpose = Key::new("first");
        let facts = battle.facts();
        let watch = facts.unit(unit).and_then(|own| own.watches.0.get(index));
        // What has been spent is spent: the shot follows.
        let first = if watch.is_some_and(|watch| matches!(watch.on, WatchFor::OutOf(_))) {
            false
        } else {
            let test = Key::new("first");
            let under = facts.book.settings.check.direction == check::Direction::Under;
            let built = |id: UnitId| {
                let versus = if under { Versus::Nothing } else { Versus::Number(0, test) };
                let mut request = Request::rolled(test, id, versus);
                request.reaction = true;
                check::build(&facts, request)
            };
            match (built(unit), built(self.about.actor)) {
                (Some(own), Some(other)) => {
                    battle.ahead(&[(&own, purpose), (&other, purpose)], ThrownTogether::Contest)?;
                    let one = battle.roll_check(&own, purpose)?;
                    let two = battle.roll_check(&other, purpose)?;
                    contest::verdict(&facts, (&own, &one), (&other, &two)) == Verdict::First
                }
                _ => true,
            }
        };
        battle.record(Outcome::First { watcher: unit, actor: self.about.actor, first });
        if !first {
            self.late.push((unit, index));
            self.next();
            return Ok(Flow::Continue);
        }
        let facts = battle.facts();
        let Some(watch) = facts.unit(unit).and_then(|own| own.watches.0.get(index)).cloned() else {
            self.next();
            return Ok(Flow::Continue);
        };
        let act = shot(&watch, self.about.actor);
        self.react(battle, unit, act, Moment::Watched)
    }
}

/// The act of a watcher against who set it off.
pub fn shot(watch: &Watch, target: UnitId) -> Act {
    let mode = if watch.overwatch { Mode::Free } else { Mode::Immediate };
    let (weapon, spell, amount) = (watch.weapon, watch.spell, watch.amount);
    let args = Args { target: Some(target), weapon, spell, amount, ..Args::default() };
    Act { action: watch.action, mode, args }
}
