//! Foes as one unit sees them, estimated once for a decision: what they take, could do, how far they strike.

use super::{objective, ways::at_openings};
use crate::ai::prelude::*;
use crate::grid::SquareSet;
use crate::rules::{condition::Forbids, movement::StepEvents};

/// How many answers are feared of a foe whom they cost nothing.
const FREE_CHANCES: i32 = 2;

/// A foe that the unit knows of.
#[derive(Clone, Debug)]
pub struct Foe {
    /// Its place in the facts.
    pub at: usize,
    /// Its id.
    pub id: UnitId,
    /// What it can take.
    pub limits: LossLimits,
    /// What it is worth, by the harm it does.
    pub worth: f64,
    /// It can act, and attack.
    pub able: bool,
    /// How it could attack.
    pub ways: Vec<AttackWay>,
    /// What each way is worth to it where everybody stands now.
    pub base: Vec<f64>,
    /// How many opportunity attacks it can still pay for.
    pub chances: i32,
    /// What one of them would cost the unit.
    pub opportunity: f64,
    /// Squares that it threatens; empty where nothing provokes.
    pub threat: SquareSet,
    /// Squares that it can go and still strike in one turn, about.
    pub strike: i32,
    /// It can fly, or what it moves.
    pub flies: bool,
    /// It has still to act this round.
    pub to_come: bool,
}

/// Squares that a unit can go and still strike, with the points of a fresh turn: moves and an attack, or a charge.
pub fn strike_distance(facts: &Facts, unit: &UnitState) -> i32 {
    let cost = |def: &ActionDef| legal::cost(facts, unit, &def.cost, Mode::Standard);
    let left = |spent: &[(Key, i32)], pool: Key| {
        let base = unit.pools.0.iter().find(|own| own.id == pool).map_or(0, |own| own.base);
        base - spent.iter().filter(|(id, _)| *id == pool).map(|(_, amount)| *amount).sum::<i32>()
    };
    let budget = |def: &ActionDef| {
        legal::budget(facts, unit, def, &Args::default(), None).map_or(0, |budget| budget.most)
    };
    let goes = |def: &&Arc<ActionDef>| {
        let far = matches!(def.path(), Some((allowance, _, _, false)) if *allowance != Allowance::OneSquare);
        far && !def.attacks() && !def.is_reaction() && facts.has_action(unit, def)
    };
    let moves = facts.book.actions.iter().filter(goes).map(|def| (cost(def), budget(def)));
    let moves: Vec<(Vec<(Key, i32)>, i32)> = moves.filter(|(cost, _)| !cost.is_empty()).collect();
    let mut most = 0;
    for def in facts.book.actions.iter().filter(|def| def.attacks() && !def.is_reaction()) {
        let spent = cost(def);
        let costly = spent.iter().any(|(pool, amount)| left(&[], *pool) < *amount);
        if costly || def.steps.contains(&Step::Cast) || !facts.has_action(unit, def) {
            continue;
        }
        let own = if def.path().is_some() { budget(def) } else { 0 };
        most = most.max(own);
        for (cost, squares) in &moves {
            let times =
                cost.iter().map(|(pool, amount)| left(&spent, *pool) / (*amount).max(1)).min().unwrap_or(0);
            most = most.max(own + times.clamp(0, 3) * squares);
        }
    }
    most
}

/// Squares that a unit, which flies or not, has to go to another: who can fly changes bands on the way (S-25).
pub fn way_to(facts: &Facts, flies: bool, unit: &UnitState, other: &UnitState) -> i32 {
    match flies {
        true => unit.place.area.distance(&other.place.area),
        false => facts.distance(unit, other),
    }
}

/// All foes of a unit that count.
pub fn foes(facts: &Facts, faces: &CheckFaces, own: &UnitState, limits: &LossLimits) -> Vec<Foe> {
    let hostile = |unit: &&(usize, &UnitState)| facts.hostile(unit.1, own) && facts.present(unit.1);
    let all: Vec<(usize, &UnitState)> = facts.units.iter().enumerate().collect();
    let mut known: Vec<(usize, &UnitState)> = all.iter().filter(hostile).copied().collect();
    if known.iter().any(|(_, unit)| !facts.out(unit)) {
        known.retain(|(_, unit)| !facts.out(unit));
    }
    let events = facts.book.settings.movement.events != StepEvents::None
        || facts.book.actions.iter().any(|def| matches!(def.provokes, Provokes::Always | Provokes::IfCheck));
    known.into_iter().map(|(at, unit)| foe(facts, faces, own, limits, at, unit, events)).collect()
}

