//! One unit's view of the fight: its ways of attacking, its foes, and "what if I stood there".
//!
//! It alters facts to try things out, which `moves` and `utility` choose, and keeps what has been worked out of them.

use std::{cell::OnceCell, collections::HashMap, hash::BuildHasherDefault};

use super::exchange::{Guards, Moment, exchange, guard};
use super::foes::{foes, standing_of, strike_distance};
use super::paying::{Payable, hazard, sound};
use super::silence::Silence;
use super::ways::modes;
use crate::ai::prelude::*;
use crate::key::KeyHasher;
use crate::rules::{legal::Leg, movement::StepEvents};

/// An action with its amount and a foe aimed at, and what each way is worth then.
pub type Aimed = ((Key, Option<i32>, usize), Vec<Option<f64>>);

/// One unit's view.
pub struct Planner<'a> {
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
    pub faces: CheckFaces,
    /// What it can take.
    pub limits: LossLimits,
    /// Its ways of attacking.
    pub ways: Vec<AttackWay>,
    /// Its foes, those that are out of the fight left out unless they are all there is.
    pub foes: Vec<Foe>,
    /// Its side's other units still in the fight, by their places in the facts.
    pub friends: Vec<usize>,
    /// How much what may happen to it weighs.
    pub caution: f64,
    /// Where to go while nobody is in reach.
    pub goal: super::goal::Goal,
    /// What wins the fight besides defeating the others.
    pub objective: super::objective::Objective,
    /// Squares that the unit can go and still strike in one turn, about.
    pub strike: i32,
    /// What each way is worth against each foe, the place left aside.
    pub rough: Vec<Vec<f64>>,
    /// Points past the third spoil all checks to the end of the round.
    pub(super) strains: bool,
    /// What acting at all costs the unit in its state.
    pub(super) hazard: f64,
    /// What silencing makes of its places.
    pub(super) silence: Option<Silence>,
    /// The loss that weakens the unit when it is sound.
    pub(super) full: i32,
    /// Which alteration the altered facts hold, 0 for none, and how many there have been.
    version: u32,
    alterations: u32,
    /// What attacks of foes and of the unit were found to be worth.
    known: [HashMap<Moment, f64, BuildHasherDefault<KeyHasher>>; 2],
    /// What each way is worth against each foe where the unit stands in the altered facts, as far as it was asked for.
    here: Vec<Option<Option<f64>>>,
    lines: Lines,
    /// Defences of the unit, and of the foes.
    guards: [Guards; 2],
    /// The ways that can be paid for once something has been done, each with what that costs.
    pub(super) payable: Vec<Payable>,
    /// How many foes who have still to act come into reach of the unit.
    pub(super) to_come: OnceCell<u32>,
    /// What changes of the unit were found to be worth, however they are paid.
    pub utility_worth: Vec<(Altered, f64)>,
    /// What a carried weapon was found to be worth in hand.
    pub drawn: Vec<(Key, f64)>,
    /// What each way was found to be worth against a foe aimed at, however the aim is paid.
    pub aims: Vec<Aimed>,
}

/// An action that changes the unit, by how much, and which thing of it.
pub type Altered = (Key, Option<i32>, Option<Key>);

