//! The steps of an action, carried out one after the other.
//!
//! Moves, attacks and turns are frames of their own; what is done about spells is in `spell_control`.

use super::{Stage, default_item};
use crate::battle::{
    frames::{area::AreaStrike, blind::BlindFire, joint::Joint, spread::SpreadShot, travel::Travel},
    prelude::*,
};

impl ActFrame {
    /// Whether the action can still be done after what answered it.
    pub(super) fn test(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> OrFault<Flow> {
        let facts = battle.facts();
        let why = match facts.unit(self.unit) {
            _ if context.cancelled.is_some() => context.cancelled,
            Some(own) if facts.can_act(own) => None,
            Some(own) if def.is_free() && facts.present(own) => None,
            _ => Some(Refusal::new("stopped", message!("core-can-act-no-more"), Some(Key::new("A-155")))),
        };
        let why = why.or_else(|| {
            let judged = self.finishing.then(|| legal::still(&facts, self.unit, &self.act));
            judged.and_then(Result::err)
        });
        self.stage = if why.is_some() { Stage::After } else { Stage::Steps };
        let own = facts.unit(self.unit).filter(|_| why.is_none() && !self.finishing);
        let task = own.and_then(|own| task::increment(&facts, own, def, &self.act.args));
        self.void = why;
        if let Some(increment) = task {
            battle.begin_task(self.unit, &self.act, increment)?;
            self.stage = Stage::Late;
        }
        Ok(Flow::Continue)
    }

    /// The blow at the end of a move provokes by itself when it is struck without a weapon (A-119, table A-T9).
    fn bare_blow(&mut self, battle: &mut Battle, def: &ActionDef, step: &Step) -> Option<Flow> {
        if self.bare.asked || def.provokes != Provokes::PerSquare || !matches!(step, Step::Attack { .. }) {
            return None;
        }
        self.bare.asked = true;
        let facts = battle.facts();
        let own = facts.unit(self.unit)?;
        let (_, weapon) = facts.weapon_in(own, self.planned.weapon?, def)?;
        match def.blow_provokes {
            Provokes::Always | Provokes::IfCheck => {}
            Provokes::IfUnarmed if weapon.unarmed => {}
            _ => return None,
        }
        let mut about = ReactionCause::new(self.unit, def.id, self.act.args.target);
        about.provokes = Some(own.place.area);
        self.bare.open = true;
        Some(Flow::Push(Box::new(ReactionWindow::frame(about))))
    }

    pub(super) fn carry(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> OrFault<Flow> {
        if std::mem::take(&mut self.bare.open) {
            return Ok(Flow::at(&mut self.stage, Stage::Test));
        }
        if let Some(answer) = &context.answer {
            return match (&def.repeat, self.repeat.again) {
                (Some(repeat), true) => self.answered(battle, repeat, answer),
                _ => self.chosen(battle, def, answer),
            };
        }
        if let (Some(repeat), true) = (&def.repeat, std::mem::take(&mut self.repeat.lost)) {
            return self.once_more(battle, def, repeat);
        }
        if let Some(step @ Step::Ram { check }) = def.steps.get(self.cursor) {
            battle.note(step);
            return self.ram(battle, def, *check, &context);
        }
        if let Some(value) = context.value {
            let attack = matches!(def.steps.get(self.cursor), Some(Step::Attack { .. } | Step::Cast));
            match value {
                FrameValue::Acted { success, margin, value, struck } => {
                    if attack {
                        self.result.struck.extend(struck);
                    }
                    (self.result.success, self.result.margin, self.result.value) = (success, margin, value);
                }
                FrameValue::Void(why) => {
                    self.void = Some(why);
                    return Ok(Flow::at(&mut self.stage, Stage::Late));
                }
                FrameValue::Closed { late, .. } => self.late.extend(late),
                _ => {}
            }
            if let (Some(repeat), true) = (&def.repeat, attack) {
                return self.once_more(battle, def, repeat);
            }
            self.cursor += 1;
        }
        let Some(step) = def.steps.get(self.cursor) else {
            return Ok(Flow::at(&mut self.stage, Stage::Late));
        };
        let facts = battle.facts();
        if self.cursor > 0 && !facts.unit(self.unit).is_some_and(|own| facts.present(own)) {
            return Ok(Flow::at(&mut self.stage, Stage::Late));
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

    fn begin(&mut self, battle: &mut Battle, def: &ActionDef, step: &Step) -> OrFlow {
        let skipped = matches!(step, Step::Do(_)) && !self.result.success && def.steps.len() > 1;
        if !skipped {
            battle.note(step);
        }
        match step {
            Step::Travel { provokes, .. } => {
                let frame =
                    Travel::new(self.unit, def.id, self.act.args.clone(), *provokes, self.used_before);
                return Ok(Some(Flow::Push(Box::new(Frame::Travel(Box::new(frame))))));
            }
            Step::Cast if self.at_square(battle).is_some() => {
                if let Some(spell) = self.at_square(battle) {
                    self.cast_at_square(battle, &spell)?;
                }
            }
            Step::Attack { .. } | Step::Cast => return Ok(self.attack(battle, def, step)),
            Step::Do(_) if skipped => {}
            Step::Do(effects) | Step::Afterwards(effects) => {
                let scope = self.scope(battle, def);
                battle.run(effects, &scope)?;
            }
            Step::Inside(effects) => self.inside(battle, def, effects)?,
            Step::Check { check, dc, pass, fail } => {
                if let Some((built, reading)) = self.tried(battle, def, *check, dc, (pass, fail))? {
                    let (unit, target) = (self.unit, self.act.args.target);
                    return Ok(ExtraDice::frame(battle, unit, target, &built, &reading, reading.success));
                }
            }
            Step::Repair { dc, pass, fail } => {
                let facts = battle.facts();
                let target = self.act.args.target.and_then(|id| facts.unit(id));
                let of = target.zip(self.act.args.system);
                if let Some(check) = of.and_then(|(target, part)| facts.repair_check(target, part)) {
                    self.tried(battle, def, check, dc, (pass, fail))?;
                }
            }
            Step::Counter => self.counter(battle)?,
            Step::Control => return self.control(battle),
            Step::Dismiss => self.dismiss(battle)?,
            Step::Reduce { divisor } => self.reduce(battle, *divisor)?,
            Step::Evade { check } => {
                let roll = PlainRoll { action: None, ..self.own_roll(*check, 0) };
                if let Some((_, reading)) = battle.roll_plain(roll)? {
                    self.note(&reading);
                    self.averts.evaded = if reading.success { reading.degrees.max(1) } else { 0 };
                }
            }
            Step::Shield => self.averts.shields = true,
            Step::Hinder { value } => {
                let facts = battle.facts();
                if let Some(own) = facts.unit(self.unit) {
                    let attacker = self.occasion.against.and_then(|id| facts.unit(id));
                    let cover = attacker.map_or(0, |by| i64::from(facts.cover(by, own).level as u8));
                    let amount =
                        facts.evaluate(value, own, attacker, &|name| (name == "cover").then_some(cover));
                    self.averts.hinder += i32::try_from(amount).unwrap_or(0);
                }
            }
            Step::Opposed { check, versus, win, lose } => {
                self.opposed(battle, def, (*check, versus.unwrap_or(*check)), (win, lose))?;
            }
            Step::Choose { tag, after: true, .. } if self.answering(def) => self.follow_later(*tag),
            Step::Choose { tag, winner, .. } => return Ok(self.choose_one(battle, *tag, *winner)),
            Step::Keep { kind } => return Ok(self.keep(battle, *kind)),
            Step::Yield { condition, when } => return self.ask_to_yield(battle, *condition, when),
            Step::Haul if self.result.success => self.haul(battle, def)?,
            Step::Test(test) => {
                let amount = i64::from(self.act.args.amount.unwrap_or(1));
                let (facts, item) = (battle.facts(), self.act.args.item);
                let of_item =
                    |name| facts.unit(self.unit).and_then(|own| amounts::of_item(&facts, own, item, name));
                let given = |name: Key| (name == "amount").then_some(amount).or_else(|| of_item(name));
                let value = self.value_of(battle, test, &given);
                self.result.success = value != 0;
            }
            Step::Lessen { dice, divisor } => {
                self.averts.lessened = Some(Lessen { dice: *dice, divisor: *divisor })
            }
            Step::Drive { missed } => return self.drive(battle, def, *missed),
            // A ram was carried out before, by its window and its check.
            Step::Haul | Step::Ram { .. } => {}
            Step::Watch => self.watch(battle, def)?,
            Step::Interact => self.interact(battle, def)?,
            Step::Reload => self.reload(battle)?,
            Step::Reach { check, dc, value } => return self.reach(battle, *check, dc, value),
            Step::Aid { ability, dc, value } => self.aid(battle, def, *ability, dc, value)?,
        }
        Ok(None)
    }

    fn attack(&mut self, battle: &mut Battle, def: &ActionDef, step: &Step) -> Option<Flow> {
        let spell = matches!(step, Step::Cast).then_some(self.planned.spell).flatten();
        let weapon = if spell.is_some() { None } else { self.planned.weapon };
        if let Some(flow) = self.area(battle, def, weapon, spell) {
            return Some(flow);
        }
        if let Some(frame) = self.volley(battle, def, spell) {
            return Some(Flow::Push(Box::new(frame)));
        }
        let end = self.act.args.path.last().copied();
        let frame = Strike::new(self.unit, self.act.args.target?, def.id, weapon, spell, self.used_before)
            .firing(self.planned.rounds)
            .with_more(&self.act.args.more)
            .with_manoeuvre(self.act.args.item, self.began.zip(end));
        Some(Flow::Push(Box::new(Frame::Strike(Box::new(frame)))))
    }

    /// What an expression comes to for the one who acts and the target.
    pub(super) fn value_of(
        &self,
        battle: &mut Battle,
        expr: &Expr,
        given: &dyn Fn(Key) -> Option<i64>,
    ) -> i64 {
        let facts = battle.facts();
        let target = self.act.args.target.and_then(|id| facts.unit(id));
        facts.unit(self.unit).map_or(0, |own| facts.evaluate(expr, own, target, given))
    }

    /// A check that is a step of the action, and what comes of it.
    fn tried(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        check: Key,
        dc: &Expr,
        (pass, fail): (&[EffectDef], &[EffectDef]),
    ) -> OrFault<Option<(check::Check, Reading)>> {
        let number = i32::try_from(self.value_of(battle, dc, &|_| None)).unwrap_or(0);
        let Some((built, reading)) = battle.roll_plain(self.own_roll(check, number))? else {
            return Ok(None);
        };
        self.note(&reading);
        battle.write_natural_1(self.unit, reading.natural)?;
        let scope = self.scope(battle, def);
        battle.run(if reading.success { pass } else { fail }, &scope)?;
        Ok(Some((built, reading)))
    }

    /// Fire at a square, or shot that spreads among several, if it is such (C-89, C-90).
    fn volley(&mut self, battle: &mut Battle, def: &ActionDef, spell: Option<Key>) -> Option<Frame> {
        let id = self.planned.weapon.filter(|_| spell.is_none())?;
        let fire = FireDef::of(def);
        let (unit, used, rounds) = (self.unit, self.used_before, self.planned.rounds);
        if fire.blind {
            let frame = BlindFire::new(unit, def.id, id, used, rounds, self.act.args.square?);
            return Some(Frame::Blind(Box::new(frame)));
        }
        if fire.together {
            let frame = Joint::new(unit, self.act.args.target?, def.id, id, self.act.args.with.clone());
            return Some(Frame::Joint(Box::new(frame)));
        }
        let facts = battle.facts();
        let (own, target) = (facts.unit(unit)?, facts.unit(self.act.args.target?)?);
        let struck = fire::struck(&facts, own, target, facts.weapon_in(own, id, def)?.1);
        let spreads = struck.len() > 1 && !fire.sure && !def.harmless();
        spreads.then(|| Frame::Spread(Box::new(SpreadShot::new(unit, def.id, id, used, rounds, &struck))))
    }

    /// An attack that covers an area, if this is one.
    fn area(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        weapon: Option<Key>,
        spell: Option<Key>,
    ) -> Option<Flow> {
        let facts = battle.facts();
        let own = facts.unit(self.unit)?;
        let armament =
            AttackSpec { weapon, spell, ..AttackSpec::new(self.unit, self.unit, def) }.armament(&facts)?;
        Some(match area::aim(&facts, own, &own.place.area, def, &armament, &self.act.args)? {
            Ok(aim) if FireDef::of(def).sweep.is_some() => {
                let frame = Sweep::new(self.unit, def.id, weapon?, self.used_before, aim);
                Flow::Push(Box::new(Frame::Sweep(Box::new(frame))))
            }
            Ok(aim) => {
                let frame = AreaStrike::new(self.unit, def.id, weapon, spell, self.used_before, aim);
                Flow::Push(Box::new(Frame::Area(Box::new(frame))))
            }
            Err(why) => {
                self.void = Some(why);
                Flow::at(&mut self.stage, Stage::Late)
            }
        })
    }

    pub(super) fn note(&mut self, reading: &Reading) {
        self.result.success = reading.success;
        self.result.margin = reading.margin;
        self.result.value = reading.value;
    }

    fn own_roll(&self, check: Key, dc: i32) -> PlainRoll {
        let action = Some(self.used_before);
        PlainRoll { unit: self.unit, check, dc, purpose: check, action, against: None }
    }

    pub(super) fn scope(&self, battle: &mut Battle, def: &ActionDef) -> Scope {
        let mut scope = Scope::new(self.unit, def.id)
            .with("margin", i64::from(self.result.margin))
            .with("sv", i64::from(self.result.value))
            .with("lead", i64::from(self.result.lead))
            .with("amount", i64::from(self.act.args.amount.unwrap_or(1)));
        scope.target = self.act.args.target;
        scope.action = Some(self.used_before);
        scope.item = self.act.args.item.or_else(|| default_item(battle, self.unit, def));
        if scope.item.is_none() {
            let facts = battle.facts();
            let target = scope.target.and_then(|id| facts.unit(id));
            let found = target.and_then(|target| manoeuvre::item_aimed_at(&facts, target, def, None));
            scope.item = found.map(|(item, _)| item.id);
        }
        scope.door = self.act.args.door;
        scope.system = self.act.args.system;
        scope.square = self.act.args.square;
        scope.arc = self.act.args.arc;
        scope
    }

    /// The Defence manoeuvre: rolled against the attack's result, its margin comes off the attack's value.
    fn reduce(&mut self, battle: &mut Battle, divisor: i32) -> OrFault {
        let (Some(defence), Some(attack)) = (self.answers.defence, self.answers.reading.clone()) else {
            return Ok(());
        };
        let facts = battle.facts();
        let against = self.occasion.against;
        let built = check::defence(&facts, self.unit, defence, attack.total, against, self.used_before);
        let Some(mut built) = built else { return Ok(()) };
        built.chains = facts.book.settings.check.chains;
        let chain = battle.roll_chain(&built, Key::new("defence"))?;
        self.note(&chain.first);
        if chain.sum <= 0 {
            battle.write_ledger(self.unit, "failed_save", 1, None, None)?;
        }
        self.averts.reduced = chain.sum / divisor.max(1);
        self.result.success = self.averts.reduced > 0;
        Ok(())
    }

    pub(super) fn watch(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let Some(args) = self.act.args.watch.clone() else { return Ok(()) };
        let shot = def.shot().filter(|id| battle.book().action(*id).is_some());
        let watch = Watch {
            on: args.on,
            action: shot.unwrap_or(args.action),
            weapon: args.weapon.or(self.planned.weapon),
            spell: args.spell,
            amount: self.act.args.amount.filter(|_| def.asks_burst()),
            zone: args.zone,
            towards: args.towards,
            by: def.id,
            overwatch: def.tagged("overwatch"),
        };
        battle.apply(Effect::Watch { unit: self.unit, watch })
    }

    /// Loads the weapon.
    fn reload(&mut self, battle: &mut Battle) -> OrFault {
        let Some(item) = self.planned.weapon else { return Ok(()) };
        let facts = battle.facts();
        let Some((own, weapon)) = facts.unit(self.unit).and_then(|unit| facts.weapon(unit, item)) else {
            return Ok(());
        };
        let Some(rule) = weapon.reload.clone() else { return Ok(()) };
        let room = weapon.capacity - own.loaded;
        let stock = if own.stock < 0 { room } else { own.stock };
        let check = facts.book.settings.checks.iter().find(|def| def.id == "reload").map(|def| def.id);
        // Without a check the magazine is filled (C-78).
        let mut count = if check.is_some() { 1 } else { room };
        if let Some(check) = check {
            let Some((_, reading)) = battle.roll_plain(self.own_roll(check, rule.dc))? else { return Ok(()) };
            self.note(&reading);
            battle.write_natural_1(self.unit, reading.natural)?;
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
}
