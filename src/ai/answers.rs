//! What makes an attack better because its target cannot turn it aside: answers barred (S-89) or used up (S-65).

use super::ways::once;
use crate::ai::prelude::*;

/// By how much more of a hit is left where fewer answers meet it.
fn spared(before: f64, then: f64) -> f64 {
    ((1.0 - then) / (1.0 - before).max(0.01)).clamp(1.0, weights::UNANSWERED)
}

impl AttackWay {
    /// The chance that the best answer of a target turns aside a hit (S-34); `free`: of those that cost nothing.
    fn turned(&self, facts: &Facts, faces: &CheckFaces, (by, target): (UnitId, UnitId), free: bool) -> f64 {
        let (Some(attacker), Some(own)) = (facts.unit(by), facts.unit(target)) else { return 0.0 };
        if own.vehicle().is_some() || !legal::expects(facts, own, attacker) {
            return 0.0;
        }
        let occasion = Occasion {
            moment: Some(Moment::Hit),
            against: Some(by),
            target: Some(target),
            action: Some(self.def.id),
            melee: self.melee,
            ..Occasion::default()
        };
        let mut most: f64 = 0.0;
        for answer in facts.book.actions.iter() {
            if !answer.on.contains(&Moment::Hit) || answer.guards() || free && !answer.is_free() {
                continue;
            }
            let evades = |step: &Step| match step {
                Step::Evade { check } => Some(*check),
                _ => None,
            };
            let Some(check) = answer.steps.iter().find_map(evades) else { continue };
            let able = legal::modes(facts, answer, &occasion).into_iter().any(|mode| {
                let act = Act { action: answer.id, mode, args: Args::default() };
                legal::plan(facts, target, &act, &occasion).is_ok()
            });
            let check = check::plain(facts, target, check, 0, None, None).filter(|_| able);
            let chance = check.map_or(0.0, |check| faces.succeeds(&check));
            most = most.max(chance);
        }
        most
    }

    /// By how much an attack is worth more once the unit has opened its target, with what it does next (S-89).
    pub(super) fn opening(&self, facts: &Facts, faces: &CheckFaces, (own, target): Pair<'_>) -> f64 {
        let (by, at) = (own.id(), target.id());
        let opens = |active: &ActiveModifier| active.until == Until::NextAction && active.versus == Some(at);
        if !own.modifiers.0.iter().any(opens) {
            return 1.0;
        }
        once(&self.unanswered, (at, true), || {
            let mut plain = facts.clone();
            if let Some(unit) = plain.unit_mut(by) {
                unit.modifiers.0.retain(|active| !opens(active));
            }
            spared(self.turned(&plain, faces, (by, at), false), self.turned(facts, faces, (by, at), false))
        })
    }

    /// By how much an attack that comes at once after this one is worth more: one answer is not made to both (S-65).
    pub(super) fn drawn_out(&self, facts: &Facts, faces: &CheckFaces, (own, target): Pair<'_>) -> f64 {
        let (by, at) = (own.id(), target.id());
        let turned = |free: bool| self.turned(facts, faces, (by, at), free);
        once(&self.unanswered, (at, false), || spared(turned(false), turned(true)))
    }
}
