//! The check of an attack: what goes into it and what it is held against. Range is in [`attack`](super::attack).

use super::{
    attack::{proficient, range},
    jam, location,
};
use crate::rules::check_prelude::*;

/// What an attack's check begins with, whoever it is held against.
struct CheckStart<'a> {
    check: Key,
    extra: Vec<(Key, Cow<'a, ModifierDef>)>,
    defence: Option<Key>,
    success: Option<SuccessRule>,
    value: Option<&'a Expr>,
    weapon: Option<&'a WeaponDef>,
    spell: Option<&'a SpellDef>,
    melee: bool,
    broken: bool,
    used: i32,
}

impl<'a> CheckStart<'a> {
    fn of(facts: &Facts, spec: &AttackSpec<'a>, armament: &'a Armament<'a>) -> Option<Self> {
        let by = facts.unit(spec.by)?;
        let rule = &facts.book.settings.attack;
        let (weapon, spell) = match armament {
            Armament::Weapon(def) => (Some(*def), None),
            Armament::Spell(def) => (None, Some(*def)),
        };
        let melee = weapon.is_some_and(|def| def.uses == WeaponUse::Melee);
        let (mut check, mut defence, mut extra, mut success) = (None, None, Vec::new(), None);
        if let Some(Step::Attack { modifiers, check: own, defence: named, success: how, .. }) = spec.step() {
            extra.extend(modifiers.iter().map(|def| (spec.action.id, Cow::Borrowed(def))));
            check = *own;
            defence = *named;
            success = *how;
        }
        if spec.hinder != 0 {
            extra.push((Key::new("reaction"), Cow::Owned(ModifierDef::flat(spec.hinder, None))));
        }
        let fire = FireDef::of(spec.action);
        if let Some(more) = fire.burst_to_hit(&rule.fire, spec.rounds) {
            // Told apart from what the action itself gives.
            let source = if fire.hits { Key::new("hits_tried") } else { spec.action.id };
            extra.push((source, Cow::Owned(ModifierDef::flat(more, fire.rule))));
        }
        if let Some((def, burden)) = spell.and_then(|def| Some((def, def.burden(&facts.book)?))) {
            extra.push((def.id, Cow::Owned(burden)));
        }
        let check = check.or_else(|| match (weapon, spell) {
            (Some(weapon), _) => weapon.check.or(Some(if melee { rule.melee } else { rule.ranged })),
            (_, Some(spell)) => spell.check.or(rule.spell),
            _ => None,
        })?;
        let used = spec.used.unwrap_or(by.usage.points);
        let from = facts.book.settings.harm.broken_from;
        let broken =
            spec.weapon.and_then(|id| facts.weapon(by, id)).is_some_and(|(item, _)| item.broken(from));
        let value = AttackDamage::of(facts, spec.action, armament).value;
        Some(Self { check, extra, defence, success, value, weapon, spell, melee, broken, used })
    }

    /// What modifiers are told. What only a target has (cover, height, another band, willing) comes in.
    fn inputs(&self, by: &UnitState, range: AttackRange, of_target: [i64; 4]) -> Inputs {
        let [cover, height, other_band, willing] = of_target;
        Inputs::from([
            (Word::Distance, i64::from(range.distance)),
            (Word::RangeIncrement, i64::from(range.increment)),
            (Word::RangeModifier, i64::from(range.modifier)),
            (Word::RangeBand, i64::from(range.band)),
            (Word::Melee, i64::from(self.melee)),
            (Word::Ranged, i64::from(self.weapon.is_some() && !self.melee)),
            (Word::Thrown, i64::from(self.weapon.is_some_and(|def| def.uses == WeaponUse::Thrown))),
            (Word::Spell, i64::from(self.spell.is_some())),
            (Word::Cover, cover),
            (Word::Proficient, i64::from(self.weapon.is_none_or(|def| proficient(by, def)))),
            (Word::Used, i64::from(self.used)),
            (Word::Height, height),
            (Word::OtherBand, other_band),
            (Word::Willing, willing),
            (Word::Beyond, i64::from(range.beyond)),
            (Word::Covered, 0),
        ])
    }

    /// What the target defends itself with.
    fn against(&self) -> Option<Key> {
        let of_weapon = || self.weapon.map(|def| def.defence);
        self.defence.or_else(of_weapon).or_else(|| self.spell.and_then(|def| def.defence))
    }

