//! What is done for others without an attack: effects on them, spells on one's own side; and for one's own count.

use super::ways::{price, ready};
use super::{aiming, spellcasting};
use crate::ai::prelude::*;
use crate::rules::{action::Whom, blaze, condition::Forbids};

/// So many further amounts are each tried for itself.
const FEW: i32 = 2;
/// What takes more turns than this is not begun for what comes at its end.
const TURNS: u32 = 4;

/// What an action does to its owner's count.
pub fn extra(planner: &Planner<'_>, utility: &UtilityAction<'_>) -> f64 {
    some(planner, utility, None, |effect| matches!(effect, EffectDef::Shift { .. }))
}

/// What those of an action's effects are worth that are looked at.
fn some(
    planner: &Planner<'_>,
    utility: &UtilityAction<'_>,
    target: Option<&UnitState>,
    looked_at: impl Fn(&EffectDef) -> bool,
) -> f64 {
    let effects = Effects { facts: planner.facts, by: planner.own(), target, sv: 1 };
    utility.effects.iter().filter(|effect| looked_at(effect)).map(|effect| effects.one(effect)).sum()
}

/// Effects on several, from where the unit stands or on the squares of one of them.
fn several(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let each = |effect: &EffectDef| matches!(effect, EffectDef::Each { .. });
    if !utility.effects.iter().any(each) {
        return;
    }
    let aimed = utility.def.asks.iter().any(|parameter| matches!(parameter, Parameter::Square { .. }));
    let at: Vec<Option<UnitId>> = match aimed {
        true => targets(planner, Some(Whom::Any)).into_iter().map(Some).collect(),
        false => vec![None],
    };
    let facts = planner.facts;
    for target in at {
        let target = target.and_then(|id| facts.unit(id));
        let benefit = extra(planner, utility) + some(planner, utility, target, each);
        let args = Args { square: target.map(|unit| unit.place.area.origin), ..Args::default() };
        offer_worthwhile(planner, utility, benefit, args, found);
    }
}

/// Effects on others without an attack, and on one's count.
pub fn tend(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    // What is done for a friend is no aim, whatever the unit notes of it for itself.
    let friendly = matches!(utility.def.target(), Some((Whom::Ally | Whom::OwnSide, _)));
    let aims = !friendly
        && utility.effects.iter().any(|effect| matches!(effect, EffectDef::Modify { to: To::Own, .. }));
    if aims || utility.effects.is_empty() {
        return;
    }
    if utility.def.target().is_none() {
        several(planner, utility, found);
        let score = with_rest(planner, utility, extra(planner, utility));
        if score > 0.0 {
            found.push((score, utility.act(Args::default())));
        }
        return;
    }
    for target in targets(planner, utility.def.target().map(|(who, _)| who)) {
        let Some(other) = planner.facts.unit(target) else { continue };
        if rekindled(planner, &utility.effects, other) {
            continue;
        }
        let Some((amount, benefit)) = amount_for(planner, utility, other) else { continue };
        let benefit = benefit + help(planner, utility, target);
        let args = Args { target: Some(target), amount, ..Args::default() };
        offer_worthwhile(planner, utility, benefit, args, found);
    }
}

/// Whether what is put out comes again as the turn ends: on ground that burns, for one who does not leave it first (D-101).
fn rekindled(planner: &Planner<'_>, effects: &[EffectDef], other: &UnitState) -> bool {
    fn brings(effects: &[EffectDef], id: Key) -> bool {
        effects.iter().any(|effect| match effect {
            EffectDef::Gain { condition, .. } => *condition == id,
            EffectDef::When { then, .. } => brings(then, id),
            _ => false,
        })
    }
    let facts = planner.facts;
    let Some(rule) = &facts.book.settings.blazes else { return false };
    let stays = other.id() == planner.me || facts.forbidden(other, Forbids::Movement).is_some();
    let out = |effect: &EffectDef| match effect {
        EffectDef::Lift { condition, .. } => brings(&rule.inside, *condition),
        _ => false,
    };
    stays && blaze::in_fire(facts, other) && effects.iter().any(out)
}

/// What the conditions that an action gives an ally are worth to it in a contest that it is in (S-05).
fn help(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, ally: UnitId) -> f64 {
    let mut sum = 0.0;
    for effect in &utility.effects {
        if let EffectDef::Gain { condition, to: To::Target, .. } = effect {
            sum += contests::helped(planner, *condition, ally);
        }
    }
    sum
}

