//! The ways in which a unit can attack, and what each is worth.
//!
//! Actions, weapons and spells are read as ways of attacking. Whether one is possible somewhere is in
//! [`super::mind`].

use std::sync::Arc;

use super::weights;
use super::{
    blows::{Expected, Faces},
    value::{Effects, Toll, burden},
};
use crate::{
    grid::Template,
    key::Key,
    rules::{
        action::{ActionDef, Moment, Need, Provokes, Step, WeaponUse, Whom},
        area,
        attack::{AttackSpec, Means, RangeRule},
        economy::Mode,
        facts::{Facts, UnitId, UnitState},
        fire::{self, FireDef},
        legal::{self, Act, Args},
    },
};

/// One way of attacking: an action with what it is done with.
#[derive(Clone, Debug)]
pub struct Way {
    /// The action.
    pub def: Arc<ActionDef>,
    /// How it is paid.
    pub mode: Mode,
    /// The weapon, by its name on the unit.
    pub weapon: Option<Key>,
    /// The spell.
    pub spell: Option<Key>,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks (or `initiative`) and amounts.
    pub price: Vec<(Key, i32)>,
    /// In mêlée.
    pub melee: bool,
    /// Squares, least and most.
    pub range: (i32, i32),
    /// It opens the attacker to opportunity attacks.
    pub provokes: bool,
    /// How many times it can be done before the weapon has to be loaded, or the spell is gone.
    pub times: i32,
    /// The rounds of a burst that it names (C-83).
    pub amount: Option<i32>,
    /// Rounds that it fires.
    pub rounds: i32,
    /// What it covers, if it covers an area.
    pub area: Option<Template>,
    /// The first way that differs from it only in how it is paid.
    pub twin: usize,
}

