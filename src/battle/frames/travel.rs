//! A move, square by square. Each step makes two events, leaving and entering, and watchers see it after.

use crate::battle::prelude::*;
use crate::rules::{condition::Forbids, legal::Leg, movement::StepEvents};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Check,
    Leave,
    Step,
    Enter,
    End,
}

/// A move on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Travel {
    used: i32,
    unit: UnitId,
    body: UnitId,
    action: Key,
    args: Args,
    provokes: bool,
    stage: Stage,
    at: usize,
    allowance: i32,
    spent: i32,
    /// Squares that its changes of band have cost so far, before what was saved up for them (D-19).
    #[serde(default, skip_serializing_if = "crate::defaults::is_default")]
    climbed: i32,
    slowed: bool,
    first_free: bool,
    rolled: bool,
    legal: Option<(Square, Band)>,
    stopped: Option<Refusal>,
    late: Vec<(UnitId, usize)>,
    asked: bool,
    crashed: bool,
}

fn used_up() -> Refusal {
    Refusal::new("too_far", message!("core-the-allowance-is-used-up"), Some(Key::new("A-53")))
}

impl Travel {
    /// A move about to start.
    pub fn new(unit: UnitId, action: Key, args: Args, provokes: bool, used: i32) -> Self {
        Self { used, unit, body: unit, action, args, provokes, ..Self::default() }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if let Some(FrameValue::Closed { late, .. }) = context.value {
            self.late.extend(late);
        }
        match self.stage {
            Stage::Check => self.check(battle),
            Stage::Leave => self.leave(battle),
            Stage::Step => self.walk(battle),
            Stage::Enter => self.enter(battle),
            Stage::End => self.end(battle),
        }
    }

    fn side_step(&self, battle: &Battle) -> bool {
        let one = |def: &ActionDef| matches!(def.path(), Some((Allowance::OneSquare, ..)));
        battle.book().action(self.action).is_some_and(|def| one(def))
    }

    /// The movement check, rolled where it has to be; criticals add squares.
    fn check(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        let (Some(own), Some(def)) = (facts.unit(self.unit), facts.book.action(self.action)) else {
            return Ok(Flow::Done(FrameValue::None));
        };
        let budget = match legal::budget(&facts, own, def, &self.args, Some(self.used)) {
            Ok(budget) => budget,
            Err(why) => return Ok(Flow::Done(FrameValue::Void(why))),
        };
        // Who rides moves its mount.
        let body = facts.moving(own);
        self.body = body.id();
        self.legal = Some((body.place.area.origin, body.place.band));
        self.first_free = budget.first_free;
        self.rolled = budget.rolled;
        self.allowance = budget.most;
        if let Some(check) = budget.check.as_ref().filter(|_| !budget.rolled) {
            // A check that stands at its base is one, too: what helps with it is used up.
            battle.spend_once(self.unit, check.id)?;
        }
        if let Some(check) = budget.check.as_ref().filter(|_| budget.rolled) {
            let sum = battle.roll_chain(check, Key::new("movement"))?.sum;
            self.allowance = sum;
            if sum <= 0 {
                self.keeps_in_hand(battle)?;
                let text = message!("core-the-movement-check-failed");
                let why = Refusal::new("failed", text, Some(Key::new("A-53")));
                return Ok(Flow::Done(FrameValue::Void(why)));
            }
        }
        let facts = battle.facts();
        let way = facts.unit(self.body).map(|body| legal::way(&facts, body, &self.args));
        let category = way.and_then(Result::ok).flatten();
        battle.apply(Effect::Category { unit: self.body, category })?;
        Ok(Flow::at(&mut self.stage, Stage::Leave))
    }

    fn stuck(&self, battle: &mut Battle) -> bool {
        let facts = battle.facts();
        let side_step = self.side_step(battle);
        let parted = self.body != self.unit
            && facts.unit(self.unit).is_none_or(|own| facts.moving(own).id() != self.body);
        let unable = |id: UnitId| facts.unit(id).is_none_or(|own| !facts.can_act(own));
        parted
            || unable(self.unit)
            || unable(self.body)
            || facts.unit(self.body).is_none_or(|own| {
                own.place.falling.is_some()
                    || facts.forbidden(own, Forbids::Movement).is_some()
                    || (!side_step && facts.forbidden(own, Forbids::Walking).is_some())
            })
    }

    fn events(&self, battle: &Battle) -> bool {
        self.provokes && battle.book().settings.movement.events == StepEvents::LeaveAndEnter
    }

    fn about(&self, provokes: Option<Area>) -> ReactionCause {
        ReactionCause { provokes, ..ReactionCause::new(self.unit, self.action, None) }
    }

