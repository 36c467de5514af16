//! Every place in a definition where it names something else.
//!
//! One list serves two ends: a mod's references are turned into canonical ids, and unknown ones become mistakes.

mod effects;
mod fits;
mod given;
mod units;

pub use effects::effects;
pub use units::{system, unit};

use crate::{
    content::prelude::*,
    grid::Template,
    rules::{
        action::{Allowance, Manoeuvre, Parameter, Within},
        condition::Hook,
        economy::Cost,
        gear::{self, Broken},
        interaction::InteractionDef,
        modifier::ModifierDef,
    },
};

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
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
    /// A stage of harm, as a trace calls it.
    Stage,
    /// A part of the body.
    Location,
}

/// What a word is about that no list is closed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpenKind {
    /// A type of damage.
    Damage,
    /// A way of moving.
    Movement,
    /// A proficiency.
    Proficiency,
    /// A school of spells.
    School,
    /// A rule, as players read it.
    Rule,
    /// A tag of actions.
    ActionTag,
    /// A tag of weapons.
    WeaponTag,
    /// A tag of units and of what they wear.
    UnitTag,
    /// A tag of checks.
    CheckTag,
    /// A stat of units.
    Stat,
    /// What has put a modifier on: an action, a condition, a spell.
    Source,
    /// A line of the ledger of initiative.
    Event,
    /// Where an item is worn.
    Slot,
}

/// What is called for each reference and each expression.
pub trait Visit {
    /// A name of a kind.
    fn name(&mut self, _kind: NameKind, _name: &mut Key) {}
    /// An expression.
    fn expr(&mut self, expr: &mut Expr);
    /// Something that cannot be: a word in the entry, and what is wrong with it.
    fn wrong(&mut self, _word: &str, _what: String) {}
    /// Something that can be, and is probably not what was meant.
    fn odd(&mut self, _word: &str, _what: String) {}
    /// A word that no list is closed for.
    fn open(&mut self, _kind: OpenKind, _word: Key) {}
}

/// The word that a variant is written with: of a step, an effect, an outcome.
pub fn word(of: &impl std::fmt::Debug) -> String {
    format!("{of:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// All names of a list, each of the same kind.
fn names<'a>(kind: NameKind, list: impl IntoIterator<Item = &'a mut Key>, visit: &mut dyn Visit) {
    list.into_iter().for_each(|name| visit.name(kind, name));
}

/// The references of a modifier.
pub fn modifier(def: &mut ModifierDef, visit: &mut dyn Visit) {
    names(NameKind::Checks, &mut def.checks, visit);
    visit.expr(&mut def.value);
    def.when.iter_mut().for_each(|when| visit.expr(when));
    def.rule.iter().for_each(|rule| visit.open(OpenKind::Rule, *rule));
}

/// The references of a price.
pub fn costs<'a>(list: impl IntoIterator<Item = &'a mut Cost>, visit: &mut dyn Visit) {
    for Cost(pool, amount) in list {
        visit.name(NameKind::Price, pool);
        visit.expr(amount);
        if amount.as_const().is_some_and(|amount| amount < 0) {
            visit.wrong("cost", "a cost is at least 0".to_owned());
        }
    }
}

fn bond(kind: &mut Key, role: &mut Option<Key>, visit: &mut dyn Visit) {
    visit.name(NameKind::Bond, kind);
    role.iter_mut().for_each(|role| visit.name(NameKind::Role, role));
}

/// The references of an action.
pub fn action(def: &mut ActionDef, visit: &mut dyn Visit) {
    costs(def.cost.iter_mut().chain(def.price.iter_mut().flatten()), visit);
    needs(&mut def.needs, visit);
    def.only.iter_mut().flat_map(|only| &mut only.units).for_each(|unit| visit.name(NameKind::Unit, unit));
    def.increment.iter_mut().for_each(|increment| visit.name(NameKind::Increment, increment));
    for shorter in &mut def.shorter {
        visit.expr(&mut shorter.when);
        visit.expr(&mut shorter.by);
    }
    parameters(&mut def.asks, visit);
    steps(&mut def.steps, visit);
    fits::action(def, visit);
    def.burden.iter_mut().for_each(|def| modifier(def, visit));
    match &mut def.manoeuvre {
        Some(Manoeuvre::Subdue { past }) => effects(past, visit),
        Some(Manoeuvre::Disarm { most }) => visit.expr(most),
        Some(Manoeuvre::Push { loss, .. }) => visit.expr(loss),
        Some(Manoeuvre::Sunder) | None => {}
    }
    def.repeat.iter_mut().for_each(|repeat| visit.expr(&mut repeat.most));
}

