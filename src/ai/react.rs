//! Answers to what others do: whether a reaction pays for its costs, by the steps of the action offered.

use super::{areas, spellcasting};
use crate::ai::prelude::*;
use crate::battle::prompt::Reaction;
use crate::rules::{blast::Lessen, legal::Offer};

struct Answer<'a> {
    facts: &'a Facts,
    own: &'a UnitState,
    by: &'a UnitState,
    reaction: &'a Reaction,
    faces: CheckFaces,
    limits: LossLimits,
    occasion: Occasion,
}

/// An answer to a reaction prompt.
pub fn choose(facts: &Facts, unit: UnitId, reaction: &Reaction) -> Command {
    let decline = Command::Decline { unit };
    let (Some(own), Some(by)) = (facts.unit(unit), facts.unit(reaction.by)) else { return decline };
    let answer = Answer {
        facts,
        own,
        by,
        reaction,
        faces: CheckFaces::of(facts),
        limits: LossLimits::of(facts, own),
        occasion: reaction.occasion(),
    };
    let mut best: Option<(f64, Act)> = None;
    for offer in reaction.options.iter().filter(|offer| offer.refusal.is_none()) {
        let Some(def) = facts.book.action(offer.action) else { continue };
        for (value, act) in answer.ways(def, offer) {
            let better = best.as_ref().is_none_or(|(known, _)| value > *known);
            if value > weights::LEAST_ANSWER
                && better
                && legal::plan(facts, unit, &act, &answer.occasion).is_ok()
            {
                best = Some((value, act));
            }
        }
    }
    best.map_or(decline, |(_, act)| Command::act(unit, act))
}

