//! Tracks and conditions: how they change, and what follows from the change.

use crate::battle::{frames::decide::Decide, prelude::*};

/// After what conditions that follow from the numbers are looked at.
enum Follow {
    /// The unit comes.
    Start,
    /// It has lost some of a track.
    Loss(Key),
    /// It has got some of a track back; these states that come only by a loss held before.
    Gain(Vec<Key>),
    /// It has gained or lost a condition.
    Condition,
    /// It has been decided whether it comes by this one (S-50).
    Decided(Key),
}

impl Battle {
    pub(super) fn change_track(&mut self, unit: UnitId, track: Key, amount: i32, cause: Key) -> OrFault {
        let rises = self.book().track(track).is_some_and(|def| def.rises);
        let floor = self.book().track(track).and_then(|def| def.floor);
        let held = self.held_by_loss(unit);
        let mut change = None;
        self.change::<Tracks>(unit, |own| {
            if let Some(own) = own.0.iter_mut().find(|own| own.id == track) {
                let from = own.now;
                own.now = own.changed(amount, rises, floor);
                change = Some((from, own.now));
            }
        });
        if let Some((from, to)) = change
            && from != to
        {
            self.record(Outcome::Track { unit, track, from, to, cause });
            let worse = (to < from) != rises;
            let after = if worse { Follow::Loss(track) } else { Follow::Gain(held) };
            self.follow(unit, &after)?;
            if to > from && !rises {
                self.hook(unit, Hook::Restored, None)?;
            }
        }
        Ok(())
    }

    /// A system takes hits or is mended; what follows from it comes and goes (C-138 to C-146).
    pub(super) fn change_system(&mut self, unit: UnitId, part: Key, hits: i32) -> OrFault {
        let mut change = (0, 0);
        self.change::<Systems>(unit, |own| {
            change.0 = own.hits(part);
            own.add(part, hits);
            change.1 = own.hits(part);
            if hits > 0 || change.1 == 0 {
                // What has been patched up does not stand another hit (C-148).
                own.rig(part, 0);
            }
        });
        let (from, to) = change;
        if from == to {
            return Ok(());
        }
        self.record(Outcome::Systems { unit, news: SystemsNews::Changed { part, from, to } });
        self.follow_condition(unit)
    }

    /// Conditions that follow from the numbers, after something else than a track has changed.
    pub(super) fn follow_condition(&mut self, unit: UnitId) -> OrFault {
        self.follow(unit, &Follow::Condition)
    }

