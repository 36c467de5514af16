//! Steps that roll a check for something that lasts: shifting the threat range, helping another.

use crate::{
    battle::prelude::*,
    rules::{check::SuccessRule, modifier::ModKind},
};

impl ActFrame {
    /// Rolls by how much the threat range may be shifted, and asks to where.
    pub(super) fn reach(&mut self, battle: &mut Battle, check: Key, dc: &Expr, value: &Expr) -> OrFlow {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(None) };
        let versus = Versus::Number(facts.value(dc, own), Key::new("difficulty"));
        let mut request = Request::rolled(check, self.unit, versus);
        request.value = Some(facts.value(value, own));
        request.success = Some(SuccessRule::Value);
        request.inputs = Inputs::from([
            (Word::Used, i64::from(self.used_before)),
            (Word::Proficient, 1),
            (Word::Melee, 1),
        ]);
        let Some(built) = check::build(&facts, request) else { return Ok(None) };
        let (now, reach) = (own.gear.reach_shift, facts.reach(own));
        let chain = battle.roll_chain(&built, check)?;
        self.note(&chain.first);
        let sum = chain.sum;
        self.result.value = sum;
        self.result.success = sum > 0;
        let mut options = vec![ChoiceOption::new("none", message!("core-as-it-is"), 0)];
        for shift in (0..=reach).filter(|shift| *shift != now && (shift - now).abs() <= sum) {
            let text = if shift == 0 {
                message!("core-back-to-its-own")
            } else {
                message!("core-x-farther-out", squares = shift)
            };
            options.push(ChoiceOption::new(&shift.to_string(), text, shift));
        }
        if options.len() == 1 {
            return Ok(None);
        }
        Ok(Some(battle.ask(self.unit, Ask::Choice { about: ChoiceKind::Reach, target: None, options })))
    }

    /// What was chosen of the options of a step.
    pub(super) fn chosen(&mut self, battle: &mut Battle, def: &ActionDef, answer: &Command) -> OrFault<Flow> {
        if let Command::Choose { unit, option } = answer {
            match (def.steps.get(self.cursor), option.as_str().parse::<i32>()) {
                (Some(Step::Keep { kind }), _) => self.kept(battle, *kind, *option)?,
                (Some(Step::Yield { condition, .. }), _) => {
                    self.yielded(battle, *condition, (*unit, *option))?;
                }
                (_, Ok(shift)) => battle.apply(Effect::Reach { unit: self.unit, shift })?,
                _ => {}
            }
        }
        self.cursor += 1;
        Ok(Flow::Continue)
    }

    /// Makes the check named for the target, with another ability; its success value is the help.
    pub(super) fn aid(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        ability: Key,
        dc: &Expr,
        value: &Expr,
    ) -> OrFault {
        let (Some(target), Some(check)) = (self.act.args.target, self.act.args.check) else { return Ok(()) };
        let facts = battle.facts();
        let (Some(own), Some(other)) = (facts.unit(self.unit), facts.unit(target)) else { return Ok(()) };
        let request = legal::aid(&facts, own, other, check, ability);
        let Some(mut request) = request else { return Ok(()) };
        request.versus = Versus::Number(facts.value(dc, own), Key::new("difficulty"));
        request.value = Some(facts.value(value, own));
        request.inputs = Inputs::from([(Word::Used, i64::from(self.used_before)), (Word::Proficient, 1)]);
        let Some(built) = check::build(&facts, request) else { return Ok(()) };
        let chain = battle.roll_chain(&built, Key::new("aid"))?;
        self.note(&chain.first);
        let sum = chain.sum;
        self.result.value = sum;
        self.result.success = sum > 0;
        if sum <= 0 {
            return Ok(());
        }
        let modifier = ModifierDef {
            checks: vec![check],
            kind: ModKind::Assisted,
            ..ModifierDef::flat(sum, Some(def.rule))
        };
        let modifier = ActiveModifier::new(def.id, modifier, Until::NextCheck(check));
        battle.apply(Effect::Modify { unit: target, modifier })
    }
}