impl<'a> Planner<'a> {
    /// The view of a unit. None if it is not there.
    pub fn new(facts: &'a Facts, me: UnitId, granted: Option<Key>) -> Option<Self> {
        let at = facts.units.iter().position(|unit| unit.id() == me)?;
        let own = facts.units.get(at)?;
        let faces = CheckFaces::of(facts);
        let limits = LossLimits::of(facts, own);
        let foes = foes(facts, &faces, own, &limits);
        let ally = |unit: &UnitState| !facts.hostile(unit, own) && !facts.out(unit);
        let friends = facts.units.iter().enumerate().filter(|(other, unit)| *other != at && ally(unit));
        let friends: Vec<usize> = friends.map(|(other, _)| other).collect();
        let mut caution: f64 = if limits.weak_at < 8 { weights::CAUTION_WEAK } else { weights::CAUTION };
        // The longer a fight lasts, the less anyone holds back: fights come to blows and to an end.
        caution *=
            1.0 - f64::from(facts.round.min(weights::CAUTION_ROUNDS)) / f64::from(weights::CAUTION_ROUNDS);
        caution *= standing_of(own);
        let ways = ways(facts, own, modes(facts));
        let worth = |way: &AttackWay, foe: &Foe| {
            way.worth(facts, &faces, &way.spec(me, foe.id), &foe.limits, foe.worth)
        };
        let mut rough: Vec<Vec<f64>> = Vec::with_capacity(ways.len());
        for way in &ways {
            let known = rough.get(way.twin).cloned();
            rough.push(known.unwrap_or_else(|| foes.iter().map(|foe| worth(way, foe)).collect()));
        }
        let used = Key::new("used");
        let strains = facts.book.settings.modifiers.iter().any(|def| def.value.names().contains(&used));
        let mut planner = Self {
            strike: strike_distance(facts, own),
            rough,
            strains,
            hazard: hazard(facts, own),
            silence: Silence::of(facts, own, own),
            full: sound(facts, own),
            facts,
            what: facts.clone(),
            me,
            at,
            granted,
            faces,
            limits,
            here: vec![None; ways.len() * foes.len()],
            ways,
            foes,
            friends,
            caution,
            goal: super::goal::Goal::default(),
            objective: super::objective::Objective::default(),
            version: 0,
            alterations: 0,
            known: Default::default(),
            payable: Vec::new(),
            to_come: OnceCell::new(),
            lines: Lines::default(),
            guards: Default::default(),
            utility_worth: Vec::new(),
            drawn: Vec::new(),
            aims: Vec::new(),
        };
        planner.keep_known();
        Some(planner)
    }

