//! Spells that are no plain attack: calling creatures, laying zones, keeping spells up, taking them over, ending them.

use super::value::{burden, modifier, point};
use super::ways::{price, ready};
use crate::ai::prelude::*;
use crate::battle::muster;
use crate::rules::spell::{Duration, SpellAim, SpellDef, ZoneDef};
use crate::rules::unit::UnitDef;

/// How much of what a spell does counts, by how long it lasts.
pub fn lasting(spell: &SpellDef) -> f64 {
    match spell.duration {
        Duration::Rounds(n) => f64::from(n.min(4)) / 4.0,
        Duration::Concentration => weights::CONCENTRATION,
        Duration::Instant | Duration::Hours(_) | Duration::Battle => 1.0,
    }
}

/// What a creature would be worth to a side: the best it can strike, for a round or two.
fn creature(facts: &Facts, faces: &CheckFaces, by: &UnitState, def: &Arc<UnitDef>, square: Square) -> f64 {
    let id = UnitId::new("called");
    let (side, group) = (by.identity.side, by.identity.group);
    let unit = muster::unit(&facts.book, &facts.map, def, id, &def.name, side, group, square);
    let mut what = facts.clone();
    what.units.push(unit);
    weights::BODY + weights::CALLED * strength(&what, faces, id)
}

/// The best that a unit can strike with at any foe, wherever it stands.
fn strength(facts: &Facts, faces: &CheckFaces, id: UnitId) -> f64 {
    let Some(own) = facts.unit(id) else { return 0.0 };
    let known = ways(facts, own, &[Mode::Standard]);
    let foes = facts.units.iter().filter(|foe| facts.hostile(foe, own) && !facts.out(foe));
    let mut best: f64 = 0.0;
    for foe in foes {
        let limits = LossLimits::of(facts, foe);
        for way in &known {
            best = best.max(way.worth(facts, faces, &way.spec(id, foe.id()), &limits, 1.0));
        }
    }
    best
}

/// What a zone on these squares is worth to a unit's side.
fn zone(facts: &Facts, by: &UnitState, zone: &ZoneDef, squares: &[Square]) -> f64 {
    let inside = |unit: &&UnitState| squares.iter().any(|square| unit.place.area.contains(*square));
    let worth = |unit: &UnitState| {
        let sign = if facts.hostile(by, unit) { 1.0 } else { -1.0 };
        let slow = weights::SLOW_GROUND * f64::from(zone.difficult);
        let weak: f64 = zone.modifiers.iter().map(|def| modifier(facts, unit, def)).sum();
        let effects = Effects { facts, by, target: Some(unit), sv: 2 };
        sign * (slow - weak) + weights::ZONE_INSIDE * effects.value(&zone.inside)
    };
    facts.units.iter().filter(|unit| !facts.out(unit)).filter(inside).map(worth).sum()
}

/// What a spell aimed at a square would be worth if it succeeds, wherever it is cast: what it calls.
fn called(facts: &Facts, faces: &CheckFaces, by: &UnitState, spell: &SpellDef) -> f64 {
    let calls = |effect: &EffectDef| match effect {
        EffectDef::Summon { unit, count } => {
            let count = f64::from(facts.value(count, by).clamp(0, 4));
            let square = by.place.area.origin;
            facts.book.unit(*unit).map_or(0.0, |def| count * creature(facts, faces, by, def, square))
        }
        _ => 0.0,
    };
    let called: f64 = spell.effects.iter().map(calls).sum();
    let effects = Effects { facts, by, target: None, sv: 2 };
    lasting(spell) * (called + effects.value(&spell.effects))
}

/// What its zone would be worth there.
fn laid(facts: &Facts, by: &UnitState, spell: &SpellDef, square: Square) -> f64 {
    let def = spell.zone.as_ref();
    lasting(spell) * def.map_or(0.0, |def| zone(facts, by, def, &facts.zone_squares(spell, square)))
}