    /// The states that come only by a loss and whose test holds now.
    fn held_by_loss(&mut self, unit: UnitId) -> Vec<Key> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Vec::new() };
        let states = facts.book.settings.states.iter().filter(|state| state.by_loss);
        states.filter(|state| facts.state_holds(state, own)).map(|state| state.condition).collect()
    }

    /// Conditions that follow from the numbers with which a unit first comes (A-95, A-104, C-64).
    pub(crate) fn begin_states(&mut self, unit: UnitId) -> OrFault {
        self.follow(unit, &Follow::Start)
    }

    /// Conditions that follow from the numbers come and go (A-95, A-104, C-64, C-66).
    fn follow(&mut self, unit: UnitId, after: &Follow) -> OrFault {
        let book = self.book();
        if Decide::is_due(self, unit) {
            return Ok(());
        }
        for state in &book.settings.states {
            let facts = self.facts();
            let Some(own) = facts.unit(unit) else { return Ok(()) };
            let holds = facts.state_holds(state, own);
            let has = own.conditions.has(state.condition);
            let (comes, goes) = match after {
                Follow::Decided(condition) if *condition == state.condition => (false, false),
                _ if !state.by_loss => (true, true),
                Follow::Start | Follow::Decided(_) => (true, false),
                Follow::Loss(track) => (state.when.names().contains(track), false),
                Follow::Gain(held) => (false, held.contains(&state.condition)),
                Follow::Condition => (false, false),
            };
            if holds && !has && comes {
                if state.asks {
                    match Decide::policy(self, unit) {
                        // The rest waits for the answer.
                        Policy::Ask => {
                            Decide::put(self, unit, state.condition);
                            return Ok(());
                        }
                        Policy::Decline => continue,
                        _ => {}
                    }
                }
                self.gain(unit, Condition::new(state.condition, 1, Until::Battle, None))?;
            } else if !holds && has && goes && state.lifts {
                self.lift(unit, state.condition, None)?;
            }
        }
        Ok(())
    }

    /// A unit has decided about a condition that follows from the numbers, and so about those behind it (S-50).
    pub(crate) fn decided(&mut self, unit: UnitId, condition: Key, takes: bool) -> OrFault {
        if takes {
            self.gain(unit, Condition::new(condition, 1, Until::Battle, None))?;
        }
        self.follow(unit, &Follow::Decided(condition))
    }

    /// A unit comes by a condition for the whole battle, so many times where it is counted.
    pub(crate) fn inflict(
        &mut self,
        unit: UnitId,
        condition: Key,
        count: i32,
        from: Option<UnitId>,
    ) -> OrFault {
        self.apply(Effect::Gain { unit, condition, count, until: Until::Battle, from })
    }

    /// A condition may lead to others, and they back to it.
    pub(super) fn gain(&mut self, unit: UnitId, condition: Condition) -> OrFault {
        self.set_off(condition.id, |battle| battle.take_on(unit, condition))
    }

    fn take_on(&mut self, unit: UnitId, condition: Condition) -> OrFault {
        let book = self.book();
        let Some(def) = book.conditions.get(condition.id).cloned() else {
            return Err(Fault::Rule(message!("core-there-is-no-condition", condition = condition.id)));
        };
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let spared = def.spares.iter().any(|tag| own.sheet.0.tags.contains(tag));
        if spared || facts.dead(own) || def.barred_by.iter().any(|other| own.conditions.has(*other)) {
            return Ok(());
        }
        let from = own.conditions.count(def.id);
        if let Until::OfSpell(spell) = condition.until {
            self.note_hold(
                spell,
                SustainedCondition { unit, condition: def.id, count: condition.count.max(0) },
            );
        }
        if let (1.., Some(again)) = (from, def.again) {
            return self.gain(unit, Condition { id: again, ..condition });
        }
        if from > 0 && !def.counted {
            self.change::<Conditions>(unit, |own| {
                // A spell that keeps what is there already does not shorten it.
                if let Some(old) = own.0.iter_mut().find(|old| old.id == def.id)
                    && !matches!(condition.until, Until::OfSpell(_))
                {
                    old.until = condition.until;
                }
            });
            return Ok(());
        }
        let replaced = def.replaces.iter().filter(|other| own.conditions.has(**other));
        replaced.for_each(|other| self.lift_quietly(unit, *other));
        let to = if def.counted { from.saturating_add(condition.count.max(0)) } else { 1 };
        if to <= 0 {
            return Ok(());
        }
        self.change::<Conditions>(unit, |own| match own.0.iter_mut().find(|old| old.id == def.id) {
            Some(old) => old.count = to,
            None => own.0.push(Condition { count: to, ..condition }),
        });
        self.record(Outcome::Condition { unit, condition: def.id, from, to });
        self.condition_breaks(unit, def.id)?;
        self.note(&*def);
        if from == 0 {
            self.write_ledger(unit, &format!("gained_{}", def.id), 1, None, None)?;
        }
        self.write_ledger(unit, &format!("while_{}", def.id), 1, None, None)?;
        let facts = self.facts();
        if let Some(own) = facts.unit(unit)
            && facts.staggered_out(own)
        {
            self.drop_all(unit)?;
        }
        let facts = self.facts();
        if let Some(own) = facts.unit(unit).filter(|own| !facts.can_act(own)) {
            // All that it watches for ends (S-70).
            for index in (0..own.watches.0.len()).rev() {
                self.apply(Effect::Unwatch { unit, index })?;
            }
            self.end(unit, |until| *until == Until::NextAction)?;
            self.drop_task(unit)?;
        } else {
            self.end_barred_overwatch(unit, &def)?;
        }
        if from == 0 {
            self.hook(unit, Hook::Gained, Some(def.id))?;
        }
        self.follow(unit, &Follow::Condition)
    }

    /// Overwatch ends with a condition that bars the shot: who is restrained in a grapple holds none (S-70).
    fn end_barred_overwatch(&mut self, unit: UnitId, by: &ConditionDef) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        for (index, watch) in own.watches.0.iter().enumerate().rev() {
            let tags = facts.book.action(watch.action).map_or(&[][..], |def| def.tags.as_slice());
            if watch.overwatch && by.refuses(tags) {
                self.apply(Effect::Unwatch { unit, index })?;
            }
        }
        Ok(())
    }

    fn lift_quietly(&mut self, unit: UnitId, condition: Key) {
        let from = self.facts().unit(unit).map_or(0, |own| own.conditions.count(condition));
        self.change::<Conditions>(unit, |own| own.0.retain(|old| old.id != condition));
        self.forget_holds(unit, condition);
        self.record(Outcome::Condition { unit, condition, from, to: 0 });
    }

    /// What follows on a condition may lead to others.
    pub(super) fn lift(&mut self, unit: UnitId, condition: Key, count: Option<i32>) -> OrFault {
        self.set_off(condition, |battle| battle.lay_off(unit, condition, count))
    }

    fn lay_off(&mut self, unit: UnitId, condition: Key, count: Option<i32>) -> OrFault {
        let book = self.book();
        let from = self.facts().unit(unit).map_or(0, |own| own.conditions.count(condition));
        if from == 0 {
            return Ok(());
        }
        let to = count.map_or(0, |count| from.saturating_sub(count).max(0));
        if to > 0 {
            self.change::<Conditions>(unit, |own| {
                if let Some(old) = own.0.iter_mut().find(|old| old.id == condition) {
                    old.count = to;
                }
            });
            self.record(Outcome::Condition { unit, condition, from, to });
            return Ok(());
        }
        self.lift_quietly(unit, condition);
        if let Some(next) = book.condition(condition).and_then(|def| def.becomes) {
            self.gain(unit, Condition::new(next, 1, Until::Battle, None))?;
        }
        self.follow(unit, &Follow::Condition)
    }
}
