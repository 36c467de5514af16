//! Spells in effect: how they begin, pass into other hands, and go with all that hangs on them.

use crate::battle::prelude::*;

impl Battle {
    /// A spell that has been cast goes into effect, if it lasts. Gives its name in this fight.
    pub(crate) fn put_in_effect(
        &mut self,
        spell: &SpellDef,
        caster: UnitId,
        targets: Vec<UnitId>,
        square: Option<Square>,
    ) -> OrFault<Option<Key>> {
        let facts = self.facts();
        let Some(lasts) = spell_checks::lasts(&facts, spell) else { return Ok(None) };
        let taken: Vec<Key> = facts.spells.iter().map(|active| active.id).collect();
        let id = crate::rules::facts::fresh_name(spell.id, &taken);
        let squares = square.map_or_else(Vec::new, |square| facts.zone_squares(spell, square));
        let active = ActiveSpell {
            id,
            spell: spell.id,
            caster,
            controller: caster,
            targets,
            summoned: Vec::new(),
            square,
            squares,
            lasts,
            controlled: false,
            holds: Vec::new(),
        };
        self.apply(Effect::Magic { spell: Box::new(active) })?;
        Ok(Some(id))
    }

    /// A spell cast before the fight or by nobody in it: in effect without dice, with all that it does.
    pub(crate) fn lay_spell(
        &mut self,
        caster: UnitId,
        spell: Key,
        (targets, square): (Vec<UnitId>, Option<Square>),
        left: Option<u32>,
        sv: i32,
    ) -> OrFault {
        let Some(spell) = self.book().spell(spell).cloned() else { return Ok(()) };
        let Some(id) = self.put_in_effect(&spell, caster, targets.clone(), square)? else { return Ok(()) };
        if let Some(left) = left {
            let change = SpellChange::Lasts(SpellDuration::Rounds(left.max(1)));
            self.apply(Effect::Spell { id, change })?;
        }
        let mut scope = Scope::new(caster, spell.id)
            .with("sv", i64::from(sv))
            .with("margin", 0)
            .with("level", i64::from(spell.level));
        scope.spell = Some(id);
        scope.square = square;
        if targets.is_empty() {
            return self.run(&spell.effects, &scope);
        }
        for target in targets {
            scope.target = Some(target);
            self.run(&spell.effects, &scope)?;
        }
        Ok(())
    }

    pub(super) fn begin_spell(&mut self, spell: ActiveSpell) -> OrFault {
        let news = |what| Outcome::Spell { id: spell.id, spell: spell.spell, by: spell.controller, what };
        self.record(news(SpellNews::Began));
        self.world.resource_mut::<InEffect>().0.push(spell);
        Ok(())
    }

    pub(super) fn change_spell(&mut self, id: Key, change: SpellChange) -> OrFault {
        let Some(spell) = self.facts().spell_in_effect(id).cloned() else { return Ok(()) };
        let news = |by, what| Outcome::Spell { id, spell: spell.spell, by, what };
        match change {
            SpellChange::Controlled => {
                self.alter_spell(id, |own| own.controlled = true);
                self.record(news(spell.controller, SpellNews::Controlled));
            }
            SpellChange::Passed(to) => {
                // Whoever takes it over has not controlled it yet.
                self.alter_spell(id, |own| {
                    own.controller = to;
                    own.controlled = false;
                });
                self.record(news(to, SpellNews::Passed));
                self.change_sides(&spell.summoned, to);
            }
            SpellChange::Calls(unit) => self.alter_spell(id, |own| own.summoned.push(unit)),
            SpellChange::Moved(to) => {
                let facts = self.facts();
                let squares = facts.spell_of(&spell).map(|def| facts.zone_squares(def, to));
                self.alter_spell(id, |own| {
                    own.square = Some(to);
                    own.squares = squares.unwrap_or_default();
                });
                self.record(news(spell.controller, SpellNews::Moved));
            }
            SpellChange::Joined(unit) => self.alter_spell(id, |own| own.targets.push(unit)),
            SpellChange::Lasts(lasts) => self.alter_spell(id, |own| own.lasts = lasts),
            SpellChange::Counted => match spell.lasts {
                _ if self.lies_on_nothing(&spell) => return self.end_spell(spell),
                SpellDuration::Concentration if !spell.controlled => return self.end_spell(spell),
                SpellDuration::Rounds(..=1) => return self.end_spell(spell),
                SpellDuration::Rounds(left) => self.alter_spell(id, |own| {
                    own.lasts = SpellDuration::Rounds(left - 1);
                    own.controlled = false;
                }),
                SpellDuration::Concentration | SpellDuration::Battle => {
                    self.alter_spell(id, |own| own.controlled = false);
                }
            },
            SpellChange::Ends => return self.end_spell(spell),
        }
        Ok(())
    }

    /// What zones do to those who stand in them as the round ends, spell by spell, unit by unit in initiative order.
    pub(crate) fn zones_act(&mut self) -> OrFault {
        let facts = self.facts();
        let order = order::by_initiative(&facts);
        for (active, zone) in facts.zones().filter(|(_, zone)| !zone.inside.is_empty()) {
            for unit in &order {
                let facts = self.facts();
                if !facts.unit(*unit).is_some_and(|own| facts.present(own) && active.lies_under(own)) {
                    continue;
                }
                let mut scope = Scope::new(active.controller, active.spell);
                scope.target = Some(*unit);
                scope.spell = Some(active.id);
                self.run(&zone.inside, &scope)?;
            }
        }
        Ok(())
    }

