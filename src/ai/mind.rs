//! One unit's view of the fight: its ways of attacking, its foes and what they could do, and "what if I stood there".
//!
//! Owns the facts that are altered to try things out, and what has been worked out of them so far. Which thing is
//! tried is the business of `moves` and `deeds`.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    blows::{Expected, Faces},
    value::{Effects, Toll, burden},
};
use crate::{
    grid::{CoverLevel, Square, SquareSet},
    key::Key,
    rules::{
        action::{ActionDef, Provokes, Step, WeaponUse, Whom},
        attack::{self, AttackSpec, Means, RangeRule},
        condition::Forbids,
        economy::Mode,
        facts::{Facts, UnitId, UnitState},
        legal::{self, Act, Args, Occasion},
        movement::StepEvents,
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
}

impl Way {
    /// The attack on a target.
    pub fn spec(&self, by: UnitId, target: UnitId) -> AttackSpec<'_> {
        AttackSpec {
            by,
            target,
            action: &self.def,
            weapon: self.weapon,
            spell: self.spell,
            used: None,
            hinder: 0,
            bare: false,
        }
    }

    /// The command's arguments.
    pub fn act(&self, target: UnitId) -> Act {
        let args = Args { target: Some(target), weapon: self.weapon, spell: self.spell, ..Args::default() };
        Act { action: self.def.id, mode: self.mode, args }
    }

    /// What an attack of this way is worth to the attacker.
    pub fn worth(&self, facts: &Facts, faces: &Faces, by: UnitId, target: UnitId, toll: &Toll, worth: f64) -> f64 {
        let Some(expected) = Expected::of(facts, faces, &self.spec(by, target)) else { return 0.0 };
        let mut value: f64 = expected.losses.iter().map(|(loss, chance)| chance * toll.of_loss(*loss)).sum();
        let (Some(own), Some(other)) = (facts.unit(by), facts.unit(target)) else { return 0.0 };
        let book = &facts.book;
        if let Some(def) = book.settings.harm.critical_condition.and_then(|id| book.condition(id))
            && !other.conditions.has(def.id)
        {
            value += 0.7 * burden(facts, other, def).max(0.0) * expected.critical * expected.harms().min(1.0);
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
            value += expected.hit * effects.value(&spell.effects);
        }
        value * worth
    }
}

/// All ways in which a unit could attack with what it has in hand and in its slots, whatever it has left to pay with.
pub fn ways(facts: &Facts, unit: &UnitState, modes: &[Mode]) -> Vec<Way> {
    let mut found = Vec::new();
    for def in facts.book.actions.iter() {
        if !def.attacks() || def.is_reaction() || def.path().is_some() {
            continue;
        }
        for mode in modes.iter().copied().filter(|mode| def.allows(*mode) && (*mode != Mode::Free || def.cost.is_empty())) {
            let cost = legal::cost(facts, unit, &def.cost, mode);
            if def.steps.contains(&Step::Cast) {
                let mut seen: Vec<Key> = Vec::new();
                for slot in unit.slots.0.iter().filter(|slot| !slot.spent) {
                    if seen.contains(&slot.spell) {
                        continue;
                    }
                    seen.push(slot.spell);
                    let Some(spell) = facts.book.spell(slot.spell) else { continue };
                    if !matches!(spell.target, Whom::Foe | Whom::Any) {
                        continue;
                    }
                    let times = unit.slots.0.iter().filter(|own| !own.spent && own.spell == slot.spell).count();
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
                    });
                }
                continue;
            }
            let Some(uses) = def.weapon_use() else { continue };
            let mut kinds: Vec<Key> = Vec::new();
            for (item, weapon) in facts.in_hand(unit, uses) {
                if kinds.contains(&item.def) || (weapon.capacity > 0 && item.loaded <= 0) {
                    continue;
                }
                kinds.push(item.def);
                let melee = weapon.uses == WeaponUse::Melee;
                found.push(Way {
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
                    times: match (weapon.capacity, weapon.uses) {
                        (0, WeaponUse::Thrown) if !weapon.natural => 1,
                        (0, _) => 9,
                        _ => item.loaded,
                    },
                });
            }
        }
    }
    found
}