    fn leave(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        if self.at >= self.args.legs().len() {
            return Ok(Flow::at(&mut self.stage, Stage::End));
        }
        self.stage = Stage::Step;
        if self.ram(battle) {
            return Ok(Flow::Continue);
        }
        let facts = battle.facts();
        let Some(area) = facts.unit(self.body).map(|own| own.place.area) else {
            return Ok(Flow::Done(FrameValue::None));
        };
        if self.events(battle) && !self.stuck(battle) && self.foe_near(battle, &area) {
            return Ok(Flow::Push(Box::new(ReactionWindow::frame_but(self.about(Some(area)), &self.late))));
        }
        if let Some(about) = self.parting(battle) {
            return Ok(Flow::Push(Box::new(ReactionWindow::frame_but(about, &self.late))));
        }
        Ok(Flow::Continue)
    }

    /// The opening that the step to come gives to foes whom it leaves, if there are any (S-22, S-66).
    fn parting(&self, battle: &mut Battle) -> Option<ReactionCause> {
        let facts = battle.facts();
        if !self.provokes || facts.book.settings.movement.events != StepEvents::LeaveEngaged {
            return None;
        }
        let own = facts.unit(self.body)?;
        let (area, band) = (own.place.area, own.place.band);
        let (to, into) = match self.args.legs().get(self.at)? {
            Leg::Square(to) => (area.at(*to), band),
            Leg::Band(into) => (area, *into),
        };
        let left = facts.units.iter().any(|foe| {
            facts.hostile(foe, own) && facts.engages(foe, &area, band) && !facts.engages(foe, &to, into)
        });
        if !left || self.stuck(battle) {
            return None;
        }
        Some(ReactionCause { leaves: Some((to, into)), ..self.about(Some(area)) })
    }

    /// Whether the step to come is the one that runs into something on purpose: no square is left by it.
    fn ram(&self, battle: &Battle) -> bool {
        self.at + 1 == self.args.path.len() && battle.book().action(self.action).is_some_and(|def| def.rams())
    }

    /// It runs into something solid and stands.
    fn crash(&mut self, battle: &mut Battle, to: Square, hit: Hit) -> OrFault<Flow> {
        let from = battle.facts().unit(self.body).map(|own| own.place);
        let turned = from.and_then(|place| Dir8::from_step(place.area.origin, to));
        if let (Some(facing), Some(place)) = (turned, from)
            && facing != place.facing
        {
            battle.apply(Effect::Face { unit: self.body, facing })?;
        }
        self.crashed = true;
        self.at = self.args.path.len();
        self.stage = Stage::End;
        battle.collide(self.body, hit)?;
        Ok(Flow::Continue)
    }

    /// Who steers a vehicle keeps it in hand by moving it; it has the speed that it comes to in the round (T-11).
    fn keeps_in_hand(&self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let Some(rule) = facts.book.settings.vehicles.as_ref().filter(|rule| rule.rolls_on) else {
            return Ok(());
        };
        let body = facts.unit(self.body).filter(|own| own.vehicle().is_some() && own.id() != self.unit);
        let Some(body) = body else { return Ok(()) };
        let speed = rule.speed_for(body.usage.squares - body.motion.struck.unwrap_or(0));
        battle.apply(Effect::Drive { vehicle: self.body, speed, controlled: true })
    }