    /// Whether all that it was cast on or has called is gone; with neither it lasts, unless it only calls.
    fn lies_on_nothing(&mut self, spell: &ActiveSpell) -> bool {
        let facts = self.facts();
        let had = !spell.targets.is_empty() || !spell.summoned.is_empty();
        let somebody = had || facts.spell_of(spell).is_some_and(SpellDef::calls);
        somebody && spell.squares.is_empty() && !facts.under(spell).any(|unit| facts.present(unit))
    }

    /// A unit comes to the side of who acts, near the square aimed at, for as long as its spell lasts.
    pub(super) fn summon(&mut self, kind: Key, scope: &Scope) -> OrFault {
        let facts = self.facts();
        let (Some(def), Some(own)) = (facts.book.unit(kind), facts.unit(scope.own)) else { return Ok(()) };
        let square = scope.square.unwrap_or(own.place.area.origin);
        let taken: Vec<Key> = facts.units.iter().map(|unit| unit.id().0).collect();
        let id = UnitId(fresh_name(kind, &taken));
        let (side, group) = (own.identity.side, own.identity.group);
        let unit = muster::unit(&facts.book, &facts.map, def, id, &def.name, side, group, square);
        if entry::free_near(&facts, unit.place.area, unit.place.band).is_none() {
            return Ok(());
        }
        self.apply(Effect::Enter { unit: Box::new(unit), entry: EntryKind::LaterOnPurpose })?;
        match scope.spell {
            Some(spell) => self.apply(Effect::Spell { id: spell, change: SpellChange::Calls(id) }),
            None => Ok(()),
        }
    }

    /// Creatures that a spell has called fight for whoever controls it.
    fn change_sides(&mut self, units: &[UnitId], to: UnitId) {
        let facts = self.facts();
        let Some(own) = facts.unit(to) else { return };
        let (side, group) = (own.identity.side, own.identity.group);
        for unit in units {
            self.change::<Identity>(*unit, |own| {
                own.side = side;
                own.group = group;
            });
        }
    }

    fn alter_spell(&mut self, id: Key, change: impl FnOnce(&mut ActiveSpell)) {
        if let Some(own) = self.world.resource_mut::<InEffect>().0.iter_mut().find(|own| own.id == id) {
            change(own);
        }
    }

    /// A spell keeps a condition on a unit as long as it lasts.
    pub(super) fn note_hold(&mut self, spell: Key, hold: SustainedCondition) {
        self.alter_spell(spell, |own| {
            match own.holds.iter_mut().find(|old| (old.unit, old.condition) == (hold.unit, hold.condition)) {
                Some(old) => old.count += hold.count,
                None => own.holds.push(hold),
            }
        });
    }

    /// What is lifted is no longer kept by any spell.
    pub(super) fn forget_holds(&mut self, unit: UnitId, condition: Key) {
        let kept = |hold: &SustainedCondition| hold.unit == unit && hold.condition == condition;
        let mut spells = self.world.resource_mut::<InEffect>();
        if spells.0.iter().any(|spell| spell.holds.iter().any(kept)) {
            spells.0.iter_mut().for_each(|spell| spell.holds.retain(|hold| !kept(hold)));
        }
    }

    /// Everything that hangs on the spell goes with it, at once.
    fn end_spell(&mut self, spell: ActiveSpell) -> OrFault {
        self.world.resource_mut::<InEffect>().0.retain(|own| own.id != spell.id);
        let (by, what) = (spell.controller, SpellNews::Ended);
        self.record(Outcome::Spell { id: spell.id, spell: spell.spell, by, what });
        let gone = Until::OfSpell(spell.id);
        let units: Vec<UnitId> = self.facts().units.iter().map(|unit| unit.id()).collect();
        units.into_iter().for_each(|unit| self.end_modifiers(unit, |until| *until == gone));
        spell.summoned.into_iter().try_for_each(|unit| self.apply(Effect::Leave { unit }))?;
        for SustainedCondition { unit, condition, count } in spell.holds {
            let counted = self.book().condition(condition).is_some_and(|def| def.counted);
            if counted {
                self.apply(Effect::Lift { unit, condition, count: Some(count) })?;
            } else if self.until_of(unit, condition).as_ref() == Some(&gone) {
                self.apply(Effect::Expire { unit, condition })?;
            }
        }
        Ok(())
    }

    fn until_of(&mut self, unit: UnitId, condition: Key) -> Option<Until> {
        let facts = self.facts();
        let own = facts.unit(unit)?.conditions.0.iter().find(|own| own.id == condition)?;
        Some(own.until.clone())
    }

    /// The time of a condition is up: a spell in effect that keeps it on the unit takes it over, else it goes.
    pub(super) fn expire(&mut self, unit: UnitId, condition: Key) -> OrFault {
        let facts = self.facts();
        let keeps = |hold: &SustainedCondition| hold.unit == unit && hold.condition == condition;
        let keeper = facts.spells.iter().find(|spell| spell.holds.iter().any(keeps)).map(|spell| spell.id);
        let Some(keeper) = keeper else { return self.lift(unit, condition, None) };
        self.change::<Conditions>(unit, |own| {
            if let Some(own) = own.0.iter_mut().find(|own| own.id == condition) {
                own.until = Until::OfSpell(keeper);
            }
        });
        Ok(())
    }
}
