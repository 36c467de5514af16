//! What stands against an attack: shields, evading, the defence roll, drive and auras.

use crate::battle::prelude::*;

impl Strike {
    /// Shields far out and near: ranged attacks made of energy alone, weapon by weapon (D-58, D-60).
    pub(super) fn shields(&mut self, battle: &mut Battle, precision: Precision) -> OrFlow {
        let facts = battle.facts();
        if !self.result.landed || !self.ranged(&facts) {
            return Ok(None);
        }
        let (Some(by), Some(target)) = (facts.unit(self.by), facts.unit(self.target)) else {
            return Ok(None);
        };
        let from = facts.book.settings.attack.low_shield_from;
        if precision == Precision::Low && facts.distance(by, target) < from {
            return Ok(None);
        }
        if precision == Precision::Medium && facts.linked_by_bond(self.by, self.target) {
            return Ok(None);
        }
        let whole = self.unpaid(target);
        let before = self.averted.paid.len();
        let mut covered: Vec<(UnitId, Key, i32)> = Vec::new();
        let weapons: Vec<u8> = self.damage.portions.iter().map(|portion| portion.weapon).collect();
        for weapon in
            weapons.iter().enumerate().filter(|(at, own)| !weapons[..*at].contains(own)).map(|(_, own)| *own)
        {
            let mut of_weapon = self.damage.portions.iter().filter(|portion| portion.weapon == weapon);
            let pure = of_weapon.all(Portion::is_energy);
            // Frag does not bar the energy beside it in an area (D-94).
            if !pure && !self.spread || self.explosive_at(&facts, weapon).is_some() {
                continue;
            }
            let mut own: Vec<Portion> =
                self.damage.portions.iter().filter(|portion| portion.weapon == weapon).cloned().collect();
            if precision == Precision::Low {
                let before = covered.len();
                harm::cover(&facts, by, target, &mut own, &mut covered);
                self.note_far(&facts, (by, target), weapon, &covered[before..]);
            } else {
                harm::shield(&facts, &whole, precision, (&mut own, &mut self.averted.paid), true);
            }
            let mut own = own.into_iter();
            for portion in self.damage.portions.iter_mut().filter(|portion| portion.weapon == weapon) {
                if let Some(after) = own.next() {
                    *portion = after;
                }
            }
        }
        for (ward, points) in self.averted.paid[before..].iter().copied() {
            battle.apply(Effect::Ward { unit: self.target, ward, amount: -points })?;
        }
        for (unit, ward, points) in covered {
            battle.apply(Effect::Ward { unit, ward, amount: -points })?;
            if unit == self.target {
                self.averted.paid.push((ward, points));
            }
        }
        if !self.damage.portions.is_empty() && self.damage.portions.iter().all(|portion| portion.amount <= 0)
        {
            self.result.landed = false;
        }
        if facts.book.settings.attack.drive_margin.is_some() {
            self.revalue();
        }
        Ok(None)
    }