    fn foe_near(&self, battle: &mut Battle, area: &Area) -> bool {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.body) else { return false };
        facts.units.iter().any(|foe| facts.hostile(foe, own) && facts.threatens(foe, area, own.place.band))
    }

    fn walk(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        let (Some(own), Some(body)) = (facts.unit(self.unit), facts.unit(self.body)) else {
            return Ok(Flow::Done(FrameValue::None));
        };
        let side_step = self.side_step(battle);
        if self.stuck(battle) {
            let text = message!("core-x-can-move-no-more", unit = own.identity.name);
            return self.stop(Refusal::new("stopped", text, Some(Key::new("A-155"))));
        }
        let legs = self.args.legs();
        let (area, band) = (body.place.area, body.place.band);
        let to = match legs.get(self.at) {
            Some(Leg::Square(to)) => *to,
            Some(Leg::Band(to)) => return self.climb(battle, *to),
            None => return Ok(Flow::Done(FrameValue::None)),
        };
        let mover = legal::mover(&facts, own, side_step, &self.args, self.allowance);
        let last = self.at + 1 == legs.len();
        let hit = match facts.book.action(self.action) {
            Some(def) if last || !def.rams() => legal::impact(&facts, body, def, &area, to, band),
            _ => Ok(None),
        };
        let step = match &hit {
            Ok(Some(_)) => Ok(mover.rule.cost(0)),
            Ok(None) => legal::step(&facts, &mover, &area, to, band),
            Err(why) => Err(why.clone()),
        };
        let cost = match step {
            Ok(_) if side_step => 1,
            Ok(cost) => cost,
            Err(why) => return self.stop(why),
        };
        let first = legs[..self.at].iter().all(|leg| matches!(leg, Leg::Band(_)));
        let free = first && self.first_free;
        if self.spent + cost > self.allowance && !free {
            return self.stop(used_up());
        }
        if let Ok(Some(hit)) = hit {
            return self.crash(battle, to, hit);
        }
        self.spent += cost;
        self.slowed |= cost > mover.rule.plain * mover.rule.multiplier && !side_step;
        battle.apply(Effect::Step { unit: self.body, to, own: true })?;
        self.arrived(battle);
        Ok(Flow::Continue)
    }

    fn stop(&mut self, why: Refusal) -> OrFault<Flow> {
        (self.stopped, self.stage) = (Some(why), Stage::End);
        Ok(Flow::Continue)
    }

    /// Into another band on the spot (S-25).
    fn climb(&mut self, battle: &mut Battle, to: Band) -> OrFault<Flow> {
        let facts = battle.facts();
        let Some(body) = facts.unit(self.body) else { return Ok(Flow::Done(FrameValue::None)) };
        let category = legal::category(&facts, body, &self.args);
        let fits = legal::way(&facts, body, &self.args)
            .and_then(|_| legal::climb(&facts, body, &body.place.area, to, category));
        let squares = facts.altitude().map_or(0, |rule| rule.climb_cost(body.place.band, to));
        let climbed = self.climbed + squares;
        let cost = facts.climb_cost(body, climbed) - facts.climb_cost(body, self.climbed);
        let enough = cost == 0 || self.spent + cost <= self.allowance;
        let fits = fits.and_then(|()| if enough { Ok(()) } else { Err(used_up()) });
        if let Err(why) = fits {
            return self.stop(why);
        }
        self.spent += cost;
        self.climbed = climbed;
        battle.apply(Effect::Band { unit: self.body, to, own: true })?;
        self.arrived(battle);
        Ok(Flow::Continue)
    }

    /// Remembers the place if the move may end there.
    fn arrived(&mut self, battle: &mut Battle) {
        let facts = battle.facts();
        if let Some(own) = facts.unit(self.body) {
            let (at, band) = (own.place.area.origin, own.place.band);
            if entry::may_end(&facts, own, at, band) {
                self.legal = Some((at, band));
            }
        }
        self.stage = Stage::Enter;
        self.asked = false;
    }

    fn enter(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        if self.asked {
            self.at += 1;
            return Ok(Flow::at(&mut self.stage, Stage::Leave));
        }
        self.asked = true;
        let facts = battle.facts();
        let Some(own) = facts.unit(self.body) else { return Ok(Flow::Done(FrameValue::None)) };
        let area = own.place.area;
        let watched = facts.units.iter().any(|unit| facts.hostile(unit, own) && !unit.watches.0.is_empty());
        let provokes = self.events(battle) && self.foe_near(battle, &area);
        if !provokes && !watched {
            return Ok(Flow::Continue);
        }
        let mut about = self.about(provokes.then_some(area));
        about.stepped = true;
        Ok(Flow::Push(Box::new(ReactionWindow::frame_but(about, &self.late))))
    }

    fn end(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        if self.legal.is_some() && facts.unit(self.body).is_some_and(|own| facts.present(own)) {
            battle.put_back(self.body, self.legal)?;
        }
        if self.slowed
            && let Some(event) = battle.book().settings.movement.slowed_event
        {
            battle.write_ledger(self.unit, event.as_str(), 1, None, None)?;
        }
        if let (1.., Some(saved)) = (self.climbed, facts.altitude().and_then(|rule| rule.saved)) {
            battle.apply(Effect::Lift { unit: self.body, condition: saved, count: None })?;
        }
        let late = std::mem::take(&mut self.late);
        let whole = self.at >= self.args.legs().len();
        self.keeps_in_hand(battle)?;
        if let (Some(facing), true, false) = (self.args.facing, whole && !self.crashed, self.stuck(battle)) {
            battle.apply(Effect::Face { unit: self.body, facing })?;
        }
        if !late.is_empty() {
            return Ok(Flow::Done(FrameValue::late(late)));
        }
        if let (false, Some(why)) = (whole, self.stopped.take()) {
            let stopping =
                why.code == "stopped" || battle.book().action(self.action).is_some_and(|def| def.attacks());
            if stopping {
                // The action, which comes to nothing by it, tells it.
                return Ok(Flow::Done(FrameValue::Void(why)));
            }
            battle.record(Outcome::Wasted { unit: self.unit, action: self.action, why });
        }
        Ok(Flow::Done(FrameValue::acted(true, 0, self.spent)))
    }
}
