//! Parts of an entry that are right one by one and cannot work together, and numbers that cannot be.
//!
//! What effects need at hand is in `given`.

use super::{given, word};
use crate::{
    content::prelude::*,
    rules::{
        action::{EffectDef, Parameter, Whom, Within},
        condition::Hook,
        economy::Mode,
    },
};

pub(super) fn action(def: &ActionDef, visit: &mut dyn Visit) {
    if def.steps.is_empty() {
        visit.wrong("steps", "an action without steps does nothing".to_owned());
    }
    path(def, visit);
    attack(def, visit);
    asked(def, visit);
    reaction(def, visit);
    needs(def, visit);
    def.steps.iter().for_each(|step| numbers(step, visit));
    last_step(def, visit);
    given::action(def, visit);
}

fn attack(def: &ActionDef, visit: &mut dyn Visit) {
    let instead = |step: &Step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty());
    let target = def.target().map(|(who, _)| who);
    let asks_square = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Square { .. }));
    if def.steps.iter().any(instead) && asks_square && target.is_none() {
        let what =
            "what is done in place of damage is done to one target: ask for a `Target`, not for a `Square`";
        visit.wrong("instead", what.to_owned());
    }
    let attacks = def.steps.iter().any(|step| matches!(step, Step::Attack { .. }));
    let goes = def
        .asks
        .iter()
        .any(|parameter| matches!(parameter, Parameter::Path { .. } | Parameter::Course { .. }));
    // A reaction strikes whoever has given the chance.
    if attacks && !(target.is_some() || asks_square || goes || def.is_reaction()) {
        let what = "nobody is attacked: ask for a target, `asks: [Target(who: Foe, within: Reach)]`";
        visit.wrong("steps", what.to_owned());
    }
    let own = match target.filter(|_| attacks) {
        Some(Whom::Ally) => Some("Ally"),
        Some(Whom::OwnSide) => Some("OwnSide"),
        _ => None,
    };
    if let Some(own) = own {
        visit.wrong(own, "nobody attacks their own side: the target is a `Foe`, or `Any`".to_owned());
    }
    if def.manoeuvre.is_some() && !def.attacks() {
        let what = "a manoeuvre comes in place of the damage of an attack, and there is none: add `Attack()`";
        visit.wrong("manoeuvre", what.to_owned());
    }
    if def.opportunity == Some(true) && !matches!(target, Some(Whom::Foe | Whom::Any)) {
        let what = "an opportunity is a foe's: ask for one, `asks: [Target(who: Foe, within: Reach)]`";
        visit.odd("opportunity", what.to_owned());
    }
}

fn path(def: &ActionDef, visit: &mut dyn Visit) {
    for parameter in &def.asks {
        if let Parameter::Path { straight: false, last: Some(_), .. } = parameter {
            let what = "`last` says how much of the path is straight: write `straight: true`, too";
            visit.wrong("last", what.to_owned());
        }
    }
    let travels = def.steps.iter().any(|step| matches!(step, Step::Travel { .. }));
    if def.path().is_some() && !travels {
        visit.wrong("Path", "nobody goes this path: add the step `Travel()`".to_owned());
    }
}

pub(super) fn asks(def: &ActionDef, asked: &str) -> bool {
    def.asks.iter().any(|parameter| word(parameter) == asked)
}

/// What has to be asked for where a step cannot do without it.
fn wants(step: &Step) -> Option<&'static str> {
    Some(match step {
        Step::Travel { .. } => "Path",
        Step::Cast | Step::Counter => "Spell",
        Step::Control | Step::Dismiss => "InEffect",
        Step::Watch => "Watch",
        Step::Reload => "Weapon",
        Step::Haul => "Haul",
        Step::Yield { .. } | Step::Ram { .. } => "Target",
        Step::Repair { .. } => "System",
        Step::Interact => "Interaction",
        Step::Drive { .. } => "Course",
        Step::Aid { .. } => "Check",
        _ => return None,
    })
}

/// Tells what is done with something, `wanted`, that the action does not ask for.
pub(super) fn needs_asked(def: &ActionDef, done: &str, wanted: &str, visit: &mut dyn Visit) {
    if !asks(def, wanted) {
        visit.wrong(done, format!("`{done}` needs what it is done with: add `{wanted}` to `asks`"));
    }
}

/// Tells what is asked for twice, and what steps and distances need that is not asked for.
fn asked(def: &ActionDef, visit: &mut dyn Visit) {
    for (n, parameter) in def.asks.iter().enumerate() {
        let own = word(parameter);
        if def.asks[..n].iter().any(|before| word(before) == own) {
            visit.wrong(&own, format!("`{own}` is asked for twice"));
        }
        let within = match parameter {
            Parameter::Target { within, .. } | Parameter::Square { within, .. } => Some(within),
            _ => None,
        };
        if within == Some(&Within::Range) && !asks(def, "Weapon") && !asks(def, "Spell") {
            let what = "this is the range of a weapon or spell: ask for one, `asks: [Weapon(Ranged), ..]`";
            visit.wrong("Range", what.to_owned());
        }
    }
    for step in &def.steps {
        if let Some(wanted) = wants(step) {
            needs_asked(def, &word(step), wanted, visit);
        }
    }
}

