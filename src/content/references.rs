//! Every place in a definition where it names something else.
//!
//! One list serves two ends: a mod's references are turned into canonical ids, and unknown ones become mistakes.

mod units;

pub use units::{system, unit};

use crate::{
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Feat, Hole, Need, Step},
        condition::{ConditionDef, Hook},
        expr::Expr,
        gear::{Broken, ItemDef, WeaponDef},
        interaction::InteractionDef,
        modifier::{ModifierDef, Until},
        spell::SpellDef,
    },
};

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A kind of check, or a tag of checks, or `all`.
    Checks,
    /// A kind of check.
    Check,
    /// A condition.
    Condition,
    /// A pool, or `points`.
    Pool,
    /// A track, or a pool, or `points`, or `initiative`.
    Price,
    /// A track.
    Track,
    /// A weapon.
    Weapon,
    /// An item.
    Item,
    /// A spell.
    Spell,
    /// A kind of unit.
    Unit,
    /// A school of spells; any name where the book lists none.
    School,
    /// A row of the table of ranges; any name where the book's ranges are not such a table.
    RangeType,
    /// A size.
    Size,
    /// A stat that the book knows.
    Stat,
    /// An option of the book.
    Option,
    /// An action.
    Action,
    /// What can be done with a thing or creature.
    Interaction,
    /// How long something takes.
    Increment,
    /// A band of ranges.
    Band,
    /// A relation between two units.
    Bond,
    /// A role in a relation.
    Role,
    /// A kind of trigger.
    Trigger,
    /// A weapon or another item.
    Gear,
    /// A system of vehicles, robots and drones.
    System,
    /// A column of the table of locations.
    Column,
    /// A kind of unit with systems.
    SystemsKind,
    /// A tag of actions.
    Tag,
    /// A tag of actions that are open to the winner of a contest.
    Winning,
    /// A phase of the book's own.
    Phase,
}

/// What is called for each reference and each expression.
pub trait Visit {
    /// A name of a kind.
    fn name(&mut self, kind: Kind, name: &mut Key);
    /// An expression.
    fn expr(&mut self, expr: &Expr);
    /// Something that cannot be: a word in the entry, and what is wrong with it.
    fn wrong(&mut self, word: &str, what: String);
}

fn modifier(def: &mut ModifierDef, visit: &mut dyn Visit) {
    for check in &mut def.checks {
        visit.name(Kind::Checks, check);
    }
    visit.expr(&def.value);
    if let Some(when) = &def.when {
        visit.expr(when);
    }
}

fn until(until: &mut Until, visit: &mut dyn Visit) {
    match until {
        Until::NextCheck(check) | Until::NextCheckEver(check) => visit.name(Kind::Checks, check),
        Until::Phase(phase) => visit.name(Kind::Phase, phase),
        _ => {}
    }
}

/// The references of a list of effects.
pub fn effects(list: &mut [EffectDef], visit: &mut dyn Visit) {
    for effect in list {
        match effect {
            EffectDef::Lose { track, amount, .. } | EffectDef::Restore { track, amount, .. } => {
                visit.name(Kind::Track, track);
                visit.expr(amount);
            }
            EffectDef::Damage { amount, .. } | EffectDef::Heal { amount, .. } => visit.expr(amount),
            EffectDef::Gain { condition, count, until: lasts, .. } => {
                visit.name(Kind::Condition, condition);
                visit.expr(count);
                until(lasts, visit);
            }
            EffectDef::Lift { condition, count, .. } => {
                visit.name(Kind::Condition, condition);
                if let Some(count) = count {
                    visit.expr(count);
                }
            }
            EffectDef::Modify { modifier: def, until: lasts, .. } => {
                modifier(def, visit);
                until(lasts, visit);
            }
            EffectDef::Points { pool, amount, .. } => {
                visit.name(Kind::Pool, pool);
                visit.expr(amount);
            }
            EffectDef::Shield { amount, .. } => visit.expr(amount),
            EffectDef::Swap { from, into, amount } => {
                visit.name(Kind::Pool, from);
                visit.name(Kind::Pool, into);
                visit.expr(amount);
            }
            EffectDef::Count { n, .. } => {
                if let Some(n) = n {
                    visit.expr(n);
                }
            }
            EffectDef::Check { check, dc, pass, fail, .. } => {
                visit.name(Kind::Check, check);
                visit.expr(dc);
                effects(pass, visit);
                effects(fail, visit);
            }
            EffectDef::When { test, then, otherwise } => {
                visit.expr(test);
                effects(then, visit);
                effects(otherwise, visit);
            }
            EffectDef::Bind { kind, role } => {
                visit.name(Kind::Bond, kind);
                if let Some(role) = role {
                    visit.name(Kind::Role, role);
                }
            }
            EffectDef::Wrest { take } => visit.expr(take),
            EffectDef::Unbind { kind } => visit.name(Kind::Bond, kind),
            EffectDef::Evade(expr) | EffectDef::Shake(expr) => visit.expr(expr),
            EffectDef::Summon { unit, count } => {
                visit.name(Kind::Unit, unit);
                visit.expr(count);
            }
            EffectDef::Push { squares } => visit.expr(squares),
            EffectDef::Mend { hits } => hits.iter().for_each(|hits| visit.expr(hits)),
            EffectDef::Bill { per_cent, .. } => visit.expr(per_cent),
            EffectDef::Refresh { .. }
            | EffectDef::Distract { .. }
            | EffectDef::Bar(_)
            | EffectDef::Unbar(_)
            | EffectDef::Open { .. }
            | EffectDef::TakeAway
            | EffectDef::Draw
            | EffectDef::Drop
            | EffectDef::DropAll
            | EffectDef::PickUp
            | EffectDef::Wear
            | EffectDef::TakeOff
            | EffectDef::TakeOut
            | EffectDef::Bear
            | EffectDef::Door
            | EffectDef::Press
            | EffectDef::GiveUp
            | EffectDef::Rig { .. }
            | EffectDef::Strip
            | EffectDef::Leave => {}
        }
    }
}

