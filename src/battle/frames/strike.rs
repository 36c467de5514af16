//! One attack on one target: the steps that the book states, in its order.
//!
//! Owns the order, the questions and the dice. What a check or a stage computes is in `rules`.

use serde::{Deserialize, Serialize};

use super::{
    Context, Flow, Frame, FrameId, Value,
    window::{About, Incoming, Window},
};
use crate::{
    battle::{
        Battle, Fault,
        apply::Scope,
        chronicle::Outcome,
        command::Command,
        effect::{Effect, ItemChange},
        prompt::{Ask, ChoiceOption},
        standing::Policy,
    },
    key::Key,
    rules::{
        action::{ActionDef, Moment, Step, WeaponUse},
        attack::{self, AttackSpec, AttackStep, Means},
        blow,
        check::{self, Check, Reading, Request, Versus},
        condition::Hook,
        facts::{Facts, UnitId},
        harm::{self, Blow, HarmTrace, Land, Portion},
        legal::Refusal,
        unit::Precision,
    },
};

/// An attack on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    by: UnitId,
    target: UnitId,
    action: Key,
    weapon: Option<Key>,
    more: Vec<Key>,
    spell: Option<Key>,
    used: i32,
    at: usize,
    started: bool,
    check: Option<Check>,
    first: Option<Reading>,
    value: i32,
    links: u32,
    landed: bool,
    critical: bool,
    hinder: i32,
    reduced: i32,
    evaded: i32,
    dice: Vec<u16>,
    replaced: Option<(usize, i32)>,
    portions: Vec<Portion>,
    paid: Vec<(Key, i32)>,
    injury: Option<Key>,
    drive: bool,
    aura: Option<(Key, i32)>,
    had: Vec<Key>,
    defended: bool,
    allotting: Option<i32>,
    past_armour: bool,
}

impl Strike {
    /// An attack about to be made.
    pub fn new(
        by: UnitId,
        target: UnitId,
        action: Key,
        weapon: Option<Key>,
        spell: Option<Key>,
        used: i32,
    ) -> Self {
        Self {
            by,
            target,
            action,
            weapon,
            more: Vec::new(),
            spell,
            used,
            at: 0,
            started: false,
            check: None,
            first: None,
            value: 0,
            links: 0,
            landed: false,
            critical: false,
            hinder: 0,
            reduced: 0,
            evaded: 0,
            dice: Vec::new(),
            replaced: None,
            portions: Vec::new(),
            paid: Vec::new(),
            injury: None,
            drive: false,
            aura: None,
            had: Vec::new(),
            defended: false,
            allotting: None,
            past_armour: false,
        }
    }

    /// The same with more weapons or shots (D-26).
    #[must_use]
    pub fn with_more(mut self, more: &[Key]) -> Self {
        self.more = more.to_vec();
        self
    }

