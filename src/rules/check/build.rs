//! Builds a check from facts: every modifier of either side that touches it, with why some do not count.

use super::{Base, CheckPart, CheckRule, Factor, PartDef};
use crate::rules::check_prelude::*;

struct Gather<'a> {
    facts: &'a Facts,
    def: &'a CheckDef,
    by: &'a UnitState,
    against: Option<&'a UnitState>,
    inputs: Inputs,
    all: Key,
    skills: Key,
    tags: &'a [Key],
    weapon: Option<&'a WeaponDef>,
    parts: Vec<CheckPart>,
}

impl Gather<'_> {
    fn touches(&self, def: &ModifierDef) -> bool {
        let skilled = self.def.skill.is_some() || self.weapon.is_some_and(|weapon| weapon.skill.is_some());
        def.checks.iter().any(|check| {
            *check == self.all && !self.def.strength
                || *check == self.def.id
                || self.def.tags.contains(check)
                || skilled && *check == self.skills
        })
    }

    fn value(&self, expr: &Expr, owner: &UnitState, count: i64) -> i64 {
        let other = if std::ptr::eq(owner, self.by) { self.against } else { Some(self.by) };
        self.facts.evaluate(expr, owner, other, &|name| {
            match Word::of(name) {
                Word::Count => return Some(count),
                Word::Other => {}
                word => return self.inputs.get(word),
            }
            let (head, rest) = name.parts()?;
            match Word::of(head) {
                Word::Option => Some(i64::from(self.facts.option_for(rest.as_str(), self.def))),
                Word::Act => Some(i64::from(self.tags.contains(&rest))),
                Word::Weapon => Some(i64::from(self.weapon.is_some_and(|own| own.tagged(rest.as_str())))),
                _ => None,
            }
        })
    }

    fn consider(&mut self, source: Key, def: &ModifierDef, owner: &UnitState, count: i64) {
        if !self.touches(def) {
            return;
        }
        if let Some(when) = &def.when
            && self.value(when, owner, count) == 0
        {
            return;
        }
        let value = clamp(self.value(&def.value, owner, count));
        // Help is never a hindrance.
        let hinders = def.kind == ModKind::Assisted && value < 0;
        if value != 0 && !hinders {
            self.push(def.kind, source, def.rule, value);
        }
    }

    fn push(&mut self, kind: ModKind, source: Key, rule: Option<Key>, value: i32) {
        self.parts.push(CheckPart { kind, source, rule, value, counted: true, why_not: None });
    }

    fn stat(&self, id: Key) -> i32 {
        clamp(self.facts.stat(self.by, id).unwrap_or(0))
    }

    /// The skill, or another one where that is lower and caps it (C-173); `level` stands for that of a trained one.
    fn skill(&mut self, skill: Key, level: Option<i32>) {
        let own = (skill, self.facts.stat(self.by, skill));
        let capped = self.def.skill_cap.as_ref().filter(|(when, _)| self.value(when, self.by, 1) != 0);
        let cap = capped.map(|(_, cap)| (*cap, self.facts.stat(self.by, *cap)));
        match cap.filter(|cap| cap.1 < own.1).unwrap_or(own) {
            (skill, Some(value)) => self.push(ModKind::Skill, skill, None, level.unwrap_or(clamp(value))),
            (_, None) => {
                if let Some(value) = self.def.untrained {
                    self.push(ModKind::Skill, Key::new("untrained"), Some(self.def.rule), value);
                }
            }
        }
    }

    /// Every modifier that may touch the check: of the request, the weapon, both units and the book.
    fn modifiers(&mut self, request: &Request<'_>) {
        let (facts, by) = (self.facts, self.by);
        for (source, modifier) in request.extra {
            self.consider(*source, modifier, by, 1);
        }
        if let Some(weapon) = self.weapon {
            let broken = weapon.broken_effects.modifiers.iter().filter(|_| request.broken);
            for modifier in weapon.modifiers.iter().chain(broken).filter(|def| def.whose == Whose::Own) {
                self.consider(weapon.id, modifier, by, 1);
            }
        }
        self.bearer(by, Whose::Own);
        if let Some(target) = self.against.filter(|_| !request.reaction) {
            self.bearer(target, Whose::Against);
        }
        for modifier in &facts.book.settings.modifiers {
            self.consider(modifier.rule.unwrap_or(facts.book.id), modifier, by, 1);
        }
    }

    fn bearer(&mut self, unit: &UnitState, whose: Whose) {
        let facts = self.facts;
        let other = match whose {
            Whose::Own => self.against.map(|unit| unit.identity.id),
            Whose::Against => Some(self.by.identity.id),
        };
        let kind = Key::new("nature");
        for def in unit.sheet.0.modifiers.iter().filter(|def| def.whose == whose) {
            self.consider(kind, def, unit, 1);
        }
        for item in &unit.gear.items {
            if !item.worn || item.destroyed() {
                continue;
            }
            if let Some(def) = facts.book.item(item.def) {
                if whose == Whose::Own && def.check_penalty != 0 {
                    self.push(ModKind::CheckPenalty, def.id, None, -def.check_penalty);
                }
                let from = facts.book.settings.harm.broken_from;
                let broken = def.broken_effects.modifiers.iter().filter(|_| item.broken(from));
                for modifier in def.modifiers.iter().chain(broken).filter(|def| def.whose == whose) {
                    self.consider(def.id, modifier, unit, 1);
                }
            }
        }
        for condition in &unit.conditions.0 {
            if let Some(def) = facts.book.condition(condition.id) {
                for modifier in def.modifiers.iter().filter(|def| def.whose == whose) {
                    self.consider(def.id, modifier, unit, i64::from(condition.count));
                }
            }
        }
        for (active, zone) in facts.zones().filter(|(active, _)| active.lies_under(unit)) {
            for modifier in zone.modifiers.iter().filter(|def| def.whose == whose) {
                self.consider(active.spell, modifier, unit, 1);
            }
        }
        for active in unit.modifiers.0.iter().filter(|active| active.def.whose == whose) {
            if active.versus.is_none() || active.versus == other {
                self.consider(active.source, &active.def, unit, 1);
            }
        }
    }
}

