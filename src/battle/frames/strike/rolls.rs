//! The attack's own dice: the roll, the critical choice, damage, the confirmation.

use crate::battle::prelude::*;
use crate::{
    battle::frames::area::astray,
    rules::damage::{AttackDamage, DamageSource},
};

impl Strike {
    /// The attack's dice, and the chain of a critical.
    pub(super) fn roll(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFlow {
        if self.by_itself(def) {
            self.lands(battle);
            return Ok(None);
        }
        if let Some(shared) = self.result.shared.clone() {
            return self.compare(battle, &shared);
        }
        let facts = battle.facts();
        let Some(check) = attack::check(&facts, &self.spec(def)) else {
            return Err(Fault::Rule(message!("core-x-has-no-check-to-attack-with", action = self.action)));
        };
        let chain = battle.roll_chain(&check, Key::new("attack"))?;
        if let Versus::Passive(defence) = &check.versus {
            battle.spend_once(self.target, defence.id)?;
            self.averted.defended = true;
        }
        self.result.value = chain.sum;
        self.result.links = u32::try_from(chain.naturals.len()).unwrap_or(u32::MAX);
        let first = chain.first;
        self.read(battle, &check, &first);
        if let (Some(item), true) = (self.with.weapon, check.jams_on(first.natural)) {
            battle.apply(Effect::Item { unit: self.by, item, change: ItemChange::Jam(true) })?;
        }
        if self.result.landed && FireDef::of(def).hits {
            self.result.hits = fire::hits(def, self.with.rounds, first.degrees);
            self.damage.portions =
                blow::for_each_hit(std::mem::take(&mut self.damage.portions), self.result.hits);
            if self.result.links > 1 {
                self.result.chained = chain.naturals;
            }
        }
        self.result.check = Some(check);
        self.result.first = Some(first);
        self.go_astray(battle, def)?;
        if let Some(item) = self.with.weapon {
            self.thrown(battle, item)?;
        }
        let (Some(check), Some(reading)) = (&self.result.check, &self.result.first) else { return Ok(None) };
        Ok(ExtraDice::frame(battle, self.by, Some(self.target), check, reading, self.result.landed))
    }

    /// Whether it lands by its dice, and what it lands with where that is fixed.
    fn read(&mut self, battle: &mut Battle, check: &Check, first: &Reading) {
        self.result.landed = if check.value.is_some() && check.success == check::SuccessRule::Value {
            self.result.value > 0
        } else {
            first.success
        };
        self.result.critical = first.critical && self.result.landed;
        let facts = battle.facts();
        self.prepare(&facts, first.margin);
    }

    /// An area attack's dice, held against one of those inside.
    fn compare(&mut self, battle: &mut Battle, shared: &SharedDice) -> OrFlow {
        let check = &shared.check;
        let mut readings = shared.dice.iter().map(|natural| check.read(*natural));
        let Some(first) = readings.next() else { return Ok(None) };
        self.result.value = first.value + readings.map(|reading| reading.value).sum::<i32>();
        self.result.links = u32::try_from(shared.dice.len()).unwrap_or(1);
        if let Versus::Passive(defence) = &check.versus {
            battle.spend_once(self.target, defence.id)?;
            self.averted.defended = true;
        }
        battle.record(Outcome::Compared {
            target: self.target,
            check: Box::new(check.clone()),
            reading: first.clone(),
            value: self.result.value,
        });
        self.read(battle, check, &first);
        self.result.check = Some(check.clone());
        self.result.first = Some(first);
        Ok(None)
    }

    /// Portions exist before the hit is known: of fixed damage (D-24), or of a value of which drive counts (T-09).
    pub(super) fn prepare(&mut self, facts: &Facts, margin: i32) {
        let damage = self.throws(facts);
        if let Some(damage) = damage.filter(|damage| damage.drive_margin.is_some()) {
            let sides = facts.unit(self.by).zip(facts.unit(self.target));
            if let Some(sides) = sides.filter(|_| self.result.value > 0) {
                let one = blow::driven_portions(facts, sides, &damage, (self.result.value, margin));
                self.damage.portions = blow::for_each_hit(one, self.result.hits);
                self.revalue();
            }
            return;
        }
        let Some((by, action)) = facts.unit(self.by).zip(facts.book.action(self.action)) else { return };
        for (place, id) in self.with.weapon.into_iter().chain(self.with.more.iter().copied()).enumerate() {
            let Some((_, weapon)) = facts.weapon_in(by, id, action) else { continue };
            let damage = AttackDamage::of(facts, action, &Armament::Weapon(weapon));
            if let DamageSource::Portions(weapon) = damage.source {
                let place = u8::try_from(place).unwrap_or(u8::MAX);
                self.damage.portions.extend(blow::held_portions(facts, by, weapon, place, action.share()));
            }
        }
    }

    /// What it throws for damage.
    fn throws<'f>(&self, facts: &'f Facts) -> Option<AttackDamage<'f>> {
        let spell = self.with.spell.and_then(|id| facts.book.spell(id)).map(|spell| Armament::Spell(spell));
        let armament = spell.or_else(|| self.arm(facts).map(|weapon| Armament::Weapon(weapon)))?;
        Some(AttackDamage::of(facts, facts.book.action(self.action)?, &armament))
    }

    /// Its value is what is left of its portions, where drive counts (T-09); of several hits that of the hardest.
    pub(super) fn revalue(&mut self) {
        let most = harm::by_hit(&self.damage.portions, self.hit_count()).map(harm::total_of).max();
        if let Some(most) = most {
            self.result.value = most;
        }
    }

    /// How many hits it has scored; one where it is no attack that scores several.
    pub(super) fn hit_count(&self) -> usize {
        usize::try_from(self.result.hits).unwrap_or(0).max(1)
    }

    /// A thrown weapon lies in the square of the one it struck, or where it flew (C-108); what breaks is gone.
    fn thrown(&mut self, battle: &mut Battle, item: Key) -> OrFault {
        let facts = battle.facts();
        let thrown = self
            .arm(&facts)
            .filter(|def| !def.natural && (def.uses == WeaponUse::Thrown || def.breaks))
            .map(|def| (def.id, def.breaks, area::scatters(&facts, &Armament::Weapon(def))));
        let at = facts.unit(self.astray.unwrap_or(self.target)).map(|unit| unit.place);
        if let (Some((kind, breaks, scatters)), Some(at)) = (thrown, at) {
            self.with.flown = Some(kind);
            let missed = !self.result.landed && self.astray.is_none() && !breaks;
            let effect = self.result.first.as_ref().map_or(0, |reading| reading.margin);
            let square = match scatters {
                Some(Scatter::Metres(metres)) if missed => {
                    astray(battle, self.by, (at.area.origin, at.band), (metres, effect))?.2
                }
                _ => at.area.origin,
            };
            let change = if breaks { ItemChange::UseUp } else { ItemChange::Fly(square) };
            battle.apply(Effect::Item { unit: self.by, item, change })?;
        }
        Ok(())
    }

    pub(super) fn ranged(&self, facts: &Facts) -> bool {
        match (self.with.weapon, self.with.spell) {
            (Some(_), _) => self.arm(facts).is_some_and(|def| def.is_ranged()),
            (_, spell) => spell.is_some(),
        }
    }

    /// The weapon it is made with, also when that has left the hand.
    pub(super) fn arm<'f>(&self, facts: &'f Facts) -> Option<&'f Arc<WeaponDef>> {
        let (by, action) = facts.unit(self.by).zip(facts.book.action(self.action))?;
        let held = self.with.weapon.and_then(|id| facts.weapon_in(by, id, action)).map(|(_, def)| def);
        held.or_else(|| facts.book.weapon(self.with.flown?))
    }

    /// The weapon at a place of the attack's (D-26); several hits are all made with the first.
    pub(super) fn arm_at<'f>(&self, facts: &'f Facts, place: u8) -> Option<&'f Arc<WeaponDef>> {
        let further = usize::from(place).checked_sub(1).filter(|_| self.result.hits <= 1);
        let Some(further) = further else { return self.arm(facts) };
        let (by, action) = facts.unit(self.by).zip(facts.book.action(self.action))?;
        facts.weapon_in(by, *self.with.more.get(further)?, action).map(|(_, def)| def)
    }

    /// The attacker's choice after a critical: the type of injury, or more drive (D-35, D-36, T-09).
    pub(super) fn critical_choice(&mut self, battle: &mut Battle, context: Context) -> OrFlow {
        if !self.result.landed || !self.result.critical || self.hurts_nobody(&battle.facts()) {
            return Ok(None);
        }
        if let Some(answer) = context.answer {
            if let Command::Choose { option, .. } = answer {
                let inflicts = battle.book().settings.harm.critical_condition == Some(option);
                self.loss.plain_drive = option.as_str().starts_with("drive:");
                self.loss.drive = option == "drive" || self.loss.plain_drive;
                self.loss.injury = (!self.loss.drive && !inflicts).then_some(option);
            }
            self.raise_drive(battle);
            return Ok(None);
        }
        let facts = battle.facts();
        let rule = &facts.book.settings.attack;
        let mut options = Vec::new();
        if let Some(condition) = facts.book.settings.harm.critical_condition {
            // In place of what a critical inflicts, where armour asks for drive (T-09).
            if facts.unit(self.target).is_none_or(|target| facts.armour_range(target).is_none()) {
                return Ok(None);
            }
            let known = facts.book.condition(condition);
            let name = known.map_or_else(|| facts.book.name_of(condition), |def| def.name.clone());
            options.push(ChoiceOption::new(condition.as_str(), Message::written(&name), 0));
        }
        let (plain, precise) = rule.critical_drive;
        let raise =
            |id: &str, drive: i32| ChoiceOption::new(id, message!("core-drive-x", drive = drive), drive);
        // A precise weapon gains more, unless its bearer wants no more than others (D-37).
        if self.places().any(|place| self.precise_at(&facts, place)) {
            options.push(raise("drive", precise));
            options.push(raise(&format!("drive:{plain}"), plain));
        } else {
            options.push(raise("drive", plain));
        }
        let mut seen = Vec::new();
        let limbs = facts.book.settings.harm.limbs.as_ref();
        let both = |kind: Key| limbs.map_or_else(|| vec![kind], |limbs| limbs.both(kind));
        for kind in rule.injuries.0.iter().chain(&rule.injuries.1).flat_map(|(_, kind)| both(*kind)) {
            if !seen.contains(&kind) {
                seen.push(kind);
                let name = Message::written(&facts.book.name_of(kind));
                options.push(ChoiceOption::new(kind.as_str(), name, 0));
            }
        }
        options.iter_mut().for_each(|option| self.foretell(&facts, option));
        let (about, target) = (ChoiceKind::Critical, Some(self.target));
        Ok(Some(battle.ask(self.by, Ask::Choice { about, target, options })))
    }

    /// Damage dice, of each hit its own (S-42, C-59, F-78).
    pub(super) fn throw_damage(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFlow {
        if !self.result.landed || self.replaces(def) {
            return Ok(None);
        }
        let facts = battle.facts();
        let Some(DamageSource::Dice(weapon)) = self.throws(&facts).map(|damage| damage.source) else {
            return Ok(None);
        };
        let Some(load) = blow::load(&facts, &self.spec(def), weapon) else { return Ok(None) };
        self.damage.load = Some(load);
        if self.damage.thrown {
            return Ok(None);
        }
        self.damage.dice.clear();
        for _ in 0..self.result.hits.max(1) {
            let thrown = battle.throw(self.by, &load.dice, Key::new("damage"))?;
            self.damage.dice.extend(thrown.dice);
        }
        Ok(None)
    }

    /// How many of its damage dice belong to one hit.
    pub(super) fn dice_of_a_hit(&self) -> usize {
        let own =
            self.damage.load.filter(|_| self.result.hits > 1).map(|load| usize::from(load.dice.count()));
        own.unwrap_or(self.damage.dice.len()).max(1)
    }

    /// A natural maximum is confirmed by the same score without modifiers, once for each hit that shows one (S-44).
    pub(super) fn confirm(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFlow {
        if !self.result.landed {
            return Ok(None);
        }
        let facts = battle.facts();
        let Some(sides) = self.damage.load.map(|load| load.dice.sides()) else { return Ok(None) };
        let hits = self.damage.dice.chunks(self.dice_of_a_hit()).enumerate();
        let shown: Vec<usize> = hits.filter(|(_, dice)| dice.contains(&sides)).map(|(hit, _)| hit).collect();
        if shown.is_empty() {
            return Ok(None);
        }
        let spec = AttackSpec { bare: true, hinder: 0, ..self.spec(def) };
        let flown = || {
            let target = facts.unit(self.target)?;
            self.result.check.as_ref().map(|made| attack::confirming(made, target))
        };
        let Some(check) = attack::check(&facts, &spec).or_else(flown) else { return Ok(None) };
        for hit in shown {
            if battle.roll_check(&check, Key::new("confirm"))?.success {
                self.result.criticals.push(hit);
            }
        }
        self.result.critical = !self.result.criticals.is_empty();
        Ok(None)
    }

    fn replaces(&self, def: &ActionDef) -> bool {
        def.harmless() && !matches!(def.manoeuvre, Some(Manoeuvre::Sunder | Manoeuvre::Subdue { .. }))
    }

    pub(super) fn weapon_key(&self) -> Key {
        let given = self.damage.given.as_ref().map(|given| given.cause);
        given.or(self.with.spell).or(self.with.also).or(self.with.weapon).unwrap_or(self.action)
    }
}
