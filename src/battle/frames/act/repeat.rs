//! Attacks made again by one action, one after the other, until their maker stops.

use super::Stage;
use crate::battle::prelude::*;

impl ActFrame {
    /// An attack has come to its end: ask for the next, if there may be one.
    pub(super) fn once_more(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        repeat: &Repeat,
    ) -> OrFault<Flow> {
        battle.apply(Effect::End { unit: self.unit, ending: Ending::Modifiers(Until::NextAction) })?;
        let facts = battle.facts();
        let most = facts.unit(self.unit).map_or(0, |own| facts.value(&repeat.most, own));
        if self.repeat.attacks >= most || !self.another(&facts, def) {
            self.cursor += 1;
            return Ok(Flow::Continue);
        }
        let left = most - self.repeat.attacks;
        let options = vec![
            ChoiceOption::new("none", message!("core-stop"), 0),
            ChoiceOption::new("again", message!("core-attack-again-x-left", left), repeat.burden),
        ];
        self.repeat.again = true;
        let (about, target) = (ChoiceKind::Again, self.act.args.target);
        Ok(battle.ask(self.unit, Ask::Choice { about, target, options }))
    }

    /// The answer to whether there shall be another attack.
    pub(super) fn answered(
        &mut self,
        battle: &mut Battle,
        repeat: &Repeat,
        answer: &Command,
    ) -> OrFault<Flow> {
        self.repeat.again = false;
        if !matches!(answer, Command::Choose { option, .. } if *option == "again") {
            self.cursor += 1;
            return Ok(Flow::Continue);
        }
        let unit = self.unit;
        self.repeat.attacks += 1;
        // In force from the beginning of this attack on.
        let def = ModifierDef::flat(repeat.burden, Some(repeat.rule));
        let modifier = ActiveModifier::new(self.act.action, def, Until::EndOfRound);
        battle.apply(Effect::Modify { unit, modifier })?;
        self.pay_price(battle, &self.repeat.price)?;
        if !self.repeat.price.is_empty() {
            battle.record(Outcome::Paid { unit, cost: self.repeat.price.clone() });
        }
        if let Some(spell) = self.planned.spell {
            battle.apply(Effect::Slot { unit, spell })?;
        }
        if let Some(def) = battle.book().actions.get(self.act.action).cloned() {
            self.use_weapon(battle, &def)?;
        }
        self.bare.asked = false;
        Ok(Flow::at(&mut self.stage, Stage::Answer))
    }

    /// What was begun is undone by an answer: all of it, or this attack of several.
    pub(super) fn undone(&mut self, battle: &mut Battle, def: &ActionDef, why: Refusal) {
        if def.repeat.is_none() {
            self.void = Some(why);
            self.stage = Stage::After;
            return;
        }
        battle.record(Outcome::Wasted { unit: self.unit, action: def.id, why });
        self.repeat.lost = true;
        self.stage = Stage::Steps;
    }

    /// Whether another attack can be made at the same target with the same means.
    fn another(&self, facts: &Facts, def: &ActionDef) -> bool {
        let Some(own) = facts.unit(self.unit).filter(|own| facts.can_act(own)) else { return false };
        let Some(target) = self.act.args.target.and_then(|id| facts.unit(id)) else { return false };
        if !facts.present(target) {
            return false;
        }
        let ready = |spell: Key| own.slots.0.iter().any(|slot| slot.spell == spell && !slot.spent);
        if self.planned.spell.is_some_and(|spell| !ready(spell)) {
            return false;
        }
        if let Some(weapon) = self.planned.weapon {
            let Some((item, weapon)) = facts.weapon_in(own, weapon, def) else { return false };
            if !item.held && !weapon.natural || !item.has_shots(weapon, 1) {
                return false;
            }
        }
        let spell = self.planned.spell;
        let weapon = self.planned.weapon.filter(|_| spell.is_none());
        let spec = AttackSpec::new(self.unit, target.id(), def).armed(weapon, spell);
        attack::possible(facts, &spec.after(self.used_before).firing(self.planned.rounds)).is_ok()
    }
}
