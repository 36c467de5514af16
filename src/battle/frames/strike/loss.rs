//! What an attack takes: harm stage by stage, where it lands, and what follows from it.
//!
//! The stages themselves are in [`crate::rules::harm`].

use crate::battle::prelude::*;

impl Strike {
    /// From blow to loss (A-91, S-46, C-60, D-04).
    pub(super) fn harm(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> OrFlow {
        if self.choosing {
            return self.manoeuvre_goes_on(battle, def, &context);
        }
        if let (Some(total), Some(Command::Allot { parts, .. })) = (self.loss.allotting, context.answer) {
            let (unit, cause) = (self.target, self.weapon_key());
            for (track, amount) in parts {
                battle.apply(Effect::Track { unit, track, amount: -amount, cause })?;
            }
            self.after_loss(battle, total, total)?;
            return Ok(None);
        }
        if !self.result.landed {
            self.struck(battle, self.stopped());
            return Ok(None);
        }
        let facts = battle.facts();
        let Some(target) = facts.unit(self.target).filter(|_| facts.unit(self.by).is_some()) else {
            return Ok(None);
        };
        let margin = self.result.first.as_ref().map_or(0, |reading| reading.margin);
        let margin = self.damage.given.as_ref().map_or(margin, |given| given.effect);
        let sunder = def.manoeuvre == Some(Manoeuvre::Sunder);
        let subdues = matches!(def.manoeuvre, Some(Manoeuvre::Subdue { .. }));
        let in_place = def.harmless() && !sunder && !subdues;
        let spell = self.with.spell.and_then(|id| facts.book.spell(id));
        let harmless = in_place || spell.is_some_and(|spell| spell.types.is_empty());
        let blow = Blow { reduced: self.averted.reduced, effect: margin, critical: self.result.critical };
        let portions = if harmless { Vec::new() } else { self.before_armour(&facts, margin) };
        let reached: Vec<Key> = portions.iter().filter(|one| one.amount > 0).map(|one| one.kind).collect();
        let paid_before = self.averted.paid.len();
        let whole = self.unpaid(target);
        let trace = if harmless {
            HarmTrace::default()
        } else if sunder {
            self.pass_item(&facts, portions, blow)
        } else if self.result.hits > 1 {
            let paid = std::mem::take(&mut self.averted.paid);
            // Each is critical or not for itself (S-45).
            let of_hit = |hit: usize| Blow { critical: self.result.criticals.contains(&hit), ..blow };
            harm::pass_hits(&facts, &whole, (portions.as_slice(), self.hit_count()), of_hit, paid)
        } else {
            harm::pass(&facts, &whole, portions, blow, std::mem::take(&mut self.averted.paid))
        };
        let owed = match harmless || sunder {
            true => Vec::new(),
            false => harm::owed(&facts, &battle.with_held(target), &trace, &reached),
        };
        let high = trace.paid.get(paid_before..).unwrap_or_default().to_vec();
        battle.shields_pay(self.target, &high)?;
        if self.result.value > 0
            && !harmless
            && trace.total <= 0
            && self.damage.dice.is_empty()
            && self.averted.aura.is_none()
        {
            self.result.landed = false;
        }
        if self.averted.aura.is_some() {
            crate::battle::frames::act::hold(battle, context.id, vec![self.target, self.by], None);
        }
        let total = trace.total;
        self.loss.taken = if subdues { 0 } else { total };
        self.note_passed(&facts, &trace);
        let past = if harmless || sunder || subdues { Vec::new() } else { self.past_armour_by_hit(&trace) };
        if self.result.hits > 1 {
            // Only those that get past soak throw on the chart (S-45).
            let past = |hit: &usize| trace.portions.get(*hit).is_some_and(|portion| portion.amount > 0);
            self.result.criticals.retain(past);
        }
        self.struck(battle, trace);
        let asked = if harmless || subdues {
            None
        } else if sunder {
            self.damage_item(battle, total)?;
            None
        } else {
            self.land(battle, total, &past)?
        };
        battle.kinds_do(self.target, self.by, &owed)?;
        self.weapon_does(battle, &past)?;
        self.besides(battle, def, margin, total)?;
        if let Some((aura, amount)) = self.averted.aura {
            battle.aura_strikes(self.target, self.by, aura, amount)?;
            battle.release(context.id)?;
        }
        if let Some(flow) = asked {
            self.loss.allotting = Some(total);
            return Ok(Some(flow));
        }
        Ok(if self.result.landed { self.manoeuvre(battle, def) } else { None })
    }

    /// The way of an attack that far and near shields have stopped whole; none of one that has missed (D-56).
    fn stopped(&self) -> HarmTrace {
        let mut portions = self.damage.portions.clone();
        if portions.iter().any(|portion| portion.amount > 0) {
            portions.clear();
        }
        HarmTrace { portions, ..HarmTrace::default() }
    }

    /// What it would take from one without any armour.
    fn before_armour(&mut self, facts: &Facts, margin: i32) -> Vec<Portion> {
        if let Some(given) = &self.damage.given {
            let mut portion = Portion::new(Key::new("damage"), &given.types, given.amount);
            // What goes off by itself states no drive: it has that of its damage.
            let ranged = facts.unit(self.target).is_some_and(|target| facts.armour_range(target).is_some());
            portion.drive = if ranged { given.amount } else { 0 };
            return vec![portion];
        }
        if !self.damage.portions.is_empty() {
            return std::mem::take(&mut self.damage.portions);
        }
        if self.damage.dice.is_empty() {
            return blow::for_each_hit(
                vec![blow::value_portion(&self.types(facts), self.result.value)],
                self.result.hits,
            );
        }
        let arms = facts.unit(self.by).zip(self.arm(facts)).zip(self.damage.load);
        let Some(((by, weapon), load)) = arms else { return Vec::new() };
        let dice = self.result.check.as_ref().zip(self.result.first.as_ref());
        let location = dice.and_then(|(check, first)| check.location(first.natural));
        let portion =
            |sum| Portion { location, ..blow::dice_portion(facts, by, weapon, load, sum, margin.max(0)) };
        self.shown().into_iter().map(portion).collect()
    }

    /// What the action and the spell do besides damage, or in place of it.
    fn besides(&mut self, battle: &mut Battle, def: &ActionDef, margin: i32, total: i32) -> OrFault {
        let mut scope = Scope::new(self.by, self.action)
            .with("sv", i64::from((self.result.value - self.averted.reduced).max(0)))
            .with("margin", i64::from(margin));
        scope.target = Some(self.target);
        scope.item = self.with.item;
        let instead = def.steps.iter().find_map(|step| match step {
            Step::Attack { instead, .. } if !instead.is_empty() => Some(instead),
            _ => None,
        });
        if let Some(effects) = instead {
            battle.run(effects, &scope)?;
        }
        if let (Some(Manoeuvre::Subdue { past }), true) = (&def.manoeuvre, total > 0) {
            battle.run(past, &scope.clone().with("amount", i64::from(total)))?;
        }
        let book = battle.book();
        let spell = self.with.spell.and_then(|id| book.spell(id));
        if let Some(spell) = spell.filter(|_| self.result.landed && def.manoeuvre.is_none()) {
            scope.cause = spell.id;
            scope.names.push(("level", i64::from(spell.level)));
            scope.spell = match self.with.again {
                Some(again) if self.result.shared.is_some() => {
                    battle.apply(Effect::Spell { id: again, change: SpellChange::Joined(self.target) })?;
                    Some(again)
                }
                Some(again) => Some(again),
                None => battle.put_in_effect(spell, self.by, vec![self.target], None)?,
            };
            if self.result.shared.is_some() {
                self.with.again = scope.spell;
            }
            battle.run(&spell.effects, &scope)?;
        }
        Ok(())
    }

    /// What the damage dice of each hit show, with the degrees in place of one of them (S-43).
    fn shown(&self) -> Vec<i32> {
        let each = self.dice_of_a_hit();
        let mut sums: Vec<i32> =
            self.damage.dice.chunks(each).map(|dice| dice.iter().map(|die| i32::from(*die)).sum()).collect();
        if let Some((at, degrees)) = self.damage.replaced
            && let (Some(sum), Some(die)) = (sums.get_mut(at / each), self.damage.dice.get(at))
        {
            *sum += degrees - i32::from(*die);
        }
        sums
    }

    /// How much of each hit got past armour.
    fn past_armour_by_hit(&self, trace: &HarmTrace) -> Vec<i32> {
        harm::by_hit(&trace.portions, self.hit_count()).map(harm::total_of).collect()
    }

    /// What its weapon does besides, for each hit of which some got past armour (S-48).
    fn weapon_does(&self, battle: &mut Battle, past: &[i32]) -> OrFault {
        let facts = battle.facts();
        let Some(weapon) = self.arm(&facts).filter(|weapon| !weapon.past.is_empty()) else { return Ok(()) };
        for amount in past.iter().filter(|amount| **amount > 0) {
            let mut scope = Scope::new(self.by, self.weapon_key()).with("amount", i64::from(*amount));
            scope.target = Some(self.target);
            battle.run(&weapon.past, &scope)?;
        }
        Ok(())
    }

    fn struck(&self, battle: &mut Battle, trace: HarmTrace) {
        battle.record(Outcome::Struck {
            by: self.by,
            target: self.target,
            weapon: self.weapon_key(),
            landed: self.result.landed,
            critical: self.result.critical,
            trace,
        });
    }

    /// `past` is what of each hit got past armour.
    fn land(&mut self, battle: &mut Battle, total: i32, past: &[i32]) -> OrFlow {
        if total <= 0 {
            return Ok(None);
        }
        let book = battle.book();
        battle.note(&book.settings.harm.land);
        // Later damage goes where the victim likes, first damage to the first track and then as it likes.
        if let Some(ask) = battle.allotment(self.target, total) {
            return Ok(Some(battle.ask(self.target, ask)));
        }
        let facts = battle.facts();
        if let Some(weapon) = self.arm(&facts) {
            battle.subdue((self.by, self.target), weapon, total)?;
        }
        let injury = self.injures(&battle.facts());
        let severed = self.severed(battle, total, injury);
        let machine = battle.facts().unit(self.target).is_some_and(|own| own.sheet.0.systems.is_some());
        let whole = [total];
        // Systems are hit by each of several hits for itself (C-129).
        let each = if machine && self.result.hits > 1 { past } else { whole.as_slice() };
        let mut lost = 0;
        for amount in each {
            lost += battle.land(
                self.target,
                self.by,
                *amount,
                self.result.critical,
                injury,
                self.weapon_key(),
            )?;
        }
        if let Some(condition) = severed {
            battle.inflict(self.target, condition, 1, Some(self.by))?;
        }
        self.after_loss(battle, total, lost)?;
        Ok(None)
    }

    fn after_loss(&mut self, battle: &mut Battle, total: i32, lost: i32) -> OrFault {
        if total <= 0 {
            return Ok(());
        }
        let book = battle.book();
        let facts = battle.facts();
        let types = self.types(&facts);
        battle.injury_lines(self.target, lost, total, self.result.critical, &types)?;
        let table = &book.settings.attack.critical_table;
        let throws = match self.result.hits {
            2.. => self.result.criticals.len(),
            _ => usize::from(self.result.critical && self.loss.past_armour),
        };
        for (sides, _, _) in std::iter::repeat_n(table.last(), throws).flatten() {
            let die = battle.throw_die(self.target, *sides, Key::new("lethal"))?;
            if let Some((_, condition, count)) = table.iter().find(|(last, _, _)| die <= *last) {
                battle.inflict(self.target, *condition, *count, Some(self.by))?;
            }
        }
        // More drive comes in place of what a critical inflicts (T-09).
        if self.result.critical
            && !self.loss.drive
            && let Some(condition) = book.settings.harm.critical_condition
        {
            battle.inflict(self.target, condition, 1, Some(self.by))?;
        }
        Ok(())
    }

    /// Checks that follow: of the target for having defended, then for having been struck.
    pub(super) fn consequences(&mut self, battle: &mut Battle) -> OrFlow {
        // Only what the target had when the blow came: a spell that puts to sleep does not wake.
        let had = std::mem::take(&mut self.had);
        if self.averted.defended {
            let mut checks = had.iter();
            checks.try_for_each(|id| battle.hook(self.target, Hook::AfterReaction, Some(*id)))?;
        }
        if self.result.landed {
            battle.disturb(self.target, self.loss.taken)?;
            had.iter().try_for_each(|id| battle.hook(self.target, Hook::AfterHit, Some(*id)))?;
            if battle.facts().option("hit_ends_aim") != 0 {
                battle.apply(Effect::Distract { unit: self.target })?;
            }
        }
        battle.apply(Effect::Aware { unit: self.target, aware: true })?;
        Ok(None)
    }
}
