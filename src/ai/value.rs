//! What things are worth, in units: 1 is about what a sound unit is worth to its side.

use super::holds;
use crate::{
    ai::prelude::*,
    dice::Dice,
    rules::{
        bond::{BondDef, RoleDef},
        check::{Request, Versus},
        condition::{ConditionDef, Forbids, Hook, Trigger},
        facts::Goal,
        harm::Land,
        heal,
        modifier::{ModifierDef, Whose},
        several,
        timing::Shift,
    },
};

/// How much a unit can still lose before it is weakened, and before it is out of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossLimits {
    /// The least loss by which a state follows that hinders it; at most `out_at`. 0: it has come to that.
    pub weak_at: i32,
    /// The least loss by which it is out.
    pub out_at: i32,
    /// The least loss by which its own side wins, where it has such a goal.
    pub spoils_at: Option<i32>,
}

/// No unit takes more.
const MOST: i32 = 1 << 12;

impl LossLimits {
    /// The limits of a unit as it is, by the states of its book.
    pub fn of(facts: &Facts, unit: &UnitState) -> Self {
        let mut hurt = unit.clone();
        let states = &facts.book.settings.states;
        let mut limit = |worst: bool| {
            least(facts, unit, &mut hurt, |hurt| {
                states.iter().any(|state| {
                    let counts = facts
                        .book
                        .condition(state.condition)
                        .is_some_and(|def| def.out || def.dead || (!worst && hinders(def)));
                    counts && facts.state_holds(state, hurt)
                })
            })
        };
        let out_at = limit(true);
        let weak = unit.conditions.0.iter().any(|own| {
            states.iter().any(|state| state.condition == own.id)
                && facts.book.condition(own.id).is_some_and(|def| hinders(def) || def.out)
        }) || facts.cap(unit).is_some();
        let weak_at = if weak { 0 } else { limit(false).min(out_at) };
        Self { weak_at, out_at, spoils_at: None }
    }

    /// The same of one whom another attacks: a foe by whose death its side wins is better spared (D-27 to D-30, S-19).
    pub fn of_target(facts: &Facts, unit: &UnitState, by: &UnitState) -> Self {
        let goals: Vec<&Goal> = facts.goals.iter().filter(|goal| !goal.lost.is_empty()).collect();
        let limits = Self::of(facts, unit);
        if goals.is_empty() || !facts.hostile(unit, by) {
            return limits;
        }
        let states = &facts.book.settings.states;
        let at = least(facts, unit, &mut unit.clone(), |hurt| {
            let mut then = hurt.clone();
            let come = states.iter().filter(|state| facts.state_holds(state, hurt));
            let come = come.map(|state| Condition::new(state.condition, 1, Until::Battle, None));
            then.conditions.0.extend(come);
            goals.iter().any(|goal| facts.attains(&then, goal))
        });
        Self { spoils_at: Some(at).filter(|at| *at < MOST), ..limits }
    }

    /// What it is worth to take so much from the unit, from 0 to 1.2; less than nothing where its side wins by it.
    pub fn of_loss(&self, loss: i32) -> f64 {
        if loss <= 0 {
            return 0.0;
        }
        if self.spoils_at.is_some_and(|at| loss >= at) {
            return -weights::SPOILT;
        }
        if loss >= self.out_at {
            return if self.weak_at == 0 { weights::OUT_WEAK } else { weights::OUT };
        }
        let share = |part: i32, whole: i32| f64::from(part) / f64::from(whole.max(1));
        if self.weak_at == 0 {
            return weights::WEAR_WEAK * share(loss, self.out_at);
        }
        if loss < self.weak_at {
            return weights::WEAR * share(loss, self.weak_at);
        }
        weights::WEAKENED + weights::WORSE * share(loss - self.weak_at, self.out_at - self.weak_at)
    }

