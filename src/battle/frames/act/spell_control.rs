//! What is done about spells: countering one that is cast or in effect, controlling and dismissing those in effect.
//!
//! The checks are in [`crate::rules::spell_checks`], what hangs on a spell is in `apply`.

use crate::{battle::prelude::*, rules::spell::Dismissal};

impl ActFrame {
    /// The spell in effect that the order names.
    fn active(&self, battle: &mut Battle) -> Option<ActiveSpell> {
        battle.facts().spell_in_effect(self.act.args.in_effect?).cloned()
    }

    /// The spell being cast, if it is aimed at a square.
    pub(super) fn at_square(&self, battle: &mut Battle) -> Option<Arc<SpellDef>> {
        battle.facts().book.spell(self.planned.spell?).filter(|spell| spell.at_square()).cloned()
    }

    fn throw(&mut self, battle: &mut Battle, check: &Check, purpose: &str) -> OrFault<bool> {
        let reading = battle.roll_own(check, Key::new(purpose))?;
        self.note(&reading);
        Ok(reading.success)
    }

    /// A counterspell: cancels a spell being cast, takes control of one in effect.
    pub(super) fn counter(&mut self, battle: &mut Battle) -> OrFault {
        let active = self.active(battle);
        let (whose, spell) = match (&active, self.occasion.against, self.occasion.spell) {
            (Some(active), _, _) => (active.controller, active.spell),
            (None, Some(caster), Some(spell)) if self.answers.frame.is_some() => (caster, spell),
            _ => return Ok(()),
        };
        let facts = battle.facts();
        let (Some(with), Some(spell)) =
            (self.planned.spell.and_then(|id| facts.book.spell(id)), facts.book.spell(spell))
        else {
            return Ok(());
        };
        let Some(check) = spell_checks::counter(&facts, self.unit, with, whose, spell, self.used_before)
        else {
            return Ok(());
        };
        let succeeded = self.throw(battle, &check, "counterspell")?;
        match (active, self.answers.frame) {
            (Some(active), _) if succeeded => {
                let change = SpellChange::Passed(self.unit);
                battle.apply(Effect::Spell { id: active.id, change })?;
            }
            (None, Some(frame)) if succeeded => {
                let why = Refusal::new(
                    "countered",
                    message!("core-the-spell-was-countered"),
                    Some(Key::new("A-128")),
                );
                battle.cancel(frame, why);
            }
            _ => {}
        }
        // Standing against the counter is a reaction check of the other.
        battle.hook(whose, Hook::AfterReaction, None)
    }

    /// Control Spell: the spell is kept up for the round, and does what it says that control does.
    pub(super) fn control(&mut self, battle: &mut Battle) -> OrFlow {
        let Some(active) = self.active(battle) else { return Ok(None) };
        let facts = battle.facts();
        let Some(check) = spell_checks::control(&facts, self.unit, &active, self.used_before) else {
            return Ok(None);
        };
        let spell = facts.book.spell(active.spell).cloned();
        if !self.throw(battle, &check, "control")? {
            return Ok(None);
        }
        battle.apply(Effect::Spell { id: active.id, change: SpellChange::Controlled })?;
        let Some((spell, control)) = spell.as_ref().and_then(|spell| Some((spell, spell.control.as_ref()?)))
        else {
            return Ok(None);
        };
        if let (1.., Some(to)) = (control.moves, self.act.args.square) {
            battle.apply(Effect::Spell { id: active.id, change: SpellChange::Moved(to) })?;
        }
        for target in active.targets.iter().chain(&active.summoned) {
            let mut scope = Scope::new(self.unit, active.spell)
                .with("margin", i64::from(self.result.margin))
                .with("level", i64::from(spell.level));
            (scope.target, scope.spell) = (Some(*target), Some(active.id));
            battle.run(&control.effects, &scope)?;
        }
        if !control.strikes {
            return Ok(None);
        }
        let Some(target) = self.act.args.target.or(active.targets.first().copied()) else { return Ok(None) };
        // A target out of reach by now leaves the spell controlled all the same.
        let facts = battle.facts();
        let Some(def) = facts.book.action(self.act.action) else { return Ok(None) };
        let spec = AttackSpec::new(self.unit, target, def).armed(None, Some(active.spell));
        let spec = spec.after(self.used_before);
        let there = facts.unit(target).is_some_and(|unit| facts.present(unit));
        if !there || attack::possible(&facts, &spec).is_err() {
            return Ok(None);
        }
        let strike =
            Strike::new(self.unit, target, self.act.action, None, Some(active.spell), self.used_before)
                .of(active.id);
        Ok(Some(Flow::Push(Box::new(Frame::Strike(Box::new(strike))))))
    }

    /// Casting a spell that is aimed at a square: its difficulty, and then what it does.
    pub(super) fn cast_at_square(&mut self, battle: &mut Battle, spell: &SpellDef) -> OrFault {
        let Some(square) = self.act.args.square else { return Ok(()) };
        let facts = battle.facts();
        let Some(check) = spell_checks::cast_at(&facts, self.unit, spell, square, self.used_before) else {
            return Ok(());
        };
        if !self.throw(battle, &check, "attack")? {
            return Ok(());
        }
        let mut scope = Scope::new(self.unit, spell.id)
            .with("margin", i64::from(self.result.margin))
            .with("level", i64::from(spell.level));
        scope.square = Some(square);
        scope.spell = battle.put_in_effect(spell, self.unit, Vec::new(), Some(square))?;
        battle.run(&spell.effects, &scope)
    }

    /// Dismiss Spell: it ends, at once unless it says otherwise.
    pub(super) fn dismiss(&mut self, battle: &mut Battle) -> OrFault {
        let Some(active) = self.active(battle) else { return Ok(()) };
        let facts = battle.facts();
        let Some(check) = spell_checks::dismiss(&facts, self.unit, &active, self.used_before) else {
            return Ok(());
        };
        let dismissal = facts.spell_of(&active).map_or(Dismissal::AtOnce, |spell| spell.dismissal);
        if !self.throw(battle, &check, "dismissal")? {
            return Ok(());
        }
        let change = match dismissal {
            Dismissal::AtOnce => SpellChange::Ends,
            Dismissal::EndOfRound => SpellChange::Lasts(SpellDuration::Rounds(1)),
            Dismissal::Never => return Ok(()),
        };
        battle.apply(Effect::Spell { id: active.id, change })
    }
}