impl Way {
    /// The attack on a target.
    pub fn spec(&self, by: UnitId, target: UnitId) -> AttackSpec<'_> {
        AttackSpec {
            weapon: self.weapon,
            spell: self.spell,
            rounds: self.rounds,
            ..AttackSpec::new(by, target, &self.def)
        }
    }

    /// The command's arguments.
    pub fn act(&self, target: UnitId) -> Act {
        let args = Args {
            target: Some(target),
            weapon: self.weapon,
            spell: self.spell,
            amount: self.amount,
            ..Args::default()
        };
        Act { action: self.def.id, mode: self.mode, args }
    }

    /// What an attack of this way, [`Way::spec`], is worth to the attacker.
    pub fn worth(&self, facts: &Facts, faces: &Faces, spec: &AttackSpec<'_>, toll: &Toll, worth: f64) -> f64 {
        let (by, target) = (spec.by, spec.target);
        if !self.meant_for(facts, by, target) {
            return 0.0;
        }
        if let Some(repeat) = &self.def.repeat {
            return self.repeated(facts, faces, spec, (toll, worth), repeat.burden);
        }
        let Some(expected) = Expected::of(facts, faces, spec) else { return 0.0 };
        let mut value: f64 = expected.losses.iter().map(|(loss, chance)| chance * toll.of_loss(*loss)).sum();
        value += weights::SHIELD_WORN * expected.hit * f64::from(expected.worn);
        let (Some(own), Some(other)) = (facts.unit(by), facts.unit(target)) else { return 0.0 };
        let book = &facts.book;
        if let Some(def) = book.settings.harm.critical_condition.and_then(|id| book.condition(id))
            && !other.conditions.has(def.id)
        {
            value += weights::CRITICAL
                * burden(facts, other, def).max(0.0)
                * expected.critical
                * expected.harms().min(1.0);
        }
        let effects = Effects { facts, by: own, target: Some(other), sv: expected.value };
        for step in &self.def.steps {
            if let Step::Attack { instead, .. } = step
                && !instead.is_empty()
            {
                value += expected.hit * effects.value(instead);
            }
        }
        if let Some(spell) = self.spell.and_then(|id| book.spell(id)) {
            value += expected.hit * super::magic::lasting(spell) * effects.value(&spell.effects);
        }
        value * worth + self.spread(facts, faces, own, other)
            - self.risk(facts, &expected, own, other)
            - self.waste(own)
    }

    /// What shot that spreads does to the others in the target's square (C-90).
    fn spread(&self, facts: &Facts, faces: &Faces, own: &UnitState, target: &UnitState) -> f64 {
        let known = self.weapon.and_then(|id| facts.weapon_in(own, id, &self.def));
        let Some((_, weapon)) = known else { return 0.0 };
        let struck = fire::struck(facts, own, target, weapon).into_iter().skip(1);
        let others = struck.filter_map(|id| facts.unit(id)).filter(|unit| !facts.out(unit));
        let worth = |unit: &UnitState| {
            let expected = Expected::of(facts, faces, &self.spec(own.id(), unit.id()))?;
            let toll = Toll::of(facts, unit);
            let sum: f64 = expected.losses.iter().map(|(loss, chance)| chance * toll.of_loss(*loss)).sum();
            Some(if facts.hostile(own, unit) { sum } else { -weights::OWN_SIDE * sum })
        };
        others.filter_map(worth).sum()
    }

    /// Whether the action is one for such a target: somebody helpless, somebody who is not kept down already.
    fn meant_for(&self, facts: &Facts, by: UnitId, target: UnitId) -> bool {
        let (Some(own), other) = (facts.unit(by), facts.unit(target)) else { return false };
        self.def.needs.iter().all(|need| match need {
            Need::Target(test, _) => facts.evaluate(test, own, other, &|_| None) != 0,
            _ => true,
        })
    }

    /// What a shot into a crowd may do to one's own side when it misses (C-49).
    fn risk(&self, facts: &Facts, expected: &Expected, own: &UnitState, target: &UnitState) -> f64 {
        let known = self.weapon.and_then(|id| facts.weapon_in(own, id, &self.def));
        let (Some((_, weapon)), Some(rule)) = (known, &facts.book.settings.attack.fire.stray) else {
            return 0.0;
        };
        let spec = self.spec(own.id(), target.id());
        if !fire::may_stray(facts, &spec, weapon) {
            return 0.0;
        }
        let near = fire::astray(facts, own.id(), target);
        let friends = near.iter().filter(|id| !facts.hostile_ids(own.id(), **id)).count();
        let goes = f64::from(rule.die + 1 - rule.from.min(rule.die)) / f64::from(rule.die.max(1));
        let share = friends as f64 / near.len().max(1) as f64;
        (1.0 - expected.hit) * goes * share * weights::STRAY
    }

    /// What is left in a weapon is worth something.
    fn waste(&self, own: &UnitState) -> f64 {
        let item = self.weapon.and_then(|id| own.gear.items.iter().find(|item| item.id == id));
        match item {
            Some(item) if self.rounds > 1 => {
                weights::AMMUNITION * f64::from(self.rounds) / f64::from(item.loaded.max(self.rounds))
            }
            _ => 0.0,
        }
    }
}

impl Way {
    /// Attacks made one after the other, each worse than the one before, as long as they pay.
    fn repeated(
        &self,
        facts: &Facts,
        faces: &Faces,
        spec: &AttackSpec<'_>,
        target: (&Toll, f64),
        burden: i32,
    ) -> f64 {
        let toll = target.0;
        let most = usize::try_from(toll.out_at.clamp(1, 1 << 10)).unwrap_or(1);
        // Chances of each loss so far; the last is out of the fight.
        let mut so_far = vec![0.0; most + 1];
        so_far[0] = 1.0;
        let mut sum = 0.0;
        for n in 0..self.times.min(5) {
            let spec = AttackSpec { hinder: burden * n, ..spec.clone() };
            let Some(expected) = Expected::of(facts, faces, &spec) else { break };
            let certain: f64 = expected.losses.iter().map(|(_, chance)| chance).sum();
            let mut then: Vec<f64> = so_far.iter().map(|chance| chance * (1.0 - certain).max(0.0)).collect();
            for (before, chance) in so_far.iter().enumerate() {
                for (loss, of_loss) in &expected.losses {
                    let loss = usize::try_from(*loss).unwrap_or(0);
                    then[(before + loss).min(most)] += chance * of_loss;
                }
            }
            let worth: f64 =
                then.iter().zip(0..).map(|(chance, loss): (&f64, i32)| chance * toll.of_loss(loss)).sum();
            let price = if n == 0 { 0.0 } else { weights::REPEAT };
            if worth - price * f64::from(n) <= sum {
                break;
            }
            sum = worth - price * f64::from(n);
            so_far = then;
        }
        sum * target.1
    }
}