    /// The unit as it is.
    pub fn own(&self) -> &'a UnitState {
        &self.facts.units[self.at]
    }

    /// The unit in the altered facts.
    pub fn tried(&mut self) -> &mut UnitState {
        self.here.fill(None);
        &mut self.what.units[self.at]
    }

    /// Something besides place and points was altered.
    pub fn altered(&mut self) {
        self.here.fill(None);
        self.alterations += 1;
        self.version = self.alterations;
    }

    /// Puts the unit elsewhere in the altered facts, after moving so many squares and using so many points.
    pub fn stand(&mut self, square: Square, band: Band, squares: i32, points: i32) {
        self.here.fill(None);
        let facts = self.facts;
        let body = facts.moving(self.own()).id();
        // Who rides takes its mount along.
        for id in [body, self.me].into_iter().skip(usize::from(body == self.me)) {
            let (Some(unit), Some(before)) = (self.what.unit_mut(id), facts.unit(id)) else { continue };
            unit.place.area.origin = square;
            unit.place.band = band;
            unit.place.facing = before.place.facing;
            if id == body {
                unit.usage.squares = before.usage.squares + squares;
            }
            if id == self.me {
                unit.usage.points = before.usage.points + points;
            }
        }
    }

    /// Turns the unit, or what it moves, in the altered facts; undone by standing elsewhere.
    pub fn look(&mut self, facing: Dir8) {
        self.here.fill(None);
        let body = self.facts.moving(self.own()).id();
        for id in [self.me, body] {
            if let Some(unit) = self.what.unit_mut(id) {
                unit.place.facing = facing;
            }
        }
    }

    /// Undoes [`Planner::stand`].
    pub fn back(&mut self) {
        self.stand(self.own().place.area.origin, self.own().place.band, 0, 0);
    }

    /// Undoes every alteration of the unit.
    pub fn restore(&mut self) {
        self.here.fill(None);
        self.what.units[self.at] = self.facts.units[self.at].clone();
        self.version = 0;
    }

    /// Whether a condition of the unit's refuses whatever has these tags.
    pub fn refused(&self, tags: &[Key]) -> bool {
        self.facts.conditions(self.own()).any(|(def, _)| def.refuses(tags))
    }

    /// Whether the battle would take the action now.
    pub fn permits(&self, act: &Act) -> bool {
        let occasion = Occasion { granted: self.granted.is_some(), ..Occasion::default() };
        legal::plan(self.facts, self.me, act, &occasion).is_ok()
    }

    /// What has been worked out where everybody stands now is kept for [`Planner::gain`] and [`Planner::danger`].
    fn keep_known(&mut self) {
        for foe in 0..self.foes.len() {
            for way in 0..self.ways.len() {
                if let Some((moment, _)) = self.moment(way, foe, true) {
                    self.known[1].entry(moment).or_insert(self.rough[way][foe]);
                }
            }
            for way in 0..self.foes[foe].ways.len() {
                if let Some((moment, _)) = self.moment(way, foe, false) {
                    self.known[0].entry(moment).or_insert(self.foes[foe].base[way]);
                }
            }
        }
    }

    /// What an attack is worth where the unit stands in the altered facts; none if it cannot be made from there.
    pub fn gain(&mut self, way: usize, foe: usize) -> Option<f64> {
        // Ways that differ only in how they are paid are one here.
        let at = self.ways[way].twin * self.foes.len() + foe;
        if let Some(known) = self.here[at] {
            return known;
        }
        let gain = self.exchanged(way, foe, true);
        self.here[at] = Some(gain);
        gain
    }

    /// What an attack on a foe, or by one, is worth where the unit stands in the altered facts.
    fn exchanged(&mut self, way: usize, foe: usize, ours: bool) -> Option<f64> {
        let (moment, line) = self.moment(way, foe, ours)?;
        let known = &self.foes[foe];
        let (choice, by, target, limits, worth) = match ours {
            true => (&self.ways[way], self.me, known.id, &known.limits, known.worth),
            false => (&known.ways[way], known.id, self.me, &self.limits, 1.0),
        };
        let value = self.known[usize::from(ours)].entry(moment).or_insert_with(|| {
            let spec = choice.spec(by, target);
            let defence = guard(&mut self.guards[usize::from(ours)], &self.what, &spec, moment);
            let spec = AttackSpec { precomputed: Precomputed { line: Some(line), defence }, ..spec };
            choice.worth(&self.what, &self.faces, &spec, limits, worth)
        });
        Some(*value)
    }

    fn moment(&mut self, way: usize, foe: usize, ours: bool) -> Option<(Moment, Cover)> {
        let (own, known) = (&self.what.units[self.at], &self.foes[foe]);
        let (choice, who) = match ours {
            true => (&self.ways[way], (self.ways[way].twin, foe)),
            false => (&known.ways[way], (way, foe)),
        };
        if ours && self.what.conditions(own).any(|(def, _)| def.refuses(&choice.def.tags)) {
            return None;
        }
        exchange(&self.what, &mut self.lines, choice, (own, known), who, ours, self.version)
    }

    /// What a way of the unit's is worth against a foe in some facts.
    pub fn worth(&self, facts: &Facts, way: &AttackWay, foe: &Foe) -> f64 {
        way.worth(facts, &self.faces, &way.spec(self.me, foe.id), &foe.limits, foe.worth)
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
        self.exchanged(way, foe, false)
    }

    /// How much what opportunity attacks would cost weighs: in a long fight nobody minds any more.
    pub fn risk(&self, cost: f64) -> f64 {
        if self.facts.round > 12 { 0.0 } else { cost }
    }

    /// What opportunity attacks would cost when the unit provokes once where it stands now.
    pub fn provoking(&self) -> f64 {
        let area = self.own().place.area;
        let threatens = |foe: &&Foe| area.squares().any(|square| foe.threat.contains(square));
        let able = self.foes.iter().filter(|foe| foe.chances > 0);
        able.filter(threatens).map(|foe| foe.opportunity).sum()
    }

    /// What opportunity attacks along a route would cost: leaving and entering, or steps out of reach (S-66).
    pub fn passing(&self, args: &Args) -> f64 {
        let leaves = self.facts.book.settings.movement.events == StepEvents::LeaveEngaged;
        let mut sum = 0.0;
        let from = self.own().place.area;
        let legs = args.legs();
        for foe in self.foes.iter().filter(|foe| foe.chances > 0) {
            let level = self.facts.units[foe.at].place.band;
            let threatened = |(square, band): (Square, Band)| {
                band == level && from.at(square).squares().any(|one| foe.threat.contains(one))
            };
            let mut events = 0;
            let mut here = (from.origin, self.own().place.band);
            for leg in &legs {
                let next = match leg {
                    Leg::Square(square) => (*square, here.1),
                    Leg::Band(band) => (here.0, *band),
                };
                events += match leaves {
                    true => i32::from(threatened(here) && !threatened(next)),
                    false => i32::from(threatened(here)) + i32::from(threatened(next)),
                };
                here = next;
            }
            sum += foe.opportunity * f64::from(events.min(foe.chances));
        }
        sum
    }
}