/// What there is to lose or win by a spell being cast that is no attack on one unit.
pub fn stake(facts: &Facts, faces: &CheckFaces, by: &UnitState, spell: &SpellDef) -> f64 {
    let known = if spell.at_square() { called(facts, faces, by, spell) } else { 0.0 };
    known.max(weights::SPELL_LEVEL * f64::from(spell.level))
}

/// Casting at squares: creatures beside foes, zones on them.
pub fn at_squares(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let facts = planner.facts;
    let spells = ready(planner.own()).into_iter().filter_map(|id| facts.book.spell(id));
    for spell in spells.filter(|spell| spell.at_square()) {
        let paid = planner.price(&price(facts, planner.own(), utility.def, spell.level));
        let risk = if spell.provokes == Provokes::Never { 0.0 } else { planner.provoking() };
        let mut best: Option<(f64, Act)> = None;
        let called = called(facts, &planner.faces, planner.own(), spell);
        for square in squares(planner, spell) {
            let used = planner.own().usage.points;
            let Some(check) = spell_checks::cast_at(facts, planner.me, spell, square, used) else { continue };
            let chance = planner.faces.succeeds(&check);
            let mut worth = chance * (called + laid(facts, planner.own(), spell, square));
            worth += upkeep(planner, spell.id, &utility.cost, worth) - paid;
            if worth <= weights::SPELL_LEAST || best.as_ref().is_some_and(|(known, _)| worth <= *known) {
                continue;
            }
            let act = utility.act(Args { spell: Some(spell.id), square: Some(square), ..Args::default() });
            if planner.permits(&act) {
                best = Some((worth, act));
            }
        }
        if let Some((worth, act)) = best {
            found.push((with_rest(planner, utility, worth) - weights::CASTING * planner.risk(risk), act));
        }
    }
}

/// Squares worth trying: those of foes, or free ones beside them, those of the nearest foes first.
fn squares(planner: &Planner<'_>, spell: &SpellDef) -> Vec<Square> {
    let own = planner.own();
    let most = spell.increment * spell.max_increments;
    let mut foes: Vec<&UnitState> = planner.foes.iter().map(|foe| &planner.facts.units[foe.at]).collect();
    foes.sort_by_key(|foe| planner.facts.distance(own, foe));
    let mut found: Vec<Square> = Vec::new();
    for foe in foes.into_iter().take(3) {
        match spell.aim {
            SpellAim::FreeSquare => {
                let near = (1..=2).flat_map(|far| {
                    foe.place
                        .area
                        .around(far)
                        .filter(move |at| foe.place.area.distance(&Area::one(*at)) == far)
                });
                found.extend(near);
            }
            SpellAim::Square | SpellAim::Unit => found.push(foe.place.area.origin),
        }
    }
    if spell.aim == SpellAim::FreeSquare {
        found.extend(own.place.area.around(1));
    }
    found.retain(|square| own.place.area.distance(&Area::one(*square)) <= most);
    found.truncate(16);
    found
}

/// What a spell in effect is worth to a unit's side as it stands, also to its caster.
fn standing(facts: &Facts, me: &UnitState, active: &ActiveSpell) -> f64 {
    let Some(spell) = facts.spell_of(active) else { return 0.0 };
    let mut sum = 0.0;
    for hold in &active.holds {
        if let (Some(unit), Some(def)) = (facts.unit(hold.unit), facts.book.condition(hold.condition))
            && facts.present(unit)
        {
            let sign = if facts.hostile(me, unit) { 1.0 } else { -1.0 };
            sum += sign * burden(facts, unit, def);
        }
    }
    let until = Until::OfSpell(active.id);
    for unit in facts.units.iter().filter(|unit| facts.present(unit)) {
        let sign = if facts.hostile(me, unit) { -1.0 } else { 1.0 };
        let own = unit.modifiers.0.iter().filter(|one| one.until == until);
        sum += sign * own.map(|one| modifier(facts, unit, &one.def)).sum::<f64>();
        if active.summoned.contains(&unit.id()) && !facts.out(unit) {
            sum += sign * weights::SUMMONED;
        }
    }
    if let Some(def) = &spell.zone {
        sum += zone(facts, me, def, &active.squares);
    }
    sum
}