/// What a unit's kind says it is worth beside its fighting, as a factor: 1 for the common run.
pub fn standing_of(unit: &UnitState) -> f64 {
    1.0 + weights::WORTH * f64::from(unit.sheet.0.worth.unwrap_or(2).clamp(0, 10) - 2)
}

fn foe(
    facts: &Facts,
    faces: &CheckFaces,
    own: &UnitState,
    limits: &LossLimits,
    at: usize,
    unit: &UnitState,
    events: bool,
) -> Foe {
    let mut ways = ways(facts, unit, &[Mode::Standard]);
    ways.retain(|way| {
        let cost: i32 = way.cost.iter().map(|(_, amount)| *amount).sum();
        facts.cap(unit).is_none_or(|(cap, _)| cost <= cap)
    });
    let base: Vec<f64> =
        ways.iter().map(|way| way.worth(facts, faces, &way.spec(unit.id(), own.id()), limits, 1.0)).collect();
    let able = facts.forbidden(unit, Forbids::Actions).is_none()
        && !facts.out(unit)
        && !ways.is_empty()
        && unit.vehicle().is_none();
    let most = base.iter().copied().fold(0.0, f64::max);
    // A vehicle is worth what those aboard can do with it.
    let crewed = facts.occupants(unit.id()).any(|own| facts.can_act(own));
    let worth = if unit.vehicle().is_some() && crewed {
        weights::FOE_CREWED * standing_of(unit)
    } else if able {
        (weights::FOE_LEAST + weights::FOE_STRIKES * most).min(weights::FOE_MOST) * standing_of(unit)
    } else {
        weights::FOE_UNABLE
    };
    let worth = worth * objective::prize(facts, unit);
    let mut found = Foe {
        at,
        id: unit.id(),
        limits: LossLimits::of_target(facts, unit, own),
        worth,
        able,
        ways,
        base,
        chances: 0,
        opportunity: 0.0,
        threat: SquareSet::default(),
        // Whoever is down or held comes nowhere.
        strike: match facts.forbidden(unit, Forbids::Movement) {
            Some(_) => 0,
            None => strike_distance(facts, unit),
        },
        flies: facts.can_fly(facts.moving(unit)),
        to_come: able && !unit.initiative.acted,
    };
    if events && able && facts.can_threaten(unit) && facts.forbidden(unit, Forbids::Reactions).is_none() {
        opportunities(facts, faces, (own, limits), unit, &mut found);
    }
    found
}

/// How often a foe can still answer a provocation, with what, and where (A-153, A-154, S-66).
fn opportunities(
    facts: &Facts,
    faces: &CheckFaces,
    (own, limits): (&UnitState, &LossLimits),
    unit: &UnitState,
    foe: &mut Foe,
) {
    if unit.place.band != own.place.band && !facts.can_fly(facts.moving(own)) {
        return;
    }
    let (mut chances, mut opportunity) = (0, 0.0);
    let mut answer = |way: &AttackWay, worth: f64| {
        let cost = legal::cost(facts, unit, &way.def.cost, Mode::Immediate);
        let times = cost.iter().map(|(pool, amount)| facts.points(unit, *pool) / (*amount).max(1)).min();
        let times = times.unwrap_or(FREE_CHANCES);
        if times > 0 && worth >= opportunity {
            chances = times;
            opportunity = weights::OPPORTUNITY * worth;
        }
    };
    if facts.book.actions.iter().any(|def| def.on.contains(&Moment::Provoked)) {
        // Nothing else answers an opening in such a book.
        for way in at_openings(facts, unit).iter().filter(|way| way.melee) {
            if !facts.conditions(unit).any(|(def, _)| def.refuses(&way.def.tags)) {
                answer(way, way.worth(facts, faces, &way.spec(unit.id(), own.id()), limits, 1.0));
            }
        }
    } else {
        for (way, base) in foe.ways.iter().zip(&foe.base).filter(|(way, _)| way.melee) {
            if legal::opportunity(&way.def) && way.def.allows(Mode::Immediate) {
                answer(way, *base);
            }
        }
    }
    (foe.chances, foe.opportunity) = (chances, opportunity);
    if chances == 0 {
        return;
    }
    // Only who is beside it is engaged with it, however far it reaches (S-22).
    let leaves = facts.book.settings.movement.events == StepEvents::LeaveEngaged;
    let range = if leaves { (1, 1) } else { facts.threat_range(unit) };
    foe.threat = SquareSet::new(facts.map.width(), facts.map.height());
    legal::mark_threat(facts, unit, range, &mut foe.threat);
}