fn reaction(def: &ActionDef, visit: &mut dyn Visit) {
    if def.is_reaction() {
        let answers = |mode: &Mode| matches!(mode, Mode::Immediate | Mode::Free);
        if !def.modes.is_empty() && !def.modes.iter().any(answers) {
            let what =
                "a reaction comes at somebody else's moment: write `modes: [Immediate]`, or leave it out";
            visit.wrong("modes", what.to_owned());
        }
        return;
    }
    for answer in def.steps.iter().map(word) {
        if ["Reduce", "Evade", "Shield", "Hinder", "Lessen"].contains(&answer.as_str()) {
            let what = format!("`{answer}` answers an attack: say when, `on: [Attacked]` or another moment");
            visit.wrong(&answer, what);
        }
    }
}

fn needs(def: &ActionDef, visit: &mut dyn Visit) {
    for need in &def.needs {
        if let Need::Condition(id) = need
            && def.needs.contains(&Need::Without(*id))
        {
            let what = format!("this action needs \"{id}\" and has to be without it, too: it is never done");
            visit.wrong(id.as_str(), what);
        }
    }
}

/// Tells numbers of a step that cannot be.
fn numbers(step: &Step, visit: &mut dyn Visit) {
    if let Step::Reduce { divisor } | Step::Lessen { divisor, .. } = step
        && *divisor < 1
    {
        visit.wrong("divisor", "`divisor` is at least 1".to_owned());
    }
}

/// Tells a check at the end of which nothing comes.
fn last_step(def: &ActionDef, visit: &mut dyn Visit) {
    let empty = |list: &[EffectDef], other: &[EffectDef]| list.is_empty() && other.is_empty();
    let (name, results) = match def.steps.last() {
        Some(Step::Check { pass, fail, .. }) if empty(pass, fail) => ("Check", "`pass` or `fail`"),
        Some(Step::Opposed { win, lose, .. }) if empty(win, lose) => ("Opposed", "`win` or `lose`"),
        _ => return,
    };
    visit.odd(name, format!("nothing comes of this check: give it {results}, or steps behind it"));
}

pub(super) fn weapon(def: &WeaponDef, visit: &mut dyn Visit) {
    let one = [("increment", def.increment, 1), ("max_increments", def.max_increments, 1)];
    for (field, number, least) in one.into_iter().chain([("hands", def.hands, 0), ("reach", def.reach, 0)]) {
        if number < least {
            visit.wrong(field, format!("`{field}` is at least {least}"));
        }
    }
    if def.blast.as_ref().is_some_and(|blast| blast.rings.is_empty()) {
        visit.wrong("blast", "what goes off has at least one ring, `rings: [(6, \"5d6\")]`".to_owned());
    }
}

pub(super) fn condition(def: &ConditionDef, visit: &mut dyn Visit) {
    for trigger in &def.on {
        match trigger.every {
            Some(0) => visit.wrong("every", "`every` is at least 1".to_owned()),
            Some(_) if trigger.at != Hook::EndOfRound => {
                let what = "`every` counts ends of rounds: leave it out, or write `at: EndOfRound`";
                visit.wrong("every", what.to_owned());
            }
            _ => {}
        }
        let alone = matches!(
            trigger.at,
            Hook::EndOfRound
                | Hook::Hour
                | Hook::Rest
                | Hook::RoundStart
                | Hook::TurnStart
                | Hook::TurnEnd
                | Hook::Phase(_)
        );
        if alone {
            given::alone(&trigger.effects, visit);
        }
    }
    if def.becomes.is_some() && !def.counted {
        let what = "only what is counted becomes something else as its count ends: write `counted: true`";
        visit.wrong("becomes", what.to_owned());
    }
}

pub(super) fn spell(def: &SpellDef, visit: &mut dyn Visit) {
    for (field, there) in [("zone", def.zone.is_some()), ("control", def.control.is_some())] {
        if there && !def.lasts() {
            let what = "an instant spell leaves nothing behind: give it a duration, `duration: Rounds(3)`";
            visit.wrong(field, what.to_owned());
        }
    }
    let idle = def.types.is_empty() && def.effects.is_empty();
    if idle && def.zone.is_none() && def.control.is_none() {
        let what = "this spell does nothing: give it `effects`, a `zone`, or `base` and `types` of damage";
        visit.odd("id", what.to_owned());
    }
}

pub(super) fn unit(def: &UnitDef, visit: &mut dyn Visit) {
    if def.worth.is_some_and(|worth| worth < 0) {
        visit.wrong("worth", "`worth` is at least 0".to_owned());
    }
    if !(1..=5).contains(&def.magnitude) {
        visit.wrong("magnitude", "`magnitude` is from 1 to 5".to_owned());
    }
}