fn needs(list: &mut [Need], visit: &mut dyn Visit) {
    for need in list {
        match need {
            Need::Condition(id) | Need::Without(id) => visit.name(NameKind::Condition, id),
            Need::Test(test, _) | Need::Target(test, _) => visit.expr(test),
            Need::Room { kind, role } => bond(kind, role, visit),
            _ => {}
        }
    }
}

fn parameters(list: &mut [Parameter], visit: &mut dyn Visit) {
    for parameter in list {
        match parameter {
            Parameter::InEffect { within: Some(expr), .. } => visit.expr(expr),
            Parameter::Watch { triggers, tag, .. } => {
                names(NameKind::Trigger, triggers, visit);
                names(NameKind::Tag, tag, visit);
            }
            Parameter::Haul { most, .. } => visit.expr(most),
            Parameter::Target { within: Within::Bound(kind) | Within::BesideBound(kind), .. } => {
                visit.name(NameKind::Bond, &mut { *kind })
            }
            Parameter::Amount { least, most } => {
                visit.expr(least);
                visit.expr(most);
            }
            Parameter::Target { within: Within::Squares(expr), .. }
            | Parameter::Square { within: Within::Squares(expr), .. }
            | Parameter::Path { allowance: Allowance::Squares(expr), .. } => visit.expr(expr),
            _ => {}
        }
    }
}

