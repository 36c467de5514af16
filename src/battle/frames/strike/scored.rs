//! Attacks that score several hits on several targets: the attacker's say, and blows whose hits have been counted.
//!
//! Who may be hit besides the target (S-43, S-61, S-72) is in [`crate::rules::sweep`]; the blows come from [`Sweep`].

use crate::battle::prelude::*;

/// On whom the hits of an attack fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sharing {
    /// Who may be hit, the target first.
    among: Vec<UnitId>,
    /// Who is hit, as far as that has been said.
    given: Vec<UnitId>,
    /// All has been said, and another takes over.
    handed: bool,
}

impl Strike {
    /// The attacker says on whom its hits fall (S-61); what falls on the target alone is answered by that one.
    pub(super) fn shared_or_evaded(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        context: Context,
    ) -> OrFlow {
        if let Some(sharing) = self.result.sharing.as_mut().filter(|sharing| sharing.handed) {
            // The blows have been struck, each for itself, and perhaps somebody who has stepped in.
            if let Some(FrameValue::Acted { struck, .. }) = context.value {
                sharing.given.extend(struck);
            }
            self.at = battle.book().settings.attack.steps.len();
            return Ok(Some(Flow::Continue));
        }
        if let Some(answer) = &context.answer {
            self.give(answer);
        }
        match self.share_out(battle, def, context.value.is_some()) {
            Some(flow) => Ok(Some(flow)),
            None => self.evade(battle, Context { answer: None, ..context }),
        }
    }

    /// Whom it was made on: its target, or those to whom its hits were given (S-61).
    pub(super) fn attacked(&self) -> Vec<UnitId> {
        let Some(sharing) = self.result.sharing.as_ref().filter(|sharing| sharing.handed) else {
            return vec![self.target];
        };
        let mut all = sharing.given.clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The next hit falls on the one who has been chosen; without a choice on the target.
    fn give(&mut self, answer: &Command) {
        let Some(sharing) = &mut self.result.sharing else { return };
        let chosen = match answer {
            Command::Choose { option, .. } => sharing.among.iter().find(|id| id.0 == *option),
            _ => None,
        };
        sharing.given.push(chosen.copied().unwrap_or(self.target));
    }

    fn share_out(&mut self, battle: &mut Battle, def: &ActionDef, answered: bool) -> Option<Flow> {
        if self.result.shared.is_some() || self.result.hits < 1 || !self.result.landed || answered {
            return None;
        }
        let facts = battle.facts();
        if self.result.sharing.is_none() {
            let by = facts.unit(self.by)?;
            let policy = battle.answers().choice(by.side(), self.by, ChoiceKind::ShareHits);
            let others = match policy {
                Policy::Decline | Policy::Take => Vec::new(),
                _ => sweep::beside(&facts, &AttackSpec { hinder: 0, ..self.spec(def) }),
            };
            if others.is_empty() {
                return None;
            }
            let among = std::iter::once(self.target).chain(others).collect();
            self.result.sharing = Some(Sharing { among, given: Vec::new(), handed: false });
        }
        let sharing = self.result.sharing.as_mut()?;
        let all = self.result.hits;
        if i32::try_from(sharing.given.len()).is_ok_and(|given| given < all) {
            let n = sharing.given.len() + 1;
            let option = |id: &UnitId| {
                let unit = facts.unit(*id).map_or("", |unit| unit.identity.name.as_str());
                let has = sharing.given.iter().filter(|own| *own == id).count();
                ChoiceOption::new(id.0.as_str(), message!("core-hit-x-of-x-for-x", unit, n, all, has), 0)
            };
            let options = sharing.among.iter().map(option).collect();
            let ask = Ask::Choice { about: ChoiceKind::ShareHits, target: Some(self.target), options };
            return Some(battle.ask(self.by, ask));
        }
        if sharing.given.iter().all(|id| *id == self.target) {
            return None;
        }
        sharing.handed = true;
        let mut hits: Vec<(UnitId, i32)> = Vec::new();
        for id in &sharing.given {
            match hits.iter_mut().find(|(own, _)| own == id) {
                Some((_, count)) => *count += 1,
                None => hits.push((*id, 1)),
            }
        }
        let (check, first) = (self.result.check.clone()?, self.result.first.as_ref()?);
        let dice =
            if self.result.chained.is_empty() { vec![first.natural] } else { self.result.chained.clone() };
        let shared = SharedDice { check, dice };
        let frame = Sweep::shared_out(
            (self.by, self.action, self.with.weapon?),
            (self.used, self.with.rounds),
            (shared, first.margin),
            hits,
        );
        Some(Flow::Push(Box::new(Frame::Sweep(Box::new(frame)))))
    }
}
