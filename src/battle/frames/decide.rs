//! Whether a unit comes by a condition that would follow from the numbers: a Fate Point burnt before death (S-50).
//!
//! The question comes between two steps of the flow, as soon as the running one is done; until it is answered nothing
//! else follows from the unit's numbers. What follows is in `battle::apply`.

use crate::battle::prelude::*;

/// The option by which the condition comes.
const BURN: &str = "burn";

/// A decision that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decide {
    unit: UnitId,
    condition: Key,
}

impl Decide {
    /// Whether a unit has one to make.
    pub(crate) fn is_due(battle: &Battle, unit: UnitId) -> bool {
        let frames = &battle.world().resource::<InterposedFrames>().0;
        frames.iter().any(|frame| matches!(frame, Frame::Decide(own) if own.unit == unit))
    }

    /// What is to be done about it.
    pub(crate) fn policy(battle: &mut Battle, unit: UnitId) -> Policy {
        let about = ChoiceKind::BurnFate;
        let facts = battle.facts();
        facts.unit(unit).map_or(about.policy(), |own| battle.answers().choice(own.side(), unit, about))
    }

    /// Puts the question as soon as the running step is done.
    pub(crate) fn put(battle: &mut Battle, unit: UnitId, condition: Key) {
        battle.soon(Frame::Decide(Self { unit, condition }));
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if let Some(answer) = context.answer {
            let takes = matches!(answer, Command::Choose { option, .. } if option == BURN);
            battle.decided(self.unit, self.condition, takes)?;
            return Ok(Flow::Done(FrameValue::None));
        }
        let options = vec![
            ChoiceOption::new(BURN, message!("core-burn-a-fate-point"), 1),
            ChoiceOption::new("none", message!("core-burn-no-fate-point"), 0),
        ];
        Ok(battle.ask(self.unit, Ask::Choice { about: ChoiceKind::BurnFate, target: None, options }))
    }
}
