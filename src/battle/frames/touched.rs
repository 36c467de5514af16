//! A touch that a damage aura may answer: a hand laid on somebody, a grip that still stands (D-81, D-117).
//!
//! It comes after a hit in mêlée too; when a hit may be answered is decided by the attack.

use crate::battle::prelude::*;

/// Somebody who is touched, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touched {
    bearer: UnitId,
    by: UnitId,
}

impl Touched {
    /// One unit is touched by another.
    pub fn new(bearer: UnitId, by: UnitId) -> Self {
        Self { bearer, by }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let facts = battle.facts();
        let gone =
            [self.bearer, self.by].into_iter().any(|id| facts.unit(id).is_none_or(|own| facts.dead(own)));
        if gone {
            return Ok(Flow::Done(FrameValue::None));
        }
        if let Some(answer) = context.answer {
            if let Some((aura, amount)) = battle.spend_aura(self.bearer, &answer)? {
                battle.aura_strikes(self.bearer, self.by, aura, amount)?;
            }
            return Ok(Flow::Done(FrameValue::None));
        }
        Ok(battle.ask_aura(self.bearer, self.by).unwrap_or(Flow::Done(FrameValue::None)))
    }
}

impl Battle {
    /// Asks with how much an aura answers: the whole store or a multiple of 10 (D-118). None: it is empty.
    pub(crate) fn ask_aura(&mut self, bearer: UnitId, by: UnitId) -> Option<Flow> {
        let facts = self.facts();
        let own = facts.unit(bearer)?;
        let step = facts.book.settings.attack.aura_step.max(1);
        let mut options = vec![ChoiceOption::new("none", message!("core-no-answer"), 0)];
        for aura in own.wards.auras.iter().filter(|aura| aura.stored > 0) {
            let mut amounts: Vec<i32> = (1..=aura.stored / step).map(|n| n * step).collect();
            if aura.stored % step != 0 {
                amounts.push(aura.stored);
            }
            for amount in amounts {
                let message = message!("core-x-of-a-kind", amount, kind = facts.book.name_of(aura.kind));
                options.push(ChoiceOption::new(&format!("{}:{amount}", aura.id), message, amount));
            }
        }
        if options.len() == 1 {
            return None;
        }
        Some(self.ask(bearer, Ask::Choice { about: ChoiceKind::Aura, target: Some(by), options }))
    }

    /// What an aura answers with, which is gone from its store at once (D-118). None: it does not answer.
    pub(crate) fn spend_aura(&mut self, bearer: UnitId, answer: &Command) -> OrFault<Option<(Key, i32)>> {
        if let Command::Choose { option, .. } = answer
            && let Some((id, amount)) = option.as_str().rsplit_once(':')
            && let Ok(amount) = amount.parse::<i32>()
        {
            let ward = Key::new(id);
            self.apply(Effect::Ward { unit: bearer, ward, amount: -amount })?;
            return Ok(Some((ward, amount)));
        }
        Ok(None)
    }

    /// The aura attacks who touched its bearer; it cannot be dodged (D-119, D-120), and is shared out (C-62, C-63).
    pub(crate) fn aura_strikes(&mut self, bearer: UnitId, by: UnitId, aura: Key, amount: i32) -> OrFault {
        let facts = self.facts();
        let (Some(own), Some(burned)) = (facts.unit(bearer), facts.unit(by)) else { return Ok(()) };
        let Some(known) = own.wards.auras.iter().find(|known| known.id == aura) else { return Ok(()) };
        let trace = harm::aura(&facts, burned, known, amount);
        let wound = Wound { by: bearer, total: trace.total, critical: false, types: vec![known.kind] };
        self.record(Outcome::Struck {
            by: bearer,
            target: by,
            weapon: aura,
            landed: true,
            critical: false,
            trace: trace.clone(),
        });
        self.sustain(by, aura, wound, &trace.paid)
    }
}