/// The references of an action.
pub fn action(def: &mut ActionDef, visit: &mut dyn Visit) {
    for cost in def.cost.iter_mut().chain(def.price.iter_mut().flatten()) {
        visit.name(Kind::Price, &mut cost.0);
        visit.expr(&cost.1);
    }
    needs(&mut def.needs, visit);
    if let Some(increment) = &mut def.increment {
        visit.name(Kind::Increment, increment);
    }
    for shorter in &def.shorter {
        visit.expr(&shorter.when);
        visit.expr(&shorter.by);
    }
    holes(&def.asks, visit);
    steps(&mut def.steps, visit);
    def.burden.iter_mut().for_each(|def| modifier(def, visit));
    match &mut def.feat {
        Some(Feat::Subdue { past }) => effects(past, visit),
        Some(Feat::Disarm { most }) => visit.expr(most),
        Some(Feat::Push { loss, .. }) => visit.expr(loss),
        Some(Feat::Sunder) | None => {}
    }
    if let Some(repeat) = &def.repeat {
        visit.expr(&repeat.most);
    }
}

fn needs(list: &mut [Need], visit: &mut dyn Visit) {
    for need in list {
        match need {
            Need::Condition(id) | Need::Without(id) => visit.name(Kind::Condition, id),
            Need::Test(test, _) | Need::Target(test, _) => visit.expr(test),
            Need::Room { kind, role } => {
                visit.name(Kind::Bond, kind);
                if let Some(role) = role {
                    visit.name(Kind::Role, role);
                }
            }
            _ => {}
        }
    }
}

fn holes(list: &[Hole], visit: &mut dyn Visit) {
    for hole in list {
        match hole {
            Hole::InEffect { within: Some(expr), .. } => visit.expr(expr),
            Hole::Watch { triggers, tag, .. } => {
                for trigger in triggers {
                    visit.name(Kind::Trigger, &mut { *trigger });
                }
                if let Some(tag) = tag {
                    visit.name(Kind::Tag, &mut { *tag });
                }
            }
            Hole::Haul { most, .. } => visit.expr(most),
            Hole::Target { within: crate::rules::action::Within::Bound(kind), .. } => {
                let mut kind = *kind;
                visit.name(Kind::Bond, &mut kind);
            }
            Hole::Amount { least, most } => {
                visit.expr(least);
                visit.expr(most);
            }
            Hole::Target { within: crate::rules::action::Within::Squares(expr), .. }
            | Hole::Square { within: crate::rules::action::Within::Squares(expr), .. }
            | Hole::Path { allowance: crate::rules::action::Allowance::Squares(expr), .. } => {
                visit.expr(expr)
            }
            _ => {}
        }
    }
}

fn steps(list: &mut [Step], visit: &mut dyn Visit) {
    for step in list {
        match step {
            Step::Attack { modifiers, instead, check, defence, value, fire: _, .. } => {
                if let Some(value) = value {
                    visit.expr(value);
                }
                modifiers.iter_mut().for_each(|def| modifier(def, visit));
                effects(instead, visit);
                for check in check.iter_mut().chain(defence) {
                    visit.name(Kind::Check, check);
                }
            }
            Step::Check { check, dc, pass, fail } => {
                visit.name(Kind::Check, check);
                visit.expr(dc);
                effects(pass, visit);
                effects(fail, visit);
            }
            Step::Opposed { check, versus, win, lose } => {
                for check in std::iter::once(check).chain(versus) {
                    visit.name(Kind::Check, check);
                }
                effects(win, visit);
                effects(lose, visit);
            }
            Step::Keep { kind } => visit.name(Kind::Bond, kind),
            Step::Choose { tag, .. } => visit.name(Kind::Winning, tag),
            Step::Repair { dc, pass, fail } => {
                visit.expr(dc);
                effects(pass, visit);
                effects(fail, visit);
            }
            Step::Do(list) | Step::Afterwards(list) => effects(list, visit),
            Step::Evade { check } | Step::Ram { check } => visit.name(Kind::Check, check),
            Step::Reach { check, dc, value } => {
                visit.name(Kind::Check, check);
                visit.expr(dc);
                visit.expr(value);
            }
            Step::Aid { ability, dc, value } => {
                visit.name(Kind::Stat, ability);
                visit.expr(dc);
                visit.expr(value);
            }
            Step::Hinder { value } | Step::Test(value) => visit.expr(value),
            _ => {}
        }
    }
}

