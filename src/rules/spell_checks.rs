//! The checks of casters besides casting, for resolver, AI and previews: control, dismissal, counterspell.

use crate::rules::check_prelude::*;

/// How long a spell lasts from its casting on; none: it is instant.
pub fn lasts(facts: &Facts, spell: &SpellDef) -> Option<SpellDuration> {
    match spell.duration {
        Duration::Instant => None,
        Duration::Rounds(n) => Some(SpellDuration::Rounds(n.max(1))),
        Duration::Hours(n) => Some(SpellDuration::Rounds(facts.book.rounds(n.saturating_mul(3600)).max(1))),
        Duration::Concentration => Some(SpellDuration::Concentration),
        Duration::Battle => Some(SpellDuration::Battle),
    }
}

/// The check by which a spell is cast, of the book or its own.
fn check_of(facts: &Facts, spell: &SpellDef) -> Option<Key> {
    spell.check.or(facts.book.settings.attack.spell)
}

/// What its level takes from the score of a check about it, where the dice have to stay under one.
fn burden(facts: &Facts, spell: &SpellDef) -> Vec<(Key, Cow<'static, ModifierDef>)> {
    let burden = spell.burden(&facts.book);
    burden.map(|def| (spell.id, Cow::Owned(def))).into_iter().collect()
}

/// Casting a spell that is aimed at a square: its difficulty only. `used`: points used before it.
pub fn cast_at(facts: &Facts, by: UnitId, spell: &SpellDef, square: Square, used: i32) -> Option<Check> {
    let own = facts.unit(by)?;
    let here = Area::one(square);
    let range = attack::range_to(facts, own, &own.place.area, &here, Band::Ground, &Armament::Spell(spell));
    let range = range.unwrap_or(attack::AttackRange { increment: 1, ..attack::AttackRange::default() });
    let inputs = Inputs::from([
        (Word::Used, i64::from(used)),
        (Word::Spell, 1),
        (Word::Distance, i64::from(own.place.area.distance(&here))),
        (Word::RangeIncrement, i64::from(range.increment)),
    ]);
    against_difficulty(facts, by, spell, SuccessRule::AtLeast, inputs)
}

fn against_difficulty(
    facts: &Facts,
    by: UnitId,
    spell: &SpellDef,
    success: SuccessRule,
    inputs: Inputs,
) -> Option<Check> {
    let extra = burden(facts, spell);
    let versus = Versus::difficulty(spell.difficulty(&facts.book));
    let mut request = Request::rolled(check_of(facts, spell)?, by, versus);
    request.extra = &extra;
    request.pair = facts.book.pair(spell);
    request.success = Some(success);
    request.inputs = inputs;
    check::build(facts, request)
}

/// What a check about a spell is told, made after so many points were used.
fn told(used: i32) -> Inputs {
    Inputs::from([(Word::Used, i64::from(used)), (Word::Spell, 1)])
}

/// Controlling a spell in effect: 10 and its level, at or above. `used`: points used before it.
pub fn control(facts: &Facts, by: UnitId, active: &ActiveSpell, used: i32) -> Option<Check> {
    against_difficulty(facts, by, facts.spell_of(active)?, SuccessRule::AtLeast, told(used))
}

/// Dismissing a spell in effect: 10 and its level, to be exceeded. `used`: points used before it.
pub fn dismiss(facts: &Facts, by: UnitId, active: &ActiveSpell, used: i32) -> Option<Check> {
    against_difficulty(facts, by, facts.spell_of(active)?, SuccessRule::Above, told(used))
}

/// Countering a spell with another of its school: the spell attack of its caster or controller, or a score.
pub fn counter(
    facts: &Facts,
    by: UnitId,
    with: &SpellDef,
    whose: UnitId,
    spell: &SpellDef,
    used: i32,
) -> Option<Check> {
    let extra = burden(facts, spell);
    let versus = match spell.difficulty(&facts.book) {
        Some(_) => {
            let mut standing = Request::passive(check_of(facts, spell)?, whose);
            standing.pair = facts.book.pair(spell);
            Versus::Passive(Box::new(check::build(facts, standing)?))
        }
        None => Versus::Nothing,
    };
    let mut request = Request::rolled(check_of(facts, with)?, by, versus);
    request.extra = &extra;
    request.pair = facts.book.pair(with);
    request.against = Some(whose);
    request.success = Some(SuccessRule::AtLeast);
    request.inputs = Inputs::from([(Word::Used, i64::from(used)), (Word::Spell, 1), (Word::Counter, 1)]);
    check::build(facts, request)
}