/// What an action costs with a stated amount.
pub fn cost(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    mode: Mode,
    amount: Option<i32>,
) -> Vec<(Key, i32)> {
    if def.increment.and_then(|own| facts.book.settings.tasks.as_ref()?.rounds(own)).is_some() {
        return legal::whole_turn(facts, unit);
    }
    let economy = &facts.book.settings.economy;
    def.cost
        .iter()
        .map(|cost| {
            let value = facts.evaluate(&cost.1, unit, None, &|name| {
                (name == "amount").then_some(i64::from(amount.unwrap_or(1)))
            });
            (economy.pool_for(cost.0, mode), i32::try_from(value).unwrap_or(i32::MAX))
        })
        .filter(|(_, amount)| *amount != 0)
        .collect()
}

/// All ways in which a unit could attack with what it has in hand and in its slots, whatever it has left to pay with.
pub fn ways(facts: &Facts, unit: &UnitState, modes: &[Mode]) -> Vec<Way> {
    let mut found = Vec::new();
    for def in facts.book.actions.iter() {
        let blind = FireDef::of(def).blind;
        // An attack for openings only is one when nothing but answers is looked for (S-66).
        let opening = *modes == [Mode::Immediate] && def.on.contains(&Moment::Provoked);
        if !def.attacks()
            || def.is_reaction() && !opening
            || def.path().is_some()
            || def.feat.is_some()
            || blind
        {
            continue;
        }
        for mode in modes
            .iter()
            .copied()
            .filter(|mode| def.allows(*mode) && (*mode != Mode::Free || def.cost.is_empty()))
        {
            let cost = legal::cost(facts, unit, &def.cost, mode);
            if def.steps.contains(&Step::Cast) {
                let mut seen: Vec<Key> = Vec::new();
                for slot in unit.slots.0.iter().filter(|slot| !slot.spent) {
                    if seen.contains(&slot.spell) {
                        continue;
                    }
                    seen.push(slot.spell);
                    let Some(spell) = facts.book.spell(slot.spell) else { continue };
                    if !matches!(spell.target, Whom::Foe | Whom::Any) || spell.at_square() {
                        continue;
                    }
                    let times =
                        unit.slots.0.iter().filter(|own| !own.spent && own.spell == slot.spell).count();
                    found.push(Way {
                        def: def.clone(),
                        mode,
                        weapon: None,
                        spell: Some(slot.spell),
                        cost: cost.clone(),
                        price: price(facts, unit, def, spell.level),
                        melee: false,
                        range: (0, spell.increment * spell.max_increments),
                        provokes: spell.provokes != Provokes::Never,
                        times: i32::try_from(times).unwrap_or(1),
                        amount: None,
                        rounds: 1,
                        area: area::shape(facts, unit, def, &Means::Spell(spell)),
                        twin: 0,
                    });
                }
                continue;
            }
            let Some(uses) = def.weapon_use() else { continue };
            let mut kinds: Vec<Key> = Vec::new();
            for (item, weapon) in facts.in_hand(unit, uses) {
                if kinds.contains(&item.def) || !item.has_shots(weapon, 1) {
                    continue;
                }
                if !fire::serves(def, weapon) {
                    continue;
                }
                kinds.push(item.def);
                let melee = weapon.uses == WeaponUse::Melee;
                let bursts = fire::amounts(def, weapon).into_iter().map(|amount| {
                    let rounds = fire::rounds(facts, unit, def, Some(item.id), amount);
                    (amount, rounds, rounds * FireDef::of(def).times)
                });
                let bursts = bursts.filter(|(.., used)| item.has_shots(weapon, *used));
                found.extend(bursts.map(|(amount, rounds, used)| Way {
                    def: def.clone(),
                    mode,
                    weapon: Some(item.id),
                    spell: None,
                    cost: cost.clone(),
                    price: price(facts, unit, def, 0),
                    melee,
                    range: range(facts, unit, &Means::Weapon(weapon)),
                    provokes: match def.provokes {
                        Provokes::Always | Provokes::IfCheck => true,
                        Provokes::IfUnarmed => weapon.unarmed,
                        Provokes::Never | Provokes::PerSquare => false,
                    },
                    times: match (item.shots(weapon), weapon.uses) {
                        (Some(left), _) => left / used.max(1),
                        (None, WeaponUse::Thrown) if !weapon.natural => 1,
                        (None, _) => 9,
                    },
                    amount,
                    rounds,
                    area: area::shape(facts, unit, def, &Means::Weapon(weapon)),
                    twin: 0,
                }));
            }
        }
    }
    for at in 0..found.len() {
        let (known, rest) = found.split_at_mut(at);
        let own = &mut rest[0];
        let same = |other: &Way| {
            let with = (other.weapon, other.spell, other.amount) == (own.weapon, own.spell, own.amount);
            with && other.def.id == own.def.id
        };
        own.twin = known.iter().position(same).unwrap_or(at);
    }
    found
}

