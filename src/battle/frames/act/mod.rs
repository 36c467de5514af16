//! One action, from declaration to what follows: declared, cut into, paid, answered, carried out, followed.
//!
//! This file has the frame, its stages and the answers; what the frame consists of, paying, the steps and what is done
//! about spells have a file each. What an action may be is in `rules`.

mod contest;
mod driving;
mod help;
mod inside;
mod interact;
mod parts;
mod pay;
mod repeat;
mod spell_control;
mod steps;

pub use self::parts::AnsweredFrame;
use self::parts::{ActResult, Averting, BareBlow, Delayers, Planned, RepeatedAttacks};
use super::reaction_window::shot;
use crate::{battle::prelude::*, rules::legal::Plan};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Declare,
    CutIn,
    Pay,
    Answer,
    Test,
    Steps,
    Late,
    After,
}

/// An action being done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ActFrame {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub act: Act,
    /// On what occasion.
    pub occasion: Occasion,
    /// What it answers.
    pub answers: AnsweredFrame,
    stage: Stage,
    /// The step it has come to.
    cursor: usize,
    /// All the work of a task is done: what is left is its check and what follows (C-100).
    #[serde(default)]
    finishing: bool,
    /// Points that had been used before it.
    used_before: i32,
    /// What its unit had when it was paid.
    had: Vec<Key>,
    /// Where its unit stood then.
    began: Option<Square>,
    /// The pool that it has emptied.
    emptied: Option<Key>,
    /// Watchers that fire once it is done, each with the index of its watch (S-69).
    late: Vec<(UnitId, usize)>,
    /// Why it comes to nothing.
    void: Option<Refusal>,
    planned: Planned,
    result: ActResult,
    averts: Averting,
    repeat: RepeatedAttacks,
    delayers: Delayers,
    bare: BareBlow,
}

impl ActFrame {
    /// An action about to be declared on its unit's own turn.
    pub fn new(unit: UnitId, act: Act) -> Self {
        let planned = Planned { rounds: 1, ..Planned::default() };
        let result = ActResult { success: true, ..ActResult::default() };
        Self { unit, act, planned, result, ..Self::default() }
    }

    /// The end of a task: its check and what follows (C-100).
    pub fn finishing(unit: UnitId, act: Act) -> Self {
        Self { stage: Stage::Test, finishing: true, ..Self::new(unit, act) }
    }

    /// What is being done, for the window's board.
    pub fn action(&self) -> Key {
        self.act.action
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let def = battle.known_action(self.act.action)?;
        match self.stage {
            Stage::Declare => self.declare(battle, &def),
            Stage::CutIn => self.cut_in(battle, context),
            Stage::Pay => self.pay(battle, &def),
            Stage::Answer => {
                if let Some(FrameValue::Closed { late, .. }) = context.value {
                    self.late.extend(late);
                    self.stage = Stage::Test;
                    if let Some(why) = context.cancelled {
                        self.undone(battle, &def, why);
                    }
                    return Ok(Flow::Continue);
                }
                Ok(self.open_window(battle, &def, context.id))
            }
            Stage::Test => self.test(battle, &def, context),
            Stage::Steps => self.carry(battle, &def, context),
            Stage::Late => self.late_shots(battle, context),
            Stage::After => self.after(battle, &def),
        }
    }

    fn plan(&self, battle: &mut Battle) -> Result<Plan, Refusal> {
        let mut facts = battle.facts();
        if facts.option("fog") != 0
            && let Some(side) = facts.unit(self.unit).map(|own| own.identity.side)
        {
            // An order is judged by what its side knows; who is hidden shows on the way.
            facts = std::sync::Arc::new(facts.known_to(side));
        }
        legal::plan(&facts, self.unit, &self.act, &self.occasion)
    }

    fn declare(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        battle.note(&(
            &def.asks,
            &def.needs,
            &def.provokes,
            &def.group,
            &def.manoeuvre,
            &self.occasion.moment,
        ));
        if let Some(spell) =
            self.act.args.spell.or(self.planned.spell).and_then(|id| battle.book().spell(id).cloned())
        {
            battle.note(&*spell);
        }
        battle.record(Outcome::Declared {
            unit: self.unit,
            action: def.id,
            mode: self.act.mode,
            args: Box::new(self.act.args.clone()),
        });
        let facts = battle.facts();
        if facts.book.settings.timing.delay == Delay::Interrupt && self.occasion.moment.is_none() {
            let mover = facts.unit(self.unit).map(|unit| unit.initiative.total());
            let waits = |unit: &&UnitState| {
                unit.initiative.delaying.is_some()
                    && unit.id() != self.unit
                    && facts.can_act(unit)
                    && Some(unit.initiative.total()) >= mover
            };
            self.delayers.units = facts.units.iter().filter(waits).map(|unit| unit.id()).collect();
        }
        Ok(Flow::at(&mut self.stage, if self.delayers.units.is_empty() { Stage::Pay } else { Stage::CutIn }))
    }

    /// Delayers may cut in after the declaration, before reactions and dice (C-27).
    fn cut_in(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if context.value.is_some() {
            self.delayers.at += 1;
        }
        if let Some(answer) = context.answer {
            let unit = self.delayers.units.get(self.delayers.at).copied();
            match (answer, unit) {
                (Command::Choose { option, .. }, Some(unit)) if option == "act" => {
                    let count = battle.facts().unit(self.unit).map_or(0, |own| own.initiative.total());
                    super::turns::cut_in(battle, unit, count)?;
                    return Ok(Flow::Push(Box::new(Frame::Turn(Turn::new(unit)))));
                }
                _ => self.delayers.at += 1,
            }
        }
        let Some(unit) = self.delayers.units.get(self.delayers.at).copied() else {
            return Ok(match self.plan(battle) {
                Ok(_) => Flow::at(&mut self.stage, Stage::Pay),
                Err(why) => {
                    battle.record(Outcome::Wasted {
                        unit: self.unit,
                        action: self.act.action,
                        why: why.clone(),
                    });
                    Flow::Done(FrameValue::Void(why))
                }
            });
        };
        let facts = battle.facts();
        let still =
            facts.unit(unit).is_some_and(|own| own.initiative.delaying.is_some() && facts.can_act(own));
        if !still {
            self.delayers.at += 1;
            return Ok(Flow::Continue);
        }
        Ok(battle.ask(unit, Ask::CutIn { by: Some(self.unit), action: Some(self.act.action) }))
    }