/// Those on the board who are meant.
pub fn targets(planner: &Planner<'_>, who: Option<Whom>) -> Vec<UnitId> {
    let own = planner.own();
    let fits = |unit: &&UnitState| {
        planner.facts.present(unit) && who.is_some_and(|who| who.means(planner.facts, own, unit))
    };
    planner.facts.units.iter().filter(fits).map(UnitState::id).collect()
}

/// What effects on somebody are worth, and the least amount that does as much as the most (D-107); none: others tie.
fn amount_for(
    planner: &Planner<'_>,
    utility: &UtilityAction<'_>,
    other: &UnitState,
) -> Option<(Option<i32>, f64)> {
    let worth = |sv: i32| {
        let effects = Effects { facts: planner.facts, by: planner.own(), target: Some(other), sv };
        effects.value(&utility.effects) + at_its_end(&effects, &utility.effects)
    };
    let wide = |(least, most): &(i32, i32)| most.saturating_sub(*least) > FEW;
    let Some((least, most)) = asked(planner, utility.def).filter(wide) else {
        return Some((None, worth(2)));
    };
    if utility.amount != Some(least) {
        return None;
    }
    let best = worth(most);
    let (mut low, mut high) = (least, most);
    while low < high {
        let middle = low.midpoint(high);
        if worth(middle) >= best { high = middle } else { low = middle.saturating_add(1) }
    }
    Some((Some(high), best))
}

/// What comes of an action of several turns once it has been done often enough, by the turns still to come (S-10).
fn at_its_end(effects: &Effects<'_>, list: &[EffectDef]) -> f64 {
    let counted = list.iter().find_map(|effect| match effect {
        EffectDef::Gain { condition, to: To::Own, .. } => effects.facts.book.condition(*condition),
        _ => None,
    });
    let Some(def) = counted.filter(|def| def.counted) else { return 0.0 };
    let counts = |name: Key| name.parts().is_some_and(|(_, of)| of == def.id);
    let ends = |effect: &&EffectDef| match effect {
        EffectDef::When { test, .. } => test.names().into_iter().any(counts),
        _ => false,
    };
    let ends: Vec<&EffectDef> = list.iter().filter(ends).collect();
    let worth = |effects: &Effects<'_>| ends.iter().map(|effect| effects.one(effect)).sum::<f64>();
    let (now, mut own, mut part) = (worth(effects), effects.by.clone(), 1.0);
    for _ in 0..TURNS {
        match own.conditions.0.iter_mut().find(|known| known.id == def.id) {
            Some(known) => known.count += 1,
            None => own.conditions.0.push(Condition::new(def.id, 1, Until::Battle, None)),
        }
        let gained = worth(&Effects { by: &own, ..*effects }) - now;
        if gained > 0.0 {
            return part * gained;
        }
        part *= weights::TASK_LATER;
    }
    0.0
}

/// Spells on one's own side.
pub fn support(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let (facts, own) = (planner.facts, planner.own());
    for spell in ready(own).into_iter().filter_map(|id| facts.book.spell(id)) {
        if !matches!(spell.target, Whom::OwnSide | Whom::Ally) || spell.at_square() {
            continue;
        }
        let paid = planner.price(&price(facts, own, utility.def, spell.level));
        for target in targets(planner, Some(spell.target)) {
            let Some(other) = facts.unit(target) else { continue };
            let Some(way) = way_of(facts, own, utility.def.id, None, Some(spell.id)) else { continue };
            if facts.distance(own, other) > way.range.1 {
                continue;
            }
            let spec = way.spec(planner.me, target);
            let Some(expected) = Expected::of(facts, &planner.faces, &spec) else { continue };
            let effects = Effects { facts, by: own, target: Some(other), sv: expected.value };
            let benefit = expected.hit * spellcasting::lasting(spell) * effects.value(&spell.effects) - paid;
            if benefit <= weights::SPELL_LEAST {
                continue;
            }
            let act = utility.act(Args { target: Some(target), spell: Some(spell.id), ..Args::default() });
            if planner.permits(&act) {
                let quiet = way.def.provokes == Provokes::Never;
                let risk = if quiet { 0.0 } else { planner.provoking() };
                found.push((benefit + aiming::rest(planner, utility) - weights::CASTING * risk, act));
            }
        }
    }
}