    /// The value of the losses that may come, each with its chance.
    pub fn of_losses(&self, losses: &[(i32, f64)]) -> f64 {
        losses.iter().map(|(loss, chance)| chance * self.of_loss(*loss)).sum()
    }

    /// The value of getting so much back.
    fn of_gain(&self, gain: i32) -> f64 {
        if self.weak_at == 0 {
            return weights::MEND_WEAK * f64::from(gain.min(20)) / 20.0;
        }
        Self { weak_at: self.weak_at + gain, out_at: self.out_at + gain, spoils_at: None }.of_loss(gain)
    }
}

/// The least loss by which what a unit comes to meets something, at most [`MOST`]. `hurt` is a copy of it.
fn least(facts: &Facts, unit: &UnitState, hurt: &mut UnitState, meets: impl Fn(&UnitState) -> bool) -> i32 {
    let mut comes = |loss: i32| {
        lose(facts, unit, hurt, loss);
        meets(hurt)
    };
    let mut high = 1;
    while high < MOST && !comes(high) {
        high *= 2;
    }
    let mut low = high / 2;
    while low + 1 < high {
        let middle = low.midpoint(high);
        if comes(middle) { high = middle } else { low = middle }
    }
    high
}

fn hinders(def: &ConditionDef) -> bool {
    def.cap.is_some() || !def.forbids.is_empty() || !def.allots.is_empty()
}

/// A unit's tracks after a loss, as damage of this book lands when nobody chooses.
fn lose(facts: &Facts, from: &UnitState, hurt: &mut UnitState, loss: i32) {
    hurt.tracks.0.clone_from(&from.tracks.0);
    let mut shift = |id: Key, by: i32| {
        if let Some(track) = hurt.tracks.0.iter_mut().find(|track| track.id == id) {
            track.now += by;
        }
    };
    if facts.systems(from).is_some() {
        for (id, amount) in facts.rough_loss(from, loss) {
            shift(id, -amount);
        }
        return;
    }
    match &facts.book.settings.harm.land {
        Land::Track(id) => {
            shift(*id, -loss);
            if let Some((past, over)) = harm::past(facts, from, *id, loss) {
                shift(past, over);
            }
        }
        Land::Spill(first, second) => {
            let room = from.tracks.get(*first).map_or(0, |track| track.now.max(0));
            shift(*first, -loss.min(room));
            shift(*second, (room - loss).min(0));
        }
        Land::Characteristics { first, others } => {
            for (id, amount) in harm::spread(from, *first, others, loss) {
                shift(id, -amount);
            }
        }
        Land::Degrees { total, factor } => {
            let factor = facts.stat(from, *factor).and_then(|value| i32::try_from(value).ok()).unwrap_or(1);
            let before = from.tracks.get(*total).map_or(0, |track| track.now);
            shift(*total, loss);
            if let Some(main) = facts.book.main_track() {
                shift(main.id, harm::degrees(before, loss, factor));
            }
        }
    }
}

/// What one point of a modifier on checks is worth: the part of the dice that it shifts.
pub fn point(facts: &Facts) -> f64 {
    let dice = facts.book.settings.check.dice;
    1.0 / f64::from((dice.max() - dice.min()).max(1))
}

/// What a modifier is worth to its bearer.
pub fn modifier(facts: &Facts, unit: &UnitState, def: &ModifierDef) -> f64 {
    let value = facts.value(&def.value, unit).clamp(-100, 100);
    let sign = if def.whose == Whose::Against { -1.0 } else { 1.0 };
    let wide = if def.when.is_some() { weights::MODIFIER_AT_TIMES } else { weights::MODIFIER };
    sign * wide * f64::from(value) * point(facts)
}

/// How bad a condition is for its bearer; negative when it helps.
pub fn burden(facts: &Facts, bearer: &UnitState, def: &ConditionDef) -> f64 {
    burden_with(facts, bearer, def, 0.0)
}