/// The way in which a unit attacks with a stated action, weapon or spell, whether or not it could pay for it again.
pub fn way_of(facts: &Facts, unit: &UnitState, action: Key, weapon: Option<Key>, spell: Option<Key>) -> Option<Way> {
    let def = facts.book.action(action)?;
    let cast = def.steps.contains(&Step::Cast);
    let spell = if cast { spell } else { None };
    let weapon = if cast { None } else { weapon.or_else(|| legal::default_weapon(facts, unit, def)) };
    let known = weapon.and_then(|id| facts.weapon(unit, id));
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
        price: price(facts, unit, def, spell.and_then(|id| facts.book.spell(id)).map_or(0, |spell| spell.level)),
        melee: known.is_some_and(|(_, weapon)| weapon.uses == WeaponUse::Melee),
        range: range(facts, unit, &means),
        provokes: false,
        times: 1,
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

/// A foe that the unit knows of.
#[derive(Clone, Debug)]
pub struct Foe {
    /// Its place in the facts.
    pub at: usize,
    /// Its id.
    pub id: UnitId,
    /// What it can take.
    pub toll: Toll,
    /// What it is worth, by the harm it does.
    pub worth: f64,
    /// It can act, and attack.
    pub able: bool,
    /// How it could attack.
    pub ways: Vec<Way>,
    /// What each way is worth to it where everybody stands now.
    pub base: Vec<f64>,
    /// How many opportunity attacks it can still pay for.
    pub chances: i32,
    /// What one of them would cost the unit.
    pub opportunity: f64,
    /// Squares that it threatens; empty where nothing provokes.
    pub threat: SquareSet,
    /// Squares that it can go in one move, about.
    pub mobility: i32,
}

/// What a place, the distance and the state of a unit make of an attack; nothing else does.
type Moment = (usize, usize, i32, i32, i32, u8, i32, i32, u32);

/// One unit's view.
pub struct Mind<'a> {
    /// The facts as they are.
    pub facts: &'a Facts,
    /// The facts to alter.
    pub what: Facts,
    /// The unit.
    pub me: UnitId,
    /// Its place in the facts.
    pub at: usize,
    /// Only granted points of this pool may be used (F-76).
    pub granted: Option<Key>,
    /// The dice of checks.
    pub faces: Faces,
    /// What it can take.
    pub toll: Toll,
    /// Its ways of attacking.
    pub ways: Vec<Way>,
    /// Its foes, those that are out of the fight left out unless they are all there is.
    pub foes: Vec<Foe>,
    /// Its side's other units still in the fight, by their places in the facts.
    pub friends: Vec<usize>,
    /// How much what may happen to it weighs.
    pub caution: f64,
    /// Where to go while nobody is in reach.
    pub goal: super::goal::Goal,
    version: u32,
    gains: BTreeMap<Moment, f64>,
    dangers: BTreeMap<Moment, f64>,
}

impl<'a> Mind<'a> {
    /// The view of a unit. None if it is not there.
    pub fn new(facts: &'a Facts, me: UnitId, granted: Option<Key>) -> Option<Self> {
        let at = facts.units.iter().position(|unit| unit.id() == me)?;
        let own = facts.units.get(at)?;
        let faces = Faces::of(facts);
        let toll = Toll::of(facts, own);
        let modes: &[Mode] = match facts.book.settings.economy.modes.is_empty() {
            true => &[Mode::Standard, Mode::Free],
            false => &[Mode::Standard, Mode::Swift, Mode::Free],
        };
        let foes = foes(facts, &faces, own, &toll);
        let friends: Vec<usize> = facts
            .units
            .iter()
            .enumerate()
            .filter(|(other, unit)| *other != at && !facts.hostile(unit, own) && !facts.out(unit))
            .map(|(other, _)| other)
            .collect();
        let mut caution: f64 = if toll.weak_at < 8 { 0.65 } else { 0.45 };
        // The longer a fight lasts, the less anyone holds back: fights come to blows and to an end.
        caution *= 1.0 - f64::from(facts.round.min(12)) / 12.0;
        Some(Self {
            facts,
            what: facts.clone(),
            me,
            at,
            granted,
            faces,
            toll,
            ways: ways(facts, own, modes),
            foes,
            friends,
            caution,
            goal: super::goal::Goal::default(),
            version: 0,
            gains: BTreeMap::new(),
            dangers: BTreeMap::new(),
        })
    }