fn broken(def: &mut Broken, visit: &mut dyn Visit) {
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    effects(&mut def.effects, visit);
}

/// The references of an interaction.
pub fn interaction(def: &mut InteractionDef, visit: &mut dyn Visit) {
    for cost in def.cost.iter_mut().flatten() {
        visit.name(Kind::Price, &mut cost.0);
        visit.expr(&cost.1);
    }
    if let Some(increment) = &mut def.increment {
        visit.name(Kind::Increment, increment);
    }
    if let Some(check) = &mut def.check {
        visit.name(Kind::Check, check);
    }
    visit.expr(&def.dc);
    if let Some(sv) = &def.sv {
        visit.expr(sv);
    }
    effects(&mut def.effects, visit);
    effects(&mut def.fail, visit);
}

/// The references of a condition.
pub fn condition(def: &mut ConditionDef, visit: &mut dyn Visit) {
    for pool in &mut def.takes {
        visit.name(Kind::Pool, pool);
    }
    for (pool, amount) in &mut def.allots {
        visit.name(Kind::Pool, pool);
        visit.expr(amount);
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    for check in &mut def.zeroes {
        visit.name(Kind::Check, check);
    }
    for trigger in &mut def.on {
        if let Hook::Phase(phase) = &mut trigger.at {
            visit.name(Kind::Phase, phase);
        }
        if let Some(when) = &trigger.when {
            visit.expr(when);
        }
        effects(&mut trigger.effects, visit);
    }
    if let Some(option) = &mut def.out_by {
        visit.name(Kind::Option, option);
    }
    for other in
        def.becomes.iter_mut().chain(&mut def.again).chain(&mut def.replaces).chain(&mut def.barred_by)
    {
        visit.name(Kind::Condition, other);
    }
}

/// The references of a weapon.
pub fn weapon(def: &mut WeaponDef, visit: &mut dyn Visit) {
    visit.expr(&def.base);
    if let Some(also) = &mut def.also {
        visit.name(Kind::Weapon, also);
    }
    if def.ammunition.is_some() && !def.takes_ammunition() {
        visit.wrong("ammunition", "only what shoots or is loaded takes ammunition".to_owned());
    }
    for portion in def.portions.iter().chain(&def.burst) {
        visit.expr(&portion.damage);
        if let Some(drive) = &portion.drive {
            visit.expr(drive);
        }
    }
    if let Some(check) = &mut def.check {
        visit.name(Kind::Check, check);
    }
    if let Some(skill) = &mut def.skill {
        visit.name(Kind::Stat, skill);
    }
    if let Some(range) = &mut def.range_type {
        visit.name(Kind::RangeType, range);
    }
    if let Some(reload) = &mut def.reload {
        for cost in &mut reload.cost {
            visit.name(Kind::Price, &mut cost.0);
            visit.expr(&cost.1);
        }
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    broken(&mut def.broken_effects, visit);
}

/// The references of an item.
pub fn item(def: &mut ItemDef, visit: &mut dyn Visit) {
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    broken(&mut def.broken_effects, visit);
    for inside in &mut def.holds {
        visit.name(Kind::Gear, inside);
    }
}

/// Whether effects put anything on that is to last as long as the spell that does it.
fn with_spell(list: &[EffectDef]) -> bool {
    list.iter().any(|effect| match effect {
        EffectDef::Gain { until, .. } | EffectDef::Modify { until, .. } => *until == Until::WithSpell,
        EffectDef::Check { pass, fail, .. } => with_spell(pass) || with_spell(fail),
        EffectDef::When { then, otherwise, .. } => with_spell(then) || with_spell(otherwise),
        _ => false,
    })
}

/// The references of a spell.
pub fn spell(def: &mut SpellDef, visit: &mut dyn Visit) {
    for check in def.check.iter_mut().chain(&mut def.defence) {
        visit.name(Kind::Check, check);
    }
    visit.name(Kind::School, &mut def.school);
    if !def.lasts() && with_spell(&def.effects) {
        visit.wrong("WithSpell", "an instant spell keeps nothing up: give it a duration".to_owned());
    }
    visit.expr(&def.base);
    effects(&mut def.effects, visit);
    if let Some(zone) = &mut def.zone {
        zone.modifiers.iter_mut().for_each(|def| modifier(def, visit));
        effects(&mut zone.inside, visit);
    }
    if let Some(control) = &mut def.control {
        effects(&mut control.effects, visit);
    }
}
