//! What a way of attacking is worth to the one who attacks.

use super::{auras, value::burden, ways::once};
use crate::ai::prelude::*;

/// What effects beside an attack are worth. What is gone again with the round costs only what is left of the turn.
fn beside(effects: &Effects<'_>, list: &[EffectDef]) -> f64 {
    let passing = |effect: &&EffectDef| {
        let own = effect.to() == To::Own;
        own && matches!(effect, EffectDef::Gain { until: Until::EndOfTurn | Until::EndOfRound, .. })
    };
    list.iter().filter(|effect| !passing(effect)).map(|effect| effects.one(effect)).sum()
}

impl AttackWay {
    /// What an attack of this way, [`AttackWay::spec`], is worth to the attacker.
    pub fn worth(
        &self,
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        limits: &LossLimits,
        worth: f64,
    ) -> f64 {
        let (by, target) = (spec.by, spec.target);
        if !self.meant_for(facts, by, target) {
            return 0.0;
        }
        if let Some(repeat) = &self.def.repeat {
            return self.repeated(facts, faces, spec, (limits, worth), repeat.burden);
        }
        if let Some(mean) = self.in_zone(facts, spec, limits) {
            return mean * worth;
        }
        let Some(expected) = Expected::with(facts, faces, spec, &self.more) else { return 0.0 };
        let mut value = limits.of_losses(&expected.losses);
        value += weights::SHIELD_WORN * expected.hit * f64::from(expected.worn);
        let (Some(own), Some(other)) = (facts.unit(by), facts.unit(target)) else { return 0.0 };
        let book = &facts.book;
        if let Some(def) = book.settings.harm.critical_condition.and_then(|id| book.condition(id))
            && !other.conditions.has(def.id)
        {
            value += weights::CRITICAL
                * burden(facts, other, def).max(0.0)
                * expected.critical
                * expected.harms().min(1.0);
        }
        let effects = Effects { facts, by: own, target: Some(other), sv: expected.value };
        // The chance that nothing before has failed.
        let mut so_far = 1.0;
        for step in &self.def.steps {
            value += match step {
                Step::Attack { instead, .. } => {
                    so_far = expected.hit;
                    let wrests = instead.iter().any(|effect| matches!(effect, EffectDef::Wrest { .. }));
                    let item = if wrests { winners::wrested_by(facts, own, other, &self.def) } else { 0.0 };
                    expected.hit * (self.instead(&effects, instead) + item)
                }
                Step::Test(_) => {
                    so_far = 1.0;
                    0.0
                }
                // What follows itself is counted once.
                Step::Choose { tag, .. } if self.def.tags.contains(tag) => 0.0,
                Step::Choose { tag, .. } => self.followed(facts, faces, spec, limits, *tag),
                Step::Do(list) => so_far * beside(&effects, list),
                // It comes whether it hits or not (S-71).
                Step::Afterwards(list) => beside(&effects, list),
                Step::Inside(list) => effects.value(list),
                _ => 0.0,
            };
        }
        if let Some(spell) = self.spell.and_then(|id| book.spell(id)) {
            value += expected.hit * super::spellcasting::lasting(spell) * effects.value(&spell.effects);
        }
        value * worth * self.opening(facts, faces, (own, other))
            + self.spread(facts, faces, own, other)
            + bursts::worth(facts, faces, self, (own, other), expected.hit)
            - if self.melee { auras::burned(facts, &expected, own, other) } else { 0.0 }
            - self.risk(facts, &expected, own, other)
            - self.waste(own)
    }

    /// The worth of what comes in place of damage; relations are worked out once, as they don't hang on the place.
    fn instead(&self, effects: &Effects<'_>, list: &[EffectDef]) -> f64 {
        let one = |effect: &EffectDef| {
            let (EffectDef::Bind { kind, role }, Some(other)) = (effect, effects.target) else {
                return effects.one(effect);
            };
            if effects.possible_bond(*kind, *role).is_none() {
                return 0.0;
            }
            once(&self.holds, (other.id(), *kind), || effects.one(effect))
        };
        list.iter().map(one).sum()
    }

    /// What the best attack with another weapon adds that follows at no cost, more where the answer is drawn (S-65).
    fn followed(
        &self,
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        limits: &LossLimits,
        tag: Key,
    ) -> f64 {
        let (Some(own), Some(other)) = (facts.unit(spec.by), facts.unit(spec.target)) else { return 0.0 };
        let follows = |def: &&Arc<ActionDef>| {
            // It may lead to more of the same kind.
            let leads = |step: &Step| matches!(step, Step::Choose { tag: own, .. } if *own != tag);
            let last = !def.steps.iter().any(leads);
            let plain = def.attacks() && def.manoeuvre.is_none() && last;
            plain && def.on.contains(&Moment::Won) && def.tags.contains(&tag)
        };
        let mut best = 0.0_f64;
        for def in facts.book.actions.iter().filter(follows) {
            let all = winners::blows(facts, faces, (own, other), (&**def, self.weapon), (limits, 1.0));
            best = all.iter().map(|(worth, _)| *worth).fold(best, f64::max);
        }
        if best > 0.0 { best * self.drawn_out(facts, faces, (own, other)) } else { 0.0 }
    }

