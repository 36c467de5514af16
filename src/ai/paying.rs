//! What actions cost the unit whose turn it is: whether it can pay, and what the points and prices are worth to it.

use std::rc::Rc;

use super::foes::way_to;
use crate::ai::prelude::*;
use crate::rules::condition::Hook;

/// What has been paid and the tags of what has been done, and the ways that can be paid for then with their costs.
pub struct Payable {
    spent: Vec<(Key, i32)>,
    done: Vec<Key>,
    ways: Rc<[(usize, f64)]>,
}

/// The maximum of the track by which a unit's life is reckoned.
pub fn sound(facts: &Facts, own: &UnitState) -> i32 {
    facts.book.main_track().and_then(|def| own.tracks.get(def.id)).map_or(1, |track| track.max)
}

/// What acting may do to a unit in its state: the checks that follow an action of the disabled and the dying.
pub fn hazard(facts: &Facts, own: &UnitState) -> f64 {
    let effects = Effects { facts, by: own, target: None, sv: 1 };
    let mut sum = 0.0;
    for (def, _) in facts.conditions(own) {
        for trigger in def.on.iter().filter(|trigger| trigger.at == Hook::AfterAction) {
            sum -= effects.value(&trigger.effects);
        }
    }
    sum.clamp(0.0, weights::HAZARD_MOST)
}

/// How long a fight has lasted already, from 0 to 1.
pub fn long(round: u32) -> f64 {
    let (from, to) = (weights::LONG_FROM, weights::LONG_TO);
    f64::from(round.clamp(from, to) - from) / f64::from(to - from)
}

impl Planner<'_> {
    /// Whether a cost can be paid once another has been, for an action of these tags after one of those.
    pub fn pays(&self, cost: &[(Key, i32)], tags: &[Key], first: &[(Key, i32)], done: &[Key]) -> bool {
        let economy = &self.facts.book.settings.economy;
        let own = self.own();
        let once = economy
            .once_a_turn
            .iter()
            .any(|tag| tags.contains(tag) && (done.contains(tag) || own.usage.tags.contains(tag)));
        if once {
            return false;
        }
        let spent =
            |pool: Key| first.iter().filter(|(id, _)| *id == pool).map(|(_, amount)| *amount).sum::<i32>();
        let all: i32 = cost.iter().chain(first).map(|(_, amount)| *amount).sum();
        let capped = self.facts.cap(own).is_some_and(|(cap, _)| own.usage.points + all > cap);
        let beyond = self.granted.is_some() && all > own.initiative.granted;
        !capped
            && !beyond
            && cost.iter().all(|(pool, amount)| self.facts.points(own, *pool) - spent(*pool) >= *amount)
    }

    /// The ways that can be paid for once something has been paid and done, and what each costs, from any square.
    pub fn payable(&mut self, spent: &[(Key, i32)], done: &[Key]) -> Rc<[(usize, f64)]> {
        let known = self.payable.iter().find(|own| own.spent == spent && own.done == done);
        if let Some(known) = known {
            return known.ways.clone();
        }
        let can = |way: &usize| {
            let way = &self.ways[*way];
            self.pays(&way.cost, &way.def.tags, spent, done)
        };
        let costs = |way: usize| {
            let own = &self.ways[way];
            (way, self.price(&own.price) + self.strain(&own.cost, spent))
        };
        let ways: Rc<[_]> = (0..self.ways.len()).filter(can).map(costs).collect();
        self.payable.push(Payable { spent: spent.to_vec(), done: done.to_vec(), ways: ways.clone() });
        ways
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

    /// What paying a price is worth, with what acting at all may do to the unit.
    pub fn price(&self, price: &[(Key, i32)]) -> f64 {
        if price.is_empty() {
            return 0.0;
        }
        let of_track = |(track, amount): &(Key, i32)| match self.limits.weak_at {
            _ if *track == "initiative" => weights::PRICE_INITIATIVE * f64::from(*amount),
            0 => weights::PRICE_TRACK * f64::from(*amount),
            weak if *amount >= weak => weights::PRICE_WEAK,
            _ => weights::PRICE_SHARE * f64::from(*amount) / f64::from(self.full.max(1)),
        };
        // In a long fight nobody counts such costs any more: who shrinks from them never strikes.
        (1.0 - long(self.facts.round)) * (price.iter().map(of_track).sum::<f64>() + self.hazard)
    }

    /// What it costs to use up points: those past the third spoil defences, those for use off turn will be missed.
    pub fn strain(&self, cost: &[(Key, i32)], first: &[(Key, i32)]) -> f64 {
        let own = self.own();
        let points = |list: &[(Key, i32)]| list.iter().map(|(_, amount)| *amount).sum::<i32>();
        let before = own.usage.points + points(first);
        let free = i32::from(self.facts.book.settings.economy.free_points);
        let over = (before + points(cost) - free).clamp(0, points(cost));
        let economy = &self.facts.book.settings.economy;
        let off_turn = |pool: Key| economy.pool(pool).is_some_and(|def| def.off_turn);
        let kept: i32 = cost.iter().filter(|(pool, _)| off_turn(*pool)).map(|(_, amount)| *amount).sum();
        let weight = f64::from(self.to_come());
        let spoils = if self.strains { weights::STRAIN * weight * f64::from(over) } else { 0.0 };
        spoils + weights::KEPT * weight * f64::from(kept)
    }

    /// How many foes who have still to act come into reach of the unit where it is; of three and more, three.
    fn to_come(&self) -> u32 {
        let own = self.own();
        let comes = |foe: &&Foe| {
            let unit = &self.facts.units[foe.at];
            let reach =
                foe.ways.iter().map(|way| if way.melee { way.range.1 + foe.strike } else { way.range.1 });
            foe.to_come && way_to(self.facts, foe.flies, unit, own) <= reach.max().unwrap_or(0)
        };
        let count = || u32::try_from(self.foes.iter().filter(comes).take(3).count()).unwrap_or(3);
        *self.to_come.get_or_init(count)
    }
}