    /// The target's passive check against the attack.
    fn passive(&self, facts: &Facts, spec: &AttackSpec<'_>, defence: Key) -> Option<Check> {
        let mut request = Request::passive(defence, spec.target);
        request.against = Some(spec.by);
        request.inputs =
            Inputs::from([(Word::Melee, i64::from(self.melee)), (Word::Ranged, i64::from(!self.melee))]);
        request.tags = &spec.action.tags;
        check::build(facts, request)
    }

    /// The base success value, where the attack has one.
    fn value(&self, facts: &Facts, by: &UnitState) -> Option<i32> {
        self.value.map(|base| facts.value(base, by))
    }

    /// What every check of this attack asks, before what it is held against.
    fn request<'b>(&'b self, facts: &'b Facts, spec: &'b AttackSpec<'_>, inputs: Inputs) -> Request<'b> {
        Request {
            weapon: self.weapon,
            broken: self.broken,
            pair: self.spell.and_then(|def| facts.book.pair(def)),
            extra: &self.extra,
            inputs,
            tags: &spec.action.tags,
            ..Request::rolled(self.check, spec.by, Versus::Nothing)
        }
    }

    /// What blind fire asks: the book's dice for it, a trained skill, and nothing that needs a target or sight (C-89).
    fn blind<'b>(
        &'b self,
        facts: &'b Facts,
        spec: &'b AttackSpec<'_>,
        range: AttackRange,
    ) -> Option<Request<'b>> {
        let rule = facts.book.settings.attack.fire.blind.as_ref()?;
        let mut inputs = self.inputs(facts.unit(spec.by)?, range, [0, 0, 0, 0]);
        inputs.set(Word::Blind, 1);
        inputs.set(Word::Weather, i64::from(facts.surroundings.weather));
        Some(Request {
            pair: None,
            dice: Some(rule.dice),
            skill_as: Some(rule.skill),
            ..self.request(facts, spec, inputs)
        })
    }

    /// The same held against the number of areas where the success value is the damage, else against nothing.
    fn on_square<'b>(&self, facts: &Facts, request: Request<'b>) -> Request<'b> {
        let number = self.value.map(|_| facts.book.settings.attack.area.number);
        Request {
            versus: number.map_or(Versus::Nothing, |number| Versus::Number(number, Key::new("square"))),
            success: number.map(|_| SuccessRule::AtLeast),
            ..request
        }
    }

    fn crit_from(&self) -> Option<u16> {
        self.weapon.and_then(|def| def.crit_from).or_else(|| self.spell.and_then(|def| def.crit_from))
    }
}

/// Builds the check of an attack (A-76 step 4, S-31, C-39, D-22, F-78).
pub fn check(facts: &Facts, spec: &AttackSpec<'_>) -> Option<Check> {
    built(facts, spec, None)
}

/// The check of an area attack held against one of those inside, by the range of the square aimed at.
pub(super) fn check_inside(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    match FireDef::of(spec.action).sweep {
        Some(_) => check_sweep(facts, spec, range),
        None => built(facts, spec, Some(range)),
    }
}

/// The one test of an attack that sweeps an arc: nothing of a target, no bonus (S-71); held against the number of areas
/// where the success value is the damage, see [`check_swept`].
fn check_sweep(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    let by = facts.unit(spec.by)?;
    let armament = spec.armament(facts)?;
    let opening = CheckStart::of(facts, spec, &armament)?;
    let inputs = opening.inputs(by, range, [0, 0, 0, 0]);
    let request = opening.request(facts, spec, inputs);
    let mut built = check::build(facts, opening.on_square(facts, request))?;
    sweep::without_bonuses(&mut built);
    built.jams_from = opening.weapon.and_then(|weapon| jam::from(facts, spec.action, weapon));
    Some(built)
}

/// The dice of a sweep held against one hit, if the success value is the damage (T-07), no bonus (S-71); else none.
pub fn check_swept(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    let mut built = built(facts, spec, Some(range))?;
    sweep::without_bonuses(&mut built);
    built.value.is_some().then_some(built)
}

/// The check of an area attack on its square, against `number`; none: only a natural failure counts.
pub(super) fn check_square(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    range: AttackRange,
    aim: &Aim,
    number: Option<i32>,
) -> Option<Check> {
    if FireDef::of(spec.action).sweep.is_some() {
        return check_sweep(facts, spec, range);
    }
    let by = facts.unit(spec.by)?;
    let armament = spec.armament(facts)?;
    let opening = CheckStart::of(facts, spec, &armament)?;
    let other_band = by.place.band != aim.band;
    let mut inputs = opening.inputs(by, range, [0, 0, i64::from(other_band), 0]);
    facts.view_of_square(by, aim.square, aim.band).tell(&mut inputs);
    let versus = match number {
        Some(number) if facts.book.settings.attack.against_defence => {
            Versus::Number(number, Key::new("square"))
        }
        _ => Versus::Nothing,
    };
    let request = Request {
        versus,
        success: Some(SuccessRule::AtLeast),
        value: opening.value(facts, by),
        least: opening.spell.filter(|_| number.is_some()).map(|spell| spell.least(&facts.book)),
        willing: number.is_none(),
        crit_from: opening.crit_from(),
        ..opening.request(facts, spec, inputs)
    };
    check::build(facts, request)
}