    /// The unit as it is.
    pub fn own(&self) -> &'a UnitState {
        &self.facts.units[self.at]
    }

    /// The unit in the altered facts.
    pub fn tried(&mut self) -> &mut UnitState {
        &mut self.what.units[self.at]
    }

    /// Something besides place and points was altered.
    pub fn altered(&mut self) {
        self.version += 1;
    }

    /// Puts the unit elsewhere in the altered facts, after moving so many squares and using so many points.
    pub fn stand(&mut self, square: Square, squares: i32, points: i32) {
        let (moved, used) = (self.own().usage.squares, self.own().usage.points);
        let unit = &mut self.what.units[self.at];
        unit.place.area.origin = square;
        unit.usage.squares = moved + squares;
        unit.usage.points = used + points;
    }

    /// Undoes [`Mind::stand`].
    pub fn back(&mut self) {
        self.stand(self.own().place.area.origin, 0, 0);
    }

    /// Undoes every alteration of the unit.
    pub fn restore(&mut self) {
        self.what.units[self.at] = self.facts.units[self.at].clone();
        self.version += 1;
    }

    /// Whether the battle would take the action now.
    pub fn permits(&self, act: &Act) -> bool {
        let occasion = Occasion { granted: self.granted.is_some(), ..Occasion::default() };
        let Ok(plan) = legal::plan(self.facts, self.me, act, &occasion) else { return false };
        let Some(pool) = self.granted else { return true };
        let grant = self.facts.book.settings.timing.press.as_ref().map_or(0, |rule| rule.grant.1);
        let uses: i32 = plan.cost.iter().filter(|(own, _)| *own == pool).map(|(_, amount)| *amount).sum();
        let others = plan.cost.iter().any(|(own, amount)| *own != pool && *amount > 0);
        uses <= grant && !others && self.own().usage.this_turn.len() <= 1
    }

    /// Whether a cost can be paid once another has been, for an action of these tags after one of those.
    pub fn pays(&self, cost: &[(Key, i32)], tags: &[Key], first: &[(Key, i32)], done: &[Key]) -> bool {
        let economy = &self.facts.book.settings.economy;
        let own = self.own();
        let once = economy.once_a_turn.iter().any(|tag| {
            tags.contains(tag) && (done.contains(tag) || own.usage.tags.contains(tag))
        });
        if once {
            return false;
        }
        let spent = |pool: Key| first.iter().filter(|(id, _)| *id == pool).map(|(_, amount)| *amount).sum::<i32>();
        let all: i32 = cost.iter().chain(first).map(|(_, amount)| *amount).sum();
        let capped = self.facts.cap(own).is_some_and(|(cap, _)| own.usage.points + all > cap);
        let granted = self.granted.is_some() && !first.is_empty();
        !capped
            && !granted
            && cost.iter().all(|(pool, amount)| self.facts.points(own, *pool) - spent(*pool) >= *amount)
    }

    /// How often a way can be paid for after something else.
    pub fn times(&self, way: usize, first: &[(Key, i32)], done: &[Key]) -> i32 {
        let way = &self.ways[way];
        let mut spent = first.to_vec();
        let mut tags = done.to_vec();
        let mut times = 0;
        while times < way.times.min(4) && self.pays(&way.cost, &way.def.tags, &spent, &tags) {
            times += 1;
            if way.cost.is_empty() {
                break;
            }
            spent.extend(way.cost.iter().copied());
            tags.extend(way.def.tags.iter().copied());
        }
        times
    }

    /// What paying a price is worth.
    pub fn price(&self, price: &[(Key, i32)]) -> f64 {
        price
            .iter()
            .map(|(track, amount)| if *track == "initiative" {
                0.01 * f64::from(*amount)
            } else if self.toll.weak_at == 0 {
                0.01 * f64::from(*amount)
            } else {
                0.6 * self.toll.of_loss(*amount)
            })
            .sum()
    }

    /// What an attack is worth where the unit stands in the altered facts; none if it cannot be made from there.
    pub fn gain(&mut self, way: usize, foe: usize) -> Option<f64> {
        let (own, other) = (&self.what.units[self.at], &self.what.units[self.foes[foe].at]);
        let choice = &self.ways[way];
        let refused = |tag: &Key| self.what.conditions(own).any(|(def, _)| def.forbids_tags.contains(tag));
        if choice.def.tags.iter().any(refused) {
            return None;
        }
        let distance = self.what.distance(own, other);
        if distance < choice.range.0 || distance > choice.range.1 {
            return None;
        }
        let spec = choice.spec(self.me, self.foes[foe].id);
        let range = attack::possible(&self.what, &spec).ok()?;
        let moment = moment(&self.what, own, other, (way, foe), (range.increment, range.modifier, range.distance), self.version);
        if let Some(known) = self.gains.get(&moment) {
            return Some(*known);
        }
        let target = &self.foes[foe];
        let value = choice.worth(&self.what, &self.faces, self.me, target.id, &target.toll, target.worth);
        self.gains.insert(moment, value);
        Some(value)
    }

    /// The best attack from where the unit stands in the altered facts, of those that pass a test.
    pub fn best(&mut self, fits: impl Fn(&Self, usize) -> bool) -> Option<(f64, usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for way in 0..self.ways.len() {
            if !fits(self, way) {
                continue;
            }
            for foe in 0..self.foes.len() {
                if let Some(gain) = self.gain(way, foe)
                    && best.is_none_or(|(known, ..)| gain > known)
                {
                    best = Some((gain, way, foe));
                }
            }
        }
        best
    }

    /// What a foe's attack would cost the unit where it stands in the altered facts, if it could be made at once.
    pub fn danger(&mut self, foe: usize, way: usize) -> Option<f64> {
        let (own, other) = (&self.what.units[self.at], &self.what.units[self.foes[foe].at]);
        let choice = &self.foes[foe].ways[way];
        let distance = self.what.distance(own, other);
        if distance < choice.range.0 || distance > choice.range.1 {
            return None;
        }
        let spec = choice.spec(self.foes[foe].id, self.me);
        let range = attack::possible(&self.what, &spec).ok()?;
        let moment = moment(&self.what, other, own, (way, foe), (range.increment, range.modifier, range.distance), self.version);
        if let Some(known) = self.dangers.get(&moment) {
            return Some(*known);
        }
        let value = choice.worth(&self.what, &self.faces, self.foes[foe].id, self.me, &self.toll, 1.0);
        self.dangers.insert(moment, value);
        Some(value)
    }

    /// What opportunity attacks would cost when the unit provokes once where it stands now.
    pub fn provoking(&self) -> f64 {
        let area = self.own().place.area;
        self.foes
            .iter()
            .filter(|foe| foe.chances > 0 && area.squares().any(|square| foe.threat.contains(square)))
            .map(|foe| foe.opportunity)
            .sum()
    }

    /// What opportunity attacks along a path would cost: leaving and entering are a chance each.
    pub fn passing(&self, path: &[Square]) -> f64 {
        let mut sum = 0.0;
        let from = self.own().place.area;
        for foe in self.foes.iter().filter(|foe| foe.chances > 0) {
            let threatened = |square: Square| from.at(square).squares().any(|one| foe.threat.contains(one));
            let mut events = 0;
            let mut here = from.origin;
            for &square in path {
                events += i32::from(threatened(here)) + i32::from(threatened(square));
                here = square;
            }
            sum += foe.opportunity * f64::from(events.min(foe.chances));
        }
        sum
    }
}