fn chance(planner: &Planner<'_>, check: Option<Check>) -> f64 {
    check.map_or(0.0, |check| planner.faces.succeeds(&check))
}

/// Controlling, taking over and ending spells in effect.
pub fn in_effect(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let facts = planner.facts;
    let provokes = utility.def.provokes != Provokes::Never;
    let risk = if provokes { planner.risk(planner.provoking()) } else { 0.0 };
    for active in &facts.spells {
        let act = utility.act(Args { in_effect: Some(active.id), ..Args::default() });
        if !planner.permits(&act) {
            continue;
        }
        for step in &utility.def.steps {
            let choice = match step {
                Step::Control => control(planner, active, &act),
                Step::Counter => take_over(planner, active, &act),
                Step::Dismiss => dismiss(planner, active, &act),
                _ => None,
            };
            if let Some((benefit, act)) = choice {
                found.push((with_rest(planner, utility, benefit) - risk, act));
            }
        }
    }
}

/// Keeping a spell up, and what control does besides.
fn control(planner: &Planner<'_>, active: &ActiveSpell, act: &Act) -> Option<(f64, Act)> {
    let (facts, own) = (planner.facts, planner.own());
    let spell = facts.spell_of(active)?;
    let chance = chance(planner, spell_checks::control(facts, planner.me, active, own.usage.points));
    let now = standing(facts, own, active);
    let mut worth = 0.0;
    if active.lasts == SpellDuration::Concentration && !active.controlled {
        worth += weights::KEEP_SPELL * now.max(0.0);
    }
    let mut act = act.clone();
    if let Some(control) = &spell.control {
        for unit in facts.under(active) {
            worth += Effects { facts, by: own, target: Some(unit), sv: 2 }.value(&control.effects);
        }
        if control.strikes
            && let Some((gain, target)) = strike(planner, &act, spell)
        {
            worth += gain;
            act.args.target = Some(target);
        }
        if control.moves > 0
            && let Some((gain, square)) = shift(planner, active, spell, &act)
        {
            worth += gain;
            act.args.square = Some(square);
        }
    }
    planner.permits(&act).then_some((chance * worth, act))
}

/// What casting a spell that lasts by concentration gains if it can be kept up this round, or loses if it cannot.
pub fn upkeep(planner: &Planner<'_>, spell: Key, cost: &[(Key, i32)], gain: f64) -> f64 {
    let facts = planner.facts;
    let Some(spell) = facts.book.spell(spell).filter(|spell| spell.duration == Duration::Concentration)
    else {
        return 0.0;
    };
    let controls = facts.book.actions.iter().find(|def| def.steps.contains(&Step::Control));
    let payable = controls.is_some_and(|def| {
        let next = super::ways::cost(facts, planner.own(), def, Mode::Standard, (None, None));
        planner.pays(&next, &def.tags, cost, &[])
    });
    // What control itself does comes on top of what it keeps.
    let does = if spell.control.is_some() { weights::CONTROL_DOES } else { weights::CONTROL_KEEPS };
    if payable { does * gain } else { -weights::CONTROL_LOST * gain }
}

/// The best foe for a spell that strikes again.
fn strike(planner: &Planner<'_>, act: &Act, spell: &SpellDef) -> Option<(f64, UnitId)> {
    let cast = planner.facts.book.actions.iter().find(|def| def.steps.contains(&Step::Cast))?;
    let way = way_of(planner.facts, planner.own(), cast.id, None, Some(spell.id))?;
    let mut best: Option<(f64, UnitId)> = None;
    for foe in &planner.foes {
        let mut with = act.clone();
        with.args.target = Some(foe.id);
        let gain = planner.worth(planner.facts, &way, foe);
        if best.is_none_or(|(known, _)| gain > known) && planner.permits(&with) {
            best = Some((gain, foe.id));
        }
    }
    best
}

