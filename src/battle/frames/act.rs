//! One action, from declaration to what follows: declared, cut into, paid, answered, carried out, followed.

use serde::{Deserialize, Serialize};

use super::{
    Context, Flow, Frame, FrameId, Value,
    strike::Strike,
    travel::Travel,
    turn::Turn,
    window::{About, Window, shot},
};
use crate::{
    battle::{
        Battle, Fault,
        apply::{PlainRoll, Scope},
        chronicle::Outcome,
        command::Command,
        effect::{Effect, ItemChange},
        prompt::Ask,
        resources::Hold,
    },
    key::Key,
    rules::{
        action::{ActionDef, Moment, Provokes, Step},
        check::{self, Reading, Request, SuccessRule, Versus},
        condition::Hook,
        economy::Mode,
        facts::{Initiative, UnitId, Watch},
        legal::{self, Act, Occasion, Plan, Refusal},
        modifier::Until,
        timing::Delay,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActFrame {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub act: Act,
    /// On what occasion.
    pub occasion: Occasion,
    /// The frame it answers: an attack, or a casting.
    pub answers: Option<FrameId>,
    /// How the attack that it answers fell.
    pub margin_against: Option<Reading>,
    /// The defence which that attack is held against.
    pub defence: Option<Key>,
    stage: Stage,
    cursor: usize,
    weapon: Option<Key>,
    spell: Option<Key>,
    used_before: i32,
    had: Vec<Key>,
    provokes: bool,
    success: bool,
    margin: i32,
    value: i32,
    hinder: i32,
    reduced: i32,
    evaded: i32,
    late: Vec<(UnitId, usize)>,
    cutters: Vec<UnitId>,
    cut: usize,
    emptied: Option<Key>,
    void: Option<Refusal>,
    bare_asked: bool,
    bare_open: bool,
}

impl ActFrame {
    /// An action about to be declared on its unit's own turn.
    pub fn new(unit: UnitId, act: Act) -> Self {
        Self {
            unit,
            act,
            occasion: Occasion::default(),
            answers: None,
            margin_against: None,
            defence: None,
            stage: Stage::Declare,
            cursor: 0,
            weapon: None,
            spell: None,
            used_before: 0,
            had: Vec::new(),
            provokes: false,
            success: true,
            margin: 0,
            value: 0,
            hinder: 0,
            reduced: 0,
            evaded: 0,
            late: Vec::new(),
            cutters: Vec::new(),
            cut: 0,
            emptied: None,
            void: None,
            bare_asked: false,
            bare_open: false,
        }
    }

    /// What is being done, for the window's board.
    pub fn action(&self) -> Key {
        self.act.action
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> Result<Flow, Fault> {
        let Some(def) = battle.book().actions.get(self.act.action).cloned() else {
            return Err(Fault::Rule(format!("there is no action {}", self.act.action)));
        };
        match self.stage {
            Stage::Declare => self.declare(battle, &def),
            Stage::CutIn => self.cut_in(battle, context),
            Stage::Pay => self.pay(battle, &def),
            Stage::Answer => {
                if let Some(Value::Closed { late, .. }) = context.value {
                    self.late.extend(late);
                    self.stage = Stage::Test;
                    if let Some(why) = context.cancelled {
                        self.void = Some(why);
                        self.stage = Stage::After;
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
        let facts = battle.facts();
        legal::plan(&facts, self.unit, &self.act, &self.occasion)
    }

    fn declare(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Flow, Fault> {
        battle.record(Outcome::Declared {
            unit: self.unit,
            action: def.id,
            mode: self.act.mode,
            args: self.act.args.clone(),
        });
        let facts = battle.facts();
        if facts.book.settings.timing.delay == Delay::Interrupt && self.occasion.moment.is_none() {
            let mover = facts.unit(self.unit).map(|unit| unit.initiative.total());
            self.cutters = facts
                .units
                .iter()
                .filter(|unit| {
                    unit.initiative.delaying.is_some()
                        && unit.id() != self.unit
                        && facts.can_act(unit)
                        && Some(unit.initiative.total()) >= mover
                })
                .map(|unit| unit.id())
                .collect();
        }
        self.stage = if self.cutters.is_empty() { Stage::Pay } else { Stage::CutIn };
        Ok(Flow::Continue)
    }

    /// Delayers may cut in after the declaration, before reactions and dice (C-27).
    fn cut_in(&mut self, battle: &mut Battle, context: Context) -> Result<Flow, Fault> {
        if context.value.is_some() {
            self.cut += 1;
        }
        if let Some(answer) = context.answer {
            let unit = self.cutters.get(self.cut).copied();
            match (answer, unit) {
                (Command::Choose { option, .. }, Some(unit)) if option == "act" => {
                    let count = battle.facts().unit(self.unit).map_or(0, |own| own.initiative.total());
                    super::turns::cut_in(battle, unit, count)?;
                    return Ok(Flow::Push(Box::new(Frame::Turn(Turn::new(unit)))));
                }
                _ => self.cut += 1,
            }
        }
        let Some(unit) = self.cutters.get(self.cut).copied() else {
            return Ok(match self.plan(battle) {
                Ok(_) => {
                    self.stage = Stage::Pay;
                    Flow::Continue
                }
                Err(why) => {
                    battle.record(Outcome::Wasted { unit: self.unit, action: self.act.action, why: why.clone() });
                    Flow::Done(Value::Void(why))
                }
            });
        };
        let facts = battle.facts();
        let still = facts.unit(unit).is_some_and(|own| own.initiative.delaying.is_some() && facts.can_act(own));
        if !still {
            self.cut += 1;
            return Ok(Flow::Continue);
        }
        Ok(battle.ask(unit, Ask::CutIn { by: Some(self.unit), action: Some(self.act.action) }))
    }

    fn pay(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Flow, Fault> {
        let plan = match self.plan(battle) {
            Ok(plan) => plan,
            Err(why) => {
                battle.record(Outcome::Wasted { unit: self.unit, action: def.id, why: why.clone() });
                return Ok(Flow::Done(Value::Void(why)));
            }
        };
        self.weapon = plan.weapon;
        self.spell = plan.spell.as_ref().map(|spell| spell.id);
        self.provokes = plan.provokes;
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(Flow::Done(Value::None)) };
        self.used_before = own.usage.points;
        self.had = own.conditions.0.iter().map(|condition| condition.id).collect();
        drop(facts);
        // An order on mode Free costs nothing: overwatch that fires has been paid for (S-69).
        let (cost, price) =
            if self.act.mode == Mode::Free { (Vec::new(), Vec::new()) } else { (plan.cost, plan.price) };
        let book = battle.book();
        let free_pool = |pool: Key| book.settings.economy.pool(pool).is_some_and(|def| def.free);
        let free = cost.iter().all(|(pool, _)| free_pool(*pool)) && price.is_empty();
        if !free {
            self.begin_action(battle, def)?;
        } else if !cost.is_empty() && battle.facts().phase == crate::rules::facts::Phase::Surprise {
            // In the surprise round a free action, too, ends being flat-footed (F-70).
            battle.hook(self.unit, Hook::ActionStart, None)?;
        }
        self.pay_costs(battle, def, &cost, &price, free)?;
        for rider in self.act.args.riders.clone() {
            let Some(small) = battle.book().actions.get(rider.action).cloned() else { continue };
            let mut scope = Scope::new(self.unit, small.id);
            scope.item = rider.item.or_else(|| default_item(battle, self.unit, &small));
            for step in &small.steps {
                if let Step::Do(effects) = step {
                    battle.run(effects, &scope)?;
                }
            }
        }
        for modifier in &def.burden {
            let active = crate::rules::modifier::ActiveModifier {
                source: def.id,
                def: modifier.clone(),
                until: Until::EndOfRound,
                versus: None,
                from: None,
            };
            battle.apply(Effect::Modify { unit: self.unit, modifier: active })?;
        }
        self.stage = Stage::Answer;
        Ok(Flow::Continue)
    }

    fn begin_action(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<(), Fault> {
        battle.hook(self.unit, Hook::ActionStart, None)?;
        // Overwatch ends with any action that is not free (S-70); readied actions stay.
        let facts = battle.facts();
        let watches = facts.unit(self.unit).map(|own| own.watches.0.clone()).unwrap_or_default();
        for (index, watch) in watches.iter().enumerate().rev() {
            if watch.overwatch {
                battle.apply(Effect::Unwatch { unit: self.unit, index })?;
            }
        }
        // What lasts to the next action is lost by any other than an attack, and by a reaction (S-87); steadying
        // oneself and setting up overwatch keep it.
        let keeps = def.tagged("steady") || def.tagged("overwatch") || def.attacks() && self.occasion.moment.is_none();
        if !keeps {
            battle.end_modifiers(self.unit, |until| *until == Until::NextAction);
        }
        Ok(())
    }

    fn pay_costs(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        cost: &[(Key, i32)],
        price: &[(Key, i32)],
        free: bool,
    ) -> Result<(), Fault> {
        let unit = self.unit;
        let book = battle.book();
        let mut paid = Vec::new();
        let mut points = 0;
        for (pool, amount) in cost {
            battle.apply(Effect::Spend { unit, pool: *pool, amount: *amount })?;
            if !book.settings.economy.pool(*pool).is_some_and(|def| def.free) {
                points += amount;
            }
            let grant = book.settings.timing.press.as_ref().map(|rule| rule.grant.0);
            if self.occasion.granted && grant == Some(*pool) {
                battle.change::<Initiative>(unit, |own| own.granted = (own.granted - amount).max(0));
            }
            paid.push((*pool, *amount));
            let facts = battle.facts();
            if facts.unit(unit).is_some_and(|own| facts.points(own, *pool) == 0) {
                self.emptied = Some(*pool);
            }
        }
        // Swapping is not using: what an action turns into other points counts when those are spent.
        let swaps = def.steps.iter().any(|step| match step {
            Step::Do(effects) => effects.iter().any(|effect| matches!(effect, crate::rules::action::EffectDef::Swap { .. })),
            _ => false,
        });
        if swaps {
            points = 0;
        }
        let riders = i32::try_from(self.act.args.riders.len()).unwrap_or(0);
        let reaction = self.occasion.moment.is_some_and(|moment| moment != Moment::CutIn) && !free;
        battle.apply(Effect::Done {
            unit,
            action: def.id,
            points,
            own_turn: self.occasion.moment.is_none(),
            free,
            reaction,
            riders,
        })?;
        for (track, amount) in price {
            paid.push((*track, *amount));
            if *track == "initiative" {
                battle.apply(Effect::Shift { unit, amount: -amount, cause: def.id })?;
            } else {
                battle.apply(Effect::Track { unit, track: *track, amount: -amount, cause: Key::new("price") })?;
            }
        }
        if !paid.is_empty() {
            battle.record(Outcome::Paid { unit, cost: paid });
        }
        if points > 0 && self.used_before + points > 3 {
            battle.write_ledger(unit, "past_third", 1, None, None)?;
        }
        if self.act.mode == Mode::Immediate && !free {
            battle.write_ledger(unit, "immediate", 1, None, None)?;
        }
        self.use_weapon(battle, def)?;
        if let Some(spell) = self.spell {
            battle.apply(Effect::Slot { unit, spell })?;
        }
        Ok(())
    }

    fn use_weapon(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<(), Fault> {
        if !def.steps.iter().any(|step| matches!(step, Step::Attack { .. })) {
            return Ok(());
        }
        let facts = battle.facts();
        for id in self.weapon.into_iter().chain(self.act.args.more.iter().copied()) {
            let Some(own) = facts.unit(self.unit) else { return Ok(()) };
            let Some((_, weapon)) = facts.weapon(own, id) else { continue };
            if weapon.capacity > 0 {
                battle.apply(Effect::Item { unit: self.unit, item: id, change: ItemChange::Shoot })?;
            }
            if !crate::rules::attack::proficient(own, weapon) {
                battle.write_ledger(self.unit, "unfamiliar_weapon", 1, Some(id), None)?;
            }
            if weapon.is_ranged() && (weapon.tagged("heavy") || weapon.tagged("tactical")) {
                battle.write_ledger(self.unit, "heavy_weapon", 1, Some(id), None)?;
            }
        }
        Ok(())
    }

    fn open_window(&mut self, battle: &mut Battle, def: &ActionDef, own_id: FrameId) -> Flow {
        let facts = battle.facts();
        let mut about = About::new(self.unit, def.id, self.act.args.target);
        about.attack = def.attacks();
        about.begins = !def.is_free();
        if self.provokes {
            about.provokes = facts.unit(self.unit).map(|own| own.place.area);
        }
        if def.steps.contains(&Step::Cast) {
            about.casting = self.spell.map(|spell| (spell, own_id));
        }
        about.emptied = self.emptied.take();
        Flow::Push(Box::new(Window::frame(about)))
    }

    /// Whether the action can still be done after what answered it.
    fn test(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> Result<Flow, Fault> {
        let facts = battle.facts();
        let why = match facts.unit(self.unit) {
            _ if context.cancelled.is_some() => context.cancelled,
            Some(own) if facts.can_act(own) => None,
            Some(own) if def.is_free() && facts.present(own) => None,
            _ => Some(Refusal::new("stopped", "can act no more".to_owned(), Some(Key::new("A-155")))),
        };
        self.stage = if why.is_some() { Stage::After } else { Stage::Steps };
        self.void = why;
        Ok(Flow::Continue)
    }

    /// The blow at the end of a move provokes by itself when it is struck without a weapon (A-119, table A-T9).
    fn bare_blow(&mut self, battle: &mut Battle, def: &ActionDef, step: &Step) -> Option<Flow> {
        if self.bare_asked || def.provokes != Provokes::PerSquare || !matches!(step, Step::Attack { .. }) {
            return None;
        }
        self.bare_asked = true;
        let facts = battle.facts();
        let own = facts.unit(self.unit)?;
        let (_, weapon) = facts.weapon(own, self.weapon?)?;
        if !weapon.unarmed {
            return None;
        }
        let mut about = About::new(self.unit, def.id, self.act.args.target);
        about.provokes = Some(own.place.area);
        self.bare_open = true;
        Some(Flow::Push(Box::new(Window::frame(about))))
    }

    fn carry(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> Result<Flow, Fault> {
        if std::mem::take(&mut self.bare_open) {
            self.stage = Stage::Test;
            return Ok(Flow::Continue);
        }
        if let Some(value) = context.value {
            match value {
                Value::Acted { success, margin, value } => {
                    self.success = success;
                    self.margin = margin;
                    self.value = value;
                }
                Value::Void(why) => {
                    self.void = Some(why);
                    self.stage = Stage::Late;
                    return Ok(Flow::Continue);
                }
                Value::Closed { late, .. } => self.late.extend(late),
                _ => {}
            }
            self.cursor += 1;
        }
        let Some(step) = def.steps.get(self.cursor) else {
            self.stage = Stage::Late;
            return Ok(Flow::Continue);
        };
        let facts = battle.facts();
        if self.cursor > 0 && !facts.unit(self.unit).is_some_and(|own| facts.present(own)) {
            self.stage = Stage::Late;
            return Ok(Flow::Continue);
        }
        if let Some(window) = self.bare_blow(battle, def, step) {
            return Ok(window);
        }
        let pushed = self.begin(battle, def, step)?;
        if pushed.is_none() {
            self.cursor += 1;
        }
        Ok(pushed.unwrap_or(Flow::Continue))
    }

    fn begin(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        step: &Step,
    ) -> Result<Option<Flow>, Fault> {
        match step {
            Step::Travel { provokes } => {
                let frame = Travel::new(self.unit, def.id, self.act.args.clone(), *provokes, self.used_before);
                Ok(Some(Flow::Push(Box::new(Frame::Travel(Box::new(frame))))))
            }
            Step::Attack { .. } | Step::Cast => {
                let Some(target) = self.act.args.target else { return Ok(None) };
                let spell = matches!(step, Step::Cast).then_some(self.spell).flatten();
                let weapon = if spell.is_some() { None } else { self.weapon };
                let frame = Strike::new(self.unit, target, def.id, weapon, spell, self.used_before)
                    .with_more(&self.act.args.more);
                Ok(Some(Flow::Push(Box::new(Frame::Strike(Box::new(frame))))))
            }
            Step::Do(effects) => {
                if self.success || def.steps.len() == 1 {
                    let scope = self.scope(battle, def);
                    battle.run(effects, &scope)?;
                }
                Ok(None)
            }
            Step::Afterwards(effects) => {
                let scope = self.scope(battle, def);
                battle.run(effects, &scope)?;
                Ok(None)
            }
            Step::Check { check, dc, pass, fail } => {
                let facts = battle.facts();
                let number = facts.unit(self.unit).map_or(0, |own| facts.value(dc, own));
                drop(facts);
                if let Some((_, reading)) = battle.roll_plain(self.own_roll(*check, number))? {
                    self.note(&reading);
                    self.blunder(battle, &reading)?;
                    let scope = self.scope(battle, def);
                    battle.run(if reading.success { pass } else { fail }, &scope)?;
                }
                Ok(None)
            }
            Step::Counter => {
                self.counter(battle)?;
                Ok(None)
            }
            Step::Reduce { divisor } => {
                self.reduce(battle, *divisor)?;
                Ok(None)
            }
            Step::Evade { check } => {
                if let Some((_, reading)) = battle.roll_plain(PlainRoll { action: None, ..self.own_roll(*check, 0) })? {
                    self.note(&reading);
                    self.evaded = if reading.success { reading.degrees.max(1) } else { 0 };
                }
                Ok(None)
            }
            Step::Hinder { value } => {
                let facts = battle.facts();
                if let Some(own) = facts.unit(self.unit) {
                    let attacker = self.occasion.against.and_then(|id| facts.unit(id));
                    let cover = attacker.map_or(0, |by| i64::from(facts.cover(by, own).level as u8));
                    let amount = facts.evaluate(value, own, attacker, &|name| (name == "cover").then_some(cover));
                    self.hinder += i32::try_from(amount).unwrap_or(0);
                }
                Ok(None)
            }
            Step::Watch => {
                self.watch(battle, def)?;
                Ok(None)
            }
            Step::Reload => {
                self.reload(battle)?;
                Ok(None)
            }
        }
    }

    fn note(&mut self, reading: &Reading) {
        self.success = reading.success;
        self.margin = reading.margin;
        self.value = reading.value;
    }

    fn own_roll(&self, check: Key, dc: i32) -> PlainRoll {
        PlainRoll { unit: self.unit, check, dc, purpose: check, action: Some(self.used_before), against: None }
    }

    /// A natural 1 on a check that the unit set out to make is a line of the ledger (T-03).
    fn blunder(&self, battle: &mut Battle, reading: &Reading) -> Result<(), Fault> {
        if reading.natural == 1 {
            battle.write_ledger(self.unit, "natural_1", 1, None, None)?;
        }
        Ok(())
    }

    fn scope(&self, battle: &mut Battle, def: &ActionDef) -> Scope {
        let mut scope = Scope::new(self.unit, def.id)
            .with("margin", i64::from(self.margin))
            .with("sv", i64::from(self.value))
            .with("amount", i64::from(self.act.args.amount.unwrap_or(1)));
        scope.target = self.act.args.target;
        scope.action = Some(self.used_before);
        scope.item = self.act.args.item.or_else(|| default_item(battle, self.unit, def));
        scope.door = self.act.args.door;
        scope
    }

    /// A counterspell: a spell attack against the caster's, standing at its passive base.
    fn counter(&mut self, battle: &mut Battle) -> Result<(), Fault> {
        let (Some(caster), Some(frame)) = (self.occasion.against, self.answers) else { return Ok(()) };
        let facts = battle.facts();
        let Some(check) = facts.book.settings.attack.spell else { return Ok(()) };
        let Some(dc) = check::build(&facts, Request::passive(check, caster)) else { return Ok(()) };
        let mut request = Request::rolled(check, self.unit, Versus::Passive(Box::new(dc)));
        request.against = Some(caster);
        request.success = Some(SuccessRule::AtLeast);
        let context = [("used", i64::from(self.used_before)), ("counter", 1)];
        request.context = &context;
        let Some(built) = check::build(&facts, request) else { return Ok(()) };
        drop(facts);
        let reading = battle.roll_check(&built, Key::new("counterspell"))?;
        self.note(&reading);
        self.blunder(battle, &reading)?;
        if reading.success {
            let why = Refusal::new("countered", "the spell was countered".to_owned(), Some(Key::new("A-128")));
            battle.cancel(frame, why);
        }
        // Standing against the counter is a reaction check of the caster.
        battle.hook(caster, Hook::AfterReaction, None)
    }

    /// The Defence manoeuvre: rolled against the attack's result, its margin comes off the attack's value.
    fn reduce(&mut self, battle: &mut Battle, divisor: i32) -> Result<(), Fault> {
        let (Some(defence), Some(attack)) = (self.defence, self.margin_against.clone()) else { return Ok(()) };
        let facts = battle.facts();
        let mut request = Request::rolled(defence, self.unit, Versus::Number(attack.total, Key::new("attack")));
        request.against = self.occasion.against;
        request.success = Some(SuccessRule::Value);
        request.value = Some(0);
        let context = [("used", i64::from(self.used_before))];
        request.context = &context;
        request.reaction = true;
        let Some(mut built) = check::build(&facts, request) else { return Ok(()) };
        built.chains = facts.book.settings.check.chains;
        drop(facts);
        let mut sum = 0;
        let mut purpose = Key::new("defence");
        let mut links = 0;
        loop {
            let reading = battle.roll_check(&built, purpose)?;
            links += 1;
            self.blunder(battle, &reading)?;
            sum += reading.value;
            self.note(&reading);
            if !built.goes_on(&reading) {
                break;
            }
            purpose = Key::new("critical");
        }
        if links >= 2 {
            battle.write_ledger(self.unit, "chain", 1, None, None)?;
        }
        if sum <= 0 {
            battle.write_ledger(self.unit, "failed_save", 1, None, None)?;
        }
        self.reduced = sum / divisor.max(1);
        self.success = self.reduced > 0;
        Ok(())
    }

    fn watch(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<(), Fault> {
        let Some(args) = self.act.args.watch.clone() else { return Ok(()) };
        let overwatch = def.tagged("overwatch");
        let action = if overwatch { Key::new(&format!("{}_shot", def.id)) } else { args.action };
        let known = battle.book().action(action).is_some();
        let watch = Watch {
            on: args.on,
            action: if known { action } else { args.action },
            weapon: args.weapon.or(self.weapon),
            spell: args.spell,
            zone: args.zone,
            by: def.id,
            overwatch,
        };
        battle.apply(Effect::Watch { unit: self.unit, watch })
    }

    /// Loads the weapon.
    fn reload(&mut self, battle: &mut Battle) -> Result<(), Fault> {
        let Some(item) = self.weapon else { return Ok(()) };
        let facts = battle.facts();
        let Some((own, weapon)) = facts.unit(self.unit).and_then(|unit| facts.weapon(unit, item)) else {
            return Ok(());
        };
        let Some(rule) = weapon.reload.clone() else { return Ok(()) };
        let room = weapon.capacity - own.loaded;
        let stock = if own.stock < 0 { room } else { own.stock };
        let check = facts.book.settings.checks.iter().find(|def| def.id == "reload").map(|def| def.id);
        drop(facts);
        // Without a check the magazine is filled (C-78).
        let mut count = if check.is_some() { 1 } else { room };
        if let Some(check) = check {
            let Some((_, reading)) = battle.roll_plain(self.own_roll(check, rule.dc))? else { return Ok(()) };
            self.note(&reading);
            self.blunder(battle, &reading)?;
            if !reading.success {
                return Ok(());
            }
            if rule.multiple {
                count += reading.margin;
            }
        }
        let count = count.min(room).min(stock).max(0);
        if count == 0 {
            return Ok(());
        }
        battle.apply(Effect::Item { unit: self.unit, item, change: ItemChange::Load(count) })
    }

    /// Watchers who lost the test of who goes first fire now, if they still can (S-69, S-70).
    fn late_shots(&mut self, battle: &mut Battle, _context: Context) -> Result<Flow, Fault> {
        let Some((watcher, index)) = self.late.pop() else {
            self.stage = Stage::After;
            return Ok(Flow::Continue);
        };
        let facts = battle.facts();
        let Some(watch) = facts.unit(watcher).and_then(|own| own.watches.0.get(index)).cloned() else {
            return Ok(Flow::Continue);
        };
        drop(facts);
        battle.apply(Effect::Unwatch { unit: watcher, index })?;
        let act = shot(&watch, self.unit);
        let mut frame = Self::new(watcher, act);
        frame.occasion = Occasion { moment: Some(Moment::Watched), against: Some(self.unit), ..Occasion::default() };
        let facts = battle.facts();
        if legal::plan(&facts, watcher, &frame.act, &frame.occasion).is_err() {
            return Ok(Flow::Continue);
        }
        Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))))
    }

    fn after(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Flow, Fault> {
        if let Some(why) = &self.void {
            battle.record(Outcome::Wasted { unit: self.unit, action: def.id, why: why.clone() });
        }
        if def.attacks() {
            battle.end_modifiers(self.unit, |until| *until == Until::NextAction);
        }
        if !def.is_free() && self.act.mode != Mode::Free {
            for condition in std::mem::take(&mut self.had) {
                battle.hook(self.unit, Hook::AfterAction, Some(condition))?;
            }
        }
        let defence = def.steps.iter().any(|step| {
            matches!(step, Step::Reduce { .. } | Step::Evade { .. } | Step::Hinder { .. })
        });
        if defence {
            return Ok(Flow::Done(Value::Closed {
                late: Vec::new(),
                hinder: self.hinder,
                reduced: self.reduced,
                evaded: self.evaded,
            }));
        }
        Ok(Flow::Done(match self.void.take() {
            Some(why) => Value::Void(why),
            None => Value::Acted { success: self.success, margin: self.margin, value: self.value },
        }))
    }
}

/// The item that an action's hole takes when the command names none.
fn default_item(battle: &mut Battle, unit: UnitId, def: &ActionDef) -> Option<Key> {
    let facts = battle.facts();
    let own = facts.unit(unit)?;
    def.asks.iter().find_map(|hole| match hole {
        crate::rules::action::Hole::Item { place } => facts.items_at(own, *place).first().copied(),
        _ => None,
    })
}

/// Opens a hold for a frame (C-23, D-123).
pub fn hold(battle: &mut Battle, frame: FrameId, members: Vec<UnitId>, actor: Option<UnitId>) {
    battle.world_mut().resource_mut::<crate::battle::resources::Holds>().0.push(Hold {
        frame,
        members,
        actor,
        effects: Vec::new(),
    });
}