fn steps(list: &mut [Step], visit: &mut dyn Visit) {
    for step in list {
        match step {
            Step::Attack { modifiers, instead, check, defence, value, fire: _, .. } => {
                value.iter_mut().for_each(|value| visit.expr(value));
                modifiers.iter_mut().for_each(|def| modifier(def, visit));
                effects(instead, visit);
                names(NameKind::Check, check.iter_mut().chain(defence), visit);
            }
            Step::Check { check, dc, pass, fail } => {
                visit.name(NameKind::Check, check);
                visit.expr(dc);
                effects(pass, visit);
                effects(fail, visit);
            }
            Step::Opposed { check, versus, win, lose } => {
                names(NameKind::Check, std::iter::once(check).chain(versus), visit);
                effects(win, visit);
                effects(lose, visit);
            }
            Step::Keep { kind } => visit.name(NameKind::Bond, kind),
            Step::Yield { condition, when } => {
                visit.name(NameKind::Condition, condition);
                visit.expr(when);
            }
            Step::Choose { tag, .. } => visit.name(NameKind::Winning, tag),
            Step::Repair { dc, pass, fail } => {
                visit.expr(dc);
                effects(pass, visit);
                effects(fail, visit);
            }
            Step::Do(list) | Step::Afterwards(list) | Step::Inside(list) => effects(list, visit),
            Step::Evade { check } | Step::Ram { check } => visit.name(NameKind::Check, check),
            Step::Reach { check, dc, value } => {
                visit.name(NameKind::Check, check);
                visit.expr(dc);
                visit.expr(value);
            }
            Step::Aid { ability, dc, value } => {
                visit.name(NameKind::Stat, ability);
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
    costs(def.cost.iter_mut().flatten(), visit);
    def.increment.iter_mut().for_each(|increment| visit.name(NameKind::Increment, increment));
    def.check.iter_mut().for_each(|check| visit.name(NameKind::Check, check));
    visit.expr(&mut def.dc);
    def.sv.iter_mut().for_each(|sv| visit.expr(sv));
    effects(&mut def.effects, visit);
    effects(&mut def.fail, visit);
    visit.open(OpenKind::Rule, def.rule);
}

/// The references of a condition.
pub fn condition(def: &mut ConditionDef, visit: &mut dyn Visit) {
    names(NameKind::Pool, &mut def.takes, visit);
    for (pool, amount) in &mut def.allots {
        visit.name(NameKind::Pool, pool);
        visit.expr(amount);
    }
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    names(NameKind::Check, &mut def.zeroes, visit);
    def.as_long_as.iter_mut().chain(&mut def.out_of).for_each(|test| visit.expr(test));
    def.ends_with.iter_mut().for_each(|tag| visit.name(NameKind::Tag, tag));
    for trigger in &mut def.on {
        if let Hook::Phase(phase) = &mut trigger.at {
            visit.name(NameKind::Phase, phase);
        }
        trigger.when.iter_mut().for_each(|when| visit.expr(when));
        effects(&mut trigger.effects, visit);
    }
    def.out_by.iter_mut().for_each(|option| visit.name(NameKind::Option, option));
    let others = def.becomes.iter_mut().chain(&mut def.again).chain(&mut def.replaces);
    names(NameKind::Condition, others.chain(&mut def.barred_by), visit);
    fits::condition(def, visit);
}

/// The references of a weapon.
pub fn weapon(def: &mut WeaponDef, visit: &mut dyn Visit) {
    visit.expr(&mut def.base);
    def.pierces.iter_mut().chain(&mut def.drive).for_each(|more| visit.expr(more));
    def.also.iter_mut().for_each(|also| visit.name(NameKind::Weapon, also));
    if def.ammunition.is_some() && !def.takes_ammunition() {
        visit.wrong("ammunition", "only what shoots or is loaded takes ammunition".to_owned());
    }
    if def.zone_area.is_some() && !(matches!(def.area, Some(Template::Block(_))) && def.is_ranged()) {
        let text = "what fills a zone is used at a distance and has an area such as Block(12)";
        visit.wrong("zone_area", text.to_owned());
    }
    for portion in def.portions.iter_mut().chain(&mut def.burst) {
        visit.expr(&mut portion.damage);
        portion.drive.iter_mut().for_each(|drive| visit.expr(drive));
    }
    def.check.iter_mut().for_each(|check| visit.name(NameKind::Check, check));
    // What is left out is known to those books alone whose attacks meet defences.
    if def.defence != gear::reflex() {
        visit.name(NameKind::Check, &mut def.defence);
    }
    fits::weapon(def, visit);
    def.skill.iter_mut().for_each(|skill| visit.name(NameKind::Stat, skill));
    def.range_type.iter_mut().for_each(|range| visit.name(NameKind::RangeType, range));
    costs(def.reload.iter_mut().flat_map(|reload| &mut reload.cost).chain(&mut def.takes), visit);
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    effects(&mut def.past, visit);
    broken(&mut def.broken_effects, visit);
}

/// The references of an item.
pub fn item(def: &mut ItemDef, visit: &mut dyn Visit) {
    def.modifiers.iter_mut().for_each(|def| modifier(def, visit));
    broken(&mut def.broken_effects, visit);
    names(NameKind::Gear, &mut def.holds, visit);
    def.covers.iter_mut().for_each(|part| visit.name(NameKind::Location, part));
}

/// The references of a spell.
pub fn spell(def: &mut SpellDef, visit: &mut dyn Visit) {
    names(NameKind::Check, def.check.iter_mut().chain(&mut def.defence), visit);
    visit.name(NameKind::School, &mut def.school);
    fits::spell(def, visit);
    if !def.lasts() && effects::with_spell(&def.effects) {
        visit.wrong("WithSpell", "an instant spell keeps nothing up: give it a duration".to_owned());
    }
    visit.expr(&mut def.base);
    effects(&mut def.effects, visit);
    if let Some(zone) = &mut def.zone {
        zone.modifiers.iter_mut().for_each(|def| modifier(def, visit));
        effects(&mut zone.inside, visit);
    }
    if let Some(control) = &mut def.control {
        effects(&mut control.effects, visit);
    }
}