fn moment(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    who: (usize, usize),
    range: (i32, i32, i32),
    version: u32,
) -> Moment {
    let cover = match facts.cover(by, target).level {
        CoverLevel::None => 0,
        CoverLevel::Quarter => 1,
        CoverLevel::Half => 2,
        CoverLevel::ThreeQuarter => 3,
        CoverLevel::Full => 4,
    };
    let height = facts.map.ground(by.place.area.origin) - facts.map.ground(target.place.area.origin);
    let increments = facts.increment(by) * 100 + facts.increment(target);
    let used = by.usage.points * 100 + target.usage.points;
    (who.0, who.1, range.0 * 64 + range.1, range.2.min(3), height.signum(), cover, increments, used, version)
}

fn foes(facts: &Facts, faces: &Faces, own: &UnitState, toll: &Toll) -> Vec<Foe> {
    let hostile = |unit: &&(usize, &UnitState)| facts.hostile(unit.1, own) && facts.present(unit.1);
    let all: Vec<(usize, &UnitState)> = facts.units.iter().enumerate().collect();
    let mut known: Vec<(usize, &UnitState)> = all.iter().filter(hostile).copied().collect();
    if known.iter().any(|(_, unit)| !facts.out(unit)) {
        known.retain(|(_, unit)| !facts.out(unit));
    }
    let events = facts.book.settings.movement.events == StepEvents::LeaveAndEnter
        || facts.book.actions.iter().any(|def| matches!(def.provokes, Provokes::Always | Provokes::IfCheck));
    known.into_iter().map(|(at, unit)| foe(facts, faces, own, toll, at, unit, events)).collect()
}