/// The check of blind fire (C-89). Where the success value is the damage, it is held against the number of areas
/// and what it does to the one it strikes is told by [`check_blind_struck`]. None: the book has no blind fire.
pub fn check_blind(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    let armament = spec.armament(facts)?;
    let opening = CheckStart::of(facts, spec, &armament)?;
    let request = opening.blind(facts, spec, range)?;
    let mut built = check::build(facts, opening.on_square(facts, request))?;
    guided(&mut built, opening.weapon);
    Some(built)
}

/// The dice of blind fire against the one it strikes, if the success value is the damage (T-07); none: a hit is a hit.
pub fn check_blind_struck(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    let armament = spec.armament(facts)?;
    let opening = CheckStart::of(facts, spec, &armament)?;
    let value = opening.value(facts, by)?;
    let defence = opening.against().filter(|_| facts.book.settings.attack.against_defence);
    let versus = match defence {
        Some(defence) => Versus::Passive(Box::new(opening.passive(facts, spec, defence)?)),
        None => Versus::Nothing,
    };
    let request = Request {
        versus,
        success: opening.success.or(Some(SuccessRule::Value)),
        value: Some(value),
        willing: unconscious(facts, target, defence),
        crit_from: opening.crit_from(),
        ..opening.blind(facts, spec, range)?
    };
    let mut built = check::build(facts, request)?;
    guided(&mut built, opening.weapon);
    Some(built)
}

/// The target's defence, for [`Precomputed::defence`](super::attack::Precomputed); none: the attack meets none.
pub fn defence(facts: &Facts, spec: &AttackSpec<'_>) -> Option<i32> {
    let armament = spec.armament(facts)?;
    let opening = CheckStart::of(facts, spec, &armament)?;
    let defence = opening.against().filter(|_| facts.book.settings.attack.against_defence)?;
    opening.passive(facts, spec, defence).map(|check| check.passive())
}