/// The same where the actions that the condition still allows are worth such a part of all.
pub fn burden_with(facts: &Facts, bearer: &UnitState, def: &ConditionDef, left: f64) -> f64 {
    if def.dead || def.out {
        return weights::BURDEN_OUT;
    }
    let mut bad: f64 = 0.0;
    for forbids in &def.forbids {
        bad = bad.max(match forbids {
            Forbids::All | Forbids::Actions => weights::BURDEN_ACTIONS,
            Forbids::Movement => weights::BURDEN_MOVEMENT,
            Forbids::Walking => weights::BURDEN_WALKING,
            Forbids::Reactions => weights::BURDEN_REACTIONS,
            Forbids::Hearing => 0.0,
        });
    }
    if !def.only_tags.is_empty() {
        bad = bad.max(weights::BURDEN_ACTIONS * (1.0 - left)).max(weights::BURDEN_MOVEMENT);
    }
    let kinds = [
        (def.cap.is_some(), weights::BURDEN_CAP),
        (!def.takes.is_empty(), weights::BURDEN_TAKES),
        (!def.allots.is_empty(), weights::BURDEN_ALLOTS),
        (!def.forbids_tags.is_empty(), weights::BURDEN_TAGS),
        (def.slow.is_some(), weights::BURDEN_SLOW),
        (!def.zeroes.is_empty(), weights::BURDEN_ZEROES),
    ];
    bad = kinds.iter().filter(|(has, _)| *has).fold(bad, |bad, (_, cost)| bad + cost);
    bad += weights::BURDEN_COMES * comes(facts, bearer, def);
    bad - def.modifiers.iter().map(|def| modifier(facts, bearer, def)).sum::<f64>()
}

/// What a condition takes from its bearer every turn or round, of itself: a fire that burns on (D-75).
fn comes(facts: &Facts, bearer: &UnitState, def: &ConditionDef) -> f64 {
    let each = |trigger: &&Trigger| {
        let often =
            matches!(trigger.at, Hook::TurnStart | Hook::TurnEnd | Hook::RoundStart | Hook::EndOfRound);
        often && trigger.when.is_none() && trigger.every.is_none()
    };
    // Nothing that might lead to another condition.
    let plain = |effect: &&EffectDef| {
        let harms =
            matches!(effect, EffectDef::Lose { .. } | EffectDef::Damage { .. } | EffectDef::Shift { .. });
        harms && effect.to() == To::Own
    };
    let effects = Effects { facts, by: bearer, target: None, sv: 1 };
    let all = def.on.iter().filter(each).flat_map(|trigger| &trigger.effects);
    all.filter(plain).map(|effect| -effects.one(effect).min(0.0)).sum()
}

/// What effects are worth to the one who causes them. `sv` and `margin` are what the check is expected to give.
pub struct Effects<'a> {
    /// The facts.
    pub facts: &'a Facts,
    /// Who causes them.
    pub by: &'a UnitState,
    /// The target, if there is one.
    pub target: Option<&'a UnitState>,
    /// The expected success value.
    pub sv: i32,
}