impl Answer<'_> {
    /// The ways of taking an offer, each with what it is worth.
    fn ways(&self, def: &ActionDef, offer: &Offer) -> Vec<(f64, Act)> {
        let targeted = def.target().is_some();
        let plain = || Act {
            action: offer.action,
            mode: offer.mode,
            args: Args { target: targeted.then_some(self.reaction.by), ..Args::default() },
        };
        let cost = self.cost(offer);
        match self.reaction.moment {
            Moment::Watched => {
                let mut act = plain();
                if let Some(watch) = self.reaction.watch.and_then(|index| self.own.watches.0.get(index)) {
                    act.args.weapon = watch.weapon;
                    act.args.spell = watch.spell;
                    act.args.amount = watch.amount;
                }
                vec![(1.0, act)]
            }
            Moment::Provoked => self.opportunity(offer, cost),
            Moment::Casting => self.counter(def, offer, cost),
            Moment::Attacked | Moment::Hit | Moment::Caught => vec![(self.defence(def) - cost, plain())],
            Moment::Won if def.attacks() => self.blows(def),
            Moment::Won => {
                vec![winners::won(self.facts, self.own, self.by, def, self.reaction.value)]
            }
            Moment::CutIn => Vec::new(),
        }
    }

    /// What an answer costs: its price, the points that could serve later, the strain past the third point.
    fn cost(&self, offer: &Offer) -> f64 {
        let mut cost = 0.0;
        for (track, amount) in &offer.price {
            let of_track = if self.limits.weak_at == 0 {
                weights::ANSWER_TRACK
            } else {
                weights::ANSWER_WEAK * self.limits.of_loss(1)
            };
            cost += f64::from(*amount)
                * if *track == "initiative" { weights::ANSWER_INITIATIVE } else { of_track };
        }
        let points: i32 = offer.cost.iter().map(|(_, amount)| *amount).sum();
        if self.facts.book.settings.economy.modes.len() > 1 {
            let acted = self.own.initiative.acted;
            let free = i32::from(self.facts.book.settings.economy.free_points);
            let over =
                (self.own.usage.points + points + if acted { 0 } else { free } - free).clamp(0, points);
            cost += f64::from(over) * if acted { weights::ANSWER_OVER_ACTED } else { weights::ANSWER_OVER };
        }
        if self.reaction.moment == Moment::Attacked && !self.own.initiative.acted {
            cost += weights::ANSWER_FIRST;
        }
        // An aim is lost by any reaction (S-87).
        if self.own.modifiers.0.iter().any(|own| own.until == Until::NextAction) {
            cost += weights::ANSWER_AIM;
        }
        cost
    }

    /// Attacks that follow from something at no cost (S-65, S-67, S-75).
    fn blows(&self, def: &ActionDef) -> Vec<(f64, Act)> {
        let limits = LossLimits::of(self.facts, self.by);
        let all = winners::blows(self.facts, &self.faces, (self.own, self.by), (def, None), (&limits, 1.0));
        let act = |way: &AttackWay| Act { mode: Mode::Free, ..way.act(self.by.id()) };
        all.into_iter().map(|(value, way)| (value, act(&way))).collect()
    }

    fn opportunity(&self, offer: &Offer, cost: f64) -> Vec<(f64, Act)> {
        let limits = LossLimits::of(self.facts, self.by);
        let later = self.facts.book.actions.iter().any(|def| {
            def.on.contains(&Moment::Hit)
                && def
                    .cost
                    .iter()
                    .any(|cost| offer.cost.iter().any(|own| cost.0 == own.0 || cost.0 == "points"))
        });
        let kept = if later { weights::ANSWER_KEPT } else { 0.0 };
        ways(self.facts, self.own, &[offer.mode])
            .into_iter()
            .filter(|way| way.def.id == offer.action)
            .filter_map(|way| {
                if way.area.is_some() {
                    // The one who provoked has to be among those struck.
                    let must = Some(self.by.id());
                    let (gain, args) = areas::best(self.facts, &self.faces, self.own, &way, &|_| 1.0, must)?;
                    let args = Args { target: must, ..args };
                    return Some((gain - cost - kept, Act { action: offer.action, mode: offer.mode, args }));
                }
                let worth =
                    way.worth(self.facts, &self.faces, &way.spec(self.own.id(), self.by.id()), &limits, 1.0);
                Some((worth - cost - kept, way.act(self.by.id())))
            })
            .collect()
    }

    fn counter(&self, def: &ActionDef, offer: &Offer, cost: f64) -> Vec<(f64, Act)> {
        let facts = self.facts;
        let Some(cast) = self.reaction.spell.and_then(|id| facts.book.spell(id)) else { return Vec::new() };
        if !def.steps.contains(&Step::Counter) {
            return Vec::new();
        }
        let Some(with) = spellcasting::least_counter(facts, self.own, cast) else { return Vec::new() };
        let stake =
            match (way_of(facts, self.by, self.reaction.action, None, Some(cast.id)), self.reaction.target) {
                (Some(way), Some(target)) if facts.hostile_ids(self.by.id(), target) => {
                    let limits =
                        facts.unit(target).map(|unit| LossLimits::of(facts, unit)).unwrap_or_default();
                    way.worth(facts, &self.faces, &way.spec(self.by.id(), target), &limits, 1.0)
                }
                _ => spellcasting::stake(facts, &self.faces, self.by, cast),
            };
        let (own, by) = (self.own.id(), self.by.id());
        let check = spell_checks::counter(facts, own, with, by, cast, self.own.usage.points);
        let chance = check.map_or(0.0, |check| self.faces.succeeds(&check));
        let args = Args { target: Some(by), spell: Some(with.id), ..Args::default() };
        let act = Act { action: offer.action, mode: offer.mode, args };
        vec![(chance * stake - cost - weights::ANSWER_COUNTER, act)]
    }

    /// What a defence is expected to save.
    fn defence(&self, def: &ActionDef) -> f64 {
        let effects = Effects { facts: self.facts, by: self.own, target: None, sv: 0 };
        let saves = |step: &Step| match step {
            Step::Reduce { divisor } => self.reduce(*divisor),
            Step::Evade { check } => self.evade(*check),
            Step::Shield => self.shield(),
            Step::Hinder { value } => self.hinder(value),
            Step::Lessen { dice, divisor } => self.lessen(Lessen { dice: *dice, divisor: *divisor }),
            Step::Do(list) => effects.value(list),
            _ => 0.0,
        };
        def.steps.iter().map(saves).sum()
    }

    /// The margin of a rolled defence comes off the attack.
    fn reduce(&self, divisor: i32) -> f64 {
        let Some(reading) = &self.reaction.reading else { return 0.0 };
        let Some(Check { versus: Versus::Passive(defence), .. }) = &self.reaction.check else { return 0.0 };
        let (own, against) = (self.own.id(), Some(self.by.id()));
        let used = self.own.usage.points;
        let check = check::defence(self.facts, own, defence.id, reading.total, against, used);
        let Some(check) = check else { return 0.0 };
        let stake = self.reaction.value;
        let worth = |loss: i32| self.limits.of_loss(loss);
        self.faces.mean(|face| {
            let taken = check.read(face).value / divisor.max(1);
            let saved = worth(stake) - worth(stake - taken);
            if taken >= stake { saved + weights::ANSWER_ALL } else { saved }
        })
    }

    /// Getting out of an explosion's way (C-104, C-105), the dice that come off taken at their mean.
    fn lessen(&self, lessen: Lessen) -> f64 {
        let Some(dice) = self.reaction.dice else { return 0.0 };
        let direct = self.reaction.value - (dice.min() + dice.max()) / 2;
        let thrown = lessen.dice.map_or(0, |dice| (dice.min() + dice.max()) / 2);
        let worth = |damage: i32| {
            let portion = Portion::new(Key::new("damage"), &[], damage);
            let trace = harm::pass(self.facts, self.own, vec![portion], Blow::default(), Vec::new());
            self.limits.of_loss(trace.total)
        };
        CheckFaces::dice(dice).mean(|total| {
            let damage = total + direct;
            worth(damage) - worth(lessen.left(damage, thrown))
        })
    }

    /// Whom what is answered strikes, and what that one can take: the unit, or a friend for whom it steps in (S-41).
    fn victim(&self) -> (&UnitState, LossLimits) {
        let other = self.reaction.target.filter(|id| *id != self.own.id());
        let friend = other.and_then(|id| self.facts.unit(id));
        match friend.filter(|unit| !self.facts.hostile(unit, self.own)) {
            Some(friend) => (friend, LossLimits::of(self.facts, friend)),
            None => (self.own, self.limits),
        }
    }

    /// A test that turns the attack away (S-34).
    fn evade(&self, id: Key) -> f64 {
        let Some(check) = check::plain(self.facts, self.own.id(), id, 0, None, None) else { return 0.0 };
        let chance = self.faces.chance(|face| check.read(face).success);
        let (hit, worth) = self.stake(0);
        let one = || self.victim().1.of_loss(self.reaction.value.max(1));
        chance * if hit > 0.0 { worth / hit } else { one() }
    }

    /// Being struck in a friend's place: what the hit costs that one, less what it costs oneself (S-41).
    fn shield(&self) -> f64 {
        let facts = self.facts;
        let Some(friend) = self.reaction.target.and_then(|id| facts.unit(id)) else { return 0.0 };
        let hit = |unit: &UnitState, limits: LossLimits| match self.strike(unit, limits, 0) {
            Some((hit, worth)) if hit > 0.0 => worth / hit,
            _ => 0.0,
        };
        hit(friend, LossLimits::of(facts, friend)) - hit(self.own, self.limits)
    }

    /// A penalty on the attack before its dice (C-53, C-54).
    fn hinder(&self, value: &Expr) -> f64 {
        let cover = i64::from(self.facts.cover(self.by, self.own).level as u8);
        let amount =
            self.facts.evaluate(value, self.own, Some(self.by), &|name| (name == "cover").then_some(cover));
        let amount = i32::try_from(amount).unwrap_or(0);
        self.stake(0).1 - self.stake(amount).1
    }

    /// The chance that the attack lands, and what it is expected to cost, under a penalty.
    fn stake(&self, hinder: i32) -> (f64, f64) {
        let (victim, limits) = self.victim();
        self.strike(victim, limits, hinder).unwrap_or_default()
    }

    /// The same for one whom it might strike; none: it cannot.
    fn strike(&self, unit: &UnitState, limits: LossLimits, hinder: i32) -> Option<(f64, f64)> {
        let way = way_of(self.facts, self.by, self.reaction.action, None, self.reaction.spell)?;
        let spec = AttackSpec { hinder, ..way.spec(self.by.id(), unit.id()) };
        let expected = Expected::of(self.facts, &self.faces, &spec)?;
        Some((expected.hit, limits.of_losses(&expected.losses)))
    }
}
