//! What the effects of an action or condition need at hand: a target, a number chosen, the margin of a check, an item.

use super::{
    effects,
    effects::inside,
    fits::{asks, needs_asked},
    word,
};
use crate::{
    content::prelude::*,
    rules::action::{EffectDef, Manoeuvre, To},
};

/// What there is at hand where effects come.
#[derive(Clone, Copy)]
struct Given {
    target: bool,
    /// A number, chosen or otherwise known.
    amount: bool,
    margin: bool,
}

/// What effects are told that need what there is not.
struct Wants<'a> {
    /// How one comes by a target.
    no_target: &'a str,
    /// The action; none: effects that nobody chooses.
    action: Option<&'a ActionDef>,
}

pub(super) fn action(def: &ActionDef, visit: &mut dyn Visit) {
    // Whoever is attacked in a square or on the way is the target; a reaction is about whoever gives the chance.
    let target = asks(def, "Target") || def.is_reaction() || def.attacks();
    let amount = ["Amount", "Burst", "Weaving"].iter().any(|asked| asks(def, asked));
    let given = Given { target, amount, margin: def.checks() || def.is_reaction() };
    let no_target = "there is no target here: ask for one, `asks: [Target(who: Foe, within: Reach)]`";
    let wants = Wants { no_target, action: Some(def) };
    for step in &def.steps {
        match step {
            Step::Attack { instead, .. } => wants.check(instead, given, visit),
            Step::Check { pass: one, fail: other, .. }
            | Step::Opposed { win: one, lose: other, .. }
            | Step::Repair { pass: one, fail: other, .. } => {
                wants.check(one, given, visit);
                wants.check(other, given, visit);
            }
            Step::Do(list) | Step::Afterwards(list) | Step::Inside(list) => wants.check(list, given, visit),
            Step::Test(test) | Step::Yield { when: test, .. } => wants.expr(test, given, visit),
            _ => {}
        }
    }
    if let Some(Manoeuvre::Subdue { past }) = &def.manoeuvre {
        wants.check(past, Given { amount: true, ..given }, visit);
    }
}

/// Tells those of effects that come at a moment at which nobody else has a part.
pub(super) fn alone(list: &[EffectDef], visit: &mut dyn Visit) {
    let given = Given { target: false, amount: true, margin: true };
    let no_target = "at this moment there is no target: only `Own`, or `Each` of those who are near";
    Wants { no_target, action: None }.check(list, given, visit);
}

impl Wants<'_> {
    fn check(&self, list: &[EffectDef], given: Given, visit: &mut dyn Visit) {
        list.iter().for_each(|effect| self.one(effect, given, visit));
    }

    fn one(&self, effect: &EffectDef, given: Given, visit: &mut dyn Visit) {
        if effect.to() == To::Target && !given.target {
            visit.wrong("Target", self.no_target.to_owned());
        }
        if let EffectDef::Gain { until, .. } | EffectDef::Modify { until, .. } = effect {
            self.until(until, given, visit);
        }
        own_exprs(effect).iter().for_each(|expr| self.expr(expr, given, visit));
        if let Some(def) = self.action {
            chosen(effect, def, visit);
        }
        let target = given.target || matches!(effect, EffectDef::Each { .. });
        let margin = given.margin || matches!(effect, EffectDef::Check { .. });
        inside(effect)
            .into_iter()
            .for_each(|list| self.check(list, Given { target, margin, ..given }, visit));
    }

    fn until(&self, until: &Until, given: Given, visit: &mut dyn Visit) {
        match until {
            Until::EndOfTurnOf(whose, _) if whose.0 == "target" && !given.target => {
                visit.wrong("target", self.no_target.to_owned());
            }
            Until::WithSpell => {
                let what = "only what a spell does lasts as long as the spell: choose another end";
                visit.wrong("WithSpell", what.to_owned());
            }
            _ => {}
        }
    }

    fn expr(&self, expr: &Expr, given: Given, visit: &mut dyn Visit) {
        let names = expr.names();
        let about = |words: &[&str]| names.iter().any(|name| words.contains(&name.as_str()));
        let of_target = names.iter().any(|name| name.as_str().starts_with("target."));
        let what = if !given.target && (of_target || about(&["friend", "oneself"])) {
            self.no_target
        } else if !given.amount && about(&["amount"]) {
            "no number is chosen here: ask for one, `asks: [Amount(least: 1, most: 3)]`"
        } else if !given.margin && about(&["margin", "sv"]) {
            "no check is made here, so there is no `margin` and no `sv`"
        } else {
            return;
        };
        visit.wrong(&expr.to_string(), what.to_owned());
    }
}

/// Tells an effect of an action that needs what is not asked for, or that is no action's.
fn chosen(effect: &EffectDef, def: &ActionDef, visit: &mut dyn Visit) {
    let name = word(effect);
    let asked = match effect {
        EffectDef::Draw
        | EffectDef::Drop
        | EffectDef::PickUp
        | EffectDef::Fetch
        | EffectDef::ShieldFirst
        | EffectDef::Wear
        | EffectDef::TakeOff
        | EffectDef::TakeOut
        | EffectDef::Clear
        | EffectDef::Wrest { .. } => "Item",
        EffectDef::Door => "Door",
        EffectDef::Mend { .. } | EffectDef::Rig { .. } | EffectDef::Strip => "System",
        EffectDef::Bear => "Arc",
        EffectDef::Bar(_)
        | EffectDef::Unbar(_)
        | EffectDef::Open { .. }
        | EffectDef::Push { .. }
        | EffectDef::TakeAway => {
            let what = "only what is done with a thing on the map does this: write it into an interaction";
            return visit.wrong(&name, what.to_owned());
        }
        EffectDef::Summon { .. } => {
            return visit.wrong(&name, "only a spell calls somebody: write it into a spell".to_owned());
        }
        _ => return,
    };
    needs_asked(def, &name, asked, visit);
}

/// The expressions of an effect, without those of the effects inside it.
fn own_exprs(effect: &EffectDef) -> Vec<Expr> {
    let mut found = Exprs::default();
    // What a modifier counts against is known once there is a check.
    if !matches!(effect, EffectDef::Modify { .. }) {
        effects::alone(&mut effect.clone(), &mut found);
    }
    found.0
}

/// Whether something that is done to each who is meant is about them at all.
pub(super) fn meets(list: &[EffectDef]) -> bool {
    let about = |expr: &Expr| {
        let name = |name: &Key| {
            name.as_str().starts_with("target.") || ["friend", "oneself"].contains(&name.as_str())
        };
        expr.names().iter().any(name)
    };
    list.iter().any(|effect| {
        let until = match effect {
            EffectDef::Gain { until, .. } | EffectDef::Modify { until, .. } => Some(until),
            _ => None,
        };
        let lasts = matches!(until, Some(Until::EndOfTurnOf(whose, _)) if whose.0 == "target");
        // Of these it is not said to whom they happen.
        let unsaid = matches!(
            effect,
            EffectDef::Each { .. }
                | EffectDef::Bind { .. }
                | EffectDef::Bill { .. }
                | EffectDef::Wrest { .. }
                | EffectDef::Mend { .. }
                | EffectDef::Modify { .. }
        );
        let within = unsaid || inside(effect).into_iter().any(meets);
        effect.to() == To::Target || lasts || within || own_exprs(effect).iter().any(about)
    })
}

#[derive(Default)]
struct Exprs(Vec<Expr>);

impl Visit for Exprs {
    fn expr(&mut self, expr: &mut Expr) {
        self.0.push(expr.clone());
    }
}
