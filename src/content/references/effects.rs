//! Where effects name something else.

use super::{OpenKind, bond, given, modifier};
use crate::{content::prelude::*, rules::action::EffectDef};

fn until(until: &mut Until, visit: &mut dyn Visit) {
    match until {
        Until::EndOfTurnOf(whose, _) if !["own", "target"].contains(&whose.0.as_str()) => {
            let what = format!("there is no \"{whose}\" here: a turn is that of \"own\" or \"target\"");
            visit.wrong(whose.0.as_str(), what);
        }
        Until::NextCheck(check) | Until::NextCheckEver(check) => visit.name(NameKind::Checks, check),
        Until::Phase(phase) => visit.name(NameKind::Phase, phase),
        _ => {}
    }
}

/// Tells an effect that throws no dice and comes to nothing.
fn nothing_done(name: &str, no_dice: bool, amount: &Expr, visit: &mut dyn Visit) {
    if no_dice && amount.as_const() == Some(0) {
        visit.wrong(name, format!("`{name}` of nothing: write `dice` or `amount`"));
    }
}

fn at_least<N: PartialOrd + fmt::Display>(least: N, field: &str, number: N, visit: &mut dyn Visit) {
    if number < least {
        visit.wrong(field, format!("`{field}` is at least {least}"));
    }
}

/// Tells effects on everybody who is meant that reach nobody.
fn check_each(within: Option<&Expr>, each: &[EffectDef], visit: &mut dyn Visit) {
    within.and_then(Expr::as_const).into_iter().for_each(|most| at_least(0, "within", most, visit));
    if !given::meets(each) {
        visit.odd("Each", "nothing of this happens to each who is meant: write `to: Target`".to_owned());
    }
}

/// The references of a list of effects.
pub fn effects(list: &mut [EffectDef], visit: &mut dyn Visit) {
    for effect in list {
        alone(effect, visit);
        match effect {
            EffectDef::Check { pass, fail, .. } => {
                effects(pass, visit);
                effects(fail, visit);
            }
            EffectDef::When { then, otherwise, .. } => {
                effects(then, visit);
                effects(otherwise, visit);
            }
            EffectDef::Each { effects: each, .. } => effects(each, visit),
            _ => {}
        }
    }
}

/// The references of an effect, without those of the effects inside it.
pub(super) fn alone(effect: &mut EffectDef, visit: &mut dyn Visit) {
    match effect {
        EffectDef::Lose { track, amount, .. } | EffectDef::Restore { track, amount, .. } => {
            visit.name(NameKind::Track, track);
            visit.expr(amount);
        }
        EffectDef::Damage { dice, amount, divisor, penetration, types, drive, .. } => {
            nothing_done("Damage", dice.is_none(), amount, visit);
            at_least(1, "divisor", *divisor, visit);
            visit.expr(amount);
            penetration.iter_mut().chain(drive).for_each(|more| visit.expr(more));
            types.iter().for_each(|kind| visit.open(OpenKind::Damage, *kind));
        }
        EffectDef::WeaponDamage { tag, .. } => visit.open(OpenKind::WeaponTag, *tag),
        EffectDef::Heal { dice, amount, .. } => {
            nothing_done("Heal", dice.is_none(), amount, visit);
            visit.expr(amount);
        }
        EffectDef::Gain { condition, count, until: lasts, .. } => {
            count.as_const().into_iter().for_each(|count| at_least(1, "count", count, visit));
            visit.name(NameKind::Condition, condition);
            visit.expr(count);
            until(lasts, visit);
        }
        EffectDef::Lift { condition, count, .. } => {
            visit.name(NameKind::Condition, condition);
            count.iter_mut().for_each(|count| visit.expr(count));
        }
        EffectDef::Modify { modifier: def, until: lasts, .. } => {
            modifier(def, visit);
            until(lasts, visit);
        }
        EffectDef::Points { pool, amount, barred, .. } => {
            visit.name(NameKind::Pool, pool);
            visit.expr(amount);
            barred.iter().for_each(|tag| visit.open(OpenKind::ActionTag, *tag));
        }
        EffectDef::Shield { amount, turns: other, .. } | EffectDef::Aura { amount, most: other, .. } => {
            visit.expr(amount);
            other.iter_mut().for_each(|other| visit.expr(other));
        }
        EffectDef::Swap { from, into, amount } => {
            visit.name(NameKind::Pool, from);
            visit.name(NameKind::Pool, into);
            visit.expr(amount);
        }
        EffectDef::Shift { event, n, .. } => {
            visit.open(OpenKind::Event, *event);
            n.iter_mut().for_each(|n| visit.expr(n));
        }
        EffectDef::Check { check, dc, .. } => {
            visit.name(NameKind::Check, check);
            visit.expr(dc);
        }
        EffectDef::When { test, .. } => visit.expr(test),
        EffectDef::Bind { kind, role } => bond(kind, role, visit),
        EffectDef::Wrest { take } => visit.expr(take),
        EffectDef::Unbind { kind, .. } => visit.name(NameKind::Bond, kind),
        EffectDef::Evade(expr) | EffectDef::Shake(expr) => visit.expr(expr),
        EffectDef::Summon { unit, count } => {
            visit.name(NameKind::Unit, unit);
            visit.expr(count);
        }
        EffectDef::Each { within, bound, effects: each, .. } => {
            check_each(within.as_ref(), each, visit);
            within.iter_mut().for_each(|most| visit.expr(most));
            bound.iter_mut().for_each(|kind| visit.name(NameKind::Bond, kind));
        }
        EffectDef::Push { squares } => visit.expr(squares),
        EffectDef::Mend { hits } => hits.iter_mut().for_each(|hits| visit.expr(hits)),
        EffectDef::Bill { per_cent, .. } => visit.expr(per_cent),
        EffectDef::Refresh { .. }
        | EffectDef::Distract { .. }
        | EffectDef::Touch { .. }
        | EffectDef::Bar(_)
        | EffectDef::Unbar(_)
        | EffectDef::Open { .. }
        | EffectDef::TakeAway
        | EffectDef::Draw
        | EffectDef::Drop
        | EffectDef::DropAll
        | EffectDef::PickUp
        | EffectDef::Fetch
        | EffectDef::ShieldFirst
        | EffectDef::Wear
        | EffectDef::TakeOff
        | EffectDef::TakeOut
        | EffectDef::Clear
        | EffectDef::Bear
        | EffectDef::Door
        | EffectDef::Press
        | EffectDef::GiveUp
        | EffectDef::Rig { .. }
        | EffectDef::Strip
        | EffectDef::Leave => {}
    }
}

/// The lists of effects inside an effect.
pub(super) fn inside(effect: &EffectDef) -> [&[EffectDef]; 2] {
    match effect {
        EffectDef::Check { pass: one, fail: other, .. }
        | EffectDef::When { then: one, otherwise: other, .. } => [one, other],
        EffectDef::Each { effects, .. } => [effects, &[]],
        _ => [&[], &[]],
    }
}

/// Whether effects put anything on that is to last as long as the spell that does it.
pub(super) fn with_spell(list: &[EffectDef]) -> bool {
    list.iter().any(|effect| match effect {
        EffectDef::Gain { until, .. } | EffectDef::Modify { until, .. } => *until == Until::WithSpell,
        _ => inside(effect).into_iter().any(with_spell),
    })
}