    /// The target before its shields have paid in this attack: what they paid is counted beside it (D-65).
    pub(super) fn unpaid<'t>(&self, target: &'t UnitState) -> Cow<'t, UnitState> {
        if target.wards.shields.iter().all(|shield| shield.pool.is_none()) {
            return Cow::Borrowed(target);
        }
        let mut whole = target.clone();
        for (ward, points) in &self.averted.paid {
            whole.wards.change(*ward, *points);
        }
        Cow::Owned(whole)
    }

    /// The target may answer an attack that has succeeded (A-130, S-34).
    pub(super) fn evade(&mut self, battle: &mut Battle, context: Context) -> OrFlow {
        if let Some(value) = context.value {
            if let FrameValue::Closed { reduced, evaded, shield, follows, .. } = value {
                self.averted.follows.extend(follows);
                self.averted.reduced = reduced;
                self.averted.evaded = evaded;
                if let Some(unit) = shield {
                    self.strike_instead(battle, unit);
                }
            }
            // Of several hits each degree takes one away (S-35).
            if self.result.hits > 1 {
                let left = (self.result.hits - self.averted.evaded).max(0);
                self.damage.portions.retain(|portion| i32::from(portion.weapon) < left);
            }
            self.result.hits = (self.result.hits - self.averted.evaded).max(0);
            if self.averted.evaded > 0 && self.result.hits == 0 {
                self.result.landed = false;
            }
            let numberless = self.result.check.as_ref().is_some_and(|check| check.value.is_none());
            if self.averted.reduced > 0 && (numberless || self.averted.reduced >= self.result.value) {
                self.result.landed = false;
            }
            return Ok(None);
        }
        // Friend and foe alike defend themselves against what spreads.
        let meant = self.result.shared.is_some() || battle.facts().hostile_ids(self.by, self.target);
        if !self.result.landed || !meant || self.averted.unanswered {
            return Ok(None);
        }
        let (value, melee) = (self.stake(battle), !self.ranged(&battle.facts()));
        let (check, first) = (self.result.check.clone(), self.result.first.clone());
        Ok(Some(self.window(melee, context.id, Moment::Hit, check, first, value)))
    }

    /// What comes once it is over for those who have answered it, one after the other (S-67).
    pub(super) fn follow_up(&mut self, battle: &mut Battle) -> Option<Flow> {
        while !self.averted.follows.is_empty() {
            let follow = self.averted.follows.remove(0);
            if let Some(flow) = follow.if_possible(battle, self.by) {
                return Some(flow);
            }
        }
        None
    }

    /// Somebody has stepped in and is the target from now on (S-41).
    fn strike_instead(&mut self, battle: &mut Battle, unit: UnitId) {
        self.target = unit;
        let facts = battle.facts();
        let had = facts.unit(unit).map(|own| own.conditions.0.iter().map(|own| own.id).collect());
        self.had = had.unwrap_or_default();
    }

    /// What would get through armour and resistance if nothing is done.
    fn stake(&self, battle: &mut Battle) -> i32 {
        let facts = battle.facts();
        let Some(target) = facts.unit(self.target) else { return 0 };
        let manoeuvre = facts.book.action(self.action).and_then(|def| def.manoeuvre.as_ref());
        if self.result.check.as_ref().is_some_and(|check| check.value.is_some()) {
            let portion = blow::value_portion(&self.types(&facts), self.result.value);
            match manoeuvre {
                Some(Manoeuvre::Sunder) => {
                    return self.pass_item(&facts, vec![portion], Blow::default()).total;
                }
                Some(_) => return self.result.value,
                None => {}
            }
            let portions = match self.damage.portions.is_empty() {
                true => blow::for_each_hit(vec![portion], self.result.hits),
                false => self.damage.portions.clone(),
            };
            let hits = (portions.as_slice(), self.hit_count());
            let whole = self.unpaid(target);
            return harm::pass_hits(&facts, &whole, hits, |_| Blow::default(), self.averted.paid.clone())
                .total;
        }
        self.result.value
    }

    pub(super) fn types(&self, facts: &Facts) -> Vec<Key> {
        if let Some(given) = &self.damage.given {
            return given.types.clone();
        }
        if let Some(spell) = self.with.spell.and_then(|id| facts.book.spell(id)) {
            return spell.types.clone();
        }
        self.arm(facts).map(|def| def.types.clone()).unwrap_or_default()
    }

    /// The target's own roll: evaded, hit, or critical (D-31 to D-34).
    pub(super) fn defence_roll(&mut self, battle: &mut Battle) -> OrFlow {
        if !self.result.landed {
            return Ok(None);
        }
        let facts = battle.facts();
        let rule = &facts.book.settings.attack;
        let Some((melee, ranged)) = rule.defence_roll else { return Ok(None) };
        let by_range = self.ranged(&facts);
        let (Some(by), Some(target)) = (facts.unit(self.by), facts.unit(self.target)) else {
            return Ok(None);
        };
        let near = {
            let own = self.arm(&facts).map(|def| &**def);
            !by_range || facts.distance(by, target) <= attack::crit_range(&facts, by, own)
        };
        if !facts.can_defend(target) || facts.unseen(by) {
            self.result.critical = near;
            return Ok(None);
        }
        let id = if by_range { ranged } else { melee };
        let mut request = Request::rolled(id, self.target, Versus::Nothing);
        request.against = Some(self.by);
        request.reaction = true;
        let Some(check) = check::build(&facts, request) else { return Ok(None) };
        let by_how_much = rule.critical_by;
        let reading = battle.roll_check(&check, Key::new("defence"))?;
        battle.spend_once(self.target, check.id)?;
        if reading.success {
            self.result.landed = false;
        } else {
            self.result.critical = near && by_how_much.is_some_and(|limit| -reading.margin >= limit);
        }
        Ok(None)
    }

    /// Whether the weapon at a place is precise: one of mêlée that is tagged so (D-37).
    pub(super) fn precise_at(&self, facts: &Facts, place: u8) -> bool {
        self.arm_at(facts, place).is_some_and(|def| def.tagged("precise") && !def.is_ranged())
    }

    pub(super) fn raise_drive(&mut self, battle: &mut Battle) {
        if self.loss.drive {
            self.damage.portions = self.raised(&battle.facts(), self.loss.plain_drive);
        }
    }

    /// What it carries with the drive of a critical: that of precise weapons, or only that of others (D-36, D-37).
    fn raised(&self, facts: &Facts, plainly: bool) -> Vec<Portion> {
        let (plain, precise) = facts.book.settings.attack.critical_drive;
        let raise = |portion: &Portion| {
            let more = !plainly && self.precise_at(facts, portion.weapon);
            Portion { drive: portion.drive + if more { precise } else { plain }, ..portion.clone() }
        };
        self.damage.portions.iter().map(raise).collect()
    }

    /// Writes on an option of a critical what it comes to; nothing where that is not known yet.
    pub(super) fn foretell(&self, facts: &Facts, option: &mut ChoiceOption) {
        let target = facts.unit(self.target).filter(|_| !self.damage.portions.is_empty());
        let Some(target) = target else { return };
        let portions = match option.id.as_str().split_once(':') {
            None if option.id != "drive" => self.damage.portions.clone(),
            plainly => self.raised(facts, plainly.is_some()),
        };
        let reached: Vec<Key> = portions.iter().filter(|one| one.amount > 0).map(|one| one.kind).collect();
        let effect = self.result.first.as_ref().map_or(0, |reading| reading.margin);
        let blow = Blow { reduced: self.averted.reduced, effect, critical: true };
        let (hits, paid) = ((portions.as_slice(), self.hit_count()), self.averted.paid.clone());
        let trace = harm::pass_hits(facts, &self.unpaid(target), hits, |_| blow, paid);
        option.takes = Some(trace.total);
        option.owed = harm::owed(facts, target, &trace, &reached);
        option.spent = trace.paid.get(self.averted.paid.len()..).unwrap_or_default().to_vec();
    }

    /// Whether something else comes in place of its damage: nothing is rolled or chosen for an injury then (D-82).
    pub(super) fn hurts_nobody(&self, facts: &Facts) -> bool {
        facts.book.action(self.action).is_some_and(|def| def.harmless())
    }

    /// The die for the type of injury (D-70): on every hit, unless a critical chose it.
    pub(super) fn injury_type(&mut self, battle: &mut Battle) -> OrFlow {
        let facts = battle.facts();
        if !self.result.landed || self.loss.injury.is_some() || self.hurts_nobody(&facts) {
            return Ok(None);
        }
        let ranged = self.ranged(&facts);
        let book = battle.book();
        let die = battle.throw_die(self.target, book.settings.attack.injury_die, Key::new("injury"))?;
        self.loss.injury = harm::injury_by(&facts, ranged, die);
        Ok(None)
    }

    /// A damage aura may answer a mêlée hit that is not critical (D-117, D-118, D-38).
    pub(super) fn aura_answer(&mut self, battle: &mut Battle, context: Context) -> OrFlow {
        let facts = battle.facts();
        if !self.result.landed || self.result.critical || self.ranged(&facts) {
            return Ok(None);
        }
        if let Some(answer) = context.answer {
            self.averted.aura = battle.spend_aura(self.target, &answer)?;
            return Ok(None);
        }
        Ok(battle.ask_aura(self.target, self.by))
    }
}
