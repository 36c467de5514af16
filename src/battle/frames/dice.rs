//! Action dice: the questions whether to spend them, and what comes of it (F-04, F-05, F-66).
//!
//! Errors and Triumphs happen in the frames of actions and attacks.

use crate::battle::prelude::*;

/// Whose initiative checks may still be raised, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Raise {
    units: Vec<UnitId>,
    at: usize,
    spent: bool,
}

impl Raise {
    /// The window after checks just made; none if no die could be spent on any.
    pub fn frame(battle: &mut Battle) -> Option<Flow> {
        let facts = battle.facts();
        let units: Vec<UnitId> =
            facts.units.iter().filter(|unit| unit.initiative.open).map(|unit| unit.id()).collect();
        (!units.is_empty()).then(|| Flow::Push(Box::new(Frame::Raise(Self { units, at: 0, spent: false }))))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let Some(unit) = self.units.get(self.at).copied() else { return Ok(Flow::Done(FrameValue::None)) };
        if let Some(answer) = context.answer {
            match answer {
                Command::Choose { option, .. } if option == "die" => self.spend(battle, unit)?,
                _ => return self.close(battle, unit),
            }
        }
        let facts = battle.facts();
        let left = battle.action_dice(unit);
        let (Some(own), Some(rule), 1..) = (facts.unit(unit), &facts.book.settings.action_dice, left) else {
            return self.close(battle, unit);
        };
        let policy = battle.answers().choice(own.identity.side, unit, ChoiceKind::InitiativeDice);
        match policy {
            Policy::Ask | Policy::AskFrom(_) => {}
            Policy::Take | Policy::TakeIfCost(1..) if !self.spent => {
                self.spend(battle, unit)?;
                return Ok(Flow::Continue);
            }
            _ => return self.close(battle, unit),
        }
        let count = own.initiative.count;
        let options = vec![
            ChoiceOption::new("none", message!("core-stay-at-x", count), 0),
            ChoiceOption::new("die", message!("core-add-x-to-x-x-left", die = rule.die, count, left), count),
        ];
        Ok(battle.ask(unit, Ask::Choice { about: ChoiceKind::InitiativeDice, target: None, options }))
    }

    /// One die is rolled and added (F-04); what a group shares is raised for all of it.
    fn spend(&mut self, battle: &mut Battle, unit: UnitId) -> OrFault {
        self.spent = true;
        let book = battle.book();
        let Some(rule) = &book.settings.action_dice else { return Ok(()) };
        let purpose = Key::new("action_die");
        battle.spend_action_dice(unit, 1)?;
        let face = i32::from(battle.throw_die(unit, rule.die, purpose)?);
        let facts = battle.facts();
        let shared = &battle.world().resource::<Beginning>().0.shared;
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let together = facts.phase == Phase::Muster && shared.contains(&own.identity.group);
        let with = |other: &&UnitState| together && other.identity.group == own.identity.group;
        let raised = facts.units.iter().filter(|other| other.id() == unit || with(other));
        let raised: Vec<(UnitId, i32)> =
            raised.map(|other| (other.id(), other.initiative.count + face)).collect();
        for (unit, count) in raised {
            let change = CountChange::To { count, swallow: false };
            battle.apply(Effect::Count { unit, change, cause: purpose })?;
        }
        Ok(())
    }

    fn close(&mut self, battle: &mut Battle, unit: UnitId) -> OrFault<Flow> {
        battle.close_count(unit);
        if self.spent && battle.clock().phase == Phase::Turns {
            battle.reseat(unit)?;
        }
        self.at += 1;
        self.spent = false;
        Ok(Flow::Continue)
    }
}

/// An error that the other side may make critical, or a success that may become a Triumph (F-66).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtraDice {
    maker: UnitId,
    payer: UnitId,
    line: Key,
    error: bool,
}