    /// What shot that spreads does to the others in the target's square (C-90).
    fn spread(&self, facts: &Facts, faces: &CheckFaces, own: &UnitState, target: &UnitState) -> f64 {
        let known = self.weapon.and_then(|id| facts.weapon_in(own, id, &self.def));
        let Some((_, weapon)) = known else { return 0.0 };
        let struck = fire::struck(facts, own, target, weapon).into_iter().skip(1);
        let others = struck.filter_map(|id| facts.unit(id)).filter(|unit| !facts.out(unit));
        let worth = |unit: &UnitState| {
            let expected = Expected::of(facts, faces, &self.spec(own.id(), unit.id()))?;
            let limits = LossLimits::of(facts, unit);
            let sum = limits.of_losses(&expected.losses);
            Some(if facts.hostile(own, unit) { sum } else { -weights::OWN_SIDE * sum })
        };
        others.filter_map(worth).sum()
    }

    /// Whether the action is one for such a target: somebody helpless, somebody who is not kept down already.
    fn meant_for(&self, facts: &Facts, by: UnitId, target: UnitId) -> bool {
        let (Some(own), other) = (facts.unit(by), facts.unit(target)) else { return false };
        self.def.needs.iter().all(|need| match need {
            Need::Target(test, _) => facts.evaluate(test, own, other, &|_| None) != 0,
            _ => true,
        })
    }

    /// What a shot into a crowd may do to one's own side when it misses (C-49).
    fn risk(&self, facts: &Facts, expected: &Expected, own: &UnitState, target: &UnitState) -> f64 {
        let known = self.weapon.and_then(|id| facts.weapon_in(own, id, &self.def));
        let (Some((_, weapon)), Some(rule)) = (known, &facts.book.settings.attack.fire.stray) else {
            return 0.0;
        };
        let spec = self.spec(own.id(), target.id());
        if !fire::may_stray(facts, &spec, weapon) {
            return 0.0;
        }
        let near = fire::astray(facts, own.id(), target);
        let friends = near.iter().filter(|id| !facts.hostile_ids(own.id(), **id)).count();
        let goes = f64::from(rule.die + 1 - rule.from.min(rule.die)) / f64::from(rule.die.max(1));
        let share = friends as f64 / near.len().max(1) as f64;
        (1.0 - expected.hit) * goes * share * weights::STRAY
    }

    /// What is left in a weapon is worth something.
    fn waste(&self, own: &UnitState) -> f64 {
        let item = self.weapon.and_then(|id| own.gear.items.iter().find(|item| item.id == id));
        item.filter(|_| self.rounds > 1).map_or(0.0, |item| {
            weights::AMMUNITION * f64::from(self.rounds) / f64::from(item.loaded.max(self.rounds))
        })
    }

    /// Attacks made one after the other, each worse than the one before, as long as they pay.
    fn repeated(
        &self,
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        target: (&LossLimits, f64),
        burden: i32,
    ) -> f64 {
        let limits = target.0;
        let most = usize::try_from(limits.out_at.clamp(1, 1 << 10)).unwrap_or(1);
        // Chances of each loss so far; the last is out of the fight.
        let mut so_far = vec![0.0; most + 1];
        so_far[0] = 1.0;
        let mut sum = 0.0;
        for n in 0..self.times.min(5) {
            let spec = AttackSpec { hinder: burden * n, ..spec.clone() };
            let Some(expected) = Expected::of(facts, faces, &spec) else { break };
            let certain: f64 = expected.losses.iter().map(|(_, chance)| chance).sum();
            let mut then: Vec<f64> = so_far.iter().map(|chance| chance * (1.0 - certain).max(0.0)).collect();
            for (before, chance) in so_far.iter().enumerate() {
                for (loss, of_loss) in &expected.losses {
                    let loss = usize::try_from(*loss).unwrap_or(0);
                    then[(before + loss).min(most)] += chance * of_loss;
                }
            }
            let worth: f64 =
                then.iter().zip(0..).map(|(chance, loss): (&f64, i32)| chance * limits.of_loss(loss)).sum();
            let price = if n == 0 { 0.0 } else { weights::REPEAT };
            if worth - price * f64::from(n) <= sum {
                break;
            }
            sum = worth - price * f64::from(n);
            so_far = then;
        }
        sum * target.1
    }
}
