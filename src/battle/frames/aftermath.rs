//! After the fight: the side that holds the field sees to its wounded and its machines, and rests, for as many hours as
//! the scenario gives it.
//!
//! What heals and mends is an action or a pause like any other; time goes by in [`pass`](super::pass).

use super::{fight, pass::Pass};
use crate::battle::prelude::*;

/// The option of a scenario that says how many hours there are after the fight.
const AFTERMATH: &str = "aftermath";
/// The answer by which each who can do something is asked what.
pub const WORK: &str = "work";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Ask,
    Work,
    Look,
}

/// The hours after a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aftermath {
    stage: Stage,
    side: Side,
    /// Rounds that are left.
    left: u32,
    /// Rounds that are going by just now.
    passing: u32,
    /// Those who are still to be asked.
    waiting: Vec<UnitId>,
}

impl Aftermath {
    /// The hours after a fight that a side has won, if it is given any and has anything to do with them.
    pub(super) fn begin(battle: &mut Battle, winner: Option<Side>) -> OrFault<Option<Frame>> {
        let facts = battle.facts();
        let hours = u32::try_from(facts.option(AFTERMATH)).unwrap_or(0);
        let Some(side) = winner.filter(|side| hours > 0 && needed(&facts, *side)) else { return Ok(None) };
        let left = hours.saturating_mul(facts.book.hour());
        battle.world_mut().resource_mut::<Clock>().holder = Some(side);
        phases::run(battle, BattleStep::AftermathStart)?;
        stretch(battle)?;
        let frame = Self { stage: Stage::Ask, side, left, passing: 0, waiting: Vec::new() };
        Ok(Some(Frame::Aftermath(Box::new(frame))))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Ask => self.ask(battle, context),
            Stage::Work => self.work(battle),
            Stage::Look => {
                self.left = self.left.saturating_sub(std::mem::take(&mut self.passing));
                stretch(battle)?;
                Ok(Flow::at(&mut self.stage, Stage::Ask))
            }
        }
    }

    fn ask(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match context.answer {
            Some(Command::Choose { option, .. }) if option == WORK => return Ok(self.set_to_work(battle)),
            Some(Command::Choose { option, .. }) if option != "none" => return Ok(self.rest(battle, option)),
            Some(_) => return over(battle),
            None => {}
        }
        let facts = battle.facts();
        let own = |unit: &&UnitState| unit.side() == self.side && facts.present(unit);
        let Some(first) =
            facts.units.iter().filter(own).find(|unit| facts.can_act(unit) && unit.vehicle().is_none())
        else {
            return over(battle);
        };
        let (unit, about) = (first.id(), ChoiceKind::Aftermath);
        let answers = battle.world().resource::<Answers>();
        let declined = answers.choice(self.side, unit, about) == Policy::Decline;
        if declined || self.left == 0 || !needed(&facts, self.side) {
            return over(battle);
        }
        let options = self.options(&facts);
        Ok(battle.ask(unit, Ask::Choice { about, target: None, options }))
    }

    /// To move on, to act, or a pause that is short enough; values are hours: those left, or those it takes.
    fn options(&self, facts: &Facts) -> Vec<ChoiceOption> {
        let hour = facts.book.hour();
        let left = self.left.div_ceil(hour);
        let hours = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let mut options = vec![ChoiceOption::new("none", message!("core-move-on"), hours(left))];
        let at_work =
            |unit: &UnitState| unit.side() == self.side && facts.present(unit) && unit.usage.task.is_some();
        if facts.units.iter().any(|unit| at_work(unit) || self.has_use(facts, unit)) {
            options.push(ChoiceOption::new(WORK, message!("core-see-to-wounds-and-damage"), hours(left)));
        }
        let chosen = facts.book.settings.pauses.iter().filter(|pause| !pause.after_fight);
        for pause in chosen.filter(|pause| pause.rounds <= self.left) {
            let (message, value) = (Message::written(&pause.name), hours(pause.rounds / hour));
            options.push(ChoiceOption { id: pause.id, ..ChoiceOption::new("", message, value) });
        }
        options
    }

    /// Whether a unit of the side can do anything of use: an action that belongs here is open to it, and has a target.
    fn has_use(&self, facts: &Facts, unit: &UnitState) -> bool {
        let own = unit.side() == self.side && unit.vehicle().is_none();
        if !own || !facts.present(unit) || !facts.can_act(unit) {
            return false;
        }
        let occasion = legal::Occasion::default();
        legal::offers(facts, unit.id(), &occasion).into_iter().any(|offer| {
            let Some(def) = facts.book.action(offer.action).filter(|_| offer.refusal.is_none()) else {
                return false;
            };
            let act = legal::Act { action: offer.action, mode: offer.mode, args: legal::Args::default() };
            let filled = |found: Result<(), legal::Refusal>| found.is_ok();
            belongs(facts, &def.tags)
                && (def.target().is_none()
                    || legal::targets(facts, unit.id(), &act, &occasion)
                        .into_iter()
                        .any(|(_, own)| filled(own)))
        })
    }

    fn rest(&mut self, battle: &mut Battle, pause: Key) -> Flow {
        let facts = battle.facts();
        let rounds = facts.book.pause(pause).map_or(0, |def| def.rounds).min(self.left);
        let own = facts.units.iter().filter(|unit| unit.side() == self.side && facts.present(unit));
        let pauses = own.map(|unit| (unit.id(), pause)).collect();
        self.pass(rounds, pauses)
    }

    fn pass(&mut self, rounds: u32, pauses: Vec<(UnitId, Key)>) -> Flow {
        self.passing = rounds;
        self.stage = Stage::Look;
        Flow::Push(Box::new(Frame::Pass(Box::new(Pass::new(rounds, pauses)))))
    }

    fn set_to_work(&mut self, battle: &mut Battle) -> Flow {
        let facts = battle.facts();
        self.waiting =
            facts.units.iter().filter(|unit| unit.usage.task.is_none()).map(UnitState::id).collect();
        Flow::at(&mut self.stage, Stage::Work)
    }

    /// The turn of the next who can be of use; after the last one the time goes by until the first is done with it.
    fn work(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        while !self.waiting.is_empty() {
            let next = self.waiting.remove(0);
            if facts.unit(next).is_some_and(|unit| self.has_use(&facts, unit)) {
                return Ok(Flow::Push(Box::new(Frame::Turn(Turn::new(next)))));
            }
        }
        let rounds = battle.soonest_task().unwrap_or(1).min(self.left);
        Ok(self.pass(rounds, Vec::new()))
    }
}