impl ExtraDice {
    /// The question about a check just made; none where there is nothing to ask, or nobody who could pay.
    pub fn frame(
        battle: &mut Battle,
        maker: UnitId,
        target: Option<UnitId>,
        check: &Check,
        reading: &Reading,
        success: bool,
    ) -> Option<Flow> {
        let facts = battle.facts();
        let rule = facts.book.settings.action_dice.as_ref()?;
        let tags = &facts.book.check(check.id)?.tags;
        if !tags.iter().any(|tag| rule.checks.contains(tag)) {
            return None;
        }
        let error = !success && reading.natural <= rule.error_to;
        let triumph = success && reading.natural >= rule.triumph_from;
        if !(error || triumph) {
            return None;
        }
        let line = if error { rule.miss } else { rule.triumph };
        let own = facts.unit(maker)?;
        if !battle.ledger_open()
            || !room(battle, own.initiative.ledger.iter().map(|entry| entry.amount).sum(), error)
        {
            return None;
        }
        let payer = if error {
            let hostile = |id: &UnitId| {
                facts.unit(*id).is_some_and(|unit| facts.hostile(unit, own) && facts.present(unit))
                    && battle.action_dice(*id) > 0
            };
            target.into_iter().chain(facts.units.iter().map(|unit| unit.id())).find(hostile)?
        } else {
            Some(maker).filter(|unit| battle.action_dice(*unit) > 0)?
        };
        Some(Flow::Push(Box::new(Frame::ExtraDice(Self { maker, payer, line, error }))))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if let Some(answer) = context.answer {
            if let Command::Choose { option, .. } = answer
                && let Ok(dice) = option.as_str().parse::<i32>()
            {
                self.spend(battle, dice)?;
            }
            return Ok(Flow::Done(FrameValue::None));
        }
        let facts = battle.facts();
        let Some(payer) = facts.unit(self.payer) else { return Ok(Flow::Done(FrameValue::None)) };
        let policy = battle.answers().choice(payer.identity.side, self.payer, ChoiceKind::Named(self.line));
        let taken = match policy {
            Policy::Ask | Policy::AskFrom(_) => None,
            Policy::Decline => Some(false),
            Policy::Take => Some(true),
            Policy::TakeIfCost(most) => Some(most > 0),
        };
        if let Some(taken) = taken {
            if taken {
                self.spend(battle, 1)?;
            }
            return Ok(Flow::Done(FrameValue::None));
        }
        // One die makes a Triumph; more would change nothing.
        let most = if self.error { battle.action_dice(self.payer) } else { 1 };
        let mut options = vec![ChoiceOption::new("none", message!("core-keep-the-dice"), 0)];
        for dice in 1..=most {
            let change = battle.line_amount(self.maker, self.line, dice);
            let text = match dice {
                1 => message!("core-spend-one-die", count = change),
                _ => message!("core-spend-x-dice", dice, count = change),
            };
            options.push(ChoiceOption::new(&dice.to_string(), text, change));
        }
        Ok(battle.ask(self.payer, Ask::Choice { about: ChoiceKind::Named(self.line), target: None, options }))
    }

    fn spend(&self, battle: &mut Battle, dice: i32) -> OrFault {
        battle.spend_action_dice(self.payer, dice)?;
        battle.write_ledger(self.maker, self.line.as_str(), dice, None, None)
    }
}

/// Whether a line could still move the count, or the cap has been reached (F-19).
fn room(battle: &Battle, sum: i32, error: bool) -> bool {
    match &battle.book().settings.timing.shift {
        Shift::Ledger(rule) if error => sum > -rule.cap,
        Shift::Ledger(rule) => sum < rule.cap,
        _ => false,
    }
}

impl Battle {
    /// Action dice that a unit can spend: its own, or those that its side has in common (F-05).
    pub fn action_dice(&self, unit: UnitId) -> i32 {
        let facts = self.facts_ref();
        let (Some(rule), Some(own)) = (&facts.book.settings.action_dice, facts.unit(unit)) else { return 0 };
        match self.clock().reserves.iter().find(|(side, _)| *side == own.identity.side) {
            Some((_, left)) => *left,
            None => facts.points(own, rule.pool),
        }
    }

    fn spend_action_dice(&mut self, unit: UnitId, dice: i32) -> OrFault {
        let book = self.book();
        let Some(rule) = &book.settings.action_dice else { return Ok(()) };
        let side = self.facts().unit(unit).map(|own| own.identity.side);
        let common = side.filter(|side| self.clock().reserves.iter().any(|(own, _)| own == side));
        self.apply(match common {
            Some(side) => Effect::Reserve { side, dice },
            None => Effect::Spend { unit, pool: rule.pool, amount: dice },
        })?;
        self.record(Outcome::Points { unit, pool: rule.pool, amount: -dice });
        Ok(())
    }
}