fn built(facts: &Facts, spec: &AttackSpec<'_>, inside: Option<AttackRange>) -> Option<Check> {
    let by = facts.unit(spec.by)?;
    let target = facts.unit(spec.target)?;
    let armament = spec.armament(facts)?;
    let rule = &facts.book.settings.attack;
    let mut opening = CheckStart::of(facts, spec, &armament)?;
    let range = inside.or_else(|| range(facts, by, target, &armament).ok()).unwrap_or(AttackRange {
        distance: facts.distance(by, target),
        increment: 1,
        ..AttackRange::default()
    });
    let spread =
        opening.weapon.filter(|_| inside.is_none()).and_then(|def| fire::spread(def, range.distance));
    if let Some(spread) = spread {
        let more = ModifierDef::flat(spread.to_hit, Some(spread.rule));
        opening.extra.push((spec.action.id, Cow::Owned(more)));
    }
    let view = facts.view(by, target);
    // Warmth shows through what is soft (C-159).
    let hides = |cover: Cover| if view.infra_red == 1 { cover.hard } else { cover.level };
    let line = || spec.precomputed.line.unwrap_or_else(|| facts.line_cover(by, target));
    let over = || hides(facts.cover_over(line(), by, target));
    let cover = i64::from(inside.map_or_else(over, |_| CoverLevel::None) as u8);
    let spell = opening.spell;
    // Inside an area only those are willing for whom it is meant.
    let meant = |def: &SpellDef| inside.is_none() || matches!(def.target, Whom::Ally | Whom::OwnSide);
    let willing = spell.is_some_and(meant) && !facts.hostile(by, target);
    let ground = |unit: &UnitState| i64::from(facts.map.ground(unit.place.area.origin));
    let height = match (by.place.band, target.place.band) {
        (Band::Ground, Band::Ground) => ground(by) - ground(target),
        _ => 0,
    };
    let other_band = i64::from(by.place.band != target.place.band);
    let mut inputs = opening.inputs(by, range, [cover, height, other_band, i64::from(willing)]);
    view.tell(&mut inputs);
    inputs.set(Word::Covered, i64::from(inside.is_none() && facts.covered_from(by, target)));
    let (weapon_hits, limb_hits) = spec.weapon.map_or((0, 0), |weapon| {
        let holder = facts.unit(facts.holder(spec.by, weapon)).unwrap_or(by);
        facts.weapon_hits(holder, weapon)
    });
    inputs.set(Word::WeaponHits, i64::from(weapon_hits));
    inputs.set(Word::LimbHits, i64::from(limb_hits));
    if opening.weapon.is_some_and(WeaponDef::is_ranged) && inside.is_none() {
        let crowd = fire::crowd(facts, spec.by, target).len();
        inputs.set(Word::Crowd, i64::try_from(crowd).unwrap_or(0));
    }
    let defence = opening.against();
    let versus = match defence {
        _ if willing => Versus::Number(0, Key::new("willing")),
        Some(defence) if rule.against_defence => match spec.precomputed.defence {
            // The result of an attack's other side is no fixed number.
            Some(number) => Versus::Number(number, Key::new("attack")),
            None => Versus::Passive(Box::new(opening.passive(facts, spec, defence)?)),
        },
        _ => match spell {
            Some(def) => Versus::difficulty(def.difficulty(&facts.book)),
            None => Versus::Nothing,
        },
    };
    let of_weapon = opening.weapon.is_some_and(|def| opening.value == Some(&def.base));
    let spread_base = spread.filter(|_| of_weapon).and_then(|spread| spread.base);
    let value = opening.value(facts, by).map(|own| spread_base.unwrap_or(own));
    let spell_success =
        spell.filter(|def| def.types.is_empty() && value.is_none()).map(|_| SuccessRule::AtLeast);
    let request = Request {
        against: Some(spec.target),
        rolled: true,
        versus,
        success: opening.success.or(spell_success).or(value.map(|_| SuccessRule::Value)),
        value,
        least: spell.filter(|_| inside.is_none()).map(|spell| spell.least(&facts.book)),
        willing: willing || unconscious(facts, target, defence),
        crit_from: opening.crit_from(),
        ..opening.request(facts, spec, inputs)
    };
    let mut built = check::build(facts, request)?;
    // A vehicle's weapon is aimed by the vehicle's computer (C-146).
    let holder = spec.weapon.and_then(|weapon| facts.unit(facts.holder(spec.by, weapon)));
    guided(&mut built, opening.weapon.filter(|_| holder.is_none_or(|own| !facts.dulled(own))));
    if !spec.bare {
        built.locations = location::of(facts, spec.action, target);
        built.jams_from = opening.weapon.and_then(|weapon| jam::from(facts, spec.action, weapon));
    }
    if spec.bare {
        strip(&mut built, target);
    }
    Some(built)
}

/// The check of an attack as it confirms a critical, for a weapon that has left the hand since (S-44).
pub fn confirming(made: &Check, target: &UnitState) -> Check {
    let mut own = Check { locations: Vec::new(), jams_from: None, ..made.clone() };
    strip(&mut own, target);
    own
}

/// Takes off a check what does not count when a critical is confirmed; what counts against it does (S-84).
fn strip(check: &mut Check, target: &UnitState) {
    let confirms = |source: Key| {
        let mut active = target.modifiers.0.iter().filter(|own| own.source == source);
        active.any(|own| own.def.whose == Whose::Against && own.def.checks.contains(&Key::new("confirm")))
    };
    for part in &mut check.parts {
        if part.counted && part.kind == ModKind::Circumstance && !confirms(part.source) {
            part.counted = false;
            part.why_not = Some(message!("core-this-test-takes-no-modifiers"));
        }
    }
}

/// An aiming weapon helps where it is not too hard for it: all that counts but skill and ability (C-44).
fn guided(check: &mut Check, weapon: Option<&WeaponDef>) {
    let Some((weapon, smart)) = weapon.and_then(|weapon| Some((weapon, weapon.smart?))) else { return };
    let plain =
        |part: &&check::CheckPart| part.counted && !matches!(part.kind, ModKind::Ability | ModKind::Skill);
    let sum: i32 = check.parts.iter().filter(plain).map(|part| part.value).sum();
    if sum >= smart.tolerance {
        check.parts.push(check::CheckPart {
            kind: ModKind::Tech,
            source: weapon.id,
            rule: Some(smart.rule),
            value: smart.to_hit,
            counted: true,
            why_not: None,
        });
    }
}

/// A zero defence cannot be missed but by a natural 1.
fn unconscious(facts: &Facts, target: &UnitState, defence: Option<Key>) -> bool {
    defence.is_some_and(|id| facts.conditions(target).any(|(def, _)| def.zeroes.contains(&id)))
}
