//! What an action costs, as it is paid.
//!
//! Whether it can be paid is decided by the plan.

use super::{Stage, default_item};
use crate::{battle::prelude::*, rules::legal::ActionHalf};

/// Spends points that serve only some actions first. Gives how many were spent.
fn spend_grants(battle: &mut Battle, unit: UnitId, pool: Key, amount: i32, def: &ActionDef) -> OrFault<i32> {
    let facts = battle.facts();
    let grants = facts.unit(unit).map(|own| own.usage.grants.clone()).unwrap_or_default();
    let mut spent = 0;
    for grant in grants.into_iter().filter(|grant| grant.pool == pool && grant.serves(&def.tags)) {
        let now = grant.amount.min(amount - spent);
        if now > 0 {
            spent += now;
            battle.apply(Effect::Grant { unit, grant: Grant { amount: -now, ..grant } })?;
        }
    }
    Ok(spent)
}

impl ActFrame {
    pub(super) fn pay(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        let plan = match self.plan(battle) {
            Ok(plan) => plan,
            Err(why) => {
                battle.record(Outcome::Wasted { unit: self.unit, action: def.id, why: why.clone() });
                return Ok(Flow::Done(FrameValue::Void(why)));
            }
        };
        self.planned.weapon = plan.weapon;
        let part = plan.part;
        self.planned.rounds = plan.rounds;
        self.planned.spell = plan.spell.as_ref().map(|spell| spell.id);
        self.planned.provokes = plan.provokes;
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(Flow::Done(FrameValue::None)) };
        self.planned.area = plan.area.is_some();
        let weapon = plan.weapon.and_then(|id| facts.weapon_in(own, id, def));
        let struck = !self.planned.area && def.attacks();
        let loud = weapon.is_some_and(|(_, def)| def.loud) || plan.spell.as_ref().is_some_and(|def| def.loud);
        if def.loud || (struck && loud) {
            self.planned.loud = Some(Listeners::of(&facts));
        }
        if let Some(place @ (ItemPlace::Afar(_) | ItemPlace::Loose(_))) = def.item_place() {
            // Chosen now, wherever it is by the time that it is done.
            let first = || facts.items_at(own, place).first().copied();
            self.act.args.item = self.act.args.item.or_else(first);
            let loose = self.act.args.item.and_then(|item| facts.loose(own, item));
            self.planned.thing_at = loose.map(|(square, _)| square).filter(|_| def.loud_at_target);
        }
        self.planned.too_little = amounts::too_little(&facts, own, def, &self.act.args);
        self.used_before = own.usage.points;
        self.began = Some(own.place.area.origin);
        if let Some(Parameter::System { state, only }) =
            def.asks.iter().find(|parameter| matches!(parameter, Parameter::System { .. }))
            && let Some(target) = self.act.args.target.and_then(|id| facts.unit(id))
        {
            // Chosen now, whatever else is broken by the time that it is done.
            self.act.args.system =
                legal::system(&facts, target, def, *state, only, self.act.args.system).ok();
        }
        self.had = own.conditions.0.iter().map(|condition| condition.id).collect();
        // An order on mode Free costs nothing: overwatch that fires has been paid for (S-69).
        let (cost, price) =
            if self.act.mode == Mode::Free { (Vec::new(), Vec::new()) } else { (plan.cost, plan.price) };
        let book = battle.book();
        let free_pool = |pool: Key| book.settings.economy.pool(pool).is_some_and(|def| def.free);
        let free = cost.iter().all(|(pool, _)| free_pool(*pool)) && price.is_empty();
        if !free {
            self.begin_action(battle, def)?;
        } else if !cost.is_empty() && battle.facts().phase == Phase::Surprise {
            // In the surprise round a free action, too, ends being flat-footed (F-70).
            battle.hook(self.unit, Hook::ActionStart, None)?;
        }
        self.pay_costs(battle, def, &cost, &price, free)?;
        if def.repeat.is_some() {
            self.repeat.attacks = 1;
            self.repeat.price = price;
            battle.apply(Effect::Busy { unit: self.unit, busy: true })?;
        }
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
            let modifier = ActiveModifier::new(def.id, modifier.clone(), Until::EndOfRound);
            battle.apply(Effect::Modify { unit: self.unit, modifier })?;
        }
        self.halves(battle, def, part, free)?;
        Ok(Flow::Continue)
    }

    /// What is begun waits for its second half; anything else than that wastes it, but for free actions (F-09).
    fn halves(&mut self, battle: &mut Battle, def: &ActionDef, part: ActionHalf, free: bool) -> OrFault {
        let unit = self.unit;
        let facts = battle.facts();
        let begun = facts.unit(unit).and_then(|own| own.usage.pending.clone());
        self.stage = Stage::Answer;
        battle.note(&part);
        match part {
            ActionHalf::First => {
                let pending = Some(legal::pending(&facts, def, &self.act.args));
                battle.apply(Effect::Pending { unit, pending })?;
                self.stage = Stage::After;
            }
            ActionHalf::Second => battle.apply(Effect::Pending { unit, pending: None })?,
            ActionHalf::Whole => {}
        }
        if let Some(begun) = begun.filter(|_| !free && part != ActionHalf::Second) {
            let why =
                Refusal::new("split", message!("core-something-else-was-done-first"), Some(Key::new("F-09")));
            battle.record(Outcome::Wasted { unit, action: begun.action, why });
            if part == ActionHalf::Whole {
                battle.apply(Effect::Pending { unit, pending: None })?;
            }
        }
        Ok(())
    }

    fn begin_action(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        battle.hook(self.unit, Hook::ActionStart, None)?;
        // Overwatch ends with any action that is not free (S-70); readied actions stay.
        let facts = battle.facts();
        let watches = facts.unit(self.unit).map(|own| own.watches.0.clone()).unwrap_or_default();
        for (index, watch) in watches.iter().enumerate().rev() {
            if watch.overwatch {
                battle.apply(Effect::Unwatch { unit: self.unit, index })?;
            }
        }
        // What lasts to the next action is lost by all but attacks, steadying and overwatch; by reactions too (S-87).
        let keeps = def.tagged("steady")
            || def.tagged("overwatch")
            || def.attacks() && self.occasion.moment.is_none();
        if !keeps {
            battle.apply(Effect::End { unit: self.unit, ending: Ending::Lasting(Until::NextAction) })?;
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
    ) -> OrFault {
        let unit = self.unit;
        let book = battle.book();
        let mut paid = Vec::new();
        let mut points = 0;
        for (pool, amount) in cost {
            let bound = spend_grants(battle, unit, *pool, *amount, def)?;
            battle.apply(Effect::Spend { unit, pool: *pool, amount: *amount - bound })?;
            if !book.settings.economy.pool(*pool).is_some_and(|def| def.free) {
                points += amount;
            }
            let grant = book.settings.timing.press.as_ref().map(|rule| rule.grant.0);
            if self.occasion.granted && grant == Some(*pool) {
                battle.use_granted(unit, *amount - bound);
            }
            paid.push((*pool, *amount));
            let facts = battle.facts();
            if facts.unit(unit).is_some_and(|own| facts.points(own, *pool) == 0) {
                self.emptied = Some(*pool);
            }
        }
        // Swapping is not using: what an action turns into other points counts when those are spent.
        let swaps = def.steps.iter().any(|step| match step {
            Step::Do(effects) => effects.iter().any(|effect| matches!(effect, EffectDef::Swap { .. })),
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
        paid.extend(price);
        self.pay_price(battle, price)?;
        if !paid.is_empty() {
            battle.record(Outcome::Paid { unit, cost: paid });
        }
        let limit = i32::from(battle.book().settings.economy.free_points);
        if points > 0 && self.used_before + points > limit {
            battle.write_ledger(unit, "past_third", 1, None, None)?;
        }
        if self.act.mode == Mode::Immediate && !free {
            battle.write_ledger(unit, "immediate", 1, None, None)?;
        }
        self.use_weapon(battle, def)?;
        self.out_of_vehicle(battle, def)?;
        if let Some(spell) = self.planned.spell {
            battle.apply(Effect::Slot { unit, spell })?;
        }
        Ok(())
    }

    /// What it costs besides points: of the count, or of tracks.
    pub(super) fn pay_price(&self, battle: &mut Battle, price: &[(Key, i32)]) -> OrFault {
        let unit = self.unit;
        price.iter().try_for_each(|(track, amount)| {
            battle.apply(match *track == "initiative" {
                true => Effect::Shift { unit, amount: -amount, cause: self.act.action },
                false => Effect::Track { unit, track: *track, amount: -amount, cause: Key::new("price") },
            })
        })
    }

    /// What an attack made out of a vehicle takes up of it (C-110, C-117).
    fn out_of_vehicle(&self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit).filter(|own| def.attacks() && facts.vehicle_of(own).is_some())
        else {
            return Ok(());
        };
        let target = self.act.args.target.and_then(|id| facts.unit(id));
        let square = self.act.args.square.map(Area::one);
        let Some(to) = square.or_else(|| target.map(|target| target.place.area)) else { return Ok(()) };
        let weapons = self.planned.weapon.into_iter().chain(self.act.args.more.iter().copied()).map(Some);
        let weapons: Vec<Option<Key>> =
            if self.planned.weapon.is_none() { vec![None] } else { weapons.collect() };
        for weapon in weapons {
            if let Ok(Some(takes)) = attack::from_vehicle(&facts, own, weapon, &to, target) {
                battle.apply(Effect::TakeUp { unit: self.unit, takes })?;
            }
        }
        Ok(())
    }

    pub(super) fn use_weapon(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        if !def.steps.iter().any(|step| matches!(step, Step::Attack { .. })) {
            return Ok(());
        }
        let facts = battle.facts();
        for id in self.planned.weapon.into_iter().chain(self.act.args.more.iter().copied()) {
            let Some(own) = facts.unit(self.unit) else { return Ok(()) };
            // Being fired is what costs, not being a gun: one may strike with it (F-64).
            let Some((item, weapon)) = facts.weapon_in(own, id, def) else { continue };
            if item.shots(weapon).is_some() {
                let n = self.planned.rounds.max(1) * FireDef::of(def).times;
                battle.apply(Effect::Item { unit: self.unit, item: id, change: ItemChange::Shoot(n) })?;
            }
            if !weapon.unarmed && !crate::rules::attack::proficient(own, weapon) {
                battle.write_ledger(self.unit, "unfamiliar_weapon", 1, Some(id), None)?;
            }
            if weapon.is_ranged() && (weapon.tagged("heavy") || weapon.tagged("tactical")) {
                battle.write_ledger(self.unit, "heavy_weapon", 1, Some(id), None)?;
            }
        }
        Ok(())
    }
}