fn foe(facts: &Facts, faces: &Faces, own: &UnitState, toll: &Toll, at: usize, unit: &UnitState, events: bool) -> Foe {
    let all = ways(facts, unit, &[Mode::Standard]);
    let ways: Vec<Way> = all
        .into_iter()
        .filter(|way| {
            let cost: i32 = way.cost.iter().map(|(_, amount)| *amount).sum();
            facts.cap(unit).is_none_or(|(cap, _)| cost <= cap)
        })
        .collect();
    let base: Vec<f64> =
        ways.iter().map(|way| way.worth(facts, faces, unit.id(), own.id(), toll, 1.0)).collect();
    let able = facts.forbidden(unit, Forbids::Actions).is_none() && !facts.out(unit) && !ways.is_empty();
    let most = base.iter().copied().fold(0.0, f64::max);
    let worth = if able { (0.5 + 1.5 * most).min(1.6) } else { 0.12 };
    let mut found = Foe {
        at,
        id: unit.id(),
        toll: Toll::of(facts, unit),
        worth,
        able,
        ways,
        base,
        chances: 0,
        opportunity: 0.0,
        threat: SquareSet::default(),
        mobility: facts.base_speed(unit, None),
    };
    if events && able && facts.armed(unit) && facts.forbidden(unit, Forbids::Reactions).is_none() {
        opportunities(facts, own, unit, &mut found);
    }
    found
}

/// How often a foe can still answer a provocation, with what, and where.
fn opportunities(facts: &Facts, own: &UnitState, unit: &UnitState, foe: &mut Foe) {
    for (way, base) in foe.ways.iter().zip(&foe.base).filter(|(way, _)| way.melee) {
        if !legal::opportunity(&way.def) || !way.def.allows(Mode::Immediate) {
            continue;
        }
        let cost = legal::cost(facts, unit, &way.def.cost, Mode::Immediate);
        let times = cost.iter().map(|(pool, amount)| facts.points(unit, *pool) / (*amount).max(1)).min().unwrap_or(0);
        if times > 0 && *base >= foe.opportunity {
            foe.chances = times;
            foe.opportunity = 0.9 * base;
        }
    }
    if foe.chances == 0 || unit.place.band != own.place.band {
        foe.chances = 0;
        return;
    }
    let (least, most) = facts.threat_range(unit);
    foe.threat = SquareSet::new(facts.map.width(), facts.map.height());
    for square in unit.place.area.around(most) {
        let here = crate::grid::Area::one(square);
        let distance = unit.place.area.distance(&here);
        if facts.map.contains(square)
            && (least..=most).contains(&distance)
            && crate::grid::line_of_effect(&facts.map, &unit.place.area, &here)
        {
            foe.threat.insert(square);
        }
    }
}