/// Whether an action of these tags belongs between fights.
pub(super) fn belongs(facts: &Facts, tags: &[Key]) -> bool {
    let rule = facts.book.settings.aftermath.as_ref();
    rule.is_some_and(|rule| tags.iter().any(|tag| rule.tags.contains(tag)))
}

/// Whether anybody of a side is hurt, or anything of it broken.
fn needed(facts: &Facts, side: Side) -> bool {
    let Some(rule) = &facts.book.settings.aftermath else { return false };
    facts.units.iter().filter(|unit| unit.side() == side && facts.present(unit)).any(|unit| {
        facts.value(&rule.hurt, unit) != 0 || !facts.systems_in(unit, Fitness::Hurt, &[]).is_empty()
    })
}

/// Foes of the side that holds the field leave it, if they can still walk, or can again.
pub(crate) fn clear_field(battle: &mut Battle) -> OrFault {
    let Some(side) = battle.clock().holder else { return Ok(()) };
    let facts = battle.facts();
    let others = facts.units.iter().filter(|unit| unit.side() != side && unit.vehicle().is_none());
    let leaving = others.filter(|unit| facts.present(unit) && facts.can_act(unit));
    let leaving: Vec<UnitId> = leaving.map(UnitState::id).collect();
    leaving.into_iter().try_for_each(|unit| battle.apply(Effect::Leave { unit }))
}

/// Nothing more is to be done, or can be.
fn over(battle: &mut Battle) -> OrFault<Flow> {
    phases::run(battle, BattleStep::AftermathEnd)?;
    Ok(Flow::Done(FrameValue::None))
}

/// A stretch of the hours begins: everybody has their points again.
fn stretch(battle: &mut Battle) -> OrFault {
    phases::run(battle, BattleStep::AftermathStretch)?;
    fight::phase(battle, Phase::Aftermath);
    phases::run(battle, BattleStep::Round(RoundStep::Start))?;
    let living = battle.living();
    let start = BattleStep::TurnStart;
    living.into_iter().try_for_each(|unit| phases::of_turn(battle, start, unit, false))
}
