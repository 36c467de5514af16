//! Tasks: begun, worked on, disturbed, given up (C-09, C-100, C-101).
//!
//! What takes how long is in [`crate::rules::task`]; what is done in the end is an action's frame like any other.

use crate::battle::prelude::*;

impl Battle {
    /// A unit begins a task: its time is thrown (C-09).
    pub(super) fn begin_task(&mut self, unit: UnitId, act: &Act, increment: u32) -> OrFault {
        let needed = self.time_of_task(unit, increment)?;
        let task = Task { act: act.clone(), increment, needed, done: 0, worked: false, lost: false };
        self.apply(Effect::Work { unit, task: Some(Box::new(task)), news: Some(WorkNews::Begun) })
    }

    fn time_of_task(&mut self, unit: UnitId, increment: u32) -> OrFault<u32> {
        let book = self.book();
        let Some(rule) = &book.settings.tasks else { return Ok(increment) };
        let total = self.throw(unit, &rule.dice, Key::new("timing"))?.total;
        Ok(u32::try_from(total.max(1)).unwrap_or(1).saturating_mul(increment))
    }

    fn task(&mut self, unit: UnitId) -> Option<Task> {
        self.facts().unit(unit).and_then(|own| own.usage.task.clone())
    }

    fn set_task(&mut self, unit: UnitId, task: Option<Task>, news: impl Into<Option<WorkNews>>) -> OrFault {
        self.apply(Effect::Work { unit, task: task.map(Box::new), news: news.into() })
    }

    /// A turn has been spent on a task, if the unit is at one: a round of work, unless that round is lost (C-100).
    pub(super) fn work(&mut self, unit: UnitId) -> OrFault {
        let Some(mut task) = self.task(unit) else { return Ok(()) };
        let facts = self.facts();
        if let Err(why) = legal::still(&facts, unit, &task.act) {
            self.record(Outcome::Wasted { unit, action: task.act.action, why });
            return self.drop_task(unit);
        }
        if task.lost || task.worked {
            return Ok(());
        }
        task.worked = true;
        task.done += 1;
        self.set_task(unit, Some(task), WorkNews::Worked)
    }

    /// Work for so many rounds that go by outside the turns of a fight.
    pub(super) fn work_on(&mut self, rounds: u32) -> OrFault {
        for unit in self.at_work() {
            let Some(mut task) = self.task(unit) else { continue };
            task.done = task.done.saturating_add(rounds).min(task.needed);
            self.set_task(unit, Some(task), None)?;
        }
        Ok(())
    }

    /// How many rounds the task lasts that is done the soonest.
    pub(super) fn soonest_task(&mut self) -> Option<u32> {
        let facts = self.facts();
        facts.units.iter().filter_map(|own| own.usage.task.as_ref()).map(|task| task.left().max(1)).min()
    }

    fn at_work(&mut self) -> Vec<UnitId> {
        let facts = self.facts();
        order::by_initiative(&facts)
            .into_iter()
            .filter(|id| facts.unit(*id).is_some_and(|own| own.usage.task.is_some() && facts.can_act(own)))
            .collect()
    }

    /// The first, in the order of the round, whose task is done: what is left is its check and what follows (C-100).
    pub(super) fn finished_task(&mut self) -> OrFault<Option<(UnitId, Act)>> {
        for unit in self.at_work() {
            let Some(task) = self.task(unit).filter(|task| task.left() == 0) else { continue };
            self.set_task(unit, None, WorkNews::Finished)?;
            return Ok(Some((unit, task.act)));
        }
        Ok(None)
    }

    /// A unit is kept from its task for good: it can do nothing any more, or what it did it to is gone.
    pub(super) fn drop_task(&mut self, unit: UnitId) -> OrFault {
        if self.task(unit).is_some() { self.set_task(unit, None, WorkNews::Dropped) } else { Ok(()) }
    }

    /// A hit on who is at a task: the skill in question, less what the hit took (C-101).
    pub(super) fn disturb(&mut self, unit: UnitId, damage: i32) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| facts.can_act(own)) else { return Ok(()) };
        let Some(mut task) = own.usage.task.clone() else { return Ok(()) };
        let Some(rule) = facts.book.settings.tasks.as_ref().and_then(|rule| rule.hit) else { return Ok(()) };
        let Some(skill) = task::skill(&facts, own, &task) else { return Ok(()) };
        let hit = ModifierDef::flat(-damage.max(0), Some(rule.rule));
        let extra = [(Key::new("damage"), std::borrow::Cow::Owned(hit))];
        let mut request = Request::rolled(skill, unit, Versus::Number(rule.number, Key::new("difficulty")));
        request.extra = &extra;
        request.reaction = true;
        let Some(built) = check::build(&facts, request) else { return Ok(()) };
        let reading = self.roll_check(&built, Key::new("at_work"))?;
        if reading.success {
            return Ok(());
        }
        if reading.margin <= rule.ruined {
            task.done = 0;
            task.worked = false;
            task.needed = self.time_of_task(unit, task.increment)?;
            return self.set_task(unit, Some(task), WorkNews::Ruined);
        }
        if task.lost {
            return Ok(());
        }
        if std::mem::take(&mut task.worked) {
            task.done = task.done.saturating_sub(1);
        }
        task.lost = true;
        self.set_task(unit, Some(task), WorkNews::Lost)
    }
}