    fn spec<'a>(&self, action: &'a ActionDef) -> AttackSpec<'a> {
        AttackSpec {
            by: self.by,
            target: self.target,
            action,
            weapon: self.weapon,
            spell: self.spell,
            used: Some(self.used),
            hinder: self.hinder,
            bare: false,
        }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> Result<Flow, Fault> {
        let Some(def) = battle.book().actions.get(self.action).cloned() else {
            return Err(Fault::Rule(format!("there is no action {}", self.action)));
        };
        if !self.started {
            return self.start(battle, &def);
        }
        let book = battle.book();
        let Some(step) = book.settings.attack.steps.get(self.at).copied() else {
            return Ok(Flow::Done(Value::Acted {
                success: self.landed,
                margin: self.first.as_ref().map_or(0, |reading| reading.margin),
                value: self.value,
            }));
        };
        let flow = match step {
            AttackStep::React => self.react(battle, &def, context),
            AttackStep::Roll => self.roll(battle, &def),
            AttackStep::LowShield => self.shields(battle, Precision::Low),
            AttackStep::MediumShield => self.shields(battle, Precision::Medium),
            AttackStep::Evade => self.evade(battle, &def, context),
            AttackStep::DefenceRoll => self.defence_roll(battle),
            AttackStep::CriticalChoice => self.critical_choice(battle, context),
            AttackStep::InjuryType => self.injury_type(battle),
            AttackStep::AuraAnswer => self.aura_answer(battle, context),
            AttackStep::Damage => self.damage(battle, &def),
            AttackStep::ReplaceDie => self.replace_die(battle, &def, context),
            AttackStep::Confirm => self.confirm(battle, &def),
            AttackStep::Harm => self.harm(battle, &def, context),
            AttackStep::Consequences => self.consequences(battle),
        }?;
        match flow {
            Some(flow) => Ok(flow),
            None => {
                self.at += 1;
                Ok(Flow::Continue)
            }
        }
    }

    fn start(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Flow, Fault> {
        self.started = true;
        let facts = battle.facts();
        let oneself = self.by == self.target;
        let gone = facts.unit(self.target).is_none_or(|target| !facts.present(target));
        let checked = if oneself { Ok(()) } else { attack::possible(&facts, &self.spec(def)).map(|_| ()) };
        if gone || checked.is_err() {
            let why = checked.err().unwrap_or_else(|| {
                Refusal::new("no_target", "the target is gone".to_owned(), Some(Key::new("A-155")))
            });
            return Ok(Flow::Done(Value::Void(why)));
        }
        let had = facts.unit(self.target).map(|target| target.conditions.0.iter().map(|own| own.id).collect());
        self.had = had.unwrap_or_default();
        Ok(Flow::Continue)
    }

    /// The target may react before the dice (C-51).
    fn react(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> Result<Option<Flow>, Fault> {
        if let Some(Value::Closed { hinder, .. }) = context.value {
            self.hinder += hinder;
            return Ok(None);
        }
        if context.value.is_some() {
            return Ok(None);
        }
        let facts = battle.facts();
        let check = attack::check(&facts, &self.spec(def));
        Ok(Some(self.window(!self.ranged(&facts), context.id, Moment::Attacked, check, None, 0)))
    }

    fn window(
        &self,
        melee: bool,
        id: FrameId,
        moment: Moment,
        check: Option<Check>,
        reading: Option<Reading>,
        value: i32,
    ) -> Flow {
        let mut about = About::new(self.by, self.action, Some(self.target));
        about.strike = Some(Incoming { frame: id, moment, check, reading, value });
        Flow::Push(Box::new(Frame::Window(Box::new(Window::new(about).in_melee(melee)))))
    }

    /// The attack's dice, and the chain of a critical.
    fn roll(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Option<Flow>, Fault> {
        let facts = battle.facts();
        let Some(check) = attack::check(&facts, &self.spec(def)) else {
            return Err(Fault::Rule(format!("{} has no check to attack with", self.action)));
        };
        drop(facts);
        let first = battle.roll_check(&check, Key::new("attack"))?;
        battle.spend_once(self.by, check.id);
        if let Versus::Passive(defence) = &check.versus {
            battle.spend_once(self.target, defence.id);
            self.defended = true;
        }
        self.value = first.value;
        self.links = 1;
        let link = check.link();
        let mut goes_on = check.goes_on(&first);
        while goes_on {
            let next = battle.roll_check(&link, Key::new("critical"))?;
            self.value += next.value;
            self.links += 1;
            goes_on = link.goes_on(&next);
        }
        self.landed = if check.value.is_some() && check.success == check::SuccessRule::Value {
            self.value > 0
        } else {
            first.success
        };
        self.critical = first.critical && self.landed;
        if first.natural == 1 {
            battle.write_ledger(self.by, "natural_1", 1, None, None)?;
        }
        if self.links >= 2 {
            battle.write_ledger(self.by, "chain", 1, None, None)?;
        }
        self.check = Some(check);
        self.first = Some(first);
        let facts = battle.facts();
        self.prepare(&facts);
        drop(facts);
        if let Some(item) = self.weapon {
            self.thrown(battle, item)?;
        }
        Ok(None)
    }

    /// Portions of fixed damage exist before the hit is known (D-24).
    fn prepare(&mut self, facts: &Facts) {
        let Some(by) = facts.unit(self.by) else { return };
        for (place, id) in self.weapon.into_iter().chain(self.more.iter().copied()).enumerate() {
            if let Some((_, weapon)) = facts.weapon(by, id) {
                let place = u8::try_from(place).unwrap_or(u8::MAX);
                self.portions.extend(blow::fixed_portions(facts, by, weapon, place));
            }
        }
    }

    /// A thrown weapon lies in the target's square.
    fn thrown(&mut self, battle: &mut Battle, item: Key) -> Result<(), Fault> {
        let facts = battle.facts();
        let thrown = facts
            .unit(self.by)
            .and_then(|by| facts.weapon(by, item))
            .is_some_and(|(_, def)| def.uses == WeaponUse::Thrown && !def.natural);
        let square = facts.unit(self.target).map(|target| target.place.area.origin);
        if let (true, Some(square)) = (thrown, square) {
            battle.apply(Effect::Item { unit: self.by, item, change: ItemChange::Fly(square) })?;
        }
        Ok(())
    }

    fn ranged(&self, facts: &Facts) -> bool {
        match (self.weapon, self.spell) {
            (Some(id), _) => {
                facts.unit(self.by).and_then(|by| facts.weapon(by, id)).is_some_and(|(_, def)| def.is_ranged())
            }
            (_, spell) => spell.is_some(),
        }
    }

    /// Shields far out and near: ranged attacks made of energy alone, weapon by weapon (D-58, D-60).
    fn shields(&mut self, battle: &mut Battle, precision: Precision) -> Result<Option<Flow>, Fault> {
        let facts = battle.facts();
        if !self.landed || !self.ranged(&facts) {
            return Ok(None);
        }
        let (Some(by), Some(target)) = (facts.unit(self.by), facts.unit(self.target)) else { return Ok(None) };
        if precision == Precision::Low && facts.distance(by, target) < 2 {
            return Ok(None);
        }
        let before = self.paid.len();
        let weapons: Vec<u8> = self.portions.iter().map(|portion| portion.weapon).collect();
        for weapon in weapons.iter().enumerate().filter(|(at, own)| !weapons[..*at].contains(own)).map(|(_, own)| *own) {
            let pure = self.portions.iter().filter(|portion| portion.weapon == weapon).all(Portion::is_energy);
            if !pure {
                continue;
            }
            let mut own: Vec<Portion> =
                self.portions.iter().filter(|portion| portion.weapon == weapon).cloned().collect();
            harm::shield(target, precision, &mut own, &mut self.paid, true);
            let mut own = own.into_iter();
            for portion in self.portions.iter_mut().filter(|portion| portion.weapon == weapon) {
                if let Some(after) = own.next() {
                    *portion = after;
                }
            }
        }
        for (ward, points) in self.paid[before..].iter().copied() {
            battle.apply(Effect::Ward { unit: self.target, ward, amount: -points })?;
        }
        if !self.portions.is_empty() && self.portions.iter().all(|portion| portion.amount <= 0) {
            self.landed = false;
        }
        Ok(None)
    }

    /// The target may answer an attack that has succeeded (A-130, S-34).
    fn evade(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> Result<Option<Flow>, Fault> {
        if let Some(value) = context.value {
            if let Value::Closed { reduced, evaded, .. } = value {
                self.reduced = reduced;
                self.evaded = evaded;
            }
            if self.evaded > 0 {
                self.landed = false;
            }
            let numberless = self.check.as_ref().is_some_and(|check| check.value.is_none());
            if self.reduced > 0 && (numberless || self.reduced >= self.value) {
                self.landed = false;
            }
            return Ok(None);
        }
        if !self.landed || !battle.facts().hostile_ids(self.by, self.target) {
            return Ok(None);
        }
        let _ = def;
        let value = self.stake(battle);
        let melee = !self.ranged(&battle.facts());
        Ok(Some(self.window(melee, context.id, Moment::Hit, self.check.clone(), self.first.clone(), value)))
    }

    /// What would get through armour and resistance if nothing is done.
    fn stake(&self, battle: &mut Battle) -> i32 {
        let facts = battle.facts();
        let Some(target) = facts.unit(self.target) else { return 0 };
        if self.check.as_ref().is_some_and(|check| check.value.is_some()) {
            let portion = blow::value_portion(&self.types(&facts), self.value);
            return harm::pass(&facts, target, vec![portion], Blow::default(), Vec::new()).total;
        }
        self.value
    }

    fn types(&self, facts: &Facts) -> Vec<Key> {
        if let Some(spell) = self.spell.and_then(|id| facts.book.spell(id)) {
            return spell.types.clone();
        }
        let weapon = self.weapon.and_then(|id| facts.unit(self.by).and_then(|by| facts.weapon(by, id)));
        weapon.map(|(_, def)| def.types.clone()).unwrap_or_default()
    }

    /// The target's own roll: evaded, hit, or critical (D-31 to D-34).
    fn defence_roll(&mut self, battle: &mut Battle) -> Result<Option<Flow>, Fault> {
        if !self.landed {
            return Ok(None);
        }
        let facts = battle.facts();
        let rule = &facts.book.settings.attack;
        let Some((melee, ranged)) = rule.defence_roll else { return Ok(None) };
        let by_range = self.ranged(&facts);
        let (Some(by), Some(target)) = (facts.unit(self.by), facts.unit(self.target)) else { return Ok(None) };
        let near = {
            let own = self.weapon.and_then(|id| facts.weapon(by, id)).and_then(|(_, def)| def.crit_range);
            !by_range || facts.distance(by, target) <= own.unwrap_or(6)
        };
        if !facts.can_act(target) {
            self.critical = near;
            return Ok(None);
        }
        let id = if by_range { ranged } else { melee };
        let mut request = Request::rolled(id, self.target, Versus::Nothing);
        request.against = Some(self.by);
        request.reaction = true;
        let Some(check) = check::build(&facts, request) else { return Ok(None) };
        let by_how_much = rule.critical_by;
        drop(facts);
        let reading = battle.roll_check(&check, Key::new("defence"))?;
        if reading.success {
            self.landed = false;
        } else {
            self.critical = near && by_how_much.is_some_and(|limit| -reading.margin >= limit);
        }
        Ok(None)
    }

    /// The attacker's choice after a critical: the type of injury, or more drive (D-35, D-36).
    fn critical_choice(&mut self, battle: &mut Battle, context: Context) -> Result<Option<Flow>, Fault> {
        if !self.landed || !self.critical {
            return Ok(None);
        }
        if let Some(answer) = context.answer {
            if let Command::Choose { option, .. } = answer {
                if option == "drive" { self.drive = true } else { self.injury = Some(option) }
            }
            self.raise_drive(battle);
            return Ok(None);
        }
        let facts = battle.facts();
        let rule = &facts.book.settings.attack;
        let mut options = vec![ChoiceOption {
            id: Key::new("drive"),
            text: format!("drive +{}", rule.critical_drive.0),
            value: rule.critical_drive.0,
        }];
        let mut seen = Vec::new();
        for (_, kind) in rule.injuries.0.iter().chain(&rule.injuries.1) {
            if !seen.contains(kind) {
                seen.push(*kind);
                options.push(ChoiceOption { id: *kind, text: facts.book.name_of(*kind), value: 0 });
            }
        }
        Ok(Some(battle.ask(self.by, Ask::Choice { about: Key::new("critical"), options })))
    }

    fn raise_drive(&mut self, battle: &mut Battle) {
        if !self.drive {
            return;
        }
        let facts = battle.facts();
        let (plain, precise) = facts.book.settings.attack.critical_drive;
        let weapons: Vec<Key> = self.weapon.into_iter().chain(self.more.iter().copied()).collect();
        for portion in &mut self.portions {
            let id = weapons.get(usize::from(portion.weapon)).copied();
            let tagged = id
                .and_then(|id| facts.unit(self.by).and_then(|by| facts.weapon(by, id)))
                .is_some_and(|(_, def)| def.tagged("precise") && !def.is_ranged());
            portion.drive += if tagged { precise } else { plain };
        }
    }

    /// The die for the type of injury (D-70): on every hit, unless a critical chose it.
    fn injury_type(&mut self, battle: &mut Battle) -> Result<Option<Flow>, Fault> {
        if !self.landed || self.injury.is_some() {
            return Ok(None);
        }
        let facts = battle.facts();
        let ranged = self.ranged(&facts);
        drop(facts);
        let die = battle.die(20, Key::new("injury"))?;
        battle.record(Outcome::Dice {
            unit: Some(self.target),
            purpose: Key::new("injury"),
            dice: vec![die],
            total: i32::from(die),
        });
        let book = battle.book();
        let tables = &book.settings.attack.injuries;
        let table = if ranged { &tables.1 } else { &tables.0 };
        self.injury = table.iter().find(|(last, _)| die <= *last).map(|(_, kind)| *kind);
        Ok(None)
    }

    /// A damage aura may answer a mêlée hit that is not critical (D-117, D-118, D-38).
    fn aura_answer(&mut self, battle: &mut Battle, context: Context) -> Result<Option<Flow>, Fault> {
        let facts = battle.facts();
        if !self.landed || self.critical || self.ranged(&facts) {
            return Ok(None);
        }
        if let Some(answer) = context.answer {
            if let Command::Choose { option, .. } = answer
                && let Some((id, amount)) = option.as_str().rsplit_once(':')
                && let Ok(amount) = amount.parse()
            {
                let id = Key::new(id);
                self.aura = Some((id, amount));
                drop(facts);
                battle.apply(Effect::Ward { unit: self.target, ward: id, amount: -amount })?;
            }
            return Ok(None);
        }
        let Some(target) = facts.unit(self.target) else { return Ok(None) };
        let mut options = vec![ChoiceOption { id: Key::new("none"), text: "no answer".to_owned(), value: 0 }];
        for aura in target.wards.auras.iter().filter(|aura| aura.stored > 0) {
            let mut amounts: Vec<i32> = (1..=aura.stored / 10).map(|tens| tens * 10).collect();
            if aura.stored % 10 != 0 {
                amounts.push(aura.stored);
            }
            for amount in amounts {
                options.push(ChoiceOption {
                    id: Key::new(&format!("{}:{amount}", aura.id)),
                    text: format!("{amount} {}", facts.book.name_of(aura.kind)),
                    value: amount,
                });
            }
        }
        if options.len() == 1 {
            return Ok(None);
        }
        Ok(Some(battle.ask(self.target, Ask::Choice { about: Key::new("aura"), options })))
    }

    /// Damage dice (S-42, C-59, F-78).
    fn damage(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Option<Flow>, Fault> {
        if !self.landed || self.replaces(def) {
            return Ok(None);
        }
        let facts = battle.facts();
        let Some(dice) = blow::damage_dice(&facts, &self.spec(def)) else { return Ok(None) };
        drop(facts);
        let roll = battle.roll(&dice, Key::new("damage"))?;
        battle.record(Outcome::Dice {
            unit: Some(self.by),
            purpose: Key::new("damage"),
            dice: roll.dice.clone(),
            total: roll.total,
        });
        self.dice = roll.dice;
        Ok(None)
    }

    /// One damage die may be replaced by the degrees of the attack (S-43).
    fn replace_die(&mut self, battle: &mut Battle, _def: &ActionDef, context: Context) -> Result<Option<Flow>, Fault> {
        if let Some(answer) = context.answer {
            if let Command::Choose { option, .. } = answer
                && let Some(index) = option.as_str().strip_prefix("die_")
                && let Ok(index) = index.parse::<usize>()
            {
                self.replace(index.saturating_sub(1));
            }
            return Ok(None);
        }
        let degrees = self.first.as_ref().map_or(0, |reading| reading.degrees);
        let lowest = self.dice.iter().enumerate().min_by_key(|(_, die)| **die).map(|(at, die)| (at, i32::from(*die)));
        let Some((at, lowest)) = lowest.filter(|(_, lowest)| self.landed && degrees > *lowest) else {
            return Ok(None);
        };
        let facts = battle.facts();
        let side = facts.unit(self.by).map(|unit| unit.identity.side);
        let about = Key::new("replace_die");
        let policy = side.map(|side| battle.answers().choice(side, self.by, about, Policy::Take));
        if policy != Some(Policy::Ask) {
            if policy != Some(Policy::Decline) {
                self.replace(at);
            }
            return Ok(None);
        }
        let _ = lowest;
        let mut options = vec![ChoiceOption { id: Key::new("none"), text: "keep the dice".to_owned(), value: 0 }];
        for (at, die) in self.dice.iter().enumerate() {
            options.push(ChoiceOption {
                id: Key::new(&format!("die_{}", at + 1)),
                text: format!("{die} becomes {degrees}"),
                value: degrees - i32::from(*die),
            });
        }
        Ok(Some(battle.ask(self.by, Ask::Choice { about, options })))
    }

    fn replace(&mut self, at: usize) {
        let degrees = self.first.as_ref().map_or(0, |reading| reading.degrees);
        if at < self.dice.len() {
            self.replaced = Some((at, degrees));
        }
    }

    /// A natural maximum is confirmed by the same score without modifiers (S-44).
    fn confirm(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<Option<Flow>, Fault> {
        if !self.landed {
            return Ok(None);
        }
        let facts = battle.facts();
        let Some(dice) = blow::damage_dice(&facts, &self.spec(def)) else { return Ok(None) };
        if !blow::shows_maximum(&self.dice, dice.sides()) {
            return Ok(None);
        }
        let spec = AttackSpec { bare: true, hinder: 0, ..self.spec(def) };
        let Some(check) = attack::check(&facts, &spec) else { return Ok(None) };
        drop(facts);
        let reading = battle.roll_check(&check, Key::new("confirm"))?;
        self.critical = reading.success;
        Ok(None)
    }

    fn replaces(&self, def: &ActionDef) -> bool {
        def.steps.iter().any(|step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty()))
    }

    fn weapon_key(&self) -> Key {
        self.spell.or(self.weapon).unwrap_or(self.action)
    }

    /// From blow to loss (A-91, S-46, C-60, D-04).
    fn harm(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> Result<Option<Flow>, Fault> {
        if let (Some(total), Some(Command::Allot { parts, .. })) = (self.allotting, context.answer) {
            for (track, amount) in parts {
                battle.apply(Effect::Track { unit: self.target, track, amount: -amount, cause: self.weapon_key() })?;
            }
            self.after_loss(battle, total, total)?;
            return Ok(None);
        }
        if !self.landed {
            self.struck(battle, HarmTrace::default());
            return Ok(None);
        }
        let facts = battle.facts();
        let (Some(by), Some(target)) = (facts.unit(self.by), facts.unit(self.target)) else { return Ok(None) };
        let instead = def.steps.iter().find_map(|step| match step {
            Step::Attack { instead, .. } if !instead.is_empty() => Some(instead.clone()),
            _ => None,
        });
        let spell = self.spell.and_then(|id| facts.book.spell(id)).cloned();
        let types = self.types(&facts);
        let margin = self.first.as_ref().map_or(0, |reading| reading.margin);
        let harmless = instead.is_some() || spell.as_ref().is_some_and(|spell| spell.types.is_empty());
        let blow_ = Blow { reduced: self.reduced, effect: margin, critical: self.critical };
        let portions = if harmless {
            Vec::new()
        } else if !self.portions.is_empty() {
            std::mem::take(&mut self.portions)
        } else if self.dice.is_empty() {
            vec![blow::value_portion(&types, self.value)]
        } else {
            let mut sum: i32 = self.dice.iter().map(|die| i32::from(*die)).sum();
            if let Some((at, degrees)) = self.replaced {
                sum += degrees - i32::from(self.dice[at]);
            }
            match self.spec(def).means(&facts) {
                Some(Means::Weapon(weapon)) => {
                    sum += weapon.damage.map_or(0, |dice| dice.bonus());
                    vec![blow::dice_portion(&facts, by, weapon, sum, margin.max(0))]
                }
                _ => Vec::new(),
            }
        };
        let paid_before = self.paid.len();
        let trace = if harmless {
            HarmTrace::default()
        } else {
            harm::pass(&facts, target, portions, blow_, std::mem::take(&mut self.paid))
        };
        drop(facts);
        let high = trace.paid.get(paid_before..).unwrap_or_default().to_vec();
        battle.shields_pay(self.target, &high)?;
        if self.value > 0 && !harmless && trace.total <= 0 && self.dice.is_empty() && self.aura.is_none() {
            self.landed = false;
        }
        if self.aura.is_some() {
            super::act::hold(battle, context.id, vec![self.target, self.by], None);
        }
        let total = trace.total;
        self.past_armour = trace.portions.iter().any(|portion| portion.amount > 0);
        self.struck(battle, trace);
        let asked = if harmless { None } else { self.land(battle, total)? };
        let mut scope = Scope::new(self.by, self.action)
            .with("sv", i64::from((self.value - self.reduced).max(0)))
            .with("margin", i64::from(margin));
        scope.target = Some(self.target);
        if let Some(effects) = instead {
            battle.run(&effects, &scope)?;
        }
        if let Some(spell) = spell {
            scope.cause = spell.id;
            battle.run(&spell.effects, &scope)?;
        }
        if let Some((aura, amount)) = self.aura {
            self.answer(battle, aura, amount)?;
            battle.release(context.id)?;
        }
        if let Some(flow) = asked {
            self.allotting = Some(total);
            return Ok(Some(flow));
        }
        Ok(None)
    }

    fn struck(&self, battle: &mut Battle, trace: HarmTrace) {
        battle.record(Outcome::Struck {
            by: self.by,
            target: self.target,
            weapon: self.weapon_key(),
            landed: self.landed,
            critical: self.critical,
            trace,
        });
    }

    /// The aura's answer runs the same stages against the attacker; neither can be dodged (D-119, D-120).
    fn answer(&mut self, battle: &mut Battle, aura: Key, amount: i32) -> Result<(), Fault> {
        let facts = battle.facts();
        let (Some(bearer), Some(attacker)) = (facts.unit(self.target), facts.unit(self.by)) else { return Ok(()) };
        let Some(known) = bearer.wards.auras.iter().find(|own| own.id == aura) else { return Ok(()) };
        let mut portion = Portion::new(known.kind, &[known.kind], amount);
        portion.drive = known.drive.unwrap_or(amount);
        let trace = harm::pass(&facts, attacker, vec![portion], Blow::default(), Vec::new());
        drop(facts);
        let total = trace.total;
        battle.shields_pay(self.by, &trace.paid)?;
        battle.record(Outcome::Struck {
            by: self.target,
            target: self.by,
            weapon: aura,
            landed: true,
            critical: false,
            trace,
        });
        battle.land(self.by, total, false, Some(Key::new("core")), aura)?;
        Ok(())
    }

    fn land(&mut self, battle: &mut Battle, total: i32) -> Result<Option<Flow>, Fault> {
        if total <= 0 {
            return Ok(None);
        }
        let book = battle.book();
        if let Land::Characteristics { first, others } = &book.settings.harm.land
            && let Some(flow) = self.ask_allotment(battle, total, *first, others)
        {
            return Ok(Some(flow));
        }
        let lost = battle.land(self.target, total, self.critical, self.injury, self.weapon_key())?;
        self.after_loss(battle, total, lost)?;
        Ok(None)
    }

    /// Later damage goes where the victim likes (C-63), first damage to the first track and then as it likes (C-62);
    /// asked only where a standing answer says so.
    fn ask_allotment(&self, battle: &mut Battle, total: i32, first: Key, others: &[Key]) -> Option<Flow> {
        let facts = battle.facts();
        let target = facts.unit(self.target)?;
        let policy =
            battle.answers().choice(target.identity.side, self.target, Key::new("allot"), Policy::Take);
        if policy != Policy::Ask {
            return None;
        }
        let tracks: Vec<(Key, i32)> = std::iter::once(first)
            .chain(others.iter().copied())
            .filter_map(|id| target.tracks.get(id).map(|track| (id, track.now.max(0))))
            .collect();
        let room: i32 = tracks.iter().map(|(_, most)| *most).sum();
        Some(battle.ask(self.target, Ask::Allot { total: total.min(room), tracks }))
    }

    fn after_loss(&mut self, battle: &mut Battle, total: i32, lost: i32) -> Result<(), Fault> {
        if total <= 0 {
            return Ok(());
        }
        let book = battle.book();
        let facts = battle.facts();
        let types = self.types(&facts);
        drop(facts);
        battle.injury_lines(self.target, lost, total, self.critical, &types)?;
        let table = &book.settings.attack.critical_table;
        if let (true, Some((sides, _, _))) = (self.critical && self.past_armour, table.last()) {
            let die = battle.die(*sides, Key::new("lethal"))?;
            let dice = vec![die];
            battle.record(Outcome::Dice {
                unit: Some(self.target),
                purpose: Key::new("lethal"),
                dice,
                total: i32::from(die),
            });
            if let Some((_, condition, count)) = table.iter().find(|(last, _, _)| die <= *last) {
                battle.apply(Effect::Gain {
                    unit: self.target,
                    condition: *condition,
                    count: *count,
                    until: crate::rules::modifier::Until::Battle,
                    from: Some(self.by),
                })?;
            }
        }
        if self.critical
            && let Some(condition) = book.settings.harm.critical_condition
        {
            battle.apply(Effect::Gain {
                unit: self.target,
                condition,
                count: 1,
                until: crate::rules::modifier::Until::Battle,
                from: Some(self.by),
            })?;
        }
        Ok(())
    }

    /// Checks that follow: of the target for having defended, then for having been struck.
    fn consequences(&mut self, battle: &mut Battle) -> Result<Option<Flow>, Fault> {
        // Only what the target had when the blow came: a spell that puts to sleep does not wake.
        let had = std::mem::take(&mut self.had);
        if self.defended {
            for condition in &had {
                battle.hook(self.target, Hook::AfterReaction, Some(*condition))?;
            }
        }
        if self.landed {
            for condition in &had {
                battle.hook(self.target, Hook::AfterHit, Some(*condition))?;
            }
            if battle.facts().option("hit_ends_aim") != 0 {
                battle.end_modifiers(self.target, |until| *until == crate::rules::modifier::Until::NextAction);
            }
        }
        battle.apply(Effect::Aware { unit: self.target })?;
        Ok(None)
    }
}