/// The way in which a unit attacks with a stated action, weapon or spell, whether or not it could pay for it again.
pub fn way_of(
    facts: &Facts,
    unit: &UnitState,
    action: Key,
    weapon: Option<Key>,
    spell: Option<Key>,
) -> Option<Way> {
    let def = facts.book.action(action)?;
    let cast = def.steps.contains(&Step::Cast);
    let spell = if cast { spell } else { None };
    let weapon = if cast { None } else { weapon.or_else(|| legal::default_weapon(facts, unit, def)) };
    let known = weapon.and_then(|id| facts.weapon_in(unit, id, def));
    let means = match (known, spell) {
        (Some((_, weapon)), _) => Means::Weapon(weapon),
        (None, Some(id)) => Means::Spell(facts.book.spell(id)?),
        (None, None) => return None,
    };
    Some(Way {
        def: def.clone(),
        mode: Mode::Standard,
        weapon,
        spell,
        cost: legal::cost(facts, unit, &def.cost, Mode::Standard),
        price: price(
            facts,
            unit,
            def,
            spell.and_then(|id| facts.book.spell(id)).map_or(0, |spell| spell.level),
        ),
        melee: known.is_some_and(|(_, weapon)| weapon.uses == WeaponUse::Melee),
        range: range(facts, unit, &means),
        provokes: false,
        times: 1,
        amount: None,
        rounds: fire::rounds(facts, unit, def, weapon, None),
        area: area::shape(facts, unit, def, &means),
        twin: 0,
    })
}

/// What an action's price comes to.
pub fn price(facts: &Facts, unit: &UnitState, def: &ActionDef, level: i32) -> Vec<(Key, i32)> {
    let costs = match &def.price {
        Some(price) => price,
        None if def.cost.is_empty() => return Vec::new(),
        None => &facts.book.settings.economy.price,
    };
    costs
        .iter()
        .map(|cost| {
            let value = facts.evaluate(&cost.1, unit, None, &|name| match name.as_str() {
                "level" => Some(i64::from(level)),
                "amount" => Some(1),
                _ => None,
            });
            (cost.0, i32::try_from(value).unwrap_or(i32::MAX))
        })
        .collect()
}

/// Least and greatest distance of a weapon or spell.
fn range(facts: &Facts, unit: &UnitState, means: &Means<'_>) -> (i32, i32) {
    let weapon = match means {
        Means::Spell(spell) => return (0, spell.increment * spell.max_increments),
        Means::Weapon(weapon) => *weapon,
    };
    let rule = &facts.book.settings.attack;
    if weapon.uses == WeaponUse::Melee && !rule.melee_by_bands {
        return facts.threat_range(unit);
    }
    match &rule.range {
        RangeRule::Increments => (0, weapon.increment * weapon.max_increments),
        RangeRule::Multiple(times) => (0, weapon.increment * times),
        RangeRule::Bands { bands, types } => {
            let row = weapon.range_type.and_then(|kind| types.get(&kind));
            let last = row.and_then(|row| row.iter().rposition(Option::is_some));
            (0, last.and_then(|at| bands.get(at)).map_or(0, |(_, most)| *most))
        }
    }
}