    fn open_window(&mut self, battle: &mut Battle, def: &ActionDef, own_id: FrameId) -> Flow {
        let facts = battle.facts();
        // An area, and a spell that is aimed at a square, have no individual target.
        let individual = !self.planned.area && self.at_square(battle).is_none();
        let target = self.act.args.target.filter(|_| individual);
        let mut about = ReactionCause::new(self.unit, def.id, target);
        about.attack = def.attacks();
        about.begins = !def.is_free();
        if self.planned.provokes {
            about.provokes = facts.unit(self.unit).map(|own| own.place.area);
        }
        if def.steps.contains(&Step::Cast) {
            about.casting = self.planned.spell.map(|spell| (spell, own_id));
        }
        about.emptied = self.emptied.take();
        Flow::Push(Box::new(ReactionWindow::frame(about)))
    }

    /// Watchers who lost the test of who goes first fire now, if they still can (S-69, S-70).
    fn late_shots(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        let Some((watcher, index)) = self.late.pop() else {
            return Ok(Flow::at(&mut self.stage, Stage::After));
        };
        let facts = battle.facts();
        let Some(watch) = facts.unit(watcher).and_then(|own| own.watches.0.get(index)).cloned() else {
            return Ok(Flow::Continue);
        };
        battle.apply(Effect::Unwatch { unit: watcher, index })?;
        let act = shot(&watch, self.unit);
        let mut frame = Self::new(watcher, act);
        frame.occasion =
            Occasion { moment: Some(Moment::Watched), against: Some(self.unit), ..Occasion::default() };
        let facts = battle.facts();
        if legal::plan(&facts, watcher, &frame.act, &frame.occasion).is_err() {
            return Ok(Flow::Continue);
        }
        Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))))
    }

    /// The noise of a loud action, heard once it is done.
    fn sound(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let Some(mut listeners) = self.planned.loud.take().filter(|_| self.void.is_none()) else {
            return Ok(());
        };
        if self.result.success && def.attacks() {
            listeners.leave_out(self.act.args.target.as_slice());
        }
        let facts = battle.facts();
        let target = self.act.args.target.filter(|_| def.loud_at_target);
        for unit in std::iter::once(self.unit).chain(target).filter_map(|id| facts.unit(id)) {
            battle.noise(unit.id(), unit.place.area.origin, &listeners)?;
        }
        let Some(at) = self.planned.thing_at.take() else { return Ok(()) };
        battle.noise(self.unit, at, &listeners)
    }

    /// Why an amount that is too little does nothing: all that is noticed of silencing (D-105).
    fn too_little(&self) -> Option<Refusal> {
        let silenced = self.planned.too_little?;
        let message =
            if silenced { message!("core-points-silenced") } else { message!("core-points-too-few") };
        Some(Refusal::new(
            "too_few_points",
            message,
            Some(Key::new(if silenced { "D-105" } else { "D-107" })),
        ))
    }

    fn after(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        if let Some(why) = self.void.clone().or_else(|| self.too_little()) {
            battle.record(Outcome::Wasted { unit: self.unit, action: def.id, why });
        }
        self.sound(battle, def)?;
        if def.attacks() {
            battle.apply(Effect::End { unit: self.unit, ending: Ending::Lasting(Until::NextAction) })?;
        }
        if self.void.is_none() {
            battle.ends_with(self.unit, &def.tags)?;
        }
        if def.repeat.is_some() {
            battle.apply(Effect::Busy { unit: self.unit, busy: false })?;
        }
        if !def.is_free() && self.act.mode != Mode::Free {
            for condition in std::mem::take(&mut self.had) {
                battle.hook(self.unit, Hook::AfterAction, Some(condition))?;
            }
        }
        if def.answers_attack() {
            return Ok(Flow::Done(FrameValue::Closed {
                late: Vec::new(),
                hinder: self.averts.hinder,
                reduced: self.averts.reduced,
                evaded: self.averts.evaded,
                lessened: self.averts.lessened,
                shield: self.averts.shields.then_some(self.unit),
                follows: std::mem::take(&mut self.averts.follows),
            }));
        }
        Ok(Flow::Done(match self.void.take() {
            Some(why) => FrameValue::Void(why),
            None => FrameValue::acted(self.result.success, self.result.margin, self.result.value),
        }))
    }
}

/// The item that an action's parameter takes when the command names none.
fn default_item(battle: &mut Battle, unit: UnitId, def: &ActionDef) -> Option<Key> {
    if def.item_place().is_some_and(ItemPlace::on_target) {
        return None;
    }
    let facts = battle.facts();
    let own = facts.unit(unit)?;
    def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Item { place } => facts.items_at(own, *place).first().copied(),
        _ => None,
    })
}

/// Opens a hold for a frame (C-23, D-123).
pub fn hold(battle: &mut Battle, frame: FrameId, members: Vec<UnitId>, actor: Option<UnitId>) {
    let held = HeldEffects { frame, members, actor, effects: Vec::new() };
    battle.world_mut().resource_mut::<HeldBack>().0.push(held);
}