/// The best place for a zone that may be moved.
fn shift(planner: &Planner<'_>, active: &ActiveSpell, spell: &SpellDef, act: &Act) -> Option<(f64, Square)> {
    let def = spell.zone.as_ref()?;
    let now = zone(planner.facts, planner.own(), def, &active.squares);
    let mut best: Option<(f64, Square)> = None;
    for foe in &planner.foes {
        let square = planner.facts.units[foe.at].place.area.origin;
        let gain = zone(planner.facts, planner.own(), def, &planner.facts.zone_squares(spell, square)) - now;
        let mut with = act.clone();
        with.args.square = Some(square);
        if gain > weights::WORTHWHILE && best.is_none_or(|(known, _)| gain > known) && planner.permits(&with)
        {
            best = Some((gain, square));
        }
    }
    best
}

/// Taking over what harms one's own side: it is twice worth what it did.
fn take_over(planner: &Planner<'_>, active: &ActiveSpell, act: &Act) -> Option<(f64, Act)> {
    let (facts, own) = (planner.facts, planner.own());
    let controller = facts.unit(active.controller)?;
    let harm = -standing(facts, own, active);
    if harm <= weights::SPELL_HARM || !facts.hostile(own, controller) {
        return None;
    }
    let spell = facts.spell_of(active)?;
    let with = least_counter(facts, own, spell)?;
    let check = spell_checks::counter(facts, planner.me, with, active.controller, spell, own.usage.points);
    let mut act = act.clone();
    act.args.spell = Some(with.id);
    Some((chance(planner, check) * weights::COUNTER * harm - point(facts), act))
}

/// The least of a unit's ready spells that counters another.
pub fn least_counter<'a>(facts: &'a Facts, unit: &UnitState, spell: &SpellDef) -> Option<&'a SpellDef> {
    let ready = unit.slots.0.iter().filter(|slot| !slot.spent);
    let ready = ready.filter_map(|slot| facts.book.spell(slot.spell)).map(|with| &**with);
    ready.filter(|with| with.counters(spell)).min_by_key(|with| (with.level, with.id))
}

/// Ending a spell of one's own that has turned against one's side.
fn dismiss(planner: &Planner<'_>, active: &ActiveSpell, act: &Act) -> Option<(f64, Act)> {
    let harm = -standing(planner.facts, planner.own(), active);
    let check = spell_checks::dismiss(planner.facts, planner.me, active, planner.own().usage.points);
    (harm > weights::SPELL_HARM).then(|| (chance(planner, check) * harm, act.clone()))
}

#[cfg(test)]
mod tests {
    use super::standing;
    use crate::{ai::test_battle::*, rules::modifier::ModifierDef};

    #[test]
    fn a_spell_on_nobody_is_worth_what_it_does_for_its_caster() {
        let [mia, bor] = ["mia", "bor"].map(UnitId::new);
        let field = Field::new(&book("arrgs"), 16, 8).unit("mia", "militia", "red", (2, 4));
        let field = field.unit("bor", "militia", "blue", (12, 4));
        let mut facts = known(field.setup());
        let light = ActiveSpell {
            id: Key::new("light"),
            spell: Key::new("enthral"),
            caster: mia,
            controller: mia,
            targets: Vec::new(),
            summoned: Vec::new(),
            square: Some(Square::new(4, 4)),
            squares: Vec::new(),
            lasts: SpellDuration::Concentration,
            controlled: false,
            holds: Vec::new(),
        };
        let worth = |facts: &Facts, of: UnitId| standing(facts, facts.unit(of).unwrap(), &light);
        assert_eq!((worth(&facts, mia), worth(&facts, bor)), (0.0, 0.0));
        let helps = ActiveModifier::new(light.spell, ModifierDef::flat(4, None), Until::OfSpell(light.id));
        facts.unit_mut(mia).unwrap().modifiers.0.push(helps);
        assert!(
            worth(&facts, mia) > 0.05 && worth(&facts, bor) < -0.05,
            "worth keeping, and worth taking over"
        );
    }
}