fn clamp(value: i64) -> i32 {
    i32::try_from(value.clamp(-100_000, 100_000)).unwrap_or(0)
}

/// Builds a check from the facts. A unit or check that does not exist gives none.
pub fn build(facts: &Facts, request: Request<'_>) -> Option<Check> {
    let by = facts.unit(request.by)?;
    let book = &*facts.book;
    let def = book.check(request.check)?;
    let against = request.against.and_then(|id| facts.unit(id));
    let mut inputs = request.inputs;
    inputs.set(Word::Action, i64::from(!request.reaction));
    inputs.set(Word::Reaction, i64::from(request.reaction));
    let mut gather = Gather {
        facts,
        def,
        by,
        against,
        inputs,
        all: Key::new("all"),
        skills: Key::new("skills"),
        tags: request.tags,
        weapon: request.weapon,
        parts: Vec::with_capacity(12),
    };
    let (ability, skill) = pair(facts, def, by, &request);
    // Where the dice have to stay under a score, the ability is that score and not a part of the roll.
    let direction = if def.strength { Direction::Under } else { book.settings.check.direction };
    let open = def.strength || request.versus == Versus::Nothing;
    let scored = direction == Direction::Under && open;
    let score = ability.filter(|_| scored).map(|id| Versus::Number(gather.stat(id), id));
    if let Some(ability) = ability.filter(|_| !scored) {
        gather.push(ModKind::Ability, ability, None, gather.stat(ability));
    }
    if let Some(skill) = skill {
        gather.skill(skill, request.skill_as);
    }
    for PartDef(kind, expr) in &def.parts {
        let value = clamp(gather.value(expr, by, 1));
        if value != 0 {
            gather.push(*kind, expr.key(), Some(def.rule), value);
        }
    }
    // Against a fixed number there is no gulf to bridge; the result of an attack is none.
    let fixed = matches!(&request.versus, Versus::Number(_, what) if *what != "attack");
    let factor = magnitude(book, def, by, against.filter(|_| !fixed), &mut gather, ability);
    gather.modifiers(&request);
    let mut parts = gather.parts;
    suppress(&book.settings.check, &mut parts);
    parts.iter_mut().for_each(|part| part.rule = part.rule.or_else(|| rule_of(book, part)));
    let rule = &book.settings.check;
    let zeroed = |id: Key| book.condition(id).is_some_and(|known| known.zeroes.contains(&def.id));
    let base = if request.rolled {
        Base::Dice(request.dice.unwrap_or(rule.dice))
    } else if by.conditions.0.iter().any(|condition| zeroed(condition.id)) {
        Base::Nothing
    } else {
        Base::Fixed(rule.passive)
    };
    let success = request.success.unwrap_or(def.success);
    let versus = match (score.unwrap_or(request.versus), def.versus) {
        (Versus::Nothing, Some(number)) => Versus::Number(number, def.rule),
        (versus, _) => versus,
    };
    let hand = match base {
        Base::Dice(dice) if dice == rule.dice => facts.decks.hand(by.side(), dice),
        _ => None,
    };
    Some(Check {
        id: def.id,
        by: request.by,
        base,
        hand,
        direction,
        parts,
        factor,
        versus,
        success,
        value: request.value,
        crit_from: request.crit_from.or(rule.crit_from),
        chains: def.chains.unwrap_or(rule.chains) && request.value.is_some(),
        natural_fail: if def.strength { Vec::new() } else { rule.natural_fail.clone() },
        jams_from: None,
        locations: Vec::new(),
        degrees: rule.degrees,
        least: request.least,
        willing: request.willing,
    })
}