impl Effects<'_> {
    /// The sum over a list.
    pub fn value(&self, effects: &[EffectDef]) -> f64 {
        effects.iter().map(|effect| self.one(effect)).sum()
    }

    fn whom(&self, to: To) -> Option<(&UnitState, f64)> {
        let unit = match to {
            To::Own => self.by,
            To::Target => self.target?,
        };
        Some((unit, if self.facts.hostile(self.by, unit) { -1.0 } else { 1.0 }))
    }

    /// What it is worth that two units are in a relation, by what it keeps either from and what it leads to (D-20, S-74).
    pub fn relation(&self, (def, role): (&BondDef, &RoleDef), holder: &UnitState, other: &UnitState) -> f64 {
        if role.carried {
            return 0.0;
        }
        let (own, theirs) = holds::costs(self.facts, (def, role), (holder, other));
        let sign = |unit: &UnitState| if self.facts.hostile(self.by, unit) { 1.0 } else { -1.0 };
        sign(holder) * own + sign(other) * theirs
            - sign(holder) * holds::prospect(self.facts, def.id, (holder, other))
    }

    /// A relation that can be with the target: apart, the two would lose it at once.
    pub fn possible_bond(&self, kind: Key, role: Option<Key>) -> Option<(&BondDef, &RoleDef)> {
        let def = self.facts.book.bond(kind)?;
        let near =
            |within: i32| self.target.is_none_or(|other| self.facts.distance(self.by, other) <= within);
        let role = def.role(role)?;
        def.within.is_none_or(near).then_some((def, role))
    }

    /// The end of all relations of a kind that the one who causes it is in.
    fn released(&self, kind: Key) -> f64 {
        let (facts, me) = (self.facts, self.by.id());
        let own = facts.bonds.iter().filter(|bond| bond.kind == kind && (bond.unit == me || bond.to == me));
        let worth = own.filter_map(|bond| {
            let (holder, other) = (facts.unit(bond.unit)?, facts.unit(bond.to)?);
            Some(self.relation(facts.bond_def(bond)?, holder, other))
        });
        -worth.sum::<f64>()
    }

    /// What an expression of theirs comes to.
    pub(super) fn amount(&self, expr: &Expr) -> i32 {
        let value = self.facts.evaluate(expr, self.by, self.target, &|name| match name.as_str() {
            "sv" | "margin" | "amount" => Some(i64::from(self.sv)),
            _ => amounts::unsensed(self.facts, self.by, name), // D-105
        });
        i32::try_from(value.clamp(-10_000, 10_000)).unwrap_or(0)
    }

    /// What one is worth.
    pub fn one(&self, effect: &EffectDef) -> f64 {
        let facts = self.facts;
        match effect {
            EffectDef::Check { check, dc, pass, fail, to, .. } => {
                let Some((unit, _)) = self.whom(*to) else { return 0.0 };
                let versus = Versus::Number(self.amount(dc), Key::new("difficulty"));
                let check = check::build(facts, Request::rolled(*check, unit.id(), versus));
                let succeeds = |check: Check| CheckFaces::of(facts).succeeds(&check);
                let chance = check.map_or(weights::UNKNOWN_CHECK, succeeds);
                chance * self.value(pass) + (1.0 - chance) * self.value(fail)
            }
            EffectDef::Bind { kind, role } => {
                let bond = self.possible_bond(*kind, *role);
                let Some((bond, other)) = bond.zip(self.target) else { return 0.0 };
                let worth = self.relation(bond, self.by, other);
                match worth < 0.0 {
                    // Who may let go at will loses nothing by it.
                    true if holds::let_go(facts, *kind) => 0.0,
                    true => worth,
                    false => worth * holds::lasting(facts, bond.0, (self.by, other)),
                }
            }
            EffectDef::Unbind { kind, to: To::Own } => self.released(*kind),
            EffectDef::When { test, then, otherwise } => {
                self.value(if self.amount(test) != 0 { then } else { otherwise })
            }
            EffectDef::Each { effects, .. } => self.each(effect, effects),
            _ => self.whom(effect.to()).map_or(0.0, |(unit, sign)| sign * self.on(unit, effect)),
        }
    }

    /// What one is worth to the unit to which it happens.
    fn on(&self, unit: &UnitState, effect: &EffectDef) -> f64 {
        let facts = self.facts;
        let loss = |loss: i32| -LossLimits::of(facts, unit).of_loss(loss);
        let gain = |gain: i32| if gain <= 0 { 0.0 } else { LossLimits::of(facts, unit).of_gain(gain) };
        let struck = |portions: Vec<Portion>| {
            loss(harm::pass(facts, unit, portions, Blow::default(), Vec::new()).total)
        };
        let mean = |dice: Option<Dice>| dice.map_or(0, |dice| (dice.min() + dice.max()) / 2);
        match effect {
            EffectDef::Lose { amount, .. } => loss(self.amount(amount)),
            EffectDef::Restore { track, amount, .. } => {
                let room = unit.tracks.get(*track).map_or(0, |track| track.max - track.now);
                gain(self.amount(amount).min(room))
            }
            EffectDef::Heal { dice, amount, .. } => {
                let tracks = heal::tracks(&facts.book.settings.harm.land);
                let room: i32 = heal::lacking(unit, &tracks).iter().map(|(_, lacks)| *lacks).sum();
                gain((self.amount(amount) + mean(*dice)).min(room))
            }
            EffectDef::Damage { dice, amount, divisor, types, drive, after_armour, .. } => {
                let whole = (self.amount(amount) + mean(*dice)) / (*divisor).max(1);
                if *after_armour {
                    return loss(whole);
                }
                let mut portion = Portion::new(Key::new("damage"), types, whole);
                portion.drive = drive.as_ref().map_or(whole, |own| self.amount(own));
                struck(vec![portion])
            }
            EffectDef::WeaponDamage { tag, .. } => {
                let Some((_, weapon)) = blow::lone_weapon(facts, self.by, *tag) else { return 0.0 };
                let bonus = weapon.damage.map_or(0, |dice| dice.bonus());
                struck(blow::lone_portions(facts, self.by, weapon, mean(weapon.damage) - bonus))
            }
            EffectDef::Gain { condition, .. } => {
                let Some(def) = facts.book.condition(*condition) else { return 0.0 };
                let barred = def.barred_by.iter().any(|id| unit.conditions.has(*id));
                let known = unit.conditions.has(*condition) && !def.counted;
                if barred || known { 0.0 } else { -burden(facts, unit, def) }
            }
            EffectDef::Lift { condition, .. } => {
                let def = facts.book.condition(*condition).filter(|_| unit.conditions.has(*condition));
                def.map_or(0.0, |def| burden(facts, unit, def))
            }
            EffectDef::Modify { modifier: def, .. } => {
                let known = unit.modifiers.0.iter().any(|own| own.def == *def);
                if known { 0.0 } else { modifier(facts, unit, def) }
            }
            EffectDef::Shift { event, n, .. } => {
                let n = n.as_ref().map_or(1, |n| self.amount(n));
                let line = match &facts.book.settings.timing.shift {
                    Shift::Ledger(rule) => rule.event(*event),
                    _ => None,
                };
                let shift = line.map_or(n, |line| {
                    let context = |name: Key| (name == "n").then_some(i64::from(n));
                    i32::try_from(facts.evaluate(&line.amount, unit, None, &context)).unwrap_or(0)
                });
                weights::COUNT * f64::from(shift.clamp(-20, 20))
            }
            _ => 0.0,
        }
    }

    /// What effects on several are worth, aimed at the target if there is one.
    fn each(&self, several: &EffectDef, effects: &[EffectDef]) -> f64 {
        let at = self.target.map(|unit| unit.place.area.origin);
        let reached = several::reached(self.facts, self.by, several, at, |most| self.amount(most));
        let units = reached.into_iter().filter_map(|id| self.facts.unit(id));
        units.map(|unit| Effects { target: Some(unit), ..*self }.value(effects)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::LossLimits;

    #[test]
    fn putting_a_unit_out_is_worth_more_than_hurting_it() {
        let limits = LossLimits { weak_at: 10, out_at: 20, spoils_at: None };
        assert!(limits.of_loss(9) < limits.of_loss(10) && limits.of_loss(19) < limits.of_loss(20));
        assert!(limits.of_loss(0) == 0.0 && limits.of_loss(-3) == 0.0);
    }

    #[test]
    fn the_same_blow_is_worth_more_against_who_has_less_left() {
        let fresh = LossLimits { weak_at: 20, out_at: 40, spoils_at: None };
        let hurt = LossLimits { weak_at: 8, out_at: 28, ..fresh };
        assert!(hurt.of_loss(6) > fresh.of_loss(6));
    }
}