/// A check of a unit against a number outside an attack. `action`: the points used before it; none: all so far count.
pub fn plain(
    facts: &Facts,
    by: UnitId,
    check: Key,
    dc: i32,
    action: Option<i32>,
    against: Option<UnitId>,
) -> Option<Check> {
    let mut request = Request::rolled(check, by, Versus::Number(dc, Key::new("difficulty")));
    request.reaction = action.is_none();
    request.against = against;
    let used = facts.unit(by).map_or(0, |own| own.usage.points);
    request.inputs = Inputs::from([(Word::Used, i64::from(action.unwrap_or(used)))]);
    if facts.book.settings.check.direction == Direction::Under {
        request.versus = Versus::Nothing;
    }
    build(facts, request)
}

/// A defence rolled against an attack: its margin comes off the attack's value. `used`: points before it.
pub fn defence(
    facts: &Facts,
    by: UnitId,
    check: Key,
    total: i32,
    against: Option<UnitId>,
    used: i32,
) -> Option<Check> {
    let mut request = Request::rolled(check, by, Versus::Number(total, Key::new("attack")));
    request.against = against;
    request.success = Some(SuccessRule::Value);
    request.value = Some(0);
    request.inputs = Inputs::from([(Word::Used, i64::from(used))]);
    request.reaction = true;
    build(facts, request)
}

/// The ability and skill with which a unit makes a check.
fn pair(facts: &Facts, def: &CheckDef, by: &UnitState, request: &Request<'_>) -> (Option<Key>, Option<Key>) {
    if let Some((ability, skill)) = request.helped {
        return (Some(ability), skill);
    }
    match by.sheet.0.overrides.get(&def.id).copied().or(request.pair) {
        Some((ability, skill)) => (Some(ability), Some(skill)),
        None => {
            let of_weapon = request.weapon.and_then(|weapon| weapon.skill);
            (def.ability, of_weapon.or_else(|| facts.control_skill(def, by)).or(def.skill))
        }
    }
}

/// Size and magnitude: with a factor neither side uses its size in the exchange.
fn magnitude(
    book: &Rulebook,
    def: &CheckDef,
    by: &UnitState,
    against: Option<&UnitState>,
    gather: &mut Gather<'_>,
    ability: Option<Key>,
) -> Factor {
    let own = by.sheet.0.magnitude;
    let other = against.map_or(own, |unit| unit.sheet.0.magnitude);
    let factor = (own - other).abs() + 1;
    if book.settings.check.magnitude && factor > 1 {
        let attack = def.tags.iter().any(|tag| *tag == "attack") || def.id == "reflex";
        let greater = own > other;
        return if attack == greater { Factor::Over(factor) } else { Factor::Times(factor) };
    }
    let sign =
        book.settings.check.size_signs.iter().find(|(key, _)| Some(*key) == ability).map(|(_, sign)| *sign);
    if let (Some(sign), Some(size)) = (sign, book.size(by.sheet.0.size)) {
        let value = size.modifier * sign * size.step.signum();
        if value != 0 {
            gather.push(ModKind::Size, size.id, Some(Key::new("A-21")), value);
        }
    }
    Factor::One
}

/// The rule behind a part that names none: that of the condition, action or spell it comes from, else of its kind.
fn rule_of(book: &Rulebook, part: &CheckPart) -> Option<Key> {
    let condition = book.condition(part.source).map(|def| def.rule);
    condition
        .or_else(|| book.action(part.source).map(|def| def.rule))
        .or_else(|| book.spell(part.source).map(|def| def.rule))
        .or_else(|| book.settings.check.sources.kinds.get(&part.kind).copied())
}

/// Marks what does not count because a better one of its kind does.
fn suppress(rule: &CheckRule, parts: &mut [CheckPart]) {
    for kind in &rule.best_of {
        for sign in [1, -1] {
            let of_kind = |part: &CheckPart| part.kind == *kind && part.value.signum() == sign;
            let Some(best) = parts.iter().filter(|part| of_kind(part)).map(|part| part.value * sign).max()
            else {
                continue;
            };
            let mut found = false;
            for part in parts.iter_mut().filter(|part| of_kind(part)) {
                if part.value * sign == best && !found {
                    found = true;
                } else {
                    part.counted = false;
                    part.why_not = Some(match sign {
                        1 => message!("core-a-better-x-modifier-counts", kind),
                        _ => message!("core-a-worse-x-modifier-counts", kind),
                    });
                }
            }
        }
    }
}
